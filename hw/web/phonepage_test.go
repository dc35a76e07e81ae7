package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	pages "consigliere/hw/web/page"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/sim"
)

// tab opens one more page for a test that has its turn with the browser, as if on a device of its
// own.
func tab(t testing.TB, w, h int, theme string, l lang.Lang) context.Context {
	t.Helper()
	ctx, stop := chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	patience := 15 * time.Minute
	if long() {
		patience = time.Hour // a whole evening
	}
	ctx, stop = context.WithTimeout(ctx, patience)
	t.Cleanup(stop)
	var options []chromedp.EmulateViewportOption
	if w < 600 {
		options = append(options, chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	set := fmt.Sprintf(`localStorage.setItem('consigliere.theme',%q);localStorage.setItem('consigliere.lang',%q);localStorage.setItem('consigliere.screen_lang',%q)`, theme, l, l)
	do(ctx, t, chromedp.EmulateViewport(int64(w), int64(h), options...), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		// As if it was looked at: a page behind others has slow clocks.
		if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: set})
		return err
	}))
	calm(ctx, t)
	return ctx
}

// until waits until an expression in the page is true.
func until(ctx context.Context, t testing.TB, what, js string) {
	t.Helper()
	ok := ask[bool](ctx, t, fmt.Sprintf(`new Promise((done) => {
		const end = performance.now() + %d;
		const look = () => { let ok = false; try { ok = !!(%s); } catch {} if (ok || performance.now() > end) done(ok); else setTimeout(look, 20); };
		look();
	})`, phonetest.Patience.Milliseconds(), js))
	if !ok {
		require.Fail(t, "never: "+what, "%s\n%s", js, ask[string](ctx, t, `document.body.className + '\n' + document.body.innerText`))
	}
}

// snap writes a picture of the page, where pictures are asked for.
func snap(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	ask[any](ctx, t, `document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))))`)
	b, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(*shots, name+".png"), b, 0o644))
}

// press clicks what a selector finds, as a finger does: on a phone when it has stood still for a moment.
func press(ctx context.Context, t testing.TB, css string) {
	t.Helper()
	until(ctx, t, css+" is there", fmt.Sprintf(`document.querySelector(%q) && !document.querySelector(%[1]q).disabled`, css))
	ask[any](ctx, t, fmt.Sprintf(`new Promise((done) => {
		if (!document.querySelector('#deck')) { done(0); return; }
		let was = '', since = performance.now();
		const look = () => {
			const r = document.querySelector(%q)?.getBoundingClientRect();
			const is = r ? [r.left, r.top, r.right, r.bottom].map(Math.round).join() : '';
			if (is !== was) [was, since] = [is, performance.now()];
			if (performance.now() - since > 450 && document.body.dataset.startled === undefined) done(0); else setTimeout(look, 20);
		};
		document.querySelector(%[1]q).scrollIntoView({ block: 'nearest', behavior: 'instant' });
		look();
	})`, css))
	do(ctx, t, chromedp.Click(chromedp.CSS(css)))
}

// uncover taps the cover of a phone. On a slow machine that can be a long press, after which it
// is covered again.
func uncover(ctx context.Context, t *testing.T) {
	t.Helper()
	for range 20 {
		press(ctx, t, "#cover")
		if ask[bool](ctx, t, `new Promise((done) => setTimeout(() => done(document.body.classList.contains('open')), 400))`) {
			return
		}
	}
	require.Fail(t, "it stays covered")
}

