package drivers_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"
	"pgregory.net/rapid"

	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

const ms = time.Millisecond

// A bench is two expanders on one bus and one interrupt line, with 12 buttons.
type bench struct {
	bus     *chip.Bus
	chips   [2]*chip.MCP23017
	line    *chip.Pin
	buttons *drivers.Buttons
}

const wired = 0x073F // 6 buttons on port A, 3 on port B; two chips: 18

func newBench(t testing.TB, polled bool) *bench {
	t.Helper()
	b := &bench{bus: chip.NewBus("I2C1", 1), line: chip.NewPin("GPIO17", 17)}
	var banks []drivers.Bank
	for i := range b.chips {
		b.chips[i] = chip.NewMCP23017()
		b.chips[i].WireINTA(b.line)
		b.bus.Attach(0x20+uint16(i), b.chips[i])
		bank := drivers.Bank{Expander: drivers.NewExpander([]string{"left", "right"}[i], b.bus, 0x20+uint16(i), wired), Quiet: 5 * ms}
		if !polled {
			bank.Line = b.line
		}
		for pin := range 16 {
			bank.Keys[pin] = key(i, pin)
		}
		banks = append(banks, bank)
	}
	b.buttons = drivers.NewButtons(banks...)
	got, err := b.buttons.Scan(0, nil)
	require.NoError(t, err)
	require.Empty(t, got, "nobody touched a button")
	return b
}

func key(expander, pin int) drivers.Key {
	return drivers.Key{Pod: hw.Pod(expander*16 + pin), Button: hw.A}
}

// finger presses a button or lets go of it.
func (b *bench) finger(expander, pin int, down bool) {
	if down {
		b.chips[expander].SetPin(pin, gpio.Low)
	} else {
		b.chips[expander].Release(pin)
	}
}

// run scans as an owner does, whenever the line is low or a scan is due, until a time.
func (b *bench) run(t require.TestingT, from, to time.Duration, dst []hw.Press) []hw.Press {
	for now := from; ; {
		var err error
		dst, err = b.buttons.Scan(now, dst)
		require.NoError(t, err)
		next, ok := b.buttons.Next()
		if !ok || next > to {
			return dst
		}
		now = max(next, now+1)
	}
}

func TestPressAndRelease(t *testing.T) {
	for _, polled := range []bool{false, true} {
		b := newBench(t, polled)
		b.finger(1, 9, true)
		got := b.run(t, 10*ms, 20*ms, nil)
		b.finger(1, 9, false)
		got = b.run(t, 30*ms, 60*ms, got)
		require.Len(t, got, 2)
		assert.Equal(t, hw.Press{At: got[0].At, Pod: 25, Down: true, Unsure: got[0].Unsure}, got[0])
		assert.Equal(t, hw.Press{At: got[1].At, Pod: 25}, got[1])
		if !polled {
			assert.Equal(t, 10*ms, got[0].At, "a press counts at once")
			assert.Equal(t, 35*ms, got[1].At, "a release when the contact was quiet")
		}
	}
}

func TestShortPressIsCapturedThoughTheHostIsLate(t *testing.T) {
	b := newBench(t, false)
	b.finger(0, 3, true)
	b.finger(0, 3, false)
	assert.Equal(t, gpio.Low, b.line.Read())
	got := b.run(t, 70*ms, 100*ms, nil)
	assert.Equal(t, []hw.Press{{At: 70 * ms, Pod: 3, Down: true, Unsure: ms}, {At: 75 * ms, Pod: 3}}, got)
	assert.Equal(t, gpio.High, b.line.Read())
}

// The press comes in the middle of the burst that reads the pins, before each register of it.
func TestPressDuringTheBurst(t *testing.T) {
	for _, register := range []string{"GPPUB", "INTFA", "INTFB", "INTCAPA", "INTCAPB", "GPIOA", "GPIOB"} {
		for _, pin := range []int{1, 9} {
			b := newBench(t, false)
			b.finger(0, 0, true)
			b.finger(0, 8, true)
			once := false
			b.chips[0].Tap(func(r string) {
				if r == register && !once {
					once = true
					b.chips[0].SetPinLocked(pin, gpio.Low)
				}
			})
			got := b.run(t, ms, 2*ms, nil)
			var pods []hw.Pod
			for _, p := range got {
				assert.True(t, p.Down)
				pods = append(pods, p.Pod)
			}
			assert.ElementsMatch(t, []hw.Pod{0, 8, hw.Pod(pin)}, pods, "pin %d at %s", pin, register)
			assert.Equal(t, gpio.High, b.line.Read())
		}
	}
}

