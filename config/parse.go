package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigliere/engine/document"
	"consigliere/hw/lang"
)

// An Error is something wrong in a configuration.
type Error struct {
	File         string
	Line, Column int // from 1
	Reason       string
}

// Error returns "box.toml:12:1: " and the reason.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Reason)
}

// Parse reads and checks a configuration. The error joins every [Error] that was found, by
// line. file is only used in errors.
func Parse(file string, data []byte) (*Box, error) {
	tree, err := document.TOML(data)
	var syntax *document.SyntaxError
	if errors.As(err, &syntax) {
		return nil, &Error{file, max(syntax.Line, 1), max(syntax.Column, 1), syntax.Reason}
	}
	r := document.NewReader(tree)
	c := checker{gpios: map[string]string{}, interrupts: map[string]string{}, pins: map[Pin]string{}, chips: map[chip]string{}, lamps: map[string]int{}}
	b := c.box(r.Root())
	var errs []error
	for _, m := range r.Mistakes() {
		errs = append(errs, &Error{file, m.Line, m.Column, reason(m)})
	}
	if len(errs) > 0 {
		slices.SortStableFunc(errs, func(a, b error) int {
			x, y := a.(*Error), b.(*Error)
			return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
		})
		return nil, errors.Join(errs...)
	}
	return b, nil
}

// reason describes a mistake in the terms of TOML.
func reason(m document.Mistake) string {
	name := strings.TrimPrefix(m.Path, "$.")
	switch m.Problem {
	case document.NotObject:
		return name + " must be a table"
	case document.NotList:
		return fmt.Sprintf("%s must be a list of tables, each with the heading [[%s]]", name, name)
	}
	return m.Error()
}

// A checker turns a document into a box.
type checker struct {
	expanders []Expander
	keyboards []Keyboard
	mux       *Mux
	lights    int // how many there are; -1 without a strip

	gpios      map[string]string // which bus or part uses a GPIO alone
	interrupts map[string]string // which expander has its interrupt at a GPIO
	pins       map[Pin]string    // which button uses a pin
	chips      map[chip]string   // which chip answers at an address
	lamps      map[string]int    // which pod has the lights of a keyboard
}

// A chip is an address on a bus, or on a channel of the mux (-1 if not).
type chip struct {
	bus     string
	channel int
	address int
}

func (a chip) compare(b chip) int {
	return cmp.Or(cmp.Compare(a.bus, b.bus), cmp.Compare(a.channel, b.channel), cmp.Compare(a.address, b.address))
}

// refuse records that a value is wrong. If it is missing, the position is the table's
// that should have it.
func refuse(v document.Value, format string, args ...any) {
	v.Refuse(fmt.Sprintf(format, args...), "")
}

// number returns a whole number whose range the caller checks, or 0 if it is missing.
func number(v document.Value) int { return v.IntOr(0, math.MinInt, math.MaxInt) }

// oneOf reads one of several words. The first stands for a missing key.
func oneOf(v document.Value, who string, words ...string) string {
	word := v.Text()
	if word == "" {
		return words[0]
	}
	if !slices.Contains(words, word) {
		refuse(v, "%s cannot be %q; there are %s", who, word, quoted(words))
	}
	return word
}

// place reads where a chip is: its bus, and its channel of the mux, or -1. It returns false if there
// is not such a channel.
func (c *checker) place(v document.Value, who string) (bus string, channel int, ok bool) {
	bus, n := v.Key("bus").Text(), number(v.Key("channel"))
	switch {
	case !v.Key("channel").Present():
		c.bus(v.Key("bus"), bus)
		return bus, -1, true
	case c.mux == nil:
		refuse(v.Key("channel"), "%s is on channel %d of a mux, and there is none; add [mux] or give a bus", who, n)
		return bus, -1, true
	}
	if bus != "" && bus != c.mux.Bus {
		refuse(v.Key("bus"), "%s is on the mux, whose bus is %s, not %s; leave bus out", who, c.mux.Bus, bus)
	}
	if n < 0 || n > 7 {
		refuse(v.Key("channel"), "a TCA9548A has the channels 0 to 7, not %d", n)
		return c.mux.Bus, n, false
	}
	return c.mux.Bus, n, true
}

