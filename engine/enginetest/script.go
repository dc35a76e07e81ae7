package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consigliere/engine"
)

// names are the seats of a play that a script begins by their number.
var names = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

// A Script drives one play through its record, by short lines, and looks at its status by
// paths. Nothing in it knows the Go types of a game, so a rule test is a text that somebody
// writes with the ledger beside it:
//
//	begin 4 {"powers":true}
//	asked table powers
//	! NARO-2.8 table powers cheat,bully,doctor,cheat  // no power twice
//	table powers cheat,bully,doctor,lucky
//	= phase loot  Ava.power cheat
//
// A line that begins with a seat, or with "table", is a move: the verb and its arguments,
// as key=value. A value is a number, true or false, a word, a list (a,b,c), an object
// (black:3,white:puppet), or JSON. +key is key=true and -key is key=false. Shorthands name
// the keys that may be left out. A line that begins with { is a line of a record as it is.
//
// The other lines, in which a number of seats stands for the first of the usual names:
//
//	begin SEATS [OPTIONS] [seed=N | seed=none]   begins another play; SEATS is a number or A,B,C
//	! RULE LINE                  the move, or the begin, is refused by the rule ("-": by no
//	                             rule of the ledger), and changes neither status nor asks
//	= PATH VALUE ...             the values at paths of the status, exactly; "absent" means that there is no value
//	as VIEWER = PATH VALUE ...   the same in what one seat, or "public", may know
//	~ PATH BY ...                by how much the last move changed numbers of the status
//	same PATH ...                what the last move did not change
//	asked A VERB, B VERB         who is waited for, in this order; "asked" alone: nobody
//	offered A VERB, B VERB       what is offered besides
//	lists SEAT VERB ANSWER ...   the answers that an ask lists, in this order; with "..."
//	                             among others. An answer is its values, joined by +
//	unlisted SEAT VERB ANSWER ...   the answers that it does not list
//	shows SEAT VERB ANSWER ...   the answers that a screen may list
//	counts SEAT VERB N           how many answers are listed
//	said KEY [WHO], ...          the cues of the last move, without "cue."; "..." stands for any
//	                             number of them, and >A+B is who alone may notice one
//	each VERB VALUE ...          the asks with the verb are answered in seat order
//	first VERB ...               while one of the verbs is waited for, its first answer is given
//	last VERB ...                the same with its last answer
//
// A path begins at public, private, result or a seat: Ava.money is the money of
// public.players.Ava, or else of private.Ava. Other paths begin in public. Values are JSON
// or words. // begins a comment.
type Script struct {
	Game  engine.Game
	Seats engine.Roster
	Cues  []engine.Cue // of the last move

	t      testing.TB
	title  *engine.Title
	short  Shorthands
	reader *engine.MoveReader
	before any      // the status before the last line that made a move, if a check looks back at it
	line   string   // where the script is, for messages
	made   []string // the record so far, header first, where positions are asked for
}

// Shorthands are, by verb, the keys of the arguments that a short line may give without
// them, in order, separated by spaces. A key that ends with [] has a list as its value, also of
// one; with {}, a list stands for an object that gives each seat its value, in seat order. Under
// "" are the keys of all other verbs.
type Shorthands map[string]string

// NewScript returns a script whose first line must be a begin.
func NewScript(t testing.TB, title *engine.Title, short Shorthands) *Script {
	return &Script{t: t, title: title, short: short}
}

// Run runs the lines of a script. It stops the test at a move that should be legal and is
// not; a check that fails is told with its line, and the script goes on.
func (s *Script) Run(text string) *Script {
	s.t.Helper()
	lines := strings.Split(text, "\n")
	comments := make([]string, len(lines))
	for i, line := range lines {
		line, comments[i], _ = strings.Cut(" "+strings.TrimSpace(line), " //")
		lines[i] = strings.TrimSpace(line)
	}
	for i, line := range lines {
		if line == "" {
			if i+1 < len(lines) { // a comment on a line of its own is about the next
				comments[i+1] = comments[i] + " " + comments[i+1]
			}
			continue
		}
		s.line = fmt.Sprintf("line %d: %s", i+1, line)
		if !isCheck(line) {
			s.before = nil
			if looksBack(lines[i+1:]) && s.Game != nil {
				s.before = s.status()
			}
		}
		s.run(line)
		s.shows(comments[i], s.refusedLine(line))
	}
	return s
}

