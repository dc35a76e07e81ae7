package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// knockEvery is how often it is said aloud that somebody knocks.
const knockEvery = 10 * time.Second

func (k *Console) doInvite(c command.Invite) error {
	old := k.guests.invite
	k.guests.invite = c
	for _, n := range c.Knocks {
		if k.guests.loud(k.now, n, old.Knocks) {
			k.tone(toneRemind)
			k.say(func(l lang.Lang) string { return k.play.Plain(l, engine.Say("ui.knock").Thing(n.Name)) })
		}
	}
	if k.menu != nil {
		if m := k.menu.Renewed(k.box()); m != k.menu {
			k.setMenu(m)
		}
	}
	k.endStandIns()
	k.touch()
	return nil
}