// checkPhone holds what every state of the page keeps: nothing is wider than the screen, each
// thing to press has a name and room for a thumb.
func checkPhone(ctx context.Context, t *testing.T, state string) {
	t.Helper()
	wrong := ask[[]string](ctx, t, `(() => {
		const out = [];
		if (document.documentElement.scrollWidth > innerWidth) out.push('it is ' + document.documentElement.scrollWidth + ' wide on a screen of ' + innerWidth);
		for (const e of document.querySelectorAll('button, select, input, summary, a')) {
			const r = e.getBoundingClientRect();
			if (!r.width || e.closest('dialog:not([open])') || e.classList.contains('unseen')) continue;
			const name = (e.getAttribute('aria-label') || e.labels?.[0]?.textContent || e.textContent || '').trim();
			if (!name) out.push('no name: ' + e.outerHTML.slice(0, 80));
			if (e.type !== 'checkbox' && (r.height < 44 || r.width < 44)) out.push(Math.round(r.width) + ' by ' + Math.round(r.height) + ': ' + e.outerHTML.slice(0, 80));
			if (r.left < -1 || r.right > innerWidth + 1) out.push('outside: ' + e.outerHTML.slice(0, 80));
		}
		return out;
	})()`)
	assert.Empty(t, wrong, state)
}

