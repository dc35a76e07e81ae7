package chip

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/physic"
)

// A Pin is a virtual pin of the host, at the end of one wire. It implements [gpio.PinIO].
//
// Chips pull at the wire through a [Drive]. A wire that nobody drives has the level of the
// pull resistor, and without one it is Low. So a driver that has forgotten the pull-up of an
// open-drain line sees an interrupt that never ends.
//
// WaitForEdge follows periph's contract: a negative timeout waits for ever, and edges
// before the call count, several as one. In and Halt end a wait.
type Pin struct {
	name   string
	number int
	edges  chan struct{} // holds one edge that nobody has waited for yet
	level  atomic.Bool   // as a [gpio.Level]; set with mu locked

	mu sync.Mutex
	// mu guards the following.
	drives []*Drive
	pull   gpio.Pull
	edge   gpio.Edge
	output bool
	out    gpio.Level
	stop   chan struct{} // closed to end the waits
	warnings
}

// NewPin returns a pin, an input without a pull resistor as after a reset of the host.
func NewPin(name string, number int) *Pin {
	return &Pin{name: name, number: number, edges: make(chan struct{}, 1), stop: make(chan struct{})}
}

// Register registers the pin with periph, under its name and number.
func (p *Pin) Register() error { return gpioreg.Register(p) }

// Unregister undoes Register.
func (p *Pin) Unregister() error { return gpioreg.Unregister(p.name) }

// Warnings returns what drivers and chips have done to the wire that they must not.
func (p *Pin) Warnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.list)
}

// A Drive is one chip's hold on the wire of a [Pin]. Only that chip changes it, one call after the other.
type Drive struct {
	pin   *Pin
	on    bool
	level gpio.Level // like on, changed with the pin locked
}

// NewDrive returns a hold on the wire that does not drive it yet.
func (p *Pin) NewDrive() *Drive {
	p.mu.Lock()
	defer p.mu.Unlock()
	d := &Drive{pin: p}
	p.drives = append(p.drives, d)
	return d
}

// Set drives the wire to a level. A nil drive does nothing, like an open wire.
func (d *Drive) Set(l gpio.Level) { d.set(true, l) }

// Release lets go of the wire.
func (d *Drive) Release() { d.set(false, gpio.Low) }

func (d *Drive) set(on bool, l gpio.Level) {
	if d == nil || d.on == on && d.level == l {
		return
	}
	p := d.pin
	p.mu.Lock()
	defer p.mu.Unlock()
	d.on, d.level = on, l
	p.settleLocked()
}

// settleLocked computes the level of the wire and records an edge.
func (p *Pin) settleLocked() {
	l := gpio.Level(p.pull == gpio.PullUp)
	driven := p.output
	if p.output {
		l = p.out
	}
	for _, d := range p.drives {
		if !d.on {
			continue
		}
		if driven && l != d.level {
			p.warnf("%s: driven high and low at once", p.name)
			l = gpio.Low
		} else {
			l = d.level
		}
		driven = true
	}
	was := gpio.Level(p.level.Swap(bool(l)))
	if p.output || l == was {
		return
	}
	seen := gpio.FallingEdge
	if l {
		seen = gpio.RisingEdge
	}
	if p.edge&seen != 0 {
		select {
		case p.edges <- struct{}{}:
		default:
		}
	}
}

// In implements [gpio.PinIn]. It forgets edges that nobody waited for.
func (p *Pin) In(pull gpio.Pull, edge gpio.Edge) error {
	if pull > gpio.PullUp || edge < gpio.NoEdge || edge > gpio.BothEdges {
		return fmt.Errorf("%s: in(%d, %d): no such pull or edge", p.name, pull, edge)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endWaitsLocked()
	p.output = false
	p.edge = gpio.NoEdge // the change of the pull is not an edge
	if pull != gpio.PullNoChange {
		p.pull = pull
	}
	p.settleLocked()
	p.edge = edge
	select {
	case <-p.edges:
	default:
	}
	return nil
}

// Read implements [gpio.PinIn].
func (p *Pin) Read() gpio.Level { return gpio.Level(p.level.Load()) }

// WaitForEdge implements [gpio.PinIn].
func (p *Pin) WaitForEdge(timeout time.Duration) bool {
	p.mu.Lock()
	stop, edge := p.stop, p.edge
	p.mu.Unlock()
	if edge == gpio.NoEdge {
		return false
	}
	select { // an edge from before wins over a timeout of 0
	case <-p.edges:
		return true
	default:
	}
	if timeout < 0 {
		select {
		case <-p.edges:
			return true
		case <-stop:
			return false
		}
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-p.edges:
		return true
	case <-stop:
	case <-timer.C:
	}
	return false
}

// Out implements [gpio.PinOut]. There is no moment at which the wire has the wrong level.
func (p *Pin) Out(l gpio.Level) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endWaitsLocked()
	p.output, p.out, p.edge = true, l, gpio.NoEdge
	p.settleLocked()
	return nil
}

// PWM implements [gpio.PinOut]. It returns an error.
func (p *Pin) PWM(gpio.Duty, physic.Frequency) error {
	return errors.New(p.name + ": no pwm")
}

// Pull implements [gpio.PinIn].
func (p *Pin) Pull() gpio.Pull {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.output {
		return gpio.PullNoChange
	}
	return p.pull
}

// DefaultPull implements [gpio.PinIn].
func (p *Pin) DefaultPull() gpio.Pull { return gpio.PullNoChange }

// Halt implements periph's Resource. It ends the waits.
func (p *Pin) Halt() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endWaitsLocked()
	return nil
}

func (p *Pin) endWaitsLocked() {
	close(p.stop)
	p.stop = make(chan struct{})
}

// String returns the name.
func (p *Pin) String() string { return p.name }

// Name returns the name.
func (p *Pin) Name() string { return p.name }

// Number returns the number that the pin is registered under.
func (p *Pin) Number() int { return p.number }

// Function returns "In/High", "Out/Low" and so on. Unlike periph's gpioioctl it
// changes nothing.
func (p *Pin) Function() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := "In/"
	if p.output {
		f = "Out/"
	}
	return f + p.Read().String()
}

var _ gpio.PinIO = (*Pin)(nil)
