package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
)

// laterAt returns what lets time pass for a roll.
func laterAt(r *roll) func(time.Duration) {
	var off atomic.Int64
	r.mu.Lock()
	r.now = func() time.Time { return time.Now().Add(time.Duration(off.Load())) }
	r.mu.Unlock()
	return func(d time.Duration) { off.Add(int64(d)) }
}

// knocker returns a phone that may knock, from an address.
func knocker(from string, trusted bool) *phone {
	return &phone{viewer: newViewer(), from: networkOf(netip.MustParseAddr(from)), trusted: trusted}
}

// Whoever is told no waits, each time longer: by address and seat, and those that come without the code of
// the table all together.
func TestRefusedWait(t *testing.T) {
	r, err := newRoll(rand.Reader)
	require.NoError(t, err)
	later := laterAt(r)
	no := func(p *phone, name string) {
		t.Helper()
		require.NoError(t, r.ask(p, name, false))
		r.answer(p.knock.id, false, nil)
	}
	friend := knocker("192.0.2.7", true)
	wait := firstWait
	for range 4 {
		no(friend, "Ava")
		require.ErrorIs(t, r.ask(friend, "Ava", false), errWait)
		later(wait - time.Second)
		require.ErrorIs(t, r.ask(friend, "Ava", false), errWait)
		later(2 * time.Second)
		wait *= 2
	}
	no(friend, "Ava")
	require.NoError(t, r.ask(friend, "Babak", false), "another seat")
	require.NoError(t, r.ask(knocker("192.0.2.8", true), "Ava", false), "another phone that has the code")

	stranger := knocker("192.0.2.66", false)
	no(stranger, "Chiara")
	require.ErrorIs(t, r.ask(stranger, "Dario", false), errWait, "from the same address")
	require.ErrorIs(t, r.ask(knocker("192.0.2.67", false), "Chiara", false), errWait, "for the same seat")
	require.NoError(t, r.ask(knocker("192.0.2.68", false), "Dario", false))
	sixth := knocker("2001:db8::1", false)
	no(sixth, "Emma")
	require.ErrorIs(t, r.ask(knocker("2001:db8::2", false), "Farid", false), errWait, "the same machine")
	for range 100 {
		later(longestWait)
		no(stranger, "Chiara")
	}
	later(longestWait)
	require.NoError(t, r.ask(stranger, "Chiara", false), "not for ever")
}

// Knocking and giving up again and again is no way to keep a table busy; a phone whose line breaks may
// come again.
func TestKnocksAgain(t *testing.T) {
	r, err := newRoll(rand.Reader)
	require.NoError(t, err)
	later := laterAt(r)
	p := knocker("192.0.2.66", false)
	require.NoError(t, r.ask(p, "Ava", false))
	id := p.knock.id
	require.NoError(t, r.ask(p, "Ava", false))
	assert.Equal(t, id, p.knock.id, "it waits already: nobody is asked anew")
	for range knocksAtOnce - 1 {
		r.giveUp(p)
		require.NoError(t, r.ask(p, "Ava", false))
	}
	r.giveUp(p)
	require.ErrorIs(t, r.ask(p, "Ava", false), errWait)
	later(21 * time.Second)
	require.NoError(t, r.ask(p, "Ava", false))
}

// However many strangers wait, there is room for those who have the code.
func TestStrangersLeaveRoom(t *testing.T) {
	r, err := newRoll(rand.Reader)
	require.NoError(t, err)
	waiting := 0
	for i := range 16 {
		switch err := r.ask(knocker(fmt.Sprint("192.0.2.", i/3+1), false), fmt.Sprint("Guest ", i), false); {
		case err == nil:
			waiting++
		default:
			assert.ErrorIs(t, err, errKnock)
		}
	}
	assert.Equal(t, maxStrangers, waiting)
	for i := range maxKnocks - maxStrangers {
		require.NoError(t, r.ask(knocker("192.0.2.200", true), fmt.Sprint("Friend ", i), false))
	}
}

// Behind however many pages of others a phone that has a key or the code finds a place.
func TestPlacesForPhones(t *testing.T) {
	g := newGate()
	var crowd []*visitor
	for i := range 20 * g.each {
		v, ok := g.greet(fmt.Sprintf("192.0.2.%d:1", i/g.each+1))
		if ok && i%3 != 0 {
			if !v.settle(stranger) {
				v.leave()
				continue
			}
		}
		if ok {
			crowd = append(crowd, v)
		}
	}
	assert.Equal(t, g.most-g.kept, g.strangers)
	assert.Len(t, g.greeted, g.greeting)
	for i := range g.kept {
		v, ok := g.greet(fmt.Sprintf("198.51.100.%d:1", i/4+1))
		require.True(t, ok)
		require.True(t, v.settle(known), i)
		crowd = append(crowd, v)
	}
	for _, v := range crowd {
		v.leave()
		v.leave()
	}
	assert.Zero(t, g.in+g.strangers+len(g.greeted)+len(g.from))

	// The one that goes for another is of those that crowd, and its line ends.
	g.greeting = 3
	ended := make(chan int, 9)
	for i, from := range []string{"192.0.2.1:1", "192.0.2.9:1", "192.0.2.9:2"} {
		v, ok := g.greet(from)
		require.True(t, ok)
		v.ends(func() { ended <- i })
	}
	v, ok := g.greet("198.51.100.1:1")
	require.True(t, ok)
	assert.Equal(t, 1, <-ended)
	assert.True(t, v.settle(known))
}

