package sim

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
)

// Headless runs presses on a virtual clock and writes every output of the box, one JSON
// object a line. After the last press it goes on until everything was called and drawn.
type Headless struct {
	// Start begins a play at time 0; nil leaves the menu open.
	Start *command.Start
}

// settleFor is how long a run goes on after the last press at most.
const settleFor = time.Minute

// Run runs the presses and writes the outputs of s to out. A move that the game refuses is
// reported on warn and changes nothing; a line that is not valid is a [*PressError].
func (h Headless) Run(s *Sim, presses io.Reader, out, warn io.Writer) error {
	lines, err := s.read(presses)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s.watchTray(ctx)
	w := &outputs{w: bufio.NewWriter(out), sim: s, lights: make([]hw.RGB, len(s.config.Pods))}
	s.Observe(w.event)
	defer s.Observe(nil)
	for pod, c := range w.lights {
		w.light(0, pod, c)
	}
	if h.Start != nil {
		if err := s.Apply(s.Now(), *h.Start); err != nil {
			return err
		}
	}
	w.public()
	s.Flush()
	for _, l := range lines {
		w.advance(l.at)
		cmd := l.cmd
		if l.tray != "" {
			throw, err := s.tray.look(ctx, l.tray, s.Look().Rolling())
			if err != nil {
				fmt.Fprintf(warn, "at %s: tray: %v\n", seconds(l.at), err)
				continue
			}
			cmd = command.Throw{Throw: throw}
		}
		if err := s.Apply(l.at, cmd); errors.Is(err, box.ErrNoButton) {
			fmt.Fprintf(warn, "at %s: %v\n", seconds(l.at), err)
		} else if err != nil {
			fmt.Fprintf(warn, "at %s: %s\n", seconds(l.at), s.Look().Public("").Error)
		}
		w.public()
		s.Flush()
	}
	// A release counts only after its contact has come to rest.
	rest := s.Now() + s.fingers.Rest()
	for end := s.Now() + settleFor; !s.Quiet() || s.Next() <= rest; {
		if s.Next() > end {
			break
		}
		w.step(s.Next())
	}
	return w.w.Flush()
}

// watchTray watches the tray, as [box.Box.Run] does. What is read is applied at its time on the virtual clock.
func (s *Sim) watchTray(ctx context.Context) {
	told := func(hw.Throw) {}
	s.tray.watched(ctx, told)
	if s.tray.wired != nil {
		go s.tray.wired.watcher.Watch(ctx, told)
	}
}

// outputs writes what the box puts out. It takes the colours of the lights from the strip,
// which shows fewer than it is sent.
type outputs struct {
	w    *bufio.Writer
	sim  *Sim
	line []byte
	view string

	lights  []hw.RGB // by pod, as they were written last
	colours []hw.RGB // of the strip
}

// step steps the box, and writes the public view if it has changed.
func (o *outputs) step(at time.Duration) {
	o.sim.Step(at)
	o.public()
}

// advance steps through what is due, each at its own time, until now.
func (o *outputs) advance(now time.Duration) {
	for at := o.sim.Next(); at <= now; at = o.sim.Next() {
		o.step(at)
	}
	o.sim.Advance(now) // nothing more is due
}

func seconds(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) }

func (o *outputs) begin(at time.Duration) {
	o.line = append(o.line[:0], `{"at":`...)
	o.line = strconv.AppendFloat(o.line, at.Seconds(), 'f', -1, 64)
}

func (o *outputs) end() {
	o.line = append(o.line, "}\n"...)
	_, _ = o.w.Write(o.line) // Flush returns the error
}

func (o *outputs) event(e box.Event) {
	switch e := e.(type) {
	case box.ScreenEvent:
		o.begin(e.At)
		if e.Pod == hw.Panel {
			o.line = append(o.line, `,"screen":"main"`...)
		} else {
			o.line = append(o.line, `,"screen":"pod`...)
			o.line = strconv.AppendInt(o.line, int64(e.Pod), 10)
			o.line = append(o.line, '"')
		}
		o.line = append(o.line, `,"frame":"`...)
		o.line = base64.StdEncoding.AppendEncode(o.line, e.Frame.Pix)
		o.line = append(o.line, '"')
	case box.LightEvent:
		o.lamps(e.At)
		return
	case box.SayEvent:
		o.begin(e.At)
		o.line = append(o.line, `,"say":`...)
		o.line = appendString(o.line, e.Text)
		o.line = append(o.line, `,"lang":`...)
		o.line = appendString(o.line, e.Lang)
	case box.ToneEvent:
		o.begin(e.At)
		o.line = fmt.Appendf(o.line, `,"tone":%d,"ms":%d`, e.Hz, e.D.Milliseconds())
	default:
		return
	}
	o.end()
}

// lamps writes the lights that have changed.
func (o *outputs) lamps(at time.Duration) {
	o.colours = o.sim.board.AppendLamps(o.colours[:0])
	for pod, c := range o.colours {
		if c != o.lights[pod] {
			o.lights[pod] = c
			o.light(at, pod, c)
		}
	}
}

func (o *outputs) light(at time.Duration, pod int, c hw.RGB) {
	o.begin(at)
	o.line = fmt.Appendf(o.line, `,"light":%d,"rgb":"%s"`, pod, c)
	o.end()
}

// public writes the public view, if it has changed.
func (o *outputs) public() {
	view := o.sim.Public()
	if view == nil || string(view) == o.view {
		return
	}
	o.view = string(view)
	o.begin(o.sim.Now())
	o.line = append(o.line, `,"public":`...)
	o.line = append(o.line, view...)
	o.end()
}

func appendString(dst []byte, s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		return append(dst, `""`...)
	}
	return append(dst, b...)
}
