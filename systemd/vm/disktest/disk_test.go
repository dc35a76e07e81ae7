package disktest

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDisk checks that a disk keeps what was flushed, and loses of the rest what it may.
func TestDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "disk")
	require.NoError(t, os.WriteFile(name, make([]byte, 4*block), 0o600))
	page := func(b byte) []byte {
		p := make([]byte, block)
		p[0], p[block-1] = b, b
		return p
	}
	states := map[[2]byte]bool{}
	for seed := range uint64(200) {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		require.NoError(t, err)
		d := &Disk{file: f, size: 4 * block, cache: map[int64][][]byte{}, done: make(chan struct{})}
		close(d.done)
		require.NoError(t, d.write(page(1), 0))
		require.NoError(t, d.write(page(1), block))
		require.NoError(t, d.flush())
		require.NoError(t, d.write(page(2), 0))
		require.NoError(t, d.write(page(2), block))
		require.NoError(t, d.write(page(3)[:block/2], block)) // a part of one, and then the rest
		require.NoError(t, d.write(page(3)[block/2:], 3*block/2))
		got := make([]byte, 2*block)
		require.NoError(t, d.read(got, 0))
		require.Equal(t, append(page(2), page(3)...), got, "whoever reads sees what was written last")
		waiting, _, err := d.Cut(rand.New(rand.NewPCG(seed, 0)))
		require.NoError(t, err)
		require.Equal(t, 2, waiting)
		left, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, left[0], left[block-1])
		states[[2]byte{left[0], left[block]}] = true
	}
	require.Len(t, states, 6, "one of two states, and one of three: %v", states)
}
