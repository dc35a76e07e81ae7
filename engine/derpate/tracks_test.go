package derpate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

func TestTracks(t *testing.T) {
	play(t, manual(2), `
		table adjust reputation Ava 7 // PATE-11.3: passed or reached
		= Ava.tokens {"track":["birthday","policeman","judge","senator"],"held":["wedding","baptism"],"used":[]}
		table adjust influence Ava 3 // PATE-11.9: made, not offered
		= Ava.tokens.held ["wedding","baptism","policeman"]
		table adjust reputation Ava 10
		= Ava.reputation 12 // PATE-11.1, PATE-11.2, PATE-11.4: never past the last box
		~ Ava.money 1000 // PATE-11.5: exactly 1,000 a move
		table adjust reputation Ava 5
		~ Ava.money 1000 // PATE-11.5: every time
		table adjust reputation Babak 10
		table adjust reputation Babak 2
		~ Babak.money 0 Babak.reputation 2 // exactly to the end loses nothing
		table adjust influence Babak 14
		= Babak.influence 12 // PATE-11.2
		table adjust income Babak 3
		table adjust income Babak 2
		~ Babak.income 1 Babak.money 0 // PATE-11.8
		table adjust favours Babak 9
		~ Babak.favours 4 Babak.money 0 // PATE-11.8`)
	play(t, manual(2, `"overflow":"at_end"`), `
		table adjust influence Ava 11
		table adjust influence Ava 5
		~ Ava.money 0 Ava.influence 1 // PATE-11.6: only from the last space
		table adjust influence Ava 1
		~ Ava.money 1000`)
	play(t, turn(2, `reputation Ava 12; influence Ava 12`), row(1, "black:puppet,white:1,grey:1,red:1"), `
		Ava place black press
		~ Ava.money 2000 // PATE-11.7: two tracks, two moves`)
}

// grey and red give a seat all tokens of a track and take it back to its start.
func grey(seat string) string {
	return "; reputation " + seat + " 9; reputation " + seat + " -9"
}

func red(seat string) string {
	return "; influence " + seat + " 9; influence " + seat + " -9"
}

func TestTokens(t *testing.T) {
	play(t, turn(2, grey("Ava")+red("Ava")+`; reputation Babak 3`), `
		Ava token wedding // PATE-12.6
		~ Ava.friends 1 friends_supply -1 Ava.money 0
		! PATE-12.1 Ava token wedding // PATE-12.1: once
		! PATE-12.1 Babak token birthday income
		! PATE-12.5 Babak token wedding // PATE-12.4, PATE-12.5: in one's own turn, or at once
		! PATE-12.10 Ava token senator
		Ava token birthday favours // PATE-12.3: any number in one turn
		~ Ava.favours 1
		= Ava.tokens {"track":[],"held":["baptism","policeman","judge","senator"],"used":["wedding","birthday"]} // PATE-12.2: kept`)
	play(t, turn(2, `reputation Ava 3; friends Babak 13`), `
		! PATE-12.6 Ava token wedding // PATE-12.6: Brooklyn is empty
		offered`)
	play(t, turn(2, grey("Ava")+`; reputation Ava 12; influence Ava 12; income Ava 4; favours Ava 4`), `
		! PATE-12.8 Ava token birthday income
		! PATE-12.8 Ava token birthday favours
		lists Ava token wedding baptism birthday+reputation birthday+influence
		Ava token birthday influence
		~ Ava.money 1000`)
	play(t, turn(2, grey("Ava")+`; reputation Ava 12`), `
		Ava token birthday reputation
		~ Ava.money 1000 Ava.reputation 0`)
}

func TestBaptism(t *testing.T) {
	play(t, turn(2, grey("Ava")+`; friends Ava 1; favours Ava 4`), row(2, "black:1,white:1,grey:1"), `
		Ava token baptism
		asked table bonus_roll // PATE-12.7; nothing else is legal while its die is owed: PATE-12.4, PATE-13.6
		! PATE-12.7 Ava token wedding
		! PATE-12.7 Ava favour cash
		! PATE-12.7 Ava place white betting
		! PATE-12.7 table roll black:1,white:1,grey:1,red:1
		! PATE-12.7 Ava bonus_roll 4
		table bonus_roll 4
		~ Ava.money 4000
		same dice
		asked Ava place`)
	play(t, turn(2, grey("Ava")), `
		Ava token baptism
		table bonus_roll puppet
		~ Ava.money 0`)
}

