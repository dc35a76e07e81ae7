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
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// TestKilledWhilePlaying plays Naro at the front panel of the real program, which is killed
// at random moments: while it starts, in the middle of a message, as the journal grows, when
// a move was just acknowledged. Each time it goes on at the same ask, and nothing that the
// page was shown is lost. It is killed 24 times in the first moves of a game; with
// CONSIGLIERE_LONG set as often as the game lasts, to its result, and in a second game until
// there were a hundred.
func TestKilledWhilePlaying(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	for i, c := range []struct {
		chance string
		seeds  []uint64 // of games that are short: the box tells each round of one that is played in seconds
	}{
		{"box", []uint64{0, 5}},
		{"table", []uint64{0, 2}},
	} {
		t.Run("chance-"+c.chance, func(t *testing.T) {
			t.Parallel()
			t.Logf("seed %d", seed)
			e := &evening{
				T: t, dir: t.TempDir(), chance: c.chance,
				rng: rand.New(rand.NewPCG(seed, uint64(i))),
			}
			e.config = filepath.Join(t.TempDir(), "box.toml")
			// On a busy machine a tap must not become a hold.
			slow := bytes.Replace(config.DefaultFile, []byte(`hold     = "700ms"`), []byte(`hold = "2s"`), 1)
			require.NoError(t, os.WriteFile(e.config, slow, 0o644))
			// The pace is the box's; a brisk one is done soonest.
			require.NoError(t, os.WriteFile(filepath.Join(e.dir, "settings.json"), []byte(`{"pace":"brisk","clocks":100}`), 0o600))
			var err error
			e.words, err = book(games.Find("naro"), engine.Header{})
			require.NoError(t, err)
			switch {
			case testing.Short():
				e.begin(1, c.seeds[0], 6)
			case !enginetest.Wide():
				e.begin(1, c.seeds[0], 6)
			case os.Getenv("CONSIGLIERE_LONG") == "":
				e.begin(1, c.seeds[0], 12)
			default:
				e.play(1, c.seeds[0], 0)
				e.play(2, c.seeds[1], 100)
			}
			t.Logf("%d kills, %d of them after a move that only the journal knew; %d unfinished lines", e.kills, e.unseen, e.torn)
			// The next start takes away what was half written when the last was killed.
			lock, err := journal.LockDir(e.dir)
			require.NoError(t, err)
			require.NoError(t, lock.Close())
			for _, pattern := range []string{"*.damaged*", "*.half"} {
				left, err := filepath.Glob(filepath.Join(e.dir, pattern))
				require.NoError(t, err)
				assert.Empty(t, left, "a kill leaves an unfinished line at most")
			}
		})
	}
}

// An evening is one folder of journals with games that are killed and gone on with.
type evening struct {
	*testing.T

	dir, config, chance string
	rng                 *rand.Rand
	words               *lang.Book
	kills, unseen, torn int

	// Of the game that is played.
	seed  uint64
	path  string   // its journal
	lines [][]byte // of its journal, as they were last read
	shown int      // how many of them the page was shown the effect of
	next  *step    // what is being pressed, or nil
}

var atTheTable = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

// A step is what follows, by the script, when the journal has a certain number of lines.
type step struct {
	line  []byte                    // in the record
	apply func(*table.Table)        // makes it in memory
	press func(*page, *table.Table) // makes it at the page
}

