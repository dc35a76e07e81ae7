package web

import (
	"fmt"
	"testing"

	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// inSight returns what of some texts cannot be read without scrolling: what is outside of the window, cut off
// by what scrolls, or under something else.
const inSight = `((all) => {
	const out = [];
	for (const css of all) {
		const e = [...document.querySelectorAll(css)].find((x) => x.checkVisibility());
		if (!e) { out.push(css + ' is not there'); continue; }
		const range = document.createRange();
		range.selectNodeContents(e);
		for (const r of range.getClientRects()) {
			if (r.width < 2) continue;
			for (const [x, y] of [[r.left + 2, r.top + 3], [r.left + r.width / 2, r.top + r.height / 2], [r.right - 2, r.bottom - 3]]) {
				const top = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
				if (!top || !(e.contains(top) || top.contains(e))) { out.push(css + ' "' + e.textContent.slice(0, 40) + '" at ' + [x, y].map(Math.round)); break; }
			}
		}
	}
	return out;
})`

// questions are asks of all games, one of each kind.
var questions = []struct {
	game, options string
	seats         int
	verb          string
}{
	{"naro", `{"chance":"box"}`, 6, "load"},
	{"naro", `{"chance":"box"}`, 6, "aim"},
	{"naro", `{"chance":"box"}`, 6, "take"},
	{"derpate", `{"chance":"box"}`, 3, "place"},
	{"corleone", `{"chance":"box"}`, 3, "act"},
	{"corleone", `{"chance":"box"}`, 3, "bid"},
	{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4, "vote"},
	{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4, "done"},
	{"anygame", `{"play":"planning-poker"}`, 4, "pick"},
	{"anygame", `{"play":"sealed-auction"}`, 4, "bid"},
	{"anygame", `{"play":"ballot"}`, 12, "vote"},
}

// TestQuestionInSightOfPhones checks that what a seat is asked is read on its phone without scrolling, upright
// and on its side, and so is the first of what it alone may know.
func TestQuestionInSightOfPhones(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	for i, q := range questions {
		if !widely() && i%4 != 0 {
			continue
		}
		seat, all := reached(t, engine.Header{Game: q.game, Seats: twelve[:q.seats], Options: []byte(q.options), Seed: 3}, 0, q.verb)
		ctx, _ := onPhone(t, 390, 844, seat, all)
		sizes := [][2]int{{320, 568}, {667, 375}} // where there is least room
		if long() || *shots != "" {
			sizes = append(sizes, [2]int{390, 844}, [2]int{844, 390})
		}
		for _, size := range sizes {
			where := fmt.Sprintf("%s %s at %dx%d", q.game, q.verb, size[0], size[1])
			do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1]), chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch))
			ask[any](ctx, t, `document.body.classList.contains('open') && document.querySelector('#cover').click()`)
			still(ctx, t)
			if seat.Secret {
				assert.Empty(t, ask[[]string](ctx, t, inSight+`(['.covered h2', '#cover span'])`), where)
				snap(ctx, t, fmt.Sprintf("sight.%s.%s.%d.covered", q.game, q.verb, size[0]))
				until(ctx, t, "it is uncovered", `(document.querySelector('#question') || (document.querySelector('#cover')?.click(), null))`)
			}
			assert.Empty(t, ask[[]string](ctx, t, `[...document.querySelectorAll('#own, #roll')].filter((e) => getComputedStyle(e).overflowY === 'auto' && e.scrollHeight - e.clientHeight > 9 && !e.matches('.below')).map((e) => e.id)`), "what is cut off says so: "+where)
			assert.Empty(t, ask[[]string](ctx, t, inSight+`(['#question', ...document.querySelector('#own') ? ['#own h2'] : []])`), where)
			snap(ctx, t, fmt.Sprintf("sight.%s.%s.%d", q.game, q.verb, size[0]))
		}
	}
}

