package screen

import (
	"cmp"
	"image"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// A Page is what a screen shows, in words of one language.
type Page struct {
	Heading string
	Short   string // the same in few words, for a small display that has one row for it; "" if there is nothing shorter
	Corner  string // a few signs at the end of the heading: a countdown, the number of the page
	Lines   []Line
	Foot    string // what the buttons do
	// FootShort is the same in fewer words, where the foot has no room; "" if there is nothing shorter.
	FootShort string
	// Keys are signs for what the buttons do, a few letters each, from the top: they stand at the end of the rows instead of
	// the foot where there is no room for that, as on a display of less than 48 rows.
	Keys []string
	Big  bool // a few words for all to see from afar: the first line, large, in the middle
	Fine bool // letters become smaller where that keeps the lines on one part, and the heading has one row if it fits, on a small display none
	// Whole: the heading is a question, which is shown whole: it takes a second row, and a third where nothing is chosen. On a display of
	// less than 48 rows the foot is shown in turn with it, where there is no room for both; with a
	// cursor the choice goes first.
	Whole bool
	// Code is a QR code, a row of modules each, "1" for a dark one. It takes a square of the
	// height of the display, and the lines are beside it, without heading and foot.
	Code []string
	At   int // which part is shown, where not all of it fits; from 0
	// Within is how long the page stays up; all of its parts must be shown in that time. 0: it
	// stays until something else is shown.
	Within  time.Duration
	letters int // how large those of the lines are; 0: as the display has them
	// Among is all that can be chosen, each by its key and name, on a page that tells about some of it: the rest stands with that where all is
	// on one part, else its keys do, at the end of the rows.
	Among []Line
	// More is pages that follow this one: their parts are counted after its own. Their At, Within
	// and More are ignored.
	More []Page
}

// Equal reports whether both pages look the same.
func (p *Page) Equal(q *Page) bool {
	return p.Heading == q.Heading && p.Short == q.Short && p.Fine == q.Fine && p.Corner == q.Corner && p.Foot == q.Foot && p.FootShort == q.FootShort && p.Big == q.Big && p.Whole == q.Whole &&
		p.At == q.At && p.Within == q.Within && slices.Equal(p.Code, q.Code) && slices.Equal(p.Keys, q.Keys) &&
		equal(p.Among, q.Among, (*Line).equal) && equal(p.Lines, q.Lines, (*Line).equal) && equal(p.More, q.More, (*Page).Equal)
}

// equal is [slices.EqualFunc] without a copy of what is large.
func equal[T any](a, b []T, same func(a, b *T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

func (n *Line) equal(m *Line) bool {
	return n.Key == m.Key && n.Name == m.Name && n.Text == m.Text && n.Brief == m.Brief && n.Tag == m.Tag && n.Strong == m.Strong && n.Cursor == m.Cursor && n.Bar == m.Bar &&
		slices.Equal(n.Icons, m.Icons)
}

// A Line is one line of a page. Without a name it takes as many rows as its text needs.
type Line struct {
	Key    string // the button that chooses it, before the line; the others are as far in
	Name   string // whose line it is
	Icons  []engine.Icon
	Text   string
	Brief  string // the same in fewer words, for a first part that names all that can be chosen where their texts have no room; "" if there is none
	Tag    string // a few words more, where the page has room for those of all its lines beside their texts
	Strong bool   // emphasis: dark on light; on a page with a cursor, bold
	Cursor bool   // the line that is chosen; the page scrolls to show it
	Bar    int    // length of a bar between name and text, in percent of the longest; 0: none
}

// A row is what one row of the screen shows: a line, or a part of its text.
type row struct {
	line *Line
	text string
	kind rowKind
	next bool // it goes on with what the row before it has begun
}

// A rowKind says which part of its line a row shows.
type rowKind uint8

const (
	whole rowKind = iota
	names         // the name and the icons
	start         // the icons and row.text
	words         // row.text
)

// The metrics are how large things are on a display, in pixels.
type metrics struct {
	head, foot int // heights of the bars
	row        int // the least height of a row
	text       int // size of letters
	small      int // of those in the bars
}

// least is the size below which letters in the bars are cut rather than set smaller, and leastHeading the same for
// headings from right to left, which take a second row instead.
const (
	least        = 9
	readable     = 10 // what is smaller takes a second row where that pushes nothing out of sight
	leastHeading = 12
)

// metricsOf returns the metrics for a display of h rows. They were found by looking:
// Persian is easy to read from 12 pixels on. On 32 rows, three lines must make do with
// less.
func metricsOf(h int, rtl bool) metrics {
	switch {
	case h < 48 && rtl:
		return metrics{leastHeading, 10, shortRow, 11, 10}
	case h >= 128:
		return metrics{18, 15, 16, 15, 13}
	case h >= 48:
		return metrics{13, 13, 12, 12, 11}
	}
	return metrics{11, 10, 10, 11, 10}
}

// Paint draws the page over the whole frame and returns how many parts it has, those of the
// pages that follow it included: 1 where all of its lines fit, and where a cursor tells which
// part is shown.
func (t *Type) Paint(f *hw.Frame, l lang.Lang, p *Page) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	size := f.Bounds()
	pages, total := t.counted(size, l, p)
	at := (p.At%total + total) % total
	turn := turn{at, total}
	for _, page := range pages {
		if at < page.parts {
			t.paint(f, l, page.Page, at, turn)
			break
		}
		at -= page.parts
	}
	return total
}

// A turn says which of how many parts is shown, the pages that follow included.
type turn struct{ at, of int }

// Parts returns how many parts the page has in a frame of w by h pixels, as [Type.Paint] would. It draws nothing.
func (t *Type) Parts(w, h int, l lang.Lang, p *Page) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, total := t.counted(image.Rect(0, 0, w, h), l, p)
	return total
}

// all goes through the page and those that follow it.
func (p *Page) all() iter.Seq[*Page] {
	return func(yield func(*Page) bool) {
		if !yield(p) {
			return
		}
		for i := range p.More {
			if !yield(&p.More[i]) {
				return
			}
		}
	}
}

// A counted is a page as it is painted, without those that follow it, and how many parts it has.
type counted struct {
	*Page
	parts int
}

// counted returns the page and those that follow it, until it is called again, and how many parts all of them have.
func (t *Type) counted(size image.Rectangle, l lang.Lang, p *Page) (pages []counted, total int) {
	pages = t.pages[:0]
	for page := range p.all() {
		page = t.tagged(size, l, page)
		first, rest := t.briefed(size, l, page)
		pages = t.joined(pages, size, l, first)
		for i := range rest {
			pages = t.joined(pages, size, l, &rest[i])
		}
	}
	for i := range pages {
		if n := &pages[i]; len(n.Among) > 0 {
			n.Page = t.among(size, l, n.Page)
			n.parts = t.parts(size, l, n.Page)
		}
		total += pages[i].parts
	}
	t.pages = pages
	return pages, total
}

// joined appends a page. Two that tell about what can be chosen become one where both have room on one part.
func (t *Type) joined(pages []counted, size image.Rectangle, l lang.Lang, page *Page) []counted {
	if k := len(pages) - 1; k >= 0 && pages[k].parts == 1 && pages[k].tells() && page.tells() && pages[k].Heading == page.Heading {
		if both := pages[k].with(page); both != nil && t.parts(size, l, t.among(size, l, both)) == 1 {
			pages[k].Page = both
			return pages
		}
	}
	return append(pages, counted{page, t.parts(size, l, page)})
}

// briefed returns a page of choices that do not fit on one part with the names of all of them, and pages that have the rest. Once one is
// marked, that one alone has more than its name.
func (t *Type) briefed(size image.Rectangle, l lang.Lang, p *Page) (first *Page, rest []Page) {
	if !slices.ContainsFunc(p.Lines, func(n Line) bool { return n.Brief != "" }) {
		return p, nil
	}
	q := *p
	q.Lines = slices.Clone(p.Lines)
	for i := range q.Lines {
		if n := &q.Lines[i]; n.Brief != "" && !n.Cursor {
			n.Text = n.Brief
		}
	}
	marked := p.choosing()
	if marked && t.shows(size, l, p) || !marked && t.parts(size, l, p) == 1 {
		return p, nil
	}
	if !marked && t.parts(size, l, &q) > 1 {
		q.Foot = "" // signs stand beside the lines
		if t.parts(size, l, &q) > 1 && size.Dy() >= 48 {
			return p, nil
		}
		q.Foot = p.Foot
	}
	if marked {
		return &q, nil
	}
	for i := range p.Lines {
		if p.Lines[i].Text != q.Lines[i].Text {
			rest = append(rest, Page{Lines: p.Lines[i : i+1 : i+1], Fine: true, Among: q.Lines})
		}
	}
	return &q, rest
}

// shows reports whether all lines of a page with a cursor are in sight.
func (t *Type) shows(size image.Rectangle, l lang.Lang, p *Page) bool {
	n := t.plan(size, l, p)
	set := t.flow(n.body, n.z, p, n.rtl)
	return len(t.rows) <= set.perColumn*set.columns
}

// tells reports whether the page does nothing but tell about what can be chosen.
func (p *Page) tells() bool {
	return p.Fine && p.Foot == "" && len(p.Keys) == 0 && len(p.Lines) > 0 && !slices.ContainsFunc(p.Lines, func(n Line) bool { return n.Key == "" || n.Cursor })
}

// with returns the page and, below it, the lines of the next; nil if both tell about the same choice.
func (p *Page) with(next *Page) *Page {
	if slices.ContainsFunc(next.Lines, func(n Line) bool { return p.line(n.Key) != nil }) {
		return nil
	}
	q := *p
	q.Lines = slices.Concat(p.Lines, next.Lines)
	return &q
}

// among returns the page with what else can be chosen, by name where there is room for that, or by keys: a player who only looks
// is not to take what it tells about for the only choice.
func (t *Type) among(size image.Rectangle, l lang.Lang, p *Page) *Page {
	if len(p.Lines) >= len(p.Among) {
		return p
	}
	q, others := *p, []string(nil)
	q.Lines = slices.Clone(p.Among)
	for i := range q.Lines {
		n := &q.Lines[i]
		if own := p.line(n.Key); own != nil {
			*n = *own
		} else {
			others = append(others, n.Key)
		}
	}
	if t.parts(size, l, &q) > 1 {
		q.Lines, q.Keys = p.Lines, others
	}
	return &q
}

// line returns the line that a key chooses; nil if none has it.
func (p *Page) line(key string) *Line {
	for i := range p.Lines {
		if p.Lines[i].Key == key {
			return &p.Lines[i]
		}
	}
	return nil
}

// A plan is where the parts of a page go.
type plan struct {
	z            metrics
	rtl          bool
	turns        bool // heading and foot are shown in turn
	oneRow       bool // the heading is a question above choices on a small display
	heads, foots bool
	room         image.Rectangle // without the signs of the keys
	keys         image.Rectangle // of these; empty if there are none
	body         image.Rectangle // the room between heading and foot
	leaves       []leaf          // where choices turn below a question on a small display; nil where they don't
}

// A leaf is one part of choices that turn: some lines, or a part of a single one, and which row of the question stands above them; -1 if none does.
type leaf struct{ from, to, part, row int }

// plan says where the parts of a page go.
func (t *Type) plan(size image.Rectangle, l lang.Lang, p *Page) plan {
	n := plan{z: metricsOf(size.Dy(), l.RightToLeft()), rtl: l.RightToLeft(), room: size, body: size}
	if len(p.Code) > 0 {
		_, n.body = codeRoom(size, n.rtl)
		return n
	}
	if t.keyed(size, n.z, p, n.rtl) {
		n.keys, n.room = t.keysRoom(size, n.z, p, n.rtl)
		n.body = n.room
		if p.Heading != "" || p.Corner != "" {
			h := t.heading(n.room, n.z, p, n.rtl)
			n.turns = size.Dy() < 48 && h.second != "" && !p.choosing()
			if n.oneRow = size.Dy() < 48 && !p.choosing() && p.chosen(); n.oneRow {
				h = t.oneRow(n, p, h)
				n.leaves = t.leaves(n, p, h.end, len(h.rest)+1)
				n.turns = n.leaves != nil // else it stands in one row, with all that can be chosen
			}
			below := n.room
			below.Min.Y = h.end
			n.heads = !n.turns && !t.fills(below, n.z, p, n.rtl)
			if n.heads {
				n.body.Min.Y = h.end
			}
		}
		return n
	}
	n.foots = p.Foot != "" && size.Dy() >= n.z.head+n.z.row+n.z.foot
	if p.Heading != "" || p.Corner != "" {
		few := size.Dy() >= 48 || t.rowsOf(p, n.z, size.Dx()-4, n.rtl) <= 1
		n.turns = p.Whole && !few && n.foots
		n.heads = !n.turns && (!n.foots || few) && !(p.Fine && size.Dy() < 48)
	}
	if n.heads {
		n.body.Min.Y = t.heading(size, n.z, p, n.rtl).end
	}
	if n.foots && !n.turns {
		n.body = above(n.body, size, n.z)
	}
	// What is marked is whole, rather than what is known by then.
	if size.Dy() >= 48 && n.foots && t.fills(n.body, n.z, p, n.rtl) {
		n.foots, n.body.Max.Y = false, size.Max.Y
	}
	if size.Dy() >= 48 && n.heads && t.fills(n.body, n.z, p, n.rtl) {
		n.heads, n.body = false, size
	}
	return n
}

// keyed reports whether signs of the keys stand beside a page instead of a foot: on a display of less than 48 rows always, on others where
// all that can be chosen is in sight without a foot alone.
func (t *Type) keyed(size image.Rectangle, z metrics, p *Page, rtl bool) bool {
	if len(p.Keys) == 0 || size.Dy() < 48 {
		return len(p.Keys) > 0
	}
	if p.Foot == "" || !p.chosen() {
		return p.Foot == ""
	}
	room := size.Dy() - t.heading(size, z, p, rtl).end
	if (room-z.foot)/z.row >= len(p.Lines) || len(p.Lines) > room/z.row {
		return false
	}
	_, beside := t.keysRoom(size, z, p, rtl)
	beside.Min.Y = beside.Max.Y - room
	set := t.flow(beside, z, p, rtl)
	return set.columns*set.perColumn >= len(t.rows)
}

// fills reports whether the choice that is marked needs more rows than a room has.
func (t *Type) fills(room image.Rectangle, z metrics, p *Page, rtl bool) bool {
	i := slices.IndexFunc(p.Lines, func(n Line) bool { return n.Cursor })
	if i < 0 {
		return false
	}
	n := &p.Lines[i]
	set := t.flow(room, z, p, rtl)
	rows := 0
	for k := range t.rows {
		if t.rows[k].line == n {
			rows++
		}
	}
	return set.columns == 1 && rows > room.Dy()/z.row
}

// keysRoom returns where the signs of the keys go, and the room beside them.
func (t *Type) keysRoom(size image.Rectangle, z metrics, p *Page, rtl bool) (keys, room image.Rectangle) {
	w := 0
	for _, k := range p.Keys {
		w = max(w, t.lineLocked(k, keyStyle(size, z, p)).advance)
	}
	keys, room = size, size
	if w += 4; rtl {
		keys.Max.X, room.Min.X = w, w
	} else {
		keys.Min.X, room.Max.X = size.Max.X-w, size.Max.X-w
	}
	return keys, room
}

// keyStyle is how the signs of the keys are set: smaller where they are many.
func keyStyle(room image.Rectangle, z metrics, p *Page) Style {
	if room.Dy()/len(p.Keys) < z.row {
		return Style{least, Plain, false}
	}
	return Style{z.small, Plain, false}
}

// paintKeys draws the signs of the keys one below the other, behind a dotted line. They run from the left in all languages, as in a foot.
func (t *Type) paintKeys(f *hw.Frame, n plan, p *Page) {
	r := n.keys
	line := r.Min.X
	if n.rtl {
		line = r.Max.X - 1
	} else {
		r.Min.X++
	}
	for y := r.Min.Y; y < r.Max.Y; y += 2 {
		f.Set(line, y, true)
	}
	for i, k := range p.Keys {
		at := r
		at.Min.Y, at.Max.Y = r.Min.Y+r.Dy()*i/len(p.Keys), r.Min.Y+r.Dy()*(i+1)/len(p.Keys)
		t.drawIn(f, at, r, k, keyStyle(r, n.z, p), Middle, true)
	}
}

// parts returns how many parts a page has without those that follow it.
func (t *Type) parts(size image.Rectangle, l lang.Lang, p *Page) int {
	n := t.plan(size, l, p)
	switch {
	case n.turns:
		headed, footed := t.turns(n, p)
		return headed + footed
	case n.body.Empty() && len(p.Code) == 0:
		return 1
	case len(p.Code) == 0 && len(p.Lines) == 0:
		return 1
	case p.Big && len(p.Code) == 0:
		return t.enlarge(n.body, n.z, p.Lines[0].Text, n.rtl).parts
	}
	return t.flow(n.body, n.z, p, n.rtl).parts
}

// paint draws one part of a page.
func (t *Type) paint(f *hw.Frame, l lang.Lang, p *Page, at int, shown turn) {
	f.Clear()
	n := t.plan(f.Bounds(), l, p)
	if len(p.Code) > 0 {
		t.list(f, code(f, p.Code, n.rtl), n.z, p, at, n.rtl)
		return
	}
	if !n.keys.Empty() {
		t.paintKeys(f, n, p)
	}
	if n.turns {
		t.inTurn(f, n, p, at, shown)
		return
	}
	if n.heads {
		t.head(f, n, p, shown)
	}
	if n.foots {
		t.foot(f, n.body, n.z, p, n.rtl)
	}
	switch {
	case n.body.Empty() || len(p.Lines) == 0:
	case p.Big:
		t.big(f, n.body, n.z, p.Lines[0].Text, at, n.rtl)
	default:
		t.list(f, n.body, n.z, p, at, n.rtl)
	}
}

// above returns the room of a body that is left above the bar that says what the buttons do.
func above(body, size image.Rectangle, z metrics) image.Rectangle {
	body.Max.Y = size.Max.Y - z.foot
	return body
}

// foot draws the bar that says what the buttons do, below the body.
func (t *Type) foot(f *hw.Frame, body image.Rectangle, z metrics, p *Page, rtl bool) {
	r := image.Rect(0, f.H-z.foot, f.W, f.H)
	if body.Dy() > z.row+1 && f.H >= 48 { // a dotted rule, if there is room
		for x := 0; x < f.W; x += 3 {
			f.Set(x, r.Min.Y, true)
		}
	}
	r.Min.Y++
	if f.H >= 48 {
		r.Min.Y++ // no dot may be taken for a part of a letter
	}
	s, text := Style{z.small, Plain, rtl}, p.Foot
	for s.Size > least && t.lineLocked(text, s).advance > r.Dx() {
		s.Size--
		if text != p.FootShort && p.FootShort != "" && s.Size == least && t.lineLocked(text, s).advance > r.Dx() {
			s.Size, text = z.small, p.FootShort
		}
	}
	// An accent on a capital may take the free row above.
	clip := image.Rect(0, r.Min.Y-1, f.W, f.H)
	parts := t.footParts(text, rtl)
	long := 0
	for i := range parts {
		long += t.lineLocked(parts[i].text, Style{s.Size, Plain, parts[i].rtl}).advance
	}
	if len(parts) == 0 || long > r.Dx() {
		t.drawIn(f, r, clip, text, s, Middle, true)
		return
	}
	x := r.Min.X + (r.Dx()-long)/2
	for i := range parts {
		m := t.lineLocked(parts[i].text, Style{s.Size, Plain, parts[i].rtl})
		m.over(f, clip, x, r.Min.Y+baseline(r.Dy(), rtl), true)
		x += m.advance
	}
}

// A footPart is a part of a foot, and whether it runs from the right.
type footPart struct {
	text string
	rtl  bool
}

// footParts returns the parts of a foot in the order of the buttons below it, which is from the left in all languages.
// Each part runs as its language does, but for one that names two buttons.
func (t *Type) footParts(foot string, rtl bool) []footPart {
	if !rtl {
		return nil
	}
	if parts, known := t.feet[foot]; known {
		return parts
	}
	var parts []footPart
	if rest := foot; severalButtons(foot) {
		for rest != "" {
			part, sep := rest, ""
			if i := strings.IndexAny(rest, "،؛·"); i >= 0 {
				n := i + len("،") // each of them has two bytes
				part, sep, rest = strings.TrimSpace(rest[:i]), rest[i:n]+" ", strings.TrimSpace(rest[n:])
			} else {
				rest = ""
			}
			parts = append(parts, footPart{part, !severalButtons(part)})
			if sep != "" {
				parts = append(parts, footPart{sep, false})
			}
		}
	}
	if len(t.feet) >= maxSet {
		t.forget()
	}
	t.feet[foot] = parts
	return parts
}

// severalButtons reports whether a text names more than one of A, B and OK.
func severalButtons(text string) bool {
	n := 0
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if w == "A" || w == "B" || w == "OK" {
			n++
		}
	}
	return n > 1
}

