// Package broker runs the NATS server of a hub, or connects to servers that are there, and says which boxes are let in.
//
// A box is known by an NKey that it makes itself. It is let in when somebody has said so: it asks with a code that the
// hub shows and that is good for one box, and waits until the organiser clicks. A key that is revoked loses its
// connection at once. One key has one connection: a second box with the same key is refused.
package broker

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"consigliere/engine/event"
	"consigliere/hw/post/wire"
)

// Options are how a broker runs.
type Options struct {
	Dir    string // of all that is kept
	Listen string // where boxes connect, such as ":4222"; "" nowhere
	MQTT   string // where home automation connects, such as ":1883"; "" nowhere
	Open   bool   // every box is let in
	// Room is how many bytes of lines are kept; 0 stands for [DefaultRoom].
	Room int64
	Log  *slog.Logger

	// URL is a cluster to use instead of a server of its own, with the file of a key for it.
	URL, Credentials string
	Replicas         int
	// ClusterListen makes this server part of a cluster: its name among them, where the others connect, where they are, and
	// the word that all of them know.
	Name, ClusterListen, Secret string
	Routes                      []string
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
	Key   string    `json:"key"`
	Name  string    `json:"name"`
	State State     `json:"state"`
	Since time.Time `json:"since"` // of the state
	Table int       `json:"table,omitempty"`
	// The following is what this hub has seen since it started.
	Clone  time.Time `json:"clone,omitzero"` // when another box with this key was refused last
	From   string    `json:"from,omitempty"` // where it connected from last
	Online bool      `json:"-"`
}

// kept is what all hubs of a cluster share: the document "hub".
type kept struct {
	ID    string          `json:"id"`
	Key   string          `json:"key"`            // of the organiser's page
	Code  string          `json:"code"`           // by which a box may ask to be let in
	Home  string          `json:"home,omitempty"` // the word of home automation
	Plan  string          `json:"plan,omitempty"` // where the tables stand
	Boxes map[string]*Box `json:"boxes"`
}

// clone returns a copy.
func (k *kept) clone() kept {
	c := *k
	c.Boxes = make(map[string]*Box, len(k.Boxes))
	for key, box := range k.Boxes {
		b := *box
		c.Boxes[key] = &b
	}
	return c
}

// A Broker is the server of a hub.
type Broker struct {
	o     Options
	so    *server.Options // nil for a cluster that is there
	conn  *nats.Conn
	js    jetstream.JetStream
	own   nkeys.KeyPair
	word  string // of the hub's own MQTT connection
	log   *slog.Logger
	shelf Shelf
	ended context.CancelFunc
	cares sync.WaitGroup

	running atomic.Pointer[server.Server] // nil for a cluster that is there

	mu       sync.Mutex // guards the following
	kept     kept
	revision uint64 // of it
	tries    int    // with wrong codes since the code was made
	online   map[string]session
	seen     map[string]*sighting
	changed  func()
	trouble  string
}

