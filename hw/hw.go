// Package hw is the box as a table sees it: pods with buttons and a light, screens, a
// speaker, a tray. It holds plain types and small interfaces; no chip is named here.
// Package drivers puts real parts behind the interfaces, package sim the same drivers
// before virtual chips.
package hw

import (
	"fmt"
	"time"
)

// A Pod is the number of a seat's hardware, from 0; seat s sits at pod s.
type Pod int

// Panel is the box's own three buttons and main screen, for the table as a whole.
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

// String returns "A", "B" or "OK".
func (b Button) String() string {
	switch b {
	case A:
		return "A"
	case B:
		return "B"
	case OK:
		return "OK"
	}
	return fmt.Sprintf("Button(%d)", uint8(b))
}

// A Press is a button that went down or came up. It is debounced.
type Press struct {
	At     time.Duration // since the box was started, on the clock of the box
	Pod    Pod
	Button Button
	Down   bool
}

// RGB is a colour of a light, 0 to 255 a channel; the zero value is dark.
type RGB struct{ R, G, B uint8 }

// String returns six hexadecimal digits, such as "ff8000".
func (c RGB) String() string { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B) }

// Lights are the lights of the pods.
type Lights interface {
	// Set gives the lights from pod 0 their colours, all at once. It may keep no reference
	// to the slice. An error leaves the lights as they were or partly set; setting them
	// again mends that.
	Set([]RGB) error
}

// A Screen is a 1-bit display.
type Screen interface {
	// Size returns the width and height in pixels.
	Size() (w, h int)
	// Show makes the screen equal to the frame. It sends what changed and keeps no reference
	// to the frame. After an error the next Show mends the screen.
	Show(*Frame) error
}

// A Speaker is the voice of the box.
type Speaker interface {
	// Say speaks the text in the language (a BCP 47 tag such as "fa"). It does not wait for
	// the end; a new text waits for the one before.
	Say(text, lang string) error
	// Tone plays a tone of hz for d.
	Tone(hz int, d time.Duration) error
}

// A Box is the hardware as a whole. A part that is missing is nil: the table goes on
// without it and offers another way in (promise P8).
type Box struct {
	Pods    int      // how many pods are wired, 1 or more
	Main    Screen   // the main screen
	Private []Screen // by pod; nil where a pod has none
	Lights  Lights
	Speaker Speaker
}

// PrivateScreen returns the private screen of a pod, or nil.
func (b *Box) PrivateScreen(p Pod) Screen {
	if p < 0 || int(p) >= len(b.Private) {
		return nil
	}
	return b.Private[p]
}
