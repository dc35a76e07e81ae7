package phone

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/phone/seal"
	"consigliere/hw/web/line"
	"consigliere/hw/web/page"
)

// How a phone is listened to and told.
const (
	greeting   = 8 * time.Second // a connection that is silent this long is not a phone
	frameEvery = 2 * time.Second // so often a phone gets a frame, whether or not anything is new

	phoneBurst  = 30
	phonePerSec = 10
)

// A phone is the open page of a phone. It gets the board as all do, and frames with what its
// own seat may know: one with each board, one for each of its own, and one every frameEvery.
// So neither their sizes nor their moments tell what is in them.
type phone struct {
	*viewer

	guests   *Guests
	visit    *visitor
	conn     line.Conn
	pen      *pen
	call     uint64 // the number of its call
	up, down *seal.Sealer
	ended    sync.Once

	// Guarded by the mutex of the roll.
	holder  *holder
	knock   *knock
	denied  bool
	from    netip.Prefix
	trusted bool // it came with the code of the table, or the key of a seat

	shown    []rollKnock // in the last frame; of the writer
	answered answered    // guarded by the mutex of the viewer
}

// answered is what the box has to say to the last message of a phone.
type answered struct {
	N     int    `json:"n"`     // which message that was
	Fault string `json:"fault"` // a word for which the page has a sentence; "" if all is well
}

// A Frame is what a phone is told: all of it, each time.
type Frame struct {
	T string `json:"t"` // "seat"
	standing
	answered

	Desk  desk.Seat `json:"desk"`
	Table *hostDesk `json:"table"` // what a host may do for the table; nil for others
	Slim  bool      `json:"slim"`  // it was too long, and something was left out
	Life  string    `json:"life"`  // of the box, from one start to the next
}

// Phone serves a phone in a window of this browser, until it leaves or ctx ends.
func (g *Guests) Phone(ctx context.Context, conn line.Conn) {
	const here = "127.0.0.1:0"
	visit, ok := g.gate.greet(here)
	if !ok {
		_ = conn.Close(line.Later, errRoom.Error())
		return
	}
	defer visit.leave()
	visit.ends(func() { conn.CloseNow() })
	g.seat(ctx, conn, visit, here)
}

// seat serves a phone that has come from an address.
func (g *Guests) seat(ctx context.Context, conn line.Conn, visit *visitor, from string) {
	if !g.gate.mayGuess(from, time.Now()) {
		_ = conn.Close(line.Later, "too many wrong keys")
		return
	}
	p, err := g.greet(ctx, conn, visit)
	switch {
	case errors.Is(err, errRoom):
		_ = conn.Close(line.Later, errRoom.Error())
	case errors.Is(err, errKey), errors.Is(err, seal.ErrFrame), errors.Is(err, seal.ErrHello):
		g.gate.wrong(from, time.Now())
		_ = conn.Close(StatusKey, "there is no such key")
	case errors.Is(err, errMoved):
		_ = conn.Close(StatusMoved, errMoved.Error())
	}
	if err != nil {
		g.log.Debug("phone refused", "error", err)
		return
	}
	err = p.serve(ctx)
	g.log.Debug("phone left", "error", err)
}

var (
	errKey   = errors.New("there is no such key")
	errMoved = errors.New("the seat is open on another page")
	errRoom  = errors.New("too many pages are open")
)

