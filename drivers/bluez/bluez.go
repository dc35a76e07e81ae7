// Package bluez pairs keyboards by Bluetooth LE, and asks how full their batteries are. It talks to
// BlueZ, the Bluetooth of Linux, over D-Bus (man org.bluez.Adapter, org.bluez.Device).
//
// A keyboard is let in when it has been paired by LE Secure Connections and bonded. Who listens while
// an older kind of pairing goes on learns the keys of the link, and everything that is pressed. What
// kind it was is only in what BlueZ keeps of the bond (see [Options]), for root to read.
package bluez

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// The names of BlueZ.
const (
	service   = "org.bluez"
	adapterIf = "org.bluez.Adapter1"
	deviceIf  = "org.bluez.Device1"
	batteryIf = "org.bluez.Battery1"
	agentIf   = "org.bluez.Agent1"
	managerIf = "org.bluez.AgentManager1"
	root      = dbus.ObjectPath("/org/bluez")
	agentPath = dbus.ObjectPath("/consigliere/agent")
)

// keyboards is the service of everything that has keys (Assigned Numbers, 3.4.2), and appearance what a
// keyboard says it looks like (2.6).
const (
	keyboards  = "00001812-0000-1000-8000-00805f9b34fb"
	appearance = 0x03C1
)

// Options say where BlueZ is.
type Options struct {
	Bus   string // the address of the D-Bus; "" means the system's
	Store string // the folder in which BlueZ keeps its bonds; "" is /var/lib/bluetooth
}

// A Radio is an adapter of BlueZ. One goroutine owns it.
type Radio struct {
	conn    *dbus.Conn
	adapter dbus.ObjectPath
	address string
	store   string
}

// A Keyboard is one that can be heard.
type Keyboard struct {
	Name    string // as it calls itself
	Address string // such as "aa:bb:cc:dd:ee:ff"
	path    dbus.ObjectPath
}

