package console_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/console/consoletest"
)

// What the roles are for stands beside each of them as what the choice brings, and on no pages besides.
func TestHintsAreNotToldTwice(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "khandan", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}, true)
	_, err := p.PlayUntil(rand.New(rand.NewPCG(3, 3)), 100, func(tb *table.Table) bool { return tb.Asks()[0].Verb == "discard" })
	require.NoError(t, err)
	a := p.Table.Asks()[0]
	shown := strings.Join(pagesOf(p, p.Box.Screens[consoletest.PodOf(&a)]), "\n")
	assert.Contains(t, shown, "Opportunist: Points")
	assert.NotContains(t, shown, "What the roles want")
}
