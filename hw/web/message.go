package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/console"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A request is a message of the page. T says which.
type request struct {
	T       string          `json:"t"`
	Pod     int             `json:"pod"`
	Button  string          `json:"button"`
	Down    bool            `json:"down"`
	On      bool            `json:"on"`
	Lang    string          `json:"lang"`
	Line    json.RawMessage `json:"line"`
	Game    string          `json:"game"`
	Seats   []string        `json:"seats"`
	Options json.RawMessage `json:"options"`
	Play    string          `json:"play"`
	Seat    int             `json:"seat"`
	Name    string          `json:"name"`
	Bots    int             `json:"bots"`
	Teach   bool            `json:"teach"`
	Here    []int           `json:"here"`
	ID      int             `json:"id"`
	Yes     bool            `json:"yes"`
	Choice  int             `json:"choice"`
	Turn    string          `json:"turn"`
}

// What a page wants for itself, and not of the box.
type (
	// A peek begins or ends to look at a private screen.
	peek struct {
		pod hw.Pod
		on  bool
	}
	// A standIn asks that the panel may play for a seat whose phone is away, or ends that.
	standIn struct {
		name string
		on   bool
	}
	// A pageLang is the language of the page.
	pageLang struct{ lang lang.Lang }
)

// requests are the messages of the page by their names: the fields of each besides "t", and
// what they ask for. This is the one place that knows how the page names a command.
var requests = map[string]struct {
	fields []string
	read   func(r request, pods int) (any, error)
}{
	"press": {[]string{"pod", "button", "down"}, readPress},
	"look":  {[]string{"pod", "on"}, readLook},
	"lang":  {[]string{"lang"}, func(r request, _ int) (any, error) { l, err := lang.Parse(r.Lang); return pageLang{l}, err }},
	"voice": {[]string{"lang"}, func(r request, _ int) (any, error) {
		l, err := lang.Parse(r.Lang)
		return console.SetLang{Lang: l}, err
	}},
	"pick":        {[]string{"name", "choice", "turn"}, readPick},
	"back":        {[]string{"name"}, readBack},
	"type":        {[]string{"line"}, func(r request, _ int) (any, error) { return console.Type{Line: r.Line}, nil }},
	"start":       {[]string{"game", "seats", "options", "bots", "teach"}, readStart},
	"pause":       {[]string{"on"}, func(r request, _ int) (any, error) { return console.Pause{On: r.On}, nil }},
	"stand_in":    {[]string{"name", "on"}, func(r request, _ int) (any, error) { return standIn{r.Name, r.On}, nil }},
	"undo":        {nil, func(request, int) (any, error) { return console.Undo{}, nil }},
	"undo_cancel": {nil, func(request, int) (any, error) { return console.CancelUndo{}, nil }},
	"go_on":       {[]string{"play"}, func(r request, _ int) (any, error) { return console.GoOn{Play: r.Play}, nil }},
	"sit":         {[]string{"seat", "pod"}, readSit},
	"attend":      {[]string{"here"}, readAttend},
	"seat_lang":   {[]string{"seat", "lang"}, readSeatLang},
	"forget":      {[]string{"name"}, func(r request, _ int) (any, error) { return console.Forget{Name: r.Name}, nil }},
	"teach":       {[]string{"on"}, func(r request, _ int) (any, error) { return console.Teach{On: r.On}, nil }},
	"let":         {[]string{"id", "yes"}, func(r request, _ int) (any, error) { return letIn{r.ID, r.Yes}, nil }},
	"out":         {[]string{"name"}, func(r request, _ int) (any, error) { return putOut{r.Name}, nil }},
	"host":        {[]string{"name", "on"}, func(r request, _ int) (any, error) { return setHost{r.Name, r.On}, nil }},
	"rematch":     {nil, func(request, int) (any, error) { return console.Rematch{}, nil }},
	"stop":        {nil, func(request, int) (any, error) { return console.Stop{}, nil }},
	"leave":       {nil, func(request, int) (any, error) { return console.Leave{}, nil }},
}

// Limits of what a page may send. The longest honest message begins a game with a catalogue of
// the owner's: it becomes the header of a record.
const (
	maxMessage = engine.MaxLine // bytes
	maxSeats   = 16
	maxName    = 64 // bytes
)

// parse reads one message of a page, for a box with so many pods, and checks all that can be
// checked without the box. It returns a [box.Command], a peek or a pageLang; an error names the
// field that is wrong and what would be right.
func parse(data []byte, pods int) (any, error) {
	var r request
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return nil, fmt.Errorf("a message is one JSON object: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the message")
	}
	q, ok := requests[r.T]
	if _, named := given["t"]; !ok || !named {
		return nil, fmt.Errorf("t: there is no message %q", r.T)
	}
	want := len(q.fields) + 1
	if _, ok := given["name"]; ok && r.T == "start" {
		want++ // that of a campaign
	}
	// Field names match whatever their case, so it is the exact spelling that is looked for.
	for _, f := range q.fields {
		if v, ok := given[f]; !ok || string(v) == "null" {
			return nil, fmt.Errorf("%s: %q is missing", r.T, f)
		}
	}
	if len(given) != want {
		return nil, fmt.Errorf("%s: it has the fields %v and no others", r.T, q.fields)
	}
	m, err := q.read(r, pods)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.T, err)
	}
	return m, nil
}

