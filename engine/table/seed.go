package table

import (
	"crypto/rand"
	"encoding/binary"
)

// NewSeed returns the seed of a real play. Nobody can guess it, and it is below 2^53, so
// that every reader of JSON keeps all its digits.
func NewSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}
