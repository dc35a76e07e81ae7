//go:build vm

package web

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"consigliere/engine/link"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

var (
	airTold = flag.String("hotspot", "", "the file with what consigliere hotspot said")
	airName = flag.String("wifi", "", "the name of that Wi-Fi")
)

// TestAir is eight phones on the air, each with a simulated radio and a network of its own: they
// join the hot spot with what its QR codes say, find the box, take eight seats and play a round of
// Naro, while the power goes once. The script guest-air of the virtual machine has made the hot spot
// as a reader of PHONES.md would.
func TestAir(t *testing.T) {
	if *airTold == "" {
		t.Skip("systemd/vm/test runs it")
	}
	told, err := os.ReadFile(*airTold)
	require.NoError(t, err)
	m := regexp.MustCompile(`is on\. Its password: (\S+)\n(?s:.*)phones join the table at (http://(10\.42\.\d+\.1):8018)/#(\S{22})\n`).FindStringSubmatch(string(told))
	require.NotNil(t, m, "%s", told)
	password, url, address, code := m[1], m[2], m[3], phonetest.SecretOf(t, m[4])
	codes := scan(string(told))
	require.Len(t, codes, 2)
	escaped := regexp.MustCompile(`[\\;,:"]`).ReplaceAllString(*airName, `\$0`)
	require.Equal(t, link.Code("WIFI:T:WPA;S:"+escaped+";P:"+password+";;"), codes[0], "the code for the Wi-Fi")
	require.Equal(t, link.Code(url+"/#"+m[4]), codes[1], "the code for the page")

	a := &air{t: t, url: url, code: code}
	for i, name := range webtest.CastEN {
		p := &airPhone{air: a, name: name, net: fmt.Sprint("phone", i+1)}
		a.phones = append(a.phones, p)
		p.move(i + 1)
		p.associate(fmt.Sprint("wlan", i+1), *airName, password)
	}
	for i, p := range a.phones {
		p.run("timeout", "120", "udhcpc", "-i", fmt.Sprint("wlan", i+1), "-q", "-A", "1", "-s", "/etc/udhcpc/default.script")
	}
	a.say("eight phones are in the Wi-Fi")

	ava := a.phones[0]
	host, err := os.Hostname()
	require.NoError(t, err)
	ips, err := ava.mDNS().LookupNetIP(t.Context(), "ip4", host+".local.")
	require.NoError(t, err, "%s.local by mDNS", host)
	require.Equal(t, address, ips[0].String())
	for where, want := range map[string]int{url: http.StatusOK, "http://" + host + ".local:8018": http.StatusOK, "http://evil.example:8018": http.StatusMisdirectedRequest} {
		r, err := ava.client(address).Get(where + "/")
		require.NoError(t, err, where)
		page, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		r.Body.Close()
		require.Equal(t, want, r.StatusCode, "%s: %s", where, page)
	}

	for _, p := range a.phones {
		p.open(code)
		p.key = phonetest.SecretOf(t, p.Ask(map[string]any{"t": "join", "name": p.name}).Key) // from now on its line may be cut
	}
	a.command("consigliere", "phones", "--host", ava.name)
	ava.until("it is a host", func(f *phonetest.Told, _ *phonetest.Board) bool {
		return f.Host && f.Table != nil && len(f.Table.Titles) > 0
	})
	ava.tell(map[string]any{"t": "host", "do": map[string]any{
		"t": "start", "game": "naro", "seats": webtest.CastEN, "options": map[string]any{"chance": "box"}, "bots": 0, "teach": false,
	}})
	ava.until("a game is played", func(_ *phonetest.Told, b *phonetest.Board) bool { return b.Desk.State == "play" })
	a.say("the game has begun")

	// In the first round, when some have chosen and others have not, the power goes: all come back to
	// where they were.
	a.answer("all have loaded", func(p *airPhone) bool { return p.answered > 0 })
	before := map[string]phonetest.Told{}
	for i, p := range a.phones {
		f := p.until("it aims", func(f *phonetest.Told, _ *phonetest.Board) bool {
			return f.Desk.Awaited && !f.Desk.Telling && len(f.Desk.Asks) == 1 && f.Desk.Asks[0].Verb == "aim"
		})
		if i%2 == 1 {
			p.tell(map[string]any{"t": "answer", "turn": f.Desk.Turn, "ask": 0, "row": 0})
			f = p.until("it is locked in", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Desk.Locked })
		}
		before[p.name] = f
	}
	a.say("the power goes")
	a.command("systemctl", "kill", "--signal=KILL", "consigliere")
	a.command("systemctl", "restart", "NetworkManager")
	for _, p := range a.phones {
		p.Conn.CloseNow() // nobody is at the other end
		p.comeBack()
	}
	f := ava.until("a host may go on", func(f *phonetest.Told, _ *phonetest.Board) bool {
		return f.Host && f.Table != nil && len(f.Table.Plays) > 0
	})
	ava.tell(map[string]any{"t": "host", "do": map[string]any{"t": "go_on", "play": f.Table.Plays[0].ID}})
	for _, p := range a.phones {
		now := p.until("it is back at its seat", func(f *phonetest.Told, _ *phonetest.Board) bool {
			return f.Name == p.name && f.Desk.Seat == p.name && !f.Desk.Telling && (f.Desk.Awaited || f.Desk.Locked)
		})
		require.Equal(t, before[p.name].Desk.Asks, now.Desk.Asks, p.name)
		require.Equal(t, before[p.name].Desk.Locked, now.Desk.Locked, p.name)
	}
	a.say("eight phones are back")
	a.answer("the second round has begun", func(p *airPhone) bool { return strings.HasPrefix(p.heading(), "2/") })
	a.say("a round is played: " + ava.heading())
}

