package console_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/naro"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A world is one of two plays that differ only in what is secret.
type world struct {
	*consoletest.Player
	log    bytes.Buffer
	shadow engine.Game // follows the play, to tell who learned what
	reader *engine.MoveReader
	header engine.Header
	moves  int
	public int   // how much of what was put out has been compared
	seen   []int // the same by seat
	logged int
}

func newWorld(t *engine.Title, h engine.Header, private bool) (*world, error) {
	w := &world{header: h, reader: engine.NewMoveReader(t, h.Seats), seen: make([]int, len(h.Seats))}
	b := consoletest.NewBox(8, private)
	quiet := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: quiet}))
	c, err := console.New(console.Config{Box: b.HW, Titles: []*engine.Title{t}, Painter: consoletest.Words{}, Log: log})
	if err != nil {
		return nil, err
	}
	w.Player = &consoletest.Player{Console: c, Box: b}
	if w.shadow, err = t.Begin(h); err != nil {
		return nil, err
	}
	return w, c.Start(0, h)
}

// follow plays in the shadow what was played, and returns who learned something.
func (w *world) follow() (engine.SeatSet, error) {
	var learned engine.SeatSet
	lines := strings.Split(strings.TrimSpace(string(w.Console.Table().AppendRecord(nil))), "\n")[1:]
	for ; w.moves < len(lines); w.moves++ {
		m, err := w.reader.Read([]byte(lines[w.moves]))
		if err != nil {
			return 0, err
		}
		cues, err := w.shadow.Play(m)
		if err != nil {
			return 0, err
		}
		for _, c := range cues {
			learned |= c.Learned
		}
	}
	return learned, nil
}

// answer presses all of an answer but its last OK, and is done after a fixed time.
func (w *world) answer(a *engine.Ask, ans consoletest.Answer) []consoletest.Tap {
	until := w.Now + 4*time.Second
	list := consoletest.Taps(a, ans)
	last := len(list) - 1
	if last > 70 {
		last = 0
	}
	w.Tap(consoletest.PodOf(a), list[:last]...)
	w.Wait(until - w.Now)
	return list[last:]
}

