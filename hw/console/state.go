package console

import (
	"errors"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
	"consigliere/hw/reply"
	"consigliere/hw/words"
)

// A state is all that the box shows something of: the play, and what people are doing at the
// box. The faces draw pages and desks from it and change nothing.
type state struct {
	books  *words.Books
	titles []*engine.Title
	now    time.Duration

	play play

	caller  caller.Caller
	replies reply.Replies
	seating seating
	atPods  engine.SeatSet // for whom a button of a pod was pressed in this play
	menu    *menu.Menu
	guests  guests
	undoAt  time.Duration // when the undo was asked for that waits
	standIn standIn
	peek    peek
	notes   notes
	wrong   refusal
	typed   typed
	lessons lessons
	memory  *memory.Memory
	noDisk  bool // the journal could not be written last
	camera  bool // the box reads dice

	langs languages

	lights  lightPort
	screens screens
	voice   voice
	keys    keys
}

// standIn is the panel in place of the buttons of a seat's pod that do not answer.
type standIn struct {
	on   bool
	seat engine.Seat
}

var (
	errNoPlay = engine.Refuse("", "refuse.no_play")
	// errAgain is all that the table hears of a secret answer that was refused.
	errElse  = engine.Refuse("", "refuse.else") // and no word of what the seat holds
	errAgain = engine.Refuse("", "refuse.again")
)

// owing returns the seats whose press is awaited: the consent to an undo, or an answer.
func (s *state) owing() engine.SeatSet {
	if needs := s.play.undoNeeds(); needs != 0 {
		return needs
	}
	return s.play.waits | s.replies.Offers()
}

// owed returns whose light pulses and whose is solid.
func (s *state) owed() (awaited, locked engine.SeatSet) {
	if s.play.table == nil {
		return 0, s.seating.joined()
	}
	if !s.caller.Dramatic() && !s.play.table.Paused() {
		awaited = s.play.waits | s.replies.Offers()
	}
	return awaited, s.play.locked
}

// seconds returns the countdown, or -1.
func (s *state) seconds() int {
	if s.play.table == nil || s.play.table.Paused() {
		return -1
	}
	d, ok := s.play.table.Remaining(s.caller.Clock(s.now))
	if !ok {
		return -1
	}
	return int((d + time.Second - 1) / time.Second)
}

// seatOf returns whom a pod serves now.
func (s *state) seatOf(pod int) engine.Seat {
	owing := s.owing()
	if s.seating.shared(pod) && owing&s.seating.at(pod)&^s.guests.seats(&s.play) != 0 {
		owing &^= s.guests.seats(&s.play) // the others have nothing but the pod
	}
	return s.seating.seat(pod, owing)
}

// peeks reports whether a seat has to look at its secrets on the main screen.
func (s *state) peeks(seat engine.Seat) bool {
	if seat < 0 || !s.screens.main.works() {
		return false
	}
	if p := s.seating.pod(seat); p >= 0 && p < len(s.screens.ports) && s.screens.ports[p].works() {
		return false
	}
	r := s.replies.At(seat)
	return r != nil && r.Secret()
}

// alone reports whether the table waits for one reply, and openly: who is asked a secret must
// not be heard to press.
func (s *state) alone(r *reply.Reply) bool {
	if r.Secret() || !r.Waited() {
		return false
	}
	for i := range s.play.asks {
		if a := &s.play.asks[i]; !a.Optional && !a.May(r.Seat()) {
			return false
		}
	}
	return true
}

// missingParts returns what says which parts do not answer.
func (s *state) missingParts() []engine.Text {
	var out []engine.Text
	add := func(f *fault, t engine.Text) {
		if f.bad() {
			out = append(out, t)
		}
	}
	add(&s.screens.main.fault, engine.Say("part.main"))
	add(&s.lights.fault, engine.Say("part.lights"))
	add(&s.voice.fault, engine.Say("part.speaker"))
	add(&s.keys.fault, engine.Say("part.buttons"))
	for i := range s.screens.ports {
		add(&s.screens.ports[i].fault, engine.Say("part.pod_screen").Number(i+1))
	}
	for _, p := range s.keys.pods {
		if p.told != hw.Fine && !(p.told == hw.Silent && s.keys.bad()) {
			out = append(out, p.text())
		}
	}
	return out
}

// refusalOf returns err as a refusal of the rules, or nil.
func refusalOf(err error) *engine.Refusal {
	var no *engine.Refusal
	if errors.As(err, &no) {
		return no
	}
	return nil
}
