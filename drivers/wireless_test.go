package drivers_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim"
	"consigliere/sim/chip"
)

// TestPodsWithoutWires plays with pods that are keyboards without wires: each lights its own light, a
// press that wakes a pod counts once, and a pod that comes back is lit as it shall be by then.
func TestPodsWithoutWires(t *testing.T) { synctest.Test(t, testPodsWithoutWires) }

func testPodsWithoutWires(t *testing.T) {
	var wireless *config.Box
	for _, b := range config.Builds() {
		if b.Name == "wireless" {
			wireless = b.Box()
		}
	}
	board, err := chip.NewBoard(wireless)
	require.NoError(t, err)
	var charge atomic.Int32
	charge.Store(100)
	host := sim.Host(board)
	host.Batteries = func(context.Context) (map[string]int, error) {
		if charge.Load() < 0 {
			return nil, errors.New("BlueZ does not run")
		}
		return map[string]int{"c0:00:00:00:00:02": int(charge.Load()), "c0:00:00:00:00:01": 80}, nil
	}
	parts, err := drivers.Open(wireless, host, nil)
	require.NoError(t, err)
	b := parts.Box()
	scan(parts, 0, 20*ms)
	require.Empty(t, broken(parts))

	orange := hw.RGB{R: 255, G: 140}
	require.NoError(t, b.Lights.Set([]hw.RGB{{R: 255}, {B: 200}, orange, {R: 20}}))
	assert.Equal(t, []hw.RGB{{R: 255}, {B: 255}, {R: 255, G: 255}, {}}, board.AppendLamps(nil))

	// Pod 1 sleeps, and its light must change meanwhile.
	one := board.Keyboards[2]
	one.Unplug(true)
	scan(parts, time.Second, 4*time.Second)
	assert.Equal(t, hw.Silent, b.Trouble(1))
	assert.Equal(t, hw.Fine, b.Trouble(0))
	assert.Equal(t, []hw.RGB{{R: 255}, {}, {R: 255, G: 255}, {}}, board.AppendLamps(nil))
	require.NoError(t, b.Lights.Set([]hw.RGB{{R: 255}, {G: 200}, orange, {}}))

	// A press of it wakes it: by the time that it is connected, the key is down.
	require.True(t, board.Press(1, hw.OK, true))
	require.Empty(t, scan(parts, 4*time.Second, 5*time.Second))
	one.Unplug(false)
	got := scan(parts, 5*time.Second, 7*time.Second)
	require.Len(t, got, 1)
	assert.Equal(t, []any{hw.Pod(1), hw.OK, true}, []any{got[0].Pod, got[0].Button, got[0].Down})
	assert.Equal(t, []hw.RGB{{R: 255}, {G: 255}, {R: 255, G: 255}, {}}, board.AppendLamps(nil))
	require.True(t, board.Press(1, hw.OK, false))
	got = scan(parts, 7*time.Second, 8*time.Second)
	require.Len(t, got, 1)
	assert.False(t, got[0].Down)

	// Batteries are told of, once they are nearly empty.
	parts.Watch(t.Context(), func() time.Duration { return 8 * time.Second })
	trouble := func(left int, want hw.Trouble) {
		t.Helper()
		charge.Store(int32(left))
		synctest.Wait()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		scan(parts, 8*time.Second, 8*time.Second)
		assert.Equal(t, want, b.Trouble(1), "%d percent", left)
		assert.Equal(t, hw.Fine, b.Trouble(0))
		parts.Retry(8 * time.Second)
		if want == hw.Weak {
			assert.Equal(t, []string{"battery of two"}, broken(parts))
		} else {
			assert.Empty(t, broken(parts))
		}
	}
	trouble(15, hw.Fine)
	trouble(14, hw.Weak)
	trouble(0, hw.Weak)
	trouble(19, hw.Weak) // as it was cold
	trouble(-1, hw.Weak) // nobody tells
	trouble(20, hw.Fine)
	trouble(19, hw.Fine)

	require.NoError(t, parts.Close())
	assert.Equal(t, make([]hw.RGB, 4), board.AppendLamps(nil), "no pod stays lit")
}
