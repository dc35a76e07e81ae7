package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// keysAfter is how long no button can be read until that is told: an expander that has just
// been set up, or is plugged in again, answers by then. With what it takes to notice, the table is told within two seconds.
const keysAfter = 1500 * time.Millisecond

// keys is whether any button of the box can be read.
type keys struct {
	fault
	err     func() error            // why none can; nil: nobody knows
	trouble func(hw.Pod) hw.Trouble // nil: nobody knows
	pods    []podKeys
	since   time.Duration
	dead    bool // none can, since then
	pressed bool // since it was told: by a page that stands in
}

// all tries whether any button of the box can be read, and returns why none can. It reports whether to tell people.
func (b *keys) all(now time.Duration) (why error, news bool) {
	if b.err == nil {
		return nil, false
	}
	why = b.err()
	if dead := why != nil; dead != b.dead {
		b.dead, b.since = dead, now
	}
	return why, b.dead != b.bad() && (!b.dead || now >= b.since+keysAfter)
}

// pod tries the buttons of a pod. It reports whether there is something to tell about them.
func (b *keys) pod(now time.Duration, h *podKeys) (news bool) {
	if b.trouble == nil {
		return false
	}
	if t := b.trouble(h.pod); t != h.now {
		h.now, h.since = t, now
	}
	return h.now != h.told && (h.now != hw.Silent || now >= h.since+keysAfter && !b.bad())
}

// Scanned says that the buttons were read, or that it was tried. Where none of the whole box
// answers, nobody can do anything at it, so voice, main screen and log tell what to do.
func (k *Console) Scanned(now time.Duration) {
	b := &k.keys
	if why, news := b.all(now); news {
		k.pass(now)
		b.note(k.log, why)
		if why != nil {
			b.pressed = false
			k.log.Warn("no button answers: open the page of the box, or check the wiring with consigliere doctor")
			k.stage.say(func(l lang.Lang) string {
				return k.play.Word(l, "part.buttons") + " " + k.play.Word(l, "ui.no_buttons")
			})
		}
		k.stage.touch()
	}
	for i := range b.pods {
		h := &b.pods[i]
		if !b.pod(now, h) {
			continue
		}
		k.pass(now)
		h.told = h.now
		if h.told == hw.Fine {
			k.log.Info("the buttons of a pod are in order again", "pod", int(h.pod))
		} else {
			k.log.Warn("the buttons of a pod are in trouble", "pod", int(h.pod), "trouble", k.play.Text("en", h.text()))
			k.stage.say(k.stage.spoken(h.text()))
		}
		k.stage.touch()
	}
}

// podKeys is what is wrong with the buttons of a pod.
type podKeys struct {
	pod   hw.Pod
	now   hw.Trouble
	since time.Duration
	told  hw.Trouble // what the table knows
}

// newPodKeys returns the buttons of all pods, and of the panel.
func newPodKeys(pods int) []podKeys {
	list := []podKeys{{pod: hw.Panel}}
	for p := range pods {
		list = append(list, podKeys{pod: hw.Pod(p)})
	}
	return list
}

// text says what the table knows.
func (p *podKeys) text() engine.Text {
	if p.pod == hw.Panel {
		switch p.told {
		case hw.Stuck:
			return engine.Say("part.panel_stuck")
		case hw.Chattering:
			return engine.Say("part.panel_chatter")
		case hw.Weak:
			return engine.Say("part.panel_weak")
		}
		return engine.Say("part.panel_silent")
	}
	n := int(p.pod) + 1
	switch p.told {
	case hw.Stuck:
		return engine.Say("part.pod_stuck").Number(n)
	case hw.Chattering:
		return engine.Say("part.pod_chatter").Number(n)
	case hw.Weak:
		return engine.Say("part.pod_weak").Number(n)
	}
	return engine.Say("part.pod_silent").Number(n)
}
