package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// unlimited are the settings of a unit that are about how its program is started, and not about what it
// may do.
var unlimited = []string{
	"Type", "ExecStart", "ExecStartPre", "ExecStartPost", "ExecStop", "ExecReload", "WatchdogSec", "TimeoutStartSec",
	"TimeoutStopSec", "Restart", "RestartSec", "NotifyAccess", "OOMScoreAdjust",
}

// limits returns the settings of a unit that say what its program may do, each as "key=value", in order.
func limits(unit string) (list []string) {
	section := ""
	for line := range strings.Lines(unit) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		key, _, ok := strings.Cut(line, "=")
		if !ok || section != "[Service]" || strings.HasPrefix(line, "#") || slices.Contains(unlimited, key) {
			continue
		}
		if strings.HasPrefix(key, "IPAddress") { // a word of units that systemd-run does not know
			line = strings.ReplaceAll(line, "localhost", "127.0.0.0/8 ::1/128")
		}
		list = append(list, line)
	}
	return list
}

// asService runs this program with arguments as the service runs: as its user, with its devices, and with
// nothing else.
func asService(ctx context.Context, s streams, args ...string) error {
	unit, err := exec.CommandContext(ctx, "systemctl", "cat", "consigliere.service").Output()
	if err != nil {
		return errors.New("--service: there is no consigliere.service on this machine; it comes with the package")
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("--service: %w", err)
	}
	how := []string{"--quiet", "--collect", "--wait", "--pipe"}
	if f, ok := s.in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			how[3] = "--pty"
		}
	}
	for _, l := range limits(string(unit)) {
		how = append(how, "--property="+l)
	}
	run := exec.CommandContext(ctx, "systemd-run", append(append(how, "--", program), args...)...)
	run.Stdin, run.Stdout, run.Stderr = s.in, s.out, s.err
	if err := run.Run(); err != nil {
		return fmt.Errorf("--service: what was checked is not all right, or it needs sudo (%w)", err)
	}
	return nil
}
