package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/cmd/consigliere-hub/page"
	"consigliere/engine/journal"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/post"
	"consigliere/hw/post/wire"
)

// A fakeBox shows desks.
type fakeBox struct {
	streams *box.Streams
	mu      sync.Mutex
	desk    desk.Public
	given   []command.Command
	at      []time.Time
	n       int
}

func newFakeBox() *fakeBox {
	return &fakeBox{streams: box.NewStreams(box.Layout{}), desk: desk.Public{State: "menu", Seconds: -1}}
}

func (b *fakeBox) Listen(p hw.Pod) *box.Listener { return b.streams.Listen(p) }
func (b *fakeBox) Done() <-chan struct{}         { return b.streams.Done() }
func (b *fakeBox) Snapshot() desk.Desks          { return b }
func (b *fakeBox) Public(lang.Lang) *desk.Public {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.desk
	return &d
}
func (b *fakeBox) Stage(lang.Lang) *desk.Stage        { return &desk.Stage{} }
func (b *fakeBox) Seat(string, lang.Lang) desk.Seat   { return desk.Seat{} }
func (b *fakeBox) Sight(hw.Pod, lang.Lang) desk.Sight { return desk.Sight{} }
func (b *fakeBox) AtPod(string) bool                  { return false }
func (b *fakeBox) Lang() lang.Lang                    { return lang.English }
func (b *fakeBox) Record(context.Context) ([]byte, error) {
	return []byte("{\"game\":\"naro\"}\n{\"do\":\"x\"}\n"), nil
}

func (b *fakeBox) Do(_ context.Context, c command.Command) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.given, b.at = append(b.given, c), append(b.at, time.Now())
	return nil
}

// commands returns what the box was told.
func (b *fakeBox) commands() []command.Command {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]command.Command(nil), b.given...)
}

// toldAt returns when the box was told its i-th command.
func (b *fakeBox) toldAt(i int) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at[i]
}

// show shows another phase of a play.
func (b *fakeBox) show(journal string) {
	b.mu.Lock()
	b.n++
	b.desk.State, b.desk.Journal, b.desk.Game, b.desk.Seconds = "play", journal, "naro", -1
	b.desk.Phase = fmt.Sprintf("phase %d", b.n)
	b.desk.Seats = []desk.Player{{Name: "Ava", Awaited: b.n%2 == 0}, {Name: "باران", Awaited: true}}
	b.mu.Unlock()
	b.tell()
}

// tell says that what the box shows has changed.
func (b *fakeBox) tell() {
	b.mu.Lock()
	at := time.Duration(b.n) * time.Second
	b.mu.Unlock()
	b.streams.Tell(box.DeskEvent{At: at})
}

// last returns what the line of the phase that was shown last holds.
func (b *fakeBox) last() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf(`"phase %d"`, b.n)
}

// startBroker starts a broker that is stopped with the test.
func startBroker(t testing.TB, o broker.Options) *broker.Broker {
	t.Helper()
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	b, err := broker.Start(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(b.Stop)
	return b
}

// startAgain starts a broker where one has stopped. Its port may be somebody else's for a moment: whoever dials out gets any
// that is free.
func startAgain(t testing.TB, o broker.Options) (b *broker.Broker) {
	t.Helper()
	until(t, "the hub is back", func() bool {
		var err error
		b, err = broker.Start(t.Context(), o)
		return err == nil
	})
	return b
}

// An outpost is a client of a fake box, that can be killed and started again.
type outpost struct {
	box  *fakeBox
	dir  string
	at   post.Address
	key  *post.Key
	stop context.CancelFunc
	done chan struct{}
	*post.Client
}

func newOutpost(t testing.TB, at string) *outpost {
	t.Helper()
	dir := t.TempDir()
	key, err := post.LoadKey(filepath.Join(dir, "hub.key"))
	require.NoError(t, err)
	address, err := post.ParseAddress(at)
	require.NoError(t, err)
	o := &outpost{box: newFakeBox(), dir: filepath.Join(dir, "journals"), at: address, key: key}
	o.start(t)
	t.Cleanup(o.kill)
	return o
}

func (o *outpost) start(t testing.TB) {
	var ctx context.Context
	ctx, o.stop = context.WithCancel(context.Background())
	var err error
	name := "box " + o.key.Public()[:6]
	instance := fmt.Sprintf("%x %s", rand.Uint64(), name)
	o.Client, err = post.New(o.box, post.Options{
		Name: name, Dir: o.dir,
		Dial: func(ctx context.Context) (post.Link, error) { return post.Dial(ctx, o.at, o.key, instance) },
	})
	require.NoError(t, err)
	o.done = make(chan struct{})
	go func(c *post.Client, done chan struct{}) {
		defer close(done)
		c.Run(ctx)
	}(o.Client, o.done)
}

func (o *outpost) kill() {
	o.stop()
	<-o.done
}

// own returns the lines in the outboxes of a box.
func (o *outpost) own(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(o.dir, "*"+journal.OutboxEnding))
	require.NoError(t, err)
	var lines []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(data)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// exported returns the lines that a hub holds of a box, in their order.
func exported(t testing.TB, b *broker.Broker) map[string][]string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, hall.Lines(t.Context(), b, &out))
	lines := map[string][]string{}
	for in := bufio.NewScanner(&out); in.Scan(); {
		var l struct {
			Box, Play, Text string
			Line            int
		}
		require.NoError(t, json.Unmarshal(in.Bytes(), &l))
		lines[l.Box] = append(lines[l.Box], l.Text)
		assert.NotEmpty(t, l.Play)
	}
	return lines
}

