package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

func TestLoot(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		asked table loot`)
	s.No("NARO-3.2", "table loot []", "table loot cash_5000", "table loot "+usual+",clip") // NARO-3.2
	s.No("NARO-3.3", "table loot diamond_10000,diamond_10000,clip,clip,clip,clip,clip,clip", "table loot clip,clip,clip,clip,painting,painting,painting,painting",
		"table loot gold,clip,clip,clip,painting,painting,painting,painting") // NARO-3.3
	s.No("NARO-3.1", "Ava loot "+usual)
	s.Do("table loot " + usual) // NARO-3.1
	s.Run(`
		= loot ["cash_5000","cash_5000","cash_10000","cash_10000","cash_20000","diamond_1000","painting","clip"]
		= face_down 56`)
	s.No("NARO-3.1", "table loot "+usual)
	s.quiet(2)
	s.Run(`
		= token available // NARO-3.4
		! NARO-3.3 table loot clip,clip,clip,painting,painting,painting,painting,painting // NARO-3.3: one clip is up already
		! NARO-3.3 table loot painting,painting,painting,painting,painting,painting,painting,diamond_10000a // unknown card
	`)
	s.quiet(8)
	s.up("")
	s.Run(`
		= face_down 0 // NARO-3.2
	`)
}

func TestTokenIsBackEachRound(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Ava Ava Ava
		last order
		each courage stand duck duck duck
		Ava take new_boss
		= token taken
		! NARO-9.8 Ava take new_boss // NARO-9.8
		first take forbid burn
		= token available // NARO-3.4
		= next_boss ""`)
}

func TestBoxTurnsUpLoot(t *testing.T) {
	counts := map[string]int{}
	const games = 400
	for seed := range uint64(games) {
		g, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(`{"chance":"box"}`), Seed: seed})
		require.NoError(t, err)
		v := *g.View(engine.Public).Public.(*naro.Status)
		require.Len(t, v.Loot, 8) // NARO-3.1, NARO-3.2
		assert.Equal(t, 56, v.FaceDown)
		assert.Equal(t, "load", v.Phase)
		for _, c := range v.Loot {
			counts[c]++
		}
		_, err = g.Play(engine.Move{Seat: engine.Table, Do: naro.TurnUp{}})
		assert.Error(t, err)
	}
	// NARO-2.2: shuffled, so each card is as likely as it is frequent: 8 of 64 a game.
	for card, n := range map[string]int{"cash_5000": 15, "cash_10000": 15, "cash_20000": 10, "diamond_1000": 5, "painting": 10, "clip": 3} {
		assert.InDelta(t, games*8*n/64, counts[card], 5*float64(games*8*n)/640, card)
	}
}

func TestLoad(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		! NARO-4.1 Ava load bang // not before the loot is up
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		asked Ava load, Babak load, Chiara load, Dario load // NARO-4.1, NARO-4.3
		! NARO-4.1 table load bang
		! NARO-4.1 Ava load none
		! NARO-4.1 Ava load banana
		Chiara load bang
		! NARO-4.3 Chiara load click // NARO-4.3
		asked Ava load, Babak load, Dario load
		= Chiara.loaded true
		= Chiara.shown "" // NARO-4.3: secret
		= private.Chiara.loaded bang
		= private.Ava.loaded ""
		= private.Chiara.hand {"click":5,"bang":2} // NARO-4.2
		! NARO-5.1 Chiara aim Ava
		Ava load click
		Babak load click
		Dario load click
		= phase aim // NARO-4.3: ends when all have chosen
	`)
}

func TestABulletIsUsedOnce(t *testing.T) {
	s := begin(t, 4, `{}`)
	for range 3 {
		s.up("")
		s.Run(`
			each load bang bang bang bang
			each aim Babak Chiara Dario Ava
			last order
			each courage duck duck duck duck`)
	}
	s.up("")
	s.Run(`
		! NARO-4.2 Ava load bang // NARO-4.2
	`)
	assert.Equal(t, []string{"click"}, s.options())
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck duck duck
		= Ava.hand 4`)
}

