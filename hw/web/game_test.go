package web

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

//go:embed testdata/player.js
var player string

// played is what a player on the page has done so far, and what the page shows.
type played struct {
	State    string         `json:"state"`
	Presses  int            `json:"presses"`
	Typed    int            `json:"typed"`
	Refusals int            `json:"refusals"`
	Refusal  string         `json:"refusal"`
	Verbs    map[string]int `json:"verbs"`
	Ask      string         `json:"ask"`
	Sign     string         `json:"sign"` // whom it asks what, and what it is told
}

// TestWholeGame plays games from the menu to the result, as people do: it sees nothing but
// the page, clicks pods, and fills in the sheet. All of them take long: those of README's first game
// and of the shortest are played with CONSIGLIERE_WIDE, the others with CONSIGLIERE_LONG. After each
// change [TestScriptsInTheBrowser] plays one.
func TestWholeGame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game    string
		seats   int
		bots    int // in the last of them
		lang    lang.Lang
		seed    uint64
		speed   float64 // of the box's clock
		chance  string
		options map[string]string
		score   string // a word of the page at the end
		when    bool   // whether it is played in this run
	}{
		// Slow enough that eight can answer before the time is over.
		{"naro", 8, 0, lang.English, 1, 5, "table", nil, "The result", long()},
		{"naro", 8, 0, lang.Persian, 2, 5, "box", nil, "نتیجه", long()},
		{"naro", 4, 2, lang.English, 3, 25, "box", nil, "The result", widely()},
		{"derpate", 2, 0, lang.English, 3, 40, "table", nil, "The result", long()},
		{"corleone", 3, 0, lang.English, 4, 40, "table", map[string]string{"tracking": "light"}, "The result", long()},
		{"corleone", 2, 0, lang.Persian, 5, 40, "box", map[string]string{"tracking": "light"}, "نتیجه", widely()},
		{"corleone", 3, 0, lang.English, 6, 40, "table", map[string]string{"tracking": "full"}, "The result", long()},
		{"corleone", 2, 0, lang.Persian, 7, 40, "box", map[string]string{"tracking": "full"}, "نتیجه", long()},
		{"khandan", 3, 0, lang.Persian, 8, 40, "box", map[string]string{"pack": "starter", "reigns": "1"}, "نتیجه", long()},
	} {
		if !c.when {
			continue
		}
		name := strings.TrimSuffix(fmt.Sprintf("%s-%d-%s-%s", c.game, c.seats, c.lang, c.options["tracking"]), "-")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := chromium(t)
			calm(ctx, t)
			s := webtest.Run(t, box.Options{Lang: c.lang, Speed: c.speed, Seed: func() uint64 { return c.seed }})
			url := serve(t, s)
			visit(ctx, t, url, 1440, 900, 1, "dark", c.lang)
			if *shots == "" {
				plain(ctx, t)
			}
			click := func(css string) {
				t.Helper()
				do(ctx, t, chromedp.Click(chromedp.CSS(css)))
			}

			ask[any](ctx, t, fmt.Sprintf(`document.querySelector('input[value=%q]')?.click()`, c.game))
			for range max(0, c.seats-c.bots-4) { // the menu begins with four
				click("#more-seats")
			}
			for range max(0, 4-c.seats+c.bots) {
				click(".seats li:nth-last-child(1 of :not(.added)) button")
			}
			if c.bots > 0 {
				do(ctx, t, chromedp.SetValue(chromedp.CSS(`#bots`), strconv.Itoa(c.bots)))
			} else {
				click("#option-chance-" + c.chance)
			}
			for key, value := range c.options {
				do(ctx, t, chromedp.SetValue(chromedp.CSS(fmt.Sprintf(`:is(.options, .which) [name=%q]`, key)), value))
				ask[any](ctx, t, fmt.Sprintf(`['input', 'change'].forEach((e) => document.querySelector(':is(.options, .which) [name=%q]').dispatchEvent(new Event(e)))`, key))
			}
			click("#start")
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
			require.Equal(t, c.seats, ask[int](ctx, t, `document.querySelectorAll('.pod:not(.empty), .places .bot').length`))

			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`.pod.awaited, form.ask`)))
			if c.game == "naro" && c.chance == "box" { // else the loot comes first
				do(ctx, t, chromedp.WaitReady(chromedp.CSS(`.pod.awaited`)))
				peekAt(ctx, t, ask[int](ctx, t, `Number(document.querySelector('.pod.awaited').dataset.pod)`))
			}
			ask[any](ctx, t, player+fmt.Sprintf(`; window.player = new Player(%d, ['adjust', 'horse', 'stack']); 0`, c.seed))
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
				picture(ctx, t, fmt.Sprintf("game-%s-%02d", name, n))
			}
			t.Logf("%d answers on pods, %d on the sheet %v, %d refused", o.Presses, o.Typed, o.Verbs, o.Refusals)
			assert.Positive(t, o.Presses)
			assert.True(t, c.chance == "box" || o.Typed > 0, "what the cardboard says is typed in")
			assert.Equal(t, c.score, ask[string](ctx, t, `document.querySelector('#s-head .title').textContent`))
			assert.GreaterOrEqual(t, ask[int](ctx, t, `document.querySelectorAll('.score tr').length`), c.seats)
			picture(ctx, t, "game-over-"+name)

			// The record is whole: it plays again to the same end.
			record := ask[string](ctx, t, `fetch('record').then((r) => r.text())`)
			replay(t, record)
			assert.Empty(t, s.Warnings(), "what the drivers did wrong")

			click("#again")
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="menu"]`)))
		})
	}
}

// stuck ends the test of a play that comes to no end, with what the page asks and a picture of it on
// which the private screens of all who are awaited are open. The picture is kept with -artifacts.
func stuck(ctx context.Context, t *testing.T, o played) {
	t.Helper()
	ask[any](ctx, t, `document.querySelectorAll('.pod.awaited .shutter').forEach((s) => s.click())`)
	time.Sleep(time.Second) // shutters glide
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	file := filepath.Join(t.ArtifactDir(), "stuck.png")
	require.NoError(t, os.WriteFile(file, png, 0o644))
	require.Fail(t, "the game comes to no end", "%+v; %s shows the page", o, file)
}

// peekAt looks at a private screen and covers it again.
func peekAt(ctx context.Context, t *testing.T, pod int) {
	t.Helper()
	shutter := chromedp.CSS(fmt.Sprintf(`#pod%d .shutter`, pod))
	do(ctx, t, chromedp.Click(shutter), chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`#pod%d .lens`, pod))))
	assert.Eventually(t, func() bool {
		return ask[bool](ctx, t, fmt.Sprintf(`(() => {
			const c = document.querySelector('#pod%d canvas');
			return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v, i) => i %% 4 === 0 && v > 150);
		})()`, pod))
	}, phonetest.Patience, 100*time.Millisecond, "the private screen shows something")
	picture(ctx, t, "game-peek")
	do(ctx, t, chromedp.Click(shutter), chromedp.WaitNotVisible(chromedp.CSS(fmt.Sprintf(`#pod%d .lens`, pod))))
}

