package derpate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// These tests look at one rule of the ledger after the other, on tables that are laid for
// it. Four seats: Ava leads, the car stands before b12.
const (
	ava engine.Seat = iota
	babak
	chiara
	dario
)

var table4 = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

// A play is a game under test.
type play struct {
	*Game
	t *testing.T
}

func begin(t *testing.T, seats int, options string) play {
	t.Helper()
	g, err := Title().Begin(engine.Header{Game: "derpate", Seats: table4[:seats], Options: []byte(options), Seed: 1})
	require.NoError(t, err)
	return play{g.(*Game), t}
}

// laid is a play behind its setup: the first seat has b1 to b3, the next b4 to b6 and so on.
func laid(t *testing.T, seats int, options string) play {
	t.Helper()
	p := begin(t, seats, options)
	p.do(p.order[seats-1], Car{12})
	for p.step == stepDistrict {
		p.do(p.inTurn(), District{house().districts[p.inTurn()].id})
	}
	return p
}

// turn is a laid play in Ava's turn, with the car before b12 and all markers on 0.
func turn(t *testing.T, seats int, options string) play {
	t.Helper()
	p := laid(t, seats, options)
	p.do(engine.Table, Event{"family_feast"})
	p.car = 12
	for s := range p.players {
		p.players[s].pos = [trackCount]int{}
	}
	return p
}

// rolled gives the seat in turn dice to place in a row; NoFace is a die already placed.
func (p play) rolled(row uint8, black, white, grey, red Face) play {
	p.row, p.step, p.placedN, p.unplaced = row, stepPlace, row-1, 0
	p.dice = [colourCount]Face{Black: black, White: white, Grey: grey, Red: red}
	for c := Black; c <= Red; c++ {
		if p.dice[c] != NoFace {
			p.unplaced |= 1 << c
		}
	}
	return p
}

func (p play) do(s engine.Seat, m engine.Action) []engine.Cue {
	p.t.Helper()
	cues, err := p.Play(engine.Move{Seat: s, Do: m})
	require.NoError(p.t, err, "%T%+v", m, m)
	return cues
}

// no expects a refusal by a rule that changes nothing.
func (p play) no(rule string, s engine.Seat, m engine.Action) {
	p.t.Helper()
	before, options := p.table, len(p.Asks(nil))
	_, err := p.Play(engine.Move{Seat: s, Do: m})
	var r *engine.Refusal
	if assert.ErrorAs(p.t, err, &r, "%T%+v", m, m) {
		assert.Equal(p.t, rule, r.Rule, "%T%+v: %v", m, m, r)
	}
	assert.Equal(p.t, before, p.table)
	assert.Len(p.t, p.Asks(nil), options)
}

func (p play) money(s engine.Seat) int { return p.players[s].money }

func (p play) asks(seat engine.Seat, verb string) *engine.Ask {
	for _, a := range p.Asks(nil) {
		if a.Seat == seat && a.Verb == verb {
			return &a
		}
	}
	return nil
}

func (p play) waits(seat engine.Seat, verb string) {
	p.t.Helper()
	assert.Equal(p.t, []engine.Waiting{{Seat: p.roster.Name(seat), Do: verb}}, p.waiting())
}

func (p play) own(s engine.Seat, businesses ...Business) play {
	for _, b := range businesses {
		if h := p.owner[b]; h.seat() {
			p.players[h].reserve++
		}
		p.owner[b] = Holder(s)
		p.players[s].reserve--
	}
	return p
}

func (p play) empty(businesses ...Business) play {
	for _, b := range businesses {
		if h := p.owner[b]; h.seat() {
			p.players[h].reserve++
		}
		p.owner[b] = Nobody
	}
	return p
}

func (p play) hold(s engine.Seat, tokens ...Token) play {
	for _, t := range tokens {
		p.players[s].held |= 1 << t
	}
	return p
}

func texts(cues []engine.Cue) string {
	var b strings.Builder
	for _, c := range cues {
		b.WriteString(c.Text.Key + " ")
	}
	return b.String()
}

func TestGeneral(t *testing.T) {
	// PATE-1.1: two to four play.
	for n := 1; n <= 5; n++ {
		_, err := Title().Begin(engine.Header{Game: "derpate", Seats: engine.Roster{"A", "B", "C", "D", "E"}[:n], Seed: 1})
		if n >= 2 && n <= 4 {
			assert.NoError(t, err)
		} else {
			var r *engine.Refusal
			require.ErrorAs(t, err, &r)
			assert.Equal(t, "PATE-1.1", r.Rule)
		}
	}
	for _, name := range []string{"", "table", "neutral", "bank", "none", "own", "box"} {
		_, err := Title().Begin(engine.Header{Game: "derpate", Seats: engine.Roster{"A", name}, Seed: 1})
		assert.Error(t, err, name)
	}
	// PATE-1.2, PATE-1.3: the start player stays, the others follow clockwise.
	p := laid(t, 4, `{"first":"Ava"}`)
	assert.Equal(t, [4]engine.Seat{0, 1, 2, 3}, p.order)
	q := begin(t, 3, `{"first":"Chiara"}`)
	assert.Equal(t, []engine.Seat{2, 0, 1}, q.order[:3])
	q.waits(babak, "car")
	// PATE-1.5: a family for each seat, all different.
	q = begin(t, 2, `{"families":{"Ava":"stracci","Babak":"corleone"}}`)
	assert.Equal(t, "stracci", q.status().Players.Of[0].Family)
	for _, bad := range []string{
		`{"Ava":"stracci"}`, `{"Ava":"stracci","Babak":"stracci"}`, `{"Ava":"stracci","Babak":"soprano"}`, `{"Ava":"stracci","Babak":"corleone","X":"barzini"}`, `7`,
	} {
		_, err := Title().Begin(engine.Header{Game: "derpate", Seats: table4[:2], Options: []byte(`{"families":` + bad + `}`), Seed: 1})
		var r *engine.Refusal
		require.ErrorAs(t, err, &r, bad)
		assert.Equal(t, "PATE-1.5", r.Rule, bad)
	}
	// PATE-1.6: the bank never runs out.
	p = turn(t, 2, "{}").rolled(2, 1, 5, 1, 0)
	p.players[ava].money = 900_000
	p.do(ava, PlaceDie{Die: White, Box: BettingBox})
	assert.Equal(t, 905_000, p.money(ava))
	// PATE-1.7: money is secret unless the header says otherwise; it is open in the end.
	assert.Nil(t, p.status().Players.Of[0].Money)
	assert.Equal(t, PrivateStatus{905_000}, p.View(ava).Private)
	assert.Nil(t, p.View(engine.Public).Private)
	assert.Equal(t, 10000, *laid(t, 2, `{"money":"open"}`).status().Players.Of[0].Money)
	// PATE-1.8: what cards there are is known, their order is not.
	assert.Len(t, laid(t, 2, "{}").asks(engine.Table, "event").Options, 10)
	box := laid(t, 2, `{"chance":"box"}`)
	assert.Len(t, box.asks(ava, "reveal").Options, 1)
}

func TestCatalogue(t *testing.T) {
	// PATE-1.9: a key of a catalogue replaces the house's as a whole.
	p := begin(t, 2, `{"catalogue":{"row4":{"white":"consigliere","grey":"prosecutor","red":"spy","black":"banker"}}}`)
	assert.Equal(t, BankerBox, p.cat.box[4][Black])
	assert.Equal(t, house().events, p.cat.events)
	assert.Same(t, house(), begin(t, 2, `{"catalogue":"house"}`).cat)
	_, err := Title().Begin(engine.Header{Game: "derpate", Seats: table4[:2], Options: []byte(`{"catalogue":{"dice":[]}}`), Seed: 1})
	var r *engine.Refusal
	require.ErrorAs(t, err, &r)
	assert.Equal(t, "PATE-1.9", r.Rule)
}

