package console

import (
	"encoding/json"
	"math/bits"
	"slices"

	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// A play is the game at the box as the table says it is, and what all see of it. It asks the table and moves nothing.
type play struct {
	*words.Play              // its words, or the menu's
	table       *table.Table // nil in the menu
	seatBytes   int          // how many bytes the desk of a seat has at most; 0 where that is not known

	asks   []engine.Ask
	waits  engine.SeatSet // whom an ask waits for, those that type for the table included
	waited []engine.AskID // what is waited for, as the asks said it last
	locked engine.SeatSet
	held   engine.SeatSet // of locked: those who have to choose again, as they alone know
	over   bool
	missed engine.SeatSet // whose time has run out, and for whom the panel may answer
	// late says what was made for a seat whose time ran out, by seat, until it answers by itself again.
	late [engine.MaxSeats]engine.Text

	scene    engine.Scene  // what the public sees; it lags behind the game while cues are called
	before   engine.Pieces // the table of a stage as it was before the move that is being made
	sceneOld bool          // the scene has to be drawn anew from the public view
	signs    []engine.Line // what the signs beside the players mean, of those that the title explains
	// stances are what seats have chosen in the open, by seat, as the scene says.
	stances [engine.MaxSeats]engine.Stance
	stand   bool // somebody has
	// owns is what the seats in owned see and others do not.
	owns  [engine.MaxSeats][]engine.Group
	owned engine.SeatSet
	// sights are the scenes of the seats in sighted, as the table was read last.
	sights  [engine.MaxSeats]engine.Scene
	sighted engine.SeatSet
	// seen is the public view since the table was read last; nil until it is needed.
	seen    *engine.View
	reads   uint64 // how often the table was read
	story   story  // what has happened, as far as the scene
	outcome outcome
	views   views

	signer *receipt.Signer // of a play that can be checked; nil for others
	given  []table.Given   // its receipts
}

// read reads from the table what is open now. It reports whether the play has ended, or has been taken back from its end.
func (p *play) read() (turned bool) {
	p.asks, p.waits = p.table.Asks(), 0
	for i := range p.asks {
		if a := &p.asks[i]; !a.Optional {
			p.waits |= a.Answerers()
		}
	}
	p.locked, p.held = p.table.Locked(), p.table.Held()
	p.sceneOld, p.owned, p.sighted = true, 0, 0
	p.seen, p.reads = nil, p.reads+1
	p.given = p.table.Given()
	over := p.table.Over()
	turned = over != p.over
	p.over = over
	return turned
}

// note notes what has time until the lights show what was read: what is waited for, and the timers.
func (p *play) note() {
	p.waited = p.waited[:0]
	for i := range p.asks {
		if a := &p.asks[i]; !a.Optional {
			p.waited = append(p.waited, a.ID())
		}
	}
	p.table.Wind()
}

// fair returns what all see of a play that can be checked, or nil.
func (p *play) fair() *desk.FairState {
	d, c, err := receipt.OfHeader(p.table.Header())
	if d == nil || err != nil {
		return nil
	}
	f := &desk.FairState{Box: d.Box, Commitment: c.String(), Given: d.Given}
	for _, g := range p.given {
		f.Receipts = append(f.Receipts, desk.ReceiptState(g))
	}
	return f
}

// receipt returns the digits of what a seat has locked, or "".
func (p *play) receipt(seat engine.Seat) string {
	if !p.locked.Has(seat) {
		return ""
	}
	for i := len(p.given) - 1; i >= 0; i-- {
		if g := &p.given[i]; g.Seat == seat && !g.Gone {
			return g.Digits
		}
	}
	return ""
}

// answered reports whether all that was asked before a move is answered by it, so that nobody
// needs to hear the question any more.
func (p *play) answered() bool {
	if len(p.waited) == 1 {
		return true
	}
	asks := p.table.Asks()
	for i := range asks {
		if slices.Contains(p.waited, asks[i].ID()) {
			return false
		}
	}
	return true
}

// public returns the public view as JSON, or nil in the menu.
func (p *play) public() []byte {
	if p.table == nil {
		return nil
	}
	b, err := json.Marshal(p.table.View(engine.Public).Public)
	if err != nil {
		panic("console: a view must go into JSON: " + err.Error())
	}
	return b
}

// labelView returns the public view for the labels that a game gives itself; nothing where it gives none.
func (p *play) labelView() engine.View {
	if t := p.table.Title(); t.Label != nil || t.Explain != nil || t.Question != nil || t.Purpose != nil {
		return p.publicView()
	}
	return engine.View{}
}

// publicView returns the public view since the table was read last.
func (p *play) publicView() engine.View {
	if p.seen == nil {
		v := p.table.View(engine.Public)
		p.seen = &v
	}
	return *p.seen
}

// undo returns who must still agree to an undo, and why; 0 if none waits.
func (p *play) undo() (engine.SeatSet, engine.Text) {
	if p.table == nil {
		return 0, engine.Text{}
	}
	_, u, ok := p.table.PendingUndo()
	if !ok {
		return 0, engine.Text{}
	}
	return u.Needs, u.Why
}

// undoNeeds returns whose consent an undo that waits still needs.
func (p *play) undoNeeds() engine.SeatSet {
	if p.table == nil {
		return 0
	}
	return p.table.UndoNeeds()
}

// bots returns the seats that the box plays for.
func (p *play) bots() engine.SeatSet {
	if p.table == nil {
		return 0
	}
	return p.table.Bots()
}

// kept reports whether a journal keeps the play that is not over.
func (p *play) kept() bool { return p.table != nil && !p.over && p.table.Journal() != nil }

// mayMove reports whether a seat may answer anything.
func (p *play) mayMove(seat engine.Seat) bool {
	if p.table.Paused() || p.table.Over() {
		return false
	}
	return slices.ContainsFunc(p.asks, func(a engine.Ask) bool { return a.May(seat) && a.Seat != engine.Table })
}

// asked returns the ask that a move answers, and whether there is one.
func (p *play) asked(m engine.Move) (engine.Ask, bool) {
	for i := range p.asks {
		a := &p.asks[i]
		if a.Takes(p.table.Title().Moves.Verb(m.Do)) && (a.Seat == m.Seat || a.Seat >= 0 && a.By.Has(m.Seat)) {
			return *a, true
		}
	}
	return engine.Ask{}, false
}

// onlyListed reports whether a move is listed and not legal: the list does not tell what its
// seat holds, so the refusal must not either.
func (p *play) onlyListed(a *engine.Ask, m engine.Move) bool {
	if a.Hidden() || a.ShownOptions == nil {
		return false
	}
	line := func(do engine.Action) string {
		return string(p.table.Title().Moves.AppendLine(nil, p.Roster, engine.Move{Seat: m.Seat, Do: do}))
	}
	want := line(m.Do)
	is := func(do engine.Action) bool { return line(do) == want }
	return slices.ContainsFunc(a.ShownOptions, is) && !slices.ContainsFunc(a.Options, is)
}

// absent returns the first ask of a seat whose time has run out and for which the panel may
// answer, or nil.
func (p *play) absent() *engine.Ask {
	for i := range p.asks {
		if a := &p.asks[i]; a.Absent != nil && p.missed.Has(a.Seat) {
			return a
		}
	}
	return nil
}

// thing returns the message of the one word that a move is made of, or "".
func (p *play) thing(do engine.Action) string {
	args := p.table.Title().Moves.Args(nil, do)
	if len(args) != 1 {
		return ""
	}
	switch v := args[0].Value; {
	case v.Kind == engine.WordValue:
		return args[0].Key + "." + v.Word
	case v.Kind == engine.SeatValue && v.Seat == engine.NoSeat:
		return "seat.none"
	}
	return ""
}

// drawScene draws the public scene.
func (p *play) drawScene() {
	p.setScene(p.table.Title().Draw(p.publicView()))
	p.story.till = p.table.Moves()
}

// setScene takes a scene as the one that is shown.
func (p *play) setScene(sc engine.Scene) {
	p.scene, p.owned = sc, 0
	p.stances, p.stand = [engine.MaxSeats]engine.Stance{}, false
	for i := len(sc.Lines) - 1; i >= 0; i-- { // the first line of a seat counts
		if n := &sc.Lines[i]; n.Seat >= 0 && int(n.Seat) < len(p.stances) {
			p.stances[n.Seat] = n.Stance
			p.stand = p.stand || n.Stance != engine.NoStance
		}
	}
	p.explainSigns()
}

// explainSigns notes what the signs beside the players mean, once each, of those that the title explains.
func (p *play) explainSigns() {
	p.signs = p.signs[:0]
	var seen []engine.Icon
	for i := range p.scene.Lines {
		n := &p.scene.Lines[i]
		for _, icon := range n.Icons {
			if n.Seat < 0 || slices.Contains(seen, icon) {
				continue
			}
			seen = append(seen, icon)
			if key := "means." + string(icon); p.Book.Has(lang.English, key) {
				p.signs = append(p.signs, engine.Line{Seat: engine.NoSeat, Icons: []engine.Icon{icon}, Text: engine.Say(key)})
			}
		}
	}
}

// picture lays out a picture of the last move, out of what is public.
func (p *play) picture(n int) engine.Scene {
	if draw := p.table.Title().Picture; draw != nil {
		return draw(p.table.View(engine.Public), n)
	}
	return engine.Scene{}
}

// stance returns what a seat has chosen in the open, as the public scene was drawn last; none
// where a pod serves several.
func (p *play) stance(seats engine.SeatSet) engine.Stance {
	if !p.stand || p.table == nil || seats.Len() != 1 {
		return engine.NoStance
	}
	return p.stances[bits.TrailingZeros16(uint16(seats))]
}

// sight returns the scene of a seat. It is drawn once until the table is read again.
func (p *play) sight(seat engine.Seat) engine.Scene {
	if !p.sighted.Has(seat) {
		p.sights[seat], p.sighted = p.table.Title().Draw(p.table.View(seat)), p.sighted.With(seat)
	}
	return p.sights[seat]
}

// own returns what a seat sees and others do not: a line that all see is on the main screen, and only what the seat
// is asked about is repeated, first. It is
// worked out once until a move or the scene changes it, as pages are drawn with each press.
func (p *play) own(seat engine.Seat) []engine.Group {
	if !p.owned.Has(seat) {
		p.owns[seat], p.owned = p.drawOwn(seat), p.owned.With(seat)
	}
	return p.owns[seat]
}

func (p *play) drawOwn(seat engine.Seat) []engine.Group {
	own := p.sight(seat)
	all, groups := allGroups(&p.scene), allGroups(&own)
	for i := range groups {
		if groups[i].Asked {
			continue
		}
		seen := all
		if i == 0 {
			seen = all[:1] // a card in a hand may be like one that lies on the table
		}
		groups[i].Lines = without(groups[i].Lines, seen)
	}
	groups = slices.DeleteFunc(groups, func(g engine.Group) bool { return len(g.Lines) == 0 })
	slices.SortStableFunc(groups, func(a, b engine.Group) int {
		switch {
		case a.Asked == b.Asked:
			return 0
		case a.Asked:
			return -1
		}
		return 1
	})
	return groups
}

// allGroups returns the groups of a scene, its lines as the first of them.
func allGroups(s *engine.Scene) []engine.Group {
	return append(append(make([]engine.Group, 0, 1+len(s.Groups)), engine.Group{Lines: s.Lines}), s.Groups...)
}

// without returns the lines that are in none of the groups, however they are marked there. It leaves lines as they are.
func without(lines []engine.Line, groups []engine.Group) []engine.Line {
	known := func(n *engine.Line) bool {
		for i := range groups {
			for j := range groups[i].Lines {
				if x := &groups[i].Lines[j]; x.Seat == n.Seat && x.Text == n.Text {
					return true
				}
			}
		}
		return false
	}
	var kept []engine.Line
	for i := range lines {
		if !known(&lines[i]) {
			kept = append(kept, lines[i])
		}
	}
	return kept
}

// An outcome is how a play came out. It is read from the record once, and not for each page.
type outcome struct {
	t      *table.Table
	moves  int
	read   bool // of rounds
	rounds [][]int
	film   *desk.FilmState
}

// ended returns the outcome of the play as it stands now.
func (p *play) ended() *outcome {
	if o := &p.outcome; o.t != p.table || o.moves != p.table.Moves() {
		*o = outcome{t: p.table, moves: p.table.Moves()}
	}
	return &p.outcome
}

// film returns the film of the play that is over, at a site; nil where no site is known.
func (p *play) film(site string) *desk.FilmState {
	o := p.ended()
	if o.film == nil && site != "" {
		o.film = desk.NewFilm(p.table.AppendRecord(nil), site)
	}
	return o.film
}

// rounds returns what each seat owned after each round of the play that is over, as the record
// tells that everybody may have; nil where it does not.
func (p *play) rounds() [][]int {
	o := p.ended()
	if !o.read {
		o.read = true
		o.rounds = roundsOf(p.table)
	}
	return o.rounds
}

// roundsOf reads them from the record that everybody may have.
func roundsOf(t *table.Table) [][]int {
	r, err := chronicle.Read(t.Title(), t.AppendPublicRecord(nil))
	if err != nil { // it lacks what nobody may know, and there is no chart
		return nil
	}
	return r.Rounds
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
func (p *play) allViews() *views {
	t, v := p.table, &p.views
	if v.of == any(t) && v.moves == t.Moves() && v.rewound == t.Rewound() && v.bots == t.Bots() {
		return v
	}
	*v = views{of: t, moves: t.Moves(), rewound: t.Rewound(), bots: t.Bots(), public: t.View(engine.Public), seats: make([]engine.View, len(p.Roster))}
	for i := range v.seats {
		if !v.bots.Has(engine.Seat(i)) {
			v.seats[i] = t.View(engine.Seat(i))
		}
	}
	return v
}
