package console

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/hw/caller"
	"consigliere/hw/command"
)

// Bots play for seats where nobody sits. A bot sees the view of its own seat and nothing
// else, waits until all has been told that a player would have heard, and takes its time.
type bots struct {
	player *bot.Player
	seed   uint64
	at     []time.Duration // by seat: when it has thought enough; 0: it has nothing to do
	hurry  bool            // somebody has pressed so until a person is asked again
}

// begin is for the play of a title.
func (b *bots) begin(t *engine.Title, r engine.Roster, seed uint64) {
	b.seed, b.hurry = seed, false
	b.player = bot.New(t, r, rand.New(rand.NewPCG(seed, 0)))
	b.at = make([]time.Duration, len(r))
}

// thinks returns how long a bot takes for an answer. It follows from the seat and the number of
// moves alone, and from whose move the last was, not from what the bot sees or has chosen before, so that nobody can
// read its hand from it. In the middle of its turn it does not begin to think anew.
func (b *bots) thinks(p caller.Pace, seat engine.Seat, moves int, goesOn bool) time.Duration {
	least := time.Second
	switch p {
	case caller.Hurried:
		return 50 * time.Millisecond
	case caller.Brisk:
		least = 500 * time.Millisecond
	case caller.Calm:
		least = 2 * time.Second
	}
	if goesOn {
		least /= 4
	}
	rng := rand.New(rand.NewPCG(b.seed, uint64(moves)<<8|uint64(seat)))
	return least + time.Duration(rng.Int64N(int64(least)))
}

// wake lets the bots think that are asked something, or offered something new.
func (b *bots) wake(now time.Duration, pace caller.Pace, p *play) {
	set := p.bots()
	for i := range b.at {
		seat := engine.Seat(i)
		switch at := &b.at[i]; {
		case !set.Has(seat) || !p.mayMove(seat):
			*at = 0
		case *at == 0:
			n := p.table.Moves()
			secret := slices.ContainsFunc(p.asks, func(a engine.Ask) bool { return a.May(seat) && a.Hidden() })
			*at = now + b.thinks(pace, seat, n, !secret && n > 0 && p.table.Move(n-1).Seat == seat)
		}
	}
}

// now lets all that think have thought enough.
func (b *bots) now(at time.Duration) {
	for i := range b.at {
		if b.at[i] != 0 {
			b.at[i] = min(b.at[i], at)
		}
	}
}

// next returns when a bot has thought enough.
func (b *bots) next() time.Duration {
	at := never
	for _, when := range b.at {
		if when != 0 {
			at = min(at, when)
		}
	}
	return at
}

// done returns a bot that has thought enough. The others come later: what they are asked may change.
func (b *bots) done(now time.Duration) engine.Seat {
	for i, at := range b.at {
		if at != 0 && now >= at {
			b.at[i] = 0
			return engine.Seat(i)
		}
	}
	return engine.NoSeat
}

// choose returns which ask a bot answers, and its answer: what is asked before what is only offered. nil: it lets an
// offer be. An ask that counts by its time has no answer yet.
func (b *bots) choose(p *play, seat engine.Seat) (*engine.Ask, engine.Action, error) {
	view := p.table.View(seat)
	for i := range p.asks {
		if a := &p.asks[i]; a.May(seat) && !a.Optional && a.Seat != engine.Table {
			do, err := b.player.Choose(view, a)
			return a, do, err
		}
	}
	for i := range p.asks {
		a := &p.asks[i]
		if !a.May(seat) || !a.Optional || a.Seat == engine.Table {
			continue
		}
		if do, good := b.player.Takes(view, a); good {
			return a, do, nil
		}
	}
	return nil, nil, nil
}

// stepBots makes the move of a bot that has thought enough.
func (k *answers) stepBots() {
	seat := k.bots.done(k.now)
	if seat < 0 {
		return
	}
	a, do, err := k.bots.choose(&k.play, seat)
	if a == nil {
		return
	}
	if err == nil && a.Timed && !a.Optional {
		do, err = k.stamped(a, k.now, 0)
	}
	if err == nil {
		err = k.answer(k.replies.At(seat), engine.Move{Seat: a.Mover(seat), Do: do})
	}
	if err != nil {
		_ = k.game.refused(err)
	}
}