// A single fault of the bus, at any byte, costs no press, however short, and makes none.
func TestFaultIsNoPressAndLosesNone(t *testing.T) {
	for n := 1; n <= 2; n++ {
		for after := range 12 {
			b := newBench(t, false)
			b.bus.Fail(n, after)
			b.finger(0, 2, true)
			b.finger(1, 2, true)
			got, err := b.buttons.Scan(ms, nil)
			require.NoError(t, err)
			b.finger(0, 2, false)
			b.finger(1, 2, false)
			got = b.run(t, 2*ms, 50*ms, got)
			require.Len(t, got, 4, "transfer %d after %d bytes", n, after)
			assert.Equal(t, got[0].At, got[1].At)
			assert.True(t, got[0].Down && got[1].Down && got[0].Pod != got[1].Pod)
			assert.Empty(t, b.chips[0].Warnings())
		}
	}
}

// A short press between two faults of checks is still in the chip, which nobody may configure anew
// as long as it does not answer.
func TestPressBetweenFaultsOfChecks(t *testing.T) {
	b := newBench(t, false)
	b.bus.Fail(1, 0)
	require.ErrorIs(t, b.buttons.Check(ms, 0), chip.ErrFault)
	b.finger(0, 2, true)
	got := b.run(t, 2*ms, 2*ms, nil)
	b.finger(0, 2, false)
	got = b.run(t, 4*ms, 5*ms, got)
	require.Empty(t, got)
	b.bus.Fail(1, 0) // the check by which it is to come back
	got = b.run(t, 6*ms, 100*ms, got)
	require.Len(t, got, 2)
	assert.True(t, got[0].Down && !got[1].Down)
}

// A fault that lasts is an error; then the press comes, once.
func TestFaultIsAnErrorAndNeverAPress(t *testing.T) {
	for n := range 2 {
		b := newBench(t, false)
		addr := 0x20 + uint16(n)
		b.bus.Detach(addr)
		b.finger(0, 2, true)
		b.finger(1, 2, true)
		got, err := b.buttons.Scan(ms, nil)
		require.ErrorIs(t, err, chip.ErrNack)
		require.Len(t, got, 1, "the other expander is still read")
		require.Equal(t, key(1-n, 2).Pod, got[0].Pod)
		b.bus.Attach(addr, b.chips[n])
		got = b.run(t, 2*ms, 50*ms, got)
		require.Len(t, got, 2)
		assert.True(t, got[0].Down && got[1].Down && got[0].Pod != got[1].Pod)
		assert.Empty(t, b.chips[n].Warnings())
	}
}

// TestScanBytes holds how much goes over the bus for 24 buttons behind two expanders with an
// interrupt line each: 10 bytes when something has happened, none when nothing has.
func TestScanBytes(t *testing.T) {
	bus := chip.NewBus("I2C1", 1)
	var chips [2]*chip.MCP23017
	var banks [2]drivers.Bank
	for i := range chips {
		chips[i] = chip.NewMCP23017()
		line := chip.NewPin([]string{"GPIO17", "GPIO27"}[i], -1)
		chips[i].WireINTA(line)
		bus.Attach(0x20+uint16(i), chips[i])
		banks[i] = drivers.Bank{Expander: drivers.NewExpander("one", bus, 0x20+uint16(i), 0x3F3F), Line: line, Quiet: 5 * ms}
		for pin := range banks[i].Keys {
			banks[i].Keys[pin] = key(i, pin)
		}
	}
	b := drivers.NewButtons(banks[:]...)
	now, sent := time.Duration(0), 0
	scan := func() []hw.Press {
		before := bus.Bytes()
		got, err := b.Scan(now, nil)
		require.NoError(t, err)
		sent = bus.Bytes() - before
		now += ms
		return got
	}
	scan() // configures
	for i := range chips {
		for _, pin := range []int{0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13} {
			chips[i].SetPin(pin, gpio.Low)
			assert.Len(t, scan(), 1)
			assert.Equal(t, 10, sent)
			assert.Empty(t, scan())
			assert.Zero(t, sent)
			chips[i].Release(pin)
			assert.Empty(t, scan(), "a release counts later")
			assert.Equal(t, 10, sent)
			now += 10 * ms
			assert.Len(t, scan(), 1)
			assert.Zero(t, sent)
		}
	}
}

