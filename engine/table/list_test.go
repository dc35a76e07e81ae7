package table_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
	"consigliere/engine/table"
)

// oldJournal is a journal as it was written before there were dates and padding: a play of
// the toy that is not over.
const oldJournal = "testdata/unpadded.jsonl"

func TestNoDirectoryNoPlays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journals")
	plays, err := journal.List(dir, findTitle)
	require.NoError(t, err)
	assert.Empty(t, plays)
	require.NoError(t, os.WriteFile(dir, nil, 0o600))
	_, err = journal.List(dir, findTitle)
	var told *journal.Error
	require.ErrorAs(t, err, &told)
}

// Every play is in the list, whatever has become of it, and each that can be is taken up
// again, not only the newest.
func TestList(t *testing.T) {
	dir := t.TempDir()
	beginOf := func(title *engine.Title, h engine.Header) *table.Table {
		j, err := journal.Next(dir)
		require.NoError(t, err)
		j.Now = func() time.Time { return time.Date(2026, 11, 21, 20, 30, 0, 0, time.UTC) }
		tb, _, err := table.New(title, h, table.Options{Journal: j, Name: "War " + filepath.Base(j.Path())[5:9]})
		require.NoError(t, err)
		return tb
	}
	seed := uint64(0)
	begin := func() *table.Table {
		h := toyHeader
		seed++
		h.Seed = seed
		tb := beginOf(toy(), h)
		do(t, tb, "0say", "1say")
		return tb
	}
	path := func(n int) string { return filepath.Join(dir, fmt.Sprintf("play-%04d.jsonl", n)) }
	put := func(n int, data []byte) { require.NoError(t, os.WriteFile(path(n), data, 0o600)) }

	over := begin() // 1
	_, err := over.Undo(0, 1)
	require.NoError(t, err)
	do(t, over, "0begin", "0vote")
	require.NoError(t, over.TakeBack(0, 0))
	require.NoError(t, over.Attend(0, []engine.Seat{0, 1}))
	require.NoError(t, over.Teach(0, true))
	require.NoError(t, over.SetName(0, "Peace"))
	do(t, over, "0vote", "1vote", "2vote", "2end")
	require.NoError(t, over.Close())

	left := begin() // 2
	require.NoError(t, left.Leave())

	dropped := begin() // 3
	require.NoError(t, dropped.DropJournal())
	do(t, dropped, "2say")

	require.NoError(t, begin().Close()) // 4
	damaged, err := os.ReadFile(path(4))
	require.NoError(t, err)
	damaged[300] ^= 1
	put(4, damaged)

	require.NoError(t, begin().Close()) // 5
	put(5, nil)
	require.NoError(t, begin().Close()) // 6
	require.NoError(t, os.Remove(path(6)))
	require.NoError(t, begin().Close()) // 7
	put(7, []byte("rubbish\n"))
	require.NoError(t, os.Remove(path(7)+".head"))
	require.NoError(t, begin().Close()) // 8: not a file
	require.NoError(t, os.Remove(path(8)))
	require.NoError(t, os.Mkdir(path(8), 0o700))

	require.NoError(t, beginOf(derpateface.Title(), engine.Header{Game: "derpate", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Seed: 1}).Close()) // 9

	old, err := os.ReadFile(oldJournal) // 10
	require.NoError(t, err)
	put(10, old)
	then := time.Date(2025, 2, 3, 4, 5, 6, 0, time.UTC)
	require.NoError(t, os.WriteFile(path(10)+".head", old[:bytes.IndexByte(old, '\n')+1], 0o600))
	require.NoError(t, os.Chtimes(path(10)+".head", then, then))

	require.NoError(t, begin().Close()) // 11: a header that is damaged
	header, err := os.ReadFile(path(11))
	require.NoError(t, err)
	header[3] ^= 1
	put(11, header)

	require.NoError(t, begin().Close()) // 12: killed while it wrote
	torn, err := os.ReadFile(path(12))
	require.NoError(t, err)
	put(12, torn[:len(torn)-5])
	require.NoError(t, os.WriteFile(filepath.Join(dir, "play-0013.jsonl.left"), nil, 0o600)) // thrown away
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.jsonl"), nil, 0o600))

	known := findTitle
	find := func(id string) *engine.Title {
		if id == "derpate" {
			return nil
		}
		return known(id)
	}
	plays, err := journal.List(dir, find)
	require.NoError(t, err)
	texts := []string{}
	for i := range plays {
		p := &plays[i]
		assert.Equal(t, path(12-i), p.Path)
		game, seats := "toy", toyHeader.Seats
		switch p.Path {
		case path(7):
			game, seats = "", nil
		case path(9):
			game, seats = "derpate", engine.Roster{"Ava", "Babak", "Chiara"}
		}
		assert.Equal(t, game, p.Game, p.Path)
		assert.Equal(t, seats, p.Seats, p.Path)
		assert.Equal(t, game == "toy", p.Title != nil, p.Path)
		switch p.Path {
		case path(7):
			assert.Zero(t, p.Began)
		case path(10):
			assert.True(t, then.Equal(p.Began), "%v", p.Began)
		default:
			assert.Equal(t, time.Date(2026, 11, 21, 20, 30, 0, 0, time.UTC), p.Began, p.Path)
		}
		switch n := 12 - i; n {
		case 1:
			assert.Equal(t, "Peace", p.Name)
		case 2, 3, 12:
			assert.Equal(t, fmt.Sprintf("War %04d", n), p.Name)
		}
		texts = append(texts, fmt.Sprintf("%d: %d moves, over %v, left %v, dropped %v, state %d, line %d, %q", 12-i, p.Moves, p.Over, p.Left, p.Dropped, p.State, p.Line, p.Text().Key))
	}
	assert.Equal(t, []string{
		`12: 1 moves, over false, left false, dropped false, state 0, line 0, ""`,
		`11: 2 moves, over false, left false, dropped false, state 1, line 1, "journal.header"`,
		`10: 5 moves, over false, left false, dropped false, state 0, line 0, ""`,
		`9: 0 moves, over false, left false, dropped false, state 6, line 0, "journal.refused"`,
		`8: 0 moves, over false, left false, dropped false, state 5, line 0, "journal.unreadable"`,
		`7: 0 moves, over false, left false, dropped false, state 4, line 0, "journal.lost"`,
		`6: 0 moves, over false, left false, dropped false, state 3, line 0, "journal.gone"`,
		`5: 0 moves, over false, left false, dropped false, state 2, line 0, "journal.emptied"`,
		`4: 0 moves, over false, left false, dropped false, state 1, line 2, "journal.damaged"`,
		`3: 2 moves, over false, left false, dropped true, state 0, line 0, "journal.dropped"`,
		`2: 2 moves, over false, left true, dropped false, state 0, line 0, ""`,
		`1: 6 moves, over true, left false, dropped false, state 0, line 0, ""`,
	}, texts)

	for i := range plays {
		p := &plays[i]
		tb, repair, err := table.Open(p.Path, find, table.Options{})
		assert.Equal(t, p.Playable(), err == nil, "%s: %v", p.Path, err)
		if err != nil {
			continue
		}
		assert.Equal(t, p.Moves, tb.Moves(), p.Path)
		assert.Equal(t, p.Over, tb.Over(), p.Path)
		assert.Equal(t, p.State == journal.Emptied || p.State == journal.Gone, repair.Emptied, p.Path)
		assert.Equal(t, p.Dropped, repair.Dropped, p.Path)
		switch {
		case p.Path == path(10): // its asks are votes
			do(t, tb, "0vote")
		case !p.Over:
			do(t, tb, "0say")
		}
		require.NoError(t, tb.Close())
	}
	again, err := journal.List(dir, find)
	require.NoError(t, err)
	for i := range again {
		if p := &again[i]; p.Playable() {
			assert.Equal(t, journal.Whole, p.State, p.Path)
			assert.False(t, p.Left || p.Dropped, "%s goes on", p.Path)
			assert.Empty(t, p.Text().Key, p.Path)
			assert.Equal(t, plays[i].Began.UTC(), p.Began.UTC(), p.Path)
		}
	}
	j, err := journal.Next(dir)
	require.NoError(t, err)
	assert.Equal(t, path(14), j.Path(), "the marks of another play are not its own")
}

