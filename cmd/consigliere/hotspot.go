package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"time"

	"consigliere/engine/link"
	"consigliere/hw/phone"
	"consigliere/hw/web"
)

type hotspotCommand struct {
	Name  string `help:"Name of the Wi-Fi." default:"Consigliere"`
	Leave bool   `help:"Make it even if this machine is on a Wi-Fi network, and leave that network."`
	Stop  bool   `help:"Stop it."`
	Panel string `help:"Where the box serves its panel, to tell it of the hotspot." default:"127.0.0.1:8017" placeholder:"ADDR"`
}

// Help is shown with --help.
func (hotspotCommand) Help() string {
	return `Makes a Wi-Fi for phones where there is none, with NetworkManager, and prints two QR codes: one
to join the Wi-Fi, one for the box's page. The box shows both, too. The Wi-Fi stays on until --stop,
even after this machine is switched off and on, and keeps its password. It has no internet, and
needs none.

Examples:
  sudo consigliere hotspot
  sudo consigliere hotspot --name "Game night" --leave
  sudo consigliere hotspot --stop`
}

var errNoPhones = errors.New(`the box serves no pages for phones; they need phones = ":8018" under [web] in its configuration, or sim --phones :8018`)

// hotspotID is the name of the connection in NetworkManager.
const hotspotID = "consigliere"

// Run makes the hot spot, or ends it.
func (c *hotspotCommand) Run(s streams) error {
	if n := len(c.Name); n == 0 || n > 32 {
		return fmt.Errorf("--name: %q has %d bytes; the name of a Wi-Fi has 1 to 32", c.Name, n)
	}
	if _, err := exec.LookPath("nmcli"); err != nil {
		return errors.New("there is no nmcli on this machine, the program of NetworkManager: sudo apt install network-manager, or let a phone or a router make the Wi-Fi")
	}
	ctx, stop := untilSignal()
	defer stop()
	if c.Stop {
		return c.end(ctx, s)
	}
	spot, err := c.begin(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "The Wi-Fi %q is on. Its password: %s\n\n", spot.Name, spot.Password)
	if err := printQR(s.out, spot.Code()); err != nil {
		return err
	}
	join, err := c.tell(ctx, spot)
	switch {
	case err != nil:
		fmt.Fprintf(s.out, "%v; what phones join with is on its panel when it runs, and here when you run this again.\n", err)
		return nil
	case join == "":
		return errNoPhones
	}
	fmt.Fprintf(s.out, "Then, in that Wi-Fi, phones join the table at %s\n\n", join)
	return printQR(s.out, join)
}

// begin makes the hot spot, unless it is on.
func (c *hotspotCommand) begin(ctx context.Context) (*phone.Hotspot, error) {
	d, err := wifiDevice(ctx)
	if err != nil {
		return nil, err
	}
	spot := &phone.Hotspot{Name: c.Name}
	// That of the last time, if there was one: phones know it.
	password, err := nmcli(ctx, "-s", "-g", "802-11-wireless-security.psk", "connection", "show", "id", hotspotID)
	if err != nil && exitOf(err) != noSuchThing {
		return nil, err
	}
	known := err == nil
	name := ""
	if known {
		if name, err = nmcli(ctx, "-g", "802-11-wireless.ssid", "connection", "show", "id", hotspotID); err != nil {
			return nil, err
		}
	}
	name, spot.Password = fields(name)[0], fields(password)[0]
	if known && (len(spot.Password) < 8 || spot.Password == "<hidden>") {
		return nil, errRights
	}
	if !known {
		spot.Password = readable()
	}
	if on := d.connection == hotspotID; !on || name != c.Name {
		if d.connection != "" && !on && !c.Leave {
			return nil, fmt.Errorf("the Wi-Fi of this machine (%s) is in the network %q: phones can join that as well; with --leave it makes a hot spot all the same, and whoever is connected to this machine through that network is cut off", d.name, d.connection)
		}
		if known {
			if _, err := nmcli(ctx, "connection", "delete", "id", hotspotID); err != nil {
				return nil, err
			}
		}
		if _, err := nmcli(ctx, append(profile(d.name), "ssid", c.Name)...); err != nil {
			return nil, err
		}
		if err := setPassword(ctx, hotspotID, spot.Password); err != nil {
			return nil, err
		}
		if _, err := nmcli(ctx, "--wait", "40", "connection", "up", "id", hotspotID); err != nil {
			return nil, err
		}
	}
	// Now that it works, it is to come back by itself when the machine was switched off and on, so
	// that phones do, too.
	if _, err := nmcli(ctx, "connection", "modify", "id", hotspotID, "connection.autoconnect", "yes", "connection.autoconnect-priority", "100"); err != nil {
		return nil, err
	}
	// It stands as 10.42.0.1/24, and there may be more than one.
	out, err := nmcli(ctx, "-g", "IP4.ADDRESS", "device", "show", d.name)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(out, " ")
	p, err := netip.ParsePrefix(first)
	if err != nil {
		return nil, fmt.Errorf("the hot spot is on, and has no address yet (%q); run this again", out)
	}
	spot.Address = p.Addr().String()
	return spot, nil
}

