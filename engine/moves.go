package engine

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Moves is how the moves of a title stand in records and answers. It never changes and is
// safe for concurrent use. [Declare] makes one.
type Moves struct {
	verbs map[string][]*moveType // in the order in which they were declared
	types map[reflect.Type]*moveType
}

// A Declaration is one struct of a game as a move: what [Verb] returns.
type Declaration struct{ move *moveType }

// A moveType is a struct of a game and what was declared of it.
type moveType struct {
	typ    reflect.Type
	verb   string
	rule   string
	fixed  []Arg
	params []param
	ruleOf func(move any, arg string) string
	head   []byte // how its lines go on after the seat: verb and fixed arguments
}

// A param is a field of such a struct, as an argument.
type param struct {
	index    int
	key      string
	label    []byte // how it begins in a line
	optional bool   // left out of records where it is zero
	listed   bool   // one of things that come and go
	of       int    // place of the param that says whether a move has this one; -1: each has
	only     []bool // by value of that param
	kind     paramKind
	words    []string // enumParam
	quoted   [][]byte // words as they stand in a line
	keys     []string // objectParam: identifiers by index; nil: seats
	elem     *param   // listParam, objectParam
}

type paramKind uint8

const (
	intParam paramKind = iota
	boolParam
	seatParam
	textParam // string
	enumParam // a type with Words
	codeParam // a type that is an [ArgValue]
	listParam
	objectParam
)

// Enum is a type whose values are identifiers of the game: value i is Words()[i]. A value
// whose word is "" cannot be written or read. Nor can the first one, the zero value,
// where the argument may be left out: then it is left out.
type Enum interface{ Words() []string }

// ArgValue is a type of arguments that writes and reads itself, for what is a seat or a
// word, or a number or a word.
type ArgValue interface {
	// ArgValue returns the value as it stands in records.
	ArgValue() Value
	// ParseArg returns the value that v means; where that is a seat, [Value.SeatIn] finds it.
	// ok is false where v means none.
	ParseArg(r Roster, v Value) (value any, ok bool)
}

// Keyed is an array type that is an object in records: element i has the key Keys()[i].
type Keyed interface{ Keys() []string }

// Verb declares the struct T as a move: its verb in records, and the rule that an argument
// breaks which is missing, unknown or wrong.
//
// Each exported field of T with a tag `arg:"name"` is an argument, in that order. Its type is
// [Seat] ("none" is [NoSeat]), bool, a whole number, string, an [Enum], an [ArgValue], or an
// array of these: a list, in which zero elements at the end are left out; an object by seat
// with the tag `arg:"name,seats"`; or an object where the array is [Keyed]. Zero elements are
// left out of objects. With `arg:"name,optional"` the argument itself is left out where it is
// zero, and with `arg:"name,listed"` it is one of things that come and go ([Moves.Listed]). With `arg:"name,box=visit|raid"` only those moves have the argument in which the
// argument box, an [Enum] further up, is one of these words.
//
// Where several structs share a verb, a line is read as the first of them whose fixed
// arguments it has and none of whose arguments it lacks or has wrong.
func Verb[T any](verb, rule string) Declaration {
	typ := reflect.TypeFor[T]()
	m := &moveType{typ: typ, verb: verb, rule: rule}
	for i := range typ.NumField() {
		if tag, ok := typ.Field(i).Tag.Lookup("arg"); ok {
			m.params = append(m.params, m.newParam(i, tag))
		}
	}
	return Declaration{m}
}

// A Deed is a move of a game G as a struct with a method that makes it. In its own Play a game asserts
// that a move is one of its deeds, and calls the method.
type Deed[G any] interface {
	// Play makes the move for a seat and returns nil, or refuses it and changes nothing.
	Play(g G, seat Seat) *Refusal
}

// Plays declares a move as [Verb] does, and the compiler holds that it is a [Deed]. Verb itself is for
// games that make all their moves in one way.
func Plays[T Deed[G], G any](verb, rule string) Declaration { return Verb[T](verb, rule) }

// Fixed returns the declaration with an argument that always has the same word; it is
// written before the others.
func (d Declaration) Fixed(arg, word string) Declaration {
	d.move.fixed = append(d.move.fixed, Arg{Key: arg, Value: WordOf(word)})
	return d
}

// RuleOf returns the declaration with a function that says which rule an argument breaks,
// where that is another than the verb's. The move is a T with what has been read so far;
// "" stands for the verb's rule.
func (d Declaration) RuleOf(rule func(move any, arg string) string) Declaration {
	d.move.ruleOf = rule
	return d
}

