package drivers

import (
	"log/slog"
	"strconv"

	"consigliere/config"
	"consigliere/drivers/tray"
)

// TraySet returns the set of dice of a configuration.
func TraySet(c *config.Tray) tray.Set {
	switch {
	case len(c.Colours) > 0:
		s := tray.Set{Name: c.Set, Colours: c.Colours, Each: c.Each}
		for _, f := range c.Faces {
			face := tray.Puppet
			if n, err := strconv.Atoi(f); err == nil {
				face = tray.Face(n)
			}
			s.Faces = append(s.Faces, face)
		}
		return s
	case c.Set == "standard":
		return tray.Standard()
	}
	return tray.Pate()
}

// WatchTray returns what watches the tray of a configuration through a camera. A set that cannot be read is an
// error; a camera that does not work is not: it is tried again and again. Nor is a calibration that cannot be used:
// the tray is read without it.
func WatchTray(c *config.Tray, open tray.Open, log *slog.Logger) (*tray.Watcher, error) {
	set := TraySet(c)
	if _, err := tray.NewReader(set); err != nil {
		return nil, err
	}
	w := &tray.Watcher{Set: set, Open: open, Log: log}
	name, err := c.CalibrationFile()
	if err == nil {
		w.Calibration, err = tray.LoadCalibration(name)
	}
	if err != nil && !tray.IsMissing(err) && log != nil {
		log.Warn("dice are read without a calibration of the tray", "error", err)
	}
	return w, nil
}
