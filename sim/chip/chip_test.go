package chip_test

import (
	"image"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/apa102"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"

	"consigliere/config"
	"consigliere/hw"
	"consigliere/sim/chip"
)

func TestBusCountsAndFaults(t *testing.T) {
	bus := chip.NewBus("I2C1", 1)
	require.NoError(t, bus.SetSpeed(400*physic.KiloHertz))
	m := chip.NewMCP23017()
	bus.Attach(0x20, m)
	var r [2]byte
	require.NoError(t, bus.Tx(0x20, []byte{0x12}, r[:]))
	assert.Equal(t, 5, bus.Bytes(), "both addresses, the register and two bytes")
	assert.Equal(t, (5*9+3)*2500*time.Nanosecond, bus.Time(), "with two STARTs and a STOP")
	require.ErrorIs(t, bus.Tx(0x21, nil, nil), chip.ErrNack)
	assert.Equal(t, 6, bus.Bytes(), "an address that nobody acknowledges is on the wire too")
	require.Error(t, bus.Tx(0x80, nil, nil))

	bus.Fail(2, 2)
	require.NoError(t, bus.Tx(0x20, []byte{0x00, 0x11, 0x22}, nil))
	require.ErrorIs(t, bus.Tx(0x20, []byte{0x00, 0x33, 0x44}, nil), chip.ErrFault)
	require.NoError(t, bus.Tx(0x20, []byte{0x00}, r[:]))
	assert.Equal(t, [2]byte{0x11, 0x22}, r, "address and register passed, no value did")
	bus.Fail(1, 3)
	require.ErrorIs(t, bus.Tx(0x20, []byte{0x00, 0x33, 0x44}, nil), chip.ErrFault)
	require.NoError(t, bus.Tx(0x20, []byte{0x00}, r[:]))
	assert.Equal(t, [2]byte{0x33, 0x22}, r, "one value passed")
	bus.Cut(true)
	require.ErrorIs(t, bus.Tx(0x20, []byte{0}, nil), chip.ErrFault)
	bus.Cut(false)
	bus.Detach(0x20)
	require.ErrorIs(t, bus.Tx(0x20, []byte{0}, nil), chip.ErrNack)
	m2 := chip.NewMCP23017()
	bus.Attach(0x20, m)
	bus.Attach(0x20, m2)
	m2.SetPin(0, gpio.High)
	m.SetPin(1, gpio.High)
	require.NoError(t, bus.Tx(0x20, []byte{0x12}, r[:1]))
	assert.Zero(t, r[0], "of two chips at one address a 0 wins")
	assert.Zero(t, testing.AllocsPerRun(20, func() { _ = bus.Tx(0x20, r[:1], r[1:]) }))
}

func TestRegistry(t *testing.T) {
	for range 2 { // as often as one likes
		board, err := chip.NewBoard(config.Default())
		require.NoError(t, err)
		require.NoError(t, board.Register())
		bus, err := i2creg.Open("1")
		require.NoError(t, err)
		assert.Equal(t, "I2C1", bus.String())
		other, err := chip.NewBoard(config.Default())
		require.NoError(t, err)
		require.Error(t, other.Register(), "a name has one owner")
		require.NoError(t, board.Unregister())
		_, err = i2creg.Open("I2C1")
		require.Error(t, err)
	}
}

