package console

import (
	"reflect"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
)

// A caller calls the cues of a play one after the other, each at its time, and holds the
// clock of the table still meanwhile. It alone knows what is being told. It has no voice:
// whoever steps it gives each beat that begins its sound.
type caller struct {
	pace     Pace
	beats    []beat        // what is still to be called, in order
	free     time.Duration // when the next can begin
	paused   bool
	pausedAt time.Duration

	// The table's clock stood at stood until standTo; from then on it runs with the box's.
	stood   time.Duration
	standTo time.Duration
}

// A beat is something that is called at its time: a cue, or one beat of a count.
type beat struct {
	at, end time.Duration
	long    time.Duration // how much of it is for a text that takes long to be read
	kind    engine.CueKind
	count   int // 1, 2, 3: a beat of a count of three
	text    engine.Text
	called  bool
	drama   bool   // no screen and no light runs ahead of it
	opens   bool   // of a count: it reveals nothing, but opens what is asked
	lesson  string // the key of what explains it in a first game; "" nothing does
	asks    bool   // it says what is asked: nobody needs it once that is answered
	// scene is the picture that is shown meanwhile, with all that was called of it so far; nil
	// where the text stands alone. row is the line that the beat is about; -1 if none is.
	scene *engine.Scene
	row   int
	again bool // the beat before it shows the same picture, which has been read
}

// behind is how far the voice may lag behind the play.
const behind = 5 * time.Second

// begin drops everything and lets the clock of a new play begin at 0.
func (c *caller) begin(now time.Duration) {
	*c = caller{pace: c.pace, beats: c.beats[:0], free: now, standTo: now}
}

// call takes up cues, to be called one after the other. How long each takes depends on its
// kind, and on its text or picture where that takes longer to be read: reads returns how long, at
// the normal pace. counts reports whether the text of a count is the count itself; picture lays out
// a picture of the move.
func (c *caller) call(now time.Duration, cues []engine.Cue, reads func(*beat) time.Duration, counts func(engine.Text) bool, picture func(n int) engine.Scene) {
	if c.lag(now) > behind {
		c.hurry(now)
	}
	// A hit that follows a reveal or a count is a part of it; alone it is merely told.
	revealed := c.dramatic()
	var pictures map[uint8]*engine.Scene
	for i := range cues {
		q := &cues[i]
		if !called(q) {
			continue
		}
		at := max(now, c.free)
		if q.Kind != engine.CueCount {
			drama := q.Kind == engine.CueReveal || q.Kind == engine.CueResult || q.Kind == engine.CueHit && revealed
			revealed = revealed || drama
			b := beat{at: at, kind: q.Kind, text: q.Text, drama: drama, asks: q.Kind == engine.CuePhase, row: -1}
			if q.Lesson != "" {
				b.lesson = "teach." + q.Lesson
			}
			if q.Picture != 0 {
				if pictures == nil {
					pictures = map[uint8]*engine.Scene{}
				}
				b.scene, b.row = add(pictures, q, picture)
				if n := len(c.beats); n > 0 && c.beats[n-1].scene != nil {
					b.again = reflect.DeepEqual(c.beats[n-1].scene, b.scene)
				}
			}
			lasts := c.pace.lasts(q.Kind)
			b.long = max(0, c.pace.reading(reads(&b))-lasts)
			b.end = at + lasts + b.long
			c.free = b.end
			c.beats = append(c.beats, b)
			c.stand(now, c.free)
			continue
		}
		revealed = true
		// A table begins the limit of what a count opens three beats later, at "three", so the
		// count begins after a beat of silence. A brisk box tells what it is for in that silence.
		if n := len(c.beats); c.pace == Brisk && n > 0 && !c.beats[n-1].drama {
			at = max(now, c.beats[n-1].at)
		}
		c.stand(now, at)
		c.count(at, q.Text, q.Opens)
		c.free = at + 4*table.Beat
		if q.Text.Key != "" && !counts(q.Text) {
			from := c.free
			c.free += c.pace.told()
			c.beats = append(c.beats, beat{at: from, end: c.free, kind: engine.CueSay, text: q.Text})
		}
	}
}

