package phone

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// laterAt returns what lets time pass for a roll.
func laterAt(r *roll) func(time.Duration) {
	pass, now := phonetest.Later()
	r.mu.Lock()
	r.now = now
	r.mu.Unlock()
	return pass
}

// knocker returns a phone that may knock, from an address.
func knocker(from string, trusted bool) *phone {
	return &phone{viewer: newViewer(nil), from: networkOf(netip.MustParseAddr(from)), trusted: trusted}
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

// Knocking and giving up over and over must not keep a table busy; a phone whose line breaks may
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
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	g.gate.most, g.gate.kept = 8, 4
	ctx, stop := context.WithTimeout(t.Context(), phonetest.Patience)
	defer stop()
	open := 0
	for range 12 {
		conn, answer, err := phonetest.Dial(ctx, s.URL, "/look")
		if err != nil {
			assert.Equal(t, 503, answer.StatusCode)
			continue
		}
		defer conn.CloseNow()
		open++
	}
	assert.Equal(t, 4, open)
	p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	assert.Equal(t, "Ava", p.Ask(map[string]any{"t": "join", "name": "Ava"}).Name)
	assert.Equal(t, websocket.StatusTryAgainLater, phonetest.Call(t, s.URL, nil, rand.Reader).Ended(), "one without it does not")
}
