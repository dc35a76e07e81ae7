package enginetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/bot"
)

// A Config is what the suite must be told about a title.
type Config struct {
	// Header draws the header of a random play. It must name a seed.
	Header func(*rapid.T) engine.Header
	// Universe returns the moves that are tried where they are not asked for, at best every
	// move that could be typed; where these are too many, a random part of them, and moves
	// that are never legal. Each is tried for the table and for every seat.
	Universe func(*rand.Rand, engine.Header) []engine.Action
	// Same returns the listed answer that m is another way to say, seen from outside; nil if it is
	// none. Such a move is accepted though no ask lists it. nil: there are none.
	Same func(v engine.View, m engine.Move) engine.Action
	// Watch begins to watch a play and returns what is called after each move of it; an
	// error of that fails the test. nil: nothing is watched.
	Watch func(engine.Header, engine.Game) func(engine.Move, []engine.Cue) error
	// Verbs are the verbs whose secrets must have been looked at in the end. This keeps the
	// secrecy test from passing because it never met a secret.
	Verbs []string
	// Games is how many random plays are watched; 0 means 2000 in a long run (below), and else
	// 500. The costlier properties look at a part of as many.
	Games int
	// Interim: there is a result before the play is over, such as a campaign's reign.
	Interim bool
	// Slow divides how much is tried, for games with long plays; 0 means 1.
	Slow int

	// long is whether the environment asks for a long run with CONSIGLIERE_LONG=1: more plays
	// and all of each list that is otherwise sampled.
	long bool
	// few runs a quarter of the checks; it is set unless CONSIGLIERE_LONG or CONSIGLIERE_WIDE is.
	few bool
}

// Wide reports whether the environment asks for more than the tests after each change, as .ci/run
// does: CONSIGLIERE_WIDE=1, or CONSIGLIERE_LONG=1 for a long run.
func Wide() bool {
	return os.Getenv("CONSIGLIERE_WIDE") != "" || os.Getenv("CONSIGLIERE_LONG") != ""
}

// Run runs the whole suite. The catalogues are looked for in the working directory, which in
// a test is the folder of the package.
func Run(t *testing.T, title *engine.Title, c Config) {
	c.long = os.Getenv("CONSIGLIERE_LONG") == "1"
	if c.long {
		c.Games = cmp.Or(c.Games, 2000)
	}
	c.few = !Wide()
	c.Games = cmp.Or(c.Games, 500)
	c.Slow = cmp.Or(c.Slow, 1)
	if testing.Short() {
		c.Games /= 10
	}
	// Plays leave much behind, and a test has memory: let the collector run less often.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	t.Run("title", func(t *testing.T) { testTitle(t, title, c) })
	t.Run("play", func(t *testing.T) { testPlay(t, title, c) })
	t.Run("asks", func(t *testing.T) { testAsks(t, title, c) })
	t.Run("records", func(t *testing.T) { testRecords(t, title, c) })
	t.Run("secrets", func(t *testing.T) { testSecrets(t, title, c) })
	c.few = false // a message that no play shows is an error
	t.Run("words", func(t *testing.T) { testWords(t, title, c) })
	t.Run("rules", func(t *testing.T) { testRules(t, title) })
}

// oneIn reports once in n times that a costly check should run that each play could run often;
// in a long run it always is.
func (c *Config) oneIn(n int, rng *rand.Rand) bool { return rng.IntN(n) == 0 || c.long }

// draw returns a header and a generator for one random play.
func (c *Config) draw(rt *rapid.T) (engine.Header, *rand.Rand) {
	h := c.Header(rt)
	return h, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "bot"), 1))
}

// many calls prop for n random plays, in rapid's checks: for fewer than a check each only where
// the plays of a title are slow.
func (c *Config) many(t *testing.T, n int, prop func(*rapid.T, engine.Header, *rand.Rand)) {
	const perCheck, fewest = 100, 25 // rapid's default number of checks
	each, whole := max(1, n/c.Slow/perCheck), perCheck
	if c.Slow > 1 && !c.long {
		whole = min(perCheck, max(fewest, n/2))
	}
	if c.few {
		whole = max(fewest/2, whole/4)
	}
	checks, failed := 0, false
	rapid.Check(t, func(rt *rapid.T) {
		if checks++; checks > whole && !failed { // a play that failed is made smaller by playing on
			return
		}
		passed := false
		defer func() { failed = failed || !passed }()
		for range each {
			h, rng := c.draw(rt)
			prop(rt, h, rng)
		}
		passed = true
	})
}

