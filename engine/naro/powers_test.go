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
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck stand stand stand
		= private.Ava.loot ["cash_10000"] // NARO-14.1, NARO-13.3
		= loot ["cash_5000","cash_5000","cash_10000","cash_20000","diamond_1000","painting","clip"]
		asked Babak take // NARO-14.4, NARO-29.8: the bully was not asked
	`)

	s = begin(t, 4, `{}`, powers("pickpocket")...)
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck stand stand stand
		= Ava.loot_count 0 // NARO-14.2
	`)

	s = begin(t, 4, `{}`, powers("pickpocket")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click bang
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand stand stand
		= Ava.stance hit
		= Ava.loot_count 0 // NARO-14.3
	`)
}

func TestCheat(t *testing.T) {
	s := begin(t, 4, `{}`, "cheat", "enchanter", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		! NARO-5.3 Babak aim Ava // NARO-5.3
		each aim Babak Dario Ava
		asked Babak aim // NARO-5.3, NARO-24.1
		= Ava.target Babak
		! NARO-15.2 Ava reload bang // NARO-15.2: not before the enchanter
		Babak aim none // NARO-24.2
		asked Ava reload // NARO-5.6, NARO-15.1, NARO-13.4
	`)
	assert.Equal(t, []string{"click", "bang", "none"}, s.options())
	public := status(s).Players.Of[0]
	s.Run(`
		! NARO-15.3 Ava reload painting
		Ava reload bang
		= private.Ava.loaded bang
		= private.Ava.hand {"click":5,"bang":2}`)
	assert.Equal(t, public, status(s).Players.Of[0], "NARO-15.3: nobody learns whether he changed")
	s.Run(`
		asked Ava order // NARO-15.2: before the order
		Ava order Chiara
		Chiara aim Babak
		asked Ava courage, Babak courage, Chiara courage, Dario courage // NARO-6.6
		! NARO-15.2 Ava reload click // NARO-6.6
		! NARO-5.1 Babak aim Ava // NARO-6.6
	`)
}

func TestCheatMayLoadTheSameKind(t *testing.T) {
	s := begin(t, 4, `{}`, powers("cheat")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		Ava reload bang // NARO-15.3: of either kind
		= private.Ava.hand {"click":5,"bang":2}`)
}

func TestCheatWithoutAChoice(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers("cheat")...)
	for range 3 {
		s.up("")
		s.Run(`
			each load bang click click click
			each aim Babak Chiara Dario Ava
			Ava reload none
			last order
			each courage duck duck duck duck`)
	}
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		! NARO-15.3 Ava reload bang // NARO-15.3: no Bang! is in his hand
	`)
	assert.Equal(t, []string{"click", "none"}, s.options())

	s = begin(t, 4, `{"unclaimed":"discard"}`, powers("cheat")...)
	s.quiet(8)
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		asked Ava order // NARO-15.4
	`)
}

// rich plays a round in which only the given seats, of four, share cards, up to the next loot.
func rich(t *testing.T, guts string, powers ...string) *script {
	t.Helper()
	s := begin(t, 4, `{}`, powers...)
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim none none none none`)
	s.all(guts)
	s.Run(`
		first take forbid burn`)
	return s
}

