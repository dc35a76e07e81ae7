package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
)

// TestLightsOfTheOpenVote checks that the lights tell what was voted in the open, who may still
// add to it, and nothing about a sealed vote.
func TestLightsOfTheOpenVote(t *testing.T) {
	vote := func(voting string) (play func(lines ...string), brightest func() []hw.RGB) {
		h := engine.Header{Game: "khandan", Seats: names[:4], Options: []byte(`{"draft":"cards","voting":"` + voting + `"}`), Seed: 1}
		p := begin(t, games.All(), h, true)
		play = func(lines ...string) {
			for _, line := range lines {
				require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(line)}), line)
			}
			p.Wait(10 * time.Second) // until all is told
		}
		play(`{"seat":"table","do":"slopes","army":"up","wealth":"up","legitimacy":"down","welfare":"down","knowledge":"up"}`,
			`{"seat":"table","do":"lots","roles":{"marshal":"Ava","judge":"Ava","merchant":"Babak","steward":"Babak","sentinel":"Chiara","sage":"Chiara","vizier":"Dario","high_priest":"Dario"}}`,
			`{"seat":"table","do":"propose"}`)
		brightest = func() []hw.RGB { // over two seconds
			most := make([]hw.RGB, 4)
			for range 40 {
				p.Wait(50 * time.Millisecond)
				for i := range most {
					if c := p.Box.Lights.RGB[i]; int(c.R)+int(c.G)+int(c.B) > int(most[i].R)+int(most[i].G)+int(most[i].B) {
						most[i] = c
					}
				}
			}
			return most
		}
		return play, brightest
	}
	awaited, yes, no, aside := hw.RGB{R: 255, G: 150, B: 30}, hw.RGB{R: 40, G: 200, B: 90}, hw.RGB{R: 230, G: 30, B: 30}, hw.RGB{R: 60, G: 70, B: 90}

	play, brightest := vote("open")
	assert.Equal(t, []hw.RGB{awaited, awaited, awaited, awaited}, brightest())
	play(`{"seat":"Ava","do":"vote","choice":"yes","power":2}`, `{"seat":"Babak","do":"vote","choice":"no","power":1}`, `{"seat":"Chiara","do":"vote","choice":"moderate"}`)
	assert.Equal(t, []hw.RGB{yes, no, aside, awaited}, brightest())

	play, brightest = vote("sealed")
	play(`{"seat":"Ava","do":"vote","choice":"yes","power":2}`, `{"seat":"Babak","do":"vote","choice":"no","power":1}`, `{"seat":"Chiara","do":"vote","choice":"moderate"}`)
	lights := brightest()
	assert.Equal(t, lights[0], lights[1])
	assert.Equal(t, lights[0], lights[2])
	assert.Equal(t, awaited, lights[3])
}
