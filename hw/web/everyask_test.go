package web

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/webtest"
)

// A situation is an ask as it comes first in a play: what all see, and what a seat that is asked sees.
type situation struct {
	name   string
	public desk.Public
	seat   desk.Seat // of who is asked; Seat is "" where the table is
}

// situations plays games of all titles and scripts and returns each ask, the first of each verb.
func situations(t *testing.T) []situation {
	t.Helper()
	type play struct {
		game, options string
		seats         int
	}
	plays := []play{
		{"naro", `{"chance":"box"}`, 6},
		{"naro", `{"chance":"table","powers":true,"power_deal":"table"}`, 5},
		{"derpate", `{"chance":"box"}`, 3},
		{"derpate", `{"chance":"table"}`, 4},
		{"corleone", `{"chance":"box"}`, 3},
		{"corleone", `{"chance":"table"}`, 5},
		{"corleone", `{"tracking":"light"}`, 4},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4},
		{"khandan", `{"chance":"table","voting":"sealed","reigns":1}`, 5},
	}
	for _, b := range consoletest.Beginnings(games.All()) {
		if b.Play != "" {
			plays = append(plays, play{b.Title.ID, fmt.Sprintf(`{"play":%q}`, b.Play), max(b.Least(), 4)})
		}
	}
	var all []situation
	for _, c := range plays {
		bx := consoletest.NewBox(c.seats, false)
		p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
		require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: c.game, Seats: twelve[:c.seats], Options: []byte(c.options), Seed: 3}}), "%+v", c)
		r := rand.New(rand.NewPCG(3, 1))
		player := bot.New(p.Table.Title(), p.Table.Roster(), r)
		seen := map[string]bool{}
		for range 500 {
			for n := 0; !p.Console.Quiet() && n < 100; n++ {
				p.Wait(time.Second)
			}
			if p.Table.Over() {
				break
			}
			asks := slices.Clone(p.Table.Asks())
			for i := range asks {
				a := &asks[i]
				if seen[a.Verb+a.Prompt.Key] || a.Optional {
					continue
				}
				seen[a.Verb+a.Prompt.Key] = true
				s := situation{name: fmt.Sprintf("%s %s %s", c.game, c.options, a.Verb), public: *p.Console.Snapshot().Public(lang.English)}
				if seat := a.Mover(a.Seat); seat >= 0 {
					s.seat = p.SeatDesk(seat, lang.English)
				}
				all = append(all, s)
			}
			a := &asks[r.IntN(len(asks))]
			do, err := player.Pick(a)
			require.NoError(t, err)
			m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}))
		}
	}
	return all
}

