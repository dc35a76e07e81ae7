package web

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone"
	"consigliere/hw/web/webtest"
	"consigliere/sim"
)

// An overheard is a box that notes what phones tell it.
type overheard struct {
	*sim.Sim

	mu   sync.Mutex // guards the following
	told []command.ForPlayer
}

// Do implements [box.Box].
func (o *overheard) Do(ctx context.Context, c command.Command) error {
	if f, is := c.(command.ForPlayer); is {
		o.mu.Lock()
		o.told = append(o.told, f)
		o.mu.Unlock()
	}
	return o.Sim.Do(ctx, c)
}

// since returns what a phone has told the box since so many commands, as the types of the commands.
func (o *overheard) since(n int, name string) (all []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.told[n:] {
		if f.Name == name {
			all = append(all, strings.TrimPrefix(fmt.Sprintf("%T", f.Command), "command."))
		}
	}
	return all
}

func (o *overheard) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.told)
}

// watch notes on a page what is clicked, how long after its player has looked, and for how long it says nothing that its player
// could do or wait for.
const watch = `(() => {
	window.clicked = [];
	window.looked = 0;
	window.reaction = 0;
	const text = (e) => (e?.closest?.('button, summary, .can')?.innerText ?? e?.closest?.('.can')?.getAttribute('aria-label') ?? '').trim();
	for (const t of ['click', 'pointerdown']) addEventListener(t, (e) => { clicked.push(text(e.target)); }, { capture: true });
	// Where things lie: what moved between the look and the finger is told of an accident.
	window.layout = () => Object.fromEntries([['scrolled', [scrollY, document.querySelector('#roll').scrollTop]],
		...[...document.querySelectorAll('main > div, #deck, #deck > div, #roll > div, #deck button')].filter((e) => e.checkVisibility()).map((e) => {
			const r = e.getBoundingClientRect();
			return [e.id || e.innerText.trim(), [r.left, r.top, r.right, r.bottom].map(Math.round)];
		})]);
	addEventListener('pointerdown', (e) => {
		reaction = e.timeStamp - looked;
		const now = layout();
		const differ = (k) => JSON.stringify(now[k]) !== JSON.stringify(before[k]);
		window.moved = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(differ).map((k) => k + ': ' + before[k] + ' to ' + now[k]);
	}, { capture: true });
	window.silent = { since: 0, longest: 0, at: '', looks: 0 };
	setInterval(() => {
		const now = performance.now();
		const any = (...all) => all.some((css) => [...document.querySelectorAll(css)].some((e) => e.checkVisibility() && (e.innerText ?? ' .').trim()));
		// That there is nothing to do is an answer once it is seen whom all wait for.
		const there = any('#p-ask .ask:not(.idle)', '#take', '#back', '.quick', '.said', '.reveal', '.stamp', '#p-slips', '.seconds') || any('.ask.idle') && any('.whom', '.seats .awaited', '.icon-await');
		if (!document.body?.classList.contains('seat') || document.body.classList.contains('menu')) { silent.since = now; return; }
		silent.looks++;
		if (there) { silent.since = now; return; }
		if (now - silent.since > silent.longest) { silent.longest = now - silent.since; silent.at = document.querySelector('#main').innerText; }
	}, 200);
})();`

// A target is something that a picture of a page shows.
type target struct {
	Text string     `json:"text"`
	Acts bool       `json:"acts"` // it looks as if a tap on it did something for good
	Buzz bool       `json:"buzz"` // a buzzer, open or not
	At   [2]float64 `json:"at"`
}

// targets returns what is seen on a phone, each with a place that a finger would touch: what lies on top there, whatever the
// page thinks of it.
const targets = `(() => {
	clicked = [];
	looked = performance.now();
	window.before = layout();
	window.moved = [];
	const out = [];
	const add = (e, acts) => {
		const r = e.getBoundingClientRect();
		const x = r.left + r.width * (.2 + .6 * Math.random()), y = r.top + r.height * (.2 + .6 * Math.random());
		if (r.width < 8 || r.height < 8 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || !e.checkVisibility()) return;
		const top = document.elementFromPoint(x, y);
		// What a list has scrolled under its edge is not seen, though the edge's own box holds it, too.
		if (top && (e.contains(top) || !acts && top.contains(e))) out.push({ text: (e.innerText || e.getAttribute('aria-label') || '').trim(), acts, buzz: !!e.closest('.buzz'), at: [x, y] });
	};
	const acts = '.choice, #take, .quick button, .ask [type=submit], .buzz, #back, #undo-yes, #undo-no, #read, #on, #later, .hosts button, .pair button, .board .can, #rematch, #rematch-yes, #again';
	for (const e of document.querySelectorAll('button, summary, .board .can, h1, h2, p, td, th, li')) {
		const key = e.closest('button, .can');
		if (e.disabled || e.closest('#gear, #acts, dialog, .log') || key && key !== e) continue;
		add(e, !!e.closest(acts));
	}
	return out;
})()`

