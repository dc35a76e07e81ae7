package config_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
)

// TestFirmwareOfAPod checks that the firmware of a wireless pod and the build wireless are the two halves of one wiring: which
// key is which button, and which of a keyboard's lights is which colour.
func TestFirmwareOfAPod(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile("zmk/boards/shields/consigliere_pod/consigliere_pod." + name)
		require.NoError(t, err)
		return string(b)
	}
	keys := regexp.MustCompile(`&kp N(\d)`).FindAllStringSubmatch(read("keymap"), -1)
	require.Len(t, keys, 3)
	build, err := os.ReadFile("wireless.toml")
	require.NoError(t, err)
	for i, button := range []string{"a", "b", "ok"} {
		bound := regexp.MustCompile(fmt.Sprintf(`(?m)^%s +?= "\w+\.(\d+)"`, button)).FindAllStringSubmatch(string(build), -1)
		require.Len(t, bound, 5, "four pods and the panel")
		for _, b := range bound {
			assert.Equal(t, keys[i][1], b[1], "the key of %s", button)
		}
	}
	overlay := read("overlay")
	assert.Equal(t, 3, strings.Count(overlay, "(GPIO_ACTIVE_LOW | GPIO_PULL_UP)"), "a pin for each button")
	for indicator, colour := range map[string]string{"NUM": "red", "CAPS": "green", "SCROLL": "blue"} {
		assert.Regexp(t, `(?s)indicator = <HID_INDICATOR_`+indicator+`_LOCK>;\s*leds = <&`+colour+`>;`, overlay)
	}
	// What the parts of the README are wired to is what the firmware reads and lights.
	readme, err := os.ReadFile("zmk/README.md")
	require.NoError(t, err)
	var pins []string
	for _, pin := range regexp.MustCompile(`pro_micro (\d+)`).FindAllStringSubmatch(overlay, -1) {
		pins = append(pins, pin[1])
	}
	require.Len(t, pins, 6)
	assert.Contains(t, string(readme), "| A, B, OK, each to ground | "+strings.Join(pins[:3], ", ")+" |")
	assert.Contains(t, string(readme), "the common leg to ground | "+strings.Join(pins[3:], ", ")+" |")
	// A pod that sleeps would lose the press that wakes it.
	assert.Contains(t, read("conf"), "CONFIG_ZMK_IDLE_SLEEP_TIMEOUT=7200000")
	_, err = config.Parse("wireless.toml", build)
	require.NoError(t, err)
}
