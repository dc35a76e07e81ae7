package enginetest

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"consigliere/engine"
	"consigliere/engine/bot"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// forkMoves is how long two plays are compared behind the choice in which they differ.
const forkMoves = 150

// testSecrets looks at one secret choice of each of many random plays.
func testSecrets(t *testing.T, title *engine.Title, c Config) {
	seen := map[string]int{}
	c.many(t, c.Games/2, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		verb, err := checkSecrets(title, h, rng, seen)
		if err != nil {
			rt.Fatalf("%v", err)
		}
		seen[verb]++
	})
	t.Logf("secret choices looked at: %v", seen)
	if !testing.Short() {
		for _, v := range c.Verbs {
			assert.NotZero(t, seen[v], "no secret %s was looked at", v)
		}
	}
}

// CheckSecrets plays a random game, goes back to one secret choice in it, and plays on twice
// from there with the same moves but for that choice. Whoever has not learned of the choice,
// as the cues say, must see the same in both: views, scenes, what is asked and what is told.
// It returns the verb of the choice, or "" if the play had none, and the first difference.
func CheckSecrets(title *engine.Title, h engine.Header, rng *rand.Rand) (string, error) {
	return checkSecrets(title, h, rng, nil)
}

// checkSecrets is CheckSecrets with the verbs looked at so far, of which the rarest is next.
func checkSecrets(title *engine.Title, h engine.Header, rng *rand.Rand, seen map[string]int) (string, error) {
	moves, places, err := secretsOf(title, h, rng)
	if err != nil || len(places) == 0 {
		return "", err
	}
	// A rare verb is as good as one that comes in each round.
	verbs := slices.Sorted(maps.Keys(places))
	verb := verbs[rng.IntN(len(verbs))]
	for _, v := range verbs {
		if seen[v] < seen[verb] {
			verb = v
		}
	}
	at := places[verb][rng.IntN(len(places[verb]))]
	f := &fork{title: title, h: h, player: bot.New(title, h.Seats, rng), rng: rng}
	for i := range f.games {
		if f.games[i], err = again(title, h, moves[:at]); err != nil {
			return verb, err
		}
	}
	f.record = append(f.record, moves[:at]...)
	if err := f.run(moves[at]); err != nil {
		return verb, fmt.Errorf("after the secret %s of %s: %w\nthe play with one choice:\n%s",
			verb, h.Seats.Name(moves[at].Seat), err, Record(h, f.record))
	}
	return verb, nil
}

// secretsOf plays a random game and returns its moves, and by verb the places of those that
// answered a secret ask.
func secretsOf(title *engine.Title, h engine.Header, rng *rand.Rand) ([]engine.Move, map[string][]int, error) {
	g, p, err := start(title, h, rng)
	if err != nil {
		return nil, nil, err
	}
	var moves []engine.Move
	places := map[string][]int{}
	for !g.Over() {
		asks := g.Asks(nil)
		a := &asks[rng.IntN(len(asks))]
		do, err := p.Pick(a)
		if err != nil {
			return nil, nil, err
		}
		if a.Secret {
			places[a.Verb] = append(places[a.Verb], len(moves))
		}
		m := engine.Move{Seat: a.Seat, Do: do}
		if _, err := g.Play(m); err != nil {
			return nil, nil, err
		}
		moves = append(moves, m)
	}
	return moves, places, nil
}

// A fork is two plays that differ in one secret choice.
type fork struct {
	title  *engine.Title
	h      engine.Header
	player *bot.Player
	rng    *rand.Rand
	games  [2]engine.Game
	record []engine.Move // of the first play
	knows  engine.SeatSet
}

// all is every seat of the play.
func (f *fork) all() engine.SeatSet { return 1<<uint(len(f.h.Seats)) - 1 }

// run makes the choice, once as m and once otherwise, and plays on.
func (f *fork) run(m engine.Move) error {
	other, ok, err := f.otherwise(m)
	if err != nil || !ok {
		return err
	}
	asks := f.games[0].Asks(nil)
	for i := range asks {
		if asks[i].Seat == m.Seat && asks[i].Verb == m.Do.Verb() && m.Seat == engine.Table {
			f.knows = f.knows.With(asks[i].Teller)
		}
	}
	f.knows = f.knows.With(m.Seat)
	if err := f.play(m, engine.Move{Seat: m.Seat, Do: other}); err != nil {
		return err
	}
	for range forkMoves {
		if f.knows == f.all() || f.games[0].Over() || f.games[1].Over() {
			return nil
		}
		next, ok, err := f.next()
		if err != nil || !ok {
			return err
		}
		if err := f.play(next, next); err != nil {
			return err
		}
	}
	return nil
}

