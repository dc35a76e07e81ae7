package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
	"consigliere/hw/web/webtest"
	"consigliere/sim"
)

// An overheard is a box that notes what phones tell it.
type overheard struct {
	*sim.Sim

	mu   sync.Mutex // guards the following
	told []command.ForPlayer
}

// Do implements [box.Box].
func (o *overheard) Do(ctx context.Context, c command.Command) error {
	if f, is := c.(command.ForPlayer); is {
		o.mu.Lock()
		o.told = append(o.told, f)
		o.mu.Unlock()
	}
	return o.Sim.Do(ctx, c)
}

// since returns what a phone has told the box since so many commands, as the types of the commands.
func (o *overheard) since(n int, name string) (all []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.told[n:] {
		if f.Name == name {
			all = append(all, strings.TrimPrefix(fmt.Sprintf("%T", f.Command), "command."))
		}
	}
	return all
}

func (o *overheard) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.told)
}

// watch notes on a page what is clicked, and for how long it says nothing that its player could do or wait for.
const watch = `(() => {
	window.clicked = [];
	const text = (e) => (e?.closest?.('button, summary, .can')?.innerText ?? e?.closest?.('.can')?.getAttribute('aria-label') ?? '').trim();
	for (const t of ['click', 'pointerdown']) addEventListener(t, (e) => { clicked.push(text(e.target)); }, { capture: true });
	window.silent = { since: 0, longest: 0, at: '' };
	setInterval(() => {
		const now = performance.now();
		const there = ['#p-ask', '#p-take', '#p-cover', '.said', '.reveal', '.stamp', '#p-slips', '.seconds'].some((css) => [...document.querySelectorAll(css)].some((e) => e.checkVisibility() && e.innerText.trim()));
		if (!document.body?.classList.contains('seat') || document.body.classList.contains('menu') || there) { silent.since = now; return; }
		if (now - silent.since > silent.longest) { silent.longest = now - silent.since; silent.at = document.querySelector('#main').innerText; }
	}, 200);
})();`

// A target is something that a picture of a page shows.
type target struct {
	Text string     `json:"text"`
	Acts bool       `json:"acts"` // it looks as if a tap on it did something for good
	At   [2]float64 `json:"at"`
}

// targets returns what is seen on a phone, each with a place that a finger would touch: what lies on top there, whatever the
// page thinks of it.
const targets = `(() => {
	const out = [];
	const add = (e, acts) => {
		const r = e.getBoundingClientRect();
		const x = r.left + r.width * (.2 + .6 * Math.random()), y = r.top + r.height * (.2 + .6 * Math.random());
		if (r.width < 8 || r.height < 8 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || !e.checkVisibility()) return;
		const top = document.elementFromPoint(x, y);
		if (top && (e.contains(top) || top.contains(e))) out.push({ text: (e.innerText || e.getAttribute('aria-label') || '').trim(), acts, at: [x, y] });
	};
	const acts = '.choice, #take, .quick button, .ask [type=submit], .buzz, #back, #undo-yes, #undo-no, #read, #on, #later, .hosts button, .pair button, .board .can, #rematch, #again';
	for (const e of document.querySelectorAll('button, summary, .board .can, h1, h2, p, td, th, li')) {
		const key = e.closest('button, .can');
		if (e.disabled || e.closest('#gear, #acts, dialog, .log') || key && key !== e) continue;
		add(e, !!e.closest(acts));
	}
	return out;
})()`

