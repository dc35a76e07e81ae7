package console

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
)

// An evening is one play after the other: how each begins, goes on and ends.
type evening struct {
	*state
	stage    *stage
	game     *game
	teacher  *teacher
	settings *settings
	seed     func() uint64
	onTable  func(*table.Table)
	lock     *journal.Lock
	digits   func(line int) string
	numbered map[string]bool // what the box calls players by their number
}

// do does a command about that. It reports whether it is one.
func (k *evening) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.GoOn:
		return true, k.doGoOn(c)
	case command.Discard:
		return true, k.doDiscard(c)
	case command.Prepare:
		return true, k.doPrepare(c)
	case command.Bring:
		return true, k.doBring(c)
	case command.Leave:
		return true, k.doLeave(c)
	case command.Stop:
		return true, k.doStop(c)
	case command.KeepNothing:
		return true, k.doKeepNothing(c)
	}
	return false, nil
}

// A beginning is a play that may begin.
type beginning struct {
	title  *engine.Title
	header engine.Header
	people []string       // the seats of the header that the box has not added
	bots   engine.SeatSet // whom the box plays for
	name   string
}

// persons returns how many play whom the box doesn't play for.
func (b *beginning) persons() int {
	n := 0
	for i := range b.header.Seats {
		if !b.bots.Has(engine.Seat(i)) {
			n++
		}
	}
	return n
}

// prepare returns how a play begins, or why it can't.
func (k *evening) prepare(c *command.Start) (b beginning, err error) {
	h := c.Header
	h.Seats = make(engine.Roster, len(c.Header.Seats))
	for i, name := range c.Header.Seats {
		h.Seats[i] = engine.NormalName(name) // as people typed it
	}
	t := k.memory.Title(h.Game)
	if t == nil {
		return b, engine.Refuse("", "refuse.unknown_game", h.Game)
	}
	h.Options = k.brought.put(t, h.Options)
	if c.Bots < 0 || len(h.Seats)+c.Bots > t.MaxSeats {
		return b, engine.Refuse("", "refuse.bots_many", t.MaxSeats)
	}
	b.people = h.Seats
	b.bots = c.BotSeats | addBots(t, &h, c.Bots, func(n int) string { return k.play.Plain(k.langs.voice, engine.Say("ui.bot").Number(n)) })
	if b.bots != 0 && t.AllLaid(h.Options) {
		return b, engine.Refuse("", "refuse.bots_laid")
	}
	if err := t.Check(h); err != nil {
		return b, err
	}
	b.title, b.header = t, h
	b.name, err = k.playName(t, c.Name)
	return b, err
}

func (k *evening) doStart(c command.Start) error {
	b, err := k.prepare(&c)
	if err != nil {
		return k.game.refused(err)
	}
	t, h, name := b.title, b.header, b.name
	if c.DrawSeed {
		h.Seed = k.seed()
	}
	j, err := k.memory.NewJournal()
	if err != nil {
		return k.game.refused(err)
	}
	o := k.tableOptions(j)
	o.Name = name
	play, cues, err := table.New(t, h, o)
	if err != nil {
		return k.game.refused(err)
	}
	k.memory.Named(name)
	k.sit(play)
	for seat, pod := range c.Pods {
		k.seating.move(engine.Seat(seat), int(pod))
	}
	k.game.call(cues)
	if b.bots != 0 {
		if err := k.settings.doSetBots(command.SetBots{Seats: b.bots}); err != nil {
			return err
		}
	}
	if c.Teach && t.Lessons != nil {
		_ = k.teacher.doTeach(command.Teach{On: true})
	}
	if !c.Again {
		k.begun(t, &c, b.people)
	}
	k.log.Info("a play begins", "game", h.Game, "seats", len(h.Seats))
	return nil
}

func (k *evening) doLeave(_ command.Leave) error {
	k.quit()
	return nil
}

// quit ends the play at the box and opens the menu.
func (k *evening) quit() {
	var left *desk.LeftState
	if k.play.table != nil && !k.play.over {
		left = k.play.left()
		if err := k.play.table.Leave(); err != nil {
			k.log.Error("journal", "error", err)
		}
		k.log.Info("the play was left")
	}
	k.leave()
	k.left = left
	k.memory.Find()
	k.stage.openMenu(menu.Top)
}

func (k *evening) doStop(_ command.Stop) error {
	switch {
	case k.play.table == nil:
		return k.game.refused(errNoPlay)
	case !k.play.kept():
		return k.game.refused(engine.Refuse("", "refuse.unkept"))
	}
	k.log.Info("the play is stopped for another evening")
	k.leave()
	k.memory.Find()
	k.stage.openMenu(menu.Top)
	return nil
}

