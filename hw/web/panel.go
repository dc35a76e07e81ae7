package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web/line"
)

// A Box is what the pages need of a [box.Box]. A new command of the box asks nothing more.
type Box interface {
	Layout() box.Layout
	Listen(hw.Pod) *box.Listener
	Done() <-chan struct{}
	Do(context.Context, command.Command) error
	Snapshot() desk.Desks
	Record(context.Context) ([]byte, error)
	Past(context.Context, lang.Lang) (*desk.Past, error)
	Finished(context.Context) (*desk.FinishedReader, error)
	Guide(game string, l lang.Lang) (lang.Guide, error)
	House(game string) (string, error)
	MaxCatalogue(game string) (int, error)
	Catalogue(game string, l lang.Lang, file []byte) (json.RawMessage, []box.Mistake, error)
}

// A Tray is a dice tray at which pages can roll and show pictures: a simulator's.
type Tray interface {
	// Roll rolls the dice that are asked for, and returns a JPEG of them with what was read drawn on it.
	Roll(context.Context) ([]byte, error)
	// Look reads the dice in a picture, and returns one with what was read drawn on it.
	Look(ctx context.Context, picture []byte) ([]byte, error)
}

// maxPicture is how many bytes a picture of the tray has at most.
const maxPicture = 8 << 20

// A Panel is the front panel of a box, whatever carries what its pages say and are told. It is safe for
// concurrent use.
type Panel struct {
	table   command.Rows
	box     Box
	guests  *phone.Guests // nil if there are none
	tray    Tray          // nil if there is none
	lookFor time.Duration // how long a private screen stays open

	reading sync.Mutex // held while a catalogue or a record is read
}

// NewPanel returns the panel of a box, with those who have phones, or nil for none.
func NewPanel(b Box, g *phone.Guests) *Panel {
	return &Panel{table: command.Table, box: b, guests: g, lookFor: lookFor}
}

// ServeTray lets pages use a tray. It must be called before the first page is served.
func (p *Panel) ServeTray(t Tray) { p.tray = t }

// Page serves a page until it leaves or ctx ends.
func (p *Panel) Page(ctx context.Context, conn line.Conn) error {
	c := newClient(p.box, p.guests, conn, lang.English)
	c.lookFor, c.table = p.lookFor, p.table
	return c.run(ctx)
}

// A Question is what a page asks besides its line, when it needs it.
type Question struct {
	Path string // what about, such as "guide/naro"
	Lang string // in which language the answer is; "" where it has none
	// Post: the page brings something with it, such as a file of an owner.
	Post bool
	Body []byte
}

// An Answer is what it gets.
type Answer struct {
	Status int    // as HTTP has them: 200, or why there is nothing
	Type   string // what Body is; "" for a sentence
	File   string // the name that a browser saves it by; "" for none
	Body   []byte
}

// Whether there is an answer, by the numbers of HTTP.
const (
	statusOK       = 200
	statusNothing  = 204
	statusBad      = 400
	statusNotFound = 404
	statusConflict = 409
	statusLarge    = 413
	statusNotNow   = 503
)

func sentence(status int, text string) Answer {
	return Answer{Status: status, Body: []byte(text + "\n")}
}

func inJSON(v any) Answer {
	b, err := json.Marshal(v)
	if err != nil {
		return sentence(statusNotNow, err.Error())
	}
	return Answer{Status: statusOK, Type: "application/json", Body: append(b, '\n')}
}

// most returns how many bytes a page may bring along to a path; 0 if nothing.
func (p *Panel) most(path string) int {
	what, game, _ := strings.Cut(path, "/")
	switch {
	case what == "tray" && p.tray != nil:
		return maxPicture
	case what == "catalogue":
		most, err := p.box.MaxCatalogue(game)
		if err == nil {
			return most
		}
	}
	return 0
}

// Answer answers a page.
func (p *Panel) Answer(ctx context.Context, q Question) Answer {
	what, game, _ := strings.Cut(q.Path, "/")
	switch {
	case what == "tray" && p.tray != nil:
		return p.dice(ctx, q)
	case what == "record" && !q.Post:
		return p.record(ctx)
	case what == "catalogue" && !q.Post:
		return p.house(game)
	}
	id, file, _ := strings.Cut(game, "/")
	if what == "finished" && file == "record" && !q.Post {
		return p.finished(ctx, func(r *desk.FinishedReader) (Answer, error) {
			b, err := r.Record(id)
			return Answer{Status: statusOK, Type: "application/jsonl; charset=utf-8", File: "consigliere.jsonl", Body: b}, err
		})
	}
	l, err := lang.Parse(q.Lang)
	if err != nil {
		return sentence(statusBad, err.Error())
	}
	switch {
	case q.Path == "finished" && !q.Post:
		return p.finished(ctx, func(r *desk.FinishedReader) (Answer, error) { return inJSON(r.List(l)), nil })
	case what == "finished" && file == "" && !q.Post:
		return p.finished(ctx, func(r *desk.FinishedReader) (Answer, error) {
			d, err := r.Result(id, l)
			return inJSON(d), err
		})
	case what == "past" && !q.Post:
		return p.past(ctx, l)
	case what == "guide" && !q.Post:
		guide, err := p.box.Guide(game, l)
		if err != nil {
			return sentence(statusNotFound, err.Error())
		}
		return inJSON(guide)
	case what == "catalogue":
		return p.catalogue(game, l, q.Body)
	}
	return sentence(statusNotFound, "there is no such page")
}

