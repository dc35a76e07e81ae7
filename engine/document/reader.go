package document

import (
	"iter"
	"slices"
	"strconv"
)

// MaxMistakes is how many mistakes a [Reader] gathers.
const MaxMistakes = 50

// A Reader gathers the mistakes of one document while its values are taken out.
type Reader struct {
	root     *Node
	mistakes []Mistake
	typed    map[*Node]bool // values of the wrong type
}

// NewReader returns a reader of a tree.
func NewReader(root *Node) *Reader { return &Reader{root: root, typed: map[*Node]bool{}} }

// Root returns the whole document.
func (r *Reader) Root() Value { return Value{r, r.root, r.root, "$"} }

// Mistakes returns what was found so far in the order of reading: the first
// [MaxMistakes].
func (r *Reader) Mistakes() []Mistake { return r.mistakes }

func (r *Reader) add(m Mistake) {
	if len(r.mistakes) == MaxMistakes {
		return
	}
	if m.Known != nil {
		m.Near = Nearest(m.Word, m.Known)
	}
	r.mistakes = append(r.mistakes, m)
}

// A Value is what a document has at a path, or the lack of it. Its methods say what it
// should be. What is missing or of the wrong type gives a zero, and so does null, which is of
// the wrong type everywhere. A mistake is noted for the wrong type only, for [Value.Keys]
// has told what is missing.
type Value struct {
	r    *Reader
	node *Node // nil: missing
	near *Node // the innermost node that there is
	path string
}

// Path returns where the value is, such as "$.events[3].car".
func (v Value) Path() string { return v.path }

// Name returns the path as people read it, such as "events[3].car".
func (v Value) Name() string { return nameOf(v.path) }

// Present reports whether the document has the value, and it is not null.
func (v Value) Present() bool { return v.node != nil && v.node.Kind != Null }

// Node returns the node of the value, or nil where it is missing.
func (v Value) Node() *Node { return v.node }

// Refuse notes a problem that only the owner of the document knows. The problem is a word
// of the owner's or a sentence, and word is what was written. A value that was already
// found to be of the wrong type is not refused again.
func (v Value) Refuse(problem, word string) {
	if !v.r.typed[v.node] {
		v.r.add(v.mistake(problem, word))
	}
}

func (v Value) mistake(problem, word string) Mistake {
	return Mistake{Path: v.path, Line: v.near.Line, Column: v.near.Column, Problem: problem, Word: word}
}

// wrong notes once that the value is not what it should be.
func (v Value) wrong(m Mistake) {
	if !v.r.typed[v.node] {
		v.r.add(m)
		v.r.typed[v.node] = true
	}
}

// Key returns the value of a key of an object; in any other value every key is missing.
func (v Value) Key(key string) Value {
	out := Value{v.r, nil, v.near, v.path + keyStep(key)}
	if v.node == nil {
		return out
	}
	if out.node = v.node.Key(key); out.node != nil {
		out.near = out.node
	}
	return out
}

// Keys checks that the value is an object that has the keys of must, and no other but those
// of may. It reports whether it is an object at all.
func (v Value) Keys(must, may []string) bool {
	if v.node == nil {
		return false
	}
	if v.node.Kind != Object {
		v.wrong(v.mistake(NotObject, ""))
		return false
	}
	for _, k := range must {
		if v.node.Key(k) == nil {
			v.r.add(v.mistake(Missing, k))
		}
	}
	for e := range v.entries() {
		if !slices.Contains(must, e.Key) && !slices.Contains(may, e.Key) {
			wrong := e.Value.mistake(Unknown, e.Key)
			wrong.Known = slices.Concat(must, may)
			v.r.add(wrong)
			if len(v.r.mistakes) == MaxMistakes {
				break
			}
		}
	}
	return true
}

// An Entry is a key of an object with what it has.
type Entry struct {
	Key   string
	Value Value
}

// Entries returns what an object has, in its order, where any key will do.
func (v Value) Entries() []Entry {
	if v.node == nil {
		return nil
	}
	if v.node.Kind != Object {
		v.wrong(v.mistake(NotObject, ""))
		return nil
	}
	return slices.Collect(v.entries())
}

// entries goes through an object without looking for each key, for there can be many.
func (v Value) entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, m := range v.node.Members {
			if !yield(Entry{m.Key, Value{v.r, m.Value, m.Value, v.path + keyStep(m.Key)}}) {
				return
			}
		}
	}
}

// List returns the items of a list of least to most items; 0 is without end. Of one that is
// too long it returns the first.
func (v Value) List(least, most int) []Value {
	if v.node == nil {
		return nil
	}
	items := v.node.Items
	if v.node.Kind != List || len(items) < least || most > 0 && len(items) > most {
		wrong := v.mistake(NotList, "")
		wrong.Least, wrong.Most = least, most
		v.wrong(wrong)
	}
	if most > 0 && len(items) > most {
		items = items[:most]
	}
	out := make([]Value, len(items))
	for i, n := range items {
		out[i] = Value{v.r, n, n, v.path + indexStep(i)}
	}
	return out
}

// Int returns a whole number from least to most. Where there is none it returns least.
func (v Value) Int(least, most int) int {
	if v.node == nil {
		return least
	}
	n, err := 0, strconv.ErrSyntax
	if v.node.Kind == Number {
		n, err = strconv.Atoi(v.node.Text)
	}
	if err == nil && n >= least && n <= most {
		return n
	}
	wrong := v.mistake(NotNumber, "")
	if err == nil {
		wrong.Word = v.node.Text
	}
	wrong.Least, wrong.Most = least, most
	v.wrong(wrong)
	return least
}

// IntOr is like Int for a number that may be left out or null: it is then otherwise.
func (v Value) IntOr(otherwise, least, most int) int {
	if !v.Present() {
		return otherwise
	}
	return v.Int(least, most)
}

// Float returns a number.
func (v Value) Float() float64 {
	if v.node == nil {
		return 0
	}
	if v.node.Kind == Number {
		if f, err := strconv.ParseFloat(v.node.Text, 64); err == nil {
			return f
		}
	}
	v.wrong(v.mistake(NotFloat, ""))
	return 0
}

// Bool returns true or false; false where it is left out.
func (v Value) Bool() bool {
	if v.node == nil {
		return false
	}
	if v.node.Kind != Bool {
		v.wrong(v.mistake(NotBool, ""))
	}
	return v.node.Text == "true"
}

// Text returns a text, which may be empty.
func (v Value) Text() string {
	if v.node == nil {
		return ""
	}
	if v.node.Kind != Text {
		v.wrong(v.mistake(NotText, ""))
		return ""
	}
	return v.node.Text
}

// FullText returns a text that is not empty.
func (v Value) FullText() string {
	if v.node != nil && v.node.Kind == Text && v.node.Text == "" {
		wrong := v.mistake(NotText, "")
		wrong.Least = 1
		v.wrong(wrong)
	}
	return v.Text()
}

// Word returns the place of a word among those that it may be, or -1.
func (v Value) Word(words ...string) int {
	if v.node == nil {
		return -1
	}
	if v.node.Kind == Text {
		if i := slices.Index(words, v.node.Text); i >= 0 {
			return i
		}
	}
	wrong := v.mistake(NotWord, "")
	if v.node.Kind == Text {
		wrong.Word = v.node.Text
	}
	wrong.Known = words
	v.wrong(wrong)
	return -1
}
