package config_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
)

var update = flag.Bool("update", false, "write the golden files")

// TestWiringTable holds what is printed of each build: wires, notes, currents and what to buy.
func TestWiringTable(t *testing.T) {
	for _, build := range config.Builds() {
		var b bytes.Buffer
		require.NoError(t, build.Box().WriteTable(&b))
		b.WriteString("\n")
		require.NoError(t, build.Box().WriteShopping(&b))
		file := "testdata/wiring-" + build.Name + ".txt"
		if *update {
			require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), b.String())
	}
}

// TestBudget checks that each build keeps to what the header can give, and that one which does
// not is told what to do.
func TestBudget(t *testing.T) {
	for _, build := range config.Builds() {
		_, lines := build.Box().Budget()
		for _, line := range lines {
			assert.True(t, strings.HasSuffix(line, ": fine."), line)
		}
	}
	b := config.Default()
	b.Lights.MaxMilliamps = 4000
	_, lines := b.Budget()
	assert.Contains(t, lines[1], "TOO MUCH")
}

// TestWiring checks that no pin of a part is wired twice, and no pin of an expander to two
// buttons.
func TestWiring(t *testing.T) {
	wires := config.Default().Wiring()
	ends, buttons := map[config.End]bool{}, map[config.End]bool{}
	for _, w := range wires {
		assert.False(t, ends[w.To], "%v twice", w.To)
		ends[w.To] = true
		if w.Kind == config.Button {
			assert.False(t, buttons[w.From], "%v twice", w.From)
			buttons[w.From] = true
		}
	}
	assert.Len(t, buttons, 27)
	assert.Contains(t, wires, config.Wire{
		Kind: config.Interrupt, From: config.End{Part: "Raspberry Pi", Pin: "header 11 (GPIO17)"},
		To: config.End{Part: "expander left, MCP23017 0x20", Pin: "20 (INTA)"},
	})
	assert.Contains(t, wires, config.Wire{
		Kind: config.Address, From: config.End{Part: "Raspberry Pi", Pin: "header 1 (3.3 V)"},
		To: config.End{Part: "expander right, MCP23017 0x21", Pin: "15 (A0)"},
	})
}

// TestWiringSVG checks that each wire is drawn once, as a path or as a flag, and that no two
// parts overlap.
func TestWiringSVG(t *testing.T) {
	screens := small + "screen = { bus = \"I2C1\", address = 0x3D, size = \"128x32\" }\n[main]\nbus = \"I2C1\"\naddress = 0x3C\nsize = \"128x64\"\n"
	named := strings.ReplaceAll(small, "one", strings.Repeat("long_", 6))
	inputs := []string{small, screens, named}
	for _, b := range config.Builds() {
		inputs = append(inputs, string(b.File))
	}
	for _, in := range inputs {
		box, err := config.Parse("box.toml", []byte(in))
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, box.WriteSVG(&b))
		whatItSays := b.String()
		paths, flags := 0, 0
		var whole image.Rectangle
		var parts []image.Rectangle
		for d := xml.NewDecoder(&b); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			values := map[string]string{}
			for _, a := range e.Attr {
				values[a.Name.Local] = a.Value
			}
			number := func(key string) int {
				n, err := strconv.Atoi(values[key])
				require.NoError(t, err, "%s of %v", key, e)
				return n
			}
			switch {
			case e.Name.Local == "svg":
				whole = image.Rect(0, 0, number("width"), number("height"))
			case e.Name.Local == "path":
				paths++
			case values["class"] == "flag":
				flags++
			case e.Name.Local == "rect" && values["rx"] == "5":
				parts = append(parts, image.Rect(0, 0, number("width"), number("height")).Add(image.Pt(number("x"), number("y"))))
			}
		}
		wires, flagged := 0, 0
		for _, w := range box.Wiring() {
			if w.Kind == config.Power || w.Kind == config.Address {
				flagged++
			} else {
				wires++
			}
		}
		assert.Equal(t, wires, paths)
		assert.Equal(t, flagged, flags, "a flag at each pin")
		keys := slices.ContainsFunc(box.Wiring(), func(w config.Wire) bool { return w.Kind == config.KeyPress })
		assert.Equal(t, keys, strings.Contains(whatItSays, "A dotted line is no wire"))
		assert.Equal(t, flagged > 0, strings.Contains(whatItSays, "A pin with a flag"), "nothing is explained that is not there")
		for i, p := range parts {
			assert.True(t, p.In(whole), "%v in %v", p, whole)
			for _, q := range parts[:i] {
				assert.False(t, p.Overlaps(q), "%v and %v overlap", p, q)
			}
		}
	}
	err := config.Default().WriteSVG(full{})
	assert.ErrorIs(t, err, errFull)
}

