package web

import (
	"context"
	"fmt"
	"testing"

	"consigliere/hw/phone"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/anygame"
	"consigliere/engine/link"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// TestScriptByLink has a host paste links of the workshop on a phone: one that is cut, one with a mistake, and one that
// two phones then play.
func TestScriptByLink(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	s := webtest.Run(t, box.Options{Speed: 10, Seed: func() uint64 { return 5 }})
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
	g, _ := serveGuests(t, s, phone.GuestOptions{})
	var phones []context.Context
	for i, name := range []string{"Ava", "Babak"} {
		ctx := tab(t, 390, 844, "light", []lang.Lang{lang.English, lang.Persian}[i])
		do(ctx, t, chromedp.Navigate(g.Invitation()))
		until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
		do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), name))
		press(ctx, t, "#join")
		until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
		phones = append(phones, ctx)
	}
	host := phones[0]
	until(host, t, "the first is the host, and sees both", `document.querySelectorAll('.order li .pic').length === 2`)
	paste := func(link string) {
		t.Helper()
		ask[any](host, t, fmt.Sprintf(`document.querySelector('.bring').open = true; { const f = document.querySelector('#bring-link'); f.value = %q; f.dispatchEvent(new Event('input')); document.querySelector('#bring').click(); }`, link))
	}
	packed := func(script string) string {
		text, err := link.Encode([]byte(script))
		require.NoError(t, err)
		return "https://example.org/script/#" + text
	}
	good := packed(string(anygame.Text("rock-paper-scissors")))
	paste(good[:len(good)/2])
	until(host, t, "a link that is cut is explained", `document.querySelector('#p-slips').innerText.includes('The end of this link is missing')`)
	paste(packed("script: hide\ntitle: {en: Hide, fa: Hide, it: Hide}\n"))
	until(host, t, "what is wrong is said", `document.querySelector('#brought.refusal')?.innerText.includes('phases')`)
	assert.False(t, ask[bool](phones[1], t, `!!document.querySelector('#bring-link')`), "only a host brings anything")
	snap(host, t, "bring.wrong")
	paste(good)
	until(host, t, "it is offered", `document.querySelector('#brought #bring-play') && document.querySelector('#brought').innerText.includes('Rock, paper, scissors')`)
	ask[any](host, t, `document.querySelector('#brought').scrollIntoView({ block: 'center' })`)
	snap(host, t, "bring.offered")
	press(host, t, "#bring-play")
	for i, word := range []string{"Rock", "سنگ"} {
		until(phones[i], t, "it is asked, in its own language", fmt.Sprintf(`(() => { document.querySelector('#cover')?.click(); return document.querySelector('#p-ask').innerText.includes(%q); })()`, word))
		snap(phones[i], t, fmt.Sprintf("bring.play.%d", i))
	}
}
