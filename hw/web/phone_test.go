package web

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/desk"
)

// patience is how long a test waits for what must come.
const patience = 60 * time.Second

// A raw is a message as it passed over a socket.
type raw struct {
	kind websocket.MessageType
	data string
}

// A fakePhone is a phone in Go: what its page does, without a page.
type fakePhone struct {
	t        testing.TB
	conn     *websocket.Conn
	up, down *sealer
	n        int

	mu sync.Mutex // guards the following

	raws  []raw
	board board
	told  phoneFrame
	got   int // frames
	err   error
	news  chan struct{}
}

// serveGuests serves the guests of a box at an address of its own.
func serveGuests(t testing.TB, b Box, o GuestOptions) (*Guests, *httptest.Server) {
	g, err := NewGuests(b, o)
	require.NoError(t, err)
	s := httptest.NewServer(g)
	g.Announce(s.Listener.Addr(), nil)
	t.Cleanup(func() {
		g.Close()
		s.Close()
		g.wires.Wait()
	})
	return g, s
}

// dial opens a web socket of a page at the server's address.
func dial(ctx context.Context, url, path string) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(ctx, url+path, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
}

// call opens the line of a phone that has a secret, or none. Its keys are drawn from draw.
func call(t testing.TB, url string, secret []byte, draw io.Reader) *fakePhone {
	t.Helper()
	p, err := tryCall(t, url, secret, draw)
	require.NoError(t, err)
	return p
}

func tryCall(t testing.TB, url string, secret []byte, draw io.Reader) (*fakePhone, error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	conn, _, err := dial(ctx, url, "/seat")
	if err != nil {
		return nil, err
	}
	return greet(ctx, t, conn, secret, draw)
}

// greet says the hellos of a phone on its line.
func greet(ctx context.Context, t testing.TB, conn *websocket.Conn, secret []byte, draw io.Reader) (*fakePhone, error) {
	conn.SetReadLimit(1 << 20)
	own, err := newPrivate(draw)
	require.NoError(t, err)
	var name keyName
	if secret != nil {
		name = nameKey(secret)
	}
	hail := newHail(name, own.PublicKey().Bytes())
	if err := conn.Write(ctx, websocket.MessageBinary, hail[:]); err != nil {
		return nil, err
	}
	_, data, err := conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	theirs, err := readHail(data)
	require.NoError(t, err)
	p := &fakePhone{t: t, conn: conn, news: make(chan struct{}, 1)}
	p.up, p.down, err = agree(own, hail, theirs, secret)
	require.NoError(t, err)
	p.raws = append(p.raws, raw{websocket.MessageBinary, string(data)})
	p.send(map[string]any{"t": "hi", "lang": "en"})
	go p.listen()
	t.Cleanup(func() { conn.CloseNow() })
	return p, nil
}

func (p *fakePhone) listen() {
	for {
		kind, data, err := p.conn.Read(context.Background())
		p.mu.Lock()
		if err != nil {
			p.err = err
		} else {
			p.raws = append(p.raws, raw{kind, string(data)})
			if kind == websocket.MessageBinary {
				var b []byte
				if b, err = p.down.open(data); err == nil {
					p.told, p.got = phoneFrame{}, p.got+1
					err = json.Unmarshal(b, &p.told)
				}
			} else if strings.HasPrefix(string(data), `{"t":"board"`) {
				p.board = board{}
				err = json.Unmarshal(data, &p.board)
			}
		}
		assert.True(p.t, err == nil || p.err != nil, "%v", err)
		end := p.err != nil
		p.mu.Unlock()
		select {
		case p.news <- struct{}{}:
		default:
		}
		if end {
			return
		}
	}
}

// send sends a message and returns its number.
func (p *fakePhone) send(m map[string]any) int {
	p.n++
	m["n"] = p.n
	if m["turn"] != nil && m["life"] == nil {
		p.mu.Lock()
		m["life"] = p.told.Life
		p.mu.Unlock()
	}
	b, err := json.Marshal(m)
	require.NoError(p.t, err)
	frame, err := p.up.seal(b)
	require.NoError(p.t, err)
	_ = p.conn.Write(context.Background(), websocket.MessageBinary, frame)
	return p.n
}

