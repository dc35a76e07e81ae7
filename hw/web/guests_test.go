package web

import (
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

// holders returns the names that have a phone which was here, in the order in which they joined.
func holders(g *phone.Guests) (names []string) {
	for _, h := range g.Overview().Phones {
		names = append(names, h.Name)
	}
	return names
}
