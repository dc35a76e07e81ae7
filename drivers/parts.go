package drivers

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"consigliere/config"
	"consigliere/hw"
)

const (
	// checkEvery is how often one part after the other is asked whether it is still there.
	checkEvery = 500 * time.Millisecond
	// refreshEvery is how often a display is set up and drawn anew, in case it lost power
	// and got it back unseen.
	refreshEvery = time.Minute
)

// A Host is where buses, ports and pins come from: [Periph] or [Real].
type Host struct {
	I2C func(name string) (i2c.BusCloser, error)
	SPI func(name string) (spi.PortCloser, error)
	Pin func(name string) (gpio.PinIn, error)
	// Speaker returns the voice on a sound device; nil: the host has none.
	Speaker func(device string) (hw.Speaker, error)
}

// A Report is how a part of the box is.
type Report struct {
	Part string // "expander left", "main screen", "screen of pod 2", "lights", "mux", "speaker"
	Err  error  // why it does not work; nil: it works
}

// Parts are the real parts of a box behind their drivers. One goroutine owns them.
type Parts struct {
	// Clock is the time of Scan, as it goes on. With it the buttons are read before each
	// picture that is sent too: nine pictures take long, and an expander keeps only the first
	// change in the meantime. What was pressed comes with the next Scan. Nil: they are not.
	Clock func() time.Duration

	log     *slog.Logger
	box     hw.Box
	buttons *Buttons
	lines   []gpio.PinIn
	parts   []*part
	close   []func() error

	early   []hw.Press // read between pictures
	begun   bool
	checkAt time.Duration
	turn    int // the part to check next
}

// A part is one part of a box, and what is known about it.
type part struct {
	name  string
	err   error
	check func(now time.Duration) error
}

