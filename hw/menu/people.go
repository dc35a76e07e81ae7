package menu

import (
	"slices"
	"unicode"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/words"
)

// attendMenu lists the seats and shows which are here this evening; OK changes that.
func (b *Box) attendMenu() *Menu {
	m := &Menu{heading: says("ui.attend")}
	for i, name := range b.Words.Roster {
		s, here := engine.Seat(i), b.Play.Attending
		mark, set := "ui.away", here.With(s)
		if here.Has(s) {
			mark, set = "ui.here", here.Without(s)
		}
		m.add(func(w *words.Play, l lang.Lang) string { return name + ": " + w.Word(l, mark) }, Then{command.Attend{Here: set.List()}, func(b *Box, err error) *Menu {
			if err != nil {
				return nil
			}
			return b.attendMenu().at(int(s))
		}})
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

// nameMenu asks what player i of a play that is being set up is called: by a name that the box
// knows, or by a new one.
func (b *Box) nameMenu(s setup, i int) *Menu {
	m := &Menu{heading: func(w *words.Play, l lang.Lang) string {
		return w.Plain(l, engine.Say("ui.name_of").Number(i+1))
	}}
	for _, p := range b.Memory.People() {
		switch {
		case p.Name == s.seats[i]:
			m.sel = len(m.items)
		case slices.Contains(s.seats, p.Name):
			continue
		}
		m.add(names(p.Name), Open(func(b *Box) *Menu { return b.beginMenu(s.called(i, p.Name), i+1) }))
	}
	m.add(says("ui.new_name"), Open(func(b *Box) *Menu { return b.spellMenu(s.spellPlayer(i), nil, 0) }))
	m.add(says("ui.back"), Open(func(b *Box) *Menu { return b.beginMenu(s, i+1) }))
	return m
}

// A spelling is what becomes of a name that is spelled at the panel.
type spelling struct {
	taken func(b *Box, name string) bool
	done  func(b *Box, name string) *Menu
	back  func(b *Box) *Menu
}

// spellPlayer spells the name of player i.
func (s setup) spellPlayer(i int) spelling {
	return spelling{
		taken: func(_ *Box, name string) bool { return slices.Contains(s.seats, name) },
		done:  func(b *Box, name string) *Menu { return b.beginMenu(s.called(i, name), i+1) },
		back:  func(b *Box) *Menu { return b.nameMenu(s, i) },
	}
}

// spellName spells the name of the play, which is entry sel of the menu that begins it.
func (s setup) spellName(sel int) spelling {
	return spelling{
		taken: func(b *Box, name string) bool { return b.Memory.NameTaken(name) },
		done: func(b *Box, name string) *Menu {
			named := s
			named.name = name
			return b.beginMenu(named, sel)
		},
		back: func(b *Box) *Menu { return b.beginMenu(s, sel) },
	}
}

// spellMenu spells a name, letter by letter.
func (b *Box) spellMenu(s spelling, typed []rune, sel int) *Menu {
	m := &Menu{heading: names(string(typed) + "_")}
	next := func(typed []rune, sel int) Open {
		return func(b *Box) *Menu { return b.spellMenu(s, typed, sel) }
	}
	letters := b.MainLang.Letters()
	for at, r := range letters {
		if n := len(typed); n > 0 && typed[n-1] != ' ' {
			r = unicode.ToLower(r)
		}
		m.add(names(string(r)), next(append(slices.Clip(typed), r), at))
	}
	if len(typed) > 0 {
		m.add(says("ui.space"), next(append(slices.Clip(typed), ' '), 0))
		m.add(says("ui.erase"), next(typed[:len(typed)-1], len(letters)+1))
	}
	if name := engine.NormalName(string(typed)); name != "" && !s.taken(b, name) {
		m.add(says("ui.done"), Open(func(b *Box) *Menu { return s.done(b, name) }))
	}
	m.add(says("ui.back"), Open(s.back))
	return m.at(sel)
}

// called returns the setup with a player of another name, also in the options that name one.
func (s setup) called(i int, name string) setup {
	old := s.seats[i]
	s.seats = slices.Clone(s.seats)
	s.seats[i] = name
	options := map[string]any{}
	for key, v := range s.options {
		options[key] = v
	}
	for _, o := range s.title.Options {
		if o.Kind == engine.OptionSeat && options[o.Key] == old {
			options[o.Key] = name
		}
	}
	s.options = options
	return s
}

// peopleMenu lists the names that the box knows, to say how they are said, or to forget them.
func (b *Box) peopleMenu() *Menu {
	m := &Menu{heading: says("ui.people")}
	for _, p := range b.Memory.People() {
		m.add(names(p.Name), Open(func(b *Box) *Menu { return b.personMenu(p) }))
	}
	m.add(says("ui.back"), Open((*Box).settingsMenu))
	return m
}

// personMenu asks how a name is said, or whether to forget it.
func (b *Box) personMenu(p memory.Person) *Menu {
	m := &Menu{heading: names(p.Name)}
	m.add(says("ui.said"), Open(func(b *Box) *Menu {
		return b.spellMenu(spelling{
			taken: func(*Box, string) bool { return false },
			done: func(_ *Box, said string) *Menu {
				sure := &Menu{heading: names(said)}
				sure.add(says("ui.done"), Then{command.SetSaid{Name: p.Name, Said: said}, after((*Box).peopleMenu)})
				sure.add(says("ui.back"), Open((*Box).peopleMenu))
				return sure
			},
			back: func(b *Box) *Menu { return b.personMenu(p) },
		}, []rune(p.Said), 0)
	}))
	if p.Said != "" {
		m.add(says("ui.said_written"), Then{command.SetSaid{Name: p.Name}, after((*Box).peopleMenu)})
	}
	m.add(func(w *words.Play, l lang.Lang) string {
		return w.Plain(l, engine.Say("ui.forget").Thing(p.Name))
	}, Open(func(*Box) *Menu {
		sure := &Menu{heading: func(w *words.Play, l lang.Lang) string {
			return w.Plain(l, engine.Say("ui.forget").Thing(p.Name))
		}}
		sure.add(says("ui.no"), Open((*Box).peopleMenu))
		sure.add(says("ui.yes"), Then{command.Forget{Name: p.Name}, after((*Box).peopleMenu)})
		return sure
	}))
	m.add(says("ui.back"), Open((*Box).peopleMenu))
	return m
}

// botsMenu lists the seats and shows which are bots; OK changes that.
func (b *Box) botsMenu() *Menu {
	m := &Menu{heading: says("ui.bots")}
	for i, name := range b.Words.Roster {
		s := engine.Seat(i)
		mark := "ui.person"
		set := b.Play.Bots.With(s)
		if b.Play.Bots.Has(s) {
			mark, set = "ui.bot_plays", b.Play.Bots.Without(s)
		}
		m.add(func(w *words.Play, l lang.Lang) string { return name + ": " + w.Word(l, mark) }, Then{command.SetBots{Seats: set}, func(b *Box, err error) *Menu {
			if err != nil {
				return nil
			}
			return b.botsMenu().at(int(s))
		}})
	}
	m.add(says("ui.back"), closeMenu)
	return m
}
