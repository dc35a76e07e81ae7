package menu

import (
	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// A Menu is a list at the panel: A and B move, OK takes. Its entries are commands.
type Menu struct {
	heading label
	items   []item
	sel     int
	// atPod returns what OK at a pod does while the menu is open; nil: nothing.
	atPod func(pod int) command.Command
	// help explains what is asked, in turn with the list until somebody moves in it; nil: nothing does.
	help  label
	moved bool
	// reads: the items are texts, shown one at a time.
	reads bool
	// both is what A and B together do; nil: nothing.
	both command.Command
	// renew returns what the menu is when the phones have changed; nil: as it was.
	renew func(*Box) *Menu
	// shows is shown in place of the list; nil: the list is.
	shows func(w *words.Play, l lang.Lang) *screen.Page
}

// The commands by which a menu leads on. Whoever has the menu does them.
type (
	// An Open opens the menu that it returns, or closes the menu for nil.
	Open func(*Box) *Menu
	// A Closing closes the menu, and does a command then.
	Closing struct{ Command command.Command }
	// A Then does a command, which may be nil, and opens a menu then.
	Then struct {
		Command command.Command
		Menu    func(b *Box, err error) *Menu
	}
	// A Refused says why something cannot be begun, and opens a menu then.
	Refused struct {
		Err  error
		Menu Open
	}
	// A Joined lets the next player sit at a pod, and opens a menu then.
	Joined struct {
		Pod  int
		Menu Open
	}
)

// after returns what opens a menu whether or not a command was refused.
func after(open Open) func(*Box, error) *Menu {
	return func(b *Box, _ error) *Menu { return open(b) }
}

// A label is a text of a menu, in a language.
type label func(w *words.Play, l lang.Lang) string

// An item is an entry of a menu. do may be nil.
type item struct {
	label   label
	do      command.Command
	heading label // of a text that is read
	help    label // explains it, in turn with the list while it is marked; nil: nothing does
}

// says returns the label of a message.
func says(key string) label {
	return func(w *words.Play, l lang.Lang) string { return w.Word(l, key) }
}

// names returns the label of a name.
func names(name string) label {
	return func(*words.Play, lang.Lang) string { return name }
}

// ofGame returns the label of a message of a title, whether or not it is being played.
func ofGame(t *engine.Title, key string) label {
	return func(w *words.Play, l lang.Lang) string { return w.Books.Title(t.ID).Word(l, key) }
}

func (m *Menu) add(text label, do command.Command) {
	m.items = append(m.items, item{label: text, do: do})
}

// addExplained adds an entry that a message explains.
func (m *Menu) addExplained(text, help label, do command.Command) {
	m.items = append(m.items, item{label: text, do: do, help: help})
}

// at returns the menu with another entry chosen.
func (m *Menu) at(sel int) *Menu {
	m.sel = min(sel, len(m.items)-1)
	return m
}

// closeMenu closes the menu.
var closeMenu Open = func(*Box) *Menu { return nil }

// Move moves the choice by d, round and round.
func (m *Menu) Move(d int) {
	m.sel, m.moved = (m.sel+d+len(m.items))%len(m.items), true
}

// Chosen returns what the chosen entry does; nil for nothing.
func (m *Menu) Chosen() command.Command { return m.items[m.sel].do }

// Both returns what A and B together do; nil for nothing.
func (m *Menu) Both() command.Command { return m.both }

// Reads reports whether the menu is a text, which is read part by part.
func (m *Menu) Reads() bool { return m.reads }

// Waits reports whether the menu waits for OK at a pod.
func (m *Menu) Waits() bool { return m.atPod != nil }

// AtPod returns what OK at a pod does, where the menu waits for that.
func (m *Menu) AtPod(pod int) command.Command { return m.atPod(pod) }

// Renewed returns the menu after phones have come or gone: the same, or another in its place.
func (m *Menu) Renewed(b *Box) *Menu {
	if m.renew == nil {
		return m
	}
	return m.renew(b)
}

// Page lays the menu out.
func (m *Menu) Page(w *words.Play, l lang.Lang) *screen.Page {
	switch {
	case m.reads:
		return m.reading(w, l)
	case m.shows != nil:
		return m.shows(w, l)
	}
	p := &screen.Page{Heading: m.heading(w, l), Foot: w.Word(l, "ui.foot_list")}
	for i := range m.items {
		p.Lines = append(p.Lines, screen.Line{Text: m.items[i].label(w, l), Cursor: i == m.sel})
	}
	if m.help != nil && !m.moved {
		p.More = append(p.More, screen.Page{Heading: p.Heading, Lines: []screen.Line{{Text: m.help(w, l)}}, Foot: p.Foot})
	}
	if marked := &m.items[m.sel]; marked.help != nil {
		p.More = append(p.More, screen.Page{Heading: marked.label(w, l), Lines: []screen.Line{{Text: marked.help(w, l)}}, Foot: p.Foot})
	}
	return p
}
