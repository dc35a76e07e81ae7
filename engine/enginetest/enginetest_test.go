package enginetest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

func TestListedValue(t *testing.T) {
	ab := []engine.Item{{Word: "a", Count: 2, Value: 5}, {Word: "b", Count: 1, Value: 1}}
	seats := []engine.Item{{Seat: 0}, {Seat: 2}}
	several := engine.Part{Kind: engine.PartSeveral, Items: ab, Min: 1, Max: 2}
	payment := engine.Part{Kind: engine.PartPayment, Items: ab, Min: 6, Max: 10}
	number := engine.Part{Kind: engine.PartNumber, Min: 1, Max: 3}
	one := engine.Part{Kind: engine.PartOne, Items: seats}
	assign := engine.Part{Kind: engine.PartAssign, Items: ab, Keys: []engine.Key{{Seat: 0}, {Seat: 1}}}
	dice := engine.Part{Kind: engine.PartDice, Items: ab, Keys: []engine.Key{{Word: "red"}, {Word: "blue"}}}
	words := func(words ...string) engine.Value {
		v := engine.Value{Kind: engine.ListValue}
		for _, w := range words {
			v.Items = append(v.Items, engine.Arg{Value: engine.WordOf(w)})
		}
		return v
	}
	object := func(items ...engine.Arg) engine.Value { return engine.Value{Kind: engine.MapValue, Items: items} }
	to := func(s engine.Seat, key, word string) engine.Arg {
		return engine.Arg{Key: key, Of: s, Value: engine.WordOf(word)}
	}
	for _, c := range []struct {
		name  string
		part  engine.Part
		value engine.Value
		want  bool
	}{
		{"two-of-two", several, words("a", "a"), true},
		{"one-in-either-order", several, words("b", "a"), true},
		{"two-of-one", several, words("b", "b"), false},
		{"too-few", several, words(), false},
		{"too-many", several, words("a", "a", "b"), false},
		{"unknown", several, words("c"), false},
		{"another-form", several, engine.IntOf(1), false},
		{"enough", payment, words("a", "b"), true},
		{"too-little", payment, words("a"), false},
		{"too-much", payment, words("a", "a", "b"), false},
		{"lowest", number, engine.IntOf(1), true},
		{"below", number, engine.IntOf(0), false},
		{"above", number, engine.IntOf(4), false},
		{"a-seat", one, engine.SeatOf(2), true},
		{"another-seat", one, engine.SeatOf(1), false},
		{"one-each", assign, object(to(0, "", "a"), to(1, "", "b")), true},
		{"b-twice", assign, object(to(0, "", "b"), to(1, "", "b")), false},
		{"a-seat-missing", assign, object(to(0, "", "a")), false},
		{"a-die-by-its-colour", dice, object(to(0, "red", "b"), to(0, "blue", "b")), true},
		{"a-die-without-a-face", dice, object(to(0, "red", "b"), to(0, "blue", "z")), false},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, listedValue(&c.part, &c.value)) })
	}
}

func TestSubset(t *testing.T) {
	got := map[string]any{"a": 1.0, "b": map[string]any{"c": []any{"x", "y"}}}
	assert.NoError(t, subset(map[string]any{"b": map[string]any{"c": []any{"x", "y"}}}, got, "status"))
	assert.EqualError(t, subset(map[string]any{"d": 1.0}, got, "status"), "status.d is missing")
	assert.EqualError(t, subset(map[string]any{"a": 2.0}, got, "status"), "status.a is 1, want 2")
	assert.Error(t, subset(map[string]any{"b": map[string]any{"c": []any{"x"}}}, got, "status"), "lists match as a whole")
	assert.Error(t, subset(map[string]any{"a": map[string]any{}}, got, "status"))
}
