package main

import (
	"fmt"
	"strings"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

type gamesCommand struct{}

// Help is shown with -h.
func (gamesCommand) Help() string {
	return `Options are set in the header of a record, or with --option in "consigliere play".

Example:
  consigliere games`
}

// Run lists the games.
func (gamesCommand) Run(s streams) error {
	for _, t := range games.All() {
		b, err := book(t, engine.Header{Game: t.ID})
		if err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s: %s, %d to %d seats\n", t.ID, b.Word(lang.English, "game.title"), t.MinSeats, t.MaxSeats)
		for _, o := range t.Options {
			line := "  " + o.Key + " = " + optionValues(o)
			if o.Default != "" {
				line += " (" + o.Default + ")"
			}
			if key := "option." + o.Key; b.Has(lang.English, key) {
				line += ": " + b.Word(lang.English, key)
			}
			fmt.Fprintln(s.out, line)
		}
	}
	return nil
}

// optionValues tells what an option can be.
func optionValues(o engine.Option) string {
	switch o.Kind {
	case engine.OptionBool:
		return "true|false"
	case engine.OptionChoice:
		return strings.Join(o.Values, "|")
	case engine.OptionSeat:
		return "SEAT"
	case engine.OptionInt:
		return "N"
	}
	return "{...}"
}
