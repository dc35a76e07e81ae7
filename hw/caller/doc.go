// Package caller calls the cues of a game to the table, each at its time.
//
// A [Caller] is handed cues with all that decides how long they take ([Call]), and from then on needs nobody:
// whoever steps it hears of each [Beat] that begins, and gives it voice, tone and picture. Meanwhile the clock of the
// table stands ([Caller.Clock]), so that a limit of time begins when the table has heard what it is for.
//
//	c.Call(now, calls)
//	for b, changed := c.Step(now, 0); changed; b, changed = c.Step(now, 0) {
//		if b != nil {
//			say(b.Text)
//		}
//	}
//	sleep(c.Next())
//
// What the box makes of each kind of cue is a row of one table (kinds.go): whether screens and lights wait for it, how
// long it takes, and which tone it begins with. How fast the rest is told is the [Pace] of the table.
package caller
