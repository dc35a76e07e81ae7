package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// thumb is somebody who plays on a phone: it sees nothing but the page, and presses what there is
// to press. It notes what the page was asked and how often it had to say that an answer was late.
const thumb = `addEventListener('DOMContentLoaded', () => {
	const any = (list) => list[Math.floor(Math.random() * list.length)];
	const all = (css) => [...document.querySelectorAll(css)].filter((e) => !e.disabled && e.offsetParent);
	setInterval(() => {
		if (!document.body.classList.contains('seat')) return;
		if (document.querySelector('.covered')) { document.querySelector('#cover')?.click(); return; }
		for (const yes of all('#undo-yes')) { yes.click(); return; }
		const form = document.querySelector('.ask form');
		if (form) {
			for (const s of form.querySelectorAll('select')) { s.value = any([...s.options].filter((o) => o.value && !o.disabled)).value; s.dispatchEvent(new Event('change')); }
			for (const f of form.querySelectorAll('.die')) any([...f.querySelectorAll('input')])?.click();
			for (const b of form.querySelectorAll('.stepper .pen:last-child')) if (Math.random() < .5) b.click();
			const card = any([...form.querySelectorAll('.heap button:not(:disabled)')]);
			const done = form.querySelector('[type=submit]');
			if (card && (done.disabled || Math.random() < .6)) card.click();
			if (!done.disabled) done.click();
			return;
		}
		document.querySelector('#spots:not([open]) > summary')?.click();
		const take = document.querySelector('#take:not(:disabled)');
		if (take && Math.random() < .6) { take.click(); return; }
		any(all('.ask .choice, .ask .buzz, .quick button'))?.click();
	}, 60);
});`

// TestPhonesPlayInTheBrowser plays games on phones in a browser, in three languages at one table,
// while every line is cut at random and pages are loaded anew. Nothing is lost, and no move is
// made twice: the play ends, and its record is right. With CONSIGLIERE_LONG set all scripts for other
// games that end by themselves are played, and whole games of Naro and Der Pate, on phones alone and on
// phones and pods.
func TestPhonesPlayInTheBrowser(t *testing.T) {
	t.Parallel()
	wide(t)
	for _, c := range []struct {
		game, script        string
		phones, pods, bots  int
		speed               float64
		moves               int // after how many it is enough; 0: the whole game
		long                bool
		cutEvery, loadEvery time.Duration
	}{
		{"anygame", "card-draft", 3, 0, 0, 24, 40, false, time.Second, 5 * time.Second},
		{"anygame", "card-draft", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "debate", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "planning-poker", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "prize-cards", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "quiz", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "rock-paper-scissors", 3, 0, 0, 24, 0, false, time.Second, 5 * time.Second},
		{"anygame", "sealed-auction", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "secret-missions", 3, 0, 2, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "stay-or-leave", 3, 0, 0, 24, 0, true, time.Second, 5 * time.Second},
		{"anygame", "werewolf", 3, 0, 3, 24, 0, true, time.Second, 5 * time.Second},
		{"naro", "", 2, 0, 2, 12, 16, false, 700 * time.Millisecond, 2 * time.Second},
		{"naro", "", 8, 0, 0, 6, 0, true, time.Second, 5 * time.Second},
		{"derpate", "", 4, 0, 0, 12, 0, true, time.Second, 5 * time.Second},
		{"naro", "", 4, 4, 0, 6, 0, true, time.Second, 5 * time.Second},
	} {
		if c.long && !long() {
			continue
		}
		t.Run(fmt.Sprintf("%s-%d-%d", cmp.Or(c.script, c.game), c.phones, c.pods), func(t *testing.T) {
			needsChromium(t)
			var play *table.Table
			s := webtest.Run(t, box.Options{Speed: c.speed, Seed: func() uint64 { return 9 }, OnTable: func(p *table.Table) { play = p }})
			g, server := serveGuests(t, s, phone.GuestOptions{})
			names := webtest.CastEN[:c.phones+c.pods]
			var tabs []context.Context
			for i := range c.phones {
				ctx := tab(t, 360, 740, "light", lang.All()[i%len(lang.All())])
				do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
					_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: thumb})
					return err
				}), chromedp.Navigate(g.Invitation()))
				until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
				do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), names[i]))
				press(ctx, t, "#join")
				until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
				tabs = append(tabs, ctx)
			}
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
			options := []byte(`{"chance":"box"}`)
			if c.script != "" {
				options = fmt.Appendf(nil, `{"play":%q}`, c.script)
			}
			require.NoError(t, s.Do(t.Context(), command.Start{
				Header: engine.Header{Game: c.game, Seats: names, Options: options}, DrawSeed: true, Bots: c.bots,
			}))

			r := mrand.New(mrand.NewPCG(9, uint64(c.phones)))
			// No line is cut, and no page loaded anew, twice without a move between: on a slow machine nobody would get to press anything.
			cuts, loads, cutAt, loadedAt := 0, 0, -1, -1
			begun, lastCut, lastLoad := time.Now(), time.Now(), time.Now()
			for {
				require.Less(t, time.Since(begun), 10*time.Minute, "the play has not ended")
				d := s.Snapshot().Public(lang.English)
				moves := play.Moves()
				if d.State == "over" || c.moves > 0 && moves >= c.moves && cuts > 2 && loads > 0 {
					break
				}
				for _, a := range d.Sheets {
					if !a.Optional && len(a.Options) > 0 { // somebody goes to the box
						err := s.Do(t.Context(), command.Type{Line: a.Options[r.IntN(len(a.Options))].Line})
						if no := (*engine.Refusal)(nil); !errors.As(err, &no) { // the phones may have gone on
							require.NoError(t, err)
						}
					}
				}
				if time.Since(lastCut) > c.cutEvery && moves > cutAt {
					lastCut, cutAt = time.Now(), moves
					server.Cut()
					cuts++
				}
				if time.Since(lastLoad) > c.loadEvery && moves > loadedAt {
					lastLoad, loadedAt = time.Now(), moves
					do(tabs[r.IntN(c.phones)], t, chromedp.Reload())
					loads++
				}
				for pod := c.phones; pod < c.phones+c.pods; pod++ {
					b := []hw.Button{hw.A, hw.B, hw.OK, hw.OK}[r.IntN(4)]
					for _, down := range []bool{true, false} {
						require.NoError(t, s.Do(t.Context(), command.Press{Pod: hw.Pod(pod), Button: b, Down: down}))
					}
				}
				time.Sleep(20 * time.Millisecond)
			}
			t.Logf("%d moves, %d cuts, %d reloads, %v", play.Moves(), cuts, loads, time.Since(begun))
			if c.moves > 0 {
				return
			}
			require.Eventually(t, func() bool { b, err := s.Record(t.Context()); return err == nil && b != nil }, phonetest.Patience, 50*time.Millisecond)
			record, err := s.Record(t.Context())
			require.NoError(t, err)
			again, err := table.Replay(bytes.NewReader(record), games.Find)
			require.NoError(t, err)
			assert.True(t, again.Over(), "the record plays to the end")
		})
	}
}
