package anygame_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/document"
	"consigliere/engine/enginetest"
)

// maxMemory is how many bytes reading a script of 32 kB may allocate in all. Most is garbage at
// once: compiling an expression takes some 80 kB for a moment, and there can be 1,700 of them.
const maxMemory = 192 << 20

// maxKept is how many bytes of it may be kept.
const maxKept = 16 << 20

// FuzzScript checks that no script makes Read panic or needs much memory, that each mistake has a
// place and words, and that a play of what is accepted can begin.
func FuzzScript(f *testing.F) {
	f.Add(anygame.Template)
	for _, n := range anygame.Scripts() {
		f.Add(string(anygame.Text(n)))
	}
	f.Add("script: w\ntitle: W\nphases:\n  - {phase: go, ready: {by: table}, set: {mat: (mat + 1}, next: end}")
	f.Add("script: w\ntitle: {en: W, it: W}\nphases:\n  - phase: go\n\tdice: {sides: 6}\n")
	f.Add("script: w\ntitle: W\nvariables: {n: {each: 0, known: own, label: N}}\nphases:\n  - {phase: go, say: \"{go.winner} {\", first: }")
	title := anygameface.Title()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 32<<10 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var script *anygame.Script
		var wrong []engine.Mistake
		took := enginetest.CPU(func() { script, wrong = anygame.Read([]byte(text)) })
		require.Less(t, took, 5*time.Second, "it stands still")
		runtime.ReadMemStats(&after)
		require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(maxMemory))
		require.LessOrEqual(t, len(wrong), 2*document.MaxMistakes)
		for _, m := range wrong {
			require.NotEmpty(t, m.Why.Key)
			require.LessOrEqual(t, m.Line, strings.Count(text, "\n")+1)
		}
		if len(wrong) > 0 {
			return
		}
		options := append(append([]byte(`{"script":`), script.JSON()...), '}')
		_, _, err := title.Begin(engine.Header{Game: "anygame", Seats: twelve[:script.MinSeats], Options: options})
		require.NoError(t, err)
	})
}

// A script with as many expressions as 32 kB can hold needs little memory, too.
func TestReadIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("script: w\ntitle: W\nvariables: {a: 0}\nphases:\n")
	for i := 0; b.Len() < 31<<10; i++ {
		fmt.Fprintf(&b, "  - {phase: p%d, ready: {by: table}, next: [{if: a<1, to: p0}", i)
		for range 18 {
			b.WriteString(",{if: a<1, to: p0}")
		}
		b.WriteString("]}\n")
	}
	for _, s := range []string{b.String(), strings.Repeat("[", 32<<10), strings.Repeat("- ", 16<<10), strings.Repeat("{a: ", 8<<10)} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		script, _ := anygame.Read([]byte(s))
		runtime.ReadMemStats(&after)
		assert.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(maxMemory))
		runtime.GC()
		runtime.ReadMemStats(&after)
		assert.LessOrEqual(t, after.HeapAlloc, before.HeapAlloc+maxKept)
		runtime.KeepAlive(script)
	}
}

// wide is a script in which each of some phases sets variables to something large.
func wide(phases, sets int) string {
	var b strings.Builder
	b.WriteString("script: w\ntitle: W\nvariables:\n")
	for i := range sets {
		fmt.Fprintf(&b, "  v%d: {each: 0}\n", i)
	}
	b.WriteString("phases:\n  - {phase: go, ready: {}}\n")
	for i := range phases {
		fmt.Fprintf(&b, "  - phase: p%d\n    set:\n", i)
		for v := range sets {
			fmt.Fprintf(&b, "      v%d: sum(map(seats, sum(map(seats, 1%s))))\n", v, strings.Repeat("+1", 40))
		}
	}
	b.WriteString("  - {phase: more, ready: {}, next: go}\n")
	return b.String()
}

