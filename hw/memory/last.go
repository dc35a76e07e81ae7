package memory

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
	"consigliere/hw"
)

// A LastPlay is how a game was begun last: by whom, where they sat and with which options. The
// options are those that people choose from a list; a file of the owner's is not among them.
type LastPlay struct {
	Seats   []string                   `json:"seats"`
	Pods    []hw.Pod                   `json:"pods,omitempty"`
	Bots    int                        `json:"bots,omitempty"`
	Options map[string]json.RawMessage `json:"options,omitempty"`
	// Tools are the tools of the title that were used, the latest first, and Settings what each
	// was used with.
	Tools    []string                   `json:"tools,omitempty"`
	Settings map[string]json.RawMessage `json:"settings,omitempty"`
}

// Begun remembers that a game was begun: by people, whose names are kept, and how.
func (m *Memory) Begun(t *engine.Title, people []string, how LastPlay, options json.RawMessage) {
	m.met(people)
	if m.settings.Games == nil {
		m.settings.Games = map[string]LastPlay{}
	}
	m.settings.Last = t.ID
	last := m.settings.Games[t.ID]
	last.Seats, last.Pods, last.Bots, last.Options = how.Seats, how.Pods, how.Bots, favourites(t, options)
	last.used(t, options)
	m.settings.Games[t.ID] = last
	m.write()
}

// Latest returns the game that was begun last; "" if none was.
func (m *Memory) Latest() string { return m.settings.Last }

// favourites returns the options that a title has and that are chosen from a list.
func favourites(t *engine.Title, options json.RawMessage) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(options, &all) != nil {
		return nil
	}
	return kept(t, all)
}

// kept returns the options that the title still has.
func kept(t *engine.Title, all map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for i := range t.Options {
		o := &t.Options[i]
		value, ok := all[o.Key]
		if !ok {
			continue
		}
		var yes bool
		var word string
		switch {
		case o.Kind == engine.OptionBool && json.Unmarshal(value, &yes) == nil,
			ofWords(o) && json.Unmarshal(value, &word) == nil && (slices.Contains(o.Values, word) || word == "" && o.Kind == engine.OptionFile):
			out[o.Key] = value
		}
	}
	return out
}

// ofWords reports whether an option is chosen from a list of words.
func ofWords(o *engine.Option) bool {
	return o.Kind == engine.OptionChoice || o.Kind == engine.OptionFile && len(o.Values) > 0
}

// LastPlay returns how a title was begun last, as far as it can be begun so again on a box with the given number of pods.
func (m *Memory) LastPlay(t *engine.Title, pods int) LastPlay {
	p := m.settings.Games[t.ID]
	p.Options = kept(t, p.Options)
	if n := len(p.Seats) + p.Bots; n < t.MinSeats || n > t.MaxSeats || len(p.Seats) == 0 || p.Bots < 0 {
		p.Seats, p.Pods, p.Bots = nil, nil, 0
	}
	if len(p.Pods) != len(p.Seats) || slices.ContainsFunc(p.Pods, func(pod hw.Pod) bool { return pod < 0 || int(pod) >= pods }) {
		p.Pods = nil
	}
	return p
}

// used remembers which tool was used, and with which settings.
func (p *LastPlay) used(t *engine.Title, options json.RawMessage) {
	tool, settings := t.Tools()
	if tool == nil {
		return
	}
	var all map[string]json.RawMessage
	var name string
	if json.Unmarshal(options, &all) != nil || json.Unmarshal(all[tool.Key], &name) != nil || !slices.Contains(tool.Tools, name) {
		return
	}
	p.Tools = append([]string{name}, slices.DeleteFunc(slices.Clone(p.Tools), func(old string) bool { return old == name })...)
	if p.Settings == nil {
		p.Settings = map[string]json.RawMessage{}
	}
	if raw := withoutTexts(settings, all[settings.Key]); raw != nil {
		p.Settings[name] = raw
	}
}

// withoutTexts returns settings without what was typed for one play, such as the question of a vote.
func withoutTexts(settings *engine.Option, raw json.RawMessage) json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		return raw
	}
	before := len(all)
	for i := range settings.Of {
		if o := &settings.Of[i]; o.Kind == engine.OptionText {
			delete(all, o.Key)
		}
	}
	switch len(all) {
	case before:
		return raw
	case 0:
		return nil
	}
	kept, err := json.Marshal(all)
	if err != nil {
		return nil
	}
	return kept
}

// Tools returns the tools of a title, those that were used last before the others.
func (m *Memory) Tools(t *engine.Title) []string {
	tool, _ := t.Tools()
	list := slices.DeleteFunc(slices.Clone(m.settings.Games[t.ID].Tools), func(name string) bool { return !slices.Contains(tool.Tools, name) })
	for _, name := range tool.Tools {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// ToolSettings returns the settings with which a tool was used last, or nil where that is not
// known or is not good any more.
func (m *Memory) ToolSettings(t *engine.Title, name string) json.RawMessage {
	raw := m.settings.Games[t.ID].Settings[name]
	if raw == nil || t.Check(engine.Header{Game: t.ID, Seats: engine.Roster{"1", "2", "3"}, Options: ToolOptions(t, name, raw)}) != nil {
		return nil
	}
	return raw
}

// ToolOptions returns the options of a play of a tool.
func ToolOptions(t *engine.Title, name string, raw json.RawMessage) json.RawMessage {
	tool, settings := t.Tools()
	all := map[string]any{tool.Key: name}
	if raw != nil {
		all[settings.Key] = raw
	}
	data, err := json.Marshal(all)
	if err != nil {
		return nil
	}
	return data
}

// Company returns the players of today: those of the last play of a title, or of any other if they are
// a number that can play this one.
func (m *Memory) Company(t *engine.Title, pods int) LastPlay {
	if p := m.LastPlay(t, pods); len(p.Seats) > 0 {
		return p
	}
	p := m.settings.Games[m.settings.Last]
	if len(p.Seats) < t.MinSeats || len(p.Seats) > t.MaxSeats || slices.ContainsFunc(p.Pods, func(pod hw.Pod) bool { return pod < 0 || int(pod) >= pods }) {
		return LastPlay{}
	}
	return LastPlay{Seats: p.Seats, Pods: p.Pods}
}
