package web

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
)

// serveGuests serves the guests of a box at an address of its own. Pages of tests all come from one address.
func serveGuests(t testing.TB, b phone.Box, o phone.GuestOptions) (*phone.Guests, *phonetest.Server) {
	o.Each = 100
	g, err := phone.NewGuests(b, o)
	require.NoError(t, err)
	return g, phonetest.Serve(t, g)
}

// serveWhole serves phones as a box does, which is told who is here, and returns where.
func serveWhole(t *testing.T, b phone.Box) (*phone.Guests, string) {
	t.Helper()
	g, err := phone.NewGuests(b, phone.GuestOptions{})
	require.NoError(t, err)
	serving, stop := context.WithCancel(t.Context())
	l, err := phone.ListenGuests(serving, "127.0.0.1:0")
	require.NoError(t, err)
	g.Announce(l.Addr(), nil)
	done := make(chan error, 1)
	go func() { done <- g.Serve(serving, l, nil) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	return g, "http://" + l.Addr().String()
}

// holders returns the names that have a phone which was here, in the order in which they joined.
func holders(g *phone.Guests) (names []string) {
	for _, h := range g.Overview().Phones {
		names = append(names, h.Name)
	}
	return names
}
