package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

// at is what is added to a word of the board to say where it is.
const (
	atReserve = "reserve"
	atHudson  = "hudson"
	atSupply  = "supply"
	atDone    = "done"
)

// A boardMaker puts the pieces of a stage together. stage-corleone.js draws them.
type boardMaker struct {
	s      *corleone.Status
	pieces engine.Pieces
	untold []string // abilities of the share that is worked off which it has given, and which are still to be told
	left   []string // those of the share that no business on the board so far stands for
}

// add adds a piece that belongs to nobody.
func (b *boardMaker) add(kind, key, at string, n int, is ...string) *engine.Piece {
	return b.of(engine.NoSeat, kind, key, at, n, is...)
}

func (b *boardMaker) of(seat engine.Seat, kind, key, at string, n int, is ...string) *engine.Piece {
	x := b.pieces.Add(kind, seat)
	x.Key, x.At, x.N, x.Is = key, at, n, is
	return x
}

// board is the table as a stage shows it. told is how many turfs of the war have been told; what comes of the others
// is not shown yet.
func board(s *corleone.Status, told int) engine.Pieces {
	return laid(&boardMaker{s: s}, told)
}

func laid(b *boardMaker, told int) engine.Pieces {
	s := b.s
	if s.FullStatus != nil && s.Pending != nil {
		b.left = slices.Concat(s.Pending.Abilities, b.untold)
	}
	b.add("act", "phase."+s.Phase, "", s.Round).Of = corleone.Acts
	for i := range s.Seats {
		b.seat(engine.Seat(i))
	}
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		b.turf(t, told)
	}
	b.legend()
	if s.FullStatus == nil {
		return b.pieces
	}
	b.add("park", "area."+corleone.ParkWord, corleone.ParkWord, 0).Text = engine.Say("board.park")
	b.add("river", "area.hudson", atHudson, 0)
	b.business(corleone.ParkAt, corleone.ParkWord)
	b.spaces()
	if s.Police != nil {
		b.add(corleone.PoliceFigure.String(), corleone.FigureKeys[corleone.PoliceFigure], *s.Police, 0)
	}
	for i, f := range s.Hudson {
		b.of(seatOf(s, f.Owner), f.Figure, "figure."+f.Figure, atHudson, i)
	}
	for _, id := range s.PublicJobs {
		b.card("job", id)
	}
	for _, id := range s.Allies {
		b.card("ally", id)
	}
	return b.pieces
}

// turn returns whose answer the family phase waits for: the seat in turn, or another that takes its share first.
func turn(s *corleone.Status) engine.Seat {
	if s.FullStatus != nil && s.Pending != nil {
		return engine.Seat(slices.Index(s.Seats, s.Pending.Seat))
	}
	return s.TurnSeat
}

// seat adds what lies before a seat.
func (b *boardMaker) seat(seat engine.Seat) {
	s := b.s
	p := &s.Players.Of[seat]
	x := b.of(seat, "seat", "", "", 0)
	x.Mark(seat == s.HorseSeat, "horse")
	x.Mark(seat == turn(s), "turn")
	if p.PlayerCards != nil {
		x.N, x.Of = p.HandCount, s.HandLimit
	}
	b.of(seat, "marker", "", atSupply, p.Markers)
	if p.PlayerCards != nil {
		b.of(seat, corleone.ThugFigure.String(), "", atReserve, p.Thugs)
		b.of(seat, corleone.FamilyFigure.String(), "", atReserve, p.Family)
		for _, id := range p.Played {
			b.of(seat, "ally", "ally."+id, "played", 0)
		}
		if s.Surplus[seat] > 0 {
			b.of(seat, "gives", "", "", s.Surplus[seat])
		}
	}
	if p.Suitcase != nil {
		b.of(seat, "case", "", "", p.Suitcase.Total)
	}
	if r := s.Bribery; r != nil && s.Phase == "bribery" {
		name := s.Seats[seat]
		switch {
		case r.Bids != nil:
			bid := b.of(seat, "bid", "", "", r.Bids.Of[seat], "open")
			bid.Mark(slices.Contains(r.Order, name), "takes")
		case slices.Contains(r.Sealed, name):
			b.of(seat, "bid", "", "", 0, "sealed")
		}
	}
}

// legend says what the drawings before a family stand for, and who is ahead as far as that is public: money is not.
func (b *boardMaker) legend() {
	if b.s.FullStatus != nil && len(b.s.Seats) > 4 { // with fewer it stands in words before each
		b.add("legend", "legend.men", "", 0, "thug", "family")
		b.add("legend", "legend.hand", "", 0, "card")
	}
	x := b.add("legend", "legend.turfs", "", 0, "flag")
	most, n := 0, make([]int, len(b.s.Seats))
	for _, p := range b.pieces {
		if p.Kind == "turf" && p.Seat >= 0 {
			n[p.Seat]++
			most = max(most, n[p.Seat])
		}
	}
	var first engine.SeatSet
	for i := range n {
		if n[i] == most {
			first = first.With(engine.Seat(i))
		}
	}
	x.Text = engine.Say("legend.none")
	if most > 0 {
		x.Text = engine.Say("legend.most").Group(first)
	}
	if b.s.Phase == "over" {
		return
	}
	x = b.add("legend", "legend.money", "", 0, "case")
	if b.s.FullStatus != nil {
		b.add("legend", "legend.force", "", 0, "force")
	}
	if b.s.Players.Of[0].Suitcase == nil {
		return
	}
	rich, first := 0, engine.SeatSet(0)
	for i := range b.s.Players.Of {
		if c := b.s.Players.Of[i].Suitcase; c.Total > rich {
			rich, first = c.Total, engine.SeatSet(0).With(engine.Seat(i))
		} else if c.Total == rich {
			first = first.With(engine.Seat(i))
		}
	}
	if rich > 0 {
		x.Text = engine.Say("legend.rich").Group(first).Number(rich)
	}
}

