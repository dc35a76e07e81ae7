package sim

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// Headless runs presses on a virtual clock and writes every output of the box, one JSON
// object a line. After the last press it goes on until all that has happened was called and
// drawn.
type Headless struct {
	// Start begins a play at time 0; nil leaves the menu open.
	Start *engine.Header
}

// maxAt is the latest time of a press.
const maxAt = 24 * time.Hour

// settleFor is how long a run goes on at most after the last press.
const settleFor = time.Minute

// A command is one line of a file of presses.
type command struct {
	at    time.Duration
	press *hw.Press
	line  []byte // typed in
	tray  string
}

// A PressError says which line of a file of presses is wrong, and why.
type PressError struct {
	Line int
	Err  error
}

func (e *PressError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *PressError) Unwrap() error { return e.Err }

// Run runs the presses and writes the outputs of s to out. Moves that the game refuses are
// told on warn and change nothing; lines that are no presses are a [*PressError].
func (h Headless) Run(s *Sim, presses io.Reader, out, warn io.Writer) error {
	commands, err := s.commands(presses)
	if err != nil {
		return err
	}
	w := &outputs{w: bufio.NewWriter(out)}
	s.sink = func(e Event) { w.event(e) }
	defer func() { s.sink = nil }()
	for i, l := range s.lights {
		w.event(LightEvent{0, i, l})
	}
	if h.Start != nil {
		if err := s.console.Start(s.now, *h.Start); err != nil {
			return err
		}
	}
	w.public(s)
	s.look()
	for i := range commands {
		c := &commands[i]
		s.advanceAll(c.at, w)
		switch {
		case c.press != nil:
			if !s.press(c.at, c.press.Pod, c.press.Button, c.press.Down) {
				fmt.Fprintf(warn, "at %s: this box has no such button\n", seconds(c.at))
			}
		case c.tray != "":
			fmt.Fprintf(warn, "at %s: tray %s: there is no dice reader here; type the dice\n", seconds(c.at), c.tray)
		default:
			if err := s.console.Type(c.at, c.line); err != nil {
				fmt.Fprintf(warn, "at %s: %s\n", seconds(c.at), s.console.Desk(s.console.Lang()).Error)
			}
		}
		w.public(s)
		s.look()
	}
	for end := s.now + settleFor; !s.console.Quiet(); {
		at, ok := s.next()
		if !ok || at > end {
			break
		}
		s.step(at)
		w.public(s)
	}
	return w.w.Flush()
}

// advanceAll advances like advance, and notes the public view after each step.
func (s *Sim) advanceAll(now time.Duration, w *outputs) {
	for {
		at, ok := s.next()
		if !ok || at > now {
			break
		}
		s.step(at)
		w.public(s)
	}
	s.now = max(s.now, now)
}

// commands reads a file of presses.
func (s *Sim) commands(r io.Reader) ([]command, error) {
	var list []command
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 4096), engine.MaxLine)
	n := 0
	for scan.Scan() {
		n++
		line := strings.TrimSpace(scan.Text())
		if line == "" {
			continue
		}
		c, err := s.command(line)
		if err == nil && len(list) > 0 && c.at < list[len(list)-1].at {
			err = fmt.Errorf("\"at\" goes back, from %s to %s", seconds(list[len(list)-1].at), seconds(c.at))
		}
		if err != nil {
			return nil, &PressError{n, err}
		}
		list = append(list, c)
	}
	if err := scan.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &PressError{n + 1, fmt.Errorf("the line is longer than %d bytes", engine.MaxLine)}
	} else if err != nil {
		return nil, err
	}
	return list, nil
}