// TestOnlyForOneself checks that a phone covers what its seat alone may know, and nothing of what all see, such as a
// result, as long as nothing secret is asked about it.
func TestOnlyForOneself(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	seat, all := longAsks(t)["a vote in Khandan-ha"]()
	ctx, _ := onPhone(t, 390, 844, seat, all)
	until(ctx, t, "it is uncovered", `document.querySelector('#own') || document.querySelector('#cover')?.click()`)
	own := ask[string](ctx, t, `document.querySelector('#own > table').innerText`)
	assert.Contains(t, own, "8 power")
	assert.NotContains(t, own, "Babak", "who has voted is seen by all")

	seat, all = reached(t, engine.Header{Game: "anygame", Seats: twelve[:4], Options: []byte(`{"play":"quiz"}`), Seed: 3}, 0, "choose")
	ctx, _ = onPhone(t, 390, 844, seat, all)
	until(ctx, t, "it is asked", `document.querySelector('#question')`)
	assert.True(t, ask[bool](ctx, t, `!document.querySelector('#cover')`), "who was first is no secret")
}

// TestQuestionInSightOnPaper checks that what is asked stands on the panel's page without scrolling, wherever
// somebody had scrolled to before: what is asked openly and of the table, the start, the end, and the menu after
// it.
func TestQuestionInSightOnPaper(t *testing.T) {
	t.Parallel()
	b := webtest.NewBox(12)
	b.Set(webtest.SceneMenu)
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1400, 900, 1, "light", lang.English)
	above := ask[bool](ctx, t, `(() => { const z = (css) => Number(getComputedStyle(document.querySelector(css)).zIndex); return z('.box') > z('.arrows'); })()`)
	assert.True(t, above, "no arrow crosses what the display says")
	type state struct {
		name string
		desk func(lang.Lang) desk.Public
		has  string // in the page
		seen string // what must be in sight: on the paper, or on its tab
	}
	var states []state
	for i, q := range questions {
		if !widely() && i%3 != 2 {
			continue
		}
		_, d := reached(t, engine.Header{Game: q.game, Seats: twelve[:q.seats], Options: []byte(q.options), Seed: 3}, 0, q.verb)
		has := "#s-open h3"
		if d.Ask == nil && d.Together == "" {
			continue // it is asked on the phones and pods
		}
		states = append(states, state{q.game + " " + q.verb, func(lang.Lang) desk.Public { return d }, has, has})
	}
	long := func(d desk.Public) desk.Public {
		for i := range 30 {
			d.Log = append(d.Log, desk.Entry{At: fmt.Sprint("Round ", i), Text: "Something has happened that takes a line or two to be told."})
		}
		return d
	}
	states = append(states,
		state{"loot", func(l lang.Lang) desk.Public { return long(webtest.SceneLoot(l)) }, "#s-ask form", "#s-ask h3"},
		state{"over", func(l lang.Lang) desk.Public { return long(webtest.SceneOver(l)) }, "#again", "#s-head .title"},
		state{"menu", webtest.SceneMenu, "#setup", "#s-head .what"},
		state{"loot again", func(l lang.Lang) desk.Public { return long(webtest.SceneLoot(l)) }, "#s-ask form", "#s-ask h3"},
		state{"things", func(l lang.Lang) desk.Public {
			d := long(webtest.SceneThings(l))
			d.Sheets = nil
			return d
		}, ".ask-open", "#open-title"},
	)
	for _, size := range [][2]int{{1400, 900}, {1024, 768}, {390, 844}, {320, 640}} {
		do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
		for _, unfolded := range []bool{false, true} {
			if unfolded && size[0] >= 900 {
				continue // it lies open
			}
			for _, s := range states {
				// Somebody has read on to the end of what stood there before.
				ask[any](ctx, t, fmt.Sprintf(`(() => {
					if (innerWidth < 900 && document.body.classList.contains('unfolded') !== %v) document.querySelector('#tab').click();
					document.querySelector('.written').scrollTop = 1e6;
					scrollTo(0, 1e6);
				})()`, unfolded))
				b.Set(s.desk)
				do(ctx, t, chromedp.WaitReady(chromedp.CSS(s.has)))
				still(ctx, t)
				at := fmt.Sprintf("%s at %d, unfolded %v", s.name, size[0], unfolded)
				wrong := ask[[]string](ctx, t, inSight+fmt.Sprintf(`([%q])`, s.seen))
				if size[0] < 900 && len(wrong) > 0 { // folded: its tab says it
					until(ctx, t, "the tab says it", `document.querySelector('#tab span').checkVisibility()`)
					wrong = ask[[]string](ctx, t, inSight+`(['#tab span'])`)
					if s.name != "over" && s.name != "menu" { // there it leads to them
						until(ctx, t, "the tab has the question: "+at, fmt.Sprintf(`document.querySelector('#tab span').textContent.includes(document.querySelector(%q).textContent)`, s.seen))
					}
				}
				assert.Empty(t, wrong, at)
				if s.name == "loot" && size[0] < 1180 {
					assert.Zero(t, ask[int](ctx, t, `[...document.querySelectorAll('.pod.empty:not(.chair)')].filter((e) => e.checkVisibility()).length`), "pods without a seat fold away: %s", at)
				}
				picture(ctx, t, fmt.Sprintf("paper.%s.%d.%v", s.name, size[0], unfolded))
			}
		}
	}
}

