package screen

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	unicodebidi "golang.org/x/text/unicode/bidi"

	"consigliere/engine"
	"consigliere/hw"
)

//go:embed fonts/*.gz
var fonts embed.FS

// A Weight is how heavy letters are.
type Weight uint8

// The weights.
const (
	Plain Weight = iota
	Bold
)

// A Style says how a text is set.
type Style struct {
	Size        int // of the em in pixels; 10 to 48 read well
	Weight      Weight
	RightToLeft bool // the direction of the text as a whole; its words keep their own
}

// A Type sets texts. It holds the fonts, and remembers what it has set, so that the same
// text is not shaped again. It is safe for concurrent use.
type Type struct {
	mu    sync.Mutex // guards the following
	faces [2]*font.Face
	shape shaping.HarfbuzzShaper
	bidi  bidi.Paragraph
	cover vector.Rasterizer
	alpha *image.Alpha
	glyph map[glyphKey]*mask
	words map[wordKey]*mask
	phase map[phaseKey]float32
	// outlines are the letters drawn so far, of each weight.
	outlines [2]map[font.GID]font.GlyphOutline
	letters  [2]map[font.GID]letter
	lines    map[lineKey]*mask
	cuts     map[cutKey]*mask
	wraps    map[cutKey][]string
	breaks   map[breakKey][]string
	feet     map[string][]footPart
	rows     []row     // of the page at hand
	pages    []counted // the same

	strikes [2][]*strike // those that were needed, by weight, as in the variable strikes

	signs map[rune]*mask           // never changes
	icons map[engine.Icon][2]*mask // never changes; the second is for right to left
}

// maxSet is how many texts of each kind are remembered. A game shows a few hundred. Beyond
// that all are forgotten at once, which costs one slow drawing.
const maxSet = 2048

type lineKey struct {
	text  string
	style Style
}

type cutKey struct {
	text  string
	style Style
	width int
}

type glyphKey struct {
	id     font.GID
	size   int
	weight Weight
}

// A wordKey is a word whose letters join.
type wordKey struct {
	glyphs string // with their places, as bytes
	size   int
	weight Weight
}

type phaseKey struct {
	arabic bool
	size   int
	weight Weight
}

// A mask is a picture to draw over a frame. Its origin, on the baseline, is at its pixel x, y.
type mask struct {
	*hw.Frame
	x, y    int
	advance int
}

// unpack unpacks a font. Packed, outlines take half the room in the program, and bitmaps a quarter.
func unpack(name string) ([]byte, error) {
	f, err := fonts.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return io.ReadAll(unpacked)
}

// New loads the fonts.
func New() (*Type, error) {
	t := &Type{alpha: &image.Alpha{}}
	for i, name := range [...]string{"Medium", "Bold"} {
		data, err := unpack("fonts/Vazirmatn-" + name + ".ttf.gz")
		if err != nil {
			return nil, err
		}
		face, err := font.ParseTTF(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("font %s: %w", name, err)
		}
		t.faces[i] = face
	}
	t.signs, t.icons = drawSigns(), drawIcons()
	t.forget()
	t.glyph = map[glyphKey]*mask{}
	t.phase = map[phaseKey]float32{}
	for i := range t.outlines {
		t.outlines[i] = map[font.GID]font.GlyphOutline{}
		t.letters[i] = map[font.GID]letter{}
	}
	return t, nil
}

func (t *Type) forget() {
	t.lines = map[lineKey]*mask{}
	t.cuts = map[cutKey]*mask{}
	t.wraps = map[cutKey][]string{}
	t.breaks = map[breakKey][]string{}
	t.feet = map[string][]footPart{}
	t.words = map[wordKey]*mask{}
}

// Width returns how many pixels wide the text is.
func (t *Type) Width(text string, s Style) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lineLocked(text, s).advance
}

// An Align is the place of a text in its rectangle, in the direction of writing.
type Align uint8

// The alignments.
const (
	Start Align = iota
	Middle
	End
)