// wait waits until what the phone was told is as it should be.
func (p *fakePhone) wait(what string, is func(*phoneFrame, *board) bool) phoneFrame {
	p.t.Helper()
	late := time.After(patience)
	for {
		p.mu.Lock()
		ok, told, err := is(&p.told, &p.board), p.told, p.err
		p.mu.Unlock()
		if ok {
			return told
		}
		if err != nil {
			require.NoError(p.t, err, "while waiting until %s", what)
		}
		select {
		case <-p.news:
		case <-late:
			require.Fail(p.t, "never: "+what, "%+v", told)
		}
	}
}

// ask sends a message and returns what the phone is told in answer.
func (p *fakePhone) ask(m map[string]any) phoneFrame {
	p.t.Helper()
	n := p.send(m)
	return p.wait("it is answered", func(f *phoneFrame, _ *board) bool { return f.N == n })
}

// ended waits until the box has closed the line, and returns the reason.
func (p *fakePhone) ended() websocket.StatusCode {
	p.t.Helper()
	late := time.After(patience)
	for {
		p.mu.Lock()
		err := p.err
		p.mu.Unlock()
		if err != nil {
			return websocket.CloseStatus(err)
		}
		select {
		case <-p.news:
		case <-late:
			require.Fail(p.t, "the line is still open")
		}
	}
}

// secretOf returns the secret of a key in letters.
func secretOf(t testing.TB, letters string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(letters)
	require.NoError(t, err)
	return b
}

// invited returns the code of the table.
func invited(t testing.TB, g *Guests) []byte {
	_, code, ok := strings.Cut(g.Invitation(), "#")
	require.True(t, ok, g.Invitation())
	return secretOf(t, code)
}

func TestJoinAndComeBack(t *testing.T) {
	b := newFakeBox(2)
	b.seats = func(name string) desk.Seat { return desk.Seat{Seat: name, Note: "for " + name} }
	g, s := serveGuests(t, b, GuestOptions{})
	code := invited(t, g)

	p := call(t, s.URL, code, rand.Reader)
	f := p.wait("it is told", func(f *phoneFrame, d *board) bool { return f.T == "seat" && d.T == "board" })
	assert.Empty(t, f.Name, "no seat yet")
	f = p.ask(map[string]any{"t": "join", "name": " Ava\u200b\u202e "})
	assert.Equal(t, "Ava", f.Name)
	assert.Equal(t, "for Ava", f.Desk.Note)
	assert.Len(t, f.Key, 43)
	p.wait("all see who has a phone", func(_ *phoneFrame, d *board) bool { return len(d.Phones) == 1 && d.Phones[0] == "Ava" })

	p.conn.CloseNow()
	p.ended()
	again := call(t, s.URL, secretOf(t, f.Key), rand.Reader)
	back := again.wait("it is back", func(f *phoneFrame, _ *board) bool { return f.Name != "" })
	assert.Equal(t, f.Key, back.Key, "the same seat")
	assert.Equal(t, "for Ava", back.Desk.Note)

	// The same phone in another tab: the first one goes.
	third := call(t, s.URL, secretOf(t, f.Key), rand.Reader)
	third.wait("it is back", func(f *phoneFrame, _ *board) bool { return f.Name == "Ava" })
	assert.Equal(t, websocket.StatusCode(statusMoved), again.ended())

	for _, name := range []string{"", "\u202e\u0000\u200b", strings.Repeat("x", 25), strings.Repeat("ف", 40)} {
		assert.Equal(t, "name", third.ask(map[string]any{"t": "join", "name": name}).Fault, "%q", name)
	}
	assert.Equal(t, "Babak", third.ask(map[string]any{"t": "join", "name": "Babak"}).Name, "who has a seat may change it")
	assert.Equal(t, []string{"Babak"}, g.roll.names())
	assert.Empty(t, third.ask(map[string]any{"t": "leave"}).Name)
	assert.Empty(t, g.roll.names())
}

