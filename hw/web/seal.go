package web

import (
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/chacha20poly1305"
)

// What a phone and the box say to each other goes in sealed frames of fixed sizes, so that
// whoever listens learns neither words nor lengths. Both ends draw a key for this connection
// alone (X25519) and mix it with the secret that they share: the key of the seat or, before
// there is one, the code of the table. Whoever knows the code and merely listens still reads
// nothing.
//
//	phone ─► box   hello: version, name of the secret, public key
//	box ─► phone   hello: version, public key
//	               key up, key down = HKDF-SHA256(X25519 ‖ secret, SHA-256(both hellos))
//	both           frames: ChaCha20-Poly1305 of length, JSON and zeros; the nonce counts
const (
	sealVersion = 1
	helloSize   = 64
	upFrame     = 4 << 10  // bytes of a frame from a phone
	downFrame   = 32 << 10 // bytes of a frame to a phone
	keySize     = 32
)

// A keyName names a secret without telling it.
type keyName [16]byte

// nameKey returns the name of a secret.
func nameKey(secret []byte) (n keyName) {
	sum := sha256.Sum256(append([]byte("consigliere key\n"), secret...))
	copy(n[:], sum[:])
	return n
}

var errHello = errors.New("that is no hello of a phone")

// A hail is the hello that a phone says first, and what the box answers.
type hail [helloSize]byte

// newHail returns a hello with a public key.
func newHail(name keyName, public []byte) (h hail) {
	h[0] = sealVersion
	copy(h[1:17], name[:])
	copy(h[17:49], public)
	return h
}

// readHail reads the hello of the other side.
func readHail(b []byte) (h hail, err error) {
	if len(b) != helloSize || b[0] != sealVersion {
		return h, errHello
	}
	copy(h[:], b)
	return h, nil
}

func (h *hail) name() keyName { return keyName(h[1:17]) }

// newPrivate draws a key for one connection.
func newPrivate(rand io.Reader) (*ecdh.PrivateKey, error) {
	b := make([]byte, keySize)
	if _, err := io.ReadFull(rand, b); err != nil {
		return nil, err
	}
	return ecdh.X25519().NewPrivateKey(b)
}

// agree returns the keys of a connection: first the one for frames from the phone.
func agree(own *ecdh.PrivateKey, phone, box hail, secret []byte) (up, down *sealer, err error) {
	theirs := phone
	if string(own.PublicKey().Bytes()) == string(phone[17:49]) {
		theirs = box
	}
	public, err := ecdh.X25519().NewPublicKey(theirs[17:49])
	if err != nil {
		return nil, nil, errHello
	}
	shared, err := own.ECDH(public)
	if err != nil {
		return nil, nil, errHello
	}
	both := sha256.Sum256(append(phone[:], box[:]...))
	keys, err := hkdf.Key(sha256.New, append(shared, secret...), both[:], "consigliere phone", 2*keySize)
	if err != nil {
		return nil, nil, err
	}
	return newSealer(keys[:keySize], upFrame), newSealer(keys[keySize:], downFrame), nil
}

// A sealer seals or opens the frames of one direction. It is not safe for concurrent use.
type sealer struct {
	aead  cipher.AEAD
	size  int
	n     uint64 // frames so far
	plain []byte

	sealed []byte // where seal puts a frame
}

func newSealer(key []byte, size int) *sealer {
	a, err := chacha20poly1305.New(key)
	if err != nil {
		panic("web: " + err.Error()) // the key has another length
	}
	return &sealer{aead: a, size: size, plain: make([]byte, size-a.Overhead())}
}

// room returns how many bytes a message may have.
func (s *sealer) room() int { return len(s.plain) - 4 }

// nonce returns the nonce of the next frame.
func (s *sealer) nonce() []byte {
	var b [chacha20poly1305.NonceSize]byte
	binary.LittleEndian.PutUint64(b[4:], s.n)
	s.n++
	return b[:]
}

// seal returns a frame with a message. It is valid until the next frame.
func (s *sealer) seal(msg []byte) ([]byte, error) {
	if len(msg) > s.room() {
		return nil, fmt.Errorf("a message of %d bytes: a frame has room for %d", len(msg), s.room())
	}
	binary.LittleEndian.PutUint32(s.plain, uint32(len(msg)))
	clear(s.plain[4+copy(s.plain[4:], msg):])
	s.sealed = s.aead.Seal(s.sealed[:0], s.nonce(), s.plain, nil)
	return s.sealed, nil
}

var errFrame = errors.New("a frame that was not sealed with the key")

// open returns the message of a frame. It is valid until the next frame.
func (s *sealer) open(frame []byte) ([]byte, error) {
	if len(frame) != s.size {
		return nil, errFrame
	}
	b, err := s.aead.Open(s.plain[:0], s.nonce(), frame, nil)
	if err != nil {
		return nil, errFrame
	}
	n := binary.LittleEndian.Uint32(b)
	if int64(n) > int64(len(b)-4) {
		return nil, errFrame
	}
	return b[4 : 4+n], nil
}