// An air is where phones are.
type air struct {
	t      *testing.T
	url    string
	code   []byte
	phones []*airPhone
}

// An airPhone is a phone with a radio. Its line may be cut; it has the key of its seat.
type airPhone struct {
	*phonetest.Phone

	air      *air
	name     string
	net      string // its name space
	key      []byte
	answered int
}

// say tells how far the test is, and when.
func (a *air) say(what string) {
	up, _ := os.ReadFile("/proc/uptime")
	seconds, _, _ := strings.Cut(string(up), ".")
	fmt.Printf("-- %s (%s s)\n", what, seconds)
}

// command runs a program that must succeed.
func (a *air) command(name string, args ...string) string {
	a.t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(a.t, err, "%s %s: %s", name, args, out)
	return string(out)
}

// move takes a radio into a network of its own: there is no other way to the box than the air.
func (p *airPhone) move(radio int) {
	names := filepath.Join("/etc/netns", p.net) // who knows names there: nobody but the box
	require.NoError(p.air.t, os.MkdirAll(names, 0o755))
	require.NoError(p.air.t, os.WriteFile(filepath.Join(names, "resolv.conf"), nil, 0o644))
	p.air.command("ip", "netns", "add", p.net)
	p.air.command("iw", "phy", fmt.Sprint("phy", radio), "set", "netns", "name", p.net)
}

// associate joins a Wi-Fi as phones of today do.
func (p *airPhone) associate(device, ssid, password string) {
	t := p.air.t
	conf := filepath.Join(t.TempDir(), "wpa.conf")
	require.NoError(t, os.WriteFile(conf, fmt.Appendf(nil, "network={\n ssid=%x\n psk=%q\n sae_password=%q\n key_mgmt=WPA-PSK WPA-PSK-SHA256 SAE\n ieee80211w=1\n}\n", ssid, password, password), 0o600))
	p.run("ip", "link", "set", "lo", "up")
	p.run("wpa_supplicant", "-B", "-i", device, "-c", conf, "-f", conf+".log")
}

// run runs a program where the phone is.
func (p *airPhone) run(args ...string) string {
	return p.air.command("ip", append([]string{"netns", "exec", p.net}, args...)...)
}

// inside runs f on a thread that is where the phone is. The thread ends with it.
func (p *airPhone) inside(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- func() error {
			n, err := os.Open("/run/netns/" + p.net)
			if err != nil {
				return err
			}
			defer n.Close()
			if err := unix.Setns(int(n.Fd()), unix.CLONE_NEWNET); err != nil {
				return err
			}
			return f()
		}()
	}()
	return <-done
}

// dial makes a connection from where the phone is.
func (p *airPhone) dial(ctx context.Context, network, address string) (c net.Conn, err error) {
	err = p.inside(func() (err error) {
		c, err = (&net.Dialer{}).DialContext(ctx, network, address)
		return err
	})
	return c, err
}

// client gets pages from an address, whatever they are called.
func (p *airPhone) client(address string) *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(to)
		if err != nil {
			return nil, err
		}
		return p.dial(ctx, network, net.JoinHostPort(address, port))
	}}}
}

// mDNS asks for names as a phone does, by multicast.
func (p *airPhone) mDNS() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (c net.Conn, err error) {
		err = p.inside(func() error {
			u, err := net.ListenUDP("udp4", nil)
			c = multicast{u}
			return err
		})
		return c, err
	}}
}

// A multicast sends to all that hear mDNS, and takes the answer of any.
type multicast struct{ *net.UDPConn }

// Write implements [net.Conn].
func (m multicast) Write(b []byte) (int, error) {
	return m.WriteTo(b, &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353})
}