func TestChipThatIsGoneAndComesBack(t *testing.T) {
	b := newBench(t, false)
	b.finger(0, 4, true)
	got := b.run(t, ms, ms, nil)
	require.Len(t, got, 1)

	b.bus.Detach(0x20)
	b.chips[0].PowerOn() // pull-ups gone: every pin floats low
	require.ErrorIs(t, b.buttons.Check(10*ms, 0), chip.ErrNack)
	errs := 0
	for now := 10 * ms; now < 10*time.Second; now += ms {
		var err error
		if got, err = b.buttons.Scan(now, got); err != nil {
			errs++
		}
	}
	assert.LessOrEqual(t, errs, 2, "a fault is not repeated for ever")
	require.Len(t, got, 1, "a fault is no press and no release")

	b.finger(0, 4, false)
	b.bus.Attach(0x20, b.chips[0])
	got = b.run(t, 11*time.Second, 12*time.Second, got[:0])
	require.Len(t, got, 1, "only the button that came up meanwhile: %v", got)
	assert.Equal(t, hw.Pod(4), got[0].Pod)
	assert.False(t, got[0].Down)
	assert.Empty(t, b.chips[0].Warnings())
	b.finger(0, 5, true)
	assert.Len(t, b.run(t, 13*time.Second, 13*time.Second, nil), 1)
}

func TestChipThatLostPowerUnseen(t *testing.T) {
	b := newBench(t, false)
	b.chips[1].PowerOn()
	require.ErrorContains(t, b.buttons.Check(ms, 1), "expander right: the chip lost its configuration")
	require.Empty(t, b.run(t, 2*ms, 100*ms, nil))
	require.NoError(t, b.buttons.Check(time.Second, 1))
	b.finger(1, 0, true)
	assert.Len(t, b.run(t, 2*time.Second, 2*time.Second, nil), 1)

	// If it was polled, a floating pin would be a press.
	p := newBench(t, true)
	p.chips[0].PowerOn()
	got, err := p.buttons.Scan(time.Second, nil)
	require.ErrorContains(t, err, "the chip lost its configuration")
	require.Empty(t, got)
	require.Empty(t, p.run(t, time.Second+10*ms, 2*time.Second, nil))
}

// The chip is set up whatever another program has left in IOCON.
func TestChipThatAnotherProgramUsed(t *testing.T) {
	for iocon := range 256 {
		bus, m := chip.NewBus("I2C1", 1), chip.NewMCP23017()
		bus.Attach(0x20, m)
		require.NoError(t, bus.Tx(0x20, []byte{0x0A, byte(iocon)}, nil))
		e := drivers.NewExpander("left", bus, 0x20, wired)
		require.NoError(t, e.Configure(), "IOCON was %02x", iocon)
		require.NoError(t, e.Check())
	}
}

func TestLineThatIsStuck(t *testing.T) {
	b := newBench(t, false)
	short := b.line.NewDrive()
	short.Set(gpio.Low)
	errs := 0
	for now := ms; now < 200*ms; now += ms {
		if _, err := b.buttons.Scan(now, nil); err != nil {
			assert.ErrorContains(t, err, "the interrupt line stays low")
			errs++
		}
	}
	assert.Equal(t, 1, errs, "it is said once, for both expanders")
	assert.Less(t, b.bus.Transactions(), 1000)
	b.finger(0, 0, true)
	got, _ := b.buttons.Scan(300*ms, nil)
	assert.Len(t, got, 1, "presses still count")
}

// busyLine is an interrupt line that another program has at first.
type busyLine struct {
	*chip.Pin
	busy bool
	took int
}

func (l *busyLine) In(pull gpio.Pull, edge gpio.Edge) error {
	if l.busy {
		return errors.New("another program has it")
	}
	l.took++
	return l.Pin.In(pull, edge)
}

// solo is one expander with one interrupt line.
func solo(t *testing.T, line gpio.PinIn) *bench {
	t.Helper()
	b := &bench{bus: chip.NewBus("I2C1", 1)}
	b.chips[0] = chip.NewMCP23017()
	b.bus.Attach(0x20, b.chips[0])
	bank := drivers.Bank{Expander: drivers.NewExpander("left", b.bus, 0x20, wired), Line: line, Quiet: 5 * ms}
	for pin := range 16 {
		bank.Keys[pin] = key(0, pin)
	}
	b.buttons = drivers.NewButtons(bank)
	return b
}

// tap presses a button and lets go, and returns what was read.
func (b *bench) tap(t *testing.T, at time.Duration) []hw.Press {
	t.Helper()
	b.finger(0, 3, true)
	got := b.run(t, at, at+10*ms, nil)
	b.finger(0, 3, false)
	return b.run(t, at+20*ms, at+50*ms, got)
}

