package drivers

import (
	"syscall"
	"testing"
	"time"

	"github.com/holoplot/go-evdev"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/contact"
	"consigliere/hw"
)

// looseKeys is a keyboard on which no key is down when it is opened.
type looseKeys struct{ *keyboard }

func (looseKeys) Levels(_ []int, down []bool) error {
	clear(down)
	return nil
}

func (looseKeys) Close() error { return nil }

// A host that is late reads several taps at once: each counts, at the time at which it was made.
func TestKeysThatAreReadLate(t *testing.T) {
	k := &keyboard{}
	key := Key{Pod: 2, Button: hw.A}
	d := NewDirect(Source{
		Name: "numpad", Keys: map[int]Key{79: key}, Quiet: 5 * time.Millisecond,
		Open: func() (contact.Reader, error) { return looseKeys{k}, nil },
	})
	start := 10 * time.Second
	got, err := d.Scan(start, nil)
	require.NoError(t, err)
	require.Empty(t, got)

	read := time.Now()
	for i, down := range []bool{true, false, true, false} {
		e := evdev.InputEvent{Type: evdev.EV_KEY, Code: 79, Time: syscall.NsecToTimeval(read.Add(time.Duration(i-4) * 20 * time.Millisecond).UnixNano())}
		if down {
			e.Value = 1
		}
		assert.True(t, k.note(&e, read))
	}
	assert.False(t, k.note(&evdev.InputEvent{Type: evdev.EV_SYN}, read))
	assert.False(t, k.note(&evdev.InputEvent{Type: evdev.EV_KEY, Code: 79, Value: 2}, read), "a key that repeats")
	start += time.Second
	got, err = d.Scan(start, nil)
	require.NoError(t, err)
	require.Len(t, got, 4, "two taps")
	for i, p := range got {
		assert.Equal(t, i%2 == 0, p.Down)
		assert.Equal(t, key, Key{Pod: p.Pod, Button: p.Button})
	}
	assert.InDelta(t, 40*time.Millisecond, got[2].At-got[0].At, float64(2*time.Millisecond))
}

// The clock of a Pi without a battery jumps when it finds a network.
func TestEventAge(t *testing.T) {
	now := time.Now()
	for noted, want := range map[time.Duration]time.Duration{
		-40 * time.Millisecond:     40 * time.Millisecond,
		time.Second:                0,
		-20 * 365 * 24 * time.Hour: 0,
	} {
		assert.InDelta(t, want, eventAge(syscall.NsecToTimeval(now.Add(noted).UnixNano()), now), float64(time.Millisecond), "noted %v from now", noted)
	}
}
