// Command dicetrain makes the weights of the reader of package consigliere/drivers/tray. It draws pictures,
// and learns from them and from pictures made elsewhere. README.md says how the weights in the tree were
// made, with the commands. GOEXPERIMENT=simd makes it many times faster on amd64 with AVX-512.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

type command struct {
	Render   renderCmd `cmd:"" help:"Draw pictures with their truth."`
	Poses    posesCmd  `cmd:"" help:"Find the poses of the faces in photographs."`
	Split    splitCmd  `cmd:"" help:"Mend the truth of photographs, and leave out those that are held back."`
	Detector learnCmd  `cmd:"" help:"Train the network that finds dice in a picture."`
	Faces    learnCmd  `cmd:"" help:"Train the network that reads a face."`
	Small    learnCmd  `cmd:"" help:"Train the one that reads a face of a small die; it can begin with weights of the other."`

	Flatness learnCmd `cmd:"" help:"Train the network that says whether a die lies flat and alone."`
	Mean     meanCmd  `cmd:"" help:"Write the mean of weights."`
}

type renderCmd struct {
	Out    string `required:"" help:"Folder to write to."`
	Seed   uint64 `default:"14" help:"Seed of the pictures."`
	Usual  bool   `help:"Draw trays as people have them, rather than anything."`
	Spoilt bool   `help:"Let something go wrong in every picture."`
	Crowd  bool   `help:"Draw many dice, of which several lean, lie under others or are cut."`
	First  int    `default:"0" help:"Number of the first picture."`
	Last   int    `default:"4000" help:"Number after that of the last picture."`
}

func (c *renderCmd) Run() error {
	return render(c.Out, c.Seed, scene.Options{Usual: c.Usual, Spoilt: c.Spoilt, Crowded: c.Crowd}, c.First, c.Last)
}

type learnCmd struct {
	Data     []string `required:"" help:"Folders with pictures from render."`
	Count    int      `default:"3800" help:"How many of each to learn from at most."`
	Pictures string   `help:"Folder of other pictures with a truth.jsonl, from which detector and face classifier learn, too."`
	Share    int      `default:"30" help:"Of so many examples one is from these pictures."`
	Photos   string   `help:"Folder of photographs from which they learn, too."`
	Poses    string   `help:"List of these with their truth, from poses."`
	Most     int      `default:"40" help:"How many percent of the examples are from photographs."`
	Seed     uint64   `default:"14" help:"Seed of the training."`
	Steps    int      `default:"9000" help:"Steps to take."`
	Rate     float64  `default:"0.002" help:"Greatest rate of learning."`
	Out      string   `required:"" help:"File for the weights."`
	From     string   `help:"File with weights to begin with; for the flatness classifier, those of a face classifier will do."`
}

func (c *learnCmd) Run(ctx *kong.Context) error {
	m := &material{share: c.Share}
	for _, dir := range c.Data {
		drawn, err := load(dir, c.Count)
		if err != nil {
			return err
		}
		m.add(drawn)
	}
	if len(m.held) == 0 {
		return errors.New("too few pictures: of twenty in a folder, one is held back to tell how well the network does")
	}
	if c.Pictures != "" {
		var err error
		if m.pictures, err = loadPictures(c.Pictures); err != nil {
			return err
		}
	}
	name := ctx.Selected().Name
	if c.Photos != "" {
		photos, err := loadPhotos(c.Poses, c.Photos)
		if err != nil {
			return err
		}
		m.most = c.Most
		if name == "detector" { // it sees faces as large as it learned them; the others see them as small as they are
			m.photos = samplesOf(photos, 1, 27, 78, c.Seed)
		} else {
			m.photos = wholesOf(photos)
		}
	}
	fmt.Printf("%d drawn pictures, %d held back, %d others, %d parts of photographs\n", len(m.samples), len(m.held), len(m.pictures), len(m.photos))
	way := course{steps: c.Steps, top: c.Rate, seed: c.Seed, out: c.Out, from: c.From}
	switch name {
	case "detector":
		return trainDetector(m, way)
	case "faces":
		return trainFaces(m, sight.FaceLayers(), way)
	case "small":
		way.start = sight.FaceLayers()
		return trainFaces(m, sight.SmallFaceLayers(), way)
	}
	return trainFlatness(m, way)
}

type meanCmd struct {
	Out   string   `required:"" help:"File for the mean."`
	Files []string `arg:"" help:"Files with weights of one shape."`
}

// Run writes the mean of weights, which reads better than any of those that late stages of training gave.
func (c *meanCmd) Run() error {
	var sum []float32
	for _, name := range c.Files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		weights, err := conv.Decode(data)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if sum == nil {
			sum = make([]float32, len(weights))
		}
		if len(weights) != len(sum) {
			return fmt.Errorf("%s has %d weights, and %s has %d", name, len(weights), c.Files[0], len(sum))
		}
		for i, w := range weights {
			sum[i] += w / float32(len(c.Files))
		}
	}
	return os.WriteFile(c.Out, conv.Encode(sum), 0o644)
}

func main() {
	var c command
	ctx := kong.Parse(&c, kong.Description("Makes the weights of the reader of dice."))
	ctx.FatalIfErrorf(ctx.Run())
}
