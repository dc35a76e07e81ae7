package derpate_test

import (
	"fmt"
	"testing"
)

// PATE-14.1, PATE-14.2, PATE-14.3, PATE-14.4, PATE-14.5 and PATE-15.1 are watched after every move of the
// suite's random plays (keep_test.go); here are the ways out.
func TestMembersAndDebts(t *testing.T) {
	play(t, manual(3), `
		! PATE-14.2 table adjust member Ava from=reserve to=b1
		! PATE-14.1 table adjust member Ava from=river to=reserve
		! PATE-14.1 table adjust member Ava from=b4 to=reserve
		! PATE-14.1 table adjust member Ava from=reserve to=box
		table adjust member Ava from=b1 to=river
		said adjust_member Ava
		~ Ava.river 1 Ava.reserve 0
		table adjust member neutral from=b10 to=box
		said adjust_neutral
		table adjust member neutral from=box to=b1
		= owners.b1 neutral owners.b10 null
		table adjust member Ava from=river to=jail // PATE-14.3
		~ Ava.river -1 Ava.jail 1
		! PATE-14.4 table adjust debt Ava from=bank to=own
		! PATE-14.4 table adjust debt Ava from=own to=Ava
		table adjust debt Ava from=own to=Chiara
		said adjust_debt Ava
		~ Ava.debt_tokens -1
		= Ava.owes {"Chiara":1}`)
}

func TestAdjust(t *testing.T) {
	play(t, manual(3), `
		! PATE-15.1 table adjust money Babak -10001 // PATE-15.1: never below zero
		table adjust money Babak -10000
		= Babak.money 0
		! PATE-1.6 table adjust money Babak 1000000001
		! PATE-11.2 table adjust income Babak -1
		! PATE-2.12 table adjust friends Babak 14
		! PATE-5.1 table adjust car by=0
		table adjust reputation Babak 4
		table adjust reputation Babak -4
		= Babak.reputation 0 Babak.tokens.held ["wedding"] // tokens already taken stay
		table adjust car by=25
		= car 1
		table event_done
		! PATE-4.7 table adjust money Babak 1
		! PATE-4.7 table event_done`)
}

// end is a whole play in which Influence is the K.O. track, laid in the last round. All have
// 10,000 in the end but for what lay says, and stand at the end of Influence and on the first
// step of Reputation.
func end(n int, lay string) string {
	seats := four[:n]
	s := laid(n, 11, `"catalogue":{`+cards()+`}`)
	for _, e := range []string{"e6", "e7", "e8", "e9", "e1", "e2"} {
		s += "\ntable event " + e + "\ntable event_done\n" + idle(seats...)
	}
	s += "\ntable event e3"
	for _, name := range seats { // six idle turns, and one more to come
		lay = fmt.Sprintf("reputation %s -6; influence %s 5; money %s -7000; ", name, name, name) + lay
	}
	return s + adjusted(lay) + "\ntable event_done\n" + idle(seats...)
}

func TestReckoning(t *testing.T) {
	play(t, end(3, `
		income Ava 3; member Ava from=reserve to=jail; member Ava from=reserve to=jail;
		debt Ava from=own to=Babak; debt Ava from=own to=bank; debt Chiara from=own to=Ava;
		debt Chiara from=own to=Ava; money Chiara -9000; influence Chiara -1;
		friends Ava 3; car by=1`), `
		= over true ko influence // PATE-16.1: tokens, Friends and favours are worth nothing
		= result.scores.Ava {"money":10000,"income":3000,"businesses":9000,"bail":-2000,"debts_paid":-4000,"debts_received":4000,"total":20000,"eliminated":false,"other_track":1,"family":7} // PATE-16.3, PATE-16.4, PATE-16.8
		= result.scores.Babak {"money":10000,"income":0,"businesses":9000,"bail":0,"debts_paid":0,"debts_received":2000,"total":21000,"eliminated":false,"other_track":1,"family":7}
		= result.scores.Chiara {"money":1000,"income":0,"businesses":9000,"bail":0,"debts_paid":-4000,"debts_received":0,"total":6000,"eliminated":true,"other_track":1,"family":7} // PATE-16.7
		= result.eliminated ["Chiara"] result.ranking ["Babak","Ava"] result.winners ["Babak"] // PATE-16.2, PATE-16.9
		= Ava.jail 0 Ava.reserve 4 // PATE-16.5: back in the reserve
		= Chiara.owes {"Ava":2} // PATE-16.6: debts stay as they were
		= public.players.Ava.money 20000 // PATE-1.7: open in the end`)
}

func TestTotalMayBeNegative(t *testing.T) {
	play(t, end(2, `money Ava -9000; member Ava from=b1 to=reserve; member Ava from=b2 to=reserve; member Ava from=b3 to=reserve; `+times(5, `debt Ava from=own to=bank`)), `
		= Ava.money -9000 result.scores.Ava.total -9000 result.scores.Ava.businesses 0 // PATE-16.7`)
}

func TestTies(t *testing.T) {
	play(t, end(2, `reputation Ava 1`), `
		= result.winners ["Ava"] result.ranking ["Ava","Babak"] // PATE-16.10: the other track`)
	play(t, end(2, `member Ava from=reserve to=river`), `
		= result.winners ["Babak"] result.ranking ["Babak","Ava"] // PATE-16.11: the family without the river
		= result.scores.Ava.family 6 result.scores.Babak.family 7`)
	play(t, end(2, ``), `
		= result.winners ["Ava","Babak"] result.ranking ["Ava","Babak"] // PATE-16.12
		= result.scores.Ava.total 19000 result.scores.Babak.total 19000`)
	play(t, end(2, `influence Ava -11; influence Babak -1`), `
		= result.winners [] result.ranking [] result.eliminated ["Ava","Babak"] // PATE-16.13`)
}
