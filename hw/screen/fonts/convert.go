//go:build ignore

// Command convert writes a strike of package screen from a bitmap font in BDF: it keeps the
// characters of European writing, cuts the cells down to their ink, so that letters are as
// wide as they look, and lowers capitals with accents that are too tall for a row. README.md
// lists the commands that wrote the files here.
//
// With -bold the strokes become two pixels wide, for fonts that have no bold of their size.
package main

import (
	"bufio"
	"encoding/hex"
	"flag"
	"fmt"
	"image"
	"log"
	"os"
	"slices"
	"strings"
	"unicode"
)

// A glyph is the ink of a character: its first row is top rows above the baseline.
type glyph struct {
	top  int
	rows [][]bool
}

// ranges are the characters that are kept.
var ranges = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: ' ', Hi: '~', Stride: 1},
	{Lo: 0xA1, Hi: 0x17F, Stride: 1},    // Latin-1, Latin Extended-A
	{Lo: 0x218, Hi: 0x21B, Stride: 1},   // Romanian
	{Lo: 0x386, Hi: 0x3CE, Stride: 1},   // Greek
	{Lo: 0x400, Hi: 0x45F, Stride: 1},   // Cyrillic
	{Lo: 0x490, Hi: 0x491, Stride: 1},   // Ukrainian
	{Lo: 0x2010, Hi: 0x2015, Stride: 1}, // dashes
	{Lo: 0x2018, Hi: 0x201E, Stride: 1}, // quotation marks
	{Lo: 0x2020, Hi: 0x2022, Stride: 1}, // daggers, bullet
	{Lo: 0x2026, Hi: 0x2026, Stride: 1}, // ellipsis
	{Lo: 0x2030, Hi: 0x2030, Stride: 1}, // per mille
	{Lo: 0x2039, Hi: 0x203A, Stride: 1}, // single guillemets
	{Lo: 0x20AC, Hi: 0x20AC, Stride: 1}, // euro
	{Lo: 0x2116, Hi: 0x2116, Stride: 1}, // numero
	{Lo: 0x2122, Hi: 0x2122, Stride: 1}, // trade mark
	{Lo: 0x2212, Hi: 0x2212, Stride: 1}, // minus
	{Lo: 0x2260, Hi: 0x2265, Stride: 1}, // not equal, at most, at least
}}

func main() {
	log.SetFlags(0)
	bold := flag.Bool("bold", false, "make strokes two pixels wide")
	tallest := flag.Int("tallest", 99, "the most rows above the baseline that a letter with an accent may have")
	space := flag.Int("space", 3, "columns of a space, besides the one after each letter")
	flag.Parse()
	glyphs, notice := read(bufio.NewScanner(os.Stdin))
	fmt.Printf("# From %s.\n# Characters cut to their ink, by convert.go. Each line: code, columns, rows above the\n# baseline, then the rows in hexadecimal, each in whole bytes.\n", notice)
	runes := make([]rune, 0, len(glyphs))
	for r := range glyphs {
		runes = append(runes, r)
	}
	slices.Sort(runes)
	digits := 0
	for r := '0'; r <= '9'; r++ {
		digits = max(digits, ink(glyphs[r].rows).Dx())
	}
	out := map[rune]glyph{}
	for _, r := range runes {
		g := glyphs[r]
		if !unicode.Is(ranges, r) || r == '\u00AD' {
			continue
		}
		square(g.rows)
		box := ink(g.rows)
		if r >= '0' && r <= '9' { // figures are of one width, so that columns of them line up
			box.Min.X -= (digits - box.Dx()) / 2
			box.Max.X = box.Min.X + digits
		}
		if box.Empty() {
			continue
		}
		g = cut(g, box)
		if unicode.IsUpper(r) {
			g = lower(g, *tallest)
		}
		out[r] = g
	}
	out['l'] = tail(out['l'])
	part(out)
	fmt.Printf("%04X %d 0 -\n", ' ', *space)
	for _, r := range runes {
		g, ok := out[r]
		if !ok {
			continue
		}
		if *bold {
			g.rows = embolden(g.rows, r)
		}
		fmt.Printf("%04X %d %d %s\n", r, len(g.rows[0]), g.top, hex.EncodeToString(pack(g.rows)))
	}
}

// tail returns an l like g, with a tail instead of feet, which would tell it from I by a
// single pixel.
func tail(g glyph) glyph {
	last := len(g.rows) - 1
	stroke := 0
	for _, lit := range g.rows[last/2] {
		if lit {
			stroke++
		}
	}
	for y := range g.rows {
		g.rows[y] = make([]bool, stroke+1)
		for x := range stroke {
			g.rows[y][x] = y < last
			g.rows[y][x+1] = g.rows[y][x+1] || y == last
		}
	}
	for x := 1; x < stroke; x++ {
		g.rows[last][x] = true
	}
	return g
}

