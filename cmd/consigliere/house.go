package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"time"

	"consigliere/drivers/steward"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/phone"
)

// A house looks after the machine that a box runs on: it does what the menu asks for, and tells the box
// how the machine does.
type house struct {
	box interface {
		Chores() <-chan command.Command
		Do(ctx context.Context, c command.Command) error
	}
	socket  string               // of the helper with the rights of root
	synced  string               // a file that is there when the clock was told the time
	folder  string               // of the journals; "" for none
	hotspot func(*phone.Hotspot) // tells the pages of phones; nil where there are none
	log     *slog.Logger
}

// newHouse returns the house of a box.
func newHouse(b *box.Box, journals string, phones *phone.Guests, log *slog.Logger) *house {
	h := &house{box: b, socket: steward.Socket, synced: "/run/systemd/timesync/synchronized", folder: journals, log: log}
	if phones != nil {
		h.hotspot = phones.SetHotspot
	}
	return h
}

// run does what is asked for until ctx ends.
func (h *house) run(ctx context.Context) {
	m := h.machine()
	for {
		if h.box.Do(ctx, m) != nil && ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case c := <-h.box.Chores():
			failed := h.do(ctx, c)
			m = h.machine()
			m.Failed, m.Network, m.Update = failed, network(ctx), newVersion(ctx)
		}
	}
}

// do does what is asked for, and returns what could not be done.
func (h *house) do(ctx context.Context, c command.Command) command.Chore {
	var chore command.Chore
	var r steward.Request
	switch c := c.(type) {
	case command.SetHotSpot:
		chore, r.Do = command.ChoreHotSpot, steward.EndHotSpot
		if c.On {
			r.Do = steward.HotSpot
		}
	case command.JoinWiFi:
		chore, r = command.ChoreWiFi, steward.Request{Do: steward.Join, Name: c.Name, Password: c.Password}
	case command.SetTime:
		chore, r = command.ChoreTime, steward.Request{Do: steward.SetClock, Unix: c.Time.Unix()}
	case command.PowerOff:
		chore, r.Do = command.ChorePowerOff, steward.PowerOff
	default:
		return ""
	}
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	reply, err := steward.Ask(ctx, h.socket, r)
	if err != nil {
		h.log.Error("the machine", "chore", chore, "error", err)
		return chore
	}
	h.log.Info("the machine", "did", r.Do) // and no name or password
	if h.hotspot != nil {
		switch {
		case r.Do == steward.HotSpot:
			h.hotspot(&phone.Hotspot{Name: reply.Name, Password: reply.Password, Address: reply.Address})
		case r.Do == steward.EndHotSpot || r.Do == steward.Join:
			h.hotspot(nil)
		}
	}
	return ""
}

// machine returns what can be seen at once.
func (h *house) machine() command.Machine {
	exists := func(file string) bool {
		_, err := os.Stat(file)
		return err == nil
	}
	m := command.Machine{Helper: exists(h.socket), Clock: time.Now().Truncate(time.Minute), Synced: exists(h.synced)}
	if h.folder != "" {
		m.Free, m.Of = room(h.folder)
	}
	return m
}

// network returns the name of the Wi-Fi that the machine is in; "" for none, and for its own.
func network(ctx context.Context) string {
	if d, err := wifiDevice(ctx); err != nil || d.connection == "" || d.connection == hotspotID {
		return ""
	}
	out, err := nmcli(ctx, "-t", "-f", "ACTIVE,SSID", "device", "wifi", "list", "--rescan", "no")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(out) {
		if f := fields(strings.TrimSpace(line)); len(f) == 2 && f[0] == "yes" {
			return f[1]
		}
	}
	return ""
}

// newVersion returns the version of the package that apt knows of and that is not installed; "" for none.
// apt itself asks for news once a day, where there is a network.
func newVersion(ctx context.Context) string {
	ctx, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	c := exec.CommandContext(ctx, "apt-cache", "policy", "consigliere")
	c.Env = append(os.Environ(), "LC_ALL=C")
	out, err := c.Output()
	if err != nil {
		return ""
	}
	return newer(out)
}

// newer returns the candidate that `apt-cache policy` tells of, if it is not what is installed.
func newer(policy []byte) string {
	found := map[string]string{}
	for line := range bytes.Lines(policy) {
		if key, value, ok := strings.Cut(strings.TrimSpace(string(line)), ": "); ok {
			found[key] = value
		}
	}
	if v := found["Candidate"]; v != "(none)" && v != found["Installed"] && found["Installed"] != "(none)" {
		return v
	}
	return ""
}
