package engine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxLine is the greatest length of one line of a record, in bytes. A header can hold a
// whole catalogue.
const MaxLine = 1 << 20

// A Header is line 1 of a record: which title is played, by whom, and how.
type Header struct {
	Game    string
	Seats   Roster
	Options []byte // the JSON object, as it was given; nil means {}
	Seed    uint64
	NoSeed  bool // the header names no seed; titles refuse that where the box draws
	// Fair is what the seed was made of, as a JSON object of package receipt, where the play can be
	// checked afterwards; nil where it cannot. It is as secret as the seed until the play is over.
	Fair []byte
}

// ParseHeader reads a header. It checks its form; [Title.Check] checks it against a title.
func ParseHeader(line []byte) (Header, error) {
	f, err := ParseFields(line)
	if err != nil {
		return Header{}, err
	}
	h := Header{Game: f.String("game")}
	for _, v := range f.values("seats") {
		b, ok := text(v)
		if !ok {
			f.bad("refuse.not_text", "seats")
		}
		h.Seats = append(h.Seats, string(b))
	}
	if f.Has("options") {
		h.Options = f.Raw("options")
		if _, err := ParseFields(h.Options); err != nil {
			f.bad("refuse.not_object_at", "options")
		}
	}
	h.NoSeed = !f.Has("seed")
	if !h.NoSeed {
		v := f.must("seed")
		if h.Seed, err = strconv.ParseUint(string(v), 10, 64); err != nil {
			f.bad("refuse.seed", string(v))
		}
	}
	if f.Has("fair") {
		h.Fair = f.Raw("fair")
		if _, err := ParseFields(h.Fair); err != nil {
			f.bad("refuse.not_object_at", "fair")
		}
	}
	return h, f.Done()
}

// Append appends the header as one line of a record, without a newline.
func (h Header) Append(dst []byte) []byte {
	dst = append(dst, `{"game":`...)
	dst = quote(dst, h.Game)
	dst = append(dst, `,"seats":[`...)
	for i, s := range h.Seats {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = quote(dst, s)
	}
	dst = append(dst, `],"options":`...)
	if len(h.Options) == 0 {
		dst = append(dst, "{}"...)
	} else {
		v := jsontext.Value(bytes.Clone(h.Options))
		if v.Compact() == nil {
			dst = append(dst, v...)
		}
	}
	if !h.NoSeed {
		dst = append(dst, `,"seed":`...)
		dst = strconv.AppendUint(dst, h.Seed, 10)
	}
	if h.Fair != nil {
		dst = append(append(dst, `,"fair":`...), h.Fair...)
	}
	return append(dst, '}')
}

// Check returns what is wrong with the header of a play of t, if anything: the number and
// the names of the seats, and the keys and values of the options. A name has to be as
// [NormalName] returns it, and to look like no other: a record with other names is refused
// like any that is not valid, for the names of its moves could not be told apart either.
func (t *Title) Check(h Header) error {
	if h.Game != t.ID {
		return Refuse("", "refuse.unknown_game", h.Game)
	}
	if len(h.Seats) < t.MinSeats || len(h.Seats) > t.MaxSeats {
		return Refuse(t.Rule+"-1.1", "refuse.seat_count", t.MinSeats, t.MaxSeats, len(h.Seats))
	}
	if err := t.checkNames(h.Seats); err != nil {
		return err
	}
	_, err := t.Options.Read(h)
	return err
}

// Settings are the options of a header, read and checked. What the header leaves out is
// absent.
type Settings struct{ list []setting }

// A setting is the value of one option.
type setting struct {
	key    string
	word   string // of a bool, "true" or "false"
	number int    // or seat
	raw    []byte
}

// of returns an option, or nil where the header leaves it out.
func (s Settings) of(key string) *setting {
	for i := range s.list {
		if s.list[i].key == key {
			return &s.list[i]
		}
	}
	return nil
}

// Bool returns whether the option key is true.
func (s Settings) Bool(key string) bool { return s.Word(key, "") == "true" }

// Word returns the value of a choice, or otherwise where the header leaves it out.
func (s Settings) Word(key, otherwise string) string {
	if o := s.of(key); o != nil {
		return o.word
	}
	return otherwise
}

// Seat returns the seat of an option, or otherwise where the header leaves it out.
func (s Settings) Seat(key string, otherwise Seat) Seat { return Seat(s.Int(key, int(otherwise))) }

// Int returns the number of an option, or otherwise where the header leaves it out.
func (s Settings) Int(key string, otherwise int) int {
	if o := s.of(key); o != nil {
		return o.number
	}
	return otherwise
}

