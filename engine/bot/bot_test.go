package bot_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
)

// speech is an action that is whatever was answered: notes, a number, cards, dice.
type speech struct {
	X anything `arg:"x"`
}

// anything is a value of any kind, as text.
type anything struct{ text string }

func (anything) ArgValue() engine.Value { return engine.Value{} }

func (anything) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	return anything{asText(r, v)}, true
}

func asText(r engine.Roster, v engine.Value) string {
	var parts []string
	for _, it := range v.Items {
		part := asText(r, it.Value)
		if v.Kind == engine.MapValue {
			key := it.Key
			if key == "" {
				key = r.Name(it.Of)
			}
			part = key + ":" + part
		}
		parts = append(parts, part)
	}
	switch v.Kind {
	case engine.ListValue:
		return "[" + strings.Join(parts, " ") + "]"
	case engine.MapValue:
		return "{" + strings.Join(parts, " ") + "}"
	case engine.IntValue:
		return strconv.Itoa(v.Int)
	case engine.SeatValue:
		return r.Name(v.Seat)
	}
	return v.Word
}

// speaker is a title whose moves have one argument x of any form.
var speaker = &engine.Title{ID: "speaker", Moves: engine.Declare(engine.Verb[speech]("say", ""))}

var roster = engine.Roster{"Ava", "Babak"}

// answers returns the different answers that a bot gives to a part in many tries.
func answers(t *testing.T, part engine.Part) []string {
	t.Helper()
	p := bot.New(speaker, roster, rand.New(rand.NewPCG(1, 2)))
	seen := map[string]bool{}
	part.Arg = "x"
	a := engine.Ask{Verb: "say", Parts: []engine.Part{part}}
	for range 2000 {
		do, err := p.Pick(&a)
		require.NoError(t, err)
		seen[do.(speech).X.text] = true
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
		part engine.Part
		want []string
	}{
		"number":  {engine.Part{Kind: engine.PartNumber, Min: -1, Max: 1}, []string{"-1", "0", "1"}},
		"several": {engine.Part{Kind: engine.PartSeveral, Items: ab, Max: 1}, []string{"[]", "[a]", "[b]"}},
		"cards":   {engine.Part{Kind: engine.PartCards, Items: ab, Min: 3, Max: 3}, []string{"[a a b]", "[a b a]", "[b a a]"}},
		"payment": {
			engine.Part{Kind: engine.PartPayment, Items: notes, Min: 3, Max: 6},
			[]string{"[five one]", "[five]", "[one five]", "[one one one]"},
		},
		"assign": {
			engine.Part{Kind: engine.PartAssign, Items: ab, Keys: []engine.Key{{Seat: 0}, {Seat: 1}}},
			[]string{"{Ava:a Babak:a}", "{Ava:a Babak:b}", "{Ava:b Babak:a}"},
		},
		"dice": {
			engine.Part{Kind: engine.PartDice, Items: ab, Keys: []engine.Key{{Word: "red"}}},
			[]string{"{red:a}", "{red:b}"},
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, answers(t, c.part)) })
	}
}

func TestPickTellsOfNoAnswer(t *testing.T) {
	p := bot.New(speaker, roster, rand.New(rand.NewPCG(1, 2)))
	_, err := p.Pick(&engine.Ask{Verb: "say"})
	assert.ErrorIs(t, err, bot.ErrUnanswerable)
	for _, part := range []engine.Part{
		{Kind: engine.PartOne},
		{Kind: engine.PartNumber, Min: 2, Max: 1},
		{Kind: engine.PartCards, Items: []engine.Item{{Word: "a", Count: 1}}, Min: 2, Max: 2},
		{Kind: engine.PartPayment, Items: []engine.Item{{Word: "five", Count: 1, Value: 5}}, Min: 1, Max: 4},
		{Kind: engine.PartAssign, Keys: []engine.Key{{Seat: 0}}},
	} {
		part.Arg = "x"
		_, err := p.Pick(&engine.Ask{Verb: "say", Parts: []engine.Part{part}})
		assert.ErrorIs(t, err, bot.ErrUnanswerable)
	}
}

func TestPickOneAllocatesNothing(t *testing.T) {
	p := bot.New(speaker, roster, rand.New(rand.NewPCG(1, 2)))
	a := engine.Ask{Verb: "say", Options: []engine.Action{speech{anything{"a"}}, speech{anything{"b"}}}}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = p.Pick(&a) }))
}
