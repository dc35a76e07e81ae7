// Package chip contains virtual chips at register level, and the virtual buses, ports and
// pins that they hang on. They speak periph's interfaces ([i2c.Bus], [spi.Port],
// [gpio.PinIO]), so a driver cannot tell them from real ones.
//
// # The model
//
// A [Bus] carries I2C transfers to the [Target] at an address; without one, it is a NACK. A
// [TCA9548A] is a target too, and a gate: while one of its channels is selected, the targets
// on that channel's [Segment] answer as if they were on the bus itself. A [Port] carries SPI
// bytes to one [Peripheral]. A [Pin] is one wire of the host: chips pull at it through a
// [Drive], the host reads it, waits for its edges, or drives it.
//
// A chip is its registers and nothing else. It obeys every byte as silicon does, even where
// the data sheet forbids it, and then records a warning (Warnings): a correct driver causes
// none. Bytes that no driver should send never make a chip panic.
//
// The outside of each chip has methods of its own: [MCP23017.SetPin] is a finger on a button,
// [SSD1306.Frame] and [APA102.Colours] are what an eye sees of a display and of the lights.
// Both have a generation that changes whenever this changes, so a simulator can poll for
// changes cheaply.
//
// # Faults
//
// [Bus.Fail] and [Port.Fail] break one transfer after a number of bytes; [Bus.Cut] breaks
// the bus until it is repaired; [Segment.Detach] unplugs a chip, and a chip's PowerOn method
// is its power-on reset, with whatever junk real memory holds then.
//
// # The whole box
//
// [NewBoard] returns the chips of a configuration, and [Board.Register] registers their buses,
// ports and pins with periph:
//
//	board, err := chip.NewBoard(config.Default())
//	...
//	if err := board.Register(); err != nil {
//		...
//	}
//	defer board.Unregister()
//	board.Press(2, hw.OK, true) // pod 2's OK goes down
//	frame := board.Main.Frame()
//
// # Who may call what
//
// All methods are safe for concurrent use. Each bus has one lock for all that is on it; a pin
// has its own. Nothing here starts a goroutine or reads a clock.
package chip