// Raw returns the JSON of an [OptionObject] or [OptionFile], or nil where the header leaves it out.
func (s Settings) Raw(key string) []byte {
	if o := s.of(key); o != nil {
		return o.raw
	}
	return nil
}

// Read reads the options of a header. Unknown keys and values are refused.
func (list Options) Read(h Header) (Settings, error) {
	var s Settings
	if len(h.Options) == 0 {
		return s, nil
	}
	f, err := ParseFields(h.Options)
	if err != nil {
		return s, err
	}
	for i := range list {
		o := &list[i]
		if !f.Has(o.Key) {
			continue
		}
		set := setting{key: o.Key}
		switch o.Kind {
		case OptionBool:
			set.word = strconv.FormatBool(f.Bool(o.Key))
		case OptionChoice:
			if i := f.Word(o.Key, o.Values); i >= 0 {
				set.word = o.Values[i]
			}
		case OptionText:
			set.word = NormalName(f.String(o.Key))
		case OptionSeat:
			set.number = int(f.Seat(h.Seats, o.Key, false))
		case OptionInt:
			set.number = f.Int(o.Key)
		case OptionObject, OptionFile:
			set.raw = f.Raw(o.Key)
		}
		s.list = append(s.list, set)
	}
	return s, f.Done()
}

// Begin checks the header, begins a play and returns the cues of its beginning.
func (t *Title) Begin(h Header) (Game, []Cue, error) {
	if err := t.Check(h); err != nil {
		return nil, nil, err
	}
	return t.New(h)
}

// AppendLine appends a move as one line of a record, without a newline. To write
// many, keep a [MoveWriter], which allocates nothing.
func (m *Moves) AppendLine(dst []byte, r Roster, mv Move) []byte {
	return NewMoveWriter(m, r).Append(dst, mv)
}

// A MoveWriter writes moves as lines of one record. It never changes.
type MoveWriter struct {
	moves  *Moves
	roster Roster
	heads  [][]byte // how the lines of each seat begin
}

// NewMoveWriter returns a writer of the moves of plays with the seats of r.
func NewMoveWriter(m *Moves, r Roster) *MoveWriter {
	mw := &MoveWriter{moves: m, roster: r}
	for _, name := range r {
		mw.heads = append(mw.heads, quote([]byte(`{"seat":`), name))
	}
	return mw
}

// Append appends the move as one line, without a newline.
func (mw *MoveWriter) Append(dst []byte, m Move) []byte {
	if m.Seat >= 0 && int(m.Seat) < len(mw.heads) {
		dst = append(dst, mw.heads[m.Seat]...)
	} else {
		dst = quote(append(dst, `{"seat":`...), mw.roster.Name(m.Seat))
	}
	t := mw.moves.types[reflect.TypeOf(m.Do)]
	if t == nil {
		return append(dst, `,"do":""}`...)
	}
	dst = append(dst, t.head...)
	v := reflect.ValueOf(m.Do)
	for i := range t.params {
		if p := &t.params[i]; t.writes(v, p) {
			dst = p.append(append(dst, p.label...), mw.roster, v.Field(p.index))
		}
	}
	return append(dst, '}')
}

func appendValue(dst []byte, r Roster, v *Value) []byte {
	switch v.Kind {
	case WordValue:
		return quote(dst, v.Word)
	case SeatValue:
		return quote(dst, r.Name(v.Seat))
	case IntValue:
		return strconv.AppendInt(dst, int64(v.Int), 10)
	case BoolValue:
		return strconv.AppendBool(dst, v.Int != 0)
	case ListValue:
		dst = append(dst, '[')
		for i := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, r, &v.Items[i].Value)
		}
		return append(dst, ']')
	case NullValue:
		return append(dst, "null"...)
	}
	dst = append(dst, '{')
	for i := range v.Items {
		it := &v.Items[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		key := it.Key
		if key == "" {
			key = r.Name(it.Of)
		}
		dst = quote(dst, key)
		dst = append(dst, ':')
		dst = appendValue(dst, r, &it.Value)
	}
	return append(dst, '}')
}

