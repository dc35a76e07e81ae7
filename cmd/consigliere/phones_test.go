package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The register of phones has their keys: nobody but the box may read it.
func TestRegisterIsClosed(t *testing.T) {
	r := register(filepath.Join(t.TempDir(), "phones.json"))
	b, err := r.Read()
	require.NoError(t, err)
	assert.Empty(t, b, "nothing is kept yet")
	require.NoError(t, r.Write([]byte(`{"code":""}`)))
	info, err := os.Stat(string(r))
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode())
	b, err = r.Read()
	require.NoError(t, err)
	assert.Equal(t, "{\"code\":\"\"}\n", string(b))
}
