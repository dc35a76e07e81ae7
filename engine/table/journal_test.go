package table_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/enginetest"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
	"consigliere/engine/showdowntest"
	"consigliere/engine/table"
)

// titles finds the games of these tests, made once.
var titles = map[string]*engine.Title{"toy": toy(), "showdown": showdowntest.Title(), "naro": naroface.Title(), "derpate": derpateface.Title()}

func findTitle(id string) *engine.Title { return titles[id] }

// A shelf is where a test puts journals: a [journaltest.MemDisk], or a real disk.
type shelf interface {
	Put(name string, data []byte)
	Get(name string) ([]byte, bool)
	Delete(name string)
	Journal(path string) *journal.Journal
}

// realShelf is the disk of the system.
type realShelf struct{ t *testing.T }

func (s realShelf) Put(name string, data []byte) {
	require.NoError(s.t, os.WriteFile(name, data, 0o600))
}

func (s realShelf) Get(name string) ([]byte, bool) {
	data, err := os.ReadFile(name)
	return data, err == nil
}

func (s realShelf) Delete(name string) { require.NoError(s.t, os.Remove(name)) }

func (s realShelf) Journal(path string) *journal.Journal { return journal.New(path) }

// get returns what is in a file that must be there.
func get(t testing.TB, s interface{ Get(string) ([]byte, bool) }, name string) []byte {
	t.Helper()
	data, ok := s.Get(name)
	require.True(t, ok, "%s is not there", name)
	return data
}

// answer picks a random answer to the first ask that waits.
func answer(t testing.TB, tb *table.Table, p *bot.Player, rng *rand.Rand) engine.Move {
	var open []*engine.Ask
	for i := range tb.Asks() {
		if a := &tb.Asks()[i]; !a.Optional {
			open = append(open, a)
		}
	}
	a := open[rng.IntN(len(open))]
	do, err := p.Pick(a)
	require.NoError(t, err)
	return engine.Move{Seat: a.Seat, Do: do}
}

// step does the next thing at a table: most often a move, at times taking back a locked
// choice, or an undo to which all agree. It writes one line to the journal.
func step(t testing.TB, tb *table.Table, p *bot.Player, rng *rand.Rand) {
	now := time.Duration(tb.Moves()) * 1500 * time.Millisecond
	if tb.Locked() != 0 && rng.IntN(8) == 0 {
		for s := range engine.Seat(engine.MaxSeats) {
			if tb.Locked().Has(s) {
				require.NoError(t, tb.TakeBack(now, s))
				return
			}
		}
	}
	if tb.Moves() > 0 && rng.IntN(15) == 0 {
		s, err := tb.Undo(now, engine.Table)
		require.NoError(t, err)
		for seat := range engine.Seat(engine.MaxSeats) {
			if s.Needs.Has(seat) {
				s, err = tb.ConsentUndo(now, seat)
				require.NoError(t, err)
			}
		}
		require.True(t, s.Done)
		return
	}
	_, err := tb.Play(now, answer(t, tb, p, rng))
	require.NoError(t, err)
}

// naroHeader is of a play without anything typed from the cardboard, so that each step is
// one line.
var naroHeader = engine.Header{
	Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "دریا"},
	Options: []byte(`{"chance":"box","powers":true,"power_deal":"box"}`), Seed: 5,
}

// A history is the journal of a whole play, and what is true after each of its lines.
type history struct {
	data  []byte
	ends  []int    // where the lines end
	truth []string // the record after each line
}

// write plays a whole play with a journal. Only early moves are taken back: each undo makes
// opening the journal longer, and it is opened ten thousands of times.
func write(t testing.TB, h engine.Header, seed uint64) history {
	d := &journaltest.MemDisk{}
	title := findTitle(h.Game)
	tb, _, err := table.New(title, h, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(seed, 0))
	p := bot.New(title, h.Seats, rng)
	w := history{truth: []string{string(tb.AppendRecord(nil))}}
	for !tb.Over() {
		if tb.Moves() < 25 {
			step(t, tb, p, rng)
		} else {
			_, err := tb.Play(time.Minute, answer(t, tb, p, rng))
			require.NoError(t, err)
		}
		w.truth = append(w.truth, string(tb.AppendRecord(nil)))
	}
	require.NoError(t, tb.Close())
	w.data = get(t, d, "play.jsonl")
	for i, b := range w.data {
		if b == '\n' {
			w.ends = append(w.ends, i+1)
		}
	}
	require.Len(t, w.ends, len(w.truth))
	return w
}

