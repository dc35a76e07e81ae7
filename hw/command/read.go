package command

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/receipt"
	"consigliere/hw"
	"consigliere/hw/lang"
)

// A Giver says who may give a command by a message; several in one are any of them. The menu and the program give
// commands as values, and may give all.
type Giver uint8

// The givers.
const (
	Panel Giver = 1 << iota // the page of the panel
	Host                    // the phone of a host, for the table
	Phone                   // a phone, for its own seat
)

// A Row is a command that comes as a message. Panel and phone may call different commands by the same name.
type Row struct {
	Name string // "t" of the message
	By   Giver
	Read func(Message) (Command, error)
}

// A Rows is commands by name.
type Rows []Row

// Limits of what a message may say.
const (
	MaxName  = 64 // bytes of a name
	maxSeats = 16
)

// ErrForbidden is the error for a command that is not for the giver to give.
var ErrForbidden = errors.New("forbidden")

// ErrUnknown is the error for a message that no row has.
var ErrUnknown = errors.New("there is no such message")

// Read reads a message, one JSON object whose "t" is the name of a row, for a box with the given number of pods. It checks all
// that can be checked without the box; an error names the field that is wrong and what would be right. A [Seated]
// command of the panel or a host says for which player it is in "name", and is returned as a [ForPlayer]; a phone's command is
// returned as it is, whatever else the message says: its connection knows whose it is.
func (rows Rows) Read(data []byte, by Giver, pods int) (Command, error) {
	m, err := parse(data)
	if err != nil {
		return nil, err
	}
	m.loose = by == Phone
	i := slices.IndexFunc(rows, func(r Row) bool { return r.Name == m.Name && r.By&by != 0 })
	switch {
	case i < 0 && slices.ContainsFunc(rows, func(r Row) bool { return r.Name == m.Name }):
		return nil, ErrForbidden
	case i < 0:
		return nil, fmt.Errorf("t: %w: %q", ErrUnknown, m.Name)
	}
	name := ""
	if by != Phone && seated(rows[i]) {
		if err := m.take("name", &name); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	c, err := rows[i].Read(m)
	if err == nil {
		err = check(c, pods)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	if s, is := c.(Seated); is && by != Phone {
		return ForPlayer{name, s}, nil
	}
	return c, nil
}

// seated reports whether a row is a command of a seat.
func seated(r Row) bool {
	c, _ := r.Read(Message{})
	_, is := c.(Seated)
	return is
}

// A Message is a message whose fields are still to be read.
type Message struct {
	Name   string
	fields map[string]json.RawMessage // but "t"
	loose  bool                       // it may have fields that mean nothing
}

// parse reads a message as far as its name.
func parse(data []byte) (m Message, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&m.fields); err != nil || m.fields == nil {
		return m, fmt.Errorf("a message is one JSON object: %w", errors.Join(err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return m, errors.New("there is more after the message")
	}
	if err := m.take("t", &m.Name); err != nil {
		return m, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return m, nil
}

// take reads a field and removes it.
func (m Message) take(name string, to any) error {
	raw, ok := m.fields[name]
	if !ok || string(raw) == "null" {
		return fmt.Errorf("%q is missing", name)
	}
	delete(m.fields, name)
	if err := json.Unmarshal(raw, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// As reads a message as a value of a type: it has its fields, by their JSON names in just that spelling, and no
// others. One with "omitempty" may be missing.
func As[T any](m Message) (Command, error) {
	var c T
	if m.fields == nil {
		return c, nil
	}
	v := reflect.ValueOf(&c).Elem()
	var want []string
	for i := range v.NumField() {
		name, more, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		want = append(want, name)
		if _, given := m.fields[name]; !given && more == "omitempty" {
			continue
		}
		if err := m.take(name, v.Field(i).Addr().Interface()); err != nil {
			return nil, err
		}
	}
	if len(m.fields) > 0 && !m.loose {
		return nil, fmt.Errorf("it has the fields %v and no others", want)
	}
	return c, nil
}

// A StartMessage is how a message begins a game.
type StartMessage struct {
	Game    string          `json:"game"`
	Seats   []string        `json:"seats"`
	Options json.RawMessage `json:"options"`
	Bots    int             `json:"bots"`
	Teach   bool            `json:"teach"`
	Name    string          `json:"name,omitempty"`
}

// readStart reads how a game is begun. The box draws its seed.
func readStart(m Message) (Command, error) {
	c, err := As[StartMessage](m)
	if err != nil {
		return nil, err
	}
	s := c.(StartMessage)
	return Start{
		Header:   engine.Header{Game: s.Game, Seats: s.Seats, Options: s.Options},
		DrawSeed: true, Bots: s.Bots, Teach: s.Teach, Name: s.Name,
	}, nil
}

// check holds the values of a command against what a box with the given number of pods can have.
func check(c Command, pods int) error {
	switch c := c.(type) {
	case Press:
		if c.Pod < hw.Panel || int(c.Pod) >= pods {
			return fmt.Errorf("pod %d: there are -1 (the panel) to %d", c.Pod, pods-1)
		}
	case Start:
		return c.check()
	case Prepare:
		return c.check()
	case SetLang:
		_, err := lang.Parse(string(c.Lang))
		return err
	case SetSeatLang:
		if c.Lang != "" { // the box's
			if _, err := lang.Parse(string(c.Lang)); err != nil {
				return err
			}
		}
		return checkSeats(c.Seat)
	case Sit:
		if c.Pod < 0 || int(c.Pod) >= pods {
			return fmt.Errorf("pod %d: there are 0 to %d", c.Pod, pods-1)
		}
		return checkSeats(c.Seat)
	case Attend:
		return checkSeats(c.Here...)
	case JoinWiFi:
		return c.check()
	case Give:
		return c.check()
	}
	return nil
}

func checkSeats(seats ...engine.Seat) error {
	for _, s := range seats {
		if s < 0 || s >= maxSeats {
			return fmt.Errorf("seat %d: there are 0 to %d", s, maxSeats-1)
		}
	}
	return nil
}

func (c Give) check() error {
	_, err := c.Given("")
	return err
}

// Given returns what a seat gives, by its name.
func (c Give) Given(seat string) (receipt.Given, error) {
	g := receipt.Given{Seat: seat, Number: c.Number}
	switch {
	case (c.Number == "") == (c.Phone == ""):
		return g, errors.New("give either a number or what a phone has drawn")
	case c.Number != "":
		return g, receipt.CheckNumber(c.Number)
	}
	b, err := hex.DecodeString(c.Phone)
	if err != nil || len(b) != receipt.PhoneBytes {
		return g, fmt.Errorf("phone: there are %d hexadecimal digits", 2*receipt.PhoneBytes)
	}
	g.Phone = b
	return g, nil
}

func (c JoinWiFi) check() error {
	if n := len(c.Name); n == 0 || n > 32 {
		return fmt.Errorf("name: the name of a Wi-Fi has 1 to 32 bytes, not %d", n)
	}
	if n := len(c.Password); n != 0 && (n < 8 || n > 63) {
		return fmt.Errorf("password: it has 8 to 63 letters, not %d", n)
	}
	return nil
}

func (c Start) check() error { return checkPlayers(c.Header.Seats, c.Bots, c.Name) }

// MaxChosen is how many bytes the options of what is about to begin may have: they go to everybody, and files are no part of them.
const MaxChosen = 2048

// maxPage is how many bytes the name of a page may have.
const maxPage = 32

func (c Prepare) check() error {
	n := 0
	for key, value := range c.Options {
		n += len(key) + len(value)
	}
	if n > MaxChosen || len(c.Page) > maxPage {
		return fmt.Errorf("options and page: they may have at most %d and %d bytes", MaxChosen, maxPage)
	}
	name, bots := "", 0
	if c.Name != nil {
		name = *c.Name
	}
	if c.Bots != nil {
		bots = *c.Bots
	}
	return errors.Join(checkPlayers(c.Seats, bots, name), checkPlayers(c.Spare, 0, ""))
}

func checkPlayers(seats []string, bots int, name string) error {
	if len(seats) > maxSeats {
		return fmt.Errorf("%d seats: at most %d", len(seats), maxSeats)
	}
	for i, s := range seats {
		if len(s) > MaxName {
			return fmt.Errorf("seat %d: a name may have at most %d bytes", i+1, MaxName)
		}
	}
	if len(name) > MaxName {
		return fmt.Errorf("name: it may have at most %d bytes", MaxName)
	}
	if bots < 0 || bots > maxSeats {
		return fmt.Errorf("%d bots: there are 0 to %d", bots, maxSeats)
	}
	return nil
}