// profile returns what makes the connection of a hot spot, but for name and password. It differs from
// that of `nmcli device wifi hotspot` in two things. NetworkManager would draw a channel from the
// name, and take 12 to 14 as well, which most countries forbid and most phones do not see. And it
// would offer to protect management frames, which the chips of a Raspberry Pi cannot do as an access
// point: then the hot spot does not begin, or phones do not get in (issues 7247 and 3619 of
// github.com/raspberrypi/linux).
func profile(device string) []string {
	return []string{
		"connection", "add", "type", "wifi", "con-name", hotspotID, "ifname", device, "autoconnect", "no",
		"802-11-wireless.mode", "ap", "802-11-wireless.band", "bg", "802-11-wireless.channel", "6",
		"802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.proto", "rsn",
		"802-11-wireless-security.pairwise", "ccmp", "802-11-wireless-security.group", "ccmp",
		"802-11-wireless-security.pmf", "disable",
		"ipv4.method", "shared", "ipv6.method", "ignore",
	}
}

// setPassword gives a connection its password. Whoever is logged in can read the arguments of all
// programs, so the password goes into the editor of nmcli, which complains of nothing with its exit code:
// what it has saved is read again.
func setPassword(ctx context.Context, id, password string) error {
	const psk = "802-11-wireless-security.psk"
	if _, err := nmcliWith(ctx, "set "+psk+" "+password+"\nsave persistent\nquit\n", "connection", "edit", "id", id); err != nil {
		return err
	}
	saved, err := nmcli(ctx, "-s", "-g", psk, "connection", "show", "id", id)
	if err == nil && fields(saved)[0] != password {
		err = errRights
	}
	if err != nil {
		// Without its password it is useless, and would be taken for the one of the last time.
		_, gone := nmcli(ctx, "connection", "delete", "id", id)
		err = errors.Join(err, gone)
	}
	return err
}

// end ends the hot spot, and keeps its password.
func (c *hotspotCommand) end(ctx context.Context, s streams) error {
	was, err := endHotspot(ctx)
	switch {
	case err != nil:
		return err
	case was:
		fmt.Fprintln(s.out, "The hot spot is off.")
	default:
		fmt.Fprintln(s.out, "There was no hot spot.")
	}
	_, _ = c.tell(ctx, &phone.Hotspot{}) // a box that does not run needs not know
	return nil
}

// endHotspot ends the hot spot of this machine. It reports whether there was one.
func endHotspot(ctx context.Context) (was bool, err error) {
	if _, err := nmcli(ctx, "connection", "modify", "id", hotspotID, "connection.autoconnect", "no"); err != nil && exitOf(err) != noSuchThing {
		return false, err
	}
	_, err = nmcli(ctx, "connection", "down", "id", hotspotID)
	if exitOf(err) == noSuchThing {
		return false, nil
	}
	return err == nil, err
}

// A device is a Wi-Fi of this machine.
type device struct {
	name       string
	connection string // that it is in; "" for none
}

// wifiDevice returns the Wi-Fi of this machine that does the least.
func wifiDevice(ctx context.Context) (device, error) {
	out, err := nmcli(ctx, "-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device", "status")
	if err != nil {
		return device{}, err
	}
	var found *device
	const none = "this machine has no Wi-Fi"
	why := none
	for line := range strings.Lines(out) {
		f := fields(strings.TrimSuffix(line, "\n"))
		if len(f) < 4 || f[1] != "wifi" {
			continue
		}
		switch f[2] {
		case "unmanaged":
			if why == none { // one that is switched off is nearer
				why = fmt.Sprintf("NetworkManager does not manage the Wi-Fi %s of this machine: sudo nmcli device set %[1]s managed yes", f[0])
			}
		case "unavailable":
			why = fmt.Sprintf("the Wi-Fi %s of this machine is switched off: sudo nmcli radio wifi on; a Raspberry Pi wants to know its country first: sudo raspi-config, Localisation, WLAN Country", f[0])
		default:
			if f[3] == hotspotID {
				return device{f[0], f[3]}, nil
			}
			if found == nil || found.connection != "" && f[3] == "" {
				found = &device{f[0], f[3]}
			}
		}
	}
	if found == nil {
		return device{}, errors.New(why)
	}
	return *found, nil
}

// fields splits a line of nmcli's terse output, where a colon in a value has a backslash.
func fields(line string) []string {
	f := []string{""}
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line):
			i++
			f[len(f)-1] += line[i : i+1]
		case line[i] == ':':
			f = append(f, "")
		default:
			f[len(f)-1] += line[i : i+1]
		}
	}
	return f
}

// An nmError is what nmcli complains about.
type nmError struct {
	code int
	said string
}

