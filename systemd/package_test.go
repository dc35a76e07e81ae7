// Package systemd_test holds what a package for Debian must be. What a package does on a machine
// is tried in systemd/vm.
package systemd_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"consigliere/drivers/steward"
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

// TestVersionsGrow checks that a package is newer than the package of every commit before, whatever the
// hashes and clocks of their authors, and that a release is newer than what led to it.
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

	// The tarball of a release has no history.
	unpacked := t.TempDir()
	git("archive", "--prefix=consigliere-1.0/", "-o", unpacked+".tar", "HEAD")
	require.NoError(t, exec.Command("tar", "-xf", unpacked+".tar", "-C", unpacked).Run())
	assert.Equal(t, "1.0", version(t, filepath.Join(unpacked, "consigliere-1.0")))

	// A clone with only a part of the history cannot count it.
	shallow := filepath.Join(t.TempDir(), "shallow")
	git("clone", "-q", "--depth", "1", "file://"+dir, shallow)
	git("-C", shallow, "tag", "-d", "v1.0")
	out, err := exec.Command("sh", "-c", "cd '"+shallow+"' && systemd/version").CombinedOutput()
	require.Error(t, err, string(out))
	assert.Contains(t, string(out), "git fetch --unshallow")
}

// A content is a file of the package, as systemd/nfpm.yaml has it.
type content struct{ Src, Dst string }

// contents returns the files of the package. What the build makes isn't in the tree.
func contents(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.ReadFile("nfpm.yaml")
	require.NoError(t, err)
	var p struct{ Contents []content }
	require.NoError(t, yaml.Unmarshal(file, &p))
	files := map[string]string{}
	for _, c := range p.Contents {
		if strings.HasPrefix(c.Src, "$") {
			continue
		}
		data, err := os.ReadFile(filepath.Join("..", c.Src))
		require.NoError(t, err, "%s", c.Dst)
		files[c.Dst] = string(data)
	}
	return files
}

// settings returns the values of a key of a unit.
func settings(unit, key string) (list []string) {
	for line := range strings.Lines(unit) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			list = append(list, value)
		}
	}
	return list
}

// TestDevicesAreThere checks that the package makes the devices that a box needs: Raspberry Pi OS
// loads no i2c-dev for a bus that is turned on in config.txt, so there was no /dev/i2c-1.
func TestDevicesAreThere(t *testing.T) {
	modules := contents(t)["/usr/lib/modules-load.d/consigliere.conf"]
	assert.Contains(t, strings.Split(modules, "\n"), "i2c-dev")
	// They are loaded at once, too: whoever installs the package need not start the machine again.
	postinst, err := os.ReadFile("postinst")
	require.NoError(t, err)
	assert.Contains(t, string(postinst), "modprobe -q i2c-dev")
}

// TestNeeds checks that what the program calls is in a package that this one names, or that every Debian has: whoever adds
// a program says here which package brings it.
func TestNeeds(t *testing.T) {
	file, err := os.ReadFile("nfpm.yaml")
	require.NoError(t, err)
	var p struct{ Depends, Recommends, Suggests []string }
	require.NoError(t, yaml.Unmarshal(file, &p))
	from := map[string]string{
		"aplay": "alsa-utils", "arecord": "alsa-utils", "espeak-ng": "espeak-ng", "flite": "flite", "nmcli": "network-manager",
		"systemctl": "systemd", "systemd-run": "systemd", "apt-cache": "apt", "rpicam-hello": "rpicam-apps",
	}
	brought := map[string]string{
		"apt":         "every Debian has it",
		"rpicam-apps": "Raspberry Pi OS has it and Debian has not; without it there is no camera of a Pi",
	}
	called := regexp.MustCompile(`exec\.(?:LookPath\(|Command\(|CommandContext\(ctx, )"([^"]+)"|\bname: "([^"]+)", args:`)
	seen := map[string]bool{}
	for _, dir := range []string{"../cmd/consigliere", "../drivers", "../config", "../hw"} {
		require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range called.FindAllStringSubmatch(string(text), -1) {
				program := found[1] + found[2]
				seen[program] = true
				name := from[program]
				named := slices.Contains(slices.Concat(p.Depends, p.Recommends, p.Suggests), name)
				assert.True(t, named || brought[name] != "", "%s calls %s, of the package %q, which systemd/nfpm.yaml doesn't name", path, program, name)
			}
			return err
		}))
	}
	for program := range from {
		assert.True(t, seen[program], "nothing calls %s any more", program)
	}
	for _, name := range []string{"systemd", "udev"} { // whose folders the package has files in
		assert.Contains(t, p.Depends, name)
	}
	for _, name := range append(p.Recommends, p.Suggests...) {
		assert.True(t, name == "bluez" || slices.Contains(slices.Collect(maps.Values(from)), name), "nothing calls what %s brings", name) // bluez is asked by D-Bus
	}
}