// notWhole returns what of a page is cut off, or lies over something else: words that are broken without a hyphen, columns of a score
// that are outside of their table, and texts under a button.
const notWhole = `(() => {
	const out = [];
	const shown = (e) => e.checkVisibility();
	const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement;
		if (!shown(e) || e.closest('.pixels, .unseen, svg') || getComputedStyle(e).hyphens === 'auto') continue;
		for (const m of n.data.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)) {
			const range = document.createRange();
			range.setStart(n, m.index);
			range.setEnd(n, m.index + m[0].length);
			const tops = new Set([...range.getClientRects()].filter((r) => r.width > 1).map((r) => Math.round(r.top)));
			if (tops.size > 1) out.push('broken: ' + m[0]);
		}
	}
	for (const e of [...document.querySelectorAll('.made, .score')].filter(shown)) {
		const box = e.getBoundingClientRect();
		for (const c of [...e.querySelectorAll('th, td')].filter(shown)) if (c.getBoundingClientRect().right > box.right + 1 || c.getBoundingClientRect().left < box.left - 1) out.push('outside of its table: ' + c.textContent);
		if (box.right > innerWidth) out.push('a table is wider than the page');
	}
	for (const p of [...document.querySelectorAll('.play > p')].filter(shown)) {
		for (const b of p.parentElement.querySelectorAll('button')) {
			const [r, s] = [p.getBoundingClientRect(), b.getBoundingClientRect()];
			if (r.right > s.left + 1 && r.left < s.right - 1 && r.bottom > s.top + 1 && r.top < s.bottom - 1) out.push('under a button: ' + p.textContent);
		}
	}
	return out;
})()`

// TestNothingIsBroken checks that no word of a page is broken, no column of a score is cut, and no date runs into a button, in sizes of
// desks and phones.
func TestNothingIsBroken(t *testing.T) {
	t.Parallel()
	wide(t)
	b := webtest.NewBox(8)
	b.Set(webtest.SceneMenu)
	ctx := chromium(t)
	visit(ctx, t, serve(t, b), 1400, 900, 1, "light", lang.English)
	assert.Equal(t, 900, ask[int](ctx, t, `document.scrollingElement.scrollHeight`), "no glow of a pod makes the page longer than its window")
	type state struct {
		name string
		desk func(lang.Lang) desk.Public
		has  string
	}
	states := []state{{"over", webtest.SceneOver, "#made"}, {"menu", webtest.SceneMenu, "#s-resume .play"}}
	for _, q := range questions {
		if q.game == "derpate" || q.game == "corleone" || q.game == "khandan" {
			_, d := reached(t, engine.Header{Game: q.game, Seats: twelve[:q.seats], Options: []byte(q.options), Seed: 3}, 0, q.verb)
			states = append(states, state{q.game + " " + q.verb, func(lang.Lang) desk.Public { return d }, "#s-head .title"})
		}
	}
	for _, s := range states {
		b.Set(s.desk)
		until(ctx, t, s.name, fmt.Sprintf(`document.querySelector(%q)`, s.has))
		for _, size := range [][2]int{{1400, 900}, {1024, 768}, {390, 844}, {320, 640}} {
			do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
			ask[any](ctx, t, `(() => {
				if (innerWidth < 900 && !document.body.classList.contains('unfolded')) document.querySelector('#tab').click();
				for (const d of document.querySelectorAll('.made-of')) d.open = true;
			})()`)
			still(ctx, t)
			if !assert.Empty(t, ask[[]string](ctx, t, notWhole), "%s at %d", s.name, size[0]) {
				picture(ctx, t, fmt.Sprintf("broken.%s.%d", s.name, size[0]))
			}
		}
	}
}
