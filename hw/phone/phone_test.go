package phone

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/phone/seal"
	"consigliere/hw/web/webtest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// serveGuests serves the guests of a box at an address of its own.
func serveGuests(t testing.TB, b Box, o GuestOptions) (*Guests, *phonetest.Server) {
	g, err := NewGuests(b, o)
	require.NoError(t, err)
	return g, phonetest.Serve(t, g)
}

func TestJoinAndComeBack(t *testing.T) {
	b := webtest.NewBox(2)
	b.Seats = func(name string) desk.Seat { return desk.Seat{Seat: name, Note: "for " + name} }
	g, s := serveGuests(t, b, GuestOptions{})
	code := phonetest.Invited(t, g)

	p := phonetest.Call(t, s.URL, code, rand.Reader)
	f := p.Wait("it is told", func(f *phonetest.Told, d *phonetest.Board) bool { return f.T == "seat" && d.T == "board" })
	assert.Empty(t, f.Name, "no seat yet")
	f = p.Ask(map[string]any{"t": "join", "name": " Ava\u200b\u202e "})
	assert.Equal(t, "Ava", f.Name)
	assert.Equal(t, "for Ava", f.Desk.Note)
	assert.Len(t, f.Key, 43)
	p.Wait("all see who has a phone", func(_ *phonetest.Told, d *phonetest.Board) bool { return len(d.Phones) == 1 && d.Phones[0] == "Ava" })

	p.Conn.CloseNow()
	p.Ended()
	again := phonetest.Call(t, s.URL, phonetest.SecretOf(t, f.Key), rand.Reader)
	back := again.Wait("it is back", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name != "" })
	assert.Equal(t, f.Key, back.Key, "the same seat")
	assert.Equal(t, "for Ava", back.Desk.Note)

	// The same phone in another tab: the first one goes.
	third := phonetest.Call(t, s.URL, phonetest.SecretOf(t, f.Key), rand.Reader)
	third.Wait("it is back", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Ava" })
	assert.Equal(t, websocket.StatusCode(StatusMoved), again.Ended())

	for _, name := range []string{"", "\u202e\u0000\u200b", strings.Repeat("x", 25), strings.Repeat("ف", 40)} {
		assert.Equal(t, "name", third.Ask(map[string]any{"t": "join", "name": name}).Fault, "%q", name)
	}
	assert.Equal(t, "Babak", third.Ask(map[string]any{"t": "join", "name": "Babak"}).Name, "who has a seat may change it")
	assert.Equal(t, []string{"Babak"}, g.roll.names())
	assert.Empty(t, third.Ask(map[string]any{"t": "leave"}).Name)
	assert.Empty(t, g.roll.names())
}