func TestMux(t *testing.T) {
	bus, mux := chip.NewBus("I2C1", 1), chip.NewTCA9548A()
	a, b := chip.NewMCP23017(), chip.NewMCP23017()
	mux.Channel(0).Attach(0x20, a)
	bus.Attach(0x70, mux)
	mux.Channel(7).Attach(0x20, b)
	require.ErrorIs(t, bus.Tx(0x20, []byte{0}, nil), chip.ErrNack, "no channel is on after power-on")
	require.NoError(t, bus.Tx(0x70, []byte{0x80}, nil))
	require.NoError(t, bus.Tx(0x20, []byte{0x00, 0x0F}, nil))
	var r [1]byte
	require.NoError(t, bus.Tx(0x70, nil, r[:]))
	assert.Equal(t, byte(0x80), r[0])
	require.NoError(t, bus.Tx(0x70, []byte{0x81}, nil))
	require.NoError(t, bus.Tx(0x20, []byte{0x00}, r[:]))
	assert.Equal(t, byte(0x0F), r[0], "both answer, 0xFF and 0x0F")
	mux.PowerOn()
	require.ErrorIs(t, bus.Tx(0x20, []byte{0}, nil), chip.ErrNack)

	// A multiplexer on a channel of another.
	inner := chip.NewTCA9548A()
	mux.Channel(3).Attach(0x71, inner)
	inner.Channel(5).Attach(0x22, chip.NewMCP23017())
	require.NoError(t, bus.Tx(0x70, []byte{1 << 3}, nil))
	require.NoError(t, bus.Tx(0x71, []byte{1 << 5}, nil))
	require.NoError(t, bus.Tx(0x22, []byte{0}, nil))
	assert.Empty(t, mux.Warnings())
}

// expander returns a chip on a bus, after writes to its registers.
func expander(t *testing.T, writes ...[]byte) (*chip.MCP23017, *chip.Bus, *chip.Pin) {
	t.Helper()
	bus, m, line := chip.NewBus("I2C1", 1), chip.NewMCP23017(), chip.NewPin("GPIO17", 17)
	require.NoError(t, line.In(gpio.PullUp, gpio.FallingEdge))
	m.WireINTA(line)
	bus.Attach(0x20, m)
	for _, w := range writes {
		require.NoError(t, bus.Tx(0x20, w, nil))
	}
	return m, bus, line
}

func read(t *testing.T, bus *chip.Bus, register byte, n int) []byte {
	t.Helper()
	r := make([]byte, n)
	require.NoError(t, bus.Tx(0x20, []byte{register}, r))
	return r
}

func TestMCP23017PowerOn(t *testing.T) {
	m, bus, _ := expander(t)
	want := make([]byte, 0x16)
	want[0], want[1] = 0xFF, 0xFF
	assert.Equal(t, want, read(t, bus, 0, 0x16), "IODIR is set, all else clear")
	assert.Equal(t, append(want, 0xFF), read(t, bus, 0, 0x17), "after OLATB comes IODIRA")
	assert.Empty(t, m.Warnings())
}

func TestMCP23017Pins(t *testing.T) {
	m, bus, _ := expander(t, []byte{0x0C, 0x0F, 0x80})
	m.SetPin(1, gpio.Low)
	m.SetPin(4, gpio.High)
	assert.Equal(t, []byte{0x1D, 0x80}, read(t, bus, 0x12, 2), "pull-ups, a finger, a driven pin")
	require.NoError(t, bus.Tx(0x20, []byte{0x02, 0xFF}, nil))
	assert.Equal(t, []byte{0xE2}, read(t, bus, 0x12, 1), "IPOL turns what is read")
	require.NoError(t, bus.Tx(0x20, []byte{0x12, 0x55}, nil))
	assert.Equal(t, []byte{0x55}, read(t, bus, 0x14, 1), "a write to GPIO goes to OLAT")
	require.NoError(t, bus.Tx(0x20, []byte{0x01, 0x00}, nil))
	require.NoError(t, bus.Tx(0x20, []byte{0x15, 0x41}, nil))
	assert.True(t, bool(m.Pin(8)))
	assert.True(t, bool(m.Pin(14)))
	assert.False(t, bool(m.Pin(15)), "an output does not heed the pull-up")
	m.SetPin(8, gpio.Low)
	assert.Equal(t, []string{"GPB0 is an output and is driven from outside: a short circuit"}, m.Warnings())
}

