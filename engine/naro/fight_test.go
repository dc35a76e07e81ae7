package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCourage(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Ava none
		last order
		asked Ava courage, Babak courage, Chiara courage, Dario courage // NARO-7.1: the boss too
		! NARO-7.1 Ava courage run
		Chiara courage duck
		! NARO-7.2 Chiara courage stand // NARO-7.2
		= Chiara.stance up // NARO-7.2: not shown before all are in
		= private.Chiara.choice duck
		Ava courage stand
		Babak courage stand
		Dario courage stand
		= Chiara.stance ducked
		= Chiara.shown "" // NARO-7.3: burnt unseen
		= Babak.shown "" // NARO-7.5: his target ducked
		= Dario.shown "" // NARO-7.6: he aims at nobody
		= Ava.shown bang
		= shots [{"from":"Ava","at":"Babak","card":"bang"}] // NARO-8.1: nobody else shows a card
		= Babak.wounds 1 // NARO-7.5: he can be hit
		= discards 4 // NARO-7.3, 7.5, 7.6, NARO-8.6
		= Ava.hand 7
		! NARO-9.1 Chiara take painting
		! NARO-9.1 Babak take painting // NARO-7.4, NARO-8.10: no share
		Ava take painting
		asked Dario take // NARO-7.6: aiming at nobody he still shares
	`)
}

func TestTargetDuckedStillShares(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand stand
		= Babak.wounds 0 // NARO-7.4: who ducks cannot be hurt
		asked Ava take // NARO-7.5: she can share
		= discards 4`)
}

func TestFire(t *testing.T) {
	s := begin(t, 5, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang bang bang click click
		each aim Babak Ava Ava Elena Dario
		last order
		each courage stand stand stand stand stand
		// Ava and Babak hit each other, Chiara hits Ava too; Dario's Click! does nothing to Elena.
		= Ava.wounds 2 // NARO-8.5: each bullet is one wound
		= Babak.wounds 1 // NARO-8.4: a player who is hit still hits
		= Ava.stance hit // NARO-8.3
		= Chiara.stance up
		= discards 5 // NARO-8.6
		said fire, hit Ava, hit Babak, share Chiara`)
}

func TestClickDoesNothing(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand stand stand`)
	s.Shows("NARO-8.2")
	for _, seat := range s.Seats {
		s.Is("public.players."+seat+".wounds", 0) // NARO-8.2
		s.Is("public.players."+seat+".stance", "up")
		s.Is("public.players."+seat+".shown", "click") // NARO-8.1
	}
}

func TestDeath(t *testing.T) {
	s := dead(t, `{}`)
	s.Run(`
		= Dario {"alive":false,"wounds":3,"power":"","hand":0,"loaded":false,"target":"Ava","stance":"dead","loot_count":0,"shown":"click"} // NARO-8.7, NARO-8.9
		= private.Dario.hand {"click":0,"bang":0}
		= discards 4 // NARO-8.9: his unused bullets are not among the burnt cards
		said fire, hit Dario, dead Dario, share Ava`)
}

func TestLootOfTheDeadLeavesTheGame(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck duck stand
		first take forbid burn
		= Dario.loot_count 7`)
	s.up("")
	s.Run(`
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand
		= Dario.loot_count 0 // NARO-8.9
		= private.Dario.loot []
		= loot ["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]`)
}

func TestAllDieAtTheSameMoment(t *testing.T) {
	s := begin(t, 4, `{}`)
	for range 3 {
		s.up("")
		s.Run(`
			each load bang bang bang bang
			each aim Babak Chiara Dario Ava
			last order
			each courage stand stand stand stand`)
	}
	s.Run(`
		= over true // NARO-12.2, NARO-8.7: all in the same moment
		= result.reason all_dead
		= result.winners []
		= result.ranking []
		= phase over`)
	assert.Contains(t, s.Said(), "no_winner")
	s.No("NARO-12.2", "Ava load click", "table loot "+usual)
}

func TestGameEndsInStep6(t *testing.T) {
	// Babak, Chiara and Dario shoot each other for three rounds. The vulture searches nobody,
	// and nobody shares.
	s := begin(t, 4, `{}`, "vulture", "cheat", "lucky", "handsome")
	for round := 1; round <= 3; round++ {
		if round > 1 {
			s.Run(`
				first take forbid burn`)
		}
		s.up("")
		s.Run(`
			each load click bang bang bang
			each aim Babak Chiara Dario Babak
			Babak reload none
			last order
			each courage stand stand stand stand`)
	}
	s.Run(`
		= over true // NARO-8.8, NARO-12.1
		= phase over
		= turn ""
		= victim ""
		= Babak.target Chiara // the table is left as it is
		= result.reason last_alive
		= result.winners ["Ava"] // NARO-12.1
	`)
	assert.Equal(t, "over Ava", s.Said()[len(s.Said())-1])
	s.Run(`
		! NARO-12.1 Ava take new_boss`)
	assert.Empty(t, s.Game.Asks(nil))
}
