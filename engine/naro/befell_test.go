package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
)

// TestWhoeverIsHitIsTold holds that the phone of whoever was hit says by whom, until the next aims.
func TestWhoeverIsHitIsTold(t *testing.T) {
	title := naroface.Title()
	s := begin(t, 4, `{}`)
	told := func() (all []engine.Text) {
		for seat := range s.Seats {
			all = append(all, title.Befell(s.Game.View(engine.Seat(seat))))
		}
		return all
	}
	none := make([]engine.Text, 4)
	s.up("")
	assert.Equal(t, none, told())
	s.Run(`
		each load bang click bang click
		each aim Babak Ava Babak Ava
		last order
	`)
	assert.Equal(t, none, told())
	s.Run(`each courage stand stand stand duck`)
	hit := engine.Say("befell.hit").Number(2).Group(engine.SeatsOf(0, 2)).Number(2).Number(3)
	assert.Equal(t, []engine.Text{{}, hit, {}, {}}, told(), "Dario's bullet and Babak's were none")
	for s.Game.View(engine.Public).Phase == "share" {
		s.Do(s.Seats.Name(s.Game.Asks(nil)[0].Seat) + " take " + s.options()[0])
	}
	s.up("")
	assert.Equal(t, hit, told()[1], "nobody need have seen it at once")
	s.Run(`
		each load click click click click
		each aim Babak Ava Babak Ava
		last order
	`)
	assert.Equal(t, none, told())
}
