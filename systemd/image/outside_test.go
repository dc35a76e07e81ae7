//go:build vm

package image_test

import (
	"encoding/base64"
	"fmt"
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
)

// TestOwnWiFi checks that a box without a cable makes its own Wi-Fi when it is first started, that another radio can join it
// with the password that the box shows, and that it is there again after the plug was pulled. The radios are the kernel's
// simulated ones.
func TestOwnWiFi(t *testing.T) {
	m := newMachine(t, t.TempDir())
	m.alone, m.words = true, "modules_load=mac80211_hwsim"
	m.start()
	t.Cleanup(func() {
		if t.Failed() {
			said, _ := m.on("journalctl -q -b -o short-monotonic --no-pager -u box-network; nmcli device; uptime")
			t.Log(said)
		}
	})
	on := func() bool {
		out, _ := m.on("nmcli -g NAME,TYPE,DEVICE connection show --active")
		return strings.Contains(out, "consigliere:802-11-wireless:wlan")
	}
	m.wait("the box's own Wi-Fi", on)
	var said string
	m.wait("it invites phones there", func() bool {
		said, _ = m.on("consigliere phones")
		return strings.Contains(said, "http://10.42.0.1:8018/#")
	})
	password := regexp.MustCompile(`Its password: (\S+)`).FindStringSubmatch(m.must("consigliere hotspot"))
	require.Len(t, password, 2)
	t.Logf("%s", strings.Split(said, "\n")[0])
	join := func() {
		m.wait("another radio is in it", func() bool {
			out, ok := m.on("nmcli --wait 60 device wifi connect Consigliere password " + password[1] + " ifname wlan1")
			return ok && strings.Contains(out, "successfully activated")
		})
	}
	join()
	assert.Regexp(t, `^10\.42\.0\.`, m.must("nmcli -g IP4.ADDRESS device show wlan1"))
	m.must("nmcli connection delete $(nmcli -g UUID,DEVICE connection show --active | sed -n 's/:wlan1$//p')")
	m.must("sync")
	m.cut()
	m.start()
	m.wait("it is there again", on)
	join()
}

// TestStick checks that the box takes a newer package from a USB stick that is signed with its key, and neither one that is
// not nor another stick, and that nothing else can write to the system meanwhile. The image is given a key of the test's own, as
// `make image KEY=` gives it its owner's.
func TestStick(t *testing.T) {
	m := newMachine(t, t.TempDir())
	keys, err := os.MkdirTemp("", "keys") // a socket's path is short
	require.NoError(t, err)
	t.Setenv("GNUPGHOME", keys)
	t.Cleanup(func() {
		_ = exec.Command("gpgconf", "--kill", "all").Run()
		_ = os.RemoveAll(keys)
	})
	for _, who := range []string{"owner", "stranger"} {
		// The key is older than the image, and so than its clock.
		run(t, "gpg", "--batch", "--faked-system-time", time.Now().Add(-90*24*time.Hour).UTC().Format("20060102T150405"), "--passphrase", "",
			"--quick-generate-key", who+"@localhost", "ed25519", "default", "never")
	}
	owner, err := exec.Command("gpg", "--batch", "--export", "--armor", "owner@localhost").Output()
	require.NoError(t, err)
	key := base64.StdEncoding.EncodeToString(owner)
	// Sticks are put in and pulled out while it runs.
	monitor := filepath.Join(m.dir, "monitor")
	m.extra = []string{"-smp", "1", "-accel", "tcg,thread=single", "-icount", "shift=2", "-device", "qemu-xhci", "-monitor", "unix:" + monitor + ",server,nowait"}
	tell := func(command string) {
		conn, err := net.Dial("unix", monitor)
		require.NoError(t, err)
		defer conn.Close()
		_, err = fmt.Fprintf(conn, "%s\nhelp quit\n", command)
		require.NoError(t, err)
		var said strings.Builder // until the answer to the second command, so that the first is done
		for b := make([]byte, 1024); !strings.Contains(said.String(), "quit the emulator"); {
			n, err := conn.Read(b)
			require.NoError(t, err, "%s", said.String())
			said.Write(b[:n])
		}
		require.NotContains(t, said.String(), "Error", command)
	}
	have := func() string { return m.must("dpkg-query -W -f '${Version}' consigliere") }
	m.start()
	m.invite()
	m.healthy()
	first := have()
	m.must("mount -o remount,rw / && mkdir -p /etc/apt/keyrings && echo " + key + " | base64 -d >/etc/apt/keyrings/consigliere.asc && " +
		"systemctl disable consigliere-steward.socket && sync && mount -o remount,ro /") // the package starts it with the machine

	m.must("date -s @$(($(date +%s) - 2592000))") // a Pi without a network has the time of its last evening

	// A newer package: this one with another version.
	dir := t.TempDir()
	packages, err := filepath.Glob(filepath.Join(*folder, "consigliere_*_arm64.deb"))
	require.NoError(t, err)
	require.NotEmpty(t, packages)
	run(t, "dpkg-deb", "-R", packages[len(packages)-1], filepath.Join(dir, "tree"))
	control := filepath.Join(dir, "tree/DEBIAN/control")
	data, err := os.ReadFile(control)
	require.NoError(t, err)
	newer := first + "+stick"
	require.NoError(t, os.WriteFile(control, []byte(strings.Replace(string(data), "Version: "+first+"\n", "Version: "+newer+"\n", 1)), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "debs"), 0o755))
	run(t, "dpkg-deb", "-b", "--root-owner-group", "-Zgzip", filepath.Join(dir, "tree"), filepath.Join(dir, "debs/consigliere_arm64.deb"))

	looked := regexp.MustCompile(`(Finished|Failed to start) box-stick`)
	for i, c := range []struct {
		name, key string
		taken     bool
	}{
		{"nothing", "", false},
		{"somebody else's", "stranger@localhost", false},
		{"the owner's", "owner@localhost", true},
	} {
		stick := filepath.Join(dir, c.key+".img")
		run(t, "truncate", "-s", "128M", stick)
		run(t, "mkfs.vfat", stick)
		if c.key != "" {
			repository := filepath.Join(dir, c.key, "consigliere")
			run(t, "../repository", filepath.Join(dir, "debs"), repository, c.key)
			run(t, "mcopy", "-s", "-i", stick, repository, "::")
		}
		tell(fmt.Sprintf("drive_add 0 if=none,id=drive%d,format=raw,file=%s", i, stick))
		tell(fmt.Sprintf("device_add usb-storage,drive=drive%[1]d,id=stick%[1]d", i))
		said := ""
		m.wait("the stick is looked at", func() bool {
			said, _ = m.on("journalctl -q -b -o cat --no-pager -u 'box-stick@*' -u 'box-clock@*'")
			m.must("! touch /usr/bin/x 2>/dev/null") // nobody else can write to the system meanwhile
			return len(looked.FindAllString(said, -1)) > i
		})
		t.Logf("%s: %s", c.name, said)
		want := first
		if c.taken {
			want = newer
			assert.NotContains(t, said, "can be written to until the next start")
		}
		assert.Equal(t, want, have(), c.name)
		m.invite() // the box runs
		tell(fmt.Sprintf("device_del stick%d", i))
	}
	// The new one is there after the plug was pulled, and the system is only read again.
	m.must("sync")
	m.cut()
	m.start()
	m.invite()
	m.healthy()
	assert.Equal(t, newer, have())
	m.must("systemctl is-active consigliere-steward.socket")
}
