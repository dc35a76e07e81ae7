package console_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

var (
	update = flag.Bool("update", false, "write the golden frames anew")
	pngDir = flag.String("png", "", "a folder for enlarged pictures of the golden frames of TestPictures")
)

// TestPictures holds the screens at reveals against golden frames: the main screen of 128x64,
// below it the screens of 128x32 of the first two pods. To look at them:
//
//	go test ./hw/console -run TestPictures -png DIR
func TestPictures(t *testing.T) {
	line := func(seat, rest string) string { return fmt.Sprintf(`{"seat":%q,%s}`, seat, rest) }
	each := func(verb, arg string, values ...string) (lines []string) {
		for i, v := range values {
			lines = append(lines, line(names[i], fmt.Sprintf(`"do":%q,%q:%q`, verb, arg, v)))
		}
		return lines
	}
	const c, b, s, d = "click", "bang", "stand", "duck"
	naroFour := engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box","powers":true,"power_deal":"box"}`), Seed: 21}
	naroEight := engine.Header{Game: "naro", Seats: names, Options: []byte(`{"chance":"box"}`), Seed: 6}
	pate := engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}
	play := map[string][]string{}
	play["loads"] = each("load", "card", c, b, b, c, b, c, b, b)
	play["aims"] = each("aim", "at", "Farid", "Chiara", "Farid", "Chiara", "none", "Ava", "Hana", "Ava")
	play["guts"] = each("courage", "choice", s, s, s, s, s, s, d, s)
	opening := []string{line("Babak", `"do":"car","space":3`), line("Babak", `"do":"district","district":"east_side"`), line("Ava", `"do":"district","district":"lower_manhattan"`)}
	for _, x := range []struct {
		name  string
		h     engine.Header
		moves [][]string      // each list is followed by so long a wait that all is told
		wait  []time.Duration // after the last move, before each picture
	}{
		{"loot", naroFour, nil, []time.Duration{0, 4500 * time.Millisecond, 4 * time.Second}},
		{"aims", naroEight, [][]string{play["loads"], play["aims"]}, []time.Duration{100 * time.Millisecond, 900 * time.Millisecond}},
		{"guts", naroEight, [][]string{play["loads"], play["aims"], {line("Ava", `"do":"order","who":"none"`)}, play["guts"]}, []time.Duration{
			100 * time.Millisecond, 900 * time.Millisecond, // who stands
			900 * time.Millisecond, 900 * time.Millisecond, // the cards
			900 * time.Millisecond, 1200 * time.Millisecond, 1200 * time.Millisecond, // hits
			1200 * time.Millisecond, 5 * time.Second, 4 * time.Second, 4 * time.Second, // who shares; the boards
		}},
		{"dice", pate, [][]string{opening, {line("Ava", `"do":"reveal"`)}}, []time.Duration{
			100 * time.Millisecond, 19500 * time.Millisecond, 4 * time.Second, 4 * time.Second, 4 * time.Second, 4 * time.Second,
			4 * time.Second, 4 * time.Second, 4 * time.Second, 4 * time.Second, 4 * time.Second, 4 * time.Second,
		}},
	} {
		for _, l := range lang.All() {
			t.Run(x.name+"."+string(l), func(t *testing.T) {
				bx := consoletest.NewBox(len(x.h.Seats), true)
				p, err := consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Lang: l}, bx)
				require.NoError(t, err)
				require.NoError(t, p.Console.Do(0, command.Start{Header: x.h}))
				for i, moves := range x.moves {
					for !p.Console.Quiet() {
						p.Wait(100 * time.Millisecond)
					}
					for _, m := range moves {
						require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(m)}), "%d: %s", i, m)
					}
				}
				var frames []*hw.Frame
				for _, d := range x.wait {
					p.Wait(d + 40*time.Millisecond)
					f := hw.NewFrame(128, 128)
					paste(f, bx.Main.Frame, 0)
					paste(f, bx.Screens[0].Frame, 64)
					paste(f, bx.Screens[1].Frame, 96)
					frames = append(frames, f)
				}
				golden(t, x.name+"."+string(l), frames)
			})
		}
	}
}

// paste copies a frame to the row y of another.
func paste(to, from *hw.Frame, y int) {
	for r := range from.H {
		for x := range from.W {
			to.Set(x, y+r, from.Lit(x, r))
		}
	}
}

// golden holds frames, four in a row, against a picture with a dot for each pixel.
func golden(t *testing.T, name string, frames []*hw.Frame) {
	const across = 4
	one := frames[0].H
	r := image.Rect(0, 0, 128*min(across, len(frames)), one*((len(frames)+across-1)/across))
	dark, lit, edge := color.RGBA{12, 12, 16, 255}, color.RGBA{190, 230, 255, 255}, color.RGBA{70, 70, 90, 255}
	got := image.NewPaletted(r, color.Palette{dark, lit, edge})
	for y := range r.Dy() {
		for x := range r.Dx() {
			at := y/one*across + x/128
			switch {
			case at < len(frames) && frames[at].Lit(x%128, y%one):
				got.SetColorIndex(x, y, 1)
			case x%128 == 127 || y%one == 63 || y%one == 95 || y%one == one-1: // where a screen ends
				got.SetColorIndex(x, y, 2)
			}
		}
	}
	if *pngDir != "" {
		const scale = 3
		large := image.NewPaletted(image.Rect(0, 0, r.Dx()*scale, r.Dy()*scale), got.Palette)
		for i := range large.Pix {
			large.Pix[i] = got.ColorIndexAt(i%large.Stride/scale, i/large.Stride/scale)
		}
		write(t, filepath.Join(*pngDir, name+".png"), large)
	}
	file := filepath.Join("testdata", name+".png")
	if *update {
		write(t, file, got)
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	want, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	assert.Equal(t, art(want), art(got))
}

func write(t *testing.T, file string, img image.Image) {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
}

// art is a picture as text, which a difference can be seen in.
func art(img image.Image) string {
	p, ok := img.(*image.Paletted)
	if !ok {
		return "no picture of frames"
	}
	var b strings.Builder
	for i, c := range p.Pix {
		if i%p.Stride == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte(" #."[c])
	}
	return b.String()
}
