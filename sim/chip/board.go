package chip

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"periph.io/x/conn/v3/gpio"

	"consigliere/config"
	"consigliere/drivers/contact"
	"consigliere/hw"
)

// A Board is all the virtual chips of a box, wired as its configuration says. A part that
// the configuration leaves out is nil.
type Board struct {
	Buses     map[string]*Bus  // by the names in the configuration
	Ports     map[string]*Port // by the names in the configuration
	Pins      map[string]*Pin  // the interrupt lines, by name
	Expanders []*MCP23017      // by their order in the configuration
	Mux       *TCA9548A
	Main      Display
	Private   []Display // by pod; nil if a pod has none
	Strip     Strip
	Header    *Contacts   // the lines of the header that are buttons
	Keyboards []*Contacts // by their order in the configuration
	Buzzer    *Piezo
	// BuzzerLine is the line of the buzzer, such as "GPIO18".
	BuzzerLine string

	box        *config.Box
	room       []hw.RGB       // scratch
	registered []func() error // undo what was registered
}

// NewBoard returns the chips of a box after power-on, with nobody touching a button.
func NewBoard(box *config.Box) (*Board, error) {
	b := &Board{
		Buses: map[string]*Bus{}, Ports: map[string]*Port{}, Pins: map[string]*Pin{},
		Private: make([]Display, len(box.Pods)), box: box,
	}
	if box.Mux != nil {
		b.Mux = NewTCA9548A()
		b.bus(box.Mux.Bus).Attach(box.Mux.Address, b.Mux)
	}
	for _, e := range box.Expanders {
		m := NewMCP23017()
		if err := b.attach(e.Bus, e.Channel, e.Address, m); err != nil {
			return nil, fmt.Errorf("expander %s: %w", e.Name, err)
		}
		if e.Interrupt != "" {
			m.WireINTA(b.pin(e.Interrupt))
		}
		b.Expanders = append(b.Expanders, m)
	}
	header := 0
	box.EachButton(func(_ hw.Pod, _ hw.Button, pin config.Pin) {
		if pin.On == config.OnHeader {
			header++
		}
	})
	if m := box.Mute; m != nil && m.On == config.OnHeader {
		header++
	}
	if header > 0 {
		b.Header = NewContacts(16 * header)
	}
	for range box.Keyboards {
		b.Keyboards = append(b.Keyboards, NewContacts(64))
	}
	if box.Buzzer != nil {
		b.Buzzer, b.BuzzerLine = NewPiezo(), box.Buzzer.Line
	}
	var err error
	if b.Main, err = b.screen(box.Main); err != nil {
		return nil, fmt.Errorf("main screen: %w", err)
	}
	for i, p := range box.Pods {
		if b.Private[i], err = b.screen(p.Screen); err != nil {
			return nil, fmt.Errorf("screen of pod %d: %w", i, err)
		}
	}
	if l := box.Lights; l != nil {
		b.Strip = NewAPA102(l.Count)
		if l.Chip == config.WS2812 {
			b.Strip = NewWS2812(l.Count)
		}
		if l.Brightness > 0 {
			b.Strip.SetExposure(float64(l.Brightness) / 100)
		}
		b.Ports[l.Port] = NewPort(l.Port, -1, b.Strip)
	}
	return b, nil
}

func (b *Board) bus(name string) *Bus {
	if b.Buses[name] == nil {
		b.Buses[name] = NewBus(name, number(name))
	}
	return b.Buses[name]
}

func (b *Board) pin(name string) *Pin {
	if b.Pins[name] == nil {
		b.Pins[name] = NewPin(name, number(name))
	}
	return b.Pins[name]
}

func (b *Board) screen(s *config.Screen) (Display, error) {
	if s == nil {
		return nil, nil
	}
	if s.W != ssdColumns || s.H != 64 && s.H != 32 {
		return nil, fmt.Errorf("%dx%d: want 128x64 or 128x32", s.W, s.H)
	}
	var d Display = NewSSD1306(s.W, s.H)
	switch s.Chip {
	case config.SH1106:
		d = NewSH1106()
	case config.SSD1309:
		d = NewSSD1309()
	}
	d.Turn(s.Flip)
	return d, b.attach(s.Bus, s.Channel, s.Address, d)
}