// greet exchanges hellos with a phone, and hears its first frame, which proves that it has the
// key.
func (g *Guests) greet(ctx context.Context, conn line.Conn, v *visitor) (*phone, error) {
	ctx, stop := context.WithTimeout(ctx, greeting)
	defer stop()
	_, data, err := conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	theirs, err := seal.ReadHail(data)
	if err != nil {
		return nil, err
	}
	secret, h, ok := g.roll.find(theirs.Name())
	if !ok {
		return nil, errKey
	}
	own, err := seal.NewPrivate(g.rand)
	if err != nil {
		return nil, err
	}
	ours := seal.NewHail(seal.KeyName{}, own.PublicKey().Bytes())
	p := &phone{viewer: newViewer(conn), guests: g, conn: conn, call: g.roll.called(), trusted: secret != nil, visit: v, from: networkOf(v.from)}
	if p.up, p.down, err = seal.Agree(own, theirs, ours, secret); err != nil {
		return nil, err
	}
	p.pen = newPen(conn)
	if err := p.pen.write(line.Message{Kind: line.Binary, Data: ours[:]}); err != nil {
		return nil, err
	}
	m, err := p.hear(ctx)
	if err != nil {
		return nil, err
	}
	if m.T != "hi" {
		return nil, seal.ErrFrame
	}
	to := known
	if !p.trusted {
		to = stranger
	}
	if !v.settle(to) {
		return nil, errRoom
	}
	if hi, err := Own.Read(m.whole, command.Phone, 0); err == nil {
		if l, err := lang.Parse(string(hi.(pageLang).Lang)); err == nil {
			p.lang = l
		}
	}
	if h != nil {
		old, err := g.roll.arrive(h, p)
		if err != nil {
			return nil, err
		}
		g.remember()
		old.drop(StatusMoved, errMoved.Error())
	}
	return p, nil
}

// networkOf returns what stands for an address when it matters who comes again: a network gives a machine
// as many addresses of IPv6 as it likes, which begin alike.
func networkOf(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// A phoneRequest is a message of a phone. T says which: one of the phone's own, or a command of the box.
type phoneRequest struct {
	T    string `json:"t"`
	N    int    `json:"n"`    // numbers the messages of the phone
	Life string `json:"life"` // of the box that the phone talks to, where it answers
	// whole is the message.
	whole []byte
}

// What a phone wants for itself, and not of the box.
type (
	// A pageLang is the language of the page.
	pageLang struct {
		Lang lang.Lang `json:"lang"`
	}
	// A joinAs asks for the seat of a name.
	joinAs struct {
		Name string `json:"name"`
	}
	// A getUp gives the seat up, or what the phone waits for.
	getUp struct{}
	// An asHost is a command of the host's.
	asHost struct {
		Do json.RawMessage `json:"do"`
	}
	// A dressAs chooses a picture.
	dressAs hw.Look
	// A soundFor says whether the phone sounds for the table: the box's tones and voice. It is the only one then.
	soundFor struct {
		On bool `json:"on"`
	}
	// A stillHere says that the line is open, or reads as one that it is.
	stillHere struct{}
)

// Own are the messages of a phone that are not commands of the box.
var Own = command.Rows{
	{Name: "hi", By: command.Phone, Read: command.As[pageLang]}, // the first
	{Name: "lang", By: command.Phone, Read: command.As[pageLang]},
	{Name: "beat", By: command.Phone, Read: command.As[stillHere]},
	{Name: "join", By: command.Phone, Read: command.As[joinAs]},
	{Name: "leave", By: command.Phone, Read: command.As[getUp]},
	{Name: "look", By: command.Phone, Read: command.As[dressAs]},
	{Name: "sounds", By: command.Phone, Read: command.As[soundFor]},
	{Name: "let", By: command.Phone, Read: command.As[command.LetIn]},
	{Name: "host", By: command.Phone, Read: command.As[asHost]},
}

// hear reads a frame.
func (p *phone) hear(ctx context.Context) (m phoneRequest, err error) {
	kind, data, err := p.conn.Read(ctx)
	if err != nil {
		return m, err
	}
	if kind != line.Binary {
		return m, seal.ErrFrame
	}
	b, err := p.up.Open(data)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, seal.ErrFrame
	}
	m.whole = b
	return m, nil
}

// owe notes that the phone is to get a frame.
func (p *phone) owe() { p.put(item{kind: itemFrame}) }

// end ends the connection, and says why.
func (p *phone) end(code line.Status, why string) {
	p.ended.Do(func() {
		go func() {
			_ = p.conn.Close(code, why)
			p.conn.CloseNow()
		}()
	})
}

