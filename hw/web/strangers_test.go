package web

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web/webtest"
)

// answers answers what the seats are asked, by chance.
func answers(t *testing.T, b Box, seats []string, r *rand.Rand) {
	t.Helper()
	for _, sh := range b.Snapshot().Public(lang.English).Sheets { // what lies on the table
		if line := consoletest.Fill(&sh, r); !sh.Optional && line != nil {
			_ = b.Do(t.Context(), command.Type{Line: line})
			return
		}
	}
	for _, name := range seats {
		d := b.Snapshot().Seat(name, lang.English)
		if d.Telling || d.After || d.Locked {
			continue
		}
		for i := range d.Asks {
			a := &d.Asks[i]
			if a.Optional {
				continue
			}
			var c command.Seated = command.Answer{Turn: d.Turn, Ask: i, Row: r.IntN(max(1, len(a.Rows)))}
			if a.Verb == "courage" || a.Verb == "load" { // mostly the braver choice: there is more to be seen
				row := 0
				if (a.Verb == "load") == (r.IntN(4) > 0) {
					row = min(1, len(a.Rows)-1)
				}
				c = command.Answer{Turn: d.Turn, Ask: i, Row: row}
			}
			if a.Timed {
				c = command.Buzz{Turn: d.Turn}
			} else if len(a.Parts) > 0 {
				line := consoletest.Fill(&desk.Sheet{Seat: a.Seat, Verb: a.Verb, Parts: a.Parts}, r)
				if line == nil {
					continue
				}
				c = command.Answer{Turn: d.Turn, Ask: i, Line: line}
			}
			_ = b.Do(t.Context(), command.ForPlayer{Name: name, Command: c})
			break
		}
	}
}

// Of the pictures for strangers: their language, and which games they show.
var (
	tongue  = flag.String("shots.lang", "en", "the language of TestPicturesForStrangers")
	dealing = flag.Uint64("shots.seed", 9, "of the games of TestPicturesForStrangers")
)

// TestPicturesForStrangers writes what a stage shows at each beat of a game, in order, for somebody who has seen nothing else
// and is asked what happened, and beside them told.txt, the last six things that the log had of it then; it checks nothing.
func TestPicturesForStrangers(t *testing.T) {
	if *shots == "" {
		t.Skip("pictures are made with -shots DIR")
	}
	needsChromium(t)
	for _, c := range []staging{
		{"naro", "", 5, lang.English, 1280, 720, true},
		{"khandan", "", 4, lang.English, 1280, 720, true},
		{"corleone", "", 4, lang.English, 1280, 720, true},
		{"derpate", "", 4, lang.English, 1280, 720, true},
		{"anygame", "planning-poker", 4, lang.English, 1280, 720, true},
		{"anygame", "werewolf", 7, lang.English, 1280, 720, true},
		{"anygame", "quiz-en", 4, lang.English, 1280, 720, true},
	} {
		c.lang = lang.Lang(*tongue)
		name := c.game
		if c.script != "" {
			name = c.script
		}
		t.Run(name, func(t *testing.T) {
			seats := []string{"Ava", "Babak", "Chiara"}
			s := webtest.Run(t, box.Options{Speed: .9, Lang: c.lang, Seed: func() uint64 { return *dealing }})
			_, server := serveGuests(t, s, phone.GuestOptions{})
			ctx := tab(t, c.w, c.h, "dark", c.lang)
			calm(ctx, t)
			do(ctx, t, chromedp.Navigate(server.URL+"/screen"))
			until(ctx, t, "it looks", `document.body.className.includes('menu')`)
			require.NoError(t, s.Do(t.Context(), command.SetPace{Pace: string(caller.Calm)}))
			require.NoError(t, s.Do(t.Context(), command.Start{
				Header: engine.Header{Game: c.game, Seats: seats, Options: c.options()}, DrawSeed: true, Bots: c.seats - len(seats),
			}))
			folder := filepath.Join(*shots, name)
			require.NoError(t, os.MkdirAll(folder, 0o755))
			rng := rand.New(rand.NewPCG(*dealing, 9))
			last, seen := "", ""
			var told strings.Builder
			at := func() string {
				d, st := s.Snapshot().Public(c.lang), s.Snapshot().Stage(c.lang)
				asked := ""
				if d.Ask != nil {
					asked = d.Ask.Seat + d.Ask.Verb
				}
				beat := "-"
				if st.Beat != nil {
					beat = fmt.Sprintf("%d %s", st.Beat.N, st.Beat.Key)
				}
				return fmt.Sprintf("%s %s %s %s %d", d.State, d.Phase, asked, beat, len(d.Log))
			}
			n := 0
			for begun := time.Now(); time.Since(begun) < 8*time.Minute; time.Sleep(10 * time.Millisecond) {
				now := at()
				if now == last { // what is new is seen before somebody goes on
					answers(t, s, seats, rng)
					now = at()
				}
				d := s.Snapshot().Public(c.lang)
				if b := s.Snapshot().Stage(c.lang).Beat; now == last || b != nil && (b.Count == 1 || b.Count == 2) {
					continue
				}
				last = now
				drawn := ""
				if b := s.Snapshot().Stage(c.lang).Beat; b != nil {
					drawn = fmt.Sprint(b.N)
				}
				// The page is to have what the box has: a room sees what lies between for some milliseconds.
				settled := fmt.Sprintf(`document.getElementById('stage').dataset.beat === %q && (%t || !!document.getElementById('said').textContent)`, drawn, drawn != "")
				rests := false // it is seen for a moment that all have answered
				for due := time.Now(); time.Since(due) < 2*time.Second && !rests && !ask[bool](ctx, t, settled) && at() == now; {
					time.Sleep(5 * time.Millisecond)
					rests = ask[bool](ctx, t, `!!document.getElementById('stage').dataset.rests`)
				}
				if rests {
					last = "" // what comes next is shown after it
				}
				time.Sleep(40 * time.Millisecond)
				// What looks the same as the picture before tells nobody anything.
				looks := ask[string](ctx, t, `document.body.innerText + [...document.querySelectorAll('#stage .fresh, #stage .called, #stage .strong')].map((e) => e.className + e.textContent)`)
				if looks == seen {
					continue
				}
				png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				require.NoError(t, err)
				if at() != now && d.State != "over" && !strings.Contains(now, "cue.fire") {
					continue // it is of two moments
				}
				n, seen = n+1, looks
				key := "-"
				if b := s.Snapshot().Stage(c.lang).Beat; b != nil {
					key = b.Key
				}
				if b := s.Snapshot().Stage(c.lang).Beat; b != nil {
					now += fmt.Sprintf(" for %d ms", b.MS)
				}
				t.Logf("%d: %s; asked: %q, at once %t, together %q, awaited %v", n, now, d.Question, d.Ask != nil, d.Together, slices.DeleteFunc(slices.Clone(d.Seats), func(p desk.Player) bool { return !p.Awaited }))
				require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.%s.%s.png", n, d.State, key)), png, 0o644))
				fmt.Fprintf(&told, "%02d\n", n)
				for _, e := range d.Log[max(0, len(d.Log)-6):] {
					fmt.Fprintf(&told, "   %s\n", lang.Unmarked(e.Text))
				}
				require.NoError(t, os.WriteFile(filepath.Join(folder, "told.txt"), []byte(told.String()), 0o644))
				if d.State == "over" || n >= 60 {
					break
				}
			}
		})
	}
}