// part draws characters again that look like others in small sizes: rings, breves and
// tildes of two rows, the hyphen, the multiplication sign.
func part(glyphs map[rune]glyph) {
	key := func(r rune) string { return fmt.Sprint(glyphs[r].top, glyphs[r].rows) }
	twin := func(r rune, others string) bool {
		return strings.ContainsFunc(others, func(o rune) bool { return o != r && key(o) == key(r) })
	}
	accent := func(letters, others string, odd, even [2]string) {
		other := []rune(others)
		for i, r := range []rune(letters) {
			g := glyphs[r]
			if !twin(r, string(other[i])) {
				continue
			}
			picture := odd
			if len(g.rows[0])%2 == 0 {
				picture = even
			}
			start := (len(g.rows[0]) - len(picture[0])) / 2
			for y, row := range picture {
				clear(g.rows[y])
				for x, c := range row {
					g.rows[y][start+x] = c == '#'
				}
			}
		}
	}
	accent("ÅåŮů", "ÂâÛû", [2]string{"###", "#.#"}, [2]string{"##", "##"})
	accent("Ĕĕ", "Ěě", [2]string{"#...#", "#####"}, [2]string{"#..#", "####"})
	accent("ÕõŨũ", "ŐőŰű", [2]string{".##.#", "#.##."}, [2]string{".#.#", "#.#."})
	if twin('-', "–") {
		for _, r := range "-\u2010\u2011" {
			g := glyphs[r]
			for y, row := range g.rows {
				g.rows[y] = row[1 : len(row)-1]
			}
		}
	}
	if g := glyphs['×']; twin('×', "x") {
		g.top++
		glyphs['×'] = g
	}
}

// read returns the characters of a BDF file, and its copyright.
func read(s *bufio.Scanner) (map[rune]glyph, string) {
	glyphs := map[rune]glyph{}
	var notice []string
	var code rune
	var w, h, x, y int
	for s.Scan() {
		key, value, _ := strings.Cut(s.Text(), " ")
		switch key {
		case "FONT", "COPYRIGHT", "NOTICE":
			notice = append(notice, strings.Trim(value, `".`))
		case "ENCODING":
			fmt.Sscan(value, &code)
		case "BBX":
			fmt.Sscan(value, &w, &h, &x, &y)
		case "BITMAP":
			g := glyph{h + y, nil}
			for range h {
				s.Scan()
				data, err := hex.DecodeString(s.Text())
				if err != nil {
					log.Fatalf("character %U: %v", code, err)
				}
				row := make([]bool, w)
				for i := range row {
					row[i] = data[i/8]&(0x80>>(i%8)) != 0
				}
				g.rows = append(g.rows, row)
			}
			glyphs[code] = g
		}
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	return glyphs, strings.Join(notice, "; ")
}

// ink returns the smallest rectangle around the lit pixels.
func ink(rows [][]bool) image.Rectangle {
	var box image.Rectangle
	for y, row := range rows {
		for x, lit := range row {
			if lit {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// cut returns the part of g in the box, which may be wider than g.
func cut(g glyph, box image.Rectangle) glyph {
	out := glyph{g.top - box.Min.Y, nil}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := make([]bool, box.Dx())
		for x := range row {
			at := box.Min.X + x
			row[x] = at >= 0 && at < len(g.rows[y]) && g.rows[y][at]
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// square makes dots drawn as a plus, as the small sizes of Misc Fixed have them, squares of
// two pixels: a colon of pluses looks like a double dagger.
func square(rows [][]bool) {
	plus := [5]string{"     ", "  #  ", " ### ", "  #  ", "     "}
	at := func(y, x int) bool { return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] }
	for y := range rows {
		for x := range rows[y] {
			found := true
			for j, row := range plus {
				for i, want := range row {
					found = found && at(y+j-2, x+i-2) == (want == '#')
				}
			}
			if found {
				rows[y-1][x-1], rows[y][x+1], rows[y+1][x] = true, false, false
			}
		}
	}
}

// lower takes rows that are like the one below them out of the body of a letter until it is
// at most tallest rows high.
func lower(g glyph, tallest int) glyph {
	for g.top > tallest {
		at := -1
		for y := 3; y+1 < g.top; y++ { // below the accent
			if slices.Equal(g.rows[y], g.rows[y+1]) && (at < 0 || abs(2*y-g.top-2) < abs(2*at-g.top-2)) {
				at = y
			}
		}
		if at < 0 {
			return g
		}
		g.rows = slices.Delete(g.rows, at, at+1)
		g.top--
	}
	return g
}

func abs(n int) int { return max(n, -n) }

// embolden makes the upright strokes of a character two pixels wide, to the right. Columns
// that are gaps of a single pixel between strokes are made wider before; gaps in accents and
// signs stay open. So do an M's, each of which is in a single row in the smallest size: else
// it would be an H.
func embolden(rows [][]bool, r rune) [][]bool {
	middle := len(rows[0]) / 2
	for x := len(rows[0]) - 2; x > 0; x-- {
		gaps := 0
		for _, row := range rows {
			if row[x-1] && !row[x] && row[x+1] {
				gaps++
				if strings.ContainsRune("MΜМ", r) && x != middle {
					gaps++
				}
			}
		}
		if gaps >= 2 {
			for y := range rows {
				rows[y] = slices.Insert(rows[y], x, rows[y][x])
			}
		}
	}
	var out [][]bool
	for y, row := range rows {
		open := r > '~' && y < 3 || !unicode.IsLetter(r) && !unicode.IsDigit(r)
		wide := append(slices.Clone(row), false)
		for x := range row {
			if row[x] && !(open && x+2 < len(row) && row[x+2] && !row[x+1]) {
				wide[x+1] = true
			}
		}
		out = append(out, wide)
	}
	return out
}

// pack returns the rows, each padded to whole bytes, the leftmost pixel in the highest bit.
func pack(rows [][]bool) []byte {
	var out []byte
	for _, row := range rows {
		data := make([]byte, (len(row)+7)/8)
		for x, lit := range row {
			if lit {
				data[x/8] |= 0x80 >> (x % 8)
			}
		}
		out = append(out, data...)
	}
	return out
}