// nextBots returns when a bot moves, unless something is told before.
func (k *answers) nextBots() time.Duration {
	if !k.botsTurn() {
		return never
	}
	return k.bots.next()
}

// boxDraws reports whether the box itself draws the cards and rolls the dice of a play, and
// not the table. A bot has no hands for cardboard.
func boxDraws(t *engine.Title, options json.RawMessage) bool {
	_, by := drawing(t, options)
	return !by
}

// drawing returns the options with the box drawing and rolling, and whether the table does in
// the options as they are.
func drawing(t *engine.Title, options json.RawMessage) (json.RawMessage, bool) {
	chosen := map[string]json.RawMessage{}
	if len(options) > 0 && json.Unmarshal(options, &chosen) != nil {
		return options, false // the title says what is wrong with them
	}
	byTable := false
	for i := range t.Options {
		o := &t.Options[i]
		if !o.Draws() {
			continue
		}
		value := o.Default
		if v := chosen[o.Key]; v != nil {
			_ = json.Unmarshal(v, &value)
		}
		if value == "table" {
			byTable = true
			chosen[o.Key] = json.RawMessage(`"box"`)
		}
	}
	out, err := json.Marshal(chosen)
	if err != nil || !byTable {
		return options, byTable
	}
	return out, true
}

// addBots adds players to a header whom the box plays for, and lets the box draw. called returns the name of each. It
// returns their seats.
func addBots(t *engine.Title, h *engine.Header, n int, called func(int) string) engine.SeatSet {
	var set engine.SeatSet
	h.Seats = slices.Clone(h.Seats)
	for i := 1; set.Len() < n; i++ {
		if name := called(i); !slices.Contains(h.Seats, name) {
			set = set.With(engine.Seat(len(h.Seats)))
			h.Seats = append(h.Seats, name)
		}
	}
	if n > 0 {
		h.Options, _ = drawing(t, h.Options)
	}
	return set
}

// doSkip answers for a player who doesn't, once.
func (k *answers) doSkip(c command.Skip) error {
	switch {
	case k.play.table == nil:
		return k.game.refused(errNoPlay)
	case c.Seat < 0 || int(c.Seat) >= len(k.play.Roster):
		return k.game.refused(engine.Refuse("", "refuse.no_place"))
	case k.guests.phone(&k.play, c.Seat) == phoneHere:
		return k.game.refused(engine.Refuse("", "refuse.phone_here", c.Seat))
	case k.play.table.Paused() || k.lessons.due(&k.play) != "" || k.caller.Telling():
		return command.ErrTurn
	}
	a, do, err := k.skipped(c.Seat)
	if a == nil {
		return command.ErrTurn
	}
	if err == nil && a.Timed {
		do, err = k.stamped(a, k.now, 0)
	}
	if err == nil {
		err = k.answer(k.replies.At(c.Seat), engine.Move{Seat: a.Mover(c.Seat), Do: do})
	}
	if err != nil {
		return k.game.refused(err)
	}
	k.log.Info("the box has answered for a player", "seat", int(c.Seat))
	k.stage.say(k.stage.spoken(engine.Say("ui.skipped").Seat(c.Seat)))
	return nil
}

// skipped returns what a seat is asked that must be answered, and the answer: that of the rules for players who are away,
// or else a bot's.
func (k *answers) skipped(seat engine.Seat) (*engine.Ask, engine.Action, error) {
	for i := range k.play.asks {
		if a := &k.play.asks[i]; a.May(seat) && !a.Optional && a.Seat != engine.Table && a.Absent != nil {
			return a, a.Absent, nil
		}
	}
	a, do, err := k.bots.choose(&k.play, seat)
	if a == nil || a.Optional {
		return nil, nil, nil
	}
	return a, do, err
}
