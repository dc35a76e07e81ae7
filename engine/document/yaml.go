package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML parses one YAML document of at most [MaxSize] bytes. The error is a [*SyntaxError].
//
// Aliases are refused, for a few lines of aliases of aliases grow without end. Anchors and
// tags that YAML does not define are passed over.
func YAML(data []byte) (*Node, error) { return YAMLWithin(data, MaxSize) }

// YAMLWithin is like [YAML] for a text of at most the given number of bytes. It costs up to a kilobyte for
// each byte, so who hands in texts of strangers had better stay with YAML.
func YAMLWithin(data []byte, most int) (*Node, error) {
	if err := checkSize(data, most); err != nil {
		return nil, err
	}
	p := yamlParser{data: data, lines: 1 + bytes.Count(data, []byte("\n"))}
	d := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return &Node{Line: 1, Column: 1}, nil
	case err != nil:
		return nil, p.failure(err)
	}
	switch err := d.Decode(&more); {
	case errors.Is(err, io.EOF):
	case err != nil:
		return nil, p.failure(err)
	default:
		p.bound(&more)
		return nil, &SyntaxError{more.Line, more.Column, "a second document begins here; a file has one"}
	}
	return p.value(doc.Content[0], 0)
}

type yamlParser struct {
	builder
	data  []byte
	lines int
}

// bound puts a node on a line that the text has: the library places what is missing at the end
// of a text on the line after it, and counts line breaks that editors do not, such as U+2028.
func (p *yamlParser) bound(y *yaml.Node) {
	y.Line, y.Column = min(max(y.Line, 1), p.lines), max(y.Column, 1)
}

func (p *yamlParser) value(y *yaml.Node, depth int) (*Node, error) {
	p.bound(y)
	if err := p.add(depth, y.Line, y.Column); err != nil {
		return nil, err
	}
	n := &Node{Line: y.Line, Column: y.Column}
	switch y.Kind {
	case yaml.AliasNode:
		return nil, &SyntaxError{y.Line, y.Column, "there are no aliases (*) here; write the value out"}
	case yaml.ScalarNode:
		return n, p.scalar(n, y)
	case yaml.SequenceNode:
		n.Kind = List
		for _, item := range y.Content {
			v, err := p.value(item, depth+1)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, v)
		}
	case yaml.MappingNode:
		n.Kind = Object
		seen := make(map[string]bool, len(y.Content)/2)
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := y.Content[i]
			p.bound(key)
			switch {
			case key.Kind == yaml.AliasNode:
				return nil, &SyntaxError{key.Line, key.Column, "there are no aliases (*) here; write the key out"}
			case key.Kind != yaml.ScalarNode:
				return nil, &SyntaxError{key.Line, key.Column, "a key must be one word, not a list or a table"}
			case seen[key.Value]:
				return nil, twice(key.Value, key.Line, key.Column)
			}
			seen[key.Value] = true
			v, err := p.value(y.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			v.Line, v.Column = key.Line, key.Column
			n.Members = append(n.Members, Member{key.Value, v})
		}
	}
	return n, nil
}

// scalar sets the value of n. What JSON cannot hold, such as dates and infinite numbers, is
// a text.
func (p *yamlParser) scalar(n *Node, y *yaml.Node) error {
	n.Kind, n.Text = Text, y.Value
	switch y.ShortTag() {
	case "!!null", "!!bool", "!!int", "!!float":
	default:
		return nil
	}
	var v any
	if err := y.Decode(&v); err != nil {
		return &SyntaxError{y.Line, y.Column, fmt.Sprintf("%s cannot be read as %s", short(y.Value), y.ShortTag())}
	}
	switch v := v.(type) {
	case nil:
		n.Kind, n.Text = Null, ""
	case bool:
		n.Kind, n.Text = Bool, strconv.FormatBool(v)
	case int, int64, uint64:
		n.Kind, n.Text = Number, fmt.Sprint(v)
	case float64:
		n.float(v)
	}
	return nil
}

// float makes n a number, unless JSON has none for it.
func (n *Node) float(f float64) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return
	}
	b, err := json.Marshal(f)
	if err == nil {
		n.Kind, n.Text = Number, string(b)
	}
}

// failure says what is not YAML. The library tells the line in its text, and counts some
// from 0.
func (p *yamlParser) failure(err error) error {
	reason := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(reason, "line "); ok {
		if number, after, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, reason = n, after
			}
		}
	}
	if name, ok := strings.CutPrefix(reason, "unknown anchor '"); ok {
		name = "*" + strings.TrimSuffix(name, "' referenced")
		if i := bytes.Index(p.data, []byte(name)); i >= 0 {
			line = 1 + bytes.Count(p.data[:i], []byte("\n"))
		}
		return &SyntaxError{line, min(line, 1), "there are no aliases (*) here; write the value out"}
	}
	if strings.HasPrefix(reason, "did not find expected") {
		line++ // these are counted from 0
	}
	// What is missing at the end is missing on the last line that somebody wrote.
	line = max(1, min(line, 1+bytes.Count(bytes.TrimRight(p.data, "\n"), []byte("\n"))))
	if strings.Contains(reason, "tab character") || reason == "found character that cannot start any token" {
		for i, text := range bytes.Split(p.data, []byte("\n"))[line-1:] {
			if indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]; i < 2 && bytes.Contains(indent, []byte("\t")) {
				return &SyntaxError{line + i, 1, "this is not YAML: a tab; indent with spaces"}
			}
		}
	}
	return &SyntaxError{line, 1, "this is not YAML: " + reason}
}
