package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// A studiousTray notes what it is told.
type studiousTray struct {
	blindTray
	told []hw.Die
}

func (s *studiousTray) Correct(dice []hw.Die) { s.told = append(s.told, dice...) }

// TestTheTrayIsToldWhatItsDiceShow checks that a tray that learns is told all dice of a throw of which people were asked about
// one or corrected one, whether they say it by buttons or on the paper of the page, and of no other throw.
func TestTheTrayIsToldWhatItsDiceShow(t *testing.T) {
	dice := func(red string, unsure bool) []hw.Die {
		return []hw.Die{{Colour: "black", Face: "1", X: 0.5}, {Colour: "white", Face: "2", X: 0.8}, {Colour: "grey", Face: "3", X: 0.6}, {Colour: "red", Face: red, Unsure: unsure, X: 0.1}}
	}
	roll := func(red string) command.Command {
		return command.Type{Line: []byte(`{"seat":"table","do":"roll","dice":{"black":1,"white":2,"grey":3,"red":` + red + `}}`)}
	}
	for _, c := range []struct {
		name   string
		thrown []hw.Die
		taps   []hw.Button
		typed  command.Command
		want   string // what the red one is told to show; "" for nothing
	}{
		{"all were read", dice("4", false), []hw.Button{hw.OK}, nil, ""},
		{"the guess was right", dice("4", true), []hw.Button{hw.OK, hw.OK}, nil, "4"},
		{"it was another", dice("4", true), []hw.Button{hw.B, hw.OK, hw.OK}, nil, "3"},
		{"corrected on the page", dice("4", false), nil, roll("3"), "3"},
		{"typed as it was read", dice("4", false), nil, roll("4"), ""},
		{"asked about on the page", dice("4", true), nil, roll("4"), "4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, s := consoletest.NewBox(8, true), &studiousTray{}
			b.HW.Tray = s
			p, err := consoletest.New(console.Config{Box: b.HW, Titles: []*engine.Title{derpateface.Title()}, Painter: consoletest.Words{}}, b)
			require.NoError(t, err)
			require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "derpate", Seats: names[:4], Seed: 1}}))
			for _, line := range []string{
				`{"seat":"Dario","do":"car","space":12}`, `{"seat":"Dario","do":"district","district":"little_italy"}`,
				`{"seat":"Chiara","do":"district","district":"east_side"}`, `{"seat":"Babak","do":"district","district":"greenwich_soho"}`,
				`{"seat":"table","do":"event","card":"tax_audit"}`,
			} {
				require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(line)}))
			}
			p.Wait(30 * time.Second)
			require.NoError(t, p.Console.Do(p.Now, command.Throw{Throw: hw.Throw{Dice: c.thrown}}))
			p.Wait(time.Second)
			assert.Empty(t, s.told, "nobody has said anything yet")
			for _, x := range c.taps {
				p.Press(hw.Panel, x)
				p.Wait(time.Second)
			}
			if c.typed != nil {
				require.NoError(t, p.Console.Do(p.Now, c.typed))
			}
			if c.want == "" {
				assert.Empty(t, s.told)
				return
			}
			want := dice(c.want, false)
			assert.Equal(t, want, s.told)
		})
	}
}
