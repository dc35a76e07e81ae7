package web

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// reached plays a game at random until a seat is asked something, and returns what its phone shows, and what
// all see.
func reached(t *testing.T, h engine.Header, seat engine.Seat, verb string) (desk.Seat, desk.Public) {
	t.Helper()
	bx := consoletest.NewBox(len(h.Seats), false)
	p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: consoletest.Words{}}, bx)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.SetClocks{Percent: 0}))
	require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
	r := rand.New(rand.NewPCG(h.Seed, 1))
	player := bot.New(p.Table.Title(), p.Table.Roster(), r)
	for range 400 {
		for n := 0; !p.Console.Quiet() && n < 100; n++ {
			p.Wait(time.Second)
		}
		if d := p.SeatDesk(seat, lang.English); d.Awaited && len(d.Asks) > 0 && d.Asks[0].Verb == verb {
			return d, *p.Console.Snapshot().Public(lang.English)
		}
		asks := p.Table.Asks()
		a := &asks[r.IntN(len(asks))]
		do, err := player.Pick(a)
		require.NoError(t, err)
		m := engine.Move{Seat: a.Mover(a.Seat), Do: do}
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}))
	}
	require.Fail(t, "never asked", verb)
	return desk.Seat{}, desk.Public{}
}

// twelve are the names of a full table.
var twelve = append(webtest.CastEN[:8:8], "Iris", "Jamshid", "Kian", "Lea")

// longAsks are asks with more to choose from than a phone has room for.
func longAsks(t *testing.T) map[string]func() (desk.Seat, desk.Public) {
	return map[string]func() (desk.Seat, desk.Public){
		"planning poker": func() (desk.Seat, desk.Public) {
			return reached(t, engine.Header{Game: "anygame", Seats: twelve[:3], Options: []byte(`{"play":"planning-poker"}`), Seed: 3}, 0, "pick")
		},
		"a ballot of twelve": func() (desk.Seat, desk.Public) {
			return reached(t, engine.Header{Game: "anygame", Seats: twelve, Options: []byte(`{"play":"ballot"}`), Seed: 3}, 0, "vote")
		},
		"a vote in Khandan-ha": func() (desk.Seat, desk.Public) {
			return reached(t, engine.Header{Game: "khandan", Seats: twelve[:4], Options: []byte(`{"chance":"box","pack":"starter","reigns":1}`), Seed: 3}, 0, "vote")
		},
	}
}

// onPhone joins as Ava with a phone of a size, on a fake box that asks what the desks say and takes no answer.
func onPhone(t *testing.T, w, h int, seat desk.Seat, all desk.Public) (context.Context, *webtest.Box) {
	t.Helper()
	return onPhoneOf(t, w, h, 0, seat, all)
}

// onPhoneOf does the same as another of the players.
func onPhoneOf(t *testing.T, w, h, player int, seat desk.Seat, all desk.Public) (context.Context, *webtest.Box) {
	t.Helper()
	ctx := tab(t, 390, 844, "light", lang.English)
	do(ctx, t, chromedp.EmulateViewport(int64(w), int64(h), chromedp.EmulateScale(pixels(2)), chromedp.EmulateMobile, chromedp.EmulateTouch))
	b := webtest.NewBox(len(all.Seats))
	b.Seats = func(string) desk.Seat { return seat }
	b.Set(func(lang.Lang) desk.Public { return all })
	g, _ := serveGuests(t, b, phone.GuestOptions{})
	do(ctx, t, chromedp.Navigate(g.Invitation()))
	until(ctx, t, "one may say who one is", `document.querySelector('.choices .key')`)
	press(ctx, t, fmt.Sprintf(".choices .key:nth-child(%d)", player+1))
	until(ctx, t, "it has a seat", `document.querySelector('#cover') || document.querySelector('#question')`)
	return ctx, b
}

// tapAt touches a place of the page for some time.
func tapAt(ctx context.Context, t *testing.T, at [2]float64, long time.Duration) {
	t.Helper()
	do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, at), chromedp.Sleep(long), touch(input.DispatchTouchEventTypeTouchEnd))
}