// picture keeps a picture of the page as it is, if pictures are wanted.
func picture(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644))
}

// replay plays a record and checks that it is over at its end.
func replay(t *testing.T, record string) {
	t.Helper()
	var (
		title *engine.Title
		game  engine.Game
		moves *engine.MoveReader
	)
	require.NoError(t, engine.Lines(bytes.NewReader([]byte(record)), func(n int, line []byte) error {
		if n == 1 {
			h, err := engine.ParseHeader(line)
			if err != nil {
				return err
			}
			title = games.Find(h.Game)
			require.NotNil(t, title)
			moves = engine.NewMoveReader(title.Moves, h.Seats)
			game, _, err = title.Begin(h)
			return err
		}
		m, err := moves.Read(line)
		if err != nil {
			return err
		}
		_, err = game.Play(m)
		return err
	}))
	require.NotNil(t, game)
	assert.Empty(t, game.Asks(nil))
	b, err := json.Marshal(game.View(engine.Public).Result)
	require.NoError(t, err)
	assert.NotEqual(t, "null", string(b))
}

// TestFirstGame begins a game of one player with bots and lessons by clicks, reads a lesson,
// goes on, reads the next and wants no more.
func TestFirstGame(t *testing.T) {
	t.Parallel()
	ctx := chromium(t)
	s := webtest.Run(t, box.Options{Lang: lang.English, Speed: 20, Seed: func() uint64 { return 5 }})
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
	visit(ctx, t, serve(t, s), 1440, 900, 1, "light", lang.English)
	click := func(css string) {
		t.Helper()
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	}
	become := func(js, say string) {
		t.Helper()
		require.Eventually(t, func() bool { return ask[bool](ctx, t, js) }, phonetest.Patience, 30*time.Millisecond, say)
	}
	click(`input[value="naro"]`)
	who := func() string {
		return ask[string](ctx, t, `[...document.querySelectorAll('.seats input')].map((i) => i.value).join() + ' ' + document.querySelector('#bots').value`)
	}
	click("#teach") // who names nobody is alone
	assert.Equal(t, "Ava 3", who())
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('.teach').textContent`), "You are Ava. Bots at the table: 3")
	click("#teach")
	assert.Equal(t, "Ava,Babak,Chiara,Dario 0", who())
	for range 3 {
		click(".seats li:nth-last-child(1 of :not(.added)) button")
	}
	assert.True(t, ask[bool](ctx, t, `document.querySelector('#start').getAttribute('aria-disabled') === 'true'`), "one is not enough")
	ask[any](ctx, t, `(() => { const s = document.querySelector('#bots'); s.value = '3'; s.dispatchEvent(new Event('change')); })()`)
	click("#teach")
	click("#start")
	become(`!!document.querySelector('.lesson')`, "the game is explained")
	assert.Equal(t, 3, ask[int](ctx, t, `document.querySelectorAll('.places .bot').length`), "three are marked as bots")
	first := ask[string](ctx, t, `document.querySelector('.told').textContent`)
	assert.Greater(t, len(first), 20)
	click("#lesson-go")
	become(fmt.Sprintf(`![null, undefined, %q].includes(document.querySelector('.told')?.textContent)`, first), "the next lesson")
	click("#lesson-end")
	become(`!document.querySelector('.lesson') && !document.querySelector('.stamp') && !!document.querySelector('.pod.awaited')`, "the play goes on without lessons")
}

// TestTableOnThePage goes through what a table does besides playing, on a whole box: pause,
// a refusal with its rule, taking back with and without consent, and a box that was
// switched off in the middle.
func TestTableOnThePage(t *testing.T) {
	wide(t)
	t.Parallel()
	ctx := chromium(t)
	dir := t.TempDir()
	on, off := context.WithCancel(t.Context())
	b := webtest.Start(t, box.Options{Lang: lang.Italian, Journals: dir, Seed: func() uint64 { return 5 }})
	done := make(chan error)
	go func() { done <- b.Run(on) }()
	require.NoError(t, b.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
	url := serve(t, b)
	visit(ctx, t, url, 1440, 900, 1, "light", lang.English)
	click := func(css string) {
		t.Helper()
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	}
	become := func(js, say string) {
		t.Helper()
		require.Eventually(t, func() bool { return ask[bool](ctx, t, js) }, phonetest.Patience, 30*time.Millisecond, say)
	}
	ask[any](ctx, t, `document.querySelector('input[value="naro"]')?.click()`)
	click("#option-chance-box")
	click("#start")
	become(`document.querySelectorAll('.pod.awaited').length === 4`, "all four load")
	assert.Equal(t, "it", ask[string](ctx, t, `document.querySelector('#caption span').lang`), "the box speaks its own language")
	// The lights ask, all in the same colour.
	become(`[...document.querySelectorAll('.pod:not(.empty)')].every((p) => Number(p.style.getPropertyValue('--a')) > 0)`, "the lights of those awaited are on")
	become(`[...document.querySelectorAll('.pod.empty')].every((p) => !Number(p.style.getPropertyValue('--a')))`, "the others are dark")

	click("#pause")
	become(`!!document.querySelector('.stamp')`, "paused")
	click("#pause")
	become(`!document.querySelector('.stamp')`, "goes on")

	// What a page should not send is refused, and says by which rule.
	p := open(t, url)
	p.send(`{"t":"type","line":{"seat":"Ava","do":"aim","at":"Ava"}}`)
	p.until("error")
	become(`!!document.querySelector('.refusal')`, "refused")
	assert.Regexp(t, `NARO-\d+\.\d+`, ask[string](ctx, t, `document.querySelector('.refusal p').textContent`))
	click(".refusal summary")
	assert.Greater(t, len(ask[string](ctx, t, `document.querySelector('.refusal blockquote').textContent`)), 20)
	picture(ctx, t, "game-refusal")
	p.send(`{"t":"start","game":"naro","seats":["A","B","C"],"options":{},"bots":0,"teach":false}`)
	p.until("error")

	// All four load and aim. Then the last aim is taken back, with the consent of all, for all
	// have seen it; a single no ends the asking.
	title := func() string { return ask[string](ctx, t, `document.querySelector('#s-head .title').textContent`) }
	answer := func() {
		for pod := range 4 {
			click(fmt.Sprintf(`#pod%d .key-a`, pod))
			click(fmt.Sprintf(`#pod%d .key-ok`, pod))
		}
	}
	answer()
	become(`!document.querySelector('.refusal')`, "the next move clears the refusal")
	become(`document.querySelectorAll('.pod.awaited').length === 4 && !!document.querySelector('#seconds')`, "all four aim")
	aim := title()
	answer()
	become(fmt.Sprintf(`document.querySelectorAll('.pod.awaited').length === 1 && document.querySelector('#s-head .title').textContent !== %q`, aim), "the Boss may order")
	order := title()
	asked := `document.querySelectorAll('.consent .names li').length`
	click("#undo")
	become(asked+` === 4`, "all four are asked")
	become(`document.querySelector('#undo').disabled`, "once is enough")
	const seen = 1100 * time.Millisecond // a question has to be seen for a second
	time.Sleep(seen)
	click("#pod2 .key-b")
	become(`!document.querySelector('.consent')`, "one says no")
	assert.Equal(t, order, title(), "nothing was taken back")
	click("#undo")
	become(asked+` === 4`, "they are asked again")
	picture(ctx, t, "game-undo")
	time.Sleep(seen)
	agree := func(pod int) { p.send(fmt.Sprintf(`{"t":"press","pod":%d,"button":"OK","down":true}`, pod)) } // it is held
	for pod := range 3 {
		agree(pod)
		become(fmt.Sprintf(`%s === %d`, asked, 3-pod), "one less is asked")
	}
	assert.Equal(t, order, title(), "not before all have agreed")
	agree(3)
	become(`!document.querySelector('.consent') && !!document.querySelector('#pod3.awaited') && document.querySelectorAll('.pod.lockedin').length === 3`, "it is taken back: the last one aims again, the others are locked in still")
	assert.Equal(t, aim, title())

	// Switched off, switched on: the play is offered, and goes on at the same ask.
	before := ask[string](ctx, t, `document.querySelector('#s-head .title').textContent`)
	off()
	require.NoError(t, <-done)
	b = webtest.Run(t, box.Options{Lang: lang.Italian, Journals: dir})
	url = serve(t, b)
	visit(ctx, t, url, 1440, 900, 1, "light", lang.English)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS("#go-on")))
	picture(ctx, t, "game-resume")
	click("#go-on")
	become(`document.body.dataset.state === 'play' && document.querySelector('#s-head .title').textContent === `+fmt.Sprintf("%q", before), "the same ask")
	assert.Empty(t, b.Warnings())

	click("#leave")
	click("#leave-yes")
	become(`document.body.dataset.state === 'menu'`, "left")
}