func testTitle(t *testing.T, title *engine.Title, c Config) {
	assert.NotEmpty(t, title.ID)
	assert.Contains(t, title.Rules, "- "+title.Rule+"-1.1 ", "the ledger is embedded, its rules at line starts")
	var h engine.Header
	rapid.Check(t, func(rt *rapid.T) { h = c.Header(rt) })
	_, _, err := title.Begin(h)
	require.NoError(t, err)
	bad := func(name, rule string, change func(*engine.Header)) {
		b := h
		b.Seats = slices.Clone(h.Seats)
		change(&b)
		_, _, err := title.Begin(b)
		var no *engine.Refusal
		if assert.ErrorAs(t, err, &no, name) && rule != "" {
			assert.Equal(t, rule, no.Rule, name)
		}
	}
	bad("too few seats", title.Rule+"-1.1", func(b *engine.Header) { b.Seats = b.Seats[:title.MinSeats-1] })
	bad("too many seats", title.Rule+"-1.1", func(b *engine.Header) {
		for i := len(b.Seats); i <= title.MaxSeats; i++ {
			b.Seats = append(b.Seats, "extra"+strconv.Itoa(i))
		}
	})
	bad("a seat without a name", "", func(b *engine.Header) { b.Seats[0] = "" })
	bad("a seat called table", "", func(b *engine.Header) { b.Seats[0] = "table" })
	bad("a seat called none", "", func(b *engine.Header) { b.Seats[0] = "none" })
	bad("two seats of one name", "", func(b *engine.Header) { b.Seats[1] = b.Seats[0] })
	bad("an unknown option", "", func(b *engine.Header) { b.Options = []byte(`{"colour":"red"}`) })
	bad("another game", "", func(b *engine.Header) { b.Game += "x" })
	for _, o := range title.Options {
		bad("option "+o.Key+" with rubbish", "", func(b *engine.Header) {
			b.Options = fmt.Appendf(nil, `{%q:[["rubbish"]]}`, o.Key)
		})
	}
}

// start begins a play and returns it with a player for it.
func start(title *engine.Title, h engine.Header, rng *rand.Rand) (engine.Game, *bot.Player, error) {
	g, _, err := title.Begin(h)
	if err != nil {
		return nil, nil, fmt.Errorf("header %s: %w", h.Append(nil), err)
	}
	p := bot.New(title, h.Seats, rng)
	p.Offers = 0.25
	return g, p, nil
}

// testPlay plays random games to the end, with the title's own watch.
func testPlay(t *testing.T, title *engine.Title, c Config) {
	games, moves := 0, 0
	c.many(t, c.Games, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		var watch func(engine.Move, []engine.Cue) error
		if c.Watch != nil {
			watch = c.Watch(h, g)
		}
		var record []engine.Move
		p.Made = func(m engine.Move, cues []engine.Cue) {
			record = append(record, m)
			if watch != nil {
				if err := watch(m, cues); err != nil {
					rt.Fatalf("%v\n%s", err, Record(title, h, record))
				}
			}
		}
		if _, err := p.Playout(g); err != nil {
			rt.Fatalf("%v\n%s", err, Record(title, h, record))
		}
		if asks := g.Asks(nil); len(asks) != 0 {
			rt.Fatalf("the play is over, and %d answers are awaited", len(asks))
		}
		games++
		moves += len(record)
	})
	t.Logf("%d plays, %d moves", games, moves)
}

// Record returns the record of a play.
func Record(title *engine.Title, h engine.Header, moves []engine.Move) []byte {
	b := append(h.Append(nil), '\n')
	w := engine.NewMoveWriter(title.Moves, h.Seats)
	for _, m := range moves {
		b = append(w.Append(b, m), '\n')
	}
	return b
}

// again plays the moves from the start.
func again(title *engine.Title, h engine.Header, moves []engine.Move) (engine.Game, error) {
	g, _, err := title.Begin(h)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if _, err := g.Play(m); err != nil {
			return nil, fmt.Errorf("move %d, played before, now: %w", i+1, err)
		}
	}
	return g, nil
}

// checkCommon compares the common keys of the public status, as JSON, with the view's.
func checkCommon(g engine.Game) error {
	v := g.View(engine.Public)
	b, err := json.Marshal(v.Public)
	if err != nil {
		return err
	}
	var public engine.Common
	if err := json.Unmarshal(b, &public); err != nil {
		return err
	}
	if !reflect.DeepEqual(public, v.Common) {
		return fmt.Errorf("public begins with %+v, the view with %+v", public, v.Common)
	}
	return nil
}

