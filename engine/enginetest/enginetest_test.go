package enginetest

import (
	"testing"

	"consigliere/engine"

	"github.com/stretchr/testify/assert"
)

// say is an action with the arguments that it holds.
type say struct{ args *[]engine.Arg }

func (say) Verb() string                         { return "say" }
func (s say) Args(dst []engine.Arg) []engine.Arg { return append(dst, *s.args...) }

func TestListed(t *testing.T) {
	ab := []engine.Item{{Word: "a", Count: 2, Value: 5}, {Word: "b", Count: 1, Value: 1}}
	several := engine.Ask{Verb: "say", Arg: "x", Kind: engine.AskSeveral, Items: ab, Min: 1, Max: 2}
	payment := engine.Ask{Verb: "say", Arg: "x", Kind: engine.AskPayment, Items: ab, Min: 6, Max: 10}
	number := engine.Ask{Verb: "say", Arg: "x", Kind: engine.AskNumber, Min: 1, Max: 3}
	assign := engine.Ask{Verb: "say", Arg: "x", Kind: engine.AskAssign, Items: ab, Keys: []engine.Key{{Seat: 0}, {Seat: 1}}}
	dice := engine.Ask{Verb: "say", Arg: "x", Kind: engine.AskDice, Items: ab, Keys: []engine.Key{{Word: "red"}, {Word: "blue"}}}
	to := func(s engine.Seat, key, word string) engine.Arg {
		return engine.Arg{Key: key, Of: s, Value: engine.Word("", word).Value}
	}
	for _, c := range []struct {
		name string
		ask  engine.Ask
		arg  engine.Arg
		want bool
	}{
		{"two of two", several, engine.Words("x", "a", "a"), true},
		{"one in either order", several, engine.Words("x", "b", "a"), true},
		{"two of one", several, engine.Words("x", "b", "b"), false},
		{"too few", several, engine.Words("x"), false},
		{"too many", several, engine.Words("x", "a", "a", "b"), false},
		{"unknown", several, engine.Words("x", "c"), false},
		{"another argument", several, engine.Words("y", "a"), false},
		{"another form", several, engine.Int("x", 1), false},
		{"enough", payment, engine.Words("x", "a", "b"), true},
		{"too little", payment, engine.Words("x", "a"), false},
		{"too much", payment, engine.Words("x", "a", "a", "b"), false},
		{"lowest", number, engine.Int("x", 1), true},
		{"below", number, engine.Int("x", 0), false},
		{"above", number, engine.Int("x", 4), false},
		{"one each", assign, engine.Map("x", to(0, "", "a"), to(1, "", "b")), true},
		{"b twice", assign, engine.Map("x", to(0, "", "b"), to(1, "", "b")), false},
		{"a seat missing", assign, engine.Map("x", to(0, "", "a")), false},
		{"a die by its colour", dice, engine.Map("x", to(0, "red", "b"), to(0, "blue", "b")), true},
		{"a die without a face", dice, engine.Map("x", to(0, "red", "b"), to(0, "blue", "z")), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Listed(engine.Roster{"Ava", "Babak"}, &c.ask, say{&[]engine.Arg{c.arg}}))
		})
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