// Draw writes the text into the rectangle, lit or dark. What does not fit is cut and ends
// in an ellipsis. Nothing outside of the rectangle changes.
func (t *Type) Draw(f *hw.Frame, r image.Rectangle, text string, s Style, a Align, lit bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drawLocked(f, r, text, s, a, lit)
}

func (t *Type) drawLocked(f *hw.Frame, r image.Rectangle, text string, s Style, a Align, lit bool) {
	t.drawIn(f, r, r, text, s, a, lit)
}

// drawIn writes into r. What extends beyond r is drawn as far as it is in clip.
func (t *Type) drawIn(f *hw.Frame, r, clip image.Rectangle, text string, s Style, a Align, lit bool) {
	if text == "" || r.Empty() {
		return
	}
	m := t.cutLocked(text, s, r.Dx())
	x := r.Min.X
	switch {
	case a == Middle:
		x += (r.Dx() - m.advance) / 2
	case (a == End) != s.RightToLeft:
		x += r.Dx() - m.advance
	}
	y := r.Min.Y + baseline(r.Dy(), s.RightToLeft)
	if s.RightToLeft {
		y += m.nudge(clip, y)
	}
	m.over(f, clip, x, y, lit)
}

// nudge returns by how much a line on the baseline y is moved so that the least of it is cut off above and below clip:
// the second stroke of a گ or the madda of an آ needs a pixel more than a short row has, and few letters need all that
// is below.
func (m *mask) nudge(clip image.Rectangle, y int) int {
	least, best := m.outside(clip, y), 0
	for _, dy := range [...]int{1, -1} {
		if n := m.outside(clip, y+dy); n < least {
			least, best = n, dy
		}
	}
	return best
}

// outside counts the pixels of the mask that are above or below clip with its origin at y. Those above count
// three times: they tell letters apart, and most of those below are the ends of tails.
func (m *mask) outside(clip image.Rectangle, y int) int {
	n := 0
	for j := range m.H {
		weight := 0
		switch at := y - m.y + j; {
		case at < clip.Min.Y:
			weight = 3
		case at >= clip.Max.Y:
			weight = 1
		default:
			continue
		}
		for _, b := range m.Pix[j*m.Stride() : (j+1)*m.Stride()] {
			n += weight * bits.OnesCount8(b)
		}
	}
	return n
}

// baseline returns how far the baseline is below the top of a row of height h: a bit above the
// lower quarter, into which Persian letters descend: dots below a letter need two rows, and one that keeps them apart from it.
func baseline(h int, rtl bool) int {
	if rtl && h != shortRow {
		return min((h*3+2)/4, h-3)
	}
	return (h*3 + 2) / 4
}

// shortRow is the height of the rows of a small display, which lend to each other what their letters need.
const shortRow = 10

// cutLocked sets as much of a text as fits into the width, with an ellipsis if it is cut.
func (t *Type) cutLocked(text string, s Style, width int) *mask {
	m := t.lineLocked(text, s)
	if m.advance <= width {
		return m
	}
	key := cutKey{text, s, width}
	if c := t.cuts[key]; c != nil {
		return c
	}
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	// A longer text is not always wider, but nearly so: a binary search will do.
	n := sort.Search(len(runes), func(n int) bool {
		return t.set(string(runes[:n+1])+"…", s).advance > width
	})
	for n > 0 && unicode.In(runes[min(n, len(runes)-1)], unicode.M) {
		n-- // a mark stays with its letter
	}
	m = t.set(strings.TrimRight(string(runes[:n]), " ")+"…", s)
	t.cuts[key] = m
	return m
}