// patience is how long a test waits for what must come: a machine that has much to do may take long, and only a test that
// fails waits for so long.
const patience = 2 * time.Minute

// until waits for a condition.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > patience {
			require.FailNow(t, "it never came", what)
		}
	}
}

// settled waits until what was shown last is at the hub, and nothing waits.
func settled(t testing.TB, outposts ...*outpost) {
	t.Helper()
	for _, o := range outposts {
		last := o.box.last()
		until(t, "the last line is at the hub", func() bool {
			// The file comes first: the client holds its lock while it writes a line, so a status that is asked for after
			// the line was seen counts it.
			if !strings.Contains(strings.Join(o.own(t), "\n"), last) {
				return false
			}
			s := o.Status()
			return s.Reached && s.Waiting == 0
		})
	}
}

// Every line is at the hub exactly once and in order, however often hub and boxes end in the middle.
func TestExactlyOnce(t *testing.T) {
	boxes, lasts := 12, 4*time.Second
	if os.Getenv("CONSIGLIERE_LONG") != "" {
		boxes, lasts = 200, 60*time.Second
	}
	dir := t.TempDir()
	options := broker.Options{Dir: dir, Listen: "127.0.0.1:0", Open: true}
	b, err := broker.Start(t.Context(), options)
	require.NoError(t, err)
	defer func() { b.Stop() }()
	options.Listen = b.Addr()
	outposts := make([]*outpost, boxes)
	for i := range outposts {
		outposts[i] = newOutpost(t, "nats://"+b.Addr())
	}
	r := rand.New(rand.NewPCG(1, 2))
	began, next := time.Now(), time.Now().Add(time.Second)
	for n := 0; time.Since(began) < lasts; n++ {
		o := outposts[r.IntN(boxes)]
		o.box.show(fmt.Sprintf("play-%04d.jsonl", 1+o.box.n/50))
		if r.IntN(40) == 0 {
			o.kill()
			o.start(t)
		}
		if time.Now().After(next) {
			b.Stop()
			time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
			b = startAgain(t, options)
			next = time.Now().Add(time.Duration(500+r.IntN(1500)) * time.Millisecond)
		}
		time.Sleep(time.Duration(r.IntN(3)) * time.Millisecond)
	}
	for _, o := range outposts {
		o.box.show("play-9999.jsonl")
	}
	settled(t, outposts...)
	held, total := exported(t, b), 0
	for _, o := range outposts {
		own := o.own(t)
		require.ElementsMatch(t, own, held[o.key.Public()])
		total += len(own)
		// Within a play they are in order.
		last := map[string]int{}
		play := ""
		for _, text := range held[o.key.Public()] {
			var line wire.Line
			require.NoError(t, json.Unmarshal(journal.Record([]byte(text)), &line))
			if line.Play != "" {
				play = line.Play
			}
			require.Equal(t, last[play]+1, line.N)
			last[play] = line.N
		}
	}
	t.Logf("%d lines of %d boxes", total, boxes)
}

