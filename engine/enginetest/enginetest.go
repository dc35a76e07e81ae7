package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consigliere/engine"
	"consigliere/engine/bot"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A Config is what the suite must be told about a title.
type Config struct {
	// Header draws the header of a random play. It must name a seed.
	Header func(*rapid.T) engine.Header
	// Universe returns the moves that are tried where they are not asked for, at best every
	// move that could be typed; where these are too many, a random part of them, and moves
	// that are no good anywhere. Each is tried for the table and for every seat.
	Universe func(*rand.Rand, engine.Header) []engine.Action
	// Watch begins to watch a play and returns what is called after each move of it; an
	// error of that fails the test. nil: nothing is watched.
	Watch func(engine.Header, engine.Game) func(engine.Move, []engine.Cue) error
	// Verbs are the verbs whose secrets must have been looked at in the end. This keeps the
	// secrecy test from passing because it never met a secret.
	Verbs []string
	// Games is how many random plays are watched; 0 means 2000. The costlier properties
	// look at a part of as many.
	Games int
	// Slow divides how much is tried, for games with long plays; 0 means 1.
	Slow int
}

// Run runs the whole suite. The catalogues are looked for in the working directory, which in
// a test is the folder of the package.
func Run(t *testing.T, title *engine.Title, c Config) {
	c.Games = cmpOr(c.Games, 2000)
	c.Slow = cmpOr(c.Slow, 1)
	if testing.Short() {
		c.Games /= 10
	}
	t.Run("title", func(t *testing.T) { testTitle(t, title, c) })
	t.Run("play", func(t *testing.T) { testPlay(t, title, c) })
	t.Run("asks", func(t *testing.T) { testAsks(t, title, c) })
	t.Run("records", func(t *testing.T) { testRecords(t, title, c) })
	t.Run("secrets", func(t *testing.T) { testSecrets(t, title, c) })
	t.Run("words", func(t *testing.T) { testWords(t, title, c) })
	t.Run("rules", func(t *testing.T) { testRules(t, title) })
}

func cmpOr(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// draw returns a header and a generator for one random play.
func (c *Config) draw(rt *rapid.T) (engine.Header, *rand.Rand) {
	h := c.Header(rt)
	return h, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "bot"), 1))
}

// many calls prop for n random plays, in rapid's checks.
func (c *Config) many(t *testing.T, n int, prop func(*rapid.T, engine.Header, *rand.Rand)) {
	const perCheck = 100 // rapid's default number of checks
	each := max(1, n/c.Slow/perCheck)
	rapid.Check(t, func(rt *rapid.T) {
		for range each {
			h, rng := c.draw(rt)
			prop(rt, h, rng)
		}
	})
}

