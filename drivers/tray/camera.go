package tray

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"consigliere/hw"
)

// A Camera gives frames.
type Camera interface {
	// Frame waits for the next frame. After an error the camera must be closed.
	Frame(ctx context.Context) (image.Image, error)
	Close() error
}

// An Open opens a camera, and can do so again after it was closed.
type Open func(ctx context.Context) (Camera, error)

// Device returns how to open what a configuration names: "rpicam" is the camera of a Pi, perhaps with
// options of rpicam-vid behind it, a folder holds pictures, and everything else is a device of V4L2, such as
// "/dev/video0".
func Device(name string) Open {
	if words := strings.Fields(name); len(words) > 0 && words[0] == "rpicam" {
		return Process("rpicam-vid", append([]string{
			"--timeout", "0", "--nopreview", "--codec", "mjpeg",
			"--width", "640", "--height", "480", "--framerate", "5", "--output", "-",
		}, words[1:]...)...)
	}
	return func(ctx context.Context) (Camera, error) {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return Folder(name, time.Second/5)(ctx)
		}
		return openV4L2(name)
	}
}

// listed is a line of `rpicam-hello --list-cameras`, such as "0 : imx219 [3280x2464 ...] (...)".
var listed = regexp.MustCompile(`(?m)^\s*\d+ : `)

// Cameras returns the cameras of this machine that [Device] opens: those at USB, by the names
// that udev gives to their places in the folder byPath, and "rpicam" if the Pi has found one of
// its own. Whether one works is known when it gives a frame.
func Cameras(ctx context.Context, byPath string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(byPath, "*-usb*-video-index0")) // the pattern is right
	seen := map[string]bool{}
	for _, f := range files {
		// Newer versions of udev have a second name with "usbv2" for the same place.
		device, err := filepath.EvalSymlinks(f)
		if err == nil && !seen[device] {
			seen[device] = true
			names = append(names, f)
		}
	}
	// A Pi without a camera, or without its programs, has none.
	c := exec.CommandContext(ctx, "rpicam-hello", "--list-cameras")
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err == nil && listed.Match(out) {
		names = append(names, "rpicam")
	}
	return names
}

// A Watcher reads the dice that a camera sees. It is an [hw.Tray].
type Watcher struct {
	Set  Set
	Open Open
	// Calibration is what was learned of the tray; nil if nothing was.
	Calibration *Calibration
	// Log is told when the camera fails and when it is back; nil is silent.
	Log *slog.Logger
	// Again is how long to wait before a camera is opened again; 0 is two seconds.
	Again time.Duration
	// Memory is what was learned of the dice; nil if nothing was.
	Memory *Memory
	// MemoryFile is where that is kept, with what people correct; "" keeps and learns nothing.
	MemoryFile string
	// Seen, if not nil, is called with each frame, and with the reading if it ends a throw.
	Seen func(m image.Image, reading *Reading)

	match Match // as it was told last

	learning pupil
}

