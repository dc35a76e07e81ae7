package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/journal"
	"consigliere/hw/post"
	"consigliere/hw/post/wire"
)

// childOf says what this program is when a test starts it as another: "hub", the program itself with its arguments; or "farm", many
// boxes.
const childOf = "CONSIGLIERE_HUB_TEST"

func TestMain(m *testing.M) {
	switch os.Getenv(childOf) {
	case "hub":
		main()
	case "farm":
		if err := farm(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

// A process is a program that a test has started, and may kill.
type process struct {
	*exec.Cmd
	lines chan string // of its standard output; closed at its end
	said  *bytes.Buffer
}

// startProcess starts this program as another. in is what it runs in, such as a namespace.
func startProcess(t testing.TB, is string, in []string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	line := slices.Concat(in, []string{self}, args)
	p := &process{exec.Command(line[0], line[1:]...), make(chan string, 100), &bytes.Buffer{}}
	p.Env = append(os.Environ(), childOf+"="+is)
	p.Stderr = p.said
	out, err := p.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.Start())
	go func() {
		defer close(p.lines)
		for in := bufio.NewScanner(out); in.Scan(); {
			p.lines <- in.Text()
		}
	}()
	t.Cleanup(p.kill)
	return p
}

// kill ends a process as a pulled plug does, and waits until it is gone.
func (p *process) kill() {
	_ = p.Process.Kill()
	for range p.lines { //nolint:revive // it is read to its end
	}
	_ = p.Wait()
}

// finish asks a process to end, and waits until it has done what it had to do.
func (p *process) finish(t testing.TB) {
	t.Helper()
	require.NoError(t, p.Process.Signal(os.Interrupt))
	for range p.lines { //nolint:revive // it is read to its end
	}
	require.NoError(t, p.Wait(), "%s", p.said)
}

// says waits for a line that begins with a word, and returns the rest of it.
func (p *process) says(t testing.TB, word string) string {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				require.FailNow(t, "it has ended", "%s", p.said)
			}
			if rest, is := strings.CutPrefix(line, word); is {
				return strings.TrimSpace(rest)
			}
		case <-late:
			require.FailNow(t, "it never says "+word, "%s", p.said)
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// boxDir returns the folder of a box of a farm.
func boxDir(i int) string { return fmt.Sprintf("box-%04d", i) }

// freePort returns a port that nobody uses at the moment.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	return port
}

// startHub starts a hub that every box is let in to, and waits until it is ready.
func startHub(t testing.TB, in []string, dir, port string) *process {
	t.Helper()
	p := serveHub(t, in, dir, port, "--open")
	p.says(t, "The room:")
	return p
}

// serveHub starts a hub.
func serveHub(t testing.TB, in []string, dir, port string, args ...string) *process {
	t.Helper()
	return startProcess(t, "hub", in, append([]string{"serve", "--data", dir, "--listen", "127.0.0.1:" + port, "--page", "127.0.0.1:0"}, args...)...)
}

// hubCommand runs a command of the hub's program to its end, and returns what it prints.
func hubCommand(t testing.TB, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), childOf+"=hub")
	var out, wrong bytes.Buffer
	c.Stdout, c.Stderr = &out, &wrong
	require.NoError(t, c.Run(), "%s", &wrong)
	return out.String()
}

