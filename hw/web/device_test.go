package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
)

// handset stands in for what a phone has and a test doesn't: it notes how it buzzes, what keeps its screen on, and its tones, which it lets
// be heard only once a touch has ended, as iOS does.
const handset = `(() => {
	window.felt = [];
	Object.defineProperty(navigator, 'vibrate', { value: (ms) => { felt.push(ms); return true; } });
	window.locks = [];
	Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => { const l = { kind, released: false }; locks.push(l); return l; } } });
	window.tones = 0;
	const node = () => ({ connect: (n) => n, frequency: {}, gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, start() { tones++; }, stop() {} });
	window.AudioContext = class {
		state = 'suspended';
		currentTime = 0;
		resume() { if (['touchend', 'click'].includes(window.event?.type)) this.state = 'running'; }
		createOscillator() { return node(); }
		createGain() { return node(); }
	};
})()`

// underEdges returns what of a page lies where a phone has its camera, its corners or its bar: texts and buttons at the sides, and above and
// below what does not scroll away.
const underEdges = `((top, right, bottom, left) => {
	const out = [];
	const look = (e, r) => {
		if (r.width < 2 || r.height < 2 || r.bottom < 0 || r.top > innerHeight || e.closest('.unseen, [hidden], noscript, dialog:not([open])') || !e.checkVisibility() || getComputedStyle(e).clipPath !== 'none') return;
		const stays = e.closest('.deck, .hint, .knock, dialog') || !scrollY && e.closest('.top');
		const clip = e.closest('.roll, main, dialog')?.getBoundingClientRect();
		if (clip && !e.closest('.knock')) {
			if (r.top >= clip.bottom || r.bottom <= clip.top) return;
			r = { left: r.left, right: r.right, top: Math.max(r.top, clip.top), bottom: Math.min(r.bottom, clip.bottom) };
		}
		if (r.left < left - 1 || r.right > innerWidth - right + 1 || stays && !e.closest('.roll') && (r.top < top - 1 || r.bottom > innerHeight - bottom + 1)) {
			out.push((e.id || e.className || e.tagName) + ' "' + e.textContent.trim().slice(0, 30) + '" ' + [r.left, r.top, r.right, r.bottom].map(Math.round));
		}
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		if (!n.data.trim()) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		for (const r of range.getClientRects()) look(n.parentElement, r);
	}
	for (const e of document.querySelectorAll('button, select, input, summary')) look(e, e.getBoundingClientRect());
	return out;
})`

