package naro_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/naro"
)

// last plays seven quiet rounds that leave the given eight cards for the last one, and that
// up to its share-out; guts says who shares.
func last(t *testing.T, cards, guts string, powers ...string) *script {
	t.Helper()
	s := begin(t, 4, `{"unclaimed":"discard"}`, powers...)
	kept := map[string]int{}
	for _, c := range strings.Split(cards, ",") {
		kept[c]++
	}
	for round := 1; round < 8; round++ {
		var list []string
		for _, it := range s.Game.Asks(nil)[0].Parts[0].Items {
			for range it.Count - kept[it.Word] {
				list = append(list, it.Word)
			}
		}
		s.up(strings.Join(list[:8], ","))
		if round <= 5 {
			s.Run(`
				each load click click click click
				each aim Babak Chiara Dario Ava
				last order
				each courage duck duck duck duck`)
		} else {
			s.Run(`
				each load bang bang bang bang
				each aim Babak Chiara Dario Ava
				last order
				each courage duck duck duck duck`)
		}
	}
	s.up(cards)
	s.fight("bbbb", "----", guts)
	return s
}

func TestMoney(t *testing.T) {
	s := last(t, "cash_5000,cash_10000,cash_20000,diamond_1000,diamond_1000,painting,painting,painting", "ssdd")
	s.Run(`
		= round 8`)
	s.Do("Ava take cash_5000", "Babak take diamond_1000", "Ava take cash_10000", "Babak take painting",
		"Ava take cash_20000", "Babak take painting", "Ava take diamond_1000", "Babak take painting", "Ava take new_boss")
	s.Run(`
		= over true // NARO-11.1, NARO-1.2
		= boss Ava
		= result.reason rounds
		// One diamond card each is a tie for most: nobody gets the Special Diamond.
		= result.scores.Ava {"alive":true,"wounds":0,"cash":35000,"diamond_cards":1,"diamonds":1000,"bonus":0,"paintings":0,"painting_value":0,"total":36000} // NARO-11.3, NARO-11.4, NARO-11.6
		= result.scores.Babak {"alive":true,"wounds":0,"cash":0,"diamond_cards":1,"diamonds":1000,"bonus":0,"paintings":3,"painting_value":30000,"total":31000} // NARO-11.5
		= result.winners ["Ava"] // NARO-1.3, NARO-11.6
		// Chiara and Dario are level at nothing.
		= result.ranking [{"seat":"Ava","rank":1,"total":36000,"wounds":0},{"seat":"Babak","rank":2,"total":31000,"wounds":0},{"seat":"Chiara","rank":3,"total":0,"wounds":0},{"seat":"Dario","rank":3,"total":0,"wounds":0}] // NARO-11.9
	`)
	s.No("NARO-11.1", "Ava take cash_5000", "table loot "+bills)
}

func TestSpecialDiamond(t *testing.T) {
	s := last(t, "diamond_1000,diamond_1000,diamond_10000,cash_5000,cash_5000,cash_5000,cash_5000,cash_5000", "ssdd")
	s.Run(`
		Ava take diamond_1000
		Babak take diamond_10000
		Ava take diamond_1000
		first take forbid burn
		= result.scores.Ava.bonus 60000 // NARO-11.3: the number of cards counts, not their value
		= result.scores.Babak.bonus 0`)

	s = last(t, bills, "ssdd")
	s.Run(`
		first take forbid burn`)
	for _, seat := range s.Seats {
		s.Is("result.scores."+seat+".bonus", 0) // NARO-11.3: with no diamond at all nobody gets it
	}
}

func TestSharedVictory(t *testing.T) {
	s := last(t, bills, "ssdd")
	s.Run(`
		first take forbid burn
		= result.winners ["Ava","Babak"] // NARO-11.8: level on money and wounds
		= result.ranking [{"seat":"Ava","rank":1,"total":20000,"wounds":0},{"seat":"Babak","rank":1,"total":20000,"wounds":0},{"seat":"Chiara","rank":3,"total":0,"wounds":0},{"seat":"Dario","rank":3,"total":0,"wounds":0}] // NARO-11.9
	`)
	assert.Equal(t, []string{"over Ava", "over Babak"}, s.Said()[len(s.Said())-2:])
}

func TestWoundsBreakTies(t *testing.T) {
	s := begin(t, 4, `{"unclaimed":"discard"}`)
	s.Run(`
		table loot clip,clip,clip,first_aid,first_aid,painting,painting,painting
		each load bang click click click
		each aim Babak Chiara Dario Ava
		last order
		each courage stand stand stand duck // Ava shoots Babak; she and Chiara share
		Ava take painting
		Chiara take painting
		Ava take first_aid
		Chiara take first_aid
		Ava take painting`)
	for _, c := range []string{"clip", "clip", "clip"} {
		name := s.Seats.Name(s.Game.Asks(nil)[0].Seat)
		s.Do(name + " take " + c)
		if s.Game.Asks(nil)[0].Verb == "burn" {
			s.Do(name + " burn click")
		}
	}
	s.Run(`
		first take forbid burn`)
	for !status(s).Over {
		s.up("")
		s.duck()
	}
	// Babak and Dario own nothing, and Babak has a wound.
	s.Run(`
		= result.ranking [{"seat":"Ava","rank":1,"total":12000,"wounds":0},{"seat":"Chiara","rank":2,"total":4000,"wounds":0},{"seat":"Babak","rank":3,"total":0,"wounds":1},{"seat":"Dario","rank":4,"total":0,"wounds":0}] // NARO-11.7, NARO-11.9
	`)
}

func TestPaintings(t *testing.T) {
	// NARO-11.5, with the collector's card one more: NARO-25.1; NARO-25.2
	plain := []int{0, 4000, 12000, 30000, 60000, 100000, 150000, 200000, 300000}
	for n := 0; n <= 8; n++ {
		cards := strings.Repeat("painting,", n) + strings.Repeat("cash_5000,", 8-n)
		for _, collector := range []bool{false, true} {
			ps := []string{"tough", "doctor", "lucky", "handsome"}
			if collector {
				ps[0] = "collector"
			}
			s := last(t, strings.TrimSuffix(cards, ","), "sddd", ps...)
			s.Run(`
				first take forbid burn`)
			want := n
			if collector {
				want++
			}
			if collector && n < 2 {
				s.Shows([]string{"NARO-25.2", "NARO-25.1"}[n])
			}
			s.Is("result.scores.Ava.paintings", want)
			if want < len(plain) {
				s.Is("result.scores.Ava.painting_value", plain[want])
			} else {
				s.Run(`
					= result.scores.Ava.painting_value 400000`)
			}
		}
	}
}

func TestTheDeadAreNotCounted(t *testing.T) {
	s := rich(t, "ddds")
	s.up("")
	s.Run(`
		each load bang bang bang click
		each aim Dario Dario Dario Ava
		last order
		each courage stand stand stand stand
		first take forbid burn`)
	for !status(s).Over {
		s.up("")
		s.duck()
	}
	s.Run(`
		= result.scores.Dario {"alive":false,"wounds":3,"cash":0,"diamond_cards":0,"diamonds":0,"bonus":0,"paintings":0,"painting_value":0,"total":0} // NARO-11.2
	`)
	for _, r := range s.Game.View(engine.Public).Result.(naro.ResultStatus).Ranking { // NARO-11.2
		assert.NotEqual(t, "Dario", r.Seat)
	}
}
