package console

import (
	"fmt"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/menu"
)

// panelPressed is a button of the panel that went down.
func (k *Console) panelPressed(h *hand, b hw.Button) {
	if k.wrong.stands(k.now) && k.menu == nil {
		// A refusal stands on the main screen: A shows the rule, anything else puts it away.
		if b == hw.A && !k.wrong.rule && k.play.Rule(k.langs.main, k.wrong.err) != nil {
			k.wrong.rule, k.wrong.till = true, k.now+2*wrongFor
		} else {
			k.wrong.till = 0
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
	switch r := k.replies.At(engine.Table); {
	case k.menu != nil && k.menu.Both() != nil && h.down[hw.A] && h.down[hw.B]:
		_ = k.run(k.menu.Both())
	case k.menu != nil:
		k.wrong.till = 0
		k.stage.moveMenu(d)
		k.stage.change()
		h.again = k.now + k.hands.hold
	case k.play.table == nil || k.play.table.Paused():
	case len(r.Asks()) > 0:
		k.game.skip(r)
		k.choose(h, r, b)
	default:
		k.screens.turn(k.now, d)
		k.screens.rest(k.now)
	}
}

// panelOK is OK of the panel, pressed at a time and let go.
func (k *Console) panelOK(pressed time.Duration) {
	switch {
	case k.menu != nil:
		if do := k.menu.Chosen(); do != nil {
			_ = k.run(do)
		}
	case k.play.table == nil:
		k.stage.openMenu(menu.Top)
	case k.play.table.Paused():
		k.teacher.readLesson(pressed)
	default:
		if needs := k.play.undoNeeds(); needs != 0 {
			return
		}
		if r := k.replies.At(engine.Table); len(r.Asks()) > 0 {
			k.game.skip(r)
			k.answers.ok(r)
		} else if k.play.over && !k.caller.Dramatic() {
			k.stage.openMenu(menu.Result)
		} else if !k.play.over {
			k.game.hurry()
		}
	}
}

// lead does what an entry of the menu does that leads on.
func (k *Console) lead(c command.Command) error {
	switch c := c.(type) {
	case menu.Open:
		k.stage.openMenu(c)
	case menu.Closing:
		k.stage.setMenu(nil)
		return k.run(c.Command)
	case menu.Then:
		var err error
		if c.Command != nil {
			err = k.run(c.Command)
		}
		k.stage.setMenu(c.Menu(k.stage.box(), err))
		return err
	case menu.Refused:
		_ = k.game.refused(c.Err)
		k.stage.openMenu(c.Menu)
	case menu.Joined:
		k.seating.join(c.Pod)
		k.stage.openMenu(c.Menu)
	default:
		return fmt.Errorf("console: %T is not a command", c)
	}
	return nil
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
		k.stage.setMenu(nil)
		return
	}
	k.stage.openMenu(menu.Top)
}
