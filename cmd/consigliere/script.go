package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/document"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

type scriptCommand struct {
	New   scriptNew   `cmd:"" help:"Print a script to start from, or one that comes with the box."`
	Check scriptCheck `cmd:"" help:"Find every mistake in a script."`
}

// Help is shown with --help.
func (scriptCommand) Help() string {
	return `A script is a YAML file that lets the box call any other game: bids, votes, secret choices,
roles, dice, buzzers, clocks and points. engine/anygame/scripts/FORMAT.md shows how to write
one in ten minutes.

Example:
  consigliere script new > my.yaml
  consigliere script check my.yaml
  consigliere sim --game my.yaml`
}

type scriptNew struct {
	Name string `arg:"" optional:"" help:"A script that comes with the box, to copy." placeholder:"NAME"`
}

// Run prints a script.
func (c *scriptNew) Run(s streams) error {
	text := anygame.Template
	if c.Name != "" {
		data := anygame.Text(c.Name)
		if data == nil {
			return fmt.Errorf("there is no script %q%s; there are %s", c.Name, didYouMean(c.Name, anygame.Scripts()), strings.Join(anygame.Scripts(), ", "))
		}
		text = string(data)
	}
	_, err := fmt.Fprint(s.out, text)
	return err
}

type scriptCheck struct {
	File string `arg:"" help:"The script." placeholder:"FILE"`
	Lang string `help:"Language of the explanations: ${lang_list}." default:"en" placeholder:"${lang_values}"`
}

// Run checks a script.
func (c *scriptCheck) Run(s streams) error {
	l, err := lang.Parse(c.Lang)
	if err != nil {
		return err
	}
	script, _, err := readScript(c.File, l)
	if err != nil {
		return err
	}
	for _, m := range script.Warnings {
		b, err := book(anygameface.Title(), engine.Header{})
		if err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s:%d:%d: %s\n", c.File, m.Line, m.Column, b.Text(l, nil, m.Why))
	}
	_, err = fmt.Fprintf(s.out, "%s: fine, a script for %d to %d players\n", c.File, script.MinSeats, script.MaxSeats)
	return err
}

// readScript reads a script from a file and returns it also as the value of the header option
// script. The error has a line for each mistake, with file, line and column.
func readScript(name string, l lang.Lang) (*anygame.Script, json.RawMessage, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := document.ReadAll(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	script, wrong := anygame.Read(data)
	if len(wrong) == 0 {
		return script, script.JSON(), nil
	}
	b, err := book(anygameface.Title(), engine.Header{})
	if err != nil {
		return nil, nil, err
	}
	var list []error
	for _, m := range wrong {
		where := name
		if m.Line > 0 {
			where = fmt.Sprintf("%s:%d:%d", name, m.Line, max(1, m.Column))
		}
		list = append(list, fmt.Errorf("%s: %s", where, b.Text(l, nil, m.Why)))
	}
	return nil, nil, errors.Join(list...)
}

// findPlay returns the title that --game names, with the options that follow from it: a game by
// its short name, a script or a tool that comes with the box, or a script in a file.
func findPlay(name string) (*engine.Title, map[string]json.RawMessage, error) {
	options := map[string]json.RawMessage{}
	any := anygameface.Title()
	switch ext := filepath.Ext(name); {
	case games.Find(name) != nil:
		return games.Find(name), options, nil
	case ext == ".yaml" || ext == ".yml":
		_, raw, err := readScript(name, lang.English)
		options["script"] = raw
		return any, options, err
	case slices.Contains(slices.Concat(anygame.Scripts(), anygame.Singles()), name):
		raw, err := json.Marshal(name)
		options["play"] = raw
		return any, options, err
	}
	var known []string
	for _, t := range games.All() {
		known = append(known, t.ID)
	}
	known = slices.Concat(known, anygame.Scripts(), anygame.Singles())
	return nil, nil, fmt.Errorf("there is no game %q%s; see: consigliere games", name, didYouMean(name, known))
}

// seatRange returns how many can play: what the script says, where there is one.
func seatRange(t *engine.Title, options map[string]json.RawMessage) (least, most int) {
	raw, err := json.Marshal(options)
	if err != nil {
		return t.MinSeats, t.MaxSeats
	}
	return t.Range(raw)
}
