package config

import (
	"fmt"

	"consigliere/engine/document"
)

// A Mux is a TCA9548A.
type Mux struct {
	Bus     string
	Address uint16
	Reset   string // the line of its reset, such as "GPIO22"; "" if it is not wired
}

// multiplexer reads the mux, if there is one.
func (c *checker) multiplexer(v document.Value) *Mux {
	if !v.Keys(nil, []string{"bus", "address", "reset"}) {
		return nil
	}
	bus, address := v.Key("bus").Text(), number(v.Key("address"))
	c.bus(v.Key("bus"), bus)
	c.address(v.Key("address"), "the mux (a TCA9548A)", bus, -1, address, 0x70, 0x77)
	c.mux = &Mux{bus, uint16(address), v.Key("reset").Text()}
	if c.mux.Reset != "" {
		c.line(v.Key("reset"), "the reset of the mux", c.mux.Reset)
	}
	return c.mux
}

func (m *Mux) write(d *page) {
	if m == nil {
		return
	}
	d.table("mux")
	d.key("bus", m.Bus)
	d.line("address = 0x%02X", m.Address)
	d.given("reset", m.Reset)
}

func (m *Mux) wire(w *wires) {
	if m == nil {
		return
	}
	part := muxPart(m)
	w.powered(part, "VIN", "GND")
	w.onBus(part, m.Bus, "SDA", "SCL")
	w.strap(part, m.Address, 0x70, "A0", "A1", "A2")
	if m.Reset != "" {
		w.join(Interrupt, header(m.Reset, ""), End{part, "RST"})
	}
}

func muxPart(m *Mux) string { return fmt.Sprintf("multiplexer, TCA9548A 0x%02X", m.Address) }

func (m *Mux) buy(s *shopping, b *Box) {
	_, plugs := b.expanders()
	switch {
	case m == nil:
	case plugs > 0:
		s.add(1, "TCA9548A or PCA9548 on a module with eight plugs", "STEMMA QT or Qwiic")
		s.add(1, "cable with a plug and four sockets", "from that module to the header: black 6, red 1, blue 3, yellow 5")
		s.add(plugs, "cable with a plug at each end, to a pod", fmt.Sprintf("JST-SH with four wires, %.1f m at most", b.load().cable()))
		s.add(plugs, "cable with a plug at each end, 50 mm", "from the expander of a pod to its display")
	default:
		s.add(1, "TCA9548A", "on a module")
	}
}
