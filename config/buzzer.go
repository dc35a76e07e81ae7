package config

import (
	"fmt"
	"slices"

	"consigliere/engine/document"
)

// A Buzzer is a piezo disc at a line with PWM.
type Buzzer struct{ Line string }

func (c *checker) buzzer(v document.Value) *Buzzer {
	if !v.Keys(nil, []string{"line"}) {
		return nil
	}
	b := &Buzzer{v.Key("line").Text()}
	if PWMLineOf(b.Line) < 0 {
		var lines []string
		for _, l := range PWMLines() {
			lines = append(lines, l.String())
		}
		refuse(v.Key("line"), "the buzzer needs a line with PWM, one of %s, not %q", quoted(lines), b.Line)
		return b
	}
	c.claim(v.Key("line"), "the buzzer", b.Line)
	return b
}

func (z *Buzzer) write(d *page) {
	if z != nil {
		d.table("buzzer")
		d.key("line", z.Line)
	}
}

func (z *Buzzer) wire(w *wires) {
	if z != nil {
		w.join(Data, header(z.Line, ", PWM"), End{"buzzer, passive piezo", "+"})
		w.join(Power, ground, End{"buzzer, passive piezo", "-"})
	}
}

func (z *Buzzer) note(n *notes) {
	if z != nil {
		n.add("The buzzer is a passive piezo disc; put 100 ohm into its wire. One that beeps by itself makes no tones. On a Pi 3 there is no sound at the headphone jack beside it.")
	}
}

func (z *Buzzer) buy(s *shopping) {
	if z != nil {
		s.add(1, "piezo disc, passive", "with wires; not one that beeps by itself")
		s.add(1, "resistor, 100 ohm", "in the wire of the piezo disc")
	}
}

// A PWMLine is a line of the header that can have PWM.
type PWMLine struct {
	GPIO     int
	Function int // the number by which the overlay knows its PWM (BCM2711 ARM Peripherals, table 94: alternative function 0 is 4 there, 5 is 2)
}

// PWMLines returns the lines that can have PWM, in the order of the channels of a Pi 5.
func PWMLines() []PWMLine { return []PWMLine{{12, 4}, {13, 4}, {18, 2}, {19, 2}} }

// PWMLineOf returns where a line, such as "GPIO18", is among [PWMLines], and -1 if it cannot have PWM.
func PWMLineOf(line string) int {
	return slices.IndexFunc(PWMLines(), func(l PWMLine) bool { return l.String() == line })
}

// String returns the line as a configuration has it.
func (l PWMLine) String() string { return fmt.Sprintf("GPIO%d", l.GPIO) }

// Boot returns the line of config.txt that puts PWM there.
func (l PWMLine) Boot() string {
	return fmt.Sprintf("dtoverlay=pwm,pin=%d,func=%d", l.GPIO, l.Function)
}
