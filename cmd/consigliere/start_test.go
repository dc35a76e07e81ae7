package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIdleBoxIsSmall checks that a box which waits for its first game has less than 30 MB in memory,
// its program included, and that its start takes no more than a few times the work which BenchmarkStart finds on a
// machine that does nothing else.
func TestIdleBoxIsSmall(t *testing.T) {
	if runtime.GOOS != "linux" || testing.Short() {
		t.Skip("only Linux tells, and the program has to be built as it is packed")
	}
	cmd := startPage(t, packed(t))
	work := worked(t, cmd.Process.Pid)
	time.Sleep(settleTime + time.Second)
	kB := resident(t, cmd.Process.Pid)
	for late := time.Now().Add(30 * time.Second); kB >= 30<<10 && time.Now().Before(late); kB = resident(t, cmd.Process.Pid) {
		time.Sleep(100 * time.Millisecond) // on a busy machine it takes longer to come to rest
	}
	t.Log(kB, "kB,", work)
	assert.Less(t, kB, 30<<10)
	assert.Less(t, work, 200*time.Millisecond)
}

// BenchmarkStart tells how much work of one processor, in ms, it takes until a box has shown its page: 50 are the most.
func BenchmarkStart(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("only Linux tells")
	}
	program := packed(b)
	total := time.Duration(0)
	for b.Loop() {
		cmd := startPage(b, program)
		total += worked(b, cmd.Process.Pid)
		require.NoError(b, cmd.Process.Kill())
		_ = cmd.Wait() // it was killed
	}
	b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms-of-work/op")
}

// packed returns the program built as it is packed.
func packed(t testing.TB) string {
	program := t.TempDir() + "/consigliere"
	build := exec.Command("go", "build", "-tags", "nethttpomithttp2", "-ldflags=-s", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// startPage starts a program until it has shown its page. It is killed when t ends.
func startPage(t testing.TB, program string) *exec.Cmd {
	cmd := exec.Command(program, "sim", "--addr", "127.0.0.1:0", "--journal", t.TempDir())
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have been before
		_ = cmd.Wait()
	})
	said := make([]byte, 200)
	n, err := stdout.Read(said)
	require.NoError(t, err)
	at, _, _ := strings.Cut(strings.TrimPrefix(string(said[:n]), "The box is at "), " ")
	a, err := http.Get(at)
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, a.Body)
	require.NoError(t, err)
	require.NoError(t, a.Body.Close())
	return cmd
}

// worked returns how long a program has kept processors busy.
func worked(t testing.TB, pid int) time.Duration {
	tasks, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	require.NoError(t, err)
	total := 0
	for _, task := range tasks {
		data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + task.Name() + "/schedstat")
		require.NoError(t, err)
		ns, err := strconv.Atoi(string(bytes.Fields(data)[0]))
		require.NoError(t, err)
		total += ns
	}
	return time.Duration(total)
}

// resident returns how much of a program is in memory, in kB.
func resident(t testing.TB, pid int) int {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	require.NoError(t, err)
	_, after, found := bytes.Cut(data, []byte("VmRSS:"))
	require.True(t, found)
	kB, err := strconv.Atoi(string(bytes.Fields(after)[0]))
	require.NoError(t, err)
	return kB
}