func quote(dst []byte, s string) []byte {
	// AppendQuote fails on invalid UTF-8 only, and then has written the replacement.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

// A MoveReader reads moves from lines of one record. It reuses memory between lines, so it is
// not safe for concurrent use.
type MoveReader struct {
	moves  *Moves
	roster Roster
	fields Fields
	words  words
	args   []Arg
	line   bytes.Buffer
	dec    *jsontext.Decoder
	values map[*moveType]reflect.Value // in which moves are put together
}

// NewMoveReader returns a reader of the moves of plays with the seats of r.
func NewMoveReader(m *Moves, r Roster) *MoveReader {
	return &MoveReader{
		moves: m, roster: r, words: words{}, dec: jsontext.NewDecoder(new(bytes.Buffer)), values: map[*moveType]reflect.Value{},
	}
}

// value returns a zero value of the type, in which the next move is put together.
func (mr *MoveReader) value(t *moveType) reflect.Value {
	v, known := mr.values[t]
	if !known {
		v = newValue(t)
		mr.values[t] = v
	}
	v.SetZero()
	return v
}

// Read returns the move that the line means. A line that is not a move of the title is
// refused; whether it is legal now is for the game to say.
func (mr *MoveReader) Read(line []byte) (Move, error) {
	f := &mr.fields
	f.wrong, f.rule = nil, ""
	if !f.flat(line) {
		mr.line.Reset()
		mr.line.Write(line)
		mr.dec.Reset(&mr.line)
		if err := f.parse(mr.dec); err != nil {
			return Move{}, err
		}
	}
	return mr.ReadFields(f)
}

// ReadFields returns the move that an object already parsed means.
func (mr *MoveReader) ReadFields(f *Fields) (Move, error) {
	seat := NoSeat
	if v := f.must("seat"); v != nil {
		if b, _ := text(v); string(b) == "table" {
			seat = Table
		} else {
			seat = f.Seat(mr.roster, "seat", false)
		}
	}
	verb := ""
	if v := f.must("do"); v != nil {
		b, _ := text(v)
		verb = mr.words.word(b)
	}
	if f.wrong != nil {
		return Move{}, f.wrong
	}
	mr.args = mr.args[:0]
	for i := range f.list {
		if l := &f.list[i]; !l.taken {
			l.taken = true
			mr.args = append(mr.args, Arg{Key: mr.words.word(l.key), Value: mr.words.value(l.value)})
		}
	}
	do, err := mr.moves.make(mr.roster, verb, mr.args, mr.value)
	if err != nil {
		return Move{}, err
	}
	return Move{seat, do}, nil
}

// words keeps the words that were read, so that each is allocated once.
type words map[string]string

// maxWords is how many words are kept: more than any title has.
const maxWords = 1024

func (w words) word(b []byte) string {
	s, known := w[string(b)]
	if !known {
		s = string(b)
		if len(w) < maxWords {
			w[s] = s
		}
	}
	return s
}

// value returns what a JSON value means as an argument. What no argument can be, such as
// a fraction, is a map without items, which no argument takes.
func (w words) value(v jsontext.Value) Value {
	switch v.Kind() {
	case '"':
		b, _ := text(v)
		return WordOf(w.word(b))
	case 't', 'f':
		return BoolOf(v.Kind() == 't')
	case '0':
		if n, err := strconv.Atoi(string(v)); err == nil {
			return IntOf(n)
		}
	case '[':
		return Value{Kind: ListValue, Items: w.items(v, nil)}
	case '{':
		return Value{Kind: MapValue, Items: w.items(v, w)}
	case 'n':
		return Value{Kind: NullValue}
	}
	return Value{Kind: noValue}
}

// items returns the elements of a list, or of an object with its keys.
func (w words) items(v jsontext.Value, keys words) []Arg {
	d := jsontext.NewDecoder(bytes.NewBuffer(v))
	_, _ = d.ReadToken() // v is valid JSON: nothing in it fails
	items := []Arg{}
	for d.PeekKind() != ']' && d.PeekKind() != '}' {
		it := Arg{Of: NoSeat}
		if keys != nil {
			name, _ := d.ReadValue()
			b, _ := text(name)
			it.Key = keys.word(b)
		}
		e, err := d.ReadValue()
		if err != nil {
			break
		}
		it.Value = w.value(e)
		items = append(items, it)
	}
	return items
}

// UnknownVerb is the refusal of a verb that a title does not have.
func UnknownVerb(verb string) *Refusal {
	return Refuse("", "refuse.unknown_verb", verb)
}

// A LineError says which line of a record is illegal, and why. The header is line 1.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *LineError) Unwrap() error { return e.Err }

// Lines calls f with each line of a record, counted from 1, without its newline, until f
// returns an error. Empty lines are passed over but counted. A line is good only during the
// call. An error becomes a [*LineError].
func Lines(r io.Reader, f func(n int, line []byte) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 4096), MaxLine)
	n := 0
	for s.Scan() {
		n++
		line := bytes.TrimSpace(s.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := f(n, line); err != nil {
			return &LineError{n, err}
		}
	}
	if err := s.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return &LineError{n + 1, Refuse("", "refuse.line_long", MaxLine)}
		}
		return err
	}
	return nil
}
