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
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/cmd/consigliere-hub/page"
	"consigliere/engine/event"
	"consigliere/engine/games"
	"consigliere/hw/command"
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
	tables := newTables(t, b, 12)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"))...)
	defer stop()
	ctx, stop := chromedp.NewContext(allocator)
	defer stop()
	ctx, stop = context.WithTimeout(ctx, 5*time.Minute)
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
	shoot := func(name string) { shoot(ctx, t, name) }
	tab := func(n int) chromedp.Action[chromedp.Void] {
		return chromedp.Click(chromedp.CSS(fmt.Sprintf("#tabs button:nth-child(%d)", n)))
	}
	do(chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(web.URL+"/?lang=en#"+b.Key()), chromedp.WaitVisible(chromedp.CSS(".table")))
	assert.Contains(t, text("#count"), "Tables: 12")
	assert.NotEmpty(t, text("#open"))

	// An event of 48 players at tables of 4.
	var players strings.Builder
	for _, name := range names48() {
		players.WriteString(name + "\n")
	}
	do(tab(3), chromedp.WaitVisible(chromedp.CSS("#event-name")))
	shoot("begin")
	do(chromedp.SendKeys(chromedp.CSS("#event-name"), "Autumn Cup"),
		chromedp.SetValue(chromedp.CSS("#event-players"), players.String()),
		click("Begin"), chromedp.WaitVisible(chromedp.CSS("#join")), click("Pair"), chromedp.WaitVisible(chromedp.CSS("#organiser .pod details")))
	assert.NotContains(t, text("#organiser"), "[object")

	// Every table begins with one OK, and plays a while.
	assert.Equal(t, "naro", roomOf(t, h).Event.Game)
	round := roomOf(t, h).Event.Rounds[0]
	require.Len(t, round.Tables, 12)
	for i, at := range round.Tables {
		r := tables[at.Number]
		until(t, "the box is told who plays there", func() bool { return slices.Equal(r.proposed().Seats, at.Seats) })
		r.begin(t)
		r.play(t, 12+9*i)
	}
	calls := tables[5]
	require.NoError(t, calls.Do(t.Context(), command.CallJudge{On: true}))
	do(tab(1), chromedp.WaitVisible(chromedp.CSS(".table.called")))
	shoot("room")
	do(tab(3), chromedp.WaitVisible(chromedp.CSS("#organiser .pod button.main")))
	shoot("organiser")
	do(click("Coming"))
	until(t, "the table hears that the judge comes", func() bool {
		calls.mu.Lock()
		defer calls.mu.Unlock()
		return calls.judge == "coming"
	})
	do(chromedp.WaitVisible(chromedp.CSS(".table.coming, #organiser .pod")), click("Done"))
	until(t, "the call is over", func() bool { return len(roomOf(t, h).Tables) == 12 && roomOf(t, h).Tables[4].Line.Judge == "" })

	// A screen of one table, for everybody.
	do(tab(1), chromedp.WaitVisible(chromedp.CSS(".table")), chromedp.Click(chromedp.CSS(`.table[data-box="`+tables[12].key+`"]`)), chromedp.WaitVisible(chromedp.CSS("#desk .lines")))
	until(t, "the screen shows who plays there", func() bool {
		shown := text("#desk")
		return strings.Contains(shown, "12") && strings.Contains(shown, "$")
	})
	shoot("desk")

	// Two tables end, and their results come by themselves. Of a third one the organiser enters it.
	for _, n := range []int{1, 2} {
		tables[n].play(t, 0)
	}
	until(t, "both results have come", func() bool {
		all := roomOf(t, h).Event.Rounds[0].Tables
		return all[0].Places != nil && all[1].Places != nil
	})
	do(tab(3), chromedp.WaitVisible(chromedp.CSS("#organiser .pod details")))
	do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[any](`(() => {
			const pod = [...document.querySelectorAll('#organiser .pod')].find(p => p.querySelector('.number')?.textContent === '3');
			pod.querySelector('details').open = true;
			pod.querySelectorAll('input').forEach((input, i) => { input.value = i + 1; });
		})()`))
		return err
	}))
	// What was typed stays while the results of others come.
	tables[4].play(t, 0)
	do(chromedp.WaitReady(chromedp.CSS("#result-1-4 input[value='1']")))
	shoot("result")
	do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[any](`document.querySelector('#result-1-3[open] button.main').click()`))
		return err
	}))
	until(t, "what the organiser has entered is kept", func() bool { return roomOf(t, h).Event.Rounds[0].Tables[2].Entered })
	best := tables[1].result(t)
	do(tab(2), chromedp.WaitVisible(chromedp.CSS("#event table")))
	until(t, "the standings name the winner", func() bool {
		standings := text("#event tbody")
		for name, place := range best {
			if place == 1 && !strings.Contains(standings, name) {
				return false
			}
		}
		return true
	})
	shoot("event")

	// The rest of the round, and the next.
	for _, at := range round.Tables[4:] {
		tables[at.Number].play(t, 0)
	}
	until(t, "the round is over", func() bool {
		return !slices.ContainsFunc(roomOf(t, h).Event.Rounds[0].Tables, func(t event.Table) bool { return t.Places == nil })
	})
	do(tab(3), chromedp.WaitVisible(chromedp.CSS("#join")), click("Pair round 2"))
	until(t, "the second round is paired", func() bool { return len(roomOf(t, h).Event.Rounds) == 2 })
	shoot("round-2")
	do(chromedp.Navigate(web.URL+"/?lang=fa"), chromedp.WaitVisible(chromedp.CSS(".table")), tab(2), chromedp.WaitVisible(chromedp.CSS("#event table")))
	way, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.documentElement.dir"))
	require.NoError(t, err)
	assert.Equal(t, "rtl", way)

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

