package main

import (
	"fmt"

	"consigliere/config"
)

// A configCommand is about box.toml, the file that says what is wired to what.
type configCommand struct {
	Check configCheck `cmd:"" help:"Check a configuration without starting anything."`
	Show  configShow  `cmd:"" help:"Print the configuration of a build, to copy and change."`
}

type configCheck struct {
	File string `arg:"" optional:"" help:"The configuration." default:"/etc/consigliere/box.toml"`
}

// Help is shown with --help.
func (configCheck) Help() string {
	return `Prints every mistake with its line and what would be right. The exit code is 1 if there are any.

Example:
  consigliere config check /etc/consigliere/box.toml`
}

// Run checks the configuration.
func (c *configCheck) Run(s streams) error {
	b, err := config.Load(c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s is right: %s\n", c.File, b.Summary())
	for _, d := range b.Doubts() {
		fmt.Fprintf(s.out, "note: %s\n", d)
	}
	return nil
}

type configShow struct {
	Build string `arg:"" optional:"" help:"bare, full, cable, usb or wireless; without one, lists them."`
}

// Help is shown with --help.
func (configShow) Help() string {
	return `Examples:
  consigliere config show
  consigliere config show bare > box.toml`
}

// Run prints the configuration.
func (c *configShow) Run(s streams) error {
	if c.Build == "" {
		for _, b := range config.Builds() {
			fmt.Fprintf(s.out, "%-5s %s\n", b.Name, b.About)
		}
		return nil
	}
	b, err := findBuild(c.Build)
	if err != nil {
		return err
	}
	_, err = s.out.Write(b.File)
	return err
}

// findBuild returns the build with a name, or an error that names the nearest.
func findBuild(name string) (config.Build, error) {
	var names []string
	for _, b := range config.Builds() {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return config.Build{}, fmt.Errorf("there is no build %q%s; there are bare, full, cable, usb and wireless", name, didYouMean(name, names))
}
