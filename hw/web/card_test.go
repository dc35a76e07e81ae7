//go:build vm

package web

import (
	"context"
	"flag"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/device"
	"github.com/stretchr/testify/require"
)

var (
	cardBox  = flag.String("box", "", "a command that runs what follows it on the machine of the box, such as ssh NAME@ADDRESS")
	cardPlug = flag.String("plug", "", "a command that pulls the plug of that machine, and puts it in again")
)

// TestCard is eight browsers, each of the size and the kind of a phone, at a box that runs elsewhere:
// they scan the code that it prints, take eight seats in three languages, and play two rounds of
// Naro, which one of them begins; the plug is pulled in the first. The screen for the room looks on.
// Whoever runs it has installed the box as PHONES.md says, and sits in its network:
//
//	go test -tags vm ./hw/web -run '^TestCard$' -timeout 1h -box 'ssh NAME@consigliere.local' -plug 'echo Pull the plug, put it in again, press Enter.; read _ </dev/tty'
//
// It needs zbarimg. -shots DIR keeps pictures of all that the phones and the screen showed.
func TestCard(t *testing.T) {
	if *cardBox == "" {
		t.Skip("there is no -box")
	}
	c := &card{t: t, begun: time.Now()}
	told := c.on("consigliere phones")
	invitation := c.scan(told)
	m := regexp.MustCompile(`join at (http://\S+/#\S{22})\s`).FindStringSubmatch(told)
	require.NotNil(t, m, "%s", told)
	require.Equal(t, m[1], invitation, "the code says what is printed below it")
	base, _, _ := strings.Cut(invitation, "#")
	c.say("the code is scanned")

	kinds := []chromedp.Device{
		device.IPhoneSE, device.GalaxyS9, device.IPhone13, device.Pixel5,
		device.IPhone15ProMax, device.GalaxyS5, device.IPhone12Mini, device.MotoG4,
	}
	tongues := []string{"en-GB,en", "fa-IR,fa", "it-IT,it"}
	var phones []*cardPhone
	for i, name := range webtest.CastEN {
		p := &cardPhone{card: c, name: name, ctx: c.tab(kinds[i], tongues[i%len(tongues)])}
		p.do(chromedp.Navigate(invitation))
		p.until("one may say who one is", `document.querySelector('#name')`)
		require.Equal(t, base, ask[string](p.ctx, t, `location.href`), "the code is gone from the address bar")
		p.do(chromedp.SendKeys(chromedp.CSS("#name"), name))
		p.tap("#join")
		p.until("it has a seat", `document.body.classList.contains('seat')`)
		phones = append(phones, p)
	}
	screen := &cardPhone{card: c, name: "screen", ctx: c.tab(nil, "en-GB,en")}
	screen.do(chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(base+"screen"))
	screen.until("it shows who is here", `document.querySelectorAll('.names li').length === 8`)
	c.snap("joined", append(phones[:2:2], screen)...)
	c.say("eight phones have joined")

	ava := phones[0]
	require.NotEmpty(t, c.on("consigliere phones --host "+ava.name))
	ava.until("a host may begin", `document.querySelector('#begin-game')`)
	ava.do(chromedp.SetValue(chromedp.CSS("#begin-game"), "naro"))
	ava.until("eight play", `document.querySelectorAll('.order li').length === 8 && document.querySelector('#begin-chance')`)
	ava.do(chromedp.SetValue(chromedp.CSS("#begin-chance"), "box"))
	c.snap("begin", ava)
	ava.tap("#begin")
	for _, p := range phones {
		p.until("its choice is awaited", `document.querySelector('.covered')`)
	}
	c.snap("covered", append(phones, screen)...)
	c.say("the game has begun")

	// Half of them have chosen when the plug is pulled.
	for _, p := range phones {
		p.play("it has loaded", `!document.querySelector('.covered, .choice') || document.querySelector('#back')`)
	}
	for _, p := range phones {
		p.until("it aims", `document.querySelector('.covered')`)
	}
	for _, p := range phones[4:] {
		p.play("it is locked in", `document.querySelector('#back')`)
	}
	c.snap("aim", append(phones, screen)...)
	c.say("the plug is pulled")
	c.run(*cardPlug)
	c.say("the box has its power again")
	for _, p := range phones {
		p.until("the box is back, and plays nothing", `document.body.classList.contains('on') && !document.querySelector('.covered, #back')`)
	}
	screen.until("the box is back", `document.body.classList.contains('menu')`)
	ava.until("a host may go on", `document.querySelector('#go-on-0')`)
	c.snap("back", append(phones[:2:2], screen)...)
	ava.tap("#go-on-0")
	for i, p := range phones {
		if i < 4 {
			p.until("its choice is awaited", `document.querySelector('.covered') && !document.querySelector('#back')`)
		} else {
			p.until("it is locked in", `document.querySelector('#back')`)
		}
	}
	c.snap("again", append(phones, screen)...)
	c.say("all are back where they were")

	heading := func() string {
		return ask[string](screen.ctx, t, `document.querySelector('#stage h2, #scene h2')?.textContent ?? ''`)
	}
	last, n := "", 0
	for late := time.Now().Add(30 * time.Minute); !strings.HasPrefix(last, "3/"); time.Sleep(50 * time.Millisecond) {
		require.True(t, time.Now().Before(late), "two rounds are not over: %s", last)
		if now := heading(); now != last {
			last = now
			n++
			c.snap(fmt.Sprintf("scene%02d", n), screen)
		}
		for _, p := range phones {
			p.press()
		}
	}
	c.snap("round3", append(phones, screen)...)
	c.say("two rounds are played")
}

