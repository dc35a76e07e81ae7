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
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

var (
	shots = flag.String("shots", "", "write pictures of the page in all its dresses to this folder")
	only  = flag.String("only", "", "of the pictures, make only those whose names match this expression")
)

// long reports whether the tests that take long are wanted, in all languages and dresses.
func long() bool { return webtest.Long() }

// widely reports whether the tests that keep a browser busy, or a clock running, for long are wanted, too.
func widely() bool { return webtest.Widely() || *shots != "" }

// wide skips a test that takes long, or shows more of what others show. All of them together would
// take longer than anybody waits for a test after each change.
func wide(t *testing.T) {
	t.Helper()
	if *shots == "" {
		webtest.Wide(t)
	}
}

// tabs is how many tests with a browser work at the same time: two keep two cores busy but for what they wait for, and more than three
// would only wait for each other.
var tabs = make(chan struct{}, 3)

// A chrome is the one browser that all tests of a run share. It starts when the first test
// needs it.
type chrome struct {
	once sync.Once
	ctx  context.Context
	err  error
	dir  string
	stop []func()
}

var shared chrome

func TestMain(m *testing.M) {
	if words := os.Getenv(boxEnv); words != "" {
		fmt.Fprintln(os.Stderr, beBox(words))
		os.Exit(1)
	}
	// Tests that wait for a clock, or for a tab, take no place from those that work; tabs limits
	// those with a browser.
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		if err := parallel.Value.Set("6"); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	shared.close()
	os.Exit(code)
}

func (b *chrome) start(path string) {
	if b.dir, b.err = os.MkdirTemp("", "consigliere-browser"); b.err != nil {
		return
	}
	own := pixels(1)
	if widely() {
		own = 1 // letters whose contrast is measured stand on whole pixels
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(b.dir),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-first-run", true), chromedp.Flag("force-device-scale-factor", fmt.Sprint(own)), chromedp.Flag("hide-scrollbars", true))...)
	b.stop = append(b.stop, stop)
	b.ctx, stop = chromedp.NewContext(ctx)
	b.stop = append(b.stop, stop)
	b.err = chromedp.Do(b.ctx)
}

// pixels returns how many pixels of a screen a page's pixel has either way. Without graphics, drawing
// them takes long, so there are few unless somebody looks at them. Tests of contrast do, and use sharp or dress.
func pixels(scale float64) float64 {
	if !long() && *shots == "" {
		return 0.5
	}
	return scale
}

// sharp gives a page a pixel for each of its own.
func sharp(ctx context.Context, t *testing.T, w, h int64) {
	t.Helper()
	do(ctx, t, chromedp.EmulateViewport(w, h, chromedp.EmulateScale(1)))
}

func (b *chrome) close() {
	for _, stop := range slices.Backward(b.stop) {
		stop()
	}
	if b.dir != "" {
		os.RemoveAll(b.dir)
	}
}

// needsChromium gives the test its turn with the browser, for tabs of its own. Tests with one run in
// parallel.
func needsChromium(t testing.TB) {
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
	tabs <- struct{}{}
	t.Cleanup(func() { <-tabs })
	shared.once.Do(func() { shared.start(path) })
	require.NoError(t, shared.err)
}

// chromium returns a tab for the test, with a profile of its own. What glides costs a machine
// without graphics most of its time, so that it is still but in long tests.
func chromium(t *testing.T) context.Context {
	t.Helper()
	needsChromium(t)
	ctx, stop := chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 15*time.Minute)
	t.Cleanup(stop)
	// Another tab that opens must not take the focus away from this one.
	do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	}))
	if !long() {
		calm(ctx, t)
	}
	return ctx
}

// calm makes the browser ask for no motion.
func calm(ctx context.Context, t testing.TB) {
	t.Helper()
	do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
}

// plain takes the shadows and the shine off the page that is open: drawing them takes a
// machine without graphics most of its time.
func plain(ctx context.Context, t *testing.T) {
	t.Helper()
	ask[any](ctx, t, `document.styleSheets[0].insertRule('*, *::before, *::after { box-shadow: none !important; filter: none !important; background-image: none !important; mix-blend-mode: normal !important; mask-image: none !important; text-shadow: none !important; }', document.styleSheets[0].cssRules.length)`)
}