// open opens the line of the phone.
func (p *airPhone) open(secret []byte) {
	require.NoError(p.air.t, p.tryOpen(secret))
}

func (p *airPhone) tryOpen(secret []byte) error {
	ctx, stop := context.WithTimeout(p.air.t.Context(), phonetest.Patience)
	defer stop()
	client := &http.Client{Transport: &http.Transport{DialContext: p.dial}}
	conn, _, err := websocket.Dial(ctx, p.air.url+"/seat", &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"Origin": {p.air.url}}})
	if err != nil {
		return err
	}
	p.Phone, err = phonetest.Greet(ctx, p.air.t, conn, secret, rand.Reader)
	return err
}

// comeBack opens the line again with the key of the seat, as soon as the box is there.
func (p *airPhone) comeBack() {
	for begun := time.Now(); ; time.Sleep(500 * time.Millisecond) {
		err := p.tryOpen(p.key)
		if err == nil {
			return
		}
		require.Less(p.air.t, time.Since(begun), 2*phonetest.Patience, "%s: %v", p.name, err)
	}
}

// until waits until what the phone was told is as it should be. A line that is cut is opened again,
// as the page does it: on a machine that is interpreted the box may give up a phone for dead.
func (p *airPhone) until(what string, is func(*phonetest.Told, *phonetest.Board) bool) phonetest.Told {
	p.air.t.Helper()
	for begun := time.Now(); ; {
		p.Mu.Lock()
		ok, told, err := is(&p.Told, &p.Board), p.Told, p.Err
		p.Mu.Unlock()
		switch {
		case err != nil:
			p.comeBack()
		case ok:
			return told
		}
		require.Less(p.air.t, time.Since(begun), 3*phonetest.Patience, "%s: never: %s: %+v", p.name, what, told)
		select {
		case <-p.News:
		case <-time.After(time.Second):
		}
	}
}

// tell sends a message and hears whether the box took it, unless the line is cut meanwhile.
func (p *airPhone) tell(m map[string]any) {
	p.air.t.Helper()
	line, n := p.Phone, p.Send(m)
	p.until("it is answered", func(f *phonetest.Told, _ *phonetest.Board) bool {
		if p.Phone == line && f.N == n {
			require.Contains(p.air.t, []string{"", "late"}, f.Fault, "%s: %v", p.name, m)
		}
		return p.Phone != line || f.N == n
	})
}

// heading is what the table sees.
func (p *airPhone) heading() string {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return p.Board.Desk.Heading
}

// answer answers whatever phones are asked, at random, until each is as it should be.
func (a *air) answer(what string, done func(*airPhone) bool) {
	r := mrand.New(mrand.NewPCG(12, 8))
	begun := time.Now()
	for _, p := range a.phones {
		for !done(p) {
			require.Less(a.t, time.Since(begun), 5*phonetest.Patience, "%s: %s", what, p.heading())
			idle := true
			for _, q := range a.phones {
				q.Mu.Lock()
				d, err := q.Told.Desk, q.Err
				q.Mu.Unlock()
				if err != nil {
					q.comeBack()
					continue
				}
				if !d.Awaited || d.Telling || d.Locked || len(d.Asks) == 0 {
					continue
				}
				idle = false
				n := r.IntN(len(d.Asks))
				require.NotEmpty(a.t, d.Asks[n].Rows, "%s: %+v", q.name, d.Asks[n])
				q.tell(map[string]any{"t": "answer", "turn": d.Turn, "ask": n, "row": r.IntN(len(d.Asks[n].Rows))})
				q.answered++
			}
			if idle {
				time.Sleep(50 * time.Millisecond)
			}
		}
	}
}

// scan reads the QR codes that stand in what a program printed.
func scan(text string) (codes [][]string) {
	const margin = 2
	half := map[rune][2]byte{'█': {'0', '0'}, '▀': {'0', '1'}, '▄': {'1', '0'}, ' ': {'1', '1'}}
	row := regexp.MustCompile("\x1b\\[40;97m([█▀▄ ]+)\x1b\\[0m")
	var lines []string
	for line := range strings.Lines(text + "\n") {
		m := row.FindStringSubmatch(line)
		if m != nil {
			var upper, lower []byte
			for _, r := range m[1] {
				upper, lower = append(upper, half[r][0]), append(lower, half[r][1])
			}
			lines = append(lines, string(upper), string(lower))
			continue
		}
		if lines != nil {
			size := len(lines[0])
			var rows []string
			for _, l := range lines[margin : size-margin] {
				rows = append(rows, l[margin:size-margin])
			}
			codes, lines = append(codes, rows), nil
		}
	}
	return codes
}
