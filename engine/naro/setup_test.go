package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

func TestSeats(t *testing.T) {
	for n := 1; n <= 9; n++ { // NARO-1.1
		seats := append(eight[:min(n, 8):min(n, 8)], "Ida")[:n]
		_, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: seats})
		if n >= 4 && n <= 8 {
			assert.NoError(t, err, "%d seats", n)
			continue
		}
		var no *engine.Refusal
		require.ErrorAs(t, err, &no, "%d seats", n)
		assert.Equal(t, "NARO-1.1", no.Rule)
	}
}

func TestSetUp(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Shows("NARO-1.1, 2.1, 2.5")
	for _, seat := range s.Seats {
		s.Is("private."+seat+".hand", `{"click":5,"bang":3}`) // NARO-2.1
		s.Is("public.players."+seat, `{"alive":true,"wounds":0,"power":"","hand":8,"loaded":false,"target":"","stance":"up","loot_count":0,"shown":""}`)
		s.Is("private."+seat+".loot", `[]`) // NARO-2.5
	}
	s.Run(`
		= discards 0
		= face_down 64 // NARO-2.2
		= loot []
		= token available // NARO-2.3
		= boss Ava // NARO-2.4: without the option the first seat
	`)
	begin(t, 4, `{"boss":"Chiara"}`).Is("public.boss", "Chiara")
	_, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(`{"boss":"Zoe"}`)})
	assert.Error(t, err)
}

func TestTheBoxNeedsASeedToDraw(t *testing.T) {
	for _, c := range []struct{ options, rule string }{
		{`{}`, ""},
		{`{"power_deal":"box"}`, ""}, // without powers it deals nothing
		{`{"powers":true}`, ""},
		{`{"chance":"box"}`, "NARO-3.1"},
		{`{"powers":true,"chance":"box"}`, "NARO-2.6"},
		{`{"powers":true,"power_deal":"box"}`, "NARO-2.6"},
		{`{"powers":true,"chance":"box","power_deal":"table"}`, "NARO-3.1"},
	} {
		_, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(c.options), NoSeed: true})
		if c.rule == "" {
			assert.NoError(t, err, c.options)
			continue
		}
		var no *engine.Refusal
		if assert.ErrorAs(t, err, &no, c.options) {
			assert.Equal(t, c.rule, no.Rule, c.options)
		}
	}
}

func TestPowersDealtByTheTable(t *testing.T) {
	s := begin(t, 4, `{"powers":true}`)
	s.Run(`
		= phase deal
		asked table powers
		= round 1 // NARO-2.6: before round 1, and the rounds are 1 to 8
		! NARO-2.6 table powers cheat,bully,doctor
		! NARO-2.6 table powers cheat,bully,doctor,wizard
		! NARO-2.6 Ava powers cheat,bully,doctor,lucky
		! NARO-2.8 table powers cheat,bully,doctor,cheat // NARO-2.8
	`)
	s.No("NARO-3.1", "table loot "+usual)
	s.Run(`
		table powers cheat,bully,doctor,lucky // NARO-2.6
	`)
	for i, p := range []string{"cheat", "bully", "doctor", "lucky"} {
		s.Is("public.players."+s.Seats[i]+".power", p) // NARO-2.7: everybody sees them
	}
	s.Run(`
		= phase loot // NARO-2.7
		= round 1`)
	begin(t, 4, `{}`).Is("public.phase", "loot") // NARO-2.6: without the option there are none
}

func TestPowersDealtByTheBox(t *testing.T) {
	dealt := map[string]bool{}
	for seed := range uint64(40) {
		g, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: eight, Options: []byte(`{"powers":true,"power_deal":"box"}`), Seed: seed})
		require.NoError(t, err)
		v := *g.View(engine.Public).Public.(*naro.Status)
		assert.Equal(t, "loot", v.Phase)
		mine := map[string]bool{}
		for _, p := range v.Players.Of {
			assert.False(t, mine[p.Power], "two of %s", p.Power) // NARO-2.8
			mine[p.Power], dealt[p.Power] = true, true
		}
	}
	assert.Len(t, dealt, 16, "each power is dealt sometimes") // NARO-2.6
	s := begin(t, 4, `{"powers":true,"chance":"box"}`)
	assert.NotEqual(t, "deal", status(s).Phase, "power_deal is what chance is")
	begin(t, 4, `{"powers":true,"chance":"box","power_deal":"table"}`).Asked("table powers")
}