// serve tells a phone what it may know and does what it says, until it leaves.
func (p *phone) serve(ctx context.Context) error {
	g := p.guests
	ctx, stop := context.WithCancel(ctx)
	if err := g.hall.enter(p.viewer); err != nil {
		stop()
		return err
	}
	g.told()
	g.hall.changed() // all see who has a phone, and is here
	var group sync.WaitGroup
	group.Go(func() {
		defer p.conn.CloseNow()
		p.pen.until(ctx)
		if err := p.write(ctx); errors.Is(err, box.ErrOff) {
			_ = p.conn.Close(line.GoingAway, page.Goodbye)
		}
	})
	allowed := rate.NewLimiter(phonePerSec, phoneBurst)
	var err error
	for err == nil {
		var m phoneRequest
		if m, err = p.hear(ctx); err != nil {
			break
		}
		if !allowed.Allow() {
			_ = p.conn.Close(line.Policy, page.ErrTooMany.Error())
			err = page.ErrTooMany
			break
		}
		p.did(ctx, &m)
	}
	stop()
	group.Wait()
	g.hall.exit(p.viewer)
	g.roll.leave(p)
	g.changedRoll()
	return err
}

// write sends what is pending, until ctx ends or the phone no longer listens.
func (p *phone) write(ctx context.Context) error {
	beats := time.NewTicker(p.guests.frameEvery)
	defer beats.Stop()
	var messages []line.Message
	for {
		items := p.take()
		if len(items) == 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-p.guests.box.Done():
				return box.ErrOff
			case <-p.wake:
				continue
			case <-beats.C:
				items = []item{{kind: itemFrame}}
			}
		}
		told := false
		messages = messages[:0]
		for _, i := range items {
			m := i.message()
			if i.kind == itemFrame {
				b, err := p.tell()
				if err != nil {
					return err
				}
				m, told = line.Message{Kind: line.Binary, Data: b}, true
			}
			messages = append(messages, m)
		}
		if err := p.pen.write(messages...); err != nil {
			return err
		}
		if told {
			p.guests.roll.told(p, p.shown)
		}
	}
}

// aboutPhone is how many bytes of a frame may tell of the phone itself, besides the desk of its seat: its name and look,
// what came of what it asked for last, and who waits to be let in.
const aboutPhone = 2000

// tell returns a frame with what the phone is told now. Its size depends on what everybody knows alone: what is played, and who
// is host.
func (p *phone) tell() ([]byte, error) {
	f := Frame{T: "seat", standing: p.guests.roll.of(p), Life: p.guests.life}
	p.mu.Lock()
	f.answered = p.answered
	l := p.lang
	p.mu.Unlock()
	p.shown = f.Knocks
	now := p.guests.box.Snapshot()
	public := now.Public(l)
	f.Desk = now.Seat(f.Name, l)
	size := seal.DownFrame
	if f.Host {
		f.Table = newHostDesk(public)
	} else if public.SeatBytes > 0 {
		size = seal.DownFrameFor(public.SeatBytes + aboutPhone)
	}
	for slim := 0; ; slim++ {
		b, err := json.Marshal(f)
		if err != nil {
			return nil, err
		}
		if len(b) <= seal.Room(size) || slim == slims {
			return p.down.Seal(b, size)
		}
		f.slim(slim)
	}
}

// slims is how many things of a frame can be left out.
const slims = 4

// slim leaves something out, so that a frame fits: first what explains, then what lies about,
// and in the end what is asked, which the seat's pod and the panel can still answer.
func (f *Frame) slim(step int) {
	f.Slim = true
	switch step {
	case 0:
		f.Table.slim()
	case 1:
		for i := range f.Desk.Asks {
			a := &f.Desk.Asks[i]
			for j := range a.Steps {
				for k := range a.Steps[j].Values {
					a.Steps[j].Values[k].Help = ""
				}
			}
			for j := range a.Parts {
				for k := range a.Parts[j].Items {
					a.Parts[j].Items[k].Help = ""
				}
			}
		}
	case 2:
		f.Desk.Groups, f.Table = []desk.Group{}, nil
	case 3:
		f.Desk.Asks, f.Desk.Lines = []desk.SeatAsk{}, []desk.Line{}
	}
}

