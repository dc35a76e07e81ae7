// Package bot plays any game, from its asks alone. Bots at random measure how fast a game is,
// and find the states that nobody thought of; clever ones fill empty chairs. They see what
// their own seat may see, and no more.
//
// A [Player] plays for all seats and for the table:
//
//	p := bot.New(title, header.Seats, rand.New(rand.NewPCG(1, 2)))
//	moves, err := p.Playout(game)
package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"consigliere/engine"
)

// ErrUnanswerable is returned for an ask that leaves no answer open, which is a mistake of
// the game.
var ErrUnanswerable = errors.New("the ask leaves no answer open")

// A Player makes random legal moves. It reuses memory between moves, so it is not safe for
// concurrent use. Where an ask lists whole moves it allocates nothing.
type Player struct {
	// Made, if not nil, is called after each move of a playout with the cues that it gave.
	Made func(engine.Move, []engine.Cue)
	// Offers is how likely an offer is taken before each move of a playout, from 0 to below
	// 1. With 0 what is only offered is left alone.
	Offers float64
	// Most is after how many moves a playout is broken off with an error; 0: never.
	Most int
	// Clever are the seats of a playout that play as well as the title knows how to
	// ([engine.Face.Rate]). The others, and the table, play at random.
	Clever engine.SeatSet

	title  *engine.Title
	roster engine.Roster
	rng    *rand.Rand
	asks   []engine.Ask
	answer engine.Answer
	left   []int
	plan   []int
}

// New returns a player for plays of t by the seats of r.
func New(t *engine.Title, r engine.Roster, rng *rand.Rand) *Player {
	return &Player{title: t, roster: r, rng: rng}
}

// Pick returns a random answer to a; each whole move that the ask lists is equally likely.
func (p *Player) Pick(a *engine.Ask) (engine.Action, error) {
	if len(a.Parts) == 0 {
		if len(a.Options) == 0 {
			return nil, fmt.Errorf("%s: %w", a.Verb, ErrUnanswerable)
		}
		return a.Options[p.rng.IntN(len(a.Options))], nil
	}
	w := &p.answer
	w.Begin(p.title.Moves, a)
	for !w.Whole() {
		if !p.step(w) {
			return nil, fmt.Errorf("%s: %w", a.Verb, ErrUnanswerable)
		}
	}
	do, err := w.Action(p.roster)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Verb, err)
	}
	return do, nil
}

// step answers one part at random. It reports whether there was an answer.
func (p *Player) step(w *engine.Answer) bool {
	part := w.Part()
	p.left = p.left[:0]
	total := 0
	shown := part.ShownItems()
	for i := range shown {
		n := 0
		if part.Shown == nil {
			n = max(shown[i].Count, 1)
		} else if at := slices.IndexFunc(part.Items, func(it engine.Item) bool { return it.Word == shown[i].Word && it.Seat == shown[i].Seat }); at >= 0 {
			n = max(part.Items[at].Count, 1)
		}
		p.left = append(p.left, n)
		total += n
	}
	switch part.Kind {
	case engine.PartNumber:
		if part.Max < part.Min {
			return false
		}
		w.SetNumber(part.Min + p.rng.IntN(part.Max-part.Min+1))
		return w.Enter()
	case engine.PartOne:
		return total > 0 && w.Take(p.draw(total))
	case engine.PartPayment:
		p.plan = p.plan[:0]
		if !p.pay(part, p.rng.Perm(len(p.left)), 0, 0) {
			return false
		}
		for _, i := range p.plan {
			w.Take(i)
		}
		return w.Enter()
	case engine.PartAssign, engine.PartDice:
		for w.Key() != nil {
			if total == 0 {
				return false
			}
			i := 0
			if part.Kind == engine.PartDice {
				i = p.rng.IntN(len(p.left))
			} else {
				i = p.draw(total)
				p.left[i]--
				total--
			}
			w.Take(i)
		}
		return w.Enter()
	}
	high := min(part.Max, total)
	if high < part.Min {
		return false
	}
	for n := part.Min + p.rng.IntN(high-part.Min+1); n > 0; n-- {
		i := p.draw(total)
		p.left[i]--
		total--
		w.Take(i)
	}
	return w.Enter()
}

// draw returns the place of a random one of the total things left.
func (p *Player) draw(total int) int {
	n := p.rng.IntN(total)
	for i, left := range p.left {
		if n -= left; n < 0 {
			return i
		}
	}
	return len(p.left) - 1
}

// pay plans a payment whose worth ends between Min and Max, looking at the notes in a random
// order, and gives up a choice that cannot end well.
func (p *Player) pay(part *engine.Part, order []int, at, worth int) bool {
	if at == len(order) {
		return worth >= part.Min && worth <= part.Max
	}
	i := order[at]
	value := part.ShownItems()[i].Value
	first := p.rng.IntN(p.left[i] + 1)
	for k := range p.left[i] + 1 {
		n := (first + k) % (p.left[i] + 1)
		if worth+n*value > part.Max {
			continue
		}
		mark := len(p.plan)
		for range n {
			p.plan = append(p.plan, i)
		}
		if p.pay(part, order, at+1, worth+n*value) {
			return true
		}
		p.plan = p.plan[:mark]
	}
	return false
}

