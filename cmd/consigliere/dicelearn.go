package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"consigliere/config"
	"consigliere/drivers/tray"
)

// diceFile returns the file of a set: the one that was given, or the usual one.
func diceFile(set, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	if set != filepath.Base(set) || strings.HasPrefix(set, ".") {
		return "", fmt.Errorf("%q is no name of a set of dice", set)
	}
	return config.DiceFile(set)
}

// diceOf returns a set by its name, with what was learned of it.
func diceOf(name, given string) (tray.Set, *tray.Memory, error) {
	set := tray.Standard()
	if name == "pate" {
		set = tray.Pate()
	}
	own := name != set.Name
	file, err := diceFile(name, given)
	if err != nil {
		return set, nil, err
	}
	m, err := tray.LoadMemory(file)
	switch {
	case tray.IsForgotten(err) && own:
		return set, nil, fmt.Errorf("--set must be pate, standard, or a set that was taught, not %q; consigliere dice teach does that", name)
	case tray.IsForgotten(err) && given == "":
		return set, nil, nil
	case err != nil:
		return set, nil, err
	case own && len(m.Faces) == 0:
		return set, nil, fmt.Errorf("%s holds no set of dice that was taught", file)
	case own:
		set = tray.Taught(name, m.Faces)
	}
	return set, m, nil
}

type diceLearnCommand struct {
	Set    string `default:"standard" help:"Set of dice: pate, standard, or one that was taught."`
	File   string `help:"File with what was learned (default: that of the set)." placeholder:"FILE"`
	Forget bool   `help:"Forget all that was learned of the set."`
	Lines  string `arg:"" optional:"" help:"Lines as consigliere dice prints them, with the faces corrected; the pictures that they name are read again." placeholder:"LINES"`
}

// Help is shown with -h.
func (diceLearnCommand) Help() string {
	return `The box keeps cut-outs of the dice that a table corrects, and learns from them: what was misread
once is read the next time. Nothing but these cut-outs is kept, 240 at most, in a file of this
machine, and they are never sent anywhere; "learn": false in the tray's part of the configuration
turns it off. This command folds them in once more and says how many there are. With LINES it
learns from pictures, too: print what is read, correct the faces, and give the lines back.

Example:
  consigliere dice evening/*.jpg > lines
  consigliere dice learn lines
  consigliere dice learn --forget`
}

// Run folds in what was corrected.
func (c *diceLearnCommand) Run(s streams) error {
	file, err := diceFile(c.Set, c.File)
	if err != nil {
		return err
	}
	if c.Forget {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			return err
		}
		fmt.Fprintf(s.out, "%s: nothing is known of these dice now\n", c.Set)
		return nil
	}
	set, m, err := diceOf(c.Set, c.File)
	if err != nil && !tray.IsForgotten(err) {
		return err
	}
	if m == nil {
		m = &tray.Memory{}
	}
	if c.Lines != "" {
		if err := learnLines(m, set, c.Lines, s); err != nil {
			return err
		}
	}
	if len(m.Cuts) == 0 {
		return fmt.Errorf("no die of %s was corrected yet", c.Set)
	}
	if err := newProgress("learning").during(m.Fold); err != nil {
		return err
	}
	if err := m.Save(file); err != nil {
		return err
	}
	count := map[tray.Face]int{}
	for _, cut := range m.Cuts {
		count[cut.Face]++
	}
	var words []string
	for _, f := range set.Faces {
		if count[f] > 0 {
			words = append(words, fmt.Sprintf("%s: %d", set.Word(f), count[f]))
		}
	}
	fmt.Fprintf(s.out, "%s: learned from %d cut-outs (%s)\n", c.Set, len(m.Cuts), strings.Join(words, ", "))
	return nil
}

// learnLines adds the dice of corrected lines to a memory.
func learnLines(m *tray.Memory, set tray.Set, name string, s streams) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := tray.NewReader(set)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	far, all := newProgress("pictures"), bytes.Count(text, []byte{'\n'})
	defer far.done()
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		far.at(n-1, all)
		var line struct {
			File string
			Dice []struct {
				Face any
				X, Y float64
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		picture, err := openPicture(line.File)
		if err != nil {
			return fmt.Errorf("%s: %w", line.File, err)
		}
		var told []tray.Told
		for _, d := range line.Dice {
			if d.Face != nil {
				told = append(told, tray.Told{X: d.X, Y: d.Y, Word: fmt.Sprint(d.Face)})
			}
		}
		kept, err := r.Learn(m, picture, told)
		if err != nil {
			return fmt.Errorf("%s: %w", line.File, err)
		}
		if kept < len(told) {
			fmt.Fprintf(s.err, "%s: %d of %d dice weren't found\n", line.File, len(told)-kept, len(told))
		}
	}
	return lines.Err()
}

type diceTeachCommand struct {
	Forget bool     `help:"Forget what was taught of this set before."`
	File   string   `help:"File to write (default: that of the set)." placeholder:"FILE"`
	Name   string   `arg:"" help:"Name of the set, in small letters."`
	Face   string   `arg:"" help:"Name of the face that all dice in the pictures show, as games call it."`
	Files  []string `arg:"" name:"picture" help:"Pictures of dice that lie apart, some eight for each face."`
}

// Help is shown with -h.
func (diceTeachCommand) Help() string {
	return `Teaches a set of dice with other faces than 1 to 6: give some eight pictures for each face, in
which each die lies turned another way. The faces are then read like others, by consigliere dice
--set NAME and by a tray with "set": NAME; what a game calls a face must be its name here.

Example:
  consigliere dice teach fate plus plus-*.jpg
  consigliere dice teach fate minus minus-*.jpg
  consigliere dice teach fate blank blank-*.jpg
  consigliere dice --set fate throw.jpg`
}

// Run adds pictures of a face.
func (c *diceTeachCommand) Run(s streams) error {
	if slices.Contains([]string{"pate", "standard", "own"}, c.Name) {
		return fmt.Errorf("%s is a set that is known; give another name", c.Name)
	}
	file, err := diceFile(c.Name, c.File)
	if err != nil {
		return err
	}
	m, err := tray.LoadMemory(file)
	switch {
	case tray.IsForgotten(err) || c.Forget && err != nil:
		m = &tray.Memory{}
	case err != nil:
		return err
	case c.Forget:
		m = &tray.Memory{}
	}
	teacher, err := tray.NewTeacher()
	if err != nil {
		return err
	}
	dice := 0
	far := newProgress("pictures")
	defer far.done()
	for i, name := range c.Files {
		far.at(i, len(c.Files))
		picture, err := openPicture(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		spots, err := teacher.Teach(m, c.Face, picture)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if len(spots) == 0 {
			fmt.Fprintf(s.err, "%s: no die is seen\n", name)
		}
		dice += len(spots)
	}
	if dice == 0 {
		return fmt.Errorf("no die is seen in %d pictures", len(c.Files))
	}
	if err := newProgress("learning").during(m.Fold); err != nil {
		return err
	}
	if err := m.Save(file); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %d dice show %q; faces: %s\n", c.Name, dice, c.Face, strings.Join(m.Faces, ", "))
	return nil
}
