// Package config reads box.toml, which says what is wired to what.
//
// [Parse] refuses unknown keys and wirings that cannot work, with the file, the line, the
// offending word and what would be right. The embedded default ([Default]) is a box for eight,
// the build "full"; [Builds] has the others.
package config

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consigliere/engine/document"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// DefaultFile is the box.toml of the default box, with comments on every key.
//
//go:embed box.toml
var DefaultFile []byte

//go:embed bare.toml
var bareFile []byte

//go:embed cable.toml
var cableFile []byte

//go:embed usb.toml
var usbFile []byte

//go:embed wireless.toml
var wirelessFile []byte

// A Build is a box that others can build after us.
type Build struct {
	Name  string // "bare", "full", "cable", "usb" or "wireless"
	About string // in one sentence
	File  []byte // its box.toml, with comments on every key
}

// Builds returns the reference builds.
func Builds() []Build {
	return []Build{
		{"bare", "four pods on the Pi's own lines, one display and a buzzer", bareFile},
		{"full", "eight pods on two expanders, with lights, a display and private screens", DefaultFile},
		{"cable", "eight pods at the end of one cable each, with plugs", cableFile},
		{"usb", "four numpads at USB, a screen at HDMI, no soldering", usbFile},
		{"wireless", "four pods that are Bluetooth keyboards with lights, a screen at HDMI", wirelessFile},
	}
}

// Box returns the checked configuration of the build.
func (b Build) Box() *Box {
	box, err := Parse(b.Name+".toml", b.File)
	if err != nil {
		panic(err) // the embedded files are tested
	}
	return box
}

// A Box is a checked configuration. A part that is not wired is nil.
type Box struct {
	Lang     lang.Lang // of all screens without a language of their own, and of the voice
	Journals string    // the directory as written; "" keeps no journals. See [Box.JournalDir].
	Web      Web
	Hub      Hub

	Noise    time.Duration // how long a button must be down to count as pressed
	Debounce time.Duration // how long a button must be quiet to count as released
	Hold     time.Duration // how long a button must be down to count as held
	Repeat   time.Duration // how long until a held A or B counts again

	Expanders []Expander
	Keyboards []Keyboard
	Mux       *Mux
	Lights    *Lights
	Main      *Screen
	Speaker   *Speaker
	Buzzer    *Buzzer
	Host      *Pin // the button that opens the menu
	Mute      *Pin // the switch that silences voice and buzzer while it is closed
	Tray      *Tray
	Panel     *Buttons
	Pods      []Pod // 1 to [engine.MaxSeats]
}

// Web is where pages are served.
type Web struct {
	Listen string // of the front panel, on this machine alone; "" for none
	Phones string // of phones and screens, such as ":8018"; "" for none
	Site   string // where the box's pages for everybody are, which show games that are over; "" for nowhere
	// Certificate and Key are the files by which phones get their pages by TLS; "" for plain http.
	Certificate, Key string
}

// A Hub is a server that many boxes report to.
type Hub struct {
	Address string // such as "nats://192.168.1.5:4222"; "" for none
	Code    string // that the hub has shown, by which the box asks to be let in the first time
	Name    string // of the box on the hub's page; "" for the machine's name
	Key     string // the file of the key that the box makes for itself; "" for one beside the journals
	Records bool   // the record of a game goes to the hub when the game is over
}

// An Expander is an MCP23017 that reads buttons.
type Expander struct {
	Name      string
	Bus       string // its name in periph's i2creg, such as "I2C1"
	Channel   int    // of the mux; -1 directly on Bus
	Address   uint16
	Interrupt string // its name in periph's gpioreg, such as "GPIO17"; "" if the buttons are polled
}

// A Keyboard is anything that the kernel takes for one: a keyboard, a numpad, an arcade
// encoder.
type Keyboard struct {
	Name string
	// Device is its file, such as "/dev/input/by-path/platform-...-event-kbd", or its address behind
	// [ByBluetooth].
	Device string
}

// ByBluetooth is before the address of a keyboard that has no wire, such as "bluetooth
// aa:bb:cc:dd:ee:ff". It has another file each time that it comes back.
const ByBluetooth = "bluetooth "

