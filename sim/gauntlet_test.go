package sim

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
	"consigliere/engine/naro"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/post"
	"consigliere/hw/post/wire"
	"consigliere/hw/screen"
)

// The gauntlet attacks the box for as long as it is told to; see CONTRIBUTING.md. Each trial follows
// from its kind and a number, so that it can be made again:
//
//	go test ./sim -run TestGauntlet -gauntlet.only twins -gauntlet.seed 4711
var (
	gauntletFor   = flag.Duration("gauntlet.for", 0, "how long the gauntlet runs; 0: a moment")
	gauntletState = flag.String("gauntlet.state", "", "file in which it keeps how far it is, and goes on from")
	gauntletLog   = flag.String("gauntlet.log", "", "file to which it adds a line at its end")
	gauntletOnly  = flag.String("gauntlet.only", "", "the one kind of trial to make")
	gauntletSeed  = flag.Uint64("gauntlet.seed", 0, "the one trial to make, with gauntlet.only")
)

// A trial is one attack. It returns how often it attacked, and what went wrong. A limit makes it shorter,
// down to 1; 0 is none.
type trial func(t *testing.T, seed uint64, limit int) (n int, err error)

// trials are all kinds, by name, and what they are counted in.
var trials = map[string]struct {
	run  trial
	what string
	// share is how much of the time it gets.
	share int
}{
	"twins":  {tryTwins, "twins", 12},
	"noise":  {tryNoise, "plays with private noise", 3},
	"kills":  {tryKill, "kills", 3},
	"damage": {tryDamage, "damaged journals", 2},
	"disk":   {tryDisk, "disks that fail or wait", 2},
	"bus":    {tryBus, "broken transfers", 2},
	"clock":  {tryClock, "jumps of the clock", 2},
	"fuzz":   {tryFuzz, "fuzzed inputs", 1},
}

// A tally is how far a gauntlet is.
type tally struct {
	Next    map[string]uint64 // seed of the next trial, by kind
	Count   map[string]int    // attacks
	Seconds map[string]float64
}

// tellGauntlet tells on a terminal how far it is. In a pipe it is silent.
func tellGauntlet(format string, what ...any) {
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r"+format+"\x1b[K", what...)
	}
}

// TestGauntlet makes trials of all kinds until its time is over. The first that fails is made smaller,
// and told with what makes it again.
func TestGauntlet(t *testing.T) {
	c := tally{map[string]uint64{}, map[string]int{}, map[string]float64{}}
	if data, err := os.ReadFile(*gauntletState); *gauntletState != "" && err == nil {
		require.NoError(t, json.Unmarshal(data, &c))
	}
	kinds := slices.Sorted(maps.Keys(trials))
	if *gauntletOnly != "" {
		require.Contains(t, kinds, *gauntletOnly)
		kinds = []string{*gauntletOnly}
	}
	if *gauntletSeed != 0 {
		_, err := trials[kinds[0]].run(t, *gauntletSeed, 0)
		require.NoError(t, err)
		return
	}
	end := time.Now().Add(*gauntletFor)
	for rounds := 0; rounds == 0 || time.Now().Before(end); rounds++ {
		// The one that had the least of its share is next; in the first round each has its turn.
		turn := kinds
		if rounds > 0 {
			turn = []string{slices.MinFunc(kinds, func(a, b string) int {
				return int(1000 * (c.Seconds[a]/float64(trials[a].share) - c.Seconds[b]/float64(trials[b].share)))
			})}
		}
		for _, kind := range turn {
			c.Next[kind]++ // a trial that kills the program is not made again
			seed := c.Next[kind]
			c.keep(t)
			began := time.Now()
			tellGauntlet("%s, seed %d, %s left", kind, seed, max(0, end.Sub(began)).Round(time.Second))
			n, err := trials[kind].run(t, seed, 0)
			c.Count[kind] += n
			c.Seconds[kind] += time.Since(began).Seconds()
			if err != nil {
				err = smaller(t, kind, seed, err)
				t.Errorf("%s: %v\nmake it again: go test ./sim -run TestGauntlet -gauntlet.only %s -gauntlet.seed %d", kind, err, kind, seed)
			}
		}
		if t.Failed() {
			break
		}
	}
	tellGauntlet("")
	c.keep(t)
	line := c.line(kinds, t.Failed())
	t.Log(line)
	if *gauntletLog != "" {
		f, err := os.OpenFile(*gauntletLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		require.NoError(t, err)
		_, err = fmt.Fprintf(f, "%s %s\n", time.Now().UTC().Format("2006-01-02"), line)
		require.NoError(t, errors.Join(err, f.Close()))
	}
}

// smaller returns the error of the shortest trial that fails.
func smaller(t *testing.T, kind string, seed uint64, err error) error {
	for limit := 1; limit < 64; limit++ {
		if _, short := trials[kind].run(t, seed, limit); short != nil {
			return fmt.Errorf("limit %d is enough: %w", limit, short)
		}
	}
	return err
}

func (c *tally) keep(t *testing.T) {
	if *gauntletState == "" {
		return
	}
	data, err := json.MarshalIndent(c, "", "\t")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(*gauntletState+".new", data, 0o644))
	require.NoError(t, os.Rename(*gauntletState+".new", *gauntletState))
}