func TestSetup(t *testing.T) {
	p := begin(t, 4, "{}")
	// PATE-2.1, PATE-2.2, PATE-2.3, PATE-2.12
	for s := range 4 {
		pl := p.status().Players.Of[s]
		assert.Equal(t, []int{7, 5, 0, 0, 0, 0}, []int{pl.Reserve, pl.DebtTokens, pl.Reputation, pl.Influence, pl.Income, pl.Favours})
		assert.Equal(t, TokenStatus{[]string{"wedding", "baptism", "birthday", "policeman", "judge", "senator"}, []string{}, []string{}}, pl.Tokens)
		assert.Equal(t, 10000, p.money(engine.Seat(s)))
	}
	assert.Equal(t, 13, p.status().Friends)
	assert.Equal(t, EventTrackStatus{}, p.status().EventTrack)
	// PATE-2.4: the last in player order places the car, on any space.
	p.no("PATE-2.4", ava, Car{1})
	p.no("PATE-2.4", dario, Car{13})
	p.no("PATE-2.6", dario, District{"east_side"})
	assert.Len(t, p.asks(dario, "car").Options, 12)
	p.do(dario, Car{12})
	p.no("PATE-2.4", dario, Car{1})
	// PATE-2.5, PATE-2.7: the district of the car may be chosen, each only once.
	p.no("PATE-2.5", dario, District{"bronx"})
	p.do(dario, District{"little_italy"})
	assert.Equal(t, []string{"b10", "b11", "b12"}, p.status().Players.Of[dario].Businesses)
	p.no("PATE-2.7", chiara, District{"little_italy"})
	// PATE-2.6: counter-clockwise.
	p.no("PATE-2.6", ava, District{"east_side"})
	p.do(chiara, District{"east_side"})
	p.do(babak, District{"greenwich_soho"})
	// PATE-2.8: with four the start player gets what is left, without a move.
	assert.Equal(t, []string{"b1", "b2", "b3"}, p.status().Players.Of[ava].Businesses)
	p.waits(engine.Table, "event")
	// PATE-2.10
	for s := range 4 {
		assert.Equal(t, 4, p.status().Players.Of[s].Reserve)
	}
	// PATE-2.9: neutral members where nobody chose; with two in two districts.
	q := laid(t, 2, "{}")
	for b := Business(7); b <= 12; b++ {
		assert.Equal(t, Neutral, q.owner[b])
	}
	q = laid(t, 3, "{}")
	assert.Equal(t, [3]Holder{Neutral, Neutral, Neutral}, [3]Holder(q.owner[10:13]))
	// PATE-2.11: ten cards are shuffled, the order follows from the seed; seven are the pile.
	seen := map[uint8]bool{}
	for _, c := range begin(t, 2, `{"chance":"box"}`).pile {
		seen[c] = true
	}
	assert.Len(t, seen, 10)
	chance := engine.NewChance("derpate", 1)
	want := [allCards]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for i := 9; i > 0; i-- {
		j := chance.Pick(i + 1)
		want[i], want[j] = want[j], want[i]
	}
	assert.Equal(t, want, begin(t, 2, `{"chance":"box"}`).pile)
	_, err := Title().Begin(engine.Header{Game: "derpate", Seats: table4, Options: []byte(`{"chance":"box"}`), NoSeed: true})
	var r *engine.Refusal
	require.ErrorAs(t, err, &r)
	assert.Equal(t, "PATE-2.11", r.Rule)
	// PATE-2.13: the start player rolls first.
	assert.Equal(t, ava, turn(t, 4, "{}").active)
}

// endTurn places all dice of the seat in turn so that little happens.
func (p play) endTurn() {
	p.t.Helper()
	s := p.active
	if p.step == stepChoose {
		p.t.Fatal("a card asks")
	}
	p.do(engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: Puppet}})
	p.do(s, PlaceDie{Die: Red, Box: PressBox})
	p.do(engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1}})
	p.do(s, PlaceDie{Die: White, Box: BettingBox})
	p.do(engine.Table, Roll{[colourCount]Face{Black: 1, Grey: 1}})
	p.do(s, PlaceDie{Die: Grey, Box: MeetingBox})
	p.do(s, PlaceDie{Die: Black, Box: SpyBox})
	p.do(s, Done{})
}

func TestRounds(t *testing.T) {
	p := laid(t, 2, "{}")
	// PATE-3.3: no income in round 1.
	assert.Equal(t, 10000, p.money(ava))
	var record []string
	for round := 1; round <= 7; round++ {
		// PATE-3.1: income, card, turns; PATE-1.4, PATE-3.5: seven rounds.
		assert.Equal(t, round, int(p.round))
		p.waits(engine.Table, "event")
		card := []string{"family_feast", "lucky_numbers", "patrol_pay", "stakeout", "tax_audit", "bail_or_river", "town_hall"}[round-1]
		if card == "town_hall" {
			for s := range p.players { // nobody can pay, nobody is asked (PATE-4.12)
				p.players[s].money = 0
			}
		}
		if card == "bail_or_river" {
			p.players[ava].jail, p.players[babak].jail = 0, 0
			p.players[ava].reserve, p.players[babak].reserve = 7, 7
			for b := range p.owner {
				p.owner[b] = Nobody
			}
		}
		p.do(engine.Table, Event{card})
		if card == "lucky_numbers" {
			p.do(engine.Table, BonusRoll{Puppet})
		}
		record = append(record, card)
		p.endTurn()
		p.endTurn()
	}
	assert.True(t, p.Over())
	assert.Equal(t, record, p.status().Drawn)
	assert.Empty(t, p.Asks(nil))
	p.no("PATE-16.1", ava, Done{})
}

func TestIncome(t *testing.T) {
	p := turn(t, 2, "{}")
	p.players[ava].pos[Income], p.players[babak].pos[Income] = 4, 1
	p.players[babak].jail = 3
	p.endTurn()
	a, b := p.money(ava), p.money(babak)
	p.rolled(1, 1, 1, 1, 1)
	p.step = stepDone
	cues := p.do(babak, Done{})
	// PATE-3.2 and PATE-3.4; only the seat itself is told how much.
	assert.Equal(t, []int{a + 4000, b + 1000}, []int{p.money(ava), p.money(babak)})
	for _, c := range cues {
		if c.Text.Key == "cue.income_of" {
			assert.Equal(t, engine.SeatsOf(c.Text.Who), c.To)
		}
	}
}

func TestEventCard(t *testing.T) {
	p := laid(t, 4, "{}")
	// PATE-4.1: the card counts for all.
	p.no("PATE-4.1", ava, Event{"family_feast"})
	p.no("PATE-4.1", engine.Table, Event{"no_card"})
	p.no("PATE-4.1", ava, Reveal{})
	p.do(engine.Table, Event{"family_feast"})
	for s := range 4 {
		assert.Equal(t, 1, p.players[s].pos[Reputation])
	}
	// PATE-4.2, PATE-4.6: the marker of its colour, then the car: 12 + 1 is 1.
	assert.Equal(t, EventTrackStatus{1, 0}, p.status().EventTrack)
	assert.Equal(t, uint8(1), p.car)
	// PATE-4.13: it does not come again.
	p.newRound()
	p.no("PATE-4.13", engine.Table, Event{"family_feast"})
	assert.Len(t, p.asks(engine.Table, "event").Options, 9)
	// PATE-4.7: the text sees the car on its new space: 2 further, in b3's district.
	p.car = 1
	p.do(engine.Table, Event{"stakeout"})
	assert.Equal(t, uint8(3), p.players[ava].jail)
	// PATE-4.3: the fourth of a colour decides; PATE-4.4: then no marker moves.
	p = laid(t, 2, "{}")
	p.markers = [2]uint8{3, 3}
	cues := p.do(engine.Table, Event{"tax_audit"})
	assert.Equal(t, Influence, p.ko)
	assert.Contains(t, texts(cues), "cue.ko")
	p.newRound()
	p.do(engine.Table, Event{"family_feast"})
	assert.Equal(t, [2]uint8{3, 4}, p.markers)
	assert.Equal(t, Influence, p.ko)
	assert.Equal(t, 1, p.players[ava].pos[Reputation])
	// PATE-4.5: seven cards always decide it, for exactly one track, whatever the mix.
	for mix := range 1 << 7 {
		var g Game
		for i := range 7 {
			g.moveMarker(Grey + Colour(mix>>i&1))
		}
		assert.NotEqual(t, NoTrack, g.ko)
		assert.NotEqual(t, g.markers[0] == 4, g.markers[1] == 4)
	}
}

func TestEventChoices(t *testing.T) {
	p := laid(t, 4, `{"first":"Chiara"}`)
	// PATE-4.8: the start player decides first, then the others.
	p.do(engine.Table, Event{"old_friends"})
	p.waits(chiara, "choose")
	p.no("PATE-4.8", ava, ChooseBuy{true})
	p.no("PATE-4.8", chiara, ChooseBail{0})
	p.no("PATE-4.8", chiara, ChooseBusiness{1})
	p.do(chiara, ChooseBuy{true})
	assert.Equal(t, uint8(1), p.players[chiara].friends)
	p.waits(dario, "choose")
	// PATE-4.12: who has one answer only is not asked.
	p.players[ava].money = 1000
	p.do(dario, ChooseBuy{false})
	p.waits(babak, "choose")
	p.friend = 1
	p.do(babak, ChooseBuy{true})
	assert.Equal(t, "dice", p.phase())

	// Bail or river: the poor are not asked; the jail is empty afterwards.
	p = laid(t, 2, "{}")
	for s := range 2 {
		p.players[s].jail, p.players[s].reserve = 2, 2
	}
	p.players[ava].money = 1999
	p.players[babak].money = 3000
	p.do(engine.Table, Event{"bail_or_river"})
	assert.Equal(t, [2]uint8{0, 2}, [2]uint8{p.players[ava].jail, p.players[ava].river})
	a := p.asks(babak, "choose")
	assert.Len(t, a.Options, 2)
	assert.Len(t, a.Shown(), 3, "what he could pay is not shown")
	p.no("PATE-14.1", babak, ChooseBail{3})
	p.no("PATE-15.1", babak, ChooseBail{2})
	p.do(babak, ChooseBail{1})
	assert.Equal(t, []uint8{0, 1, 3}, []uint8{p.players[babak].jail, p.players[babak].river, p.players[babak].reserve})
	assert.Equal(t, 1000, p.money(babak))

	// Settle up: from another player or from the bank.
	p = laid(t, 3, "{}")
	p.players[ava].debts, p.players[ava].owes = 3, [Bank + 1]uint8{Holder(babak): 1, Bank: 1}
	p.do(engine.Table, Event{"settle_up"})
	p.no("PATE-14.4", ava, ChooseHolder{Holder(chiara)})
	p.do(ava, ChooseHolder{Holder(babak)})
	assert.Equal(t, []int{9000, 11000}, []int{p.money(ava), p.money(babak)})
	p.waits(engine.Table, "roll")

	// The lucky number pays without steps; nobody moves on Reputation.
	p = laid(t, 4, "{}")
	p.do(engine.Table, Event{"lucky_numbers"})
	p.waits(engine.Table, "bonus_roll")
	p.no("PATE-4.7", ava, BonusRoll{2})
	p.no("PATE-4.7", engine.Table, BonusRoll{7})
	p.no("PATE-4.7", engine.Table, Roll{})
	p.do(engine.Table, BonusRoll{2})
	assert.Equal(t, []int{12000, 10000, 12000, 12000}, []int{p.money(ava), p.money(babak), p.money(chiara), p.money(dario)})
	assert.Zero(t, p.players[ava].pos[Reputation])

	// PATE-15.2: a tax takes what there is.
	p = laid(t, 4, "{}")
	p.players[babak].money = 1000
	p.do(engine.Table, Event{"tax_audit"})
	assert.Equal(t, []int{7000, 0}, []int{p.money(ava), p.money(babak)})
}

