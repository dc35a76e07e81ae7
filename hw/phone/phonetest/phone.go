// Package phonetest is a phone in Go: what the page of a phone says and hears, for tests. It knows of the box no more
// than a page does.
package phonetest

import (
	"context"
	"crypto/tls"
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

	"consigliere/hw/phone/seal"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/desk"
)

// Patience is how long a test waits for what must come: on a machine that is busy with much else, too.
const Patience = 3 * time.Minute

// Tick is how often it looks.
const Tick = 20 * time.Millisecond

// A Raw is a message as it passed over a socket.
type Raw struct {
	Kind websocket.MessageType
	Data string
	Said string // what a sealed frame says
}

// Told is what a phone is told: the JSON of a sealed frame.
type Told struct {
	T      string  `json:"t"`
	Name   string  `json:"name"`
	Key    string  `json:"key"`
	Host   bool    `json:"host"`
	Look   hw.Look `json:"look"`
	Sounds bool    `json:"sounds"`
	Waits  string  `json:"waits"`
	Denied bool    `json:"denied"`
	Knocks []Knock `json:"knocks"`
	N      int     `json:"n"`
	Fault  string  `json:"fault"`

	Desk  desk.Seat `json:"desk"`
	Table *Table    `json:"table"`
	Slim  bool      `json:"slim"`
	Life  string    `json:"life"`

	Size int `json:"-"` // of the message, in bytes
}

// A Knock is a phone that waits, as those see it who may let it in.
type Knock struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Taken bool   `json:"taken"`
}

// A Table is what a host may do for the table.
type Table struct {
	Sheets []desk.Sheet `json:"sheets"`
	Titles []desk.Title `json:"titles"`
	Plays  []desk.Saved `json:"plays"`
	Joins  bool         `json:"joins"`
}

// A Board is what all pages of guests are shown.
type Board struct {
	T      string      `json:"t"`
	Desk   desk.Public `json:"desk"`
	Phones []string    `json:"phones"`
	Guests []Guest     `json:"guests"`
	Sounds string      `json:"sounds"`
}

// A Guest is a player with a phone.
type Guest struct {
	Name string  `json:"name"`
	Here bool    `json:"here"`
	Host bool    `json:"host"`
	Look hw.Look `json:"look"`
}

// A Phone is a phone in Go: what its page does, without a page.
type Phone struct {
	T        testing.TB
	Conn     *websocket.Conn
	Up, Down *seal.Sealer
	N        int

	Mu sync.Mutex // guards the following

	Raws  []Raw
	Board Board
	Told  Told
	Got   int // frames
	Err   error
	News  chan struct{}
}

