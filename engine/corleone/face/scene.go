package face

import (
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

// draw lays out a view for a display of 128 by 64 pixels (section 7 of the ledger).
func draw(v view) engine.Scene {
	s := v.Public
	var sc engine.Scene
	sc.Heading = engine.Say("scene.heading").Number(s.Round).Number(corleone.Acts).Thing("phase." + s.Phase)
	if r := v.Result; r != nil {
		sc.Heading = engine.Say("phase.over")
		drawResult(&sc, r)
		for i := range r.Scores.Of {
			group(&sc, engine.Say("scene.score_of").Seat(engine.Seat(i)), scoreLines(&r.Scores.Of[i]))
		}
		sc.Areas, sc.Board = areas(s), board(s, corleone.Turfs)
		for i := range r.Scores.Of {
			sc.Board.Add("total", engine.Seat(i)).N = r.Scores.Of[i].Total
		}
		return sc
	}
	if p := v.Private; p != nil && p.CardStatus != nil {
		drawHand(&sc, p.CardStatus)
		if s.Phase == "bribery" && s.Bribery != nil && s.Bribery.Bids == nil {
			var allies engine.Scene
			drawAllies(&allies, s)
			sc.Groups = append(sc.Groups, engine.Group{Heading: engine.Say("scene.allies"), Lines: allies.Lines, Asked: true})
		}
		group(&sc, sc.Heading, drawPublic(s))
	} else {
		sc.Lines = drawPublic(s)
		if s.Phase == "tribute" {
			sc.Question = engine.Say("scene.tribute") // each gives up a number of its own
		}
	}
	drawBoard(&sc, s)
	sc.Areas, sc.Board = areas(s), board(s, corleone.Turfs)
	return sc
}

// drawPublic is what matters most to everybody in the phase.
func drawPublic(s *corleone.Status) []engine.Line {
	var sc engine.Scene
	switch s.Phase {
	case "turf_war":
		drawWar(&sc, s)
	case "bribery":
		if s.Bribery != nil && s.Bribery.Bids == nil {
			drawSeats(&sc, s)
			drawAllies(&sc, s)
		} else {
			drawAllies(&sc, s)
			drawSeats(&sc, s)
		}
	default:
		drawSeats(&sc, s)
	}
	return sc.Lines
}

// drawBoard adds what else lies on the table: the city at a glance, the open jobs and allies.
func drawBoard(sc *engine.Scene, s *corleone.Status) {
	var lines engine.Scene
	if s.Phase != "turf_war" {
		drawCity(&lines, s)
		group(sc, engine.Say("scene.city"), lines.Lines)
	}
	if s.FullStatus == nil {
		return
	}
	lines.Lines = nil
	drawRow(&lines, s)
	group(sc, engine.Say("scene.jobs"), lines.Lines)
	if s.Phase != "bribery" {
		lines.Lines = nil
		drawAllies(&lines, s)
		group(sc, engine.Say("scene.allies"), lines.Lines)
	}
}

// group adds lines under a heading to the scene, if there are any.
func group(sc *engine.Scene, heading engine.Text, lines []engine.Line) {
	if len(lines) > 0 {
		sc.Groups = append(sc.Groups, engine.Group{Heading: heading, Lines: lines})
	}
}

func addLine(sc *engine.Scene, seat engine.Seat, t engine.Text, icons ...engine.Icon) *engine.Line {
	sc.Lines = append(sc.Lines, engine.Line{Seat: seat, Text: t, Icons: icons})
	return &sc.Lines[len(sc.Lines)-1]
}

// drawHand puts what only the viewer knows on top.
func drawHand(sc *engine.Scene, c *corleone.CardStatus) {
	if c.Drawn != nil {
		for _, id := range *c.Drawn {
			addLine(sc, engine.NoSeat, engine.Say("scene.drawn").Thing("job."+id), engine.IconCard)
		}
	}
	cash := 0
	for _, n := range c.Hand.Notes {
		cash += n
	}
	addLine(sc, engine.NoSeat, engine.Say("scene.money").Number(cash).Number(c.Suitcase.Total), engine.IconMoney)
	for _, t := range goodTexts(c.Hand.Goods) {
		addLine(sc, engine.NoSeat, t)
	}
	blanks := 0
	for _, id := range c.Hand.Jobs {
		if id == corleone.Unknown {
			blanks++
			continue
		}
		addLine(sc, engine.NoSeat, engine.Say("label.job").Thing("job."+id).Thing("price.job."+id), engine.IconCard)
	}
	if blanks > 0 {
		addLine(sc, engine.NoSeat, engine.Say("scene.unknown").Number(blanks), engine.IconCard)
	}
	for _, id := range c.Hand.Allies {
		addLine(sc, engine.NoSeat, engine.Say("label.ally").Thing("ally."+id).Thing("does.ally."+id), engine.IconStar)
	}
}

// drawSeats lists the seats: the horse head, who is awaited, and what everybody sees of them.
func drawSeats(sc *engine.Scene, s *corleone.Status) {
	for i, name := range s.Seats {
		seat := engine.Seat(i)
		l := addLine(sc, seat, engine.Text{})
		if seat == s.HorseSeat {
			l.Icons = append(l.Icons, engine.IconBoss)
		}
		if b := s.Bribery; b != nil && s.Phase == "bribery" {
			bidLine(s, l, b, name)
		} else {
			seatLine(s, l)
		}
		for _, w := range s.Waiting {
			if w.Seat == name {
				l.Icons = append(l.Icons, engine.IconAwait)
				l.Strong = seat == turn(s)
			}
		}
	}
}

// seatLine says of a seat which figures are in the reserve and how many cards are in the hand; in
// light tracking, how many markers are left.
func seatLine(s *corleone.Status, l *engine.Line) {
	p := &s.Players.Of[l.Seat]
	switch {
	case p.PlayerCards == nil:
		l.Icons = append(l.Icons, engine.IconMarker)
		l.Text = engine.Say("scene.count").Number(p.Markers)
	case s.Phase == "tribute" && s.Surplus[l.Seat] > 0:
		l.Icons = append(l.Icons, engine.IconCard)
		l.Text = engine.Say("scene.gives").Number(s.Surplus[l.Seat])
	default:
		if s.Phase == "family" || s.Phase == "open" {
			for range p.Thugs {
				l.Icons = append(l.Icons, engine.IconSquare)
			}
			for range p.Family {
				l.Icons = append(l.Icons, engine.IconRound)
			}
		}
		l.Icons = append(l.Icons, engine.IconCard)
		l.Text = engine.Say("scene.count").Number(p.HandCount)
	}
}

// bidLine says of a seat whether it has sealed a bribe, and when the lids are open, which.
func bidLine(s *corleone.Status, l *engine.Line, b *corleone.BriberyStatus, name string) {
	switch {
	case b.Bids != nil:
		l.Icons = append(l.Icons, engine.IconMoney)
		l.Text = engine.Say("scene.bid").Number(b.Bids.Of[l.Seat])
	case slices.Contains(b.Sealed, name):
		l.Icons = append(l.Icons, engine.IconLocked)
	}
}

// lead returns who has most figures in a turf, and how many they and the next have. It is NoSeat
// where two have as many, or the neutral ones.
func lead(s *corleone.Status, t corleone.Turf) (who engine.Seat, most, next int) {
	of, others := forcesIn(s, t)
	who, most = engine.NoSeat, others
	for seat, n := range of {
		switch {
		case n > most:
			who, most, next = engine.Seat(seat), n, most
		case n == most:
			who, next = engine.NoSeat, n
		default:
			next = max(next, n)
		}
	}
	return who, most, next
}

// forcesIn counts the figures in a turf (COR-13.2).
func forcesIn(s *corleone.Status, t corleone.Turf) (of []int, others int) {
	of = make([]int, len(s.Seats))
	count := func(f corleone.Piece) {
		switch {
		case f.Kind == corleone.NoFigure:
		case f.Owner == corleone.Neutral:
			others++
		default:
			of[f.Owner]++
		}
	}
	count(s.Pieces[t-1])
	if at := s.TileAt[t]; at != 0 {
		count(s.Pieces[at])
	}
	for i := range s.Cat.Spaces {
		if s.Cat.Spaces[i].Turfs.Has(t) {
			count(s.Pieces[corleone.FirstSpace+corleone.Place(i)])
		}
	}
	if s.Police != nil && *s.Police == corleone.TurfWords[t] {
		others++
	}
	return of, others
}

// drawCity lists the turfs that matter: who controls each, and in full tracking who has most figures
// there.
func drawCity(sc *engine.Scene, s *corleone.Status) {
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		text := engine.Say("scene.turf").Thing(corleone.TurfKeys[t])
		var icons []engine.Icon
		top := s.Stacks[t].Top()
		if top >= 0 {
			icons = append(icons, engine.IconMarker)
		}
		if s.FullStatus != nil {
			switch who, most, next := lead(s, t); {
			case who < 0:
			case who == top:
				text = engine.Say("scene.turf_own").Thing(corleone.TurfKeys[t]).Number(most).Number(next)
			default:
				text = engine.Say("scene.turf_lead").Thing(corleone.TurfKeys[t]).Seat(who).Number(most).Number(next)
			}
		}
		if top >= 0 || text.Key != "scene.turf" {
			addLine(sc, top, text, icons...)
		}
	}
}

