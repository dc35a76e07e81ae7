package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCourage(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("bccc")
	s.all("120-")
	s.noOrder()
	s.asked("Ava courage, Babak courage, Chiara courage, Dario courage") // NARO-7.1: the boss too
	s.no("NARO-7.1", "Ava courage run")
	s.do("Chiara courage duck")
	s.no("NARO-7.2", "Chiara courage stand")   // NARO-7.2
	s.is("public.players.Chiara.stance", "up") // NARO-7.2: not shown before all are in
	s.is("private.Chiara.choice", "duck")
	s.do("Ava courage stand", "Babak courage stand", "Dario courage stand")
	s.is("public.players.Chiara.stance", "ducked")
	s.is("public.players.Chiara.shown", "") // NARO-7.3: burnt unseen
	s.is("public.players.Babak.shown", "")  // NARO-7.5: his target ducked
	s.is("public.players.Dario.shown", "")  // NARO-7.6: he aims at nobody
	s.is("public.players.Ava.shown", "bang")
	s.is("public.shots", `[{"from":"Ava","at":"Babak","card":"bang"}]`) // NARO-8.1: nobody else shows a card
	s.is("public.players.Babak.wounds", 1)                              // NARO-7.5: he can be hit
	s.is("public.discards", 4)                                          // NARO-7.3, 7.5, 7.6, NARO-8.6
	s.is("public.players.Ava.hand", 7)
	s.no("NARO-9.1", "Chiara take painting", "Babak take painting") // NARO-7.4, NARO-8.10: no share
	s.do("Ava take painting")
	s.asked("Dario take") // NARO-7.6: aiming at nobody he still shares
}

func TestTargetDuckedStillShares(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("bccc", "1230", "sdss")
	s.is("public.players.Babak.wounds", 0) // NARO-7.4: who ducks cannot be hurt
	s.asked("Ava take")                    // NARO-7.5: she can share
	s.is("public.discards", 4)
}

func TestFire(t *testing.T) {
	s := begin(t, 5, `{}`)
	s.up(usual)
	s.fight("bbbcc", "10043", "sssss")
	// Ava and Babak hit each other, Chiara hits Ava too; Dario's Click! does nothing to Elena.
	s.is("public.players.Ava.wounds", 2)     // NARO-8.5: each bullet is one wound
	s.is("public.players.Babak.wounds", 1)   // NARO-8.4: who is hit still hits
	s.is("public.players.Ava.stance", "hit") // NARO-8.3
	s.is("public.players.Chiara.stance", "up")
	s.is("public.discards", 5) // NARO-8.6
	assert.Equal(t, []string{"fire", "hit Ava", "hit Babak", "share Chiara"}, s.said())
}

func TestClickDoesNothing(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1230", "ssss")
	for _, seat := range s.seats {
		s.is("public.players."+seat+".wounds", 0) // NARO-8.2
		s.is("public.players."+seat+".stance", "up")
		s.is("public.players."+seat+".shown", "click") // NARO-8.1
	}
}

func TestDeath(t *testing.T) {
	s := dead(t, `{}`)
	s.is("public.players.Dario", `{"alive":false,"wounds":3,"power":"","hand":0,"loaded":false,"target":"Ava","stance":"dead","loot_count":0,"shown":"click"}`) // NARO-8.7, NARO-8.9
	s.is("private.Dario.hand", `{"click":0,"bang":0}`)
	s.is("public.discards", 4) // NARO-8.9: his unused bullets are not among the burnt cards
	assert.Equal(t, []string{"fire", "hit Dario", "dead Dario", "share Ava"}, s.said())
}

func TestLootOfTheDeadLeavesTheGame(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1230", "ddds")
	s.shareOut()
	s.is("public.players.Dario.loot_count", 7)
	s.up("")
	s.fight("bbbc", "3330", "ssss")
	s.is("public.players.Dario.loot_count", 0) // NARO-8.9
	s.is("private.Dario.loot", `[]`)
	s.is("public.loot", `["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]`)
}

func TestAllDieAtTheSameMoment(t *testing.T) {
	s := begin(t, 4, `{}`)
	for range 3 {
		s.up("")
		s.fight("bbbb", "1230", "ssss")
	}
	s.is("public.over", true) // NARO-12.2, NARO-8.7: all in the same moment
	s.is("result.reason", "all_dead")
	s.is("result.winners", `[]`)
	s.is("result.ranking", `[]`)
	s.is("public.phase", "over")
	assert.Contains(t, s.said(), "no_winner")
	s.no("NARO-12.2", "Ava load click", "table loot "+usual)
}

func TestGameEndsInStep6(t *testing.T) {
	// Babak, Chiara and Dario shoot each other for three rounds. The vulture searches nobody,
	// and nobody shares.
	s := begin(t, 4, `{}`, "vulture", "cheat", "lucky", "handsome")
	for round := 1; round <= 3; round++ {
		if round > 1 {
			s.shareOut()
		}
		s.up("")
		s.all("cbbb")
		s.all("1231")
		s.do("Babak reload none")
		s.noOrder()
		s.all("ssss")
	}
	s.is("public.over", true) // NARO-8.8, NARO-12.1
	s.is("public.phase", "over")
	s.is("public.turn", "")
	s.is("public.victim", "")
	s.is("public.players.Babak.target", "Chiara") // the table is left as it is
	s.is("result.reason", "last_alive")
	s.is("result.winners", `["Ava"]`) // NARO-12.1
	assert.Equal(t, "over Ava", s.said()[len(s.said())-1])
	s.no("NARO-12.1", "Ava take new_boss")
	assert.Empty(t, s.game.Asks(nil))
}