// A phone that is cut off calls again at once. The box may hear its earlier call out only then.
func TestEarlierCallGivesWay(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	secret := phonetest.SecretOf(t, p.Ask(map[string]any{"t": "join", "name": "Ava"}).Key)
	p.Conn.CloseNow()
	p.Ended()

	early, _, err := phonetest.Dial(t.Context(), s.URL, "/seat")
	require.NoError(t, err)
	defer early.CloseNow()
	prove := phonetest.HailAs(t, early, secret)
	late := phonetest.Call(t, s.URL, secret, rand.Reader)
	late.Wait("it is back", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Ava" })
	prove()
	_, _, err = early.Read(t.Context())
	assert.Equal(t, websocket.StatusCode(StatusMoved), websocket.CloseStatus(err), "the earlier call")
	assert.Equal(t, "Ava", late.Ask(map[string]any{"t": "beat", "n": 1}).Name, "the later call has the seat")
}

func TestTakeOver(t *testing.T) {
	b := webtest.NewBox(2)
	b.AtPods = []string{"Dario"}
	g, s := serveGuests(t, b, GuestOptions{})
	code := phonetest.Invited(t, g)
	later := laterAt(g.roll)
	owner, other := phonetest.Call(t, s.URL, code, rand.Reader), phonetest.Call(t, s.URL, code, rand.Reader)
	first := owner.Ask(map[string]any{"t": "join", "name": "Ava"})

	assert.Equal(t, "Ava", other.Ask(map[string]any{"t": "join", "name": "Ava"}).Waits)
	f := owner.Wait("the owner is asked", func(f *phonetest.Told, _ *phonetest.Board) bool { return len(f.Knocks) == 1 })
	assert.Equal(t, phonetest.Knock{ID: f.Knocks[0].ID, Name: "Ava", Taken: true}, f.Knocks[0])
	assert.Empty(t, other.Ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true}).Name, "nobody lets himself in")
	owner.Ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": false})
	other.Wait("it is told no", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Denied && f.Waits == "" })

	assert.Empty(t, other.Ask(map[string]any{"t": "join", "name": "Ava"}).Waits, "it was told no a moment ago")
	later(firstWait)
	other.Ask(map[string]any{"t": "join", "name": "Ava"})
	f = owner.Wait("the owner is asked again", func(f *phonetest.Told, _ *phonetest.Board) bool { return len(f.Knocks) == 1 })
	assert.Equal(t, "early", owner.Ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true}).Fault, "nobody has read that yet")
	later(seenFor)
	owner.Send(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true})
	now := other.Wait("it has the seat", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Ava" })
	assert.NotEqual(t, first.Key, now.Key)
	assert.Equal(t, websocket.StatusCode(StatusOut), owner.Ended())
	_, err := phonetest.TryCall(t, s.URL, phonetest.SecretOf(t, first.Key), rand.Reader)
	assert.Equal(t, websocket.StatusCode(StatusKey), websocket.CloseStatus(err), "the old key opens nothing")

	// Somebody plays at the pod of the seat: only the panel, or a host, lets a phone in.
	third := phonetest.Call(t, s.URL, code, rand.Reader)
	assert.Equal(t, "Dario", third.Ask(map[string]any{"t": "join", "name": "Dario"}).Waits)
	_, wait := g.roll.list()
	require.Len(t, wait, 1)
	g.let(wait[0].ID, true, nil)
	third.Wait("it was let in", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Dario" })

	// Without the code one has to be let in even to a free seat.
	stranger := phonetest.Call(t, s.URL, nil, rand.Reader)
	assert.Equal(t, "Chiara", stranger.Ask(map[string]any{"t": "join", "name": "Chiara"}).Waits)
	g.SetHost("Dario", true)
	f = third.Wait("the host is asked", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host && len(f.Knocks) == 1 })
	assert.Equal(t, "early", third.Ask(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true}).Fault)
	later(seenFor)
	third.Send(map[string]any{"t": "let", "id": f.Knocks[0].ID, "yes": true})
	stranger.Wait("it was let in", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Chiara" })
}

func TestPutOut(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	code := phonetest.Invited(t, g)
	p := phonetest.Call(t, s.URL, code, rand.Reader)
	f := p.Ask(map[string]any{"t": "join", "name": "Ava"})
	require.NoError(t, g.PutOut("Ava"))
	assert.Equal(t, websocket.StatusCode(StatusOut), p.Ended())
	for _, secret := range [][]byte{phonetest.SecretOf(t, f.Key), code} {
		_, err := phonetest.TryCall(t, s.URL, secret, rand.Reader)
		assert.Equal(t, websocket.StatusCode(StatusKey), websocket.CloseStatus(err), "neither its key nor the code that it knows opens anything")
	}
	assert.NotEqual(t, code, phonetest.Invited(t, g))
}

