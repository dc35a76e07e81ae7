package console

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

func (k *answers) doThrow(c command.Throw) error {
	if k.play.table == nil || k.play.table.Paused() || k.menu != nil {
		return nil
	}
	r := k.replies.Rolling()
	if r == nil {
		return nil
	}
	if c.Doubt != "" {
		return k.game.refused(&engine.Refusal{Why: doubtful(c.Doubt)})
	}
	if err := r.Throw(c.Dice); err != nil {
		return k.game.refused(err)
	}
	k.wrong.till = 0
	if no := refusalOf(k.wrong.err); no != nil && strings.HasPrefix(no.Why.Key, "refuse.dice_") {
		k.wrong.err = nil // what was wrong with the throw before is not wrong with this one
	}
	k.game.skip(r)
	k.stage.tone(toneLock)
	k.screens.rewindMain() // what is still asked goes before the rest
	k.stage.touch()
	return nil
}

func doubtful(d hw.Doubt) engine.Text {
	switch d {
	case hw.HandIn:
		return engine.Say("refuse.dice_hand")
	case hw.OddDie:
		return engine.Say("refuse.dice_odd")
	case hw.ExtraDie:
		return engine.Say("refuse.dice_many")
	case hw.NoTray:
		return engine.Say("refuse.dice_camera")
	}
	return engine.Say("refuse.dice_unclear")
}
