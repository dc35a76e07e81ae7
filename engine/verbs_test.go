package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
)

type (
	walk struct {
		To string `arg:"to"`
	}
	rest  struct{}
	leave struct {
		From nothing `arg:"from"`
	}
	count struct {
		Of    engine.Seat `arg:"of"`
		Money int         `arg:"money"`
	}
	// nothing is null.
	nothing struct{}
)

func (nothing) ArgValue() engine.Value { return engine.Value{Kind: engine.NullValue} }

func (nothing) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	return nothing{}, v.Kind == engine.NullValue
}

var (
	travel = engine.Declare(engine.Verb[walk]("walk", "T-1"), engine.Verb[rest]("rest", "T-2"), engine.Verb[leave]("leave", "T-3"), engine.Verb[count]("count", "T-4"))
	duo    = engine.Roster{"Ava", "Babak"}
)

// The first step of an answer is the verb, where there are several.
func TestSeveralVerbs(t *testing.T) {
	a := engine.Ask{Verb: "act", Verbs: []string{"walk", "rest", "leave"}, Options: []engine.Action{walk{"home"}, walk{"town"}, rest{}, leave{}}}
	assert.True(t, a.Takes("walk"))
	assert.False(t, a.Takes("act"))
	var w engine.Answer
	w.Begin(travel, &a)
	assert.Equal(t, engine.VerbArg, w.Arg())
	require.Equal(t, 3, w.Len())
	assert.Equal(t, "walk", w.Choice(0).Value.Word)
	assert.Equal(t, "rest", w.Choice(1).Value.Word)
	require.True(t, w.Take(0))
	assert.Equal(t, "to", w.Arg())
	require.True(t, w.Take(1))
	do, err := w.Action(duo)
	require.NoError(t, err)
	assert.Equal(t, walk{"town"}, do)
	require.True(t, w.Back())
	require.True(t, w.Back())
	require.True(t, w.Take(1))
	require.True(t, w.Whole())
	do, err = w.Action(duo)
	require.NoError(t, err)
	assert.Equal(t, rest{}, do)

	b := a
	b.Verbs = []string{"walk"}
	assert.False(t, a.Equal(&b))
	b = a
	b.Covered = true
	assert.False(t, a.Equal(&b))
	assert.True(t, b.Hidden())
	assert.False(t, a.Hidden())
}

// A verb that has nothing to choose comes at the end of the list of the only other one.
func TestVerbAtTheEndOfAList(t *testing.T) {
	a := engine.Ask{Verb: "act", Verbs: []string{"walk", "rest"}, Options: []engine.Action{walk{"home"}, walk{"town"}, rest{}}}
	var w engine.Answer
	w.Begin(travel, &a)
	assert.Equal(t, "to", w.Arg())
	require.Equal(t, 3, w.Len())
	assert.Equal(t, "town", w.Choice(1).Value.Word)
	assert.Equal(t, rest{}, w.Choice(2).Move)
	assert.True(t, w.Choice(2).Absent)
	require.True(t, w.Take(2))
	require.True(t, w.Whole())
	do, err := w.Action(duo)
	require.NoError(t, err)
	assert.Equal(t, rest{}, do)
	for _, c := range []struct {
		options []engine.Action
		lists   bool
	}{
		{[]engine.Action{walk{"home"}, rest{}}, false},
		{[]engine.Action{walk{"home"}, count{1, 2}, rest{}}, true},
		{[]engine.Action{walk{"home"}, walk{"town"}}, true},
		{[]engine.Action{rest{}}, true},
	} {
		a.Options = c.options
		assert.Equal(t, c.lists, a.ListsVerbs(travel), "%v", c.options)
	}
	a.Verbs = nil
	assert.False(t, a.ListsVerbs(travel))
}

// A part that leaves no choice is passed over, forwards and back.
func TestPartWithoutAChoice(t *testing.T) {
	a := engine.Ask{Verb: "count", Parts: []engine.Part{
		{Arg: "of", Items: []engine.Item{{Seat: 1}}}, {Arg: "money", Kind: engine.PartNumber, Max: 9},
	}}
	var w engine.Answer
	w.Begin(travel, &a)
	assert.Equal(t, "money", w.Arg())
	assert.False(t, w.Back())
	w.SetNumber(7)
	require.True(t, w.Enter())
	do, err := w.Action(duo)
	require.NoError(t, err)
	assert.Equal(t, count{1, 7}, do)
}

// null is an argument, and nothing else is.
func TestNull(t *testing.T) {
	mr := engine.NewMoveReader(travel, duo)
	line := `{"seat":"Ava","do":"leave","from":null}`
	m, err := mr.Read([]byte(line))
	require.NoError(t, err)
	assert.Equal(t, line, string(travel.AppendLine(nil, duo, m)))
	for _, other := range []string{`1.5`, `{}`, `[]`, `"none"`, `0`, `false`} {
		_, err := mr.Read([]byte(`{"seat":"Ava","do":"leave","from":` + other + `}`))
		assert.Error(t, err, other)
	}
}

// An item whose word is a number is a number in records.
func TestItemsThatAreNumbers(t *testing.T) {
	p := engine.Part{Kind: engine.PartPayment}
	assert.Equal(t, `5`, string(p.JSON(duo, &engine.Item{Word: "5"})))
	assert.Equal(t, `"5th"`, string(p.JSON(duo, &engine.Item{Word: "5th"})))
}
