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
	for _, m := range []string{"", "x", strings.Repeat("y", a.Room())} {
		f, err := a.Seal([]byte(m))
		require.NoError(t, err)
		assert.Len(t, f, UpFrame)
		got, err := b.Open(f)
		require.NoError(t, err)
		assert.Equal(t, m, string(got))
		_, err = b.Open(f)
		assert.ErrorIs(t, err, ErrFrame, "the same frame again")
		b.n--
	}
	_, err := a.Seal(make([]byte, a.Room()+1))
	assert.ErrorContains(t, err, "has room for")
	f, err := a.Seal([]byte("x"))
	require.NoError(t, err)
	f[9] ^= 1
	_, err = b.Open(f)
	assert.ErrorIs(t, err, ErrFrame, "a bit was changed")

	a, b = meet(secret, []byte("0123456789abcdeF"))
	f, err = a.Seal([]byte("x"))
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
