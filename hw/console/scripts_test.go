package console_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// scriptSeats returns the fewest and the most seats of a script that pods of the box can serve.
func scriptSeats(t *testing.T, name string) (least, most int) {
	text := anygame.Text(name)
	if text == nil {
		return 2, len(names)
	}
	s, wrong := anygame.Read(text)
	require.Empty(t, wrong)
	return s.MinSeats, min(s.MaxSeats, len(names))
}

// TestScriptsOnPods plays every script and every tool that is used alone to its end by presses on
// pods, in the three languages, and holds every page against the room on a small display.
func TestScriptsOnPods(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	title := anygameface.Title()
	for n, name := range slices.Concat(anygame.Scripts(), anygame.Singles()) {
		for i, l := range lang.All() {
			if !long() && i != n%len(lang.All()) {
				continue // each in one of the languages
			}
			t.Run(name+"-"+string(l), func(t *testing.T) {
				painter := &fitting{set: set, misfits: map[string]bool{}}
				least, most := scriptSeats(t, name)
				seats := least + i%(most-least+1)
				h := engine.Header{Game: title.ID, Seats: names[:seats], Seed: uint64(i), Options: fmt.Appendf(nil, `{"play":%q}`, name)}
				b := consoletest.NewBox(8, i != 1) // once without private screens
				p, err := consoletest.New(console.Config{Box: b.HW, Titles: []*engine.Title{title}, Painter: painter, Lang: l}, b)
				require.NoError(t, err)
				painter.sameQuestion(p, b, l)
				require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
				_, err = p.Play(rand.New(rand.NewPCG(uint64(i), 3)), 3000)
				require.NoError(t, err)
				p.Wait(600e9)
				assert.Equal(t, "over", p.Console.Snapshot().Public(l).State)
				assert.Empty(t, slices.Sorted(maps.Keys(painter.misfits)))
			})
		}
	}
}

// TestLookIsSeen shows each seat what it is told in private, at its pod or, where there is no
// private screen, on the main screen while OK is held; and shows it to nobody else.
func TestLookIsSeen(t *testing.T) {
	title := anygameface.Title()
	script := `{"script":"l","title":"L","words":{"wolf":"Wolfish","sheep":"Sheepish"},"decks":{"d":{"wolf":1,"sheep":"players-1"}},
		"phases":[{"phase":"a","deal":{"from":"d"}},{"phase":"b","look":[{"if":"a.card[seat] == wolf","en":"Howl, {a.card[seat]}."},{"en":"Bleat, {a.card[seat]}."}]},{"phase":"c","ready":{}}]}`
	for _, private := range []bool{true, false} {
		b := consoletest.NewBox(3, private)
		p, err := consoletest.New(console.Config{Box: b.HW, Titles: []*engine.Title{title}, Painter: consoletest.Words{}, Lang: lang.English}, b)
		require.NoError(t, err)
		h := engine.Header{Game: title.ID, Seats: names[:3], Seed: 1, Options: fmt.Appendf(nil, `{"script":%s}`, script)}
		require.NoError(t, p.Console.Do(0, command.Start{Header: h}))
		p.Wait(60e9)
		howls := 0
		for pod := range 3 {
			seen := b.Main.Words
			if private {
				seen = b.Screens[pod].Words
			} else {
				p.Console.Press(hw.Press{At: p.Now, Pod: hw.Pod(pod), Button: hw.OK, Down: true})
				p.Wait(3e9)
			}
			if assert.Regexp(t, "Howl, Wolfish|Bleat, Sheepish", seen()); strings.Contains(seen(), "Howl") {
				howls++
			}
			if !private {
				p.Console.Press(hw.Press{At: p.Now, Pod: hw.Pod(pod), Button: hw.OK})
				p.Wait(3e9)
			}
			assert.NotRegexp(t, "Howl|Bleat", b.Main.Words())
		}
		assert.Equal(t, 1, howls)
	}
}

// TestNamesInAScript calls the seats of a list by name, in each language, and tells no secret by it.
func TestNamesInAScript(t *testing.T) {
	script := func(known string) string {
		return `{"script":"n","title":"N","variables":{"inside":{"each":false` + known + `},"who":0},"phases":[{"phase":"a","set":{"inside":"seat != 1"},"say":{"en":"First {names(seats)}."},
			"then":{"en":"{names(inside)} go.","fa":"{names(inside)} می‌روند.","it":"Vanno {names(inside)}."}},{"phase":"b","ready":{},"say":{"en":"{names(filter(seats, # > 9))}?"}}]}`
	}
	title := anygameface.Title()
	h := engine.Header{Game: "anygame", Seats: names[:4], Options: []byte(`{"script":` + script("") + `}`)}
	_, cues, err := title.Begin(h)
	require.NoError(t, err)
	book, err := lang.NewBook(engine.Messages, journal.Messages, table.Messages, console.Messages, title.Messages)
	require.NoError(t, err)
	book = book.With(title.Names(h))
	var said []string
	for _, c := range cues {
		said = append(said, book.Text("en", h.Seats, c.Text))
	}
	require.Equal(t, []string{"First Ava, Babak, Chiara and Dario.", "Ava, Chiara and Dario go.", "nobody?"}, said)
	require.Equal(t, "\u2068Ava\u2069، \u2068Chiara\u2069 و \u2068Dario\u2069 می‌روند.", book.Text("fa", h.Seats, cues[1].Text))
	require.Equal(t, "Vanno Ava, Chiara e Dario.", book.Text("it", h.Seats, cues[1].Text))
	for _, known := range []string{`,"known":"own"`, `,"known":"hidden"`} {
		_, wrong := anygame.Read([]byte(script(known)))
		require.NotEmpty(t, wrong, "who is in it is a secret")
	}
}
