package seal

import (
	"crypto/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSealing(t *testing.T) {
	secret := []byte("0123456789abcdef")
	meet := func(mine, theirs []byte) (*Sealer, *Sealer) {
		a, err := NewPrivate(rand.Reader)
		require.NoError(t, err)
		b, err := NewPrivate(rand.Reader)
		require.NoError(t, err)
		ha, hb := NewHail(NameKey(mine), a.PublicKey().Bytes()), NewHail(KeyName{}, b.PublicKey().Bytes())
		up, _, err := Agree(a, ha, hb, mine)
		require.NoError(t, err)
		upB, _, err := Agree(b, ha, hb, theirs)
		require.NoError(t, err)
		return up, upB
	}
	a, b := meet(secret, secret)
	for _, m := range []string{"", "x", strings.Repeat("y", Room(UpFrame))} {
		f, err := a.Seal([]byte(m), UpFrame)
		require.NoError(t, err)
		assert.Len(t, f, UpFrame)
		got, err := b.Open(f)
		require.NoError(t, err)
		assert.Equal(t, m, string(got))
		_, err = b.Open(f)
		assert.ErrorIs(t, err, ErrFrame, "the same frame again")
		b.n--
	}
	_, err := a.Seal(make([]byte, Room(UpFrame)+1), UpFrame)
	assert.ErrorContains(t, err, "has room for")
	f, err := a.Seal([]byte("x"), UpFrame)
	require.NoError(t, err)
	f[9] ^= 1
	_, err = b.Open(f)
	assert.ErrorIs(t, err, ErrFrame, "a bit was changed")

	_, err = a.Seal([]byte("x"), DownFrame)
	assert.ErrorContains(t, err, "in this direction")

	a, b = meet(secret, []byte("0123456789abcdeF"))
	f, err = a.Seal([]byte("x"), UpFrame)
	require.NoError(t, err)
	_, err = b.Open(f)
	assert.ErrorIs(t, err, ErrFrame, "another secret")
	for _, bad := range [][]byte{nil, make([]byte, helloSize), make([]byte, 1<<20)} {
		_, err := ReadHail(bad)
		assert.ErrorIs(t, err, ErrHello)
	}
	zero, err := NewPrivate(rand.Reader)
	require.NoError(t, err)
	_, _, err = Agree(zero, NewHail(KeyName{}, make([]byte, 32)), NewHail(KeyName{}, zero.PublicKey().Bytes()), secret)
	assert.ErrorIs(t, err, ErrHello, "a public key of no use")
}

// A frame to a phone has one of a few sizes, each of which can be opened.
func TestDownFrames(t *testing.T) {
	key := make([]byte, KeySize)
	a, b := newSealer(key, DownFrames()...), newSealer(key, DownFrames()...)
	for most, size := range map[int]int{0: 8 << 10, 8172: 8 << 10, 8173: 12 << 10, 12_268: 12 << 10, 12_269: 16 << 10, 16_364: 16 << 10, 16_365: 32 << 10, 1 << 20: 32 << 10} {
		require.Equal(t, size, DownFrameFor(most), "%d", most)
		msg := strings.Repeat("z", min(most, Room(size)))
		f, err := a.Seal([]byte(msg), size)
		require.NoError(t, err)
		assert.Len(t, f, size)
		got, err := b.Open(f)
		require.NoError(t, err)
		assert.Equal(t, msg, string(got))
	}
}
