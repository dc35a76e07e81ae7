package web

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
	"consigliere/sim"
)

// A crook is a box that gives another record than that of the play: it has all keys of the box.
type crook struct {
	*sim.Sim

	cheat func(record []byte) []byte
}

// Record implements [Box].
func (c *crook) Record(ctx context.Context) ([]byte, error) {
	b, err := c.Sim.Record(ctx)
	if b == nil || err != nil || c.cheat == nil {
		return b, err
	}
	return c.cheat(b), nil
}

// keeps adds what somebody keeps who sees a desk.
func keeps(k *receipt.Kept, d *desk.Public) {
	f := d.Fair
	if d.Deal != nil {
		k.Box, k.Commitment = d.Deal.Box, d.Deal.Commitment
	}
	if f == nil {
		return
	}
	for _, g := range f.Given {
		if known := func(x receipt.Given) bool { return x.Seat == g.Seat && x.Number == g.Number }; g.Number != "" && !slices.ContainsFunc(k.Given, known) {
			k.Given = append(k.Given, receipt.Given{Seat: g.Seat, Number: g.Number})
		}
	}
	for _, r := range f.Receipts {
		if !slices.ContainsFunc(k.Receipts, func(x receipt.Receipt) bool { return x.Line == r.Line }) {
			k.Receipts = append(k.Receipts, receipt.Receipt{Line: r.Line, Seat: r.Seat, Digits: r.Digits})
		}
	}
}

