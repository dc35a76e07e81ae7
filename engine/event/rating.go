package event

import "math"

// A Rating is how good somebody is held to be: Mu, give or take Sigma.
type Rating struct {
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
}

// The constants of Weng and Lin as they are used everywhere.
const (
	startMu    = 25.0
	startSigma = startMu / 3
	beta       = startSigma / 2
	kappa      = 0.0001 // of its variance a rating keeps at least this part
)

// NewRating returns the rating of somebody of whom nothing is known.
func NewRating() Rating { return Rating{startMu, startSigma} }

// Low returns what somebody is worth almost certainly, by which lists are put in order.
func (r Rating) Low() float64 { return r.Mu - 3*r.Sigma }

// Rate returns the ratings after a play with these places, by the Plackett-Luce model of Weng and Lin, "A Bayesian
// Approximation Method for Online Ranking" (JMLR 12, 2011), algorithm 4, with the variance of the player over c as
// gamma. Two who share a place have drawn.
func Rate(before []Rating, places []int) []Rating {
	after := make([]Rating, len(before))
	if len(before) < 2 {
		copy(after, before)
		return after
	}
	var variance float64
	for _, r := range before {
		variance += r.Sigma*r.Sigma + beta*beta
	}
	c := math.Sqrt(variance)
	// strength of a player; rest: of all whose place is no better; drawn: how many share the place
	strength, rest, drawn := make([]float64, len(before)), make([]float64, len(before)), make([]float64, len(before))
	for i, r := range before {
		strength[i] = math.Exp(r.Mu / c)
	}
	for q := range before {
		for s := range before {
			if places[s] >= places[q] {
				rest[q] += strength[s]
			}
			if places[s] == places[q] {
				drawn[q]++
			}
		}
	}
	for i, r := range before {
		var omega, delta float64
		for q := range before {
			if places[q] > places[i] {
				continue
			}
			p := strength[i] / rest[q]
			delta += p * (1 - p) / drawn[q]
			if q == i {
				omega += (1 - p) / drawn[q]
			} else {
				omega -= p / drawn[q]
			}
		}
		v := r.Sigma * r.Sigma
		gamma := r.Sigma / c
		after[i].Mu = r.Mu + v/c*omega
		after[i].Sigma = r.Sigma * math.Sqrt(max(1-gamma*v/(c*c)*delta, kappa))
	}
	return after
}
