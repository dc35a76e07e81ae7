package screen

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode"

	"consigliere/hw"
)

// A strike is a set of Latin, Greek and Cyrillic letters drawn by hand for one size. It never
// changes.
type strike struct {
	runes  []rune // in ascending order
	glyphs []mask // by the same index
}

// strikes are the sizes of the strikes, from large to small.
var strikes = [2][]int{
	Plain: {16, 14, 12, 10, 8},
	Bold:  {16, 14, 12, 10},
}

// outline is the least size at which letters look good as outlines.
const outline = 18

// unpackStrike reads the strike of a weight and a size from its file.
func unpackStrike(w Weight, size int) (*strike, error) {
	name := fmt.Sprintf("fonts/latin-%d%s.txt.gz", size, [...]string{"", "-bold"}[w])
	data, err := unpack(name)
	if err != nil {
		return nil, err
	}
	s, err := readStrike(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// readStrike reads a file of fonts/convert.go. It has a line for each character, with its
// code, its columns, its rows above the baseline, and its rows from the top.
func readStrike(data []byte) (*strike, error) {
	lines := bytes.Count(data, []byte("\n")) + 1
	s := &strike{make([]rune, 0, lines), make([]mask, 0, lines)}
	// The pictures are one after the other in pix, which takes less than half of the text.
	frames, pix := make([]hw.Frame, lines), make([]byte, 0, len(data)/2)
	for n := 1; len(data) > 0; n++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		code, line, _ := bytes.Cut(line, []byte(" "))
		columns, line, _ := bytes.Cut(line, []byte(" "))
		top, rows, complete := bytes.Cut(line, []byte(" "))
		if !complete {
			return nil, fmt.Errorf("line %d: fewer than 4 fields", n)
		}
		r, err := strconv.ParseUint(string(code), 16, 21)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		w, err := strconv.ParseUint(string(columns), 10, 8)
		if err != nil || w == 0 {
			return nil, fmt.Errorf("line %d: %q is not a number of columns", n, columns)
		}
		y, err := strconv.ParseInt(string(top), 10, 8)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		start, advance := len(pix), int(w) // a space ends without the free column of letters
		if string(rows) != "-" {
			advance++
			if pix, err = hex.AppendDecode(pix, rows); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
		f := &frames[len(s.runes)]
		f.W, f.Pix = int(w), pix[start:len(pix):len(pix)]
		f.H = len(f.Pix) / f.Stride()
		if f.H*f.Stride() != len(f.Pix) {
			return nil, fmt.Errorf("line %d: %d bytes are not rows of %d columns", n, len(f.Pix), w)
		}
		s.runes = append(s.runes, rune(r))
		s.glyphs = append(s.glyphs, mask{f, 0, int(y), advance})
	}
	if !slices.IsSorted(s.runes) {
		return nil, errors.New("the characters are not in order")
	}
	return s, nil
}

// strikeOf returns the strike for a style: the largest that is not larger. It returns nil if
// outlines are better.
func (t *Type) strikeOf(s Style) *strike {
	if s.Size >= outline {
		return nil
	}
	w := s.Weight & 1
	for i, size := range strikes[w] {
		if size <= s.Size {
			return t.strike(w, i)
		}
	}
	return t.strike(Plain, len(strikes[Plain])-1)
}

// strike returns the strike at an index of [strikes]. A box uses few of them, so each is unpacked when it is first needed; without
// one there are still outlines.
func (t *Type) strike(w Weight, i int) *strike {
	if t.strikes[w] == nil {
		t.strikes[w] = make([]*strike, len(strikes[w]))
	}
	if t.strikes[w][i] == nil {
		t.strikes[w][i], _ = unpackStrike(w, strikes[w][i]) // TestStrikes reads them all
	}
	return t.strikes[w][i]
}

// at returns the picture of the character at index i of a text. It returns nil if s has none,
// or if the character has marks, which need shaping.
func (s *strike) at(text []rune, i int) *mask {
	if s == nil || i+1 < len(text) && unicode.Is(unicode.M, text[i+1]) {
		return nil
	}
	if n, ok := slices.BinarySearch(s.runes, text[i]); ok {
		return &s.glyphs[n]
	}
	return nil
}

// overlap returns how many columns b has to move to the right, so that a column is free
// between it and a. The origins are dx columns apart, on one baseline.
func overlap(a, b *mask, dx int) int {
	most := 0
	for j := range b.H {
		y := j - b.y + a.y
		left := 0
		for left < b.W && !b.Lit(left, j) {
			left++
		}
		if left == b.W {
			continue
		}
		for _, k := range [...]int{y - 1, y, y + 1} {
			right := a.W - 1
			for right >= 0 && !a.Lit(right, k) {
				right--
			}
			if right >= 0 {
				most = max(most, right-a.x+2-(dx+left-b.x))
			}
		}
	}
	return most
}