// A looker is somebody who only wants to look at a phone.
type looker struct {
	name string
	ctx  context.Context
	box  *webtest.Box
	r    *rand.Rand
	at   [2]float64 // where the finger is
}

// TestTapsToLook touches the cover of a phone as people who only want to look do, for a moment and for longer, and
// holds that nothing is ever chosen by that, however long the list is that appears; what is meant is taken.
// With CONSIGLIERE_WIDE it looks a hundred times in each game. All phones are touched at the same time, for most of it
// is waiting.
func TestTapsToLook(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	taps, sizes := 8, [][2]int{{320, 568}, {667, 375}}
	if widely() {
		taps, sizes = 34, append(sizes, [2]int{390, 844})
	}
	var all []*looker
	for name, made := range longAsks(t) {
		seat, public := made()
		for _, size := range sizes {
			ctx, b := onPhone(t, size[0], size[1], seat, public)
			ask[any](ctx, t, `globalThis.looks = 0; new MutationObserver(([m]) => { if (document.body.classList.contains('open') && !/\bopen\b/.test(m.oldValue)) looks++; })
				.observe(document.body, { attributeFilter: ['class'], attributeOldValue: true })`)
			all = append(all, &looker{fmt.Sprintf("%s, %dx%d", name, size[0], size[1]), ctx, b, rand.New(rand.NewPCG(uint64(size[0]), 5)), [2]float64{}})
		}
	}
	// tap touches some phones for a while, and looks what came of it.
	tap := func(phones []*looker, hold time.Duration, what string) {
		t.Helper()
		var group sync.WaitGroup
		failed := make([]error, len(phones))
		for i, l := range phones {
			group.Go(func() {
				failed[i] = chromedp.Do(l.ctx, touch(input.DispatchTouchEventTypeTouchStart, l.at), chromedp.Sleep(hold), touch(input.DispatchTouchEventTypeTouchEnd), chromedp.Sleep(120*time.Millisecond))
			})
		}
		group.Wait()
		require.NoError(t, errors.Join(failed...))
		for _, l := range phones {
			require.Empty(t, l.box.Answers(), "%s: %s, of %v, at %v chose", l.name, what, hold, l.at)
		}
	}
	looks := 0
	open := func(l *looker) bool { return ask[bool](l.ctx, t, `document.body.classList.contains('open')`) }
	for n := range taps {
		for _, l := range all {
			l.at = middle(l.ctx, t, "#cover")
			l.at[0] += float64(l.r.IntN(120) - 60)
			l.at[1] += float64(l.r.IntN(40) - 20)
		}
		tap(all, []time.Duration{20, 60, 120, 250, 500, 900}[n%6]*time.Millisecond, fmt.Sprint("touch ", n))
		if n%2 == 0 { // again on the same spot, before it is closed
			var opened []*looker
			for _, l := range all {
				if open(l) {
					opened = append(opened, l)
				}
			}
			looks += len(opened)
			tap(opened, 40*time.Millisecond, fmt.Sprintf("the second of two touches after %d", n))
		}
		for range 2 {
			for _, l := range all {
				ask[any](l.ctx, t, `document.body.classList.contains('open') && document.querySelector('#cover').click()`)
			}
			time.Sleep(30 * time.Millisecond)
		}
	}
	t.Logf("%d of %d touches have left a cover open", looks, taps*len(all)/2) // on a slow machine short touches are long, and leave none
	for _, l := range all {
		assert.Greater(t, ask[int](l.ctx, t, `looks`), taps/2, "%s: covers were opened", l.name)
	}
}

