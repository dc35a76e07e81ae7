package config

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"consigliere/hw"
)

// An Item is a line of a shopping list.
type Item struct {
	Amount int
	Name   string
	Note   string // what to look for; "" nothing
}

// Shopping returns what must be bought for a box.
func (b *Box) Shopping() []Item {
	var list []Item
	add := func(n int, name, note string) {
		if n > 0 {
			list = append(list, Item{n, name, note})
		}
	}
	add(1, "Raspberry Pi with 40 pins", "Zero 2 W, 3, 4 or 5; one with four USB sockets if there are keyboards")
	add(1, "power supply", "the one that is made for the Pi")
	add(1, "memory card, 16 GB or more", "one sold as \"endurance\" lasts longest; Raspberry Pi OS Lite, 64 bits where the Pi can")
	plugs := 0
	for i := range b.Expanders {
		if b.Expanders[i].Channel >= 0 {
			plugs++
		}
	}
	chips := len(b.Expanders) - plugs
	add(chips, "MCP23017 in a 28-pin DIP", "or a module with it; MCP23S17 is another chip")
	add(plugs, "MCP23017 on a module with two plugs", "STEMMA QT or Qwiic; its address is 0x20 as it is sold")
	mounted, keys, far := 0, 0, 0
	count := func(p Pin) {
		if p.On == OnKeyboard {
			keys++
			return
		}
		mounted++
		if p.On == OnHeader || b.Expanders[p.Part].Channel < 0 {
			far++ // at the end of a cable
		}
	}
	b.EachButton(func(_ hw.Pod, _ hw.Button, p Pin) { count(p) })
	add(mounted, "push button, normally open", "24 mm arcade buttons are pleasant; a colour for each of A, B and OK")
	add(far, "resistor, 1 kilohm, for a button", "against noise: in its wire, where the cable comes to the pin")
	add(far, "capacitor, 100 nanofarad, for a button", "against noise: from that pin to ground")
	if b.Mute != nil && b.Mute.On != OnKeyboard {
		add(1, "toggle switch, on and off", "")
	}
	add(b.wired(), "numpad, keyboard or arcade encoder at USB", "with a wire; several of the same kind are fine")
	add(len(b.Keyboards)-b.wired(), "keyboard or numpad with Bluetooth LE", "not one with a receiver at 2.4 GHz: many of these send what is pressed for all to hear")
	kinds := map[[2]string]int{}
	var order [][2]string
	for _, s := range b.screens() {
		kind := [2]string{fmt.Sprintf("display of %dx%d with %s, at I2C", s.W, s.H, strings.ToUpper(s.Chip)), displayNote(s)}
		if b.plugged(s.Channel) != nil {
			kind[1] = "a module with a plug, STEMMA QT or Qwiic; it is at 0x3C, and cannot be moved"
		}
		if kinds[kind]++; kinds[kind] == 1 {
			order = append(order, kind)
		}
	}
	for _, kind := range order {
		add(kinds[kind], kind[0], kind[1])
	}
	if b.Mux != nil {
		if plugs > 0 {
			add(1, "TCA9548A or PCA9548 on a module with eight plugs", "STEMMA QT or Qwiic")
			add(1, "cable with a plug and four sockets", "from that module to the header: black 6, red 1, blue 3, yellow 5")
			add(plugs, "cable with a plug at each end, to a pod", fmt.Sprintf("JST-SH with four wires, %.1f m at most", b.load().cable()))
			add(plugs, "cable with a plug at each end, 50 mm", "from the expander of a pod to its display")
		} else {
			add(1, "TCA9548A", "on a module")
		}
	}
	if l := b.Lights; l != nil {
		note := "from a strip of 30 a metre, cut and wired from pod to pod"
		if l.Chip == APA102 {
			note += "; SK9822 is the same to the box"
		}
		add(l.Count, "light "+strings.ToUpper(l.Chip), note)
		add(1, "fuse of 1 A with its holder", "in the 5 V wire to the strip, near the Pi")
		add(1, "74AHCT125 in a 14-pin DIP", "not 74HC125, which does not take 3.3 V for a high level")
		add(1, "capacitor, 1000 microfarad, 10 V", "between 5 V and ground where the strip begins")
		add(1, "capacitor, 100 nanofarad", "between pins 14 and 7 of the 74AHCT125")
		if l.Chip == WS2812 {
			add(1, "resistor, 330 ohm", "in the wire to DI")
		}
	}
	if slices.Contains(b.Buses(), "I2C3") {
		add(2, "resistor, 2.2 kilohm, for I2C3", "from SDA and SCL to 3.3 V")
	}
	add(chips, "capacitor, 100 nanofarad, for an MCP23017", "between its pins 9 and 10")
	leds := 0
	for _, p := range b.Pods {
		if p.LED != nil {
			leds++
		}
	}
	add(leds, "light of three colours, common anode", "10 mm, diffused; not one with a chip in it")
	add(leds, "resistor, 330 ohm, for red", "")
	add(2*leds, "resistor, 100 ohm, for green and blue", "")
	if b.Buzzer != nil {
		add(1, "piezo disc, passive", "with wires; not one that beeps by itself")
		add(1, "resistor, 100 ohm", "in the wire of the piezo disc")
	}
	if b.Speaker != nil {
		if b.Speaker.Amplifier != "" {
			add(1, "MAX98357A on a module", "an amplifier with I2S")
			add(1, "loudspeaker, 4 or 8 ohm, 3 W", "")
		} else {
			add(1, "loudspeaker", "at HDMI or USB; or with an amplifier MAX98357A: amplifier = \"max98357a\" under [speaker]")
		}
	}
	if b.Main == nil {
		add(1, "television or monitor at HDMI", "for the page of the box; or only phones")
	}
	if b.Tray != nil {
		add(1, "camera at USB", "over the dice tray, "+b.Tray.Device)
	}
	add(2*mounted, "wire with a spade connector of 2.8 mm", "two for a button; heat-shrink where it is soldered")
	if chips > 0 {
		add(1, "perforated board, with sockets for the chips", "four spacers hold it")
	}
	if mounted > 0 || len(b.screens()) > 0 {
		add(1, "ribbon cable or jumper wires, a set", fmt.Sprintf("%d wires to the header and between parts", len(b.Wiring())))
	}
	return list
}

