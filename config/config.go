// Package config reads box.toml: what is wired to what.
//
// [Parse] refuses unknown keys and wirings that cannot work, with file, line, the offending
// word and what would be right. The embedded default ([Default]) is a box for eight.
package config

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"consigliere/hw"
	"consigliere/hw/lang"
)

// DefaultFile is the box.toml of the default box, with comments on every key.
//
//go:embed box.toml
var DefaultFile []byte

// A Box is a checked configuration. A part that is not wired is nil.
type Box struct {
	Lang     lang.Lang // of everything that has no language of its own
	Journals string    // the directory as written; "" keeps none. See [Box.JournalDir].

	Debounce time.Duration // how long a button must be quiet to count as released
	Hold     time.Duration // how long a button must be down to count as held
	Repeat   time.Duration // how often a held A or B counts again

	Expanders []Expander
	Mux       *Mux
	Lights    *Lights
	Main      *Screen
	Speaker   *Speaker
	Tray      *Tray
	Panel     *Buttons
	Pods      []Pod // 1 to [engine.MaxSeats]
}

// An Expander is an MCP23017 that reads buttons.
type Expander struct {
	Name      string
	Bus       string // as periph's i2creg knows it: "I2C1"
	Address   uint16
	Interrupt string // as periph's gpioreg knows it: "GPIO17"; "": the buttons are polled
}

// A Pin is an input of an expander.
type Pin struct {
	Expander int // index in [Box.Expanders]
	Bit      int // 0 to 7 is GPA0 to GPA7, 8 to 15 is GPB0 to GPB7
}

// Label returns the name of the pin in the chip's data sheet, such as "GPB3".
func (p Pin) Label() string { return fmt.Sprintf("GP%c%d", 'A'+p.Bit/8, p.Bit%8) }

// Buttons are the pins of a pod's buttons, by [hw.Button].
type Buttons [hw.Buttons]Pin

// A Pod is a seat's hardware.
type Pod struct {
	Buttons Buttons
	Light   int     // place on the strip, -1 without one
	Screen  *Screen // the private screen
}

// A Mux is a TCA9548A.
type Mux struct {
	Bus     string
	Address uint16
}

// Lights are an APA102 strip.
type Lights struct {
	Port         string // as periph's spireg knows it: "SPI0.0"
	Count        int
	MaxMilliamps int // of all together
	Brightness   int // percent
}

// A Screen is an SSD1306.
type Screen struct {
	Bus     string
	Channel int // of the mux; -1: directly on Bus
	Address uint16
	W, H    int
	Flip    bool // built in upside down
	Lang    lang.Lang
}

// A Speaker is a sound device, as ALSA calls it.
type Speaker struct{ Device string }

// A Tray is the camera over the dice tray.
type Tray struct{ Device string }

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
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// JournalDir returns the directory of the journals, "" for none.
func (b *Box) JournalDir() (string, error) {
	rest, home := strings.CutPrefix(b.Journals, "~/")
	if !home {
		return b.Journals, nil
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("journals: %q: %w", b.Journals, err)
	}
	return filepath.Join(dir, rest), nil
}

// Private returns the private screens by pod, nil where a pod has none.
func (b *Box) Private() []*Screen {
	screens := make([]*Screen, len(b.Pods))
	for i, p := range b.Pods {
		screens[i] = p.Screen
	}
	return screens
}
