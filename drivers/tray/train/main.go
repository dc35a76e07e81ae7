// Command train makes the weights of the reader of package tray. It draws pictures, and learns
// from them and, where a folder is given, from every second one of its pictures:
//
//	go run ./drivers/tray/train render --out DIR --seed 14 --last 4000
//	go run ./drivers/tray/train finder --data DIR --count 3800 --steps 9000 --out drivers/tray/finder.bin
//	go run ./drivers/tray/train judge --data DIR --count 3800 --steps 12000 --out drivers/tray/judge.bin
//
// GOEXPERIMENT=simd makes it some ten times faster on amd64 with AVX-512. The same seed, steps and
// number format give the same weights; --from goes on with weights that are there.
//
// The weights in the tree were made from 1836 pictures drawn with seed 14 and every second one of
// 60 pictures made elsewhere, in stages of a few hundred to two thousand steps with --from,
// between which the mix of examples was changed. So these commands give weights of the same
// kind, and not the same bytes. More steps make the reader less often unsure.
package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

type command struct {
	Render renderCmd `cmd:"" help:"Draw pictures with their truth."`
	Finder learnCmd  `cmd:"" help:"Train the network that finds dice in a picture."`
	Judge  learnCmd  `cmd:"" help:"Train the network that reads a face."`
}

type renderCmd struct {
	Out   string `required:"" help:"Folder to write to."`
	Seed  uint64 `default:"14" help:"Seed of the pictures."`
	First int    `default:"0" help:"Number of the first picture."`
	Last  int    `default:"4000" help:"Number after that of the last picture."`
}

func (c *renderCmd) Run() error { return render(c.Out, c.Seed, c.First, c.Last) }

type learnCmd struct {
	Data     string  `required:"" help:"Folder with pictures from render."`
	Count    int     `default:"3800" help:"How many of them to learn from."`
	Pictures string  `help:"Folder of other pictures with a truth.jsonl, to learn from every second one."`
	Seed     uint64  `default:"14" help:"Seed of the training."`
	Steps    int     `default:"9000" help:"Steps to take."`
	Rate     float64 `default:"0.002" help:"Greatest rate of learning."`
	Out      string  `required:"" help:"File for the weights."`
	From     string  `help:"File with weights to begin with."`
}

func (c *learnCmd) Run(ctx *kong.Context) error {
	samples, err := load(c.Data, 0, c.Count)
	if err != nil {
		return err
	}
	var pictures []sample
	if c.Pictures != "" {
		if pictures, err = loadPictures(c.Pictures, 0); err != nil {
			return err
		}
	}
	fmt.Printf("%d rendered pictures, %d others\n", len(samples), len(pictures))
	if ctx.Selected().Name == "finder" {
		return trainFinder(samples, pictures, c.Seed, c.Steps, c.Rate, c.Out, c.From)
	}
	return trainJudge(samples, pictures, c.Seed, c.Steps, c.Rate, c.Out, c.From)
}

func main() {
	var c command
	ctx := kong.Parse(&c, kong.Description("Makes the weights of the reader of dice."))
	ctx.FatalIfErrorf(ctx.Run())
}
