package naro_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
)

const (
	bills = "cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000"
	clips = "clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000"
)

// powers returns Ava's power and three that ask nothing.
func powers(ava string) []string { return []string{ava, "doctor", "lucky", "collector"} }

func TestPickpocket(t *testing.T) {
	s := begin(t, 4, `{}`, "pickpocket", "bully", "lucky", "collector")
	s.up(usual)
	s.fight("cccc", "1230", "dsss")
	s.Is("private.Ava.loot", `["cash_10000"]`) // NARO-14.1, NARO-13.3
	s.Is("public.loot", `["cash_5000","cash_5000","cash_10000","cash_20000","diamond_1000","painting","clip"]`)
	s.Asked("Babak take") // NARO-14.4, NARO-29.8: the bully was not asked

	s = begin(t, 4, `{}`, powers("pickpocket")...)
	s.up(bills)
	s.fight("cccc", "1230", "dsss")
	s.Is("public.players.Ava.loot_count", 0) // NARO-14.2

	s = begin(t, 4, `{}`, powers("pickpocket")...)
	s.up(usual)
	s.fight("cccb", "1230", "ssss")
	s.Is("public.players.Ava.stance", "hit")
	s.Is("public.players.Ava.loot_count", 0) // NARO-14.3
}

func TestCheat(t *testing.T) {
	s := begin(t, 4, `{}`, "cheat", "enchanter", "lucky", "collector")
	s.up(usual)
	s.all("cccc")
	s.No("NARO-5.3", "Babak aim Ava") // NARO-5.3
	s.all("1.30")
	s.Asked("Babak aim") // NARO-5.3, NARO-24.1
	s.Is("public.players.Ava.target", "Babak")
	s.No("NARO-15.2", "Ava reload bang") // NARO-15.2: not before the enchanter
	s.Do("Babak aim none")               // NARO-24.2
	s.Asked("Ava reload")                // NARO-5.6, NARO-15.1, NARO-13.4
	assert.Equal(t, []string{"click", "bang", "none"}, s.options())
	public := status(s).Players.Of[0]
	s.No("NARO-15.3", "Ava reload painting")
	s.Do("Ava reload bang")
	s.Is("private.Ava.loaded", "bang")
	s.Is("private.Ava.hand", `{"click":5,"bang":2}`)
	assert.Equal(t, public, status(s).Players.Of[0], "NARO-15.3: nobody learns whether he changed")
	s.Asked("Ava order") // NARO-15.2: before the order
	s.Do("Ava order Chiara", "Chiara aim Babak")
	s.Asked("Ava courage, Babak courage, Chiara courage, Dario courage") // NARO-6.6
	s.No("NARO-15.2", "Ava reload click")                                // NARO-6.6
	s.No("NARO-5.1", "Babak aim Ava")                                    // NARO-6.6
}

func TestCheatMayLoadTheSameKind(t *testing.T) {
	s := begin(t, 4, `{}`, powers("cheat")...)
	s.up(usual)
	s.all("bccc")
	s.all("1230")
	s.Do("Ava reload bang") // NARO-15.3: of either kind
	s.Is("private.Ava.hand", `{"click":5,"bang":2}`)
}

func TestCheatWithoutAChoice(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers("cheat")...)
	for range 3 {
		s.up("")
		s.all("bccc")
		s.all("1230")
		s.Do("Ava reload none")
		s.noOrder()
		s.all("dddd")
	}
	s.up("")
	s.all("cccc")
	s.all("1230")
	s.No("NARO-15.3", "Ava reload bang") // NARO-15.3: no Bang! is in his hand
	assert.Equal(t, []string{"click", "none"}, s.options())

	s = begin(t, 4, `{"unclaimed":"discard"}`, powers("cheat")...)
	s.quiet(8)
	s.up("")
	s.all("cccc")
	s.all("1230")
	s.Asked("Ava order") // NARO-15.4
}

// rich plays a round in which only the given seats, of four, share cards, up to the next loot.
func rich(t *testing.T, guts string, powers ...string) *script {
	t.Helper()
	s := begin(t, 4, `{}`, powers...)
	s.up(bills)
	s.all("cccc")
	s.all("----")
	s.all(guts)
	s.shareOut()
	return s
}

