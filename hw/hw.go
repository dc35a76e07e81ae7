// Package hw is the box as a table sees it: pods with buttons and a light, screens, a
// speaker, a tray. It holds plain types and small interfaces; no chip is named here.
// Package drivers implements the interfaces for real parts; package sim runs the same
// drivers on virtual chips.
package hw

import (
	"fmt"
	"time"
)

// A Pod is the number of a seat's hardware, from 0. Which seat a pod serves is up to the
// console.
type Pod int

// Panel stands for the box's own three buttons and main screen, which serve the whole table.
const Panel Pod = -1

// A Button is one of the three buttons of a pod, or of the panel.
type Button uint8

// The buttons.
const (
	A Button = iota
	B
	OK
)

// Buttons is how many buttons a pod has.
const Buttons = 3

// Menu is the host's button, one more of the panel, which opens and closes the menu as OK of
// the panel does when it is held.
const Menu Button = 3

// String returns "A", "B" or "OK".
func (b Button) String() string {
	switch b {
	case A:
		return "A"
	case B:
		return "B"
	case OK:
		return "OK"
	case Menu:
		return "Menu"
	}
	return fmt.Sprintf("Button(%d)", uint8(b))
}

// UnmarshalText reads the name of a button: "A", "B" or "OK".
func (b *Button) UnmarshalText(text []byte) error {
	for i := range Button(Buttons) {
		if i.String() == string(text) {
			*b = i
			return nil
		}
	}
	return fmt.Errorf("button %q: there are A, B and OK", text)
}

// A Press is a button that went down or came up, after debouncing.
type Press struct {
	At     time.Duration // since the box was started, on the clock of the box
	Pod    Pod
	Button Button
	Down   bool
	// Unsure is how much earlier than At it may have happened: 0 where the source of the press
	// tells the time itself.
	Unsure time.Duration
	// Page says that it comes from a page and from no finger at the pod, and Unseen that the page does
	// not show the screen of the pod.
	Page, Unseen bool
}

// RGB is the colour of a light, with channels from 0 to 255. The zero value is dark.
type RGB struct{ R, G, B uint8 }

// String returns six hexadecimal digits, such as "ff8000".
func (c RGB) String() string { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B) }

// Dimmed returns the colour at a percentage of its brightness.
func (c RGB) Dimmed(percent int) RGB {
	if percent == 100 {
		return c
	}
	scale := func(v uint8) uint8 { return uint8(int(v) * percent / 100) }
	return RGB{scale(c.R), scale(c.G), scale(c.B)}
}

// Lights are the lights of the pods.
type Lights interface {
	// Set sets the colours of all lights at once, by pod. It keeps no reference to the slice.
	// After an error the lights are as they were or partly set, and may be set again.
	Set([]RGB) error
}

// A Screen is a 1-bit display.
type Screen interface {
	// Size returns the width and height in pixels.
	Size() (w, h int)
	// Show makes the screen equal to the frame. It sends what has changed, and keeps no
	// reference to the frame. After an error the next Show repairs the screen.
	Show(*Frame) error
}

// A Speaker is the voice of the box.
type Speaker interface {
	// Say speaks the text in the language (a BCP 47 tag such as "fa"). It does not wait until
	// the text was spoken. Texts are spoken one after the other.
	Say(text, lang string) error
	// Tone plays a tone of hz for d.
	Tone(hz int, d time.Duration) error
}

// A Manner is how a voice speaks.
type Manner struct {
	Rate, Pitch int               // percent of how fast and how high it speaks by itself
	Said        map[string]string // names that are said otherwise than they are written
}

// A Tuner is a [Speaker] that can speak in another manner.
type Tuner interface {
	// Tune changes how it speaks from the next text on.
	Tune(Manner)
}

// A Trouble is what is wrong with the buttons of a pod, or soon will be.
type Trouble uint8

// What may be wrong.
const (
	Fine       Trouble = iota
	Silent             // they cannot be read: an expander, the lines or a keyboard does not answer
	Stuck              // one has been down for minutes, and is taken as let go until it comes up
	Chattering         // one was pressed as no finger can, and does not count for a while
	Weak               // they work, and their battery is nearly empty
)

// A Box is the hardware as a whole. A part that is missing is nil: the table goes on
// without it and offers another way in (promise P8).
type Box struct {
	Pods    int      // how many pods are wired, 1 or more
	Main    Screen   // the main screen
	Private []Screen // by pod; nil where a pod has none
	Lights  Lights
	Speaker Speaker
	// Trouble returns what is wrong with the buttons of a pod, or of [Panel], as the last scan
	// found it. Nil: nobody knows.
	Trouble func(Pod) Trouble
	Tray    Tray
	// Buttons returns why no button of the whole box can be read, as the last scan found it,
	// and nil while one can. Nil: nobody knows.
	Buttons func() error
	// Volume sets how loud the box speaks, and Brightness how bright displays and lights are, in
	// percent of what they can. Nil: there is nothing to set.
	Volume, Brightness func(percent int)
}

// PrivateScreen returns the private screen of a pod, or nil.
func (b *Box) PrivateScreen(p Pod) Screen {
	if p < 0 || int(p) >= len(b.Private) {
		return nil
	}
	return b.Private[p]
}
