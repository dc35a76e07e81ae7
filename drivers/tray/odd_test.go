//go:build unix

package tray

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A paint is the colour of a picture at a place: brightness and how red it is, both from 0 to 1.
type paint func(x, y float64) (light, red float64)

// painted returns a picture with some noise, as a JPEG.
func painted(t *testing.T, w, h int, of paint) []byte {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			var light, red float64
			for k := range 4 { // soft edges
				l, d := of(float64(x)+0.25+0.5*float64(k%2), float64(y)+0.25+0.5*float64(k/2))
				light, red = light+l/4, red+d/4
			}
			light += 0.01 * r.NormFloat64()
			v := func(f float64) uint8 { return uint8(min(max(255*light*f, 0), 255)) }
			m.SetRGBA(x, y, color.RGBA{v(1), v(1 - 0.5*red), v(1 - 0.7*red), 255})
		}
	}
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, m, &jpeg.Options{Quality: 88}))
	return out.Bytes()
}

// oddPictures are pictures without dice.
func oddPictures() map[string]paint {
	cloth := func(x, y float64) float64 { return 0.45 + 0.02*math.Sin(x*1.1) + 0.02*math.Cos(y*1.3) }
	disc := func(x, y, cx, cy, r float64) bool { return math.Hypot(x-cx, y-cy) < r }
	places := [][2]float64{{110, 120}, {260, 90}, {420, 150}, {540, 330}, {330, 300}, {150, 370}}
	return map[string]paint{
		"nothing": func(x, y float64) (float64, float64) { return cloth(x, y), 0.1 },
		"dark":    func(float64, float64) (float64, float64) { return 0.02, 0 },
		"a cat": func(x, y float64) (float64, float64) {
			ear := func(cx float64) bool { return y > 60 && y < 200 && math.Abs(x-cx) < (y-60)*0.45 }
			switch {
			case disc(x, y, 260, 240, 12) || disc(x, y, 380, 240, 12) || disc(x, y, 320, 300, 9):
				return 0.05, 0
			case disc(x, y, 260, 240, 30) || disc(x, y, 380, 240, 30):
				return 0.8, 0.3
			case y > 285 && y < 330 && math.Abs(math.Mod(y+0.1*x, 14)) < 1.5 && math.Abs(x-320) > 40 && math.Abs(x-320) < 170:
				return 0.9, 0
			case math.Hypot((x-320)/1.15, y-265) < 130 || ear(230) || ear(410):
				return 0.4 + 0.08*math.Sin(x/9+y/17), 0.6
			}
			return cloth(x, y), 0.1
		},
		"coins": func(x, y float64) (float64, float64) {
			for i, p := range places {
				r := 26 + 4*float64(i)
				d := math.Hypot(x-p[0], y-p[1])
				switch {
				case d > r:
				case d > r-3:
					return 0.8, 0.5
				case math.Hypot((x-p[0])/0.7, y-p[1]) < 0.5*r:
					return 0.5, 0.6
				default:
					return 0.65 + 0.1*math.Sin(math.Atan2(y-p[1], x-p[0])), 0.5
				}
			}
			return cloth(x, y), 0
		},
		"buttons": func(x, y float64) (float64, float64) {
			for i, p := range places {
				dx, dy, r := x-p[0], y-p[1], 24+3*float64(i)
				if math.Hypot(dx, dy) > r {
					continue
				}
				if math.Hypot(math.Abs(dx)-0.25*r, math.Abs(dy)-0.25*r) < 0.1*r {
					return 0.08, 0
				}
				return 0.85 - 0.2*math.Pow(math.Hypot(dx, dy)/r, 6), 0.2 * float64(i%3)
			}
			return cloth(x, y), 0.2
		},
		"pips on cloth": func(x, y float64) (float64, float64) {
			if math.Hypot(math.Mod(x, 26)-13, math.Mod(y+13*math.Floor(x/26), 26)-13) < 4 {
				return 0.95, 0
			}
			return 0.35, 0.8
		},
		"a chess board": func(x, y float64) (float64, float64) {
			if i, j := int(x)/56, int(y)/56; (i+j)%2 == 0 {
				return 0.85, 0.15
			}
			return 0.3, 0.5
		},
	}
}

// TestOddPictures checks that nothing but dice is ever a die for certain: of pictures without any, of every size and
// state, a reading is unsure or empty, or they are refused; and none takes more than a second or 64 MB.
func TestOddPictures(t *testing.T) {
	files := map[string][]byte{}
	for name, of := range oddPictures() {
		files[name] = painted(t, 640, 480, of)
		files[name+", large"] = painted(t, 1280, 960, func(x, y float64) (float64, float64) { return of(x/2, y/2) })
	}
	six := encoded(t, 640, 480, false)
	files["1 x 1"] = encoded(t, 1, 1, true)
	files["20,000 x 20,000"] = claims(encoded(t, 64, 64, true), 20000)
	files["cut off"], files["cut off early"] = six[:len(six)/2], six[:40]
	broken := bytes.Clone(files["coins"])
	for i := 700; i < len(broken); i += 97 {
		broken[i] ^= 0x55
	}
	files["broken"], files["noise"], files["empty"] = broken, bytes.Repeat([]byte{0xff, 0xd8, 0xa7}, 9999), nil
	for set, r := range newReaders(t) {
		for name, data := range files {
			t.Run(set+" "+name, func(t *testing.T) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				begun := processorTime(t)
				m, err := Decode(bytes.NewReader(data))
				if err != nil {
					assert.NotEmpty(t, err.Error())
				} else {
					got := r.Read(m)
					assert.Empty(t, got.Dice, "a die for certain")
					for _, s := range got.Spots {
						assert.False(t, s.Sure, "%v is a die for certain", s)
					}
				}
				assert.Less(t, processorTime(t)-begun, time.Second)
				runtime.ReadMemStats(&after)
				assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
			})
		}
	}
}

// claims returns a PNG whose header claims a width and height.
func claims(data []byte, side int) []byte {
	data = bytes.Clone(data)
	head := data[12:29] // the chunk IHDR, and then its checksum
	for i := range 4 {
		head[4+i], head[8+i] = byte(side>>(24-8*i)), byte(side>>(24-8*i))
	}
	sum := crc32.ChecksumIEEE(head)
	for i := range 4 {
		data[29+i] = byte(sum >> (24 - 8*i))
	}
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != side {
		panic(fmt.Sprint("claims: ", c.Width, err))
	}
	return data
}

// processorTime returns how long this program has used the processor.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
