package screen

import (
	"image"
	"strings"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// A Page is what a screen shows, in words of one language.
type Page struct {
	Heading string
	Corner  string // a few signs at the end of the heading: a countdown, the number of the page
	Lines   []Line
	Foot    string // what the buttons do
	Big     bool   // a few words for all to see from afar: the first line, large, in the middle
	At      int    // which part of the lines is shown, where not all of them fit; from 0
}

// A Line is one line of a page. Without a name it takes as many rows as its text needs.
type Line struct {
	Name   string // whose line it is
	Icons  []engine.Icon
	Text   string
	Strong bool // emphasis: dark on light; on a page with a cursor, bold
	Cursor bool // the choice stands here; the page scrolls so that it can be seen
}

// A row is what one row of the screen shows: a line, or a part of its text.
type row struct {
	line *Line
	text string
	kind rowKind
}

// A rowKind says what of its line a row shows.
type rowKind uint8

const (
	whole rowKind = iota
	names         // the name and the icons
	words         // row.text
)

// A sizes tells how large things are on a display.
type sizes struct {
	head, foot int // heights of the bars
	row        int // least height of a row
	text       int // size of letters
	small      int // of those in the bars
}

// least is the size below which letters in the bars are cut rather than set smaller.
const least = 9

// sizesOf are found by looking: 12 pixels are as small as Persian reads with ease. On 32
// rows, three lines must do with less.
func sizesOf(h int) sizes {
	switch {
	case h >= 128:
		return sizes{18, 15, 16, 15, 13}
	case h >= 48:
		return sizes{13, 13, 12, 12, 11}
	}
	return sizes{11, 10, 10, 11, 10}
}

// Paint draws the page over the whole frame and returns how many parts it has: 1 where all
// of its lines fit, and where a cursor tells which part is shown.
func (t *Type) Paint(f *hw.Frame, l lang.Lang, p *Page) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	f.Clear()
	z := sizesOf(f.H)
	rtl := l.RightToLeft()
	body := f.Bounds()
	foot := p.Foot != "" && body.Dy() >= z.head+z.row+z.foot
	if p.Heading != "" || p.Corner != "" {
		if !foot || f.H >= 48 || t.rowsOf(p, z, body.Dx()-4, rtl) <= 1 {
			body.Min.Y = t.head(f, z, p, rtl)
		}
	}
	if foot {
		r := image.Rect(0, f.H-z.foot, f.W, f.H)
		body.Max.Y = r.Min.Y
		if body.Dy() > z.row+1 && f.H >= 48 { // a dotted rule, where there is room
			for x := 0; x < f.W; x += 3 {
				f.Set(x, r.Min.Y, true)
			}
		}
		r.Min.Y++
		if f.H >= 48 {
			r.Min.Y++ // no dot may be taken for a part of a letter
		}
		s := Style{z.small, Plain, rtl}
		for s.Size > least && t.lineLocked(p.Foot, s).advance > r.Dx() {
			s.Size--
		}
		t.drawLocked(f, r, p.Foot, s, Middle, true)
	}
	if body.Empty() || len(p.Lines) == 0 {
		return 1
	}
	if p.Big {
		t.big(f, body, z, p.Lines[0].Text, rtl)
		return 1
	}
	return t.list(f, body, z, p, rtl)
}

// rowsOf returns how many rows the lines take in one column, for a page without a cursor; a
// page with one scrolls, and takes what it gets.
func (t *Type) rowsOf(p *Page, z sizes, width int, rtl bool) int {
	n := 0
	for i := range p.Lines {
		if p.Lines[i].Cursor || p.Big {
			return 1
		}
		t.rows = t.split(t.rows[:0], &p.Lines[i], z, width, Plain, rtl)
		n += len(t.rows)
	}
	return n
}