// A phone that is cut off calls again at once. The box may hear its earlier call out only then.
func TestEarlierCallGivesWay(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	p := call(t, s.URL, invited(t, g), rand.Reader)
	secret := secretOf(t, p.ask(map[string]any{"t": "join", "name": "Ava"}).Key)
	p.conn.CloseNow()
	p.ended()

	early, _, err := dial(t.Context(), s.URL, "/seat")
	require.NoError(t, err)
	defer early.CloseNow()
	prove := hailAs(t, early, secret)
	late := call(t, s.URL, secret, rand.Reader)
	late.wait("it is back", func(f *phoneFrame, _ *board) bool { return f.Name == "Ava" })
	prove()
	_, _, err = early.Read(t.Context())
	assert.Equal(t, websocket.StatusCode(statusMoved), websocket.CloseStatus(err), "the earlier call")
	assert.Equal(t, "Ava", late.ask(map[string]any{"t": "beat", "n": 1}).Name, "the later call has the seat")
}

func TestTakeOver(t *testing.T) {
	b := newFakeBox(2)
	b.atPods = []string{"Dario"}
	g, s := serveGuests(t, b, GuestOptions{})
	code := invited(t, g)
	later := laterAt(g.roll)
	owner, other := call(t, s.URL, code, rand.Reader), call(t, s.URL, code, rand.Reader)
	first := owner.ask(map[string]any{"t": "join", "name": "Ava"})

	assert.Equal(t, "Ava", other.ask(map[string]any{"t": "join", "name": "Ava"}).Waits)
	f := owner.wait("the owner is asked", func(f *phoneFrame, _ *board) bool { return len(f.Knocks) == 1 })
	assert.Equal(t, rollKnock{f.Knocks[0].ID, "Ava", true}, f.Knocks[0])
	assert.Empty(t, other.ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true}).Name, "nobody lets himself in")
	owner.ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": false})
	other.wait("it is told no", func(f *phoneFrame, _ *board) bool { return f.Denied && f.Waits == "" })

	assert.Empty(t, other.ask(map[string]any{"t": "join", "name": "Ava"}).Waits, "it was told no a moment ago")
	later(firstWait)
	other.ask(map[string]any{"t": "join", "name": "Ava"})
	f = owner.wait("the owner is asked again", func(f *phoneFrame, _ *board) bool { return len(f.Knocks) == 1 })
	assert.Equal(t, "early", owner.ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true}).Fault, "nobody has read that yet")
	later(seenFor)
	owner.send(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true})
	now := other.wait("it has the seat", func(f *phoneFrame, _ *board) bool { return f.Name == "Ava" })
	assert.NotEqual(t, first.Key, now.Key)
	assert.Equal(t, websocket.StatusCode(statusOut), owner.ended())
	_, err := tryCall(t, s.URL, secretOf(t, first.Key), rand.Reader)
	assert.Equal(t, websocket.StatusCode(statusKey), websocket.CloseStatus(err), "the old key opens nothing")

	// Somebody plays at the pod of the seat: only the panel, or a host, lets a phone in.
	third := call(t, s.URL, code, rand.Reader)
	assert.Equal(t, "Dario", third.ask(map[string]any{"t": "join", "name": "Dario"}).Waits)
	_, wait := g.roll.list()
	require.Len(t, wait, 1)
	g.let(wait[0].ID, true, nil)
	third.wait("it was let in", func(f *phoneFrame, _ *board) bool { return f.Name == "Dario" })

	// Without the code one has to be let in even to a free seat.
	stranger := call(t, s.URL, nil, rand.Reader)
	assert.Equal(t, "Chiara", stranger.ask(map[string]any{"t": "join", "name": "Chiara"}).Waits)
	g.setHost("Dario", true)
	f = third.wait("the host is asked", func(f *phoneFrame, _ *board) bool { return f.Host && len(f.Knocks) == 1 })
	assert.Equal(t, "early", third.ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true}).Fault)
	later(seenFor)
	third.send(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true})
	stranger.wait("it was let in", func(f *phoneFrame, _ *board) bool { return f.Name == "Chiara" })
}

