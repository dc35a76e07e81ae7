// Package disktest has a disk for the emulator of a machine whose plug is pulled: it loses what it was not told to keep.
package disktest

import (
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
)

// A Disk is a disk as cards and SSDs are: what is written lies in its cache until it is told to flush. When the power goes
// any part of what it has not flushed is lost, and of each block any of the states that it was written in is left.
type Disk struct {
	file *os.File
	size int64

	mu sync.Mutex
	// mu guards the following.
	cache map[int64][][]byte // by block, each of its states since the last flush

	done chan struct{}
}

// block is what such a disk writes whole or not at all. File systems count on that: ext4's first block has a checksum, and
// the disk is not mounted if half of it is new.
const block = 4096

// The words of the NBD protocol that are spoken here (doc/proto.md of the project of that name).
const (
	nbdMagic       = 0x4e42444d41474943
	nbdOption      = 0x49484156454f5054
	nbdOptionReply = 0x3e889045565a9
	nbdRequest     = 0x25609513
	nbdReply       = 0x67446698
	nbdHello       = 1 | 2 // fixed newstyle, no zeroes
	nbdFlags       = 1 | 4 // there are flags, it can flush
	nbdAbort       = 2
	nbdGo          = 7
	nbdAck         = 1
	nbdInfo        = 3
	nbdUnknown     = 1<<31 | 1
	nbdRead        = 0
	nbdWrite       = 1
	nbdDisconnect  = 2
	nbdFlush       = 3
	nbdExport      = 0 // of the information: what is exported
)

// New lets a machine have a file as its disk, at a socket that speaks the network block device protocol: qemu's
// -blockdev driver=nbd,server.type=unix,server.path=SOCKET. A Disk has one machine.
func New(file, socket string) (*Disk, error) {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	_ = os.Remove(socket)
	l, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err
	}
	d := &Disk{file: f, size: info.Size(), cache: map[int64][][]byte{}, done: make(chan struct{})}
	go func() {
		defer close(d.done)
		defer l.Close()
		line, err := l.Accept()
		if err != nil {
			return
		}
		defer line.Close()
		if d.greet(line) == nil {
			_ = d.serve(line) // until the machine is gone
		}
	}()
	return d, nil
}

func (d *Disk) greet(line io.ReadWriter) error {
	hello := binary.BigEndian.AppendUint64(nil, nbdMagic)
	hello = binary.BigEndian.AppendUint64(hello, nbdOption)
	if _, err := line.Write(binary.BigEndian.AppendUint16(hello, nbdHello)); err != nil {
		return err
	}
	if _, err := io.ReadFull(line, make([]byte, 4)); err != nil {
		return err
	}
	for {
		var head [16]byte
		if _, err := io.ReadFull(line, head[:]); err != nil {
			return err
		}
		option := binary.BigEndian.Uint32(head[8:])
		if _, err := io.ReadFull(line, make([]byte, binary.BigEndian.Uint32(head[12:]))); err != nil {
			return err
		}
		answer := func(kind uint32, data []byte) error {
			b := binary.BigEndian.AppendUint64(nil, nbdOptionReply)
			b = binary.BigEndian.AppendUint32(b, option)
			b = binary.BigEndian.AppendUint32(b, kind)
			b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
			_, err := line.Write(append(b, data...))
			return err
		}
		switch option {
		case nbdGo:
			what := binary.BigEndian.AppendUint16(nil, nbdExport)
			what = binary.BigEndian.AppendUint64(what, uint64(d.size))
			if err := answer(nbdInfo, binary.BigEndian.AppendUint16(what, nbdFlags)); err != nil {
				return err
			}
			return answer(nbdAck, nil)
		case nbdAbort:
			return errors.Join(answer(nbdAck, nil), io.EOF)
		default:
			if err := answer(nbdUnknown, nil); err != nil {
				return err
			}
		}
	}
}

func (d *Disk) serve(line io.ReadWriter) error {
	for {
		var head [28]byte
		if _, err := io.ReadFull(line, head[:]); err != nil {
			return err
		}
		kind, at := binary.BigEndian.Uint16(head[6:]), int64(binary.BigEndian.Uint64(head[16:]))
		data := make([]byte, 0)
		if kind == nbdRead || kind == nbdWrite {
			data = make([]byte, binary.BigEndian.Uint32(head[24:]))
		}
		failed := syscall.Errno(0)
		switch kind {
		case nbdRead:
			if d.read(data, at) != nil {
				failed = syscall.EIO
			}
		case nbdWrite:
			if _, err := io.ReadFull(line, data); err != nil {
				return err // of a write that did not arrive whole nothing counts
			}
			if d.write(data, at) != nil {
				failed = syscall.EIO
			}
			data = nil
		case nbdFlush:
			if d.flush() != nil {
				failed = syscall.EIO
			}
		case nbdDisconnect:
			return nil
		default:
			failed = syscall.EINVAL
		}
		b := binary.BigEndian.AppendUint32(nil, nbdReply)
		b = binary.BigEndian.AppendUint32(b, uint32(failed))
		b = append(b, head[8:16]...)
		if failed == 0 {
			b = append(b, data...)
		}
		if _, err := line.Write(b); err != nil {
			return err
		}
	}
}

func (d *Disk) read(p []byte, at int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := d.file.ReadAt(p, at); err != nil {
		return err
	}
	for first := at &^ (block - 1); first < at+int64(len(p)); first += block {
		states := d.cache[first]
		if len(states) == 0 {
			continue
		}
		newest := states[len(states)-1]
		if first < at {
			copy(p, newest[at-first:])
		} else {
			copy(p[first-at:], newest)
		}
	}
	return nil
}

func (d *Disk) write(p []byte, at int64) error {
	for len(p) > 0 {
		first := at &^ (block - 1)
		state := make([]byte, block)
		if err := d.read(state, first); err != nil {
			return err
		}
		n := copy(state[at-first:], p)
		d.mu.Lock()
		d.cache[first] = append(d.cache[first], state)
		d.mu.Unlock()
		p, at = p[n:], at+int64(n)
	}
	return nil
}

func (d *Disk) flush() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, states := range d.cache {
		if _, err := d.file.WriteAt(states[len(states)-1], at); err != nil {
			return err
		}
	}
	clear(d.cache)
	return nil
}

// Cut ends a disk whose machine is gone. It returns how many blocks were not flushed, and how many of them lost something.
// It waits for the machine to be gone.
func (d *Disk) Cut(chance *rand.Rand) (waiting, lost int, err error) {
	<-d.done
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.file.Close()
	share := []float64{0, .1, .5, .9, 1}[chance.IntN(5)] // of the blocks that lose something
	for _, at := range slices.Sorted(maps.Keys(d.cache)) {
		states := d.cache[at]
		waiting++
		keep := len(states)
		if chance.Float64() < share {
			keep = chance.IntN(len(states))
			lost++
		}
		if keep == 0 {
			continue
		}
		if _, err := d.file.WriteAt(states[keep-1], at); err != nil {
			return waiting, lost, err
		}
	}
	return waiting, lost, nil
}
