package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
)

// nobody knows no title.
func nobody(string) *engine.Title { return nil }

var header = engine.Header{Game: "toy", Seats: engine.Roster{"Ava", "Babak"}, Seed: 7}

// written returns a disk with a closed journal of that many moves.
func written(t *testing.T, moves int) *journaltest.MemDisk {
	t.Helper()
	d := &journaltest.MemDisk{}
	j := d.Journal("dir/play-0001.jsonl")
	j.Now = func() time.Time { return time.Date(2026, 11, 21, 20, 30, 0, 0, time.UTC) }
	require.NoError(t, j.Create(header))
	for i := range moves {
		j.Add(fmt.Appendf(nil, `{"seat":"Ava","do":"say","n":%d}`, i), journal.Stamp{Age: time.Duration(i) * time.Second, By: journal.ByClock})
		require.NoError(t, j.Flush())
	}
	require.NoError(t, j.Close())
	return d
}

// open opens the journal of a disk, and returns its records.
func open(t *testing.T, d *journaltest.MemDisk, do func(journal.Line) error) ([]string, journal.Repair) {
	t.Helper()
	const path = "dir/play-0001.jsonl"
	var records []string
	j := d.Journal(path)
	repair, err := j.Open(path, slog.New(slog.DiscardHandler), func(l journal.Line) error {
		if do != nil {
			if err := do(l); err != nil {
				return err
			}
		}
		records = append(records, string(l.Record))
		return nil
	})
	require.NoError(t, err)
	require.NoError(t, j.Close())
	return records, repair
}

// What is added is read again, with its stamp, and the lines tell nothing by their lengths.
func TestLines(t *testing.T) {
	d := written(t, 3)
	n := 0
	records, repair := open(t, d, func(l journal.Line) error {
		if n > 0 {
			assert.Equal(t, journal.Stamp{Age: time.Duration(n-1) * time.Second, By: journal.ByClock}, l.Stamp)
		}
		n++
		return nil
	})
	assert.Equal(t, journal.Repair{}, repair)
	assert.Equal(t, []string{
		`{"game":"toy","seats":["Ava","Babak"],"options":{},"seed":7}`,
		`{"seat":"Ava","do":"say","n":0}`, `{"seat":"Ava","do":"say","n":1}`, `{"seat":"Ava","do":"say","n":2}`,
	}, records)
	data, _ := d.Get("dir/play-0001.jsonl")
	var chain journal.Chain
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		assert.Len(t, line, 255)
		assert.True(t, journal.Is(line))
		assert.Equal(t, records[i], string(journal.Record(line)))
		_, ok := chain.Take(line)
		assert.True(t, ok)
	}
}

// Wherever a journal is cut or a byte of it is another, all before that line is read.
func TestDamage(t *testing.T) {
	whole, _ := open(t, written(t, 3), nil)
	data, _ := written(t, 3).Get("dir/play-0001.jsonl")
	for n := 256; n < len(data); n += 5 {
		for _, damaged := range [][]byte{data[:n], append(append(bytes.Clone(data[:n]), data[n]^1), data[n+1:]...)} {
			d := written(t, 3)
			d.Put("dir/play-0001.jsonl", damaged)
			records, repair := open(t, d, nil)
			require.Equal(t, whole[:n/256], records, "byte %d", n)
			require.Equal(t, len(damaged)%256 != 0 || len(damaged) == len(data), repair.Line > 0, "byte %d", n)
			again, repair := open(t, d, nil)
			require.Equal(t, records, again)
			require.Equal(t, journal.Repair{}, repair, "it was put right")
		}
	}
}

// A line that is whole and yet refused ends what is read, with the reason.
func TestRefusedLine(t *testing.T) {
	d := written(t, 3)
	no := errors.New("not legal")
	n := 0
	records, repair := open(t, d, func(journal.Line) error {
		if n++; n == 3 {
			return no
		}
		return nil
	})
	assert.Len(t, records, 2)
	assert.Equal(t, 3, repair.Line)
	assert.Equal(t, no, repair.Reason)
	assert.NotEmpty(t, repair.Kept)
	list, err := journal.ListOn(d, "dir", nobody)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, journal.Refused, list[0].State, "nobody knows the game")
	assert.Equal(t, header.Seats, list[0].Seats)
}
