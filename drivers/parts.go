package drivers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"consigliere/config"
	"consigliere/drivers/contact"
	"consigliere/hw"
)

const (
	// checkEvery is how often a part is checked, one after the other.
	checkEvery = 500 * time.Millisecond
	// refreshEvery is how often a display is set up and drawn again, in case it lost power for
	// a moment.
	refreshEvery = time.Minute
)

// A Host is where buses, ports and pins come from: [Periph] or [Real].
type Host struct {
	I2C func(name string) (i2c.BusCloser, error)
	SPI func(name string) (spi.PortCloser, error)
	Pin func(name string) (gpio.PinIn, error)
	// Lines returns lines of the header, by the numbers of their GPIOs, as contacts that close to
	// ground; Keyboard returns a keyboard. wake is called, by any goroutine, when there is
	// something to read; a [contact.Waiter] does not call it. Wave returns the PWM of a line, such
	// as "GPIO18". They are nil if the host has none.
	Lines    func(gpios []int, wake func()) (contact.Reader, error)
	Keyboard func(device string, wake func()) (contact.Reader, error)
	Wave     func(line string) (Wave, error)
	// Reset pulls a line, such as "GPIO22", down for a moment. It is nil if the host cannot.
	Reset func(line string) error
	// Noisy says that its contacts are at the end of wires, which catch what is around them. Those of
	// virtual chips do not.
	Noisy bool
	// Speaker returns the voice of a box. It is nil if the host has none.
	Speaker func(config.Speaker) (hw.Speaker, error)
	// Look returns what there is, for whoever has no configuration yet. It is nil if the host
	// cannot tell.
	Look func() Found
	// Batteries returns how full the batteries of keyboards by Bluetooth are, in percent, by address. It
	// may wait. It is nil if the host cannot tell.
	Batteries func(context.Context) (map[string]int, error)
	// Needs looks at the buses, ports and lines that a box needs, and says of each why it cannot be
	// used, as a [Lack]. It is nil if the host cannot tell.
	Needs func(*config.Box) []Report
	// Tray returns the reader of dice. It is nil if the host has none.
	Tray func(*config.Tray, *slog.Logger) (hw.Tray, error)
}

// noise returns how long a contact must be down to count.
func (h *Host) noise(c *config.Box) time.Duration {
	if h.Noisy {
		return c.Noise
	}
	return 0
}

// Found is what a machine has that parts may be wired to, by the names of a configuration.
type Found struct {
	I2C, SPI  []string
	Lines     []int    // the GPIOs of the header that no bus has and nobody uses
	Keyboards []string // keyboards, numpads and arcade encoders, by the files of their devices
	Cameras   []string // as [tray.Device] takes them
	Cards     []string // sound cards that play, by the names of ALSA
	Lacks     []Report // what a machine of this kind usually has
}

// BusLines returns the GPIOs of a Pi that its buses use, and those that can't be buttons anyway:
// the two of the boards' identification and the two of the serial console.
func (f *Found) BusLines() []int {
	lines := []int{0, 1, 14, 15}
	if slices.Contains(f.I2C, "I2C1") {
		lines = append(lines, 2, 3)
	}
	if slices.ContainsFunc(f.SPI, func(name string) bool { return strings.HasPrefix(name, "SPI0.") }) {
		lines = append(lines, 7, 8, 9, 10, 11)
	}
	return lines
}

// A Report is the health of a part of the box.
type Report struct {
	Part string // "expander left", "main screen", "screen of pod 2", "lights", "mux", "speaker"
	Err  error  // why it does not work, or nil
}

// Parts are the drivers of the parts of a box. One goroutine owns them.
type Parts struct {
	// Clock, if not nil, returns the present time on the clock of Scan. The buttons are then
	// also read before each picture that is sent: nine pictures take long, and meanwhile an
	// expander keeps only the first change. These presses come with the next Scan.
	Clock func() time.Duration

	log     *slog.Logger
	box     hw.Box
	buttons *Buttons
	banks   []Bank
	direct  []*Direct
	lines   []gpio.PinIn
	sound   *sounds // nil without voice and buzzer
	parts   []*part
	close   []func() error
	rest    rest
	guard   guard
	doze    doze
	bright  int // how bright displays and lights are, in percent
	pins    map[hw.Pod][]config.Pin
	cells   cells

	early   []hw.Press    // read between pictures
	scanned time.Duration // when the buttons were read last
	free    time.Duration // when the owner had done all that it had to do
	read    []hw.Press
	last    time.Duration // of the last press or release
	begun   bool
	checkAt time.Duration
	turn    int // the part to check next
}

