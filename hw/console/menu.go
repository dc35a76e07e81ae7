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
		Words: k.play.Play, Titles: k.titles, Saved: k.savedStates(), Memory: k.memory, Lang: k.langs.voice, MainLang: k.langs.main,
		Pods: len(k.screens.ports), Camera: k.camera, NoDisk: k.noDisk, Phones: k.guests.invite, Log: k.log,
	}
	if k.play.table != nil {
		b.Play = &menu.Play{
			Title: k.play.table.Title(), Over: k.play.over, Paused: k.play.table.Paused(), Kept: k.play.kept(), Undoing: k.play.undoNeeds() != 0, Absent: k.play.absent() != nil,
			Taught: k.lessons.on, Owing: k.owing(), Bots: k.play.bots(), Attending: k.play.table.Attending(), Langs: k.langs.seats,
			Scene: func() engine.Scene {
				k.refreshScene()
				return k.play.scene
			},
			View: func() engine.View { return k.play.table.View(engine.Public) },
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
	k.menu, k.screens.page = m, 0
	k.hands.panel().again = 0
	if k.play.table == nil && (m == nil || !m.Waits()) {
		k.seating.begin(len(k.screens.ports), 0) // nobody joins any more
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
	if k.play.table != nil && k.menu != nil {
		k.setMenu(nil)
		return
	}
	k.openMenu(menu.Top)
}

// moveMenu moves the choice of the menu by d. A text that does not fit on the screen is
// turned part by part first.
func (k *Console) moveMenu(d int) {
	if to := k.screens.page + d; k.menu.Reads() && to >= 0 && to < k.screens.pages {
		k.screens.turn(k.now, d)
		k.screens.rest(k.now)
		return
	}
	k.menu.Move(d)
	k.screens.page, k.screens.pages, k.screens.pageAt = 0, 1, 0
	k.screens.redraw(k.now)
}

// doAnswerAbsent answers for all whose time has run out.
func (k *Console) doAnswerAbsent() error {
	for a := k.play.absent(); a != nil; a = k.play.absent() {
		ask := *a
		m := engine.Move{Seat: ask.Seat, Do: ask.Absent}
		cues, err := k.play.table.Play(k.caller.Clock(k.now), m)
		if err != nil {
			return k.refused(err)
		}
		k.play.missed = k.play.missed &^ engine.SeatsOf(ask.Seat)
		k.typedIn(m, &ask, cues)
	}
	return nil
}

// doPlayFor lets the panel stand in for the pod of a seat.
func (k *Console) doPlayFor(c command.PlayFor) error {
	if k.guests.seats(&k.play).Has(c.Seat) {
		if err := k.doStandIn(command.StandIn{Seat: c.Seat, On: true}); err != nil {
			return err
		}
	}
	k.standIn.on, k.standIn.seat = true, c.Seat
	return nil
}
