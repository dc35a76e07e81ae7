package web

import (
	"crypto/rand"
	"slices"
	"strings"
	"testing"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A host says on the phone which Wi-Fi the box is to join, where the machine can be told, and nobody else
// sees that it can.
func TestHostJoinsWiFi(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	ctx := tab(t, 390, 844, "light", lang.English)
	b := webtest.NewBox(4)
	menu := func(joins bool) func(lang.Lang) desk.Public {
		return func(l lang.Lang) desk.Public {
			d := webtest.SceneMenu(l)
			d.Joins = joins
			return d
		}
	}
	b.Set(menu(false))
	g, server := serveGuests(t, b, phone.GuestOptions{})
	do(ctx, t, chromedp.Navigate(g.Invitation()))
	until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), "Ava"))
	press(ctx, t, "#join")
	until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
	g.SetHost("Ava", true)
	until(ctx, t, "the host may begin a game", `document.querySelector('.hosts')`)
	assert.False(t, ask[bool](ctx, t, `!!document.querySelector('#wifi')`), "nothing can join a Wi-Fi here")

	b.Set(menu(true))
	until(ctx, t, "it can", `document.querySelector('#wifi')`)
	press(ctx, t, "#wifi summary")
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#wifi-name"), "House"), chromedp.SendKeys(chromedp.CSS("#wifi-password"), "long enough"))
	if *shots != "" {
		picture(ctx, t, "wifi")
	}
	press(ctx, t, "#wifi-join")
	assert.Eventually(t, func() bool {
		return slices.ContainsFunc(b.All(), func(s string) bool { return strings.Contains(s, "House") && strings.Contains(s, "long enough") })
	}, phonetest.Patience, phonetest.Tick, "%v", b.All())
	until(ctx, t, "the password is not kept on the page", `document.querySelector('#wifi-password').value === ''`)
	other := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
	other.Wait("it is shown the table", func(_ *phonetest.Told, b *phonetest.Board) bool { return b.T != "" })
	other.Mu.Lock()
	defer other.Mu.Unlock()
	for _, m := range other.Raws {
		assert.NotContains(t, m.Data, `"joins"`)
	}
}
