package main

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/cmd/consigliere-hub/page"
	"consigliere/hw/desk"
)

// shoot leaves pictures of a page in each language and width in the folder of CONSIGLIERE_PICTURES, if there is one.
func shoot(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	to := os.Getenv("CONSIGLIERE_PICTURES")
	if to == "" {
		return
	}
	speak := func(lang string) {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(`(async () => {
			const s = document.getElementById('lang'), was = document.documentElement.lang;
			s.value = %q;
			await s.onchange();
			return was !== s.value;
		})()`, lang), chromedp.EvalAwaitPromise))
		require.NoError(t, err)
	}
	spoken, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.documentElement.lang"))
	require.NoError(t, err)
	for _, lang := range []string{"en", "it", "fa"} {
		speak(lang)
		for _, width := range []int64{1920, 1400, 390} {
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 1000), chromedp.Sleep(200*time.Millisecond)))
			size, err := chromedp.Run(ctx, chromedp.Evaluate[[]int64]("[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight]"))
			require.NoError(t, err)
			assert.LessOrEqual(t, size[0], int64(0), "%s is wider than the window of %d", name, width)
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, max(size[1], 1000)), chromedp.Sleep(200*time.Millisecond)))
			png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(to, fmt.Sprintf("%s-%s-%d.png", name, lang, width)), png, 0o600))
		}
	}
	speak(spoken)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1400, 1000)))
}

// openHubPage opens the organiser's page of a hub in a browser.
func openHubPage(t *testing.T, b *broker.Broker, h *hall.Hall) context.Context {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("chromium is missing")
	}
	web := httptest.NewServer(page.New(h, b.Key(), func(ctx context.Context, w io.Writer) error { return hall.Lines(ctx, b, w) }).Handler(false))
	t.Cleanup(web.Close)
	ctx, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"))...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(web.URL+"/?lang=en#"+b.Key()), chromedp.WaitVisible(chromedp.CSS("#tabs"))))
	return ctx
}

