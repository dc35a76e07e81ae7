package main

import (
	"errors"
	"fmt"
	"strings"

	"consigliere/config"
	"consigliere/hw/console"
	"consigliere/hw/lang"
)

type wiringCommand struct {
	Config string `help:"Wiring file, or a build: bare, full, cable, usb or wireless (default: full)." placeholder:"FILE"`
	SVG    bool   `name:"svg" help:"Draw it as SVG instead of printing a table."`
	Parts  bool   `help:"Print what to buy instead of a table."`

	Labels bool `help:"Draw the fronts of the pods at actual size, as SVG, to print and use as a drilling template."`
	Card   bool `help:"Draw the quick card at actual size, as SVG, to print and fold twice."`
	Case   *int `help:"Print the case of a pod, for OpenSCAD." placeholder:"POD"`

	ConfigTxt bool `help:"Print the lines to append to /boot/firmware/config.txt."`
}

// Help is shown with --help.
func (wiringCommand) Help() string {
	return `Prints each part of a box with its pins and where they are connected.

Examples:
  consigliere wiring
  consigliere wiring --config bare --parts
  consigliere wiring --config box.toml --svg > box.svg
  consigliere wiring --config box.toml --labels > labels.svg
  consigliere wiring --config box.toml --card > card.svg
  consigliere wiring --config box.toml --case 0 > pod.scad
  consigliere wiring --config box.toml --config-txt | sudo tee -a /boot/firmware/config.txt`
}

// Run prints the wiring.
func (c *wiringCommand) Run(s streams) error {
	box, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	asked := 0
	for _, other := range []bool{c.SVG, c.Parts, c.Labels, c.Card, c.Case != nil, c.ConfigTxt} {
		if other {
			asked++
		}
	}
	switch {
	case asked > 1:
		return errors.New("--svg, --parts, --labels, --card, --case and --config-txt: want one of them")
	case c.SVG:
		return box.WriteSVG(s.out)
	case c.Parts:
		return box.WriteShopping(s.out)
	case c.Labels:
		lines, err := captions()
		if err != nil {
			return err
		}
		return box.WriteLabels(s.out, lines)
	case c.Card:
		title, pages, err := card()
		if err != nil {
			return err
		}
		return box.WriteCard(s.out, title, pages)
	case c.Case != nil:
		return box.WriteCase(s.out, *c.Case)
	case c.ConfigTxt && box.BootLines() == nil:
		fmt.Fprintln(s.err, "this wiring needs nothing in config.txt")
		return nil
	case c.ConfigTxt:
		return box.WriteBootLines(s.out)
	}
	return box.WriteTable(s.out)
}

// captions returns what stands on the front of each pod: what the buttons do, in each language.
func captions() ([]config.Caption, error) {
	book, err := lang.NewBook(console.Messages)
	if err != nil {
		return nil, err
	}
	var list []config.Caption
	for _, l := range lang.All() {
		var parts []string
		isolate := "\u2066" // of a part that runs from the left; letters of keys run so in Persian, too
		if l.RightToLeft() {
			isolate = "\u2067"
		}
		for _, key := range []string{"ui.foot_short", "ui.foot_number", "ui.foot_payment"} {
			parts = append(parts, isolate+book.Word(l, key)+"\u2069")
		}
		list = append(list, config.Caption{Text: strings.Join(parts, " / "), RightToLeft: l.RightToLeft()})
	}
	return list, nil
}

// card returns what the quick card says: how a pod asks, in each language, in the words of the first lesson
// and of the last lines of displays.
func card() (title string, pages []config.Page, err error) {
	book, err := lang.NewBook(console.Messages)
	if err != nil {
		return "", nil, err
	}
	for _, l := range lang.All() {
		p := config.Page{Title: book.Word(l, "ui.how_to"), Text: book.Word(l, "teach.hands"), RightToLeft: l.RightToLeft()}
		for _, key := range []string{"ui.foot_short", "ui.foot_list", "ui.foot_number", "ui.foot_payment", "ui.foot_locked"} {
			p.Lines = append(p.Lines, book.Word(l, key))
		}
		pages = append(pages, p)
	}
	return book.Word(lang.All()[0], "ui.title"), pages, nil
}

// loadConfig returns the configuration in a file, or a build's by its name; "" is the
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
