package derpate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRow1(t *testing.T) {
	b7 := `member Chiara from=b7 to=reserve; member Ava from=reserve to=b7`
	roll := row(1, "black:2,white:5,grey:1,red:puppet")
	play(t, turn(4, b7), roll, `
		Ava place black takings // PATE-7.1
		~ Ava.money 4000 Babak.money 0 Chiara.money 0 Dario.money 2000 // PATE-7.2, PATE-7.4: three businesses with a 2
		~ Ava.reputation 2 Babak.reputation 0 Chiara.reputation 0 Dario.reputation 1 // PATE-7.7`)
	play(t, turn(4, ``), roll, `
		Ava place white takings
		~ Ava.money 5000 Babak.money 0 Chiara.money 5000 Dario.money 0 // PATE-7.5: two businesses with a 5
		~ Ava.reputation 0 Ava.influence 0 Chiara.reputation 0 Chiara.influence 0`)
	play(t, turn(4, ``), roll, `
		Ava place grey takings
		~ Ava.money 1000 Babak.money 1000 Chiara.money 1000 Dario.money 0 // PATE-7.6
		~ Ava.influence 1 Babak.influence 1 Chiara.influence 1 Dario.influence 0 // PATE-7.7`)
	play(t, turn(4, ``), row(1, "black:3,white:4,grey:1,red:1"), `
		Ava place black takings
		~ Ava.money 0 Babak.money 3000 Chiara.money 0 Dario.money 3000 // PATE-7.6`)
	play(t, turn(4, ``), row(1, "black:3,white:4,grey:1,red:1"), `
		Ava place white takings
		~ Ava.money 0 Babak.money 4000 Chiara.money 0 Dario.money 4000 // PATE-7.6
		~ Babak.reputation 0 Babak.influence 0`)
	// Empty and neutral businesses pay nobody.
	play(t, turn(2, `member Ava from=b1 to=reserve`), row(1, "black:5,white:1,grey:1,red:1"), `
		Ava place black takings
		same Ava.money Babak.money // PATE-7.3`)
	// The steps of one placement are one move: two past the end pay 1,000 once.
	play(t, turn(4, b7+`; reputation Ava 12`), roll, `
		Ava place black takings
		~ Ava.money 5000 Ava.reputation 0 // PATE-7.8`)
	play(t, turn(4, ``), roll, `
		Ava place red press
		~ Ava.reputation 1 Ava.influence 1 Ava.money 0 Babak.money 0 Babak.reputation 0 // PATE-7.11`)
}

func TestTakingsStep(t *testing.T) {
	for option, want := range map[string]string{
		"per_business": `~ Ava.reputation 2 Babak.reputation 0 Chiara.reputation 0 Dario.reputation 1`,
		"per_owner":    `~ Ava.reputation 1 Babak.reputation 0 Chiara.reputation 0 Dario.reputation 1`,
		"placer":       `~ Ava.reputation 1 Babak.reputation 0 Chiara.reputation 0 Dario.reputation 0`,
	} {
		play(t, turn(4, `member Chiara from=b7 to=reserve; member Ava from=reserve to=b7`, `"takings_step":"`+option+`"`), row(1, "black:2,white:1,grey:1,red:1"), `
			Ava place black takings
			~ Ava.money 4000 Dario.money 2000 // PATE-7.9`, want)
	}
	play(t, turn(4, ``, `"takings_step":"placer"`), idle("Ava"), row(1, "black:2,white:1,grey:1,red:1"), `
		Babak place black takings
		~ Babak.reputation 1 Babak.money 0 Ava.reputation 0 // without a 2 of his own`)
	// In player order, which the cues follow.
	play(t, turn(4, ``, `"first":"Chiara"`), row(1, "black:2,white:1,grey:1,red:1"), `
		Chiara place black takings
		said takings Chiara, gain Chiara, advance Chiara, gain Dario, advance Dario, gain Ava, advance Ava, roll Chiara // PATE-7.10`)
}

func TestRow2(t *testing.T) {
	roll := row(2, "black:4,white:5,grey:3")
	play(t, turn(3, ``), roll, `
		Ava place grey reputation
		~ Ava.reputation 3 Ava.influence 0 // PATE-8.1`)
	play(t, turn(3, ``), row(2, "white:1,grey:1,red:4"), `
		Ava place red influence
		~ Ava.influence 4 Ava.reputation 0 // PATE-8.2`)
	play(t, turn(3, ``), roll, `
		Ava place white betting
		~ Ava.money 5000 // PATE-8.10`)
	play(t, turn(3, ``), row(2, "black:puppet,white:1,grey:1"), `
		Ava place black press
		~ Ava.reputation 1 Ava.influence 1 Ava.money 0 // PATE-8.11`)
}

