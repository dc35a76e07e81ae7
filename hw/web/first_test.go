package web

import (
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/box"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web/webtest"
)

// TestFirstMinute checks what somebody finds who has never seen the page: what it is, three ways in, the code for phones, whose
// cards are played with; nothing that is asked for lies under a button, and learning begins with two presses. Then the bots are
// hurried, and the settings say what stands.
func TestFirstMinute(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }})
	g, _ := serveGuests(t, s, phone.GuestOptions{})
	p, err := New(s, nil)
	require.NoError(t, err)
	p.ShowGuests(g)
	h := httptest.NewServer(p)
	t.Cleanup(func() { p.Close(); h.Close() })
	ctx := chromium(t)
	for _, size := range [][2]int{{1400, 900}, {1024, 768}, {390, 844}, {320, 640}} {
		visit(ctx, t, h.URL, size[0], size[1], 1, "light", lang.English)
		until(ctx, t, "three ways in", `['phones', 'laptop', 'learn'].every((w) => document.querySelector('#way-' + w))`)
		until(ctx, t, "it says how a television is put up", `document.querySelector('.phones[open] #phones-screen a')?.textContent.endsWith('/screen')`)
		until(ctx, t, "the code lies open, and is large", `document.querySelector('.phones[open] .qr')?.getBoundingClientRect().width >= 180`)
		if size[0] >= 390 {
			assert.True(t, ask[bool](ctx, t, `(({ left, top, right, bottom }) => [[left, top], [right, top], [left, bottom], [right, bottom]].every(([x, y], i) => document.elementFromPoint(x + [9, -9][i % 2], y + [9, -9][i >> 1])?.closest('.qr')))(document.querySelector('.phones .qr').getBoundingClientRect())`), "the code is scanned without scrolling, at %v", size)
		}
		assert.Empty(t, ask[[]string](ctx, t, inSight+`(['.what', '#way-phones', '#way-laptop', '#way-learn'])`), size)
		until(ctx, t, "what scrolls says so, and what is there", `document.querySelector('#below')?.checkVisibility() && document.querySelector('#below').textContent.includes(document.querySelector(innerWidth > 1180 ? '#setup .seats legend' : '#setup > h2').firstChild.textContent) && document.elementFromPoint(...(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('#below').getBoundingClientRect())).id === 'below'`)
		hidden := ask[[]string](ctx, t, `[...document.querySelectorAll('#setup :is(input, select, button), #start')].filter((e) => e.checkVisibility() && !e.classList.contains('unseen')).flatMap((e) => {
			e.scrollIntoView({ block: 'nearest' });
			const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
			return e === at || e.contains(at) || at?.contains(e) && at.tagName === 'LABEL' ? [] : [e.id];
		})`)
		assert.Empty(t, hidden, "lies under something else at %v", size)
		assert.True(t, ask[bool](ctx, t, `document.querySelector('#setup .cards').compareDocumentPosition(document.querySelector('#setup .seats')) === Node.DOCUMENT_POSITION_FOLLOWING`), "whose cards it is comes before who plays")
	}
	until(ctx, t, "at the end it says nothing", `(document.querySelector('#start').scrollIntoView(), document.querySelector('#leaf').scrollTop = 1e5, document.querySelector('#below').hidden)`)
	do(ctx, t, chromedp.EmulateViewport(1400, 900))
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('.what-is').textContent`), "20 to 30 minutes", "what the game is, and how long it takes")
	ask[any](ctx, t, `document.querySelector('#game-anygame').click()`)
	until(ctx, t, "which of the other games comes before all else", `document.querySelector('.which #option-play')?.compareDocumentPosition(document.querySelector('#setup .seats')) === Node.DOCUMENT_POSITION_FOLLOWING`)
	ask[any](ctx, t, `document.querySelector('#game-naro').click()`)
	press(ctx, t, "#way-learn")
	until(ctx, t, "the way is marked, and says what to press", `[...document.querySelectorAll('.way[aria-pressed="true"]')].map((e) => e.id).join() === 'way-learn' && document.querySelector('#way-off').textContent.includes('press Start')`)
	press(ctx, t, "#start")
	until(ctx, t, "a game is explained", `document.body.dataset.state === 'play' && document.querySelector('#lesson-go')`)
	d := s.Snapshot().Public(lang.English)
	require.Len(t, d.Seats, 4)
	assert.True(t, d.Seats[1].Bot && d.Seats[2].Bot && d.Seats[3].Bot && !d.Seats[0].Bot)
	assert.Equal(t, "naro", d.Game)
	assert.Equal(t, []bool{true, false}, ask[[]bool](ctx, t, `[0, 7].map((n) => document.querySelector('#pod' + n + ' .keys').checkVisibility())`), "pods fold away where nobody sits")
	for _, c := range []struct{ id, value, want string }{{"set-clocks", "50", "time ÷ 2"}, {"set-pace", "brisk", "Brisk"}, {"set-bots", "true", "Brisk"}} {
		ask[any](ctx, t, `(() => { document.querySelector('.settings').open = true; const s = document.querySelector('#`+c.id+`'); s.value = '`+c.value+`'; s.dispatchEvent(new Event('change')); })()`)
		until(ctx, t, "it says what stands", `document.querySelector('#settings').textContent.includes('`+c.want+`') && document.querySelector('#`+c.id+`').value === '`+c.value+`'`)
	}
	set := s.Snapshot().Public(lang.English).Settings
	assert.Equal(t, 50, set.Clocks)
	assert.Equal(t, "brisk", set.Pace)
	assert.True(t, set.FastBots)
}