// script returns the step that follows when the journal has n lines. It depends on that
// number alone, so that a game goes on in the same way whenever it was interrupted.
func (e *evening) script(tb *table.Table, n int) *step {
	rng := rand.New(rand.NewPCG(e.seed, uint64(n)))
	if locked := tb.Locked(); locked != 0 && rng.IntN(40) == 0 {
		for seat := range engine.Seat(len(atTheTable)) {
			if locked.Has(seat) {
				return e.takeBack(seat)
			}
		}
	}
	if tb.Moves() > 0 && rng.IntN(50) == 0 {
		return e.undo()
	}
	asks := tb.Asks()
	a := asks[rng.IntN(len(asks))]
	brave := bot.New(tb.Title(), atTheTable, rng)
	s := &step{}
	var do engine.Action
	for range 4 { // much shooting makes a game short
		var err error
		do, err = brave.Pick(&a)
		require.NoError(e, err)
		s.line = tb.Title().Moves.AppendLine(nil, atTheTable, engine.Move{Seat: a.Seat, Do: do})
		if !regexp.MustCompile(`click|none|duck`).Match(s.line) {
			break
		}
	}
	s.apply = func(tb *table.Table) {
		_, err := tb.PlayLine(0, s.line)
		require.NoError(e, err)
	}
	s.press = func(p *page, tb *table.Table) {
		if a.Seat == engine.Table {
			p.send(`{"t":"type","line":%s}`, s.line)
			return
		}
		asks := tb.Asks()
		i := slices.IndexFunc(asks, func(b engine.Ask) bool { return b.Seat == a.Seat && b.Verb == a.Verb })
		p.tap(a.Seat, append(consoletest.Reach(asks, &asks[i]), consoletest.Taps(tb.Title().Moves, &asks[i], consoletest.Answer{Do: do})...)...)
	}
	return s
}

func (e *evening) takeBack(seat engine.Seat) *step {
	return &step{
		line:  fmt.Appendf(nil, `{"seat":%q,"do":"take_back"}`, atTheTable[seat]),
		apply: func(tb *table.Table) { require.NoError(e, tb.TakeBack(0, seat)) },
		press: func(p *page, _ *table.Table) {
			// Held until it has had its effect, however busy the machine is.
			p.press(seat, hw.B, true)
			if p.waits("the choice taken back", func(d *sighting) bool {
				_, locked := marks(&d.desk)
				return !slices.Contains(locked, atTheTable[seat])
			}) {
				p.press(seat, hw.B, false)
			}
		},
	}
}

func (e *evening) undo() *step {
	s := &step{
		press: func(p *page, tb *table.Table) {
			p.send(`{"t":"undo"}`)
			state, err := tb.Undo(0, engine.Table) // in memory, to know who must agree
			require.NoError(e, err)
			tb.CancelUndo()
			p.agree(state.Needs)
		},
	}
	s.apply = func(tb *table.Table) {
		before := tb.Moves()
		state, err := tb.Undo(0, engine.Table)
		for seat := range engine.Seat(len(atTheTable)) {
			if err == nil && state.Needs.Has(seat) {
				state, err = tb.ConsentUndo(0, seat)
			}
		}
		require.NoError(e, err)
		require.True(e, state.Done)
		// What the box has made by itself goes with the move before it.
		s.line = fmt.Appendf(nil, `{"seat":"table","do":"undo","count":%d}`, before-tb.Moves())
	}
	return s
}

// length returns how many lines the journal of the game will have.
func (e *evening) length() int {
	n := 1
	tb, _, err := table.New(games.Find("naro"), e.header(), table.Options{})
	require.NoError(e, err)
	for ; !tb.Over(); n++ {
		e.script(tb, n).apply(tb)
		n += e.force(tb)
	}
	return n
}

func (e *evening) header() engine.Header {
	return engine.Header{Game: "naro", Seats: atTheTable, Options: fmt.Appendf(nil, `{"chance":%q}`, e.chance), Seed: e.seed}
}

// choose takes the game that is played next.
func (e *evening) choose(number int, seed uint64) {
	e.seed, e.lines, e.shown, e.next = seed, nil, 0, nil
	e.path = filepath.Join(e.dir, fmt.Sprintf("play-%04d.jsonl", number))
}

// begin plays the first moves of a game, until the program has been killed that many times.
func (e *evening) begin(number int, seed uint64, kills int) {
	e.choose(number, seed)
	for e.kills < kills || len(e.lines) < 10 {
		e.lives(e.fate())
	}
	e.replays()
}