// until returns the history up to a line.
func (w history) until(line int) history {
	return history{w.data[:w.ends[line-1]], w.ends[:line], w.truth[:line]}
}

// toyHistory is a short play with lines of all kinds.
func toyHistory(t testing.TB) history {
	d := &journaltest.MemDisk{}
	tb := playToy(t, d.Journal("play.jsonl"))
	do(t, tb, "2end")
	require.NoError(t, tb.Close())
	w := history{data: get(t, d, "play.jsonl")}
	for i, b := range w.data {
		if b != '\n' {
			continue
		}
		part, err := table.Replay(bytes.NewReader(w.data[:i+1]), findTitle)
		require.NoError(t, err)
		w.ends, w.truth = append(w.ends, i+1), append(w.truth, string(part.AppendRecord(nil)))
	}
	return w
}

// long reports whether the tests that take long are wanted.
func long() bool { return os.Getenv("CONSIGLIERE_LONG") != "" }

// A play can be gone on with after each of its lines: the same asks, the same locks, and
// the same record in the end. After the first lines a sample is tried, and in a long run each.
func TestGoingOnAfterEachLine(t *testing.T) {
	pate := engine.Header{Game: "derpate", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 1}
	cardboard := engine.Header{Game: "naro", Seats: naroHeader.Seats, Options: []byte(`{"powers":true}`), Seed: 1}
	for _, h := range []engine.Header{showdowntest.Header(3), naroHeader, cardboard, pate} {
		d, path := &journaltest.MemDisk{}, "play.jsonl"
		title := findTitle(h.Game)
		tb, _, err := table.New(title, h, table.Options{Journal: d.Journal(path)})
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(11, 0))
		p := bot.New(title, h.Seats, rng)
		for n := 0; !tb.Over(); n++ {
			step(t, tb, p, rng)
			if n > 20 && n%4 != 0 && !long() && !tb.Over() {
				continue
			}
			want, record := state(t, tb), string(tb.AppendRecord(nil))
			require.NoError(t, tb.Close())
			d = d.Crash() // what was not synced is lost
			o := table.Options{Journal: d.Journal(path)}
			var repair journal.Repair
			tb, repair, err = table.Open(path, findTitle, o)
			require.NoError(t, err)
			require.Equal(t, journal.Repair{}, repair)
			require.Equal(t, want, state(t, tb))
			require.Equal(t, record, string(tb.AppendRecord(nil)))
		}
		again, err := table.Replay(bytes.NewReader(get(t, d, path)), findTitle)
		require.NoError(t, err, "replay reads journals too")
		assert.Equal(t, state(t, tb), state(t, again))
	}
}

// playToy plays a play of the toy that leaves lines of all kinds in its journal.
func playToy(t testing.TB, j *journal.Journal) *table.Table {
	j.Now = func() time.Time { return time.Date(2026, 11, 21, 20, 30, 0, 0, time.FixedZone("", 3600)) }
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	play := func(at time.Duration, m engine.Move) {
		_, err := tb.Play(at, m)
		require.NoError(t, err)
	}
	play(100*time.Second, engine.Move{Seat: 0, Do: deed("dice")})
	play(101250*time.Millisecond, engine.Move{Seat: engine.Table, Do: roll{4}})
	_, err = tb.Undo(102*time.Second, 0)
	require.NoError(t, err)
	for _, s := range []engine.Seat{1, 2} {
		_, err = tb.ConsentUndo(103*time.Second, s)
		require.NoError(t, err)
	}
	require.NoError(t, tb.Attend(103500*time.Millisecond, []engine.Seat{2, 0}))
	play(104*time.Second, engine.Move{Seat: 1, Do: deed("dice")})
	play(105*time.Second, engine.Move{Seat: 1, Do: deed("begin")})
	play(106*time.Second, engine.Move{Seat: 0, Do: vote{1}})
	require.NoError(t, tb.TakeBack(107*time.Second, 0))
	for _, at := range []time.Duration{115, 117} { // the seat that took back has two seconds more
		_, err = tb.Tick(at * time.Second)
		require.NoError(t, err)
	}
	return tb
}

