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
	s.Asked("Ava courage, Babak courage, Chiara courage, Dario courage") // NARO-7.1: the boss too
	s.No("NARO-7.1", "Ava courage run")
	s.Do("Chiara courage duck")
	s.No("NARO-7.2", "Chiara courage stand")   // NARO-7.2
	s.Is("public.players.Chiara.stance", "up") // NARO-7.2: not shown before all are in
	s.Is("private.Chiara.choice", "duck")
	s.Do("Ava courage stand", "Babak courage stand", "Dario courage stand")
	s.Is("public.players.Chiara.stance", "ducked")
	s.Is("public.players.Chiara.shown", "") // NARO-7.3: burnt unseen
	s.Is("public.players.Babak.shown", "")  // NARO-7.5: his target ducked
	s.Is("public.players.Dario.shown", "")  // NARO-7.6: he aims at nobody
	s.Is("public.players.Ava.shown", "bang")
	s.Is("public.shots", `[{"from":"Ava","at":"Babak","card":"bang"}]`) // NARO-8.1: nobody else shows a card
	s.Is("public.players.Babak.wounds", 1)                              // NARO-7.5: he can be hit
	s.Is("public.discards", 4)                                          // NARO-7.3, 7.5, 7.6, NARO-8.6
	s.Is("public.players.Ava.hand", 7)
	s.No("NARO-9.1", "Chiara take painting", "Babak take painting") // NARO-7.4, NARO-8.10: no share
	s.Do("Ava take painting")
	s.Asked("Dario take") // NARO-7.6: aiming at nobody he still shares
}

func TestTargetDuckedStillShares(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("bccc", "1230", "sdss")
	s.Is("public.players.Babak.wounds", 0) // NARO-7.4: who ducks cannot be hurt
	s.Asked("Ava take")                    // NARO-7.5: she can share
	s.Is("public.discards", 4)
}

func TestFire(t *testing.T) {
	s := begin(t, 5, `{}`)
	s.up(usual)
	s.fight("bbbcc", "10043", "sssss")
	// Ava and Babak hit each other, Chiara hits Ava too; Dario's Click! does nothing to Elena.
	s.Is("public.players.Ava.wounds", 2)     // NARO-8.5: each bullet is one wound
	s.Is("public.players.Babak.wounds", 1)   // NARO-8.4: who is hit still hits
	s.Is("public.players.Ava.stance", "hit") // NARO-8.3
	s.Is("public.players.Chiara.stance", "up")
	s.Is("public.discards", 5) // NARO-8.6
	assert.Equal(t, []string{"fire", "hit Ava", "hit Babak", "share Chiara"}, s.Said())
}

func TestClickDoesNothing(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1230", "ssss")
	for _, seat := range s.Seats {
		s.Is("public.players."+seat+".wounds", 0) // NARO-8.2
		s.Is("public.players."+seat+".stance", "up")
		s.Is("public.players."+seat+".shown", "click") // NARO-8.1
	}
}

func TestDeath(t *testing.T) {
	s := dead(t, `{}`)
	s.Is("public.players.Dario", `{"alive":false,"wounds":3,"power":"","hand":0,"loaded":false,"target":"Ava","stance":"dead","loot_count":0,"shown":"click"}`) // NARO-8.7, NARO-8.9
	s.Is("private.Dario.hand", `{"click":0,"bang":0}`)
	s.Is("public.discards", 4) // NARO-8.9: his unused bullets are not among the burnt cards
	assert.Equal(t, []string{"fire", "hit Dario", "dead Dario", "share Ava"}, s.Said())
}

func TestLootOfTheDeadLeavesTheGame(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1230", "ddds")
	s.shareOut()
	s.Is("public.players.Dario.loot_count", 7)
	s.up("")
	s.fight("bbbc", "3330", "ssss")
	s.Is("public.players.Dario.loot_count", 0) // NARO-8.9
	s.Is("private.Dario.loot", `[]`)
	s.Is("public.loot", `["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]`)
}

func TestAllDieAtTheSameMoment(t *testing.T) {
	s := begin(t, 4, `{}`)
	for range 3 {
		s.up("")
		s.fight("bbbb", "1230", "ssss")
	}
	s.Is("public.over", true) // NARO-12.2, NARO-8.7: all in the same moment
	s.Is("result.reason", "all_dead")
	s.Is("result.winners", `[]`)
	s.Is("result.ranking", `[]`)
	s.Is("public.phase", "over")
	assert.Contains(t, s.Said(), "no_winner")
	s.No("NARO-12.2", "Ava load click", "table loot "+usual)
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
		s.Do("Babak reload none")
		s.noOrder()
		s.all("ssss")
	}
	s.Is("public.over", true) // NARO-8.8, NARO-12.1
	s.Is("public.phase", "over")
	s.Is("public.turn", "")
	s.Is("public.victim", "")
	s.Is("public.players.Babak.target", "Chiara") // the table is left as it is
	s.Is("result.reason", "last_alive")
	s.Is("result.winners", `["Ava"]`) // NARO-12.1
	assert.Equal(t, "over Ava", s.Said()[len(s.Said())-1])
	s.No("NARO-12.1", "Ava take new_boss")
	assert.Empty(t, s.Game.Asks(nil))
}
