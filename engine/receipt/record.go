package receipt

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"consigliere/engine"
)

// boxName is what signatures are by: a box has no name but its key.
const boxName = "consigliere"

// A Signer is the key with which a box signs records.
type Signer struct {
	secret, public string
	signer         note.Signer
}

// NewSigner makes a key from random bytes.
func NewSigner(random io.Reader) (*Signer, error) {
	secret, public, err := note.GenerateKey(random, boxName)
	if err != nil {
		return nil, err
	}
	signer, err := note.NewSigner(secret)
	return &Signer{secret, public, signer}, err
}

// ParseSigner reads a key as [Signer.Secret] returns it, and [Signer.Key].
func ParseSigner(secret, public string) (*Signer, error) {
	signer, err := note.NewSigner(secret)
	if err != nil {
		return nil, err
	}
	v, err := note.NewVerifier(public)
	if err != nil {
		return nil, err
	}
	if v.KeyHash() != signer.KeyHash() {
		return nil, errors.New("the two halves of the key are not of one key")
	}
	return &Signer{secret, public, signer}, nil
}

// Secret returns the half of the key that the box keeps to itself.
func (s *Signer) Secret() string { return s.secret }

// Key returns the half of the key with which anybody checks what the box signed.
func (s *Signer) Key() string { return s.public }

// Append appends a record that can be checked, signed: a record and its receipts.
func Append(dst, record []byte, receipts []Receipt, s *Signer) ([]byte, error) {
	var b bytes.Buffer
	b.Write(record)
	b.WriteByte('\n')
	for _, r := range receipts {
		line, err := json.Marshal(receiptLine{r.At, r.Line, r.Seat, r.Digits, r.Move})
		if err != nil {
			return nil, err
		}
		b.Write(append(line, '\n'))
	}
	signed, err := note.Sign(&note.Note{Text: b.String()}, s.signer)
	return append(dst, signed...), err
}

// signature is how the signature of a note begins, after an empty line.
const signature = "\n\n\u2014 "

// Is reports whether data has the form of a record that can be checked.
func Is(data []byte) bool { return bytes.Contains(data, []byte(signature)) }

// Record returns the record alone out of one that can be checked, and any other data as it is.
func Record(data []byte) []byte {
	if !Is(data) {
		return data
	}
	record, _, _ := bytes.Cut(data, []byte("\n\n"))
	return append(record[:len(record):len(record)], '\n')
}

// A Document is a record that can be checked, taken apart.
type Document struct {
	Record   []byte
	Receipts []Receipt
	text     []byte // what is signed
	whole    []byte
}

// Parse takes a record apart. It checks nothing but the form.
func Parse(data []byte) (*Document, error) {
	end := bytes.LastIndex(data, []byte(signature))
	if end < 0 {
		return nil, errors.New("this is not a record that can be checked: it has no signature at its end")
	}
	d := &Document{text: data[:end+1], whole: data}
	record, receipts, ok := bytes.Cut(d.text, []byte("\n\n"))
	if !ok { // no choice has a receipt: the empty line is the last
		record, receipts = bytes.TrimSuffix(d.text, []byte("\n")), nil
	}
	d.Record = append(record[:len(record):len(record)], '\n')
	n := bytes.Count(d.Record, []byte("\n")) + 1
	for line := range bytes.Lines(receipts) {
		n++
		var r receiptLine
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&r); err != nil {
			return nil, &engine.LineError{Line: n, Err: fmt.Errorf("this is not a receipt: %w", err)}
		}
		if (r.At == 0) != (r.Move != nil) || r.Line < 2 || len(r.Digits) != 6 {
			return nil, &engine.LineError{Line: n, Err: errors.New("this is not a receipt")}
		}
		d.Receipts = append(d.Receipts, Receipt{r.At, r.Line, r.Seat, r.Digits, r.Move})
	}
	return d, nil
}

