package sim

import (
	"fmt"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"

	"periph.io/x/conn/v3/i2c"
)

// parts are the drivers of a box of virtual chips.
type parts struct {
	board   *chip.Board
	buttons *drivers.Buttons
	box     hw.Box
}

// wire puts the drivers before the chips of a board, as the configuration says.
func wire(c *config.Box, speaker hw.Speaker) (*parts, error) {
	board, err := chip.NewBoard(c)
	if err != nil {
		return nil, err
	}
	p := &parts{board: board, box: hw.Box{Pods: len(c.Pods), Private: make([]hw.Screen, len(c.Pods)), Speaker: speaker}}
	p.buttons = p.wireButtons(c)
	var mux *drivers.Mux
	if c.Mux != nil {
		mux = drivers.NewMux(board.Buses[c.Mux.Bus], c.Mux.Address)
	}
	screen := func(s *config.Screen) (hw.Screen, error) {
		var bus i2c.Bus = board.Buses[s.Bus]
		if s.Channel >= 0 {
			if bus, err = mux.Bus(s.Channel); err != nil {
				return nil, err
			}
		}
		return drivers.NewScreen(bus, drivers.ScreenOptions{Address: s.Address, W: s.W, H: s.H, Flip: s.Flip})
	}
	if c.Main != nil {
		if p.box.Main, err = screen(c.Main); err != nil {
			return nil, fmt.Errorf("main screen: %w", err)
		}
	}
	for i, pod := range c.Pods {
		if pod.Screen == nil {
			continue
		}
		if p.box.Private[i], err = screen(pod.Screen); err != nil {
			return nil, fmt.Errorf("pod %d: screen: %w", i, err)
		}
	}
	if c.Lights != nil {
		l, err := drivers.NewLights(board.Ports[c.Lights.Port], drivers.LightsOptions{
			Count: c.Lights.Count, MaxMilliamps: c.Lights.MaxMilliamps, Brightness: c.Lights.Brightness,
		})
		if err != nil {
			return nil, fmt.Errorf("lights: %w", err)
		}
		if c.Lights.Brightness > 0 {
			board.Strip.SetExposure(float64(c.Lights.Brightness) / 100)
		}
		p.box.Lights = newPodLights(c, l)
	}
	return p, nil
}

func (p *parts) wireButtons(c *config.Box) *drivers.Buttons {
	banks := make([]drivers.Bank, len(c.Expanders))
	wired := make([]uint16, len(c.Expanders))
	add := func(pod hw.Pod, b config.Buttons) {
		for i, pin := range b {
			banks[pin.Expander].Keys[pin.Bit] = drivers.Key{Pod: pod, Button: hw.Button(i)}
			wired[pin.Expander] |= 1 << pin.Bit
		}
	}
	if c.Panel != nil {
		add(hw.Panel, *c.Panel)
	}
	for i := range c.Pods {
		add(hw.Pod(i), c.Pods[i].Buttons)
	}
	for i, e := range c.Expanders {
		banks[i].Expander = drivers.NewExpander(e.Name, p.board.Buses[e.Bus], e.Address, wired[i])
		banks[i].Quiet = c.Debounce
		if e.Interrupt != "" {
			banks[i].Line = p.board.Pins[e.Interrupt]
		}
	}
	return drivers.NewButtons(banks...)
}

// podLights gives the lights of the pods their places on the strip.
type podLights struct {
	strip  *drivers.Lights
	places []int // by pod; -1 without a light
	room   []hw.RGB
}

func newPodLights(c *config.Box, strip *drivers.Lights) *podLights {
	l := &podLights{strip: strip, room: make([]hw.RGB, c.Lights.Count)}
	for _, p := range c.Pods {
		l.places = append(l.places, p.Light)
	}
	return l
}

// Set implements [hw.Lights].
func (l *podLights) Set(colours []hw.RGB) error {
	for pod, at := range l.places {
		if at >= 0 && pod < len(colours) {
			l.room[at] = colours[pod]
		}
	}
	return l.strip.Set(l.room)
}