// A card is the machine of the box, from where its guests sit.
type card struct {
	t     *testing.T
	begun time.Time
}

// A cardPhone is a browser that shows a page of the box.
type cardPhone struct {
	*card

	name string
	ctx  context.Context
}

// say tells how far the test is, and when.
func (c *card) say(what string) {
	fmt.Printf("-- %s (%d s)\n", what, int(time.Since(c.begun).Seconds()))
}

// run runs a command of the shell.
func (c *card) run(command string) string {
	c.t.Helper()
	out, err := exec.Command("sh", "-c", command).Output()
	require.NoError(c.t, err, "%s: %s", command, out)
	return string(out)
}

// on runs a command on the machine of the box.
func (c *card) on(command string) string {
	c.t.Helper()
	return c.run(*cardBox + " " + command)
}

// scan reads the QR code in what a terminal shows, as a phone's camera does: from a picture.
func (c *card) scan(terminal string) string {
	t := c.t
	t.Helper()
	text := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(terminal, "")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<body style="background:#000"><pre style="color:#fff;font:16px/16px 'DejaVu Sans Mono',monospace">%s</pre>`, html.EscapeString(text))
	}))
	t.Cleanup(s.Close)
	p := &cardPhone{card: c, name: "terminal", ctx: chromium(t)}
	p.do(chromedp.EmulateViewport(900, 900), chromedp.Navigate(s.URL))
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "terminal.png")
	if *shots != "" {
		file = filepath.Join(*shots, "card.terminal.png")
	}
	require.NoError(t, os.WriteFile(file, png, 0o644))
	return strings.TrimSpace(c.run("zbarimg --quiet --raw " + file))
}

// tab opens a browser like a phone's, or a plain one, for somebody who reads these languages.
func (c *card) tab(kind chromedp.Device, languages string) context.Context {
	t := c.t
	t.Helper()
	ctx, stop := chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	agent := ""
	if kind != nil {
		do(ctx, t, chromedp.Emulate(kind))
		agent = kind.Device().UserAgent
	}
	do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
			return err
		}
		if agent == "" {
			return nil
		}
		_, err := chromedp.Call(ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages})
		return err
	}))
	calm(ctx, t)
	return ctx
}

// snap writes pictures, where they are asked for.
func (c *card) snap(state string, pages ...*cardPhone) {
	for _, p := range pages {
		snap(p.ctx, c.t, "card."+state+"."+p.name)
	}
}

func (p *cardPhone) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	do(p.ctx, p.t, steps...)
}

// is reports whether an expression in the page is true.
func (p *cardPhone) is(js string) bool {
	p.t.Helper()
	return ask[bool](p.ctx, p.t, "!!("+js+")")
}

// until waits until an expression in the page is true.
func (p *cardPhone) until(what, js string) {
	p.t.Helper()
	p.play(what, js, func() {})
}

// play presses what there is to press, or does something else, until an expression in the page is true.
func (p *cardPhone) play(what, js string, or ...func()) {
	p.t.Helper()
	for late := time.Now().Add(15 * time.Minute); !p.is(js); time.Sleep(100 * time.Millisecond) {
		require.True(p.t, time.Now().Before(late), "%s: never: %s\n%s", p.name, what, ask[string](p.ctx, p.t, `document.body.className + '\n' + document.body.innerText`))
		if len(or) == 0 {
			p.press()
		}
		for _, f := range or {
			f()
		}
	}
}

// press uncovers what is covered, or presses one of the choices.
func (p *cardPhone) press() {
	p.t.Helper()
	switch {
	case p.is(`document.querySelector('.covered')`):
		p.tap("#cover")
	case p.is(`document.querySelector('.ask .choice:not(:disabled)')`):
		p.tap(".ask .choice:not(:disabled)")
	}
}

// tap touches the middle of something with a finger, if it is there.
func (p *cardPhone) tap(css string) {
	p.t.Helper()
	at := ask[[]float64](p.ctx, p.t, fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return []; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, css))
	if len(at) < 2 {
		return
	}
	// The finger does not wait until the page has seen it: that would be a long press.
	down := make(chan error, 1)
	go func() {
		down <- chromedp.Do(p.ctx, touch(input.DispatchTouchEventTypeTouchStart, [2]float64{at[0], at[1]}))
	}()
	time.Sleep(40 * time.Millisecond)
	p.do(touch(input.DispatchTouchEventTypeTouchEnd))
	require.NoError(p.t, <-down)
}