func TestVulture(t *testing.T) {
	s := rich(t, "ddds", "vulture", "doctor", "lucky", "collector")
	s.up(usual)
	s.fight("bbbc", "3330", "ssss")
	s.Asked("Ava scavenge") // NARO-16.1, NARO-16.5: before the loot is shared
	s.Is("public.victim", "Dario")
	s.Is("private.Ava.peek", `["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]`)
	s.Is("private.Babak.peek", `[]`)
	s.No("NARO-16.1", "Ava scavenge painting", "Ava scavenge cash_5000,cash_5000,cash_5000", "Babak scavenge cash_5000")
	s.Do("Ava scavenge cash_5000,cash_5000")
	s.Is("public.players.Ava.loot_count", 2)
	s.Is("public.players.Dario.loot_count", 0)
	s.Is("private.Ava.peek", `[]`)
	s.Is("public.phase", "share")

	s = rich(t, "ddds", "vulture", "doctor", "lucky", "collector")
	s.up(usual)
	s.fight("bbbc", "3330", "ssss")
	s.Do("Ava scavenge []") // NARO-13.4: he may take none
	s.Is("public.players.Ava.loot_count", 0)

	s = dead(t, `{}`, "vulture", "doctor", "lucky", "collector")
	s.Is("public.phase", "share") // NARO-16.4: the dead seat has nothing
}

func TestVultureSearchesSeveral(t *testing.T) {
	s := begin(t, 5, `{}`, "doctor", "lucky", "collector", "racketeer", "vulture")
	s.up("")
	s.fight("ccccc", "12340", "sdsdd") // Ava and Chiara share
	s.shareOut()
	s.up("")
	s.fight("bbbbc", "20020", "ssssd")
	s.Is("public.players.Ava.wounds", 2)
	s.Is("public.players.Chiara.wounds", 2)
	s.shareOut()
	s.Is("public.boss", "Babak")
	s.up("")
	s.fight("cbcbc", "20020", "ssssd")
	s.Asked("Elena scavenge")       // NARO-16.3: though she ducked
	s.Is("public.victim", "Chiara") // NARO-16.2: clockwise from Babak
	s.Do("Elena scavenge cash_5000")
	s.Asked("Elena scavenge")
	s.Is("public.victim", "Ava")
	s.Do("Elena scavenge cash_5000,cash_5000")
	s.Is("public.players.Elena.loot_count", 3)
	s.Asked("Babak take")
}

func TestDeadVultureSearchesNobody(t *testing.T) {
	s := rich(t, "ddss", "doctor", "lucky", "vulture", "collector")
	s.up("")
	s.fight("bbbb", "2332", "ssss")
	s.shareOut()
	s.up("")
	s.fight("bbcc", "2332", "ssss")
	s.Is("public.players.Chiara.alive", false)
	s.Is("public.players.Dario.alive", false)
	s.Is("public.phase", "share") // NARO-16.3, NARO-13.2
}

func TestOpportunist(t *testing.T) {
	s := begin(t, 4, `{}`, powers("opportunist")...)
	s.up(usual)
	s.fight("bccc", "1230", "sdss")
	s.Asked("Ava salvage") // NARO-17.1
	s.Is("public.discards", 1)
	s.Is("public.players.Ava.loaded", true)                         // NARO-7.7: hers is burnt when she has decided
	assert.Equal(t, []string{"click", "bang", "none"}, s.options()) // NARO-17.4: of the same kind too
	s.No("NARO-17.1", "Ava salvage painting", "Babak salvage click")
	s.Do("Ava salvage click")
	s.Is("private.Ava.hand", `{"click":4,"bang":3}`)
	s.Is("public.discards", 4) // and Dario's and Chiara's

	s = begin(t, 4, `{}`, powers("opportunist")...)
	s.up(usual)
	s.fight("bccc", "1230", "ddss")
	s.Asked("Ava salvage") // NARO-17.2
	s.Do("Ava salvage none")
	s.Is("private.Ava.hand", `{"click":5,"bang":2}`)

	s = begin(t, 4, `{}`, powers("opportunist")...)
	s.up(usual)
	s.fight("bccc", "-230", "sdss")
	s.Is("public.phase", "share") // NARO-17.3: without a target
	s = begin(t, 4, `{}`, powers("opportunist")...)
	s.up(usual)
	s.fight("bccc", "1230", "ssdd")
	s.Is("public.phase", "share") // NARO-17.1: his target stands

	s = begin(t, 4, `{"unclaimed":"discard"}`, powers("opportunist")...)
	s.quiet(8)
	s.up("")
	s.fight("cccc", "1230", "sdss")
	s.Is("public.phase", "share") // NARO-17.3: with an empty hand
}

