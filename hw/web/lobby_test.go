package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
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
	g, at := serveWhole(t, s)
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
	until(host, t, "the first is the host, and sees all who have joined", `document.querySelectorAll('.order li .pic').length === 4`)
	for i, ctx := range phones[1:] {
		until(ctx, t, "the others know who begins", `document.querySelector('#p-head').innerText.includes('Zohreh') && !document.querySelector('#begin') && document.querySelectorAll('.people li .pic').length === 4`)
		checkPhone(ctx, t, "lobby")
		snap(ctx, t, fmt.Sprintf("lobby.guest.%d", i+1))
	}
	checkPhone(host, t, "lobby")
	snap(host, t, "lobby.host")
	preparing(page, host, t, g, at)
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

// preparing prepares a game on the page and on the phone of a host: what one changes the other shows, and who joins changes only that.
func preparing(page, host context.Context, t *testing.T, g *phone.Guests, at string) {
	t.Helper()
	choose := func(ctx context.Context, css, value string) {
		t.Helper()
		until(ctx, t, css, fmt.Sprintf(`!!document.querySelector(%q)`, css))
		ask[any](ctx, t, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('change')); })()`, css, value))
	}
	const both = `document.querySelector('#bots, #begin-bots').value === '%d' && document.querySelectorAll('.seats ol input, .order li').length === %d`
	press(page, t, "#game-corleone")
	until(host, t, "the phone prepares what the page does", `document.querySelector('#begin-game').value === 'corleone' && document.querySelector('#changed').textContent`)
	choose(host, "#begin-tracking", "full")
	until(page, t, "an option", `document.querySelector('#option-tracking').value === 'full'`)
	choose(host, "#begin-game", "naro")
	until(page, t, "and the page what the phone does", `document.querySelector('#game-naro').checked && document.querySelector('#changed').textContent.includes('Zohreh')`)
	choose(page, "#bots", "2")
	until(host, t, "the bots", fmt.Sprintf(both, 2, 4))
	fifth := phonetest.Call(t, at, phonetest.Invited(t, g), rand.Reader)
	require.Empty(t, fifth.Ask(map[string]any{"t": "join", "name": "Lea"}).Fault)
	for _, ctx := range []context.Context{page, host} {
		until(ctx, t, "two bots play with five people", fmt.Sprintf(both, 2, 5))
	}
	ask[any](page, t, `document.querySelector('#setup .seats').scrollIntoView({block: 'start'})`)
	snap(page, t, "lobby.shared.page")
	if *shots != "" {
		room := tab(t, 1280, 720, "dark", lang.English)
		do(room, t, chromedp.Navigate(at+"/screen"))
		until(room, t, "it has the bots", `document.querySelector('.names .bots')`)
		snap(room, t, "lobby.shared.screen")
	}
	ask[any](host, t, `document.querySelector('.begin fieldset').scrollIntoView({block: 'start'})`)
	snap(host, t, "lobby.shared.phone")
	checkPhone(host, t, "begin with bots")
	fifth.Ask(map[string]any{"t": "leave"})
	until(page, t, "who has gone does not play", fmt.Sprintf(both, 2, 4))
	until(host, t, "nor here", fmt.Sprintf(both, 2, 4))
	press(host, t, "#off-3")
	until(page, t, "who does not play", fmt.Sprintf(both, 2, 3))
	press(host, t, "#on-0")
	until(page, t, "and does", fmt.Sprintf(both, 2, 4))
	press(host, t, "#bot-off-1")
	until(page, t, "one bot less", fmt.Sprintf(both, 1, 4)+` && document.querySelectorAll('.seats .added').length === 1`)
	ask[any](page, t, `document.querySelector('#bot-away0').click()`)
	until(host, t, "no bots", fmt.Sprintf(both, 0, 4)+` && !document.querySelector('.added')`)
}

// What people do at a table with phones besides playing: two share one, seats are swapped by dragging, somebody's phone
// is gone, the back button is pressed, a code is old.
func TestLobbyOnPhones(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }})
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
	g, at := serveWhole(t, s)
	ctx := tab(t, 390, 844, "light", lang.English)
	join := func(name string) {
		t.Helper()
		until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
		do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), name))
		press(ctx, t, "#join")
		until(ctx, t, name+" has a seat", fmt.Sprintf(`document.body.classList.contains('seat') && document.querySelector('#me').innerText.includes(%q)`, name))
	}

	// A code that is not valid says so, and the page is there to ask to be let in.
	do(ctx, t, chromedp.Navigate(g.Invitation()[:len(g.Invitation())-4]+"AAAA"))
	until(ctx, t, "the code is old", `document.querySelector('.slip.wrong')?.innerText.includes('no longer valid') && document.querySelector('#name')`)
	snap(ctx, t, "lobby.code")
	do(ctx, t, chromedp.Navigate("about:blank"), chromedp.Navigate(g.Invitation()))
	until(ctx, t, "this one is valid", `document.querySelector('#name') && !document.querySelector('.slip.wrong')`)

	// Two on one phone.
	join("Zohreh")
	press(ctx, t, "#share")
	until(ctx, t, "who else", `document.querySelector('#who')?.innerText === 'Who else plays on this phone?'`)
	snap(ctx, t, "lobby.share")
	join("Mina")
	others := map[string]*phonetest.Phone{}
	for _, n := range []string{"Anna", "Omid"} {
		others[n] = phonetest.Call(t, at, phonetest.Invited(t, g), rand.Reader)
		require.Empty(t, others[n].Ask(map[string]any{"t": "join", "name": n}).Fault)
	}
	press(ctx, t, "#self-0")
	until(ctx, t, "the first is the host", `document.querySelectorAll('.order li').length === 4`)

	// Dragged, the last is the first.
	order := func() string {
		return ask[string](ctx, t, `[...document.querySelectorAll('.order bdi')].map((e) => e.textContent).join()`)
	}
	require.Equal(t, "Zohreh,Mina,Anna,Omid", order())
	for range 5 { // on a slow machine the list can move on its way
		ask[any](ctx, t, `document.querySelector('.order').scrollIntoView({ block: 'center', behavior: 'instant' })`)
		from, to := middle(ctx, t, "#grip-3"), middle(ctx, t, "#grip-0")
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, from))
		for i := range 5 {
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchMove, [2]float64{from[0], from[1] + (to[1]-from[1])*float64(i+1)/5}))
		}
		snap(ctx, t, "lobby.drag")
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchEnd))
		if ask[bool](ctx, t, `new Promise((done) => setTimeout(() => done(document.querySelector('.order bdi').textContent !== 'Zohreh'), 1000))`) {
			break
		}
	}
	until(ctx, t, "the last is the first", `document.querySelector('.order bdi').textContent === 'Omid'`)
	assert.Equal(t, "Omid,Zohreh,Mina,Anna", order())

	// A picture.
	press(ctx, t, "#mine")
	press(ctx, t, "#look-owl")
	until(ctx, t, "it is an owl", `document.querySelector('#mine use').getAttribute('href') === '#i-look-owl' && document.querySelector('#look-owl').getAttribute('aria-checked') === 'true'`)
	snap(ctx, t, "lobby.look")
	checkPhone(ctx, t, "pictures")
	ask[any](ctx, t, `history.back()`)
	until(ctx, t, "back closes it", `!document.querySelector('#settings').open`)

	until(ctx, t, "naro", `(() => { const s = document.querySelector('#begin-game'); if (s.value !== 'naro') { s.value = 'naro'; s.dispatchEvent(new Event('change')); } return s.value === 'naro'; })()`)
	press(ctx, t, "#begin")
	until(ctx, t, "it is played", `document.querySelector('.covered')`)
	press(ctx, t, "#cover")
	press(ctx, t, ".choice")
	until(ctx, t, "the phone is to be passed on, and is covered", `document.querySelector('#pass')?.innerText === 'Pass the phone to Mina' && !document.body.classList.contains('open')`)
	snap(ctx, t, "lobby.pass")
	checkPhone(ctx, t, "pass")
	press(ctx, t, "#pass")
	until(ctx, t, "it is hers, and covered", `document.querySelector('#self-1').getAttribute('aria-pressed') === 'true' && document.querySelector('.covered') && !document.querySelector('#own')`)
	press(ctx, t, "#cover")
	press(ctx, t, ".choice")
	until(ctx, t, "both have chosen", `!document.querySelector('#pass')`)
	press(ctx, t, "#self-0")

	// Where nothing is to be chosen, a tap leaves no secret lying open. Two do, for whoever cannot hold.
	until(ctx, t, "there are secrets, and nothing to choose", `document.querySelector('#cover')?.innerText === 'Hold to see your secrets'`)
	assert.Equal(t, []string{"", "Hold it for as long as you look. Two taps leave it open.", "open", ""}, ask[[]string](ctx, t, `(() => {
		const tap = () => {
			for (const t of ['pointerdown', 'pointerup']) document.querySelector('#cover').dispatchEvent(new PointerEvent(t, { bubbles: true, isPrimary: true }));
			return document.body.classList.contains('open') ? 'open' : '';
		};
		return [tap(), document.querySelector('#hint').innerText, tap(), tap()];
	})()`))
	ask[any](ctx, t, `history.back()`)
	until(ctx, t, "the game is not left", `document.querySelector('#hint').innerText === 'Press back once more to leave'`)

	// A phone is gone.
	others["Anna"].Conn.CloseNow()
	others["Anna"].Ended()
	until(ctx, t, "the host is asked", `document.querySelector('#gone-bot-0') && document.querySelector('#p-slips').innerText.includes('Anna')`)
	until(ctx, t, "all see it", `document.querySelector('.seats .icon-asleep')`)
	snap(ctx, t, "lobby.gone")
	checkPhone(ctx, t, "gone")
	press(ctx, t, "#gone-skip-0")
	until(ctx, t, "it was answered once", `document.querySelector('#gone-bot-0') && !document.querySelector('#gone-skip-0')`)
	press(ctx, t, "#gone-bot-0")
	until(ctx, t, "a bot plays on", `!document.querySelector('#gone-bot-0')`)
	d := s.Snapshot().Public(lang.English)
	assert.True(t, d.Seats[3].Bot, "%v", d.Seats[3])
}
