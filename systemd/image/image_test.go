//go:build vm

package image_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	mrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/phone/phonetest"
	"consigliere/internal/atomicfile"
	"consigliere/systemd/vm/disktest"
)

var (
	folder = flag.String("out", "", "the folder that make has left the image in")
	cuts   = flag.Int("cuts", 3, "how often the plug is pulled, those of earlier runs counted in")
	state  = flag.String("state", "", "the folder in which TestImage keeps its card and its counts, and goes on from")
	room   = flag.String("size", "4G", "how large the card is")
	speed  = flag.Int("speed", 1, "of TestFirstScreen: an instruction takes 2 to the power of this in nanoseconds")
	limit  = flag.Duration("limit", 20*time.Second, "how long the first screen may take; 0 for as long as it likes")
)

const (
	patience = 40 * time.Minute // of a machine that is interpreted beside much else
	address  = "10.0.2.15"      // of the box, in the emulator's network
)

var cast = []string{"Ava", "Babak", "Chiara"}

// A machine is the emulator with the card in it.
type machine struct {
	t     *testing.T
	dir   string
	card  string
	extra []string
	words string // for the kernel
	alone bool   // without a cable

	chance *mrand.Rand // of what the card loses
	disk   *disktest.Disk
	port   int
	qemu   *exec.Cmd
	shell  net.Conn
	lines  *bufio.Reader
}

// newMachine returns a machine with the card in a folder, or with a new one.
func newMachine(t *testing.T, dir string) *machine {
	t.Helper()
	if *folder == "" {
		t.Skip("there is no -out; see make image-test")
	}
	m := &machine{t: t, dir: t.TempDir(), card: filepath.Join(dir, "card.img"), chance: mrand.New(mrand.NewPCG(32, 2))}
	if _, err := os.Stat(m.card); err != nil {
		half := m.card + ".new"
		run(t, "cp", "--sparse=always", filepath.Join(*folder, "consigliere-arm64.img"), half)
		run(t, "truncate", "-s", *room, half)
		configure(t, half)
		require.NoError(t, os.Rename(half, m.card))
	}
	t.Cleanup(func() { m.cut() })
	return m
}

// configure puts a box.toml onto a card's small disk, as its owner would.
func configure(t *testing.T, card string) {
	t.Helper()
	bare, err := os.ReadFile("../../config/bare.toml")
	require.NoError(t, err)
	box := filepath.Join(t.TempDir(), "box.toml")
	journals := regexp.MustCompile(`(?m)^journals = .*`).ReplaceAll(bare, []byte(`journals = "/var/lib/consigliere/journals"`))
	require.NoError(t, os.WriteFile(box, append(journals, "\n[web]\nlisten = \"127.0.0.1:8017\"\nphones = \":8018\"\n"...), 0o600))
	run(t, "mcopy", "-i", card+"@@4M", box, "::box.toml")
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return string(out)
}

