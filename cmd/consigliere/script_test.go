package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"consigliere": main, "nmcli": fakeNmcli})
}

// TestScript runs the dialogues at a terminal in testdata.
func TestScript(t *testing.T) {
	pictures, err := filepath.Abs("../../drivers/tray/testdata/pictures")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PICTURES", pictures)
			return nil
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// A brokenWriter stands for a bug in the program.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { panic("broken") }

// TestAPanicIsASentence checks that a bug is reported in a sentence, without a trace.
func TestAPanicIsASentence(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{"games"}, streams{out: brokenWriter{}, err: &stderr})
	assert.Equal(t, 3, code)
	assert.Equal(t, "this is a bug in consigliere; please report it with the command you ran: broken\n", stderr.String())
}

// A fullWriter stands for a disk that is full.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestOutputThatIsLost checks that output which cannot be written is a failure.
func TestOutputThatIsLost(t *testing.T) {
	for _, args := range [][]string{
		{"games"},
		{"rules", "naro"},
		{"wiring"},
		{"catalogue", "derpate"},
		{"play", "--game", "naro"},
		{"doctor", "--sim", "--no-hand"},
		{"--version"},
		{"--help"},
	} {
		var stderr bytes.Buffer
		code := run(args, streams{out: fullWriter{}, err: &stderr})
		assert.Equal(t, 1, code, "%v", args)
		assert.Equal(t, "no space left on device\n", stderr.String(), "%v", args)
	}
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	var stderr bytes.Buffer
	code := run([]string{"sim", "--journal", "", "--addr", l.Addr().String()}, streams{err: &stderr})
	assert.Equal(t, 1, code)
	assert.Equal(t, l.Addr().String()+" is in use, perhaps by another consigliere; --addr 127.0.0.1:0 takes a port that is free\n", stderr.String())
}
