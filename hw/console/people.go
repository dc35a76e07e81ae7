package console

import (
	"encoding/json"
	"slices"
	"unicode"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A person is somebody who has played at the box.
type person struct {
	Name string    `json:"name"`
	Lang lang.Lang `json:"lang,omitempty"` // of the private screen; "": that of the box
}

// A lastPlay is how a game was begun last: by whom, where they sat and with which options. The
// options are those that people choose from a list; a file of the owner's is not among them.
type lastPlay struct {
	Seats   []string                   `json:"seats"`
	Pods    []hw.Pod                   `json:"pods,omitempty"`
	Bots    int                        `json:"bots,omitempty"`
	Options map[string]json.RawMessage `json:"options,omitempty"`
	// Tools are the tools of the title that were used, the latest first, and Settings what each
	// was used with.
	Tools    []string                   `json:"tools,omitempty"`
	Settings map[string]json.RawMessage `json:"settings,omitempty"`
}

// maxPeople is how many names a box keeps; who has not played for the longest time goes.
const maxPeople = 40

func (k *Console) doSetSeatLang(c command.SetSeatLang) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.Roster) {
		return k.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.seatLangs[c.Seat] = c.Lang
	name := k.Roster.Name(c.Seat)
	for i := range k.settings.People {
		if p := &k.settings.People[i]; p.Name == name {
			p.Lang = c.Lang
			k.remember()
		}
	}
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
	k.settings.People = slices.DeleteFunc(k.settings.People, func(p person) bool { return p.Name == c.Name })
	for id, last := range k.settings.Games {
		if slices.Contains(last.Seats, c.Name) {
			last.Seats, last.Pods = nil, nil
			k.settings.Games[id] = last
		}
	}
	k.remember()
	k.touch()
	return nil
}

// begun remembers who has begun a game, and how.
func (k *Console) begun(t *engine.Title, c *command.Start, people []string) {
	for _, name := range slices.Backward(people) {
		if k.numbered[name] {
			continue
		}
		p := person{Name: name}
		if i := slices.IndexFunc(k.settings.People, func(p person) bool { return p.Name == name }); i >= 0 {
			p = k.settings.People[i]
			k.settings.People = slices.Delete(k.settings.People, i, i+1)
		}
		k.settings.People = slices.Insert(k.settings.People, 0, p)
	}
	k.settings.People = k.settings.People[:min(len(k.settings.People), maxPeople)]
	if k.settings.Games == nil {
		k.settings.Games = map[string]lastPlay{}
	}
	k.settings.Last = t.ID
	last := k.settings.Games[t.ID]
	last.Seats, last.Pods, last.Bots, last.Options = people, slices.Clone(c.Pods), c.Bots, favourites(t, c.Header.Options)
	last.used(t, c.Header.Options)
	k.settings.Games[t.ID] = last
	k.remember()
}

// favourites returns those of the options of a title that are chosen from a list and that it has.
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

// last returns how a title was begun last, as far as it can be begun so again.
func (s *state) last(t *engine.Title) lastPlay {
	p := s.settings.Games[t.ID]
	p.Options = kept(t, p.Options)
	if n := len(p.Seats) + p.Bots; n < t.MinSeats || n > t.MaxSeats || len(p.Seats) == 0 || p.Bots < 0 {
		p.Seats, p.Pods, p.Bots = nil, nil, 0
	}
	if len(p.Pods) != len(p.Seats) || slices.ContainsFunc(p.Pods, func(pod hw.Pod) bool { return pod < 0 || int(pod) >= len(s.ports) }) {
		p.Pods = nil
	}
	return p
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

// langsOf returns the languages that the box remembers of a play's people, by seat.
func (s *state) langsOf(r engine.Roster) []lang.Lang {
	langs := make([]lang.Lang, len(r))
	for i, name := range r {
		for _, p := range s.settings.People {
			if p.Name == name {
				langs[i] = p.Lang
			}
		}
	}
	return langs
}

// whole reports whether what was read from the file of settings can be shown and used.
func (p *person) whole() bool {
	if p.Lang != "" {
		if _, err := lang.Parse(string(p.Lang)); err != nil {
			return false
		}
	}
	return p.Name != "" && p.Name == engine.NormalName(p.Name)
}

// nameMenu asks what player i of a play that is being set up is called: by a name that the box
// knows, or by a new one.
func (k *Console) nameMenu(s setup, i int) *menu {
	m := &menu{heading: func(w *words.Play, l lang.Lang) string {
		return w.Plain(l, engine.Say("ui.name_of").Number(i+1))
	}}
	for _, p := range k.settings.People {
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
		taken: func(k *Console, name string) bool { return k.nameTaken(name) },
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
	for _, p := range k.settings.People {
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
