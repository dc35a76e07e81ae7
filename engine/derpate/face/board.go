package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// neutral marks the neutral families' pieces.
const neutral = "neutral"

// A boardMaker puts the pieces of a stage together. stage-derpate.js draws them.
type boardMaker struct {
	s      *derpate.Status
	pieces engine.Pieces
}

// add adds a piece that belongs to nobody.
func (b *boardMaker) add(kind, key, at string, n, of int, is ...string) *engine.Piece {
	return b.of(engine.NoSeat, kind, key, at, n, of, is...)
}

func (b *boardMaker) of(seat engine.Seat, kind, key, at string, n, of int, is ...string) *engine.Piece {
	x := b.pieces.Add(kind, seat)
	x.Key, x.At, x.N, x.Of, x.Is = key, at, n, of, is
	return x
}

// board is the table as a stage shows it.
func board(s *derpate.Status) engine.Pieces {
	b := &boardMaker{s: s}
	b.add("round", "phase."+s.Phase, "", s.Round, derpate.Rounds).Text = engine.Say("board.round").Number(s.Round).Number(derpate.Rounds)
	b.town()
	b.tracks()
	for i := range s.Players.Of {
		b.seat(engine.Seat(i))
	}
	if s.Card != nil && s.Phase != "setup" {
		x := b.add("event", s.Card.NameKey, s.Card.Colour.String(), int(s.Card.Car), 0)
		x.Text = engine.Say(s.Card.TextKey)
		x.Mark(s.Card.Op == derpate.OpMoveAll, derpate.TrackWords[s.Card.Track]) // the track on which it moves everybody
	}
	if s.Phase == "dice" {
		b.dice()
	}
	b.legend()
	return b.pieces
}

// legend says what drawings stand for, and what the game is won by.
func (b *boardMaker) legend() {
	s := b.s
	if s.Players.Of[0].Money == nil {
		b.add("legend", "legend.money", "", 0, 0, "coin")
	}
	b.add("legend", "legend.businesses", "", 0, 0, "house")
	has := func(of func(p *derpate.PlayerStatus) int) bool {
		return slices.ContainsFunc(s.Players.Of, func(p derpate.PlayerStatus) bool { return of(&p) > 0 })
	}
	b.add("key", "legend.number", "", 0, 0, "number")
	b.add("key", "legend.track", "", 0, 0, "birthday", "judge")
	for _, word := range [...]string{"jail", "river", "safe", "tokens"} { // beside the drawings themselves
		b.add("word", "legend."+word, word, 0, 0)
	}
	for _, l := range [...]struct {
		word, key string
		shown     bool
	}{ // what is always there stands first, so that it keeps its place
		{"family", "legend.members", true},
		{"move", "legend.start", s.Phase != "setup"}, // which goes round the other way
		{"friend", "legend.friends", has(func(p *derpate.PlayerStatus) int { return p.Friends })},
		{"debt", "legend.debts", has(func(p *derpate.PlayerStatus) int { return sum(p.Owes) })},
		{"income", "legend.income", has(func(p *derpate.PlayerStatus) int { return s.Cat.Income[p.Income] })},
		{"shake", "legend.favours", has(func(p *derpate.PlayerStatus) int { return p.Favours })},
	} {
		if l.shown {
			b.add("legend", l.key, "", 0, 0, l.word)
		}
	}
}

// sum is the sum of all of a map.
func sum(m map[string]int) int {
	n := 0
	for _, x := range m {
		n += x
	}
	return n
}

// town adds the businesses along the way of the car, the car, and where members are besides.
func (b *boardMaker) town() {
	s := b.s
	for d := range s.Cat.Districts {
		ward := &s.Cat.Districts[d]
		x := b.add("district", ward.Key, ward.ID, d, 0)
		x.Mark(s.CarDistrict != nil && *s.CarDistrict == ward.ID, "safe")
	}
	for n := 1; n <= derpate.Spaces; n++ {
		k := s.Cat.At[n]
		x := b.of(s.Owner[k].SeatOf(), "business", derpate.BusinessKeys[k], s.Cat.Districts[s.Cat.District[k]].ID, int(s.Cat.Number[k]), n)
		x.Mark(s.Owner[k] == derpate.Neutral, neutral)
		if s.Car != nil && *s.Car == n {
			b.add("car", "", k.String(), n, derpate.Spaces)
		}
	}
	for i := range s.Players.Of {
		p := &s.Players.Of[i]
		b.of(engine.Seat(i), "members", "", "reserve", p.Reserve, 0)
		b.of(engine.Seat(i), "members", "", "jail", p.Jail, 0)
		b.of(engine.Seat(i), "members", "", "river", p.River, 0)
	}
	b.add("members", "", "jail", s.Neutral.Jail, 0, neutral)
	b.add("members", "", "river", s.Neutral.River, 0, neutral)
}

// tracks adds Reputation and Influence with the tokens that lie on them, and how far the event cards are.
func (b *boardMaker) tracks() {
	s := b.s
	for _, t := range []derpate.Track{derpate.Reputation, derpate.Influence} {
		word := derpate.TrackWords[t]
		x := b.add("track", derpate.TrackKeys[t], word, 0, s.Cat.End[t])
		x.Mark(s.KO != nil && *s.KO == word, "ko")
		cards := s.EventTrack.Grey
		if t == derpate.Influence {
			cards = s.EventTrack.Red
		}
		b.add("cards", "", word, cards, derpate.KoAt)
	}
	for token := derpate.Wedding; token < derpate.TokenCount; token++ {
		word := derpate.TrackWords[derpate.Reputation]
		if !token.Grey() {
			word = derpate.TrackWords[derpate.Influence]
		}
		b.add("token", derpate.TokenKeys[token], word, s.Cat.TokenAt[token], 0).Text = engine.Say("does." + derpate.TokenWords[token])
	}
}

