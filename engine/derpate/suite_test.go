package derpate_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/enginetest"
)

// shortTracks is the tracks of EX-6: tokens and ends are soon reached.
const shortTracks = `"tracks":{"reputation":{"end":4,"tokens":{"wedding":1,"baptism":2,"birthday":4}},` +
	`"influence":{"end":4,"tokens":{"policeman":1,"judge":2,"senator":4}},` +
	`"income":{"values":[0,1000,2000,3000,4000]},"favours":{"boxes":["cash","advance","debt_back","member_back"]}}`

// noIncome is the tracks of the house with an Income of one box.
const noIncome = `"tracks":{"reputation":{"end":12,"tokens":{"wedding":3,"baptism":6,"birthday":9}},` +
	`"influence":{"end":12,"tokens":{"policeman":3,"judge":6,"senator":9}},` +
	`"income":{"values":[0]},"favours":{"boxes":["member_back","debt_back","advance","cash"]}}`

// otherPersons gives the persons of row 4 other colours than the house does.
const otherPersons = `"row4":{"white":"consigliere","grey":"prosecutor","red":"spy","black":"banker"}`

// turnStarts makes every choice of a card one at the start of a turn.
const turnStarts = `"events":[` +
	`{"id":"e1","colour":"grey","car":1,"when":"turn_start","op":"bail_or_river","price":2000},` +
	`{"id":"e2","colour":"grey","car":2,"when":"turn_start","op":"buy_friend","price":2000},` +
	`{"id":"e3","colour":"grey","car":3,"when":"turn_start","op":"pay_in_car_district","per":1000},` +
	`{"id":"e4","colour":"grey","car":4,"when":"turn_start","op":"takeover"},` +
	`{"id":"e5","colour":"red","car":5,"when":"turn_start","op":"buy_steps","price":2000,"track":"reputation","steps":3},` +
	`{"id":"e6","colour":"red","car":1,"when":"turn_start","op":"buy_back_debt","price":1000},` +
	`{"id":"e7","colour":"red","car":2,"when":"now","op":"buy_steps","price":0,"track":"influence","steps":2},` +
	`{"id":"e8","colour":"red","car":3,"when":"now","op":"pay_in_car_district","per":2000},` +
	`{"id":"e9","colour":"red","car":4,"when":"now","op":"move_all","track":"favours","steps":2},` +
	`{"id":"e10","colour":"red","car":5,"when":"now","op":"takeover"}]`

// manualCards has cards that the players carry out on the cardboard, now or in each turn.
const manualCards = `"events":[` +
	`{"id":"m1","colour":"grey","car":1,"when":"now","op":"manual"},{"id":"m2","colour":"grey","car":2,"when":"turn_start","op":"manual"},` +
	`{"id":"m3","colour":"grey","car":3,"when":"now","op":"manual"},{"id":"m4","colour":"grey","car":4,"when":"now","op":"tax","per":1000},` +
	`{"id":"m5","colour":"grey","car":5,"when":"now","op":"number_pays"},{"id":"m6","colour":"red","car":1,"when":"now","op":"raid_car_district"},` +
	`{"id":"m7","colour":"red","car":2,"when":"now","op":"manual"},{"id":"m8","colour":"red","car":3,"when":"now","op":"manual"},` +
	`{"id":"m9","colour":"red","car":4,"when":"turn_start","op":"manual"},{"id":"m10","colour":"red","car":5,"when":"now","op":"move_all","track":"income","steps":1}]`

// catalogues are drawn from; the house comes more often than the others.
var catalogues = []string{
	`"house"`, `"house"`, `"house"`, `{` + shortTracks + `}`, `{` + shortTracks + `,` + turnStarts + `}`, `{` + otherPersons + `,` + noIncome + `}`,
	`{` + manualCards + `,` + shortTracks + `}`,
}

// header draws the header of a random play: 2 to 4 seats, all options.
func header(rt *rapid.T) engine.Header {
	n := rapid.IntRange(2, 4).Draw(rt, "seats")
	options := fmt.Sprintf(`{"chance":%q,"first":%q,"money":%q,"takings_step":%q,"overflow":%q,"spy_neutral":%v,"favour_advance":%q,"catalogue":%s}`,
		rapid.SampledFrom([]string{"table", "box"}).Draw(rt, "chance"),
		four[rapid.IntRange(0, n-1).Draw(rt, "first")],
		rapid.SampledFrom([]string{"secret", "open"}).Draw(rt, "money"),
		rapid.SampledFrom([]string{"per_business", "per_owner", "placer"}).Draw(rt, "takings_step"),
		rapid.SampledFrom([]string{"any", "at_end"}).Draw(rt, "overflow"),
		rapid.Bool().Draw(rt, "spy_neutral"),
		rapid.SampledFrom([]string{"income", "influence"}).Draw(rt, "favour_advance"),
		rapid.SampledFrom(catalogues).Draw(rt, "catalogue"))
	return engine.Header{Game: "derpate", Seats: four[:n], Options: []byte(options), Seed: rapid.Uint64().Draw(rt, "seed")}
}

