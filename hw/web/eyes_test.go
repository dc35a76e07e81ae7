package web

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
	_ "image/png" // screenshots

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A written is a piece of text that the page shows.
type written struct {
	Text   string     `json:"text"`
	Of     string     `json:"of"`
	Rect   [4]float64 `json:"rect"`
	Colour [4]float64 `json:"colour"` // red, green, blue, and how opaque
	Large  bool       `json:"large"`
}

// readWritten lists all texts that can be seen now. What is disabled, or an ornament that
// repeats what stands elsewhere, need not be read.
const readWritten = `(() => {
	const found = [];
	const add = (e, r, text) => {
		const s = getComputedStyle(e);
		const c = (s.color.match(/[\d.]+/g) ?? []).map(Number);
		let opaque = c[3] ?? 1;
		for (let p = e; p; p = p.parentElement) opaque *= Number(getComputedStyle(p).opacity);
		for (let p = e; p; p = p.parentElement) if (getComputedStyle(p).clipPath.startsWith('inset(50%')) return; // it is for ears
		if (opaque === 0 || e.closest(':disabled, .badge, .unseen, noscript') || !e.checkVisibility()) return;
		if (r.width < 2 || r.height < 2 || r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth) return;
		const leaf = e.closest('.written')?.getBoundingClientRect();
		if (leaf && r.bottom > leaf.bottom - 18) return; // where the paper goes on below, it fades
		const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		if (!top || !(e.contains(top) || top.contains(e))) return;
		const size = parseFloat(s.fontSize);
		found.push({ text: text.trim().slice(0, 30), of: e.tagName + '.' + e.className, rect: [r.left, r.top, r.right, r.bottom],
			colour: [c[0], c[1], c[2], opaque], large: size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700 });
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		if (!n.data.trim() || n.parentElement.closest('select, script')) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		for (const r of range.getClientRects()) add(n.parentElement, r, n.data);
	}
	document.querySelectorAll('select, input:not([type=checkbox], [type=radio])').forEach((e) => add(e, e.getBoundingClientRect(), e.value));
	return found;
})()`

// faint returns the texts that are hard to tell from what is behind them: it hides all
// letters, takes a picture, and holds the colour of each text against it (WCAG 2, 1.4.3).
func faint(ctx context.Context, t *testing.T) []string {
	t.Helper()
	texts := ask[[]written](ctx, t, readWritten)
	require.NotEmpty(t, texts)
	ask[any](ctx, t, `document.styleSheets[0].insertRule('* { color: transparent !important; text-shadow: none !important; transition: none !important; }', document.styleSheets[0].cssRules.length)`)
	still(ctx, t)
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	ask[any](ctx, t, `document.styleSheets[0].deleteRule(document.styleSheets[0].cssRules.length - 1)`)
	img, _, err := image.Decode(bytes.NewReader(png))
	require.NoError(t, err)
	var out []string
	for _, w := range texts {
		var ratios []float64
		for y := int(w.Rect[1]) + 1; y < int(w.Rect[3])-1; y++ {
			for x := int(w.Rect[0]) + 1; x < int(w.Rect[2])-1; x++ {
				r, g, b, _ := img.At(x, y).RGBA()
				back := [3]float64{float64(r >> 8), float64(g >> 8), float64(b >> 8)}
				var front [3]float64
				for i := range front {
					front[i] = w.Colour[i]*w.Colour[3] + back[i]*(1-w.Colour[3])
				}
				p, q := luminance(front), luminance(back)
				ratios = append(ratios, (max(p, q)+0.05)/(min(p, q)+0.05))
			}
		}
		if len(ratios) == 0 {
			continue
		}
		// A rule of the paper or the grain of the wood may cross a letter.
		slices.Sort(ratios)
		want := 4.5
		if w.Large {
			want = 3
		}
		if got := ratios[len(ratios)/8]; got < want {
			out = append(out, fmt.Sprintf("%q (%s): %.2f", w.Text, w.Of, got))
		}
	}
	return out
}

