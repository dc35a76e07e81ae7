package caller_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/caller"
)

// told is a beat that has begun.
type told struct {
	at   time.Duration
	beat caller.Beat
}

// hear steps a caller until nothing is left, and returns what was called when.
func hear(c *caller.Caller) []told {
	var list []told
	for at := c.Next(); at != caller.Never; at = c.Next() {
		for b, changed := c.Step(at, 0); changed; b, changed = c.Step(at, 0) {
			if b != nil {
				list = append(list, told{at, *b})
			}
		}
	}
	return list
}

func call(k engine.CueKind, key string) caller.Call {
	return caller.Call{Cue: &engine.Cue{Kind: k, Text: engine.Say(key)}, Row: -1}
}

func Example() {
	var c caller.Caller
	c.Keep(caller.Normal)
	c.Begin(0)
	c.Call(0, []caller.Call{call(engine.CuePhase, "phase.load"), call(engine.CueCount, "cue.aim"), call(engine.CueReveal, "cue.aimed")})
	for _, t := range hear(&c) {
		fmt.Println(t.at, t.beat.Text.Key, t.beat.Count, t.beat.Tone().Hz)
	}
	fmt.Println("a limit of the table has run for", c.Clock(10*time.Second))
	// Output:
	// 0s phase.load 0 0
	// 1.8s cue.aim 1 660
	// 2.6s cue.aim 2 660
	// 3.4s cue.aim 3 990
	// 4.2s cue.aim 0 0
	// 5.2s cue.aimed 0 523
	// a limit of the table has run for 3s
}

// TestEveryKindOfCue checks that each kind that games can give has its row: it is called at a time of its own, or not
// at all.
func TestEveryKindOfCue(t *testing.T) {
	lasts := map[engine.CueKind]time.Duration{
		engine.CueSay: time.Second, engine.CuePhase: time.Second, engine.CueCount: 4200 * time.Millisecond, engine.CueReveal: 1800 * time.Millisecond,
		engine.CueThrow: 1800 * time.Millisecond, engine.CueHit: 1200 * time.Millisecond, engine.CueGain: time.Second, engine.CueResult: 2500 * time.Millisecond,
	}
	for k := engine.CueSay; k < engine.CueQuiet; k++ {
		var c caller.Caller
		c.Keep(caller.Normal)
		c.Begin(0)
		q := call(k, "cue.x")
		require.True(t, caller.Called(q.Cue), k)
		c.Call(0, []caller.Call{q})
		last := hear(&c)
		require.NotEmpty(t, last, k)
		b := last[len(last)-1]
		assert.Equal(t, lasts[k], b.at+b.beat.Lasts(), k)
	}
	assert.False(t, caller.Called(&engine.Cue{Kind: engine.CueQuiet, Text: engine.Say("cue.x")}))
	assert.False(t, caller.Called(&engine.Cue{Text: engine.Say("cue.x"), To: engine.SeatsOf(1)}))
	assert.False(t, caller.Called(&engine.Cue{Kind: engine.CuePhase}))
	assert.True(t, caller.Called(&engine.Cue{Kind: engine.CueReveal}), "it shows the scene itself")
}

// TestHitAfterReveal checks that a hit is a part of the reveal before it, which no screen runs ahead of, and merely told alone.
func TestHitAfterReveal(t *testing.T) {
	for _, first := range []engine.CueKind{engine.CueSay, engine.CueReveal} {
		var c caller.Caller
		c.Begin(0)
		c.Call(0, []caller.Call{call(first, "cue.x"), call(engine.CueHit, "cue.hit")})
		b, _ := c.Step(0, 0)
		require.Equal(t, "cue.x", b.Text.Key)
		_, _ = c.Step(c.Next(), 0) // it is over
		assert.Equal(t, first == engine.CueReveal, c.Dramatic(), first)
	}
}

// TestLooks holds how long a picture is looked at: as long as it was handed in, by the pace, and not once more where the cue
// before has shown it, unless its pages are turned again.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		name string
		pace caller.Pace
		edit func(q *caller.Call)
		want time.Duration // of the second beat
	}{
		{"a picture", caller.Normal, func(q *caller.Call) { q.Picture = &engine.Scene{Heading: engine.Say("other")} }, 5 * time.Second},
		{"calmly", caller.Calm, func(q *caller.Call) { q.Picture = &engine.Scene{Heading: engine.Say("other")} }, 7500 * time.Millisecond},
		{"the same", caller.Normal, func(*caller.Call) {}, time.Second},
		{"the same with pages", caller.Normal, func(q *caller.Call) { q.Turns = true }, 5 * time.Second},
		{"a reveal has its own time", caller.Normal, func(q *caller.Call) {
			q.Picture, q.Cue = &engine.Scene{Heading: engine.Say("other")}, &engine.Cue{Kind: engine.CueReveal}
		}, 1800 * time.Millisecond},
		{"unless it is to be read", caller.Normal, func(q *caller.Call) {
			q.Picture, q.Cue = &engine.Scene{Heading: engine.Say("other")}, &engine.Cue{Kind: engine.CueReveal, Read: true}
		}, 5 * time.Second},
		{"about a line", caller.Normal, func(q *caller.Call) { q.Picture, q.Row = &engine.Scene{}, 0 }, time.Second},
	} {
		var k caller.Caller
		k.Keep(c.pace)
		k.Begin(0)
		first := call(engine.CueSay, "cue.x")
		first.Picture, first.Looks = &engine.Scene{}, 5*time.Second
		second := first
		c.edit(&second)
		k.Call(0, []caller.Call{first, second})
		heard := hear(&k)
		require.Len(t, heard, 2)
		assert.Equal(t, c.want, heard[1].beat.Lasts(), c.name)
	}
}

