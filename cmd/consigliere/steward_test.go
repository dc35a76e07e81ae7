package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers/steward"
	"consigliere/hw/command"
	"consigliere/hw/phone"
)

// nmScript puts a program nmcli into the path that does what a script says and notes how it was called, and
// returns the notes.
func nmScript(t *testing.T, script string) (calls func() []string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nmcli"), []byte("#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/calls\"\n"+script), 0o700))
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	return func() []string {
		b, _ := os.ReadFile(filepath.Join(dir, "calls"))
		_ = os.Remove(filepath.Join(dir, "calls"))
		return strings.Split(strings.TrimSpace(string(b)), "\n")
	}
}

// The machine joins a Wi-Fi, and keeps what it had where that does not work.
func TestJoinWiFi(t *testing.T) {
	const status = `case "$*" in *"device status") echo "wlan0:wifi:connected:home" ;; *delete*) exit 10 ;; *edit*) sed -n 's/^set 802-11-wireless-security.psk //p' >"$(dirname "$0")/psk" ;; *"-s -g"*) cat "$(dirname "$0")/psk" ;; `
	calls := nmScript(t, status+`esac`)
	require.NoError(t, linuxMachine{}.Join(context.Background(), "Zia's place", "eight letters"))
	assert.Equal(t, []string{
		"-t -f DEVICE,TYPE,STATE,CONNECTION device status",
		"connection delete id consigliere-wifi-new",
		"connection add type wifi con-name consigliere-wifi-new ifname wlan0 autoconnect no ssid Zia's place 802-11-wireless-security.key-mgmt wpa-psk",
		"connection edit id consigliere-wifi-new",
		"-s -g 802-11-wireless-security.psk connection show id consigliere-wifi-new",
		"--wait 40 connection up id consigliere-wifi-new",
		"connection modify id consigliere connection.autoconnect no",
		"connection delete id consigliere-wifi",
		"connection modify id consigliere-wifi-new connection.id consigliere-wifi connection.autoconnect yes",
	}, calls())

	require.NoError(t, linuxMachine{}.Join(context.Background(), "open", ""))
	assert.Equal(t, "connection add type wifi con-name consigliere-wifi-new ifname wlan0 autoconnect no ssid open", calls()[2])

	calls = nmScript(t, status+`*"up id consigliere-wifi-new") echo "Error: Secrets were required." >&2; exit 4 ;; esac`)
	require.ErrorContains(t, linuxMachine{}.Join(context.Background(), "Zia's place", "the wrong one"), "Secrets were required")
	assert.Equal(t, []string{"connection delete id consigliere-wifi-new", "--wait 20 connection up id home"}, calls()[6:], "it is back where it was")
}

// A stub is a box as its house sees it.
type stub struct {
	chores chan command.Command
	told   chan command.Machine
}

func (s *stub) Chores() <-chan command.Command { return s.chores }

func (s *stub) Do(_ context.Context, c command.Command) error {
	s.told <- c.(command.Machine)
	return nil
}

// helper is a machine that notes what it is told.
type helper struct {
	did  []string
	fail error
}

func (h *helper) HotSpot(context.Context) (name, password, address string, err error) {
	h.did = append(h.did, "hot spot")
	return "Consigliere", "hafo-bimu", "10.42.0.1", h.fail
}
func (h *helper) EndHotSpot(context.Context) error { h.did = append(h.did, "end"); return h.fail }
func (h *helper) Join(_ context.Context, name, _ string) error {
	h.did = append(h.did, "join "+name)
	return h.fail
}

func (h *helper) SetClock(t time.Time) error {
	h.did = append(h.did, t.UTC().String())
	return h.fail
}
func (h *helper) PowerOff() error { h.did = append(h.did, "off"); return h.fail }

// What the menu asks for is done by the helper, the phones' pages hear of the Wi-Fi, and no log has a password.
func TestHouse(t *testing.T) {
	nmScript(t, `case "$*" in *"device status") echo "wlan0:wifi:connected:x" ;; *"wifi list"*) printf 'no:other\nyes:At\\: home\n' ;; esac`)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "synced"), nil, 0o600))
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	require.NoError(t, err)
	defer l.Close()
	m := &helper{}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = steward.Serve(context.Background(), conn, m)
			_ = conn.Close()
		}
	}()
	var log bytes.Buffer
	var spots []*phone.Hotspot
	b := &stub{make(chan command.Command), make(chan command.Machine)}
	h := &house{box: b, socket: filepath.Join(dir, "s"), synced: filepath.Join(dir, "synced"), folder: dir, hotspot: func(s *phone.Hotspot) { spots = append(spots, s) }, log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { h.run(ctx); close(ended) }()
	first := <-b.told
	assert.True(t, first.Helper)
	assert.True(t, first.Synced)
	assert.Positive(t, first.Of)
	assert.LessOrEqual(t, first.Free, first.Of)
	assert.WithinDuration(t, time.Now(), first.Clock, 2*time.Minute)
	ask := func(c command.Command) command.Machine {
		b.chores <- c
		return <-b.told
	}
	assert.Equal(t, "At: home", ask(command.Look{}).Network)
	for _, c := range []command.Command{
		command.SetHotSpot{On: true},
		command.SetHotSpot{},
		command.JoinWiFi{Name: "Home", Password: "eight letters"},
		command.SetTime{Time: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)},
		command.PowerOff{},
	} {
		assert.Empty(t, ask(c).Failed)
	}
	assert.Equal(t, []string{"hot spot", "end", "join Home", "2026-01-02 03:04:00 +0000 UTC", "off"}, m.did)
	assert.Equal(t, []*phone.Hotspot{{Name: "Consigliere", Password: "hafo-bimu", Address: "10.42.0.1"}, nil, nil}, spots)
	m.fail = errors.New("this machine has no Wi-Fi")
	assert.Equal(t, command.ChoreHotSpot, ask(command.SetHotSpot{On: true}).Failed)
	assert.Equal(t, command.ChoreWiFi, ask(command.JoinWiFi{Name: "Home", Password: "eight letters"}).Failed)
	assert.Equal(t, command.ChoreTime, ask(command.SetTime{}).Failed, "no such time")
	require.NoError(t, l.Close())
	assert.Equal(t, command.ChorePowerOff, ask(command.PowerOff{}).Failed, "nobody helps")
	assert.Len(t, spots, 3)
	stop()
	<-ended
	assert.Contains(t, log.String(), "this machine has no Wi-Fi")
	for _, secret := range []string{"hafo", "eight letters", "Home"} {
		assert.NotContains(t, log.String(), secret)
	}
}

func TestNewer(t *testing.T) {
	for policy, want := range map[string]string{
		"consigliere:\n  Installed: 1.0\n  Candidate: 1.1\n  Version table:\n": "1.1",
		"consigliere:\n  Installed: 1.0\n  Candidate: 1.0\n":                   "",
		"consigliere:\n  Installed: (none)\n  Candidate: 1.1\n":                "",
		"consigliere:\n  Installed: 1.0\n  Candidate: (none)\n":                "",
		"": "",
	} {
		assert.Equal(t, want, newer([]byte(policy)), policy)
	}
}
