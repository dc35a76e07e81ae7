package phone

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/phone/seal"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A steppedBox is a whole simulated box that takes a step only when a test says so.
type steppedBox struct {
	*box.Box

	relay *box.Streams // what is public of the box, and the marks of the test

	mu   sync.Mutex // guards the box
	told bool       // since the pages were last waited for
	leak func(name string, d *desk.Seat, of func(string) desk.Seat)
	loud func(d *desk.Public, of func(string) desk.Seat)
}

// newSteppedBox returns a box whose public events go through a relay.
func newSteppedBox(t testing.TB, seed uint64) *steppedBox {
	b := &steppedBox{Box: webtest.Start(t, box.Options{Seed: func() uint64 { return seed }}).Box}
	b.relay = box.NewStreams(b.Layout())
	b.Observe(func(e box.Event) {
		switch e.(type) {
		case box.SayEvent, box.ToneEvent, box.DeskEvent:
			b.told = true
			b.relay.Tell(e)
		}
	})
	return b
}

// Listen listens to the relay.
func (b *steppedBox) Listen(p hw.Pod) *box.Listener { return b.relay.Listen(p) }

func (b *steppedBox) Do(_ context.Context, cmd command.Command) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.Apply(b.Now(), cmd)
	b.Flush()
	return err
}

// Snapshot returns what the box shows now, with what a test lets leak.
func (b *steppedBox) Snapshot() desk.Desks {
	b.mu.Lock()
	defer b.mu.Unlock()
	return leaky{b.Look(), b}
}

// leaky are desks that tell what they must not, where a test wants to see that it is found.
type leaky struct {
	*desk.Snapshot
	box *steppedBox
}

func (k leaky) Public(l lang.Lang) *desk.Public {
	d := *k.Snapshot.Public(l)
	if k.box.loud != nil {
		k.box.loud(&d, func(name string) desk.Seat { return k.Snapshot.Seat(name, lang.English) })
	}
	return &d
}

func (k leaky) Seat(name string, l lang.Lang) desk.Seat {
	d := k.Snapshot.Seat(name, l)
	if k.box.leak != nil {
		k.box.leak(name, &d, func(name string) desk.Seat { return k.Snapshot.Seat(name, lang.English) })
	}
	return d
}

func (leaky) AtPod(string) bool { return false }

// A twin is one of two worlds: a box, a phone for each seat, and a screen for the room.
type twin struct {
	t      testing.TB
	box    *steppedBox
	guests *Guests
	phones []*phonetest.Phone
	screen *phonetest.Phone // its messages only
	marks  int
}

// newTwin begins a play with a phone at each seat.
func newTwin(t testing.TB, h engine.Header) *twin {
	b := newSteppedBox(t, h.Seed)
	g, s := serveGuests(t, b, GuestOptions{Rand: phonetest.NewDrip(h.Seed)})
	g.beatEvery, g.frameEvery = time.Hour, time.Hour
	w := &twin{t: t, box: b, guests: g}
	require.Eventually(t, func() bool { return b.relay.Listeners(hw.Panel) == 1 }, phonetest.Patience, time.Millisecond)
	keys := phonetest.NewDrip(h.Seed + 1)
	var secrets [][]byte
	g.roll.mu.Lock()
	for _, name := range h.Seats {
		p := &phone{viewer: newViewer(nil), trusted: true}
		_, err := g.roll.giveLocked(p, name)
		require.NoError(t, err)
		secrets = append(secrets, p.holder.key)
		p.holder.phone = nil
	}
	g.roll.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), phonetest.Patience)
	defer stop()
	conn, _, err := phonetest.Dial(ctx, s.URL, "/look")
	require.NoError(t, err)
	conn.SetReadLimit(1 << 20)
	w.screen = &phonetest.Phone{T: t, Conn: conn, News: make(chan struct{}, 1)}
	go w.screen.Listen()
	t.Cleanup(func() { conn.CloseNow() })
	w.screen.Wait("it is in", func(_ *phonetest.Told, b *phonetest.Board) bool { return b.T != "" })
	w.settle()
	for _, secret := range secrets {
		p := phonetest.Call(t, s.URL, secret, keys)
		p.Wait("it is there, and all know", func(f *phonetest.Told, b *phonetest.Board) bool {
			here := 0
			for _, g := range b.Guests {
				if g.Here {
					here++
				}
			}
			return f.Name != "" && b.T != "" && here == len(w.phones)+1
		})
		w.phones = append(w.phones, p)
		w.settle()
	}
	// How many boards a page gets while others arrive depends on how fast it reads: there is no secret yet.
	for _, p := range append([]*phonetest.Phone{w.screen}, w.phones...) {
		p.Mu.Lock()
		p.Raws = nil
		p.Mu.Unlock()
	}
	require.NoError(t, b.Do(ctx, command.Start{Header: h}))
	w.settle()
	return w
}