// TestPhonePage leads one phone in a browser to its first choice in Naro. The page is reloaded and
// its line is cut on the way. With CONSIGLIERE_WIDE it plays a round with others that are phones, too,
// and sees what hosts see.
func TestPhonePage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h  int
		theme string
		lang  lang.Lang
		when  bool
	}{
		{390, 844, "light", lang.English, widely()},
		{320, 568, "dark", lang.Persian, true},
		{360, 740, "dark", lang.Italian, long() || *shots != ""},
	} {
		if !c.when {
			continue
		}
		t.Run(fmt.Sprintf("%s-%d", c.lang, c.w), func(t *testing.T) {
			t.Parallel()
			needsChromium(t)
			ctx := tab(t, c.w, c.h, c.theme, c.lang)
			s := webtest.Run(t, box.Options{Lang: c.lang, Speed: 25, Seed: func() uint64 { return 5 }})
			g, server := serveGuests(t, s, phone.GuestOptions{})
			name := func(state string) string { return fmt.Sprintf("phone.%s.%s", state, c.lang) }
			look := func(state string) {
				t.Helper()
				checkPhone(ctx, t, state)
				snap(ctx, t, name(state))
			}
			do(ctx, t, chromedp.Navigate(g.Invitation()))
			until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
			assert.Equal(t, server.URL+"/", ask[string](ctx, t, `location.href`), "the code is gone from the address bar")
			assert.Equal(t, string(c.lang), ask[string](ctx, t, `document.documentElement.lang`))
			look("who")
			do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), webtest.Cast(c.lang)[0]))
			press(ctx, t, "#join")
			until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
			look("welcome")

			h := engine.Header{Game: "naro", Seats: webtest.Cast(c.lang)[:4], Options: []byte(`{"chance":"box"}`)}
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0})) // a slow machine must not run out of time
			require.NoError(t, s.Do(t.Context(), command.Start{Header: h, DrawSeed: true}))
			until(ctx, t, "its choice is awaited", `document.querySelector('.covered')`)
			asked := s.Snapshot().Public(c.lang).Question
			assert.NotEmpty(t, asked)
			assert.Equal(t, asked, ask[string](ctx, t, `document.querySelector('#known')?.textContent ?? ''`), "what all know of the question is not covered")
			look("covered")
			uncover(ctx, t)
			until(ctx, t, "it is uncovered", `document.querySelectorAll('.choice').length === 2`)
			look("choices")
			assert.NotZero(t, ask[int](ctx, t, `document.querySelectorAll('.log li').length`), "what has happened: the loot")
			ask[any](ctx, t, `document.querySelector('#signs').click()`)
			until(ctx, t, "the signs are explained", `document.querySelector('.signs li').checkVisibility()`)
			assert.Empty(t, ask[[]string](ctx, t, `(() => {
				const name = (e) => [...e.classList].find((c) => c.startsWith('icon-'));
				const told = new Map([...document.querySelectorAll('.signs li')].map((li) => [name(li.querySelector('.icon')), li.textContent.trim()]));
				return [...document.querySelectorAll('#p-scene .marks .icon')].map(name).filter((n) => !told.get(n));
			})()`), "signs that nobody explains")
			look("signs")
			ask[any](ctx, t, `document.querySelector('#signs').click()`)
			require.NoError(t, s.Do(t.Context(), command.Pause{On: true}))
			until(ctx, t, "who pauses sees what is asked", `document.querySelectorAll('.choice:disabled').length === 2`)
			look("paused")
			require.NoError(t, s.Do(t.Context(), command.Pause{}))
			until(ctx, t, "it goes on", `document.querySelectorAll('.choice:enabled').length === 2`)

			// The line is cut, and the page is loaded anew: the seat is kept, and what is asked
			// is asked again.
			server.Cut()
			until(ctx, t, "it is back", `document.body.classList.contains('on') && document.querySelector('.covered, .choice')`)
			do(ctx, t, chromedp.Reload())
			until(ctx, t, "it is back", `document.body.classList.contains('seat') && document.querySelector('.covered')`)
			uncover(ctx, t)
			press(ctx, t, ".choice")
			until(ctx, t, "it is locked", `document.querySelector('#back')`)
			assert.False(t, ask[bool](ctx, t, `document.body.classList.contains('open')`), "what was chosen is covered")
			look("locked")
			press(ctx, t, "#back")
			until(ctx, t, "it may choose again", `document.querySelector('.covered')`)
			uncover(ctx, t)
			press(ctx, t, ".choice:nth-of-type(2)")
			until(ctx, t, "it is locked", `document.querySelector('#back')`)

			// Somebody wants the seat.
			thief := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
			thief.Send(map[string]any{"t": "join", "name": webtest.Cast(c.lang)[0]})
			until(ctx, t, "it is asked", `document.querySelector('.knock')`)
			look("knock")
			press(ctx, t, ".knock .key:first-of-type")
			thief.Wait("it is denied", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Denied })
			if !widely() {
				return
			}

			// The others play along, until a round is over.
			var others []*phonetest.Phone
			for _, name := range webtest.Cast(c.lang)[1:4] {
				o := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
				o.Ask(map[string]any{"t": "join", "name": name})
				others = append(others, o)
			}
			seen := map[string]bool{}
			first := func(state string) {
				t.Helper()
				if !seen[state] {
					seen[state] = true
					look(state)
				}
			}
			rounds := 0
			for end := time.Now().Add(8 * time.Minute); ; {
				require.True(t, time.Now().Before(end), "the round has not ended")
				for _, o := range others {
					o.Mu.Lock()
					d := o.Told.Desk
					rounds = 0
					_, _ = fmt.Sscanf(o.Board.Desk.Phase, "%d", &rounds)
					o.Mu.Unlock()
					if d.Awaited && !d.Telling && len(d.Asks) > 0 && len(d.Asks[0].Rows) > 0 {
						o.Ask(map[string]any{"t": "answer", "turn": d.Turn, "ask": 0, "row": len(d.Asks[0].Rows) - 1})
					}
				}
				if ask[bool](ctx, t, `!!document.querySelector('.reveal')`) {
					first("reveal")
				}
				if ask[bool](ctx, t, `!!document.querySelector('.covered') && !/^[2۲]/.test(document.querySelector('h1').textContent)`) {
					first("covered2")
					ask[any](ctx, t, `document.querySelector('#cover')?.click()`)
				}
				if ask[bool](ctx, t, `!!document.querySelector('.choice:not(:disabled), .quick button:not(:disabled)') && !/^[2۲]/.test(document.querySelector('h1').textContent)`) {
					if !ask[bool](ctx, t, `document.body.classList.contains('open')`) {
						first("openly")
					}
					ask[any](ctx, t, `document.querySelector('.choice:not(:disabled), .quick button:not(:disabled)')?.click()`)
				}
				d := s.Snapshot().Public(lang.English)
				if d.Round == 2 && d.Reveal == nil || d.State == "over" {
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			until(ctx, t, "its choice is awaited", `document.querySelector('.covered')`)
			uncover(ctx, t)
			look("yours")

			_ = s.Do(t.Context(), command.Undo{})
			if ask[bool](ctx, t, `new Promise((done) => setTimeout(() => done(!!document.querySelector('#undo-no')), 1500))`) {
				look("undo")
				press(ctx, t, "#undo-no")
			}
			g.SetHost(webtest.Cast(c.lang)[0], true)
			until(ctx, t, "it is a host's", `!document.querySelector('#acts').hidden`)
			press(ctx, t, "#acts")
			look("host")
			require.NoError(t, s.Do(t.Context(), command.HubState{})) // it reports to a hub
			press(ctx, t, "#pause")
			until(ctx, t, "the play is paused", `document.querySelector('.stamp')`)
			look("paused")
			press(ctx, t, "#gear")
			until(ctx, t, "the settings are open", `document.querySelector('dialog[open]')`)
			look("settings")
			press(ctx, t, "#s-judge")
			until(ctx, t, "a judge is called", `document.querySelector('#judge')`)
			assert.Equal(t, "called", s.Snapshot().Public(c.lang).Judge)
			look("judge")
			require.NoError(t, s.Do(t.Context(), command.Judge{State: "closed"}))
			until(ctx, t, "the call is over", `!document.querySelector('#judge')`)
			require.NoError(t, g.PutOut(webtest.Cast(c.lang)[0]))
			until(ctx, t, "it is out", `document.body.classList.contains('gone')`)
			look("out")
			press(ctx, t, "#p-ask .go")
			until(ctx, t, "it may knock", `document.querySelectorAll('.choices .key').length === 4`)
			look("which")
			press(ctx, t, ".choices .key")
			until(ctx, t, "it waits", `document.querySelector('#p-ask .waits')`)
			look("waits")
		})
	}
}

