package corleone

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
)

const babak engine.Seat = 1

// otherJob exchanges a job in Babak's hand with another one low in the deck. No record can do that
// without a trace.
func (g *Game) otherJob() bool {
	p := &g.players[babak]
	last := int(g.deckTop) + int(g.deckN) - 1
	for j := range g.cat.Jobs {
		if k := g.deck[last]; p.jobs[j] > 0 && int(k) != j {
			p.jobs[j]--
			p.jobs[k]++
			g.seen[j]--
			g.seen[k]++
			g.deck[last] = uint8(j)
			return true
		}
	}
	return false
}

// What Babak's hand holds must not show: beside a play that the box deals runs a twin in which he
// holds another job. As long as he shows none, nobody else sees a difference in views, scenes, asks
// and cues. A leak is planted in some plays, and found.
func TestTwins(t *testing.T) {
	title := WithFace()
	compared := 0
	plays := uint64(4) // with two to five seats
	switch {
	case os.Getenv("CONSIGLIERE_LONG") != "":
		plays = 80
	case enginetest.Wide():
		plays = 8
	}
	for seed := range plays {
		seats := 2 + int(seed)%4
		h := engine.Header{
			Game: "corleone", Seats: append(slices.Clone(table4), "Elena")[:seats], Seed: seed,
			Options: []byte(`{"chance":"box"}`),
		}
		var games [2]*Game
		for i := range games {
			g, _, err := title.Begin(h)
			require.NoError(t, err)
			games[i] = g.(*Game)
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		p := bot.New(title, h.Seats, rng)
		viewers := []engine.Viewer{engine.Public, 0, 2, 3, 4}[:seats]
		look := func(i int, cues []engine.Cue) string {
			return string(enginetest.Seen(title, h.Seats, games[i], cues, viewers...))
		}
		same := func(cues [2][]engine.Cue) {
			t.Helper()
			if !enginetest.Alike(title, h.Seats, [2]engine.Game{games[0], games[1]}, cues, viewers...) {
				require.Equal(t, look(0, cues[0]), look(1, cues[1]))
			}
		}
		start := rng.IntN(100)
		twins := false
		for move := 0; !games[0].Over() && games[0].deckN > 4; move++ {
			if !twins && move >= start {
				if twins = games[1].otherJob(); twins {
					require.NotEqual(t, games[0].private(babak), games[1].private(babak))
				}
			}
			if twins {
				same([2][]engine.Cue{})
			}
			asks := games[0].Asks(nil)
			a := &asks[rng.IntN(len(asks))]
			do, err := p.Pick(a)
			require.NoError(t, err)
			others := games[1].Asks(nil)
			at := slices.IndexFunc(others, func(b engine.Ask) bool { return b.ID() == a.ID() && enginetest.Listed(title.Moves, &b, do) })
			if at < 0 {
				if twins && a.Seat == babak {
					break // he shows the job
				}
				require.GreaterOrEqual(t, at, 0)
			}
			var cues [2][]engine.Cue
			for i, g := range games {
				cues[i], err = g.Play(engine.Move{Seat: a.Seat, Do: do})
				require.NoError(t, err)
			}
			if twins && !games[0].Over() {
				same(cues)
				compared++
			}
		}
		if twins && !games[0].Over() { // a planted leak: Babak's own view to the public
			viewers = append(viewers, babak)
			assert.NotEqual(t, look(0, nil), look(1, nil))
		}
	}
	assert.Greater(t, compared, 12*int(plays))
}

// What another has drawn in secret refuses nothing and is missing from no list: not from the jobs
// that may be dealt, nor from what may be drawn or discarded by name.
func TestNobodyIsRefusedByWhatIsSecret(t *testing.T) {
	const shakeDown, swissBox = "shake_down", "swiss_box"
	for _, line := range []engine.Move{
		{Seat: engine.Table, Do: DealJobs{}},
		{Seat: 0, Do: UseDraw{Keep: swissBox, Discard: Unknown}},
		{Seat: 0, Do: UseDraw{Keep: Unknown, Discard: swissBox}},
		{Seat: 0, Do: Job{From: FromHand, Job: swissBox, Pay: Goods{Narcotics: 1}}},
		{Seat: engine.Table, Do: Adjust{Of: 1, Lose: "job:" + swissBox}},
		{Seat: engine.Table, Do: Adjust{Of: 1, Gain: "job:" + swissBox}},
	} {
		var asks [2]string
		for i, id := range []string{shakeDown, swissBox} {
			g, _, err := WithFace().Begin(engine.Header{Game: "corleone", Seats: table4, Seed: 1})
			require.NoError(t, err)
			game := g.(*Game)
			game.rowN = 0
			game.seen = [allJobs]uint8{}
			game.players[babak].unknown--
			game.players[babak].learnAlone(game.cat.JobAt[id])
			game.seen[game.cat.JobAt[id]]++
			game.drewInSecret = true
			game.players[0].goods[Narcotics] = 1
			game.step, game.turn = stepFamily, 0
			switch do := line.Do.(type) {
			case DealJobs:
				game.step, game.turn = stepRefill, engine.NoSeat
				ids := []string{swissBox}
				for j := range game.cat.Jobs {
					if len(ids) < game.emptySlots() && game.cat.Jobs[j].ID != swissBox {
						ids = append(ids, game.cat.Jobs[j].ID)
					}
				}
				do.Jobs = IDs(strings.Join(ids, comma))
				line.Do = do
			case UseDraw:
				game.push(0, ofJob, 0, []Ability{JobDraw, Mayor})
			}
			asks[i] = fmt.Sprint(game.Asks(nil))
			_, err = game.Play(line)
			require.NoErrorf(t, err, "%+v with %s in his hand", line, id)
		}
		assert.Equalf(t, asks[0], asks[1], "%+v", line)
	}
}