// head draws the heading bar and returns where it ends. A heading that is too long becomes
// smaller, or takes a second row where the lines can do without it.
func (t *Type) head(f *hw.Frame, z sizes, p *Page, rtl bool) int {
	s := Style{z.small + 1, Bold, rtl}
	if f.H < 48 {
		s.Size = z.small
	}
	width := f.W - 4
	if p.Corner != "" {
		width -= t.lineLocked(p.Corner, s).advance + 4
	}
	heading := s
	first, second := p.Heading, ""
	if t.lineLocked(first, s).advance > width {
		heading.Size, heading.Weight = z.small, Plain
		texts := t.wrapLocked(p.Heading, heading, width)
		room := f.H >= 48 && !p.Big && len(p.Lines) <= 3 || len(p.Lines) == 0
		if len(texts) > 1 && room {
			first, second = texts[0], texts[1]
			if i := strings.Index(p.Heading, second); i > 0 {
				second = p.Heading[i:] // the rest, which ends in an ellipsis where it is cut
			}
		}
		for n := heading; second == "" && n.Size >= least; n.Size-- {
			if t.lineLocked(first, n).advance <= width {
				heading = n
				break
			}
		}
	}
	end := z.head
	if second != "" {
		end += z.head - 1
	}
	fill(f, image.Rect(0, 0, f.W, end), true)
	r := image.Rect(2, 0, 2+width, z.head)
	if rtl {
		r = r.Add(image.Pt(f.W-4-width, 0))
	}
	t.drawIn(f, r, r.Union(image.Rect(0, 0, f.W, end)), first, heading, Start, false)
	if second != "" {
		t.drawLocked(f, r.Add(image.Pt(0, z.head-1)), second, heading, Start, false)
	}
	t.drawLocked(f, image.Rect(2, 0, f.W-2, z.head), p.Corner, s, End, false)
	return end
}

// big draws a text as large as it fits.
func (t *Type) big(f *hw.Frame, r image.Rectangle, z sizes, text string, rtl bool) {
	r = r.Inset(min(1, r.Dy()/20))
	var s Style
	var lines []string
	height := 0
	for _, size := range [...]int{44, 36, 28, 22, 18, 15, 13, z.text} {
		s = Style{size, Bold, rtl}
		lines = t.wrapLocked(text, s, r.Dx())
		height = size * 5 / 4
		if len(lines) == 1 && digits(text) {
			height = size*3/4 + 1 // no digit hangs below the line
		}
		if size < 15 {
			s.Weight = Plain
			lines = t.wrapLocked(text, s, r.Dx())
		}
		fits := len(lines)*height <= r.Dy()
		for _, line := range lines {
			fits = fits && t.lineLocked(line, s).advance <= r.Dx()
		}
		if fits {
			break
		}
	}
	n := min(len(lines), max(1, r.Dy()/height))
	top := r.Min.Y + max(0, r.Dy()-n*height+1)/2
	for i := range n {
		line := lines[i]
		if i == n-1 && n < len(lines) {
			line += " …"
		}
		at := image.Rect(r.Min.X, top+i*height, r.Max.X, top+(i+1)*height)
		if digits(line) {
			m := t.cutLocked(line, s, at.Dx())
			m.over(f, r, at.Min.X+(at.Dx()-m.advance)/2, at.Max.Y-1, true)
			continue
		}
		t.drawLocked(f, at.Intersect(r), line, s, Middle, true)
	}
}

// digits reports whether a text is a number, which needs no room below the line.
func digits(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && (r < '۰' || r > '۹') && r != ',' && r != '.' && r != '٬' {
			return false
		}
	}
	return true
}

// split appends the rows that a line takes in one column.
func (t *Type) split(rows []row, n *Line, z sizes, width int, w Weight, rtl bool) []row {
	named := n.Name != "" || len(n.Icons) > 0
	if n.Text == "" || named && t.width(n, z.text, Bold, rtl) <= width {
		return append(rows, row{line: n})
	}
	if named {
		rows = append(rows, row{line: n, kind: names})
	}
	for _, text := range t.wrapLocked(n.Text, Style{z.text, w, rtl}, width) {
		rows = append(rows, row{n, text, words})
	}
	return rows
}

