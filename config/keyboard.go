package config

import (
	"strings"

	"consigliere/engine/document"
)

// A Keyboard is anything that the kernel takes for one: a keyboard, a numpad, an arcade
// encoder.
type Keyboard struct {
	Name string
	// Device is its file, such as "/dev/input/by-path/platform-...-event-kbd", or its address behind
	// [ByBluetooth].
	Device string
}

// ByBluetooth is before the address of a keyboard that has no wire, such as "bluetooth
// aa:bb:cc:dd:ee:ff". It has another file each time that it comes back.
const ByBluetooth = "bluetooth "

// Bluetooth returns the address of a keyboard that has no wire, or "".
func (k *Keyboard) Bluetooth() string {
	address, ok := strings.CutPrefix(k.Device, ByBluetooth)
	if !ok {
		return ""
	}
	return address
}

func (c *checker) keyboard(v document.Value) Keyboard {
	v.Keys(nil, []string{"name", "device", "bluetooth"})
	k := Keyboard{v.Key("name").Text(), v.Key("device").Text()}
	if at := v.Key("bluetooth"); at.Present() {
		switch address := strings.ToLower(at.Text()); {
		case v.Key("device").Present():
			refuse(at, "the keyboard %q has a device or an address of Bluetooth, not both", k.Name)
		case !bluetooth.MatchString(address):
			refuse(at, "the keyboard %q needs an address such as \"aa:bb:cc:dd:ee:ff\", not %q", k.Name, at.Text())
		default:
			k.Device = ByBluetooth + address
		}
	}
	if !word.MatchString(k.Name) {
		refuse(v.Key("name"), "a keyboard needs a name of letters and digits, such as \"one\", not %q", k.Name)
	}
	for _, e := range c.expanders {
		if e.Name == k.Name {
			refuse(v.Key("name"), "a keyboard and an expander are both called %q", k.Name)
		}
	}
	for _, other := range c.keyboards {
		if other.Name == k.Name {
			refuse(v.Key("name"), "two keyboards are called %q", k.Name)
		}
		if other.Device == k.Device {
			refuse(v, "the keyboards %q and %q are both %s", other.Name, k.Name, k.Device)
		}
	}
	if !strings.HasPrefix(k.Device, "/dev/input/") && !v.Key("bluetooth").Present() {
		refuse(v.Key("device"), "the keyboard %q needs a device, such as \"/dev/input/by-path/...-event-kbd\", not %q", k.Name, k.Device)
	}
	return k
}

func (k *Keyboard) write(d *page) {
	d.table("[keyboard]")
	d.key("name", k.Name)
	if at := k.Bluetooth(); at != "" {
		d.key("bluetooth", at)
	} else {
		d.key("device", k.Device)
	}
}

func (k *Keyboard) wire(w *wires) {
	if k.Bluetooth() != "" {
		w.join(USB, End{pi, "Bluetooth"}, End{keyboardPart(k), "Bluetooth"})
		return
	}
	w.join(USB, End{pi, "USB"}, End{keyboardPart(k), "USB"})
}

func keyboardPart(k *Keyboard) string { return "keyboard " + k.Name }

// wired returns how many keyboards have a wire.
func (b *Box) wired() (n int) {
	for i := range b.Keyboards {
		if b.Keyboards[i].Bluetooth() == "" {
			n++
		}
	}
	return n
}
