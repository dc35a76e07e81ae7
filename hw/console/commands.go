package console

import (
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// A Command is something that the table as a whole does, at the panel's menu, on a page, or
// from the program: one of the types of this file. A new one is a type with its method.
type Command interface{ do(*Console) error }

// A Seated is a command that one seat gives.
type Seated interface {
	Command
	// For returns the same command of another seat.
	For(engine.Seat) Command
}

// Do does a command. An error has been told to the table, too.
func (k *Console) Do(now time.Duration, c Command) error {
	k.pass(now)
	k.changes++
	k.newPages()
	err := c.do(k)
	k.setLights()
	return err
}

// The commands.
type (
	// Start begins a play.
	Start struct {
		Header engine.Header
		// DrawSeed: the box draws the seed of the header.
		DrawSeed bool
		// Pods are the pods of the seats; nil: player i sits at pod i.
		Pods []hw.Pod
		// Teach explains the game while it is played.
		Teach bool
		// Bots is how many players the box adds to the seats of the header and plays for.
		Bots int
		// Name is what people call the play, as they typed it; "": what the box calls it, where
		// plays of the title have names.
		Name string

		again bool // the people of the last play again: nothing to remember
	}
	// GoOn goes on with a play of the journals, at the very same ask.
	GoOn struct {
		Play string // its ID, as [DeskPlay] has it; "": the newest
	}
	// Type makes a move that somebody has typed in, as one JSON object like a line of a record.
	Type struct{ Line []byte }
	// Pause stops everything, or lets it go on.
	Pause struct{ On bool }
	// Undo takes the last move back for the table, or asks the seats whose consent it needs.
	Undo struct{}
	// Consent says that a seat agrees to the undo that waits.
	Consent struct{ Seat engine.Seat }
	// CancelUndo gives up an undo that waits for consent.
	CancelUndo struct{}
	// Leave ends the play at the box and opens the menu. The journal stays on disk.
	Leave struct{}
	// Stop closes the play for another evening and opens the menu, which offers to go on. A play
	// that no journal keeps is refused.
	Stop struct{}
	// SetLang sets the language of the voice, and of the screens that had the same.
	SetLang struct{ Lang lang.Lang }
	// Sit lets a pod serve a seat from now on.
	Sit struct {
		Seat engine.Seat
		Pod  hw.Pod
	}
)

func (c Start) do(k *Console) error {
	h := c.Header
	h.Seats = make(engine.Roster, len(c.Header.Seats))
	for i, name := range c.Header.Seats {
		h.Seats[i] = engine.NormalName(name) // as people typed it
	}
	if c.DrawSeed {
		h.Seed = k.seed()
	}
	t := k.find(h.Game)
	if t == nil {
		return k.refused(engine.Refuse("", "refuse.unknown_game", h.Game))
	}
	if c.Bots < 0 || len(h.Seats)+c.Bots > t.MaxSeats {
		return k.refused(engine.Refuse("", "refuse.bots_many", t.MaxSeats))
	}
	people := h.Seats
	bots := k.addBots(t, &h, c.Bots)
	if err := t.Check(h); err != nil {
		return k.refused(err)
	}
	name, err := k.playName(t, c.Name)
	if err != nil {
		return k.refused(err)
	}
	j, err := k.newJournal()
	if err != nil {
		return k.refused(err)
	}
	o := k.tableOptions(j)
	o.Name = name
	play, cues, err := table.New(t, h, o)
	if err != nil {
		return k.refused(err)
	}
	k.playNames = append(k.playNames, name)
	k.sit(play)
	for seat, pod := range c.Pods {
		k.seating.move(engine.Seat(seat), int(pod))
	}
	k.call(cues)
	if bots != 0 {
		if err := (SetBots{bots}).do(k); err != nil {
			return err
		}
	}
	if c.Teach && t.Lessons != nil {
		_ = Teach{true}.do(k)
	}
	if !c.again {
		k.begun(t, &c, people)
	}
	k.log.Info("a play begins", "game", h.Game, "seats", len(h.Seats))
	return nil
}

func (c Pause) do(k *Console) error {
	if !c.On {
		k.readLesson(k.now)
		return nil
	}
	k.pause(true)
	return nil
}

func (k *Console) pause(on bool) {
	if k.t == nil || k.t.Paused() == on {
		return
	}
	k.lessons.now = engine.Text{}
	if on {
		k.t.Pause(k.caller.clock(k.now))
		k.caller.pause(k.now)
		k.replies.offerAgain()
		k.log.Info("paused")
	} else {
		k.idle += k.now - k.caller.pausedAt
		k.caller.resume(k.now)
		k.t.Resume(k.caller.clock(k.now))
		k.log.Info("goes on")
	}
	k.wakeBots() // they begin to think when it goes on
	k.resetPages()
	k.touch()
}

func (Undo) do(k *Console) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	was := k.undoNeeds()
	s, err := k.t.Undo(k.caller.clock(k.now), engine.Table)
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
	k.caller.drop(k.now)
	clear(k.lessons.about) // it is not so any more
	k.replies.forget()
	k.seating.cover()
	k.changed()
	k.say(func(l lang.Lang) string { return k.Word(l, "ui.undone") })
}

// For implements [Seated].
func (c Consent) For(s engine.Seat) Command { c.Seat = s; return c }

func (c Consent) do(k *Console) error { return k.consent(c.Seat) }

func (k *Console) consent(seat engine.Seat) error {
	if needs := k.undoNeeds(); !needs.Has(seat) {
		return nil
	}
	s, err := k.t.ConsentUndo(k.caller.clock(k.now), seat)
	if err != nil {
		return k.refused(err)
	}
	k.seating.answered(seat)
	k.undone(s)
	return nil
}

func (CancelUndo) do(k *Console) error {
	k.cancelUndo()
	return nil
}

func (k *Console) cancelUndo() {
	if needs := k.undoNeeds(); needs != 0 {
		k.t.CancelUndo()
		k.touch()
	}
}

func (Leave) do(k *Console) error {
	k.quit()
	return nil
}

// quit ends the play at the box and opens the menu.
func (k *Console) quit() {
	if k.t != nil && !k.over {
		if err := k.t.Leave(); err != nil {
			k.log.Error("journal", "error", err)
		}
		k.log.Info("the play was left")
	}
	k.leave()
	k.findPlays()
	k.setMenu(k.startMenu())
}

func (Stop) do(k *Console) error {
	switch {
	case k.t == nil:
		return k.refused(errNoPlay)
	case !k.kept():
		return k.refused(engine.Refuse("", "refuse.unkept"))
	}
	k.log.Info("the play is stopped for another evening")
	k.leave()
	k.findPlays()
	k.setMenu(k.startMenu())
	return nil
}

// kept reports whether a journal keeps the play that is not over.
func (s *state) kept() bool { return s.t != nil && !s.over && s.t.Journal() != nil }

func (c SetLang) do(k *Console) error {
	if k.mainLang == k.lang {
		k.mainLang = c.Lang
	}
	for p := range k.langs {
		if k.langs[p] == k.lang {
			k.langs[p] = c.Lang
		}
	}
	k.lang = c.Lang
	k.touch()
	return nil
}

func (c Sit) do(k *Console) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	if c.Seat < 0 || int(c.Seat) >= len(k.Roster) || c.Pod < 0 || int(c.Pod) >= len(k.ports) {
		return k.refused(engine.Refuse("", "refuse.no_place"))
	}
	k.seating.move(c.Seat, int(c.Pod))
	k.log.Info("a seat has moved", "seat", int(c.Seat), "pod", int(c.Pod))
	k.touch()
	return nil
}
