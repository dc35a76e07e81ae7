package engine

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Fields is one JSON object read key by key, each key once. The first thing that is wrong
// sticks and is returned by [Fields.Done]; the readers then return zero values, so that a
// caller reads all that it needs and looks once.
type Fields struct {
	list  []field
	rule  string
	wrong *Refusal
}

type field struct {
	key   []byte
	value jsontext.Value
	taken bool
}

// ParseFields reads one JSON object. What is not JSON, a key given twice, and anything after
// the object are refused.
func ParseFields(data []byte) (*Fields, error) {
	f := &Fields{}
	if f.flat(data) {
		return f, nil
	}
	d := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(d)
	// Over a Buffer the decoder reads in place, so that the values stay good.
	d.Reset(bytes.NewBuffer(data))
	if err := f.parse(d); err != nil {
		return nil, err
	}
	return f, nil
}

// decoders are used again: to make one costs more than to read a short object.
var decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(new(bytes.Buffer)) }}

func (f *Fields) parse(d *jsontext.Decoder) error {
	f.list, f.rule, f.wrong = f.list[:0], "", nil
	t, err := d.ReadToken()
	if err != nil {
		return refuseJSON(err)
	}
	if t.Kind() != '{' {
		return Refuse("", "refuse.not_object")
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadValue()
		if err != nil {
			return refuseJSON(err)
		}
		key, _ := text(name) // a name that the decoder has accepted is a string
		v, err := d.ReadValue()
		if err != nil {
			return refuseJSON(err)
		}
		// The decoder's buffer holds the whole line, so both stay good until the next.
		f.list = append(f.list, field{key: key, value: v})
	}
	if _, err := d.ReadToken(); err != nil {
		return refuseJSON(err)
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return Refuse("", "refuse.trailing")
	}
	return nil
}

func refuseJSON(err error) *Refusal {
	text := err.Error()
	if i := strings.Index(text, "jsontext: "); i >= 0 {
		text = text[i+len("jsontext: "):]
	}
	return Refuse("", "refuse.not_json", text)
}

// Rule names the rule that a missing, wrong or unknown argument breaks, from here on.
func (f *Fields) Rule(number string) { f.rule = number }

// Refuse makes why the thing that is wrong, unless something was wrong before.
func (f *Fields) Refuse(why Text) {
	if f.wrong == nil {
		f.wrong = &Refusal{Rule: f.rule, Why: why}
	}
}

func (f *Fields) bad(key, what string) {
	f.Refuse(Say(key).Thing(what))
}

func (f *Fields) take(key string) jsontext.Value {
	for i := range f.list {
		if string(f.list[i].key) == key {
			f.list[i].taken = true
			return f.list[i].value
		}
	}
	return nil
}

func (f *Fields) must(key string) jsontext.Value {
	v := f.take(key)
	if v == nil {
		f.bad("refuse.missing", key)
	}
	return v
}

// Has reports whether the object has the key. It does not take it.
func (f *Fields) Has(key string) bool {
	for i := range f.list {
		if string(f.list[i].key) == key {
			return true
		}
	}
	return false
}

// Done returns what is wrong, if anything: the first thing that was noticed, or a key that
// nobody took.
func (f *Fields) Done() error {
	if f.wrong == nil {
		for i := range f.list {
			if !f.list[i].taken {
				f.wrong = Refuse(f.rule, "refuse.unknown_key", string(f.list[i].key))
				break
			}
		}
	}
	if f.wrong != nil {
		return f.wrong
	}
	return nil
}

// text returns the content of a JSON string without allocating where it has no escapes.
func text(v jsontext.Value) ([]byte, bool) {
	if v.Kind() != '"' {
		return nil, false
	}
	if raw := v[1 : len(v)-1]; bytes.IndexByte(raw, '\\') < 0 {
		return raw, true
	}
	b, err := jsontext.AppendUnquote(nil, v)
	return b, err == nil
}

