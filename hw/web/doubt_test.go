package web

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"net/http/httptest"
	"os"
	"testing"

	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// A pasted die is one of a photograph in testdata of the tray, as it is laid into a tray.
type pasted struct {
	photo string
	die   int     // of the photograph
	x, y  float64 // in the tray
	light float64 // 1 as it was; less makes a white die a grey one
	blur  int     // how many pixels of the tray are mixed on each side: nobody reads that for certain
}

// tableOf returns a JPEG picture of a tray with dice cut out of photographs.
func tableOf(t *testing.T, dice []pasted) []byte {
	t.Helper()
	const folder, side = "../../drivers/tray/testdata/photographs/", 64
	type boxed struct{ X, Y, W float64 }
	truth := map[string][]boxed{}
	f, err := os.Open(folder + "truth.jsonl")
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p struct {
			File string
			Dice []boxed
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &p))
		truth[p.File] = p.Dice
	}
	to := image.NewRGBA(image.Rect(0, 0, 640, 480))
	for y := range 480 {
		for x := range 640 { // the white board on which they were photographed
			v := uint8(184 + 3*math.Sin(float64(x)/90) + 3*math.Cos(float64(y)/70))
			to.SetRGBA(x, y, color.RGBA{v, v - 4, v - 8, 255})
		}
	}
	for _, d := range dice {
		file := "IMG_2019" + d.photo + ".jpg"
		require.Greater(t, len(truth[file]), d.die)
		at := truth[file][d.die]
		data, err := os.ReadFile(folder + file)
		require.NoError(t, err)
		m, err := jpeg.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		pitch := at.W / side
		for y := -side; y < side; y++ {
			for x := -side; x < side; x++ {
				var sum [3]float64
				n := 0.0
				for j := -d.blur; j <= d.blur; j++ {
					for i := -d.blur; i <= d.blur; i++ {
						r, g, b, _ := m.At(int(at.X+float64(x+i)*pitch), int(at.Y+float64(y+j)*pitch)).RGBA()
						sum[0], sum[1], sum[2], n = sum[0]+float64(r>>8), sum[1]+float64(g>>8), sum[2]+float64(b>>8), n+1
					}
				}
				// The board in the photograph fades into the tray's.
				share := min(max((0.78-math.Hypot(float64(x), float64(y))/side)/0.12, 0), 1)
				px, py := int(d.x)+x, int(d.y)+y
				old := to.RGBAAt(px, py)
				dark := d.light + (1-d.light)*min(max((math.Hypot(float64(x), float64(y))/side-0.5)/0.2, 0), 1)
				mix := func(v float64, was uint8) uint8 {
					return uint8(share*v/n*dark + (1-share)*float64(was))
				}
				to.SetRGBA(px, py, color.RGBA{mix(sum[0], old.R), mix(sum[1], old.G), mix(sum[2], old.B), 255})
			}
		}
	}
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, to, &jpeg.Options{Quality: 90}))
	return out.Bytes()
}

