// Package bot plays any game at random, from its asks alone. Bots fill empty chairs in
// tests, measure how fast a game is, and find the states that nobody thought of.
//
// A [Player] plays for all seats and for the table:
//
//	p := bot.New(title, header.Seats, rand.New(rand.NewPCG(1, 2)))
//	moves, err := p.Playout(game)
package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"consigliere/engine"
)

// ErrUnanswerable is returned for an ask that leaves no answer open, which is a mistake of
// the game.
var ErrUnanswerable = errors.New("the ask leaves no answer open")

// A Player makes random legal moves. It keeps room between moves, so it is not safe for
// concurrent use. Where an ask lists whole moves it allocates nothing.
type Player struct {
	// Made, if not nil, is called after each move of a playout with the cues that it gave.
	Made func(engine.Move, []engine.Cue)
	// Offers is how likely an offer is taken before each move of a playout, from 0 to below
	// 1. With 0 what is only offered is left alone.
	Offers float64

	roster engine.Roster
	reader *engine.MoveReader
	rng    *rand.Rand
	asks   []engine.Ask
	line   []byte
	left   []int
	picked []int
}

// New returns a player for plays of t by the seats of r.
func New(t *engine.Title, r engine.Roster, rng *rand.Rand) *Player {
	return &Player{roster: r, reader: engine.NewMoveReader(t, r), rng: rng}
}

// Pick returns a random answer to a; each whole move that the ask lists is equally likely.
func (p *Player) Pick(a *engine.Ask) (engine.Action, error) {
	if a.Kind == engine.AskOne || a.Kind == engine.AskConfirm {
		if len(a.Options) == 0 {
			return nil, fmt.Errorf("%s: %w", a.Verb, ErrUnanswerable)
		}
		return a.Options[p.rng.IntN(len(a.Options))], nil
	}
	line := append(p.line[:0], `{"seat":`...)
	line = quote(line, p.roster.Name(a.Seat))
	line = append(line, `,"do":`...)
	line = quote(line, a.Verb)
	line = append(line, ',')
	line = quote(line, a.Arg)
	line = append(line, ':')
	line, ok := p.value(line, a)
	if !ok {
		return nil, fmt.Errorf("%s: %w", a.Verb, ErrUnanswerable)
	}
	p.line = append(line, '}')
	m, err := p.reader.Read(p.line)
	if err != nil {
		return nil, fmt.Errorf("%s: the answer %s: %w", a.Verb, p.line, err)
	}
	return m.Do, nil
}

// value appends a random value of the ask's argument.
func (p *Player) value(line []byte, a *engine.Ask) ([]byte, bool) {
	p.left, p.picked = p.left[:0], p.picked[:0]
	total := 0
	for _, it := range a.Items {
		p.left = append(p.left, it.Count)
		total += it.Count
	}
	switch a.Kind {
	case engine.AskNumber:
		if a.Max < a.Min {
			return line, false
		}
		return strconv.AppendInt(line, int64(a.Min+p.rng.IntN(a.Max-a.Min+1)), 10), true
	case engine.AskSeveral, engine.AskCards:
		high := min(a.Max, total)
		if high < a.Min {
			return line, false
		}
		for n := a.Min + p.rng.IntN(high-a.Min+1); n > 0; n-- {
			i := p.draw(total)
			p.left[i]--
			total--
			p.picked = append(p.picked, i)
		}
		return p.list(line, a), true
	case engine.AskPayment:
		order := p.rng.Perm(len(a.Items))
		if !p.pay(a, order, 0, 0) {
			return line, false
		}
		return p.list(line, a), true
	}
	line = append(line, '{')
	for k, key := range a.Keys {
		i := 0
		if a.Kind == engine.AskDice {
			i = p.rng.IntN(len(a.Items))
		} else {
			if total == 0 {
				return line, false
			}
			i = p.draw(total)
			p.left[i]--
			total--
		}
		if k > 0 {
			line = append(line, ',')
		}
		name := key.Word
		if name == "" {
			name = p.roster.Name(key.Seat)
		}
		line = append(quote(line, name), ':')
		line = a.AppendWord(line, a.Items[i].Word)
	}
	return append(line, '}'), true
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

// pay picks notes so that their worth ends between Min and Max, looking at them in a random
// order, and gives up a choice that cannot end well.
func (p *Player) pay(a *engine.Ask, order []int, at, worth int) bool {
	if at == len(order) {
		return worth >= a.Min && worth <= a.Max
	}
	it := a.Items[order[at]]
	first := p.rng.IntN(it.Count + 1)
	for k := range it.Count + 1 {
		n := (first + k) % (it.Count + 1)
		if worth+n*it.Value > a.Max {
			continue
		}
		mark := len(p.picked)
		for range n {
			p.picked = append(p.picked, order[at])
		}
		if p.pay(a, order, at+1, worth+n*it.Value) {
			return true
		}
		p.picked = p.picked[:mark]
	}
	return false
}

func (p *Player) list(line []byte, a *engine.Ask) []byte {
	line = append(line, '[')
	for k, i := range p.picked {
		if k > 0 {
			line = append(line, ',')
		}
		line = quote(line, a.Items[i].Word)
	}
	return append(line, ']')
}

func quote(line []byte, s string) []byte {
	b, _ := json.Marshal(s) // a string can always be written
	return append(line, b...)
}

// Playout plays g to its end and returns how many moves it took. Seats that are asked at
// the same time all answer before the game is asked again.
func (p *Player) Playout(g engine.Game) (moves int, err error) {
	for !g.Over() {
		p.asks = g.Asks(p.asks[:0])
		if a := p.offer(); a != nil {
			if err := p.play(g, a); err != nil {
				return moves, fmt.Errorf("move %d: %w", moves+1, err)
			}
			moves++
			continue
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

// offer returns one of the asks that are only offered, or nil if none is to be taken.
func (p *Player) offer() *engine.Ask {
	if p.Offers == 0 {
		return nil
	}
	var taken *engine.Ask
	n := 0
	for i := range p.asks {
		if p.asks[i].Optional {
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

// play answers an ask.
func (p *Player) play(g engine.Game, a *engine.Ask) error {
	do, err := p.Pick(a)
	if err != nil {
		return err
	}
	m := engine.Move{Seat: a.Seat, Do: do}
	cues, err := g.Play(m)
	if err != nil {
		return fmt.Errorf("%s: %w", engine.AppendMove(nil, p.roster, m), err)
	}
	if p.Made != nil {
		p.Made(m, cues)
	}
	return nil
}