// Bluetooth returns the address of a keyboard that has no wire, or "".
func (k *Keyboard) Bluetooth() string {
	address, ok := strings.CutPrefix(k.Device, ByBluetooth)
	if !ok {
		return ""
	}
	return address
}

// A Side is where a [Pin] is.
type Side uint8

// The sides.
const (
	OnExpander Side = iota
	OnHeader
	OnKeyboard
)

// A Pin is where a button is wired: to a pin of an expander, to a line of the Pi's header, or
// as a key of a keyboard.
type Pin struct {
	On   Side
	Part int // index in [Box.Expanders] or [Box.Keyboards]; 0 on the header
	// Bit is, on an expander, 0 to 7 for GPA0 to GPA7 and 8 to 15 for GPB0 to GPB7; on the header,
	// the number of the GPIO; on a keyboard, the kernel's code of the key.
	Bit int
}

// Label returns the name of the pin in the chip's data sheet, such as "GPB3", of the line,
// such as "GPIO5", or of the key, such as "KP1".
func (p Pin) Label() string {
	switch p.On {
	case OnHeader:
		return fmt.Sprintf("GPIO%d", p.Bit)
	case OnKeyboard:
		return keyName(p.Bit)
	}
	return fmt.Sprintf("GP%c%d", 'A'+p.Bit/8, p.Bit%8)
}

// Buttons are the pins of a pod's buttons, by [hw.Button].
type Buttons [hw.Buttons]Pin

// A Pod is a seat's hardware.
type Pod struct {
	Buttons Buttons
	Light   int     // place on the strip; -1 without one there
	LED     *LED    // the light, if it is at an expander
	Lamp    string  // the name of the keyboard whose Num, Caps and Scroll are the light; "" for none
	Screen  *Screen // the private screen
}

// Lit reports whether the pod has a light.
func (p *Pod) Lit() bool { return p.Light >= 0 || p.LED != nil || p.Lamp != "" }

// An LED is a light of three colours at pins of an expander, which pull it to ground: its common
// side is at 3.3 V. Each colour is on or off.
type LED struct{ R, G, B Pin }

// Pins returns the pins of the three colours.
func (l *LED) Pins() [3]Pin { return [3]Pin{l.R, l.G, l.B} }

// A Mux is a TCA9548A.
type Mux struct {
	Bus     string
	Address uint16
	Reset   string // the line of its reset, such as "GPIO22"; "" if it is not wired
}

// Lights are a strip.
type Lights struct {
	Chip         string // [APA102] or [WS2812]
	Port         string // its name in periph's spireg, such as "SPI0.0"
	Count        int
	MaxMilliamps int // of all together
	Brightness   int // percent
}

// The chips of lights and screens, as the configuration names them.
const (
	APA102  = "apa102"
	WS2812  = "ws2812"
	SSD1306 = "ssd1306"
	SH1106  = "sh1106"
	SSD1309 = "ssd1309"
)

// A Screen is a small display.
type Screen struct {
	Chip    string // [SSD1306], [SH1106] or [SSD1309]
	Bus     string
	Channel int // of the mux; -1 directly on Bus
	Address uint16
	W, H    int
	Flip    bool // built in upside down
	Lang    lang.Lang
}

// A Speaker is a sound device and what speaks on it.
type Speaker struct {
	Device string // its name in ALSA
	// Amplifier is [MAX98357A] if the loudspeaker is at an amplifier on the header's I2S; "" if not.
	Amplifier string
	Command   string // that speaks: text in, WAV out, {lang} for the language; "" means the best that is installed
	Pack      string // folder of an owner's recordings; "" has none
}

// MAX98357A is an amplifier with I2S, as the configuration names it. Its card is called so, too.
const MAX98357A = "max98357a"

// A Buzzer is a piezo disc at a line with PWM.
type Buzzer struct{ Line string }

