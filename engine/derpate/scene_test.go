package derpate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// What lies open on the cardboard is on the screen that all see (PATE-1.7): tokens, Friends, debt
// tokens, members in jail, in the river and in the reserve, Income and Favours.
func TestTheBoardIsShown(t *testing.T) {
	s := play(t, turn(3, `friends Ava 2; income Babak 2; favours Ava 1; reputation Chiara 3; debt Babak from=own to=Ava; debt Chiara from=own to=bank; `+
		`member Ava from=reserve to=jail; member Chiara from=reserve to=river`))
	shown := map[string][]engine.Text{}
	for _, g := range derpate.Title().Draw(s.Game.View(engine.Public)).Groups {
		for _, l := range g.Lines {
			x := l.Text
			if l.Seat >= 0 && len(x.Seats()) == 0 {
				x = x.Seat(l.Seat)
			}
			shown[g.Heading.Key] = append(shown[g.Heading.Key], x)
		}
	}
	count := func(seat engine.Seat, n int) engine.Text { return engine.Say("scene.count").Number(n).Seat(seat) }
	for key, want := range map[string][]engine.Text{
		"scene.friends": {count(0, 2)},
		"scene.incomes": {engine.Say("scene.money").Number(2000).Seat(1)},
		"scene.favours": {count(0, 1)},
		"scene.tokens":  {engine.Say("token.wedding").Seat(2)},
		"scene.debts":   {engine.Say("scene.owes").Seat(1).Seat(0).Number(1), engine.Say("scene.owes_bank").Number(1).Seat(2)},
		"scene.jail":    {count(0, 1)},
		"scene.river":   {count(2, 1)},
		"scene.reserve": {count(0, 3), count(1, 4), count(2, 3)},
	} {
		assert.Equal(t, want, shown[key], key)
	}
}