func serve(t *testing.T, b Box) string {
	t.Helper()
	s, err := New(b, nil)
	require.NoError(t, err)
	return serveOn(t, s)
}

// serveOn serves a panel until the test ends.
func serveOn(t *testing.T, s *Server) string {
	t.Helper()
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		h.Close()
	})
	return h.URL
}

// do runs the steps; a failure ends the test. A step is done again where the page had painted anew between its finding of an
// element and its use: then it has done nothing.
func do(ctx context.Context, t testing.TB, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for again := 0; again < 5 && err != nil && strings.Contains(err.Error(), "No node with given id"); again++ {
			err = chromedp.Do(ctx, step)
		}
		require.NoError(t, err)
	}
}

// ask returns the value of an expression in the page, of a promise what it promised.
func ask[T any](ctx context.Context, t testing.TB, js string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	require.NoError(t, err, js)
	return v
}

// dress opens the page in a size, a theme and a language, with as many pixels as scale says.
func dress(ctx context.Context, t *testing.T, url string, w, h int, scale float64, theme string, l lang.Lang) {
	t.Helper()
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(scale)}
	if w < 600 {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	set := fmt.Sprintf(`localStorage.setItem('consigliere.theme',%q);localStorage.setItem('consigliere.lang',%q)`, theme, l)
	do(ctx, t, chromedp.EmulateViewport(int64(w), int64(h), options...), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: set})
		return err
	}), chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(`body:not(.waiting) #pod0`)))
	ask[any](ctx, t, `document.fonts.ready.then(() => 0)`)
	still(ctx, t)
}

// visit opens the page as dress does, for a test that does not judge how it looks.
func visit(ctx context.Context, t *testing.T, url string, w, h int, scale float64, theme string, l lang.Lang) {
	t.Helper()
	dress(ctx, t, url, w, h, pixels(scale), theme, l)
	if !long() && *shots == "" {
		plain(ctx, t)
	}
}

// scenes are what a page can show, and by what it can be told that it does.
var scenes = []struct {
	name, has string
	scene     func(lang.Lang) desk.Public
	more      bool // of the same kinds as the others: their contrast is measured in long tests
}{
	{"menu", "#setup", webtest.SceneMenu, false},
	{"loot", ".ask .heap", webtest.SceneLoot, false},
	{"aim", ".consent .names", webtest.SceneAim, false},
	{"powers", ".stamp", webtest.ScenePowers, false},
	{"dice", ".die", webtest.SceneDice, false},
	{"over", "#record", webtest.SceneOver, false},
	{"crowd", "#pod0.shared", webtest.SceneCrowd, true},
	{"parts", ".part-dice", webtest.SceneParts, true},
	{"plays", ".resume details", webtest.ManyPlays(20), true},
	{"things", ".ask-open", webtest.SceneThings, false},
	{"reveal", ".reveal", webtest.SceneReveal, false},
	{"lesson", ".lesson", webtest.SceneLesson, false},
}