// A box is let in by a code and a click, and put out at once.
func TestAdmission(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir()})
	code := b.Code()
	stranger := newOutpost(t, "nats://nonsense@"+b.Addr())
	o := newOutpost(t, "nats://"+code+"@"+b.Addr())
	o.box.show("play-0001.jsonl")
	until(t, "the box is listed", func() bool { return len(b.Boxes()) == 1 })
	assert.Equal(t, broker.Waiting, b.Boxes()[0].State)
	assert.Equal(t, "box "+o.key.Public()[:6], b.Boxes()[0].Name, "whoever lets it in knows which it is")
	assert.NotEqual(t, code, b.Code(), "a code is good for one box")
	for _, p := range []*outpost{o, stranger} {
		until(t, "the box hears that it is not let in", func() bool { return errors.Is(p.Status().Problem, post.ErrNotIn) })
	}
	until(t, "the line waits", func() bool { return o.Status().Waiting == 1 })
	assert.False(t, o.Status().Reached)
	require.NoError(t, b.Set(o.key.Public(), broker.In))
	settled(t, o)
	assert.Len(t, b.Boxes(), 1, "a stranger is not even listed")

	// A second card with the same key is refused, and the organiser and both tables are told.
	clone := &outpost{box: newFakeBox(), dir: t.TempDir(), at: o.at, key: o.key}
	clone.start(t)
	defer clone.kill()
	until(t, "the organiser is told", func() bool { return !b.Boxes()[0].Clone.IsZero() })
	assert.True(t, o.Status().Reached)
	assert.False(t, clone.Status().Reached)
	until(t, "the table of the first is told", func() bool { return o.Status().State().Trouble == command.HubClone })
	until(t, "and that of the second", func() bool { return clone.Status().State().Trouble == command.HubNotIn })

	require.NoError(t, b.Set(o.key.Public(), broker.Revoked))
	until(t, "the box is put out", func() bool { return !o.Status().Reached })
	o.box.show("play-0001.jsonl")
	until(t, "the line waits", func() bool { return o.Status().Waiting == 1 })
	require.NoError(t, b.Set(o.key.Public(), broker.In))
	clone.kill()
	settled(t, o)
	require.Error(t, b.Set("UABC", broker.In))
}

// A line whose acknowledgement was lost is sent again, and does not get in twice: each names the one before, and the hub
// refuses it where that is another. Nothing else would notice, as no window of dedupe is relied on.
func TestSentTwice(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	o := newOutpost(t, "nats://"+b.Addr())
	o.kill() // its key is used by hand
	link, err := post.Dial(t.Context(), o.at, o.key, "by hand")
	require.NoError(t, err)
	defer link.Close()
	line := func(n int) []byte { return fmt.Appendf(nil, "{\"n\":%d,\"state\":\"play\"}\n", n) }
	first, err := link.Put(t.Context(), "play", line(1), 0)
	require.NoError(t, err)
	_, err = link.Put(t.Context(), "play", line(1), 0)
	require.ErrorIs(t, err, post.ErrBehind)
	second, err := link.Put(t.Context(), "play", line(2), first)
	require.NoError(t, err)
	for _, last := range []uint64{0, first, second + 1} {
		_, err = link.Put(t.Context(), "play", line(3), last)
		require.ErrorIs(t, err, post.ErrBehind, "behind %d", last)
	}
	_, err = link.Put(t.Context(), "other", line(1), 0)
	require.NoError(t, err, "another play has its own lines")
	data, seq, err := link.Last(t.Context(), "play")
	require.NoError(t, err)
	assert.Equal(t, second, seq)
	assert.Equal(t, string(line(2)), string(data))
}

