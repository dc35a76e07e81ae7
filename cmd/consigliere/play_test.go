package main

import (
	"bytes"
	"io"
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

// TestProgressOnATerminal holds what long commands tell of how far they are, and that it is gone at the end; in a pipe they say nothing.
func TestProgressOnATerminal(t *testing.T) {
	tell := func(f func(p *progress, first func() string)) string {
		out, in, err := os.Pipe()
		require.NoError(t, err)
		p := newProgress("pictures")
		p.to, p.began, p.wait = in, time.Now().Add(-3*time.Second), 0
		said := ""
		f(p, func() string {
			b := make([]byte, 99)
			n, err := out.Read(b)
			require.NoError(t, err)
			said += string(b[:n])
			return said
		})
		require.NoError(t, in.Close())
		got, err := io.ReadAll(out)
		require.NoError(t, err)
		return said + string(got)
	}
	assert.Equal(t, "\r1 of 4 pictures, about 9s left\x1b[K\r\x1b[K", tell(func(p *progress, _ func() string) {
		p.at(0, 4)
		p.at(1, 4)
		p.at(2, 4) // at once
		p.done()
	}))
	assert.Empty(t, tell(func(p *progress, _ func() string) {
		p.wait = time.Hour
		assert.EqualError(t, p.during(func() error { return io.EOF }), "EOF")
	}), "what is soon done says nothing")
	assert.Regexp(t, `^\rpictures, \ds so far\x1b\[K(\r.*)?\r\x1b\[K$`, tell(func(p *progress, first func() string) {
		assert.NoError(t, p.during(func() error {
			first() // until it was told
			return nil
		}))
	}))
	p := newProgress("pictures")
	p.to, p.wait = nil, 0
	assert.NoError(t, p.during(func() error { return nil }))
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