// did does what a phone says, and notes what the box has to say to it.
func (p *phone) did(ctx context.Context, m *phoneRequest) {
	if m.T == "beat" && m.N == 0 {
		return // the line is open
	}
	fault := ""
	if err := p.do(ctx, m); err != nil {
		fault = faultOf(err)
	}
	if m.N > 0 { // else nobody waits for an answer, but perhaps for that to another
		p.mu.Lock()
		p.answered = answered{m.N, fault}
		p.mu.Unlock()
	}
	p.guests.hall.owe(p.viewer)
}

// faultOf returns the word of an error, for which the page has a sentence.
func faultOf(err error) string {
	for word, known := range map[string]error{"late": command.ErrTurn, "name": errName, "full": errFull, "knock": errKnock, "wait": errWait, "early": command.ErrEarly, "look": errLook, "phone": box.ErrPhone, "forbidden": command.ErrForbidden} {
		if errors.Is(err, known) {
			return word
		}
	}
	if no := (*engine.Refusal)(nil); errors.As(err, &no) {
		return "refused" // the desk says why
	}
	return "bad"
}

func (p *phone) do(ctx context.Context, m *phoneRequest) error {
	g := p.guests
	pods := len(g.box.Layout().Private)
	c, err := g.said.Read(m.whole, command.Phone, pods)
	if err != nil {
		return err
	}
	switch c := c.(type) {
	case stillHere:
		return nil
	case pageLang:
		l, err := lang.Parse(string(c.Lang))
		if err != nil {
			return err
		}
		return g.hall.speak(p.viewer, l)
	case joinAs:
		return p.join(c.Name)
	case getUp:
		heir := g.roll.giveUp(p)
		g.remember()
		if heir != nil {
			heir.owe()
		}
		g.changedRoll()
		return nil
	case dressAs:
		if err := g.roll.dress(p, hw.Look(c)); err != nil {
			return err
		}
		g.remember()
		g.changedRoll()
		return nil
	case soundFor:
		g.roll.sound(p, c.On)
		g.hall.changed()
		return nil
	case command.LetIn:
		if c.Yes && !g.roll.ripe(c.ID, p) {
			return command.ErrEarly
		}
		g.let(c.ID, c.Yes, p)
		return nil
	case asHost:
		return p.asHost(ctx, c.Do)
	case command.Answer, command.Buzz:
		if m.Life != g.life {
			return command.ErrTurn // it was for a box that was switched off
		}
	}
	if own, is := c.(command.LetBot); is {
		c = command.LetBot{Name: g.roll.of(p).Name, On: own.On, Own: true}
	}
	if s, is := c.(command.Seated); is {
		c = command.ForPlayer{Name: g.roll.of(p).Name, Command: s}
	}
	return g.box.Do(ctx, c)
}

// join asks for the seat of a name.
func (p *phone) join(name string) error {
	g := p.guests
	name = engine.NormalName(name)
	if err := g.roll.ask(p, name, !g.box.Snapshot().AtPod(name)); err != nil {
		return err
	}
	g.remember()
	g.log.Info("a phone asks for a seat", "seat", name)
	g.changedRoll()
	return nil
}

// asHost does a command of the panel.
func (p *phone) asHost(ctx context.Context, data json.RawMessage) error {
	g := p.guests
	if !g.roll.of(p).Host {
		return command.ErrForbidden
	}
	cmd, err := g.table.Read(data, command.Host, len(g.box.Layout().Private))
	if errors.Is(err, command.ErrUnknown) {
		return command.ErrForbidden
	}
	if err != nil {
		return err
	}
	if c, prepares := cmd.(command.Prepare); prepares {
		c.By = g.roll.of(p).Name
		cmd = c
	}
	if _, types := cmd.(command.Type); types {
		cmd = box.FromPage{Command: cmd} // a host plays for no other phone either
	}
	return g.box.Do(ctx, cmd)
}