// attach puts a chip on a bus, or on a channel of the multiplexer, 0 or more.
func (b *Board) attach(bus string, channel int, addr uint16, t Target) error {
	if channel < 0 {
		b.bus(bus).Attach(addr, t)
		return nil
	}
	if b.Mux == nil || channel >= Channels {
		return fmt.Errorf("channel %d: no such channel of a multiplexer", channel)
	}
	b.Mux.Channel(channel).Attach(addr, t)
	return nil
}

var digits = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*?([0-9]+)$`)

// number returns the number in a name such as "I2C1" or "GPIO17", or -1.
func number(name string) int {
	m := digits.FindStringSubmatch(name)
	if m == nil {
		return -1
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return -1
	}
	return n
}

// Register registers the buses, ports and pins with periph, under their names in the
// configuration. If one of these is taken, by real hardware or another board, it registers
// nothing, and the error says which.
func (b *Board) Register() error {
	add := func(name string, register, unregister func() error) error {
		if err := register(); err != nil {
			return errors.Join(fmt.Errorf("register %s: %w", name, err), b.Unregister())
		}
		b.registered = append(b.registered, unregister)
		return nil
	}
	for name, bus := range b.Buses {
		if err := add(name, func() error { return bus.Register() }, bus.Unregister); err != nil {
			return err
		}
	}
	for name, port := range b.Ports {
		if err := add(name, func() error { return port.Register() }, port.Unregister); err != nil {
			return err
		}
	}
	for name, pin := range b.Pins {
		if err := add(name, pin.Register, pin.Unregister); err != nil {
			return err
		}
	}
	return nil
}

// Unregister undoes Register, so that another board can have the names.
func (b *Board) Unregister() error {
	var errs []error
	for _, f := range b.registered {
		errs = append(errs, f())
	}
	b.registered = nil
	return errors.Join(errs...)
}

// Press lets a finger press a button or let go of it. It reports whether the box has that
// button.
func (b *Board) Press(p hw.Pod, button hw.Button, down bool) bool {
	pin, ok := b.wired(p, button)
	if !ok {
		return false
	}
	b.Touch(pin, down)
	return true
}

// Touch closes or opens what is wired to a pin.
func (b *Board) Touch(pin config.Pin, down bool) {
	switch {
	case pin.On == config.OnHeader:
		b.Header.Set(pin.Bit, down)
	case pin.On == config.OnKeyboard:
		b.Keyboards[pin.Part].Set(pin.Bit, down)
	case down:
		b.Expanders[pin.Part].SetPin(pin.Bit, gpio.Low)
	default:
		b.Expanders[pin.Part].Release(pin.Bit)
	}
}

// Lines opens lines of the header. Those at which an expander has its interrupt tell their
// level alone. wake is called when there is something to read.
func (b *Board) Lines(gpios []int, wake func()) (contact.Reader, error) {
	buttons := b.Header
	if buttons == nil {
		buttons = NewContacts(1) // which nobody touches
	}
	r, err := buttons.Open(wake)
	if err != nil {
		return nil, err
	}
	lines := &boardLines{Reader: r, pins: map[int]*Pin{}}
	for _, n := range gpios {
		if p := b.Pins[fmt.Sprintf("GPIO%d", n)]; p != nil {
			if err := p.In(gpio.PullUp, gpio.NoEdge); err != nil {
				return nil, errors.Join(err, r.Close())
			}
			lines.pins[n] = p
		}
	}
	return lines, nil
}

// boardLines are lines of the header, including some that aren't buttons.
type boardLines struct {
	contact.Reader
	pins map[int]*Pin
}

// Levels implements [contact.Reader].
func (l *boardLines) Levels(codes []int, down []bool) error {
	if err := l.Reader.Levels(codes, down); err != nil {
		return err
	}
	for i, n := range codes {
		if p := l.pins[n]; p != nil {
			down[i] = p.Read() == gpio.Low
		}
	}
	return nil
}

// Keyboard opens a keyboard.
func (b *Board) Keyboard(device string, wake func()) (contact.Reader, error) {
	for i, k := range b.box.Keyboards {
		if k.Device == device {
			return b.Keyboards[i].Open(wake)
		}
	}
	return nil, ErrUnplugged
}

// Reset pulls the multiplexer's reset line down for a moment.
func (b *Board) Reset(line string) error {
	if b.box.Mux == nil || b.box.Mux.Reset != line {
		return fmt.Errorf("nothing is reset by %s", line)
	}
	b.Mux.PowerOn()
	return nil
}

// Devices returns the files of the keyboards.
func (b *Board) Devices() (files []string) {
	for _, k := range b.box.Keyboards {
		files = append(files, k.Device)
	}
	return files
}

// Cameras returns the cameras; a folder of pictures is a virtual one.
func (b *Board) Cameras() []string {
	if b.box.Tray == nil {
		return nil
	}
	return []string{b.box.Tray.Device}
}

// Throw closes or opens the mute switch, if the box has one.
func (b *Board) Throw(closed bool) {
	if b.box.Mute != nil {
		b.Touch(*b.box.Mute, closed)
	}
}

func (b *Board) wired(p hw.Pod, button hw.Button) (config.Pin, bool) {
	switch {
	case p == hw.Panel && button == hw.Menu && b.box.Host != nil:
		return *b.box.Host, true
	case button >= hw.Buttons:
	case p == hw.Panel && b.box.Panel != nil:
		return b.box.Panel[button], true
	case p >= 0 && int(p) < len(b.box.Pods):
		return b.box.Pods[p].Buttons[button], true
	}
	return config.Pin{}, false
}

// AppendLamps appends the colours of the pods' lights, on the strip or at their expanders, as an eye
// sees them. A pod without a light is dark.
func (b *Board) AppendLamps(dst []hw.RGB) []hw.RGB {
	var strip []hw.RGB
	if b.Strip != nil {
		n := len(dst)
		dst = b.Strip.AppendColours(dst)
		strip, dst = dst[n:], dst[:n]
		strip = append(b.room[:0], strip...)
		b.room = strip
	}
	for i := range b.box.Pods {
		p := &b.box.Pods[i]
		var c hw.RGB
		switch {
		case p.LED != nil:
			c = b.lamp(p.LED)
		case p.Lamp != "":
			i := slices.IndexFunc(b.box.Keyboards, func(k config.Keyboard) bool { return k.Name == p.Lamp })
			c = colour(b.Keyboards[i].Lit())
		case p.Light >= 0 && p.Light < len(strip):
			c = strip[p.Light]
		}
		dst = append(dst, c)
	}
	return dst
}

// lamp returns the colour of a light whose pins pull it to ground.
func (b *Board) lamp(l *config.LED) hw.RGB {
	var on [3]bool
	for i, p := range l.Pins() {
		on[i] = b.Expanders[p.Part].Drives(p.Bit, gpio.Low)
	}
	return colour(on)
}

// colour returns the colour of a light whose red, green and blue are on or off.
func colour(on [3]bool) hw.RGB {
	channel := func(on bool) byte {
		if on {
			return 255
		}
		return 0
	}
	return hw.RGB{R: channel(on[0]), G: channel(on[1]), B: channel(on[2])}
}

// Screen returns the virtual display of a pod, or the main one for [hw.Panel]; nil if there
// is none.
func (b *Board) Screen(p hw.Pod) Display {
	switch {
	case p == hw.Panel:
		return b.Main
	case p >= 0 && int(p) < len(b.Private):
		return b.Private[p]
	}
	return nil
}

// Warnings returns the warnings of all chips and pins, each with the name of the part.
func (b *Board) Warnings() []string {
	var all []string
	add := func(name string, list []string) {
		for _, w := range list {
			all = append(all, name+": "+w)
		}
	}
	for i, m := range b.Expanders {
		add("expander "+b.box.Expanders[i].Name, m.Warnings())
	}
	if b.Mux != nil {
		add("mux", b.Mux.Warnings())
	}
	if b.Main != nil {
		add("main screen", b.Main.Warnings())
	}
	for i, d := range b.Private {
		if d != nil {
			add(fmt.Sprintf("screen of pod %d", i), d.Warnings())
		}
	}
	if b.Strip != nil {
		add("lights", b.Strip.Warnings())
	}
	for _, p := range b.Pins {
		add("line", p.Warnings())
	}
	return all
}
