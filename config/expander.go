package config

import (
	"fmt"

	"consigliere/engine/document"
)

// An Expander is an MCP23017 that reads buttons.
type Expander struct {
	Name      string
	Bus       string // its name in periph's i2creg, such as "I2C1"
	Channel   int    // of the mux; -1 directly on Bus
	Address   uint16
	Interrupt string // its name in periph's gpioreg, such as "GPIO17"; "" if the buttons are polled
}

func (c *checker) expander(v document.Value) Expander {
	v.Keys(nil, []string{"name", "bus", "channel", "address", "interrupt"})
	e := Expander{Name: v.Key("name").Text(), Address: uint16(number(v.Key("address"))), Interrupt: v.Key("interrupt").Text()}
	if !word.MatchString(e.Name) {
		refuse(v.Key("name"), "an expander needs a name of letters and digits, such as \"left\", not %q", e.Name)
	}
	for _, other := range c.expanders {
		if other.Name == e.Name {
			refuse(v.Key("name"), "two expanders are called %q", e.Name)
		}
	}
	who := fmt.Sprintf("the expander %q", e.Name)
	onBus := false
	if e.Bus, e.Channel, onBus = c.place(v, who); onBus {
		c.address(v.Key("address"), who+" (an MCP23017)", e.Bus, e.Channel, number(v.Key("address")), 0x20, 0x27)
	}
	if e.Interrupt != "" {
		c.interrupt(v.Key("interrupt"), who, e.Interrupt)
	}
	return e
}

func (e *Expander) write(d *page) {
	d.table("[expander]")
	d.key("name", e.Name)
	if e.Channel >= 0 {
		d.line("channel = %d", e.Channel)
	} else {
		d.key("bus", e.Bus)
	}
	d.line("address = 0x%02X", e.Address)
	d.given("interrupt", e.Interrupt)
}

func (e *Expander) wire(w *wires) {
	part := expanderPart(e)
	if e.Channel >= 0 {
		w.join(Plug, End{muxPart(w.box.Mux), fmt.Sprintf("plug %d", e.Channel)}, End{part, "plug"})
		if e.Interrupt != "" {
			w.join(Interrupt, header(e.Interrupt, ""), End{part, "INTA"})
		}
		return
	}
	w.powered(part, "9 (VDD)", "10 (VSS)")
	w.join(Power, volts3, End{part, "18 (RESET)"})
	w.onBus(part, e.Bus, "13 (SDA)", "12 (SCL)")
	w.strap(part, e.Address, 0x20, "15 (A0)", "16 (A1)", "17 (A2)")
	if e.Interrupt != "" {
		w.join(Interrupt, header(e.Interrupt, ""), End{part, "20 (INTA)"})
	}
}

func expanderPart(e *Expander) string {
	return fmt.Sprintf("expander %s, MCP23017 0x%02X", e.Name, e.Address)
}

// plugged returns the expander that is on a channel of the multiplexer, on a cable with plugs; nil if
// there is none.
func (b *Box) plugged(channel int) *Expander {
	for i := range b.Expanders {
		if channel >= 0 && b.Expanders[i].Channel == channel {
			return &b.Expanders[i]
		}
	}
	return nil
}

// expanderPin returns a pin of an expander. Modules with plugs have its name, chips a number.
func (b *Box) expanderPin(p Pin) End {
	e := &b.Expanders[p.Part]
	if e.Channel >= 0 {
		return End{expanderPart(e), p.Label()}
	}
	return End{expanderPart(e), chipPin(p)}
}

// chipPin returns the pin in the chip's 28-pin DIP package (DS20001952, table 1-1).
func chipPin(p Pin) string {
	n := 21 + p.Bit
	if p.Bit >= 8 {
		n = 1 + p.Bit - 8
	}
	return fmt.Sprintf("%d (%s)", n, p.Label())
}

// expanders returns how many expanders are chips on a board, and how many are on modules with plugs.
func (b *Box) expanders() (chips, plugs int) {
	for i := range b.Expanders {
		if b.Expanders[i].Channel >= 0 {
			plugs++
		}
	}
	return len(b.Expanders) - plugs, plugs
}
