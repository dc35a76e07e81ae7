package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// doctor --service runs under the very limits of the unit, so that "ok" means ok for the box.
func TestDoctorUnderTheLimitsOfTheService(t *testing.T) {
	unit, err := os.ReadFile("../../systemd/consigliere.service")
	require.NoError(t, err)
	list := limits(string(unit))
	for _, want := range []string{
		"User=consigliere", "DevicePolicy=closed", "DeviceAllow=char-dma_heap rw", "DeviceAllow=char-i2c rw", "CapabilityBoundingSet=", "ProtectSystem=strict",
		"SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources", "MemoryDenyWriteExecute=yes", "IPAddressDeny=any", "StateDirectory=consigliere",
	} {
		assert.Contains(t, list, want)
	}
	assert.NotContains(t, strings.Join(list, "\n"), "localhost", "systemd-run wants addresses")
	for _, l := range list {
		key, _, _ := strings.Cut(l, "=")
		assert.NotContains(t, []string{"Type", "ExecStart", "Restart", "WatchdogSec", "Description", "WantedBy", "StartLimitBurst"}, key)
	}

	dir := t.TempDir()
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	script := func(name, body string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body), 0o700))
	}
	script("systemctl", `cat "`+filepath.Join(dir, "unit")+`"`)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "unit"), unit, 0o600))
	script("systemd-run", `for a; do printf '%s\n' "$a"; done`)
	var out, complaint bytes.Buffer
	require.Zero(t, run([]string{"doctor", "--service", "--no-hand", "--config", "bare"}, streams{strings.NewReader(""), &out, &complaint}), complaint.String())
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	assert.Equal(t, []string{"--quiet", "--collect", "--wait", "--pipe", "--property=MemoryMax=60%"}, lines[:5])
	assert.Equal(t, []string{"doctor", "--config", "bare", "--no-hand"}, lines[len(lines)-4:])
	assert.NotContains(t, lines, "--service", "or it would go on for ever")

	script("systemctl", "exit 1")
	assert.Equal(t, 1, run([]string{"doctor", "--service", "--no-hand"}, streams{strings.NewReader(""), &out, &complaint}))
	assert.Contains(t, complaint.String(), "it comes with the package")
	assert.Equal(t, 1, run([]string{"doctor", "--service", "--write", "x"}, streams{strings.NewReader(""), &out, &complaint}))
	assert.Contains(t, complaint.String(), "--service")
}