func TestWhatAJournalLooksLike(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	tb := playToy(t, journal.New(path))
	_, err := tb.Play(118*time.Second, engine.Move{Seat: 2, Do: deed("end")})
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range bytes.Lines(data) {
		assert.Len(t, line, 256)
	}
	padding := regexp.MustCompile(` +,"crc"`)
	assert.Equal(t, strings.TrimLeft(`
{"game":"toy","seats":["Ava","Babak","Chiara"],"options":{},"seed":1,"t":0.000,"date":"2026-11-21T19:30:00Z" ,"crc":"2fc2e15b"}
{"seat":"Ava","do":"dice","t":0.000 ,"crc":"690d689c"}
{"seat":"table","do":"roll","face":4,"t":1.250 ,"crc":"3cc5b9de"}
{"seat":"Ava","do":"undo","count":2,"t":3.000 ,"crc":"7006cbb4"}
{"seat":"table","do":"attend","seats":["Ava","Chiara"],"t":3.500 ,"crc":"4f7b2d5e"}
{"seat":"Babak","do":"dice","t":4.000 ,"crc":"4af51898"}
{"seat":"table","do":"roll","face":4,"t":4.000,"by":"undo" ,"crc":"e90370ef"}
{"seat":"Babak","do":"begin","t":5.000 ,"crc":"1740b92b"}
{"seat":"Ava","do":"vote","for":1,"t":6.000 ,"crc":"62bb255a"}
{"seat":"Ava","do":"take_back","t":7.000 ,"crc":"55a70669"}
{"seat":"Babak","do":"vote","for":0,"t":15.000,"by":"clock" ,"crc":"63b3ffd6"}
{"seat":"Chiara","do":"vote","for":0,"t":15.000,"by":"clock" ,"crc":"c76adfe3"}
{"seat":"Ava","do":"vote","for":0,"t":17.000,"by":"clock" ,"crc":"74b85fcc"}
{"seat":"Chiara","do":"end","t":18.000,"over":true ,"crc":"c77e4db8"}
`, "\n"), padding.ReplaceAllString(string(data), ` ,"crc"`))
	assert.Equal(t, strings.TrimLeft(`
{"game":"toy","seats":["Ava","Babak","Chiara"],"options":{},"seed":1}
{"seat":"Babak","do":"dice"}
{"seat":"table","do":"roll","face":4}
{"seat":"Babak","do":"begin"}
{"seat":"Babak","do":"vote","for":0}
{"seat":"Chiara","do":"vote","for":0}
{"seat":"Ava","do":"vote","for":0}
{"seat":"Chiara","do":"end"}
`, "\n"), string(tb.AppendRecord(nil)))
	assert.Equal(t, `{"seat":"Ava","do":"take_back"}`, string(journal.Record(bytes.Split(data, []byte("\n"))[9])))
}

// The times of a journal go on where they stood, however late the box was started again.
func TestTheTimesOfAJournalGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: journal.New(path)})
	require.NoError(t, err)
	_, err = tb.Tick(50 * time.Second)
	require.NoError(t, err)
	_, err = tb.Play(60*time.Second, engine.Move{Seat: 0, Do: deed("say")})
	require.NoError(t, err)
	require.NoError(t, tb.Close())
	tb, _, err = table.Open(path, findTitle, table.Options{})
	require.NoError(t, err)
	_, err = tb.Tick(2 * time.Second)
	require.NoError(t, err)
	_, err = tb.Play(3*time.Second, engine.Move{Seat: 0, Do: deed("say")})
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(data), `"t":10.000`)
	assert.Contains(t, string(data), `"t":11.000`)
}