// turf adds a turf: whose it is, the markers from below, its businesses, and who has how many figures there.
func (b *boardMaker) turf(t corleone.Turf, told int) {
	s, word := b.s, corleone.TurfWords[t]
	stack := s.Stacks[t].Seats()
	if w := int(t) - 1; told < int(t) && w < len(s.War) && s.War[w].Marker != nil && *s.War[w].Marker == "supply" && len(stack) > 0 {
		stack = stack[:len(stack)-1] // it falls when that is told
	}
	top := engine.NoSeat
	if n := len(stack); n > 0 {
		top = engine.Seat(stack[n-1])
	}
	b.of(top, "turf", "area."+word, word, int(t)).Text = engine.Say("turf." + word) // where there is room: as questions call it
	for i, m := range stack {
		b.of(engine.Seat(m), "marker", "", word, i)
	}
	if s.FullStatus == nil {
		for i := range s.War {
			if w := &s.War[i]; w.Turf == word && i < told {
				b.forces(word, w.Influence.Of, w.Neutral, w.WinnerSeat, "wins")
			}
		}
		return
	}
	b.business(int(t)-1, word)
	if at := s.TileAt[t]; at != 0 {
		b.business(int(at), word)
	}
	of, others := forcesIn(s, t)
	who, _, _ := lead(s, t)
	b.forces(word, of, others, who, "leads")
}

// forces adds how many figures each has in a turf.
func (b *boardMaker) forces(turf string, of []int, neutral int, first engine.Seat, is string) {
	for i, n := range of {
		if n == 0 {
			continue
		}
		x := b.of(engine.Seat(i), "force", "", turf, n)
		x.Mark(x.Seat == first, is)
	}
	if neutral > 0 {
		b.add("force", "", turf, neutral)
	}
}

// business adds a business with what it gives, and who stands at its front.
func (b *boardMaker) business(at int, turf string) {
	c := &b.s.Cat.Businesses[at]
	kind := "shop"
	if at >= corleone.FirstTile {
		kind = "tile"
	}
	if len(c.Front) > 0 {
		x := b.add(kind, c.Key, turf, at, words(c.Front)...)
		x.Text, x.Of = engine.Say("front."+c.ID), b.used("front:"+c.ID, c.Front)
		b.figure(corleone.Place(at), c.ID)
	}
	if len(c.Back) > 0 {
		x := b.add("back", c.Key, turf, at, words(c.Back)...)
		x.Text, x.Of = engine.Say("back."+c.ID), b.used("back:"+b.circle(turf), c.Back)
	}
}

// circle returns the circle whose share is worked off, if it touches a turf; "" if none does.
func (b *boardMaker) circle(turf string) string {
	if b.s.Pending == nil {
		return ""
	}
	for i := range b.s.Cat.Spaces {
		c := &b.s.Cat.Spaces[i]
		if b.s.Pending.Source != "back:"+c.ID {
			continue
		}
		for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
			if c.Turfs.Has(t) && corleone.TurfWords[t] == turf || c.Park && turf == corleone.ParkWord {
				return c.ID
			}
		}
	}
	return ""
}

// used returns which of the things that a business gives a share of this source has had, a bit for each. Of equal ones those
// of the last business go first.
func (b *boardMaker) used(source string, gives []corleone.Ability) (bits int) {
	if b.s.Pending == nil || b.s.Pending.Source != source {
		return 0
	}
	for i, a := range gives {
		if at := slices.Index(b.left, a.String()); at >= 0 {
			b.left = slices.Delete(b.left, at, at+1)
		} else {
			bits |= 1 << i
		}
	}
	return bits
}

// spaces adds the circles with what they touch, and who stands there.
func (b *boardMaker) spaces() {
	for i := range b.s.Cat.Spaces {
		c := &b.s.Cat.Spaces[i]
		x := b.add("space", c.Key, c.ID, i)
		if b.s.Pending != nil && b.s.Pending.Source == "back:"+c.ID {
			x.Of = 1 // its share is worked off
		}
		for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
			x.Mark(c.Turfs.Has(t), corleone.TurfWords[t])
		}
		x.Mark(c.Park, corleone.ParkWord)
		b.figure(corleone.FirstSpace+corleone.Place(i), c.ID)
	}
}

