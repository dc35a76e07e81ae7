package derpate_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

func TestSeats(t *testing.T) {
	play(t, `
		! PATE-1.1 begin 1
		begin 2
		begin 3
		begin 4
		! PATE-1.1 begin 5
		! - begin A,
		! - begin A,table
		! - begin A,neutral
		! - begin A,bank
		! - begin A,none
		! - begin A,own
		! - begin A,box
		begin 4 {"first":"Ava"}
		= start Ava order ["Ava","Babak","Chiara","Dario"]
		begin 3 {"first":"Chiara"}
		= start Chiara order ["Chiara","Ava","Babak"] // PATE-1.2, PATE-1.3
		asked Babak car`)
}

func TestFamilies(t *testing.T) {
	play(t, `
		begin 4
		= Ava.family corleone Babak.family tattaglia Chiara.family barzini Dario.family stracci // PATE-1.5
		begin 2 {"families":{"Ava":"stracci","Babak":"corleone"}}
		= Ava.family stracci Babak.family corleone
		! PATE-1.5 begin 2 {"families":{"Ava":"stracci"}}
		! PATE-1.5 begin 2 {"families":{"Ava":"stracci","Babak":"stracci"}}
		! PATE-1.5 begin 2 {"families":{"Ava":"stracci","Babak":"soprano"}}
		! PATE-1.5 begin 2 {"families":{"Ava":"stracci","Babak":"corleone","X":"barzini"}}
		! PATE-1.5 begin 2 {"families":7}`)
}

func TestMoney(t *testing.T) {
	play(t, turn(2, `money Ava 890000`), row(2, "black:1,white:5,grey:1"), `
		Ava place white betting
		= Ava.money 905000 // PATE-1.6: the bank never runs out
		= public.players.Ava.money absent // PATE-1.7
		as public = private {}
		as Ava = private {"Ava":{"money":905000}}
		begin 2 {"money":"open"}
		= public.players.Ava.money 10000`)
}

func TestWhatIsKnownOfTheCards(t *testing.T) {
	play(t, laid(2, 12), `counts table event 10 // PATE-1.8, 2.11: which they are, not their order`)
	play(t, laid(2, 12, `"chance":"box"`), `counts Ava reveal 1`)
}

func TestCatalogueReplacesKeys(t *testing.T) {
	const all = "lists table event family_feast bail_or_river lucky_numbers old_friends patrol_pay open_season stakeout town_hall tax_audit settle_up\n"
	play(t, laid(2, 12, `"catalogue":"house"`), all)
	play(t, laid(2, 12, `"catalogue":{`+otherPersons+`}`), all, `table event family_feast`, row(4, "black:3"), `
		! PATE-10.2 Ava place black spy // PATE-1.9: row4 as a whole, and nothing else
		Ava place black banker track=income
		~ Ava.income 1
		! PATE-1.9 begin 4 {"catalogue":{"dice":[]}}`)
}

func TestSetUp(t *testing.T) {
	s := play(t, `begin 4`)
	s.Shows("PATE-2.1, 2.2, 2.3")
	for i, family := range []string{"corleone", "tattaglia", "barzini", "stracci"} {
		s.Is(four[i], fmt.Sprintf(`{"family":%q,"reputation":0,"influence":0,"income":0,"favours":0,"reserve":7,"jail":0,"river":0,
			"businesses":[],"friends":0,"friends_used":0,"debt_tokens":5,"owes":{},
			"tokens":{"track":["wedding","baptism","birthday","policeman","judge","senator"],"held":[],"used":[]}}`, family)) // PATE-2.1, PATE-2.2
		s.Is(four[i]+".money", 10000) // PATE-2.3
	}
	s.Run(`
		= friends_supply 13 event_track {"grey":0,"red":0} // PATE-2.12
		asked Dario car
		! PATE-2.4 Ava car 1
		! PATE-2.4 Dario car 13
		! PATE-2.6 Dario district east_side
		lists Dario car 1 2 3 4 5 6 7 8 9 10 11 12
		Dario car 12
		! PATE-2.4 Dario car 1
		! PATE-2.5 Dario district bronx
		Dario district little_italy // PATE-2.7: the district of the car
		= Dario.businesses ["b10","b11","b12"]
		! PATE-2.7 Chiara district little_italy
		! PATE-2.6 Ava district east_side // PATE-2.6: counter-clockwise
		Chiara district east_side
		Babak district greenwich_soho
		= Ava.businesses ["b1","b2","b3"] // PATE-2.8: what is left, without a move
		= Ava.reserve 4 Babak.reserve 4 Chiara.reserve 4 Dario.reserve 4 // PATE-2.10
		asked table event
		table event lucky_numbers
		table bonus_roll puppet
		= active Ava // PATE-2.13
		asked table roll`)
}

func TestNeutralMembers(t *testing.T) {
	play(t, laid(2, 12), `
		= owners {"b1":"Ava","b2":"Ava","b3":"Ava","b4":"Babak","b5":"Babak","b6":"Babak","b7":"neutral","b8":"neutral","b9":"neutral","b10":"neutral","b11":"neutral","b12":"neutral"} // PATE-2.9`)
	play(t, laid(3, 12), `
		= owners {"b1":"Ava","b2":"Ava","b3":"Ava","b4":"Babak","b5":"Babak","b6":"Babak","b7":"Chiara","b8":"Chiara","b9":"Chiara","b10":"neutral","b11":"neutral","b12":"neutral"}`)
}

// The pile is the ten cards, shuffled; seven of them are played (PATE-2.11).
func TestPile(t *testing.T) {
	play(t, `! PATE-2.11 begin 4 {"chance":"box"} seed=none`)
	seen := map[string]bool{}
	for seed := range uint64(6) {
		pile := []string{
			"family_feast", "bail_or_river", "lucky_numbers", "old_friends", "patrol_pay",
			"open_season", "stakeout", "town_hall", "tax_audit", "settle_up",
		}
		chance := engine.NewChance("derpate", seed)
		for i := 9; i > 0; i-- {
			j := chance.Pick(i + 1)
			pile[i], pile[j] = pile[j], pile[i]
		}
		s := play(t, fmt.Sprintf(`begin 2 {"chance":"box"} seed=%d`, seed), `first car district reveal choose throw place done`)
		s.Is("over", true)
		s.Is("drawn", pile[:7])
		for _, card := range pile[:7] {
			seen[card] = true
		}
	}
	assert.Len(t, seen, 10)
}