// displayNote says what to look for in a display, and how it gets its address.
func displayNote(s *Screen) string {
	note := "a module with four pins: VCC, GND, SCL, SDA"
	if s.Chip == SSD1309 {
		note = "of 2.42 inches, which eight people can read; " + note
	}
	switch {
	case s.H == 32:
		return note + "; it is at 0x3C, and cannot be moved"
	case s.Address == movedDisplay:
		return note + "; move the resistor on its back from 0x78 to 0x7A, which is 0x3D here"
	}
	return note + "; leave the resistor on its back at 0x78, which is 0x3C here"
}

// The addresses of displays. Their backs give them with the bit that says whether it is written or
// read: 0x78 and 0x7A. Those of 128x32 have no resistor to move.
const (
	soldDisplay  = 0x3C
	movedDisplay = 0x3D
)

// Doubts returns what can be wired, and can hardly be bought, in a sentence each.
func (b *Box) Doubts() (list []string) {
	doubt := func(who string, s *Screen) {
		if s != nil && s.H == 32 && s.Address != soldDisplay {
			list = append(list, fmt.Sprintf("%s is a display of 128x32 at 0x%02X, and those are sold at 0x3C alone; write address = 0x3C, and move what else is at 0x3C on that bus to 0x3D", who, s.Address))
		}
	}
	if s := b.Speaker; s != nil && s.Amplifier == "" && strings.Contains(strings.ToUpper(s.Device), "MAX98357") {
		list = append(list, "the speaker is an amplifier at the header whose lines (GPIO18, 19 and 21) are not reserved for it; write amplifier = \"max98357a\" under [speaker]")
	}
	doubt("the main screen", b.Main)
	for i, s := range b.Private() {
		doubt(fmt.Sprintf("the screen of pod %d", i), s)
	}
	return list
}

// WriteShopping writes the shopping list as a table.
func (b *Box) WriteShopping(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, i := range b.Shopping() {
		fmt.Fprintf(t, "%d\t%s\t%s\n", i.Amount, i.Name, i.Note)
	}
	return t.Flush()
}
