// Package systemd_test holds what a package for Debian must be. What a package does on a machine
// is tried in systemd/vm.
package systemd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// version returns the version of the packages of a repository, as `make deb` gives it.
func version(t *testing.T, repository string) string {
	t.Helper()
	makefile, err := filepath.Abs("../Makefile")
	require.NoError(t, err)
	make := exec.Command("make", "--no-print-directory", "-s", "-f", makefile, "version")
	make.Dir = repository
	out, err := make.Output()
	require.NoError(t, err, string(out))
	return strings.TrimSpace(string(out))
}

// TestVersionsGrow holds that a package is newer than that of every commit before, whatever the
// hashes and the clocks of those who made them, and that a release is newer than what led to it.
func TestVersionsGrow(t *testing.T) {
	for _, tool := range []string{"make", "git", "dpkg"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s", tool)
		}
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ava", "-c", "user.email=ava@localhost", "-c", "tag.gpgsign=false", "-c", "commit.gpgsign=false"}, args...)...)
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	git("init", "-q")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "systemd"), os.DirFS(".")))
	var versions []string
	next := func(date string) string {
		t.Helper()
		t.Setenv("GIT_COMMITTER_DATE", date)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), fmt.Appendln(nil, len(versions)), 0o600))
		git("add", "-A")
		git("commit", "-qm", "one more")
		versions = append(versions, version(t, dir))
		return versions[len(versions)-1]
	}
	assert.Equal(t, "0~git20261123.1", next("2026-11-23T23:30:00+0000"))
	assert.Equal(t, "0~git20261124.2", next("2026-11-24T01:00:00+0100"))
	assert.Equal(t, "0~git20261124.3", next("2026-11-20T12:00:00+0000"), "a clock that was behind")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	versions = append(versions, version(t, dir)) // what is not committed
	assert.Equal(t, "0~git20261124.3+dirty", versions[len(versions)-1])
	for range 8 { // hashes are in no order
		next("2026-11-24T12:00:00+0000")
	}
	git("tag", "v0.9")
	versions = append(versions, version(t, dir))
	assert.Equal(t, "0.9", versions[len(versions)-1])
	assert.Equal(t, "0.9+git20261201.12", next("2026-12-01T12:00:00+0000"))
	next("2026-12-02T12:00:00+0000")
	git("tag", "-a", "-m", "the first", "v1.0")
	versions = append(versions, version(t, dir))
	assert.Equal(t, "1.0", versions[len(versions)-1])
	for i, v := range versions[1:] {
		assert.NoError(t, exec.Command("dpkg", "--compare-versions", versions[i], "lt", v).Run(), "%s, then %s", versions[i], v)
	}

	// Who has a part of the history alone cannot count it.
	shallow := filepath.Join(t.TempDir(), "shallow")
	git("clone", "-q", "--depth", "1", "file://"+dir, shallow)
	git("-C", shallow, "tag", "-d", "v1.0")
	out, err := exec.Command("sh", "-c", "cd '"+shallow+"' && systemd/version").CombinedOutput()
	require.Error(t, err, string(out))
	assert.Contains(t, string(out), "git fetch --unshallow")
}
