package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
	"consigliere/sim"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// run starts a whole simulated box for the test.
func run(t *testing.T, o sim.Options) *sim.Sim {
	t.Helper()
	o.Titles = games.All()
	s, err := sim.New(o)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	return s
}

// owed is what the page says is owed.
type owed struct {
	State string `json:"state"`
	Pods  []struct {
		N    int          `json:"n"`
		Keys [][2]float64 `json:"keys"` // the middles of A, B and OK
	} `json:"pods"`
	Asks    []string `json:"asks"`
	Refusal string   `json:"refusal"`
}

const readOwed = `({
	state: document.body.dataset.state,
	pods: [...document.querySelectorAll('.pod.awaited')].map((p) => ({
		n: Number(p.dataset.pod),
		keys: [...p.querySelectorAll('.key')].map((k) => k.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]),
	})),
	asks: [...document.querySelectorAll('.ask')].map((a) => a.dataset.verb),
	refusal: document.querySelector('.refusal')?.textContent ?? '',
})`

// TestWholeGame plays games from the menu to the result, as people do: it sees nothing but
// the page, clicks pods, and fills in the sheet.
func TestWholeGame(t *testing.T) {
	for _, c := range []struct {
		game   string
		seats  int
		lang   lang.Lang
		seed   uint64
		speed  float64 // of the box's clock
		chance string
		score  string // a word of the page at the end
	}{
		// Slow enough that eight can answer before the time is over.
		{"naro", 8, lang.English, 1, 5, "table", "The result"},
		{"naro", 8, lang.Persian, 2, 5, "box", "نتیجه"},
		{"derpate", 2, lang.English, 3, 10, "table", "The result"},
	} {
		name := c.game + "-" + string(c.lang)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// What glides costs a machine without graphics most of its time.
			ctx := chromium(t, chromedp.Flag("force-prefers-reduced-motion", true))
			s := run(t, sim.Options{Lang: c.lang, Speed: c.speed})
			url := serve(t, Of(s, func() uint64 { return c.seed }))
			rng := rand.New(rand.NewPCG(c.seed, 8))
			dress(ctx, t, url, 1440, 900, 1, "dark", c.lang)
			click := func(css string) {
				t.Helper()
				do(ctx, t, chromedp.Click(chromedp.CSS(css)))
			}

			ask[any](ctx, t, fmt.Sprintf(`document.querySelector('input[value=%q]')?.click()`, c.game))
			for range max(0, c.seats-4) { // the menu begins with four
				click("#more-seats")
			}
			for range max(0, 4-c.seats) {
				click(".seats li:last-child button")
			}
			do(ctx, t, chromedp.SetValue(chromedp.CSS(`.options select[name="chance"]`), c.chance))
			click("#start")
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`body[data-state="play"]`)))
			require.Equal(t, c.seats, ask[int](ctx, t, `document.querySelectorAll('.pod:not(.empty)').length`))

			peeked, presses, typed := false, 0, 0
			for end := time.Now().Add(6 * time.Minute); ; {
				o := ask[owed](ctx, t, readOwed)
				require.True(t, time.Now().Before(end), "the game comes to no end: %+v after %d answers on pods, %d on the sheet", o, presses, typed)
				if c.game == "naro" { // an answer on the sheet can cross one on a pod and is refused, with its rule
					require.Empty(t, o.Refusal)
				}
				if o.State == "over" {
					break
				}
				if len(o.Pods) == 8 && presses == 8 || len(o.Pods) == 1 && presses == 24 {
					picture(ctx, t, fmt.Sprintf("game-%s-%d", name, presses))
				}
				for _, verb := range o.Asks {
					fill(ctx, t, rng, verb)
					typed++
				}
				for _, pod := range o.Pods {
					if !peeked {
						peeked = true
						peek(ctx, t, pod.N)
					}
					for range 1 + rng.IntN(2) {
						tap(ctx, t, pod.Keys[rng.IntN(2)])
					}
					tap(ctx, t, pod.Keys[2])
					presses++
				}
				do(ctx, t, chromedp.Sleep(30*time.Millisecond)) // the page follows
			}
			t.Logf("%d answers on pods, %d on the sheet", presses, typed)
			assert.True(t, peeked)
			assert.Equal(t, c.chance == "table", typed > 0)
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

// tap presses the mouse where a button is, and lets it go.
func tap(ctx context.Context, t *testing.T, at [2]float64) {
	t.Helper()
	do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0], at[1], chromedp.ButtonLeft))
}

