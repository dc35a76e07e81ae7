package derpate

import "consigliere/engine"

// Play puts a die on a box of the action board and carries the box out (PATE-6 to 10).
func (m PlaceDie) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if m.Track == Reputation || m.Track == Influence { // no Banker moves there, whenever it is
		return engine.Refuse("PATE-10.8", "refuse.at_end")
	}
	if r := g.due(seat, g.active, stepPlace, "PATE-6.2"); r != nil {
		return r
	}
	if rule, why := g.placeRule(m); rule != "" {
		return engine.Refuse(rule, why)
	}
	g.begin()
	face := g.dice[m.Die]
	g.unplaced &^= 1 << m.Die
	g.dice[m.Die] = NoFace
	g.placed[g.placedN] = placement{m.Die, face, m.Box}
	g.placedN++
	p := &g.players[seat]
	if m.Senator {
		g.spend(seat, Senator)
	}
	row := g.row
	g.row++
	g.sayPlaced(seat, m.Box, face)
	told := len(g.cues)
	g.carryOutBox(seat, p, m, face)
	if len(g.cues) == told {
		g.sayIdle(seat, m.Box, face)
	}
	switch {
	case row < 3:
		g.dice = [colourCount]Face{}
		g.wantRoll()
	case row == 3:
		g.cues.Add(engine.CueSay, "cue.last_die").Seat(seat).Thing(ColourKeys[g.lastDie()]).Thing(BoxKeys[g.cat.Box[Rows][g.lastDie()]])
	default:
		g.step = stepDone
		g.cues.Add(engine.CueSay, "cue.done").Seat(seat).Asks = true
	}
	return nil
}

// sayPlaced announces a die on a box, with its number where the number is the news.
func (g *Game) sayPlaced(s engine.Seat, box Box, face Face) {
	switch box {
	case TakingsBox:
		g.cues.Add(engine.CueSay, "cue.takings").Seat(s).Number(int(face)).Picture = TakingsPicture
		return
	case RaidBox:
		g.cues.Add(engine.CueSay, "cue.raid").Seat(s).Number(int(face))
	default:
		g.cues.Add(engine.CueSay, "cue.placed").Seat(s).Thing(BoxKeys[box])
	}
	g.cues.Last().Picture = ActionPicture
}

func (g *Game) carryOutBox(seat engine.Seat, p *player, m PlaceDie, face Face) {
	n := int(face)
	switch m.Box {
	case TakingsBox:
		g.takeTakings(seat, face)
	case PressBox: // PATE-7.11: two moves
		g.advance(seat, Reputation, 1)
		g.advance(seat, Influence, 1)
	case ReputationBox:
		g.advance(seat, Reputation, n)
	case InfluenceBox:
		g.advance(seat, Influence, n)
	case VisitBox:
		g.visit(seat, n, m.Member)
	case BettingBox:
		g.gain(seat, Thousand*n)
	case MeetingBox:
		g.meeting(seat, n)
	case RaidBox:
		for b := Business(1); b <= BusinessCount; b++ {
			if g.cat.Number[b] == face && !g.protected(b) {
				g.toJail(b)
			}
		}
	case TakeoverBox:
		if m.Business != NoBusiness {
			g.takeover(seat, m.Business)
		}
	case FriendBox:
		if g.friend > 0 { // PATE-9.17
			g.lose(seat, Thousand*n)
			g.getFriend(seat)
		}
	case ConsigliereBox:
		if m.Business != NoBusiness {
			g.moveIn(seat, m.Business)
		}
	case ProsecutorBox:
		if !m.Unused && p.jail > 0 {
			g.cues.Add(engine.CueGain, "cue.freed").Seat(seat).Number(int(p.jail))
			p.reserve += p.jail
			p.jail = 0
		}
	case SpyBox:
		if m.Business != NoBusiness {
			g.toJail(m.Business)
		}
	case BankerBox:
		if m.Track != NoTrack {
			g.advance(seat, m.Track, 1)
		}
	}
}

// sayIdle says why a die does nothing on its box: nothing can be done there, or it was not wanted.
func (g *Game) sayIdle(s engine.Seat, box Box, face Face) {
	p := &g.players[s]
	key, may := "", func(Business) bool { return false } // why not, unless it may be done with a business
	switch box {
	case TakingsBox:
		key = "cue.none_paid"
	case MeetingBox:
		key = "cue.none_owe"
	case RaidBox:
		key = "cue.none_jail"
	case FriendBox:
		key = "cue.cannot_friend"
	case ProsecutorBox:
		key = "cue.cannot_jail"
		if p.jail > 0 {
			key = "cue.passes"
		}
	case SpyBox:
		key, may = "cue.none_jail", func(b Business) bool { rule, _ := g.spyRule(b); return rule == "" }
	case ConsigliereBox:
		key, may = "cue.none_free", func(b Business) bool { return g.owner[b] == Nobody && !g.protected(b) }
	case TakeoverBox:
		key, may = "cue.none_takeover", func(b Business) bool { return g.cat.Number[b] == face && g.takeoverRule(s, b) == "" }
	case BankerBox:
		key = "cue.passes"
		if p.pos[Income] >= g.cat.End[Income] && p.pos[Favours] >= g.cat.End[Favours] {
			key = "cue.no_effect"
		}
	default:
		key = "cue.no_effect"
	}
	switch {
	case box == TakeoverBox && p.debts == 0:
		key = "cue.cannot_debts"
	case (box == TakeoverBox || box == ConsigliereBox) && p.reserve == 0:
		key = "cue.cannot_reserve"
	default:
		for b := Business(1); b <= BusinessCount; b++ {
			if may(b) {
				key = "cue.passes"
			}
		}
	}
	g.cues.Add(engine.CueSay, key).Seat(s).Number(int(face))
}

