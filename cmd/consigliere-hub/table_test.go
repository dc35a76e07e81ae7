package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/post"
	"consigliere/hw/screen"
	"consigliere/sim"
)

// A realTable is a whole simulated box that reports to a hub, on a clock that runs as fast as the machine does.
type realTable struct {
	post *post.Client
	key  string

	journals string

	mu    sync.Mutex // guards the following
	box   *sim.Sim
	table *table.Table
	next  command.Propose
	judge string
	r     *rand.Rand
}

// blank paints nothing, in no time.
type blank struct{}

func (blank) Paint(*hw.Frame, lang.Lang, *screen.Page) int    { return 1 }
func (blank) Parts(int, int, lang.Lang, *screen.Page) (n int) { return 1 }

func newRealTable(t testing.TB, at string, seed uint64, fair bool) *realTable {
	t.Helper()
	dir := t.TempDir()
	key, err := post.LoadKey(filepath.Join(dir, "hub.key"))
	require.NoError(t, err)
	address, err := post.ParseAddress(at)
	require.NoError(t, err)
	journals := filepath.Join(dir, "journals")
	require.NoError(t, os.Mkdir(journals, 0o700))
	r := &realTable{key: key.Public(), r: rand.New(rand.NewPCG(seed, 1)), journals: journals}
	r.box, err = sim.New(config.Default(), box.Options{
		Titles: games.All(), Lang: lang.All()[seed%3], Painter: blank{}, Journals: journals, Fair: fair, OnTable: func(t *table.Table) { r.table = t },
	})
	require.NoError(t, err)
	r.post, err = post.New(r, post.Options{
		Name: fmt.Sprintf("Box %d", seed), Dir: journals, Records: seed%2 == 0,
		Dial: func(ctx context.Context) (post.Link, error) { return post.Dial(ctx, address, key, "x") },
	})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { r.post.Run(ctx) })
	t.Cleanup(func() {
		stop()
		run.Wait()
	})
	return r
}

func (r *realTable) Listen(p hw.Pod) *box.Listener { return r.box.Listen(p) }
func (r *realTable) Done() <-chan struct{}         { return r.box.Done() }
func (r *realTable) Snapshot() desk.Desks {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.box.Look()
}

// Record implements [post.Box]. The box itself is asked by whoever has its clock.
func (r *realTable) Record(context.Context) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key, err := os.ReadFile(filepath.Join(r.journals, "receipts.key"))
	if errors.Is(err, fs.ErrNotExist) {
		return r.table.AppendPublicRecord(nil), nil
	}
	if err != nil {
		return nil, err
	}
	secret, public, _ := strings.Cut(strings.TrimSpace(string(key)), "\n")
	signer, err := receipt.ParseSigner(secret, public)
	if err != nil {
		return nil, err
	}
	return r.table.AppendFairRecord(nil, signer)
}

func (r *realTable) Do(_ context.Context, c command.Command) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch c := c.(type) {
	case command.Propose:
		r.next = c
	case command.Judge:
		r.judge = c.State
	}
	return r.do(c)
}

// do does a command; the caller holds the lock.
func (r *realTable) do(c command.Command) error {
	err := r.box.Apply(r.box.Now(), c)
	r.box.Flush()
	return err
}

// press presses a button of the panel.
func (r *realTable) press(b hw.Button) {
	for _, down := range []bool{true, false} {
		_ = r.do(command.Press{Pod: hw.Panel, Button: b, Down: down})
		r.box.Advance(r.box.Now() + 100*time.Millisecond)
	}
}

// proposed returns what is to be played next.
func (r *realTable) proposed() command.Propose {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next
}

// begin begins what the hub has proposed, with one OK in the menu.
func (r *realTable) begin(t testing.TB) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.table = nil
	for tries := 0; r.table == nil; tries++ {
		require.Less(t, tries, 10, "OK does not begin what is proposed: %+v", r.box.Look().Public(lang.English))
		r.press(hw.OK)
		r.box.Advance(r.box.Now() + 3*time.Second)
	}
	require.Equal(t, r.next.Seats, []string(r.table.Roster()))
}

// play plays to the end, or so many moves where most is not 0.
func (r *realTable) play(t testing.TB, most int) {
	t.Helper()
	p := bot.New(r.table.Title(), r.table.Roster(), r.r)
	moves := 0
	for ; r.move(t, p) && (most == 0 || moves < most); moves++ {
		require.Less(t, moves, 20_000)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.box.Advance(r.box.Now() + time.Minute)
}

// move answers one of the asks, some seconds later, and reports whether the play goes on.
func (r *realTable) move(t testing.TB, p *bot.Player) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.table.Over() {
		return false
	}
	r.box.Advance(r.box.Now() + 4*time.Second)
	asks := r.table.Asks()
	if len(asks) == 0 {
		return true // something is being told
	}
	a := asks[r.r.IntN(len(asks))]
	if a.Optional || a.Paced || a.Timed {
		return true
	}
	do, err := p.Pick(&a)
	require.NoError(t, err)
	mover := a.Seat
	if a.Seat >= 0 && a.By != 0 {
		for mover = 0; !a.By.Has(mover); {
			mover++
		}
	}
	_ = r.do(command.Type{Line: r.table.Title().Moves.AppendLine(nil, r.table.Roster(), engine.Move{Seat: mover, Do: do})})
	return true
}

// result returns what the box shows of a game that is over: the places of the players, by name.
func (r *realTable) result(t testing.TB) map[string]int {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	d := r.box.Look().Public(lang.English)
	require.Equal(t, "over", d.State)
	require.NotNil(t, d.Score)
	places, ranked := map[string]int{}, 0
	for _, row := range d.Score.Rows {
		places[row.Seat] = row.Rank
		if row.Rank > 0 {
			ranked++
		}
	}
	for name, place := range places {
		if place == 0 {
			places[name] = ranked + 1 // whoever is out shares the last place
		}
	}
	return places
}
