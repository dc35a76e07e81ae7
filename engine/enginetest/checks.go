package enginetest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
)

// status returns the whole status, decoded.
func (s *Script) status() any { return decoded(Status(s.Game, s.Seats)) }

func (s *Script) seenBy(viewer string) any {
	s.t.Helper()
	l := engine.Public
	if viewer != "public" {
		var ok bool
		if l, ok = s.Seats.Seat(viewer); !ok {
			s.fatalf("%s is not a seat", viewer)
		}
	}
	b, err := engine.AppendStatus(nil, s.Game, s.Seats, l)
	if err != nil {
		s.fatalf("%v", err)
	}
	return decoded(b)
}

func decoded(b []byte) any {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		panic(err) // a status that is not JSON is a mistake of the engine
	}
	return v
}

func asJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // what was decoded can be encoded
	}
	return b
}

// absent is the value of a path at which there is nothing.
type absent struct{}

func valueOf(text string) any {
	if json.Valid([]byte(text)) {
		return decoded([]byte(text))
	}
	return text
}

// takeValue takes the first value of a text: JSON, or a word.
func takeValue(text string) (any, string, error) {
	text = strings.TrimSpace(text)
	if text != "" && strings.ContainsRune(`{["`, rune(text[0])) {
		d := json.NewDecoder(strings.NewReader(text))
		var v any
		err := d.Decode(&v)
		return v, text[d.InputOffset():], err
	}
	word, rest, _ := strings.Cut(text, " ")
	if word == "absent" {
		return absent{}, rest, nil
	}
	return valueOf(word), rest, nil
}

// at returns the value at a path, and whether there is one.
func (s *Script) at(status any, path string) (any, bool) {
	steps := strings.Split(path, ".")
	switch _, ok := s.Seats.Seat(steps[0]); {
	case ok && steps[0] != "table":
		if v, ok := follow(status, append([]string{"public", "players"}, steps...)); ok {
			return v, true
		}
		steps = append([]string{"private"}, steps...)
	case !slices.Contains([]string{"public", "private", "result"}, steps[0]):
		steps = append([]string{"public"}, steps...)
	}
	return follow(status, steps)
}

func follow(v any, steps []string) (any, bool) {
	for _, k := range steps {
		m, _ := v.(map[string]any)
		next, ok := m[k]
		if !ok {
			return nil, false
		}
		v = next
	}
	return v, true
}

// equals compares a list of paths and values.
func (s *Script) equals(rest string, status any) {
	s.t.Helper()
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		path, after, _ := strings.Cut(rest, " ")
		want, left, err := takeValue(after)
		if err != nil {
			s.fatalf("%s: %v", path, err)
		}
		s.equal(path, want, status)
		rest = left
	}
}

func (s *Script) equal(path string, want, status any) {
	s.t.Helper()
	got, ok := s.at(status, path)
	if !ok {
		got = absent{}
	}
	if _, none := want.(absent); !ok && !none {
		s.errorf("there is no %s", path)
	} else if lines := differences(path, want, got); lines != nil {
		s.errorf("%s", strings.Join(lines, "\n"))
	}
}

// differences says where got is not want, one line each.
func differences(path string, want, got any) []string {
	w, isObject := want.(map[string]any)
	g, too := got.(map[string]any)
	if !isObject || !too {
		if reflect.DeepEqual(want, got) {
			return nil
		}
		return []string{fmt.Sprintf("%s is %s, want %s", path, asJSON(got), asJSON(want))}
	}
	keys := map[string]bool{}
	for k := range w {
		keys[k] = true
	}
	for k := range g {
		keys[k] = true
	}
	var lines []string
	for _, k := range sorted(keys) {
		_, inWant := w[k]
		_, inGot := g[k]
		switch {
		case !inGot:
			lines = append(lines, path+"."+k+" is missing")
		case !inWant:
			lines = append(lines, fmt.Sprintf("%s.%s is %s, want nothing", path, k, asJSON(g[k])))
		default:
			lines = append(lines, differences(path+"."+k, w[k], g[k])...)
		}
	}
	return lines
}

