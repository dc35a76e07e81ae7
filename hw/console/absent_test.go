package console_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/corleone"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// TestTheMissingAreSealed checks that once the time for bribes has run out, and not before, the
// panel can seal those that are missing with nothing, and that the others keep theirs.
func TestTheMissingAreSealed(t *testing.T) {
	h := engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"tracking":"light","chance":"box"}`), Seed: 1}
	p := begin(t, games.All(), h, true)
	for _, turf := range []string{"", "", "wall_street", "brooklyn", "upper_east_side", "queens", "upper_west_side", "midtown", "chelsea"} {
		line := `{"seat":"table","do":"next"}`
		if turf != "" {
			line = fmt.Sprintf(`{"seat":"table","do":"influence","turf":%q,"of":{}}`, turf)
		}
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(line)}), line)
	}
	sealed := func() bool {
		press := func(b hw.Button, held time.Duration) {
			p.Tap(hw.Panel, consoletest.Tap{Buttons: []hw.Button{b}, For: held})
			p.Wait(200 * time.Millisecond)
		}
		press(hw.OK, time.Second)
		for range 20 {
			if strings.Contains(p.Box.Main.Words(), ">Seal for absent players") {
				press(hw.OK, 0)
				return true
			}
			press(hw.A, 0)
		}
		press(hw.OK, time.Second) // closes the menu
		return false
	}
	p.Wait(20 * time.Second)
	p.Press(0, a, a, a, ok)
	assert.False(t, sealed(), "there is time left")
	p.Wait(100 * time.Second)
	require.True(t, sealed())
	v := p.Table.View(engine.Public)
	assert.Equal(t, "tribute", v.Phase)
	assert.Equal(t, []int{3, 0, 0}, v.Public.(corleone.Status).Bribery.Bids.Of)
}
