//go:build unix

package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/journal"
)

// TestOutputThatNobodyReads runs the program with a log whose reader vanishes: it plays on.
// Then its terminal closes: it ends in order, and the journals are free and whole.
func TestOutputThatNobodyReads(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("consigliere", "sim", "--addr", "127.0.0.1:0", "--journal", dir, "--verbose",
		"--game", "naro", "--seats", "Ava,Babak,Chiara,Dario", "--option", "chance=box")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	log, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it has ended before, unless the test failed
	said, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	url := strings.Fields(strings.TrimPrefix(said, "The box is at "))[0]
	require.NoError(t, out.Close())
	require.NoError(t, log.Close())

	c, _, err := websocket.Dial(t.Context(), url+"/wire", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
	require.NoError(t, err)
	defer c.CloseNow()
	c.SetReadLimit(1 << 20)
	for range 3 { // each is logged
		for _, on := range []string{"true", "false"} {
			require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(`{"t":"pause","on":`+on+`}`)))
		}
	}
	require.NoError(t, c.Write(t.Context(), websocket.MessageText, []byte(`{"t":"type","line":{"seat":"Ava","do":"load","card":"click"}}`)))
	for locked := false; !locked; {
		_, data, err := c.Read(t.Context())
		require.NoError(t, err, "it goes on")
		locked = strings.Contains(string(data), `"locked":true`)
	}

	hangUp := syscall.SIGHUP
	if signal.Ignored(hangUp) { // as under nohup, and then the program ignores it, too
		hangUp = syscall.SIGTERM
	}
	require.NoError(t, cmd.Process.Signal(hangUp))
	for err == nil {
		_, _, err = c.Read(t.Context())
	}
	assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err), "the page is told: %v", err)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
	assert.True(t, cmd.ProcessState.Exited(), "no signal has killed it: %v", cmd.ProcessState)
	lock, err := journal.LockDir(dir)
	require.NoError(t, err, "the journals are free")
	require.NoError(t, lock.Close())
	f, err := os.Open(filepath.Join(dir, "play-0001.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	journal, err := io.ReadAll(f)
	require.NoError(t, err)
	assert.Contains(t, string(journal), `"do":"load"`)
	assert.True(t, strings.HasSuffix(string(journal), "\n"), "no line is cut short")
}