// farm runs many boxes until it is interrupted: DIR, the address of the hub, the first and the last box, and how many lines
// they make a second, together. Then it goes on until the hub has all their lines, and says how long acknowledgements took.
func farm(args []string) error {
	dir, address := args[0], args[1]
	var first, last, rate int
	if _, err := fmt.Sscan(strings.Join(args[2:], " "), &first, &last, &rate); err != nil {
		return err
	}
	at, err := post.ParseAddress(address)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	interrupted, _ := signal.NotifyContext(ctx, os.Interrupt)
	var mu sync.Mutex
	var acks []time.Duration
	var all []*outpost
	var run sync.WaitGroup
	for i := first; i <= last; i++ {
		own := filepath.Join(dir, boxDir(i))
		key, err := post.LoadKey(filepath.Join(own, "hub.key"))
		if err != nil {
			return err
		}
		o := &outpost{box: newFakeBox(), dir: filepath.Join(own, "journals"), at: at, key: key}
		o.box.n = int(time.Now().UnixNano() / 1e6 % 1e12)
		o.Client, err = post.New(o.box, post.Options{
			Name: fmt.Sprintf("Box %d", i), Dir: o.dir, Disk: unsynced{},
			Now: func() time.Time { return time.Now().AddDate(i%3-1, 0, 0) }, // of three boxes the clocks of two are wrong by a year
			Dial: func(ctx context.Context) (post.Link, error) {
				l, err := post.Dial(ctx, o.at, o.key, fmt.Sprint(os.Getpid()))
				if err != nil {
					return nil, err
				}
				return timedLink{l, func(d time.Duration) {
					mu.Lock()
					defer mu.Unlock()
					acks = append(acks, d)
				}}, nil
			},
		})
		if err != nil {
			return err
		}
		all = append(all, o)
		run.Go(func() { o.Run(ctx) })
	}
	fmt.Println("ready")
	r := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	if rate > 0 {
		begun, shown := time.Now(), 0
		for interrupted.Err() == nil {
			for due := int(time.Since(begun).Seconds() * float64(rate)); shown < due; shown++ {
				b := all[r.IntN(len(all))].box
				b.show(fmt.Sprintf("play-%04d.jsonl", 1+b.n/50%200))
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	<-interrupted.Done()
	time.Sleep(500 * time.Millisecond) // what was shown is written
	begun := time.Now()
	for waiting := 1; waiting > 0; time.Sleep(50 * time.Millisecond) {
		waiting = 0
		for i, o := range all {
			s := o.Status()
			waiting += s.Waiting
			if !s.Reached {
				waiting++
			}
			if late := time.Since(begun) > 3*time.Minute; late && (s.Waiting > 0 || !s.Reached) {
				return fmt.Errorf("box %d does not get on: %+v", first+i, s)
			}
		}
	}
	mu.Lock()
	slices.Sort(acks)
	if n := len(acks); n > 0 {
		fmt.Println("acks", n, int64(acks[n/2]/time.Microsecond), int64(acks[n*99/100]/time.Microsecond), int64(acks[n-1]/time.Microsecond))
	}
	mu.Unlock()
	stop()
	run.Wait()
	return nil
}

// unsynced is a disk that syncs nothing, as a hundred boxes in one program would else wait for one disk. What a killed
// program has written is there without it.
type unsynced struct{ journal.System }

func (d unsynced) OpenFile(name string, flag int, perm os.FileMode) (journal.File, error) {
	f, err := d.System.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return unsyncedFile{f}, nil
}

type unsyncedFile struct{ journal.File }

func (unsyncedFile) Sync() error { return nil }

// A timedLink tells how long an acknowledgement took.
type timedLink struct {
	post.Link
	took func(time.Duration)
}

func (l timedLink) Put(ctx context.Context, play string, data []byte, last uint64) (uint64, error) {
	begun := time.Now()
	seq, err := l.Link.Put(ctx, play, data, last)
	if err == nil {
		l.took(time.Since(begun))
	}
	return seq, err
}

// lines are the lines of boxes, by key and play.
type boxLines map[string]map[string][]string

// ownLines returns the lines in the outboxes of a farm.
func ownLines(t testing.TB, dir string) (all boxLines, n int) {
	t.Helper()
	boxes, err := filepath.Glob(filepath.Join(dir, "box-*"))
	require.NoError(t, err)
	all = boxLines{}
	for _, box := range boxes {
		key, err := post.LoadKey(filepath.Join(box, "hub.key"))
		require.NoError(t, err)
		files, err := filepath.Glob(filepath.Join(box, "journals", "*"+journal.OutboxEnding))
		require.NoError(t, err)
		plays := map[string][]string{}
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			play := ""
			for text := range strings.Lines(string(data)) {
				text = strings.TrimSuffix(text, "\n")
				var line wire.Line
				require.NoError(t, json.Unmarshal(journal.Record([]byte(text)), &line))
				if line.Play != "" {
					require.Empty(t, play, "no play is sent under another name here")
					play = line.Play
				}
				plays[play] = append(plays[play], text)
				n++
			}
		}
		if len(plays) > 0 {
			all[key.Public()] = plays
		}
	}
	return all, n
}

// heldLines returns the lines that a hub holds: consigliere-hub export --lines.
func heldLines(t testing.TB, in []string, dir string) boxLines {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	line := append(slices.Clone(in), self, "export", "--lines", "--data", dir)
	c := exec.Command(line[0], line[1:]...)
	c.Env = append(os.Environ(), childOf+"=hub")
	var wrong bytes.Buffer
	c.Stderr = &wrong
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	all := boxLines{}
	d := json.NewDecoder(out)
	for {
		var l struct {
			Box, Play, Text string
			Line            int
		}
		err := d.Decode(&l)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if all[l.Box] == nil {
			all[l.Box] = map[string][]string{}
		}
		all[l.Box][l.Play] = append(all[l.Box][l.Play], l.Text)
		assert.Len(t, all[l.Box][l.Play], l.Line, "a line is missing, or there twice")
	}
	require.NoError(t, c.Wait(), "%s", &wrong)
	return all
}

// A room is a folder on a small disk of its own, where the machine lets one have it: a namespace that a process holds.
type smallDisk struct {
	in   []string // runs a program in the namespace
	root string   // the disk as it is seen from outside
	dir  string   // the disk as it is seen inside
}

// newSmallDisk returns a disk of so many megabytes, and whether there can be one.
func newSmallDisk(t testing.TB, megabytes int) (smallDisk, bool) {
	t.Helper()
	dir := t.TempDir()
	hold := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
		fmt.Sprintf("mount -t tmpfs -o size=%dm none %s && echo held && exec sleep 1000", megabytes, dir))
	out, err := hold.StdoutPipe()
	require.NoError(t, err)
	if hold.Start() != nil {
		return smallDisk{}, false
	}
	t.Cleanup(func() {
		_ = hold.Process.Kill()
		_ = hold.Wait()
	})
	said, _ := bufio.NewReader(out).ReadString('\n')
	if said != "held\n" {
		return smallDisk{}, false
	}
	pid := itoa(hold.Process.Pid)
	return smallDisk{[]string{"nsenter", "--target", pid, "--user", "--mount", "--preserve-credentials"}, filepath.Join("/proc", pid, "root", dir), dir}, true
}

// fill fills the disk to its last byte, and empty gives it back.
func (d smallDisk) fill(t testing.TB) (empty func()) {
	t.Helper()
	ballast := filepath.Join(d.root, "ballast")
	f, err := os.Create(ballast)
	require.NoError(t, err)
	for block := make([]byte, 1<<20); ; {
		if _, err = f.Write(block); err != nil {
			if len(block) == 1 {
				break
			}
			block = block[:len(block)/2]
		}
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, f.Close())
	return func() { require.NoError(t, os.Remove(ballast)) }
}

// One hub and its boxes: both are killed at random moments for a while, the disk of the hub is filled to its last byte once,
// and some boxes hold back what they have shown in three days. In the end every line is at the hub exactly once and in order. There are
// 1,000 boxes for a minute with CONSIGLIERE_LONG set, and else a few for some seconds.
func TestStorm(t *testing.T) {
	t.Parallel()
	farms, boxes, rate, lasts, plays := 2, 20, 60, 6*time.Second, 2
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		farms, boxes, rate, lasts, plays = 10, 1000, 400, time.Minute, 15
	}
	disk, small := newSmallDisk(t, 300)
	dir := disk.dir
	if !small {
		t.Log("this machine lends nobody a disk of its own: it is not filled")
		dir = t.TempDir()
	}
	dir = filepath.Join(dir, "hub")
	port, own := freePort(t), t.TempDir()
	late := threeDays(t, own, boxes+1, boxes/50+1, plays)
	hub := startHub(t, disk.in, dir, port)
	defer func() {
		if t.Failed() {
			t.Logf("the hub: %s", hub.said)
		}
	}()
	all := make([]*process, farms)
	each := boxes / farms
	plant := func(i int) {
		all[i] = startProcess(t, "farm", nil, own, "nats://127.0.0.1:"+port, itoa(1+i*each), itoa((i+1)*each), itoa(rate/farms))
	}
	for i := range all {
		plant(i)
	}
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 1))
	kills, filled := [2]int{}, !small
	for begun := time.Now(); time.Since(begun) < lasts; {
		time.Sleep(time.Duration(200+r.IntN(1000)) * time.Millisecond)
		switch i := r.IntN(farms + 2); {
		case i < farms:
			all[i].kill()
			plant(i)
			kills[0]++
		default:
			hub.kill()
			time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
			hub = startHub(t, disk.in, dir, port)
			kills[1]++
		}
		if !filled && time.Since(begun) > lasts/2 {
			filled = true
			empty := disk.fill(t)
			time.Sleep(lasts / 6)
			if r.IntN(2) == 0 {
				hub.kill()
				empty()
				hub = startHub(t, disk.in, dir, port)
			} else {
				empty()
			}
		}
	}
	// The boxes that held back come now.
	begun := time.Now()
	last := startProcess(t, "farm", nil, own, "nats://127.0.0.1:"+port, itoa(boxes+1), itoa(boxes+boxes/50+1), "0")
	last.says(t, "ready")
	for _, p := range append(all, last) {
		p.finish(t)
	}
	t.Logf("seed %d: %d kills of boxes, %d of the hub; %d lines of three days and the rest came in %v", seed, kills[0], kills[1], late, time.Since(begun).Round(time.Millisecond))
	ours, n := ownLines(t, own)
	held := heldLines(t, disk.in, dir)
	require.Equal(t, len(ours), len(held))
	for key, plays := range ours {
		require.Equal(t, plays, held[key])
	}
	t.Logf("%d lines of %d boxes are there once and in order", n, len(ours))
	assert.Greater(t, n, late)
	hub.finish(t)
}

