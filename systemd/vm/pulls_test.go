//go:build vm

package vm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/internal/atomicfile"
	"consigliere/systemd/vm/disktest"
)

var (
	pulls    = flag.Int("pulls", 0, "how often TestPulls pulls the plug, those of earlier runs counted in")
	machines = flag.Int("machines", 1, "how many machines TestPulls has at a time")
	pullsFor = flag.Duration("pulls.for", 24*time.Hour, "how long TestPulls runs at most")
	stateDir = flag.String("pulls.state", "", "the folder in which TestPulls keeps its disks and its counts, and goes on from")
	bootDir  = flag.String("pulls.boot", "", "the folder with vmlinux and initrd, and a new disk with a game for each seed: disk-5.img")
	qemu     = flag.String("pulls.qemu", "qemu-system-x86_64", "the emulator, and what it is always told")
)

// An order is what the host tells a machine, in a line.
type order struct {
	Seed   uint64 // of the game
	Chance uint64 // of the answers
	Seen   int    // moves that the table had seen
}

// TestPulled is the machine's part of TestPulls: it waits until it has a disk, and plays on with the game on it.
func TestPulled(t *testing.T) {
	if *configFile == "" {
		t.Skip("this is run in a machine, by TestPulls")
	}
	w := newWorld(t, loadBox(t))
	fmt.Println("ready.")
	line, err := bufio.NewReader(os.Stdin).ReadBytes('\n')
	require.NoError(t, err)
	var o order
	require.NoError(t, json.Unmarshal(line, &o))
	require.NoError(t, syscall.Mount("/dev/vda", "/vm/disk", "ext4", 0, ""))
	fmt.Println("mounted.")
	begin(t, w, newMirror(t, len(w.box.Pods), o.Seed, o.Chance), o.Seen).play(10_000)
	fmt.Println("over.")
}

// An evening is what is known of the disk of one machine; it outlives this program.
type evening struct {
	Seed   uint64 // of the game that is on the disk
	Games  uint64 // that came to their end before
	Seen   int    // moves of it that were told
	Pulls  int    // of the plug
	Waits  int    // of these, since a start went well
	Starts int    // that went well after one pull or more
	Lost   int    // blocks that lost something
	First  uint64 // the number of the next pull
}

// A bench is the machines of TestPulls, and what they have in common.
type bench struct {
	t   *testing.T
	dir string // of this run

	mu sync.Mutex
	// mu guards the following.
	evenings []*evening
	log      *os.File
	running  map[*exec.Cmd]bool
	ended    bool
}

