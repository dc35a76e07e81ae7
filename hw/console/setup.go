package console

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// A setup is a play that is being set up at the panel.
type setup struct {
	title   *engine.Title
	seats   engine.Roster
	name    string   // what people call the play; "": what the box calls it
	teach   bool     // as a first game, explained
	bots    int      // how many more play, played for by the box
	pods    []hw.Pod // where the seats sit; nil: player i at pod i
	options map[string]any
	quick   bool // a tool, with all its settings: nothing more is asked
}

// seatsMenu asks how many play, or whether the same people play as last time. Others are called
// by their number, until they take a name.
func (k *Console) seatsMenu(t *engine.Title) *menu {
	return k.seatsMenuFor(setup{title: t, options: map[string]any{}})
}

// seatsMenuFor does the same for a play that is set up but for its seats.
func (k *Console) seatsMenuFor(base setup) *menu {
	m := &menu{heading: says("ui.how_many")}
	t := base.title
	last := k.last(t)
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
	if len(last.Seats) > 0 {
		m.add(func(w *words, l lang.Lang) string {
			all := slices.Clone(last.Seats)
			if last.Bots > 0 {
				all = append(all, w.base.Text(l, nil, engine.Say("ui.some_bots").Number(last.Bots)))
			}
			return strings.Join(all, w.word(l, "ui.comma"))
		}, openMenu(func(k *Console) *menu {
			return k.beginMenu(setup{title: t, seats: last.Seats, bots: last.Bots, pods: last.Pods, options: options(), quick: base.quick}, 0)
		}))
	}
	for n := t.MinSeats; n <= t.MaxSeats; n++ {
		m.add(func(_ *words, l lang.Lang) string { return l.Number(n) }, openMenu(func(k *Console) *menu {
			s := setup{title: t, options: options(), quick: base.quick}
			for i := range n {
				s.seats = append(s.seats, k.base.Text(k.lang, nil, engine.Say("ui.player").Number(i+1)))
			}
			return k.joinMenu(s)
		}))
	}
	if t.Lessons != nil {
		m.add(says("ui.teach"), openMenu(func(k *Console) *menu {
			s := setup{title: t, teach: true, options: map[string]any{}}
			for i := range t.Options { // the cards of the box are in the box alone
				switch o := &t.Options[i]; {
				case !ships(t):
				case o.Kind == engine.OptionFile:
					s.options[o.Key] = o.Values[0]
				case byTableOrBox(o):
					s.options[o.Key] = "box"
				}
			}
			for i := range max(t.MinSeats, min(4, t.MaxSeats)) {
				s.seats = append(s.seats, k.base.Text(k.lang, nil, engine.Say("ui.player").Number(i+1)))
			}
			return k.joinMenu(s)
		}))
	}
	return m
}

