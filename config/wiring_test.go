package config_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"consigliere/config"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestWiringTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, config.Default().WriteTable(&b))
	const file = "testdata/wiring.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

// TestWiring: no pin of a part is given twice, nor a pin of an expander to two buttons.
func TestWiring(t *testing.T) {
	wires := config.Default().Wiring()
	ends, buttons := map[config.End]bool{}, map[config.End]bool{}
	for _, w := range wires {
		assert.False(t, ends[w.To], "%v twice", w.To)
		ends[w.To] = true
		if w.Sort == config.Button {
			assert.False(t, buttons[w.From], "%v twice", w.From)
			buttons[w.From] = true
		}
	}
	assert.Len(t, buttons, 27)
	assert.Contains(t, wires, config.Wire{
		Sort: config.Interrupt, From: config.End{Part: "Raspberry Pi", Pin: "header 11 (GPIO17)"},
		To: config.End{Part: "expander left, MCP23017 0x20", Pin: "20 (INTA)"},
	})
	assert.Contains(t, wires, config.Wire{
		Sort: config.Address, From: config.End{Part: "Raspberry Pi", Pin: "header 1 (3.3 V)"},
		To: config.End{Part: "expander right, MCP23017 0x21", Pin: "15 (A0)"},
	})
}

func TestWiringSVG(t *testing.T) {
	for _, in := range []string{string(config.DefaultFile), small} {
		box, err := config.Parse("box.toml", []byte(in))
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, box.WriteSVG(&b))
		paths, wires := 0, 0
		for d := xml.NewDecoder(&b); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
				paths++
			}
		}
		for _, w := range box.Wiring() {
			if w.Sort != config.Power && w.Sort != config.Address {
				wires++
			}
		}
		assert.Equal(t, wires, paths)
	}
	err := config.Default().WriteSVG(full{})
	assert.ErrorIs(t, err, errFull)
}

// A full disk.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func ExampleParse() {
	_, err := config.Parse("box.toml", []byte(strings.Replace(small, "GPA2", "GPA1", 1)))
	os.Stdout.WriteString(err.Error() + "\n")
	// Output: box.toml:8:1: pod 0's B and pod 0's OK are both at "one.GPA1"
}
