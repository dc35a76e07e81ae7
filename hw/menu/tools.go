package menu

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
func (b *Box) toolbox() *engine.Title {
	for _, t := range b.Titles {
		if tool, _ := t.Tools(); tool != nil {
			return t
		}
	}
	return nil
}

// toolsMenu lists the tools, to be used at once by those who play here, as they were used last.
func (b *Box) toolsMenu(t *engine.Title) *Menu {
	m := &Menu{heading: says("ui.tools_title")}
	tool, _ := t.Tools()
	for _, name := range b.Memory.Tools(t) {
		m.addExplained(ofGame(t, "option."+tool.Key+"."+name), ofGame(t, "hint.option."+tool.Key+"."+name), b.useTool(t, name))
	}
	m.add(says("ui.tool_settings"), Open(func(b *Box) *Menu { return b.toolSettingsMenu(t) }))
	m.add(says("ui.back"), backToStart())
	return m
}

// useTool returns the command that begins a tool, or asks first who plays.
func (b *Box) useTool(t *engine.Title, name string) command.Command {
	s := setup{title: t, quick: true, options: map[string]any{}}
	tool, settings := t.Tools()
	s.options[tool.Key] = name
	if raw := b.Memory.ToolSettings(t, name); raw != nil {
		s.options[settings.Key] = raw
	}
	return s.among(b.Memory.Company(t, b.Pods))
}

// among returns the command that begins a play for these people, or asks for them where there
// aren't there.
func (s setup) among(p memory.LastPlay) command.Command {
	if len(p.Seats) == 0 {
		return Open(func(b *Box) *Menu { return b.seatsMenuFor(s) })
	}
	s.seats, s.pods, s.bots = p.Seats, p.Pods, p.Bots
	return s.start()
}

// toolSettingsMenu asks which tool to set.
func (b *Box) toolSettingsMenu(t *engine.Title) *Menu {
	m := &Menu{heading: says("ui.tool_settings")}
	tool, settings := t.Tools()
	for _, name := range b.Memory.Tools(t) {
		if !hasSettings(settings, name) {
			continue
		}
		m.add(ofGame(t, "option."+tool.Key+"."+name), Open(func(b *Box) *Menu {
			s := setup{title: t, quick: true, options: map[string]any{tool.Key: name}}
			return b.settingMenu(s, settings, 0, func(k *Box, s setup) *Menu {
				begin := &Menu{heading: ofGame(t, "option."+tool.Key+"."+name)}
				begin.add(says("ui.begin"), s.among(b.Memory.Company(t, b.Pods)))
				begin.add(says("ui.back"), backToStart())
				return begin
			})
		}))
	}
	m.add(says("ui.back"), Open(func(b *Box) *Menu { return b.toolsMenu(t) }))
	return m
}

func hasSettings(settings *engine.Option, tool string) bool {
	return slices.ContainsFunc(settings.Of, func(o engine.Option) bool { return slices.Contains(o.For, tool) })
}

// settingMenu asks for setting n of a tool, and goes on when there are no more.
func (b *Box) settingMenu(s setup, settings *engine.Option, n int, after func(*Box, setup) *Menu) *Menu {
	tool, _ := s.title.Tools()
	name := wordIn(s.options[tool.Key])
	for n < len(settings.Of) && (!slices.Contains(settings.Of[n].For, name) || settings.Of[n].Kind == engine.OptionText) { // a text is typed elsewhere
		n++
	}
	if n >= len(settings.Of) {
		return after(b, s)
	}
	o := &settings.Of[n]
	key := "option." + settings.Key + "." + o.Key
	m := &Menu{heading: ofGame(s.title, key), help: ofGame(s.title, "hint."+key)}
	var last map[string]json.RawMessage
	_ = json.Unmarshal(b.Memory.ToolSettings(s.title, name), &last) // none: as usual
	usual := o.Default
	if raw, ok := last[o.Key]; ok {
		usual = wordIn(raw)
	}
	add := func(text label, value any, word string) {
		if word == usual {
			m.sel = len(m.items)
		}
		m.add(text, Open(func(b *Box) *Menu {
			return b.settingMenu(s.with(settings.Key, o.Key, value), settings, n+1, after)
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
