package console

import (
	"strconv"

	"consigliere/engine"
	"consigliere/hw/desk"
	"consigliere/hw/memory"
	"consigliere/hw/words"
)

// Changes returns a number that is another whenever a [desk.Snapshot] may be another.
func (k *Console) Changes() uint64 { return k.changes }

// Snapshot returns what the box shows now, for whoever makes desks of it. Nothing in it changes afterwards. A
// look changes nothing: where the scene is still to be drawn anew, the snapshot alone has it before.
func (k *Console) Snapshot() *desk.Snapshot {
	s := &desk.Snapshot{Voice: k.lang, Refused: k.wrong.err, Missing: k.missingParts()}
	s.Sights = make([]desk.SightState, len(k.ports))
	for pod := range k.ports {
		s.Sights[pod] = k.sightState(pod)
	}
	s.Words = k.Play
	if k.t == nil {
		s.Menu = k.menuState()
	} else {
		s.Play = k.playState()
	}
	return s
}

// menuState returns what can be begun.
func (k *Console) menuState() *desk.Menu {
	m := &desk.Menu{Taken: memory.Taken(k.memory.Names()), NoCamera: !k.camera}
	for _, t := range k.titles {
		last := k.memory.LastPlay(t, len(k.ports))
		state := desk.TitleState{Title: t, Seats: last.Seats, Bots: last.Bots, Options: last.Options}
		if tool, _ := t.Tools(); tool != nil {
			state.ToolKey = tool.Key
			for _, name := range k.memory.Tools(t) {
				state.Tools = append(state.Tools, desk.ToolState{Name: name, Options: memory.ToolOptions(t, name, k.memory.ToolSettings(t, name))})
			}
		}
		m.Titles = append(m.Titles, state)
		if t.ID == k.memory.Latest() {
			m.Last = t.ID
		}
	}
	for i := range k.memory.Saved() {
		m.Saved = append(m.Saved, savedState(&k.memory.Saved()[i]))
	}
	for _, p := range k.memory.People() {
		m.People = append(m.People, p.Name)
	}
	return m
}

// playState returns how the game stands.
func (k *Console) playState() *desk.Play {
	t := k.t
	views := k.allViews()
	scene := k.scene
	if k.sceneOld && !k.caller.Veiled() {
		scene, k.story.till = t.Title().Draw(views.public), t.Moves()
	}
	p := &desk.Play{
		Title: t.Title(), Name: t.Name(), Public: views.public,
		Dramatic: k.caller.Dramatic(), Veiled: k.caller.Veiled(), Telling: k.caller.Telling(),
		Paused: t.Paused(), Kept: k.kept(), CanUndo: t.Moves() > 0, Typed: k.typed.who, Seconds: k.seconds(),
		Scene: scene, Story: k.tell(), HasPast: t.Title().Past != nil, Rolling: k.Rolling(),
	}
	p.Over = k.over && !p.Dramatic
	if k.teaching() {
		p.Lesson = k.lessonTexts()
	}
	if needs, why := k.pendingUndo(); needs != 0 {
		p.Undo = &desk.UndoState{Needs: needs, Why: why}
	}
	if b := k.caller.Calling(); b != nil && b.Picture != nil {
		p.Reveal = &desk.RevealState{Scene: *b.Picture, Text: b.Text, Row: b.Row}
	}
	awaited, locked := k.owed()
	for i, name := range k.Roster {
		seat := engine.Seat(i)
		p.Seats = append(p.Seats, desk.SeatState{
			Name: name, Pod: k.seating.pod(seat), Lang: k.seatLang(seat), Bot: k.botSeats().Has(seat), Away: !t.Attending().Has(seat), Phone: k.phoneOf(seat),
			Locked: locked.Has(seat), Awaited: awaited.Has(seat), AtPod: k.atPods.Has(seat),
		})
		k.ownState(&p.Seats[i], seat, p)
		if p.Seats[i].Awaited {
			p.Seats[i].Secrecy, p.Seats[i].Prompt = k.askedOf(seat)
		}
		p.Seats[i].View = views.seats[i]
	}
	if p.Over {
		k.scoreState(p)
	}
	if p.Dramatic {
		return p
	}
	for i := range k.asks {
		if a := &k.asks[i]; a.Seat == engine.Table && a.By == 0 && !a.Hidden() && !a.Paced {
			p.Sheets = append(p.Sheets, *a)
		}
	}
	if a := k.replies.together(); a != nil && !p.Telling {
		p.Together = a.Prompt
	}
	// What has come of the last move is told before the next is asked.
	if r := k.replies.open(); r != nil && r.seat != engine.Table && (r.begun || !p.Telling) {
		p.Open, p.Thinking = r.step(), k.botSeats().Has(r.seat)
	}
	return p
}