// start switches the machine on.
func (m *machine) start() {
	m.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(m.t, err)
	m.port = l.Addr().(*net.TCPAddr).Port
	require.NoError(m.t, l.Close())
	disk := filepath.Join(m.dir, "disk")
	m.disk, err = disktest.New(m.card, disk)
	require.NoError(m.t, err)
	socket := filepath.Join(m.dir, "shell")
	_ = os.Remove(socket)
	cmdline, err := os.ReadFile(filepath.Join(*folder, "image/cmdline"))
	require.NoError(m.t, err)
	boot := regexp.MustCompile(`console=\S+ *`).ReplaceAllString(strings.TrimSpace(string(cmdline)), "")
	args := []string{
		"-M", "virt", "-cpu", "cortex-a72", "-m", "1024", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
		"-kernel", filepath.Join(*folder, "image/vmlinuz"), "-initrd", filepath.Join(*folder, "image/initrd"),
		"-append", boot + " console=ttyAMA0 panic=-1 systemd.debug_shell=hvc0 " + m.words,
		"-serial", "file:" + filepath.Join(m.dir, "console"),
		"-blockdev", "driver=nbd,node-name=card,server.type=unix,server.path=" + disk, "-device", "virtio-blk-pci,drive=card",
		"-device", "virtio-rng-pci",
		"-chardev", "socket,id=shell,server=on,wait=off,path=" + socket, "-device", "virtio-serial-pci", "-device", "virtconsole,chardev=shell",
	}
	if !m.alone {
		args = append(args, "-netdev", fmt.Sprintf("user,id=net,hostfwd=tcp:127.0.0.1:%d-:8018", m.port), "-device", "virtio-net-pci,netdev=net,romfile=")
	}
	if m.extra == nil {
		// Its clock counts instructions while it works, 4 ns each, so that no time of systemd is over on a host that is
		// busy with other things, and goes with ours while it waits.
		m.extra = []string{"-smp", "1", "-accel", "tcg,thread=single", "-icount", "shift=2"}
	}
	m.qemu = exec.Command("qemu-system-aarch64", append(args, m.extra...)...)
	log, err := os.Create(filepath.Join(m.dir, "qemu"))
	require.NoError(m.t, err)
	m.qemu.Stdout, m.qemu.Stderr = log, log
	require.NoError(m.t, m.qemu.Start())
	require.NoError(m.t, log.Close())
	m.wait("the emulator begins", func() bool {
		m.shell, err = net.Dial("unix", socket)
		return err == nil
	})
	m.lines = bufio.NewReader(m.shell)
}

// cut pulls the plug.
func (m *machine) cut() {
	if m.qemu == nil {
		return
	}
	_ = m.qemu.Process.Kill()
	_ = m.qemu.Wait()
	if m.shell != nil {
		m.shell.Close()
	}
	m.qemu = nil
	waiting, lost, err := m.disk.Cut(m.chance)
	require.NoError(m.t, err)
	m.t.Logf("of %d blocks that were not flushed %d lost something", waiting, lost)
}

// wait waits until something is.
func (m *machine) wait(what string, is func() bool) {
	m.t.Helper()
	for begun := time.Now(); !is(); time.Sleep(200 * time.Millisecond) {
		if time.Since(begun) > patience {
			console, _ := os.ReadFile(filepath.Join(m.dir, "console"))
			qemu, _ := os.ReadFile(filepath.Join(m.dir, "qemu"))
			require.Failf(m.t, "never", "%s\n%s\n%s", what, qemu, console[max(0, len(console)-4000):])
		}
	}
}

var (
	asked   int
	escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)
)

// on types a command on the machine, and returns what it printed and whether it succeeded.
func (m *machine) on(command string) (string, bool) {
	m.t.Helper()
	return m.within(time.Minute, command)
}

// within is on for a command that may take longer.
func (m *machine) within(limit time.Duration, command string) (string, bool) {
	m.t.Helper()
	asked++
	begin, end := fmt.Sprintf("begin-%d", asked), fmt.Sprintf("end-%d-", asked)
	// The shell begins late, and prints what is typed, too; so the words are put together there.
	line := fmt.Sprintf("stty -echo 2>/dev/null; printf 'begin-%%d\\n' %d; { %s; } 2>&1 </dev/null; printf 'end-%%d-%%d\\n' %d $?\n", asked, command, asked)
	_ = m.shell.SetWriteDeadline(time.Now().Add(10 * time.Second))
	_, err := m.shell.Write([]byte(line))
	if err != nil {
		return err.Error(), false
	}
	_ = m.shell.SetReadDeadline(time.Now().Add(limit))
	var out strings.Builder
	inside := false
	for {
		text, err := m.lines.ReadString('\n')
		if err != nil {
			return out.String(), false
		}
		text = escapes.ReplaceAllString(strings.TrimRight(text, "\r\n"), "")
		switch {
		case strings.HasSuffix(text, begin):
			inside = true
			out.Reset()
		case strings.Contains(text, end):
			before, code, _ := strings.Cut(text, end)
			out.WriteString(before)
			return out.String(), inside && code == "0"
		case inside:
			out.WriteString(text + "\n")
		}
	}
}

