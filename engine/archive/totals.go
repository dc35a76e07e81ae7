package archive

import (
	"cmp"
	"slices"
	"strings"
)

// A Total is how many plays somebody has finished and won.
type Total struct {
	Name         string
	Played, Wins int
}

// Totals returns the total of each player, those with the most wins first.
func Totals(plays []Play) []Total {
	var totals []Total
	for i := range plays {
		if plays[i].State != Finished {
			continue
		}
		for s := range plays[i].Scores {
			score := &plays[i].Scores[s]
			at := slices.IndexFunc(totals, func(o Total) bool { return o.Name == score.Name })
			if at < 0 {
				at = len(totals)
				totals = append(totals, Total{Name: score.Name})
			}
			totals[at].Played++
			if score.Winner {
				totals[at].Wins++
			}
		}
	}
	slices.SortFunc(totals, func(a, b Total) int {
		return cmp.Or(b.Wins-a.Wins, a.Played-b.Played, strings.Compare(a.Name, b.Name))
	})
	return totals
}
