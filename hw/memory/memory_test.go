package memory_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/memory"
)

func open(folder string) *memory.Memory {
	return memory.Open(folder, games.All(), slog.New(slog.DiscardHandler))
}

// evening plays at a box: two people begin a game.
func evening(m *memory.Memory) *engine.Title {
	t := m.Title("naro")
	people := []string{"Ava", "Babak", "Chiara", "Dario"}
	m.Begun(t, people[:2], memory.LastPlay{Seats: people, Pods: []hw.Pod{0, 1, 2, 3}}, json.RawMessage(`{"powers":true,"boss":"Ava"}`))
	m.SetLang("Babak", "fa")
	m.SetPace(caller.Brisk)
	m.SetClocks(200)
	return t
}

// TestRemembers checks that a box remembers an evening, and one without a folder until it is switched off.
func TestRemembers(t *testing.T) {
	for _, folder := range []string{t.TempDir(), ""} {
		m := open(folder)
		title := evening(m)
		if folder != "" {
			m = open(folder)
		}
		assert.Equal(t, []memory.Person{{Name: "Ava"}, {Name: "Babak", Lang: "fa"}}, m.People())
		assert.Equal(t, caller.Brisk, m.Pace())
		assert.Equal(t, 200, m.Clocks())
		assert.Equal(t, "naro", m.Latest())
		last := m.LastPlay(title, 4)
		assert.Equal(t, []hw.Pod{0, 1, 2, 3}, last.Pods)
		assert.Equal(t, map[string]json.RawMessage{"powers": json.RawMessage("true")}, last.Options, "who is the boss is asked anew")
		assert.Nil(t, m.LastPlay(title, 3).Pods, "a pod is gone")
		m.Forget("Ava")
		assert.Equal(t, []memory.Person{{Name: "Babak", Lang: "fa"}}, m.People())
		assert.Empty(t, m.LastPlay(title, 4).Seats)
	}
}

// TestDamaged checks that settings which cannot be read are as at first, and a name that cannot be shown is left out.
func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		file   string
		people int
		clocks int
	}{
		{`{"pace":"hasty","clocks":50}`, 0, 100},
		{`{"pace":"calm","clocks":-1}`, 0, 100},
		{`no JSON`, 0, 100},
		{`{"pace":"calm","clocks":50,"people":[{"name":"  x  "},{"name":"Ava","lang":"xx"},{"name":"Ava"}]}`, 1, 50},
	} {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.json"), []byte(c.file), 0o600))
		m := open(folder)
		assert.Len(t, m.People(), c.people, c.file)
		assert.Equal(t, c.clocks, m.Clocks(), c.file)
	}
}

// TestNames checks that no game gets a name that looks like another's.
func TestNames(t *testing.T) {
	m := open("")
	assert.False(t, m.NameTaken("The Harbour"))
	taken := memory.Taken(m.Names())
	m.Named("The Harbour")
	assert.True(t, m.NameTaken("the harbour"))
	assert.False(t, taken("The Harbour"), "what was given out before stays")
}

// How the voice speaks, and how it says names, is remembered with the box.
func TestVoiceIsRemembered(t *testing.T) {
	folder := t.TempDir()
	m := memory.Open(folder, nil, slog.New(slog.DiscardHandler))
	rate, pitch := m.Voice()
	assert.Equal(t, [2]int{100, 100}, [2]int{rate, pitch})
	m.SetVoice(120, 85)
	m.SetSaid("Xin", "Shin") // nobody of that name has played here
	assert.Empty(t, m.Said())
	rate, pitch = memory.Open(folder, nil, slog.New(slog.DiscardHandler)).Voice()
	assert.Equal(t, [2]int{120, 85}, [2]int{rate, pitch})
	require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.json"), []byte(`{"pace":"normal","clocks":100,"people":[{"name":"Xin","said":"Shin"}]}`), 0o600))
	m = memory.Open(folder, nil, slog.New(slog.DiscardHandler))
	assert.Equal(t, map[string]string{"Xin": "Shin"}, m.Said())
	m.SetSaid("Xin", "Sheen")
	assert.Equal(t, map[string]string{"Xin": "Sheen"}, memory.Open(folder, nil, slog.New(slog.DiscardHandler)).Said())
}
