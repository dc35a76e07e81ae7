package anygame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/chronicle"
)

// A viewer who was told that somebody had bid is told how much once all bids are open; one who knew is not told
// twice. What nobody may see stays untold.
func TestLogTellsWhatWasUncovered(t *testing.T) {
	// A choice is told once, and so is what was called at the end of a round.
	const choices = `
{"seat":"Ava","do":"vote","choice":"yes"}
{"seat":"Babak","do":"vote","choice":"yes"}
{"seat":"table","do":"choose","choice":"once_more"}
`
	const bids = `
{"seat":"Ava","do":"bid","amount":7}
{"seat":"Babak","do":"bid","amount":7}
{"seat":"table","do":"choose","choice":"stop"}
`
	told := func(options, moves string, who engine.Viewer) (all []string) {
		record := []byte(`{"game":"anygame","seats":["Ava","Babak"],"options":` + options + `,"seed":1}` + moves)
		log, err := chronicle.Log(anygameface.Title(), record, who)
		require.NoError(t, err)
		for _, e := range log {
			var parts []string
			for _, x := range e.Text {
				parts = append(parts, fmt.Sprint(x.Key, " ", x.Seats(), x.Numbers()))
			}
			all = append(all, strings.Join(parts, ", "))
		}
		return all
	}
	have := []string{"log.bid_hidden [0] []", "log.bid_hidden [1] []"}
	end := []string{"log.choose [-1] []", "say.2 [] []", "cue.over [] []"}
	tie := "cue.bid_tied [] [7]"
	assert.Equal(t, slices.Concat(have, []string{"log.shown [0] [], show.number [] [7]", "log.shown [1] [], show.number [] [7]", tie}, end), told(`{"play":"bid"}`, bids, engine.Public))
	assert.Equal(t, slices.Concat([]string{"log.bid [0] [7]", "log.bid [1] [7]", tie}, end), told(`{"play":"bid"}`, bids, chronicle.All))
	assert.Equal(t, slices.Concat(have, []string{"cue.bid_nobody [] []"}, end), told(`{"play":"bid","settings":{"shows":"winner"}}`, bids, engine.Public))
	all := told(`{"play":"vote"}`, choices, engine.Public)
	assert.Equal(t, []string{"cue.passed [] [2]", "log.choose [-1] []"}, all[len(all)-2:])
}
