package bot_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"consigliere/engine"
	"consigliere/engine/bot"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// said is an action that is whatever its line says: notes, a number, cards, dice.
type said struct{ text string }

func (said) Verb() string                       { return "say" }
func (said) Args(dst []engine.Arg) []engine.Arg { return dst }

// sayer is a title whose moves have one argument x of any form, which it keeps as JSON.
var sayer = &engine.Title{ID: "sayer", Decode: func(_ engine.Roster, _ string, f *engine.Fields) (engine.Action, error) {
	return said{string(f.Raw("x"))}, nil
}}

var roster = engine.Roster{"Ava", "Babak"}

// answers returns the different answers that a bot gives to a in many tries.
func answers(t *testing.T, a engine.Ask) []string {
	t.Helper()
	p := bot.New(sayer, roster, rand.New(rand.NewPCG(1, 2)))
	seen := map[string]bool{}
	a.Verb, a.Arg = "say", "x"
	for range 2000 {
		do, err := p.Pick(&a)
		require.NoError(t, err)
		seen[do.(said).text] = true
	}
	var list []string
	for s := range seen {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

func TestPickFindsEveryAnswer(t *testing.T) {
	ab := []engine.Item{{Word: "a", Count: 2}, {Word: "b", Count: 1}}
	notes := []engine.Item{{Word: "one", Count: 3, Value: 1}, {Word: "five", Count: 1, Value: 5}}
	for name, c := range map[string]struct {
		ask  engine.Ask
		want []string
	}{
		"number":  {engine.Ask{Kind: engine.AskNumber, Min: -1, Max: 1}, []string{"-1", "0", "1"}},
		"several": {engine.Ask{Kind: engine.AskSeveral, Items: ab, Max: 1}, []string{`["a"]`, `["b"]`, `[]`}},
		"cards":   {engine.Ask{Kind: engine.AskCards, Items: ab, Min: 3, Max: 3}, []string{`["a","a","b"]`, `["a","b","a"]`, `["b","a","a"]`}},
		"payment": {
			engine.Ask{Kind: engine.AskPayment, Items: notes, Min: 3, Max: 6},
			[]string{`["five","one"]`, `["five"]`, `["one","five"]`, `["one","one","one"]`},
		},
		"assign": {
			engine.Ask{Kind: engine.AskAssign, Items: ab, Keys: []engine.Key{{Seat: 0}, {Seat: 1}}},
			[]string{`{"Ava":"a","Babak":"a"}`, `{"Ava":"a","Babak":"b"}`, `{"Ava":"b","Babak":"a"}`},
		},
		"dice": {
			engine.Ask{Kind: engine.AskDice, Items: ab, Keys: []engine.Key{{Word: "red"}}},
			[]string{`{"red":"a"}`, `{"red":"b"}`},
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, answers(t, c.ask)) })
	}
}

func TestPickTellsOfNoAnswer(t *testing.T) {
	p := bot.New(sayer, roster, rand.New(rand.NewPCG(1, 2)))
	for _, a := range []engine.Ask{
		{Kind: engine.AskOne},
		{Kind: engine.AskNumber, Min: 2, Max: 1},
		{Kind: engine.AskCards, Items: []engine.Item{{Word: "a", Count: 1}}, Min: 2, Max: 2},
		{Kind: engine.AskPayment, Items: []engine.Item{{Word: "five", Count: 1, Value: 5}}, Min: 1, Max: 4},
		{Kind: engine.AskAssign, Keys: []engine.Key{{Seat: 0}}},
	} {
		a.Verb, a.Arg = "say", "x"
		_, err := p.Pick(&a)
		assert.ErrorIs(t, err, bot.ErrUnanswerable)
	}
}

func TestPickOneAllocatesNothing(t *testing.T) {
	p := bot.New(sayer, roster, rand.New(rand.NewPCG(1, 2)))
	a := engine.Ask{Kind: engine.AskOne, Options: []engine.Action{said{"a"}, said{"b"}}}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = p.Pick(&a) }))
}