// meant returns "; did you mean ...?", or "" if nothing is near.
func meant(written string, words []string) string {
	if near := document.Nearest(written, words); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

var (
	word        = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	bluetooth   = regexp.MustCompile(`^([0-9a-f]{2}:){5}[0-9a-f]{2}$`)
	i2cBus      = regexp.MustCompile(`^I2C(\d{1,3})$`)
	spiPort     = regexp.MustCompile(`^SPI(\d{1,3})\.(\d{1,3})$`)
	gpioLine    = regexp.MustCompile(`^GPIO(\d{1,2})$`)
	expanderPin = regexp.MustCompile(`^GP([AB])([0-7])$`)
)

// i2cLines and spiLines are the GPIOs of the buses of a Pi: SDA and SCL; MOSI, SCLK and the
// chip select. The kernel makes a third bus of two lines by itself, on every board (its i2c-gpio), for
// what is to go on while a pod holds the first.
var (
	i2cLines = map[string][]string{"0": {"GPIO0", "GPIO1"}, "1": {"GPIO2", "GPIO3"}, "3": {"GPIO23", "GPIO24"}}
	spiLines = map[string][]string{"0.0": {"GPIO10", "GPIO11", "GPIO8"}, "0.1": {"GPIO10", "GPIO11", "GPIO7"}}
)

func (c *checker) bus(v document.Value, name string) {
	m := i2cBus.FindStringSubmatch(name)
	if m == nil {
		refuse(v, "%s must be an I2C bus such as \"I2C1\", not %q", v.Name(), name)
		return
	}
	for _, gpio := range i2cLines[m[1]] {
		if other, taken := c.gpios[gpio]; taken && other != "the bus "+name {
			refuse(v, "%s and the bus %s are both at %s", other, name, gpio)
		}
		c.gpios[gpio] = "the bus " + name
	}
}

// header checks the name of a line of the header.
func (c *checker) header(v document.Value, name string) bool {
	m := gpioLine.FindStringSubmatch(name)
	if m == nil {
		refuse(v, "%s must be a line of the header such as \"GPIO17\", not %q", v.Name(), name)
		return false
	}
	if n, _ := strconv.Atoi(m[1]); n > 27 || name != "GPIO"+strconv.Itoa(n) {
		refuse(v, "the header has the lines GPIO0 to GPIO27, not %s", name)
		return false
	}
	return true
}

// interrupt checks the interrupt line of an expander. Expanders may share one, as they only
// pull it down. The lines of a bus cannot be shared.
func (c *checker) interrupt(v document.Value, who, name string) {
	if !c.header(v, name) {
		return
	}
	if other, taken := c.gpios[name]; taken {
		refuse(v, "%s and %s are both at %s", other, who, name)
	}
	c.interrupts[name] = who
}

// line checks a line that a button has alone.
func (c *checker) line(v document.Value, who, name string) bool {
	return c.header(v, name) && c.claim(v, who, name)
}

// claim gives a line to a part alone.
func (c *checker) claim(v document.Value, who, name string) bool {
	for _, owners := range []map[string]string{c.gpios, c.interrupts} {
		if other, taken := owners[name]; taken {
			refuse(v, "%s and %s are both at %s", other, who, name)
			return false
		}
	}
	c.gpios[name] = who
	return true
}

// address records which chip answers at an address, and refuses an address that is taken. A
// chip on a channel of the mux must not have the address of a chip on the bus itself.
func (c *checker) address(v document.Value, who, bus string, channel, address, lo, hi int) {
	if address < lo || address > hi {
		refuse(v, "%s can be at the addresses 0x%02X to 0x%02X, not 0x%02X", who, lo, hi, address)
		return
	}
	at := chip{bus, channel, address}
	if other, taken := c.chips[at]; taken {
		refuse(v, "%s and %s are both at 0x%02X on %s", other, who, address, bus)
		return
	}
	for _, other := range slices.SortedFunc(maps.Keys(c.chips), chip.compare) {
		if other.bus == bus && other.address == address && (other.channel < 0) != (channel < 0) {
			direct, muxed := c.chips[other], who
			if channel < 0 {
				direct, muxed = who, c.chips[other]
			}
			refuse(v, "%s is at 0x%02X on the bus of the mux, so %s cannot be on the mux at the same address", direct, address, muxed)
			break // one is enough
		}
	}
	c.chips[at] = who
}

// language returns a language, or otherwise if it is missing.
func language(v document.Value, otherwise lang.Lang) lang.Lang {
	tag := v.Text()
	if tag == "" {
		return otherwise
	}
	l, err := lang.Parse(tag)
	if err != nil {
		refuse(v, "%v", err)
	}
	return l
}

// duration returns a time from lo to hi, or otherwise if it is missing.
func duration(v document.Value, otherwise, lo, hi time.Duration) time.Duration {
	written := v.Text()
	if written == "" {
		return otherwise
	}
	d, err := time.ParseDuration(written)
	if err != nil {
		refuse(v, "%s must be a time such as %q, not %q", v.Name(), otherwise, written)
	} else if d < lo || d > hi {
		refuse(v, "%s must be %v to %v, not %v", v.Name(), lo, hi, d)
	}
	return d
}

// quoted returns a list of words in quotes.
func quoted(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strconv.Quote(w)
	}
	return strings.Join(out, ", ")
}