// TestPictures writes pictures for people to look at; it checks nothing.
func TestPictures(t *testing.T) {
	if *shots == "" {
		t.Skip("pictures are made with -shots DIR")
	}
	b := webtest.NewBox(8)
	for p := range hw.Pod(8) {
		b.ShowFrame(p, webtest.Write(128, 32, "Your bullet", "> Bang!  (2 left)"))
	}
	b.ShowFrame(hw.Panel, webtest.Write(128, 64, "Round 2 of 8", "Naro! Take aim", "on three", "  1  2  3"))
	b.SetLights([]hw.RGB{{R: 0xff, G: 0x80}, {R: 0xff, G: 0x80}, {R: 0x60, G: 0x30}, {}, {R: 0xff, G: 0x80}, {R: 0x20, G: 0x10}, {R: 0xff, G: 0x80}, {R: 0xff, G: 0x20, B: 0x20}}...)
	url := serve(t, b)
	ctx := chromium(t)
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
				for _, size := range [][2]int{{1400, 900}, {1024, 768}, {390, 844}} {
					name := fmt.Sprintf("%d-%s-%s-%s", size[0], s.name, l, theme)
					if !wanted.MatchString(name) {
						continue
					}
					b.Set(s.scene)
					dress(ctx, t, url, size[0], size[1], max(1, 2-float64(size[0]/600)), theme, l)
					b.Tell(box.SayEvent{Text: webtest.In(l, "One, two, three: Naro!", "یک، دو، سه: نارو!", "Uno, due, tre: Naro!"), Lang: string(l)})
					take(name)
					if s.name == "aim" {
						for _, pod := range []int{0, 3, 5} {
							do(ctx, t, chromedp.Click(chromedp.CSS(fmt.Sprintf("#pod%d .shutter", pod))))
						}
						take(name + "-peek")
						do(ctx, t, chromedp.Click(chromedp.CSS("#ask")))
						take(name + "-help")
						do(ctx, t, chromedp.Click(chromedp.CSS("#help .close")))
					}
					if size[0] < 600 {
						do(ctx, t, chromedp.Click(chromedp.CSS("#tab")))
						take(name + "-open")
					}
				}
			}
		}
	}
}

func key(typ input.DispatchKeyEventType, code, key string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: typ, Code: code, Key: key})
		return err
	})
}

func touch(typ input.DispatchTouchEventType, at ...[2]float64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		points := []*input.TouchPoint{}
		for i, p := range at {
			id := float64(i)
			points = append(points, &input.TouchPoint{X: p[0], Y: p[1], ID: &id})
		}
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: points})
		return err
	})
}

// middle returns the middle of an element.
func middle(ctx context.Context, t *testing.T, css string) [2]float64 {
	t.Helper()
	return ask[[2]float64](ctx, t, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, css))
}

func TestHands(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(8)
	b.Set(webtest.SceneAim)
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1440, 900, 1, "dark", lang.English)

	t.Run("mouse", func(t *testing.T) {
		at := middle(ctx, t, `#pod2 .key-b`)
		do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], chromedp.ButtonLeft))
		b.HeardAll(t, "press 2 B true")
		// The finger slides off and is lifted elsewhere.
		do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 500, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, 5, 500, chromedp.ButtonLeft))
		b.HeardAll(t, "press 2 B false")
		do(ctx, t, chromedp.Click(chromedp.CSS(`#panel .key-ok`)))
		b.HeardAll(t, "press -1 OK true", "press -1 OK false")
		do(ctx, t, chromedp.Click(chromedp.CSS(`#pod2 .key-both`)))
		b.HeardAll(t, "press 2 A true", "press 2 B true", "press 2 A false", "press 2 B false")
	})

	t.Run("keys", func(t *testing.T) {
		// A and B of the eighth pod together, while the first holds OK.
		do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, "KeyA", "a"), key(input.DispatchKeyEventTypeKeyDown, "Digit8", "8"), key(input.DispatchKeyEventTypeKeyDown, "KeyI", "i"),
			key(input.DispatchKeyEventTypeKeyUp, "Digit8", "8"), key(input.DispatchKeyEventTypeKeyUp, "KeyI", "i"), key(input.DispatchKeyEventTypeKeyUp, "KeyA", "a"))
		b.HeardAll(t, "press 0 OK true", "press 7 A true", "press 7 B true", "press 7 A false", "press 7 B false", "press 0 OK false")
		// By its place, whatever the layout prints there.
		do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, "KeyQ", "ض"), key(input.DispatchKeyEventTypeKeyUp, "KeyQ", "ض"), key(input.DispatchKeyEventTypeKeyDown, "KeyP", "ح"), key(input.DispatchKeyEventTypeKeyUp, "KeyP", "ح"))
		b.HeardAll(t, "press 0 B true", "press 0 B false", "press -1 B true", "press -1 B false")
		// With the focus on a button, Space holds it.
		do(ctx, t, chromedp.Focus(chromedp.CSS(`#pod3 .key-ok`)), key(input.DispatchKeyEventTypeKeyDown, "Space", " "), key(input.DispatchKeyEventTypeKeyUp, "Space", " "))
		b.HeardAll(t, "press 3 OK true", "press 3 OK false")
		do(ctx, t, chromedp.Focus(chromedp.CSS(`#panel .key-both`)), key(input.DispatchKeyEventTypeKeyDown, "Space", " "), key(input.DispatchKeyEventTypeKeyUp, "Space", " "))
		b.HeardAll(t, "press -1 A true", "press -1 B true", "press -1 A false", "press -1 B false")
	})

	t.Run("let-go", func(t *testing.T) {
		do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, "KeyW", "w"))
		b.HeardAll(t, "press 1 B true")
		ask[any](ctx, t, `window.dispatchEvent(new Event('blur'))`)
		b.HeardAll(t, "press 1 B false")
		do(ctx, t, key(input.DispatchKeyEventTypeKeyUp, "KeyW", "w"))
	})

	t.Run("screen-reader", func(t *testing.T) {
		do(ctx, t, chromedp.Sleep(800*time.Millisecond))
		ask[any](ctx, t, `document.querySelector('#pod5 .key-a').click()`)
		b.HeardAll(t, "press 5 A true", "press 5 A false")
	})

	t.Run("touch", func(t *testing.T) {
		visit(ctx, t, url, 390, 844, 2, "dark", lang.English)
		a, k := middle(ctx, t, `#pod1 .key-a`), middle(ctx, t, `#pod1 .key-b`)
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, a), touch(input.DispatchTouchEventTypeTouchStart, a, k), touch(input.DispatchTouchEventTypeTouchEnd))
		assert.Eventually(t, func() bool { return len(b.All()) == 4 }, phonetest.Patience, 5*time.Millisecond)
		told := b.All()
		assert.Equal(t, []string{"press 1 A true", "press 1 B true"}, told[:2])
		assert.ElementsMatch(t, []string{"press 1 A false", "press 1 B false"}, told[2:])
		b.HeardAll(t, told...)
		// Both with one finger.
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, middle(ctx, t, `#pod1 .key-both`)), touch(input.DispatchTouchEventTypeTouchEnd))
		b.HeardAll(t, "press 1 A true", "press 1 B true", "press 1 A false", "press 1 B false")
	})
}

