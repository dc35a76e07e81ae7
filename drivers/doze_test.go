package drivers_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
)

// TestDisplaysRest checks that displays dim and go out while nothing happens, that a press wakes them
// and counts for nothing else, that what is new on the main screen keeps them on, and that what is
// private does not.
func TestDisplaysRest(t *testing.T) {
	board, parts, _ := box(t)
	parts.Rest(5*time.Minute, 30*time.Minute)
	b := parts.Box()
	picture := hw.NewFrame(128, 64)
	picture.Set(1, 1, true)
	private := hw.NewFrame(128, 32)
	private.Set(2, 2, true)
	now := time.Duration(0)
	until := func(to time.Duration) (got []hw.Press) {
		for ; now <= to; now += 500 * ms {
			got = parts.Scan(now, got)
		}
		return got
	}
	lit := func() (all, none bool) {
		all, none = true, true
		for pod := hw.Panel; pod < 8; pod++ {
			on := board.Screen(pod).Lit()
			all, none = all && on, none && !on
		}
		return all, none
	}
	require.NoError(t, b.Main.Show(picture))
	for pod := range hw.Pod(8) {
		require.NoError(t, b.PrivateScreen(pod).Show(private))
	}
	until(4 * time.Minute)
	assert.Equal(t, 0xCF, board.Main.Contrast())
	private.Set(3, 3, true)
	require.NoError(t, b.PrivateScreen(0).Show(private))
	until(5*time.Minute + time.Second)
	assert.Less(t, board.Main.Contrast(), 0x10)
	assert.Less(t, board.Private[7].Contrast(), 0x10)
	all, _ := lit()
	assert.True(t, all)
	until(30*time.Minute + time.Second)
	_, none := lit()
	assert.True(t, none, "all are out")

	board.Press(4, hw.A, true)
	assert.Empty(t, until(now+time.Second), "it wakes them")
	all, _ = lit()
	assert.True(t, all)
	assert.True(t, picture.Equal(board.Main.Frame()), "they show what they showed")
	assert.Equal(t, 0xCF, board.Main.Contrast())
	board.Press(4, hw.A, false)
	assert.Empty(t, until(now+time.Second), "nor does it count when it comes up")
	board.Press(4, hw.A, true)
	require.Len(t, until(now+time.Second), 1, "the next one counts")
	board.Press(4, hw.A, false)
	until(now + time.Second)

	for range 40 { // a game that is played on phones
		picture.Set(int(now/time.Minute)%100+3, 9, true)
		require.NoError(t, b.Main.Show(picture))
		until(now + time.Minute)
	}
	all, _ = lit()
	assert.True(t, all)
	assert.Equal(t, 0xCF, board.Main.Contrast())
	assert.Empty(t, board.Warnings())
}

// TestBrightness checks that displays and lights are as bright as it was said, also after they have rested, and
// that resting makes none of them brighter.
func TestBrightness(t *testing.T) {
	board, parts, _ := box(t)
	parts.Rest(5*time.Minute, 30*time.Minute)
	b := parts.Box()
	require.NoError(t, b.Main.Show(hw.NewFrame(128, 64)))
	colours := make([]hw.RGB, 8)
	colours[2] = hw.RGB{R: 200, G: 100}
	require.NoError(t, b.Lights.Set(colours))
	lamp := func() hw.RGB { return board.AppendLamps(nil)[2] }
	full := lamp()
	b.Brightness(50)
	assert.Equal(t, 0x67, board.Main.Contrast())
	half := lamp()
	assert.Less(t, half.R, full.R, "at once")
	assert.NotZero(t, half.R)
	require.NoError(t, b.Lights.Set(colours))
	assert.Equal(t, half, lamp(), "and from now on")
	b.Brightness(2)
	assert.Equal(t, 4, board.Main.Contrast())
	now := time.Duration(0)
	for ; now < 6*time.Minute; now += 500 * ms {
		parts.Scan(now, nil)
	}
	assert.Equal(t, 4, board.Main.Contrast(), "it was dimmer than that already")
	b.Brightness(100)
	require.NoError(t, b.Lights.Set(colours))
	board.Press(4, hw.A, true)
	for end := now + time.Second; now < end; now += 100 * ms {
		parts.Scan(now, nil)
	}
	assert.Equal(t, 0xCF, board.Main.Contrast())
	assert.Equal(t, full, lamp())
}
