package console_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

func TestThrowFillsTheDiceThatAreAsked(t *testing.T) {
	asked := engine.Ask{Seat: 0, Verb: "pick", Prompt: engine.Say("game.title"), Parts: []engine.Part{{
		Kind: engine.PartDice, Arg: "card",
		Items: []engine.Item{{Word: "one"}, {Word: "two"}, {Word: "three"}, {Word: "puppet"}},
		Keys:  []engine.Key{{Word: "black"}, {Word: "red"}},
	}}}
	press := func(buttons ...hw.Button) (list []consoletest.Tap) {
		for _, x := range buttons {
			list = append(list, consoletest.Tap{Buttons: []hw.Button{x}})
		}
		return list
	}
	typed := append([]consoletest.Tap{{Buttons: []hw.Button{b}, For: time.Second}}, press(ok, a, ok, ok)...)
	for _, c := range []struct {
		name  string
		throw hw.Throw
		taps  []consoletest.Tap
		want  string // the line; "" for none
		err   string // the key of the refusal
	}{
		{"confirmed", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "puppet"}, {Colour: "black", Face: "two"}}}, press(ok), `"card":"{black:two red:puppet}"`, ""},
		{"the second corrected", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "puppet"}, {Colour: "black", Face: "two"}}}, press(a, b, b, ok), `"card":"{black:two red:two}"`, ""},
		{"typed after all", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "three"}, {Colour: "black", Face: "two"}}}, typed, `"card":"{black:one red:two}"`, ""},
		{"dice that are alike", hw.Throw{Dice: []hw.Die{{Colour: "ivory", Face: "one"}, {Colour: "ivory", Face: "three"}}}, press(ok), `"card":"{black:one red:three}"`, ""},
		{"one is missing", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "three"}}}, nil, "", "refuse.dice_missing"},
		{"another lies aside", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "three"}, {Colour: "black", Face: "two"}, {Colour: "grey", Face: "one"}}}, press(ok), `"card":"{black:two red:three}"`, ""},
		{"one too many of those that are alike", hw.Throw{Dice: []hw.Die{{Colour: "ivory", Face: "one"}, {Colour: "ivory", Face: "two"}, {Colour: "ivory", Face: "one"}}}, nil, "", "refuse.dice_extra"},
		{"another colour", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "three"}, {Colour: "grey", Face: "two"}}}, nil, "", "refuse.dice_other"},
		{"a face that is not asked", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "6"}, {Colour: "black", Face: "two"}}}, nil, "", "refuse.dice_unclear"},
		{"a hand", hw.Throw{Doubt: hw.HandIn}, nil, "", "refuse.dice_hand"},
	} {
		t.Run(c.name, func(t *testing.T) {
			title, s := scripted(asked)
			p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: names[:3]}, true)
			p.Wait(time.Second)
			err := p.Console.Do(p.Now, command.Throw{Throw: c.throw})
			if c.err != "" {
				var refusal *engine.Refusal
				require.ErrorAs(t, err, &refusal)
				assert.Equal(t, c.err, refusal.Why.Key)
			} else {
				require.NoError(t, err)
			}
			assert.Empty(t, s.lines, "nothing is rolled before OK")
			p.Tap(consoletest.PodOf(&asked), c.taps...)
			if c.want == "" {
				assert.Empty(t, s.lines)
				return
			}
			require.Len(t, s.lines, 1)
			assert.Contains(t, s.lines[0], c.want)
		})
	}
}

// TestThrownDiceAreSeen holds that the table sees thrown dice, however fast whoever threw them
// goes on.
func TestThrownDiceAreSeen(t *testing.T) {
	p := begin(t, []*engine.Title{derpateface.Title()}, engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		p.Wait(15 * time.Second)
		asked := p.Table.Asks()[0]
		taps := consoletest.Taps(p.Table.Title().Moves, &asked, func() consoletest.Answer { w, _ := consoletest.Random(&asked, r); return w }())
		p.Tap(consoletest.PodOf(&asked), taps...)
		if p.Wait(60 * time.Millisecond); strings.Contains(p.Box.Main.Words(), "'s dice.") {
			break
		}
	}
	next := p.Table.Asks()[0]
	require.GreaterOrEqual(t, next.Seat, engine.Seat(0))
	p.Press(hw.Pod(next.Seat), hw.A, hw.OK)
	require.NotEqual(t, next.ID(), p.Table.Asks()[0].ID(), "who threw goes on at once")
	p.Wait(200 * time.Millisecond)
	assert.Contains(t, p.Box.Main.Words(), "'s dice.")
	p.Wait(400 * time.Millisecond)
	assert.Contains(t, p.Box.Main.Words(), "'s dice.")
	p.Wait(1200 * time.Millisecond)
	assert.NotContains(t, p.Box.Main.Words(), "'s dice.")
}