var errRights = errors.New("a hot spot needs more rights than you have: sudo consigliere hotspot")

// What nmcli ends with, according to its manual page.
const (
	timedOut    = 3
	notRunning  = 8
	noSuchThing = 10
)

// Error says it in plain words.
func (e *nmError) Error() string {
	said := strings.ToLower(e.said)
	switch {
	case e.code == notRunning:
		return "NetworkManager is not running: sudo systemctl start NetworkManager"
	case strings.Contains(said, "privileges") || strings.Contains(said, "not authorized") || strings.Contains(said, "permission denied"):
		return errRights.Error()
	case e.code == timedOut:
		return "the Wi-Fi of this machine took too long to become a hot spot; try again, or look at: journalctl -u NetworkManager"
	case strings.Contains(said, "ip configuration could not be reserved"):
		return "NetworkManager found nothing that gives phones their addresses: sudo apt install dnsmasq-base"
	}
	return fmt.Sprintf("nmcli: %s (%d)", strings.TrimPrefix(e.said, "Error: "), e.code)
}

// exitOf returns what nmcli ended with; 0 without an error of it.
func exitOf(err error) int {
	if e := (*nmError)(nil); errors.As(err, &e) {
		return e.code
	}
	return 0
}

// nmcli runs the program of NetworkManager and returns what it prints.
func nmcli(ctx context.Context, args ...string) (string, error) { return nmcliWith(ctx, "", args...) }

// nmcliWith is nmcli with an input.
func nmcliWith(ctx context.Context, in string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "nmcli", args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C") // its words are looked at
	if in != "" {
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = append(cmd.Env, "HOME=/nonexistent") // where it would keep a history of what was typed
	}
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() > 0 {
		return "", &nmError{exit.ExitCode(), strings.TrimSpace(complaint.String())}
	}
	if err != nil {
		return "", fmt.Errorf("nmcli: %w", err)
	}
	return strings.TrimSpace(out.String()), nil
}

// tell tells the box of the hot spot, and returns how phones join; "" if it serves no phones.
func (c *hotspotCommand) tell(ctx context.Context, spot *phone.Hotspot) (join string, err error) {
	var invited web.Invited
	_, err = askPanel(ctx, c.Panel, "/hotspot", spot, &invited)
	return invited.Join, err
}

// askPanel asks the box that serves its panel at an address. It reports whether the box serves
// pages for phones.
func askPanel(ctx context.Context, panel, path string, question, answer any) (served bool, err error) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	body, err := json.Marshal(question)
	if err != nil {
		return false, err
	}
	page := "http://" + panel
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, page+path, bytes.NewReader(body))
	if err != nil {
		return false, fmt.Errorf("--panel: %w", err)
	}
	r.Header.Set("Origin", page)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return false, fmt.Errorf("no box answers at %s", panel)
	}
	defer a.Body.Close()
	if a.StatusCode == http.StatusMethodNotAllowed { // the page alone is there
		return false, nil
	}
	data, err := io.ReadAll(io.LimitReader(a.Body, 64<<10))
	if err != nil {
		return false, fmt.Errorf("the box at %s: %w", panel, err)
	}
	if a.StatusCode != http.StatusOK {
		return false, fmt.Errorf("the box at %s: %s", panel, bytes.TrimSpace(data))
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return false, fmt.Errorf("the box at %s: %w", panel, err)
	}
	return true, nil
}

// readable returns a password that one can read out: four short words, of 49 bits.
func readable() string {
	const first, second = "bdfghkmnprstvz", "aeiou"
	draw := func(letters string) byte {
		for b := make([]byte, 1); ; {
			_, _ = rand.Read(b) // it never fails
			if n := 256 / len(letters) * len(letters); int(b[0]) < n {
				return letters[int(b[0])%len(letters)]
			}
		}
	}
	var b []byte
	for i := range 8 {
		if i > 0 && i%2 == 0 {
			b = append(b, '-')
		}
		b = append(b, draw(first), draw(second))
	}
	return string(b)
}

// printQR prints the QR code of a text, black on white whatever the terminal's colours are.
func printQR(w io.Writer, text string) error {
	rows := link.Code(text)
	if rows == nil {
		return fmt.Errorf("%q is too long for a QR code", text)
	}
	const margin = 2
	size := len(rows) + 2*margin
	dark := func(x, y int) bool {
		x, y = x-margin, y-margin
		return x >= 0 && y >= 0 && y < len(rows) && x < len(rows) && rows[y][x] == '1'
	}
	var b strings.Builder
	for y := 0; y < size; y += 2 {
		b.WriteString("\x1b[40;97m") // white blocks on black
		for x := range size {
			b.WriteString(map[[2]bool]string{{false, false}: "█", {false, true}: "▀", {true, false}: "▄", {true, true}: " "}[[2]bool{dark(x, y), dark(x, y+1)}])
		}
		b.WriteString("\x1b[0m\n")
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
