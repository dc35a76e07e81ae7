package anygame

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/language"
)

// singles holds the scripts of the tools that are used alone. The first phase of each, "now", is for
// the tool. A play sets its settings, and some that the tool itself does not know: how many cards a deck
// of numbers has, how many spies there are, and which list of words is chosen from.
//
//go:embed single/*.yaml
var singles embed.FS

// Singles returns the tools that can be used alone, in the order in which lists show them.
func Singles() []string {
	return []string{"bid", "vote", "ballot", "pick", "first", "dice", "draw", "deal", "points", "auction", "dutch", "buzz", "countdown", "chess", "turns"}
}

// singleSettings returns the settings of the tools that are used alone, as far as they are chosen
// from lists. What else a tool can be told stands in a record or a script.
func singleSettings() []engine.Option {
	choice := func(key string, values []string, tools ...string) engine.Option {
		return engine.Option{Key: key, Kind: engine.OptionChoice, Values: values, Default: values[0], For: tools}
	}
	number := func(key, usual string, values []string, tools ...string) engine.Option {
		return engine.Option{Key: key, Kind: engine.OptionInt, Values: values, Default: usual, For: tools}
	}
	yesNo := func(key, usual string, tools ...string) engine.Option {
		return engine.Option{Key: key, Kind: engine.OptionBool, Default: usual, For: tools}
	}
	ties := []string{"none", "order", "again", "chance"}
	return []engine.Option{
		number("most", "100", []string{"10", "20", "50", "100"}, "bid"),
		number("most", "100", []string{"20", "50", "100", "500"}, "auction"),
		number("most", "50", []string{"10", "20", "50", "100"}, "dutch"),
		number("step", "1", []string{"1", "5", "10"}, "bid", "auction", "dutch"),
		choice("wins", []string{"highest", "lowest"}, "bid"),
		{Key: questionKey, Kind: engine.OptionText, For: []string{"vote", "ballot"}},
		{Key: storiesKey, Kind: engine.OptionText, For: []string{"planning-poker"}},
		choice("ties", ties, "bid", "vote", "ballot"),
		choice("needs", []string{"plurality", "majority", "two_thirds", "unanimous"}, "vote", "ballot"),
		choice("shows", []string{"ballots", "count", "open"}, "vote"),
		yesNo("abstain", "true", "vote", "ballot"),
		choice("shows", []string{"all", "winner"}, "bid"),
		choice("of", []string{"colours", "directions", "hands", "seats"}, "pick"),
		choice("shows", []string{"all", "own"}, "pick"),
		number("count", "2", []string{"1", "2", "3", "4", "5", "6"}, "dice"),
		number("sides", "6", []string{"4", "6", "8", "10", "12", "20", "100"}, "dice"),
		choice("by", []string{"box", "table"}, "dice"),
		number("cards", "10", []string{"2", "6", "10", "20", "50"}, "draw"),
		yesNo("shuffle", "true", "draw"),
		number("spies", "1", []string{"1", "2", "3", "4"}, "deal"),
		yesNo("know", "true", "deal"),
		choice("by", []string{"seats", "table"}, "points"),
		yesNo("once", "false", "auction"),
		number("every", "3", []string{"1", "2", "3", "5", "10"}, "dutch"),
		choice("early", []string{"allow", "bar"}, "buzz"),
		choice("until", []string{"first", "all"}, "buzz"),
		choice("ties", []string{"none", "order", "chance"}, "buzz"),
		number("seconds", "60", []string{"15", "30", "60", "120", "180", "300", "600", "1800"}, "countdown"),
		number("seconds", "600", []string{"60", "180", "300", "600", "900", "1800", "3600"}, "chess"),
		number("seconds", "60", []string{"15", "30", "60", "90", "120", "180"}, "turns"),
		choice("kind", []string{"chess", "bank"}, "chess"),
		number("increment", "0", []string{"0", "2", "5", "10", "30"}, "chess"),
		number("delay", "0", []string{"0", "2", "5", "10"}, "chess"),
		yesNo("hourglass", "false", "chess"),
		yesNo("force", "true", "chess", "turns"),
	}
}

