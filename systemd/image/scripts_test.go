package image_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A script is one of the image, in a world of its own: its folders are below a root, and what it calls are the programs
// that the test names, which note that they were called.
type script struct {
	t    *testing.T
	root string
	text string
}

func newScript(t *testing.T, file string, programs map[string]string) *script {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("root", file))
	require.NoError(t, err)
	s := &script{t: t, root: t.TempDir()}
	s.text = string(text)
	for _, dir := range []string{"/boot/firmware", "/data", "/etc/consigliere", "/etc/apt/keyrings", "/etc/apt/sources.list.d"} {
		s.text = strings.ReplaceAll(s.text, dir+"/", s.root+dir+"/")
		require.NoError(t, os.MkdirAll(s.root+dir, 0o755))
	}
	require.NoError(t, os.MkdirAll(s.root+"/bin", 0o755))
	for name, body := range programs {
		text := "#!/bin/sh\necho \"" + name + " $*\" >>'" + s.root + "/called'\n" + body + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(s.root, "bin", name), []byte(text), 0o755))
	}
	return s
}

// run runs it, and returns what it called and whether it succeeded.
func (s *script) run(args ...string) (called string, ok bool) {
	s.t.Helper()
	_ = os.Remove(s.root + "/called")
	c := exec.Command("sh", append([]string{"-c", s.text, "script"}, args...)...)
	c.Env = append(os.Environ(), "PATH="+s.root+"/bin:"+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	if err != nil {
		s.t.Logf("%v: %s", err, out)
	}
	log, _ := os.ReadFile(s.root + "/called")
	return string(log), err == nil
}

func (s *script) write(file, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(s.root+file, []byte(text), 0o600))
}

func (s *script) read(file string) string {
	text, _ := os.ReadFile(s.root + file)
	return string(text)
}

// TestCardsConfiguration checks that box.toml on the card is taken once, and not one with a mistake; what its owner changes
// at the box afterwards stays.
func TestCardsConfiguration(t *testing.T) {
	s := newScript(t, "usr/lib/consigliere/card", map[string]string{"consigliere": `! grep -q wrong "$3"`})
	s.write("/etc/consigliere/box.toml", "old")
	called, ok := s.run()
	require.True(t, ok)
	assert.Empty(t, called, "there is none on the card")
	s.write("/boot/firmware/box.toml", "wrong")
	_, ok = s.run()
	assert.False(t, ok)
	assert.Equal(t, "old", s.read("/etc/consigliere/box.toml"))
	s.write("/boot/firmware/box.toml", "new")
	_, ok = s.run()
	require.True(t, ok)
	assert.Equal(t, "new", s.read("/etc/consigliere/box.toml"))
	s.write("/etc/consigliere/box.toml", "changed by pods pair")
	called, ok = s.run()
	require.True(t, ok)
	assert.Empty(t, called, "it is the same as the last time")
	assert.Equal(t, "changed by pods pair", s.read("/etc/consigliere/box.toml"))
}

// TestOwnNetwork checks that the box makes its own Wi-Fi where it knows none and has no cable, and nowhere else.
func TestOwnNetwork(t *testing.T) {
	for _, c := range []struct{ name, state, known, devices, want string }{
		{"cable", "connected", "802-3-ethernet", "eth0:ethernet\nwlan0:wifi", ""},
		{"known", "connecting", "802-3-ethernet\n802-11-wireless", "wlan0:wifi", ""},
		{"no radio", "disconnected", "802-3-ethernet", "eth0:ethernet", ""},
		{"nothing", "disconnected", "802-3-ethernet\nbridge", "eth0:ethernet\nwlan0:wifi", "consigliere hotspot"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(t, "usr/lib/consigliere/network", map[string]string{
				"sleep": "", "rfkill": "", "consigliere": "",
				"nmcli": "case $2 in STATE) echo '" + c.state + "';; TYPE) echo '" + c.known + "';; *) echo '" + c.devices + "';; esac",
			})
			called, ok := s.run()
			require.True(t, ok)
			if c.want == "" {
				assert.NotContains(t, called, "consigliere")
				return
			}
			assert.Contains(t, called, c.want)
		})
	}
}

// TestStickNeedsTheKey checks that packages are taken from a folder only if the image has a key, by which apt checks them,
// that nothing else is asked for them, and that the system is only read again afterwards, even if that failed.
func TestStickNeedsTheKey(t *testing.T) {
	for _, apt := range []string{"", "exit 100"} {
		s := newScript(t, "usr/sbin/consigliere-update", map[string]string{"mount": "", "dpkg": "", "apt-get": apt, "mkdir": "", "sync": "", "systemctl": ""})
		stick := t.TempDir()
		called, ok := s.run(stick)
		assert.False(t, ok, "there is no key")
		assert.Empty(t, called)
		s.write("/etc/apt/keyrings/consigliere.asc", "key")
		called, ok = s.run(stick)
		assert.Equal(t, apt == "", ok)
		lines := strings.Split(strings.TrimSpace(called), "\n")
		assert.Equal(t, "mount -o remount,rw /", lines[0])
		assert.Equal(t, "mount -o remount,ro /", lines[len(lines)-1])
		assert.NotContains(t, called, "box-clock", "nothing says how late it is")
		assert.Contains(t, called, "Dir::Etc::SourceList=/dev/null")
		assert.NotContains(t, s.text, "trusted=yes")
		assert.Contains(t, s.text, "deb [signed-by=%s]")
	}
}

// TestStickSetsTheClock checks that a box whose clock is behind what its owner has signed sets it by that, as apt would not take
// it, and that nobody else's signature and no good clock moves it for good.
func TestStickSetsTheClock(t *testing.T) {
	for _, c := range []struct {
		name, sqv string
		now, want int // the clock before and after
	}{
		{"behind", `[ $(cat CLOCK) -gt 1795694400 ]`, 1793000000, 1795780800},
		{"right", "", 1796000000, 1796000000},
		{"somebody else's", "false", 1793000000, 1793000000},
		{"somebody else's, old", "false", 1796000000, 1796000000},
	} {
		s := newScript(t, "usr/sbin/consigliere-update", nil)
		clock := s.root + "/clock"
		s = newScript(t, "usr/sbin/consigliere-update", map[string]string{
			"mount": "", "dpkg": "", "apt-get": "", "mkdir": "", "sync": "",
			"sqv":       strings.ReplaceAll(c.sqv, "CLOCK", clock),
			"date":      `case $1 in +%s) cat ` + clock + ` ;; *) exec /bin/date "$@" ;; esac`,
			"systemctl": `case $2 in box-clock@*.service) s=${2#box-clock@}; echo "${s%.service}" >` + clock + ` ;; *) exit 1 ;; esac`,
		})
		require.NoError(t, os.WriteFile(clock, []byte(strconv.Itoa(c.now)), 0o600))
		s.write("/etc/apt/keyrings/consigliere.asc", "key")
		stick := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(stick, "InRelease"), []byte("Origin: Consigliere\nDate: Thu, 26 Nov 2026 12:00:00 UTC\n"), 0o600))
		called, ok := s.run(stick)
		require.True(t, ok, c.name)
		now, err := os.ReadFile(clock)
		require.NoError(t, err)
		assert.Equal(t, strconv.Itoa(c.want), strings.TrimSpace(string(now)), c.name)
		assert.Contains(t, called, "apt-get", "which decides")
	}
}
