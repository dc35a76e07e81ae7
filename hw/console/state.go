package console

import (
	"errors"
	"log/slog"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
	"consigliere/hw/reply"
	"consigliere/hw/words"
)

// A state is all that the box shows something of: the play, and what people are doing at the
// box. The faces draw pages and desks from it and change nothing.
type state struct {
	log    *slog.Logger
	books  *words.Books
	titles []*engine.Title
	now    time.Duration
	press  hw.Press      // the last one
	idle   time.Duration // how far the clock of presses that count by their time is behind the box's

	play play

	caller  caller.Caller
	replies reply.Replies
	seating seating
	hands   hands
	bots    bots
	ears    ears
	atPods  engine.SeatSet // for whom a button of a pod was pressed in this play
	menu    *menu.Menu
	deal    deal
	left    *desk.LeftState // of the play before the menu, which was ended without a result; nil: it was not
	brought brought
	// prepared is what the pages are about to begin.
	prepared prepared
	commits  bool // where the box draws, plays begin with a commitment
	guests   guests
	machine  command.Machine // as whoever looks after it has told last
	dials    dials
	hub      hub
	undoAt   time.Duration // when the undo was asked for that waits
	standIn  standIn
	peek     peek
	notes    notes
	wrong    refusal
	typed    typed
	lessons  lessons
	memory   *memory.Memory
	noDisk   bool     // the journal could not be written last
	camera   bool     // the box reads dice
	pupil    hw.Pupil // and learns them; nil if it doesn't
	site     string   // see [Config.Site]

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
	// While the lesson explains the light, it does what the lesson says.
	if !s.caller.Dramatic() && (!s.play.table.Paused() || s.lessons.now.Key == handsLesson) {
		awaited = s.play.waits | s.replies.Offers()
	}
	return awaited, s.play.locked
}

// tableTime returns the time by the table's clock, which stands still while the box tells something, and says to
// the table how long that was: the play is so much older.
func (s *state) tableTime() time.Duration {
	at := s.caller.Clock(s.now)
	if s.play.table != nil {
		s.play.table.Told(s.now - at)
	}
	return at
}

// seconds returns the countdown, or -1.
func (s *state) seconds() int {
	if s.play.table == nil || s.play.table.Paused() {
		return -1
	}
	d, ok := s.play.table.Remaining(s.tableTime())
	if !ok {
		return -1
	}
	return int((d + time.Second - 1) / time.Second)
}

// countedAloud is how many seconds of a limit that seats have in common are counted aloud.
const countedAloud = 5

// pressing reports whether the last seconds run of a limit that several seats have: they are heard, seen by every light, and large.
func (s *state) pressing() bool {
	if s.play.table == nil || !s.caller.Idle() {
		return false
	}
	for i := range s.play.asks {
		if a := &s.play.asks[i]; a.Deadline != nil || a.Grace > 0 {
			n := s.seconds()
			return n > 0 && n <= countedAloud
		}
	}
	return false
}

// seatOf returns whom a pod serves now.
func (s *state) seatOf(pod int) engine.Seat {
	if seat, ok := s.seating.only(pod); ok {
		return seat
	}
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

// alone reports whether the table waits for one reply, and openly: a player who is asked a secret must
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
	if s.hub.wrong.Key != "" {
		out = append(out, s.hub.wrong)
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

// botsTurn reports whether bots may move: nothing is being told, nothing stands still, and nobody is
// offered what their move would end.
func (s *state) botsTurn() bool {
	if s.play.table == nil || !s.caller.Idle() || s.play.table.Paused() || s.replies.Offers() != 0 {
		return false
	}
	return s.play.undoNeeds() == 0
}

// openPlace returns how far what one seat is asked openly is answered.
func (s *state) openPlace() reply.Place {
	if r := s.replies.Open(); r != nil && r.Seat() >= 0 {
		return r.Place()
	}
	return reply.Place{}
}

// notFrozen returns t, or where a count forbids that anything is drawn, when it is over.
func (s *state) notFrozen(t time.Duration) time.Duration {
	if s.caller.Frozen(s.now) {
		return max(t, s.caller.Next())
	}
	return t
}

// langAt returns the language of what the private screen of a pod shows: the language of the seat that
// it serves, else its own.
func (s *state) langAt(pod int) lang.Lang {
	if s.play.table == nil {
		return s.langs.pods[pod]
	}
	return s.langs.or(s.seatOf(pod), s.langs.pods[pod])
}

// shownLang returns the language of what the main screen shows: a peek is in its seat's.
func (s *state) shownLang() lang.Lang { return s.langs.or(s.peek.showing(s.now), s.langs.main) }

// asking reports whether the pod of a seat shows what the seat is asked: something is awaited or begun,
// and nothing is told, to be explained or to be agreed to first.
func (s *state) asking(seat engine.Seat) bool {
	r := s.replies.At(seat)
	if needs := s.play.undoNeeds(); r == nil || len(r.Asks()) == 0 || needs.Has(seat) || s.lessons.due(&s.play) != "" {
		return false
	}
	return r.Begun() || (r.Waited() || r.Offered()) && !s.caller.Telling() && !s.caller.Dramatic()
}

// savedStates returns the plays that can be gone on with as a desk and the menu list them.
func (s *state) savedStates() []desk.SavedState {
	var list []desk.SavedState
	for _, e := range s.memory.Saved() {
		list = append(list, desk.SavedState{ID: memory.ID(&e), Title: e.Title, Name: e.Name, Options: e.Options, Seats: e.Seats, Begun: e.Began, Moves: e.Moves, Warning: e.Text()})
	}
	return list
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
