package post

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"consigliere/hw/post/wire"
)

// An Address is where a hub is, and the code that it shows.
type Address struct {
	URL  string // such as "nats://192.168.1.5:4222"
	Code string // by which a box that the hub does not know asks to be let in; "" for none
}

// ParseAddress reads an address as people write it: "192.168.1.5", "hall.local:4222" or "nats://CODE@hall.local:4222";
// several hubs of one cluster are parted by commas.
func ParseAddress(text string) (Address, error) {
	var a Address
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if !strings.Contains(part, "://") {
			part = "nats://" + part
		}
		u, err := url.Parse(part)
		if err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" || u.Path != "" && u.Path != "/" {
			return Address{}, fmt.Errorf("%q is not the address of a hub; try nats://192.168.1.5:4222", text)
		}
		if u.User != nil {
			a.Code = u.User.Username()
		}
		port := u.Port()
		if port == "" {
			port = "4222"
		}
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return Address{}, fmt.Errorf("%q is not the address of a hub: %s is not a port", text, port)
		}
		if a.URL != "" {
			a.URL += ","
		}
		host := u.Hostname()
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		a.URL += u.Scheme + "://" + host + ":" + port
	}
	return a, nil
}

// How long a hub may take.
const (
	dialTime  = 5 * time.Second
	pingEvery = 5 * time.Second
	// An answer is late where the disk of the hub is slow, and never comes where one server of a cluster dies.
	answerTime = 1500 * time.Millisecond
)

// maxControl is the greatest length of a line of the protocol.
const maxControl = 16 << 10

// A natsLink is a [Link] to a NATS server.
//
// It speaks as much of the protocol as a box needs: nats.go would be one part in twenty of the program, more than a Pi's
// binary has room for. The hub's program uses nats.go, and the tests let the two talk.
type natsLink struct {
	conn   net.Conn
	read   *bufio.Reader
	box    string
	orders chan wire.Order

	writing sync.Mutex // one message at a time

	mu      sync.Mutex // guards the following
	err     error
	over    bool
	asked   uint64
	answers map[string]chan message
	pings   int // without an answer
}

// A message is what has come for a subject.
type message struct {
	status  string // of a reply without an answer, such as "503"; else ""
	headers map[string]string
	data    []byte
}

// Dial connects a box to any server of an address that answers. instance tells two programs with one key apart; it may end in a blank
// and what people call the box, so that whoever lets it in knows which it is.
func Dial(ctx context.Context, at Address, key *Key, instance string) (Link, error) {
	var wrong error
	servers := strings.Split(at.URL, ",")
	mathrand.Shuffle(len(servers), func(i, j int) { servers[i], servers[j] = servers[j], servers[i] }) // each takes its share
	for _, server := range servers {
		l, err := dial(ctx, server, at.Code, key, instance)
		if err == nil {
			return l, nil
		}
		wrong = errors.Join(wrong, err)
	}
	return nil, wrong
}

func dial(ctx context.Context, server, code string, key *Key, instance string) (Link, error) {
	u, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: dialTime}
	conn, err := d.DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	l := &natsLink{conn: conn, box: key.Public(), orders: make(chan wire.Order, 64), answers: map[string]chan message{}}
	_ = conn.SetDeadline(time.Now().Add(dialTime))
	if err := l.greet(u, code, key, instance); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	go l.listen()
	go l.ping()
	context.AfterFunc(ctx, l.Close)
	return l, nil
}