// Declare returns the moves of a title. It panics where a declaration cannot work.
func Declare(list ...Declaration) *Moves {
	m := &Moves{map[string][]*moveType{}, map[reflect.Type]*moveType{}}
	for _, d := range list {
		if m.types[d.move.typ] != nil {
			panic("engine: " + d.move.typ.String() + " is declared twice")
		}
		d.move.head = append(quote([]byte(`,"do":`), d.move.verb), d.move.fixedLine()...)
		m.types[d.move.typ] = d.move
		m.verbs[d.move.verb] = append(m.verbs[d.move.verb], d.move)
	}
	return m
}

func (t *moveType) fixedLine() []byte {
	var line []byte
	for i := range t.fixed {
		line = appendValue(append(quote(append(line, ','), t.fixed[i].Key), ':'), nil, &t.fixed[i].Value)
	}
	return line
}

func (t *moveType) newParam(index int, tag string) param {
	key, flags, _ := strings.Cut(tag, ",")
	f := param{index: index, key: key, label: append(quote([]byte{','}, key), ':'), of: -1}
	bySeat := false
	for flag := range strings.SplitSeq(flags, ",") {
		other, words, restricted := strings.Cut(flag, "=")
		switch {
		case restricted:
			f.of, f.only = t.values(other, words)
		case flag == "":
		case flag == "optional":
			f.optional = true
		case flag == "listed":
			f.listed = true
		case flag == "seats":
			bySeat = true
		default:
			panic(fmt.Sprintf("engine: %s: unknown flag %q", t.typ, flag))
		}
	}
	f.setType(t.typ, t.typ.Field(index).Type, bySeat)
	return f
}

// values returns the place of a param, and which of its values are among words.
func (t *moveType) values(key, words string) (at int, in []bool) {
	at = slices.IndexFunc(t.params, func(f param) bool { return f.key == key && f.kind == enumParam })
	if at < 0 {
		panic(fmt.Sprintf("engine: %s: there is no argument %q further up that is an Enum", t.typ, key))
	}
	in = make([]bool, len(t.params[at].words))
	for word := range strings.SplitSeq(words, "|") {
		i := slices.Index(t.params[at].words, word)
		if i < 0 {
			panic(fmt.Sprintf("engine: %s: %s cannot be %q", t.typ, key, word))
		}
		in[i] = true
	}
	return at, in
}

// has reports whether the move v has the argument f.
func (t *moveType) has(v reflect.Value, f *param) bool {
	if f.of < 0 {
		return true
	}
	i := number(v.Field(t.params[f.of].index))
	return i >= 0 && i < len(f.only) && f.only[i]
}

// writes reports whether the argument f of the move v stands in its line.
func (t *moveType) writes(v reflect.Value, f *param) bool {
	return t.has(v, f) && (!f.optional || !v.Field(f.index).IsZero())
}

var seatType = reflect.TypeFor[Seat]()

// setType finds out how values of the type are written.
func (f *param) setType(in, t reflect.Type, bySeat bool) {
	zero := reflect.Zero(t).Interface()
	if _, ok := zero.(ArgValue); ok {
		f.kind = codeParam
		return
	}
	if e, ok := zero.(Enum); ok {
		f.kind, f.words = enumParam, e.Words()
		for _, w := range f.words {
			f.quoted = append(f.quoted, quote(nil, w))
		}
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		f.kind = boolParam
	case reflect.String:
		f.kind = textParam
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		f.kind = intParam
		if t == seatType {
			f.kind = seatParam
		}
	case reflect.Array:
		f.kind = listParam
		if k, ok := zero.(Keyed); ok {
			f.kind, f.keys = objectParam, k.Keys()
		} else if bySeat {
			f.kind = objectParam
		}
		f.elem = &param{}
		f.elem.setType(in, t.Elem(), false)
	default:
		panic(fmt.Sprintf("engine: %s: a %s cannot be an argument", in, t))
	}
}

// Verb returns the verb of an action, or "" if the title has no such move.
func (m *Moves) Verb(do Action) string {
	if t := m.types[reflect.TypeOf(do)]; t != nil {
		return t.verb
	}
	return ""
}

// Listed reports whether an argument is one of things that come and go, such as loot, of which sometimes
// eight can be chosen and now two: a console then lists two as it does eight, so that no button changes
// what it does as they are taken away.
func (m *Moves) Listed(verb, arg string) bool {
	for _, t := range m.verbs[verb] {
		for i := range t.params {
			if f := &t.params[i]; f.listed && f.key == arg {
				return true
			}
		}
	}
	return false
}

// Args appends the arguments of an action to dst, in the order in which they are written
// and in which a console asks for them. An argument that is left out is not appended.
func (m *Moves) Args(dst []Arg, do Action) []Arg {
	t := m.types[reflect.TypeOf(do)]
	if t == nil {
		return dst
	}
	dst = append(dst, t.fixed...)
	v := reflect.ValueOf(do)
	for i := range t.params {
		f := &t.params[i]
		if t.writes(v, f) {
			dst = append(dst, Arg{Key: f.key, Value: f.value(v.Field(f.index))})
		}
	}
	return dst
}

