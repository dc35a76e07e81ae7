//go:build vm

package vm

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
)

var (
	configFile = flag.String("box", "", "the configuration of the box")
	journals   = flag.String("journals", "", "the folder with the game that goes on")
	program    = flag.String("program", "", "consigliere; without it, it runs already")
	answers    = flag.Int("answers", 1000, "how many answers are given at most")
	seen       = flag.Int("seen", 0, "how many moves the table has seen before")
)

// A mirror plays the same game without parts, and so knows what there is to press and what is
// to be seen.
type mirror struct {
	*consoletest.Player

	chance  *rand.Rand
	fakes   *consoletest.Box
	pressed []stroke
	last    time.Duration // of the last press
}

// A stroke is a button that goes down or up, how long the buttons rest before, and how long they did.
type stroke struct {
	hw.Press
	rest time.Duration
	took time.Duration
}

// headerOf is the header of the game in the journal, which the host has made.
func headerOf(seed uint64) engine.Header {
	return engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: seed}
}

// newMirror plays the game of a seed, with answers that follow from a number.
func newMirror(t *testing.T, pods int, seed uint64, chance uint64) *mirror {
	t.Helper()
	m := &mirror{chance: rand.New(rand.NewPCG(chance, 0)), fakes: consoletest.NewBox(pods, false)}
	var err error
	m.Player, err = consoletest.New(console.Config{Box: m.fakes.HW, Titles: games.All(), Painter: consoletest.Words{}}, m.fakes)
	require.NoError(t, err)
	require.NoError(t, m.Console.Do(0, command.SetClocks{Percent: 0})) // as in the box's settings
	require.NoError(t, m.Console.Do(0, command.Start{Header: headerOf(seed)}))
	m.Pressed = func(p hw.Press) {
		m.pressed = append(m.pressed, stroke{Press: p, rest: p.At - m.last})
		m.last = p.At
	}
	return m
}

// answer gives one answer, and returns the strokes that it took.
func (m *mirror) answer(t *testing.T) []stroke {
	t.Helper()
	m.pressed = nil
	for m.pressed == nil {
		open := slices.Clone(m.Table.Asks())
		a := open[m.chance.IntN(len(open))]
		if a.Optional && m.chance.IntN(10) > 0 {
			continue
		}
		w, found := consoletest.Random(&a, m.chance)
		require.True(t, found, "no answer was found to %q", a.Verb)
		list := consoletest.Reach(open, &a)
		if list == nil || !a.Confirm {
			list = append(list, consoletest.Taps(m.Table.Title().Moves, &a, w)...)
		}
		before := m.Table.Moves()
		m.Tap(consoletest.PodOf(&a), list...)
		require.Greater(t, m.Table.Moves(), before, "%q of seat %d", a.Verb, a.Seat)
		m.Wait(200 * time.Millisecond)
	}
	return m.pressed
}

// steady returns the lights that do not change now, by pod.
func (m *mirror) steady() map[hw.Pod]hw.RGB {
	seen := map[hw.Pod]hw.RGB{}
	for p, c := range m.fakes.Lights.RGB {
		seen[hw.Pod(p)] = c
	}
	for range 24 {
		m.Wait(50 * time.Millisecond)
		for p, c := range m.fakes.Lights.RGB {
			if seen[hw.Pod(p)] != c {
				delete(seen, hw.Pod(p))
			}
		}
	}
	return seen
}

// A game is a box that plays in the machine, and its mirror.
type game struct {
	t *testing.T
	*world
	*mirror
	journal string
	pid     int // of the box, if this test has started it
	page    *page
}

// A page is the front panel that the box serves, and what it was last shown.
type page struct {
	mu   sync.Mutex
	desk string // its shape; see there
}

// openPage opens the front panel, as soon as it is served.
func openPage(t *testing.T, address string) *page {
	t.Helper()
	url := "http://" + address
	var c *websocket.Conn
	require.True(t, eventually(func() bool {
		var err error
		c, _, err = websocket.Dial(t.Context(), url+"/wire", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
		return err == nil
	}), "nobody serves the panel at %s", url)
	c.SetReadLimit(1 << 20)
	p := &page{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			_, data, err := c.Read(context.Background())
			if err != nil {
				return
			}
			var m struct {
				T    string
				Desk *desk.Public
			}
			if json.Unmarshal(data, &m) == nil && m.Desk != nil {
				p.mu.Lock()
				p.desk = shape(m.Desk)
				p.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		_ = c.CloseNow()
		<-done
	})
	return p
}

func (p *page) shows(want string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.desk == want
}

func (p *page) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.desk
}