func TestDoctor(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "doctor", "tough", "collector")
	s.up("")
	s.fight("bccc", "1230", "ssdd")
	s.Is("public.players.Babak.wounds", 1) // NARO-18.2: a bullet does not heal
	s.shareOut()
	s.up("")
	s.fight("bccc", "1230", "ssdd")
	s.Is("public.players.Babak.wounds", 2)
	s.shareOut()
	s.up("")
	s.fight("bccc", "1230", "sddd")
	s.Is("public.players.Babak.wounds", 1) // NARO-18.1, NARO-13.1
	s.shareOut()
	s.up("")
	s.fight("cccc", "1230", "sddd")
	s.shareOut()
	s.up("")
	s.fight("cccc", "1230", "sddd")
	s.Is("public.players.Babak.wounds", 0) // NARO-18.1: never below none
}

func TestGambler(t *testing.T) {
	s := begin(t, 4, `{}`, powers("gambler")...)
	s.up(usual)
	s.Asked("Ava hustle") // NARO-3.5, NARO-19.1
	assert.Equal(t, []string{"Babak", "Chiara", "Dario", "none"}, s.options())
	s.No("NARO-19.1", "Ava hustle Ava", "Babak hustle Ava", "Ava hustle Zoe")
	s.No("NARO-4.1", "Ava load click")
	s.Do("Ava hustle Babak")
	s.Is("public.victim", "Babak")
	s.Asked("table draw")
	s.No("NARO-19.1", "Ava draw click", "table draw painting")
	a := s.Game.Asks(nil)[0]
	assert.True(t, a.Secret)
	assert.True(t, a.By.Has(0) && a.By.Len() == 1, "Ava alone types it in")
	s.Do("table draw bang")
	s.Is("private.Ava.drawn", "bang") // NARO-19.2: he sees it before he gives
	s.Is("private.Babak.drawn", "")
	s.Asked("Ava give")
	s.No("NARO-19.3", "Babak give click", "Ava give none")
	s.Do("Ava give click")
	s.Is("private.Ava.hand", `{"click":4,"bang":4}`) // NARO-19.4
	s.Is("private.Babak.hand", `{"click":6,"bang":2}`)
	s.Is("private.Ava.drawn", "")
	s.Is("public.victim", "")
	s.Is("public.phase", "load") // NARO-3.5: before anybody loads
}

func TestGamblerGivesOneOfHisOwn(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers("gambler")...)
	for range 3 {
		s.up("")
		s.Do("Ava hustle none") // NARO-13.4: he may decline
		s.fight("bccb", "1230", "dddd")
	}
	s.up("")
	s.No("NARO-19.1", "Ava draw bang")
	s.Do("Ava hustle Dario")
	s.No("NARO-19.1", "table draw bang") // NARO-19.1: Dario has none left
	a := s.Game.Asks(nil)[0]
	assert.Len(t, a.Options, 1)
	assert.Len(t, a.Shown(), 2, "the gambler must not see by the choices what Dario holds")
	s = begin(t, 4, `{"unclaimed":"discard"}`, powers("gambler")...)
	for range 3 {
		s.up("")
		s.Do("Ava hustle none")
		s.fight("bccc", "1230", "dddd")
	}
	s.up("")
	s.Do("Ava hustle Babak", "table draw bang")
	s.No("NARO-19.3", "Ava give bang") // NARO-19.3: he held none before the draw
	assert.Equal(t, []string{"click"}, s.options())
}

func TestBoxDrawsForTheGambler(t *testing.T) {
	s := begin(t, 4, `{"chance":"box","power_deal":"table"}`, powers("gambler")...)
	s.Do("Ava hustle Babak")
	s.Asked("Ava give") // NARO-19.1: drawn blind
	s.No("NARO-19.1", "table draw click")
}

