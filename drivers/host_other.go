//go:build !linux

package drivers

import (
	"fmt"
	"log/slog"

	"periph.io/x/host/v3"

	"consigliere/config"
	"consigliere/drivers/tray"
	"consigliere/hw"
)

// Real returns the hardware of this machine, as far as periph knows it.
func Real(string) (Host, error) {
	if _, err := host.Init(); err != nil {
		return Host{}, fmt.Errorf("periph: %w", err)
	}
	h := Periph()
	h.Speaker = func(s config.Speaker) (hw.Speaker, error) {
		return NewVoice(VoiceOptions{Device: s.Device, Command: s.Command})
	}
	h.Tray = func(c *config.Tray, log *slog.Logger) (hw.Tray, error) {
		return WatchTray(c, tray.Device(c.Device), log)
	}
	return h, nil
}
