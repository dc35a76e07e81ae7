package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
)

// setOptions puts what --option has given into the options of a play: an option of the title, or a setting of the tool that is played.
func setOptions(t *engine.Title, options map[string]json.RawMessage, given map[string]string) (err error) {
	var settings []string
	for _, key := range slices.Sorted(maps.Keys(given)) {
		i := optionIndex(t, key)
		if i < 0 {
			settings = append(settings, key)
			continue
		}
		if options[key], err = optionJSON(t.Options[i], given[key]); err != nil {
			return err
		}
	}
	for _, key := range settings { // once it is known which tool is played
		if err := setSetting(t, options, key, given[key]); err != nil {
			return err
		}
	}
	return nil
}

// setSetting puts a setting of the tool that is played among the others.
func setSetting(t *engine.Title, options map[string]json.RawMessage, key, value string) error {
	keys := optionKeys(t.Options)
	if tool, all := t.Tools(); tool != nil {
		played := tool.Default
		_ = json.Unmarshal(options[tool.Key], &played) // a script of one's own has no settings
		of := slices.DeleteFunc(slices.Clone(all.Of), func(o engine.Option) bool { return !slices.Contains(o.For, played) })
		for _, o := range of {
			if o.Key == key {
				return addSetting(options, all.Key, o, value)
			}
		}
		keys = append(keys, optionKeys(of)...)
	}
	return fmt.Errorf("%s has no option %q%s; see: consigliere games", t.ID, key, didYouMean(key, keys))
}

func addSetting(options map[string]json.RawMessage, all string, o engine.Option, value string) error {
	raw, err := optionJSON(o, value)
	if err != nil {
		return err
	}
	of := map[string]json.RawMessage{}
	if set := options[all]; set != nil {
		if err := json.Unmarshal(set, &of); err != nil {
			return fmt.Errorf("option %s: it is not a JSON object: %s", all, set)
		}
	}
	of[o.Key] = raw
	options[all], err = json.Marshal(of)
	return err
}

func optionIndex(t *engine.Title, key string) int {
	return slices.IndexFunc(t.Options, func(o engine.Option) bool { return o.Key == key })
}

func optionKeys(of []engine.Option) (keys []string) {
	for _, o := range of {
		keys = append(keys, o.Key)
	}
	return keys
}

// optionJSON returns the value of an option as a header has it.
func optionJSON(o engine.Option, value string) (json.RawMessage, error) {
	bad := fmt.Errorf("option %s: %q is not one of %s", o.Key, value, optionValues(o))
	switch o.Kind {
	case engine.OptionBool:
		if value != "true" && value != "false" {
			return nil, bad
		}
		return json.RawMessage(value), nil
	case engine.OptionChoice:
		if !slices.Contains(o.Values, value) {
			return nil, bad
		}
	case engine.OptionInt:
		if _, err := strconv.Atoi(value); err != nil {
			return nil, fmt.Errorf("option %s: %q is not a whole number", o.Key, value)
		}
		return json.RawMessage(value), nil
	case engine.OptionSeat, engine.OptionText:
		value = engine.NormalName(value)
	case engine.OptionObject, engine.OptionFile:
		if strings.HasPrefix(value, "{") {
			if !json.Valid([]byte(value)) {
				return nil, fmt.Errorf("option %s: it is not a JSON object: %s", o.Key, value)
			}
			return json.RawMessage(value), nil
		}
	}
	return json.Marshal(value)
}
