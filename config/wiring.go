package config

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"consigliere/hw"
)

// A Wire joins two pins.
type Wire struct {
	Kind     Kind
	From, To End
}

// An End is a pin of a part, as the builder finds it: "header 3 (GPIO2, SDA)".
type End struct{ Part, Pin string }

// A Kind is what a wire is for.
type Kind uint8

// The kinds of wires.
const (
	Power Kind = iota
	Data       // I2C and SPI
	Interrupt
	Button
	Light   // of one colour at an expander
	Plug    // a cable with a plug at each end: power and I2C
	Address // a pin at power or ground that gives a chip its address
	USB
	KeyPress // a key of a keyboard that stands for a button; nothing is soldered
)

const pi = "Raspberry Pi"

// headerPins holds the pin of the 40-pin header for each GPIO of a Raspberry Pi.
var headerPins = [28]int{27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13}

// header returns the pin of a GPIO on the header, with what it is used for.
func header(gpio, what string) End {
	n, err := strconv.Atoi(strings.TrimPrefix(gpio, "GPIO"))
	if err != nil || n >= len(headerPins) {
		return End{pi, gpio}
	}
	return End{pi, fmt.Sprintf("header %d (%s%s)", headerPins[n], gpio, what)}
}

var (
	volts3 = End{pi, "header 1 (3.3 V)"}
	volts5 = End{pi, "header 2 (5 V)"}
	ground = End{pi, "header 6 (ground)"}
)

