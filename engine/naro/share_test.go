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
	s.asked("Dario take") // NARO-9.1, NARO-9.2, NARO-1.5
	s.no("NARO-9.3", "Elena take painting", "Babak take painting")
	s.no("NARO-9.4", "Dario take first_aid", "Dario take gold", "Dario take nothing")
	s.no("NARO-9.1", "Chiara take painting", "Ava take painting")
	assert.Equal(t, []string{"cash_5000", "cash_10000", "cash_20000", "diamond_1000", "painting", "clip", "new_boss"}, s.options()) // NARO-9.4, NARO-9.6: no way to take nothing
	s.do("Dario take new_boss")                                                                                                     // NARO-9.8
	s.is("public.next_boss", "Dario")
	s.is("public.boss", "Chiara")
	s.asked("Elena take") // NARO-9.3, NARO-9.8: the order stays
	s.do("Elena take cash_20000")
	s.asked("Babak take") // NARO-9.3: clockwise, over the end of the list
	s.do("Babak take painting", "Dario take cash_10000", "Elena take cash_10000", "Babak take cash_5000", "Dario take cash_5000",
		"Elena take diamond_1000")
	s.asked("Babak take")
	s.do("Babak take clip")
	s.asked("Babak burn")
	s.do("Babak burn click")
	s.is("public.phase", "loot") // NARO-9.5: over when everything is taken
	s.is("public.players.Elena.loot_count", 3)
	s.is("public.players.Dario.loot_count", 2)
	s.is("private.Dario.loot", `["cash_5000","cash_10000"]`) // NARO-9.13: what it is, is his own
	s.is("public.boss", "Dario")                             // NARO-9.11
	for _, seat := range s.seats {
		s.is("public.players."+seat+".stance", "up") // NARO-9.12
		s.is("public.players."+seat+".target", "")
	}
}

func TestOnlyTheTokenIsLeft(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccc", "1230", "sddd")
	for range 8 {
		s.do("Ava take cash_5000") // NARO-9.5: one alone gets everything
	}
	s.asked("Ava take")
	assert.Equal(t, []string{"new_boss"}, s.options()) // NARO-9.6
	s.do("Ava take new_boss")                          // NARO-9.9: the boss himself
	s.is("public.boss", "Ava")
	s.is("public.phase", "loot")
}

func TestDeadBossDoesNotShare(t *testing.T) {
	s := begin(t, 5, `{"boss":"Babak"}`)
	s.up(usual)
	s.fight("bcbbc", "13110", "sssss")
	s.is("public.players.Babak.alive", false)
	s.asked("Chiara take") // NARO-9.2
}

func TestTheDeskWithoutTheToken(t *testing.T) {
	// Chiara, the greedy one, shares alone and leaves without the token.
	s := begin(t, 4, `{}`, "collector", "handsome", "greedy", "doctor")
	s.up(usual)
	s.fight("bbbb", "1030", "ssss")
	s.is("public.players.Ava.wounds", 2)
	s.do("Chiara take cash_20000 painting")
	s.is("public.phase", "loot") // NARO-9.10, NARO-21.2: all who share have left
	s.is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_10000","diamond_1000","clip"]`)
	s.is("public.boss", "Ava") // NARO-9.11: not taken, so the boss stays
	s.up("")
	s.fight("bbcc", "1000", "ssdd")
	s.is("public.players.Ava.alive", false)
	s.is("public.round", 3)
	s.is("public.boss", "Babak") // NARO-9.11: the next living seat clockwise
}

