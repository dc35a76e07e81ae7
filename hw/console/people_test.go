package console_test

import (
	"encoding/json"
	"log/slog"
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

// peopleTable returns a box at its menu that keeps its settings in the folder, and all that it
// logs.
func peopleTable(t *testing.T, folder string) (*consoletest.Player, *strings.Builder) {
	t.Helper()
	box := consoletest.NewBox(4, true)
	var logged strings.Builder
	p, err := consoletest.New(console.Config{
		Box: box.HW, Titles: games.All(), Journals: folder, Painter: consoletest.Words{},
		Log: slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}, box)
	require.NoError(t, err)
	p.Wait(100 * time.Millisecond)
	return p, &logged
}

// The box knows who played a game last, where and with which options, and begins it so again
// by three presses, also after it was switched off.
func TestAsLastTime(t *testing.T) {
	folder := t.TempDir()
	p, logged := peopleTable(t, folder)
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Nazanin", "Babak", "Chiara"}, Options: []byte(`{"chance":"table","powers":true,"boss":"Babak"}`)}
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: h, DrawSeed: true, Pods: []hw.Pod{3, 0, 1}, Bots: 2}))
	require.NoError(t, p.Console.Do(p.Now, command.SetSeatLang{Seat: 0, Lang: lang.Persian}))
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))

	again, _ := peopleTable(t, folder)
	d := again.Console.Snapshot().Public("en")
	assert.Equal(t, []string{"Nazanin", "Babak", "Chiara"}, d.People)
	assert.Equal(t, "naro", d.Last)
	assert.Equal(t, []string{"Nazanin", "Babak", "Chiara"}, d.Titles[0].Seats)
	assert.Equal(t, 2, d.Titles[0].Bots)
	last := map[string]string{}
	for _, o := range d.Titles[0].Options {
		last[o.Key] = o.Last
	}
	assert.Equal(t, "true", last["powers"])
	assert.Equal(t, "table", last["chance"], "what was chosen, though with bots the box draws")
	assert.Empty(t, last["boss"], "a seat is of one play")
	assert.Empty(t, d.Titles[1].Seats)

	again.Press(hw.Panel, ok)
	assert.Contains(t, again.Box.Main.Words(), ">Nazanin, Babak, Chiara, 2 bots")
	again.Press(hw.Panel, ok, ok)
	require.NotNil(t, again.Table)
	assert.Equal(t, engine.Roster{"Nazanin", "Babak", "Chiara", "Bot 1", "Bot 2"}, again.Table.Header().Seats)
	assert.JSONEq(t, `{"chance":"box","powers":true}`, string(again.Table.Header().Options))
	seats := again.Console.Snapshot().Public("en").Seats
	assert.Equal(t, 3, seats[0].Pod)
	assert.Equal(t, lang.Persian, seats[0].Lang, "the language goes with the name")
	assert.Contains(t, turned(again, again.Box.Screens[3]), "یک گلوله انتخاب کن", "she reads Persian where she sits")
	assert.NotContains(t, turned(again, again.Box.Screens[0]), "یک گلوله انتخاب کن")
	for _, name := range h.Seats {
		assert.NotContains(t, logged.String(), name)
	}
}

// Names are picked at the panel, or spelled there.
func TestNamesAtThePanel(t *testing.T) {
	folder := t.TempDir()
	p, _ := peopleTable(t, folder)
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: diskHeader}))
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	p.Press(hw.Panel, ok)    // Naro
	p.Press(hw.Panel, a, ok) // not as last time: four
	p.Press(hw.Panel, ok)    // as numbered
	for range 5 {
		p.Press(hw.Panel, ok) // the options
	}
	assert.Contains(t, p.Box.Main.Words(), ">Begin")
	assert.Contains(t, p.Box.Main.Words(), "Player 1")
	p.Press(hw.Panel, a, ok) // player 1
	assert.Contains(t, p.Box.Main.Words(), ">Ava")
	p.Press(hw.Panel, a, ok) // Babak
	assert.Contains(t, p.Box.Main.Words(), ">1  Babak", "back where the next name is one press away")
	p.Press(hw.Panel, a, ok) // player 2
	assert.NotContains(t, p.Box.Main.Words(), "Babak", "nobody sits twice")
	p.Press(hw.Panel, b, b, ok) // a new name
	p.Press(hw.Panel, a, a, ok) // C
	assert.Contains(t, p.Box.Main.Words(), "C_")
	p.Press(hw.Panel, b, b, ok, a, ok) // a, and a b that is a slip
	assert.Contains(t, p.Box.Main.Words(), "Cab_")
	turnTo(t, p, ">Erase")
	p.Press(hw.Panel, ok, a, ok) // away with the last letter; done
	assert.Contains(t, p.Box.Main.Words(), ">2  Ca")
	turnTo(t, p, ">Begin")
	p.Press(hw.Panel, ok)
	require.NotNil(t, p.Table)
	assert.Equal(t, "Babak", p.Table.Header().Seats[0])
	assert.Equal(t, "Player 3", p.Table.Header().Seats[2])
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	people := p.Console.Snapshot().Public("en").People
	assert.Equal(t, []string{"Babak", "Ca", "Ava", "Chiara", "Dario"}, people, "a number is no name")
	require.NoError(t, p.Console.Do(p.Now, command.Forget{Name: "Ava"}))
	require.NoError(t, p.Console.Do(p.Now, command.Forget{Name: "Nobody"}))
	assert.NotContains(t, p.Console.Snapshot().Public("en").People, "Ava")
	data, err := os.ReadFile(filepath.Join(folder, "settings.json"))
	require.NoError(t, err)
	assert.NotContains(t, string(data), "Ava")
	assert.NotContains(t, string(data), "seed")
}

// turnTo presses B until the main screen marks an entry.
func turnTo(t *testing.T, p *consoletest.Player, marked string) {
	t.Helper()
	for range 60 {
		if strings.Contains(p.Box.Main.Words(), marked) {
			return
		}
		p.Press(hw.Panel, b)
	}
	t.Fatalf("there is no %q", marked)
}

// What a file of settings says that cannot be is left out, and the rest is kept.
func TestDamagedPeople(t *testing.T) {
	folder := t.TempDir()
	data, err := json.Marshal(map[string]any{
		"pace": "calm", "clocks": 50, "last": "nochess",
		"people": []any{map[string]any{"name": "Ava"}, map[string]any{"name": " "}, map[string]any{"name": "Babak", "lang": "xx"}, map[string]any{"name": "Chiara", "lang": "it"}},
		"games": map[string]any{
			"naro":    map[string]any{"seats": []string{"Ava"}, "bots": 99, "pods": []int{77}, "options": map[string]any{"powers": true, "chance": "moon", "gone": 1}},
			"derpate": map[string]any{"seats": []string{"Ava", "Chiara"}, "pods": []int{77, 0}},
			"nochess": map[string]any{},
		},
	})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.json"), data, 0o600))
	p, _ := peopleTable(t, folder)
	d := p.Console.Snapshot().Public("en")
	assert.Equal(t, []string{"Ava", "Chiara"}, d.People)
	assert.Empty(t, d.Last)
	assert.Empty(t, d.Titles[0].Seats, "too many")
	for _, o := range d.Titles[0].Options {
		if o.Key == "chance" {
			assert.Empty(t, o.Last)
		}
	}
	for i := 0; games.All()[i].ID != "derpate"; i++ {
		p.Press(hw.Panel, a)
	}
	p.Press(hw.Panel, ok, ok, ok) // Der Pate, as last time
	require.NotNil(t, p.Table)
	assert.Equal(t, 0, p.Console.Snapshot().Public("en").Seats[0].Pod, "there is no pod 77")
}
