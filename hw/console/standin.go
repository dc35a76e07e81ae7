package console

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

func (k *Console) doStandIn(c command.StandIn) error {
	if k.play.table == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.play.Roster) || k.guests.phone(&k.play, c.Seat) == "" {
		return k.refused(engine.Refuse("", "refuse.no_phone"))
	}
	switch {
	case !c.On:
		k.endStandInFor(c.Seat)
	case k.guests.phone(&k.play, c.Seat) == phoneHere:
		return k.refused(engine.Refuse("", "refuse.phone_here", c.Seat))
	case !k.guests.standIns.Has(c.Seat):
		k.guests.standIns = k.guests.standIns.With(c.Seat)
		k.log.Info("the panel stands in for a phone", "seat", int(c.Seat))
		k.tone(toneRemind)
		k.say(k.spoken(engine.Say("ui.stands_in").Seat(c.Seat)))
	}
	k.touch()
	return nil
}

// endStandIns ends what the panel does for phones that are back, or that have no seat any more. Their
// players are told, as everybody is.
func (k *Console) endStandIns() {
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

func (k *Console) endStandInFor(seat engine.Seat) {
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
	k.say(k.spoken(engine.Say("ui.stands_in_no_more").Seat(seat)))
	k.touch()
}

// onPhone reports whether a seat is played on a phone, and not at the panel.
func (s *state) onPhone(seat engine.Seat) bool { return seat >= 0 && s.guests.seats(&s.play).Has(seat) }

// serves returns whom a pod serves now, or [engine.NoSeat].
func (s *state) serves(pod int) engine.Seat {
	if s.play.table == nil || pod < 0 || pod >= len(s.screens.ports) {
		return engine.NoSeat
	}
	return s.seatOf(pod)
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

// seenFor is how long a question that comes between has to be seen before it can be agreed to: no press
// that was meant for something else may answer it.
const seenFor = time.Second

// question returns the knock that a pod's screen asks about, or 0: the order is that of what the screen
// shows.
func (s *state) question(pod int) int {
	if s.play.table == nil {
		return 0
	}
	seat := s.seatOf(pod)
	if seat < 0 || s.lessons.teaching() || s.caller.Calling() == nil && s.lessons.due(&s.play) != "" || s.play.table.Paused() || s.seating.covered(pod, seat) || s.play.undoNeeds().Has(seat) {
		return 0
	}
	if n := s.knock(pod, seat); n != nil {
		return n.ID
	}
	return 0
}

// answersKnock reports whether a button of a pod is for the knock that its screen asks about. One that
// comes before the question was seen, or from somebody who does not look, is for what stood there
// before. B says no; OK has to be held to say yes.
func (k *Console) answersKnock(h *hand, b hw.Button) bool {
	id := k.question(int(h.pod))
	p := &k.screens.ports[h.pod]
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
		k.tone(toneNothing)
	}
	return true
}

// letIn lets a phone in for which OK is held, if it still knocks.
func (k *Console) letIn(h *hand) {
	if id := h.lets[hw.OK]; k.question(int(h.pod)) == id {
		k.forward(command.LetIn{ID: id, Yes: true})
	}
}

// knock returns the knock that a pod asks its seat about, or nil: where somebody plays the seat at the
// pod, and its screen shows the question. It does not come between a seat and what counts by its time.
func (s *state) knock(pod int, seat engine.Seat) *command.Knock {
	if seat < 0 || !s.atPods.Has(seat) || pod < 0 || pod >= len(s.screens.ports) || !s.screens.ports[pod].works() {
		return nil
	}
	if r := s.replies.At(seat); r == nil || r.Timed() != nil {
		return nil
	}
	return s.guests.knock(s.play.Roster.Name(seat))
}