func readPress(r request, pods int) (any, error) {
	if r.Pod < int(hw.Panel) || r.Pod >= pods {
		return nil, fmt.Errorf("pod %d: there are -1 (the panel) to %d", r.Pod, pods-1)
	}
	b, ok := button(r.Button)
	if !ok {
		return nil, fmt.Errorf("button %q: there are A, B and OK", r.Button)
	}
	return box.Press{Pod: hw.Pod(r.Pod), Button: b, Down: r.Down}, nil
}

func readLook(r request, pods int) (any, error) {
	if r.Pod < 0 || r.Pod >= pods {
		return nil, fmt.Errorf("pod %d: there are 0 to %d", r.Pod, pods-1)
	}
	return peek{hw.Pod(r.Pod), r.On}, nil
}

func readPick(r request, _ int) (any, error) {
	return box.ForPlayer{Name: r.Name, Command: console.Pick{Turn: r.Turn, Choice: r.Choice}}, nil
}

func readBack(r request, _ int) (any, error) {
	return box.ForPlayer{Name: r.Name, Command: console.StepBack{}}, nil
}

func readSit(r request, pods int) (any, error) {
	if r.Seat < 0 || r.Seat >= maxSeats {
		return nil, fmt.Errorf("seat %d: there are 0 to %d", r.Seat, maxSeats-1)
	}
	if r.Pod < 0 || r.Pod >= pods {
		return nil, fmt.Errorf("pod %d: there are 0 to %d", r.Pod, pods-1)
	}
	return console.Sit{Seat: engine.Seat(r.Seat), Pod: hw.Pod(r.Pod)}, nil
}

func readAttend(r request, _ int) (any, error) {
	var here engine.SeatSet
	for _, n := range r.Here {
		if n < 0 || n >= maxSeats {
			return nil, fmt.Errorf("seat %d: there are 0 to %d", n, maxSeats-1)
		}
		here = here.With(engine.Seat(n))
	}
	return console.Attend{Seats: here}, nil
}

func readSeatLang(r request, _ int) (any, error) {
	if r.Seat < 0 || r.Seat >= maxSeats {
		return nil, fmt.Errorf("seat %d: there are 0 to %d", r.Seat, maxSeats-1)
	}
	var l lang.Lang // "" is the language of the box
	if r.Lang != "" {
		var err error
		if l, err = lang.Parse(r.Lang); err != nil {
			return nil, err
		}
	}
	return console.SetSeatLang{Seat: engine.Seat(r.Seat), Lang: l}, nil
}

func readStart(r request, _ int) (any, error) {
	if len(r.Seats) > maxSeats {
		return nil, fmt.Errorf("%d seats: at most %d", len(r.Seats), maxSeats)
	}
	for i, s := range r.Seats {
		if len(s) > maxName {
			return nil, fmt.Errorf("seat %d: a name may have at most %d bytes", i+1, maxName)
		}
	}
	if len(r.Name) > maxName {
		return nil, fmt.Errorf("name: it may have at most %d bytes", maxName)
	}
	if r.Bots < 0 || r.Bots > maxSeats {
		return nil, fmt.Errorf("%d bots: there are 0 to %d", r.Bots, maxSeats)
	}
	return console.Start{
		Header:   engine.Header{Game: r.Game, Seats: r.Seats, Options: r.Options},
		DrawSeed: true, Bots: r.Bots, Teach: r.Teach, Name: r.Name,
	}, nil
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
	// asked is what the private screen of a pod asks, for a page that looks at it.
	asked struct {
		T    string    `json:"t"` // "asked"
		Pod  hw.Pod    `json:"pod"`
		Desk *desk.Pod `json:"desk"` // null while it asks nothing
	}
	lights struct {
		T   string `json:"t"`   // "lights"
		RGB string `json:"rgb"` // six digits a light
	}
	say struct {
		T    string `json:"t"` // "say"
		Text string `json:"text"`
		Lang string `json:"lang"`
		// In is the same in other languages.
		In map[lang.Lang]string `json:"in,omitempty"`
	}
	tone struct {
		T  string `json:"t"` // "tone"
		Hz int    `json:"hz"`
		MS int64  `json:"ms"`
	}
	deskMessage struct {
		T    string          `json:"t"`    // "desk"
		Lang lang.Lang       `json:"lang"` // of the box
		Desk json.RawMessage `json:"desk"`
	}
	// covered says that the page looks at a private screen no more.
	covered struct {
		T   string `json:"t"` // "covered"
		Pod hw.Pod `json:"pod"`
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