func TestPeek(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(4)
	b.Set(webtest.SceneAim)
	b.ShowFrame(2, webtest.Write(128, 32, "Secret", "Bang!"))
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1440, 900, 1, "dark", lang.English)
	lit := `(() => { const c = document.querySelector('#pod2 canvas'); return c.width && [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data].filter((v, i) => i % 4 === 0 && v > 150).length; })()`
	require.Equal(t, 1, b.AllListeners(), "the page hears the public stream and nothing else")
	at := middle(ctx, t, `#pod2 .shutter`)
	shown := func(say string) {
		t.Helper()
		assert.Eventually(t, func() bool { return ask[int](ctx, t, lit) > 0 }, phonetest.Patience, 20*time.Millisecond, say)
	}
	hold := func(d time.Duration) {
		do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], chromedp.ButtonLeft), chromedp.Sleep(d))
		shown("shown while it is held")
		do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0], at[1], chromedp.ButtonLeft))
	}
	covered := func(say string) {
		t.Helper()
		assert.Eventually(t, func() bool { return b.AllListeners() == 1 }, phonetest.Patience, 5*time.Millisecond, say)
		assert.True(t, ask[bool](ctx, t, `document.querySelector('#pod2 .lens').hidden`), say)
		assert.Zero(t, ask[int](ctx, t, lit), "%s: nothing of it stays in the page", say)
	}
	hold(600 * time.Millisecond)
	covered("held and let go")
	for { // a tap, which a slow machine may make too long for one
		begun := time.Now()
		do(ctx, t,
			chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], chromedp.ButtonLeft),
			chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0], at[1], chromedp.ButtonLeft))
		if time.Since(begun) < 300*time.Millisecond {
			break
		}
		do(ctx, t, chromedp.Sleep(time.Second))
		if b.AllListeners() == 2 {
			do(ctx, t, chromedp.Click(chromedp.CSS(`#pod2 .lens`)))
		}
		covered("too slow for a tap")
	}
	do(ctx, t, chromedp.Sleep(400*time.Millisecond))
	shown("tapped, it stays open")
	assert.Equal(t, 2, b.AllListeners())
	do(ctx, t, chromedp.Click(chromedp.CSS(`#pod2 .lens`)))
	covered("tapped again")
	do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, "KeyC", "c"), chromedp.Sleep(200*time.Millisecond))
	shown("shown by its key")
	do(ctx, t, key(input.DispatchKeyEventTypeKeyUp, "KeyC", "c"))
	covered("by its key")
	assert.Empty(t, b.All(), "looking presses nothing")

	visit(ctx, t, url, 390, 844, 2, "dark", lang.English)
	for { // a finger's tap, whose click comes to the lens that it has opened
		at = middle(ctx, t, `#pod2 .shutter`)
		begun := time.Now()
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, at), touch(input.DispatchTouchEventTypeTouchEnd))
		if time.Since(begun) < 300*time.Millisecond {
			break
		}
		do(ctx, t, chromedp.Sleep(time.Second))
		if b.AllListeners() == 2 {
			do(ctx, t, chromedp.Click(chromedp.CSS(`#pod2 .lens`)))
		}
		covered("too slow for a finger's tap")
	}
	do(ctx, t, chromedp.Sleep(400*time.Millisecond))
	shown("a finger taps, and it stays open")
	do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, middle(ctx, t, `#pod2 .lens`)), touch(input.DispatchTouchEventTypeTouchEnd))
	covered("a finger taps on it")
}

