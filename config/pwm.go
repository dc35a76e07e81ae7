package config

import (
	"fmt"
	"slices"
)

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
