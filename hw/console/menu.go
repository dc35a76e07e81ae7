package console

import (
	"fmt"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/menu"
)

// box returns what the menu shows.
func (k *Console) box() *menu.Box {
	b := &menu.Box{
		Words: k.Play, Titles: k.titles, Saved: k.savedStates(), Memory: k.memory, Lang: k.lang, MainLang: k.mainLang,
		Pods: len(k.ports), Camera: k.camera, NoDisk: k.noDisk, Phones: k.invite, Log: k.log,
	}
	if k.t != nil {
		b.Play = &menu.Play{
			Title: k.t.Title(), Over: k.over, Paused: k.t.Paused(), Kept: k.kept(), Undoing: k.undoNeeds() != 0, Absent: k.absent() != nil,
			Taught: k.lessons.on, Owing: k.owing(), Bots: k.botSeats(), Attending: k.t.Attending(), Langs: k.seatLangs,
			Scene: func() engine.Scene {
				k.refreshScene()
				return k.scene
			},
			View: func() engine.View { return k.t.View(engine.Public) },
		}
	}
	return b
}

// openMenu opens a menu.
func (k *Console) openMenu(open menu.Open) { k.setMenu(open(k.box())) }

// lead does what an entry of the menu does that leads on.
func (k *Console) lead(c command.Command) error {
	switch c := c.(type) {
	case menu.Open:
		k.openMenu(c)
	case menu.Closing:
		k.setMenu(nil)
		return k.run(c.Command)
	case menu.Then:
		var err error
		if c.Command != nil {
			err = k.run(c.Command)
		}
		k.setMenu(c.Menu(k.box(), err))
		return err
	case menu.Refused:
		_ = k.refused(c.Err)
		k.openMenu(c.Menu)
	case menu.Joined:
		k.seating.join(c.Pod)
		k.openMenu(c.Menu)
	default:
		return fmt.Errorf("console: %T is not a command", c)
	}
	return nil
}

func (k *Console) setMenu(m *menu.Menu) {
	k.menu, k.page = m, 0
	k.hands[k.panel()].again = 0
	if k.t == nil && (m == nil || !m.Waits()) {
		k.seating.begin(len(k.ports), 0) // nobody joins any more
	}
	k.touch()
}

// join is a button of a pod while a menu waits for pods. It reports whether one does.
func (k *Console) join(pod int, b hw.Button) bool {
	if k.menu == nil || !k.menu.Waits() {
		return false
	}
	if b == hw.OK {
		_ = k.run(k.menu.AtPod(pod))
	}
	return true
}

// toggleMenu opens the menu of a play, or closes it.
func (k *Console) toggleMenu() {
	if k.t != nil && k.menu != nil {
		k.setMenu(nil)
		return
	}
	k.openMenu(menu.Top)
}

// moveMenu moves the choice of the menu by d. A text that does not fit on the screen is
// turned part by part first.
func (k *Console) moveMenu(d int) {
	if to := k.page + d; k.menu.Reads() && to >= 0 && to < k.pages {
		k.turn(d)
		if k.pageAt != 0 {
			k.pageAt = k.now + pageRest
		}
		return
	}
	k.menu.Move(d)
	k.page, k.pages, k.pageAt = 0, 1, 0
	k.redraw()
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

// doAnswerAbsent answers for all whose time has run out.
func (k *Console) doAnswerAbsent() error {
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

// doPlayFor lets the panel stand in for the pod of a seat.
func (k *Console) doPlayFor(c command.PlayFor) error {
	if k.onPhones().Has(c.Seat) {
		if err := k.doStandIn(command.StandIn{Seat: c.Seat, On: true}); err != nil {
			return err
		}
	}
	k.standIn.on, k.standIn.seat = true, c.Seat
	return nil
}
