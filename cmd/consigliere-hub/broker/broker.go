// Package broker runs the NATS server of a hub, or connects to servers that are there, and says which boxes are let in.
//
// A box is known by an NKey that it makes itself. It is let in when somebody has said so: it asks with a code that the
// hub shows and that is good for one box, and waits until the organiser clicks. A key that is revoked loses its
// connection at once. One key has one connection: a second box with the same key is refused.
package broker

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"consigliere/hw/post/wire"
	"consigliere/internal/atomicfile"
)

// Options are how a broker runs.
type Options struct {
	Dir    string // of all that is kept
	Listen string // where boxes connect, such as ":4222"; "" nowhere
	Open   bool   // every box is let in
	// Room is how many bytes of lines are kept; 0 stands for [DefaultRoom].
	Room int64
	Log  *slog.Logger

	// URL is a cluster to use instead of an own server, with the file of a key for it.
	URL, Credentials string
	Replicas         int
	// Cluster makes this server part of one: its name among them, where the others connect, and where they are.
	Name, ClusterListen string
	Routes              []string
}

// DefaultRoom is how much a hub keeps unless it is told otherwise: some ten million lines.
const DefaultRoom = 4 << 30

// State is how it stands with a box.
type State string

// The states of a box.
const (
	Waiting State = "waiting" // it has shown a code, and nobody has clicked yet
	In      State = "in"
	Revoked State = "revoked"
)

// A Box is a box that the hub knows.
type Box struct {
	Key    string    `json:"key"`
	Name   string    `json:"name"`
	State  State     `json:"state"`
	Since  time.Time `json:"since"` // of the state
	Table  int       `json:"table,omitempty"`
	Clone  time.Time `json:"clone,omitzero"` // when another box with this key was refused last
	From   string    `json:"from,omitempty"` // where it connected from last
	Online bool      `json:"-"`
}

// kept is what hub.json holds.
type kept struct {
	ID    string          `json:"id"`
	Key   string          `json:"key"` // of the organiser's page
	Boxes map[string]*Box `json:"boxes"`
}

// A Broker is the server of a hub.
type Broker struct {
	o      Options
	server *server.Server // nil for a cluster that is there
	conn   *nats.Conn
	js     jetstream.JetStream
	own    nkeys.KeyPair
	log    *slog.Logger

	mu      sync.Mutex // guards the following
	kept    kept
	code    string // by which a box may ask to be let in
	tries   int    // with wrong codes since the code was made
	online  map[string]session
	changed func()
}

// A session is the connection of a box.
type session struct {
	client   uint64
	instance string
}

// Limits of what strangers can do.
const (
	maxBoxes   = 5000
	maxWaiting = 50
	maxTries   = 100
)

// Start starts a broker. It is ready when Start returns.
func Start(o Options) (b *Broker, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Room == 0 {
		o.Room = DefaultRoom
	}
	b = &Broker{o: o, log: o.Log, online: map[string]session{}, changed: func() {}}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	if err := b.load(); err != nil {
		return nil, err
	}
	b.newCode()
	if b.own, err = nkeys.CreateUser(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Stop()
		}
	}()
	if o.URL != "" {
		err = b.join()
	} else {
		err = b.serve()
	}
	if err != nil {
		return nil, err
	}
	if b.js, err = jetstream.New(b.conn); err != nil {
		return nil, err
	}
	if err := b.makeStream(); err != nil {
		return nil, err
	}
	// Last, as boxes begin to send when they have the time.
	_, err = b.conn.Subscribe(wire.Time, func(m *nats.Msg) {
		data, err := json.Marshal(wire.Clock{Hub: b.kept.ID, At: time.Now().UnixNano()})
		if err == nil {
			_ = m.Respond(data) // whoever asked asks again
		}
	})
	return b, err
}

