package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/page"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/box"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A thing is a node of the accessibility tree: what a screen reader tells of the page.
type thing struct {
	role, name string
	live       string // "polite" or "assertive"
}

// things returns the accessibility tree of the page.
func things(ctx context.Context, t *testing.T) []thing {
	t.Helper()
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(t, err)
	text := func(v *accessibility.Value) string {
		if v == nil || len(v.Value) == 0 {
			return ""
		}
		var s string
		_ = json.Unmarshal([]byte(v.Value), &s) // a number or a yes isn't text
		return s
	}
	var all []thing
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		x := thing{role: text(n.Role), name: text(n.Name)}
		for _, p := range n.Properties {
			if p.Name == "live" {
				x.live = text(p.Value)
			}
		}
		all = append(all, x)
	}
	return all
}

// needName are the roles that mean nothing without a name.
var needName = []string{
	"button", "checkbox", "combobox", "textbox", "radio", "spinbutton", "link", "DisclosureTriangle", "img", "image", "dialog", "alertdialog", "heading", "listbox", "menuitem", "switch", "slider",
}

// checkAccess holds what a state of a page owes to those who do not see it, or use no finger:
// all that can be pressed and each picture has a name, one region that is always there says what
// is new, the keyboard reaches everything in the order in which it stands, one sees where it is,
// and each text stands out from what is behind it.
func checkAccess(ctx context.Context, t *testing.T, state, told string) {
	t.Helper()
	regions := 0
	for _, x := range things(ctx, t) {
		if slices.Contains(needName, x.role) {
			assert.NotEmpty(t, x.name, "%s: a %s without a name", state, x.role)
		}
		if x.live == "polite" {
			regions++
		}
	}
	if !ask[bool](ctx, t, `!!document.querySelector('dialog[open]')`) { // behind it all is silent
		assert.NotZero(t, regions, "%s: no region says what is new", state)
	}
	isolates := strings.NewReplacer("\u2068", "", "\u2069", "") // which keep a name together
	assert.Equal(t, isolates.Replace(told), isolates.Replace(ask[string](ctx, t, `document.querySelector('#told').textContent`)), "%s: what is said to those who do not see it", state)
	assert.Empty(t, faint(ctx, t), "%s: hard to read", state)

	// Tab from the beginning to the end.
	order := ask[[]string](ctx, t, `(() => {
		const root = document.querySelector('dialog[open]') ?? document.body;
		root.tabIndex = -1;
		root.focus({ preventScroll: true });
		root.removeAttribute('tabindex');
		window.stops = [...root.querySelectorAll('button, select, input, summary, a[href], [tabindex="0"]')].filter((e) => !e.disabled && e.checkVisibility({ visibilityProperty: true }) && !e.closest('details:not([open]) > :not(summary)') && e.tabIndex >= 0
			&& !(e.type === 'radio' && [...document.getElementsByName(e.name)].some((o) => o !== e && (o.checked || !e.checked && o.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING && ![...document.getElementsByName(e.name)].some((x) => x.checked)))));
		return window.stops.map((e) => e.outerHTML.slice(0, 60));
	})()`)
	var reached []string
	for range order {
		do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			for _, typ := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
				if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: typ, Code: "Tab", Key: "Tab", WindowsVirtualKeyCode: 9}); err != nil {
					return err
				}
			}
			return nil
		}))
		at := ask[[]string](ctx, t, `(() => {
			const e = document.activeElement, s = getComputedStyle(e);
			const seen = parseFloat(s.outlineWidth) >= 2 && s.outlineStyle !== 'none' || e.closest('.face');
			return [e.outerHTML.slice(0, 60), seen ? '' : 'the focus cannot be seen'];
		})()`)
		assert.Empty(t, at[1], "%s: %s", state, at[0])
		reached = append(reached, at[0])
	}
	assert.Equal(t, order, reached, "%s: the order of the keyboard", state)
	assert.Empty(t, ask[[]string](ctx, t, `(() => {
		// What comes later stands lower, or in the same row, in each part of the page.
		const out = [];
		for (const part of ['.top', 'main', '.deck', 'dialog']) {
			let low = -Infinity;
			for (const e of window.stops.filter((e) => e.closest(part))) {
				const r = e.getBoundingClientRect();
				if (r.bottom < low) out.push(e.outerHTML.slice(0, 60));
				low = Math.max(low, r.top);
			}
		}
		return out;
	})()`), "%s: it stands above what comes before it", state)
	ask[any](ctx, t, `document.activeElement?.blur()`)
}

