package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

// A sample is a picture with its truth.
type sample struct {
	frame *sight.Frame
	label
	// blind says that nobody knows which dice can be read, as with those under a hand.
	blind bool
	photo bool // a part of a photograph
}

// A material is what a network learns from.
type material struct {
	samples  []sample // drawn ones
	held     []sample // drawn ones that it never learns from, which tell how well it does
	pictures []sample // those made elsewhere
	share    int      // one in this many examples is from pictures
	photos   []sample // parts of photographs
	most     int      // how many percent of the examples are from these
}

// pick chooses a sample to learn from. Trouble is rarer than dice that can be read, and chosen more often.
func (m *material) pick(r *rand.Rand) *sample {
	if len(m.photos) > 0 && r.IntN(100) < m.most {
		return &m.photos[r.IntN(len(m.photos))]
	}
	if len(m.pictures) > 0 && r.IntN(m.share) == 0 {
		return &m.pictures[r.IntN(len(m.pictures))]
	}
	s := &m.samples[r.IntN(len(m.samples))]
	if !s.Unsure && r.IntN(3) == 0 {
		s = &m.samples[r.IntN(len(m.samples))]
	}
	return s
}

func (m *material) unseen(r *rand.Rand) *sample { return &m.held[r.IntN(len(m.held))] }

// add adds the pictures of a folder, except one in twenty that is held back.
func (m *material) add(drawn []sample) {
	for i, s := range drawn {
		if i%20 == 19 {
			m.held = append(m.held, s)
		} else {
			m.samples = append(m.samples, s)
		}
	}
}

// load reads up to n rendered pictures of a folder, as many as there are from the first on.
func load(dir string, n int) ([]sample, error) {
	there := 0
	for ; there < n; there++ {
		if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("%06d.json", there))); err != nil {
			break
		}
	}
	if there == 0 {
		return nil, fmt.Errorf("%s has no picture 000000; make some with: train render --out %[1]s", dir)
	}
	samples := make([]sample, there)
	errs := make([]error, there)
	var wait sync.WaitGroup
	for k := range 2 {
		wait.Go(func() {
			for i := k; i < there; i += 2 {
				samples[i], errs[i] = loadOne(dir, i)
			}
		})
	}
	wait.Wait()
	return samples, errors.Join(errs...)
}

func loadOne(dir string, i int) (sample, error) {
	var s sample
	text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%06d.json", i)))
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s.label); err != nil {
		return s, fmt.Errorf("picture %d: %w", i, err)
	}
	s.frame, err = readFrame(filepath.Join(dir, s.File))
	return s, err
}

func readFrame(name string) (*sight.Frame, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := jpeg.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	frame := sight.NewFrame()
	frame.Set(m)
	return frame, nil
}

// loadPictures reads the pictures of a folder with a truth.jsonl.
func loadPictures(dir string) ([]sample, error) {
	f, err := os.Open(filepath.Join(dir, "truth.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var samples []sample
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var t struct {
			File, Set, Why string
			Unsure         bool
			Dice           []struct {
				Colour                string
				Face                  any
				X, Y, Size            float64
				Angle                 *float64
				Edge                  bool
				Cocked, Under, Moving bool
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("truth.jsonl:%d: %w", n, err)
		}
		s := sample{blind: t.Why == "hand"}
		s.File, s.Set, s.Unsure, s.HandIn = t.File, t.Set, t.Unsure, t.Why == "hand"
		for _, d := range t.Dice {
			die := scene.Die{Colour: d.Colour, X: d.X, Y: d.Y, Size: d.Size, Cocked: d.Cocked, Under: d.Under, Moving: d.Moving}
			if d.Angle != nil {
				die.Angle = *d.Angle
			}
			switch face := d.Face.(type) {
			case float64:
				die.Face = int(face)
			case string:
				die.Face = scene.Puppet
			default:
				die.Cut = d.Edge
			}
			s.Dice = append(s.Dice, die)
		}
		for i := range s.Dice {
			d := &s.Dice[i]
			d.Over = !d.Under && slices.ContainsFunc(s.Dice, func(o scene.Die) bool { return o.Under && math.Hypot(o.X-d.X, o.Y-d.Y) < 0.95*d.Size })
		}
		if s.frame, err = readFrame(filepath.Join(dir, t.File)); err != nil {
			return nil, err
		}
		samples = append(samples, s)
	}
	return samples, lines.Err()
}

func colourIndex(name string) int {
	for i, c := range sight.ColourNames {
		if strings.EqualFold(c, name) {
			return i
		}
	}
	return -1
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }
