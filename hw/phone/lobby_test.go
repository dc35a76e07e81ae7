package phone

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"
)

// The first phone is the host, and one that comes later is not; the pictures that phones choose are seen by all.
func TestFirstPhoneIsHost(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(4), GuestOptions{})
	first := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	assert.True(t, first.Ask(map[string]any{"t": "join", "name": "Zohreh"}).Host)
	second := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	f := second.Ask(map[string]any{"t": "join", "name": "Mina"})
	assert.False(t, f.Host)
	mine := f.Look
	assert.True(t, mine.Good())
	second.Wait("both are seen", func(_ *phonetest.Told, b *phonetest.Board) bool { return len(b.Guests) == 2 })
	theirs := second.Board.Guests[0].Look
	assert.NotEqual(t, mine.Colour, theirs.Colour)
	assert.Equal(t, "look", second.Ask(map[string]any{"t": "look", "colour": theirs.Colour, "emblem": "owl"}).Fault, "it is another's")
	assert.Equal(t, "look", second.Ask(map[string]any{"t": "look", "colour": "mud", "emblem": "owl"}).Fault)
	assert.Equal(t, hw.Look{Colour: mine.Colour, Emblem: "owl"}, second.Ask(map[string]any{"t": "look", "colour": mine.Colour, "emblem": "owl"}).Look)
	first.Wait("all see it", func(_ *phonetest.Told, b *phonetest.Board) bool {
		return len(b.Guests) == 2 && b.Guests[1].Look.Emblem == "owl"
	})

	// One device sounds, and no other.
	assert.True(t, first.Ask(map[string]any{"t": "sounds", "on": true}).Sounds)
	assert.True(t, second.Ask(map[string]any{"t": "sounds", "on": true}).Sounds)
	first.Wait("it is quiet", func(f *phonetest.Told, b *phonetest.Board) bool { return b.Sounds == "Mina" && !f.Sounds })
	second.Ask(map[string]any{"t": "leave"})
	first.Wait("none does", func(_ *phonetest.Told, b *phonetest.Board) bool { return b.Sounds == "" })
}

// What is prepared is what a screen for the room shows, and where nobody has chosen, what all pages offer.
func TestScreenShowsWhatIsPrepared(t *testing.T) {
	d := desk.Public{State: "menu", Titles: []desk.Title{
		{ID: "naro", Title: "Naro", Min: 4, Max: 8, Seats: []string{"Mina", "Zohreh"}, Bots: 2},
		{ID: "anygame", Title: "Tools", Min: 1, Max: 12, Options: []desk.Option{{Key: "play", Default: "vote", Values: []desk.SheetItem{
			{Word: "vote", Label: "Vote", Least: 2, Most: 9}, {Word: "quiz", Label: "Quiz", Least: 3, Most: 5, Front: true},
		}}}},
	}}
	guests := []Guest{{Name: "Zohreh"}, {Name: "Mina"}}
	shown := func() Lobby {
		board, err := lobby([]byte(`{"t":"board"}`), &d, guests)
		require.NoError(t, err)
		var b Board
		require.NoError(t, json.Unmarshal(board, &b))
		return *b.Lobby
	}
	naro, vote, quiz := Offer{Title: "Naro", Least: 4, Most: 8}, Offer{Title: "Vote", Least: 2, Most: 9}, Offer{Title: "Quiz", Least: 3, Most: 5}
	all, here := shown().Games, []string{"Zohreh", "Mina"}
	assert.Equal(t, []Offer{naro, quiz, {Title: "Tools", Least: 1, Most: 12}}, all, "as the pages list them")
	assert.Equal(t, Lobby{Games: all, Seats: here}, shown())
	d.Last = "naro"
	assert.Equal(t, Lobby{Games: all, Chosen: &naro, Seats: here, Bots: 2}, shown(), "as these have played it last")
	guests = append(guests, Guest{Name: "Omid"})
	assert.Zero(t, shown().Bots, "these have not")
	bots := 1 << 30
	d.Prepared = &desk.Prepared{Game: "anygame", Options: map[string]json.RawMessage{"play": json.RawMessage(`"quiz"`)}, Bots: &bots, Seats: []string{"Ava", "Mina", "Grandma"}, Spare: []string{"Ava"}}
	assert.Equal(t, Lobby{Games: all, Chosen: &quiz, Seats: []string{"Mina", "Grandma"}, Bots: 3}, shown(), "as many bots as there is room for, and nobody whom nobody has named")
	d.Prepared.Options = nil
	assert.Equal(t, &vote, shown().Chosen)
	d.State = "play"
	board, err := lobby([]byte(`{"t":"board"}`), &d, guests)
	require.NoError(t, err)
	assert.JSONEq(t, `{"t":"board"}`, string(board), "a game has no lobby")
}

