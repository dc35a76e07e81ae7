// Package bluetest has a fake BlueZ on a D-Bus of its own, with keyboards that can be paired.
package bluetest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

const (
	adapter  = dbus.ObjectPath("/org/bluez/hci0")
	address  = "DC:A6:32:00:00:01"
	hidOver  = "00001812-0000-1000-8000-00805f9b34fb"
	heartSvc = "0000180d-0000-1000-8000-00805f9b34fb"
)

// A Device is something that can be heard.
type Device struct {
	Name    string
	Address string // in capital letters
	Near    int    // how strong it is heard, in dBm; 0 is not at all
	// Key is the kind of key that pairing makes, as mgmt-api.txt of BlueZ has them: 2 and 3 are
	// those of LE Secure Connections.
	Key     int
	Other   bool // it isn't a keyboard
	Battery int  // in percent; 0 is unknown

	Paired, Trusted, Connected bool
}

// A Fake is a BlueZ with one adapter.
type Fake struct {
	Bus   string // the address of its D-Bus
	Store string // where it keeps its bonds
	// OnConnect is called when a keyboard was connected.
	OnConnect func(address string)

	mu sync.Mutex
	// mu guards the following.
	powered, listening, agent bool
	devices                   []*Device
}

// New starts a bus, and a BlueZ on it that hears devices. The test is skipped where there is no dbus-daemon.
func New(t *testing.T, devices ...*Device) *Fake {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		t.Skip("there is no dbus-daemon")
	}
	daemon := exec.Command("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1", "--address=unix:dir="+t.TempDir())
	out, err := daemon.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait() // it was killed
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	f := &Fake{Bus: strings.TrimSpace(line), Store: t.TempDir(), devices: devices}
	conn, err := dbus.Connect(f.Bus)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	methods := func(path dbus.ObjectPath, of string, table map[string]any) {
		require.NoError(t, conn.ExportMethodTable(table, path, of))
	}
	methods("/", "org.freedesktop.DBus.ObjectManager", map[string]any{"GetManagedObjects": f.objects})
	methods("/org/bluez", "org.bluez.AgentManager1", map[string]any{"RegisterAgent": f.register})
	methods(adapter, "org.freedesktop.DBus.Properties", map[string]any{"Set": f.power})
	methods(adapter, "org.bluez.Adapter1", map[string]any{
		"SetDiscoveryFilter": func(map[string]dbus.Variant) *dbus.Error { return nil },
		"StartDiscovery":     func() *dbus.Error { return f.listen(true) },
		"StopDiscovery":      func() *dbus.Error { return f.listen(false) },
		"RemoveDevice":       f.remove,
	})
	for _, d := range devices {
		methods(path(d), "org.bluez.Device1", map[string]any{
			"Pair":    func() *dbus.Error { return f.pair(d) },
			"Connect": func() *dbus.Error { return f.connect(d) },
		})
		methods(path(d), "org.freedesktop.DBus.Properties", map[string]any{
			"Set": func(_, name string, value dbus.Variant) *dbus.Error { return f.trust(d, name, value) },
		})
	}
	_, err = conn.RequestName("org.bluez", dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	return f
}

// Device returns a device as it is now.
func (f *Fake) Device(address string) Device {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.devices {
		if d.Address == address {
			return *d
		}
	}
	return Device{}
}

// Listening reports whether it still listens for devices.
func (f *Fake) Listening() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.listening
}

func path(d *Device) dbus.ObjectPath {
	return adapter + "/dev_" + dbus.ObjectPath(strings.ReplaceAll(d.Address, ":", "_"))
}

func fail(why string) *dbus.Error { return dbus.NewError("org.bluez.Error."+why, []any{why}) }

func (f *Fake) register(dbus.ObjectPath, string) *dbus.Error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.agent = true
	return nil
}

func (f *Fake) power(_, name string, value dbus.Variant) *dbus.Error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name == "Powered" {
		f.powered, _ = value.Value().(bool)
	}
	return nil
}

func (f *Fake) listen(on bool) *dbus.Error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.powered {
		return fail("NotReady")
	}
	f.listening = on
	return nil
}

func (f *Fake) trust(d *Device, name string, value dbus.Variant) *dbus.Error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name == "Trusted" {
		d.Trusted, _ = value.Value().(bool)
	}
	return nil
}

func (f *Fake) bond(d *Device) string { return filepath.Join(f.Store, address, d.Address) }

func (f *Fake) pair(d *Device) *dbus.Error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !f.agent:
		return fail("AuthenticationRejected")
	case d.Paired:
		return fail("AlreadyExists")
	}
	d.Paired = true
	info := fmt.Sprintf("[General]\nName=%s\n\n[LocalSignatureKey]\nAuthenticated=false\n\n[LongTermKey]\nKey=00\nAuthenticated=%d\nEncSize=16\nEDiv=0\nRand=0\n", d.Name, d.Key)
	if err := os.MkdirAll(f.bond(d), 0o700); err != nil {
		return fail("Failed")
	}
	if err := os.WriteFile(filepath.Join(f.bond(d), "info"), []byte(info), 0o600); err != nil {
		return fail("Failed")
	}
	return nil
}

func (f *Fake) connect(d *Device) *dbus.Error {
	f.mu.Lock()
	if !d.Paired {
		f.mu.Unlock()
		return fail("Failed")
	}
	d.Connected = true
	told := f.OnConnect
	f.mu.Unlock()
	if told != nil {
		told(strings.ToLower(d.Address))
	}
	return nil
}

func (f *Fake) remove(of dbus.ObjectPath) *dbus.Error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.devices {
		if path(d) == of {
			d.Paired, d.Trusted, d.Connected, d.Near = false, false, false, 0
			if os.RemoveAll(f.bond(d)) != nil {
				return fail("Failed")
			}
			return nil
		}
	}
	return fail("DoesNotExist")
}

func (f *Fake) objects() (map[dbus.ObjectPath]map[string]map[string]dbus.Variant, *dbus.Error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	v := dbus.MakeVariant
	all := map[dbus.ObjectPath]map[string]map[string]dbus.Variant{
		"/org/bluez": {"org.bluez.AgentManager1": {}},
		adapter:      {"org.bluez.Adapter1": {"Address": v(address), "Powered": v(f.powered)}},
	}
	for _, d := range f.devices {
		service := hidOver
		if d.Other {
			service = heartSvc
		}
		props := map[string]dbus.Variant{
			"Address": v(d.Address), "Alias": v(d.Name), "UUIDs": v([]string{service}),
			"Paired": v(d.Paired), "Trusted": v(d.Trusted), "Connected": v(d.Connected),
		}
		if f.listening && d.Near != 0 && !d.Connected {
			props["RSSI"] = v(int16(d.Near))
		}
		all[path(d)] = map[string]map[string]dbus.Variant{"org.bluez.Device1": props}
		if d.Battery > 0 && d.Connected {
			all[path(d)]["org.bluez.Battery1"] = map[string]dbus.Variant{"Percentage": v(byte(d.Battery))}
		}
	}
	return all, nil
}
