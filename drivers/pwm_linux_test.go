package drivers

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pwmChip is a chip in /sys/class/pwm: whose registers are at device.
type pwmChip struct {
	name, device string
	channels     string
}

// chips of boards, as their kernels list them. Those of a Pi 5 with Linux 6.6 are those of
// raspberrypi/linux#6818; the first belongs to no pin, the last to the fan.
var (
	pi5before = []pwmChip{{"pwmchip0", "107d517a80.pwm", "2"}, {"pwmchip2", "1f00098000.pwm", "4"}, {"pwmchip6", "1f0009c000.pwm", "4"}}
	pi5bare   = []pwmChip{{"pwmchip0", "1f0009c000.pwm", "4"}} // without the overlay: the fan
	pi4       = []pwmChip{{"pwmchip0", "fe20c000.pwm", "2"}}
	pi4jack   = []pwmChip{{"pwmchip0", "fe20c800.pwm", "2"}}
	pi3       = []pwmChip{{"pwmchip0", "3f20c000.pwm", "2"}}
	zero      = []pwmChip{{"pwmchip0", "2020c000.pwm", "2"}}
)

// TestBuzzerIsAtItsChip checks that a tone goes to the PWM of the header, by the device that it is,
// and to no other: the first of a Pi 5 is another one, and its fan must not beep.
func TestBuzzerIsAtItsChip(t *testing.T) {
	for _, c := range []struct {
		name, line string
		chips      []pwmChip
		want       string // the folder of its channel; "" if there is none
	}{
		{"pi5", "GPIO18", pi5before, "pwmchip2/pwm2"},
		{"pi5-12", "GPIO12", pi5before, "pwmchip2/pwm0"},
		{"pi5-no-overlay", "GPIO18", pi5bare, ""},
		{"pi4", "GPIO18", pi4, "pwmchip0/pwm0"},
		{"pi4-19", "GPIO19", pi4, "pwmchip0/pwm1"},
		{"pi4-jack", "GPIO18", pi4jack, ""},
		{"pi3", "GPIO13", pi3, "pwmchip0/pwm1"},
		{"zero", "GPIO12", zero, "pwmchip0/pwm0"},
		{"none", "GPIO12", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for _, chip := range c.chips {
				dir := filepath.Join(root, "devices", chip.device, "pwm", chip.name)
				for n := range 4 {
					require.NoError(t, os.MkdirAll(filepath.Join(dir, "pwm"+string(rune('0'+n))), 0o755))
				}
				require.NoError(t, os.WriteFile(filepath.Join(dir, "npwm"), []byte(chip.channels+"\n"), 0o600))
				require.NoError(t, os.Symlink("../../../"+chip.device, filepath.Join(dir, "device")))
				require.NoError(t, os.MkdirAll(filepath.Join(root, "class"), 0o755))
				require.NoError(t, os.Symlink(dir, filepath.Join(root, "class", chip.name)))
			}
			w, err := openWave(filepath.Join(root, "class"), c.line)
			if c.want == "" {
				require.Error(t, err)
				assert.Contains(t, err.Error(), "dtoverlay=pwm,pin=")
				return
			}
			require.NoError(t, err)
			require.NoError(t, w.Play(1000))
			got, err := os.ReadFile(filepath.Join(root, "class", c.want, "enable"))
			require.NoError(t, err)
			assert.Equal(t, "1", string(got))
		})
	}
}
