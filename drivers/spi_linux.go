package drivers

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/fs"
)

// A kernelPort is an SPI port of the kernel.
type kernelPort struct {
	spi.PortCloser
	claim *os.File
}

// Connect implements [spi.Port].
func (p *kernelPort) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.PortCloser.Connect(f, m, bits)
	if err != nil {
		return nil, err
	}
	return &kernelConn{Conn: c, fd: p.claim.Fd(), hertz: int64(f / physic.Hertz), bits: uint8(bits)}, nil
}

// Close implements [spi.PortCloser].
func (p *kernelPort) Close() error { return errors.Join(p.PortCloser.Close(), p.claim.Close()) }

// shortTransfer is how long a transfer may keep a processor of the runtime. An APA102 strip with
// 115 lights takes that long, and a WS2812 strip with 13.
const shortTransfer = time.Millisecond

// A kernelConn is a connection to a chip at a port of the kernel.
//
// A light that answers a press is often the first system call after a rest. If the runtime were
// told of it, its monitor would wake up, run first and then again every 20 us, and give the
// processor that waits for the transfer to another thread, to be asked for afterwards. So
// the runtime does not hear of a short transfer: other goroutines of that processor wait for it.
type kernelConn struct {
	spi.Conn
	fd     uintptr
	hertz  int64
	bits   uint8
	failed bool // the last transfer; a port that hangs must not keep the processor a second time
	ask    spiTransfer
}

// A spiTransfer is a struct spi_ioc_transfer of linux/spi/spidev.h.
type spiTransfer struct {
	tx, rx              uint64
	length, hertz       uint32
	delay               uint16
	bits, change        uint8
	txWires, rxWires    uint8
	wordDelay, reserved uint8
}

// sendOne is SPI_IOC_MESSAGE(1).
var sendOne = uintptr(fs.IOW('k', 0, uint(unsafe.Sizeof(spiTransfer{}))))

// Tx implements [conn.Conn].
func (c *kernelConn) Tx(w, r []byte) error {
	if len(w) == 0 || len(r) != 0 || c.failed || time.Duration(8*len(w))*time.Second > time.Duration(c.hertz)*shortTransfer {
		err := c.Conn.Tx(w, r)
		c.failed = err != nil
		return err
	}
	c.ask = spiTransfer{tx: uint64(uintptr(unsafe.Pointer(&w[0]))), length: uint32(len(w)), hertz: uint32(c.hertz), bits: c.bits}
	_, _, errno := syscall.RawSyscall(syscall.SYS_IOCTL, c.fd, sendOne, uintptr(unsafe.Pointer(&c.ask)))
	runtime.KeepAlive(w)
	if errno != 0 {
		c.failed = true
		return fmt.Errorf("SPI transfer: %w", errno)
	}
	return nil
}