func TestPutOut(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	code := invited(t, g)
	p := call(t, s.URL, code, rand.Reader)
	f := p.ask(map[string]any{"t": "join", "name": "Ava"})
	require.NoError(t, g.putOut("Ava"))
	assert.Equal(t, websocket.StatusCode(statusOut), p.ended())
	for _, secret := range [][]byte{secretOf(t, f.Key), code} {
		_, err := tryCall(t, s.URL, secret, rand.Reader)
		assert.Equal(t, websocket.StatusCode(statusKey), websocket.CloseStatus(err), "neither its key nor the code that it knows opens anything")
	}
	assert.NotEqual(t, code, invited(t, g))
}

// What a guest may do for the table is nothing, until the panel makes it a host.
func TestHostRights(t *testing.T) {
	b := newFakeBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	p := call(t, s.URL, invited(t, g), rand.Reader)
	p.ask(map[string]any{"t": "join", "name": "Ava"})
	pause := map[string]any{"t": "host", "do": map[string]any{"t": "pause", "on": true}}
	assert.Equal(t, "forbidden", p.ask(pause).Fault)
	assert.Empty(t, b.all())
	g.setHost("Ava", true)
	p.wait("it is a host", func(f *phoneFrame, _ *board) bool { return f.Host && f.Table != nil })
	assert.Empty(t, p.ask(pause).Fault)
	assert.Equal(t, []string{"pause true"}, b.all())
	for _, no := range []map[string]any{{"t": "look", "pod": 0, "on": true}, {"t": "press", "pod": 0, "button": "A", "down": true}, {"t": "forget", "name": "Ava"}, {}} {
		assert.Equal(t, "forbidden", p.ask(map[string]any{"t": "host", "do": no}).Fault, "%v", no)
	}
	g.setHost("Ava", false)
	p.wait("it is none any more", func(f *phoneFrame, _ *board) bool { return !f.Host && f.Table == nil })
	assert.Equal(t, "forbidden", p.ask(pause).Fault)
}

// When the last host leaves, or is put out, the phone that joined first of those that are here goes on as host.
func TestHostIsSucceeded(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(4), GuestOptions{})
	phones := map[string]*fakePhone{}
	for _, name := range []string{"Ava", "Babak", "Chiara", "Dario"} {
		phones[name] = call(t, s.URL, invited(t, g), rand.Reader)
		require.Equal(t, name, phones[name].ask(map[string]any{"t": "join", "name": name}).Name)
	}
	hosts := func() (names []string) {
		all, _ := g.roll.list()
		for _, h := range all {
			if h.Host {
				names = append(names, h.Name)
			}
		}
		return names
	}
	phones["Dario"].ask(map[string]any{"t": "leave"})
	assert.Empty(t, hosts(), "nobody was host")
	g.setHost("Chiara", true)
	g.setHost("Ava", true)
	phones["Chiara"].ask(map[string]any{"t": "leave"})
	assert.Equal(t, []string{"Ava"}, hosts(), "there is another")
	phones["Ava"].ask(map[string]any{"t": "leave"})
	phones["Babak"].wait("it is the host's", func(f *phoneFrame, _ *board) bool { return f.Host && f.Table != nil })

	last := call(t, s.URL, invited(t, g), rand.Reader)
	last.ask(map[string]any{"t": "join", "name": "Elena"})
	require.NoError(t, g.putOut("Babak"))
	last.wait("it is the host's", func(f *phoneFrame, _ *board) bool { return f.Host })
	assert.Equal(t, []string{"Elena"}, hosts())
}

