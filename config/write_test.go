package config_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/hw/lang"
)

// TestWrite checks that what is written is read as the same box.
func TestWrite(t *testing.T) {
	boxes := map[string]*config.Box{}
	for _, b := range config.Builds() {
		boxes[b.Name] = b.Box()
	}
	all := config.Default()
	all.Lang, all.Pods[3].Screen.Lang, all.Pods[4].Screen.Lang = lang.Persian, lang.Italian, lang.Persian
	for i := range all.Pods {
		if i != 3 && all.Pods[i].Screen != nil {
			all.Pods[i].Screen.Lang = lang.Persian
		}
	}
	all.Main.Lang = lang.Persian
	all.Main.Flip, all.Main.Chip = true, config.SH1106
	all.Web = config.Web{Listen: "[::1]:80", Phones: ":8018", Site: "https://example.org/box/", Certificate: "/a/box.crt", Key: "/a/box.key"}
	all.Speaker = &config.Speaker{Device: "hw:0,0", Amplifier: config.MAX98357A, Command: `say "{lang}" \ now`, Pack: "/a/b c"}
	all.Buzzer = &config.Buzzer{Line: "GPIO12"}
	all.Keyboards = []config.Keyboard{{Name: "pad", Device: "/dev/input/by-path/x-event-kbd"}, {Name: "air", Device: config.ByBluetooth + "aa:bb:cc:dd:ee:ff"}}
	all.Host = &config.Pin{On: config.OnKeyboard, Bit: 79}
	all.Mute = &config.Pin{On: config.OnHeader, Bit: 16}
	all.Tray = &config.Tray{Device: "/dev/video0", Set: "mine", Colours: []string{"red", "blue"}, Faces: []string{"1", "puppet"}, Each: true, Forgets: true, Calibration: "~/tray.json"}
	all.Pods[1].Light, all.Pods[0].Light = 0, 1
	boxes["all"] = all
	for name, want := range boxes {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			require.NoError(t, want.Write(&file))
			got, err := config.Parse(name+".toml", file.Bytes())
			require.NoError(t, err, file.String())
			assert.Equal(t, want, got, file.String())
		})
	}
}
