package table

import (
	"errors"
	"time"

	"consigliere/engine"
)

// Beat is the time between the beats of a count of three. The limit of an ask that a count
// opens begins when the count is over, after three beats.
const Beat = 800 * time.Millisecond

// dueAgain is when a time-out that the journal did not take is due again.
const dueAgain = 5 * time.Second

// A clock is the timers of a table. It does not run by itself: it is told the time.
type clock struct {
	seen    time.Duration // when the table was last told the time
	age     time.Duration // how old the play is
	started bool
	paused  bool
	// frozen: the timers stood still from the last time seen. It stays so until the table is
	// next told the time, for what ended it may not have brought the time along.
	frozen bool
	timers []timer
}

// A timer is the limit of an ask.
type timer struct {
	open
	at    time.Duration
	limit time.Duration
	late  bool // it becomes a move; else it reminds
}

// see tells the table the time.
func (t *Table) see(now time.Duration) {
	c := &t.clock
	if !c.started {
		c.started, c.seen = true, now
		t.arm(engine.NoSeat, "", nil)
	}
	passed := max(0, now-c.seen)
	c.seen += passed
	c.age += passed
	if c.frozen {
		for i := range c.timers {
			c.timers[i].at += passed
		}
	}
	c.frozen = c.paused || t.pending != nil
}

// arm gives each ask its timer after the seat's move with that verb: new asks a new one,
// those that were open before keep theirs.
func (t *Table) arm(seat engine.Seat, verb string, cues []engine.Cue) {
	c := &t.clock
	if !c.started {
		return
	}
	from := c.seen
	for i := range cues {
		if cues[i].Kind == engine.CueCount {
			from += 3 * Beat
			break
		}
	}
	had := len(c.timers)
	for i := range t.play.asks {
		a := &t.play.asks[i]
		if a.Limit <= 0 {
			continue
		}
		n := timer{open{a.Seat, a.Verb}, from + a.Limit, a.Limit, a.Late != nil}
		if n.open != (open{seat, verb}) {
			for _, old := range c.timers[:had] {
				if old.open == n.open && old.limit == n.limit {
					n.at, n.late = old.at, old.late
				}
			}
		}
		c.timers = append(c.timers, n)
	}
	c.timers = c.timers[:copy(c.timers, c.timers[had:])]
}

// Pause stops everything: no move, no undo and no time-out until [Table.Resume].
func (t *Table) Pause(now time.Duration) {
	t.see(now)
	t.clock.paused, t.clock.frozen = true, true
}

// Resume goes on after a pause. The timers go on where they stood.
func (t *Table) Resume(now time.Duration) {
	t.see(now)
	t.clock.paused = false
	t.clock.frozen = t.pending != nil
}

// Paused reports whether the play is paused.
func (t *Table) Paused() bool { return t.clock.paused }

// Next returns when [Table.Tick] is next wanted, and false if no timer runs. A table that
// has not been told the time yet wants a Tick at once: its timers begin with the first
// call that brings the time.
func (t *Table) Next() (time.Duration, bool) {
	c := &t.clock
	if !c.started {
		return 0, true
	}
	if c.frozen && (c.paused || t.pending != nil) {
		return 0, false
	}
	if c.frozen {
		return c.seen, true // to learn how long the timers stood still
	}
	i := c.first(func(*timer) bool { return true })
	if i < 0 {
		return 0, false
	}
	return c.timers[i].at, true
}

// first returns the timer that runs out first of those for which ok, or -1.
func (c *clock) first(ok func(*timer) bool) int {
	found := -1
	for i := range c.timers {
		if ok(&c.timers[i]) && (found < 0 || c.timers[i].at < c.timers[found].at) {
			found = i
		}
	}
	return found
}

func becomesMove(x *timer) bool { return x.late }

// Remaining returns how long it is until the nearest time-out that becomes a move, for a
// countdown, and false if there is none. In a pause it stands still.
func (t *Table) Remaining(now time.Duration) (time.Duration, bool) {
	i := t.clock.first(becomesMove)
	if i < 0 {
		return 0, false
	}
	if t.clock.frozen {
		now = t.clock.seen
	}
	return max(0, t.clock.timers[i].at-now), true
}

// A Ticked is what the passing of time has done.
type Ticked struct {
	// Cues are those of the moves that time-outs became.
	Cues []engine.Cue
	// Reminders are the asks whose prompt should be repeated. Like those of [Table.Asks] they
	// are good until the next change.
	Reminders []engine.Ask
}

// Tick tells the table the time. Time-outs that are due become moves, in the journal with
// "by":"clock"; asks without a move for the late are repeated each time that their limit
// has passed. An error is a [*JournalError]; the time-out is then due again a little later.
func (t *Table) Tick(now time.Duration) (Ticked, error) {
	t.see(now)
	var done Ticked
	c := &t.clock
	if c.frozen {
		return done, nil
	}
	for {
		i := c.first(func(x *timer) bool { return x.late && x.at <= c.seen })
		if i < 0 {
			break
		}
		cues, err := t.timeOut(c.timers[i].open)
		if err != nil {
			var no *engine.Refusal
			if !errors.As(err, &no) {
				c.timers[i].at = c.seen + dueAgain
				return done, err
			}
			// A game that refuses its own move for the late: nothing is forced, the prompt is
			// repeated.
			t.log.Error("time-out refused", "verb", c.timers[i].verb, "rule", no.Rule)
			c.timers[i].late = false
			continue
		}
		done.Cues = append(done.Cues, cues...)
	}
	for i := range c.timers {
		x := &c.timers[i]
		if x.at > c.seen {
			continue
		}
		x.at = c.seen + x.limit
		if a := t.ask(x.open); a != nil && !a.Optional {
			done.Reminders = append(done.Reminders, *a)
		}
	}
	return done, nil
}

func (t *Table) timeOut(o open) ([]engine.Cue, error) {
	return t.move(engine.Move{Seat: o.seat, Do: t.ask(o).Late}, byClock)
}

// ask returns the ask that is open, or nil.
func (t *Table) ask(o open) *engine.Ask {
	for i := range t.play.asks {
		if a := &t.play.asks[i]; a.Seat == o.seat && a.Verb == o.verb {
			return a
		}
	}
	return nil
}
