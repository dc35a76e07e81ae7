package menu

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A setup is a play that is being set up at the panel.
type setup struct {
	title   *engine.Title
	seats   engine.Roster
	name    string   // what people call the play; "": what the box calls it
	teach   bool     // as a first game, explained
	bots    int      // how many more play, played for by the box
	phones  int      // how many of the seats, the first, are of people who have joined by phone
	pods    []hw.Pod // where the seats after those sit; nil: player i at pod i
	options map[string]any
	told    string // the option that was asked for first, for the number of players depends on it; "" for none
	quick   bool   // a tool, with all its settings: nothing more is asked
}

// titleMenu begins to set up a play of a title: it asks for the script or tool where that decides how many
// can play, and then who plays.
func (b *Box) titleMenu(t *engine.Title) *Menu {
	tool, _ := t.Tools()
	if t.Players == nil || tool == nil {
		return b.seatsMenu(t)
	}
	m := &Menu{heading: ofGame(t, "option."+tool.Key), help: ofGame(t, "hint.option."+tool.Key)}
	usual := wordIn(b.Memory.LastPlay(t, b.Pods).Options[tool.Key])
	if usual == "" {
		usual = tool.Default
	}
	for _, v := range tool.Values {
		if v == usual {
			m.sel = len(m.items)
		}
		m.addExplained(ofGame(t, "option."+tool.Key+"."+v), ofGame(t, "hint.option."+tool.Key+"."+v), Open(func(b *Box) *Menu {
			return b.seatsMenuFor(setup{title: t, options: map[string]any{tool.Key: v}, told: tool.Key})
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// seatsMenu asks how many play, or whether the same people play as last time. Others are called
// by their number, until they take a name.
func (b *Box) seatsMenu(t *engine.Title) *Menu {
	return b.seatsMenuFor(setup{title: t, options: map[string]any{}})
}

// seatsMenuFor does the same for a play that is set up but for its seats.
func (b *Box) seatsMenuFor(base setup) *Menu {
	m := &Menu{heading: says("ui.how_many")}
	t := base.title
	last := b.Memory.LastPlay(t, b.Pods)
	options := func() map[string]any {
		all := map[string]any{}
		for key, v := range last.Options {
			all[key] = v
		}
		for key, v := range base.options {
			all[key] = v
		}
		return all
	}
	least, most := base.players()
	b.addJoined(m, base, options, least, most)
	if n := len(last.Seats) + last.Bots; len(last.Seats) > 0 && n >= least && n <= most {
		m.add(namesAndBots(last.Seats, last.Bots), Open(func(b *Box) *Menu {
			s := base
			s.seats, s.bots, s.pods, s.options = last.Seats, last.Bots, last.Pods, options()
			if base.told != "" {
				return b.optionMenu(s, 0)
			}
			return b.beginMenu(s, 0)
		}))
	}
	for n := least; n <= most; n++ {
		m.add(func(_ *words.Play, l lang.Lang) string { return l.Number(n) }, Open(func(b *Box) *Menu {
			s := base
			s.options = options()
			s.seats = slices.Clone(b.Phones.Phones[:min(n, len(b.Phones.Phones))])
			s.phones = len(s.seats)
			for i := s.phones; i < n; i++ {
				s.seats = append(s.seats, b.Words.Plain(b.Lang, engine.Say("ui.player").Number(i+1)))
			}
			return b.joinMenu(s)
		}))
	}
	if t.Lessons != nil {
		m.add(says("ui.teach"), Open(func(b *Box) *Menu {
			s := setup{title: t, teach: true, options: map[string]any{}}
			n := max(t.MinSeats, min(max(4, len(b.Phones.Phones)), t.MaxSeats))
			s.seats = slices.Clone(b.Phones.Phones[:min(n, len(b.Phones.Phones))])
			s.phones = len(s.seats)
			for i := s.phones; i < n; i++ {
				s.seats = append(s.seats, b.Words.Plain(b.Lang, engine.Say("ui.player").Number(i+1)))
			}
			for key, word := range Usual(t) {
				s.options[key] = word
			}
			for i := range t.Options {
				if o := &t.Options[i]; b.phonesAlone(&s, o) {
					s.options[o.Key] = "box"
				}
			}
			return b.joinMenu(s)
		}))
	}
	return m
}

// addJoined adds whoever has joined by phone as those who play, in the order in which they joined. The box
// plays for those who are missing.
func (b *Box) addJoined(m *Menu, base setup, options func() map[string]any, least, most int) {
	joined := engine.Roster(slices.Clone(b.Phones.Phones))
	if len(joined) == 0 {
		return
	}
	bots := max(0, least-len(joined))
	label := namesAndBots(joined, bots)
	if len(joined) > most {
		m.add(label, Refused{engine.Refuse("", "refuse.joined_many", most, len(joined)), func(b *Box) *Menu { return b.seatsMenuFor(base) }})
		return
	}
	m.add(label, Open(func(b *Box) *Menu {
		s := base
		s.options, s.seats, s.phones, s.bots = options(), joined, len(joined), bots
		return b.optionMenu(s, 0)
	}))
}

// namesAndBots is the label of people and how many bots play with them.
func namesAndBots(people engine.Roster, bots int) label {
	return func(w *words.Play, l lang.Lang) string {
		all := slices.Clone(people)
		if bots > 0 {
			all = append(all, w.Plain(l, engine.Say("ui.some_bots").Number(bots)))
		}
		return strings.Join(all, w.Word(l, "ui.comma"))
	}
}

// players returns how many can play what is set up.
func (s *setup) players() (least, most int) {
	return s.title.Range(s.chosen())
}

// chosen returns the options as a header has them.
func (s *setup) chosen() json.RawMessage {
	options, err := json.Marshal(s.options)
	if err != nil {
		panic("console: options are words and truths: " + err.Error())
	}
	return options
}

// dealsAlone reports whether the box draws and rolls by default where people have nothing but phones: an
// option says who does, and no camera reads dice.
func (b *Box) dealsAlone(o *engine.Option) bool { return o.Draws() && !b.Camera }

// phonesAlone reports whether that is so for a play that is set up.
func (b *Box) phonesAlone(s *setup, o *engine.Option) bool {
	return b.dealsAlone(o) && len(s.seats) > 0 &&
		!slices.ContainsFunc(s.seats, func(name string) bool { return !slices.Contains(b.Phones.Phones, name) })
}

// joinMenu waits until every player who has no phone has pressed OK at a pod, in the order in which they
// sit. Players who share a pod each press its OK. For those who are missing the box can
// play.
func (b *Box) joinMenu(s setup) *Menu {
	if s.phones+len(s.pods) == len(s.seats) {
		s.pods = s.spread(b.Pods)
		return b.optionMenu(s, 0)
	}
	m := &Menu{heading: func(w *words.Play, l lang.Lang) string {
		return w.Plain(l, engine.Say("ui.join").Number(s.phones+len(s.pods)+1))
	}}
	m.atPod = func(pod int) command.Command {
		return Joined{pod, func(b *Box) *Menu {
			next := s
			next.pods = append(append([]hw.Pod(nil), s.pods...), hw.Pod(pod))
			return b.joinMenu(next)
		}}
	}
	m.add(says("ui.as_numbered"), Open(func(b *Box) *Menu {
		plain := s
		plain.pods = nil
		return b.optionMenu(plain, 0)
	}))
	if joined := s.phones + len(s.pods); joined > 0 {
		m.add(says("ui.rest_bots"), Open(func(b *Box) *Menu {
			filled := s
			filled.seats, filled.bots = s.seats[:joined], len(s.seats)-joined
			return b.joinMenu(filled)
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// spread returns where the seats sit once all pods that were pressed are taken: a player with a phone sits at
// those that are left, in turn, to have a pod should the phone fail. nil where nobody has pressed one.
func (s *setup) spread(pods int) []hw.Pod {
	if len(s.pods) == 0 || s.phones == 0 {
		return s.pods
	}
	var free []hw.Pod
	for p := range hw.Pod(pods) {
		if !slices.Contains(s.pods, p) {
			free = append(free, p)
		}
	}
	if len(free) == 0 {
		free = s.pods
	}
	all := make([]hw.Pod, 0, len(s.seats))
	for i := range s.phones {
		all = append(all, free[i%len(free)])
	}
	return append(all, s.pods...)
}

// optionMenu asks for option n of the title, and begins when there are no more.
func (b *Box) optionMenu(s setup, n int) *Menu {
	for n < len(s.title.Options) && !s.asks(&s.title.Options[n]) {
		n++
	}
	if n >= len(s.title.Options) {
		return b.beginMenu(s, 0)
	}
	o := s.title.Options[n]
	if o.Kind == engine.OptionObject {
		return b.settingMenu(s, &o, 0, func(k *Box, s setup) *Menu { return b.optionMenu(s, n+1) })
	}
	m := &Menu{heading: ofGame(s.title, "option."+o.Key), help: ofGame(s.title, "hint.option."+o.Key)}
	usual := o.Default
	switch alone := b.phonesAlone(&s, &o); {
	case alone:
		usual, m.help = "box", says("ui.deals_alone")
	case s.title.Ships() && o.Draws():
		usual = "box"
	}
	if v, ok := s.options[o.Key].(json.RawMessage); ok { // as last time
		usual = strings.Trim(string(v), `"`)
	}
	add := func(text label, value any, isDefault bool) {
		if isDefault {
			m.sel = len(m.items)
		}
		m.add(text, Open(func(b *Box) *Menu {
			if value != nil {
				s.options[o.Key] = value
			}
			return b.optionMenu(s, n+1)
		}))
	}
	switch o.Kind {
	case engine.OptionBool:
		add(says("ui.no"), false, usual != "true")
		add(says("ui.yes"), true, usual == "true")
	case engine.OptionChoice:
		if o.Default == "" {
			add(says("ui.by_rule"), nil, usual == "")
		}
		for _, v := range o.Values {
			if s.bots > 0 && slices.Contains(o.Laid, v) {
				continue
			}
			add(ofGame(s.title, "option."+o.Key+"."+v), v, v == usual)
			if len(o.Tools) > 0 {
				m.items[len(m.items)-1].help = ofGame(s.title, "hint.option."+o.Key+"."+v)
			}
		}
	case engine.OptionFile: // what comes with the box; a file of the owner's is for a page
		if _, asLast := s.options[o.Key]; !asLast {
			usual = o.Values[0]
		}
		for _, v := range o.Values {
			add(ofGame(s.title, "option."+o.Key+"."+v), v, v == usual)
		}
		add(ofGame(s.title, "option."+o.Key+".none"), "", usual == "")
	case engine.OptionSeat:
		add(says("ui.as_ruled"), nil, true)
		for _, name := range s.seats {
			add(names(name), name, false)
		}
	}
	return m
}

// beginMenu begins the play, once everybody has the right name.
func (b *Box) beginMenu(s setup, sel int) *Menu {
	m := &Menu{heading: ofGame(s.title, "game.title"), sel: sel}
	m.add(says("ui.begin"), s.start())
	for i, name := range s.seats {
		m.add(func(_ *words.Play, l lang.Lang) string { return l.Number(i+1) + "  " + name },
			Open(func(b *Box) *Menu { return b.nameMenu(s, i) }))
	}
	if s.title.Campaign {
		called := cmp.Or(s.name, desk.FreshName(b.Words, b.Lang, b.Memory.NameTaken))
		m.add(func(w *words.Play, l lang.Lang) string {
			return w.Plain(l, engine.Say("ui.called").Thing(l.Isolate(called)))
		}, Open(func(b *Box) *Menu { return b.spellMenu(s.spellName(len(m.items)-2), nil, 0) }))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// asks reports whether an option is asked for: not in a first game. Nobody is asked who draws where that is settled: with bots at the
// table the box does, and the table does where all cards lie there, which bots have no hands for.
func (s *setup) asks(o *engine.Option) bool {
	switch {
	case s.teach || s.quick || o.Key == s.told:
		return false
	case o.Draws():
		return s.bots == 0 && !s.title.AllLaid(s.chosen())
	case s.bots > 0 && len(o.Laid) > 0:
		return len(o.Values)-len(o.Laid) > 1
	}
	return atPanel(o) || o.Of != nil
}

// atPanel reports whether an option can be chosen at the panel. The others are typed; at the
// panel they stay as the rules have them.
func atPanel(o *engine.Option) bool {
	return o.Kind == engine.OptionBool || o.Kind == engine.OptionSeat || ofWords(o)
}

// Usual returns the options with which the box offers a title where nobody has chosen anything, as far as they
// are not as the rules have them: what comes with the box is played with, and drawn by the box.
func Usual(t *engine.Title) map[string]string {
	usual := map[string]string{}
	if !t.Ships() {
		return usual
	}
	for i := range t.Options {
		switch o := &t.Options[i]; {
		case o.Kind == engine.OptionFile && len(o.Values) > 0:
			usual[o.Key] = o.Values[0]
		case o.Draws():
			usual[o.Key] = "box"
		}
	}
	return usual
}

// ofWords reports whether the values of an option are words out of a list.
func ofWords(o *engine.Option) bool {
	return o.Kind == engine.OptionChoice || o.Kind == engine.OptionFile && len(o.Values) > 0
}

// settle undoes what was chosen last time and does not go with what is chosen now, and is not asked for again.
func (s *setup) settle() {
	for i := range s.title.Options {
		switch o := &s.title.Options[i]; {
		case s.bots > 0 && o.Laid != nil:
			delete(s.options, o.Key)
		case s.bots == 0 && o.Draws() && s.title.AllLaid(s.chosen()):
			s.options[o.Key] = "table"
		}
	}
}

// start returns the command that begins the play.
func (s *setup) start() command.Start {
	s.settle()
	return command.Start{
		Header:   engine.Header{Game: s.title.ID, Seats: s.seats, Options: s.chosen()},
		DrawSeed: true, Pods: s.pods, Bots: s.bots, Teach: s.teach, Name: s.name,
	}
}
