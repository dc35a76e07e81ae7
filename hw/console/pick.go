package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
)

func (k *Console) doPick(c command.Pick) error {
	r := k.replies.at(c.Seat)
	if k.t == nil || c.Seat < 0 || r == nil || k.t.Paused() || !k.asking(c.Seat) {
		return command.ErrTurn
	}
	step := r.step()
	if !step.Pick || step.Turn != c.Turn || c.Choice < 0 || c.Choice >= step.Len() {
		return command.ErrTurn
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

func (k *Console) doStepBack(c command.StepBack) error {
	r := k.replies.at(c.Seat)
	if k.t == nil || c.Seat < 0 || r == nil || k.t.Paused() || !k.asking(c.Seat) {
		return command.ErrTurn
	}
	secret := r.secret()
	switch {
	case r.back():
	case r.offered():
		k.tone(toneBack)
		k.letPass(r)
	default:
		return command.ErrTurn
	}
	k.stepped(c.Seat, secret)
	return nil
}

// stepBack says where [command.StepBack] leads from a reply, as [desk.Ask] has it.
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

// asking reports whether the pod of a seat shows what the seat is asked: something is awaited or begun,
// and nothing is told, to be explained or to be agreed to first.
func (s *state) asking(seat engine.Seat) bool {
	r := s.replies.at(seat)
	if needs := s.undoNeeds(); r == nil || len(r.asks) == 0 || needs.Has(seat) || s.dueLesson() != "" {
		return false
	}
	return r.begun || (r.waited() || r.offered()) && !s.caller.Telling() && !s.caller.Dramatic()
}
