package corleone_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/corleone"
	"consigliere/engine/enginetest"
)

// A leaky game tells what it should not; each leak is one that could really happen.
type leaky struct {
	engine.Game
	cues func([]engine.Cue, engine.Game) []engine.Cue
	view func(engine.View, engine.Game) engine.View
	asks func([]engine.Ask, engine.Game) []engine.Ask
}

func (l leaky) Play(m engine.Move) ([]engine.Cue, error) {
	cues, err := l.Game.Play(m)
	if err == nil && l.cues != nil {
		cues = l.cues(cues, l.Game)
	}
	return cues, err
}

func (l leaky) View(who engine.Looker) engine.View {
	v := l.Game.View(who)
	if l.view != nil {
		v = l.view(v, l.Game)
	}
	return v
}

func (l leaky) Asks(dst []engine.Ask) []engine.Ask {
	dst = l.Game.Asks(dst)
	if l.asks != nil {
		dst = l.asks(dst, l.Game)
	}
	return dst
}

func privateOf(g engine.Game, s engine.Seat) corleone.PrivateStatus {
	return g.View(s).Private.(corleone.PrivateStatus)
}

func TestLeaksAreCaught(t *testing.T) {
	for name, c := range map[string]struct {
		options string
		leak    leaky
	}{
		"Ava's bid, in the public view": {`{}`, leaky{view: func(v engine.View, g engine.Game) engine.View {
			s := v.Public.(corleone.Status)
			if b := s.Bribery; b != nil && b.Bids == nil {
				s.Seats = append([]string{}, s.Seats...)
				s.Seats[0] = fmt.Sprint(privateOf(g, 0).Bid)
			}
			v.Public = s
			return v
		}}},
		"an amount, to the next seat": {`{"tracking":"light"}`, leaky{view: func(v engine.View, g engine.Game) engine.View {
			if p, ok := v.Private.(corleone.PrivateStatus); ok && v.Looker == 1 {
				p.Bid = privateOf(g, 0).Bid
				v.Private = p
			}
			return v
		}}},
		"a bid, in a cue": {`{}`, leaky{cues: func(cues []engine.Cue, g engine.Game) []engine.Cue {
			return append(cues, engine.Cue{Text: engine.Say("cue.bid_of").Thing(fmt.Sprint(privateOf(g, 2).Bid))})
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			title := corleone.Title()
			whole := title.New
			leak := c.leak
			title.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
				g, cues, err := whole(h)
				leak.Game = g
				return leak, cues, err
			}
			rng := rand.New(rand.NewPCG(12, 4))
			h := engine.Header{Game: "corleone", Seats: five, Seed: 5, Options: []byte(c.options)}
			for range 1500 {
				h.Seed++
				if _, err := enginetest.CheckSecrets(title, h, rng); err != nil {
					return
				}
			}
			assert.Fail(t, "the leak was not seen")
		})
	}
}
