// Package seal seals what a phone and the box say to each other, in frames of fixed sizes, so that whoever listens
// learns neither words nor lengths. hw/web/page/seal.js is the other end.
//
// Both ends draw a key for this connection alone (X25519) and mix it with the secret that they share: the key of the
// seat or, before there is one, the code of the table. Whoever knows the code and merely listens still reads nothing.
//
//	phone ─► box   hello: version, name of the secret, public key
//	box ─► phone   hello: version, public key
//	               key up, key down = HKDF-SHA256(X25519 ‖ secret, SHA-256(both hellos))
//	both           frames: ChaCha20-Poly1305 of length, JSON and zeros; the nonce counts
//
// A frame to a phone has one of [DownFrames], as the box chooses by what everybody knows: a phone on a crowded Wi-Fi gets
// no more of them than the game needs.
package seal

import (
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/crypto/chacha20poly1305"
)

const (
	sealVersion = 1
	helloSize   = 64
)

// How many bytes there are.
const (
	UpFrame   = 4 << 10  // of a frame from a phone
	DownFrame = 32 << 10 // of the longest frame to a phone
	KeySize   = 32       // of a key
)

// DownFrames returns how many bytes a frame to a phone can have, the fewest first.
func DownFrames() []int { return []int{8 << 10, 12 << 10, 16 << 10, DownFrame} }

// DownFrameFor returns how many bytes a frame to a phone has, where a message has at most a number of bytes.
func DownFrameFor(most int) int {
	for _, size := range DownFrames() {
		if most <= Room(size) {
			return size
		}
	}
	return DownFrame
}

// Room returns how many bytes the message of a frame may have.
func Room(frame int) int { return frame - chacha20poly1305.Overhead - lengthSize }

// lengthSize is how many bytes tell the length of a message.
const lengthSize = 4

// A KeyName names a secret without telling it.
type KeyName [16]byte

// NameKey returns the name of a secret.
func NameKey(secret []byte) (n KeyName) {
	sum := sha256.Sum256(append([]byte("consigliere key\n"), secret...))
	copy(n[:], sum[:])
	return n
}

// ErrHello is why a hello is none.
var ErrHello = errors.New("this is not how a phone says hello")

// A Hail is the hello that a phone says first, and what the box answers.
type Hail [helloSize]byte

// NewHail returns a hello with a public key.
func NewHail(name KeyName, public []byte) (h Hail) {
	h[0] = sealVersion
	copy(h[1:17], name[:])
	copy(h[17:49], public)
	return h
}

// ReadHail reads the hello of the other side.
func ReadHail(b []byte) (h Hail, err error) {
	if len(b) != helloSize || b[0] != sealVersion {
		return h, ErrHello
	}
	copy(h[:], b)
	return h, nil
}

// Name returns the name of the secret that the one who says it has.
func (h *Hail) Name() KeyName { return KeyName(h[1:17]) }

// NewPrivate draws a key for one connection.
func NewPrivate(rand io.Reader) (*ecdh.PrivateKey, error) {
	b := make([]byte, KeySize)
	if _, err := io.ReadFull(rand, b); err != nil {
		return nil, err
	}
	return ecdh.X25519().NewPrivateKey(b)
}

// Agree returns the keys of a connection: first the one for frames from the phone.
func Agree(own *ecdh.PrivateKey, phone, box Hail, secret []byte) (up, down *Sealer, err error) {
	theirs := phone
	if string(own.PublicKey().Bytes()) == string(phone[17:49]) {
		theirs = box
	}
	public, err := ecdh.X25519().NewPublicKey(theirs[17:49])
	if err != nil {
		return nil, nil, ErrHello
	}
	shared, err := own.ECDH(public)
	if err != nil {
		return nil, nil, ErrHello
	}
	both := sha256.Sum256(append(phone[:], box[:]...))
	keys, err := hkdf.Key(sha256.New, append(shared, secret...), both[:], "consigliere phone", 2*KeySize)
	if err != nil {
		return nil, nil, err
	}
	return newSealer(keys[:KeySize], UpFrame), newSealer(keys[KeySize:], DownFrames()...), nil
}

// A Sealer seals or opens the frames of one direction. It is not safe for concurrent use.
type Sealer struct {
	aead  cipher.AEAD
	sizes []int  // that a frame can have, the smallest first
	n     uint64 // frames so far
	plain []byte

	sealed []byte // where seal puts a frame
}

func newSealer(key []byte, sizes ...int) *Sealer {
	a, err := chacha20poly1305.New(key)
	if err != nil {
		panic("seal: " + err.Error()) // the key has another length
	}
	return &Sealer{aead: a, sizes: sizes, plain: make([]byte, sizes[len(sizes)-1]-a.Overhead())}
}

// nonce returns the nonce of the next frame.
func (s *Sealer) nonce() []byte {
	var b [chacha20poly1305.NonceSize]byte
	binary.LittleEndian.PutUint64(b[4:], s.n)
	s.n++
	return b[:]
}

// Seal returns a frame of a size, one of those of the direction, with a message. It is valid until the next frame.
func (s *Sealer) Seal(msg []byte, size int) ([]byte, error) {
	if !slices.Contains(s.sizes, size) {
		return nil, fmt.Errorf("there is no frame of %d bytes in this direction", size)
	}
	if len(msg) > Room(size) {
		return nil, fmt.Errorf("a message of %d bytes: a frame of %d has room for %d", len(msg), size, Room(size))
	}
	plain := s.plain[:size-s.aead.Overhead()]
	binary.LittleEndian.PutUint32(plain, uint32(len(msg)))
	clear(plain[lengthSize+copy(plain[lengthSize:], msg):])
	s.sealed = s.aead.Seal(s.sealed[:0], s.nonce(), plain, nil)
	return s.sealed, nil
}

// ErrFrame is why a frame cannot be opened.
var ErrFrame = errors.New("a frame that was not sealed with the key")

// Open returns the message of a frame. It is valid until the next frame.
func (s *Sealer) Open(frame []byte) ([]byte, error) {
	if !slices.Contains(s.sizes, len(frame)) {
		return nil, ErrFrame
	}
	b, err := s.aead.Open(s.plain[:0], s.nonce(), frame, nil)
	if err != nil {
		return nil, ErrFrame
	}
	n := binary.LittleEndian.Uint32(b)
	if int64(n) > int64(len(b)-lengthSize) {
		return nil, ErrFrame
	}
	return b[lengthSize : lengthSize+n], nil
}
