// Package catalogue reads the cards and the board of a real game, as their owners have written
// them down in YAML, for the header option of a title that takes a file.
//
// The title finds the mistakes ([engine.Catalogue]); this package finds their lines.
package catalogue

import (
	"encoding/json"
	"errors"
	"slices"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/hw/lang"
)

// A Mistake is something wrong in a file.
type Mistake struct {
	Line   int         // 0 if it is not known
	Why    engine.Text // as the title reports it
	Syntax string      // why the file cannot be read at all, in English; Why is empty then
}

// In describes the mistake in a language. b has the messages of the title.
func (m Mistake) In(b *lang.Book, l lang.Lang) string {
	if m.Syntax != "" {
		return m.Syntax
	}
	return b.Text(l, nil, m.Why)
}

// Read reads a catalogue of t, which must have one, and returns it as the value of the
// option. If the file has mistakes, Read returns these instead, by line.
func Read(t *engine.Title, data []byte) (json.RawMessage, []Mistake) {
	tree, err := document.YAMLWithin(data, t.Catalogue.Size())
	var syntax *document.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, []Mistake{{Line: syntax.Line, Syntax: syntax.Reason}}
	case err != nil:
		return nil, []Mistake{{Syntax: err.Error()}}
	}
	raw := tree.AppendJSON(nil)
	var wrong []Mistake
	for _, m := range t.Catalogue.Check(raw) {
		wrong = append(wrong, Mistake{Line: tree.At(m.Path).Line, Why: m.Why})
	}
	if len(wrong) > 0 {
		slices.SortStableFunc(wrong, func(a, b Mistake) int { return a.Line - b.Line })
		return nil, wrong
	}
	return raw, nil
}