// What a guest may do for the table is nothing, unless it is a host.
func TestHostRights(t *testing.T) {
	b := webtest.NewBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Ava"})
	g.SetHost("Ava", false)
	p.Wait("the first is the host, until the panel says otherwise", func(f *phonetest.Told, _ *phonetest.Board) bool { return !f.Host && f.Table == nil })
	pause := map[string]any{"t": "host", "do": map[string]any{"t": "pause", "on": true}}
	assert.Equal(t, "forbidden", p.Ask(pause).Fault)
	assert.Empty(t, b.All())
	g.SetHost("Ava", true)
	p.Wait("it is a host", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host && f.Table != nil })
	assert.Empty(t, p.Ask(pause).Fault)
	assert.Equal(t, []string{"pause true"}, b.All())
	assert.Empty(t, p.Ask(map[string]any{"t": "host", "do": map[string]any{"t": "stop"}}).Fault)
	assert.Equal(t, []string{"pause true", "stop"}, b.All(), "a play can be finished another day from a phone, too")
	for _, no := range []map[string]any{{"t": "look", "pod": 0, "on": true}, {"t": "press", "pod": 0, "button": "A", "down": true}, {"t": "forget", "name": "Ava"}, {}} {
		assert.Equal(t, "forbidden", p.Ask(map[string]any{"t": "host", "do": no}).Fault, "%v", no)
	}
	g.SetHost("Ava", false)
	p.Wait("it is none any more", func(f *phonetest.Told, _ *phonetest.Board) bool { return !f.Host && f.Table == nil })
	assert.Equal(t, "forbidden", p.Ask(pause).Fault)
}

// When the last host leaves, or is put out, the phone that joined first of those that are here goes on as host.
func TestHostIsSucceeded(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(4), GuestOptions{})
	phones := map[string]*phonetest.Phone{}
	for _, name := range []string{"Ava", "Babak", "Chiara", "Dario"} {
		phones[name] = phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
		require.Equal(t, name, phones[name].Ask(map[string]any{"t": "join", "name": name}).Name)
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
	phones["Dario"].Ask(map[string]any{"t": "leave"})
	assert.Equal(t, []string{"Ava"}, hosts(), "the first, and no other")
	g.SetHost("Chiara", true)
	g.SetHost("Ava", true)
	phones["Chiara"].Ask(map[string]any{"t": "leave"})
	assert.Equal(t, []string{"Ava"}, hosts(), "there is another")
	phones["Ava"].Ask(map[string]any{"t": "leave"})
	phones["Babak"].Wait("it is the host's", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host && f.Table != nil })

	last := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	last.Ask(map[string]any{"t": "join", "name": "Elena"})
	require.NoError(t, g.PutOut("Babak"))
	last.Wait("it is the host's", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host })
	assert.Equal(t, []string{"Elena"}, hosts())
}

// When the phone of the last host has been away for a minute, the one that joined first goes on as host, and whoever comes
// back is a player like the others.
func TestHostWhosePhoneIsAwayIsSucceeded(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(4), GuestOptions{})
	pass := laterAt(g.roll)
	ava, babak := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader), phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	key := ava.Ask(map[string]any{"t": "join", "name": "Ava"}).Key
	babak.Ask(map[string]any{"t": "join", "name": "Babak"})
	g.SetHost("Ava", true)
	pass(2 * hostWait)
	g.succeed()
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
	ava.Conn.CloseNow()
	require.Eventually(t, func() bool { _, here := host(); return !here }, 10*time.Second, time.Millisecond)
	pass(hostWait / 2)
	g.succeed()
	name, _ = host()
	assert.Equal(t, "Ava", name, "a call is no reason")
	pass(hostWait)
	g.succeed()
	babak.Wait("it is the host's", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Host && f.Table != nil })
	again := phonetest.Call(t, s.URL, phonetest.SecretOf(t, key), rand.Reader)
	again.Wait("she is back", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Ava" && !f.Host })
}

