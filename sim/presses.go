package sim

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/hw"
	"consigliere/hw/command"
)

// maxAt is the latest time of a press.
const maxAt = 24 * time.Hour

// An entry is a line of a file of presses.
type entry struct {
	at   time.Duration
	cmd  command.Command // nil for the tray
	tray string
}

// A PressError says which line of a file of presses is wrong, and why.
type PressError struct {
	Line int
	Err  error
}

func (e *PressError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *PressError) Unwrap() error { return e.Err }

// read reads a file of presses.
func (s *Sim) read(r io.Reader) ([]entry, error) {
	var list []entry
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 4096), engine.MaxLine)
	n := 0
	for scan.Scan() {
		n++
		line := strings.TrimSpace(scan.Text())
		if line == "" {
			continue
		}
		c, err := s.entry(line)
		if err == nil && len(list) > 0 && c.at < list[len(list)-1].at {
			err = fmt.Errorf("\"at\" goes backwards, from %s to %s", seconds(list[len(list)-1].at), seconds(c.at))
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

// pressForms shows the forms of the lines, for messages.
const pressForms = `a line is {"at":1.25,"pod":0,"button":"A","down":true}, {"at":2,"type":{...}} or {"at":3,"tray":"image.jpg"}`

// entry reads a line of a file of presses. The error lists all that is wrong with it.
func (s *Sim) entry(line string) (entry, error) {
	tree, err := document.JSON([]byte(line))
	var syntax *document.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return entry{}, fmt.Errorf("%s; %s", syntax.Reason, pressForms)
	case err != nil:
		return entry{}, err
	case tree.Kind != document.Object:
		return entry{}, errors.New("this is not a JSON object; " + pressForms)
	}
	r := document.NewReader(tree)
	c := s.readEntry(r.Root())
	var wrong []string
	form := false
	for _, m := range r.Mistakes() {
		wrong = append(wrong, m.Error())
		switch m.Problem {
		case document.Unknown, document.NotFloat, document.NotNumber, document.NotText, document.NotBool:
			form = true
		}
	}
	if form {
		wrong = append(wrong, pressForms)
	}
	if len(wrong) > 0 {
		return entry{}, errors.New(strings.Join(wrong, "; "))
	}
	return c, nil
}

// readEntry reads an entry from an object. The result is valid only if v has no mistakes.
func (s *Sim) readEntry(v document.Value) entry {
	v.Keys(nil, []string{"at", "pod", "button", "down", "type", "tray"})
	at := v.Key("at")
	seconds := at.Float()
	switch {
	case !at.Present():
		v.Refuse(`"at" is missing: seconds on the virtual clock`, "")
	case !(seconds >= 0 && seconds <= maxAt.Seconds()):
		at.Refuse(fmt.Sprintf(`"at" must be from 0 to %d seconds, not %v`, int(maxAt.Seconds()), seconds), "")
	}
	c := entry{at: time.Duration(math.Round(min(seconds, maxAt.Seconds()) * 1e9))}
	pod, button, down := v.Key("pod"), v.Key("button"), v.Key("down")
	typed, tray := v.Key("type"), v.Key("tray")
	pressed := pod.Present() || button.Present() || down.Present()
	switch {
	case typed.Present() && !pressed && !tray.Present():
		c.cmd = command.Type{Line: typed.Node().AppendJSON(nil)}
	case tray.Present() && !pressed && !typed.Present():
		c.tray = tray.FullText()
	case !pod.Present() || !button.Present() || !down.Present() || typed.Present() || tray.Present():
		v.Refuse(`a press has "pod", "button" and "down", and nothing else`, "")
	default:
		p := command.Press{Pod: s.pod(pod), Down: down.Bool()}
		buttons := []hw.Button{hw.A, hw.B, hw.OK}
		if i := button.Word("A", "B", "OK"); i >= 0 {
			p.Button = buttons[i]
		}
		c.cmd = p
	}
	return c
}

// pod reads the number of a pod, or -1 for the panel.
func (s *Sim) pod(v document.Value) hw.Pod {
	n := v.Int(math.MinInt, math.MaxInt)
	if n < int(hw.Panel) || n >= len(s.config.Pods) {
		v.Refuse(fmt.Sprintf("there is no pod %d; there are 0 to %d, and -1 for the panel", n, len(s.config.Pods)-1), "")
		return hw.Panel
	}
	return hw.Pod(n)
}