// lists are what a secret choice can be made out of, by name.
var lists = map[string][]string{
	"colours":    {"red", "blue", "green", "yellow"},
	"directions": {"north", "east", "south", "west"},
	"hands":      {"rock", "paper", "scissors"},
}

// A single is a tool that is used alone: its script, with what a play sets in it.
type single struct {
	name     string
	script   map[string]any
	words    map[string]any // of the script
	settings map[string]any // of the tool
}

// singleOf reads the script of a tool that is used alone; ok is false where there is none.
func singleOf(name string) (one single, ok bool) {
	if !slices.Contains(Singles(), name) {
		return single{}, false
	}
	one = single{name: name}
	data, err := singles.ReadFile("single/" + name + ".yaml")
	if err == nil {
		var tree *document.Node
		if tree, err = document.YAML(data); err == nil {
			err = json.Unmarshal(tree.AppendJSON(nil), &one.script)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("anygame: %s.yaml: %v", name, err)) // it is part of the program
	}
	one.words = one.script["words"].(map[string]any)
	now := one.script["phases"].([]any)[0].(map[string]any)
	for key := range now {
		if slices.Contains(toolNames(), key) {
			one.settings = now[key].(map[string]any)
		}
	}
	return one, true
}

// set takes over the settings of a header, a JSON object, and turns those that are not of the
// tool itself into words and decks.
func (s *single) set(settings []byte) error {
	if settings != nil {
		f, err := engine.ParseFields(settings)
		if err != nil {
			return err
		}
		for k, v := range f.All() {
			s.settings[k] = json.RawMessage(v)
		}
	}
	switch s.name {
	case "pick":
		s.pickOf()
	case "vote", "ballot":
		if err := s.asks(); err != nil {
			return err
		}
		if raw, ok := s.settings["of"].(json.RawMessage); ok {
			s.ownWords(raw)
		}
		if raw, ok := s.settings["shows"].(json.RawMessage); ok && string(raw) == `"open"` {
			s.settings["open"] = true
			delete(s.settings, "shows")
		}
	case "draw":
		n, err := s.number("cards", 1, 50)
		if err != nil {
			return err
		}
		s.numbered(n)
	case "deal":
		n, err := s.number("spies", 1, maxSeats)
		if err != nil {
			return err
		}
		s.roles(n)
	}
	return nil
}

// number takes a setting out that is a number.
func (s *single) number(key string, least, most int) (int, error) {
	var n int
	data, err := json.Marshal(s.settings[key])
	delete(s.settings, key)
	if err != nil || json.Unmarshal(data, &n) != nil || n < least || n > most {
		return 0, engine.Refuse("ANY-1.3", "refuse.range", least, most)
	}
	return n, nil
}

// questionKey is the setting that says what is voted on, and questionWord the word that the script then has for it: nothing in it
// is read as a formula then.
const questionKey, questionWord = "question", "question_typed"

// asks puts the question that somebody has typed in the place of the usual one.
func (s *single) asks() error {
	raw, ok := s.settings[questionKey].(json.RawMessage)
	if !ok {
		return nil
	}
	delete(s.settings, questionKey)
	text, err := typed(questionKey, raw)
	if text == "" || err != nil {
		return err
	}
	said := map[string]any{}
	for _, tag := range language.Tags() {
		said[tag] = within(tag, text)
	}
	s.words[questionWord] = said
	now := s.script["phases"].([]any)[0].(map[string]any)
	now["say"], now["ask"] = "{"+questionWord+"}", "{"+questionWord+"}"
	return nil
}

