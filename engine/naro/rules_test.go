package naro_test

import (
	"testing"

	"consigliere/engine"
	"consigliere/engine/naro"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSeats(t *testing.T) {
	for n := 1; n <= 9; n++ { // NARO-1.1
		seats := append(eight[:min(n, 8):min(n, 8)], "Ida")[:n]
		_, err := naro.Title().Begin(engine.Header{Game: "naro", Seats: seats})
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
	for _, seat := range s.seats {
		s.is("private."+seat+".hand", `{"click":5,"bang":3}`) // NARO-2.1
		s.is("public.players."+seat, `{"alive":true,"wounds":0,"power":"","hand":8,"loaded":false,"target":"","stance":"up","loot_count":0,"shown":""}`)
		s.is("private."+seat+".loot", `[]`) // NARO-2.5
	}
	s.is("public.discards", 0)
	s.is("public.face_down", 64) // NARO-2.2
	s.is("public.loot", `[]`)
	s.is("public.token", "available") // NARO-2.3
	s.is("public.boss", "Ava")        // NARO-2.4: without the option the first seat
	begin(t, 4, `{"boss":"Chiara"}`).is("public.boss", "Chiara")
	_, err := naro.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(`{"boss":"Zoe"}`)})
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
		_, err := naro.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(c.options), NoSeed: true})
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
	s.is("public.phase", "deal")
	s.asked("table powers")
	s.is("public.round", 1) // NARO-2.6: before round 1, and the rounds are 1 to 8
	s.no("NARO-2.6", "table powers cheat,bully,doctor", "table powers cheat,bully,doctor,wizard", "Ava powers cheat,bully,doctor,lucky")
	s.no("NARO-2.8", "table powers cheat,bully,doctor,cheat") // NARO-2.8
	s.no("NARO-3.1", "table loot "+usual)
	s.do("table powers cheat,bully,doctor,lucky") // NARO-2.6
	for i, p := range []string{"cheat", "bully", "doctor", "lucky"} {
		s.is("public.players."+s.seats[i]+".power", p) // NARO-2.7: everybody sees them
	}
	s.is("public.phase", "loot")
	s.is("public.round", 1)
	begin(t, 4, `{}`).is("public.phase", "loot") // NARO-2.6: without the option there are none
}

func TestPowersDealtByTheBox(t *testing.T) {
	dealt := map[string]bool{}
	for seed := range uint64(40) {
		g, err := naro.Title().Begin(engine.Header{Game: "naro", Seats: eight, Options: []byte(`{"powers":true,"power_deal":"box"}`), Seed: seed})
		require.NoError(t, err)
		v := g.View(engine.Public).Public.(naro.Status)
		assert.Equal(t, "loot", v.Phase)
		mine := map[string]bool{}
		for _, p := range v.Players.Of {
			assert.False(t, mine[p.Power], "two of %s", p.Power) // NARO-2.8
			mine[p.Power], dealt[p.Power] = true, true
		}
	}
	assert.Len(t, dealt, 16, "each power is dealt sometimes") // NARO-2.6
	s := begin(t, 4, `{"powers":true,"chance":"box"}`)
	s.is("public.phase", s.game.View(engine.Public).Public.(naro.Status).Phase)
	assert.NotEqual(t, "deal", s.game.View(engine.Public).Public.(naro.Status).Phase, "power_deal is what chance is")
	begin(t, 4, `{"powers":true,"chance":"box","power_deal":"table"}`).asked("table powers")
}

func TestLoot(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.asked("table loot")
	s.no("NARO-3.2", "table loot", "table loot cash_5000", "table loot "+usual+",clip") // NARO-3.2
	s.no("NARO-3.3", "table loot diamond_10000,diamond_10000,clip,clip,clip,clip,clip,clip", "table loot clip,clip,clip,clip,painting,painting,painting,painting",
		"table loot gold,clip,clip,clip,painting,painting,painting,painting") // NARO-3.3
	s.no("NARO-3.1", "Ava loot "+usual)
	s.do("table loot " + usual) // NARO-3.1
	s.is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_10000","cash_20000","diamond_1000","painting","clip"]`)
	s.is("public.face_down", 56)
	s.no("NARO-3.1", "table loot "+usual)
	s.quiet(2)
	s.is("public.token", "available")                                                                            // NARO-3.4
	s.no("NARO-3.3", "table loot clip,clip,clip,painting,painting,painting,painting,painting")                   // NARO-3.3: one clip is up already
	s.no("NARO-3.3", "table loot painting,painting,painting,painting,painting,painting,painting,diamond_10000a") // unknown card
	s.quiet(8)
	s.up("")
	s.is("public.face_down", 0) // NARO-3.2
}

func TestTokenIsBackEachRound(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1000", "sddd")
	s.do("Ava take new_boss")
	s.is("public.token", "taken")
	s.no("NARO-9.8", "Ava take new_boss") // NARO-9.8
	s.shareOut()
	s.is("public.token", "available") // NARO-3.4
	s.is("public.next_boss", "")
}