// TestDoubtfulDiceOnThePage plays a roll of Der Pate, and one of five dice of a script, with dice cut out of photographs
// before the virtual camera. Two of each are blurred: the others stand on the paper, and each of the two is shown
// and corrected by one press.
func TestDoubtfulDiceOnThePage(t *testing.T) {
	wide(t)
	for _, c := range []struct {
		name   string
		header engine.Header
		typed  []string
		dice   []pasted
		asked  []string // keys of the doubtful ones
		faces  []string // what is pressed for these
		want   string   // that the page shows then
	}{
		{
			name: "derpate", header: engine.Header{Game: "derpate", Seats: webtest.CastEN[:4], Seed: 1},
			typed: []string{
				`{"seat":"Dario","do":"car","space":12}`, `{"seat":"Dario","do":"district","district":"little_italy"}`,
				`{"seat":"Chiara","do":"district","district":"east_side"}`, `{"seat":"Babak","do":"district","district":"greenwich_soho"}`,
				`{"seat":"table","do":"event","card":"tax_audit"}`,
			},
			dice: []pasted{
				{"1208_111820", 3, 140, 130, 1, 0}, {"1209_100719", 1, 480, 120, 1, 6}, {"1209_100728", 3, 180, 350, 0.6, 6}, {"1209_100216", 5, 450, 340, 1, 0},
			},
			asked: []string{"white", "grey"}, faces: []string{"3", "4"}, want: `Ava's dice.*Black 5.*White 3.*Grey 4.*Red 4`,
		},
		{
			name: "fivedice", header: engine.Header{Game: "anygame", Seats: webtest.CastEN[:3], Seed: 1, Options: json.RawMessage(`{"play":"dice","settings":{"count":5,"by":"table"}}`)},
			dice: []pasted{
				{"1209_100216", 0, 120, 120, 1, 8}, {"1209_100216", 3, 320, 100, 1, 0}, {"1209_100237", 3, 520, 150, 1, 0}, {"1209_100216", 2, 200, 350, 1, 7}, {"1209_100237", 5, 440, 360, 1, 0},
			},
			asked: []string{"d2", "d4"}, faces: []string{"3", "1"}, want: `The dice show 19`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx := chromium(t)
			s := webtest.Run(t, box.Options{Speed: 4})
			page, err := New(s, nil)
			require.NoError(t, err)
			page.ServeTray(s.Tray())
			h := httptest.NewServer(page)
			t.Cleanup(func() {
				page.Close()
				h.Close()
			})
			require.NoError(t, s.Do(t.Context(), command.Start{Header: c.header}))
			for _, line := range c.typed {
				require.NoError(t, s.Do(t.Context(), command.Type{Line: []byte(line)}))
			}
			visit(ctx, t, h.URL, 1440, 900, 1, "light", lang.English)
			until(ctx, t, "there is a tray", `document.querySelector('#tray-roll')?.offsetParent`)
			picked := tableOf(t, c.dice)
			ask[any](ctx, t, fmt.Sprintf(`(async () => {
				const d = new DataTransfer();
				d.items.add(new File([Uint8Array.from(atob('%s'), (c) => c.charCodeAt(0))], 'tray.jpg', { type: 'image/jpeg' }));
				const f = document.querySelector('#tray-file');
				f.files = d.files;
				f.dispatchEvent(new Event('change'));
			})()`, base64.StdEncoding.EncodeToString(picked)))
			until(ctx, t, "it is read", `document.querySelector('.tray .held')?.checkVisibility()`)
			until(ctx, t, "the doubtful dice are asked about", `document.querySelector('.die.doubtful img')?.complete`)
			picture(ctx, t, "doubt-"+c.name)
			require.Equal(t, c.asked, ask[[]string](ctx, t, `[...document.querySelectorAll('.die.doubtful')].map((f) => /die-(\S+)/.exec(f.className)[1])`))
			assert.Equal(t, len(c.dice)-len(c.asked), ask[int](ctx, t, `document.querySelectorAll('.die :checked').length`), "the others stand")
			assert.True(t, ask[bool](ctx, t, `document.querySelector('form.ask [type=submit]').disabled`))
			for i, key := range c.asked {
				ask[any](ctx, t, fmt.Sprintf(`document.querySelector('.die-%s input[value="%s"]').click()`, key, c.faces[i]))
			}
			assert.False(t, ask[bool](ctx, t, `document.querySelector('form.ask [type=submit]').disabled`), "a press for each is enough")
			picture(ctx, t, "doubt-"+c.name+"-said")
			press(ctx, t, "form.ask [type=submit]")
			until(ctx, t, "the dice lie for all to see", "/"+c.want+"/s.test(document.body.innerText)")
			picture(ctx, t, "doubt-"+c.name+"-lie")
		})
	}
}
