package chart

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else {
			require.NoError(t, err, svg)
		}
	}
}

func TestWrite(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Write(&b, `<Naro> & "friends"`,
		Bars{"Wins", []Bar{{"Ava & Co", 30, "30 %"}, {"بابک", 70, "70 %"}, {"Nobody", 0, "0"}, {"Owing", -5, "-5"}}},
		Spread{"Moves", []int{3, 3, 4, 900}}, Spread{"None", nil}, Spread{"One", []int{7}},
		Lines{"Scores", []Series{{"Ava", []int{0, 5, -3}}, {"Babak", []int{1}}, {"Nobody", nil}}}, Lines{}, Bars{},
	))
	svg := b.String()
	wellFormed(t, svg)
	assert.Contains(t, svg, "&lt;Naro&gt; &amp; &#34;friends&#34;")
	assert.NotContains(t, svg, `width="-`, "no bar goes backwards")
	assert.NotContains(t, svg, "NaN")
	// The longest bar fills its room, the others are in proportion.
	room := width - 2*margin - names - values
	assert.Contains(t, svg, `width="`+strconv.Itoa(room)+`" height="22" rx="3"/><text class="v"`)
	assert.Contains(t, svg, `width="`+strconv.Itoa(room*30/70)+`" height="22" rx="3"/><text class="v"`)
}

func TestMarks(t *testing.T) {
	assert.Equal(t, []int{0, 1}, marks(0, 1))
	assert.Equal(t, []int{0, 2, 4, 6, 8, 10}, marks(0, 10))
	assert.Equal(t, []int{0, 50, 100, 150, 200}, marks(-10, 230))
	assert.Equal(t, []int{-200, 0, 200, 400, 600, 800}, marks(-300, 800))
	assert.Equal(t, []int{0, 20000, 40000, 60000, 80000, 100000}, marks(0, 100_000))
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -12500: "-12,500", -999: "-999", 1234567: "1,234,567"} {
		assert.Equal(t, want, Number(n))
	}
}
