package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
)

// Dials are what sets how loud and how bright the box is, in percent; nil where nothing does.
type dials struct{ volume, brightness func(percent int) }

func (k *host) doMachine(c command.Machine) error {
	failed := c.Failed
	c.Failed = ""
	k.machine = c
	k.stage.renewMenu()
	k.stage.touch()
	if failed != "" {
		return k.game.refused(engine.Refuse("", "refuse.machine_"+string(failed)))
	}
	return nil
}

// doSetVolume sets how loud the box is, and lets it be heard.
func (k *settings) doSetVolume(c command.SetVolume) error {
	if k.dials.volume == nil || c.Percent < 0 || c.Percent > 100 {
		return k.game.refused(engine.Refuse("", "refuse.percent", c.Percent))
	}
	k.memory.SetVolume(c.Percent)
	k.dials.volume(c.Percent)
	k.stage.tone(toneRemind)
	k.stage.touch()
	return nil
}

func (k *settings) doSetBrightness(c command.SetBrightness) error {
	if k.dials.brightness == nil || c.Percent < 0 || c.Percent > 100 {
		return k.game.refused(engine.Refuse("", "refuse.percent", c.Percent))
	}
	k.memory.SetBrightness(c.Percent)
	k.dials.brightness(c.Percent)
	k.stage.touch()
	return nil
}

// setDials sets the box as loud and as bright as it was.
func (k *settings) setDials() {
	if k.dials.volume != nil {
		k.dials.volume(k.memory.Volume())
	}
	if k.dials.brightness != nil {
		k.dials.brightness(k.memory.Brightness())
	}
}