func TestGamblerLeavesTheDeadAlone(t *testing.T) {
	s := begin(t, 4, `{}`, powers("gambler")...)
	s.up(bills)
	s.Do("Ava hustle none")
	s.fight("bbbc", "3330", "ssss")
	s.shareOut()
	s.up("")
	s.No("NARO-19.1", "Ava hustle Dario") // NARO-19.1
}

func TestBroker(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.No("NARO-20.4", "Ava take new_boss +swap") // NARO-20.4
	s.Do("Ava take diamond_1000 +swap")          // NARO-20.1, NARO-20.2
	s.Asked("table draw")
	s.Is("public.face_down", 56)
	s.No("NARO-20.1", "Ava draw painting")
	s.No("NARO-20.2", "table draw bang", "table draw gold")
	s.Do("table draw painting")
	s.Is("private.Ava.loot", `["painting"]`) // NARO-20.3
	s.Is("public.face_down", 56)             // NARO-20.2
	s.Is("public.players.Ava.loot_count", 1)
	s.Asked("Babak take")
	s.No("NARO-20.1", "Babak take painting +swap") // only the broker
	s.Do("Babak take painting")
	s.No("NARO-20.1", "Ava take cash_5000 +swap") // NARO-20.1: once a share-out
	s.shareOut()
	asks := s.Game.Asks(nil)
	count := func(word string) int {
		for _, it := range asks[0].Parts[0].Items {
			if it.Word == word {
				return it.Count
			}
		}
		return 0
	}
	assert.Equal(t, 5, count("diamond_1000"), "NARO-20.2, NARO-3.3: it may be turned up again")
	assert.Equal(t, 9, count("painting"), "what she drew is her secret")
	s.up("painting,painting,painting,painting,painting,painting,painting,painting")
	s.fight("cccc", "1230", "ssdd")
	s.Do(s.Seats.Name(s.Game.Asks(nil)[0].Seat) + " take painting")
}

// TestWhatTheBrokerDrewIsTurnedUp types for the table a card that the broker alone knows to
// be hers: a refusal would tell all. She is asked at once, the others hear of it in the end.
func TestWhatTheBrokerDrewIsTurnedUp(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Ava take diamond_1000 +swap", "table draw painting", "Babak take painting")
	s.shareOut()
	s.up("painting,painting,painting,painting,painting,painting,painting,painting")
	s.fight("cccc", "1230", "ssdd")
	s.shareOut()
	// Ten paintings: one is Babak's, eight lay open, one was drawn. It looks face down to all
	// but Ava.
	told := func(want ...engine.Cue) {
		t.Helper()
		var got []engine.Cue
		for _, c := range s.Cues {
			if strings.HasPrefix(c.Text.Key, "cue.clash") {
				got = append(got, c)
			}
		}
		assert.Equal(t, want, got)
	}
	s.No("NARO-3.3", "table loot painting,painting,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	s.Do("table loot painting,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000")
	told(engine.Cue{Text: engine.Say("cue.clash").Seat(0), To: engine.SeatsOf(0)})
	s.Is("public.face_down", 40)
	s.quiet(8)
	s.up("")
	s.duck()
	require.True(t, s.Game.Over())
	told(engine.Cue{Text: engine.Say("cue.clashed")})
}

func TestBrokerMayNotDrawWhatHeGivesUp(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.up("diamond_10000,clip,clip,clip,first_aid,first_aid,painting,painting")
	s.fight("bccc", "1230", "sddd")
	s.Do("Ava take clip +swap")
	s.No("NARO-20.2", "table draw clip") // NARO-20.2
	s.Do("table draw cash_20000")
	s.Is("private.Ava.hand", `{"click":5,"bang":2}`) // NARO-20.3: the card given up has no effect
	s.Asked("Ava take")
}

func TestBrokerDrawsAClip(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.up(bills)
	s.fight("cbcc", "1230", "sddd")
	s.Do("Ava take cash_5000 +swap", "table draw clip")
	s.Asked("Ava burn") // NARO-20.3: it works at once
	s.Is("public.players.Ava.loot_count", 0)
	s.Do("Ava burn click")
	s.Is("private.Ava.hand", `{"click":3,"bang":4}`)
}

func TestBrokerInTheLastRound(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers("broker")...)
	s.quiet(8)
	s.up("")
	s.fight("cccc", "1230", "sddd")
	first := s.options()[0]
	s.No("NARO-20.4", "Ava take "+first+" +swap") // NARO-20.4
	for _, o := range s.options() {
		assert.NotContains(t, o, "swap")
	}
}

