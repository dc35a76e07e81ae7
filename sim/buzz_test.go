package sim

import (
	"cmp"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/enginetest"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// An owner reads the buttons of a box: it is woken by what signals, sleeps until
// something is due, and is sometimes busy with pictures.
type owner struct {
	board *chip.Board
	parts *drivers.Parts
	rng   *rand.Rand
	now   time.Duration
	busy  time.Duration // until then it does not look
	wake  time.Duration // when it looks, since something has signalled; 0: nothing has
	due   time.Duration // when it looks at the latest
	waits bool          // it has asked for that
	heard []hw.Press
}

const tick = 250 * time.Microsecond

// live lets time pass until then.
func (o *owner) live(until time.Duration) {
	for ; o.now <= until; o.now += tick {
		if o.now < o.busy {
			continue
		}
		if !o.waits {
			o.due, o.waits = o.parts.Next(), true
		}
		if o.wake != 0 && o.now >= o.wake || o.due <= o.now {
			o.wake, o.waits = 0, false
			o.heard = o.parts.Scan(o.now, o.heard)
			if o.rng.IntN(20) == 0 {
				o.busy = o.now + time.Duration(o.rng.IntN(60_000))*time.Microsecond
			}
		}
	}
}

// press presses a button, or lets it go, and wakes the owner if it is one that signals.
func (o *owner) press(pod hw.Pod, down, signals bool) {
	o.board.Press(pod, hw.A, down)
	if signals && o.wake == 0 {
		o.wake = o.now + time.Duration(o.rng.IntN(3))*tick
	}
}

// TestFirstIsFirst presses A of pods 1 ms apart, or nearer, in random traces: on a line of the
// header, on an expander with an interrupt line and on one without, by an owner who is sometimes
// busy for as long as 60 ms. Each press was as long ago as it says that it may have been, so who
// is told to be first was so, and where it cannot be told it is a tie. // ANY-10.1, ANY-10.2
func TestFirstIsFirst(t *testing.T) {
	wired := config.Default()
	wired.Expanders[1].Interrupt = ""
	wired.Pods[0].Buttons[hw.A] = config.Pin{On: config.OnHeader, Bit: 5}
	wired.Pods[4].Buttons[hw.A] = config.Pin{On: config.OnHeader, Bit: 6}
	board, err := chip.NewBoard(wired)
	require.NoError(t, err)
	parts, err := drivers.Open(wired, Host(board), slog.New(slog.NewTextHandler(io.Discard, nil)))
	require.NoError(t, err)
	defer func() { require.NoError(t, parts.Close()) }()
	parts.LetFingersBeFast(1000)
	o := &owner{board: board, parts: parts, rng: rand.New(rand.NewPCG(10, 1))}
	clock := func() time.Duration { return o.now }
	parts.Clock, board.Header.Clock = clock, clock
	o.live(100 * time.Millisecond)

	traces := 1000
	if enginetest.Wide() && !testing.Short() {
		traces = 10_000
	}
	title := anygameface.Title()
	names := engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elif", "Farid", "Gaia", "Hana"}
	told, ties := 0, 0
	for n := range traces {
		pods := o.rng.Perm(8)[:2+o.rng.IntN(5)]
		apart := time.Millisecond
		if n%4 == 0 {
			apart = time.Duration(o.rng.IntN(5)) * tick
		}
		truth := map[hw.Pod]time.Duration{}
		o.heard = o.heard[:0]
		for i, p := range pods {
			pod := hw.Pod(p)
			o.press(pod, true, wired.Pods[p].Buttons[hw.A].On == config.OnHeader || wired.Pods[p].Buttons[hw.A].Part == 0)
			truth[pod] = o.now
			if i < len(pods)-1 && apart > 0 {
				o.live(o.now + apart - tick)
			}
		}
		o.live(o.now + 100*time.Millisecond)
		presses := slices.DeleteFunc(slices.Clone(o.heard), func(p hw.Press) bool { return !p.Down })
		require.Len(t, presses, len(pods), "each press is heard once")
		g, _, err := title.Begin(engine.Header{Game: "anygame", Seats: names, Options: []byte(`{"play":"buzz","settings":{"until":"all"}}`)})
		require.NoError(t, err)
		ask := engine.Ask{Verb: "buzz"}
		for _, p := range presses {
			require.LessOrEqual(t, truth[p.Pod], p.At)
			require.LessOrEqual(t, p.At-p.Unsure, truth[p.Pod], "%+v was earlier than it says that it may have been", p)
			do, err := ask.Stamped(title.Moves, nil, p.At, p.Unsure)
			require.NoError(t, err)
			_, err = g.Play(engine.Move{Seat: engine.Seat(p.Pod), Do: do})
			require.NoError(t, err)
		}
		_, err = g.Play(engine.Move{Seat: engine.Table, Do: anygame.Ready{}})
		require.NoError(t, err)
		r := g.View(engine.Public).Public.(anygame.Status).Results["now"]
		sorted := slices.Clone(pods)
		slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(truth[hw.Pod(a)], truth[hw.Pod(b)]) })
		first, second := hw.Pod(sorted[0]), hw.Pod(sorted[1])
		unsure := time.Duration(0) // the least sure of all
		for _, p := range presses {
			unsure = max(unsure, p.Unsure)
		}
		switch {
		case r["tied"] == false:
			told++
			require.Equal(t, truth[first], truth[hw.Pod(slices.Index(names, r["winner"].(string)))], "who is said to be first was so: %+v", presses)
		default:
			ties++
			require.Nil(t, r["winner"])
			require.LessOrEqual(t, truth[second]-truth[first], 2*unsure, "no tie where it can be told: %+v", presses)
		}
		for _, p := range pods {
			o.press(hw.Pod(p), false, wired.Pods[p].Buttons[hw.A].On == config.OnHeader || wired.Pods[p].Buttons[hw.A].Part == 0)
		}
		o.live(o.now + 150*time.Millisecond)
	}
	t.Logf("%d were told apart, %d were ties", told, ties)
	require.Greater(t, told, traces/10)
	require.Greater(t, ties, traces/10)
}
