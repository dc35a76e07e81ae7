package screen

import (
	"image"

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
	text string // instead of the line's, with no name and icons before it
	part bool   // the row shows text alone
}

// A sizes tells how large things are on a display.
type sizes struct {
	head, foot int // heights of the bars
	row        int // least height of a row
	text       int // size of letters
	small      int // of those in the bars
}

// sizesOf are found by looking: 12 pixels are as small as Persian reads with ease. On 32
// rows, three lines must do with less.
func sizesOf(h int) sizes {
	switch {
	case h >= 128:
		return sizes{18, 15, 16, 15, 13}
	case h >= 48:
		return sizes{13, 12, 12, 12, 11}
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
	if p.Heading != "" || p.Corner != "" {
		body.Min.Y = t.head(f, z, p, rtl)
	}
	if p.Foot != "" && body.Dy() >= z.row+z.foot {
		foot := image.Rect(0, f.H-z.foot, f.W, f.H)
		body.Max.Y = foot.Min.Y
		if body.Dy() > z.row+1 { // a dotted rule, where there is room
			for x := 0; x < f.W; x += 3 {
				f.Set(x, foot.Min.Y, true)
			}
		}
		foot.Min.Y++
		t.drawLocked(f, foot, p.Foot, Style{z.small, Plain, rtl}, Middle, true)
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

// head draws the heading bar and returns where it ends. A heading that is too long takes a
// second row where the lines leave one.
func (t *Type) head(f *hw.Frame, z sizes, p *Page, rtl bool) int {
	s := Style{z.small + 1, Bold, rtl}
	if f.H < 48 {
		s.Size = z.small
	}
	width, corner := f.W-4, 0
	if p.Corner != "" {
		corner = t.lineLocked(p.Corner, s).advance
		width -= corner + 4
	}
	texts := t.wrapLocked(p.Heading, s, width)
	n := 1
	if len(texts) == 2 && f.H >= 48 && !p.Big && len(p.Lines) <= 2 {
		n = 2
	} else {
		texts = append(t.one[:0], p.Heading)
	}
	fill(f, image.Rect(0, 0, f.W, n*z.head), true)
	for i, text := range texts {
		r := image.Rect(2, i*z.head, 2+width, (i+1)*z.head)
		if rtl {
			r = r.Add(image.Pt(f.W-4-width, 0))
		}
		t.drawLocked(f, r, text, s, Start, false)
	}
	t.drawLocked(f, image.Rect(2, 0, f.W-2, z.head), p.Corner, s, End, false)
	return n * z.head
}

// big draws a text as large as it fits.
func (t *Type) big(f *hw.Frame, r image.Rectangle, z sizes, text string, rtl bool) {
	r = r.Inset(1)
	var s Style
	var lines []string
	height := 0
	for _, size := range [...]int{44, 36, 28, 22, 18, 15, 13, z.text} {
		s = Style{size, Bold, rtl}
		lines = t.wrapLocked(text, s, r.Dx())
		height = size * 5 / 4
		if len(lines) == 1 && digits(text) {
			height = size * 7 / 8 // no digit hangs below the line
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
	top := r.Min.Y + max(0, r.Dy()-n*height)/2
	for i := range n {
		line := lines[i]
		if i == n-1 && n < len(lines) {
			line += " …"
		}
		at := image.Rect(r.Min.X, top+i*height, r.Max.X, top+(i+1)*height)
		if digits(line) {
			m := t.cutLocked(line, s, at.Dx())
			m.over(f, r, at.Min.X+(at.Dx()-m.advance)/2, at.Max.Y-height/16, true)
			continue
		}
		t.drawLocked(f, at.Intersect(r), line, s, Middle, true)
	}
}

// digits reports whether a text is a number, which needs no room below the line.
func digits(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && (r < '۰' || r > '۹') {
			return false
		}
	}
	return true
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
	columns := 1
	if half := body.Dx()/2 - 3; len(p.Lines) > perColumn {
		columns = 2
		for i := range p.Lines {
			if t.width(&p.Lines[i], z, rtl) > half {
				columns = 1
				break
			}
		}
	}
	t.rows = t.rows[:0]
	cursorRow := 0
	width := body.Dx()/columns - 4
	if columns == 2 {
		width++
	}
	scroll := len(p.Lines) > perColumn*columns
	if scroll {
		width -= 3
	}
	for i := range p.Lines {
		n := &p.Lines[i]
		if i == cursor {
			cursorRow = len(t.rows)
		}
		if columns == 1 && n.Name == "" && len(n.Icons) == 0 && n.Text != "" {
			s := Style{z.text, t.weight(n, cursor >= 0), rtl}
			for _, text := range t.wrapLocked(n.Text, s, width) {
				t.rows = append(t.rows, row{n, text, true})
			}
			continue
		}
		t.rows = append(t.rows, row{line: n})
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
	// Few rows stand as close as many would.
	pitch := min(body.Dy()/perColumn, z.row+3)
	for i := first; i < last; i++ {
		k := i - first
		column, y := k/perColumn, body.Min.Y+k%perColumn*pitch
		w := body.Dx() / columns
		x := body.Min.X + column*w
		if rtl {
			x = body.Max.X - (column+1)*w
		}
		t.row(f, image.Rect(x, y, x+w, y+pitch), z, &t.rows[i], cursor >= 0, rtl)
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

// width returns how wide a line is on one row.
func (t *Type) width(n *Line, z sizes, rtl bool) int {
	w := 0
	if n.Name != "" {
		w = t.lineLocked(n.Name, Style{z.text, Bold, rtl}).advance + 3
	}
	for _, i := range n.Icons {
		if m := t.icons[i][0]; m != nil {
			w += m.advance
		}
	}
	if n.Text != "" {
		w += t.lineLocked(n.Text, Style{z.text, Plain, rtl}).advance + 1
	}
	return w
}

func (t *Type) weight(n *Line, choosing bool) Weight {
	if choosing && n.Strong {
		return Bold
	}
	return Plain
}

// row draws a row into its rectangle.
func (t *Type) row(f *hw.Frame, r image.Rectangle, z sizes, w *row, choosing, rtl bool) {
	n := w.line
	lit := true
	if n.Cursor || n.Strong && !choosing {
		fill(f, r, true)
		lit = false
	}
	r.Min.X, r.Max.X = r.Min.X+2, r.Max.X-1
	if rtl {
		r.Min.X, r.Max.X = r.Min.X-1, r.Max.X-1
	}
	s := Style{z.text, t.weight(n, choosing), rtl}
	if w.part {
		t.drawLocked(f, r, w.text, s, Start, lit)
		return
	}
	// Name and icons one after the other, then the text: at the end of the row, where it
	// makes a column of numbers, but behind an arrow at once.
	take := func(width int) image.Rectangle {
		got := r
		if rtl {
			got.Min.X = max(r.Min.X, r.Max.X-width)
			r.Max.X = max(r.Min.X, r.Max.X-width-1)
		} else {
			got.Max.X = min(r.Max.X, r.Min.X+width)
			r.Min.X = min(r.Max.X, r.Min.X+width+1)
		}
		return got
	}
	align := Start
	if n.Name != "" {
		bold := Style{z.text, Bold, rtl}
		width := t.lineLocked(n.Name, bold).advance
		rest := 0 // what must stay for the rest to be understood
		if n.Text != "" {
			rest = min(t.lineLocked(n.Text, s).advance+2, r.Dx()/2)
		}
		for _, i := range n.Icons {
			if m := t.icons[i][0]; m != nil {
				rest += m.advance
			}
		}
		t.drawLocked(f, take(min(width, max(r.Dx()-rest, r.Dx()/3))), n.Name, bold, Start, lit)
		take(1)
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
		got := take(m.advance)
		m.over(f, got, got.Min.X, got.Min.Y+baseline(got.Dy()), lit)
		if i == engine.IconTarget {
			align = Start
		}
	}
	t.drawLocked(f, r, n.Text, s, align, lit)
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
