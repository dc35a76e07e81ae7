package archive

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// WriteCSV writes a line for each player of each play. The columns of what a score is made of
// differ from game to game, so they are one field.
func WriteCSV(w io.Writer, plays []Play) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"number", "game", "began", "minutes", "state", "moves", "seat", "player", "total", "rank", "winner", "made_of"})
	for i := range plays {
		p := &plays[i]
		for s, name := range p.Players {
			line := []string{
				strconv.Itoa(p.Number), p.Game, p.Began.Format(time.RFC3339), strconv.Itoa(p.Minutes), p.State,
				strconv.Itoa(p.Moves), strconv.Itoa(s + 1), name, "", "", "", "",
			}
			if s < len(p.Scores) {
				score := &p.Scores[s]
				var parts []string
				for i, v := range score.Values {
					parts = append(parts, fmt.Sprintf("%s: %d", p.Columns[i], v))
				}
				line[8], line[9], line[10], line[11] = strconv.Itoa(score.Total), strconv.Itoa(score.Rank), strconv.FormatBool(score.Winner), strings.Join(parts, "; ")
			}
			_ = c.Write(line)
		}
	}
	c.Flush()
	return c.Error()
}