// TestChoiceIsMeant checks that a choice is taken by a touch of its own alone: not one that came as it
// appeared, nor one that scrolls. What is not taken is told. A long list asks once more, and so does what cannot
// be taken back.
func TestChoiceIsMeant(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	seat, all := longAsks(t)["a ballot of twelve"]()
	for _, size := range [][2]int{{320, 568}, {667, 375}} {
		ctx, b := onPhone(t, size[0], size[1], seat, all)
		where := fmt.Sprintf("%dx%d", size[0], size[1])
		until(ctx, t, "it is covered", `document.querySelector('.covered')`)
		// On a slow machine a touch is long, or comes late: then it is made again.
		// What such a touch has marked stays so.
		marks := func() int {
			return ask[int](ctx, t, `document.querySelectorAll('.choice[aria-pressed="true"]').length`)
		}
		ignored, had := false, 0
		for n := 0; n < 8 && !ignored; n++ {
			ask[any](ctx, t, `document.body.classList.contains('open') && document.querySelector('#cover').click()`)
			do(ctx, t, chromedp.Sleep(800*time.Millisecond))
			cover, first := middle(ctx, t, "#cover"), [2]float64{}
			tapAt(ctx, t, cover, 10*time.Millisecond)
			if first = ask[[2]float64](ctx, t, `(() => { const r = document.querySelector('.choice')?.getBoundingClientRect(); return r ? [r.x + r.width / 2, r.y + r.height / 2] : [0, 0]; })()`); first[0] > 0 {
				had = marks()
				tapAt(ctx, t, first, 10*time.Millisecond)
				ignored = ask[bool](ctx, t, `new Promise((done) => setTimeout(() => done(document.querySelector('#hint').checkVisibility() && !!document.querySelector('#spoken').textContent), 50))`)
			}
		}
		if !ignored { // a machine that is too slow for that: the page itself touches
			ask[any](ctx, t, `document.body.classList.contains('open') && document.querySelector('#cover').click()`)
			do(ctx, t, chromedp.Sleep(800*time.Millisecond))
			had = marks()
			ignored = ask[bool](ctx, t, `(async () => {
				document.querySelector('#cover').click();
				const b = document.querySelector('.choice');
				for (const t of ['pointerdown', 'pointerup']) b.dispatchEvent(new PointerEvent(t, { bubbles: true, isPrimary: true }));
				b.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
				return document.querySelector('#hint').checkVisibility() && !!document.querySelector('#spoken').textContent;
			})()`)
		}
		require.True(t, ignored, "%s: it is told that nothing was taken", where)
		require.Empty(t, b.Answers(), where)
		assert.Equal(t, had, marks(), where)
		snap(ctx, t, "phone.ignored."+where)

		// A finger scrolls.
		from := middle(ctx, t, ".choice:nth-of-type(2)")
		do(ctx, t, chromedp.Sleep(600*time.Millisecond), touch(input.DispatchTouchEventTypeTouchStart, from))
		for i := range 8 {
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchMove, [2]float64{from[0], from[1] - float64(12*(i+1))}), chromedp.Sleep(16*time.Millisecond))
		}
		do(ctx, t, touch(input.DispatchTouchEventTypeTouchEnd), chromedp.Sleep(100*time.Millisecond))
		assert.Positive(t, ask[float64](ctx, t, `document.querySelector('#roll').scrollTop`), "%s: it scrolls", where)
		assert.Equal(t, had, marks(), "%s: scrolling marks nothing", where)

		// One that stands still is marked, another is marked instead, and then taken.
		mark := func(n int) {
			t.Helper()
			ask[any](ctx, t, fmt.Sprintf(`document.querySelectorAll('.choice')[%d].scrollIntoView({ block: 'center', behavior: 'instant' })`, n))
			do(ctx, t, chromedp.Sleep(600*time.Millisecond))
			tapAt(ctx, t, middle(ctx, t, fmt.Sprintf(".choice:nth-of-type(%d)", n+1)), 50*time.Millisecond)
			until(ctx, t, "it is marked", fmt.Sprintf(`document.querySelectorAll('.choice')[%d].getAttribute('aria-pressed') === 'true' && document.querySelectorAll('.choice[aria-pressed="true"]').length === 1`, n))
			assert.Empty(t, b.Answers(), where)
		}
		mark(9)
		mark(3)
		snap(ctx, t, "phone.marked."+where)
		do(ctx, t, chromedp.Sleep(600*time.Millisecond))
		tapAt(ctx, t, middle(ctx, t, "#take"), 50*time.Millisecond)
		require.Eventually(t, func() bool { return len(b.Answers()) > 0 }, phonetest.Patience, phonetest.Tick, where)
		assert.Equal(t, []string{"3"}, b.Answers(), where)
		until(ctx, t, "it is covered again", `document.querySelector('.covered')`)

		// A screen reader and a keyboard need not wait; a click within a second of a finger is taken for the finger's.
		ask[any](ctx, t, `document.querySelector('#cover').focus()`)
		do(ctx, t, chromedp.Sleep(1200*time.Millisecond), chromedp.KeyEvent("\r"))
		until(ctx, t, "it is uncovered", `!document.querySelector('.covered') && document.querySelectorAll('.choice').length > 8`)
		chosen := `document.querySelectorAll('.choice')[5].getAttribute('aria-pressed') === 'true' && document.activeElement === document.querySelectorAll('.choice')[5]`
		require.Eventually(t, func() bool { // on a busy machine a page that is still being drawn may take the focus
			if !ask[bool](ctx, t, chosen) {
				ask[any](ctx, t, `document.querySelectorAll('.choice')[5].focus()`)
				do(ctx, t, chromedp.KeyEvent("\r"), chromedp.Sleep(300*time.Millisecond))
			}
			return ask[bool](ctx, t, chosen)
		}, phonetest.Patience, phonetest.Tick, where)
		ask[any](ctx, t, `document.querySelector('#take').click()`)
		require.Eventually(t, func() bool { return len(b.Answers()) > 1 }, phonetest.Patience, phonetest.Tick, where)
		assert.Equal(t, []string{"3", "5"}, b.Answers(), where)
	}
}

