package checkup

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/i2c"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/contact"
	"consigliere/drivers/tray"
	"consigliere/hw"
)

// A Builder is a [Hand] that knows what was built.
type Builder interface {
	Hand
	// HasPod reports whether there is such a pod; [hw.Panel] is the panel.
	HasPod(pod hw.Pod) (bool, error)
	// HasMenu reports whether there is one more button, which opens the menu.
	HasMenu() (bool, error)
	// HasMute reports whether there is a switch that silences the box.
	HasMute() (bool, error)
	// HasLights reports whether the pods have lights.
	HasLights() (bool, error)
	// HasSmall reports whether the picture of a pod's screen, or of the main one, is narrower than
	// 4 cm: 2.42-inch displays have another chip.
	HasSmall(pod hw.Pod) (bool, error)
	// HasTray reports whether a camera looks at a dice tray, in which dice lie now.
	HasTray() (bool, error)
	// SeesDice reports whether these are the dice that lie in the tray.
	SeesDice(dice []hw.Die) (bool, error)
}

// LearnOptions are what a configuration is learned from.
type LearnOptions struct {
	Host drivers.Host
	Base *config.Box // what nobody can find out: languages, journals, times, dice of the owner's
	Hand Builder
	Out  io.Writer
	// Now and Wait are the clock of the box; Wait returns an error to end it all.
	Now  func() time.Duration
	Wait func(time.Duration) error
	// Patience is how long a button is waited for; 0 means 15 seconds.
	Patience time.Duration
}

// Learn finds out what a box is made of: which chips answer and where, at which line an
// expander has its interrupt, and, by pressing and looking, where each button, switch, light
// and screen is, and which camera sees the dice. What it returns is checked like any configuration.
func Learn(o LearnOptions) (*config.Box, error) {
	if o.Host.Look == nil {
		return nil, errors.New("this machine cannot tell what it has")
	}
	if o.Patience == 0 {
		o.Patience = 15 * time.Second
	}
	l := &learner{LearnOptions: o, found: o.Host.Look(), buses: map[string]i2c.BusCloser{}, taken: map[config.Pin]string{}, down: map[config.Pin]bool{}}
	base := o.Base
	l.box = config.Box{
		Lang: base.Lang, Journals: base.Journals, Web: base.Web, Hub: base.Hub,
		Noise: base.Noise, Debounce: base.Debounce, Hold: base.Hold, Repeat: base.Repeat,
	}
	defer l.close()
	for _, step := range []func() error{l.chips, l.interrupts, l.reset, l.buzzer, l.speaker, l.buttons, l.lights, l.screens, l.camera} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	var file strings.Builder
	if err := l.box.Write(&file); err != nil {
		return nil, err
	}
	return config.Parse("what was found", []byte(file.String()))
}

// A learner learns one box.
type learner struct {
	LearnOptions
	found drivers.Found
	box   config.Box
	buses map[string]i2c.BusCloser
	glass []glass // the displays

	expanders []*drivers.Expander
	pins      []config.Pin // all places where a button may be; a key's pod is its index
	scanner   *drivers.Buttons
	direct    []*drivers.Direct
	taken     map[config.Pin]string // which button is at a pin
	down      map[config.Pin]bool   // what is pressed now
}

// A glass is a display that answers.
type glass struct {
	bus    i2c.Bus
	config config.Screen
}

func (l *learner) tell(format string, args ...any) { fmt.Fprintf(l.Out, format+"\n", args...) }

func (l *learner) close() {
	for _, d := range l.direct {
		_ = d.Close() // they were only read
	}
	for _, b := range l.buses {
		_ = b.Close()
	}
}