func TestVulture(t *testing.T) {
	s := rich(t, "ddds", "vulture", "doctor", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand
		asked Ava scavenge // NARO-16.1, NARO-16.5: before the loot is shared
		= victim Dario
		= private.Ava.peek ["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]
		= private.Babak.peek []
		! NARO-16.1 Ava scavenge painting
		! NARO-16.1 Ava scavenge cash_5000,cash_5000,cash_5000
		! NARO-16.1 Babak scavenge cash_5000
		Ava scavenge cash_5000,cash_5000
		= Ava.loot_count 2
		= Dario.loot_count 0
		= private.Ava.peek []
		= phase share`)

	s = rich(t, "ddds", "vulture", "doctor", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand
		Ava scavenge [] // NARO-13.4: he may take none
		= Ava.loot_count 0`)

	s = dead(t, `{}`, "vulture", "doctor", "lucky", "collector")
	s.Run(`
		= phase share // NARO-16.4: the dead seat has nothing
	`)
}

func TestVultureSearchesSeveral(t *testing.T) {
	s := begin(t, 5, `{}`, "doctor", "lucky", "collector", "racketeer", "vulture")
	s.up("")
	s.Run(`
		each load click click click click click
		each aim Babak Chiara Dario Elena Ava
		last order
		each courage stand duck stand duck duck // Ava and Chiara share
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load bang bang bang bang click
		each aim Chiara Ava Ava Chiara Ava
		last order
		each courage stand stand stand stand duck
		= Ava.wounds 2
		= Chiara.wounds 2
		first take forbid burn
		= boss Babak`)
	s.up("")
	s.Run(`
		each load click bang click bang click
		each aim Chiara Ava Ava Chiara Ava
		last order
		each courage stand stand stand stand duck
		asked Elena scavenge // NARO-16.3: though she ducked
		= victim Chiara // NARO-16.2: clockwise from Babak
		Elena scavenge cash_5000
		asked Elena scavenge
		= victim Ava
		Elena scavenge cash_5000,cash_5000
		= Elena.loot_count 3
		asked Babak take`)
}

func TestDeadVultureSearchesNobody(t *testing.T) {
	s := rich(t, "ddss", "doctor", "lucky", "vulture", "collector")
	s.up("")
	s.Run(`
		each load bang bang bang bang
		each aim Chiara Dario Dario Chiara
		last order
		each courage stand stand stand stand
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load bang bang click click
		each aim Chiara Dario Dario Chiara
		last order
		each courage stand stand stand stand
		= Chiara.alive false
		= Dario.alive false
		= phase share // NARO-16.3, NARO-13.2
	`)
}

func TestOpportunist(t *testing.T) {
	s := begin(t, 4, `{}`, powers("opportunist")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand stand
		asked Ava salvage // NARO-17.1
		= discards 1
		= Ava.loaded true // NARO-7.7: hers is burnt when she has decided
	`)
	s.Run(`
		lists Ava salvage click bang none // NARO-17.4: of the same kind too
		! NARO-17.1 Ava salvage painting
		! NARO-17.1 Babak salvage click
		Ava salvage click
		= private.Ava.hand {"click":4,"bang":3}
		= discards 4 // and Dario's and Chiara's
	`)

	s = begin(t, 4, `{}`, powers("opportunist")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck stand stand
		asked Ava salvage // NARO-17.2
		Ava salvage none
		= private.Ava.hand {"click":5,"bang":2}`)

	s = begin(t, 4, `{}`, powers("opportunist")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim none Chiara Dario Ava
		last order
		each courage stand duck stand stand
		= phase share // NARO-17.3: without a target
	`)
	s = begin(t, 4, `{}`, powers("opportunist")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		= phase share // NARO-17.1: his target stands
	`)

	s = begin(t, 4, `{"unclaimed":"discard"}`, powers("opportunist")...)
	s.quiet(8)
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand stand
		= phase share // NARO-17.3: with an empty hand
	`)
}

func TestDoctor(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "doctor", "tough", "collector")
	s.up("")
	s.Run(`
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		= Babak.wounds 1 // NARO-18.2: a bullet does not heal
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		= Babak.wounds 2
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		= Babak.wounds 1 // NARO-18.1, NARO-13.1
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		= Babak.wounds 0 // NARO-18.1: never below none
	`)
}

func TestGambler(t *testing.T) {
	s := begin(t, 4, `{}`, powers("gambler")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		asked Ava hustle // NARO-3.5, NARO-19.1
	`)
	assert.Equal(t, []string{"Babak", "Chiara", "Dario", "none"}, s.options())
	s.Run(`
		! NARO-19.1 Ava hustle Ava
		! NARO-19.1 Babak hustle Ava
		! NARO-19.1 Ava hustle Zoe
		! NARO-4.1 Ava load click
		Ava hustle Babak
		= victim Babak
		asked table draw
		! NARO-19.1 Ava draw click
		! NARO-19.1 table draw painting`)
	a := s.Game.Asks(nil)[0]
	assert.True(t, a.Secret)
	assert.True(t, a.By.Has(0) && a.By.Len() == 1, "Ava alone types it in")
	s.Run(`
		table draw bang
		= private.Ava.drawn bang // NARO-19.2: he sees it before he gives
		= private.Babak.drawn ""
		asked Ava give
		! NARO-19.3 Babak give click
		! NARO-19.3 Ava give none
		Ava give click
		= private.Ava.hand {"click":4,"bang":4} // NARO-19.4
		= private.Babak.hand {"click":6,"bang":2}
		= private.Ava.drawn ""
		= victim ""
		= phase load // NARO-3.5: before anybody loads
	`)
}

