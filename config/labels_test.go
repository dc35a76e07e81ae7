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
	"slices"
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

// A plate is the front of a case as OpenSCAD has rendered it: its triangles, each three corners of x, y and z.
type plate [][3][3]float64

func readPlate(t *testing.T, stl string) (p plate) {
	t.Helper()
	data, err := os.ReadFile(stl)
	require.NoError(t, err)
	var corners [][3]float64
	for _, m := range regexp.MustCompile(`vertex (\S+) (\S+) (\S+)`).FindAllStringSubmatch(string(data), -1) {
		var c [3]float64
		for i := range c {
			c[i], err = strconv.ParseFloat(m[i+1], 64)
			require.NoError(t, err)
		}
		corners = append(corners, c)
	}
	for three := range slices.Chunk(corners, 3) {
		p = append(p, [3][3]float64(three))
	}
	return p
}

// top returns how high the plate is at a point of the label; 0 is a hole. A label counts downwards, OpenSCAD upwards.
func (p plate) top(x, y float64) (z float64) {
	y = 70 - y
	for _, c := range p {
		side := func(i, j int) float64 { return (c[j][0]-c[i][0])*(y-c[i][1]) - (c[j][1]-c[i][1])*(x-c[i][0]) }
		a, b, d := side(0, 1), side(1, 2), side(2, 0)
		if a+b+d != 0 && (a >= 0 && b >= 0 && d >= 0 || a <= 0 && b <= 0 && d <= 0) {
			z = max(z, (b*c[0][2]+d*c[1][2]+a*c[2][2])/(a+b+d))
		}
	}
	return z
}

// checkFront checks that a front has a hole wherever the label of its pod has one, as large and nowhere else beside it, and
// a ridge below A and below no other button.
func checkFront(t *testing.T, b *config.Box, p plate) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, b.WriteLabels(&out, nil))
	labels := strings.Split(out.String(), `<rect width="98" height="70"`)
	require.Len(t, labels, len(b.Pods)+1)
	label := labels[1]
	numbers := func(pattern string) (list [][]float64) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(label, -1) {
			var l []float64
			for _, text := range m[1:] {
				n, err := strconv.ParseFloat(text, 64)
				require.NoError(t, err)
				l = append(l, n)
			}
			list = append(list, l)
		}
		return list
	}
	holes := numbers(`<circle cx="(\S+)" cy="(\S+)" r="(\S+)" [^>]*stroke-dasharray`)
	require.Len(t, holes, 4, "three buttons and a light")
	for i, h := range holes {
		x, y, r := h[0], h[1], h[2]
		for a := range 16 {
			sin, cos := math.Sincos(float64(a)/8*math.Pi + .1)
			assert.Zero(t, p.top(x+(r-.3)*cos, y+(r-.3)*sin), "hole %d is open to its edge", i)
			assert.Positive(t, p.top(x+(r+.5)*cos, y+(r+.5)*sin), "hole %d is no larger", i)
		}
		ridge := 0.0
		for below := r + .5; below < r+6; below += .2 {
			ridge = max(ridge, p.top(x, y+below))
		}
		assert.Equal(t, i == 0, ridge > 2.9, "a ridge below button %d: %.1f mm", i, ridge)
	}
	windows := numbers(`<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" fill="#f4f4f4"`)
	require.Len(t, windows, 1, "the display")
	for _, w := range windows {
		for _, x := range []float64{0, 1} {
			for _, y := range []float64{0, 1} {
				cx, cy := w[0]+x*w[2], w[1]+y*w[3]
				assert.Zero(t, p.top(cx+.3-.6*x, cy+.3-.6*y), "the corners of the window")
				assert.Positive(t, p.top(cx-.5+x, cy+.3-.6*y), "beside it")
				assert.Positive(t, p.top(cx+.3-.6*x, cy-.5+y), "above and below it")
			}
		}
	}
}

// TestCase renders the case, where there is OpenSCAD: each part is one closed solid that can be
// printed, and the front's holes are where the label has them.
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
		if part == "front" {
			checkFront(t, b, readPlate(t, stl))
		}
	}
	require.Error(t, b.WriteCase(&out, 8))
}