// expanderNames are the names of the first expanders.
var expanderNames = []string{"left", "right", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

// displayAddresses are those that displays have.
var displayAddresses = []uint16{0x3C, 0x3D}

// chips finds the chips on all buses.
func (l *learner) chips() error {
	for _, lack := range l.found.Lacks {
		if e := (*drivers.Lack)(nil); errors.As(lack.Err, &e) && e.Command != "" {
			l.tell("note  %s; if something of the box is on it, type: %s", e.Reason, e.Command)
		}
	}
	for _, name := range l.found.I2C {
		bus, err := l.Host.I2C(name)
		if err != nil {
			l.tell("FAIL  %s: %v", name, err)
			continue
		}
		l.buses[name] = bus
		answers := func(b i2c.Bus, address uint16) bool { return b.Tx(address, nil, make([]byte, 1)) == nil }
		for address := uint16(0x70); address <= 0x77 && l.box.Mux == nil; address++ {
			// All channels are off from here on, so that what answers is on the bus itself.
			if bus.Tx(address, []byte{0}, nil) == nil && answers(bus, address) {
				l.box.Mux = &config.Mux{Bus: name, Address: address}
				l.tell("found TCA9548A at %#02x on %s", address, name)
			}
		}
		trunk := l.expandersOn(bus, name, -1, nil)
		see := func(b i2c.Bus, channel int, but []uint16) (seen []uint16) {
			for _, address := range displayAddresses {
				if slices.Contains(but, address) || !answers(b, address) {
					continue
				}
				seen = append(seen, address)
				s := config.Screen{Bus: name, Channel: channel, Address: address}
				l.glass = append(l.glass, glass{b, s})
				l.tell("found a display at %s", where(&s))
			}
			return seen
		}
		direct := see(bus, -1, nil)
		if m := l.box.Mux; m != nil && m.Bus == name {
			mux := drivers.NewMux(bus, m.Address)
			for channel := range 8 {
				b, err := mux.Bus(channel)
				if err != nil {
					return err
				}
				see(b, channel, direct)
				l.expandersOn(b, name, channel, trunk)
			}
		}
	}
	return nil
}

// expandersOn finds the expanders on a bus, or on a channel of the multiplexer, where those on the
// bus itself answer, too. It returns their addresses.
func (l *learner) expandersOn(b i2c.Bus, name string, channel int, but []uint16) (seen []uint16) {
	for address := uint16(0x20); address <= 0x27; address++ {
		if slices.Contains(but, address) || b.Tx(address, nil, make([]byte, 1)) != nil {
			continue
		}
		e := config.Expander{Bus: name, Channel: channel, Address: address}
		at := name
		switch {
		case channel >= 0:
			e.Name = fmt.Sprintf("plug%d", channel)
			at = fmt.Sprintf("channel %d of the mux", channel)
			if len(seen) > 0 {
				e.Name += string(rune('a' + len(seen)))
			}
		case len(seen) < len(expanderNames):
			e.Name = expanderNames[len(seen)]
		}
		chip := drivers.NewExpander(e.Name, b, address, allPins)
		if err := chip.Configure(); err != nil {
			l.tell("note  what answers at %#02x on %s is no MCP23017: %v", address, at, err)
			continue
		}
		seen = append(seen, address)
		l.expanders = append(l.expanders, chip)
		l.box.Expanders = append(l.box.Expanders, e)
		l.tell("found MCP23017 at %#02x on %s; it is called %q", address, at, e.Name)
	}
	return seen
}

// where says where a display is.
func where(s *config.Screen) string {
	if s.Channel >= 0 {
		return fmt.Sprintf("%#02x on channel %d of the mux", s.Address, s.Channel)
	}
	return fmt.Sprintf("%#02x on %s", s.Address, s.Bus)
}

// allPins are the pins of an expander that can be inputs.
const allPins = 0x7F7F

// interrupts finds the lines at which expanders have their interrupts. An expander whose
// interrupt is set to be high when something happens pulls its line down while nothing does,
// so nobody need press anything.
func (l *learner) interrupts() error {
	if len(l.expanders) == 0 || len(l.found.Lines) == 0 || l.Host.Lines == nil {
		return nil
	}
	lines, err := l.Host.Lines(l.found.Lines, func() {})
	if err != nil {
		l.tell("FAIL  lines of the header: %v", err)
		l.found.Lines = nil
		return nil
	}
	defer lines.Close()
	// What they have captured while they were set up is read, so that no line is low.
	if _, err := drivers.NewButtons(l.banks(func(config.Pin) drivers.Key { return drivers.Key{} })...).Scan(l.Now(), nil); err != nil {
		return err
	}
	levels := func() ([]bool, error) {
		if err := l.Wait(2 * time.Millisecond); err != nil {
			return nil, err
		}
		low := make([]bool, len(l.found.Lines))
		return low, lines.Levels(l.found.Lines, low)
	}
	used := map[int]bool{}
	for i, chip := range l.expanders {
		before, err := levels()
		if err != nil {
			return err
		}
		if err := chip.Signal(true); err != nil {
			return err
		}
		during, err := levels()
		if err := errors.Join(err, chip.Signal(false)); err != nil {
			return err
		}
		after, err := levels()
		if err != nil {
			return err
		}
		e := &l.box.Expanders[i]
		for j, n := range l.found.Lines {
			if !before[j] && during[j] && !after[j] {
				e.Interrupt = fmt.Sprintf("GPIO%d", n)
				used[n] = true
				break
			}
		}
		if e.Interrupt == "" {
			l.tell("note  the interrupt of expander %s is at no line; it is polled", e.Name)
		} else {
			l.tell("found the interrupt of expander %s at %s", e.Name, e.Interrupt)
		}
	}
	l.found.Lines = slices.DeleteFunc(l.found.Lines, func(n int) bool { return used[n] })
	return nil
}

// reset finds the line of the multiplexer's reset, which turns all channels off. Buttons close to
// ground, and interrupts are open drains: a line may be pulled down for a moment.
func (l *learner) reset() error {
	m := l.box.Mux
	if m == nil || l.Host.Reset == nil {
		return nil
	}
	bus, control := l.buses[m.Bus], make([]byte, 1)
	for i, n := range l.found.Lines {
		if err := bus.Tx(m.Address, []byte{1}, nil); err != nil {
			return fmt.Errorf("mux: select channel 0: %w", err)
		}
		line := fmt.Sprintf("GPIO%d", n)
		if l.Host.Reset(line) != nil {
			continue // it can be no output
		}
		if err := bus.Tx(m.Address, nil, control); err == nil && control[0] == 0 {
			m.Reset = line
			l.found.Lines = slices.Delete(l.found.Lines, i, i+1)
			l.tell("found the reset of the mux at %s", line)
			break
		}
	}
	return bus.Tx(m.Address, []byte{0}, nil)
}

// buzzer finds a buzzer by its tone.
func (l *learner) buzzer() error {
	for _, pwm := range config.PWMLines() {
		line := pwm.String()
		at := slices.Index(l.found.Lines, pwm.GPIO)
		if at < 0 || l.Host.Wave == nil || l.box.Buzzer != nil {
			continue
		}
		wave, err := l.Host.Wave(line)
		if err != nil {
			continue // a line without PWM has no buzzer
		}
		heard, err := l.hear("a tone", func() error {
			return errors.Join(wave.Play(880), l.Wait(300*time.Millisecond), wave.Play(0))
		})
		if err := errors.Join(err, wave.Close()); err != nil {
			return err
		}
		if heard {
			l.box.Buzzer = &config.Buzzer{Line: line}
			l.found.Lines = slices.Delete(l.found.Lines, at, at+1)
			l.tell("found a buzzer at %s", line)
		}
	}
	return nil
}

// speaker tries the default sound device, and then each card, until one is heard.
func (l *learner) speaker() error {
	if l.Host.Speaker == nil {
		return nil
	}
	for _, device := range append([]string{"default"}, l.found.Cards...) {
		s := config.Speaker{Device: device}
		voice, err := l.Host.Speaker(s)
		if err != nil {
			l.tell("note  no speaker at %s: %v", device, err)
			continue
		}
		heard, err := l.hear("the word Consigliere from "+device, func() error { return voice.Say("Consigliere", string(l.box.Lang)) })
		if c, ok := voice.(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
		if err != nil {
			return err
		}
		if heard {
			l.box.Speaker = &s
			l.tell("found a speaker at %s", device)
			return nil
		}
	}
	return nil
}

// hear makes a sound, and asks whether it was heard.
func (l *learner) hear(what string, sound func() error) (bool, error) {
	if err := sound(); err != nil {
		l.tell("note  %s: %v", what, err)
		return false, nil
	}
	return l.Hand.Hears(what)
}

// banks returns the expanders, all of whose pins are buttons.
func (l *learner) banks(key func(config.Pin) drivers.Key) (list []drivers.Bank) {
	for i, chip := range l.expanders {
		bank := drivers.Bank{Expander: chip, Quiet: l.box.Debounce}
		for pin := range bank.Keys {
			bank.Keys[pin] = key(config.Pin{Part: i, Bit: pin})
		}
		list = append(list, bank)
	}
	return list
}

// open opens all places where a button may be.
func (l *learner) open() {
	at := func(p config.Pin) drivers.Key {
		l.pins = append(l.pins, p)
		return drivers.Key{Pod: hw.Pod(len(l.pins) - 1)}
	}
	quiet := l.box.Debounce
	l.scanner = drivers.NewButtons(l.banks(at)...)
	direct := func(name string, keys map[int]drivers.Key, open func() (contact.Reader, error)) {
		l.direct = append(l.direct, drivers.NewDirect(drivers.Source{Name: name, Keys: keys, Quiet: quiet, Open: open}))
	}
	if len(l.found.Lines) > 0 && l.Host.Lines != nil {
		keys := map[int]drivers.Key{}
		for _, n := range l.found.Lines {
			keys[n] = at(config.Pin{On: config.OnHeader, Bit: n})
		}
		direct("lines of the header", keys, func() (contact.Reader, error) { return l.Host.Lines(slices.Sorted(maps.Keys(keys)), func() {}) })
	}
	for i, device := range l.found.Keyboards {
		if l.Host.Keyboard == nil {
			break
		}
		name := fmt.Sprintf("pad%d", i+1)
		l.box.Keyboards = append(l.box.Keyboards, config.Keyboard{Name: name, Device: device})
		keys := map[int]drivers.Key{}
		for _, code := range config.KeyCodes() {
			keys[code] = at(config.Pin{On: config.OnKeyboard, Part: i, Bit: code})
		}
		direct("keyboard "+name, keys, func() (contact.Reader, error) { return l.Host.Keyboard(device, func() {}) })
	}
}

// scan looks at all buttons for a moment, and returns what was pressed or let go.
func (l *learner) scan() ([]hw.Press, error) {
	if err := l.Wait(scanEvery); err != nil {
		return nil, err
	}
	list, _ := l.scanner.Scan(l.Now(), nil) // a chip that fails now and then is read again
	for _, d := range l.direct {
		list, _ = d.Scan(l.Now(), list)
	}
	for _, p := range list {
		l.down[l.pins[p.Pod]] = p.Down
	}
	return list, nil
}

// buttons asks for all buttons, pod after pod.
func (l *learner) buttons() error {
	l.open()
	if len(l.pins) == 0 {
		return errors.New("there is nothing that a button could be at: no expander answers, and there are no lines of a header and no keyboards; " +
			"is I2C turned on, and is this user in the groups i2c, gpio and input?")
	}
	for until := l.Now() + 100*time.Millisecond; l.Now() < until; {
		if _, err := l.scan(); err != nil {
			return err
		}
	}
	stuck := maps.Clone(l.down)
	if err := l.mute(); err != nil { // first, as a switch that is closed is not stuck
		return err
	}
	for _, pin := range l.pins {
		if stuck[pin] && l.taken[pin] == "" {
			l.taken[pin] = "what was down before"
			l.tell("FAIL  %s is down though nobody presses anything: a button is stuck, or its wire touches ground", l.box.Place(pin))
		}
	}
	for pod := range hw.Pod(maxPods) {
		has, err := l.Hand.HasPod(pod)
		if err != nil {
			return err
		}
		if !has {
			break
		}
		three, err := l.three(pod)
		if err != nil {
			return err
		}
		l.box.Pods = append(l.box.Pods, config.Pod{Buttons: *three, Light: -1})
	}
	if len(l.box.Pods) == 0 {
		return errors.New("a box needs a pod; there is nothing to write")
	}
	has, err := l.Hand.HasPod(hw.Panel)
	if err != nil {
		return err
	}
	if has {
		if l.box.Panel, err = l.three(hw.Panel); err != nil {
			return err
		}
	}
	if has, err = l.Hand.HasMenu(); err != nil {
		return err
	}
	if has {
		pin, err := l.one(hw.Panel, hw.Menu)
		if err != nil {
			return err
		}
		l.box.Host = &pin
	}
	l.forgetKeyboards()
	return nil
}

// mute asks for the switch that silences the box. Unlike a button it stays where it was thrown.
func (l *learner) mute() error {
	has, err := l.Hand.HasMute()
	if err != nil || !has {
		return err
	}
	for range tries {
		there, err := l.throw(false)
		if err != nil {
			return err
		}
		if len(there) == 0 {
			continue
		}
		back, err := l.throw(true)
		switch {
		case err != nil:
			return err
		case len(there) > 1:
			l.tell("note  %s and %s changed together; do their wires touch? once more", l.box.Place(there[0]), l.box.Place(there[1]))
		case !slices.Equal(there, back):
			l.tell("note  %s did not change back; once more", l.box.Place(there[0]))
		default:
			l.box.Mute = &there[0]
			l.taken[there[0]] = "the mute switch"
			silent := ""
			if l.down[there[0]] {
				silent = ", as it is now"
			}
			l.tell("found the mute switch at %s; the box is silent while it is closed%s", l.box.Place(there[0]), silent)
			return nil
		}
	}
	l.tell("FAIL  the mute switch was not found; look at its wires")
	return nil
}

// stays is how long what was thrown must stay where it is. Nobody presses a button that long
// the person who was asked to throw a switch.
const stays = 2 * time.Second

// throw asks for the mute switch to be thrown, and returns what has changed and stayed so.
func (l *learner) throw(back bool) (changed []config.Pin, err error) {
	before := maps.Clone(l.down)
	l.Hand.Throw(back)
	moved := config.Pin{}
	any := false
	for until := l.Now() + l.Patience; l.Now() < until; {
		list, err := l.scan()
		if err != nil {
			return nil, err
		}
		if len(list) > 0 && !any {
			any, moved = true, l.pins[list[0].Pod]
			until = l.Now() + stays
		}
	}
	for _, pin := range l.pins {
		if l.down[pin] != before[pin] {
			changed = append(changed, pin)
		}
	}
	switch {
	case len(changed) > 0:
	case any:
		l.tell("note  %s came back by itself, as a button does; a switch stays where it is. once more", l.box.Place(moved))
	default:
		l.tell("note  nothing has changed for %v", l.Patience)
	}
	return changed, nil
}

// maxPods is how many pods a table has at most.
const maxPods = 12

// three asks for the buttons of a pod.
func (l *learner) three(pod hw.Pod) (*config.Buttons, error) {
	var out config.Buttons
	for b := range out {
		var err error
		if out[b], err = l.one(pod, hw.Button(b)); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// tries is how often a button is asked for.
const tries = 3

// one asks for a button, and returns where it is.
func (l *learner) one(pod hw.Pod, b hw.Button) (config.Pin, error) {
	what := fmt.Sprintf("%s of %s", b, place(pod))
	for range tries {
		l.Hand.Press(pod, b)
		found, err := l.await()
		l.Hand.Release(pod, b)
		if err == nil {
			err = l.settle()
		}
		if err != nil {
			return config.Pin{}, err
		}
		switch {
		case len(found) == 0:
			l.tell("note  nothing was pressed for %v", l.Patience)
		case len(found) > 1:
			l.tell("note  %s and %s went down together; do their wires touch? once more", l.box.Place(found[0]), l.box.Place(found[1]))
		case l.taken[found[0]] != "":
			l.tell("note  %s is %s already; once more", l.box.Place(found[0]), l.taken[found[0]])
		default:
			l.taken[found[0]] = what
			l.tell("found %s at %s", what, l.box.Place(found[0]))
			return found[0], nil
		}
	}
	return config.Pin{}, fmt.Errorf("%s was not found; look at its wires, and begin again", what)
}

// await waits for a press, and returns all pins that went down with it.
func (l *learner) await() (found []config.Pin, err error) {
	until := l.Now() + l.Patience
	for l.Now() < until {
		list, err := l.scan()
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if p.Down && l.taken[l.pins[p.Pod]] != "what was down before" {
				found = append(found, l.pins[p.Pod])
				until = min(until, l.Now()+20*time.Millisecond) // for another that comes with it
			}
		}
	}
	return found, nil
}

// settle waits until all is let go, or for a second.
func (l *learner) settle() error {
	for until := l.Now() + time.Second; l.Now() < until; {
		list, err := l.scan()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list, func(p hw.Press) bool { return !p.Down }) {
			return nil
		}
	}
	return nil
}

// forgetKeyboards leaves out keyboards without a button.
func (l *learner) forgetKeyboards() {
	used := map[int]bool{}
	use := func(p config.Pin) { used[p.Part] = used[p.Part] || p.On == config.OnKeyboard }
	l.box.EachButton(func(_ hw.Pod, _ hw.Button, p config.Pin) { use(p) })
	if l.box.Mute != nil {
		use(*l.box.Mute)
	}
	place, kept := map[int]int{}, []config.Keyboard(nil)
	for i, k := range l.box.Keyboards {
		if used[i] {
			place[i] = len(kept)
			kept = append(kept, k)
		}
	}
	move := func(p *config.Pin) {
		if p.On == config.OnKeyboard {
			p.Part = place[p.Part]
		}
	}
	for i := range l.box.Pods {
		for b := range l.box.Pods[i].Buttons {
			move(&l.box.Pods[i].Buttons[b])
		}
	}
	if l.box.Panel != nil {
		for b := range l.box.Panel {
			move(&l.box.Panel[b])
		}
	}
	if l.box.Host != nil {
		move(l.box.Host)
	}
	if l.box.Mute != nil {
		move(l.box.Mute)
	}
	l.box.Keyboards = kept
}

// lights lights one after the other, and asks at which pod it is.
func (l *learner) lights() error {
	plugged := slices.ContainsFunc(l.box.Expanders, func(e config.Expander) bool { return e.Channel >= 0 })
	wireless := slices.ContainsFunc(l.box.Pods, func(p config.Pod) bool { return l.radio(&p) != nil })
	if len(l.found.SPI) == 0 && !plugged && !wireless {
		return nil
	}
	has, err := l.Hand.HasLights()
	if err != nil || !has {
		return err
	}
	if plugged {
		if found, err := l.leds(); err != nil || found {
			return err
		}
	}
	if wireless {
		if found, err := l.lamps(); err != nil || found {
			return err
		}
	}
	if len(l.found.SPI) == 0 {
		l.tell("FAIL  no light was seen; look at its wires, and write its pins into the configuration")
		return nil
	}
	for _, chip := range []string{config.APA102, config.WS2812} {
		if err := l.strip(chip, l.found.SPI[0]); err != nil || l.box.Lights != nil {
			return err
		}
	}
	l.tell("FAIL  no light was seen; look at the wires of the strip")
	return nil
}

// leds tries the lights of pods at the end of a cable, at the pins that the build cable has.
func (l *learner) leds() (found bool, err error) {
	for pod := range l.box.Pods {
		p := &l.box.Pods[pod]
		part := p.Buttons[hw.A].Part
		if p.Buttons[hw.A].On != config.OnExpander || l.box.Expanders[part].Channel < 0 {
			continue
		}
		at := func(bit int) config.Pin { return config.Pin{Part: part, Bit: bit} }
		led := config.LED{R: at(7), G: at(14), B: at(15)}
		const all = 1<<7 | 1<<14 | 1<<15
		if l.taken[led.G] != "" {
			continue // its button is there
		}
		chip := l.expanders[part]
		chip.Drive(all)
		if err := errors.Join(chip.Configure(), chip.Set(all, all&^(1<<led.R.Bit))); err != nil {
			return found, err
		}
		seen, err := l.Hand.SeesLight(hw.Pod(pod), hw.RGB{R: 255}, "red")
		if err = errors.Join(err, chip.Set(all, all)); err != nil {
			return found, err
		}
		if seen {
			p.LED, found = &led, true
			l.tell("found the light of pod %d at %s", pod, l.box.Expanders[part].Name)
		}
	}
	return found, nil
}

// radio returns the keyboard without a wire that has all buttons of a pod, or nil.
func (l *learner) radio(p *config.Pod) *config.Keyboard {
	part := p.Buttons[hw.A].Part
	for _, pin := range p.Buttons {
		if pin.On != config.OnKeyboard || pin.Part != part {
			return nil
		}
	}
	if k := &l.box.Keyboards[part]; k.Bluetooth() != "" {
		return k
	}
	return nil
}

// lamps tries the lights of pods without wires.
func (l *learner) lamps() (found bool, err error) {
	for pod := range l.box.Pods {
		p := &l.box.Pods[pod]
		k := l.radio(p)
		if k == nil {
			continue
		}
		i := slices.IndexFunc(l.direct, func(d *drivers.Direct) bool { return d.Name == "keyboard "+k.Name })
		l.direct[i].Light(true, false, false)
		seen, err := l.Hand.SeesLight(hw.Pod(pod), hw.RGB{R: 255}, "red")
		l.direct[i].Light(false, false, false)
		if err != nil {
			return found, err
		}
		if seen {
			p.Lamp, found = k.Name, true
			l.tell("found the light of pod %d at %s", pod, k.Name)
		}
	}
	return found, nil
}

// strip tries lights of a kind.
func (l *learner) strip(chip, name string) (err error) {
	port, err := l.Host.SPI(name)
	if err != nil {
		return err
	}
	o := config.Lights{Chip: chip, Port: name, MaxMilliamps: 480, Brightness: 60}
	all, err := drivers.NewLights(port, drivers.LightsOptions{Chip: chip, Count: maxPods, MaxMilliamps: o.MaxMilliamps, Brightness: o.Brightness})
	if err != nil {
		return errors.Join(err, port.Close())
	}
	defer func() { err = errors.Join(err, all.Set(nil), port.Close()) }()
	red := hw.RGB{R: 255}
	at := map[int]bool{}
	for pod := range l.box.Pods {
		places := []int{pod} // where most are
		for place := range maxPods {
			if place != pod {
				places = append(places, place)
			}
		}
		seen := false
		for _, place := range places {
			if at[place] || seen {
				continue
			}
			colours := make([]hw.RGB, maxPods)
			colours[place] = red
			if err := all.Set(colours); err != nil {
				return err
			}
			if seen, err = l.Hand.SeesLight(hw.Pod(pod), red, "red"); err != nil {
				return err
			}
			if seen {
				at[place] = true
				l.box.Pods[pod].Light = place
				o.Count = max(o.Count, place+1)
			}
		}
		if !seen && pod == 0 {
			return nil // lights of another kind
		}
	}
	l.box.Lights = &o
	l.tell("found %d lights %s on %s", len(at), strings.ToUpper(chip), name)
	return nil
}

// kinds are the displays that there are.
var kinds = []config.Screen{
	{Chip: config.SSD1306, W: 128, H: 64},
	{Chip: config.SH1106, W: 128, H: 64},
	{Chip: config.SSD1306, W: 128, H: 32},
	{Chip: config.SSD1306, W: 128, H: 64, Flip: true},
	{Chip: config.SH1106, W: 128, H: 64, Flip: true},
	{Chip: config.SSD1306, W: 128, H: 32, Flip: true},
}

// screens shows a picture on each display, as each kind of it, and asks where it can be seen.
func (l *learner) screens() error {
	last := map[bool]int{} // the kind that the last was, on the mux and off it
	for _, g := range l.glass {
		order := []int{last[g.config.Channel >= 0]}
		for i := range kinds {
			if i != order[0] {
				order = append(order, i)
			}
		}
		pod, kind, err := l.findScreen(g, order)
		if err != nil {
			return err
		}
		s := g.config
		if kind < 0 {
			l.tell("FAIL  nobody has seen the picture of the display at %s", where(&s))
			continue
		}
		last[s.Channel >= 0] = kind
		s.Chip, s.W, s.H, s.Flip, s.Lang = kinds[kind].Chip, kinds[kind].W, kinds[kind].H, kinds[kind].Flip, l.box.Lang
		if s.Chip == config.SSD1306 && s.H == 64 {
			// An SSD1309 shows what is sent to an SSD1306, and is better set up as what it is.
			small, err := l.Hand.HasSmall(pod)
			if err != nil {
				return err
			}
			if !small {
				s.Chip = config.SSD1309
			}
		}
		if pod == hw.Panel {
			l.box.Main = &s
		} else {
			l.box.Pods[pod].Screen = &s
		}
		l.tell("found the screen of %s: %s of %dx%d at %s", screenOf(pod), strings.ToUpper(s.Chip), s.W, s.H, where(&s))
	}
	return nil
}

func screenOf(pod hw.Pod) string {
	if pod == hw.Panel {
		return "all"
	}
	return place(pod)
}

// findScreen returns at which pod a display is, and its kind, or a kind below 0.
func (l *learner) findScreen(g glass, order []int) (hw.Pod, int, error) {
	var pods []hw.Pod
	if c := hw.Pod(g.config.Channel); c >= 0 && int(c) < len(l.box.Pods) && l.box.Pods[c].Screen == nil {
		pods = append(pods, c) // where most are
	}
	if l.box.Main == nil {
		pods = append(pods, hw.Panel)
	}
	for i := range l.box.Pods {
		if l.box.Pods[i].Screen == nil && !slices.Contains(pods, hw.Pod(i)) {
			pods = append(pods, hw.Pod(i))
		}
	}
	if g.config.Channel < 0 && len(pods) > 1 && pods[0] != hw.Panel && l.box.Main == nil {
		pods = slices.Insert(slices.DeleteFunc(pods, func(p hw.Pod) bool { return p == hw.Panel }), 0, hw.Panel)
	}
	for _, pod := range pods {
		for _, kind := range order {
			k := kinds[kind]
			s, err := drivers.NewScreen(g.bus, drivers.ScreenOptions{Chip: k.Chip, Address: g.config.Address, W: k.W, H: k.H, Flip: k.Flip})
			if err != nil {
				return 0, -1, err
			}
			f := Picture(0, k.W, k.H) // with a block, so that it has an upside
			if err := s.Show(f); err != nil {
				return 0, -1, nil // it has gone
			}
			seen, err := l.Hand.SeesScreen(pod, f, "a frame around the edge, a cross from corner to corner and, near the top left, a small block")
			if err = errors.Join(err, s.Dark()); err != nil || seen {
				return pod, kind, err
			}
		}
	}
	return 0, -1, nil
}

// camera finds the camera that sees the dice in the tray, and which dice they are.
func (l *learner) camera() error {
	if len(l.found.Cameras) == 0 {
		return nil
	}
	has, err := l.Hand.HasTray()
	if err != nil || !has {
		return err
	}
	kinds := []config.Tray{{Set: "pate"}, {Set: "standard"}}
	if own := l.Base.Tray; own != nil {
		kinds = append([]config.Tray{*own}, kinds...)
	}
	var works []string
	for _, device := range l.found.Cameras {
		pictures, err := photographs(tray.Device(device), 1)
		if err != nil {
			l.tell("note  camera %s: %v", device, err)
			continue
		}
		m := pictures[0]
		works = append(works, device)
		l.tell("found a camera: %s, %s", device, pixels(m))
		for _, t := range kinds {
			reader, err := tray.NewReader(drivers.TraySet(&t))
			if err != nil {
				return err
			}
			reading := reader.Read(m)
			if reading.Unsure || len(reading.Dice) == 0 {
				continue
			}
			seen, err := l.Hand.SeesDice(reading.Throw(nil).Dice)
			if err != nil {
				return err
			}
			if seen {
				t.Device = device
				l.box.Tray = &t
				l.tell("found the camera of the tray: %s, with dice of the set %s", device, t.Set)
				return nil
			}
		}
	}
	switch len(works) {
	case 0:
		l.tell("FAIL  no camera gives a picture")
	case 1:
		l.box.Tray = &kinds[0]
		l.box.Tray.Device = works[0]
		l.tell("note  %s is taken, though it does not know the dice; it is told the set %s, and consigliere doctor says what it sees", works[0], kinds[0].Set)
	default:
		l.tell("FAIL  none of the cameras knows the dice, so nobody can tell which is that of the tray; light it well, and begin again")
	}
	return nil
}
