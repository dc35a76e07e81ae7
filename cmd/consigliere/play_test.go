package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProgressLine(t *testing.T) {
	assert.Equal(t, "250 of 1000 games, about 9s left", progressLine("games", 250, 1000, 3*time.Second))
	newProgress("games").at(5, 10) // it is too early to say anything
}

func TestPlayDraws(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.svg")
	var out, errs bytes.Buffer
	code := run([]string{"play", "--game", "naro", "--seats", "4", "--games", "20", "--svg", file}, streams{strings.NewReader(""), &out, &errs})
	require.Zero(t, code, errs.String())
	assert.Empty(t, errs.String())
	svg, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(svg), "4 players: 20 games")
	assert.Contains(t, string(svg), ">1 Ava<")
}
