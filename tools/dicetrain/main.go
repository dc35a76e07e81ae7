// Command dicetrain makes ready what the networks of package consigliere/drivers/tray learn from: it draws pictures with their truth,
// mends the truth of photographs, and finds the faces in them. train.py trains the networks. README.md says how the weights in
// the tree were made, with the commands.
package main

import (
	"encoding/json"
	"os"

	"github.com/alecthomas/kong"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

type command struct {
	Render renderCmd `cmd:"" help:"Draw pictures with their truth."`
	Poses  posesCmd  `cmd:"" help:"Find the poses of the faces in photographs."`
	Split  splitCmd  `cmd:"" help:"Mend the truth of photographs, and leave out those that are held back."`
	Slopes slopesCmd `cmd:"" help:"Train the network of slopes."`
	Places placesCmd `cmd:"" help:"Train the network of places."`
	Shapes shapesCmd `cmd:"" help:"Print the shapes of the networks, for train.py."`
}

type renderCmd struct {
	Out    string `required:"" help:"Folder to write to."`
	Seed   uint64 `default:"14" help:"Seed of the pictures."`
	Usual  bool   `help:"Draw trays as people have them, rather than anything."`
	Spoilt bool   `help:"Let something go wrong in every picture."`
	Crowd  bool   `help:"Draw many dice, of which several lean, lie under others or are cut."`
	Prints bool   `help:"Leave out pictures of trays without a pattern."`
	First  int    `default:"0" help:"Number of the first picture."`
	Last   int    `default:"4000" help:"Number after that of the last picture."`
}

func (c *renderCmd) Run() error {
	return render(c.Out, c.Seed, scene.Options{Usual: c.Usual, Spoilt: c.Spoilt, Crowded: c.Crowd}, c.Prints, c.First, c.Last)
}

type shapesCmd struct{}

func (shapesCmd) Run() error {
	return json.NewEncoder(os.Stdout).Encode(map[string][]conv.Layer{
		"detector": sight.DetectorLayers(), "faces": sight.FaceLayers(), "flatness": sight.FlatnessLayers(),
	})
}

func main() {
	var c command
	ctx := kong.Parse(&c, kong.Description("Makes ready what the reader of dice learns from."))
	ctx.FatalIfErrorf(ctx.Run())
}
