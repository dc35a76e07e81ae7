package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShareOut(t *testing.T) {
	s := begin(t, 5, `{"boss":"Chiara"}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		// Chiara, the boss, ducks; Ava is hit; Babak, Dario and Elena share: Dario first.
		each load click click click click bang
		each aim Babak Chiara Dario Elena Ava
		last order
		each courage stand stand duck stand stand
		asked Dario take // NARO-9.1, NARO-9.2, NARO-1.5
		! NARO-9.3 Elena take painting
		! NARO-9.3 Babak take painting
		! NARO-9.4 Dario take first_aid
		! NARO-9.4 Dario take gold
		! NARO-9.4 Dario take nothing
		! NARO-9.1 Chiara take painting
		! NARO-9.1 Ava take painting`)
	assert.Equal(t, []string{"cash_5000", "cash_10000", "cash_20000", "diamond_1000", "painting", "clip", "new_boss"}, s.options()) // NARO-9.4, NARO-9.6: no way to take nothing
	s.Run(`
		Dario take new_boss // NARO-9.8
		= next_boss Dario
		= boss Chiara
		asked Elena take // NARO-9.3, NARO-9.8: the order stays
		Elena take cash_20000
		asked Babak take // NARO-9.3: clockwise, over the end of the list
	`)
	s.Do("Babak take painting", "Dario take cash_10000", "Elena take cash_10000", "Babak take cash_5000", "Dario take cash_5000",
		"Elena take diamond_1000")
	s.Run(`
		asked Babak take
		Babak take clip
		asked Babak burn
		Babak burn click
		= phase loot // NARO-9.5: over when everything is taken
		= Elena.loot_count 3
		= Dario.loot_count 2
		= private.Dario.loot ["cash_5000","cash_10000"] // NARO-9.13: what it is, is his own
		= boss Dario // NARO-9.11
	`)
	s.Shows("NARO-9.12")
	for _, seat := range s.Seats {
		s.Is("public.players."+seat+".stance", "up") // NARO-9.12
		s.Is("public.players."+seat+".target", "")
	}
}

func TestOnlyTheTokenIsLeft(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck`)
	for range 8 {
		s.Run(`
			Ava take cash_5000 // NARO-9.5: one alone gets everything
		`)
	}
	s.Run(`
		asked Ava take`)
	s.Run(`lists Ava take new_boss // NARO-9.6`)
	s.Run(`
		Ava take new_boss // NARO-9.9: the boss himself
		said stay_boss Ava, round
		= boss Ava
		= phase loot`)
}

func TestDeadBossDoesNotShare(t *testing.T) {
	s := begin(t, 5, `{"boss":"Babak"}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click bang bang click
		each aim Babak Dario Babak Babak Ava
		last order
		each courage stand stand stand stand stand
		= Babak.alive false
		asked Chiara take // NARO-9.2
	`)
}