// refusedLine returns the line of a record that a line of a script holds to be refused, or "".
func (s *Script) refusedLine(line string) string {
	short, no := strings.CutPrefix(line, "! ")
	_, short, _ = strings.Cut(short, " ")
	if short = strings.TrimSpace(short); !no || strings.HasPrefix(short, "begin ") {
		return ""
	}
	record, err := s.record(short)
	if err != nil {
		return ""
	}
	return string(record)
}

// checks are the lines that make no move.
var checks = []string{"!", "=", "as", "~", "same", "asked", "offered", "lists", "unlisted", "shows", "counts", "said"}

func isCheck(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return slices.Contains(checks, word)
}

// looksBack reports whether a check looks at the status before the move that the lines come
// after. To keep it for each move would take most of a long script's time.
func looksBack(lines []string) bool {
	for _, l := range lines {
		switch {
		case strings.HasPrefix(l, "~ "), strings.HasPrefix(l, "same "):
			return true
		case l != "" && !isCheck(l):
			return false
		}
	}
	return false
}

// Do makes moves that must be legal.
func (s *Script) Do(lines ...string) {
	s.t.Helper()
	s.Run(strings.Join(lines, "\n"))
}

// No tries moves that must be refused by the rule, and change nothing.
func (s *Script) No(rule string, lines ...string) {
	s.t.Helper()
	for _, l := range lines {
		s.Run("! " + rule + " " + l)
	}
}

// Is compares the value at a path. A text that is JSON is one, another is a word.
func (s *Script) Is(path string, want any) {
	s.t.Helper()
	s.line = fmt.Sprintf("= %s %v", path, want)
	text, ok := want.(string)
	if !ok {
		text = string(asJSON(want))
	}
	s.equal(path, valueOf(text), s.status())
}

// Asked compares who is waited for, as in "Ava load, Babak load".
func (s *Script) Asked(want string) {
	s.t.Helper()
	s.Run("asked " + want)
}

// Said returns the cues of the last move that are said to the whole table, as the line said
// writes them.
func (s *Script) Said() []string {
	var list []string
	for _, c := range s.Cues {
		if c.Text.Key == "" {
			continue
		}
		key := strings.TrimPrefix(c.Text.Key, "cue.")
		if who := c.Text.Seats(); len(who) > 0 {
			key += " " + s.Seats.Name(who[0])
		}
		if c.To != 0 {
			var to []string
			for i, name := range s.Seats {
				if c.To.Has(engine.Seat(i)) {
					to = append(to, name)
				}
			}
			key += " >" + strings.Join(to, "+")
		}
		list = append(list, key)
	}
	return list
}

// Answers returns the answers that the ask of a seat for a verb lists, as the line lists
// writes them.
func (s *Script) Answers(seat, verb string) []string {
	s.t.Helper()
	if a := s.ask(seat, verb); a != nil {
		return s.answers(a, false)
	}
	return nil
}

func (s *Script) errorf(format string, args ...any) {
	s.t.Helper()
	s.t.Errorf("%s\n%s", s.line, fmt.Sprintf(format, args...))
}

func (s *Script) fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("%s\n%s", s.line, fmt.Sprintf(format, args...))
}

