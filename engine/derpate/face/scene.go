package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// The icons of this game alone; displays know them by name.
const (
	puppetIcon engine.Icon = "puppet" // a die showing a figure instead of a number
	carIcon    engine.Icon = "car"    // a car, driving with the direction of writing
)

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v view) engine.Scene {
	s := v.Public
	sc := engine.Scene{Heading: engine.Say("scene.heading").Thing("phase." + s.Phase).Number(s.Round).Number(derpate.Rounds)}
	if s.Phase == "setup" {
		sc.Heading = engine.Say("scene.setup")
	}
	if r := v.Result; r != nil {
		sc.Heading = engine.Say("scene.over")
		drawResult(&sc, r)
		sc.Lines = append(sc.Lines, line(engine.Say("scene.ko").Thing("track."+r.KO)))
		sc.Areas, sc.Board = areas(s), board(s)
		return sc
	}
	if p := v.Private; p != nil {
		drawPrivate(&sc, s, p, v.Viewer)
		group(&sc, sc.Heading, drawPublic(s))
	} else {
		sc.Lines = drawPublic(s)
	}
	drawBoard(&sc, s)
	sc.Areas, sc.Board = areas(s), board(s)
	return sc
}

// drawPublic is what matters most to everybody in the phase.
func drawPublic(s *derpate.Status) []engine.Line {
	var sc engine.Scene
	switch {
	case s.Phase == "setup":
		drawDistricts(&sc, s)
	case s.Phase == "event" && s.Event != nil:
		drawCard(&sc, s)
	case s.Phase == "dice":
		drawTurn(&sc, s)
	default:
		drawSeats(&sc, s)
	}
	return sc.Lines
}

// group adds lines under a heading to the scene, if there are any.
func group(sc *engine.Scene, heading engine.Text, lines []engine.Line) {
	if len(lines) > 0 {
		sc.Groups = append(sc.Groups, engine.Group{Heading: heading, Lines: lines})
	}
}

// picture lays out what the last move has shown.
func picture(v view, n int) engine.Scene {
	s := v.Public
	sc := engine.Scene{Board: pictureBoard(s, uint8(n))}
	switch uint8(n) {
	case derpate.DicePicture:
		sc.Heading, sc.Lines = engine.Say("scene.dice"), diceLines(s)
	case derpate.CardPicture:
		sc.Heading = engine.Say("phase.event")
		if s.Card != nil {
			sc.Lines = []engine.Line{markerLine(s, s.Card.Colour), carLine(s)}
		}
	case derpate.KoPicture:
		if s.KO != nil {
			sc.Heading = engine.Say("scene.ko").Thing("track." + *s.KO)
			drawTracks(&sc, s)
		}
	case derpate.ActionPicture:
		sc.Heading, sc.Lines = engine.Say("scene.action"), actionLines(s)
	case derpate.TakingsPicture:
		sc.Heading, sc.Lines = engine.Say("scene.action"), takingsLines(s)
	}
	return sc
}

// takingsLines is what the number of the last die brings the owners of businesses.
func takingsLines(s *derpate.Status) []engine.Line {
	if len(s.Placed) == 0 || s.Placed[len(s.Placed)-1].Box != derpate.BoxWords[derpate.TakingsBox] {
		return nil
	}
	face := derpate.Face(s.Placed[len(s.Placed)-1].Face)
	amount := s.Cat.Takings[face].Amount
	var lines []engine.Line
	for i := range s.Players.Of {
		if n := paying(s, face)[i]; n > 0 {
			lines = append(lines, engine.Line{Seat: engine.Seat(i), Text: engine.Say("scene.money").Number(n * amount)})
		}
	}
	if lines == nil {
		lines = []engine.Line{line(engine.Say("scene.paid_none"))}
	}
	return lines
}

// paying returns how many businesses with a number each seat controls.
func paying(s *derpate.Status, f derpate.Face) (n [derpate.MaxSeats]int) {
	for b := derpate.Business(1); b <= derpate.BusinessCount; b++ {
		if h := s.Owner[b]; s.Cat.Number[b] == f && h.Seat() {
			n[h]++
		}
	}
	return n
}

