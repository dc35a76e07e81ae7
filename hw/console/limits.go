package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// toldLate says whose time ran out, and what was made for them where all may know it. Each of them is told it whole, until
// they answer by themselves again.
func (k *game) toldLate(late []table.TimeOut) {
	late = slices.DeleteFunc(slices.Clone(late), func(t table.TimeOut) bool { return t.Paced })
	if len(late) == 0 {
		return
	}
	for _, t := range late {
		if t.Seat < 0 {
			continue
		}
		own := engine.Say("ui.time_yours")
		if thing := k.play.thing(t.Do); thing != "" {
			own = engine.Say("ui.time_yours_did").Thing(thing).Thing("verb." + k.play.table.Title().Moves.Verb(t.Do))
		}
		k.play.late[t.Seat] = own
	}
	text := engine.Say("ui.time")
	if len(late) == 1 && late[0].Seat >= 0 {
		text = engine.Say("ui.time_of").Seat(late[0].Seat)
		if thing := k.play.thing(late[0].Do); thing != "" && !late[0].Secret {
			text = engine.Say("ui.time_did").Seat(late[0].Seat).Thing(thing)
		}
	}
	k.call([]engine.Cue{{Kind: engine.CueSay, Text: text}})
}

// limitEnds makes the moves of time-outs and repeats prompts.
func (k *game) limitEnds() {
	k.stage.beforeMove()
	n := k.play.table.Moves()
	d, err := k.play.table.Tick(k.tableTime())
	if err != nil {
		_ = k.refused(err)
		return
	}
	if k.play.table.Moves() != n {
		for _, late := range d.Late {
			k.replies.Answered(engine.SeatsOf(late.Seat))
		}
		k.toldLate(d.Late)
		k.played(d.Cues, silence)
	}
	if d.Warned != 0 {
		k.stage.tone(toneRemind)
		k.stage.say(func(l lang.Lang) string {
			return k.play.List(l, d.Warned) + ": " + k.said(l, engine.Say("ui.seconds_more").Number(int(d.Grace/time.Second)))
		})
		k.stage.touch()
	}
	k.remind(d.Reminders)
}

// nextLimit returns when the table wants its next tick, on the clock of the box.
func (k *game) nextLimit() time.Duration {
	if k.play.table == nil || k.play.table.Paused() {
		return never
	}
	at, ok := k.play.table.Next()
	if !ok {
		return never
	}
	return k.caller.BoxTime(k.now, at)
}

// remind says what is still asked, and whom the table waits for.
func (k *game) remind(asks []engine.Ask) {
	var set engine.SeatSet
	open := false
	for i := range asks {
		if asks[i].Absent != nil {
			k.play.missed = k.play.missed.With(asks[i].Seat)
		}
		set |= asks[i].Answerers()
		open = open || asks[i].Answerers() == 0
	}
	if len(asks) == 0 || !k.caller.Idle() {
		return
	}
	phase := "phase." + k.play.table.View(engine.Public).Phase
	k.stage.tone(toneRemind)
	k.stage.say(func(l lang.Lang) string {
		text := k.play.Word(l, phase)
		if !open {
			if q := k.play.scene.Question; q.Key != "" { // the phase may name a role
				text = k.play.Text(l, q)
			}
			text = k.said(l, engine.Say("ui.waits_for").Group(set).Thing(text))
		}
		return text
	})
}