// figure adds who stands at a place.
func (b *boardMaker) figure(at corleone.Place, id string) {
	f := b.s.Pieces[at]
	if f.Kind == corleone.NoFigure {
		return
	}
	seat := engine.NoSeat
	if f.Owner != corleone.Neutral {
		seat = f.Owner
	}
	b.of(seat, f.Kind.String(), corleone.FigureKeys[f.Kind], id, 0)
}

// doneJob adds the job that is done: how many cards have left the hand for it, its own among them if it was held there, and
// what it does.
func (b *boardMaker) doneJob(job *corleone.JobKind, held bool) engine.Pieces {
	b.card("job", job.ID)
	x := &b.pieces[len(b.pieces)-1]
	x.At, x.Of = atDone, len(job.Cost.Words())
	if held {
		x.Of++
	}
	b.add("brings", x.Key, atDone, 0, words(job.Does)...)
	return b.pieces
}

// card adds a job or an ally that lies open.
func (b *boardMaker) card(kind, id string) {
	c := b.s.Cat
	x := b.add(kind, kind+"."+id, "row", 0)
	x.Text = engine.Say("does." + kind + "." + id)
	if kind == "ally" {
		if at, ok := c.AllyAt[id]; ok {
			x.Is = words(c.Allies[at].Does)
		}
		return
	}
	at, ok := c.JobAt[id]
	if !ok {
		return
	}
	job := &c.Jobs[at]
	x.Is = append([]string{corleone.ColourWords[job.Colour]}, job.Cost.Words()...)
	for _, note := range job.Pays {
		x.N += corleone.NoteValues[note]
	}
}

// words are abilities by their words.
func words(all []corleone.Ability) []string {
	list := make([]string, len(all))
	for i, a := range all {
		list[i] = a.String()
	}
	return list
}

// untold returns what a circle has given after the first k things that it gave, as far as its share is not done with.
func untold(s *corleone.Status, k int) (list []string) {
	if s.FullStatus == nil || s.Pending == nil {
		return nil
	}
	for i := range s.Cat.Spaces {
		c := &s.Cat.Spaces[i]
		if s.Pending.Source != "back:"+c.ID {
			continue
		}
		for b := range s.Cat.Touched(c, &s.TileAt) {
			for _, a := range b.Back {
				if a.Gain() {
					list = append(list, a.String())
				}
			}
		}
	}
	return list[min(k, len(list)):]
}

// withTiles leaves the tiles on the first n turfs, where they are laid in turn.
func withTiles(s *corleone.Status, board engine.Pieces, n int) engine.Pieces {
	if s.FullStatus == nil {
		return board
	}
	hidden := map[string]bool{}
	for t := corleone.Turf(n + 1); t <= corleone.Turfs; t++ {
		if at := s.TileAt[t]; at != 0 {
			hidden[s.Cat.Businesses[at].Key] = true
		}
	}
	return slices.DeleteFunc(board, func(x engine.Piece) bool { return hidden[x.Key] })
}

// pictureBoard is the board while a picture is called.
func pictureBoard(v view, n int) engine.Pieces {
	s := v.Public
	if n >= 1 && n <= corleone.Turfs && n <= len(s.War) {
		b := &boardMaker{s: s}
		w := &s.War[n-1]
		for _, x := range board(s, n) {
			if x.Kind == "act" {
				x.Key = "phase.turf_war" // the next may have begun while it is told
			}
			if x.Kind != "force" || x.At != w.Turf { // who stood there may have been lifted since
				b.pieces = append(b.pieces, x)
			}
		}
		war := b.add("war", corleone.TurfKeys[n], w.Turf, n)
		if w.WinnerSeat < 0 {
			war.Text = engine.Say("board.nobody")
		}
		b.forces(w.Turf, w.Influence.Of, w.Neutral, w.WinnerSeat, "wins")
		return b.pieces
	}
	if k := n - int(corleone.JobPicture); k >= 0 {
		b := &boardMaker{s: s, pieces: board(s, corleone.Turfs)}
		return b.doneJob(&s.Cat.Jobs[k/2], k%2 > 0)
	}
	if k := n - int(corleone.SharePicture); k >= 0 {
		return laid(&boardMaker{s: s, untold: untold(s, k)}, corleone.Turfs)
	}
	b := &boardMaker{s: s, pieces: board(s, corleone.Turfs)}
	if k := n - int(corleone.TilePicture); k >= 0 {
		return withTiles(s, b.pieces, k)
	}
	if seat := n - int(corleone.ScorePicture); v.Result != nil && seat >= 0 && seat < len(v.Result.Scores.Of) {
		c := &v.Result.Scores.Of[seat]
		b.of(engine.Seat(seat), "case", "", "", c.Money)
		for _, t := range c.Turfs {
			b.of(engine.Seat(seat), "bonus", "turf."+t, t, corleone.Bonus)
		}
		for _, colour := range c.Colours {
			b.of(engine.Seat(seat), "bonus", "key."+colour, "", corleone.Bonus)
		}
		b.of(engine.Seat(seat), "total", "", "", c.Total)
	}
	return b.pieces
}
