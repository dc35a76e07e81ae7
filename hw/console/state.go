package console

import (
	"errors"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
	"consigliere/hw/reply"
	"consigliere/hw/words"
)

// A state is all that the box shows something of: the play, and what people are doing at the
// box. The faces draw pages and desks from it and change nothing.
type state struct {
	*words.Play // of the play, or of the menu

	books  *words.Books
	titles []*engine.Title
	now    time.Duration

	// The play. t is nil in the menu.
	t      *table.Table
	asks   []engine.Ask
	waits  engine.SeatSet // whom an ask waits for, those that type for the table included
	locked engine.SeatSet
	held   engine.SeatSet // of locked: those who have to choose again, as they alone know
	over   bool
	// resumed says that the play was gone on with: phones that are not here yet have their seats.
	resumed bool
	scene   engine.Scene // what the public sees; it lags behind the game while cues are called
	// stances are what seats have chosen in the open, by seat, as the scene says.
	stances [engine.MaxSeats]engine.Stance
	story   story // what has happened, as far as the scene
	// owns is what the seats in owned see and others do not.
	owns  [engine.MaxSeats][]engine.Group
	owned engine.SeatSet

	caller   caller.Caller
	replies  reply.Replies
	seating  seating
	atPods   engine.SeatSet // for whom a button of a pod was pressed in this play
	menu     *menu.Menu
	invite   command.Invite
	knockAt  time.Duration // when the next knock may be said aloud
	undoAt   time.Duration // when the undo was asked for that waits
	standIn  standIn
	standIns engine.SeatSet // for whom the panel plays while their phones are away
	peek     peek
	notes    []note // by seat: what only that seat is told
	wrong    refusal
	typed    typed
	lessons  lessons
	missed   engine.SeatSet // whose time has run out, and for whom the panel may answer
	memory   *memory.Memory
	outcome  outcome // of the play that is over
	noDisk   bool    // the journal could not be written last
	camera   bool    // the box reads dice

	lang     lang.Lang // of the voice
	mainLang lang.Lang
	langs    []lang.Lang // by pod
	// seatLangs are the languages that seats have asked for; "" where one has not.
	seatLangs []lang.Lang

	lights lightPort
	main   port
	ports  []port // by pod
	voice  voice
	keys   keys
	page   int // of the main screen
}

// A refusal is what was refused last. It stands on the main screen until till, and on the
// desk until the next move.
type refusal struct {
	err  error
	till time.Duration // 0: it was put away
	rule bool          // the main screen shows the rule's sentence
}

// A note is something that only one seat is told, for a few seconds or, where till is
// [never], until it presses a button; nothing where till is 0.
type note struct {
	text engine.Text
	err  error
	till time.Duration
}

// typed is for whom a move was typed in last. It stands on the main screen until till, and on
// the desk until the next move.
type typed struct {
	who  engine.SeatSet
	till time.Duration
}

// A peek shows a secret on the main screen, to the one seat that holds OK.
type peek struct {
	on   bool
	seat engine.Seat
	turn uint64        // of what it was opened for
	by   *hand         // whose OK is held
	show time.Duration // the cover is shown until then
	seen bool          // it has been taken away
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

// refusing reports whether a refusal stands on the main screen.
func (s *state) refusing() bool { return s.wrong.err != nil && s.wrong.till > s.now }

// note returns what a seat is told, or nil.
func (s *state) note(seat engine.Seat) *note {
	if seat < 0 || int(seat) >= len(s.notes) || s.notes[seat].till == 0 {
		return nil
	}
	return &s.notes[seat]
}

// pendingUndo returns who must still agree to an undo, and why; 0 if none waits.
func (s *state) pendingUndo() (engine.SeatSet, engine.Text) {
	if s.t == nil {
		return 0, engine.Text{}
	}
	_, u, ok := s.t.PendingUndo()
	if !ok {
		return 0, engine.Text{}
	}
	return u.Needs, u.Why
}

// undoNeeds returns whose consent an undo that waits still needs.
func (s *state) undoNeeds() engine.SeatSet {
	if s.t == nil {
		return 0
	}
	return s.t.UndoNeeds()
}

// owing returns the seats whose press is awaited: the consent to an undo, or an answer.
func (s *state) owing() engine.SeatSet {
	if needs := s.undoNeeds(); needs != 0 {
		return needs
	}
	return s.waits | s.replies.Offers()
}

// owed returns whose light pulses and whose is solid.
func (s *state) owed() (awaited, locked engine.SeatSet) {
	if s.t == nil {
		return 0, s.seating.joined()
	}
	if !s.caller.Dramatic() && !s.t.Paused() {
		awaited = s.waits | s.replies.Offers()
	}
	return awaited, s.locked
}

// seconds returns the countdown, or -1.
func (s *state) seconds() int {
	if s.t == nil || s.t.Paused() {
		return -1
	}
	d, ok := s.t.Remaining(s.caller.Clock(s.now))
	if !ok {
		return -1
	}
	return int((d + time.Second - 1) / time.Second)
}

// seatOf returns whom a pod serves now.
func (s *state) seatOf(pod int) engine.Seat {
	owing := s.owing()
	if s.seating.shared(pod) && owing&s.seating.at(pod)&^s.onPhones() != 0 {
		owing &^= s.onPhones() // the others have nothing but the pod
	}
	return s.seating.seat(pod, owing)
}

// peeks reports whether a seat has to look at its secrets on the main screen.
func (s *state) peeks(seat engine.Seat) bool {
	if seat < 0 || !s.main.works() {
		return false
	}
	if p := s.seating.pod(seat); p >= 0 && p < len(s.ports) && s.ports[p].works() {
		return false
	}
	r := s.replies.At(seat)
	return r != nil && r.Secret()
}

// showing returns whose secret the main screen shows now, or [engine.NoSeat].
func (s *state) showing() engine.Seat {
	if s.peek.on && s.now >= s.peek.show {
		return s.peek.seat
	}
	return engine.NoSeat
}

// alone reports whether the table waits for one reply, and openly: who is asked a secret must
// not be heard to press.
func (s *state) alone(r *reply.Reply) bool {
	if r.Secret() || !r.Waited() {
		return false
	}
	for i := range s.asks {
		if a := &s.asks[i]; !a.Optional && !a.May(r.Seat()) {
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
	add(&s.main.fault, engine.Say("part.main"))
	add(&s.lights.fault, engine.Say("part.lights"))
	add(&s.voice.fault, engine.Say("part.speaker"))
	add(&s.keys.fault, engine.Say("part.buttons"))
	for i := range s.ports {
		add(&s.ports[i].fault, engine.Say("part.pod_screen").Number(i+1))
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

// A hand is the three buttons of a pod, or of the panel.
type hand struct {
	pod   hw.Pod
	down  [hw.Buttons]bool
	since [hw.Buttons]time.Duration
	used  [hw.Buttons]bool        // the press has had its effect
	late  [hw.Buttons]bool        // A or B counts when it is let go, for held it means something else
	whose [hw.Buttons]engine.Seat // for whom each button is while it is down; [engine.Table]: the panel's own
	page  bool                    // the last button was pressed on a page
	// unseen: nobody looked at the screen of the pod when the button was pressed. lets is the knock that it
	// answers, if it is held; 0: none.
	unseen [hw.Buttons]bool
	lets   [hw.Buttons]int
	again  time.Duration // when a held A or B counts again; 0: it does not
}
