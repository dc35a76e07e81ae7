package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/khandan"
)

// board lays out the realm and the council for a stage. hw/web/page/stage-khandan.js draws it.
//
//	gauge      a resource: n of so many, "up" or "down" its slope
//	moved      by how much n a resource or the stability has moved in this phase, of it by its slope, or "turned" the slope round
//	stability  n of so many, and what comes of either end; pool: the power in it, "sealed" where the votes are
//	history    an event of history that stands, for a resource and a house: "plus" or "minus"
//	house      of a seat: n power on its vote, "leader", "moderator", "yes", "no", "abstains", "voted" (sealed), "turn", "chosen" (its secret role)
//	because    why a seat heads the council
//	points     n that the public roles of a seat bring as the realm stands, "first" if none has more, by how much of they have moved in this phase
//	role       of a seat, public: the n points that it brings as the realm stands, by how much of they have moved in this phase, and why
//	holds      what a seat has in hand, where that is public
//	share      what becomes of the power of a seat, in words: taken from the "pool", taken "back", or "paid" into the pool
//	proposal   the card and its text; omen: what may come of "yes" or "no" of a resource, in words, and whether it goes "up" or "down"; result: what came of it
//	tally      n for yes, of for no, "yes" or "no" what was decided
//	record     what a seat has to sign: an event of history, "plus" or "minus", or of the story, and what it does
//	deal       a seat offers another something, "bound" when it is sealed; it gives n coins, and gets of
//	fall       how the king went
//	legend     what a drawing stands for
func board(s *khandan.Status, r *khandan.ResultStatus) engine.Pieces {
	p := s.Public
	var b engine.Pieces
	for i, t := range p.Resources {
		x := b.Add("gauge", engine.NoSeat)
		x.Key, x.N, x.Of = khandan.ResourceKeys[i], t.Value, khandan.TrackMax
		x.Mark(t.Slope == khandan.Up, "up")
		x.Mark(t.Slope == khandan.Down, "down")
		if p.Named[i] {
			x = b.Add("moved", engine.NoSeat)
			x.Key, x.N, x.Of = khandan.ResourceKeys[i], p.Moved[i], t.Run // a run is as long as what it adds (KHA-4.4)
			x.Mark(t.Run == 0, "turned")
		}
	}
	x := b.Add("stability", engine.NoSeat)
	x.Key, x.N, x.Of = "board.stability", s.Stability, khandan.TrackMax
	x.Text = engine.Say("board.ends").Number(khandan.TrackMax)
	if slices.Contains(p.Named[:], true) {
		x = b.Add("moved", engine.NoSeat)
		x.Key, x.N = "board.stability", s.StabilityChange
	}
	x = b.Add("pool", engine.NoSeat)
	x.Key, x.N = "board.pool", s.Pool
	x.Mark(p.Sealed, "sealed") // the votes: nobody adds to them
	for _, e := range p.History {
		x = b.Add("history", e.House)
		x.Key = khandan.ResourceKeys[e.Resource]
		x.Mark(true, recordWords[e.Sign])
	}
	for i := range p.Seats {
		seat, v := engine.Seat(i), &p.Votes[i]
		x := b.Add("house", seat)
		if p.Step == khandan.StepPropose { // the votes are those of the phase before
			v = &khandan.VoteState{}
		}
		x.N = v.Power
		x.Mark(seat == p.Leader, "leader")
		x.Mark(seat == p.Moderator, "moderator")
		x.Mark(seat == p.Drafter, "turn")
		if p.Chose.Has(seat) {
			x.Mark(true, "chosen")
			x.Text = engine.Say("board.chosen")
		}
		switch v.Choice {
		case khandan.NoChoice:
			x.Mark(v.Done, "voted")
		case khandan.Yes, khandan.No:
			x.Mark(true, v.Choice.String())
		default:
			x.Mark(true, "abstains")
			x.Text = engine.Say("board.abstains")
		}
		share(&b, p, seat, v)
		if p.Shown {
			b.Add("holds", seat).Text = engine.Say("scene.holds").Number(p.Coins[i]).Number(p.Power[i])
		}
	}
	because(&b, p)
	records(&b, p)
	standing(&b, p)
	if d := p.Decision; d != nil && p.Step >= khandan.StepVote && p.Step <= khandan.StepSign {
		x := b.Add("proposal", engine.NoSeat)
		x.Key, x.Text = "card."+d.ID, engine.Say("proposal."+d.ID)
		for side := range d.Shown {
			for _, o := range d.Shown[side] {
				word := khandan.ChoiceWords[int(khandan.Yes)+side]
				x = b.Add("omen", engine.NoSeat)
				x.Text = o.Tell("scene.omen_" + word)
				x.Key = khandan.ResourceKeys[o.Resource]
				x.Mark(true, word)
				x.Mark(o.Slope == khandan.Up, "up")
				x.Mark(o.Slope == khandan.Down, "down")
			}
		}
		if p.Result >= 0 {
			res := &d.Results[p.Side-khandan.Yes][p.Result]
			b.Add("result", engine.NoSeat).Text = engine.Say("result." + d.ID + "." + p.Side.String() + "." + res.ID)
		}
	}
	if p.Step != khandan.StepPropose && (s.Tally != (khandan.TallyStatus{}) || p.Side != khandan.NoChoice) {
		x := b.Add("tally", engine.NoSeat)
		x.N, x.Of = p.Yes, p.No
		x.Mark(p.Side != khandan.NoChoice, p.Side.String())
	}
	for i := range p.Offers {
		o := &p.Offers[i]
		x := b.Add("deal", o.From)
		x.To, x.Text = o.To, khandan.DealText("scene.deal", "told.", o, o.To)
		x.Mark(o.Bound, "bound")
		x.N, x.Of = o.Give.Coins, o.Get.Coins
	}
	switch {
	case r != nil:
		b.Add("fall", engine.NoSeat).Key = khandan.EndingKeys[r.EndingKind]
	case p.Step == khandan.StepReveal:
		b.Add("fall", engine.NoSeat).Key = endingKey(s)
	}
	return b
}

