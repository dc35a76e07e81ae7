package console

import (
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/menu"
)

// Do does a command. An error has been told to the table, too.
func (k *Console) Do(now time.Duration, c command.Command) error {
	k.pass(now)
	k.changes++
	k.newPages()
	err := k.run(c)
	k.setLights()
	return err
}

// run does a command, or what an entry of the menu does.
func (k *Console) run(c command.Command) error {
	switch c := c.(type) {
	case command.Start:
		return k.doStart(c)
	case command.GoOn:
		return k.doGoOn(c)
	case command.Type:
		return k.doType(c)
	case command.Pause:
		return k.doPause(c)
	case command.Undo:
		return k.doUndo()
	case command.Consent:
		return k.doConsent(c)
	case command.CancelUndo:
		return k.doCancelUndo()
	case command.Leave:
		return k.doLeave()
	case command.Stop:
		return k.doStop()
	case command.SetLang:
		return k.doSetLang(c)
	case command.Sit:
		return k.doSit(c)
	case command.Answer:
		return k.doAnswer(c)
	case command.Buzz:
		return k.doBuzz(c)
	case command.TakeBack:
		return k.doTakeBack(c)
	case command.Dissent:
		return k.doDissent(c)
	case command.Read:
		return k.doRead(c)
	case command.Pick:
		return k.doPick(c)
	case command.StepBack:
		return k.doStepBack(c)
	case command.Invite:
		return k.doInvite(c)
	case command.SetSeatLang:
		return k.doSetSeatLang(c)
	case command.Attend:
		return k.doAttend(c)
	case command.Forget:
		return k.doForget(c)
	case command.SetBots:
		return k.doSetBots(c)
	case command.Teach:
		return k.doTeach(c)
	case command.Rematch:
		return k.doRematch()
	case command.SetPace:
		return k.doSetPace(c)
	case command.SetClocks:
		return k.doSetClocks(c)
	case command.StandIn:
		return k.doStandIn(c)
	case command.Throw:
		return k.doThrow(c)
	case command.LetIn, command.PutOut:
		k.forward(c)
		return nil
	case command.AnswerAbsent:
		return k.doAnswerAbsent()
	case command.KeepNothing:
		return k.doKeepNothing()
	case command.PlayFor:
		return k.doPlayFor(c)
	}
	return k.lead(c)
}

func (k *Console) doStart(c command.Start) error {
	h := c.Header
	h.Seats = make(engine.Roster, len(c.Header.Seats))
	for i, name := range c.Header.Seats {
		h.Seats[i] = engine.NormalName(name) // as people typed it
	}
	if c.DrawSeed {
		h.Seed = k.seed()
	}
	t := k.memory.Title(h.Game)
	if t == nil {
		return k.refused(engine.Refuse("", "refuse.unknown_game", h.Game))
	}
	if c.Bots < 0 || len(h.Seats)+c.Bots > t.MaxSeats {
		return k.refused(engine.Refuse("", "refuse.bots_many", t.MaxSeats))
	}
	people := h.Seats
	bots := addBots(t, &h, c.Bots, func(n int) string { return k.play.Plain(k.langs.voice, engine.Say("ui.bot").Number(n)) })
	if err := t.Check(h); err != nil {
		return k.refused(err)
	}
	name, err := k.playName(t, c.Name)
	if err != nil {
		return k.refused(err)
	}
	j, err := k.memory.NewJournal()
	if err != nil {
		return k.refused(err)
	}
	o := k.tableOptions(j)
	o.Name = name
	play, cues, err := table.New(t, h, o)
	if err != nil {
		return k.refused(err)
	}
	k.memory.Named(name)
	k.sit(play)
	for seat, pod := range c.Pods {
		k.seating.move(engine.Seat(seat), int(pod))
	}
	k.call(cues)
	if bots != 0 {
		if err := k.doSetBots(command.SetBots{Seats: bots}); err != nil {
			return err
		}
	}
	if c.Teach && t.Lessons != nil {
		_ = k.doTeach(command.Teach{On: true})
	}
	if !c.Again {
		k.begun(t, &c, people)
	}
	k.log.Info("a play begins", "game", h.Game, "seats", len(h.Seats))
	return nil
}