// verify checks the signature, with the key of the box. Nothing that is not signed can be changed
// either: the signature has to be written as [Append] writes it.
func (d *Document) verify(key string) error {
	v, err := note.NewVerifier(key)
	if err != nil {
		return fmt.Errorf("the key of the box is not valid: %w", err)
	}
	n, err := note.Open(d.whole, note.VerifierList(v))
	if err != nil {
		return errors.New("the signature is not that of the box over these lines: something was changed after it was signed")
	}
	// Base64 can be written in several ways, and the reader takes them all.
	sig, err := base64.StdEncoding.DecodeString(n.Sigs[0].Base64)
	n.Sigs[0].Base64 = base64.StdEncoding.EncodeToString(sig)
	again, err2 := note.Sign(&note.Note{Text: n.Text, Sigs: n.Sigs})
	if err != nil || err2 != nil || !bytes.Equal(again, d.whole) || len(n.Sigs) != 1 {
		return errors.New("the signature is not written as a box writes it")
	}
	return nil
}

// Kept is what somebody has kept of a play while it was played, against which its record is held.
type Kept struct {
	Box        string // the key of the box
	Commitment string // its first hexadecimal digits, at least [ShortCommitment]
	Given      []Given
	Receipts   []Receipt
}

// ShortCommitment is how many digits of a commitment are enough to keep. They are what people read
// and write down.
const ShortCommitment = 8

// keptLine is a line of a file of a Kept: one of its three forms.
type keptLine struct {
	Box        string `json:"box,omitempty"`
	Commitment string `json:"commitment,omitempty"`
	Seat       string `json:"seat,omitempty"`
	Number     string `json:"number,omitempty"`
	Phone      string `json:"phone,omitempty"`
	Line       int    `json:"line,omitempty"`
	Digits     string `json:"digits,omitempty"`
}

// Add adds what the lines of a file say that was kept, as phones and hubs write it:
//
//	{"box":"consigliere+1d2c3b4a+AWd0...","commitment":"5f0c..."}
//	{"seat":"Ava","number":"482915"}
//	{"line":2,"seat":"Ava","digits":"730162"}
func (k *Kept) Add(r io.Reader) error {
	return engine.Lines(r, func(_ int, line []byte) error {
		var l keptLine
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&l); err != nil {
			return err
		}
		switch {
		case l.Commitment != "":
			return k.AddCommitment(l.Box, l.Commitment)
		case l.Digits != "":
			k.Receipts = append(k.Receipts, Receipt{Line: l.Line, Seat: l.Seat, Digits: l.Digits})
			return nil
		}
		g, err := given{l.Seat, l.Number, l.Phone}.given()
		k.Given = append(k.Given, g)
		return err
	})
}

// AddCommitment adds a commitment, or its first digits, and the key of the box, if that was kept.
func (k *Kept) AddCommitment(box, digits string) error {
	if digits = strings.ToLower(digits); len(digits) < ShortCommitment || len(digits) > 2*len(Commitment{}) || strings.Trim(digits, "0123456789abcdef") != "" {
		return fmt.Errorf("%q is not a commitment: its first %d hexadecimal digits, or more", digits, ShortCommitment)
	}
	if k.Commitment != "" && k.Commitment != digits || k.Box != "" && box != "" && k.Box != box {
		return errors.New("two commitments were kept: they are not of one play")
	}
	k.Commitment = digits
	if box != "" {
		k.Box = box
	}
	return nil
}

// AppendKept appends what was kept as the lines of a file.
func (k *Kept) AppendKept(dst []byte) []byte {
	add := func(l keptLine) {
		b, _ := json.Marshal(l) // texts and numbers always marshal
		dst = append(append(dst, b...), '\n')
	}
	if k.Commitment != "" {
		add(keptLine{Box: k.Box, Commitment: k.Commitment})
	}
	for _, g := range k.Given {
		j := g.json()
		add(keptLine{Seat: j.Seat, Number: j.Number, Phone: j.Phone})
	}
	for _, r := range k.Receipts {
		add(keptLine{Line: r.Line, Seat: r.Seat, Digits: r.Digits})
	}
	return dst
}
