package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// TestDesk goes through what the page makes of a desk besides the asks of Naro: shared pods,
// seats that move, plays to go on with, asks with several parts, and a result that stays.
func TestDesk(t *testing.T) {
	t.Parallel()
	b := webtest.NewBox(8)
	b.Set(webtest.SceneCrowd)
	url := serve(t, b)
	ctx := chromium(t)
	visit(ctx, t, url, 1400, 900, 1, "dark", lang.English)
	text := func(css string) string {
		t.Helper()
		return ask[string](ctx, t, fmt.Sprintf(`document.querySelector(%q).textContent`, css))
	}
	show := func(scene func(lang.Lang) desk.Public, has string) {
		t.Helper()
		b.Set(scene)
		do(ctx, t, chromedp.WaitReady(chromedp.CSS(has)))
	}
	click := func(css string) {
		t.Helper()
		do(ctx, t, chromedp.Click(chromedp.CSS(css)))
	}
	choose := func(css, value string) {
		t.Helper()
		ask[any](ctx, t, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('change')); })()`, css, value))
	}

	t.Run("seats-at-pods", func(t *testing.T) {
		do(ctx, t, chromedp.WaitReady(chromedp.CSS("#pod0.shared")))
		assert.Equal(t, []string{"Ava|Iris", "Babak|Jamshid", "Chiara|Massimiliano Bartholomew", "Dario", "Elena", "Farid", "Gina", "Hamid"}, ask[[]string](ctx, t,
			`[...document.querySelectorAll('.pod')].map((p) => [...p.querySelectorAll('.name')].map((n) => n.textContent).join('|'))`), "Lea has no pod")
		assert.Equal(t, "Pod 1, Ava, Iris", ask[string](ctx, t, `document.querySelector('#pod0').getAttribute('aria-label')`))
		assert.Equal(t, "A+B, Ava, Iris", ask[string](ctx, t, `document.querySelector('#pod0 .key-both').getAttribute('aria-label')`))
		assert.Contains(t, text("#pod1 .plate"), "Babak: has chosen")
		assert.Contains(t, text("#pod1 .plate"), "Jamshid: to choose")
		assert.Equal(t, []int{1, 1}, ask[[]int](ctx, t, `['#pod1 .icon-locked', '#pod1 .icon-await'].map((s) => document.querySelectorAll(s).length)`), "each has a mark of its own")
		assert.True(t, ask[bool](ctx, t, `document.querySelector('#pod1').matches('.awaited:not(.lockedin)')`), "one of the two is awaited")
		assert.True(t, ask[bool](ctx, t, `document.querySelector('#pod4').matches('.lockedin:not(.awaited)')`))
		click("#places")
		choose("#place-11", "3")
		b.HeardAll(t, "sit 11 3")
		b.Set(func(l lang.Lang) desk.Public {
			d := webtest.SceneCrowd(l)
			d.Seats[11].Pod = 3
			return d
		})
		do(ctx, t, chromedp.WaitReady(chromedp.CSS("#pod3.shared")), chromedp.WaitVisible(chromedp.CSS("#place-11")))
		assert.Equal(t, "3", ask[string](ctx, t, `document.querySelector('#place-11').value`), "the list stays open")
	})

	t.Run("more-seats-than-pods", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneMenu(l)
			d.Titles[0].Max = 12
			return d
		}, "#more-seats")
		for range 8 {
			click("#more-seats")
		}
		assert.True(t, ask[bool](ctx, t, `document.querySelector('#more-seats').disabled`))
		assert.Equal(t, 12, ask[int](ctx, t, `document.querySelectorAll('.seats li').length`))
		click("#start")
		require.Eventually(t, func() bool { return len(b.All()) == 1 }, phonetest.Patience, 5*time.Millisecond)
		assert.Contains(t, b.All()[0], `"Hamid","Player 9","Player 10","Player 11","Player 12"]`)
		b.HeardAll(t, b.All()...)
	})

	t.Run("plays", func(t *testing.T) {
		for _, n := range []int{1, 3, 20} {
			show(webtest.ManyPlays(n), `.resume .play`)
			require.Eventually(t, func() bool {
				return ask[int](ctx, t, `document.querySelectorAll('.play').length`) == n
			}, phonetest.Patience, 20*time.Millisecond)
			assert.Equal(t, min(n, 3), ask[int](ctx, t, `[...document.querySelectorAll('.play')].filter((p) => p.checkVisibility()).length`), "the older ones can be unfolded")
		}
		assert.Regexp(t, `^The Godfather \(Der Pate\)2 Nov 2026, \d\d:\d\d · 31 moves$`, text("#play-1"))
		assert.Equal(t, "It went on without its journal.", text(".play:nth-child(2) .wrong"))
		click(".resume summary")
		still(ctx, t)
		click("#go-on-19")
		b.HeardAll(t, "goon play-0081.jsonl")
	})

	t.Run("parts", func(t *testing.T) {
		show(webtest.SceneParts, ".part-dice")
		form := func(verb string) string { return fmt.Sprintf(`.ask[data-verb=%q] `, verb) }
		sent := func(want string) {
			t.Helper()
			require.Eventually(t, func() bool { return len(b.All()) == 1 }, phonetest.Patience, 5*time.Millisecond)
			assert.JSONEq(t, want, strings.TrimPrefix(b.All()[0], "type "))
			b.HeardAll(t, b.All()...)
			b.Set(webtest.SceneLoot) // the box answers
			do(ctx, t, chromedp.WaitReady(chromedp.CSS(`.ask[data-verb="loot"]`)))
			show(webtest.SceneParts, ".part-dice")
		}
		assert.Equal(t, []string{"How many?", "Which one?"}, ask[[]string](ctx, t, `[...document.querySelectorAll('.ask[data-verb="bribe"] legend')].map((l) => l.textContent)`))
		assert.True(t, ask[bool](ctx, t, `document.querySelector('.ask[data-verb="bribe"] .seal').disabled`), "one part is missing")
		click(form("bribe") + `[aria-label="One more"]`)
		choose(form("bribe")+"select", "Babak")
		click(form("bribe") + ".seal")
		sent(`{"seat":"table","do":"bribe","amount":2,"at":"Babak"}`)

		click(form("pay") + `[data-word="5"]`)
		assert.True(t, ask[bool](ctx, t, `document.querySelector('.ask[data-verb="pay"] [data-word="5"]').disabled`), "ten would be too much")
		click(form("pay") + `[data-word="1"]`)
		assert.True(t, ask[bool](ctx, t, `document.querySelector('.ask[data-verb="pay"] .seal').disabled`), "six are too few")
		click(form("pay") + `[data-word="1"]`)
		click(form("pay") + ".seal")
		sent(`{"seat":"table","do":"pay","notes":["5","1","1"]}`)

		click(form("deal") + `[data-word="Chiara"]`)
		click(form("deal") + `[data-word="Ava"]`)
		click(form("deal") + `[data-word="clip"]`)
		choose(form("deal")+"select", "Elena")
		click(form("deal") + `.face:has([value="2"])`)
		click(form("deal") + ".seal")
		sent(`{"seat":"table","do":"deal","seats":["Chiara","Ava"],"cards":["clip"],"of":{"left":"Elena"},"dice":{"red":2}}`)
	})

	t.Run("cards-by-letters", func(t *testing.T) {
		names := []string{"Shake Down", "Swiss Box", "Loan Book", "Olive Oil Books", "Bank Courier", "Charity Gala", "False Invoices", "Dock Strike", "Night Shift", "Speakeasy", "Bookmaker", "Union Dues", "Fur Coats", "Payroll"}
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneLoot(l)
			p := desk.SheetPart{Kind: "cards", Arg: "jobs", Min: 4, Max: 4, Keys: []desk.SheetItem{}}
			for _, n := range names {
				p.Items = append(p.Items, desk.SheetItem{Word: strings.ReplaceAll(strings.ToLower(n), " ", "_"), Label: n, Count: 1})
			}
			d.Sheets[0].Verb, d.Sheets[0].Parts = "deal_jobs", []desk.SheetPart{p}
			return d
		}, `.ask[data-verb="deal_jobs"] .typed-line`)
		const line, left = `.ask[data-verb="deal_jobs"] .typed-line`, `[...document.querySelectorAll('.ask[data-verb="deal_jobs"] .heap button')].filter((b) => b.checkVisibility()).map((b) => b.querySelector('bdi').textContent)`
		find := func(text string, want ...string) {
			t.Helper()
			ask[any](ctx, t, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.focus(); s.value = %q; s.dispatchEvent(new Event('input')); })()`, line, text))
			assert.Equal(t, append([]string{}, want...), ask[[]string](ctx, t, left), text)
		}
		enter := func(laid ...string) {
			t.Helper()
			do(ctx, t, chromedp.KeyEvent("\r"))
			assert.Equal(t, append([]string{}, laid...), ask[[]string](ctx, t, `[...document.querySelectorAll('.ask[data-verb="deal_jobs"] .slots .card')].map((c) => c.textContent)`))
		}
		find("", names...)
		enter() // nothing was typed
		find("sw", "Swiss Box")
		enter("Swiss Box")
		assert.Empty(t, ask[string](ctx, t, fmt.Sprintf(`document.querySelector(%q).value`, line)))
		assert.Equal(t, names, ask[[]string](ctx, t, left), "the next is looked for among all")
		find("BO", "Swiss Box", "Loan Book", "Olive Oil Books", "Bookmaker")
		enter("Swiss Box", "Loan Book") // of any of its words, and the first of which one is left
		find("olive  oil b", "Olive Oil Books")
		find("zz")
		enter("Swiss Box", "Loan Book")
		find("۱۴", "Payroll") // by its number, in the digits of any language
		enter("Swiss Box", "Loan Book", "Payroll")
		assert.Empty(t, b.All(), "Enter lays a card, and sends nothing")
		find("8", "Dock Strike")
		enter("Swiss Box", "Loan Book", "Payroll", "Dock Strike")
		b.HeardAll(t, `type {"seat":"table","do":"deal_jobs","jobs":["swiss_box","loan_book","payroll","dock_strike"]}`) // the last locks
	})

	t.Run("asked-openly-beside-others", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneLoot(l)
			d.Sheets, d.Question = nil, "Ava, Babak: yes or no?"
			for i := range d.Seats {
				d.Seats[i].Awaited = i < 2
			}
			d.Seats[0].Asked, d.Seats[1].Secrecy = "Stay at 8?", engine.Covered
			return d
		}, `#secret-0`)
		assert.Equal(t, []string{"Ava, Babak: yes or no?", "Ava: Stay at 8?"}, ask[[]string](ctx, t, `[...document.querySelectorAll('#s-open .ask h3')].map((h) => h.textContent)`), "each has its question, and what is said of secrecy is none")
		assert.Equal(t, []string{"Babak", "Ava"}, ask[[]string](ctx, t, `[...document.querySelectorAll('#s-open .ask .acts bdi')].map((b) => b.textContent)`))
	})

	t.Run("nothing-to-pay-with", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneLoot(l)
			d.Sheets[0].Verb, d.Sheets[0].Parts = "bid", []desk.SheetPart{{Kind: "payment", Arg: "notes"}}
			return d
		}, `.ask[data-verb="bid"]`)
		assert.NotContains(t, text(`.ask[data-verb="bid"]`), "0 of 0")
		assert.Contains(t, text(`.ask[data-verb="bid"]`), "There is nothing to choose from.")
		click(`.ask[data-verb="bid"] .seal`)
		b.HeardAll(t, `type {"seat":"table","do":"bid","notes":[]}`)
	})

	t.Run("lesson", func(t *testing.T) {
		show(webtest.SceneLesson, ".lesson")
		assert.Contains(t, text(".lesson .told"), "Everybody aims at somebody")
		assert.Zero(t, ask[int](ctx, t, `document.querySelectorAll('.stamp, #pause').length`), "a lesson is not a pause")
		click("#lesson-go")
		b.HeardAll(t, "pause false")
		click("#lesson-end")
		b.HeardAll(t, "teach false")
	})

	t.Run("things", func(t *testing.T) {
		show(webtest.SceneThings, ".ask-open")
		assert.Contains(t, text(".group"), "painting")
		assert.Equal(t, "Chiara|Which loot do you take?|painting|Worth more the more of them you have.", ask[string](ctx, t,
			`['.ask-open .from', '.ask-open h3', '.ask-open .marked b', '.ask-open .marked .help'].map((s) => document.querySelector(s).textContent).join('|')`))
		assert.False(t, ask[bool](ctx, t, `document.querySelector('.explain dd').checkVisibility()`))
		ask[any](ctx, t, `document.querySelector('.explain summary').focus()`)
		do(ctx, t, chromedp.KeyEvent("\r"))
		assert.True(t, ask[bool](ctx, t, `document.querySelector('.explain dd').checkVisibility()`), "by the keyboard")
		assert.Equal(t, "The bullet was a blank.", text(".explain dd"))
	})

	t.Run("reveal", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneReveal(l)
			d.Reveal.Lines[0].Receipt = "481516"
			return d
		}, ".reveal")
		assert.Equal(t, "receipt 481516", text(".reveal .bound"), "it stands beside what is revealed")
		assert.Equal(t, "Babak aims at Elena", text(".reveal .told"))
		assert.Contains(t, text(".reveal .called"), "Babak")
		assert.Zero(t, ask[int](ctx, t, `document.querySelectorAll('#s-lines .score').length`), "what is told goes before how things stand")
	})

	t.Run("rematch", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneOver(l)
			d.Seats = d.Seats[:4]
			return d
		}, "#rematch")
		assert.Zero(t, ask[int](ctx, t, `[...document.querySelectorAll('.pod.empty:not(.chair) :is(.keys, .slot, .legend)')].filter((e) => e.checkVisibility()).length`), "pods without a seat rest beside the result, too")
		click("#rematch")
		click("#rematch-yes")
		b.HeardAll(t, "rematch")
	})

	t.Run("focus", func(t *testing.T) {
		show(webtest.SceneLoot, ".ask .heap")
		click(".heap button")
		do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, "Digit1", "1"), key(input.DispatchKeyEventTypeKeyUp, "Digit1", "1"))
		b.HeardAll(t, "press 0 A true", "press 0 A false")
		assert.Zero(t, ask[int](ctx, t, `document.querySelectorAll(':focus-visible').length`), "a key of a pod draws no ring on the paper")
	})

	t.Run("what-happened", func(t *testing.T) {
		show(webtest.SceneThings, ".log")
		assert.Equal(t, []string{
			"Round 2, Share the loot", "Ava takes: clip.", "Chiara shoots at Babak: Bang!", "> Babak is hit.", "Round 2, The loot", "The loot of round 2: $5,000, painting",
			"Round 1, Share the loot", "Ava takes: painting.",
		}, ask[[]string](ctx, t, `[...document.querySelectorAll('.log :is(h4, li)')].map((e) => (e.classList.contains('then') ? '> ' : '') + e.textContent)`), "the newest first, and what came of a move below it")
		assert.False(t, ask[bool](ctx, t, `document.querySelector('.older').open`))
		click("#log-more")
		b.Set(func(l lang.Lang) desk.Public {
			d := webtest.SceneThings(l)
			d.Log = append(d.Log, desk.Entry{At: "Round 3", Text: "The end."})
			return d
		})
		do(ctx, t, chromedp.WaitReady(chromedp.CSS(`.happened:nth-of-type(1)`)))
		assert.Eventually(t, func() bool {
			return ask[string](ctx, t, `document.querySelector('.log li').textContent`) == "The end."
		}, phonetest.Patience, 10*time.Millisecond)
		assert.True(t, ask[bool](ctx, t, `document.querySelector('.older').open`), "what was unfolded stays so")
		assert.Contains(t, text(".ask-open"), "A moves down, B up")
		assert.Contains(t, text(".ask-open"), "Hold B for what else can be done: trade")
		signs := ask[[]string](ctx, t, `[...document.querySelectorAll('.signs li')].map((e) => e.textContent)`)
		assert.Subset(t, signs, []string{"money", "cards"}, "the signs that are seen are explained")
	})

	t.Run("names-are-whole", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneLoot(l)
			d.Seats[0].Name, d.Seats[1].Name = "Dario", "Babak"
			d.Seats[0].Lines = []desk.Line{{Seat: "Dario", Icons: []string{"boss", "square", "square", "round", "round", "card", "await"}}}
			d.Seats[1].Lines = []desk.Line{{Seat: "Babak", Icons: []string{"boss"}}}
			return d
		}, `#pod0 .name[title="Dario"]`)
		still(ctx, t)
		for pod := range 2 {
			assert.True(t, ask[bool](ctx, t, fmt.Sprintf(`(() => { const n = document.querySelector('#pod%d .name'); return n.scrollWidth <= n.clientWidth; })()`, pod)), "the marks leave pod %d its name", pod)
		}
	})

	t.Run("display-fits", func(t *testing.T) {
		const width = `document.querySelector('#main').clientWidth`
		was := ask[int](ctx, t, width)
		ask[any](ctx, t, `(async () => { for (const w of ['99%', '']) { document.querySelector('#table').style.width = w; await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))); } })()`)
		assert.Equal(t, ask[int](ctx, t, width), was, "it was as large from the beginning as it is when the table has changed its size and back")
	})

	t.Run("together", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneAim(l)
			d.Sheets, d.Undo, d.Paused, d.Together = nil, nil, false, "Press!"
			return d
		}, "#together-title")
		assert.Equal(t, "Press!", text("#together-title"))
		assert.Zero(t, ask[int](ctx, t, `document.querySelectorAll('#s-open button').length`))
	})

	t.Run("once-more", func(t *testing.T) {
		show(func(l lang.Lang) desk.Public {
			d := webtest.SceneAim(l)
			d.Sheets, d.Undo, d.Paused = nil, nil, false
			d.Ask = &desk.Ask{Seat: "Ava", Question: "Which district?", Pick: true, Final: true, Turn: 7, Buttons: "list", Choices: []desk.Choice{{Label: "Harlem"}, {Label: "Brooklyn"}, {Label: "With a deal", More: true}}, Others: []string{}}
			return d
		}, "#pick-open-0")
		taken := func() (picks []string) {
			return slices.DeleteFunc(b.All(), func(line string) bool { return !strings.HasPrefix(line, "pick") })
		}
		tap := func(n int) { // as somebody who has read it, and not twice fast
			do(ctx, t, chromedp.Sleep(450*time.Millisecond))
			ask[any](ctx, t, fmt.Sprintf(`(() => { const b = document.querySelector('#pick-open-%[1]d'); b.focus(); b.click(); document.querySelector('#pick-open-%[1]d').click(); })()`, n))
		}
		assert.Contains(t, text("#s-open"), "once more to take it")
		tap(0)
		tap(1)
		until(ctx, t, "it is asked for once more", `[...document.querySelectorAll('#s-open .picks li')].map((e) => e.classList.contains('marked') + e.innerText).join() === 'falseHarlem,trueBrooklyn\nTouch it again to confirm.,falseWith a deal'`)
		assert.Equal(t, "pick-open-1", ask[string](ctx, t, `document.activeElement.id`))
		picture(ctx, t, "once-more")
		assert.Empty(t, taken())
		tap(1)
		assert.Eventually(t, func() bool { return len(taken()) == 1 }, phonetest.Patience, 5*time.Millisecond)
		tap(2)
		assert.Eventually(t, func() bool { return len(taken()) >= 2 }, phonetest.Patience, 5*time.Millisecond, "what does not end the answer is taken at once")
	})

	t.Run("secrecy", func(t *testing.T) {
		awaited := func(of ...desk.Player) func(lang.Lang) desk.Public {
			return func(l lang.Lang) desk.Public {
				d := webtest.SceneAim(l)
				d.Sheets, d.Undo, d.Paused = nil, nil, false
				for i := range d.Seats {
					d.Seats[i].Awaited, d.Seats[i].Bot = i < len(of), false
					if i < len(of) {
						d.Seats[i].Secrecy, d.Seats[i].Asked, d.Seats[i].Phone = of[i].Secrecy, of[i].Asked, of[i].Phone
					}
				}
				return d
			}
		}
		secret, covered := desk.Player{Secrecy: engine.Secret}, desk.Player{Secrecy: engine.Covered}
		open, phone := desk.Player{Asked: "Do you sign?"}, desk.Player{Secrecy: engine.Secret, Phone: "here"}
		const shown = `[...document.querySelectorAll('#s-open .ask')].map((e) => e.querySelector('h3').textContent + ' ' + [...e.querySelectorAll('button, .acts p')].map((b) => b.textContent.replace(/[\u2068\u2069]/g, '').trim()).join())`
		for _, c := range []struct {
			of   []desk.Player
			want []string
		}{
			{[]desk.Player{secret, secret}, []string{"Chosen in secret: open your screen Ava,Babak"}},
			{[]desk.Player{phone, phone}, []string{"Chosen in secret, on a phone On phones: Ava, Babak."}},
			{[]desk.Player{phone, secret}, []string{"Chosen in secret, on a phone On a phone: Ava.", "Chosen in secret: open your screen Babak"}},
			{[]desk.Player{phone, phone, phone}, []string{"Chosen in secret, on a phone On phones: Ava, Babak, Chiara."}},
			{[]desk.Player{covered}, []string{"Chosen on their own screen; everybody will see the choice Ava"}},
			{[]desk.Player{open, secret, open}, []string{"Do you sign? Ava,Chiara", "Chosen in secret: open your screen Babak"}},
		} {
			b.Set(awaited(c.of...))
			assert.Eventually(t, func() bool { return slices.Equal(c.want, ask[[]string](ctx, t, shown)) }, phonetest.Patience, 20*time.Millisecond, "%q", c.want)
		}

		// The same is said where the private screen is open.
		for _, c := range []struct {
			of   engine.Secrecy
			want string
		}{
			{engine.Secret, "Only Ava should look here."},
			{engine.Covered, "Only Ava should look here. Everybody will see the choice."},
			{engine.Open, "Ava"},
		} {
			b.Mu.Lock()
			b.PodDesk = func(hw.Pod) *desk.Pod {
				return &desk.Pod{Ask: &desk.Ask{Seat: "Ava", Question: "Which?", Secrecy: c.of, Pick: true, Choices: []desk.Choice{{Label: "This"}}, Others: []string{}}, Own: []desk.Group{}}
			}
			b.Mu.Unlock()
			b.Set(awaited(desk.Player{Secrecy: c.of, Asked: "Which?"}))
			click("#pod0 .shutter")
			do(ctx, t, chromedp.WaitVisible(chromedp.CSS("#hand .from")))
			for _, css := range []string{"#hand .from", "#pod0 .lensnote"} {
				assert.Eventually(t, func() bool { return text(css) == c.want }, phonetest.Patience, 20*time.Millisecond, "%q, not %q", c.want, css)
			}
			click("#hand .close")
			do(ctx, t, chromedp.WaitNotVisible(chromedp.CSS("#hand")))
		}

		// It says that it is about to close, and that it has, and is opened again by one click.
		click("#pod0 .shutter")
		do(ctx, t, chromedp.WaitVisible(chromedp.CSS("#hand h3")))
		assert.Empty(t, text("#closes"))
		later := func(seconds int) { // for the pods alone: the line would take it for silence, and close all that is open
			ask[any](ctx, t, fmt.Sprintf(`(() => { window.clock ??= performance.now.bind(performance); performance.now = () => window.clock() + (new Error().stack.includes('/pods.js') ? %d : 0); })()`, 1000*seconds))
		}
		later(22)
		until(ctx, t, "it counts", `/^Covers itself in \d s$/.test(document.querySelector('#closes').textContent)`)
		later(30)
		b.Mu.Lock()
		b.Turn++ // the box covers it
		b.Mu.Unlock()
		b.Set(awaited(secret))
		until(ctx, t, "it is said", `document.querySelector('#hand .from')?.textContent.includes('half a minute')`)
		later(0)
		click("#peek-again")
		until(ctx, t, "it is open again", `document.querySelector('#pod0.open') && document.querySelector('#hand h3')`)
		click("#hand .close")
		b.Mu.Lock()
		b.PodDesk = nil
		b.Told = nil
		b.Mu.Unlock()
	})

	t.Run("map", func(t *testing.T) {
		board := func(l lang.Lang) desk.Public {
			d := webtest.SceneThings(l)
			d.Map = []desk.Area{
				{Heading: "East Side 5", Seat: "Ava", Row: 1, Col: 1, Lines: []desk.Line{{Seat: "Ava", Text: "$5,000", Icons: []string{"safe"}}, {Text: "Car on 8", Icons: []string{"car"}}}},
				{Heading: "Greenwich 4", Row: 1, Col: 4, Lines: []desk.Line{{Text: "empty", Strong: true}}},
				{Heading: "Members in jail", Row: 2, Col: 2, Lines: []desk.Line{{Seat: "Babak", Text: "2", Strong: true}, {Seat: "Ava", Text: "1", Strong: true}}},
			}
			return d
		}
		show(board, "#area-2")
		assert.Equal(t, []string{"East Side 5|Ava|", "Greenwich 4|empty", "Members in jail|Babak 2|Ava 1"}, ask[[]string](ctx, t,
			`[...document.querySelectorAll('.area')].map((a) => [...a.children].map((e) => e.textContent.trim()).join('|'))`))
		assert.Equal(t, []string{"the car"}, ask[[]string](ctx, t, `[...document.querySelectorAll('#area-0 .stand:last-child svg')].map((e) => e.getAttribute('aria-label'))`))
		assert.Equal(t, 4, ask[int](ctx, t, `getComputedStyle(document.querySelector('.map')).gridTemplateColumns.split(' ').length`))
		click("#area-1")
		do(ctx, t, chromedp.WaitReady(chromedp.CSS(`#area-1[aria-pressed="true"]`)))
		assert.Contains(t, text("#s-map .group"), "Greenwich 4")
	})

	t.Run("result-stays", func(t *testing.T) {
		b.Mu.Lock()
		b.Kept = []byte("{\"game\":\"naro\"}\n")
		b.Mu.Unlock()
		show(webtest.SceneOver, "#record")
		b.Tell(box.SayEvent{Text: "Babak wins", Lang: "en"})
		require.Eventually(t, func() bool { return text("#caption") == "Babak wins" }, phonetest.Patience, 10*time.Millisecond)
		click("#again")
		b.HeardAll(t, "leave")
		b.Mu.Lock()
		b.Kept = nil // the box gives it out no longer
		b.Mu.Unlock()
		show(webtest.SceneMenu, "#last-record:not([hidden])")
		assert.Empty(t, text("#caption"), "what was said of the game is gone")
		assert.Equal(t, 8, ask[int](ctx, t, `document.querySelectorAll('.last .score tr').length`))
		dir := t.TempDir()
		do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
				Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
				BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
			})
			return err
		}))
		click("#last-record")
		assert.Eventually(t, func() bool {
			got, err := os.ReadFile(filepath.Join(dir, "consigliere.jsonl"))
			return err == nil && string(got) == "{\"game\":\"naro\"}\n"
		}, phonetest.Patience, 10*time.Millisecond, "the page has kept the record")
	})
}

