// Package receipt makes plays that can be checked afterwards: that the box changed no choice after
// it was locked, and that it did not choose what was drawn.
//
// Before a play the box commits itself to a [Secret], by its [Secret.Commitment]. After that, and
// not before, players give something of their own ([Given]): a number of six digits that they say
// aloud, or what their phone has drawn. The [Deal] of both decides the seed of the play, so that
// nobody alone chooses what is drawn. Each choice that is locked in secret gets a receipt of six
// digits, by a key out of the same deal.
//
// After the play the secret is in the record ([Append]), and whoever has kept something of the play
// ([Kept]), such as the commitment, a number or some receipts, can hold it against that ([Check]).
//
// # The form of a record that can be checked
//
// It is a signed note (golang.org/x/mod/sumdb/note): the record, whose header has one more member,
// "fair"; an empty line; the receipts, a JSON object each; an empty line; and the signature of the
// box.
//
//	{"game":"naro","seats":["Ava","Babak"],"options":{},"seed":7,"fair":{"box":"consigliere+1d2c3b4a+AWd0...",
//	 "commitment":"5f0c...","secret":"91ab...","given":[{"seat":"Ava","number":"482915"}]}}
//	{"seat":"Ava","do":"load","card":"bang"}
//
//	{"at":2,"line":2,"seat":"Ava","digits":"730162"}
//	{"line":3,"seat":"Babak","digits":"114208","move":{"seat":"Babak","do":"load","card":"click"}}
//
//	— consigliere HSw7Sl...
//
// A receipt names the line of the record that has the move, and the line that the move has in the
// journal, which counts what was taken back, too. A choice that was taken back has no line of the
// record, and stands in its receipt.
//
// # What is computed
//
// All of it is SHA-256, and HMAC with SHA-256. The commitment is the hash of "consigliere commitment"
// and the secret, with a newline between them. What is given is a line for each contribution:
// "number 482915 Ava" or "phone 00112233445566778899aabbccddeeff Babak". The seed is the first 53 bits
// of the HMAC with the secret of "consigliere seed", a newline and these lines. The key of receipts
// is the HMAC with the secret of "consigliere receipts", a newline and these lines. The digits are
// the HMAC with that key of the number of the line, a newline and the line of the move: its first 64
// bits, modulo a million.
package receipt

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"consigliere/engine"
)

// A Secret is what the box draws before a play, and shows after it.
type Secret [32]byte

// A Commitment tells nothing of a secret, and fits no other.
type Commitment [sha256.Size]byte

// Commitment returns what the box shows before anybody gives anything.
func (s Secret) Commitment() Commitment {
	return sha256.Sum256(append([]byte("consigliere commitment\n"), s[:]...))
}

// String returns the commitment in hexadecimal digits.
func (c Commitment) String() string { return hex.EncodeToString(c[:]) }

// ParseCommitment reads hexadecimal digits.
func ParseCommitment(s string) (Commitment, error) {
	var c Commitment
	return c, unhex(c[:], s, "a commitment")
}

func unhex(dst []byte, s, what string) error {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(dst) || s != strings.ToLower(s) {
		return fmt.Errorf("%q is not %s, which has %d hexadecimal digits", s, what, 2*len(dst))
	}
	copy(dst, b)
	return nil
}

// PhoneBytes is how many random bytes a phone gives.
const PhoneBytes = 16

// A Given is what somebody at the table gave for the seed.
type Given struct {
	Seat   string // by name
	Number string // six digits that were said aloud; "" where a phone gave it
	Phone  []byte // [PhoneBytes] that a phone has drawn and keeps; nil where it is a number
}

// CheckNumber returns what is wrong with a number that somebody typed, if anything.
func CheckNumber(s string) error {
	if len(s) != 6 || strings.Trim(s, "0123456789") != "" {
		return fmt.Errorf("%q is not a number of six digits", s)
	}
	return nil
}

// String returns what was given as it is computed with, but for the seat.
func (g Given) String() string {
	if g.Number != "" {
		return "number " + g.Number
	}
	return "phone " + hex.EncodeToString(g.Phone)
}

// given is a Given in JSON.
type given struct {
	Seat   string `json:"seat"`
	Number string `json:"number,omitempty"`
	Phone  string `json:"phone,omitempty"`
}

func (g Given) json() given { return given{g.Seat, g.Number, hex.EncodeToString(g.Phone)} }