func testTitle(t *testing.T, title *engine.Title, c Config) {
	assert.NotEmpty(t, title.ID)
	assert.Contains(t, title.Rules, "- "+title.Rule+"-1.1 ", "the ledger is embedded, its rules at line starts")
	var h engine.Header
	rapid.Check(t, func(rt *rapid.T) { h = c.Header(rt) })
	_, err := title.Begin(h)
	require.NoError(t, err)
	bad := func(name, rule string, change func(*engine.Header)) {
		b := h
		b.Seats = slices.Clone(h.Seats)
		change(&b)
		_, err := title.Begin(b)
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
	g, err := title.Begin(h)
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
					rt.Fatalf("%v\n%s", err, Record(h, record))
				}
			}
		}
		if _, err := p.Playout(g); err != nil {
			rt.Fatalf("%v\n%s", err, Record(h, record))
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
func Record(h engine.Header, moves []engine.Move) []byte {
	b := append(h.Append(nil), '\n')
	for _, m := range moves {
		b = append(engine.AppendMove(b, h.Seats, m), '\n')
	}
	return b
}

// again plays the moves from the start.
func again(title *engine.Title, h engine.Header, moves []engine.Move) (engine.Game, error) {
	g, err := title.Begin(h)
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

// common is the part of a status that all games have.
type common struct {
	Public struct {
		Game    string           `json:"game"`
		Phase   string           `json:"phase"`
		Waiting []engine.Waiting `json:"waiting"`
		Over    bool             `json:"over"`
	} `json:"public"`
	Result json.RawMessage `json:"result"`
}

// checkWaiting holds the status against the asks.
func checkWaiting(title *engine.Title, h engine.Header, g engine.Game, asks []engine.Ask) error {
	var st common
	b, err := engine.MarshalStatus(g, h.Seats)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, &st); err != nil {
		return err
	}
	want := []engine.Waiting{}
	last := engine.Table
	waited := 0
	for _, a := range asks {
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
	case st.Public.Game != title.ID:
		return fmt.Errorf("public.game is %q", st.Public.Game)
	case !slices.Equal(want, st.Public.Waiting):
		return fmt.Errorf("public.waiting is %v, the asks are %v", st.Public.Waiting, want)
	case st.Public.Over != g.Over(), g.Over() != (waited == 0), g.Over() != (string(st.Result) != "null"):
		return fmt.Errorf("over is %v, public.over %v, %d are waited for, the result is %s", g.Over(), st.Public.Over, waited, st.Result)
	}
	return nil
}

// testAsks holds asks against moves.
func testAsks(t *testing.T, title *engine.Title, c Config) {
	accepted, refused := 0, 0
	rules := rulesOf(title)
	c.many(t, c.Games/10, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
		universe := c.Universe(rng, h)
		g, p, err := start(title, h, rng)
		require.NoError(rt, err)
		var record []engine.Move
		for {
			asks := g.Asks(nil)
			if err := checkWaiting(title, h, g, asks); err != nil {
				rt.Fatalf("%v\n%s", err, Record(h, record))
			}
			if len(asks) == 0 || rng.IntN(20) == 0 {
				n, err := refuseOthers(rules, h, g, asks, universe)
				refused += n
				if err != nil {
					rt.Fatalf("%v\n%s", err, Record(h, record))
				}
			}
			if len(asks) == 0 {
				return
			}
			if rng.IntN(40) == 0 {
				n, err := acceptListed(title, h, p, record, asks)
				accepted += n
				if err != nil {
					rt.Fatalf("%v\n%s", err, Record(h, record))
				}
			}
			a := &asks[rng.IntN(len(asks))]
			do, err := p.Pick(a)
			require.NoError(rt, err)
			m := engine.Move{Seat: a.Seat, Do: do}
			if _, err := g.Play(m); err != nil {
				rt.Fatalf("%v: %s\n%s", err, engine.AppendMove(nil, h.Seats, m), Record(h, record))
			}
			record = append(record, m)
		}
	})
	t.Logf("%d listed moves were accepted, %d others refused", accepted, refused)
	assert.NotZero(t, accepted)
	assert.NotZero(t, refused)
}

// rulesOf returns the numbers of the rules of the ledger, which stand at line starts.
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

// acceptListed plays every move that the asks list, each on a copy, and some where they are
// too many to list.
func acceptListed(title *engine.Title, h engine.Header, p *bot.Player, record []engine.Move, asks []engine.Ask) (int, error) {
	n := 0
	try := func(m engine.Move) error {
		n++
		g, err := again(title, h, record)
		if err != nil {
			return err
		}
		if _, err := g.Play(m); err != nil {
			return fmt.Errorf("listed, but refused: %s: %w", engine.AppendMove(nil, h.Seats, m), err)
		}
		return nil
	}
	for i := range asks {
		a := &asks[i]
		moves := slices.Clone(a.Options)
		if a.Kind != engine.AskOne && a.Kind != engine.AskConfirm {
			for range 10 {
				do, err := p.Pick(a)
				if err != nil {
					return n, err
				}
				moves = append(moves, do)
			}
		}
		for k, do := range moves {
			if do.Verb() != a.Verb {
				return n, fmt.Errorf("the ask %s lists the verb %s", a.Verb, do.Verb())
			}
			if slices.Contains(moves[:k], do) && (a.Kind == engine.AskOne || a.Kind == engine.AskConfirm) {
				return n, fmt.Errorf("the ask %s lists a move twice", a.Verb)
			}
			if err := try(engine.Move{Seat: a.Seat, Do: do}); err != nil {
				return n, err
			}
		}
		if a.Late != nil && !Listed(h.Seats, a, a.Late) {
			return n, fmt.Errorf("the ask %s does not list what is made when time runs out", a.Verb)
		}
		for _, do := range a.Options {
			if !slices.Contains(a.Shown(), do) {
				return n, fmt.Errorf("the ask %s does not show all that it lists", a.Verb)
			}
		}
		for _, it := range a.Items {
			if !slices.ContainsFunc(a.ShownThings(), func(s engine.Item) bool { return s.Word == it.Word && s.Count >= it.Count }) {
				return n, fmt.Errorf("the ask %s does not show all items that it lists", a.Verb)
			}
		}
	}
	return n, nil
}