func TestTheDeskWithoutTheToken(t *testing.T) {
	// Chiara, the greedy one, shares alone and leaves without the token.
	s := begin(t, 4, `{}`, "collector", "handsome", "greedy", "doctor")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang bang bang bang
		each aim Babak Ava Dario Ava
		last order
		each courage stand stand stand stand
		= Ava.wounds 2
		Chiara take cash_20000 painting
		= phase loot // NARO-9.10, NARO-21.2: all who share have left
		= loot ["cash_5000","cash_5000","cash_10000","cash_10000","diamond_1000","clip"]
		= boss Ava // NARO-9.11: not taken, so the boss stays
	`)
	s.up("")
	s.Run(`
		each load bang bang click click
		each aim Babak Ava Ava Ava
		last order
		each courage stand stand duck duck
		= Ava.alive false
		= round 3
		= boss Babak // NARO-9.11: the next living seat clockwise
		said fire, hit Ava, hit Babak, dead Ava, nobody, boss_next Babak, round
	`)
}

func TestNobodyShares(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck duck duck
		said no_shots, nobody, round
		= phase loot // NARO-9.10: nothing to share out
		= loot ["cash_5000","cash_5000","cash_10000","cash_10000","cash_20000","diamond_1000","painting","clip"]
		= token available // NARO-9.10: never carried over
		= boss Ava // NARO-9.11
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000`)
	assert.Len(t, status(s).Loot, 16) // NARO-9.10: added to the next
	s.quiet(8)
	s.up("")
	s.fight("cccc"[:4], "1230", "dddd")
	s.Run(`
		= over true
		= loot [] // NARO-9.10: lost after round 8
	`)

	s = begin(t, 4, `{"unclaimed":"discard"}`)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck duck duck
		= loot [] // NARO-9.10
		! NARO-3.3 table loot diamond_1000,diamond_1000,diamond_1000,diamond_1000,diamond_1000,clip,clip,clip // they stay turned up
	`)
}

func TestClip(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.Run(`
		table loot clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand stand stand
		Ava take clip // NARO-10.4: no Bang! is burnt yet
		asked Babak take
		= Ava.loot_count 0 // NARO-10.7
		= Ava.hand 7
		first take forbid burn`)

	s = begin(t, 4, `{}`)
	s.Run(`
		table loot clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click bang
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand stand duck // Dario's Bang! is burnt unseen: NARO-10.1
		Ava take clip
		asked Ava burn // NARO-10.2
		= private.Ava.hand {"click":4,"bang":4}
		= discards 3
		! NARO-9.3 Babak take cash_5000 // NARO-10.3
		! NARO-10.2 Ava burn none
		! NARO-10.2 Babak burn click
		Ava burn bang // NARO-10.2: she held one before
		= Ava.hand 7
		= discards 4
		asked Babak take
		Babak take clip // the Bang! that Ava burnt is there again
		asked Babak burn
		Babak burn click
		Chiara take clip // NARO-10.4: now there is none
		asked Ava take
		= Chiara.loot_count 0 // NARO-10.7
	`)
}

func TestClipMayNotBurnWhatItBrought(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	for range 3 {
		s.Run(`
			table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_10000,cash_10000,cash_10000,cash_10000
			each load bang bang bang bang
			each aim Babak Chiara Dario Ava
			last order
			each courage duck duck duck duck`)
	}
	s.Run(`
		table loot clip,cash_5000,cash_5000,cash_5000,painting,painting,painting,painting
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		Ava take clip
		= private.Ava.hand {"click":4,"bang":1}`)
	assert.Equal(t, []string{"click"}, s.options()) // NARO-10.2: her only Bang! is the new one
	s.Run(`
		! NARO-10.2 Ava burn bang`)
}

func TestClipWithAnEmptyHand(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.keepBack = "clip"
	s.quiet(8)
	s.keepBack = ""
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		= Ava.hand 0
		Ava take clip
		asked Ava take // NARO-10.4
		= Ava.hand 0`)
}

func TestFirstAid(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("")
	s.Run(`
		each load bang bang click click
		each aim Chiara Chiara Ava Ava
		last order
		each courage stand stand stand duck
		= Chiara.wounds 2
		first take forbid burn
		table loot first_aid,first_aid,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck stand stand duck
		Babak take first_aid // NARO-10.6: he has no wounds
		= Babak.wounds 0
		Chiara take first_aid
		= Chiara.wounds 0 // NARO-10.5: all of them
		= Chiara.loot_count 0 // NARO-10.7
		asked Babak take // NARO-10.8
	`)
}

// After round 8 nothing begins that would clear the table (NARO-9.12), but the desk changes
// hands (NARO-9.11).
func TestTheTableAfterTheLastRound(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.quiet(8)
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck stand stand stand
		Babak take new_boss
		first take forbid burn
		= over true
		= round 8
		= boss Babak
		= next_boss Babak
		= token taken
		= turn ""
		= Ava.stance ducked
		= Ava.target Babak
		= shots [{"from":"Babak","at":"Chiara","card":"click"},{"from":"Chiara","at":"Dario","card":"click"}]`)
}