// because adds why the leader heads the council, once the vote is settled (KHA-11.3 to 11.5).
func because(b *engine.Pieces, p *khandan.Public) {
	if !p.Settled {
		return
	}
	most, first := 0, engine.SeatSet(0)
	for i := range p.Seats {
		switch v := &p.Votes[i]; {
		case v.Choice != p.Side || v.Power < most:
		case v.Power == most:
			first = first.With(engine.Seat(i))
		default:
			most, first = v.Power, engine.SeatsOf(engine.Seat(i))
		}
	}
	text := engine.Say("board.because_power").Number(most)
	switch first.Len() {
	case 0:
		text = engine.Say("board.because_ties")
	case 1:
	default:
		text = engine.Say("board.because_named").Seat(p.Moderator)
	}
	b.Add("because", p.Leader).Text = text
}

// recordWords are the signs of events of history.
var recordWords = [...]string{khandan.Plus: "plus", khandan.Minus: "minus"}

// records adds what is to be signed (KHA-3.4, 3.8, 13.5).
func records(b *engine.Pieces, p *khandan.Public) {
	if p.Step != khandan.StepSign {
		return
	}
	for _, r := range p.Records.List() {
		x := b.Add("record", p.Signs)
		x.Key = khandan.ResourceKeys[r.Resource]
		x.Text = engine.Say("board.record_" + recordWords[r.Sign]).Thing(x.Key).Seat(p.Signs)
		x.Mark(true, recordWords[r.Sign])
	}
	for _, e := range p.Story.List() {
		x := b.Add("record", p.Signs)
		x.Key = "line." + e.Line
		if p.Pack != nil {
			x.Key = "event." + e.Event
		}
		x.Text = engine.Say("board.record_story").Seat(p.Signs)
	}
}

// share adds what becomes of the power of a seat once a vote is settled.
func share(b *engine.Pieces, p *khandan.Public, seat engine.Seat, v *khandan.VoteState) {
	key, n := "", v.Power
	switch {
	case !p.Settled:
	case p.Sharing.Has(seat):
		key, n = "share", p.Shares[seat]
	case v.Choice != khandan.Yes && v.Choice != khandan.No:
	case v.Choice == p.Side:
		key = "paid"
	default:
		key = "back"
	}
	if key == "" || n == 0 {
		return
	}
	x := b.Add("share", seat)
	x.N, x.Text = n, engine.Say("scene."+key).Number(n)
	x.Mark(true, key)
}

// standing adds what can be known of who leads: the points of the public roles as the realm stands.
func standing(b *engine.Pieces, p *khandan.Public) {
	legend := func(key, word string) *engine.Piece {
		x := b.Add("legend", engine.NoSeat)
		x.Key = key
		x.Mark(true, word)
		return x
	}
	if p.Step <= khandan.StepLots {
		legend("legend.none", "star")
	} else { // the public roles are given out
		ahead := points(b, p)
		x := legend("legend.points", "star")
		if ahead.Len() < p.Seats {
			x.Text = engine.Say("legend.first").Group(ahead)
		}
	}
	legend("legend.leader", "gavel")
	if len(p.History) > 0 { // where there is little room, what stands last goes
		legend("legend.history", "deed")
	}
	legend("legend.moderator", "safe")
	legend("legend.slopes", "up").Mark(true, "down")
}

// tied reports whether another resource stands as high: equals share the better place.
func tied(p *khandan.Public, r khandan.Resource) bool {
	for i := range p.Resources {
		if khandan.Resource(i) != r && p.Resources[i].Value == p.Resources[r].Value {
			return true
		}
	}
	return false
}

// level reports whether all resources stand as high.
func level(p *khandan.Public) bool {
	return !slices.ContainsFunc(p.Resources[:], func(t khandan.Track) bool { return t.Value != p.Resources[0].Value })
}

// points adds the public points of each seat and returns who has the most.
func points(b *engine.Pieces, p *khandan.Public) engine.SeatSet {
	most, firsts := p.PublicPoints(0), engine.SeatSet(0)
	for i := range p.Seats {
		n := p.PublicPoints(engine.Seat(i))
		if n > most {
			most, firsts = n, 0
		}
		if n == most {
			firsts = firsts.With(engine.Seat(i))
		}
	}
	for i := range p.Seats {
		x := b.Add("points", engine.Seat(i))
		x.N = p.PublicPoints(engine.Seat(i))
		x.Of = p.PublicPointsMoved(engine.Seat(i))
		x.Mark(firsts.Has(engine.Seat(i)) && firsts.Len() < p.Seats, "first")
		for _, r := range p.Roles[i] {
			x := b.Add("role", engine.Seat(i))
			x.Key = r.Key()
			x.N, x.Of = p.RolePoints(r)
			place := map[int]string{3: "first", 1: "second", -1: "second_last", -3: "last"}[x.N]
			if place == "" {
				place = map[khandan.Polarity]string{khandan.Plus: "not_first", khandan.Minus: "not_last"}[r.Sign()]
			}
			switch {
			case x.N == 0:
			case level(p):
				place += "_level"
			case tied(p, r.Resource()):
				place += "_tied"
			}
			x.Text = engine.Say("board." + place).Thing(khandan.ResourceKeys[r.Resource()])
		}
	}
	return firsts
}