// list draws the lines in one column, or in two where they are many and short, and returns
// how many parts they have.
func (t *Type) list(f *hw.Frame, body image.Rectangle, z sizes, p *Page, rtl bool) int {
	cursor := -1
	for i := range p.Lines {
		if p.Lines[i].Cursor {
			cursor = i
		}
	}
	perColumn := max(1, body.Dy()/z.row)
	columns, name := 1, Bold
	width := body.Dx() - 4
	if len(p.Lines) > perColumn && t.short(p.Lines, z, body.Dx()/2-4, rtl) {
		columns, name = 2, Plain
		width = body.Dx()/2 - 4
		z.text = min(z.text, 11)
	}
	t.rows = t.rows[:0]
	cursorRow := 0
	if len(p.Lines) > perColumn*columns {
		width -= 3
	}
	for i := range p.Lines {
		if i == cursor {
			cursorRow = len(t.rows)
		}
		if columns == 2 {
			t.rows = append(t.rows, row{line: &p.Lines[i]})
			continue
		}
		t.rows = t.split(t.rows, &p.Lines[i], z, width, weight(&p.Lines[i], cursor >= 0), rtl)
	}
	capacity := perColumn * columns
	parts := (len(t.rows) + capacity - 1) / capacity
	if parts == 0 {
		return 1
	}
	part := ((p.At % parts) + parts) % parts
	first := part * capacity
	if cursor >= 0 { // the cursor in the middle of what is shown, as far as there is more
		first = min(max(0, cursorRow-(capacity-1)/2), max(0, len(t.rows)-capacity))
		if columns == 2 {
			first = cursorRow / capacity * capacity
		}
	}
	last := min(first+capacity, len(t.rows))
	if parts > 1 {
		bar(f, body, first, last, len(t.rows), rtl)
		if rtl {
			body.Min.X += 3
		} else {
			body.Max.X -= 3
		}
	}
	// Few rows stand nearly as close as many.
	pitch := min(body.Dy()/perColumn, z.row+3)
	if body.Min.Y > 0 {
		// A dark line, without which letters would touch the heading, or a light row be one with
		// it: of what the rows leave, else of the heading.
		lit := false
		for i := first; i < last; i += perColumn {
			w := t.rows[i].line
			lit = lit || w.Cursor || w.Strong && cursor < 0
		}
		if body.Dy() > perColumn*pitch {
			body.Min.Y++
		} else if lit {
			fill(f, image.Rect(0, body.Min.Y-1, f.W, body.Min.Y), false)
		}
	}
	for i := first; i < last; i++ {
		k := i - first
		column, y := k/perColumn, body.Min.Y+k%perColumn*pitch
		w := body.Dx() / columns
		x := body.Min.X + column*w
		if rtl {
			x = body.Max.X - (column+1)*w
		}
		t.row(f, image.Rect(x, y, x+w, y+pitch), body, z, &t.rows[i], name, cursor >= 0, rtl)
	}
	if cursor >= 0 {
		return 1
	}
	return parts
}

