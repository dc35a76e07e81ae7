package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

// TestForcedMove holds which moves nobody has to be asked for.
func TestForcedMove(t *testing.T) {
	type move struct{ n int }
	only := engine.Ask{Seat: 1, Verb: "take", Options: []engine.Action{move{1}}}
	for _, c := range []struct {
		name   string
		edit   func(a *engine.Ask) []engine.Ask
		forced bool
	}{
		{"one open choice", func(a *engine.Ask) []engine.Ask { return []engine.Ask{*a} }, true},
		{"two choices", func(a *engine.Ask) []engine.Ask {
			a.Options = []engine.Action{move{1}, move{2}}
			return []engine.Ask{*a}
		}, false},
		{"a secret of one choice", func(a *engine.Ask) []engine.Ask { a.Secret = true; return []engine.Ask{*a} }, false},
		{"covered", func(a *engine.Ask) []engine.Ask { a.Covered = true; return []engine.Ask{*a} }, false},
		{"a list that shows more", func(a *engine.Ask) []engine.Ask {
			a.ShownOptions = []engine.Action{move{1}, move{2}}
			return []engine.Ask{*a}
		}, false},
		{"when somebody is ready", func(a *engine.Ask) []engine.Ask { a.Confirm = true; return []engine.Ask{*a} }, false},
		{"an offer", func(a *engine.Ask) []engine.Ask { a.Optional = true; return []engine.Ask{*a} }, false},
		{"beside an offer", func(a *engine.Ask) []engine.Ask {
			return []engine.Ask{*a, {Seat: 1, Verb: "token", Optional: true, Options: []engine.Action{move{3}}}}
		}, false},
		{"what may be typed otherwise", func(a *engine.Ask) []engine.Ask { a.Open = true; return []engine.Ask{*a} }, false},
		{"what the game says, in secret, beside others", func(a *engine.Ask) []engine.Ask {
			a.Secret, a.Forced = true, move{1}
			return []engine.Ask{{Seat: 0, Verb: "take", Secret: true}, *a}
		}, true},
	} {
		a := only
		m, _, ok := engine.ForcedMove(c.edit(&a))
		assert.Equal(t, c.forced, ok, c.name)
		if ok {
			assert.Equal(t, engine.Move{Seat: 1, Do: move{1}}, m, c.name)
		}
	}
}