// Ava's Smuggling takes Babak, who has a 2, to the Wedding in her turn.
func TestFreshTokens(t *testing.T) {
	fresh := turn(2, `member neutral from=b7 to=box; member Babak from=reserve to=b7; reputation Babak 2; `+grey("Ava")) + "\n" + row(1, "black:2,white:1,grey:1,red:1") + "\nAva place black takings\n"
	s := play(t, fresh, `
		= fresh {"Babak":["wedding"]}
		offered Ava token, Babak token`)
	for _, a := range s.Game.Asks(nil) {
		if a.Seat == 1 {
			assert.Equal(t, 15*time.Second, a.Limit)
			assert.Nil(t, a.Late)
		}
	}
	s.Run(`
		Ava token baptism // PATE-12.5: neither this nor its roll ends "at once"
		! PATE-12.7 Babak token wedding
		table bonus_roll 4
		Babak token wedding
		~ Babak.friends 1`)
	play(t, fresh, `
		table roll white:1,grey:1,red:1 // the next move of anybody ends the offer
		= fresh {}
		offered Ava token
		! PATE-12.5 Babak token wedding`)
}

func TestRerolls(t *testing.T) {
	play(t, turn(2, red("Ava")+red("Babak")), `
		! PATE-12.9 Ava token judge // PATE-12.9: after a roll and before placing
		table roll black:1,white:1,grey:1,red:1
		! PATE-12.9 Babak token judge // not out of turn
		! PATE-12.9 Ava token policeman
		Ava token policeman die=grey
		asked table roll
		! PATE-12.9 Ava token judge
		! PATE-12.9 Ava place black takings
		! PATE-12.9 Ava roll grey:5
		! PATE-12.9 table roll black:5
		! PATE-12.9 table roll black:5,grey:5
		table roll grey:5
		= dice {"black":1,"white":1,"grey":5,"red":1}
		Ava token judge // several on the same roll; the Judge takes all unplaced dice
		! PATE-12.9 table roll black:2,white:2,grey:2
		table roll black:2,white:2,grey:2,red:2
		= dice {"black":2,"white":2,"grey":2,"red":2}
		Ava place grey takings`)
	play(t, turn(2, red("Ava")), row(3, "black:1,white:1"), `
		! PATE-12.9 Ava token policeman die=grey // it is placed already
		Ava token judge
		table roll black:2,white:2
		Ava place white friend
		= row 4
		! PATE-12.9 Ava token policeman die=black // not in row 4
		offered`)
	// While a roll is owed, no favour is done: PATE-13.6.
	play(t, turn(2, red("Ava")+`; friends Ava 1; favours Ava 4`), row(1, "black:1,white:1,grey:1,red:1"), `
		Ava token judge
		! PATE-12.9 Ava favour cash`)
}

func TestTheBoxRolls(t *testing.T) {
	s := play(t, laid(2, 12, `"chance":"box"`, `"catalogue":{`+cards()+`}`), `
		! PATE-4.1 table event e1
		Ava reveal`, adjusted(grey("Ava")+red("Ava")), `
		table event_done
		! PATE-6.2 table roll black:1,white:1,grey:1,red:1
		! PATE-6.1 Babak throw
		Ava throw
		asked Ava place
		Ava token judge`)
	assert.True(t, slices.ContainsFunc(s.Cues, func(c engine.Cue) bool { return c.Drawn }))
	s.Run(`
		asked Ava place
		Ava token baptism
		asked Ava place
		! PATE-12.7 table bonus_roll 1`)
}