// checkWaiting compares the common keys of the view with the asks.
func (c *Config) checkWaiting(title *engine.Title, h engine.Header, g engine.Game, asks []engine.Ask) error {
	v := g.View(engine.Public)
	want := []engine.Waiting{}
	last := engine.Table
	waited := 0
	known := map[engine.AskID]bool{}
	for _, a := range asks {
		if known[a.ID()] {
			return fmt.Errorf("two asks are %+v", a.ID())
		}
		known[a.ID()] = true
		if a.Seat < last {
			return fmt.Errorf("the asks are not in seat order")
		}
		last = a.Seat
		if a.Optional {
			continue
		}
		waited++
		want = append(want, engine.Waiting{Seat: h.Seats.Name(a.Seat), Do: a.Verb})
	}
	switch {
	case v.Game != title.ID:
		return fmt.Errorf("public.game is %q", v.Game)
	case !slices.Equal(want, v.Waiting):
		return fmt.Errorf("public.waiting is %v, the asks are %v", v.Waiting, want)
	case v.Over != g.Over(), g.Over() != (waited == 0), g.Over() && v.Result == nil, !g.Over() && v.Result != nil && !c.Interim:
		return fmt.Errorf("over is %v, public.over %v, %d are waited for, the result is %v", g.Over(), v.Over, waited, v.Result)
	}
	return nil
}

// testAsks checks that what the asks list is accepted, and everything else refused.
func testAsks(t *testing.T, title *engine.Title, c Config) {
	accepted, refused := 0, 0
	rules := rulesOf(title)
	c.many(t, c.Games/10, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		universe := c.Universe(rng, h)
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		var record []engine.Move
		var kept [][]engine.Ask // asks that were given out before, and what they were
		var were []string
		compared := false // the common keys, once in a play: it takes long
		for {
			asks := g.Asks(nil)
			err := c.checkWaiting(title, h, g, asks)
			if err == nil && !compared && (len(asks) == 0 || rng.IntN(40) == 0) {
				compared, err = true, checkCommon(g)
			}
			if err != nil {
				rt.Fatalf("%v\n%s", err, Record(title, h, record))
			}
			if len(asks) == 0 || rng.IntN(20) == 0 {
				n, err := c.refuseOthers(title, rules, h, g, asks, c.some(universe, rng))
				refused += n
				if err != nil {
					rt.Fatalf("%v\n%s", err, Record(title, h, record))
				}
			}
			if len(asks) == 0 {
				for i := range kept {
					if is := fmt.Sprintf("%+v", kept[i]); is != were[i] {
						rt.Fatalf("asks that were given out changed from\n%s\nto\n%s\n%s", were[i], is, Record(title, h, record))
					}
				}
				return
			}
			if rng.IntN(4) == 0 {
				kept, were = append(kept, asks), append(were, fmt.Sprintf("%+v", asks))
			}
			if rng.IntN(40) == 0 {
				n, err := acceptListed(title, h, p, record, asks, func() bool { return c.oneIn(4*c.Slow, rng) })
				accepted += n
				if err != nil {
					rt.Fatalf("%v\n%s", err, Record(title, h, record))
				}
			}
			a := &asks[rng.IntN(len(asks))]
			do, err := p.Pick(a)
			require.NoError(rt, err)
			m := engine.Move{Seat: a.Seat, Do: do}
			if _, err := g.Play(m); err != nil {
				rt.Fatalf("%v: %s\n%s", err, title.Moves.AppendLine(nil, h.Seats, m), Record(title, h, record))
			}
			record = append(record, m)
		}
	})
	t.Logf("%d listed moves were accepted, %d others refused", accepted, refused)
	assert.NotZero(t, accepted)
	assert.NotZero(t, refused)
}

// some returns a random quarter of the moves, or in a long run all of them.
func (c *Config) some(moves []engine.Action, rng *rand.Rand) []engine.Action {
	var list []engine.Action
	for _, do := range moves {
		if c.oneIn(4, rng) {
			list = append(list, do)
		}
	}
	return list
}

// rulesOf returns the numbers of the rules of the ledger, which are at line starts.
func rulesOf(title *engine.Title) map[string]bool {
	rules := map[string]bool{}
	for line := range strings.Lines(title.Rules) {
		if rest, ok := strings.CutPrefix(line, "- "+title.Rule+"-"); ok {
			number, _, _ := strings.Cut(rest, " ")
			rules[title.Rule+"-"+number] = true
		}
	}
	return rules
}

