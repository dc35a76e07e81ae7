package table_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/derpate"
	"consigliere/engine/naro"
	"consigliere/engine/showdowntest"
	"consigliere/engine/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// titles finds the games of these tests, made once.
var titles = map[string]*engine.Title{"toy": toy(), "showdown": showdowntest.Title(), "naro": naro.Title(), "derpate": derpate.Title()}

func findTitle(id string) *engine.Title { return titles[id] }

// unsynced is a journal that does not wait for the disk.
func unsynced(path string) *table.Journal {
	j := table.NewJournal(path)
	j.SetSync(func(*os.File) error { return nil })
	return j
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

// A written is the journal of a whole play, and what is true after each of its lines.
type written struct {
	data  []byte
	ends  []int    // where the lines end
	truth []string // the record after each line
}

// write plays a whole play with a journal. Only early moves are taken back: each undo makes
// opening the journal longer, and it is opened ten thousands of times.
func write(t testing.TB, h engine.Header, seed uint64) written {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	title := findTitle(h.Game)
	tb, err := table.New(title, h, table.Options{Journal: unsynced(path)})
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(seed, 0))
	p := bot.New(title, h.Seats, rng)
	w := written{truth: []string{string(tb.AppendRecord(nil))}}
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
	w.data, err = os.ReadFile(path)
	require.NoError(t, err)
	for i, b := range w.data {
		if b == '\n' {
			w.ends = append(w.ends, i+1)
		}
	}
	require.Len(t, w.ends, len(w.truth))
	return w
}

// A play can be gone on with after each of its lines: the same asks, the same locks, and
// the same record in the end.
func TestGoingOnAfterEachLine(t *testing.T) {
	pate := engine.Header{Game: "derpate", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 1}
	cardboard := engine.Header{Game: "naro", Seats: naroHeader.Seats, Options: []byte(`{"powers":true}`), Seed: 1}
	for _, h := range []engine.Header{showdowntest.Header(3), naroHeader, cardboard, pate} {
		path := filepath.Join(t.TempDir(), "play.jsonl")
		title := findTitle(h.Game)
		tb, err := table.New(title, h, table.Options{Journal: unsynced(path)})
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(11, 0))
		p := bot.New(title, h.Seats, rng)
		for !tb.Over() {
			step(t, tb, p, rng)
			want, record := state(t, tb), string(tb.AppendRecord(nil))
			require.NoError(t, tb.Close())
			o := table.Options{Journal: unsynced(path)}
			var mended table.Mended
			tb, mended, err = table.Open(path, findTitle, o)
			require.NoError(t, err)
			require.Equal(t, table.Mended{}, mended)
			require.Equal(t, want, state(t, tb))
			require.Equal(t, record, string(tb.AppendRecord(nil)))
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		again, err := table.Replay(bytes.NewReader(data), findTitle)
		require.NoError(t, err, "replay reads journals too")
		assert.Equal(t, state(t, tb), state(t, again))
	}
}

func TestWhatAJournalLooksLike(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	tb, err := table.New(toy(), toyHeader, table.Options{Journal: table.NewJournal(path)})
	require.NoError(t, err)
	play := func(at time.Duration, m engine.Move) {
		_, err := tb.Play(at, m)
		require.NoError(t, err)
	}
	play(100*time.Second, engine.Move{Seat: 0, Do: deed{"dice"}})
	play(101250*time.Millisecond, engine.Move{Seat: engine.Table, Do: roll{4}})
	_, err = tb.Undo(102*time.Second, 0)
	require.NoError(t, err)
	for _, s := range []engine.Seat{1, 2} {
		_, err = tb.ConsentUndo(103*time.Second, s)
		require.NoError(t, err)
	}
	play(104*time.Second, engine.Move{Seat: 1, Do: deed{"dice"}})
	play(105*time.Second, engine.Move{Seat: 1, Do: deed{"begin"}})
	play(106*time.Second, engine.Move{Seat: 0, Do: vote{1}})
	require.NoError(t, tb.TakeBack(107*time.Second, 0))
	_, err = tb.Tick(115 * time.Second)
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, strings.TrimLeft(`
{"game":"toy","seats":["Ava","Babak","Chiara"],"options":{},"seed":1,"t":0.000,"crc":"ec6f3614"}
{"seat":"Ava","do":"dice","t":0.000,"crc":"b852d783"}
{"seat":"table","do":"roll","face":4,"t":1.250,"crc":"df83dcdc"}
{"seat":"Ava","do":"undo","count":2,"t":3.000,"crc":"a5454bef"}
{"seat":"Babak","do":"dice","t":4.000,"crc":"370dbf0c"}
{"seat":"table","do":"roll","face":4,"t":4.000,"by":"undo","crc":"bd369243"}
{"seat":"Babak","do":"begin","t":5.000,"crc":"ad21068a"}
{"seat":"Ava","do":"vote","for":1,"t":6.000,"crc":"f0d90df0"}
{"seat":"Ava","do":"take_back","t":7.000,"crc":"03324f2f"}
{"seat":"Babak","do":"vote","for":0,"t":15.000,"by":"clock","crc":"21086cf9"}
{"seat":"Chiara","do":"vote","for":0,"t":15.000,"by":"clock","crc":"c1dd4a4f"}
`, "\n"), string(data))
	assert.Equal(t, strings.TrimLeft(`
{"game":"toy","seats":["Ava","Babak","Chiara"],"options":{},"seed":1}
{"seat":"Babak","do":"dice"}
{"seat":"table","do":"roll","face":4}
{"seat":"Babak","do":"begin"}
{"seat":"Babak","do":"vote","for":0}
{"seat":"Chiara","do":"vote","for":0}
`, "\n"), string(tb.AppendRecord(nil)))
	assert.Equal(t, `{"seat":"Ava","do":"take_back"}`, string(table.Line(bytes.Split(data, []byte("\n"))[8])))
}

