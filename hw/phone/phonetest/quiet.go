package phonetest

import (
	"context"
	"testing"

	"consigliere/hw/phone/seal"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// Quiet opens the line of a phone that does nothing but read.
func Quiet(t testing.TB, url string, secret []byte) *websocket.Conn {
	ctx, stop := context.WithTimeout(context.Background(), Patience)
	defer stop()
	conn, _, err := Dial(ctx, url, "/seat")
	require.NoError(t, err)
	conn.SetReadLimit(1 << 20)
	GreetAs(t, conn, secret)
	return conn
}

// GreetAs says the hellos of a phone that has a secret.
func GreetAs(t testing.TB, conn *websocket.Conn, secret []byte) { HailAs(t, conn, secret)() }

// HailAs exchanges hellos, and returns how the phone proves then that it has the secret.
func HailAs(t testing.TB, conn *websocket.Conn, secret []byte) (prove func()) {
	ctx, stop := context.WithTimeout(context.Background(), Patience)
	defer stop()
	own, err := seal.NewPrivate(NewDrip(2))
	require.NoError(t, err)
	hail := seal.NewHail(seal.NameKey(secret), own.PublicKey().Bytes())
	require.NoError(t, conn.Write(ctx, websocket.MessageBinary, hail[:]))
	_, data, err := conn.Read(ctx)
	require.NoError(t, err)
	theirs, err := seal.ReadHail(data)
	require.NoError(t, err)
	up, _, err := seal.Agree(own, hail, theirs, secret)
	require.NoError(t, err)
	f, err := up.Seal([]byte(`{"t":"hi","lang":"en"}`), seal.UpFrame)
	require.NoError(t, err)
	return func() { require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, f)) }
}