// inTurn draws a part of a page that has no room for both its heading and its foot: with the one or
// with the other. Beside a heading of one row the same rows fit as above the foot, so each part of
// the list has one of them; else the whole list is shown with the heading, and then with the foot.
func (t *Type) inTurn(f *hw.Frame, n plan, p *Page, at int, shown turn) {
	if !n.keys.Empty() {
		t.questionFirst(f, n, p, at, shown)
		return
	}
	below, over := n.room, above(n.room, n.room, n.z)
	below.Min.Y = t.heading(n.room, n.z, p, n.rtl).end
	headed, footed := t.turns(n, p)
	alike := footed == 0
	switch {
	case alike && at%2 == 0 || !alike && at < headed:
		t.head(f, n, p, shown)
		t.list(f, below, n.z, p, at, n.rtl)
		return
	case !alike:
		at -= headed
	}
	t.foot(f, over, n.z, p, n.rtl)
	t.list(f, over, n.z, p, at, n.rtl)
}

// turns returns how many parts such a page has with the heading, and how many with the foot: 0 where each
// part has one of them.
func (t *Type) turns(n plan, p *Page) (headed, footed int) {
	switch {
	case n.leaves != nil:
		return len(n.leaves), 0
	case !n.keys.Empty():
		return 1, t.flow(n.room, n.z, p, n.rtl).parts
	}
	below := n.room
	below.Min.Y = t.heading(n.room, n.z, p, n.rtl).end
	headed = t.flow(below, n.z, p, n.rtl).parts
	if below.Min.Y == n.z.head {
		return max(headed, 2), 0
	}
	return headed, t.flow(above(n.room, n.room, n.z), n.z, p, n.rtl).parts
}