// names48 are the players of a club whose members come from three countries.
func names48() (names []string) {
	for _, first := range []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farhad", "Giulia", "باران", "دارا", "نگار", "مهری", "Luca"} {
		for _, last := range []string{"Rossi", "Karimi", "Smith", "Bianchi"} {
			names = append(names, first+" "+last)
		}
	}
	names[45] = "یاس\u202e رضایی"
	return names
}

// No event is begun for tables that the game is not for.
func TestGamesOfEvents(t *testing.T) {
	for _, title := range games.All() {
		if can, is := hall.Games()[title.ID]; is {
			assert.Equal(t, [2]int{title.MinSeats, title.MaxSeats}, can, title.ID)
			for _, l := range []string{"en", "it", "fa"} {
				messages, err := os.ReadFile("../../engine/" + title.ID + "/face/messages." + l + ".toml")
				require.NoError(t, err)
				assert.Contains(t, string(messages), `"game.title" = "`+wordsOf(t, l)["game_"+title.ID]+`"`, "it has one name everywhere")
			}
		}
	}
	b := startBroker(t, broker.Options{Dir: t.TempDir()})
	h := runHall(t, b)
	require.ErrorContains(t, h.Do(&hall.Command{Do: "event", Game: "naro", Least: 3, Most: 4, Players: "a\nb\nc"}), "naro is for 4 to 8 players")
}

// wordsOf returns the words of a language.
func wordsOf(t *testing.T, l string) map[string]string {
	t.Helper()
	data, err := os.ReadFile("page/files/words." + l + ".json")
	require.NoError(t, err)
	words := map[string]string{}
	require.NoError(t, json.Unmarshal(data, &words))
	return words
}

// Each page has words in each language, and asks for none that is missing.
func TestWords(t *testing.T) {
	// What is wrong is said in English by the hub, and by the page in the other languages.
	var wrong []string
	for _, folder := range []string{"hall", "broker", "../../engine/event"} {
		files, err := filepath.Glob(folder + "/*.go")
		require.NoError(t, err)
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range regexp.MustCompile(`\bWrong\("(\w+)"`).FindAllSubmatch(source, -1) {
				wrong = append(wrong, string(m[1]))
			}
		}
	}
	slices.Sort(wrong)
	wrong = slices.Compact(wrong)
	require.NotEmpty(t, wrong)
	keys, problems := map[string][]string{"en": nil}, map[string][]string{}
	for _, l := range []string{"en", "it", "fa"} {
		for k, v := range wordsOf(t, l) {
			if key, is := strings.CutPrefix(k, "wrong_"); is {
				problems[l] = append(problems[l], key)
				continue
			}
			keys[l] = append(keys[l], k)
			assert.NotEmpty(t, v, k)
		}
	}
	assert.Empty(t, problems["en"])
	assert.ElementsMatch(t, wrong, problems["it"])
	assert.ElementsMatch(t, wrong, problems["fa"])
	assert.ElementsMatch(t, keys["en"], keys["it"])
	assert.ElementsMatch(t, keys["en"], keys["fa"])
	script, err := os.ReadFile("page/files/hub.js")
	require.NoError(t, err)
	for _, k := range keys["en"] {
		stem := k
		for _, prefix := range []string{"why_", "state_", "judge_", "then_", "game_"} {
			if strings.HasPrefix(k, prefix) && k != "judge_times" {
				stem = prefix
			}
		}
		assert.Contains(t, string(script), stem, "nothing says %s", k)
	}
}
