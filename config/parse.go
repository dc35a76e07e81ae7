package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"

	"github.com/pelletier/go-toml/v2"
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

// Parse checks a configuration. The error holds every [Error] found, joined in the order of
// their lines; file is only used in them.
func Parse(file string, data []byte) (*Box, error) {
	c := checker{file: file}
	var doc document
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		c.decoding(err, data)
		return nil, c.err()
	}
	c.at = positions(data)
	b := c.box(&doc)
	if err := c.err(); err != nil {
		return nil, err
	}
	return b, nil
}

// A document is box.toml as written. Pointers tell a key left out from its zero.
type document struct {
	Lang      string        `toml:"lang"`
	Journals  string        `toml:"journals"`
	Buttons   buttonsDoc    `toml:"buttons"`
	Expanders []expanderDoc `toml:"expander"`
	Mux       *muxDoc       `toml:"mux"`
	Lights    *lightsDoc    `toml:"lights"`
	Main      *screenDoc    `toml:"main"`
	Speaker   *deviceDoc    `toml:"speaker"`
	Tray      *deviceDoc    `toml:"tray"`
	Panel     *threeDoc     `toml:"panel"`
	Pods      []podDoc      `toml:"pod"`
}

type buttonsDoc struct {
	Debounce string `toml:"debounce"`
	Hold     string `toml:"hold"`
	Repeat   string `toml:"repeat"`
}

type expanderDoc struct {
	Name      string `toml:"name"`
	Bus       string `toml:"bus"`
	Address   int    `toml:"address"`
	Interrupt string `toml:"interrupt"`
}

type muxDoc struct {
	Bus     string `toml:"bus"`
	Address int    `toml:"address"`
}

type lightsDoc struct {
	Port         string `toml:"port"`
	Count        int    `toml:"count"`
	MaxMilliamps *int   `toml:"max_milliamps"`
	Brightness   *int   `toml:"brightness"`
}

type screenDoc struct {
	Bus     string `toml:"bus"`
	Channel *int   `toml:"channel"`
	Address int    `toml:"address"`
	Size    string `toml:"size"`
	Flip    bool   `toml:"flip"`
	Lang    string `toml:"lang"`
}

type deviceDoc struct {
	Device string `toml:"device"`
}

type threeDoc struct {
	A  string `toml:"a"`
	B  string `toml:"b"`
	OK string `toml:"ok"`
}

type podDoc struct {
	A      string     `toml:"a"`
	B      string     `toml:"b"`
	OK     string     `toml:"ok"`
	Light  *int       `toml:"light"`
	Screen *screenDoc `toml:"screen"`
}

// A checker turns a document into a box and gathers what is wrong with it.
type checker struct {
	file string
	at   map[string]position // of a key by its path, such as "pod.2.a"
	errs []*Error

	gpios map[string]string // which bus uses a line of the header
	pins  map[Pin]string    // who uses a pin of an expander
	chips map[chip]string   // who answers at an address
}

// A chip is an address on a bus, behind a channel of the mux or (-1) not.
type chip struct {
	bus     string
	channel int
	address int
}

func (a chip) compare(b chip) int {
	return cmp.Or(cmp.Compare(a.bus, b.bus), cmp.Compare(a.channel, b.channel), cmp.Compare(a.address, b.address))
}

// refuse notes that the value at path is wrong. Where the key is left out, the position is
// that of the table that should have it.
func (c *checker) refuse(path, format string, args ...any) {
	var pos position
	for p := path; ; {
		var ok bool
		if pos, ok = c.at[p]; ok {
			break
		}
		i := strings.LastIndexByte(p, '.')
		if i < 0 {
			pos = position{1, 1}
			break
		}
		p = p[:i]
	}
	c.errs = append(c.errs, &Error{c.file, pos.line, pos.column, fmt.Sprintf(format, args...)})
}

