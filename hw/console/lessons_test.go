package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/console"
)

// In a first game a reveal stands until somebody has read what it shows: the picture in turn with
// the lesson on the main screen, both on the desk.
func TestALessonHoldsTheFirstReveal(t *testing.T) {
	p := inMenu(t)
	require.NoError(t, p.Console.Do(0, console.Start{
		Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, Teach: true,
	}))
	held := 0
	for range 400 {
		d := p.Console.Desk("en")
		if strings.Contains(d.Lesson, "Whoever ducks is safe") {
			held++
			require.NotNil(t, d.Reveal)
			assert.Equal(t, "Who stands, who ducks", d.Reveal.Heading)
			seen := map[string]bool{}
			for range 30 {
				p.Wait(time.Second)
				page, _, _ := strings.Cut(p.Box.Main.Words(), " | ")
				seen[page] = true
				assert.Contains(t, p.Box.Main.Words(), "OK: go on")
			}
			assert.Equal(t, map[string]bool{"Who stands, who ducks": true, "Lesson": true}, seen)
			require.NotNil(t, p.Console.Desk("en").Reveal, "it stands until it has been read")
			break
		}
		switch {
		case d.Lesson != "":
			p.Press(hw.Panel, hw.OK)
		default:
			for s := range hw.Pod(4) {
				if p.Console.Desk("en").Lesson == "" { // OK would go on
					p.Press(s, hw.A, hw.OK)
				}
			}
		}
		p.Wait(3 * time.Second)
	}
	require.Equal(t, 1, held)
	p.Press(hw.Panel, hw.OK)
	p.Wait(4 * time.Second)
	assert.NotContains(t, p.Console.Desk("en").Lesson, "Whoever ducks is safe")
}
