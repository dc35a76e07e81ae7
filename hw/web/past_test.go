package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/khandan"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/lang"
)

// keepCampaign writes the journal of a campaign that bots have played until the third phase of
// reign 5, with deals.
func keepCampaign(t *testing.T, folder string) {
	t.Helper()
	title := games.Find("khandan")
	h := engine.Header{Game: "khandan", Seats: engine.Roster{"آوا", "Babak", "Chiara"}, Options: []byte(`{"chance":"box","pack":"starter","reigns":6}`)}
	for h.Seed = 1; ; h.Seed++ { // bots may end a campaign between any two reigns
		require.Less(t, h.Seed, uint64(1000))
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		var moves []engine.Move
		enough := false
		p := bot.New(title, h.Seats, rand.New(rand.NewPCG(h.Seed, 6)))
		p.Offers = .25
		p.Made = func(m engine.Move, _ []engine.Cue) {
			s := g.View(engine.Public).Public.(khandan.Status)
			if enough = enough || s.Reign == 5 && s.Round == 3; !enough {
				moves = append(moves, m)
			}
		}
		_, err = p.Playout(g)
		require.NoError(t, err)
		if !enough {
			continue
		}
		j, err := journal.Next(folder)
		require.NoError(t, err)
		b, _, err := table.New(title, h, table.Options{Journal: j, Name: "The long war"})
		require.NoError(t, err)
		for _, m := range moves {
			_, err := b.Play(0, m)
			require.NoError(t, err)
		}
		require.NoError(t, b.Close())
		return
	}
}

// TestChronicleOnThePage finds a campaign by its name and unfolds what it has been so far: graphs of
// the realm and of power with a point for each reign that has ended, who promised what, and where
// the stories go, in the language of the page.
func TestChronicleOnThePage(t *testing.T) {
	t.Parallel()
	wide(t)
	folder := t.TempDir()
	keepCampaign(t, folder)
	ctx := chromium(t)
	calm(ctx, t)
	s := webtest.Run(t, box.Options{Lang: lang.English, Journals: folder})
	url := serve(t, s)
	visit(ctx, t, url, 1440, 900, 1, "light", lang.English)
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('#s-resume').textContent`), "The long war")
	do(ctx, t, chromedp.Click(chromedp.CSS("#go-on")), chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
	for _, l := range lang.All() {
		for _, size := range [][2]int{{1440, 900}, {390, 844}} {
			if size[0] == 390 && *shots == "" {
				continue // to look at
			}
			visit(ctx, t, url, size[0], size[1], 1, "light", l)
			do(ctx, t, chromedp.WaitReady(chromedp.CSS("#past")))
			ask[any](ctx, t, `document.body.classList.contains('unfolded') || getComputedStyle(document.querySelector('#tab')).display === 'none' || document.querySelector('#tab').click()`)
			ask[any](ctx, t, `document.querySelector('#past').click()`)
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(".past .curve")))
			points := ask[[]int](ctx, t, `[...document.querySelectorAll('.past .curve')].map((c) => c.querySelectorAll('circle').length)`)
			assert.Equal(t, []int{4, 4, 4, 4, 4, 4, 4, 4, 4}, points, "six of the realm, one for each seat, four reigns")
			told := ask[string](ctx, t, `document.querySelector('.past').textContent.replace(/[\u2068\u2069]/g, '')`)
			for n := range 4 {
				assert.Contains(t, told, webtest.In(l, "Reign ", "دور ", "Regno ")+l.Number(n+1))
			}
			assert.Contains(t, told, webtest.In(l, "to Babak", "به Babak", "a Babak"))
			assert.Contains(t, told, webtest.In(l, "Storylines", "داستان‌ها", "Filoni"))
			assert.NotContains(t, told, "past.")
			assert.False(t, strings.Contains(told, "undefined"), told)
			leafs(ctx, t, fmt.Sprintf("past-%d-%s", size[0], l))
		}
	}
}

// TestACampaignIsNamedOnThePage begins a campaign under a name that somebody types, and refuses the
// same name for another.
func TestACampaignIsNamedOnThePage(t *testing.T) {
	wide(t)
	t.Parallel()
	ctx := chromium(t)
	calm(ctx, t)
	s := webtest.Run(t, box.Options{Lang: lang.English, Journals: t.TempDir()})
	visit(ctx, t, serve(t, s), 1440, 900, 1, "light", lang.English)
	begin := func(name string) {
		t.Helper()
		ask[any](ctx, t, `document.querySelector('input[value="khandan"]').click()`)
		assert.Equal(t, "Campaign 1", ask[string](ctx, t, `document.querySelector('#called').value`), "proposed")
		ask[any](ctx, t, fmt.Sprintf(`(() => { const c = document.querySelector('#called'); c.value = %q; c.dispatchEvent(new Event('input')); document.querySelector('#start').click(); })()`, name))
	}
	begin(" Winter  war")
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('#s-head').textContent`), "Winter war")
	do(ctx, t, chromedp.Click(chromedp.CSS("#leave")), chromedp.Click(chromedp.CSS("#leave-later")), chromedp.WaitReady(chromedp.CSS("#go-on")))
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('#s-resume').textContent`), "Winter war")
	do(ctx, t, chromedp.Reload()) // until it has come: the page before must not be taken for it
	do(ctx, t, chromedp.WaitReady(chromedp.CSS("body:not(.waiting) #called")))
	begin("winter WAR")
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(".refusal")))
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('.refusal').textContent`), "another game is called")
}

// leafs takes pictures of the paper, a screenful at a time.
func leafs(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	ask[any](ctx, t, `document.querySelector('#past').scrollIntoView()`)
	for n := range 8 {
		picture(ctx, t, fmt.Sprintf("%s-%d", name, n))
		if ask[bool](ctx, t, `(() => { const w = document.querySelector('#written'), was = w.scrollTop; w.scrollTop += w.clientHeight - 60; return w.scrollTop === was; })()`) {
			return
		}
	}
}