// TestPictures leaves pictures of what TestPage does not come to: a great hall, its map, boxes that want in, a countdown and what
// goes wrong.
func TestPictures(t *testing.T) {
	if os.Getenv("CONSIGLIERE_PICTURES") == "" {
		t.Skip("makes pictures; CONSIGLIERE_PICTURES=DIR says where")
	}
	dir := t.TempDir()
	options := broker.Options{Dir: dir, Listen: "127.0.0.1:0", Open: true}
	b, err := broker.Start(t.Context(), options)
	require.NoError(t, err)
	defer func() { b.Stop() }()
	h := runHall(t, b)
	const many = 200
	all := make([]*outpost, many)
	for i := range all {
		all[i] = newOutpost(t, "nats://"+b.Addr())
		until(t, "the box is known", func() bool { return len(b.Boxes()) == i+1 && b.Table(all[i].key.Public()) == i+1 })
		all[i].box.mu.Lock()
		d := &all[i].box.desk
		d.State, d.Journal, d.Game, d.GameTitle, d.Lang = "play", "play-0001.jsonl", "naro", "Ca$h 'n Naro", []string{"en", "it", "fa"}[i%3]
		d.Phase, d.Round = []string{"Aim", "Si mira", "نشانه‌گیری"}[i%3], 1+i%8
		names := [][]string{{"Ava Rossi", "Babak", "Chiara", "Dario"}, {"باران کریمی", "دارا", "نگار", "مهری"}, {"Maximilian Featherstonehaugh", "Luca", "Elena", "Farhad"}}[i/2%3]
		for j, n := range names {
			d.Seats = append(d.Seats, desk.Player{Name: n, Awaited: (i+j)%3 == 0})
		}
		switch {
		case i%23 == 7:
			d.Judge = "called"
		case i%41 == 3:
			d.Judge = "coming"
		case i%17 == 5:
			d.Paused = true
		case i%29 == 11:
			d.State = "menu"
		case i%5 == 0:
			d.Seconds = 95
		}
		all[i].box.mu.Unlock()
		all[i].box.tell()
	}
	for _, o := range all {
		until(t, "all is told", func() bool { s := o.Status(); return s.Reached && s.Waiting == 0 })
	}
	time.Sleep(time.Second)
	ctx := openHubPage(t, b, h)
	require.NoError(t, chromedp.Do(ctx, chromedp.WaitVisible(chromedp.CSS(".table"))))
	shoot(ctx, t, "hall-200")
	var plan strings.Builder
	for i := range many {
		fmt.Fprintf(&plan, "%d ", i+1)
		if i%16 == 7 {
			plan.WriteString(". ")
		}
		if i%16 == 15 {
			plan.WriteString("\n")
		}
		if i == 95 {
			plan.WriteString("\n")
		}
	}
	require.NoError(t, h.Do(&hall.Command{Do: "plan", Text: plan.String()}))
	press := func(js string) {
		t.Helper()
		_, err := chromedp.Run(ctx, chromedp.Evaluate[any](js))
		require.NoError(t, err)
	}
	until(t, "the map can be had", func() bool {
		n, err := chromedp.Run(ctx, chromedp.Evaluate[int]("document.querySelectorAll('#filters button').length"))
		return err == nil && n == 6
	})
	press(`document.querySelector('#filters button:last-of-type').click()`)
	shoot(ctx, t, "plan-200")
	for i := 40; i < many; i++ {
		require.NoError(t, b.Set(all[i].key.Public(), broker.Revoked))
	}
	require.NoError(t, h.Do(&hall.Command{Do: "plan", Text: "1 2 3 4 . 5 6 7 8\n9 10 11 12 . 13 14 15 16\n\n17 18 19 20 . 21 22 23 24\n25 26 27 28 . 29 30 31 32\n. . . . . 33 34 35 36\n90"}))
	time.Sleep(time.Second)
	shoot(ctx, t, "plan-40")
	press(`document.querySelectorAll('#filters button')[1].click()`)
	shoot(ctx, t, "plan-40-called")
	press(`document.querySelector('#filters button:last-of-type').click()`)
	shoot(ctx, t, "room-40-called")
	press(`document.querySelectorAll('#filters button')[0].click()`)
	shoot(ctx, t, "room-40")
	press(`document.querySelectorAll('#tabs button')[2].click()`)
	press(`document.querySelector('#plan-edit').open = true`)
	shoot(ctx, t, "boxes")
	require.NoError(t, h.Do(&hall.Command{Do: "start", Text: "دور ۲ \u202eRound 2"}))
	time.Sleep(700 * time.Millisecond)
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(os.Getenv("CONSIGLIERE_PICTURES"), "countdown.png"), png, 0o600))

	// A hub that asks before it lets a box in.
	strict := startBroker(t, broker.Options{Dir: t.TempDir()})
	h = runHall(t, strict)
	for i, state := range []broker.State{broker.In, broker.Waiting, broker.Revoked} {
		o := newOutpost(t, "nats://"+strict.Code()+"@"+strict.Addr())
		until(t, "the box asks", func() bool { return len(strict.Boxes()) == i+1 })
		if state != broker.Waiting {
			require.NoError(t, strict.Set(o.key.Public(), broker.In))
			until(t, "it is in", func() bool { return o.Status().Reached })
		}
		if state == broker.In {
			clone := &outpost{box: newFakeBox(), dir: t.TempDir(), at: o.at, key: o.key}
			clone.start(t)
			defer clone.kill()
			until(t, "the organiser is told", func() bool { return !strict.Boxes()[0].Clone.IsZero() })
		}
		if state == broker.Revoked {
			require.NoError(t, strict.Set(o.key.Public(), state))
		}
	}
	ctx = openHubPage(t, strict, h)
	shoot(ctx, t, "strict-room")
	_, err = chromedp.Run(ctx, chromedp.Evaluate[any](`document.querySelectorAll('#tabs button')[2].click()`))
	require.NoError(t, err)
	shoot(ctx, t, "strict-boxes")
}
