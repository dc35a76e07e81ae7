package document

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// TOML parses a TOML text of at most [MaxSize] bytes. The error is a [*SyntaxError]. Dates
// and times are texts.
func TOML(data []byte) (*Node, error) {
	if err := checkSize(data, MaxSize); err != nil {
		return nil, err
	}
	at, err := places(data)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return nil, notTOML(err)
	}
	var p tomlParser
	return p.value(all, at, 1, 1, 0)
}

func notTOML(err error) error {
	e := &SyntaxError{Line: 1, Column: 1, Reason: "this is not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		e.Line, e.Column = decode.Position()
	}
	return e
}

type tomlParser struct{ builder }

// value returns the node of a value at a place; nil means the place of what holds it.
func (p *tomlParser) value(v any, at *place, line, column, depth int) (*Node, error) {
	if at == nil {
		at = &place{}
	}
	if at.line > 0 {
		line, column = at.line, at.column
	}
	if err := p.add(depth, line, column); err != nil {
		return nil, err
	}
	n := &Node{Line: line, Column: column}
	switch v := v.(type) {
	case bool:
		n.Kind, n.Text = Bool, strconv.FormatBool(v)
	case int64:
		n.Kind, n.Text = Number, strconv.FormatInt(v, 10)
	case float64:
		n.Kind, n.Text = Text, strconv.FormatFloat(v, 'g', -1, 64)
		n.float(v)
	case string:
		n.Kind, n.Text = Text, v
	case []any:
		n.Kind = List
		for i, item := range v {
			var there *place
			if i < len(at.items) {
				there = at.items[i]
			}
			child, err := p.value(item, there, line, column, depth+1)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, child)
		}
	case map[string]any:
		n.Kind = Object
		for _, k := range sortedKeys(v, at) {
			child, err := p.value(v[k], at.keys[k], line, column, depth+1)
			if err != nil {
				return nil, err
			}
			n.Members = append(n.Members, Member{k, child})
		}
	default:
		n.Kind, n.Text = Text, fmt.Sprint(v)
	}
	return n, nil
}

// sortedKeys returns the keys of m in the order of their places.
func sortedKeys(m map[string]any, at *place) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		pa, pb := cmp.Or(at.keys[a], &place{}), cmp.Or(at.keys[b], &place{})
		return cmp.Or(pa.line-pb.line, pa.column-pb.column, strings.Compare(a, b))
	})
}

// A place says where a key is, and those inside its value.
type place struct {
	line, column int // 0 where it is not known
	keys         map[string]*place
	items        []*place
}

// key returns the place of a key inside p; in the last element where p is a list.
func (p *place) key(name string) *place {
	if n := len(p.items); n > 0 {
		p = p.items[n-1]
	}
	k := p.keys[name]
	if k == nil {
		k = &place{}
		if p.keys == nil {
			p.keys = map[string]*place{}
		}
		p.keys[name] = k
	}
	return k
}

// A tomlPlacer finds the places of keys.
type tomlPlacer struct {
	unstable.Parser
	lines lines
}

// places returns where the keys and tables of a TOML text are.
func places(data []byte) (*place, error) {
	root := &place{}
	table := root
	p := tomlPlacer{lines: linesOf(data)}
	p.Reset(data)
	for p.NextExpression() {
		n := p.Expression()
		var err error
		switch n.Kind {
		case unstable.Table:
			table, err = p.walk(root, n)
		case unstable.ArrayTable:
			if table, err = p.walk(root, n); err == nil {
				item := &place{}
				item.line, item.column = p.shape(n)
				table.items = append(table.items, item)
				table = item
			}
		case unstable.KeyValue:
			err = p.note(table, n, 1)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.Error(); err != nil {
		// Decoding says where it is.
		if err := toml.Unmarshal(data, new(any)); err != nil {
			return nil, notTOML(err)
		}
		return nil, notTOML(err)
	}
	return root, nil
}

// walk goes along the key of n from a place, and notes where it is.
func (p *tomlPlacer) walk(at *place, n *unstable.Node) (*place, error) {
	line, column := p.shape(n)
	depth := 0
	for it := n.Key(); it.Next(); depth++ {
		if depth > MaxDepth {
			return nil, new(builder).add(depth, line, column)
		}
		at = at.key(string(it.Node().Data))
		if at.line == 0 {
			at.line, at.column = line, column
		}
	}
	return at, nil
}

// note adds the key of n, and those inside its value.
func (p *tomlPlacer) note(at *place, n *unstable.Node, depth int) error {
	at, err := p.walk(at, n)
	if err != nil {
		return err
	}
	return p.inside(at, n.Value(), depth)
}

// inside adds the keys of an inline table, or of the inline tables of an array.
func (p *tomlPlacer) inside(at *place, value *unstable.Node, depth int) error {
	if err := new(builder).add(depth, at.line, at.column); err != nil {
		return err
	}
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			if err := p.note(at, it.Node(), depth+1); err != nil {
				return err
			}
		}
	case unstable.Array:
		for it := value.Children(); it.Next(); {
			item := &place{line: at.line, column: at.column}
			at.items = append(at.items, item)
			if err := p.inside(item, it.Node(), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// shape returns where the key of n begins.
func (p *tomlPlacer) shape(n *unstable.Node) (line, column int) {
	it := n.Key()
	if !it.Next() {
		return 0, 0
	}
	return p.lines.position(int(it.Node().Raw.Offset))
}
