package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"

	"consigliere/drivers/tray"
)

// The commands about dice.
type diceCommands struct {
	Read  diceCommand      `cmd:"" default:"withargs" help:"Read the dice in pictures; this is what is done without a word."`
	Learn diceLearnCommand `cmd:"" help:"Learn the table's own dice from what was corrected."`
	Teach diceTeachCommand `cmd:"" help:"Teach dice with other faces."`
}

type diceCommand struct {
	Set         *string  `help:"Dice in play: pate, standard, or a set that was taught (default: guessed by each picture)." placeholder:"pate|standard|NAME"`
	Learned     string   `help:"File with what was learned of the dice (default: that of the set, if there is one)." placeholder:"FILE"`
	Roll        bool     `help:"The files are the frames of a roll, five a second: tell when the dice have come to rest."`
	Calibration string   `help:"File written by consigliere doctor --tray, for pictures of that tray." placeholder:"FILE"`
	Draw        string   `help:"Write each picture with a frame around each die to this folder, as PNG." placeholder:"FOLDER"`
	Files       []string `arg:"" name:"file" help:"Pictures of the tray, JPEG or PNG."`
}

// Help is shown with -h.
func (diceCommand) Help() string {
	return `Reads the dice in pictures taken by a camera above the tray. For each file it prints a line of
JSON: each die with its colour, its face, and the centre of the face in pixels. A die that can't
be read for certain has "unsure", and its face is a guess, or null; the whole line is then
"unsure", too, as it is for a hand, a leaning die, or anything else that may be a die. Sets: pate
has one black, white, grey and red die with the faces 1 to 5 and the Puppeteer; standard has any
number of ordinary dice of any colours. Without --set it is guessed by what is seen, and told on
standard error.

With --roll the files are frames of one roll. They are unsure until the dice have come to rest;
the line of the frame that settles it has "final".

Example:
  consigliere dice --set pate tray.jpg
  consigliere dice --draw seen photographs/*.jpg
  consigliere dice --set pate --roll frames/*.jpg`
}

// A diceLine is a line of output.
type diceLine struct {
	File   string    `json:"file"`
	Dice   []diceDie `json:"dice"`
	Unsure bool      `json:"unsure"`
	Final  bool      `json:"final,omitempty"` // of a roll: read at rest
}

// A diceDie is a die in it.
type diceDie struct {
	Colour string  `json:"colour"`
	Face   any     `json:"face"` // a number or a word; nil if none can be guessed
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Unsure bool    `json:"unsure,omitempty"`
}

// take makes a reading the dice of a line.
func (l *diceLine) take(r tray.Reading) {
	l.Unsure = r.Unsure
	for _, s := range r.Spots {
		d := diceDie{Colour: s.Colour, X: tenths(s.X), Y: tenths(s.Y), Unsure: !s.Sure}
		switch word := r.Word(s.Face); {
		case s.Face == 0:
		case word == s.Face.String():
			d.Face = s.Face
		default:
			d.Face = word
		}
		l.Dice = append(l.Dice, d)
	}
}

func tenths(x float64) float64 { return math.Round(10*x) / 10 }

// Run prints what each picture shows.
func (c *diceCommand) Run(s streams) error {
	name := "standard"
	if c.Set != nil {
		name = *c.Set
	}
	set, learned, err := diceOf(name, c.Learned)
	if err != nil {
		return err
	}
	roll, err := tray.NewRoll(set)
	if err != nil {
		return err
	}
	roll.Reader().Remember(learned)
	pate, err := tray.NewReader(tray.Pate())
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
	if c.Draw != "" {
		if err := os.MkdirAll(c.Draw, 0o755); err != nil {
			return err
		}
	}
	out, bad := json.NewEncoder(s.out), 0
	far := newProgress("pictures")
	defer far.done()
	for i, name := range c.Files {
		far.at(i, len(c.Files))
		line := diceLine{File: name, Dice: []diceDie{}, Unsure: true}
		m, err := openPicture(name)
		if err == nil {
			guess := (*tray.Reader)(nil)
			if c.Set == nil && !c.Roll {
				as := "standard"
				if isPate(pate.Read(m), roll.Reader().Read(m)) {
					guess, as = pate, "pate"
				}
				fmt.Fprintf(s.err, "%s: without --set, read as %s\n", name, as)
			}
			err = c.read(roll, guess, m, &line)
		}
		if err != nil {
			bad++
			fmt.Fprintf(s.err, "%s: %v\n", name, err)
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

// isPate reports whether a picture shows the dice of Der Pate, by how it is read as these and as ordinary dice: the Puppeteer is
// on those alone; without it all four colours are certain, or several where an ordinary reading isn't.
func isPate(pate, standard tray.Reading) bool {
	seen := map[string]bool{}
	for _, s := range pate.Spots {
		if s.Sure && s.Face == tray.Puppet {
			return true
		}
		seen[s.Colour] = true
	}
	once := !pate.Unsure && len(seen) == len(pate.Spots)
	return once && (len(seen) == 4 || len(seen) > 1 && standard.Unsure)
}

// read reads a picture into its line, with guess where the set of the dice is guessed, and draws what was seen if that is wanted.
func (c *diceCommand) read(roll *tray.Roll, guess *tray.Reader, m image.Image, line *diceLine) error {
	var reading tray.Reading
	if c.Roll {
		if reading, line.Final = roll.Frame(m); !line.Final {
			reading = tray.Reading{Unsure: true}
		}
	} else if guess != nil {
		reading = guess.Read(m)
	} else {
		reading = roll.Reader().Read(m)
	}
	line.take(reading)
	if c.Draw == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(c.Draw, filepath.Base(line.File)+".png"))
	if err != nil {
		return err
	}
	if err := png.Encode(f, tray.Draw(m, reading)); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func openPicture(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return tray.Decode(f)
}
