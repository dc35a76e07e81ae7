package engine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
	return append(dst, '}')
}

// Check returns what is wrong with the header of a play of t, if anything: the number and
// the names of the seats, and the keys and values of the options.
func (t *Title) Check(h Header) error {
	if h.Game != t.ID {
		return Refuse("", Text{Key: "refuse.unknown_game", What: h.Game})
	}
	if len(h.Seats) < t.MinSeats || len(h.Seats) > t.MaxSeats {
		return Refuse(t.Rule+"-1.1", Text{Key: "refuse.seat_count", What: strconv.Itoa(len(h.Seats)), N: t.MinSeats, M: t.MaxSeats})
	}
	for i, s := range h.Seats {
		switch {
		case strings.TrimSpace(s) == "":
			return Refuse("", Text{Key: "refuse.seat_empty", N: i + 1})
		case strings.ContainsFunc(s, unicode.IsControl):
			return Refuse("", Text{Key: "refuse.seat_control", What: strconv.Quote(s)})
		case s == "table" || s == "none" || slices.Contains(t.Reserved, s):
			return Refuse("", Text{Key: "refuse.seat_reserved", What: s})
		case slices.Contains(h.Seats[:i], s):
			return Refuse("", Text{Key: "refuse.seat_twice", What: s})
		}
	}
	_, err := t.ReadOptions(h)
	return err
}

// Settings are the options of a header, read and checked. What the header leaves out is
// absent.
type Settings struct {
	words map[string]string
	seats map[string]Seat
	ints  map[string]int
	raw   map[string][]byte
}

// Bool returns whether the option key is true.
func (s Settings) Bool(key string) bool { return s.words[key] == "true" }

// Word returns the value of a choice, or otherwise where the header leaves it out.
func (s Settings) Word(key, otherwise string) string {
	if w, ok := s.words[key]; ok {
		return w
	}
	return otherwise
}

// Seat returns the seat of an option, or otherwise where the header leaves it out.
func (s Settings) Seat(key string, otherwise Seat) Seat {
	if w, ok := s.seats[key]; ok {
		return w
	}
	return otherwise
}

// Int returns the number of an option, or otherwise where the header leaves it out.
func (s Settings) Int(key string, otherwise int) int {
	if n, ok := s.ints[key]; ok {
		return n
	}
	return otherwise
}

// Raw returns the JSON of an [OptionObject], or nil where the header leaves it out.
func (s Settings) Raw(key string) []byte { return s.raw[key] }

// ReadOptions reads the options of a header of t. Unknown keys and values are refused.
func (t *Title) ReadOptions(h Header) (Settings, error) {
	s := Settings{map[string]string{}, map[string]Seat{}, map[string]int{}, map[string][]byte{}}
	if len(h.Options) == 0 {
		return s, nil
	}
	f, err := ParseFields(h.Options)
	if err != nil {
		return s, err
	}
	for _, o := range t.Options {
		if !f.Has(o.Key) {
			continue
		}
		switch o.Kind {
		case OptionBool:
			s.words[o.Key] = strconv.FormatBool(f.Bool(o.Key))
		case OptionChoice:
			if i := f.Word(o.Key, o.Values); i >= 0 {
				s.words[o.Key] = o.Values[i]
			}
		case OptionSeat:
			s.seats[o.Key] = f.Seat(h.Seats, o.Key, false)
		case OptionInt:
			s.ints[o.Key] = f.Int(o.Key)
		case OptionObject:
			s.raw[o.Key] = f.Raw(o.Key)
		}
	}
	return s, f.Done()
}

// Begin checks the header and begins a play.
func (t *Title) Begin(h Header) (Game, error) {
	if err := t.Check(h); err != nil {
		return nil, err
	}
	return t.New(h)
}

// AppendMove appends the move as one line of a record, without a newline. Who writes many
// keeps a [MoveWriter], which allocates nothing.
func AppendMove(dst []byte, r Roster, m Move) []byte { return NewMoveWriter(r).Append(dst, m) }

