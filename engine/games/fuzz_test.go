package games_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
)

// What any header may cost, however it is written. The longest takes a tenth of this on a desk.
const (
	mostTime  = 3 * time.Second
	mostStack = 16 << 20
)

// begin begins the play of a header, and fails where that costs too much.
func begin(t *testing.T, line []byte) {
	t.Helper()
	h, err := engine.ParseHeader(line)
	if err != nil {
		return
	}
	title := games.Find(h.Game)
	if title == nil {
		return
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took := enginetest.CPU(func() { _, _, _ = title.Begin(h) })
	runtime.ReadMemStats(&after)
	what := string(line[:min(len(line), 120)])
	assert.Less(t, took, mostTime, "%s: %d kB", what, len(line)>>10)
	assert.Less(t, int64(after.StackSys)-int64(before.StackSys), int64(mostStack), "%s: bytes of stack", what)
}

// header returns the header of a play with an option.
func header(title *engine.Title, key, value string) []byte {
	names := []string{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid"}[:max(4, title.MinSeats)]
	seats, _ := json.Marshal(names)
	return fmt.Appendf(nil, `{"game":%q,"seats":%s,"options":{%q:%s},"seed":1}`, title.ID, seats, key, value)
}

// bulks are values of an option with that many bytes.
func bulks(size int) []string {
	many := func(open, each, end string) string {
		var b strings.Builder
		b.WriteString(open)
		for i := 0; b.Len() < size; i++ {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strings.ReplaceAll(each, "#", fmt.Sprint(i)))
		}
		b.WriteString(end)
		return b.String()
	}
	deep := func(open, end string) string {
		return strings.Repeat(open, size/len(open+end)) + "1" + strings.Repeat(end, size/len(open+end))
	}
	return []string{
		many(`{`, `"k#":1`, `}`), many(`{`, `"k#":{"a":1}`, `}`), many(`[`, `1`, `]`), many(`[`, `"x#"`, `]`), many(`[`, `{}`, `]`),
		deep(`[`, `]`), deep(`{"a":`, `}`), `"` + strings.Repeat("x", size) + `"`, `"` + strings.Repeat("(", size) + `"`,
		many(`{"script":"t","title":"T","phases":[{"phase":"a","ready":{},"set":{`, `"k#":"1"`, `}}]}`),
		many(`{"script":"t","title":"T","phases":[{"phase":"a","ready":{},"say":[`, `{"en":"{#}"}`, `]}]}`),
		many(`{"script":"t","title":"T","phases":[`, `{"phase":"p#","ready":{}}`, `]}`),
		`{"script":"t","title":"T","phases":[{"phase":"a","ready":{},"if":"` + strings.Repeat("(", size) + `"}]}`,
		many(`{"pack":"p","format":1,"title":{},"houses":[],"storylines":[],"decisions":[`, `{"id":"d#"}`, `]}`),
	}
}

// No long header keeps the box busy, nor takes a stack that a small board does not have,
// whichever option of whichever game it fills.
func TestLongHeaders(t *testing.T) {
	size := 300 << 10
	if testing.Short() {
		size = 60 << 10 // what takes the square of its length is not found then
	}
	for _, title := range games.All() {
		for _, o := range title.Options {
			if o.Kind != engine.OptionFile && o.Kind != engine.OptionObject {
				continue
			}
			for _, value := range bulks(size) {
				begin(t, header(title, o.Key, value))
			}
		}
	}
}

// FuzzHeader begins plays of any header: none of them panics or takes long.
func FuzzHeader(f *testing.F) {
	for _, title := range games.All() {
		for _, o := range title.Options {
			f.Add(header(title, o.Key, `{"a":[1,"b"]}`))
		}
		for _, value := range bulks(1 << 10) {
			f.Add(header(title, "script", value))
			f.Add(header(title, "pack", value))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if len(line) > engine.MaxLine {
			return
		}
		begin(t, line)
		require.False(t, t.Failed())
	})
}

// Nobody has tried all that a file or settings of one's own can ask; phones must expect the longest messages then.
func TestSeatBytesWith(t *testing.T) {
	for _, title := range games.All() {
		for options, known := range map[string]bool{
			"":                              true,
			`{"play":"werewolf"}`:           true,
			`{"play":"vote","settings":{}}`: false,
			`{"script":{"script":"x"}}`:     false,
		} {
			want := 0
			if known || title.ID != "anygame" {
				want = title.SeatBytes
			}
			assert.Equal(t, want, title.SeatBytesWith([]byte(options)), "%s %s", title.ID, options)
		}
	}
}
