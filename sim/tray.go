package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"consigliere/config"
	"consigliere/drivers/tray"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/sim/scene"
)

// A Tray is the dice tray of a simulator: dice that are rolled are drawn, and what is drawn or dropped on it is shown to
// a virtual camera, behind which the same watcher reads as on a Pi. A box whose configuration names a tray has that
// one. Else there is a camera for each set of dice, unknown to the box. It is safe for concurrent use.
type Tray struct {
	box *box.Box
	log *slog.Logger

	mu      sync.Mutex         // one picture at a time is enough
	wired   *camera            // the configuration's, or nil
	cameras map[string]*camera // by set
	watch   func(*camera)      // watches one of these
}

// errStopped is the error of a tray that nobody watches.
var errStopped = errors.New("the box does not run")

// open returns what watches the tray of a configuration, for [drivers.Host].
func (t *Tray) open(c *config.Tray, log *slog.Logger) (hw.Tray, error) {
	var err error
	if t.wired, err = newCamera(c, log); err != nil {
		return nil, err
	}
	return t.wired.watcher, nil
}

// watched lets the tray be used until ctx ends. thrown is told what was read of dice that the box does not watch itself.
func (t *Tray) watched(ctx context.Context, thrown func(hw.Throw)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cameras = map[string]*camera{}
	t.watch = func(c *camera) { go c.watcher.Watch(ctx, thrown) }
}

// setOf returns the name of the set of dice that are asked for: Der Pate's if they have its colours, else
// ordinary ones.
func setOf(asked []string) string {
	pate := tray.Pate()
	for _, c := range asked {
		if !slices.Contains(pate.Colours, c) {
			return scene.Standard
		}
	}
	if len(asked) == 0 {
		return scene.Standard
	}
	return scene.Pate
}

// camera returns the one above the dice that are asked for.
func (t *Tray) camera(asked []string) (*camera, error) {
	if t.wired != nil {
		return t.wired, nil
	}
	if t.watch == nil {
		return nil, errStopped
	}
	set := setOf(asked)
	if c := t.cameras[set]; c != nil {
		return c, nil
	}
	c, err := newCamera(&config.Tray{Set: set}, t.log)
	if err != nil {
		return nil, err
	}
	t.cameras[set] = c
	t.watch(c)
	return c, nil
}

// show shows a picture to the camera, and returns what was read and told.
func (t *Tray) show(ctx context.Context, from io.Reader, asked []string) (throw hw.Throw, read bool, err error) {
	m, err := tray.Decode(from)
	if err != nil || len(asked) == 0 {
		return hw.Throw{}, false, err
	}
	c, err := t.camera(asked)
	if err != nil {
		return hw.Throw{}, false, err
	}
	return c.show(ctx, m)
}

// look reads the dice in a picture that a file has.
func (t *Tray) look(ctx context.Context, name string, asked []string) (hw.Throw, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, err := os.Open(name)
	if err != nil {
		return hw.Throw{}, err
	}
	defer f.Close()
	throw, _, err := t.show(ctx, f, asked)
	if err != nil {
		return hw.Throw{}, fmt.Errorf("%s: %w", name, err)
	}
	return throw, nil
}

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
	c, err := t.camera(asked)
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, rolled(c.watcher.Set, asked), &jpeg.Options{Quality: 85}); err != nil {
		return nil, err
	}
	if err := t.tell(ctx, picture.Bytes(), asked); err != nil {
		return nil, err
	}
	return t.drawn(picture.Bytes(), asked)
}

// drawn returns a picture with what the tray reads in it drawn on it, a JPEG.
func (t *Tray) drawn(picture []byte, asked []string) ([]byte, error) {
	m, err := tray.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	set := tray.Standard()
	if setOf(asked) == scene.Pate {
		set = tray.Pate()
	}
	reader, err := tray.NewReader(set)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, tray.Draw(m, reader.Read(m)), &jpeg.Options{Quality: 85})
	return out.Bytes(), err
}

// rolled returns a picture of the dice that are asked for after a roll.
func rolled(set tray.Set, asked []string) image.Image {
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
	return scene.New(rand.New(rand.NewPCG(rand.Uint64(), 0)), scene.Options{Set: kind, Throw: faces}).Render().Image
}

// Look reads the dice in a picture that somebody has.
func (t *Tray) Look(ctx context.Context, picture []byte) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	asked := t.box.Rolling()
	if err := t.tell(ctx, picture, asked); err != nil {
		return nil, err
	}
	return t.drawn(picture, asked)
}

// tell lets the box have what a picture shows: the watcher does, but for a picture without dice, of which whoever
// shows it wants to know. What the box refuses it has told the table.
func (t *Tray) tell(ctx context.Context, picture []byte, asked []string) error {
	_, read, err := t.show(ctx, bytes.NewReader(picture), asked)
	if err != nil || read {
		return err
	}
	if err := t.box.Do(ctx, command.Throw{}); errors.Is(err, box.ErrOff) || errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
