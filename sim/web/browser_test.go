package web

import (
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/sim"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

var (
	shots = flag.String("shots", "", "write pictures of the page in all its dresses to this folder")
	only  = flag.String("only", "", "of the pictures, make only those whose names match this expression")
)

// chromium returns a browser of its own for the test.
func chromium(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no chromium on this machine: the page is not looked at")
	}
	if testing.Short() {
		t.Skip("a browser is not started in short tests")
	}
	ctx, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-first-run", true), chromedp.Flag("hide-scrollbars", true))...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(stop)
	return ctx
}

func serve(t *testing.T, box Box) string {
	t.Helper()
	s, err := New(box, nil)
	require.NoError(t, err)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		h.Close()
	})
	return h.URL
}

// do runs the steps; a failure ends the test.
func do(ctx context.Context, t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, steps...))
}

// ask returns the value of an expression in the page.
func ask[T any](ctx context.Context, t *testing.T, js string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js))
	require.NoError(t, err, js)
	return v
}

// dress opens the page in a size, a theme and a language.
func dress(ctx context.Context, t *testing.T, url string, w, h int, scale float64, theme string, l lang.Lang) {
	t.Helper()
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(scale)}
	if w < 600 {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	do(ctx, t, chromedp.EmulateViewport(int64(w), int64(h), options...), chromedp.Navigate(url))
	ask[any](ctx, t, fmt.Sprintf(`localStorage.setItem('consigliere.theme',%q);localStorage.setItem('consigliere.lang',%q)`, theme, l))
	do(ctx, t, chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(`body:not(.waiting) #pod0`)), chromedp.Sleep(400*time.Millisecond))
}

// TestPictures writes pictures for people to look at; it checks nothing.
func TestPictures(t *testing.T) {
	if *shots == "" {
		t.Skip("pictures are made with -shots DIR")
	}
	b := newFakeBox(8)
	for i := range b.pods {
		b.private[i] = write(128, 32, "Your bullet", "> Bang!  (2 left)")
	}
	b.main = write(128, 64, "Round 2 of 8", "Naro! Take aim", "on three", "  1  2  3")
	for i, c := range []hw.RGB{{R: 0xff, G: 0x80}, {R: 0xff, G: 0x80}, {R: 0x60, G: 0x30}, {}, {R: 0xff, G: 0x80}, {R: 0x20, G: 0x10}, {R: 0xff, G: 0x80}, {R: 0xff, G: 0x20, B: 0x20}} {
		b.lights[i] = c
	}
	url := serve(t, b)
	ctx := chromium(t)
	scenes := []struct {
		name  string
		scene func(lang.Lang) console.Desk
	}{{"menu", sceneMenu}, {"loot", sceneLoot}, {"aim", sceneAim}, {"powers", scenePowers}, {"over", sceneOver}}
	wanted := regexp.MustCompile(*only)
	take := func(name string) {
		do(ctx, t, chromedp.Sleep(450*time.Millisecond))
		png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644))
	}
	for _, theme := range []string{"dark", "light"} {
		for _, l := range lang.All() {
			for _, s := range scenes {
				if (l == lang.Italian) != (s.name == "powers") && l == lang.Italian {
					continue
				}
				name := fmt.Sprintf("%s-%s-%s", s.name, l, theme)
				if !wanted.MatchString(name) {
					continue
				}
				b.set(s.scene)
				caption := sim.SayEvent{Text: in(l, "One, two, three: Naro!", "یک، دو، سه: نارو!", "Uno, due, tre: Naro!"), Lang: string(l)}
				dress(ctx, t, url, 1440, 900, 1, theme, l)
				b.send(hw.Panel, caption)
				take("desk-" + name)
				if s.name == "aim" {
					do(ctx, t, chromedp.Click(chromedp.CSS("#pod4 .shutter")), chromedp.Click(chromedp.CSS("#pod7 .shutter")))
					take("desk-peek-" + name)
					do(ctx, t, chromedp.Click(chromedp.CSS("#ask")))
					take("desk-help-" + name)
				}
				dress(ctx, t, url, 390, 844, 2, theme, l)
				b.send(hw.Panel, caption)
				take("phone-" + name)
				do(ctx, t, chromedp.Click(chromedp.CSS("#tab")))
				take("phone-open-" + name)
			}
		}
	}
}