// drawWar shows one turf: the one whose influence is typed in, or for which a marker is asked,
// and how the war went so far.
func drawWar(sc *engine.Scene, s *corleone.Status) {
	if s.NextTurf != nil {
		t := corleone.Turf(slices.Index(corleone.TurfWords[:], *s.NextTurf))
		l := addLine(sc, engine.NoSeat, engine.Say("scene.next").Thing(corleone.TurfKeys[t]))
		l.Strong = true
		if top := s.Stacks[t].Top(); top >= 0 {
			addLine(sc, top, engine.Say("scene.controls").Thing(corleone.TurfKeys[t]), engine.IconMarker)
		}
	}
	for i := len(s.War) - 1; i >= 0; i-- {
		if w := s.War[i].WinnerSeat; w >= 0 {
			addLine(sc, w, engine.Say("scene.turf").Thing("turf."+s.War[i].Turf), engine.IconMarker)
		}
	}
	if len(sc.Lines) == 0 {
		drawCity(sc, s)
	}
}

// drawAllies lists the face-up allies, with what they can do.
func drawAllies(sc *engine.Scene, s *corleone.Status) {
	if s.FullStatus == nil {
		return
	}
	for _, id := range s.Allies {
		addLine(sc, engine.NoSeat, engine.Say("label.ally").Thing("ally."+id).Thing("does.ally."+id), engine.IconStar)
	}
}