// Wiring returns the wires of a box, part by part.
func (b *Box) Wiring() []Wire {
	var w []Wire
	join := func(k Kind, from, to End) { w = append(w, Wire{k, from, to}) }
	powered := func(part, plus, minus string) {
		join(Power, volts3, End{part, plus})
		join(Power, ground, End{part, minus})
	}
	onBus := func(part, bus, sda, scl string) {
		lines := i2cLines[strings.TrimPrefix(bus, "I2C")]
		if lines == nil { // a bus that is not on the header
			join(Data, End{pi, bus + " SDA"}, End{part, sda})
			join(Data, End{pi, bus + " SCL"}, End{part, scl})
			return
		}
		join(Data, header(lines[0], ", SDA"), End{part, sda})
		join(Data, header(lines[1], ", SCL"), End{part, scl})
	}
	strap := func(part string, address, base uint16, pins ...string) {
		for i, pin := range pins {
			level := ground
			if (address-base)>>i&1 == 1 {
				level = volts3
			}
			join(Address, level, End{part, pin})
		}
	}

	for i := range b.Expanders {
		e := &b.Expanders[i]
		part := expanderPart(e)
		if e.Channel >= 0 {
			join(Plug, End{muxPart(b.Mux), fmt.Sprintf("plug %d", e.Channel)}, End{part, "plug"})
			if e.Interrupt != "" {
				join(Interrupt, header(e.Interrupt, ""), End{part, "INTA"})
			}
			continue
		}
		powered(part, "9 (VDD)", "10 (VSS)")
		join(Power, volts3, End{part, "18 (RESET)"})
		onBus(part, e.Bus, "13 (SDA)", "12 (SCL)")
		strap(part, e.Address, 0x20, "15 (A0)", "16 (A1)", "17 (A2)")
		if e.Interrupt != "" {
			join(Interrupt, header(e.Interrupt, ""), End{part, "20 (INTA)"})
		}
	}
	if l := b.Lights; l != nil {
		part := "lights, " + strings.ToUpper(l.Chip)
		lines := spiLines[strings.TrimPrefix(l.Port, "SPI")]
		mosi, sclk := End{pi, l.Port + " MOSI"}, End{pi, l.Port + " SCLK"}
		if lines != nil {
			mosi, sclk = header(lines[0], ", MOSI"), header(lines[1], ", SCLK")
		}
		// Pins of the 14-pin package (Texas Instruments SCLS264, section 5).
		join(Power, volts5, End{shifter, "14 (VCC)"})
		join(Power, ground, End{shifter, "7 (GND)"})
		join(Power, ground, End{shifter, "1 (1OE)"})
		join(Data, mosi, End{shifter, "2 (1A)"})
		if l.Chip == APA102 {
			join(Power, ground, End{shifter, "4 (2OE)"})
			join(Data, sclk, End{shifter, "5 (2A)"})
		}
		join(Power, volts5, End{part, "5V"})
		join(Power, ground, End{part, "GND"})
		join(Data, End{shifter, "3 (1Y)"}, End{part, "DI"})
		if l.Chip == APA102 {
			join(Data, End{shifter, "6 (2Y)"}, End{part, "CI"})
		}
	}
	if m := b.Mux; m != nil {
		part := muxPart(m)
		powered(part, "VIN", "GND")
		onBus(part, m.Bus, "SDA", "SCL")
		strap(part, m.Address, 0x70, "A0", "A1", "A2")
		if m.Reset != "" {
			join(Interrupt, header(m.Reset, ""), End{part, "RST"})
		}
	}
	screen := func(part string, s *Screen) {
		if e := b.plugged(s.Channel); e != nil {
			join(Plug, End{expanderPart(e), "other plug"}, End{part, "plug"})
			return
		}
		powered(part, "VCC", "GND")
		if s.Channel < 0 {
			onBus(part, s.Bus, "SDA", "SCL")
			return
		}
		join(Data, End{muxPart(b.Mux), fmt.Sprintf("SD%d", s.Channel)}, End{part, "SDA"})
		join(Data, End{muxPart(b.Mux), fmt.Sprintf("SC%d", s.Channel)}, End{part, "SCL"})
	}
	if b.Main != nil {
		screen(fmt.Sprintf("main screen, %s 0x%02X", strings.ToUpper(b.Main.Chip), b.Main.Address), b.Main)
	}
	for _, k := range b.Keyboards {
		if k.Bluetooth() != "" {
			join(USB, End{pi, "Bluetooth"}, End{keyboardPart(&k), "Bluetooth"})
			continue
		}
		join(USB, End{pi, "USB"}, End{keyboardPart(&k), "USB"})
	}
	// button joins one contact, and reports whether its other side goes to ground.
	button := func(part, name string, p Pin) bool {
		switch p.On {
		case OnHeader:
			join(Button, header(p.Label(), ""), End{part, name})
		case OnKeyboard:
			join(KeyPress, End{keyboardPart(&b.Keyboards[p.Part]), p.Label()}, End{part, name})
			return false
		default:
			join(Button, b.expanderPin(p), End{part, name})
		}
		return true
	}
	// minus is where the other side of a button goes: to the Pi, or to its expander at the end of a
	// cable.
	minus := func(p Pin, part, pin string) {
		if p.On == OnExpander && b.Expanders[p.Part].Channel >= 0 {
			join(Button, End{expanderPart(&b.Expanders[p.Part]), "GND"}, End{part, pin})
			return
		}
		join(Power, ground, End{part, pin})
	}
	buttons := func(part string, three *Buttons) {
		var grounded []string
		var last Pin
		for i, p := range three {
			if name := hw.Button(i).String(); button(part, name, p) {
				grounded, last = append(grounded, name), p
			}
		}
		if len(grounded) > 0 {
			minus(last, part, "the other side of "+strings.Join(grounded, ", "))
		}
	}
	one := func(part, name string, p *Pin) {
		if p != nil && button(part, name, *p) {
			minus(*p, part, "the other side")
		}
	}
	if b.Panel != nil {
		buttons("panel", b.Panel)
	}
	one("host", "button", b.Host)
	one("mute", "switch", b.Mute)
	if b.Buzzer != nil {
		join(Data, header(b.Buzzer.Line, ", PWM"), End{"buzzer, passive piezo", "+"})
		join(Power, ground, End{"buzzer, passive piezo", "-"})
	}
	if s := b.Speaker; s != nil && s.Amplifier != "" {
		const part = "amplifier, MAX98357A"
		join(Power, volts5, End{part, "VIN"})
		join(Power, ground, End{part, "GND"})
		for _, line := range i2sLines {
			join(Data, header(line[0], ", I2S"), End{part, line[1]})
		}
	}
	for i := range b.Pods {
		p := &b.Pods[i]
		buttons(fmt.Sprintf("pod %d", i), &p.Buttons)
		if p.LED != nil {
			part := fmt.Sprintf("pod %d light", i)
			for j, pin := range p.LED.Pins() {
				join(Light, b.expanderPin(pin), End{part, ledSides[j]})
			}
			if e := &b.Expanders[p.LED.R.Part]; e.Channel >= 0 {
				join(Light, End{expanderPart(e), "3.3 V"}, End{part, "common side"})
			} else {
				join(Power, volts3, End{part, "common side"})
			}
		}
		if p.Lamp != "" {
			join(KeyPress, End{keyboardPart(&Keyboard{Name: p.Lamp}), "Num, Caps, Scroll"}, End{fmt.Sprintf("pod %d", i), "light: red, green, blue"})
		}
		if p.Screen != nil {
			screen(fmt.Sprintf("pod %d screen, %s 0x%02X", i, strings.ToUpper(p.Screen.Chip), p.Screen.Address), p.Screen)
		}
	}
	return w
}