// A journal that is renamed while the table plays on is written again: the list has the play once,
// as far as it came.
func TestListOfARenamedJournal(t *testing.T) {
	dir := t.TempDir()
	j, err := journal.Next(dir)
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	do(t, tb, "0say")
	require.NoError(t, os.Rename(filepath.Join(dir, "play-0001.jsonl"), filepath.Join(dir, "play-0009.jsonl")))
	tb.Tick(time.Second)
	do(t, tb, "1say")
	require.NoError(t, tb.Close())
	list, err := journal.List(dir, findTitle)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, 2, list[0].Moves)
}

// What a play shows of itself is in the list.
func TestListTellsHowFar(t *testing.T) {
	d := &journaltest.MemDisk{}
	for n, parts := range []int{2, 1} {
		h := naroHeader
		h.Seed += uint64(n)
		w := write(t, h, 21)
		line := len(w.ends) / parts
		name := fmt.Sprintf("dir/play-%04d.jsonl", n+1)
		d.Put(name, w.data[:w.ends[line-1]])
		d.Put(name+".head", w.data[:w.ends[0]])
	}
	plays, err := journal.ListOn(d, "dir", findTitle)
	require.NoError(t, err)
	require.Len(t, plays, 2)
	for i, p := range plays {
		tb, _, err := table.Open(p.Path, findTitle, table.Options{Journal: d.Journal(p.Path)})
		require.NoError(t, err)
		assert.Equal(t, tb.Moves(), p.Moves)
		assert.Equal(t, i == 0, p.Over)
		assert.NotZero(t, p.Age)
	}
}

