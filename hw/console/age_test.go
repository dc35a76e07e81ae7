package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/hw"
	"consigliere/hw/command"
)

// TestPlaysAreAsOldAsTheirEvening plays an act that is mostly told by the box: a history counts that time, too.
func TestPlaysAreAsOldAsTheirEvening(t *testing.T) {
	folder := t.TempDir()
	p := diskTable(t, folder)
	began := p.Now
	require.NoError(t, p.Console.Do(0, command.Start{Header: diskHeader}))
	for range 6 { // loads, counts, aims
		p.Wait(10 * time.Second)
		for s := range hw.Pod(4) {
			p.Press(s, a, ok)
		}
	}
	sat := p.Now - began
	list, err := journal.List(folder, games.Find)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.InDelta(t, sat.Seconds(), list[0].Age.Seconds(), 1, "the last move was made just now")
}
