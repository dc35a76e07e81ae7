package drivers

import (
	"fmt"
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
	case c.Set == "pate":
		return tray.Pate()
	case c.Set != "standard":
		if m, err := diceOf(c); err == nil && m != nil && len(m.Faces) > 0 {
			return tray.Taught(c.Set, m.Faces)
		}
	}
	return tray.Standard()
}

// diceOf returns what was learned or taught of the set of a configuration; nil if nothing was.
func diceOf(c *config.Tray) (*tray.Memory, error) {
	name, err := config.DiceFile(c.Set)
	if err != nil {
		return nil, err
	}
	m, err := tray.LoadMemory(name)
	if tray.IsForgotten(err) {
		return nil, nil
	}
	return m, err
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
	memory, err := diceOf(c)
	switch own := len(c.Colours) > 0 || c.Set == "pate" || c.Set == "standard"; {
	case err != nil && !own:
		return nil, err
	case !own && (memory == nil || len(memory.Faces) == 0):
		return nil, fmt.Errorf("the set of dice %q was not taught; consigliere dice teach %[1]s does", c.Set)
	case err != nil && log != nil:
		log.Warn("what was learned of the dice cannot be used", "error", err)
	}
	w.Memory = memory
	if !c.Forgets {
		if w.MemoryFile, err = config.DiceFile(c.Set); err != nil && log != nil {
			log.Warn("dice that the table corrects are not learned", "error", err)
		}
	}
	name, err := c.CalibrationFile()
	if err == nil {
		w.Calibration, err = tray.LoadCalibration(name)
	}
	if err != nil && !tray.IsMissing(err) && log != nil {
		log.Warn("dice are read without a calibration of the tray", "error", err)
	}
	return w, nil
}
