package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigliere/config"
	"consigliere/hw"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDefault(t *testing.T) {
	b := config.Default()
	assert.Equal(t, lang.English, b.Lang)
	assert.Equal(t, []time.Duration{8e6, 700e6, 140e6}, []time.Duration{b.Debounce, b.Hold, b.Repeat})
	assert.Equal(t, []config.Expander{{"left", "I2C1", 0x20, "GPIO17"}, {"right", "I2C1", 0x21, "GPIO27"}}, b.Expanders)
	assert.Equal(t, &config.Screen{Bus: "I2C1", Channel: -1, Address: 0x3C, W: 128, H: 64, Lang: lang.English}, b.Main)
	assert.Equal(t, &config.Mux{Bus: "I2C1", Address: 0x70}, b.Mux)
	assert.Equal(t, &config.Lights{Port: "SPI0.0", Count: 8, MaxMilliamps: 480, Brightness: 60}, b.Lights)
	assert.Nil(t, b.Tray)
	require.Len(t, b.Pods, 8)
	assert.Equal(t, config.Buttons{{1, 11}, {1, 12}, {1, 13}}, b.Pods[7].Buttons)
	assert.Equal(t, "GPB5", b.Pods[7].Buttons[hw.OK].Label())
	assert.Equal(t, &config.Screen{Bus: "I2C1", Channel: 7, Address: 0x3D, W: 128, H: 32, Lang: lang.English}, b.Pods[7].Screen)
	assert.Equal(t, 7, b.Pods[7].Light)
	assert.Len(t, b.Private(), 8)
}

func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "box.toml")
	_, err := config.Load(file)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(file, config.DefaultFile, 0o600))
	b, err := config.Load(file)
	require.NoError(t, err)
	assert.Equal(t, config.Default(), b)
}

func TestJournalDir(t *testing.T) {
	t.Setenv("HOME", "/home/ava")
	dir, err := (&config.Box{Journals: "~/plays"}).JournalDir()
	require.NoError(t, err)
	assert.Equal(t, "/home/ava/plays", dir)
	dir, err = (&config.Box{}).JournalDir()
	require.NoError(t, err)
	assert.Empty(t, dir)
}

// small is the least box, and the ground of the cases below.
const small = `[[expander]]
name = "one"
bus = "I2C1"
address = 0x20
[[pod]]
a = "one.GPA0"
b = "one.GPA1"
ok = "one.GPA2"
`

func TestSmall(t *testing.T) {
	b, err := config.Parse("box.toml", []byte(small))
	require.NoError(t, err)
	assert.Equal(t, &config.Box{
		Lang: lang.English, Debounce: 8 * time.Millisecond, Hold: 700 * time.Millisecond, Repeat: 140 * time.Millisecond,
		Expanders: []config.Expander{{Name: "one", Bus: "I2C1", Address: 0x20}},
		Pods:      []config.Pod{{Buttons: config.Buttons{{0, 0}, {0, 1}, {0, 2}}, Light: -1}},
	}, b)
}

func TestSharedInterrupt(t *testing.T) {
	b, err := config.Parse("box.toml", []byte(strings.Replace(string(config.DefaultFile), "GPIO27", "GPIO17", 1)))
	require.NoError(t, err)
	assert.Equal(t, b.Expanders[0].Interrupt, b.Expanders[1].Interrupt)
}