// TestToolsAreMeant checks that what is folded, as what is for the whole table, takes no finger that was on its way to what stood there
// before it came: where time runs out, it slides under that finger.
func TestToolsAreMeant(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	seat, all := longAsks(t)["a ballot of twelve"]()
	ctx, _ := onPhone(t, 320, 568, seat, all)
	until(ctx, t, "it is covered", `document.querySelector('.covered')`)
	assert.Equal(t, []bool{false, true}, ask[[]bool](ctx, t, `(async () => {
		const out = [];
		const d = document.createElement('details');
		d.append(document.createElement('summary'));
		d.firstChild.textContent = 'tools';
		document.querySelector('#p-ask').append(d);
		for (const wait of [0, 1500]) {
			await new Promise((done) => setTimeout(done, wait));
			for (const t of ['pointerdown', 'pointerup']) d.firstChild.dispatchEvent(new PointerEvent(t, { bubbles: true, isPrimary: true }));
			d.firstChild.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
			out.push(d.open);
		}
		return out;
	})()`))
}

// TestBuzzerIsMeant checks that a buzzer takes no finger that was on its way to what stood there before it came, or moved there, and every
// one after that, also when it opens and moves; a keyboard need not wait.
func TestBuzzerIsMeant(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	before, all := longAsks(t)["a ballot of twelve"]()
	before.Asks, before.Awaited, before.Secret = []desk.SeatAsk{}, false, false
	buzzer := func(open bool, turn uint64) desk.Seat {
		seat := before
		seat.Awaited, seat.Turn = open, turn
		seat.Asks = []desk.SeatAsk{{Seat: all.Seats[0].Name, Verb: "buzz", Prompt: "Buzz!", Timed: true}}
		return seat
	}
	ctx, b := onPhone(t, 390, 844, buzzer(true, 1), all)
	show := func(seat desk.Seat) {
		t.Helper()
		b.Mu.Lock()
		b.Seats = func(string) desk.Seat { return seat }
		b.Mu.Unlock()
		b.Tell(box.PodEvent{})
	}
	gone := func(turn uint64) {
		t.Helper()
		nothing := before
		nothing.Turn = turn
		show(nothing)
		until(ctx, t, "it is gone", `!document.querySelector('.buzz')`)
	}
	buzzes := func() int {
		n := 0
		for _, line := range b.All() {
			if strings.HasPrefix(line, "buzz") {
				n++
			}
		}
		return n
	}
	until(ctx, t, "there is a buzzer", `document.querySelector('.buzz')`)
	at := middle(ctx, t, ".buzz")
	// On a slow machine the touch comes late: then it is made again.
	early := false
	for turn := uint64(2); turn < 22 && !early; turn += 2 {
		gone(turn)
		ask[any](ctx, t, `globalThis.met = 0; new MutationObserver((_, o) => {
			if (!document.querySelector('.buzz')) return;
			o.disconnect();
			const came = performance.now();
			addEventListener('pointerdown', (e) => { globalThis.met = e.timeStamp - came; }, { capture: true, once: true });
		}).observe(document.body, { childList: true, subtree: true })`)
		had := buzzes()
		show(buzzer(true, turn+1))
		until(ctx, t, "it has come", `document.querySelector('.buzz')`)
		tapAt(ctx, t, at, 10*time.Millisecond)
		do(ctx, t, chromedp.Sleep(100*time.Millisecond))
		if early = ask[bool](ctx, t, `globalThis.met > 0 && globalThis.met < 650`); early {
			require.Equal(t, had, buzzes(), "it was meant for something else")
		}
	}
	if !early {
		t.Log("this machine is too slow for a finger that comes early")
	}

	do(ctx, t, chromedp.Sleep(800*time.Millisecond))
	had := buzzes()
	tapAt(ctx, t, at, 10*time.Millisecond)
	require.Eventually(t, func() bool { return buzzes() > had }, phonetest.Patience, phonetest.Tick, "it is meant now")

	show(buzzer(false, 100))
	until(ctx, t, "it is closed", `document.querySelector('.buzz.closed')`)
	do(ctx, t, chromedp.Sleep(800*time.Millisecond))
	show(buzzer(true, 101))
	until(ctx, t, "it is open", `document.querySelector('.buzz:not(.closed)')`)
	had = buzzes()
	tapAt(ctx, t, at, 10*time.Millisecond)
	require.Eventually(t, func() bool { return buzzes() > had }, phonetest.Patience, phonetest.Tick, "one that opens takes a finger at once")

	// It moves upwards, since something comes below it: where it was it goes on to take fingers at once, and elsewhere not yet.
	moving := false
	for turn := uint64(200); turn < 220 && !moving; turn += 2 {
		show(buzzer(true, turn))
		until(ctx, t, "nothing is below it", `document.querySelector('.buzz:not(.closed)') && !document.querySelector('#later')`)
		do(ctx, t, chromedp.Sleep(800*time.Millisecond))
		top := ask[[2]float64](ctx, t, `(() => { const r = document.querySelector('.buzz').getBoundingClientRect(); return [r.x + r.width / 2, r.y]; })()`)
		ask[any](ctx, t, `globalThis.met = []; new MutationObserver((_, o) => {
			if (!document.querySelector('#later')) return;
			o.disconnect();
			const came = performance.now();
			addEventListener('pointerdown', (e) => { met.push(e.timeStamp - came, !!e.target.closest('.buzz')); }, { capture: true, once: true });
		}).observe(document.body, { childList: true, subtree: true })`)
		had := buzzes()
		seat := buzzer(true, turn+1)
		seat.Passing = true
		show(seat)
		until(ctx, t, "something is below it", `document.querySelector('#later')`)
		tapAt(ctx, t, [2]float64{top[0], top[1] - 20}, 10*time.Millisecond)
		do(ctx, t, chromedp.Sleep(100*time.Millisecond))
		met := ask[[]any](ctx, t, `met`)
		require.Equal(t, true, met[1], "the buzzer is under the finger")
		if moving = met[0].(float64) < 650; !moving {
			continue
		}
		require.Equal(t, had, buzzes(), "something else stood there")
		until(ctx, t, "that is told", `!document.querySelector('#hint').hidden`)
		tapAt(ctx, t, [2]float64{top[0], top[1] + 60}, 10*time.Millisecond)
		require.Eventually(t, func() bool { return buzzes() > had }, phonetest.Patience, phonetest.Tick, "here it was before")
	}
	if !moving {
		t.Log("this machine is too slow for a finger that comes early")
	}

	// A finger that was down when the buzzer, or the cover of a secret, came under it.
	secret := before
	secret.Lines = []desk.Line{{Text: "Only Ava knows"}}
	for _, came := range []struct {
		css  string
		seat desk.Seat
		says string // what must not have come of it
	}{
		{".buzz", buzzer(true, 0), `false`},
		{"#cover", secret, `document.body.classList.contains('open') || localStorage['consigliere.unhurried'] === '1'`},
	} {
		clicked := false
		for turn := uint64(300); turn < 320 && !clicked; turn += 2 {
			came.seat.Turn = turn
			show(came.seat)
			until(ctx, t, "it has come", fmt.Sprintf(`document.querySelector(%q)`, came.css))
			at := middle(ctx, t, came.css)
			gone(turn + 1)
			until(ctx, t, "it is gone", fmt.Sprintf(`!document.querySelector(%q)`, came.css))
			had := buzzes()
			ask[any](ctx, t, `globalThis.clicked = ''; addEventListener('click', (e) => { clicked = e.target.closest('button')?.className ?? ''; }, { capture: true, once: true })`)
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, at))
			came.seat.Turn = turn + 2
			show(came.seat)
			until(ctx, t, "it has come", fmt.Sprintf(`document.querySelector(%q)`, came.css))
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchEnd), chromedp.Sleep(100*time.Millisecond))
			clicked = ask[bool](ctx, t, fmt.Sprintf(`!!clicked && document.querySelector('.' + clicked.replaceAll(' ', '.')).matches(%q)`, came.css))
			require.Equal(t, had, buzzes(), "the finger had come down on something else")
			require.False(t, ask[bool](ctx, t, came.says), "the finger had come down on something else")
		}
		if !clicked {
			t.Logf("this machine is too slow for a finger that is down while %s comes", came.css)
		}
	}

	gone(400)
	show(buzzer(true, 401))
	until(ctx, t, "it has come", `document.querySelector('.buzz')`)
	had = buzzes()
	ask[any](ctx, t, `document.querySelector('.buzz').focus()`)
	do(ctx, t, chromedp.KeyEvent("\r"))
	require.Eventually(t, func() bool { return buzzes() > had }, phonetest.Patience, phonetest.Tick, "a keyboard names what it presses")
}

