package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// Pick takes one of the choices that a page shows as a [DeskAsk], as A, B and OK would at the pod of
// the seat: it answers what is asked, or the step of it.
type Pick struct {
	Seat   engine.Seat
	Choice int // which of the choices
	// Label is what the choice is called in Lang, as the page has it: where another stands there by
	// now, nothing is taken and the error is [ErrTurn].
	Label string
	Lang  lang.Lang
}

func (c Pick) do(k *Console) error {
	r := k.replies.at(c.Seat)
	if k.t == nil || c.Seat < 0 || r == nil || k.t.Paused() || !k.asking(c.Seat) {
		return ErrTurn
	}
	d := k.deskAsk(r, c.Lang)
	if !d.Pick || c.Choice < 0 || c.Choice >= len(d.Choices) || d.Choices[c.Choice].Label != c.Label {
		return ErrTurn
	}
	k.atPods = k.atPods.With(c.Seat)
	if n := k.note(c.Seat); n != nil {
		*n = note{} // it was read
	}
	k.skip(r)
	secret := r.secret()
	r.begun, r.chose, r.alone = true, true, false
	if !r.add(c.Choice) {
		r.sel = c.Choice
		k.ok(r)
	}
	k.endStandIn()
	k.stepped(c.Seat, secret)
	return nil
}

// stepped follows a step of an answer that a page has taken. The table hears of it where all may see
// what is asked.
func (k *Console) stepped(seat engine.Seat, secret bool) {
	if !secret {
		k.touch()
	} else if pod := k.seating.pod(seat); pod >= 0 && pod < len(k.ports) {
		k.redrawPod(pod)
	}
}

// assigns reports whether the step gives things to keys.
func (r *reply) assigns() bool {
	p := r.part()
	return p != nil && (p.Kind == engine.PartAssign || p.Kind == engine.PartDice)
}

// adds reports whether the step is answered by adding things up.
func (r *reply) adds() bool {
	p := r.part()
	return p != nil && p.Kind != engine.PartOne && !r.assigns()
}

// additions returns what can be picked besides the things that are listed: the end of a step that adds
// up, and for a number how it is found, as [reply.add] knows them.
func (n *labels) additions(r *reply) []string {
	say := func(key string) string { return n.book.Text(n.lang, nil, engine.Say(key).Number(r.answer.Sum())) }
	switch {
	case !r.adds():
		return nil
	case r.number():
		return []string{say("ui.pick_number"), say("ui.pick_more"), say("ui.pick_less")}
	case r.payment() && r.answer.Sum() == 0:
		return []string{say("ui.pick_nothing")}
	case r.payment():
		return []string{say("ui.pick_sum")}
	case r.entries() > r.answer.Len():
		return []string{say("ui.done")}
	}
	return nil
}

// add does what a choice does that neither OK takes nor ends the step: a note is added to a payment,
// a number goes up or down. It reports whether the choice was one of those.
func (r *reply) add(choice int) bool {
	switch {
	case r.number() && choice > 0:
		r.answer.SetNumber(r.answer.Number() + 3 - 2*choice)
	case r.payment() && choice < r.answer.Len():
		r.answer.Take(choice)
	default:
		return false
	}
	return true
}

// StepBack does what B held does while a seat answers, and what its [DeskAsk] says: it goes back a step,
// lists what else the seat can do, or lets an offer pass.
type StepBack struct{ Seat engine.Seat }

func (c StepBack) do(k *Console) error {
	r := k.replies.at(c.Seat)
	if k.t == nil || c.Seat < 0 || r == nil || k.t.Paused() || !k.asking(c.Seat) {
		return ErrTurn
	}
	secret := r.secret()
	switch {
	case r.back():
	case r.offered():
		k.tone(toneBack)
		k.letPass(r)
	default:
		return ErrTurn
	}
	k.stepped(c.Seat, secret)
	return nil
}

// stepBack says where [StepBack] leads from a reply, as [DeskAsk] has it.
func (r *reply) stepBack() string {
	switch {
	case r.answer.Begun():
		return "step"
	case r.ask() != nil && len(r.asks) > 1:
		return "others"
	case r.offered():
		return "later"
	}
	return ""
}

// A PodDesk is what the private screen of a pod asks and shows with it, whole. Nobody may get it who may
// not see the screen.
type PodDesk struct {
	Ask *DeskAsk    `json:"ask"`
	Own []DeskGroup `json:"own"` // what the seat sees and others do not
	Why string      `json:"why"` // what only the seat is told, such as why it has to choose again
}

// PodDesk returns what a pod asks now, in a language, for a page that shows its private screen; nil
// while it asks nothing.
func (k *Console) PodDesk(pod hw.Pod, l lang.Lang) *PodDesk {
	seat := k.seatOf(int(pod))
	if k.t == nil || seat < 0 || k.t.Paused() || k.seating.covered(int(pod), seat) || !k.asking(seat) {
		return nil
	}
	d := &PodDesk{Ask: k.deskAsk(k.replies.at(seat), l), Own: []DeskGroup{}}
	if n := k.note(seat); n != nil && n.err != nil {
		d.Why = k.err(l, n.err)
	} else if n != nil {
		d.Why = k.text(l, n.text)
	}
	for _, g := range k.own(seat) {
		d.Own = append(d.Own, DeskGroup{k.text(l, g.Heading), k.deskLines(l, g.Lines)})
	}
	return d
}

// asking reports whether the pod of a seat shows what the seat is asked: something is awaited or begun,
// and nothing is told, to be explained or to be agreed to first.
func (s *state) asking(seat engine.Seat) bool {
	r := s.replies.at(seat)
	if needs := s.undoNeeds(); r == nil || len(r.asks) == 0 || needs.Has(seat) || s.dueLesson() != "" {
		return false
	}
	return r.begun || (r.waited() || r.offered()) && !s.caller.telling() && !s.caller.dramatic()
}
