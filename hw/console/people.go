package console

import (
	"slices"
	"unicode"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/words"
)

func (k *Console) doSetSeatLang(c command.SetSeatLang) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.Roster) {
		return k.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.seatLangs[c.Seat] = c.Lang
	k.memory.SetLang(k.Roster.Name(c.Seat), c.Lang)
	k.touch()
	return nil
}

func (k *Console) doAttend(c command.Attend) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	var seats []engine.Seat
	here := engine.SeatsOf(c.Here...)
	for i := range k.Roster {
		if s := engine.Seat(i); here.Has(s) {
			seats = append(seats, s)
		}
	}
	if err := k.t.Attend(k.caller.Clock(k.now), seats); err != nil {
		return k.refused(err)
	}
	k.log.Info("who is here", "seats", len(seats))
	k.touch()
	return nil
}

// attendMenu lists the seats, and who of them is here this evening; OK changes that.
func (k *Console) attendMenu() *menu {
	m := &menu{heading: says("ui.attend")}
	for i, name := range k.Roster {
		s, here := engine.Seat(i), k.t.Attending()
		mark, set := "ui.away", here.With(s)
		if here.Has(s) {
			mark, set = "ui.here", here.Without(s)
		}
		m.add(func(w *words.Play, l lang.Lang) string { return name + ": " + w.Word(l, mark) }, openMenu(func(k *Console) *menu {
			if k.doAttend(command.Attend{Here: set.List()}) != nil {
				return nil
			}
			next := k.attendMenu()
			next.sel = int(s)
			return next
		}))
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

func (k *Console) doForget(c command.Forget) error {
	k.memory.Forget(c.Name)
	k.touch()
	return nil
}

// langAt returns the language of what the private screen of a pod shows: that of the seat that
// it serves, else its own.
func (s *state) langAt(pod int) lang.Lang {
	if s.t != nil {
		if l := s.seatLang(s.seatOf(pod)); l != "" {
			return l
		}
	}
	return s.langs[pod]
}

// seatLang returns the language that a seat has asked for, or "".
func (s *state) seatLang(seat engine.Seat) lang.Lang {
	if seat < 0 || int(seat) >= len(s.seatLangs) {
		return ""
	}
	return s.seatLangs[seat]
}

// shownLang returns the language of what the main screen shows: a peek is in that of its seat.
func (s *state) shownLang() lang.Lang {
	if l := s.seatLang(s.showing()); l != "" {
		return l
	}
	return s.mainLang
}

// nameMenu asks what player i of a play that is being set up is called: by a name that the box
// knows, or by a new one.
func (k *Console) nameMenu(s setup, i int) *menu {
	m := &menu{heading: func(w *words.Play, l lang.Lang) string {
		return w.Plain(l, engine.Say("ui.name_of").Number(i+1))
	}}
	for _, p := range k.memory.People() {
		switch {
		case p.Name == s.seats[i]:
			m.sel = len(m.items)
		case slices.Contains(s.seats, p.Name):
			continue
		}
		m.add(names(p.Name), openMenu(func(k *Console) *menu { return k.beginMenu(s.called(i, p.Name), i+1) }))
	}
	m.add(says("ui.new_name"), openMenu(func(k *Console) *menu { return k.spellMenu(s.spellPlayer(i), nil, 0) }))
	m.add(says("ui.back"), openMenu(func(k *Console) *menu { return k.beginMenu(s, i+1) }))
	return m
}

// A spelling is what becomes of a name that is spelled at the panel.
type spelling struct {
	taken func(k *Console, name string) bool
	done  func(k *Console, name string) *menu
	back  func(k *Console) *menu
}

// spellPlayer spells the name of player i.
func (s setup) spellPlayer(i int) spelling {
	return spelling{
		taken: func(_ *Console, name string) bool { return slices.Contains(s.seats, name) },
		done:  func(k *Console, name string) *menu { return k.beginMenu(s.called(i, name), i+1) },
		back:  func(k *Console) *menu { return k.nameMenu(s, i) },
	}
}

// spellName spells the name of the play, which is entry sel of the menu that begins it.
func (s setup) spellName(sel int) spelling {
	return spelling{
		taken: func(k *Console, name string) bool { return k.memory.NameTaken(name) },
		done: func(k *Console, name string) *menu {
			named := s
			named.name = name
			return k.beginMenu(named, sel)
		},
		back: func(k *Console) *menu { return k.beginMenu(s, sel) },
	}
}

// spellMenu spells a name, letter by letter.
func (k *Console) spellMenu(s spelling, typed []rune, sel int) *menu {
	m := &menu{heading: names(string(typed) + "_"), sel: sel}
	next := func(typed []rune, sel int) openMenu {
		return func(k *Console) *menu { return k.spellMenu(s, typed, sel) }
	}
	letters := k.mainLang.Letters()
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
	if name := engine.NormalName(string(typed)); name != "" && !s.taken(k, name) {
		m.add(says("ui.done"), openMenu(func(k *Console) *menu { return s.done(k, name) }))
	}
	m.add(says("ui.back"), openMenu(s.back))
	m.sel = min(m.sel, len(m.items)-1)
	return m
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

// peopleMenu lists the names that the box knows, to forget them.
func (k *Console) peopleMenu() *menu {
	m := &menu{heading: says("ui.people")}
	for _, p := range k.memory.People() {
		m.add(names(p.Name), openMenu(func(*Console) *menu {
			sure := &menu{heading: func(w *words.Play, l lang.Lang) string {
				return w.Plain(l, engine.Say("ui.forget").Thing(p.Name))
			}}
			sure.add(says("ui.no"), openMenu((*Console).peopleMenu))
			sure.add(says("ui.yes"), then{command.Forget{Name: p.Name}, (*Console).peopleMenu})
			return sure
		}))
	}
	m.add(says("ui.back"), openMenu((*Console).settingsMenu))
	return m
}

// seatLangMenu asks for the language of what a seat reads.
func (k *Console) seatLangMenu(seat engine.Seat) *menu {
	m := &menu{heading: names(k.Roster.Name(seat))}
	m.add(says("ui.lang_box"), closing{command.SetSeatLang{Seat: seat, Lang: ""}})
	for _, l := range lang.All() {
		if l == k.seatLangs[seat] {
			m.sel = len(m.items)
		}
		m.add(says("ui.lang_"+string(l)), closing{command.SetSeatLang{Seat: seat, Lang: l}})
	}
	return m
}

// begun remembers who has begun a game, and how. Names that the box gives are nobody's.
func (k *Console) begun(t *engine.Title, c *command.Start, people []string) {
	named := slices.DeleteFunc(slices.Clone(people), func(name string) bool { return k.numbered[name] })
	k.memory.Begun(t, named, memory.LastPlay{Seats: people, Pods: slices.Clone(c.Pods), Bots: c.Bots}, c.Header.Options)
}
