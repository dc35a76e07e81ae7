package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"consigliere/drivers/tray"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/sim/scene"
)

// diceOf returns the set of dice that are asked for: that of Der Pate where its colours are,
// else ordinary ones.
func diceOf(asked []string) tray.Set {
	pate := tray.Pate()
	for _, c := range asked {
		if !slices.Contains(pate.Colours, c) {
			return tray.Standard()
		}
	}
	if len(asked) == 0 {
		return tray.Standard()
	}
	return pate
}

func read(m image.Image, asked []string) (hw.Throw, error) {
	reader, err := tray.NewReader(diceOf(asked))
	if err != nil {
		return hw.Throw{}, err
	}
	return reader.Read(m).Throw(), nil
}

// look reads the dice in a picture.
func (s *Sim) look(name string) (hw.Throw, error) {
	f, err := os.Open(name)
	if err != nil {
		return hw.Throw{}, err
	}
	defer f.Close()
	m, err := tray.Decode(f)
	if err != nil {
		return hw.Throw{}, fmt.Errorf("%s: %w", name, err)
	}
	return read(m, s.Look().Rolling())
}

// A Tray is the dice tray of a simulator: dice that are rolled are drawn, and what is drawn or
// dropped on it is read like a picture of a camera. It is safe for concurrent use.
type Tray struct {
	box *box.Box

	mu sync.Mutex // one picture at a time is enough
}

// NewTray returns the tray of a box that runs.
func NewTray(b *box.Box) *Tray { return &Tray{box: b} }

// ErrNoRoll is the error of a roll when no dice are asked for.
var ErrNoRoll = errors.New("no dice are asked for now")

// Roll rolls the dice that are asked for, and returns the picture of them, a JPEG.
func (t *Tray) Roll(ctx context.Context) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	asked := t.box.Rolling()
	if len(asked) == 0 {
		return nil, ErrNoRoll
	}
	set := diceOf(asked)
	var faces []scene.Face
	for _, key := range asked {
		colour := key
		if !set.Each {
			colour = set.Colours[0]
		}
		faces = append(faces, scene.Face{Colour: colour, Face: int(set.Faces[rand.IntN(len(set.Faces))])})
	}
	kind := scene.Standard
	if set.Each {
		kind = scene.Pate
	}
	var picture bytes.Buffer
	drawn := scene.New(rand.New(rand.NewPCG(rand.Uint64(), 0)), scene.Options{Set: kind, Throw: faces}).Render()
	if err := jpeg.Encode(&picture, drawn.Image, &jpeg.Options{Quality: 85}); err != nil {
		return nil, err
	}
	return picture.Bytes(), t.show(ctx, picture.Bytes(), asked)
}

// Look reads the dice in a picture that somebody has.
func (t *Tray) Look(ctx context.Context, picture []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	asked := t.box.Rolling()
	return t.show(ctx, picture, asked)
}

// show lets the box have what a picture shows. What the box refuses it has told the table.
func (t *Tray) show(ctx context.Context, picture []byte, asked []string) error {
	m, err := tray.Decode(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	throw, err := read(m, asked)
	if err != nil {
		return err
	}
	if err := t.box.Do(ctx, command.Throw{Throw: throw}); errors.Is(err, box.ErrOff) || errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