// full is a writer on a full disk.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func ExampleParse() {
	_, err := config.Parse("box.toml", []byte(strings.Replace(small, "GPA2", "GPA1", 1)))
	os.Stdout.WriteString(err.Error() + "\n")
	// Output: box.toml:8:1: pod 0's B and pod 0's OK are both at "one.GPA1"
}

// TestDisplaysAreSold checks that each build asks for displays at addresses at which they are sold:
// one of 128x32 has no resistor to move, and is at 0x3C. One of 128x64 can be moved, and the list
// says how.
func TestDisplaysAreSold(t *testing.T) {
	for _, build := range config.Builds() {
		b := build.Box()
		assert.Empty(t, b.Doubts(), build.Name)
		for i, s := range b.Private() {
			if s != nil && s.H == 32 {
				assert.Equal(t, uint16(0x3C), s.Address, "%s, pod %d", build.Name, i)
			}
		}
		notes := map[string]string{}
		for _, item := range b.Shopping() {
			notes[item.Name] += item.Note
		}
		if b.Main != nil && b.Main.Address == 0x3D {
			assert.Contains(t, notes["display of 128x64 with "+strings.ToUpper(b.Main.Chip)+", at I2C"], "from 0x78 to 0x7A")
		}
		for name, note := range notes {
			if strings.Contains(name, "128x32") {
				assert.NotContains(t, note, "on its back", "%s: there is no such resistor", build.Name)
			}
		}
	}
	b := config.Default()
	b.Speaker.Device = "hw:MAX98357A"
	require.Len(t, b.Doubts(), 1)
	assert.Contains(t, b.Doubts()[0], "GPIO18, 19 and 21")
	b.Speaker.Device = "default"
	b.Pods[2].Screen.Address = 0x3D
	assert.Equal(t, []string{
		"the screen of pod 2 is a display of 128x32 at 0x3D, and those are sold at 0x3C alone; write address = 0x3C, and move what else is at 0x3C on that bus to 0x3D",
	}, b.Doubts())
}

// TestBootLines checks that what belongs into config.txt is a section or a setting a line, that
// it begins for all boards, whatever the file ends with, and leaves it so.
func TestBootLines(t *testing.T) {
	line := regexp.MustCompile(`^(\[[a-z0-9]+\]|[a-z0-9_]+=[a-z0-9_]+(=[a-z0-9]+)?(,[a-z]+=[0-9]+)*)$`)
	strip := config.Default()
	strip.Lights.Chip = config.WS2812
	boxes := []*config.Box{strip}
	for _, build := range config.Builds() {
		boxes = append(boxes, build.Box())
	}
	for _, b := range boxes {
		lines := b.BootLines()
		section := ""
		for i, l := range lines {
			assert.Regexp(t, line, l)
			if strings.HasPrefix(l, "[") {
				section = l
			}
			assert.True(t, i > 0 || section == "[all]", "%q", lines)
		}
		assert.True(t, len(lines) == 0 || section == "[all]", "%q", lines)
	}
	assert.Subset(t, strip.BootLines(), []string{"dtparam=spi=on", "[pi02]", "core_freq=250", "core_freq_min=500"})
}

// TestSecondBus checks that buttons can be on a bus that a pod on the first can't hold low: it is drawn to the
// header, config.txt makes it, the list has its pull-ups, and nothing else may be at its lines.
func TestSecondBus(t *testing.T) {
	other := regexp.MustCompile(`(?m)^(\[\[expander\]\]\n(?:[^\[\n].*\n)*?bus\s*= )"I2C1"`).ReplaceAll(config.DefaultFile, []byte(`$1"I2C3"`))
	b, err := config.Parse("box.toml", other)
	require.NoError(t, err)
	assert.Equal(t, []string{"I2C3", "I2C1"}, b.Buses())
	assert.Subset(t, b.BootLines(), []string{"dtparam=i2c_arm=on", "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24"})
	var out bytes.Buffer
	require.NoError(t, b.WriteTable(&out))
	assert.Regexp(t, `13 \(SDA\) +Raspberry Pi +header 16 \(GPIO23, SDA\)`, out.String())
	assert.Regexp(t, `12 \(SCL\) +Raspberry Pi +header 18 \(GPIO24, SCL\)`, out.String())
	assert.Contains(t, out.String(), "2.2 kilohm from each to 3.3 V")
	out.Reset()
	require.NoError(t, b.WriteShopping(&out))
	assert.Contains(t, out.String(), "resistor, 2.2 kilohm, for I2C3")
	_, err = config.Parse("box.toml", bytes.Replace(other, []byte("GPIO17"), []byte("GPIO23"), 1))
	require.ErrorContains(t, err, "both at GPIO23")
}