func TestVisit(t *testing.T) {
	roll := row(2, "black:4,white:5,grey:3")
	play(t, turn(3, ``), roll, `
		! PATE-8.9 Ava place black visit +member // PATE-8.9: not with the same die
		Ava place black visit
		= car 4 owners.b4 null owners.b5 Babak // PATE-8.3, PATE-8.4
		~ Babak.reserve 1 Babak.jail 0 Babak.river 0 Ava.reserve 0 // PATE-8.6`)
	empty := `member Babak from=b4 to=reserve`
	play(t, turn(3, empty), roll, `
		lists Ava place ... black+visit black+visit+member
		Ava place black visit +member
		= owners.b4 Ava // PATE-8.5: an empty one may be settled
		~ Ava.reserve -1`)
	play(t, turn(3, empty), roll, `
		Ava place black visit
		= owners.b4 null car 4 // PATE-8.5: or not
		~ Ava.reserve 0`)
	play(t, turn(3, empty+`; `+times(4, `member Ava from=reserve to=jail`)), roll, `
		! PATE-14.6 Ava place black visit +member
		unlisted Ava place black+visit+member`)
	play(t, turn(3, `car by=6`), roll, `
		Ava place black visit
		= car 10 owners.b10 null neutral {"jail":0,"river":0,"box":1} // PATE-8.7`)
	play(t, turn(3, `car by=9`), roll, `
		! PATE-8.8 Ava place black visit +member
		Ava place black visit
		= car 1 owners.b1 Ava // PATE-8.8
		~ Ava.reserve 0`)
}

func TestMeeting(t *testing.T) {
	play(t, turn(4, times(2, `debt Babak from=own to=Ava`)+`; debt Babak from=own to=Chiara; debt Babak from=own to=bank; debt Dario from=own to=Ava;
		debt Ava from=own to=Dario; money Dario -9000`), row(3, "grey:3,red:1"), `
		lists Ava place grey+meeting red+raid // PATE-9.1: it must be carried out
		Ava place grey meeting
		~ Ava.money 7000 Babak.money -6000 Chiara.money 0 Dario.money -1000 // PATE-9.2; PATE-9.3: Dario pays what he has
		= Dario.owes {} Dario.debt_tokens 5 Dario.money 0 // PATE-9.3: and gets his token back, PATE-14.5
		= Babak.owes {"Chiara":1,"bank":1} Babak.debt_tokens 3 Ava.owes {"Dario":1} // PATE-9.4`)
}

func TestRaid(t *testing.T) {
	play(t, turn(2, ``), row(3, "grey:3,red:2"), `
		Ava place red raid // PATE-9.5: the player's own ones too
		= owners.b3 null owners.b7 null owners.b11 neutral owners.b4 Babak
		~ Ava.jail 1 Ava.reserve 0 neutral.jail 1 neutral.box 0 // PATE-9.6`)
}

func TestTakeover(t *testing.T) {
	roll := row(3, "black:2,grey:3")
	play(t, turn(3, ``), roll, `
		lists Ava place black+takeover+b7 black+takeover grey+meeting // PATE-9.7: or not
		! PATE-9.8 Ava place black takeover b8
		! PATE-9.9 Ava place black takeover b3 // PATE-9.9: her own
		! PATE-9.10 Ava place black takeover b11
		Ava place black takeover b7
		= owners.b7 Ava Ava.owes {"Chiara":1} // PATE-9.13, PATE-9.14
		~ Chiara.river 1 Chiara.jail 0 Ava.debt_tokens -1 Ava.reserve -1 // PATE-9.12`)
	play(t, turn(3, `member Chiara from=b7 to=reserve`), roll, `! PATE-9.9 Ava place black takeover b7 // an empty one`)
	for _, lack := range []string{`debt Ava from=own to=bank`, `member Ava from=reserve to=jail`} {
		n := 5
		if lack == `member Ava from=reserve to=jail` {
			n = 4
		}
		play(t, turn(3, times(n, lack)), roll, `
			! PATE-9.11 Ava place black takeover b7 // PATE-9.11, PATE-14.6
			lists Ava place black+takeover grey+meeting`)
	}
	play(t, turn(3, `car by=1`), roll, `
		Ava place black takeover b11
		= neutral {"jail":0,"river":1,"box":0} Ava.owes {"bank":1} owners.b11 Ava // PATE-9.12, PATE-9.13: neutral`)
	play(t, turn(3, ``), roll, `
		Ava place black takeover
		~ Ava.debt_tokens 0 Ava.reserve 0 // PATE-9.7
		same owners`)
}