// slowly lets a table take its time with a deal, whatever the clock of the box does; played ends that.
func slowly(t *testing.T, s *sim.Sim) (played func()) {
	typing, played := context.WithCancel(t.Context())
	t.Cleanup(played)
	require.NoError(t, s.Do(typing, command.Typing{}))
	go func() {
		for typing.Err() == nil {
			_ = s.Do(typing, command.Typing{}) // it may have begun
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return played
}

// TestCrooksAreCaught plays at a whole box, with phones and with a number that was said. What was kept shows each
// way in which a box can cheat; where nobody kept anything the check says what nothing proves.
func TestCrooksAreCaught(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := webtest.Run(t, box.Options{Speed: 10, Fair: true, Journals: dir})
	b := &crook{Sim: s}
	g, server := serveGuests(t, b, phone.GuestOptions{})
	panel := serve(t, b)
	names := []string{"Ava", "Babak", "Chiara"}
	ava := phonetest.Call(t, server.URL, phonetest.Invited(t, g), phonetest.NewDrip(1))
	ava.Ask(map[string]any{"t": "join", "name": "Ava"})
	require.NoError(t, s.Do(t.Context(), command.Start{
		Header: engine.Header{Game: "anygame", Seats: names, Options: []byte(`{"play":"rock-paper-scissors"}`)}, DrawSeed: true, Fair: command.FairAlways,
	}))
	played := slowly(t, s)
	byPhone, byEar := &receipt.Kept{}, &receipt.Kept{} // what Ava's phone has, and who heard and saw what all did
	ava.Wait("the box is committed", func(_ *phonetest.Told, b *phonetest.Board) bool {
		keeps(byPhone, &b.Desk)
		keeps(byEar, &b.Desk)
		return b.Desk.Deal != nil
	})
	own := bytes.Repeat([]byte{7}, receipt.PhoneBytes)
	require.Empty(t, ava.Ask(map[string]any{"t": "give", "phone": hex.EncodeToString(own)}).Fault)
	byPhone.Given = append(byPhone.Given, receipt.Given{Seat: "Ava", Phone: own})
	require.NotEmpty(t, ava.Ask(map[string]any{"t": "give", "number": "12345"}).Fault, "five digits")
	require.NotEmpty(t, ava.Ask(map[string]any{"t": "give", "phone": hex.EncodeToString(own)}).Fault, "it gave that already")
	require.NoError(t, s.Do(t.Context(), command.ForPlayer{Name: "Babak", Command: command.Give{Number: "482915"}}))
	played()
	require.NoError(t, s.Do(t.Context(), command.Deal{}))

	require.NoError(t, s.Do(t.Context(), command.SetBots{Seats: engine.SeatsOf(1, 2)}))
	moves := s.Snapshot().Public(lang.English)
	for end := time.Now().Add(10 * time.Minute); moves.State != "over"; moves = s.Snapshot().Public(lang.English) {
		require.True(t, time.Now().Before(end), "it does not end")
		keeps(byEar, moves)
		keeps(byPhone, moves)
		if own := s.Snapshot().Seat("Ava", lang.English); len(own.Asks) > 0 && !own.Locked {
			_ = s.Do(t.Context(), command.ForPlayer{Name: "Ava", Command: command.Answer{Turn: own.Turn}}) // it may be too late
		}
		time.Sleep(2 * time.Millisecond)
	}
	keeps(byEar, moves)
	keeps(byPhone, moves)
	require.NotEmpty(t, byEar.Receipts)

	download := func() []byte {
		r, err := http.Get(panel + "/record")
		require.NoError(t, err)
		defer r.Body.Close()
		data, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return data
	}
	check := func(data []byte, k *receipt.Kept) (failed, open string) {
		r, err := receipt.Check(data, k, games.Find)
		if err != nil {
			return err.Error(), ""
		}
		for _, f := range r {
			switch f.Verdict {
			case receipt.Fails:
				failed += f.Text + "\n"
			case receipt.Unproved:
				open += f.Text + "\n"
			}
		}
		return failed, open
	}
	honest := download()
	for who, k := range map[string]*receipt.Kept{"phone": byPhone, "ear": byEar, "nobody": {}} {
		failed, _ := check(honest, k)
		require.Empty(t, failed, who)
	}

	key, err := os.ReadFile(filepath.Join(dir, "receipts.key"))
	require.NoError(t, err)
	secret, public, _ := strings.Cut(strings.TrimSpace(string(key)), "\n")
	signer, err := receipt.ParseSigner(secret, public)
	require.NoError(t, err)
	again := func(record []byte, deal func(*receipt.Deal)) []byte {
		p, err := table.Replay(bytes.NewReader(record), games.Find)
		require.NoError(t, err)
		h := p.Header()
		d, _, err := receipt.OfHeader(h)
		require.NoError(t, err)
		deal(d)
		d.Mark(&h)
		_, rest, _ := bytes.Cut(p.AppendRecord(nil), []byte("\n"))
		if p, err = table.Replay(bytes.NewReader(append(append(h.Append(nil), '\n'), rest...)), games.Find); err != nil {
			return nil
		}
		data, err := p.AppendFairRecord(nil, signer)
		require.NoError(t, err)
		return data
	}
	for name, c := range map[string]struct {
		cheat                    func([]byte) []byte
		phone, ear, nobody, none string // what is said to whom; none: of what nothing proves
	}{
		"it altered a choice after the lock": {func(b []byte) []byte {
			record := receipt.Record(b)
			// The last that can be: what comes after it has to be legal still, and the play to be over.
			for end := len(record); end > 0; end-- {
				for _, from := range []string{"rock", "paper", "scissors"} {
					if !bytes.HasSuffix(record[:end], []byte(`"choice":"`+from+`"`)) {
						continue
					}
					for _, to := range []string{"rock", "paper", "scissors"} {
						other := slices.Concat(record[:end-len(from)-1], []byte(to+`"`), record[end:])
						if from == to {
							continue
						}
						if p, err := table.Replay(bytes.NewReader(other), games.Find); err == nil && p.Over() {
							return again(other, func(*receipt.Deal) {})
						}
					}
				}
			}
			return nil
		}, "", "", "", "nobody has kept a receipt"},
		"it dealt anew": {func(b []byte) []byte {
			return again(receipt.Record(b), func(d *receipt.Deal) { d.Secret[0] ^= 1 })
		}, "committed to another secret", "committed to another secret", "", "nobody has kept the commitment"},
		"it dropped what was given": {func(b []byte) []byte {
			return again(receipt.Record(b), func(d *receipt.Deal) { d.Given = nil })
		}, "the record leaves it out", "the record leaves it out", "", "nobody gave anything"},
	} {
		t.Run(name, func(t *testing.T) {
			b.cheat = c.cheat
			data := download()
			require.NotEqual(t, string(honest), string(data))
			for who, k := range map[string]*receipt.Kept{c.phone: byPhone, c.ear: byEar} {
				failed, _ := check(data, k)
				assert.NotEmpty(t, failed)
				assert.Contains(t, failed, who)
			}
			failed, open := check(data, &receipt.Kept{})
			assert.Empty(t, failed)
			assert.Contains(t, open, c.none)
		})
	}
}

// TestDealInTheBrowser begins a play at the panel's page with a phone there, until its record is checked.
func TestDealInTheBrowser(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	wide(t)
	s := webtest.Run(t, box.Options{Speed: 12, Fair: true})
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 1000})) // a slow machine must not run out of time
	g, _ := serveGuests(t, s, phone.GuestOptions{})
	server, err := New(s, nil)
	require.NoError(t, err)
	server.ShowGuests(g)
	panelAt := serveOn(t, server)

	ava := tab(t, 360, 740, "light", lang.English)
	do(ava, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: strings.Replace(thumb, "'.ask form'", "'.ask:not(.deal) form'", 1)})
		return err
	}), chromedp.Navigate(g.Invitation()))
	until(ava, t, "one may say who one is", `document.querySelector('#name')`)
	do(ava, t, chromedp.SendKeys(chromedp.CSS("#name"), "Ava"))
	press(ava, t, "#join")
	until(ava, t, "it has a seat", `document.body.classList.contains('seat')`)
	stageAt, _, _ := strings.Cut(g.Invitation(), "/#")
	panel, stage := tab(t, 1280, 800, "light", lang.Italian), tab(t, 1280, 720, "dark", lang.Persian)
	do(panel, t, chromedp.Navigate(panelAt))
	do(stage, t, chromedp.Navigate(stageAt+"/screen"))
	shot := func(name string, ctx context.Context) {
		if *shots == "" {
			return
		}
		var png []byte
		do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) (err error) {
			r, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
			if err == nil {
				png = r.Data
			}
			return err
		}))
		require.NoError(t, os.WriteFile(filepath.Join(*shots, "deal-"+name+".png"), png, 0o644))
	}

	require.NoError(t, s.Do(t.Context(), command.Start{
		Header: engine.Header{Game: "anygame", Seats: []string{"Ava", "Babak"}, Options: []byte(`{"play":"rock-paper-scissors"}`)}, DrawSeed: true, Fair: command.FairAlways,
	}))
	played := slowly(t, s)
	until(panel, t, "the panel shows what the box is committed to", `document.querySelector('#s-deal .qr path')`)
	assert.Greater(t, ask[float64](panel, t, `document.querySelector('#s-deal p').getBoundingClientRect().width / document.querySelector('#s-deal').clientWidth`), .8, "its text has the whole width, once the stage's cards are drawn on the page, too")
	until(ava, t, "the phone has given something", `JSON.parse(localStorage.getItem('consigliere.fair'))?.acked?.length`)
	until(stage, t, "the stage shows it", `document.querySelector('#side .qr path')`)
	shot("panel", panel)
	shot("phone", ava)
	shot("stage", stage)
	do(panel, t, chromedp.SendKeys(chromedp.CSS("#deal-number"), "482915"))
	press(panel, t, "#deal-give")
	until(panel, t, "the number counts", `document.querySelector('#s-deal .gave')`)
	played()
	press(panel, t, "#deal-play")
	until(ava, t, "it is played", `document.querySelector('.receipts')`)
	require.NoError(t, s.Do(t.Context(), command.SetBots{Seats: engine.SeatsOf(1)}))
	until(ava, t, "a receipt is on the phone", `document.querySelector('.receipts td .receipt')`)
	shot("phone-playing", ava)
	shot("panel-playing", panel)
	shot("stage-playing", stage)
	until(ava, t, "it is over, and can be checked", `document.querySelector('#check') && document.querySelector('#kept')`)
	until(panel, t, "on the panel, too", `document.querySelector('#check')`)
	shot("phone-over", ava)
	shot("panel-over", panel)
	kept := &receipt.Kept{}
	require.NoError(t, kept.Add(strings.NewReader(ask[string](ava, t, `JSON.parse(localStorage.getItem('consigliere.fair')).lines.map((l) => JSON.stringify(l) + '\n').join('')`))))
	assert.NotEmpty(t, kept.Receipts)
	assert.Len(t, kept.Given, 2, "what the phone has drawn, and the number that was said")
	r, err := receipt.Check([]byte(ask[string](panel, t, `fetch('record').then((r) => r.text())`)), kept, games.Find)
	require.NoError(t, err)
	assert.False(t, r.Failed(), "%v", r)
}
