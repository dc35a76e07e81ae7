package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/link"
)

// records plays games of a title at random and calls f with the record of each.
func records(t *testing.T, title *engine.Title, n int, f func(record []byte)) {
	t.Helper()
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 34))
		h := engine.Header{Game: title.ID, Seed: r.Uint64() >> 12, Options: []byte(`{"chance":"box"}`)}
		if title.ID == "anygame" {
			h.Options = []byte(`{"play":"prize-cards"}`)
		}
		for s := range max(3, title.MinSeats) + r.IntN(2) {
			h.Seats = append(h.Seats, []string{"Ava", "بابک", "Chiara", "Dario", "O'Neil", "Żółw"}[s])
		}
		g, _, err := title.New(h)
		require.NoError(t, err, title.ID)
		record := append(h.Append(nil), '\n')
		p := bot.New(title, h.Seats, r)
		p.Most = 3000
		p.Made = func(m engine.Move, _ []engine.Cue) { record = append(title.Moves.AppendLine(record, h.Seats, m), '\n') }
		_, _ = p.Playout(g) // a play that goes on for ever is a record, too
		f(record)
	}
}

// TestLinks checks that random records survive a link and back.
func TestLinks(t *testing.T) {
	n := 20
	if os.Getenv("CONSIGLIERE_WIDE") != "" {
		n = 200
	}
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		n = 1000
	}
	for _, title := range games.All() {
		t.Run(title.ID, func(t *testing.T) {
			longest := 0
			records(t, title, n, func(record []byte) {
				text, err := link.Encode(record)
				require.NoError(t, err)
				assert.Regexp(t, `^[A-Za-z0-9_-]+$`, text)
				longest = max(longest, len(text))
				back, err := link.Decode("https://example.org/replay/#" + text)
				require.NoError(t, err)
				assert.True(t, bytes.Equal(record, back))
			})
			assert.Less(t, longest, 12000, "%s: a link that programs cut", title.ID)
		})
	}
}

// TestCodes checks that records survive the QR code of their link, as another program reads it, wherever they fit into one.
func TestCodes(t *testing.T) {
	zbarimg, err := exec.LookPath("zbarimg")
	if err != nil {
		t.Skip("there is no zbarimg (Debian: zbar-tools)")
	}
	n := 2
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		n = 1000
	}
	dir := t.TempDir()
	for _, title := range games.All() {
		t.Run(title.ID, func(t *testing.T) {
			fit, i := 0, 0
			var files, want []string
			read := func() {
				if len(files) == 0 {
					return
				}
				out, err := exec.Command(zbarimg, append([]string{"--quiet", "--raw", "-Sdisable", "-Sqrcode.enable"}, files...)...).Output()
				require.NoError(t, err)
				assert.Equal(t, want, strings.Fields(string(out)))
				files, want = nil, nil
			}
			records(t, title, n, func(record []byte) {
				text, err := link.Encode(record)
				require.NoError(t, err)
				address := "https://example.org/replay/#" + text
				rows := link.Code(address)
				if i++; rows == nil {
					assert.Greater(t, len(address), 2900, "it fits")
					return
				}
				fit++
				file := filepath.Join(dir, fmt.Sprintf("%s-%d.png", title.ID, i))
				draw(t, file, rows)
				files, want = append(files, file), append(want, address)
				if len(files) == 50 {
					read()
				}
			})
			read()
			t.Logf("%d of %d links fit into a code", fit, n)
		})
	}
}

// draw writes the picture of a QR code, with the quiet zone of four modules that readers need.
func draw(t *testing.T, file string, rows []string) {
	t.Helper()
	const module, quiet = 4, 4
	side := (len(rows) + 2*quiet) * module
	m := image.NewGray(image.Rect(0, 0, side, side))
	for i := range m.Pix {
		x, y := i%side/module-quiet, i/side/module-quiet
		if m.Pix[i] = 0xff; y >= 0 && y < len(rows) && x >= 0 && x < len(rows) && rows[y][x] == '1' {
			m.Pix[i] = 0
		}
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
}

// TestBrokenLinks checks that a link which was cut or changed anywhere is refused, and why.
func TestBrokenLinks(t *testing.T) {
	record := []byte(strings.Repeat(`{"seat":"Ava","do":"load","card":"bang"}`+"\n", 20))
	text, err := link.Encode(record)
	require.NoError(t, err)
	for n := 1; n < len(text); n++ {
		_, err := link.Decode(text[:n])
		assert.ErrorIs(t, err, link.ErrCut, "%d of %d letters", n, len(text))
	}
	for i := 1; i < len(text); i++ {
		for _, c := range []byte("Aq_") {
			if text[i] == c || i == len(text)-1 { // the last letter may hold bits that nobody reads
				continue
			}
			_, err := link.Decode(text[:i] + string(c) + text[i+1:])
			assert.Error(t, err, "letter %d", i)
		}
		_, err := link.Decode(text[:i] + text[i+1:])
		assert.Error(t, err, "without letter %d", i)
		_, err = link.Decode(text[:i] + "Q" + text[i:])
		assert.Error(t, err, "one more before %d", i)
	}
	for _, c := range []struct {
		text string
		err  error
	}{{"", link.ErrForm}, {"#", link.ErrForm}, {"2" + text[1:], link.ErrForm}, {"https://example.org/replay/", link.ErrForm}, {text + "AAAA", link.ErrChanged}} {
		_, err := link.Decode(c.text)
		assert.ErrorIs(t, err, c.err, c.text)
	}
	back, err := link.Decode(" " + text[:40] + "\r\n " + text[40:])
	require.NoError(t, err, "a mail has broken it into lines")
	assert.Equal(t, record, back)
}

// TestBomb checks that a short link cannot ask for all the memory there is.
func TestBomb(t *testing.T) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	require.NoError(t, err)
	for range 64 {
		_, _ = w.Write(make([]byte, 1<<20))
	}
	require.NoError(t, w.Close())
	head := binary.BigEndian.AppendUint32(nil, uint32(b.Len()))
	head = binary.BigEndian.AppendUint32(head, crc32.ChecksumIEEE(b.Bytes()))
	_, err = link.Decode("1" + base64.RawURLEncoding.EncodeToString(append(head, b.Bytes()...)))
	assert.ErrorIs(t, err, link.ErrLong)
	_, err = link.Encode(make([]byte, link.Most+1))
	assert.ErrorIs(t, err, link.ErrLong)
}

func ExampleEncode() {
	text, _ := link.Encode([]byte(`{"game":"naro","seats":["Ava","Babak","Chiara","Dario"],"options":{},"seed":7}`))
	record, _ := link.Decode(text)
	fmt.Println(string(record))
	// Output: {"game":"naro","seats":["Ava","Babak","Chiara","Dario"],"options":{},"seed":7}
}
