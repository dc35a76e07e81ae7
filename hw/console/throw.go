package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

func (k *Console) doThrow(c command.Throw) error {
	if k.t == nil || k.t.Paused() || k.menu != nil {
		return nil
	}
	r := k.replies.Rolling()
	if r == nil {
		return nil
	}
	if c.Doubt != "" {
		return k.refused(&engine.Refusal{Why: doubtful(c.Doubt)})
	}
	if err := r.Throw(c.Dice); err != nil {
		return k.refused(err)
	}
	k.wrong.till = 0
	k.skip(r)
	k.tone(toneLock)
	k.touch()
	return nil
}

// Rolling returns the keys of the dice that are asked for now, such as "red"; nil if none are.
func (k *Console) Rolling() []string {
	if k.t == nil || k.t.Paused() {
		return nil
	}
	r := k.replies.Rolling()
	if r == nil {
		return nil
	}
	var keys []string
	for _, key := range r.Dice() {
		keys = append(keys, key.Word)
	}
	return keys
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