func TestTurnStartCards(t *testing.T) {
	p := laid(t, 2, "{}")
	p.car = 10 // 3 further is 1
	p.players[ava].money = 9000
	p.hold(ava, Birthday)
	p.do(engine.Table, Event{"town_hall"})
	// PATE-4.9: carried out at the start of each turn; tokens may be used before the answer.
	p.waits(ava, "choose")
	assert.Equal(t, "dice", p.phase())
	assert.NotNil(t, p.asks(ava, "token"))
	p.do(ava, UseToken{Token: Birthday, Track: Influence})
	p.do(ava, ChooseBuy{true})
	assert.Equal(t, 3, p.players[ava].pos[Influence])
	assert.Equal(t, 7000, p.money(ava))
	p.endTurn()
	p.waits(babak, "choose")
	p.do(babak, ChooseBuy{false})
	p.waits(engine.Table, "roll")
	assert.Equal(t, "town_hall", *p.status().Event, "it stays to the end of the round")

	p = laid(t, 2, "{}")
	p.car = 9 // 5 further is 2, in Lower Manhattan
	p.do(engine.Table, Event{"patrol_pay"})
	assert.Equal(t, []int{13000, 10000}, []int{p.money(ava), p.money(babak)})

	// The last Friend is gone before the answer: nothing is left to be asked (PATE-4.12).
	var cards []string
	for i := range 10 {
		cards = append(cards, fmt.Sprintf(`{"id":"x%d","colour":"red","car":1,"when":"turn_start","op":"buy_friend","price":1000}`, i))
	}
	p = laid(t, 2, `{"catalogue":{"events":[`+strings.Join(cards, ",")+`]}}`).hold(ava, Wedding)
	p.friend = 1
	p.do(engine.Table, Event{"x3"})
	p.waits(ava, "choose")
	p.do(ava, UseToken{Token: Wedding})
	p.waits(engine.Table, "roll")
}

func TestEventTakeover(t *testing.T) {
	p := laid(t, 2, "{}")
	p.car = 11 // 1 further is 12: Little Italy is protected
	p.do(engine.Table, Event{"open_season"})
	// PATE-4.10: a take-over without a die, any number; PATE-4.11: protection holds.
	assert.Equal(t, []engine.Action{ // b4 to b9 and none
		ChooseBusiness{0}, ChooseBusiness{4}, ChooseBusiness{5}, ChooseBusiness{6}, ChooseBusiness{7}, ChooseBusiness{8}, ChooseBusiness{9},
	}, p.asks(ava, "choose").Options)
	p.no("PATE-9.10", ava, ChooseBusiness{10})
	p.no("PATE-9.9", ava, ChooseBusiness{1})
	p.do(ava, ChooseBusiness{4})
	assert.Equal(t, Holder(ava), p.owner[4])
	assert.Equal(t, uint8(1), p.players[ava].owes[babak])
	p.players[babak].debts = 0
	// A player without a token is not asked: see hasChoice.
	assert.False(t, p.hasChoice(&p.cat.events[p.card], engine.Seat(babak)))
}

func TestCar(t *testing.T) {
	p := turn(t, 4, "{}")
	// PATE-5.1: a ring of twelve.
	p.moveCar(3)
	assert.Equal(t, uint8(3), p.car)
	// PATE-5.2
	for space := 1; space <= 12; space++ {
		p.car = uint8(space)
		assert.Equal(t, house().districts[(space-1)/3].id, *p.status().CarDistrict)
	}
	// PATE-5.3, PATE-5.4: in the protected district nothing is emptied, changed or taken.
	p.car = 12
	p.empty(10)
	p.rolled(3, 3, 1, 1, 4)
	p.no("PATE-9.10", ava, PlaceDie{Die: Black, Box: TakeoverBox, Business: 12})
	p.do(ava, PlaceDie{Die: Red, Box: RaidBox})
	assert.Equal(t, Nobody, p.owner[6])
	p.rolled(3, 3, 0, 0, 3)
	p.do(ava, PlaceDie{Die: Red, Box: RaidBox})
	assert.Equal(t, Holder(dario), p.owner[12])
	assert.Equal(t, Nobody, p.owner[4])
	p.rolled(4, 1, 0, 0, 0)
	p.no("PATE-5.4", ava, PlaceDie{Die: Black, Box: SpyBox, Business: 12})
	p.rolled(4, 0, 0, 1, 0)
	p.no("PATE-5.3", ava, PlaceDie{Die: Grey, Box: ConsigliereBox, Business: 10})
	// PATE-5.5: the Visit and one card do not care.
	p = turn(t, 4, "{}").rolled(2, 4, 0, 0, 1)
	p.car = 8
	p.do(ava, PlaceDie{Die: Black, Box: VisitBox})
	assert.Equal(t, Nobody, p.owner[12])
	q := laid(t, 4, "{}")
	q.car = 10
	q.do(engine.Table, Event{"stakeout"})
	assert.Equal(t, uint8(3), q.players[dario].jail)
	// PATE-5.6: takings are paid there.
	p = turn(t, 4, "{}").rolled(1, 3, 1, 1, 1)
	p.do(ava, PlaceDie{Die: Black, Box: TakingsBox})
	assert.Equal(t, 13000, p.money(dario))
	// PATE-5.7: nothing else moves it.
	for box := TakingsBox; box < boxCount; box++ {
		if box != VisitBox {
			p := turn(t, 4, "{}")
			p.carryOutBox(ava, &p.players[ava], PlaceDie{Die: Black, Box: box}, 1)
			assert.Equal(t, uint8(12), p.car, box)
		}
	}
}

func TestTurn(t *testing.T) {
	p := turn(t, 2, "{}")
	// PATE-6.2: four dice, three, two, one without a roll.
	p.waits(engine.Table, "roll")
	p.no("PATE-6.2", ava, PlaceDie{Die: Black, Box: TakingsBox})
	p.no("PATE-6.2", ava, Throw{})
	p.no("PATE-6.2", ava, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	p.no("PATE-6.2", engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1}})
	p.no("PATE-6.2", engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 7}})
	p.do(engine.Table, Roll{[colourCount]Face{Black: 2, White: 1, Grey: 1, Red: Puppet}})
	p.no("PATE-6.10", ava, Done{})
	p.no("PATE-6.1", babak, PlaceDie{Die: Black, Box: TakingsBox})
	// PATE-6.3: the action at once, before the next roll; PATE-6.5: in row 1 only the number.
	assert.Len(t, p.asks(ava, "place").Options, 4)
	p.no("PATE-6.5", ava, PlaceDie{Die: Black, Box: VisitBox})
	p.do(ava, PlaceDie{Die: Black, Box: TakingsBox})
	assert.Equal(t, 12000, p.money(ava))
	p.no("PATE-6.2", engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	p.do(engine.Table, Roll{[colourCount]Face{White: 1, Grey: 1, Red: Puppet}})
	// PATE-6.6, PATE-6.7, PATE-6.8: own colour; the Puppeteer on the Press, if one likes.
	p.no("PATE-6.2", ava, PlaceDie{Die: Black, Box: VisitBox})
	p.no("PATE-6.6", ava, PlaceDie{Die: White, Box: ReputationBox})
	p.no("PATE-6.7", ava, PlaceDie{Die: White, Box: PressBox})
	p.no("PATE-6.7", ava, PlaceDie{Die: Red, Box: InfluenceBox})
	p.do(ava, PlaceDie{Die: White, Box: BettingBox})
	// All Puppeteers: one must go on the Press.
	p.do(engine.Table, Roll{[colourCount]Face{Grey: Puppet, Red: Puppet}})
	assert.Equal(t, []engine.Action{PlaceDie{Die: Grey, Box: PressBox}, PlaceDie{Die: Red, Box: PressBox}}, p.asks(ava, "place").Options)
	// PATE-6.4: a die in every row, even if it brings nothing.
	p.no("PATE-6.10", ava, Done{})
	p.do(ava, PlaceDie{Die: Grey, Box: PressBox})
	p.waits(ava, "place")
	p.do(ava, PlaceDie{Die: Red, Box: ProsecutorBox})
	// PATE-6.10: then the turn is ended, but not by itself.
	p.waits(ava, "done")
	assert.Equal(t, 5, p.status().Row)
	p.no("PATE-6.1", babak, Done{})
	p.do(ava, Done{})
	// PATE-6.1, PATE-6.11: the next player takes all four dice.
	assert.Equal(t, babak, p.active)
	assert.Equal(t, allDice, p.unplaced)
	assert.Empty(t, p.status().Placed)
	// PATE-6.9: whatever is rolled, there is a legal box.
	for row := uint8(1); row <= 4; row++ {
		for c := Black; c <= Red; c++ {
			for f := Face(1); f <= Puppet; f++ {
				q := turn(t, 2, "{}").rolled(row, 0, 0, 0, 0)
				q.players[ava].money = 0
				q.unplaced, q.dice[c] = 1<<c, f
				legal := len(q.placeAsk(nil, ava)[0].Options) > 0
				assert.Equal(t, !(row == 3 && c == White && f != Puppet), legal, "row %d, %v %v", row, c, f)
			}
		}
	}
}