// state returns what the game lets a looker know, as JSON.
func (w *world) state(l engine.Looker) string {
	v := w.shadow.View(l)
	part := v.Private
	if l == engine.Public {
		part = []any{v.Public, v.Result}
	}
	b, err := json.Marshal(part)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// desk returns all that browsers get of what is public.
func (w *world) desk() string {
	var all []byte
	for _, l := range lang.All() {
		b, err := json.Marshal(w.Console.Desk(l))
		if err != nil {
			return err.Error()
		}
		all = append(all, b...)
	}
	return string(all) + string(w.Console.Public())
}

// sameUntilRevealed plays two plays with the same moves but for secret choices, which
// differ at random. As long as the rules have not shown a difference to everybody,
// everything public must be equal byte for byte, in order and time; and so must be what a
// seat gets, as long as the rules have not shown a difference to it.
func sameUntilRevealed(t *engine.Title, h engine.Header, r *rand.Rand) (differed bool, err error) {
	a, err := newWorld(t, h, true)
	if err != nil {
		return false, err
	}
	b, err := newWorld(t, h, true)
	if err != nil {
		return false, err
	}
	var knows engine.SeatSet // seats that know of a difference
	for range 400 {
		if a.Console.Table().Over() {
			break
		}
		open := slices.Clone(a.Console.Table().Asks())
		i := r.IntN(len(open))
		x := open[i]
		other := b.Console.Table().Asks()
		if len(other) != len(open) || other[i].Seat != x.Seat || other[i].Verb != x.Verb {
			return differed, fmt.Errorf("%v: what is waited for differs", a.Now)
		}
		y := other[i]
		if x.Optional {
			continue
		}
		seed := r.Uint64()
		p, found := consoletest.Random(&x, rand.New(rand.NewPCG(seed, 0)))
		if !found {
			return differed, fmt.Errorf("no answer to %s", x.Verb)
		}
		if x.Secret && r.IntN(2) == 0 {
			seed = r.Uint64()
		}
		q, _ := consoletest.Random(&y, rand.New(rand.NewPCG(seed, 0)))
		restA, restB := a.answer(&x, p), b.answer(&y, q)
		if !x.Secret && fmt.Sprint(restA) != fmt.Sprint(restB) {
			return differed, fmt.Errorf("%v: an open choice of %s differs", a.Now, x.Verb)
		}
		a.Tap(consoletest.PodOf(&x), restA...)
		b.Tap(consoletest.PodOf(&y), restB...)
		d := time.Duration(r.IntN(3000)) * time.Millisecond
		a.Wait(d)
		b.Wait(d)
		if a.Now != b.Now {
			return differed, fmt.Errorf("times differ: %v and %v", a.Now, b.Now)
		}
		learned, err := a.follow()
		if err != nil {
			return differed, err
		}
		more, err := b.follow()
		if err != nil {
			return differed, err
		}
		learned |= more
		knows = knows.With(consoletest.Seat(&x))
		everybody := engine.SeatSet(1<<len(h.Seats) - 1)
		if a.state(engine.Public) != b.state(engine.Public) {
			if learned&everybody != everybody {
				return differed, fmt.Errorf("%v: the public view differs after %s, and not all have learned something", a.Now, x.Verb)
			}
			return differed, nil // revealed
		}
		for s := range h.Seats {
			if a.state(engine.Seat(s)) != b.state(engine.Seat(s)) && !knows.Has(engine.Seat(s)) {
				if !learned.Has(engine.Seat(s)) {
					return differed, fmt.Errorf("%v: what %s may know differs after %s", a.Now, h.Seats[s], x.Verb)
				}
				knows = knows.With(engine.Seat(s))
			}
			differed = differed || a.state(engine.Seat(s)) != b.state(engine.Seat(s))
		}
		if err := compare(a, b, knows); err != nil {
			return differed, fmt.Errorf("after %s of seat %d: %w", x.Verb, x.Seat, err)
		}
	}
	return differed, nil
}

// compare holds against each other what two worlds have put out since the last time.
func compare(a, b *world, knows engine.SeatSet) error {
	if x, y := a.Box.Public[a.public:], b.Box.Public[b.public:]; !slices.Equal(x, y) {
		return fmt.Errorf("public: %s", firstDifference(x, y))
	}
	a.public, b.public = len(a.Box.Public), len(b.Box.Public)
	if x, y := a.desk(), b.desk(); x != y {
		return fmt.Errorf("the desk: %s", firstDifference([]string{x}, []string{y}))
	}
	if x, y := a.log.String()[a.logged:], b.log.String()[b.logged:]; x != y {
		return fmt.Errorf("log: %s", firstDifference([]string{x}, []string{y}))
	}
	a.logged, b.logged = a.log.Len(), b.log.Len()
	for s := range a.header.Seats {
		x, y := a.Box.Private[s][a.seen[s]:], b.Box.Private[s][b.seen[s]:]
		if !knows.Has(engine.Seat(s)) && !slices.Equal(x, y) {
			return fmt.Errorf("screen of %s: %s", a.header.Seats[s], firstDifference(x, y))
		}
		a.seen[s], b.seen[s] = len(a.Box.Private[s]), len(b.Box.Private[s])
	}
	return nil
}

func firstDifference(x, y []string) string {
	for i := range max(len(x), len(y)) {
		var p, q string
		if i < len(x) {
			p = x[i]
		}
		if i < len(y) {
			q = y[i]
		}
		if p != q {
			n := 0
			for n < min(len(p), len(q)) && p[n] == q[n] {
				n++
			}
			n = max(0, n-40)
			return fmt.Sprintf("line %d: %.120q and %.120q", i, p[n:], q[n:])
		}
	}
	return ""
}

func TestSecretsStayUntilRevealed(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			trials, differed := 4, 0
			if g.ID == "naro" {
				trials = 60
			}
			if testing.Short() {
				trials = 1 + trials/10
			}
			for seed := range uint64(trials) {
				n := g.MinSeats + int(seed)%(g.MaxSeats-g.MinSeats+1)
				h := engine.Header{Game: g.ID, Seats: names[:n], Seed: seed}
				if g.ID == "naro" {
					h.Options = []byte(fmt.Sprintf(`{"powers":%t,"chance":"box","power_deal":"box"}`, seed%2 == 0))
					if seed%2 == 1 {
						h.Options = []byte(`{"chance":"box"}`)
					}
				}
				d, err := sameUntilRevealed(g, h, rand.New(rand.NewPCG(seed, 7)))
				require.NoErrorf(t, err, "seed %d", seed)
				if d {
					differed++
				}
			}
			if g.ID == "naro" {
				assert.Greater(t, differed, trials/2, "the trials differ in secrets, or they would show nothing")
			}
		})
	}
}

// leaky is Naro with a planted leak.
type leaky struct {
	engine.Game
	leak func(m engine.Move) []engine.Cue
}

func (l leaky) Play(m engine.Move) ([]engine.Cue, error) {
	cues, err := l.Game.Play(m)
	if err != nil {
		return cues, err
	}
	return append(slices.Clone(cues), l.leak(m)...), nil
}

func TestPlantedLeaksAreFound(t *testing.T) {
	isBang := func(m engine.Move) bool { return m.Do == engine.Action(naro.Load{Card: naro.Bang}) }
	leaks := map[string]func(m engine.Move) []engine.Cue{
		"said": func(m engine.Move) []engine.Cue {
			if isBang(m) {
				return []engine.Cue{{Kind: engine.CueSay, Text: engine.SayWho("cue.hit", m.Seat)}}
			}
			return nil
		},
		"shown to a neighbour": func(m engine.Move) []engine.Cue {
			if isBang(m) {
				return []engine.Cue{{Kind: engine.CueSay, Text: engine.SayWho("cue.hit", m.Seat), To: engine.SeatsOf((m.Seat + 1) % 4)}}
			}
			return nil
		},
		"in the time alone": func(m engine.Move) []engine.Cue {
			if m.Do.Verb() == "load" && !isBang(m) {
				return nil
			} else if m.Do.Verb() == "load" {
				return []engine.Cue{{Kind: engine.CueReveal, Text: engine.Say("")}}
			}
			return nil
		},
	}
	for name, leak := range leaks {
		t.Run(name, func(t *testing.T) {
			title := *naro.Title()
			begin := title.New
			title.New = func(h engine.Header) (engine.Game, error) {
				g, err := begin(h)
				return leaky{g, leak}, err
			}
			found := false
			for seed := range uint64(10) {
				h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: seed}
				_, err := sameUntilRevealed(&title, h, rand.New(rand.NewPCG(seed, 7)))
				found = found || err != nil
			}
			require.True(t, found, "the test does not see this leak")
		})
	}
}