// The damages that every journal must survive, each at every byte of a journal.
var damages = []struct {
	name   string
	damage func(data []byte, at int) []byte
	// kept is how many lines are still true.
	kept func(w history, at int) int
}{
	{
		"cut",
		func(data []byte, at int) []byte { return data[:at] },
		wholeLines,
	},
	{
		"zeroed",
		func(data []byte, at int) []byte {
			clear(data[at:])
			return data
		},
		wholeLines,
	},
	{
		"flipped",
		func(data []byte, at int) []byte {
			data[at] ^= 1 << (at % 8)
			return data
		},
		func(w history, at int) int {
			if at < w.ends[0] {
				return len(w.ends) // the header has a second copy
			}
			return wholeLines(w, at)
		},
	},
}

// wholeLines returns how many lines end at or before the byte; the header always counts.
func wholeLines(w history, at int) int {
	n := 0
	for _, end := range w.ends {
		if end <= at {
			n++
		}
	}
	return max(1, n)
}

var every = flag.Bool("every", false, "damage a whole play at every byte, which takes some minutes")

// Every damage at every byte of a short play with lines of all kinds, and of the beginning
// of a real one; at some bytes of each line of the whole of it; and at some on a real disk. Without
// CONSIGLIERE_WIDE it is one byte in seven.
func TestEveryDamage(t *testing.T) {
	whole := write(t, naroHeader, 21)
	require.Contains(t, string(whole.data), `"do":"undo"`)
	require.Contains(t, string(whole.data), `"do":"take_back"`)
	stride, short := 83, 1
	if *every {
		stride = 1
	}
	if !enginetest.Wide() || testing.Short() {
		short = 7
	}
	onDisk := func(t *testing.T) (shelf, string) { return realShelf{t}, filepath.Join(t.TempDir(), "play.jsonl") }
	inMemory := func(*testing.T) (shelf, string) { return &journaltest.MemDisk{}, "play.jsonl" }
	for _, c := range []struct {
		name   string
		w      history
		stride int
		on     func(*testing.T) (shelf, string)
	}{
		{"toy", toyHistory(t), 1, inMemory},
		{"beginning", whole.until(8), 1, inMemory},
		{"whole", whole, stride, inMemory},
		{"real-disk", whole, 1009, onDisk},
	} {
		for _, d := range damages {
			t.Run(c.name+"-"+d.name, func(t *testing.T) {
				t.Parallel()
				s, path := c.on(t)
				w := c.w
				for at := 0; at < len(w.data); at += c.stride * short {
					survive(t, w, s, path, d.damage(bytes.Clone(w.data), at), d.kept(w, at), at%7 == 0)
					if t.Failed() {
						t.Fatalf("%s at byte %d", d.name, at)
					}
				}
			})
		}
	}
}

// survive opens damaged data beside the whole copy of the header. It must open with that many
// true lines, and take one more move; again, so that it is then whole.
func survive(t *testing.T, w history, s shelf, path string, data []byte, kept int, again bool) {
	s.Put(path, data)
	s.Put(path+".head", w.data[:w.ends[0]])
	tb, repair, err := table.Open(path, findTitle, table.Options{Journal: s.Journal(path)})
	if !assert.NoError(t, err) {
		return
	}
	assert.Equal(t, w.truth[kept-1], string(tb.AppendRecord(nil)))
	lost := kept < len(w.ends) && len(data) > w.ends[kept-1]
	assert.Equal(t, lost, repair.Line > 0, "%+v", repair)
	if lost {
		assert.Equal(t, kept+1, repair.Line)
	}
	assert.Equal(t, repair.Any(), repair.Text().Key != "")
	if repair.Kept != "" {
		all, ok := s.Get(repair.Kept)
		assert.True(t, ok)
		assert.True(t, bytes.Equal(data, all), "nothing is thrown away")
		s.Delete(repair.Kept)
	}
	if !tb.Over() {
		rng := rand.New(rand.NewPCG(1, 1))
		_, err = tb.Play(0, answer(t, tb, bot.New(tb.Title(), tb.Roster(), rng), rng))
		assert.NoError(t, err)
	}
	record := string(tb.AppendRecord(nil))
	assert.NoError(t, tb.Close())
	if !again {
		return
	}
	tb, repair, err = table.Open(path, findTitle, table.Options{Journal: s.Journal(path)})
	if assert.NoError(t, err) {
		assert.Equal(t, journal.Repair{}, repair, "it is whole again")
		assert.Equal(t, record, string(tb.AppendRecord(nil)))
		assert.NoError(t, tb.Close())
	}
}