// The list reads and plays nothing: what a script does, for one, costs a start nothing.
func TestTheListReplaysNothing(t *testing.T) {
	dir := t.TempDir()
	j, err := journal.Next(dir)
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j, Name: "War"})
	require.NoError(t, err)
	do(t, tb, "0say", "1say")
	require.NoError(t, tb.Close())
	slow := toy()
	slow.New = func(engine.Header) (engine.Game, []engine.Cue, error) {
		t.Error("a list begins a play")
		return nil, nil, errors.New("no play")
	}
	list, err := journal.List(dir, func(string) *engine.Title { return slow })
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, 2, list[0].Moves)
	assert.Equal(t, "War", list[0].Name)
	assert.Equal(t, journal.Whole, list[0].State)
}

// A journal that ends the program while it is opened is marked, also after a power cut, until
// somebody opens it in spite of that.
func TestAJournalThatStalls(t *testing.T) {
	d := &journaltest.MemDisk{}
	j, err := journal.NextOn(d, "dir")
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j, Name: "War"})
	require.NoError(t, err)
	do(t, tb, "0say")
	require.NoError(t, tb.Close())

	var killed *journaltest.MemDisk
	title := toy()
	begin := title.New
	title.New = func(h engine.Header) (engine.Game, []engine.Cue, error) {
		killed = d.Crash() // what is left of a program that ends here
		return begin(h)
	}
	_, _, err = table.Open(j.Path(), func(string) *engine.Title { return title }, table.Options{Journal: d.Journal(j.Path())})
	require.NoError(t, err)
	stalled := func(d *journaltest.MemDisk) bool {
		list, err := journal.ListOn(d, "dir", findTitle)
		require.NoError(t, err)
		require.Len(t, list, 1)
		assert.True(t, list[0].Playable())
		if text := list[0].Text(); list[0].Stalled {
			assert.Equal(t, "journal.stalled", text.Key)
			assert.Equal(t, "War", thing(text))
		}
		return list[0].Stalled
	}
	assert.False(t, stalled(d), "it was opened")
	require.NotNil(t, killed)
	assert.True(t, stalled(killed), "the mark is on disk before anything is replayed")
	tb, _, err = table.Open(j.Path(), findTitle, table.Options{Journal: killed.Journal(j.Path())})
	require.NoError(t, err)
	assert.Equal(t, 1, tb.Moves())
	assert.False(t, stalled(killed))
	assert.False(t, stalled(killed.Crash()), "nor after a power cut")

	d.Fail = func(op, name string) error {
		if strings.HasSuffix(name, ".opening") {
			return errors.New("the disk is full")
		}
		return nil
	}
	_, _, err = table.Open(j.Path(), findTitle, table.Options{Journal: d.Journal(j.Path())})
	require.NoError(t, err, "a mark is not worth a play")
}