// The times of a journal go on where they stood, however late the box was started again.
func TestTheTimesOfAJournalGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	tb, err := table.New(toy(), toyHeader, table.Options{Journal: table.NewJournal(path)})
	require.NoError(t, err)
	_, err = tb.Tick(50 * time.Second)
	require.NoError(t, err)
	_, err = tb.Play(60*time.Second, engine.Move{Seat: 0, Do: deed{"say"}})
	require.NoError(t, err)
	require.NoError(t, tb.Close())
	tb, _, err = table.Open(path, findTitle, table.Options{})
	require.NoError(t, err)
	_, err = tb.Tick(2 * time.Second)
	require.NoError(t, err)
	_, err = tb.Play(3*time.Second, engine.Move{Seat: 0, Do: deed{"say"}})
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
	kept func(w written, at int) int
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
		func(w written, at int) int {
			if at < w.ends[0] {
				return len(w.ends) // the header has a second copy
			}
			return wholeLines(w, at)
		},
	},
}

// wholeLines returns how many lines end at or before the byte; the header always counts.
func wholeLines(w written, at int) int {
	n := 0
	for _, end := range w.ends {
		if end <= at {
			n++
		}
	}
	return max(1, n)
}

func TestEveryDamage(t *testing.T) {
	w := write(t, naroHeader, 21)
	require.Contains(t, string(w.data), `"do":"undo"`)
	require.Contains(t, string(w.data), `"do":"take_back"`)
	stride := 1
	if testing.Short() {
		stride = 41
	}
	t.Logf("%d bytes, %d lines", len(w.data), len(w.ends))
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "play.jsonl")
			require.NoError(t, os.WriteFile(path+".head", w.data[:w.ends[0]], 0o600))
			for at := 0; at < len(w.data); at += stride {
				survive(t, w, path, d.damage(bytes.Clone(w.data), at), d.kept(w, at), at%7 == 0)
				if t.Failed() {
					t.Fatalf("%s at byte %d", d.name, at)
				}
			}
		})
	}
}