func TestRow1(t *testing.T) {
	p := turn(t, 4, "{}").rolled(1, 2, 5, 1, Puppet)
	// PATE-7.1, PATE-7.2, PATE-7.4, PATE-7.6, PATE-7.7: all owners, whoever placed the die.
	p.own(ava, 7)
	p.do(ava, PlaceDie{Die: Black, Box: TakingsBox})
	assert.Equal(t, []int{14000, 10000, 10000, 12000}, []int{p.money(0), p.money(1), p.money(2), p.money(3)})
	assert.Equal(t, 2, p.players[ava].pos[Reputation])
	assert.Equal(t, 1, p.players[dario].pos[Reputation])
	assert.Equal(t, 3, len(slices.DeleteFunc(slices.Clone(house().number[1:]), func(f Face) bool { return f != 2 })))
	// PATE-7.5: two businesses with a 5, 5,000 each, no step.
	p = turn(t, 4, "{}").rolled(1, 2, 5, 1, Puppet)
	p.do(ava, PlaceDie{Die: White, Box: TakingsBox})
	assert.Equal(t, []int{15000, 10000, 15000}, []int{p.money(0), p.money(1), p.money(2)})
	assert.Zero(t, p.players[ava].pos[Reputation]+p.players[ava].pos[Influence])
	// PATE-7.3: empty and neutral businesses pay nobody.
	p = turn(t, 2, "{}").rolled(1, 5, 1, 1, 1).empty(1)
	p.do(ava, PlaceDie{Die: Black, Box: TakingsBox})
	assert.Equal(t, []int{10000, 10000}, []int{p.money(0), p.money(1)})
	// PATE-7.6 for every number.
	for n := 1; n <= 5; n++ {
		assert.Equal(t, 1000*n, house().takings[n].amount)
	}
	// PATE-7.8: the steps of one placement are one move: two past the end pay 1,000 once.
	p = turn(t, 4, "{}").rolled(1, 2, 1, 1, 1).own(ava, 7)
	p.players[ava].pos[Reputation] = 12
	p.do(ava, PlaceDie{Die: Black, Box: TakingsBox})
	assert.Equal(t, 15000, p.money(ava))
	// PATE-7.9: who makes the step.
	for option, want := range map[string][]int{"per_business": {2, 0, 0, 1}, "per_owner": {1, 0, 0, 1}, "placer": {1, 0, 0, 0}} {
		p := turn(t, 4, `{"takings_step":"`+option+`"}`).rolled(1, 2, 1, 1, 1).own(ava, 7)
		p.do(ava, PlaceDie{Die: Black, Box: TakingsBox})
		var got []int
		for s := range 4 {
			got = append(got, p.players[s].pos[Reputation])
		}
		assert.Equal(t, want, got, option)
	}
	p = turn(t, 4, `{"takings_step":"placer"}`)
	p.active = babak // without a 2 of his own
	p.rolled(1, 2, 1, 1, 1)
	p.do(babak, PlaceDie{Die: Black, Box: TakingsBox})
	assert.Equal(t, 1, p.players[babak].pos[Reputation])
	// PATE-7.10: in player order, which the cues follow.
	p = turn(t, 4, "{}")
	p.order = [4]engine.Seat{2, 3, 0, 1}
	p.rolled(1, 2, 1, 1, 1)
	p.active = chiara
	var who []engine.Seat
	for _, c := range p.do(chiara, PlaceDie{Die: Black, Box: TakingsBox}) {
		if c.Kind == engine.CueGain {
			who = append(who, c.Text.Who)
		}
	}
	assert.Equal(t, []engine.Seat{chiara, dario, ava}, who)
	// PATE-7.11: the Press, and no takings box.
	p = turn(t, 4, "{}").rolled(1, 2, 5, 1, Puppet)
	p.do(ava, PlaceDie{Die: Red, Box: PressBox})
	assert.Equal(t, [2]int{1, 1}, [2]int{p.players[ava].pos[Reputation], p.players[ava].pos[Influence]})
	assert.Equal(t, 10000, p.money(ava))
}

func TestRow2(t *testing.T) {
	row := func() play { return turn(t, 3, "{}").rolled(2, 4, 5, 3, 0) }
	p := row()
	p.do(ava, PlaceDie{Die: Grey, Box: ReputationBox}) // PATE-8.1
	assert.Equal(t, 3, p.players[ava].pos[Reputation])
	p = row().rolled(2, 0, 1, 1, 4)
	p.do(ava, PlaceDie{Die: Red, Box: InfluenceBox}) // PATE-8.2
	assert.Equal(t, 4, p.players[ava].pos[Influence])
	p = row()
	p.do(ava, PlaceDie{Die: White, Box: BettingBox}) // PATE-8.10
	assert.Equal(t, 15000, p.money(ava))
	p = row().rolled(2, Puppet, 1, 1, 0)
	p.do(ava, PlaceDie{Die: Black, Box: PressBox}) // PATE-8.11
	assert.Equal(t, [2]int{1, 1}, [2]int{p.players[ava].pos[Reputation], p.players[ava].pos[Influence]})

	// PATE-8.3, PATE-8.4, PATE-8.6, PATE-8.9: the car, then only the business before it; another's is emptied
	// and stays so.
	p = row() // the car from 12 to 4
	p.no("PATE-8.9", ava, PlaceDie{Die: Black, Box: VisitBox, Member: true})
	p.do(ava, PlaceDie{Die: Black, Box: VisitBox})
	assert.Equal(t, uint8(4), p.car)
	assert.Equal(t, []Holder{Nobody, Holder(babak)}, []Holder{p.owner[4], p.owner[5]})
	assert.Equal(t, uint8(5), p.players[babak].reserve)
	assert.Equal(t, uint8(4), p.players[ava].reserve)
	// PATE-8.5: an empty one may be settled, or not.
	for _, member := range []bool{true, false} {
		p = row().empty(4)
		assert.Contains(t, p.asks(ava, "place").Options, PlaceDie{Die: Black, Box: VisitBox, Member: true})
		p.do(ava, PlaceDie{Die: Black, Box: VisitBox, Member: member})
		assert.Equal(t, member, p.owner[4] == Holder(ava))
	}
	p = row().empty(4)
	p.players[ava].reserve = 0
	p.no("PATE-14.6", ava, PlaceDie{Die: Black, Box: VisitBox, Member: true})
	// PATE-8.7: a neutral member goes into the box.
	p = row()
	p.car = 6
	p.do(ava, PlaceDie{Die: Black, Box: VisitBox})
	assert.Equal(t, NeutralStatus{0, 0, 1}, p.status().Neutral)
	// PATE-8.8: an own business stays.
	p = row()
	p.car = 9
	p.no("PATE-8.8", ava, PlaceDie{Die: Black, Box: VisitBox, Member: true})
	p.do(ava, PlaceDie{Die: Black, Box: VisitBox})
	assert.Equal(t, Holder(ava), p.owner[1])
}

