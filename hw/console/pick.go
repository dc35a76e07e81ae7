package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
)

func (k *Console) doPick(c command.Pick) error {
	r := k.replies.At(c.Seat)
	if k.play.table == nil || c.Seat < 0 || r == nil || k.play.table.Paused() || !k.asking(c.Seat) {
		return command.ErrTurn
	}
	step := r.Step()
	if !step.Pick || step.Turn != c.Turn || c.Choice < 0 || c.Choice >= step.Len() {
		return command.ErrTurn
	}
	k.atPods = k.atPods.With(c.Seat)
	k.notes.read(c.Seat)
	k.skip(r)
	secret := r.Secret()
	if !r.Pick(c.Choice) {
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
	} else if pod := k.seating.pod(seat); pod >= 0 && pod < len(k.screens.ports) {
		k.screens.redrawPod(k.now, pod)
	}
}

func (k *Console) doStepBack(c command.StepBack) error {
	r := k.replies.At(c.Seat)
	if k.play.table == nil || c.Seat < 0 || r == nil || k.play.table.Paused() || !k.asking(c.Seat) {
		return command.ErrTurn
	}
	secret := r.Secret()
	switch {
	case r.Back():
	case r.Offered():
		k.tone(toneBack)
		k.letPass(r)
	default:
		return command.ErrTurn
	}
	k.stepped(c.Seat, secret)
	return nil
}

// asking reports whether the pod of a seat shows what the seat is asked: something is awaited or begun,
// and nothing is told, to be explained or to be agreed to first.
func (s *state) asking(seat engine.Seat) bool {
	r := s.replies.At(seat)
	if needs := s.play.undoNeeds(); r == nil || len(r.Asks()) == 0 || needs.Has(seat) || s.lessons.due(&s.play) != "" {
		return false
	}
	return r.Begun() || (r.Waited() || r.Offered()) && !s.caller.Telling() && !s.caller.Dramatic()
}