var (
	eveningTaps = flag.Int("evening.taps", 100, "how many taps in each game of TestEvening count")
	eveningSeed = flag.Uint64("evening.seed", 11, "what its people and its box draw from")
)

// tooLate is how long after a look nobody taps what was seen then. A machine that is busy may take longer: such a tap does not count.
const tooLate = 900 // ms

// A guest is one of those who have nothing but a picture of their phone.
type guest struct {
	name string
	ctx  context.Context
	r    *rand.Rand
}

// A tapped is what came of one tap.
type tapped struct {
	done     bool
	aim      target
	clicked  []string
	moved    []string // what lay elsewhere at the look than under the finger
	reaction float64  // ms from the look to the finger
	before   int      // what the box had been told before
}

// tap looks at a phone, chooses a place of what is drawn, and touches it a moment later, however the page has changed meanwhile; or scrolls from there.
func (g *guest) tap(t *testing.T, s *overheard) (o tapped) {
	o.before = s.count()
	all := ask[[]target](g.ctx, t, targets)
	if len(all) == 0 {
		return o
	}
	if acting := slices.DeleteFunc(slices.Clone(all), func(x target) bool { return !x.Acts }); len(acting) > 0 && g.r.IntN(10) < 7 {
		all = acting
	}
	o.aim = all[g.r.IntN(len(all))]
	time.Sleep(time.Duration(100+g.r.IntN(500)) * time.Millisecond) // from the eye to the finger
	if g.r.IntN(8) == 0 {                                           // a finger that scrolls
		do(g.ctx, t, touch(input.DispatchTouchEventTypeTouchStart, o.aim.At))
		for i := range 5 {
			do(g.ctx, t, touch(input.DispatchTouchEventTypeTouchMove, [2]float64{o.aim.At[0], o.aim.At[1] - float64(14*(i+1))}), chromedp.Sleep(16*time.Millisecond))
		}
		do(g.ctx, t, touch(input.DispatchTouchEventTypeTouchEnd))
		o.aim.Acts = false
	} else {
		tapAt(g.ctx, t, o.aim.At, time.Duration(20+g.r.IntN(400))*time.Millisecond)
	}
	do(g.ctx, t, chromedp.Sleep(300*time.Millisecond))
	o.clicked = ask[[]string](g.ctx, t, `clicked`)
	o.reaction = ask[float64](g.ctx, t, `reaction`)
	o.moved = ask[[]string](g.ctx, t, `moved`)
	o.done = true
	return o
}