// drawRow lists the public jobs, with what they bring.
func drawRow(sc *engine.Scene, s *corleone.Status) {
	for _, id := range s.PublicJobs {
		addLine(sc, engine.NoSeat, engine.Say("label.job").Thing("job."+id).Thing("does.job."+id), engine.IconCard)
	}
}

// drawResult ranks the seats, and says what has decided between equal totals.
func drawResult(sc *engine.Scene, r *corleone.ResultStatus) {
	if r.Broken {
		addLine(sc, engine.NoSeat, engine.Say("cue.tie"))
	}
	rank := 1
	for _, group := range r.RankingSeats {
		for _, s := range group {
			l := addLine(sc, s, engine.Say("scene.rank").Number(rank).Number(r.Scores.Of[s].Total))
			if rank == 1 {
				l.Strong = true
				l.Icons = append(l.Icons, engine.IconStar)
			}
		}
		rank += len(group)
	}
}

// scoreLines is what a score is made of: the money, then each bonus.
func scoreLines(c *corleone.ScoreStatus) []engine.Line {
	var sc engine.Scene
	addLine(&sc, engine.NoSeat, engine.Say("scene.suitcase").Number(c.Money), engine.IconMoney)
	for _, t := range c.Turfs {
		addLine(&sc, engine.NoSeat, engine.Say("scene.bonus").Thing("turf."+t).Number(corleone.Bonus), engine.IconMarker)
	}
	for _, colour := range c.Colours {
		addLine(&sc, engine.NoSeat, engine.Say("scene.bonus_jobs").Thing("key."+colour).Number(corleone.Bonus), engine.IconCard)
	}
	addLine(&sc, engine.NoSeat, engine.Say("scene.total").Number(c.Total)).Strong = true
	return sc.Lines
}

