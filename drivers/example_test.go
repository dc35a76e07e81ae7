package drivers_test

import (
	"fmt"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// The drivers of a small box on virtual chips. On a Raspberry Pi the host is
// [drivers.Real], and the rest stays as it is.
func Example() {
	cfg, err := config.Parse("box.toml", []byte(`
[[expander]]
name    = "one"
bus     = "I2C1"
address = 0x20

[main]
bus     = "I2C1"
address = 0x3C
size    = "128x64"

[[pod]]
a  = "one.GPA0"
b  = "one.GPA1"
ok = "one.GPA2"
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	board, err := chip.NewBoard(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := board.Register(); err != nil {
		fmt.Println(err)
		return
	}
	defer board.Unregister()

	parts, err := drivers.Open(cfg, drivers.Periph(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer parts.Close()

	// Who calls Scan brings the time.
	parts.Scan(0, nil)
	board.Press(0, hw.OK, true)
	for _, p := range parts.Scan(20*time.Millisecond, nil) {
		fmt.Println("pod", p.Pod, "button", p.Button, "down", p.Down, "at", p.At)
	}

	frame := hw.NewFrame(128, 64)
	frame.Set(3, 4, true)
	fmt.Println("show:", parts.Box().Main.Show(frame))
	fmt.Println("lit on the glass:", board.Main.Frame().Lit(3, 4))

	// A part that is unplugged does not affect the others.
	board.Buses["I2C1"].Detach(0x3C)
	frame.Set(5, 6, true)
	if parts.Box().Main.Show(frame) != nil {
		for _, r := range parts.Health() {
			fmt.Println(r.Part, "works:", r.Err == nil)
		}
	}
	// Output:
	// pod 0 button OK down true at 20ms
	// show: <nil>
	// lit on the glass: true
	// expander one works: true
	// main screen works: false
}

// A contact that bounces is one press and one release.
func ExampleDebounce() {
	d := drivers.Debounce{Quiet: 8 * time.Millisecond}
	for ms, down := range []bool{false, true, false, true, true, true, true, true, false, true, false} {
		now := time.Duration(ms) * time.Millisecond
		if d.Sample(now, down) {
			fmt.Println("pressed at", now)
		}
	}
	if due, ok := d.Due(); ok && d.Release(due) {
		fmt.Println("released at", due)
	}
	// Output:
	// pressed at 1ms
	// released at 18ms
}
