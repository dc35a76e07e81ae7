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

	"consigliere/engine/document"
	"consigliere/hw"
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