func TestLineThatCannotBeHad(t *testing.T) {
	line := &busyLine{Pin: chip.NewPin("GPIO17", 17), busy: true}
	b := solo(t, line)
	b.chips[0].WireINTA(line.Pin)
	require.Empty(t, b.run(t, 0, 10*ms, nil))
	require.NoError(t, b.buttons.Err(0))
	require.EqualError(t, b.buttons.LineErr(0), "another program has it; the buttons are polled")
	assert.Len(t, b.tap(t, 100*ms), 2)

	line.busy = false
	require.Empty(t, b.run(t, 2*time.Second, 2*time.Second, nil))
	require.NoError(t, b.buttons.LineErr(0))
	_, due := b.buttons.Next()
	assert.False(t, due, "it is not polled any more")
	assert.Len(t, b.tap(t, 3*time.Second), 2)
	assert.Equal(t, 1, line.took, "somebody may be waiting for its edges")
}

func TestLineThatTellsNothing(t *testing.T) {
	line := chip.NewPin("GPIO17", 17)
	b := solo(t, line)
	require.Empty(t, b.run(t, 0, 10*ms, nil))
	require.Empty(t, b.tap(t, 100*ms), "the wire is broken")
	require.NoError(t, b.buttons.Check(time.Second, 0))
	assert.Len(t, b.run(t, time.Second, 2*time.Second, nil), 2, "a check finds the press")
	require.NoError(t, b.buttons.LineErr(0), "it may have come in the middle of the check")

	require.Empty(t, b.tap(t, 3*time.Second))
	require.NoError(t, b.buttons.Check(4*time.Second, 0))
	assert.Len(t, b.run(t, 4*time.Second, 4*time.Second+50*ms, nil), 2)
	require.ErrorContains(t, b.buttons.LineErr(0), "stays high when a button is pressed")
	assert.Len(t, b.tap(t, 5*time.Second), 2, "polled from now on")

	b.chips[0].WireINTA(line)
	assert.Len(t, b.tap(t, 6*time.Second), 2)
	require.NoError(t, b.buttons.LineErr(0), "repaired")
	_, due := b.buttons.Next()
	assert.False(t, due)
	assert.Len(t, b.tap(t, 7*time.Second), 2)
}

// On a line that two expanders share, presses of one do not prove that the other can signal.
func TestSharedLineThatTellsOfOneOnly(t *testing.T) {
	b := newBench(t, false)
	b.chips[1].WireINTA(chip.NewPin("nowhere", -1))
	tap := func(expander int, at time.Duration) []hw.Press {
		b.finger(expander, 0, true)
		got := b.run(t, at, at+10*ms, nil)
		b.finger(expander, 0, false)
		return b.run(t, at+20*ms, at+50*ms, got)
	}
	for i := range 2 {
		at := time.Duration(1+10*i) * time.Second
		require.Len(t, tap(0, at), 2)
		require.Empty(t, tap(1, at+time.Second))
		require.NoError(t, b.buttons.Check(at+2*time.Second, 1))
		require.Len(t, b.run(t, at+2*time.Second, at+3*time.Second, nil), 2)
	}
	for i := range 3 {
		at := time.Duration(30+i) * time.Second
		assert.Len(t, tap(0, at), 2)
		assert.Len(t, tap(1, at+100*ms), 2)
		assert.Error(t, b.buttons.LineErr(1))
		assert.NoError(t, b.buttons.LineErr(0))
	}
}

// A press in the middle of a check is not a fault of the line.
func TestLineThatTellsIsBelieved(t *testing.T) {
	line := chip.NewPin("GPIO17", 17)
	b := solo(t, line)
	b.chips[0].WireINTA(line)
	require.Empty(t, b.run(t, 0, 10*ms, nil))
	for i := range 4 {
		at := time.Duration(i+1) * time.Second
		require.NoError(t, b.buttons.Check(at, 0))
		pressed := false
		b.chips[0].Tap(func(string) {
			if !pressed {
				pressed = true
				b.chips[0].SetPinLocked(3, gpio.Low)
			}
		})
		require.Len(t, b.run(t, at, at+10*ms, nil), 1)
		b.finger(0, 3, false)
		require.Len(t, b.run(t, at+20*ms, at+50*ms, nil), 1)
		require.NoError(t, b.buttons.LineErr(0), "press %d", i)
	}
}

func TestFaultIsThatOfItsExpander(t *testing.T) {
	b := newBench(t, false)
	b.bus.Detach(0x20)
	require.NoError(t, b.buttons.Check(ms, 1))
	require.ErrorIs(t, b.buttons.Check(ms, 0), chip.ErrNack)
	require.NoError(t, b.buttons.Err(1))
}