// Dial opens a web socket of a page at the server's address.
func Dial(ctx context.Context, url, path string) (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(ctx, url+path, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
}

// Call opens the line of a phone that has a secret, or none. Its keys are drawn from draw.
func Call(t testing.TB, url string, secret []byte, draw io.Reader) *Phone {
	t.Helper()
	p, err := TryCall(t, url, secret, draw)
	require.NoError(t, err)
	return p
}

func TryCall(t testing.TB, url string, secret []byte, draw io.Reader) (*Phone, error) {
	ctx, stop := context.WithTimeout(context.Background(), Patience)
	defer stop()
	conn, _, err := Dial(ctx, url, "/seat")
	if err != nil {
		return nil, err
	}
	return Greet(ctx, t, conn, secret, draw)
}

// Greet says the hellos of a phone on its line.
func Greet(ctx context.Context, t testing.TB, conn *websocket.Conn, secret []byte, draw io.Reader) (*Phone, error) {
	conn.SetReadLimit(1 << 20)
	own, err := seal.NewPrivate(draw)
	require.NoError(t, err)
	var name seal.KeyName
	if secret != nil {
		name = seal.NameKey(secret)
	}
	hail := seal.NewHail(name, own.PublicKey().Bytes())
	if err := conn.Write(ctx, websocket.MessageBinary, hail[:]); err != nil {
		return nil, err
	}
	_, data, err := conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	theirs, err := seal.ReadHail(data)
	require.NoError(t, err)
	p := &Phone{T: t, Conn: conn, News: make(chan struct{}, 1)}
	p.Up, p.Down, err = seal.Agree(own, hail, theirs, secret)
	require.NoError(t, err)
	p.Raws = append(p.Raws, Raw{Kind: websocket.MessageBinary, Data: string(data)})
	p.Send(map[string]any{"t": "hi", "lang": "en"})
	go p.Listen()
	t.Cleanup(func() { conn.CloseNow() })
	return p, nil
}

func (p *Phone) Listen() {
	for {
		kind, data, err := p.Conn.Read(context.Background())
		p.Mu.Lock()
		if err != nil {
			p.Err = err
		} else {
			raw := Raw{Kind: kind, Data: string(data)}
			if kind == websocket.MessageBinary {
				var b []byte
				if b, err = p.Down.Open(data); err == nil {
					p.Told, p.Got, raw.Said = Told{Size: len(b)}, p.Got+1, string(b)
					err = json.Unmarshal(b, &p.Told)
				}
			} else if strings.HasPrefix(string(data), `{"t":"board"`) {
				p.Board = Board{}
				err = json.Unmarshal(data, &p.Board)
			}
			p.Raws = append(p.Raws, raw)
		}
		assert.True(p.T, err == nil || p.Err != nil, "%v", err)
		end := p.Err != nil
		p.Mu.Unlock()
		select {
		case p.News <- struct{}{}:
		default:
		}
		if end {
			return
		}
	}
}

// Send sends a message and returns its number.
func (p *Phone) Send(m map[string]any) int {
	p.N++
	m["n"] = p.N
	if m["turn"] != nil && m["life"] == nil {
		p.Mu.Lock()
		m["life"] = p.Told.Life
		p.Mu.Unlock()
	}
	b, err := json.Marshal(m)
	require.NoError(p.T, err)
	frame, err := p.Up.Seal(b, seal.UpFrame)
	require.NoError(p.T, err)
	_ = p.Conn.Write(context.Background(), websocket.MessageBinary, frame)
	return p.N
}

// Wait waits until what the phone was told is as it should be.
func (p *Phone) Wait(what string, is func(*Told, *Board) bool) Told {
	p.T.Helper()
	late := time.After(Patience)
	for {
		p.Mu.Lock()
		ok, told, err := is(&p.Told, &p.Board), p.Told, p.Err
		p.Mu.Unlock()
		if ok {
			return told
		}
		if err != nil {
			require.NoError(p.T, err, "while waiting until %s", what)
		}
		select {
		case <-p.News:
		case <-late:
			require.Fail(p.T, "never: "+what, "%+v", told)
		}
	}
}

// Ask sends a message and returns what the phone is told in answer.
func (p *Phone) Ask(m map[string]any) Told {
	p.T.Helper()
	n := p.Send(m)
	return p.Wait("it is answered", func(f *Told, _ *Board) bool { return f.N == n })
}

// Ended waits until the box has closed the line, and returns the reason.
func (p *Phone) Ended() websocket.StatusCode {
	p.T.Helper()
	late := time.After(Patience)
	for {
		p.Mu.Lock()
		err := p.Err
		p.Mu.Unlock()
		if err != nil {
			return websocket.CloseStatus(err)
		}
		select {
		case <-p.News:
		case <-late:
			require.Fail(p.T, "the line is still open")
		}
	}
}

// SecretOf returns the secret of a key in letters.
func SecretOf(t testing.TB, letters string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(letters)
	require.NoError(t, err)
	return b
}

// Invited returns the code of the table.
func Invited(t testing.TB, g interface{ Invitation() string }) []byte {
	_, code, ok := strings.Cut(g.Invitation(), "#")
	require.True(t, ok, g.Invitation())
	return SecretOf(t, code)
}

// A Server serves guests to a test, and can cut their lines.
type Server struct {
	*httptest.Server

	mu    sync.Mutex // guards the following
	lines []net.Conn // web sockets, in the order in which they were opened
}

// Serve serves guests at an address of their own until the test ends.
func Serve(t testing.TB, g Guests) *Server {
	s := &Server{Server: httptest.NewUnstartedServer(g)}
	s.Config.ConnState = func(c net.Conn, is http.ConnState) {
		if is == http.StateHijacked {
			s.mu.Lock()
			s.lines = append(s.lines, c)
			s.mu.Unlock()
		}
	}
	s.Start()
	g.Announce(s.Listener.Addr(), nil)
	t.Cleanup(func() {
		g.Close()
		s.Close()
		g.Wait()
	})
	return s
}

// Guests are what a [Server] serves.
type Guests interface {
	http.Handler

	Announce(net.Addr, *tls.Certificate)
	Invitation() string
	Close()
	Wait()
}

// Cut cuts the line that was opened last.
func (s *Server) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.lines); n > 0 {
		s.lines[n-1].Close()
		s.lines = s.lines[:n-1]
	}
}