// dice rolls the dice of the tray, or reads those in a picture.
func (p *Panel) dice(ctx context.Context, q Question) Answer {
	if !q.Post {
		return Answer{Status: statusNothing}
	}
	if len(q.Body) > maxPicture {
		return sentence(statusLarge, fmt.Sprintf("a picture has at most %d bytes", maxPicture))
	}
	picture, err := q.Body, error(nil)
	if len(picture) > 0 {
		picture, err = p.tray.Look(ctx, picture)
	} else {
		picture, err = p.tray.Roll(ctx)
	}
	if err != nil {
		return sentence(statusConflict, err.Error())
	}
	return Answer{Status: statusOK, Type: "image/jpeg", Body: picture}
}

// record gives the record of a play that is over. Before that it would tell every
// secret of the play, the seed among them, to whoever asks.
func (p *Panel) record(ctx context.Context) Answer {
	b, err := p.box.Record(ctx)
	switch {
	case err != nil:
		return sentence(statusNotNow, err.Error())
	case b == nil:
		return sentence(statusConflict, "the record holds all secrets of the play; it can be had when the play is over")
	}
	return Answer{Status: statusOK, Type: "application/jsonl; charset=utf-8", File: "consigliere.jsonl", Body: b}
}

// past gives what the play has been so far. There may be nothing to tell, or not now.
func (p *Panel) past(ctx context.Context, l lang.Lang) Answer {
	p.reading.Lock() // one at a time is enough
	defer p.reading.Unlock()
	d, err := p.box.Past(ctx, l)
	switch {
	case err != nil:
		return sentence(statusNotNow, err.Error())
	case d == nil:
		return Answer{Status: statusNothing}
	}
	return inJSON(d)
}

// finished tells of the plays that are over, while none is played.
func (p *Panel) finished(ctx context.Context, read func(*desk.FinishedReader) (Answer, error)) Answer {
	r, err := p.box.Finished(ctx)
	switch {
	case err != nil:
		return sentence(statusNotNow, err.Error())
	case r == nil:
		return Answer{Status: statusNothing}
	}
	p.reading.Lock() // one at a time is enough
	defer p.reading.Unlock()
	a, err := read(r)
	switch {
	case errors.Is(err, desk.ErrNoPlay):
		return sentence(statusNotFound, err.Error())
	case err != nil:
		return sentence(statusNotNow, err.Error())
	}
	return a
}

// house gives the catalogue that comes with the box, for owners to edit.
func (p *Panel) house(game string) Answer {
	house, err := p.box.House(game)
	if err != nil {
		return wrongCatalogue(err)
	}
	return Answer{Status: statusOK, Type: "application/yaml; charset=utf-8", File: "catalogue.yaml", Body: []byte(house)}
}

// catalogue reads a catalogue that an owner has written, and answers with the value of
// the option or with all that is wrong. It keeps nothing.
func (p *Panel) catalogue(game string, l lang.Lang, file []byte) Answer {
	most, err := p.box.MaxCatalogue(game)
	if err != nil {
		return wrongCatalogue(err)
	}
	if len(file) > most {
		return sentence(statusLarge, fmt.Sprintf("a catalogue has at most %d bytes", most))
	}
	p.reading.Lock() // one file at a time is enough
	defer p.reading.Unlock()
	raw, wrong, err := p.box.Catalogue(game, l, file)
	if err != nil {
		return wrongCatalogue(err)
	}
	return inJSON(struct {
		Catalogue json.RawMessage `json:"catalogue,omitempty"`
		Wrong     []box.Mistake   `json:"wrong,omitempty"`
	}{raw, wrong})
}

func wrongCatalogue(err error) Answer {
	if errors.Is(err, box.ErrNoCatalogue) {
		return sentence(statusNotFound, "404 page not found")
	}
	return sentence(statusNotNow, err.Error())
}
