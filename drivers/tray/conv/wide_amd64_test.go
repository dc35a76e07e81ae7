package conv

import "testing"

// withWide lets networks that are made use [dotWide], or not, until the test ends.
func withWide(t *testing.T, use bool) {
	t.Helper()
	was := wide
	wide = use
	t.Cleanup(func() { wide = was })
}
