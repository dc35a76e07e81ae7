//go:build vm

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"consigliere/engine/journal"
	"consigliere/hw/post"
	"consigliere/hw/post/wire"
)

// What systemd/vm/test says of the machine that this runs in.
var (
	plugDisk  = flag.String("disk", "", "the disk of the hub; what it had not yet been given is lost when the plug is pulled")
	plugBoxes = flag.String("boxes", "", "where the boxes keep what is theirs, on a machine whose plug nobody pulls")
	plugClock = flag.Duration("clock", 0, "how wrong the clock of the machine is")
	plugEnd   = flag.Bool("end", false, "the boxes send what waits, and show nothing more")
)

// A hub has what it has acknowledged, after its plug was pulled while boxes were sending, and whatever its clock said then: when it
// comes up, each line that a box was told of is there, in its place. In the end every line of every box is there once and in order.
func TestPlug(t *testing.T) {
	if *plugClock != 0 {
		wrong := unix.NsecToTimeval(time.Now().Add(*plugClock).UnixNano())
		require.NoError(t, unix.Settimeofday(&wrong))
	}
	dir, port := filepath.Join(*plugDisk, "hub"), "4222"
	notes, err := os.OpenFile(filepath.Join(*plugBoxes, "acknowledged"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	require.NoError(t, err)
	var mu sync.Mutex
	acks := 0
	note := func(key, play string, n int) {
		mu.Lock()
		defer mu.Unlock()
		_, err := fmt.Fprintf(notes, "%s %s %d\n", key, play, n)
		require.NoError(t, err)
		acks++
		fmt.Printf("acknowledged %d.\n", acks)
	}
	var all []*outpost
	for i := range 12 {
		own := filepath.Join(*plugBoxes, boxDir(i))
		key, err := post.LoadKey(filepath.Join(own, "hub.key"))
		require.NoError(t, err)
		at, err := post.ParseAddress("nats://127.0.0.1:" + port)
		require.NoError(t, err)
		o := &outpost{box: newFakeBox(), dir: filepath.Join(own, "journals"), at: at, key: key}
		o.Client, err = post.New(o.box, post.Options{Name: fmt.Sprintf("Box %d", i), Dir: o.dir, Disk: unsynced{}, Dial: func(ctx context.Context) (post.Link, error) {
			l, err := post.Dial(ctx, o.at, o.key, fmt.Sprint(time.Now().UnixNano()))
			return notedLink{l, func(play string, n int) { note(o.key.Public(), play, n) }}, err
		}})
		require.NoError(t, err)
		all = append(all, o)
	}
	acknowledged := readAcks(t, notes.Name())
	if len(acknowledged) > 0 {
		ours, n := ownLines(t, *plugBoxes)
		held := heldLines(t, nil, dir)
		kept := 0
		for of, n := range acknowledged {
			require.GreaterOrEqual(t, len(held[of.key][of.play]), n, "lines of %s were acknowledged, and are lost", of.play)
			require.Equal(t, ours[of.key][of.play][:n], held[of.key][of.play][:n])
			kept += n
		}
		fmt.Printf("found all of %d lines that were acknowledged, of %d\n", kept, n)
	}
	hub := startHub(t, nil, dir, port)
	var run sync.WaitGroup
	for _, o := range all {
		run.Go(func() { o.Run(t.Context()) })
	}
	if !*plugEnd {
		r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
		for begun := time.Now(); time.Since(begun) < 10*time.Minute; time.Sleep(2 * time.Millisecond) {
			b := all[r.IntN(len(all))].box
			b.show(fmt.Sprintf("play-%04d.jsonl", 1+b.n/50%20))
		}
		t.Fatal("nobody has pulled the plug")
	}
	for _, o := range all {
		until(t, "all is sent", func() bool { s := o.Status(); return s.Reached && s.Waiting == 0 })
	}
	hub.finish(t)
	ours, n := ownLines(t, *plugBoxes)
	require.Equal(t, ours, heldLines(t, nil, dir))
	fmt.Printf("%d lines of %d boxes are there once and in order\n", n, len(ours))
}

// A notedLink notes which line of a play was acknowledged last.
type notedLink struct {
	post.Link
	note func(play string, n int)
}

func (l notedLink) Put(ctx context.Context, play string, data []byte, last uint64) (uint64, error) {
	seq, err := l.Link.Put(ctx, play, data, last)
	if err == nil {
		text := bytes.TrimRight(data, "\n")
		var line wire.Line
		if err := json.Unmarshal(journal.Record(text[bytes.LastIndexByte(text, '\n')+1:]), &line); err != nil {
			return seq, err
		}
		l.note(play, line.N)
	}
	return seq, err
}

// An ackOf is a play of a box.
type ackOf struct{ key, play string }

// readAcks returns how many lines of each play were acknowledged.
func readAcks(t *testing.T, file string) map[ackOf]int {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	all := map[ackOf]int{}
	for text := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		var of ackOf
		var n int
		_, err := fmt.Sscan(string(text), &of.key, &of.play, &n)
		require.NoError(t, err)
		all[of] = n
	}
	return all
}
