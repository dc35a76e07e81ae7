package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
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
		k.moveMenu(d)
		k.change()
		h.again = k.now + k.hands.hold
	case k.play.table == nil || k.play.table.Paused():
	case len(r.Asks()) > 0:
		k.skip(r)
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
		k.openMenu(menu.Top)
	case k.play.table.Paused():
		k.readLesson(pressed)
	default:
		if needs := k.play.undoNeeds(); needs != 0 {
			return
		}
		if r := k.replies.At(engine.Table); len(r.Asks()) > 0 {
			k.skip(r)
			k.ok(r)
		} else if k.play.over && !k.caller.Dramatic() {
			k.openMenu(menu.Result)
		}
	}
}