// TestPulls pulls the plug of machines in mid-game: while the box starts, while it writes a move, after it has shown one.
// Each machine is started once, so far that it waits for a disk, and is saved there; from then on it goes on from that for
// each pull, with the disk as the pull has left it. Nothing of the box is in what is saved: its program starts, and its disk
// is mounted, after that. Of what the disk was not told to flush it loses a part.
//
// Each start must find every move that a page has shown, the same game, and the same ask.
func TestPulls(t *testing.T) {
	if *pulls == 0 {
		t.Skip("there are no -pulls")
	}
	require.NoError(t, os.MkdirAll(*stateDir, 0o755))
	log, err := os.OpenFile(filepath.Join(*stateDir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	b := &bench{t: t, dir: t.TempDir(), log: log, running: map[*exec.Cmd]bool{}}
	for i := range *machines {
		b.evenings = append(b.evenings, b.load(i))
	}
	begun := time.Now()
	b.tell("%s; %d machines", b.counts(), *machines)
	require.NoError(t, b.save())
	b.tell("a machine waits for its disk, %v", time.Since(begun).Round(time.Second))
	var all sync.WaitGroup
	failed := make([]error, *machines)
	for i := range *machines {
		all.Go(func() {
			for b.goesOn() && failed[i] == nil {
				failed[i] = b.pull(i)
			}
		})
	}
	time.AfterFunc(*pullsFor, b.end)
	all.Wait()
	b.tell("%s, in %v", b.counts(), time.Since(begun).Round(time.Second))
	require.NoError(t, errors.Join(failed...))
	if !b.overTime() {
		require.GreaterOrEqual(t, b.pulled(), *pulls)
	}
}

func (b *bench) file(i int, kind string) string {
	return filepath.Join(*stateDir, fmt.Sprintf("%d.%s", i, kind))
}

// load returns the evening of a machine, as an earlier run has left it.
func (b *bench) load(i int) *evening {
	data, err := os.ReadFile(b.file(i, "json"))
	if errors.Is(err, fs.ErrNotExist) {
		e := &evening{Games: uint64(i) * 1000}
		require.NoError(b.t, b.newGame(i, e))
		return e
	}
	require.NoError(b.t, err)
	var e evening
	require.NoError(b.t, json.Unmarshal(data, &e))
	return &e
}

// newGame gives a machine a new disk.
func (b *bench) newGame(i int, e *evening) error {
	disks, err := filepath.Glob(filepath.Join(*bootDir, "disk-*.img"))
	if err != nil || len(disks) == 0 {
		return fmt.Errorf("no disk in %s: %w", *bootDir, err)
	}
	name := disks[(int(e.Games)+i)%len(disks)]
	_, err = fmt.Sscanf(filepath.Base(name), "disk-%d.img", &e.Seed)
	if err != nil {
		return err
	}
	e.Seen = 0
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return errors.Join(atomicfile.WriteFile(b.file(i, "img"), data, 0o644), b.keep(i, e))
}

// keep writes down how far a machine is.
func (b *bench) keep(i int, e *evening) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(b.file(i, "json"), data, 0o644)
}

func (b *bench) tell(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	line := time.Now().UTC().Format("15:04:05 ") + fmt.Sprintf(format, args...) + "\n"
	fmt.Print(line)
	_, _ = b.log.WriteString(line)
}

func (b *bench) counts() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var sum evening
	games := 0
	for i, e := range b.evenings {
		sum.Pulls += e.Pulls - e.Waits
		sum.Waits += e.Waits
		sum.Starts += e.Starts
		sum.Lost += e.Lost
		games += int(e.Games) - i*1000
	}
	return fmt.Sprintf("%d pulls in %d games after which all was there, by %d starts (%d more wait for one); %d blocks lost something",
		sum.Pulls, games+len(b.evenings), sum.Starts, sum.Waits, sum.Lost)
}

// pulled is how many pulls were followed by a start that went well.
func (b *bench) pulled() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.evenings {
		n += e.Pulls - e.Waits
	}
	return n
}

func (b *bench) goesOn() bool { return !b.overTime() && b.pulled() < *pulls }

func (b *bench) overTime() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ended
}

// end switches everything off.
func (b *bench) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	for cmd := range b.running {
		_ = cmd.Process.Kill()
	}
}

// A vm is a machine that runs.
type vm struct {
	*bench
	cmd   *exec.Cmd
	in    *os.File
	out   *os.File
	read  *bufio.Reader // of out
	said  bytes.Buffer  // by the emulator
	files string        // what its files begin with
}

// start runs a machine whose disk is at a socket.
func (b *bench) start(name, socket string, more ...string) (*vm, error) {
	m := &vm{bench: b, files: filepath.Join(b.dir, name)}
	for _, end := range []string{".in", ".out"} {
		_ = os.Remove(m.files + end)
		if err := syscall.Mkfifo(m.files+end, 0o600); err != nil {
			return nil, err
		}
	}
	var err error
	// Both ends, so that neither waits for the other.
	if m.in, err = os.OpenFile(m.files+".in", os.O_RDWR, 0); err != nil {
		return nil, err
	}
	if m.out, err = os.OpenFile(m.files+".out", os.O_RDWR, 0); err != nil {
		return nil, err
	}
	m.read = bufio.NewReader(m.out)
	words := strings.Fields(*qemu)
	// Its clock counts instructions while it works, 4 ns each, and goes with ours while it waits: no patience of the box or of
	// the test ends on a host that is busy with other things.
	args := append(words[1:], "-machine", "q35", "-cpu", "max", "-accel", "tcg,thread=single", "-icount", "shift=2", "-smp", "1", "-m", "640",
		"-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-serial", "file:"+m.files+".console",
		"-blockdev", "driver=nbd,node-name=disk,server.type=unix,server.path="+socket, "-device", "virtio-blk-pci,drive=disk",
		"-device", "virtio-serial-pci", "-chardev", "pipe,id=line,path="+m.files, "-device", "virtserialport,chardev=line,name=out",
		"-kernel", filepath.Join(*bootDir, "vmlinux"), "-initrd", filepath.Join(*bootDir, "initrd"),
		"-append", "console=ttyS0 quiet panic=-1 nokaslr mitigations=off no_timer_check cryptomgr.notests random.trust_cpu=on vm.mode=pulls")
	m.cmd = exec.Command(words[0], append(args, more...)...)
	m.cmd.Stdout, m.cmd.Stderr = &m.said, &m.said
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // when this program is killed
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return nil, errors.New("time is over")
	}
	if err := m.cmd.Start(); err != nil {
		return nil, err
	}
	b.running[m.cmd] = true
	return m, nil
}

