package phonetest

import (
	"math/rand/v2"
)

// A Drip is a source of keys that is the same in each of two worlds. It is for tests alone.
type Drip struct{ *rand.ChaCha8 }

func NewDrip(seed uint64) Drip {
	var key [32]byte
	key[0], key[1] = byte(seed), byte(seed>>8)
	return Drip{rand.NewChaCha8(key)}
}
