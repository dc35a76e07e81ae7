package console

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// A host knows who plays by phone, and lets the panel stand in.
type host struct {
	*state
	stage     *stage
	game      *game
	forwarded []command.Command // to whoever serves the phones, since they were taken
}

// do does a command about that. It reports whether it is one.
func (k *host) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.Invite:
		return true, k.doInvite(c)
	case command.StandIn:
		return true, k.doStandIn(c)
	case command.PlayFor:
		return true, k.doPlayFor(c)
	case command.Machine:
		return true, k.doMachine(c)
	case command.LetIn, command.PutOut, command.Look, command.SetHotSpot, command.JoinWiFi, command.SetTime, command.PowerOff:
		k.forward(c)
		return true, nil
	}
	return false, nil
}

// forward hands a command to whoever serves the phones, or looks after the machine.
func (k *host) forward(c command.Command) { k.forwarded = append(k.forwarded, c) }

func (k *host) doInvite(c command.Invite) error {
	old := k.guests.invite
	k.guests.invite = c
	k.prepared.join(old.Phones, c.Phones)
	for _, n := range c.Knocks {
		if k.guests.loud(k.now, n, old.Knocks) {
			k.stage.tone(toneRemind)
			k.stage.say(func(l lang.Lang) string { return k.play.Plain(l, engine.Say("ui.knock").Thing(n.Name)) })
		}
	}
	k.stage.renewMenu()
	k.endStandIns()
	k.stage.touch()
	return nil
}

// doPlayFor lets the panel stand in for the pod of a seat.
func (k *host) doPlayFor(c command.PlayFor) error {
	if k.guests.seats(&k.play).Has(c.Seat) {
		if err := k.doStandIn(command.StandIn{Seat: c.Seat, On: true}); err != nil {
			return err
		}
	}
	k.standIn.on, k.standIn.seat = true, c.Seat
	return nil
}

func (k *host) doStandIn(c command.StandIn) error {
	if k.play.table == nil {
		return k.game.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.play.Roster) || k.guests.phone(&k.play, c.Seat) == "" {
		return k.game.refused(engine.Refuse("", "refuse.no_phone"))
	}
	switch {
	case !c.On:
		k.endStandInFor(c.Seat)
	case k.guests.phone(&k.play, c.Seat) == phoneHere:
		return k.game.refused(engine.Refuse("", "refuse.phone_here", c.Seat))
	case !k.guests.standIns.Has(c.Seat):
		k.guests.standIns = k.guests.standIns.With(c.Seat)
		k.log.Info("the panel stands in for a phone", "seat", int(c.Seat))
		k.stage.tone(toneRemind)
		k.stage.say(k.stage.spoken(engine.Say("ui.stands_in").Seat(c.Seat)))
	}
	k.stage.touch()
	return nil
}

// endStandIns ends what the panel does for phones that are back, or that have no seat any more. Their
// players are told, as everybody is.
func (k *host) endStandIns() {
	for i := range k.play.Roster {
		if seat := engine.Seat(i); k.guests.standIns.Has(seat) && k.guests.phone(&k.play, seat) != phonePanel {
			k.endStandInFor(seat)
		}
	}
	if k.standIn.on && k.guests.seats(&k.play).Has(k.standIn.seat) {
		k.standIn.on = false // the phone came after it had begun
	}
	if k.peek.on && (k.peek.by.page || k.peek.by.pod == hw.Panel) && k.guests.seats(&k.play).Has(k.peek.seat) {
		k.peek = peek{}
	}
}

func (k *host) endStandInFor(seat engine.Seat) {
	if !k.guests.standIns.Has(seat) {
		return
	}
	k.guests.standIns = k.guests.standIns.Without(seat)
	if k.standIn.on && k.standIn.seat == seat {
		k.standIn.on = false
	}
	if k.guests.phone(&k.play, seat) == phoneHere {
		k.notes.tell(engine.SeatsOf(seat), note{text: engine.Say("ui.stood_in"), till: never})
	}
	k.log.Info("the panel stands in no more", "seat", int(seat))
	k.stage.say(k.stage.spoken(engine.Say("ui.stands_in_no_more").Seat(seat)))
	k.stage.touch()
}

// OfPhone reports whether a command of the panel's page would play for a seat that is played on a phone.
func (k *Console) OfPhone(c command.Command) bool {
	seat := engine.NoSeat
	switch do := c.(type) {
	case command.Press:
		if do.Down {
			seat = k.serves(int(do.Pod))
		}
	case command.ForPlayer:
		seat = k.Seat(do.Name)
	case command.Type:
		if k.play.table == nil {
			return false
		}
		if m, err := k.play.table.ReadLine(do.Line); err == nil {
			seat = m.Seat
		}
	}
	return k.onPhone(seat)
}

// answersKnock reports whether a button of a pod is for the knock that its screen asks about. One that
// comes before the question was seen, or from somebody who does not look, is for what was there
// before. B says no; OK has to be held to say yes.
func (k *host) answersKnock(h *hand, b hw.Button) bool {
	p := &k.screens.ports[h.pod]
	if p.asks == 0 {
		return false // as most often
	}
	id := k.question(int(h.pod))
	if id == 0 || h.unseen[b] || p.asks != id || !p.valid || k.now < p.askedAt+seenFor {
		return false
	}
	switch b {
	case hw.OK:
		h.lets[b] = id
	case hw.B:
		h.used[b] = true
		k.forward(command.LetIn{ID: id})
	default:
		h.used[b] = true
		k.stage.tone(toneNothing)
	}
	return true
}

// letIn lets a phone in for which OK is held, if it still knocks.
func (k *host) letIn(h *hand) {
	if id := h.lets[hw.OK]; k.question(int(h.pod)) == id {
		k.forward(command.LetIn{ID: id, Yes: true})
	}
}
