package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
)

// TestOneProgramAFolder checks that two programs do not write to one folder of journals: the
// second says which has it. A kill frees it at once.
func TestOneProgramAFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journals")
	start := func(journal string) *exec.Cmd {
		cmd := exec.Command("consigliere", "sim", "--addr", "127.0.0.1:0", "--journal", journal)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }) // unless the test has done so
		said, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, said, "The box is at http://127.0.0.1:")
		return cmd
	}
	refused := func(args ...string) string {
		cmd := exec.Command("consigliere", args...)
		var said bytes.Buffer
		cmd.Stderr = &said
		require.Error(t, cmd.Run())
		assert.Equal(t, 1, cmd.ProcessState.ExitCode())
		return said.String()
	}
	first := start(dir)
	want := fmt.Sprintf("process %d is already saving games in %s; end it first, or name another folder with --journal DIR, or none with --journal \"\"\n", first.Process.Pid, dir)
	assert.Equal(t, want, refused("sim", "--addr", "127.0.0.1:0", "--journal", dir))
	assert.Equal(t, want, refused("sim", "--headless", "--presses", "-", "--out", t.TempDir(), "--journal", dir))
	file := filepath.Join(t.TempDir(), "box.toml")
	own := regexp.MustCompile(`(?m)^journals = .*$`).ReplaceAll(config.DefaultFile, fmt.Appendf(nil, "journals = %q", dir))
	require.NoError(t, os.WriteFile(file, own, 0o644))
	assert.Equal(t, fmt.Sprintf("process %d is already saving games in %s; end it first, or name another folder as journals in %s\n", first.Process.Pid, dir, file), refused("run", "--config", file))
	start(filepath.Join(t.TempDir(), "of its own"))
	start("")
	out, err := exec.Command("consigliere", "sim", "--headless", "--presses", "-", "--out", t.TempDir()).CombinedOutput()
	require.NoError(t, err, string(out))

	require.NoError(t, first.Process.Kill())
	_ = first.Wait() // it was killed
	start(dir)
}