// A sighting is what this hub has seen of a box.
type sighting struct {
	from  string
	clone time.Time
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

// Start starts a broker. It is ready when Start returns. In a cluster it waits for a majority of the servers, or until ctx ends.
func Start(ctx context.Context, o Options) (b *Broker, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Room == 0 {
		o.Room = DefaultRoom
	}
	b = &Broker{o: o, log: o.Log, online: map[string]session{}, seen: map[string]*sighting{}, changed: func() {}, shelf: Folder(o.Dir)}
	care, ended := context.WithCancel(context.Background())
	b.ended = ended
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	if b.own, err = nkeys.CreateUser(); err != nil {
		return nil, err
	}
	if !b.shared() {
		if err := b.load(); err != nil {
			return nil, err
		}
	}
	started := b // what is returned with an error is nil
	defer func() {
		if err != nil {
			started.Stop()
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
	if err := b.makeStream(ctx); err != nil {
		return nil, err
	}
	if b.shared() {
		if err := b.share(ctx, care); err != nil {
			return nil, err
		}
	}
	if b.so != nil {
		b.cares.Go(func() { b.care(care) })
	}
	// Last, as boxes begin to send when they have the time. In a cluster the hub answers that is nearest.
	_, err = b.conn.QueueSubscribe(wire.Time, "hub", func(m *nats.Msg) {
		data, err := json.Marshal(wire.Clock{Hub: b.ID(), At: time.Now().UnixNano()})
		if err == nil {
			_ = m.Respond(data) // whoever asked asks again
		}
	})
	return b, err
}

// shared reports whether other hubs may use what this one keeps.
func (b *Broker) shared() bool { return b.o.Replicas > 1 }

// serve starts a server in this program.
func (b *Broker) serve() error {
	b.so = &server.Options{
		ServerName: "consigliere-" + b.kept.ID, NoSigs: true, NoLog: true, JetStream: true, StoreDir: filepath.Join(b.o.Dir, "nats"),
		JetStreamMaxStore: b.o.Room + b.o.Room/4 + 64<<20, JetStreamMaxMemory: 16 << 20,
		// The default syncs every two minutes, and a power cut loses what was acknowledged since.
		SyncAlways: true, MaxPayload: wire.MaxMessage, MaxConn: maxBoxes, PingInterval: 5 * time.Second, MaxPingsOut: 2, MaxControlLine: 4096,
		AuthTimeout: 3, AlwaysEnableNonce: true, CustomClientAuthentication: (*doorman)(b), DontListen: b.o.Listen == "", NoSystemAccount: false,
		WriteDeadline: 10 * time.Second, MaxSubs: 50, MaxPending: 8 << 20,
	}
	so := b.so
	if b.o.Listen != "" {
		host, port, err := hostPort(b.o.Listen)
		if err != nil {
			return err
		}
		so.Host, so.Port = host, port
	}
	if b.o.MQTT != "" {
		host, port, err := hostPort(b.o.MQTT)
		if err != nil {
			return err
		}
		b.word = rand.Text()
		if b.kept.Home == "" {
			if err := b.change(func(k *kept) error { k.Home = newCode(); return nil }); err != nil {
				return err
			}
		}
		// Nothing is kept for a lamp that is away: it gets what is retained when it is back.
		so.MQTT = server.MQTTOpts{Host: host, Port: port, AuthTimeout: 3, ConsumerMemoryStorage: true, ConsumerInactiveThreshold: 5 * time.Minute}
	}
	if b.o.ClusterListen != "" {
		host, port, err := hostPort(b.o.ClusterListen)
		if err != nil {
			return err
		}
		electSoon()
		so.ServerName = "consigliere-" + b.o.Name
		so.Cluster = server.ClusterOpts{Name: "consigliere", Host: host, Port: port, Username: "hub", Password: b.o.Secret, AuthTimeout: 3, NoAdvertise: true}
		so.Routes = server.RoutesFromStr(strings.Join(b.o.Routes, ","))
		for _, r := range so.Routes {
			r.User = url.UserPassword("hub", b.o.Secret)
		}
	}
	if err := b.run(); err != nil {
		return err
	}
	if a, is := b.running.Load().Addr().(*net.TCPAddr); is {
		so.Port = a.Port // it is the same when the server is started anew
	}
	public, err := b.own.PublicKey()
	if err != nil {
		return err
	}
	b.conn, err = nats.Connect("", nats.InProcessServer(b), nats.Nkey(public, b.own.Sign), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	return err
}

// hostPort reads an address to listen at.
func hostPort(text string) (host string, port int, err error) {
	host, service, err := net.SplitHostPort(text)
	n, no := strconv.ParseUint(service, 10, 16)
	if err != nil || no != nil {
		return "", 0, fmt.Errorf("%q is not an address; try :4222, or 192.168.1.5:4222", text)
	}
	if n == 0 {
		return host, server.RANDOM_PORT, nil
	}
	return host, int(n), nil
}

// run starts the server.
func (b *Broker) run() error {
	s, err := server.NewServer(b.so)
	if err != nil {
		return err
	}
	b.mu.Lock()
	clear(b.online) // a server that was before counted its clients from 1, too
	b.mu.Unlock()
	s.SetLoggerV2(&serverLog{log: b.log}, false, false, false)
	b.running.Store(s)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		return fmt.Errorf("the server is not ready; is %s in use, or %s?", b.o.Listen, b.so.StoreDir)
	}
	return nil
}

// InProcessConn implements [nats.InProcessConnProvider], for the hub's own connection.
func (b *Broker) InProcessConn() (net.Conn, error) { return b.running.Load().InProcessConn() }

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
func (b *Broker) makeStream(ctx context.Context) error {
	config := jetstream.StreamConfig{
		Name: wire.Stream, Description: "what the tables of Consigliere have shown", Subjects: []string{wire.AllLines},
		Storage: jetstream.FileStorage, Retention: jetstream.LimitsPolicy, MaxBytes: b.o.Room, MaxMsgSize: wire.MaxMessage,
		// A hub that is full says so, and keeps what it has acknowledged.
		Discard: jetstream.DiscardNew, AllowDirect: true, Replicas: max(1, b.o.Replicas), DenyDelete: true, DenyPurge: true,
	}
	err := b.patiently(ctx, func(ctx context.Context) error {
		_, err := b.js.CreateOrUpdateStream(ctx, config)
		return err
	})
	if err != nil {
		return fmt.Errorf("the stream of lines: %w", err)
	}
	return nil
}

// patiently does something; where other servers are needed, again until there are enough of them.
func (b *Broker) patiently(ctx context.Context, do func(context.Context) error) error {
	for tries := 0; ; tries++ {
		one, cancel := context.WithTimeout(ctx, 5*time.Second)
		err := do(one)
		cancel()
		if err == nil || !b.shared() || ctx.Err() != nil {
			return err
		}
		if tries%10 == 0 {
			b.log.Warn("waiting for the other servers of the cluster: a majority of them is needed", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// share keeps the documents in the cluster from now on.
func (b *Broker) share(ctx, care context.Context) error {
	err := b.patiently(ctx, func(ctx context.Context) error {
		kv, err := b.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: "HUB", Description: "what the hubs of Consigliere share", Replicas: b.o.Replicas, MaxValueSize: 4 << 20, MaxBytes: 64 << 20,
		})
		b.shelf = bucket{kv}
		return err
	})
	if err != nil {
		return fmt.Errorf("what the hubs share: %w", err)
	}
	if err := b.patiently(ctx, func(context.Context) error { return b.load() }); err != nil {
		return err
	}
	return b.shelf.Watch(care, keptName, func(data []byte, revision uint64) {
		b.mu.Lock()
		if revision <= b.revision || b.take(data, revision) != nil {
			b.mu.Unlock()
			return
		}
		for key, s := range b.online {
			if box := b.kept.Boxes[key]; box == nil || box.State != In {
				b.disconnect(s.client)
			}
		}
		f := b.changed
		b.mu.Unlock()
		f()
	})
}

// Stop stops the server, or leaves the cluster.
func (b *Broker) Stop() {
	b.ended()
	b.cares.Wait()
	if b.conn != nil {
		b.conn.Close()
	}
	b.shut()
}

// shut stops the server, where it is this program's.
func (b *Broker) shut() {
	if s := b.running.Load(); s != nil {
		s.Shutdown()
		s.WaitForShutdown()
	}
}

// Conn returns the hub's own connection, which may do everything.
func (b *Broker) Conn() *nats.Conn { return b.conn }

// JetStream returns the hub's own view of the streams.
func (b *Broker) JetStream() jetstream.JetStream { return b.js }

// Shelf returns where the hub keeps its documents.
func (b *Broker) Shelf() Shelf { return b.shelf }

// Addr returns where boxes connect, or "".
func (b *Broker) Addr() string {
	s := b.running.Load()
	if s == nil || b.o.Listen == "" {
		return b.o.URL
	}
	return s.Addr().String()
}

// ID returns which hub this is.
func (b *Broker) ID() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept.ID
}

// Key returns what the organiser's page needs.
func (b *Broker) Key() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept.Key
}

// Plan returns where the tables stand in the hall, as the organiser has written it.
func (b *Broker) Plan() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept.Plan
}

// SetPlan says where the tables stand.
func (b *Broker) SetPlan(plan string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.change(func(k *kept) error { k.Plan = plan; return nil })
}

// Trouble returns what keeps the hub from taking lines, or "".
func (b *Broker) Trouble() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.trouble
}

// Open reports whether every box is let in.
func (b *Broker) Open() bool { return b.o.Open }

// OnChange sets what is called when there is another box, or another state of one. It is called with no lock held.
func (b *Broker) OnChange(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed = f
}

// keptName is the document of what is kept.
const keptName = "hub"

// load takes up what is kept, and makes it where there is nothing; the caller holds the lock, or is alone.
func (b *Broker) load() error {
	data, revision, err := b.shelf.Get(keptName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		k := kept{ID: random(4), Key: random(8), Code: newCode(), Boxes: map[string]*Box{}}
		if err = b.put(&k); errors.Is(err, ErrChanged) {
			return b.load() // another hub was faster
		}
		return err
	case err != nil:
		return err
	}
	return b.take(data, revision)
}

// take takes a document as what is kept.
func (b *Broker) take(data []byte, revision uint64) error {
	var k kept
	if err := json.Unmarshal(data, &k); err != nil || k.ID == "" || k.Key == "" {
		return fmt.Errorf("%s is not what a hub wrote: restore it from a backup, or remove it and admit all boxes again", filepath.Join(b.o.Dir, keptName+".json"))
	}
	if k.Boxes == nil {
		k.Boxes = map[string]*Box{}
	}
	if k.Code == "" {
		k.Code = newCode()
	}
	b.kept, b.revision = k, revision
	return nil
}

// put writes what is to be kept, and takes it; the caller holds the lock, or is alone.
func (b *Broker) put(k *kept) error {
	data, err := json.MarshalIndent(k, "", "\t")
	if err != nil {
		return err
	}
	revision, err := b.shelf.Put(keptName, data, b.revision)
	if err == nil {
		b.kept, b.revision = *k, revision
	}
	return err
}

// change changes what is kept; nothing has changed if f or the disk fails. The caller holds the lock.
func (b *Broker) change(f func(*kept) error) error {
	for {
		k := b.kept.clone()
		if err := f(&k); err != nil {
			return err
		}
		err := b.put(&k)
		if !errors.Is(err, ErrChanged) {
			return err
		}
		if err := b.load(); err != nil {
			return err
		}
	}
}

func random(bytes int) string {
	raw := make([]byte, bytes)
	_, _ = rand.Read(raw)
	return hex.EncodeToString(raw)
}

// newCode makes a code.
func newCode() string {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw)
	const letters = "23456789abcdefghjkmnpqrstuvwxyz" // none that is taken for another
	for i := range raw {
		raw[i] = letters[int(raw[i])%len(letters)]
	}
	return string(raw)
}

