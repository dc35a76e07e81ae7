package caller

import (
	"reflect"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
)

// beat is how far apart the beats of a count are.
const beat = table.Beat

// A Caller calls the cues of a play one after the other, each at its time, and holds the
// clock of the table still meanwhile. It alone knows what is being told. It has no voice:
// whoever steps it gives each beat that begins its sound.
type Caller struct {
	pace     Pace
	beats    []Beat        // what is still to be called, in order
	free     time.Duration // when the next can begin
	begun    uint64        // beats
	last     time.Duration // when cues were taken up last
	paused   bool
	pausedAt time.Duration

	// The table's clock stood at stood until standTo; from then on it runs with the box's.
	stood   time.Duration
	standTo time.Duration
}

// A Call is a cue, and what whoever shows it knows of the time that it takes. Times are at the normal pace.
type Call struct {
	Cue   *engine.Cue
	Reads time.Duration // how long it takes to read the text; 0: it is taken in at a glance
	Said  bool          // of a count: its three beats say the text
	// Picture is the picture that is shown meanwhile, with all that was called of it so far; nil
	// where the text stands alone. Row is the line that the cue is about; -1 if none is.
	Picture *engine.Scene
	Row     int
	// Looks is how long it takes to look at a picture whose parts are all told. A picture that the cue before
	// has shown needs it no more, unless Turns says that its pages are turned again.
	Looks time.Duration
	Turns bool
	// Board is how a stage shows the table meanwhile, where nothing else shows a picture; nil: as it stands.
	Board engine.Pieces
	// Before is the table of a stage as it was before the move that the cue tells of; of the first cue of a move. Until
	// that begins a stage shows it: see [Caller.Before].
	Before engine.Pieces
}

// A Beat is something that is called at its time: a cue, or one beat of a count.
type Beat struct {
	N     uint64     // another for each beat that has begun
	Act   engine.Act // which part of a story it is
	Count int        // 1, 2, 3: a beat of a count of three
	Text  engine.Text
	// Picture is the picture that is shown meanwhile, and Row the line of it that the beat is about: see [Call].
	Picture *engine.Scene
	Row     int
	Board   engine.Pieces // how a stage alone shows the table meanwhile
	Again   bool          // the beat before it shows the same picture, which has been read
	Lesson  string        // the key of what explains it in a first game; "": nothing does

	at, end time.Duration
	long    time.Duration // how much of it is for a text that takes long to be read
	kind    engine.CueKind
	called  bool
	drama   bool // no screen and no light runs ahead of it
	opens   bool // of a count: it reveals nothing, but opens what is asked
	asks    bool // it says no more than what is asked
	before  engine.Pieces
}

// Lasts returns how long a beat is called.
func (b *Beat) Lasts() time.Duration { return b.end - b.at }

// Long reports whether a beat takes longer than its kind does, for it has to be read.
func (b *Beat) Long() bool { return b.long > 0 }

// behind is how far the voice may lag behind the play.
const behind = 5 * time.Second

// Begin drops everything and lets the clock of a new play begin at 0.
func (c *Caller) Begin(now time.Duration) {
	*c = Caller{pace: c.pace, beats: c.beats[:0], begun: c.begun, free: now, standTo: now}
}

// Call takes up cues, to be called one after the other. How long each takes depends on its
// kind, and on its text or picture where that takes longer to be read.
func (c *Caller) Call(now time.Duration, calls []Call) {
	if c.lag(now) > behind && now != c.last { // what comes at one moment is one story
		c.hurry(now)
	}
	c.last = now
	// What is a part of a reveal or a count is merely told without one.
	revealed := c.Dramatic()
	for i := range calls {
		q, first := &calls[i], len(c.beats)
		d := kinds[q.Cue.Kind].drama
		drama := d == shown || d == part && revealed
		revealed = revealed || drama
		if q.Cue.Kind == engine.CueCount {
			c.callCount(now, q)
		} else {
			c.callCue(now, q, drama)
		}
		c.beats[first].before = q.Before
	}
}

// Before returns the table of a stage as it was before the first of the moves of which nothing is told yet; nil if there is
// none: the stage shows the table as it is.
func (c *Caller) Before() engine.Pieces {
	for i := range c.beats {
		if b := &c.beats[i]; !b.called && b.before != nil {
			return b.before
		}
	}
	return nil
}

