package main

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/internal/atomicfile"
)

// An import waits for no pipe that nobody writes to, and reads nothing that is longer than a journal can be.
func TestImportIsBounded(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, atomicfile.WriteFile(filepath.Join(dir, "long"), make([]byte, 33<<20), 0o600))
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Skip("there are no pipes here: ", string(out))
	}
	for file, want := range map[string]string{pipe: "not a regular file", "/dev/zero": "not a regular file", filepath.Join(dir, "long"): "more than 32 MB"} {
		cmd := exec.Command("consigliere", "campaign", "import", "--journals", dir, file)
		cmd.WaitDelay = time.Second
		ended := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		out, err := cmd.CombinedOutput()
		require.True(t, ended.Stop(), "%s: it waits", file)
		require.Error(t, err, file)
		assert.Contains(t, string(out), want, file)
	}
}
