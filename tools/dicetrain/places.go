package main

import (
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"consigliere/drivers/tray"
	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

type placesCmd struct {
	Drawn []string `required:"" sep:"none" help:"Folders of drawn pictures with their truth."`
	Out   string   `required:"" help:"File to write."`
	Steps int      `default:"2000" help:"How many steps to take."`
	Held  int      `default:"0" help:"Hold back each so-manieth picture, and tell how well its places are told."`
}

// Run fits the network of places to what the others, with the weights in the tree, see where something looks like a die.
func (c *placesCmd) Run() error {
	labels, err := labelsIn(c.Drawn)
	if err != nil {
		return err
	}
	seen, err := placesIn(labels)
	if err != nil {
		return err
	}
	var learn, held []slant
	for i, places := range seen {
		if c.Held > 0 && i%c.Held == 0 {
			held = append(held, places...)
		} else {
			learn = append(learn, places...)
		}
	}
	if len(learn) == 0 {
		return fmt.Errorf("in %v nothing looks like a die", c.Drawn)
	}
	n := newSmall(learn, sight.PlaceLayers(), 0)
	n.fit(learn, c.Steps)
	n.judgePlaces(held)
	return os.WriteFile(c.Out, n.encode(), 0o644)
}

// placesIn returns what is seen in each picture.
func placesIn(labels []string) (seen [][]slant, err error) {
	seen = make([][]slant, len(labels))
	errs := make([]error, runtime.GOMAXPROCS(0))
	var next atomic.Int64
	var wait sync.WaitGroup
	for k := range errs {
		wait.Go(func() {
			readers := map[string]*tray.Reader{}
			for name, set := range map[string]tray.Set{scene.Pate: tray.Pate(), scene.Standard: tray.Standard()} {
				if readers[name], errs[k] = tray.NewReader(set); errs[k] != nil {
					return
				}
			}
			for i := int(next.Add(1)) - 1; i < len(labels); i = int(next.Add(1)) - 1 {
				l, m, err := loadDrawn(labels[i])
				if err != nil {
					errs[k] = err
					return
				}
				seen[i] = placesOf(readers[l.Set], l, m)
			}
		})
	}
	wait.Wait()
	return seen, errors.Join(errs...)
}

// placesOf returns what is seen of the places of a picture, and what is there.
func placesOf(r *tray.Reader, l label, m image.Image) (all []slant) {
	for _, p := range r.Places(m) {
		all = append(all, slant{features: p.Sees, stands: placed(p, l)})
	}
	return all
}

// placed returns what is at a place.
func placed(p tray.Place, l label) int {
	for _, d := range l.Dice {
		if math.Hypot(d.X-p.X, d.Y-p.Y) < 0.6*d.Size {
			return sight.Dice
		}
	}
	for cell := range gridW * gridH {
		x, y := (float64(cell%gridW)+0.5)*cellSize, (float64(cell/gridW)+0.5)*cellSize
		if math.Hypot(x-p.X, y-p.Y) > p.Far+cellSize/2 {
			continue
		}
		if l.Hand[cell] > 12 {
			return sight.Dice
		}
		if l.Body[cell] > 12 {
			return sight.Part
		}
	}
	return sight.Nothing
}

// judgePlaces tells how many places with nothing are known as such, and how many others are taken for such.
func (n *small) judgePlaces(held []slant) {
	for _, limit := range []float32{0.5, 0.8, 0.9, 0.95, 0.98} {
		var all, taken [sight.PlaceOutputs]int
		for _, s := range held {
			all[s.stands]++
			if likely(n.run(s.features))[sight.Nothing] > limit {
				taken[s.stands]++
			}
		}
		fmt.Printf("said of more than %.2f: %d of %d places with nothing, %d of %d with parts of dice, %d of %d with dice\n", limit,
			taken[sight.Nothing], all[sight.Nothing], taken[sight.Part], all[sight.Part], taken[sight.Dice], all[sight.Dice])
	}
}
