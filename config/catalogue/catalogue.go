// Package catalogue reads what owners of a real game have written down of it: their own
// cards and board, as YAML, for the header option catalogue of a title that has one.
//
// The title says what is wrong ([engine.Catalogue]); this package says on which line.
package catalogue

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
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

// lineOf returns the line of what a path such as "$.events[3].car" leads to: of its key, if it
// has one. Where there is nothing it is the line of what would hold it.
func lineOf(file *ast.File, path string) int {
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return 1
	}
	p := place{node: file.Docs[0].Body, rest: strings.TrimPrefix(path, "$")}
	p.line = firstLine(p.node)
	for {
		next, ok := p.step()
		if !ok {
			return p.line
		}
		p = next
	}
}

// A place is a node on the way along a path.
type place struct {
	node ast.Node
	line int
	rest string // of the path
}

// step goes one step along the path, if there is one. Keys are compared as they are written,
// since an owner's may hold dots and brackets.
func (p place) step() (next place, ok bool) {
	switch n := p.node.(type) {
	case *ast.AnchorNode:
		return place{n.Value, p.line, p.rest}, true
	case *ast.TagNode:
		return place{n.Value, p.line, p.rest}, true
	case *ast.MappingValueNode:
		return place{ast.Mapping(n.Start, false, n), p.line, p.rest}.step()
	case *ast.MappingNode:
		for _, v := range n.Values {
			key := ast.Node(v.Key)
			if k, wrapped := key.(*ast.MappingKeyNode); wrapped { // "? key"
				key = k.Value
			}
			rest, found := strings.CutPrefix(p.rest, "."+key.GetToken().Value)
			whole := rest == "" || rest[0] == '.' || rest[0] == '['
			if found && whole && (!ok || len(rest) < len(next.rest)) {
				next, ok = place{v.Value, key.GetToken().Position.Line, rest}, true
			}
		}
	case *ast.SequenceNode:
		if number, rest, found := strings.Cut(p.rest, "]"); found && strings.HasPrefix(number, "[") {
			if i, err := strconv.Atoi(number[1:]); err == nil && i >= 0 && i < len(n.Values) {
				return place{n.Values[i], firstLine(n.Values[i]), rest}, true
			}
		}
	}
	return next, ok
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