func (k *Console) doPause(c command.Pause) error {
	if !c.On {
		k.readLesson(k.now)
		return nil
	}
	k.pause(true)
	return nil
}

func (k *Console) pause(on bool) {
	if k.play.table == nil || k.play.table.Paused() == on {
		return
	}
	k.lessons.end()
	if on {
		k.play.table.Pause(k.caller.Clock(k.now))
		k.caller.Pause(k.now)
		k.replies.OfferAgain()
		k.log.Info("paused")
	} else {
		k.idle += k.caller.Resume(k.now)
		k.play.table.Resume(k.caller.Clock(k.now))
		k.log.Info("goes on")
	}
	k.wakeBots() // they begin to think when it goes on
	k.screens.rewind()
	k.touch()
}

func (k *Console) doUndo() error {
	if k.play.table == nil {
		return k.refused(errNoPlay)
	}
	was := k.play.undoNeeds()
	s, err := k.play.table.Undo(k.caller.Clock(k.now), engine.Table)
	if err != nil {
		return k.refused(err)
	}
	if was == 0 {
		k.undoAt = k.now
	}
	k.undone(s)
	return nil
}

func (k *Console) undone(s table.UndoState) {
	k.touch()
	if !s.Done {
		k.log.Info("an undo waits for consent", "seats", s.Needs.Len())
		return
	}
	k.wrong.err = nil
	k.caller.Drop(k.now)
	clear(k.lessons.about) // it is not so any more
	k.replies.Forget()
	k.seating.cover()
	k.changed()
	k.say(func(l lang.Lang) string { return k.play.Word(l, "ui.undone") })
}

func (k *Console) doConsent(c command.Consent) error { return k.consent(c.Seat) }

func (k *Console) consent(seat engine.Seat) error {
	if needs := k.play.undoNeeds(); !needs.Has(seat) {
		return nil
	}
	s, err := k.play.table.ConsentUndo(k.caller.Clock(k.now), seat)
	if err != nil {
		return k.refused(err)
	}
	k.seating.answered(seat)
	k.undone(s)
	return nil
}

func (k *Console) doCancelUndo() error {
	k.cancelUndo()
	return nil
}

func (k *Console) cancelUndo() {
	if needs := k.play.undoNeeds(); needs != 0 {
		k.play.table.CancelUndo()
		k.touch()
	}
}

func (k *Console) doLeave() error {
	k.quit()
	return nil
}

// quit ends the play at the box and opens the menu.
func (k *Console) quit() {
	if k.play.table != nil && !k.play.over {
		if err := k.play.table.Leave(); err != nil {
			k.log.Error("journal", "error", err)
		}
		k.log.Info("the play was left")
	}
	k.leave()
	k.memory.Find()
	k.openMenu(menu.Top)
}

func (k *Console) doStop() error {
	switch {
	case k.play.table == nil:
		return k.refused(errNoPlay)
	case !k.play.kept():
		return k.refused(engine.Refuse("", "refuse.unkept"))
	}
	k.log.Info("the play is stopped for another evening")
	k.leave()
	k.memory.Find()
	k.openMenu(menu.Top)
	return nil
}

func (k *Console) doSetLang(c command.SetLang) error {
	if k.langs.main == k.langs.voice {
		k.langs.main = c.Lang
	}
	for p := range k.langs.pods {
		if k.langs.pods[p] == k.langs.voice {
			k.langs.pods[p] = c.Lang
		}
	}
	k.langs.voice = c.Lang
	k.touch()
	return nil
}

func (k *Console) doSit(c command.Sit) error {
	if k.play.table == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.play.Roster) || c.Pod < 0 || int(c.Pod) >= len(k.screens.ports) {
		return k.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.seating.move(c.Seat, int(c.Pod))
	k.log.Info("a seat has moved", "seat", int(c.Seat), "pod", int(c.Pod))
	k.touch()
	return nil
}