// fill fills in an ask on the sheet at random.
func fill(ctx context.Context, t *testing.T, rng *rand.Rand, verb string) {
	t.Helper()
	form := fmt.Sprintf(`.ask[data-verb=%q]`, verb)
	if n := ask[int](ctx, t, fmt.Sprintf(`document.querySelectorAll('%s .choice').length`, form)); n > 0 {
		do(ctx, t, chromedp.Click(chromedp.CSS(fmt.Sprintf(`%s .choice:nth-child(%d)`, form, 1+rng.IntN(n)))))
	} else {
		// Dice have faces to touch, powers a list for each.
		ask[any](ctx, t, fmt.Sprintf(`document.querySelectorAll('%s .die').forEach((d) => {
			const faces = d.querySelectorAll('.face');
			faces[Math.floor(%f * faces.length)].click();
		})`, form, rng.Float64()))
		ask[any](ctx, t, fmt.Sprintf(`document.querySelectorAll('%s select').forEach((s) => {
			const open = [...s.options].filter((o) => o.value && !o.disabled);
			s.value = open[Math.floor(%f * open.length)].value;
			s.dispatchEvent(new Event('change'));
		})`, form, rng.Float64()))
		for i := 0; ask[bool](ctx, t, fmt.Sprintf(`document.querySelector('%s .seal')?.disabled ?? false`, form)); i++ {
			require.Less(t, i, 40, verb)
			n := ask[int](ctx, t, fmt.Sprintf(`document.querySelectorAll('%s .heap button:not(:disabled)').length`, form))
			ask[any](ctx, t, fmt.Sprintf(`document.querySelectorAll('%s .heap button:not(:disabled)')[%d].click()`, form, rng.IntN(n)))
		}
		picture(ctx, t, "game-sheet-"+verb)
		ask[any](ctx, t, fmt.Sprintf(`document.querySelector('%s .seal')?.click()`, form)) // unless the ask is gone
	}
	do(ctx, t, chromedp.Sleep(60*time.Millisecond))
}

// peek looks at a private screen and covers it again.
func peek(ctx context.Context, t *testing.T, pod int) {
	t.Helper()
	shutter := chromedp.CSS(fmt.Sprintf(`#pod%d .shutter`, pod))
	do(ctx, t, chromedp.Click(shutter), chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`#pod%d .lens`, pod))), chromedp.Sleep(300*time.Millisecond))
	assert.True(t, ask[bool](ctx, t, fmt.Sprintf(`(() => {
		const c = document.querySelector('#pod%d canvas');
		return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v, i) => i %% 4 === 0 && v > 150);
	})()`, pod)), "the private screen shows something")
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
			moves = engine.NewMoveReader(title, h.Seats)
			game, err = title.Begin(h)
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

// TestTableOnThePage goes through what a table does besides playing, on a whole box: pause,
// a refusal with its rule, taking back with and without consent, and a box that was
// switched off in the middle.
func TestTableOnThePage(t *testing.T) {
	t.Parallel()
	ctx := chromium(t)
	dir := t.TempDir()
	on, off := context.WithCancel(t.Context())
	box, err := sim.New(sim.Options{Titles: games.All(), Lang: lang.Italian, Journals: dir})
	require.NoError(t, err)
	done := make(chan error)
	go func() { done <- box.Run(on) }()
	b := Of(box, func() uint64 { return 5 })
	url := serve(t, b)
	dress(ctx, t, url, 1440, 900, 1, "light", lang.English)
	click := func(css string) {
		t.Helper()
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	}
	become := func(js, say string) {
		t.Helper()
		require.Eventually(t, func() bool { return ask[bool](ctx, t, js) }, 15*time.Second, 30*time.Millisecond, say)
	}
	ask[any](ctx, t, `document.querySelector('input[value="naro"]')?.click()`)
	do(ctx, t, chromedp.SetValue(chromedp.CSS(`.options select[name="chance"]`), "box"))
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
	p.send(`{"t":"start","game":"naro","seats":["A","B","C"],"options":{}}`)
	p.until("error")

	// All four load and aim. Then the last aim is taken back, with the consent of all, for all
	// have seen it; one who does not agree ends the asking.
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
	click("#pod2 .key-b")
	become(`!document.querySelector('.consent')`, "one says no")
	assert.Equal(t, order, title(), "nothing was taken back")
	click("#undo")
	become(asked+` === 4`, "they are asked again")
	picture(ctx, t, "game-undo")
	for pod := range 3 {
		click(fmt.Sprintf(`#pod%d .key-ok`, pod))
		become(fmt.Sprintf(`%s === %d`, asked, 3-pod), "one less is asked")
	}
	assert.Equal(t, order, title(), "not before all have agreed")
	click("#pod3 .key-ok")
	become(`!document.querySelector('.consent') && !!document.querySelector('#pod3.awaited') && document.querySelectorAll('.pod.lockedin').length === 3`, "it is taken back: the last one aims again, the others are locked in still")
	assert.Equal(t, aim, title())

	// Switched off, switched on: the play is offered, and goes on at the same ask.
	before := ask[string](ctx, t, `document.querySelector('#s-head .title').textContent`)
	off()
	require.NoError(t, <-done)
	box = run(t, sim.Options{Lang: lang.Italian, Journals: dir})
	url = serve(t, Of(box, nil))
	dress(ctx, t, url, 1440, 900, 1, "light", lang.English)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS("#go-on")))
	picture(ctx, t, "game-resume")
	click("#go-on")
	become(`document.body.dataset.state === 'play' && document.querySelector('#s-head .title').textContent === `+fmt.Sprintf("%q", before), "the same ask")
	assert.Empty(t, box.Warnings())

	click("#leave")
	click("#leave-yes")
	become(`document.body.dataset.state === 'menu'`, "left")
}
