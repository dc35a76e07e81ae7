package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"consigliere/hw"
	"consigliere/hw/lang"
)

// A request is a message of the page. T says which; the fields that each of them uses stand
// behind its name in parse.
type request struct {
	T       string          `json:"t"`
	Pod     *int            `json:"pod"`
	Button  string          `json:"button"`
	Down    *bool           `json:"down"`
	On      *bool           `json:"on"`
	Lang    string          `json:"lang"`
	Line    json.RawMessage `json:"line"`
	Game    string          `json:"game"`
	Seats   []string        `json:"seats"`
	Options json.RawMessage `json:"options"`
}

// uses lists the fields of each request, besides "t".
var uses = map[string][]string{
	"press":       {"pod", "button", "down"},
	"look":        {"pod", "on"}, // at a private screen
	"lang":        {"lang"},      // of this page
	"voice":       {"lang"},      // of the box
	"type":        {"line"},
	"start":       {"game", "seats", "options"},
	"pause":       {"on"},
	"undo":        {},
	"undo_cancel": {},
	"go_on":       {},
	"leave":       {},
}

// Limits of what a page may send. The longest honest message, cards typed in or the names
// of a table, is well below them.
const (
	maxMessage = 64 << 10 // bytes
	maxSeats   = 16
	maxName    = 64 // bytes
)

// parse reads one message and checks all that can be checked without the box: an error
// names the field that is wrong and what would be right.
func parse(data []byte, pods int) (request, error) {
	var r request
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return r, fmt.Errorf("a message is one JSON object: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, errors.New("something follows the message")
	}
	fields, ok := uses[r.T]
	if _, named := given["t"]; !ok || !named {
		return r, fmt.Errorf("t: there is no message %q", r.T)
	}
	// Field names match whatever their case, so it is the exact spelling that is looked for.
	for _, f := range fields {
		if v, ok := given[f]; !ok || string(v) == "null" {
			return r, fmt.Errorf("%s: %q is missing", r.T, f)
		}
	}
	if len(given) != len(fields)+1 {
		return r, fmt.Errorf("%s: it has the fields %v and no others", r.T, fields)
	}
	switch r.T {
	case "press":
		if *r.Pod < int(hw.Panel) || *r.Pod >= pods {
			return r, fmt.Errorf("press: pod %d: there are -1 (the panel) to %d", *r.Pod, pods-1)
		}
		if _, ok := button(r.Button); !ok {
			return r, fmt.Errorf("press: button %q: there are A, B and OK", r.Button)
		}
	case "look":
		if *r.Pod < 0 || *r.Pod >= pods {
			return r, fmt.Errorf("look: pod %d: there are 0 to %d", *r.Pod, pods-1)
		}
	case "lang", "voice":
		if _, err := lang.Parse(r.Lang); err != nil {
			return r, fmt.Errorf("%s: %w", r.T, err)
		}
	case "start":
		if len(r.Seats) > maxSeats {
			return r, fmt.Errorf("start: %d seats: at most %d", len(r.Seats), maxSeats)
		}
		for i, s := range r.Seats {
			if len(s) > maxName {
				return r, fmt.Errorf("start: seat %d: a name has at most %d bytes", i+1, maxName)
			}
		}
	}
	return r, nil
}

// button returns the button of a name.
func button(name string) (hw.Button, bool) {
	for b := range hw.Button(hw.Buttons) {
		if b.String() == name {
			return b, true
		}
	}
	return 0, false
}

// The messages to the page. Each has a "t" that names it; frames are base64 of [hw.Frame.Pix].
type (
	// hello is the first message of a connection: what the box has.
	hello struct {
		T       string    `json:"t"`
		Pods    int       `json:"pods"`
		Main    *[2]int   `json:"main"`    // null if there is none
		Private []*[2]int `json:"private"` // null for a pod that has none
		Lang    lang.Lang `json:"lang"`    // of the box
	}
	frame struct {
		T     string `json:"t"` // "main"
		Frame []byte `json:"f"`
	}
	private struct {
		T     string `json:"t"` // "private"
		Pod   hw.Pod `json:"pod"`
		Frame []byte `json:"f"`
	}
	lights struct {
		T   string `json:"t"`   // "lights"
		RGB string `json:"rgb"` // six digits a light
	}
	say struct {
		T    string `json:"t"` // "say"
		Text string `json:"text"`
		Lang string `json:"lang"`
	}
	tone struct {
		T  string `json:"t"` // "tone"
		Hz int    `json:"hz"`
		MS int64  `json:"ms"`
	}
	desk struct {
		T    string          `json:"t"`    // "desk"
		Lang lang.Lang       `json:"lang"` // of the box
		Desk json.RawMessage `json:"desk"`
	}
	// fault answers a message that did nothing. Code is a word the page has a sentence for.
	fault struct {
		T    string `json:"t"` // "error"
		Code string `json:"code"`
		Text string `json:"text"`
	}
	beat struct {
		T string `json:"t"` // "beat": the line is open
	}
)
