package broker

import (
	"slices"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/require"
)

// A server that is started anew counts its clients from the beginning. Boxes that come back to it, as other programs and in another
// order, are not taken for second ones of those that had their numbers before.
func TestServerThatIsStartedAnew(t *testing.T) {
	b, err := Start(t.Context(), Options{Dir: t.TempDir(), Open: true, Listen: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(b.Stop)
	keys := make([]nkeys.KeyPair, 12)
	for i := range keys {
		keys[i], err = nkeys.CreateUser()
		require.NoError(t, err)
	}
	come := func(instance string) {
		for i, key := range keys {
			public, err := key.PublicKey()
			require.NoError(t, err)
			conn, err := nats.Connect("nats://"+b.Addr(), nats.Name(instance), nats.NoReconnect(), nats.Nkey(public, key.Sign))
			require.NoError(t, err, "box %d", i)
			t.Cleanup(conn.Close)
		}
	}
	come("one")
	b.shut()
	require.NoError(t, b.run())
	slices.Reverse(keys)
	come("another")
}