// off pulls the plug.
func (m *vm) off() {
	_ = m.cmd.Process.Kill()
	_ = m.cmd.Wait()
	m.mu.Lock()
	delete(m.running, m.cmd)
	m.mu.Unlock()
	_ = m.in.Close()
	_ = m.out.Close()
}

// lines hands each line that a machine prints to see, until that has seen enough, the machine is gone or it takes too long.
func (m *vm) lines(limit time.Duration, see func(string) bool) (said string, ok bool) {
	gone := make(chan struct{})
	defer close(gone)
	var all strings.Builder
	begun := time.Now()
	_ = m.out.SetReadDeadline(begun.Add(limit))
	go func() { // a machine that ends leaves its pipe open
		for {
			select {
			case <-gone:
				return
			case <-time.After(time.Second):
			}
			if m.cmd.Process.Signal(syscall.Signal(0)) != nil || m.dead() {
				_ = m.out.SetReadDeadline(time.Now())
				return
			}
		}
	}()
	for {
		line, err := m.read.ReadString('\n')
		all.WriteString(line)
		if err != nil {
			return all.String(), false
		}
		if see(strings.TrimRight(line, "\r\n")) {
			return all.String(), true
		}
	}
}

// dead reports whether a machine has ended by itself, before somebody waits for it.
func (m *vm) dead() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", m.cmd.Process.Pid))
	if err != nil {
		return true
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}

func (m *vm) failure(what, said string) error {
	console, _ := os.ReadFile(m.files + ".console")
	return fmt.Errorf("%s\n%s\n%s\n%s", what, said, console, m.said.String())
}

// saved is the file of a machine that waits for its disk.
func (b *bench) saved() string { return filepath.Join(b.dir, "saved") }

