package drivers

import (
	"bytes"
	"image"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers/tray"
	"consigliere/drivers/tray/sight"
)

// TestTrayWithItsCalibration checks that the box uses what the check-up has learned, and that it
// reads dice without it if there is none or it is damaged.
func TestTrayWithItsCalibration(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tray.json")
	c := &config.Tray{Device: "/dev/video0", Set: "pate", Calibration: name}
	open := func() (*tray.Watcher, string) {
		var logged bytes.Buffer
		w, err := WatchTray(c, tray.Device(c.Device), slog.New(slog.NewTextHandler(&logged, nil)))
		require.NoError(t, err)
		return w, logged.String()
	}
	w, logged := open()
	assert.Nil(t, w.Calibration)
	assert.Empty(t, logged, "a tray need not be calibrated")

	known := &tray.Calibration{
		Width: 640, Height: 480, Size: 45, Colours: map[string][3]float64{"red": {200, 20, 30}},
		Empty: image.NewRGBA(image.Rect(0, 0, sight.HalfW, sight.HalfH)), Noise: make([]byte, tray.BlocksW*tray.BlocksH),
	}
	for i := range known.Empty.Pix {
		known.Empty.Pix[i] = 255
	}
	require.NoError(t, known.Save(name))
	w, logged = open()
	assert.Equal(t, known, w.Calibration)
	assert.Empty(t, logged)

	require.NoError(t, os.WriteFile(name, []byte("no"), 0o600))
	w, logged = open()
	assert.Nil(t, w.Calibration)
	assert.Contains(t, logged, "dice are read without a calibration of the tray")
	assert.Contains(t, logged, "consigliere doctor --tray learns the tray again")
}

// TestTrayWithItsDice checks that a box uses what was learned and taught of its dice, keeps what is corrected unless that is
// turned off, and refuses a set that nobody has taught.
func TestTrayWithItsDice(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	open := func(c config.Tray) (*tray.Watcher, error) {
		c.Device = "/dev/video0"
		return WatchTray(&c, tray.Device(c.Device), slog.New(slog.DiscardHandler))
	}
	_, err := open(config.Tray{Set: "cities"})
	require.ErrorContains(t, err, `the set of dice "cities" was not taught; consigliere dice teach cities does`)

	name, err := config.DiceFile("cities")
	require.NoError(t, err)
	require.NoError(t, (&tray.Memory{Faces: []string{"boat", "gate"}}).Save(name))
	w, err := open(config.Tray{Set: "cities"})
	require.NoError(t, err)
	assert.Equal(t, []string{"boat", "gate"}, w.Set.Names)
	assert.Equal(t, name, w.MemoryFile)

	w, err = open(config.Tray{Set: "standard", Forgets: true})
	require.NoError(t, err)
	assert.Nil(t, w.Memory)
	assert.Empty(t, w.MemoryFile)
	w, err = open(config.Tray{Set: "pate"})
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(filepath.Dir(name), "pate.json"), w.MemoryFile)
}