// append appends the value of a field as it stands in a line.
func (f *param) append(dst []byte, r Roster, v reflect.Value) []byte {
	switch f.kind {
	case enumParam:
		if i := number(v); i >= 0 && i < len(f.quoted) {
			return append(dst, f.quoted[i]...)
		}
	case intParam:
		return strconv.AppendInt(dst, int64(number(v)), 10)
	}
	x := f.value(v)
	return appendValue(dst, r, &x)
}

// value returns the value of a field.
func (f *param) value(v reflect.Value) Value {
	switch f.kind {
	case boolParam:
		return BoolOf(v.Bool())
	case seatParam:
		return SeatOf(Seat(v.Int()))
	case textParam:
		return WordOf(v.String())
	case enumParam:
		if i := number(v); i >= 0 && i < len(f.words) {
			return WordOf(f.words[i])
		}
		return WordOf("")
	case codeParam:
		return v.Interface().(ArgValue).ArgValue()
	case listParam:
		n := v.Len()
		for n > 0 && v.Index(n-1).IsZero() {
			n--
		}
		items := make([]Arg, n)
		for i := range items {
			items[i].Value = f.elem.value(v.Index(i))
		}
		return Value{Kind: ListValue, Items: items}
	case objectParam:
		items := make([]Arg, 0, v.Len())
		for i := range v.Len() {
			if x := v.Index(i); !x.IsZero() {
				a := Arg{Of: NoSeat, Value: f.elem.value(x)}
				if f.keys == nil {
					a.Of = Seat(i)
				} else {
					a.Key = f.keys[i]
				}
				items = append(items, a)
			}
		}
		return Value{Kind: MapValue, Items: items}
	}
	return IntOf(number(v))
}

// number returns the whole number that v holds.
func number(v reflect.Value) int {
	if v.CanInt() {
		return int(v.Int())
	}
	return int(v.Uint())
}

// Make returns the action of a verb with arguments, as an [Answer] or a line gives them.
// An unknown verb and arguments that are missing, unknown or wrong are refused; whether
// the action is legal now is for the game to say.
func (m *Moves) Make(r Roster, verb string, args []Arg) (Action, error) {
	return m.make(r, verb, args, newValue)
}

// newValue returns a zero value of the type, which can be set.
func newValue(t *moveType) reflect.Value { return reflect.New(t.typ).Elem() }

// make is Make, in values that room returns.
func (m *Moves) make(r Roster, verb string, args []Arg, room func(*moveType) reflect.Value) (Action, error) {
	variants := m.verbs[verb]
	if len(variants) == 0 {
		return nil, UnknownVerb(verb)
	}
	var first *Refusal
	best := -1
	for _, t := range variants {
		v := room(t)
		fit, no := t.read(r, v, args)
		if no == nil {
			return v.Interface(), nil
		}
		if fit > best {
			best, first = fit, no
		}
	}
	return nil, first
}

// read sets the fields of v. It reports how many of the arguments were good.
func (t *moveType) read(r Roster, v reflect.Value, args []Arg) (fit int, no *Refusal) {
	for i := range t.fixed {
		a := find(args, t.fixed[i].Key)
		if a == nil {
			return fit, t.refuse(v, t.fixed[i].Key, Say("refuse.missing").Thing(t.fixed[i].Key))
		}
		if !a.Value.Equal(&t.fixed[i].Value) {
			return fit, t.refuse(v, a.Key, Say("refuse.unknown_word").Thing(a.Key+" "+a.Value.text()))
		}
		fit++
	}
	for i := range t.params {
		f := &t.params[i]
		if !t.has(v, f) {
			continue
		}
		a := find(args, f.key)
		if a == nil {
			if f.optional {
				continue
			}
			return fit, t.refuse(v, f.key, Say("refuse.missing").Thing(f.key))
		}
		if why := f.set(r, v.Field(f.index), f.key, &a.Value); why != (Text{}) {
			return fit, t.refuse(v, f.key, why)
		}
		fit++
	}
	if fit < len(args) {
		for i := range args {
			if !t.takes(v, args[i].Key) || find(args, args[i].Key) != &args[i] {
				return fit, t.refuse(v, args[i].Key, Say("refuse.unknown_key").Thing(args[i].Key))
			}
		}
	}
	return fit, nil
}

func find(args []Arg, key string) *Arg {
	for i := range args {
		if args[i].Key == key {
			return &args[i]
		}
	}
	return nil
}

