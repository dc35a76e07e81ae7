package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consigliere/engine/link"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeNM names the file with what the fake nmcli knows.
const fakeNM = "CONSIGLIERE_TEST_NM"

// A networkManager is what the fake nmcli does as the real one would: the connection of a hot
// spot, and the devices of a machine.
type networkManager struct {
	Stopped  bool       // it does not run
	Guest    bool       // whoever asks has no rights
	Devices  [][]string // name, type, state and connection
	SSID     string     // of the connection that it keeps; "" for none
	Returns  bool       // that connection comes back by itself
	Device   string     // its device
	PSK      string
	Address  string // of a hot spot
	Fails    string // what activation says
	Stubborn bool   // it saves no password, and does not say so
	Calls    []string
	Homes    []string // of the calls
}

func (n *networkManager) save(file string) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

func readNM(file string) (*networkManager, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	n := &networkManager{}
	return n, json.Unmarshal(data, n)
}

// fakeNmcli is the program nmcli of a test.
func fakeNmcli() {
	file := os.Getenv(fakeNM)
	n, err := readNM(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	code, out := n.run(os.Args[1:])
	n.Calls = append(n.Calls, strings.Join(os.Args[1:], " "))
	n.Homes = append(n.Homes, os.Getenv("HOME"))
	if err := n.save(file); err != nil {
		code, out = 99, err.Error()
	}
	if code > 0 {
		fmt.Fprintln(os.Stderr, out)
	} else if out != "" {
		fmt.Println(out)
	}
	os.Exit(code)
}

// escape writes values as nmcli's terse output does.
func escape(values ...string) string {
	for i, v := range values {
		values[i] = strings.NewReplacer(`\`, `\\`, ":", `\:`).Replace(v)
	}
	return strings.Join(values, ":")
}

// run does what one command says; the codes and sentences are nmcli 1.42's.
func (n *networkManager) run(args []string) (code int, out string) {
	after := func(word string) string {
		if i := slices.Index(args, word); i >= 0 && i+1 < len(args) {
			return args[i+1]
		}
		return ""
	}
	line := strings.Join(args, " ")
	switch {
	case n.Stopped:
		return 8, "Error: NetworkManager is not running."
	case line == "-t -f DEVICE,TYPE,STATE,CONNECTION device status":
		var lines []string
		for _, d := range n.Devices {
			lines = append(lines, escape(slices.Clone(d)...))
		}
		return 0, strings.Join(lines, "\n")
	case strings.Contains(line, "connection show id consigliere") || strings.Contains(line, "connection delete id consigliere"):
		switch {
		case n.SSID == "":
			return 10, "Error: consigliere - no such connection profile."
		case strings.Contains(line, "delete"):
			if n.Guest {
				return 1, "Error: not all connections deleted: Insufficient privileges."
			}
			n.SSID, n.PSK = "", ""
			return 0, ""
		case after("-g") == "802-11-wireless.ssid":
			return 0, escape(n.SSID)
		case n.Guest || !slices.Contains(args, "-s"):
			return 0, ""
		}
		return 0, n.PSK
	case strings.HasPrefix(line, "connection add type wifi con-name consigliere ifname "):
		if n.Guest {
			return 1, "Error: Failed to add 'consigliere' connection: Insufficient privileges"
		}
		n.SSID, n.PSK, n.Device, n.Returns = after("ssid"), after("802-11-wireless-security.psk"), after("ifname"), after("autoconnect") == "yes"
		return 0, "Connection 'consigliere' (df6005f7-4b18-4153-b839-627f5a53b561) successfully added."
	case line == "connection edit id consigliere":
		// The editor of the real one ends with 0 whatever it was told.
		for s := bufio.NewScanner(os.Stdin); s.Scan(); {
			if psk, ok := strings.CutPrefix(s.Text(), "set 802-11-wireless-security.psk "); ok && !n.Stubborn {
				n.PSK = psk
			}
		}
		return 0, ""
	case strings.HasSuffix(line, "connection up id consigliere"):
		if n.Fails != "" {
			return 4, n.Fails
		}
		for _, d := range n.Devices {
			if d[0] == n.Device {
				d[2], d[3] = "connected", "consigliere"
			}
		}
		return 0, "Connection successfully activated"
	case strings.HasPrefix(line, "connection modify id consigliere connection.autoconnect "):
		switch {
		case n.SSID == "":
			return 10, "Error: unknown connection 'consigliere'."
		case n.Guest:
			return 1, "Error: Failed to modify connection 'consigliere': Insufficient privileges"
		}
		n.Returns = after("connection.autoconnect") == "yes"
		return 0, ""
	case strings.HasPrefix(line, "-g IP4.ADDRESS device show "):
		return 0, n.Address
	case line == "connection down id consigliere":
		for _, d := range n.Devices {
			if d[3] == "consigliere" {
				d[2], d[3] = "disconnected", ""
				return 0, "Connection 'consigliere' successfully deactivated"
			}
		}
		return 10, "Error: 'consigliere' is not an active connection.\nError: no active connection provided."
	}
	return 2, "Error: argument not understood: " + line
}

// A hot spot is made and ended, and what is in its way is said in plain words.
func TestHotspot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nm.json")
	t.Setenv(fakeNM, file)
	have := func(n networkManager) { require.NoError(t, n.save(file)) }
	hotspot := func(args ...string) (code int, out, stderr string) {
		var o, e bytes.Buffer
		code = run(append([]string{"hotspot", "--panel", "127.0.0.1:9"}, args...), streams{out: &o, err: &e})
		return code, o.String(), e.String()
	}
	eth := []string{"eth0", "ethernet", "unavailable", ""}
	for _, c := range []struct {
		name string
		nm   networkManager
		args []string
		says string
	}{
		{"stopped", networkManager{Stopped: true}, nil, "NetworkManager is not running: sudo systemctl start NetworkManager"},
		{"no-wifi", networkManager{Devices: [][]string{eth}}, nil, "this machine has no Wi-Fi"},
		{"unmanaged", networkManager{Devices: [][]string{{"wlan0", "wifi", "unmanaged", ""}}}, nil, "NetworkManager does not manage the Wi-Fi wlan0 of this machine: sudo nmcli device set wlan0 managed yes"},
		{"off", networkManager{Devices: [][]string{eth, {"wlan0", "wifi", "unavailable", ""}}}, nil, "the Wi-Fi wlan0 of this machine is switched off: sudo nmcli radio wifi on"},
		{"rights", networkManager{Guest: true, Devices: [][]string{{"wlan0", "wifi", "disconnected", ""}}}, nil, "a hot spot needs more rights than you have: sudo consigliere hotspot"},
		{"hidden", networkManager{Guest: true, SSID: "Consigliere", PSK: "bodi-mako-tuve-rilo", Devices: [][]string{{"wlan0", "wifi", "connected", "consigliere"}}}, nil, "a hot spot needs more rights than you have: sudo consigliere hotspot"},
		{"elsewhere", networkManager{Devices: [][]string{{"wlan0", "wifi", "connected", "At: home"}}}, nil, `the Wi-Fi of this machine (wlan0) is in the network "At: home": phones can join that as well; with --leave`},
		{"no-dhcp", networkManager{Fails: "Error: Connection activation failed: IP configuration could not be reserved (no available address, timeout, etc.).", Devices: [][]string{{"wlan0", "wifi", "disconnected", ""}}}, nil, "sudo apt install dnsmasq-base"},
		{"other", networkManager{SSID: "Consigliere", PSK: "bodi-mako-tuve-rilo", Fails: "Error: Connection activation failed: 802.1X supplicant took too long to authenticate.", Devices: [][]string{{"wlan0", "wifi", "disconnected", ""}}}, nil, "nmcli: Connection activation failed: 802.1X supplicant took too long to authenticate. (4)"},
		{"no-address", networkManager{Devices: [][]string{{"wlan0", "wifi", "disconnected", ""}}}, nil, "the hot spot is on, and has no address yet"},
		{"unsaved", networkManager{Stubborn: true, Devices: [][]string{{"wlan0", "wifi", "disconnected", ""}}}, nil, "a hot spot needs more rights than you have"},
		{"long", networkManager{}, []string{"--name", strings.Repeat("x", 33)}, "the name of a Wi-Fi has 1 to 32"},
	} {
		have(c.nm)
		code, _, stderr := hotspot(c.args...)
		assert.Equal(t, 1, code, c.name)
		assert.Contains(t, stderr, c.says, c.name)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), c.name)
	}

	have(networkManager{Address: "10.42.0.1/24", Devices: [][]string{eth, {"wlan0", "wifi", "connected", "home"}, {"wlan1", "wifi", "disconnected", ""}}})
	code, out, stderr := hotspot("--name", `Ava's: \; "box"`)
	require.Zero(t, code, stderr)
	m := regexp.MustCompile(`password: ((?:[bdfghkmnprstvz][aeiou]){2}(?:-(?:[bdfghkmnprstvz][aeiou]){2}){3})\n`).FindStringSubmatch(out)
	require.NotNil(t, m, out)
	assert.Contains(t, out, "no box answers at 127.0.0.1:9; what phones join with is on its panel")
	assert.Equal(t, link.Code(`WIFI:T:WPA;S:Ava's\: \\\; \"box\";P:`+m[1]+`;;`), qrOf(t, out, 0))
	n, err := readNM(file)
	require.NoError(t, err)
	assert.Equal(t, []string{"wlan1", "wifi", "connected", "consigliere"}, n.Devices[2], "the one that was free")
	assert.True(t, n.Returns, "it comes back by itself after the machine was off")
	for i, call := range n.Calls {
		assert.NotContains(t, call, m[1], "whoever is logged in can read the arguments of programs")
		if strings.Contains(call, "edit") {
			assert.Equal(t, "/nonexistent", n.Homes[i], "the editor writes what it was told into a history")
		}
	}

	calls := len(n.Calls)
	code, again, _ := hotspot("--name", `Ava's: \; "box"`)
	require.Zero(t, code)
	assert.Equal(t, out, again, "it is on")
	n, err = readNM(file)
	require.NoError(t, err)
	for _, call := range n.Calls[calls:] {
		assert.NotRegexp(t, "connection (add|up|delete)", call)
	}

	code, out, _ = hotspot("--stop")
	assert.Zero(t, code)
	assert.Equal(t, "The hot spot is off.\n", out)
	n, err = readNM(file)
	require.NoError(t, err)
	assert.False(t, n.Returns, "it stays off")
	code, out, _ = hotspot("--stop")
	assert.Zero(t, code)
	assert.Equal(t, "There was no hot spot.\n", out)
	_, out, _ = hotspot("--name", "Box", "--leave")
	assert.Contains(t, out, m[1], "phones know the password of the last time")

	t.Setenv("PATH", t.TempDir())
	code, _, stderr = hotspot()
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "there is no nmcli on this machine")
}

// qrOf reads the modules of the QR code that stands in a text as the n-th.
func qrOf(t *testing.T, text string, n int) []string {
	var codes [][]string
	var now []string
	for line := range strings.Lines(text + "\n") {
		m := regexp.MustCompile("^\x1b\\[40;97m([█▀▄ ]+)\x1b\\[0m\n$").FindStringSubmatch(line)
		if m == nil {
			if now != nil {
				codes = append(codes, now)
			}
			now = nil
			continue
		}
		var upper, lower string
		for _, r := range m[1] {
			upper += map[rune]string{'█': "0", '▀': "0", '▄': "1", ' ': "1"}[r]
			lower += map[rune]string{'█': "0", '▀': "1", '▄': "0", ' ': "1"}[r]
		}
		now = append(now, upper, lower)
	}
	require.Greater(t, len(codes), n, text)
	var rows []string
	size := len(codes[n][0]) - 4
	for y, row := range codes[n] {
		if y >= 2 && y < size+2 {
			rows = append(rows, row[2:size+2])
		}
	}
	return rows
}

// A box that runs is told of the hot spot: it shows how to get in, its address there is the one
// that phones get, and both are forgotten when it ends.
func TestHotspotOfABox(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nm.json")
	t.Setenv(fakeNM, file)
	require.NoError(t, (&networkManager{Address: "127.0.0.1/8 | 10.42.0.1/24", Devices: [][]string{{"wlan0", "wifi", "disconnected", ""}}}).save(file))
	for _, phones := range []bool{false, true} {
		args := []string{"sim", "--addr", "127.0.0.1:0", "--journal", ""}
		if phones {
			args = append(args, "--phones", ":0")
		}
		cmd := exec.Command("consigliere", args...)
		stdout, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		t.Cleanup(func() {
			_ = cmd.Process.Kill() // it has no journal to lose
			var exit *exec.ExitError
			require.True(t, errors.As(cmd.Wait(), &exit))
		})
		said, err := bufio.NewReader(stdout).ReadString('\n')
		require.NoError(t, err)
		panel := strings.TrimPrefix(strings.Fields(strings.TrimPrefix(said, "The box is at "))[0], "http://")
		var out, stderr bytes.Buffer
		code := run([]string{"hotspot", "--panel", panel}, streams{out: &out, err: &stderr})
		if !phones {
			assert.Equal(t, 1, code)
			assert.Contains(t, stderr.String(), `the box serves no pages for phones; they need phones = ":8018"`)
			stderr.Reset()
			assert.Equal(t, 1, run([]string{"phones", "--panel", panel}, streams{out: &out, err: &stderr}))
			assert.Contains(t, stderr.String(), "the box serves no pages for phones")
			continue
		}
		require.Zero(t, code, stderr.String())
		m := regexp.MustCompile(`join the table at (http://127\.0\.0\.1:\d+/#[\w-]{22})\n`).FindStringSubmatch(out.String())
		require.NotNil(t, m, out.String())
		assert.Equal(t, link.Code(m[1]), qrOf(t, out.String(), 1))

		// Another page may not say that there is one.
		for origin, want := range map[string]int{"": http.StatusForbidden, "http://evil.example": http.StatusForbidden, "http://" + panel: http.StatusBadRequest} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+panel+"/hotspot", strings.NewReader(`{"name":"x","password":"short","address":"10.42.0.1"}`))
			require.NoError(t, err)
			if origin != "" {
				r.Header.Set("Origin", origin)
			}
			answer, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			body, err := io.ReadAll(answer.Body)
			require.NoError(t, err)
			answer.Body.Close()
			assert.Equal(t, want, answer.StatusCode, "%q: %s", origin, body)
		}
		var list bytes.Buffer
		require.Zero(t, run([]string{"phones", "--panel", panel}, streams{out: &list, err: &stderr}), stderr.String())
		assert.Contains(t, list.String(), "join at "+m[1])
		assert.Equal(t, link.Code(m[1]), qrOf(t, list.String(), 0))
		stderr.Reset()
		require.Equal(t, 1, run([]string{"phones", "--panel", panel, "--host", "Ava"}, streams{out: &list, err: &stderr}))
		assert.Contains(t, stderr.String(), "no phone has that name")
		require.Zero(t, run([]string{"hotspot", "--stop", "--panel", panel}, streams{out: &out, err: &stderr}), stderr.String())
	}
}