// line returns the counts of all that was tried since the state was begun.
func (c *tally) line(kinds []string, failed bool) string {
	var parts []string
	total := 0.0
	for _, kind := range kinds {
		parts = append(parts, fmt.Sprintf("%d %s (seeds to %d)", c.Count[kind], trials[kind].what, c.Next[kind]))
		total += c.Seconds[kind]
	}
	end := "nothing failed"
	if failed {
		end = "FAILED"
	}
	return fmt.Sprintf("%s in %.0f s: %s", strings.Join(parts, ", "), total, end)
}

// beginning returns the header of a play of a random title or script, which the seed decides.
func beginning(r *rand.Rand) (*engine.Title, engine.Header) {
	all := games.All()
	for {
		title := all[r.IntN(len(all))]
		options := `{}`
		switch title.ID {
		case "naro":
			options = fmt.Sprintf(`{"powers":%t,"chance":"box","power_deal":"box"}`, r.IntN(2) == 0)
		case "anygame":
			plays := title.Options[slices.IndexFunc(title.Options, func(o engine.Option) bool { return o.Key == "play" })].Values
			options = fmt.Sprintf(`{"play":%q}`, plays[r.IntN(len(plays))])
		default:
			options = `{"chance":"box"}`
		}
		least, most := title.Range([]byte(options))
		most = min(most, len(names))
		if least > most {
			continue
		}
		h := engine.Header{Game: title.ID, Seats: names[:least+r.IntN(most-least+1)], Options: []byte(options), Seed: r.Uint64() >> 11}
		if _, _, err := title.Begin(h); err != nil {
			h.NoSeed = true
			if _, _, err := title.Begin(h); err != nil {
				continue
			}
		}
		return title, h
	}
}

// secretive reports whether the first moves of bots have something secret among them.
func secretive(title *engine.Title, h engine.Header) bool {
	game, _, err := title.Begin(h)
	if err != nil {
		return false
	}
	bots := bot.New(title, h.Seats, rand.New(rand.NewPCG(h.Seed, 8)))
	for range 20 {
		asks := game.Asks(nil)
		if slices.ContainsFunc(asks, func(a engine.Ask) bool { return a.Secret && a.Seat >= 0 && a.By == 0 }) {
			return true
		}
		if len(asks) == 0 {
			break
		}
		do, err := bots.Pick(&asks[0])
		if err != nil {
			return false
		}
		if _, err := game.Play(engine.Move{Seat: asks[0].Seat, Do: do}); err != nil {
			return false
		}
	}
	return false
}

// A twin is one of two whole simulators that play the same but for what is secret.
type twin struct {
	*Sim

	table  *table.Table
	shadow engine.Game // follows the play, to tell what was shown
	moves  int         // that the shadow has made
	public []string    // what was put out in public since it began, with its times
	log    bytes.Buffer
	post   *post.Client
	hub    capture
	wire   int // messages that went to the hub
	// differs: a secret choice was another than that of the first twin.
	differs bool
}

// zeros is a source of chance that all twins share.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// A capture is a link to a hub, which keeps what goes over it.
type capture struct {
	sent []string
	seq  map[string]uint64
	last map[string][]byte
}

func (c *capture) Last(_ context.Context, play string) ([]byte, uint64, error) {
	c.sent = append(c.sent, "last "+play)
	return c.last[play], c.seq[play], nil
}

func (c *capture) Put(_ context.Context, play string, data []byte, last uint64) (uint64, error) {
	c.sent = append(c.sent, fmt.Sprintf("put %s %d %s", play, last, data))
	if c.seq == nil {
		c.seq, c.last = map[string]uint64{}, map[string][]byte{}
	}
	c.seq[play]++
	c.last[play] = bytes.Clone(data)
	return c.seq[play], nil
}

func (c *capture) Tell(wire.Report) error                    { return nil }
func (c *capture) Clock(context.Context) (wire.Clock, error) { return wire.Clock{}, nil }
func (c *capture) Orders() <-chan wire.Order                 { return nil }
func (c *capture) Err() error                                { return nil }
func (c *capture) Close()                                    {}

// painted draws the pages of twins. It is one for all, for it remembers how words are drawn.
var painted = sync.OnceValues(screen.New)

// drawnEvery is how many twins there are to one pair whose pages are drawn in letters. The others have [prints]:
// letters take half of the time of a trial, and tell less.
const drawnEvery = 10

// prints draws a fingerprint of each page: two that differ in anything differ in that, also where the difference
// is cut off, or too small for the eye.
type prints struct{ key []byte }

