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
	"consigliere/hw/desk"
	"consigliere/hw/lang"
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
		{"a doubtful one is asked about alone", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "puppet"}, {Colour: "black", Face: "three", Unsure: true}}}, press(b, ok, ok), `"card":"{black:two red:puppet}"`, ""},
		{"its guess needs one press", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "puppet"}, {Colour: "black", Face: "three", Unsure: true}}}, press(ok, ok), `"card":"{black:three red:puppet}"`, ""},
		{"without a guess nothing is taken", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "puppet"}, {Colour: "black", Unsure: true}}}, press(ok, a, ok, ok), `"card":"{black:one red:puppet}"`, ""},
		{"both are doubtful", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "one", Unsure: true}, {Colour: "black", Unsure: true}}}, press(a, ok, ok, ok), `"card":"{black:one red:one}"`, ""},
		{"corrected after all", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "one", Unsure: true}, {Colour: "black", Face: "two"}}}, press(ok, a, b, ok), `"card":"{black:two red:two}"`, ""},
		{"the colour of the doubtful one is so, too", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "one"}, {Colour: "grey", Face: "two", Unsure: true}}}, press(ok, ok), `"card":"{black:two red:one}"`, ""},
		{"a coin beside as many as are asked", hw.Throw{Dice: []hw.Die{{Colour: "ivory", Face: "one"}, {Colour: "grey", Unsure: true}, {Colour: "ivory", Face: "two"}}}, press(ok), `"card":"{black:one red:two}"`, ""},
		{"doubtful ones and one too many", hw.Throw{Dice: []hw.Die{{Colour: "ivory", Face: "one"}, {Colour: "grey", Unsure: true}, {Colour: "ivory", Unsure: true}}}, nil, "", "refuse.dice_extra"},
		{"typed rather than said", hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "three", Unsure: true}, {Colour: "black", Face: "two"}}}, typed, `"card":"{black:one red:two}"`, ""},
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

// TestAGoodThrowEndsWhatWasWrong checks that what was wrong with a throw is told no longer than until the next one that is read: neither on the
// display nor on the page, however often dice are thrown again.
func TestAGoodThrowEndsWhatWasWrong(t *testing.T) {
	asked := engine.Ask{Seat: 0, Verb: "pick", Prompt: engine.Say("game.title"), Parts: []engine.Part{{
		Kind: engine.PartDice, Arg: "card", Items: []engine.Item{{Word: "one"}, {Word: "two"}}, Keys: []engine.Key{{Word: "black"}, {Word: "red"}},
	}}}
	title, s := scripted(asked)
	p := begin(t, []*engine.Title{title}, engine.Header{Game: "talk", Seats: names[:3]}, true)
	p.Wait(time.Second)
	good := command.Throw{Throw: hw.Throw{Dice: []hw.Die{{Colour: "red", Face: "one"}, {Colour: "black", Face: "two"}}}}
	for _, bad := range []hw.Throw{{Doubt: hw.HandIn}, {Doubt: hw.NoTray}, {Dice: good.Dice[:1]}} {
		require.Error(t, p.Console.Do(p.Now, command.Throw{Throw: bad}))
		p.Wait(100 * time.Millisecond)
		why := p.Console.Snapshot().Public("en").Error
		require.NotEmpty(t, why)
		require.Contains(t, p.Box.Main.Words(), why)
		for range 8 {
			require.NoError(t, p.Console.Do(p.Now, good))
			p.Wait(100 * time.Millisecond)
			assert.Empty(t, p.Console.Snapshot().Public("en").Error)
			assert.NotContains(t, p.Box.Main.Words(), why)
		}
	}
	p.Press(0, ok)
	require.Len(t, s.lines, 1)
}

// TestADoubtfulDieIsNamed checks that the display names a die that is asked about by its colour and its place, in the
// language of the box, and that the paper of the page has what was read, with a picture of that die alone.
func TestADoubtfulDieIsNamed(t *testing.T) {
	for l, want := range map[lang.Lang]string{lang.English: "The red one, left", lang.Persian: "تاس قرمز، سمت چپ", lang.Italian: "Quello rosso, a sinistra"} {
		p := begin(t, []*engine.Title{derpateface.Title()}, engine.Header{Game: "derpate", Seats: names[:4], Seed: 1}, true)
		require.NoError(t, p.Console.Do(p.Now, command.SetLang{Lang: l}))
		for _, line := range []string{
			`{"seat":"Dario","do":"car","space":12}`, `{"seat":"Dario","do":"district","district":"little_italy"}`,
			`{"seat":"Chiara","do":"district","district":"east_side"}`, `{"seat":"Babak","do":"district","district":"greenwich_soho"}`,
			`{"seat":"table","do":"event","card":"tax_audit"}`,
		} {
			require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(line)}))
		}
		p.Wait(30 * time.Second)
		require.NoError(t, p.Console.Do(p.Now, command.Throw{Throw: hw.Throw{Dice: []hw.Die{
			{Colour: "black", Face: "1", X: 0.5, Y: 0.5},
			{Colour: "white", Face: "2", X: 0.8, Y: 0.9},
			{Colour: "grey", Face: "3", X: 0.6, Y: 0.1},
			{Colour: "red", Face: "puppet", Unsure: true, X: 0.1, Y: 0.4, Picture: "JPEG"},
		}}}))
		p.Wait(time.Second)
		assert.Contains(t, p.Box.Main.Words(), want)
		sheets := p.Console.Snapshot().Public(l).Sheets
		require.NotEmpty(t, sheets)
		read := sheets[0].Parts[0].Read
		require.NotNil(t, read)
		assert.Equal(t, []desk.SheetDie{
			{Word: "1", Guess: "1"},
			{Word: "2", Guess: "2"},
			{Word: "3", Guess: "3"},
			{Guess: "puppet", Where: want, Picture: "data:image/jpeg;base64,SlBFRw=="},
		}, read.Dice)
		p.Press(hw.Panel, hw.OK) // the guess
		again := p.Console.Snapshot().Public(l).Sheets[0].Parts[0].Read
		assert.NotEqual(t, read.N, again.N)
		assert.Equal(t, "puppet", again.Dice[3].Word)
	}
}

// TestThrownDiceAreSeen checks that the table sees thrown dice, however fast whoever threw them
// goes on.
func TestThrownDiceAreSeen(t *testing.T) {
	p := begin(t, []*engine.Title{derpateface.Title()}, engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		p.Wait(15 * time.Second)
		asked := p.Table.Asks()[0]
		taps := consoletest.Taps(p.Table.Title().Moves, &asked, func() consoletest.Answer { w, _ := consoletest.Random(&asked, r); return w }())
		p.Tap(consoletest.PodOf(&asked), taps...)
		if p.Wait(60 * time.Millisecond); strings.Contains(p.Box.Main.Words(), "'s dice are rolled.") {
			break
		}
	}
	next, shown, moves := p.Table.Asks()[0], p.Box.Main.Words(), p.Table.Moves()
	require.GreaterOrEqual(t, next.Seat, engine.Seat(0))
	p.Press(hw.Pod(next.Seat), hw.A, hw.OK)
	require.Greater(t, p.Table.Moves(), moves, "who threw goes on at once")
	p.Wait(200 * time.Millisecond)
	assert.Equal(t, shown, p.Box.Main.Words())
	p.Wait(400 * time.Millisecond)
	assert.Equal(t, shown, p.Box.Main.Words())
	p.Wait(1200 * time.Millisecond)
	assert.NotEqual(t, shown, p.Box.Main.Words())
}
