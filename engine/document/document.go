// Package document reads the files that people write themselves: catalogues, configurations,
// scripts and packs, as YAML, TOML or JSON.
//
// Reading has two steps. [YAML], [TOML] or [JSON] parses the text into a tree of [Node],
// within bounds that no file can break. A [Reader] then hands out the values of the tree
// one by one, each as what it should be: a text, a whole number in a range, one of some
// words, a list, an object with known keys. It goes on after a mistake and gathers them
// all, each with its path, its line and the word that may have been meant, so that an
// owner mends a file in one go:
//
//	tree, err := document.YAML(data)
//	if err != nil {
//		return err // a *SyntaxError: the text has no tree
//	}
//	r := document.NewReader(tree)
//	card := r.Root()
//	card.Keys([]string{"name", "cost"}, []string{"colour"})
//	name, cost := card.Key("name").FullText(), card.Key("cost").Int(0, 10)
//	colour := card.Key("colour").Word("red", "grey")
//	if wrong := r.Mistakes(); len(wrong) > 0 {
//		... // the values cannot be used
//	}
//
// A [Mistake] says what is wrong as data, for whoever has words of their own in several
// languages; its Error method says it in English.
package document

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The bounds of a document. A text of [MaxSize] bytes costs less than 64 MB and a second.
const (
	// MaxSize is the greatest size of a YAML or TOML text, in bytes. The time that go-toml takes
	// grows with the square of the number of keys.
	MaxSize = 64 << 10
	// MaxJSON is the greatest size of a JSON text, in bytes: one line of a record.
	MaxJSON = 1 << 20
	// MaxDepth is how many lists and objects may be one inside the other.
	MaxDepth = 64
	// MaxNodes is how many values and keys a text may have.
	MaxNodes = 1 << 16
)

// A Kind is the type of a node.
type Kind uint8

// The kinds of nodes.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
)

// A Node is a value in a document.
type Node struct {
	Kind    Kind
	Text    string   // Bool: true or false; Number: as JSON writes it; Text: the text
	Items   []*Node  // List
	Members []Member // Object: as written, no key twice
	// Line and Column are where the value's key is, or the value itself where it has none,
	// from 1; 0 where it is not known.
	Line, Column int
}

// A Member is a key of an object with its value.
type Member struct {
	Key   string
	Value *Node
}

// Key returns the value of a key, or nil where n is not an object with that key. A nil node
// has no keys.
func (n *Node) Key(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return n.Members[i].Value
		}
	}
	return nil
}

// At returns what a path such as "$.events[3].car" leads to. Where there is nothing it is
// the innermost node on the way.
func (n *Node) At(path string) *Node {
	rest := strings.TrimPrefix(path, "$")
	step := func(prefix string) bool {
		after, ok := strings.CutPrefix(rest, prefix)
		if ok = ok && (after == "" || after[0] == '.' || after[0] == '['); ok {
			rest = after
		}
		return ok
	}
next:
	for _, m := range n.Members {
		if step(keyStep(m.Key)) {
			n = m.Value
			goto next
		}
	}
	for i, item := range n.Items {
		if step(indexStep(i)) {
			n = item
			goto next
		}
	}
	return n
}

// keyStep returns the part of a path that leads to a key. Keys that could be taken for
// several are quoted.
func keyStep(key string) string {
	plain := key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	if plain {
		return "." + key
	}
	return "[" + strconv.Quote(key) + "]"
}

func indexStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

// AppendJSON appends the value as JSON.
func (n *Node) AppendJSON(dst []byte) []byte {
	switch n.Kind {
	case Bool, Number:
		return append(dst, n.Text...)
	case Text:
		return appendText(dst, n.Text)
	case List:
		dst = append(dst, '[')
		for i, item := range n.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.AppendJSON(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range n.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = m.Value.AppendJSON(append(appendText(dst, m.Key), ':'))
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

func appendText(dst []byte, s string) []byte {
	out, err := jsontext.AppendQuote(dst, strings.ToValidUTF8(s, "\uFFFD"))
	if err != nil {
		panic(fmt.Sprintf("document: quote %q: %v", s, err)) // the text is valid UTF-8
	}
	return out
}

// A SyntaxError says why a text has no tree: it is not of its format, or it breaks a bound.
type SyntaxError struct {
	Line, Column int // from 1; 0 where it is not known
	Reason       string
}

// Error returns the reason, with the line where it is known.
func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

// A builder counts the nodes of a tree that is built.
type builder struct{ nodes int }

// add checks the bounds for one more node at a depth: the root's is 0.
func (b *builder) add(depth, line, column int) error {
	b.nodes++
	switch {
	case depth > MaxDepth:
		return &SyntaxError{line, column, fmt.Sprintf("this is nested too deeply; at most %d lists and tables may be one inside the other", MaxDepth)}
	case b.nodes > MaxNodes:
		return &SyntaxError{line, column, fmt.Sprintf("this is too long; a file has at most %d values", MaxNodes)}
	}
	return nil
}

// ReadAll reads a YAML or TOML text, and refuses one that is too large before all of it is
// read.
func ReadAll(r io.Reader) ([]byte, error) { return ReadWithin(r, MaxSize) }

// ReadWithin is like [ReadAll] for a text of at most the given number of bytes.
func ReadWithin(r io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil && len(data) > most {
		err = &SyntaxError{Reason: fmt.Sprintf("this is too large; a file has at most %d bytes", most)}
	}
	return data, err
}

// checkSize refuses a text that is too large.
func checkSize(data []byte, most int) error {
	if len(data) > most {
		return &SyntaxError{Reason: fmt.Sprintf("this is too large: %d bytes; a file has at most %d", len(data), most)}
	}
	return nil
}

// twice returns the error of a key that an object has already.
func twice(key string, line, column int) error {
	return &SyntaxError{line, column, fmt.Sprintf("the key %s is given twice", short(key))}
}

// short quotes a word of a file for a message, and cuts a long one.
func short(word string) string {
	const most = 40
	if r := []rune(word[:min(len(word), 4*most)]); len(r) > most {
		return strconv.Quote(string(r[:most])) + "..."
	}
	return strconv.Quote(word)
}

// lines are the offsets at which the lines of a text begin.
type lines []int

func linesOf(data []byte) lines {
	l := lines{0}
	for i, b := range data {
		if b == '\n' {
			l = append(l, i+1)
		}
	}
	return l
}

// position returns the line and the column, in bytes, of an offset, both from 1.
func (l lines) position(offset int) (line, column int) {
	i, found := slices.BinarySearch(l, offset)
	if !found {
		i--
	}
	return i + 1, offset - l[i] + 1
}