// markerLine is how many cards of a colour have come, until the K.O. track is decided.
func markerLine(s *derpate.Status, c derpate.Colour) engine.Line {
	switch {
	case s.KO != nil:
		return line(engine.Say("scene.ko").Thing("track." + *s.KO))
	case c == derpate.Grey:
		return line(engine.Say("scene.grey_cards").Number(s.EventTrack.Grey).Number(derpate.KoAt))
	}
	return line(engine.Say("scene.red_cards").Number(s.EventTrack.Red).Number(derpate.KoAt))
}

func line(t engine.Text) engine.Line { return engine.Line{Seat: engine.NoSeat, Text: t} }

// drawPrivate puts what only the viewer knows on top, and what else he could use: his tokens and Friends.
func drawPrivate(sc *engine.Scene, s *derpate.Status, own *derpate.PrivateStatus, l engine.Viewer) {
	sc.Lines = append(sc.Lines, engine.Line{
		Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconMoney}, Text: engine.Say("scene.money").Number(own.Money), Strong: true,
	})
	p := &s.Players.Of[l]
	sc.Lines = append(sc.Lines, line(engine.Say("scene.seat").Number(p.Reputation).Number(p.Influence)))
	for _, t := range p.Tokens.Held {
		sc.Lines = append(sc.Lines, engine.Line{Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconCard}, Text: engine.Say("token." + t)})
	}
	if n := p.Friends; n > 0 {
		sc.Lines = append(sc.Lines, line(engine.Say("scene.own_friends").Number(n)))
	}
}

// drawDistricts lists the districts that nobody has chosen, with the numbers of their
// businesses.
func drawDistricts(sc *engine.Scene, s *derpate.Status) {
	if s.Car != nil {
		sc.Lines = append(sc.Lines, carLine(s))
	}
	sc.Lines = append(sc.Lines, line(engine.Say("scene.numbers")))
	for d := range s.Cat.Districts {
		if !s.Taken[d] {
			sc.Lines = append(sc.Lines, line(districtText(s, d)))
		}
	}
}

// districtText names a district and the numbers of its businesses.
func districtText(s *derpate.Status, d int) engine.Text {
	t := engine.Say("label.district").Thing(s.Cat.Districts[d].Key)
	for _, b := range s.Cat.Districts[d].Businesses {
		t = t.Number(int(s.Cat.Number[b]))
	}
	return t
}

func carLine(s *derpate.Status) engine.Line {
	return engine.Line{
		Seat: engine.NoSeat, Icons: []engine.Icon{carIcon},
		Text: engine.Say("scene.car_at").Thing(derpate.BusinessKeys[s.Cat.At[*s.Car]]),
	}
}

// drawCard shows the card that is carried out.
func drawCard(sc *engine.Scene, s *derpate.Status) {
	if s.Event != nil {
		sc.Lines = append(sc.Lines,
			engine.Line{Seat: engine.NoSeat, Icons: []engine.Icon{engine.IconCard}, Text: engine.Say("card." + *s.Event), Strong: true},
			line(engine.Say(s.Card.TextKey)))
	}
}

// drawTurn shows whose turn it is and the dice: those to be placed, or those to be rolled; after
// the last one where they lie.
func drawTurn(sc *engine.Scene, s *derpate.Status) {
	if s.Row <= derpate.Rows {
		sc.Lines = append(sc.Lines, engine.Line{
			Seat: s.ActiveSeat, Text: engine.Say("scene.row").Number(s.Row), Strong: true,
		})
	}
	sc.Lines = append(sc.Lines, diceLines(s)...)
	if len(sc.Lines) == 0 {
		sc.Lines = actionLines(s)
	}
}

// faceIcons are the pictures of the faces.
var faceIcons = [...]engine.Icon{
	1: engine.IconDie1, engine.IconDie2, engine.IconDie3, engine.IconDie4, engine.IconDie5, derpate.Puppet: puppetIcon,
}

