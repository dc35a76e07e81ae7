package derpate_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestEventCard(t *testing.T) {
	play(t, laid(4, 12), `
		! PATE-4.1 Ava event family_feast
		! PATE-4.1 table event no_card
		! PATE-4.1 Ava reveal
		table event family_feast
		= Ava.reputation 1 Babak.reputation 1 Chiara.reputation 1 Dario.reputation 1 // PATE-4.1: it counts for all
		= event_track {"grey":1,"red":0} // PATE-4.2
		= car 1 // PATE-4.6`, idle(four...), `
		! PATE-4.13 table event family_feast
		counts table event 9
		table event stakeout
		= car 3 Ava.jail 3 // PATE-4.7: the text sees the car on its new space`)
}

func TestKO(t *testing.T) {
	s := play(t, laid(2, 12, `"catalogue":{`+cards(`"when":"now","op":"move_all","track":"reputation","steps":1`)+`}`), `= ko null`)
	for _, e := range []string{"e2", "e3", "e4", "e6", "e7", "e8"} {
		s.Run("table event " + e + "\n table event_done\n" + idle("Ava", "Babak"))
	}
	s.Run(`
		= event_track {"grey":3,"red":3} ko null
		table event e9
		said card, ko, car, protected, text // PATE-4.3
		= ko influence event_track {"grey":3,"red":4}`)

	s = play(t, laid(2, 12, `"catalogue":{`+cards(`"when":"now","op":"move_all","track":"reputation","steps":1`)+`}`))
	for _, e := range []string{"e6", "e7", "e8", "e9"} {
		s.Run("table event " + e + "\n table event_done\n" + idle("Ava", "Babak"))
	}
	s.Run(`
		= ko influence
		table event e1
		~ Ava.reputation 1 car 1 // PATE-4.4: later cards do everything else
		= ko influence event_track {"grey":0,"red":4}`)
}

// Seven cards decide it always, for exactly one track, whatever the mix (PATE-4.5).
func TestKOIsAlwaysDecided(t *testing.T) {
	for mix := range 1 << 7 {
		events := cards()
		for i := range 7 {
			from, to := "grey", "red"
			if mix>>i&1 == 0 {
				from, to = to, from
			}
			one := fmt.Sprintf(`"id":"e%d","colour":`, i+1)
			events = strings.Replace(events, one+`"`+from, one+`"`+to, 1)
		}
		s := play(t, laid(2, 12, `"catalogue":{`+events+`}`))
		for i := range 7 {
			s.Run(fmt.Sprintf("table event e%d\n table event_done\n%s", i+1, idle("Ava", "Babak")))
		}
		var grey int
		for i := range 7 {
			grey += 1 - mix>>i&1
		}
		want := "influence"
		if grey >= 4 {
			want = "reputation"
		}
		if grey == 3 {
			s.Shows("PATE-4.5") // only the last card decides it in some of these
		}
		s.Is("ko", want)
		s.Is("result.ko", want)
	}
}

func TestChoicesInPlayerOrder(t *testing.T) {
	buy := `"when":"now","op":"buy_friend","price":2000`
	play(t, round2(4, buy, `money Ava -10000; friends Dario 11`, `"first":"Chiara"`), `
		table event e2
		asked Chiara choose // PATE-4.8: the start player first
		! PATE-4.8 Ava choose +buy
		! PATE-4.8 Chiara choose bail=0
		! PATE-4.8 Chiara choose business=b1
		Chiara choose +buy
		~ Chiara.friends 1 Chiara.money -2000 friends_supply -1
		asked Dario choose
		Dario choose -buy
		~ Dario.friends 0 Dario.money 0
		said passes Dario, cannot_pay Ava, choose Babak // PATE-4.12: Ava has 1,000, so she has one answer only
		asked Babak choose
		Babak choose +buy
		= phase dice friends_supply 0`)
	play(t, round2(4, buy, `friends Dario 12`), `
		table event e2
		Ava choose +buy
		said pay Ava, friend Ava, cannot_friend Babak, cannot_friend Chiara, cannot_friend Dario, turn Ava, roll Ava
		asked table roll // PATE-4.12: no Friend is left for the others`)
}

