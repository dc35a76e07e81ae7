package drivers_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"pgregory.net/rapid"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/contact"
	"consigliere/drivers/driverstest"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// sources are the sources of presses that must keep the same promises.
var sources = []struct {
	name string
	new  func(t testing.TB) driverstest.ButtonsRig
}{
	{"expander", func(t testing.TB) driverstest.ButtonsRig { return expanderRig(t, false) }},
	{"expander-polled", func(t testing.TB) driverstest.ButtonsRig { return expanderRig(t, true) }},
	{"lines", func(t testing.TB) driverstest.ButtonsRig { return directRig(48) }},
	{"keyboard", func(t testing.TB) driverstest.ButtonsRig { return directRig(64) }},
	{"whole-box", boxRig},
}

func TestButtonSourcesConform(t *testing.T) {
	for _, s := range sources {
		t.Run(s.name, func(t *testing.T) { driverstest.Buttons(t, s.new) })
	}
}

// TestBounceTraces runs random traces of all sources, a few by default. The million:
//
//	CONSIGLIERE_TRACES=200000 go test ./drivers -run BounceTraces -timeout 2h -rapid.seed=1
func TestBounceTraces(t *testing.T) {
	n := 300
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		n = 5000
	}
	if written := os.Getenv("CONSIGLIERE_TRACES"); written != "" {
		var err error
		n, err = strconv.Atoi(written)
		require.NoError(t, err)
	}
	seed := flag.Lookup("rapid.seed").Value
	given := seed.String()
	first, err := strconv.ParseUint(given, 10, 64)
	require.NoError(t, err)
	if first == 0 {
		first = rand.Uint64() >> 1 // so that it stays a number when batches are added
	}
	t.Cleanup(func() { require.NoError(t, seed.Set(given)) })
	const batch = 100 // rapid keeps what it has drawn until it ends
	for _, s := range sources {
		t.Run(s.name, func(t *testing.T) {
			run := 0
			for from := 0; from < n; from += batch {
				require.NoError(t, seed.Set(strconv.FormatUint(first+uint64(from)<<8, 10)))
				rapid.Check(quiet{t}, func(rt *rapid.T) {
					run++
					driverstest.Trace(rt, s.new(t))
				})
			}
			t.Logf("%d traces from seed %d", run, first)
		})
	}
}

// A quiet test says nothing of batches that pass.
type quiet struct{ *testing.T }

// Logf implements [rapid.TB].
func (q quiet) Logf(format string, args ...any) {
	if !strings.HasPrefix(format, "[rapid] OK") {
		q.T.Logf(format, args...)
	}
}

// expanderRig is two expanders.
func expanderRig(t testing.TB, polled bool) driverstest.ButtonsRig {
	b := newBench(t, polled)
	rig := driverstest.ButtonsRig{Scan: b.buttons.Scan, Next: b.buttons.Next, Polled: polled, Quiet: 5 * ms}
	for _, at := range [][2]int{{0, 0}, {0, 9}, {1, 3}, {1, 10}} {
		k := key(at[0], at[1])
		rig.Keys = append(rig.Keys, driverstest.ButtonKey(k))
	}
	rig.Finger = func(k driverstest.ButtonKey, down bool) { b.finger(int(k.Pod)/16, int(k.Pod)%16, down) }
	rig.Break, rig.Fault = b.bus.Cut, b.bus.Fail
	return rig
}

// directRig is a source that reports its changes: lines, or a keyboard.
func directRig(room int) driverstest.ButtonsRig {
	var now time.Duration
	c := chip.NewContacts(room)
	c.Clock = func() time.Duration { return now }
	keys := map[int]drivers.Key{5: {Pod: 0, Button: hw.A}, 6: {Pod: 0, Button: hw.B}, 26: {Pod: hw.Panel, Button: hw.OK}}
	d := drivers.NewDirect(drivers.Source{
		Name: "lines", Keys: keys, Quiet: 5 * ms,
		Open: func() (contact.Reader, error) { return c.Open(func() {}) },
	})
	rig := driverstest.ButtonsRig{
		Scan: d.Scan, Next: d.Next, Quiet: 5 * ms, Break: c.Unplug,
		Timed: true, Clock: func(at time.Duration) { now = at },
	}
	code := map[driverstest.ButtonKey]int{}
	for _, n := range []int{5, 6, 26} {
		k := driverstest.ButtonKey(keys[n])
		code[k] = n
		rig.Keys = append(rig.Keys, k)
	}
	rig.Finger = func(k driverstest.ButtonKey, down bool) { c.Set(code[k], down) }
	return rig
}