// picture lays out what the last move has shown.
func picture(v view, n int) engine.Scene {
	s := v.Public
	sc := engine.Scene{Board: pictureBoard(v, n)}
	switch {
	case n >= 1 && n <= corleone.Turfs && n <= len(s.War):
		drawBattle(&sc, s, &s.War[n-1])
	case n == int(corleone.BidsPicture) && s.Bribery != nil && s.Bribery.Bids != nil:
		sc.Heading = engine.Say("scene.bids")
		for i, sum := range s.Bribery.Bids.Of {
			addLine(&sc, engine.Seat(i), engine.Say("scene.bid").Number(sum)).Strong = slices.Contains(s.Bribery.Order, s.Seats[i]) // who takes an ally
		}
	case n >= int(corleone.ScorePicture):
		r := v.Result
		if seat := n - int(corleone.ScorePicture); r != nil && seat < len(r.Scores.Of) {
			sc.Heading = engine.Say("scene.score_of").Seat(engine.Seat(seat))
			sc.Lines = scoreLines(&r.Scores.Of[seat])
		}
	}
	return sc
}

// drawBattle shows the forces in a turf, nobody's last.
func drawBattle(sc *engine.Scene, s *corleone.Status, b *corleone.BattleStatus) {
	uncounted := pressed(s, forceTexts(b.Influence.Of, b.Neutral))
	sc.Heading = engine.Say("turf." + b.Turf)
	for i, n := range b.Influence.Of {
		if n > 0 {
			l := addLine(sc, engine.Seat(i), engine.Say("scene.figures").Number(n))
			if l.Strong = engine.Seat(i) == b.WinnerSeat; uncounted {
				l.Text, l.Icons = engine.Text{}, append(l.Icons, engine.IconMarker)
			}
		}
	}
	if b.Neutral > 0 {
		addLine(sc, engine.NoSeat, engine.Say("log.force_neutral").Number(b.Neutral))
	}
}

// areaAt is where the turfs are on the map, the park at 0: row and column.
var areaAt = [corleone.Turfs + 1][2]int{{1, 2}, {3, 2}, {3, 3}, {1, 3}, {2, 3}, {1, 1}, {2, 2}, {2, 1}}

// hudsonRow and hudsonCol are where the river is on the map.
const hudsonRow, hudsonCol = 3, 1

// areas is the board as a map: each turf with its businesses and what stands there, the park and
// the river.
func areas(s *corleone.Status) []engine.Area {
	if s.Phase == "setup" {
		return nil
	}
	var areas []engine.Area
	for t := corleone.Turf(1); t <= corleone.Turfs; t++ {
		a := engine.Area{Heading: engine.Say(corleone.TurfKeys[t]), Seat: s.Stacks[t].Top(), Row: areaAt[t][0], Col: areaAt[t][1]}
		a.Lines = turfLines(s, t)
		areas = append(areas, a)
	}
	if s.FullStatus == nil {
		return areas
	}
	park := engine.Area{Heading: engine.Say("area.park"), Seat: engine.NoSeat, Row: areaAt[0][0], Col: areaAt[0][1]}
	bench := &s.Cat.Businesses[corleone.ParkAt]
	park.Lines = append(park.Lines, engine.Line{Seat: engine.NoSeat, Text: engine.Say("scene.back").Thing(bench.Key).Thing("back." + bench.ID)})
	park.Lines = append(park.Lines, circleLines(s, func(c *corleone.Space) bool { return c.Park })...)
	river := engine.Area{Heading: engine.Say("area.hudson"), Seat: engine.NoSeat, Row: hudsonRow, Col: hudsonCol}
	for _, f := range s.Hudson {
		river.Lines = append(river.Lines, engine.Line{Seat: seatOf(s, f.Owner), Icons: []engine.Icon{engine.IconDead}, Text: engine.Say("figure." + f.Figure)})
	}
	return append(areas, park, river)
}