func TestRow3(t *testing.T) {
	// PATE-9.1, PATE-9.2: all tokens of others come back, 1,000 times the number each.
	p := turn(t, 4, "{}").rolled(3, 0, 0, 3, 1)
	p.players[babak].owes, p.players[babak].debts = [Bank + 1]uint8{Holder(ava): 2, Holder(chiara): 1, Bank: 1}, 1
	p.players[dario].owes, p.players[dario].debts = [Bank + 1]uint8{Holder(ava): 1}, 4
	p.players[ava].owes, p.players[ava].debts = [Bank + 1]uint8{Holder(dario): 1}, 4
	p.players[dario].money = 1000
	p.do(ava, PlaceDie{Die: Grey, Box: MeetingBox})
	assert.Equal(t, []int{17000, 4000, 10000, 0}, []int{p.money(0), p.money(1), p.money(2), p.money(3)})
	// PATE-9.3: who has less pays what he has, and gets his token; PATE-9.4: others stay.
	assert.Equal(t, [Bank + 1]uint8{Holder(chiara): 1, Bank: 1}, p.players[babak].owes)
	assert.Equal(t, [Bank + 1]uint8{}, p.players[dario].owes)
	assert.Equal(t, uint8(5), p.players[dario].debts)
	assert.Equal(t, uint8(1), p.players[ava].owes[dario])

	// PATE-9.5, PATE-9.6: the raid empties all with the number, own ones too, into jail.
	p = turn(t, 2, "{}").rolled(3, 0, 0, 3, 2)
	p.do(ava, PlaceDie{Die: Red, Box: RaidBox})
	assert.Equal(t, []Holder{Nobody, Nobody, Neutral}, []Holder{p.owner[3], p.owner[7], p.owner[11]})
	assert.Equal(t, uint8(1), p.players[ava].jail)
	assert.Equal(t, NeutralStatus{1, 0, 0}, p.status().Neutral)

	// PATE-9.7 to PATE-9.14: the take-over.
	row := func() play { return turn(t, 3, "{}").rolled(3, 2, 0, 3, 0) }
	take := func(b Business) PlaceDie { return PlaceDie{Die: Black, Box: TakeoverBox, Business: b} }
	p = row()
	assert.Equal(t, []engine.Action{take(0), take(7)}, p.asks(ava, "place").Options[:2]) // PATE-9.7: or not
	p.no("PATE-9.8", ava, take(8))
	p.no("PATE-9.9", ava, take(3))
	p.no("PATE-9.10", ava, take(11))
	q := row().empty(7)
	q.no("PATE-9.9", ava, take(7))
	for _, lack := range []func(*player){func(p *player) { p.debts = 0 }, func(p *player) { p.reserve = 0 }} {
		q := row()
		lack(&q.players[ava])
		q.no("PATE-9.11", ava, take(7)) // PATE-14.6
	}
	p.do(ava, take(7))
	assert.Equal(t, Holder(ava), p.owner[7])               // PATE-9.14
	assert.Equal(t, uint8(1), p.players[chiara].river)     // PATE-9.12
	assert.Equal(t, uint8(1), p.players[ava].owes[chiara]) // PATE-9.13
	assert.Equal(t, []uint8{4, 3}, []uint8{p.players[ava].debts, p.players[ava].reserve})
	p = row()
	p.car = 1
	p.do(ava, take(11)) // neutral
	assert.Equal(t, NeutralStatus{0, 1, 0}, p.status().Neutral)
	assert.Equal(t, uint8(1), p.players[ava].owes[Bank])
	p = row()
	p.do(ava, take(NoBusiness))
	assert.Equal(t, uint8(5), p.players[ava].debts)

	// PATE-9.15, PATE-9.16, PATE-9.17: the Friend.
	row = func() play { return turn(t, 3, "{}").rolled(3, 0, 4, 3, 0) }
	friend := PlaceDie{Die: White, Box: FriendBox}
	p = row()
	p.do(ava, friend)
	assert.Equal(t, []int{6000, 1, 12}, []int{p.money(ava), int(p.players[ava].friends), int(p.friend)})
	p = row()
	p.players[ava].money = 3999
	p.no("PATE-9.16", ava, friend)
	a := p.asks(ava, "place")
	assert.NotContains(t, a.Options, engine.Action(friend))
	assert.Contains(t, a.Shown(), engine.Action(friend), "what one cannot pay is shown all the same")
	p.friend = 0
	p.do(ava, friend)
	assert.Equal(t, []int{3999, 0}, []int{p.money(ava), int(p.players[ava].friends)})

	p = turn(t, 3, "{}").rolled(3, 0, Puppet, 3, 0)
	p.do(ava, PlaceDie{Die: White, Box: PressBox}) // PATE-9.18
	assert.Equal(t, 1, p.players[ava].pos[Influence])
}

func TestRow4(t *testing.T) {
	row := func(c Colour) play {
		p := turn(t, 3, "{}").rolled(4, 0, 0, 0, 0)
		p.unplaced, p.dice[c] = 1<<c, Puppet
		return p
	}
	// PATE-10.1, PATE-10.2: only the colour counts; there is no Press.
	for c, box := range map[Colour]Box{Grey: ConsigliereBox, Red: ProsecutorBox, Black: SpyBox, White: BankerBox} {
		p := row(c)
		p.no("PATE-10.1", ava, PlaceDie{Die: c, Box: PressBox})
		p.no("PATE-10.2", ava, PlaceDie{Die: c, Box: house().box[4][c%4+1]})
		before := p.players
		m := PlaceDie{Die: c, Box: box, Unused: box == ProsecutorBox}
		p.do(ava, m) // PATE-10.3: all are voluntary
		assert.Equal(t, before, p.players)
	}
	// PATE-10.4: the Consigliere, any empty business outside the protection, no debt.
	p := row(Grey).empty(9, 12)
	p.no("PATE-5.3", ava, PlaceDie{Die: Grey, Box: ConsigliereBox, Business: 12})
	p.no("PATE-10.4", ava, PlaceDie{Die: Grey, Box: ConsigliereBox, Business: 8})
	p.do(ava, PlaceDie{Die: Grey, Box: ConsigliereBox, Business: 9})
	assert.Equal(t, Holder(ava), p.owner[9])
	assert.Equal(t, []uint8{5, 3}, []uint8{p.players[ava].debts, p.players[ava].reserve})
	p = row(Grey).empty(9)
	p.players[ava].reserve = 0
	p.no("PATE-14.6", ava, PlaceDie{Die: Grey, Box: ConsigliereBox, Business: 9})
	// PATE-10.5: the Prosecutor, all or none; no use if it is not wanted.
	for _, unused := range []bool{false, true} {
		p = row(Red)
		p.players[ava].jail, p.players[ava].reserve = 2, 2
		p.players[babak].jail = 1
		p.do(ava, PlaceDie{Die: Red, Box: ProsecutorBox, Unused: unused})
		if unused {
			assert.Equal(t, uint8(2), p.players[ava].jail)
		} else {
			assert.Equal(t, []uint8{0, 4, 1}, []uint8{p.players[ava].jail, p.players[ava].reserve, p.players[babak].jail})
		}
	}
	// PATE-10.6, PATE-10.7: the Spy, any number, another player's, not neutral ones.
	p = row(Black)
	p.no("PATE-10.6", ava, PlaceDie{Die: Black, Box: SpyBox, Business: 1})
	p.car = 1
	p.no("PATE-10.7", ava, PlaceDie{Die: Black, Box: SpyBox, Business: 12})
	p.do(ava, PlaceDie{Die: Black, Box: SpyBox, Business: 8})
	assert.Equal(t, Nobody, p.owner[8])
	assert.Equal(t, uint8(1), p.players[chiara].jail)
	p = turn(t, 3, `{"spy_neutral":true}`).rolled(4, 1, 0, 0, 0)
	p.car = 1
	p.do(ava, PlaceDie{Die: Black, Box: SpyBox, Business: 12})
	assert.Equal(t, NeutralStatus{1, 0, 0}, p.status().Neutral)
	// PATE-10.8: the Banker, not on a last box.
	p = row(White)
	p.players[ava].pos[Income] = 4
	p.no("PATE-10.8", ava, PlaceDie{Die: White, Box: BankerBox, Track: Income})
	p.no("PATE-10.8", ava, PlaceDie{Die: White, Box: BankerBox, Track: Influence})
	p.do(ava, PlaceDie{Die: White, Box: BankerBox, Track: Favours})
	assert.Equal(t, 1, p.players[ava].pos[Favours])
	// A catalogue may have an Income of one box: its first is its last (section 6).
	tracks := strings.Replace(houseTracks(), "[0,1000,2000,3000,4000]", "[0]", 1)
	p = turn(t, 2, `{"catalogue":{"tracks":`+tracks+`}}`).rolled(4, 0, 1, 0, 0)
	p.no("PATE-10.8", ava, PlaceDie{Die: White, Box: BankerBox, Track: Income})
	p.do(ava, PlaceDie{Die: White, Box: BankerBox})
}

// houseTracks is the key tracks of the house.
func houseTracks() string {
	b, _ := json.Marshal(decodeTree(houseJSON).(map[string]any)["tracks"])
	return string(b)
}

func TestTracks(t *testing.T) {
	p := turn(t, 2, "{}")
	// PATE-11.1, PATE-11.2: four tracks, from 0 to their ends.
	assert.Equal(t, [trackCount]int{0, 12, 12, 4, 4}, p.cat.end)
	// PATE-11.3: a token that is passed or reached is taken; PATE-11.9: moves are made.
	p.advance(ava, Reputation, 7)
	assert.Equal(t, []string{"wedding", "baptism"}, p.players[ava].held.words())
	p.advance(ava, Influence, 3)
	assert.True(t, p.players[ava].held.has(Policeman))
	// PATE-11.4, PATE-11.5: never past the last box; exactly 1,000 a move, every time.
	p.advance(ava, Reputation, 10)
	assert.Equal(t, 12, p.players[ava].pos[Reputation])
	assert.Equal(t, 11000, p.money(ava))
	p.advance(ava, Reputation, 5)
	assert.Equal(t, 12000, p.money(ava))
	p.players[babak].pos[Reputation] = 10
	p.advance(babak, Reputation, 2)
	assert.Equal(t, 10000, p.money(babak), "exactly to the end loses nothing")
	// PATE-11.6: only from the last box.
	q := turn(t, 2, `{"overflow":"at_end"}`)
	q.players[ava].pos[Influence] = 11
	q.advance(ava, Influence, 5)
	assert.Equal(t, 10000, q.money(ava))
	q.advance(ava, Influence, 1)
	assert.Equal(t, 11000, q.money(ava))
	// PATE-11.7: two tracks, two moves.
	q = turn(t, 2, "{}").rolled(1, Puppet, 1, 1, 1)
	q.players[ava].pos = [trackCount]int{0, 12, 12, 0, 0}
	q.do(ava, PlaceDie{Die: Black, Box: PressBox})
	assert.Equal(t, 12000, q.money(ava))
	// PATE-11.8: no overflow on Income and Favours.
	q.players[ava].pos[Income] = 3
	q.advance(ava, Income, 2)
	q.advance(ava, Favours, 9)
	assert.Equal(t, [trackCount]int{0, 12, 12, 4, 4}, q.players[ava].pos)
	assert.Equal(t, 12000, q.money(ava))
}