// seat adds what belongs to a seat besides its members.
func (b *boardMaker) seat(seat engine.Seat) {
	s := b.s
	p := &s.Players.Of[seat]
	x := b.of(seat, "seat", "", "", len(p.Businesses), 0)
	x.Mark(s.Players.Names[seat] == s.Start && s.Phase != "setup", "start")
	x.Mark(seat == s.ActiveSeat, "turn")
	b.of(seat, "step", "", "reputation", p.Reputation, s.Cat.End[derpate.Reputation])
	b.of(seat, "step", "", "influence", p.Influence, s.Cat.End[derpate.Influence])
	b.of(seat, "step", "", "income", p.Income, len(s.Cat.Income)-1)
	b.of(seat, "step", "", "favours", p.Favours, len(s.Cat.Favours))
	b.of(seat, "income", "", "", s.Cat.Income[p.Income], 0)
	b.of(seat, "friends", "", "", p.Friends, 0)
	for _, t := range p.Tokens.Held {
		b.of(seat, "token", "token."+t, "held", 0, 0).Text = engine.Say("does." + t)
	}
	for h, name := range s.Players.Names {
		if n := p.Owes[name]; n > 0 {
			b.of(seat, "debt", "", "", n, 0).To = engine.Seat(h)
		}
	}
	if n := p.Owes[derpate.HolderWords[derpate.Bank]]; n > 0 {
		b.of(seat, "debt", "", "bank", n, 0)
	}
	if p.Money != nil {
		b.of(seat, "money", "", "", *p.Money, 0)
	}
}

// dice adds the dice: those of the turn that are still to be placed, with what they do in this row, and those
// that lie on the action board. N is what they show: 0 before they are rolled.
func (b *boardMaker) dice() {
	s := b.s
	b.of(s.ActiveSeat, "row", "", "", s.Row, derpate.Rows)
	for c := derpate.Black; c <= derpate.Red; c++ {
		face, ok := s.Dice[c.String()]
		if !ok {
			continue
		}
		if s.Reroll.Has(c) {
			face = derpate.FaceStatus(derpate.NoFace)
		}
		x := b.add("die", derpate.ColourKeys[c], "roll", int(face), 0)
		box := derpate.NoBox
		switch {
		case s.Row > derpate.Rows || face == derpate.FaceStatus(derpate.NoFace) && s.Row < derpate.Rows:
			continue
		case face == derpate.FaceStatus(derpate.Puppet) && s.Row < derpate.Rows:
			box = derpate.PressBox
		case s.Row == 1:
			box = derpate.TakingsBox
		default:
			box = s.Cat.Box[s.Row][c]
		}
		x.Text = engine.Say(derpate.BoxKeys[box])
		if box != derpate.NoBox {
			x.Is = []string{derpate.BoxWords[box]}
		}
		b.does(derpate.BoxWords[box], int(face), 0)
	}
	for _, p := range s.Placed {
		x := b.add("die", "die."+p.Die, "row", int(p.Face), p.Row, p.Box)
		x.Text = engine.Say("box." + p.Box)
		b.does(p.Box, int(p.Face), p.Row)
	}
}

// does adds what a die does on a box, in a sentence: a die that is still to be placed, also in brief, or that lies in a row.
func (b *boardMaker) does(box string, face, row int) {
	x := b.add("does", "box."+box, "", face, row)
	x.Text = b.boxText("does."+box, box, derpate.Face(face))
	if box == derpate.BoxWords[derpate.TakingsBox] && face != int(derpate.Puppet) {
		if step := b.s.Cat.Takings[face].Step; step != derpate.NoTrack { // its owners move up as well
			x.Text.Key = "does.takings_step"
			x.Text.AddThing(derpate.TrackKeys[step])
		}
	}
	if row == 0 {
		b.add("cast", "box."+box, "", face, 0).Text = b.boxText("cast."+box, box, derpate.Face(face))
	}
}

// boxText says of a die on a box what a sentence may need: its number, the money, and whose turn it is.
func (b *boardMaker) boxText(key, box string, face derpate.Face) engine.Text {
	t := engine.Say(key)
	switch {
	case face == derpate.NoFace || face == derpate.Puppet:
	case box == derpate.BoxWords[derpate.TakingsBox]:
		t.AddNumber(int(face)).AddNumber(b.s.Cat.Takings[face].Amount)
	default:
		t.AddNumber(int(face)).AddNumber(derpate.Thousand * int(face))
	}
	if b.s.ActiveSeat != engine.NoSeat {
		t.AddSeat(b.s.ActiveSeat)
	}
	return t
}

// pictureBoard is the board while a picture is called.
func pictureBoard(s *derpate.Status, n uint8) engine.Pieces {
	b := &boardMaker{s, board(s)}
	if n == derpate.CardPicture { // the dice come after it
		b.pieces = slices.DeleteFunc(b.pieces, func(x engine.Piece) bool { return x.Kind == "row" || x.Kind == "die" })
	}
	if n != derpate.TakingsPicture || len(s.Placed) == 0 {
		return b.pieces
	}
	last := s.Placed[len(s.Placed)-1]
	if last.Box != derpate.BoxWords[derpate.TakingsBox] {
		return b.pieces
	}
	face := derpate.Face(last.Face)
	for i := range b.pieces {
		x := &b.pieces[i]
		x.Mark(x.Kind == "business" && x.N == int(face) && x.Seat >= 0, "pays")
	}
	return b.pieces
}