// A phone speaks for its own seat, whatever it sends.
func TestPhoneSpeaksForItsSeat(t *testing.T) {
	b := webtest.NewBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Ava"})
	for _, m := range []string{"answer", "buzz", "back", "agree", "object", "read"} {
		assert.Empty(t, p.Ask(map[string]any{"t": m, "turn": 7, "ask": 0, "row": 1, "seat": 5}).Fault, m)
	}
	assert.Equal(t, []string{"answer 3 7 0 1 []", "buzz 3 7 0s", "takeback 3", "consent 3", "dissent 3", "read 3"}, b.All(), "Ava has three letters: seat 3 of the fake")
	for m, fault := range map[string]string{"": "bad", "hi": "bad", "start": "forbidden", "press": "forbidden"} {
		assert.Equal(t, fault, p.Ask(map[string]any{"t": m}).Fault, m)
	}
	b.Mu.Lock()
	b.Refuse = engine.Refuse("NARO-4.2", "refuse.no_play")
	b.Mu.Unlock()
	assert.Equal(t, "refused", p.Ask(map[string]any{"t": "back"}).Fault)
}

// Every frame of a game has one size, whatever is in it: also one that is too full.
func TestFramesHaveOneSize(t *testing.T) {
	for _, c := range []struct{ told, size int }{{0, 32 << 10}, {6 << 10, 8 << 10}, {10 << 10, 12 << 10}, {14 << 10, 16 << 10}, {40 << 10, 32 << 10}} {
		t.Run(fmt.Sprint(c.told), func(t *testing.T) { framesHaveOneSize(t, c.told, c.size) })
	}
}

func framesHaveOneSize(t *testing.T, told, size int) {
	b := webtest.NewBox(2)
	b.Set(func(l lang.Lang) desk.Public {
		d := webtest.SceneAim(l)
		d.SeatBytes = told
		return d
	})
	long := ""
	b.Seats = func(name string) desk.Seat {
		d := desk.Seat{Seat: name, Asks: []desk.SeatAsk{{Prompt: "Which?", Rows: [][]int{{0}}}}}
		d.Asks[0].Steps = append(d.Asks[0].Steps, struct2(long))
		d.Lines = []desk.Line{{Text: long}}
		return d
	}
	g, s := serveGuests(t, b, GuestOptions{})
	host := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	host.Ask(map[string]any{"t": "join", "name": "Ava"})
	p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Babak"})
	for _, n := range []int{0, 1, 1000, 10_000, 20_000, 40_000, 100_000} {
		b.Mu.Lock()
		long = strings.Repeat("x", n)
		b.Mu.Unlock()
		f := p.Ask(map[string]any{"t": "beat"})
		assert.Equal(t, 2*n > size, f.Slim, "%d: it stands twice", n)
		assert.Equal(t, n < size, len(f.Desk.Asks) == 1, "what is asked stays while there is room: %d", n)
	}
	p.Mu.Lock()
	defer p.Mu.Unlock()
	for i, r := range p.Raws {
		if r.Kind == websocket.MessageBinary && i > 0 {
			require.Len(t, r.Data, size)
		}
	}
}

func struct2(help string) desk.SeatStep {
	return desk.SeatStep{Question: "Which?", Values: []desk.SeatValue{{Label: "this", Help: help}}}
}

// Wrong keys are counted, and after a few none is looked at for a while.
func TestGuessingIsSlow(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	g.gate.refill = 0 // however slow the machine is
	tries := map[websocket.StatusCode]int{}
	for range 2 * guessesAtOnce {
		guess := make([]byte, codeSize)
		_, _ = rand.Read(guess)
		_, err := phonetest.TryCall(t, s.URL, guess, rand.Reader)
		tries[websocket.CloseStatus(err)]++
	}
	assert.GreaterOrEqual(t, tries[websocket.StatusCode(StatusKey)], guessesAtOnce)
	assert.Positive(t, tries[websocket.StatusTryAgainLater])
	_, err := phonetest.TryCall(t, s.URL, phonetest.Invited(t, g), rand.Reader)
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

// A phone that knows the name of a key but not the key is let in nowhere.
func TestKeyMustBeHad(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	ctx, stop := context.WithTimeout(t.Context(), phonetest.Patience)
	defer stop()
	conn, _, err := phonetest.Dial(ctx, s.URL, "/seat")
	require.NoError(t, err)
	defer conn.CloseNow()
	own, err := seal.NewPrivate(rand.Reader)
	require.NoError(t, err)
	hail := seal.NewHail(seal.NameKey(phonetest.Invited(t, g)), own.PublicKey().Bytes())
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, hail[:]))
	_, data, err := conn.Read(ctx)
	require.NoError(t, err)
	theirs, err := seal.ReadHail(data)
	require.NoError(t, err)
	up, _, err := seal.Agree(own, hail, theirs, []byte("something else...."))
	require.NoError(t, err)
	f, err := up.Seal([]byte(`{"t":"hi"}`), seal.UpFrame)
	require.NoError(t, err)
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, f))
	_, _, err = conn.Read(ctx)
	assert.Equal(t, websocket.StatusCode(StatusKey), websocket.CloseStatus(err))
}

