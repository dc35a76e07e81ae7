package anygame_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/document"
	"consigliere/engine/enginetest"
)

var twelve = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid", "Ilaria", "Javad", "Katia", "Luca"}

// seatsOf returns for how many seats a script of the box is.
func seatsOf(name string) (least, most int) {
	if text := anygame.Text(name); text != nil {
		s, _ := anygame.Read(text)
		return s.MinSeats, s.MaxSeats
	}
	return 2, 12
}

// settings are settings of the tools that are used alone.
var settings = map[string][]string{
	"bid": {
		`{}`, `{"most":3,"ties":"again"}`, `{"most":4,"ties":"order","pays":"second","wins":"lowest","shows":"winner"}`,
		`{"least":2,"most":12,"step":5,"ties":"chance"}`,
	},
	"vote":      {`{}`, `{"needs":"majority","shows":"count"}`, `{"open":true,"needs":"unanimous"}`, `{"needs":"two_thirds","ties":"order"}`},
	"ballot":    {`{}`, `{"ties":"chance","allow":"choice != seat"}`, `{"ties":"again","abstain":false}`, `{"shows":"none"}`},
	"pick":      {`{}`, `{"of":["north","south","east","west"],"once":true}`, `{"of":"seats","allow":"choice != seat","shows":"own"}`, `{"of":"hands"}`},
	"first":     {`{}`},
	"draw":      {`{}`, `{"cards":2,"shuffle":false}`},
	"deal":      {`{}`, `{"spies":4,"know":false}`},
	"dice":      {`{}`, `{"count":3,"sides":20,"by":"table"}`, `{"count":6,"by":"table"}`},
	"auction":   {`{}`, `{"least":0,"most":9,"step":2,"once":true}`},
	"dutch":     {`{"most":9}`, `{"most":20,"step":5,"ties":"order","window":100}`, `{"most":3,"ties":"none"}`},
	"buzz":      {`{}`, `{"early":"bar","until":"all"}`, `{"ties":"chance"}`, `{"early":"bar","ties":"order"}`},
	"countdown": {`{}`, `{"seconds":5,"warn":[9,3,1]}`},
	"chess":     {`{}`, `{"seconds":5,"increment":2,"warn":[3,1]}`, `{"kind":"bank","seconds":30,"delay":2,"force":false}`, `{"hourglass":true,"turns":9,"seconds":20}`},
	"turns":     {`{}`, `{"seconds":3,"turns":12,"warn":[2,1],"force":false}`},
	"points":    {`{}`, `{"least":-5,"most":5,"by":"table"}`},
}

// header draws the header of a random play: a script of the box, a tool alone, or a script that
// nobody has written.
func header(rt *rapid.T) engine.Header {
	names := append(anygame.Scripts(), anygame.Singles()...)
	h := engine.Header{Game: "anygame", Seed: rapid.Uint64().Draw(rt, "seed")}
	if rapid.IntRange(0, 2).Draw(rt, "random") == 0 {
		h.Seats = twelve[:rapid.IntRange(2, 12).Draw(rt, "seats")]
		script := randomScript(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "script"), 2)))
		tree, err := document.YAML([]byte(script))
		require.NoError(rt, err, script)
		_, wrong := anygame.Read([]byte(script))
		require.Empty(rt, wrong, script)
		h.Options = fmt.Appendf(nil, `{"script":%s}`, tree.AppendJSON(nil))
		return h
	}
	name := rapid.SampledFrom(names).Draw(rt, "play")
	least, most := seatsOf(name)
	h.Seats = twelve[:rapid.IntRange(least, min(most, least+4)).Draw(rt, "seats")]
	h.Options = fmt.Appendf(nil, `{"play":%q}`, name)
	if list := settings[name]; list != nil {
		h.Options = fmt.Appendf(nil, `{"play":%q,"settings":%s}`, name, rapid.SampledFrom(list).Draw(rt, "settings"))
	}
	return h
}