// acceptListed plays the moves that the asks list, each on a copy, and some where they are too
// many to list. Of a long list it plays those that draw says.
func acceptListed(title *engine.Title, h engine.Header, p *bot.Player, record []engine.Move, asks []engine.Ask, draw func() bool) (int, error) {
	n := 0
	try := func(m engine.Move) error {
		n++
		g, err := again(title, h, record)
		if err != nil {
			return err
		}
		if _, err := g.Play(m); err != nil {
			return fmt.Errorf("listed, but refused: %s: %w", title.Moves.AppendLine(nil, h.Seats, m), err)
		}
		return nil
	}
	for i := range asks {
		a := &asks[i]
		moves := slices.Clone(a.Options)
		if len(a.Parts) > 0 {
			for range 10 {
				do, err := p.Pick(a)
				if err != nil {
					return n, err
				}
				moves = append(moves, do)
			}
		}
		for k, do := range moves {
			if verb := title.Moves.Verb(do); !a.Takes(verb) {
				return n, fmt.Errorf("the ask %s lists the verb %s", a.Verb, verb)
			}
			if len(a.Parts) == 0 && slices.Contains(moves[:k], do) {
				return n, fmt.Errorf("the ask %s lists a move twice", a.Verb)
			}
			if len(moves) > 4 && !draw() {
				continue
			}
			if err := try(engine.Move{Seat: a.Seat, Do: do}); err != nil {
				return n, err
			}
		}
		if a.Absent != nil {
			if err := try(engine.Move{Seat: a.Seat, Do: a.Absent}); err != nil {
				return n, err
			}
		}
		if a.Late != nil && !Listed(title.Moves, a, a.Late) {
			return n, fmt.Errorf("the ask %s does not list what is made when time runs out", a.Verb)
		}
		for _, do := range a.Options {
			if !slices.Contains(a.Shown(), do) {
				return n, fmt.Errorf("the ask %s does not show all that it lists", a.Verb)
			}
		}
		for _, p := range a.Parts {
			for _, it := range p.Items {
				if !slices.ContainsFunc(p.ShownItems(), func(s engine.Item) bool { return s.Word == it.Word && s.Seat == it.Seat && s.Count >= it.Count }) {
					return n, fmt.Errorf("the ask %s does not show all items that it lists", a.Verb)
				}
			}
		}
	}
	return n, nil
}

// refuseOthers tries every move of the universe that no ask lists.
func (c *Config) refuseOthers(title *engine.Title, rules map[string]bool, h engine.Header, g engine.Game, asks []engine.Ask, universe []engine.Action) (int, error) {
	before := Status(g, h.Seats)
	askedBefore := fmt.Sprintf("%+v", g.Asks(nil))
	public, n := g.View(engine.Public), 0
	for s := engine.NoSeat; int(s) <= len(h.Seats); s++ {
		for _, do := range universe {
			m := engine.Move{Seat: s, Do: do}
			if c.lists(title, public, asks, m) {
				continue
			}
			_, err := g.Play(m)
			if err == nil {
				return n, fmt.Errorf("not listed, but accepted: %s", title.Moves.AppendLine(nil, h.Seats, m))
			}
			n++
			var no *engine.Refusal
			if !errors.As(err, &no) {
				return n, fmt.Errorf("%s: the error %v is not an *engine.Refusal", title.Moves.AppendLine(nil, h.Seats, m), err)
			}
			if !rules[no.Rule] {
				return n, fmt.Errorf("%s: refused by %q, which is not a rule of the ledger", title.Moves.AppendLine(nil, h.Seats, m), no.Rule)
			}
		}
	}
	if after := Status(g, h.Seats); !bytes.Equal(before, after) {
		return n, fmt.Errorf("refused moves changed the status from\n%s\nto\n%s", before, after)
	}
	if after := fmt.Sprintf("%+v", g.Asks(nil)); after != askedBefore {
		return n, fmt.Errorf("refused moves changed the asks from\n%s\nto\n%s", askedBefore, after)
	}
	return n, nil
}

func listedIn(moves *engine.Moves, asks []engine.Ask, s engine.Seat, do engine.Action) bool {
	for i := range asks {
		a := &asks[i]
		if s != a.Seat && (a.Seat == engine.Table || !a.By.Has(s)) {
			continue
		}
		// Where a list is open, nobody knows what else is accepted.
		if a.Open && a.Takes(moves.Verb(do)) || Listed(moves, a, do) {
			return true
		}
	}
	return false
}