func TestSenator(t *testing.T) {
	lay := turn(3, red("Ava"))
	play(t, lay, row(1, "black:2,white:2,grey:2,red:2"), `! PATE-12.10 Ava place black takings +senator // PATE-12.10: not in row 1`)
	play(t, lay, row(2, "black:2,white:2,grey:puppet"), `
		! PATE-12.10 Ava place grey press +senator // PATE-12.10: not on the Press
		! PATE-12.10 Ava place black visit +senator // not on the die's own colour
		! PATE-12.11 Ava place grey betting +senator
		Ava place black betting +senator
		~ Ava.money 2000 // with the number of this die
		= Ava.tokens.used ["senator"]
		table roll white:2,grey:2
		! PATE-12.10 Ava place grey friend +senator // PATE-12.1`)
	play(t, lay, row(4, "grey:puppet"), `
		Ava place grey spy b7 +senator
		~ Chiara.jail 1 // PATE-12.11: in row 4 it can`)
}

func TestFavours(t *testing.T) {
	order := []string{"member_back", "debt_back+bank", "advance+reputation", "advance+income", "cash"}
	until := []int{0, 1, 2, 4, 5} // answers that are open, by the box of the marker
	for marker, n := range until {
		lay := `friends Ava 4; member Ava from=reserve to=river; debt Ava from=own to=bank; ` + times(marker, `favours Ava 1`)
		s := play(t, turn(3, lay))
		if marker > 0 {
			s.Run("lists Ava favour " + strings.Join(order[:n], " ")) // PATE-13.3: in order
		} else {
			s.Run("offered") // PATE-13.2: on the first box there is none
		}
		for i, line := range []string{"member_back", "debt_back from=bank", "advance reputation", "cash"} {
			if i >= marker {
				s.No("PATE-13.2", "Ava favour "+line) // PATE-13.2
			}
		}
	}
	with := func(lay string, options ...string) string {
		return turn(3, `friends Ava 4; favours Ava 4; `+lay, options...)
	}
	play(t, with(``), `
		Ava favour cash
		~ Ava.friends -1 friends_supply 1 Ava.money 5000 // PATE-13.1, PATE-13.11
		Ava favour cash
		~ Ava.friends -1 Ava.money 5000 // PATE-13.4: the same again
		! PATE-13.5 Ava favour cash // PATE-13.5: two a round
		offered
		= Ava.friends_used 2`, idle("Ava", "Babak", "Chiara"), `= Ava.friends_used 0 round 2`)
	play(t, with(`friends Ava -4`), `! PATE-13.1 Ava favour cash`)
	play(t, with(`friends Babak 1; favours Babak 4`), `! PATE-13.6 Babak favour cash // PATE-13.6: in one's own turn`)
	play(t, with(``), `
		! PATE-13.7 Ava favour member_back // PATE-13.7: nobody is in the river
		! PATE-13.8 Ava favour debt_back from=Chiara // PATE-13.8: there is no debt`)
	play(t, with(`member Ava from=reserve to=river`), `
		Ava favour member_back
		~ Ava.river -1 Ava.reserve 1 // PATE-13.7, PATE-14.3`)
	play(t, with(`debt Ava from=own to=Chiara`), `
		Ava favour debt_back from=Chiara
		~ Ava.debt_tokens 1 Ava.money 0 Chiara.money 0 // PATE-13.8: no payment, PATE-14.5
		= Ava.owes {}`)
	play(t, with(`income Ava 3; reputation Ava 11`), `
		Ava favour advance income
		~ Ava.income 1 Ava.money 0 // PATE-13.9: a step beyond is lost
		! PATE-13.9 Ava favour advance income
		Ava favour advance reputation
		~ Ava.reputation 1 Ava.money 1000 // PATE-13.9: two boxes on one track`)
	play(t, with(``), `
		! PATE-13.10 Ava favour advance influence
		Ava favour advance reputation
		~ Ava.reputation 2 Ava.income 0`)
	play(t, with(``, `"favour_advance":"influence"`), `
		! PATE-13.10 Ava favour advance income
		Ava favour advance influence
		~ Ava.influence 2`)
}
