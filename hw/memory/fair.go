package memory

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"consigliere/engine/journal"
	"consigliere/engine/receipt"
	"consigliere/internal/atomicfile"
)

// When plays can begin with a commitment: FairDraws, when the box draws, unless the table has said otherwise.
const (
	FairDraws  = "draws"
	FairAlways = "always"
	FairNever  = "never"
)

// Fairs returns these.
func Fairs() []string { return []string{FairDraws, FairAlways, FairNever} }

// Fair returns when plays begin with a commitment.
func (m *Memory) Fair() string { return cmp.Or(m.settings.Fair, FairDraws) }

// SetFair remembers when plays begin with a commitment.
func (m *Memory) SetFair(when string) {
	if m.settings.Fair = when; when == FairDraws {
		m.settings.Fair = ""
	}
	m.write()
}

// keyFile is the name of the file with the key that signs records.
const keyFile = "receipts.key"

// Signer returns the key with which the box signs records. It is made when it is needed first, and kept beside the
// journals; a box that keeps nothing has another each time that it is switched on.
func (m *Memory) Signer() (*receipt.Signer, error) {
	if m.signer != nil {
		return m.signer, nil
	}
	s, err := m.readSigner()
	if errors.Is(err, fs.ErrNotExist) {
		if s, err = receipt.NewSigner(rand.Reader); err == nil && m.folder != "" {
			err = atomicfile.WriteFile(filepath.Join(m.folder, keyFile), []byte(s.Secret()+"\n"+s.Key()+"\n"), 0o600)
		}
	}
	if err != nil {
		return nil, err
	}
	m.signer = s
	return s, nil
}

// readSigner reads the key.
func (m *Memory) readSigner() (*receipt.Signer, error) {
	if m.folder == "" {
		return nil, fs.ErrNotExist
	}
	data, err := journal.ReadFile(filepath.Join(m.folder, keyFile))
	if err != nil {
		return nil, err
	}
	secret, public, _ := strings.Cut(strings.TrimSpace(string(data)), "\n")
	s, err := receipt.ParseSigner(secret, public)
	if err != nil {
		// What is in the file stays out of the error: it may be half a key.
		return nil, fmt.Errorf("%s holds no key; remove it, and the box makes another", keyFile)
	}
	return s, nil
}