// What a phone does as a thing in the hand: it buzzes for the turn of its owner and of nobody else, keeps its screen on, and is silent
// unless it is the one device that was chosen; nothing lies under its camera or its corners, whichever way it is held.
func TestPhoneInTheHand(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	awaited, all := reached(t, engine.Header{Game: "naro", Seats: twelve[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, 0, "load")
	idle := desk.Seat{Seat: "Ava", Turn: 1, Lines: []desk.Line{}, Groups: []desk.Group{}, Asks: []desk.SeatAsk{}}
	b := webtest.NewBox(4)
	shown := idle
	b.Seats = func(string) desk.Seat { return shown }
	first := all
	b.Set(func(lang.Lang) desk.Public { return first })
	show := func(d desk.Seat) {
		b.Mu.Lock()
		d.Turn = shown.Turn + 1
		shown = d
		b.Mu.Unlock()
		now := all
		b.Set(func(lang.Lang) desk.Public { return now })
	}
	g, server := serveGuests(t, b, phone.GuestOptions{})
	ctx := tab(t, 390, 844, "light", lang.English)
	do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: handset})
		return err
	}), chromedp.Navigate(g.Invitation()))
	press(ctx, t, ".choices .key")
	until(ctx, t, "it has a seat", `document.body.classList.contains('seat') && document.querySelector('.idle')`)

	until(ctx, t, "a press keeps the screen on", `locks.length === 1 && locks[0].kind === 'screen'`)
	ask[any](ctx, t, `locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))`)
	until(ctx, t, "and so does coming back to the page", `locks.length === 2`)

	assert.Empty(t, ask[[]int](ctx, t, `felt`), "nobody is awaited")
	show(awaited)
	until(ctx, t, "its owner's turn is felt", `felt.length === 1`)
	show(idle)
	until(ctx, t, "it is over", `document.querySelector('.idle')`)
	all.Heading += "." // others play
	show(idle)
	until(ctx, t, "others play", `document.querySelector('#p-head').textContent.includes('.')`)
	assert.Len(t, ask[[]int](ctx, t, `felt`), 1)
	show(awaited)
	until(ctx, t, "the next is felt, too", `felt.length === 2`)

	tone := func() {
		b.Tell(box.ToneEvent{Hz: 660, D: 100 * time.Millisecond})
		b.Tell(box.SayEvent{Text: "One, two, three", Lang: "en"})
		until(ctx, t, "the box has been heard", `document.querySelector('.said')?.textContent === 'One, two, three'`)
		b.Tell(box.SayEvent{Text: "Naro!", Lang: "en"})
		until(ctx, t, "and once more", `document.querySelector('.said')?.textContent === 'Naro!'`)
	}
	// Once others are awaited, what was said before is not so any more; but it stands until it can have been read.
	ask[any](ctx, t, `(() => { const now = Date.now(); window.later = 0; Date.now = () => now + window.later; })()`)
	b.Tell(box.SayEvent{Text: "Babak, choose!", Lang: "en"})
	until(ctx, t, "the box has been heard", `document.querySelector('.said')?.textContent === 'Babak, choose!'`)
	turns := func(awaited bool) {
		all.Seats = slices.Clone(all.Seats)
		all.Seats[1].Awaited = awaited
		all.Heading += "."
		show(idle)
		until(ctx, t, "another is awaited", fmt.Sprintf(`document.querySelector('#p-head h1').textContent === %q`, all.Heading))
	}
	turns(!all.Seats[1].Awaited)
	assert.True(t, ask[bool](ctx, t, `!!document.querySelector('.said')`), "it has only just been said")
	ask[any](ctx, t, `window.later = 2900`)
	turns(!all.Seats[1].Awaited)
	assert.True(t, ask[bool](ctx, t, `!!document.querySelector('.said')`))
	ask[any](ctx, t, `window.later = 3100`)
	turns(all.Seats[1].Awaited)
	assert.True(t, ask[bool](ctx, t, `!!document.querySelector('.said')`), "the same is awaited")
	turns(!all.Seats[1].Awaited)
	assert.False(t, ask[bool](ctx, t, `!!document.querySelector('.said')`), "nobody waits for Babak now")
	do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, [2]float64{200, 200}), touch(input.DispatchTouchEventTypeTouchEnd))
	tone()
	assert.Zero(t, ask[int](ctx, t, `tones`), "four phones are no choir")
	press(ctx, t, "#gear")
	press(ctx, t, "#s-sounds")
	until(ctx, t, "this one was chosen", `document.querySelector('#s-sounds').checked`)
	ask[any](ctx, t, `document.querySelector('#settings').close()`)
	do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, [2]float64{200, 200}), touch(input.DispatchTouchEventTypeTouchEnd))
	tone()
	until(ctx, t, "it sounds", `tones > 0`)

	for _, c := range []struct {
		w, h, top, right, bottom, left int64
	}{{390, 844, 47, 0, 34, 0}, {844, 390, 0, 47, 21, 47}} {
		do(ctx, t, chromedp.EmulateViewport(c.w, c.h, chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetSafeAreaInsetsOverride, emulation.SetSafeAreaInsetsOverrideParams{Insets: &emulation.SafeAreaInsets{Top: &c.top, Right: &c.right, Bottom: &c.bottom, Left: &c.left}})
			return err
		}))
		look := func(state string) {
			t.Helper()
			assert.Empty(t, ask[[]string](ctx, t, underEdges+fmt.Sprintf(`(%d, %d, %d, %d)`, c.top, c.right, c.bottom, c.left)), "%s at %dx%d", state, c.w, c.h)
			snap(ctx, t, fmt.Sprintf("hand.%s.%d", state, c.w))
		}
		until(ctx, t, "the page knows", fmt.Sprintf(`(() => { const e = document.createElement('i'); e.style.paddingLeft = 'env(safe-area-inset-left)'; e.style.paddingBottom = 'env(safe-area-inset-bottom)'; document.body.append(e); const s = getComputedStyle(e); const is = s.paddingLeft === '%dpx' && s.paddingBottom === '%dpx'; e.remove(); return is; })()`, c.left, c.bottom))
		thief := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
		require.NotEmpty(t, thief.Ask(map[string]any{"t": "join", "name": "Ava"}).Waits)
		until(ctx, t, "somebody knocks", `document.querySelector('.knock')`)
		ask[any](ctx, t, `scrollTo(0, 0)`)
		look("knock")
		ask[any](ctx, t, `scrollTo(0, 1e6)`)
		look("scrolled")
		if c.w > c.h {
			assert.Zero(t, ask[float64](ctx, t, `scrollY`), "on its side the page has all of it in sight, and what scrolls in itself")
		}
		thief.Ask(map[string]any{"t": "leave"})
		until(ctx, t, "nobody knocks", `!document.querySelector('.knock')`)
		ask[any](ctx, t, `document.querySelector('#where').click()`)
		until(ctx, t, "it says where the play is", `!document.querySelector('#hint').hidden`)
		look("hint")
		press(ctx, t, "#gear")
		until(ctx, t, "the settings are open", `document.querySelector('#settings').open`)
		look("settings")
		ask[any](ctx, t, `document.querySelector('#settings').close()`)
	}
}

