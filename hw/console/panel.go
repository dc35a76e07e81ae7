package console

import (
	"encoding/json"
	"strings"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// A menu is a list at the panel: A and B move, OK takes.
type menu struct {
	heading func(l lang.Lang) string
	items   []menuItem
	sel     int
	onBack  func() // B held; nil: nothing
}

// A menuItem is an entry of a menu.
type menuItem struct {
	label func(l lang.Lang) string
	do    func()
}

func (k *Console) says(key string) func(lang.Lang) string {
	return func(l lang.Lang) string { return k.word(l, key) }
}

func (k *Console) setMenu(m *menu) {
	k.menu = m
	k.hands[k.panel()].again = 0
	k.touch()
}

func (k *Console) menuPage(l lang.Lang) *screen.Page {
	if k.t == nil && k.wrong != nil && k.wrongTill > k.now {
		return k.wrongPage(l)
	}
	p := &screen.Page{Heading: k.menu.heading(l), Foot: k.word(l, "ui.foot_list")}
	for i, it := range k.menu.items {
		p.Lines = append(p.Lines, screen.Line{Text: it.label(l), Cursor: i == k.menu.sel})
	}
	return p
}

// panelPressed is a button of the panel that went down.
func (k *Console) panelPressed(h *hand, b hw.Button) {
	if k.wrong != nil && k.wrongTill > k.now && k.menu == nil {
		// A refusal stands on the main screen: A shows the rule, anything else puts it away.
		if b == hw.A && k.rule(k.mainLang) != nil && !k.wrongRule {
			k.wrongRule, k.wrongTill = true, k.now+2*wrongFor
		} else {
			k.wrongTill = 0
		}
		h.used[b] = true
		return
	}
	if b == hw.OK {
		return // counts when it comes up, or is held
	}
	d := 1
	if b == hw.B {
		d = -1
	}
	switch {
	case k.menu != nil:
		k.wrongTill = 0
		n := len(k.menu.items)
		k.menu.sel = (k.menu.sel + d + n) % n
		k.version++
	case k.t == nil || k.t.Paused():
	case len(h.asks) > 0:
		k.skip(h)
		h.press(b)
		h.again = k.now + k.hold
	default:
		k.turn(d)
		if k.pageAt != 0 {
			k.pageAt = k.now + pageRest
		}
	}
}

// panelOK is OK of the panel, pressed and let go.
func (k *Console) panelOK(h *hand) {
	switch {
	case k.menu != nil:
		if it := k.menu.items[k.menu.sel]; it.do != nil {
			it.do()
		}
	case k.t == nil:
		k.openStart()
	case k.t.Paused():
		k.pause(false)
	default:
		if needs, _ := k.pendingUndo(); needs != 0 {
			return
		}
		if len(h.asks) > 0 {
			k.skip(h)
			k.ok(h)
		} else if k.over {
			k.doLeave()
		}
	}
}

// openMenu opens the menu of a play, or closes it.
func (k *Console) openMenu() {
	if k.t == nil {
		k.openStart()
		return
	}
	if k.menu != nil {
		k.setMenu(nil)
		return
	}
	m := &menu{heading: k.says("game.title")}
	add := func(key string, do func()) { m.items = append(m.items, menuItem{k.says(key), do}) }
	add("ui.back", func() { k.setMenu(nil) })
	if k.noDisk {
		add("ui.no_journal", k.withoutJournal)
	}
	if !k.over {
		if k.t.Paused() {
			add("ui.resume", func() { k.setMenu(nil); k.pause(false) })
		} else {
			add("ui.pause", func() { k.setMenu(nil); k.pause(true) })
		}
	}
	if needs, _ := k.pendingUndo(); needs != 0 {
		add("ui.undo_cancel", func() { k.setMenu(nil); k.cancelUndo() })
	} else {
		add("ui.undo", func() { k.setMenu(nil); _ = k.doUndo() })
	}
	if !k.over && !k.t.Paused() && k.owing()&k.seats() != 0 {
		add("ui.stand_in", k.openStandIn)
	}
	add("ui.score", k.openScore)
	add("ui.language", k.openLanguage)
	add("ui.leave", func() {
		k.setMenu(&menu{heading: k.says("ui.leave_sure"), items: []menuItem{
			{k.says("ui.no"), func() { k.setMenu(nil) }},
			{k.says("ui.yes"), k.doLeave},
		}})
	})
	k.setMenu(m)
}

// seats returns the seats that sit at a pod.
func (k *Console) seats() engine.SeatSet {
	return engine.SeatSet(1)<<min(len(k.roster), len(k.pods)) - 1
}

// openStandIn asks for whom the panel's buttons stand in.
func (k *Console) openStandIn() {
	m := &menu{heading: k.says("ui.stand_in")}
	for i := range k.roster {
		if s := engine.Seat(i); (k.owing() & k.seats()).Has(s) {
			m.items = append(m.items, menuItem{
				func(lang.Lang) string { return k.roster.Name(s) },
				func() {
					k.setMenu(nil)
					k.proxy.on, k.proxy.pod = true, i
				},
			})
		}
	}
	m.items = append(m.items, menuItem{k.says("ui.back"), func() { k.setMenu(nil) }})
	k.setMenu(m)
}

// openScore lists the scene as it is, to be paged through in quiet.
func (k *Console) openScore() {
	s := k.publicScene()
	m := &menu{heading: func(l lang.Lang) string { return k.text(l, s.Heading) }}
	for i := range s.Lines {
		n := s.Lines[i]
		m.items = append(m.items, menuItem{func(l lang.Lang) string {
			text := k.text(l, n.Text)
			if n.Seat >= 0 {
				text = strings.TrimSpace(k.roster.Name(n.Seat) + "  " + text)
			}
			return text
		}, func() { k.setMenu(nil) }})
	}
	m.items = append(m.items, menuItem{k.says("ui.back"), func() { k.setMenu(nil) }})
	k.setMenu(m)
}

func (k *Console) openLanguage() {
	m := &menu{heading: k.says("ui.language")}
	for _, l := range lang.All() {
		m.items = append(m.items, menuItem{k.says("ui.lang_" + string(l)), func() {
			k.SetLang(l)
			k.setMenu(nil)
			if k.t == nil {
				k.openStart()
			}
		}})
		if l == k.lang {
			m.sel = len(m.items) - 1
		}
	}
	k.setMenu(m)
}

// openStart opens the menu of the box when nothing is played: go on, a game, the language.
func (k *Console) openStart() {
	m := &menu{heading: k.says("ui.title")}
	if r := k.resume; r != nil {
		m.items = append(m.items, menuItem{k.resumeText, func() { _ = k.goOn() }})
	}
	if k.noDisk {
		m.items = append(m.items, menuItem{k.says("ui.no_journal"), k.withoutJournal})
	}
	for _, t := range k.titles {
		m.items = append(m.items, menuItem{
			func(l lang.Lang) string { return k.books[t.ID].Word(l, "game.title") },
			func() { k.openSeats(t) },
		})
	}
	m.items = append(m.items, menuItem{k.says("ui.language"), k.openLanguage})
	k.setMenu(m)
}

// resumeText offers the play in progress, as a sentence.
func (k *Console) resumeText(l lang.Lang) string {
	if k.resume.title == nil {
		return k.word(l, "ui.go_on_some")
	}
	what := k.books[k.resume.title.ID].Word(l, "game.title")
	return k.base.Text(l, nil, engine.Text{Key: "ui.go_on", What: what, N: len(k.resume.seats)})
}

// A setup is a play that is being set up at the panel.
type setup struct {
	title   *engine.Title
	seats   engine.Roster
	options map[string]any
}

// openSeats asks how many play. Seats are at the pods from the first one on; they are
// called by their number, for names can only be typed.
func (k *Console) openSeats(t *engine.Title) {
	m := &menu{heading: k.says("ui.how_many"), onBack: k.openStart}
	for n := t.MinSeats; n <= t.MaxSeats; n++ {
		if n > max(k.box.Pods, t.MinSeats) {
			break
		}
		m.items = append(m.items, menuItem{
			func(l lang.Lang) string { return l.Number(n) },
			func() {
				s := setup{title: t, options: map[string]any{}}
				for i := range n {
					s.seats = append(s.seats, k.base.Text(k.lang, nil, engine.Text{Key: "ui.player", N: i + 1}))
				}
				k.openOption(s, 0)
			},
		})
	}
	k.setMenu(m)
}

// openOption asks for option n of the title, and begins when there are no more.
func (k *Console) openOption(s setup, n int) {
	book := k.books[s.title.ID]
	for n < len(s.title.Options) && (s.title.Options[n].Kind == engine.OptionInt || s.title.Options[n].Kind == engine.OptionObject) {
		n++ // these are typed; at the panel they stay as the rules have them
	}
	if n >= len(s.title.Options) {
		k.setMenu(&menu{
			heading: func(l lang.Lang) string { return book.Word(l, "game.title") },
			onBack:  k.openStart,
			items:   []menuItem{{k.says("ui.begin"), func() { k.begin(s) }}, {k.says("ui.back"), k.openStart}},
		})
		return
	}
	o := s.title.Options[n]
	m := &menu{heading: func(l lang.Lang) string { return book.Word(l, "option."+o.Key) }, onBack: k.openStart}
	add := func(label func(lang.Lang) string, value any, isDefault bool) {
		if isDefault {
			m.sel = len(m.items)
		}
		m.items = append(m.items, menuItem{label, func() {
			if value != nil {
				s.options[o.Key] = value
			}
			k.openOption(s, n+1)
		}})
	}
	switch o.Kind {
	case engine.OptionBool:
		add(k.says("ui.no"), false, o.Default != "true")
		add(k.says("ui.yes"), true, o.Default == "true")
	case engine.OptionChoice:
		for _, v := range o.Values {
			add(func(l lang.Lang) string { return book.Word(l, "option."+o.Key+"."+v) }, v, v == o.Default)
		}
	case engine.OptionSeat:
		add(k.says("ui.as_ruled"), nil, true)
		for _, name := range s.seats {
			add(func(lang.Lang) string { return name }, name, false)
		}
	}
	k.setMenu(m)
}

// begin begins the play that was set up.
func (k *Console) begin(s setup) {
	options, err := json.Marshal(s.options)
	if err != nil {
		panic("console: options are words and truths: " + err.Error())
	}
	_ = k.start(engine.Header{Game: s.title.ID, Seats: s.seats, Options: options, Seed: k.seed()})
}
