package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
)

// A place is what can be tapped on a board: its name, and where it is.
type place struct {
	Name string     `json:"name"`
	At   [2]float64 `json:"at"`
}

const places = `[...document.querySelectorAll('.board .can')].map((e) => {
	const r = e.getBoundingClientRect();
	return { name: e.getAttribute('aria-label'), at: [r.left + r.width / 2, r.top + r.height / 2] };
})`

// drawnWrong returns what is wrong with a board: nothing drawn, something outside of its place, letters too small for a
// page, or what can be tapped too small for a finger.
const drawnWrong = `(() => {
	const out = [];
	const place = document.querySelector('.played');
	const box = place.getBoundingClientRect();
	if (!place.checkVisibility() || !place.querySelector('.board').innerText.trim()) out.push('nothing is drawn');
	if (box.right > innerWidth + 1 || box.left < -1) out.push('it is wider than the window');
	const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement;
		if (!n.data.trim() || !e.checkVisibility()) continue;
		const range = document.createRange();
		range.selectNodeContents(n);
		const r = range.getBoundingClientRect();
		if (parseFloat(getComputedStyle(e).fontSize) < 11.9) out.push('too small: ' + n.data);
		if (r.left < box.left - 2 || r.right > box.right + 2 || r.top < box.top - 4 || r.bottom > box.bottom + 4) out.push('outside: ' + n.data);
	}
	for (const e of place.querySelectorAll('.can')) {
		const r = e.getBoundingClientRect();
		if (r.width < 24 || r.height < 24) out.push('too small for a finger: ' + e.getAttribute('aria-label') + ' ' + [r.width, r.height]);
	}
	return out;
})()`

// TestBoardIsTapped holds that a tap on a place of the board takes what the list on the paper would, that what cannot be chosen is
// no place to tap, and that the board lies in the window; its words are there for those who hear the page, and for all when
// they are asked for.
func TestBoardIsTapped(t *testing.T) {
	t.Parallel()
	b := webtest.NewBox(8)
	b.Set(webtest.SceneMenu)
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1400, 900, 1, "light", lang.English)
	seat, all := reached(t, engine.Header{Game: "derpate", Seats: twelve[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}, 0, "place")
	require.NotNil(t, all.Ask)
	require.True(t, all.Ask.Pick)
	require.NotEmpty(t, seat.Asks)
	b.Set(func(lang.Lang) desk.Public { return all })
	until(ctx, t, "the board is there", `document.querySelector('.boarded .played .can')`)
	assert.Empty(t, ask[[]string](ctx, t, drawnWrong))
	snap(ctx, t, "board.derpate.1400")

	want := map[string]int{}
	for i, c := range all.Ask.Choices {
		if c.Key != "" {
			want[c.Label] = i
		}
	}
	can := ask[[]place](ctx, t, places)
	assert.Len(t, can, len(want), "each die that can be placed, and nothing else")
	do(ctx, t, chromedp.Sleep(500*time.Millisecond)) // a tap on what is new was meant for what stood there
	for _, p := range can {
		i, is := want[p.Name]
		require.True(t, is, p.Name)
		do(ctx, t, chromedp.MouseClickXY(p.At[0], p.At[1]))
		assert.Eventually(t, func() bool { return len(b.All()) > 0 }, phonetest.Patience, 10*time.Millisecond, p.Name)
		picked := b.All()
		if assert.Len(t, picked, 1) {
			assert.Equal(t, fmt.Sprintf("pick 3 %d %d", all.Ask.Turn, i), picked[0], "the list would take %d", i)
		}
		b.Mu.Lock()
		b.Told = nil
		b.Mu.Unlock()
	}

	assert.True(t, ask[bool](ctx, t, `!document.querySelector('#s-map').checkVisibility() && document.querySelector('#s-heard').textContent.includes('Little Italy')`), "words for the ear alone")
	ask[any](ctx, t, `document.querySelector('#board-words').click()`)
	until(ctx, t, "the words are there", `document.querySelector('#s-map .area')?.checkVisibility()`)

	paused := all
	paused.Paused = true
	b.Set(func(lang.Lang) desk.Public { return paused })
	until(ctx, t, "nothing can be chosen in a pause", `document.querySelectorAll('.played .can').length === 0`)
	b.Set(webtest.SceneMenu)
	until(ctx, t, "the room is as it was", `!document.querySelector('.boarded') && !document.querySelector('.played').checkVisibility()`)
}

