package corleone_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/corleone"
	corleoneface "consigliere/engine/corleone/face"
	"consigliere/engine/enginetest"
)

// sources is a catalogue that has every ability where it is often met.
const sources = `{"printed":[` +
	`{"id":"c1","at":"wall_street","back":["stash","kill_any"],"front":["stash","stash","manual"]},` +
	`{"id":"c2","at":"brooklyn","back":["booze","move_rival"],"front":["booze","smuggle","kill_thug"]},` +
	`{"id":"c3","at":"upper_east_side","back":["take_5","swap_3"],"front":["take_1","swap_2","swap_3"]},` +
	`{"id":"c4","at":"queens","back":["gun","shake_back"],"front":["gun","shake_front"]},` +
	`{"id":"c5","at":"upper_west_side","back":["take_2","police_chief","kill_thug_chief"],"front":["mayor","horse_head","union_boss"]},` +
	`{"id":"c6","at":"midtown","back":["job_draw","kill_family_chief"],"front":["job_draw","take_2","kill_family"]},` +
	`{"id":"c7","at":"chelsea","back":["move_family_shake"],"front":["move_thug_shake","swap_1"]},` +
	`{"id":"c8","at":"central_park","back":["stash"],"front":null}],` +
	`"notes":{"1":9,"2":8,"3":7,"5":3},"goods":{"gun":3,"blood_money":3,"booze":3,"narcotics":2}}`

// scarce is a board with so few circles that some have no free space.
const scarce = `{"spaces":[{"id":"s1","touches":["midtown","central_park"]},{"id":"s2","touches":["queens","brooklyn"],"plus3":true}]}`

// header draws the header of a random play: 2 to 5 seats, both trackings, all options.
func header(rt *rapid.T) engine.Header {
	n := rapid.IntRange(2, 5).Draw(rt, "seats")
	options := fmt.Sprintf(`{"tracking":%q,"chance":%q,"jobs_5p":%d,"two_player_spaces":%q,"tie_break":%q,"open_suitcases":%v,"families":{"Ava":"vitale"},"catalogue":%s}`,
		rapid.SampledFrom([]string{"full", "full", "full", "light"}).Draw(rt, "tracking"),
		rapid.SampledFrom([]string{"table", "box"}).Draw(rt, "chance"),
		rapid.SampledFrom([]int{4, 6}).Draw(rt, "jobs"),
		rapid.SampledFrom([]string{"limited", "all"}).Draw(rt, "spaces"),
		rapid.SampledFrom([]string{"turf_bonus", "shared"}).Draw(rt, "tie"),
		rapid.Bool().Draw(rt, "open"),
		rapid.SampledFrom([]string{`"house"`, `"house"`, sources, scarce}).Draw(rt, "catalogue"))
	return engine.Header{Game: "corleone", Seats: five[:n], Options: []byte(options), Seed: rapid.Uint64().Draw(rt, "seed")}
}

var (
	turfIDs     = []string{"wall_street", "brooklyn", "upper_east_side", "queens", "upper_west_side", "midtown", "chelsea"}
	businessIDs = []string{
		"curb_exchange", "navy_pier", "auction_house", "air_freight", "opera_house", "penn_central", "meat_market", "park_bench",
		"gunsmith", "pawn_shop", "night_club", "casino", "c1", "c4", "c7", "nowhere",
	}
	spaceIDs = []string{"che_mid_park", "mid_que", "uws_che", "che_wal", "s1", "s2", "police_chief", ""}
	jobIDs   = []string{"shake_down", "loan_book", "last_warning", "midnight_move", "swiss_box", "nothing"}
	allyIDs  = []string{"mayor_1", "coroner", "chemist", "nobody"}
	cardIDs  = []string{"1", "5", "gun", "narcotics", "job:shake_down", "ally:mayor_1", "job:nothing"}
)

