package main

import (
	"errors"
	"fmt"

	"consigliere/config"
)

type wiringCommand struct {
	Config string `help:"Wiring file, or a build: bare, full, cable or usb (default: full)." placeholder:"FILE"`
	SVG    bool   `name:"svg" help:"Draw it, as SVG, instead of a table."`
	Parts  bool   `help:"Print what must be bought, instead of a table."`

	ConfigTxt bool `help:"Print the lines that /boot/firmware/config.txt needs, to be appended to it."`
}

// Help is shown with --help.
func (wiringCommand) Help() string {
	return `Prints each part of a box with its pins and where they are connected.

Examples:
  consigliere wiring
  consigliere wiring --config bare --parts
  consigliere wiring --config box.toml --svg > box.svg
  consigliere wiring --config box.toml --config-txt | sudo tee -a /boot/firmware/config.txt`
}

// Run prints the wiring.
func (c *wiringCommand) Run(s streams) error {
	box, err := loadConfig(c.Config)
	switch {
	case err != nil:
		return err
	case c.SVG && c.Parts || c.ConfigTxt && (c.SVG || c.Parts):
		return errors.New("--svg, --parts and --config-txt: want one of them")
	case c.SVG:
		return box.WriteSVG(s.out)
	case c.Parts:
		return box.WriteShopping(s.out)
	case c.ConfigTxt && box.BootLines() == nil:
		fmt.Fprintln(s.err, "this wiring needs nothing in config.txt")
		return nil
	case c.ConfigTxt:
		return box.WriteBootLines(s.out)
	}
	return box.WriteTable(s.out)
}

// loadConfig returns the configuration in a file, or that of a build by its name; "" is the
// build full.
func loadConfig(name string) (*config.Box, error) {
	if name == "" {
		return config.Default(), nil
	}
	for _, b := range config.Builds() {
		if b.Name == name {
			return b.Box(), nil
		}
	}
	return config.Load(name)
}