// typed returns what somebody has typed as a setting.
func typed(key string, raw json.RawMessage) (string, error) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return "", engine.Refuse("ANY-1.3", "refuse.script_text", key)
	}
	text = engine.NormalName(text)
	if n := utf8.RuneCountInString(text); n > engine.LongText {
		return "", engine.Refuse("ANY-1.3", "refuse.script_long", engine.LongText, n)
	}
	return text, nil
}

// within returns a text that was typed as it stands in a sentence of a language, of which it turns nothing.
func within(tag, text string) string {
	if rtl := language.Of(tag).RightToLeft; strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) && unicode.In(r, unicode.Arabic, unicode.Hebrew) != rtl
	}) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

// storiesKey is the setting of a script that says what is dealt with, one after the other, with semicolons between them: its
// words s1, s2 and so on are called that then.
const storiesKey = "stories"

// tell puts the stories that somebody has typed in the place of the usual words.
func (s *Script) tell(settings []byte) error {
	var all map[string]json.RawMessage
	if len(settings) == 0 || json.Unmarshal(settings, &all) != nil || all[storiesKey] == nil {
		return nil
	}
	text, err := typed(storiesKey, all[storiesKey])
	if err != nil {
		return err
	}
	n := 0
	for _, story := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '؛' }) {
		if story = strings.TrimSpace(story); story == "" {
			continue
		}
		n++
		for tag, names := range s.Names {
			if key := "choice.s" + strconv.Itoa(n); names[key] != "" {
				names[key] = within(tag, story)
			}
		}
	}
	return nil
}

// pickOf puts the words of a list, or of the table's own, in the place of its name.
func (s *single) pickOf() {
	name, _ := s.settings["of"].(string)
	raw, typed := s.settings["of"].(json.RawMessage)
	if typed && json.Unmarshal(raw, &name) != nil {
		defer s.ownWords(raw)
	}
	words := lists[name]
	if words != nil {
		s.settings["of"] = words
	}
	for _, list := range lists { // the script has the words of all
		for _, w := range list {
			if !slices.Contains(words, w) {
				delete(s.words, w)
			}
		}
	}
}

// ownWords makes words of the table's own their own names.
func (s *single) ownWords(raw json.RawMessage) {
	var own []string
	if json.Unmarshal(raw, &own) != nil {
		return
	}
	for _, w := range own {
		if !slices.Contains(toolWords, w) {
			s.words[w] = w
		}
	}
}

// numbered makes a deck of n cards with the numbers from 1.
func (s *single) numbered(n int) {
	var cards []string
	for i := 1; i <= n; i++ {
		text := map[string]any{"worth": i}
		for _, tag := range language.Tags() {
			text[tag] = language.Of(tag).Digits(strconv.Itoa(i))
		}
		card := "n" + strconv.Itoa(i)
		s.words[card] = text
		cards = append(cards, card)
	}
	s.script["decks"] = map[string]any{"cards": cards}
}

// roles makes a deck with the given number of spies and at least one citizen.
func (s *single) roles(spies int) {
	few := fmt.Sprintf("players > %d ? %d : players - 1", spies, spies)
	s.script["decks"] = map[string]any{"cards": map[string]any{"spy": few, "citizen": "players - (" + few + ")"}}
	know := true
	if raw, ok := s.settings["know"].(json.RawMessage); ok && json.Unmarshal(raw, &know) != nil {
		return // the script refuses it
	}
	delete(s.settings, "know")
	if know {
		s.settings["know"] = map[string]any{"spy": []string{"spy"}}
	}
}

// Single returns the script of a tool that is used alone, as JSON: the tool, and then the
// question whether once more. The settings, a JSON object or nil, take the place of those that
// the tool has at first.
func Single(name string, settings []byte) ([]byte, error) {
	one, ok := singleOf(name)
	if !ok {
		return nil, engine.Refuse("ANY-1.3", "refuse.unknown_word", name)
	}
	if err := one.set(settings); err != nil {
		return nil, err
	}
	return json.Marshal(one.script)
}