// Paint implements [console.Painter].
func (p *prints) Paint(f *hw.Frame, l lang.Lang, page *screen.Page) int {
	p.key = appendPage(append(append(p.key[:0], l...), ' '), page)
	sum := sha256.Sum256(p.key)
	for n := 0; n < len(f.Pix); n += len(sum) {
		copy(f.Pix[n:], sum[:])
	}
	return p.Parts(f.W, f.H, l, page)
}

// Parts implements [console.Painter]: about as many as letters would need.
func (p *prints) Parts(_, h int, l lang.Lang, page *screen.Page) int {
	parts := max(1, (len(page.Lines)*12+h-1)/h)
	for i := range page.More {
		parts += p.Parts(0, h, l, &page.More[i])
	}
	return parts
}

// appendPage appends all that a page is drawn by.
func appendPage(b []byte, p *screen.Page) []byte {
	text := func(list ...string) {
		for _, s := range list {
			b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
		}
	}
	text(p.Heading, p.Corner, p.Foot)
	text(p.Code...)
	b = fmt.Appendf(b, "%t %t %d %d|", p.Big, p.Whole, p.At, p.Within)
	for i := range p.Lines {
		n := &p.Lines[i]
		text(n.Name, n.Text)
		b = fmt.Appendf(b, "%t %t %d %v|", n.Strong, n.Cursor, n.Bar, n.Icons)
	}
	for i := range p.More {
		b = appendPage(append(b, '+'), &p.More[i])
	}
	return append(b, '-')
}

// fixed are the digits of receipts of twins: in place of those that are bound to what is secret, which is the one
// exception that promise P4 makes.
func fixed(line int) string { return fmt.Sprintf("%06d", line) }

func newTwin(title *engine.Title, h engine.Header, l lang.Lang, paint console.Painter, digits func(int) string) (*twin, error) {
	w := &twin{}
	plain := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	var err error
	w.Sim, err = New(config.Default(), box.Options{
		Digits: digits, Titles: []*engine.Title{title}, Lang: l, Painter: paint, OnTable: func(t *table.Table) { w.table = t },
		Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: plain})),
	})
	if err != nil {
		return nil, err
	}
	w.post, err = post.New(nil, post.Options{
		Dir: "outbox", Disk: &journaltest.MemDisk{}, Rand: zeros{}, Now: func() time.Time { return time.Unix(0, 0) },
	})
	if err != nil {
		return nil, err
	}
	w.Observe(func(e box.Event) {
		switch e := e.(type) {
		case box.ScreenEvent:
			if e.Pod == hw.Panel {
				w.public = append(w.public, fmt.Sprintf("%v screen %x", e.At, e.Frame.Pix))
			}
		case box.PeekEvent, box.PodEvent: // for one seat alone
		case box.DeskEvent:
			b, err := json.Marshal(w.Look().Public(l))
			w.public = append(w.public, fmt.Sprintf("%v desk %s %v", e.At, b, err))
			// What the hub hears of it, and when.
			w.hub.sent = w.hub.sent[:0]
			w.post.Take(context.Background(), e.At, w.Look().Public(""))
			err = w.post.Send(context.Background(), &w.hub)
			for _, sent := range w.hub.sent {
				w.public = append(w.public, fmt.Sprintf("%v hub %s", e.At, sent))
			}
			w.wire += len(w.hub.sent)
			if err != nil {
				w.public = append(w.public, fmt.Sprintf("%v hub %v", e.At, err))
			}
		default:
			w.public = append(w.public, fmt.Sprintf("%T%v", e, e))
		}
	})
	if w.shadow, _, err = title.Begin(h); err != nil {
		return nil, err
	}
	return w, w.Apply(0, command.Start{Header: h})
}

// follow repeats in the shadow what was played, and returns who has learned something by that.
func (w *twin) follow() (learned engine.SeatSet, err error) {
	for ; w.moves < w.table.Moves(); w.moves++ {
		cues, err := w.shadow.Play(w.table.Move(w.moves))
		if err != nil {
			return 0, err
		}
		for _, c := range cues {
			learned |= c.Learned
		}
	}
	return learned, nil
}

// known returns what the rules let everybody know.
func (w *twin) known() string {
	v := w.shadow.View(engine.Public)
	b, err := json.Marshal([]any{v.Public, v.Result})
	return fmt.Sprint(string(b), err)
}

// choose answers an ask: typed, or at the buttons of its pod where it has one or two steps.
func (w *twin) choose(now time.Duration, m engine.Move, a *engine.Ask, pressed bool) {
	moves := w.table.Title().Moves
	if !pressed {
		w.Advance(now)
		_ = w.Apply(now, command.Type{Line: moves.AppendLine(nil, w.table.Roster(), m)}) // a refusal is the same in both
		return
	}
	list := consoletest.Taps(moves, a, consoletest.Answer{Do: m.Do})
	at := now - 2*time.Second
	for i, tap := range list {
		if i == len(list)-1 {
			at = now // whatever was chosen, it is locked at the same time
		}
		for _, down := range []bool{true, false} {
			for _, b := range tap.Buttons {
				w.Advance(at)
				_ = w.Apply(at, command.Press{Pod: hw.Pod(a.Seat), Button: b, Down: down})
			}
			at += 40 * time.Millisecond
		}
	}
	w.Advance(at)
}