func TestFriend(t *testing.T) {
	roll := row(3, "white:4,grey:3")
	play(t, turn(3, ``), roll, `
		Ava place white friend
		~ Ava.money -4000 Ava.friends 1 friends_supply -1 // PATE-9.15`)
	play(t, turn(3, `money Ava -6001`), roll, `
		! PATE-9.16 Ava place white friend
		lists Ava place grey+meeting
		shows Ava place white+friend grey+meeting // what one cannot pay is shown all the same`)
	play(t, turn(3, `money Ava -6001; friends Babak 13`), roll, `
		Ava place white friend
		~ Ava.money 0 Ava.friends 0 friends_supply 0 // PATE-9.17`)
	play(t, turn(3, ``), row(3, "white:puppet,grey:3"), `
		Ava place white press
		~ Ava.reputation 1 Ava.influence 1 // PATE-9.18`)
}

func TestRow4(t *testing.T) {
	// Only the colour counts, there is no Press, and all are voluntary.
	for colour, boxes := range map[string][2]string{
		"grey": {"consigliere", "prosecutor"}, "red": {"prosecutor -use", "spy"}, "black": {"spy", "banker"}, "white": {"banker", "consigliere"},
	} {
		play(t, turn(3, `member Ava from=reserve to=jail`), row(4, colour+":puppet"), `
			! PATE-10.1 Ava place `+colour+` press
			! PATE-10.2 Ava place `+colour+` `+boxes[1]+`
			Ava place `+colour+` `+boxes[0]+`
			same players owners private // PATE-10.3`)
	}
}

func TestConsigliere(t *testing.T) {
	empty := `member Chiara from=b9 to=reserve; member neutral from=b12 to=box`
	play(t, turn(3, empty), row(4, "grey:1"), `
		! PATE-5.3 Ava place grey consigliere b12
		! PATE-10.4 Ava place grey consigliere b8
		lists Ava place grey+consigliere+b9 grey+consigliere // PATE-10.4: any empty business outside the protection
		Ava place grey consigliere b9
		= owners.b9 Ava
		~ Ava.debt_tokens 0 Ava.reserve -1`)
	play(t, turn(3, empty+`; `+times(4, `member Ava from=reserve to=jail`)), row(4, "grey:1"),
		`! PATE-14.6 Ava place grey consigliere b9`)
}

func TestProsecutor(t *testing.T) {
	lay := times(2, `member Ava from=reserve to=jail`) + `; member Babak from=reserve to=jail`
	play(t, turn(3, lay), row(4, "red:1"), `
		Ava place red prosecutor
		~ Ava.jail -2 Ava.reserve 2 Babak.jail 0 // PATE-10.5: all, PATE-14.3`)
	play(t, turn(3, lay), row(4, "red:1"), `
		Ava place red prosecutor -use
		~ Ava.jail 0 Ava.reserve 0 // PATE-10.5: or none`)
}

func TestSpy(t *testing.T) {
	play(t, turn(3, ``), row(4, "black:puppet"), `
		! PATE-10.6 Ava place black spy b1
		! PATE-10.7 Ava place black spy b12
		Ava place black spy b8
		= owners.b8 null
		~ Chiara.jail 1 Chiara.reserve 0 // PATE-10.6`)
	play(t, turn(3, `car by=1`), row(4, "black:1"), `! PATE-10.7 Ava place black spy b12`)
	play(t, turn(3, `car by=1`, `"spy_neutral":true`), row(4, "black:1"), `
		Ava place black spy b12
		= neutral {"jail":1,"river":0,"box":0} owners.b12 null // PATE-10.7: the option`)
}

func TestBanker(t *testing.T) {
	play(t, turn(3, `income Ava 4`), row(4, "white:1"), `
		! PATE-10.8 Ava place white banker track=income // PATE-10.8: on its last box
		! PATE-10.8 Ava place white banker track=influence
		lists Ava place white+banker+favours white+banker
		Ava place white banker track=favours
		~ Ava.favours 1`)
	// A catalogue may have an Income of one box: its first is its last.
	play(t, turn(2, ``, `"catalogue":{`+noIncome+`,`+cards()+`}`), row(4, "white:1"), `
		! PATE-10.8 Ava place white banker track=income
		Ava place white banker`)
}

// Only what is paid openly is told, and not what is left.
func TestPaymentsDoNotTellMoney(t *testing.T) {
	for _, rich := range []string{"", "money Ava 50000"} {
		s := play(t, turn(2, rich), row(3, "white:1,grey:3"), `Ava place white friend`)
		for _, c := range s.Cues {
			for _, n := range c.Text.Numbers() {
				assert.Contains(t, []int{0, 1, 4, 1000}, n)
			}
		}
	}
}
