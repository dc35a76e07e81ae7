package config_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
)

// TestLabels checks that the fronts are drawn in millimetres, each within the page, with a shape and a
// colour of its own for each button, and that what is cut out does not touch.
func TestLabels(t *testing.T) {
	for _, build := range config.Builds() {
		var out bytes.Buffer
		b := build.Box()
		require.NoError(t, b.WriteLabels(&out, []config.Caption{{Text: "A & B"}, {Text: "یا", RightToLeft: true}}))
		text := out.String()
		assert.Contains(t, text, `width="210mm" height="297mm" viewBox="0 0 210 297"`)
		assert.Equal(t, len(b.Pods), strings.Count(text, `<g transform="translate(`)-3*len(b.Pods), "a front for each pod, and three marks on it")
		assert.Contains(t, text, fmt.Sprintf(`font-weight="bold">%d</text>`, len(b.Pods)), "as the table is told of it")
		assert.NotContains(t, text, `font-weight="bold">0</text>`)
		assert.Contains(t, text, "A &amp; B")
		assert.Contains(t, text, `direction="rtl">یا`)
		for _, colour := range []string{"#0072b2", "#d55e00", "#009e73"} {
			assert.Contains(t, text, colour)
		}
		for d := xml.NewDecoder(&out); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else {
				require.NoError(t, err)
			}
		}
		holes := circles(t, b, 0)
		require.GreaterOrEqual(t, len(holes), 3)
		for i, h := range holes {
			assert.GreaterOrEqual(t, h[0]-h[2]/2, 3.0)
			assert.LessOrEqual(t, h[0]+h[2]/2, 98-3.0)
			assert.LessOrEqual(t, h[1]+h[2]/2, 70-10.0, "the captions are below")
			for _, o := range holes[:i] {
				assert.Greater(t, math.Hypot(h[0]-o[0], h[1]-o[1])-h[2]/2-o[2]/2, 4.0, "the rims of buttons")
			}
		}
		assert.Greater(t, holes[2][2], holes[0][2], "OK is larger")
	}
}

// circles returns the round holes of a pod's case: x, y and diameter.
func circles(t *testing.T, b *config.Box, pod int) (list [][3]float64) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, b.WriteCase(&out, pod))
	line := regexp.MustCompile(`(?m)^rounds = \[(.*)\];`).FindStringSubmatch(out.String())
	require.NotNil(t, line)
	for _, m := range regexp.MustCompile(`\[([\d.]+), ([\d.]+), ([\d.]+)\]`).FindAllStringSubmatch(line[1], -1) {
		var h [3]float64
		for i := range h {
			n, err := strconv.ParseFloat(m[i+1], 64)
			require.NoError(t, err)
			h[i] = n
		}
		list = append(list, h)
	}
	return list
}

// TestCase renders the case, where there is OpenSCAD: each part is one closed solid that can be
// printed.
func TestCase(t *testing.T) {
	if _, err := exec.LookPath("openscad"); err != nil {
		t.Skip("needs openscad")
	}
	if testing.Short() {
		t.Skip("renders for seconds")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "pod.scad")
	var out bytes.Buffer
	b := config.Default()
	require.NoError(t, b.WriteCase(&out, 0))
	require.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
	for _, part := range []string{"front", "box"} {
		stl := filepath.Join(dir, part+".stl")
		said, err := exec.Command("openscad", "-D", `part="`+part+`"`, "-o", stl, file).CombinedOutput()
		require.NoError(t, err, string(said))
		assert.Regexp(t, `Simple: +yes`, string(said), "closed")
		assert.Regexp(t, `Volumes: +2\b`, string(said), "one piece, and what is around it")
		assert.NotContains(t, string(said), "WARNING")
		info, err := os.Stat(stl)
		require.NoError(t, err)
		assert.Greater(t, info.Size(), int64(10000))
	}
	require.Error(t, b.WriteCase(&out, 8))
}