// brood is how many twins the first of them has: all are compared with it, which so is played once for all.
const brood = 7

// tryTwins plays twins, in each of which a secret choice differs from the first of them, until the rules show the
// difference. It returns how many pairs differed: the others show nothing.
func tryTwins(_ *testing.T, seed uint64, limit int) (int, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	title, h := beginning(r)
	for !secretive(title, h) {
		title, h = beginning(r)
	}
	l := lang.All()[r.IntN(len(lang.All()))]
	var paint console.Painter = &prints{}
	if seed%drawnEvery == 0 {
		letters, err := painted()
		if err != nil {
			return 0, err
		}
		paint = letters
	}
	if !h.NoSeed && seed%2 == 0 {
		(&receipt.Deal{Secret: receipt.Secret{byte(seed)}}).Mark(&h)
	}
	return playTwins(title, h, l, paint, fixed, r, limit)
}

// playTwins is tryTwins of one play.
func playTwins(title *engine.Title, h engine.Header, l lang.Lang, paint console.Painter, digits func(int) string, r *rand.Rand, limit int) (int, error) {
	a, err := newTwin(title, h, l, paint, digits)
	if err != nil {
		return 0, err
	}
	twins := make([]*twin, brood)
	for i := range twins {
		if twins[i], err = newTwin(title, h, l, paint, digits); err != nil {
			return 0, err
		}
	}
	if limit == 0 {
		limit = 40
	}
	p := bot.New(title, h.Seats, r)
	n, now := 0, time.Duration(0)
	for i := range limit {
		if len(twins) == 0 {
			break
		}
		now += 3*time.Second + time.Duration(r.IntN(2500))*time.Millisecond
		a.begin().Advance(now - 2*time.Second)
		for _, b := range twins {
			b.begin().Advance(now - 2*time.Second)
		}
		if twins, err = together(a, twins); err != nil {
			return n, wrapped(err, h, i)
		}
		if a.table.Over() {
			break
		}
		asks := slices.Clone(a.table.Asks())
		k := r.IntN(len(asks))
		x := asks[k]
		others := make([]engine.Ask, len(twins))
		for j, b := range twins {
			if len(b.table.Asks()) != len(asks) {
				return n, wrapped(errors.New("what is waited for differs"), h, i)
			}
			others[j] = b.table.Asks()[k]
			if x.ID() != others[j].ID() {
				return n, wrapped(fmt.Errorf("%v is waited for, and %v", x.ID(), others[j].ID()), h, i)
			}
		}
		if x.Optional || x.Paced || x.Timed {
			continue
		}
		do, err := p.Pick(&x)
		if err != nil {
			return n, wrapped(err, h, i)
		}
		mover := x.Seat
		if x.Seat >= 0 && x.By != 0 {
			for mover = 0; !x.By.Has(mover); {
				mover++
			}
		}
		pressed := x.Seat >= 0 && x.By == 0 && len(x.Parts) == 0 && len(x.Options) <= 3 && !x.Confirm && r.IntN(2) == 0 &&
			len(consoletest.Taps(title.Moves, &x, consoletest.Answer{Do: do})) <= 6 && alone(asks, x.Seat)
		own := x.Seat >= 0 && x.By == 0 && x.Secret
		a.begin().choose(now, engine.Move{Seat: mover, Do: do}, &x, pressed)
		for j, b := range twins {
			same, y := do, &others[j]
			switch {
			case own && (!b.differs && r.IntN(2) == 0 || !x.Equal(y)):
				for range 8 {
					if same, err = p.Pick(y); err != nil {
						return n, wrapped(err, h, i)
					}
					if same != do {
						break
					}
				}
				if same != do && !b.differs {
					b.differs = true
					n++
				}
			case !own && !x.Equal(y):
				return n, wrapped(fmt.Errorf("what %s is asked in public differs", h.Seats.Name(x.Seat)), h, i)
			}
			b.begin().choose(now, engine.Move{Seat: mover, Do: same}, y, pressed)
		}
		if twins, err = together(a, twins); err != nil {
			return n, wrapped(err, h, i)
		}
	}
	if a.wire == 0 {
		return n, wrapped(errors.New("the hub has heard nothing"), h, limit)
	}
	return n, nil
}