// ownedText names a business and who controls it.
func ownedText(s *derpate.Status, b derpate.Business) engine.Text {
	switch h := s.Owner[b]; {
	case h == derpate.Neutral:
		return engine.Say("label.neutral").Thing(derpate.BusinessKeys[b])
	case h.Seat():
		return engine.Say("label.owned").Thing(derpate.BusinessKeys[b]).Seat(engine.Seat(h))
	}
	return engine.Say("label.free").Thing(derpate.BusinessKeys[b])
}

// diceLines lists the dice that are not placed: what they show, or that they must be rolled.
func diceLines(s *derpate.Status) []engine.Line {
	var lines []engine.Line
	for c := derpate.Black; c <= derpate.Red; c++ {
		face, ok := s.Dice[c.String()]
		switch {
		case !ok:
		case face == derpate.FaceStatus(derpate.NoFace) || s.Reroll.Has(c):
			lines = append(lines, line(engine.Say("scene.to_roll").Thing(derpate.ColourKeys[c])))
		default:
			l := line(dieText(c, face))
			l.Icons = []engine.Icon{faceIcons[face]}
			lines = append(lines, l)
		}
	}
	return lines
}

// dieText is a die with what it shows.
func dieText(c derpate.Colour, f derpate.FaceStatus) engine.Text {
	if f == derpate.FaceStatus(derpate.Puppet) {
		return engine.Say("scene.puppet").Thing(derpate.ColourKeys[c])
	}
	return engine.Say("label.die").Thing(derpate.ColourKeys[c]).Number(int(f))
}

// actionLines is the action board: which die lies on which box of each row.
func actionLines(s *derpate.Status) []engine.Line {
	lines := make([]engine.Line, len(s.Placed))
	for i, p := range s.Placed {
		t := engine.Say("scene.placed").Thing("box." + p.Box).Thing("die." + p.Die).Number(p.Row)
		l := line(t)
		l.Icons = []engine.Icon{faceIcons[p.Face]}
		lines[i] = l
	}
	return lines
}

// drawTracks lists where all are on the track that eliminates, and where it ends.
func drawTracks(sc *engine.Scene, s *derpate.Status) {
	for i, p := range s.Players.Of {
		at, end := p.Reputation, s.Cat.End[derpate.Reputation]
		if *s.KO == derpate.Influence.String() {
			at, end = p.Influence, s.Cat.End[derpate.Influence]
		}
		sc.Lines = append(sc.Lines, engine.Line{Seat: engine.Seat(i), Text: engine.Say("scene.of").Number(at).Number(end)})
	}
}

// drawSeats lists the seats with their places on the two tracks, one of which becomes the
// K.O. track, and who is awaited.
func drawSeats(sc *engine.Scene, s *derpate.Status) {
	for i, p := range s.Players.Of {
		seat := engine.Seat(i)
		l := engine.Line{Seat: seat, Text: engine.Say("scene.seat").Number(p.Reputation).Number(p.Influence)}
		if s.Players.Names[i] == s.Start {
			l.Icons = append(l.Icons, engine.IconBoss)
		}
		for _, w := range s.Waiting {
			if w.Seat == s.Players.Names[i] {
				l.Icons = append(l.Icons, engine.IconAwait)
			}
		}
		l.Strong = seat == s.ActiveSeat
		sc.Lines = append(sc.Lines, l)
		if p.Money != nil {
			sc.Lines = append(sc.Lines, engine.Line{
				Seat: seat, Icons: []engine.Icon{engine.IconMoney}, Text: engine.Say("scene.money").Number(*p.Money),
			})
		}
	}
}