// Whoever comes while others play takes a seat of the next game, or only watches; a host whose player is out of reach waits, or has the
// panel play.
func TestComersAndGoers(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }})
	g, at := serveWhole(t, s)
	host := tab(t, 390, 844, "light", lang.English)
	do(host, t, chromedp.Navigate(g.Invitation()))
	until(host, t, "one may say who one is", `document.querySelector('#name')`)
	do(host, t, chromedp.SendKeys(chromedp.CSS("#name"), "Zohreh"))
	press(host, t, "#join")
	until(host, t, "it has a seat", `document.body.classList.contains('seat')`)
	call := func(name string) *phonetest.Phone {
		p := phonetest.Call(t, at, phonetest.Invited(t, g), rand.Reader)
		require.Empty(t, p.Ask(map[string]any{"t": "join", "name": name}).Fault)
		return p
	}
	anna, omid := call("Anna"), call("Omid")
	until(host, t, "they are here", `document.querySelectorAll('.order li').length === 3`)
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
	require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: "naro", Seats: []string{"Zohreh", "Anna", "Omid"}, Options: []byte(`{"chance":"box"}`)}, DrawSeed: true, Bots: 1}))
	until(host, t, "it is played", `document.querySelector('.covered')`)

	// Somebody comes.
	ctx := tab(t, 320, 640, "light", lang.English)
	do(ctx, t, chromedp.Navigate(g.Invitation()))
	press(ctx, t, "#watch")
	until(ctx, t, "it watches", `document.body.classList.contains('seat') && document.querySelector('#play') && document.querySelector('#p-scene').textContent.includes('Omid')`)
	assert.True(t, ask[bool](ctx, t, `!document.querySelector('#cover') && !document.querySelector('#question')`), "and is asked nothing")
	checkPhone(ctx, t, "watching")
	press(ctx, t, "#play")
	press(ctx, t, "#next")
	until(ctx, t, "a name is asked for", `document.querySelector('#name') && document.querySelector('#not-next')`)
	press(ctx, t, "#not-next")
	until(ctx, t, "the seats of this game", `!document.querySelector('#name') && document.querySelectorAll('.choices .key').length === 3`)
	press(ctx, t, "#next")
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), "Nima"))
	press(ctx, t, "#join")
	until(ctx, t, "it waits for the next game, and sees this one", `document.body.classList.contains('seat') && document.querySelector('#p-ask').innerText.includes('Nima is not in this game') && document.querySelector('#p-scene').textContent.includes('Omid')`)
	checkPhone(ctx, t, "next")

	// Somebody goes. The host waits; at the next time the panel plays.
	gone := func(p *phonetest.Phone, name string) {
		p.Conn.CloseNow()
		p.Ended()
		until(host, t, "the host is asked", fmt.Sprintf(`document.querySelector('#gone-wait-0') && document.querySelector('#p-slips').innerText.includes(%q)`, name))
	}
	gone(anna, "Anna")
	press(host, t, "#gone-wait-0")
	until(host, t, "it waits", `!document.querySelector('#gone-wait-0')`)
	assert.Equal(t, "away", s.Snapshot().Public(lang.English).Seats[1].Phone, "and all see whom for")
	until(host, t, "all see whom for", `document.querySelector('.seats .icon-asleep')`)
	again := phonetest.Call(t, at, phonetest.SecretOf(t, anna.Told.Key), rand.Reader)
	again.Wait("it is back", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Anna" })
	until(host, t, "it is back", `!document.querySelector('.seats .icon-asleep')`)
	gone(again, "Anna")
	press(host, t, "#gone-panel-0")
	until(host, t, "the panel plays", `!document.querySelector('#gone-panel-0')`)
	assert.Equal(t, "panel", s.Snapshot().Public(lang.English).Seats[1].Phone)
	gone(omid, "Omid")

	// The next game is for whoever came.
	require.NoError(t, s.Do(t.Context(), command.Leave{}))
	until(host, t, "whoever came is on the list", `[...document.querySelectorAll('.order bdi')].some((e) => e.textContent === 'Nima')`)
}
