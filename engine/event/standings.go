package event

import (
	"cmp"
	"slices"
)

// A Standing is a player's place and points.
type Standing struct {
	// Place is shared by those whom nothing tells apart.
	Place  int    `json:"place"`
	Name   string `json:"name"`
	Points Score  `json:"points"`
	// Opponents is the mean of the points of everybody met, each time they were met.
	Opponents Score   `json:"opponents"`
	Played    int     `json:"played"`
	Byes      int     `json:"byes,omitempty"`
	Wins      int     `json:"wins"`
	Mean      float64 `json:"mean"` // place; 0 before the first play
	First     int     `json:"first,omitempty"`
	Out       bool    `json:"out,omitempty"` // has dropped out
	Rating    Rating  `json:"rating"`

	sum, met int64 // opponents' points, and how many were met
	places   int
}

// points returns what the places of a table bring, by place from 0.
func (s *Settings) points(place int) Score {
	if s.Points == nil {
		return max(0, Score(s.Most-1-place)*Point)
	}
	if place < len(s.Points) {
		return Score(s.Points[place]) * Point
	}
	return 0
}

// bye returns what a round without a table brings.
func (s *Settings) bye() Score {
	switch {
	case s.Bye != nil:
		return Score(*s.Bye) * Point
	case s.Most == 2:
		return s.points(0)
	}
	var sum Score
	for place := range s.Most {
		sum += s.points(place)
	}
	return sum / Score(s.Most)
}

// shared returns the points that each of n players with the same place gets.
func (s *Settings) shared(place, n int) Score {
	var sum Score
	for i := range n {
		sum += s.points(place - 1 + i)
	}
	return sum / Score(n)
}

// Standings returns the standings after all results, the best player first. Tables without a result count for
// nothing.
func (e *Event) Standings() []Standing { return e.standings(len(e.Rounds)) }

// standings returns the standings after the given number of rounds.
func (e *Event) standings(rounds int) []Standing {
	all := make([]Standing, len(e.Players))
	index := make(map[string]int, len(e.Players))
	for i, p := range e.Players {
		all[i] = Standing{Name: p.Name, Out: p.Until != 0, Rating: NewRating()}
		index[p.Name] = i
	}
	for r := range e.Rounds[:rounds] {
		for _, name := range e.Rounds[r].Byes {
			all[index[name]].Points += e.Settings.bye()
			all[index[name]].Byes++
		}
		for i := range e.Rounds[r].Tables {
			if t := &e.Rounds[r].Tables[i]; t.Places != nil {
				e.score(t, all, index)
			}
		}
	}
	for r := range e.Rounds[:rounds] {
		for i := range e.Rounds[r].Tables {
			t := &e.Rounds[r].Tables[i]
			if t.Places == nil {
				continue
			}
			for a, name := range t.Seats {
				for b, other := range t.Seats {
					if a != b {
						s := &all[index[name]]
						s.sum += int64(all[index[other]].Points)
						s.met++
					}
				}
			}
		}
	}
	for i := range all {
		if s := &all[i]; s.Played > 0 {
			s.Opponents = Score(s.sum / s.met)
			s.Mean = float64(s.places) / float64(s.Played)
		}
	}
	slices.SortStableFunc(all, e.compare)
	for i := range all {
		all[i].Place = i + 1
		if i > 0 && e.compare(all[i-1], all[i]) == 0 {
			all[i].Place = all[i-1].Place
		}
	}
	return all
}

// score counts a table.
func (e *Event) score(t *Table, all []Standing, index map[string]int) {
	ratings := make([]Rating, len(t.Seats))
	for i, name := range t.Seats {
		ratings[i] = all[index[name]].Rating
	}
	ratings = Rate(ratings, t.Places)
	for i, name := range t.Seats {
		s, sharing := &all[index[name]], 0
		for _, p := range t.Places {
			if p == t.Places[i] {
				sharing++
			}
		}
		s.Points += e.Settings.shared(t.Places[i], sharing)
		s.Played++
		s.places += t.Places[i]
		s.Rating = ratings[i]
		if t.Places[i] == 1 && sharing == 1 {
			s.Wins++
		}
		if i == 0 {
			s.First++
		}
	}
}

// compare puts the better of two first. Opponents' points are compared as fractions.
func (e *Event) compare(a, b Standing) int {
	c := cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.sum*max(a.met, 1), a.sum*max(b.met, 1)))
	for _, t := range e.Settings.Then {
		if c != 0 {
			break
		}
		switch t {
		case ByWins:
			c = cmp.Compare(b.Wins, a.Wins)
		case ByPlace:
			c = cmp.Compare(a.places*max(b.Played, 1), b.places*max(a.Played, 1))
		case ByFirst:
			c = cmp.Compare(a.First, b.First)
		}
	}
	return c
}
