package web

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/internal/atomicfile"
)

// A spoken is what a log says.
type spoken struct {
	mu  sync.Mutex // guards the following
	all bytes.Buffer
}

func (s *spoken) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(b)
}

func (s *spoken) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

// A memory is a register in memory, which refuses to be written with err.
type memory struct {
	mu   sync.Mutex // guards the following
	data []byte
	err  error
}

func (m *memory) Read() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return bytes.Clone(m.data), nil
}

func (m *memory) Write(b []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil {
		m.data = bytes.Clone(b)
	}
	return m.err
}

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

// Who has which seat outlives the box: the keys open it again, and nobody else may take it. The
// log tells none of them.
func TestRegister(t *testing.T) {
	var log spoken
	file := &memory{}
	o := GuestOptions{Register: file, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	g, s := serveGuests(t, newFakeBox(2), o)
	code := invited(t, g)
	ava := call(t, s.URL, code, rand.Reader).ask(map[string]any{"t": "join", "name": "Ava"})
	call(t, s.URL, code, rand.Reader).ask(map[string]any{"t": "join", "name": "Babak"})
	gone := call(t, s.URL, code, rand.Reader)
	gone.ask(map[string]any{"t": "join", "name": "Chiara"})
	gone.ask(map[string]any{"t": "leave"})
	g.setHost("Ava", true)

	g, s = serveGuests(t, newFakeBox(2), o)
	assert.Equal(t, code, invited(t, g), "the code is the same")
	assert.Empty(t, g.roll.names(), "nobody is told of phones that are not back")
	back := call(t, s.URL, secretOf(t, ava.Key), rand.Reader)
	told := back.wait("it is back", func(f *phoneFrame, b *board) bool { return f.Name == "Ava" && len(b.Phones) == 1 })
	assert.True(t, told.Host)
	assert.NotEqual(t, ava.Life, told.Life)
	assert.Equal(t, "late", back.ask(map[string]any{"t": "answer", "turn": 0, "life": ava.Life}).Fault, "turns are counted anew")
	thief := call(t, s.URL, code, rand.Reader)
	assert.Equal(t, "Babak", thief.ask(map[string]any{"t": "join", "name": "Babak"}).Waits, "the seat is not free")
	assert.Equal(t, "Chiara", thief.ask(map[string]any{"t": "join", "name": "Chiara"}).Name, "this one is")

	require.NoError(t, g.putOut("Ava"))
	g, s = serveGuests(t, newFakeBox(2), o)
	assert.NotEqual(t, code, invited(t, g))
	_, err := tryCall(t, s.URL, secretOf(t, ava.Key), rand.Reader)
	assert.Equal(t, websocket.StatusCode(statusKey), websocket.CloseStatus(err), "who was put out stays out")
	for _, secret := range []string{letters(code), ava.Key, g.roll.invitation()} {
		assert.NotContains(t, log.String(), secret)
	}

	// A register that is damaged costs what was in it, and one that fails what it did not take.
	kept, err := file.Read()
	require.NoError(t, err)
	for n := 0; n < len(kept); n += 9 {
		half, err := NewGuests(newFakeBox(2), GuestOptions{Register: &memory{data: kept[:n]}})
		require.NoError(t, err)
		half.Close()
	}
	o.Register = &memory{data: []byte(strings.Replace(string(kept), "Babak", "\u202e", 1)), err: errors.New("the disk is full")}
	g, s = serveGuests(t, newFakeBox(2), o)
	assert.Equal(t, "Ava", call(t, s.URL, invited(t, g), rand.Reader).ask(map[string]any{"t": "join", "name": "Ava"}).Name)
	assert.Contains(t, log.String(), "the disk is full")
	assert.Contains(t, log.String(), "phones join anew")
	assert.NotContains(t, log.String(), g.roll.invitation())
}

// What is old goes: a code after a day, a phone after a month, and before that where there are too
// many.
func TestRegisterGrowsOld(t *testing.T) {
	now := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)
	key := func(n byte) string { return letters(bytes.Repeat([]byte{n}, keySize)) }
	r, err := newRoll(rand.Reader)
	require.NoError(t, err)
	fresh := r.invitation()
	require.NoError(t, r.restore(kept{Code: letters(make([]byte, codeSize)), Drawn: now.Add(-25 * time.Hour), Phones: []registered{
		{Name: "Ava", Key: key(1), Seen: now.Add(-31 * day)},
		{Name: "Babak", Key: key(2), Seen: now.Add(-29 * day)},
		{Name: "Chiara", Key: key(3), Seen: now.Add(time.Hour)}, // the clock was wrong
	}}, now))
	assert.Equal(t, fresh, r.invitation())
	var names []string
	for _, p := range r.register().Phones {
		names = append(names, p.Name)
	}
	assert.Equal(t, []string{"Babak", "Chiara"}, names)

	for i := range maxHolders {
		require.NoError(t, r.ask(&phone{viewer: newViewer(), trusted: true}, fmt.Sprint("Guest ", i), true))
	}
	assert.Len(t, r.names(), maxHolders)
	assert.ErrorIs(t, r.ask(&phone{viewer: newViewer(), trusted: true}, "Dario", true), errFull)
}