// universe is every move, except that it has only a few rolls and adjustments,
// and some moves that are never legal.
func universe(rng *rand.Rand, _ engine.Header) []engine.Action {
	all := []engine.Action{
		derpate.Reveal{},
		derpate.Throw{},
		derpate.Done{},
		derpate.EventDone{},
		derpate.District{ID: "nowhere"},
		derpate.Event{Card: "nothing"},
		derpate.ChooseBuy{Yes: true},
		derpate.ChooseBuy{Yes: false},
	}
	for _, d := range []string{"lower_manhattan", "greenwich_soho", "east_side", "little_italy"} {
		all = append(all, derpate.District{ID: d})
	}
	for _, e := range []string{
		"family_feast", "bail_or_river", "lucky_numbers", "old_friends", "patrol_pay", "open_season", "stakeout", "town_hall", "tax_audit",
		"settle_up", "e1", "e9", "m1", "m9",
	} {
		all = append(all, derpate.Event{Card: e})
	}
	for i := range uint8(14) {
		all = append(all, derpate.Car{Space: i}, derpate.ChooseBail{Members: i}, derpate.BonusRoll{Face: derpate.Face(i)},
			derpate.ChooseBusiness{Business: derpate.Business(i)})
	}
	for h := derpate.Nobody - 1; h <= derpate.Own+1; h++ {
		all = append(all, derpate.ChooseHolder{Holder: h}, derpate.UseFavour{Favour: derpate.DebtBack, From: h})
	}
	for t := derpate.NoTrack; t <= derpate.Favours+1; t++ {
		all = append(all, derpate.UseToken{Token: derpate.Birthday, Track: t}, derpate.UseFavour{Favour: derpate.Advance, Track: t})
	}
	for c := derpate.NoColour; c <= derpate.Red+1; c++ {
		all = append(all, derpate.UseToken{Token: derpate.Policeman, Die: c})
		for _, senator := range []bool{false, true} {
			all = append(all, placements(c, senator)...)
		}
	}
	for _, t := range []derpate.Token{derpate.NoToken, derpate.Wedding, derpate.Baptism, derpate.Judge, derpate.Senator, derpate.Senator + 1} {
		all = append(all, derpate.UseToken{Token: t})
	}
	for _, f := range []derpate.Favour{derpate.NoFavour, derpate.MemberBack, derpate.Cash, derpate.Cash + 1} {
		all = append(all, derpate.UseFavour{Favour: f})
	}
	for range 20 {
		var r derpate.Roll
		for c := derpate.Black; c <= derpate.Red; c++ {
			r.Dice[c] = derpate.Face(rng.IntN(8))
		}
		player, by := engine.Seat(rng.IntN(8)-2), rng.IntN(7)-3
		all = append(all, r, derpate.AdjustMoney{Player: player, By: by}, derpate.AdjustFriends{Player: player, By: by},
			derpate.AdjustTrack{Track: derpate.Track(rng.IntN(6)), Player: player, By: by}, derpate.AdjustCar{By: by},
			derpate.AdjustMember{Player: derpate.Holder(rng.IntN(9) - 1), From: derpate.Place(rng.IntN(19)), To: derpate.Place(rng.IntN(19))},
			derpate.AdjustDebt{Player: player, From: derpate.Holder(rng.IntN(9) - 1), To: derpate.Holder(rng.IntN(9) - 1)})
	}
	return all
}

// placements is every way to put a die of a colour down.
func placements(c derpate.Colour, senator bool) []engine.Action {
	var all []engine.Action
	for box := derpate.NoBox; box <= derpate.BankerBox+1; box++ {
		m := derpate.PlaceDie{Die: c, Senator: senator, Box: box}
		all = append(all, m)
		switch box {
		case derpate.VisitBox:
			m.Member = true
			all = append(all, m)
		case derpate.ProsecutorBox:
			m.Unused = true
			all = append(all, m)
		case derpate.TakeoverBox, derpate.ConsigliereBox, derpate.SpyBox:
			for b := derpate.Business(1); b <= 13; b++ {
				m.Business = b
				all = append(all, m)
			}
		case derpate.BankerBox:
			for t := derpate.Reputation; t <= derpate.Favours+1; t++ {
				m.Track = t
				all = append(all, m)
			}
		}
	}
	return all
}

// same is the move that a move is another way to say: a player with nobody in jail leaves nobody there.
func same(v engine.View, m engine.Move) engine.Action {
	do, ok := m.Do.(derpate.PlaceDie)
	s := v.Public.(derpate.Status)
	if !ok || !bool(do.Unused) || m.Seat < 0 || int(m.Seat) >= len(s.Players.Of) || s.Players.Of[m.Seat].Jail > 0 {
		return nil
	}
	do.Unused = false
	return do
}

// What was asked stays as it was given out, however long the play goes on.
func TestAsksStay(t *testing.T) {
	title := derpateface.Title()
	for seed := range uint64(20) {
		options := []string{`{"chance":"box"}`, `{"chance":"table"}`, `{"catalogue":{` + manualCards + `,` + shortTracks + `}}`}[seed%3]
		g, _, err := title.New(engine.Header{Game: "derpate", Seats: four, Options: []byte(options), Seed: seed})
		require.NoError(t, err)
		p := bot.New(title, four, rand.New(rand.NewPCG(seed, 1)))
		p.Offers = 0.2
		var asks []engine.Ask
		var said []string
		look := func(engine.Move, []engine.Cue) {
			for _, a := range g.Asks(nil) {
				asks = append(asks, a)
				said = append(said, fmt.Sprintf("%+v", a))
			}
		}
		p.Made = look
		_, err = p.Playout(g)
		require.NoError(t, err)
		for i := range asks {
			require.Equal(t, said[i], fmt.Sprintf("%+v", asks[i]))
		}
	}
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, derpateface.Title(), enginetest.Config{
		Header: header, Universe: universe, Same: same, Watch: watch, Slow: 4,
	})
}