// randomScript writes a script that nobody would play: tools one after the other, with what
// comes of them in conditions, variables and texts.
func randomScript(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	tools := []func(n string) string{
		func(n string) string {
			return "bid: {most: 9, purse: gold, pays: " + pick("winner", "second", "nobody") + ", ties: " + pick("none", "order", "again", "chance") + "}\n" +
				"    set: {points: \"points[seat] + " + n + ".amount[seat] % 3\", lead: " + n + ".winner}\n" +
				"    then: {en: \"{" + n + ".winner} {" + n + ".price}\"}\n"
		},
		func(n string) string {
			return "bid: {most: 5, shows: winner}\n    set: {notes: \"" + n + ".amount[seat] + notes[seat]\"}\n"
		},
		func(n string) string {
			return "vote: {of: [yes, no], abstain: true, needs: " + pick("plurality", "majority", "two_thirds", "unanimous") + "}\n" +
				"    next: [{if: " + n + ".passed, to: a0}]\n"
		},
		func(n string) string {
			return "vote: {of: seats, secret: true, allow: choice != seat, ties: " + pick("none", "order", "chance") + "}\n" +
				"    set: {lead: " + n + ".winner}\n"
		},
		func(n string) string {
			return "vote: {of: seats, shows: none}\n    who: \"role[seat] == wolf\"\n    reveal: {lead: " + n + ".winner}\n"
		},
		func(n string) string {
			return "pick: {of: [wolf, sheep, dog], shows: " + pick("all", "own") + "}\n    set: {role: \"" + n + ".choice[seat]\"}\n"
		},
		func(n string) string {
			return "pick: {of: seats, shows: own, allow: choice != seat}\n    who: seat != lead\n    count: true\n    reveal: {total: \"tally(" + n + ".choice, 0)\"}\n"
		},
		func(string) string { return "pick: {of: [wolf, sheep, dog], once: true}\n" },
		func(n string) string { return "first:\n    set: {lead: " + n + ".player}\n" },
		func(n string) string {
			return "dice: {count: " + pick("2", "6") + ", sides: " + pick("6", "20") + ", by: " + pick("box", "table") + "}\n    set: {total: total + " + n + ".sum}\n"
		},
		func(n string) string {
			return "dice: {count: " + pick("points", "3") + ", sides: " + pick("6", "9") + ", shows: own}\n    set: {notes: \"" + n + ".d2[seat] + " + n + ".low[seat]\"}\n" +
				"    reveal: {total: \"sum(" + n + ".sum)\"}\n"
		},
		func(n string) string {
			return "auction: {most: total + 2, from: lead, once: " + pick("true", "false") + "}\n    set: {points: \"" + n + ".bid[seat] - " + n + ".place[seat]\"}\n"
		},
		func(n string) string {
			return "draw: {from: pack}\n    then: [{if: " + n + ".card == wolf, en: \"{" + n + ".card}!\"}]\n"
		},
		func(n string) string {
			return "deal: {from: pack, shuffle: true, know: {wolf: [wolf, dog]}}\n    set: {role: \"" + n + ".card[seat]\"}\n"
		},
		func(string) string {
			return "look:\n      - {if: \"role[seat] == wolf\", en: \"You are {role[seat]}, {notes[seat]}.\"}\n      - {en: \"No wolf.\"}\n    who: \"role[seat] != sheep\"\n"
		},
		func(n string) string {
			return "choose: {of: seats, by: lead, many: 2}\n    set: {points: \"points[seat] + (" + n + ".chosen[seat] ? 1 : 0)\"}\n"
		},
		func(n string) string {
			return "choose: {of: [wolf, sheep, dog]}\n    next: [{if: " + n + ".choice == wolf, to: end}]\n"
		},
		func(string) string { return "score: {column: points, least: -2, most: 7}\n" },
		func(string) string {
			return "ready: {by: " + pick("table", "seats") + "}\n    time: 5\n    late: true\n"
		},
		func(n string) string {
			return "auction: {kind: " + pick("open", "dutch") + ", most: 6, purse: gold, ties: " + pick("none", "order", "chance") + "}\n    set: {lead: " + n + ".winner}\n"
		},
		func(n string) string {
			return "buzz: {early: " + pick("allow", "bar") + ", until: " + pick("first", "all") + "}\n    who: seat != lead\n    then: {en: \"{" + n + ".winner} {" + n + ".margin}\"}\n"
		},
		func(n string) string {
			return "timer: {kind: " + pick("countdown", "chess", "turns", "bank") + ", seconds: 9, turns: 5, warn: [3], force: " + pick("true", "false") + "}\n    set: {total: max(" + n + ".used)}\n"
		},
		func(string) string { return "say: {en: \"{total} and {lead}\"}\n    set: {total: total + 1}\n" },
	}
	s := `script: random
title: Random
variables:
  points: {each: 0, label: Points}
  gold: {each: 20}
  notes: {each: 0, known: own}
  role: {each: nothing, known: own}
  lead: nobody
  total: 0
score: points
words: {wolf: Wolf, sheep: Sheep, dog: Dog}
decks: {pack: {wolf: 2, sheep: players, dog: 1}}
phases:
  - phase: a0
    ready: {by: table}
    if: round <= 3
    set: {round: round + 1}
    next: [{if: round > 3, to: end}]
`
	n := 2 + rng.IntN(6)
	for i := range n {
		name := fmt.Sprintf("p%d", i)
		s += "  - phase: " + name + "\n    " + tools[rng.IntN(len(tools))](name)
	}
	return s + "  - phase: z9\n    ready: {by: seats}\n    next: [{if: round <= 3, to: a0}, end]\n"
}

// universe is a part of all moves, and some that are never legal.
func universe(rng *rand.Rand, h engine.Header) []engine.Action {
	all := []engine.Action{
		anygame.Ready{},
		anygame.Look{},
		anygame.Vote{Choice: "maybe"},
		anygame.Dice{},
		anygame.Dice{Faces: anygame.Faces{1, 2}},
		anygame.Dice{Faces: anygame.Faces{7}},
		anygame.Dice{Faces: anygame.Faces{1, 1, 1, 1, 1, 1}},
		anygame.Buzz{},
		anygame.Buzz{At: -1},
		anygame.Tap{At: 5, Us: 1000},
		anygame.Tap{At: rng.IntN(1 << 30)},
		anygame.Take{At: 7},
		anygame.Flag{},
		anygame.Warn{},
		anygame.Fall{},
		anygame.Raise{},
		anygame.Raise{To: rng.IntN(20)},
	}
	for _, w := range []string{"yes", "no", "abstain", "none", "wolf", "dog", "rock", "red", "once_more"} {
		all = append(all, anygame.Vote{Choice: w}, anygame.Pick{Choice: w}, anygame.Choose{Choice: w})
	}
	for s := engine.NoSeat; int(s) <= len(h.Seats); s++ {
		all = append(all, anygame.VoteSeat{Who: s}, anygame.PickSeat{Who: s}, anygame.ChooseSeat{Who: s}, anygame.Score{Of: s, Points: rng.IntN(200) - 50})
	}
	for range 6 {
		all = append(all, anygame.Bid{Amount: rng.IntN(130) - 5}, anygame.ChooseTeam{Team: anygame.Team(rng.IntN(1 << len(h.Seats)))})
	}
	return all
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, anygameface.Title(), enginetest.Config{
		Header: header, Universe: universe, Games: 200, Verbs: []string{"bid", "vote", "pick"},
	})
}

var _ = json.Valid
