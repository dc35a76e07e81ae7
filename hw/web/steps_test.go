package web

import (
	"strings"
	"testing"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// A phone asks for one argument of an answer after the other, as far as they leave a choice, and
// gives the very answer that was chosen.
func TestPhoneSteps(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	ctx := tab(t, 390, 844, "light", lang.English)
	b := webtest.NewBox(4)
	values := func(labels string) desk.SeatStep {
		s := desk.SeatStep{Question: labels + "?"}
		for _, l := range strings.Split(labels, " or ") {
			s.Values = append(s.Values, desk.SeatValue{Label: l, Help: "This is " + l + "."})
		}
		return s
	}
	// Black has two answers, white one, and red one for each of three in two places: more than are listed whole.
	rows := [][]int{{0, 0, 0}, {0, 0, 1}, {1, 1, 1}, {2, 2, 0}, {2, 2, 2}, {2, 1, 0}, {2, 1, 2}, {2, 0, 0}, {2, 0, 2}}
	shown := desk.Seat{
		Seat: "Ava", Turn: 4, Awaited: true, Lines: []desk.Line{}, Groups: []desk.Group{},
		Asks: []desk.SeatAsk{{
			Seat: "Ava", Verb: "place", Prompt: "Which die?", Parts: []desk.SheetPart{}, Rows: rows,
			Steps: []desk.SeatStep{values("Black or White or Red"), values("Visit or Betting or Influence"), values("Here or Nowhere or There")},
		}},
	}
	b.Seats = func(string) desk.Seat { return shown }
	b.Set(func(l lang.Lang) desk.Public {
		d := webtest.SceneAim(l)
		d.Error, d.Rule, d.Undo, d.Sheets, d.Ask, d.Reveal = "", nil, nil, nil, nil, nil
		return d
	})
	g, _ := serveGuests(t, b, phone.GuestOptions{})
	do(ctx, t, chromedp.Navigate(g.Invitation()))
	until(ctx, t, "one may say who one is", `document.querySelector('.choices .key')`)
	press(ctx, t, ".choices .key")
	choices := func(want ...string) {
		t.Helper()
		until(ctx, t, strings.Join(want, ", "), `[...document.querySelectorAll('.choice:not(:disabled) b')].map((e) => e.textContent).join() === '`+strings.Join(want, ",")+`'`)
	}
	choose := func(n string) {
		t.Helper()
		press(ctx, t, ".choice:nth-of-type("+n+")")
	}
	answered := func(row string) {
		t.Helper()
		assert.Eventually(t, func() bool {
			all := b.All()
			return len(all) > 0 && strings.HasPrefix(all[len(all)-1], "answer 3 4 0 "+row+" ")
		}, phonetest.Patience, phonetest.Tick, "row %s: %v", row, b.All())
	}
	choices("Black", "White", "Red")
	choose("1")
	choices("Here", "Nowhere")
	choose("2")
	answered("1")
	choices("Here", "Nowhere") // the fake does not take it
	press(ctx, t, ".ask .quiet")
	choices("Black", "White", "Red")
	choose("2") // there is no more to choose
	answered("2")
	choices("Black", "White", "Red")
	choose("3")
	choices("Influence: Here", "Influence: There", "Betting: Here", "Betting: There", "Visit: Here", "Visit: There") // few are listed whole
	choose("4")
	answered("6")

	// A single answer is named whole, and no part of it twice.
	one := shown
	one.Turn = 5
	one.Asks = []desk.SeatAsk{{Seat: "Ava", Verb: "place", Prompt: "Which die?", Parts: []desk.SheetPart{}, Rows: [][]int{{0, 0, 0}}, Steps: []desk.SeatStep{values("Black 1: Visit"), values("Visit"), values("Here")}}}
	b.Mu.Lock()
	shown = one
	b.Mu.Unlock()
	b.Set(func(l lang.Lang) desk.Public {
		d := webtest.SceneAim(l)
		d.Error, d.Rule, d.Undo, d.Sheets, d.Ask, d.Reveal, d.Phase = "", nil, nil, nil, nil, nil, "On"
		return d
	})
	choices("Black 1: Visit, Here")
}
