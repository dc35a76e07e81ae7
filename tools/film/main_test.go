package main

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A film shows what was new at each moment, and displays as large as they are: a style sheet has 96 dots an inch.
func TestFilm(t *testing.T) {
	frame := func(rows int) string {
		b := make([]byte, rows*width/8)
		b[0] = 0x80
		return base64.StdEncoding.EncodeToString(b)
	}
	outputs := fmt.Sprintf(`{"at":0,"light":0,"rgb":"ff8000"}
{"at":1,"screen":"pod0","frame":%q}
{"at":1,"screen":"main","frame":%q}
{"at":2,"say":"One <two>","lang":"en"}
{"at":3,"screen":"pod1","frame":%q}
`, frame(32), frame(64), frame(64))
	film := func(l look) string {
		var out strings.Builder
		require.NoError(t, l.film(&out, strings.NewReader(outputs)))
		return out.String()
	}
	page := film(look{to: 9, gap: 0.25, trueSize: true})
	assert.Contains(t, page, "<th>main<th>pod0<th>pod1")
	rows := strings.Split(page, "<tr>")
	require.Len(t, rows, 5, "what comes before, the heads, and three moments: one of a light alone is left out")
	assert.Regexp(t, `^<td>1\.00.*#ff8000.*class="new"><img style="width:55\.01mm".*class="new"><img style="width:22\.38mm".*class="old">`, rows[2])
	assert.Contains(t, rows[3], "en: One &lt;two&gt;")
	assert.Contains(t, rows[4], `class="new"><img style="width:21.74mm"`)
	assert.Equal(t, 1, strings.Count(film(look{from: 2, to: 2, gap: 0.25, scale: 3}), `width:384px`)-1, "both that were shown before, large")
	m, err := picture(frame(32))
	require.NoError(t, err)
	assert.Equal(t, uint8(1), m.Pix[0])
	assert.Equal(t, uint8(0), m.Pix[1])
}

// A record becomes presses, one move every two seconds.
func TestTyped(t *testing.T) {
	var out strings.Builder
	require.NoError(t, typed(&out, strings.NewReader("{\"game\":\"naro\"}\n{\"seat\":\"Ava\",\"do\":\"a\"}\n\n{\"seat\":\"Ava\",\"do\":\"b\"}\n"), 2))
	assert.Equal(t, "{\"at\":1.00,\"type\":{\"seat\":\"Ava\",\"do\":\"a\"}}\n{\"at\":3.00,\"type\":{\"seat\":\"Ava\",\"do\":\"b\"}}\n", out.String())
}
