package bot

import (
	"fmt"
	"io"
	"math"

	"consigliere/engine/chart"
)

// WriteSVG draws what was counted under the title of the game: wins, scores, and how long the games were.
func (b *Balance) WriteSVG(w io.Writer, title string) error {
	wins, scores := chart.Bars{Heading: "Games won"}, chart.Bars{Heading: "Score, mean"}
	for _, list := range [][]Group{b.BySeat, b.ByStrategy} {
		if len(list) < 2 {
			continue // one bar tells nothing
		}
		for _, g := range list {
			wins.Rows = append(wins.Rows, chart.Bar{Name: g.Name, Value: float64(g.Wins), Text: fmt.Sprintf("%s (%.0f %%)", chart.Number(g.Wins), 100*g.Share)})
			if g.Ranked > 0 {
				scores.Rows = append(scores.Rows, chart.Bar{Name: g.Name, Value: g.Score.Mean, Text: chart.Number(int(math.Round(g.Score.Mean))) + " ± " + chart.Number(int(math.Round(g.Score.SD)))})
			}
		}
	}
	return chart.Write(w, fmt.Sprintf("%s, %d players: %s games", title, b.Seats, chart.Number(b.Games)), wins, scores, chart.Spread{Heading: "Moves a game", Values: b.lengths})
}
