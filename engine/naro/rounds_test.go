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
	s.Asked("table loot")
	s.No("NARO-3.2", "table loot []", "table loot cash_5000", "table loot "+usual+",clip") // NARO-3.2
	s.No("NARO-3.3", "table loot diamond_10000,diamond_10000,clip,clip,clip,clip,clip,clip", "table loot clip,clip,clip,clip,painting,painting,painting,painting",
		"table loot gold,clip,clip,clip,painting,painting,painting,painting") // NARO-3.3
	s.No("NARO-3.1", "Ava loot "+usual)
	s.Do("table loot " + usual) // NARO-3.1
	s.Is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_10000","cash_20000","diamond_1000","painting","clip"]`)
	s.Is("public.face_down", 56)
	s.No("NARO-3.1", "table loot "+usual)
	s.quiet(2)
	s.Is("public.token", "available")                                                                            // NARO-3.4
	s.No("NARO-3.3", "table loot clip,clip,clip,painting,painting,painting,painting,painting")                   // NARO-3.3: one clip is up already
	s.No("NARO-3.3", "table loot painting,painting,painting,painting,painting,painting,painting,diamond_10000a") // unknown card
	s.quiet(8)
	s.up("")
	s.Is("public.face_down", 0) // NARO-3.2
}

func TestTokenIsBackEachRound(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1000", "sddd")
	s.Do("Ava take new_boss")
	s.Is("public.token", "taken")
	s.No("NARO-9.8", "Ava take new_boss") // NARO-9.8
	s.shareOut()
	s.Is("public.token", "available") // NARO-3.4
	s.Is("public.next_boss", "")
}

func TestBoxTurnsUpLoot(t *testing.T) {
	counts := map[string]int{}
	const games = 400
	for seed := range uint64(games) {
		g, _, err := naroface.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(`{"chance":"box"}`), Seed: seed})
		require.NoError(t, err)
		v := g.View(engine.Public).Public.(naro.Status)
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
	s.No("NARO-4.1", "Ava load bang") // not before the loot is up
	s.up(usual)
	s.Asked("Ava load, Babak load, Chiara load, Dario load") // NARO-4.1, NARO-4.3
	s.No("NARO-4.1", "table load bang", "Ava load none", "Ava load banana")
	s.Do("Chiara load bang")
	s.No("NARO-4.3", "Chiara load click") // NARO-4.3
	s.Asked("Ava load, Babak load, Dario load")
	s.Is("public.players.Chiara.loaded", true)
	s.Is("public.players.Chiara.shown", "") // NARO-4.3: secret
	s.Is("private.Chiara.loaded", "bang")
	s.Is("private.Ava.loaded", "")
	s.Is("private.Chiara.hand", `{"click":5,"bang":2}`) // NARO-4.2
	s.No("NARO-5.1", "Chiara aim Ava")
	s.Do("Ava load click", "Babak load click", "Dario load click")
	s.Is("public.phase", "aim") // NARO-4.3: ends when all have chosen
}

func TestABulletIsUsedOnce(t *testing.T) {
	s := begin(t, 4, `{}`)
	for range 3 {
		s.up("")
		s.fight("bbbb", "1230", "dddd")
	}
	s.up("")
	s.No("NARO-4.2", "Ava load bang") // NARO-4.2
	assert.Equal(t, []string{"click"}, s.options())
	s.fight("cccc", "1230", "dddd")
	s.Is("public.players.Ava.hand", 4)
}

func TestAim(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccc")
	s.Asked("Ava aim, Babak aim, Chiara aim, Dario aim")
	s.No("NARO-5.2", "Ava aim Ava", "Ava aim Zoe", "Ava aim table") // NARO-5.2
	s.Do("Ava aim Babak")
	s.Is("public.players.Ava.target", "") // NARO-5.1: not known before all are in
	s.Is("private.Ava.choice", "Babak")
	s.No("NARO-5.1", "Ava aim Chiara")
	s.Do("Babak aim none") // NARO-5.4
	s.Is("private.Babak.choice", "none")
	s.Do("Chiara aim Babak") // NARO-5.5
	s.Is("public.players.Chiara.target", "")
	s.Do("Dario aim Babak")
	s.Is("public.players.Ava.target", "Babak")
	s.Is("public.players.Babak.target", "none")
	s.Is("public.players.Chiara.target", "Babak")
	s.Is("public.players.Dario.target", "Babak")
	s.Is("private.Ava.choice", "")
	s.Is("public.phase", "order") // nobody is a cheat: straight to step 4
}