// When the phone of the last host has been away for a minute, the one that joined first goes on as host, and whoever comes
// back is a player like the others.
func TestHostWhosePhoneIsAwayIsSucceeded(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(4), GuestOptions{})
	pass := laterAt(g.roll)
	ava, babak := call(t, s.URL, invited(t, g), rand.Reader), call(t, s.URL, invited(t, g), rand.Reader)
	key := ava.ask(map[string]any{"t": "join", "name": "Ava"}).Key
	babak.ask(map[string]any{"t": "join", "name": "Babak"})
	g.setHost("Ava", true)
	pass(2 * hostWait)
	g.succeedAway()
	host := func() (name string, here bool) {
		all, _ := g.roll.list()
		for _, h := range all {
			if h.Host {
				return h.Name, h.Here
			}
		}
		return "", false
	}
	name, _ := host()
	assert.Equal(t, "Ava", name, "she is here")
	ava.conn.CloseNow()
	require.Eventually(t, func() bool { _, here := host(); return !here }, 10*time.Second, time.Millisecond)
	pass(hostWait / 2)
	g.succeedAway()
	name, _ = host()
	assert.Equal(t, "Ava", name, "a call is no reason")
	pass(hostWait)
	g.succeedAway()
	babak.wait("it is the host's", func(f *phoneFrame, _ *board) bool { return f.Host && f.Table != nil })
	again := call(t, s.URL, secretOf(t, key), rand.Reader)
	again.wait("she is back", func(f *phoneFrame, _ *board) bool { return f.Name == "Ava" && !f.Host })
}

// A phone speaks for its own seat, whatever it sends.
func TestPhoneSpeaksForItsSeat(t *testing.T) {
	b := newFakeBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	p := call(t, s.URL, invited(t, g), rand.Reader)
	p.ask(map[string]any{"t": "join", "name": "Ava"})
	for _, m := range []string{"answer", "buzz", "back", "agree", "object", "read"} {
		assert.Empty(t, p.ask(map[string]any{"t": m, "turn": 7, "ask": 0, "row": 1, "seat": 5}).Fault, m)
	}
	assert.Equal(t, []string{"answer 3 7 0 1 []", "buzz 3 7 0s", "takeback 3", "consent 3", "dissent 3", "read 3"}, b.all(), "Ava has three letters: seat 3 of the fake")
	for m, fault := range map[string]string{"": "bad", "hi": "bad", "start": "forbidden", "press": "forbidden"} {
		assert.Equal(t, fault, p.ask(map[string]any{"t": m}).Fault, m)
	}
	b.mu.Lock()
	b.refuse = engine.Refuse("NARO-4.2", "refuse.no_play")
	b.mu.Unlock()
	assert.Equal(t, "refused", p.ask(map[string]any{"t": "back"}).Fault)
}

