package corleone

import "consigliere/engine"

// placeOf returns the place with an identifier: a front, a circle or the Police Chief.
func (g *Game) placeOf(id string) (place, bool) {
	if id == figureWords[PoliceFigure] {
		return policePlace, true
	}
	p, ok := g.cat.places[id]
	return p, ok && p != parkAt
}

// onBoard reports whether a business lies on the board.
func (g *Game) onBoard(b int) bool {
	return b < turfs || b >= firstTile && g.tileUsed[b]
}

// turfOf returns the turf of a business on the board; NoTurf for the park.
func (g *Game) turfOf(b int) Turf { return g.turfAt[b] }

// free reports whether a figure can be put on a place: a front of a business on the board, or
// a circle that is not closed (COR-2.5, 2.8).
func (g *Game) free(p place) bool {
	if p >= placeCount || g.figures[p].kind != NoFigure {
		return false
	}
	if p < firstSpace {
		return p != parkAt && g.onBoard(int(p))
	}
	i := int(p - firstSpace)
	return i < len(g.cat.spaces) && (g.allSpaces || !g.cat.spaces[i].plus3)
}

// freePlace returns the first free place from one on up to another, or noPlace.
func (g *Game) freePlace(from, to place) place {
	for p := from; p < to; p++ {
		if g.free(p) {
			return p
		}
	}
	return noPlace
}

// freeFront and freeSpace report whether there is one.
func (g *Game) freeFront() bool { return g.freePlace(0, firstSpace) != noPlace }

func (g *Game) freeSpace() bool { return g.freePlace(firstSpace, g.lastPlace()) != noPlace }

// lastPlace is the place after the last circle.
func (g *Game) lastPlace() place { return firstSpace + place(len(g.cat.spaces)) }

// stands reports whether a figure is at a place.
func (g *Game) stands(p place) bool {
	if p == policePlace {
		return g.policeAt != NoTurf
	}
	return p < placeCount && g.figures[p].kind != NoFigure
}

// put puts a figure on a place.
func (g *Game) put(p place, f figure) {
	g.figures[p] = f
	switch f.kind {
	case MayorFigure:
		g.mayorAt = p
	case UnionFigure:
		g.unionAt = p
	}
}

// moveFigure moves a figure from place to place. by is whose ability that is; the table corrects.
func (g *Game) moveFigure(from, to place, by engine.Seat) {
	f := g.figures[from]
	g.figures[from] = figure{}
	g.put(to, f)
	g.tellFigure(engine.CueSay, [...]string{"cue.moved", "cue.moved_of", "cue.moves", "cue.moves_of"}, f, by).AddThing(g.placeKey(to))
}

// tellFigure begins to tell what is done with a figure: by the table, which corrects, or by a seat. The
// second of each two keys is that of a figure of somebody else, who is named.
func (g *Game) tellFigure(kind engine.CueKind, keys [4]string, f figure, by engine.Seat) *engine.Text {
	text := &g.cues.Add(kind, "").Text
	key := 0
	if by >= 0 {
		key = 2
		text.AddSeat(by)
	}
	if f.owner != neutral && f.owner != by {
		key++
		text.AddSeat(f.owner)
	}
	text.Key = keys[key]
	return text.AddThing(figureKeys[f.kind])
}

// placeKey returns the message key of a place.
func (g *Game) placeKey(p place) string {
	if p < firstSpace {
		return g.cat.businesses[p].key
	}
	return g.cat.spaces[p-firstSpace].key
}

// killAt sends the figure at a place to the Hudson (COR-9.1). by is whose ability that is; the table
// corrects.
func (g *Game) killAt(p place, by engine.Seat) {
	f := figure{neutral, PoliceFigure}
	var at string
	if p == policePlace {
		at = turfKeys[g.policeAt]
		g.policeAt = NoTurf
	} else {
		at = g.placeKey(p)
		f = g.figures[p]
		g.figures[p] = figure{}
		switch f.kind {
		case MayorFigure:
			g.mayorAt = noPlace
		case UnionFigure:
			g.unionAt = noPlace
		}
	}
	if f.owner == neutral {
		g.dead |= 1 << f.kind
	}
	g.hudson[g.hudsonN] = f
	g.hudsonN++
	g.tellFigure(engine.CueHit, [...]string{"cue.killed_neutral", "cue.killed", "cue.kills_neutral", "cue.kills"}, f, by).AddThing(at)
}

// isDead reports whether a neutral figure is in the Hudson (COR-10.8).
func (g *Game) isDead(f Figure) bool { return g.dead>>f&1 != 0 }

// isOwn reports whether a figure counts as one of a seat's own: a neutral one in the turn in
// which it was placed or moved (COR-10.6).
func (g *Game) isOwn(f figure, s engine.Seat) bool {
	if f.owner == neutral {
		return g.own[f.kind].Seat() == s
	}
	return f.owner == s
}

// rival reports whether a figure is another player's.
func rival(f figure, s engine.Seat) bool {
	return f.kind != NoFigure && f.owner != neutral && f.owner != s
}

// inTurf reports whether a place counts as being in a turf (COR-2.7).
func (g *Game) inTurf(p place, t Turf) bool {
	if p < firstSpace {
		return g.turfOf(int(p)) == t
	}
	return g.cat.spaces[p-firstSpace].turfs.has(t)
}

// killable reports whether a seat can kill what is at a place with an ability.
func (g *Game) killable(a Ability, s engine.Seat, p place) bool {
	if p == policePlace {
		return a == KillAny && g.policeAt != NoTurf && g.own[PoliceFigure].Seat() != s
	}
	f := g.figures[p]
	switch a {
	case KillThug:
		return rival(f, s) && f.kind == ThugFigure
	case KillFamily:
		return rival(f, s) && f.kind == FamilyFigure
	case KillAny:
		return rival(f, s) || f.kind != NoFigure && f.owner == neutral && !g.isOwn(f, s)
	case KillThugChief:
		return rival(f, s) && f.kind == ThugFigure && g.policeAt != NoTurf && g.inTurf(p, g.policeAt)
	case KillFamilyChief:
		return rival(f, s) && f.kind == FamilyFigure && g.policeAt != NoTurf && g.inTurf(p, g.policeAt)
	}
	return false
}

// movable reports whether a seat can move the figure at a place with an ability, as far as
// there is somewhere to go.
func (g *Game) movable(a Ability, s engine.Seat, p place) bool {
	f := g.figures[p]
	switch a {
	case MoveThug:
		return f.kind.onFront() && g.isOwn(f, s)
	case MoveFamily:
		return (f.kind == FamilyFigure || f.kind == MayorFigure) && g.isOwn(f, s)
	case MoveRival:
		return rival(f, s)
	}
	return false
}

// influenceIn counts the figures in a turf (COR-13.2, 13.3).
func (g *Game) influenceIn(t Turf, b *battle) {
	count := func(f figure) {
		switch {
		case f.kind == NoFigure:
		case f.owner == neutral:
			b.neutral++
		default:
			b.of[f.owner]++
		}
	}
	count(g.figures[t-1])
	if at := g.tileAt[t]; at != 0 {
		count(g.figures[at])
	}
	for i := range g.cat.spaces {
		if g.cat.spaces[i].turfs.has(t) {
			count(g.figures[firstSpace+place(i)])
		}
	}
	if g.policeAt == t {
		b.neutral++
	}
}