// play plays one game to its end. When there were at least as many kills as wanted, towards
// its end, the program is left alone, so that the page shows the result and gives the record.
func (e *evening) play(number int, seed uint64, wanted int) {
	e.choose(number, seed)
	length := e.length()
	for over := false; !over; {
		f := fate{}
		switch {
		case len(e.lines) < length-2:
			f = e.fate()
		case e.kills < wanted:
			f = fate{kind: sentSome, n: 1, delay: time.Duration(e.rng.IntN(3000)) * time.Microsecond}
		}
		over = e.lives(f)
	}
	require.True(e, e.replays().Over())
}

// lives starts the program, plays until its fate, looks at the journal that it leaves, and
// reports whether the game came to its end at the page.
func (e *evening) lives(f fate) (over bool) {
	over = e.live(f)
	n := len(e.lines)
	e.read()
	require.LessOrEqual(e, e.shown, len(e.lines), "the page was shown a move that is not in the journal")
	e.unseen += len(e.lines) - n
	return over
}

// replays holds that the program replays the journal to the status that memory has, and
// returns the table.
func (e *evening) replays() *table.Table {
	tb := e.replay()
	status, err := tb.Status(0, 1, 2, 3)
	require.NoError(e, err)
	printed, err := exec.Command("consigliere", "replay", e.path).Output()
	require.NoError(e, err)
	assert.Equal(e, string(status)+"\n", string(printed), "the journal replays to the same status")
	return tb
}

// A fate is when the program is killed; the zero value is never.
type fate struct {
	kind  int
	n     int           // of messages, moves or acknowledgements
	delay time.Duration // after that, or after the start
}

const (
	noFate     = iota
	atMoment   // a time after it was started
	sentSome   // after n messages
	sentHalf   // in the middle of message n
	grown      // as soon as the journal has grown n times
	shownMoves // as soon as the page has been shown n moves
	fates
)

func (e *evening) fate() fate {
	f := fate{kind: 1 + e.rng.IntN(fates-1)}
	switch f.kind {
	case atMoment:
		f.delay = time.Duration(e.rng.IntN(160)) * time.Millisecond
	case sentSome:
		f.n, f.delay = 1+e.rng.IntN(16), time.Duration(e.rng.IntN(3000))*time.Microsecond
	case sentHalf:
		f.n = 1 + e.rng.IntN(16)
	case grown, shownMoves:
		f.n = 1 + e.rng.IntN(3)
	}
	return f
}

// A life is the program from one start to its end.
type life struct {
	cmd    *exec.Cmd
	fate   fate
	once   sync.Once
	dead   chan struct{} // closed when it was killed
	stderr complaints
}

// complaints are what a program says on standard error while it runs.
type complaints struct {
	mu   sync.Mutex // guards the following
	said []byte
}

// Write implements [io.Writer].
func (c *complaints) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, b...)
	return len(b), nil
}

func (c *complaints) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.said)
}

// kill ends the program as a power cut does.
func (l *life) kill() {
	l.once.Do(func() {
		close(l.dead)
		_ = l.cmd.Process.Kill() // unless it has ended by itself, which Wait tells
	})
}

func (l *life) killed() bool {
	select {
	case <-l.dead:
		return true
	default:
		return false
	}
}

// patience is how long anything may take on a busy machine.
const patience = 30 * time.Second

// toTell is how long the box may take to tell what it has not told yet: each round of a game that was played in seconds.
const toTell = 3 * time.Minute

