package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// What is turned up in Naro can be read where it is announced: each page of it stands for almost a second, however many
// there are, unless somebody goes on.
func TestLootCanBeRead(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	for _, l := range lang.All() {
		for seed := range uint64(5) {
			b := consoletest.NewBox(8, false)
			p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: set, Lang: l}, b)
			require.NoError(t, err)
			require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:6], Options: []byte(`{"chance":"box"}`), Seed: seed}}))
			frame := string(b.Main.Frame.Pix)
			since, pages := p.Now, 0
			for len(b.Speaker.Said) < 2 { // the loot, then the bullets
				p.Wait(20 * time.Millisecond)
				if now := string(b.Main.Frame.Pix); now != frame {
					if pages++; pages > 1 {
						assert.GreaterOrEqual(t, p.Now-since, 850*time.Millisecond, "%s, loot %d: page %d", l, seed, pages-1)
					}
					frame, since = now, p.Now
				}
			}
			assert.Greater(t, pages, 1, "it takes several pages")
		}
	}
}
