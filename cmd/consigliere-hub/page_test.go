package main

import (
	"context"
	"encoding/json"
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
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// An organiser begins an event on the page, pairs it, and enters a result; tables tell theirs, a table calls a judge, and
// everybody's page follows. With CONSIGLIERE_PICTURES=DIR it leaves pictures to look at.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a browser")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("chromium is missing")
	}
	dir := t.TempDir()
	b := startBroker(t, broker.Options{Dir: dir, Open: true})
	h := runHall(t, b)
	web := httptest.NewServer(page.New(h, b.Key(), func(ctx context.Context, w io.Writer) error { return hall.Lines(ctx, b, w) }).Handler(false))
	defer web.Close()
	outposts := make([]*outpost, 12)
	for i := range outposts {
		outposts[i] = newOutpost(t, "nats://"+b.Addr())
		outposts[i].box.show("play-0001.jsonl")
		settled(t, outposts[i])
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"))...)
	defer stop()
	ctx, stop := chromedp.NewContext(allocator)
	defer stop()
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	do := func(actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		for _, a := range actions {
			_, err := chromedp.Run(ctx, a)
			require.NoError(t, err)
		}
	}
	text := func(selector string) string {
		t.Helper()
		s, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(selector)))
		require.NoError(t, err)
		return s
	}
	click := func(label string) chromedp.Action[chromedp.Void] {
		script := fmt.Sprintf("[...document.querySelectorAll('#organiser button')].find(b => b.textContent.startsWith(%q)).click()", label)
		return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Run(ctx, chromedp.Evaluate[any](script))
			return err
		})
	}
	shoot := func(name string) {
		t.Helper()
		to := os.Getenv("CONSIGLIERE_PICTURES")
		if to == "" {
			return
		}
		for _, width := range []int64{1920, 1400, 390} {
			do(chromedp.EmulateViewport(width, 1000), chromedp.Sleep(400*time.Millisecond))
			png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(to, fmt.Sprintf("%s-%d.png", name, width)), png, 0o600))
		}
		do(chromedp.EmulateViewport(1400, 1000))
	}
	tab := func(n int) chromedp.Action[chromedp.Void] {
		return chromedp.Click(chromedp.CSS(fmt.Sprintf("#tabs button:nth-child(%d)", n)))
	}
	do(chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(web.URL+"/?lang=en#"+b.Key()), chromedp.WaitVisible(chromedp.CSS(".table")))
	assert.Contains(t, text("#count"), "Tables: 12")
	assert.NotEmpty(t, text("#open"))
	shoot("room")

	// A table calls.
	o := outposts[4]
	o.box.mu.Lock()
	o.box.desk.Judge = "called"
	o.box.mu.Unlock()
	o.box.show("play-0001.jsonl")
	do(chromedp.WaitVisible(chromedp.CSS(".table.called")), tab(3), chromedp.WaitVisible(chromedp.CSS("#organiser .pod button.main")), click("Coming"))
	until(t, "the table hears that the judge comes", func() bool {
		for _, c := range o.box.commands() {
			if j, is := c.(command.Judge); is {
				return j.State == "coming"
			}
		}
		return false
	})

	// An event of 40 players at tables of 3 and 4.
	var players strings.Builder
	for i := range 39 {
		fmt.Fprintf(&players, "Player %d\n", i+1)
	}
	players.WriteString("مهری\u202e\n")
	do(chromedp.SendKeys(chromedp.CSS("#event-name"), "Evening"), chromedp.SetValue(chromedp.CSS("#event-players"), players.String()),
		click("Begin"),
		chromedp.WaitVisible(chromedp.CSS("#join")),
		click("Pair"),
		chromedp.WaitVisible(chromedp.CSS("#organiser .pod details")))
	assert.NotContains(t, text("#organiser"), "[object")
	assert.Contains(t, text("#organiser .pod:has(.number)"), "Player")
	shoot("organiser")
	var propose command.Propose
	until(t, "the box is told who plays there", func() bool {
		for _, c := range outposts[0].box.commands() {
			if p, is := c.(command.Propose); is && len(p.Seats) > 0 {
				propose = p
			}
		}
		return len(propose.Seats) > 0
	})
	assert.Equal(t, "naro", propose.Game)

	// The table plays, and its result arrives by itself.
	first := outposts[0]
	first.box.mu.Lock()
	first.box.desk = desk.Public{State: "over", Journal: "play-0002.jsonl", Game: "naro", Score: &desk.Score{}}
	for i, name := range propose.Seats {
		first.box.desk.Seats = append(first.box.desk.Seats, desk.Player{Name: name})
		first.box.desk.Score.Rows = append(first.box.desk.Score.Rows, desk.ScoreRow{Seat: name, Rank: i + 1})
	}
	first.box.mu.Unlock()
	first.box.streams.Tell(box.DeskEvent{At: time.Hour})
	var standings string
	until(t, "the result has arrived", func() bool {
		data, err := h.Room(false)
		require.NoError(t, err)
		standings = string(data)
		return strings.Contains(standings, `"places":[1,2,3`)
	})
	do(tab(2), chromedp.WaitVisible(chromedp.CSS("#event table")))
	until(t, "the standings name the winner", func() bool { return strings.Contains(text("#event tbody tr"), propose.Seats[0]) })
	shoot("event")
	do(chromedp.Navigate(web.URL+"/?lang=fa"), chromedp.WaitVisible(chromedp.CSS(".table")), tab(2), chromedp.WaitVisible(chromedp.CSS("#event table")))
	way, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.documentElement.dir"))
	require.NoError(t, err)
	assert.Equal(t, "rtl", way)
	shoot("event-fa")
	do(tab(1), chromedp.WaitVisible(chromedp.CSS(".table")))
	shoot("room-fa")

	// Whoever has no key sees the room and changes nothing.
	response, err := web.Client().Post(web.URL+"/do", "application/json", strings.NewReader(`{"do":"pair"}`))
	require.NoError(t, err)
	assert.Equal(t, 403, response.StatusCode)
	require.NoError(t, response.Body.Close())
	public, err := h.Room(false)
	require.NoError(t, err)
	assert.NotContains(t, string(public), b.Code())
	assert.NotContains(t, string(public), b.Key())
}

// Each page has words in each language, and asks for none that is missing.
func TestWords(t *testing.T) {
	keys := map[string][]string{}
	for _, l := range []string{"en", "it", "fa"} {
		data, err := os.ReadFile("page/files/words." + l + ".json")
		require.NoError(t, err)
		words := map[string]string{}
		require.NoError(t, json.Unmarshal(data, &words))
		for k, v := range words {
			keys[l] = append(keys[l], k)
			assert.NotEmpty(t, v, k)
		}
	}
	assert.ElementsMatch(t, keys["en"], keys["it"])
	assert.ElementsMatch(t, keys["en"], keys["fa"])
	script, err := os.ReadFile("page/files/hub.js")
	require.NoError(t, err)
	for _, k := range keys["en"] {
		stem := k
		for _, prefix := range []string{"why_", "state_", "judge_"} {
			if strings.HasPrefix(k, prefix) && k != "judge_times" {
				stem = prefix
			}
		}
		assert.Contains(t, string(script), stem, "nothing says %s", k)
	}
}