// serve starts a server in this program.
func (b *Broker) serve() error {
	so := &server.Options{
		ServerName: "consigliere-" + b.kept.ID, NoSigs: true, NoLog: true, JetStream: true, StoreDir: filepath.Join(b.o.Dir, "nats"),
		JetStreamMaxStore: b.o.Room + b.o.Room/4 + 64<<20, JetStreamMaxMemory: 16 << 20,
		// The default syncs every two minutes, and a power cut loses what was acknowledged since.
		SyncAlways: true, MaxPayload: wire.MaxMessage, MaxConn: maxBoxes, PingInterval: 5 * time.Second, MaxPingsOut: 2, MaxControlLine: 4096,
		AuthTimeout: 3, AlwaysEnableNonce: true, CustomClientAuthentication: (*doorman)(b), DontListen: b.o.Listen == "", NoSystemAccount: false,
		WriteDeadline: 10 * time.Second, MaxSubs: 50, MaxPending: 8 << 20,
	}
	if b.o.Listen != "" {
		host, port, err := net.SplitHostPort(b.o.Listen)
		n, no := strconv.ParseUint(port, 10, 16)
		if err != nil || no != nil {
			return fmt.Errorf("%q is not an address; try :4222, or 192.168.1.5:4222", b.o.Listen)
		}
		so.Host, so.Port = host, int(n)
		if n == 0 {
			so.Port = server.RANDOM_PORT
		}
	}
	if b.o.ClusterListen != "" {
		host, port, err := net.SplitHostPort(b.o.ClusterListen)
		n, no := strconv.ParseUint(port, 10, 16)
		if err != nil || no != nil {
			return fmt.Errorf("%q is not an address; try :6222", b.o.ClusterListen)
		}
		so.ServerName, so.Cluster = "consigliere-"+b.o.Name, server.ClusterOpts{Name: "consigliere", Host: host, Port: int(n)}
		so.Routes = server.RoutesFromStr(strings.Join(b.o.Routes, ","))
	}
	s, err := server.NewServer(so)
	if err != nil {
		return err
	}
	b.server = s
	s.SetLoggerV2(&serverLog{b.log}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		return fmt.Errorf("the server is not ready; is %s in use, or %s?", b.o.Listen, so.StoreDir)
	}
	public, err := b.own.PublicKey()
	if err != nil {
		return err
	}
	b.conn, err = nats.Connect("", nats.InProcessServer(s), nats.Nkey(public, b.own.Sign), nats.MaxReconnects(-1))
	return err
}

// join connects to servers that are there.
func (b *Broker) join() error {
	options := []nats.Option{nats.MaxReconnects(-1), nats.Name("consigliere-hub"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		b.log.Error("the NATS servers refuse something; see HUB.md for the permissions that a hub needs", "error", err)
	})}
	if b.o.Credentials != "" {
		option, err := nats.NkeyOptionFromSeed(b.o.Credentials)
		if err != nil {
			return err
		}
		options = append(options, option)
	}
	var err error
	if b.conn, err = nats.Connect(b.o.URL, options...); err != nil {
		return fmt.Errorf("%s: %w", b.o.URL, err)
	}
	return nil
}

// makeStream makes the stream of the lines, or takes up what is there.
func (b *Broker) makeStream() error {
	config := jetstream.StreamConfig{
		Name: wire.Stream, Description: "what the tables of Consigliere have shown", Subjects: []string{wire.AllLines},
		Storage: jetstream.FileStorage, Retention: jetstream.LimitsPolicy, MaxBytes: b.o.Room, MaxMsgSize: wire.MaxMessage,
		// A hub that is full says so, and keeps what it has acknowledged.
		Discard: jetstream.DiscardNew, AllowDirect: true, Replicas: max(1, b.o.Replicas), DenyDelete: true, DenyPurge: true,
	}
	var err error
	for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(200 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		_, err = b.js.CreateOrUpdateStream(ctx, config)
		cancel()
		if err == nil || b.o.Replicas < 2 {
			break // a cluster may still be choosing its leader
		}
	}
	if err != nil {
		return fmt.Errorf("the stream of lines: %w", err)
	}
	return nil
}

// Stop stops the server, or leaves the cluster.
func (b *Broker) Stop() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

// Conn returns the hub's own connection, which may do everything.
func (b *Broker) Conn() *nats.Conn { return b.conn }

// JetStream returns the hub's own view of the streams.
func (b *Broker) JetStream() jetstream.JetStream { return b.js }

// Addr returns where boxes connect, or "".
func (b *Broker) Addr() string {
	if b.server == nil || b.o.Listen == "" {
		return b.o.URL
	}
	return b.server.Addr().String()
}

// ID returns which hub this is, and Key what the organiser's page needs.
func (b *Broker) ID() string { return b.kept.ID }

// Key returns what the organiser's page needs.
func (b *Broker) Key() string { return b.kept.Key }