// A move that computes too much ends the play with a word, for all who replay it at the same
// place. Without a bound such scripts take seconds a move.
func TestMovesAreBounded(t *testing.T) {
	for range 2 {
		script, wrong := anygame.Read([]byte(wide(40, 1)))
		require.Empty(t, wrong)
		options := append(append([]byte(`{"script":`), script.JSON()...), '}')
		g, _, err := anygameface.Title().Begin(engine.Header{Game: "anygame", Seats: twelve[:12], Options: options})
		require.NoError(t, err)
		for s := range engine.Seat(12) {
			_, err := g.Play(engine.Move{Seat: s, Do: anygame.Ready{}})
			require.NoError(t, err)
		}
		require.True(t, g.Over(), "a play that computes without end goes on")
		phase, why := g.View(engine.Public).Public.(anygame.Status).Stop()
		assert.Equal(t, "cue.stop_steps", why.Key)
		assert.Equal(t, "p1", phase)
		assert.Empty(t, g.View(engine.Public).Result.(anygame.ResultStatus).Winners)
	}
	_, wrong := anygame.Read([]byte(wide(1, 4)))
	require.NotEmpty(t, wrong, "one phase computes more than a move may")
	assert.Equal(t, "refuse.script_heavy", wrong[0].Why.Key)
}

// Expressions are bounded before expr-lang compiles them, which calls itself for each bracket.
func TestExpressionsAreBounded(t *testing.T) {
	script := func(f string) string {
		return `{"script":"t","title":"T","phases":[{"phase":"a","ready":{},"if":"` + f + `"}]}`
	}
	nested := func(n int) string { return strings.Repeat("(", n) + "players > 1" + strings.Repeat(")", n) }
	for _, c := range []struct{ name, formula, want string }{
		{"good", nested(30), ""},
		{"nested", nested(31), "refuse.script_parens"},
		{"lists", strings.Repeat("[", 500), "refuse.script_parens"},
		{"long", nested(450 << 10), "refuse.script_formula_long"},
		{"signs", strings.Repeat("- ", 450<<10), "refuse.script_formula_long"},
		{"words", strings.Repeat("not ", 200<<10), "refuse.script_formula_long"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := begin(script(c.formula))
		runtime.ReadMemStats(&after)
		if c.want == "" {
			require.NoError(t, err, c.name)
		} else {
			require.ErrorContains(t, err, c.want, c.name)
		}
		assert.Less(t, int64(after.StackSys)-int64(before.StackSys), int64(8<<20), "%s: bytes of stack", c.name)
	}
}

// begin begins a play of a script for four.
func begin(script string) (engine.Game, []engine.Cue, error) {
	return anygameface.Title().Begin(engine.Header{Game: "anygame", Seats: twelve[:4], Options: []byte(`{"script":` + script + `}`)})
}

// No header keeps the box busy: what is written there takes about as long as it is long. Some of
// these took ten seconds.
func TestHeadersAreReadInTime(t *testing.T) {
	const most = 3 * time.Second // of a processor; they take a tenth of it
	many := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
			b.WriteByte(',')
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	const head, ready = `{"script":"t","title":"T",`, `"phases":[{"phase":"a","ready":{}`
	said := `[` + strings.TrimSuffix(strings.Repeat(`{"en":"{players} {1} {2} {3} {seats[0]} {seats[1]}","if":"players>2"},`, 20), ",") + `]`
	for name, script := range map[string]string{
		"words":     head + `"words":{` + many(`"w%d":"x"`, 30000) + `},` + ready + `}]}`,
		"variables": head + `"variables":{` + many(`"w%d":1`, 30000) + `},` + ready + `}]}`,
		"decks":     head + `"decks":{` + many(`"w%d":["yes"]`, 15000) + `},` + ready + `}]}`,
		"cards":     head + `"decks":{"d":{` + many(`"w%d":1`, 30000) + `}},` + ready + `}]}`,
		"set":       head + ready + `,"set":{` + many(`"w%d":1`, 30000) + `}}]}`,
		"keys":      head + many(`"w%d":1`, 30000) + `,` + ready + `}]}`,
		"of-phase":  head + ready + `,` + many(`"w%d":1`, 30000) + `}]}`,
		"know":      head + `"decks":{"d":["yes"]},"phases":[{"phase":"a","deal":{"from":"d","know":{` + many(`"w%d":["yes"]`, 15000) + `}}}]}`,
		"braces":    head + ready + `,"say":"` + many("{%d}", 120000) + `"}]}`,
		"texts":     head + `"phases":[` + many(`{"phase":"p%d","ready":{},"say":`+said+`,"then":`+said+`}`, 100) + `]}`,
	} {
		var err error
		took := enginetest.CPU(func() { _, _, err = begin(script) })
		assert.ErrorContains(t, err, "ANY-1.3", name)
		assert.Less(t, took, most, "%s: %d kB", name, len(script)>>10)
	}
}