func TestGamblerGivesOneOfHisOwn(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers("gambler")...)
	for range 3 {
		s.up("")
		s.Run(`
			Ava hustle none // NARO-13.4: he may decline
			each load bang click click bang
			each aim Babak Chiara Dario Ava
			last order
			each courage duck duck duck duck`)
	}
	s.up("")
	s.Run(`
		! NARO-19.1 Ava draw bang
		Ava hustle Dario
		! NARO-19.1 table draw bang // NARO-19.1: Dario has none left
	`)
	a := s.Game.Asks(nil)[0]
	assert.Len(t, a.Options, 1)
	assert.Len(t, a.Shown(), 2, "the gambler must not see by the choices what Dario holds")
	s = begin(t, 4, `{"unclaimed":"discard"}`, powers("gambler")...)
	for range 3 {
		s.up("")
		s.Run(`
			Ava hustle none
			each load bang click click click
			each aim Babak Chiara Dario Ava
			last order
			each courage duck duck duck duck`)
	}
	s.up("")
	s.Run(`
		Ava hustle Babak
		table draw bang
		! NARO-19.3 Ava give bang // NARO-19.3: he held none before the draw
	`)
	assert.Equal(t, []string{"click"}, s.options())
}

func TestBoxDrawsForTheGambler(t *testing.T) {
	s := begin(t, 4, `{"chance":"box","power_deal":"table"}`, powers("gambler")...)
	s.Run(`
		Ava hustle Babak
		asked Ava give // NARO-19.1: drawn blind
		! NARO-19.1 table draw click`)
}

func TestGamblerLeavesTheDeadAlone(t *testing.T) {
	s := begin(t, 4, `{}`, powers("gambler")...)
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		Ava hustle none
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand
		first take forbid burn`)
	s.up("")
	s.Run(`
		! NARO-19.1 Ava hustle Dario // NARO-19.1
	`)
}

func TestBroker(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		! NARO-20.4 Ava take new_boss +swap // NARO-20.4
		Ava take diamond_1000 +swap // NARO-20.1, NARO-20.2
		asked table draw
		= face_down 56
		! NARO-20.1 Ava draw painting
		! NARO-20.2 table draw bang
		! NARO-20.2 table draw gold
		table draw painting
		= private.Ava.loot ["painting"] // NARO-20.3
		= face_down 56 // NARO-20.2
		= Ava.loot_count 1
		asked Babak take
		! NARO-20.1 Babak take painting +swap // only the broker
		Babak take painting
		! NARO-20.1 Ava take cash_5000 +swap // NARO-20.1: once a share-out
		first take forbid burn`)
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
	s.Run(`
		table loot painting,painting,painting,painting,painting,painting,painting,painting
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck`)
	s.Do(s.Seats.Name(s.Game.Asks(nil)[0].Seat) + " take painting")
}