// A MoveWriter writes moves as lines of one record. It keeps room between moves, so it is
// not safe for concurrent use.
type MoveWriter struct {
	roster Roster
	args   []Arg
}

// NewMoveWriter returns a writer of the moves of plays with the seats of r.
func NewMoveWriter(r Roster) *MoveWriter { return &MoveWriter{roster: r, args: make([]Arg, 0, 4)} }

// Append appends the move as one line, without a newline.
func (mw *MoveWriter) Append(dst []byte, m Move) []byte {
	r := mw.roster
	dst = append(dst, `{"seat":`...)
	dst = quote(dst, r.Name(m.Seat))
	dst = append(dst, `,"do":`...)
	dst = quote(dst, m.Do.Verb())
	mw.args = m.Do.Args(mw.args[:0])
	for _, a := range mw.args {
		dst = append(dst, ',')
		dst = quote(dst, a.Key)
		dst = append(dst, ':')
		dst = appendValue(dst, r, a.Value)
	}
	return append(dst, '}')
}

func appendValue(dst []byte, r Roster, v Value) []byte {
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
		for i, it := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, r, it.Value)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i, it := range v.Items {
		if i > 0 {
			dst = append(dst, ',')
		}
		key := it.Key
		if key == "" {
			key = r.Name(it.Of)
		}
		dst = quote(dst, key)
		dst = append(dst, ':')
		dst = appendValue(dst, r, it.Value)
	}
	return append(dst, '}')
}

func quote(dst []byte, s string) []byte {
	// AppendQuote fails on invalid UTF-8 only, and then has written the replacement.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

// A MoveReader reads moves from lines of one record. It keeps room between lines, so it is
// not safe for concurrent use.
type MoveReader struct {
	title  *Title
	roster Roster
	fields Fields
	verbs  map[string]string // the verbs read so far, so that each is allocated once
	line   bytes.Buffer
	dec    *jsontext.Decoder
}

// NewMoveReader returns a reader of the moves of plays of t with the seats of r.
func NewMoveReader(t *Title, r Roster) *MoveReader {
	return &MoveReader{title: t, roster: r, verbs: map[string]string{}, dec: jsontext.NewDecoder(new(bytes.Buffer))}
}

// Read returns the move that the line means. A line that is no move of the title is
// refused; whether it is legal now is for the game to say.
func (mr *MoveReader) Read(line []byte) (Move, error) {
	mr.line.Reset()
	mr.line.Write(line)
	mr.dec.Reset(&mr.line)
	f := &mr.fields
	if err := f.parse(mr.dec); err != nil {
		return Move{}, err
	}
	return mr.decode(f)
}

// ReadFields returns the move that an object already parsed means.
func (mr *MoveReader) ReadFields(f *Fields) (Move, error) { return mr.decode(f) }

func (mr *MoveReader) decode(f *Fields) (Move, error) {
	v := f.must("seat")
	seat := NoSeat
	if v != nil {
		b, _ := text(v)
		if string(b) == "table" {
			seat = Table
		} else {
			seat = f.Seat(mr.roster, "seat", false)
		}
	}
	verb := ""
	if v := f.must("do"); v != nil {
		b, _ := text(v)
		known := false
		if verb, known = mr.verbs[string(b)]; !known {
			verb = string(b)
		}
	}
	if f.wrong != nil {
		return Move{}, f.wrong
	}
	do, err := mr.title.Decode(mr.roster, verb, f)
	if err != nil {
		return Move{}, err
	}
	if err := f.Done(); err != nil {
		return Move{}, err
	}
	mr.verbs[verb] = verb
	return Move{seat, do}, nil
}

// UnknownVerb is what a title's Decode returns for a verb that it does not have.
func UnknownVerb(verb string) error {
	return Refuse("", Text{Key: "refuse.unknown_verb", What: verb, Who: NoSeat, Whom: NoSeat})
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
			return &LineError{n + 1, Refuse("", Text{Key: "refuse.line_long", N: MaxLine})}
		}
		return err
	}
	return nil
}
