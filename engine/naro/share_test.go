package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShareOut(t *testing.T) {
	s := begin(t, 5, `{"boss":"Chiara"}`)
	s.up(usual)
	// Chiara, the boss, ducks; Ava is hit; Babak, Dario and Elena share: Dario first.
	s.fight("ccccb", "12340", "ssdss")
	s.Asked("Dario take") // NARO-9.1, NARO-9.2, NARO-1.5
	s.No("NARO-9.3", "Elena take painting", "Babak take painting")
	s.No("NARO-9.4", "Dario take first_aid", "Dario take gold", "Dario take nothing")
	s.No("NARO-9.1", "Chiara take painting", "Ava take painting")
	assert.Equal(t, []string{"cash_5000", "cash_10000", "cash_20000", "diamond_1000", "painting", "clip", "new_boss"}, s.options()) // NARO-9.4, NARO-9.6: no way to take nothing
	s.Do("Dario take new_boss")                                                                                                     // NARO-9.8
	s.Is("public.next_boss", "Dario")
	s.Is("public.boss", "Chiara")
	s.Asked("Elena take") // NARO-9.3, NARO-9.8: the order stays
	s.Do("Elena take cash_20000")
	s.Asked("Babak take") // NARO-9.3: clockwise, over the end of the list
	s.Do("Babak take painting", "Dario take cash_10000", "Elena take cash_10000", "Babak take cash_5000", "Dario take cash_5000",
		"Elena take diamond_1000")
	s.Asked("Babak take")
	s.Do("Babak take clip")
	s.Asked("Babak burn")
	s.Do("Babak burn click")
	s.Is("public.phase", "loot") // NARO-9.5: over when everything is taken
	s.Is("public.players.Elena.loot_count", 3)
	s.Is("public.players.Dario.loot_count", 2)
	s.Is("private.Dario.loot", `["cash_5000","cash_10000"]`) // NARO-9.13: what it is, is his own
	s.Is("public.boss", "Dario")                             // NARO-9.11
	for _, seat := range s.Seats {
		s.Is("public.players."+seat+".stance", "up") // NARO-9.12
		s.Is("public.players."+seat+".target", "")
	}
}

func TestOnlyTheTokenIsLeft(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccc", "1230", "sddd")
	for range 8 {
		s.Do("Ava take cash_5000") // NARO-9.5: one alone gets everything
	}
	s.Asked("Ava take")
	assert.Equal(t, []string{"new_boss"}, s.options()) // NARO-9.6
	s.Do("Ava take new_boss")                          // NARO-9.9: the boss himself
	s.Is("public.boss", "Ava")
	s.Is("public.phase", "loot")
}

func TestDeadBossDoesNotShare(t *testing.T) {
	s := begin(t, 5, `{"boss":"Babak"}`)
	s.up(usual)
	s.fight("bcbbc", "13110", "sssss")
	s.Is("public.players.Babak.alive", false)
	s.Asked("Chiara take") // NARO-9.2
}

func TestTheDeskWithoutTheToken(t *testing.T) {
	// Chiara, the greedy one, shares alone and leaves without the token.
	s := begin(t, 4, `{}`, "collector", "handsome", "greedy", "doctor")
	s.up(usual)
	s.fight("bbbb", "1030", "ssss")
	s.Is("public.players.Ava.wounds", 2)
	s.Do("Chiara take cash_20000 painting")
	s.Is("public.phase", "loot") // NARO-9.10, NARO-21.2: all who share have left
	s.Is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_10000","diamond_1000","clip"]`)
	s.Is("public.boss", "Ava") // NARO-9.11: not taken, so the boss stays
	s.up("")
	s.fight("bbcc", "1000", "ssdd")
	s.Is("public.players.Ava.alive", false)
	s.Is("public.round", 3)
	s.Is("public.boss", "Babak") // NARO-9.11: the next living seat clockwise
}