func TestTokens(t *testing.T) {
	p := turn(t, 2, "{}").hold(ava, Wedding, Baptism, Birthday, Policeman, Judge, Senator).hold(babak, Wedding, Policeman)
	// PATE-12.1: once. PATE-12.6: the Wedding.
	p.do(ava, UseToken{Token: Wedding})
	assert.Equal(t, uint8(1), p.players[ava].friends)
	p.no("PATE-12.1", ava, UseToken{Token: Wedding})
	p.no("PATE-12.1", babak, UseToken{Token: Birthday, Track: Income})
	p.friend = 0
	q := turn(t, 2, "{}").hold(ava, Wedding)
	q.friend = 0
	q.no("PATE-12.6", ava, UseToken{Token: Wedding})
	assert.Nil(t, q.asks(ava, "token"))
	// PATE-12.4, PATE-12.5: the grey ones in one's own turn, or at once.
	p.no("PATE-12.5", babak, UseToken{Token: Wedding})
	p.friend = 5
	p.fresh[babak] = 1 << Wedding
	a := p.asks(babak, "token")
	require.NotNil(t, a)
	assert.Equal(t, offerTime, a.Limit)
	assert.True(t, a.Optional)
	assert.Nil(t, a.Late)
	p.do(ava, UseToken{Token: Baptism}) // neither this nor its roll ends "at once"
	// PATE-12.7: the Baptism; nothing else is legal while its die is owed (PATE-12.4, PATE-13.6).
	p.waits(engine.Table, "bonus_roll")
	p.no("PATE-12.7", babak, UseToken{Token: Wedding})
	p.no("PATE-12.7", ava, UseFavour{Favour: Cash})
	p.no("PATE-12.7", engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	p.no("PATE-12.7", ava, BonusRoll{4})
	dice := p.dice
	p.do(engine.Table, BonusRoll{4})
	assert.Equal(t, 14000, p.money(ava))
	assert.Equal(t, dice, p.dice)
	p.do(babak, UseToken{Token: Wedding})
	assert.Equal(t, uint8(1), p.players[babak].friends)
	q = turn(t, 2, "{}").hold(ava, Baptism)
	q.do(ava, UseToken{Token: Baptism})
	q.do(engine.Table, BonusRoll{Puppet})
	assert.Equal(t, 10000, q.money(ava))
	// PATE-12.2: kept to the end, worth nothing: see PATE-16.1.
	// The next move of anybody ends the offer.
	q = turn(t, 2, "{}").hold(babak, Wedding)
	q.fresh[babak] = 1 << Wedding
	q.do(engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	q.no("PATE-12.5", babak, UseToken{Token: Wedding})
	assert.Empty(t, q.status().Fresh)
	// PATE-12.8: the Birthday, on any track but a full Income or Favours.
	for track, want := range map[Track]int{Reputation: 11000, Influence: 11000} {
		q = turn(t, 2, "{}").hold(ava, Birthday)
		q.players[ava].pos = [trackCount]int{0, 12, 12, 4, 4}
		q.no("PATE-12.8", ava, UseToken{Token: Birthday, Track: Income})
		q.no("PATE-12.8", ava, UseToken{Token: Birthday, Track: Favours})
		assert.Len(t, q.asks(ava, "token").Options, 2)
		q.do(ava, UseToken{Token: Birthday, Track: track})
		assert.Equal(t, want, q.money(ava))
	}
	// PATE-12.3: any number in one turn, which the above is not.
	q = turn(t, 2, "{}").hold(ava, Wedding, Birthday)
	q.do(ava, UseToken{Token: Wedding})
	q.do(ava, UseToken{Token: Birthday, Track: Favours})
	assert.Equal(t, []string{"wedding", "birthday"}, q.players[ava].used.words())
	q.no("PATE-12.10", ava, UseToken{Token: Senator})
}

func TestRerolls(t *testing.T) {
	// PATE-12.9: after a roll and before placing, not in row 4, not out of turn.
	p := turn(t, 2, "{}").hold(ava, Policeman, Judge).hold(babak, Judge)
	p.no("PATE-12.9", ava, UseToken{Token: Judge})
	p.do(engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	p.no("PATE-12.9", babak, UseToken{Token: Judge})
	p.no("PATE-12.9", ava, UseToken{Token: Policeman, Die: NoColour})
	p.do(ava, UseToken{Token: Policeman, Die: Grey})
	p.waits(engine.Table, "roll")
	p.no("PATE-12.9", ava, UseToken{Token: Judge})
	p.no("PATE-12.9", ava, PlaceDie{Die: Black, Box: TakingsBox})
	p.no("PATE-12.9", ava, Roll{[colourCount]Face{Grey: 5}})
	p.no("PATE-12.9", engine.Table, Roll{[colourCount]Face{Black: 5}})
	p.no("PATE-12.9", engine.Table, Roll{[colourCount]Face{Black: 5, Grey: 5}})
	p.do(engine.Table, Roll{[colourCount]Face{Grey: 5}})
	assert.Equal(t, [colourCount]Face{0, 1, 1, 5, 1}, p.dice)
	// Several on the same roll; the Judge takes all unplaced dice.
	p.do(ava, UseToken{Token: Judge})
	assert.Len(t, p.Asks(nil)[0].Keys, 4)
	p.do(engine.Table, Roll{[colourCount]Face{Black: 2, White: 2, Grey: 2, Red: 2}})
	p.do(ava, PlaceDie{Die: Grey, Box: TakingsBox})
	q := turn(t, 2, "{}").hold(ava, Policeman, Judge).rolled(3, 1, 1, 0, 0)
	q.no("PATE-12.9", ava, UseToken{Token: Policeman, Die: Grey})
	q.do(ava, UseToken{Token: Judge})
	q.do(engine.Table, Roll{[colourCount]Face{Black: 2, White: 2}})
	q.rolled(4, 1, 0, 0, 0)
	q.no("PATE-12.9", ava, UseToken{Token: Policeman, Die: Black})
	// The box rolls at once.
	b := laid(t, 2, `{"chance":"box"}`)
	b.card, b.step = 0, stepRoll
	b.active, b.row, b.unplaced = ava, 1, allDice
	b.hold(ava, Judge, Baptism)
	b.no("PATE-6.2", engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	b.no("PATE-6.1", babak, Throw{})
	b.do(ava, Throw{})
	cues := b.do(ava, UseToken{Token: Judge})
	assert.True(t, slices.ContainsFunc(cues, func(c engine.Cue) bool { return c.Drawn }))
	b.waits(ava, "place")
	b.do(ava, UseToken{Token: Baptism})
	b.waits(ava, "place")
	b.no("PATE-12.7", engine.Table, BonusRoll{1})
	b.no("PATE-4.1", engine.Table, Event{"tax_audit"})
}

func TestSenator(t *testing.T) {
	p := turn(t, 3, "{}").hold(ava, Senator).rolled(1, 2, 2, 2, 2)
	// PATE-12.10: not in row 1, not on the Press, not on the die's own colour.
	p.no("PATE-12.10", ava, PlaceDie{Die: Black, Senator: true, Box: TakingsBox})
	p.rolled(2, 2, 2, Puppet, 0)
	p.no("PATE-12.10", ava, PlaceDie{Die: Grey, Senator: true, Box: PressBox})
	p.no("PATE-12.10", ava, PlaceDie{Die: Black, Senator: true, Box: VisitBox})
	// PATE-12.11: a Puppeteer stays a Puppeteer in rows 2 and 3.
	p.no("PATE-12.11", ava, PlaceDie{Die: Grey, Senator: true, Box: BettingBox})
	p.do(ava, PlaceDie{Die: Black, Senator: true, Box: BettingBox})
	assert.Equal(t, 12000, p.money(ava), "with the number of this die")
	assert.True(t, p.players[ava].used.has(Senator))
	p.rolled(3, 2, 2, 0, 0)
	p.no("PATE-12.10", ava, PlaceDie{Die: Black, Senator: true, Box: FriendBox})
	q := turn(t, 3, "{}").hold(ava, Senator).rolled(4, 0, 0, Puppet, 0)
	q.do(ava, PlaceDie{Die: Grey, Senator: true, Box: SpyBox, Business: 7})
	assert.Equal(t, uint8(1), q.players[chiara].jail)
}

func TestFavours(t *testing.T) {
	with := func(options string, marker int) play {
		p := turn(t, 3, options)
		p.players[ava].friends, p.friend = 4, 9
		p.players[ava].pos[Favours] = marker
		return p
	}
	p := with("{}", 0)
	// PATE-13.2, PATE-13.3: the boxes up to the marker, in order; on the first there is none.
	order := []UseFavour{{Favour: MemberBack}, {Favour: DebtBack, From: Bank}, {Favour: Advance, Track: Income}, {Favour: Cash}}
	for marker := 0; marker <= 4; marker++ {
		p := with("{}", marker)
		p.players[ava].river, p.players[ava].reserve = 1, 3
		p.players[ava].owes[Bank], p.players[ava].debts = 1, 4
		for i, m := range order {
			if rule, _ := p.favourRule(ava, m); i < marker {
				assert.Empty(t, rule)
			} else {
				assert.Equal(t, "PATE-13.2", rule)
			}
		}
	}
	p.no("PATE-13.2", ava, order[0])
	// PATE-13.1, PATE-13.4, PATE-13.5, PATE-13.11: a Friend each, the same twice, two a round.
	p = with("{}", 4)
	p.do(ava, UseFavour{Favour: Cash})
	p.do(ava, UseFavour{Favour: Cash})
	assert.Equal(t, []int{20000, 2, 11}, []int{p.money(ava), int(p.players[ava].friends), int(p.friend)})
	p.no("PATE-13.5", ava, UseFavour{Favour: Cash})
	assert.Nil(t, p.asks(ava, "favour"))
	p.newRound()
	assert.Zero(t, p.players[ava].friendsUsed)
	p = with("{}", 4)
	p.players[ava].friends = 0
	p.no("PATE-13.1", ava, UseFavour{Favour: Cash})
	// PATE-13.6: in one's own turn, not while a roll is owed.
	p = with("{}", 4).hold(ava, Judge)
	p.players[babak].friends, p.players[babak].pos[Favours] = 1, 4
	p.no("PATE-13.6", babak, UseFavour{Favour: Cash})
	p.do(engine.Table, Roll{[colourCount]Face{Black: 1, White: 1, Grey: 1, Red: 1}})
	p.do(ava, UseToken{Token: Judge})
	p.no("PATE-12.9", ava, UseFavour{Favour: Cash})
	// PATE-13.7
	p = with("{}", 4)
	p.no("PATE-13.7", ava, UseFavour{Favour: MemberBack})
	p.players[ava].river, p.players[ava].reserve = 1, 3
	p.do(ava, UseFavour{Favour: MemberBack})
	assert.Equal(t, []uint8{0, 4}, []uint8{p.players[ava].river, p.players[ava].reserve})
	// PATE-13.8: no payment.
	p.no("PATE-13.8", ava, UseFavour{Favour: DebtBack, From: Holder(chiara)})
	p.players[ava].owes[chiara], p.players[ava].debts = 1, 4
	p.do(ava, UseFavour{Favour: DebtBack, From: Holder(chiara)})
	assert.Equal(t, []int{5, 10000}, []int{int(p.players[ava].debts), p.money(ava)})
	// PATE-13.9: two boxes on one track; on Income a step beyond is lost.
	p = with("{}", 4)
	p.players[ava].pos[Income], p.players[ava].pos[Reputation] = 3, 11
	p.do(ava, UseFavour{Favour: Advance, Track: Income})
	assert.Equal(t, 4, p.players[ava].pos[Income])
	p.no("PATE-13.9", ava, UseFavour{Favour: Advance, Track: Income})
	p.do(ava, UseFavour{Favour: Advance, Track: Reputation})
	assert.Equal(t, 11000, p.money(ava))
	// PATE-13.10
	p.players[ava].friendsUsed = 0
	p.no("PATE-13.10", ava, UseFavour{Favour: Advance, Track: Influence})
	p = with(`{"favour_advance":"influence"}`, 4)
	p.no("PATE-13.10", ava, UseFavour{Favour: Advance, Track: Income})
	p.do(ava, UseFavour{Favour: Advance, Track: Influence})
	assert.Equal(t, 2, p.players[ava].pos[Influence])
}

// PATE-14.1, PATE-14.2, PATE-14.3, PATE-14.4, PATE-14.5 and PATE-15.1 are watched after every move of the
// suite's random plays (watch_test.go); here are the ways out.
func TestMembersAndDebts(t *testing.T) {
	manual := func() play {
		p := laid(t, 3, "{}")
		p.card, p.step = 0, stepManual
		return p
	}
	adjust := func(m Adjust) engine.Action { return m }
	p := manual()
	// PATE-14.1, PATE-14.2: a member is in one place, a business has one at most.
	p.no("PATE-14.2", engine.Table, adjust(Adjust{What: AdjustMember, Player: 0, From: Reserve, To: OnBusiness(1)}))
	p.no("PATE-14.1", engine.Table, adjust(Adjust{What: AdjustMember, Player: 0, From: River, To: Reserve}))
	p.no("PATE-14.1", engine.Table, adjust(Adjust{What: AdjustMember, Player: 0, From: OnBusiness(4), To: Reserve}))
	p.no("PATE-14.1", engine.Table, adjust(Adjust{What: AdjustMember, Player: 0, From: Reserve, To: GoneBox}))
	p.do(engine.Table, adjust(Adjust{What: AdjustMember, Player: 0, From: OnBusiness(1), To: River}))
	p.do(engine.Table, adjust(Adjust{What: AdjustMember, Player: Neutral, From: OnBusiness(10), To: GoneBox}))
	p.do(engine.Table, adjust(Adjust{What: AdjustMember, Player: Neutral, From: GoneBox, To: OnBusiness(1)}))
	assert.Equal(t, Neutral, p.owner[1])
	// PATE-14.3: out of the river by favour 1 (above) or a card; no Prosecutor helps there.
	p.do(engine.Table, adjust(Adjust{What: AdjustMember, Player: 0, From: River, To: Jail}))
	assert.Equal(t, []uint8{0, 1}, []uint8{p.players[0].river, p.players[0].jail})
	// PATE-14.4, PATE-14.5
	p.no("PATE-14.4", engine.Table, adjust(Adjust{What: AdjustDebt, Player: 0, Giver: Bank, Taker: Own}))
	p.no("PATE-14.4", engine.Table, adjust(Adjust{What: AdjustDebt, Player: 0, Giver: Own, Taker: 0}))
	p.do(engine.Table, adjust(Adjust{What: AdjustDebt, Player: 0, Giver: Own, Taker: 2}))
	assert.Equal(t, []uint8{4, 1}, []uint8{p.players[0].debts, p.players[0].owes[2]})
	// PATE-14.6: no token or no member, no take-over; no member, no settling.
	p.players[0].debts = 0
	assert.Equal(t, "PATE-9.11", p.takeoverRule(0, 4))
	p.players[0].reserve = 0
	assert.False(t, p.mayMoveIn(1, &p.players[0]))
	// PATE-15.1: never below zero.
	p.no("PATE-15.1", engine.Table, adjust(Adjust{What: AdjustMoney, Player: 1, By: -10001}))
	p.do(engine.Table, adjust(Adjust{What: AdjustMoney, Player: 1, By: -10000}))
	p.no("PATE-11.2", engine.Table, adjust(Adjust{What: AdjustIncome, Player: 1, By: -1}))
	p.no("PATE-2.12", engine.Table, adjust(Adjust{What: AdjustFriends, Player: 1, By: 14}))
	p.no("PATE-5.1", engine.Table, adjust(Adjust{What: AdjustCar}))
	p.do(engine.Table, adjust(Adjust{What: AdjustReputation, Player: 1, By: 4}))
	p.do(engine.Table, adjust(Adjust{What: AdjustReputation, Player: 1, By: -4}))
	assert.True(t, p.players[1].held.has(Wedding), "tokens already taken stay")
	p.do(engine.Table, adjust(Adjust{What: AdjustCar, By: 25}))
	assert.Equal(t, uint8(1), p.car)
	p.do(engine.Table, EventDone{})
	p.no("PATE-4.7", engine.Table, adjust(Adjust{What: AdjustMoney, Player: 1, By: 1}))
	p.no("PATE-4.7", engine.Table, EventDone{})
}

func TestReckoning(t *testing.T) {
	end := func(seats int, lay func(p play)) play {
		p := turn(t, seats, "{}")
		p.round, p.turn, p.active, p.ko, p.step = 7, uint8(seats-1), engine.Seat(seats-1), Influence, stepDone
		p.markers = [2]uint8{3, 4}
		for s := range seats {
			p.players[s].pos[Influence] = 12
		}
		lay(p)
		p.do(engine.Seat(seats-1), Done{})
		return p
	}
	p := end(3, func(p play) {
		p.players[ava].pos[Income] = 3
		p.players[ava].jail, p.players[ava].reserve = 2, 2
		p.players[ava].owes, p.players[ava].debts = [Bank + 1]uint8{Holder(babak): 1, Bank: 1}, 3
		p.players[chiara].owes, p.players[chiara].debts = [Bank + 1]uint8{Holder(ava): 2}, 3
		p.players[chiara].money, p.players[chiara].pos[Influence] = 0, 11
		p.hold(ava, Wedding)
		p.players[ava].friends, p.friend = 3, 10
	})
	// PATE-16.3 to PATE-16.8: income, 3,000 a business, bail, debts both ways; tokens, Friends and
	// favours are worth nothing (PATE-16.1).
	r := p.View(engine.Public).Result.(ResultStatus)
	assert.Equal(t, ScoreStatus{10000, 3000, 9000, -2000, -4000, 4000, 20000, false, 0, 7}, r.Scores.Of[ava])
	assert.Equal(t, ScoreStatus{10000, 0, 9000, 0, 0, 2000, 21000, false, 0, 7}, r.Scores.Of[babak])
	// PATE-16.2, PATE-16.7: the eliminated are reckoned, but do not rank.
	assert.Equal(t, ScoreStatus{0, 0, 9000, 0, -4000, 0, 5000, true, 0, 7}, r.Scores.Of[chiara])
	assert.Equal(t, []string{"Chiara"}, r.Eliminated)
	// PATE-16.9
	assert.Equal(t, []string{"Babak", "Ava"}, r.Ranking)
	assert.Equal(t, []string{"Babak"}, r.Winners)
	// PATE-16.5: those in jail are back in the reserve; PATE-16.4 whatever the car protects.
	assert.Equal(t, []int{0, 4}, []int{p.status().Players.Of[ava].Jail, p.status().Players.Of[ava].Reserve})
	assert.Equal(t, 2, p.status().Players.Of[chiara].Owes["Ava"], "debts stay as they were (PATE-16.6)")
	assert.Equal(t, 20000, *p.status().Players.Of[ava].Money)
	// PATE-16.7: a total may be negative.
	p = end(2, func(p play) {
		p.players[ava].money = 0
		p.empty(1, 2, 3)
		p.players[ava].owes, p.players[ava].debts = [Bank + 1]uint8{Bank: 5}, 0
	})
	assert.Equal(t, -10000, p.money(ava))
	// PATE-16.10: first the other track; PATE-16.11: then the family without the river.
	p = end(2, func(p play) { p.players[ava].pos[Reputation] = 1 })
	assert.Equal(t, engine.SeatsOf(ava), p.winners())
	p = end(2, func(p play) { p.players[ava].river, p.players[ava].reserve = 1, 3 })
	assert.Equal(t, engine.SeatsOf(babak), p.winners())
	// PATE-16.12: equal ones share the win, in seat order.
	p = end(2, func(play) {})
	r = p.View(engine.Public).Result.(ResultStatus)
	assert.Equal(t, []string{"Ava", "Babak"}, r.Winners)
	assert.Equal(t, []string{"Ava", "Babak"}, r.Ranking)
	// PATE-16.13: nobody wins.
	p = end(2, func(p play) { p.players[ava].pos[Influence], p.players[babak].pos[Influence] = 0, 11 })
	r = p.View(engine.Public).Result.(ResultStatus)
	assert.Empty(t, r.Winners)
	assert.Empty(t, r.Ranking)
	assert.Equal(t, []string{"Ava", "Babak"}, r.Eliminated)
}

// What nobody may know must not show: two plays that differ only in hidden money, or only in
// the order of the pile, look the same to all but those who have the money.
func TestSecrets(t *testing.T) {
	for _, c := range []struct {
		name string
		hide func(g *Game)
	}{
		{"money", func(g *Game) { g.players[babak].money += 3000 }},
		{"pile", func(g *Game) {
			for i := range g.pile[g.drawnN:] {
				g.pile[int(g.drawnN)+i] = g.pile[9-i]
			}
			g.chance = engine.NewChance("derpate", 99)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, chance := range []string{"table", "box"} {
				p := laid(t, 4, `{"chance":"`+chance+`"}`)
				q := laid(t, 4, `{"chance":"`+chance+`"}`)
				for _, g := range []play{p, q} { // as in the midst of a play
					for s := range g.players {
						g.players[s].money, g.players[s].jail, g.players[s].reserve = 4000, 1, 3
						g.players[s].held = greyTokens | redTokens
						g.players[s].pos = [trackCount]int{0, 9, 9, 2, 4}
						g.players[s].friends, g.friend = 2, 5
					}
				}
				c.hide(q.Game)
				for step := stepEvent; step < stepOver; step++ {
					for row := uint8(1); row <= rows; row++ {
						for _, g := range []play{p, q} {
							g.card, g.active, g.asked = 1, babak, babak
							g.rolled(row, 5, 5, 5, 5)
							g.step = step
						}
						for _, l := range []engine.Looker{engine.Public, ava} {
							assert.Equal(t, looks(p.Game, l), looks(q.Game, l), "step %d, row %d", step, row)
						}
						if c.name == "money" {
							assert.NotEqual(t, looks(p.Game, babak), looks(q.Game, babak))
						}
					}
				}
			}
		})
	}
	// The cues do not tell it either.
	for _, rich := range []int{0, 50000} {
		p := turn(t, 2, "{}").rolled(3, 0, 1, 3, 0)
		p.players[ava].money += rich
		for _, c := range p.do(ava, PlaceDie{Die: White, Box: FriendBox}) {
			assert.Contains(t, []int{0, 1, 4, 1000}, c.Text.N, "only what is paid openly")
		}
	}
}

// looks returns all that one looker can get from g, as text.
func looks(g *Game, l engine.Looker) string {
	b, err := engine.MarshalStatus(g, g.roster, l)
	if err != nil {
		return err.Error()
	}
	s := fmt.Sprintf("%s\n%+v", b, draw(g.View(l)))
	for _, a := range g.Asks(nil) {
		s += fmt.Sprintf("\n%d %s %v %v %v %v %d %d", a.Seat, a.Verb, a.Prompt, a.Shown(), a.ShownThings(), a.Keys, a.Min, a.Max)
	}
	return s
}

// Decoding takes no argument that the verb or the box does not have.
func TestDecode(t *testing.T) {
	mr := engine.NewMoveReader(Title(), table4)
	for _, line := range []string{
		`{"seat":"Ava","do":"place","die":"red","box":"raid","member":false}`,
		`{"seat":"Ava","do":"place","die":"red","box":"influence","track":"income"}`,
		`{"seat":"Ava","do":"place","die":"red","box":"prosecutor","business":"b1"}`,
		`{"seat":"Ava","do":"place","die":"blue","box":"raid"}`,
		`{"seat":"Ava","do":"place","die":"red"}`,
		`{"seat":"Ava","do":"place","die":"white","box":"banker","track":"reputation"}`,
		`{"seat":"Ava","do":"token","token":"wedding","die":"red"}`,
		`{"seat":"Ava","do":"token","token":"policeman"}`,
		`{"seat":"Ava","do":"favour","favour":"cash","track":"income"}`,
		`{"seat":"Ava","do":"favour","favour":"debt_back","from":"own"}`,
		`{"seat":"Ava","do":"choose"}`,
		`{"seat":"Ava","do":"choose","buy":true,"bail":1}`,
		`{"seat":"Ava","do":"choose","buy":"yes"}`,
		`{"seat":"Ava","do":"choose","holder":"neutral"}`,
		`{"seat":"Ava","do":"done","now":true}`,
		`{"seat":"table","do":"roll","dice":{"black":"3"}}`,
		`{"seat":"table","do":"roll","dice":{"black":0}}`,
		`{"seat":"table","do":"roll","dice":{"blue":1}}`,
		`{"seat":"table","do":"bonus_roll","face":6}`,
		`{"seat":"table","do":"adjust","what":"car","by":1,"player":"Ava"}`,
		`{"seat":"table","do":"adjust","what":"money","player":"neutral","by":1}`,
		`{"seat":"table","do":"adjust","what":"member","player":"Ava","from":"b13","to":"jail"}`,
		`{"seat":"Ava","do":"throw","dice":{}}`,
		`{"seat":"Ava","do":"reveal","card":"tax"}`,
		`{"seat":"table","do":"event_done","card":"tax"}`,
	} {
		_, err := mr.Read([]byte(line))
		var r *engine.Refusal
		if assert.ErrorAs(t, err, &r, line) {
			assert.True(t, strings.HasPrefix(r.Rule, "PATE-"), "%s: %v names its rule", line, r)
		}
	}
	_, err := mr.Read([]byte(`{"seat":"table","do":"juggle"}`))
	assert.Error(t, err)
	for line, want := range map[string]engine.Action{
		`{"seat":"Ava","do":"place","die":"red","box":"influence","senator":false}`:            PlaceDie{Die: Red, Box: InfluenceBox},
		`{"seat":"Ava","do":"place","die":"red","box":"prosecutor","use":true}`:                PlaceDie{Die: Red, Box: ProsecutorBox},
		`{"seat":"Ava","do":"place","die":"red","box":"visit","member":false}`:                 PlaceDie{Die: Red, Box: VisitBox},
		`{"seat":"Ava","do":"choose","holder":"none"}`:                                         ChooseHolder{Nobody},
		`{"seat":"Ava","do":"choose","business":"none"}`:                                       ChooseBusiness{},
		`{"seat":"table","do":"adjust","what":"debt","player":"Ava","from":"own","to":"bank"}`: Adjust{What: AdjustDebt, Giver: Own, Taker: Bank},
	} {
		m, err := mr.Read([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, want, m.Do, line)
	}
}

// The same in whole plays: beside each runs a twin in which Babak has more money and the rest
// of the pile lies in another order. Whoever does not own the money sees no difference in
// views, scenes, asks and cues; everybody is rich enough that no payment tells.
func TestTwins(t *testing.T) {
	title := Title()
	for seed := range uint64(12) {
		h := engine.Header{
			Game: "derpate", Seats: table4[:2+seed%3], Seed: seed,
			Options: []byte([]string{`{"chance":"box"}`, `{"chance":"table"}`}[seed/3%2]),
		}
		var games [2]*Game
		for i := range games {
			g, err := title.Begin(h)
			require.NoError(t, err)
			games[i] = g.(*Game)
			for s := range h.Seats {
				games[i].players[s].money = 100_000
			}
		}
		games[1].players[babak].money += 7000
		rng := rand.New(rand.NewPCG(seed, 1))
		p := bot.New(title, h.Seats, rng)
		for !games[0].Over() {
			asks := games[0].Asks(nil)
			a := asks[rng.IntN(len(asks))]
			do, err := p.Pick(&a)
			require.NoError(t, err)
			if do == revealMove { // now the order counts
				games[1].pile = games[0].pile
			} else {
				rest := games[1].pile[games[1].drawnN:]
				rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
			}
			var cues [2][]engine.Cue
			for i, g := range games {
				cues[i], err = g.Play(engine.Move{Seat: a.Seat, Do: do})
				require.NoError(t, err)
			}
			if games[0].Over() {
				break
			}
			for l := engine.Public; int(l) < len(h.Seats); l++ {
				if l != babak {
					one, two := enginetest.Seen(title, h.Seats, games[0], cues[0], l), enginetest.Seen(title, h.Seats, games[1], cues[1], l)
					require.Equal(t, string(one), string(two))
				}
			}
		}
	}
}