func (g given) given() (Given, error) {
	if (g.Number == "") == (g.Phone == "") {
		return Given{}, fmt.Errorf("what %q gave is neither a number nor drawn by a phone", g.Seat)
	}
	if g.Number != "" {
		return Given{Seat: g.Seat, Number: g.Number}, CheckNumber(g.Number)
	}
	b := make([]byte, PhoneBytes)
	return Given{Seat: g.Seat, Phone: b}, unhex(b, g.Phone, "what a phone gives")
}

// A Deal is what decides the seed and the receipts of a play: the secret of the box, and what was
// given after the box was committed to it, in that order.
type Deal struct {
	Box    string // the key with which signatures of the box are checked, as [Signer.Key] returns it
	Secret Secret
	Given  []Given
}

// deal is a Deal in JSON.
type deal struct {
	Box        string  `json:"box"`
	Commitment string  `json:"commitment"`
	Secret     string  `json:"secret"`
	Given      []given `json:"given"`
}

// Mark puts the deal into the header of a play that begins, with the seed that follows from it.
func (d *Deal) Mark(h *engine.Header) {
	j := deal{d.Box, d.Secret.Commitment().String(), hex.EncodeToString(d.Secret[:]), []given{}}
	for _, g := range d.Given {
		j.Given = append(j.Given, g.json())
	}
	h.Fair, _ = json.Marshal(j) // texts always marshal
	h.Seed, h.NoSeed = d.Seed(), false
}

// OfHeader returns the deal of a play, and the commitment that its header states; nil where the
// header has none.
func OfHeader(h engine.Header) (*Deal, Commitment, error) {
	if h.Fair == nil {
		return nil, Commitment{}, nil
	}
	var j deal
	dec := json.NewDecoder(bytes.NewReader(h.Fair))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		return nil, Commitment{}, fmt.Errorf("fair: %w", err)
	}
	d := &Deal{Box: j.Box}
	c, err := ParseCommitment(j.Commitment)
	if err != nil {
		return nil, c, err
	}
	if err := unhex(d.Secret[:], j.Secret, "a secret"); err != nil {
		return nil, c, err
	}
	for _, g := range j.Given {
		one, err := g.given()
		if err != nil {
			return nil, c, err
		}
		if _, ok := h.Seats.Seat(g.Seat); !ok || g.Seat == "table" {
			return nil, c, fmt.Errorf("%q has given something, but no seat has this name", g.Seat)
		}
		d.Given = append(d.Given, one)
	}
	return d, c, nil
}

// mac returns the HMAC with the secret of a purpose and what was given.
func (d *Deal) mac(purpose string) []byte {
	m := hmac.New(sha256.New, d.Secret[:])
	m.Write([]byte(purpose))
	m.Write([]byte{'\n'})
	for _, g := range d.Given {
		m.Write([]byte(g.String() + " " + g.Seat + "\n")) // a name has no line breaks
	}
	return m.Sum(nil)
}

// Seed returns the seed of the play. It is below 2^53, so that every reader of JSON keeps all its
// digits.
func (d *Deal) Seed() uint64 {
	return binary.BigEndian.Uint64(d.mac("consigliere seed")) >> 11
}

// Key returns the key of the receipts of the play.
func (d *Deal) Key() *Key { return &Key{d.mac("consigliere receipts")} }

// A Key makes the receipts of one play. Nobody but the box may have it before the play is over.
type Key struct{ key []byte }

// Digits returns the six digits for a move: its line in the journal, and how it is written there.
func (k *Key) Digits(line int, move []byte) string {
	m := hmac.New(sha256.New, k.key)
	fmt.Fprintf(m, "%d\n", line)
	m.Write(move)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(m.Sum(nil))%1_000_000)
}

// Bound reports whether a move gets a receipt: a seat's own answer to an ask that is secret. There is
// none for a ballot whose voter nobody may know even afterwards, for with the secret of the
// box a receipt would tell.
func Bound(asks []engine.Ask, s engine.Seat, verb string) bool {
	if s < 0 {
		return false
	}
	for i := range asks {
		if a := &asks[i]; a.Takes(verb) && a.Seat >= 0 && a.May(s) {
			return a.Secret && !a.Sealed
		}
	}
	return false
}

// A Receipt binds a choice that was locked.
type Receipt struct {
	At     int    // the line of the record, from 1 for the header; 0: the choice was taken back
	Line   int    // the line of the journal
	Seat   string // whose choice it is
	Digits string
	Move   []byte // the line of the move; nil where At says which
}

type receiptLine struct {
	At     int             `json:"at,omitempty"`
	Line   int             `json:"line"`
	Seat   string          `json:"seat"`
	Digits string          `json:"digits"`
	Move   json.RawMessage `json:"move,omitempty"`
}