func TestMCP23017Interrupts(t *testing.T) {
	m, bus, line := expander(t, []byte{0x0A, 0x44}, []byte{0x0C, 0xFF, 0xFF}, []byte{0x04, 0x0F, 0x0F})
	assert.Equal(t, gpio.High, line.Read(), "nothing to tell")
	m.SetPin(7, gpio.Low)
	assert.Equal(t, gpio.High, line.Read(), "GPA7 is not enabled")
	m.SetPin(2, gpio.Low)
	assert.Equal(t, gpio.Low, line.Read())
	assert.True(t, line.WaitForEdge(0))
	m.SetPin(3, gpio.Low)
	m.Release(2)
	assert.Equal(t, []byte{0x04, 0x00}, read(t, bus, 0x0E, 2), "the first change only")
	assert.Equal(t, gpio.Low, line.Read(), "reading INTF clears nothing")
	assert.Equal(t, []byte{0x7B}, read(t, bus, 0x10, 1), "the port as it was at the interrupt")
	assert.Equal(t, gpio.High, line.Read(), "reading INTCAP clears it")
	m.SetPin(8, gpio.Low)
	assert.Equal(t, gpio.Low, line.Read(), "MIRROR: port B pulls INTA")
	read(t, bus, 0x12, 1)
	assert.Equal(t, gpio.Low, line.Read(), "reading the other port does not clear it")
	read(t, bus, 0x13, 1)
	assert.Equal(t, gpio.High, line.Read())

	// Compared with DEFVAL, INT stays as long as the pin differs.
	m, bus, line = expander(t, []byte{0x0A, 0x44}, []byte{0x0C, 0xFF}, []byte{0x06, 0xFF}, []byte{0x08, 0xFF}, []byte{0x04, 0x01})
	m.SetPin(0, gpio.Low)
	read(t, bus, 0x12, 1)
	assert.Equal(t, gpio.Low, line.Read())
	m.Release(0)
	read(t, bus, 0x12, 1)
	assert.Equal(t, gpio.High, line.Read())

	// Push-pull, active high.
	m, bus, line = expander(t, []byte{0x0A, 0x02}, []byte{0x0C, 0xFF}, []byte{0x04, 0x01})
	assert.Equal(t, gpio.Low, line.Read())
	m.SetPin(0, gpio.Low)
	assert.Equal(t, gpio.High, line.Read())
	read(t, bus, 0x12, 1)
	assert.Empty(t, m.Warnings())
}

func TestMCP23017Banks(t *testing.T) {
	m, bus, _ := expander(t, []byte{0x0A, 0xA0}) // BANK, SEQOP
	require.NoError(t, bus.Tx(0x20, []byte{0x16, 0x3C}, nil))
	assert.Equal(t, []byte{0x3C, 0x3C}, read(t, bus, 0x16, 2), "GPPUB; the pointer stays")
	require.NoError(t, bus.Tx(0x20, []byte{0x05, 0x20}, nil))
	assert.Equal(t, []byte{0x00, 0x3C, 0x00}, read(t, bus, 0x0C, 3), "byte mode toggles between the ports")
	assert.NotEmpty(t, m.Warnings(), "BANK was changed in sequential mode")
	_ = bus.Tx(0x20, []byte{0x40, 1}, nil)
	_ = bus.Tx(0x20, []byte{0x0E, 1}, nil)
	assert.Contains(t, m.Warnings(), "address pointer 0x40: no such register")
	assert.Contains(t, m.Warnings(), "write to INTFA, which is read-only")
}

// glass returns a display after the commands that a module needs.
func glass(t *testing.T, h int, commands ...byte) (*chip.SSD1306, *chip.Bus) {
	t.Helper()
	bus, d := chip.NewBus("I2C1", 1), chip.NewSSD1306(128, h)
	bus.Attach(0x3C, d)
	pins := byte(0x12)
	if h == 32 {
		pins = 0x02
	}
	init := []byte{0x00, 0xA8, byte(h - 1), 0xDA, pins, 0x8D, 0x14, 0xA1, 0xC8, 0x20, 0x00, 0xAF}
	require.NoError(t, bus.Tx(0x3C, append(init, commands...), nil))
	require.NoError(t, bus.Tx(0x3C, append([]byte{0x40}, make([]byte, 1024)...), nil))
	return d, bus
}

// lit returns the pixels that are lit.
func lit(f *hw.Frame) []image.Point {
	var list []image.Point
	for y := range f.H {
		for x := range f.W {
			if f.Lit(x, y) {
				list = append(list, image.Pt(x, y))
			}
		}
	}
	return list
}

