package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw/desk"
	"consigliere/hw/memory"
)

// Changes returns a number that is another whenever a [desk.Snapshot] may be another.
func (k *Console) Changes() uint64 { return k.stage.changes }

// Snapshot returns what the box shows now, for whoever makes desks of it. Nothing in it changes afterwards. A
// look changes nothing: where the scene is still to be drawn anew, the snapshot alone has it before.
func (k *Console) Snapshot() *desk.Snapshot { return publisher{k.state}.snapshot() }

// A publisher makes snapshots of what the box shows.
type publisher struct{ *state }

func (k publisher) snapshot() *desk.Snapshot {
	s := &desk.Snapshot{Voice: k.langs.voice, Refused: k.wrong.err, Missing: k.missingParts(), Hub: k.hub.known, Judge: k.hub.judge, Words: k.play.Play}
	s.Settings = desk.Settings{Pace: string(k.memory.Pace()), Clocks: k.memory.Clocks(), FastBots: k.memory.FastBots()}
	s.Sights = make([]desk.SightState, len(k.screens.ports))
	for pod := range k.screens.ports {
		s.Sights[pod] = k.sight(pod)
	}
	s.Deal = k.deal.state()
	if k.play.table == nil {
		s.Menu = k.menuState()
	} else {
		s.Play = k.playState()
	}
	return s
}