// live starts the program, plays until its fate, and reports whether the game came to its
// end at the page.
func (e *evening) live(f fate) (over bool) {
	l := &life{
		fate: f, dead: make(chan struct{}),
		cmd: exec.Command("consigliere", "sim", "--addr", "127.0.0.1:0", "--journal", e.dir, "--config", e.config, "--seed", strconv.FormatUint(e.seed, 10)),
	}
	l.cmd.Stderr = &l.stderr
	out, err := l.cmd.StdoutPipe()
	require.NoError(e, err)
	require.NoError(e, l.cmd.Start())
	defer func() {
		if l.killed() {
			e.kills++
		}
		l.kill()
		err := l.cmd.Wait()
		var exit *exec.ExitError
		require.ErrorAs(e, err, &exit)
		require.Equal(e, -1, exit.ExitCode(), "it has ended by itself: %s", l.stderr.String())
		require.NotContains(e, l.stderr.String(), "level=ERROR")
	}()
	if f.kind == atMoment {
		defer time.AfterFunc(f.delay, l.kill).Stop()
	}
	var url string
	if said, _ := bufio.NewReader(out).ReadString('\n'); said != "" {
		url = strings.Fields(strings.TrimPrefix(said, "The box is at "))[0]
	}
	if url == "" {
		require.True(e, l.killed(), "it did not start: %s", l.stderr.String())
		return false
	}
	p, err := open(e, l, url)
	if err != nil {
		require.True(e, l.killed(), "%v; %s", err, l.stderr.String())
		return false
	}
	defer p.close()
	return e.sit(p)
}

// sit begins or resumes the game at the page, and plays until the program is dead
// or the game over.
func (e *evening) sit(p *page) (over bool) {
	menu, ok := p.until("the menu", func(d *sighting) bool { return d.desk.State == "menu" })
	if !ok {
		return false
	}
	e.read()
	switch {
	case e.lines == nil:
		require.Empty(e, menu.desk.Resume)
		p.send(`{"t":"start","game":"naro","seats":["Ava","Babak","Chiara","Dario"],"options":{"chance":%q},"bots":0,"teach":false}`, e.chance)
	case e.replay().Over():
		require.Empty(e, menu.desk.Resume, "the game is over, though nobody saw it end")
		return true
	default:
		require.Equal(e, "Resume: Naro, 4 players", menu.desk.Resume)
		p.send(`{"t":"go_on","play":""}`)
	}
	if !e.grown(p, 0) {
		return false
	}
	tb, ok := e.unforced(p)
	if !ok {
		return false
	}
	want := e.look(tb)
	if !tb.Over() && !p.waits("the same ask as before", want.shownBy) {
		return false
	}
	for !tb.Over() {
		n := len(e.lines)
		e.next = e.script(tb, n)
		after := e.replay()
		e.next.apply(after)
		e.force(after)
		before := e.look(tb)
		if !p.waits("the last move", func(d *sighting) bool { return before.mayBe(&d.desk) }) {
			return false
		}
		p.expect(n+1, before, e.look(after))
		e.next.press(p, tb)
		if !e.grown(p, n) {
			return false
		}
		if tb, ok = e.unforced(p); !ok {
			return false
		}
	}
	e.next = nil
	if _, told := p.within(toTell, "the result", func(d *sighting) bool { return d.desk.State == "over" }); !told {
		return false
	}
	record, err := p.record()
	if err != nil {
		p.life.mustBeDead(e, err) // of the kill that came with the last move
		return false
	}
	require.Equal(e, string(tb.AppendRecord(nil)), string(record), "the record holds the moves in force")
	again, err := table.Replay(bytes.NewReader(record), games.Find)
	require.NoError(e, err)
	require.True(e, again.Over())
	return true
}

// unforced returns the game of the journal, once the box has made the moves that nobody has to be asked for. It returns
// false if the program was killed first.
func (e *evening) unforced(p *page) (*table.Table, bool) {
	for {
		tb := e.replay()
		if _, _, forced := tb.Forced(); !forced {
			return tb, true
		}
		if !e.grown(p, len(e.lines)) {
			return nil, false
		}
	}
}

// force makes these moves in memory, and returns how many there were.
func (e *evening) force(tb *table.Table) (n int) {
	for _, _, forced := tb.Forced(); forced; _, _, forced = tb.Forced() {
		_, err := tb.PlayForced(0)
		require.NoError(e, err)
		n++
	}
	return n
}

