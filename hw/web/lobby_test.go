package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
)

// steps counts what people do until they play, and says what.
type steps struct {
	t   *testing.T
	all []string
}

func (s *steps) step(what string) { s.all = append(s.all, what) }

// From a box that was just switched on to the first game on four phones: the code is in sight, the first to join is the
// host, whoever joined plays, and what is usual is chosen.
func TestFourPhonesBegin(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	begun := make(chan *table.Table, 1)
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }, OnTable: func(p *table.Table) { begun <- p }})
	g, _ := serveGuests(t, s, phone.GuestOptions{})
	panel, err := New(s, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	here := httptest.NewServer(panel)
	t.Cleanup(func() { panel.Close(); here.Close() })
	count := steps{t: t, all: []string{"start the box"}}
	page := tab(t, 1400, 900, "light", lang.English)
	do(page, t, chromedp.Navigate(here.URL))
	until(page, t, "the code is in sight without a press", `(() => {
		const r = document.querySelector('.phones .qr')?.getBoundingClientRect();
		return r && r.height > 100;
	})()`)

	start := time.Now()
	names := []string{"Zohreh", "Babak", "Chiara", "Dario"}
	phones := make([]context.Context, len(names))
	for i, name := range names {
		ctx := tab(t, 390, 844, "light", lang.All()[i%len(lang.All())])
		phones[i] = ctx
		do(ctx, t, chromedp.Navigate(g.Invitation()))
		until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
		if i == 0 {
			snap(ctx, t, "lobby.who")
			count.step("scan the code")
			count.step("type the name")
			count.step("join")
		}
		do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), name))
		press(ctx, t, "#join")
		until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
	}
	host := phones[0]
	until(host, t, "the first is the host, and sees all who have joined", `document.querySelectorAll('.order li').length === 4 && document.querySelectorAll('.people li').length === 4`)
	for i, ctx := range phones[1:] {
		until(ctx, t, "the others know who begins", `document.querySelector('#p-head').innerText.includes('Zohreh') && !document.querySelector('#begin')`)
		checkPhone(ctx, t, "lobby")
		snap(ctx, t, fmt.Sprintf("lobby.guest.%d", i+1))
	}
	checkPhone(host, t, "lobby")
	snap(host, t, "lobby.host")
	count.step("choose the game")
	until(host, t, "naro", `(() => { const s = document.querySelector('#begin-game'); if (s.value !== 'naro') { s.value = 'naro'; s.dispatchEvent(new Event('change')); } return s.value === 'naro'; })()`)
	about := ask[string](host, t, `document.querySelector('#begin-about').innerText`)
	assert.Contains(t, about, "loot", "what it is")
	assert.Contains(t, about, "20 to 30 minutes", "how long")
	assert.Contains(t, about, "4 to 8", "how many")
	assert.Contains(t, about, "if the box deals", "with what")
	assert.Contains(t, ask[string](host, t, `document.querySelector('form.begin').innerText`), "the box deals and rolls", "nobody needs cards, and that is said")
	count.step("start")
	press(host, t, "#begin")
	var play *table.Table
	select {
	case play = <-begun:
	case <-time.After(phonetest.Patience):
		require.Fail(t, "nothing has begun")
	}
	assert.EqualValues(t, names, play.Header().Seats)
	for _, ctx := range phones {
		until(ctx, t, "it is played", `document.querySelector('#cover') && document.querySelectorAll('.pic').length >= 1`)
	}
	t.Logf("%d steps, %.1f s: %v", len(count.all), time.Since(start).Seconds(), count.all)
	assert.LessOrEqual(t, len(count.all), 6)
	if long() {
		assert.Less(t, time.Since(start), 30*time.Second)
	}
	snap(phones[1], t, "lobby.play")
}