// TestNumbersRunWhileHeld checks that a large number needs no press for each one of it, and that a
// phone says how far it goes.
func TestNumbersRunWhileHeld(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	ctx := tab(t, 390, 844, "light", lang.English)
	s := webtest.Run(t, box.Options{})
	g, _ := serveGuests(t, s, phone.GuestOptions{})
	do(ctx, t, chromedp.Navigate(g.Invitation()))
	until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), "Ava"))
	press(ctx, t, "#join")
	until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
	require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: "anygame", Seats: []string{"Ava", "Babak"}}, DrawSeed: true}))
	until(ctx, t, "its bid is awaited", `document.querySelector('.covered')`)
	uncover(ctx, t)
	until(ctx, t, "it is uncovered", `document.querySelector('.stepper')`)
	assert.Equal(t, "from 0 to 100", ask[string](ctx, t, `document.querySelector('.stepper + .count').textContent`))
	const more = `document.querySelector('.stepper .pen:last-child')`
	const at = `Number(document.querySelector('.stepper .number').value)`
	ask[any](ctx, t, more+`.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`)
	until(ctx, t, "it runs, faster and faster", at+` >= 40`)
	ask[any](ctx, t, more+`.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))`)
	n := ask[int](ctx, t, at)
	ask[any](ctx, t, more+`.click()`) // the end of the long press
	assert.Equal(t, n, ask[int](ctx, t, at))
	ask[any](ctx, t, more+`.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`)
	ask[any](ctx, t, more+`.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))`)
	ask[any](ctx, t, more+`.click()`)
	assert.Equal(t, n+1, ask[int](ctx, t, at))

	// It can be typed with the keys for digits, those of Persian, too; what is out of range can't be given.
	const done = `!document.querySelector('.ask form [type=submit]').disabled`
	assert.Equal(t, "numeric", ask[string](ctx, t, `document.querySelector('.stepper .number').inputMode`))
	for _, c := range []struct {
		typed string
		good  bool
	}{{"101", false}, {"", false}, {"7a", false}, {"۴۲", true}, {"77", true}} {
		ask[any](ctx, t, fmt.Sprintf(`(() => { const i = document.querySelector('.stepper .number'); i.focus(); i.value = %q; i.dispatchEvent(new Event('input', { bubbles: true })); })()`, c.typed))
		assert.Equal(t, c.good, ask[bool](ctx, t, done), c.typed)
	}
	press(ctx, t, `.ask form [type=submit]`)
	until(ctx, t, "77 is locked", `document.querySelector('#back')`)
	require.Eventually(t, func() bool { // nobody else may see it, but the record has it
		return strings.Contains(fmt.Sprint(s.Snapshot().Seat("Ava", lang.English).Lines), "77")
	}, phonetest.Patience, 20*time.Millisecond)
}

