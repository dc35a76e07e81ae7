package corleone

import "consigliere/engine"

// placeOf returns the place with an identifier: a front, a circle or the Police Chief.
func (g *Game) placeOf(id string) (Place, bool) {
	if id == figureWords[PoliceFigure] {
		return PolicePlace, true
	}
	p, ok := g.cat.Places[id]
	return p, ok && p != ParkAt
}

// onBoard reports whether a business lies on the board.
func (g *Game) onBoard(b int) bool {
	return b < Turfs || b >= FirstTile && g.tileUsed[b]
}

// turfOf returns the turf of a business on the board; NoTurf for the park.
func (g *Game) turfOf(b int) Turf { return g.turfAt[b] }

// free reports whether a figure can be put on a place: a front of a business on the board, or
// a circle that is not closed (COR-2.5, 2.8).
func (g *Game) free(p Place) bool {
	if p >= PlaceCount || g.figures[p].Kind != NoFigure {
		return false
	}
	if p < FirstSpace {
		return p != ParkAt && g.onBoard(int(p))
	}
	i := int(p - FirstSpace)
	return i < len(g.cat.Spaces) && (g.allSpaces || !g.cat.Spaces[i].plus3)
}

// freePlace returns the first free place from one on up to another, or noPlace.
func (g *Game) freePlace(from, to Place) Place {
	for p := from; p < to; p++ {
		if g.free(p) {
			return p
		}
	}
	return NoPlace
}

// freeFront and freeSpace report whether there is one.
func (g *Game) freeFront() bool { return g.freePlace(0, FirstSpace) != NoPlace }

func (g *Game) freeSpace() bool { return g.freePlace(FirstSpace, g.lastPlace()) != NoPlace }

// lastPlace is the place after the last circle.
func (g *Game) lastPlace() Place { return FirstSpace + Place(len(g.cat.Spaces)) }

// stands reports whether a figure is at a place.
func (g *Game) stands(p Place) bool {
	if p == PolicePlace {
		return g.policeAt != NoTurf
	}
	return p < PlaceCount && g.figures[p].Kind != NoFigure
}

// put puts a figure on a place.
func (g *Game) put(p Place, f Piece) {
	g.figures[p] = f
	switch f.Kind {
	case MayorFigure:
		g.mayorAt = p
	case UnionFigure:
		g.unionAt = p
	}
}

// moveFigure moves a figure from place to place. by is whose ability that is; the table corrects.
func (g *Game) moveFigure(from, to Place, by engine.Seat) {
	f := g.figures[from]
	g.figures[from] = Piece{}
	g.put(to, f)
	g.tellFigure(engine.CueSay, [...]string{"cue.moved", "cue.moved_of", "cue.moves", "cue.moves_of"}, f, by).AddThing(g.placeKey(to))
}

// tellFigure begins to tell what is done with a figure: by the table, which corrects, or by a seat. The
// second key of each pair is for a figure of another player, who is named.
func (g *Game) tellFigure(kind engine.CueKind, keys [4]string, f Piece, by engine.Seat) *engine.Text {
	text := &g.cues.Add(kind, "").Text
	key := 0
	if by >= 0 {
		key = 2
		text.AddSeat(by)
	}
	if f.Owner != Neutral && f.Owner != by {
		key++
		text.AddSeat(f.Owner)
	}
	text.Key = keys[key]
	return text.AddThing(FigureKeys[f.Kind])
}

// placeKey returns the message key of a place.
func (g *Game) placeKey(p Place) string {
	if p < FirstSpace {
		return g.cat.Businesses[p].Key
	}
	return g.cat.Spaces[p-FirstSpace].Key
}

