package main

import (
	"encoding/json"
	"fmt"
	"image"
	"os"

	"consigliere/drivers/tray"
)

type diceCommand struct {
	Set         string   `help:"Dice in play: pate or standard." enum:"pate,standard" default:"standard" placeholder:"pate|standard"`
	Roll        bool     `help:"The files are the frames of a roll, five a second: tell when the dice lie still."`
	Calibration string   `help:"File that consigliere doctor --tray has written, for pictures of that tray." placeholder:"FILE"`
	Files       []string `arg:"" name:"file" help:"Pictures of the tray, JPEG or PNG."`
}

// Help is shown with -h.
func (diceCommand) Help() string {
	return `Reads the dice in pictures that a camera above the tray has taken. For each file it prints a
line of JSON: the dice, or "unsure" if they cannot be told for certain. Sets: pate has one
black, white, grey and red die with the faces 1 to 5 and the Puppeteer; standard has any
number of ordinary dice of one colour.

With --roll the files are frames of a roll. They are unsure until the dice have come to rest;
the line of the frame that settles it has "final".

Example:
  consigliere dice --set pate tray.jpg
  consigliere dice --set pate --roll frames/*.jpg`
}

// A diceLine is a line of output.
type diceLine struct {
	File   string     `json:"file"`
	Dice   []tray.Die `json:"dice"`
	Unsure bool       `json:"unsure"`
	Final  bool       `json:"final,omitempty"` // of a roll: read at rest
}

// Run prints what each picture shows.
func (c *diceCommand) Run(s streams) error {
	set := tray.Standard()
	if c.Set == "pate" {
		set = tray.Pate()
	}
	roll, err := tray.NewRoll(set)
	if err != nil {
		return err
	}
	if c.Calibration != "" {
		known, err := tray.LoadCalibration(c.Calibration)
		if err != nil {
			return err
		}
		roll.Reader().Calibrate(known)
	}
	out, bad := json.NewEncoder(s.out), 0
	for _, name := range c.Files {
		line := diceLine{File: name, Dice: []tray.Die{}, Unsure: true}
		switch m, err := openPicture(name); {
		case err != nil:
			bad++
			fmt.Fprintf(s.err, "%s: %v\n", name, err)
		case c.Roll:
			if reading, final := roll.Frame(m); final {
				line.Dice, line.Unsure, line.Final = reading.Dice, reading.Unsure, true
			}
		default:
			reading := roll.Reader().Read(m)
			line.Dice, line.Unsure = reading.Dice, reading.Unsure
		}
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d pictures could not be read", bad, len(c.Files))
	}
	return nil
}

func openPicture(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return tray.Decode(f)
}
