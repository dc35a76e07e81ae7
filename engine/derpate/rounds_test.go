package derpate_test

import "testing"

func TestRounds(t *testing.T) {
	s := play(t, laid(2, 12), `= Ava.money 10000 // PATE-3.3: no income in round 1`)
	drawn := []string{"family_feast", "lucky_numbers", "patrol_pay", "stakeout", "tax_audit", "bail_or_river", "town_hall"}
	for i, card := range drawn {
		s.Is("round", i+1) // PATE-3.1: income, card, turns
		s.Run("asked table event // " + []string{"PATE-3.1", "PATE-3.5"}[min(i, 1)] + "\n table event " + card)
		if card == "lucky_numbers" {
			s.Run("table bonus_roll puppet")
		}
		for _, seat := range four[:2] {
			s.Run("first choose\n" + idle(seat))
		}
	}
	s.Is("drawn", drawn)
	s.Run(`
		= over true phase over // PATE-1.4: seven rounds
		asked
		offered
		! PATE-16.1 Ava done`)
}

func TestIncome(t *testing.T) {
	play(t, turn(2, `
		income Ava 4; income Babak 1; member Babak from=b4 to=jail;
		member Babak from=b5 to=jail; member Babak from=b6 to=jail`), idle("Ava", "Babak"), `
		~ Ava.money 4000 Babak.money 1000 // PATE-3.2, PATE-3.4
		said round, income, income, event Ava // the most first: the markers are open to all
		= round 2`)
}