func (s *Script) run(line string) {
	s.t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if s.Game == nil && word != "begin" && word != "!" {
		s.fatalf("no play has begun")
	}
	switch word {
	case "begin":
		if err := s.begin(rest); err != nil {
			s.fatalf("%v", err)
		}
	case "!":
		rule, line, _ := strings.Cut(rest, " ")
		s.refused(rule, strings.TrimSpace(line))
	case "=":
		s.equals(rest, s.status())
	case "as":
		viewer, rest, _ := strings.Cut(rest, " = ")
		s.equals(rest, s.seenBy(viewer))
	case "~":
		s.changed(rest)
	case "same":
		for path := range strings.FieldsSeq(rest) {
			was, ok := s.at(s.before, path)
			is, too := s.at(s.status(), path)
			if !ok || !too || !reflect.DeepEqual(was, is) {
				s.errorf("%s is %s, and was %s", path, asJSON(is), asJSON(was))
			}
		}
	case "asked", "offered":
		var got []string
		for _, a := range s.Game.Asks(nil) {
			if a.Optional == (word == "offered") {
				got = append(got, s.Seats.Name(a.Seat)+" "+a.Verb)
			}
		}
		if got := strings.Join(got, ", "); got != rest {
			s.errorf("%s: %s", word, got)
		}
	case "lists", "unlisted", "shows", "counts":
		s.listed(word, strings.Fields(rest))
	case "said":
		if got := s.Said(); !matches(splitList(rest), got) {
			s.errorf("said: %s", strings.Join(got, ", "))
		}
	case "each":
		s.each(strings.Fields(rest))
	case "first", "last":
		s.goOn(strings.Fields(rest), word == "last")
	default:
		if err := s.play(line); err != nil {
			s.fatalf("%v", err)
		}
	}
}

// begin begins a play: the seats, and then maybe options and a seed.
func (s *Script) begin(rest string) error {
	h := engine.Header{Game: s.title.ID, Seed: 1}
	seats, rest, _ := strings.Cut(rest, " ")
	if n, err := strconv.Atoi(seats); err == nil {
		for i := range n {
			name := fmt.Sprint("Seat", i+1)
			if i < len(names) {
				name = names[i]
			}
			h.Seats = append(h.Seats, name)
		}
	} else {
		h.Seats = strings.Split(seats, ",")
	}
	if before, seed, ok := strings.Cut(" "+rest, " seed="); ok {
		rest = before
		if h.NoSeed = seed == "none"; !h.NoSeed {
			var err error
			if h.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
				return err
			}
		}
	}
	h.Options = []byte(strings.TrimSpace(rest))
	h, err := engine.ParseHeader(h.Append(nil)) // as a record brings it
	if err != nil {
		return err
	}
	g, cues, err := s.title.Begin(h)
	if err != nil {
		return err
	}
	s.Game, s.Seats, s.Cues, s.reader = g, h.Seats, cues, engine.NewMoveReader(s.title.Moves, h.Seats)
	s.made = []string{string(h.Append(nil))}
	return nil
}

// play makes the move that a short line means.
func (s *Script) play(line string) error {
	s.t.Helper()
	record, err := s.record(line)
	if err != nil {
		s.fatalf("%v", err)
	}
	m, err := s.reader.Read(record)
	if err != nil {
		return err
	}
	cues, err := s.Game.Play(m)
	if err == nil {
		s.Cues = cues
		s.Note(m)
	}
	return err
}

func (s *Script) refused(rule, line string) {
	s.t.Helper()
	if rule == "-" {
		rule = ""
	}
	s.shows(rule, s.refusedLine("! "+rule+" "+line))
	var err error
	if header, ok := strings.CutPrefix(line, "begin "); ok {
		other := NewScript(s.t, s.title, s.short)
		err = other.begin(header)
	} else {
		if s.Game == nil {
			s.fatalf("no play has begun")
		}
		was, asks := s.status(), fmt.Sprintf("%+v", s.Game.Asks(nil))
		err = s.play(line)
		if is := s.status(); !reflect.DeepEqual(was, is) {
			s.errorf("changed the status:\n%s", strings.Join(differences("status", was, is), "\n"))
		}
		if now := fmt.Sprintf("%+v", s.Game.Asks(nil)); now != asks {
			s.errorf("changed the asks from\n%s\nto\n%s", asks, now)
		}
	}
	var no *engine.Refusal
	switch {
	case err == nil:
		s.errorf("was accepted")
	case !errors.As(err, &no):
		s.errorf("the error is not an *engine.Refusal: %v", err)
	case no.Rule != rule:
		s.errorf("refused by %q: %v", no.Rule, err)
	}
}

