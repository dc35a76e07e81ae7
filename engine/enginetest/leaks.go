package enginetest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

// A Leak lets a game tell what it should not, each time in one way that could really happen. The
// functions get what the game tells and the game itself, and return what is told instead; a nil
// one changes nothing.
type Leak struct {
	Cues func([]engine.Cue, engine.Game) []engine.Cue
	View func(engine.View, engine.Game) engine.View
	Asks func([]engine.Ask, engine.Game) []engine.Ask
}

// Found fails the test unless [CheckSecrets] finds the leak in one of the given number of random plays of
// a title, whose seeds follow the header's.
func (l Leak) Found(t *testing.T, title *engine.Title, h engine.Header, plays int) {
	t.Helper()
	leaky := *title
	leaky.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
		g, cues, err := title.New(h)
		return leakyGame{g, l}, cues, err
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range plays {
		h.Seed++
		if _, err := CheckSecrets(&leaky, h, rng); err != nil {
			return
		}
	}
	assert.Fail(t, "the leak was not found")
}

// leakyGame is a game with a leak.
type leakyGame struct {
	engine.Game
	leak Leak
}

func (g leakyGame) Play(m engine.Move) ([]engine.Cue, error) {
	cues, err := g.Game.Play(m)
	if err == nil && g.leak.Cues != nil {
		cues = g.leak.Cues(cues, g.Game)
	}
	return cues, err
}

func (g leakyGame) View(who engine.Viewer) engine.View {
	v := g.Game.View(who)
	if g.leak.View != nil {
		v = g.leak.View(v, g.Game)
	}
	return v
}

func (g leakyGame) Asks(dst []engine.Ask) []engine.Ask {
	dst = g.Game.Asks(dst)
	if g.leak.Asks != nil {
		dst = g.leak.Asks(dst, g.Game)
	}
	return dst
}
