package console_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// pagesOf returns what a screen shows while nobody presses anything, each page once.
func pagesOf(p *consoletest.Player, s *consoletest.Screen) []string {
	var list []string
	for range 80 {
		if w := s.Words(); !slices.Contains(list, w) {
			list = append(list, w)
		}
		p.Wait(500 * time.Millisecond)
	}
	return list
}

// What each choice brings comes by on the screen of the seat that is asked; once one is marked, that of this one alone, after the list. A press
// brings the list back.
func TestDisplaysSayWhatChoicesBring(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	click, bang := "A  Click!: It only frightens. Then it is used up; you began with five.", "B  Bang!: Wounds your target if you both stand. Then it is used up; you began with three."
	shown := pagesOf(p, p.Box.Screens[0])
	assert.Contains(t, shown, click)
	assert.Contains(t, shown, bang)

	main := pagesOf(p, p.Box.Main)
	p.Press(0, b)
	const marked = "Choose a bullet | A  Click! | >B  Bang! | OK confirms"
	assert.Equal(t, marked, p.Box.Screens[0].Words(), "the list comes first")
	shown = pagesOf(p, p.Box.Screens[0])
	assert.Contains(t, shown, bang)
	assert.NotContains(t, shown, click)
	for p.Box.Screens[0].Words() != bang {
		p.Wait(100 * time.Millisecond)
	}
	p.Press(0, a)
	assert.Contains(t, p.Box.Screens[0].Words(), ">A  Click!", "a press brings the list back")
	assert.ElementsMatch(t, main, pagesOf(p, p.Box.Main), "the table sees nothing of that")
}

// What the choices of an open question bring comes by on the main screen; of a secret one, whose choices all know, that of all of them, whatever
// is marked.
func TestTheTableSeesWhatChoicesBring(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}, true)
	_, err := p.PlayUntil(rand.New(rand.NewPCG(3, 3)), 100, func(tb *table.Table) bool { return tb.Asks()[0].Verb == "district" })
	require.NoError(t, err)
	for !p.Console.Quiet() {
		p.Wait(time.Second)
	}
	a := p.Table.Asks()[0]
	pod := consoletest.PodOf(&a)
	brings := func(s *consoletest.Screen) (told int) {
		for _, w := range pagesOf(p, s) {
			if strings.Contains(w, "pay you whenever anybody places one of them in row 1.") {
				told++
			}
		}
		return told
	}
	assert.Equal(t, len(a.Options), brings(p.Box.Main), "each of them")
	assert.Equal(t, len(a.Options), brings(p.Box.Screens[pod]), "and at the pod")
	p.Press(pod, hw.A)
	assert.Equal(t, 1, brings(p.Box.Main), "that of the marked one, which all may see")
	assert.Contains(t, strings.Join(pagesOf(p, p.Box.Main), " "), "yours from the start", "and still what for")
	assert.Contains(t, strings.Join(pagesOf(p, p.Box.Screens[pod]), " "), "You have", "and what one has")
}

// What leaves no choice is named where the next thing is asked: a thug, where nothing else has room.
func TestTheOnlyVerbIsNamed(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 5}, true)
	var asked engine.Ask
	_, err := p.PlayUntil(rand.New(rand.NewPCG(5, 5)), 400, func(tb *table.Table) bool {
		for _, a := range tb.Asks() {
			moves := tb.Title().Moves
			if a.Verb == "act" && !slices.ContainsFunc(a.Shown(), func(do engine.Action) bool { return moves.Verb(do) != "thug" }) {
				asked = a
				return true
			}
		}
		return false
	})
	require.NoError(t, err)
	require.Equal(t, "act", asked.Verb)
	headings := turned(p, p.Box.Screens[asked.Seat])
	assert.Contains(t, headings, "Thug: Which front?")
}

// Where one player has answered the question of the table and is asked something else meanwhile, the main screen says that, too.
func TestTheTableReadsWhatOthersAreAsked(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "khandan", Seats: names[:3], Options: []byte(`{"chance":"box","pack":"starter","reigns":1}`), Seed: 3}, true)
	staying := func(tb *table.Table) engine.Seat {
		stays, votes := engine.NoSeat, false
		for _, a := range tb.Asks() {
			if a.Verb == "done" {
				stays = a.Seat
			}
			votes = votes || a.Verb == "vote"
		}
		if !votes {
			return engine.NoSeat
		}
		return stays
	}
	_, err := p.PlayUntil(rand.New(rand.NewPCG(3, 3)), 400, func(tb *table.Table) bool { return staying(tb) >= 0 })
	require.NoError(t, err)
	who := staying(p.Table)
	require.GreaterOrEqual(t, who, engine.Seat(0))
	said := ""
	for h, rest := range turned(p, p.Box.Main) {
		if strings.HasPrefix(h, names[who]+": Leave the vote at ") {
			said = rest
		}
	}
	assert.Equal(t, "The vote is cast. Whoever has power left can add some, and whoever has none leaves it so. When nobody adds any more, the votes are counted. | OK: Leave it", said)
}

// Before somebody stands or ducks, which takes seconds, the screen says who aims there, and a small one how many.
func TestWhoAimsIsAsked(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	_, err := p.PlayUntil(rand.New(rand.NewPCG(5, 2)), 100, func(tb *table.Table) bool { return tb.Asks()[0].Verb == "courage" })
	require.NoError(t, err)
	aimed := map[string]int{}
	for range 150 {
		p.Wait(100 * time.Millisecond)
		for i := range 4 {
			if w := p.Box.Screens[i].Words(); strings.Contains(w, "Stand or duck?") {
				aimed[w[:strings.Index(w, "?")]]++
			}
		}
	}
	guns := 0
	for q := range aimed {
		who, rest, _ := strings.Cut(q, " aim")
		if who != "Nobody" {
			guns += 1 + strings.Count(who, ",") + strings.Count(who, " and ")
		}
		assert.Contains(t, rest, "at you. Stand or duck")
	}
	assert.Positive(t, guns)
}

// The few words beside a choice, which are left out where there is no room, have room on a small display, with the clock beside the question.
func TestTagsHaveRoom(t *testing.T) {
	set, err := screen.New()
	require.NoError(t, err)
	for _, title := range games.All() {
		book, err := lang.NewBook(engine.Messages, title.Messages)
		require.NoError(t, err)
		for _, l := range lang.All() {
			for _, key := range book.Keys(l) {
				word, ok := strings.CutPrefix(key, "tag.")
				if !ok {
					continue
				}
				label := ""
				for _, at := range []string{"_last", "_stay", "_safe", "_idle"} { // what comes of a choice at such a time
					word = strings.TrimSuffix(word, at)
				}
				for _, of := range []string{"choice.", "card.", ""} {
					if book.Has(l, of+word) {
						label = book.Word(l, of+word)
					}
				}
				require.NotEmpty(t, label, key)
				p := screen.Page{Heading: "?", Whole: true, Keys: []string{"A/B", "↓", "OK"}, Lines: []screen.Line{{Key: "A", Text: label}, {Key: "B", Text: label}}}
				bare, tagged := hw.NewFrame(128, 32), hw.NewFrame(128, 32)
				set.Paint(bare, l, &p)
				p.Lines[0].Tag = book.Word(l, key)
				set.Paint(tagged, l, &p)
				assert.False(t, bare.Equal(tagged), "%s in %s has no room: %q", key, l, p.Lines[0].Tag)
			}
		}
	}
}
