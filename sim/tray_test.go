package sim

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// toTheRoll are the moves of Der Pate before the first roll.
var toTheRoll = []string{
	`{"seat":"Dario","do":"car","space":12}`,
	`{"seat":"Dario","do":"district","district":"little_italy"}`,
	`{"seat":"Chiara","do":"district","district":"east_side"}`,
	`{"seat":"Babak","do":"district","district":"greenwich_soho"}`,
	`{"seat":"table","do":"event","card":"tax_audit"}`,
}

var pate = engine.Header{Game: "derpate", Seats: names[:4], Seed: 1}

// TestTrayAnswersTheRoll rolls the dice of Der Pate before a camera: a picture is read, shown
// and confirmed with OK, and a reading is corrected. What cannot be read changes nothing.
func TestTrayAnswersTheRoll(t *testing.T) {
	pictures := "../drivers/tray/testdata/pictures/"
	for _, c := range []struct {
		name, lines string
		want        string // the dice in the public view
		told        string // what is refused
	}{
		{
			"confirmed", `{"at":20,"tray":"` + pictures + `pate-013.jpg"}
{"at":25,"pod":-1,"button":"OK","down":true}
{"at":25.1,"pod":-1,"button":"OK","down":false}`, `{"black":"puppet","grey":"puppet","red":4,"white":1}`, "",
		},
		{
			"corrected", `{"at":20,"tray":"` + pictures + `pate-013.jpg"}
{"at":22,"pod":-1,"button":"B","down":true}
{"at":22.1,"pod":-1,"button":"B","down":false}
{"at":25,"pod":-1,"button":"OK","down":true}
{"at":25.1,"pod":-1,"button":"OK","down":false}`, `{"black":1,"grey":"puppet","red":4,"white":1}`, "",
		},
		{
			"a cocked die is asked about alone", `{"at":20,"tray":"` + pictures + `pate-009.jpg"}
{"at":22,"pod":-1,"button":"A","down":true}
{"at":22.1,"pod":-1,"button":"A","down":false}
{"at":23,"pod":-1,"button":"OK","down":true}
{"at":23.1,"pod":-1,"button":"OK","down":false}
{"at":25,"pod":-1,"button":"OK","down":true}
{"at":25.1,"pod":-1,"button":"OK","down":false}`, `{"black":"puppet","grey":1,"red":1,"white":"puppet"}`, "",
		},
		{"a hand", `{"at":20,"tray":"` + pictures + `../learned/pate-008.jpg"}`, `{"black":null,"grey":null,"red":null,"white":null}`, "type the dice"},
		{"no such picture", `{"at":20,"tray":"` + pictures + `none.jpg"}`, `{"black":null,"grey":null,"red":null,"white":null}`, "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var file strings.Builder
			for i, line := range toTheRoll {
				file.WriteString(`{"at":` + seconds(time.Duration(i+1)*time.Second) + `,"type":` + line + "}\n")
			}
			file.WriteString(c.lines)
			var out, warn bytes.Buffer
			s := start(t, box.Options{Painter: consoletest.Words{}})
			require.NoError(t, Headless{Start: &command.Start{Header: pate}}.Run(s, strings.NewReader(file.String()), &out, &warn))
			all := regexp.MustCompile(`"dice":(\{[^}]*\})`).FindAllStringSubmatch(out.String(), -1)
			require.NotEmpty(t, all)
			assert.Equal(t, c.want, all[len(all)-1][1])
			if c.told == "" {
				assert.Empty(t, warn.String())
			} else {
				assert.Contains(t, warn.String(), c.told)
			}
		})
	}
}

// TestTrayOfTheSimulator rolls dice that are drawn, and reads them as a box with a camera does: through a watcher,
// which tells a throw once, and again when the dice were taken out in between. A box whose configuration names a
// tray has that camera itself.
func TestTrayOfTheSimulator(t *testing.T) {
	for _, c := range []struct {
		name string
		tray *config.Tray
	}{
		{"no camera", nil},
		{"a camera of the box", &config.Tray{Device: "/dev/video0", Set: "pate", Calibration: filepath.Join(t.TempDir(), "none.json")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			wired := config.Default()
			wired.Tray = c.tray
			s, err := New(wired, box.Options{Titles: games.All(), Painter: consoletest.Words{}})
			require.NoError(t, err)
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			ran := make(chan error, 1)
			go func() { ran <- s.Run(ctx) }()
			dice := s.Tray()
			_, err = dice.Roll(ctx)
			require.ErrorIs(t, err, ErrNoRoll)
			require.NoError(t, s.Do(ctx, command.Start{Header: pate}))
			for _, line := range toTheRoll {
				require.NoError(t, s.Do(ctx, command.Type{Line: []byte(line)}))
			}
			_, err = dice.Look(ctx, []byte("no picture"))
			require.ErrorContains(t, err, "not a JPEG or PNG")
			picture, err := os.ReadFile("../drivers/tray/testdata/pictures/pate-013.jpg")
			require.NoError(t, err)
			for range 2 { // the same dice, taken out in between
				throw, read, err := dice.show(ctx, bytes.NewReader(picture), s.Rolling())
				require.NoError(t, err)
				assert.True(t, read)
				assert.Len(t, throw.Dice, 4)
			}
			require.Eventually(t, func() bool { // the first OK may only end what is being told
				require.NoError(t, s.Do(ctx, command.Press{Pod: hw.Panel, Button: hw.OK, Down: true}))
				require.NoError(t, s.Do(ctx, command.Press{Pod: hw.Panel, Button: hw.OK}))
				return s.Rolling() == nil
			}, 30*time.Second, 100*time.Millisecond)
			stop()
			require.NoError(t, <-ran)
			assert.Contains(t, string(s.Public()), `"dice":{"black":"puppet","grey":"puppet","red":4,"white":1}`)
			assert.Equal(t, c.tray == nil, s.tray.wired == nil)
		})
	}
}