func TestNobodyShares(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1230", "dddd")
	assert.Equal(t, []string{"nobody", "round"}, s.Said())
	s.Is("public.phase", "loot") // NARO-9.10: nothing to share out
	s.Is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_10000","cash_20000","diamond_1000","painting","clip"]`)
	s.Is("public.token", "available") // NARO-9.10: never carried over
	s.Is("public.boss", "Ava")        // NARO-9.11
	s.up("cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	assert.Len(t, status(s).Loot, 16) // NARO-9.10: added to the next
	s.quiet(8)
	s.up("")
	s.fight("cccc"[:4], "1230", "dddd")
	s.Is("public.over", true)
	s.Is("public.loot", `[]`) // NARO-9.10: lost after round 8

	s = begin(t, 4, `{"unclaimed":"discard"}`)
	s.up(usual)
	s.fight("cccc", "1230", "dddd")
	s.Is("public.loot", `[]`)                                                                                      // NARO-9.10
	s.No("NARO-3.3", "table loot diamond_1000,diamond_1000,diamond_1000,diamond_1000,diamond_1000,clip,clip,clip") // they stay turned up
}

func TestClip(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccc", "1230", "ssss")
	s.Do("Ava take clip") // NARO-10.4: no Bang! is burnt yet
	s.Asked("Babak take")
	s.Is("public.players.Ava.loot_count", 0) // NARO-10.7
	s.Is("public.players.Ava.hand", 7)
	s.shareOut()

	s = begin(t, 4, `{}`)
	s.up("clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccb", "1230", "sssd") // Dario's Bang! is burnt unseen: NARO-10.1
	s.Do("Ava take clip")
	s.Asked("Ava burn") // NARO-10.2
	s.Is("private.Ava.hand", `{"click":4,"bang":4}`)
	s.Is("public.discards", 3)
	s.No("NARO-9.3", "Babak take cash_5000") // NARO-10.3
	s.No("NARO-10.2", "Ava burn none", "Babak burn click")
	s.Do("Ava burn bang") // NARO-10.2: she held one before
	s.Is("public.players.Ava.hand", 7)
	s.Is("public.discards", 4)
	s.Asked("Babak take")
	s.Do("Babak take clip") // the Bang! that Ava burnt is there again
	s.Asked("Babak burn")
	s.Do("Babak burn click")
	s.Do("Chiara take clip") // NARO-10.4: now there is none
	s.Asked("Ava take")
	s.Is("public.players.Chiara.loot_count", 0) // NARO-10.7
}

func TestClipMayNotBurnWhatItBrought(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	for range 3 {
		s.up("cash_5000,cash_5000,cash_5000,cash_5000,cash_10000,cash_10000,cash_10000,cash_10000")
		s.fight("bbbb", "1230", "dddd")
	}
	s.up("clip,cash_5000,cash_5000,cash_5000,painting,painting,painting,painting")
	s.fight("cccc", "1230", "sddd")
	s.Do("Ava take clip")
	s.Is("private.Ava.hand", `{"click":4,"bang":1}`)
	assert.Equal(t, []string{"click"}, s.options()) // NARO-10.2: her only Bang! is the new one
	s.No("NARO-10.2", "Ava burn bang")
}

func TestClipWithAnEmptyHand(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.keepBack = "clip"
	s.quiet(8)
	s.keepBack = ""
	s.up("")
	s.fight("cccc", "1230", "sddd")
	s.Is("public.players.Ava.hand", 0)
	s.Do("Ava take clip")
	s.Asked("Ava take") // NARO-10.4
	s.Is("public.players.Ava.hand", 0)
}

func TestFirstAid(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("")
	s.fight("bbcc", "2200", "sssd")
	s.Is("public.players.Chiara.wounds", 2)
	s.shareOut()
	s.up("first_aid,first_aid,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccc", "1230", "dssd")
	s.Do("Babak take first_aid") // NARO-10.6: he has no wounds
	s.Is("public.players.Babak.wounds", 0)
	s.Do("Chiara take first_aid")
	s.Is("public.players.Chiara.wounds", 0)     // NARO-10.5: all of them
	s.Is("public.players.Chiara.loot_count", 0) // NARO-10.7
	s.Asked("Babak take")                       // NARO-10.8
}

// After round 8 nothing begins that would clear the table (NARO-9.12), but the desk changes
// hands (NARO-9.11).
func TestTheTableAfterTheLastRound(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.quiet(8)
	s.up("")
	s.fight("cccc", "1230", "dsss")
	s.Do("Babak take new_boss")
	s.shareOut()
	s.Is("public.over", true)
	s.Is("public.round", 8)
	s.Is("public.boss", "Babak")
	s.Is("public.next_boss", "Babak")
	s.Is("public.token", "taken")
	s.Is("public.turn", "")
	s.Is("public.players.Ava.stance", "ducked")
	s.Is("public.players.Ava.target", "Babak")
	s.Is("public.shots", `[{"from":"Babak","at":"Chiara","card":"click"},{"from":"Chiara","at":"Dario","card":"click"}]`)
}
