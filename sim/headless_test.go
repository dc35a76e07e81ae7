package sim

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var names = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elif", "Farid", "Gaia", "Hana"}

// A hand presses the virtual buttons of a box, and keeps a file of what it pressed.
type hand struct {
	box   *Sim
	now   time.Duration
	lines strings.Builder
}

func (h *hand) press(pod hw.Pod, b hw.Button, down bool) {
	h.box.advance(h.now)
	h.box.press(h.now, pod, b, down)
	fmt.Fprintf(&h.lines, "{\"at\":%s,\"pod\":%d,\"button\":%q,\"down\":%t}\n", seconds(h.now), pod, b, down)
}

func (h *hand) tap(pod hw.Pod, list ...consoletest.Tap) {
	for _, t := range list {
		for _, b := range t.Buttons {
			h.press(pod, b, true)
		}
		h.now += max(t.For, 30*time.Millisecond)
		for _, b := range t.Buttons {
			h.press(pod, b, false)
		}
		h.now += 30 * time.Millisecond
	}
	h.box.advance(h.now)
}

// play plays a whole game at random.
func (h *hand) play(t testing.TB, r *rand.Rand) {
	play := h.box.console.Table()
	for n := 0; !play.Over(); n++ {
		require.Less(t, n, 3000)
		open := slices.Clone(play.Asks())
		a := open[r.IntN(len(open))]
		if a.Optional {
			continue
		}
		w, ok := consoletest.Random(&a, r)
		require.True(t, ok, a.Verb)
		before := play.Moves()
		list := consoletest.Reach(open, &a)
		if list == nil || a.Kind != engine.AskConfirm {
			list = append(list, consoletest.Taps(&a, w)...)
		}
		h.tap(consoletest.PodOf(&a), list...)
		require.Greater(t, play.Moves(), before, "%s of seat %d: %v", a.Verb, a.Seat, list)
		h.now += time.Duration(r.IntN(700)) * time.Millisecond
		h.box.advance(h.now)
	}
}

func box(t testing.TB, o Options) *Sim {
	t.Helper()
	o.Titles = games.All()
	s, err := New(o)
	require.NoError(t, err)
	return s
}

// naroHeader is a game of Naro with eight seats.
func naroHeader() engine.Header {
	return engine.Header{Game: "naro", Seats: names, Options: []byte(`{"powers":true}`), Seed: 11}
}

// presses returns the presses of a whole game.
func presses(t testing.TB, h engine.Header) string {
	s := box(t, Options{Painter: consoletest.Words{}})
	require.NoError(t, s.console.Start(0, h))
	p := &hand{box: s}
	p.play(t, rand.New(rand.NewPCG(11, 0)))
	assert.Empty(t, s.Warnings())
	return p.lines.String()
}

// TestWholeGameHeadless plays a whole game from a file of presses, through the pins of the
// virtual expanders, and looks at all that the box has put out.
func TestWholeGameHeadless(t *testing.T) {
	for _, h := range []engine.Header{
		naroHeader(),
		{Game: "derpate", Seats: names[:4], Seed: 11},
	} {
		t.Run(h.Game, func(t *testing.T) { wholeGame(t, h) })
	}
}

func wholeGame(t *testing.T, h engine.Header) {
	file := presses(t, h)
	run := func() string {
		var out, warn bytes.Buffer
		s := box(t, Options{Lang: lang.Persian})
		require.NoError(t, Headless{Start: &h}.Run(s, strings.NewReader(file), &out, &warn))
		assert.Empty(t, warn.String())
		assert.Empty(t, s.Warnings())
		return out.String()
	}
	begun := time.Now()
	out := run()
	t.Logf("%d presses, %d bytes of output, %v", strings.Count(file, "\n"), len(out), time.Since(begun))
	at, frames := -1.0, map[string]string{}
	for line := range strings.Lines(out) {
		var o struct {
			At     *float64
			Screen *string
			Frame  string
			Say    *string
			Lang   string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &o), line)
		require.NotNil(t, o.At)
		require.GreaterOrEqual(t, *o.At, at, "time goes on")
		at = *o.At
		if o.Screen != nil {
			pix, err := base64.StdEncoding.DecodeString(o.Frame)
			require.NoError(t, err)
			assert.Contains(t, []int{128 * 64 / 8, 128 * 32 / 8}, len(pix))
			assert.NotEqual(t, frames[*o.Screen], o.Frame, "frames only when changed")
			frames[*o.Screen] = o.Frame
		}
		if o.Say != nil {
			assert.Equal(t, "fa", o.Lang)
		}
	}
	assert.Contains(t, out, `"over":true`)
	assert.Len(t, frames, 9, "main and eight pods")
	assert.Equal(t, out, run(), "the same presses, the same outputs")
}

