package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/box"
	"consigliere/hw/lang"
)

// TestScriptsInTheBrowser plays scripts from the menu to the result with nothing but the page:
// pods are clicked, and what the table is asked is filled in on the sheet. What is found out must
// stand there with all names. With CONSIGLIERE_LONG set it plays those that take longer, too.
func TestScriptsInTheBrowser(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		script string
		seats  int
		lang   lang.Lang
		one    bool // one at a time does something, and others perhaps nothing in the whole play
		long   bool
	}{
		{"rock-paper-scissors", 3, lang.English, false, false},
		{"planning-poker", 3, lang.Persian, false, true},
		{"quiz", 3, lang.Italian, true, true},
		{"sealed-auction", 4, lang.Persian, false, true},
		{"secret-missions", 5, lang.Italian, false, true},
	} {
		if c.long && !long() {
			continue
		}
		t.Run(c.script+"-"+string(c.lang), func(t *testing.T) {
			t.Parallel()
			ctx := chromium(t)
			calm(ctx, t)
			s := webtest.Run(t, box.Options{Lang: c.lang, Speed: 30, Seed: func() uint64 { return 11 }})
			visit(ctx, t, serve(t, s), 1440, 900, 1, "light", c.lang)
			click := func(css string) {
				t.Helper()
				do(ctx, t, chromedp.Click(chromedp.CSS(css)))
			}
			ask[any](ctx, t, `document.querySelector('input[value="anygame"]').click()`)
			for range max(0, c.seats-4) { // the menu begins with four
				click("#more-seats")
			}
			for range max(0, 4-c.seats) {
				click(".seats li:last-child button")
			}
			do(ctx, t, chromedp.SetValue(chromedp.CSS(`#setup select[name="play"]`), c.script))
			click("#start")
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
			// Reveals pass quickly on a clock that runs fast: the page notes them.
			ask[any](ctx, t, `(() => {
				window.told = [];
				new MutationObserver(() => {
					const text = document.querySelector('.reveal')?.innerText;
					if (text && !window.told.includes(text)) window.told.push(text);
				}).observe(document.querySelector('#s-reveal'), { childList: true, subtree: true, characterData: true });
			})()`)
			ask[any](ctx, t, player+`; window.player = new Player(11, []); 0`)
			stretch := 20 * time.Second
			if *shots != "" {
				stretch = time.Second
			}
			var o played
			for end, n := time.Now().Add(10*time.Minute), 0; o.State != "over"; n++ {
				if time.Now().After(end) {
					stuck(ctx, t, o)
				}
				o = ask[played](ctx, t, fmt.Sprintf(`player.play(%d)`, stretch.Milliseconds()))
				picture(ctx, t, fmt.Sprintf("script-%s-%02d", c.script, n))
			}
			told := ask[[]string](ctx, t, `window.told`)
			t.Logf("%d answers on pods, %d on the sheet, %d reveals, the first: %q", o.Presses, o.Typed, len(told), told[:min(1, len(told))])
			assert.Positive(t, o.Presses)
			names := ask[[]string](ctx, t, `[...new Set([...document.querySelectorAll('.score th bdi')].map((e) => e.textContent))]`)
			require.Len(t, names, c.seats)
			shown := 0
			for _, name := range names {
				if slices.ContainsFunc(told, func(s string) bool { return strings.Contains(s, name) }) {
					shown++
				}
			}
			assert.True(t, shown == len(names) || c.one && shown > 0, "what each has chosen is shown by name: %q", told)
			picture(ctx, t, "script-over-"+c.script)
			replay(t, ask[string](ctx, t, `fetch('record').then((r) => r.text())`))
			assert.Empty(t, s.Warnings(), "what the drivers did wrong")
		})
	}
}

// TestToolsOnThePage begins a tool with one click on the page, sets another, and finds both as
// they were used last.
func TestToolsOnThePage(t *testing.T) {
	t.Parallel()
	wide(t)
	ctx := chromium(t)
	calm(ctx, t)
	s := webtest.Run(t, box.Options{Lang: lang.English, Journals: t.TempDir(), Seed: func() uint64 { return 3 }})
	visit(ctx, t, serve(t, s), 1440, 900, 1, "light", lang.English)
	leave := func() {
		t.Helper()
		do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)),
			chromedp.Click(chromedp.CSS("#leave")), chromedp.Click(chromedp.CSS("#leave-yes")),
			chromedp.WaitReady(chromedp.CSS(`body[data-state="menu"]`)))
	}
	ask[any](ctx, t, `(() => { const s = document.querySelector('#bots'); s.value = '2'; s.dispatchEvent(new Event('change')); })()`)
	ask[any](ctx, t, `document.querySelector('#tool-vote').click()`)
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
	assert.Zero(t, ask[int](ctx, t, `document.querySelectorAll('.pod .bot').length`), "bots that were to play a game do not vote")
	leave()
	assert.Equal(t, "tool-vote", ask[string](ctx, t, `document.querySelector('.toolbox button').id`), "what was used last is first")

	ask[any](ctx, t, `document.querySelector('input[value="anygame"]').click()`)
	do(ctx, t, chromedp.SetValue(chromedp.CSS(`#setup select[name="play"]`), "dice"))
	do(ctx, t, chromedp.SetValue(chromedp.CSS(`#setting-sides`), "20"))
	picture(ctx, t, "tools-settings")
	do(ctx, t, chromedp.SetValue(chromedp.CSS(`#setup select[name="play"]`), "vote"), chromedp.SendKeys(chromedp.CSS("#setting-question"), " Pizza  or پاستا? "))
	picture(ctx, t, "tools-question")
	do(ctx, t, chromedp.Click(chromedp.CSS("#start")), chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
	until(ctx, t, "it is asked as it was typed", `document.querySelector('#paper').innerText.includes('Pizza or پاستا?')`)
	picture(ctx, t, "tools-asked")
	leave()
	ask[any](ctx, t, `document.querySelector('input[value="anygame"]').click()`)
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#setting-question"), "Once more?"), chromedp.Click(chromedp.CSS("#start"))) // begun with all the same settings
	leave()
	ask[any](ctx, t, `document.querySelector('input[value="anygame"]').click()`)
	assert.Empty(t, ask[string](ctx, t, `document.querySelector('#setting-question').value`), "what was typed was for one game")
	do(ctx, t, chromedp.SetValue(chromedp.CSS(`#setup select[name="play"]`), "dice"), chromedp.SetValue(chromedp.CSS(`#setting-sides`), "20"))
	do(ctx, t, chromedp.Click(chromedp.CSS("#start")))
	leave()
	picture(ctx, t, "tools-menu")
	do(ctx, t, chromedp.Click(chromedp.CSS("#tool-dice")))
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
	for range 2 { // asked and lets go: once more and that is all
		do(ctx, t, chromedp.Click(chromedp.CSS("#panel .key-b")))
		do(ctx, t, chromedp.Click(chromedp.CSS("#panel .key-ok")))
	}
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="over"]`)))
	assert.Contains(t, ask[string](ctx, t, `fetch('record').then((r) => r.text())`), `"sides":20`)
}
