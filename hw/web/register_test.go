package web

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/internal/atomicfile"
)

// A folder is a register in a file.
type folder string

func (f folder) name() string { return filepath.Join(string(f), "phones.json") }

func (f folder) Read() ([]byte, error) {
	b, err := os.ReadFile(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

func (f folder) Write(b []byte) error { return atomicfile.WriteFile(f.name(), b, 0o600) }

// boxEnv makes this test a box of its own, which can be killed.
const boxEnv = "CONSIGLIERE_TEST_BOX"

// beBox runs a box with guests at an address, saving in a folder, until it is killed. It goes on
// with the play that it finds, or begins one with that many seats; with none it is the floor of a measurement.
func beBox(words string) error {
	var addr, dir string
	var seats int
	if _, err := fmt.Sscanf(words, "%d %s %s", &seats, &addr, &dir); err != nil {
		return err
	}
	if seats == 0 {
		return beFloor(addr)
	}
	ctx := context.Background()
	b, err := webtest.NewSim(box.Options{Journals: dir, Seed: func() uint64 { return 5 }})
	if err != nil {
		return err
	}
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx) }()
	if err := b.Do(ctx, command.SetClocks{Percent: 0}); err != nil {
		return err
	}
	d := b.Snapshot().Public(lang.English)
	var begin command.Command = command.GoOn{}
	if d.Resume == "" {
		begin = command.Start{Header: engine.Header{Game: "naro", Seats: webtest.CastEN[:seats], Options: []byte(`{"chance":"box"}`)}, DrawSeed: true}
	}
	if err := b.Do(ctx, begin); err != nil {
		return err
	}
	g, err := phone.NewGuests(b, phone.GuestOptions{Register: folder(dir)})
	if err != nil {
		return err
	}
	l, err := phone.ListenGuests(ctx, addr)
	for range 100 { // somebody may have borrowed the port while nobody listened
		if !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
		time.Sleep(100 * time.Millisecond)
		l, err = phone.ListenGuests(ctx, addr)
	}
	if err != nil {
		return err
	}
	g.Announce(l.Addr(), nil)
	fmt.Println(g.Invitation())
	return g.Serve(ctx, l, nil)
}

// bear starts a box as a process of its own, and returns how to join it and how to kill it. It has
// one core.
func bear(t testing.TB, seats int, addr, dir string) (invitation string, process *os.Process, kill func()) {
	t.Helper()
	me, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(me)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s %s", boxEnv, seats, addr, dir), "GOMAXPROCS=1")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	killed := false
	kill = func() {
		if !killed {
			killed = true
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err, "%s", &complaint)
	return strings.TrimSpace(line), cmd.Process, kill
}

// TestKilledWithPhones kills a box with phones at its table and starts it again, as a power cut
// does: the phones are back at their seats by themselves, at the same ask, and what was locked
// still is.
func TestKilledWithPhones(t *testing.T) {
	t.Parallel()
	wide(t)
	needsChromium(t)
	dir := t.TempDir()
	at, _, kill := bear(t, 4, "127.0.0.1:0", dir)
	url, code, ok := strings.Cut(at, "/#")
	require.True(t, ok, at)
	ctx := tab(t, 360, 740, "dark", lang.Persian)
	do(ctx, t, chromedp.Navigate(at))
	until(ctx, t, "it may choose a seat", `document.querySelectorAll('.choices .key').length === 4`)
	press(ctx, t, ".choices .key")
	until(ctx, t, "its choice is awaited", `document.querySelector('.covered')`)
	other := phonetest.Call(t, url, phonetest.SecretOf(t, code), rand.Reader)
	other.Ask(map[string]any{"t": "join", "name": webtest.CastEN[1]})
	f := other.Wait("its choice is awaited", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Desk.Awaited && !f.Desk.Telling })
	f = other.Ask(map[string]any{"t": "answer", "turn": f.Desk.Turn, "row": 0})
	require.True(t, f.Desk.Locked)

	kill()
	until(ctx, t, "the line is lost", `document.body.classList.contains('off')`)
	_, _, kill = bear(t, 4, strings.TrimPrefix(url, "http://"), dir)
	until(ctx, t, "the phone is back", `document.body.classList.contains('seat') && document.body.classList.contains('on') && document.querySelector('.covered')`)
	uncover(ctx, t)
	press(ctx, t, ".choice")
	until(ctx, t, "it is locked", `document.querySelector('#back')`)
	again := phonetest.Call(t, url, phonetest.SecretOf(t, f.Key), rand.Reader)
	again.Wait("the other is back, and locked", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == webtest.CastEN[1] && f.Desk.Locked })

	// Once more, and this time the page is opened anew.
	kill()
	bear(t, 4, strings.TrimPrefix(url, "http://"), dir)
	do(ctx, t, chromedp.Navigate(url))
	until(ctx, t, "what it had locked still is", `document.querySelector('#back')`)
}
