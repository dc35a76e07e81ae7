package archive

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"consigliere/engine/chart"
)

// WriteSVG draws the finished plays: how many each player has won, how that came about, and how long they took.
func WriteSVG(w io.Writer, plays []Play) error {
	var done []*Play
	for i := range plays {
		if plays[i].State == Finished && len(plays[i].Scores) > 0 {
			done = append(done, &plays[i])
		}
	}
	slices.SortStableFunc(done, func(a, b *Play) int { return a.Began.Compare(b.Began) })

	wins, course := chart.Bars{Heading: "Won"}, chart.Lines{Heading: "Won so far, play by play"}
	for _, t := range Totals(plays) {
		wins.Rows = append(wins.Rows, chart.Bar{Name: t.Name, Value: float64(t.Wins), Text: fmt.Sprintf("%d of %d", t.Wins, t.Played)})
		s := chart.Series{Name: t.Name, Points: []int{0}}
		sum := 0
		for _, p := range done {
			if slices.Contains(p.Winners, t.Name) {
				sum++
			}
			s.Points = append(s.Points, sum)
		}
		course.Series = append(course.Series, s)
	}
	return chart.Write(w, fmt.Sprintf("%d finished plays", len(done)), wins, course, long(done), scores(done))
}

// long shows how long plays of each title take.
func long(done []*Play) chart.Bars {
	b := chart.Bars{Heading: "Minutes a play"}
	minutes := map[string][]int{}
	for _, p := range done {
		minutes[p.Title] = append(minutes[p.Title], p.Minutes)
	}
	for _, title := range keys(minutes) {
		sum := 0
		for _, m := range minutes[title] {
			sum += m
		}
		n := len(minutes[title])
		b.Rows = append(b.Rows, chart.Bar{Name: title, Value: float64(sum) / float64(n), Text: fmt.Sprintf("%d (%d×)", (sum+n/2)/n, n)})
	}
	return b
}

// scores shows the best score of each title and whose it was.
func scores(done []*Play) chart.Bars {
	b := chart.Bars{Heading: "Best scores"}
	best := map[string]Score{}
	for _, p := range done {
		for _, s := range p.Scores {
			if was, known := best[p.Title]; s.Rank > 0 && (!known || s.Total > was.Total) {
				best[p.Title] = s
			}
		}
	}
	for _, title := range keys(best) {
		s := best[title]
		b.Rows = append(b.Rows, chart.Bar{Name: title, Value: float64(s.Total), Text: chart.Number(s.Total) + " " + s.Name})
	}
	return b
}

func keys[T any](m map[string]T) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// WriteSVG draws one play: how the players stood after each round, and their scores.
func (p *Play) WriteSVG(w io.Writer) error {
	course, total := chart.Lines{Heading: "Round by round"}, chart.Bars{Heading: "Score"}
	for s, name := range p.Players {
		points := chart.Series{Name: name}
		for _, round := range p.Rounds {
			points.Points = append(points.Points, round[s])
		}
		course.Series = append(course.Series, points)
		if s >= len(p.Scores) {
			continue
		}
		text := chart.Number(p.Scores[s].Total)
		if place := p.Scores[s].Rank; place > 0 {
			text += fmt.Sprintf(" (%d.)", place)
		} else if s < len(p.Out) && p.Out[s] != "" {
			text += " (" + p.Out[s] + ")"
		}
		total.Rows = append(total.Rows, chart.Bar{Name: name, Value: float64(p.Scores[s].Total), Text: text})
	}
	title := p.Title
	if p.Name != "" {
		title += ": " + p.Name
	}
	var panels []chart.Panel
	if len(p.Rounds) > 1 {
		panels = append(panels, course)
	}
	if len(total.Rows) > 0 {
		panels = append(panels, total)
	}
	if len(p.Winners) > 0 {
		title += ", won by " + strings.Join(p.Winners, ", ")
	}
	return chart.Write(w, title, panels...)
}