// grown waits until the journal has more than n lines, and reads it. It returns false if the
// program was killed first.
func (e *evening) grown(p *page, n int) bool {
	for start := time.Now(); ; time.Sleep(100 * time.Microsecond) {
		if p.life.killed() {
			return false
		}
		if data, err := os.ReadFile(e.path); err == nil && bytes.Count(data, []byte{'\n'}) > n {
			e.read()
			if p.life.fate.kind == grown && p.life.fate.once(&p.grown) {
				p.life.kill()
			}
			return true
		}
		if time.Since(start) > patience {
			require.Fail(e, "the journal does not grow", "wanted %+v; the page shows %+v", e.next, p.last())
		}
	}
}

// once counts, and reports whether the count is the fate's.
func (f fate) once(n *int) bool {
	*n++
	return *n == f.n
}

// read reads the journal, and checks that the lines read before are still there, that the
// page was shown no move that it lacks, and that nobody has made a move but the script, the
// clock and the undo.
func (e *evening) read() {
	data, err := os.ReadFile(e.path)
	if errors.Is(err, os.ErrNotExist) {
		require.Empty(e, e.lines, "the journal is gone")
		return
	}
	require.NoError(e, err)
	all := bytes.Split(data, []byte{'\n'})
	rest := all[len(all)-1]
	all = all[:len(all)-1]
	require.GreaterOrEqual(e, len(all), len(e.lines), "lines are lost")
	for i, line := range e.lines {
		require.Equal(e, string(line), string(all[i]), "line %d has changed", i+1)
	}
	for i := len(e.lines); i < len(all); i++ {
		line := journal.Record(all[i])
		switch {
		case i == 0:
			require.Equal(e, string(e.header().Append(nil)), string(line))
		case bytes.Contains(all[i], []byte(`,"by":"`)):
		default:
			require.NotNil(e, e.next, "nobody has made this move: %s", line)
			require.Equal(e, string(e.next.line), string(line))
			e.next = nil
		}
	}
	if len(rest) > 0 {
		e.torn++
	}
	e.lines = all
}

// replay returns the game of the journal.
func (e *evening) replay() *table.Table {
	tb, err := table.Replay(bytes.NewReader(append(bytes.Join(e.lines, []byte{'\n'}), '\n')), games.Find)
	require.NoError(e, err)
	return tb
}

// A mark is what the page must show of a table.
type mark struct {
	phase, heading  string
	awaited, locked []string
	lines           []string
	sheets          []string
	lit             string // an x for each pod whose light is on
}

// look returns what the page must show of tb, worked out without a console.
func (e *evening) look(tb *table.Table) mark {
	view := tb.View(engine.Public)
	scene := tb.Title().Draw(view)
	m := mark{phase: e.words.Word(lang.English, "phase."+view.Phase), heading: e.words.Text(lang.English, tb.Roster(), scene.Heading)}
	for i := range scene.Lines {
		m.lines = append(m.lines, e.words.Text(lang.English, tb.Roster(), scene.Lines[i].Text))
	}
	var owed engine.SeatSet
	for i := range tb.Asks() {
		a := &tb.Asks()[i]
		if a.Seat == engine.Table {
			m.sheets = append(m.sheets, a.Verb)
		}
		owed = owed.With(a.Seat)
	}
	lit := bytes.Repeat([]byte{'.'}, len(config.Default().Pods))
	for s, name := range tb.Roster() {
		if owed.Has(engine.Seat(s)) {
			m.awaited = append(m.awaited, name)
		}
		if tb.Locked().Has(engine.Seat(s)) {
			m.locked = append(m.locked, name)
		}
		if (owed | tb.Locked()).Has(engine.Seat(s)) {
			lit[s] = 'x'
		}
	}
	m.lit = string(lit)
	return m
}