func TestHeadlessRefusesWithTheLine(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"no JSON", "{\"at\":1,\"pod\":0,\"button\":\"A\",\"down\":true}\nrubbish\n", "line 2: "},
		{"no time", `{"pod":0,"button":"A","down":true}`, `line 1: "at" is missing`},
		{"before the start", `{"at":-1,"pod":0,"button":"A","down":true}`, `line 1: "at" must be from 0`},
		{"in a million years", `{"at":1e300,"pod":0,"button":"A","down":true}`, `line 1: "at" must be from 0`},
		{"back in time", "{\"at\":2,\"tray\":\"x\"}\n\n{\"at\":1,\"tray\":\"x\"}", `line 3: "at" goes back`},
		{"no such pod", `{"at":1,"pod":8,"button":"A","down":true}`, "line 1: there is no pod 8; there are 0 to 7, and -1"},
		{"no such button", `{"at":1,"pod":0,"button":"C","down":true}`, `line 1: there is no button "C"`},
		{"half a press", `{"at":1,"pod":0,"button":"A"}`, `line 1: a press has "pod", "button" and "down"`},
		{"unknown key", `{"at":1,"pot":0,"button":"A","down":true}`, `line 1: "pot" is not known here; a line is {`},
		{"no object", `["A"]`, "line 1: this is no JSON object; a line is {"},
		{"cut short", `{"at":1`, "line 1: this is not JSON: unexpected EOF; a line is {"},
		{"no number", `{"at":"1","pod":0,"button":"A","down":true}`, `line 1: "at" must be a number of seconds; a line is {`},
		{"half a pod", `{"at":1,"pod":0.5,"button":"A","down":true}`, `line 1: "pod" must be a whole number; a line is {`},
		{"no truth", `{"at":1,"pod":0,"button":"A","down":1}`, `line 1: "down" must be true or false; a line is {`},
		{"long line", `{"tray":"` + strings.Repeat("x", engine.MaxLine) + `"}`, "line 1: the line is longer than 1048576 bytes"},
		{"press and type", `{"at":1,"pod":0,"button":"A","down":true,"type":{}}`, "line 1: a press has"},
		{"two objects", `{"at":1,"tray":"x"} {}`, "line 1: there is something behind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, warn bytes.Buffer
			err := Headless{}.Run(box(t, Options{Painter: consoletest.Words{}}), strings.NewReader(c.file), &out, &warn)
			require.ErrorContains(t, err, c.want)
			assert.Empty(t, out.String())
		})
	}
}

func TestHeadlessTellsWhatTheGameRefuses(t *testing.T) {
	h := engine.Header{Game: "naro", Seats: names[:4]}
	var out, warn bytes.Buffer
	file := `{"at":1,"type":{"seat":"table","do":"loot","cards":["painting"]}}
{"at":2,"tray":"dice.jpg"}
{"at":3,"type":{"seat":"table","do":"loot","cards":["cash_20000","cash_10000","cash_10000","cash_5000","cash_5000","painting","diamond_1000","clip"]}}`
	s := box(t, Options{Painter: consoletest.Words{}})
	require.NoError(t, Headless{Start: &h}.Run(s, strings.NewReader(file), &out, &warn))
	assert.Contains(t, warn.String(), "at 1: NARO-3.2: ")
	assert.Contains(t, warn.String(), "at 2: tray dice.jpg: there is no dice reader here")
	assert.Contains(t, out.String(), `"phase":"load"`)
}

func BenchmarkWholeGameHeadless(b *testing.B) {
	h := naroHeader()
	file := presses(b, h)
	for b.Loop() {
		var out bytes.Buffer
		s := box(b, Options{})
		require.NoError(b, Headless{Start: &h}.Run(s, strings.NewReader(file), &out, &out))
		b.ReportMetric(float64(out.Len()), "B-out")
	}
}