// greet proves to a server who the box is.
func (l *natsLink) greet(u *url.URL, code string, key *Key, instance string) error {
	l.read = bufio.NewReaderSize(l.conn, maxControl)
	line, err := l.line()
	if err != nil {
		return fmt.Errorf("hub: %s: no NATS server answers: %w", u.Host, err)
	}
	text, ok := strings.CutPrefix(line, "INFO ")
	var info struct {
		Nonce string `json:"nonce"`
		TLS   bool   `json:"tls_required"`
	}
	if !ok || json.Unmarshal([]byte(text), &info) != nil {
		return fmt.Errorf("hub: what answers at %s is no NATS server", u.Host)
	}
	if info.TLS || u.Scheme == "tls" {
		l.conn = tls.Client(l.conn, &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12})
		l.read = bufio.NewReaderSize(l.conn, maxControl)
	}
	sig, err := key.sign([]byte(info.Nonce))
	if err != nil {
		return err
	}
	hello, err := json.Marshal(map[string]any{
		"verbose": false, "pedantic": false, "nkey": l.box, "sig": base64.RawURLEncoding.EncodeToString(sig), "auth_token": code, "name": instance,
		"lang": "go", "version": "consigliere", "protocol": 1, "headers": true, "no_responders": true,
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(l.conn, "CONNECT %s\r\nSUB %s 1\r\nSUB %s 2\r\nSUB %s.> 3\r\nPING\r\n", hello, wire.AllOrders, wire.Orders(l.box), wire.Inbox(l.box)); err != nil {
		return err
	}
	for {
		switch line, err := l.line(); {
		case err != nil:
			return fmt.Errorf("hub: %s: %w", u.Host, err)
		case line == "PONG":
			return nil
		case strings.HasPrefix(line, "-ERR"):
			if strings.Contains(strings.ToLower(line), "authorization") {
				return ErrNotIn
			}
			return errors.New("hub: " + line)
		}
	}
}

// line reads a line of the protocol.
func (l *natsLink) line() (string, error) {
	line, err := l.read.ReadSlice('\n')
	return strings.TrimRight(string(line), "\r\n"), err
}

// listen takes what the server sends, until the connection ends.
func (l *natsLink) listen() {
	err := l.hear()
	l.fail(err)
	_ = l.conn.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	close(l.orders)
	for _, c := range l.answers {
		close(c)
	}
	l.answers = nil
}

func (l *natsLink) hear() error {
	for {
		line, err := l.line()
		if err != nil {
			return fmt.Errorf("hub: the connection is broken: %w", err)
		}
		verb, rest, _ := strings.Cut(line, " ")
		switch verb {
		case "PING":
			err = l.write([]byte("PONG\r\n"))
		case "PONG":
			l.mu.Lock()
			l.pings = 0
			l.mu.Unlock()
		case "-ERR":
			err = errors.New("hub: it refuses: " + rest) // what was refused would look as if it were late
			if strings.Contains(rest, "Permissions Violation") {
				l.fail(err)
				err = nil
			}
		case "MSG", "HMSG":
			err = l.message(strings.Fields(rest), verb == "HMSG")
		}
		if err != nil {
			return err
		}
	}
}

// message reads a message whose line was read: subject, subscription, perhaps where to answer, and lengths.
func (l *natsLink) message(fields []string, headed bool) error {
	lengths := 1
	if headed {
		lengths = 2
	}
	if len(fields) < 2+lengths {
		return errors.New("hub: a message has no length")
	}
	size, err := strconv.Atoi(fields[len(fields)-1])
	head := 0
	if headed && err == nil {
		head, err = strconv.Atoi(fields[len(fields)-2])
	}
	if err != nil || size < 0 || size > wire.MaxMessage+maxControl || head < 0 || head > size {
		return errors.New("hub: a message with an impossible length")
	}
	data := make([]byte, size+2)
	if _, err := io.ReadFull(l.read, data); err != nil {
		return err
	}
	m := message{data: data[head:size]}
	if headed {
		m.status, m.headers = parseHeaders(data[:head])
	}
	if fields[1] != "3" {
		l.order(m.data)
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c, is := l.answers[fields[0]]; is {
		delete(l.answers, fields[0])
		c <- m
	}
	return nil
}

// parseHeaders reads the headers of a message.
func parseHeaders(text []byte) (status string, headers map[string]string) {
	headers = map[string]string{}
	for i, line := range bytes.Split(text, []byte("\r\n")) {
		if i == 0 {
			status, headers["Description"], _ = strings.Cut(strings.TrimSpace(strings.TrimPrefix(string(line), "NATS/1.0")), " ")
			continue
		}
		if name, value, ok := strings.Cut(string(line), ":"); ok {
			headers[name] = strings.TrimSpace(value)
		}
	}
	return status, headers
}

func (l *natsLink) write(data []byte) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	_ = l.conn.SetWriteDeadline(time.Now().Add(2 * dialTime))
	_, err := l.conn.Write(data)
	return err
}

// ping looks whether the server is still there.
func (l *natsLink) ping() {
	for {
		time.Sleep(pingEvery)
		l.mu.Lock()
		l.pings++
		pings, over := l.pings, l.over
		l.mu.Unlock()
		if over {
			return
		}
		if pings > 2 || l.write([]byte("PING\r\n")) != nil {
			l.Close()
			return
		}
	}
}

func (l *natsLink) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}

// Err implements [Link].
func (l *natsLink) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// order takes a message of the hub. A box that is too slow misses some: the hub tells what counts again.
func (l *natsLink) order(data []byte) {
	var o wire.Order
	if json.Unmarshal(data, &o) != nil {
		return
	}
	select {
	case l.orders <- o:
	default:
	}
}