func (t *moveType) takes(v reflect.Value, key string) bool {
	for i := range t.params {
		if f := &t.params[i]; f.key == key && t.has(v, f) {
			return true
		}
	}
	return find(t.fixed, key) != nil
}

func (t *moveType) refuse(v reflect.Value, arg string, why Text) *Refusal {
	rule := ""
	if t.ruleOf != nil {
		rule = t.ruleOf(v.Interface(), arg)
	}
	if rule == "" {
		rule = t.rule
	}
	return &Refusal{Rule: rule, Why: why}
}

// set sets a field. It returns what is wrong with the value, or no text.
func (f *param) set(r Roster, v reflect.Value, key string, x *Value) Text {
	switch f.kind {
	case boolParam:
		if x.Kind != BoolValue {
			return Say("refuse.not_bool").Thing(key)
		}
		v.SetBool(x.Int != 0)
	case seatParam:
		s, ok := x.SeatIn(r)
		if !ok {
			return Say("refuse.unknown_seat").Thing(x.text())
		}
		v.SetInt(int64(s))
	case textParam:
		if x.Kind != WordValue {
			return Say("refuse.not_text").Thing(key)
		}
		v.SetString(x.Word)
	case enumParam:
		i := -1
		if x.Kind == WordValue && x.Word != "" {
			i = slices.Index(f.words, x.Word)
		}
		if i < 0 || i == 0 && f.optional {
			return Say("refuse.unknown_word").Thing(key + " " + x.text())
		}
		setNumber(v, i)
	case codeParam:
		value, ok := v.Interface().(ArgValue).ParseArg(r, *x)
		if !ok {
			return Say("refuse.unknown_word").Thing(key + " " + x.text())
		}
		v.Set(reflect.ValueOf(value))
	case listParam:
		if x.Kind != ListValue {
			return Say("refuse.not_list").Thing(key)
		}
		for i := range min(len(x.Items), v.Len()) {
			if why := f.elem.set(r, v.Index(i), key, &x.Items[i].Value); why != (Text{}) {
				return why
			}
		}
		if len(x.Items) > v.Len() { // told last: the elements that are good have been read
			return Say("refuse.list_long").Thing(key).Number(v.Len()).Number(len(x.Items))
		}
	case objectParam:
		if x.Kind != MapValue {
			return Say("refuse.not_object_at").Thing(key)
		}
		for i := range x.Items {
			a := &x.Items[i]
			at := f.place(r, a)
			if at < 0 || at >= v.Len() {
				return Say("refuse.unknown_key").Thing(a.Key)
			}
			if why := f.elem.set(r, v.Index(at), a.Key, &a.Value); why != (Text{}) {
				return why
			}
		}
	default:
		if x.Kind != IntValue || !setNumber(v, x.Int) {
			return Say("refuse.not_int").Thing(key)
		}
	}
	return Text{}
}

// place returns the index of an element of an object, or -1.
func (f *param) place(r Roster, a *Arg) int {
	switch {
	case f.keys != nil && a.Key != "":
		return slices.Index(f.keys, a.Key)
	case f.keys == nil && a.Key != "":
		return slices.Index(r, a.Key)
	case f.keys == nil && a.Of >= 0:
		return int(a.Of)
	}
	return -1
}

// setNumber sets a whole number, unless the type cannot hold it.
func setNumber(v reflect.Value, n int) bool {
	if v.CanInt() {
		if v.OverflowInt(int64(n)) {
			return false
		}
		v.SetInt(int64(n))
		return true
	}
	if n < 0 || uint64(n) > math.MaxUint32 || v.OverflowUint(uint64(n)) {
		return false
	}
	v.SetUint(uint64(n))
	return true
}

// SeatIn returns the seat that v means, and whether it means one: a seat, or its name in r.
// "none" is [NoSeat]; the table is not a seat here.
func (v *Value) SeatIn(r Roster) (Seat, bool) {
	switch v.Kind {
	case SeatValue:
		return v.Seat, v.Seat != Table
	case WordValue:
		if v.Word == "none" {
			return NoSeat, true
		}
		if i := slices.Index(r, v.Word); i >= 0 {
			return Seat(i), true
		}
	}
	return NoSeat, false
}

// text returns the value as a refusal quotes it.
func (v *Value) text() string {
	switch v.Kind {
	case WordValue:
		return strconv.Quote(v.Word)
	case IntValue:
		return strconv.Itoa(v.Int)
	case BoolValue:
		return strconv.FormatBool(v.Int != 0)
	case ListValue:
		return "[...]"
	case MapValue:
		return "{...}"
	case NullValue:
		return "null"
	}
	return "seat " + strconv.Itoa(int(v.Seat))
}

func atoi(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil
}