func TestSheet(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(8)
	b.Set(webtest.SceneMenu)
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1440, 900, 1, "light", lang.English)
	click := func(css string) {
		t.Helper()
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	}

	click("#go-on")
	b.HeardAll(t, "goon play-0007.jsonl")
	click("#more-seats")
	click(`.options input[name="powers"]`)
	ask[any](ctx, t, `(() => { const i = document.querySelector('#name1'); i.value = ''; i.dispatchEvent(new Event('input')); })()`)
	assert.True(t, ask[bool](ctx, t, `document.querySelector('#start').getAttribute('aria-disabled') === 'true'`), "a seat without a name")
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name1"), "Bahar 1q"))
	click("#known-0") // a name that the box knows takes the place of one that nobody has given
	ask[any](ctx, t, `(() => { const s = document.querySelector('#forget'); s.value = 'Gina'; s.dispatchEvent(new Event('change')); })()`)
	b.HeardAll(t, "forget Gina")
	click("#start")
	b.HeardAll(t, `start {"game":"naro","seats":["Nazanin","Bahar 1q","Chiara","Dario","Elena"],"options":{"powers":true},"seed":0}`)

	b.Set(webtest.SceneLoot)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".ask .heap")))
	for range 3 {
		click(`.heap [data-word="first_aid"]:not(:disabled), .heap [data-word="clip"]`)
	}
	assert.True(t, ask[bool](ctx, t, `document.querySelector('.heap [data-word="diamond_10000"] .left').textContent === '1'`))
	b.Set(func(l lang.Lang) desk.Public { // what is half typed stays while others do things
		d := webtest.SceneLoot(l)
		d.Error = "something else"
		return d
	})
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".refusal")))
	assert.Equal(t, "3 of 8", ask[string](ctx, t, `document.querySelector('.count').textContent`))
	click(".slots .card")
	cash := ask[[2]float64](ctx, t, `(() => { const r = document.querySelector('.heap [data-word="cash_5000"]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, cash[0], cash[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	require.Eventually(t, func() bool {
		return ask[int](ctx, t, `document.querySelectorAll('.slots .card-cash').length`) >= 2
	}, phonetest.Patience, 20*time.Millisecond, "one press that is held lays down several")
	do(ctx, t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, cash[0], cash[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for laid := ask[int](ctx, t, `document.querySelectorAll('.slots .card').length`); laid < 8; laid++ {
		assert.Empty(t, b.All(), "not before the last")
		click(`.heap [data-word="cash_5000"]`)
	}
	assert.Equal(t, "8 of 8", ask[string](ctx, t, `document.querySelector('.count').textContent`))
	assert.True(t, ask[bool](ctx, t, `[...document.querySelectorAll('.heap button')].every((b) => b.disabled)`), "eight and no more")
	told := b.All() // the eighth locks
	require.Eventually(t, func() bool { told = b.All(); return len(told) == 1 }, phonetest.Patience, 5*time.Millisecond)
	assert.Regexp(t, `^type \{"seat":"table","do":"loot","cards":\[("(first_aid|clip)",){2}("cash_5000",?){6}\]\}$`, told[0])
	b.HeardAll(t, told[0])
	b.Set(webtest.SceneMenu)
	do(ctx, t, chromedp.WaitReady(chromedp.CSS("#setup")))
	b.Set(webtest.SceneLoot) // it was taken back
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".ask .heap")))
	assert.Equal(t, "8 of 8", ask[string](ctx, t, `document.querySelector('.count').textContent`), "nobody types all of them again")
	click(".slots .card-cash")
	click(`.heap [data-word="cash_5000"]`)
	require.Eventually(t, func() bool { told = b.All(); return len(told) == 1 }, phonetest.Patience, 5*time.Millisecond)
	b.HeardAll(t, told[0])

	b.Set(webtest.ScenePowers)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".ask-one")))
	click(`.ask-one .choice:nth-child(2)`)
	b.HeardAll(t, `type {"seat":"table","do":"draw","card":"bang"}`)
	click("#pause")
	b.HeardAll(t, "pause false")
	click("#undo")
	b.HeardAll(t, "undo")
	click("#leave")
	click("#leave-yes")
	b.HeardAll(t, "leave")

	b.Set(webtest.SceneAim)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".consent .pen")))
	click(".refusal summary")
	assert.Contains(t, ask[string](ctx, t, `document.querySelector('.refusal').innerText`), "The target must be another living seat.")
	click(".consent .pen")
	b.HeardAll(t, "cancelundo")

	b.Set(webtest.SceneDice)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".die-white")))
	for _, face := range []string{`.die-white .face:has([value="2"])`, `.die-grey .face:has([value="puppeteer"])`, `.die-red .face:has([value="2"])`, `.die-white .face:has([value="5"])`} {
		click(face)
	}
	assert.True(t, ask[bool](ctx, t, `document.querySelector('.ask .seal').disabled`), "a die is still to be read")
	click(`.die-black .face:has([value="1"])`)
	click(".ask .seal")
	require.Eventually(t, func() bool { told = b.All(); return len(told) == 1 }, phonetest.Patience, 5*time.Millisecond)
	assert.JSONEq(t, `{"seat":"table","do":"roll","dice":{"white":5,"grey":"puppeteer","red":2,"black":1}}`, strings.TrimPrefix(told[0], "type "))
	b.HeardAll(t, told[0])

	b.Set(webtest.SceneOver)
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS("#record")))
	click("#again")
	b.HeardAll(t, "leave")

	// The page has its own language; the box's is on the help sheet.
	do(ctx, t, chromedp.SetValue(chromedp.CSS("#lang"), "fa"))
	do(ctx, t, chromedp.WaitReady(chromedp.CSS(`html[dir="rtl"][lang="fa"]`)))
	require.Eventually(t, func() bool {
		return ask[string](ctx, t, `document.querySelector('#s-head .title').textContent`) == "نتیجه"
	}, phonetest.Patience, 20*time.Millisecond)
	click("#ask")
	do(ctx, t, chromedp.SetValue(chromedp.CSS("#voice"), "it"))
	b.HeardAll(t, "setlang it")
}

func TestCutOff(t *testing.T) {
	t.Parallel()
	b := webtest.NewBox(4)
	b.Set(webtest.SceneAim)
	s, err := New(b, nil)
	require.NoError(t, err)
	l, err := Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	url := "http://" + l.Addr().String()
	first, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(first, l) }()

	ctx := chromium(t)
	visit(ctx, t, url, 1440, 900, 1, "dark", lang.English)
	do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, "Digit1", "1"))
	b.HeardAll(t, "press 0 A true")
	stop()
	require.NoError(t, <-done)
	b.HeardAll(t, "press 0 A false")
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".line.off")))
	picture(ctx, t, "desk-cut-off")
	do(ctx, t, chromedp.EmulateViewport(320, 640))
	assert.LessOrEqual(t, ask[int](ctx, t, `document.documentElement.scrollWidth`), 320, "a phone that is cut off does not scroll sideways")
	do(ctx, t, chromedp.EmulateViewport(1440, 900))

	s, err = New(b, nil)
	require.NoError(t, err)
	l, err = Listen(t.Context(), url[len("http://"):])
	require.NoError(t, err)
	second, stop := context.WithCancel(t.Context())
	go func() { done <- s.Serve(second, l) }()
	do(ctx, t, chromedp.WaitVisible(chromedp.CSS(".line.on")), key(input.DispatchKeyEventTypeKeyUp, "Digit1", "1"), key(input.DispatchKeyEventTypeKeyDown, "Digit2", "2"), key(input.DispatchKeyEventTypeKeyUp, "Digit2", "2"))
	b.HeardAll(t, "press 1 A true", "press 1 A false")
	stop()
	require.NoError(t, <-done)
}

// TestForEverybody checks what a screen reader and a keyboard need, in every language.
func TestForEverybody(t *testing.T) {
	t.Parallel()
	wide(t)
	b := webtest.NewBox(8)
	url := serve(t, b)
	ctx := chromium(t)
	for _, l := range lang.All() {
		if !long() && l != lang.Persian {
			continue // from right to left is the hardest
		}
		b.Set(webtest.SceneMenu)
		visit(ctx, t, url, 1440, 900, 1, "light", l)
		for _, s := range scenes {
			b.Set(s.scene)
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(s.has)), chromedp.Click(chromedp.CSS("#ask")))
			bare := ask[[]string](ctx, t, `[...document.querySelectorAll('button, select, input, canvas[role], a')].filter((e) =>
				!(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML.slice(0, 120))`)
			assert.Empty(t, bare, "without a name in %s", l)
			raw := ask[[]string](ctx, t, `[...document.querySelectorAll('body *')].flatMap((e) => [e.getAttribute('aria-label'), e.title, e.children.length ? '' : e.textContent]).filter((s) => /^[a-z_]+\.[a-z_]+$|[{}]|undefined|NaN/.test(s ?? ''))`)
			assert.Empty(t, raw, "keys instead of words in %s", l)
			wide := ask[[]string](ctx, t, `[...document.querySelectorAll('.leaf, .written, dialog, body')].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className + e.tagName)`)
			assert.Empty(t, wide, "wider than its place in %s", l)
			ask[any](ctx, t, `document.querySelector('#help').close()`)
		}
		for _, width := range []int{320, 390, 768, 1024} {
			if !long() && width != 320 && width != 1024 {
				continue // the narrowest of each layout
			}
			visit(ctx, t, url, width, 844, 1, "dark", l)
			assert.LessOrEqual(t, ask[int](ctx, t, `document.documentElement.scrollWidth`), width, "nothing scrolls sideways")
			if width >= 900 {
				continue
			}
			ask[any](ctx, t, `document.querySelector('#tab').click()`)
			for _, s := range scenes {
				b.Set(s.scene)
				do(ctx, t, chromedp.WaitReady(chromedp.CSS(s.has)))
				small := ask[[]string](ctx, t, `[...document.querySelectorAll('button, select, summary, a:not(.skip), label:has(input)')].filter((e) => e.checkVisibility() && !e.closest('label:has(select)') &&
					Math.min(e.offsetWidth, e.offsetHeight) < 44).map((e) => e.outerHTML.slice(0, 90) + ' ' + e.offsetWidth + 'x' + e.offsetHeight)`)
				assert.Empty(t, small, "too small for a finger, %s in %s at %d", s.name, l, width)
				assert.LessOrEqual(t, ask[int](ctx, t, `document.documentElement.scrollWidth`), width, "%s in %s", s.name, l)
			}
		}
	}
}