func TestRefused(t *testing.T) {
	with := func(more string) string { return small + more }
	for _, c := range []struct{ name, in, want string }{
		{"syntax", "lang = \n", "box.toml:1:8: "},
		{"twice", "lang = \"en\"\nlang = \"fa\"\n", "box.toml:2:1: "},
		{"unknown-top", "langs = \"en\"\n" + small, `box.toml:1:1: there is no key "langs" at the top; did you mean "lang"?`},
		{"unknown-in-table", with("[lights]\ncounts = 8\n"), `box.toml:10:1: there is no key "counts" in lights; did you mean "count"?`},
		{"unknown-in-list", with("colour = 3\n"), `box.toml:9:1: there is no key "colour" in pod; there are a, b, ok, light, screen`},
		{"unknown-table", with("[speakers]\ndevice = \"default\"\n"), `there is no key "speakers" at the top; did you mean "speaker"?`},
		{"unknown-inline", with("screen = { chanel = 1 }\n"), `box.toml:9:12: there is no key "chanel" in pod.screen; did you mean "channel"?`},
		{"type-number", with("[lights]\ncount = \"8\"\n"), "box.toml:10:9: lights.count must be a whole number"},
		{"type-text", "lang = 3\n" + small, "box.toml:1:8: lang must be a text in quotes"},
		{"type-list", "pod = 3\n", "box.toml:1:7: pod must be a list of tables, each with the heading [[pod]]"},
		{"language", "lang = \"de\"\n" + small, `box.toml:1:1: there is no language "de"; there are en, fa and it`},
		{"no-pods", "", "box.toml:1:1: there are no pods; each is a table with the heading [[pod]]"},
		{"nine-pods", strings.Replace(string(config.DefaultFile), "[[pod]]", strings.Repeat("[[pod]]\n", 2), 1), "there are 9 pods; a table seats at most 8"},
		{"no-pin", strings.Replace(small, `b = "one.GPA1"`, "", 1), `box.toml:5:3: pod 0's B needs a pin, such as "one.GPA0"`},
		{"no-expander", strings.Replace(small, "one.GPA1", "two.GPA1", 1), `box.toml:7:1: pod 0's B is at "two.GPA1", and there is no expander "two"; there are "one"`},
		{"pin-range", strings.Replace(small, "one.GPA1", "one.GPA9", 1), `box.toml:7:1: pod 0's B is at "one.GPA9"; an MCP23017 has the pins GPA0 to GPA7 and GPB0 to GPB7`},
		{"pin-output", strings.Replace(small, "one.GPA1", "one.GPB7", 1), `box.toml:7:1: pod 0's B is at "one.GPB7", which can only be an output; take GPA0 to GPA6 or GPB0 to GPB6`},
		{"pin-twice", strings.Replace(small, "one.GPA1", "one.GPA0", 1), `box.toml:7:1: pod 0's A and pod 0's B are both at "one.GPA0"`},
		{"pin-twice-panel", with("[panel]\na = \"one.GPA3\"\nb = \"one.GPA4\"\nok = \"one.GPA3\"\n"), `box.toml:12:1: the panel's A and the panel's OK are both at "one.GPA3"`},
		{"bus", strings.Replace(small, "I2C1", "i2c-1", 1), `box.toml:3:1: expander.0.bus must be an I2C bus such as "I2C1", not "i2c-1"`},
		{"expander-address", strings.Replace(small, "0x20", "0x28", 1), `box.toml:4:1: the expander "one" (an MCP23017) can be at the addresses 0x20 to 0x27, not 0x28`},
		{"expander-name-twice", with("[[expander]]\nname = \"one\"\nbus = \"I2C1\"\naddress = 0x21\n"), `box.toml:10:1: two expanders are called "one"`},
		{"address-twice", with("[main]\nbus = \"I2C1\"\naddress = 0x20\nsize = \"128x64\"\n"), `box.toml:11:1: the expander "one" (an MCP23017) and the main screen are both at 0x20 on I2C1`},
		{"address-before-and-behind", with("screen = { channel = 2, address = 0x3C, size = \"128x32\" }\n[mux]\nbus = \"I2C1\"\naddress = 0x70\n[main]\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"128x64\"\n"), `box.toml:9:25: the main screen is before the mux at 0x3C, so the screen of pod 0 cannot be behind it at the same address`},
		{"channel-without-mux", with("screen = { channel = 2, address = 0x3C, size = \"128x32\" }\n"), `box.toml:9:12: the screen of pod 0 is on channel 2 of a mux, and there is none; add [mux] or give a bus`},
		{"channel-range", with("screen = { channel = 8, address = 0x3C, size = \"128x32\" }\n[mux]\nbus = \"I2C1\"\naddress = 0x70\n"), `box.toml:9:12: a TCA9548A has the channels 0 to 7, not 8`},
		{"channel-bus", with("screen = { channel = 1, bus = \"I2C0\", address = 0x3C, size = \"128x32\" }\n[mux]\nbus = \"I2C1\"\naddress = 0x70\n"), `box.toml:9:25: the screen of pod 0 is behind the mux, which is on I2C1, not on I2C0; leave bus out`},
		{"size", with("[main]\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"240x240\"\n"), `box.toml:12:1: the main screen has no size "240x240"; there are "128x64" and "128x32"`},
		{"light-range", with("light = 4\n[lights]\nport = \"SPI0.0\"\ncount = 4\n"), `box.toml:9:1: pod 0 has the light 4, and the strip has 4: 0 to 3`},
		{"light-without-strip", with("light = 0\n"), `box.toml:9:1: pod 0 has the light 0, and there is no strip; add [lights]`},
		{"more-pods-than-lights", strings.Replace(string(config.DefaultFile), "= 8\nmax", "= 7\nmax", 1), `pod 7 has the light 7, and the strip has 7: 0 to 6`},
		{"light-twice", strings.Replace(string(config.DefaultFile), "ok = \"left.GPA5\"", "ok = \"left.GPA5\"\nlight = 0", 1), `pod 1 and pod 0 share the light 0`},
		{"port", with("[lights]\nport = \"SPI\"\ncount = 4\n"), `box.toml:10:1: lights.port must be an SPI port such as "SPI0.0", not "SPI"`},
		{"brightness", with("[lights]\nport = \"SPI0.0\"\ncount = 4\nbrightness = 200\n"), `box.toml:12:1: lights.brightness must be 1 to 100, not 200`},
		{"interrupt-form", strings.Replace(small, "address = 0x20", "address = 0x20\ninterrupt = \"17\"", 1), `box.toml:5:1: expander.0.interrupt must be a line of the header such as "GPIO17", not "17"`},
		{"interrupt-range", strings.Replace(small, "address = 0x20", "address = 0x20\ninterrupt = \"GPIO40\"", 1), `box.toml:5:1: the header has the lines GPIO0 to GPIO27, not GPIO40`},
		{"interrupt-on-bus", strings.Replace(small, "address = 0x20", "address = 0x20\ninterrupt = \"GPIO2\"", 1), `box.toml:5:1: the bus I2C1 and the expander "one" are both at GPIO2`},
		{"debounce", "[buttons]\ndebounce = \"8\"\n" + small, `box.toml:2:1: buttons.debounce must be a time such as "8ms", not "8"`},
		{"debounce-range", "[buttons]\ndebounce = \"8s\"\n" + small, `box.toml:2:1: buttons.debounce must be 1ms to 100ms, not 8s`},
		{"journals", "journals = \"plays\"\n" + small, `box.toml:1:1: journals must begin with / or ~/, not "plays"`},
		{"device", with("[tray]\n"), `box.toml:9:2: tray needs a device, such as "/dev/video0"`},
		{"several", strings.NewReplacer("GPA0", "GPC0", "0x20", "7").Replace(small), "box.toml:4:1: the expander \"one\" (an MCP23017) can be at the addresses 0x20 to 0x27, not 0x07\nbox.toml:6:1: pod 0's A is at"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := config.Parse("box.toml", []byte(c.in))
			assert.Nil(t, b)
			assert.ErrorContains(t, err, c.want)
			var e *config.Error
			assert.True(t, errors.As(err, &e), "%T", err)
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add(config.DefaultFile)
	f.Add([]byte(small))
	f.Add([]byte("pod = [{a = 1}, {screen = {channel = 1}}]\n[mux]\n"))
	f.Add([]byte("[[pod.screen]]\n\"\" = {}\n[a.b]\npod.a = 1979-05-27\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := config.Parse("f", data)
		if err == nil {
			if len(b.Pods) == 0 || len(b.Pods) > 8 {
				t.Fatalf("%d pods", len(b.Pods))
			}
			return
		}
		lines := strings.Count(string(data), "\n") + 1
		var e *config.Error
		if !errors.As(err, &e) {
			t.Fatalf("an error of no place: %v", err)
		}
		if e.Line < 1 || e.Line > lines || e.Column < 1 || e.Reason == "" {
			t.Fatalf("a file of %d lines: %v", lines, e)
		}
	})
}