func TestNobodyShares(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.fight("cccc", "1230", "dddd")
	assert.Equal(t, []string{"nobody", "round"}, s.said())
	s.is("public.phase", "loot") // NARO-9.10: nothing to share out
	s.is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_10000","cash_20000","diamond_1000","painting","clip"]`)
	s.is("public.token", "available") // NARO-9.10: never carried over
	s.is("public.boss", "Ava")        // NARO-9.11
	s.up("cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	assert.Len(t, naroStatus(s).Loot, 16) // NARO-9.10: added to the next
	s.quiet(8)
	s.up("")
	s.fight("cccc"[:4], "1230", "dddd")
	s.is("public.over", true)
	s.is("public.loot", `[]`) // NARO-9.10: lost after round 8

	s = begin(t, 4, `{"unclaimed":"discard"}`)
	s.up(usual)
	s.fight("cccc", "1230", "dddd")
	s.is("public.loot", `[]`)                                                                                      // NARO-9.10
	s.no("NARO-3.3", "table loot diamond_1000,diamond_1000,diamond_1000,diamond_1000,diamond_1000,clip,clip,clip") // they stay turned up
}

func TestClip(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccc", "1230", "ssss")
	s.do("Ava take clip") // NARO-10.4: no Bang! is burnt yet
	s.asked("Babak take")
	s.is("public.players.Ava.loot_count", 0) // NARO-10.7
	s.is("public.players.Ava.hand", 7)
	s.shareOut()

	s = begin(t, 4, `{}`)
	s.up("clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccb", "1230", "sssd") // Dario's Bang! is burnt unseen: NARO-10.1
	s.do("Ava take clip")
	s.asked("Ava burn") // NARO-10.2
	s.is("private.Ava.hand", `{"click":4,"bang":4}`)
	s.is("public.discards", 3)
	s.no("NARO-9.3", "Babak take cash_5000") // NARO-10.3
	s.no("NARO-10.2", "Ava burn none", "Babak burn click")
	s.do("Ava burn bang") // NARO-10.2: she held one before
	s.is("public.players.Ava.hand", 7)
	s.is("public.discards", 4)
	s.asked("Babak take")
	s.do("Babak take clip") // the Bang! that Ava burnt is there again
	s.asked("Babak burn")
	s.do("Babak burn click")
	s.do("Chiara take clip") // NARO-10.4: now there is none
	s.asked("Ava take")
	s.is("public.players.Chiara.loot_count", 0) // NARO-10.7
}

func TestClipMayNotBurnWhatItBrought(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	for range 3 {
		s.up("cash_5000,cash_5000,cash_5000,cash_5000,cash_10000,cash_10000,cash_10000,cash_10000")
		s.fight("bbbb", "1230", "dddd")
	}
	s.up("clip,cash_5000,cash_5000,cash_5000,painting,painting,painting,painting")
	s.fight("cccc", "1230", "sddd")
	s.do("Ava take clip")
	s.is("private.Ava.hand", `{"click":4,"bang":1}`)
	assert.Equal(t, []string{"click"}, s.options()) // NARO-10.2: her only Bang! is the new one
	s.no("NARO-10.2", "Ava burn bang")
}

func TestClipWithAnEmptyHand(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.keepBack = "clip"
	s.quiet(8)
	s.keepBack = ""
	s.up("")
	s.fight("cccc", "1230", "sddd")
	s.is("public.players.Ava.hand", 0)
	s.do("Ava take clip")
	s.asked("Ava take") // NARO-10.4
	s.is("public.players.Ava.hand", 0)
}

func TestFirstAid(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up("")
	s.fight("bbcc", "2200", "sssd")
	s.is("public.players.Chiara.wounds", 2)
	s.shareOut()
	s.up("first_aid,first_aid,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.fight("cccc", "1230", "dssd")
	s.do("Babak take first_aid") // NARO-10.6: he has no wounds
	s.is("public.players.Babak.wounds", 0)
	s.do("Chiara take first_aid")
	s.is("public.players.Chiara.wounds", 0)     // NARO-10.5: all of them
	s.is("public.players.Chiara.loot_count", 0) // NARO-10.7
	s.asked("Babak take")                       // NARO-10.8
}

// After round 8 nothing begins that would clear the table (NARO-9.12), but the desk changes
// hands (NARO-9.11).
func TestTheTableAfterTheLastRound(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.quiet(8)
	s.up("")
	s.fight("cccc", "1230", "dsss")
	s.do("Babak take new_boss")
	s.shareOut()
	s.is("public.over", true)
	s.is("public.round", 8)
	s.is("public.boss", "Babak")
	s.is("public.next_boss", "Babak")
	s.is("public.token", "taken")
	s.is("public.turn", "")
	s.is("public.players.Ava.stance", "ducked")
	s.is("public.players.Ava.target", "Babak")
	s.is("public.shots", `[{"from":"Babak","at":"Chiara","card":"click"},{"from":"Chiara","at":"Dario","card":"click"}]`)
}