// refuseOthers tries every move of the universe that no ask lists.
func refuseOthers(rules map[string]bool, h engine.Header, g engine.Game, asks []engine.Ask, universe []engine.Action) (int, error) {
	before := Status(g, h.Seats)
	askedBefore := fmt.Sprintf("%+v", g.Asks(nil))
	n := 0
	for s := engine.NoSeat; int(s) <= len(h.Seats); s++ {
		for _, do := range universe {
			if listedIn(h.Seats, asks, s, do) {
				continue
			}
			m := engine.Move{Seat: s, Do: do}
			_, err := g.Play(m)
			if err == nil {
				return n, fmt.Errorf("not listed, but accepted: %s", engine.AppendMove(nil, h.Seats, m))
			}
			n++
			var no *engine.Refusal
			if !errors.As(err, &no) {
				return n, fmt.Errorf("%s: the error %v is no *engine.Refusal", engine.AppendMove(nil, h.Seats, m), err)
			}
			if !rules[no.Rule] {
				return n, fmt.Errorf("%s: refused by %q, which is no rule of the ledger", engine.AppendMove(nil, h.Seats, m), no.Rule)
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

func listedIn(r engine.Roster, asks []engine.Ask, s engine.Seat, do engine.Action) bool {
	for i := range asks {
		// Where a list is open, nobody knows what else is accepted.
		if asks[i].Seat == s && (asks[i].Open && asks[i].Verb == do.Verb() || Listed(r, &asks[i], do)) {
			return true
		}
	}
	return false
}

// Listed reports whether the ask a lists the answer do.
func Listed(r engine.Roster, a *engine.Ask, do engine.Action) bool {
	if do.Verb() != a.Verb {
		return false
	}
	if a.Kind == engine.AskOne || a.Kind == engine.AskConfirm {
		return slices.Contains(a.Options, do)
	}
	args := do.Args(nil)
	if len(args) != 1 || args[0].Key != a.Arg {
		return false
	}
	v := args[0].Value
	used := map[string]int{}
	switch a.Kind {
	case engine.AskNumber:
		return v.Kind == engine.IntValue && v.Int >= a.Min && v.Int <= a.Max
	case engine.AskAssign, engine.AskDice:
		if v.Kind != engine.MapValue || len(v.Items) != len(a.Keys) {
			return false
		}
		for i, it := range v.Items {
			key := a.Keys[i]
			if it.Key != "" && it.Key != key.Word || it.Key == "" && it.Of != key.Seat {
				return false
			}
			word := it.Value.Word
			if it.Value.Kind == engine.IntValue {
				word = strconv.Itoa(it.Value.Int)
			}
			used[word]++
		}
		return a.Kind == engine.AskDice && wordsOf(a, used) || within(a, used)
	}
	if v.Kind != engine.ListValue {
		return false
	}
	worth := 0
	for _, it := range v.Items {
		used[it.Value.Word]++
		for _, item := range a.Items {
			if item.Word == it.Value.Word {
				worth += item.Value
			}
		}
	}
	n := len(v.Items)
	if a.Kind == engine.AskPayment {
		n = worth
	}
	return n >= a.Min && n <= a.Max && within(a, used)
}

// within reports whether each word is an item of a that can be had so often.
func within(a *engine.Ask, used map[string]int) bool {
	for w, n := range used {
		if !slices.ContainsFunc(a.Items, func(it engine.Item) bool { return it.Word == w && it.Count >= n }) {
			return false
		}
	}
	return true
}

func wordsOf(a *engine.Ask, used map[string]int) bool {
	for w := range used {
		if !slices.ContainsFunc(a.Items, func(it engine.Item) bool { return it.Word == w }) {
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
		mr := engine.NewMoveReader(title, h.Seats)
		var record []engine.Move
		var half []byte
		stop := rng.IntN(200)
		at := -1
		p.Made = func(m engine.Move, _ []engine.Cue) {
			line := engine.AppendMove(nil, h.Seats, m)
			back, err := mr.Read(line)
			if err != nil {
				rt.Fatalf("the move %s was not read again: %v", line, err)
			}
			if back != m {
				rt.Fatalf("the move %s was read again as %s", line, engine.AppendMove(nil, h.Seats, back))
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
			g2, _, err := Replay(title, Record(h, record))
			if err != nil {
				rt.Fatalf("the record was not read again: %v\n%s", err, Record(h, record))
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
