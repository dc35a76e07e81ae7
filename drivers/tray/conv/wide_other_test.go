//go:build !amd64

package conv

import "testing"

func withWide(t *testing.T, use bool) {
	t.Helper()
	if use {
		t.Skip("this processor has no AVX")
	}
}