func TestBoxTurnsUpLoot(t *testing.T) {
	counts := map[string]int{}
	const games = 400
	for seed := range uint64(games) {
		g, err := naro.Title().Begin(engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(`{"chance":"box"}`), Seed: seed})
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
	s.no("NARO-4.1", "Ava load bang") // not before the loot is up
	s.up(usual)
	s.asked("Ava load, Babak load, Chiara load, Dario load") // NARO-4.1, NARO-4.3
	s.no("NARO-4.1", "table load bang", "Ava load none", "Ava load banana")
	s.do("Chiara load bang")
	s.no("NARO-4.3", "Chiara load click") // NARO-4.3
	s.asked("Ava load, Babak load, Dario load")
	s.is("public.players.Chiara.loaded", true)
	s.is("public.players.Chiara.shown", "") // NARO-4.3: secret
	s.is("private.Chiara.loaded", "bang")
	s.is("private.Ava.loaded", "")
	s.is("private.Chiara.hand", `{"click":5,"bang":2}`) // NARO-4.2
	s.no("NARO-5.1", "Chiara aim Ava")
	s.do("Ava load click", "Babak load click", "Dario load click")
	s.is("public.phase", "aim") // NARO-4.3: ends when all have chosen
}

func TestABulletIsUsedOnce(t *testing.T) {
	s := begin(t, 4, `{}`)
	for range 3 {
		s.up("")
		s.fight("bbbb", "1230", "dddd")
	}
	s.up("")
	s.no("NARO-4.2", "Ava load bang") // NARO-4.2
	assert.Equal(t, []string{"click"}, optionsOf(s, 0))
	s.fight("cccc", "1230", "dddd")
	s.is("public.players.Ava.hand", 4)
}

// optionsOf returns the single words listed to the ask at place i.
func optionsOf(s *script, i int) []string {
	var list []string
	for _, do := range s.game.Asks(nil)[i].Options {
		list = append(list, do.Args(nil)[0].Value.Word)
	}
	return list
}

func TestAim(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccc")
	s.asked("Ava aim, Babak aim, Chiara aim, Dario aim")
	s.no("NARO-5.2", "Ava aim Ava", "Ava aim Zoe", "Ava aim table") // NARO-5.2
	s.do("Ava aim Babak")
	s.is("public.players.Ava.target", "") // NARO-5.1: not known before all are in
	s.is("private.Ava.choice", "Babak")
	s.no("NARO-5.1", "Ava aim Chiara")
	s.do("Babak aim none") // NARO-5.4
	s.is("private.Babak.choice", "none")
	s.do("Chiara aim Babak") // NARO-5.5
	s.is("public.players.Chiara.target", "")
	s.do("Dario aim Babak")
	s.is("public.players.Ava.target", "Babak")
	s.is("public.players.Babak.target", "none")
	s.is("public.players.Chiara.target", "Babak")
	s.is("public.players.Dario.target", "Babak")
	s.is("private.Ava.choice", "")
	s.is("public.phase", "order") // nobody is a cheat: straight to step 4
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
	s.is("public.players.Dario.alive", false)
	s.shareOut()
	s.up("")
	s.asked("Ava load, Babak load, Chiara load") // NARO-4.1, NARO-8.7
	s.no("NARO-4.1", "Dario load click")
	s.all("ccc")
	s.no("NARO-5.2", "Ava aim Dario") // NARO-5.2
	s.no("NARO-5.1", "Dario aim Ava")
	s.all("200")
	boss := naroStatus(s).Boss
	s.no("NARO-6.1", boss+" order Dario") // NARO-6.1
	s.do(boss + " order none")
	s.no("NARO-7.1", "Dario courage stand")
	s.asked("Ava courage, Babak courage, Chiara courage") // NARO-7.1
}

func naroStatus(s *script) naro.Status { return s.game.View(engine.Public).Public.(naro.Status) }

func TestOrder(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccc")
	s.all("12-0")
	s.asked("Ava order")
	s.no("NARO-6.1", "Ava order Ava", "Babak order Dario", "Ava order Zoe")     // NARO-6.1
	s.no("NARO-6.2", "Ava order Chiara")                                        // NARO-6.2: she has no target
	assert.Equal(t, []string{"Babak", "Dario", "none"}, s.options())            // NARO-6.4: Babak does not aim at the boss
	s.do("Ava order Babak")                                                     // NARO-6.4
	s.asked("Babak aim")                                                        // NARO-6.3: he chooses, not the boss
	s.no("NARO-6.3", "Babak aim Chiara")                                        // NARO-6.3: the old target
	s.no("NARO-5.2", "Babak aim Babak")                                         // not himself
	s.no("NARO-6.5", "Ava aim Dario")                                           // only the ordered seat turns
	assert.ElementsMatch(t, []string{"Ava", "Dario", "none"}, s.options())      // NARO-6.3: the boss is allowed; NARO-6.5: too slow
	s.do("Babak aim Ava")                                                       // NARO-6.3
	s.is("public.players.Babak.target", "Ava")                                  //
	s.asked("Ava courage, Babak courage, Chiara courage, Dario courage")        // NARO-6.5: one order a round
	s.no("NARO-6.1", "Ava order Dario")                                         // NARO-6.5
	assert.Equal(t, []string{"courage", "count"}, s.said(), "step 5 is called") // NARO-1.4
}

func TestOrderedSeatTooSlow(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccb")
	s.all("1230")
	s.do("Ava order Dario", "Dario aim none") // NARO-6.5
	s.is("public.players.Dario.target", "none")
	s.all("ssss")
	s.is("public.players.Ava.wounds", 0)
	s.is("public.players.Dario.shown", "") // NARO-7.6
}

func TestOrderIsSkipped(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("cccc")
	s.all("1---")                   // only the boss aims
	s.is("public.phase", "courage") // NARO-6.2
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
	s.is("public.players.Chiara.alive", false)
	s.shareOut()
	return s
}

func TestTwoAliveNobodyIsOrdered(t *testing.T) {
	s := two(t)
	s.up("")
	s.all("cc")
	s.all("10")
	s.asked("Ava courage, Babak courage") // NARO-6.2
}
