package console_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
)

// Everybody at the table has a picture in the public desk: the one chosen by phone, or one that nobody else has. People
// keep theirs in the next game, where they sit one seat further on.
func TestEverybodyHasALook(t *testing.T) {
	t.Parallel()
	box := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: consoletest.Words{}}, box)
	require.NoError(t, err)
	owl := hw.Look{Colour: "teal", Emblem: "owl"}
	require.NoError(t, p.Console.Do(p.Now, command.Invite{
		Served: true, Phones: []string{"Mina", "Anna"},
		Looks: map[string]hw.Look{"Mina": owl, "Anna": {Colour: "mud", Emblem: "owl"}},
	}))
	looks := func(seats ...string) map[string]hw.Look {
		t.Helper()
		require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "naro", Seats: seats, Options: json.RawMessage(`{"chance":"box"}`)}}))
		all, seen := map[string]hw.Look{}, map[hw.Look]bool{}
		for _, s := range p.Console.Snapshot().Public("en").Seats {
			assert.True(t, s.Look.Good(), "%s: %v", s.Name, s.Look)
			assert.False(t, seen[s.Look], "%s has a picture of its own", s.Name)
			all[s.Name], seen[s.Look] = s.Look, true
		}
		return all
	}
	first := looks("Omid", "Mina", "Anna", "Bea")
	assert.Equal(t, owl, first["Mina"])
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.Equal(t, first, looks("Mina", "Anna", "Bea", "Omid"))
}