func TestSSD1306Addressing(t *testing.T) {
	for _, c := range []struct {
		name     string
		commands []byte
		n        int
		want     []image.Point // of 0x01 bytes
	}{
		{"horizontal", []byte{0x21, 10, 11, 0x22, 2, 3}, 3, []image.Point{{10, 16}, {11, 16}, {10, 24}}},
		{"horizontal-wraps", []byte{0x21, 10, 11, 0x22, 2, 3}, 4, []image.Point{{10, 16}, {11, 16}, {10, 24}, {11, 24}}},
		{"vertical", []byte{0x20, 1, 0x21, 10, 11, 0x22, 2, 3}, 3, []image.Point{{10, 16}, {11, 16}, {10, 24}}},
		{"page", []byte{0x20, 2, 0xB3, 0x0F, 0x17}, 2, []image.Point{{0, 24}, {127, 24}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, bus := glass(t, 64)
			require.NoError(t, bus.Tx(0x3C, append([]byte{0}, c.commands...), nil))
			data := []byte{0x40}
			for range c.n {
				data = append(data, 1)
			}
			require.NoError(t, bus.Tx(0x3C, data, nil))
			assert.Equal(t, c.want, lit(d.Frame()))
			assert.Empty(t, d.Warnings())
		})
	}
}

func TestSSD1306Shows(t *testing.T) {
	d, bus := glass(t, 64, 0x21, 0, 127, 0x22, 0, 7)
	send := func(b ...byte) { require.NoError(t, bus.Tx(0x3C, b, nil)) }
	send(0x40, 0x02)
	assert.Equal(t, []image.Point{{0, 1}}, lit(d.Frame()))
	send(0x00, 0xA0)
	assert.Equal(t, []image.Point{{127, 1}}, lit(d.Frame()), "segments the other way")
	send(0x00, 0xC0)
	assert.Equal(t, []image.Point{{127, 62}}, lit(d.Frame()), "commons the other way")
	send(0x80, 0xA1, 0x80, 0xC8, 0x00, 0x41)
	assert.Equal(t, []image.Point{{0, 0}}, lit(d.Frame()), "the start line; control bytes one by one")
	send(0x00, 0xA7)
	assert.Len(t, lit(d.Frame()), 128*64-1, "inverse")
	send(0x00, 0xA5)
	assert.Len(t, lit(d.Frame()), 128*64, "all on")
	send(0x00, 0xAE)
	assert.Empty(t, lit(d.Frame()), "off")
	send(0x00, 0xA4, 0xA6, 0x40, 0x81)
	send(0x00, 0x33, 0xAF)
	assert.Equal(t, 0x33, d.Contrast(), "an argument may come in the next transfer")
	assert.Empty(t, d.Warnings())

	d.PowerOn()
	assert.Empty(t, lit(d.Frame()), "dark after power-on")
	send(0x00, 0xAF)
	assert.Empty(t, lit(d.Frame()), "and dark without the charge pump")
	send(0x00, 0xAE, 0x8D, 0x14, 0xAF)
	assert.NotEmpty(t, lit(d.Frame()), "noise")
}

func TestSSD1306Warns(t *testing.T) {
	for _, c := range []struct {
		name, want string
		commands   []byte
	}{
		{"page-command-in-horizontal-mode", "command B1 (page of page mode) outside of page mode", []byte{0xB1}},
		{"window-backwards", "command 21 0A 05: the window ends before it begins", []byte{0x21, 10, 5}},
		{"window-too-wide", "command 22 FF: want at most 07", []byte{0x22, 0, 255}},
		{"window-in-page-mode", "command 21 (window) in page mode", []byte{0x20, 2, 0x21, 0, 5}},
		{"unknown", "command F0 is not in the data sheet", []byte{0xF0}},
		{"few-lines", "command A8 03: want 0F to 3F", []byte{0xA8, 3}},
		{"com-pins", "display on with COM pins 02 on a glass of 64 rows: the rows interleave", []byte{0xAE, 0xDA, 2, 0xAF}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, bus := glass(t, 64)
			require.NoError(t, bus.Tx(0x3C, append([]byte{0}, c.commands...), nil))
			assert.Contains(t, d.Warnings(), c.want)
		})
	}
}