func expanderPart(e *Expander) string {
	return fmt.Sprintf("expander %s, MCP23017 0x%02X", e.Name, e.Address)
}

func muxPart(m *Mux) string { return fmt.Sprintf("multiplexer, TCA9548A 0x%02X", m.Address) }

// plugged returns the expander that is on a channel of the multiplexer, on a cable with plugs; nil if
// there is none.
func (b *Box) plugged(channel int) *Expander {
	for i := range b.Expanders {
		if channel >= 0 && b.Expanders[i].Channel == channel {
			return &b.Expanders[i]
		}
	}
	return nil
}

// ledSides are the two sides of a light at an expander, each with its resistor: some 4 mA flow.
var ledSides = [3]string{"red, by 330 ohm", "green, by 100 ohm", "blue, by 100 ohm"}

// expanderPin returns a pin of an expander. Modules with plugs have its name, chips a number.
func (b *Box) expanderPin(p Pin) End {
	e := &b.Expanders[p.Part]
	if e.Channel >= 0 {
		return End{expanderPart(e), p.Label()}
	}
	return End{expanderPart(e), chipPin(p)}
}

// chipPin returns the pin in the chip's 28-pin DIP package (DS20001952, table 1-1).
func chipPin(p Pin) string {
	n := 21 + p.Bit
	if p.Bit >= 8 {
		n = 1 + p.Bit - 8
	}
	return fmt.Sprintf("%d (%s)", n, p.Label())
}

// shifter lifts the Pi's 3.3 V to the 5 V that a strip wants to see.
const shifter = "level shifter, 74AHCT125"

func keyboardPart(k *Keyboard) string { return "keyboard " + k.Name }

