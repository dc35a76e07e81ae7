package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"consigliere/engine/document"
)

// A Catalogue is the data of a title that its owners can replace.
type Catalogue struct {
	// YAML returns the data that comes with the box, with comments.
	YAML func() string
	// Check returns all that is wrong with a catalogue, given as a JSON object.
	Check func(data []byte) []Mistake
	// Most is the largest size of a file in bytes; 0 means the limit of any document. See Size.
	Most int
}

// Size returns the greatest size of a file in bytes.
func (c *Catalogue) Size() int { return cmp.Or(c.Most, document.MaxSize) }

// A Mistake is something wrong in a file that its owner has written: a catalogue, a script, a pack.
type Mistake struct {
	File         string // "" where there is one file only
	Path         string // where, as in "$.events[3].car"; "$" is the whole
	Line, Column int    // from 1; 0 where it is not known
	Why          Text
	Syntax       string // why the file cannot be read at all, in English; Why is empty then
}

// Read reads a catalogue that its owner has written as YAML, and returns it as the value of the
// option. If the file has mistakes, it returns these instead, by line.
func (c *Catalogue) Read(file []byte) (json.RawMessage, []Mistake) {
	tree, err := document.YAMLWithin(file, c.Size())
	var syntax *document.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, []Mistake{{Line: syntax.Line, Syntax: syntax.Reason}}
	case err != nil:
		return nil, []Mistake{{Syntax: err.Error()}}
	}
	raw := tree.AppendJSON(nil)
	wrong := c.Check(raw)
	if len(wrong) == 0 {
		return raw, nil
	}
	for i := range wrong { // the title has seen JSON, on one line
		at := tree.At(wrong[i].Path)
		wrong[i].Line, wrong[i].Column = at.Line, at.Column
	}
	slices.SortStableFunc(wrong, func(a, b Mistake) int { return a.Line - b.Line })
	return nil, wrong
}

// OverHouse returns the data of the house with the keys that a catalogue replaces, each as a
// whole, and what is wrong with its keys; nil data replaces nothing. It returns a nil node if the
// data is not a JSON object.
func OverHouse(house *document.Node, keys []string, data []byte) (*document.Node, []Mistake) {
	if data == nil {
		return house, nil
	}
	own, err := document.JSON(data)
	if err != nil || own.Kind != document.Object {
		return nil, []Mistake{{Path: "$", Why: Say("refuse.catalogue_whole").Thing(strings.Join(keys, ", "))}}
	}
	r := document.NewReader(own)
	r.Root().Keys(nil, keys)
	merged := &document.Node{Kind: document.Object}
	for _, k := range keys {
		v := own.Key(k)
		if v == nil {
			v = house.Key(k)
		}
		merged.Members = append(merged.Members, document.Member{Key: k, Value: v})
	}
	return merged, Mistakes(r.Mistakes())
}

// Mistakes tells the mistakes of a document.
func Mistakes(of []document.Mistake) []Mistake {
	var list []Mistake
	for _, m := range of {
		list = append(list, Mistake{Path: m.Path, Why: TellMistake(m)})
	}
	return list
}

// GivenTwice is the message for what a document has twice and should have once.
const GivenTwice = "refuse.data_twice"

// told are the messages for what any reader of documents finds wrong.
var told = map[string]string{
	document.Missing:   "refuse.data_missing",
	document.Unknown:   "refuse.data_unknown",
	document.NotObject: "refuse.data_object",
	document.NotList:   "refuse.data_list",
	document.NotNumber: "refuse.data_number",
	document.NotText:   "refuse.data_text",
	document.NotWord:   "refuse.data_word",
	document.NotBool:   "refuse.data_bool",
}

// TellMistake puts a mistake of a document into a message. A problem of the game's own is its message.
func TellMistake(m document.Mistake) Text {
	key, known := cmp.Or(told[m.Problem], m.Problem), strings.Join(m.Known, ", ")
	switch {
	case m.Near != "":
		key, known = "refuse.data_near", m.Near
	case m.Problem == document.NotList && m.Least == m.Most:
		key = "refuse.data_list_of"
	}
	var what []string
	if path := strings.TrimPrefix(strings.TrimPrefix(m.Path, "$"), "."); path != "" {
		what = append(what, path)
	}
	if m.Word != "" && m.Problem != document.Unknown && m.Problem != document.NotNumber { // a path ends with an unknown key
		what = append(what, m.Word)
	}
	if known != "" {
		what = append(what, known)
	}
	return Say(key).Thing(cmp.Or(strings.Join(what, " → "), "$")).Number(m.Least).Number(m.Most)
}
