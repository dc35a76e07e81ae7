package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

func (k *Console) doStandIn(c command.StandIn) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.Roster) || k.phoneOf(c.Seat) == "" {
		return k.refused(engine.Refuse("", "refuse.no_phone"))
	}
	switch {
	case !c.On:
		k.endStandInFor(c.Seat)
	case k.phoneOf(c.Seat) == phoneHere:
		return k.refused(engine.Refuse("", "refuse.phone_here", c.Seat))
	case !k.standIns.Has(c.Seat):
		k.standIns = k.standIns.With(c.Seat)
		k.log.Info("the panel stands in for a phone", "seat", int(c.Seat))
		k.tone(toneRemind)
		k.say(k.spoken(engine.Say("ui.stands_in").Seat(c.Seat)))
	}
	k.touch()
	return nil
}

// Where the phone of a seat is, as [desk.Player] has it.
const (
	phoneHere  = "here"
	phoneAway  = "away"
	phonePanel = "panel" // it is away, and the panel plays for it
)

// phoneOf returns where the phone of a seat is, or "".
func (s *state) phoneOf(seat engine.Seat) string {
	name := s.Roster.Name(seat)
	absent := s.resumed && slices.Contains(s.invite.Absent, name)
	switch {
	case s.t == nil || s.botSeats().Has(seat) || !absent && !slices.Contains(s.invite.Phones, name):
		return ""
	case !absent && !slices.Contains(s.invite.Away, name):
		return phoneHere
	case s.standIns.Has(seat):
		return phonePanel
	}
	return phoneAway
}

// onPhones returns the seats that have a phone, and for which the panel does not stand in: it may
// neither look at what they see nor play for them.
func (s *state) onPhones() engine.SeatSet {
	var set engine.SeatSet
	if len(s.invite.Phones)+len(s.invite.Absent) == 0 {
		return 0
	}
	for i := range s.Roster {
		if at := s.phoneOf(engine.Seat(i)); at != "" && at != phonePanel {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// endStandIns ends what the panel does for phones that are back, or that have no seat any more. Their
// players are told, as everybody is.
func (k *Console) endStandIns() {
	for i := range k.Roster {
		if seat := engine.Seat(i); k.standIns.Has(seat) && k.phoneOf(seat) != phonePanel {
			k.endStandInFor(seat)
		}
	}
	if k.standIn.on && k.onPhones().Has(k.standIn.seat) {
		k.standIn.on = false // the phone came after it had begun
	}
	if k.peek.on && (k.peek.by.page || k.peek.by.pod == hw.Panel) && k.onPhones().Has(k.peek.seat) {
		k.peek = peek{}
	}
}

func (k *Console) endStandInFor(seat engine.Seat) {
	if !k.standIns.Has(seat) {
		return
	}
	k.standIns = k.standIns.Without(seat)
	if k.standIn.on && k.standIn.seat == seat {
		k.standIn.on = false
	}
	if k.phoneOf(seat) == phoneHere {
		k.notes[seat] = note{text: engine.Say("ui.stood_in"), till: never}
	}
	k.log.Info("the panel stands in no more", "seat", int(seat))
	k.say(k.spoken(engine.Say("ui.stands_in_no_more").Seat(seat)))
	k.touch()
}

// OnPhone reports whether a seat is played on a phone, and not at the panel.
func (k *Console) OnPhone(seat engine.Seat) bool { return seat >= 0 && k.onPhones().Has(seat) }

// Serves returns whom a pod serves now, or [engine.NoSeat].
func (k *Console) Serves(pod hw.Pod) engine.Seat {
	if k.t == nil || pod < 0 || int(pod) >= len(k.ports) {
		return engine.NoSeat
	}
	return k.seatOf(int(pod))
}

// Types returns whose move a line is that is typed in, or [engine.NoSeat].
func (k *Console) Types(line []byte) engine.Seat {
	if k.t == nil {
		return engine.NoSeat
	}
	m, err := k.t.ReadLine(line)
	if err != nil {
		return engine.NoSeat
	}
	return m.Seat
}

// sightState returns what a page may see of the private screen of a pod.
func (k *Console) sightState(pod int) desk.SightState {
	seat := k.Serves(hw.Pod(pod))
	s := desk.SightState{Of: desk.SightOf{Seat: seat, Over: k.over}}
	if r := k.replies.At(seat); seat >= 0 && r != nil {
		s.Of.Turn = r.Turn()
	}
	if s.Phone = k.OnPhone(seat); !s.Phone && seat >= 0 {
		s.View = k.podView(pod)
	}
	return s
}

// seenFor is how long a question that comes between has to be seen before it can be agreed to: no press
// that was meant for something else may answer it.
const seenFor = time.Second

// question returns the knock that a pod's screen asks about, or 0: the order is that of what the screen
// shows.
func (s *state) question(pod int) int {
	if s.t == nil {
		return 0
	}
	seat := s.seatOf(pod)
	if seat < 0 || s.teaching() || s.caller.Calling() == nil && s.dueLesson() != "" || s.t.Paused() || s.seating.covered(pod, seat) || s.undoNeeds().Has(seat) {
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
	p := &k.ports[h.pod]
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