// A part is a part of a box and its health.
type part struct {
	name  string
	err   error
	check func(now time.Duration) error
	// trouble says that it is not a part of its own, and is reported only if something is wrong.
	trouble bool
	// returned is whether methods of the box return its errors. Whoever calls these logs them.
	returned bool
}

// Open returns the drivers of all parts in a configuration.
//
// Every part is in the box, even one that does not answer: its methods return errors until
// it does. Buses and ports are opened when they are first used, and again after a failure.
// A speaker that cannot be opened is nil, and buttons whose interrupt line cannot be opened
// are polled. [Parts.Health] returns what does not work. It is logged once when it fails
// and once when it is back, except screens and lights, whose errors are returned to
// somebody who can log them. A nil log is silent.
func Open(c *config.Box, h Host, log *slog.Logger) (*Parts, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	p := &Parts{log: log, bright: 100, guard: newGuard(), pins: map[hw.Pod][]config.Pin{}, rest: rest{bell: make(bell, 1)}, box: hw.Box{Pods: len(c.Pods), Private: make([]hw.Screen, len(c.Pods))}}
	buses := map[string]*bus{}
	at := func(name string) *bus {
		if buses[name] == nil {
			buses[name] = &bus{name: name, open: h.I2C}
			p.close = append(p.close, buses[name].Close)
		}
		return buses[name]
	}
	var mux *Mux
	if c.Mux != nil {
		trunk := at(c.Mux.Bus)
		mux = NewMux(trunk, c.Mux.Address)
		if line := c.Mux.Reset; line != "" && h.Reset != nil {
			mux.FreeBy(func() error {
				defer trunk.Retry()
				return h.Reset(line)
			}, func() time.Duration { return p.scanned })
		}
	}
	// on returns the bus of a part that may be behind the multiplexer.
	on := func(name, bus string, channel int) (i2c.Bus, error) {
		if channel < 0 {
			return at(bus), nil
		}
		if mux == nil {
			return nil, fmt.Errorf("%s: channel %d without a mux", name, channel)
		}
		b, err := mux.Bus(channel)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return b, nil
	}
	if err := p.wireButtons(c, h, on); err != nil {
		return nil, err
	}
	if mux != nil {
		p.add("mux", func(time.Duration) error { return mux.Check() })
	}
	screen := func(name string, s *config.Screen) (hw.Screen, error) {
		if s == nil {
			return nil, nil
		}
		b, err := on(name, s.Bus, s.Channel)
		if err != nil {
			return nil, err
		}
		d, err := NewScreen(b, ScreenOptions{Chip: s.Chip, Address: s.Address, W: s.W, H: s.H, Flip: s.Flip})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		w := &watchedScreen{Screen: d, parts: p}
		w.part = p.add(name, w.check)
		w.part.returned = true
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
	p.box.Brightness = p.brighten
	p.wireSound(c, h)
	if c.Tray != nil && h.Tray != nil {
		var err error
		if p.box.Tray, err = h.Tray(c.Tray, log); err != nil {
			return nil, fmt.Errorf("tray: %w", err)
		}
	}
	return p, nil
}

func (p *Parts) wireSound(c *config.Box, h Host) {
	s := &sounds{}
	if c.Speaker != nil {
		err := errors.New("this host has none")
		if h.Speaker != nil {
			s.voice, err = h.Speaker(*c.Speaker)
		}
		if err != nil {
			s.voice = nil
		}
		p.note(p.add("speaker", nil), err)
	}
	if c.Buzzer != nil {
		s.buzzer = NewBuzzer(func() (Wave, error) {
			if h.Wave == nil {
				return nil, errors.New("this host has no PWM")
			}
			return h.Wave(c.Buzzer.Line)
		})
		p.add("buzzer", func(time.Duration) error { return s.buzzer.Check() })
	}
	if s.voice != nil || s.buzzer != nil {
		p.sound, p.box.Speaker = s, s
		if v, ok := s.voice.(interface{ SetVolume(percent int) }); ok {
			p.box.Volume = v.SetVolume
		}
		p.close = append(p.close, s.Close)
	}
}

func (p *Parts) add(name string, check func(time.Duration) error) *part {
	t := &part{name: name, check: check}
	p.parts = append(p.parts, t)
	return t
}

func (p *Parts) wireButtons(c *config.Box, h Host, on func(name, bus string, channel int) (i2c.Bus, error)) error {
	banks := make([]Bank, len(c.Expanders))
	wired := make([]uint16, len(c.Expanders))
	header := map[int]Key{}
	keyboards := make([]map[int]Key, len(c.Keyboards))
	for i := range keyboards {
		keyboards[i] = map[int]Key{}
	}
	wire := func(key Key, pin config.Pin) {
		switch pin.On {
		case config.OnHeader:
			header[pin.Bit] = key
		case config.OnKeyboard:
			keyboards[pin.Part][pin.Bit] = key
		default:
			banks[pin.Part].Keys[pin.Bit] = key
			wired[pin.Part] |= 1 << pin.Bit
		}
	}
	c.EachButton(func(pod hw.Pod, b hw.Button, pin config.Pin) {
		wire(Key{pod, b}, pin)
		p.pins[pod] = append(p.pins[pod], pin)
	})
	if c.Mute != nil {
		wire(muteKey, *c.Mute)
	}
	p.wireHeader(header, h.noise(c), c.Debounce, h)
	for i, k := range c.Keyboards {
		p.addDirect(Source{Name: keyboardPart + k.Name, Open: func() (contact.Reader, error) {
			if h.Keyboard == nil {
				return nil, errors.New("this host has no keyboards")
			}
			return h.Keyboard(k.Device, p.wakeUp)
		}, Keys: keyboards[i], Quiet: c.Debounce, Unsure: keyboardLate})
		if k.Bluetooth() != "" {
			p.add("battery of "+k.Name, func(time.Duration) error { return p.cells.low(i) }).trouble = true
		}
	}
	p.cells = newCells(c.Keyboards, h.Batteries)
	lines := map[string]gpio.PinIn{}
	for i, e := range c.Expanders {
		b, err := on("expander "+e.Name, e.Bus, e.Channel)
		if err != nil {
			return err
		}
		banks[i].Expander = NewExpander(e.Name, b, e.Address, wired[i])
		banks[i].Noise, banks[i].Quiet = h.noise(c), c.Debounce
		if e.Channel >= 0 {
			banks[i].Every = muxedEvery
		}
		p.add("expander "+e.Name, func(now time.Duration) error { return p.buttons.Check(now, i) })
		if e.Interrupt == "" {
			continue
		}
		reported := p.add("interrupt line of expander "+e.Name, nil)
		line, ok := lines[e.Interrupt]
		if !ok {
			var err error
			if line, err = h.Pin(e.Interrupt); err != nil {
				p.note(reported, fmt.Errorf("%w; the buttons are polled", err))
				continue
			}
			lines[e.Interrupt] = line
			p.lines = append(p.lines, line)
		}
		banks[i].Line = line
		reported.check = func(time.Duration) error { return p.buttons.LineErr(i) }
	}
	p.buttons = NewButtons(banks...)
	p.box.Buttons, p.box.Trouble = p.dead, p.trouble
	p.add("buttons", func(time.Duration) error { return p.guard.err() }).trouble = true
	for _, pod := range c.Pods {
		if pod.LED != nil {
			for _, pin := range pod.LED.Pins() {
				banks[pin.Part].Expander.Drive(1 << pin.Bit)
			}
		}
	}
	p.banks = banks
	return nil
}

// muxedEvery is how often an expander behind the multiplexer is polled: its cable has no wire for an
// interrupt. Eight of them keep a bus of 400 kHz busy for a fifth of that time.
const muxedEvery = 10 * time.Millisecond

// keyboardPart comes before the name of a keyboard in the name of its part.
const keyboardPart = "keyboard "

// linesOfHeader is the part that the lines of all buttons on the header are.
const linesOfHeader = "lines of the header"

// wireHeader opens the lines of the header in one request, so that the order of all their
// presses is known.
func (p *Parts) wireHeader(keys map[int]Key, noise, quiet time.Duration, h Host) {
	if len(keys) == 0 {
		return
	}
	gpios := slices.Sorted(maps.Keys(keys))
	p.addDirect(Source{Name: linesOfHeader, Open: func() (contact.Reader, error) {
		if h.Lines == nil {
			return nil, errors.New("this host has no lines")
		}
		return h.Lines(gpios, p.wakeUp)
	}, Keys: keys, Noise: noise, Quiet: quiet})
}

// keyboardLate is how much later than a key the host hears of it at most: it asks a keyboard at
// USB every 10 ms, and the time is the answer's.
const keyboardLate = 10 * time.Millisecond

func (p *Parts) addDirect(s Source) {
	d := NewDirect(s)
	p.direct = append(p.direct, d)
	p.add(s.Name, func(time.Duration) error { return d.Check() })
	p.close = append(p.close, d.Close)
}

// dead returns why no button of the box can be read, as the last scan found it, and nil while
// one can.
func (p *Parts) dead() error {
	err := p.buttons.Dead()
	for _, d := range p.direct {
		if err == nil {
			return nil
		}
		err = d.Err()
	}
	return err
}

// Held reports whether a button counts as pressed.
func (p *Parts) Held(key Key) bool {
	for _, d := range p.direct {
		if d.Held(key) {
			return true
		}
	}
	return p.buttons.Held(key)
}

// Muted reports whether the mute switch is closed.
func (p *Parts) Muted() bool { return p.Held(muteKey) }

// PinErr returns why what is wired to a pin cannot be read now, or nil if it can.
func (p *Parts) PinErr(pin config.Pin) error {
	name := linesOfHeader
	switch pin.On {
	case config.OnExpander:
		return p.buttons.Err(pin.Part)
	case config.OnKeyboard:
		name = keyboardPart
	}
	n := pin.Part
	for _, d := range p.direct {
		switch {
		case !strings.HasPrefix(d.Name, name):
		case n == 0:
			return d.Err()
		default:
			n--
		}
	}
	return nil
}

func (p *Parts) wireLights(c *config.Box, h Host) error {
	l := &podLights{bright: p.bright}
	for _, pod := range c.Pods {
		at := podLight{place: pod.Light}
		if pod.LED != nil {
			at.led = &led{}
			for i, pin := range pod.LED.Pins() {
				at.led[i] = output{p.banks[pin.Part].Expander, 1 << pin.Bit}
			}
			p.box.Lights = l
		}
		if pod.Lamp != "" {
			at.lamp = p.direct[slices.IndexFunc(p.direct, func(d *Direct) bool { return d.Name == keyboardPart+pod.Lamp })]
			p.box.Lights = l
		}
		l.pods = append(l.pods, at)
	}
	if c.Lights == nil {
		return nil
	}
	port := &port{name: c.Lights.Port, open: h.SPI}
	p.close = append(p.close, port.Close)
	strip, err := NewLights(port, LightsOptions{
		Chip: c.Lights.Chip, Count: c.Lights.Count, MaxMilliamps: c.Lights.MaxMilliamps, Brightness: c.Lights.Brightness,
	})
	if err != nil {
		return err
	}
	l.strip, l.room = strip, make([]hw.RGB, strip.Count())
	l.part = p.add("lights", func(time.Duration) error { return strip.Check() })
	l.part.returned = true
	p.box.Lights = l
	return nil
}

// Box returns the box.
func (p *Parts) Box() hw.Box { return p.box }

// Lines returns the interrupt lines, for [Watch].
func (p *Parts) Lines() []gpio.PinIn { return p.lines }

// Buttons returns the buttons.
func (p *Parts) Buttons() *Buttons { return p.buttons }

// Scan reads the buttons (see [Buttons.Scan] and [Direct.Scan]), ends tones, and checks a part
// now and then. A part that fails is not an error, as the table goes on without it.
func (p *Parts) Scan(now time.Duration, dst []hw.Press) []hw.Press {
	n := len(dst)
	dst = append(dst, p.early...)
	p.early = p.early[:0]
	dst = p.scan(now, p.Clock != nil && now < p.free+wakeLate, dst)
	dst = p.rests(now, dst, n)
	if p.sound != nil {
		p.sound.step(now)
	}
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

// wakeLate is how long after an owner is free again it may be woken by what happened while it
// was not.
const wakeLate = 5 * time.Millisecond

// scan reads all buttons, and puts what they tell in order. busy says that the owner has done
// something else since the last time, so that what is found now may be as old.
func (p *Parts) scan(now time.Duration, busy bool, dst []hw.Press) []hw.Press {
	late := time.Duration(0)
	if busy {
		late = now - p.scanned
	}
	p.scanned = now
	p.read, _ = p.buttons.ScanLate(now, late, p.read[:0]) // check asks for the errors
	for _, d := range p.direct {
		p.read, _ = d.Scan(now, p.read)
	}
	if len(p.direct) > 0 {
		slices.SortStableFunc(p.read, func(a, b hw.Press) int { return cmp.Compare(a.At, b.At) })
	}
	for _, press := range p.read {
		p.last = max(p.last, press.At) // a source that was read late may be behind another
		if press.Down {
			press.Unsure += p.last - press.At
		}
		press.At = p.last
		if press.Pod == muteKey.Pod && press.Button == muteKey.Button {
			if p.sound != nil {
				p.sound.mute(press.Down)
			}
			continue
		}
		dst = p.guard.take(press, dst)
	}
	return p.guard.look(now, dst)
}

// LetFingersBeFast allows n presses of a button in a second before it counts as
// chattering, for virtual fingers. The default is 25.
func (p *Parts) LetFingersBeFast(n int) { p.guard.most = n }

// trouble returns what is wrong with the buttons of a pod.
func (p *Parts) trouble(pod hw.Pod) hw.Trouble {
	pins := p.pins[pod]
	for _, pin := range pins {
		if p.PinErr(pin) != nil {
			return hw.Silent
		}
	}
	if t := p.guard.trouble(pod); t != hw.Fine {
		return t
	}
	for _, pin := range pins {
		if pin.On == config.OnKeyboard && p.cells.low(pin.Part) != nil {
			return hw.Weak
		}
	}
	return hw.Fine
}

// Next returns when Scan must be called even if nothing wakes the owner. The owner asks when
// it is about to wait.
func (p *Parts) Next() time.Duration {
	if p.Clock != nil {
		p.free = p.Clock()
	}
	if len(p.early) > 0 {
		return p.early[0].At
	}
	return min(p.checkAt, p.nextScan())
}

// nextScan returns when the buttons or the buzzer want to be looked at.
func (p *Parts) nextScan() time.Duration {
	next := time.Duration(math.MaxInt64)
	sooner := func(t time.Duration, ok bool) {
		if ok {
			next = min(next, t)
		}
	}
	sooner(p.buttons.Next())
	sooner(p.guard.due())
	for _, d := range p.direct {
		sooner(d.Next())
	}
	if p.sound != nil {
		sooner(p.sound.next())
	}
	return next
}

// NextScan returns when Scan must be called even if nothing wakes the owner and no part were
// ever to fail by itself, and false if it need not be.
func (p *Parts) NextScan() (time.Duration, bool) {
	next := p.nextScan()
	return next, next != math.MaxInt64
}

// Retry checks all parts at once. It reports whether the health of any has changed.
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

// note records the health of a part, and logs a change unless the error is returned to
// somebody who does. It reports whether the health has changed.
func (p *Parts) note(t *part, err error) bool {
	was := t.err
	t.err = err
	switch {
	case (was == nil) == (err == nil):
		return false
	case t.returned:
	case err != nil:
		p.log.Warn("part fails", "part", t.name, "error", err)
	default:
		p.log.Info("part is back", "part", t.name)
	}
	return true
}

// Health returns a report for each part, in the order of the configuration, and one of buttons
// that are stuck or chatter, if there are any.
func (p *Parts) Health() []Report {
	list := make([]Report, 0, len(p.parts))
	for _, t := range p.parts {
		if t.err != nil || !t.trouble {
			list = append(list, Report{t.name, t.err})
		}
	}
	return list
}

// Close turns screens and lights off, as they would show their last picture for ever, and
// closes buses and ports. A part that does not answer is not an error.
func (p *Parts) Close() error {
	if l, ok := p.box.Lights.(*podLights); ok {
		_ = l.Set(make([]hw.RGB, len(l.pods)))
		if l.strip != nil {
			_ = l.strip.Set(nil)
		}
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
	return errors.Join(errs...)
}

// A watchedScreen is a display whose errors are recorded. Show returns them, so they are not
// logged here.
type watchedScreen struct {
	*Screen
	parts   *Parts
	part    *part
	refresh time.Duration
	last    *hw.Frame // of the main screen, as it was shown last
}

// news reports whether a frame differs from the last one.
func (w *watchedScreen) news(f *hw.Frame) bool {
	if w.last != nil && w.last.Equal(f) {
		return false
	}
	w.last = f.Clone()
	return true
}

// Show implements [hw.Screen].
func (w *watchedScreen) Show(f *hw.Frame) error {
	if p := w.parts; p.Clock != nil {
		p.early = p.scan(p.Clock(), true, p.early)
	}
	if hw.Screen(w) == w.parts.box.Main && w.parts.doze.off > 0 && w.news(f) {
		w.parts.doze.drawn = true
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

// podLights are the lights of the pods: places on the strip, pins of expanders, or lights of keyboards.
type podLights struct {
	strip  *Lights    // nil if there is none
	part   *part      // of the strip
	pods   []podLight // by pod
	room   []hw.RGB
	asked  []hw.RGB // by pod, what was set last
	bright int      // in percent
}

// A podLight is where the light of a pod is.
type podLight struct {
	place int     // on the strip; -1 without one there
	led   *led    // nil without one
	lamp  *Direct // a keyboard whose lights it has; nil without one
}

// A led is a light at pins of an expander, by red, green and blue.
type led [3]output

// An output is a pin of an expander.
type output struct {
	chip *Expander
	pin  uint16
}

// Set implements [hw.Lights]. The error is the strip's: an expander that does not answer is
// reported as a part, and lights its light when it is back.
func (l *podLights) Set(colours []hw.RGB) error {
	for pod, c := range colours {
		switch {
		case pod >= len(l.pods):
		case pod >= len(l.asked):
			l.asked = append(l.asked, c)
			l.show(&l.pods[pod], c)
		case l.asked[pod] != c: // few change at a time
			l.asked[pod] = c
			l.show(&l.pods[pod], c)
		}
	}
	if l.strip == nil {
		return nil
	}
	l.part.err = l.strip.Set(l.room)
	return l.part.err
}

// show gives the light of a pod its colour; that of the strip is sent later.
func (l *podLights) show(p *podLight, c hw.RGB) {
	if at := p.place; at >= 0 && at < len(l.room) {
		l.room[at] = c.Dimmed(l.bright)
	}
	if p.led != nil {
		p.led.set(c)
	}
	if p.lamp != nil {
		on := onOff(c)
		p.lamp.Light(on[0], on[1], on[2])
	}
}

// dim is how bright a colour must be for a light to be on that is on or off.
const dim = 48

// onOff returns a colour as nearly as a light can show it whose red, green and blue are on or off.
func onOff(c hw.RGB) (on [3]bool) {
	most := max(c.R, c.G, c.B)
	for i, v := range [...]byte{c.R, c.G, c.B} {
		on[i] = most >= dim && v >= most/2
	}
	return on
}

// set shows a colour.
func (l *led) set(c hw.RGB) {
	for i, on := range onOff(c) {
		levels := l[i].pin // high is dark
		if on {
			levels = 0
		}
		_ = l[i].chip.Set(l[i].pin, levels) // reading its buttons shows the fault
	}
}

// A bus is an I2C bus that is opened when it is used. If that fails, the next use tries again.
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

// Retry lets a bus that hung be used at once.
func (b *bus) Retry() {
	if r, ok := b.bus.(interface{ Retry() }); ok {
		r.Retry()
	}
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

// A port is an SPI port that is opened and connected when it is used. If that fails, the next
// use tries again.
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