// Open turns the first adapter on.
func Open(ctx context.Context, o Options) (*Radio, error) {
	conn, err := connect(ctx, o.Bus)
	if err != nil {
		return nil, err
	}
	r := &Radio{conn: conn, store: o.Store}
	if r.store == "" {
		r.store = "/var/lib/bluetooth"
	}
	if err := r.begin(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return r, nil
}

func connect(ctx context.Context, bus string) (*dbus.Conn, error) {
	var conn *dbus.Conn
	var err error
	if bus == "" {
		conn, err = dbus.ConnectSystemBus(dbus.WithContext(ctx))
	} else {
		conn, err = dbus.Connect(bus, dbus.WithContext(ctx))
	}
	if err != nil {
		return nil, fmt.Errorf("the D-Bus of the system does not answer: %w", err)
	}
	return conn, nil
}

func (r *Radio) begin(ctx context.Context) error {
	objects, err := r.objects(ctx)
	if err != nil {
		return err
	}
	for path, is := range objects {
		if props := is[adapterIf]; props != nil && (r.adapter == "" || path < r.adapter) {
			r.adapter = path
			r.address, _ = props["Address"].Value().(string)
		}
	}
	if r.adapter == "" {
		return errors.New("there is no Bluetooth adapter; is it switched off? Try: sudo rfkill unblock bluetooth")
	}
	if err := r.set(ctx, r.adapter, adapterIf, "Powered", true); err != nil {
		return fmt.Errorf("switch the Bluetooth adapter on: %w", err)
	}
	return r.offer(ctx)
}

// offer registers who answers when a device asks something: nobody but the one that is being paired may
// come in, and it has nothing to show or to type.
func (r *Radio) offer(ctx context.Context) error {
	if err := r.conn.Export(agent{}, agentPath, agentIf); err != nil {
		return err
	}
	manager := r.conn.Object(service, root)
	if err := manager.CallWithContext(ctx, managerIf+".RegisterAgent", 0, agentPath, "NoInputNoOutput").Err; err != nil {
		return fmt.Errorf("register with BlueZ: %w", err)
	}
	return nil
}

// An agent refuses what devices ask by themselves. Pairing that [Radio.Pair] begins asks nothing.
type agent struct{}

// RequestAuthorization and AuthorizeService implement org.bluez.Agent1.
func (agent) RequestAuthorization(dbus.ObjectPath) *dbus.Error     { return refused() }
func (agent) AuthorizeService(dbus.ObjectPath, string) *dbus.Error { return refused() }

// Cancel and Release implement org.bluez.Agent1.
func (agent) Cancel() *dbus.Error  { return nil }
func (agent) Release() *dbus.Error { return nil }

func refused() *dbus.Error { return dbus.NewError("org.bluez.Error.Rejected", nil) }

// Close lets go of BlueZ. What was paired stays so.
func (r *Radio) Close() error { return r.conn.Close() }

type objects map[dbus.ObjectPath]map[string]map[string]dbus.Variant

func (r *Radio) objects(ctx context.Context) (objects, error) { return allOf(ctx, r.conn) }

// allOf returns all that BlueZ knows.
func allOf(ctx context.Context, conn *dbus.Conn) (objects, error) {
	var all objects
	err := conn.Object(service, "/").CallWithContext(ctx, "org.freedesktop.DBus.ObjectManager.GetManagedObjects", 0).Store(&all)
	if unknown := (dbus.Error{}); errors.As(err, &unknown) && unknown.Name == "org.freedesktop.DBus.Error.ServiceUnknown" {
		return nil, errors.New("BlueZ does not run; try: sudo apt install bluez && sudo systemctl enable --now bluetooth")
	}
	if err != nil {
		return nil, fmt.Errorf("ask BlueZ: %w", err)
	}
	return all, nil
}

func (r *Radio) set(ctx context.Context, path dbus.ObjectPath, of, name string, value any) error {
	return r.conn.Object(service, path).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Set", 0, of, name, dbus.MakeVariant(value)).Err
}

func (r *Radio) call(ctx context.Context, path dbus.ObjectPath, method string, args ...any) error {
	return r.conn.Object(service, path).CallWithContext(ctx, method, 0, args...).Err
}

// Find listens until a keyboard is heard that is not among those with the known addresses, or until ctx ends.
func (r *Radio) Find(ctx context.Context, known []string) (k Keyboard, err error) {
	filter := map[string]dbus.Variant{"Transport": dbus.MakeVariant("le")}
	if err := r.call(ctx, r.adapter, adapterIf+".SetDiscoveryFilter", filter); err != nil {
		return k, fmt.Errorf("listen for keyboards: %w", err)
	}
	if err := r.call(ctx, r.adapter, adapterIf+".StartDiscovery"); err != nil {
		return k, fmt.Errorf("listen for keyboards: %w", err)
	}
	defer func() {
		stop, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer done()
		err = errors.Join(err, r.call(stop, r.adapter, adapterIf+".StopDiscovery"))
	}()
	for {
		all, err := r.objects(ctx)
		if err != nil {
			return k, err
		}
		if k, ok := r.heard(all, known); ok {
			return k, nil
		}
		select {
		case <-ctx.Done():
			return k, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// heard returns a keyboard that can be heard now, the one that is nearest.
func (r *Radio) heard(all objects, known []string) (best Keyboard, ok bool) {
	strength := int16(0)
	for path, is := range all {
		d := is[deviceIf]
		rssi, near := d["RSSI"].Value().(int16) // is there while it is heard
		address, _ := d["Address"].Value().(string)
		address = strings.ToLower(address)
		services, _ := d["UUIDs"].Value().([]string)
		looks, _ := d["Appearance"].Value().(uint16)
		switch {
		case !near || slices.Contains(known, address) || !strings.HasPrefix(string(path), string(r.adapter)+"/"):
		case !slices.Contains(services, keyboards) && looks != appearance:
		case !ok || rssi > strength:
			name, _ := d["Alias"].Value().(string)
			best, ok, strength = Keyboard{Name: name, Address: address, path: path}, true, rssi
		}
	}
	return best, ok
}

// ErrInsecure is the error of a keyboard that could be paired in an older way only.
var ErrInsecure = errors.New("it does not pair by LE Secure Connections: whoever listens can learn what is pressed. It was removed again")

// Pair pairs a keyboard, lets it come back by itself, and connects it. One that is not bonded by LE
// Secure Connections is removed again.
func (r *Radio) Pair(ctx context.Context, k Keyboard) (err error) {
	if err := r.call(ctx, k.path, deviceIf+".Pair"); err != nil {
		if exists := (dbus.Error{}); !errors.As(err, &exists) || exists.Name != "org.bluez.Error.AlreadyExists" {
			return fmt.Errorf("pair %s: %w", k.Address, err)
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Remove(context.WithoutCancel(ctx), k))
		}
	}()
	if err := r.bonded(ctx, k); err != nil {
		return err
	}
	if err := r.set(ctx, k.path, deviceIf, "Trusted", true); err != nil {
		return fmt.Errorf("trust %s: %w", k.Address, err)
	}
	if err := r.call(ctx, k.path, deviceIf+".Connect"); err != nil {
		return fmt.Errorf("connect %s: %w", k.Address, err)
	}
	return nil
}

// Remove forgets a keyboard.
func (r *Radio) Remove(ctx context.Context, k Keyboard) error {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	if err := r.call(ctx, r.adapter, adapterIf+".RemoveDevice", k.path); err != nil {
		return fmt.Errorf("remove %s: %w", k.Address, err)
	}
	return nil
}

// bonded looks at how a keyboard was paired. BlueZ writes its bonds down after it has said that they are
// made.
func (r *Radio) bonded(ctx context.Context, k Keyboard) error {
	file := filepath.Join(r.store, strings.ToUpper(r.address), strings.ToUpper(k.Address), "info")
	for range 20 {
		secure, err := secureBond(file)
		switch {
		case errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("only root may read how %s was paired; run this with sudo", k.Address)
		case err == nil && secure:
			return nil
		case err == nil:
			return ErrInsecure
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return fmt.Errorf("BlueZ keeps no bond of %s in %s: it cannot come back", k.Address, file)
}

// The kinds of keys of LE that were made by Secure Connections (Load Long Term Keys in BlueZ's
// mgmt-api.txt); 0 and 1 are older, 4 is known to everybody.
const (
	keyP256       = "2"
	keyP256Proven = "3"
)

// secureBond reports whether all keys in the file of a bond were made by Secure Connections. It returns
// fs.ErrNotExist while there is none.
func secureBond(file string) (secure bool, err error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	keys, key := 0, false
	secure = true
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		name, value, _ := strings.Cut(line, "=")
		switch {
		case strings.HasPrefix(line, "["):
			key = strings.HasSuffix(line, "LongTermKey]")
		case key && name == "Authenticated":
			keys++
			secure = secure && (value == keyP256 || value == keyP256Proven)
		}
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	if keys == 0 {
		return false, fs.ErrNotExist
	}
	return secure, nil
}

// Batteries returns how full the batteries are of what is connected, in percent, by address.
func Batteries(ctx context.Context, o Options) (map[string]int, error) {
	conn, err := connect(ctx, o.Bus)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	all, err := allOf(ctx, conn)
	if err != nil {
		return nil, err
	}
	list := map[string]int{}
	for _, is := range all {
		address, _ := is[deviceIf]["Address"].Value().(string)
		if percent, ok := is[batteryIf]["Percentage"].Value().(byte); ok && address != "" {
			list[strings.ToLower(address)] = int(percent)
		}
	}
	return list, nil
}