// settle waits until all pages have heard what the box has told.
func (w *twin) settle() {
	w.marks++
	mark := fmt.Sprintf("mark %d", w.marks)
	w.box.relay.Tell(box.SayEvent{Text: mark, Lang: "en"})
	for _, p := range append([]*phonetest.Phone{w.screen}, w.phones...) {
		late := time.After(phonetest.Patience)
		for {
			p.Mu.Lock()
			last := ""
			for i := len(p.Raws) - 1; i >= 0 && last == ""; i-- {
				if p.Raws[i].Kind == websocket.MessageText {
					last = p.Raws[i].Data
				}
			}
			p.Mu.Unlock()
			if bytes.Contains([]byte(last), []byte(`"`+mark+`"`)) {
				break
			}
			select {
			case <-p.News:
			case <-late:
				require.Fail(w.t, "a page has not heard the box")
			}
		}
	}
}

// pass lets time pass, one step after the other.
func (w *twin) pass(d time.Duration) {
	end := w.box.Now() + d
	for {
		w.box.mu.Lock()
		at := w.box.Next()
		if at <= end {
			w.box.Step(at)
		}
		told := w.box.told
		w.box.told = false
		w.box.mu.Unlock()
		if at > end {
			return
		}
		if told {
			w.settle()
		}
	}
}

// answer lets a seat give an answer by a row, not by its line: that the line is the same is
// for the seat's own socket.
func (w *twin) answer(name string, row int) {
	w.box.mu.Lock()
	d := w.box.Look().Seat(name, lang.English)
	w.box.mu.Unlock()
	require.NotEmpty(w.t, d.Asks, "%s is asked nothing", name)
	require.NoError(w.t, w.box.Do(context.Background(), command.ForPlayer{Name: name, Command: command.Answer{Turn: d.Turn, Row: row % len(d.Asks[0].Rows)}}))
	w.settle()
}

// heard returns what came over all sockets except one seat's.
func (w *twin) heard(but int) (all [][]phonetest.Raw) {
	for i, p := range append([]*phonetest.Phone{w.screen}, w.phones...) {
		if i == but+1 {
			continue
		}
		p.Mu.Lock()
		all = append(all, append([]phonetest.Raw(nil), p.Raws...))
		p.Mu.Unlock()
	}
	return all
}

// differ returns where two worlds differ, or "". Sealed frames have the same size and say the same. How they are sealed
// depends on how many came before, thus on how often a phone was told that others arrive.
func differ(a, b [][]phonetest.Raw) string {
	for i := range a {
		if len(a[i]) != len(b[i]) {
			return fmt.Sprintf("socket %d: %d messages and %d", i, len(a[i]), len(b[i]))
		}
		for j := range a[i] {
			switch x, y := a[i][j], b[i][j]; {
			case x.Kind != y.Kind || len(x.Data) != len(y.Data):
				return fmt.Sprintf("socket %d, message %d: %v of %d bytes and %v of %d", i, j, x.Kind, len(x.Data), y.Kind, len(y.Data))
			case x.Kind == websocket.MessageText && x.Data != y.Data, x.Said != y.Said:
				return fmt.Sprintf("socket %d, message %d: other bytes", i, j)
			}
		}
	}
	return ""
}