// questionFirst draws a part of a page that does not fit below its question on a small display, beside the signs of the keys: first comes the
// question, and then the lines have all the rows. Where they are choices, those that have room stand below the question at once.
func (t *Type) questionFirst(f *hw.Frame, n plan, p *Page, at int, shown turn) {
	if n.leaves == nil {
		if at == 0 {
			t.head(f, n, p, shown)
		} else if len(p.Lines) > 0 {
			t.list(f, n.room, n.z, &Page{Lines: p.Lines, letters: p.letters}, at-1, n.rtl)
		}
		return
	}
	leaf, body := n.leaves[at], n.room
	if leaf.row >= 0 {
		h := t.oneRow(n, p, t.heading(n.room, n.z, p, n.rtl))
		if leaf.row > 0 {
			h.first = h.rest[leaf.row-1]
		}
		t.drawHead(f, n, p, h, shown)
		body.Min.Y = h.end
	}
	lines := p.Lines[leaf.from:leaf.to]
	if len(lines) == 0 {
		return
	}
	part, room := &Page{Lines: lines, letters: p.letters}, body
	more := len(lines) < len(p.Lines) && t.flow(body, n.z, part, n.rtl).parts == 1 // a choice of several parts has a bar of its own
	if more {
		body = besideBar(body, n.rtl)
	}
	t.list(f, body, n.z, part, leaf.part, n.rtl)
	if more {
		scrollBar(f, room, leaf.from, leaf.to, len(p.Lines), n.rtl)
	}
}

