package config

import (
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A position is a place in a file, from 1.
type position struct{ line, column int }

// positions returns where the keys and tables of a TOML document are, by their paths; the
// elements of a list of tables have their number in the path: "pod.2.screen.size". The
// document must be one that go-toml has read.
func positions(data []byte) map[string]position {
	at := map[string]position{}
	lists := map[string]int{} // elements so far
	var p unstable.Parser
	p.Reset(data)
	var table string
	for p.NextExpression() {
		n := p.Expression()
		path, first := keyPath(n)
		pos := shape(&p, first)
		switch n.Kind {
		case unstable.Table:
			table = numbered(path, lists)
			at[table] = pos
		case unstable.ArrayTable:
			name := numbered(path, lists)
			table = name + "." + strconv.Itoa(lists[name])
			lists[name]++
			at[table] = pos
			if _, seen := at[name]; !seen {
				at[name] = pos
			}
		case unstable.KeyValue:
			note(&p, at, table, n)
		}
	}
	return at
}

// note adds the key of n, and those inside its value.
func note(p *unstable.Parser, at map[string]position, table string, n *unstable.Node) {
	keys, first := keyPath(n)
	path := strings.Join(keys, ".")
	if table != "" {
		path = table + "." + path
	}
	at[path] = shape(p, first)
	inside(p, at, path, n.Value())
}

// inside adds the keys of an inline table, or of the inline tables of an array.
func inside(p *unstable.Parser, at map[string]position, path string, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			note(p, at, path, it.Node())
		}
	case unstable.Array:
		i := 0
		for it := value.Children(); it.Next(); i++ {
			inside(p, at, path+"."+strconv.Itoa(i), it.Node())
		}
	}
}

// keyPath returns the parts of a node's key, and its first node.
func keyPath(n *unstable.Node) (path []string, first *unstable.Node) {
	for it := n.Key(); it.Next(); {
		k := it.Node()
		if first == nil {
			first = k
		}
		path = append(path, string(k.Data))
	}
	return path, first
}

// numbered joins a path, with the number of the last element after each list in it but the
// last part.
func numbered(path []string, lists map[string]int) string {
	out := ""
	for i, k := range path {
		if i > 0 {
			out += "."
		}
		out += k
		if n := lists[out]; n > 0 && i < len(path)-1 {
			out += "." + strconv.Itoa(n-1)
		}
	}
	return out
}

func shape(p *unstable.Parser, n *unstable.Node) position {
	s := p.Shape(n.Raw).Start
	return position{s.Line, s.Column}
}