// TestHostBegins begins a game on the phone of a host, with those who have phones and a bot, in the
// order that the host gives them. With CONSIGLIERE_LONG it plays on, looks at the result and begins
// the next.
func TestHostBegins(t *testing.T) {
	t.Parallel()
	wide(t)
	for _, l := range lang.All() {
		if l != lang.Italian && !long() && *shots == "" {
			continue
		}
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			needsChromium(t)
			ctx := tab(t, 320, 640, map[lang.Lang]string{lang.English: "dark"}[l], l)
			s := webtest.Run(t, box.Options{Lang: l, Speed: 40, Seed: func() uint64 { return 5 }})
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
			g, server := serveGuests(t, s, phone.GuestOptions{})
			look := func(state string) {
				t.Helper()
				checkPhone(ctx, t, state)
				snap(ctx, t, fmt.Sprintf("phone.%s.%s", state, l))
			}
			names := webtest.Cast(l)[:3]
			var others []*phonetest.Phone
			for _, name := range names[1:] {
				o := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
				o.Ask(map[string]any{"t": "join", "name": name})
				others = append(others, o)
			}
			do(ctx, t, chromedp.Navigate(g.Invitation()))
			until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
			do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), names[0]))
			press(ctx, t, "#join")
			until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
			assert.False(t, ask[bool](ctx, t, `!!document.querySelector('#begin')`), "a guest begins nothing")
			g.SetHost(names[0], true)
			until(ctx, t, "a host may begin", `document.querySelector('#begin')`)
			do(ctx, t, chromedp.SetValue(chromedp.CSS("#begin-game"), "naro"))
			until(ctx, t, "the phones play", `document.querySelectorAll('.order li').length === 3 && document.querySelector('#begin').getAttribute('aria-disabled') === 'true'`)
			ask[any](ctx, t, `document.querySelector("#grip-2").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }))`)
			until(ctx, t, "the last is second, and can be moved on", `document.activeElement.id === "grip-1"`)
			want := ask[[]string](ctx, t, `[...document.querySelectorAll('.order bdi')].map((e) => e.textContent)`)
			do(ctx, t, chromedp.SetValue(chromedp.CSS("#begin-bots"), "1"), chromedp.SetValue(chromedp.CSS("#begin-chance"), "box"))
			look("begin")
			press(ctx, t, "#begin")
			until(ctx, t, "its choice is awaited", `document.querySelector('.covered')`)
			d := s.Snapshot().Public(l)
			require.Len(t, d.Seats, 4)
			for i, name := range want {
				assert.Equal(t, name, d.Seats[i].Name)
			}
			assert.True(t, d.Seats[3].Bot)

			if !long() && *shots == "" {
				return
			}
			// To the end: this phone answers anything, and so do the others.
			ask[any](ctx, t, `(() => { setInterval(() => {
				if (document.querySelector('.covered')) document.querySelector('#cover')?.click();
				else [...document.querySelectorAll('.ask .choice:not(:disabled)')].at(-1)?.click();
			}, 60); })()`)
			for end := time.Now().Add(10 * time.Minute); d.State != "over"; {
				require.True(t, time.Now().Before(end), "the play has not ended")
				for _, o := range others {
					o.Mu.Lock()
					d := o.Told.Desk
					o.Mu.Unlock()
					if d.Awaited && !d.Telling && len(d.Asks) > 0 && len(d.Asks[0].Rows) > 0 {
						o.Ask(map[string]any{"t": "answer", "turn": d.Turn, "ask": 0, "row": len(d.Asks[0].Rows) - 1})
					}
				}
				time.Sleep(20 * time.Millisecond)
				d = s.Snapshot().Public(l)
			}
			until(ctx, t, "it shows how it came out", `document.querySelector('.chart') && document.querySelector('.made')`)
			assert.Equal(t, d.Seats[0].Look.Colour, ask[string](ctx, t, fmt.Sprintf(`[...document.querySelectorAll('.chart .own')].find((e) => e.textContent.startsWith(%q.slice(0, 8)))?.getAttribute('class').match(/pic-(\w+)/)[1] ?? ''`, d.Seats[0].Name)), "each line has its player's colour")
			look("over")
			ask[any](ctx, t, `(() => { document.querySelector('.made').closest('details').open = true; document.querySelector('.made').scrollIntoView(); })()`)
			look("made")
			press(ctx, t, "#rematch")
			press(ctx, t, "#rematch-yes")
			until(ctx, t, "the next game has begun", `document.querySelector('.covered, .choice, #back')`)
		})
	}
}