// leaves says which choices go on which part where not all of them fit below the question, each of them whole; nil where they fit, with the
// whole question, or stand in two columns. On the first parts the question stands above them, of which each row needs a part of its own.
func (t *Type) leaves(n plan, p *Page, end, questions int) []leaf {
	below := n.room
	below.Min.Y = end
	set := t.flow(below, n.z, p, n.rtl)
	first, most := max(1, below.Dy()/n.z.row), max(1, n.room.Dy()/n.z.row)
	if set.columns == 2 || len(t.rows) <= first {
		if questions == 1 {
			return nil
		}
		var list []leaf
		for i := range max(questions, set.parts) {
			list = append(list, leaf{0, len(p.Lines), i % set.parts, i % questions})
		}
		return list
	}
	rows, all := make([]int, len(p.Lines)), 0
	for i := range t.rows {
		for k := range p.Lines {
			if t.rows[i].line == &p.Lines[k] {
				rows[k]++
				all++
			}
		}
	}
	list, free, asked := []leaf{{}}, first, 1
	ask := func() {
		for ; asked < questions; asked++ {
			list = append(list, leaf{list[0].from, list[0].to, 0, asked})
		}
	}
	for i, n := range rows {
		if n > free {
			if i == 0 {
				list[0].to = 1 // how it begins
			}
			switch {
			case n > first:
				ask()
				list, free = append(list, leaf{i, i, 0, -1}), most
			case asked < questions:
				list, free = append(list, leaf{i, i, 0, asked}), first
				asked++
			default:
				list, free = append(list, leaf{i, i, 0, -1}), most
			}
		}
		list[len(list)-1].to = i + 1
		for free -= n; free < 0; free += most { // one that is longer than a display
			list = append(list, leaf{i, i + 1, list[len(list)-1].part + 1, -1})
		}
	}
	if all <= most { // all of them at once, after the question
		list, asked = list[:1], 1
		ask()
		return append(list, leaf{0, len(p.Lines), 0, -1})
	}
	ask()
	return list
}

// Dots say which of several parts is shown; no number does, which could be taken for a countdown.
const (
	dotPitch = 4
	mostDots = 8
)

// dots draws a dot for each part at the end of the last row of a heading, and that of the part that is shown larger, if there is room.
func dots(f *hw.Frame, row image.Rectangle, shown turn, used int, rtl bool) {
	width := shown.of * dotPitch
	if shown.of < 2 || shown.of > mostDots || used+width+dotPitch > row.Dx() {
		return
	}
	x, y := row.Max.X-width, row.Min.Y+row.Dy()/2
	if rtl {
		x = row.Min.X
	}
	for i := range shown.of {
		at := i
		if rtl {
			at = shown.of - 1 - i
		}
		dot := image.Rect(x+i*dotPitch+1, y, x+i*dotPitch+2, y+1)
		if at == shown.at {
			dot = dot.Inset(-1)
		}
		fill(f, dot, false)
	}
}

// code draws a QR code at the end of the lines, dark on light, and returns the room that is left
// beside it. Its border is narrower than the standard asks for: on 64 rows there is room for three
// pixels, which cameras take.
func code(f *hw.Frame, rows []string, rtl bool) image.Rectangle {
	at, rest := codeRoom(f.Bounds(), rtl)
	side := at.Dx()
	size := max(1, (side-2)/len(rows))
	fill(f, at, true)
	corner := at.Min.Add(image.Pt((side-size*len(rows))/2, (side-size*len(rows))/2))
	for y, row := range rows {
		for x := range len(row) {
			if row[x] == '1' {
				fill(f, image.Rect(x*size, y*size, (x+1)*size, (y+1)*size).Add(corner), false)
			}
		}
	}
	return rest
}

// codeRoom returns where a QR code goes, and the room beside it.
func codeRoom(size image.Rectangle, rtl bool) (at, rest image.Rectangle) {
	w, h := size.Dx(), size.Dy()
	side := min(h, w/2)
	if rtl {
		return image.Rect(0, 0, side, side), image.Rect(side+3, 0, w, h)
	}
	return image.Rect(w-side, 0, w, side), image.Rect(0, 0, w-side-3, h)
}

// rowsOf returns how many rows the lines take in one column. It is 1 for a page with a cursor,
// which scrolls in any height.
func (t *Type) rowsOf(p *Page, z metrics, width int, rtl bool) int {
	n := 0
	for i := range p.Lines {
		if p.Lines[i].Cursor || p.Big {
			return 1
		}
		t.rows = t.split(t.rows[:0], &p.Lines[i], z, width, 0, 0, Plain, rtl)
		n += len(t.rows)
	}
	return n
}

// A heading is how the bar of a heading is set.
type heading struct {
	first, second string   // its rows
	third         string   // of a sentence that nobody is to answer here
	rest          []string // of a question above choices on a small display: what stands in its one row after the first, in turn
	style, corner Style
	width         int
	end           int // where it ends
}