// Code returns the code by which the next box may ask to be let in. It is good for one box.
func (b *Broker) Code() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept.Code
}

// Boxes returns the boxes that the hub knows, in the order of their keys.
func (b *Broker) Boxes() []Box {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Box
	for _, key := range slices.Sorted(maps.Keys(b.kept.Boxes)) {
		box := *b.kept.Boxes[key]
		if seen := b.seen[key]; seen != nil {
			box.From, box.Clone = seen.from, seen.clone
		}
		s, is := b.online[key]
		box.Online = is && b.lives(s.client)
		all = append(all, box)
	}
	return all
}

// Table returns the number of the table where a box stands, or 0.
func (b *Broker) Table(key string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if box := b.kept.Boxes[key]; box != nil {
		return box.Table
	}
	return 0
}

// Set changes the state of a box that is known, or lets in a key that is not. A revoked key loses its connection at once.
func (b *Broker) Set(key string, state State) error {
	if !nkeys.IsValidPublicUserKey(key) {
		return event.Wrong("no_key", "%q is not the key of a box; see: consigliere-hub boxes", key)
	}
	b.mu.Lock()
	err := b.change(func(k *kept) error {
		box, known := k.Boxes[key]
		if !known {
			if state == Revoked {
				return event.Wrong("no_box", "no box has the key %s; see: consigliere-hub boxes", key)
			}
			box = &Box{Key: key}
			k.Boxes[key] = box
		}
		box.State, box.Since = state, time.Now()
		return nil
	})
	s, online := b.online[key]
	changed := b.changed
	b.mu.Unlock()
	if err == nil && state == Revoked && online {
		b.disconnect(s.client)
	}
	changed()
	return err
}