// killAt sends the figure at a place to the Hudson (COR-9.1). by is whose ability that is; the table
// corrects.
func (g *Game) killAt(p Place, by engine.Seat) {
	f := Piece{Neutral, PoliceFigure}
	var at string
	if p == PolicePlace {
		at = TurfKeys[g.policeAt]
		g.policeAt = NoTurf
	} else {
		at = g.placeKey(p)
		f = g.figures[p]
		g.figures[p] = Piece{}
		switch f.Kind {
		case MayorFigure:
			g.mayorAt = NoPlace
		case UnionFigure:
			g.unionAt = NoPlace
		}
	}
	if f.Owner == Neutral {
		g.dead |= 1 << f.Kind
	}
	g.hudson[g.hudsonN] = f
	g.hudsonN++
	g.tellFigure(engine.CueHit, [...]string{"cue.killed_neutral", "cue.killed", "cue.kills_neutral", "cue.kills"}, f, by).AddThing(at)
}

// isDead reports whether a neutral figure is in the Hudson (COR-10.8).
func (g *Game) isDead(f Figure) bool { return g.dead>>f&1 != 0 }

// isOwn reports whether a figure counts as one of a seat's own: a neutral one in the turn in
// which it was placed or moved (COR-10.6).
func (g *Game) isOwn(f Piece, s engine.Seat) bool {
	if f.Owner == Neutral {
		return g.own[f.Kind].Seat() == s
	}
	return f.Owner == s
}

// rival reports whether a figure is another player's.
func rival(f Piece, s engine.Seat) bool {
	return f.Kind != NoFigure && f.Owner != Neutral && f.Owner != s
}

// inTurf reports whether a place counts as being in a turf (COR-2.7).
func (g *Game) inTurf(p Place, t Turf) bool {
	if p < FirstSpace {
		return g.turfOf(int(p)) == t
	}
	return g.cat.Spaces[p-FirstSpace].Turfs.Has(t)
}

// killable reports whether a seat can kill what is at a place with an ability.
func (g *Game) killable(a Ability, s engine.Seat, p Place) bool {
	if p == PolicePlace {
		return a == KillAny && g.policeAt != NoTurf && g.own[PoliceFigure].Seat() != s
	}
	f := g.figures[p]
	switch a {
	case KillThug:
		return rival(f, s) && f.Kind == ThugFigure
	case KillFamily:
		return rival(f, s) && f.Kind == FamilyFigure
	case KillAny:
		return rival(f, s) || f.Kind != NoFigure && f.Owner == Neutral && !g.isOwn(f, s)
	case KillThugChief:
		return rival(f, s) && f.Kind == ThugFigure && g.policeAt != NoTurf && g.inTurf(p, g.policeAt)
	case KillFamilyChief:
		return rival(f, s) && f.Kind == FamilyFigure && g.policeAt != NoTurf && g.inTurf(p, g.policeAt)
	}
	return false
}

// movable reports whether a seat can move the figure at a place with an ability, as far as
// there is somewhere to go.
func (g *Game) movable(a Ability, s engine.Seat, p Place) bool {
	f := g.figures[p]
	switch a {
	case MoveThug:
		return f.Kind.onFront() && g.isOwn(f, s)
	case MoveFamily:
		return (f.Kind == FamilyFigure || f.Kind == MayorFigure) && g.isOwn(f, s)
	case MoveRival:
		return rival(f, s)
	}
	return false
}

// influenceIn counts the figures in a turf (COR-13.2, 13.3).
func (g *Game) influenceIn(t Turf, b *battle) {
	count := func(f Piece) {
		switch {
		case f.Kind == NoFigure:
		case f.Owner == Neutral:
			b.neutral++
		default:
			b.of[f.Owner]++
		}
	}
	count(g.figures[t-1])
	if at := g.tileAt[t]; at != 0 {
		count(g.figures[at])
	}
	for i := range g.cat.Spaces {
		if g.cat.Spaces[i].Turfs.Has(t) {
			count(g.figures[FirstSpace+Place(i)])
		}
	}
	if g.policeAt == t {
		b.neutral++
	}
}
