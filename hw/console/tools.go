package console

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
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

// toolsMenu lists the tools, to be used at once by those who play here, as they were used last.
func (k *Console) toolsMenu(t *engine.Title) *menu {
	m := &menu{heading: says("ui.tools_title")}
	tool, _ := t.Tools()
	for _, name := range k.memory.Tools(t) {
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
	if raw := k.memory.ToolSettings(t, name); raw != nil {
		s.options[settings.Key] = raw
	}
	return s.among(k.memory.Company(t, len(k.ports)))
}

// among returns the command that begins a play for these people, or asks for them where there
// are none.
func (s setup) among(p memory.LastPlay) command.Command {
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
	for _, name := range k.memory.Tools(t) {
		if !hasSettings(settings, name) {
			continue
		}
		m.add(ofGame(t, "option."+tool.Key+"."+name), openMenu(func(k *Console) *menu {
			s := setup{title: t, quick: true, options: map[string]any{tool.Key: name}}
			return k.settingMenu(s, settings, 0, func(k *Console, s setup) *menu {
				begin := &menu{heading: ofGame(t, "option."+tool.Key+"."+name)}
				begin.add(says("ui.begin"), s.among(k.memory.Company(t, len(k.ports))))
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
	_ = json.Unmarshal(k.memory.ToolSettings(s.title, name), &last) // none: as usual
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