// seatOf returns the seat of a name, or NoSeat.
func seatOf(s *corleone.Status, name string) engine.Seat {
	if i := slices.Index(s.Seats, name); i >= 0 {
		return engine.Seat(i)
	}
	return engine.NoSeat
}

// turfLines is what there is in a turf: the markers, in full tracking the businesses with their
// fronts, who stands there and on the circles.
func turfLines(s *corleone.Status, t corleone.Turf) []engine.Line {
	var sc engine.Scene
	var held [corleone.MaxSeats]int
	for _, m := range s.Stacks[t].Seats() {
		held[m]++
	}
	for i, n := range held[:len(s.Seats)] {
		if n > 0 {
			addLine(&sc, engine.Seat(i), engine.Say("scene.count").Number(n), engine.IconMarker)
		}
	}
	if s.FullStatus == nil {
		for i := range s.War {
			if b := &s.War[i]; b.Turf == corleone.TurfWords[t] {
				var battle engine.Scene
				drawBattle(&battle, s, b)
				sc.Lines = append(sc.Lines, battle.Lines...)
			}
		}
		return sc.Lines
	}
	frontLine(s, &sc, int(t)-1)
	if at := s.TileAt[t]; at != 0 {
		frontLine(s, &sc, int(at))
	}
	sc.Lines = append(sc.Lines, circleLines(s, func(c *corleone.Space) bool { return c.Turfs.Has(t) })...)
	if s.Police != nil && *s.Police == corleone.TurfWords[t] {
		addLine(&sc, engine.NoSeat, engine.Say(corleone.FigureKeys[corleone.PoliceFigure]), engine.IconSafe)
	}
	return sc.Lines
}

// frontLine is a business with what its front gives, and who stands there.
func frontLine(s *corleone.Status, sc *engine.Scene, b int) {
	id := s.Cat.Businesses[b].ID
	l := addLine(sc, engine.NoSeat, engine.Say("label.front").Thing(s.Cat.Businesses[b].Key).Thing("front."+id))
	if f := s.Pieces[b]; f.Kind != corleone.NoFigure {
		l.Icons = append(l.Icons, engine.IconSquare)
		if f.Owner != corleone.Neutral {
			l.Seat = f.Owner
		}
	}
}

// circleLines is the figures on circles, and how many circles are free.
func circleLines(s *corleone.Status, touches func(*corleone.Space) bool) []engine.Line {
	var sc engine.Scene
	free := 0
	for i := range s.Cat.Spaces {
		c := &s.Cat.Spaces[i]
		if !touches(c) {
			continue
		}
		f := s.Pieces[corleone.FirstSpace+corleone.Place(i)]
		switch {
		case f.Kind == corleone.NoFigure:
			free++
		case f.Owner == corleone.Neutral:
			addLine(&sc, engine.NoSeat, engine.Say("scene.stands").Thing(corleone.FigureKeys[f.Kind]).Thing(c.Key), engine.IconRound)
		default:
			addLine(&sc, f.Owner, engine.Say(c.Key), engine.IconRound)
		}
	}
	if free > 0 {
		addLine(&sc, engine.NoSeat, engine.Say("scene.free").Number(free))
	}
	return sc.Lines
}