func TestBrokerAndBully(t *testing.T) {
	s := begin(t, 4, `{}`, "broker", "bully", "lucky", "collector")
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Ava take painting +swap", "Babak forbid painting")
	s.Is("public.banned", "painting")
	s.Is("public.face_down", 56)
	assert.Contains(t, s.options(), "clip+swap") // NARO-20.5: he may still trade
	s.Do("Ava take cash_5000 +swap")
	s.Is("public.banned", "painting") // NARO-29.6: her turn goes on
	s.Do("table draw painting")
	s.Is("private.Ava.loot", `["painting"]`) // NARO-20.5: the drawn card cannot be forbidden
	s.Asked("Babak take")
	s.Is("public.banned", "")
}

func TestBoxDrawsForTheBroker(t *testing.T) {
	s := begin(t, 4, `{"chance":"box","power_deal":"table"}`, powers("broker")...)
	s.fight("cccc", "1230", "sddd")
	s.Do("Ava take " + s.options()[0] + " +swap")
	s.No("NARO-20.1", "table draw painting")
	s.Is("public.face_down", 56)
}

func TestGreedy(t *testing.T) {
	s := begin(t, 4, `{}`, powers("greedy")...)
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.No("NARO-9.4", "Ava take painting painting", "Ava take painting first_aid")
	s.No("NARO-9.4", "Ava take new_boss new_boss")
	s.Do("Ava take painting new_boss") // NARO-21.1, NARO-21.3: one may be the token
	s.Is("private.Ava.loot", `["painting"]`)
	s.Is("public.next_boss", "Ava")
	s.Asked("Babak take")
	s.No("NARO-21.1", "Babak take cash_5000 cash_5000") // NARO-21.1
	s.Do("Babak take cash_5000")
	s.Asked("Babak take") // NARO-21.2: she is out
	s.No("NARO-9.3", "Ava take cash_5000")

	s = begin(t, 4, `{}`, powers("greedy")...)
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Ava take painting", "Babak take cash_5000")
	s.No("NARO-21.1", "Ava take cash_10000 cash_10000") // NARO-21.1: with her first share only
	s.Do("Ava take cash_10000")                         // she stays in
}

func TestGreedyEffectsInOrder(t *testing.T) {
	for _, c := range []struct {
		take   string
		wounds int
	}{{"Ava take clip first_aid", 1}, {"Ava take first_aid clip", 0}} {
		s := begin(t, 4, `{}`, powers("greedy")...)
		s.up(bills)
		s.fight("cccb", "1230", "sdss")
		s.shareOut()
		s.up("clip,first_aid,clip,clip,cash_10000,cash_10000,cash_10000,cash_10000")
		s.fight("cccc", "1230", "sddd")
		s.Do(c.take)
		s.Asked("Ava burn")
		s.Is("public.players.Ava.wounds", c.wounds) // NARO-21.3, NARO-10.3
		s.Do("Ava burn click")
		s.Is("public.players.Ava.wounds", 0)
		s.Is("public.phase", "loot") // NARO-9.10: all who share have left
	}
}

// Both things are taken at once (NARO-21.1); only what works waits for its turn.
func TestGreedyTakesBothAtOnce(t *testing.T) {
	for _, c := range []struct{ second, path, want string }{
		{"new_boss", "public.next_boss", "Ava"},
		{"new_boss", "public.token", "taken"},
		{"cash_10000", "private.Ava.loot", `["cash_10000"]`},
		{"first_aid", "public.loot", `["cash_5000","cash_10000","cash_20000","diamond_1000","painting","painting"]`},
	} {
		s := begin(t, 4, `{}`, powers("greedy")...)
		s.up("clip,first_aid,painting,painting,cash_5000,cash_10000,cash_20000,diamond_1000")
		s.fight("cbcc", "1230", "sdss")
		s.Do("Ava take clip " + c.second)
		s.Asked("Ava burn")
		s.Is(c.path, c.want)
	}
}