// must is on for a command that must succeed.
func (m *machine) must(command string) string {
	m.t.Helper()
	out, ok := m.on(command)
	require.True(m.t, ok, "%s: %s", command, out)
	return strings.TrimSpace(out)
}

var invitation = regexp.MustCompile(`join at http://` + regexp.QuoteMeta(address) + `:8018/#(\S{22})`)

// invite waits until the box shows its code, and returns it.
func (m *machine) invite() []byte {
	m.t.Helper()
	var code string
	m.wait("the box invites phones", func() bool {
		out, _ := m.on("consigliere phones")
		found := invitation.FindStringSubmatch(out)
		if found != nil {
			code = found[1]
		}
		return found != nil
	})
	return phonetest.SecretOf(m.t, code)
}

// healthy checks what the machine says of itself.
func (m *machine) healthy() {
	m.t.Helper()
	m.wait("all is started", func() bool {
		state, _ := m.on("systemctl is-system-running")
		return strings.Contains(state, "running") || strings.Contains(state, "degraded")
	})
	failed, _ := m.on("systemctl --failed --no-legend --plain")
	assert.Empty(m.t, strings.TrimSpace(failed))
	assert.Regexp(m.t, `(^|,)ro(,|$)`, m.must("findmnt -no OPTIONS /"))
	assert.Contains(m.t, m.must("findmnt -no SOURCE /var/lib/consigliere"), "[/games]")
	errors, _ := m.on("dmesg | grep -iE 'EXT4-fs (error|warning)|I/O error|Buffer I/O'")
	assert.Empty(m.t, strings.TrimSpace(errors))
	assert.Equal(m.t, "", m.must("find /var/lib/consigliere -user root"))
}

// A guest is a phone at the box.
type guest struct {
	*phonetest.Phone

	m    *machine
	name string
	key  []byte
}

func (g *guest) open(secret []byte) error {
	ctx, stop := context.WithTimeout(g.m.t.Context(), phonetest.Patience)
	defer stop()
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, fmt.Sprint("127.0.0.1:", g.m.port))
	}}}
	url := "http://" + address + ":8018"
	conn, _, err := websocket.Dial(ctx, url+"/seat", &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"Origin": {url}}})
	if err != nil {
		return err
	}
	g.Phone, err = phonetest.Greet(ctx, g.m.t, conn, secret, rand.Reader)
	return err
}

// back opens the line of a phone that has a seat.
func (g *guest) back() {
	g.m.wait(g.name+" is back", func() bool { return g.open(g.key) == nil })
}

// sees waits until a phone was told what it should be.
func (g *guest) sees(what string, is func(*phonetest.Told, *phonetest.Board) bool) (told phonetest.Told) {
	g.m.t.Helper()
	g.m.wait(g.name+": "+what, func() bool {
		g.Mu.Lock()
		ok, err := is(&g.Told, &g.Board), g.Err
		told = g.Told
		g.Mu.Unlock()
		if err != nil {
			g.back()
			return false
		}
		return ok
	})
	return told
}

// now returns what a phone was told last, and whether its line stands.
func (g *guest) now() (phonetest.Told, string, bool) {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	return g.Told, g.Board.Desk.Heading, g.Err == nil
}

// An evening is what is known of a card; it outlives this program.
type evening struct {
	Cuts     int               // of the plug
	Held     int               // of these, those after which all was found as it was
	Playing  int               // of those, while a game was played
	Starting int               // and while the box started, with that game on its card
	Same     int               // how often each phone was shown the very same afterwards; else the game was further
	Stood    bool              // the game stood still when the plug was pulled: all waited for an answer
	Keys     map[string][]byte // of the phones
	Places   map[string]place  // what each phone was shown last
	Moves    int               // that the game has at least: each was acknowledged to a phone
	Began    bool              // there is a game to go on with
	Boot     time.Duration     // how long the last start took, by the host's clock
}

