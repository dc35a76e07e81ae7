// Package link writes the record of a play so that it fits behind the # of an address, which browsers send nowhere,
// and into a QR code: deflated, in the letters of base64 for addresses.
//
//	text, err := link.Encode(record)
//	record, err := link.Decode(text)
//
// A text that was cut or changed on its way is not half a record: Decode says which of the two has happened.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// form is the first letter of a link: another for another form.
const form = "1"

// Most is how many bytes a record in a link may have. The longest campaign has a few hundred thousand; what claims to
// be longer is not a record.
const Most = 4 << 20

var (
	ErrCut     = errors.New("the end of the link is missing; copy it whole")
	ErrChanged = errors.New("the link was changed on its way: a letter is wrong, or missing, or there is one too many")
	ErrForm    = errors.New("this version cannot read the link: it is a newer one, or not a link to a game")
	ErrLong    = errors.New("the record is longer than a link can be")
)

// head is how many bytes come before the deflated record: their number, and a checksum of them.
const head = 8

// Encode returns the text of a record.
func Encode(record []byte) (string, error) {
	if len(record) > Most {
		return "", ErrLong
	}
	var b bytes.Buffer
	b.Write(make([]byte, head))
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(record); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	data := b.Bytes()
	binary.BigEndian.PutUint32(data, uint32(len(data)-head))
	binary.BigEndian.PutUint32(data[4:], crc32.ChecksumIEEE(data[head:]))
	return form + base64.RawURLEncoding.EncodeToString(data), nil
}

// Decode returns the record of a text. It takes a whole address as well, and spaces that a mail has put into it.
func Decode(text string) ([]byte, error) {
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	}
	text, known := strings.CutPrefix(strings.Join(strings.Fields(text), ""), form)
	if !known {
		return nil, ErrForm
	}
	whole := text[:len(text)-len(text)%4]
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		if data, err = base64.RawURLEncoding.DecodeString(whole); err != nil {
			return nil, ErrChanged
		}
	}
	if len(data) < head {
		return nil, ErrCut
	}
	said, sum, data := binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:]), data[head:]
	switch {
	case said <= Most && len(data) < int(said):
		return nil, ErrCut
	case len(data) != int(said) || crc32.ChecksumIEEE(data) != sum:
		return nil, ErrChanged
	}
	record, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), Most+1))
	if err != nil {
		return nil, ErrChanged
	}
	if len(record) > Most {
		return nil, ErrLong
	}
	return record, nil
}
