package derpate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
)

func TestTurn(t *testing.T) {
	play(t, turn(2, ``), `
		asked table roll // PATE-6.2: four dice, three, two, one without a roll
		! PATE-6.2 Ava place black takings
		! PATE-6.2 Ava throw
		! PATE-6.2 Ava roll black:1,white:1,grey:1,red:1
		! PATE-6.2 table roll black:1,white:1,grey:1
		! PATE-6.2 table roll black:1,white:1,grey:1,red:7
		table roll black:2,white:1,grey:1,red:puppet
		! PATE-6.10 Ava done
		! PATE-6.1 Babak place black takings
		lists Ava place black+takings white+takings grey+takings red+press // PATE-6.5, PATE-6.8: the Puppeteer need not be used
		! PATE-6.5 Ava place black visit
		Ava place black takings
		~ Ava.money 2000 // PATE-6.3: at once, before the next roll
		! PATE-6.2 table roll black:1,white:1,grey:1,red:1
		table roll white:1,grey:1,red:puppet
		! PATE-6.2 Ava place black visit
		! PATE-6.6 Ava place white reputation
		! PATE-6.7 Ava place white press
		! PATE-6.7 Ava place red influence
		Ava place white betting
		table roll grey:puppet,red:puppet
		lists Ava place grey+press red+press // PATE-6.8: one must go on the Press
		! PATE-6.10 Ava done // PATE-6.4: a die in every row
		Ava place grey press
		asked Ava place
		Ava place red prosecutor
		~ Ava.money 0
		asked Ava done // PATE-6.10: not by itself
		= row 5
		! PATE-6.1 Babak done
		Ava done
		= active Babak dice {"black":null,"white":null,"grey":null,"red":null} placed [] row 1 // PATE-6.11
		asked table roll`)
}

// Whatever is rolled, there is a legal box for each die; only a Friend may cost too much
// (PATE-6.9).
func TestNeverStuck(t *testing.T) {
	colours := []string{"black", "white", "grey", "red"}
	for n := 1; n <= 4; n++ {
		for c, colour := range colours {
			for _, face := range []string{"1", "2", "3", "4", "5", "puppet"} {
				dice := colour + ":" + face
				for i := range 4 - n {
					dice += "," + colours[(c+1+i)%4] + ":1"
				}
				s := play(t, turn(2, `money Ava -10000`), row(n, dice))
				legal := slices.ContainsFunc(s.Answers("Ava", "place"), func(a string) bool { return strings.HasPrefix(a, colour+"+") })
				s.Shows("PATE-6.9")
				assert.Equal(t, n != 3 || colour != "white" || face == "puppet", legal, fmt.Sprint("row ", n, ", ", dice))
			}
		}
	}
}

// Where nothing can be used before, the box rolls the dice and ends the turn by itself.
func TestATurnEndsByItself(t *testing.T) {
	title := derpateface.Title()
	h := engine.Header{Game: "derpate", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box"}`), Seed: 4}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 1)))
	seen := map[string]int{}
	for !g.Over() {
		asks := g.Asks(nil)
		s := g.View(engine.Public).Public.(derpate.Status)
		beside := slices.ContainsFunc(asks, func(a engine.Ask) bool { return a.Optional && a.Seat >= 0 && a.Seat != s.ActiveSeat })
		own := slices.ContainsFunc(asks, func(a engine.Ask) bool { return a.Optional && a.Seat == s.ActiveSeat })
		for i := range asks {
			want := (asks[i].Verb == "done" || asks[i].Verb == "throw") && !beside && !own
			if assert.Equal(t, want, asks[i].Forced != nil, "%s in row %d", asks[i].Verb, s.Row); want {
				seen[asks[i].Verb]++
			}
		}
		a := &asks[slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional })]
		do, err := p.Pick(a)
		require.NoError(t, err)
		_, err = g.Play(engine.Move{Seat: a.Seat, Do: do})
		require.NoError(t, err)
	}
	assert.NotZero(t, seen["done"])
	assert.NotZero(t, seen["throw"])
}
