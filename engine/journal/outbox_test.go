package journal_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/journal"
	"consigliere/engine/journal/journaltest"
)

// An outbox is read again with all lines before the first that is damaged, and goes on from there.
func TestOutbox(t *testing.T) {
	d := &journaltest.MemDisk{}
	const path = "dir/play-0001.jsonl" + journal.OutboxEnding
	open := func() *journal.Outbox {
		o, err := journal.OpenOutbox(d, path)
		require.NoError(t, err)
		return o
	}
	add := func(o *journal.Outbox, from, n int) {
		for i := range n {
			require.NoError(t, o.Add(fmt.Appendf(nil, `{"n":%d}`, from+i), journal.Stamp{Age: time.Duration(from+i) * time.Second}, false))
		}
		require.NoError(t, o.Flush())
	}
	o := open()
	add(o, 0, 10)
	data, n, err := o.Read(3, 600)
	require.NoError(t, err)
	assert.Equal(t, 2, n)
	assert.Len(t, data, 512)
	require.NoError(t, o.Close())
	whole, _ := d.Get(path)
	for _, cut := range []int{0, 1, 255, 256, 300, 9*256 + 17, len(whole)} {
		damaged := bytes.Clone(whole[:cut])
		if cut > 600 {
			damaged[600] ^= 1
		}
		d.Put(path, damaged)
		o := open()
		want := min(cut/256, 10)
		if cut > 600 {
			want = 2
		}
		require.Equal(t, want, o.Lines(), "cut at %d", cut)
		add(o, want, 10-want)
		require.NoError(t, o.Close())
		again, _ := d.Get(path)
		assert.Equal(t, whole, again)
	}
}

// An outbox that is full says so, and still has room to tell that.
func TestOutboxFull(t *testing.T) {
	d := &journaltest.MemDisk{}
	o, err := journal.OpenOutbox(d, "dir/play-0001.jsonl.public")
	require.NoError(t, err)
	long := fmt.Appendf(nil, `{"text":%q}`, bytes.Repeat([]byte("x"), 60_000))
	for err == nil {
		err = o.Add(long, journal.Stamp{}, false)
	}
	require.ErrorIs(t, err, journal.ErrOutboxFull)
	for err = nil; err == nil; {
		err = o.Add([]byte(`{"n":1}`), journal.Stamp{}, false)
	}
	require.NoError(t, o.Add([]byte(`{"full":true}`), journal.Stamp{}, true))
	require.NoError(t, o.Flush())
	data, _ := d.Get("dir/play-0001.jsonl.public")
	assert.LessOrEqual(t, len(data), 8<<20)
}
