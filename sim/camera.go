package sim

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"log/slog"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/tray"
	"consigliere/hw"
)

// A camera is a virtual one above a dice tray, with the watcher that reads what it sees. Pictures are shown to it one
// after another: each lies before it until the watcher has read it, or has looked in vain, and before each the
// tray is empty, as between throws.
type camera struct {
	watcher *tray.Watcher
	shots   chan *shot
	now     *shot // the watcher's alone
	bare    *image.RGBA
}

// A shot is a picture that is shown to a camera.
type shot struct {
	picture image.Image
	frames  int // that the camera has given
	read    bool
	throw   hw.Throw      // if read
	done    chan struct{} // closed when the watcher has told what it has read
}

// How many frames show the empty tray, and how many frames there are of a shot: more than a watcher needs to be
// certain, or to give up.
const (
	bareFrames = 3
	mostFrames = bareFrames + 12
)

// newCamera returns a camera above the tray of a configuration.
func newCamera(t *config.Tray, log *slog.Logger) (*camera, error) {
	c := &camera{shots: make(chan *shot)}
	var err error
	if c.watcher, err = drivers.WatchTray(t, func(context.Context) (tray.Camera, error) { return c, nil }, log); err != nil {
		return nil, err
	}
	c.watcher.Seen = c.seen
	c.watcher.MemoryFile = "" // what is simulated teaches nobody
	return c, nil
}

// show shows a picture, and returns what was read once that was told, or no dice if there are none. It is safe for
// concurrent use, and needs a watcher that watches.
func (c *camera) show(ctx context.Context, m image.Image) (throw hw.Throw, read bool, err error) {
	s := &shot{picture: m, done: make(chan struct{})}
	select {
	case c.shots <- s:
	case <-ctx.Done():
		return hw.Throw{}, false, ctx.Err()
	}
	select {
	case <-s.done:
		return s.throw, s.read, nil
	case <-ctx.Done():
		return hw.Throw{}, false, ctx.Err()
	}
}

// Frame implements [tray.Camera].
func (c *camera) Frame(ctx context.Context) (image.Image, error) {
	if c.now != nil && (c.now.read || c.now.frames == mostFrames) {
		close(c.now.done)
		c.now = nil
	}
	if c.now == nil {
		select {
		case c.now = <-c.shots:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	c.now.frames++
	if c.now.frames <= bareFrames {
		return c.empty(c.now.picture.Bounds().Size()), nil
	}
	return c.now.picture, nil
}

// seen is told by the watcher what it has made of a frame.
func (c *camera) seen(m image.Image, reading *tray.Reading) {
	if reading != nil {
		c.now.read, c.now.throw = true, reading.Throw(m)
	}
}

// Close implements [tray.Camera].
func (c *camera) Close() error { return nil }

// empty returns a picture of the empty tray.
func (c *camera) empty(size image.Point) image.Image {
	if c.bare == nil || c.bare.Rect.Max != size {
		c.bare = image.NewRGBA(image.Rectangle{Max: size})
		draw.Draw(c.bare, c.bare.Rect, image.NewUniform(color.Gray{Y: 96}), image.Point{}, draw.Src)
	}
	return c.bare
}