// add adds a cue to its picture, and returns the picture as it is shown with the cue and the
// line that the cue is about.
func add(pictures map[uint8]*engine.Scene, q *engine.Cue, picture func(n int) engine.Scene) (sc *engine.Scene, row int) {
	var next engine.Scene
	if last := pictures[q.Picture]; last != nil {
		next = *last
		next.Lines = slices.Clone(next.Lines)
	} else {
		next = picture(int(q.Picture))
	}
	pictures[q.Picture] = &next
	seats := q.Text.Seats()
	if q.Kind == engine.CueReveal || q.Kind == engine.CueThrow || len(seats) == 0 {
		return &next, -1
	}
	row = slices.IndexFunc(next.Lines, func(l engine.Line) bool { return l.Seat == seats[0] })
	if row >= 0 && q.Icon != "" {
		l := &next.Lines[row]
		l.Icons = slices.Concat([]engine.Icon{q.Icon}, l.Icons)
	}
	return &next, row
}

// called reports whether a cue is called to the table at all.
func called(q *engine.Cue) bool {
	if q.Kind == engine.CueQuiet || q.To != 0 {
		return false
	}
	return q.Text.Key != "" || q.Kind == engine.CueCount || q.Kind == engine.CueReveal
}

// count puts the three beats of a count after a beat of silence from at.
func (c *caller) count(at time.Duration, text engine.Text, opens bool) {
	for n := 1; n <= 3; n++ {
		from := at + time.Duration(n)*table.Beat
		c.beats = append(c.beats, beat{at: from, end: from + table.Beat, kind: engine.CueCount, count: n, text: text, drama: true, opens: opens})
	}
}

// lag returns how far the voice is behind the play. That a text is long does not count.
func (c *caller) lag(now time.Duration) time.Duration {
	by := c.free - now
	for i := range c.beats {
		by -= c.beats[i].long
	}
	return by
}

// hurry drops what is merely told and waits to be called: the play has gone on. What is counted
// or revealed is never dropped.
func (c *caller) hurry(now time.Duration) {
	at := now
	n := 0
	for _, b := range c.beats {
		if !b.called {
			if !b.drama {
				continue
			}
			if b.count == 1 {
				at += table.Beat
			}
			b.at, b.end = at, at+b.end-b.at
		} else if b.long > 0 && !b.drama {
			b.end = min(b.end, now+c.pace.lasts(b.kind)) // it is not read to its end
		}
		at = b.end
		c.beats[n] = b
		n++
	}
	c.beats, c.free = c.beats[:n], at
}

// answered leaves out what only says what was asked: all of it has been answered.
func (c *caller) answered(now time.Duration) {
	at := now
	n := 0
	by := time.Duration(0) // how much earlier the rest is
	for _, b := range c.beats {
		if b.asks {
			by += b.end - max(b.at, at)
			continue
		}
		b.at, b.end = b.at-by, b.end-by
		c.beats[n] = b
		n++
	}
	c.beats = c.beats[:n]
	c.free -= by
	if c.standTo > now {
		c.standTo = max(now, c.standTo-by)
	}
}

// told returns how many of the next beats are merely told, and not counted or revealed.
func (c *caller) told() int {
	n := 0
	for n < len(c.beats) && !c.beats[n].drama {
		n++
	}
	return n
}

// throwSeen is how long dice that were thrown in the open are seen at least, however fast the one
// who threw them goes on.
const throwSeen = time.Second