// Open puts together the drivers of all parts that a configuration asks for.
//
// Every part is in the box, also one that does not answer: its methods return errors then,
// and work once it does. Buses and ports are opened when they are first used, and again
// after a failure. A speaker that the host cannot have is nil, and buttons whose interrupt
// line does not exist are polled. What does not work stands in [Parts.Health], and is
// logged once when it fails and once when it is back, unless it is returned to somebody who
// can log it. A nil log is silent.
func Open(c *config.Box, h Host, log *slog.Logger) (*Parts, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	p := &Parts{log: log, box: hw.Box{Pods: len(c.Pods), Private: make([]hw.Screen, len(c.Pods))}}
	buses := map[string]*bus{}
	at := func(name string) *bus {
		if buses[name] == nil {
			buses[name] = &bus{name: name, open: h.I2C}
			p.close = append(p.close, buses[name].Close)
		}
		return buses[name]
	}
	p.wireButtons(c, h, at)
	var mux *Mux
	if c.Mux != nil {
		mux = NewMux(at(c.Mux.Bus), c.Mux.Address)
		p.add("mux", func(time.Duration) error { return mux.Check() })
	}
	screen := func(name string, s *config.Screen) (hw.Screen, error) {
		if s == nil {
			return nil, nil
		}
		var b i2c.Bus = at(s.Bus)
		if s.Channel >= 0 {
			if mux == nil {
				return nil, fmt.Errorf("%s: channel %d without a mux", name, s.Channel)
			}
			var err error
			if b, err = mux.Bus(s.Channel); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		d, err := NewScreen(b, ScreenOptions{Address: s.Address, W: s.W, H: s.H, Flip: s.Flip})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		w := &watchedScreen{Screen: d, parts: p}
		w.part = p.add(name, w.check)
		return w, nil
	}
	var err error
	if p.box.Main, err = screen("main screen", c.Main); err != nil {
		return nil, err
	}
	for i := range c.Pods {
		if p.box.Private[i], err = screen(fmt.Sprintf("screen of pod %d", i), c.Pods[i].Screen); err != nil {
			return nil, err
		}
	}
	if err := p.wireLights(c, h); err != nil {
		return nil, err
	}
	if c.Speaker != nil {
		err := errors.New("this host has none")
		var s hw.Speaker
		if h.Speaker != nil {
			s, err = h.Speaker(c.Speaker.Device)
		}
		if err == nil {
			p.box.Speaker = s
		}
		p.note(p.add("speaker", nil), err)
	}
	return p, nil
}

func (p *Parts) add(name string, check func(time.Duration) error) *part {
	t := &part{name: name, check: check}
	p.parts = append(p.parts, t)
	return t
}

func (p *Parts) wireButtons(c *config.Box, h Host, at func(string) *bus) {
	banks := make([]Bank, len(c.Expanders))
	wired := make([]uint16, len(c.Expanders))
	wire := func(pod hw.Pod, b config.Buttons) {
		for i, pin := range b {
			banks[pin.Expander].Keys[pin.Bit] = Key{Pod: pod, Button: hw.Button(i)}
			wired[pin.Expander] |= 1 << pin.Bit
		}
	}
	if c.Panel != nil {
		wire(hw.Panel, *c.Panel)
	}
	for i := range c.Pods {
		wire(hw.Pod(i), c.Pods[i].Buttons)
	}
	lines := map[string]gpio.PinIn{}
	for i, e := range c.Expanders {
		banks[i].Expander = NewExpander(e.Name, at(e.Bus), e.Address, wired[i])
		banks[i].Quiet = c.Debounce
		p.add("expander "+e.Name, func(now time.Duration) error { return p.buttons.Check(now, i) })
		if e.Interrupt == "" {
			continue
		}
		told := p.add("interrupt line of expander "+e.Name, nil)
		line, ok := lines[e.Interrupt]
		if !ok {
			var err error
			if line, err = h.Pin(e.Interrupt); err != nil {
				p.note(told, fmt.Errorf("%w; the buttons are polled", err))
				continue
			}
			lines[e.Interrupt] = line
			p.lines = append(p.lines, line)
		}
		banks[i].Line = line
		told.check = func(time.Duration) error { return p.buttons.LineErr(i) }
	}
	p.buttons = NewButtons(banks...)
}

func (p *Parts) wireLights(c *config.Box, h Host) error {
	if c.Lights == nil {
		return nil
	}
	port := &port{name: c.Lights.Port, open: h.SPI}
	p.close = append(p.close, port.Close)
	strip, err := NewLights(port, LightsOptions{
		Count: c.Lights.Count, MaxMilliamps: c.Lights.MaxMilliamps, Brightness: c.Lights.Brightness,
	})
	if err != nil {
		return err
	}
	l := &podLights{strip: strip, room: make([]hw.RGB, strip.Count())}
	for _, pod := range c.Pods {
		l.places = append(l.places, pod.Light)
	}
	l.part = p.add("lights", func(time.Duration) error { return strip.Check() })
	p.box.Lights = l
	return nil
}

// Box returns the box.
func (p *Parts) Box() hw.Box { return p.box }

// Lines returns the interrupt lines, for [Watch].
func (p *Parts) Lines() []gpio.PinIn { return p.lines }

// Buttons returns the buttons.
func (p *Parts) Buttons() *Buttons { return p.buttons }

// Scan reads the buttons (see [Buttons.Scan]) and now and then asks one part whether it is
// still there. A part that fails is no error here, as the table goes on without it.
func (p *Parts) Scan(now time.Duration, dst []hw.Press) []hw.Press {
	dst = append(dst, p.early...)
	p.early = p.early[:0]
	dst, _ = p.buttons.Scan(now, dst) // the faults are in Err, and noted with the round below
	if !p.begun {
		p.begun, p.checkAt = true, now+checkEvery
		p.round(now)
	}
	if now >= p.checkAt && len(p.parts) > 0 {
		p.checkAt = now + checkEvery
		p.turn = (p.turn + 1) % len(p.parts)
		p.check(p.parts[p.turn], now)
	}
	return dst
}

// Next returns when Scan is wanted though no line falls.
func (p *Parts) Next() time.Duration {
	if len(p.early) > 0 {
		return p.early[0].At
	}
	if t, ok := p.buttons.Next(); ok && t < p.checkAt {
		return t
	}
	return p.checkAt
}

// Retry asks every part now, and not one after the other, whether it is there. It reports
// whether that changed for any.
func (p *Parts) Retry(now time.Duration) bool { return p.round(now) }

func (p *Parts) round(now time.Duration) bool {
	changed := false
	for _, t := range p.parts {
		changed = p.check(t, now) || changed
	}
	return changed
}

func (p *Parts) check(t *part, now time.Duration) bool {
	if t.check == nil {
		return false
	}
	return p.note(t, t.check(now))
}

// note keeps how a part is, and logs when that changes. It reports whether it did.
func (p *Parts) note(t *part, err error) bool {
	was := t.err
	t.err = err
	if (was == nil) == (err == nil) {
		return false
	}
	if err != nil {
		p.log.Warn("part fails", "part", t.name, "error", err)
	} else {
		p.log.Info("part is back", "part", t.name)
	}
	return true
}

// Health returns how each part is, in the order of the configuration.
func (p *Parts) Health() []Report {
	list := make([]Report, len(p.parts))
	for i, t := range p.parts {
		list[i] = Report{t.name, t.err}
	}
	return list
}

// Close makes screens and lights dark, as they would show for ever what they showed last,
// and closes buses and ports. A part that does not answer is no error, as ever.
func (p *Parts) Close() error {
	if l, ok := p.box.Lights.(*podLights); ok {
		_ = l.strip.Set(nil)
	}
	for pod := hw.Panel; int(pod) < p.box.Pods; pod++ {
		s := p.box.PrivateScreen(pod)
		if pod == hw.Panel {
			s = p.box.Main
		}
		if w, ok := s.(*watchedScreen); ok {
			_ = w.Dark()
		}
	}
	var errs []error
	for _, f := range p.close {
		errs = append(errs, f())
	}
	if c, ok := p.box.Speaker.(interface{ Close() error }); ok {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// A watchedScreen is a display whose errors are noted. They are returned to whoever shows
// something, and not logged here.
type watchedScreen struct {
	*Screen
	parts   *Parts
	part    *part
	refresh time.Duration
}

// Show implements [hw.Screen].
func (w *watchedScreen) Show(f *hw.Frame) error {
	if p := w.parts; p.Clock != nil {
		p.early, _ = p.buttons.Scan(p.Clock(), p.early) // as in Parts.Scan
	}
	w.part.err = w.Screen.Show(f)
	return w.part.err
}

func (w *watchedScreen) check(now time.Duration) error {
	if now < w.refresh {
		return w.Screen.Check()
	}
	w.refresh = now + refreshEvery
	return w.Refresh()
}

// podLights gives the lights of the pods their places on the strip.
type podLights struct {
	strip  *Lights
	part   *part
	places []int // by pod; -1 without a light
	room   []hw.RGB
}

// Set implements [hw.Lights].
func (l *podLights) Set(colours []hw.RGB) error {
	for pod, at := range l.places {
		if at >= 0 && at < len(l.room) && pod < len(colours) {
			l.room[at] = colours[pod]
		}
	}
	l.part.err = l.strip.Set(l.room)
	return l.part.err
}

// A bus is an I2C bus that is opened when it is used, and again after it could not be.
type bus struct {
	name string
	open func(string) (i2c.BusCloser, error)
	bus  i2c.BusCloser
}

func (b *bus) String() string { return b.name }

func (b *bus) Tx(addr uint16, w, r []byte) error {
	if b.bus == nil {
		opened, err := b.open(b.name)
		if err != nil {
			return fmt.Errorf("open bus %s: %w", b.name, err)
		}
		b.bus = opened
	}
	return b.bus.Tx(addr, w, r)
}

func (b *bus) SetSpeed(f physic.Frequency) error {
	if b.bus == nil {
		return fmt.Errorf("set speed of bus %s: it is not open", b.name)
	}
	return b.bus.SetSpeed(f)
}

func (b *bus) Close() error {
	if b.bus == nil {
		return nil
	}
	defer func() { b.bus = nil }()
	return b.bus.Close()
}

// A port is an SPI port that is opened and connected when it is used, and again after it
// could not be.
type port struct {
	name  string
	open  func(string) (spi.PortCloser, error)
	port  spi.PortCloser
	conn  spi.Conn
	speed physic.Frequency
	mode  spi.Mode
	bits  int
}

func (p *port) String() string { return p.name }

// Connect implements [spi.Port]. It keeps the parameters for the first transfer.
func (p *port) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	p.speed, p.mode, p.bits = f, m, bits
	return (*portConn)(p), nil
}

func (p *port) Close() error {
	if p.port == nil {
		return nil
	}
	defer func() { p.port, p.conn = nil, nil }()
	return p.port.Close()
}

type portConn port

func (c *portConn) String() string      { return c.name }
func (c *portConn) Duplex() conn.Duplex { return conn.Full }

func (c *portConn) Tx(w, r []byte) error {
	if err := c.connect(); err != nil {
		return err
	}
	return c.conn.Tx(w, r)
}

func (c *portConn) TxPackets(packets []spi.Packet) error {
	if err := c.connect(); err != nil {
		return err
	}
	return c.conn.TxPackets(packets)
}

func (c *portConn) connect() error {
	if c.conn != nil {
		return nil
	}
	opened, err := c.open(c.name)
	if err != nil {
		return fmt.Errorf("open port %s: %w", c.name, err)
	}
	conn, err := opened.Connect(c.speed, c.mode, c.bits)
	if err != nil {
		return errors.Join(fmt.Errorf("connect port %s: %w", c.name, err), opened.Close())
	}
	c.port, c.conn = opened, conn
	return nil
}
