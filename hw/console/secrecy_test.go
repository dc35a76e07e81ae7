package console_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/games"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
	"consigliere/hw"
	"consigliere/hw/command"
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
	dealt  engine.SeatSet // who learned something as the play began
	moves  int
	public int   // how much of what was put out has been compared
	desks  int   // the same of the times when the desk has changed
	seen   []int // the same by seat
	logged int
}

func newWorld(t *engine.Title, h engine.Header, private bool) (*world, error) {
	w := &world{header: h, reader: engine.NewMoveReader(t.Moves, h.Seats), seen: make([]int, len(h.Seats))}
	b := consoletest.NewBox(8, private)
	quiet := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: quiet}))
	var err error
	if w.Player, err = consoletest.New(console.Config{Box: b.HW, Titles: []*engine.Title{t}, Painter: consoletest.Words{}, Log: log}, b); err != nil {
		return nil, err
	}
	var cues []engine.Cue
	if w.shadow, cues, err = t.Begin(h); err != nil {
		return nil, err
	}
	for _, c := range cues {
		w.dealt |= c.Learned
	}
	err = w.Console.Do(0, command.Start{Header: h})
	w.Wait(0) // what changes by that
	return w, err
}

// follow repeats in the shadow what was played, and returns who learned something.
func (w *world) follow() (engine.SeatSet, error) {
	var learned engine.SeatSet
	lines := strings.Split(strings.TrimSpace(string(w.Table.AppendRecord(nil))), "\n")[1:]
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
	list := consoletest.Taps(w.Table.Title().Moves, a, ans)
	last := len(list) - 1
	if last > 70 {
		last = 0
	}
	w.Tap(consoletest.PodOf(a), list[:last]...)
	w.Wait(until - w.Now)
	return list[last:]
}

// state returns what the game lets a viewer know, as JSON.
func (w *world) state(l engine.Viewer) string {
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
		b, err := json.Marshal(w.Console.Snapshot().Public(l))
		if err != nil {
			return err.Error()
		}
		all = append(all, b...)
	}
	return string(all) + string(w.Console.Public())
}