// String takes a string.
func (f *Fields) String(key string) string {
	v := f.must(key)
	if v == nil {
		return ""
	}
	b, ok := text(v)
	if !ok {
		f.bad("refuse.not_text", key)
		return ""
	}
	return string(b)
}

// Word takes a string that must be one of words, and returns its place in the list, or -1.
func (f *Fields) Word(key string, words []string) int {
	v := f.must(key)
	if v == nil {
		return -1
	}
	return f.word(key, v, words)
}

func (f *Fields) word(key string, v jsontext.Value, words []string) int {
	if b, ok := text(v); ok {
		for i, w := range words {
			if w == string(b) {
				return i
			}
		}
	}
	f.bad("refuse.unknown_word", key+" "+string(v))
	return -1
}

// Words takes a list of strings, each one of words, and appends their places to dst.
func (f *Fields) Words(dst []int, key string, words []string) []int {
	for _, v := range f.values(key) {
		dst = append(dst, f.word(key, v, words))
	}
	return dst
}

func (f *Fields) values(key string) []jsontext.Value {
	v := f.must(key)
	if v == nil {
		return nil
	}
	var list []json.RawMessage
	if v.Kind() != '[' || json.Unmarshal(v, &list) != nil {
		f.bad("refuse.not_list", key)
		return nil
	}
	values := make([]jsontext.Value, len(list))
	for i := range list {
		values[i] = jsontext.Value(list[i])
	}
	return values
}

// Seat takes the name of a seat; "none" is [NoSeat] where orNone, "table" is refused.
func (f *Fields) Seat(r Roster, key string, orNone bool) Seat {
	v := f.must(key)
	if v == nil {
		return NoSeat
	}
	if b, ok := text(v); ok {
		if orNone && string(b) == "none" {
			return NoSeat
		}
		for i, n := range r {
			if n == string(b) {
				return Seat(i)
			}
		}
	}
	f.bad("refuse.unknown_seat", string(v))
	return NoSeat
}

// Int takes a whole number.
func (f *Fields) Int(key string) int {
	v := f.must(key)
	if v == nil {
		return 0
	}
	n, err := strconv.Atoi(string(v))
	if err != nil {
		f.bad("refuse.not_int", key)
	}
	return n
}

// Bool takes true or false.
func (f *Fields) Bool(key string) bool {
	v := f.must(key)
	if v == nil {
		return false
	}
	switch v.Kind() {
	case 't':
		return true
	case 'f':
		return false
	}
	f.bad("refuse.not_bool", key)
	return false
}

// IsText reports whether the value of key is a string. It does not take it.
func (f *Fields) IsText(key string) bool {
	for i := range f.list {
		if string(f.list[i].key) == key {
			return f.list[i].value.Kind() == '"'
		}
	}
	return false
}

// Is reports whether the value of key is one of words. It does not take it.
func (f *Fields) Is(key string, words ...string) bool {
	for i := range f.list {
		if string(f.list[i].key) == key {
			b, ok := text(f.list[i].value)
			return ok && slices.Contains(words, string(b))
		}
	}
	return false
}

// Object takes an object. Its own mistakes are found by its own Done.
func (f *Fields) Object(key string) *Fields {
	v := f.must(key)
	in := &Fields{rule: f.rule}
	if v == nil {
		return in
	}
	sub, err := ParseFields(v)
	if err != nil {
		f.bad("refuse.not_object_at", key)
		return in
	}
	sub.rule = f.rule
	return sub
}

// Raw takes the JSON of a value, as a copy.
func (f *Fields) Raw(key string) []byte { return bytes.Clone(f.must(key)) }

// All takes everything, in its order. The values belong to the caller.
func (f *Fields) All() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for i := range f.list {
			f.list[i].taken = true
			if !yield(string(f.list[i].key), bytes.Clone(f.list[i].value)) {
				return
			}
		}
	}
}