// sit makes t the play of the console.
func (k *evening) sit(t *table.Table) {
	k.leave()
	k.prepared.end()
	h := t.Header()
	k.play.table, k.play.signer = t, nil
	if h.Fair != nil {
		var err error
		if k.play.signer, err = k.memory.Signer(); err != nil {
			k.log.Error("records will not be signed", "error", err)
		}
	}
	k.play.Play = k.books.Play(t.Title(), h)
	k.play.seatBytes = t.Title().SeatBytesWith(h.Options)
	k.replies.Begin(t.Title().Moves, len(h.Seats))
	k.seating.begin(len(k.screens.ports), len(h.Seats))
	k.bots.begin(t.Title(), h.Seats, k.seed())
	for i := range h.Seats {
		if k.play.bots().Has(engine.Seat(i)) {
			k.seating.sit(engine.Seat(i), -1)
		}
	}
	k.notes, k.play.missed, k.play.late, k.stage.last = make(notes, len(h.Seats)), 0, [engine.MaxSeats]engine.Text{}, nil
	k.langs.seats = make([]lang.Lang, len(h.Seats))
	for i, name := range h.Seats {
		k.langs.seats[i] = k.memory.Lang(name)
	}
	k.menu = nil
	k.memory.ForgetSaved()
	k.play.over = t.Over()
	k.idle = k.now - t.Pressed() // presses go on where the record's end
	if k.memory.Clocks() != 100 {
		t.SetClocks(k.tableTime(), k.memory.Clocks())
	}
	k.notes.tell(t.Held(), note{err: errAgain, till: never})
	if k.onTable != nil {
		k.onTable(t)
	}
	k.game.changed()
	k.teacher.goOnTeaching()
}

// leave closes the play, and the deal of one that was about to begin.
func (k *evening) leave() {
	k.deal, k.left = deal{}, nil
	if k.play.table != nil {
		k.memory.Keep(k.play.table)
		if err := k.play.table.Close(); err != nil {
			k.log.Error("journal", "error", err)
		}
	}
	k.play.Play = k.books.Menu()
	k.caller.Begin(k.now)
	k.replies.End()
	k.play.table, k.play.asks, k.play.waits, k.play.locked, k.play.held, k.play.over, k.langs.seats = nil, nil, 0, 0, 0, false, nil
	k.guests.begin()
	k.play.setScene(engine.Scene{})
	k.play.sceneOld = false
	k.play.story, k.notes, k.lessons = story{}, nil, lessons{}
	k.keepPace()
	k.wrong, k.typed, k.peek, k.standIn, k.atPods, k.ears = refusal{}, typed{}, peek{}, standIn{}, 0, ears{}
	k.screens.rewind()
	k.stage.shown = topic{}
}

// begun remembers who has begun a game, and how. Names that the box gives belong to nobody.
func (k *evening) begun(t *engine.Title, c *command.Start, people []string) {
	named := slices.DeleteFunc(slices.Clone(people), func(name string) bool { return k.numbered[name] })
	k.memory.Begun(t, named, memory.LastPlay{Seats: people, Pods: slices.Clone(c.Pods), Bots: c.Bots}, c.Header.Options)
}

// rematch returns how the same people play once more; false where none is over.
func (k *evening) rematch() (command.Start, bool) {
	if k.play.table == nil || !k.play.over {
		return command.Start{}, false
	}
	h := k.play.table.Header()
	old := h.Seats
	h.Seats = append(slices.Clone(old[1:]), old[0])
	h.Options = moveOn(k.play.table.Title(), h.Options, old)
	var pods []hw.Pod
	var bots engine.SeatSet
	for s := range h.Seats {
		was := engine.Seat((s + 1) % len(old))
		pods = append(pods, hw.Pod(k.seating.pod(was)))
		if k.play.bots().Has(was) {
			bots = bots.With(engine.Seat(s))
		}
	}
	h.Fair = nil
	return command.Start{Header: h, DrawSeed: true, Pods: pods, Again: true, BotSeats: bots}, true
}

// moveOn returns options in which those that are a seat are the next one.
func moveOn(t *engine.Title, options json.RawMessage, seats engine.Roster) json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(options, &all) != nil {
		return options
	}
	for _, o := range t.Options {
		var name string
		if o.Kind != engine.OptionSeat || json.Unmarshal(all[o.Key], &name) != nil {
			continue
		}
		if s, ok := seats.Seat(name); ok && s >= 0 {
			all[o.Key], _ = json.Marshal(seats[(int(s)+1)%len(seats)]) // a name can always be written
		}
	}
	moved, err := json.Marshal(all)
	if err != nil {
		return options
	}
	return moved
}
