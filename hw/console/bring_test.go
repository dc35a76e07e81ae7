package console_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	"consigliere/engine/games"
	"consigliere/engine/link"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// TestBring brings scripts and an owner's data by links, and plays what was brought.
func TestBring(t *testing.T) {
	b := consoletest.NewBox(8, true)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}, Seed: func() uint64 { return 99 }}, b)
	require.NoError(t, err)
	bring := func(before string, file []byte) {
		text, err := link.Encode(file)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(0, command.Bring{Link: before + text}))
	}
	menu := func(l lang.Lang) { assert.Equal(t, "menu", p.Console.Snapshot().Public(l).State) }

	for text, why := range map[string]string{"https://example.org/": "refuse.link", "https://example.org/script/#1AAAA": "refuse.link_cut", "naro/x": "refuse.link"} {
		err := p.Console.Do(0, command.Bring{Link: text})
		var no *engine.Refusal
		require.ErrorAs(t, err, &no)
		assert.Equal(t, why, no.Why.Key, text)
	}
	assert.Nil(t, p.Console.Snapshot().Public(lang.English).Brought)

	bring("https://example.org/script/#", []byte("script: wrong\ntitle: {en: Wrong, fa: Wrong, it: Wrong}\n"))
	wrong := p.Console.Snapshot().Public(lang.English).Brought
	require.NotEmpty(t, wrong.Wrong)
	assert.Contains(t, wrong.Wrong[0].Text, "phases")
	assert.Error(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "anygame", Seats: names[:3], Options: []byte(`{"script":"brought"}`)}}), "it can't be played")
	menu(lang.English)

	bring("https://example.org/table/script/#", anygame.Text("rock-paper-scissors"))
	d := p.Console.Snapshot().Public(lang.Persian)
	require.NotNil(t, d.Brought)
	assert.Empty(t, d.Brought.Wrong)
	assert.Equal(t, "script", d.Brought.Option)
	assert.Equal(t, "سنگ، کاغذ، قیچی", d.Brought.Name)
	options, err := json.Marshal(map[string]string{d.Brought.Option: "brought"})
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: d.Brought.Game, Seats: names[:3], Options: options}}))
	assert.Equal(t, "play", p.Console.Snapshot().Public(lang.English).State)
	assert.Equal(t, "Rock, paper, scissors", p.Console.Snapshot().Public(lang.English).GameTitle)
	assert.Contains(t, string(p.Table.Header().Options), `"title"`, "the record has the whole script")
	require.NoError(t, p.Console.Do(0, command.Leave{}))

	bring("https://example.org/script/#corleone/", []byte(games.Find("corleone").Catalogue.YAML()))
	assert.Equal(t, "corleone", p.Console.Snapshot().Public(lang.Italian).Brought.Game)
	assert.Empty(t, p.Console.Snapshot().Public(lang.Italian).Brought.Wrong)
}
