package phone

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/phone/seal"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// Who has which seat outlives the box: the keys open it again, and nobody else may take it. The
// log tells none of them.
func TestRegister(t *testing.T) {
	var log spoken
	file := &phonetest.Memory{}
	o := GuestOptions{Register: file, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	g, s := serveGuests(t, webtest.NewBox(2), o)
	code := phonetest.Invited(t, g)
	ava := phonetest.Call(t, s.URL, code, rand.Reader).Ask(map[string]any{"t": "join", "name": "Ava"})
	phonetest.Call(t, s.URL, code, rand.Reader).Ask(map[string]any{"t": "join", "name": "Babak"})
	gone := phonetest.Call(t, s.URL, code, rand.Reader)
	gone.Ask(map[string]any{"t": "join", "name": "Chiara"})
	gone.Ask(map[string]any{"t": "leave"})
	g.SetHost("Ava", true)

	g, s = serveGuests(t, webtest.NewBox(2), o)
	assert.Equal(t, code, phonetest.Invited(t, g), "the code is the same")
	assert.Empty(t, g.roll.names(), "nobody is told of phones that are not back")
	back := phonetest.Call(t, s.URL, phonetest.SecretOf(t, ava.Key), rand.Reader)
	told := back.Wait("it is back", func(f *phonetest.Told, b *phonetest.Board) bool { return f.Name == "Ava" && len(b.Phones) == 1 })
	assert.True(t, told.Host)
	assert.NotEqual(t, ava.Life, told.Life)
	assert.Equal(t, "late", back.Ask(map[string]any{"t": "answer", "turn": 0, "life": ava.Life}).Fault, "turns are counted anew")
	thief := phonetest.Call(t, s.URL, code, rand.Reader)
	assert.Equal(t, "Babak", thief.Ask(map[string]any{"t": "join", "name": "Babak"}).Waits, "the seat is not free")
	assert.Equal(t, "Chiara", thief.Ask(map[string]any{"t": "join", "name": "Chiara"}).Name, "this one is")

	require.NoError(t, g.PutOut("Ava"))
	g, s = serveGuests(t, webtest.NewBox(2), o)
	assert.NotEqual(t, code, phonetest.Invited(t, g))
	_, err := phonetest.TryCall(t, s.URL, phonetest.SecretOf(t, ava.Key), rand.Reader)
	assert.Equal(t, websocket.StatusCode(StatusKey), websocket.CloseStatus(err), "who was put out stays out")
	for _, secret := range []string{letters(code), ava.Key, g.roll.invitation()} {
		assert.NotContains(t, log.String(), secret)
	}

	// A register that is damaged costs what was in it, and one that fails what it did not take.
	kept, err := file.Read()
	require.NoError(t, err)
	for n := 0; n < len(kept); n += 9 {
		half, err := NewGuests(webtest.NewBox(2), GuestOptions{Register: &phonetest.Memory{Data: kept[:n]}})
		require.NoError(t, err)
		half.Close()
	}
	o.Register = &phonetest.Memory{Data: []byte(strings.Replace(string(kept), "Babak", "\u202e", 1)), Err: errors.New("the disk is full")}
	g, s = serveGuests(t, webtest.NewBox(2), o)
	assert.Equal(t, "Ava", phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader).Ask(map[string]any{"t": "join", "name": "Ava"}).Name)
	assert.Contains(t, log.String(), "the disk is full")
	assert.Contains(t, log.String(), "phones join anew")
	assert.NotContains(t, log.String(), g.roll.invitation())
}

// What is old goes: a code after a day, a phone after a month, and before that where there are too
// many.
func TestRegisterGrowsOld(t *testing.T) {
	now := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)
	key := func(n byte) string { return letters(bytes.Repeat([]byte{n}, seal.KeySize)) }
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
		require.NoError(t, r.ask(&phone{viewer: newViewer(nil), trusted: true}, fmt.Sprint("Guest ", i), true))
	}
	assert.Len(t, r.names(), maxHolders)
	assert.ErrorIs(t, r.ask(&phone{viewer: newViewer(nil), trusted: true}, "Dario", true), errFull)
}