// disconnect ends the connection of a client.
func (b *Broker) disconnect(client uint64) {
	if s := b.running.Load(); s != nil {
		_ = s.DisconnectClientByID(client)
	}
}

// SetTable says which table a box stands on; 0 for none. No two boxes stand on one.
func (b *Broker) SetTable(key string, table int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.change(func(k *kept) error {
		box, known := k.Boxes[key]
		if !known {
			return event.Wrong("no_box", "no box has the key %s; see: consigliere-hub boxes", key)
		}
		for _, other := range k.Boxes {
			if other.Table == table {
				other.Table = 0
			}
		}
		box.Table = table
		return nil
	})
}

// Heard keeps what a box is called, once it has said so, and gives it the next table. Where other servers say who is let in,
// whoever is heard was.
func (b *Broker) Heard(key, name string) {
	name = Plain(name, wire.MaxName)
	b.mu.Lock()
	defer b.mu.Unlock()
	box, known := b.kept.Boxes[key]
	if !known && (b.o.URL == "" || len(b.kept.Boxes) >= maxBoxes || !nkeys.IsValidPublicUserKey(key)) {
		return
	}
	if known && box.Name == name && box.Table > 0 {
		return
	}
	err := b.change(func(k *kept) error {
		box := k.Boxes[key]
		if box == nil {
			box = &Box{Key: key, State: In, Since: time.Now()}
			k.Boxes[key] = box
		}
		box.Name = name
		if box.Table == 0 {
			for _, other := range k.Boxes {
				box.Table = max(box.Table, other.Table)
			}
			box.Table++
		}
		return nil
	})
	if err != nil {
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
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	return strings.TrimSpace(text)
}

// lives reports whether the server still has a connection.
func (b *Broker) lives(client uint64) bool {
	s := b.running.Load()
	return s != nil && s.GetClient(client) != nil
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
	if o.Nkey == "" && o.Username != "" {
		return d.home(c, o)
	}
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

// HomeUser is what home automation is called by MQTT.
const HomeUser = "home"

// homeSubjects returns the topics of home automation as subjects, and what MQTT itself listens to. With # a client also listens to
// the topic above.
func homeSubjects() []string {
	return []string{"consigliere", "consigliere.>", "homeassistant", "homeassistant.>", "$MQTT.sub.>", "$MQTT.deliver.pubrel.>"}
}

// home lets home automation in, which may listen to what the hub says to it and say nothing; and the hub's own connection.
func (d *doorman) home(c server.ClientAuthentication, o *server.ClientOpts) bool {
	b := (*Broker)(d)
	if o.Username == "hub" && same(o.Password, b.word) {
		c.RegisterUser(&server.User{Username: "hub-home"})
		return true
	}
	b.mu.Lock()
	word := b.kept.Home
	b.mu.Unlock()
	if o.Username != HomeUser || !same(o.Password, word) {
		return false
	}
	c.RegisterUser(&server.User{Username: HomeUser, Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Deny: []string{">"}}, Subscribe: &server.SubjectPermission{Allow: homeSubjects()},
	}})
	return true
}