// Periph's own driver draws on the virtual glass: the chip obeys page commands in horizontal
// mode, as silicon does, and warns of them.
func TestSSD1306WithPeriphsDriver(t *testing.T) {
	bus, d := chip.NewBus("I2C1", 1), chip.NewSSD1306(128, 64)
	bus.Attach(0x3C, d)
	dev, err := ssd1306.NewI2C(bus, &ssd1306.DefaultOpts)
	require.NoError(t, err)
	img := image1bit.NewVerticalLSB(dev.Bounds())
	for _, p := range []image.Point{{3, 4}, {60, 33}, {127, 63}, {90, 8}} {
		img.SetBit(p.X, p.Y, image1bit.On)
		require.NoError(t, dev.Draw(dev.Bounds(), img, image.Point{}))
		want := hw.NewFrame(128, 64)
		for y := range 64 {
			for x := range 128 {
				want.Set(x, y, bool(img.BitAt(x, y)))
			}
		}
		require.True(t, want.Equal(d.Frame()), "after %v", p)
	}
	assert.Contains(t, d.Warnings(), "command B4 (page of page mode) outside of page mode")
}

func TestAPA102WithPeriphsDriver(t *testing.T) {
	strip := chip.NewAPA102(20)
	opts := apa102.PassThruOpts
	opts.NumPixels = 20
	dev, err := apa102.New(chip.NewPort("SPI0.0", 0, strip), &opts)
	require.NoError(t, err)
	pixels := make([]byte, 60)
	pixels[0], pixels[58] = 255, 255
	_, err = dev.Write(pixels)
	require.NoError(t, err)
	got := strip.Colours()
	assert.Equal(t, hw.RGB{R: 255}, got[0])
	assert.Equal(t, hw.RGB{G: 255}, got[19])
	assert.Equal(t, 20+2*20.0, strip.Current())
}

func TestAPA102NeedsItsClocks(t *testing.T) {
	strip := chip.NewAPA102(3)
	port := chip.NewPort("SPI0.0", 0, strip)
	_, err := port.Connect(physic.MegaHertz, spi.Mode1, 8)
	require.Error(t, err, "data changes at the wrong edge")
	conn, err := port.Connect(physic.MegaHertz, spi.Mode0, 8)
	require.NoError(t, err)
	_, err = port.Connect(physic.MegaHertz, spi.Mode0, 8)
	require.Error(t, err, "connected twice")
	red := []byte{0xFF, 0, 0, 255}
	stream := []byte{0, 0, 0, 0}
	for range 3 {
		stream = append(stream, red...)
	}
	require.NoError(t, conn.Tx(stream, nil))
	assert.Equal(t, []hw.RGB{{R: 255}, {R: 255}, {}}, strip.Colours(), "the last light still waits for its clocks")
	require.NoError(t, conn.Tx([]byte{0}, nil))
	assert.Equal(t, hw.RGB{R: 255}, strip.Colours()[2])
	require.NoError(t, conn.Tx(append(append([]byte{0, 0, 0, 0}, stream...), 0xE1, 1, 1, 1, 0, 0), nil))
	assert.Equal(t, []string{"more lights sent than the strip's 3"}, strip.Warnings())
	require.ErrorContains(t, conn.Tx(make([]byte, chip.MaxSPI+1), nil), "want at most 4096")
}

func TestPinWires(t *testing.T) {
	p := chip.NewPin("GPIO27", 27)
	a, b := p.NewDrive(), p.NewDrive()
	a.Set(gpio.High)
	b.Set(gpio.Low)
	assert.Equal(t, []string{"GPIO27: driven high and low at once"}, p.Warnings())
	require.NoError(t, p.In(gpio.PullUp, gpio.BothEdges))
	done := make(chan bool)
	go func() { done <- p.WaitForEdge(-1) }()
	for stopped := false; !stopped; { // until it has begun to wait
		require.NoError(t, p.Halt())
		select {
		case got := <-done:
			assert.False(t, got, "Halt ends a wait")
			stopped = true
		case <-time.After(time.Millisecond):
		}
	}
	var open *chip.Drive
	open.Set(gpio.Low) // an open wire
}