// seatAsking is a seat that is asked for a bullet, in secret.
func seatAsking(l lang.Lang) desk.Seat {
	return desk.Seat{
		Seat: webtest.Cast(l)[0], Turn: 1, Secret: true, Awaited: true, Heading: webtest.In(l, "Round 2 of 8", "دور ۲ از ۸", "Round 2 di 8"),
		Lines: []desk.Line{{Text: webtest.In(l, "Bang! left: 2", "۲ تیر مانده", "Bang! rimasti: 2"), Icons: []string{"bang"}}},
		Asks: []desk.SeatAsk{{
			Seat: webtest.Cast(l)[0], Verb: "load", Prompt: webtest.In(l, "Choose your bullet", "گلوله‌ات را انتخاب کن", "Scegli il proiettile"), Parts: []desk.SheetPart{},
			Steps: []desk.SeatStep{{Question: "", Values: []desk.SeatValue{
				{Label: webtest.In(l, "Click!", "تق!", "Clic!"), Help: webtest.In(l, "A blank: nobody is hurt.", "گلوله‌ی مشقی: کسی آسیب نمی‌بیند.", "A salve: nessuno si fa male.")},
				{Label: webtest.In(l, "Bang!", "بنگ!", "Bang!"), Help: webtest.In(l, "A real one.", "گلوله‌ی واقعی.", "Uno vero.")},
			}}}, Rows: [][]int{{0}, {1}},
		}},
	}
}

// TestAccess goes through the states of a phone and of the screen for the room as those do who do
// not see them, or not well, on a narrow screen. With CONSIGLIERE_LONG it does so in three languages,
// dark and light.
func TestAccess(t *testing.T) {
	t.Parallel()
	wide(t)
	for _, l := range lang.All() {
		for _, theme := range []string{"dark", "light"} {
			if !long() && *shots == "" && (l != lang.Persian || theme != "dark") {
				continue
			}
			t.Run(fmt.Sprintf("phone-%s-%s", l, theme), func(t *testing.T) {
				t.Parallel()
				needsChromium(t)
				accessOfPhone(t, l, theme)
			})
		}
		if !long() && *shots == "" && l != lang.English {
			continue
		}
		t.Run(fmt.Sprintf("screen-%s", l), func(t *testing.T) {
			t.Parallel()
			needsChromium(t)
			accessOfScreen(t, l)
		})
	}
}