// TestNightLooksAlike holds that a phone seen from across the table does not tell who acts at night: whatever a seat is asked, shown and told, all
// of it stands where it stands on everybody's.
func TestNightLooksAlike(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	const shape = `JSON.stringify([...document.querySelectorAll('.deck, #own, #question, .choice, #cover')].map((e) => { const r = e.getBoundingClientRect(); return [e.id, r.top, r.bottom].map((n) => n.toFixed?.(0) ?? n); }))`
	header := engine.Header{Game: "anygame", Seats: twelve[:7], Options: []byte(`{"play":"werewolf"}`), Seed: 3}
	for _, phase := range []string{"vote", "pick"} {
		seat, all := reached(t, header, 0, phase)
		ctx, b := onPhone(t, 390, 844, seat, all)
		shapes, idle := map[string][]bool{}, map[bool]bool{}
		for s := range engine.Seat(7) {
			seat, _ = reached(t, header, s, phase)
			b.Seats = func(string) desk.Seat { return seat }
			seat.Turn += uint64(s)
			b.Set(func(lang.Lang) desk.Public { return all })
			tapUntil(ctx, t, "it is open", `document.querySelector('body:not(.open) #cover')`, fmt.Sprintf(`document.body.matches('.open') && document.querySelectorAll('.choice').length && !!document.querySelector('.held:not(.blank)') === %t`, seat.Asks[0].Idle))
			got := ask[string](ctx, t, shape)
			shapes[got] = append(shapes[got], seat.Asks[0].Idle)
			idle[seat.Asks[0].Idle] = true
		}
		assert.Len(t, shapes, 1, "%s: %v", phase, shapes)
		assert.Len(t, idle, 2, "%s: somebody acts, and somebody does not", phase)
	}
}
