package anygame

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/document"
)

//go:embed RULES.md
var rules string

//go:embed scripts/*.yaml
var scripts embed.FS

// Scripts returns the names of the scripts that come with the box.
func Scripts() []string {
	files, err := fs.Glob(scripts, "scripts/*.yaml")
	if err != nil {
		panic(err) // the pattern is good
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(path.Base(f), ".yaml")
	}
	return names
}

// Text returns the file of a script that comes with the box, or nil.
func Text(name string) []byte {
	data, err := fs.ReadFile(scripts, "scripts/"+name+".yaml")
	if err != nil {
		return nil
	}
	return data
}

// Title returns anygame, without the face that package face gives it.
func Title() *engine.Title {
	l := &library{read: map[string]*Script{}}
	t := &engine.Title{
		ID: "anygame", Rule: "ANY", MinSeats: minSeats, MaxSeats: maxSeats,
		Options: engine.Options{
			{Key: "play", Kind: engine.OptionChoice, Values: slices.Concat(Scripts(), Singles()), Default: "bid", Tools: Singles(), Front: []string{"werewolf", "secret-missions", "liars-dice"}},
			{Key: "settings", Kind: engine.OptionObject, Of: singleSettings()},
			{Key: "script", Kind: engine.OptionFile},
		},
		Rules: rules,
		Moves: moves,
	}
	t.Catalogue = &engine.Catalogue{YAML: func() string { return Template }, Check: checkScript}
	t.Public = func(h engine.Header, list []engine.Move) []engine.Move { return publicMoves(t, h, list) }
	t.Players = func(options json.RawMessage) (least, most int, ok bool) {
		h := engine.Header{Game: t.ID, Options: options}
		if set, err := t.Options.Read(h); err == nil && set.Raw("script") == nil {
			return seatsOf(set)
		}
		s, err := l.script(t, h)
		if err != nil {
			return 0, 0, false
		}
		return s.MinSeats, s.MaxSeats, true
	}
	t.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
		s, err := l.script(t, h)
		if err != nil {
			return nil, nil, err
		}
		n := len(h.Seats)
		switch {
		case n < s.MinSeats || n > s.MaxSeats:
			return nil, nil, engine.Refuse("ANY-1.2", "refuse.seats", s.MinSeats, s.MaxSeats, n)
		case h.NoSeed && s.draws:
			return nil, nil, engine.Refuse("ANY-7.1", "refuse.no_seed")
		}
		g, cues := newGame(s, h)
		return g, cues, nil
	}
	return t
}

// checkScript returns all that is wrong with a script as a JSON object.
func checkScript(data []byte) []engine.Mistake {
	_, wrong := readJSON(data)
	list := make([]engine.Mistake, len(wrong))
	for i, m := range wrong {
		list[i] = engine.Mistake{Path: m.Path, Why: m.Why}
	}
	return list
}

// A library keeps the scripts that were read last: a play is begun anew for each undo, and a
// script is the same for all of them.
type library struct {
	mu   sync.Mutex
	read map[string]*Script // by what the header says
}

// shelf is how many scripts a library keeps: all that come with the box, for lists that say how many can
// play each, and a few more.
const shelf = 64

// script returns the script that a header plays.
func (l *library) script(t *engine.Title, h engine.Header) (*Script, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.read[string(h.Options)]; s != nil {
		return s, nil
	}
	set, err := t.Options.Read(h)
	if err != nil {
		return nil, err
	}
	s, err := scriptOf(set)
	if err != nil {
		return nil, err
	}
	if len(l.read) >= shelf {
		clear(l.read)
	}
	l.read[string(h.Options)] = s
	return s, nil
}

// seatsOf returns how many can play a script that comes with the box, or a single tool. The list of all of them is
// shown when a box starts, and reading them whole takes a slow machine a second; so this reads what it needs.
func seatsOf(set engine.Settings) (least, most int, ok bool) {
	play := set.Word("play", "bid")
	var tree *document.Node
	if text := Text(play); text != nil {
		for line := range bytes.Lines(text) {
			if !bytes.HasPrefix(line, []byte("seats:")) {
				continue
			}
			var err error
			if tree, err = document.YAML(line); err != nil {
				return 0, 0, false
			}
			break
		}
	} else {
		data, err := Single(play, set.Raw("settings"))
		if err != nil {
			return 0, 0, false
		}
		if tree, err = document.JSON(data); err != nil {
			return 0, 0, false
		}
	}
	if tree == nil {
		return minSeats, maxSeats, true
	}
	least, most = seats(document.NewReader(tree).Root().Key("seats"))
	return least, most, true
}

// ScriptOf returns the script that a header plays.
func ScriptOf(h engine.Header) (*Script, error) {
	set, err := Title().Options.Read(h)
	if err != nil {
		return nil, err
	}
	return scriptOf(set)
}

// scriptOf reads the script that the options of a header name or hold.
func scriptOf(set engine.Settings) (*Script, error) {
	play := set.Word("play", "bid")
	text := Text(play)
	var s *Script
	var wrong []engine.Mistake
	switch raw := set.Raw("script"); {
	case raw != nil:
		s, wrong = readJSON(raw)
	case text != nil:
		s, wrong = Read(text)
	default:
		data, err := Single(play, set.Raw("settings"))
		if err != nil {
			return nil, err
		}
		s, wrong = readJSON(data)
	}
	if len(wrong) > 0 {
		return nil, &engine.Refusal{Rule: "ANY-1.3", Why: wrong[0].Why}
	}
	if s == nil {
		return nil, errors.New("anygame: there is no script")
	}
	if text != nil && set.Raw("script") == nil {
		if err := s.tell(set.Raw("settings")); err != nil {
			return nil, err
		}
	}
	return s, nil
}
