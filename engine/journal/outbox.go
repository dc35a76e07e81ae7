package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// OutboxEnding is the ending of an outbox's name, after the name of its journal.
const OutboxEnding = ".public"

// outboxLimit is the greatest length of an outbox in bytes: some ten thousand lines.
const outboxLimit = 8 << 20

// lastRoom is kept free in an outbox for its last lines, which say that it is full.
const lastRoom = 4 << 10

// ErrOutboxFull is the error for a line that an outbox has no room for. A shorter one may still have room.
var ErrOutboxFull = errors.New("the outbox of this play is full")

// An Outbox holds what a play has shown to everybody, for a hub: a file beside the journal, of lines that are made and
// chained as the journal's are, and that hold nothing which was not shown. A line that was damaged ends it, with all
// after it; the journal is what a play is taken up from. One goroutine owns an Outbox.
type Outbox struct {
	disk    Disk
	path    string
	file    File
	writes  Journal // makes lines
	last    checksum
	ends    []int64 // of the lines, in the file
	pending []int64 // of those not written yet
	torn    bool
	age     Stamp // of the last line
}

// OpenOutbox opens the outbox in a file, and makes it if it is not there.
func OpenOutbox(d Disk, path string) (*Outbox, error) {
	o := &Outbox{disk: d, path: path, writes: Journal{unit: 256}}
	data, err := readFile(d, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err = d.MakeDir(filepath.Dir(path)); err == nil {
			err = touch(d, path)
		}
		if err != nil {
			return nil, wrapped(err)
		}
	case err != nil:
		return nil, wrapped(err)
	}
	var chain Chain
	size := int64(0)
	for rest := data; len(rest) > 0; {
		line, more, whole := bytes.Cut(rest, []byte{'\n'})
		if !whole {
			break
		}
		l, ok := chain.Take(bytes.Clone(line))
		if !ok {
			break
		}
		size += int64(len(line)) + 1
		o.ends, o.last, o.age, rest = append(o.ends, size), l.sum, l.Stamp, more
	}
	o.writes.next = o.last
	if o.file, err = d.OpenFile(path, os.O_RDWR|os.O_APPEND, 0); err != nil {
		return nil, wrapped(err)
	}
	if int64(len(data)) > size {
		if err := o.file.Truncate(size); err != nil {
			return nil, wrapped(errors.Join(err, o.Close()))
		}
	}
	return o, nil
}

// Lines returns how many lines are on disk.
func (o *Outbox) Lines() int { return len(o.ends) }

// Size returns how many bytes are on disk.
func (o *Outbox) Size() int64 { return o.size() }

// Last returns the stamp of the last line.
func (o *Outbox) Last() Stamp { return o.age }

// Add puts a line among those to be written next. The last lines are kept for what says so when there is no room.
func (o *Outbox) Add(record []byte, s Stamp, last bool) error {
	room := int64(outboxLimit - lastRoom)
	if last {
		room = outboxLimit
	}
	end := o.size() + int64(len(o.writes.buf))
	if end+int64(len(record))+512 > room {
		return ErrOutboxFull
	}
	o.writes.Add(record, s)
	o.pending = append(o.pending, o.size()+int64(len(o.writes.buf)))
	o.age = s
	return nil
}

// size returns how long the file is without what is still to be written.
func (o *Outbox) size() int64 {
	if len(o.ends) == 0 {
		return 0
	}
	return o.ends[len(o.ends)-1]
}

// Flush writes the lines added, with one write and one sync. On an error none of them is in the outbox.
func (o *Outbox) Flush() error {
	if len(o.pending) == 0 {
		return nil
	}
	err := o.extend()
	if err == nil {
		o.ends, o.last = append(o.ends, o.pending...), o.writes.next
	} else {
		o.torn, o.writes.next = true, o.last
	}
	o.pending, o.writes.buf = o.pending[:0], o.writes.buf[:0]
	return wrapped(err)
}

func (o *Outbox) extend() error {
	if o.torn {
		if err := o.file.Truncate(o.size()); err != nil {
			return err
		}
		o.torn = false
	}
	if _, err := o.file.Write(o.writes.buf); err != nil {
		return err
	}
	return o.file.Sync()
}

// Read returns lines on disk from a line on, counted from 0: as many as fit into the given bytes, but at least one; none if there is
// none. Each ends in a newline.
func (o *Outbox) Read(from, most int) ([]byte, int, error) {
	if from < 0 || from >= len(o.ends) {
		return nil, 0, nil
	}
	data, err := readFile(o.disk, o.path)
	if err != nil {
		return nil, 0, wrapped(err)
	}
	if int64(len(data)) < o.size() {
		return nil, 0, wrapped(fmt.Errorf("%s has %d bytes, and had %d", filepath.Base(o.path), len(data), o.size()))
	}
	start := int64(0)
	if from > 0 {
		start = o.ends[from-1]
	}
	n := 1
	for from+n < len(o.ends) && o.ends[from+n]-start <= int64(most) {
		n++
	}
	return data[start:o.ends[from+n-1]], n, nil
}

// Move gives the file another name, in its directory.
func (o *Outbox) Move(path string) error {
	if err := o.disk.Rename(o.path, path); err != nil {
		return wrapped(err)
	}
	o.path = path
	return nil
}

// Close closes the file.
func (o *Outbox) Close() error { return o.file.Close() }
