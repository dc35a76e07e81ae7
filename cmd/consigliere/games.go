package main

import (
	"fmt"
	"strings"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

type gamesCommand struct{}

// Help is shown with --help.
func (gamesCommand) Help() string {
	return `Set options with --option of "consigliere sim" and "consigliere play", or in the header of
a record.

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

// optionValues describes the values that an option can have.
func optionValues(o engine.Option) string {
	switch o.Kind {
	case engine.OptionBool:
		return "true|false"
	case engine.OptionChoice:
		return strings.Join(o.Values, "|")
	case engine.OptionText:
		return "TEXT"
	case engine.OptionSeat:
		return "SEAT"
	case engine.OptionInt:
		return "N"
	}
	return "{...}"
}