// threeDays makes outboxes of boxes that have not reached a hub for three days: so many plays each day, of two hundred lines.
func threeDays(t testing.TB, dir string, first, boxes, plays int) (n int) {
	t.Helper()
	for i := first; i < first+boxes; i++ {
		journals := filepath.Join(dir, boxDir(i), "journals")
		for play := range 3 * plays {
			o, err := journal.OpenOutbox(unsynced{}, filepath.Join(journals, fmt.Sprintf("play-%04d.jsonl%s", play+1, journal.OutboxEnding)))
			require.NoError(t, err)
			for line := 1; line <= 200; line++ {
				l := wire.Line{N: line, State: "play", Game: "naro", Phase: fmt.Sprintf("phase %d", line), Seats: []string{"Ava", "باران"}, Waits: []int{line % 2}}
				s := journal.Stamp{Age: time.Duration(line) * 10 * time.Second}
				if line == 1 {
					l.Play, s.Date = fmt.Sprintf("play-%04d-%08x", play+1, rand.Uint32()), time.Now().Add(-time.Duration(3*plays-play)*24*time.Hour/time.Duration(plays))
				}
				data, err := json.Marshal(l)
				require.NoError(t, err)
				require.NoError(t, o.Add(data, s, false))
				n++
			}
			require.NoError(t, o.Flush())
			require.NoError(t, o.Close())
		}
	}
	return n
}

