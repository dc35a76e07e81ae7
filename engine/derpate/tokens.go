package derpate

import "consigliere/engine"

// Play uses an action token (PATE-12).
func (m UseToken) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if r := g.owed(); r != nil {
		return r
	}
	if rule, why := g.tokenRule(seat, m); rule != "" {
		return engine.Refuse(rule, why)
	}
	g.spend(seat, m.Token)
	switch m.Token {
	case Wedding:
		g.getFriend(seat)
	case Baptism:
		if g.boxDraws {
			g.baptise(seat, g.rollOne())
		} else {
			g.bonus = seat
			g.cues.Add(engine.CueSay, "cue.bonus_roll").Seat(seat)
		}
	case Birthday:
		g.advance(seat, m.Track, 1)
	case Policeman, Judge:
		set := g.unplaced
		if m.Token == Policeman {
			set = 1 << m.Die
		}
		if g.boxDraws {
			g.rollBox(set)
		} else {
			g.reroll = set
			g.cues.Add(engine.CueSay, "cue.reroll").Seat(seat).Number(set.size())
		}
	}
	g.recheck()
	return nil
}

// tokenRule returns the rule that forbids a token now, and why; "" if it is legal.
func (g *Game) tokenRule(seat engine.Seat, m UseToken) (rule, why string) {
	if seat < 0 || int(seat) >= g.seats || m.Token == NoToken || m.Token >= TokenCount {
		return "PATE-12.1", "refuse.no_token"
	}
	p := &g.players[seat]
	switch {
	case m.Token == Senator:
		return "PATE-12.10", "refuse.senator_token"
	case !p.held.has(m.Token):
		return "PATE-12.1", "refuse.no_token"
	case !m.Token.Grey() && !g.mayReroll(seat):
		return "PATE-12.9", "refuse.reroll"
	case m.Token.Grey() && seat != g.active && !g.fresh[seat].has(m.Token):
		return "PATE-12.5", "refuse.not_fresh"
	}
	switch m.Token {
	case Wedding:
		if g.friend == 0 {
			return "PATE-12.6", "refuse.no_friend_left"
		}
	case Birthday:
		if m.Track == NoTrack || m.Track >= TrackCount || m.Track > Influence && p.pos[m.Track] >= g.cat.End[m.Track] {
			return "PATE-12.8", "refuse.at_end"
		}
	case Policeman:
		if !g.unplaced.Has(m.Die) {
			return "PATE-12.9", "refuse.die"
		}
	}
	return "", ""
}

// mayReroll reports whether dice of a seat were rolled and none of them is placed yet. In
// row 4 there is no roll (PATE-D20).
func (g *Game) mayReroll(seat engine.Seat) bool {
	return seat == g.active && g.step == stepPlace && g.row < Rows
}

// spend puts a token into the box.
func (g *Game) spend(s engine.Seat, t Token) {
	p := &g.players[s]
	p.held &^= 1 << t
	p.used |= 1 << t
	g.fresh[s] &^= 1 << t
	key := "cue.token_used"
	if s != g.active {
		key = "cue.token_at_once"
	}
	g.cues.Add(engine.CueSay, key).Seat(s).Thing(TokenKeys[t])
}

// baptise pays for the die of a Baptism (PATE-12.7).
func (g *Game) baptise(s engine.Seat, f Face) {
	g.chanced("cue.bonus_rolled", 0).Seat(s).Thing(FaceKeys[f])
	if f != Puppet {
		g.gain(s, Thousand*int(f))
	}
}

// Play gives a Friend back for a favour (PATE-13).
func (m UseFavour) Play(g *Game, seat engine.Seat) *engine.Refusal {
	if m.Favour == DebtBack && (m.From < 0 || m.From > Bank) { // nobody who gives tokens back, whenever it is
		return engine.Refuse("PATE-13.8", "refuse.no_debt")
	}
	if r := g.owed(); r != nil {
		return r
	}
	if seat < 0 || seat != g.active {
		return engine.Refuse("PATE-13.6", "refuse.not_your_turn")
	}
	if rule, why := g.friendRule(seat); rule != "" {
		return engine.Refuse(rule, why)
	}
	if rule, why := g.favourRule(seat, m); rule != "" {
		return engine.Refuse(rule, why)
	}
	g.begin()
	p := &g.players[seat]
	p.friends--
	p.friendsUsed++
	g.friend++
	g.cues.Add(engine.CueSay, "cue.favour").Seat(seat).Thing(FavourKeys[m.Favour])
	switch m.Favour {
	case MemberBack:
		p.river--
		p.reserve++
	case DebtBack:
		g.debtBack(seat, m.From)
	case Advance:
		g.advance(seat, m.Track, AdvanceSteps)
	case Cash:
		g.gain(seat, favourCash)
	}
	g.recheck()
	return nil
}

// friendRule says why a seat cannot use any favour now.
func (g *Game) friendRule(seat engine.Seat) (rule, why string) {
	p := &g.players[seat]
	switch {
	case p.friends == 0:
		return "PATE-13.1", "refuse.no_friend"
	case p.friendsUsed >= friendsPerRound:
		return "PATE-13.5", "refuse.two_friends"
	}
	return "", ""
}

// open reports whether a seat's marker has reached the box of a favour (PATE-13.2).
func (g *Game) open(p *player, f Favour) bool {
	for at := 1; at <= p.pos[Favours]; at++ {
		if g.cat.Favours[at] == f {
			return true
		}
	}
	return false
}

func (g *Game) favourRule(seat engine.Seat, m UseFavour) (rule, why string) {
	p := &g.players[seat]
	if !g.open(p, m.Favour) {
		return "PATE-13.2", "refuse.favour_closed"
	}
	switch m.Favour {
	case MemberBack:
		if p.river == 0 {
			return "PATE-13.7", "refuse.river_empty"
		}
	case DebtBack:
		if p.owes[m.From] == 0 {
			return "PATE-13.8", "refuse.no_debt"
		}
	case Advance:
		if m.Track != Reputation && m.Track != g.advanceTo {
			return "PATE-13.10", "refuse.advance"
		}
		if m.Track == Income && p.pos[Income] >= g.cat.End[Income] {
			return "PATE-13.9", "refuse.at_end"
		}
	}
	return "", ""
}
