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
		"games": r.games, "rules": r.rules, "position": r.position, "crafts": r.crafts, "check": r.check, "template": r.template, "scripts": r.scripts, "code": r.code, "pack": r.pack, "unpack": r.unpack, "verify": r.verify,
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

// record returns the record of a link or of a file.
func (r *reader) record(text string) ([]byte, error) {
	if first := bytes.TrimSpace([]byte(text)); len(first) > 0 && first[0] == '{' {
		return []byte(text), nil
	}
	return link.Decode(text)
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
	return explain(r.books, err, data, l), nil
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

// position shows where a rule decides, args: a record as a link has it, the line that the rule refuses or "", language.
func (r *reader) position(args []js.Value) (any, error) {
	l, err := tongue(args[2])
	if err != nil {
		return nil, err
	}
	return position(r.books, args[0].String(), args[1].String(), l)
}

// crafts lists what the workshop can write, args: language.
func (r *reader) crafts(args []js.Value) (any, error) {
	l, err := tongue(args[0])
	if err != nil {
		return nil, err
	}
	return crafts(r.books, l), nil
}

// check reads what was written, args: kind, text, language.
func (r *reader) check(args []js.Value) (any, error) {
	l, err := tongue(args[2])
	if err != nil {
		return nil, err
	}
	return check(r.books, kind(args[0].String()), args[1].String(), l)
}

// template returns a text to begin with, args: kind, name.
func (r *reader) template(args []js.Value) (any, error) {
	return template(kind(args[0].String()), args[1].String())
}

// code returns the QR code of an address, args: address.
func (r *reader) code(args []js.Value) (any, error) { return link.Code(args[0].String()), nil }

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
	return scripts(r.books, l), nil
}

// verify checks a record, args: text, language.
func (r *reader) verify(args []js.Value) (any, error) {
	l, err := tongue(args[1])
	if err != nil {
		return nil, err
	}
	data, err := r.record(args[0].String())
	if err != nil {
		return explain(r.books, err, nil, l), nil
	}
	record := receipt.Record(data)
	f, err := film.Read(record, games.Find, r.books)
	if err != nil {
		return explain(r.books, err, record, l), nil
	}
	out := map[string]any{"title": f.Name(l), "moves": f.Moves(), "over": f.Over(), "seats": f.Seats()}
	if bytes.Contains(data, []byte(`"fair":`)) {
		report, err := receipt.Check(data, &receipt.Kept{}, games.Find)
		if err != nil {
			return explain(r.books, err, record, l), nil
		}
		out["report"] = report
	}
	return out, nil
}