// survive opens damaged data beside the whole copy of the header. It must open with so many
// true lines, and take one more move; again, so that it is then whole.
func survive(t *testing.T, w written, path string, data []byte, kept int, again bool) {
	require.NoError(t, os.WriteFile(path, data, 0o600))
	tb, mended, err := table.Open(path, findTitle, table.Options{Journal: unsynced(path)})
	if !assert.NoError(t, err) {
		return
	}
	assert.Equal(t, w.truth[kept-1], string(tb.AppendRecord(nil)))
	lost := kept < len(w.ends) && len(data) > w.ends[kept-1]
	assert.Equal(t, lost, mended.Line > 0, "%+v", mended)
	if lost {
		assert.Equal(t, kept+1, mended.Line)
	}
	assert.Equal(t, mended.Any(), mended.Text().Key != "")
	if mended.Kept != "" {
		all, err := os.ReadFile(mended.Kept)
		assert.NoError(t, err)
		assert.True(t, bytes.Equal(data, all), "nothing is thrown away")
		assert.NoError(t, os.Remove(mended.Kept))
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
	tb, mended, err = table.Open(path, findTitle, table.Options{Journal: unsynced(path)})
	if assert.NoError(t, err) {
		assert.Equal(t, table.Mended{}, mended, "it is whole again")
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
		tb, mended, err := table.Open(path, findTitle, table.Options{})
		require.NoError(t, err)
		assert.Equal(t, table.Mended{}, mended)
		require.NoError(t, tb.Close())
		copied, err := os.ReadFile(path + ".head")
		require.NoError(t, err)
		assert.Equal(t, string(head), string(copied))
	}
	require.NoError(t, os.WriteFile(path, w.data[10:], 0o600))
	require.NoError(t, os.WriteFile(path+".head", nil, 0o600))
	_, _, err := table.Open(path, findTitle, table.Options{})
	require.ErrorIs(t, err, table.ErrLost)
	left, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, w.data[10:], left, "what is left is left alone")

	_, _, err = table.Open(filepath.Join(t.TempDir(), "none"), findTitle, table.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = table.New(naro.Title(), naroHeader, table.Options{Journal: table.NewJournal(path)})
	require.ErrorIs(t, err, os.ErrExist, "a journal is never overwritten")
}

// A line that is whole but not legal, such as one by an older program, ends the play; the
// file is kept.
func TestAnIllegalLineInAJournal(t *testing.T) {
	w := write(t, naroHeader, 4)
	path := filepath.Join(t.TempDir(), "play.jsonl")
	require.NoError(t, os.WriteFile(path, w.data, 0o600))
	find := func(id string) *engine.Title {
		t := *naro.Title()
		decode := t.Decode
		t.Decode = func(r engine.Roster, verb string, f *engine.Fields) (engine.Action, error) {
			if verb == "courage" {
				return nil, engine.UnknownVerb(verb)
			}
			return decode(r, verb, f)
		}
		return &t
	}
	tb, mended, err := table.Open(path, find, table.Options{})
	require.NoError(t, err)
	refused(t, mended.Reason, "refuse.unknown_verb")
	assert.Equal(t, "mended.line", mended.Text().Key)
	assert.NotZero(t, tb.Moves())
	all, err := os.ReadFile(mended.Kept)
	require.NoError(t, err)
	assert.Equal(t, w.data, all)
	require.NoError(t, tb.Close())
}

// When the disk fails, the move has not been made, and can be made again when the disk has
// recovered, or without a journal.
func TestAFailingDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.jsonl")
	j := table.NewJournal(path)
	tb, err := table.New(toy(), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	do(t, tb, "0say", "0begin", "1vote")
	before := state(t, tb)
	broken := errors.New("the disk is full")
	j.SetSync(func(*os.File) error { return broken })
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
	var told *table.JournalError
	require.ErrorAs(t, err, &told)
	assert.Equal(t, engine.Text{Key: "refuse.journal", What: "sync: the disk is full", Who: engine.NoSeat, Whom: engine.NoSeat}, told.Text())

	j.SetSync((*os.File).Sync)
	_, err = tb.Tick(time.Hour + 5*time.Second)
	require.NoError(t, err)
	do(t, tb, "0say")
	want := string(tb.AppendRecord(nil))
	require.NoError(t, j.File().Close())
	_, err = tb.Play(0, engine.Move{Seat: 0, Do: deed{"say"}})
	require.Error(t, err)
	assert.Equal(t, want, string(tb.AppendRecord(nil)))

	again, mended, err := table.Open(path, findTitle, table.Options{})
	require.NoError(t, err)
	assert.Equal(t, table.Mended{}, mended)
	assert.Equal(t, want, string(again.AppendRecord(nil)))
	require.NoError(t, again.Close())
	require.Error(t, tb.DropJournal(), "the file was closed behind its back")
	do(t, tb, "0say")
}

// A play that the disk does not take leaves nothing behind that is half a file.
func TestAPlayThatCannotBegin(t *testing.T) {
	dir := t.TempDir()
	for fails := range 2 { // the copy of the header, the journal
		j := table.NewJournal(filepath.Join(dir, "play.jsonl"))
		n := 0
		j.SetSync(func(f *os.File) error {
			if filepath.Ext(f.Name()) != ".tmp" {
				return f.Sync() // the directory
			}
			if n++; n > fails {
				return errors.New("the disk is full")
			}
			return f.Sync()
		})
		_, err := table.New(toy(), toyHeader, table.Options{Journal: j})
		require.ErrorContains(t, err, "the disk is full")
		left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
		require.NoError(t, err)
		assert.Empty(t, left)
		assert.NoFileExists(t, filepath.Join(dir, "play.jsonl"))
	}
	tb, err := table.New(toy(), toyHeader, table.Options{Journal: table.NewJournal(filepath.Join(dir, "play.jsonl"))})
	require.NoError(t, err)
	require.NoError(t, tb.Close())
}

func TestJournalsInADirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journals")
	path, err := table.Unfinished(dir, findTitle)
	require.NoError(t, err)
	assert.Empty(t, path, "no directory, no play")
	require.NoError(t, os.Mkdir(dir, 0o755))
	begin := func() *table.Table {
		j, err := table.NextJournal(dir)
		require.NoError(t, err)
		tb, err := table.New(toy(), toyHeader, table.Options{Journal: j})
		require.NoError(t, err)
		do(t, tb, "0say")
		return tb
	}
	first := begin()
	path, err = table.Unfinished(dir, findTitle)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "play-0001.jsonl"), path)
	assert.Equal(t, path, first.Journal().Path())
	do(t, first, "0end")
	path, err = table.Unfinished(dir, findTitle)
	require.NoError(t, err)
	assert.Empty(t, path, "it is over")
	require.NoError(t, first.Close())

	second := begin()
	path, err = table.Unfinished(dir, findTitle)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "play-0002.jsonl"), path)
	require.NoError(t, second.Leave())
	path, err = table.Unfinished(dir, findTitle)
	require.NoError(t, err)
	assert.Empty(t, path, "it was left")

	// A damaged journal is a play in progress like any other.
	third := begin()
	require.NoError(t, third.Close())
	require.NoError(t, os.WriteFile(third.Journal().Path(), nil, 0o600))
	path, err = table.Unfinished(dir, findTitle)
	require.NoError(t, err)
	assert.Equal(t, third.Journal().Path(), path)
}

