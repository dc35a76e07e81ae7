package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/phone/phonetest"
)

// TestStandOrDuckInOneGesture holds that five seconds are enough for a duel: both answers are at hand before anything is uncovered,
// on a phone held either way; a press takes one; and a finger that comes down on the cover, sees its secrets, slides to an answer
// and is lifted there has given it. A finger that is lifted elsewhere has given none.
func TestStandOrDuckInOneGesture(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	seat, all := reached(t, engine.Header{Game: "naro", Seats: twelve[:4], Options: []byte(`{"chance":"box"}`), Seed: 3}, 0, "courage")
	require.True(t, seat.Asks[0].Alike)
	for _, size := range [][2]int{{390, 844}, {844, 390}} {
		ctx, b := onPhone(t, size[0], size[1], seat, all)
		until(ctx, t, "both are at hand", `document.querySelectorAll('#p-take .quick button').length === 2`)
		assert.True(t, ask[bool](ctx, t, `!document.querySelector('#own') && [...document.querySelectorAll('#p-take .quick button')].every((e) => { const r = e.getBoundingClientRect(); return r.height >= 56 && r.bottom <= innerHeight && r.top >= 0; })`), "%v", size)
		snap(ctx, t, fmt.Sprintf("phone.duel.%d", size[0]))
		do(ctx, t, chromedp.Sleep(600*time.Millisecond))
		slide := func(to [2]float64) {
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchStart, middle(ctx, t, "#cover")), chromedp.Sleep(100*time.Millisecond))
			until(ctx, t, "the secrets are seen", `document.querySelector('#own')`)
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchMove, to), chromedp.Sleep(500*time.Millisecond))
			do(ctx, t, touch(input.DispatchTouchEventTypeTouchEnd), chromedp.Sleep(100*time.Millisecond))
			until(ctx, t, "they are covered again", `!document.querySelector('#own')`)
		}
		slide([2]float64{float64(size[0]) / 2, 8})
		assert.Empty(t, b.Answers())
		slide(middle(ctx, t, "#quick-1"))
		require.Eventually(t, func() bool { return len(b.Answers()) == 1 }, phonetest.Patience, 10*time.Millisecond)
		assert.Equal(t, "1", b.Answers()[0])
		do(ctx, t, chromedp.Sleep(600*time.Millisecond))
		tapAt(ctx, t, middle(ctx, t, "#quick-0"), 40*time.Millisecond)
		require.Eventually(t, func() bool { return len(b.Answers()) == 2 }, phonetest.Patience, 10*time.Millisecond)
		assert.Equal(t, "0", b.Answers()[1])

		// It is said again, and where the play is.
		ask[any](ctx, t, `document.querySelector('#where').click()`)
		assert.Regexp(t, `1/8: Guts\. .+ at you\. Stand or duck\? Ava, Babak, Chiara, Dario: to choose\.`, ask[string](ctx, t, `document.querySelector('#spoken').textContent`))
		snap(ctx, t, fmt.Sprintf("phone.where.%d", size[0]))

		// Whoever presses without a pointer, as with a screen reader, has time: the box is told once.
		told := func() int {
			return len(slices.DeleteFunc(b.All(), func(s string) bool { return !strings.Contains(s, "unhurried") }))
		}
		assert.Zero(t, told())
		ask[any](ctx, t, `document.querySelector('#cover').click()`)
		require.Eventually(t, func() bool { return told() == 1 }, phonetest.Patience, 10*time.Millisecond)
		ask[any](ctx, t, `document.querySelector('#cover').click()`)
		do(ctx, t, chromedp.Sleep(100*time.Millisecond))
		assert.Equal(t, 1, told())
		assert.Contains(t, ask[string](ctx, t, `document.querySelector('#told').textContent`), seat.Asks[0].Prompt)
	}
}
