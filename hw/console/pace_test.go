package console_test

import (
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/hw"

	"github.com/stretchr/testify/assert"
)

// TestNobodyWaitsForTheVoice begins a play with cues, lets one pod press while they are
// called, and holds against each other what was called and when.
func TestNobodyWaitsForTheVoice(t *testing.T) {
	say := func(k engine.CueKind, key string) engine.Cue { return engine.Cue{Kind: k, Text: engine.Say(key)} }
	var (
		red    = say(engine.CueSay, "card.red")
		blue   = say(engine.CueGain, "card.blue")
		hit    = say(engine.CueHit, "card.green")
		reveal = say(engine.CueReveal, "card.green")
		count  = engine.Cue{Kind: engine.CueCount}
		own    = engine.Ask{Seat: 0, Verb: "pick", Options: words("red", "blue"), Prompt: engine.Say("game.title")}
		secret = own
		other  = own
	)
	secret.Secret = true
	other.Seat = 1
	type heard struct {
		text string
		at   time.Duration
	}
	const s, ms = time.Second, time.Millisecond
	for _, c := range []struct {
		name  string
		cues  []engine.Cue
		asks  []engine.Ask
		press time.Duration // of pod 0; 0: never
		want  []heard
		lit   time.Duration // when the light of seat 0 begins to ask
	}{
		{"to the end, if nobody presses", []engine.Cue{red, blue, red}, []engine.Ask{own}, 0, []heard{{"Red", 0}, {"Blue", 1 * s}, {"Red", 2 * s}}, 0},
		{"told no further", []engine.Cue{red, blue, red}, []engine.Ask{own}, 500 * ms, []heard{{"Red", 0}}, 0},
		{"a hit alone is merely told", []engine.Cue{red, hit, red}, []engine.Ask{own}, 500 * ms, []heard{{"Red", 0}}, 0},
		{"to what is revealed, which has its time", []engine.Cue{red, blue, reveal, hit, red}, []engine.Ask{own}, 500 * ms, []heard{{"Red", 0}, {"Green", 500 * ms}, {"Green", 2300 * ms}, {"Red", 3500 * ms}}, 3500 * ms},
		{"not past what is revealed", []engine.Cue{reveal, red}, []engine.Ask{own}, 500 * ms, []heard{{"Green", 0}, {"Red", 1800 * ms}}, 1800 * ms},
		{"to the count, after its silence", []engine.Cue{red, blue, count}, []engine.Ask{own}, 500 * ms, []heard{{"Red", 0}, {"One!", 1300 * ms}, {"Two!", 2100 * ms}, {"Three!", 2900 * ms}}, 2900 * ms},
		{"not past a count", []engine.Cue{count, red}, []engine.Ask{own}, 1000 * ms, []heard{{"One!", 800 * ms}, {"Two!", 1600 * ms}, {"Three!", 2400 * ms}, {"Red", 3200 * ms}}, 2400 * ms},
		{"who is asked a secret is not heard to press", []engine.Cue{red, blue}, []engine.Ask{secret}, 500 * ms, []heard{{"Red", 0}, {"Blue", 1 * s}}, 0},
		{"the others listen still", []engine.Cue{red, blue}, []engine.Ask{own, other}, 500 * ms, []heard{{"Red", 0}, {"Blue", 1 * s}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			title, game := scripted(c.asks[0])
			game.beside, game.opening = c.asks[1:], c.cues
			p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: names[:2]}, true)
			lit := time.Duration(-1)
			look := func(until time.Duration) {
				for p.Now < until {
					p.Wait(20 * time.Millisecond)
					if lit < 0 && p.Box.Lights.RGB[0] != (hw.RGB{}) {
						lit = p.Now
					}
				}
			}
			if c.press > 0 {
				look(c.press)
				p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: hw.A, Down: true})
				p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: hw.A})
			}
			look(8 * time.Second)
			var got []heard
			for i, text := range p.Box.Speaker.Said {
				got = append(got, heard{text, p.Box.Speaker.At[i]})
			}
			assert.Equal(t, c.want, got)
			assert.InDelta(t, c.lit.Seconds(), lit.Seconds(), 0.05, "the light asks")
		})
	}
}

// TestLimitBeginsWhereTheTellingEnds checks that pressing on costs nobody time to answer, and
// gains none.
func TestLimitBeginsWhereTheTellingEnds(t *testing.T) {
	pick := words("red", "blue", "green")
	own := engine.Ask{
		Seat: 0, Verb: "pick", Options: pick, Prompt: engine.Say("game.title"),
		Limit: 10 * time.Second, Late: pick[2],
	}
	title, game := scripted(own)
	game.opening = []engine.Cue{{Kind: engine.CueSay, Text: engine.Say("card.red")}, {Kind: engine.CueSay, Text: engine.Say("card.blue")}}
	for _, c := range []struct {
		name        string
		press, late time.Duration
	}{
		{"told to the end", 3 * time.Second, 12 * time.Second},
		{"pressed on", 500 * time.Millisecond, 10500 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: names[:2]}, true)
			p.Wait(c.press)
			p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: hw.A, Down: true})
			p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: hw.A})
			p.Wait(c.late - 10*time.Millisecond - p.Now)
			assert.Empty(t, game.lines, "before the time is over")
			p.Wait(20 * time.Millisecond)
			assert.Len(t, game.lines, 1, "the time is over")
		})
	}
}
