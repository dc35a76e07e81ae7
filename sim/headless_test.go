package sim

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

var names = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elif", "Farid", "Gaia", "Hana"}

// start returns the default box with all games.
func start(t testing.TB, o box.Options) *Sim {
	t.Helper()
	o.Titles = games.All()
	s, err := New(config.Default(), o)
	require.NoError(t, err)
	return s
}

// naroHeader returns the header of a game of Naro with eight seats.
func naroHeader() engine.Header {
	return engine.Header{Game: "naro", Seats: names, Options: []byte(`{"powers":true}`), Seed: 11}
}

// presses returns the presses of a whole game that is played at random on a console without
// chips.
func presses(t testing.TB, h engine.Header) string {
	fakes := consoletest.NewBox(len(config.Default().Pods), true)
	p, err := consoletest.New(console.Config{Box: fakes.HW, Titles: games.All(), Painter: consoletest.Words{}}, fakes)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
	var file strings.Builder
	p.Pressed = func(p hw.Press) {
		fmt.Fprintf(&file, "{\"at\":%s,\"pod\":%d,\"button\":%q,\"down\":%t}\n", seconds(p.At), p.Pod, p.Button, p.Down)
	}
	_, err = p.Play(rand.New(rand.NewPCG(11, 0)), 3000)
	require.NoError(t, err)
	return file.String()
}

// TestWholeGameHeadless plays a whole game from a file of presses, through the pins of the
// virtual expanders, and checks all outputs of the box.
func TestWholeGameHeadless(t *testing.T) {
	headers := []engine.Header{
		naroHeader(),
		{Game: "derpate", Seats: names[:4], Seed: 11},
	}
	if !enginetest.Wide() {
		headers = headers[:1]
	}
	for _, h := range headers {
		t.Run(h.Game, func(t *testing.T) { wholeGame(t, h) })
	}
}

func wholeGame(t *testing.T, h engine.Header) {
	file := presses(t, h)
	run := func() string {
		var out, warn bytes.Buffer
		s := start(t, box.Options{Lang: lang.Persian})
		require.NoError(t, Headless{Start: &command.Start{Header: h}}.Run(s, strings.NewReader(file), &out, &warn))
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
		{"no such button", `{"at":1,"pod":0,"button":"C","down":true}`, `line 1: button cannot be "C"; there are A, B, OK`},
		{"half a press", `{"at":1,"pod":0,"button":"A"}`, `line 1: a press has "pod", "button" and "down"`},
		{"unknown key", `{"at":1,"pot":0,"button":"A","down":true}`, `line 1: there is no key "pot" at the top; did you mean "pod"?; a press has "pod"`},
		{"no object", `["A"]`, "line 1: this is not a JSON object; a line is {"},
		{"cut short", `{"at":1`, "line 1: this is not JSON: unexpected EOF; a line is {"},
		{"no number", `{"at":"1","pod":0,"button":"A","down":true}`, `line 1: at must be a number; a line is {`},
		{"half a pod", `{"at":1,"pod":0.5,"button":"A","down":true}`, `line 1: pod must be a whole number; a line is {`},
		{"no truth", `{"at":1,"pod":0,"button":"A","down":1}`, `line 1: down must be true or false; a line is {`},
		{"long line", `{"tray":"` + strings.Repeat("x", engine.MaxLine) + `"}`, "line 1: the line is longer than 1048576 bytes"},
		{"all at once", `{"at":"1","pod":9,"button":"a","down":1}`, `line 1: at must be a number; there is no pod 9; there are 0 to 7, and -1 for the panel; down must be true or false; button cannot be "a"; did you mean "A"?; a line is {`},
		{"a key twice", `{"at":1,"at":2,"tray":"x"}`, `line 1: the key "at" is given twice; a line is {`},
		{"deep", `{"at":1,"type":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`, "line 1: this is nested too deeply; "},
		{"press and type", `{"at":1,"pod":0,"button":"A","down":true,"type":{}}`, "line 1: a press has"},
		{"two objects", `{"at":1,"tray":"x"} {}`, "line 1: there is something after the value; a line is {"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, warn bytes.Buffer
			err := Headless{}.Run(start(t, box.Options{Painter: consoletest.Words{}}), strings.NewReader(c.file), &out, &warn)
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
	s := start(t, box.Options{Painter: consoletest.Words{}})
	require.NoError(t, Headless{Start: &command.Start{Header: h}}.Run(s, strings.NewReader(file), &out, &warn))
	assert.Contains(t, warn.String(), "at 1: NARO-3.2: ")
	assert.Contains(t, warn.String(), "at 2: tray: open dice.jpg: no such file")
	assert.Contains(t, out.String(), `"phase":"load"`)
}

// TestHeadlessHearsTheLastRelease checks that the last release of a file counts, although its
// contact comes to rest after the last line: here it ends a peek, and the main screen covers
// what the seat holds.
func TestHeadlessHearsTheLastRelease(t *testing.T) {
	wired := config.Default()
	for i := range wired.Pods {
		wired.Pods[i].Screen = nil // so secrets are peeked at
	}
	run := func(file string) (frames []string) {
		s, err := New(wired, box.Options{Titles: games.All(), Painter: consoletest.Words{}})
		require.NoError(t, err)
		h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}
		var out, warn bytes.Buffer
		require.NoError(t, Headless{Start: &command.Start{Header: h}}.Run(s, strings.NewReader(file), &out, &warn))
		assert.Empty(t, warn.String())
		for line := range strings.Lines(out.String()) {
			var o struct{ Screen, Frame string }
			require.NoError(t, json.Unmarshal([]byte(line), &o))
			if o.Screen == "main" {
				pix, err := base64.StdEncoding.DecodeString(o.Frame)
				require.NoError(t, err)
				frames = append(frames, consoletest.Read(&hw.Frame{W: 128, H: 64, Pix: pix}))
			}
		}
		return frames
	}
	held := `{"at":5,"pod":0,"button":"OK","down":true}
{"at":8,"pod":-1,"button":"B","down":true}
{"at":8.5,"pod":-1,"button":"B","down":false}
`
	let := run(held + `{"at":9,"pod":0,"button":"OK","down":false}` + "\n")
	last := func(list []string) string { return list[len(list)-1] }
	assert.NotEqual(t, last(run(held)), last(let), "the release ends the peek")
}

func BenchmarkWholeGameHeadless(b *testing.B) {
	h := naroHeader()
	file := presses(b, h)
	for b.Loop() {
		var out bytes.Buffer
		s := start(b, box.Options{})
		require.NoError(b, Headless{Start: &command.Start{Header: h}}.Run(s, strings.NewReader(file), &out, &out))
		b.ReportMetric(float64(out.Len()), "B-out")
	}
}