// TestCarIsPutOnTheBoard holds that Der Pate's car is put on a space by a tap on the business there, on the panel's page and on phones: each
// space is a place to tap, and takes what the list would.
func TestCarIsPutOnTheBoard(t *testing.T) {
	wide(t)
	t.Parallel()
	header := engine.Header{Game: "derpate", Seats: twelve[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}
	seat, all := reached(t, header, 2, "car") // the last of the order puts it there

	t.Run("panel", func(t *testing.T) {
		b := webtest.NewBox(8)
		b.Set(webtest.SceneMenu)
		ctx := chromium(t)
		visit(ctx, t, serve(t, b), 1400, 900, 1, "light", lang.English)
		b.Set(func(lang.Lang) desk.Public { return all })
		until(ctx, t, "the spaces can be tapped", `document.querySelectorAll('.played .plot.can').length === 12`)
		assert.Empty(t, ask[[]string](ctx, t, drawnWrong))
		snap(ctx, t, "board.car.1400")
		can := ask[[]place](ctx, t, places)
		require.Len(t, can, len(all.Ask.Choices))
		for i, c := range all.Ask.Choices {
			at := slices.IndexFunc(can, func(p place) bool { return p.Name == c.Label })
			require.GreaterOrEqual(t, at, 0, c.Label)
			// A tap on what is new was meant for what stood there, and another after what was confirmed is too fast.
			do(ctx, t, chromedp.Sleep(500*time.Millisecond), chromedp.MouseClickXY(can[at].At[0], can[at].At[1]))
			until(ctx, t, "it is asked for once more", `document.querySelector('.played .can.marked')?.getAttribute('aria-label') === `+strconv.Quote(c.Label))
			do(ctx, t, chromedp.Sleep(450*time.Millisecond), chromedp.MouseClickXY(can[at].At[0], can[at].At[1]))
			b.HeardAll(t, fmt.Sprintf("pick %d %d %d", len(all.Ask.Seat), all.Ask.Turn, i))
		}
	})

	t.Run("phone", func(t *testing.T) {
		ctx, b := onPhoneOf(t, 390, 844, 2, seat, all)
		until(ctx, t, "the spaces can be tapped", `document.querySelectorAll('.board .plot.can').length === 12`)
		assert.Empty(t, ask[[]string](ctx, t, drawnWrong))
		snap(ctx, t, "board.car.phone")
		const third = `.board .plot.can:nth-child(3)`
		label := ask[string](ctx, t, `document.querySelector('`+third+`').getAttribute('aria-label')`)
		assert.True(t, ask[bool](ctx, t, `(() => {
			const e = document.querySelector('`+third+`');
			e.scrollIntoView({ block: 'start' });
			const r = e.getBoundingClientRect();
			return e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
		})()`), "a finger reaches it")
		ask[any](ctx, t, `document.querySelector('`+third+`').click()`)
		until(ctx, t, "it is marked, and taken below", `document.querySelector('#take') && !document.querySelector('#take').disabled`)
		assert.Contains(t, ask[string](ctx, t, `document.querySelector('#take').textContent`), label)
		take(ctx, t, b)
		assert.Equal(t, "2", b.Answers()[0], "the third space")
	})
}

// tapUntil taps what an expression finds until another is true: a page that paints between takes a tap for one on what was there
// before, and ignores it.
func tapUntil(ctx context.Context, t *testing.T, say, find, js string) {
	t.Helper()
	for range 5 {
		ask[any](ctx, t, find+`?.click()`)
		for range 30 {
			if ask[bool](ctx, t, `!!(`+js+`)`) {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	until(ctx, t, say, js)
}

// take presses what takes the choice that is marked, once it has stood still for long enough, until the box has its answer.
func take(ctx context.Context, t *testing.T, b *webtest.Box) {
	t.Helper()
	for range 5 {
		do(ctx, t, chromedp.Sleep(600*time.Millisecond))
		ask[any](ctx, t, `document.querySelector('#take:enabled')?.click()`)
		for range 60 {
			if len(b.Answers()) > 0 {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	require.NotEmpty(t, b.Answers(), "what is marked is taken")
}

// TestBoardOnPhones holds the same of a phone, where what is tapped is marked, and taken below.
func TestBoardOnPhones(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	seat, all := reached(t, engine.Header{Game: "corleone", Seats: twelve[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}, 0, "act")
	assert.True(t, seat.Asks[0].Final, "what cannot be taken back is asked for once more")
	ctx, b := onPhone(t, 390, 844, seat, all)
	until(ctx, t, "the board is there", `document.querySelector('.played .city')`)
	for _, width := range []int64{390, 320} {
		do(ctx, t, chromedp.EmulateViewport(width, 844, chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch))
		assert.Empty(t, ask[[]string](ctx, t, drawnWrong), "at %d", width)
	}
	assert.Empty(t, ask[[]place](ctx, t, places), "what is covered is not on the board")
	ask[any](ctx, t, `Date.now = ((now) => () => now() + 25000)(Date.now)`)
	until(ctx, t, "whoever is awaited and has not noticed is called again", `document.body.matches('.nag') && document.querySelector('.covered h2').checkVisibility()`)
	do(ctx, t, chromedp.Sleep(800*time.Millisecond))
	ask[any](ctx, t, `document.querySelector('#cover')?.click()`)
	until(ctx, t, "it has been noticed", `!document.body.matches('.nag')`)
	until(ctx, t, "it is uncovered", `document.querySelector('#question')`)
	until(ctx, t, "what is open to each worker is shown", `document.querySelector('.board .shop.can') && document.querySelector('.board .circle.can')`)
	assert.Equal(t, []string{"Family member", "Thug"}, ask[[]string](ctx, t, `[...new Set([...document.querySelectorAll('.board .can')].map((e) => e.getAttribute('aria-label').split(':')[0]))].sort()`))
	snap(ctx, t, "board.corleone.workers")
	assert.Zero(t, ask[int](ctx, t, `(() => {
		document.head.append(Object.assign(document.createElement('style'), { textContent: '.board *{pointer-events:auto!important}' })); // what only shows is found, too
		const { left, right, top, bottom } = document.querySelector('#deck').getBoundingClientRect();
		let over = 0;
		for (let y = top + 2; y < bottom; y += 3) for (let x = left + 2; x < right; x += 3) if (document.elementFromPoint(x, y)?.closest('.board')) over++;
		return over;
	})()`), "no sign of the board lies over the question")
	tapUntil(ctx, t, "both questions are answered, and it is taken below", `document.querySelector('.board .circle.can')`, `document.querySelector('#take') && !document.querySelector('#take').disabled`)
	assert.Empty(t, b.Answers(), "a tap on the board is no answer")
	ask[any](ctx, t, `document.querySelector('#step-back').click()`)
	until(ctx, t, "it is as it was", `[...document.querySelectorAll('.choice')].some((e) => e.textContent.includes('Thug'))`)
	tapUntil(ctx, t, "places can be tapped", `[...document.querySelectorAll('.choice')].find((e) => e.textContent.includes('Thug'))`, `document.querySelector('.board .shop.can')`)
	assert.Empty(t, ask[[]string](ctx, t, drawnWrong))
	ask[any](ctx, t, `localStorage['consigliere.unhurried'] = '0'`) // as a finger
	tapUntil(ctx, t, "workers can be chosen", `document.querySelector('#step-back')`, `[...document.querySelectorAll('.choice')].some((e) => e.textContent.includes('Thug'))`)
	tapUntil(ctx, t, "places are tapped on the map, which is in sight as a whole, and not in a list", `document.querySelector('.choice:not(#spots *)')`, `document.querySelector('.board .shop.can') && ((map, deck) => map.top >= 0 && map.bottom <= deck.top)(...['.city', '#deck'].map((css) => document.querySelector(css).getBoundingClientRect())) && !document.querySelector('.choice:not(#spots *)') && !document.querySelector('#spots').open`)
	snap(ctx, t, "board.corleone.phone")
	label := ask[string](ctx, t, `((shop) => { shop.click(); return shop.getAttribute('aria-label'); })(document.querySelector('.board .shop.can'))`)
	until(ctx, t, "it is marked", `document.querySelector('#take') && !document.querySelector('#take').disabled`)
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('#take').textContent`), label)
	assert.Empty(t, b.Answers(), "a tap on the board is no answer")
	take(ctx, t, b)
	var row int
	require.NoError(t, json.Unmarshal([]byte(b.Answers()[0]), &row))
	a := seat.Asks[0]
	var labels []string
	for s, v := range a.Rows[row] {
		labels = append(labels, a.Steps[s].Values[v].Label)
	}
	assert.Contains(t, labels, label, "what the list would have taken")
}
