package main

import (
	"bytes"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"consigliere": main})
}

// TestScript runs the dialogues at a terminal in testdata.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// brokenWriter stands for a mistake in the program.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { panic("broken") }

// A mistake of the program is told in a sentence, not in a trace.
func TestAPanicIsASentence(t *testing.T) {
	var told bytes.Buffer
	code := run([]string{"games"}, streams{out: brokenWriter{}, err: &told})
	assert.Equal(t, 3, code)
	assert.Equal(t, "consigliere has a mistake of its own; please report it together with this command: broken\n", told.String())
}

// fullWriter stands for a disk without room.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// Output that is lost is a failure, however it is printed.
func TestOutputThatIsLost(t *testing.T) {
	for _, args := range [][]string{
		{"games"},
		{"rules", "naro"},
		{"wiring"},
		{"catalogue", "derpate"},
		{"play", "--game", "naro"},
		{"doctor", "--sim", "--no-hand"},
	} {
		var told bytes.Buffer
		code := run(args, streams{out: fullWriter{}, err: &told})
		assert.Equal(t, 1, code, "%v", args)
		assert.Equal(t, "no space left on device\n", told.String(), "%v", args)
	}
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	var told bytes.Buffer
	code := run([]string{"sim", "--journal", "", "--addr", l.Addr().String()}, streams{err: &told})
	assert.Equal(t, 1, code)
	assert.Equal(t, l.Addr().String()+" is in use, perhaps by another consigliere; --addr 127.0.0.1:0 takes a port that is free\n", told.String())
}
