package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

type catalogueCommand struct {
	Game  string `arg:"" optional:"" help:"The game's word." placeholder:"G"`
	Check string `help:"Explain every mistake in this catalogue instead." placeholder:"FILE"`
}

// Help is shown with -h.
func (catalogueCommand) Help() string {
	return `Owners of the real game can put in their own cards and board: write the data that comes
with the box to a file, change it, check it, and play with it.

Example:
  consigliere catalogue derpate > my.yaml
  consigliere catalogue --check my.yaml
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
	_, err = fmt.Fprintf(s.out, "%s is a good catalogue of %s\n", c.Check, t.ID)
	return err
}

// title returns the title that is meant: the only one that has a catalogue, if none is named.
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
		return nil, fmt.Errorf("name the game, one of %s; see: consigliere catalogue --help", strings.Join(ids, ", "))
	}
	return with[0], nil
}

// readCatalogue reads a catalogue from a YAML file and returns it as the value of the header
// option catalogue. The error has a line for each mistake, with file and line.
func readCatalogue(t *engine.Title, name string) (json.RawMessage, error) {
	if t.Catalogue == nil {
		return nil, fmt.Errorf("%s has no catalogue", t.ID)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, yamlMistake(name, err)
	}
	var tree any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return nil, yamlMistake(name, err)
	}
	raw, err := json.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b, err := book(t, engine.Header{})
	if err != nil {
		return nil, err
	}
	type told struct {
		line int
		text string
	}
	var all []told
	for _, m := range t.Catalogue.Check(raw) {
		all = append(all, told{lineOf(file, m.Path), b.Text(lang.English, nil, m.Why)})
	}
	slices.SortStableFunc(all, func(a, b told) int { return a.line - b.line })
	var wrong []error
	for _, m := range all {
		wrong = append(wrong, fmt.Errorf("%s:%d: %s", name, m.line, m.text))
	}
	return raw, errors.Join(wrong...)
}

// yamlMistake tells what is wrong with the YAML itself.
func yamlMistake(name string, err error) error {
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil {
		return fmt.Errorf("%s:%d: this is not YAML: %s", name, syntax.GetToken().Position.Line, syntax.GetMessage())
	}
	return fmt.Errorf("%s: this is not YAML: %w", name, err)
}

// lineOf returns the line of what a path leads to, or of what holds it where there is
// nothing.
func lineOf(file *ast.File, path string) int {
	for path != "$" && path != "" {
		if p, err := yaml.PathString(path); err == nil {
			if node, err := p.FilterFile(file); err == nil && node != nil {
				return firstLine(node)
			}
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 1
}

// firstLine returns the line on which a node begins; a mapping's own token stands behind its
// first key.
func firstLine(node ast.Node) int {
	switch n := node.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return firstLine(n.Values[0])
		}
	case *ast.MappingValueNode:
		return n.Key.GetToken().Position.Line
	case *ast.SequenceNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return firstLine(n.Values[0])
		}
	}
	return node.GetToken().Position.Line
}
