package sim

import (
	"testing"
	"time"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Presses that come all at once, because the box was busy, count one by one.
func TestPressesInABunch(t *testing.T) {
	polled := config.Default()
	for i := range polled.Expanders {
		polled.Expanders[i].Interrupt = ""
	}
	t.Run("interrupts", func(t *testing.T) { pressInABunch(t, config.Default()) })
	t.Run("polled", func(t *testing.T) { pressInABunch(t, polled) })
}

func pressInABunch(t *testing.T, b *config.Box) {
	s := box(t, Options{Box: b})
	go func() { _ = s.Run(t.Context()) }()
	h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"table"}`), Seed: 5}
	require.NoError(t, s.Start(t.Context(), h))
	loot := `{"seat":"table","do":"loot","cards":["cash_5000","cash_5000","cash_5000","painting","painting","clip","diamond_1000","cash_20000"]}`
	require.NoError(t, s.Do(t.Context(), func(c *console.Console, now time.Duration) {
		require.NoError(t, c.Type(now, []byte(loot)))
	}))
	tap := func(pod hw.Pod, buttons ...hw.Button) {
		for _, b := range buttons {
			require.NoError(t, s.Press(t.Context(), pod, b, true))
			require.NoError(t, s.Press(t.Context(), pod, b, false))
		}
	}
	for pod := range hw.Pod(4) {
		tap(pod, hw.A, hw.B, hw.OK) // Bang!, the second of two
	}
	tap(0, hw.A, hw.A, hw.A, hw.OK) // the third of the others
	tap(1, hw.B, hw.A, hw.A, hw.OK) // the last of the list, then on to the second
	for pod := range hw.Pod(2) {
		tap(pod+2, hw.A, hw.OK)
	}
	tap(0, hw.A, hw.OK) // the boss orders the first
	var record string
	require.NoError(t, s.Do(t.Context(), func(c *console.Console, _ time.Duration) {
		record = string(c.Table().AppendRecord(nil))
	}))
	assert.Equal(t, string(h.Append(nil))+"\n"+loot+`
{"seat":"Ava","do":"load","card":"bang"}
{"seat":"Babak","do":"load","card":"bang"}
{"seat":"Chiara","do":"load","card":"bang"}
{"seat":"Dario","do":"load","card":"bang"}
{"seat":"Ava","do":"aim","at":"Dario"}
{"seat":"Babak","do":"aim","at":"Chiara"}
{"seat":"Chiara","do":"aim","at":"Ava"}
{"seat":"Dario","do":"aim","at":"Ava"}
{"seat":"Ava","do":"order","who":"Babak"}
`, record)
}
