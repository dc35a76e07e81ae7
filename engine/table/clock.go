package table

import (
	"errors"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// Beat is the time between the beats of a count of three. The limit of an ask that a count
// opens begins when the count is over, after three beats.
const Beat = 800 * time.Millisecond

// unhurriedTime is how long somebody has at least who needs time.
const unhurriedTime = 90 * time.Second

// dueAgain is when a time-out that the journal did not take is due again.
const dueAgain = 5 * time.Second

// A clock is the timers of a table. It does not run by itself: it is told the time.
type clock struct {
	seen    time.Duration // when the table was last told the time
	age     time.Duration // how old the play is
	told    time.Duration // of it, how long the clock stood while something was told, as [Table.Told] said last
	telling bool          // Told was called
	started bool
	paused  bool
	// frozen: the timers stood still from the last time seen. It stays so until the table is
	// next told the time, for what ended it may not have brought the time along.
	frozen bool
	timers []timer
	shared deadline
	owed   owed
	// unhurried are the seats for which short limits wait.
	unhurried engine.SeatSet
	// percent is how long limits are, beside what the game suggests; none run at 0.
	percent int
}

// A timer is the limit of an ask.
type timer struct {
	engine.AskID
	at    time.Duration
	limit time.Duration
	rank  int           // of two that run out at the same time the lesser is first
	late  bool          // it becomes a move; else it reminds
	offer bool          // the ask is optional: no countdown is for it
	grace time.Duration // a second chance that is still to be had
}

// An owed is a move for which the timers still have to be wound: nobody waits for that before a light shows the move.
type owed struct {
	on       bool
	answered engine.AskID
	from     time.Duration // when the limits of new asks begin
}

// A deadline is the limit that asks have in common.
type deadline struct {
	of      *engine.Deadline // nil: no ask has it
	at      time.Duration
	limit   time.Duration
	renewed int
}

// see tells the table the time.
func (t *Table) see(now time.Duration) {
	c := &t.clock
	if !c.started {
		c.started, c.seen = true, now
		t.arm(engine.AskID{}, nil)
	}
	t.Wind()
	passed := max(0, now-c.seen)
	c.seen += passed
	c.age += passed
	if c.frozen {
		for i := range c.timers {
			c.timers[i].at += passed
		}
		c.shared.at += passed
	}
	c.frozen = c.paused || t.pending != nil
}

// Told says for how long in all the clock of the table has stood still, since whenever, while somebody told
// what had happened. Limits do not run in that time, but people sit at the table: the play is that much older.
func (t *Table) Told(in time.Duration) {
	c := &t.clock
	if c.telling {
		c.age += max(0, in-c.told)
	}
	c.told, c.telling = in, true
}

// arm notes that the asks are others after a move that answered one. Their timers are wound when somebody looks at them or
// tells the time, before there are other asks again.
func (t *Table) arm(answered engine.AskID, cues []engine.Cue) {
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
	c.owed = owed{true, answered, from}
}

// Wind gives each ask its timer, where a move has left that to be done: new asks a new one, those that were open before keep theirs. Whatever looks
// at timers or tells the time does it first.
func (t *Table) Wind() {
	c := &t.clock
	if !c.owed.on {
		return
	}
	c.owed.on = false
	answered, from := c.owed.answered, c.owed.from
	had, at := len(c.timers), 0
	t.meet(answered, from)
	for i := range t.play.asks {
		a := &t.play.asks[i]
		limit := a.Limit
		if !a.Paced {
			limit = limit * time.Duration(c.percent) / 100
		}
		if limit <= 0 {
			continue
		}
		if !a.Paced && a.Late != nil && a.Answerers()&c.unhurried != 0 {
			limit = max(limit, unhurriedTime)
		}
		n := timer{AskID: a.ID(), at: from + limit, limit: limit, late: a.Late != nil, offer: a.Optional, grace: a.Grace * time.Duration(c.percent) / 100}
		switch {
		case a.Deadline != nil:
			n.at, n.rank = c.shared.at, slices.Index(a.Deadline.Verbs, a.Verb)
		case n.AskID != answered:
			// Asks keep their order, so the timer of one that stays is most often the next.
			for range had {
				old := &c.timers[at]
				at = (at + 1) % had
				if old.AskID == n.AskID && old.limit == n.limit {
					n.at, n.late, n.grace = old.at, old.late, old.grace
					break
				}
			}
		}
		c.timers = append(c.timers, n)
	}
	c.timers = c.timers[:copy(c.timers, c.timers[had:])]
}

// meet begins, renews or ends the limit that asks have in common, after a move that answered one.
func (t *Table) meet(answered engine.AskID, from time.Duration) {
	c := &t.clock
	a := t.play.deadline()
	if a == nil {
		c.shared = deadline{}
		return
	}
	limit := a.Limit * time.Duration(c.percent) / 100
	if c.shared.of != a.Deadline || c.shared.limit != limit {
		c.shared = deadline{of: a.Deadline, at: from + limit, limit: limit}
		return
	}
	grace := a.Deadline.Grace * time.Duration(c.percent) / 100
	left := c.shared.at - c.seen
	if left > 0 && left < grace && c.shared.renewed < a.Deadline.Renewals && slices.Contains(a.Deadline.Renewing, answered.Verb) {
		c.shared.at, c.shared.renewed = c.seen+grace, c.shared.renewed+1
	}
}

// deadline returns an ask whose limit others share, or nil.
func (p *play) deadline() *engine.Ask {
	for i := range p.asks {
		if a := &p.asks[i]; a.Deadline != nil && a.Limit > 0 {
			return a
		}
	}
	return nil
}

// SetClocks makes the limits of time longer or shorter than the game suggests: 100 percent is
// as it says, and at 0 none run. Those that run now begin anew.
func (t *Table) SetClocks(now time.Duration, percent int) {
	t.see(now)
	t.clock.percent = max(0, percent)
	t.clock.timers, t.clock.shared = t.clock.timers[:0], deadline{}
	t.arm(engine.AskID{}, nil)
}

// SetUnhurried says whether whoever plays at a seat needs time. Short limits of that seat wait then, and those of the others are
// as they were; what is asked now begins anew.
func (t *Table) SetUnhurried(now time.Duration, s engine.Seat, on bool) {
	if t.clock.unhurried.Has(s) == on {
		return
	}
	t.clock.unhurried = t.clock.unhurried.Without(s)
	if on {
		t.clock.unhurried = t.clock.unhurried.With(s)
	}
	t.SetClocks(now, t.clock.percent)
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
	t.Wind()
	i := c.first(func(*timer) bool { return true })
	if i < 0 {
		return 0, false
	}
	return c.timers[i].at, true
}

// first returns the place of the timer that runs out first among those for which ok reports
// true, or -1.
func (c *clock) first(ok func(*timer) bool) int {
	found := -1
	for i := range c.timers {
		if x := &c.timers[i]; ok(x) && (found < 0 || x.at < c.timers[found].at || x.at == c.timers[found].at && x.rank < c.timers[found].rank) {
			found = i
		}
	}
	return found
}

// Remaining returns how long it is until the nearest time-out of what is waited for that becomes
// a move, for a countdown, and false if there is none. In a pause it stands still.
func (t *Table) Remaining(now time.Duration) (time.Duration, bool) {
	t.Wind()
	i := t.clock.first(func(x *timer) bool { return x.late && !x.offer })
	if i < 0 {
		return 0, false
	}
	if t.clock.frozen {
		now = t.clock.seen
	}
	return max(0, t.clock.timers[i].at-now), true
}

// A TickResult is what the passing of time did.
type TickResult struct {
	// Cues are the cues of the moves that time-outs became.
	Cues []engine.Cue
	// Late are the time-outs that became moves, in order.
	Late []TimeOut
	// Reminders are the asks whose prompt should be repeated. Like the asks of [Table.Asks] they
	// are good until the next change.
	Reminders []engine.Ask
	// Warned are the seats that get a second chance ([engine.Ask.Grace]) of so long.
	Warned engine.SeatSet
	Grace  time.Duration
}

// A TimeOut is a move that was made for somebody whose time ran out.
type TimeOut struct {
	engine.Move
	Secret bool // the answer is not for everybody to know yet
	Paced  bool // nobody was late
}

// Tick tells the table the time. Time-outs that are due become moves, in the journal with
// "by":"clock"; asks without a move for the late are repeated each time that their limit
// has passed. An error is a [*journal.Error]; the time-out is then due again a little later.
func (t *Table) Tick(now time.Duration) (TickResult, error) {
	t.see(now)
	var result TickResult
	c := &t.clock
	if c.frozen {
		return result, nil
	}
	for i := range c.timers {
		x := &c.timers[i]
		if a := t.ask(x.AskID); a != nil && x.late && x.grace > 0 && x.at <= c.seen {
			x.at, result.Warned, result.Grace = c.seen+x.grace, result.Warned|a.Answerers(), x.grace
			x.grace = 0
		}
	}
	for {
		t.Wind()
		i := c.first(func(x *timer) bool { return x.late && x.at <= c.seen })
		if i < 0 {
			break
		}
		late := t.late(c.timers[i].AskID)
		cues, err := t.move(late.Move, journal.ByClock)
		if err != nil {
			var no *engine.Refusal
			if !errors.As(err, &no) {
				c.timers[i].at = c.seen + dueAgain
				return result, err
			}
			// A game that refuses its own move for the late: nothing is forced, the prompt is
			// repeated.
			t.log.Error("time-out refused", "verb", c.timers[i].Verb, "rule", no.Rule)
			c.timers[i].late = false
			continue
		}
		result.Cues, result.Late = append(result.Cues, cues...), append(result.Late, late)
	}
	for i := range c.timers {
		x := &c.timers[i]
		if x.at > c.seen {
			continue
		}
		x.at = c.seen + x.limit
		if a := t.ask(x.AskID); a != nil && !a.Optional {
			result.Reminders = append(result.Reminders, *a)
		}
	}
	return result, nil
}

// late returns what is made for an ask whose time has run out.
func (t *Table) late(id engine.AskID) TimeOut {
	a := t.ask(id)
	return TimeOut{engine.Move{Seat: id.Seat, Do: a.Late}, a.Secret, a.Paced}
}

// ask returns the ask that is meant, or nil if it is not open.
func (t *Table) ask(id engine.AskID) *engine.Ask {
	for i := range t.play.asks {
		if a := &t.play.asks[i]; a.ID() == id {
			return a
		}
	}
	return nil
}