// Open reports whether every box is let in.
func (b *Broker) Open() bool { return b.o.Open }

// OnChange sets what is called when there is another box, or another state of one. It is called with no lock held.
func (b *Broker) OnChange(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed = f
}

const keptFile = "hub.json"

func (b *Broker) load() error {
	file := filepath.Join(b.o.Dir, keptFile)
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		b.kept = kept{ID: random(4), Key: random(8), Boxes: map[string]*Box{}}
		return b.save()
	case err != nil:
		return err
	}
	if err := json.Unmarshal(data, &b.kept); err != nil || b.kept.ID == "" || b.kept.Key == "" {
		return fmt.Errorf("%s is not what a hub wrote: restore it from a backup, or remove it and admit all boxes again", file)
	}
	if b.kept.Boxes == nil {
		b.kept.Boxes = map[string]*Box{}
	}
	return nil
}

// save writes what is kept; the caller holds the lock, or is alone.
func (b *Broker) save() error {
	data, err := json.MarshalIndent(&b.kept, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(b.o.Dir, keptFile), data, 0o600)
}

func random(bytes int) string {
	raw := make([]byte, bytes)
	_, _ = rand.Read(raw)
	return hex.EncodeToString(raw)
}

// newCode makes another code; the caller holds the lock, or is alone.
func (b *Broker) newCode() {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw)
	const letters = "23456789abcdefghjkmnpqrstuvwxyz" // none that is taken for another
	for i := range raw {
		raw[i] = letters[int(raw[i])%len(letters)]
	}
	b.code, b.tries = string(raw), 0
}

// Code returns the code by which the next box may ask to be let in. It is good for one box.
func (b *Broker) Code() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.code
}

// Boxes returns the boxes that the hub knows, in the order of their names.
func (b *Broker) Boxes() []Box {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Box
	for _, key := range slices.Sorted(maps.Keys(b.kept.Boxes)) {
		box := *b.kept.Boxes[key]
		s, is := b.online[key]
		box.Online = is && b.lives(s.client)
		all = append(all, box)
	}
	return all
}

// Set changes the state of a box that is known, or lets in a key that is not. A revoked key loses its connection at once.
func (b *Broker) Set(key string, state State) error {
	if !nkeys.IsValidPublicUserKey(key) {
		return fmt.Errorf("%q is not the key of a box; see: consigliere-hub boxes", key)
	}
	b.mu.Lock()
	box, known := b.kept.Boxes[key]
	if !known {
		if state == Revoked {
			b.mu.Unlock()
			return fmt.Errorf("no box has the key %s; see: consigliere-hub boxes", key)
		}
		box = &Box{Key: key}
		b.kept.Boxes[key] = box
	}
	before := *box
	box.State, box.Since = state, time.Now()
	err := b.save()
	if err != nil {
		*box = before
	}
	s, online := b.online[key]
	changed := b.changed
	b.mu.Unlock()
	if err == nil && state == Revoked && online && b.server != nil {
		_ = b.server.DisconnectClientByID(s.client)
	}
	changed()
	return err
}

// SetTable says which table a box stands on; 0 for none. No two boxes stand on one.
func (b *Broker) SetTable(key string, table int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	box, known := b.kept.Boxes[key]
	if !known {
		return fmt.Errorf("no box has the key %s", key)
	}
	for _, other := range b.kept.Boxes {
		if other.Table == table {
			other.Table = 0
		}
	}
	box.Table = table
	return b.save()
}

// SetName keeps what a box is called, once it has said so, and gives it the next table.
func (b *Broker) SetName(key, name string) {
	name = Plain(name, wire.MaxName)
	b.mu.Lock()
	defer b.mu.Unlock()
	box, known := b.kept.Boxes[key]
	if !known || box.Name == name && box.Table > 0 {
		return
	}
	box.Name = name
	if box.Table == 0 {
		for _, other := range b.kept.Boxes {
			box.Table = max(box.Table, other.Table)
		}
		box.Table++
	}
	if err := b.save(); err != nil {
		b.log.Error("what the hub keeps", "error", err)
	}
}

// Plain returns somebody else's text as one line of at most the given number of bytes, without characters that change its direction.
func Plain(text string, most int) string {
	text = strings.ToValidUTF8(text, "?")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
	for len(text) > most {
		r := []rune(text)
		text = string(r[:len(r)-1])
	}
	return strings.TrimSpace(text)
}