// Watch implements [hw.Tray]. A camera that is unplugged is told once, and used again when it
// is back.
func (w *Watcher) Watch(ctx context.Context, thrown func(hw.Throw)) {
	log := w.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	again := w.Again
	if again == 0 {
		again = 2 * time.Second
	}
	failed := false
	w.match = NoCalibration
	for ctx.Err() == nil {
		err := w.watch(ctx, log, thrown, func() {
			if failed {
				failed = false
				log.Info("the camera of the tray is back")
			}
		})
		if ctx.Err() != nil {
			return
		}
		if !failed {
			failed = true
			log.Warn("the camera of the tray does not work; dice are typed", "error", err)
			thrown(hw.Throw{Doubt: hw.NoTray})
		}
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}

// watch watches until the camera fails.
func (w *Watcher) watch(ctx context.Context, log *slog.Logger, thrown func(hw.Throw), works func()) error {
	roll, err := NewRoll(w.Set)
	if err != nil {
		return err
	}
	roll.Reader().Calibrate(w.Calibration)
	roll.Reader().Remember(w.learning.memory(w))
	camera, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer camera.Close()
	for {
		m, err := camera.Frame(ctx)
		if err != nil {
			return err
		}
		works()
		reading, final := roll.Frame(m)
		if w.Seen != nil {
			if final {
				w.Seen(m, &reading)
			} else {
				w.Seen(m, nil)
			}
		}
		if m := w.learning.fresh(); m != nil {
			roll.Reader().Remember(m)
		}
		if final {
			w.learning.see(w, roll.Reader(), reading, m)
			w.compare(roll.Reader().Match(), log)
			thrown(reading.Throw(m))
		}
	}
}

// compare tells once that the calibration has ceased to fit, and that it fits again. A hand
// before the camera is nothing to tell.
func (w *Watcher) compare(m Match, log *slog.Logger) {
	if m == w.match || m == Covered {
		return
	}
	switch {
	case m == Fits && w.match != NoCalibration:
		log.Info("the tray is as it was calibrated again")
	case m != Fits && m != NoCalibration:
		log.Warn("the calibration of the tray does not fit, and dice are read without it; consigliere doctor --tray learns the tray again", "reason", string(m))
	}
	w.match = m
}

// mostAsked is about how many dice of a roll people are asked at most. A roll of which less was read must be
// repeated.
const mostAsked = 6

// Throw returns the reading of a picture in the words of a box. Without the picture it has neither places nor
// doubtful dice.
func (r Reading) Throw(m image.Image) hw.Throw {
	var t hw.Throw
	asked := 0
	for _, s := range r.Spots {
		if !s.Sure {
			asked++
		}
	}
	switch {
	case !r.Unsure:
	case r.Stands && m != nil && asked <= mostAsked:
	case r.Why == HandIn:
		t.Doubt = hw.HandIn
	case r.Why == Odd || r.Why == Something:
		t.Doubt = hw.OddDie
	case r.Why == Extra:
		t.Doubt = hw.ExtraDie
	default:
		t.Doubt = hw.Unclear
	}
	switch {
	case t.Doubt != "":
	case m == nil:
		for _, d := range r.Dice {
			t.Dice = append(t.Dice, hw.Die{Colour: d.Colour, Face: d.Face.named(r.names)})
		}
	default:
		for _, s := range r.Spots {
			t.Dice = append(t.Dice, s.thrown(m, r.names))
		}
	}
	return t
}

// thrown returns a die in the words of a box.
func (s Spot) thrown(m image.Image, names []string) hw.Die {
	b := m.Bounds()
	d := hw.Die{
		Colour: s.Colour, Unsure: !s.Sure,
		X: min(max((s.X-float64(b.Min.X))/float64(b.Dx()), 0), 1), Y: min(max((s.Y-float64(b.Min.Y))/float64(b.Dy()), 0), 1),
	}
	if s.Face != 0 {
		d.Face = s.Face.named(names)
	}
	if d.Unsure {
		d.Picture = cutOut(m, s)
	}
	return d
}

// Folder gives the pictures of a folder in the order of their names, one each time, and waits
// for more when there are none: somebody can put one in while it runs. An interval of 0 does
// not wait, and ends with [io.EOF] after the last.
func Folder(dir string, every time.Duration) Open {
	return func(context.Context) (Camera, error) {
		if _, err := os.ReadDir(dir); err != nil {
			return nil, err
		}
		return &folder{dir: dir, every: every}, nil
	}
}

type folder struct {
	dir   string
	every time.Duration
	last  string // the name that was given last
	shown image.Image
}

func (f *folder) Close() error { return nil }

func (f *folder) Frame(ctx context.Context) (image.Image, error) {
	if f.every > 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(f.every):
		}
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(entries, func(e os.DirEntry) bool { return picture(e.Name()) && e.Name() > f.last })
	switch {
	case at >= 0:
		f.last = entries[at].Name()
		file, err := os.Open(filepath.Join(f.dir, f.last))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		m, err := Decode(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.last, err)
		}
		f.shown = m
	case f.every == 0:
		return nil, io.EOF
	case f.shown == nil:
		return nil, fmt.Errorf("no picture in %s", f.dir)
	}
	return f.shown, nil
}

func picture(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jpg", ".jpeg", ".png":
		return true
	}
	return false
}

// Process runs a program that writes JPEG pictures, one after another, to its output.
func Process(name string, args ...string) Open {
	return func(ctx context.Context) (Camera, error) {
		ctx, stop := context.WithCancel(ctx)
		c := exec.CommandContext(ctx, name, args...)
		c.WaitDelay = time.Second
		var said tail
		c.Stderr = &said
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			stop()
			return nil, err
		}
		return &process{name, c, stop, frames(out), &said}, nil
	}
}

type process struct {
	name    string
	command *exec.Cmd
	stop    context.CancelFunc
	frames  *bufio.Scanner
	said    *tail
}

func (p *process) Frame(context.Context) (image.Image, error) {
	if !p.frames.Scan() {
		err := p.frames.Err()
		if err == nil {
			err = errors.New("ended")
		}
		p.stop()
		_ = p.command.Wait() // why it ended is in what it has said
		return nil, fmt.Errorf("%s: %w; it said: %s", p.name, err, strings.TrimSpace(string(p.said.last)))
	}
	return Decode(bytes.NewReader(p.frames.Bytes()))
}

func (p *process) Close() error {
	p.stop()
	_ = p.command.Wait() // it was stopped
	return nil
}

// A tail keeps the end of what is written to it.
type tail struct{ last []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.last = append(t.last, p...)
	if n := len(t.last); n > 400 {
		t.last = append(t.last[:0], t.last[n-400:]...)
	}
	return len(p), nil
}

// frames splits a stream of JPEG pictures.
func frames(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 256<<10), 8<<20)
	s.Split(func(data []byte, _ bool) (int, []byte, error) {
		start := bytes.Index(data, []byte{0xff, 0xd8, 0xff})
		if start < 0 {
			return max(0, len(data)-2), nil, nil
		}
		// In the data of a picture no byte 0xff is followed by 0xd9.
		n := bytes.Index(data[start:], []byte{0xff, 0xd9})
		if n < 0 {
			return start, nil, nil
		}
		return start + n + 2, data[start : start+n+2], nil
	})
	return s
}
