package drivers

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// known is a port whose transfers the runtime knows of.
type known struct {
	spi.PortCloser
	spi.Conn
	transfers int
	err       error
}

func (k *known) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return k, nil }
func (k *known) String() string                                            { return "SPI0.0" }
func (k *known) Tx(w, r []byte) error                                      { k.transfers++; return k.err }
func (k *known) Close() error                                              { return nil }

// TestShortTransfers sends to a file that isn't a port, which tells transfers that the kernel is
// asked for here from those that take periph's way.
func TestShortTransfers(t *testing.T) {
	assert.Equal(t, uintptr(0x40206B00), sendOne, "SPI_IOC_MESSAGE(1) on ARM and x86")
	path := filepath.Join(t.TempDir(), "spidev0.0")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	claimed, err := claim(path)
	require.NoError(t, err)
	k := &known{}
	port := &kernelPort{PortCloser: k, claim: claimed}
	c, err := port.Connect(4*physic.MegaHertz, spi.Mode0, 8)
	require.NoError(t, err)
	for i, s := range []struct {
		why   string
		w, r  []byte
		err   error // of periph's way
		short bool
	}{
		{"a millisecond", make([]byte, 500), nil, nil, true},
		{"after a fault", make([]byte, 500), nil, errors.New("it hangs"), false},
		{"after two", make([]byte, 500), nil, nil, false},
		{"it works again", make([]byte, 1), nil, nil, true},
		{"after a fault", make([]byte, 1), nil, nil, false},
		{"more than a millisecond", make([]byte, 501), nil, nil, false},
		{"a transfer that reads", make([]byte, 1), make([]byte, 1), nil, false},
		{"one that only reads", nil, make([]byte, 1), nil, false},
	} {
		before := k.transfers
		k.err = s.err
		err := c.Tx(s.w, s.r)
		if s.short {
			// Linux says ENOTTY, and qemu in its place, which knows nothing of SPI, ENOSYS.
			require.ErrorAs(t, err, new(syscall.Errno), "%d: %s", i, s.why)
			require.Equal(t, before, k.transfers, "%d: %s", i, s.why)
		} else {
			require.Equal(t, s.err, err, "%d: %s", i, s.why)
			require.Equal(t, before+1, k.transfers, "%d: %s", i, s.why)
		}
	}
	require.NoError(t, port.Close())
}
