package console_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/console/consoletest"
)

// The main screen says where those who are asked in secret answer, and in turn with that which part of the game it is.
func TestWhereTheyAnswer(t *testing.T) {
	for private, want := range map[bool]string{true: "Answer on your screen", false: "Hold OK to see choices"} {
		p := naroTable(t, 4, `{"chance":"box"}`, private)
		feet := map[string]bool{}
		for range 30 {
			p.Wait(time.Second)
			words := p.Box.Main.Words()
			if strings.Contains(words, "Choose a bullet") {
				feet[words[strings.LastIndex(words, " | ")+3:]] = true
			}
		}
		assert.True(t, feet[want], "%v", feet)
		assert.False(t, feet["Answer on your screen"] && feet["Hold OK to see choices"], "%v", feet)
	}
}

// TestWhoIsAskedTheQuestion holds that whoever has answered the question of a scene, and is asked something else since, is no longer
// among those who are asked it.
func TestWhoIsAskedTheQuestion(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "khandan", Seats: names[:4], Options: []byte(`{"chance":"box","pack":"starter","reigns":1}`), Seed: 4}, true)
	rng := rand.New(rand.NewPCG(4, 4))
	seen := 0
	for n := 0; n < 3000 && seen < 5 && !p.Table.Over(); n++ {
		for !p.Console.Quiet() {
			p.Wait(100 * time.Millisecond)
		}
		asks := p.Table.Asks()
		asked := func(verb string) int {
			return slices.IndexFunc(asks, func(a engine.Ask) bool { return a.Verb == verb && a.Seat >= 0 && !a.Optional })
		}
		if vote, done := asked("vote"), asked("done"); vote >= 0 && done >= 0 {
			// Few are named.
			if q := p.Console.Snapshot().Public("en").Question; q != "" && !strings.Contains(q, "players") {
				seen++
				assert.Contains(t, q, names[asks[vote].Seat])
				assert.NotContains(t, q, names[asks[done].Seat])
			}
		}
		i := slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional })
		require.GreaterOrEqual(t, i, 0)
		w, ok := consoletest.Random(&asks[i], rng)
		require.True(t, ok)
		p.Tap(consoletest.PodOf(&asks[i]), append(consoletest.Reach(asks, &asks[i]), consoletest.Taps(p.Table.Title().Moves, &asks[i], w)...)...)
		p.Wait(300 * time.Millisecond)
	}
	assert.Positive(t, seen)
}
