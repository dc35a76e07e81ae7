package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// knockEvery is how often it is said aloud that somebody knocks.
const knockEvery = 10 * time.Second

func (k *Console) doInvite(c command.Invite) error {
	old := k.invite
	k.invite = c
	for _, n := range c.Knocks {
		if !slices.Contains(old.Knocks, n) && k.now >= k.knockAt {
			k.knockAt = k.now + knockEvery
			k.tone(toneRemind)
			k.say(func(l lang.Lang) string { return k.Plain(l, engine.Say("ui.knock").Thing(n.Name)) })
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

// knock returns the knock that a pod asks its seat about, or nil: where somebody plays the seat at the
// pod, and its screen shows the question. It does not come between a seat and what counts by its time.
func (s *state) knock(pod int, seat engine.Seat) *command.Knock {
	if seat < 0 || !s.atPods.Has(seat) || pod < 0 || pod >= len(s.ports) || !s.ports[pod].works() {
		return nil
	}
	if r := s.replies.At(seat); r == nil || r.Timed() != nil {
		return nil
	}
	for i := range s.invite.Knocks {
		if n := &s.invite.Knocks[i]; n.Name == s.Roster.Name(seat) {
			return n
		}
	}
	return nil
}

// knockPage asks at a pod whether a phone may have its seat, too.
func (s *state) knockPage(l lang.Lang) *screen.Page {
	return &screen.Page{Heading: s.Word(l, "ui.phones"), Lines: []screen.Line{{Text: s.Word(l, "ui.knock_pod")}}, Foot: s.Word(l, "ui.foot_knock")}
}