// Notes returns what else a builder must know.
func (b *Box) Notes() []string {
	var notes []string
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if lines := b.BootLines(); len(lines) > 0 {
		add("At the end of /boot/firmware/config.txt, a line each, as consigliere wiring --config-txt prints them:")
		for _, line := range lines {
			add("  %s", line)
		}
	}
	for _, d := range b.Doubts() {
		add("Take care: %s.", d)
	}
	add("Pods count from 0 here, as in box.toml; the box and the labels say 1 to the first.")
	sides := map[Side]bool{}
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) { sides[p.On] = true })
	switch {
	case sides[OnExpander] && sides[OnHeader]:
		add("Buttons close to ground; the expanders and the Pi pull up.")
	case sides[OnExpander]:
		add("Buttons close to ground; the expanders pull up.")
	case sides[OnHeader]:
		add("Buttons close to ground; the Pi pulls up.")
	}
	if sides[OnExpander] || sides[OnHeader] {
		add("Every ground pin of the header is as good as another: 6, 9, 14, 20, 25, 30, 34, 39.")
	}
	for _, e := range b.Expanders {
		if e.Interrupt != "" {
			add("INTA serves both halves of an expander; INTB stays free. Expanders may share a line.")
			break
		}
	}
	for _, line := range b.busNotes() {
		add("%s", line)
	}
	if b.Lights != nil {
		add("The strip of %d lights is limited to %d mA; a fuse of 1 A belongs in its 5 V wire. It takes 5 V signals, so a 74AHCT125 is between it and the Pi; its other inputs (9, 10, 12, 13) go to ground.", b.Lights.Count, b.Lights.MaxMilliamps)
		if b.Lights.Chip == WS2812 {
			add("Put 330 ohm into the wire to DI, and 1000 microfarad between 5 V and ground at the strip. Without core_freq in config.txt the colours flicker on boards before the Pi 5.")
		}
		add("The strip goes from pod to pod, so that one which is pulled out darkens those after it; in the build cable each pod has a light of its own.")
		add("Places on the strip, by pod: %s.", strings.Join(b.places(), ", "))
	}
	if b.Buzzer != nil {
		add("The buzzer is a passive piezo disc; put 100 ohm into its wire. One that beeps by itself makes no tones.")
	}
	for _, k := range b.Keyboards {
		add("The keyboard %s is %s.", k.Name, k.Device)
	}
	if b.Main == nil {
		add("There is no main screen on a bus: a display at HDMI shows the page of the box in a browser.")
	}
	if b.Speaker != nil && b.Speaker.Amplifier != "" {
		add("The amplifier's SD and GAIN stay open; the loudspeaker of 4 or 8 ohm is at its two screws, and neither of them goes to ground.")
	}
	if b.Speaker != nil {
		add("The speaker is the ALSA device %q.", b.Speaker.Device)
	}
	if b.Tray != nil {
		add("The camera over the dice tray is %s.", b.Tray.Device)
	}
	return notes
}

// BootLines returns the lines of config.txt that the wiring needs; nil if it needs none. The first
// ends what a section before them was for.
func (b *Box) BootLines() (lines []string) {
	for _, name := range b.Buses() {
		lines = append(lines, BusBoot(name))
		if name == "I2C1" {
			lines = append(lines, "dtparam=i2c_arm_baudrate=400000")
		}
	}
	if b.Lights != nil {
		lines = append(lines, "dtparam=spi=on")
	}
	if b.Speaker != nil && b.Speaker.Amplifier != "" {
		lines = append(lines, "dtoverlay=max98357a,no-sdmode") // else it takes GPIO4, too
	}
	if b.Buzzer != nil {
		lines = append(lines, PWMLines()[PWMLineOf(b.Buzzer.Line)].Boot())
	}
	if b.Lights != nil && b.Lights.Chip == WS2812 {
		// SPI's clock is made from the core's, which changes otherwise. A Pi 5 has its own.
		lines = append(lines, "[pi3]", "core_freq=250", "[pi02]", "core_freq=250", "[pi4]", "core_freq_min=500", "[all]")
	}
	if len(lines) == 0 {
		return nil
	}
	return append([]string{"[all]"}, lines...)
}

// BusBoot returns the line of config.txt that turns a bus on. Buses but these are made by overlays that
// each board has of its own.
func BusBoot(name string) string {
	switch name {
	case "I2C0":
		return "dtparam=i2c_vc=on"
	case "I2C3":
		return "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24"
	}
	if n := strings.TrimPrefix(name, "I2C"); n != "1" {
		return "dtoverlay=i2c" + n
	}
	return "dtparam=i2c_arm=on"
}

// WriteBootLines writes them, to be appended to config.txt as they are.
func (b *Box) WriteBootLines(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# Consigliere: from here on, what its wiring needs. A Pi reads it when it starts.\n%s\n", strings.Join(b.BootLines(), "\n"))
	return err
}

// screens returns all screens.
func (b *Box) screens() []*Screen {
	var list []*Screen
	for _, s := range append([]*Screen{b.Main}, b.Private()...) {
		if s != nil {
			list = append(list, s)
		}
	}
	return list
}

// A Draw is the current that parts draw at most, in milliamperes.
type Draw struct {
	Rail      string // "3.3 V", "5 V" or "USB"
	Part      string
	Milliamps int
}

