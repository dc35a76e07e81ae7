//go:build vm

package vm

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
)

var rounds = flag.Int("rounds", 500, "how often all pods of TestWireless are pressed at once")

// The messages of /dev/uhid (include/uapi/linux/uhid.h), and where in them things are.
const (
	uhidDestroy  = 1
	uhidOpen     = 4
	uhidClose    = 5
	uhidOutput   = 6
	uhidCreate2  = 11
	uhidInput2   = 12
	uhidEvent    = 4 + 128 + 64 + 64 + 2 + 2 + 4*4 + 4096
	uhidUniq     = 4 + 128 + 64
	uhidLength   = uhidUniq + 64
	uhidBus      = uhidLength + 2
	uhidReport   = uhidBus + 2 + 4*4
	busBluetooth = 5
)

// descriptor is the boot keyboard's in the appendix of HID 1.11: a byte of modifiers, six keys, five lights.
var descriptor = []byte{
	0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01,
	0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01, 0x95, 0x05, 0x75, 0x01,
	0x05, 0x08, 0x19, 0x01, 0x29, 0x05, 0x91, 0x02, 0x95, 0x01, 0x75, 0x03, 0x91, 0x01, 0x95, 0x06,
	0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00, 0xC0,
}

// A podOnAir is a pod as BlueZ hands it to the kernel when it is connected.
type podOnAir struct {
	address string
	keys    [hw.Buttons]bool
	file    *os.File // nil while it is away

	mu sync.Mutex
	// mu guards the following.
	open   bool // somebody reads it
	lights byte // Num, Caps and Scroll
}