func accessOfPhone(t *testing.T, l lang.Lang, theme string) {
	ctx := tab(t, 320, 700, theme, l)
	sharp(ctx, t, 320, 700) // one point of the picture for each of the page
	b := webtest.NewBox(8)
	g, server := serveGuests(t, b, phone.GuestOptions{})
	names := webtest.Cast(l)
	shown := desk.Seat{Asks: []desk.SeatAsk{}, Lines: []desk.Line{}, Groups: []desk.Group{}}
	scene := func(d desk.Public) func(lang.Lang) desk.Public {
		d.Lang = string(l)
		return func(lang.Lang) desk.Public { return d }
	}
	b.Seats = func(name string) desk.Seat {
		if name != names[0] {
			return desk.Seat{}
		}
		return shown
	}
	book, err := page.Sentences(l)
	require.NoError(t, err)
	n := 0
	show := func(d desk.Public, s desk.Seat) {
		n++
		b.Mu.Lock()
		s.Turn = uint64(n)
		s.Asks, s.Lines, s.Groups = append([]desk.SeatAsk{}, s.Asks...), append([]desk.Line{}, s.Lines...), append([]desk.Group{}, s.Groups...)
		shown = s
		b.Mu.Unlock()
		d.Phase = fmt.Sprint(d.Phase, " ", l.Number(n)) // so that it is new
		b.Set(scene(d))
	}
	look := func(state, shown, told string) {
		t.Helper()
		until(ctx, t, state+" is shown", shown)
		until(ctx, t, "what was said for a moment is gone", `document.querySelector('#hint').hidden`) // it lies over the rest
		still(ctx, t)
		checkAccess(ctx, t, state, told)
		checkPhone(ctx, t, state)
		snap(ctx, t, fmt.Sprintf("access.%s.%s.%s", state, l, theme))
	}
	menu := webtest.SceneMenu(l)
	menu.Titles = menu.Titles[:1]
	b.Set(scene(menu))
	do(ctx, t, chromedp.Navigate(g.Invitation()))
	look("who", `document.querySelector('#name')`, "")
	sharp(ctx, t, 1280, 800) // a laptop joins, too
	look("desktop", `document.querySelector('#name')`, "")
	sharp(ctx, t, 320, 700)
	do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), names[0]))
	press(ctx, t, "#join")
	until(ctx, t, "the first is the host", `document.querySelector('#begin')`)
	g.SetHost(names[0], false)
	until(ctx, t, "it is none any more", `!document.querySelector('#begin')`)
	look("welcome", `document.body.classList.contains('seat')`, book["phone.soon"])
	g.SetHost(names[0], true)
	look("begin", `document.querySelector('#begin')`, book["phone.you_begin"])
	g.SetHost(names[0], false)

	play := webtest.SceneAim(l)
	play.Error, play.Rule, play.Undo, play.Sheets, play.Ask, play.Reveal = "", nil, nil, nil, nil, nil
	asking := seatAsking(l)
	prompt := asking.Asks[0].Prompt
	show(play, asking)
	look("covered", `document.querySelector('.covered')`, book["phone.your_choice"])
	until(ctx, t, "it can be uncovered", `document.querySelector('#cover')`)
	ask[any](ctx, t, `document.querySelector('#cover').click()`)
	look("open", `document.querySelectorAll('.choice').length === 2 && document.querySelector('.own')`, prompt)
	press(ctx, t, ".choice")
	until(ctx, t, "it is sent", `!document.body.classList.contains('open')`)
	locked := asking
	locked.Asks, locked.Awaited, locked.Secret, locked.Locked = []desk.SeatAsk{}, false, false, true
	show(play, locked)
	look("locked", `document.querySelector('#back')`, book["phone.locked"])
	atBox, idle := play, locked
	atBox.Sheets, idle.Locked = webtest.SceneParts(l).Sheets[:1], false
	show(atBox, idle)
	look("at the box", `document.querySelector('.idle') && !document.querySelector('#back')`, strings.ReplaceAll(book["phone.at_box"], "{{.what}}", atBox.Sheets[0].Prompt))
	g.SetHost(names[0], true)
	until(ctx, t, "a host is asked what the table is, and not told besides that it is asked", `document.querySelector('#p-ask form.ask #sheet-0') && !document.querySelector('.idle')`)
	g.SetHost(names[0], false)
	refused := locked
	refused.Locked, refused.Why, refused.Rule = false, webtest.In(l, "You have no Bang! left", "دیگر تیر نداری", "Non hai più Bang!"), &desk.Rule{Number: "NARO-4.2", Text: webtest.In(l, "Each has three.", "هر کس سه تا دارد.", "Ognuno ne ha tre."), Lang: l}
	show(play, refused)
	look("refused", `document.querySelector('.slip.wrong[role=alert]')`, book["phone.idle"])
	undo := refused
	undo.Why, undo.Rule, undo.Undo = "", nil, webtest.In(l, "Babak takes his aim back", "بابک نشانه‌اش را پس می‌گیرد", "Babak riprende la mira")
	show(play, undo)
	look("undo", `document.querySelector('#undo-yes')`, book["undo.asked"]+" "+undo.Undo)
	reveal := webtest.SceneReveal(l)
	show(reveal, desk.Seat{Seat: names[0], Telling: true})
	look("reveal", `document.querySelector('.reveal')`, reveal.Reveal.Heading+": "+reveal.Reveal.Text)
	for i, s := range webtest.SceneParts(l).Sheets {
		parts := desk.Seat{Seat: names[0], Awaited: true, Asks: []desk.SeatAsk{{Seat: names[0], Verb: s.Verb, Prompt: s.Prompt, Parts: s.Parts}}}
		show(play, parts)
		look(fmt.Sprint("parts", i), fmt.Sprintf(`document.querySelector('#question')?.textContent === %q`, s.Prompt), s.Prompt)
	}
	two := asking
	two.Secret = false
	two.Asks = append(slices.Clone(two.Asks), two.Asks[0])
	two.Asks[1].Prompt, two.Asks[1].Optional = webtest.In(l, "Use your power", "از قدرتت استفاده کن", "Usa il potere"), true
	show(play, two)
	look("tabs", `document.querySelectorAll('.tabs button').length === 2`, prompt)
	lesson := play
	lesson.Lesson, lesson.Paused = webtest.In(l, "Load one bullet.", "یک گلوله بگذار.", "Carica una pallottola."), true
	show(lesson, two)
	look("lesson", `document.querySelector('#read') && !document.querySelector('.choice')`, lesson.Lesson)
	b.Tell(box.SayEvent{Text: "Loaded!", Lang: string(l)})
	show(play, two)
	until(ctx, t, "the lesson is read", `document.querySelector('.choice') && !document.querySelector('.said')`)
	b.Tell(box.SayEvent{Text: "Aim!", Lang: "en", In: map[lang.Lang]string{lang.Persian: "نشانه!", lang.Italian: "Mirate!"}})
	until(ctx, t, "what is said is shown in the language of the page", fmt.Sprintf(`document.querySelector('.said')?.textContent === %q && document.querySelector('.said').lang === %q`, webtest.In(l, "Aim!", "نشانه!", "Mirate!"), l))
	hears := two
	hears.After, hears.Asks = true, two.Asks[:1]
	show(play, hears)
	look("hears", `document.querySelector('#on') && !document.querySelector('.choice')`, "")
	press(ctx, t, "#on")
	until(ctx, t, "it is asked", `document.querySelector('.choice')`)
	at, answered := middle(ctx, t, ".choice"), len(b.Answers())
	for _, typ := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		do(ctx, t, chromedp.MouseEvent(typ, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	}
	until(ctx, t, "a second tap answers nothing, and is told so", `document.querySelector('#hint').checkVisibility()`)
	assert.Len(t, b.Answers(), answered)
	until(ctx, t, "it is told for a moment", `!document.querySelector('#hint').checkVisibility()`)
	hears.Turn++
	show(play, hears)
	until(ctx, t, "it hears again", `document.querySelector('#on')`)
	hears.After = false
	show(play, hears)
	look("heard", `document.querySelector('.choice')`, prompt)
	hears.After = true
	hears.Turn++
	show(play, hears)
	until(ctx, t, "it hears once more", `document.querySelector('#on')`)
	// The page itself presses, half a second after it is asked: what comes from here may come later than that.
	ask[any](ctx, t, `(() => {
		window.pressed = 0;
		const wait = setInterval(() => {
			if (!document.querySelector('.choice')) return;
			clearInterval(wait);
			const since = performance.now();
			setTimeout(() => {
				const b = document.querySelector('.choice');
				for (const t of ['pointerdown', 'pointerup']) b.dispatchEvent(new PointerEvent(t, { bubbles: true, isPrimary: true }));
				b.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })); // as of a finger
				window.pressed = performance.now() - since;
			}, 500);
		}, 10);
	})()`)
	hears.After = false
	show(play, hears)
	until(ctx, t, "it has pressed", `window.pressed`)
	if ask[float64](ctx, t, `window.pressed`) < 900 { // else the machine was slow
		assert.True(t, ask[bool](ctx, t, `document.querySelector('#hint').checkVisibility()`), "what was meant for the button that has made way does nothing, and is told so")
		assert.Len(t, b.Answers(), answered)
		until(ctx, t, "it is told for a moment", `!document.querySelector('#hint').checkVisibility()`)
	}
	g.SetHost(names[0], true)
	paused := play
	paused.Paused = true
	show(paused, locked)
	until(ctx, t, "it is paused", `document.querySelector('.stamp') && !document.querySelector('#acts').hidden`)
	ask[any](ctx, t, `document.querySelector('#acts').click()`)
	look("paused", `document.querySelector('#pause')`, book["paused"])
	ask[any](ctx, t, `document.querySelector('#settings-close').click()`)
	show(webtest.SceneLoot(l), locked)
	look("host", `document.querySelector('form.ask .heap')`, book["phone.locked"])
	show(webtest.SceneOver(l), desk.Seat{Seat: names[0]})
	until(ctx, t, "it is over", `document.querySelector('.chart')`)
	ask[any](ctx, t, `document.querySelector('.made').closest('details').open = true`)
	look("over", `document.querySelector('#rematch')`, webtest.SceneOver(l).Heading)
	press(ctx, t, "#gear")
	look("settings", `document.querySelector('dialog[open]')`, webtest.SceneOver(l).Heading)
	press(ctx, t, "#settings-close")
	show(play, locked)
	thief := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
	thief.Send(map[string]any{"t": "join", "name": names[0]})
	look("knock", `document.querySelector('.knock')`, book["phone.locked"])
	require.NoError(t, g.PutOut(names[0]))
	look("out", `document.body.classList.contains('gone')`, book["phone.out"])
	press(ctx, t, "#p-ask .go")
	look("which", `document.querySelectorAll('.choices .key').length > 3`, "")
	press(ctx, t, ".choices .key")
	until(ctx, t, "it waits", `document.querySelector('.waits')`)
	checkPhone(ctx, t, "waits")
}