// A hub whose disk is full says so to the boxes, keeps what it has acknowledged, and takes the rest as soon as there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk, small := newSmallDisk(t, 100)
	if !small {
		t.Skip("this machine lends nobody a disk of its own")
	}
	dir := filepath.Join(disk.dir, "hub")
	port := freePort(t)
	hub := startHub(t, disk.in, dir, port)
	o := newOutpost(t, "nats://127.0.0.1:"+port)
	o.box.show("play-0001.jsonl")
	settled(t, o)
	empty := disk.fill(t)
	o.box.show("play-0001.jsonl")
	until(t, "the box is told", func() bool {
		o.box.show("play-0001.jsonl")
		return errors.Is(o.Status().Problem, post.ErrHubFull)
	})
	empty()
	settled(t, o)
	assert.Equal(t, o.own(t), heldLines(t, disk.in, dir)[o.key.Public()][playOf(t, o)])
	hub.finish(t)
}

// playOf returns what the only play of a box is called on the wire.
func playOf(t testing.TB, o *outpost) string {
	t.Helper()
	var line wire.Line
	require.NoError(t, json.Unmarshal(journal.Record([]byte(o.own(t)[0])), &line))
	return line.Play
}

// A hub is ready at once, keeps little in memory, and keeps up with a great hall: 500 lines a second, each synced before it
// is acknowledged. It is the program as it is delivered, which is built for that, and a machine that does nothing else.
func TestReadyAndSteady(t *testing.T) {
	if os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("counts on time; CONSIGLIERE_LONG=1 runs it")
	}
	program := filepath.Join(t.TempDir(), "consigliere-hub")
	build := exec.Command("go", "build", "-o", program, ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	dir, own, port := t.TempDir(), t.TempDir(), freePort(t)
	fastest := time.Hour
	var hub *exec.Cmd
	for range 5 {
		if hub != nil {
			require.NoError(t, hub.Process.Signal(os.Interrupt))
			require.NoError(t, hub.Wait())
		}
		hub = exec.Command(program, "serve", "--open", "--data", dir, "--listen", "127.0.0.1:"+port, "--page", "127.0.0.1:0")
		out, err := hub.StdoutPipe()
		require.NoError(t, err)
		begun := time.Now()
		require.NoError(t, hub.Start())
		_, err = bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		fastest = min(fastest, time.Since(begun))
	}
	defer func() {
		_ = hub.Process.Kill()
		_ = hub.Wait()
	}()
	time.Sleep(5 * time.Second)
	idle := resident(t, hub.Process.Pid)
	t.Logf("ready in %v; idle, a hub keeps %d kB", fastest.Round(time.Millisecond), idle)
	assert.Less(t, fastest, 150*time.Millisecond)
	assert.Less(t, idle, 25<<10)
	load := startProcess(t, "farm", nil, own, "nats://127.0.0.1:"+port, "1", "200", "500")
	load.says(t, "ready")
	time.Sleep(time.Minute)
	require.NoError(t, load.Process.Signal(os.Interrupt))
	var n, p50, p99, most int
	_, err = fmt.Sscan(load.says(t, "acks"), &n, &p50, &p99, &most)
	require.NoError(t, err)
	t.Logf("%d messages in a minute: acknowledged within %.1f ms, 99 of 100 within %.1f, all within %.1f; the hub keeps %d kB", n, float64(p50)/1000, float64(p99)/1000, float64(most)/1000, resident(t, hub.Process.Pid))
	assert.Less(t, p99, 20_000)
}

// resident returns how many kilobytes of memory a process has.
func resident(t testing.TB, pid int) (kB int) {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(data), "VmRSS:")
	require.True(t, found)
	_, err = fmt.Sscan(rest, &kB)
	require.NoError(t, err)
	return kB
}