// A place is where a phone is in a game: what it shows.
type place struct {
	Locked bool
	Table  string // the heading of the table
	Shown  string // what the seat sees and is asked, as JSON
}

// place returns what a phone shows, and whether that stands: nothing is being told.
func (g *guest) place() (p place, stands bool) {
	f, heading, ok := g.now()
	d := f.Desk
	shown, err := json.Marshal([]any{d.Heading, d.Lines, d.Groups, d.Asks, d.Awaited, d.Locked})
	require.NoError(g.m.t, err)
	return place{d.Locked, heading, string(shown)}, ok && !d.Telling && !d.After
}

// botAwaited is in what a phone shows while the box's own player thinks.
var botAwaited = regexp.MustCompile(`"Bot 1","icons":\[[^]]*"await"`)

// settle waits until the game waits for phones alone and they show the same for a while, or until it is over, and returns
// what they show.
func settle(m *machine, guests []*guest) map[string]place {
	m.t.Helper()
	var all map[string]place
	since := time.Now()
	m.wait("the game stands still", func() bool {
		now, stand, asked := map[string]place{}, true, false
		for _, g := range guests {
			if _, _, ok := g.now(); !ok {
				g.back()
			}
			p, stands := g.place()
			now[g.name], stand = p, stand && stands && !botAwaited.MatchString(p.Shown)
			f, _, _ := g.now()
			asked = asked || f.Desk.Awaited
		}
		over := guests[0].state() == "over"
		if !maps.Equal(now, all) || !over && !(stand && asked) {
			all, since = now, time.Now()
		}
		return time.Since(since) > 3*time.Second
	})
	return all
}

func loadEvening(t *testing.T, dir string) *evening {
	t.Helper()
	e := &evening{Keys: map[string][]byte{}, Places: map[string]place{}}
	data, err := os.ReadFile(filepath.Join(dir, "evening.json"))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, e))
	}
	return e
}

func (g *guest) state() string {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	return g.Board.Desk.State
}

func (e *evening) save(t *testing.T, dir string) {
	t.Helper()
	data, err := json.Marshal(e)
	require.NoError(t, err)
	require.NoError(t, atomicfile.WriteFile(filepath.Join(dir, "evening.json"), data, 0o644))
}

