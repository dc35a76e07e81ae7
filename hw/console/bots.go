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
}

// begin is for the play of a title.
func (b *bots) begin(t *engine.Title, r engine.Roster, seed uint64) {
	b.seed = seed
	b.player = bot.New(t, r, rand.New(rand.NewPCG(seed, 0)))
	b.at = make([]time.Duration, len(r))
}

// thinks returns how long a bot takes for an answer. It follows from the seat and the number of
// moves alone, not from what the bot sees or has chosen before, so that nobody can read its
// hand from it.
func (b *bots) thinks(p caller.Pace, seat engine.Seat, moves int) time.Duration {
	least := time.Second
	switch p {
	case caller.Brisk:
		least = 500 * time.Millisecond
	case caller.Calm:
		least = 2 * time.Second
	}
	rng := rand.New(rand.NewPCG(b.seed, uint64(moves)<<8|uint64(seat)))
	return least + time.Duration(rng.Int64N(int64(least)))
}

// botSeats returns the seats that the box plays for.
func (s *state) botSeats() engine.SeatSet {
	if s.t == nil {
		return 0
	}
	return s.t.Bots()
}

// wakeBots lets the bots think that are asked something, or offered something new.
func (k *Console) wakeBots() {
	set := k.botSeats()
	for i := range k.bots.at {
		seat := engine.Seat(i)
		switch at := &k.bots.at[i]; {
		case !set.Has(seat) || !k.mayMove(seat):
			*at = 0
		case *at == 0:
			*at = k.now + k.bots.thinks(k.caller.Pace(), seat, k.t.Moves())
		}
	}
}

// mayMove reports whether a seat may answer anything.
func (k *Console) mayMove(seat engine.Seat) bool {
	if k.t.Paused() || k.t.Over() {
		return false
	}
	for i := range k.asks {
		if k.asks[i].May(seat) && k.asks[i].Seat != engine.Table {
			return true
		}
	}
	return false
}

// botsTurn reports whether bots may move: nothing is being told, nothing stands still, and nobody is
// offered what their move would end.
func (k *Console) botsTurn() bool {
	if k.t == nil || !k.caller.Idle() || k.t.Paused() || k.replies.Offers() != 0 {
		return false
	}
	needs := k.undoNeeds()
	return needs == 0
}

// stepBots makes the moves of the bots that have thought enough.
func (k *Console) stepBots() {
	for i := range k.bots.at {
		if at := k.bots.at[i]; at != 0 && k.now >= at {
			k.bots.at[i] = 0
			k.botMoves(engine.Seat(i))
			return // what the others are asked may have changed; they come next
		}
	}
}

// botMoves makes a move of a bot: what is asked before what is only offered.
func (k *Console) botMoves(seat engine.Seat) {
	view := k.t.View(seat)
	for i := range k.asks {
		if a := &k.asks[i]; a.May(seat) && !a.Optional && a.Seat != engine.Table {
			do, err := k.bots.player.Choose(view, a)
			if err == nil && a.Timed {
				do, err = k.stamped(a, k.now, 0)
			}
			if err == nil {
				err = k.answer(k.replies.At(seat), engine.Move{Seat: a.Mover(seat), Do: do})
			}
			if err != nil {
				_ = k.refused(err)
			}
			return
		}
	}
	for i := range k.asks {
		a := &k.asks[i]
		if !a.May(seat) || !a.Optional || a.Seat == engine.Table {
			continue
		}
		if do, good := k.bots.player.Takes(view, a); good {
			if err := k.answer(k.replies.At(seat), engine.Move{Seat: a.Mover(seat), Do: do}); err != nil {
				_ = k.refused(err)
			}
			return
		}
	}
}

// nextBots returns when a bot moves, unless something is told before.
func (k *Console) nextBots() time.Duration {
	at := never
	if !k.botsTurn() {
		return at
	}
	for _, when := range k.bots.at {
		if when != 0 {
			at = min(at, when)
		}
	}
	return at
}

func (k *Console) doSetBots(c command.SetBots) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	if c.Seats != 0 && !boxDraws(k.t.Title(), k.t.Header().Options) {
		return k.refused(engine.Refuse("", "refuse.bots_table"))
	}
	var seats []engine.Seat
	for i := range k.Roster {
		if s := engine.Seat(i); c.Seats.Has(s) {
			seats = append(seats, s)
			k.seating.podOf[i] = -1
		} else if k.botSeats().Has(s) && k.seating.pod(s) < 0 {
			k.seating.podOf[i] = i % max(len(k.ports), 1)
		}
	}
	if err := k.t.SetBots(k.caller.Clock(k.now), seats); err != nil {
		return k.refused(err)
	}
	k.seating.cover()
	k.log.Info("bots", "seats", len(seats))
	k.changed()
	return nil
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

// addBots adds players to a header whom the box plays for, and lets the box draw. It returns
// their seats.
func (k *Console) addBots(t *engine.Title, h *engine.Header, n int) engine.SeatSet {
	var set engine.SeatSet
	h.Seats = slices.Clone(h.Seats)
	for i := 1; set.Len() < n; i++ {
		name := k.Plain(k.lang, engine.Say("ui.bot").Number(i))
		if !slices.Contains(h.Seats, name) {
			set = set.With(engine.Seat(len(h.Seats)))
			h.Seats = append(h.Seats, name)
		}
	}
	if n > 0 {
		h.Options, _ = drawing(t, h.Options)
	}
	return set
}