// label says what businesses, jobs and allies give, who stands at a place, and what a number counts.
func label(s *corleone.Status, ask *engine.Ask, a *engine.Arg) engine.Text {
	word := a.Value.Word
	switch a.Key {
	case "business":
		switch {
		case ask.Verb == "act" || pends(s, corleone.ShakeFront) && !pends(s, corleone.ShakeBack):
			return engine.Say("label.front").Thing("business." + word).Thing("front." + word)
		case pends(s, corleone.ShakeBack) && !pends(s, corleone.ShakeFront):
			return engine.Say("label.front").Thing("business." + word).Thing("back." + word)
		}
	case "job", "jobs", "keep":
		if _, known := s.Cat.JobAt[word]; known {
			return engine.Say("label.job").Thing("job." + word).Thing("does.job." + word)
		}
	case "ally", "allies":
		if _, known := s.Cat.AllyAt[word]; known {
			return engine.Say("label.ally").Thing("ally." + word).Thing("does.ally." + word)
		}
	case "at", "from":
		if s.FullStatus != nil {
			if f := s.FigureAt(s, word); f.Kind != corleone.NoFigure && f.Owner != corleone.Neutral {
				return engine.Say("label.figure").Seat(f.Owner).Thing(a.Key + "." + word)
			} else if f.Kind == corleone.MayorFigure || f.Kind == corleone.UnionFigure {
				return engine.Say("label.neutral").Thing(corleone.FigureKeys[f.Kind]).Thing(a.Key + "." + word)
			}
		}
	case "of":
		if ask.Verb == "influence" && a.Value.Kind == engine.IntValue {
			return engine.Say("scene.figures").Number(a.Value.Int)
		}
	case "index":
		if a.Value.Kind == engine.IntValue {
			return engine.Say("label.index").Number(a.Value.Int + 1)
		}
	}
	return engine.Text{}
}

// corrections ask what of a player's is corrected, by argument.
var corrections = map[string]string{"gain": "ask.adjust.gets", "lose": "ask.adjust.loses", "stash": "ask.adjust.hides", "unstash": "ask.adjust.unhides"}

// question says of a correction whose things it is about.
func question(_ *corleone.Status, ask *engine.Ask, said []engine.Arg, arg string) engine.Text {
	key, ok := corrections[arg]
	if !ok || ask.Verb != "adjust" {
		return engine.Text{}
	}
	for i := range said {
		if v := &said[i].Value; said[i].Key == "of" && v.Kind == engine.SeatValue && v.Seat >= 0 {
			return engine.Say(key).Seat(v.Seat)
		}
	}
	return engine.Text{}
}

// explain names with a bribe the allies that it is for.
func explain(s *corleone.Status, ask *engine.Ask, _ *engine.Arg) []engine.Text {
	if ask.Verb != "bid" || s.FullStatus == nil {
		return nil
	}
	told := []engine.Text{engine.Say("hint.bid")}
	for _, id := range s.Allies {
		told = append(told, engine.Say("hint.bid_ally").Thing("ally."+id).Thing("does.ally."+id))
	}
	return told
}

// pends reports whether the share that is worked off has an ability left.
func pends(s *corleone.Status, a corleone.Ability) bool {
	return s.FullStatus != nil && s.Pending != nil && slices.Contains(s.Pending.Abilities, a.String())
}

// purpose says which abilities are open where one is asked for: all see what figures and cards offer.
func purpose(s *corleone.Status, ask *engine.Ask) []engine.Text {
	if ask.Verb != "use" || s.FullStatus == nil || s.Pending == nil {
		return nil
	}
	from := "space." + strings.TrimPrefix(s.Pending.Source, "back:")
	if things := ask.Prompt.Things(); len(things) > 0 {
		from = things[0]
	}
	list := []engine.Text{engine.Say("purpose.use").Thing(from)}
	single := "purpose.use_single"
	if at, ok := s.Cat.Backs[strings.TrimPrefix(from, "business.")]; ok && s.TurfAt[at] != corleone.NoTurf { // maps name the turf
		list[0], single = engine.Say("purpose.use_at").Thing(from).Thing(corleone.TurfKeys[s.TurfAt[at]]), "purpose.use_at_single"
	}
	for i, a := range s.Pending.Abilities {
		if !slices.Contains(s.Pending.Abilities[:i], a) {
			list = append(list, engine.Say("purpose.use_one").Thing("ability."+a))
		}
	}
	if len(list) == 2 {
		list[0].Key = single
	}
	return list
}
