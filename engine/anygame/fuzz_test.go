package anygame_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	"consigliere/engine/document"
)

// maxMemory is how many bytes reading a script of 32 kB may allocate in all. Most is garbage at
// once: compiling an expression takes some 80 kB for a moment, and there can be 1,700 of them.
const maxMemory = 192 << 20

// maxKept is how many bytes of it may be kept.
const maxKept = 16 << 20

// FuzzScript holds that no script makes Read panic or needs much memory, that each mistake has a
// place and words, and that a play of what is accepted can begin.
func FuzzScript(f *testing.F) {
	f.Add(anygame.Template)
	for _, n := range anygame.Scripts() {
		f.Add(string(anygame.Text(n)))
	}
	f.Add("script: w\ntitle: W\nphases:\n  - {phase: go, ready: {by: table}, set: {mat: (mat + 1}, next: end}")
	f.Add("script: w\ntitle: {en: W, it: W}\nphases:\n  - phase: go\n\tdice: {sides: 6}\n")
	f.Add("script: w\ntitle: W\nvariables: {n: {each: 0, known: own, label: N}}\nphases:\n  - {phase: go, say: \"{go.winner} {\", first: }")
	title := anygame.Title()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 32<<10 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		script, wrong := anygame.Read([]byte(text))
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