// universe is a part of all moves, and some that are never legal.
func universe(rng *rand.Rand, h engine.Header) []engine.Action {
	all := []engine.Action{
		corleone.Next{},
		corleone.Pass{},
		corleone.Done{},
		corleone.UseHorse{},
		corleone.UseManual{},
		corleone.NoMarker{},
		corleone.UseDraw{},
		corleone.UseDraw{Keep: "loan_book"},
		corleone.Adjust{},
		corleone.Adjust{Of: 1},
		corleone.Adjust{Gain: "1"},
	}
	for s := engine.NoSeat; int(s) <= len(h.Seats); s++ {
		all = append(all, corleone.First{Player: s}, corleone.Horse{Player: s}, corleone.Count{Of: s, Money: -1}, corleone.Count{Of: s, Money: 10000})
	}
	for _, b := range businessIDs {
		all = append(all, corleone.Thug{Business: b}, corleone.UseFront{Business: b}, corleone.UseBack{Business: b}, corleone.UseUnion{To: b},
			corleone.Open{Tiles: corleone.IDs(b + "," + b)}, corleone.UseMoveThug{From: b, To: businessIDs[rng.IntN(len(businessIDs))]},
			corleone.UseMoveRival{From: b, To: businessIDs[rng.IntN(len(businessIDs))]})
		for k := range corleone.Kill(6) {
			all = append(all, corleone.UseKill{Ability: k, At: b})
		}
	}
	for _, s := range spaceIDs {
		all = append(all, corleone.Family{Space: s}, corleone.UseMayor{To: s}, corleone.UseMoveFamily{From: s, To: spaceIDs[rng.IntN(len(spaceIDs))]},
			corleone.UseMoveRival{From: s, To: "mid_que"}, corleone.UseKill{Ability: 2, At: s})
	}
	for _, j := range jobIDs {
		all = append(all, corleone.Keep{Job: j}, corleone.DealJobs{Jobs: corleone.IDs(j)})
		for from := range corleone.Source(3) {
			for _, pay := range []corleone.Goods{{}, {1}, {0, 1}, {0, 0, 0, 1}, {1, 1, 1}} {
				all = append(all, corleone.Job{From: from, Job: j, Pay: pay})
			}
		}
		for _, k := range jobIDs {
			all = append(all, corleone.UseDraw{Keep: j, Discard: k})
		}
	}
	for _, a := range allyIDs {
		all = append(all, corleone.Ally{Ally: a}, corleone.Recruit{Ally: a}, corleone.DealAllies{Allies: corleone.IDs(a + "," + a)})
	}
	for _, c := range cardIDs {
		all = append(all, corleone.Tribute{Cards: corleone.Cards(c)})
		for good := range corleone.Good(5) {
			all = append(all, corleone.UseSmuggle{Card: corleone.Card(c), Good: good})
		}
		for i := range corleone.Swap(3) {
			all = append(all, corleone.UseSwap{Ability: i, Cards: corleone.Cards(c)})
		}
	}
	for i := range uint8(10) {
		all = append(all, corleone.UseStash{Note: i}, corleone.UsePolice{To: corleone.Turf(i)}, corleone.BidAmount{Amount: int(i)*200 - 1},
			corleone.BidNotes{Notes: corleone.Notes{i}}, corleone.BidNotes{Notes: corleone.Notes{0, 0, 0, i}},
			corleone.Marker{From: corleone.Turf(i), Index: uint8(rng.IntN(3))},
			corleone.Influence{Turf: corleone.Turf(i), Of: corleone.NewForces(7)}, corleone.Influence{Turf: corleone.Turf(i), Neutral: 4})
	}
	return all
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, corleoneface.Title(), enginetest.Config{
		Header: header, Universe: universe, Watch: watch, Slow: 12, Verbs: []string{"bid", "use", "keep"},
	})
}

// long is whether a long run is asked for.
var long = os.Getenv("CONSIGLIERE_LONG") != ""

// watch holds what every move must keep: each note, good, job, ally, figure and marker is in
// exactly one place, and nobody is stuck (the bots go on to the end).
func watch(h engine.Header, g engine.Game) func(engine.Move, []engine.Cue) error {
	first, moves := pieces(h, g), 0
	return func(engine.Move, []engine.Cue) error {
		// What is lost stays lost: to count now and then finds it.
		if moves++; moves%8 != 0 && !g.Over() && !long {
			return nil
		}
		if now := pieces(h, g); now != first {
			return fmt.Errorf("the pieces were %s and are %s", first, now)
		}
		return nil
	}
}

// pieces counts everything in all places, out of the status alone.
func pieces(h engine.Header, g engine.Game) string {
	var s struct {
		Public struct {
			Tracking string
			Phase    string
			Round    int
			Over     bool
			Players  map[string]struct {
				Markers, Thugs, Family int
				HandCount              int `json:"hand_count"`
			}
			Control    map[string][]string
			Figures    map[string]corleone.FigureStatus
			Hudson     []corleone.FigureStatus
			Bank       map[string]int
			Goods      map[string]int
			JobDeck    int      `json:"job_deck"`
			JobDiscard int      `json:"job_discard"`
			PublicJobs []string `json:"public_jobs"`
		}
		Private map[string]struct {
			Hand     corleone.HandStatus
			Suitcase struct {
				Notes []int
				Total int
				Jobs  []string
			}
			Drawn []string
		}
	}
	if err := json.Unmarshal(enginetest.Status(g, h.Seats), &s); err != nil {
		panic(err)
	}
	var b strings.Builder
	for _, name := range h.Seats {
		n := s.Public.Players[name].Markers
		for _, stack := range s.Public.Control {
			for _, m := range stack {
				if m == name {
					n++
				}
			}
		}
		fmt.Fprintf(&b, "%s: %d markers, ", name, n)
	}
	if s.Public.Tracking == "light" {
		return b.String()
	}
	notes, goods, jobs := s.Public.Bank, s.Public.Goods, s.Public.JobDeck+s.Public.JobDiscard+len(s.Public.PublicJobs)
	for _, name := range h.Seats {
		p := s.Private[name]
		for _, n := range append(p.Hand.Notes, p.Suitcase.Notes...) {
			notes[fmt.Sprint(n)]++
		}
		for _, x := range p.Hand.Goods {
			goods[x]++
		}
		jobs += len(p.Hand.Jobs) + len(p.Suitcase.Jobs) + len(p.Drawn)
		hand := len(p.Hand.Notes) + len(p.Hand.Goods) + len(p.Hand.Jobs) + len(p.Hand.Allies)
		if hand != s.Public.Players[name].HandCount {
			return fmt.Sprintf("%s has %d cards, not %d", name, hand, s.Public.Players[name].HandCount)
		}
		figures := s.Public.Players[name].Thugs + s.Public.Players[name].Family
		for _, f := range s.Public.Figures {
			if f.Owner == name {
				figures++
			}
		}
		for _, f := range s.Public.Hudson {
			if f.Owner == name {
				figures++
			}
		}
		want := 3 + s.Public.Round/2
		if s.Public.Round == 3 {
			want = 4
		}
		if len(h.Seats) == 2 {
			want++
		}
		if figures != want {
			return fmt.Sprintf("%s has %d figures in act %d", name, figures, s.Public.Round)
		}
	}
	fmt.Fprint(&b, notes, goods, jobs)
	return b.String()
}