func accessOfScreen(t *testing.T, l lang.Lang) {
	ctx := tab(t, 1280, 720, "dark", l)
	sharp(ctx, t, 1280, 720)
	b := webtest.NewBox(8)
	b.Scene = webtest.SceneMenu
	g, server := serveGuests(t, b, phone.GuestOptions{})
	panel, err := New(b, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	here := httptest.NewServer(panel)
	t.Cleanup(func() { panel.Close(); here.Close() })
	for i, url := range []string{server.URL, here.URL} {
		b.Set(webtest.SceneMenu)
		do(ctx, t, chromedp.Navigate(url+"/screen"))
		until(ctx, t, "it waits for a game", `document.body.classList.contains('menu')`)
		checkAccess(ctx, t, "menu", webtest.SceneMenu(l).Titles[0].Title) // which was played last
		if i == 0 {
			continue
		}
		for _, c := range []struct {
			state       string
			scene       func(lang.Lang) desk.Public
			shown, told string
		}{
			{"aim", webtest.SceneAim, fmt.Sprintf(`document.body.innerText.includes(%q)`, webtest.SceneAim(l).Seats[7].Name), webtest.SceneAim(l).Heading},
			{"reveal", webtest.SceneReveal, `document.querySelector('li.called')`, webtest.SceneReveal(l).Reveal.Text},
			{"over", webtest.SceneOver, `document.querySelector('.podium')`, webtest.SceneOver(l).Heading},
		} {
			b.Set(c.scene)
			until(ctx, t, "it shows "+c.state, c.shown)
			checkAccess(ctx, t, c.state, c.told)
		}
		// Where the system chooses the colours, the pictures keep theirs, and so does what they lie on.
		for _, forced := range []string{"active", "none"} {
			do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: forced}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
				return err
			}))
			if forced == "active" {
				assert.Empty(t, faint(ctx, t), "forced colours")
				assert.Equal(t, "rgb(251, 241, 218)", ask[string](ctx, t, `getComputedStyle(document.body).color`))
				snap(ctx, t, fmt.Sprintf("access.forced.%s", l))
			}
		}
		b.Set(webtest.SceneAim)
		b.Tell(box.SayEvent{Text: "Aim!", Lang: "en", In: map[lang.Lang]string{lang.Persian: "نشانه!", lang.Italian: "Mirate!"}})
		until(ctx, t, "what is said is shown in the language of the page", fmt.Sprintf(`document.querySelector('#said')?.textContent === %q`, webtest.In(l, "Aim!", "نشانه!", "Mirate!")))
	}
}