func TestGreedyTwoClips(t *testing.T) {
	s := begin(t, 4, `{}`, "greedy", "racketeer", "lucky", "collector")
	s.up(clips)
	s.fight("cbcc", "1230", "sdds")
	s.Do("Ava take clip clip")
	s.Asked("Ava burn")
	s.Do("Ava burn bang")
	// The racketeer took the very Bang! that Ava burnt, so her second clip finds none.
	s.Is("private.Babak.hand", `{"click":5,"bang":3}`) // NARO-28.2
	s.Asked("Dario take")
}

func TestGreedyPassedOver(t *testing.T) {
	s := begin(t, 4, `{}`, "greedy", "bully", "lucky", "collector")
	s.up(bills)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Ava take new_boss", "Babak forbid none", "Babak take cash_5000")
	// Only bills lie there now, and Ava has had her first share.
	s.Do("Ava take cash_5000", "Babak forbid bill")
	s.Asked("Babak take") // NARO-9.7, NARO-29.7
	s.Do("Babak take cash_5000")
	s.Asked("Ava take") // NARO-9.7: her next turns come as usual
	s.Is("public.banned", "")

	// A turn in which she could take nothing is not her first share.
	s = begin(t, 4, `{"boss":"Babak"}`, "greedy", "bully", "lucky", "collector")
	s.up(bills)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Babak take new_boss", "Ava take cash_5000 cash_5000", "Babak forbid bill")
	s.Asked("Babak take")
	s.Do("Babak take cash_5000", "Ava take cash_5000 cash_5000") // NARO-21.4
	s.Asked("Babak take")
}

func TestTough(t *testing.T) {
	s := begin(t, 5, `{}`, "tough", "doctor", "collector", "handsome", "lucky")
	s.up("")
	s.fight("cbbbb", "10000", "sssss")
	s.Is("public.players.Ava.wounds", 4)
	s.Is("public.players.Ava.alive", true) // NARO-22.1
	s.shareOut()
	s.up("")
	s.fight("cbccc", "10000", "sssss")
	s.Is("public.players.Ava.alive", false) // NARO-22.1
	s.Is("public.players.Ava.wounds", 5)
}

func TestLucky(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "doctor", "tough", "collector")
	s.up(usual)
	s.fight("cbbc", "1000", "ssss")
	s.Is("public.players.Ava.wounds", 0) // NARO-23.1
	s.Is("public.players.Ava.stance", "up")
	s.Is("public.discards", 4) // NARO-23.3
	s.Asked("Ava take")        // NARO-23.1: she shares
	s = begin(t, 4, `{}`, "lucky", "doctor", "tough", "collector")
	s.up(usual)
	s.fight("cbcc", "1000", "ssss")
	s.Is("public.players.Ava.wounds", 1) // NARO-23.2
	s.Is("public.players.Ava.stance", "hit")
}

func TestProfessional(t *testing.T) {
	s := rich(t, "dsdd", powers("professional")...)
	s.up(usual)
	s.fight("bccc", "1230", "sdss")
	s.Asked("Ava reveal") // NARO-26.1
	s.Is("public.victim", "Babak")
	s.Is("private.Ava.peek", `[]`) // he cannot look and decline
	s.No("NARO-26.1", "Babak reveal yes")
	s.Do("Ava reveal yes")
	s.Is("public.players.Ava.shown", "bang")
	s.Asked("Ava rob")
	s.Is("private.Ava.peek", `["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]`)
	assert.Equal(t, []string{"cash_5000"}, s.options()) // NARO-26.2: he must take one
	s.No("NARO-26.2", "Ava rob painting", "Ava rob none")
	s.Do("Ava rob cash_5000")
	s.Is("public.players.Ava.loot_count", 1)
	s.Is("public.players.Babak.loot_count", 7)
	s.Is("public.players.Babak.wounds", 0) // NARO-26.4
	s.Is("public.discards", 8)
	s.Is("public.shots", `[{"from":"Chiara","at":"Dario","card":"click"},{"from":"Dario","at":"Ava","card":"click"}]`) // his is none of step 6
}

