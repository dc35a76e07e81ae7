package drivers

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"

	"consigliere/hw"
)

// Real returns the hardware of this machine. Pins are lines of the kernel's character
// device, by their names: periph's own pins of the Raspberry Pi wait for edges through
// sysfs, whose numbers moved with Linux 6.6, and do not know the Pi 5.
func Real() (Host, error) {
	if _, err := host.Init(); err != nil {
		return Host{}, fmt.Errorf("periph: %w", err)
	}
	h := Periph()
	registered := h.Pin
	h.Pin = func(name string) (gpio.PinIn, error) {
		for _, c := range gpioioctl.Chips {
			if line := c.ByName(name); line != nil {
				return line, nil
			}
		}
		return registered(name)
	}
	h.Speaker = func(device string) (hw.Speaker, error) { return NewVoice(device) }
	return h, nil
}
