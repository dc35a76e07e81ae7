package engine

import (
	"crypto/sha256"
	"math/rand/v2"
	"strconv"
)

// Chance is the generator from which a box draws: ChaCha8 keyed with the SHA-256 of
// "consigliere", the game and the decimal seed, joined by newlines. The same game and seed
// give the same draws everywhere. The ledgers give the order of the draws.
type Chance struct{ r *rand.Rand }

// NewChance returns the generator of one play.
func NewChance(game string, seed uint64) Chance {
	key := make([]byte, 0, 64)
	key = append(key, "consigliere\n"...)
	key = append(key, game...)
	key = append(key, '\n')
	key = strconv.AppendUint(key, seed, 10)
	return Chance{rand.New(rand.NewChaCha8(sha256.Sum256(key)))}
}

// Pick returns a number from 0 up to but not including n; n must be at least 1.
func (c Chance) Pick(n int) int { return c.r.IntN(n) }
