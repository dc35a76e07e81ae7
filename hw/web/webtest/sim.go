package webtest

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/lang"
	"consigliere/sim"
)

// Start returns a whole simulated box of the default configuration.
func Start(t testing.TB, o box.Options) *sim.Sim {
	t.Helper()
	s, err := NewSim(o)
	require.NoError(t, err)
	return s
}

// NewSim returns a whole simulated box with all titles.
func NewSim(o box.Options) (*sim.Sim, error) {
	o.Titles = games.All()
	o.Catalogue = func(title *engine.Title, l lang.Lang, file []byte) (json.RawMessage, []box.Mistake, error) {
		words, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, title.Messages)
		raw, mistakes := title.Catalogue.Read(file)
		var wrong []box.Mistake
		for _, m := range mistakes {
			wrong = append(wrong, box.Mistake{Line: m.Line, Text: words.Mistake(l, m)})
		}
		return raw, wrong, err
	}
	return sim.New(config.Default(), o)
}

// Run starts and runs a whole simulated box for the test.
func Run(t *testing.T, o box.Options) *sim.Sim {
	t.Helper()
	s := Start(t, o)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	return s
}

// Long reports whether the tests that take long are wanted, in all languages and dresses.
func Long() bool { return os.Getenv("CONSIGLIERE_LONG") != "" }

// Widely reports whether the tests that keep a browser busy, or a clock running, for long are wanted, too.
func Widely() bool { return Long() || os.Getenv("CONSIGLIERE_WIDE") != "" }

// Wide skips a test that takes long, or shows more of what others show, unless it is wanted.
func Wide(t testing.TB) {
	t.Helper()
	if !Widely() {
		t.Skip("takes seconds; CONSIGLIERE_WIDE=1 runs it, as .ci/run does")
	}
}
