package main

import "consigliere/config"

type wiringCommand struct {
	Config string `help:"What is wired to what; the box for eight if it is left out." placeholder:"FILE"`
	SVG    bool   `name:"svg" help:"Draw it, as SVG, instead of a table."`
}

// Help is shown with -h.
func (wiringCommand) Help() string {
	return `Prints each part of a box with its pins and where they go.

Examples:
  consigliere wiring
  consigliere wiring --config box.toml --svg > box.svg`
}

// Run prints the wiring.
func (c *wiringCommand) Run(s streams) (err error) {
	box := config.Default()
	if c.Config != "" {
		if box, err = config.Load(c.Config); err != nil {
			return err
		}
	}
	if c.SVG {
		return box.WriteSVG(s.out)
	}
	return box.WriteTable(s.out)
}
