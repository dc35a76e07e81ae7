//go:build !linux

package drivers

import (
	"fmt"

	"periph.io/x/host/v3"

	"consigliere/hw"
)

// Real returns the hardware of this machine, as far as periph knows it.
func Real() (Host, error) {
	if _, err := host.Init(); err != nil {
		return Host{}, fmt.Errorf("periph: %w", err)
	}
	h := Periph()
	h.Speaker = func(device string) (hw.Speaker, error) { return NewVoice(device) }
	return h, nil
}
