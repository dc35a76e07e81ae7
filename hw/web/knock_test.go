package web

import (
	"crypto/rand"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
)

// The panel's page answers no question that it has not shown for a second.
func TestLetFromThePage(t *testing.T) {
	b := webtest.NewBox(2)
	later, now := phonetest.Later()
	g, s := serveGuests(t, b, phone.GuestOptions{Now: now})
	panel, err := New(b, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	h := httptest.NewServer(panel)
	t.Cleanup(func() {
		panel.Close()
		h.Close()
	})
	page := open(t, h.URL)
	stranger := phonetest.Call(t, s.URL, nil, rand.Reader)
	stranger.Ask(map[string]any{"t": "join", "name": "Ava"})
	knock := page.tells("phones", `"knocks":[{`)
	id := strings.SplitN(strings.SplitN(knock, `"id":`, 2)[1], ",", 2)[0]
	page.send(`{"t":"let","id":` + id + `,"yes":true}`)
	assert.Contains(t, string(page.until("error")), `"early"`)
	later(time.Second)
	page.send(`{"t":"let","id":` + id + `,"yes":true}`)
	stranger.Wait("it was let in", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Ava" })
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

// A look at a private screen is for one question, and for a while; nothing of the next question is sent.
func TestLookEnds(t *testing.T) {
	asked := func(hw.Pod) *desk.Pod {
		return &desk.Pod{Ask: &desk.Ask{Seat: "Babak", Question: "A secret?"}}
	}
	b := webtest.NewBox(2)
	b.PodDesk = asked
	page := open(t, serve(t, b))
	set := func(f func()) {
		b.Mu.Lock()
		f()
		b.Mu.Unlock()
	}
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("asked", "A secret?")
	set(func() {
		b.Turn++
		b.PodDesk = func(hw.Pod) *desk.Pod { return &desk.Pod{Ask: &desk.Ask{Question: "The next?"}} }
	})
	b.ShowFrame(1, webtest.Write(128, 32, "THE NEXT"))
	page.nothingUntilCovered()
	require.Eventually(t, func() bool { return b.Listeners(1) == 0 }, phonetest.Patience, 10*time.Millisecond)

	// Opened again it is for what is asked now; a phone that comes ends it.
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("asked", "The next?")
	set(func() { b.OnPhones = map[hw.Pod]bool{1: true} })
	b.Tell(box.DeskEvent{})
	b.ShowFrame(1, webtest.Write(128, 32, "OF A PHONE"))
	page.nothingUntilCovered()
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("error", `"phone"`)
	assert.Zero(t, b.Listeners(1))
	page.send(`{"t":"press","pod":1,"button":"OK","down":true}`)
	page.tells("error", `"phone"`)
	assert.Empty(t, b.All())
	page.send(`{"t":"press","pod":0,"button":"OK","down":true}`)
	require.Eventually(t, func() bool { return len(b.All()) == 1 }, phonetest.Patience, 10*time.Millisecond)
}

// A private screen that somebody has left open closes by itself.
func TestLookIsForAWhile(t *testing.T) {
	b := webtest.NewBox(2)
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
	require.Eventually(t, func() bool { return b.Listeners(1) == 0 }, phonetest.Patience, 10*time.Millisecond)
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.until("asked")
}
