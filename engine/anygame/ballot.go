package anygame

import (
	"slices"

	"consigliere/engine"
)

// publicMoves returns the moves of a play as everybody may read them: in each secret ballot the
// same votes are dealt out to the voters by their names alone, so that nobody can tell who cast
// which. The play is the same otherwise, since nothing in it depends on that.
func publicMoves(t *engine.Title, h engine.Header, list []engine.Move) []engine.Move {
	begun, _, err := t.Begin(h)
	if err != nil {
		return list
	}
	g := begun.(*Game)
	out := slices.Clone(list)
	var ballot []int // places of the votes of the ballot that is open
	for i, m := range list {
		v, voting := (*vote)(nil), false
		if !g.over {
			v, voting = g.phase().tool.(*vote)
		}
		secret := voting && v.secret
		last := secret && g.run.await == engine.SeatsOf(m.Seat)
		if secret {
			ballot = append(ballot, i)
		}
		if last {
			g.deal(v, out, ballot)
			ballot = nil
		}
		if _, err := g.Play(m); err != nil {
			return list
		}
	}
	return out
}

// deal gives the votes of a ballot to its voters anew. Those whose answers count share theirs
// out among themselves, and so do the others.
func (g *Game) deal(v *vote, out []engine.Move, ballot []int) {
	for _, counts := range []bool{true, false} {
		var voters []int
		votes := map[engine.Action]int{}
		for _, i := range ballot {
			if g.run.acting.Has(out[i].Seat) == counts {
				voters = append(voters, i)
				votes[out[i].Do]++
			}
		}
		slices.SortFunc(voters, func(a, b int) int { return int(out[a].Seat) - int(out[b].Seat) })
		all := make([]engine.Action, 0, v.count(g)+1)
		for i := range v.count(g) {
			all = append(all, v.do(g, i))
		}
		all = append(all, v.do(g, -1))
		all = slices.CompactFunc(all, func(a, b engine.Action) bool { return a == b })
		g.share(v, out, voters, all, votes)
	}
}

// share finds the first way, in the order of seats and choices, to give each voter a vote that
// is open to that seat.
func (g *Game) share(v *vote, out []engine.Move, voters []int, all []engine.Action, votes map[engine.Action]int) bool {
	if len(voters) == 0 {
		return true
	}
	m := &out[voters[0]]
	open := g.optionsFor(m.Seat, &v.choices, v.abstain && v.seats, v.do)
	for _, do := range all {
		if votes[do] == 0 || !slices.Contains(open, do) {
			continue
		}
		votes[do]--
		if g.share(v, out, voters[1:], all, votes) {
			m.Do = do
			return true
		}
		votes[do]++
	}
	return false
}
