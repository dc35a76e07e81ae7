package console

import (
	"consigliere/engine"
	"consigliere/hw/lang"
)

// Languages are the languages of a box: of its voice, its screens and its players.
type languages struct {
	voice lang.Lang
	main  lang.Lang   // of the main screen
	pods  []lang.Lang // of private screens
	seats []lang.Lang // what the seats of the play have asked for; "" where one has not
}

// set sets the language of the voice, and of the screens that had the same.
func (g *languages) set(l lang.Lang) {
	if g.main == g.voice {
		g.main = l
	}
	for p := range g.pods {
		if g.pods[p] == g.voice {
			g.pods[p] = l
		}
	}
	g.voice = l
}

// of returns the language that a seat has asked for, or "".
func (g *languages) of(seat engine.Seat) lang.Lang {
	if seat < 0 || int(seat) >= len(g.seats) {
		return ""
	}
	return g.seats[seat]
}

// or returns the language that a seat has asked for, or else another.
func (g *languages) or(seat engine.Seat, other lang.Lang) lang.Lang {
	if l := g.of(seat); l != "" {
		return l
	}
	return other
}