// same reports whether a word is the one that is wanted, in the same time for all that are wrong.
func same(word, want string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(word), []byte(want)) == 1
}

// Home returns where home automation connects, its word, and the hub's own word; "" where it does not.
func (b *Broker) Home() (addr, word, own string) {
	s := b.running.Load()
	if s == nil || b.o.MQTT == "" {
		return "", "", ""
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return net.JoinHostPort(b.so.MQTT.Host, strconv.Itoa(b.so.MQTT.Port)), b.kept.Home, b.word
}

// letIn decides about a box whose signature is right; the caller holds the lock.
func (b *Broker) letIn(o *server.ClientOpts, client uint64, from string) (in, changed bool) {
	box, known := b.kept.Boxes[o.Nkey]
	if !known {
		state := Waiting
		switch {
		case b.kept.ID == "" || len(b.kept.Boxes) >= maxBoxes:
			return false, false // in a cluster it is not known yet who is let in
		case b.o.Open:
			state = In
		case o.Token != b.kept.Code || b.waiting() >= maxWaiting:
			if b.tries++; b.tries <= maxTries {
				return false, false
			}
		}
		err := b.change(func(k *kept) error {
			if !b.o.Open {
				k.Code = newCode() // one is good for one box, and nobody guesses one that changes
			}
			if b.tries <= maxTries {
				_, name, _ := strings.Cut(o.Name, " ")
				k.Boxes[o.Nkey] = &Box{Key: o.Nkey, Name: Plain(name, wire.MaxName), State: state, Since: time.Now()}
			}
			return nil
		})
		if err != nil {
			b.log.Error("what the hub keeps", "error", err)
			return false, true
		}
		if b.tries > maxTries {
			b.tries = 0
			return false, true
		}
		b.tries = 0
		box, changed = b.kept.Boxes[o.Nkey], true
	}
	seen := b.seen[o.Nkey]
	if seen == nil {
		seen = &sighting{}
		b.seen[o.Nkey] = seen
	}
	if box.State != In {
		seen.from = from
		return false, changed
	}
	if s, is := b.online[o.Nkey]; is && b.lives(s.client) && s.client != client {
		if s.instance != o.Name {
			// The older of two boxes with one key goes on, and the organiser is told.
			if time.Since(seen.clone) > 10*time.Second {
				seen.clone = time.Now()
				changed = true
				b.log.Warn("two boxes have one key; the younger is refused", "box", box.Name, "key", o.Nkey, "from", from)
				if b.conn != nil {
					_ = b.conn.Publish(wire.Orders(o.Nkey), []byte(`{"t":"clone"}`)) // it is told again
				}
			}
			return false, changed
		}
		go b.disconnect(s.client) // the same program is back before the old line has ended
	}
	seen.from = from
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
type serverLog struct {
	log *slog.Logger

	mu    sync.Mutex // guards the following
	named time.Time  // when it was told last that another server has this one's name
}

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
	if strings.Contains(format, "duplicate name") {
		l.mu.Lock()
		defer l.mu.Unlock()
		if time.Since(l.named) > time.Minute {
			l.named = time.Now()
			l.log.Error("two hubs of the cluster have one name, so neither finds the other; give each a --name of its own")
		}
		return
	}
	l.log.Info("nats", "error", fmt.Sprintf(format, v...))
}
