package web

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/hw/desk"
)

// crampedWrong returns what is wrong with a phone's page that has little room: it is wider than the window, a text is cut at its sides, what
// is to be pressed is out of reach or, where the system chooses the colours, has no edge.
const crampedWrong = `(() => {
	const out = [];
	if (document.documentElement.scrollWidth > 320 || innerWidth > 320) out.push('wider than the window: ' + document.documentElement.scrollWidth + ' ' + [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('.unseen') && e.getBoundingClientRect().right > 321).map((e) => e.id || e.className || e.tagName).slice(0, 12));
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement;
		if (!n.data.trim() || e.closest('.unseen, noscript, script, [hidden], .played, dialog, #spoken, #told') || !e.checkVisibility()) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		const r = range.getBoundingClientRect();
		if (r.width && (r.left < -1 || r.right > 321)) out.push('cut: ' + n.data.slice(0, 40) + ' ' + [r.left, r.right].map(Math.round));
	}
	for (const b of document.querySelectorAll('#p-take button, #cover')) {
		const r = b.getBoundingClientRect();
		if (r.top < 0 || r.bottom > 641) out.push('out of reach: ' + b.textContent);
	}
	const roll = document.querySelector('#roll').getBoundingClientRect();
	if (document.querySelector('#question') && !document.querySelector('.quick') && roll.height < 48) out.push('the list has no room: ' + Math.round(roll.height));
	if (matchMedia('(forced-colors: active)').matches) {
		for (const b of document.querySelectorAll('#deck button')) {
			const s = getComputedStyle(b);
			if (b.checkVisibility() && parseFloat(s.borderTopWidth) < 1 && parseFloat(s.outlineWidth) < 1) out.push('no edge: ' + b.textContent);
		}
	}
	return out;
})()`

// TestPhoneWithLargeLetters holds that a phone of 320 pixels, with letters of twice the size, and with the colours of the system, shows and
// lets press all that is asked.
func TestPhoneWithLargeLetters(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	asks := map[string]func() (desk.Seat, desk.Public){
		"duel": func() (desk.Seat, desk.Public) {
			return reached(t, engine.Header{Game: "naro", Seats: twelve[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, 0, "courage")
		},
		"bid": func() (desk.Seat, desk.Public) {
			return reached(t, engine.Header{Game: "anygame", Seats: twelve[:3], Options: []byte(`{"play":"bid"}`), Seed: 3}, 0, "bid")
		},
		"ballot": longAsks(t)["a ballot of twelve"],
	}
	for name, made := range asks {
		if name == "ballot" && !long() {
			continue
		}
		seat, all := made()
		ctx, _ := onPhone(t, 320, 640, seat, all)
		for _, size := range []int{100, 200} {
			if size == 100 && !long() {
				continue
			}
			ask[any](ctx, t, fmt.Sprintf(`document.documentElement.style.fontSize = '%d%%'`, size))
			for _, forced := range []string{"none", "active"} {
				do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
					_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: forced}}})
					return err
				}))
				for _, open := range []bool{false, true} {
					if open != ask[bool](ctx, t, `document.body.classList.contains('open')`) {
						ask[any](ctx, t, `document.querySelector('#cover').click()`)
						do(ctx, t, chromedp.Sleep(50*time.Millisecond))
					}
					assert.Empty(t, ask[[]string](ctx, t, crampedWrong), "%s, letters %d, forced colours %s, open %v", name, size, forced, open)
					snap(ctx, t, fmt.Sprintf("large.%s.%d.%s.%v", name, size, forced, open))
				}
			}
		}
	}
}