func (c *Caller) callCue(now time.Duration, q *Call, drama bool) {
	at := max(now, c.free)
	b := Beat{at: at, kind: q.Cue.Kind, Act: ActOf(q.Cue), Text: q.Cue.Text, Picture: q.Picture, Row: q.Row, Board: q.Board, drama: drama, asks: q.Cue.Asks}
	if q.Cue.Lesson != "" {
		b.Lesson = "teach." + q.Cue.Lesson
	}
	if n := len(c.beats); n > 0 && q.Picture != nil && c.beats[n-1].Picture != nil {
		b.Again = sameLines(c.beats[n-1].Picture, q.Picture)
	}
	reads := q.Reads
	if q.Picture != nil && q.Row < 0 && (!drama || q.Cue.Read) && (!b.Again || q.Turns) {
		reads = max(reads, q.Looks)
	}
	lasts := c.pace.lasts(q.Cue.Kind, drama)
	b.long = max(0, c.pace.reading(reads)-lasts)
	b.end = at + lasts + b.long
	c.free = b.end
	c.beats = append(c.beats, b)
	c.stand(now, c.free)
}

// sameLines reports whether two pictures have the same to be read. How long it takes follows from that, and from no
// stage.
func sameLines(a, b *engine.Scene) bool {
	x, y := *a, *b
	x.Board, y.Board = nil, nil
	return reflect.DeepEqual(x, y)
}

func (c *Caller) callCount(now time.Duration, q *Call) {
	at := max(now, c.free)
	// A table begins the limit of what a count opens three beats later, at "three", so the
	// count begins after a beat of silence. A brisk box tells what it is for in that silence.
	if n := len(c.beats); c.pace == Brisk && n > 0 && !c.beats[n-1].drama {
		at = max(now, c.beats[n-1].at)
	}
	c.stand(now, at)
	c.count(at, q.Cue.Text, q.Cue.Opens)
	c.free = at + kinds[engine.CueCount].lasts
	if q.Cue.Text.Key != "" && !q.Said {
		from := c.free
		c.free += c.pace.told()
		c.beats = append(c.beats, Beat{at: from, end: c.free, kind: engine.CueSay, Act: engine.ActTension, Text: q.Cue.Text, asks: q.Cue.Opens})
	}
}

// count puts the three beats of a count after a beat of silence from at.
func (c *Caller) count(at time.Duration, text engine.Text, opens bool) {
	for n := 1; n <= 3; n++ {
		from := at + time.Duration(n)*beat
		c.beats = append(c.beats, Beat{at: from, end: from + beat, kind: engine.CueCount, Act: engine.ActTension, Count: n, Text: text, drama: true, opens: opens})
	}
}

// lag returns how far the voice is behind the play. That a text is long does not count.
func (c *Caller) lag(now time.Duration) time.Duration {
	by := c.free - now
	for i := range c.beats {
		by -= c.beats[i].long
	}
	return by
}

// hurry drops what is merely told and waits to be called: the play has gone on. What is counted
// or revealed is never dropped, and thrown dice are seen.
func (c *Caller) hurry(now time.Duration) {
	at := now
	n := 0
	for _, b := range c.beats {
		if !b.called {
			lasts := b.end - b.at
			if stays := kinds[b.kind].stays; !b.drama && stays == 0 {
				continue
			} else if !b.drama {
				lasts = min(lasts, stays)
				b.long = 0
			}
			if b.Count == 1 {
				at += beat
			}
			b.at, b.end = at, at+lasts
		} else if b.long > 0 && !b.drama {
			b.end = min(b.end, now+c.pace.lasts(b.kind, b.drama)) // it is not read to its end
		}
		at = b.end
		c.beats[n] = b
		n++
	}
	c.beats, c.free = c.beats[:n], at
}