// TestTwinsTellTheHubTheSame holds that twins tell a hub the same bytes at the same times, in their outboxes and over
// the wire: some pairs of every game, and 10,000 with CONSIGLIERE_LONG set.
func TestTwinsTellTheHubTheSame(t *testing.T) {
	want := 40
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		want = 10_000
	}
	pairs, seed := 0, uint64(33_000_000)
	for ; pairs < want; seed++ {
		n, err := tryTwins(t, seed, 0)
		require.NoError(t, err, "seed %d", seed)
		pairs += n
	}
	t.Logf("%d pairs, 0 bytes differ", pairs)
}

// blabber is a game with a planted leak: when a Bang! is loaded, all see it a moment longer.
type blabber struct{ engine.Game }

func (b blabber) Play(m engine.Move) ([]engine.Cue, error) {
	cues, err := b.Game.Play(m)
	if m.Do == engine.Action(naro.Load{Card: naro.Bang}) {
		cues = append(slices.Clone(cues), engine.Cue{Kind: engine.CueReveal, Text: engine.Say("")})
	}
	return cues, err
}

// TestTwinsFindALeak checks that twins tell a game that leaks, by its time alone.
func TestTwinsFindALeak(t *testing.T) {
	title := *games.Find("naro")
	begin := title.New
	title.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
		g, cues, err := begin(h)
		return blabber{g}, cues, err
	}
	h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 7}
	_, err := playTwins(&title, h, lang.English, &prints{}, nil, rand.New(rand.NewPCG(1, 1)), 0)
	require.ErrorContains(t, err, "public output")
	n, err := playTwins(games.Find("naro"), h, lang.English, &prints{}, nil, rand.New(rand.NewPCG(1, 1)), 0)
	require.NoError(t, err)
	require.Positive(t, n)
}