func sorted(keys map[string]bool) []string {
	list := make([]string, 0, len(keys))
	for k := range keys {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// changed compares by how much numbers have changed.
func (s *Script) changed(rest string) {
	s.t.Helper()
	f := strings.Fields(rest)
	if len(f)%2 != 0 {
		s.fatalf("write a path and a number, in turns")
	}
	now := s.status()
	for i := 0; i < len(f); i += 2 {
		want, err := strconv.ParseFloat(f[i+1], 64)
		if err != nil {
			s.fatalf("%v", err)
		}
		was, _ := s.at(s.before, f[i])
		is, _ := s.at(now, f[i])
		a, ok := was.(float64)
		b, too := is.(float64)
		if !ok || !too || b-a != want {
			s.errorf("%s was %s and is %s, want %s more", f[i], asJSON(was), asJSON(is), f[i+1])
		}
	}
}

// ask returns the ask of a seat for a verb, or nil.
func (s *Script) ask(seat, verb string) *engine.Ask {
	asks := s.Game.Asks(nil)
	for i := range asks {
		if s.Seats.Name(asks[i].Seat) == seat && asks[i].Verb == verb {
			return &asks[i]
		}
	}
	return nil
}

// answers writes the answers of an ask as words: all that a screen may list where shown, else
// those that are accepted.
func (s *Script) answers(a *engine.Ask, shown bool) []string {
	var list []string
	options := a.Options
	if shown {
		options = a.Shown()
	}
	for _, do := range options {
		list = append(list, s.words(do))
	}
	for i := range a.Parts {
		p := &a.Parts[i]
		items := p.Items
		if shown {
			items = p.ShownItems()
		}
		for _, it := range items {
			if it.Word == "" {
				it.Word = s.Seats.Name(it.Seat)
			}
			list = append(list, it.Word)
		}
		if p.Kind == engine.PartNumber {
			list = append(list, fmt.Sprintf("%d..%d", p.Min, p.Max))
		}
	}
	return list
}

// words writes the arguments of a move as they stand in a record, joined by +.
func (s *Script) words(do engine.Action) string {
	var words []string
	for _, a := range s.title.Moves.Args(nil, do) {
		switch a.Value.Kind {
		case engine.SeatValue:
			words = append(words, s.Seats.Name(a.Value.Seat))
		case engine.IntValue:
			words = append(words, strconv.Itoa(a.Value.Int))
		case engine.BoolValue:
			if a.Value.Int == 0 {
				words = append(words, "-"+a.Key)
			} else {
				words = append(words, a.Key)
			}
		default:
			words = append(words, a.Value.Word)
		}
	}
	return strings.Join(words, "+")
}

func (s *Script) listed(word string, f []string) {
	s.t.Helper()
	if len(f) < 2 {
		s.fatalf("write a seat, a verb and answers")
	}
	a := s.ask(f[0], f[1])
	if a == nil {
		s.errorf("%s is not asked to %s", f[0], f[1])
		return
	}
	got, want := s.answers(a, word == "shows"), f[2:]
	switch {
	case word == "unlisted":
		for _, w := range want {
			if slices.Contains(got, w) {
				s.errorf("%s is listed", w)
			}
		}
	case word == "counts":
		if len(want) != 1 || strconv.Itoa(len(got)) != want[0] {
			s.errorf("%d are listed: %s", len(got), strings.Join(got, " "))
		}
	case slices.Contains(want, "..."):
		for _, w := range want {
			if w != "..." && !slices.Contains(got, w) {
				s.errorf("%s is not listed, but %s", w, strings.Join(got, " "))
			}
		}
	case !slices.Equal(got, want):
		s.errorf("listed: %s", strings.Join(got, " "))
	}
}

func splitList(text string) []string {
	if text == "" {
		return nil
	}
	list := strings.Split(text, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// matches reports whether got is want, in which "..." stands for any number of words.
func matches(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if want[0] != "..." {
		return len(got) > 0 && want[0] == got[0] && matches(want[1:], got[1:])
	}
	for i := range len(got) + 1 {
		if matches(want[1:], got[i:]) {
			return true
		}
	}
	return false
}
