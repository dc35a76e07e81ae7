package sim

import (
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/sim/chip"
)

// A real is a box on virtual chips as a Pi runs it: its parts are looked at now and then, and
// fingers press chips.
type real struct {
	*box.Box

	board *chip.Board
	parts *drivers.Parts
	log   *strings.Builder
	now   time.Duration
	sent  int // transfers on I2C when the last button was let go
	lit   int // transfers to the lights by then
}

func newReal(t *testing.T, c *config.Box) *real {
	t.Helper()
	board, err := chip.NewBoard(c)
	require.NoError(t, err)
	r := &real{board: board, log: &strings.Builder{}}
	log := slog.New(slog.NewTextHandler(r.log, nil))
	r.parts, err = drivers.Open(c, Host(board), log)
	require.NoError(t, err)
	r.Box, err = box.New(box.Options{Parts: r.parts, Titles: games.All(), Log: log})
	require.NoError(t, err)
	return r
}

func (r *real) until(at time.Duration) {
	r.now = at
	r.Advance(at)
}

// tap presses a button for 100 ms.
func (r *real) tap(p hw.Pod, b hw.Button) {
	r.board.Press(p, b, true)
	r.Step(r.now) // the interrupt wakes the owner
	r.until(r.now + 100*time.Millisecond)
	r.board.Press(p, b, false)
	r.Step(r.now)
	r.until(r.now + 100*time.Millisecond)
}

