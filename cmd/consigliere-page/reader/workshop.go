package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/games"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A kind is what the workshop can write: "script", a script for any other game, or the id of a title whose owners
// bring their own data, such as a catalogue or a campaign pack.
type kind string

const script kind = "script"

// title returns the title that plays what is written.
func (k kind) title() (*engine.Title, error) {
	if k == script {
		return games.Find(anygameface.Title().ID), nil
	}
	if t := games.Find(string(k)); t != nil && t.Catalogue != nil && t.ID != anygameface.Title().ID {
		return t, nil
	}
	return nil, fmt.Errorf("the workshop cannot write %q", string(k))
}

// A craft is a kind for the list of the page.
type craft struct {
	Kind kind   `json:"kind"`
	Game string `json:"game"`           // the title that plays it
	Key  string `json:"key"`            // the option that takes it
	Name string `json:"name,omitempty"` // of the title; "" for scripts, for which the page has a word
	// Over reports whether what is left out stays as it comes with the box.
	Over bool `json:"over,omitempty"`
}

// crafts lists the kinds.
func crafts(books *words.Books, l lang.Lang) []craft {
	list := []craft{{Kind: script, Game: anygameface.Title().ID, Key: "script"}}
	for _, t := range games.All() {
		if t.Catalogue != nil && t.ID != list[0].Game { // its catalogue is the script
			list = append(list, craft{
				Kind: kind(t.ID), Game: t.ID, Key: t.FileOption(), Name: books.Title(t.ID).Word(l, "game.title"),
				Over: len(t.Catalogue.Check([]byte("{}"))) == 0,
			})
		}
	}
	return list
}

// A start is a script of the box to begin with.
type start struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// scripts lists those of the box by their names.
func scripts(books *words.Books, l lang.Lang) []start {
	title := anygameface.Title()
	book := books.Title(title.ID)
	tool, _ := title.Tools()
	list := []start{}
	for _, name := range anygame.Scripts() {
		list = append(list, start{name, book.Word(l, "option."+tool.Key+"."+name)})
	}
	return list
}

// A mistake is something wrong in what was written, and where.
type mistake struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// A finding is what a checker makes of a text: what is wrong with it, or what a game begins with, for how many, and
// what may be meant otherwise.
type finding struct {
	Wrong  []mistake       `json:"wrong,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Min    int             `json:"min,omitempty"`
	Max    int             `json:"max,omitempty"`
	Doubts []mistake       `json:"doubts,omitempty"`
}

// check reads a text of a kind.
func check(books *words.Books, k kind, text string, l lang.Lang) (*finding, error) {
	t, err := k.title()
	if err != nil {
		return nil, err
	}
	put := func(all []engine.Mistake) []mistake {
		var list []mistake
		for _, m := range all {
			list = append(list, mistake{m.Line, m.Column, books.Title(t.ID).Mistake(l, m)})
		}
		return list
	}
	if k != script {
		value, wrong := t.Catalogue.Read([]byte(text))
		return &finding{Wrong: put(wrong), Value: value, Min: t.MinSeats, Max: t.MaxSeats}, nil
	}
	s, wrong := anygame.Read([]byte(text))
	if len(wrong) > 0 {
		return &finding{Wrong: put(wrong)}, nil
	}
	return &finding{Value: s.JSON(), Min: s.MinSeats, Max: s.MaxSeats, Doubts: put(s.Warnings)}, nil
}

// template returns a text to begin with: of a script, the one by that name, "" for a short one that explains itself.
func template(k kind, name string) (string, error) {
	t, err := k.title()
	switch {
	case err != nil:
		return "", err
	case k != script:
		return t.Catalogue.YAML(), nil
	case name == "":
		// What comes first is about the program, which whoever looks at a page does not have.
		return anygame.Template[strings.Index(anygame.Template, "script:"):], nil
	}
	text := anygame.Text(name)
	if text == nil {
		return "", fmt.Errorf("there is no script %q", name)
	}
	return string(text), nil
}