// TestWhatIsSaidMovesNothing checks that what the voice says is whole in its place, however long it
// is, and that nothing on the table moves for it: a pod may be under a finger.
func TestWhatIsSaidMovesNothing(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(8)
	bare := func(l lang.Lang) desk.Public { // a paper with little on it
		d := webtest.SceneAim(l)
		d.Lines, d.Error, d.Rule, d.Undo = nil, "", nil, nil
		return d
	}
	b.Set(bare)
	url := serve(t, b)
	ctx := chromium(t)
	for i, size := range [][2]int{{1400, 900}, {1024, 768}, {390, 844}} {
		if i == 0 {
			visit(ctx, t, url, size[0], size[1], 1, "dark", lang.English)
		}
		do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
		still(ctx, t)
		const where = `JSON.stringify([...document.querySelectorAll('.pod, .box')].map((p) => { const r = p.getBoundingClientRect(); return [r.left, r.top, r.width, r.height].map(Math.round); }))`
		before := ask[string](ctx, t, where)
		b.Set(func(l lang.Lang) desk.Public { // as full as the paper gets
			d := webtest.SceneAim(l)
			d.Lines = slices.Repeat(d.Lines, 6)
			return d
		})
		do(ctx, t, chromedp.WaitReady(chromedp.CSS("#s-lines tr:nth-child(40)")))
		assert.Equal(t, before, ask[string](ctx, t, where), "at %d", size[0])
		b.Set(bare)
		do(ctx, t, chromedp.WaitReady(chromedp.CSS("#s-lines:not(:has(tr))")))
		for _, said := range []string{"Bang!", "Stand or duck.", strings.Repeat("Babak takes a painting. ", 4) + "Well!"} {
			b.Tell(box.SayEvent{Text: said, Lang: "en"})
			require.Eventually(t, func() bool {
				return ask[string](ctx, t, `document.querySelector('#caption').textContent`) == said
			}, phonetest.Patience, 10*time.Millisecond)
			assert.Equal(t, before, ask[string](ctx, t, where), "%q at %d", said, size[0])
			hidden := ask[[]string](ctx, t, `(() => {
				const at = document.querySelector('#caption span').getBoundingClientRect();
				const out = [...document.querySelectorAll('.key, .dome, .shutter')].filter((e) => {
					const r = e.getBoundingClientRect();
					return at.right > r.left && at.left < r.right && at.bottom > r.top && at.top < r.bottom;
				}).map((e) => e.className);
				if (at.left < 0 || at.right > innerWidth || at.height < 15) out.push('it is not whole');
				return out;
			})()`)
			assert.Empty(t, hidden, "%q at %d: what it covers", said, size[0])
		}
	}
}

