package drivers

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"consigliere/config"
	"consigliere/hw"
)

// A machine is what the files of a Linux machine tell about its devices.
type machine struct {
	root   string // "/", but in tests
	config string // the configuration of the box, for commands to type
	user   string // whom the program runs as
	// inGroup reports whether a user is in a group by now, allowed why the program may not use a
	// file, and group to which group it belongs.
	inGroup func(user, group string) bool
	allowed func(file string) error
	group   func(file string) string
}

// thisMachine returns the machine that the program runs on.
func thisMachine(config string) *machine {
	m := &machine{
		root: "/", config: config, inGroup: inGroup,
		allowed: func(file string) error { return unix.Access(file, unix.R_OK|unix.W_OK) },
		group:   groupOf,
	}
	if u, err := user.Current(); err == nil {
		m.user = u.Username
	}
	return m
}

func (m *machine) has(file string) bool {
	_, err := os.Stat(filepath.Join(m.root, file))
	return err == nil
}

var (
	busName  = regexp.MustCompile(`^I2C(\d+)$`)
	portName = regexp.MustCompile(`^SPI(\d+)\.(\d+)$`)
)

// numbers returns the numbers in the name of a bus or port, or nil if it isn't such a name.
func numbers(name string, like *regexp.Regexp) []int {
	var list []int
	for _, digits := range like.FindStringSubmatch(name) {
		n := 0
		if _, err := fmt.Sscanf(digits, "%d", &n); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// A device connects a name in a configuration to a file in /dev.
type device struct {
	file   string // its own
	kernel string // there if the kernel drives the hardware
	module string // makes file of kernel
	boot   string // the line of config.txt that turns it on
}

// device returns the device of a bus or port.
func (m *machine) device(name string) (device, bool) {
	if n := numbers(name, busName); len(n) == 1 {
		return device{
			fmt.Sprintf("/dev/i2c-%d", n[0]), fmt.Sprintf("/sys/class/i2c-adapter/i2c-%d", n[0]), "i2c-dev", config.BusBoot(name),
		}, true
	}
	if n := numbers(name, portName); len(n) == 2 {
		return device{
			fmt.Sprintf("/dev/spidev%d.%d", n[0], n[1]), fmt.Sprintf("/sys/bus/spi/devices/spi%d.%d", n[0], n[1]), "spidev", "dtparam=spi=on",
		}, true
	}
	return device{}, false
}

// missing returns why a bus or port, such as "I2C1", cannot be used, as a [Lack]; nil if it can.
func (m *machine) missing(name string) error {
	d, ok := m.device(name)
	switch {
	case !ok:
		return &Lack{Reason: "this machine has no " + name}
	case m.has(d.file):
		return m.permission(d.file)
	case m.has(d.kernel):
		return &Lack{
			fmt.Sprintf("the module %s is not loaded, so that there is no %s", d.module, d.file),
			fmt.Sprintf("echo %s | sudo tee /etc/modules-load.d/%s.conf && sudo modprobe %s", d.module, d.module, d.module),
		}
	}
	for _, boot := range []string{"/boot/firmware/config.txt", "/boot/config.txt"} {
		if !m.has(boot) {
			continue
		}
		if m.turnedOn(boot, d.boot) {
			return &Lack{name + " is turned on in " + boot + ", and the Pi has not started since", "sudo reboot"}
		}
		return &Lack{
			name + " is turned off",
			fmt.Sprintf("consigliere wiring --config %s --config-txt | sudo tee -a %s && sudo reboot", m.config, boot),
		}
	}
	return &Lack{Reason: "this machine has no " + name + "; is it a Raspberry Pi?"}
}

// turnedOn reports whether a configuration of the Pi's firmware has a line.
func (m *machine) turnedOn(boot, line string) bool {
	f, err := os.Open(filepath.Join(m.root, boot))
	if err != nil {
		return false
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.TrimSpace(s.Text()) == line {
			return true
		}
	}
	return false
}

// permission returns why this program may not use a file of a device; nil if it may.
func (m *machine) permission(file string) error {
	at := filepath.Join(m.root, file)
	if m.allowed(at) == nil {
		return nil
	}
	switch group := m.group(at); {
	case group == "" || group == "root":
		return &Lack{file + " belongs to root alone, as the rules of the package do not work", "sudo udevadm control --reload && sudo udevadm trigger"}
	case m.inGroup(m.user, group):
		return &Lack{fmt.Sprintf("the user %s is in the group %s, and was not when this program was started; log out and in again, or start the machine again", m.user, group), "sudo reboot"}
	default:
		return &Lack{fmt.Sprintf("the user %s is not in the group %s, which %s belongs to", m.user, group, file), fmt.Sprintf("sudo usermod -aG %s %s && sudo reboot", group, m.user)}
	}
}

// groupOf returns the name of the group of a file, or "".
func groupOf(file string) string {
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	g, err := user.LookupGroupId(fmt.Sprint(s.Gid))
	if err != nil {
		return ""
	}
	return g.Name
}

// inGroup reports whether a user is in a group, as /etc/group has it now.
func inGroup(name, group string) bool {
	u, err := user.Lookup(name)
	if err != nil {
		return false
	}
	g, err := user.LookupGroup(group)
	if err != nil {
		return false
	}
	ids, err := u.GroupIds()
	return err == nil && slices.Contains(ids, g.Gid)
}

// needs looks at each bus, port and line that a box needs.
func (m *machine) needs(c *config.Box) (list []Report) {
	look := func(name string, err error) {
		if !slices.ContainsFunc(list, func(r Report) bool { return r.Part == name }) {
			list = append(list, Report{name, err})
		}
	}
	for _, bus := range c.Buses() {
		look(bus, m.missing(bus))
	}
	if c.Lights != nil {
		look(c.Lights.Port, m.missing(c.Lights.Port))
	}
	lines := slices.ContainsFunc(c.Expanders, func(e config.Expander) bool { return e.Interrupt != "" })
	c.EachButton(func(_ hw.Pod, _ hw.Button, p config.Pin) { lines = lines || p.On == config.OnHeader })
	if lines {
		look("GPIO", m.lines())
	}
	if dir, err := c.JournalDir(); err == nil && dir != "" {
		if err := m.lasts(dir); err != nil {
			look("saved games", err)
		}
	}
	return list
}

// lasts returns why what is written into a folder is gone when the power is: raspi-config's overlay
// file system keeps it in memory, and nothing else tells. It is nil if it stays.
func (m *machine) lasts(dir string) error {
	f, err := os.Open(filepath.Join(m.root, "proc/self/mountinfo"))
	if err != nil {
		return nil // without that list nothing is known
	}
	defer f.Close()
	kind, longest := "", ""
	for s := bufio.NewScanner(f); s.Scan(); {
		mount, source, ok := strings.Cut(s.Text(), " - ") // proc(5): the fifth word is where it is
		words := strings.Fields(mount)
		if !ok || len(words) < 5 {
			continue
		}
		at := words[4]
		if (at == "/" || dir == at || strings.HasPrefix(dir, at+"/")) && len(at) >= len(longest) {
			longest = at
			kind, _, _ = strings.Cut(source, " ")
		}
	}
	switch kind {
	case "overlay":
		return &Lack{
			"saved games are in " + dir + ", which is in memory (an overlay file system): they are lost when the power is",
			"sudo raspi-config nonint disable_overlayfs && sudo reboot",
		}
	case "tmpfs", "ramfs":
		return &Lack{Reason: "saved games are in " + dir + ", which is in memory: they are lost when the power is"}
	}
	return nil
}

// lines returns why the lines of the header cannot be used; nil if they can.
func (m *machine) lines() error {
	chips, _ := filepath.Glob(filepath.Join(m.root, "dev/gpiochip*")) // the pattern is right
	if len(chips) == 0 {
		return &Lack{Reason: "this machine has no lines (/dev/gpiochip0); is it a Raspberry Pi?"}
	}
	for _, c := range chips {
		if err := m.permission("/dev/" + filepath.Base(c)); err != nil {
			return err
		}
	}
	return nil
}

// buses returns how a bus is opened. It looks for the bus each time, so that one which appears
// after the program has begun is used; periph's registry has those that were there.
func (m *machine) buses(open func(number int) (i2c.BusCloser, error)) func(name string) (i2c.BusCloser, error) {
	return func(name string) (i2c.BusCloser, error) {
		n := numbers(name, busName)
		if len(n) != 1 {
			return nil, fmt.Errorf("I2C bus %s: %w", name, fs.ErrNotExist)
		}
		if err := m.missing(name); err != nil {
			return nil, err
		}
		b, err := open(n[0])
		if err != nil {
			return nil, inWords(err)
		}
		c, err := m.claim(name)
		if err != nil {
			_ = b.Close() // nothing was sent
			return nil, err
		}
		return &kernelBus{BusCloser: b, claim: c}, nil
	}
}

// ports returns how a port is opened, as buses does.
func (m *machine) ports(open func(bus, chip int) (spi.PortCloser, error)) func(name string) (spi.PortCloser, error) {
	return func(name string) (spi.PortCloser, error) {
		n := numbers(name, portName)
		if len(n) != 2 {
			return nil, fmt.Errorf("SPI port %s: %w", name, fs.ErrNotExist)
		}
		if err := m.missing(name); err != nil {
			return nil, err
		}
		p, err := open(n[0], n[1])
		if err != nil {
			return nil, inWords(err)
		}
		c, err := m.claim(name)
		if err != nil {
			_ = p.Close() // nothing was sent
			return nil, err
		}
		return &kernelPort{PortCloser: p, claim: c}, nil
	}
}

// claim locks the device of a bus or port.
func (m *machine) claim(name string) (*os.File, error) {
	d, _ := m.device(name)
	return claim(filepath.Join(m.root, d.file))
}