// heading says how the heading is set. One that is too long becomes smaller, or takes a second row if the lines
// do not need it.
func (t *Type) heading(room image.Rectangle, z metrics, p *Page, rtl bool) heading {
	h := room.Dy()
	s := Style{z.small + 1, Plain, rtl} // bold letters run together where they are dark on light
	if h < 48 {
		s.Size = z.small
	}
	smallest, second := least, h >= 48 && !p.Big && len(p.Lines) <= 3 || len(p.Lines) == 0
	if rtl {
		s.Size = max(s.Size, leastHeading)
	}
	if p.Fine {
		second, smallest = !t.fits(p.Heading, s, room.Dx()-4), least
	}
	if second && h >= 48 && p.chosen() && (h-2*z.head+1-z.foot)/z.row < len(p.Lines) && t.fits(p.Heading, s, room.Dx()-4) {
		second, smallest = false, least // nothing that can be chosen is pushed out of sight
	}
	width := room.Dx() - 4
	if p.Corner != "" {
		width -= t.lineLocked(p.Corner, s).advance + 4
	}
	if second && h >= 48 && !p.chosen() && !rtl && (h-2*z.head+1-z.foot)/z.row < len(p.Lines) && t.lineLocked(p.Heading, Style{readable, Plain, rtl}).advance <= width {
		second, smallest = false, readable // nor is what stands below it pushed out of sight for a few pixels
	}
	if rtl {
		smallest = 10 // where there is no second row
		second = second || !p.Big && !p.Fine && (h >= 48 || p.Foot == "" && !(p.choosing() && t.lineLocked(p.Heading, Style{smallest, Plain, rtl}).advance <= width))
		if second {
			smallest = leastHeading
		}
	}
	style := s
	first, rest, third := p.Heading, "", ""
	if t.lineLocked(first, style).advance > width {
		if second || p.Whole && (h >= 48 || !p.choosing()) && t.lineLocked(p.Heading, Style{smallest, Plain, rtl}).advance > width {
			first, rest = t.halves(p.Heading, style, width)
			if t.lineLocked(rest, style).advance > width {
				style.Size = max(z.small, smallest)
				first, rest = t.halves(p.Heading, style, width)
			}
			for !rtl && style.Size > least && t.lineLocked(rest, style).advance > width {
				style.Size--
				first, rest = t.halves(p.Heading, style, width)
			}
		}
		if rest != "" && p.Whole && (h < 48 || !p.chosen()) && t.lineLocked(rest, style).advance > width {
			style.Size = max(z.small, smallest)
			first, rest = t.halves(p.Heading, style, width)
			rest, third = t.halves(rest, style, width)
		}
		if rest == "" {
			style.Size = max(z.small, smallest)
		}
		for n := style; rest == "" && n.Size >= smallest; n.Size-- {
			if t.lineLocked(first, n).advance <= width {
				style = n
				break
			}
		}
	}
	end := z.head
	if rest != "" {
		end += z.head - 1
		if h < 48 && rtl {
			end = z.head + shortRow // a row is left for the lines
		}
	}
	if third != "" {
		end += z.head - 1
	}
	return heading{first, rest, third, nil, style, s, width, end}
}

// oneRow sets a question above choices on a small display in one row, so that what can be chosen stands below it at once: what
// has no room there follows in the same row, part by part.
func (t *Type) oneRow(n plan, p *Page, h heading) heading {
	if h.second == "" {
		return h
	}
	smallest := least
	if n.rtl {
		smallest = 10
	}
	if p.Short != "" && t.lineLocked(p.Short, h.corner).advance <= h.width {
		h.style, h.first, h.second, h.third, h.end = h.corner, p.Short, "", "", n.z.head
		return h
	}
	for _, question := range [...]string{p.Heading, p.Short} {
		for h.style.Size = h.corner.Size; question != "" && h.style.Size >= smallest; h.style.Size-- {
			if t.lineLocked(question, h.style).advance <= h.width {
				h.first, h.second, h.third, h.end = question, "", "", n.z.head
				return h
			}
		}
	}
	h.style.Size = max(n.z.small, smallest)
	rows := slices.Clone(t.wrapLocked(p.Heading, h.style, h.width-t.lineLocked("…", h.style).advance))
	for i := range rows[:len(rows)-1] {
		rows[i] += "…"
	}
	h.first, h.rest, h.second, h.third, h.end = rows[0], rows[1:], "", "", n.z.head
	return h
}

// head draws the heading bar.
func (t *Type) head(f *hw.Frame, n plan, p *Page, shown turn) {
	h := t.heading(n.room, n.z, p, n.rtl)
	if n.oneRow {
		h = t.oneRow(n, p, h)
	}
	t.drawHead(f, n, p, h, shown)
}

func (t *Type) drawHead(f *hw.Frame, n plan, p *Page, h heading, shown turn) {
	z, rtl := n.z, n.rtl
	bar := image.Rect(n.room.Min.X, 0, n.room.Max.X, h.end)
	fill(f, bar, true)
	r := image.Rect(bar.Min.X+2, 0, bar.Min.X+2+h.width, z.head)
	if rtl {
		r = r.Add(image.Pt(bar.Dx()-4-h.width, 0))
	}
	t.drawIn(f, r, r.Union(bar), h.first, h.style, Start, false)
	last := r.Add(image.Pt(0, h.end-z.head))
	if h.third != "" {
		t.drawIn(f, r.Add(image.Pt(0, z.head-1)), bar, h.second, h.style, Start, false)
		t.drawIn(f, last, bar, h.third, h.style, Start, false)
	} else if h.second != "" {
		t.drawIn(f, last, bar, h.second, h.style, Start, false)
	}
	t.drawLocked(f, image.Rect(bar.Min.X+2, 0, bar.Max.X-2, z.head), p.Corner, h.corner, End, false)
	if p.choosing() {
		return
	}
	free := bar.Inset(2)
	if h.second == "" { // a corner stands at the end
		free = r
	}
	free.Min.Y, free.Max.Y = h.end-z.head, h.end
	used := t.lineLocked(cmp.Or(h.third, h.second, h.first), h.style).advance
	dots(f, free, shown, used, rtl)
}

// choosing reports whether the page has a cursor.
func (p *Page) choosing() bool {
	return slices.ContainsFunc(p.Lines, func(n Line) bool { return n.Cursor })
}

// chosen reports whether the lines are choices.
func (p *Page) chosen() bool {
	return slices.ContainsFunc(p.Lines, func(n Line) bool { return n.Cursor || n.Key != "" })
}

// fits reports whether a text fits at the least size at which it is set.
func (t *Type) fits(text string, s Style, width int) bool {
	s.Size = least
	return t.lineLocked(text, s).advance <= width
}

// halves returns as much of a heading as fits on a row, and the rest.
func (t *Type) halves(heading string, s Style, width int) (first, rest string) {
	texts := t.wrapLocked(heading, s, width)
	if len(texts) < 2 {
		return heading, ""
	}
	if i := strings.Index(heading, texts[1]); i > 0 {
		return texts[0], heading[i:] // drawing it cuts it, with an ellipsis
	}
	return texts[0], texts[1]
}

// A large is how a text is set as large as it fits.
type large struct {
	room   image.Rectangle
	style  Style
	lines  []string
	height int // of a line
	n      int // how many lines a part has
	parts  int
}

