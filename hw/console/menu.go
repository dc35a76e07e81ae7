package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// A menu is a list at the panel: A and B move, OK takes. Its entries are commands.
type menu struct {
	heading label
	items   []menuItem
	sel     int
	// atPod returns what OK at a pod does while the menu is open; nil: nothing.
	atPod func(pod int) command.Command
	// help explains what is asked, in turn with the list until somebody moves in it; nil: nothing does.
	help  label
	moved bool
	// reads: the items are texts, shown one at a time.
	reads bool
	// both is what A and B together do; nil: nothing.
	both   command.Command
	start  bool // it is the first menu
	phones bool // it is the menu of phones
	// invites: it shows how phones join, or how they get into the Wi-Fi.
	invites *command.Invite
	wifi    bool
}

// A label is a text of a menu, in a language.
type label func(w *words.Play, l lang.Lang) string

// A menuItem is an entry of a menu. do may be nil.
type menuItem struct {
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

func (m *menu) add(text label, do command.Command) {
	m.items = append(m.items, menuItem{label: text, do: do})
}

// addExplained adds an entry of which a message says what it is.
func (m *menu) addExplained(text, help label, do command.Command) {
	m.items = append(m.items, menuItem{label: text, do: do, help: help})
}

// move moves the choice by d, round and round.
func (m *menu) move(d int) {
	m.sel, m.moved = (m.sel+d+len(m.items))%len(m.items), true
}

// chosen returns what the chosen entry does.
func (m *menu) chosen() command.Command { return m.items[m.sel].do }

// page lays the menu out.
func (m *menu) page(w *words.Play, l lang.Lang) *screen.Page {
	if m.reads {
		return m.reading(w, l)
	}
	switch {
	case m.wifi:
		return wifiPage(m.invites.WiFi, l)
	case m.invites != nil:
		return invitePage(m.invites, w, l)
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

// openMenu is the command that opens the menu that it returns, or closes the menu for nil.
type openMenu func(*Console) *menu

func (open openMenu) do(k *Console) error {
	k.setMenu(open(k))
	return nil
}

// closeMenu closes the menu.
var closeMenu openMenu = func(*Console) *menu { return nil }

// closing is the command that closes the menu first.
type closing struct{ command.Command }

func (c closing) do(k *Console) error {
	k.setMenu(nil)
	return k.run(c.Command)
}

func (k *Console) setMenu(m *menu) {
	k.menu, k.page = m, 0
	k.hands[k.panel()].again = 0
	if k.t == nil && (m == nil || m.atPod == nil) {
		k.seating.begin(len(k.ports), 0) // nobody joins any more
	}
	k.touch()
}

// join is a button of a pod while a menu waits for pods. It reports whether one does.
func (k *Console) join(pod int, b hw.Button) bool {
	if k.menu == nil || k.menu.atPod == nil {
		return false
	}
	if b == hw.OK {
		_ = k.run(k.menu.atPod(pod))
	}
	return true
}

// toggleMenu opens the menu of a play, or closes it.
func (k *Console) toggleMenu() {
	switch {
	case k.t == nil:
		k.setMenu(k.startMenu())
	case k.menu != nil:
		k.setMenu(nil)
	default:
		k.setMenu(k.playMenu())
	}
}

// startMenu is the menu of the box when nothing is played: go on, a game, the language.
func (k *Console) startMenu() *menu {
	m := &menu{heading: says("ui.title"), start: true}
	if len(k.memory.Saved()) > 0 {
		m.add(goesOn(0, &k.memory.Saved()[0]), command.GoOn{})
	}
	if len(k.memory.Saved()) > 1 {
		m.add(says("ui.plays"), openMenu((*Console).playsMenu))
	}
	if k.noDisk {
		m.add(says("ui.no_journal"), withoutJournal{})
	}
	for _, t := range k.titles {
		m.add(ofGame(t, "game.title"), openMenu(func(k *Console) *menu { return k.titleMenu(t) }))
	}
	if t := k.toolbox(); t != nil {
		m.both = openMenu(func(k *Console) *menu { return k.toolsMenu(t) })
		m.add(says("ui.tools"), m.both)
	}
	if len(k.memory.Past()) > 0 {
		m.add(says("ui.finished"), openMenu((*Console).finishedMenu))
	}
	k.addInvite(m)
	m.add(says("ui.how_to"), openMenu((*Console).howToMenu))
	m.add(says("ui.settings"), openMenu((*Console).settingsMenu))
	return m
}

// backToStart returns the command that leads back to the first menu.
func backToStart() command.Command { return openMenu((*Console).startMenu) }

// playsMenu lists all plays that can be gone on with.
func (k *Console) playsMenu() *menu {
	m := &menu{heading: says("ui.plays")}
	for i := range k.memory.Saved() {
		m.add(goesOn(i, &k.memory.Saved()[i]), command.GoOn{Play: memory.ID(&k.memory.Saved()[i])})
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// playMenu is the menu of a play.
func (k *Console) playMenu() *menu {
	m := &menu{heading: says("game.title")}
	m.add(says("ui.back"), closeMenu)
	if k.noDisk {
		m.add(says("ui.no_journal"), closing{withoutJournal{}})
	}
	if !k.over {
		if k.t.Paused() {
			m.add(says("ui.resume"), closing{command.Pause{On: false}})
		} else {
			m.add(says("ui.pause"), closing{command.Pause{On: true}})
		}
	}
	if needs := k.undoNeeds(); needs != 0 {
		m.add(says("ui.undo_cancel"), closing{command.CancelUndo{}})
	} else {
		m.add(says("ui.undo"), closing{command.Undo{}})
	}
	if !k.over && !k.t.Paused() && k.owing()&^k.botSeats() != 0 {
		m.add(says("ui.stand_in"), openMenu((*Console).standInMenu))
	}
	if k.absent() != nil && !k.t.Paused() {
		m.add(says("ui.seal_missing"), closing{answerAbsent{}})
	}
	m.add(says("ui.places"), openMenu((*Console).placesMenu))
	if !k.over {
		m.add(says("ui.attend"), openMenu((*Console).attendMenu))
		m.add(says("ui.bots"), openMenu((*Console).botsMenu))
		if k.lessons.on {
			m.add(says("ui.teach_end"), closing{command.Teach{On: false}})
		}
	}
	m.add(says("ui.score"), openMenu((*Console).scoreMenu))
	k.addInvite(m)
	m.add(says("ui.how_to"), openMenu((*Console).howToMenu))
	m.add(says("ui.settings"), openMenu((*Console).settingsMenu))
	m.add(says("ui.leave"), openMenu(func(k *Console) *menu {
		sure := &menu{heading: says("ui.leave_sure")}
		sure.add(says("ui.no"), closeMenu)
		if k.kept() {
			sure.add(says("ui.leave_later"), command.Stop{})
		}
		sure.add(says("ui.yes"), command.Leave{})
		return sure
	}))
	return m
}

// absent returns the first ask of a seat whose time has run out and for which the panel may
// answer, or nil.
func (k *Console) absent() *engine.Ask {
	for i := range k.asks {
		if a := &k.asks[i]; a.Absent != nil && k.missed.Has(a.Seat) {
			return a
		}
	}
	return nil
}

// answerAbsent answers for all whose time has run out, as the rules say for who is not there.
type answerAbsent struct{}

func (answerAbsent) do(k *Console) error {
	for a := k.absent(); a != nil; a = k.absent() {
		ask := *a
		m := engine.Move{Seat: ask.Seat, Do: ask.Absent}
		cues, err := k.t.Play(k.caller.Clock(k.now), m)
		if err != nil {
			return k.refused(err)
		}
		k.missed = k.missed &^ engine.SeatsOf(ask.Seat)
		k.typedIn(m, &ask, cues)
	}
	return nil
}

// standInMenu asks for whom the panel's buttons stand in.
func (k *Console) standInMenu() *menu {
	m := &menu{heading: says("ui.stand_in")}
	for i, name := range k.Roster {
		if s := engine.Seat(i); k.owing().Has(s) && !k.botSeats().Has(s) {
			m.add(names(name), closing{standInFor(s)})
		}
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

// standInFor lets the panel stand in for the pod of a seat.
type standInFor engine.Seat

func (s standInFor) do(k *Console) error {
	if k.onPhones().Has(engine.Seat(s)) {
		if err := k.doStandIn(command.StandIn{Seat: engine.Seat(s), On: true}); err != nil {
			return err
		}
	}
	k.standIn.on, k.standIn.seat = true, engine.Seat(s)
	return nil
}

// placesMenu asks who moves to another pod.
func (k *Console) placesMenu() *menu {
	m := &menu{heading: says("ui.places")}
	for i, name := range k.Roster {
		m.add(names(name), openMenu(func(k *Console) *menu { return k.sitMenu(engine.Seat(i)) }))
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

// sitMenu waits for OK at the pod to which a seat moves.
func (k *Console) sitMenu(s engine.Seat) *menu {
	m := &menu{heading: func(w *words.Play, l lang.Lang) string { return w.Text(l, engine.Say("ui.sit").Seat(s)) }}
	m.atPod = func(pod int) command.Command { return closing{command.Sit{Seat: s, Pod: hw.Pod(pod)}} }
	m.add(says("ui.back"), closeMenu)
	return m
}

// scoreMenu lists how the seats stand, to be paged through in quiet; at the end the result.
func (k *Console) scoreMenu() *menu {
	k.refreshScene()
	lines, heading := k.scene.Lines, k.scene.Heading
	m := &menu{heading: func(w *words.Play, l lang.Lang) string { return w.Text(l, heading) }}
	if standing := k.t.Title().Standing; standing != nil && !k.over {
		lines, m.heading = standing(k.t.View(engine.Public)), says("ui.score")
	}
	for _, n := range lines {
		m.add(func(w *words.Play, l lang.Lang) string {
			text := w.Text(l, n.Text)
			if n.Seat >= 0 {
				text = w.Roster.Name(n.Seat) + ": " + text
			}
			return text
		}, closeMenu)
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

// langMenu asks for the language of the box, or of one of those who play.
func (k *Console) langMenu() *menu {
	m := &menu{heading: says("ui.language")}
	for _, l := range lang.All() {
		if l == k.lang {
			m.sel = len(m.items)
		}
		m.add(says("ui.lang_"+string(l)), closing{setBoxLang(l)})
	}
	for i, name := range k.Roster {
		if s := engine.Seat(i); !k.botSeats().Has(s) {
			m.add(names(name), openMenu(func(k *Console) *menu { return k.seatLangMenu(s) }))
		}
	}
	return m
}

// setBoxLang sets the language at the panel.
type setBoxLang lang.Lang

func (l setBoxLang) do(k *Console) error {
	err := k.doSetLang(command.SetLang{Lang: lang.Lang(l)})
	if k.t == nil {
		k.setMenu(k.startMenu())
	}
	return err
}
