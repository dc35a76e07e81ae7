package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
)

func (k *answers) doPick(c command.Pick) error {
	r := k.replies.At(c.Seat)
	if k.play.table == nil || c.Seat < 0 || r == nil || k.play.table.Paused() || !k.asking(c.Seat) {
		return command.ErrTurn
	}
	step := r.Step()
	if !step.Pick || step.Turn != c.Turn || c.Choice < 0 || c.Choice >= step.Len() {
		return command.ErrTurn
	}
	if c.Then != nil && (c.Choice >= len(step.Then) || *c.Then < 0 || *c.Then >= len(step.Then[c.Choice])) {
		return command.ErrTurn
	}
	then := []int{}
	switch {
	case c.Way != nil:
		if c.Then != nil || c.Choice >= len(step.Endings) || *c.Way < 0 || *c.Way >= len(step.Endings[c.Choice]) {
			return command.ErrTurn
		}
		then = step.Endings[c.Choice][*c.Way].At
	case c.Then != nil:
		then = append(then, *c.Then)
	}
	k.atPods = k.atPods.With(c.Seat)
	k.notes.read(c.Seat)
	k.game.skip(r)
	secret := r.Secret()
	for _, choice := range append([]int{c.Choice}, then...) {
		if !r.Pick(choice) {
			k.ok(r)
		}
	}
	k.game.endStandIn()
	k.stepped(c.Seat, secret)
	return nil
}

// stepped follows a step of an answer that a page has taken. The table hears of it where all may see
// what is asked.
func (k *answers) stepped(seat engine.Seat, secret bool) {
	if !secret {
		k.stage.touch()
	} else if pod := k.seating.pod(seat); pod >= 0 && pod < len(k.screens.ports) {
		k.screens.redrawPod(k.now, pod)
	}
}

func (k *answers) doStepBack(c command.StepBack) error {
	r := k.replies.At(c.Seat)
	if k.play.table == nil || c.Seat < 0 || r == nil || k.play.table.Paused() || !k.asking(c.Seat) {
		return command.ErrTurn
	}
	secret := r.Secret()
	switch {
	case r.Back():
	case r.Offered():
		k.stage.tone(toneBack)
		k.letPass(r)
	default:
		return command.ErrTurn
	}
	k.stepped(c.Seat, secret)
	return nil
}
