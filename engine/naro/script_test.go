package naro_test

import (
	"fmt"
	"strings"
	"testing"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

var shorthands = enginetest.Shorthands{
	"": "card", "take": "card second", "aim": "at", "order": "who", "hustle": "who", "courage": "choice", "reveal": "choice",
	"forbid": "kind", "loot": "cards[]", "scavenge": "cards[]", "powers": "cards{}",
}

// A script is one play, driven by short lines, with the steps of a round in a line each.
type script struct {
	*enginetest.Script
	// keepBack is a card that up does not choose.
	keepBack string
}

// begin begins a play of n seats with a power for each of them, or none.
func begin(t *testing.T, n int, options string, powers ...string) *script {
	t.Helper()
	if len(powers) > 0 {
		options = strings.Replace(options, "{", `{"powers":true,`, 1)
		options = strings.Replace(options, ",}", "}", 1)
	}
	s := &script{Script: enginetest.NewScript(t, naroface.Title(), shorthands)}
	s.Run(fmt.Sprintf("begin %d %s", n, options))
	if len(powers) > 0 {
		s.Do("table powers " + strings.Join(powers, ","))
	}
	return s
}

// options returns the answers listed to the first ask.
func (s *script) options() []string {
	a := s.Game.Asks(nil)[0]
	return s.Answers(s.Seats.Name(a.Seat), a.Verb)
}

const usual = "cash_20000,cash_10000,cash_10000,cash_5000,cash_5000,painting,diamond_1000,clip"

// up turns up loot: the cards given, or the first eight that lie face down.
func (s *script) up(cards string) {
	if cards == "" {
		var list []string
		for _, it := range s.Game.Asks(nil)[0].Parts[0].Items {
			for range it.Count {
				if it.Word == s.keepBack {
					break
				}
				list = append(list, it.Word)
			}
		}
		cards = strings.Join(list[:8], ",")
	}
	s.Do("table loot " + cards)
}

// all answers the simultaneous asks, one letter of answers for each seat in seat order (a
// dot is passed over): c and b load, s and d stand or duck, digits aim and - aims at nobody.
func (s *script) all(answers string) {
	words := map[rune]string{'c': "load click", 'b': "load bang", 's': "courage stand", 'd': "courage duck", '-': "aim none"}
	asks := s.Game.Asks(nil)
	for _, c := range strings.ReplaceAll(answers, ".", "") {
		word, ok := words[c]
		if !ok {
			word = "aim " + s.Seats[c-'0']
		}
		s.Do(s.Seats.Name(asks[0].Seat) + " " + word)
		asks = asks[1:]
	}
}

// fight plays steps 2 to 5 with the answers of all; the boss gives no order. Whoever is asked
// in between is left to the caller.
func (s *script) fight(loads, aims, guts string) {
	s.all(loads)
	s.all(aims)
	s.noOrder()
	s.all(guts)
}

// noOrder answers the boss's ask, if there is one; ordering nobody comes last.
func (s *script) noOrder() { s.Run("last order") }

// shareOut lets everybody take the first thing listed until the share-out is over.
func (s *script) shareOut() { s.Run("first take forbid burn") }

// duck answers all asks up to the next loot with the last thing listed: to duck, or none.
func (s *script) duck() {
	s.Run("last hustle give load aim reload order courage reveal salvage scavenge rob take forbid burn")
}

// quiet plays rounds in which all duck, up to the loot of the given round.
func (s *script) quiet(round int) {
	for status(s).Round < round {
		if status(s).Phase == "loot" {
			s.up("")
		}
		s.duck()
	}
}

func status(s *script) naro.Status { return *s.Game.View(engine.Public).Public.(*naro.Status) }