// play plays the first choices of a game of Naro by its buttons.
func (r *real) play(t *testing.T) {
	t.Helper()
	require.NoError(t, r.Apply(0, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`), Seed: 5}}))
	r.until(3 * time.Second)
	for seat := range hw.Pod(4) {
		r.tap(seat, hw.Button(seat%2))
		r.tap(seat, hw.OK)
	}
	r.until(r.now + 6*time.Second) // the count
	for seat := range hw.Pod(3) {
		r.tap(seat, hw.A)
		r.tap(seat, hw.OK)
	}
	r.sent, r.lit = r.board.Buses["I2C1"].Transactions(), r.board.Ports["SPI0.0"].Transactions()
	r.until(r.now + 12*time.Second) // parts that failed are back by then
}

// seen is all that can be seen of a box at the end.
func (r *real) seen() string {
	var b strings.Builder
	b.Write(r.Public())
	for p := hw.Panel; int(p) < 4; p++ {
		b.Write(r.board.Screen(p).Frame().Pix)
	}
	for _, c := range r.board.Strip.Colours() {
		b.WriteString(c.String())
	}
	return b.String()
}

// four is a box for four with all kinds of parts, half of the pods on each expander.
func four() *config.Box {
	c := config.Builds()[1].Box()
	c.Pods = c.Pods[:4]
	for i := range c.Pods[2:] {
		for b := range c.Pods[2+i].Buttons {
			c.Pods[2+i].Buttons[b] = config.Pin{Part: 1, Bit: 3*i + b}
		}
	}
	c.Panel = nil
	return c
}

// TestEachTransferFails breaks each single transfer of a scripted game in turn, before its
// first byte and in its middle: the game and all that is seen of it end as if nothing had
// been. By default a sample is broken, with CONSIGLIERE_LONG every one.
func TestEachTransferFails(t *testing.T) {
	c := four()
	whole := newReal(t, c)
	begun := whole.board.Buses["I2C1"].Transactions()
	strip := whole.board.Ports["SPI0.0"].Transactions()
	whole.play(t)
	want := whole.seen()
	require.Contains(t, want, `"phase":"aim"`)
	n := whole.sent - begun
	lights := whole.lit - strip
	t.Logf("%d transfers on I2C, %d on SPI", n, lights)
	step := 1
	switch {
	case testing.Short():
		step = n / 3
	case os.Getenv("CONSIGLIERE_LONG") == "":
		step = n / 8
	}
	failed := 0
	for i := 1; i <= n; i += step {
		for _, after := range []int{0, 3} {
			r := newReal(t, c)
			r.board.Buses["I2C1"].Fail(i, after)
			r.play(t)
			require.Equal(t, want, r.seen(), "transfer %d of %d broken after %d bytes: %s", i, n, after, r.log)
			failed++
		}
	}
	for i := 1; i <= lights; i += max(step*lights/n, 1) {
		r := newReal(t, c)
		r.board.Ports["SPI0.0"].Fail(i, 9)
		r.play(t)
		require.Equal(t, want, r.seen(), "transfer %d of %d to the lights broken", i, lights)
		failed++
	}
	t.Logf("%d games with a broken transfer", failed)
}

// TestTroubleIsTold checks that the table is told once, and in words, which buttons do not
// answer, and no longer than they do not.
func TestTroubleIsTold(t *testing.T) {
	r := newReal(t, four())
	var said []string
	r.Observe(func(e box.Event) {
		if s, ok := e.(box.SayEvent); ok && strings.Contains(s.Text, "button") {
			said = append(said, s.Text)
		}
	})
	r.play(t)
	require.Empty(t, said)
	require.Empty(t, r.Look().Public("en").Missing)

	r.board.Buses["I2C1"].Detach(0x21)
	r.until(r.now + 20*time.Second)
	want := []string{
		"The buttons of pod 3 are not responding. The panel can stand in: see the menu.",
		"The buttons of pod 4 are not responding. The panel can stand in: see the menu.",
	}
	assert.Equal(t, want, said)
	assert.Equal(t, want, r.Look().Public("en").Missing)
	r.until(r.now + time.Minute)
	assert.Len(t, said, 2, "once")

	r.board.Expanders[1].PowerOn()
	r.board.Buses["I2C1"].Attach(0x21, r.board.Expanders[1])
	r.until(r.now + 10*time.Second)
	assert.Empty(t, r.Look().Public("en").Missing)
	said = nil
	r.board.Press(1, hw.B, true)
	r.until(r.now + 3*time.Minute)
	assert.Equal(t, []string{"A button of pod 2 is stuck. It is ignored until it is released."}, said)
	assert.Equal(t, []string{"Un pulsante della postazione 2 è bloccato. Non conta finché non si rialza."}, r.Look().Public("it").Missing)
}

// TestPodHoldsTheBus checks that in a game of eight on the build cable a pod which holds SDA low is named in words
// within two seconds, that the other seven are heard and locked in, and that the game goes on with it when it lets go.
func TestPodHoldsTheBus(t *testing.T) {
	const bad = hw.Pod(3)
	r := newReal(t, config.Builds()[2].Box())
	var told time.Duration
	var said []string
	r.Observe(func(e box.Event) {
		if s, ok := e.(box.SayEvent); ok && strings.Contains(s.Text, "not responding") {
			told, said = s.At, append(said, s.Text)
		}
	})
	require.NoError(t, r.Apply(0, command.Start{Header: engine.Header{Game: "naro", Seats: names, Options: []byte(`{"chance":"box"}`), Seed: 5}}))
	r.until(10 * time.Second)
	begun := r.now
	r.board.Mux.Channel(int(bad)).Hold(true)
	r.until(r.now + 3*time.Second)
	require.Equal(t, []string{"The buttons of pod 4 are not responding. The panel can stand in: see the menu."}, said[:1])
	assert.LessOrEqual(t, told-begun, 2*time.Second)

	locked := func() (list []hw.Pod) {
		for i, p := range r.Look().Public("en").Seats {
			if p.Locked {
				list = append(list, hw.Pod(i))
			}
		}
		return list
	}
	require.Empty(t, locked())
	for pod := range hw.Pod(8) {
		if pod != bad {
			r.tap(pod, hw.A)
			r.tap(pod, hw.OK)
		}
	}
	assert.Equal(t, []hw.Pod{0, 1, 2, 4, 5, 6, 7}, locked())
	r.board.Mux.Channel(int(bad)).Hold(false)
	r.until(r.now + 40*time.Second)
	assert.Empty(t, r.Look().Public("en").Missing)
	r.tap(bad, hw.A)
	r.tap(bad, hw.OK)
	r.until(r.now + 10*time.Second)
	assert.Empty(t, locked(), "all have chosen, and the next phase has begun")
}
