package drivers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"consigliere/config"
)

// A kernelWave is a channel of the kernel's PWM (Documentation/driver-api/pwm.rst), which the
// overlay pwm puts on a line of the header.
type kernelWave struct{ dir string }

// openWave opens the PWM of a line, such as "GPIO18", below root, which is /sys/class/pwm.
func openWave(root, line string) (Wave, error) {
	row := config.PWMLineOf(line)
	if row < 0 {
		return nil, fmt.Errorf("%s cannot have PWM", line)
	}
	chips, err := filepath.Glob(filepath.Join(root, "pwmchip*"))
	if err != nil {
		return nil, err
	}
	for _, chip := range chips {
		if !ofHeader(chip) {
			continue
		}
		channels, err := number(filepath.Join(chip, "npwm"))
		if err != nil {
			return nil, err
		}
		// A Pi 5 has four channels, one for each line; those before it have two.
		at := row
		if channels < 4 {
			at %= 2
		}
		if at >= channels {
			continue
		}
		w := &kernelWave{filepath.Join(chip, "pwm"+strconv.Itoa(at))}
		if _, err := os.Stat(w.dir); errors.Is(err, fs.ErrNotExist) {
			if err := os.WriteFile(filepath.Join(chip, "export"), []byte(strconv.Itoa(at)), 0); err != nil {
				return nil, fmt.Errorf("take the PWM: %w; is this user in the group gpio?", err)
			}
		}
		// udev gives a channel to the group a moment after it was taken.
		for range 10 {
			if err = w.set("period", int(time.Millisecond)); !errors.Is(err, fs.ErrPermission) && !errors.Is(err, fs.ErrNotExist) {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if err != nil {
			return nil, err
		}
		return w, nil
	}
	return nil, fmt.Errorf("no PWM of this machine is for %s; add %s to /boot/firmware/config.txt", line, config.PWMLines()[row].Boot())
}

// headerPWM is the device of the PWM that a Pi has at its header: the Pi 5's RP1 (its
// datasheet, table 2), and the first of the chips before it, at 20c000 of their peripherals. The
// second of a Pi 4 drives the jack, and others drive a fan.
var headerPWM = regexp.MustCompile(`^(1f00098000|[0-9a-f]{2}20c000)\.pwm$`)

// ofHeader reports whether a chip is the PWM of the header. The number of a chip says nothing: it
// is that of the first channel before Linux 6.12, and in the order of their discovery since.
func ofHeader(chip string) bool {
	device, err := filepath.EvalSymlinks(filepath.Join(chip, "device"))
	return err == nil && headerPWM.MatchString(filepath.Base(device))
}

func number(file string) (int, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}

// Play implements [Wave].
func (w *kernelWave) Play(hz int) error {
	if hz == 0 {
		return w.set("enable", 0)
	}
	period := int(time.Second) / hz
	// The duty must never be more than the period, and nothing can be set without a period.
	if err := w.set("duty_cycle", 0); err != nil {
		return err
	}
	if err := w.set("period", period); err != nil {
		return err
	}
	if err := w.set("duty_cycle", period/2); err != nil {
		return err
	}
	return w.set("enable", 1)
}

func (w *kernelWave) set(name string, v int) error {
	return os.WriteFile(filepath.Join(w.dir, name), []byte(strconv.Itoa(v)), 0)
}

// Close implements [Wave].
func (w *kernelWave) Close() error { return w.Play(0) }