// bar draws which of the rows are shown, at the end of the lines.
func bar(f *hw.Frame, r image.Rectangle, first, last, n int, rtl bool) {
	x := r.Max.X - 1
	if rtl {
		x = r.Min.X
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y += 2 {
		f.Set(x, y, true)
	}
	h := r.Dy() - 2
	for y := r.Min.Y + 1 + h*first/n; y < r.Min.Y+1+max(h*last/n, h*first/n+2); y++ {
		f.Set(x, y, true)
		if rtl {
			f.Set(x+1, y, true)
		} else {
			f.Set(x-1, y, true)
		}
	}
}

// short reports whether all lines can stand in a column of the width. A long name may be
// cut to 30 pixels for that, about five letters.
func (t *Type) short(lines []Line, z sizes, width int, rtl bool) bool {
	for i := range lines {
		n := &lines[i]
		w := t.width(n, min(z.text, 11), Plain, rtl)
		if n.Name != "" {
			w -= max(0, t.lineLocked(n.Name, Style{min(z.text, 11), Plain, rtl}).advance-30)
		}
		if w > width {
			return false
		}
	}
	return true
}

// width returns how wide a line is on one row.
func (t *Type) width(n *Line, size int, name Weight, rtl bool) int {
	w := 0
	if n.Name != "" {
		w = t.lineLocked(n.Name, Style{size, name, rtl}).advance + 2
	}
	w += t.iconsWidth(n)
	if n.Text != "" {
		w += t.lineLocked(n.Text, Style{size, Plain, rtl}).advance + 1
	}
	return w
}

func (t *Type) iconsWidth(n *Line) int {
	w := 0
	for _, i := range n.Icons {
		if m := t.icons[i][0]; m != nil {
			w += m.advance
		}
	}
	return w
}

// weight returns the weight of a line's text.
func weight(n *Line, choosing bool) Weight {
	if choosing && n.Strong {
		return Bold
	}
	return Plain
}

// A strip is what is still free of a row, while things are put one after the other in the
// direction of writing.
type strip struct {
	image.Rectangle
	rtl bool
}

// take returns the next width pixels.
func (s *strip) take(width int) image.Rectangle {
	width = min(width, s.Dx())
	got := s.Rectangle
	if s.rtl {
		got.Min.X = s.Max.X - width
		s.Max.X = got.Min.X
	} else {
		got.Max.X = s.Min.X + width
		s.Min.X = got.Max.X
	}
	return got
}

// row draws a row into its rectangle. Its letters may hang out into body, unless the row is
// light.
func (t *Type) row(f *hw.Frame, r, body image.Rectangle, z sizes, w *row, name Weight, choosing, rtl bool) {
	n := w.line
	lit := true
	clip := image.Rect(r.Min.X, r.Min.Y-2, r.Max.X, r.Max.Y+2).Intersect(body)
	if n.Cursor || n.Strong && !choosing {
		fill(f, r, true)
		lit, clip = false, r
	}
	r.Min.X, r.Max.X = r.Min.X+2, r.Max.X-2
	s := Style{z.text, weight(n, choosing), rtl}
	if w.kind == words {
		t.drawIn(f, r, clip, w.text, s, Start, lit)
		return
	}
	// The text stands at the end of the row, where it makes a column of numbers, but behind
	// an arrow at once.
	free := strip{r, rtl}
	align := Start
	if n.Name != "" {
		style := Style{z.text, name, rtl}
		rest := t.iconsWidth(n)
		if n.Text != "" && w.kind == whole {
			rest += min(t.lineLocked(n.Text, s).advance+1, r.Dx()/2)
		}
		width := t.lineLocked(n.Name, style).advance
		width = max(min(width, r.Dx()-rest-2), min(width, r.Dx()/3))
		t.drawIn(f, free.take(width), clip, n.Name, style, Start, lit)
		free.take(2)
		align = End
	}
	for _, i := range n.Icons {
		m := t.icons[i][0]
		if rtl {
			m = t.icons[i][1]
		}
		if m == nil {
			continue
		}
		at := free.take(m.advance)
		if at.Dx() == m.advance {
			m.over(f, clip, at.Min.X, at.Min.Y+baseline(at.Dy()), lit)
		}
		if i == engine.IconTarget {
			align = Start
		}
	}
	if w.kind == whole {
		free.take(1)
		t.drawIn(f, free.Rectangle, clip, n.Text, s, align, lit)
	}
}

// fill lights or darkens a rectangle.
func fill(f *hw.Frame, r image.Rectangle, lit bool) {
	r = r.Intersect(f.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			f.Set(x, y, lit)
		}
	}
}