func TestReplayTellsTheLine(t *testing.T) {
	header := `{"game":"toy","seats":["Ava","Babak"],"options":{},"seed":1}` + "\n"
	for _, c := range []struct {
		name, record, want string
	}{
		{"empty", "", "line 1: refuse.empty"},
		{"rubbish", "rubbish", "line 1: refuse.not_json (invalid character 'r' at start of value)"},
		{"unknown-game", `{"game":"tow","seats":["Ava","Babak"],"seed":1}`, "line 1: refuse.unknown_game (tow)"},
		{"seats", `{"game":"toy","seats":["Ava"],"seed":1}`, "line 1: TOY-1.1: refuse.seat_count (1)"},
		{"illegal", header + `{"seat":"Ava","do":"say"}` + "\n\n" + `{"seat":"Ava","do":"sing"}`, "line 4: TOY-1: refuse.toy"},
		{"undo-in-a-record", header + `{"seat":"Ava","do":"say"}` + "\n" + `{"seat":"Ava","do":"undo","count":1}`, `line 3: refuse.unknown_key (count)`},
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
		journal func(path string) *table.Journal
	}{
		{"no-journal", func(string) *table.Journal { return nil }},
		{"unsynced", unsynced},
		{"synced", table.NewJournal},
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
					tb, err = table.New(findTitle(h.Game), h, table.Options{Journal: c.journal(filepath.Join(b.TempDir(), "play.jsonl"))})
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
	path := filepath.Join(f.TempDir(), "play.jsonl")
	tb, err := table.New(toy(), toyHeader, table.Options{Journal: unsynced(path)})
	require.NoError(f, err)
	for _, m := range []engine.Move{{Seat: 0, Do: deed{"dice"}}, {Seat: engine.Table, Do: roll{4}}, {Seat: 1, Do: deed{"begin"}}, {Seat: 2, Do: vote{3}}} {
		_, err := tb.Play(0, m)
		require.NoError(f, err)
	}
	require.NoError(f, tb.TakeBack(0, 2))
	_, err = tb.Undo(0, 1)
	require.NoError(f, err)
	require.NoError(f, tb.Close())
	toys, err := os.ReadFile(path)
	require.NoError(f, err)
	head, err := os.ReadFile(path + ".head")
	require.NoError(f, err)
	f.Add(toys, head)
	f.Add(toys[:len(toys)-4], []byte{})
	f.Add([]byte{}, head)
	w := write(f, naroHeader, 21)
	f.Add(w.data[:w.ends[5]], w.data[:w.ends[0]])
	f.Add([]byte("\n\n"), []byte("{}\n"))
	f.Fuzz(func(t *testing.T, data, head []byte) {
		path := filepath.Join(t.TempDir(), "play.jsonl")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		require.NoError(t, os.WriteFile(path+".head", head, 0o600))
		tb, _, err := table.Open(path, findTitle, table.Options{Journal: unsynced(path)})
		if err != nil {
			return
		}
		record := tb.AppendRecord(nil)
		again, err := table.Replay(bytes.NewReader(record), findTitle)
		require.NoError(t, err)
		require.Equal(t, state(t, tb), state(t, again))
		require.NoError(t, tb.Close())
		tb, mended, err := table.Open(path, findTitle, table.Options{Journal: unsynced(path)})
		require.NoError(t, err)
		require.Equal(t, table.Mended{}, mended)
		require.Equal(t, string(record), string(tb.AppendRecord(nil)))
		require.NoError(t, tb.Close())
	})
}