func TestGuestsRefuse(t *testing.T) {
	_, s := serveGuests(t, webtest.NewBox(2), GuestOptions{Names: []string{"box.example"}})
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
	g, s := serveGuests(t, webtest.NewBox(2), GuestOptions{})
	fine := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	fine.Ask(map[string]any{"t": "join", "name": "Ava"})
	for name, data := range map[string][]byte{"noise": make([]byte, seal.UpFrame), "short": {1}, "giant": make([]byte, 1<<20), "empty": nil} {
		t.Run(name, func(t *testing.T) {
			p := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
			_ = p.Conn.Write(t.Context(), websocket.MessageBinary, data)
			p.Ended()
			ctx, stop := context.WithTimeout(t.Context(), phonetest.Patience)
			defer stop()
			conn, _, err := phonetest.Dial(ctx, s.URL, "/seat")
			require.NoError(t, err)
			defer conn.CloseNow()
			_ = conn.Write(ctx, websocket.MessageBinary, data)
			_, _, err = conn.Read(ctx)
			assert.Error(t, err)
		})
	}
	flood := phonetest.Call(t, s.URL, phonetest.Invited(t, g), rand.Reader)
	for range 20 * phoneBurst {
		flood.Send(map[string]any{"t": "beat"})
	}
	assert.Equal(t, websocket.StatusPolicyViolation, flood.Ended())
	assert.Equal(t, "Ava", fine.Ask(map[string]any{"t": "beat"}).Name)
}

// The number of pages that may look is limited; whoever leaves makes room.
func TestManyViewers(t *testing.T) {
	b := webtest.NewBox(2)
	g, s := serveGuests(t, b, GuestOptions{})
	g.gate.each = 6
	ctx, stop := context.WithTimeout(t.Context(), phonetest.Patience)
	defer stop()
	var open []*websocket.Conn
	for range 6 {
		conn, _, err := phonetest.Dial(ctx, s.URL, "/look")
		require.NoError(t, err)
		defer conn.CloseNow()
		open = append(open, conn)
		for _, of := range []string{"pieces", "board"} {
			_, data, err := conn.Read(ctx)
			require.NoError(t, err)
			assert.Contains(t, string(data), `{"t":"`+of+`"`)
		}
	}
	_, answer, err := phonetest.Dial(ctx, s.URL, "/look")
	require.Error(t, err)
	assert.Equal(t, 503, answer.StatusCode)
	open[0].CloseNow()
	require.Eventually(t, func() bool {
		conn, _, err := phonetest.Dial(ctx, s.URL, "/look")
		if err == nil {
			conn.CloseNow()
		}
		return err == nil
	}, phonetest.Patience, 50*time.Millisecond)
	require.NoError(t, open[1].Write(ctx, websocket.MessageText, []byte(`{"t":"lang","lang":"fa"}`)))
	_, _, err = open[1].Read(ctx) // the pieces
	require.NoError(t, err)
	_, data, err := open[1].Read(ctx)
	require.NoError(t, err)
	assert.Contains(t, string(data), `"lang":"fa"`)
	require.NoError(t, open[1].Write(ctx, websocket.MessageText, []byte(`{"t":"press","pod":0}`)))
	for err == nil {
		_, _, err = open[1].Read(ctx)
	}
	assert.Error(t, err, "a screen has nothing to say")
}
