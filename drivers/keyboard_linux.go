package drivers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/holoplot/go-evdev"

	"consigliere/config"
	"consigliere/drivers/contact"
)

// A keyboard is a keyboard, numpad or arcade encoder of the kernel. It is grabbed, so that what
// is pressed at a pod is not typed on a console.
type keyboard struct {
	keys  *evdev.InputDevice // read from; asking it anything else would let its reads block for ever
	asked *evdev.InputDevice // for its levels and its lights
	dark  error              // why it cannot be lit, or nil
	wake  func()

	mu sync.Mutex
	// mu guards the following.
	queue  []keyChange
	missed bool
	err    error // why no more will come
}

type keyChange struct {
	code int
	down bool
	at   time.Time
}

// openKeyboard opens a device such as "/dev/input/by-path/...-event-kbd". That path names a
// socket of the machine, and stays the same when something is plugged in again.
//
// A keyboard by Bluetooth is found by its address, as it has another file each time that it comes
// back, and no place.
func openKeyboard(device string, wake func()) (contact.Reader, error) {
	k := &keyboard{wake: wake}
	if address, ok := strings.CutPrefix(device, config.ByBluetooth); ok {
		if device = eventOf("/", address); device == "" {
			return nil, fmt.Errorf("no keyboard %s is connected by Bluetooth; is it switched on, and paired?", address)
		}
	}
	var err error
	if k.keys, err = evdev.OpenWithFlags(device, os.O_RDONLY); err != nil {
		return nil, keyboardError(device, err)
	}
	k.asked, err = evdev.OpenWithFlags(device, os.O_RDWR)
	if errors.Is(err, fs.ErrPermission) {
		k.dark = keyboardError(device, err)
		k.asked, err = evdev.OpenWithFlags(device, os.O_RDONLY)
	}
	if err != nil {
		return nil, errors.Join(keyboardError(device, err), k.keys.Close())
	}
	if err = k.keys.Grab(); errors.Is(err, syscall.EBUSY) {
		err = fmt.Errorf("another program has %s for itself", device)
	}
	if err == nil {
		err = k.keys.NonBlock() // so that Close ends a read
	}
	if err != nil {
		return nil, errors.Join(err, k.Close())
	}
	if len(k.asked.CapableEvents(evdev.EV_LED)) == 0 {
		k.dark = errors.New("it has no lights")
	}
	go k.listen()
	return k, nil
}

// The kinds of events of a device, as its capabilities have them (linux/input-event-codes.h), and the
// number of Bluetooth among the buses (linux/input.h).
const (
	evKey        = 0x01
	evRel        = 0x02
	evLED        = 0x11
	busBluetooth = "0005"
)

// eventOf returns the device of the keyboard that has an address, or "". Some have several: the one
// with lights is the keyboard, and one that moves is a mouse.
func eventOf(root, address string) (device string) {
	best := 0
	for _, e := range wireless(root) {
		if e.address == address && e.rank > best {
			best, device = e.rank, filepath.Join("/dev/input", e.event)
		}
	}
	return device
}

// A radioDevice is an input device by Bluetooth.
type radioDevice struct {
	event   string // such as "event5"
	address string
	rank    int // how much it is like a keyboard; 0 means not at all
}

// wireless returns the input devices by Bluetooth.
func wireless(root string) (list []radioDevice) {
	dirs, _ := filepath.Glob(filepath.Join(root, "sys/class/input/event*/device")) // the pattern is right
	for _, dir := range dirs {
		read := func(name string) string {
			b, _ := os.ReadFile(filepath.Join(dir, name)) // what is missing says nothing
			return strings.TrimSpace(string(b))
		}
		if read("id/bustype") != busBluetooth {
			continue
		}
		d := radioDevice{event: filepath.Base(filepath.Dir(dir)), address: strings.ToLower(read("uniq"))}
		kinds, err := strconv.ParseUint(read("capabilities/ev"), 16, 64)
		if err != nil || d.address == "" {
			continue
		}
		switch has := func(kind int) bool { return kinds>>kind&1 == 1 }; {
		case !has(evKey):
		case has(evLED):
			d.rank = 2
		case !has(evRel):
			d.rank = 1
		}
		list = append(list, d)
	}
	return list
}

