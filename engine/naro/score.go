package naro

import (
	"slices"

	"consigliere/engine"
)

// A ranking is the living seats, the best first.
type ranking struct {
	scores  [maxSeats]ScoreStatus
	order   []engine.Seat
	places  [maxSeats]int // by seat
	winners int           // how many of order share the first place
}

// rank counts what the living own (group 11).
func (g *Game) rank() ranking {
	var r ranking
	most, holders := 0, 0
	for s := range g.roster {
		p := &g.players[s]
		r.scores[s] = ScoreStatus{Alive: p.alive, Wounds: int(p.wounds)}
		if !p.alive { // NARO-11.2
			continue
		}
		r.order = append(r.order, engine.Seat(s))
		r.scores[s].count(p)
		switch n := r.scores[s].DiamondCards; {
		case n > most:
			most, holders = n, 1
		case n == most:
			holders++
		}
	}
	for _, s := range r.order {
		c := &r.scores[s]
		if most > 0 && holders == 1 && c.DiamondCards == most { // NARO-11.3
			c.Bonus = bonus
			c.Total += bonus
		}
	}
	better := func(a, b engine.Seat) int { // NARO-11.6, 11.7
		if d := r.scores[b].Total - r.scores[a].Total; d != 0 {
			return d
		}
		return r.scores[b].Wounds - r.scores[a].Wounds
	}
	slices.SortStableFunc(r.order, better)
	for i, s := range r.order { // NARO-11.8, 11.9
		r.places[s] = i + 1
		if i > 0 && better(r.order[i-1], s) == 0 {
			r.places[s] = r.places[r.order[i-1]]
		}
		if r.places[s] == 1 {
			r.winners++
		}
	}
	return r
}

// count adds up the loot of p, without the Special Diamond (NARO-11.4, 11.5, 25.1, 25.2).
func (c *ScoreStatus) count(p *player) {
	for l := Cash5000; l <= Diamond10000; l++ {
		n := int(p.loot[l])
		if KindOf[l] == Bills {
			c.Cash += n * LootValue[l]
			continue
		}
		c.DiamondCards += n
		c.Diamonds += n * LootValue[l]
	}
	c.Paintings = int(p.loot[Painting])
	if p.power == Collector {
		c.Paintings++
	}
	c.PaintingValue = PaintingValue[c.Paintings]
	c.Total = c.Cash + c.Diamonds + c.PaintingValue
}

// Value returns what loot cards are worth, to the collector or to somebody else, without the Special
// Diamond, which is counted in the end.
func Value(cards []string, collector bool) int {
	var p player
	if collector {
		p.power = Collector
	}
	for _, card := range cards {
		p.loot[slices.Index(LootWords[:], card)]++
	}
	var c ScoreStatus
	c.count(&p)
	return c.Total
}

var endingWords = [...]string{notEnded: "", afterRounds: "rounds", lastAlive: "last_alive", allDead: "all_dead"}

func (g *Game) result() ResultStatus {
	r := g.rank()
	out := ResultStatus{
		Reason:  endingWords[g.ending],
		Scores:  engine.BySeat[ScoreStatus]{Names: g.roster, Of: r.scores[:len(g.roster)]},
		Ranking: []RankStatus{}, Winners: []string{},
	}
	for i, s := range r.order {
		c := r.scores[s]
		out.Ranking = append(out.Ranking, RankStatus{g.roster[s], r.places[s], c.Total, c.Wounds, s})
		if i < r.winners {
			out.Winners = append(out.Winners, g.roster[s])
		}
	}
	return out
}
