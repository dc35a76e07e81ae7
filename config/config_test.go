package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/hw"
	"consigliere/hw/lang"
)

func TestDefault(t *testing.T) {
	b := config.Default()
	assert.Equal(t, lang.English, b.Lang)
	assert.Equal(t, []time.Duration{8e6, 700e6, 140e6}, []time.Duration{b.Debounce, b.Hold, b.Repeat})
	assert.Equal(t, []config.Expander{{"left", "I2C1", -1, 0x20, "GPIO17"}, {"right", "I2C1", -1, 0x21, "GPIO27"}}, b.Expanders)
	assert.Equal(t, &config.Screen{Chip: config.SSD1309, Bus: "I2C1", Channel: -1, Address: 0x3D, W: 128, H: 64, Lang: lang.English}, b.Main)
	assert.Equal(t, &config.Mux{Bus: "I2C1", Address: 0x70, Reset: "GPIO22"}, b.Mux)
	assert.Equal(t, &config.Lights{Chip: config.APA102, Port: "SPI0.0", Count: 8, MaxMilliamps: 480, Brightness: 60}, b.Lights)
	assert.Nil(t, b.Tray)
	require.Len(t, b.Pods, 8)
	assert.Equal(t, config.Buttons{{Part: 1, Bit: 11}, {Part: 1, Bit: 12}, {Part: 1, Bit: 13}}, b.Pods[7].Buttons)
	assert.Equal(t, "GPB5", b.Pods[7].Buttons[hw.OK].Label())
	assert.Equal(t, &config.Screen{Chip: config.SSD1306, Bus: "I2C1", Channel: 7, Address: 0x3C, W: 128, H: 32, Lang: lang.English}, b.Pods[7].Screen)
	assert.Equal(t, 7, b.Pods[7].Light)
	assert.Len(t, b.Private(), 8)
}