// boxRig is a whole box with buttons on an expander, the header and a keyboard.
func boxRig(t testing.TB) driverstest.ButtonsRig {
	cfg, err := config.Parse("box.toml", []byte(mixed))
	require.NoError(t, err)
	board, err := chip.NewBoard(cfg)
	require.NoError(t, err)
	var now time.Duration
	clock := func() time.Duration { return now }
	board.Header.Clock, board.Keyboards[0].Clock = clock, clock
	parts, err := drivers.Open(cfg, boardHost(board), nil)
	require.NoError(t, err)
	rig := driverstest.ButtonsRig{
		Scan:  func(now time.Duration, dst []hw.Press) ([]hw.Press, error) { return parts.Scan(now, dst), nil },
		Next:  func() (time.Duration, bool) { return parts.Next(), true },
		Clock: func(at time.Duration) { now = at }, Quiet: 8 * ms,
		Finger: func(k driverstest.ButtonKey, down bool) { board.Press(k.Pod, k.Button, down) },
		Break: func(broken bool) {
			board.Buses["I2C1"].Cut(broken)
			board.Header.Unplug(broken)
			board.Keyboards[0].Unplug(broken)
		},
		Fault: board.Buses["I2C1"].Fail,
		Keys:  []driverstest.ButtonKey{{Pod: 0, Button: hw.OK}, {Pod: 1, Button: hw.A}, {Pod: 2, Button: hw.B}, {Pod: hw.Panel, Button: hw.Menu}},
	}
	return rig
}

// mixed is a box with a pod on an expander, one on the header and one on a keyboard.
const mixed = `
[[expander]]
name = "left"
bus = "I2C1"
address = 0x20
interrupt = "GPIO17"
[[keyboard]]
name = "pad"
device = "/dev/input/by-path/pad-event-kbd"
[[pod]]
a = "left.GPA0"
b = "left.GPA1"
ok = "left.GPA2"
[[pod]]
a = "GPIO5"
b = "GPIO6"
ok = "GPIO13"
[[pod]]
a = "pad.KP1"
b = "pad.KP3"
ok = "pad.KPENTER"
[host]
button = "GPIO26"
[mute]
switch = "GPIO16"
[buzzer]
line = "GPIO18"
`

// boardHost is the host of a board.
func boardHost(b *chip.Board) drivers.Host {
	h := drivers.Periph()
	h.I2C = func(name string) (i2c.BusCloser, error) { return b.Buses[name], nil }
	h.Pin = func(name string) (gpio.PinIn, error) { return b.Pins[name], nil }
	h.Lines, h.Keyboard = b.Lines, b.Keyboard
	h.Wave = func(string) (drivers.Wave, error) { return b.Buzzer, nil }
	return h
}

// Changes that were lost are made good by the levels.
func TestDirectThatMissed(t *testing.T) {
	var now time.Duration
	c := chip.NewContacts(3)
	c.Clock = func() time.Duration { return now }
	d := drivers.NewDirect(drivers.Source{
		Name: "lines", Quiet: 5 * ms, Keys: map[int]drivers.Key{4: {Pod: 2}, 7: {Pod: 3}},
		Open: func() (contact.Reader, error) { return c.Open(func() {}) },
	})
	_, err := d.Scan(0, nil)
	require.NoError(t, err)
	for i := range 8 {
		now = time.Second + time.Duration(i)*ms
		c.Set(4, i%2 == 0)
	}
	c.Set(7, true)
	now = 2 * time.Second
	got, err := d.Scan(now, nil)
	require.NoError(t, err)
	require.Equal(t, []hw.Press{{At: time.Second, Pod: 2, Down: true}, {At: 2 * time.Second, Pod: 3, Down: true, Unsure: 2 * time.Second}}, got)
	now += 5 * ms
	got, err = d.Scan(now, nil)
	require.NoError(t, err)
	assert.Equal(t, []hw.Press{{At: now, Pod: 2}}, got)
}

// A press whose two edges the kernel has read too late looks like no edge at all.
func TestDirectThatMerged(t *testing.T) {
	reader := &merged{}
	d := drivers.NewDirect(drivers.Source{
		Name: "lines", Quiet: 5 * ms, Keys: map[int]drivers.Key{4: {Pod: 2}},
		Open: func() (contact.Reader, error) { return reader, nil },
	})
	_, err := d.Scan(0, nil)
	require.NoError(t, err)
	reader.list = []contact.Change{{Code: 4}}
	got, err := d.Scan(time.Second, nil)
	require.NoError(t, err)
	assert.Equal(t, []hw.Press{{At: time.Second, Pod: 2, Down: true}}, got)
	got, err = d.Scan(time.Second+5*ms, nil)
	require.NoError(t, err)
	assert.Equal(t, []hw.Press{{At: time.Second + 5*ms, Pod: 2}}, got)
}

// A change that is reported after the levels have shown it isn't another change, however late, and
// even if it was made after the scan that read the levels had begun.
func TestDirectThatIsBehindItsLevels(t *testing.T) {
	reader := &merged{}
	d := drivers.NewDirect(drivers.Source{
		Name: "lines", Quiet: 5 * ms, Keys: map[int]drivers.Key{4: {Pod: 2}},
		Open: func() (contact.Reader, error) { return reader, nil },
	})
	var got []hw.Press
	scan := func(at time.Duration) {
		var err error
		got, err = d.Scan(at, got)
		require.NoError(t, err)
	}
	scan(0)
	for i, down := range []bool{true, false} {
		at := time.Duration(i+1) * time.Second
		reader.level = down
		require.NoError(t, d.Check())
		scan(at) // sees the level
		scan(at + 20*ms)
		reader.list = []contact.Change{{Code: 4, Down: down, Age: time.Duration(i+15) * ms}}
		scan(at + 30*ms)
		scan(at + 60*ms)
	}
	assert.Equal(t, []hw.Press{{At: time.Second, Pod: 2, Down: true, Unsure: time.Second}, {At: 2*time.Second + 5*ms, Pod: 2}}, got)
}