// The second copy of the header may be damaged or missing as long as the first is whole.
func TestTheSecondCopyOfTheHeader(t *testing.T) {
	w := write(t, naroHeader, 4)
	path := filepath.Join(t.TempDir(), "play.jsonl")
	head := w.data[:w.ends[0]]
	for _, bad := range [][]byte{nil, {}, head[:20], bytes.ToUpper(head)} {
		require.NoError(t, os.WriteFile(path, w.data, 0o600))
		if bad == nil {
			_ = os.Remove(path + ".head")
		} else {
			require.NoError(t, os.WriteFile(path+".head", bad, 0o600))
		}
		tb, repair, err := table.Open(path, findTitle, table.Options{})
		require.NoError(t, err)
		assert.Equal(t, journal.Repair{}, repair)
		require.NoError(t, tb.Close())
		copied, err := os.ReadFile(path + ".head")
		require.NoError(t, err)
		assert.Equal(t, string(head), string(copied))
	}
	require.NoError(t, os.WriteFile(path, w.data[10:], 0o600))
	require.NoError(t, os.WriteFile(path+".head", nil, 0o600))
	_, _, err := table.Open(path, findTitle, table.Options{})
	require.ErrorIs(t, err, journal.ErrLost)
	left, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, w.data[10:], left, "what is left is left alone")

	_, _, err = table.Open(filepath.Join(t.TempDir(), "none"), findTitle, table.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, _, err = table.New(naroface.Title(), naroHeader, table.Options{Journal: journal.New(path)})
	require.ErrorIs(t, err, os.ErrExist, "a journal is never overwritten")
}

// timid is a game that knows no courage.
type timid struct{ engine.Game }

func (g timid) Play(m engine.Move) ([]engine.Cue, error) {
	if _, ok := m.Do.(naro.Courage); ok {
		return nil, engine.UnknownVerb("courage")
	}
	return g.Game.Play(m)
}

// A line that is whole but not legal, such as one by an older program, ends the play; the
// file is kept.
func TestAnIllegalLineInAJournal(t *testing.T) {
	w := write(t, naroHeader, 4)
	path := filepath.Join(t.TempDir(), "play.jsonl")
	require.NoError(t, os.WriteFile(path, w.data, 0o600))
	find := func(id string) *engine.Title {
		t := *naroface.Title()
		t.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
			g, cues, err := naroface.Title().New(h)
			return timid{g}, cues, err
		}
		return &t
	}
	tb, repair, err := table.Open(path, find, table.Options{})
	require.NoError(t, err)
	refused(t, repair.Reason, "refuse.unknown_verb")
	assert.Equal(t, "repair.line", repair.Text().Key)
	assert.NotZero(t, tb.Moves())
	all, err := os.ReadFile(repair.Kept)
	require.NoError(t, err)
	assert.Equal(t, w.data, all)
	require.NoError(t, tb.Close())
}

