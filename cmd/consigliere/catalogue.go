package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

type catalogueCommand struct {
	Game  string `arg:"" optional:"" help:"The game's short name; see: consigliere games." placeholder:"G"`
	Check string `help:"Check this file and explain every mistake." placeholder:"FILE"`
}

// Help is shown with --help.
func (catalogueCommand) Help() string {
	return `Owners of the real game can use their own cards and board: write the data that comes with
the box to a file, change it, check it, and play with it.

Example:
  consigliere catalogue derpate > my.yaml
  consigliere catalogue derpate --check my.yaml
  consigliere sim --game derpate --catalogue my.yaml`
}

// Run writes or checks a catalogue.
func (c *catalogueCommand) Run(s streams) error {
	t, err := c.title()
	if err != nil {
		return err
	}
	if c.Check == "" {
		_, err := fmt.Fprint(s.out, t.Catalogue.YAML())
		return err
	}
	if _, err := readCatalogue(t, c.Check); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s: fine, a catalogue for %s\n", c.Check, t.ID)
	return err
}

// title returns the title that the command is about. If none is named, it is the only one
// that has a catalogue.
func (c *catalogueCommand) title() (*engine.Title, error) {
	if c.Game != "" {
		t, err := find(c.Game)
		if err == nil && t.Catalogue == nil {
			err = fmt.Errorf("%s has no catalogue", t.ID)
		}
		return t, err
	}
	var with []*engine.Title
	var ids []string
	for _, t := range games.All() {
		if t.Catalogue != nil {
			with, ids = append(with, t), append(ids, t.ID)
		}
	}
	if c.Check == "" || len(with) != 1 {
		return nil, fmt.Errorf("say which game: %s; see: consigliere catalogue --help", strings.Join(ids, ", "))
	}
	return with[0], nil
}

// readCatalogue reads a catalogue from a YAML file and returns it as the value of the header
// option catalogue. The error has a line for each mistake, with file and line.
func readCatalogue(t *engine.Title, name string) (json.RawMessage, error) {
	if t.Catalogue == nil {
		return nil, fmt.Errorf("%s has no catalogue", t.ID)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := document.ReadWithin(f, t.Catalogue.Size())
	var large *document.SyntaxError
	switch {
	case errors.As(err, &large):
		return nil, fmt.Errorf("%s: %w", name, err)
	case err != nil:
		return nil, err
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s: the file is empty; start from the output of: consigliere catalogue %s", name, t.ID)
	}
	b, err := book(t, engine.Header{})
	if err != nil {
		return nil, err
	}
	raw, mistakes := t.Catalogue.Read(data)
	var wrong []error
	for _, m := range mistakes {
		if m.Line == 0 {
			wrong = append(wrong, fmt.Errorf("%s: %s", name, b.Mistake(lang.English, m)))
			continue
		}
		wrong = append(wrong, fmt.Errorf("%s:%d: %s", name, m.Line, b.Mistake(lang.English, m)))
	}
	return raw, errors.Join(wrong...)
}