// menuState returns what can be begun.
func (k publisher) menuState() *desk.Menu {
	m := &desk.Menu{Taken: memory.Taken(k.memory.Names()), NoCamera: !k.camera, Joins: k.machine.Helper, Brought: k.brought.state()}
	for _, t := range k.titles {
		last := k.memory.LastPlay(t, len(k.screens.ports))
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
	m.Prepared = k.prepared.state()
	m.Saved, m.Ended, m.Left = k.savedStates(), len(k.memory.Past()), k.left
	for _, p := range k.memory.People() {
		m.People = append(m.People, p.Name)
	}
	return m
}

// playState returns how the game stands.
func (k publisher) playState() *desk.Play {
	t := k.play.table
	views := k.play.allViews()
	scene := k.play.scene
	if k.play.sceneOld && !k.caller.Veiled() {
		scene, k.play.story.till = t.Title().Draw(views.public), t.Moves()
	}
	p := &desk.Play{
		Title: t.Title(), Named: t.Title().Named(t.Header().Options), Name: t.Name(), Public: views.public, SeatBytes: k.play.seatBytes,
		Dramatic: k.caller.Dramatic(), Veiled: k.caller.Veiled(), Goes: k.caller.Goes(), Telling: k.caller.Telling(),
		Paused: t.Paused(), Kept: k.play.kept(), CanUndo: t.Moves() > 0, Typed: k.typed.who, Seconds: k.seconds(),
		Scene: scene, Before: k.caller.Before(), Story: k.play.tell(), HasPast: t.Title().Past != nil, Rolling: k.rolling(),
	}
	p.Hurry = k.botsAlone() && !k.bots.hurry && !k.memory.FastBots() && !k.lessons.on
	k.thrownState(p)
	p.Fair = k.play.fair()
	if j := k.play.table.Journal(); j != nil {
		p.Journal = j.Name()
	}
	p.Over = k.play.over && !p.Dramatic
	p.Lesson = k.lessons.texts()
	if needs, why := k.play.undo(); needs != 0 {
		p.Undo = &desk.UndoState{Needs: needs, Why: why}
	}
	if b := k.caller.Calling(); b != nil && b.Picture != nil {
		p.Reveal = &desk.RevealState{Scene: *b.Picture, Text: b.Text, Row: b.Row}
	}
	if b := k.caller.Calling(); b != nil {
		p.Beat = &desk.BeatState{N: b.N, Kind: b.Kind(), Act: b.Act, Asks: b.Asks(), Count: b.Count, Text: b.Text, Board: b.Board, Lasts: b.Lasts()}
	}
	awaited, locked := k.owed()
	looks := k.guests.looks(k.play.Roster)
	for i, name := range k.play.Roster {
		seat := engine.Seat(i)
		p.Seats = append(p.Seats, desk.SeatState{
			Name: name, Pod: k.seating.pod(seat), Lang: k.langs.of(seat), Bot: k.play.bots().Has(seat), Away: !t.Attending().Has(seat), Phone: k.guests.phone(&k.play, seat), Look: looks[i],
			Locked: locked.Has(seat), Awaited: awaited.Has(seat), AtPod: k.atPods.Has(seat), Receipt: k.play.receipt(seat),
		})
		k.ownState(&p.Seats[i], seat, p)
		if p.Seats[i].Awaited {
			p.Seats[i].Secrecy, p.Seats[i].Prompt = k.askedOf(seat)
		}
		p.Seats[i].View = views.seats[i]
	}
	if p.Over {
		k.scoreState(p)
		p.Film = k.play.film(k.site)
	}
	if p.Dramatic {
		return p
	}
	for i := range k.play.asks {
		if a := &k.play.asks[i]; a.Seat == engine.Table && a.By == 0 && !a.Hidden() && !a.Paced {
			p.Sheets = append(p.Sheets, *a)
		}
	}
	p.Asked = k.tableAsked()
	if a := k.replies.Together(); a != nil && !p.Telling {
		p.Together = a.Prompt
	}
	// What has come of the last move is told before the next is asked.
	if r := k.replies.Open(); r != nil && r.Seat() != engine.Table && (r.Begun() || !p.Telling) {
		p.Open, p.Thinking = r.Step(), k.play.bots().Has(r.Seat())
	}
	return p
}

// thrownState adds what the tray has read for the table.
func (k publisher) thrownState(p *desk.Play) {
	r := k.replies.Rolling()
	if r == nil || r.Seat() != engine.Table {
		return
	}
	list, count := r.Thrown()
	p.Thrown.Count = count
	for _, d := range list {
		state := desk.DieState{At: d.At, Guess: d.Guess, Picture: d.Picture}
		if d.Asked {
			state.Where = d.Where
		}
		p.Thrown.Dice = append(p.Thrown.Dice, state)
	}
}

// ownState adds what only a seat may know.
func (k publisher) ownState(s *desk.SeatState, seat engine.Seat, p *desk.Play) {
	r := k.replies.At(seat)
	s.Turn, s.Explained = r.Turn(), k.lessons.due(&k.play) != ""
	if n := k.notes.of(seat); n != nil {
		s.Refused = n.err
		if n.err == nil {
			s.Note = n.text
		}
	}
	s.Secret, s.Asked, s.Passing = r.Secret(), r.Waited() || r.Offered(), r.Offered()
	s.After = s.Asked && !r.Begun() && r.Timed() == nil && p.Telling && !p.Paused && !k.limited(r.Asks())
	s.Asks = append([]engine.Ask(nil), r.Asks()...)
	s.Late = k.play.late[seat]
	// What a count opens in secret, with choices that all know, can be read before it opens: there may be little time then.
	s.Coming = p.Dramatic && !p.Veiled && !s.Explained && len(s.Asks) == 1 && s.Asks[0].Secret && s.Asks[0].Alike
}

// limited reports whether the time of one of the asks runs already: then nothing comes between it and its seat.
func (k publisher) limited(asks []engine.Ask) bool {
	return k.caller.Running(k.now) && slices.ContainsFunc(asks, func(a engine.Ask) bool { return a.Limit > 0 })
}

// askedOf returns the secrecy of what an awaited seat is asked first, and what that is where all may know
// it and have heard what came before.
func (k publisher) askedOf(seat engine.Seat) (of engine.Secrecy, asked engine.Text) {
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
func (k publisher) podView(pod int) *desk.PodView {
	seat := k.seatOf(pod)
	if seat < 0 || k.play.table.Paused() || k.seating.covered(pod, seat) || !k.asking(seat) {
		return nil
	}
	v := &desk.PodView{Seat: seat, Step: k.replies.At(seat).Step(), Own: k.play.own(seat)}
	if n := k.notes.of(seat); n != nil {
		v.Refused, v.Note = n.err, n.text
	}
	return v
}

// scoreState adds how a game came out.
func (k publisher) scoreState(p *desk.Play) {
	if p.Title.Score == nil {
		return
	}
	score := p.Title.Score(p.Public)
	if len(score.Rows) != len(k.play.Roster) {
		return
	}
	p.Score, p.Order, p.Rounds = &score, score.Order(), k.play.rounds()
}

// left returns how a play stood that is ended now.
func (p *play) left() *desk.LeftState {
	s, t, v := &desk.LeftState{Roster: p.Roster, Words: p.Play}, p.table.Title(), p.table.View(engine.Public)
	switch {
	case t.Points != nil:
		s.Points = t.Points(v)
	case t.Standing != nil:
		s.Lines = t.Standing(v)
	default:
		s.Lines = t.Draw(v).Lines
	}
	return s
}

// sight returns what a page may see of the private screen of a pod.
func (k publisher) sight(pod int) desk.SightState {
	seat := k.serves(pod)
	s := desk.SightState{Of: desk.SightOf{Seat: seat, Over: k.play.over}}
	if r := k.replies.At(seat); seat >= 0 && r != nil {
		s.Of.Turn = r.Turn()
	}
	if s.Phone = k.onPhone(seat); !s.Phone && seat >= 0 {
		s.View = k.podView(pod)
	}
	return s
}

// rolling returns the keys of the dice that are asked for now, such as "red"; nil if none are.
func (k publisher) rolling() []string {
	if k.play.table.Paused() {
		return nil
	}
	r := k.replies.Rolling()
	if r == nil {
		return nil
	}
	var keys []string
	for _, key := range r.Dice() {
		keys = append(keys, key.Word)
	}
	return keys
}