// keyboardError says in words why a device cannot be opened.
func keyboardError(device string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no %s; is it plugged in?", device)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("this user may not read %s; is it in the group input?", device)
	}
	return err
}

// listen reads the keys until the device is gone or closed.
func (k *keyboard) listen() {
	for {
		e, err := k.keys.ReadOne()
		switch {
		case err == nil && !k.note(e, time.Now()):
			continue
		case err != nil:
			k.end(err)
		}
		k.wake()
		if err != nil {
			return
		}
	}
}

// note takes an event that was read now. It reports whether it tells anything.
func (k *keyboard) note(e *evdev.InputEvent, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case e.Type == evdev.EV_SYN && e.Code == evdev.SYN_DROPPED, e.Type == evdev.EV_KEY && len(k.queue) >= kernelQueue:
		k.missed = true
	case e.Type == evdev.EV_KEY && e.Value <= 1: // 2 is a key that repeats
		k.queue = append(k.queue, keyChange{int(e.Code), e.Value == 1, now.Add(-eventAge(e.Time, now))})
	default:
		return false
	}
	return true
}

// end notes why no more will come.
func (k *keyboard) end(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.err = errors.New("it is gone; is it plugged in?")
	if !errors.Is(err, syscall.ENODEV) {
		k.err = err
	}
}

// longestAge is the most that an event of a keyboard is believed to have waited to be read.
const longestAge = 10 * time.Second

// eventAge returns how long before now the kernel noted an event. A host that is late reads several at
// once, and they must stay as far apart as the fingers made them. The kernel tells the time of day;
// where that has jumped in between, as it does on a Pi that has just found a network, the event counts
// from now.
func eventAge(noted syscall.Timeval, now time.Time) time.Duration {
	age := now.Sub(time.Unix(noted.Unix()))
	if age < 0 || age > longestAge {
		return 0
	}
	return age
}

// Read implements [contact.Reader].
func (k *keyboard) Read(dst []contact.Change) ([]contact.Change, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now() // of all: a host that is late between two must not move them apart
	for _, c := range k.queue {
		dst = append(dst, contact.Change{Code: c.code, Down: c.down, Age: now.Sub(c.at)})
	}
	k.queue = k.queue[:0]
	if k.err == nil && k.missed {
		k.missed = false
		return dst, contact.ErrMissed
	}
	return dst, k.err
}

// Levels implements [contact.Reader].
func (k *keyboard) Levels(codes []int, down []bool) error {
	state, err := k.asked.State(evdev.EV_KEY)
	if err != nil {
		return err
	}
	for i, code := range codes {
		down[i] = state[evdev.EvCode(code)]
	}
	return nil
}

// Light implements [contact.Lamp]: Num is red, Caps green and Scroll blue.
func (k *keyboard) Light(red, green, blue bool) error {
	if k.dark != nil {
		return k.dark
	}
	for _, led := range []struct {
		code evdev.EvCode
		on   bool
	}{{evdev.LED_NUML, red}, {evdev.LED_CAPSL, green}, {evdev.LED_SCROLLL, blue}} {
		e := evdev.InputEvent{Type: evdev.EV_LED, Code: led.code}
		if led.on {
			e.Value = 1
		}
		if err := k.asked.WriteOne(&e); err != nil {
			return err
		}
	}
	return k.asked.WriteOne(&evdev.InputEvent{Type: evdev.EV_SYN, Code: evdev.SYN_REPORT})
}

// Close implements [contact.Reader]. The kernel ends the grab.
func (k *keyboard) Close() error { return errors.Join(k.keys.Close(), k.asked.Close()) }