// enlarge sets a text as large as it fits, or in parts where it does not fit at all.
func (t *Type) enlarge(r image.Rectangle, z metrics, text string, rtl bool) large {
	r = r.Inset(min(1, r.Dy()/20))
	var s Style
	var lines []string
	height := 0
	for _, size := range [...]int{44, 36, 28, 22, 18, 15, 13, z.text} {
		s = Style{size, Bold, rtl}
		lines = t.wrapLocked(text, s, r.Dx())
		height = size * 5 / 4
		if len(lines) == 1 && digits(text) {
			height = size*3/4 + 1 // digits have no descenders
		}
		if size < 15 && !digits(text) {
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
	if len(lines)*height > r.Dy() { // rows that are close before pages that are turned
		height = min(height, z.row)
	}
	n := min(len(lines), max(1, r.Dy()/height))
	if n < len(lines) && n > 1 { // parts that end with a sentence before such that are as long
		if broken := t.wrapParts(text, s, r.Dx(), n, n); slices.Contains(broken, "") || ended(broken[n-1]) {
			lines = nil
			for part := range slices.Chunk(broken, n) {
				text := strings.TrimRight(strings.Join(part, " "), " ")
				lines = append(lines, t.even(text, s, r.Dx(), t.wrapLocked(text, s, r.Dx()))...)
				for len(lines)%n > 0 {
					lines = append(lines, "")
				}
			}
			return large{r, s, lines, height, n, len(lines) / n}
		}
	}
	lines = t.even(text, s, r.Dx(), lines)
	n = min(len(lines), n)
	parts := max(1, (len(lines)+n-1)/max(1, n))
	return large{r, s, lines, height, (len(lines) + parts - 1) / parts, parts} // as many on each
}

// even breaks a text that takes lines into as many that are of about the same length: the least width that does is
// searched for. No line is left with a single word that way where another has several.
func (t *Type) even(text string, s Style, width int, lines []string) []string {
	if len(lines) < 2 {
		return lines
	}
	for least := width / 2; least < width; {
		narrow := (least + width) / 2
		tried := t.wrapLocked(text, s, narrow)
		fits := len(tried) <= len(lines)
		for _, line := range tried {
			fits = fits && t.lineLocked(line, s).advance <= narrow // a word may be longer
		}
		if fits {
			width, lines = narrow, tried
		} else {
			least = narrow + 1
		}
	}
	return lines
}

// big draws a part of a text that is set large, and returns how many there are.
func (t *Type) big(f *hw.Frame, r image.Rectangle, z metrics, text string, at int, rtl bool) int {
	b := t.enlarge(r, z, text, rtl)
	at = (at%b.parts + b.parts) % b.parts
	r, s, n, height := b.room, b.style, b.n, b.height
	lines := b.lines[at*n : min((at+1)*n, len(b.lines))]
	for n > 1 && len(lines) == n && lines[n-1] == "" { // of a part that ends with a sentence
		n, lines = n-1, lines[:n-1]
	}
	top := r.Min.Y + max(0, r.Dy()-n*height+1)/2
	for i, line := range lines {
		at := image.Rect(r.Min.X, top+i*height, r.Max.X, top+(i+1)*height)
		if digits(line) {
			m := t.cutLocked(line, s, at.Dx())
			m.over(f, r, at.Min.X+(at.Dx()-m.advance)/2, at.Max.Y-1, true)
			continue
		}
		t.drawIn(f, at.Intersect(r), r, line, s, Middle, true)
	}
	return b.parts
}

// digits reports whether a text is a number, which needs no room below the baseline.
func digits(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && (r < '۰' || r > '۹') && r != ',' && r != '.' && r != '٬' {
			return false
		}
	}
	return true
}

// split appends the rows that a line takes in one column.
//
// The rows after the first are hang pixels further in. A part of the page has perPart rows, at the ends of which sentences end if they can; 0: there is
// but one.
func (t *Type) split(rows []row, n *Line, z metrics, width, hang, perPart int, w Weight, rtl bool) []row {
	named := n.Name != "" || len(n.Icons) > 0
	if n.Text == "" || named && t.width(n, z.text, Bold, rtl) <= width {
		return append(rows, row{line: n})
	}
	if n.Name != "" {
		rows = append(rows, row{line: n, kind: names})
	} else if named {
		for i, text := range t.wrapLocked(n.Text, Style{z.text, w, rtl}, width-t.iconsWidth(n)-1) {
			kind := words
			if i == 0 {
				kind = start
			}
			rows = append(rows, row{n, text, kind, i > 0})
		}
		return rows
	}
	s := Style{z.text, w, rtl}
	if hang > 0 && t.lineLocked(n.Text, s).advance > width {
		width -= hang
	}
	first := 0
	if perPart > 1 && !named {
		first = perPart - len(rows)%perPart
	}
	for i, text := range t.wrapParts(n.Text, s, width, first, perPart) {
		if text == "" {
			rows = append(rows, row{line: &noLine})
			continue
		}
		rows = append(rows, row{n, text, words, i > 0})
	}
	return rows
}

// noLine is the line of a row that is left free.
var noLine Line

// A flow is how the lines of a page are set in rows, which are the rows of the [Type] until the next is set.
type flow struct {
	columns, perColumn int
	text, row          int    // size of letters, and the least height of a row
	name               Weight // of names
	cursor, cursorRow  int    // -1: there is none
	keys, hang         int    // how much further in the lines are that have keys, and their rows after the first
	parts              int
}

// smallChoice is the size of letters of choices that would take two rows else.
const smallChoice = 11

// hangBy is how much further in the rows of a choice are after its first, so that none is taken for another choice.
const hangBy = 6

// flow sets the lines in one column, or in two where they are many and short. A page with a cursor has
// one part, which scrolls.
func (t *Type) flow(body image.Rectangle, z metrics, p *Page, rtl bool) flow {
	if p.letters > 0 {
		z.text = p.letters
	}
	set := t.flowAt(body, z, p, rtl)
	if !p.Fine || set.parts == 1 {
		return set
	}
	best := z
	for size := z.text - 1; size >= finest(rtl) && set.parts > 1; size-- {
		smaller := z
		if smaller.text = size; z.row > shortRow {
			smaller.row = min(z.row, size+1)
		}
		if next := t.flowAt(body, smaller, p, rtl); next.parts < set.parts {
			set, best = next, smaller
		}
	}
	return t.flowAt(body, best, p, rtl)
}

// finest is the size below which no text is set.
func finest(rtl bool) int {
	if rtl {
		return 10
	}
	return least
}

// tagged returns the page with the tags of its lines in their texts, if they have room there: each line stays on one row. In a longer list those that
// have none go without.
func (t *Type) tagged(size image.Rectangle, l lang.Lang, p *Page) *Page {
	if !slices.ContainsFunc(p.Lines, func(n Line) bool { return n.Tag != "" }) {
		return p
	}
	z, rtl, room := metricsOf(size.Dy(), l.RightToLeft()), l.RightToLeft(), size
	if len(p.Keys) > 0 && size.Dy() < 48 {
		_, room = t.keysRoom(size, z, p, rtl)
	}
	q := *p
	q.Lines = slices.Clone(p.Lines)
	for i := range q.Lines {
		if n := &q.Lines[i]; n.Tag != "" {
			n.Text += ": " + n.Tag
		}
	}
	wide := func(n Line) bool {
		return t.lineLocked(n.Text, Style{q.letters, Plain, rtl}).advance > room.Dx()-7-t.keysWidth(q.Lines, q.letters, rtl)
	}
	for q.letters = min(z.text, smallChoice); q.letters >= finest(rtl); q.letters-- {
		if !slices.ContainsFunc(q.Lines, wide) {
			return &q
		}
	}
	if len(q.Lines) <= 3 { // of so few, none is told less about than the others
		return p
	}
	q.letters = finest(rtl)
	some := false
	for i := range q.Lines {
		if n := &q.Lines[i]; n.Tag != "" && wide(*n) {
			n.Text = p.Lines[i].Text
		} else {
			some = some || n.Tag != ""
		}
	}
	if some {
		return &q
	}
	return p
}

// flowAt is flow with letters of one size.
func (t *Type) flowAt(body image.Rectangle, z metrics, p *Page, rtl bool) flow {
	cursor := -1
	for i := range p.Lines {
		if p.Lines[i].Cursor {
			cursor = i
		}
	}
	perColumn := max(1, body.Dy()/z.row)
	columns, name := 1, Bold
	keys, hang := t.keysWidth(p.Lines, z.text, rtl), 0
	if cursor >= 0 && keys == 0 {
		hang = hangBy
	}
	width := body.Dx() - 4 - keys
	if half := body.Dx()/2 - 4 - keys; len(p.Lines) > perColumn {
		if p.Lines[0].Name == "" && len(p.Lines) > 2*perColumn {
			half -= 2 // for the bar of the parts, which would cut off what can be chosen; a name may be cut
		}
		for _, size := range [...]int{z.text, min(z.text, 11)} {
			if t.short(p.Lines, size, half, keys, rtl) {
				columns, name = 2, Plain
				width, z.text = half, size
				break
			}
		}
	}
	cursorRow := 0
	rows := func() {
		perPart := perColumn
		if cursor >= 0 {
			perPart = 0
		}
		t.rows = t.rows[:0]
		for i := range p.Lines {
			if i == cursor {
				cursorRow = len(t.rows)
			}
			if columns == 2 {
				t.rows = append(t.rows, row{line: &p.Lines[i]})
				continue
			}
			from := len(t.rows)
			own := max(0, t.keyWidth(&p.Lines[i], z.text, rtl)-keys)
			t.rows = t.split(t.rows, &p.Lines[i], z, width-own, hang, perPart, weight(&p.Lines[i], cursor >= 0), rtl)
			if n := len(t.rows) - from; cursor < 0 && from%perColumn+n > perColumn && n <= perColumn {
				// What belongs together is on one part.
				for range perColumn - from%perColumn {
					t.rows = slices.Insert(t.rows, from, row{line: &noLine})
				}
			}
		}
	}
	if rows(); len(t.rows) > len(p.Lines) && keys > 0 && columns == 1 && !rtl && z.text > smallChoice {
		// Smaller letters rather than choices of two rows; those of Persian would be hard to read.
		size, wide := z.text, len(t.rows)
		if z.text = smallChoice; len(p.Lines) > perColumn {
			width -= 3
		}
		if rows(); len(t.rows) >= wide || len(t.rows) > len(p.Lines) {
			z.text = size
		}
		if len(p.Lines) > perColumn {
			width += 3
		}
		rows()
	}
	if len(t.rows) > perColumn*columns {
		width -= 3 // for the bar of the parts
		rows()
	}
	parts := 1
	count := func() int { return max(1, (len(t.rows)+perColumn*columns-1)/(perColumn*columns)) }
	if cursor < 0 {
		parts = count()
	}
	if parts > 1 && columns == 1 && keys == 0 {
		// All parts are of nearly the same length, and none has but one word.
		full, whole := perColumn, width
		for perColumn = (len(t.rows) + parts - 1) / parts; perColumn < full; perColumn++ {
			if rows(); count() == parts {
				break
			}
		}
		rows()
		for i := 0; i < 60 && count() == parts && t.orphan(perColumn); i++ {
			width--
			rows()
		}
		if count() != parts || t.orphan(perColumn) {
			width = whole
			rows()
		}
	}
	cursorRow = min(cursorRow, max(0, len(t.rows)-1)) // what is marked may have no row of its own where there is no room for its signs
	return flow{columns, perColumn, z.text, z.row, name, cursor, cursorRow, keys, hang, parts}
}

// keysWidth returns how much room the keys of lines take, at least; 0 if they have none.
func (t *Type) keysWidth(lines []Line, size int, rtl bool) int {
	least := 0
	for i := range lines {
		if w := t.keyWidth(&lines[i], size, rtl); w > 0 && (w < least || least == 0) {
			least = w
		}
	}
	return least
}

// keyWidth returns how much room the key of a line takes; 0 if it has none.
func (t *Type) keyWidth(n *Line, size int, rtl bool) int {
	if n.Key == "" {
		return 0
	}
	return t.lineLocked(n.Key, Style{size, Bold, rtl}).advance + 4
}

// orphan reports whether the last part of the rows is a single word of a longer text.
func (t *Type) orphan(perPart int) bool {
	n := len(t.rows)
	return n > 1 && n%perPart == 1%perPart && t.rows[n-1].kind == words && t.rows[n-2].line == t.rows[n-1].line && !strings.Contains(t.rows[n-1].text, " ")
}

// list draws a part of the lines, and returns how many there are.
func (t *Type) list(f *hw.Frame, body image.Rectangle, z metrics, p *Page, at int, rtl bool) int {
	set := t.flow(body, z, p, rtl)
	if len(t.rows) == 0 {
		return 1
	}
	z.text, z.row = set.text, set.row
	columns, perColumn, cursor, cursorRow := set.columns, set.perColumn, set.cursor, set.cursorRow
	capacity := perColumn * columns
	first := (at%set.parts + set.parts) % set.parts * capacity
	if cursor >= 0 { // the cursor is in the middle, except near the ends
		first = min(max(0, cursorRow-(capacity-1)/2), max(0, len(t.rows)-capacity))
		if columns == 2 {
			first = cursorRow / capacity * capacity
		}
	}
	last := min(first+capacity, len(t.rows))
	if cursor >= 0 && columns == 1 {
		first, last = unbroken(t.rows, first, capacity, cursorRow)
	}
	if bar := body; len(t.rows) > capacity {
		defer scrollBar(f, bar, first, last, len(t.rows), rtl) // over a light row
		body = besideBar(body, rtl)
	}
	// Few rows are nearly as close as many.
	pitch := min(body.Dy()/perColumn, z.row+3)
	room := body
	if rtl && pitch == shortRow && body.Min.Y == 0 {
		body.Min.Y += body.Dy() - perColumn*pitch // for what is above the letters of the first row
	}
	if body.Min.Y > 0 {
		// A dark line keeps letters from touching the heading, and a light row from merging
		// with it. It is taken from what the rows leave, or else from the heading.
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
		own := room // letters would not be seen on a light neighbour
		if k%perColumn > 0 && t.rows[i-1].light(cursor >= 0) {
			own.Min.Y = y
		}
		if k%perColumn < perColumn-1 && i+1 < last && t.rows[i+1].light(cursor >= 0) {
			own.Max.Y = y + pitch
		}
		t.row(f, image.Rect(x, y, x+w, y+pitch), own, z, &t.rows[i], set, rtl)
	}
	if cursor < 0 && last < len(t.rows) && t.rows[last].next && !ended(t.rows[last-1].text) {
		t.goesOn(f, body, image.Pt(body.Min.X, body.Min.Y+(last-first-1)%perColumn*pitch), pitch, z, &t.rows[last-1], set, rtl)
	}
	return set.parts
}

// ended reports whether a row is empty, or ends with a sentence or a clause: the scroll bar says enough there.
func ended(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return text == "" || strings.ContainsRune(".!?؟:;؛,،", last)
}

// goesOn draws the sign for more after the last row of a part that ends in mid-sentence.
func (t *Type) goesOn(f *hw.Frame, body image.Rectangle, at image.Point, pitch int, z metrics, w *row, set flow, rtl bool) {
	s := Style{z.text, Plain, rtl}
	in := max(set.keys, t.keyWidth(w.line, z.text, rtl))
	if w.next {
		in = set.keys + set.hang
	}
	m, used := t.lineLocked("…", s), in+t.lineLocked(w.text, s).advance+2
	x := body.Max.X - used - m.advance
	if !rtl {
		x = at.X + used
	}
	if x >= body.Min.X && x+m.advance <= body.Max.X {
		m.over(f, body, x, at.Y+baseline(pitch, rtl), true)
	}
}

// unbroken returns which rows are shown, no more than capacity of them from about first, so that no
// choice is seen without its beginning or its end, which would be read as another one. That of the
// row at is seen in any case.
func unbroken(rows []row, first, capacity, at int) (from, to int) {
	begins := func(i int) bool { return i == 0 || i == len(rows) || rows[i].line != rows[i-1].line }
	end := at + 1
	for !begins(end) {
		end++
	}
	from = first
	for !begins(from) {
		from--
	}
	if from < at && end > from+capacity { // there is no room for all of the choice before
		for from = first + 1; from < at && !begins(from); from++ {
		}
	}
	to = min(from+capacity, len(rows))
	for to > end && !begins(to) {
		to--
	}
	return from, to
}

// besideBar returns the room that a scroll bar leaves for the lines.
func besideBar(r image.Rectangle, rtl bool) image.Rectangle {
	if rtl {
		r.Min.X += 3
	} else {
		r.Max.X -= 3
	}
	return r
}

// scrollBar draws a scroll bar at the end of the lines. At its ends is an arrow where there is more: as wide as the bar and what letters
// leave free beside it.
func scrollBar(f *hw.Frame, r image.Rectangle, first, last, n int, rtl bool) {
	x, inwards := r.Max.X-1, -1
	if rtl {
		x, inwards = r.Min.X, 1
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y += 2 {
		f.Set(x, y, true)
	}
	h := r.Dy() - 2
	for y := r.Min.Y + 1 + h*first/n; y < r.Min.Y+1+max(h*last/n, h*first/n+2); y++ {
		f.Set(x, y, true)
		f.Set(x+inwards, y, true)
	}
	middle := x + 2*inwards
	if last < n {
		arrow(f, image.Pt(middle, r.Max.Y-1), -1)
	}
	if first > 0 {
		arrow(f, image.Pt(middle, r.Min.Y+1), 1)
	}
}

// arrow draws a small arrow whose tip is at a place, and that widens towards down, on ground of its own.
func arrow(f *hw.Frame, tip image.Point, down int) {
	for i := range 4 {
		y := tip.Y + i*down
		for d := -2; d <= 2; d++ {
			f.Set(tip.X+d, y, i < 3 && max(d, -d) <= i)
		}
	}
}

// short reports whether all lines fit into a column of the width. A long name may be cut to 30
// pixels for that, about five letters.
// The keys have so much room already.
func (t *Type) short(lines []Line, size, width, keys int, rtl bool) bool {
	for i := range lines {
		n := &lines[i]
		w := t.width(n, size, Plain, rtl) + max(0, t.keyWidth(n, size, rtl)-keys)
		if n.Bar > 0 {
			return false
		}
		if n.Name != "" {
			w -= max(0, t.lineLocked(n.Name, Style{size, Plain, rtl}).advance-30)
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

// A strip is what is free of a row, while things are placed one after the other in the
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

// light reports whether a row is drawn dark on light: the cursor's, or one that stands out on a page without a cursor.
func (w *row) light(choosing bool) bool {
	return w.line.Cursor || w.line.Strong && !choosing
}

// row draws a row into its rectangle. Its letters may extend into body, unless the row is
// light.
func (t *Type) row(f *hw.Frame, r, body image.Rectangle, z metrics, w *row, set flow, rtl bool) {
	n, name, choosing := w.line, set.name, set.cursor >= 0
	lit := true
	clip := image.Rect(r.Min.X, r.Min.Y-2, r.Max.X, r.Max.Y+2).Intersect(body)
	// Signs stay as they are, for a full square would look hollow: of a row that has any, the name alone stands on a plate.
	plated := w.light(choosing) && !n.Cursor && n.Name != "" && len(n.Icons) > 0
	if w.light(choosing) && !plated {
		fill(f, r, true)
		lit, clip = false, r
	}
	r.Min.X, r.Max.X = r.Min.X+2, r.Max.X-2
	s := Style{z.text, weight(n, choosing && name == Bold), rtl} // in two columns nothing is bold
	in := set.keys
	if w.next {
		in += set.hang
	} else if n.Key != "" {
		t.drawIn(f, r, clip, n.Key, Style{z.text, name, rtl}, Start, lit)
		in = max(in, t.keyWidth(n, z.text, rtl))
	}
	if rtl {
		r.Max.X -= in
	} else {
		r.Min.X += in
	}
	if w.kind == words {
		t.drawIn(f, r, clip, w.text, s, Start, lit)
		return
	}
	// The text is at the end of the row, where it makes a column of numbers, but right after
	// an arrow.
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
		if n.Bar > 0 {
			width = min(width, r.Dx()*chartFrom/100-t.iconsWidth(n)-2)
			chart(f, r, n.Bar, lit, rtl)
		}
		at := free.take(width)
		if plated {
			plate := image.Rect(at.Min.X-2, at.Min.Y, at.Max.X+1, at.Max.Y)
			if rtl {
				plate.Min.X, plate.Max.X = at.Min.X-1, at.Max.X+2
			}
			fill(f, plate, true)
			t.drawIn(f, at, plate, n.Name, style, Start, false)
			free.take(1)
		} else {
			t.drawIn(f, at, clip, n.Name, style, Start, lit)
		}
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
			if !lit && !w.line.Cursor { // a full square would look hollow
				fill(f, at.Intersect(clip), false)
			}
			m.over(f, clip, at.Min.X, at.Min.Y+baseline(at.Dy(), rtl), lit || !w.line.Cursor)
		}
		if i == engine.IconTarget {
			align = Start
		}
	}
	switch w.kind {
	case whole:
		free.take(1)
		t.drawIn(f, free.Rectangle, clip, n.Text, s, align, lit)
	case start:
		free.take(1)
		t.drawIn(f, free.Rectangle, clip, w.text, s, Start, lit)
	}
}

// Where bars are on a row, in percent of its width from where it begins.
const (
	chartFrom = 42
	chartTo   = 74
)

// chart draws the bar of a row, as long as its percentage.
func chart(f *hw.Frame, r image.Rectangle, percent int, lit, rtl bool) {
	from, room := r.Dx()*chartFrom/100, r.Dx()*(chartTo-chartFrom)/100
	long := max(1, room*min(percent, 100)/100)
	b := image.Rect(r.Min.X+from, r.Min.Y+3, r.Min.X+from+long, r.Max.Y-2)
	if rtl {
		b.Min.X, b.Max.X = r.Max.X-from-long, r.Max.X-from
	}
	fill(f, b, lit)
}

// fill lights or darkens a rectangle.
func fill(f *hw.Frame, r image.Rectangle, lit bool) {
	if r = r.Intersect(f.Bounds()); r.Empty() {
		return
	}
	first, last := r.Min.X>>3, (r.Max.X-1)>>3
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := f.Pix[y*f.Stride():]
		for i := first; i <= last; i++ {
			bits := byte(0xff)
			if i == first {
				bits &= 0xff >> (r.Min.X & 7)
			}
			if i == last {
				bits &= 0xff << (7 - (r.Max.X-1)&7)
			}
			if lit {
				row[i] |= bits
			} else {
				row[i] &^= bits
			}
		}
	}
}
