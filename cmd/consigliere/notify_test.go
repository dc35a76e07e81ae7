//go:build linux

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
)

// service returns what a box tells systemd, as it comes.
func service(t *testing.T, watchdog string) func(within time.Duration) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", watchdog)
	return func(within time.Duration) string {
		var b [256]byte
		require.NoError(t, l.SetReadDeadline(time.Now().Add(within)))
		n, err := l.Read(b[:])
		if err != nil {
			return err.Error()
		}
		return string(b[:n])
	}
}

// A box tells systemd when its loop begins and ends, and feeds the watchdog from the loop.
func TestNotify(t *testing.T) {
	told := service(t, "40000")
	_, _, end := pi(t, config.Builds()[1].Box(), 1)
	assert.Equal(t, "READY=1", told(10*time.Second))
	for range 3 {
		assert.Equal(t, "WATCHDOG=1", told(10*time.Second))
	}
	assert.Empty(t, os.Getenv("NOTIFY_SOCKET"), "what the box starts does not speak for it")
	end()
	for state := ""; state != "STOPPING=1"; {
		state = told(10 * time.Second)
		require.Contains(t, []string{"WATCHDOG=1", "STOPPING=1"}, state)
	}
}

// A loop that hangs does not feed the watchdog.
func TestWatchdogOfALoopThatHangs(t *testing.T) {
	told := service(t, "1000")
	n := newNotifier(nil)
	p := &watchedParts{notify: n}
	n.feed()
	assert.Equal(t, "WATCHDOG=1", told(10*time.Second))
	assert.False(t, p.ready)
	assert.Contains(t, told(30*time.Millisecond), "timeout", "nobody but the loop feeds it")
}

// TestUnit checks that the unit is one that systemd understands, that no more of the machine is
// open to the box than its comments say, and that the package has what the unit names.
func TestUnit(t *testing.T) {
	unit, err := os.ReadFile("../../systemd/consigliere.service")
	require.NoError(t, err)
	for _, want := range []string{"Type=notify", "WatchdogSec=20", "Restart=always", "MemoryMax=60%", "User=consigliere", "StateDirectory=consigliere", "ExecStart=/usr/bin/consigliere run --config /etc/consigliere/box.toml"} {
		assert.Contains(t, string(unit), "\n"+want+"\n")
	}
	users, err := os.ReadFile("../../systemd/sysusers.conf")
	require.NoError(t, err)
	groups := regexp.MustCompile(`(?m)^SupplementaryGroups=(.*)$`).FindSubmatch(unit)
	require.NotNil(t, groups)
	for _, g := range strings.Fields(string(groups[1])) {
		assert.Contains(t, string(users), "\ng "+g+" ", "the group exists on a Debian, too")
		assert.Contains(t, string(users), "\nm consigliere "+g+"\n")
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return // .ci/run has it
	}
	out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=20", "--no-pager", "../../systemd/consigliere.service").CombinedOutput()
	assert.NoError(t, err, "%s", out)
	reasons := string(unit)[strings.Index(string(unit), "Left open, and why"):]
	for _, line := range strings.Split(string(out), "\n") {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "✗ ")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, "=")
		switch name {
		case "RestrictAddressFamilies", "IPAddressDeny", "DeviceAllow":
			continue // their reasons are beside them
		}
		assert.Contains(t, reasons, name, "it is open, and nobody says why: %s", line)
	}
}