// Every frame has one size, whatever is in it: also one that is too full.
func TestFramesHaveOneSize(t *testing.T) {
	b := newFakeBox(2)
	long := ""
	b.seats = func(name string) desk.Seat {
		d := desk.Seat{Seat: name, Asks: []desk.SeatAsk{{Prompt: "Which?", Rows: [][]int{{0}}}}}
		d.Asks[0].Steps = append(d.Asks[0].Steps, struct2(long))
		d.Lines = []desk.Line{{Text: long}}
		return d
	}
	g, s := serveGuests(t, b, GuestOptions{})
	p := call(t, s.URL, invited(t, g), rand.Reader)
	p.ask(map[string]any{"t": "join", "name": "Ava"})
	for _, n := range []int{0, 1, 1000, 10_000, 20_000, 40_000, 100_000} {
		b.mu.Lock()
		long = strings.Repeat("x", n)
		b.mu.Unlock()
		f := p.ask(map[string]any{"t": "beat"})
		assert.Equal(t, n > 10_000, f.Slim, "%d", n)
		assert.Equal(t, n < 30_000, len(f.Desk.Asks) == 1, "what is asked stays while there is room: %d", n)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, r := range p.raws {
		if r.kind == websocket.MessageBinary && i > 0 {
			require.Len(t, r.data, downFrame)
		}
	}
}

func struct2(help string) desk.SeatStep {
	return desk.SeatStep{Question: "Which?", Values: []desk.SeatValue{{Label: "this", Help: help}}}
}

func TestSealing(t *testing.T) {
	secret := []byte("0123456789abcdef")
	meet := func(mine, theirs []byte) (*sealer, *sealer) {
		a, err := newPrivate(rand.Reader)
		require.NoError(t, err)
		b, err := newPrivate(rand.Reader)
		require.NoError(t, err)
		ha, hb := newHail(nameKey(mine), a.PublicKey().Bytes()), newHail(keyName{}, b.PublicKey().Bytes())
		up, _, err := agree(a, ha, hb, mine)
		require.NoError(t, err)
		upB, _, err := agree(b, ha, hb, theirs)
		require.NoError(t, err)
		return up, upB
	}
	a, b := meet(secret, secret)
	for _, m := range []string{"", "x", strings.Repeat("y", a.room())} {
		f, err := a.seal([]byte(m))
		require.NoError(t, err)
		assert.Len(t, f, upFrame)
		got, err := b.open(f)
		require.NoError(t, err)
		assert.Equal(t, m, string(got))
		_, err = b.open(f)
		assert.ErrorIs(t, err, errFrame, "the same frame again")
		b.n--
	}
	_, err := a.seal(make([]byte, a.room()+1))
	assert.ErrorContains(t, err, "has room for")
	f, err := a.seal([]byte("x"))
	require.NoError(t, err)
	f[9] ^= 1
	_, err = b.open(f)
	assert.ErrorIs(t, err, errFrame, "a bit was changed")

	a, b = meet(secret, []byte("0123456789abcdeF"))
	f, err = a.seal([]byte("x"))
	require.NoError(t, err)
	_, err = b.open(f)
	assert.ErrorIs(t, err, errFrame, "another secret")
	for _, bad := range [][]byte{nil, make([]byte, helloSize), make([]byte, 1<<20)} {
		_, err := readHail(bad)
		assert.ErrorIs(t, err, errHello)
	}
	zero, err := newPrivate(rand.Reader)
	require.NoError(t, err)
	_, _, err = agree(zero, newHail(keyName{}, make([]byte, 32)), newHail(keyName{}, zero.PublicKey().Bytes()), secret)
	assert.ErrorIs(t, err, errHello, "a public key of no use")
}

// Wrong keys are counted, and after a few none is looked at for a while.
func TestGuessingIsSlow(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	g.gate.refill = 0 // however slow the machine is
	tries := map[websocket.StatusCode]int{}
	for range 2 * guessesAtOnce {
		guess := make([]byte, codeSize)
		_, _ = rand.Read(guess)
		_, err := tryCall(t, s.URL, guess, rand.Reader)
		tries[websocket.CloseStatus(err)]++
	}
	assert.GreaterOrEqual(t, tries[websocket.StatusCode(statusKey)], guessesAtOnce)
	assert.Positive(t, tries[websocket.StatusTryAgainLater])
	_, err := tryCall(t, s.URL, invited(t, g), rand.Reader)
	assert.Equal(t, websocket.StatusTryAgainLater, websocket.CloseStatus(err), "not even the right one")
	gate := newGate()
	now := time.Now()
	for range guessesAtOnce {
		gate.wrong("192.0.2.1:1", now)
	}
	assert.False(t, gate.mayGuess("192.0.2.1:2", now))
	assert.True(t, gate.mayGuess("192.0.2.2:1", now), "somebody else")
	assert.True(t, gate.mayGuess("192.0.2.1:1", now.Add(10*time.Second)))
}

// A phone that knows the name of a key and not the key is none.
func TestKeyMustBeHad(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	conn, _, err := dial(ctx, s.URL, "/seat")
	require.NoError(t, err)
	defer conn.CloseNow()
	own, err := newPrivate(rand.Reader)
	require.NoError(t, err)
	hail := newHail(nameKey(invited(t, g)), own.PublicKey().Bytes())
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, hail[:]))
	_, data, err := conn.Read(ctx)
	require.NoError(t, err)
	theirs, err := readHail(data)
	require.NoError(t, err)
	up, _, err := agree(own, hail, theirs, []byte("something else...."))
	require.NoError(t, err)
	f, err := up.seal([]byte(`{"t":"hi"}`))
	require.NoError(t, err)
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, f))
	_, _, err = conn.Read(ctx)
	assert.Equal(t, websocket.StatusCode(statusKey), websocket.CloseStatus(err))
}