func TestBailOrRiver(t *testing.T) {
	play(t, round2(2, `"when":"now","op":"bail_or_river","price":2000`,
		times(2, "member Ava from=reserve to=jail")+times(2, "member Babak from=reserve to=jail")+`; money Ava -9001; money Babak -8000`), `
		= Ava.money 1999 Babak.money 3000
		table event e2
		= Ava.jail 0 Ava.river 2 Ava.money 1999 // PATE-4.12: a player who cannot pay for one is not asked
		lists Babak choose 0 1
		shows Babak choose 0 1 2 // what he could pay is not shown
		! PATE-14.1 Babak choose bail=3
		! PATE-15.1 Babak choose bail=2
		Babak choose bail=1
		~ Babak.jail -2 Babak.river 1 Babak.reserve 1 Babak.money -2000 // PATE-14.3`)
}

func TestSettleUp(t *testing.T) {
	for holder, want := range map[string]string{
		"Babak": `~ Ava.money -1000 Babak.money 1000 Ava.debt_tokens 1
			= Ava.owes {"bank":1}`,
		"bank": `~ Ava.money -1000 Babak.money 0 Ava.debt_tokens 1
			= Ava.owes {"Babak":1}`,
		"none": `~ Ava.money 0 Babak.money 0 Ava.debt_tokens 0
			= Ava.owes {"Babak":1,"bank":1}`,
	} {
		play(t, round2(3, `"when":"now","op":"buy_back_debt","price":1000`, `debt Ava from=own to=Babak; debt Ava from=own to=bank`), `
			table event e2
			lists Ava choose Babak bank none
			! PATE-14.4 Ava choose holder=Chiara
			Ava choose holder=`+holder, want, `
			said ..., cannot_debt_back Babak, cannot_debt_back Chiara, turn Ava, roll Ava
			asked table roll // PATE-14.5`)
	}
}

func TestLuckyNumber(t *testing.T) {
	play(t, laid(4, 12), `
		table event lucky_numbers
		asked table bonus_roll
		! PATE-4.7 Ava bonus_roll 2
		! PATE-12.7 table bonus_roll 7
		! PATE-4.7 table roll black:1,white:1,grey:1,red:1
		table bonus_roll 2
		~ Ava.money 2000 Babak.money 0 Chiara.money 2000 Dario.money 2000
		~ Ava.reputation 0 Chiara.reputation 0 // without steps`)
}

func TestTax(t *testing.T) {
	play(t, round2(2, `"when":"now","op":"tax","per":1000`, `money Babak -10000`), `
		table event e2
		~ Ava.money -3000 Babak.money -1000 // PATE-15.2: what there is
		= Babak.money 0`)
}

func TestTurnStartCards(t *testing.T) {
	play(t, laid(2, 10), `
		table event town_hall
		asked Ava choose // PATE-4.9: at the start of each turn
		= phase dice car 1
		Ava choose +buy
		~ Ava.influence 2 Ava.money -2000`, idle("Ava"), `
		asked Babak choose
		Babak choose -buy
		~ Babak.influence 0 Babak.money 0
		asked table roll
		= event town_hall // it stays to the end of the round`, idle("Babak"), `
		= event null`)
	// Tokens may be used before the answer.
	play(t, round2(2, `"when":"turn_start","op":"buy_steps","price":2000,"track":"influence","steps":2`, `reputation Ava 9`), `
		table event e2
		offered Ava token
		Ava token birthday influence
		~ Ava.influence 1
		asked Ava choose
		Ava choose +buy
		~ Ava.influence 2 Ava.money -2000`)
	play(t, laid(2, 9), `
		table event patrol_pay
		= car 2
		~ Ava.money 3000 Babak.money 0`)
	play(t, laid(2, 11), `table event patrol_pay`, idle("Ava"), `~ Babak.money 3000 Ava.money 0 // in his turn`)
	// The last Friend is gone before the answer, so nothing is left to be asked (PATE-4.12).
	play(t, round2(2, `"when":"turn_start","op":"buy_friend","price":1000`, `reputation Ava 3; friends Babak 12`), `
		table event e2
		asked Ava choose
		Ava token wedding
		= friends_supply 0
		asked table roll`)
}