// Playout plays g to its end and returns how many moves it took. Seats that are asked at
// the same time all answer before the game is asked again.
func (p *Player) Playout(g engine.Game) (moves int, err error) {
	for !g.Over() {
		if p.Most > 0 && moves >= p.Most {
			return moves, fmt.Errorf("the game does not end: it was stopped after %d moves", moves)
		}
		p.asks = g.Asks(p.asks[:0])
		if p.Offers > 0 || p.Clever != 0 {
			if done, err := p.offered(g); err != nil {
				return moves, fmt.Errorf("move %d: %w", moves+1, err)
			} else if done {
				moves++
				continue
			}
		}
		// Only seats that choose secretly at the same time stay awaited whatever the others do,
		// so the rest of the asks still stands after the first answer.
		made := 0
		for i := range p.asks {
			a := &p.asks[i]
			if a.Optional {
				continue
			}
			if err := p.play(g, a); err != nil {
				return moves, fmt.Errorf("move %d: %w", moves+1, err)
			}
			moves++
			made++
			if !a.Retract {
				break
			}
		}
		if made == 0 {
			return moves, fmt.Errorf("the game is not over and asks nothing")
		}
	}
	return moves, nil
}

// offered takes an offer, if the bot wants one. It reports whether it did.
func (p *Player) offered(g engine.Game) (bool, error) {
	if p.Clever != 0 {
		for i := range p.asks {
			a := &p.asks[i]
			if !a.Optional || !p.Clever.Has(a.Seat) {
				continue
			}
			if do, good := p.Takes(g.View(a.Seat), a); good {
				return true, p.make(g, engine.Move{Seat: a.Seat, Do: do})
			}
		}
	}
	if a := p.offer(); a != nil {
		return true, p.play(g, a)
	}
	return false, nil
}

// offer returns one of the asks that are only offered, or nil if the bot wants none.
func (p *Player) offer() *engine.Ask {
	if p.Offers == 0 {
		return nil
	}
	var taken *engine.Ask
	n := 0
	for i := range p.asks {
		if p.asks[i].Optional && !p.Clever.Has(p.asks[i].Seat) {
			if n++; p.rng.IntN(n) == 0 {
				taken = &p.asks[i]
			}
		}
	}
	if n == 0 || p.rng.Float64() >= p.Offers {
		return nil
	}
	return taken
}

// Choose returns the answer to a that looks best with the view of the seat that answers, with
// a little chance in it. Where an answer has parts, it is the best of some random ones. Where the
// title does not say what is good, it is random.
func (p *Player) Choose(v engine.View, a *engine.Ask) (engine.Action, error) {
	do, _, err := p.best(v, a)
	return do, err
}

// Takes reports whether the answer that [Player.Choose] would give to an offer looks better
// than to leave it alone, and returns it.
func (p *Player) Takes(v engine.View, a *engine.Ask) (engine.Action, bool) {
	do, rate, err := p.best(v, a)
	return do, err == nil && rate > 0.5
}

func (p *Player) best(v engine.View, a *engine.Ask) (engine.Action, float64, error) {
	if p.title.Rate == nil {
		do, err := p.Pick(a)
		return do, 0, err
	}
	if len(a.Options) == 0 {
		return p.bestPick(v, a)
	}
	best, most := -1, 0.0
	for i, do := range a.Options {
		if r := p.title.Rate(v, a, do) + p.rng.Float64(); best < 0 || r > most {
			best, most = i, r
		}
	}
	return a.Options[best], most - 0.5, nil
}

// looked is how many random answers with parts a clever player looks at.
const looked = 40

// bestPick returns the best of some random answers.
func (p *Player) bestPick(v engine.View, a *engine.Ask) (engine.Action, float64, error) {
	var best engine.Action
	most := 0.0
	for range looked {
		do, err := p.Pick(a)
		if err != nil {
			return nil, 0, err
		}
		if r := p.title.Rate(v, a, do) + p.rng.Float64(); best == nil || r > most {
			best, most = do, r
		}
	}
	return best, most - 0.5, nil
}

// play answers an ask, clever or at random.
func (p *Player) play(g engine.Game, a *engine.Ask) error {
	var do engine.Action
	var err error
	if p.Clever == 0 {
		do, err = p.Pick(a)
	} else {
		do, err = p.answerOf(g, a)
	}
	if err != nil {
		return err
	}
	return p.make(g, engine.Move{Seat: p.mover(a), Do: do})
}

// make makes a move.
func (p *Player) make(g engine.Game, m engine.Move) error {
	cues, err := g.Play(m)
	if err != nil {
		return p.refused(m, err)
	}
	if p.Made != nil {
		p.Made(m, cues)
	}
	return nil
}

func (p *Player) refused(m engine.Move, err error) error {
	return fmt.Errorf("%s: %w", p.title.Moves.AppendLine(nil, p.roster, m), err)
}

// answerOf returns the answer to an ask: a clever seat's if one may answer, or else a random one.
func (p *Player) answerOf(g engine.Game, a *engine.Ask) (engine.Action, error) {
	for s := range p.roster {
		if seat := engine.Seat(s); p.Clever.Has(seat) && a.May(seat) {
			return p.Choose(g.View(seat), a)
		}
	}
	return p.Pick(a)
}

// mover returns whose move an answer to a is: of a team, a random member's.
func (p *Player) mover(a *engine.Ask) engine.Seat {
	if a.Seat == engine.Table || a.By == 0 {
		return a.Seat
	}
	return p.member(a)
}

func (p *Player) member(a *engine.Ask) engine.Seat {
	n := p.rng.IntN(a.By.Len())
	for s := engine.Seat(0); ; s++ {
		if a.By.Has(s) {
			if n == 0 {
				return s
			}
			n--
		}
	}
}
