package web

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// axe returns a checker of accessibility that others have made, axe-core: AXE is the path of its axe.min.js, which
// .ci/run takes from npm.
func axe(t *testing.T) string {
	t.Helper()
	path := os.Getenv("AXE")
	if path == "" {
		t.Skip("AXE is not set to axe.min.js of axe-core; .ci/run does")
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// A violation is a rule that a page breaks, and where.
type violation struct {
	ID, Help string
	Nodes    []string
}

// violations returns what axe finds on a page. Pictures that are being drawn anew between two of its looks are no
// fault of the page, so what it finds must be there twice.
func violations(ctx context.Context, t *testing.T, source string) []violation {
	t.Helper()
	if !ask[bool](ctx, t, `!!window.axe`) {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](source+"; true"))
		require.NoError(t, err)
	}
	look := func() []violation {
		return ask[[]violation](ctx, t, `axe.run(document, { resultTypes: ['violations'], preload: false }).then((r) => r.violations.map((v) => ({ id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 200) + ' ' + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? '')) })))`)
	}
	first := look()
	if len(first) == 0 {
		return nil
	}
	again := look()
	return slices.DeleteFunc(first, func(v violation) bool {
		return !slices.ContainsFunc(again, func(w violation) bool { return w.ID == v.ID })
	})
}

// TestAxe checks that axe-core finds nothing on the panel's page, a phone and /screen while a game of each title is
// begun and played by bots and one phone: whenever something else is asked, all three are looked at.
func TestAxe(t *testing.T) {
	t.Parallel()
	wide(t)
	source := axe(t)
	for _, c := range []struct {
		game, script string
		seats        int
		lang         lang.Lang
		when         bool
	}{
		{"naro", "", 4, lang.English, true},
		{"derpate", "", 2, lang.Italian, long()},
		{"corleone", "", 3, lang.English, long()},
		{"khandan", "", 3, lang.Persian, long()},
		{"anygame", "werewolf", 6, lang.Persian, true},
		{"anygame", "sealed-auction", 3, lang.Persian, long()},
	} {
		if !c.when {
			continue
		}
		t.Run(c.game+c.script, func(t *testing.T) {
			needsChromium(t)
			s := webtest.Run(t, box.Options{Speed: 12, Lang: c.lang, Seed: func() uint64 { return 9 }})
			g, _ := serveGuests(t, s, phone.GuestOptions{})
			server, err := New(s, nil)
			require.NoError(t, err)
			server.ShowGuests(g)
			url := serveOn(t, server)
			phone := tab(t, 320, 640, "light", c.lang)
			do(phone, t, chromedp.Navigate(g.Invitation()))
			panel := tab(t, 1400, 900, "dark", c.lang)
			do(panel, t, chromedp.Navigate(url))
			screen := tab(t, 1920, 1080, "dark", c.lang)
			do(screen, t, chromedp.Navigate(url+"/screen"))
			pages := []struct {
				name string
				ctx  context.Context
			}{{"panel", panel}, {"phone", phone}, {"screen", screen}}
			found := map[string]bool{}
			look := func(phase string) {
				for _, p := range pages {
					for _, v := range violations(p.ctx, t, source) {
						for _, n := range v.Nodes {
							line := fmt.Sprintf("%s, %s: %s (%s)", p.name, v.ID, n, v.Help)
							if !found[line] {
								found[line] = true
								assert.Fail(t, "axe finds something", "%s, %s", phase, line)
							}
						}
					}
				}
			}
			until(panel, t, "the menu is there", `document.querySelector('#setup')`)
			until(phone, t, "one may say who one is", `document.querySelector('#name')`)
			look("menu")
			do(phone, t, chromedp.SendKeys(chromedp.CSS("#name"), "Ava"))
			press(phone, t, "#join")
			until(phone, t, "it has a seat", `document.body.classList.contains('seat')`)
			look("lobby")
			// The page is there already, so that whoever plays on it begins at once.
			ask[bool](phone, t, "(() => { const addEventListener = (_, f) => f(); "+thumb+" return true; })()")
			options := []byte(`{"chance":"box"}`)
			if c.script != "" {
				options = fmt.Appendf(nil, `{"play":%q}`, c.script)
			}
			require.NoError(t, s.Do(t.Context(), command.Start{
				Header: engine.Header{Game: c.game, Seats: []string{"Ava"}, Options: options}, DrawSeed: true, Bots: c.seats - 1,
			}))
			phase, looks := "", 0
			for begun := time.Now(); time.Since(begun) < phonetest.Patience && looks < 8; time.Sleep(50 * time.Millisecond) {
				d := s.Snapshot().Public(lang.English)
				if now := d.State + ", " + d.Phase + ", " + d.Heading; now != phase {
					phase = now
					look(phase)
					looks++
				}
				if d.State == "over" {
					break
				}
			}
			assert.Greater(t, looks, 2, "it was played")
		})
	}
}