func TestEventTakeover(t *testing.T) {
	play(t, laid(2, 11), `
		table event open_season
		lists Ava choose b4 b5 b6 b7 b8 b9 none // PATE-4.10: any number; PATE-4.11: Little Italy is protected
		! PATE-9.10 Ava choose business=b10
		! PATE-9.9 Ava choose business=b1
		Ava choose business=b4
		= owners.b4 Ava Ava.owes {"Babak":1} Babak.river 1
		asked Babak choose`)
	play(t, round2(2, `"when":"now","op":"takeover"`, times(5, "debt Babak from=own to=bank")), `
		table event e2
		Ava choose business=none
		~ Ava.debt_tokens 0
		said passes Ava, cannot_debts Babak, turn Ava, roll Ava // nobody is passed over in silence
		asked table roll // PATE-4.12: Babak has no token to give`)
}

func TestCar(t *testing.T) {
	for space := 1; space <= 12; space++ {
		district := []string{"lower_manhattan", "greenwich_soho", "east_side", "little_italy"}[(space-1)/3]
		play(t, laid(4, space), fmt.Sprintf(`= car %d car_district %s // PATE-5.2`, space, district))
	}
	play(t, laid(2, 12), `
		table event bail_or_river
		= car 2 car_district lower_manhattan // PATE-5.1: a ring of twelve`)
	// In the protected district nothing is emptied, changed or taken: PATE-5.3, PATE-5.4.
	play(t, turn(4, ``), row(3, "black:3,red:3"), `
		! PATE-9.10 Ava place black takeover b12
		Ava place red raid
		= owners.b4 null owners.b12 Dario`)
	play(t, turn(4, ``), row(4, "black:1"), `! PATE-5.4 Ava place black spy b12`)
	play(t, turn(4, `member Dario from=b10 to=reserve`), row(4, "grey:1"), `! PATE-5.3 Ava place grey consigliere b10`)
	// The Visit and one card do not care.
	play(t, turn(4, `car by=8`), row(2, "black:4,white:1,grey:1"), `
		Ava place black visit
		= car 12 car_district little_italy owners.b12 null // PATE-5.5`)
	play(t, laid(4, 10), `
		table event stakeout
		= car 12 Dario.jail 3`)
	// Takings are paid there.
	play(t, turn(4, ``), row(1, "black:3,white:1,grey:1,red:1"), `
		Ava place black takings
		~ Dario.money 3000 // PATE-5.6`)
	// Nothing else moves it.
	for _, c := range []struct {
		row         int
		dice, place string
	}{
		{1, "black:1,white:1,grey:1,red:1", "black takings"},
		{1, "black:puppet,white:1,grey:1,red:1", "black press"},
		{2, "white:1,grey:1,red:1", "grey reputation"},
		{2, "white:1,grey:1,red:1", "red influence"},
		{2, "white:1,grey:1,red:1", "white betting"},
		{3, "grey:1,red:1", "grey meeting"},
		{3, "grey:1,red:1", "red raid"},
		{3, "black:2,white:1", "black takeover b7"},
		{3, "black:2,white:1", "white friend"},
		{4, "grey:1", "grey consigliere"},
		{4, "red:1", "red prosecutor"},
		{4, "black:1", "black spy b7"},
		{4, "white:1", "white banker track=income"},
	} {
		play(t, turn(4, ``), row(c.row, c.dice), "Ava place "+c.place, `same car // PATE-5.7`)
	}
}