// With random fingers, bouncing contacts and a host that is late, every press is read once, in
// order, with its release, and nothing else is.
func TestNoPressIsLostOrInvented(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newBench(t, false)
		now := ms
		var got []hw.Press
		var want []hw.Press
		var down [2][16]bool
		for range rapid.IntRange(1, 30).Draw(rt, "moves") {
			e := rapid.IntRange(0, 1).Draw(rt, "expander")
			pin := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 8, 9, 10}).Draw(rt, "pin")
			down[e][pin] = !down[e][pin]
			bounce := rapid.IntRange(0, 6).Draw(rt, "bounces")
			for range bounce {
				b.finger(e, pin, down[e][pin])
				if rapid.Bool().Draw(rt, "seen") { // the host is sometimes in time, sometimes not
					got = b.run(rt, now, now, got)
				}
				b.finger(e, pin, !down[e][pin])
				now += rapid.SampledFrom([]time.Duration{50, 300, 800}).Draw(rt, "us") * time.Microsecond
				if rapid.Bool().Draw(rt, "seen") {
					got = b.run(rt, now, now, got)
				}
			}
			b.finger(e, pin, down[e][pin])
			late := time.Duration(rapid.IntRange(0, 3).Draw(rt, "late")) * ms
			got = b.run(rt, now+late, now+late, got)
			now += late + time.Duration(rapid.IntRange(11, 40).Draw(rt, "rest"))*ms
			got = b.run(rt, now-time.Microsecond, now, got)
			want = append(want, hw.Press{Pod: key(e, pin).Pod, Down: down[e][pin]})
		}
		for i := range got {
			got[i].At, got[i].Unsure = 0, 0
		}
		require.Equal(rt, want, got)
	})
}

// Whatever the samples, presses and releases alternate, a stable level is reported in the end,
// and a press is reported at once.
func TestDebounce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := drivers.Debounce{Quiet: 5 * ms}
		now, reported, raw := time.Duration(0), false, false
		var lastUp time.Duration
		for range rapid.IntRange(1, 200).Draw(rt, "samples") {
			now += time.Duration(rapid.IntRange(0, 4000).Draw(rt, "us")) * time.Microsecond
			if d.Release(now) {
				require.True(rt, reported && !raw)
				require.GreaterOrEqual(rt, now-lastUp, 5*ms)
				reported = false
			}
			level := rapid.Bool().Draw(rt, "down")
			if raw && !level {
				lastUp = now
			}
			raw = level
			pressed := d.Sample(now, level)
			require.Equal(rt, level && !reported, pressed, "a press counts at once, and once")
			reported = reported || pressed
			require.Equal(rt, reported, d.Down())
		}
		now += 10 * ms
		if d.Release(now) {
			reported = false
		}
		require.Equal(rt, raw, reported, "a level that stays is reported")
	})
}

// BenchmarkPressToLight measures from a finger on a virtual button until a virtual light has
// its colour, through both drivers and both buses, with 12 buttons and debouncing.
func BenchmarkPressToLight(b *testing.B) {
	rig := newBench(b, false)
	strip := chip.NewAPA102(12)
	lights, err := drivers.NewLights(chip.NewPort("SPI0.0", 0, strip), drivers.LightsOptions{Count: 12, MaxMilliamps: 480})
	require.NoError(b, err)
	pins := []int{0, 1, 2, 3, 4, 5}
	var colours [12]hw.RGB
	presses := make([]hw.Press, 0, 16)
	now := time.Second
	took := make([]time.Duration, 0, 1<<20)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e, pin := i/6%2, pins[i%6]
		begin := time.Now()
		rig.finger(e, pin, true)
		presses, _ = rig.buttons.Scan(now, presses[:0])
		for _, p := range presses {
			l := &colours[int(p.Pod)/16*6+int(p.Pod)%16]
			if *l = (hw.RGB{R: 255, G: 128}); i&16 != 0 {
				*l = hw.RGB{B: 255}
			}
		}
		err := lights.Set(colours[:])
		if len(took) < cap(took) {
			took = append(took, time.Since(begin))
		}
		if err != nil || len(presses) != 1 {
			b.Fatal(err, presses)
		}
		rig.finger(e, pin, false)
		presses, _ = rig.buttons.Scan(now+20*ms, presses[:0])
		presses, _ = rig.buttons.Scan(now+40*ms, presses[:0])
		now += 60 * ms
	}
	b.ReportMetric(float64(median(took)), "ns/press-median")
}