// TestHostGoesOn resumes a play on a host's phone, after the box was switched off in the
// middle of it: there need be nobody at the panel.
func TestHostGoesOn(t *testing.T) {
	t.Parallel()
	wide(t)
	for _, l := range lang.All() {
		if l != lang.Persian && !long() && *shots == "" {
			continue
		}
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			needsChromium(t)
			names, dir, moves := webtest.Cast(l)[:4], t.TempDir(), 0
			play := func(t *testing.T) *sim.Sim {
				return webtest.Run(t, box.Options{Lang: l, Speed: 40, Journals: dir, Seed: func() uint64 { return 5 }, OnTable: func(p *table.Table) { moves = p.Moves() }})
			}
			t.Run("before", func(t *testing.T) {
				s := play(t)
				require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
				require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: "naro", Seats: names, Options: []byte(`{"chance":"box"}`)}, DrawSeed: true}))
				g, server := serveGuests(t, s, phone.GuestOptions{})
				p := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
				p.Ask(map[string]any{"t": "join", "name": names[1]})
				f := p.Wait("its choice is awaited", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Desk.Awaited && !f.Desk.Telling })
				require.Empty(t, p.Ask(map[string]any{"t": "answer", "turn": f.Desk.Turn, "ask": 0, "row": 0}).Fault)
			})
			s := play(t)
			g, _ := serveGuests(t, s, phone.GuestOptions{})
			ctx := tab(t, 320, 640, map[lang.Lang]string{lang.English: "dark"}[l], l)
			do(ctx, t, chromedp.Navigate(g.Invitation()))
			until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
			do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), names[0]))
			press(ctx, t, "#join")
			until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
			g.SetHost(names[0], false)
			until(ctx, t, "a guest goes on with nothing", `!document.querySelector('#go-on-0')`)
			g.SetHost(names[0], true)
			until(ctx, t, "a host may go on", `document.querySelector('#go-on-0')`)
			checkPhone(ctx, t, "resume")
			snap(ctx, t, "phone.resume."+string(l))
			press(ctx, t, "#go-on-0")
			until(ctx, t, "its choice is awaited", `document.querySelector('.covered')`)
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0})) // whoever reads moves is behind the box
			assert.Positive(t, moves, "it is the same play")
		})
	}
}