// A box can say nothing in the name of another, and hear nothing that is for another.
func TestPermissions(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	own, err := nkeys.CreateUser()
	require.NoError(t, err)
	public, err := own.PublicKey()
	require.NoError(t, err)
	other := "UCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	wrong := make(chan error, 100)
	c, err := nats.Connect("nats://"+b.Addr(), nats.Nkey(public, own.Sign), nats.CustomInboxPrefix(wire.Inbox(public)),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { wrong <- err }))
	require.NoError(t, err)
	defer c.Close()
	refused := func(what string) {
		t.Helper()
		require.NoError(t, c.Flush())
		select {
		case err := <-wrong:
			assert.ErrorIs(t, err, nats.ErrPermissionViolation, what)
		case <-time.After(patience):
			assert.Fail(t, "it was allowed", what)
		}
	}
	for _, subject := range []string{
		wire.Lines(other, "p"), wire.Up(other), wire.AllOrders, wire.Orders(public), wire.Orders(other), wire.LastLine(other, "p"),
		"$JS.API.STREAM.DELETE." + wire.Stream, "$JS.API.STREAM.PURGE." + wire.Stream, "$JS.API.STREAM.MSG.GET." + wire.Stream,
		"$JS.API.CONSUMER.CREATE." + wire.Stream, "$JS.API.DIRECT.GET." + wire.Stream, "$SYS.REQ.SERVER.PING", "anything",
	} {
		require.NoError(t, c.Publish(subject, []byte("x")))
		refused("publish " + subject)
	}
	for _, subject := range []string{">", wire.AllLines, wire.Lines(public, "p"), wire.Orders(other), wire.AllUp, wire.Inbox(other) + ".>", "_INBOX.>", "$SYS.>"} {
		_, err := c.Subscribe(subject, func(*nats.Msg) {})
		require.NoError(t, err)
		refused("subscribe " + subject)
	}
	_, err = nats.Connect("nats://" + b.Addr())
	require.ErrorIs(t, err, nats.ErrAuthorization)
	_, err = nats.Connect("nats://"+b.Addr(), nats.UserInfo("hub", "hub"))
	require.ErrorIs(t, err, nats.ErrAuthorization)
}

// A table that plays nothing calls a judge, too, and hears that one comes; the hub counts how long it waited.
func TestJudgeBetweenGames(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	h := runHall(t, b)
	o := newOutpost(t, "nats://"+b.Addr())
	until(t, "the table is there", func() bool { r := roomOf(t, h); return len(r.Tables) == 1 && r.Tables[0].Online })
	call := func(state string) {
		t.Helper()
		o.box.mu.Lock()
		o.box.desk.Judge = state
		o.box.mu.Unlock()
		o.box.tell()
		until(t, "the room shows the call", func() bool { return roomOf(t, h).Tables[0].Line.Judge == state })
	}
	call("called")
	assert.NotZero(t, roomOf(t, h).Tables[0].Called)
	require.NoError(t, h.Do(&hall.Command{Do: "judge", Box: o.key.Public(), Text: "coming"}))
	until(t, "the table hears it", func() bool {
		c := o.box.commands()
		return len(c) > 0 && c[len(c)-1] == command.Command(command.Judge{State: "coming"})
	})
	call("coming")
	call("")
	data, err := h.Room(true)
	require.NoError(t, err)
	var r hall.Room
	require.NoError(t, json.Unmarshal(data, &r))
	require.Len(t, r.Calls, 1)
	assert.Positive(t, r.Calls[0].Coming)
	assert.Greater(t, r.Calls[0].Seconds, r.Calls[0].Coming)
	assert.Zero(t, o.Status().Waiting, "no line tells of it")
}

// A box that is let in and says rubbish, as one whose program is broken may, spoils nothing for the others: the room is shown, and
// all is exported, the rubbish with it.
func TestRubbishFromWithin(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	h := runHall(t, b)
	o := newOutpost(t, "nats://"+b.Addr())
	o.kill()
	link, err := post.Dial(t.Context(), o.at, o.key, "by hand")
	require.NoError(t, err)
	defer link.Close()
	last := uint64(0)
	for i, text := range []string{
		"\x00\xff\xfe", "{", "[1,2]", `{"n":-5,"state":"play","waits":[99,-1,0],"seats":["A"],"judge":"<b>","lang":"` + strings.Repeat("x", 9999) + `"}`,
		`{"n":1,"state":"over","score":[{"seat":77,"place":-3}],"log":["` + strings.Repeat("ها", 10_000) + `"]}`,
		`{"n":1e3,"state":"play"}`, `{"n":2,"state":"play","title":"\u202e\u0000` + strings.Repeat("y", 5000) + `","fair":{}}`, strings.Repeat("\n", 1000),
	} {
		last, err = link.Put(t.Context(), "play", []byte(text), last)
		require.NoError(t, err, "%d", i)
	}
	for _, d := range []any{"x", -1, nil, map[string]any{"lines": 7, "seats": "none", "log": map[string]int{}}} {
		require.NoError(t, link.Tell(wire.Report{T: "desk", Desk: d, Waiting: -9, Name: "\u202e" + strings.Repeat("z", 9000), Idle: true, Judge: "nobody"}))
	}
	good := newOutpost(t, "nats://"+b.Addr())
	good.box.show("play-0001.jsonl")
	settled(t, good)
	until(t, "the other table is there", func() bool {
		return slices.ContainsFunc(roomOf(t, h).Tables, func(t hall.Table) bool { return t.Box == good.key.Public() && t.Play != "" })
	})
	data, err := h.Room(true)
	require.NoError(t, err)
	assert.Less(t, len(data), 30_000, "what one table says is bounded")
	for _, t1 := range roomOf(t, h).Tables {
		for _, seat := range t1.Line.Waits {
			assert.Less(t, seat, len(t1.Line.Seats))
		}
		assert.Empty(t, t1.Line.Judge)
		assert.NotContains(t, t1.Line.Title+t1.Name, "\u202e")
	}
	assert.Equal(t, good.own(t), exported(t, b)[good.key.Public()])
	_, err = h.Desk(o.key.Public())
	require.NoError(t, err)
}

