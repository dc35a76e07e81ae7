// Package table is one play in progress: seats, clock, journal and undo. It is the only
// caller of Game.Play.
//
// A [Table] takes moves, hands them to the game, writes them to the journal and has them
// synced before anything that follows from them can be seen. It knows what is waited for
// and for how long, makes the move of a time-out, stops for a pause, and takes moves back
// with a conscience (promise P7).
//
// It has no clock of its own and starts no goroutine: each call brings the time since the
// box was started, so tests and headless runs step through hours in no time. One goroutine
// owns a Table.
//
//	t, err := table.New(title, header, table.Options{Journal: journal.New(path)})
//	...
//	cues, err := t.Play(now, engine.Move{Seat: 0, Do: naro.Load{Card: naro.Bang}})
//
// A table writes its moves to a [journal.Journal], and besides them what is said of the table
// itself: undo, take_back, attend, bots, name and teach, which no game may have as verbs.
package table