// TestWhatTheBrokerDrewIsTurnedUp types for the table a card that the broker alone knows to
// be hers: a refusal would tell all. She is asked at once, the others hear of it in the end.
func TestWhatTheBrokerDrewIsTurnedUp(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		Ava take diamond_1000 +swap
		table draw painting
		Babak take painting
		first take forbid burn
		table loot painting,painting,painting,painting,painting,painting,painting,painting
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		first take forbid burn
		// Ten paintings: one is Babak's, eight lay open, one was drawn. It looks face down to all
		// but Ava.`)
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
	s.Run(`
		! NARO-3.3 table loot painting,painting,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		table loot painting,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000`)
	told(engine.Cue{Text: engine.Say("cue.clash").Seat(0), To: engine.SeatsOf(0)})
	s.Run(`
		= face_down 40`)
	s.quiet(8)
	s.up("")
	s.duck()
	require.True(t, s.Game.Over())
	told(engine.Cue{Text: engine.Say("cue.clashed")})
}

func TestBrokerMayNotDrawWhatHeGivesUp(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.Run(`
		table loot diamond_10000,clip,clip,clip,first_aid,first_aid,painting,painting
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		Ava take clip +swap
		! NARO-20.2 table draw clip // NARO-20.2
		table draw cash_20000
		= private.Ava.hand {"click":5,"bang":2} // NARO-20.3: the card given up has no effect
		asked Ava take`)
}

func TestBrokerDrawsAClip(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click bang click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck
		Ava take cash_5000 +swap
		table draw clip
		asked Ava burn // NARO-20.3: it works at once
		= Ava.loot_count 0
		Ava burn click
		= private.Ava.hand {"click":3,"bang":4}`)
}

func TestBrokerInTheLastRound(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers("broker")...)
	s.quiet(8)
	s.up("")
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck`)
	first := s.options()[0]
	s.No("NARO-20.4", "Ava take "+first+" +swap") // NARO-20.4
	for _, o := range s.options() {
		assert.NotContains(t, o, "swap")
	}
}