// drawBoard adds what else lies on the board: the action board, the players, the businesses by
// district, the event tracks, and the card that stays for the round.
func drawBoard(sc *engine.Scene, s *derpate.Status) {
	if s.Phase == "setup" {
		return
	}
	type section func(*engine.Scene, *derpate.Status)
	sections := []section{drawRows, drawTown, drawAllTracks, drawDistrictBusinesses, drawHoldings}
	shown := len(sections)               // the rest is for displays with room for it
	if s.Phase == "dice" && s.Row == 1 { // who is paid for which number
		sections, shown = []section{drawDistrictBusinesses, drawRows, drawAllTracks, drawTown, drawHoldings}, 3
	} else if s.Phase == "dice" && s.Row == 2 { // steps on tracks, and where the car comes
		sections, shown = []section{drawAllTracks, drawRows, drawTown, drawDistrictBusinesses, drawHoldings}, 3
	} else if s.Phase == "dice" { // debts, Friends, members, and who is where
		sections, shown = []section{drawDistrictBusinesses, drawHoldings, drawRows, drawAllTracks, drawTown}, 3
	}
	for i, draw := range sections {
		n := len(sc.Groups)
		draw(sc, s)
		for k := range sc.Groups[n:] {
			sc.Groups[n+k].Aside = sc.Groups[n+k].Aside || i >= shown
		}
		if i == 0 && s.Phase == "dice" { // it was said once, and holds all round
			var card engine.Scene
			drawCard(&card, s)
			group(sc, engine.Say("phase.event"), card.Lines)
		}
	}
	if s.Phase == "dice" && s.Row <= derpate.Rows { // after the last die it is what matters most
		group(sc, engine.Say("scene.action"), actionLines(s))
	}
}

// drawRows adds what each colour does in the rows that are still to come, for players who look ahead.
func drawRows(sc *engine.Scene, s *derpate.Status) {
	for row := max(s.Row+1, 2); row <= derpate.Rows && s.Phase == "dice"; row++ {
		var lines []engine.Line
		for c := derpate.Black; c <= derpate.Red; c++ {
			lines = append(lines, line(engine.Say("scene.box").Thing(derpate.ColourKeys[c]).Thing(derpate.BoxKeys[s.Cat.Box[row][c]])))
		}
		group(sc, engine.Say("scene.row").Number(row), lines)
		sc.Groups[len(sc.Groups)-1].Aside = row > max(s.Row+1, 2) // the next comes first
	}
}

// drawTown adds the car, and how far the event markers are.
func drawTown(sc *engine.Scene, s *derpate.Status) {
	town := []engine.Line{carLine(s), markerLine(s, derpate.Grey)}
	if s.KO == nil {
		town = append(town, markerLine(s, derpate.Red))
	}
	group(sc, engine.Say("scene.town"), town)
}

// drawAllTracks adds where everybody is on the two tracks that may become the K.O. track, and where the
// tokens lie on them.
func drawAllTracks(sc *engine.Scene, s *derpate.Status) {
	if s.Phase == "dice" || s.Event != nil {
		var seats engine.Scene
		drawSeats(&seats, s)
		end := engine.Say("scene.end").Number(s.Cat.End[derpate.Reputation])
		if s.Cat.End[derpate.Influence] != s.Cat.End[derpate.Reputation] {
			end = engine.Say("scene.ends").Number(s.Cat.End[derpate.Reputation]).Number(s.Cat.End[derpate.Influence])
		}
		group(sc, engine.Say("scene.players"), append(seats.Lines, line(end)))
	}
	var lines []engine.Line
	for token := derpate.Wedding; token < derpate.TokenCount; token++ {
		track := derpate.Reputation
		if !token.Grey() {
			track = derpate.Influence
		}
		lines = append(lines, line(engine.Say("scene.token_at").Thing(derpate.TrackKeys[track]).Thing(derpate.TokenKeys[token]).Number(s.Cat.TokenAt[token])))
	}
	group(sc, engine.Say("scene.tokens_at"), lines)
	sc.Groups[len(sc.Groups)-1].Aside = s.Phase == "dice" && s.Row != 2 // only there a die moves many steps
}

// drawDistrictBusinesses adds who controls what, district by district.
func drawDistrictBusinesses(sc *engine.Scene, s *derpate.Status) {
	for d := range s.Cat.Districts {
		drawBusinesses(sc, s, d)
	}
}