// err returns what was found, joined.
func (c *checker) err() error {
	slices.SortStableFunc(c.errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	errs := make([]error, len(c.errs))
	for i, e := range c.errs {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// decoding notes what go-toml could not read.
func (c *checker) decoding(err error, data []byte) {
	add := func(e *toml.DecodeError, reason string) {
		line, column := e.Position()
		c.errs = append(c.errs, &Error{c.file, line, column, reason})
	}
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		// go-toml leaves the inner tables out of the path of a key in an inline table.
		paths := map[position][]string{}
		for path, at := range positions(data) {
			paths[at] = slices.DeleteFunc(strings.Split(path, "."), func(s string) bool { _, err := strconv.Atoi(s); return err == nil })
		}
		for i := range strict.Errors {
			e := &strict.Errors[i]
			line, column := e.Position()
			path := paths[position{line, column}]
			if path == nil {
				path = e.Key()
			}
			add(e, unknownKey(path))
		}
	case errors.As(err, &decode):
		reason := strings.TrimPrefix(decode.Error(), "toml: ")
		if want := wanted(decode.Key()); want != "" && strings.Contains(reason, "cannot decode") {
			reason = fmt.Sprintf("%s must be %s", strings.Join(decode.Key(), "."), want)
		}
		add(decode, reason)
	default:
		c.errs = append(c.errs, &Error{c.file, 1, 1, strings.TrimPrefix(err.Error(), "toml: ")})
	}
}

// unknownKey says that there is no such key, and which one may be meant.
func unknownKey(path []string) string {
	if len(path) == 0 {
		return "there is no such key"
	}
	name := path[len(path)-1]
	where := "at the top"
	var t reflect.Type
	for n := len(path) - 1; n >= 0; n-- { // the innermost table that is known
		if t = docType(path[:n]); t != nil {
			name = path[n]
			if n > 0 {
				where = "in " + strings.Join(path[:n], ".")
			}
			break
		}
	}
	if t == nil || t.Kind() != reflect.Struct {
		return fmt.Sprintf("there is no key %q %s", name, where)
	}
	var known []string
	for f := range t.Fields() {
		known = append(known, f.Tag.Get("toml"))
	}
	if near := nearest(name, known); near != "" {
		return fmt.Sprintf("there is no key %q %s; did you mean %q?", name, where, near)
	}
	return fmt.Sprintf("there is no key %q %s; there are %s", name, where, strings.Join(known, ", "))
}

// docType returns the type of what a document has at a path, or nil. Lists are passed
// through: "pod.a" is the key a of any pod.
func docType(path []string) reflect.Type {
	t := reflect.TypeFor[document]()
	for _, key := range path {
		if t.Kind() != reflect.Struct {
			return nil
		}
		var next reflect.Type
		for f := range t.Fields() {
			if f.Tag.Get("toml") == key {
				next = f.Type
			}
		}
		if next == nil {
			return nil
		}
		for next.Kind() == reflect.Pointer || next.Kind() == reflect.Slice {
			next = next.Elem()
		}
		t = next
	}
	return t
}

// wanted says in words what kind of value the key at path has.
func wanted(path []string) string {
	t := docType(path)
	if t == nil || len(path) == 0 {
		return ""
	}
	switch t.Kind() {
	case reflect.String:
		return "a text in quotes"
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct:
		if name := path[len(path)-1]; name == "pod" || name == "expander" {
			return "a list of tables, each with the heading [[" + name + "]]"
		}
		return "a table"
	}
	return ""
}

// nearest returns the word of list that differs least from name, or "" if none is like it.
func nearest(name string, list []string) string {
	best, least := "", len(name)/2+2
	for _, w := range list {
		if d := distance(strings.ToLower(name), w); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance returns how many letters must be put in, left out or changed to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// box checks the document from the chips outwards: expanders first, for pins name them.
func (c *checker) box(d *document) *Box {
	c.gpios, c.pins, c.chips = map[string]string{}, map[Pin]string{}, map[chip]string{}
	b := &Box{
		Lang:     c.lang("lang", d.Lang, lang.English),
		Journals: d.Journals,
		Debounce: c.duration("buttons.debounce", d.Buttons.Debounce, 8*time.Millisecond, time.Millisecond, 100*time.Millisecond),
		Hold:     c.duration("buttons.hold", d.Buttons.Hold, 700*time.Millisecond, 200*time.Millisecond, 5*time.Second),
		Repeat:   c.duration("buttons.repeat", d.Buttons.Repeat, 140*time.Millisecond, 20*time.Millisecond, 2*time.Second),
	}
	if d.Journals != "" && !strings.HasPrefix(d.Journals, "/") && !strings.HasPrefix(d.Journals, "~/") {
		c.refuse("journals", "journals must begin with / or ~/, not %q", d.Journals)
	}
	if d.Lights != nil {
		b.Lights = c.lights(d.Lights)
	}
	if d.Mux != nil {
		c.bus("mux.bus", d.Mux.Bus)
		c.address("mux.address", "the mux (a TCA9548A)", d.Mux.Bus, -1, d.Mux.Address, 0x70, 0x77)
		b.Mux = &Mux{d.Mux.Bus, uint16(d.Mux.Address)}
	}
	for i, e := range d.Expanders {
		b.Expanders = append(b.Expanders, c.expander(d, i, e))
	}
	if d.Main != nil {
		b.Main = c.screen("main", "the main screen", d, d.Main, b.Lang)
	}
	b.Speaker = (*Speaker)(c.device("speaker", d.Speaker, "default"))
	b.Tray = (*Tray)(c.device("tray", d.Tray, "/dev/video0"))
	if d.Panel != nil {
		three := c.three("panel", "the panel", d, *d.Panel)
		b.Panel = &three
	}
	switch n := len(d.Pods); {
	case n == 0:
		c.refuse("pod", "there are no pods; each is a table with the heading [[pod]]")
	case n > engine.MaxSeats:
		c.refuse(fmt.Sprintf("pod.%d", engine.MaxSeats), "there are %d pods; a table seats at most %d", n, engine.MaxSeats)
	}
	lit := map[int]int{}
	for i, p := range d.Pods {
		b.Pods = append(b.Pods, c.pod(d, i, p, lit, b.Lang))
	}
	return b
}

func (c *checker) lights(l *lightsDoc) *Lights {
	out := &Lights{Port: l.Port, Count: l.Count, MaxMilliamps: 480, Brightness: 60}
	if l.MaxMilliamps != nil {
		out.MaxMilliamps = *l.MaxMilliamps
	}
	if l.Brightness != nil {
		out.Brightness = *l.Brightness
	}
	m := spiPort.FindStringSubmatch(l.Port)
	if m == nil {
		c.refuse("lights.port", "lights.port must be an SPI port such as \"SPI0.0\", not %q", l.Port)
	} else {
		for _, gpio := range spiLines[m[1]+"."+m[2]] {
			c.gpios[gpio] = "the lights on " + l.Port
		}
	}
	c.within("lights.count", l.Count, 1, 1024)
	c.within("lights.max_milliamps", out.MaxMilliamps, 20, 10000)
	c.within("lights.brightness", out.Brightness, 1, 100)
	return out
}

func (c *checker) expander(d *document, i int, e expanderDoc) Expander {
	path := fmt.Sprintf("expander.%d", i)
	if !word.MatchString(e.Name) {
		c.refuse(path+".name", "an expander needs a name of letters and digits, such as \"left\", not %q", e.Name)
	}
	for j := range i {
		if d.Expanders[j].Name == e.Name {
			c.refuse(path+".name", "two expanders are called %q", e.Name)
		}
	}
	c.bus(path+".bus", e.Bus)
	c.address(path+".address", fmt.Sprintf("the expander %q (an MCP23017)", e.Name), e.Bus, -1, e.Address, 0x20, 0x27)
	if e.Interrupt != "" {
		c.gpio(path+".interrupt", fmt.Sprintf("the expander %q", e.Name), e.Interrupt)
	}
	return Expander{e.Name, e.Bus, uint16(e.Address), e.Interrupt}
}

func (c *checker) screen(path, who string, d *document, s *screenDoc, l lang.Lang) *Screen {
	out := &Screen{Bus: s.Bus, Channel: -1, Address: uint16(s.Address), Flip: s.Flip, Lang: c.lang(path+".lang", s.Lang, l)}
	switch {
	case s.Channel == nil:
		c.bus(path+".bus", s.Bus)
	case d.Mux == nil:
		c.refuse(path+".channel", "%s is on channel %d of a mux, and there is none; add [mux] or give a bus", who, *s.Channel)
	default:
		out.Channel = *s.Channel
		if s.Bus != "" && s.Bus != d.Mux.Bus {
			c.refuse(path+".bus", "%s is behind the mux, which is on %s, not on %s; leave bus out", who, d.Mux.Bus, s.Bus)
		}
		out.Bus = d.Mux.Bus
		if *s.Channel < 0 || *s.Channel > 7 {
			c.refuse(path+".channel", "a TCA9548A has the channels 0 to 7, not %d", *s.Channel)
			return out
		}
	}
	c.address(path+".address", who, out.Bus, out.Channel, s.Address, 0x08, 0x77)
	switch s.Size {
	case "128x64":
		out.W, out.H = 128, 64
	case "128x32":
		out.W, out.H = 128, 32
	default:
		c.refuse(path+".size", "%s has no size %q; there are \"128x64\" and \"128x32\"", who, s.Size)
	}
	return out
}

func (c *checker) device(path string, d *deviceDoc, example string) *struct{ Device string } {
	if d == nil {
		return nil
	}
	if d.Device == "" {
		c.refuse(path+".device", "%s needs a device, such as %q", path, example)
	}
	return &struct{ Device string }{d.Device}
}

func (c *checker) pod(d *document, i int, p podDoc, lit map[int]int, l lang.Lang) Pod {
	path, who := fmt.Sprintf("pod.%d", i), fmt.Sprintf("pod %d", i)
	out := Pod{Buttons: c.three(path, who, d, threeDoc{p.A, p.B, p.OK}), Light: -1}
	switch {
	case d.Lights == nil && p.Light != nil:
		c.refuse(path+".light", "%s has the light %d, and there is no strip; add [lights]", who, *p.Light)
	case d.Lights != nil:
		out.Light = i
		if p.Light != nil {
			out.Light = *p.Light
		}
		if out.Light < 0 || out.Light >= d.Lights.Count {
			c.refuse(path+".light", "%s has the light %d, and the strip has %d: 0 to %d", who, out.Light, d.Lights.Count, d.Lights.Count-1)
		} else if other, taken := lit[out.Light]; taken {
			c.refuse(path+".light", "%s and pod %d share the light %d", who, other, out.Light)
		}
		lit[out.Light] = i
	}
	if p.Screen != nil {
		out.Screen = c.screen(path+".screen", "the screen of "+who, d, p.Screen, l)
	}
	return out
}

// three checks the pins of three buttons.
func (c *checker) three(path, who string, d *document, t threeDoc) Buttons {
	var out Buttons
	for b, written := range [hw.Buttons]string{t.A, t.B, t.OK} {
		button := hw.Button(b)
		at := path + "." + strings.ToLower(button.String())
		if pin, ok := c.pin(at, who+"'s "+button.String(), d, written); ok {
			out[button] = pin
		}
	}
	return out
}

// pin reads a pin, such as "left.GPA3".
func (c *checker) pin(path, who string, d *document, written string) (Pin, bool) {
	name, label, _ := strings.Cut(written, ".")
	example := "left"
	known := make([]string, len(d.Expanders))
	for i, e := range d.Expanders {
		known[i] = e.Name
		example = d.Expanders[0].Name
	}
	if written == "" {
		c.refuse(path, "%s needs a pin, such as \"%s.GPA0\"", who, example)
		return Pin{}, false
	}
	expander := slices.Index(known, name)
	if expander < 0 {
		c.refuse(path, "%s is at %q, and there is no expander %q; there are %s", who, written, name, quoted(known))
		return Pin{}, false
	}
	m := expanderPin.FindStringSubmatch(label)
	if m == nil {
		c.refuse(path, "%s is at %q; an MCP23017 has the pins GPA0 to GPA7 and GPB0 to GPB7", who, written)
		return Pin{}, false
	}
	pin := Pin{expander, int(m[1][0]-'A')*8 + int(m[2][0]-'0')}
	if pin.Bit%8 == 7 {
		// Microchip DS20001952D (2022) took the input away from these two.
		c.refuse(path, "%s is at %q, which can only be an output; take GPA0 to GPA6 or GPB0 to GPB6", who, written)
		return Pin{}, false
	}
	if other, taken := c.pins[pin]; taken {
		c.refuse(path, "%s and %s are both at %q", other, who, written)
		return Pin{}, false
	}
	c.pins[pin] = who
	return pin, true
}

var (
	word        = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	i2cBus      = regexp.MustCompile(`^I2C(\d{1,3})$`)
	spiPort     = regexp.MustCompile(`^SPI(\d{1,3})\.(\d{1,3})$`)
	gpioLine    = regexp.MustCompile(`^GPIO(\d{1,2})$`)
	expanderPin = regexp.MustCompile(`^GP([AB])([0-7])$`)
)

// i2cLines and spiLines are the header's lines that the buses of a Pi take: SDA and SCL;
// MOSI, SCLK and the chip select.
var (
	i2cLines = map[string][]string{"0": {"GPIO0", "GPIO1"}, "1": {"GPIO2", "GPIO3"}}
	spiLines = map[string][]string{"0.0": {"GPIO10", "GPIO11", "GPIO8"}, "0.1": {"GPIO10", "GPIO11", "GPIO7"}}
)

func (c *checker) bus(path, name string) {
	m := i2cBus.FindStringSubmatch(name)
	if m == nil {
		c.refuse(path, "%s must be an I2C bus such as \"I2C1\", not %q", path, name)
		return
	}
	for _, gpio := range i2cLines[m[1]] {
		c.gpios[gpio] = "the bus " + name
	}
}

// gpio checks the line that an expander pulls. Expanders may share one, for they only pull
// it down; a bus has its lines for itself.
func (c *checker) gpio(path, who, name string) {
	m := gpioLine.FindStringSubmatch(name)
	if m == nil {
		c.refuse(path, "%s must be a line of the header such as \"GPIO17\", not %q", path, name)
		return
	}
	if n, _ := strconv.Atoi(m[1]); n > 27 || name != "GPIO"+strconv.Itoa(n) {
		c.refuse(path, "the header has the lines GPIO0 to GPIO27, not %s", name)
		return
	}
	if other, taken := c.gpios[name]; taken {
		c.refuse(path, "%s and %s are both at %s", other, who, name)
	}
}

// address notes who answers at an address, and refuses one where somebody else does. What
// is behind the mux meets what is before it on the same bus.
func (c *checker) address(path, who, bus string, channel, address, lo, hi int) {
	if address < lo || address > hi {
		c.refuse(path, "%s can be at the addresses 0x%02X to 0x%02X, not 0x%02X", who, lo, hi, address)
		return
	}
	at := chip{bus, channel, address}
	if other, taken := c.chips[at]; taken {
		c.refuse(path, "%s and %s are both at 0x%02X on %s", other, who, address, bus)
		return
	}
	for _, other := range slices.SortedFunc(maps.Keys(c.chips), chip.compare) {
		if other.bus == bus && other.address == address && (other.channel < 0) != (channel < 0) {
			before, behind := c.chips[other], who
			if channel < 0 {
				before, behind = who, c.chips[other]
			}
			c.refuse(path, "%s is before the mux at 0x%02X, so %s cannot be behind it at the same address", before, address, behind)
			break // one is enough
		}
	}
	c.chips[at] = who
}

// within refuses a number outside of lo to hi.
func (c *checker) within(path string, n, lo, hi int) {
	if n < lo || n > hi {
		c.refuse(path, "%s must be %d to %d, not %d", path, lo, hi, n)
	}
}

func (c *checker) lang(path, tag string, otherwise lang.Lang) lang.Lang {
	if tag == "" {
		return otherwise
	}
	l, err := lang.Parse(tag)
	if err != nil {
		c.refuse(path, "%v", err)
	}
	return l
}

func (c *checker) duration(path, written string, otherwise, lo, hi time.Duration) time.Duration {
	if written == "" {
		return otherwise
	}
	d, err := time.ParseDuration(written)
	if err != nil {
		c.refuse(path, "%s must be a time such as %q, not %q", path, otherwise, written)
	} else if d < lo || d > hi {
		c.refuse(path, "%s must be %v to %v, not %v", path, lo, hi, d)
	}
	return d
}

// quoted lists words.
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
