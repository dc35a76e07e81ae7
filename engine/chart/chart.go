// Package chart draws numbers as SVG, for people who would rather look than read: bars, how often something
// was how long, and lines over time. A chart follows the light or dark of the page that shows it.
//
//	err := chart.Write(w, "Naro, 1,000 games", chart.Bars{Heading: "Wins", Rows: rows}, chart.Spread{Heading: "Moves", Values: lengths})
package chart

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Panel is one picture of a chart. Panels are drawn below one another.
type Panel interface {
	// draw appends the panel, whose upper left corner is 0, 0, and returns its height.
	draw(b *strings.Builder) int
}

// Sizes, in pixels of the drawing.
const (
	width   = 720
	margin  = 24
	names   = 190 // width of the names before bars
	values  = 150 // width of what is written behind bars
	row     = 30
	heading = 34
	plot    = 220 // height of a plot
	axis    = 78  // width of the numbers beside it
	bins    = 24  // of a spread, at most
)

// colours are Okabe and Ito's, which colour-blind people can tell apart.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f6a00", "#666666"}

func colour(i int) string { return colours[i%len(colours)] }

const style = `<style>text{font:15px system-ui,sans-serif;fill:#222;unicode-bidi:plaintext}.t{font-size:22px;font-weight:600}.h{font-size:17px;font-weight:600}` +
	`.v{fill:#555}.g{stroke:#ccc}.b{fill:#fff}.u{fill:#eee}@media(prefers-color-scheme:dark){text{fill:#eee}.v{fill:#bbb}.g{stroke:#444}.b{fill:#16181d}.u{fill:#262a33}}</style>`

// Write writes a chart with a title.
func Write(w io.Writer, title string, panels ...Panel) error {
	var b strings.Builder
	y := margin + heading
	for _, p := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%d %d)">`, margin, y)
		h := p.draw(&b)
		b.WriteString("</g>\n")
		y += h + margin
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`+"\n%s\n"+
		`<rect class="b" width="100%%" height="100%%"/>`+"\n"+`<text class="t" x="%d" y="%d">%s</text>`+"\n%s</svg>\n",
		width, y, width, y, html.EscapeString(title), style, margin, margin+20, html.EscapeString(title), b.String())
	return err
}

func text(b *strings.Builder, class string, x, y int, anchor, s string) {
	fmt.Fprintf(b, `<text class="%s" x="%d" y="%d" text-anchor="%s">%s</text>`, class, x, y, anchor, html.EscapeString(s))
}

// Bars are numbers with names, one bar each.
type Bars struct {
	Heading string
	Rows    []Bar
}

// A Bar is one number. A value below 0 has no bar.
type Bar struct {
	Name  string
	Value float64
	Text  string // the value as people read it
}

func (p Bars) draw(b *strings.Builder) int {
	text(b, "h", 0, 18, "start", p.Heading)
	most := 0.0
	for _, r := range p.Rows {
		most = max(most, r.Value)
	}
	room := width - 2*margin - names - values
	for i, r := range p.Rows {
		y := heading + i*row
		text(b, "", names-10, y+20, "end", short(r.Name))
		fmt.Fprintf(b, `<rect class="u" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, names, y+4, room, row-8)
		long := 0
		if most > 0 {
			long = int(max(0, r.Value) / most * float64(room))
		}
		fmt.Fprintf(b, `<rect fill="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, colour(i), names, y+4, long, row-8)
		text(b, "v", names+room+10, y+20, "start", r.Text)
	}
	return heading + len(p.Rows)*row
}

// short cuts a name that has no room.
func short(name string) string {
	const most = 22
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// A Spread shows how often values come.
type Spread struct {
	Heading string
	Values  []int
}

func (p Spread) draw(b *strings.Builder) int {
	text(b, "h", 0, 18, "start", p.Heading)
	if len(p.Values) == 0 {
		return heading
	}
	low, high := slices.Min(p.Values), slices.Max(p.Values)
	n := min(bins, high-low+1)
	counts := make([]int, n)
	for _, v := range p.Values {
		counts[(v-low)*n/(high-low+1)]++
	}
	most := slices.Max(counts)
	room := width - 2*margin
	wide := room / n
	for i, c := range counts {
		h := c * (plot - 40) / most
		fmt.Fprintf(b, `<rect fill="%s" x="%d" y="%d" width="%d" height="%d"/>`, colour(0), i*wide, heading+plot-40-h, max(1, wide-2), h)
	}
	line(b, 0, heading+plot-40, n*wide, heading+plot-40)
	text(b, "v", 0, heading+plot-18, "start", Number(low))
	text(b, "v", n*wide, heading+plot-18, "end", Number(high))
	text(b, "v", n*wide/2, heading+plot-18, "middle", Number((low+high)/2))
	return heading + plot
}

func line(b *strings.Builder, x1, y1, x2, y2 int) {
	fmt.Fprintf(b, `<line class="g" x1="%d" y1="%d" x2="%d" y2="%d"/>`, x1, y1, x2, y2)
}

// Lines are numbers that change, a line each, with all points at the same distances.
type Lines struct {
	Heading string
	Series  []Series
}

// A Series is one line.
type Series struct {
	Name   string
	Points []int
}

func (p Lines) draw(b *strings.Builder) int {
	text(b, "h", 0, 18, "start", p.Heading)
	low, high, n := 0, 1, 2
	for _, s := range p.Series {
		for _, v := range s.Points {
			low, high = min(low, v), max(high, v)
		}
		n = max(n, len(s.Points))
	}
	room := width - 2*margin - names
	x := func(i int) int { return axis + i*(room-axis)/(n-1) }
	y := func(v int) int { return heading + plot - 30 - (v-low)*(plot-40)/(high-low) }
	for _, v := range marks(low, high) {
		line(b, axis, y(v), room, y(v))
		text(b, "v", axis-8, y(v)+5, "end", Number(v))
	}
	// Names are at the ends of their lines, one below the other where these are close.
	order := make([]int, 0, len(p.Series))
	for i, s := range p.Series {
		if len(s.Points) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return last(p.Series[j]) - last(p.Series[i]) })
	free := 0
	for _, i := range order {
		s := p.Series[i]
		var path strings.Builder
		for k, v := range s.Points {
			fmt.Fprintf(&path, "%d,%d ", x(k), y(v))
		}
		fmt.Fprintf(b, `<polyline fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round" points="%s"/>`, colour(i), strings.TrimSpace(path.String()))
		fmt.Fprintf(b, `<circle fill="%s" cx="%d" cy="%d" r="4"/>`, colour(i), x(len(s.Points)-1), y(last(s)))
		at := max(free, y(last(s))+5)
		free = at + 18
		text(b, "", room+12, at, "start", short(s.Name)+" "+Number(last(s)))
	}
	return max(heading+plot, free)
}

func last(s Series) int { return s.Points[len(s.Points)-1] }

// marks returns about five round numbers from low to high.
func marks(low, high int) []int {
	step := 1
	for i := 0; (high-low)/step > 5; i++ {
		step = []int{2, 5, 10}[i%3] * pow10(i/3)
	}
	var list []int
	for v := low - ((low%step)+step)%step; v <= high; v += step {
		if v >= low {
			list = append(list, v)
		}
	}
	return list
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// Number returns a whole number with its thousands apart, as 12,500.
func Number(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
