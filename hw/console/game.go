package console

import (
	"errors"
	"slices"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/menu"
	"consigliere/hw/reply"
)

// A game follows the play: moves and what they are refused for, time that runs out, pauses and undo.
type game struct {
	*state
	stage *stage
}

// do does a command about that. It reports whether it is one.
func (k *game) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.Hurry:
		return true, k.doHurry(c)
	case command.Undo:
		return true, k.doUndo(c)
	case command.Consent:
		return true, k.doConsent(c)
	case command.CancelUndo:
		return true, k.doCancelUndo(c)
	case command.Dissent:
		return true, k.doDissent(c)
	}
	return false, nil
}

// skip ends what is merely being told, if the table waits for this reply alone.
func (k *game) skip(r *reply.Reply) {
	if k.caller.Told() > 0 && k.alone(r) {
		k.caller.Skip(k.now)
		k.stage.touch()
	}
}

// wakeBots lets the bots think.
func (k *game) wakeBots() { k.bots.wake(k.now, k.caller.Pace(), &k.play) }

// endStandIn ends the standing in when nothing is awaited of the seat any more.
func (k *game) endStandIn() {
	if k.standIn.on && (k.play.table == nil || !k.owing().Has(k.standIn.seat)) {
		k.standIn.on = false
		k.stage.touch()
	}
}

// pause stops everything, or lets it go on.
func (k *game) pause(on bool) {
	if k.play.table == nil || k.play.table.Paused() == on {
		return
	}
	k.lessons.end()
	if on {
		k.play.table.Pause(k.tableTime())
		k.caller.Pause(k.now)
		k.replies.OfferAgain()
		k.log.Info("paused")
	} else {
		k.idle += k.caller.Resume(k.now)
		k.play.table.Resume(k.tableTime())
		k.log.Info("goes on")
	}
	k.wakeBots() // they begin to think when it goes on
	k.screens.rewind()
	k.stage.touch()
}

// followed follows a move that was made, with a tone.
func (k *game) followed(cues []engine.Cue, t caller.Tone) {
	k.call(cues)
	held := k.play.held
	k.changed()
	if t != silence {
		k.stage.tone(t)
	}
	open := engine.SeatSet(0)
	for i := range k.play.asks {
		if k.play.asks[i].Absent != nil {
			open = open.With(k.play.asks[i].Seat)
		}
	}
	k.play.missed &= open
	if held&^k.play.held != 0 {
		_ = k.refused(errAgain) // the step would have ended without them
	}
}

// call gives cues to the caller, and what is for some seats alone to their screens.
func (k *game) call(cues []engine.Cue) {
	bots := k.play.bots()
	if bots != 0 {
		cues = slices.DeleteFunc(slices.Clone(cues), func(c engine.Cue) bool {
			seats := c.Text.Seats()
			return c.Asks && len(seats) > 0 && bots.Has(seats[0]) // what a bot is asked nobody need hear
		})
	}
	calls := k.stage.calls(cues)
	if len(calls) > 0 {
		calls[0].Before = k.play.before
	}
	k.play.before = nil
	k.caller.Call(k.now, calls)
	for i := range cues {
		c := &cues[i]
		k.lessons.hear(c)
		if c.To != 0 && c.Kind != engine.CueQuiet && c.Text.Key != "" {
			k.notes.tell(c.To, note{text: c.Text, till: k.now + noteFor})
			k.screens.redraw(k.now)
		}
	}
}

// changed reads from the table what is open now. The lights show it before anything else does.
func (k *game) changed() {
	turned := k.play.read()
	k.stage.setLights()
	k.play.note()
	k.replies.Refresh(k.play.asks)
	if r := k.replies.At(k.peek.seat); k.peek.on && (r == nil || r.Turn() != k.peek.turn) {
		k.peek = peek{} // it was opened for what was asked before
	}
	if !k.botsAlone() {
		k.bots.hurry = false
	}
	k.keepPace()
	k.wakeBots()
	k.stage.pagesOld = true
	k.endStandIn()
	if turned {
		k.log.Info("the play is over", "over", k.play.over)
	}
	k.stage.touch()
}

// refused remembers for the panel and the desk why something was refused.
func (k *game) refused(err error) error {
	k.wrong = refusal{err: err, till: k.now + wrongFor}
	if refusalOf(err) == nil {
		k.log.Error("refused", "error", err)
		k.diskFailed(err)
	}
	k.stage.tone(toneWrong)
	k.stage.touch()
	return err
}

// diskFailed follows a journal that the disk does not take: it tells the table in words, and
// the menu of the panel offers to go on without (promise P8).
func (k *game) diskFailed(err error) {
	var disk *journal.Error
	if !errors.As(err, &disk) {
		return
	}
	k.wrong.err, k.noDisk = &engine.Refusal{Why: disk.Text()}, true
	if k.play.table == nil {
		k.stage.openMenu(menu.Top)
		return
	}
	k.changed() // the table has gone back to what the disk holds
}
