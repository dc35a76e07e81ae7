package main

import (
	"errors"
	"fmt"
	"strings"

	"consigliere/hw/web"
)

type phonesCommand struct {
	Host  string `help:"Make this player's phone a host: it can start, pause and end games." placeholder:"NAME"`
	Panel string `help:"Where the box serves its panel." default:"127.0.0.1:8017" placeholder:"ADDR"`
}

// Help is shown with --help.
func (phonesCommand) Help() string {
	return `Prints the code that phones use to join the box running on this machine, and who has joined: for a
box without a display, over ssh. The panel's page shows the same.

Examples:
  consigliere phones
  consigliere phones --host Ava`
}

// Run asks the box.
func (c *phonesCommand) Run(s streams) error {
	ctx, stop := untilSignal()
	defer stop()
	var p web.Phones
	served, err := askPanel(ctx, c.Panel, "/phones", web.PhonesRequest{Host: c.Host}, &p)
	switch {
	case err != nil:
		return err
	case !served:
		return errNoPhones
	case c.Host != "":
		fmt.Fprintf(s.out, "%s is a host now.\n", c.Host)
		return nil
	case p.Join == "":
		return errors.New("the box is not on a network; join a Wi-Fi, plug in a cable, or make one: sudo consigliere hotspot")
	}
	fmt.Fprintf(s.out, "Phones in the same network join at %s\n\n", p.Join)
	if err := printQR(s.out, p.Join); err != nil {
		return err
	}
	var names []string
	for _, x := range p.Phones {
		switch {
		case x.Host:
			x.Name += " (host)"
		case !x.Here:
			x.Name += " (asleep)"
		}
		names = append(names, x.Name)
	}
	if len(names) > 0 {
		fmt.Fprintf(s.out, "At the table: %s\n", strings.Join(names, ", "))
	}
	return nil
}