// TestReceiptsAreTheOneException holds that twins with receipts differ in their digits and in nothing else.
func TestReceiptsAreTheOneException(t *testing.T) {
	h := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`)}
	(&receipt.Deal{Secret: receipt.Secret{7}}).Mark(&h)
	twins := func(digits func(int) string) (int, error) {
		return playTwins(games.Find("naro"), h, lang.English, &prints{}, digits, rand.New(rand.NewPCG(1, 1)), 0)
	}
	n, err := twins(fixed)
	require.NoError(t, err)
	require.Positive(t, n)
	_, err = twins(nil)
	require.ErrorContains(t, err, "desk", "the digits are bound to the choice, and all see them")
}

// alone reports whether a seat is asked one thing alone.
func alone(asks []engine.Ask, s engine.Seat) bool {
	n := 0
	for i := range asks {
		if asks[i].May(s) {
			n++
		}
	}
	return n == 1
}

func wrapped(err error, h engine.Header, i int) error {
	if err != nil {
		err = fmt.Errorf("%s, step %d: %w", h.Append(nil), i, err)
	}
	return err
}

// begin begins what is compared next.
func (w *twin) begin() *twin {
	w.public = w.public[:0]
	w.log.Reset()
	return w
}

// together compares twins with the first of them, in all that was put out since it began. It returns those
// whose difference the rules have not shown yet; what was put out as they did is not compared.
func together(a *twin, twins []*twin) (left []*twin, err error) {
	learned, err := a.follow()
	if err != nil {
		return nil, err
	}
	known := a.known()
	for _, b := range twins {
		more, err := b.follow()
		if err != nil {
			return nil, err
		}
		if b.differs && (learned|more != 0 || known != b.known()) {
			continue
		}
		if !bytes.Equal(a.log.Bytes(), b.log.Bytes()) {
			return nil, fmt.Errorf("logs differ:\n%s\n%s", &a.log, &b.log)
		}
		x, y := a.public, b.public
		for i := range min(len(x), len(y)) {
			if x[i] != y[i] {
				return nil, fmt.Errorf("the public output %d differs:\n%.300s\n%.300s", i, x[i], y[i])
			}
		}
		if len(x) != len(y) {
			return nil, fmt.Errorf("there are %d public outputs, and %d", len(x), len(y))
		}
		left = append(left, b)
	}
	return left, nil
}

// A scripted play follows from its seed and from how many lines its journal has, so that it goes on in
// the same way whenever it was broken off.
type scripted struct {
	tb    *table.Table
	seed  uint64
	lines int // of the journal, without the header
}

func (s *scripted) step() error {
	rng := rand.New(rand.NewPCG(s.seed, uint64(s.lines)))
	tb, now := s.tb, time.Duration(s.lines)*time.Second
	if rng.IntN(8) == 0 {
		for seat := range engine.Seat(engine.MaxSeats) {
			if tb.Locked().Has(seat) {
				s.lines++
				return tb.TakeBack(now, seat)
			}
		}
	}
	open := slices.Clone(tb.Asks())
	a := &open[rng.IntN(len(open))]
	do, err := bot.New(tb.Title(), tb.Roster(), rng).Pick(a)
	if err != nil {
		return err
	}
	mover := a.Seat
	if a.Seat >= 0 && a.By != 0 {
		for mover = 0; !a.By.Has(mover); {
			mover++
		}
	}
	if _, err = tb.Play(now, engine.Move{Seat: mover, Do: do}); err == nil {
		s.lines++
	}
	return err
}

// shownAfter returns what a scripted play is after each line of its journal, and what is asked then.
func shownAfter(seed uint64, most int) ([]string, *engine.Title, engine.Header, error) {
	title, h := beginning(rand.New(rand.NewPCG(seed, 2)))
	tb, _, err := table.New(title, h, table.Options{})
	if err != nil {
		return nil, nil, h, err
	}
	s := &scripted{tb: tb, seed: seed}
	list := []string{shownOf(tb)}
	for len(list) < most && !tb.Over() {
		if err := s.step(); err != nil {
			return nil, nil, h, wrapped(err, h, len(list))
		}
		list = append(list, shownOf(tb))
	}
	return list, title, h, nil
}

// shownOf returns the record of a play and what it waits for.
func shownOf(tb *table.Table) string {
	return fmt.Sprintf("%s%+v %v", tb.AppendRecord(nil), askIDs(tb), tb.Locked())
}

func askIDs(tb *table.Table) []engine.AskID {
	var ids []engine.AskID
	for _, a := range tb.Asks() {
		ids = append(ids, a.ID())
	}
	return ids
}

// scriptedMost is after how many lines a scripted play ends.
const scriptedMost = 60

// gauntletChild names the folder and the seed of the play of a child that is killed.
const gauntletChild = "SIM_TEST_GAUNTLET_IN"

func TestMain(m *testing.M) {
	if dir, seed, ok := strings.Cut(os.Getenv(gauntletChild), ":"); ok {
		n, _ := strconv.ParseUint(dir, 10, 64)
		if err := playToBeKilled(seed, n); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// playToBeKilled continues the play in a folder, and says how many lines its journal has before each
// step.
func playToBeKilled(dir string, seed uint64) error {
	path := filepath.Join(dir, "play-0001.jsonl")
	title, h := beginning(rand.New(rand.NewPCG(seed, 2)))
	s := &scripted{seed: seed}
	var err error
	if _, missing := os.Stat(path); missing != nil {
		s.tb, _, err = table.New(title, h, table.Options{Journal: journal.New(path)})
	} else {
		s.tb, _, err = table.Open(path, games.Find, table.Options{})
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for s.lines = bytes.Count(data, []byte{'\n'}) - 1; s.lines < scriptedMost-1 && !s.tb.Over(); {
		fmt.Println(s.lines)
		if err := s.step(); err != nil {
			return err
		}
	}
	fmt.Println(s.lines)
	return nil
}

// tryKill kills a program in the middle of a play, again and again. What it has said to be on disk is
// there, and the play waits for the same.
func tryKill(t *testing.T, seed uint64, limit int) (int, error) {
	want, _, h, err := shownAfter(seed, scriptedMost)
	if err != nil {
		return 0, err
	}
	r := rand.New(rand.NewPCG(seed, 3))
	dir := t.TempDir()
	kills, acknowledged := 0, 0
	for acknowledged < len(want)-1 && kills < 40 && (limit == 0 || kills < limit) {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), gauntletChild+"="+strconv.FormatUint(seed, 10)+":"+dir)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			return kills, err
		}
		if err := child.Start(); err != nil {
			return kills, err
		}
		lines := bufio.NewScanner(out)
		for left := r.IntN(20); lines.Scan(); left-- {
			if acknowledged, err = strconv.Atoi(lines.Text()); err != nil {
				return kills, err
			}
			if left == 0 {
				time.Sleep(time.Duration(r.IntN(800)) * time.Microsecond)
				_ = child.Process.Kill() // it may have come to its end
			}
		}
		_ = child.Wait() // it was killed
		kills++
		path := filepath.Join(dir, "play-0001.jsonl")
		if _, err := os.Stat(path); err != nil && acknowledged == 0 {
			continue // killed before there was a play
		}
		tb, _, err := table.Open(path, games.Find, table.Options{})
		if err != nil {
			return kills, wrapped(err, h, acknowledged)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return kills, err
		}
		n := bytes.Count(data, []byte{'\n'}) - 1
		if err := tb.Close(); err != nil {
			return kills, err
		}
		if n < acknowledged || n > acknowledged+1 {
			return kills, wrapped(fmt.Errorf("%d lines were acknowledged, and there are %d", acknowledged, n), h, n)
		}
		if shownOf(tb) != want[n] {
			return kills, wrapped(errors.New("the play is another after a kill"), h, n)
		}
	}
	return kills, nil
}

// written plays a scripted play on a disk in memory, and returns its journal and what was shown after
// each line.
func written(seed uint64) (data []byte, want []string, h engine.Header, err error) {
	want, title, h, err := shownAfter(seed, 12)
	if err != nil {
		return nil, nil, h, err
	}
	disk := &journaltest.MemDisk{}
	tb, _, err := table.New(title, h, table.Options{Journal: disk.Journal("play.jsonl")})
	if err != nil {
		return nil, nil, h, err
	}
	s := &scripted{tb: tb, seed: seed}
	for len(want) > s.lines+1 {
		if err := s.step(); err != nil {
			return nil, nil, h, err
		}
	}
	data, _ = disk.Get("play.jsonl")
	return bytes.Clone(data), want, h, nil
}

// tryDamage damages a journal at every byte, one at a time: what opens is the play up to some line.
func tryDamage(_ *testing.T, seed uint64, limit int) (int, error) {
	data, want, h, err := written(seed)
	if err != nil {
		return 0, err
	}
	head, _, _ := bytes.Cut(data, []byte{'\n'})
	r := rand.New(rand.NewPCG(seed, 4))
	n := 0
	for at := range data {
		if limit > 0 && at >= 256*limit {
			break
		}
		bad := bytes.Clone(data)
		switch r.IntN(4) {
		case 0:
			bad = bad[:at]
		case 1:
			bad = slices.Delete(bad, at, at+1)
		case 2:
			bad = slices.Insert(bad, at, byte(r.Uint32()))
		default:
			bad[at] ^= byte(1 + r.IntN(255))
		}
		disk := &journaltest.MemDisk{}
		disk.Put("play.jsonl", bad)
		disk.Put("play.jsonl.head", append(bytes.Clone(head), '\n'))
		tb, _, err := table.Open("play.jsonl", games.Find, table.Options{Journal: disk.Journal("play.jsonl")})
		n++
		if err != nil {
			return n, wrapped(fmt.Errorf("damage at byte %d: %w", at, err), h, at)
		}
		if !slices.Contains(want, shownOf(tb)) {
			return n, wrapped(fmt.Errorf("damage at byte %d: what opens was never played", at), h, at)
		}
		if err := tb.Close(); err != nil {
			return n, err
		}
	}
	return n, nil
}

var errFull = errors.New("no space left on device")

// tryDisk lets a disk fail at each of its calls in turn, or wait: a move that was refused can be made
// again, and what was acknowledged is there after a power cut.
func tryDisk(_ *testing.T, seed uint64, limit int) (int, error) {
	want, title, h, err := shownAfter(seed, 10)
	if err != nil {
		return 0, err
	}
	n := 0
	for fail := 1; limit == 0 || fail <= 8*limit; fail++ {
		disk := &journaltest.MemDisk{}
		tb, _, err := table.New(title, h, table.Options{Journal: disk.Journal("play.jsonl")})
		if err != nil {
			return n, err
		}
		s := &scripted{tb: tb, seed: seed}
		calls := 0
		disk.Fail = func(string, string) error {
			calls++
			switch {
			case calls == fail:
				return errFull
			case seed%4 == 0 && calls == fail+1:
				time.Sleep(2 * time.Millisecond) // a card that thinks
			}
			return nil
		}
		for len(want) > s.lines+1 {
			before := s.lines
			if err := s.step(); err != nil {
				if file := (*journal.Error)(nil); !errors.As(err, &file) {
					return n, wrapped(err, h, s.lines)
				}
				s.lines = before
				if shownOf(tb) != want[before] {
					return n, wrapped(fmt.Errorf("call %d failed, and the play is another", fail), h, before)
				}
			}
		}
		again, _, err := table.Open("play.jsonl", games.Find, table.Options{Journal: disk.Crash().Journal("play.jsonl")})
		if err != nil {
			return n, wrapped(err, h, fail)
		}
		if shownOf(again) != want[len(want)-1] {
			return n, wrapped(fmt.Errorf("call %d failed, and not all is there after a power cut", fail), h, fail)
		}
		n++
		if calls < fail {
			return n, nil // that was one call more than there are
		}
	}
	return n, nil
}

// tryBus breaks one transfer of a game that is pressed at chips; it ends as if nothing had been.
func tryBus(t *testing.T, seed uint64, _ int) (int, error) {
	c := four()
	whole := newReal(t, c)
	begun, strip := whole.board.Buses["I2C1"].Transactions(), whole.board.Ports["SPI0.0"].Transactions()
	whole.play(t)
	want := whole.seen()
	r := rand.New(rand.NewPCG(seed, 5))
	const tries = 8
	for range tries {
		x := newReal(t, c)
		what := ""
		if i := 1 + r.IntN(whole.sent-begun); r.IntN(4) > 0 {
			after := r.IntN(6)
			x.board.Buses["I2C1"].Fail(i, after)
			what = fmt.Sprintf("transfer %d on I2C after %d bytes", i, after)
		} else {
			i := 1 + r.IntN(whole.lit-strip)
			x.board.Ports["SPI0.0"].Fail(i, 9)
			what = fmt.Sprintf("transfer %d to the lights", i)
		}
		x.play(t)
		if x.seen() != want {
			return tries, fmt.Errorf("with %s broken it ends in another way: %s", what, x.log)
		}
	}
	return tries, nil
}

// tryClock lets the clock of a box jump, back and forth in small steps and by hours: it goes on, its time
// never runs backwards, and its record is legal.
func tryClock(_ *testing.T, seed uint64, limit int) (int, error) {
	r := rand.New(rand.NewPCG(seed, 6))
	title, h := beginning(r)
	w, err := newTwin(title, h, lang.English, &prints{}, nil)
	if err != nil {
		return 0, err
	}
	if limit == 0 {
		limit = 30
	}
	p := bot.New(title, h.Seats, r)
	now := time.Duration(0)
	for i := range limit {
		switch r.IntN(4) {
		case 0:
			now += time.Duration(r.IntN(100)) * time.Microsecond
		case 1:
			now += time.Duration(r.IntN(5000)) * time.Millisecond
		case 2:
			now += time.Duration(r.IntN(8)) * time.Hour / 4
		default: // a clock that is set back: the box hears of a time that was
			w.Advance(max(0, now-time.Duration(r.IntN(3000))*time.Millisecond))
		}
		w.Advance(now)
		if w.Next() <= now {
			return i, wrapped(fmt.Errorf("at %v it is still busy with what was due at %v", now, w.Next()), h, i)
		}
		if w.table.Over() {
			break
		}
		asks := slices.Clone(w.table.Asks())
		if len(asks) == 0 {
			return i, wrapped(errors.New("nothing is asked"), h, i)
		}
		a := asks[r.IntN(len(asks))]
		if a.Optional || a.Timed || a.Seat < 0 || a.By != 0 {
			continue
		}
		do, err := p.Pick(&a)
		if err != nil {
			return i, wrapped(err, h, i)
		}
		w.choose(now, engine.Move{Seat: a.Seat, Do: do}, &a, false)
	}
	if _, err := table.Replay(bytes.NewReader(w.table.AppendRecord(nil)), games.Find); err != nil {
		return limit, wrapped(err, h, limit)
	}
	last := time.Duration(0)
	for _, line := range w.public {
		word, _, _ := strings.Cut(line, " ")
		if at, err := time.ParseDuration(word); err == nil {
			if at < last {
				return limit, wrapped(fmt.Errorf("time runs backwards: %.80s comes after %v", line, last), h, limit)
			}
			last = at
		}
	}
	return limit, nil
}

var noises = regexp.MustCompile(`(\d+) plays, \d+ private steps`)

// tryNoise plays each game twice, once with private steps in between: the test of hw/console, with other seeds.
func tryNoise(_ *testing.T, seed uint64, limit int) (int, error) {
	if *gauntletFor < time.Minute || limit > 0 {
		return 0, nil // the test itself is among the checks
	}
	const each = 100
	out, err := exec.Command("go", "test", "../hw/console", "-run", "TestPrivateStepsChangeNothingPublic", "-count", "1", "-v", "-timeout", "0",
		"-twins", strconv.Itoa(each), "-first-twin", strconv.FormatUint(1000+each*seed, 10)).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	m := noises.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("no plays with private noise:\n%s", out)
	}
	return strconv.Atoi(string(m[1]))
}

var (
	fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)`)
	fuzzed     = regexp.MustCompile(`execs: (\d+) \((\d+)/sec\)`)
)

