// Command reader is what the pages of the site need of the engines without a box, compiled to WebAssembly for a worker:
// it reads records, rules and scripts. Each of its functions takes texts and returns JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"syscall/js"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/link"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw/film"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

func main() {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // what is wrong is returned
	r := &reader{}
	var err error
	if r.books, err = words.NewBooks(games.All(), engine.Messages, journal.Messages, table.Messages); err != nil {
		panic(err) // they are part of the program
	}
	to := js.Global().Get("consigliere")
	for name, f := range map[string]func([]js.Value) (any, error){
		"open": r.open, "at": r.at, "story": r.story, "link": r.link, "status": r.status,
		"games": r.games, "rules": r.rules, "check": r.check, "script": r.script, "scripts": r.scripts, "pack": r.pack, "unpack": r.unpack, "verify": r.verify,
	} {
		to.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			v, err := f(args)
			var b []byte
			if err == nil {
				b, err = json.Marshal(v)
			}
			if err != nil {
				return map[string]any{"error": err.Error()}
			}
			return map[string]any{"value": string(b)}
		}))
	}
	to.Call("ready")
	select {}
}

// A reader keeps the film that was opened last.
type reader struct {
	books *words.Books
	film  *film.Film
}

// faults are the words of what can be wrong with a link, for which the site has sentences.
var faults = map[error]string{link.ErrCut: "link_cut", link.ErrChanged: "link_changed", link.ErrForm: "link_form", link.ErrLong: "link_long"}

// record returns the record of a link or of a file.
func (r *reader) record(text string) ([]byte, error) {
	if first := bytes.TrimSpace([]byte(text)); len(first) > 0 && first[0] == '{' {
		return []byte(text), nil
	}
	return link.Decode(text)
}

// A fault is why a record cannot be shown.
type fault struct {
	Fault string `json:"fault"`          // a word of the site; "" where Text says it
	Text  string `json:"text,omitempty"` // in the language of the page
	Line  int    `json:"line,omitempty"`
	Rule  string `json:"rule,omitempty"` // the number of the rule that forbids it
	Game  string `json:"game,omitempty"`
	Says  string `json:"says,omitempty"` // the rule in words
}

// explain puts the error of a record into words.
func (r *reader) explain(err error, data []byte, l lang.Lang) fault {
	if word := faults[err]; word != "" {
		return fault{Fault: word}
	}
	f := fault{}
	if at := (*engine.LineError)(nil); errors.As(err, &at) {
		f.Line, err = at.Line, at.Err
	}
	book := r.books.Base()
	var seats engine.Roster
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if h, herr := engine.ParseHeader(first); herr == nil {
		if t := games.Find(h.Game); t != nil {
			f.Game, seats, book = t.ID, h.Seats, r.books.Title(t.ID)
			if no := (*engine.Refusal)(nil); errors.As(err, &no) && no.Rule != "" {
				f.Rule = no.Rule
				if rules, err := lang.NewRules(t); err == nil {
					f.Says, _ = rules.Sentence(l, no.Rule)
				}
			}
		}
	}
	f.Text = book.Error(l, seats, err)
	return f
}

func tongue(v js.Value) (lang.Lang, error) { return lang.Parse(v.String()) }

// open opens a record, args: text, language.
func (r *reader) open(args []js.Value) (any, error) {
	l, err := tongue(args[1])
	if err != nil {
		return nil, err
	}
	data, err := r.record(args[0].String())
	if err == nil {
		var f *film.Film
		if f, err = film.Read(receipt.Record(data), games.Find, r.books); err == nil {
			r.film = f
			return map[string]any{"game": f.Title().ID, "title": f.Name(l), "seats": f.Seats(), "moves": f.Moves(), "over": f.Over()}, nil
		}
	}
	return r.explain(err, data, l), nil
}

var errClosed = errors.New("no record is open")

// viewer returns whose eyes a film is seen with, -1 for everybody's and -2 for somebody who knows everything.
func viewer(v js.Value) engine.Viewer {
	switch n := v.Int(); n {
	case -1:
		return engine.Public
	case -2:
		return chronicle.All
	default:
		return engine.Viewer(n)
	}
}

// at shows a moment, args: number of moves, viewer, language.
func (r *reader) at(args []js.Value) (any, error) {
	l, err := tongue(args[2])
	if err != nil {
		return nil, err
	}
	if r.film == nil {
		return nil, errClosed
	}
	return r.film.At(args[0].Int(), viewer(args[1]), l)
}

