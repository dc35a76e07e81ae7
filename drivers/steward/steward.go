// Package steward lets a box do what needs the rights of root with the machine that it runs on, and
// nothing else: its own Wi-Fi, the way into another, the clock, and the end of the evening.
//
// The box itself has no such rights. It asks a helper, which systemd starts for one request at a
// socket that belongs to the box. A request is a line with one JSON object, and so is its reply.
package steward

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Socket is where the helper is asked.
const Socket = "/run/consigliere-steward.sock"

// A Verb is what can be asked for.
type Verb string

// The verbs. There are no others.
const (
	HotSpot    Verb = "hotspot"     // makes a Wi-Fi of its own, and leaves another for that
	EndHotSpot Verb = "end_hotspot" // ends it
	Join       Verb = "join"        // joins a Wi-Fi, and comes back to it by itself
	SetClock   Verb = "clock"       // sets date and time
	PowerOff   Verb = "power_off"   // switches the machine off
)

// A Request asks for one thing. Each verb has its own fields, and refuses the others.
type Request struct {
	Do       Verb   `json:"do"`
	Name     string `json:"name,omitempty"`     // of the Wi-Fi to join
	Password string `json:"password,omitempty"` // of it; "" if it has none
	Unix     int64  `json:"unix,omitempty"`     // the time, in seconds since 1970
}

// A Reply is what came of it.
type Reply struct {
	Error string `json:"error,omitempty"` // in English, for the log; "" if it was done
	// The Wi-Fi that was made.
	Name     string `json:"name,omitempty"`
	Password string `json:"password,omitempty"`
	Address  string `json:"address,omitempty"` // of this machine in it
}

// A Machine does what is asked for.
type Machine interface {
	HotSpot(ctx context.Context) (name, password, address string, err error)
	EndHotSpot(ctx context.Context) error
	Join(ctx context.Context, name, password string) error
	SetClock(t time.Time) error
	PowerOff() error
}

// maxRequest is how long a request can be, in bytes.
const maxRequest = 1 << 10

// The years that a clock is set to.
const (
	firstYear = 2025
	lastYear  = 2099
)

// check reports what is wrong with a request.
func (r *Request) check() error {
	wants := Request{Do: r.Do}
	switch r.Do {
	case HotSpot, EndHotSpot, PowerOff:
	case Join:
		wants.Name, wants.Password = r.Name, r.Password
		if n := len(r.Name); n == 0 || n > 32 {
			return fmt.Errorf("the name of a Wi-Fi has 1 to 32 bytes, not %d", n)
		}
		if n := len(r.Password); n != 0 && (n < 8 || n > 63) {
			return fmt.Errorf("the password of a Wi-Fi has 8 to 63 letters, not %d", n)
		}
		if !printable(r.Name) || !printable(r.Password) {
			return errors.New("the name or the password has letters that cannot be typed")
		}
	case SetClock:
		wants.Unix = r.Unix
		if y := time.Unix(r.Unix, 0).UTC().Year(); y < firstYear || y > lastYear {
			return fmt.Errorf("the clock can be set to the years %d to %d, not to %d", firstYear, lastYear, y)
		}
	default:
		return fmt.Errorf("there is no verb %q", r.Do)
	}
	if *r != wants {
		return fmt.Errorf("%s: there is more than it needs", r.Do)
	}
	return nil
}

// printable reports whether a text has only letters that can be typed.
func printable(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsControl) < 0
}

// Serve answers one request. What cannot be done is told to whoever asked, and is not an error.
func Serve(ctx context.Context, conn io.ReadWriter, m Machine) error {
	line, err := bufio.NewReader(io.LimitReader(conn, maxRequest+1)).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("steward: %w", err)
	}
	var reply Reply
	r, err := read(line)
	if err == nil {
		err = do(ctx, r, m, &reply)
	}
	if err != nil {
		reply = Reply{Error: err.Error()}
	}
	answer, err := json.Marshal(reply)
	if err != nil {
		return fmt.Errorf("steward: %w", err)
	}
	if _, err := conn.Write(append(answer, '\n')); err != nil {
		return fmt.Errorf("steward: %w", err)
	}
	return nil
}

// read reads a request.
func read(line []byte) (r Request, err error) {
	if len(line) > maxRequest {
		return r, fmt.Errorf("a request has at most %d bytes", maxRequest)
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, errors.New("a request is one JSON object with a verb")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, errors.New("there is more after the request")
	}
	return r, r.check()
}

func do(ctx context.Context, r Request, m Machine, reply *Reply) (err error) {
	switch r.Do {
	case HotSpot:
		reply.Name, reply.Password, reply.Address, err = m.HotSpot(ctx)
	case EndHotSpot:
		err = m.EndHotSpot(ctx)
	case Join:
		err = m.Join(ctx, r.Name, r.Password)
	case SetClock:
		err = m.SetClock(time.Unix(r.Unix, 0))
	case PowerOff:
		err = m.PowerOff()
	}
	return err
}

// Ask asks the helper at a socket, and waits for its reply until ctx ends. The error is that of the
// helper, too.
func Ask(ctx context.Context, socket string, r Request) (reply Reply, err error) {
	if err := r.check(); err != nil {
		return reply, err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
	if err != nil {
		return reply, fmt.Errorf("the helper of the box: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	line, err := json.Marshal(r)
	if err != nil {
		return reply, err
	}
	if _, err := conn.Write(append(line, '\n')); err != nil {
		return reply, fmt.Errorf("the helper of the box: %w", err)
	}
	if err := json.NewDecoder(io.LimitReader(conn, 4<<10)).Decode(&reply); err != nil {
		return reply, fmt.Errorf("the helper of the box: %w", errors.Join(ctx.Err(), err))
	}
	if reply.Error != "" {
		return Reply{}, errors.New(reply.Error)
	}
	return reply, nil
}