// placeRule returns the rule that forbids a placement, and why; "" if it is legal.
func (g *Game) placeRule(m PlaceDie) (rule, why string) {
	if m.Die > Red || !g.unplaced.Has(m.Die) {
		return "PATE-6.2", "refuse.die"
	}
	if m.Box >= boxCount || m.Business > BusinessCount || m.Track >= TrackCount {
		return "PATE-6.2", "refuse.box"
	}
	face := g.dice[m.Die]
	if m.Senator && (g.row == 1 || m.Box == PressBox || !g.players[g.active].held.has(Senator)) {
		return "PATE-12.10", "refuse.senator"
	}
	switch {
	case m.Box == PressBox && g.row == Rows:
		return "PATE-10.1", "refuse.no_press"
	case m.Box == PressBox && face != Puppet:
		return "PATE-6.7", "refuse.press"
	case m.Box == PressBox:
		return "", ""
	case g.row < Rows && face == Puppet && m.Senator:
		return "PATE-12.11", "refuse.puppet"
	case g.row < Rows && face == Puppet:
		return "PATE-6.7", "refuse.puppet"
	case g.row == 1 && m.Box != TakingsBox:
		return "PATE-6.5", "refuse.box"
	case g.row == 1:
		return "", ""
	}
	colour := g.cat.colour[g.row][m.Box]
	switch {
	case colour == NoColour:
		return "PATE-6.5", "refuse.box"
	case m.Senator && colour == m.Die:
		return "PATE-12.10", "refuse.senator"
	case !m.Senator && colour != m.Die && g.row == Rows:
		return "PATE-10.2", "refuse.colour"
	case !m.Senator && colour != m.Die:
		return "PATE-6.6", "refuse.colour"
	}
	return g.detailRule(m, face)
}

// detailRule is placeRule for what a box needs besides the die.
func (g *Game) detailRule(m PlaceDie, face Face) (rule, why string) {
	p := &g.players[g.active]
	switch m.Box {
	case VisitBox:
		if m.Member {
			return g.visitRule(g.visited(int(face)), p)
		}
	case TakeoverBox:
		if m.Business == NoBusiness {
			return "", ""
		}
		if g.cat.Number[m.Business] != face {
			return "PATE-9.8", "refuse.number"
		}
		if rule := g.takeoverRule(g.active, m.Business); rule != "" {
			return rule, "refuse.takeover"
		}
	case FriendBox:
		if g.friend > 0 && p.money < Thousand*int(face) {
			return "PATE-9.16", "refuse.money"
		}
	case ConsigliereBox:
		switch {
		case m.Business == NoBusiness:
		case g.protected(m.Business):
			return "PATE-5.3", "refuse.protected"
		case g.owner[m.Business] != Nobody:
			return "PATE-10.4", "refuse.settle"
		case p.reserve == 0:
			return "PATE-14.6", "refuse.settle"
		}
	case SpyBox:
		if m.Business != NoBusiness {
			return g.spyRule(m.Business)
		}
	case BankerBox:
		if m.Track != NoTrack && p.pos[m.Track] >= g.cat.End[m.Track] {
			return "PATE-10.8", "refuse.at_end"
		}
	}
	return "", ""
}

// visited returns the business before which a Visit takes the car.
func (g *Game) visited(n int) Business { return g.cat.At[(int(g.car)-1+n)%Spaces+1] }

// mayMoveIn reports whether a business is empty and there is a member for it (PATE-14.6).
func (g *Game) mayMoveIn(b Business, p *player) bool { return g.owner[b] == Nobody && p.reserve > 0 }

// visitRule says why a Visit cannot put a member on a business.
func (g *Game) visitRule(b Business, p *player) (rule, why string) {
	switch h := g.owner[b]; {
	case h == Holder(g.active):
		return "PATE-8.8", "refuse.visit"
	case h != Nobody:
		return "PATE-8.9", "refuse.visit"
	case p.reserve == 0:
		return "PATE-14.6", "refuse.visit"
	}
	return "", ""
}

// takeoverRule returns the rule that keeps a seat from taking a business over, or "".
func (g *Game) takeoverRule(s engine.Seat, b Business) string {
	h := g.owner[b]
	p := &g.players[s]
	switch {
	case h == Nobody || h == Holder(s):
		return "PATE-9.9"
	case g.protected(b):
		return "PATE-9.10"
	case p.debts == 0 || p.reserve == 0:
		return "PATE-9.11"
	}
	return ""
}