// When the disk fails, the move has not been made, and can be made again when the disk has
// recovered, or without a journal.
func TestAFailingDisk(t *testing.T) {
	d, path := &journaltest.MemDisk{}, "play.jsonl"
	j := d.Journal(path)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	do(t, tb, "0say", "0begin", "1vote")
	before := state(t, tb)
	broken := errors.New("the disk is full")
	d.Fail = func(op, _ string) error {
		if op == "sync" {
			return broken
		}
		return nil
	}
	_, err = tb.Play(0, engine.Move{Seat: 0, Do: vote{1}})
	require.ErrorIs(t, err, broken)
	require.ErrorIs(t, tb.TakeBack(0, 1), broken)
	_, err = tb.Undo(0, 1)
	require.ErrorIs(t, err, broken)
	ticks := 0
	for { // as whoever has nothing but the table to wait for
		at, ok := tb.Next()
		require.True(t, ok, "a time-out is still due")
		if at > time.Hour {
			assert.Equal(t, time.Hour+5*time.Second, at)
			break
		}
		_, err = tb.Tick(time.Hour)
		require.ErrorIs(t, err, broken)
		ticks++
		require.Less(t, ticks, 10, "a disk that fails is left alone for a while")
	}
	assert.Equal(t, before, state(t, tb))
	var told *journal.Error
	require.ErrorAs(t, err, &told)
	assert.Equal(t, engine.Say("refuse.journal").Thing("the disk is full"), told.Text())

	d.Fail = nil
	_, err = tb.Tick(time.Hour + 5*time.Second)
	require.NoError(t, err)
	do(t, tb, "0say")
	want := string(tb.AppendRecord(nil))
	again, repair, err := table.Open(path, findTitle, table.Options{Journal: d.Crash().Journal(path)})
	require.NoError(t, err)
	assert.Equal(t, journal.Repair{}, repair)
	assert.Equal(t, want, string(again.AppendRecord(nil)))
	require.NoError(t, again.Close())
}

// A closing is the disk of the system, whose file opened last can be closed without anybody's
// knowledge.
type closing struct {
	journal.System
	last journal.File
}

func (d *closing) OpenFile(name string, flag int, perm fs.FileMode) (journal.File, error) {
	f, err := d.System.OpenFile(name, flag, perm)
	d.last = f
	return f, err
}

// The same with a real file that takes nothing any more; the play goes on without it.
func TestAFileThatTakesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	d := &closing{}
	j := journal.NewOn(d, path)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	do(t, tb, "0say")
	want := string(tb.AppendRecord(nil))
	require.NoError(t, d.last.Close())
	_, err = tb.Play(0, engine.Move{Seat: 0, Do: deed("say")})
	var told *journal.Error
	require.ErrorAs(t, err, &told)
	assert.Equal(t, want, string(tb.AppendRecord(nil)))
	require.Error(t, tb.DropJournal(), "the file was closed before")
	do(t, tb, "0say")

	again, repair, err := table.Open(path, findTitle, table.Options{})
	require.NoError(t, err)
	assert.Equal(t, journal.Repair{Dropped: true}, repair)
	assert.Equal(t, "repair.dropped", repair.Text().Key)
	assert.Equal(t, want, string(again.AppendRecord(nil)))
	require.NoError(t, again.Close())
}

// A play that the disk does not take leaves nothing on it, whichever call it refuses.
func TestAPlayThatCannotBegin(t *testing.T) {
	for fails := 1; ; fails++ {
		d, n, failed := &journaltest.MemDisk{}, 0, ""
		d.Fail = func(op, name string) error {
			if n++; n == fails {
				failed = op + " " + name
				return errors.New("the disk is full")
			}
			return nil
		}
		tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal("play.jsonl")})
		if failed == "" {
			require.NoError(t, err)
			assert.Greater(t, fails, 10)
			require.NoError(t, tb.Close())
			break
		}
		var told *journal.Error
		require.ErrorAs(t, err, &told, failed)
		assert.Equal(t, engine.Say("refuse.journal").Thing("the disk is full"), told.Text())
		assert.Empty(t, d.Names(), failed)
	}
}

