package console

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// toolbox returns the title that has tools, or nil.
func (s *state) toolbox() *engine.Title {
	for _, t := range s.titles {
		if tool, _ := t.Tools(); tool != nil {
			return t
		}
	}
	return nil
}

// used remembers which tool was used, and with which settings.
func (p *lastPlay) used(t *engine.Title, options json.RawMessage) {
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
	if raw := all[settings.Key]; raw != nil {
		p.Settings[name] = raw
	}
}

// tools returns the tools of a title, those that were used last before the others.
func (s *state) tools(t *engine.Title) []string {
	tool, _ := t.Tools()
	list := slices.DeleteFunc(slices.Clone(s.settings.Games[t.ID].Tools), func(name string) bool { return !slices.Contains(tool.Tools, name) })
	for _, name := range tool.Tools {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// toolSettings returns the settings with which a tool was used last, or nil where that is not
// known or is not good any more.
func (s *state) toolSettings(t *engine.Title, name string) json.RawMessage {
	raw := s.settings.Games[t.ID].Settings[name]
	if raw == nil || t.Check(engine.Header{Game: t.ID, Seats: engine.Roster{"1", "2", "3"}, Options: toolOptions(t, name, raw)}) != nil {
		return nil
	}
	return raw
}

// toolOptions returns the options of a play of a tool.
func toolOptions(t *engine.Title, name string, raw json.RawMessage) json.RawMessage {
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

// company returns who plays now: those of the last play of a title, or of any other if they are
// as many as can play this one.
func (s *state) company(t *engine.Title) lastPlay {
	if p := s.last(t); len(p.Seats) > 0 {
		return p
	}
	p := s.settings.Games[s.settings.Last]
	if len(p.Seats) < t.MinSeats || len(p.Seats) > t.MaxSeats || slices.ContainsFunc(p.Pods, func(pod hw.Pod) bool { return pod < 0 || int(pod) >= len(s.ports) }) {
		return lastPlay{}
	}
	return lastPlay{Seats: p.Seats, Pods: p.Pods}
}

// toolsMenu lists the tools, to be used at once by those who play here, as they were used last.
func (k *Console) toolsMenu(t *engine.Title) *menu {
	m := &menu{heading: says("ui.tools_title")}
	tool, _ := t.Tools()
	for _, name := range k.tools(t) {
		m.addExplained(ofGame(t, "option."+tool.Key+"."+name), ofGame(t, "hint.option."+tool.Key+"."+name), k.useTool(t, name))
	}
	m.add(says("ui.tool_settings"), openMenu(func(k *Console) *menu { return k.toolSettingsMenu(t) }))
	m.add(says("ui.back"), backToStart())
	return m
}

// useTool returns the command that begins a tool, or asks first who plays.
func (k *Console) useTool(t *engine.Title, name string) command.Command {
	s := setup{title: t, quick: true, options: map[string]any{}}
	tool, settings := t.Tools()
	s.options[tool.Key] = name
	if raw := k.toolSettings(t, name); raw != nil {
		s.options[settings.Key] = raw
	}
	return s.among(k.company(t))
}

// among returns the command that begins a play for these people, or asks for them where there
// are none.
func (s setup) among(p lastPlay) command.Command {
	if len(p.Seats) == 0 {
		return openMenu(func(k *Console) *menu { return k.seatsMenuFor(s) })
	}
	s.seats, s.pods, s.bots = p.Seats, p.Pods, p.Bots
	return s.start()
}

// toolSettingsMenu asks which tool to set.
func (k *Console) toolSettingsMenu(t *engine.Title) *menu {
	m := &menu{heading: says("ui.tool_settings")}
	tool, settings := t.Tools()
	for _, name := range k.tools(t) {
		if !hasSettings(settings, name) {
			continue
		}
		m.add(ofGame(t, "option."+tool.Key+"."+name), openMenu(func(k *Console) *menu {
			s := setup{title: t, quick: true, options: map[string]any{tool.Key: name}}
			return k.settingMenu(s, settings, 0, func(k *Console, s setup) *menu {
				begin := &menu{heading: ofGame(t, "option."+tool.Key+"."+name)}
				begin.add(says("ui.begin"), s.among(k.company(t)))
				begin.add(says("ui.back"), backToStart())
				return begin
			})
		}))
	}
	m.add(says("ui.back"), openMenu(func(k *Console) *menu { return k.toolsMenu(t) }))
	return m
}

func hasSettings(settings *engine.Option, tool string) bool {
	return slices.ContainsFunc(settings.Of, func(o engine.Option) bool { return slices.Contains(o.For, tool) })
}

// settingMenu asks for setting n of a tool, and goes on when there are no more.
func (k *Console) settingMenu(s setup, settings *engine.Option, n int, after func(*Console, setup) *menu) *menu {
	tool, _ := s.title.Tools()
	name := wordIn(s.options[tool.Key])
	for n < len(settings.Of) && !slices.Contains(settings.Of[n].For, name) {
		n++
	}
	if n >= len(settings.Of) {
		return after(k, s)
	}
	o := &settings.Of[n]
	key := "option." + settings.Key + "." + o.Key
	m := &menu{heading: ofGame(s.title, key), help: ofGame(s.title, "hint."+key)}
	var last map[string]json.RawMessage
	_ = json.Unmarshal(k.toolSettings(s.title, name), &last) // none: as usual
	usual := o.Default
	if raw, ok := last[o.Key]; ok {
		usual = wordIn(raw)
	}
	add := func(text label, value any, word string) {
		if word == usual {
			m.sel = len(m.items)
		}
		m.add(text, openMenu(func(k *Console) *menu {
			return k.settingMenu(s.with(settings.Key, o.Key, value), settings, n+1, after)
		}))
	}
	switch o.Kind {
	case engine.OptionBool:
		add(says("ui.no"), false, "false")
		add(says("ui.yes"), true, "true")
	case engine.OptionInt:
		for _, v := range o.Values {
			var number int
			if json.Unmarshal([]byte(v), &number) == nil {
				add(func(_ *words.Play, l lang.Lang) string { return l.Number(number) }, number, v)
			}
		}
	default:
		for _, v := range o.Values {
			add(ofGame(s.title, key+"."+v), v, v)
		}
	}
	return m
}

// with returns the setup with one more setting of a tool.
func (s setup) with(settings, key string, value any) setup {
	old, _ := s.options[settings].(map[string]any)
	set := map[string]any{key: value}
	for k, v := range old {
		if k != key {
			set[k] = v
		}
	}
	options := map[string]any{}
	for k, v := range s.options {
		options[k] = v
	}
	options[settings] = set
	s.options = options
	return s
}

// wordIn returns the value of an option as text, whether it was chosen now or remembered.
func wordIn(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.RawMessage:
		var word string
		if json.Unmarshal(v, &word) == nil {
			return word
		}
		return string(v)
	}
	return ""
}
