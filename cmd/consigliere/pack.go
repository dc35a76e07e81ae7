package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"consigliere/engine"
	"consigliere/engine/khandan"
	khandanface "consigliere/engine/khandan/face"
	"consigliere/hw/lang"
)

type packCommand struct {
	Check packCheckCommand `cmd:"" help:"Check a campaign pack and explain every mistake."`
}

type packCheckCommand struct {
	File string `arg:"" help:"A pack in YAML, or a folder of such files."`
	Lang string `help:"The language of the mistakes: ${lang_list}." default:"en" enum:"${lang_enum}"`
}

// Help is shown with --help.
func (packCheckCommand) Help() string {
	return `A pack is one YAML file, or a folder of them, whose lists of houses, storylines and decisions are
joined in the order of the file names.

Example:
  consigliere pack check my-pack.yaml`
}

// Run checks a pack.
func (c *packCheckCommand) Run(s streams) error {
	p, err := readPack(c.File, lang.Lang(c.Lang))
	if err != nil {
		return err
	}
	houses, lines, decisions := p.Size()
	_, err = fmt.Fprintf(s.out, "%s: fine, the pack %s with %d houses, %d storylines and %d decisions; fingerprint %.12s\n",
		c.File, p.ID, houses, lines, decisions, p.Sum())
	return err
}

// readPack reads a pack from a file or a folder. The error has a line for each mistake, with file,
// line and column.
func readPack(name string, l lang.Lang) (*khandan.Pack, error) {
	files, err := packFiles(name)
	if err != nil {
		return nil, err
	}
	b, err := lang.NewBook(engine.Messages, khandanface.Messages())
	if err != nil {
		return nil, err
	}
	p, mistakes := khandan.ReadPack(files...)
	var wrong []error
	for _, m := range mistakes {
		place := m.File
		if m.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Column)
		}
		if place == "" {
			place = name
		}
		wrong = append(wrong, fmt.Errorf("%s: %s", place, b.Mistake(l, m)))
	}
	return p, errors.Join(wrong...)
}

// packFiles reads the files of a pack.
func packFiles(name string) ([]khandan.File, error) {
	names := []string{name}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if names, err = filepath.Glob(filepath.Join(name, "*.yaml")); err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: there is no file that ends with .yaml in this folder", name)
		}
	}
	var files []khandan.File
	for _, n := range names {
		f, err := readPackFile(n)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func readPackFile(name string) (khandan.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return khandan.File{}, err
	}
	defer f.Close()
	return khandan.ReadFile(name, f)
}