// The organiser says where tables stand in the hall, and it is kept.
func TestPlan(t *testing.T) {
	dir := t.TempDir()
	b := startBroker(t, broker.Options{Dir: dir, Open: true})
	h := runHall(t, b)
	require.NoError(t, h.Do(&hall.Command{Do: "plan", Text: "\n 1 2  . 3\n\n4 -- 5\n"}))
	assert.Equal(t, "1 2 . 3\n\n4 . . 5", roomOf(t, h).Plan)
	require.ErrorContains(t, h.Do(&hall.Command{Do: "plan", Text: "1 2\n2"}), "table 2 is there twice")
	require.ErrorContains(t, h.Do(&hall.Command{Do: "plan", Text: "1 x"}), `"x" is not the number of a table`)
	require.ErrorContains(t, h.Do(&hall.Command{Do: "plan", Text: strings.Repeat(".", 41)}), "at most 40 rows")
	assert.Equal(t, "1 2 . 3\n\n4 . . 5", roomOf(t, h).Plan)
	b.Stop()
	again := startBroker(t, broker.Options{Dir: dir, Open: true})
	assert.Equal(t, "1 2 . 3\n\n4 . . 5", again.Plan())
	require.NoError(t, runHall(t, again).Do(&hall.Command{Do: "plan"}))
	assert.Empty(t, again.Plan())
}

// A hundred megabytes of rubbish on each port harm nobody: boxes go on, the page answers, and home automation hears.
func TestRubbish(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true, MQTT: freeAddr(t)})
	h := runHall(t, b)
	o := newOutpost(t, "nats://"+b.Addr())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = page.Serve(t.Context(), l, page.New(h, b.Key(), nil).Handler(false)) }()
	lamps, word, _ := b.Home()
	for addr, begins := range map[string]string{b.Addr(): "", l.Addr().String(): "POST /do HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n", lamps: "\x10\xff\xff\x7f"} {
		noise := append([]byte(begins), bytes.Repeat([]byte("CONNECT {\x00\xffPUB lines.> 99999999999\r\n"), 1<<15)...)
		for range 80 {
			c, err := net.Dial("tcp", addr)
			require.NoError(t, err)
			_ = c.SetDeadline(time.Now().Add(2 * time.Second))
			_, _ = c.Write(noise)
			require.NoError(t, c.Close())
		}
	}
	o.box.show("play-0001.jsonl")
	settled(t, o)
	r, err := http.Get("http://" + l.Addr().String() + "/room")
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	assert.Equal(t, 200, r.StatusCode)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + lamps).SetUsername(broker.HomeUser).SetPassword(word).SetClientID("lamp"))
	token := c.Connect()
	require.True(t, token.WaitTimeout(patience))
	require.NoError(t, token.Error())
	c.Disconnect(0)
}

// A hub that is full says so, loses nothing that it has acknowledged, and takes the rest when there is room.
func TestFull(t *testing.T) {
	dir := t.TempDir()
	b, err := broker.Start(t.Context(), broker.Options{Dir: dir, Listen: "127.0.0.1:0", Open: true, Room: 64 << 10})
	require.NoError(t, err)
	o := newOutpost(t, "nats://"+b.Addr())
	for o.Status().Waiting < 300 && len(o.own(t)) < 400 {
		o.box.show("play-0001.jsonl")
		time.Sleep(time.Millisecond)
	}
	until(t, "the hub is full", func() bool { return errors.Is(o.Status().Problem, post.ErrHubFull) })
	s := o.Status()
	assert.Equal(t, command.HubFull, s.State().Trouble)
	held := exported(t, b)[o.key.Public()]
	assert.Len(t, held, len(o.own(t))-s.Waiting)
	addr := b.Addr()
	b.Stop()
	b = startAgain(t, broker.Options{Dir: dir, Listen: addr, Open: true})
	defer b.Stop()
	settled(t, o)
	assert.Equal(t, o.own(t), exported(t, b)[o.key.Public()])
}

