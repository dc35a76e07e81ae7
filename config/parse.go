package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/hw"
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

// box reads the document. Chips come before what is wired to them, such as expanders before
// buttons.
func (c *checker) box(v document.Value) *Box {
	v.Keys(nil, []string{"lang", "journals", "web", "hub", "buttons", "expander", "keyboard", "mux", "lights", "main", "speaker", "buzzer", "host", "mute", "tray", "panel", "pod"})
	buttons := v.Key("buttons")
	buttons.Keys(nil, []string{"noise", "debounce", "hold", "repeat"})
	web := v.Key("web")
	web.Keys(nil, []string{"listen", "phones", "site", "tls"})
	b := &Box{
		Web:      Web{Listen: listen(web.Key("listen")), Phones: phones(web.Key("phones")), Site: site(web.Key("site"))},
		Lang:     language(v.Key("lang"), lang.English),
		Journals: v.Key("journals").Text(),
		Noise:    duration(buttons.Key("noise"), time.Millisecond, 0, 5*time.Millisecond),
		Debounce: duration(buttons.Key("debounce"), 8*time.Millisecond, time.Millisecond, 100*time.Millisecond),
		Hold:     duration(buttons.Key("hold"), 700*time.Millisecond, 200*time.Millisecond, 5*time.Second),
		Repeat:   duration(buttons.Key("repeat"), 140*time.Millisecond, 20*time.Millisecond, 2*time.Second),
	}
	if j := b.Journals; j != "" && !strings.HasPrefix(j, "/") && !strings.HasPrefix(j, "~/") {
		refuse(v.Key("journals"), "journals must begin with / or ~/, not %q", j)
	}
	if tls := web.Key("tls"); tls.Present() && tls.Keys([]string{"certificate", "key"}, nil) {
		b.Web.Certificate, b.Web.Key = tls.Key("certificate").Text(), tls.Key("key").Text()
		if b.Web.Phones == "" {
			refuse(tls, "web.tls is for the pages of phones: it needs web.phones, such as \":8018\"")
		}
	}
	b.Hub = hub(v.Key("hub"))
	b.Lights = c.strip(v.Key("lights"))
	if mux := v.Key("mux"); mux.Keys(nil, []string{"bus", "address", "reset"}) {
		bus, address := mux.Key("bus").Text(), number(mux.Key("address"))
		c.bus(mux.Key("bus"), bus)
		c.address(mux.Key("address"), "the mux (a TCA9548A)", bus, -1, address, 0x70, 0x77)
		c.mux = &Mux{bus, uint16(address), mux.Key("reset").Text()}
		if c.mux.Reset != "" {
			c.line(mux.Key("reset"), "the reset of the mux", c.mux.Reset)
		}
		b.Mux = c.mux
	}
	for _, e := range v.Key("expander").List(0, 0) {
		c.expanders = append(c.expanders, c.expander(e))
	}
	b.Expanders = c.expanders
	for _, k := range v.Key("keyboard").List(0, 0) {
		c.keyboards = append(c.keyboards, c.keyboard(k))
	}
	b.Keyboards = c.keyboards
	if screen := v.Key("main"); screen.Present() {
		b.Main = c.screen(screen, "the main screen", b.Lang)
	}
	b.Speaker = c.speaker(v.Key("speaker"))
	b.Buzzer = c.buzzer(v.Key("buzzer"))
	b.Host = c.one(v.Key("host"), "button", "the host's button")
	b.Mute = c.one(v.Key("mute"), "switch", "the mute switch")
	b.Tray = tray(v.Key("tray"))
	if panel := v.Key("panel"); panel.Keys(nil, []string{"a", "b", "ok"}) {
		three := c.three(panel, "the panel")
		b.Panel = &three
	}
	pods := v.Key("pod").List(0, 0)
	switch n := len(pods); {
	case n == 0:
		refuse(v.Key("pod"), "there are no pods; each is a table with the heading [[pod]]")
	case n > engine.MaxSeats:
		refuse(pods[engine.MaxSeats], "there are %d pods; a table seats at most %d", n, engine.MaxSeats)
	}
	lit := map[int]int{}
	for i, p := range pods {
		b.Pods = append(b.Pods, c.pod(p, i, lit, b.Lang))
	}
	return b
}