// boxEnv makes this test a box of its own, which can be killed.
const boxEnv = "CONSIGLIERE_TEST_BOX"

// beBox runs a box with guests at an address, saving in a folder, until it is killed. It goes on
// with the play that it finds, or begins one of so many seats.
func beBox(words string) error {
	var addr, dir string
	var seats int
	if _, err := fmt.Sscanf(words, "%d %s %s", &seats, &addr, &dir); err != nil {
		return err
	}
	ctx := context.Background()
	b, err := newSim(box.Options{Journals: dir, Seed: func() uint64 { return 5 }})
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
		begin = command.Start{Header: engine.Header{Game: "naro", Seats: castEN[:seats], Options: []byte(`{"chance":"box"}`)}, DrawSeed: true}
	}
	if err := b.Do(ctx, begin); err != nil {
		return err
	}
	g, err := NewGuests(b, GuestOptions{Register: folder(dir)})
	if err != nil {
		return err
	}
	l, err := ListenGuests(ctx, addr)
	for range 100 { // somebody may have borrowed the port while nobody listened
		if !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
		time.Sleep(100 * time.Millisecond)
		l, err = ListenGuests(ctx, addr)
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
	other := call(t, url, secretOf(t, code), rand.Reader)
	other.ask(map[string]any{"t": "join", "name": castEN[1]})
	f := other.wait("its choice is awaited", func(f *phoneFrame, _ *board) bool { return f.Desk.Awaited && !f.Desk.Telling })
	f = other.ask(map[string]any{"t": "answer", "turn": f.Desk.Turn, "row": 0})
	require.True(t, f.Desk.Locked)

	kill()
	until(ctx, t, "the line is lost", `document.body.classList.contains('off')`)
	_, _, kill = bear(t, 4, strings.TrimPrefix(url, "http://"), dir)
	until(ctx, t, "the phone is back", `document.body.classList.contains('seat') && document.body.classList.contains('on') && document.querySelector('.covered')`)
	uncover(ctx, t)
	press(ctx, t, ".choice")
	until(ctx, t, "it is locked", `document.querySelector('#back')`)
	again := call(t, url, secretOf(t, f.Key), rand.Reader)
	again.wait("the other is back, and locked", func(f *phoneFrame, _ *board) bool { return f.Name == castEN[1] && f.Desk.Locked })

	// Once more, and this time the page is opened anew.
	kill()
	bear(t, 4, strings.TrimPrefix(url, "http://"), dir)
	do(ctx, t, chromedp.Navigate(url))
	until(ctx, t, "what it had locked still is", `document.querySelector('#back')`)
}
