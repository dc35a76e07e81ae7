package chip_test

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"consigliere/config"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// A button on a virtual expander, read as a driver reads it: over the bus, register by
// register (Microchip DS20001952, table 3-1).
func Example() {
	bus := chip.NewBus("I2C1", 1)
	expander := chip.NewMCP23017()
	bus.Attach(0x20, expander)

	dev := i2c.Dev{Bus: bus, Addr: 0x20}
	const gppua, gpioa = 0x0C, 0x12
	if err := dev.Tx([]byte{gppua, 0xFF}, nil); err != nil { // pull-ups
		fmt.Println(err)
		return
	}
	read := func() {
		var pins [1]byte
		err := dev.Tx([]byte{gpioa}, pins[:])
		fmt.Printf("%08b %v\n", pins[0], err)
	}
	read()
	expander.SetPin(2, gpio.Low) // a finger presses the button at GPA2
	read()
	expander.Release(2)
	read()
	bus.Detach(0x20) // the chip is unplugged
	read()
	// Output:
	// 11111111 <nil>
	// 11111011 <nil>
	// 11111111 <nil>
	// 00000000 no acknowledge
}

// The chips of a box, wired according to its configuration.
func ExampleNewBoard() {
	board, err := chip.NewBoard(config.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(board.Expanders), "expanders,", len(board.Private), "private screens,", board.Strip.Len(), "lights")
	fmt.Println(board.Press(7, hw.OK, true), board.Press(8, hw.OK, true)) // there is no pod 8
	fmt.Println(board.Expanders[1].Pin(13))                               // right.GPB5, the OK button of pod 7
	// Output:
	// 2 expanders, 8 private screens, 8 lights
	// true false
	// Low
}