func TestReplayTellsTheLine(t *testing.T) {
	header := `{"game":"toy","seats":["Ava","Babak"],"options":{},"seed":1}` + "\n"
	for _, c := range []struct {
		name, record, want string
	}{
		{"empty", "", "line 1: refuse.empty"},
		{"rubbish", "rubbish", "line 1: refuse.not_json (invalid character 'r' at start of value)"},
		{"unknown-game", `{"game":"tow","seats":["Ava","Babak"],"seed":1}`, "line 1: refuse.unknown_game (tow)"},
		{"seats", `{"game":"toy","seats":["Ava"],"seed":1}`, "line 1: TOY-1.1: refuse.seat_count"},
		{"illegal", header + `{"seat":"Ava","do":"say"}` + "\n\n" + `{"seat":"Ava","do":"roll","face":1}`, "line 4: TOY-1: refuse.toy"},
		{"undo-in-a-record", header + `{"seat":"Ava","do":"say"}` + "\n" + `{"seat":"Ava","do":"undo","count":1}`, `line 3: refuse.unknown_verb (undo)`},
		{"half-a-line", header + `{"seat":"Ava","do"`, "line 2: refuse.not_json (unexpected EOF within \"/do\" after offset 18)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := table.Replay(strings.NewReader(c.record), findTitle)
			assert.EqualError(t, err, c.want)
		})
	}
	w := write(t, naroHeader, 3)
	lines := bytes.SplitAfter(w.data, []byte("\n"))
	_, err := table.Replay(bytes.NewReader(bytes.Join(append(lines[:4:4], lines[5:]...), nil)), findTitle)
	assert.EqualError(t, err, "line 5: refuse.checksum", "a line is missing")
}

// What a move costs the table: nothing on disk, a journal that nobody waits for, and one
// that is synced.
func BenchmarkPlay(b *testing.B) {
	for _, c := range []struct {
		name    string
		journal func(path string) *journal.Journal
	}{
		{"no-journal", func(string) *journal.Journal { return nil }},
		{"memory", new(journaltest.MemDisk).Journal},
		{"synced", journal.New},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var tb *table.Table
			n := 0
			for b.Loop() {
				if tb == nil || tb.Over() {
					b.StopTimer()
					if tb != nil {
						require.NoError(b, tb.Close())
					}
					n++
					h := showdowntest.Header(uint32(n))
					var err error
					tb, _, err = table.New(findTitle(h.Game), h, table.Options{Journal: c.journal(filepath.Join(b.TempDir(), fmt.Sprint(n)))})
					require.NoError(b, err)
					b.StartTimer()
				}
				if _, err := tb.Play(0, firstOption(tb)); err != nil {
					b.Fatal(err)
				}
			}
			_ = tb.Close()
		})
	}
}

// Whatever a journal holds, it opens with moves that are legal, or says that nothing can be
// made of it.
func FuzzJournal(f *testing.F) {
	// Short plays, so that the fuzzer gets through many of them.
	const path = "play.jsonl"
	d := &journaltest.MemDisk{}
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: d.Journal(path)})
	require.NoError(f, err)
	for _, m := range []engine.Move{{Seat: 0, Do: deed("dice")}, {Seat: engine.Table, Do: roll{4}}, {Seat: 1, Do: deed("begin")}, {Seat: 2, Do: vote{3}}} {
		_, err := tb.Play(0, m)
		require.NoError(f, err)
	}
	require.NoError(f, tb.TakeBack(0, 2))
	_, err = tb.Undo(0, 1)
	require.NoError(f, err)
	require.NoError(f, tb.Close())
	toys, head := get(f, d, path), get(f, d, path+".head")
	f.Add(toys, head)
	f.Add(toys[:len(toys)-4], []byte{})
	f.Add([]byte{}, head)
	w := write(f, naroHeader, 21)
	f.Add(w.data[:w.ends[5]], w.data[:w.ends[0]])
	f.Add([]byte("\n\n"), []byte("{}\n"))
	f.Fuzz(func(t *testing.T, data, head []byte) {
		d := &journaltest.MemDisk{}
		d.Put(path, data)
		d.Put(path+".head", head)
		tb, _, err := table.Open(path, findTitle, table.Options{Journal: d.Journal(path)})
		if err != nil {
			return
		}
		record := tb.AppendRecord(nil)
		again, err := table.Replay(bytes.NewReader(record), findTitle)
		require.NoError(t, err)
		require.Equal(t, state(t, tb), state(t, again))
		require.NoError(t, tb.Close())
		tb, repair, err := table.Open(path, findTitle, table.Options{Journal: d.Journal(path)})
		require.NoError(t, err)
		require.Equal(t, journal.Repair{}, repair)
		require.Equal(t, string(record), string(tb.AppendRecord(nil)))
		require.NoError(t, tb.Close())
	})
}