// TestEvening plays five games with four people who have nothing but pictures of their phones: each sees what is drawn, chooses
// a place, and touches it a moment later, however the page has changed meanwhile; they look, read, scroll, touch what is no
// button, and choose. Whatever a phone tells the box was meant by whoever touched it; what one of them alone may know is on no
// other phone, nor on the panel's page or the stage; and nobody is left without a word about what to do or wait for.
// -shots DIR keeps pictures of all six, to be looked at scene by scene.
func TestEvening(t *testing.T) {
	if !long() {
		t.Skip("takes ten minutes; CONSIGLIERE_LONG=1 runs it")
	}
	needsChromium(t)
	s := &overheard{Sim: webtest.Run(t, box.Options{Speed: 3, Seed: func() uint64 { return 11 }})}
	g, guests := serveGuests(t, s, phone.GuestOptions{})
	server, err := New(s, nil)
	require.NoError(t, err)
	server.ShowGuests(g)
	panel := tab(t, 1400, 900, "light", lang.English)
	do(panel, t, chromedp.Navigate(serveOn(t, server)))
	stage := tab(t, 1280, 720, "dark", lang.Italian)
	do(stage, t, chromedp.Navigate(guests.URL+"/screen"))
	names := webtest.CastEN[:4]
	sizes := [][2]int{{390, 844}, {320, 568}, {844, 390}, {360, 740}}
	var phones []context.Context
	for i, name := range names {
		ctx := tab(t, sizes[i][0], sizes[i][1], "light", lang.All()[i%len(lang.All())])
		do(ctx, t, chromedp.EmulateViewport(int64(sizes[i][0]), int64(sizes[i][1]), chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch),
			chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
				return err
			}), chromedp.Navigate(g.Invitation()))
		until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
		do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), name))
		press(ctx, t, "#join")
		until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
		phones = append(phones, ctx)
	}
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0})) // whatever is told is told by a finger
	r := rand.New(rand.NewPCG(11, 4))
	taps, meant, ignored, shown := 0, 0, 0, 0
	film := func(game string) {
		if *shots == "" {
			return
		}
		shown++
		for i, ctx := range append(slices.Clone(phones), panel, stage) {
			snap(ctx, t, fmt.Sprintf("evening.%04d.%s.%s", shown, game, append(slices.Clone(names), "panel", "stage")[i]))
		}
	}
	for _, game := range []struct{ id, options string }{
		{"naro", `{"chance":"box"}`},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`},
		{"derpate", `{"chance":"box"}`},
		{"anygame", `{"play":"quiz"}`},
		{"anygame", `{"play":"ballot"}`},
	} {
		require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: game.id, Seats: names, Options: []byte(game.options)}, DrawSeed: true}))
		for _, ctx := range phones {
			until(ctx, t, "it is played", `document.querySelector('#p-scene').textContent.trim() || document.querySelector('#p-ask').textContent.trim()`)
		}
		last := ""
		for range 100 {
			if d := s.Snapshot().Public(lang.English); d.State != "play" {
				break
			} else if now := d.Phase + d.Heading; now != last {
				last = now
				film(game.id)
			}
			// Those who are asked something use their phones more than the others.
			who := r.IntN(len(phones))
			for range 3 {
				if s.Snapshot().Seat(names[who], lang.English).Awaited {
					break
				}
				who = (who + 1) % len(phones)
			}
			ctx := phones[who]
			before := s.count()
			ask[any](ctx, t, `clicked = []`)
			all := ask[[]target](ctx, t, targets)
			if len(all) == 0 {
				continue
			}
			if acting := slices.DeleteFunc(slices.Clone(all), func(x target) bool { return !x.Acts }); len(acting) > 0 && r.IntN(10) < 7 {
				all = acting
			}
			aim := all[r.IntN(len(all))]
			time.Sleep(time.Duration(100+r.IntN(500)) * time.Millisecond) // from the eye to the finger
			taps++
			if r.IntN(8) == 0 { // a finger that scrolls
				do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, aim.At))
				for i := range 5 {
					do(ctx, t, touch(input.DispatchTouchEventTypeTouchMove, [2]float64{aim.At[0], aim.At[1] - float64(14*(i+1))}), chromedp.Sleep(16*time.Millisecond))
				}
				do(ctx, t, touch(input.DispatchTouchEventTypeTouchEnd), chromedp.Sleep(300*time.Millisecond))
				aim.Acts = false
			} else {
				tapAt(ctx, t, aim.At, time.Duration(20+r.IntN(400))*time.Millisecond)
				do(ctx, t, chromedp.Sleep(300*time.Millisecond))
			}
			told := s.since(before, names[who])
			clicked := ask[[]string](ctx, t, `clicked`)
			switch {
			case len(told) == 0:
				ignored++
			case slices.Equal(told, []string{"Buzz"}) && slices.Contains(clicked, aim.Text): // whoever is first counts by when the finger came
				meant++
			case !aim.Acts:
				assert.Fail(t, "an accidental choice", "tap %d, %s in %s: %q was touched, and the box was told %v", taps, names[who], game.id, aim.Text, told)
			case !slices.Contains(clicked, aim.Text):
				assert.Fail(t, "an accidental choice", "tap %d, %s in %s: %q was meant, and %q told the box %v", taps, names[who], game.id, aim.Text, clicked, told)
			default:
				meant++
			}
			if taps%5 == 0 {
				leaks(t, s, names, phones, panel, stage)
			}
		}
		film(game.id)
		if s.Snapshot().Public(lang.English).State == "over" {
			film(game.id + ".over")
		}
		require.NoError(t, s.Do(t.Context(), command.Leave{}))
	}
	for i, ctx := range phones {
		longest := ask[struct {
			Longest float64 `json:"longest"`
			At      string  `json:"at"`
		}](ctx, t, `silent`)
		assert.Less(t, longest.Longest, 5000.0, "%s: nothing said what to do or wait for; the page had %q", names[i], longest.At)
		t.Logf("%s: at most %.1f s without a word about what to do", names[i], longest.Longest/1000)
	}
	t.Logf("%d taps: %d were choices that were meant, %d told the box nothing", taps, meant, ignored)
	assert.Greater(t, meant, 50)
}

// leaks holds that no page shows what the desk of another seat has and no other.
func leaks(t *testing.T, s *overheard, names []string, phones []context.Context, panel, stage context.Context) {
	t.Helper()
	snapshot := s.Snapshot()
	texts := func(v any) map[string]bool {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		var x any
		require.NoError(t, json.Unmarshal(b, &x))
		all := map[string]bool{}
		var walk func(any)
		walk = func(x any) {
			switch x := x.(type) {
			case string:
				if len([]rune(x)) > 6 {
					all[x] = true
				}
			case []any:
				for _, y := range x {
					walk(y)
				}
			case map[string]any:
				for _, y := range x {
					walk(y)
				}
			}
		}
		walk(x)
		return all
	}
	for i, name := range names {
		for _, l := range lang.All() {
			own := snapshot.Seat(name, l)
			secret := texts([]any{own.Lines, own.Groups, own.Note, own.Why})
			known := texts(snapshot.Public(l))
			for j, other := range names {
				if j != i {
					for text := range texts(snapshot.Seat(other, l)) {
						known[text] = true
					}
				}
			}
			for text := range secret {
				if known[text] {
					delete(secret, text)
				}
			}
			for j, ctx := range append(slices.Clone(phones), panel, stage) {
				if j == i || len(secret) == 0 {
					continue
				}
				shown := ask[string](ctx, t, `document.body.innerText`)
				for text := range secret {
					if strings.Contains(shown, text) && s.Snapshot() == desk.Desks(snapshot) {
						assert.Fail(t, "a secret on another device", "%q of %s is on page %d", text, name, j)
					}
				}
			}
		}
	}
}
