package web

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/language"
	"consigliere/engine/link"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// TestEveryLanguage plays a game in each language of the table, at a table where one has a phone, the others
// pods, one of which is pressed on the panel's page. The pages are written as the table says, in its words and
// with its digits.
func TestEveryLanguage(t *testing.T) {
	t.Parallel()
	wide(t)
	for _, known := range language.All() {
		if (known.Tag == string(lang.English) || known.Tag == string(lang.Italian)) && !long() && *shots == "" {
			continue // TestWholeGame plays in English, on the page; TestPhonesPlayInTheBrowser in all, on phones
		}
		t.Run(known.Tag, func(t *testing.T) {
			needsChromium(t)
			l := lang.Lang(known.Tag)
			direction := map[bool]string{false: "ltr", true: "rtl"}[known.RightToLeft]
			s := webtest.Run(t, box.Options{Lang: l, Speed: 24, Site: "https://example.org/", Seed: func() uint64 { return 9 }})
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
			g, _ := serveGuests(t, s, phone.GuestOptions{})

			panel := tab(t, 1440, 900, "light", l)
			do(panel, t, chromedp.Navigate(serve(t, s)), chromedp.WaitVisible(chromedp.CSS(`body:not(.waiting) #pod0`)))
			plain(panel, t)
			phone := tab(t, 360, 740, "light", l)
			do(phone, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: thumb})
				return err
			}), chromedp.Navigate(g.Invitation()))
			until(phone, t, "one may say who one is", `document.querySelector('#name')`)
			do(phone, t, chromedp.SendKeys(chromedp.CSS("#name"), "Ava"))
			press(phone, t, "#join")
			until(phone, t, "it has a seat", `document.body.classList.contains('seat')`)

			require.NoError(t, s.Do(t.Context(), command.Start{
				Header:   engine.Header{Game: "anygame", Seats: []string{"Ava", "Babak", "Chiara"}, Options: []byte(`{"play":"card-draft"}`)},
				DrawSeed: true,
			}))
			until(panel, t, "the page plays", `document.body.dataset.state === 'play'`)
			until(phone, t, "the phone plays", `document.querySelector('#p-scene').textContent`)
			for _, ctx := range []context.Context{panel, phone} {
				assert.Equal(t, []string{known.Tag, direction}, ask[[]string](ctx, t, `[document.documentElement.lang, document.documentElement.dir]`))
				assert.Equal(t, string(known.Zero+2), ask[string](ctx, t, `import('./words.js').then((w) => w.num(2))`))
				assert.Equal(t, l.Number(1234567), ask[string](ctx, t, `import('./words.js').then((w) => w.num(1234567))`))
				assert.Equal(t, l.Clock(4000), ask[string](ctx, t, `import('./words.js').then((w) => w.clock(4000))`))
			}

			ask[any](panel, t, player+`; window.player = new Player(9); 0`)
			var o played
			for end := time.Now().Add(6 * time.Minute); o.State != "over"; {
				require.True(t, time.Now().Before(end), "the game comes to no end: %+v", o)
				// One round, as fast as hands are: faster ones are cut off.
				o = ask[played](panel, t, `new Promise((done) => { setTimeout(done, 200); }).then(() => player.play(1))`)
				for _, b := range []hw.Button{hw.A, hw.OK} { // at the pod itself
					for _, down := range []bool{true, false} {
						require.NoError(t, s.Do(t.Context(), command.Press{Pod: 1, Button: b, Down: down}))
					}
				}
			}
			assert.Positive(t, o.Presses, "pods were pressed on the page")

			d := s.Snapshot().Public(l)
			until(phone, t, "the phone tells the end", fmt.Sprintf(`document.body.innerText.includes(%q)`, d.Lines[0].Text))
			for _, ctx := range []context.Context{panel, phone} {
				assert.NotRegexp(t, `\b[a-z]+\.[a-z_]+[a-z]\b`, ask[string](ctx, t, `document.body.innerText`), "a key is no word")
			}
			if *shots != "" {
				picture(panel, t, "language-panel-"+known.Tag)
				picture(phone, t, "language-phone-"+known.Tag)
			}
			record, err := s.Record(t.Context())
			require.NoError(t, err)
			for _, ctx := range []context.Context{panel, phone} {
				film, err := link.Decode(ask[string](ctx, t, `document.querySelector('#film-open').href`))
				require.NoError(t, err)
				assert.Equal(t, string(record), string(film), "it can be watched again")
				assert.NotEmpty(t, ask[string](ctx, t, `document.querySelector('.film-code .qr path').getAttribute('d')`))
				ask[any](ctx, t, `document.querySelector('.film').scrollIntoView({ block: 'center' })`)
			}
			picture(panel, t, "film-panel-"+known.Tag)
			picture(phone, t, "film-phone-"+known.Tag)
			replay(t, string(record))
		})
	}
}

// TestNumbersStandTheRightWay checks where the sign of a number and the point of a place stand on the stage of a table that writes from right to
// left: no letter tells a browser.
func TestNumbersStandTheRightWay(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	b := webtest.NewBox(4)
	b.Set(func(l lang.Lang) desk.Public {
		d := webtest.SceneReveal(l)
		d.Board, d.Score = nil, nil
		d.Reveal.Lines = []desk.Line{{Seat: d.Seats[0].Name, Text: "۱."}, {Seat: d.Seats[1].Name, Text: "-۱"}}
		return d
	})
	_, server := serveGuests(t, b, phone.GuestOptions{})
	ctx := tab(t, 1280, 720, "dark", lang.Persian)
	do(ctx, t, chromedp.Navigate(server.URL+"/screen"))
	// which returns what of a text stands on the left.
	which := func(css, text string) string {
		t.Helper()
		has := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.textContent === %q)`, css, text)
		until(ctx, t, text+" is there", has)
		return ask[string](ctx, t, `(() => {
			const e = `+has+`;
			const left = (i) => { const r = document.createRange(); r.setStart(e.firstChild, i); r.setEnd(e.firstChild, i + 1); return r.getBoundingClientRect().left; };
			return left(0) < left(1) ? e.textContent[0] : e.textContent[1];
		})()`)
	}
	assert.Equal(t, ".", which("bdi", "۱."), "a place runs with the page")
	assert.Equal(t, "-", which("bdi", "-۱"), "a sign stands on the left")

	b.Set(func(l lang.Lang) desk.Public {
		d := webtest.SceneOver(l)
		d.Score.Rows[len(d.Score.Rows)-1].Total = -1
		return d
	})
	assert.Equal(t, "-", which(".podium .total", "-۱"), "a sign stands on the left")
}
