package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/console/consoletest"
)

// Whatever the box has is begun by a command as at the panel, on its page and on the phone of a host.
func TestSimBeginsEverything(t *testing.T) {
	for _, b := range consoletest.Beginnings(games.All()) {
		t.Run(b.Name(), func(t *testing.T) {
			seats := names[:b.Least()]
			start, err := (&simCommand{Game: b.Name(), Seats: seats}).start()
			require.NoError(t, err)
			assert.Equal(t, b.Options(false), consoletest.Settled(b.Title, start.Header))
			assert.Equal(t, engine.Roster(seats), start.Header.Seats)

			start, err = (&simCommand{Game: b.Name()}).start()
			require.NoError(t, err)
			least, most := b.Title.Range(start.Header.Options)
			assert.GreaterOrEqual(t, len(start.Header.Seats), least, "enough play where nobody is named")
			assert.LessOrEqual(t, len(start.Header.Seats), most)
		})
	}
	// A flag overrides it, and presses in a file do what they say.
	for _, c := range []struct {
		sim  simCommand
		want string
	}{
		{simCommand{Game: "khandan", Seats: names[:4], Option: map[string]string{"chance": "table"}}, `{"chance":"table","pack":"starter"}`},
		{simCommand{Game: "khandan", Seats: names[:4], Headless: true}, `{}`},
	} {
		start, err := c.sim.start()
		require.NoError(t, err)
		assert.JSONEq(t, c.want, string(start.Header.Options))
	}
	// Too few are told how many can play.
	_, err := (&simCommand{Game: "werewolf", Seats: names[:4]}).start()
	require.ErrorContains(t, err, "6 to 12")
}