// joinMenu waits until every player has pressed OK at a pod, in the order in which they sit.
// Who shares a pod with somebody presses its OK again. For those who are missing the box can
// play.
func (k *Console) joinMenu(s setup) *menu {
	if len(s.pods) == len(s.seats) {
		return k.optionMenu(s, 0)
	}
	m := &menu{heading: func(w *words, l lang.Lang) string {
		return w.base.Text(l, nil, engine.Say("ui.join").Number(len(s.pods)+1))
	}}
	m.atPod = func(pod int) Command {
		return openMenu(func(k *Console) *menu {
			next := s
			next.pods = append(append([]hw.Pod(nil), s.pods...), hw.Pod(pod))
			k.seating.join(pod)
			return k.joinMenu(next)
		})
	}
	m.add(says("ui.as_numbered"), openMenu(func(k *Console) *menu {
		plain := s
		plain.pods = nil
		return k.optionMenu(plain, 0)
	}))
	if joined := len(s.pods); joined > 0 {
		m.add(says("ui.rest_bots"), openMenu(func(k *Console) *menu {
			filled := s
			filled.seats, filled.bots = s.seats[:joined], len(s.seats)-joined
			return k.optionMenu(filled, 0)
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// optionMenu asks for option n of the title, and begins when there are no more.
func (k *Console) optionMenu(s setup, n int) *menu {
	for n < len(s.title.Options) && !s.asks(&s.title.Options[n]) {
		n++
	}
	if n >= len(s.title.Options) {
		return k.beginMenu(s, 0)
	}
	o := s.title.Options[n]
	if o.Kind == engine.OptionObject {
		return k.settingMenu(s, &o, 0, func(k *Console, s setup) *menu { return k.optionMenu(s, n+1) })
	}
	m := &menu{heading: ofGame(s.title, "option."+o.Key), help: ofGame(s.title, "hint.option."+o.Key)}
	usual := o.Default
	if ships(s.title) && byTableOrBox(&o) {
		usual = "box"
	}
	if v, ok := s.options[o.Key].(json.RawMessage); ok { // as last time
		usual = strings.Trim(string(v), `"`)
	}
	add := func(text label, value any, isDefault bool) {
		if isDefault {
			m.sel = len(m.items)
		}
		m.add(text, openMenu(func(k *Console) *menu {
			if value != nil {
				s.options[o.Key] = value
			}
			return k.optionMenu(s, n+1)
		}))
	}
	switch o.Kind {
	case engine.OptionBool:
		add(says("ui.no"), false, usual != "true")
		add(says("ui.yes"), true, usual == "true")
	case engine.OptionChoice:
		for _, v := range o.Values {
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
func (k *Console) beginMenu(s setup, sel int) *menu {
	m := &menu{heading: ofGame(s.title, "game.title"), sel: sel}
	m.add(says("ui.begin"), s.start())
	for i, name := range s.seats {
		m.add(func(_ *words, l lang.Lang) string { return l.Number(i+1) + "  " + name },
			openMenu(func(k *Console) *menu { return k.nameMenu(s, i) }))
	}
	if s.title.Campaign {
		called := cmp.Or(s.name, k.freshName(k.lang))
		m.add(func(w *words, l lang.Lang) string {
			return w.base.Text(l, nil, engine.Say("ui.called").Thing(apart(l, called)))
		}, openMenu(func(k *Console) *menu { return k.spellMenu(s.spellName(len(m.items)-2), nil, 0) }))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// asks reports whether an option is asked for: not in a first game, and with bots at the table
// the box draws, so that nobody is asked who does.
func (s *setup) asks(o *engine.Option) bool {
	return !s.teach && !s.quick && (atPanel(o) || o.Of != nil) && (s.bots == 0 || !byTableOrBox(o))
}

// atPanel reports whether an option can be chosen at the panel. The others are typed; at the
// panel they stay as the rules have them.
func atPanel(o *engine.Option) bool {
	return o.Kind == engine.OptionBool || o.Kind == engine.OptionSeat || ofWords(o)
}

// ships reports whether the box has cards for a title that nobody has on the table: then it draws
// them, unless somebody chooses otherwise.
func ships(t *engine.Title) bool {
	return slices.ContainsFunc(t.Options, func(o engine.Option) bool { return o.Kind == engine.OptionFile && len(o.Values) > 0 })
}

// ofWords reports whether the values of an option are words out of a list.
func ofWords(o *engine.Option) bool {
	return o.Kind == engine.OptionChoice || o.Kind == engine.OptionFile && len(o.Values) > 0
}

// start returns the command that begins the play.
func (s *setup) start() Start {
	options, err := json.Marshal(s.options)
	if err != nil {
		panic("console: options are words and truths: " + err.Error())
	}
	return Start{
		Header:   engine.Header{Game: s.title.ID, Seats: s.seats, Options: options},
		DrawSeed: true, Pods: s.pods, Bots: s.bots, Teach: s.teach, Name: s.name,
	}
}
