package config

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// An Item is a line of a shopping list.
type Item struct {
	Amount int
	Name   string
	Note   string // what to look for; "" nothing
}

// shopping is a list while it is made.
type shopping []Item

func (s *shopping) add(n int, name, note string) {
	if n > 0 {
		*s = append(*s, Item{n, name, note})
	}
}

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
