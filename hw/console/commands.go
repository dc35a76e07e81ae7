package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
)

// Do does a command. An error has been told to the table, too.
func (k *Console) Do(now time.Duration, c command.Command) error {
	k.pass(now)
	k.stage.changes++
	k.stage.newPages()
	err := k.run(c)
	k.stage.setLights()
	return err
}

// run does a command, or what an entry of the menu does.
func (k *Console) run(c command.Command) error {
	switch c := c.(type) {
	case command.Start:
		return k.evening.doStart(c)
	case command.GoOn:
		return k.evening.doGoOn(c)
	case command.Type:
		return k.answers.doType(c)
	case command.Pause:
		return k.teacher.doPause(c)
	case command.Undo:
		return k.game.doUndo()
	case command.Consent:
		return k.game.doConsent(c)
	case command.CancelUndo:
		return k.game.doCancelUndo()
	case command.Leave:
		return k.evening.doLeave()
	case command.Stop:
		return k.evening.doStop()
	case command.SetLang:
		return k.settings.doSetLang(c)
	case command.Sit:
		return k.settings.doSit(c)
	case command.Answer:
		return k.answers.doAnswer(c)
	case command.Buzz:
		return k.answers.doBuzz(c)
	case command.TakeBack:
		return k.answers.doTakeBack(c)
	case command.Dissent:
		return k.game.doDissent(c)
	case command.Read:
		return k.teacher.doRead(c)
	case command.Pick:
		return k.answers.doPick(c)
	case command.StepBack:
		return k.answers.doStepBack(c)
	case command.Invite:
		return k.host.doInvite(c)
	case command.SetSeatLang:
		return k.settings.doSetSeatLang(c)
	case command.Attend:
		return k.settings.doAttend(c)
	case command.Forget:
		return k.settings.doForget(c)
	case command.SetBots:
		return k.settings.doSetBots(c)
	case command.Teach:
		return k.teacher.doTeach(c)
	case command.Rematch:
		return k.evening.doRematch()
	case command.SetPace:
		return k.settings.doSetPace(c)
	case command.SetClocks:
		return k.settings.doSetClocks(c)
	case command.StandIn:
		return k.host.doStandIn(c)
	case command.Throw:
		return k.answers.doThrow(c)
	case command.LetIn, command.PutOut:
		k.host.forward(c)
		return nil
	case command.AnswerAbsent:
		return k.answers.doAnswerAbsent()
	case command.KeepNothing:
		return k.evening.doKeepNothing()
	case command.PlayFor:
		return k.host.doPlayFor(c)
	}
	return k.lead(c)
}

// Seat returns the seat of a name in the play, or [engine.NoSeat]. A bot is nobody's.
func (k *Console) Seat(name string) engine.Seat {
	for i, n := range k.play.Roster {
		if seat := engine.Seat(i); n == name && k.play.table != nil && !k.play.bots().Has(seat) {
			return seat
		}
	}
	return engine.NoSeat
}