// marks returns the seats that a desk shows as awaited and as locked.
func marks(d *desk.Public) (awaited, locked []string) {
	for _, s := range d.Seats {
		if s.Awaited {
			awaited = append(awaited, s.Name)
		}
		if s.Locked {
			locked = append(locked, s.Name)
		}
	}
	return awaited, locked
}

// shownBy reports whether the page shows m and nothing else.
func (m mark) shownBy(d *sighting) bool {
	got := mark{phase: d.desk.Phase, heading: d.desk.Heading, lit: d.lit}
	got.awaited, got.locked = marks(&d.desk)
	for _, l := range d.desk.Lines {
		got.lines = append(got.lines, l.Text)
	}
	for _, s := range d.desk.Sheets {
		got.sheets = append(got.sheets, s.Verb)
	}
	return d.desk.State == "play" && assert.ObjectsAreEqual(m, got)
}

// mayBe reports whether the page may stand at m: while a count is called, it does not show
// yet who is awaited.
func (m mark) mayBe(d *desk.Public) bool {
	awaited, locked := marks(d)
	return slices.Equal(locked, m.locked) && (awaited == nil || slices.Equal(awaited, m.awaited))
}

// A sighting is what the page shows at one moment.
type sighting struct {
	desk desk.Public
	lit  string
}

// A page is a front panel that is open in a browser.
type page struct {
	t     *evening
	url   string
	life  *life
	conn  *websocket.Conn
	wire  *cable
	sent  int
	grown int
	news  chan struct{} // gets a value when something was shown

	mu       sync.Mutex // guards the following
	shows    sighting
	move     int // the number of the line that is being made
	before   mark
	after    mark
	caughtUp bool // the page has shown the state before the move
	seen     int  // the line that the page was last shown the effect of
	acked    int
}

func open(e *evening, l *life, url string) (*page, error) {
	p := &page{t: e, url: url, life: l, wire: &cable{}, news: make(chan struct{}, 1)}
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		p.wire.Conn = c
		return p.wire, err
	}
	var err error
	p.conn, _, err = websocket.Dial(e.Context(), url+"/wire", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: dial}},
		HTTPHeader: http.Header{"Origin": {url}},
	})
	if err != nil {
		return nil, err
	}
	p.conn.SetReadLimit(1 << 20)
	go p.listen()
	return p, nil
}

// A cable is a connection that can be cut in the middle of a message.
type cable struct {
	net.Conn
	half func() // called when half of the next message is out, unless it is nil
}

// Write implements [net.Conn].
func (w *cable) Write(b []byte) (int, error) {
	if w.half == nil {
		return w.Conn.Write(b)
	}
	n, err := w.Conn.Write(b[:len(b)/2])
	w.half()
	return n, errors.Join(err, io.ErrShortWrite)
}

// send sends a message, unless the program is dead.
func (p *page) send(format string, args ...any) {
	if p.sent++; p.sent > 160 {
		time.Sleep(10 * time.Millisecond) // no more than hands can
	}
	f := p.life.fate
	if f.kind == sentHalf && p.sent == f.n {
		p.wire.half = p.life.kill
	}
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		p.life.mustBeDead(p.t, err)
	}
	if f.kind == sentSome && p.sent == f.n {
		time.Sleep(f.delay)
		p.life.kill()
	}
}