func TestBuilds(t *testing.T) {
	want := map[string]string{
		"bare":     "4 pods, a panel, 15 buttons at the header, 1 screen, a buzzer",
		"full":     "8 pods, a panel, 2 expanders, 9 screens, 8 lights, a speaker",
		"cable":    "8 pods, a panel, 3 buttons at the header, 8 expanders, 9 screens, a speaker",
		"usb":      "4 pods, a panel, 4 keyboards, a speaker",
		"wireless": "4 pods, a panel, 5 keyboards, a speaker",
	}
	for _, b := range config.Builds() {
		assert.Equal(t, want[b.Name], b.Box().Summary(), b.Name)
	}
	assert.Len(t, config.Builds(), len(want))
	bare := config.Builds()[0].Box()
	assert.Equal(t, config.Pin{On: config.OnHeader, Bit: 27}, bare.Pods[0].Buttons[hw.B])
	assert.Equal(t, "GPIO27", bare.Pods[0].Buttons[hw.B].Label())
	usb := config.Builds()[3].Box()
	assert.Equal(t, config.Pin{On: config.OnKeyboard, Part: 2, Bit: 96}, usb.Pods[2].Buttons[hw.OK])
	assert.Equal(t, "KPENTER", usb.Pods[2].Buttons[hw.OK].Label())
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

func TestCalibrationFile(t *testing.T) {
	t.Setenv("HOME", "/home/ava")
	for given, want := range map[string]string{
		"": "/home/ava/.local/state/consigliere/tray.json", "~/tray.json": "/home/ava/tray.json", "/srv/tray.json": "/srv/tray.json",
	} {
		name, err := (&config.Tray{Calibration: given}).CalibrationFile()
		require.NoError(t, err)
		assert.Equal(t, want, name)
	}
}

// TestDiceAreLearnedUnlessThatIsTurnedOff checks the tray's setting for that.
func TestDiceAreLearnedUnlessThatIsTurnedOff(t *testing.T) {
	for line, want := range map[string]bool{"": false, "learn = true\n": false, "learn = false\n": true} {
		b, err := config.Parse("box.toml", []byte(small+"[tray]\ndevice = \"/dev/video0\"\n"+line))
		require.NoError(t, err)
		assert.Equal(t, want, b.Tray.Forgets, line)
	}
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

func TestWebListen(t *testing.T) {
	assert.Empty(t, config.Default().Web.Listen, "no page is served unless somebody asks for it")
	for _, addr := range []string{"", "127.0.0.1:8017", "[::1]:8017", "localhost:0"} {
		b, err := config.Parse("box.toml", fmt.Appendf(nil, "[web]\nlisten = %q\n%s", addr, small))
		require.NoError(t, err)
		assert.Equal(t, addr, b.Web.Listen)
	}
}

// small is the smallest box; the cases below are variations of it.
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
		Lang: lang.English, Noise: time.Millisecond, Debounce: 8 * time.Millisecond, Hold: 700 * time.Millisecond, Repeat: 140 * time.Millisecond,
		Expanders: []config.Expander{{Name: "one", Bus: "I2C1", Channel: -1, Address: 0x20}},
		Pods:      []config.Pod{{Buttons: config.Buttons{{Bit: 0}, {Bit: 1}, {Bit: 2}}, Light: -1}},
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
		{"unknown-in-list", with("colour = 3\n"), `box.toml:9:1: there is no key "colour" in pod[0]; there are a, b, ok, light, screen`},
		{"unknown-table", with("[speakers]\ndevice = \"default\"\n"), `there is no key "speakers" at the top; did you mean "speaker"?`},
		{"unknown-inline", with("screen = { chanel = 1 }\n"), `box.toml:9:12: there is no key "chanel" in pod[0].screen; did you mean "channel"?`},
		{"type-number", with("[lights]\ncount = \"8\"\n"), "box.toml:10:1: lights.count must be a whole number"},
		{"type-text", "lang = 3\n" + small, "box.toml:1:1: lang must be text in quotes"},
		{"type-list", "pod = 3\n", "box.toml:1:1: pod must be a list of tables, each with the heading [[pod]]"},
		{"language", "lang = \"de\"\n" + small, `box.toml:1:1: unknown language "de"; use en, fa or it`},
		{"no-pods", "", "box.toml:1:1: there are no pods; each is a table with the heading [[pod]]"},
		{"thirteen-pods", strings.Replace(string(config.DefaultFile), "[[pod]]", strings.Repeat("[[pod]]\n", 6), 1), "there are 13 pods; a table seats at most 12"},
		{"no-pin", strings.Replace(small, `b = "one.GPA1"`, "", 1), `box.toml:5:3: pod 0's B needs a pin, such as "one.GPA0"`},
		{"no-expander", strings.Replace(small, "one.GPA1", "two.GPA1", 1), `box.toml:7:1: pod 0's B is at "two.GPA1", and there is no expander "two"; there are "one"`},
		{"pin-range", strings.Replace(small, "one.GPA1", "one.GPA9", 1), `box.toml:7:1: pod 0's B is at "one.GPA9"; an MCP23017 has the pins GPA0 to GPA7 and GPB0 to GPB7`},
		{"pin-output", strings.Replace(small, "one.GPA1", "one.GPB7", 1), `box.toml:7:1: pod 0's B is at "one.GPB7", which can only be an output; take GPA0 to GPA6 or GPB0 to GPB6`},
		{"pin-twice", strings.Replace(small, "one.GPA1", "one.GPA0", 1), `box.toml:7:1: pod 0's A and pod 0's B are both at "one.GPA0"`},
		{"pin-twice-panel", with("[panel]\na = \"one.GPA3\"\nb = \"one.GPA4\"\nok = \"one.GPA3\"\n"), `box.toml:12:1: the panel's A and the panel's OK are both at "one.GPA3"`},
		{"bus", strings.Replace(small, "I2C1", "i2c-1", 1), `box.toml:3:1: expander[0].bus must be an I2C bus such as "I2C1", not "i2c-1"`},
		{"expander-address", strings.Replace(small, "0x20", "0x28", 1), `box.toml:4:1: the expander "one" (an MCP23017) can be at the addresses 0x20 to 0x27, not 0x28`},
		{"expander-name-twice", with("[[expander]]\nname = \"one\"\nbus = \"I2C1\"\naddress = 0x21\n"), `box.toml:10:1: two expanders are called "one"`},
		{"address-twice", with("[main]\nbus = \"I2C1\"\naddress = 0x20\nsize = \"128x64\"\n"), `box.toml:11:1: the expander "one" (an MCP23017) and the main screen are both at 0x20 on I2C1`},
		{"address-on-bus-and-mux", with("screen = { channel = 2, address = 0x3C, size = \"128x32\" }\n[mux]\nbus = \"I2C1\"\naddress = 0x70\n[main]\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"128x64\"\n"), `box.toml:9:25: the main screen is at 0x3C on the bus of the mux, so the screen of pod 0 cannot be on the mux at the same address`},
		{"channel-without-mux", with("screen = { channel = 2, address = 0x3C, size = \"128x32\" }\n"), `box.toml:9:12: the screen of pod 0 is on channel 2 of a mux, and there is none; add [mux] or give a bus`},
		{"expander-channel", with("[[expander]]\nname = \"two\"\nchannel = 3\naddress = 0x20\n"), `the expander "two" is on channel 3 of a mux, and there is none; add [mux] or give a bus`},
		{"expander-on-bus-and-mux", with("[mux]\nbus = \"I2C1\"\naddress = 0x70\n[[expander]]\nname = \"two\"\nchannel = 3\naddress = 0x20\n"), `at 0x20`},
		{"light-pins", with("light = { red = \"one.GPA7\", green = \"one.GPC1\", blue = \"GPIO5\" }\n"), `pod 0's green light needs a pin of an expander, such as "left.GPA7", not "one.GPC1"`},
		{"light-twice", with("light = { red = \"one.GPA7\", green = \"one.GPA0\", blue = \"one.GPB7\" }\n"), `pod 0's A and pod 0's green light are both at "one.GPA0"`},
		{"light-key", with("light = { red = \"one.GPA7\", blue = \"one.GPB7\" }\n"), `green`},
		{"channel-range", with("screen = { channel = 8, address = 0x3C, size = \"128x32\" }\n[mux]\nbus = \"I2C1\"\naddress = 0x70\n"), `box.toml:9:12: a TCA9548A has the channels 0 to 7, not 8`},
		{"channel-bus", with("screen = { channel = 1, bus = \"I2C0\", address = 0x3C, size = \"128x32\" }\n[mux]\nbus = \"I2C1\"\naddress = 0x70\n"), `box.toml:9:25: the screen of pod 0 is on the mux, whose bus is I2C1, not I2C0; leave bus out`},
		{"size", with("[main]\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"240x240\"\n"), `box.toml:12:1: the main screen has no size "240x240"; there are "128x64" and "128x32"`},
		{"light-range", with("light = 4\n[lights]\nport = \"SPI0.0\"\ncount = 4\n"), `box.toml:9:1: pod 0 has the light 4, and the strip has 4: 0 to 3`},
		{"light-without-strip", with("light = 0\n"), `box.toml:9:1: pod 0 has the light 0, and there is no strip; add [lights]`},
		{"more-pods-than-lights", strings.Replace(string(config.DefaultFile), "= 8\nmax", "= 7\nmax", 1), `pod 7 has the light 7, and the strip has 7: 0 to 6`},
		{"light-twice", strings.Replace(string(config.DefaultFile), "ok = \"left.GPA5\"", "ok = \"left.GPA5\"\nlight = 0", 1), `pod 1 and pod 0 share the light 0`},
		{"port", with("[lights]\nport = \"SPI\"\ncount = 4\n"), `box.toml:10:1: lights.port must be an SPI port such as "SPI0.0", not "SPI"`},
		{"brightness", with("[lights]\nport = \"SPI0.0\"\ncount = 4\nbrightness = 200\n"), `box.toml:12:1: lights.brightness must be 1 to 100, not 200`},
		{"interrupt-form", strings.Replace(small, "address = 0x20", "address = 0x20\ninterrupt = \"17\"", 1), `box.toml:5:1: expander[0].interrupt must be a line of the header such as "GPIO17", not "17"`},
		{"interrupt-range", strings.Replace(small, "address = 0x20", "address = 0x20\ninterrupt = \"GPIO40\"", 1), `box.toml:5:1: the header has the lines GPIO0 to GPIO27, not GPIO40`},
		{"interrupt-on-bus", strings.Replace(small, "address = 0x20", "address = 0x20\ninterrupt = \"GPIO2\"", 1), `box.toml:5:1: the bus I2C1 and the expander "one" are both at GPIO2`},
		{"debounce", "[buttons]\ndebounce = \"8\"\n" + small, `box.toml:2:1: buttons.debounce must be a time such as "8ms", not "8"`},
		{"debounce-range", "[buttons]\ndebounce = \"8s\"\n" + small, `box.toml:2:1: buttons.debounce must be 1ms to 100ms, not 8s`},
		{"web-form", "[web]\nlisten = \"8017\"\n" + small, `box.toml:2:1: web.listen must be an address such as "127.0.0.1:8017", not "8017"`},
		{"web-port", "[web]\nlisten = \"127.0.0.1:99999\"\n" + small, `box.toml:2:1: web.listen must be an address such as "127.0.0.1:8017", not "127.0.0.1:99999"`},
		{"web-everywhere", "[web]\nlisten = \":8017\"\n" + small, `box.toml:2:1: web.listen is for browsers on this machine alone, as whoever opens the panel can play for everybody: its host must be 127.0.0.1, [::1] or localhost, not ""`},
		{"web-net", "[web]\nlisten = \"192.168.1.7:8017\"\n" + small, `its host must be 127.0.0.1, [::1] or localhost, not "192.168.1.7"`},
		{"web-name", "[web]\nlisten = \"example.org:80\"\n" + small, `not "example.org"`},
		{"web-site", "[web]\nsite = \"example.org/consigliere\"\n" + small, `box.toml:2:1: web.site must be an address such as "https://example.org/consigliere/", not "example.org/consigliere"`},
		{"web-site-query", "[web]\nsite = \"https://example.org/?a=b\"\n" + small, `web.site must be an address`},
		{"web-unknown", "[web]\nlisen = \"127.0.0.1:8017\"\n" + small, `box.toml:2:1: there is no key "lisen" in web; did you mean "listen"?`},
		{"phones-form", "[web]\nphones = \"8018\"\n" + small, `box.toml:2:1: web.phones must be an address such as ":8018", not "8018"`},
		{"phones-name", "[web]\nphones = \"example.org:8018\"\n" + small, `not "example.org:8018"`},
		{"tls-half", "[web]\nphones = \":8018\"\ntls = { key = \"box.key\" }\n" + small, `certificate`},
		{"tls-alone", "[web]\ntls = { certificate = \"box.crt\", key = \"box.key\" }\n" + small, `web.tls is for the pages of phones: it needs web.phones, such as ":8018"`},
		{"journals", "journals = \"plays\"\n" + small, `box.toml:1:1: journals must begin with / or ~/, not "plays"`},
		{"device", with("[tray]\n"), `box.toml:9:2: tray needs a device, such as "/dev/video0"`},
		{"line-twice", with("[[pod]]\na = \"GPIO5\"\nb = \"GPIO6\"\nok = \"GPIO5\"\n"), `box.toml:12:1: pod 1's A and pod 1's OK are both at GPIO5`},
		{"line-on-bus", with("[host]\nbutton = \"GPIO2\"\n"), `box.toml:10:1: the bus I2C1 and the host's button are both at GPIO2`},
		{"line-of-interrupt", strings.Replace(with("[mute]\nswitch = \"GPIO17\"\n"), "0x20", "0x20\ninterrupt = \"GPIO17\"", 1), `box.toml:11:1: the expander "one" and the mute switch are both at GPIO17`},
		{"line-form", with("[host]\nbutton = \"GPIO40\"\n"), `the header has the lines GPIO0 to GPIO27, not GPIO40`},
		{"line-word", with("[host]\nbutton = \"17\"\n"), `host.button must be a line of the header such as "GPIO17", not "17"`},
		{"bus-on-line", with("[[pod]]\na = \"GPIO0\"\nb = \"GPIO6\"\nok = \"GPIO5\"\nscreen = { bus = \"I2C0\", address = 0x3C, size = \"128x64\" }\n"), `pod 1's A and the bus I2C0 are both at GPIO0`},
		{"key", with("[[keyboard]]\nname = \"pad\"\ndevice = \"/dev/input/event0\"\n[host]\nbutton = \"pad.KP11\"\n"), `box.toml:13:1: the host's button is at "pad.KP11"; a key has the kernel's name, such as KP1, A, ENTER or BTN_TRIGGER; did you mean "KP1"?`},
		{"key-of-nothing", with("[[keyboard]]\nname = \"pad\"\ndevice = \"/dev/input/event0\"\n[host]\nbutton = \"pat.KP1\"\n"), `there is no expander or keyboard "pat"; there are "one", "pad"`},
		{"keyboard-device", with("[[keyboard]]\nname = \"pad\"\ndevice = \"event0\"\n"), `the keyboard "pad" needs a device, such as "/dev/input/by-path/...-event-kbd", not "event0"`},
		{"bluetooth-address", with("[[keyboard]]\nname = \"pad\"\nbluetooth = \"aa:bb\"\n"), `the keyboard "pad" needs an address such as "aa:bb:cc:dd:ee:ff", not "aa:bb"`},
		{"bluetooth-device", with("[[keyboard]]\nname = \"pad\"\ndevice = \"/dev/input/event0\"\nbluetooth = \"aa:bb:cc:dd:ee:ff\"\n"), `the keyboard "pad" has a device or an address of Bluetooth, not both`},
		{"bluetooth-twice", with("[[keyboard]]\nname = \"one1\"\nbluetooth = \"AA:bb:cc:dd:ee:ff\"\n[[keyboard]]\nname = \"two\"\nbluetooth = \"aa:bb:cc:dd:ee:ff\"\n"), `the keyboards "one1" and "two" are both bluetooth aa:bb:cc:dd:ee:ff`},
		{"lights-of-no-keyboard", with("[[keyboard]]\nname = \"pad\"\nbluetooth = \"aa:bb:cc:dd:ee:ff\"\n[[pod]]\na = \"pad.1\"\nb = \"pad.2\"\nok = \"pad.3\"\nlight = \"pat\"\n"), `has the lights of a keyboard "pat", and there is none of that name; there are "pad"`},
		{"lights-of-two", with("[[keyboard]]\nname = \"pad\"\nbluetooth = \"aa:bb:cc:dd:ee:ff\"\n[[pod]]\na = \"pad.1\"\nb = \"pad.2\"\nok = \"pad.3\"\nlight = \"pad\"\n[[pod]]\na = \"pad.4\"\nb = \"pad.5\"\nok = \"pad.6\"\nlight = \"pad\"\n"), `share the lights of the keyboard "pad"`},
		{"keyboard-twice", with("[[keyboard]]\nname = \"pad\"\ndevice = \"/dev/input/event0\"\n[[keyboard]]\nname = \"pad\"\ndevice = \"/dev/input/event0\"\n"), `the keyboards "pad" and "pad" are both /dev/input/event0`},
		{"keyboard-expander", with("[[keyboard]]\nname = \"one\"\ndevice = \"/dev/input/event0\"\n"), `a keyboard and an expander are both called "one"`},
		{"buzzer-line", with("[buzzer]\nline = \"GPIO17\"\n"), `the buzzer needs a line with PWM, one of "GPIO12", "GPIO13", "GPIO18", "GPIO19", not "GPIO17"`},
		{"amplifier-taken", with("[speaker]\namplifier = \"max98357a\"\n[host]\nbutton = \"GPIO19\"\n"), `the amplifier and the host's button are both at GPIO19`},
		{"amplifier-buzzer", with("[speaker]\namplifier = \"max98357a\"\n[buzzer]\nline = \"GPIO18\"\n"), `the amplifier and the buzzer are both at GPIO18`},
		{"amplifier", with("[speaker]\namplifier = \"tda\"\n"), `the amplifier cannot be "tda"; there are "max98357a"`},
		{"buzzer-taken", with("[host]\nbutton = \"GPIO18\"\n[buzzer]\nline = \"GPIO18\"\n"), `are both at GPIO18`},
		{"screen-chip", with("[main]\nchip = \"ssd1327\"\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"128x64\"\n"), `the main screen cannot be "ssd1327"; there are "ssd1306", "sh1106", "ssd1309"`},
		{"sh1106-size", with("[main]\nchip = \"sh1106\"\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"128x32\"\n"), `the main screen is an SH1106, whose size is "128x64"`},
		{"ssd1309-size", with("[main]\nchip = \"ssd1309\"\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"128x32\"\n"), `the main screen is an SSD1309, whose size is "128x64"`},
		{"ws2812-count", with("[lights]\nchip = \"ws2812\"\nport = \"SPI0.0\"\ncount = 500\n"), `a strip of WS2812 can have at most 400 lights`},
		{"dice", with("[tray]\ndevice = \"/dev/video0\"\nset = \"Poker\"\n"), `box.toml:11:1: set is pate, standard, or a name of small letters, not "Poker"`},
		{"calibration", with("[tray]\ndevice = \"/dev/video0\"\ncalibration = \"tray.json\"\n"), `box.toml:11:1: tray.calibration must be a file that begins with / or ~/, not "tray.json"`},
		{"dice-colour", with("[tray]\ndevice = \"/dev/video0\"\ncolours = [\"pink\"]\nfaces = [\"1\"]\n"), `not "pink"`},
		{"dice-faces", with("[tray]\ndevice = \"/dev/video0\"\ncolours = [\"red\"]\n"), `a set of dice of your own needs both colours and faces`},
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

// TestAllMistakes checks that mistakes of all kinds are reported at once, by line.
func TestAllMistakes(t *testing.T) {
	_, err := config.Parse("box.toml", []byte(`langs = "en"
journals = 3
[lights]
port = "SPI"
count = "8"
brightness = 200
[[expander]]
name = "one"
bus = "I2C1"
address = "left"
[[pod]]
a = "one.GPA0"
b = 7
c = "one.GPA2"
light = 9
`))
	assert.EqualError(t, err, `box.toml:1:1: there is no key "langs" at the top; did you mean "lang"?
box.toml:2:1: journals must be text in quotes
box.toml:4:1: lights.port must be an SPI port such as "SPI0.0", not "SPI"
box.toml:5:1: lights.count must be a whole number
box.toml:6:1: lights.brightness must be 1 to 100, not 200
box.toml:10:1: expander[0].address must be a whole number
box.toml:11:3: pod 0's OK needs a pin, such as "one.GPA0"
box.toml:13:1: pod[0].b must be text in quotes
box.toml:14:1: there is no key "c" in pod[0]; there are a, b, ok, light, screen`)
}

// A file of 32 kB needs little memory, whatever it contains, and a large one is not read.
func TestBounds(t *testing.T) {
	for _, s := range []string{"[", "a=[", "a.", "\n", "[[pod]]\n", "[[pod]]\na={a=", "pod=[{a="} {
		text := []byte(strings.Repeat(s, 32<<10/len(s)))
		bytes := allocated(func() {
			_, err := config.Parse("box.toml", text)
			assert.Error(t, err, "%q", s)
		})
		assert.Less(t, bytes, uint64(maxMemory), "%q", s)
	}
	file := filepath.Join(t.TempDir(), "box.toml")
	require.NoError(t, os.WriteFile(file, make([]byte, 1<<20), 0o600))
	_, err := config.Load(file)
	assert.ErrorContains(t, err, "box.toml:1:1: this is too large; a file has at most ")
}

// maxMemory is how many bytes reading a file of 32 kB may allocate.
const maxMemory = 64 << 20

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func FuzzParse(f *testing.F) {
	f.Add(config.DefaultFile)
	f.Add([]byte(small))
	f.Add([]byte("pod = [{a = 1}, {screen = {channel = 1}}]\n[mux]\n"))
	f.Add([]byte("[[pod.screen]]\n\"\" = {}\n[a.b]\npod.a = 1979-05-27\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 32<<10 {
			return
		}
		var b *config.Box
		var err error
		if bytes := allocated(func() { b, err = config.Parse("f", data) }); bytes > maxMemory {
			t.Fatalf("%d bytes allocated", bytes)
		}
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
