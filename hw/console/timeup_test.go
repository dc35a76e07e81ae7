package console_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// Naro's count of three opens a question with five seconds: a phone has it to read from the first word on, nothing stands
// before it when it opens, and whoever lets the time pass is told what was chosen until they choose again.
func TestTimeIsUpOnPhones(t *testing.T) {
	t.Parallel()
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	mine := func() desk.Seat { return p.SeatDesk(0, lang.English) }
	phase := func() string { return p.Table.View(engine.Public).Phase }
	for pod := range hw.Pod(4) {
		p.Press(pod, a, ok)
	}
	var coming, opened time.Duration
	late := ""
	for range 3000 {
		p.Wait(50 * time.Millisecond)
		if d := mine(); phase() == "courage" && d.Coming {
			assert.True(t, d.Telling && !d.Awaited, "it can't be answered yet")
			require.Len(t, d.Asks, 1)
			assert.Equal(t, "courage", d.Asks[0].Verb)
			require.NotNil(t, d.Asks[0].Late, "what happens if the time runs out can be read beforehand")
			assert.Equal(t, "Stand", d.Asks[0].Steps[0].Values[d.Asks[0].Rows[*d.Asks[0].Late][0]].Label)
			coming += 50 * time.Millisecond
		} else if phase() == "courage" && d.Awaited {
			assert.False(t, d.After, "its time runs: nothing stands before it")
			opened += 50 * time.Millisecond
		} else if opened > 0 {
			late = d.Late
			break
		}
		if !p.Table.Locked().Has(0) && phase() != "courage" && mine().Awaited && mine().Asks[0].Verb == "aim" {
			p.Press(0, a, ok)
			assert.Empty(t, mine().Late, "it has answered by itself")
		}
	}
	assert.Greater(t, coming, 3*time.Second)
	assert.InDelta(t, 15, opened.Seconds(), 0.2) // in the first round
	assert.Equal(t, "Time is up (stand or duck). The box chose for you: Stand", late)
	for range 40 {
		p.Wait(time.Second)
		if phase() == "load" {
			break
		}
	}
	assert.Equal(t, "Time is up (stand or duck). The box chose for you: Stand", mine().Late, "it waits until it is seen")
	assert.False(t, p.Console.Snapshot().Public(lang.English).Left)
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.True(t, p.Console.Snapshot().Public(lang.English).Left, "the menu knows that a play was ended without a result")
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 1}}))
	assert.Empty(t, mine().Late, "another game has begun")
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.Nil(t, p.Console.Snapshot().Public(lang.English).Stood, "all stand alike there, and what a seat owns is not told")

	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "anygame", Seats: names[:3], Options: []byte(`{"play":"points"}`), Seed: 1}}))
	p.Wait(20 * time.Second)
	for seat, n := range []int{3, 7, 3} {
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: fmt.Appendf(nil, `{"seat":%q,"do":"score","of":%[1]q,"points":%d}`, names[seat], n)}))
		p.Wait(20 * time.Second)
	}
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.Equal(t, []desk.Stood{{Seat: names[1], Total: 7, Ahead: true}, {Seat: names[0], Total: 3}, {Seat: names[2], Total: 3}}, p.Console.Snapshot().Public(lang.English).Stood)
}
