package tray

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func encoded(t testing.TB, w, h int, asPNG bool) []byte {
	t.Helper()
	var b bytes.Buffer
	if asPNG {
		require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))))
	} else {
		require.NoError(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)), nil))
	}
	return b.Bytes()
}

func TestDecodeRefusesWhatTakesLong(t *testing.T) {
	scans := encoded(t, 640, 480, false)
	scans = append(scans, bytes.Repeat([]byte{0xff, 0xda}, 200)...)
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"jpeg", encoded(t, 64, 48, false), ""},
		{"png", encoded(t, 64, 48, true), ""},
		{"nothing", nil, "not a JPEG or PNG"},
		{"text", []byte("dice"), "not a JPEG or PNG"},
		{"tiny", encoded(t, 16, 16, true), "needs 32x32"},
		{"long", encoded(t, 5000, 40, true), "at most 5 megapixels"},
		{"large", encoded(t, 3000, 2000, false), "at most 5 megapixels"},
		{"cut off", encoded(t, 640, 480, false)[:700], "is damaged"},
		{"many scans", scans, "save it again"},
		{"many bytes", make([]byte, maxBytes+1), "more than 8 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Decode(bytes.NewReader(c.data))
			if c.want == "" {
				require.NoError(t, err)
				assert.Equal(t, 64, m.Bounds().Dx())
				return
			}
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// FuzzRead checks that no data makes the reader panic, and that it reads whatever can be decoded.
func FuzzRead(f *testing.F) {
	f.Add(encoded(f, 64, 48, false))
	f.Add(encoded(f, 33, 200, true))
	f.Add([]byte("\xff\xd8\xff\xda"))
	if data, err := os.ReadFile("testdata/pictures/standard-033.jpg"); err == nil {
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	r, err := NewReader(Standard())
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(bytes.NewReader(data))
		if err != nil {
			assert.False(t, strings.ContainsAny(err.Error(), "\n"))
			return
		}
		got := r.Read(m)
		assert.False(t, got.Unsure && len(got.Dice) > 0, "an unsure reading has no dice")
		for _, d := range got.Dice {
			assert.Contains(t, r.set.Colours, d.Colour)
			assert.Contains(t, r.set.Faces, d.Face)
		}
	})
}