// TestEvening plays five games with four people who have nothing but pictures of their phones: each sees what is drawn, chooses
// a place, and touches it a moment later, however the page has changed meanwhile; they look, read, scroll, touch what is no
// button, and choose, all at the same time. Whatever a phone tells the box was meant by whoever touched it; what one of them alone
// may know is on no other phone, nor on the panel's page or the stage; and nobody is left without a word about what to do or wait for.
// Each game is a part that can be played alone; -evening.taps and -evening.seed play longer and other evenings.
func TestEvening(t *testing.T) {
	if !long() {
		t.Skip("takes minutes; CONSIGLIERE_LONG=1 runs it")
	}
	needsChromium(t)
	s := &overheard{Sim: webtest.Run(t, box.Options{Speed: 3, Seed: func() uint64 { return *eveningSeed }})}
	g, invited := serveGuests(t, s, phone.GuestOptions{})
	server, err := New(s, nil)
	require.NoError(t, err)
	server.ShowGuests(g)
	panel := tab(t, 1400, 900, "light", lang.English)
	do(panel, t, chromedp.Navigate(serveOn(t, server)))
	stage := tab(t, 1280, 720, "dark", lang.Italian)
	do(stage, t, chromedp.Navigate(invited.URL+"/screen"))
	names := webtest.CastEN[:4]
	sizes := [][2]int{{390, 844}, {320, 568}, {844, 390}, {360, 740}}
	var guests []*guest
	pages := []context.Context{}
	for i, name := range names {
		ctx := tab(t, sizes[i][0], sizes[i][1], "light", lang.All()[i%len(lang.All())])
		do(ctx, t, chromedp.EmulateViewport(int64(sizes[i][0]), int64(sizes[i][1]), chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch),
			chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch})
				return err
			}), chromedp.Navigate(g.Invitation()))
		until(ctx, t, "one may say who one is", `document.querySelector('#name')`)
		do(ctx, t, chromedp.SendKeys(chromedp.CSS("#name"), name))
		press(ctx, t, "#join")
		until(ctx, t, "it has a seat", `document.body.classList.contains('seat')`)
		guests = append(guests, &guest{name, ctx, rand.New(rand.NewPCG(*eveningSeed, uint64(i)))})
		pages = append(pages, ctx)
	}
	pages = append(pages, panel, stage)
	require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0})) // whatever is told is told by a finger
	taps, meant, accidents, ignored, late := 0, 0, 0, 0, 0
	for _, game := range []struct{ name, id, options string }{
		{"naro", "naro", `{"chance":"box"}`},
		{"khandan", "khandan", `{"chance":"box","pack":"starter","reigns":1}`},
		{"derpate", "derpate", `{"chance":"box"}`},
		{"quiz", "anygame", `{"play":"quiz"}`},
		{"ballot", "anygame", `{"play":"ballot"}`},
	} {
		t.Run(game.name, func(t *testing.T) {
			start := command.Start{Header: engine.Header{Game: game.id, Seats: names, Options: []byte(game.options)}, DrawSeed: true}
			of := 0
			for of < *eveningTaps {
				if state := s.Snapshot().Public(lang.English).State; state == "over" {
					require.NoError(t, s.Do(t.Context(), command.Leave{}))
					continue
				} else if state == "menu" {
					require.NoError(t, s.Do(t.Context(), start))
					for _, g := range guests {
						until(g.ctx, t, "it is played", `document.querySelector('#p-scene').textContent.trim() || document.querySelector('#p-ask').textContent.trim()`)
					}
				}
				came := make([]tapped, len(guests))
				var group sync.WaitGroup
				for i, g := range guests {
					// Those who are asked something use their phones more than the others.
					if s.Snapshot().Seat(g.name, lang.English).Awaited || g.r.IntN(3) == 0 {
						group.Go(func() { came[i] = g.tap(t, s) })
					}
				}
				group.Wait()
				for i, o := range came {
					if !o.done {
						continue
					}
					if o.reaction > tooLate {
						late++
						continue
					}
					taps++
					of++
					switch told := s.since(o.before, names[i]); {
					case len(told) == 0:
						ignored++
					case slices.Equal(told, []string{"Buzz"}) && o.aim.Buzz: // whoever is first counts by when the finger came
						meant++
					case !o.aim.Acts || !slices.Contains(o.clicked, o.aim.Text):
						accidents++
						assert.Fail(t, "an accidental choice", "tap %d of %s, %.0f ms after a look: %q at %.0f was meant (to act: %v), and %q told the box %v; what moved: %q", of, names[i], o.reaction, o.aim.Text, o.aim.At, o.aim.Acts, o.clicked, told, o.moved)
					default:
						meant++
					}
				}
				leaks(t, s, names, pages)
			}
			t.Logf("%d taps", of)
			require.NoError(t, s.Do(t.Context(), command.Leave{}))
		})
	}
	for i, g := range guests {
		longest := ask[struct {
			Longest float64 `json:"longest"`
			At      string  `json:"at"`
			Looks   int     `json:"looks"`
		}](g.ctx, t, `silent`)
		assert.Less(t, longest.Longest, 5000.0, "%s: nothing said what to do or wait for; the page had %q", names[i], longest.At)
		assert.Greater(t, longest.Looks, 20)
		t.Logf("%s: at most %.1f s without a word about what to do, in %d looks", names[i], longest.Longest/1000, longest.Looks)
	}
	t.Logf("%d taps: %d were choices that were meant, %d were not, %d told the box nothing; %d came too late to count", taps, meant, accidents, ignored, late)
	assert.Greater(t, meant, taps/20)
}

