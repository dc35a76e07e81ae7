// Package box contains the running box: the parts, the console that reads and draws them, and
// the clock that drives both. A Pi and the simulator run the same [Box]; they differ in its
// [Parts].
//
// # Who owns what
//
// One goroutine owns the parts and the console: the one in [Box.Run]. It alone reads
// buttons, sets lights and makes moves, so neither needs a lock.
//
//	buttons ──► Parts.Scan ─┐                  ┌─► screens, lights, speaker
//	                        ├─► the console ──►┤
//	commands ─► Box.Do ─────┘                  └─► Streams ─► Listeners
//
// Other goroutines talk to it in two ways. Commands go in as values: [Box.Do] hands one over
// and waits until it was done; [Box.Desk], [Box.Record] and [Box.Lang] ask. Outputs of the box
// come as events: [Box.Listen] returns a [Listener] of one stream.
//
// # Streams
//
// There is a public stream (main screen, lights, voice, tones, changes of the desk) and one
// for each private screen. A listener to one never gets an event of another (promise P4).
// Events are taken between the console and the parts, so they are the same for real and for
// virtual parts. What a screen or the lights did not take is not an event; speech and tones
// are events even on a box without a speaker.
//
// # Stepping
//
// A box need not run. A caller may step it ([Box.Next], [Box.Step], [Box.Apply], [Box.Flush]),
// and then owns it and brings the time: the same commands at the same times give the same
// outputs. A box is either stepped or runs, never both at once.
package box