type merged struct {
	list  []contact.Change
	level bool
}

func (m *merged) Read(dst []contact.Change) ([]contact.Change, error) {
	list := m.list
	m.list = nil
	return append(dst, list...), nil
}

func (m *merged) Levels(_ []int, down []bool) error {
	down[0] = m.level
	return nil
}
func (m *merged) Close() error { return nil }

// A source that fails is told once, and opened again.
func TestDirectThatFails(t *testing.T) {
	c := chip.NewContacts(16)
	d := drivers.NewDirect(drivers.Source{
		Name: "keyboard one", Keys: map[int]drivers.Key{4: {}},
		Open: func() (contact.Reader, error) { return c.Open(func() {}) },
	})
	c.Unplug(true)
	told := 0
	for at := time.Duration(0); at < 10*time.Second; at += ms {
		if _, err := d.Scan(at, nil); err != nil {
			told++
			require.EqualError(t, err, "keyboard one: no such device")
		}
	}
	assert.Equal(t, 1, told)
	require.Error(t, d.Err())
	c.Unplug(false)
	_, err := d.Scan(12*time.Second, nil)
	require.NoError(t, err)
	require.NoError(t, d.Check())
	at, due := d.Next()
	require.True(t, due && at <= 12*time.Second, "a press does not wait for the levels")
	c.Fail(errors.New("broken"))
	_, err = d.Scan(13*time.Second, nil)
	require.ErrorContains(t, err, "broken")
	_, err = d.Scan(14*time.Second, nil)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
}

// Nothing is allocated by a scan that has nothing to do.
func TestDirectIdle(t *testing.T) {
	c := chip.NewContacts(16)
	d := drivers.NewDirect(drivers.Source{Keys: map[int]drivers.Key{4: {}}, Open: func() (contact.Reader, error) { return c.Open(func() {}) }})
	at := time.Duration(0)
	var got []hw.Press
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		at += ms
		got, _ = d.Scan(at, got[:0])
	}))
	_, due := d.Next()
	assert.False(t, due)
}

// While the mute switch is closed nothing is heard; it doesn't count as a press.
func TestMuteSwitchAndBuzzer(t *testing.T) {
	cfg, err := config.Parse("box.toml", []byte(mixed))
	require.NoError(t, err)
	board, err := chip.NewBoard(cfg)
	require.NoError(t, err)
	p, err := drivers.Open(cfg, boardHost(board), nil)
	require.NoError(t, err)
	run := func(from, to time.Duration) {
		for at := from; at <= to; at = max(p.Next(), at+1) {
			require.Empty(t, p.Scan(at, nil))
		}
	}
	speaker := p.Box().Speaker
	run(0, 50*ms)
	require.NoError(t, speaker.Tone(880, 40*ms))
	require.NoError(t, speaker.Tone(660, 40*ms))
	run(100*ms, 120*ms)
	assert.Equal(t, 880, board.Buzzer.Hertz())
	run(120*ms, 180*ms)
	assert.Equal(t, 660, board.Buzzer.Hertz(), "one after the other")
	run(180*ms, time.Second)
	assert.Zero(t, board.Buzzer.Hertz())

	board.Touch(*cfg.Mute, true)
	run(time.Second, 2*time.Second)
	require.NoError(t, speaker.Tone(440, 40*ms))
	require.NoError(t, speaker.Say("Bang", "en"))
	run(2*time.Second, 3*time.Second)
	board.Touch(*cfg.Mute, false)
	run(3*time.Second, 4*time.Second)
	assert.Equal(t, []int{880, 660}, board.Buzzer.Heard())

	board.Buzzer.Fail(errors.New("no PWM"))
	require.NoError(t, speaker.Tone(440, 40*ms))
	run(4*time.Second, 5*time.Second)
	require.ErrorContains(t, speaker.Tone(440, 40*ms), "buzzer: no PWM")
	require.ErrorContains(t, speaker.Say("Bang", "en"), "buzzer: no PWM", "without a voice the buzzer is the speaker")
	board.Buzzer.Fail(nil)
	run(5*time.Second, 6*time.Second)
	require.NoError(t, speaker.Tone(440, 10*time.Second))
	run(6*time.Second, 7*time.Second)
	assert.Equal(t, 440, board.Buzzer.Hertz())
	board.Touch(*cfg.Mute, true)
	run(7*time.Second, 8*time.Second)
	assert.Zero(t, board.Buzzer.Hertz(), "the switch ends a tone")
	require.NoError(t, p.Close())
}