// luminance is the relative luminance of a colour in sRGB.
func luminance(c [3]float64) float64 {
	var l [3]float64
	for i, v := range c {
		if v /= 255; v <= 0.04045 {
			l[i] = v / 12.92
		} else {
			l[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// TestContrast computes for each text how well it can be told from what is behind it.
func TestContrast(t *testing.T) {
	t.Parallel()
	wide(t)
	b := webtest.NewBox(8)
	url := serve(t, b)
	ctx := chromium(t)
	for _, theme := range []string{"light", "dark"} {
		for _, size := range [][2]int{{1440, 900}, {390, 844}} {
			if !long() && (theme != "light" || size[0] >= 600) {
				continue // the phone by day; long tests look at the wide page, and by night
			}
			b.Set(webtest.SceneMenu)
			dress(ctx, t, url, size[0], size[1], 1, theme, lang.English)
			for _, s := range scenes {
				if size[0] < 600 && s.name != "menu" && s.name != "aim" {
					continue // the same paper as on a wide page
				}
				if s.more && !long() {
					continue
				}
				b.Set(s.scene)
				do(ctx, t, chromedp.WaitReady(chromedp.CSS(s.has)))
				if size[0] < 600 {
					ask[any](ctx, t, `document.querySelector('#tab[aria-expanded="false"]')?.click()`)
				}
				still(ctx, t)
				assert.Empty(t, faint(ctx, t), "%s, %s at %d", s.name, theme, size[0])
			}
			if size[0] < 600 {
				ask[any](ctx, t, `document.querySelector('#tab').click()`)
				still(ctx, t)
				assert.Empty(t, faint(ctx, t), "the table, %s at %d", theme, size[0])
			}
		}
	}
}

// still waits until nothing moves any more.
func still(ctx context.Context, t *testing.T) {
	t.Helper()
	ask[any](ctx, t, `Promise.all(document.getAnimations().filter((a) => a.effect?.getComputedTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {})))
		.then(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))).then(() => 0)`)
}

// TestNoMotion checks that nothing moves for those who ask for none.
func TestNoMotion(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(4)
	b.Set(webtest.SceneLoot)
	ctx := chromium(t)
	url := serve(t, b)
	calm(ctx, t)
	dress(ctx, t, url, 390, 844, pixels(1), "dark", lang.English)
	moves := ask[int](ctx, t, `(async () => {
		document.querySelector('#tab').click();
		document.querySelector('.heap button').click();
		document.querySelector('#pod2 .shutter').click();
		await new Promise((r) => requestAnimationFrame(r));
		return document.getAnimations().length;
	})()`)
	assert.Zero(t, moves)
}

// TestKeyboardAlone walks through the page with Tab and the arrow keys, and holds that what
// is done with them does not lose the place.
func TestKeyboardAlone(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(4)
	b.Set(func(l lang.Lang) desk.Public {
		d := webtest.SceneMenu(l)
		d.Titles = append(d.Titles, desk.Title{ID: "derpate", Title: "Der Pate", Min: 2, Max: 4, Options: []desk.Option{{Key: "catalogue", Label: "Board and cards", Help: "Whose cards.", Kind: "catalogue", Values: []desk.SheetItem{}}}})
		return d
	})
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1440, 900, 1, "light", lang.English)
	focus := func() string {
		return ask[string](ctx, t, `document.activeElement.id || document.activeElement.dataset.button && document.activeElement.dataset.pod + document.activeElement.dataset.button || document.activeElement.className || document.activeElement.tagName`)
	}
	tab := func(n int) {
		for range n {
			do(ctx, t, chromedp.KeyEvent("\t"))
		}
	}
	tab(1)
	assert.Equal(t, "skip", focus(), "the first stop leads to the paper")
	do(ctx, t, chromedp.KeyEvent("\r"))
	assert.Equal(t, "paper", focus())
	for _, way := range []string{"way-phones", "way-laptop", "way-learn"} {
		tab(1)
		assert.Equal(t, way, focus())
	}
	tab(1)
	assert.Equal(t, "go-on", focus())
	tab(1)
	assert.Equal(t, "discard-0", focus(), "it can be put away")
	tab(1)
	assert.Equal(t, "go-on-1", focus(), "an older play")
	tab(1)
	assert.Equal(t, "discard-1", focus())
	tab(1)
	assert.Equal(t, "game-naro", focus())
	do(ctx, t, chromedp.KeyEvent(arrowDown))
	assert.Equal(t, "game-derpate", focus(), "another game, and still there")
	tab(1)
	assert.Equal(t, "name0", focus())
	tab(1)
	assert.Equal(t, "away0", focus())
	do(ctx, t, chromedp.KeyEvent(" "))
	assert.Equal(t, "away0", focus(), "a seat less, and still there")
	ask[any](ctx, t, `document.querySelector('#more-seats').focus()`)
	do(ctx, t, chromedp.KeyEvent(" "))
	assert.Equal(t, "paper", focus(), "four are all: what can be done no more leads back to the paper")
	ask[any](ctx, t, `document.querySelector('#how').focus()`)
	do(ctx, t, chromedp.KeyEvent(" "))
	require.Eventually(t, func() bool { return ask[bool](ctx, t, `document.querySelector('#help').open`) }, phonetest.Patience, 30*time.Millisecond, "how it is played")
	assert.True(t, ask[bool](ctx, t, `document.querySelector('#help .guide').open`))
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('#help .guide').textContent`), "What it is about")
	do(ctx, t, chromedp.KeyEvent("\x1b"))
	assert.Equal(t, "how", focus(), "the dialog gives the focus back")

	// From the head of the page through box and pods in order.
	ask[any](ctx, t, `document.activeElement.blur(); document.querySelector('#lang').focus()`)
	tab(1 + ask[int](ctx, t, `[...document.querySelectorAll('.tools button')].filter((e) => e.offsetParent).length`)) // past the others of the head, among them the voice once there is one
	assert.Equal(t, "-1A", focus())
	tab(3)
	assert.Equal(t, "0A", focus(), "until there is a game pods are small, without a shutter and A+B")

	// What is typed in keeps the place as well.
	b.Set(webtest.SceneLoot)
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`.ask .heap`)))
	ask[any](ctx, t, `document.querySelector('.heap button').focus()`)
	do(ctx, t, chromedp.KeyEvent("\r"), chromedp.KeyEvent("\r"))
	ask[any](ctx, t, `document.querySelector('.slots button').focus()`)
	do(ctx, t, chromedp.KeyEvent("\r"))
	assert.Equal(t, 1, ask[int](ctx, t, `document.querySelectorAll('.slots button').length`))
	assert.True(t, ask[bool](ctx, t, `document.activeElement.matches('.slots button')`), "a card taken back leaves the next one")
	b.Set(webtest.SceneOver)
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`#record`)))
	assert.Equal(t, "paper", focus(), "the ask is gone")
}

// arrowDown is how chromedp names the key.
const arrowDown = "\u0301"
