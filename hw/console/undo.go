package console

import (
	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

func (k *game) doUndo(_ command.Undo) error {
	if k.play.table == nil {
		return k.refused(errNoPlay)
	}
	was := k.play.undoNeeds()
	s, err := k.play.table.Undo(k.tableTime(), engine.Table)
	if err != nil {
		return k.refused(err)
	}
	if was == 0 {
		k.undoAt = k.now
	}
	k.undone(s)
	return nil
}

func (k *game) undone(s table.UndoState) {
	k.stage.touch()
	if !s.Done {
		k.log.Info("an undo waits for consent", "seats", s.Needs.Len())
		return
	}
	k.wrong.err = nil
	k.play.late = [engine.MaxSeats]engine.Text{}
	k.caller.Drop(k.now)
	clear(k.lessons.about) // it is not so any more
	k.replies.Forget()
	k.seating.cover()
	k.changed()
	k.stage.say(func(l lang.Lang) string { return k.play.Word(l, "ui.undone") })
}

func (k *game) doConsent(c command.Consent) error {
	if k.play.undoNeeds().Has(c.Seat) && k.now < k.undoAt+seenFor {
		return command.ErrEarly
	}
	return k.consent(c.Seat)
}

func (k *game) consent(seat engine.Seat) error {
	if needs := k.play.undoNeeds(); !needs.Has(seat) {
		return nil
	}
	s, err := k.play.table.ConsentUndo(k.tableTime(), seat)
	if err != nil {
		return k.refused(err)
	}
	k.seating.answered(seat)
	k.undone(s)
	return nil
}

func (k *game) doCancelUndo(_ command.CancelUndo) error {
	k.cancelUndo()
	return nil
}

func (k *game) cancelUndo() {
	if needs := k.play.undoNeeds(); needs != 0 {
		k.play.table.CancelUndo()
		k.stage.touch()
	}
}

func (k *game) doDissent(c command.Dissent) error {
	if needs := k.play.undoNeeds(); c.Seat < 0 || !needs.Has(c.Seat) {
		return command.ErrTurn
	}
	k.cancelUndo()
	return nil
}
