package drivers

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/holoplot/go-evdev"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
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

// TestBluetoothKeyboard checks that a keyboard without a wire is found by its address, whatever file it
// has this time, and not its mouse, nor another of the same kind.
func TestBluetoothKeyboard(t *testing.T) {
	root := t.TempDir()
	device := func(event, bus, uniq, kinds string) {
		t.Helper()
		dir := filepath.Join(root, "sys/class/input", event, "device")
		for name, text := range map[string]string{"id/bustype": bus, "uniq": uniq, "capabilities/ev": kinds} {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600))
		}
	}
	device("event0", "0003", "aa:bb:cc:dd:ee:01", "120013") // at USB
	device("event3", "0005", "aa:bb:cc:dd:ee:02", "120013") // another
	device("event4", "0005", "AA:BB:CC:DD:EE:01", "17")     // its mouse
	device("event5", "0005", "AA:BB:CC:DD:EE:01", "120013")
	device("event6", "0005", "AA:BB:CC:DD:EE:01", "1f")
	assert.Equal(t, "/dev/input/event5", eventOf(root, "aa:bb:cc:dd:ee:01"))
	assert.Empty(t, eventOf(root, "aa:bb:cc:dd:ee:03"))
	require.NoError(t, os.RemoveAll(filepath.Join(root, "sys/class/input/event5")))
	assert.Empty(t, eventOf(root, "aa:bb:cc:dd:ee:01"), "it sleeps")
	device("event9", "0005", "aa:bb:cc:dd:ee:01", "120013")
	assert.Equal(t, "/dev/input/event9", eventOf(root, "aa:bb:cc:dd:ee:01"), "it is back")

	_, err := openKeyboard(config.ByBluetooth+"00:00:00:00:00:00", nil)
	require.EqualError(t, err, "no keyboard 00:00:00:00:00:00 is connected by Bluetooth; is it switched on, and paired?")
}