func TestBrokerAndBully(t *testing.T) {
	s := begin(t, 4, `{}`, "broker", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		Ava take painting +swap
		Babak forbid painting
		= banned painting
		= face_down 56`)
	assert.Contains(t, s.options(), "clip+swap") // NARO-20.5: he may still trade
	s.Run(`
		Ava take cash_5000 +swap
		= banned painting // NARO-29.6: her turn goes on
		table draw painting
		= private.Ava.loot ["painting"] // NARO-20.5: the drawn card cannot be forbidden
		asked Babak take
		= banned ""`)
}

func TestBoxDrawsForTheBroker(t *testing.T) {
	s := begin(t, 4, `{"chance":"box","power_deal":"table"}`, powers("broker")...)
	s.Run(`
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck duck`)
	s.Do("Ava take " + s.options()[0] + " +swap")
	s.Run(`
		! NARO-20.1 table draw painting
		= face_down 56`)
}

func TestGreedy(t *testing.T) {
	s := begin(t, 4, `{}`, powers("greedy")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		! NARO-9.4 Ava take painting painting
		! NARO-9.4 Ava take painting first_aid
		! NARO-9.4 Ava take new_boss new_boss
		Ava take painting new_boss // NARO-21.1, NARO-21.3: one may be the token
		= private.Ava.loot ["painting"]
		= next_boss Ava
		asked Babak take
		! NARO-21.1 Babak take cash_5000 cash_5000 // NARO-21.1
		Babak take cash_5000
		asked Babak take // NARO-21.2: she is out
		! NARO-9.3 Ava take cash_5000`)

	s = begin(t, 4, `{}`, powers("greedy")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		Ava take painting
		Babak take cash_5000
		! NARO-21.1 Ava take cash_10000 cash_10000 // NARO-21.1: with her first share only
		Ava take cash_10000 // she stays in
	`)
}

func TestGreedyEffectsInOrder(t *testing.T) {
	for _, c := range []struct {
		take   string
		wounds int
	}{{"Ava take clip first_aid", 1}, {"Ava take first_aid clip", 0}} {
		s := begin(t, 4, `{}`, powers("greedy")...)
		s.Run(`
			table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
			each load click click click bang
			each aim Babak Chiara Dario Ava
			last order
			each courage stand duck stand stand
			first take forbid burn
			table loot clip,first_aid,clip,clip,cash_10000,cash_10000,cash_10000,cash_10000
			each load click click click click
			each aim Babak Chiara Dario Ava
			last order
			each courage stand duck duck duck`)
		s.Do(c.take)
		s.Run(`
			asked Ava burn`)
		s.Is("public.players.Ava.wounds", c.wounds) // NARO-21.3, NARO-10.3
		s.Run(`
			Ava burn click
			= Ava.wounds 0
			= phase loot // NARO-9.10: all who share have left
		`)
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
		s.Run(`
			table loot clip,first_aid,painting,painting,cash_5000,cash_10000,cash_20000,diamond_1000
			each load click bang click click
			each aim Babak Chiara Dario Ava
			last order
			each courage stand duck stand stand`)
		s.Do("Ava take clip " + c.second)
		s.Run(`
			asked Ava burn`)
		s.Is(c.path, c.want)
	}
}

func TestGreedyTwoClips(t *testing.T) {
	s := begin(t, 4, `{}`, "greedy", "racketeer", "lucky", "collector")
	s.Run(`
		table loot clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click bang click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck stand
		Ava take clip clip
		asked Ava burn
		Ava burn bang
		// The racketeer took the very Bang! that Ava burnt, so her second clip finds none.
		= private.Babak.hand {"click":5,"bang":3} // NARO-28.2
		asked Dario take`)
}

func TestGreedyPassedOver(t *testing.T) {
	s := begin(t, 4, `{}`, "greedy", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		Ava take new_boss
		Babak forbid none
		Babak take cash_5000
		// Only bills lie there now, and Ava has had her first share.
		Ava take cash_5000
		Babak forbid bill
		asked Babak take // NARO-9.7, NARO-29.7
		Babak take cash_5000
		asked Ava take // NARO-9.7: her next turns come as usual
		= banned ""`)

	// A turn in which she could take nothing is not her first share.
	s = begin(t, 4, `{"boss":"Babak"}`, "greedy", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		Babak take new_boss
		Ava take cash_5000 cash_5000
		Babak forbid bill
		asked Babak take
		Babak take cash_5000
		Ava take cash_5000 cash_5000 // NARO-21.4
		asked Babak take`)
}

func TestTough(t *testing.T) {
	s := begin(t, 5, `{}`, "tough", "doctor", "collector", "handsome", "lucky")
	s.up("")
	s.Run(`
		each load click bang bang bang bang
		each aim Babak Ava Ava Ava Ava
		last order
		each courage stand stand stand stand stand
		= Ava.wounds 4
		= Ava.alive true // NARO-22.1
		first take forbid burn`)
	s.up("")
	s.Run(`
		each load click bang click click click
		each aim Babak Ava Ava Ava Ava
		last order
		each courage stand stand stand stand stand
		= Ava.alive false // NARO-22.1
		= Ava.wounds 5`)
}

func TestLucky(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "doctor", "tough", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click bang bang click
		each aim Babak Ava Ava Ava
		last order
		each courage stand stand stand stand
		= Ava.wounds 0 // NARO-23.1
		= Ava.stance up
		= discards 4 // NARO-23.3
		asked Ava take // NARO-23.1: she shares
	`)
	s = begin(t, 4, `{}`, "lucky", "doctor", "tough", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click bang click click
		each aim Babak Ava Ava Ava
		last order
		each courage stand stand stand stand
		= Ava.wounds 1 // NARO-23.2
		= Ava.stance hit`)
}

func TestProfessional(t *testing.T) {
	s := rich(t, "dsdd", powers("professional")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand stand
		asked Ava reveal // NARO-26.1
		= victim Babak
		= private.Ava.peek [] // he cannot look and decline
		! NARO-26.1 Babak reveal yes
		Ava reveal yes
		= Ava.shown bang
		asked Ava rob
		= private.Ava.peek ["cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000","cash_5000"]`)
	assert.Equal(t, []string{"cash_5000"}, s.options()) // NARO-26.2: he must take one
	s.Run(`
		! NARO-26.2 Ava rob painting
		! NARO-26.2 Ava rob none
		Ava rob cash_5000
		= Ava.loot_count 1
		= Babak.loot_count 7
		= Babak.wounds 0 // NARO-26.4
		= discards 8
		= shots [{"from":"Chiara","at":"Dario","card":"click"},{"from":"Dario","at":"Ava","card":"click"}] // this one is not part of step 6
	`)
}