// drawHoldings adds what lies openly before the players, and what is theirs elsewhere
// (PATE-1.7), as far as there is any.
func drawHoldings(sc *engine.Scene, s *derpate.Status) {
	each := func(heading string, of func(p *derpate.PlayerStatus) engine.Text, icons ...engine.Icon) {
		var lines []engine.Line
		for i := range s.Players.Of {
			if t := of(&s.Players.Of[i]); t.Key != "" {
				lines = append(lines, engine.Line{Seat: engine.Seat(i), Text: t, Icons: icons})
			}
		}
		group(sc, engine.Say(heading), lines)
	}
	count := func(n int) engine.Text {
		if n == 0 {
			return engine.Text{}
		}
		return engine.Say("scene.count").Number(n)
	}
	var tokens, debts []engine.Line
	for i := range s.Players.Of {
		p, seat := &s.Players.Of[i], engine.Seat(i)
		for two := range slices.Chunk(p.Tokens.Held, 2) {
			l := engine.Line{Seat: seat, Icons: []engine.Icon{engine.IconCard}, Text: engine.Say("token." + two[0])}
			if len(two) > 1 {
				l.Text = engine.Say("scene.two").Thing("token." + two[0]).Thing("token." + two[1])
			}
			tokens = append(tokens, l)
		}
		for h, name := range s.Players.Names {
			if n := p.Owes[name]; n > 0 {
				debts = append(debts, engine.Line{Seat: seat, Text: engine.Say("scene.owes").Seat(seat).Seat(engine.Seat(h)).Number(n)})
			}
		}
		if n := p.Owes[derpate.HolderWords[derpate.Bank]]; n > 0 {
			debts = append(debts, engine.Line{Seat: seat, Text: engine.Say("scene.owes_bank").Number(n)})
		}
	}
	group(sc, engine.Say("scene.tokens"), tokens)
	each("scene.friends", func(p *derpate.PlayerStatus) engine.Text { return count(p.Friends) })
	group(sc, engine.Say("scene.debts"), debts)
	each("scene.incomes", func(p *derpate.PlayerStatus) engine.Text {
		if p.Income == 0 {
			return engine.Text{}
		}
		return engine.Say("scene.money").Number(s.Cat.Income[p.Income])
	}, engine.IconMoney)
	each("scene.favours", func(p *derpate.PlayerStatus) engine.Text { return count(p.Favours) })
	each("scene.members", func(p *derpate.PlayerStatus) engine.Text {
		return engine.Say("scene.members_of").Number(p.Reserve).Number(p.Jail).Number(p.River)
	})
}

// drawBusinesses adds who controls the businesses of a district, and whether the car protects
// them.
func drawBusinesses(sc *engine.Scene, s *derpate.Status, d int) {
	district := &s.Cat.Districts[d]
	var lines []engine.Line
	for _, b := range district.Businesses {
		l := line(engine.Say("scene.empty").Number(int(s.Cat.Number[b])))
		switch h := s.Owner[b]; {
		case h == derpate.Neutral:
			l.Text.Key = "scene.neutral"
		case h.Seat():
			l.Seat, l.Text.Key = engine.Seat(h), "scene.business"
			l.Text.AddNumber(s.Cat.Takings[s.Cat.Number[b]].Amount)
		}
		if s.CarDistrict != nil && *s.CarDistrict == district.ID {
			l.Icons = append(l.Icons, engine.IconSafe)
		}
		lines = append(lines, l)
	}
	group(sc, engine.Say(district.Key), lines)
}

// drawResult ranks the seats, and lists the eliminated after them.
func drawResult(sc *engine.Scene, r *derpate.ResultStatus) {
	if len(r.RankingSeats) == 0 {
		sc.Lines = append(sc.Lines, line(engine.Say("cue.nobody")))
	}
	for i, s := range r.RankingSeats {
		l := engine.Line{
			Seat: s, Strong: r.WinnerSet.Has(s),
			Text: engine.Say("scene.rank").Number(r.Ranks[i]).Number(r.Scores.Of[s].Total),
		}
		if l.Strong {
			l.Icons = append(l.Icons, engine.IconStar)
		}
		sc.Lines = append(sc.Lines, l)
	}
	for i, c := range r.Scores.Of {
		if c.Eliminated {
			sc.Lines = append(sc.Lines, engine.Line{
				Seat: engine.Seat(i), Icons: []engine.Icon{engine.IconDead},
				Text: engine.Say("scene.out").Number(c.Total),
			})
		}
	}
}