// shape is what a desk tells of the state of a play, without what is being told of it.
func shape(d *desk.Public) string {
	type seat struct{ Locked, Awaited bool }
	var s struct {
		Phase  string
		Seats  []seat
		Groups []desk.Group
	}
	s.Phase, s.Groups = d.Phase, d.Groups
	for _, one := range d.Seats {
		s.Seats = append(s.Seats, seat{one.Locked, one.Awaited})
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // it came as JSON
	}
	return string(b)
}

// shape is the shape of the mirror's desk.
func (m *mirror) shape() string {
	d := m.Console.Snapshot().Public("en")
	return shape(d)
}

const (
	patience = 60 * time.Second       // a machine that is interpreted, on a host that is busy
	slack    = 400 * time.Millisecond // how late it may be for a cue
)

// begin starts the box on a hardware, unless it is running already, and continues the game of a mirror.
func begin(t *testing.T, w *world, m *mirror, seen int) *game {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(*journals, "play-*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	g := &game{t: t, journal: files[len(files)-1], world: w, mirror: m}
	for len(g.moves()) > g.Table.Moves() { // to where the game was left
		g.answer(t)
	}
	g.Wait(10 * time.Minute) // a game that goes on tells nothing again; the mirror, which answered at once, is far behind
	g.mirror.last = g.Now
	require.GreaterOrEqual(t, len(g.moves()), seen, "moves that the table had seen are lost")
	if g.Table.Moves() > 0 || seen > 0 {
		fmt.Printf("found %d moves, %d were seen\n", len(g.moves()), seen)
	}
	if *program != "" {
		g.start()
	}
	require.True(t, eventually(g.Main.Lit), "the main screen stays dark")
	time.Sleep(2 * time.Second)
	g.stroke(hw.Panel, hw.OK, true) // the first line of the menu: go on with the game
	time.Sleep(80 * time.Millisecond)
	g.stroke(hw.Panel, hw.OK, false)
	if address := g.box.Web.Listen; address != "" {
		g.page = openPage(t, address)
		require.True(t, eventually(func() bool { return g.page.shows(g.shape()) }), "the game goes on with %s, want %s", g.page, g.shape())
		if want := string(g.Table.AppendRecord(nil)); !eventually(func() bool { return string(g.played().AppendRecord(nil)) == want }) {
			require.Equal(t, want, string(g.played().AppendRecord(nil)), "the game is that of the mirror")
		}
		fmt.Printf("the same is asked after %d moves\n", g.Table.Moves())
	}
	g.seeLights()
	return g
}

// start runs the box until the test ends.
func (g *game) start() {
	begun := time.Now()
	cmd := exec.Command(*program, "run", "--config", *configFile)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	require.NoError(g.t, cmd.Start())
	g.pid = cmd.Process.Pid
	g.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if g.t.Failed() {
			fmt.Printf("the log of the box:\n%s", log.String())
		}
	})
	require.True(g.t, eventually(g.Main.Lit), "the main screen stays dark")
	fmt.Printf("the first picture came %v after the start\n", time.Since(begun).Round(time.Millisecond))
}

// seePage waits until the page shows what the mirror does after a move, and says so: that is a
// promise, and must be there after any power cut. Both have things to tell first. A move that does
// not show makes no promise.
func (g *game) seePage(before string, strokes []stroke) {
	if g.page == nil {
		return
	}
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(20 * time.Millisecond) {
		switch now := g.shape(); {
		case !g.page.shows(now):
		case now != before:
			fmt.Printf("seen %d.\n", g.Table.Moves())
			return
		case time.Since(begun) > 5*time.Second:
			fmt.Printf("unseen %d.\n", g.Table.Moves())
			return
		}
		g.Wait(20 * time.Millisecond)
	}
	g.tell(strokes)
	g.t.Fatalf("after %d moves the page shows %s, want %s", g.Table.Moves(), g.page, g.shape())
}

// moves returns the lines of the journal that are moves.
func (g *game) moves() [][]byte {
	data, err := os.ReadFile(g.journal)
	require.NoError(g.t, err)
	lines := bytes.SplitAfter(data, []byte("\n"))
	return slices.DeleteFunc(lines[1:], func(l []byte) bool { return !bytes.HasSuffix(l, []byte("\n")) })
}

// played returns the game in the journal.
func (g *game) played() *table.Table {
	f, err := os.Open(g.journal)
	require.NoError(g.t, err)
	defer f.Close()
	played, err := table.Replay(f, func(id string) *engine.Title {
		for _, title := range games.All() {
			if title.ID == id {
				return title
			}
		}
		return nil
	})
	require.NoError(g.t, err)
	return played
}

// lastMove returns the last move in the journal.
func (g *game) lastMove() string { return lastLine(g.played().AppendRecord(nil)) }

func lastLine(record []byte) string {
	lines := bytes.Split(bytes.TrimSpace(record), []byte("\n"))
	return string(lines[len(lines)-1])
}

