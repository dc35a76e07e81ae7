package anygame

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
)

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

// listWords are the words of lists.
var listWords = map[string]map[string]string{
	"red":      {"en": "Red", "fa": "قرمز", "it": "Rosso"},
	"blue":     {"en": "Blue", "fa": "آبی", "it": "Blu"},
	"green":    {"en": "Green", "fa": "سبز", "it": "Verde"},
	"yellow":   {"en": "Yellow", "fa": "زرد", "it": "Giallo"},
	"north":    {"en": "North", "fa": "شمال", "it": "Nord"},
	"east":     {"en": "East", "fa": "شرق", "it": "Est"},
	"south":    {"en": "South", "fa": "جنوب", "it": "Sud"},
	"west":     {"en": "West", "fa": "غرب", "it": "Ovest"},
	"rock":     {"en": "Rock", "fa": "سنگ", "it": "Sasso"},
	"paper":    {"en": "Paper", "fa": "کاغذ", "it": "Carta"},
	"scissors": {"en": "Scissors", "fa": "قیچی", "it": "Forbici"},
}

// A single is a tool that is used alone: the script that it makes.
type single struct {
	tool     string
	settings map[string]any
	words    map[string]any
	decks    map[string]any
	vars     map[string]any
	score    string
	after    []any // phases after that of the tool
}

func singleOf(name string) (single, bool) {
	type set = map[string]any
	switch name {
	case "bid":
		return single{tool: "bid", settings: set{"most": 100}}, true
	case "vote":
		return single{tool: "vote", settings: set{"of": []string{"yes", "no"}, "abstain": true}}, true
	case "ballot":
		return single{tool: "vote", settings: set{"of": "seats", "secret": true, "abstain": true}}, true
	case "pick":
		return single{tool: "pick", settings: set{"of": "colours"}}, true
	case "first":
		return single{tool: "first", settings: set{}}, true
	case "auction":
		return single{tool: "auction", settings: set{}}, true
	case "dutch":
		return single{tool: "auction", settings: set{"kind": "dutch", "most": 50}}, true
	case "buzz":
		return single{tool: "buzz", settings: set{}}, true
	case "countdown":
		return single{tool: "timer", settings: set{"seconds": 60, "warn": []int{30, 10}}}, true
	case "chess":
		return single{tool: "timer", settings: set{"kind": "chess", "seconds": 600, "warn": []int{60, 10}}}, true
	case "turns":
		return single{tool: "timer", settings: set{"kind": "turns", "seconds": 60, "warn": []int{10}}}, true
	case "dice":
		return single{tool: "dice", settings: set{"count": 2}}, true
	case "draw":
		return single{tool: "draw", settings: set{"from": "cards", "shuffle": true, "cards": 10}}, true
	case "deal":
		return single{
			tool: "deal", settings: set{"from": "cards", "shuffle": true, "spies": 1, "know": true},
			words: set{
				"spy":     set{"en": "Spy", "fa": "جاسوس", "it": "Spia"},
				"citizen": set{"en": "Citizen", "fa": "شهروند", "it": "Cittadino"},
			},
			after: []any{set{
				"phase": "see", "title": toolTitles["look"],
				"say":  set{"en": "Look at your card in secret.", "fa": "کارتت را پنهانی ببین.", "it": "Guardate la carta in segreto."},
				"ask":  set{"en": "Your card", "fa": "کارت تو", "it": "La tua carta"},
				"look": set{"en": "You are: {now.card[seat]}.", "fa": "نقش تو: {now.card[seat]}.", "it": "Sei: {now.card[seat]}."},
			}},
		}, true
	case "points":
		return single{
			tool: "score", settings: set{"column": "points"}, score: "points",
			vars: set{"points": set{"each": 0, "label": set{"en": "Points", "fa": "امتیاز", "it": "Punti"}}},
		}, true
	}
	return single{}, false
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
	switch s.tool {
	case "pick":
		s.pickOf()
	case "vote":
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

// pickOf puts the words of a list, or of the table's own, in the place of its name.
func (s *single) pickOf() {
	name, _ := s.settings["of"].(string)
	raw, typed := s.settings["of"].(json.RawMessage)
	if typed && json.Unmarshal(raw, &name) != nil {
		s.ownWords(raw)
		return
	}
	if words := lists[name]; words != nil {
		s.settings["of"], s.words = words, map[string]any{}
		for _, w := range words {
			s.words[w] = listWords[w]
		}
	}
}

// ownWords makes words of the table's own their own names.
func (s *single) ownWords(raw json.RawMessage) {
	s.words = map[string]any{}
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
	persian := strings.NewReplacer("0", "۰", "1", "۱", "2", "۲", "3", "۳", "4", "۴", "5", "۵", "6", "۶", "7", "۷", "8", "۸", "9", "۹")
	s.words = map[string]any{}
	var cards []string
	for i := 1; i <= n; i++ {
		number := strconv.Itoa(i)
		s.words["n"+number] = map[string]any{"en": number, "fa": persian.Replace(number), "it": number, "worth": i}
		cards = append(cards, "n"+number)
	}
	s.decks = map[string]any{"cards": cards}
}

// roles makes a deck with so many spies, at least one citizen among them.
func (s *single) roles(spies int) {
	few := fmt.Sprintf("players > %d ? %d : players - 1", spies, spies)
	s.decks = map[string]any{"cards": map[string]any{"spy": few, "citizen": "players - (" + few + ")"}}
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
	words := map[string]any{
		"once_more": map[string]string{"en": "Once more", "fa": "یک بار دیگر", "it": "Ancora una volta"},
		"stop":      map[string]string{"en": "That is all", "fa": "همین بس است", "it": "Basta così"},
	}
	for w, text := range one.words {
		words[w] = text
	}
	phases := slices.Concat([]any{map[string]any{"phase": "now", one.tool: one.settings}}, one.after, []any{
		map[string]any{
			"phase": "more", "title": toolTitles["choose"], "choose": map[string]any{"of": []string{"once_more", "stop"}},
			"ask":  map[string]string{"en": "Once more?", "fa": "یک بار دیگر؟", "it": "Ancora?"},
			"say":  map[string]string{"en": "Once more?", "fa": "یک بار دیگر؟", "it": "Ancora?"},
			"set":  map[string]string{"round": "round + (more.choice == once_more ? 1 : 0)"},
			"then": []any{map[string]string{"if": "more.choice == stop", "en": "Thank you.", "fa": "ممنون.", "it": "Grazie."}},
			"next": []any{map[string]string{"if": "more.choice == once_more", "to": "now"}, "end"},
		},
	})
	script := map[string]any{"script": "one-" + name, "title": toolTitles[one.tool], "words": words, "phases": phases}
	if one.decks != nil {
		script["decks"] = one.decks
	}
	if one.vars != nil {
		script["variables"] = one.vars
	}
	if one.score != "" {
		script["score"] = one.score
	}
	return json.Marshal(script)
}