// FuzzMCP23017 tries any transfers and fingers on the chip: it must not panic, and what it
// shows must be consistent.
func FuzzMCP23017(f *testing.F) {
	f.Add([]byte{3, 0x0A, 0x44, 0xFF, 0x82, 0x12, 5})
	f.Add([]byte{2, 0x0A, 0x80, 2, 0x05, 0x00, 0xC0, 0xE5})
	f.Fuzz(func(t *testing.T, script []byte) {
		bus, m, line := chip.NewBus("I2C1", 1), chip.NewMCP23017(), chip.NewPin("GPIO17", 17)
		_ = line.In(gpio.PullUp, gpio.BothEdges)
		m.WireINTA(line)
		m.WireINTB(line)
		bus.Attach(0x20, m)
		for len(script) > 0 {
			op := script[0]
			script = script[1:]
			switch n := int(op & 0x1F); op >> 6 {
			case 0, 1: // write n bytes
				n = min(n, len(script))
				_ = bus.Tx(0x20, script[:n], nil)
				script = script[n:]
			case 2: // read n bytes
				_ = bus.Tx(0x20, nil, make([]byte, n+1))
			case 3: // a finger
				if n&16 != 0 {
					m.Release(n & 15)
				} else {
					m.SetPin(n&15, gpio.Level(op&0x20 != 0))
				}
			}
		}
		// Whatever happened, the chip can be set up again and read.
		_ = bus.Tx(0x20, []byte{0x05, 0}, nil)
		_ = bus.Tx(0x20, []byte{0x0A, 0}, nil)
		for pin := range 16 {
			m.SetPin(pin, pin%3 == 0)
		}
		_ = bus.Tx(0x20, append([]byte{0x00, 0xFF, 0xFF}, make([]byte, 12)...), nil)
		var r [2]byte
		if err := bus.Tx(0x20, []byte{0x12}, r[:]); err != nil || r != [2]byte{0x49, 0x92} {
			t.Fatalf("GPIO %x, error %v, want 4992", r, err)
		}
	})
}

// FuzzSSD1306 tries any transfers on the display: it must not panic, and a full set-up must
// repair it.
func FuzzSSD1306(f *testing.F) {
	f.Add([]byte{0x00, 0x21, 0x7F, 0x00, 0x22, 7, 0}, []byte{0x40, 1, 2, 3})
	f.Add([]byte{0x80, 0x20, 0xC0, 0xFF, 0x00, 0x29}, []byte{0x00, 0x2F})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		for _, h := range []int{64, 32} {
			bus, d := chip.NewBus("I2C1", 1), chip.NewSSD1306(128, h)
			bus.Attach(0x3C, d)
			_ = bus.Tx(0x3C, a, nil)
			d.Frame()
			_ = bus.Tx(0x3C, b, make([]byte, 3))
			d.Frame()
			d.Warnings()
			pins := byte(0x12)
			if h == 32 {
				pins = 0x02
			}
			_ = bus.Tx(0x3C, []byte{
				0, 0xE3, 0xE3, 0xE3, 0xE3, 0xE3, 0xE3, 0x2E, 0xA8, byte(h - 1), 0xD3, 0, 0x40, 0x8D, 0x14, 0x20, 0,
				0xA1, 0xC8, 0xDA, pins, 0xA4, 0xA6, 0x21, 0, 127, 0x22, 0, 7, 0xAF,
			}, nil)
			_ = bus.Tx(0x3C, append([]byte{0x40, 1}, make([]byte, 1023)...), nil)
			if got := lit(d.Frame()); len(got) != 1 || got[0] != (image.Point{}) {
				t.Fatalf("lit %v, want one pixel at 0,0", got)
			}
		}
	})
}