// twinPlay plays to shortly before the cards are turned up, with one seat's secrets as they are
// said, and returns what came over the other sockets.
func twinPlay(t testing.TB, seed uint64, but, load int, plant func(*steppedBox)) (*twin, [][]phonetest.Raw) {
	names := webtest.CastEN
	h := engine.Header{Game: "naro", Seats: names, Seed: seed, Options: []byte(`{"chance":"box"}`)}
	w := newTwin(t, h)
	if plant != nil {
		plant(w.box)
	}
	r := rand.New(rand.NewPCG(seed, 3))
	w.pass(6 * time.Second)
	for _, s := range r.Perm(len(names)) {
		row := r.IntN(2)
		if s == but {
			row = load
		}
		w.answer(names[s], row)
	}
	w.pass(12 * time.Second)
	for _, s := range r.Perm(len(names)) {
		w.answer(names[s], r.IntN(7))
	}
	w.pass(10 * time.Second)
	return w, w.heard(but)
}

// TestTwinsOnTheWire plays pairs of games that differ in what one seat holds in secret: over the
// sockets of the seven others and of the screen come the same bytes, in the same sizes and
// order, as long as it is a secret.
func TestTwinsOnTheWire(t *testing.T) {
	t.Parallel()
	pairs := 3
	switch {
	case webtest.Long():
		pairs = 1000
	case testing.Short(), !webtest.Widely():
		pairs = 1
	}
	for i := range pairs {
		func() {
			seed, but := uint64(i), i%8
			inner := &cleanups{TB: t}
			defer inner.clean()
			own, a := twinPlay(inner, seed, but, 0, nil)
			other, b := twinPlay(inner, seed, but, 1, nil)
			require.Empty(t, differ(a, b), "seed %d", seed)
			// The seat's own socket: sealed frames of one size, in both as many; only what is in
			// them differs.
			x, y := own.phones[but], other.phones[but]
			x.Mu.Lock()
			defer x.Mu.Unlock()
			size := seal.DownFrameFor(naroface.Title().SeatBytes)
			if x.Told.Host {
				size = seal.DownFrame
			}
			y.Mu.Lock()
			defer y.Mu.Unlock()
			require.Len(t, y.Raws, len(x.Raws))
			same := true
			for j := range x.Raws {
				require.Equal(t, x.Raws[j].Kind, y.Raws[j].Kind)
				require.Len(t, y.Raws[j].Data, len(x.Raws[j].Data))
				if x.Raws[j].Kind == websocket.MessageText {
					require.Equal(t, x.Raws[j].Data, y.Raws[j].Data)
				} else if j > 0 {
					require.Len(t, []byte(x.Raws[j].Data), size)
					same = same && x.Raws[j].Data == y.Raws[j].Data
				}
			}
			require.False(t, same, "the seat itself is told its secret")
			require.Greater(t, len(x.Raws), 20)
		}()
	}
}

// TestPlantedLeaks plants leaks of several kinds, each of which is caught.
func TestPlantedLeaks(t *testing.T) {
	t.Parallel()
	const spy, but = "Ava", 7
	loaded := func(of func(string) desk.Seat) bool {
		b, err := json.Marshal(of(webtest.CastEN[but]).Lines)
		return err == nil && bytes.Contains(b, []byte("Bang! 2"))
	}
	for name, plant := range map[string]func(*steppedBox){
		"a word in another seat's frame": func(b *steppedBox) {
			b.leak = func(name string, d *desk.Seat, of func(string) desk.Seat) {
				if name == spy && loaded(of) {
					d.Note = "!"
				}
			}
		},
		"a space on the board": func(b *steppedBox) {
			b.loud = func(d *desk.Public, of func(string) desk.Seat) {
				if d.State == "play" && loaded(of) {
					d.Heading += " "
				}
			}
		},
		"the order of seats": func(b *steppedBox) {
			b.loud = func(d *desk.Public, of func(string) desk.Seat) {
				if d.State == "play" && loaded(of) {
					d.Lines = slices.Clone(d.Lines) // all writers share the snapshot's
					d.Lines[0], d.Lines[1] = d.Lines[1], d.Lines[0]
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, a := twinPlay(t, 5, but, 0, plant)
			_, b := twinPlay(t, 5, but, 1, plant)
			assert.NotEmpty(t, differ(a, b))
		})
	}
}

// cleanups are the cleanups of a part of a test, so that a thousand of them do not pile up.
type cleanups struct {
	testing.TB

	all []func()
}

// Cleanup implements [testing.TB].
func (c *cleanups) Cleanup(f func()) { c.all = append(c.all, f) }

func (c *cleanups) clean() {
	for i := range c.all {
		c.all[len(c.all)-1-i]()
	}
	c.all = nil
}