func TestProfessionalDeclines(t *testing.T) {
	for _, load := range []string{"bccc", "cccc"} {
		s := rich(t, "dsdd", powers("professional")...)
		s.Run(`
			table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip`)
		s.fight(load, "1230", "sdss")
		s.Run(`
			asked Ava reveal // NARO-26.5: whatever he loaded
		`)
		if load == "cccc" {
			s.Run(`
				! NARO-26.5 Ava reveal yes // NARO-26.5
			`)
		}
		s.Run(`
			Ava reveal no
			= Ava.shown "" // NARO-26.4: burnt unseen
			= discards 8`)
	}
}

func TestProfessionalIsNotAsked(t *testing.T) {
	s := begin(t, 4, `{}`, powers("professional")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand stand
		= phase share // NARO-26.3: Babak has nothing
	`)
	s = rich(t, "dsdd", powers("professional")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck stand stand
		= phase share // NARO-26.1: he must stand
	`)
	s = rich(t, "dsdd", powers("professional")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		= phase share // NARO-26.1: the target stands
	`)
}

func TestProfessionalRobsBeforeHeIsShot(t *testing.T) {
	s := rich(t, "dsdd", powers("professional")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click bang
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand stand
		Ava reveal yes
		Ava rob cash_5000
		= Ava.stance hit // NARO-26.6
		= Ava.loot_count 1`)
}

func TestOrderOfStep5(t *testing.T) {
	// The professional finds what the pickpocket has just taken; the doctor healed before.
	s := begin(t, 4, `{}`, "professional", "pickpocket", "opportunist", "doctor")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck stand duck
		asked Chiara salvage // NARO-7.7, NARO-13.6: the opportunist first
		= Babak.loot_count 1
		= discards 2
		Chiara salvage none
		asked Ava reveal
		Ava reveal yes
		Ava rob cash_10000
		= Babak.loot_count 0`)
}

func TestHandsome(t *testing.T) {
	s := begin(t, 4, `{}`, "handsome", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		= private.Ava.loot ["cash_5000"] // NARO-27.1
		asked Ava take // NARO-27.3; NARO-27.4: the bully was not asked
	`)
	assert.Len(t, status(s).Loot, 7)
	s = begin(t, 4, `{}`, "handsome", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck stand duck duck
		= Ava.loot_count 0 // NARO-27.1: only if he shares
	`)
	s = begin(t, 4, `{}`, powers("handsome")...)
	s.Run(`
		table loot painting,painting,painting,painting,painting,painting,painting,painting
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		= Ava.loot_count 0 // NARO-27.2
	`)
}

func TestRacketeer(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "racketeer", "doctor", "collector")
	s.Run(`
		table loot clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load bang bang click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck duck stand stand
		= discards 4
		Chiara take clip
		asked Chiara burn
		= private.Babak.hand {"click":5,"bang":2} // NARO-28.2: not before she has burnt
		Chiara burn click
		= private.Babak.hand {"click":5,"bang":3} // NARO-28.1, NARO-28.4: though he ducked
		= Babak.hand 8 // NARO-28.3
		= discards 3
		Dario take clip // no Bang! is left
		asked Chiara take
		= Babak.hand 8 // NARO-28.1: the clip brought none
	`)
}

func TestRacketeersOwnClip(t *testing.T) {
	s := begin(t, 4, `{}`, "lucky", "racketeer", "doctor", "collector")
	s.Run(`
		table loot clip,clip,clip,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load bang bang click click
		each aim Babak Chiara Dario Ava
		last order
		each courage duck stand duck duck
		Babak take clip
		asked Babak burn // NARO-28.4
		Babak burn click
		= Babak.hand 7
		= private.Babak.hand {"click":4,"bang":3}`)
}

func TestBully(t *testing.T) {
	s := begin(t, 5, `{}`, "greedy", "bully", "lucky", "collector", "doctor")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click click
		each aim Babak Chiara Dario Elena Ava
		last order
		each courage stand stand stand duck duck
		Ava take painting new_boss
		asked Babak forbid // NARO-29.1
		= claim ["painting","new_boss"]`)
	assert.Equal(t, []string{"none", "painting", "new_boss"}, s.options()) // NARO-29.4: the kind of either
	s.Run(`
		! NARO-29.4 Babak forbid bill // NARO-29.4
		! NARO-29.3 Babak forbid gold // NARO-29.3
		! NARO-29.1 Ava forbid painting
		Babak forbid painting
		= banned painting
		asked Ava take
		! NARO-29.5 Ava take painting
		! NARO-29.5 Ava take cash_5000 painting // NARO-29.5
		Ava take cash_5000 clip // NARO-29.5: again two
		= banned "" // NARO-29.6
		asked Babak take
		Babak take cash_5000
		Chiara take painting // NARO-29.6; NARO-29.1: once, so he is not asked
		asked Babak take`)
}