// TestEveryAskIsInSight holds that what is asked is read without scrolling, on the panel's page and on phones, of every ask of all games and
// scripts, in the sizes of a desk, a tablet, a phone and a small one.
func TestEveryAskIsInSight(t *testing.T) {
	if !webtest.Long() {
		t.Skip("looks at some hundred asks in four sizes; CONSIGLIERE_LONG=1 runs it")
	}
	all := situations(t)
	kinds := map[string]int{}
	for _, s := range all {
		kinds[s.public.Game]++
	}
	t.Logf("%d asks: %v", len(all), kinds)
	require.Len(t, slices.Collect(maps.Keys(kinds)), len(games.All()))
	sizes := [][2]int{{1400, 900}, {1024, 768}, {390, 844}, {320, 640}}

	t.Run("panel", func(t *testing.T) {
		b := webtest.NewBox(12)
		b.Set(webtest.SceneMenu)
		ctx := chromium(t)
		visit(ctx, t, serve(t, b), 1400, 900, 1, "light", lang.English)
		for _, size := range sizes {
			do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
			for n, s := range all {
				has := "#s-open h3"
				switch d := &s.public; {
				case len(d.Sheets) > 0 && !d.Sheets[0].Optional:
					has = "#s-ask h3"
				case d.Ask == nil && d.Together == "":
					if size[0] != sizes[0][0] {
						continue // it is told who is asked, on their screens
					}
					has = ""
				}
				b.Set(webtest.SceneMenu) // each ask is new to the page
				until(ctx, t, "the menu", `document.querySelector('#setup') && document.body.dataset.state === 'menu'`)
				ask[any](ctx, t, `document.querySelector('.written').scrollTop = 1e6; scrollTo(0, 1e6)`) // somebody has read on
				d := s.public
				b.Set(func(lang.Lang) desk.Public { return d })
				where := fmt.Sprintf("%s at %d", s.name, size[0])
				if has == "" {
					until(ctx, t, where, `document.querySelector('#s-head .title')?.checkVisibility()`)
					continue
				}
				until(ctx, t, where, fmt.Sprintf(`document.querySelector(%q)`, has))
				still(ctx, t)
				wrong := ask[[]string](ctx, t, inSight+fmt.Sprintf(`([%q])`, has))
				if size[0] < 900 && len(wrong) > 0 { // folded: its tab says it
					wrong = ask[[]string](ctx, t, inSight+`(['#tab span'])`)
					assert.Contains(t, ask[string](ctx, t, `document.querySelector('#tab span').textContent`), ask[string](ctx, t, fmt.Sprintf(`document.querySelector(%q).textContent`, has)), where)
				}
				if !assert.Empty(t, wrong, where) {
					picture(ctx, t, fmt.Sprintf("every.panel.%d.%d", n, size[0]))
				}
			}
		}
	})

	t.Run("phones", func(t *testing.T) {
		needsChromium(t)
		var seated []situation
		for _, s := range all {
			if s.seat.Seat != "" && s.seat.Awaited {
				seated = append(seated, s)
			}
		}
		by := map[string][]situation{} // by name: a phone is one player's
		for _, s := range seated {
			by[s.seat.Seat] = append(by[s.seat.Seat], s)
		}
		for _, name := range slices.Sorted(maps.Keys(by)) {
			list := by[name]
			ctx, b := onPhoneOf(t, 390, 844, slices.Index(twelve, name), list[0].seat, list[0].public)
			for _, size := range sizes {
				do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1]), chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch))
				for n, s := range list {
					seat, all := s.seat, s.public
					seat.Turn = uint64(1000*size[0] + n) // each is new to the phone
					ask[any](ctx, t, `for (const e of document.querySelector('#p-ask').children) e.dataset.old = ''`)
					b.Mu.Lock()
					b.Seats = func(string) desk.Seat { return seat }
					b.Mu.Unlock()
					b.Set(func(lang.Lang) desk.Public { return all })
					b.Tell(box.PodEvent{Pod: hw.Pod(0)})
					where := fmt.Sprintf("%s of %s at %d", s.name, name, size[0])
					prompt := seat.Asks[0].Prompt
					until(ctx, t, where, `document.querySelector('#question, .covered h2') && !document.querySelector('#p-ask > [data-old]')`)
					if seat.Secret && ask[bool](ctx, t, `!document.querySelector('#question')`) {
						assert.Empty(t, ask[[]string](ctx, t, inSight+`(['.covered h2', '#cover span'])`), where)
						// What the desk brings later may cover it once more.
						ask[any](ctx, t, `document.querySelector('#cover').click()`)
					}
					until(ctx, t, where+" "+prompt, `document.querySelector('#question') || document.querySelector('#cover:not([aria-pressed="true"])')?.click()`)
					still(ctx, t)
					if !assert.Empty(t, ask[[]string](ctx, t, inSight+`(['#question'])`), where) {
						snap(ctx, t, fmt.Sprintf("every.phone.%s.%d.%d", name, n, size[0]))
					}
					ask[any](ctx, t, `document.body.classList.contains('open') && document.querySelector('#cover').click()`)
				}
			}
		}
	})
}
