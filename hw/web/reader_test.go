package web

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web/page"
	"consigliere/hw/web/webtest"
)

// screenReader returns a screen reader that others have made, guidepup's virtual one: GUIDEPUP is the path of its
// lib/esm/index.browser.js.
func screenReader(t *testing.T) string {
	t.Helper()
	path := os.Getenv("GUIDEPUP")
	if path == "" {
		t.Skip("GUIDEPUP is not set to lib/esm/index.browser.js of npm's @guidepup/virtual-screen-reader")
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// reads is what somebody does with a screen reader: it goes on from thing to thing until it comes to the one that it looks
// for, hears what it comes by, and acts on it.
const reads = `(async () => {
	const { virtual } = await import(URL.createObjectURL(new Blob([window.readerSource], { type: 'text/javascript' })));
	let at = 0;
	window.virtual = virtual;
	window.announced = async () => {
		const log = (await virtual.spokenPhraseLog()).slice(at);
		at += log.length;
		return log.filter((p) => /^(polite|assertive): /.test(p));
	};
	// what can be done, by what it is called
	window.doable = () => [...document.querySelectorAll('#cover, .choice, #take, .quick button, .ask [type=submit], .ask .stepper button, .buzz, #on, #read, #undo-yes')].filter((e) => !e.disabled && e.checkVisibility());
	window.goTo = async (e) => {
		const heard = [];
		for (let n = 0; n < 600; n++) {
			await virtual.next();
			const phrase = await virtual.lastSpokenPhrase();
			heard.push(phrase);
			if (virtual.activeNode === e) return { found: phrase, heard };
			if (!e.isConnected) return { gone: true, heard };
		}
		return { heard };
	};
	await virtual.start({ container: document.body });
	return true;
})()`

// step does one thing on the page by the reader.
const readOn = `(async () => {
	const all = doable();
	const covered = document.querySelector('.covered');
	const list = all.filter((e) => (e.id === 'cover') === !!covered);
	if (!list.length) return { idle: true };
	const e = list[Math.floor(Math.random() * list.length)];
	const question = document.querySelector('#question')?.innerText ?? '';
	const name = e.getAttribute('aria-label') ?? e.innerText.trim().split('\n')[0];
	const way = await goTo(e);
	if (way.gone) return { idle: true };
	await new Promise((done) => setTimeout(done, 450)); // whoever listens takes longer
	if (way.found && e.isConnected && !e.disabled) await virtual.act();
	return { name, question, choice: e.matches('.choice, .quick button'), ...way };
})()`

// TestScreenReader plays a game on a phone with nothing but a screen reader. What is asked is announced, and what it is about;
// each button has its name; the question is read before its answers; and nothing is said twice. With CONSIGLIERE_LONG it plays whole games of
// Naro, Khandan-ha and in Italian, too.
func TestScreenReader(t *testing.T) {
	source := screenReader(t)
	for _, c := range []struct {
		game, options string
		bots          int
		lang          lang.Lang
	}{
		{"naro", `{"chance":"box"}`, 3, lang.English},
		{"anygame", `{"play":"rock-paper-scissors"}`, 1, lang.Italian},
		{"anygame", `{"play":"sealed-auction"}`, 2, lang.Persian},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 2, lang.English},
	} {
		if !long() && c.lang != lang.Persian {
			continue
		}
		t.Run(c.game+string(c.lang), func(t *testing.T) {
			needsChromium(t)
			book, err := page.Sentences(c.lang)
			require.NoError(t, err)
			s := webtest.Run(t, box.Options{Speed: 3, Lang: c.lang, Seed: func() uint64 { return 7 }})
			g, _ := serveGuests(t, s, phone.GuestOptions{})
			ctx := tab(t, 390, 844, "light", c.lang)
			do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, cdp.SetBypassCSP, cdp.SetBypassCSPParams{Enabled: true})
				return err
			}), chromedp.Navigate(g.Invitation()))
			until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
			do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), "Ava"))
			press(ctx, t, "#join")
			until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
			text, err := json.Marshal(source)
			require.NoError(t, err)
			ask[any](ctx, t, "window.readerSource = "+string(text)+"; 0")
			require.True(t, ask[bool](ctx, t, reads))
			require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
			require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: c.game, Seats: []string{"Ava"}, Options: []byte(c.options)}, DrawSeed: true, Bots: c.bots}))
			// What was announced since the seat was asked something else, and how much of it before the last choice: what was announced
			// after that may be of another question already, though the box is asked for its turn only later.
			var since []string
			before := 0
			turn, steps, chosen := uint64(0), 0, 0
			listen := func() {
				all := ask[[]string](ctx, t, `announced()`)
				for i, line := range all {
					_, text, _ := strings.Cut(line, ": ")
					for _, before := range all[max(0, i-2):i] {
						_, was, _ := strings.Cut(before, ": ")
						assert.False(t, text == was && text != book["phone.yours"] && len([]rune(text)) > 3, "said twice: %q", text) // what was covered and uncovered is read again
					}
				}
				since = append(since, all...)
			}
			for end := time.Now().Add(8 * time.Minute); s.Snapshot().Public(lang.English).State != "over" && time.Now().Before(end); {
				d := s.Snapshot().Seat("Ava", c.lang)
				if d.Turn != turn {
					turn, since, before = d.Turn, since[before:], 0
				}
				type way struct {
					Idle     bool     `json:"idle"`
					Gone     bool     `json:"gone"`
					Choice   bool     `json:"choice"`
					Name     string   `json:"name"`
					Question string   `json:"question"`
					Found    string   `json:"found"`
					Heard    []string `json:"heard"`
				}
				listen()
				heard := len(since)
				w := ask[way](ctx, t, readOn)
				if w.Idle || w.Gone {
					time.Sleep(100 * time.Millisecond)
					continue
				}
				steps++
				require.NotEmpty(t, w.Found, "the reader does not come to %q: %q", w.Name, w.Heard)
				assert.Contains(t, w.Found, "button", w.Name)
				assert.Contains(t, strings.Join(strings.Fields(w.Found), " "), strings.Join(strings.Fields(w.Name), " "), "its name is read")
				listen()
				if w.Choice {
					chosen, before = chosen+1, heard
					asked := strings.Join(w.Heard, " | ")
					assert.Contains(t, asked+strings.Join(since, " | "), strings.TrimSpace(w.Question), "the question is heard before its answers")
				}
				if d := s.Snapshot().Seat("Ava", c.lang); w.Choice && d.Turn == turn && len(d.Asks) == 1 && d.Awaited && !d.After {
					assert.Contains(t, strings.Join(since, " | "), d.Asks[0].Prompt, "what is asked is announced")
				}
			}
			assert.Equal(t, "over", s.Snapshot().Public(lang.English).State)
			t.Logf("%d steps by the reader, %d of them choices", steps, chosen)
			assert.Positive(t, chosen)
		})
	}
}