// Limits of the rails of the header, in milliamperes: what the regulator of the oldest boards
// with 40 pins spares for 3.3 V, and what the traces to the 5 V pins carry beside the board. USB has its own.
const (
	most3V = 500
	most5V = 1500
	// What all USB sockets of a Pi 5 have together with a supply of 3 A; a 3 and a 4 have twice that.
	mostUSB = 600
)

// Budget returns the current that each kind of part draws at most (data sheets; a display with
// every pixel lit), and the total of each rail beside its limit.
func (b *Box) Budget() (draws []Draw, lines []string) {
	add := func(rail, part string, n, each int) {
		if n > 0 {
			draws = append(draws, Draw{rail, fmt.Sprintf("%d × %s", n, part), n * each})
		}
	}
	huge, large, small := 0, 0, 0
	for _, s := range b.screens() {
		switch {
		case s.Chip == SSD1309:
			huge++
		case s.H == 64:
			large++
		default:
			small++
		}
	}
	add("3.3 V", "display 128x64 of 2.42 inches", huge, 150)
	add("3.3 V", "display 128x64", large, 30)
	add("3.3 V", "display 128x32", small, 18)
	add("3.3 V", "MCP23017 with its pull-ups", len(b.Expanders), 3)
	leds := 0
	for _, p := range b.Pods {
		if p.LED != nil {
			leds++
		}
	}
	add("3.3 V", "light at an expander, white", leds, 12)
	if b.Mux != nil {
		add("3.3 V", "TCA9548A", 1, 1)
	}
	direct := 0
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) {
		if p.On == OnHeader {
			direct++
		}
	})
	if direct > 0 {
		draws = append(draws, Draw{"3.3 V", fmt.Sprintf("%d × button held, through the Pi's pull-up", direct), (direct + 14) / 15})
	}
	if b.Lights != nil {
		draws = append(draws, Draw{"5 V", fmt.Sprintf("%d × light, as limited, and the level shifter", b.Lights.Count), b.Lights.MaxMilliamps + 5})
	}
	if b.Speaker != nil && b.Speaker.Amplifier != "" {
		add("5 V", "MAX98357A, loud", 1, 650)
	}
	add("USB", "keyboard", b.wired(), 100)
	for _, rail := range []struct {
		name string
		most int
	}{{"3.3 V", most3V}, {"5 V", most5V}, {"USB", mostUSB}} {
		var parts []string
		sum := 0
		for _, d := range draws {
			if d.Rail == rail.name {
				parts = append(parts, fmt.Sprintf("%s %d mA", d.Part, d.Milliamps))
				sum += d.Milliamps
			}
		}
		if sum == 0 {
			continue
		}
		verdict := "fine"
		switch {
		case sum <= rail.most:
		case rail.name == "USB":
			verdict = "TOO MUCH: put a hub with a supply of its own between"
		default:
			verdict = "TOO MUCH: give the parts a supply of their own, with its ground joined to the Pi's"
		}
		lines = append(lines, fmt.Sprintf("%s: %s; together %d mA of %d mA: %s.", rail.name, strings.Join(parts, ", "), sum, rail.most, verdict))
	}
	return draws, lines
}

// wired returns how many keyboards have a wire.
func (b *Box) wired() (n int) {
	for i := range b.Keyboards {
		if b.Keyboards[i].Bluetooth() == "" {
			n++
		}
	}
	return n
}

func (b *Box) places() []string {
	out := make([]string, len(b.Pods))
	for i, p := range b.Pods {
		out[i] = strconv.Itoa(p.Light)
	}
	return out
}

// WriteTable writes the wiring and the notes as a table.
func (b *Box) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	part := ""
	for _, wire := range b.Wiring() {
		if wire.To.Part != part {
			if part != "" {
				fmt.Fprintln(t)
			}
			part = wire.To.Part
			fmt.Fprintln(t, part)
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\n", wire.To.Pin, wire.From.Part, wire.From.Pin)
	}
	fmt.Fprintln(t)
	for _, n := range b.Notes() {
		fmt.Fprintln(t, n)
	}
	_, budget := b.Budget()
	for _, line := range budget {
		fmt.Fprintln(t, line)
	}
	return t.Flush()
}