// tryFuzz lets one fuzz target of the module look for new inputs for a while; the seed says which. One
// that stands still fails.
func tryFuzz(t *testing.T, seed uint64, limit int) (int, error) {
	if *gauntletFor < time.Minute || limit > 0 {
		return 0, nil // the checks have a step of their own for it
	}
	var targets [][2]string
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/tools/") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range fuzzTarget.FindAllSubmatch(source, -1) {
			targets = append(targets, [2]string{filepath.Dir(path), string(m[1])})
		}
		return err
	})
	if err != nil || len(targets) == 0 {
		return 0, errors.Join(err, errors.New("no fuzz targets were found"))
	}
	target := targets[seed%uint64(len(targets))]
	out, err := exec.Command("go", "test", "-run", "^$", "-fuzz", "^"+target[1]+"$", "-fuzztime", "30s", "-fuzzminimizetime", "10x", "./"+target[0]).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s in %s: %w\n%s", target[1], target[0], err, out)
	}
	n, still := 0, 0
	for _, m := range fuzzed.FindAllStringSubmatch(string(out), -1) {
		n, _ = strconv.Atoi(m[1])
		if still++; m[2] != "0" {
			still = 0
		}
		if still == 4 { // it tells every three seconds
			return n, fmt.Errorf("%s in %s stands still", target[1], target[0])
		}
	}
	if n == 0 {
		return 0, fmt.Errorf("%s in %s has tried nothing:\n%s", target[1], target[0], out)
	}
	return n, nil
}
