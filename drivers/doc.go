// Package drivers implements the interfaces of package hw for real parts: buttons on MCP23017
// expanders, SSD1306 displays, APA102 lights, a TCA9548A multiplexer and a voice.
//
// No driver knows where it runs (promise P5): it is handed a bus, a port or a pin of periph,
// which may end at real silicon or at the virtual chips of package sim/chip. No driver has a
// clock or a goroutine of its own; the time comes with each call, and whoever owns the
// console owns the drivers too. The exceptions are [Watch], which waits for edges of real
// pins, and [Voice], which runs the programs that speak.
//
// [Open] puts together what a configuration asks for:
//
//	parts, err := drivers.Open(cfg, host, log) // host: drivers.Real(file) or drivers.Periph()
//	defer parts.Close()
//	console := console.New(console.Config{Box: parts.Box(), ...})
//	for {
//		presses = parts.Scan(now, presses[:0])
//		...
//		parts.Wait(parts.Next() - now)
//	}
//
// A part that fails is not fatal (promise P8): its methods return errors, it is in
// [Parts.Health] with its error, and it works again once it answers.
package drivers