func TestAim(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		asked Ava aim, Babak aim, Chiara aim, Dario aim
		! NARO-5.2 Ava aim Ava
		! NARO-5.2 Ava aim Zoe
		! NARO-5.2 Ava aim table // NARO-5.2
		Ava aim Babak
		= Ava.target "" // NARO-5.1: not known before all are in
		= private.Ava.choice Babak
		! NARO-5.1 Ava aim Chiara
		Babak aim none // NARO-5.4
		= private.Babak.choice none
		Chiara aim Babak // NARO-5.5
		= Chiara.target ""
		Dario aim Babak
		= Ava.target Babak
		= Babak.target none
		= Chiara.target Babak
		= Dario.target Babak
		= private.Ava.choice ""
		= phase order // nobody is a cheat: straight to step 4
	`)
}

// dead plays a round in which Dario dies of three wounds, up to the next round's loot.
func dead(t *testing.T, options string, powers ...string) *script {
	t.Helper()
	s := begin(t, 4, options, powers...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand`)
	return s
}

func TestTheDeadAreOut(t *testing.T) {
	s := dead(t, `{}`)
	s.Run(`
		= Dario.alive false
		first take forbid burn`)
	s.up("")
	s.Run(`
		asked Ava load, Babak load, Chiara load // NARO-4.1, NARO-8.7
		! NARO-4.1 Dario load click
		each load click click click
		! NARO-5.2 Ava aim Dario // NARO-5.2
		! NARO-5.1 Dario aim Ava
		each aim Chiara Ava Ava`)
	boss := status(s).Boss
	s.No("NARO-6.1", boss+" order Dario") // NARO-6.1
	s.Do(boss + " order none")
	s.Run(`
		! NARO-7.1 Dario courage stand
		asked Ava courage, Babak courage, Chiara courage // NARO-7.1
	`)
}

func TestOrder(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara none Ava
		asked Ava order
		! NARO-6.1 Ava order Ava
		! NARO-6.1 Babak order Dario
		! NARO-6.1 Ava order Zoe // NARO-6.1
		! NARO-6.2 Ava order Chiara // NARO-6.2: she has no target
	`)
	assert.Equal(t, []string{"Babak", "Dario", "none"}, s.options()) // NARO-6.4: Babak does not aim at the boss
	s.Run(`
		Ava order Babak // NARO-6.4
		asked Babak aim // NARO-6.3: he chooses, not the boss
		! NARO-6.3 Babak aim Chiara // NARO-6.3: the old target
		! NARO-5.2 Babak aim Babak // not himself
		! NARO-6.5 Ava aim Dario // only the ordered seat turns
	`)
	assert.ElementsMatch(t, []string{"Ava", "Dario", "none"}, s.options()) // NARO-6.3: the boss is allowed; NARO-6.5: too slow
	s.Run(`
		Babak aim Ava // NARO-6.3
	`)
	s.Is("public.players.Babak.target", "Ava") //
	s.Run(`
		asked Ava courage, Babak courage, Chiara courage, Dario courage // NARO-6.5: one order a round
		! NARO-6.1 Ava order Dario // NARO-6.5
		said turned Babak, courage, courage_late, count // NARO-1.4: step 5 is called
	`)
}

func TestOrderedSeatTooSlow(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click bang
		each aim Babak Chiara Dario Ava
		Ava order Dario
		Dario aim none // NARO-6.5
		= Dario.target none
		each courage stand stand stand stand
		= Ava.wounds 0
		= Dario.shown "" // NARO-7.6
	`)
}

func TestOrderIsSkipped(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak none none none // only the boss aims
		= phase courage // NARO-6.2
	`)
}

// two plays until only Ava and Babak are alive, up to the loot of round 4.
func two(t *testing.T) *script {
	t.Helper()
	s := dead(t, `{}`)
	for range 2 {
		s.Run(`
			first take forbid burn`)
		s.up("")
		s.Run(`
			each load bang bang click
			each aim Chiara Chiara Ava
			last order
			each courage stand stand stand`)
	}
	s.Run(`
		= Chiara.alive false
		first take forbid burn`)
	return s
}

func TestTwoAliveNobodyIsOrdered(t *testing.T) {
	s := two(t)
	s.up("")
	s.Run(`
		each load click click
		each aim Babak Ava
		asked Ava courage, Babak courage // NARO-6.2
	`)
}