// spyRule says why the Spy cannot jail the member on a business (PATE-10.6, 10.7).
func (g *Game) spyRule(b Business) (rule, why string) {
	h := g.owner[b]
	switch {
	case h == Nobody || h == Holder(g.active):
		return "PATE-10.6", "refuse.spy"
	case h == Neutral && !g.spyNeutral:
		return "PATE-10.7", "refuse.spy"
	case g.protected(b):
		return "PATE-5.4", "refuse.protected"
	}
	return "", ""
}

// takeTakings pays every business with the number, in player order (PATE-7).
func (g *Game) takeTakings(placer engine.Seat, f Face) {
	t := &g.cat.Takings[f]
	paying := g.paying(f)
	told := len(g.cues)
	for _, s := range g.order[:g.seats] {
		n := paying[s]
		g.gain(s, n*t.Amount)
		if t.Step == NoTrack {
			continue
		}
		switch g.takings { // PATE-7.9
		case PerOwner:
			n = min(n, 1)
		case PlacerOnly:
			if s != placer {
				continue
			}
			n = 1
		}
		g.advance(s, t.Step, n)
	}
	for i := range g.cues[told:] { // one after the other, beside what the others get
		if c := &g.cues[told+i]; c.Text.Key == "cue.gain" {
			c.Picture, c.Icon = TakingsPicture, engine.IconMoney
		}
	}
}

// visit drives the car and looks at the business where it stops (PATE-8.3 to 8.9).
func (g *Game) visit(s engine.Seat, n int, member bool) {
	g.moveCar(n)
	b := g.cat.At[g.car]
	h := g.owner[b]
	switch {
	case member:
		g.moveIn(s, b)
	case h == Holder(s):
		g.cues.Add(engine.CueSay, "cue.no_effect").Seat(s)
	case h == Nobody && g.players[s].reserve == 0:
		g.cues.Add(engine.CueSay, "cue.cannot_reserve").Seat(s)
	case h == Nobody:
		g.cues.Add(engine.CueSay, "cue.passes").Seat(s)
	default:
		g.owner[b] = Nobody
		if h == Neutral {
			g.neutralBox++
		} else {
			g.players[h].reserve++
		}
		g.cueOf(h, engine.CueHit, "cue.emptied", "cue.emptied_neutral").Thing(BusinessKeys[b])
	}
}

func (g *Game) moveIn(s engine.Seat, b Business) {
	g.owner[b] = Holder(s)
	g.players[s].reserve--
	g.cues.Add(engine.CueGain, "cue.moved_in").Seat(s).Thing(BusinessKeys[b])
}

// toJail sends the member on a business to jail, if there is one.
func (g *Game) toJail(b Business) {
	h := g.owner[b]
	switch {
	case h == Nobody:
		return
	case h == Neutral:
		g.neutralJail++
	default:
		g.players[h].jail++
	}
	g.owner[b] = Nobody
	g.cueOf(h, engine.CueHit, "cue.jail", "cue.jail_neutral").Thing(BusinessKeys[b])
	if h.Seat() {
		g.cues.Last().Lesson = "jail"
	}
}

// meeting calls in the debts of the others (PATE-9.1 to 9.4).
func (g *Game) meeting(s engine.Seat, n int) {
	for _, d := range g.order[:g.seats] {
		p := &g.players[d]
		k := p.owes[s]
		if k == 0 {
			continue
		}
		g.transfer(d, s, min(p.money, Thousand*n*int(k)))
		p.owes[s] = 0
		p.debts += k
		g.cues.Add(engine.CueSay, "cue.debt_back").Seat(d).Seat(s).Number(int(k))
	}
}

// takeover replaces the member on a business (PATE-9.12 to 9.14).
func (g *Game) takeover(s engine.Seat, b Business) {
	h := g.owner[b]
	p := &g.players[s]
	to := h
	if h == Neutral {
		g.neutralRiver++
		to = Bank
	} else {
		g.players[h].river++
	}
	p.debts--
	p.owes[to]++
	p.reserve--
	g.owner[b] = Holder(s)
	if h == Neutral {
		g.cues.Add(engine.CueGain, "cue.takeover").Seat(s).Thing(BusinessKeys[b])
	} else {
		g.cues.Add(engine.CueGain, "cue.takeover_from").Seat(s).Seat(engine.Seat(h)).Thing(BusinessKeys[b])
	}
	g.cueOf(h, engine.CueHit, "cue.river", "cue.river_neutral").Number(1)
	if h.Seat() {
		g.cues.Last().Lesson = "river"
	}
	if to == Bank {
		g.cues.Add(engine.CueSay, "cue.debt_bank").Seat(s)
	} else {
		g.cues.Add(engine.CueSay, "cue.debt").Seat(s).Seat(engine.Seat(to))
	}
	g.cues.Last().Lesson = "debt"
}

func (g *Game) getFriend(s engine.Seat) {
	g.friend--
	g.players[s].friends++
	g.cues.Add(engine.CueGain, "cue.friend").Seat(s).Lesson = "friend"
}
