package derpate

import (
	"slices"

	"consigliere/engine"
)

// rate is the Rate of the title: rules of thumb, in units of about two thousand dollars.
func rate(v view, a *engine.Ask, do engine.Action) float64 {
	s := v.Public
	if v.Looker < 0 || int(v.Looker) >= len(s.Players.Of) {
		return 0
	}
	r := rater{s, &s.Players.Of[v.Looker], v.Looker}
	switch do := do.(type) {
	case PlaceDie:
		return r.place(do)
	case ChooseBail:
		return 0.6 * float64(do.Members)
	case ChooseBuy:
		if do.Yes {
			return 0.3
		}
	case ChooseBusiness:
		if do.Business != NoBusiness {
			return 1.5
		}
	case ChooseHolder:
		if do.Holder != Nobody {
			return 0.4
		}
	case UseToken:
		return r.token(do)
	case UseFavour:
		return r.favour(do)
	}
	return 0
}

// A rater looks at the table with the eyes of one seat.
type rater struct {
	*Status
	me   *PlayerStatus
	seat engine.Seat
}

// numbered returns how many businesses with a number a player has.
func (r *rater) numbered(p *PlayerStatus, face Face) float64 {
	n := 0
	for b := Business(1); b <= businessCount; b++ {
		if r.cat.number[b] == face && slices.Contains(p.Businesses, b.String()) {
			n++
		}
	}
	return float64(n)
}

// others returns how many businesses with a number the other players have.
func (r *rater) others(face Face) float64 {
	n := 0.0
	for i := range r.Players.Of {
		if engine.Seat(i) != r.seat {
			n += r.numbered(&r.Players.Of[i], face)
		}
	}
	return n
}

// steps says how good it is to go n boxes on Reputation or Influence. Who is not on the last
// box of the K.O. track at the end has lost everything (PATE-16.2), so up to there a step is
// worth as much as it is likely that the track becomes that one; beyond, the move pays 1,000
// (PATE-11.5).
func (r *rater) steps(t Track, n int) float64 {
	at, event, other := r.me.Reputation, r.EventTrack.Grey, r.EventTrack.Red
	if t == Influence {
		at, event, other = r.me.Influence, other, event
	}
	likely := 0.5 + 0.15*float64(event-other)
	if r.KO != nil {
		likely = 0
		if *r.KO == t.String() {
			likely = 1
		}
	}
	need := r.cat.end[t] - at
	worth := 2 * min(max(likely, 0), 1) * float64(min(n, need))
	if n > need {
		worth += 0.5
	}
	return worth
}

// place says how good a placement is.
func (r *rater) place(m PlaceDie) float64 {
	face := Face(r.Dice[m.Die.String()])
	n := float64(face)
	senator := 0.0
	if m.Senator {
		senator = -0.8
	}
	switch m.Box {
	case TakingsBox:
		worth := 0.5*n*r.numbered(r.me, face) - 0.15*n*r.others(face)
		switch m.Die { // the dice for the tracks are for row 2
		case Grey:
			worth -= 0.3 * r.steps(Reputation, 4)
		case Red:
			worth -= 0.3 * r.steps(Influence, 4)
		}
		return worth
	case PressBox:
		return r.steps(Reputation, 1) + r.steps(Influence, 1)
	case ReputationBox:
		return r.steps(Reputation, int(face)) + senator
	case InfluenceBox:
		return r.steps(Influence, int(face)) + senator
	case BettingBox:
		return 0.5*n + senator
	case VisitBox:
		if m.Member {
			return 1.8 + senator
		}
		return 0.3 + senator
	case MeetingBox:
		return 0.3 + senator
	case RaidBox:
		return 0.4*r.others(face) - 1.2*r.numbered(r.me, face) + senator
	case TakeoverBox, ConsigliereBox:
		if m.Business != NoBusiness {
			return 2 + senator
		}
		return senator
	case FriendBox:
		return 0.4 - 0.45*n + senator
	case ProsecutorBox:
		if m.Unused {
			return senator
		}
		return 0.7*float64(r.me.Jail) + senator
	case SpyBox:
		if m.Business != NoBusiness {
			return 0.8 + senator
		}
		return senator
	case BankerBox:
		switch m.Track {
		case Income:
			return 1.5 + senator
		case Favours:
			return 0.4 + senator
		}
	}
	return senator
}

// token says how good it is to use a token.
func (r *rater) token(m UseToken) float64 {
	switch m.Token {
	case Baptism:
		return 1.5
	case Wedding:
		return 1
	case Birthday:
		switch m.Track {
		case Income:
			return 1.5
		case Reputation, Influence:
			return r.steps(m.Track, 1)
		}
		return 0.3
	}
	return -1 // what is rolled again may be worse
}

// favour says how good it is to give a Friend for a favour.
func (r *rater) favour(m UseFavour) float64 {
	switch m.Favour {
	case Cash:
		return 2
	case MemberBack:
		return 0.8
	case DebtBack:
		return 0.9
	}
	if m.Track == Income {
		return 1.8
	}
	return r.steps(m.Track, 2)
}
