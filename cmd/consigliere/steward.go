package main

import (
	"context"
	"errors"
	"os"
	"time"

	"consigliere/drivers/steward"
)

type stewardCommand struct{}

// Help is shown with --help.
func (stewardCommand) Help() string {
	return `Does one thing for the box that needs root: starts or stops its hotspot, joins a Wi-Fi,
sets the clock, switches the machine off. systemd starts it for each request
(consigliere-steward.socket), and the request is read from standard input.`
}

// Run answers the request at standard input, which is a socket.
func (stewardCommand) Run() error {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	return steward.Serve(ctx, os.Stdin, linuxMachine{})
}

// A linuxMachine is a machine with NetworkManager and systemd. It is a [steward.Machine].
type linuxMachine struct{}

// joinedID and joiningID are the names in NetworkManager of the Wi-Fi that the box was told to join, and of
// that while it is tried.
const (
	joinedID  = "consigliere-wifi"
	joiningID = "consigliere-wifi-new"
)

// HotSpot implements [steward.Machine].
func (linuxMachine) HotSpot(ctx context.Context) (name, password, address string, err error) {
	c := hotspotCommand{Name: "Consigliere", Leave: true}
	// As it was called last.
	if known, err := nmcli(ctx, "-g", "802-11-wireless.ssid", "connection", "show", "id", hotspotID); err == nil && fields(known)[0] != "" {
		c.Name = fields(known)[0]
	}
	spot, err := c.begin(ctx)
	if err != nil {
		return "", "", "", err
	}
	return spot.Name, spot.Password, spot.Address, nil
}

// EndHotSpot implements [steward.Machine].
func (linuxMachine) EndHotSpot(ctx context.Context) error {
	_, err := endHotspot(ctx)
	return err
}

// Join implements [steward.Machine]. The Wi-Fi that the machine was in is kept until the new one has
// worked.
func (linuxMachine) Join(ctx context.Context, name, password string) error {
	d, err := wifiDevice(ctx)
	if err != nil {
		return err
	}
	if _, err := nmcli(ctx, "connection", "delete", "id", joiningID); err != nil && exitOf(err) != noSuchThing {
		return err // one that was left behind
	}
	add := []string{"connection", "add", "type", "wifi", "con-name", joiningID, "ifname", d.name, "autoconnect", "no", "ssid", name}
	if password != "" {
		add = append(add, "802-11-wireless-security.key-mgmt", "wpa-psk")
	}
	if _, err := nmcli(ctx, add...); err != nil {
		return err
	}
	if password != "" {
		if err := setPassword(ctx, joiningID, password); err != nil {
			return err
		}
	}
	if _, err := nmcli(ctx, "--wait", "40", "connection", "up", "id", joiningID); err != nil {
		_, gone := nmcli(ctx, "connection", "delete", "id", joiningID)
		if d.connection != "" {
			_, back := nmcli(ctx, "--wait", "20", "connection", "up", "id", d.connection)
			gone = errors.Join(gone, back)
		}
		return errors.Join(err, gone)
	}
	// From now on the machine comes back to it, and not to its own.
	if _, err := nmcli(ctx, "connection", "modify", "id", hotspotID, "connection.autoconnect", "no"); err != nil && exitOf(err) != noSuchThing {
		return err
	}
	if _, err := nmcli(ctx, "connection", "delete", "id", joinedID); err != nil && exitOf(err) != noSuchThing {
		return err
	}
	_, err = nmcli(ctx, "connection", "modify", "id", joiningID, "connection.id", joinedID, "connection.autoconnect", "yes")
	return err
}

// SetClock implements [steward.Machine].
func (linuxMachine) SetClock(t time.Time) error { return setClock(t) }

// PowerOff implements [steward.Machine].
func (linuxMachine) PowerOff() error { return powerOff() }
