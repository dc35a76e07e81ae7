// Package catalogue reads what owners of a real game have written down of it: their own
// cards and board, as YAML, for the header option catalogue of a title that has one.
//
// The title says what is wrong ([engine.Catalogue]); this package says on which line.
package catalogue

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// A Mistake is something wrong in a file.
type Mistake struct {
	Line   int         // 0 where it is not known
	Why    engine.Text // what the title says
	Syntax string      // what the YAML reader says, in English, where the file is not YAML; then Why is empty
}

// In returns the mistake in words. b holds the messages of the title.
func (m Mistake) In(b *lang.Book, l lang.Lang) string {
	if m.Syntax != "" {
		return "this is not YAML: " + m.Syntax
	}
	return b.Text(l, nil, m.Why)
}

// Read reads a catalogue of t, which has one, and returns it as the value of the option. If
// anything is wrong with it, Read returns all that is, by line, and no value.
func Read(t *engine.Title, data []byte) (json.RawMessage, []Mistake) {
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, syntax(err)
	}
	// A few lines of aliases of aliases would grow without end.
	if a := alias(file); a != nil {
		return nil, []Mistake{{Line: a.GetToken().Position.Line, Syntax: "a catalogue is written out; it has no aliases (*)"}}
	}
	var tree any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return nil, syntax(err)
	}
	raw, err := json.Marshal(tree)
	if err != nil {
		return nil, []Mistake{{Syntax: err.Error()}}
	}
	var wrong []Mistake
	for _, m := range t.Catalogue.Check(raw) {
		wrong = append(wrong, Mistake{Line: lineOf(file, m.Path), Why: m.Why})
	}
	if len(wrong) > 0 {
		slices.SortStableFunc(wrong, func(a, b Mistake) int { return a.Line - b.Line })
		return nil, wrong
	}
	return raw, nil
}

// syntax tells what is wrong with the YAML itself.
func syntax(err error) []Mistake {
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil {
		return []Mistake{{Line: e.GetToken().Position.Line, Syntax: e.GetMessage()}}
	}
	return []Mistake{{Syntax: err.Error()}}
}

// finder finds the first alias.
type finder struct{ found ast.Node }

// Visit implements [ast.Visitor].
func (f *finder) Visit(n ast.Node) ast.Visitor {
	if n.Type() == ast.AliasType && f.found == nil {
		f.found = n
	}
	return f
}

func alias(file *ast.File) ast.Node {
	var f finder
	for _, d := range file.Docs {
		if d.Body != nil {
			ast.Walk(&f, d.Body)
		}
	}
	return f.found
}

// lineOf returns the line of what a path leads to, or of what holds it where there is
// nothing.
func lineOf(file *ast.File, path string) int {
	for path != "$" && path != "" {
		if p, err := yaml.PathString(path); err == nil {
			if node, err := p.FilterFile(file); err == nil && node != nil {
				return firstLine(node)
			}
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 1
}

// firstLine returns the line on which a node begins; a mapping's own token stands behind its
// first key.
func firstLine(node ast.Node) int {
	switch n := node.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return firstLine(n.Values[0])
		}
	case *ast.MappingValueNode:
		return n.Key.GetToken().Position.Line
	case *ast.SequenceNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return firstLine(n.Values[0])
		}
	}
	return node.GetToken().Position.Line
}