// ask sends a request with a header, or without one, and waits for the answer.
func (l *natsLink) ask(ctx context.Context, subject, header string, data []byte) (message, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	c := make(chan message, 1)
	l.mu.Lock()
	if l.over {
		l.mu.Unlock()
		return message{}, l.wrong(subject, net.ErrClosed)
	}
	l.asked++
	inbox := wire.Inbox(l.box) + "." + strconv.FormatUint(l.asked, 10)
	l.answers[inbox] = c
	l.mu.Unlock()
	var out []byte
	if header == "" {
		out = fmt.Appendf(nil, "PUB %s %s %d\r\n", subject, inbox, len(data))
	} else {
		header = "NATS/1.0\r\n" + header + "\r\n\r\n"
		out = fmt.Appendf(nil, "HPUB %s %s %d %d\r\n%s", subject, inbox, len(header), len(header)+len(data), header)
	}
	if err := l.write(append(append(out, data...), "\r\n"...)); err != nil {
		return message{}, l.wrong(subject, err)
	}
	select {
	case m, ok := <-c:
		if !ok {
			return message{}, l.wrong(subject, net.ErrClosed)
		}
		if m.status == "503" {
			return message{}, l.wrong(subject, errNotReady)
		}
		return m, nil
	case <-ctx.Done():
		l.mu.Lock()
		delete(l.answers, inbox)
		l.mu.Unlock()
		return message{}, l.wrong(subject, ctx.Err())
	}
}

// wrong returns an error, or what the server has refused.
func (l *natsLink) wrong(subject string, err error) error {
	if refused := l.Err(); refused != nil {
		err = refused
	}
	return fmt.Errorf("hub: %s: %w", subject, err)
}

// Last implements [Link].
func (l *natsLink) Last(ctx context.Context, play string) ([]byte, uint64, error) {
	m, err := l.ask(ctx, wire.LastLine(l.box, play), "", nil)
	if err != nil {
		return nil, 0, err
	}
	if m.status == "404" {
		return nil, 0, nil
	} else if m.status != "" {
		return nil, 0, fmt.Errorf("hub: the last line of %s: %s %s", play, m.status, m.headers["Description"])
	}
	seq, err := strconv.ParseUint(m.headers["Nats-Sequence"], 10, 64)
	if err != nil {
		return nil, 0, fmt.Errorf("hub: the last line of %s has no place: %w", play, err)
	}
	return m.data, seq, nil
}

// Errors of JetStream, by number.
const (
	wrongLastSequence   = 10071
	wrongLastOfReplicas = 10164 // the same, from a stream with several copies
	noStreamRoom        = 10077
	noStorage           = 10047
)

// Put implements [Link].
func (l *natsLink) Put(ctx context.Context, play string, data []byte, last uint64) (uint64, error) {
	answer, err := l.ask(ctx, wire.Lines(l.box, play), "Nats-Expected-Last-Subject-Sequence: "+strconv.FormatUint(last, 10), data)
	if err != nil {
		return 0, err
	}
	var ack struct {
		Seq   uint64 `json:"seq"`
		Error *struct {
			Code        int    `json:"err_code"`
			Description string `json:"description"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer.data, &ack); err != nil {
		return 0, fmt.Errorf("hub: its answer cannot be read: %w", err)
	}
	switch {
	case ack.Error == nil && ack.Seq > 0:
		return ack.Seq, nil
	case ack.Error == nil:
		return 0, errors.New("hub: its answer does not say where the line was stored")
	case ack.Error.Code == wrongLastSequence || ack.Error.Code == wrongLastOfReplicas:
		return 0, ErrBehind
	case ack.Error.Code == noStreamRoom || ack.Error.Code == noStorage || strings.Contains(ack.Error.Description, "no space left"):
		return 0, fmt.Errorf("%w (%s)", ErrHubFull, ack.Error.Description)
	}
	return 0, fmt.Errorf("hub: it keeps nothing: %s", ack.Error.Description)
}

// Tell implements [Link].
func (l *natsLink) Tell(r wire.Report) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if len(data) > wire.MaxMessage {
		return errors.New("hub: the message is too long")
	}
	return l.write(append(append(fmt.Appendf(nil, "PUB %s %d\r\n", wire.Up(l.box), len(data)), data...), "\r\n"...))
}

// Clock implements [Link].
func (l *natsLink) Clock(ctx context.Context) (wire.Clock, error) {
	var c wire.Clock
	m, err := l.ask(ctx, wire.Time, "", nil)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(m.data, &c)
}

// Orders implements [Link].
func (l *natsLink) Orders() <-chan wire.Order { return l.orders }

// Close implements [Link].
func (l *natsLink) Close() { _ = l.conn.Close() }
