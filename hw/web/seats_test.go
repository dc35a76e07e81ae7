package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// A phoneTable is a whole box with a panel's page and phones.
type phoneTable struct {
	box         Box
	guests      *phone.Guests
	panel, page string // where the panel and the phones have their pages
	ctx         context.Context
}

// serveTable serves a box that plays Naro; of its seats, Ava's has a phone.
func serveTable(t *testing.T, o box.Options) (*phoneTable, *phonetest.Phone) {
	t.Helper()
	p := &phoneTable{ctx: t.Context()}
	o.Seed = func() uint64 { return 5 }
	s := webtest.Run(t, o)
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
	p.box = s
	g, err := phone.NewGuests(s, phone.GuestOptions{})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	l, err := phone.ListenGuests(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	g.Announce(l.Addr(), nil)
	done := make(chan error, 1)
	go func() { done <- g.Serve(ctx, l, nil) }()
	panel, err := New(s, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	h := httptest.NewServer(panel)
	t.Cleanup(func() {
		panel.Close()
		h.Close()
		stop()
		require.NoError(t, <-done)
	})
	p.guests, p.panel, p.page = g, h.URL, "http://"+l.Addr().String()
	phone := phonetest.Call(t, p.page, phonetest.Invited(t, g), rand.Reader)
	require.Equal(t, "Ava", phone.Ask(map[string]any{"t": "join", "name": "Ava"}).Name)
	p.begin(t)
	p.until(t, "here")
	return p, phone
}

// locked reports whether a seat has locked its choice.
func (p *phoneTable) locked(t *testing.T, seat int) bool {
	t.Helper()
	d := p.box.Snapshot().Public(lang.English)
	return d.Seats[seat].Locked
}

// begin begins a play of Naro, and waits until all load.
func (p *phoneTable) begin(t *testing.T) {
	t.Helper()
	_ = p.box.Do(p.ctx, command.Leave{})
	require.NoError(t, p.box.Do(p.ctx, command.Start{Header: engine.Header{Game: "naro", Seats: []string{"Ava", "Babak", "Chiara", "Dario"}, Options: json.RawMessage(`{"chance":"box"}`)}, DrawSeed: true}))
	require.Eventually(t, func() bool {
		d := p.box.Snapshot().Seat("Babak", lang.English)
		return d.Awaited && !d.Telling && !d.After
	}, phonetest.Patience, 10*time.Millisecond)
}

// until waits until all know where Ava's phone is.
func (p *phoneTable) until(t *testing.T, where string) {
	t.Helper()
	require.Eventually(t, func() bool {
		d := p.box.Snapshot().Public(lang.English)
		return len(d.Seats) > 0 && d.Seats[0].Phone == where
	}, phonetest.Patience, 10*time.Millisecond)
}

// The panel's page can neither look at what a seat sees that has a phone nor play for it, whatever it
// sends; a seat without one is played there as ever. A stand-in is asked for while the phone is away,
// everybody is told, and it ends when the phone is back.
func TestPanelAndPhones(t *testing.T) {
	p, phone := serveTable(t, box.Options{Speed: 20})
	page := open(t, p.panel)
	page.until("desk")
	choices := func(name string) string {
		d := p.box.Snapshot().Sight(map[string]hw.Pod{"Ava": 0, "Babak": 1}[name], lang.English)
		turn := uint64(0)
		if d.Desk != nil {
			turn = d.Desk.Ask.Turn
		}
		return fmt.Sprintf(`{"t":"pick","name":%q,"choice":0,"turn":%d}`, name, turn)
	}
	forbidden := func() {
		t.Helper()
		for _, m := range []string{
			`{"t":"look","pod":0,"on":true}`,
			`{"t":"press","pod":0,"button":"A","down":true}`, `{"t":"press","pod":0,"button":"OK","down":true}`,
			choices("Ava"), `{"t":"back","name":"Ava"}`,
			`{"t":"type","line":{"seat":"Ava","do":"load","card":"bang"}}`,
		} {
			page.send(m)
			for {
				kind, raw, err := page.next()
				require.NoError(t, err)
				require.NotContains(t, []string{"private", "asked"}, kind, "%s: %s", m, raw)
				if kind == "error" {
					require.Contains(t, string(raw), `"phone"`, m)
					break
				}
			}
			require.False(t, p.locked(t, 0), m)
		}
	}
	forbidden()
	page.send(`{"t":"stand_in","name":"Ava","on":true}`)
	page.tells("error", "refused") // the phone is here
	forbidden()

	// Babak has none.
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.until("private")
	page.tells("asked", "Babak")
	page.send(choices("Babak"))
	require.Eventually(t, func() bool { return p.locked(t, 1) }, phonetest.Patience, 10*time.Millisecond)
	page.tells("covered", `"pod":1`) // it has answered

	// The phone goes to sleep.
	key := phone.Ask(map[string]any{"t": "beat", "n": 1}).Key
	phone.Conn.CloseNow()
	p.until(t, "away")
	forbidden()
	page.send(`{"t":"stand_in","name":"Ava","on":true}`)
	page.tells("say", "The panel plays for Ava until the phone is back.")
	p.until(t, "panel")
	page.send(`{"t":"look","pod":0,"on":true}`)
	page.tells("asked", "Ava")
	back := phonetest.Call(t, p.page, phonetest.SecretOf(t, key), rand.Reader)
	back.Wait("it is told", func(f *phonetest.Told, _ *phonetest.Board) bool {
		return strings.Contains(f.Desk.Note, "While your phone was away")
	})
	page.tells("covered", `"pod":0`)
	p.until(t, "here")
	forbidden()
}

// What was opened for one play is not open in the next.
func TestLookEndsWithThePlay(t *testing.T) {
	p, _ := serveTable(t, box.Options{Speed: 20})
	page := open(t, p.panel)
	page.send(`{"t":"look","pod":1,"on":true}`)
	page.tells("asked", "Babak")
	require.NoError(t, p.box.Do(t.Context(), command.Leave{}))
	page.tells("covered", `"pod":1`)
	p.begin(t)
	require.NoError(t, p.box.Do(t.Context(), command.Pause{On: true}))
	for {
		kind, raw, err := page.next()
		require.NoError(t, err)
		require.NotContains(t, []string{"private", "asked"}, kind, string(raw))
		if kind == "desk" && strings.Contains(string(raw), `"paused":true`) {
			break
		}
	}
}

// On the page nothing can be pressed or opened for a seat that has a phone; what was opened closes when
// the line is lost, and a stand-in and a yes to a knock have to be held.
func TestPanelPageAndPhones(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All() {
		if l != lang.Persian && !long() && *shots == "" {
			continue
		}
		t.Run(string(l), func(t *testing.T) {
			p, phone := serveTable(t, box.Options{Speed: 5})
			ctx := chromium(t)
			visit(ctx, t, p.panel, 1400, 900, 1, "dark", l)
			until(ctx, t, "the pod is of a phone", `document.querySelector('#pod0.onphone') && document.querySelector('#pod0 .shutter').hidden && document.querySelector('#pod0 .key').disabled`)
			snap(ctx, t, "onphone-"+string(l))
			until(ctx, t, "it stands still", `(() => {
				const { x, y } = document.querySelector('#pod1 .shutter').getBoundingClientRect();
				const still = window.stood?.[0] === x && window.stood[1] === y ? window.stood[2] + 1 : 0;
				window.stood = [x, y, still];
				return still > 5;
			})()`)
			ask[any](ctx, t, `document.querySelector('#pod1 .shutter').click()`) // a press of a pointer would be a hold where the page is slow
			until(ctx, t, "Babak's is open", `document.querySelector('#pod1.open') && !document.querySelector('#hand').hidden`)

			// The code is asked for no more often than a moment takes.
			stranger := phonetest.Call(t, p.page, nil, rand.Reader)
			stranger.Ask(map[string]any{"t": "join", "name": "Emma"})
			until(ctx, t, "somebody knocks", `document.querySelector('[id^=let-]')`)
			tap := `(async () => { const b = document.querySelector('[id^=let-]'); for (const t of ['pointerdown', 'pointerup']) b.dispatchEvent(new PointerEvent(t, { bubbles: true, button: 0 })); b.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })); })()`
			snap(ctx, t, "knock-panel-"+string(l))
			for range 4 {
				ask[any](ctx, t, tap)
				do(ctx, t, chromedp.Sleep(400*time.Millisecond))
			}
			assert.Empty(t, holders(p.guests)[1:], "a tap lets nobody in")
			holdOn(ctx, t, "[id^=let-]")
			stranger.Wait("it was let in", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Emma" })

			phone.Conn.CloseNow()
			until(ctx, t, "it may stand in", `document.querySelector('#panel-Ava')`)
			snap(ctx, t, "away-"+string(l))
			do(ctx, t, chromedp.Sleep(1100*time.Millisecond))
			holdOn(ctx, t, "#pod0 .standin")
			p.until(t, "panel")
			until(ctx, t, "the pod is open to the page", `!document.querySelector('#pod0.onphone') && !document.querySelector('#pod0 .key').disabled`)
			snap(ctx, t, "standin-"+string(l))
		})
	}
}

// On a phone of any size, however far its page was scrolled, the buttons that answer a knock are in sight.
// A tap on the cross of a phone removes nobody: it asks, and a second button does it.
func TestOutAsksFirst(t *testing.T) {
	t.Parallel()
	p, phone := serveTable(t, box.Options{Speed: 5})
	ctx := chromium(t)
	visit(ctx, t, p.panel, 1400, 900, 1, "light", lang.English)
	until(ctx, t, "the phone is listed", `document.querySelector('#out-0')`)
	click := func(css string) { ask[any](ctx, t, fmt.Sprintf(`document.querySelector(%q).click()`, css)) }
	click("#out-0")
	until(ctx, t, "it asks", `document.querySelector('#out-yes')?.innerText === 'Remove Ava'`)
	snap(ctx, t, "out-asks")
	click("#out-no")
	until(ctx, t, "no is no", `!document.querySelector('#out-yes') && document.querySelector('#out-0')`)
	assert.Equal(t, []string{"Ava"}, holders(p.guests))
	click("#out-0")
	click("#out-yes")
	assert.Equal(t, websocket.StatusCode(4001), phone.Ended())
	assert.Empty(t, holders(p.guests))
}

func TestKnockInSight(t *testing.T) {
	t.Parallel()
	p, phone := serveTable(t, box.Options{Speed: 5})
	phone.Ask(map[string]any{"t": "leave"})
	ctx := chromium(t)
	for i, size := range [][2]int64{{320, 480}, {640, 320}, {390, 844}} {
		do(ctx, t, chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile, chromedp.EmulateTouch))
		if i == 0 {
			do(ctx, t, chromedp.Navigate(p.guests.Invitation()))
			until(ctx, t, "it may choose a seat", `document.querySelectorAll('.choices .key').length === 4`)
			press(ctx, t, ".choices .key")
		}
		until(ctx, t, "it is asked", `document.body.classList.contains('seat') && document.querySelector('.covered')`)
		do(ctx, t, chromedp.Sleep(300*time.Millisecond))
		ask[any](ctx, t, `scrollTo(0, 9999)`)
		stranger := phonetest.Call(t, p.page, phonetest.Invited(t, p.guests), rand.Reader)
		require.NotEmpty(t, stranger.Ask(map[string]any{"t": "join", "name": "Ava"}).Waits)
		until(ctx, t, "somebody knocks", `document.querySelector('.knock')`)
		snap(ctx, t, fmt.Sprint("knock-phone-", size[0]))
		for _, b := range []string{".knock .key", ".knock .hold"} {
			assert.True(t, ask[bool](ctx, t, fmt.Sprintf(`(() => { const b = document.querySelector(%q), r = b.getBoundingClientRect(); return b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); })()`, b)), "%v %s", size, b)
		}
		stranger.Ask(map[string]any{"t": "leave"})
		until(ctx, t, "nobody knocks", `!document.querySelector('.knock')`)
		stranger.Conn.CloseNow()
	}
}

// holdOn holds a button of the page for as long as it wants.
func holdOn(ctx context.Context, t *testing.T, css string) {
	t.Helper()
	down := fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 })) && 0`, css)
	ask[any](ctx, t, down)
	do(ctx, t, chromedp.Sleep(900*time.Millisecond))
}