// TestImage checks that the image starts to its menu and lets its disk grow, and that a game of phones on it survives the
// plug as often as it is pulled, while they play or while it starts: nothing is lost that a phone was told of.
func TestImage(t *testing.T) {
	dir := *state
	if dir == "" {
		dir = t.TempDir()
	}
	require.NoError(t, os.MkdirAll(dir, 0o755))
	m := newMachine(t, dir)
	e := loadEvening(t, dir)
	r := mrand.New(mrand.NewPCG(32, uint64(e.Cuts)))
	guests := make([]*guest, len(cast))
	for i, name := range cast {
		guests[i] = &guest{m: m, name: name, key: e.Keys[name]}
	}
	host := guests[0]
	m.start()
	begun := time.Now()
	if len(e.Keys) < len(cast) {
		first(t, m, e, guests)
		e.save(t, dir)
	} else {
		for _, g := range guests {
			g.back()
		}
	}
	for {
		f := host.sees("a host may go on", func(f *phonetest.Told, b *phonetest.Board) bool {
			return b.Desk.State == "menu" && f.Host && f.Table != nil && len(f.Table.Titles) > 0
		})
		if e.Boot == 0 || e.Cuts > e.Held {
			e.Boot = time.Since(begun)
		}
		moves := 0
		if len(f.Table.Plays) > 0 {
			moves = f.Table.Plays[0].Moves
			assert.Empty(t, f.Table.Plays[0].Warning, "cut %d", e.Cuts)
		}
		assert.GreaterOrEqual(t, moves, e.Moves, "cut %d: what a phone was told is gone", e.Cuts)
		if moves == 0 {
			require.False(t, e.Began, "cut %d: the game is gone", e.Cuts)
			host.Send(map[string]any{"t": "host", "do": map[string]any{
				"t": "start", "game": "naro", "seats": cast, "options": map[string]any{"chance": "box"}, "bots": 1, "teach": false,
			}})
			e.Began = true
		} else {
			host.Send(map[string]any{"t": "host", "do": map[string]any{"t": "go_on", "play": f.Table.Plays[0].ID}})
		}
		host.sees("a game is played", func(_ *phonetest.Told, b *phonetest.Board) bool { return b.Desk.State == "play" })
		if cuts := e.Cuts - e.Held; cuts > 0 {
			places, same := settle(m, guests), 0
			for name, was := range e.Places {
				now := places[name]
				if now == was {
					same++
					continue
				}
				assert.False(t, e.Stood, "cut %d: %s was shown\n%s: %s\nand now is\n%s: %s", e.Cuts, name, was.Table, was.Shown, now.Table, now.Shown)
				assert.False(t, was.Locked && !now.Locked && was.Table == now.Table, "cut %d: what %s had locked is gone", e.Cuts, name)
			}
			m.healthy()
			if t.Failed() {
				return
			}
			e.Held, e.Playing, e.Starting = e.Cuts, e.Playing+1, e.Starting+cuts-1
			if same == len(guests) {
				e.Same++
			}
			t.Logf("cut %d: %q, %d moves of %d that were told; %d of %d phones show the same; %s s after its start, by the host's clock %v", e.Cuts,
				places[host.name].Table, moves, e.Moves, same, len(guests), strings.Fields(m.must("cat /proc/uptime"))[0], e.Boot.Round(time.Second))
		}
		e.Moves = moves
		e.save(t, dir)
		if e.Cuts >= *cuts {
			break
		}
		// They play until the plug is pulled, at any moment, but not before somebody was told that an answer is taken.
		want, play, sent := moves+1+r.IntN(4), time.Now(), make([]answer, len(guests))
		over := func() bool { _, _, ok := host.now(); return ok && host.state() == "over" }
		for end := play.Add(time.Duration(r.IntN(12000)) * time.Millisecond); time.Now().Before(end) || e.Moves < want; time.Sleep(20 * time.Millisecond) {
			require.Less(t, time.Since(play), patience, "%d of %d moves: %s", e.Moves, want, told(guests))
			if over() {
				break
			}
			for i, g := range guests {
				f, _, ok := g.now()
				if !ok {
					g.back()
					sent[i] = answer{}
					continue
				}
				if sent[i].n > 0 {
					if f.N < sent[i].n {
						continue
					}
					if f.Fault == "" && f.Desk.Turn != sent[i].turn {
						e.Moves++
					}
					sent[i] = answer{}
				}
				if d := f.Desk; d.Awaited && !d.Telling && !d.Locked && len(d.Asks) > 0 {
					a := r.IntN(len(d.Asks))
					if len(d.Asks[a].Rows) > 0 {
						sent[i] = answer{turn: d.Turn, n: g.Send(map[string]any{"t": "answer", "turn": d.Turn, "ask": a, "row": r.IntN(len(d.Asks[a].Rows))})}
					}
				}
			}
		}
		// Half of the time nobody answers for a moment, so that all must be shown the very same afterwards.
		if e.Stood = r.IntN(2) == 0; e.Stood {
			e.Places = settle(m, guests)
		} else {
			for _, g := range guests {
				e.Places[g.name], _ = g.place()
			}
		}
		if over() { // another one is begun, and the plug pulled in that
			t.Logf("the game is over after %d moves", e.Moves)
			e.Moves, e.Began, e.Places = 0, false, map[string]place{}
			host.Send(map[string]any{"t": "host", "do": map[string]any{"t": "leave"}})
			continue
		}
		t.Logf("%d answers were taken in %v; it stands still: %t", e.Moves-moves, time.Since(play).Round(time.Millisecond), e.Stood)
		m.cut()
		e.Cuts++
		e.save(t, dir)
		m.start()
		// Half of the starts are cut, too, at any moment of them; sometimes twice.
		for e.Cuts < *cuts && r.IntN(2) == 0 {
			wait := time.Duration(r.Int64N(int64(e.Boot)))
			time.Sleep(wait)
			m.cut()
			e.Cuts++
			e.save(t, dir)
			t.Logf("cut %d: %v after its start", e.Cuts, wait.Round(time.Second))
			m.start()
		}
		begun = time.Now()
		for _, g := range guests {
			g.back()
		}
	}
	t.Logf("%d cuts, %d while they played and %d while it started: nothing was lost that a phone was told of, and %d times each phone was shown the very same",
		e.Held, e.Playing, e.Starting, e.Same)
}