// TestPictures checks that each cue adds its icon to the picture, and that what was given out before stays.
func TestPictures(t *testing.T) {
	p := caller.Pictures{1: &engine.Scene{Lines: []engine.Line{{Seat: 0}, {Seat: 1}}}}
	hit := engine.Say("cue.hit")
	hit.AddSeat(1)
	before, row := p.Add(&engine.Cue{Kind: engine.CueReveal, Picture: 1, Text: hit, Icon: engine.IconAwait})
	assert.Equal(t, -1, row, "it is about all of it")
	after, row := p.Add(&engine.Cue{Kind: engine.CueHit, Picture: 1, Text: hit, Icon: engine.IconAwait})
	assert.Equal(t, 1, row)
	assert.Empty(t, before.Lines[1].Icons)
	assert.Equal(t, []engine.Icon{engine.IconAwait}, after.Lines[1].Icons)
}

// TestWhatIsAnsweredIsLeftOut checks that nobody hears any more what was asked, nor a count that opens it, when all of it has been
// answered; what has happened is told to its end, and a count that has begun is counted to its end.
func TestWhatIsAnsweredIsLeftOut(t *testing.T) {
	asks := call(engine.CueSay, "cue.use")
	asks.Cue.Asks = true
	opens := call(engine.CueCount, "cue.count")
	opens.Cue.Opens = true
	all := []caller.Call{call(engine.CueReveal, "cue.aimed"), call(engine.CueGain, "cue.gain"), call(engine.CuePhase, "phase.stand"), asks, opens, call(engine.CueResult, "cue.winner")}
	keys := func(list []told) (out []string) {
		for _, x := range list {
			out = append(out, x.beat.Text.Key)
		}
		return out
	}
	for _, c := range []struct {
		name     string
		answered time.Duration
		want     []string
		lasts    time.Duration // of the whole
	}{
		{"before it is told", 0, []string{"cue.aimed", "cue.gain", "cue.winner"}, 5300 * time.Millisecond},
		{"while something else is told", 2 * time.Second, []string{"cue.aimed", "cue.gain", "cue.winner"}, 5300 * time.Millisecond},
		{"while it is told", 3 * time.Second, []string{"cue.aimed", "cue.gain", "phase.stand", "cue.winner"}, 5500 * time.Millisecond},
		{"while it is counted", 6500 * time.Millisecond, []string{"cue.aimed", "cue.gain", "phase.stand", "cue.use", "cue.count", "cue.count", "cue.count", "cue.winner"}, 10500 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			var k caller.Caller
			k.Keep(caller.Normal)
			k.Begin(0)
			k.Call(0, all)
			var heard []told
			answered, last := false, time.Duration(0)
			for at := k.Next(); at != caller.Never; at = k.Next() {
				if !answered && at > c.answered {
					k.Answered(c.answered)
					answered = true
					continue
				}
				last = at
				for b, changed := k.Step(at, 0); changed; b, changed = k.Step(at, 0) {
					if b != nil {
						heard = append(heard, told{at, *b})
					}
				}
			}
			assert.Equal(t, c.want, keys(heard))
			assert.Equal(t, c.lasts, last, "it lasts no longer than what is told")
		})
	}
}

// A stage shows the table as it was before a move until that is told, however many moves have been made meanwhile; what is
// left out is told.
func TestTableIsAsTold(t *testing.T) {
	var c caller.Caller
	c.Keep(caller.Normal)
	c.Begin(0)
	moves := [][]string{{"cue.one", "cue.more"}, {"cue.two"}, {"cue.three"}}
	for i, keys := range moves {
		var calls []caller.Call
		for _, key := range keys {
			calls = append(calls, call(engine.CueGain, key))
		}
		calls[0].Before = engine.Pieces{{Kind: "table", N: i}}
		c.Call(0, calls)
	}
	shown := func() int {
		if b := c.Before(); b != nil {
			return b[0].N
		}
		return len(moves)
	}
	assert.Equal(t, 0, shown())
	seen := map[string]int{}
	for at := c.Next(); at != caller.Never; at = c.Next() {
		for b, changed := c.Step(at, 0); changed; b, changed = c.Step(at, 0) {
			if b != nil {
				seen[b.Text.Key] = shown()
			}
		}
	}
	assert.Equal(t, map[string]int{"cue.one": 1, "cue.more": 1, "cue.two": 2, "cue.three": 3}, seen)
	assert.Nil(t, c.Before())
}