// lives reports whether the server still has a connection.
func (b *Broker) lives(client uint64) bool {
	return b.server != nil && b.server.GetClient(client) != nil
}

// A doorman says who is let in. It is the broker, for the server.
type doorman Broker

// Check implements [server.Authentication].
func (d *doorman) Check(c server.ClientAuthentication) bool {
	b := (*Broker)(d)
	if c.Kind() != server.CLIENT {
		return false
	}
	o := c.GetOpts()
	if !signed(o.Nkey, o.Sig, c.GetNonce()) {
		return false
	}
	if public, err := b.own.PublicKey(); err == nil && o.Nkey == public {
		c.RegisterUser(&server.User{Username: "hub"})
		return true
	}
	from := ""
	if a := c.RemoteAddress(); a != nil {
		from, _, _ = net.SplitHostPort(a.String())
	}
	b.mu.Lock()
	in, changed := b.letIn(o, c.GetID(), from)
	f := b.changed
	b.mu.Unlock()
	if changed {
		go f()
	}
	if in {
		c.RegisterUser(&server.User{Username: o.Nkey, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: wire.Publish(o.Nkey)}, Subscribe: &server.SubjectPermission{Allow: wire.Subscribe(o.Nkey)},
		}})
	}
	return in
}

// letIn decides about a box whose signature is right; the caller holds the lock.
func (b *Broker) letIn(o *server.ClientOpts, client uint64, from string) (in, changed bool) {
	box, known := b.kept.Boxes[o.Nkey]
	if !known {
		switch {
		case len(b.kept.Boxes) >= maxBoxes:
			return false, false
		case b.o.Open:
			box = &Box{Key: o.Nkey, State: In, Since: time.Now(), From: from}
		case o.Token != b.code || b.waiting() >= maxWaiting:
			if b.tries++; b.tries > maxTries {
				b.newCode() // nobody guesses a code that changes
				return false, true
			}
			return false, false
		default:
			box = &Box{Key: o.Nkey, State: Waiting, Since: time.Now(), From: from}
			b.newCode()
		}
		b.kept.Boxes[o.Nkey] = box
		if err := b.save(); err != nil {
			b.log.Error("what the hub keeps", "error", err)
			delete(b.kept.Boxes, o.Nkey)
			return false, true
		}
		changed = true
	}
	if box.State != In {
		return false, changed
	}
	if s, is := b.online[o.Nkey]; is && b.lives(s.client) && s.client != client {
		if s.instance != o.Name {
			// The older of two boxes with one key goes on, and the organiser is told.
			if time.Since(box.Clone) > 10*time.Second {
				box.Clone = time.Now()
				changed = true
				b.log.Warn("two boxes have one key; the younger is refused", "box", box.Name, "key", o.Nkey, "from", from)
			}
			return false, changed
		}
		go func() { _ = b.server.DisconnectClientByID(s.client) }() // the same program is back before the old line has ended
	}
	box.From = from
	b.online[o.Nkey] = session{client, o.Name}
	return true, true
}

func (b *Broker) waiting() (n int) {
	for _, box := range b.kept.Boxes {
		if box.State == Waiting {
			n++
		}
	}
	return n
}

// signed reports whether the nonce was signed with the key.
func signed(key, sig string, nonce []byte) bool {
	if key == "" || len(nonce) == 0 {
		return false
	}
	public, err := nkeys.FromPublicKey(key)
	if err != nil {
		return false
	}
	raw, err := decode(sig)
	return err == nil && public.Verify(nonce, raw) == nil
}

// A serverLog hands on what the server says is wrong.
type serverLog struct{ log *slog.Logger }

func (l *serverLog) Noticef(string, ...any) {}
func (l *serverLog) Debugf(string, ...any)  {}
func (l *serverLog) Tracef(string, ...any)  {}
func (l *serverLog) Warnf(format string, v ...any) {
	l.log.Warn("nats", "error", fmt.Sprintf(format, v...))
}

func (l *serverLog) Fatalf(format string, v ...any) {
	l.log.Error("nats", "error", fmt.Sprintf(format, v...))
}

func (l *serverLog) Errorf(format string, v ...any) {
	l.log.Info("nats", "error", fmt.Sprintf(format, v...))
}