// TestManual checks that the page has each command with its help, unchanged by roff.
func TestManual(t *testing.T) {
	program := filepath.Join(t.TempDir(), "consigliere")
	require.NoError(t, os.WriteFile(program, []byte(`#!/bin/sh
case $1 in
--help) printf 'Usage: consigliere <command>\n\nFlags:\n  -h, --help    Help.\n\nCommands:\n  play    Plays.\n  sim     Simulates.\n' ;;
*) printf 'Usage: %s\n.config and \\n and --seed\n' "$1" ;;
esac
`), 0o700))
	c := exec.Command("./manual", program)
	c.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=86400")
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	page := string(out)
	assert.Contains(t, page, `.TH CONSIGLIERE 1 "1970-01-02"`)
	assert.Contains(t, page, ".SS \"consigliere play\"\n.nf\nUsage: play\n\\&.config and \\en and \\-\\-seed\n.fi\n.SS \"consigliere sim\"\n")
	assert.Equal(t, 2, strings.Count(page, ".SS "))
}

// TestRepository checks that apt finds packages in the folder, and that it is signed with the owner's
// key.
func TestRepository(t *testing.T) {
	for _, tool := range []string{"dpkg-deb", "dpkg-scanpackages", "gpg"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s", tool)
		}
	}
	dir := t.TempDir()
	t.Setenv("GNUPGHOME", filepath.Join(dir, "keys"))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "keys"), 0o700))
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	t.Cleanup(func() { _ = exec.Command("gpgconf", "--kill", "all").Run() })
	packages, repository := filepath.Join(dir, "dist"), filepath.Join(dir, "apt")
	for _, v := range []string{"0.9", "1.0"} {
		root := filepath.Join(dir, v)
		require.NoError(t, os.MkdirAll(filepath.Join(root, "DEBIAN"), 0o755))
		require.NoError(t, os.MkdirAll(packages, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, "DEBIAN/control"), []byte("Package: consigliere\nVersion: "+v+"\nArchitecture: arm64\nMaintainer: Ava <ava@localhost>\nDescription: a box\n"), 0o600))
		run("dpkg-deb", "--build", "--root-owner-group", root, filepath.Join(packages, "consigliere_"+v+"_arm64.deb"))
	}
	run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "ava@localhost", "ed25519")
	run("./repository", packages, repository, "ava@localhost")
	list, err := os.ReadFile(filepath.Join(repository, "Packages"))
	require.NoError(t, err)
	assert.Contains(t, string(list), "Version: 0.9\n", "older packages can be had")
	assert.Contains(t, string(list), "Version: 1.0\n")
	assert.Contains(t, string(list), "Filename: ./consigliere_1.0_arm64.deb\n")
	release, err := os.ReadFile(filepath.Join(repository, "Release"))
	require.NoError(t, err)
	assert.Contains(t, string(release), fmt.Sprintf(" %x %d Packages\n", sha256.Sum256(list), len(list)))
	run("gpg", "--verify", filepath.Join(repository, "InRelease"))
	require.FileExists(t, filepath.Join(repository, "consigliere.asc"))
	run("./repository", packages, repository, "ava@localhost") // again
}

// TestCameraOfThePi checks that the service may use what libcamera does: the media controller and
// memory from the kernel's heaps. Without them it finds no camera.
func TestCameraOfThePi(t *testing.T) {
	files := contents(t)
	unit := files["/usr/lib/systemd/system/consigliere.service"]
	for _, class := range []string{"char-video4linux", "char-media", "char-dma_heap"} {
		assert.Contains(t, settings(unit, "DeviceAllow"), class+" rw")
	}
	assert.Contains(t, settings(unit, "SupplementaryGroups")[0], "video")
	rules := files["/usr/lib/udev/rules.d/60-consigliere.rules"]
	for _, class := range []string{"media", "dma_heap"} {
		assert.Contains(t, rules, `SUBSYSTEM=="`+class+`", GROUP="video"`)
	}
}

// TestExposure checks that no unit can do more than it must, as systemd counts it, of 100: 20 at most.
func TestExposure(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("needs systemd-analyze")
	}
	units, err := filepath.Glob("*.service")
	require.NoError(t, err)
	require.NotEmpty(t, units)
	image, err := filepath.Glob("image/root/etc/systemd/system/*.service")
	require.NoError(t, err)
	require.NotEmpty(t, image)
	for _, name := range append(units, image...) {
		out, err := exec.Command("systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=20", "./"+name).CombinedOutput()
		assert.NoError(t, err, "%s", out)
	}
}

// TestStewardIsForTheBox checks that the box alone may ask for what needs rights, and that nobody asks
// from outside of the machine.
func TestStewardIsForTheBox(t *testing.T) {
	files := contents(t)
	socket := files["/usr/lib/systemd/system/consigliere-steward.socket"]
	assert.Equal(t, []string{steward.Socket}, settings(socket, "ListenStream"))
	assert.Equal(t, []string{"0660"}, settings(socket, "SocketMode"))
	box := files["/usr/lib/systemd/system/consigliere.service"]
	assert.Equal(t, settings(box, "Group"), settings(socket, "SocketGroup"))
	assert.Contains(t, settings(box, "RestrictAddressFamilies")[0], "AF_UNIX")
	helper := files["/usr/lib/systemd/system/consigliere-steward@.service"]
	assert.Equal(t, []string{"AF_UNIX"}, settings(helper, "RestrictAddressFamilies"))
	assert.Equal(t, []string{"CAP_SYS_TIME"}, settings(helper, "CapabilityBoundingSet"))
}