// A journal too long to be one is not read into memory.
func TestAJournalTooLong(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "play-0001.jsonl")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, 1<<40))
	plays, err := journal.List(dir, findTitle)
	require.NoError(t, err)
	require.Len(t, plays, 1)
	assert.Equal(t, journal.Unreadable, plays[0].State)
	assert.Contains(t, thing(plays[0].Text()), "more than 32 MB")
	_, _, err = table.Open(path, findTitle, table.Options{})
	var told *journal.Error
	require.ErrorAs(t, err, &told)
}

// Journals by older programs open as they did, and go on in the form of today.
func TestAnOldJournal(t *testing.T) {
	old, err := os.ReadFile(oldJournal)
	require.NoError(t, err)
	head, err := os.ReadFile(oldJournal + ".head")
	require.NoError(t, err)
	d := &journaltest.MemDisk{}
	d.Put("play.jsonl", old)
	d.Put("play.jsonl.head", head)
	tb, repair, err := table.Open("play.jsonl", findTitle, table.Options{Journal: d.Journal("play.jsonl")})
	require.NoError(t, err)
	assert.Equal(t, journal.Repair{}, repair)
	assert.Equal(t, []string{"1 dice", "roll 4", "1 begin", "1 vote", "2 vote"}, trace(tb))
	assert.Equal(t, engine.SeatsOf(1, 2), tb.Locked())
	do(t, tb, "0vote")
	data := get(t, d, "play.jsonl")
	require.True(t, bytes.HasPrefix(data, old))
	assert.Len(t, data, len(old)+256)
	assert.Equal(t, head, get(t, d, "play.jsonl.head"))
	again, err := table.Replay(bytes.NewReader(data), findTitle)
	require.NoError(t, err)
	assert.Equal(t, state(t, tb), state(t, again))
}

// The mark of a play that went on without its journal stays until a move is on disk again.
func TestTheMarkOfADroppedJournal(t *testing.T) {
	d := &journaltest.MemDisk{}
	j, err := journal.NextOn(d, "dir")
	require.NoError(t, err)
	tb, _, err := table.New(toy(), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	require.NoError(t, tb.DropJournal())
	require.NoError(t, tb.DropJournal(), "there is none any more")
	for range 2 {
		var repair journal.Repair
		tb, repair, err = table.Open(j.Path(), findTitle, table.Options{Journal: d.Journal("")})
		require.NoError(t, err)
		assert.Equal(t, journal.Repair{Dropped: true}, repair)
	}
	do(t, tb, "0say")
	_, marked := d.Get(j.Path() + ".dropped")
	assert.False(t, marked)

	d.Fail = func(op, name string) error { return errors.New("the disk takes nothing") }
	var told *journal.Error
	require.ErrorAs(t, tb.DropJournal(), &told, "whoever must know it has to remember it")
}

// A folder of 200 journals is listed in well under a second.
func BenchmarkList(b *testing.B) {
	dir := b.TempDir()
	w := write(b, naroHeader, 21)
	for n := range 200 {
		lines := len(w.ends)
		if n%10 == 0 {
			lines /= 2
		}
		path := filepath.Join(dir, fmt.Sprintf("play-%04d.jsonl", n+1))
		require.NoError(b, os.WriteFile(path, w.data[:w.ends[lines-1]], 0o600))
		require.NoError(b, os.WriteFile(path+".head", w.data[:w.ends[0]], 0o600))
	}
	b.ReportAllocs()
	for b.Loop() {
		plays, err := journal.List(dir, findTitle)
		require.NoError(b, err)
		require.Len(b, plays, 200)
	}
}

// thing returns the first thing that a text names.
func thing(t engine.Text) string { return t.Things()[0] }

// What is left of a journal that was not yet one when the plug was pulled is overwritten by the
// next, and no play: its number is free.
func TestHalfAJournalHasNoNumber(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, "play-0001.jsonl.half")
	require.NoError(t, os.WriteFile(half, []byte(`{"game":"to`), 0o600))
	j, err := journal.Next(dir)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "play-0001.jsonl"), j.Path())
	plays, err := journal.List(dir, findTitle)
	require.NoError(t, err)
	assert.Empty(t, plays)
	tb, _, err := table.New(findTitle("toy"), toyHeader, table.Options{Journal: j})
	require.NoError(t, err)
	require.NoError(t, tb.Close())
	assert.NoFileExists(t, half)
}