// Answered leaves out what is no longer so, for all that was asked has been answered: what only says what that was, and a
// count that would open it and has not begun. What has happened is never left out.
func (c *Caller) Answered(now time.Duration) {
	at := now
	n := 0
	by := time.Duration(0) // how much earlier the rest is
	for _, b := range c.beats {
		if b.opens && b.Count == 1 && !b.called {
			by += beat // the beat of silence
		}
		if b.asked() || b.asks || b.opens && !b.called && !counting(c.beats) {
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

// counting reports whether a count has begun.
func counting(beats []Beat) bool { return len(beats) > 0 && beats[0].called && beats[0].Count > 0 }

// Told returns how many of the next beats are merely told, and not counted or revealed.
func (c *Caller) Told() int {
	n := 0
	for n < len(c.beats) && !c.beats[n].drama {
		n++
	}
	return n
}

// Skip leaves out what is merely told before the next count, reveal or result, and lets that
// Begin now, or when what stays, such as thrown dice, has been seen.
func (c *Caller) Skip(now time.Duration) {
	n := c.Told()
	next := c.free
	if n < len(c.beats) {
		next = c.beats[n].at
		if c.beats[n].Count == 1 {
			next -= beat // the beat of silence
		}
	}
	at, kept := now, c.beats[:0]
	for _, b := range c.beats[:n] {
		stays := kinds[b.kind].stays
		if stays == 0 {
			continue
		}
		if !b.called {
			b.at = at
		}
		if b.end = b.at + stays; b.end > now {
			at, kept = b.end, append(kept, b)
		}
	}
	by := next - at
	for _, b := range c.beats[n:] {
		b.at, b.end = b.at-by, b.end-by
		kept = append(kept, b)
	}
	c.beats = kept
	c.free -= by
	if c.standTo > now {
		c.standTo = max(now, c.standTo-by)
	}
}

// Dramatic reports whether a count, a reveal or what follows from it is still to be called.
// Until then no screen and no light runs ahead.
func (c *Caller) Dramatic() bool { return slices.ContainsFunc(c.beats, Beat.ahead) }

// Veiled reports whether what the last moves have changed may not be seen yet: a reveal, what
// follows from it, or a count before one is still to be called. While a count that merely opens
// a question is called, everybody has heard the question.
func (c *Caller) Veiled() bool {
	return slices.ContainsFunc(c.beats, func(b Beat) bool { return !b.opens && b.ahead() })
}

// Goes reports whether, after what is called now, something is still to be called that no screen runs ahead of.
func (c *Caller) Goes() bool {
	return slices.ContainsFunc(c.beats, func(b Beat) bool { return !b.called && !b.opens && b.ahead() })
}

// ahead reports whether a beat is still to be called that no screen and no light runs ahead of.
func (b Beat) ahead() bool {
	switch {
	case !b.drama, b.Count == 3 && b.called:
		return false
	case b.Reveals() && b.Text.Key == "" && b.called:
		return false // one without a text shows the scene itself
	}
	return true
}

// Telling reports whether something is still to be called that says more than what is asked. Who is
// asked hears what has happened first.
func (c *Caller) Telling() bool {
	return slices.ContainsFunc(c.beats, func(b Beat) bool { return !b.asked() })
}

// Idle reports whether nothing is left to be called.
func (c *Caller) Idle() bool { return len(c.beats) == 0 }

// Calling returns the beat that is called now, or nil.
func (c *Caller) Calling() *Beat {
	if len(c.beats) > 0 && c.beats[0].called {
		return &c.beats[0]
	}
	return nil
}

// Frozen reports whether it is between "two" and "three", when nothing may be drawn, lit or
// heard.
func (c *Caller) Frozen(now time.Duration) bool {
	b := c.Calling()
	return b != nil && b.Count == 2 && now > b.at && now < b.end
}

// Step drops the beat that is over, or else returns the one that begins. It is called until
// it reports false. behind is how late now is: what begins is heard as much later.
func (c *Caller) Step(now, behind time.Duration) (begun *Beat, changed bool) {
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
		c.begun++
		b.called, b.N = true, c.begun
		return b, true
	}
	return nil, false
}

// rhythm is how late a beat may begin without the others waiting for it.
const rhythm = 40 * time.Millisecond

// late puts off by d what has not begun, so that each beat has its time however long the box was busy
// with something else. The table's clock waits as long.
func (c *Caller) late(now, d time.Duration) {
	c.shift(d)
	if c.standTo > now {
		c.standTo += d
	} else {
		c.stand(now, now+d)
	}
}

// Never is later than any time.
const Never = time.Duration(1<<63 - 1)

// Next returns when a beat begins or ends.
func (c *Caller) Next() time.Duration {
	if c.paused || len(c.beats) == 0 {
		return Never
	}
	if b := &c.beats[0]; !b.called {
		return b.at
	}
	return c.beats[0].end
}

// Drop forgets everything that waits to be called.
func (c *Caller) Drop(now time.Duration) {
	c.beats, c.free = c.beats[:0], now
	if c.standTo > now {
		c.standTo = now
	}
}