// On the wire: a phone that has the code comes in behind pages that fill all places for others.
func TestPhoneBehindACrowd(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	g.gate.most, g.gate.kept = 8, 4
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	open := 0
	for range 12 {
		conn, answer, err := dial(ctx, s.URL, "/look")
		if err != nil {
			assert.Equal(t, 503, answer.StatusCode)
			continue
		}
		defer conn.CloseNow()
		open++
	}
	assert.Equal(t, 4, open)
	p := call(t, s.URL, invited(t, g), rand.Reader)
	assert.Equal(t, "Ava", p.ask(map[string]any{"t": "join", "name": "Ava"}).Name)
	assert.Equal(t, websocket.StatusTryAgainLater, call(t, s.URL, nil, rand.Reader).ended(), "one without it does not")
}

// The panel's page answers no question that it has not shown for a second.
func TestLetFromThePage(t *testing.T) {
	b := newFakeBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	later := laterAt(g.roll)
	panel, err := New(b, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	h := httptest.NewServer(panel)
	t.Cleanup(func() {
		panel.Close()
		h.Close()
	})
	page := open(t, h.URL)
	stranger := call(t, s.URL, nil, rand.Reader)
	stranger.ask(map[string]any{"t": "join", "name": "Ava"})
	knock := page.tells("phones", `"knocks":[{`)
	id := strings.SplitN(strings.SplitN(knock, `"id":`, 2)[1], ",", 2)[0]
	page.send(`{"t":"let","id":` + id + `,"yes":true}`)
	assert.Contains(t, string(page.until("error")), `"early"`)
	later(seenFor)
	page.send(`{"t":"let","id":` + id + `,"yes":true}`)
	stranger.wait("it was let in", func(f *phoneFrame, _ *board) bool { return f.Name == "Ava" })
}

// tells returns the next message of a kind that has something in it.
func (p *testPage) tells(kind, part string) string {
	p.t.Helper()
	for {
		if raw := string(p.until(kind)); strings.Contains(raw, part) {
			return raw
		}
	}
}

// nothingUntilCovered holds that nothing private is told until a look is over.
func (p *testPage) nothingUntilCovered() {
	p.t.Helper()
	for k := ""; k != "covered"; {
		var raw []byte
		var err error
		k, raw, err = p.next()
		require.NoError(p.t, err)
		require.NotContains(p.t, []string{"private", "asked"}, k, string(raw))
	}
}

// A look at a private screen is for one question, and for a while; nothing of the next is sent.
func TestLookEnds(t *testing.T) {
	asked := func(hw.Pod) *desk.Pod {
		return &desk.Pod{Ask: &desk.Ask{Seat: "Babak", Question: "A secret?"}}
	}
	b := newFakeBox(2)
	b.podDesk = asked
	page := open(t, serve(t, b))
	set := func(f func()) {
		b.mu.Lock()
		f()
		b.mu.Unlock()
	}
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("asked", "A secret?")
	set(func() {
		b.turn++
		b.podDesk = func(hw.Pod) *desk.Pod { return &desk.Pod{Ask: &desk.Ask{Question: "The next?"}} }
	})
	b.show(1, write(128, 32, "THE NEXT"))
	page.nothingUntilCovered()
	require.Eventually(t, func() bool { return b.Listeners(1) == 0 }, patience, 10*time.Millisecond)

	// Opened again it is for what is asked now; a phone that comes ends it.
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("asked", "The next?")
	set(func() { b.onPhones = map[hw.Pod]bool{1: true} })
	b.Tell(box.DeskEvent{})
	b.show(1, write(128, 32, "OF A PHONE"))
	page.nothingUntilCovered()
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("error", `"phone"`)
	assert.Zero(t, b.Listeners(1))
	page.send(`{"t":"press","pod":1,"button":"OK","down":true}`)
	page.tells("error", `"phone"`)
	assert.Empty(t, b.all())
	page.send(`{"t":"press","pod":0,"button":"OK","down":true}`)
	require.Eventually(t, func() bool { return len(b.all()) == 1 }, patience, 10*time.Millisecond)
}

// A private screen that somebody has left open closes by itself.
func TestLookIsForAWhile(t *testing.T) {
	b := newFakeBox(2)
	s, err := New(b, nil)
	require.NoError(t, err)
	s.lookFor = 50 * time.Millisecond
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		h.Close()
	})
	page := open(t, h.URL)
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("covered", `"pod":1`)
	require.Eventually(t, func() bool { return b.Listeners(1) == 0 }, patience, 10*time.Millisecond)
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.until("asked")
}