// sameUntilRevealed plays two plays, one for each header, with the same moves but for secret
// choices, which differ at random. As long as the rules have not shown a difference to everybody,
// everything public must be equal byte for byte, in order and time; and so must be what a
// seat gets, as long as the rules have not shown a difference to it.
func sameUntilRevealed(t *engine.Title, h, other engine.Header, r *rand.Rand) (differed bool, err error) {
	a, err := newWorld(t, h, true)
	if err != nil {
		return false, err
	}
	b, err := newWorld(t, other, true)
	if err != nil {
		return false, err
	}
	var knows engine.SeatSet // seats that know of a difference
	for s := range h.Seats {
		if a.state(engine.Seat(s)) != b.state(engine.Seat(s)) { // it was dealt something else
			if !(a.dealt | b.dealt).Has(engine.Seat(s)) {
				return false, fmt.Errorf("what %s may know differs at the beginning", h.Seats[s])
			}
			knows, differed = knows.With(engine.Seat(s)), true
		}
	}
	for range 400 {
		if a.Table.Over() {
			break
		}
		open := slices.Clone(a.Table.Asks())
		i := r.IntN(len(open))
		x := open[i]
		asks := b.Table.Asks()
		if len(asks) != len(open) || asks[i].Seat != x.Seat || asks[i].Verb != x.Verb {
			return differed, fmt.Errorf("%v: what is waited for differs", a.Now)
		}
		y := asks[i]
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
		if err := disturb(a, b, &x, r); err != nil {
			return differed, fmt.Errorf("%v: %s of seat %d is open: %w", a.Now, x.Verb, x.Seat, err)
		}
		q, _ := consoletest.Random(&y, rand.New(rand.NewPCG(seed, 0)))
		restA, restB := a.answer(&x, p), b.answer(&y, q)
		if !x.Secret && fmt.Sprint(restA) != fmt.Sprint(restB) {
			return differed, fmt.Errorf("%v: an open choice of %s differs", a.Now, x.Verb)
		}
		a.Tap(consoletest.PodOf(&x), restA...)
		b.Tap(consoletest.PodOf(&y), restB...)
		if r.IntN(3) == 0 {
			a.look(r) // at one of the two alone
		}
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
			// Who alone shows what it chose itself learns nothing by that.
			if rest := everybody &^ learned; rest.Len() > 1 || rest&^knows != 0 {
				return differed, fmt.Errorf("%v: the public view differs after %s, and not all have learned something: %s",
					a.Now, x.Verb, firstDifference([]string{a.state(engine.Public)}, []string{b.state(engine.Public)}))
			}
			return differed, nil // revealed
		}
		if x.Secret && learned&everybody == everybody {
			return differed, nil // revealed, by what was said
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

// disturb does to both worlds what people do besides answering, before x is answered: pages
// look at one of them, OK is pressed blind, and an answer is typed in that the one may allow
// and the other not. What was typed is taken back.
func disturb(a, b *world, x *engine.Ask, r *rand.Rand) error {
	if r.IntN(3) == 0 {
		a.look(r)
	}
	if left := a.Console.Snapshot().Public("en").Seconds; left >= 0 && left < 13 {
		return nil // the time would be over in between, and what is secret be shown
	}
	var all engine.SeatSet // whose own screens are not compared
	for s := range a.header.Seats {
		all = all.With(engine.Seat(s))
	}
	pod := consoletest.PodOf(x)
	if x.Secret && len(x.Parts) == 0 && !x.Confirm && r.IntN(3) == 0 {
		for _, w := range []*world{a, b} {
			w.Press(pod, hw.OK)
		}
		for _, w := range []*world{a, b} {
			w.Wait(5 * time.Second) // until a note on the screen of the one is over
		}
		if err := compare(a, b, all); err != nil {
			return fmt.Errorf("OK alone: %w", err)
		}
	}
	line := probe(a, b, x, r)
	if line == nil || r.IntN(3) > 0 {
		return nil
	}
	for _, w := range []*world{a, b} {
		if err := w.Console.Do(w.Now, command.Type{Line: line}); err != nil {
			return fmt.Errorf("typed %s: %w", line, err)
		}
		w.Wait(time.Second)
	}
	if err := compare(a, b, all); err != nil {
		return fmt.Errorf("typed %s: %w", line, err)
	}
	for _, w := range []*world{a, b} {
		w.Hold(pod, hw.B)
		w.Wait(time.Second)
	}
	if err := compare(a, b, all); err != nil {
		return fmt.Errorf("took back %s: %w", line, err)
	}
	return nil
}

// probe returns a line that answers x, legal or not, or nil where an answer would count at
// once.
func probe(a, b *world, x *engine.Ask, r *rand.Rand) []byte {
	if !x.Secret || !a.Table.CanHold(x.ID()) || !b.Table.CanHold(x.ID()) || len(x.Options) == 0 {
		return nil
	}
	do := x.Options[r.IntN(len(x.Options))]
	if _, is := do.(naro.Load); is {
		do = naro.Load{Card: []naro.Bullet{naro.Click, naro.Bang}[r.IntN(2)]}
	}
	if _, is := do.(naro.Aim); is {
		do = naro.Aim{At: engine.Seat(r.IntN(len(a.header.Seats)))}
	}
	return a.Table.Title().Moves.AppendLine(nil, a.Table.Roster(), engine.Move{Seat: x.Seat, Do: do})
}

// look opens a page and closes it again.
func (w *world) look(r *rand.Rand) {
	for range 1 + r.IntN(2) {
		w.Console.Snapshot().Public(lang.All()[r.IntN(len(lang.All()))])
		w.Console.Public()
	}
}

// compare holds against each other what two worlds have put out since the last time.
func compare(a, b *world, knows engine.SeatSet) error {
	if x, y := a.Box.Public[a.public:], b.Box.Public[b.public:]; !slices.Equal(x, y) {
		return fmt.Errorf("public: %s", firstDifference(x, y))
	}
	a.public, b.public = len(a.Box.Public), len(b.Box.Public)
	if x, y := a.Desks[a.desks:], b.Desks[b.desks:]; !slices.Equal(x, y) {
		return fmt.Errorf("the desk has changed at %v and at %v", x, y)
	}
	a.desks, b.desks = len(a.Desks), len(b.Desks)
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

// A long run: go test ./hw/console -run SecretsStay -twins 100000 -timeout 0 -v
var (
	twins     = flag.Uint64("twins", 0, "how many pairs of plays of each game to compare; 0: as many as a test has time for")
	firstTwin = flag.Uint64("first-twin", 0, "the seed of the first pair")
)

// naroTwins are the options of the pairs in turn: the box deals, or the table does.
var naroTwins = []string{
	`{"powers":true,"chance":"box","power_deal":"box"}`,
	`{"chance":"box"}`,
	`{"powers":true,"chance":"table","power_deal":"box"}`,
	`{"powers":true,"chance":"table"}`,
	`{}`,
}

func TestSecretsStayUntilRevealed(t *testing.T) {
	for _, g := range games.All() {
		if g.ID == "anygame" {
			continue // its secrets are of many kinds: TestSecretsOfTools
		}
		t.Run(g.ID, func(t *testing.T) {
			trials, differed := uint64(2), uint64(0)
			if g.ID == "naro" {
				trials = 20
			}
			if long() {
				trials *= 3
			} else if !wide() {
				trials = max(1, trials/4)
			}
			if testing.Short() {
				trials = 1 + trials/4
			}
			from := *firstTwin
			if *twins > 0 {
				trials = *twins
			}
			for seed := from; seed < from+trials; seed++ {
				n := g.MinSeats + int(seed)%(g.MaxSeats-g.MinSeats+1)
				h := engine.Header{Game: g.ID, Seats: names[:n], Seed: seed}
				if g.ID == "naro" {
					h.Options = []byte(naroTwins[seed%uint64(len(naroTwins))])
				}
				d, err := sameUntilRevealed(g, h, h, rand.New(rand.NewPCG(seed, 7)))
				require.NoErrorf(t, err, "seed %d", seed)
				if d {
					differed++
				}
				if *twins > 0 && (seed+1)%500 == 0 {
					t.Logf("%s: seeds %d to %d, %d differed in secrets", g.ID, from, seed, differed)
				}
			}
			if g.ID == "naro" {
				assert.Greater(t, differed, trials/2, "the trials differ in secrets, or they would show nothing")
			}
		})
	}
}

// TestSecretsOfTools compares pairs of plays of any other game: what is bid, voted, picked or
// dealt in secret. Where it is dealt, the box has drawn from another seed.
func TestSecretsOfTools(t *testing.T) {
	title := anygameface.Title()
	for _, c := range []struct {
		play, settings string
		dealt          bool
	}{
		{"bid", `{"most":20}`, false},
		{"bid", `{"most":15,"shows":"winner","pays":"second","ties":"again"}`, false},
		{"vote", `{"needs":"majority"}`, false},
		{"vote", `{"shows":"count"}`, false},
		{"ballot", `{}`, false},
		{"ballot", `{"shows":"none"}`, false},
		{"pick", `{"of":["north","south","east","west"],"once":true}`, false},
		{"pick", `{"of":"seats","allow":"choice != seat","shows":"own"}`, false},
		{"rock-paper-scissors", "", false},
		{"sealed-auction", "", false},
		{"planning-poker", "", false},
		{"stay-or-leave", "", false},
		{"prize-cards", "", false},
		{"werewolf", "", true},
		{"secret-missions", "", true},
	} {
		h := engine.Header{Game: "anygame", Options: fmt.Appendf(nil, `{"play":%q}`, c.play)}
		if c.settings != "" {
			h.Options = fmt.Appendf(nil, `{"play":%q,"settings":%s}`, c.play, c.settings)
		}
		t.Run(strings.TrimSuffix(c.play+" "+c.settings, " "), func(t *testing.T) {
			trials, differed := 2, 0
			if *twins > 0 {
				trials = int(*twins)
			}
			least, most := scriptSeats(t, c.play)
			for i := range trials {
				h.Seed = *firstTwin + uint64(i)
				h.Seats = names[:least+i%(min(most, 8)-least+1)]
				other := h
				if c.dealt {
					other.Seed = dealtOtherwise(t, title, h)
				}
				d, err := sameUntilRevealed(title, h, other, rand.New(rand.NewPCG(h.Seed, 7)))
				require.NoErrorf(t, err, "seed %d, %d seats", h.Seed, len(h.Seats))
				if d {
					differed++
				}
			}
			t.Logf("%d of %d differed in secrets", differed, trials)
			if trials >= 20 {
				assert.Greater(t, differed, trials/3, "the trials differ in secrets, or they would show nothing")
			}
		})
	}
}

// TestSecretBallotStaysSecret plays two secret ballots to the end of the play, with the same
// votes from other seats: all that the table sees and hears is the same, for ever.
func TestSecretBallotStaysSecret(t *testing.T) {
	title := anygameface.Title()
	h := engine.Header{Game: "anygame", Seats: names[:5], Options: []byte(`{"play":"ballot"}`), Seed: 1}
	votes := [][2]engine.Seat{{3, 1}, {3, engine.NoSeat}, {1, 3}, {engine.NoSeat, 3}, {0, 0}}
	worlds := make([]*world, 2)
	for i := range worlds {
		w, err := newWorld(title, h, true)
		require.NoError(t, err)
		worlds[i] = w
	}
	same := func() { // but for what each voter sees
		t.Helper()
		require.NoError(t, compare(worlds[0], worlds[1], 1<<len(h.Seats)-1))
	}
	for seat := range votes {
		for i, w := range worlds {
			a := w.Table.Asks()[0]
			require.Equal(t, engine.Seat(seat), a.Seat)
			w.Tap(hw.Pod(seat), w.answer(&a, consoletest.Answer{Do: anygame.VoteSeat{Who: votes[seat][i]}})...)
			w.Wait(time.Second)
		}
		same()
	}
	assert.NotEqual(t, string(worlds[0].Table.AppendRecord(nil)), string(worlds[1].Table.AppendRecord(nil)))
	for _, w := range worlds {
		w.Wait(20 * time.Second)
		a := w.Table.Asks()[0]
		w.Tap(consoletest.PodOf(&a), consoletest.Taps(title.Moves, &a, consoletest.Answer{Do: anygame.Choose{Choice: "stop"}})...)
		w.Wait(time.Minute)
		require.True(t, w.Table.Over())
		for seat := range votes { // nobody's own screen tells any more, either
			w.seen[seat] = len(w.Box.Private[seat])
		}
	}
	same()
	for _, w := range worlds {
		for pod := range votes {
			w.Press(hw.Pod(pod), hw.A, hw.B)
			w.Hold(hw.Pod(pod), hw.OK)
		}
		w.Press(hw.Panel, hw.OK, hw.A, hw.OK) // what the result offers
		w.Wait(time.Minute)
	}
	require.NoError(t, compare(worlds[0], worlds[1], 0))
}

// dealtOtherwise returns a seed with which the box deals other secrets than in a play, and draws
// the same in the open until somebody has to choose.
func dealtOtherwise(t *testing.T, title *engine.Title, h engine.Header) uint64 {
	opening := func(seed uint64) (open, secret string) {
		h.Seed = seed
		w := &world{header: h}
		var err error
		w.shadow, _, err = title.Begin(h)
		require.NoError(t, err)
		for asks := w.shadow.Asks(nil); asks[0].Confirm; asks = w.shadow.Asks(nil) {
			_, err := w.shadow.Play(engine.Move{Seat: asks[0].Seat, Do: asks[0].Options[0]})
			require.NoError(t, err)
		}
		for s := range h.Seats {
			secret += w.state(engine.Seat(s))
		}
		return w.state(engine.Public), secret
	}
	open, secret := opening(h.Seed)
	for seed := h.Seed + 1000; seed < h.Seed+2000; seed++ {
		if o, s := opening(seed); o == open && s != secret {
			return seed
		}
	}
	t.Fatal("the box deals no secrets")
	return 0
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
	isLoad := func(m engine.Move) bool {
		_, ok := m.Do.(naro.Load)
		return ok
	}
	isBang := func(m engine.Move) bool { return m.Do == engine.Action(naro.Load{Card: naro.Bang}) }
	leaks := map[string]func(m engine.Move) []engine.Cue{
		"said": func(m engine.Move) []engine.Cue {
			if isBang(m) {
				return []engine.Cue{{Kind: engine.CueSay, Text: engine.Say("cue.hit").Seat(m.Seat)}}
			}
			return nil
		},
		"shown to a neighbour": func(m engine.Move) []engine.Cue {
			if isBang(m) {
				return []engine.Cue{{Kind: engine.CueSay, Text: engine.Say("cue.hit").Seat(m.Seat), To: engine.SeatsOf((m.Seat + 1) % 4)}}
			}
			return nil
		},
		"in the time alone": func(m engine.Move) []engine.Cue {
			if isLoad(m) && !isBang(m) {
				return nil
			} else if isLoad(m) {
				return []engine.Cue{{Kind: engine.CueReveal, Text: engine.Say("")}}
			}
			return nil
		},
	}
	for name, leak := range leaks {
		t.Run(name, func(t *testing.T) {
			title := *naroface.Title()
			begin := title.New
			title.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
				g, cues, err := begin(h)
				return leaky{g, leak}, cues, err
			}
			found := false
			for seed := range uint64(10) {
				h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: seed}
				_, err := sameUntilRevealed(&title, h, h, rand.New(rand.NewPCG(seed, 7)))
				found = found || err != nil
			}
			require.True(t, found, "the test does not see this leak")
		})
	}
}