// record turns a short line into a line of a record.
func (s *Script) record(short string) ([]byte, error) {
	if short[0] == '{' {
		return []byte(short), nil
	}
	f := strings.Fields(short)
	if len(f) < 2 {
		return nil, errors.New("a move is a seat, a verb and arguments")
	}
	m := map[string]any{"seat": f[0], "do": f[1]}
	keys, ok := s.short[f[1]]
	if !ok {
		keys = s.short[""]
	}
	left := strings.Fields(keys)
	for _, word := range f[2:] {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case ok:
			m[key] = argOf(value)
		case word[0] == '+':
			m[word[1:]] = true
		case word[0] == '-' && word[1:] != "" && (word[1] < '0' || word[1] > '9'):
			m[word[1:]] = false
		case len(left) == 0:
			return nil, fmt.Errorf("%s: write it as key=value; shorthands of %s: %q", word, f[1], keys)
		default:
			key, left = left[0], left[1:]
			if list, ok := strings.CutSuffix(key, "[]"); ok {
				m[list] = argOf("[" + strings.Trim(word, "[]") + "]")
			} else if seats, ok := strings.CutSuffix(key, "{}"); ok {
				of := map[string]any{}
				for i, v := range strings.Split(word, ",") {
					of[s.Seats.Name(engine.Seat(i))] = argOf(v)
				}
				m[seats] = of
			} else {
				m[key] = argOf(word)
			}
		}
	}
	return json.Marshal(m)
}

// argOf returns the argument that a word means.
func argOf(word string) any {
	if json.Valid([]byte(word)) {
		return json.RawMessage(word)
	}
	if inner, ok := strings.CutPrefix(word, "["); ok {
		word = strings.TrimSuffix(inner, "]")
	} else if !strings.ContainsAny(word, ",:") {
		return word
	}
	parts := strings.Split(word, ",")
	if !strings.Contains(word, ":") {
		list := make([]any, len(parts))
		for i, p := range parts {
			list[i] = argOf(p)
		}
		return list
	}
	object := map[string]any{}
	for _, p := range parts {
		key, value, _ := strings.Cut(p, ":")
		object[key] = argOf(value)
	}
	return object
}

// each answers the asks for a verb in seat order, with the argument that comes first.
func (s *Script) each(f []string) {
	s.t.Helper()
	verb, values := f[0], f[1:]
	var seats []string
	for _, a := range s.Game.Asks(nil) {
		if a.Verb == verb {
			seats = append(seats, s.Seats.Name(a.Seat))
		}
	}
	if len(seats) != len(values) {
		s.fatalf("asked: %s", strings.Join(seats, ", "))
	}
	for i, seat := range seats {
		if err := s.play(seat + " " + verb + " " + values[i]); err != nil {
			s.fatalf("%s: %v", seat, err)
		}
	}
}

// goOn gives the first or last listed answer while one of the verbs is waited for.
func (s *Script) goOn(verbs []string, last bool) {
	s.t.Helper()
	for {
		asks := slices.DeleteFunc(s.Game.Asks(nil), func(a engine.Ask) bool { return a.Optional })
		if len(asks) == 0 || !slices.Contains(verbs, asks[0].Verb) {
			return
		}
		options := asks[0].Options
		if len(options) == 0 {
			s.fatalf("%s is not answered out of a list", asks[0].Verb)
		}
		do := options[0]
		if last {
			do = options[len(options)-1]
		}
		line := s.title.Moves.AppendLine(nil, s.Seats, engine.Move{Seat: asks[0].Seat, Do: do})
		if err := s.play(string(line)); err != nil {
			s.fatalf("%s: %v", line, err)
		}
	}
}
