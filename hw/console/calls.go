package console

import (
	"time"
	"unicode/utf8"

	"consigliere/engine"
	"consigliere/hw/caller"
)

// How a long text is read, and a picture of several pages. A shorter one is taken in at a glance.
const (
	glance     = 60 // letters
	letterTime = time.Second / 15
	longest    = 20 * time.Second
	partTime   = 1200 * time.Millisecond // of each page
	lineTime   = 450 * time.Millisecond  // of each line of a picture that is told before the end
	longLines  = 4 * time.Second
)

// calls returns the cues that are called to the table, with all that the caller has to know of how long
// they take.
func (k *stage) calls(cues []engine.Cue) []caller.Call {
	if len(cues) == 0 { // as with most answers in secret
		return nil
	}
	calls := make([]caller.Call, 0, len(cues))
	pictures := caller.Pictures{}
	over := k.play.table != nil && k.play.table.Over()
	for i := range cues {
		q := &cues[i]
		if !caller.Called(q) {
			continue
		}
		c := caller.Call{Cue: q, Row: -1, Reads: k.reads(q.Text), Said: k.face().counts(q.Text), Turns: over}
		if q.Picture != 0 {
			if pictures[q.Picture] == nil {
				sc := k.play.picture(int(q.Picture))
				pictures[q.Picture] = &sc
			}
			if p := pictures[q.Picture]; len(p.Lines) == 0 && p.Heading.Key == "" {
				c.Board = p.Board
			} else if c.Picture, c.Row = pictures.Add(q); c.Row < 0 {
				c.Looks = k.looks(c.Picture, q.Text)
				if k.ears.any() { // it is read aloud
					f, l := k.face(), k.langs.voice
					c.Reads = readingTime(f.seen(l, k.play.Text(l, q.Text), c.Picture.Lines))
				}
			}
		}
		calls = append(calls, c)
	}
	return calls
}

// reads returns how long it takes to read a text, 0 for what is taken in at a glance.
func (k *stage) reads(t engine.Text) time.Duration {
	if t.Key == "" {
		return 0
	}
	return readingTime(k.play.Text(k.langs.voice, t))
}

// readingTime returns how long it takes to read a text, 0 for what is taken in at a glance.
func readingTime(text string) time.Duration {
	n := utf8.RuneCountInString(text)
	if n <= glance {
		return 0
	}
	return min(time.Duration(n)*letterTime, longest)
}

// looks returns how long it takes to look at a picture that a text is told of. When a play is over, as with a
// score, it is read page by page. Before, it has a time for each of its lines, as when loot is turned up, for
// when a press counts must not depend on how much a display holds; a reveal has a time of its own.
func (k *stage) looks(sc *engine.Scene, t engine.Text) time.Duration {
	if !k.play.table.Over() {
		return min(time.Duration(len(sc.Lines))*lineTime, longLines)
	}
	if f := k.screens.main.frame; f != nil {
		page := k.face().picturePage(k.langs.main, &caller.Beat{Text: t, Picture: sc, Row: -1}, engine.Table)
		if parts := k.screens.paint.Parts(f.W, f.H, k.langs.main, page); parts > 1 {
			return time.Duration(parts) * partTime
		}
	}
	return 0
}
