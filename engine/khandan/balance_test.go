package khandan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
)

// A census is what many reigns of the starter campaign came to.
type census struct {
	reigns int
	phases int
	ending [Fled + 1]int
	held   [secretRoles + 1]float64 // in a reign of n seats each role that is held counts 1/n
	won    [secretRoles + 1]int
	ends   [ResourceCount]int // reigns in which a resource came to 0 or 20
	final  [ResourceCount]int
}

// worthNow is what the resources as they stand bring a seat by its roles.
func (g *Game) worthNow(s engine.Seat) int {
	sc := g.reckon(s)
	return sc.resources + sc.public
}

// greed is how much better yes looks to a seat than no, if each possible consequence moves its
// resource by one.
func (g *Game) greed(s engine.Seat) int {
	var worth [2]int
	for side := range worth {
		after := *g
		for _, o := range g.pack.decisions[g.decision].Shown[side] {
			switch o.Slope {
			case Up:
				after.resources[o.Resource].Change(1)
			case Down:
				after.resources[o.Resource].Change(-1)
			}
		}
		worth[side] = after.worthNow(s)
	}
	return worth[0] - worth[1]
}

// greedyVote is the vote of a seat that looks at this phase and no further.
func (g *Game) greedyVote(s engine.Seat, rng *rand.Rand) Vote {
	better, power := g.greed(s), g.characters[s].power
	if better == 0 || power == 0 {
		return Vote{Choice: Strengthen}
	}
	choice := Yes
	if better < 0 {
		choice, better = No, -better
	}
	return Vote{Choice: choice, Power: min(power, 1+better/2+rng.IntN(2))}
}

// play plays a campaign of up to 8 reigns. Greedy seats vote by greed; all else is at random.
func (c *census) play(t *testing.T, seed uint64, greedy func(*rand.Rand) bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 41))
	title := Title()
	h := engine.Header{
		Game: "khandan", Seats: []string{"Ava", "Babak", "Chiara", "Dario", "Elham"}[:3+rng.IntN(3)], Seed: seed,
		Options: []byte(`{"pack":"starter","chance":"box","reigns":8}`),
	}
	made, _, err := title.New(h)
	require.NoError(t, err)
	g := made.(*Game)
	player := bot.New(title, h.Seats, rng)
	var votes [MaxSeats]bool
	for i := range votes {
		votes[i] = greedy(rng)
	}
	var ends [ResourceCount]bool
	for !g.Over() {
		var ask *engine.Ask
		asks := g.Asks(nil)
		for i := range asks {
			if !asks[i].Optional {
				ask = &asks[i]
				break
			}
		}
		require.NotNil(t, ask)
		was := g.step
		var do engine.Action
		if was == StepVote && g.votes[ask.Seat].Choice == NoChoice && votes[ask.Seat] {
			do = g.greedyVote(ask.Seat, rng)
		} else {
			do, err = player.Pick(ask)
			require.NoError(t, err)
		}
		_, err := g.Play(engine.Move{Seat: ask.Seat, Do: do})
		require.NoError(t, err, "%v", do)
		for i := range g.resources {
			if v := g.resources[i].Value; g.round > 0 && (v == 0 || v == TrackMax) {
				ends[i] = true
			}
		}
		if g.step == StepBetween && was != StepBetween {
			c.count(g, ends)
			ends = [ResourceCount]bool{}
		}
	}
}

// count counts a reign that has ended.
func (c *census) count(g *Game, ends [ResourceCount]bool) {
	c.reigns++
	c.phases += g.round
	c.ending[g.ending]++
	for s := range g.seats {
		c.held[g.characters[s].secret] += 1 / float64(g.seats)
	}
	c.won[g.characters[g.ranking[0]].secret]++
	for i := range ends {
		if ends[i] {
			c.ends[i]++
		}
		c.final[i] += g.resources[i].Value
	}
}

// share is how often a role won, times its share.
func (c *census) share(r Role) float64 { return float64(c.won[r]) / c.held[r] }

func (c *census) String() string {
	var b strings.Builder
	n := float64(c.reigns)
	fmt.Fprintf(&b, "%d reigns of %.1f phases", c.reigns, float64(c.phases)/n)
	for e := Death; e <= Fled; e++ {
		fmt.Fprintf(&b, ", %s %.1f%%", e, 100*float64(c.ending[e])/n)
	}
	b.WriteString("\nroles win times their share:")
	for r := Opportunist; r <= Extremist; r++ {
		fmt.Fprintf(&b, " %s %.2f", r, c.share(r))
	}
	b.WriteString("\ncame to an end:")
	for i := range c.ends {
		fmt.Fprintf(&b, " %s %.1f%% (mean %.1f)", Resource(i), 100*float64(c.ends[i])/n, float64(c.final[i])/n)
	}
	return b.String()
}

// TestStarterBalance plays reigns of the starter campaign by random and by greedy seats. There are
// enough of them to hold the balance against its bounds only with CONSIGLIERE_LONG.
func TestStarterBalance(t *testing.T) {
	long := os.Getenv("CONSIGLIERE_LONG") != ""
	reigns := 40
	switch {
	case long:
		reigns = 2000
	case testing.Short():
		reigns = 16
	}
	for name, greedy := range map[string]func(*rand.Rand) bool{
		"random": func(*rand.Rand) bool { return false },
		"greedy": func(*rand.Rand) bool { return true },
		"mixed":  func(r *rand.Rand) bool { return r.IntN(2) == 0 },
	} {
		t.Run(name, func(t *testing.T) {
			var c census
			for seed := uint64(1); c.reigns < reigns; seed++ {
				c.play(t, seed, greedy)
			}
			t.Log(c.String())
			for e := Death; e <= Fled; e++ {
				assert.Positive(t, c.ending[e], e.String())
				if long {
					assert.GreaterOrEqual(t, 100*c.ending[e], 15*c.reigns, e.String())
				}
			}
			if !long {
				return
			}
			for r := Opportunist; r <= Extremist; r++ {
				assert.LessOrEqual(t, c.share(r), 1.6, r.String())
			}
			for i := range c.ends {
				assert.LessOrEqual(t, 3*c.ends[i], c.reigns, Resource(i).String())
			}
		})
	}
}