func TestProfessionalDeclines(t *testing.T) {
	for _, load := range []string{"bccc", "cccc"} {
		s := rich(t, "dsdd", powers("professional")...)
		s.up(usual)
		s.fight(load, "1230", "sdss")
		s.Asked("Ava reveal") // NARO-26.5: whatever he loaded
		if load == "cccc" {
			s.No("NARO-26.5", "Ava reveal yes") // NARO-26.5
		}
		s.Do("Ava reveal no")
		s.Is("public.players.Ava.shown", "") // NARO-26.4: burnt unseen
		s.Is("public.discards", 8)
	}
}

func TestProfessionalIsNotAsked(t *testing.T) {
	s := begin(t, 4, `{}`, powers("professional")...)
	s.up(usual)
	s.fight("bccc", "1230", "sdss")
	s.Is("public.phase", "share") // NARO-26.3: Babak has nothing
	s = rich(t, "dsdd", powers("professional")...)
	s.up(usual)
	s.fight("bccc", "1230", "ddss")
	s.Is("public.phase", "share") // NARO-26.1: he must stand
	s = rich(t, "dsdd", powers("professional")...)
	s.up(usual)
	s.fight("bccc", "1230", "ssdd")
	s.Is("public.phase", "share") // NARO-26.1: the target stands
}

func TestProfessionalRobsBeforeHeIsShot(t *testing.T) {
	s := rich(t, "dsdd", powers("professional")...)
	s.up(usual)
	s.fight("bccb", "1230", "sdss")
	s.Do("Ava reveal yes", "Ava rob cash_5000")
	s.Is("public.players.Ava.stance", "hit") // NARO-26.6
	s.Is("public.players.Ava.loot_count", 1)
}

func TestOrderOfStep5(t *testing.T) {
	// The professional finds what the pickpocket has just taken; the doctor healed before.
	s := begin(t, 4, `{}`, "professional", "pickpocket", "opportunist", "doctor")
	s.up(usual)
	s.fight("bccc", "1230", "sdsd")
	s.Asked("Chiara salvage") // NARO-7.7, NARO-13.6: the opportunist first
	s.Is("public.players.Babak.loot_count", 1)
	s.Is("public.discards", 2)
	s.Do("Chiara salvage none")
	s.Asked("Ava reveal")
	s.Do("Ava reveal yes", "Ava rob cash_10000")
	s.Is("public.players.Babak.loot_count", 0)
}

func TestHandsome(t *testing.T) {
	s := begin(t, 4, `{}`, "handsome", "bully", "lucky", "collector")
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.Is("private.Ava.loot", `["cash_5000"]`) // NARO-27.1
	s.Asked("Ava take")                       // NARO-27.3; NARO-27.4: the bully was not asked
	assert.Len(t, status(s).Loot, 7)
	s = begin(t, 4, `{}`, "handsome", "bully", "lucky", "collector")
	s.up(usual)
	s.fight("cccc", "1230", "dsdd")
	s.Is("public.players.Ava.loot_count", 0) // NARO-27.1: only if he shares
	s = begin(t, 4, `{}`, powers("handsome")...)
	s.up("painting,painting,painting,painting,painting,painting,painting,painting")
	s.fight("cccc", "1230", "ssdd")
	s.Is("public.players.Ava.loot_count", 0) // NARO-27.2
}

func TestRacketeer(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "racketeer", "doctor", "collector")
	s.up(clips)
	s.fight("bbcc", "1230", "ddss")
	s.Is("public.discards", 4)
	s.Do("Chiara take clip")
	s.Asked("Chiara burn")
	s.Is("private.Babak.hand", `{"click":5,"bang":2}`) // NARO-28.2: not before she has burnt
	s.Do("Chiara burn click")
	s.Is("private.Babak.hand", `{"click":5,"bang":3}`) // NARO-28.1, NARO-28.4: though he ducked
	s.Is("public.players.Babak.hand", 8)               // NARO-28.3
	s.Is("public.discards", 3)
	s.Do("Dario take clip") // no Bang! is left
	s.Asked("Chiara take")
	s.Is("public.players.Babak.hand", 8) // NARO-28.1: the clip brought none
}