// A hub that was restored from an old backup gets what it is missing again.
func TestBackup(t *testing.T) {
	dir, old := t.TempDir(), t.TempDir()
	options := broker.Options{Dir: dir, Listen: "127.0.0.1:0", Open: true}
	b, err := broker.Start(t.Context(), options)
	require.NoError(t, err)
	options.Listen = b.Addr()
	o := newOutpost(t, "nats://"+b.Addr())
	for range 20 {
		o.box.show("play-0001.jsonl")
	}
	settled(t, o)
	b.Stop()
	require.NoError(t, os.CopyFS(old, os.DirFS(dir)))
	b = startAgain(t, options)
	for range 20 {
		o.box.show("play-0002.jsonl")
	}
	o.box.show("play-0001.jsonl")
	settled(t, o)
	b.Stop()
	options.Dir = old
	b = startAgain(t, options)
	defer b.Stop()
	until(t, "the hub has what it had lost", func() bool { return len(exported(t, b)[o.key.Public()]) == len(o.own(t)) })
	assert.ElementsMatch(t, o.own(t), exported(t, b)[o.key.Public()])
}

// A box whose card was set back tells its play under another name; nothing is lost of either.
func TestCardSetBack(t *testing.T) {
	b := startBroker(t, broker.Options{Dir: t.TempDir(), Open: true})
	o := newOutpost(t, "nats://"+b.Addr())
	for range 5 {
		o.box.show("play-0001.jsonl")
	}
	settled(t, o)
	o.kill()
	file := filepath.Join(o.dir, "play-0001.jsonl"+journal.OutboxEnding)
	early, err := os.ReadFile(file)
	require.NoError(t, err)
	o.start(t)
	for range 5 {
		o.box.show("play-0001.jsonl")
	}
	settled(t, o)
	before := o.own(t)
	o.kill()
	require.NoError(t, os.WriteFile(file, early, 0o600))
	o.box.n += 100
	o.box.show("play-0001.jsonl") // else the first line could be the very one that the hub has
	o.start(t)
	for range 3 {
		o.box.show("play-0001.jsonl")
	}
	settled(t, o)
	assert.ElementsMatch(t, append(before, o.own(t)...), exported(t, b)[o.key.Public()])
}

// All tables are told what begins, and then that it begins. How exactly they begin together is tested beside the client,
// where time is a test's own; over real connections it is measured where there is time for that.
func TestStartTogether(t *testing.T) {
	dir := t.TempDir()
	b := startBroker(t, broker.Options{Dir: dir, Open: true})
	h := runHall(t, b)
	outposts := make([]*outpost, 20)
	for i := range outposts {
		outposts[i] = newOutpost(t, "nats://"+b.Addr())
		outposts[i].box.show("play-0001.jsonl")
	}
	settled(t, outposts...)
	begun := time.Now()
	require.NoError(t, h.Do(&hall.Command{Do: "start", Text: "Round 1"}))
	for _, o := range outposts {
		until(t, "the table begins", func() bool {
			for i, c := range o.box.commands() {
				if a, is := c.(command.Announce); is && a.Starts {
					assert.Equal(t, "Round 1", a.Texts[""])
					assert.Greater(t, o.box.toldAt(i).Sub(begun), time.Second, "it had to wait for the others")
					return true
				}
			}
			return false
		})
	}
	require.NoError(t, h.Do(&hall.Command{Do: "say", Text: "Dinner", Texts: map[string]string{"fa": "شام\u202e\u0000"}}))
	until(t, "the table hears it", func() bool {
		c := outposts[3].box.commands()
		a, is := c[len(c)-1].(command.Announce)
		return is && a.Texts["fa"] == "شام" && a.Texts[""] == "Dinner"
	})
}

// runHall runs the hall of a broker until the test ends.
func runHall(t testing.TB, b *broker.Broker) *hall.Hall {
	t.Helper()
	h, err := hall.New(b, discard())
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return h
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
