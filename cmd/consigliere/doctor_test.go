package main

import (
	"bufio"
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDoctorIsStopped checks that a check-up ends when it is stopped while it waits for a
// person.
func TestDoctorIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, person := io.Pipe()
	defer func() { require.NoError(t, person.Close()) }()
	lines := bufio.NewScanner(ctxReader{ctx, in})
	go func() { _, _ = person.Write([]byte("yes\nno\n")) }() // the reader says what came
	for _, want := range []string{"yes", "no"} {
		require.True(t, lines.Scan())
		assert.Equal(t, want, lines.Text())
	}
	require.NoError(t, wait(ctx, time.Nanosecond))
	go stop()
	require.False(t, lines.Scan(), "nobody answers")
	require.ErrorIs(t, lines.Err(), errStopped)
	require.ErrorIs(t, wait(ctx, time.Hour), errStopped)
}
