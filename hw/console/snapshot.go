package console

import (
	"consigliere/engine"
	"consigliere/hw/desk"
	"consigliere/hw/memory"
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
	m.Saved = k.savedStates()
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
	if a := k.replies.Together(); a != nil && !p.Telling {
		p.Together = a.Prompt
	}
	// What has come of the last move is told before the next is asked.
	if r := k.replies.Open(); r != nil && r.Seat() != engine.Table && (r.Begun() || !p.Telling) {
		p.Open, p.Thinking = r.Step(), k.botSeats().Has(r.Seat())
	}
	return p
}

// ownState adds what only a seat may know.
func (k *Console) ownState(s *desk.SeatState, seat engine.Seat, p *desk.Play) {
	r := k.replies.At(seat)
	s.Turn, s.Explained = r.Turn(), k.dueLesson() != ""
	if n := k.note(seat); n != nil {
		s.Refused = n.err
		if n.err == nil {
			s.Note = n.text
		}
	}
	s.Secret, s.Asked, s.Passing = r.Secret(), r.Waited() || r.Offered(), r.Offered()
	s.After = s.Asked && !r.Begun() && r.Timed() == nil && p.Telling && !p.Paused
	s.Asks = append([]engine.Ask(nil), r.Asks()...)
}

// askedOf returns the secrecy of what an awaited seat is asked first, and what that is where all may know
// it and have heard what came before.
func (k *Console) askedOf(seat engine.Seat) (of engine.Secrecy, asked engine.Text) {
	r := k.replies.At(seat)
	if r == nil || len(r.Asks()) == 0 {
		return engine.Open, engine.Text{}
	}
	// What the seat has opened is its own concern: a look at what else it may do must not be seen.
	if of = r.Asks()[0].Secrecy(); of != engine.Open || k.caller.Telling() {
		return of, engine.Text{}
	}
	return of, r.Asks()[0].Prompt
}

// podView returns what a pod asks, for a page that shows its private screen; nil while it asks nothing.
func (k *Console) podView(pod int) *desk.PodView {
	seat := k.seatOf(pod)
	if seat < 0 || k.t.Paused() || k.seating.covered(pod, seat) || !k.asking(seat) {
		return nil
	}
	v := &desk.PodView{Seat: seat, Step: k.replies.At(seat).Step(), Own: k.own(seat)}
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
	p.Score, p.Order, p.Rounds = &score, score.Order(), k.rounds()
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