func (s *Sim) command(line string) (command, error) {
	var in struct {
		At     *float64        `json:"at"`
		Pod    *int            `json:"pod"`
		Button *string         `json:"button"`
		Down   *bool           `json:"down"`
		Type   json.RawMessage `json:"type"`
		Tray   *string         `json:"tray"`
	}
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return command{}, fmt.Errorf(`%s; a line is {"at":1.25,"pod":0,"button":"A","down":true}, {"at":2,"type":{...}} or {"at":3,"tray":"image.jpg"}`, inWords(err))
	}
	if d.More() {
		return command{}, fmt.Errorf("there is something behind the object; one object a line")
	}
	if in.At == nil {
		return command{}, fmt.Errorf(`"at" is missing: seconds on the virtual clock`)
	}
	if !(*in.At >= 0 && *in.At <= maxAt.Seconds()) {
		return command{}, fmt.Errorf(`"at" must be from 0 to %d seconds, not %v`, int(maxAt.Seconds()), *in.At)
	}
	c := command{at: time.Duration(math.Round(*in.At * 1e9))}
	pressed := in.Pod != nil || in.Button != nil || in.Down != nil
	switch {
	case in.Type != nil && !pressed && in.Tray == nil:
		c.line = in.Type
		return c, nil
	case in.Tray != nil && !pressed && in.Type == nil:
		c.tray = *in.Tray
		return c, nil
	case in.Pod == nil || in.Button == nil || in.Down == nil || in.Type != nil || in.Tray != nil:
		return command{}, fmt.Errorf(`a press has "pod", "button" and "down", and nothing else`)
	}
	if *in.Pod < int(hw.Panel) || *in.Pod >= s.Pods() {
		return command{}, fmt.Errorf("there is no pod %d; there are 0 to %d, and -1 for the panel", *in.Pod, s.Pods()-1)
	}
	p := hw.Press{Pod: hw.Pod(*in.Pod), Down: *in.Down}
	for _, b := range []hw.Button{hw.A, hw.B, hw.OK} {
		if b.String() == *in.Button {
			p.Button, c.press = b, &p
		}
	}
	if c.press == nil {
		return command{}, fmt.Errorf(`there is no button %q; there are "A", "B" and "OK"`, *in.Button)
	}
	return c, nil
}

// inWords tells what is wrong with the JSON of a line.
func inWords(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		want := map[reflect.Kind]string{
			reflect.Float64: "a number of seconds", reflect.Int: "a whole number", reflect.String: "a text", reflect.Bool: "true or false",
		}[kind.Type.Kind()]
		if want == "" {
			return "this is no JSON object"
		}
		return fmt.Sprintf("%q must be %s", kind.Field, want)
	}
	if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return field + " is not known here"
	}
	return "this is not JSON: " + err.Error()
}

// outputs writes what the box puts out.
type outputs struct {
	w    *bufio.Writer
	line []byte
	view string
}

func seconds(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) }

func (o *outputs) begin(at time.Duration) {
	o.line = append(o.line[:0], `{"at":`...)
	o.line = strconv.AppendFloat(o.line, at.Seconds(), 'f', -1, 64)
}

func (o *outputs) end() {
	o.line = append(o.line, "}\n"...)
	_, _ = o.w.Write(o.line) // Flush tells
}

func (o *outputs) event(e Event) {
	switch e := e.(type) {
	case ScreenEvent:
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
	case LightEvent:
		o.begin(e.At)
		o.line = fmt.Appendf(o.line, `,"light":%d,"rgb":"%s"`, e.Light, e.RGB)
	case SayEvent:
		o.begin(e.At)
		o.line = append(o.line, `,"say":`...)
		o.line = appendString(o.line, e.Text)
		o.line = append(o.line, `,"lang":`...)
		o.line = appendString(o.line, e.Lang)
	case ToneEvent:
		o.begin(e.At)
		o.line = fmt.Appendf(o.line, `,"tone":%d,"ms":%d`, e.Hz, e.D.Milliseconds())
	default:
		return
	}
	o.end()
}

// public writes the public view, if it has changed.
func (o *outputs) public(s *Sim) {
	view := s.console.Public()
	if view == nil || string(view) == o.view {
		return
	}
	o.view = string(view)
	o.begin(s.now)
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