// record fetches the record that the page offers.
func (p *page) record() ([]byte, error) {
	r, err := http.Get(p.url + "/record")
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

// mustBeDead checks that an error comes from the kill. The kill may be on its way.
func (l *life) mustBeDead(t testing.TB, err error) {
	select {
	case <-l.dead:
	case <-time.After(patience):
		require.NoError(t, err, l.stderr.String())
	}
}

// tap presses buttons of a pod one after the other.
func (p *page) tap(seat engine.Seat, list ...consoletest.Tap) {
	for _, t := range list {
		for _, b := range t.Buttons {
			p.press(seat, b, true)
		}
		time.Sleep(t.For)
		for _, b := range t.Buttons {
			p.press(seat, b, false)
		}
	}
}

// press lets a button of a pod go down or come up.
func (p *page) press(seat engine.Seat, b hw.Button, down bool) {
	p.send(`{"t":"press","pod":%d,"button":%q,"down":%t}`, seat, b, down)
}

// agree lets seats agree to an undo: they see the question for a second, then hold OK until it has had its effect, however
// busy the machine is.
func (p *page) agree(seats engine.SeatSet) {
	if seats == 0 || !p.waits("the undo", func(d *sighting) bool { return d.desk.Undo != nil }) {
		return
	}
	time.Sleep(1100 * time.Millisecond)
	for seat := range engine.Seat(len(atTheTable)) {
		if seats.Has(seat) {
			p.press(seat, hw.OK, true)
		}
	}
	if !p.waits("that all agree", func(d *sighting) bool { return d.desk.Undo == nil }) {
		return
	}
	for seat := range engine.Seat(len(atTheTable)) {
		if seats.Has(seat) {
			p.press(seat, hw.OK, false)
		}
	}
}

// expect says which line will be made, and what is shown before and after it.
func (p *page) expect(move int, before, after mark) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.move, p.before, p.after = move, before, after
	p.caughtUp = before.shownBy(&p.shows)
}

// listen reads what the box sends until the connection ends.
func (p *page) listen() {
	defer close(p.news)
	for {
		_, data, err := p.conn.Read(p.t.Context())
		if err != nil {
			return
		}
		if p.hear(data) && p.life.fate.kind == shownMoves && p.life.fate.once(&p.acked) {
			p.life.kill()
		}
		select {
		case p.news <- struct{}{}:
		default:
		}
	}
}

// hear takes one message, and reports whether it tells that the move is made.
func (p *page) hear(data []byte) bool {
	var m struct {
		T    string
		Desk *desk.Public
		RGB  string
	}
	if json.Unmarshal(data, &m) != nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m.T {
	case "lights":
		p.shows.lit = ""
		for rgb := range slices.Chunk([]byte(m.RGB), 6) {
			p.shows.lit += map[bool]string{true: ".", false: "x"}[string(rgb) == "000000"]
		}
	case "desk":
		p.shows.desk = *m.Desk
	default:
		return false
	}
	// What a page shows late may look like what a later move leads to: turns come back.
	p.caughtUp = p.caughtUp || p.before.shownBy(&p.shows)
	if p.caughtUp && p.move > p.seen && p.after.mayBe(&p.shows.desk) && !p.before.mayBe(&p.shows.desk) {
		p.seen = p.move
		journal, err := os.ReadFile(p.t.path)
		assert.NoError(p.t, err)
		assert.GreaterOrEqual(p.t, bytes.Count(journal, []byte{'\n'}), p.move, "the page was shown a move before it was in the journal")
		return true
	}
	return false
}

func (p *page) last() sighting {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shows
}

// until waits until the page shows something. It returns false if the program was killed
// first.
func (p *page) until(what string, ok func(*sighting) bool) (sighting, bool) {
	return p.within(patience, what, ok)
}

func (p *page) within(limit time.Duration, what string, ok func(*sighting) bool) (sighting, bool) {
	late := time.After(limit)
	for {
		if s := p.last(); ok(&s) {
			return s, true
		}
		select {
		case _, open := <-p.news:
			if !open {
				p.life.mustBeDead(p.t, errors.New("the connection is lost"))
				return sighting{}, false
			}
		case <-late:
			require.Fail(p.t, "the page does not show "+what, "%+v", p.last())
		}
	}
}

func (p *page) waits(what string, ok func(*sighting) bool) bool {
	_, yes := p.until(what, ok)
	return yes
}

// close reads all that the box has sent, and closes the connection.
func (p *page) close() {
	if !p.life.killed() {
		p.conn.CloseNow()
	}
	for range p.news { // until the end of what it had sent
	}
	p.conn.CloseNow()
	p.t.shown = max(p.t.shown, p.seen)
}
