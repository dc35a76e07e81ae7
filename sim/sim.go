// Package sim is the box without hardware: virtual chips behind the real drivers, the same
// console as on a Pi, and a loop that hands it time and presses.
//
// A [Sim] runs in one of two ways. [Sim.Run] uses the real clock: one goroutine owns the
// console, and everybody else sends it values ([Sim.Press], [Sim.Do]) and listens
// ([Sim.Listen]). [Headless] runs presses from a file on a virtual clock.
//
// What the box puts out comes as events. The public ones (main screen, lights, voice,
// tones, the desk) and those of each pod's private screen are separate streams: whoever
// listens to one never gets anything of another.
package sim

import (
	"time"

	"consigliere/hw"
)

// An Event is something that the box put out: a [ScreenEvent], [LightEvent], [SayEvent],
// [ToneEvent] or [DeskEvent].
type Event interface{ event() }

// A ScreenEvent is a new picture of a screen. The frame must not be changed.
type ScreenEvent struct {
	At    time.Duration // on the clock of the box
	Pod   hw.Pod        // whose private screen, or [hw.Panel] for the main screen
	Frame *hw.Frame
}

// A LightEvent is a light that changed its colour.
type LightEvent struct {
	At    time.Duration
	Light int
	RGB   hw.RGB
}

// A SayEvent is what the voice begins to say.
type SayEvent struct {
	At         time.Duration
	Text, Lang string
}

// A ToneEvent is a tone that begins.
type ToneEvent struct {
	At time.Duration
	Hz int
	D  time.Duration
}

// A DeskEvent says that the desk has changed: ask for it with [Sim.Desk].
type DeskEvent struct{ At time.Duration }

func (ScreenEvent) event() {}
func (LightEvent) event()  {}
func (SayEvent) event()    {}
func (ToneEvent) event()   {}
func (DeskEvent) event()   {}
