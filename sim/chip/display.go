package chip

import "consigliere/hw"

// A Display is a virtual display: an [SSD1306] or an [SH1106].
type Display interface {
	Target
	// Size returns the size of the glass in pixels.
	Size() (w, h int)
	// Frame returns what an eye sees, as a new frame; FrameInto draws it into f, which must have
	// the size of the display.
	Frame() *hw.Frame
	FrameInto(f *hw.Frame)
	// Generation returns a number that changes whenever what is shown may have changed.
	Generation() uint64
	// Lit reports whether the display is on and has power; one that is not shows nothing.
	Lit() bool
	// Contrast returns the contrast that is set, 0 to 255.
	Contrast() int
	// Turn sets whether the glass is built in upside down.
	Turn(turned bool)
	// PowerOn is the power-on reset.
	PowerOn()
	// Warnings returns what a driver has done that the data sheet forbids, each sentence once.
	Warnings() []string
}

var _ Display = (*SSD1306)(nil)

// A Strip is a virtual strip of lights: an [APA102] or a [WS2812].
type Strip interface {
	Peripheral
	// Len returns the number of lights.
	Len() int
	// Colours returns the colours as an eye sees them; AppendColours appends them to dst.
	Colours() []hw.RGB
	AppendColours(dst []hw.RGB) []hw.RGB
	// SetExposure sets which share of the full power, 0 to 1, an eye takes for full brightness.
	SetExposure(full float64)
	// Current returns how many milliamperes the strip draws.
	Current() float64
	// Generation returns a number that changes whenever a light changes.
	Generation() uint64
	// PowerOn is the power-on reset: all lights are dark.
	PowerOn()
	// Warnings returns what a driver has sent that the data sheet does not allow.
	Warnings() []string
}

var _ Strip = (*APA102)(nil)
