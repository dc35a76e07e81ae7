package drivers_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// A whole is a box whose time is stepped as its owner does.
type whole struct {
	*drivers.Parts

	cfg   *config.Box
	board *chip.Board
	log   bytes.Buffer
	now   time.Duration
}

func newWhole(t *testing.T, toml string) *whole {
	t.Helper()
	cfg, err := config.Parse("box.toml", []byte(toml))
	require.NoError(t, err)
	w := &whole{cfg: cfg}
	w.board, err = chip.NewBoard(cfg)
	require.NoError(t, err)
	w.Parts, err = drivers.Open(cfg, boardHost(w.board), slog.New(slog.NewTextHandler(&w.log, nil)))
	require.NoError(t, err)
	return w
}

// until scans until a time.
func (w *whole) until(to time.Duration) (got []hw.Press) {
	for {
		got = w.Scan(w.now, got)
		if w.Next() > to {
			w.now = to
			return got
		}
		w.now = max(w.Next(), w.now+1)
	}
}

// A button that is stuck is let go after two minutes as far as the table knows; the others go
// on, and it counts again when it has come up.
func TestStuckButton(t *testing.T) {
	for pod := range hw.Pod(3) {
		w := newWhole(t, mixed)
		trouble := w.Box().Trouble
		w.until(time.Second)
		w.board.Press(pod, hw.OK, true)
		require.Len(t, w.until(2*time.Minute), 1)
		require.Equal(t, hw.Fine, trouble(pod))
		got := w.until(3 * time.Minute)
		require.Len(t, got, 1)
		assert.Equal(t, hw.Press{At: time.Second + 2*time.Minute, Pod: pod, Button: hw.OK}, hw.Press{At: got[0].At.Truncate(10 * ms), Pod: got[0].Pod, Button: got[0].Button, Down: got[0].Down})
		assert.Equal(t, hw.Stuck, trouble(pod))
		assert.Equal(t, hw.Fine, trouble((pod+1)%3))
		w.until(10 * time.Minute)
		assert.Equal(t, 1, strings.Count(w.log.String(), "part fails"), "it is told once: %s", w.log.String())
		assert.Contains(t, w.log.String(), "has been down for 2m0s")

		w.board.Press(pod, hw.A, true)
		assert.Len(t, w.until(11*time.Minute), 1, "the others go on")
		w.board.Press(pod, hw.OK, false)
		w.board.Press(pod, hw.A, false)
		assert.Len(t, w.until(12*time.Minute), 1, "the stuck one is let go already")
		assert.Equal(t, hw.Fine, trouble(pod))
		w.board.Press(pod, hw.OK, true)
		assert.Len(t, w.until(12*time.Minute+time.Second), 1, "it counts again")
		assert.Equal(t, 1, strings.Count(w.log.String(), "part is back"))
	}
}

// A contact that chatters is out of the game until it is calm.
func TestChatteringButton(t *testing.T) {
	w := newWhole(t, mixed)
	w.until(time.Second)
	presses := 0
	for range 400 { // 20 ms each: 50 presses a second
		w.board.Press(1, hw.B, true)
		presses += len(w.until(w.now + 5*ms))
		w.board.Press(1, hw.B, false)
		presses += len(w.until(w.now + 15*ms))
	}
	assert.Equal(t, 2*25, presses, "the table gets 25 presses with their releases, and then nothing")
	assert.Equal(t, hw.Chattering, w.Box().Trouble(1))
	w.board.Press(1, hw.A, true)
	assert.Len(t, w.until(w.now+time.Second), 1, "the others go on")
	w.board.Press(1, hw.A, false)
	w.until(w.now + 2*time.Second)
	assert.Equal(t, hw.Fine, w.Box().Trouble(1))
	w.board.Press(1, hw.B, true)
	assert.Len(t, w.until(w.now+time.Second), 1, "it counts again")
	assert.Equal(t, 1, strings.Count(w.log.String(), "part fails"), w.log.String())
}

// Fast fingers do not chatter: fourteen presses a second, for a minute.
func TestFastFingers(t *testing.T) {
	w := newWhole(t, mixed)
	w.until(time.Second)
	presses := 0
	for range 14 * 60 {
		w.board.Press(1, hw.B, true)
		presses += len(w.until(w.now + 30*ms))
		w.board.Press(1, hw.B, false)
		presses += len(w.until(w.now + 41*ms))
	}
	assert.Equal(t, 2*14*60, presses)
	assert.Empty(t, w.log.String())
}

// A source that fails is trouble for the pods that it reads, and no other; each is told once
// when it fails and once when it is back.
func TestPartsThatFailByTurns(t *testing.T) {
	for i, c := range []struct {
		part   string
		breaks func(b *chip.Board, broken bool)
	}{
		{"expander left", func(b *chip.Board, broken bool) {
			if b.Buses["I2C1"].Detach(0x20); !broken {
				b.Buses["I2C1"].Attach(0x20, b.Expanders[0])
				b.Expanders[0].PowerOn()
			}
		}},
		{"lines of the header", func(b *chip.Board, broken bool) { b.Header.Unplug(broken) }},
		{"keyboard pad", func(b *chip.Board, broken bool) { b.Keyboards[0].Unplug(broken) }},
	} {
		w := newWhole(t, mixed)
		w.until(time.Second)
		for range 3 {
			w.log.Reset()
			c.breaks(w.board, true)
			require.Empty(t, w.until(w.now+10*time.Second))
			for pod := range 3 {
				want := hw.Fine
				if pod == i {
					want = hw.Silent
				}
				assert.Equal(t, want, w.Box().Trouble(hw.Pod(pod)), "%s: pod %d", c.part, pod)
			}
			require.NoError(t, w.Box().Buttons(), "some answer")
			c.breaks(w.board, false)
			require.Empty(t, w.until(w.now+10*time.Second))
			assert.Equal(t, hw.Fine, w.Box().Trouble(hw.Pod(i)))
			assert.Equal(t, 1, strings.Count(w.log.String(), `part fails" part="`+c.part), w.log.String())
			assert.Equal(t, 1, strings.Count(w.log.String(), `part is back" part="`+c.part), w.log.String())
			w.board.Press(hw.Pod(i), hw.A, true)
			assert.Len(t, w.until(w.now+time.Second), 1, "it works again")
			w.board.Press(hw.Pod(i), hw.A, false)
			assert.Len(t, w.until(w.now+time.Second), 1)
		}
	}
}