// otherwise returns another answer to the ask that m answers. How many things are taken is
// never a secret, so the other answer has as many.
func (f *fork) otherwise(m engine.Move) (engine.Action, bool, error) {
	asks := f.games[0].Asks(nil)
	for i := range asks {
		a := &asks[i]
		if a.Seat != m.Seat || a.Verb != m.Do.Verb() {
			continue
		}
		for range 20 {
			do, err := f.player.Pick(a)
			if err != nil {
				return nil, false, err
			}
			if do != m.Do && sizeOf(do) == sizeOf(m.Do) {
				return do, true, nil
			}
		}
	}
	return nil, false, nil
}

func sizeOf(do engine.Action) int {
	n := 0
	for _, a := range do.Args(nil) {
		n += len(a.Value.Items)
	}
	return n
}

// next returns a move that both plays list, and whether there is one.
func (f *fork) next() (engine.Move, bool, error) {
	asks, others := f.games[0].Asks(nil), f.games[1].Asks(nil)
	for range 40 {
		a := &asks[f.rng.IntN(len(asks))]
		do, err := f.player.Pick(a)
		if err != nil {
			return engine.Move{}, false, err
		}
		if listedIn(f.h.Seats, others, a.Seat, do) {
			return engine.Move{Seat: a.Seat, Do: do}, true, nil
		}
	}
	return engine.Move{}, false, nil
}

// play makes a move in each play and compares what they show to those who do not know.
func (f *fork) play(moves ...engine.Move) error {
	f.record = append(f.record, moves[0])
	var cues [2][]engine.Cue
	for i, g := range f.games {
		c, err := g.Play(moves[i])
		if err != nil {
			return fmt.Errorf("%s: %w", engine.AppendMove(nil, f.h.Seats, moves[i]), err)
		}
		cues[i] = c
		for _, c := range c {
			f.knows |= c.Learned
		}
	}
	f.knows &= f.all()
	if f.knows == f.all() {
		return nil
	}
	for l := engine.Public; int(l) < len(f.h.Seats); l++ {
		if f.knows.Has(l) {
			continue
		}
		var seen [2][]byte
		for i, g := range f.games {
			seen[i] = Seen(f.title, f.h.Seats, g, cues[i], l)
		}
		if !bytes.Equal(seen[0], seen[1]) {
			return fmt.Errorf("%s sees a difference:\n%s\n%s", lookerName(f.h.Seats, l), seen[0], seen[1])
		}
	}
	return nil
}

func lookerName(r engine.Roster, l engine.Looker) string {
	if l == engine.Public {
		return "everybody"
	}
	return r.Name(l)
}

// Seen returns all that one looker can get from g after a move that gave cues, as text: the
// status, the scene, the asks as far as they are shown to him, and the cues that he notices.
func Seen(title *engine.Title, r engine.Roster, g engine.Game, cues []engine.Cue, l engine.Looker) []byte {
	b, err := engine.MarshalStatus(g, r, l)
	if err != nil {
		panic(err) // a view that cannot be written is a mistake of the game
	}
	b = fmt.Appendf(b, "\nscene %+v", title.Draw(g.View(l)))
	for _, a := range g.Asks(nil) {
		b = fmt.Appendf(b, "\nask %d %s %d %+v secret=%v retract=%v optional=%v teller=%d %v late=%v",
			a.Seat, a.Verb, a.Kind, a.Prompt, a.Secret, a.Retract, a.Optional, a.Teller, a.Limit, a.Late)
		if a.Secret && l != a.Seat && (a.Seat != engine.Table || l != a.Teller) {
			continue
		}
		if l == engine.Public && a.Secret {
			continue
		}
		b = fmt.Appendf(b, " %v %q %v %v %d-%d", a.Shown(), a.Arg, a.ShownThings(), a.Keys, a.Min, a.Max)
	}
	for _, c := range cues {
		if c.Kind == engine.CueQuiet || c.To != 0 && !c.To.Has(l) {
			continue
		}
		b = fmt.Appendf(b, "\ncue %d %+v", c.Kind, c.Text)
	}
	return b
}