// ownState adds what only a seat may know.
func (k *Console) ownState(s *desk.SeatState, seat engine.Seat, p *desk.Play) {
	r := k.replies.at(seat)
	s.Turn, s.Explained = r.turn, k.dueLesson() != ""
	if n := k.note(seat); n != nil {
		s.Refused = n.err
		if n.err == nil {
			s.Note = n.text
		}
	}
	s.Secret, s.Asked, s.Passing = r.secret(), r.waited() || r.offered(), r.offered()
	s.After = s.Asked && !r.begun && r.timed() == nil && p.Telling && !p.Paused
	s.Asks = append([]engine.Ask(nil), r.asks...)
}

// askedOf returns the secrecy of what an awaited seat is asked first, and what that is where all may know
// it and have heard what came before.
func (k *Console) askedOf(seat engine.Seat) (of engine.Secrecy, asked engine.Text) {
	r := k.replies.at(seat)
	if r == nil || len(r.asks) == 0 {
		return engine.Open, engine.Text{}
	}
	// What the seat has opened is its own concern: a look at what else it may do must not be seen.
	first := reply{asks: r.asks[:1]}
	if of = first.secrecy(); of != engine.Open || k.caller.Telling() {
		return of, engine.Text{}
	}
	return of, r.asks[0].Prompt
}

// podView returns what a pod asks, for a page that shows its private screen; nil while it asks nothing.
func (k *Console) podView(pod int) *desk.PodView {
	seat := k.seatOf(pod)
	if seat < 0 || k.t.Paused() || k.seating.covered(pod, seat) || !k.asking(seat) {
		return nil
	}
	v := &desk.PodView{Seat: seat, Step: k.replies.at(seat).step(), Own: k.own(seat)}
	if n := k.note(seat); n != nil {
		v.Refused, v.Note = n.err, n.text
	}
	return v
}

// scoreState adds how a game came out.
func (k *Console) scoreState(p *desk.Play) {
	if p.Title.Score == nil {
		return
	}
	score := p.Title.Score(p.Public)
	if len(score.Rows) != len(k.Roster) {
		return
	}
	p.Score, p.Order, p.Rounds = &score, ranked(score), k.rounds()
}

// views are what all and each seat may know after a move; they are taken once.
type views struct {
	of             any // the game
	moves, rewound int
	bots           engine.SeatSet // which see nothing here
	public         engine.View
	seats          []engine.View
}

// allViews returns the views of the present position.
func (k *Console) allViews() *views {
	v := &k.views
	if v.of == any(k.t) && v.moves == k.t.Moves() && v.rewound == k.t.Rewound() && v.bots == k.botSeats() {
		return v
	}
	*v = views{of: k.t, moves: k.t.Moves(), rewound: k.t.Rewound(), bots: k.botSeats(), public: k.t.View(engine.Public), seats: make([]engine.View, len(k.Roster))}
	for i := range v.seats {
		if !k.botSeats().Has(engine.Seat(i)) {
			v.seats[i] = k.t.View(engine.Seat(i))
		}
	}
	return v
}

// token returns the turn of the step that is listed now.
func (r *reply) token() string {
	return strconv.FormatUint(r.turn, 36) + "." + strconv.FormatUint(uint64(r.steps), 36)
}

// step returns where the answer stands, without words.
func (r *reply) step() *words.Step {
	s := &words.Step{Seat: r.seat, Turn: r.token(), At: r.at, Mark: r.sel, Buttons: "list", Back: r.stepBack(), Secrecy: r.secrecy()}
	for i := range r.asks {
		s.Verbs = append(s.Verbs, r.asks[i].Verb)
	}
	if r.ask() == nil {
		s.Pick = true
		return s
	}
	a := *r.ask()
	s.Ask, s.Part, s.Arg, s.Said, s.Assigned, s.Ends = &a, r.part(), r.answer.Arg(), r.answer.Said(nil), r.assigned(), r.ends()
	s.Pick, s.Adds = !a.Timed && !r.assigns(), r.adds()
	for i := range r.answer.Len() {
		s.Choices = append(s.Choices, r.answer.Choice(i))
	}
	switch {
	case r.offered() && len(a.Parts) == 0 && r.answer.Len() == 1:
		s.Buttons = "offer"
	case r.offered():
		s.Buttons = "offers"
	case a.Confirm || len(a.Parts) == 0 && r.answer.Len() == 1:
		s.Buttons = "ok"
	case r.short() && r.answer.Len() > 1:
		s.Buttons = "short"
	case r.number():
		s.Buttons = "number"
	case r.payment():
		s.Buttons = "payment"
	}
	return s
}

// ends returns what can be picked besides the things that are listed: the end of a step that adds up, and for
// a number how it is found, as [reply.add] knows them.
func (r *reply) ends() []engine.Text {
	say := func(key string) engine.Text { return engine.Say(key).Number(r.answer.Sum()) }
	switch {
	case !r.adds():
		return nil
	case r.number():
		return []engine.Text{say("ui.pick_number"), say("ui.pick_more"), say("ui.pick_less")}
	case r.payment() && r.answer.Sum() == 0:
		return []engine.Text{say("ui.pick_nothing")}
	case r.payment():
		return []engine.Text{say("ui.pick_sum")}
	case r.entries() > r.answer.Len():
		return []engine.Text{say("ui.done")}
	}
	return nil
}