// save starts a machine and writes down its state when it waits for its disk.
func (b *bench) save() error {
	// Its disk is never looked at.
	image := filepath.Join(b.dir, "none.img")
	data, err := os.ReadFile(b.file(0, "img"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(image, make([]byte, len(data)), 0o600); err != nil {
		return err
	}
	socket, monitor := filepath.Join(b.dir, "none.disk"), filepath.Join(b.dir, "monitor")
	d, err := disktest.New(image, socket)
	if err != nil {
		return err
	}
	m, err := b.start("none", socket, "-qmp", "unix:"+monitor+",server=on,wait=off")
	if err != nil {
		return err
	}
	defer func() {
		m.off()
		_, _, _ = d.Cut(rand.New(rand.NewPCG(0, 0)))
	}()
	said, ok := m.lines(10*time.Minute, func(line string) bool { return line == "ready." })
	if !ok {
		return m.failure("the machine does not wait for its disk", said)
	}
	line, err := net.Dial("unix", monitor)
	if err != nil {
		return err
	}
	defer line.Close()
	replies := json.NewDecoder(line)
	ask := func(command string) (map[string]any, error) {
		if _, err := io.WriteString(line, command+"\n"); err != nil {
			return nil, err
		}
		for {
			var reply struct {
				Return map[string]any
				Error  map[string]any
			}
			if err := replies.Decode(&reply); err != nil {
				return nil, err
			}
			if reply.Error != nil {
				return nil, fmt.Errorf("%s: %v", command, reply.Error)
			}
			if reply.Return != nil {
				return reply.Return, nil
			}
		}
	}
	for _, command := range []string{
		`{"execute":"qmp_capabilities"}`,
		`{"execute":"migrate-set-parameters","arguments":{"max-bandwidth":10000000000}}`,
		`{"execute":"migrate","arguments":{"uri":"exec:cat >` + b.saved() + `"}}`,
	} {
		if _, err := ask(command); err != nil {
			return err
		}
	}
	for {
		state, err := ask(`{"execute":"query-migrate"}`)
		switch {
		case err != nil:
			return err
		case state["status"] == "completed":
			return nil
		case state["status"] == "failed":
			return fmt.Errorf("%v", state)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

var (
	seenLine  = regexp.MustCompile(`^seen (\d+)\.$`)
	foundLine = regexp.MustCompile(`^found (\d+) moves`)
	askedLine = regexp.MustCompile(`^the same is asked after (\d+) moves$`)
)

// pull goes on with the game of a machine and pulls its plug.
func (b *bench) pull(i int) error {
	e := *b.evenings[i]
	chance := rand.New(rand.NewPCG(uint64(i), e.First))
	e.First++
	// When the plug is pulled: at a line that says what the table saw or what was pressed, or at any moment after the start.
	var at string
	wait := time.Duration(0)
	switch what := chance.IntN(4); what {
	case 0:
		at, wait = "mounted.", time.Duration(chance.IntN(6000))*time.Millisecond
	case 1:
		at, wait = fmt.Sprintf("seen #%d.", 1+chance.IntN(4)), time.Duration(chance.IntN(60))*time.Millisecond
	default: // while the box writes the move
		at, wait = fmt.Sprintf("pressed %d.", 1+chance.IntN(4)), time.Duration(chance.IntN(200))*time.Millisecond
	}
	name := strconv.Itoa(i)
	socket := filepath.Join(b.dir, name+".disk")
	d, err := disktest.New(b.file(i, "img"), socket)
	if err != nil {
		return err
	}
	begun := time.Now()
	m, err := b.start(name, socket, "-incoming", "exec:cat "+b.saved())
	if err != nil {
		if b.overTime() {
			return nil
		}
		return err
	}
	command, err := json.Marshal(order{Seed: e.Seed, Chance: e.Games, Seen: e.Seen})
	if err != nil {
		return err
	}
	if _, err := m.in.Write(append(command, '\n')); err != nil {
		return err
	}
	seen, found, same, over, shown := e.Seen, -1, false, false, 0
	look := func(line string) bool {
		if n := seenLine.FindStringSubmatch(line); n != nil {
			seen, _ = strconv.Atoi(n[1])
			shown++
			line = fmt.Sprintf("seen #%d.", shown)
		} else if strings.HasPrefix(line, "unseen ") { // what makes no promise
			shown++
			line = fmt.Sprintf("seen #%d.", shown)
		}
		if n := foundLine.FindStringSubmatch(line); n != nil {
			found, _ = strconv.Atoi(n[1])
		}
		if n := askedLine.FindStringSubmatch(line); n != nil {
			seen, _ = strconv.Atoi(n[1]) // a page shows it
			same = true
		}
		over = over || line == "over."
		return line == at || over
	}
	said, ok := m.lines(20*time.Minute, look)
	if ok && !over {
		more, _ := m.lines(wait, func(line string) bool { look(line); return over })
		said += more
	}
	if m.dead() {
		ok = false
	}
	m.off()
	waiting, lost, err := d.Cut(chance)
	switch {
	case err != nil:
		return err
	case b.overTime():
		return nil // nothing is known of this one
	case !ok || strings.Contains(said, "--- FAIL"):
		return m.failure(fmt.Sprintf("machine %d, pull %d (seed %d, chance %d, %d moves seen)", i, e.First-1, e.Seed, e.Games, e.Seen), said)
	}
	if same {
		if e.Waits > 0 {
			e.Starts++
		}
		e.Waits = 0
	}
	e.Seen = seen
	e.Lost += lost
	if !over {
		e.Pulls++
		e.Waits++
	} else {
		e.Games++
	}
	b.mu.Lock()
	*b.evenings[i] = e
	b.mu.Unlock()
	if over {
		b.tell("machine %d: the game is over after %d pulls", i, e.Pulls)
		err = b.newGame(i, &e)
		b.mu.Lock()
		*b.evenings[i] = e
		b.mu.Unlock()
		return err
	}
	b.tell("machine %d, pull %d at %q and %v: found %d, same ask: %t; now %d seen; %d of %d unflushed blocks lost something; %v",
		i, e.Pulls, at, wait, found, same, seen, lost, waiting, time.Since(begun).Round(100*time.Millisecond))
	return b.keep(i, &e)
}