func TestGuestsRefuse(t *testing.T) {
	_, s := serveGuests(t, newFakeBox(2), GuestOptions{Names: []string{"box.example"}})
	host := strings.TrimPrefix(s.URL, "http://")
	_, port, err := net.SplitHostPort(host)
	require.NoError(t, err)
	get := func(path, host string, header http.Header) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
		require.NoError(t, err)
		r.Host = host
		r.Header = header
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		return a.StatusCode
	}
	assert.Equal(t, 200, get("/", host, nil))
	assert.Equal(t, 200, get("/", "box.example:"+port, nil))
	assert.Equal(t, 200, get("/screen", "localhost:"+port, nil))
	for _, forged := range []string{"evil.example:" + port, "192.0.2.7:" + port, "box.example.evil.example"} {
		assert.Equal(t, http.StatusMisdirectedRequest, get("/", forged, nil), forged)
	}
	for _, path := range []string{"/wire", "/record", "/tray", "/catalogue/derpate", "/app.js", "/index.html", "/sheet.js", "/fonts/", "/../server.go"} {
		assert.Equal(t, 404, get(path, host, nil), "%s is the panel's", path)
	}
	assert.Equal(t, 403, get("/seat", host, nil), "no Origin")
	assert.Equal(t, 403, get("/seat", host, http.Header{"Origin": {"http://evil.example"}}))
	assert.Equal(t, 403, get("/phone.js", host, http.Header{"Sec-Fetch-Site": {"cross-site"}}))
	assert.Equal(t, 200, get("/", host, http.Header{"Sec-Fetch-Site": {"cross-site"}}), "a link")
}

// Broken and giant messages end the line of whoever sends them, and nobody else's.
func TestBrokenFrames(t *testing.T) {
	g, s := serveGuests(t, newFakeBox(2), GuestOptions{})
	fine := call(t, s.URL, invited(t, g), rand.Reader)
	fine.ask(map[string]any{"t": "join", "name": "Ava"})
	for name, data := range map[string][]byte{"noise": make([]byte, upFrame), "short": {1}, "giant": make([]byte, 1<<20), "empty": nil} {
		t.Run(name, func(t *testing.T) {
			p := call(t, s.URL, invited(t, g), rand.Reader)
			_ = p.conn.Write(t.Context(), websocket.MessageBinary, data)
			p.ended()
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			conn, _, err := dial(ctx, s.URL, "/seat")
			require.NoError(t, err)
			defer conn.CloseNow()
			_ = conn.Write(ctx, websocket.MessageBinary, data)
			_, _, err = conn.Read(ctx)
			assert.Error(t, err)
		})
	}
	flood := call(t, s.URL, invited(t, g), rand.Reader)
	for range 20 * phoneBurst {
		flood.send(map[string]any{"t": "beat"})
	}
	assert.Equal(t, websocket.StatusPolicyViolation, flood.ended())
	assert.Equal(t, "Ava", fine.ask(map[string]any{"t": "beat"}).Name)
}

// The number of pages that may look is limited; whoever leaves makes room.
func TestManyViewers(t *testing.T) {
	b := newFakeBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	g.gate.each = 6
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	var open []*websocket.Conn
	for range 6 {
		conn, _, err := dial(ctx, s.URL, "/look")
		require.NoError(t, err)
		defer conn.CloseNow()
		open = append(open, conn)
		_, data, err := conn.Read(ctx)
		require.NoError(t, err)
		assert.Contains(t, string(data), `{"t":"board"`)
	}
	_, answer, err := dial(ctx, s.URL, "/look")
	require.Error(t, err)
	assert.Equal(t, 503, answer.StatusCode)
	open[0].CloseNow()
	require.Eventually(t, func() bool {
		conn, _, err := dial(ctx, s.URL, "/look")
		if err == nil {
			conn.CloseNow()
		}
		return err == nil
	}, patience, 50*time.Millisecond)
	require.NoError(t, open[1].Write(ctx, websocket.MessageText, []byte(`{"t":"lang","lang":"fa"}`)))
	_, data, err := open[1].Read(ctx)
	require.NoError(t, err)
	assert.Contains(t, string(data), `"lang":"fa"`)
	require.NoError(t, open[1].Write(ctx, websocket.MessageText, []byte(`{"t":"press","pod":0}`)))
	for err == nil {
		_, _, err = open[1].Read(ctx)
	}
	assert.Error(t, err, "a screen has nothing to say")
}
