package drivers

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/i2c"

	"consigliere/config"
)

// pi returns a machine with these files below its root. A name that ends with a slash is a folder;
// devices are plain files.
func pi(t *testing.T, files map[string]string) *machine {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, name)
		if name[len(name)-1] == '/' {
			require.NoError(t, os.MkdirAll(file, 0o755))
			continue
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	return &machine{
		root: root, config: "/etc/consigliere/box.toml", user: "ali", inGroup: func(string, string) bool { return false },
		allowed: func(string) error { return nil },
		group: func(file string) string {
			return map[string]string{"i2c-1": "i2c", "spidev0.0": "spi", "gpiochip0": "gpio"}[filepath.Base(file)]
		},
	}
}

// TestWhatIsMissing checks that a machine without a bus is told which of the things that make one
// is missing, and what to type.
func TestWhatIsMissing(t *testing.T) {
	denied := func(m *machine) { m.allowed = func(string) error { return fs.ErrPermission } }
	const (
		boot    = "boot/firmware/config.txt"
		on      = "dtparam=audio=on\ndtparam=i2c_arm=on\n"
		append_ = "consigliere wiring --config /etc/consigliere/box.toml --config-txt | sudo tee -a /boot/firmware/config.txt && sudo reboot"
	)
	for _, c := range []struct {
		name    string
		files   map[string]string
		but     func(*machine)
		bus     string
		reason  string
		command string
	}{
		{"turned-off", map[string]string{boot: "dtparam=audio=on\n#dtparam=i2c_arm=on\n"}, nil, "I2C1", "I2C1 is turned off", append_},
		{"spi-turned-off", map[string]string{boot: on}, nil, "SPI0.0", "SPI0.0 is turned off", append_},
		{"old-system", map[string]string{"boot/config.txt": ""}, nil, "I2C1", "I2C1 is turned off", "consigliere wiring --config /etc/consigliere/box.toml --config-txt | sudo tee -a /boot/config.txt && sudo reboot"},
		{"not-started-since", map[string]string{boot: on}, nil, "I2C1", "I2C1 is turned on in /boot/firmware/config.txt, and the Pi has not started since", "sudo reboot"},
		{"no-pi", nil, nil, "I2C1", "this machine has no I2C1; is it a Raspberry Pi?", ""},
		{"no-module", map[string]string{boot: on, "sys/class/i2c-adapter/i2c-1/": ""}, nil, "I2C1", "the module i2c-dev is not loaded, so that there is no /dev/i2c-1", "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev"},
		{"no-spi-module", map[string]string{boot: on, "sys/bus/spi/devices/spi0.0/": ""}, nil, "SPI0.0", "the module spidev is not loaded, so that there is no /dev/spidev0.0", "echo spidev | sudo tee /etc/modules-load.d/spidev.conf && sudo modprobe spidev"},
		{"no-group", map[string]string{"dev/i2c-1": ""}, denied, "I2C1", "the user ali is not in the group i2c, which /dev/i2c-1 belongs to", "sudo usermod -aG i2c ali && sudo reboot"},
		{
			"group-since",
			map[string]string{"dev/spidev0.0": ""},
			func(m *machine) {
				denied(m)
				m.inGroup = func(user, group string) bool { return user == "ali" && group == "spi" }
			},
			"SPI0.0", "the user ali is in the group spi, and was not when this program was started; log out and in again, or start the machine again", "sudo reboot",
		},
		{
			"no-rules",
			map[string]string{"dev/i2c-1": ""},
			func(m *machine) { denied(m); m.group = func(string) string { return "root" } },
			"I2C1", "/dev/i2c-1 belongs to root alone, as the rules of the package do not work", "sudo udevadm control --reload && sudo udevadm trigger",
		},
		{"fine", map[string]string{"dev/i2c-1": ""}, nil, "I2C1", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := pi(t, c.files)
			if c.but != nil {
				c.but(m)
			}
			err := m.missing(c.bus)
			if c.reason == "" {
				require.NoError(t, err)
				return
			}
			lack := (*Lack)(nil)
			require.ErrorAs(t, err, &lack)
			assert.Equal(t, Lack{c.reason, c.command}, *lack)
		})
	}
}

// TestNeeds checks that each bus, port and line of a box is looked at once.
func TestNeeds(t *testing.T) {
	m := pi(t, map[string]string{"boot/firmware/config.txt": "", "dev/i2c-1": "", "dev/gpiochip0": ""})
	var got []string
	for _, r := range m.needs(config.Default()) {
		got = append(got, r.Part)
		assert.Equal(t, r.Part == "SPI0.0", r.Err != nil, "%s: %v", r.Part, r.Err)
	}
	assert.Equal(t, []string{"I2C1", "SPI0.0", "GPIO"}, got)
}

// TestGamesInMemory checks that a folder is noticed whose games are gone when the power is.
func TestGamesInMemory(t *testing.T) {
	const root = "23 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw\n"
	const overlay = "23 1 0:20 / / rw,noatime shared:1 - overlay overlay rw,lowerdir=/lower\n"
	const memory = "30 23 0:31 / /var/lib rw shared:9 - tmpfs tmpfs rw\n"
	const card = "31 23 179:3 / /var/lib/consigliere rw shared:10 - ext4 /dev/mmcblk0p3 rw\n"
	b := config.Default()
	b.Journals = "/var/lib/consigliere/journals"
	for mounts, want := range map[string]string{
		"": "", root: "", root + memory + card: "", overlay + card: "",
		"30 23 0:31 / /var/lib/consi rw - tmpfs tmpfs rw\n" + root: "",
		root + memory: "in memory: they are lost",
		overlay:       "an overlay file system",
	} {
		m := pi(t, map[string]string{"proc/self/mountinfo": mounts})
		var got error
		for _, r := range m.needs(b) {
			if r.Part == "saved games" {
				got = r.Err
			}
		}
		if want == "" {
			require.NoError(t, got, mounts)
			continue
		}
		require.ErrorContains(t, got, want, mounts)
	}
}

// TestBusThatComesLater checks that a bus is used that was not there when the program began, without
// starting it again (promise P8).
func TestBusThatComesLater(t *testing.T) {
	m := pi(t, map[string]string{"boot/firmware/config.txt": "dtparam=i2c_arm=on\n"})
	opened := 0
	open := m.buses(func(n int) (i2c.BusCloser, error) {
		opened++
		assert.Equal(t, 1, n)
		return &wire{}, nil
	})
	_, err := open("I2C1")
	require.ErrorContains(t, err, "the Pi has not started since; consigliere doctor says what to type")
	require.NoError(t, os.MkdirAll(filepath.Join(m.root, "dev"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(m.root, "dev/i2c-1"), nil, 0o600))
	b, err := open("I2C1")
	require.NoError(t, err)
	require.NoError(t, b.Tx(0x20, []byte{1}, nil))
	_, err = open("I2C1")
	require.ErrorContains(t, err, "another consigliere runs")
	require.NoError(t, b.Close())
	assert.Equal(t, 2, opened)
	_, err = open("bus")
	require.True(t, errors.Is(err, fs.ErrNotExist), err)
}