// A Tray is the camera over the dice tray.
type Tray struct {
	Device string // of V4L2, "rpicam" and options for the camera of a Pi, or a folder of pictures
	Set    string // of dice: "pate" or "standard"; a name of its own if Colours are given
	// Colours and Faces are a set of the owner's; Each says that it has one die of each colour.
	Colours []string
	Faces   []string // "1" to "6" and "puppet"
	Each    bool
	// Forgets says that the dice that a table corrects are not learned. See [Tray.DiceFile].
	Forgets bool
	// Calibration is the file that the check-up writes; "" is the usual one. See [Tray.CalibrationFile].
	Calibration string
}

// DiceFile returns the file with what was learned or taught of a set of dice.
func DiceFile(set string) (string, error) {
	return inHome("dice", "~/.local/state/consigliere/dice/"+set+".json")
}

// CalibrationFile returns the file with what the check-up has learned of the tray.
func (t *Tray) CalibrationFile() (string, error) {
	name := t.Calibration
	if name == "" {
		name = "~/.local/state/consigliere/tray.json"
	}
	return inHome("tray.calibration", name)
}

// Default returns the box for eight of [DefaultFile].
func Default() *Box {
	b, err := Parse("box.toml", DefaultFile)
	if err != nil {
		panic(err) // the embedded file is tested
	}
	return b
}

// Load reads and checks a configuration.
func Load(file string) (*Box, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := document.ReadAll(f)
	if large := (*document.SyntaxError)(nil); errors.As(err, &large) {
		return nil, &Error{file, 1, 1, large.Reason}
	}
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// JournalDir returns the directory of the journals, or "" if none are kept.
func (b *Box) JournalDir() (string, error) { return inHome("journals", b.Journals) }

// inHome returns the path that a key gives, in which "~/" is the home directory.
func inHome(key, path string) (string, error) {
	rest, home := strings.CutPrefix(path, "~/")
	if !home {
		return path, nil
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("%s: %q: %w", key, path, err)
	}
	return filepath.Join(dir, rest), nil
}

// Summary says in one line what the box has.
func (b *Box) Summary() string {
	var parts []string
	add := func(n int, one, more string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, more))
		}
	}
	add(len(b.Pods), "pod", "pods")
	if b.Panel != nil {
		parts = append(parts, "a panel")
	}
	header := 0
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) {
		if p.On == OnHeader {
			header++
		}
	})
	add(header, "button at the header", "buttons at the header")
	add(len(b.Expanders), "expander", "expanders")
	add(len(b.Keyboards), "keyboard", "keyboards")
	add(len(b.screens()), "screen", "screens")
	if b.Lights != nil {
		add(b.Lights.Count, "light", "lights")
	}
	if b.Speaker != nil {
		parts = append(parts, "a speaker")
	}
	if b.Buzzer != nil {
		parts = append(parts, "a buzzer")
	}
	if b.Tray != nil {
		parts = append(parts, "a camera")
	}
	return strings.Join(parts, ", ")
}

// EachButton calls f with every button and where it is wired: the panel's, the host's,
// which is the panel's [hw.Menu], and the pods'.
func (b *Box) EachButton(f func(pod hw.Pod, button hw.Button, pin Pin)) {
	three := func(pod hw.Pod, buttons *Buttons) {
		for i, pin := range buttons {
			f(pod, hw.Button(i), pin)
		}
	}
	if b.Panel != nil {
		three(hw.Panel, b.Panel)
	}
	if b.Host != nil {
		f(hw.Panel, hw.Menu, *b.Host)
	}
	for i := range b.Pods {
		three(hw.Pod(i), &b.Pods[i].Buttons)
	}
}

// Buses returns the I2C buses that the box uses.
func (b *Box) Buses() []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, e := range b.Expanders {
		add(e.Bus)
	}
	if b.Mux != nil {
		add(b.Mux.Bus)
	}
	for _, s := range b.screens() {
		add(s.Bus)
	}
	return names
}

// Private returns the private screens by pod, with nil for a pod without one.
func (b *Box) Private() []*Screen {
	screens := make([]*Screen, len(b.Pods))
	for i, p := range b.Pods {
		screens[i] = p.Screen
	}
	return screens
}
