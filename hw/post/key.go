package post

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nkeys"

	"consigliere/internal/atomicfile"
)

// A Key is what a hub knows a box by. The box makes it; only its public half leaves the box.
type Key struct {
	public string
	pair   nkeys.KeyPair
}

// NewKey makes a key that is kept nowhere.
func NewKey() (*Key, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	return keyOf(pair)
}

func keyOf(pair nkeys.KeyPair) (*Key, error) {
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	return &Key{public, pair}, nil
}

// LoadKey returns the key in a file, and makes both where there is no file.
func LoadKey(file string) (*Key, error) {
	seed, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return nil, err
		}
		seed, err := pair.Seed()
		if err != nil {
			return nil, err
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, err
		}
		if err := atomicfile.WriteFile(file, append(seed, '\n'), 0o600); err != nil {
			return nil, err
		}
		return keyOf(pair)
	}
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.FromSeed([]byte(strings.TrimSpace(string(seed))))
	if err != nil {
		// What is in the file stays out of the error: it may be half a key.
		return nil, fmt.Errorf("%s holds no key for a hub; remove it, and the box makes another, which has to be admitted again", file)
	}
	return keyOf(pair)
}

// Public returns the public half, by which the hub knows the box.
func (k *Key) Public() string { return k.public }

func (k *Key) sign(nonce []byte) ([]byte, error) { return k.pair.Sign(nonce) }
