package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
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
