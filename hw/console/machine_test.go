package console_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// A box is as loud and as bright as it was said, lets a new volume be heard, and remembers both.
func TestVolumeAndBrightness(t *testing.T) {
	dir := t.TempDir()
	start := func() (*consoletest.Player, *int, *int) {
		b := consoletest.NewBox(4, false)
		loud, bright := -1, -1
		b.HW.Volume, b.HW.Brightness = func(n int) { loud = n }, func(n int) { bright = n }
		p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Journals: dir, Painter: consoletest.Words{}}, b)
		require.NoError(t, err)
		return p, &loud, &bright
	}
	p, loud, bright := start()
	assert.Equal(t, 100, *loud)
	assert.Equal(t, 100, *bright)
	tones := len(p.Box.Public)
	require.NoError(t, p.Console.Do(p.Now, command.SetVolume{Percent: 25}))
	assert.Greater(t, len(p.Box.Public), tones, "it is heard")
	require.NoError(t, p.Console.Do(p.Now, command.SetBrightness{Percent: 10}))
	require.Error(t, p.Console.Do(p.Now, command.SetVolume{Percent: 101}))
	require.Error(t, p.Console.Do(p.Now, command.SetBrightness{Percent: -1}))
	assert.Equal(t, 25, *loud)
	assert.Equal(t, 10, *bright)
	data, err := os.ReadFile(filepath.Join(dir, "settings.json"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"pace":"normal","clocks":100,"quieter":75,"darker":90}`, string(data))

	_, loud, bright = start()
	assert.Equal(t, 25, *loud, "when it is switched on again")
	assert.Equal(t, 10, *bright)

	b := consoletest.NewBox(4, false) // nothing sets them
	p, err = consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	require.Error(t, p.Console.Do(p.Now, command.SetVolume{Percent: 50}))
	require.Error(t, p.Console.Do(p.Now, command.SetBrightness{Percent: 50}))
}

// What is asked of the machine is handed on, and what could not be done is told once, in each language.
func TestChores(t *testing.T) {
	b := consoletest.NewBox(4, false)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	chores := []command.Command{command.Look{}, command.SetHotSpot{On: true}, command.JoinWiFi{Name: "Home", Password: "secret words"}, command.SetTime{Time: time.Unix(1, 0)}, command.PowerOff{}}
	for _, c := range chores {
		require.NoError(t, p.Console.Do(p.Now, c))
	}
	assert.Equal(t, chores, p.Console.Forwarded())
	for chore, says := range map[command.Chore]string{
		command.ChoreHotSpot: "the hotspot could not be switched", command.ChoreWiFi: "check name and password",
		command.ChoreTime: "the clock could not be set", command.ChorePowerOff: "could not be switched off",
	} {
		require.Error(t, p.Console.Do(p.Now, command.Machine{Helper: true, Failed: chore}))
		assert.Contains(t, p.Console.Snapshot().Public("en").Error, says)
		for _, l := range lang.All() {
			assert.NotContains(t, p.Console.Snapshot().Public(l).Error, "refuse.")
		}
	}
	require.NoError(t, p.Console.Do(p.Now, command.Machine{Helper: true}))
}