// skip leaves out what is merely told before the next count, reveal or result, and lets that
// begin now, or when thrown dice have been seen.
func (c *caller) skip(now time.Duration) {
	n := c.told()
	throw := slices.IndexFunc(c.beats[:n], func(b beat) bool { return b.kind == engine.CueThrow })
	next := c.free
	if n < len(c.beats) {
		next = c.beats[n].at
		if c.beats[n].count == 1 {
			next -= table.Beat // the beat of silence
		}
	}
	from := now
	if throw >= 0 {
		b := c.beats[throw]
		if !b.called {
			b.at = now
		}
		if b.end = b.at + throwSeen; b.end > now {
			from = b.end
			n--
			c.beats[n] = b
		}
	}
	c.beats = c.beats[:copy(c.beats, c.beats[n:])]
	by := next - from
	for i := range c.beats {
		if from > now && i == 0 {
			continue // the throw
		}
		c.beats[i].at -= by
		c.beats[i].end -= by
	}
	c.free -= by
	if c.standTo > now {
		c.standTo = max(now, c.standTo-by)
	}
}

// dramatic reports whether a count, a reveal or what follows from it is still to be called.
// Until then no screen and no light runs ahead.
func (c *caller) dramatic() bool { return slices.ContainsFunc(c.beats, beat.ahead) }

// veiled reports whether what the last moves have changed may not be seen yet: a reveal, what
// follows from it, or a count before one is still to be called. While a count that merely opens
// a question is called, everybody has heard the question.
func (c *caller) veiled() bool {
	return slices.ContainsFunc(c.beats, func(b beat) bool { return !b.opens && b.ahead() })
}

// ahead reports whether a beat is still to be called that no screen and no light runs ahead of.
func (b beat) ahead() bool {
	switch {
	case !b.drama, b.count == 3 && b.called:
		return false
	case b.kind == engine.CueReveal && b.text.Key == "" && b.called:
		return false // one without a text shows the scene itself
	}
	return true
}

// telling reports whether something is still to be called that says more than what is asked. Who is
// asked hears what has happened first.
func (c *caller) telling() bool {
	return slices.ContainsFunc(c.beats, func(b beat) bool { return !b.asks })
}

// idle reports whether nothing is left to be called.
func (c *caller) idle() bool { return len(c.beats) == 0 }

// calling returns the beat that is called now, or nil.
func (c *caller) calling() *beat {
	if len(c.beats) > 0 && c.beats[0].called {
		return &c.beats[0]
	}
	return nil
}

// frozen reports whether it is between "two" and "three", when nothing may be drawn, lit or
// heard.
func (c *caller) frozen(now time.Duration) bool {
	b := c.calling()
	return b != nil && b.count == 2 && now > b.at && now < b.end
}

// step drops the beat that is over, or else returns the one that begins. It is called until
// it reports false. behind is how late now is: what begins is heard as much later.
func (c *caller) step(now, behind time.Duration) (begun *beat, changed bool) {
	if c.paused || len(c.beats) == 0 {
		return nil, false
	}
	b := &c.beats[0]
	switch {
	case b.called && now >= b.end:
		c.beats = c.beats[:copy(c.beats, c.beats[1:])]
		return nil, true
	case !b.called && now >= b.at:
		if behind > rhythm {
			c.late(now, behind)
		}
		b.called = true
		return b, true
	}
	return nil, false
}

// rhythm is how late a beat may begin without the others waiting for it.
const rhythm = 40 * time.Millisecond

// late puts off by d what has not begun, so that each beat has its time however long the box was busy
// with something else. The table's clock waits as long.
func (c *caller) late(now, d time.Duration) {
	c.shift(d)
	if c.standTo > now {
		c.standTo += d
	} else {
		c.stand(now, now+d)
	}
}

// next returns when a beat begins or ends.
func (c *caller) next() time.Duration {
	if c.paused || len(c.beats) == 0 {
		return never
	}
	if b := &c.beats[0]; !b.called {
		return b.at
	}
	return c.beats[0].end
}

// drop calls nothing of what waits any more.
func (c *caller) drop(now time.Duration) {
	c.beats, c.free = c.beats[:0], now
	if c.standTo > now {
		c.standTo = now
	}
}
