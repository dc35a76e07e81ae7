package hw_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
)

// Twelve players who choose nothing can be told apart by colour, and by emblem for whoever doesn't see colours; whoever
// has chosen keeps that.
func TestFreeLook(t *testing.T) {
	t.Parallel()
	mine := hw.Look{Colour: "teal", Emblem: "owl"}
	taken := []hw.Look{mine}
	for n := range 11 {
		l := hw.FreeLook(n, taken)
		assert.True(t, l.Good(), "%v", l)
		assert.False(t, slices.ContainsFunc(taken, func(o hw.Look) bool { return o.Colour == l.Colour || o.Emblem == l.Emblem }), "%v", l)
		taken = append(taken, l)
	}
	assert.True(t, hw.FreeLook(30, taken).Good(), "more than there are colours")
	assert.False(t, hw.Look{Colour: "hat", Emblem: "red"}.Good())
}

// Pages have a drawing for each emblem, and a colour for each.
func TestLooksAreDrawn(t *testing.T) {
	t.Parallel()
	icons, err := os.ReadFile("web/page/icons.svg")
	require.NoError(t, err)
	for _, e := range hw.Emblems() {
		assert.True(t, bytes.Contains(icons, []byte(`id="i-look-`+e+`"`)), e)
	}
	css, err := os.ReadFile("web/page/look.css")
	require.NoError(t, err)
	for _, c := range hw.Colours() {
		assert.True(t, bytes.Contains(css, []byte(".pic-"+c+" {")), c)
	}
	js, err := os.ReadFile("web/page/look.js")
	require.NoError(t, err)
	for _, all := range [][]string{hw.Colours(), hw.Emblems()} {
		assert.True(t, bytes.Contains(js, []byte("'"+strings.Join(all, " ")+"'")), "%v", all)
	}
}