func TestBullyKinds(t *testing.T) {
	for card, kind := range map[string]string{ // NARO-29.3
		"cash_5000": "bill", "cash_10000": "bill", "cash_20000": "bill", "diamond_1000": "diamond",
		"diamond_10000": "diamond", "painting": "painting", "clip": "clip", "first_aid": "first_aid", "new_boss": "new_boss",
	} {
		s := begin(t, 4, `{}`, "doctor", "bully", "lucky", "collector")
		s.Run(`
			table loot cash_5000,cash_10000,cash_20000,diamond_1000,diamond_10000,painting,clip,first_aid
			each load click click click click
			each aim Babak Chiara Dario Ava
			last order
			each courage stand stand duck duck`)
		s.Do("Ava take " + card)
		assert.Equal(t, []string{"none", kind}, s.options(), card)
		s.Run(`
			Babak forbid none`)
		s.Do("Babak take " + s.options()[0])
		s.Do("Ava take " + s.options()[0])
		s.Run(`
			asked Babak forbid // NARO-29.9: declining does not use it up
		`)
	}
}

func TestBullyWhoDoesNotShare(t *testing.T) {
	s := begin(t, 4, `{}`, "doctor", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand duck duck stand
		Ava take painting
		asked Dario take // NARO-29.2
	`)
}

func TestBullyLeavesNothing(t *testing.T) {
	// Only bills are left; a player who claims one gets nothing this turn, and the bully takes them.
	s := begin(t, 4, `{}`, "doctor", "bully", "lucky", "collector")
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		Ava take new_boss
		Babak forbid none
		Babak take cash_5000
		Ava take cash_5000
		Babak forbid bill
		asked Babak take // NARO-29.7
		= Ava.loot_count 0
		said forbidden Ava`)
}

func TestDeadOwnersHaveNoPower(t *testing.T) {
	s := begin(t, 4, `{}`, "doctor", "lucky", "collector", "gambler")
	s.Run(`
		table loot cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000
		Dario hustle none
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand
		first take forbid burn`)
	s.up("")
	s.Run(`
		= phase load // NARO-13.2: the gambler is dead
	`)
}

func TestPowerCardsAreNoLoot(t *testing.T) {
	s := begin(t, 4, `{}`, powers("greedy")...)
	s.Run(`
		table loot cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip
		each load click click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand duck duck
		! NARO-9.4 Ava take doctor // NARO-13.5
		= Ava.loot_count 0`)
}