// lists reports whether an ask lists a move, or another way to say it.
// The public view waits for what is asked.
func (c *Config) lists(title *engine.Title, public engine.View, asks []engine.Ask, m engine.Move) bool {
	if listedIn(title.Moves, asks, m.Seat, m.Do) {
		return true
	}
	if c.Same == nil {
		return false
	}
	do := c.Same(public, m)
	return do != nil && listedIn(title.Moves, asks, m.Seat, do)
}

// Listed reports whether the ask a lists the answer do.
func Listed(moves *engine.Moves, a *engine.Ask, do engine.Action) bool {
	if !a.Takes(moves.Verb(do)) {
		return false
	}
	if len(a.Parts) == 0 {
		return slices.Contains(a.Options, do)
	}
	args := moves.Args(nil, do)
	if len(args) != len(a.Parts) {
		return false
	}
	for i := range args {
		if args[i].Key != a.Parts[i].Arg || !listedValue(&a.Parts[i], &args[i].Value) {
			return false
		}
	}
	return true
}

// listedValue reports whether a part lists a value.
func listedValue(p *engine.Part, v *engine.Value) bool {
	used := map[engine.Item]int{}
	switch p.Kind {
	case engine.PartNumber:
		return v.Kind == engine.IntValue && v.Int >= p.Min && v.Int <= p.Max
	case engine.PartOne:
		used[itemOf(v)]++
		return within(p, used)
	case engine.PartAssign, engine.PartDice:
		if v.Kind != engine.MapValue || len(v.Items) != len(p.Keys) {
			return false
		}
		for i, it := range v.Items {
			key := p.Keys[i]
			if it.Key != "" && it.Key != key.Word || it.Key == "" && it.Of != key.Seat {
				return false
			}
			used[itemOf(&it.Value)]++
		}
		if p.Kind == engine.PartDice { // any number of dice can show the same face
			for it := range used {
				used[it] = 1
			}
		}
		return within(p, used)
	}
	if v.Kind != engine.ListValue {
		return false
	}
	worth := 0
	for i := range v.Items {
		it := itemOf(&v.Items[i].Value)
		used[it]++
		for _, item := range p.Items {
			if item.Word == it.Word && item.Seat == it.Seat {
				worth += item.Value
			}
		}
	}
	n := len(v.Items)
	if p.Kind == engine.PartPayment {
		n = worth
	}
	return n >= p.Min && n <= p.Max && within(p, used)
}

// itemOf returns the item that a value stands for, without count and worth.
func itemOf(v *engine.Value) engine.Item {
	switch v.Kind {
	case engine.SeatValue:
		return engine.Item{Seat: v.Seat}
	case engine.IntValue:
		return engine.Item{Word: strconv.Itoa(v.Int)}
	}
	return engine.Item{Word: v.Word}
}

// within reports whether each item can be had so often.
func within(p *engine.Part, used map[engine.Item]int) bool {
	for it, n := range used {
		if !slices.ContainsFunc(p.Items, func(x engine.Item) bool { return x.Word == it.Word && x.Seat == it.Seat && max(x.Count, 1) >= n }) {
			return false
		}
	}
	return true
}

// testRecords writes random plays down and reads them again.
func testRecords(t *testing.T, title *engine.Title, c Config) {
	c.many(t, c.Games/5, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		mr := engine.NewMoveReader(title.Moves, h.Seats)
		var record []engine.Move
		var half []byte
		stop := rng.IntN(200)
		at := -1
		p.Made = func(m engine.Move, _ []engine.Cue) {
			line := title.Moves.AppendLine(nil, h.Seats, m)
			back, err := mr.Read(line)
			if err != nil {
				rt.Fatalf("the move %s was not read again: %v", line, err)
			}
			if back != m {
				rt.Fatalf("the move %s was read again as %s", line, title.Moves.AppendLine(nil, h.Seats, back))
			}
			record = append(record, m)
			if len(record) == stop {
				half, at = Status(g, h.Seats), stop
			}
		}
		_, err = p.Playout(g)
		require.NoError(rt, err)
		want := Status(g, h.Seats)
		for range 2 {
			g2, _, err := Replay(title, Record(title, h, record))
			if err != nil {
				rt.Fatalf("the record was not read again: %v\n%s", err, Record(title, h, record))
			}
			if got := Status(g2, h.Seats); !bytes.Equal(want, got) {
				rt.Fatalf("the record replays to\n%s\nnot to\n%s", got, want)
			}
		}
		if at >= 0 {
			g2, err := again(title, h, record[:at])
			require.NoError(rt, err)
			if got := Status(g2, h.Seats); !bytes.Equal(half, got) {
				rt.Fatalf("the first %d moves replay to\n%s\nnot to\n%s", at, got, half)
			}
		}
	})
}