// connect brings the pod back. Its keys are told as soon as somebody reads.
func (p *podOnAir) connect(t *testing.T) {
	t.Helper()

	f, err := os.OpenFile("/dev/uhid", os.O_RDWR|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	e := make([]byte, uhidEvent)
	binary.LittleEndian.PutUint32(e, uhidCreate2)
	copy(e[4:], "pod "+p.address)
	copy(e[uhidUniq:], p.address)
	binary.LittleEndian.PutUint16(e[uhidLength:], uint16(len(descriptor)))
	binary.LittleEndian.PutUint16(e[uhidBus:], busBluetooth)
	copy(e[uhidReport:], descriptor)
	_, err = f.Write(e)
	require.NoError(t, err)
	p.file = f
	go p.listen(f)
}

// listen takes what the kernel tells the pod, until it goes away.
func (p *podOnAir) listen(f *os.File) {
	e := make([]byte, uhidEvent)
	for {
		if _, err := f.Read(e); err != nil {
			return
		}
		p.mu.Lock()
		switch binary.LittleEndian.Uint32(e) {
		case uhidOpen:
			p.open = true
		case uhidClose:
			p.open = false
		case uhidOutput:
			p.lights = e[4] & 7
		}
		p.mu.Unlock()
	}
}

func (p *podOnAir) state() (open bool, lights byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open, p.lights
}

// tell sends which keys are down: 1, 2 and 3, of the usages of keyboards.
func (p *podOnAir) tell(t *testing.T) {
	t.Helper()
	e := make([]byte, 4+2+8)
	binary.LittleEndian.PutUint32(e, uhidInput2)
	binary.LittleEndian.PutUint16(e[4:], 8)
	for i, down := range p.keys {
		if down {
			e[6+2+i] = 0x1E + byte(i)
		}
	}
	_, err := p.file.Write(e)
	require.NoError(t, err)
}

// vanish takes the pod away: it sleeps, or is out of reach.
func (p *podOnAir) vanish(t *testing.T) {
	t.Helper()
	e := make([]byte, 4)
	binary.LittleEndian.PutUint32(e, uhidDestroy)
	_, err := p.file.Write(e)
	require.NoError(t, err)
	require.NoError(t, p.file.Close())
	p.file = nil
	p.mu.Lock()
	p.open, p.lights = false, 0
	p.mu.Unlock()
}

// TestWireless presses eight pods that the kernel takes for Bluetooth keyboards. All are pressed at once,
// again and again, and each time one of them may go away and come back, or start anew faster than it is
// missed, with a finger on it or not; or the box starts anew, with or without the machine that the pods are
// connected to. No press may be invented, none of a pod that is connected may be lost, and each must be its
// own seat's. Then the lights are looked at, and it is measured how long a press takes to be known.
func TestWireless(t *testing.T) {
	const pods = 8
	text := "[buttons]\ndebounce = \"2ms\"\n"
	air := make([]*podOnAir, pods)
	for i := range air {
		air[i] = &podOnAir{address: fmt.Sprintf("c0:00:00:00:00:%02x", i)}
		text += fmt.Sprintf("[[keyboard]]\nname = \"p%d\"\nbluetooth = %q\n", i, air[i].address)
		text += fmt.Sprintf("[[pod]]\na = \"p%[1]d.1\"\nb = \"p%[1]d.2\"\nok = \"p%[1]d.3\"\nlight = \"p%[1]d\"\n", i)
	}
	box, err := config.Parse("wireless.toml", []byte(text))
	require.NoError(t, err)
	var (
		parts *drivers.Parts
		clock func() time.Duration
		room  []hw.Press
		off   func()
	)
	boot := func() {
		host, err := drivers.Real("wireless.toml")
		require.NoError(t, err)
		parts, err = drivers.Open(box, host, nil)
		require.NoError(t, err)
		start := time.Now()
		clock = func() time.Duration { return time.Since(start) }
		ctx, stop := context.WithCancel(t.Context())
		parts.Watch(ctx, clock)
		parts.LetFingersBeFast(1 << 30)
		off = func() {
			stop()
			require.NoError(t, parts.Close())
		}
	}
	boot()
	for _, p := range air {
		p.connect(t)
	}
	counted := map[string]int{}
	// until scans, as the box does, until ok says so.
	until := func(what string, take func(hw.Press), ok func() bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !ok(); {
			require.True(t, time.Now().Before(end), "%s within 20 s", what)
			parts.Wait(min(max(0, parts.Next()-clock()), 5*time.Millisecond))
			room = parts.Scan(clock(), room[:0])
			for _, press := range room {
				take(press)
			}
		}
	}
	down := [pods][hw.Buttons]bool{} // as the box believes
	follow := func(p hw.Press) {
		require.NotEqual(t, p.Down, down[p.Pod][p.Button], "%v is told twice", p)
		down[p.Pod][p.Button] = p.Down
		if p.Down {
			counted["pressed"]++
		}
	}
	connected := func(i int) func() bool {
		return func() bool {
			open, _ := air[i].state()
			return open && parts.Box().Trouble(hw.Pod(i)) == hw.Fine
		}
	}
	truth := func() bool {
		for i, p := range air {
			if down[i] != p.keys {
				return false
			}
		}
		return true
	}
	for i := range air {
		until("pod is found", follow, connected(i))
	}

	chance := rand.New(rand.NewPCG(32, 0))
	made := 0
	for range *rounds {
		for _, p := range air {
			p.keys[chance.IntN(hw.Buttons)] = true
			made++
			p.tell(t)
		}
		until("all are down", follow, truth)
		if i := chance.IntN(pods); chance.IntN(10) == 0 {
			// It goes away, with the finger on a key or not, and comes back with the finger on another key or none.
			p := air[i]
			if chance.IntN(2) == 0 {
				p.keys = [hw.Buttons]bool{}
				p.tell(t)
				until("it is let go", follow, truth)
			}
			p.vanish(t)
			if chance.IntN(2) == 0 {
				counted["went away"]++
				until("its absence is noticed", follow, func() bool { return parts.Box().Trouble(hw.Pod(i)) == hw.Silent })
			} else {
				counted["started anew"]++
			}
			was := p.keys
			p.keys = [hw.Buttons]bool{}
			if chance.IntN(2) == 0 {
				// The kernel lets the keys go of what is gone, so one that was down all the while may count
				// again; the finger is on another.
				wakes := chance.IntN(hw.Buttons)
				if was[wakes] {
					wakes = (wakes + 1) % hw.Buttons
				}
				p.keys[wakes] = true
				made++
				counted["woken by a press"]++
			}
			p.connect(t)
			until("it is read", follow, func() bool { open, _ := p.state(); return open })
			until("it is back", follow, connected(i))
			// While the kernel sets a keyboard up it drops what that reports, so the pod is not connected
			// before it is heard.
			until("it is as it is", follow, func() bool { p.tell(t); return truth() })
		}
		if chance.IntN(50) == 0 {
			// The box starts anew. What is down then, and was before, counts once more: nobody knows of before.
			off()
			counted["boxes"]++
			machine := chance.IntN(2) == 0 // it too, so pods come back afterwards, in any order
			for _, p := range air {
				if machine {
					p.vanish(t)
				}
				if chance.IntN(2) == 0 {
					p.keys = [hw.Buttons]bool{}
				}
				if !machine {
					p.tell(t)
				}
				for _, down := range p.keys {
					if down {
						made++
					}
				}
			}
			down = [pods][hw.Buttons]bool{}
			boot()
			for _, i := range chance.Perm(pods) {
				if machine {
					air[i].connect(t)
				}
				until("it is read by the new box", follow, func() bool { open, _ := air[i].state(); return open })
				until("it is there", follow, connected(i))
			}
			until("all are as they are", follow, func() bool {
				for _, p := range air {
					p.tell(t)
				}
				return truth()
			})
		}
		for _, p := range air {
			p.keys = [hw.Buttons]bool{}
			p.tell(t)
		}
		until("all are up", follow, truth)
	}
	assert.Equal(t, made, counted["pressed"], "presses")

	colours := make([]hw.RGB, pods)
	for i := range colours {
		colours[i] = hw.RGB{R: byte(i&1) * 255, G: byte(i>>1&1) * 255, B: byte(i>>2&1) * 255}
	}
	lit := func() bool {
		return !slices.ContainsFunc(air, func(p *podOnAir) bool {
			_, lights := p.state()
			return int(lights) != slices.Index(air, p)
		})
	}
	require.NoError(t, parts.Box().Lights.Set(colours))
	until("all are lit, each in its colours", follow, lit)
	air[5].vanish(t)
	until("it is gone", follow, func() bool { return parts.Box().Trouble(5) == hw.Silent })
	air[5].connect(t)
	until("it is lit again", follow, lit)

	var took []time.Duration
	for range 300 {
		p := air[chance.IntN(pods)]
		time.Sleep(5 * time.Millisecond)
		p.keys[0] = true
		at := time.Now()
		p.tell(t)
		until("it is down", func(press hw.Press) { follow(press); took = append(took, time.Since(at)) }, truth)
		p.keys[0] = false
		p.tell(t)
		until("it is up", follow, truth)
	}
	slices.Sort(took)
	fmt.Printf("eight pods: %d presses, %d went away, %d started anew, %d were woken by a press, the box started anew %d times; until a press is known: p50 %v, p99 %v\n",
		made, counted["went away"], counted["started anew"], counted["woken by a press"], counted["boxes"], took[len(took)/2], took[len(took)*99/100])
}