// wrapLocked breaks a text into lines of at most width pixels, between words. A word that
// is wider has a line of its own.
func (t *Type) wrapLocked(text string, s Style, width int) []string {
	key := cutKey{text, s, width}
	if lines, ok := t.wraps[key]; ok {
		return lines
	}
	var lines []string
	line := ""
	words := unbreakable(text)
	if slices.ContainsFunc(words, func(w string) bool { return t.set(w, s).advance > width }) {
		words = strings.Fields(text)
	}
	for _, w := range words {
		longer := w
		if line != "" {
			longer = line + " " + w
		}
		if line != "" && t.set(longer, s).advance > width {
			lines = append(lines, line)
			longer = w
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(t.wraps) >= maxSet {
		t.forget()
	}
	t.wraps[key] = lines
	return lines
}

// A breakKey is a text that is broken into parts.
type breakKey struct {
	cutKey
	first, each int
}

// wrapParts is wrapLocked for a text of several parts, the first of which has room for first lines and the others for each. As many parts as it needs
// anyway end with a sentence where they can, or else with a clause; empty lines fill them.
func (t *Type) wrapParts(text string, s Style, width, first, each int) []string {
	lines := t.wrapLocked(text, s, width)
	if first < 1 || len(lines) <= max(first, each) { // what has room on one part is not broken
		return lines
	}
	key := breakKey{cutKey{text, s, width}, first, each}
	if broken, ok := t.breaks[key]; ok {
		return broken
	}
	parts := 1 + (len(lines)-first+each-1)/each
	for _, ends := range [...]string{".!?؟", ".!?؟:;؛", ".!?؟:;؛,،"} {
		if broken := t.breakAt(text, ends, s, width, first, each, parts); broken != nil {
			lines = broken
			break
		}
	}
	if len(t.breaks) >= maxSet {
		t.forget()
	}
	t.breaks[key] = lines
	return lines
}

// breakAt breaks a text into at most so many parts, each of which ends with one of some marks; nil if they don't suffice.
func (t *Type) breakAt(text, ends string, s Style, width, first, each, parts int) []string {
	var lines []string
	for room := first; text != ""; room = each {
		if parts--; parts < 0 {
			return nil
		}
		rows := t.wrapLocked(text, s, width)
		if len(rows) <= room {
			return append(lines, rows...)
		}
		fits := len(strings.Join(rows[:room], " "))
		end := 0
		for i, r := range text {
			if i+utf8.RuneLen(r) > fits {
				break
			}
			if after := i + utf8.RuneLen(r); strings.ContainsRune(ends, r) && strings.HasPrefix(text[after:], " ") {
				end = after
			}
		}
		if end == 0 {
			return nil
		}
		if rows = t.wrapLocked(text[:end], s, width); len(rows) > room {
			return nil
		}
		lines = append(lines, rows...)
		for range room - len(rows) {
			lines = append(lines, "")
		}
		text = strings.TrimLeft(text[end:], " ")
	}
	return lines
}

// unbreakable returns the words of a text. A sign stays with its number, as in "3 $", "60 %" and "2 × gun", and a short number or a lone
// sign with what it follows, as in "Bot 1" and "row 3".
func unbreakable(text string) []string {
	words := strings.Fields(text)
	out := words[:0]
	for _, w := range words {
		n := len(out)
		if n > 0 && (strings.IndexAny(w, "$%×") == 0 && strings.IndexFunc(w, unicode.IsDigit) < 0 || strings.HasSuffix(out[n-1], "×") || trails(w) && !strings.ContainsAny(out[n-1][len(out[n-1])-1:], ".,:;?!")) {
			out[n-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// trails reports whether a word is nothing but a number of one or two digits or a sign, and what ends a clause.
func trails(w string) bool {
	w = strings.TrimRight(w, ".,:;?!،؛؟)…")
	n := utf8.RuneCountInString(w)
	return n > 0 && n < 3 && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsDigit(r) && r != '+' && r != '−' }) < 0
}

// A run is a part of a text with one direction.
type run struct {
	start, end int
	level      bidi.Level
}

// visualRuns returns the runs of a text from left to right.
func (t *Type) visualRuns(text []rune, rightToLeft bool) []run {
	direction := bidi.LeftToRight
	if rightToLeft {
		direction = bidi.RightToLeft
	}
	found := t.bidi.Segment(text, direction)
	runs := make([]run, 0, found.NumRuns()+1)
	highest := bidi.Level(0)
	for i := range found.NumRuns() {
		r := found.Run(i)
		highest = max(highest, r.Level)
		if n := r.Start + number(text[r.Start:r.End]); r.Level == 2 && !rightToLeft && n < r.End {
			// Package bidi takes level 2, a number inside of Persian, and level 0 after it
			// for one run, as both go from left to right. But the number belongs to the
			// Persian.
			runs = append(runs, run{r.Start, n, 2})
			r.Start, r.Level = n, 0
		}
		runs = append(runs, run{r.Start, r.End, r.Level})
	}
	// Rule L2 of Unicode Standard Annex 9: from the highest level down, reverse what is at
	// that level or above.
	for level := highest; level > 0; level-- {
		for i := 0; i < len(runs); i++ {
			j := i
			for j < len(runs) && runs[j].level >= level {
				j++
			}
			for a, b := i, j-1; a < b; a, b = a+1, b-1 {
				runs[a], runs[b] = runs[b], runs[a]
			}
			i = max(i, j-1)
		}
	}
	return runs
}

// number returns how many of the first characters are a number, according to rules W4 to W6
// of Unicode Standard Annex 9.
func number(text []rune) int {
	end := 0
	for i, r := range text {
		p, _ := unicodebidi.LookupRune(r)
		switch p.Class() {
		case unicodebidi.EN, unicodebidi.AN, unicodebidi.ET, unicodebidi.NSM:
			end = i + 1
		case unicodebidi.ES, unicodebidi.CS, unicodebidi.BN:
		default:
			return end
		}
	}
	return end
}

// maxLine is how many characters of a line are set. No display is that wide.
const maxLine = 512

// clean replaces what a line of a display cannot show: line ends and controls become spaces,
// and marks that would reverse other words are left out.
func clean(text string) []rune {
	text = strings.ToValidUTF8(text, "\uFFFD")
	runes := make([]rune, 0, min(len(text), maxLine))
	for _, r := range text {
		if len(runes) == maxLine {
			break
		}
		switch {
		case r >= '\u202A' && r <= '\u202E':
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			runes = append(runes, ' ')
		default:
			runes = append(runes, r)
		}
	}
	return runes
}

// lineLocked returns a text set on one line, from memory if it was set before.
func (t *Type) lineLocked(text string, s Style) *mask {
	key := lineKey{text, s}
	m := t.lines[key]
	if m == nil {
		if len(t.lines) >= maxSet {
			t.forget()
		}
		m = t.set(text, s)
		t.lines[key] = m
	}
	return m
}

// A piece is a picture on a line that is being set.
type piece struct {
	m     *mask
	x, y  int  // of its origin, from the start of the line and from the baseline up
	drawn bool // from a strike, whose letters keep apart by themselves
}

// A setting is a line that is being set.
type setting struct {
	pieces []piece
	x      int // where the next piece starts
}

// add puts a picture at the end, with at least one free column after the one before.
func (l *setting) add(p piece, advance int) {
	if n := len(l.pieces) - 1; n >= 0 && advance > 0 && !(p.drawn && l.pieces[n].drawn) {
		l.x += overlap(l.pieces[n].m, p.m, l.x+p.x-l.pieces[n].x)
	}
	p.x += l.x
	l.pieces = append(l.pieces, p)
	l.x += advance
}

// set sets a text on one line.
func (t *Type) set(text string, s Style) *mask {
	s.Size = min(max(s.Size, 4), 64)
	runes := clean(text)
	drawn := t.strikeOf(s)
	var l setting
	for _, r := range t.visualRuns(runes, s.RightToLeft) {
		if r.level%2 == 1 {
			t.mixedInto(&l, drawn, runes, r, s)
			continue
		}
		for i := r.start; i < r.end; {
			if m := drawn.at(runes, i); m != nil {
				l.add(piece{m: m, drawn: true}, m.advance)
				i++
				continue
			}
			j := i + 1
			for j < r.end && drawn.at(runes, j) == nil {
				j++
			}
			t.shapeInto(&l, runes, run{i, j, r.level}, s)
			i = j
		}
	}
	left, right, up, down := 0, l.x, s.Size, s.Size/2
	for _, p := range l.pieces {
		left = min(left, p.x-p.m.x)
		right = max(right, p.x-p.m.x+p.m.W)
		up = max(up, p.m.y+p.y)
		down = max(down, p.m.H-p.m.y-p.y)
	}
	m := &mask{hw.NewFrame(right-left, up+down), -left, up, l.x}
	for _, p := range l.pieces {
		p.m.over(m.Frame, m.Bounds(), m.x+p.x, m.y-p.y, true)
	}
	return m
}

// quotes are the quotation marks of Persian as they are seen in a run from right to left. In small outlines they close up.
var quotes = map[rune]rune{'«': '»', '»': '«'}

// mixedInto adds a run from right to left: letters from outlines, and quotation marks from a strike, if there is one.
func (t *Type) mixedInto(l *setting, drawn *strike, text []rune, r run, s Style) {
	for end := r.end; end > r.start; {
		start := end - 1
		if m := drawn.at([]rune{quotes[text[start]]}, 0); m != nil {
			l.add(piece{m: m}, m.advance)
			end = start
			continue
		}
		for start > r.start && (drawn == nil || quotes[text[start-1]] == 0) {
			start--
		}
		t.shapeInto(l, text, run{start, end, r.level}, s)
		end = start
	}
}

// apart keeps Latin letters apart: f and i are not joined.
var apart = []shaping.FontFeature{{Tag: ot.MustNewTag("liga")}}

// leastSpace is how many pixels a space takes at least.
const leastSpace = 3

// shapeInto adds a run that is drawn from outlines.
func (t *Type) shapeInto(l *setting, text []rune, r run, s Style) {
	in := shaping.Input{
		Text: text, RunStart: r.start, RunEnd: r.end,
		Face: t.faces[s.Weight&1], Size: fixed.I(s.Size),
		Script: language.Latin, Direction: di.DirectionLTR,
	}
	if r.level%2 == 1 {
		in.Script, in.Direction = language.Arabic, di.DirectionRTL // the fonts have no other that runs so
	} else {
		in.FontFeatures = apart
	}
	alone := func(g shaping.Glyph) bool { return g.GlyphID == 0 || text[g.TextIndex()] == ' ' }
	for glyphs := t.shape.ShapeNoExtents(in).Glyphs; len(glyphs) > 0; {
		n := 1
		switch g := glyphs[0]; {
		case g.GlyphID == 0:
			m := t.sign(text[g.TextIndex()])
			l.add(piece{m: m}, m.advance)
		case text[g.TextIndex()] == ' ':
			l.add(piece{m: t.single(g, s)}, max(g.Advance.Round(), leastSpace))
		case r.level%2 == 1:
			// Letters join, so a word's letters are placed exactly and drawn together.
			if n = slices.IndexFunc(glyphs, alone); n < 0 {
				n = len(glyphs)
			}
			m := t.word(glyphs[:n], s)
			l.add(piece{m: m}, m.advance)
		default:
			l.add(piece{m: t.single(g, s), x: g.XOffset.Round(), y: g.YOffset.Round()}, g.Advance.Round())
		}
		glyphs = glyphs[n:]
	}
}

// over lights (or darkens) the pixels of f inside of clip where the mask is set, with the
// mask's origin at x, y.
func (m *mask) over(f *hw.Frame, clip image.Rectangle, x, y int, lit bool) {
	if clip = clip.Intersect(f.Bounds()); clip.Empty() {
		return
	}
	x, y = x-m.x, y-m.y
	stride, first, last := m.Stride(), clip.Min.X>>3, (clip.Max.X-1)>>3
	for j := max(0, clip.Min.Y-y); j < m.H && y+j < clip.Max.Y; j++ {
		row := f.Pix[(y+j)*f.Stride():]
		set := func(i int, b byte) { // of the row
			if i < first || i > last {
				return
			}
			if i == first {
				b &= 0xff >> (clip.Min.X & 7)
			}
			if i == last {
				b &= 0xff << (7 - (clip.Max.X-1)&7)
			}
			if lit {
				row[i] |= b
			} else {
				row[i] &^= b
			}
		}
		for i, b := range m.Pix[j*stride : (j+1)*stride] {
			if b == 0 {
				continue
			}
			// A byte of the mask lies over two of the row; >> of a negative x rounds down.
			at, shift := x>>3+i, x&7
			set(at, b>>shift)
			set(at+1, b<<(8-shift))
		}
	}
}

// sign returns the picture of a character that the fonts do not have.
func (t *Type) sign(r rune) *mask {
	if m := t.signs[r]; m != nil {
		return m
	}
	return t.signs[missing]
}

// single draws a glyph that does not join others. It is placed where its stems fit the pixels
// best, so that it looks the same wherever it is.
func (t *Type) single(g shaping.Glyph, s Style) *mask {
	key := glyphKey{g.GlyphID, s.Size, s.Weight}
	m := t.glyph[key]
	if m == nil {
		g.XOffset, g.YOffset = 0, 0
		m = t.raster([]shaping.Glyph{g}, s, t.phaseOf(false, s), false)
		t.glyph[key] = m
	}
	return m
}

// word draws the glyphs of a word that join, or has them from memory.
func (t *Type) word(glyphs []shaping.Glyph, s Style) *mask {
	var at [64]byte
	b := at[:0]
	for _, g := range glyphs {
		b = binary.LittleEndian.AppendUint32(b, uint32(g.GlyphID))
		for _, v := range [...]fixed.Int26_6{g.XOffset, g.YOffset, g.Advance} {
			b = binary.LittleEndian.AppendUint16(b, uint16(v)) // no word is a thousand pixels wide
		}
	}
	key := wordKey{string(b), s.Size, s.Weight}
	m := t.words[key]
	if m == nil {
		if len(t.words) >= maxSet {
			clear(t.words)
		}
		m = t.raster(glyphs, s, t.phaseOf(true, s), s.Size < outline)
		t.words[key] = m
	}
	return m
}

// threshold is how much of a pixel must be covered to light it. A bit less than half keeps
// thin strokes whole.
const threshold = 118

// phases is how many positions within a pixel are tried.
const phases = 8

// phaseOf returns the best position of the baseline within its pixel for letters of a style:
// where the strokes along it cover whole pixels.
func (t *Type) phaseOf(arabic bool, s Style) float32 {
	key := phaseKey{arabic, s.Size, s.Weight}
	if p, ok := t.phase[key]; ok {
		return p
	}
	in := shaping.Input{Text: []rune("xzneoHETLB"), Face: t.faces[s.Weight&1], Size: fixed.I(s.Size), Script: language.Latin, Direction: di.DirectionLTR}
	if arabic {
		in.Text, in.Script, in.Direction = []rune("سبت نفکم هلید"), language.Arabic, di.DirectionRTL
	}
	in.RunEnd = len(in.Text)
	out := t.shape.ShapeNoExtents(in)
	best, most := float32(0), -1.0
	for i := range phases {
		p := float32(i)/phases - 0.5
		t.fill(out.Glyphs, s, 0, p, false)
		if c := t.crispness(); c > most {
			best, most = p, c
		}
	}
	t.phase[key] = best
	return best
}

// crispness returns how much of what was filled is nearly black or white.
func (t *Type) crispness() float64 {
	sum, ink := 0.0, 0.0
	for _, a := range t.alpha.Pix {
		sum += math.Abs(float64(a)-127.5) - 127.5
		ink += float64(a)
	}
	if ink == 0 {
		return 0
	}
	return 1 + sum/ink
}

// raster draws glyphs one after the other, with the baseline at phase, and moved sideways to
// where their stems are crispest. With dotted the dots of letters are pixels; see [letter].
func (t *Type) raster(glyphs []shaping.Glyph, s Style, phase float32, dotted bool) *mask {
	dx, most := float32(0), -1.0
	for i := range phases {
		p := float32(i)/phases - 0.5
		t.fill(glyphs, s, p, phase, dotted)
		if c := t.crispness(); c > most {
			dx, most = p, c
		}
	}
	advance, x, y := t.fill(glyphs, s, dx, phase, dotted)
	r := t.alpha.Rect
	m := &mask{hw.NewFrame(r.Dx(), r.Dy()), x, y, advance}
	for j := range r.Dy() {
		for i := range r.Dx() {
			if t.alpha.Pix[j*t.alpha.Stride+i] >= threshold {
				m.Set(i, j, true)
			}
		}
	}
	if dotted {
		m = m.dot(t.dottings(glyphs, s, dx, phase))
	}
	return m
}

// fill covers t.alpha with the outlines of glyphs, moved by dx and dy, and returns the
// advance in whole pixels and where the origin is. With dotted it leaves out the dots of letters.
func (t *Type) fill(glyphs []shaping.Glyph, s Style, dx, dy float32, dotted bool) (advance, x, y int) {
	face := t.faces[s.Weight&1]
	scale := float32(s.Size) / float32(face.Upem())
	// First the bounds, then the outlines.
	var pen, left, right, top, bottom float32
	for _, g := range glyphs {
		if e, ok := extents(face, g.GlyphID); ok {
			gx, gy := pen+px(g.XOffset), px(g.YOffset)
			left = min(left, gx+e.XBearing*scale)
			right = max(right, gx+(e.XBearing+e.Width)*scale)
			top = max(top, gy+e.YBearing*scale)
			bottom = min(bottom, gy+(e.YBearing+e.Height)*scale)
		}
		pen += px(g.Advance)
	}
	x, y = int(math.Ceil(float64(-left)))+1, int(math.Ceil(float64(top)))+1
	w, h := x+int(math.Ceil(float64(right)))+2, y+int(math.Ceil(float64(-bottom)))+2
	t.cover.Reset(w, h)
	pen = float32(x) + dx
	base := float32(y) + dy
	for _, g := range glyphs {
		ox, oy := pen+px(g.XOffset), base-px(g.YOffset)
		outline := t.outline(g.GlyphID, s.Weight)
		if dotted {
			outline = t.letter(g.GlyphID, s.Weight).body
		}
		for i, seg := range outline.Segments {
			a := seg.Args
			p := func(k int) (float32, float32) { return ox + a[k].X*scale, oy - a[k].Y*scale }
			x0, y0 := p(0)
			switch seg.Op {
			case ot.SegmentOpMoveTo:
				if i > 0 {
					t.cover.ClosePath()
				}
				t.cover.MoveTo(x0, y0)
			case ot.SegmentOpLineTo:
				t.cover.LineTo(x0, y0)
			case ot.SegmentOpQuadTo:
				x1, y1 := p(1)
				t.cover.QuadTo(x0, y0, x1, y1)
			case ot.SegmentOpCubeTo:
				x1, y1 := p(1)
				x2, y2 := p(2)
				t.cover.CubeTo(x0, y0, x1, y1, x2, y2)
			}
		}
		if len(outline.Segments) > 0 {
			t.cover.ClosePath()
		}
		pen += px(g.Advance)
	}
	if n := w * h; cap(t.alpha.Pix) < n {
		t.alpha.Pix = make([]byte, n)
	} else {
		t.alpha.Pix = t.alpha.Pix[:n]
		clear(t.alpha.Pix)
	}
	t.alpha.Stride, t.alpha.Rect = w, image.Rect(0, 0, w, h)
	t.cover.Draw(t.alpha, t.alpha.Rect, image.Opaque, image.Point{})
	return int(math.Round(float64(pen - float32(x) - dx))), x, y
}

// extents returns the bounds of a glyph, if it has any. A space that the font lacks is an empty
// glyph, whose number must not reach the font: where an int has 32 bits, it would be -1.
func extents(face *font.Face, id font.GID) (font.GlyphExtents, bool) {
	if id == font.EmptyGlyph {
		return font.GlyphExtents{}, false
	}
	return face.GlyphExtents(id)
}

// outline returns the outline of a glyph, which is empty if there is none.
func (t *Type) outline(id font.GID, w Weight) font.GlyphOutline {
	known := t.outlines[w&1]
	o, ok := known[id]
	if !ok && id != font.EmptyGlyph {
		o, _ = t.faces[w&1].GlyphDataOutline(id)
		known[id] = o
	}
	return o
}

func px(v fixed.Int26_6) float32 { return float32(v) / 64 }