// An answer is one that the box has not acknowledged yet: the number of its message, and the turn that it answers.
type answer struct {
	n    int
	turn uint64
}

// told says what phones were told last.
func told(guests []*guest) string {
	var all []string
	for _, g := range guests {
		f, h, ok := g.now()
		all = append(all, fmt.Sprintf("%s (%t): %q awaited %t telling %t locked %t, %d asks", g.name, ok, h, f.Desk.Awaited, f.Desk.Telling, f.Desk.Locked, len(f.Desk.Asks)))
	}
	return strings.Join(all, "; ")
}

// first is the first start of a card: its disk grows, and phones join.
func first(t *testing.T, m *machine, e *evening, guests []*guest) {
	t.Helper()
	code := m.invite()
	m.healthy()
	up := strings.Fields(m.must("cat /proc/uptime"))[0]
	size := m.must("df -BM --output=size /data | tail -n 1")
	t.Logf("it invites phones after %s s; the disk of the games has %s", up, size)
	var mib int
	_, err := fmt.Sscanf(size, "%dM", &mib)
	require.NoError(t, err)
	assert.Greater(t, mib, 500, "it has grown to the end of the card")
	m.must("! touch /usr/bin/x && touch /var/lib/consigliere/x && rm /var/lib/consigliere/x")
	m.must("cmp /boot/firmware/box.toml /etc/consigliere/box.toml") // what its owner put onto the card is taken
	m.must("systemd-analyze security --no-pager --threshold=20 box-card box-clock@1 box-disk box-network box-stick@sda1 consigliere consigliere-steward@1")
	for _, g := range guests {
		require.NoError(t, g.open(code))
		menu := func(_ *phonetest.Told, b *phonetest.Board) bool { return b.Desk.State == "menu" }
		g.sees("the menu", menu)
		g.key = phonetest.SecretOf(t, g.Ask(map[string]any{"t": "join", "name": g.name}).Key)
		e.Keys[g.name] = g.key
	}
}

// TestFirstScreen says how long it takes to the first screen, by a clock that counts instructions, whatever the machine
// beside it does: on one processor, without the firmware of a Pi.
func TestFirstScreen(t *testing.T) {
	m := newMachine(t, t.TempDir())
	m.extra = []string{"-smp", "1", "-accel", "tcg,thread=single", "-icount", fmt.Sprintf("shift=%d", *speed)}
	for range 2 { // the disk grows at the first start
		m.start()
		m.wait("a shell", func() bool { _, ok := m.within(5*time.Second, ":"); return ok })
		// Nothing more is asked of the machine before it is done: each program that it runs is counted, too.
		said, _ := m.within(patience, "systemctl is-system-running --wait")
		at := m.must("systemctl show -P ActiveEnterTimestampMonotonic consigliere")
		t.Logf("%s; ready %s us after the kernel's start, at %d ns an instruction", strings.TrimSpace(said), at, 1<<*speed)
		chain, _ := m.within(patience, "systemd-analyze --no-pager time; systemd-analyze --no-pager critical-chain consigliere.service; systemd-analyze --no-pager blame | head -n 40")
		t.Logf("what it waited for:\n%s", chain)
		if *limit > 0 {
			us, err := strconv.Atoi(at)
			require.NoError(t, err)
			assert.LessOrEqual(t, time.Duration(us)*time.Microsecond, *limit)
		}
		m.must("sync")
		m.cut()
	}
}