func TestRacketeersOwnClip(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "racketeer", "doctor", "collector")
	s.up(clips)
	s.fight("bbcc", "1230", "dsdd")
	s.Do("Babak take clip")
	s.Asked("Babak burn") // NARO-28.4
	s.Do("Babak burn click")
	s.Is("public.players.Babak.hand", 7)
	s.Is("private.Babak.hand", `{"click":4,"bang":3}`)
}

func TestBully(t *testing.T) {
	s := begin(t, 5, `{}`, "greedy", "bully", "lucky", "collector", "doctor")
	s.up(usual)
	s.fight("ccccc", "12340", "sssdd")
	s.Do("Ava take painting new_boss")
	s.Asked("Babak forbid") // NARO-29.1
	s.Is("public.claim", `["painting","new_boss"]`)
	assert.Equal(t, []string{"none", "painting", "new_boss"}, s.options()) // NARO-29.4: the kind of either
	s.No("NARO-29.4", "Babak forbid bill")                                 // NARO-29.4
	s.No("NARO-29.3", "Babak forbid gold")                                 // NARO-29.3
	s.No("NARO-29.1", "Ava forbid painting")
	s.Do("Babak forbid painting")
	s.Is("public.banned", "painting")
	s.Asked("Ava take")
	s.No("NARO-29.5", "Ava take painting", "Ava take cash_5000 painting") // NARO-29.5
	s.Do("Ava take cash_5000 clip")                                       // NARO-29.5: again two
	s.Is("public.banned", "")                                             // NARO-29.6
	s.Asked("Babak take")
	s.Do("Babak take cash_5000")
	s.Do("Chiara take painting") // NARO-29.6; NARO-29.1: once, so he is not asked
	s.Asked("Babak take")
}

func TestBullyKinds(t *testing.T) {
	for card, kind := range map[string]string{ // NARO-29.3
		"cash_5000": "bill", "cash_10000": "bill", "cash_20000": "bill", "diamond_1000": "diamond",
		"diamond_10000": "diamond", "painting": "painting", "clip": "clip", "first_aid": "first_aid", "new_boss": "new_boss",
	} {
		s := begin(t, 4, `{}`, "doctor", "bully", "lucky", "collector")
		s.up("cash_5000,cash_10000,cash_20000,diamond_1000,diamond_10000,painting,clip,first_aid")
		s.fight("cccc", "1230", "ssdd")
		s.Do("Ava take " + card)
		assert.Equal(t, []string{"none", kind}, s.options(), card)
		s.Do("Babak forbid none")
		s.Do("Babak take " + s.options()[0])
		s.Do("Ava take " + s.options()[0])
		s.Asked("Babak forbid") // NARO-29.9: declining does not use it up
	}
}

func TestBullyWhoDoesNotShare(t *testing.T) {
	s := begin(t, 4, `{}`, "doctor", "bully", "lucky", "collector")
	s.up(usual)
	s.fight("cccc", "1230", "sdds")
	s.Do("Ava take painting")
	s.Asked("Dario take") // NARO-29.2
}

func TestBullyLeavesNothing(t *testing.T) {
	// Only bills are left; who claims one gets nothing this turn, and the bully takes them.
	s := begin(t, 4, `{}`, "doctor", "bully", "lucky", "collector")
	s.up(bills)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Ava take new_boss", "Babak forbid none", "Babak take cash_5000", "Ava take cash_5000", "Babak forbid bill")
	s.Asked("Babak take") // NARO-29.7
	s.Is("public.players.Ava.loot_count", 0)
	assert.Equal(t, []string{"forbidden Ava"}, s.Said())
}

func TestDeadOwnersHaveNoPower(t *testing.T) {
	s := begin(t, 4, `{}`, "doctor", "lucky", "collector", "gambler")
	s.up(bills)
	s.Do("Dario hustle none")
	s.fight("bbbc", "3330", "ssss")
	s.shareOut()
	s.up("")
	s.Is("public.phase", "load") // NARO-13.2: the gambler is dead
}

func TestPowerCardsAreNoLoot(t *testing.T) {
	s := begin(t, 4, `{}`, powers("greedy")...)
	s.up(usual)
	s.fight("cccc", "1230", "ssdd")
	s.No("NARO-9.4", "Ava take doctor") // NARO-13.5
	s.Is("public.players.Ava.loot_count", 0)
}
