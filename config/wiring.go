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

// wires is the wiring of a box while it is made.
type wires struct {
	box  *Box
	list []Wire
}

func (w *wires) join(k Kind, from, to End) { w.list = append(w.list, Wire{k, from, to}) }

func (w *wires) powered(part, plus, minus string) {
	w.join(Power, volts3, End{part, plus})
	w.join(Power, ground, End{part, minus})
}

func (w *wires) onBus(part, bus, sda, scl string) {
	lines := i2cLines[strings.TrimPrefix(bus, "I2C")]
	if lines == nil { // a bus that is not on the header
		w.join(Data, End{pi, bus + " SDA"}, End{part, sda})
		w.join(Data, End{pi, bus + " SCL"}, End{part, scl})
		return
	}
	w.join(Data, header(lines[0], ", SDA"), End{part, sda})
	w.join(Data, header(lines[1], ", SCL"), End{part, scl})
}

// strap gives a chip its address by pins at power or ground.
func (w *wires) strap(part string, address, base uint16, pins ...string) {
	for i, pin := range pins {
		level := ground
		if (address-base)>>i&1 == 1 {
			level = volts3
		}
		w.join(Address, level, End{part, pin})
	}
}

// notes are what else a builder must know, while they are written.
type notes []string

func (n *notes) add(format string, args ...any) { *n = append(*n, fmt.Sprintf(format, args...)) }

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