// TestLenses opens every private screen at every size of page, and holds that it hides
// neither the buttons of its pod nor the main screen, and is whole.
func TestLenses(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(8)
	b.Set(webtest.SceneAim)
	for p := range hw.Pod(8) {
		b.ShowFrame(p, webtest.Write(128, 32, "Your bullet", "> Bang!"))
	}
	url := serve(t, b)
	ctx := chromium(t)
	look := []string{"KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "Comma"}
	for i, size := range [][2]int{{1400, 900}, {1181, 800}, {1024, 768}, {390, 844}} {
		if i == 0 {
			visit(ctx, t, url, size[0], size[1], 1, "dark", lang.English)
		}
		do(ctx, t, chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
		still(ctx, t)
		for pod, code := range look {
			do(ctx, t, key(input.DispatchKeyEventTypeKeyDown, code, "x"))
			hidden := ask[[]string](ctx, t, fmt.Sprintf(`(async () => {
				const pod = document.querySelector('#pod%d');
				pod.scrollIntoView({ block: 'center' });
				await new Promise((r) => requestAnimationFrame(r));
				const at = pod.querySelector('.lens').getBoundingClientRect();
				const wide = getComputedStyle(pod).position === 'absolute';
				const out = [...pod.querySelectorAll('.key'), ...(wide ? [document.querySelector('#main')] : [])].filter((e) => {
					const r = e.getBoundingClientRect();
					return at.right > r.left && at.left < r.right && at.bottom > r.top && at.top < r.bottom;
				}).map((e) => e.id || e.className);
				if (!at.width) out.push('it is not open');
				if (at.left < 0 || at.right > innerWidth || at.top < 0) out.push('the edge of the page');
				return out;
			})()`, pod))
			assert.Empty(t, hidden, "pod %d at %d: what its lens hides", pod, size[0])
			do(ctx, t, key(input.DispatchKeyEventTypeKeyUp, code, "x"))
		}
	}
}

// TestVoice checks that the page reads captions aloud for whoever wants it, in a voice of their
// language, and stays silent otherwise. The browser's own voice is replaced: a machine without
// one must test the same.
func TestVoice(t *testing.T) {
	wide(t)
	t.Parallel()
	b := webtest.NewBox(2)
	b.Set(webtest.SceneAim)
	url := serve(t, b)
	ctx := chromium(t)
	do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			window.spoken = [];
			Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: class { constructor(text) { this.text = text; } } });
			Object.defineProperty(window, 'speechSynthesis', { value: {
				pending: false, getVoices: () => [{ lang: 'en-GB' }, { lang: 'it_IT' }],
				speak: (u) => spoken.push(u.lang + ' ' + u.text), cancel: () => spoken.push('silence'),
			} });`})
		return err
	}))
	visit(ctx, t, url, 1400, 900, 1, "dark", lang.English)
	says := func(text, l string) {
		t.Helper()
		b.Tell(box.SayEvent{Text: text, Lang: l})
		require.Eventually(t, func() bool {
			return ask[string](ctx, t, `document.querySelector('#caption').textContent`) == text
		}, phonetest.Patience, 10*time.Millisecond, "the caption is always shown")
	}
	spoken := func() []string { return ask[[]string](ctx, t, `window.spoken.splice(0)`) }
	says("One", "en")
	assert.Empty(t, spoken(), "it is off at first")
	do(ctx, t, chromedp.Click(chromedp.CSS("#aloud")))
	assert.Equal(t, []string{"en-GB One"}, spoken(), "it begins with what is shown")
	says("Due", "it")
	says("سه", "fa")
	assert.Equal(t, []string{"it_IT Due"}, spoken(), "no voice is better than a wrong one")
	b.Set(webtest.SceneMenu)
	do(ctx, t, chromedp.WaitReady(chromedp.CSS("#setup")))
	assert.Equal(t, []string{"silence"}, spoken(), "the game is left")
	do(ctx, t, chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(`#aloud[aria-pressed="true"]`)))
	says("Four", "en")
	assert.Equal(t, []string{"en-GB Four"}, spoken(), "the page remembers")
	do(ctx, t, chromedp.Click(chromedp.CSS("#aloud")))
	says("Five", "en")
	assert.Equal(t, []string{"silence"}, spoken())
}