// dead plays a round in which Dario dies of three wounds, up to the next round's loot.
func dead(t *testing.T, options string, powers ...string) *script {
	t.Helper()
	s := begin(t, 4, options, powers...)
	s.up(usual)
	s.fight("bbbc", "3330", "ssss")
	return s
}

func TestTheDeadAreOut(t *testing.T) {
	s := dead(t, `{}`)
	s.Is("public.players.Dario.alive", false)
	s.shareOut()
	s.up("")
	s.Asked("Ava load, Babak load, Chiara load") // NARO-4.1, NARO-8.7
	s.No("NARO-4.1", "Dario load click")
	s.all("ccc")
	s.No("NARO-5.2", "Ava aim Dario") // NARO-5.2
	s.No("NARO-5.1", "Dario aim Ava")
	s.all("200")
	boss := status(s).Boss
	s.No("NARO-6.1", boss+" order Dario") // NARO-6.1
	s.Do(boss + " order none")
	s.No("NARO-7.1", "Dario courage stand")
	s.Asked("Ava courage, Babak courage, Chiara courage") // NARO-7.1
}

func TestOrder(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccc")
	s.all("12-0")
	s.Asked("Ava order")
	s.No("NARO-6.1", "Ava order Ava", "Babak order Dario", "Ava order Zoe")     // NARO-6.1
	s.No("NARO-6.2", "Ava order Chiara")                                        // NARO-6.2: she has no target
	assert.Equal(t, []string{"Babak", "Dario", "none"}, s.options())            // NARO-6.4: Babak does not aim at the boss
	s.Do("Ava order Babak")                                                     // NARO-6.4
	s.Asked("Babak aim")                                                        // NARO-6.3: he chooses, not the boss
	s.No("NARO-6.3", "Babak aim Chiara")                                        // NARO-6.3: the old target
	s.No("NARO-5.2", "Babak aim Babak")                                         // not himself
	s.No("NARO-6.5", "Ava aim Dario")                                           // only the ordered seat turns
	assert.ElementsMatch(t, []string{"Ava", "Dario", "none"}, s.options())      // NARO-6.3: the boss is allowed; NARO-6.5: too slow
	s.Do("Babak aim Ava")                                                       // NARO-6.3
	s.Is("public.players.Babak.target", "Ava")                                  //
	s.Asked("Ava courage, Babak courage, Chiara courage, Dario courage")        // NARO-6.5: one order a round
	s.No("NARO-6.1", "Ava order Dario")                                         // NARO-6.5
	assert.Equal(t, []string{"courage", "count"}, s.Said(), "step 5 is called") // NARO-1.4
}

func TestOrderedSeatTooSlow(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccb")
	s.all("1230")
	s.Do("Ava order Dario", "Dario aim none") // NARO-6.5
	s.Is("public.players.Dario.target", "none")
	s.all("ssss")
	s.Is("public.players.Ava.wounds", 0)
	s.Is("public.players.Dario.shown", "") // NARO-7.6
}

func TestOrderIsSkipped(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccc")
	s.all("1---")                   // only the boss aims
	s.Is("public.phase", "courage") // NARO-6.2
}

// two plays until only Ava and Babak are alive, up to the loot of round 4.
func two(t *testing.T) *script {
	t.Helper()
	s := dead(t, `{}`)
	for range 2 {
		s.shareOut()
		s.up("")
		s.fight("bbc", "220", "sss")
	}
	s.Is("public.players.Chiara.alive", false)
	s.shareOut()
	return s
}

func TestTwoAliveNobodyIsOrdered(t *testing.T) {
	s := two(t)
	s.up("")
	s.all("cc")
	s.all("10")
	s.Asked("Ava courage, Babak courage") // NARO-6.2
}