// While others play at pods, a phone that only watches may not pause or end their game: it is the host's once the game is
// over, or another's that plays. Where nobody who plays is there, it is at once.
func TestWatcherIsNoHost(t *testing.T) {
	b := webtest.NewBox(4)
	playing := func(seats ...desk.Player) func(lang.Lang) desk.Public {
		return func(l lang.Lang) desk.Public {
			return desk.Public{State: "play", Lang: string(l), Seconds: -1, Seats: seats}
		}
	}
	b.Set(playing(desk.Player{Name: "Ava"}, desk.Player{Name: "Bot 1", Bot: true}))
	g, s := serveGuests(t, b, GuestOptions{})
	join := func(name string) *phonetest.Phone {
		p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
		p.Ask(map[string]any{"t": "join", "name": name})
		return p
	}
	host := func() string {
		all, _ := g.roll.list()
		for _, h := range all {
			if h.Host {
				return h.Name
			}
		}
		return ""
	}
	mina := join("Mina")
	assert.Empty(t, host(), "Mina watches what Ava plays")
	assert.Equal(t, "forbidden", mina.Ask(map[string]any{"t": "host", "do": map[string]any{"t": "pause", "on": true}}).Fault)
	ava := join("Ava")
	assert.Equal(t, "Ava", host(), "she plays")
	ava.Ask(map[string]any{"t": "leave"})
	assert.Empty(t, host(), "Ava plays at her pod")
	b.Set(func(l lang.Lang) desk.Public { return desk.Public{State: "menu", Lang: string(l), Seconds: -1} })
	mina.Wait("it is the host's", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host && f.Table != nil })

	b.Set(playing(desk.Player{Name: "Ava"}, desk.Player{Name: "Bot 1", Bot: true}))
	mina.Ask(map[string]any{"t": "leave"})
	assert.Empty(t, host())
	b.Set(playing(desk.Player{Name: "Bot 1", Bot: true}))
	leo := join("Leo")
	leo.Wait("only bots play", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host })
}

// What a page for the network imports it gets.
func TestGuestsGetWhatTheyImport(t *testing.T) {
	t.Parallel()
	_, s := serveGuests(t, webtest.NewBox(4), GuestOptions{})
	imports := regexp.MustCompile(`(?m)^(?:import|export) .*from '\./([^']+)'|<(?:link rel="(?:stylesheet|manifest|apple-touch-icon|icon)"|script)[^>]* (?:href|src)="([^"]+)"`)
	seen, left := map[string]bool{}, []string{"", "screen"}
	for len(left) > 0 {
		file := left[0]
		left = left[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		r, err := http.Get(s.URL + "/" + file)
		require.NoError(t, err)
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		require.NoError(t, err)
		assert.Equal(t, http.StatusOK, r.StatusCode, file)
		for _, m := range imports.FindAllStringSubmatch(string(body), -1) {
			left = append(left, m[1]+m[2])
		}
	}
	assert.Greater(t, len(seen), 20)
	assert.True(t, seen["look.js"])
}

// A phone can put the page on its home screen: there are icons, in the sizes that are said.
func TestHomeScreen(t *testing.T) {
	t.Parallel()
	_, s := serveGuests(t, webtest.NewBox(4), GuestOptions{})
	get := func(file string) []byte {
		r, err := http.Get(s.URL + "/" + file)
		require.NoError(t, err)
		defer r.Body.Close()
		require.Equal(t, http.StatusOK, r.StatusCode, file)
		b, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return b
	}
	var m struct {
		Start   string `json:"start_url"`
		Display string
		Icons   []struct{ Src, Sizes, Type string }
	}
	require.NoError(t, json.Unmarshal(get("manifest.json"), &m))
	assert.Equal(t, []string{"./", "standalone"}, []string{m.Start, m.Display})
	for _, i := range m.Icons {
		b := get(i.Src)
		if i.Type == "image/png" {
			c, err := png.DecodeConfig(bytes.NewReader(b))
			require.NoError(t, err)
			assert.Equal(t, i.Sizes, fmt.Sprintf("%dx%d", c.Width, c.Height))
		}
	}
}
