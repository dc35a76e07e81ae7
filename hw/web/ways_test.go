package web

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// A way is how somebody uses the page: with a mouse, a finger or a keyboard.
type way struct {
	name          string
	width, height int
}

// tap presses something of the page by the way.
func (w way) tap(ctx context.Context, t *testing.T, css string) {
	t.Helper()
	switch w.name {
	case "mouse":
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	case "finger":
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, middle(ctx, t, css)), chromedp.Sleep(30*time.Millisecond), touch(input.DispatchTouchEventTypeTouchEnd))
	case "keyboard":
		ask[any](ctx, t, fmt.Sprintf(`document.querySelector(%q).focus()`, css))
		do(ctx, t, chromedp.KeyEvent("\r"))
	}
}

// press presses a button of a pod, or of the panel as "#panel", by the way.
func (w way) press(ctx context.Context, t *testing.T, pod int, button string) {
	t.Helper()
	css := fmt.Sprintf("#pod%d .key-%s", pod, button)
	if pod < 0 {
		css = "#panel .key-" + button
	}
	switch w.name {
	case "mouse":
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	case "finger":
		ask[any](ctx, t, fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: 'center', behavior: 'instant' })`, css))
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, middle(ctx, t, css)), chromedp.Sleep(30*time.Millisecond), touch(input.DispatchTouchEventTypeTouchEnd))
	case "keyboard":
		rows := map[string]string{"a": "Digit1 Digit2 Digit3 Digit4", "b": "KeyQ KeyW KeyE KeyR", "ok": "KeyA KeyS KeyD KeyF"}
		codes := []string{"Digit0", "KeyP", "Semicolon"}
		code := codes[max(0, slices.Index([]string{"a", "b", "ok"}, button))]
		if pod >= 0 {
			code = strings.Fields(rows[button])[pod]
		}
		do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, code, ""), chromedp.Sleep(30*time.Millisecond), key(input.DispatchKeyEventTypeKeyUp, code, ""))
	}
}

// choose presses a button and OK until the pod has locked: what is said may move the page under a
// finger, and people press again, too.
func (w way) choose(ctx context.Context, t *testing.T, pod int, button string) {
	t.Helper()
	require.Eventually(t, func() bool {
		w.press(ctx, t, pod, button)
		w.press(ctx, t, pod, "ok")
		return ask[bool](ctx, t, fmt.Sprintf(`new Promise((done) => setTimeout(() => done(!document.querySelector('#pod%d.awaited')), 200))`, pod))
	}, phonetest.Patience, 50*time.Millisecond, "%s and OK of pod %d", button, pod)
}

// TestWays plays a first round of Naro on a whole box with a mouse, a finger and a keyboard, on
// windows of three sizes: each choice can be made and read, what is revealed names everybody, a
// peek covers no button of its pod, and a press without a choice is answered. With CONSIGLIERE_LONG
// set it goes through all nine, else the one that is hardest.
func TestWays(t *testing.T) {
	t.Parallel()
	wide(t)
	ways := []way{{"finger", 390, 844}}
	if long() {
		ways = nil
		for _, name := range []string{"mouse", "keyboard", "finger"} {
			for _, size := range [][2]int{{1400, 900}, {1024, 768}, {390, 844}} {
				ways = append(ways, way{name, size[0], size[1]})
			}
		}
	}
	for n, w := range ways {
		t.Run(fmt.Sprintf("%s-%d", w.name, w.width), func(t *testing.T) {
			t.Parallel()
			ctx := chromium(t)
			calm(ctx, t)
			l := lang.All()[n%len(lang.All())]
			s := webtest.Run(t, box.Options{Lang: l, Speed: 4, Seed: func() uint64 { return 5 }})
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
			if w.name == "finger" {
				do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
					_, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
					return err
				}))
			}
			visit(ctx, t, serve(t, s), w.width, w.height, 1, "light", l)
			shot := func(name string) { picture(ctx, t, fmt.Sprintf("ways-%s-%d-%s", w.name, w.width, name)) }
			become := func(js, say string) {
				t.Helper()
				require.Eventually(t, func() bool { return ask[bool](ctx, t, js) }, phonetest.Patience, 30*time.Millisecond, say)
			}
			ask[any](ctx, t, `document.body.classList.contains('unfolded') || innerWidth > 899 || document.querySelector('#tab').click()`)
			shot("menu")
			ask[any](ctx, t, `document.querySelector('input[value="naro"]').click()`)
			ask[any](ctx, t, `document.querySelector('#option-chance-box').click()`)
			do(ctx, t, chromedp.Click(chromedp.CSS("#start")))
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
			ask[any](ctx, t, `(() => {
				window.told = [];
				new MutationObserver(() => {
					const text = document.querySelector('.reveal')?.innerText;
					if (text && !window.told.includes(text)) window.told.push(text);
				}).observe(document.querySelector('#s-reveal'), { childList: true, subtree: true, characterData: true });
			})()`)
			four := `document.querySelectorAll('.pod.awaited').length === 4`
			become(four, "all choose a bullet")
			become(`document.querySelectorAll('#s-open button[id^="secret-"]').length === 4`, "the paper has the way to where each chooses")
			w.press(ctx, t, 1, "ok") // with nothing chosen
			do(ctx, t, chromedp.Sleep(300*time.Millisecond))
			assert.True(t, ask[bool](ctx, t, four), "OK alone locks nothing")

			// A peek at a pod of the upper row leaves its buttons free.
			shutter := chromedp.CSS("#pod1 .shutter")
			do(ctx, t, chromedp.Click(shutter), chromedp.WaitVisible(chromedp.CSS("#hand")))
			shot("peek")
			for _, b := range []string{"a", "b", "ok", "both"} {
				assert.True(t, ask[bool](ctx, t, fmt.Sprintf(`(() => {
					const k = document.querySelector('#pod1 .key-%s'), r = k.getBoundingClientRect();
					return k.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
				})()`, b)), "%s of the pod whose screen is open", b)
			}
			do(ctx, t, chromedp.Click(shutter), chromedp.WaitNotVisible(chromedp.CSS("#hand")))

			for pod := range 3 {
				w.choose(ctx, t, pod, []string{"a", "b"}[pod%2])
			}
			// The last chooses on the card that a peek opens.
			require.Eventually(t, func() bool {
				w.tap(ctx, t, "#pod3 .shutter") // on a slow machine a tap can be a hold, which covers again
				return ask[bool](ctx, t, `new Promise((done) => setTimeout(() => done(!!document.querySelector('#hand .picks button')), 600))`)
			}, phonetest.Patience, time.Millisecond, "the card of a private screen")
			shot("hand")
			assert.Equal(t, 2, ask[int](ctx, t, `document.querySelectorAll('#hand .picks .help').length`), "each choice is explained")
			w.tap(ctx, t, "#hand .picks li:last-child button")
			do(ctx, t, chromedp.WaitNotVisible(chromedp.CSS("#hand")))
			become(`document.querySelector('#pod3 .lens').hidden`, "who has chosen is covered again")
			become(`!!document.querySelector('#seconds') && `+four, "all aim")
			shot("aim")
			for pod := range 4 {
				w.choose(ctx, t, pod, "a")
			}
			become(`(() => {
				const names = [...document.querySelectorAll('.pod:not(.empty) .name')].map((e) => e.title);
				return names.length === 4 && window.told.some((text) => names.every((n) => text.includes(n)));
			})()`, "who aims at whom is revealed, for all four")
			shot("reveal")
			assert.LessOrEqual(t, ask[int](ctx, t, `document.documentElement.scrollWidth`), w.width)
			assert.Empty(t, s.Warnings())
		})
	}
}