// listen reads the address at which pages are served. The panel has no password, so it must be
// an address of this machine alone.
func listen(v document.Value) string {
	addr := v.Text()
	if addr == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(addr)
	if _, no := strconv.ParseUint(port, 10, 16); err != nil || no != nil {
		refuse(v, "web.listen must be an address such as \"127.0.0.1:8017\", not %q", addr)
		return ""
	}
	ip, err := netip.ParseAddr(host)
	if host != "localhost" && (err != nil || !ip.IsLoopback()) {
		refuse(v, "web.listen is for browsers on this machine alone, as whoever opens the panel can play for everybody: its host must be 127.0.0.1, [::1] or localhost, not %q", host)
		return ""
	}
	return addr
}

// phones reads the address at which phones find their pages.
func phones(v document.Value) string {
	addr := v.Text()
	if addr == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(addr)
	_, no := strconv.ParseUint(port, 10, 16)
	if _, bad := netip.ParseAddr(host); err != nil || no != nil || bad != nil && host != "" && host != "localhost" {
		refuse(v, "web.phones must be an address such as \":8018\", not %q", addr)
		return ""
	}
	return addr
}

// site reads where the box's pages for everybody are.
func site(v document.Value) string {
	addr := v.Text()
	if addr == "" {
		return ""
	}
	u, err := url.Parse(addr)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" {
		refuse(v, "web.site must be an address such as \"https://example.org/consigliere/\", not %q", addr)
		return ""
	}
	return addr
}

// strip reads the strip of lights, if there is one.
func (c *checker) strip(v document.Value) *Lights {
	c.lights = -1
	if !v.Keys([]string{"count"}, []string{"chip", "port", "max_milliamps", "brightness"}) {
		return nil
	}
	out := &Lights{
		Chip:         oneOf(v.Key("chip"), "the strip", APA102, WS2812),
		Port:         v.Key("port").Text(),
		Count:        v.Key("count").Int(1, maxLights),
		MaxMilliamps: v.Key("max_milliamps").IntOr(480, 20, 10000),
		Brightness:   v.Key("brightness").IntOr(60, 1, 100),
	}
	if c.lights = out.Count; c.lights == 1 && number(v.Key("count")) != 1 {
		c.lights = maxLights // the count is wrong, and that is enough to report
	}
	m := spiPort.FindStringSubmatch(out.Port)
	if m == nil {
		refuse(v.Key("port"), "lights.port must be an SPI port such as \"SPI0.0\", not %q", out.Port)
	} else {
		for _, gpio := range spiLines[m[1]+"."+m[2]] {
			c.gpios[gpio] = "the lights on " + out.Port
		}
	}
	if out.Chip == WS2812 && out.Count > maxWS2812 {
		refuse(v.Key("count"), "a strip of WS2812 can have at most %d lights, as one transfer must hold them all", maxWS2812)
	}
	return out
}

const (
	// maxLights is how many lights a strip has at most, and maxWS2812 how many of those whose
	// colours must go out in one transfer of 4096 bytes, 9 each and a pause before and after.
	maxLights = 1024
	maxWS2812 = 400
)

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

func (c *checker) keyboard(v document.Value) Keyboard {
	v.Keys(nil, []string{"name", "device", "bluetooth"})
	k := Keyboard{v.Key("name").Text(), v.Key("device").Text()}
	if at := v.Key("bluetooth"); at.Present() {
		switch address := strings.ToLower(at.Text()); {
		case v.Key("device").Present():
			refuse(at, "the keyboard %q has a device or an address of Bluetooth, not both", k.Name)
		case !bluetooth.MatchString(address):
			refuse(at, "the keyboard %q needs an address such as \"aa:bb:cc:dd:ee:ff\", not %q", k.Name, at.Text())
		default:
			k.Device = ByBluetooth + address
		}
	}
	if !word.MatchString(k.Name) {
		refuse(v.Key("name"), "a keyboard needs a name of letters and digits, such as \"one\", not %q", k.Name)
	}
	for _, e := range c.expanders {
		if e.Name == k.Name {
			refuse(v.Key("name"), "a keyboard and an expander are both called %q", k.Name)
		}
	}
	for _, other := range c.keyboards {
		if other.Name == k.Name {
			refuse(v.Key("name"), "two keyboards are called %q", k.Name)
		}
		if other.Device == k.Device {
			refuse(v, "the keyboards %q and %q are both %s", other.Name, k.Name, k.Device)
		}
	}
	if !strings.HasPrefix(k.Device, "/dev/input/") && !v.Key("bluetooth").Present() {
		refuse(v.Key("device"), "the keyboard %q needs a device, such as \"/dev/input/by-path/...-event-kbd\", not %q", k.Name, k.Device)
	}
	return k
}