func (g *game) stroke(p hw.Pod, b hw.Button, down bool) { g.press(g.t, p, b, down) }

// seeLights waits until the lights of the strip that do not blink are those of the mirror.
func (g *game) seeLights() {
	if g.Strip == nil {
		return
	}
	want := g.steady()
	var seen []hw.RGB
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(20 * time.Millisecond) {
		seen = g.Strip.Colours()
		same := true
		for pod, c := range want {
			same = same && near(seen[g.box.Pods[pod].Light], c)
		}
		if same {
			return
		}
	}
	g.t.Fatalf("after %d moves the lights are %v, want %v", len(g.moves()), seen, want)
}

// near reports whether a light cannot be told from another.
func near(a, b hw.RGB) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if max(d, -d) > 8 {
			return false
		}
	}
	return true
}

// tellDisk prints how much the box has written since it was started, as the kernel counts it, and
// the disk since the machine was, with all that the file system adds.
func (g *game) tellDisk() {
	if g.pid == 0 {
		return
	}
	counts, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", g.pid))
	require.NoError(g.t, err)
	for line := range strings.Lines(string(counts)) {
		if n, ok := strings.CutPrefix(line, "write_bytes: "); ok {
			fmt.Printf("the box has written %s bytes", strings.TrimSpace(n))
		}
	}
	syscall.Sync()
	if disk, err := os.ReadFile("/sys/block/vda/stat"); err == nil { // a machine without a disk has none
		sectors, err := strconv.Atoi(strings.Fields(string(disk))[6])
		require.NoError(g.t, err)
		fmt.Printf(", the disk %d", 512*sectors)
	}
	fmt.Println()
}

// eventually reports whether something is so before the patience is over.
func eventually(so func() bool) bool {
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(20 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return false
}

// tell prints what was done last, and what can be seen.
func (g *game) tell(strokes []stroke) {
	for _, s := range strokes {
		fmt.Printf("%v later, %s of pod %d, down: %t; made %v after the last\n", s.rest, s.Button, s.Pod, s.Down, s.took)
	}
	f := g.Main.Frame()
	for y := 0; y < f.H; y += 2 {
		for x := range f.W {
			upper, lower := f.Lit(x, y), f.Lit(x, y+1)
			switch {
			case upper && lower:
				fmt.Print("█")
			case upper:
				fmt.Print("▀")
			case lower:
				fmt.Print("▄")
			default:
				fmt.Print(" ")
			}
		}
		fmt.Println()
	}
}

// TestGame plays on with the fingers of the mirror, and looks after each answer whether the
// journal has its move and the lights are as they should be.
func TestGame(t *testing.T) {
	w := newWorld(t, loadBox(t))
	begin(t, w, newMirror(t, len(w.box.Pods), 5, 1), *seen).play(*answers)
}

func loadBox(t *testing.T) *config.Box {
	t.Helper()
	c, err := config.Load(*configFile)
	require.NoError(t, err)
	return c
}

// play gives so many answers, or all that the game asks for.
func (g *game) play(answers int) {
	t := g.t
	begun, presses, n := time.Now(), 0, 0
	last, moved := begun, begun
	longest := time.Duration(0) // that a finger was on a button
	for ; n < answers && !g.Table.Over(); n++ {
		before := g.shape()
		strokes := g.answer(t)
		for i, s := range strokes {
			if i > 0 {
				time.Sleep(max(s.rest, 40*time.Millisecond))
			} else { // the mirror has let so much time pass since the last answer, and is not late
				time.Sleep(s.rest + slack - time.Since(last))
			}
			g.stroke(s.Pod, s.Button, s.Down)
			made := time.Now()
			strokes[i].took = made.Sub(moved).Round(time.Millisecond)
			if s.Down {
				presses++
			} else {
				longest = max(longest, strokes[i].took)
			}
			moved = made
		}
		fmt.Printf("pressed %d.\n", n+1)
		want := g.Table.Moves()
		if !eventually(func() bool { return len(g.moves()) >= want }) {
			g.tell(strokes)
			t.Fatalf("move %d does not come", want)
		}
		last = time.Now()
		if got, want := g.lastMove(), lastLine(g.Table.AppendRecord(nil)); got != want {
			g.tell(strokes)
			t.Fatalf("move %d is %s, want %s", g.Table.Moves(), got, want)
		}
		g.seePage(before, strokes)
		g.seeLights()
	}
	fmt.Printf("%d answers by %d presses of at most %v in %v; %d moves, over: %t\n",
		n, presses, longest, time.Since(begun).Round(time.Second), g.Table.Moves(), g.Table.Over())
	g.tellDisk()
	require.Equal(t, string(g.Table.AppendRecord(nil)), string(g.played().AppendRecord(nil)), "the game is that of the mirror")
	require.Empty(t, g.Warnings())
}
