package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// rate is the Rate of the title: rules of thumb, in units of about two thousand dollars.
func rate(v view, a *engine.Ask, do engine.Action) float64 {
	s := v.Public
	if v.Viewer < 0 || int(v.Viewer) >= len(s.Players.Of) {
		return 0
	}
	r := rater{s, &s.Players.Of[v.Viewer], v.Viewer}
	switch do := do.(type) {
	case derpate.PlaceDie:
		return r.place(do)
	case derpate.ChooseBail:
		return 0.6 * float64(do.Members)
	case derpate.ChooseBuy:
		if do.Yes {
			return 0.3
		}
	case derpate.ChooseBusiness:
		if do.Business != derpate.NoBusiness {
			return 1.5
		}
	case derpate.ChooseHolder:
		if do.Holder != derpate.Nobody {
			return 0.4
		}
	case derpate.UseToken:
		return r.token(do)
	case derpate.UseFavour:
		return r.favour(do)
	}
	return 0
}

// A rater looks at the table with the eyes of one seat.
type rater struct {
	*derpate.Status
	me   *derpate.PlayerStatus
	seat engine.Seat
}

// numbered returns how many businesses with a number a player has.
func (r *rater) numbered(p *derpate.PlayerStatus, face derpate.Face) float64 {
	n := 0
	for b := derpate.Business(1); b <= derpate.BusinessCount; b++ {
		if r.Cat.Number[b] == face && slices.Contains(p.Businesses, b.String()) {
			n++
		}
	}
	return float64(n)
}

// others returns how many businesses with a number the other players have.
func (r *rater) others(face derpate.Face) float64 {
	n := 0.0
	for i := range r.Players.Of {
		if engine.Seat(i) != r.seat {
			n += r.numbered(&r.Players.Of[i], face)
		}
	}
	return n
}

// steps says how good it is to go n boxes on Reputation or Influence. A player not on the last
// box of the K.O. track at the end has lost everything (PATE-16.2), so up to there a step is
// worth as much as it is likely that the track becomes that one; beyond, the move pays 1,000
// (PATE-11.5).
func (r *rater) steps(t derpate.Track, n int) float64 {
	at, event, other := r.me.Reputation, r.EventTrack.Grey, r.EventTrack.Red
	if t == derpate.Influence {
		at, event, other = r.me.Influence, other, event
	}
	likely := 0.5 + 0.15*float64(event-other)
	if r.KO != nil {
		likely = 0
		if *r.KO == t.String() {
			likely = 1
		}
	}
	need := r.Cat.End[t] - at
	worth := 2 * min(max(likely, 0), 1) * float64(min(n, need))
	if n > need {
		worth += 0.5
	}
	return worth
}

// place says how good a placement is.
func (r *rater) place(m derpate.PlaceDie) float64 {
	face := derpate.Face(r.Dice[m.Die.String()])
	n := float64(face)
	senator := 0.0
	if m.Senator {
		senator = -0.8
	}
	switch m.Box {
	case derpate.TakingsBox:
		worth := 0.5*n*r.numbered(r.me, face) - 0.15*n*r.others(face)
		switch m.Die { // the dice for the tracks are for row 2
		case derpate.Grey:
			worth -= 0.3 * r.steps(derpate.Reputation, 4)
		case derpate.Red:
			worth -= 0.3 * r.steps(derpate.Influence, 4)
		}
		return worth
	case derpate.PressBox:
		return r.steps(derpate.Reputation, 1) + r.steps(derpate.Influence, 1)
	case derpate.ReputationBox:
		return r.steps(derpate.Reputation, int(face)) + senator
	case derpate.InfluenceBox:
		return r.steps(derpate.Influence, int(face)) + senator
	case derpate.BettingBox:
		return 0.5*n + senator
	case derpate.VisitBox:
		if m.Member {
			return 1.8 + senator
		}
		return 0.3 + senator
	case derpate.MeetingBox:
		return 0.3 + senator
	case derpate.RaidBox:
		return 0.4*r.others(face) - 1.2*r.numbered(r.me, face) + senator
	case derpate.TakeoverBox, derpate.ConsigliereBox:
		if m.Business != derpate.NoBusiness {
			return 2 + senator
		}
		return senator
	case derpate.FriendBox:
		return 0.4 - 0.45*n + senator
	case derpate.ProsecutorBox:
		if m.Unused {
			return senator
		}
		return 0.7*float64(r.me.Jail) + senator
	case derpate.SpyBox:
		if m.Business != derpate.NoBusiness {
			return 0.8 + senator
		}
		return senator
	case derpate.BankerBox:
		switch m.Track {
		case derpate.Income:
			return 1.5 + senator
		case derpate.Favours:
			return 0.4 + senator
		}
	}
	return senator
}

// token says how good it is to use a token.
func (r *rater) token(m derpate.UseToken) float64 {
	switch m.Token {
	case derpate.Baptism:
		return 1.5
	case derpate.Wedding:
		return 1
	case derpate.Birthday:
		switch m.Track {
		case derpate.Income:
			return 1.5
		case derpate.Reputation, derpate.Influence:
			return r.steps(m.Track, 1)
		}
		return 0.3
	}
	return -1 // what is rolled again may be worse
}

// favour says how good it is to give a Friend for a favour.
func (r *rater) favour(m derpate.UseFavour) float64 {
	switch m.Favour {
	case derpate.Cash:
		return 2
	case derpate.MemberBack:
		return 0.8
	case derpate.DebtBack:
		return 0.9
	}
	if m.Track == derpate.Income {
		return 1.8
	}
	return r.steps(m.Track, 2)
}