func (c *checker) buzzer(v document.Value) *Buzzer {
	if !v.Keys(nil, []string{"line"}) {
		return nil
	}
	b := &Buzzer{v.Key("line").Text()}
	if PWMLineOf(b.Line) < 0 {
		var lines []string
		for _, l := range PWMLines() {
			lines = append(lines, l.String())
		}
		refuse(v.Key("line"), "the buzzer needs a line with PWM, one of %s, not %q", quoted(lines), b.Line)
		return b
	}
	c.claim(v.Key("line"), "the buzzer", b.Line)
	return b
}

// one reads a table with one pin.
func (c *checker) one(v document.Value, key, who string) *Pin {
	if !v.Keys(nil, []string{key}) {
		return nil
	}
	pin, _ := c.pin(v.Key(key), who)
	return &pin
}

func (c *checker) expander(v document.Value) Expander {
	v.Keys(nil, []string{"name", "bus", "channel", "address", "interrupt"})
	e := Expander{Name: v.Key("name").Text(), Address: uint16(number(v.Key("address"))), Interrupt: v.Key("interrupt").Text()}
	if !word.MatchString(e.Name) {
		refuse(v.Key("name"), "an expander needs a name of letters and digits, such as \"left\", not %q", e.Name)
	}
	for _, other := range c.expanders {
		if other.Name == e.Name {
			refuse(v.Key("name"), "two expanders are called %q", e.Name)
		}
	}
	who := fmt.Sprintf("the expander %q", e.Name)
	onBus := false
	if e.Bus, e.Channel, onBus = c.place(v, who); onBus {
		c.address(v.Key("address"), who+" (an MCP23017)", e.Bus, e.Channel, number(v.Key("address")), 0x20, 0x27)
	}
	if e.Interrupt != "" {
		c.interrupt(v.Key("interrupt"), who, e.Interrupt)
	}
	return e
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

func (c *checker) screen(v document.Value, who string, l lang.Lang) *Screen {
	if !v.Keys(nil, []string{"chip", "bus", "channel", "address", "size", "flip", "lang"}) {
		return nil
	}
	out := &Screen{
		Chip:    oneOf(v.Key("chip"), who, SSD1306, SH1106, SSD1309),
		Address: uint16(number(v.Key("address"))),
		Flip:    v.Key("flip").Bool(), Lang: language(v.Key("lang"), l),
	}
	ok := false
	if out.Bus, out.Channel, ok = c.place(v, who); !ok {
		return out
	}
	c.address(v.Key("address"), who, out.Bus, out.Channel, number(v.Key("address")), 0x08, 0x77)
	switch size := v.Key("size").Text(); size {
	case "128x64":
		out.W, out.H = 128, 64
	case "128x32":
		out.W, out.H = 128, 32
		if out.Chip != SSD1306 {
			refuse(v.Key("size"), "%s is an %s, whose size is \"128x64\"", who, strings.ToUpper(out.Chip))
		}
	default:
		refuse(v.Key("size"), "%s has no size %q; there are \"128x64\" and \"128x32\"", who, size)
	}
	return out
}

// i2sLines are the lines of the header's I2S, by what an amplifier calls them.
var i2sLines = [3][2]string{{"GPIO18", "BCLK"}, {"GPIO19", "LRC"}, {"GPIO21", "DIN"}}

func (c *checker) speaker(v document.Value) *Speaker {
	if !v.Keys(nil, []string{"device", "amplifier", "command", "pack"}) {
		return nil
	}
	s := &Speaker{v.Key("device").Text(), "", strings.TrimSpace(v.Key("command").Text()), v.Key("pack").Text()}
	if a := v.Key("amplifier"); a.Present() {
		s.Amplifier = oneOf(a, "the amplifier", MAX98357A)
		for _, line := range i2sLines {
			c.line(a, "the amplifier", line[0])
		}
		if s.Device == "" {
			s.Device = "plughw:CARD=MAX98357A"
		}
	}
	if s.Device == "" {
		refuse(v.Key("device"), "speaker needs a device, such as \"default\"")
	}
	if s.Pack != "" && !strings.HasPrefix(s.Pack, "/") {
		refuse(v.Key("pack"), "speaker.pack must be a folder that begins with /, not %q", s.Pack)
	}
	return s
}

// The colours and faces of dice that the tray can read; a test holds that they are those of the
// reader.
var (
	dieColours = []string{"black", "white", "grey", "red", "ivory", "blue", "green", "yellow", "orange", "purple"}
	dieFaces   = []string{"1", "2", "3", "4", "5", "6", "puppet"}
)

// setName is what sets of dice are called; those that aren't known were taught.
var setName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`)

func tray(v document.Value) *Tray {
	if !v.Keys(nil, []string{"device", "set", "colours", "faces", "each", "learn", "calibration"}) {
		return nil
	}
	t := &Tray{Device: v.Key("device").Text(), Set: v.Key("set").Text(), Calibration: v.Key("calibration").Text()}
	if c := t.Calibration; c != "" && !strings.HasPrefix(c, "/") && !strings.HasPrefix(c, "~/") {
		refuse(v.Key("calibration"), "tray.calibration must be a file that begins with / or ~/, not %q", c)
	}
	if t.Device == "" {
		refuse(v.Key("device"), "%s needs a device, such as %q", v.Name(), "/dev/video0")
	}
	words := func(key string, known []string) (list []string) {
		for _, w := range v.Key(key).List(0, 0) {
			list = append(list, w.Text())
			if !slices.Contains(known, w.Text()) {
				refuse(w, "%s of dice are %s, not %q", key, strings.Join(known, ", "), w.Text())
			}
		}
		return list
	}
	t.Colours, t.Faces = words("colours", dieColours), words("faces", dieFaces)
	if each := v.Key("each"); each.Present() {
		t.Each = each.Bool()
	}
	if learn := v.Key("learn"); learn.Present() {
		t.Forgets = !learn.Bool()
	}
	switch own := len(t.Colours)+len(t.Faces) > 0; {
	case own && (len(t.Colours) == 0 || len(t.Faces) == 0):
		refuse(v, "a set of dice of your own needs both colours and faces")
	case own && t.Set == "":
		t.Set = "own"
	case t.Set == "":
		t.Set = "pate"
	case !setName.MatchString(t.Set):
		refuse(v.Key("set"), "set is pate, standard, or a name of small letters, not %q", t.Set)
	}
	return t
}

func (c *checker) pod(v document.Value, i int, lit map[int]int, l lang.Lang) Pod {
	v.Keys(nil, []string{"a", "b", "ok", "light", "screen"})
	who := fmt.Sprintf("pod %d", i)
	out := Pod{Buttons: c.three(v, who), Light: -1}
	light := v.Key("light")
	switch {
	case light.Present() && light.Node().Kind == document.Object:
		out.LED = c.led(light, who)
	case light.Present() && light.Node().Kind == document.Text:
		out.Lamp = c.lamp(light, who, i)
	case c.lights < 0 && light.Present():
		refuse(light, "%s has the light %d, and there is no strip; add [lights]", who, number(light))
	case c.lights >= 0:
		out.Light = light.IntOr(i, math.MinInt, math.MaxInt)
		if out.Light < 0 || out.Light >= c.lights {
			refuse(light, "%s has the light %d, and the strip has %d: 0 to %d", who, out.Light, c.lights, c.lights-1)
		} else if other, taken := lit[out.Light]; taken {
			refuse(light, "%s and pod %d share the light %d", who, other, out.Light)
		}
		lit[out.Light] = i
	}
	if screen := v.Key("screen"); screen.Present() {
		out.Screen = c.screen(screen, "the screen of "+who, l)
	}
	return out
}

// lamp reads the name of the keyboard whose lights are a pod's light.
func (c *checker) lamp(v document.Value, who string, pod int) string {
	name := v.Text()
	var names []string
	for _, k := range c.keyboards {
		names = append(names, k.Name)
	}
	switch other, taken := c.lamps[name]; {
	case !slices.Contains(names, name):
		refuse(v, "%s has the lights of a keyboard %q, and there is none of that name; there are %s", who, name, quoted(names))
	case taken:
		refuse(v, "%s and pod %d share the lights of the keyboard %q", who, other, name)
	default:
		c.lamps[name] = pod
	}
	return name
}

// led reads the pins of a light at an expander.
func (c *checker) led(v document.Value, who string) *LED {
	l := &LED{}
	if !v.Keys([]string{"red", "green", "blue"}, nil) {
		return l
	}
	for _, colour := range []struct {
		key string
		pin *Pin
	}{{"red", &l.R}, {"green", &l.G}, {"blue", &l.B}} {
		key := v.Key(colour.key)
		if pin, ok := c.output(key, who+"'s "+colour.key+" light"); ok {
			*colour.pin = pin
		}
	}
	return l
}

// output reads a pin of an expander that is an output, which each of them can be.
func (c *checker) output(v document.Value, who string) (Pin, bool) {
	written := v.Text()
	name, label, _ := strings.Cut(written, ".")
	i := slices.IndexFunc(c.expanders, func(e Expander) bool { return e.Name == name })
	m := expanderPin.FindStringSubmatch(label)
	if i < 0 || m == nil {
		refuse(v, "%s needs a pin of an expander, such as \"left.GPA7\", not %q", who, written)
		return Pin{}, false
	}
	pin := Pin{Part: i, Bit: int(m[1][0]-'A')*8 + int(m[2][0]-'0')}
	return pin, c.takes(v, who, written, pin)
}

// takes gives a pin to a button or light alone.
func (c *checker) takes(v document.Value, who, written string, pin Pin) bool {
	if other, taken := c.pins[pin]; taken {
		refuse(v, "%s and %s are both at %q", other, who, written)
		return false
	}
	c.pins[pin] = who
	return true
}

// three checks the pins of three buttons.
func (c *checker) three(v document.Value, who string) Buttons {
	var out Buttons
	for b := range out {
		button := hw.Button(b).String()
		if pin, ok := c.pin(v.Key(strings.ToLower(button)), who+"'s "+button); ok {
			out[b] = pin
		}
	}
	return out
}

// pin reads where a button is: "left.GPA3", "GPIO5" or "numpad.KP1".
func (c *checker) pin(v document.Value, who string) (Pin, bool) {
	written := v.Text()
	if written == "" {
		refuse(v, "%s needs a pin, such as %q", who, c.example())
		return Pin{}, false
	}
	pin, ok := c.locate(v, who, written)
	if !ok {
		return Pin{}, false
	}
	if !c.takes(v, who, written, pin) {
		return Pin{}, false
	}
	return pin, true
}

// example returns a pin that the box has.
func (c *checker) example() string {
	switch {
	case len(c.expanders) > 0:
		return c.expanders[0].Name + ".GPA0"
	case len(c.keyboards) > 0:
		return c.keyboards[0].Name + ".KP1"
	}
	return "GPIO5"
}

// locate finds the pin that is written.
func (c *checker) locate(v document.Value, who, written string) (Pin, bool) {
	name, label, dotted := strings.Cut(written, ".")
	if !dotted {
		if !c.line(v, who, written) {
			return Pin{}, false
		}
		n, _ := strconv.Atoi(strings.TrimPrefix(written, "GPIO")) // line has checked it
		return Pin{On: OnHeader, Bit: n}, true
	}
	for i, k := range c.keyboards {
		if k.Name != name {
			continue
		}
		code, ok := keyCode(label)
		if !ok {
			refuse(v, "%s is at %q; a key has the kernel's name, such as KP1, A, ENTER or BTN_TRIGGER%s", who, written, meant(label, keyNames()))
		}
		return Pin{On: OnKeyboard, Part: i, Bit: code}, ok
	}
	var known []string
	expander := -1
	for i, e := range c.expanders {
		known = append(known, e.Name)
		if e.Name == name {
			expander = i
		}
	}
	for _, k := range c.keyboards {
		known = append(known, k.Name)
	}
	if expander < 0 {
		what := "expander"
		if len(c.keyboards) > 0 {
			what = "expander or keyboard"
		}
		refuse(v, "%s is at %q, and there is no %s %q; there are %s", who, written, what, name, quoted(known))
		return Pin{}, false
	}
	m := expanderPin.FindStringSubmatch(label)
	if m == nil {
		refuse(v, "%s is at %q; an MCP23017 has the pins GPA0 to GPA7 and GPB0 to GPB7", who, written)
		return Pin{}, false
	}
	pin := Pin{Part: expander, Bit: int(m[1][0]-'A')*8 + int(m[2][0]-'0')}
	if pin.Bit%8 == 7 {
		// These two are outputs only since Microchip DS20001952D (2022).
		refuse(v, "%s is at %q, which can only be an output; take GPA0 to GPA6 or GPB0 to GPB6", who, written)
		return Pin{}, false
	}
	return pin, true
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