// story tells the play, args: viewer, language.
func (r *reader) story(args []js.Value) (any, error) {
	l, err := tongue(args[1])
	if err != nil {
		return nil, err
	}
	if r.film == nil {
		return nil, errClosed
	}
	return r.film.Story(viewer(args[0]), l)
}

// link returns the link of the record that is open.
func (r *reader) link([]js.Value) (any, error) {
	if r.film == nil {
		return nil, errClosed
	}
	return link.Encode(r.film.Record())
}

// status returns the last position, as the program prints it.
func (r *reader) status([]js.Value) (any, error) {
	if r.film == nil {
		return nil, errClosed
	}
	return string(r.film.Status()), nil
}

// games lists the games, args: language.
func (r *reader) games(args []js.Value) (any, error) {
	l, err := tongue(args[0])
	if err != nil {
		return nil, err
	}
	type game struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	var list []game
	for _, t := range games.All() {
		list = append(list, game{t.ID, r.books.Title(t.ID).Word(l, "game.title")})
	}
	return list, nil
}

// rules lists the rules of a game, args: game, language.
func (r *reader) rules(args []js.Value) (any, error) {
	l, err := tongue(args[1])
	if err != nil {
		return nil, err
	}
	t := games.Find(args[0].String())
	if t == nil {
		return nil, fmt.Errorf("there is no game %q", args[0].String())
	}
	all, err := lang.NewRules(t)
	if err != nil {
		return nil, err
	}
	type rule struct {
		Number string    `json:"number"`
		Text   string    `json:"text"`
		Lang   lang.Lang `json:"lang"`
	}
	list := []rule{}
	for _, n := range t.RuleNumbers() {
		text, in := all.Sentence(l, n)
		list = append(list, rule{n, text, in})
	}
	return list, nil
}

// A mistake is something wrong in a script, and where.
type mistake struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// check reads a script, args: text, language.
func (r *reader) check(args []js.Value) (any, error) {
	l, err := tongue(args[1])
	if err != nil {
		return nil, err
	}
	script, wrong := anygame.Read([]byte(args[0].String()))
	book := r.books.Title(anygameface.Title().ID)
	put := func(all []engine.Mistake) []mistake {
		list := []mistake{}
		for _, m := range all {
			list = append(list, mistake{m.Line, m.Column, book.Mistake(l, m)})
		}
		return list
	}
	if len(wrong) > 0 {
		return map[string]any{"wrong": put(wrong)}, nil
	}
	return map[string]any{"script": json.RawMessage(script.JSON()), "min": script.MinSeats, "max": script.MaxSeats, "doubts": put(script.Warnings)}, nil
}

// script returns a script that comes with the box, args: name; "" is one to begin with.
func (r *reader) script(args []js.Value) (any, error) {
	if args[0].String() == "" {
		return anygame.Template, nil
	}
	text := anygame.Text(args[0].String())
	if text == nil {
		return nil, fmt.Errorf("there is no script %q", args[0].String())
	}
	return string(text), nil
}

// pack returns a script as the text of a link, args: text.
func (r *reader) pack(args []js.Value) (any, error) { return link.Encode([]byte(args[0].String())) }

// unpack returns the script of a link, or the word of what is wrong with it, args: text.
func (r *reader) unpack(args []js.Value) (any, error) {
	text, err := link.Decode(args[0].String())
	if err != nil {
		return fault{Fault: faults[err]}, nil
	}
	return map[string]string{"text": string(text)}, nil
}

// scripts lists them, args: language.
func (r *reader) scripts(args []js.Value) (any, error) {
	l, err := tongue(args[0])
	if err != nil {
		return nil, err
	}
	type script struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	book := r.books.Title(anygameface.Title().ID)
	list := []script{}
	for _, name := range anygame.Scripts() {
		list = append(list, script{name, book.Word(l, "play."+name)})
	}
	return list, nil
}

// verify checks a record, args: text, language.
func (r *reader) verify(args []js.Value) (any, error) {
	l, err := tongue(args[1])
	if err != nil {
		return nil, err
	}
	data, err := r.record(args[0].String())
	if err != nil {
		return r.explain(err, nil, l), nil
	}
	record := receipt.Record(data)
	f, err := film.Read(record, games.Find, r.books)
	if err != nil {
		return r.explain(err, record, l), nil
	}
	out := map[string]any{"title": f.Name(l), "moves": f.Moves(), "over": f.Over(), "seats": f.Seats()}
	if bytes.Contains(data, []byte(`"fair":`)) {
		report, err := receipt.Check(data, &receipt.Kept{}, games.Find)
		if err != nil {
			return r.explain(err, record, l), nil
		}
		out["report"] = report
	}
	return out, nil
}
