package anygame

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
)

// Singles returns the tools that can be used alone, in the order in which lists show them.
func Singles() []string {
	return []string{"bid", "vote", "ballot", "pick", "first", "dice", "points", "auction", "dutch", "buzz", "countdown", "chess", "turns"}
}

// A single is a tool that is used alone: the script that it makes.
type single struct {
	tool     string
	settings map[string]any
	words    map[string]any
	vars     map[string]any
	score    string
}

func singleOf(name string) (single, bool) {
	words := func(names ...[4]string) map[string]any {
		m := map[string]any{}
		for _, n := range names {
			m[n[0]] = map[string]string{"en": n[1], "fa": n[2], "it": n[3]}
		}
		return m
	}
	switch name {
	case "bid":
		return single{tool: "bid", settings: map[string]any{"most": 100}}, true
	case "vote":
		return single{tool: "vote", settings: map[string]any{"of": []string{"yes", "no"}, "abstain": true}}, true
	case "ballot":
		return single{tool: "vote", settings: map[string]any{"of": "seats", "secret": true, "abstain": true}}, true
	case "pick":
		return single{
			tool: "pick", settings: map[string]any{"of": []string{"red", "blue", "green", "yellow"}},
			words: words([4]string{"red", "Red", "قرمز", "Rosso"}, [4]string{"blue", "Blue", "آبی", "Blu"}, [4]string{"green", "Green", "سبز", "Verde"}, [4]string{"yellow", "Yellow", "زرد", "Giallo"}),
		}, true
	case "first":
		return single{tool: "first"}, true
	case "auction":
		return single{tool: "auction"}, true
	case "dutch":
		return single{tool: "auction", settings: map[string]any{"kind": "dutch", "most": 50}}, true
	case "buzz":
		return single{tool: "buzz"}, true
	case "countdown":
		return single{tool: "timer", settings: map[string]any{"seconds": 60, "warn": []int{30, 10}}}, true
	case "chess":
		return single{tool: "timer", settings: map[string]any{"kind": "chess", "seconds": 600, "warn": []int{60, 10}}}, true
	case "turns":
		return single{tool: "timer", settings: map[string]any{"kind": "turns", "seconds": 60, "warn": []int{10}}}, true
	case "dice":
		return single{tool: "dice", settings: map[string]any{"count": 2}}, true
	case "points":
		return single{
			tool: "score", settings: map[string]any{"column": "points"}, score: "points",
			vars: map[string]any{"points": map[string]any{"each": 0, "label": map[string]string{"en": "Points", "fa": "امتیاز", "it": "Punti"}}},
		}, true
	}
	return single{}, false
}

// Single returns the script of a tool that is used alone, as JSON: the tool, and then the
// question whether once more. The settings, a JSON object or nil, take the place of those that
// the tool has at first.
func Single(name string, settings []byte) ([]byte, error) {
	one, ok := singleOf(name)
	if !ok {
		return nil, engine.Refuse("ANY-1.3", engine.Say("refuse.unknown_word").Thing(name))
	}
	if one.settings == nil {
		one.settings = map[string]any{}
	}
	if settings != nil {
		f, err := engine.ParseFields(settings)
		if err != nil {
			return nil, err
		}
		for _, k := range f.Keys() {
			one.settings[k] = json.RawMessage(f.Raw(k))
		}
	}
	if raw, ok := one.settings["of"].(json.RawMessage); ok {
		one.words = map[string]any{}
		var own []string
		if json.Unmarshal(raw, &own) == nil {
			for _, w := range own { // words of the table's own are their own names
				if !slices.Contains(toolWords, w) {
					one.words[w] = w
				}
			}
		}
	}
	words := map[string]any{
		"once_more": map[string]string{"en": "Once more", "fa": "یک بار دیگر", "it": "Ancora una volta"},
		"stop":      map[string]string{"en": "That is all", "fa": "همین بس است", "it": "Basta così"},
	}
	for w, text := range one.words {
		words[w] = text
	}
	script := map[string]any{
		"script": "one-" + name, "title": toolTitles[one.tool], "words": words,
		"phases": []any{
			map[string]any{"phase": "now", one.tool: one.settings},
			map[string]any{
				"phase": "more", "title": toolTitles["choose"], "choose": map[string]any{"of": []string{"once_more", "stop"}},
				"ask":  map[string]string{"en": "Once more?", "fa": "یک بار دیگر؟", "it": "Ancora?"},
				"say":  map[string]string{"en": "Once more?", "fa": "یک بار دیگر؟", "it": "Ancora?"},
				"set":  map[string]string{"round": "round + (more.choice == once_more ? 1 : 0)"},
				"then": []any{map[string]string{"if": "more.choice == stop", "en": "Thank you.", "fa": "ممنون.", "it": "Grazie."}},
				"next": []any{map[string]string{"if": "more.choice == once_more", "to": "now"}, "end"},
			},
		},
	}
	if one.vars != nil {
		script["variables"] = one.vars
	}
	if one.score != "" {
		script["score"] = one.score
	}
	return json.Marshal(script)
}