// TestPicturesOfTheEvening makes pictures of the stage and of a phone at each phase and beat of the evening's games, in each language, for people to
// look at; it checks nothing.
func TestPicturesOfTheEvening(t *testing.T) {
	if *shots == "" {
		t.Skip("pictures are made with -shots DIR")
	}
	wanted := regexp.MustCompile(*only)
	for _, l := range lang.All() {
		for _, c := range []struct{ name, id, options string }{
			{"naro", "naro", `{"chance":"box"}`},
			{"khandan", "khandan", `{"chance":"box","pack":"starter","reigns":1}`},
			{"derpate", "derpate", `{"chance":"box"}`},
			{"corleone", "corleone", `{"chance":"box"}`},
			{"quiz", "anygame", `{"play":"quiz"}`},
			{"ballot", "anygame", `{"play":"ballot"}`},
			{"werewolf", "anygame", `{"play":"werewolf"}`},
		} {
			if !wanted.MatchString(c.name + "." + string(l)) {
				continue
			}
			t.Run(c.name+"."+string(l), func(t *testing.T) {
				needsChromium(t)
				s := webtest.Run(t, box.Options{Speed: 2, Lang: l, Seed: func() uint64 { return *eveningSeed }})
				g, server := serveGuests(t, s, phone.GuestOptions{})
				stage := tab(t, 1280, 720, "dark", l)
				do(stage, t, chromedp.Navigate(server.URL+"/screen"))
				name := webtest.Cast(l)[0]
				own := tab(t, 390, 844, "light", l)
				do(own, t, chromedp.Navigate(g.Invitation()))
				until(own, t, "one may say who one is", `document.querySelector('#name')`)
				do(own, t, chromedp.SendKeys(chromedp.CSS("#name"), name))
				press(own, t, "#join")
				until(own, t, "it has a seat", `document.body.classList.contains('seat')`)
				require.NoError(t, s.Do(t.Context(), command.SetClocks{Percent: 0}))
				bots := 3
				if c.name == "werewolf" {
					bots = 6
				}
				shown := 0
				film := func(phase string) {
					shown++
					for page, ctx := range map[string]context.Context{"stage": stage, "phone": own} {
						snap(ctx, t, fmt.Sprintf("film.%s.%s.%02d.%s.%s", c.name, l, shown, strings.ReplaceAll(phase, "/", "-"), page))
					}
				}
				film("menu")
				require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: c.id, Seats: []string{name}, Options: []byte(c.options)}, DrawSeed: true, Bots: bots}))
				r := rand.New(rand.NewPCG(*eveningSeed, 9))
				seen := map[string]bool{}
				for begun := time.Now(); time.Since(begun) < 4*time.Minute && len(seen) < 24; time.Sleep(100 * time.Millisecond) {
					d, st, seat := s.Snapshot().Public(lang.English), s.Snapshot().Stage(lang.English), s.Snapshot().Seat(name, lang.English)
					at := d.State + "." + strings.TrimLeft(d.Phase, "0123456789/ ") + "." + d.Heading
					if st.Beat != nil {
						at = st.Beat.Act + "." + st.Beat.Key
					}
					asked := seat.Awaited && !seat.Telling && !seat.After && len(seat.Asks) > 0
					if asked {
						at += "." + seat.Asks[0].Verb
					}
					if !seen[at] {
						seen[at] = true
						time.Sleep(700 * time.Millisecond)
						film(strings.Map(func(r rune) rune {
							if r == ' ' || r == '?' || r == '!' {
								return '-'
							}
							return r
						}, at))
						if asked && seat.Secret && ask[bool](own, t, `(() => { const c = document.querySelector('#cover'); c?.click(); return !!c; })()`) {
							time.Sleep(300 * time.Millisecond)
							snap(own, t, fmt.Sprintf("film.%s.%s.%02d.open.phone", c.name, l, shown))
							ask[any](own, t, `document.body.classList.contains('open') && document.querySelector('#cover')?.click()`)
						}
					}
					if d.State == "over" {
						break
					}
					plays(t, s, name, r)
				}
			})
		}
	}
}

// leaks holds that no page shows what the desk of another seat has and no other.
func leaks(t *testing.T, s *overheard, names []string, pages []context.Context) {
	t.Helper()
	snapshot := s.Snapshot()
	shown := func(ctx context.Context) string { return ask[string](ctx, t, `document.body.innerText`) }
	var all []string
	for _, ctx := range pages {
		all = append(all, shown(ctx))
	}
	for i, name := range names {
		for _, l := range lang.All() {
			own := snapshot.Seat(name, l)
			known := texts(t, snapshot.Public(l))
			for j, other := range names {
				if j != i {
					maps.Copy(known, texts(t, snapshot.Seat(other, l)))
				}
			}
			for text := range texts(t, []any{own.Lines, own.Groups, own.Note, own.Why}) {
				for j, page := range all {
					if known[text] || j == i || !strings.Contains(page, text) {
						continue
					}
					time.Sleep(3 * time.Second) // a page that is behind shows what was
					if strings.Contains(shown(pages[j]), text) && s.Snapshot() == desk.Desks(snapshot) {
						assert.Fail(t, "a secret on another device", "%q of %s is on page %d", text, name, j)
					}
				}
			}
		}
	}
}

// texts returns all longer texts of a value, as JSON has it.
func texts(t *testing.T, v any) map[string]bool {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	var x any
	require.NoError(t, json.Unmarshal(b, &x))
	all := map[string]bool{}
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case string:
			if len([]rune(x)) > 6 {
				all[x] = true
			}
		case []any:
			for _, y := range x {
				walk(y)
			}
		case map[string]any:
			for _, y := range x {
				walk(y)
			}
		}
	}
	walk(x)
	return all
}