// TestScreenPage looks at the screen for the room while phones play a game of Naro.
func TestScreenPage(t *testing.T) {
	t.Parallel()
	wide(t)
	for _, l := range lang.All() {
		if l != lang.Persian && !long() && *shots == "" {
			continue
		}
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			needsChromium(t)
			ctx := tab(t, 1920, 1080, "dark", l)
			s := webtest.NewBox(8)
			s.Scene = webtest.SceneMenu
			g, server := serveGuests(t, s, phone.GuestOptions{Addresses: func() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("10.42.0.1/24")} }})
			panel, err := New(s, nil)
			require.NoError(t, err)
			panel.ShowGuests(g)
			here := httptest.NewServer(panel)
			t.Cleanup(func() { panel.Close(); here.Close() })
			book, err := pages.Sentences(l)
			require.NoError(t, err)
			look := func(state string) {
				t.Helper()
				over := ask[[]string](ctx, t, `(() => {
					const out = [];
					const place = document.querySelector('#stage').hidden ? '#scene' : '#stage';
					const box = document.querySelector(place).getBoundingClientRect();
					for (const e of document.querySelectorAll(place + ' :is(h2, li, p, dt, dd)')) {
						if (!e.checkVisibility()) continue;
						const r = e.getBoundingClientRect();
						if (r.bottom > box.bottom + 2) out.push('cut off: ' + e.textContent);
						if (parseFloat(getComputedStyle(e).fontSize) < Math.floor(innerHeight / 25)) out.push('too small to read at four metres: ' + e.textContent);
					}
					const side = document.querySelector('#side').getBoundingClientRect();
					for (const e of document.querySelectorAll('#side *')) {
						const r = e.getBoundingClientRect();
						if (r.bottom > side.bottom + 2 || r.left < side.left - 2 || r.right > side.right + 2) out.push('cut off at the side: ' + e.outerHTML.slice(0, 60));
					}
					if (document.documentElement.scrollWidth > innerWidth) out.push('too wide');
					return out;
				})()`)
				assert.Empty(t, over, state)
				snap(ctx, t, fmt.Sprintf("screen.%s.%s", state, l))
			}
			do(ctx, t, chromedp.Navigate(server.URL+"/screen"))
			until(ctx, t, "it looks", `document.body.className.includes('menu')`)
			assert.False(t, ask[bool](ctx, t, `!!document.querySelector('.qr')`), "the code is not for the network")
			do(ctx, t, chromedp.Navigate(here.URL+"/screen"))
			until(ctx, t, "it shows the code", `document.querySelector('.qr path')?.getAttribute('d').length > 1000`)
			look("menu")
			g.SetHotspot(&phone.Hotspot{Name: "Consigliere", Password: "bodi-mako-tuve-rilo", Address: "10.42.0.1"})
			until(ctx, t, "it shows both codes", `document.querySelectorAll('.qr').length === 2`)
			look("wifi")
			g.SetHotspot(nil)

			for _, name := range webtest.Cast(l)[:4] {
				p := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
				p.Ask(map[string]any{"t": "join", "name": name})
			}
			until(ctx, t, "it shows who is here, with pictures, and who is host", `document.querySelectorAll('.names li .pic use[href^="#i-look-"]').length === 4 && document.querySelectorAll('.names small').length === 1`)
			look("here")
			prepare := func(bots int, seats ...string) {
				s.Set(func(l lang.Lang) desk.Public {
					d := webtest.SceneMenu(l)
					d.Prepared = &desk.Prepared{Game: "naro", Bots: &bots, Seats: seats}
					return d
				})
			}
			prepare(1, webtest.Cast(l)[:2]...)
			until(ctx, t, "it shows what is chosen, who plays, and that one is missing", `document.querySelectorAll('.chosen:not(:has(.games)) dd').length === 1 && document.querySelectorAll('.names li.bots').length === 1 && document.querySelectorAll('.names li.free').length === 1`)
			assert.Equal(t, book["lobby.few@one"], ask[string](ctx, t, `document.querySelector('.needed').textContent`))
			look("watch")
			prepare(0)
			until(ctx, t, "all are there, and the host starts", fmt.Sprintf(`document.querySelector('.needed').textContent.includes(%q) && !document.querySelector('.free')`, webtest.Cast(l)[0]))
			for _, size := range [][2]int64{{1366, 768}, {1024, 768}, {1920, 1080}} {
				do(ctx, t, chromedp.EmulateViewport(size[0], size[1]))
				until(ctx, t, "it is drawn anew", fmt.Sprintf(`innerWidth === %d && document.querySelector('.qr').getBoundingClientRect().height > innerHeight * .4`, size[0]))
				look(fmt.Sprint("lobby.", size[0]))
			}
			for _, c := range []struct {
				state string
				scene func(lang.Lang) desk.Public
				shown string
			}{
				{"loot", webtest.SceneLoot, fmt.Sprintf(`document.querySelector('#said').textContent.replaceAll('\u00a0', ' ').endsWith(': ' + %q)`, webtest.SceneLoot(l).Sheets[0].Prompt)},
				{"aim", webtest.SceneAim, `document.querySelectorAll('.rows li, .bench li').length > 3`},
				{"reveal", webtest.SceneReveal, `document.querySelector('li.called')`},
				{"groups", func(l lang.Lang) desk.Public {
					d := webtest.SceneAim(l)
					d.Lines = d.Lines[:2] // they come first, and then the groups that have room
					for range 2 {
						d.Groups = append(d.Groups, desk.Group{Heading: d.Heading, Lines: d.Lines})
					}
					return d
				}, `document.querySelectorAll('.groups .group').length === 2`},
				{"log", func(l lang.Lang) desk.Public {
					d := webtest.SceneThings(l)
					for n := range 40 { // of one phase: what has no room is the oldest of it
						d.Log = append(d.Log, desk.Entry{At: d.Log[3].At, Text: fmt.Sprint("42 + ", n)})
					}
					return d
				}, `(() => { const li = [...document.querySelectorAll('#past .happened li')].map((e) => e.textContent);
					if (!li.length) dispatchEvent(new KeyboardEvent('keydown', { key: 'h' }));
					return li.includes('42 + 0') && li[0] === '42 + 39'; })()`},
				{"long", func(l lang.Lang) desk.Public {
					d := webtest.SceneThings(l)
					group := desk.Group{Heading: "43"}
					for range 30 { // there is no room for it, and for what comes after it there is
						group.Lines = append(group.Lines, desk.Line{Text: "44"})
					}
					d.Groups = append([]desk.Group{group}, d.Groups...)
					return d
				}, `(() => { if (!document.querySelector('#past').hidden) dispatchEvent(new KeyboardEvent('keydown', { key: 'h' }));
					const g = [...document.querySelectorAll('.groups .group')].map((e) => e.checkVisibility());
					return g.length === 2 && !g[0] && g[1]; })()`},
				{"lesson", webtest.SceneLesson, `document.querySelector('.lesson')`},
				{"over", webtest.SceneOver, `document.body.className.includes('over') && document.querySelector('.qr') && document.querySelectorAll('ul.rest li').length === 7`},
				{"over5", func(l lang.Lang) desk.Public {
					d := webtest.SceneOver(l)
					d.Seats, d.Lines, d.Score.Rows = d.Seats[:5], d.Lines[:5], d.Score.Rows[:5]
					return d
				}, `document.querySelectorAll('ul.rest li').length === 4`},
				{"next", func(l lang.Lang) desk.Public { // the same game stands ready, but nobody has chosen it
					d := webtest.SceneMenu(l)
					d.Prepared, d.Left = &desk.Prepared{Game: "naro"}, true
					return d
				}, fmt.Sprintf(`document.querySelector('.games') && document.querySelector('#left') && document.querySelector('.needed').textContent.includes(%q)`, webtest.Cast(l)[0])},
			} {
				s.Set(c.scene)
				until(ctx, t, "it shows "+c.state, c.shown)
				look(c.state)
			}
		})
	}
}
