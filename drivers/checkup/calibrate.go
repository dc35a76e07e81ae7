package checkup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/tray"
	"consigliere/hw"
	"consigliere/internal/atomicfile"
)

// How many pictures are taken of the empty tray, and of a throw.
const (
	emptyPictures = 8
	throwPictures = 3
)

// Calibrate learns the empty tray of a box, the light and the dice, and nothing else. It needs
// a hand.
func Calibrate(o Options) error {
	t := o.Config.Tray
	if t == nil {
		return errors.New(`the configuration has no [tray]; name the right one with --config, or add [tray] with its device, such as "/dev/video0"`)
	}
	r := &run{Options: o}
	name, err := t.CalibrationFile()
	if err != nil {
		return err
	}
	return r.teach(t, name)
}

// calibration says whether the tray is as it was learned, and learns it if there is a hand that
// wants to teach.
func (r *run) calibration(t *config.Tray, m image.Image) error {
	const what = "calibration of the tray"
	name, err := t.CalibrationFile()
	if err != nil {
		r.result(what, err, "")
		return nil
	}
	reader, err := tray.NewReader(drivers.TraySet(t))
	if err != nil {
		return err
	}
	c, err := tray.LoadCalibration(name)
	switch {
	case tray.IsMissing(err):
		fmt.Fprintf(r.Out, "--    %s: none yet; dice are read without it\n", what)
	case err != nil:
		r.result(what, err, "")
	default:
		reader.Calibrate(c)
		reader.Read(m)
		if match := reader.Match(); match != tray.Fits {
			fmt.Fprintf(r.Out, "note  %s: %s; dice are read without it, until the tray is learned again\n", what, match)
			break
		}
		r.result(what, nil, name+", and the picture fits")
		return nil
	}
	if r.Hand == nil {
		return nil
	}
	wants, err := r.Hand.WantsCalibration()
	if err != nil || !wants {
		return err
	}
	if err := r.teach(t, name); err != nil {
		if errors.Is(err, errUntaught) {
			r.result(what, err, "")
			return nil
		}
		return err
	}
	return nil
}

// errUntaught is the error of a tray that could not be learned, though all was tried.
var errUntaught = errors.New("the tray was not learned")

// teach learns the tray, and writes what it has learned to a file.
func (r *run) teach(t *config.Tray, name string) error {
	set := drivers.TraySet(t)
	lesson, err := tray.NewLesson(set)
	if err != nil {
		return err
	}
	if err := r.teachEmpty(t, lesson); err != nil {
		return err
	}
	var c *tray.Calibration
	for range tries {
		dice, err := r.teachThrow(t, lesson, set)
		if err != nil {
			return err
		}
		colours, err := r.Hand.NamesDice(inRecords(dice), set.Colours)
		if err != nil {
			return err
		}
		if c, err = lesson.Calibration(colours); err == nil {
			break
		}
		fmt.Fprintf(r.Out, "note  %v. once more\n", err)
	}
	if c == nil {
		return errUntaught
	}
	if err := c.Save(name); err != nil {
		return fmt.Errorf("the calibration of the tray cannot be kept: %w", err)
	}
	r.result("calibration of the tray", nil, fmt.Sprintf("%s; a die is %.0f pixels wide", name, c.Size*float64(c.Width)/640))
	return nil
}

// teachEmpty takes pictures of the empty tray.
func (r *run) teachEmpty(t *config.Tray, lesson *tray.Lesson) error {
	for range tries {
		if err := r.showing(t, r.Hand.ClearTray); err != nil {
			return err
		}
		pictures, err := photographs(r.opener(t), emptyPictures)
		if err != nil {
			return err
		}
		dice, err := lesson.Empty(pictures...)
		if err != nil {
			fmt.Fprintf(r.Out, "note  %v. once more\n", err)
			continue
		}
		if len(dice) == 0 {
			return nil
		}
		empty, err := r.Hand.SeesEmptyTray(inRecords(dice))
		if err != nil || empty {
			return err
		}
	}
	return errUntaught
}

// teachThrow takes pictures of dice, and returns them from left to right.
func (r *run) teachThrow(t *config.Tray, lesson *tray.Lesson, set tray.Set) ([]tray.Die, error) {
	for range 2 * tries {
		if err := r.showing(t, func() error { return r.Hand.ThrowDice(set.Colours, set.Each) }); err != nil {
			return nil, err
		}
		pictures, err := photographs(r.opener(t), throwPictures)
		if err != nil {
			return nil, err
		}
		dice, err := lesson.Throw(pictures...)
		if err == nil {
			return dice, nil
		}
		fmt.Fprintf(r.Out, "note  %v. once more\n", err)
	}
	return nil, errUntaught
}

// seenEvery is how often the picture of what the camera sees is written.
const seenEvery = time.Second / 2

// showing shows what the camera sees as long as somebody does something.
func (r *run) showing(t *config.Tray, do func() error) error {
	if r.Seen == "" {
		return do()
	}
	ctx, stop := context.WithCancel(context.Background())
	shown := make(chan error, 1)
	go func() { shown <- r.show(ctx, t) }()
	err := do()
	stop() // the camera is needed
	if e := <-shown; e != nil && !errors.Is(e, context.Canceled) {
		fmt.Fprintf(r.Out, "note  %s does not show what the camera sees: %v\n", r.Seen, e)
	}
	return err
}

// show writes what the camera sees to a file, again and again until ctx ends.
func (r *run) show(ctx context.Context, t *config.Tray) error {
	reader, err := tray.NewReader(drivers.TraySet(t))
	if err != nil {
		return err
	}
	camera, err := r.opener(t)(ctx)
	if err != nil {
		return err
	}
	defer camera.Close()
	for next := time.Now(); ; {
		m, err := camera.Frame(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if time.Now().Before(next) {
			continue
		}
		next = time.Now().Add(seenEvery)
		var picture bytes.Buffer
		if err := png.Encode(&picture, tray.Draw(m, reader.Read(m))); err != nil {
			return err
		}
		if err := atomicfile.WriteFile(r.Seen, picture.Bytes(), 0o644); err != nil {
			return err
		}
	}
}

// inRecords returns dice in the words of records.
func inRecords(dice []tray.Die) []hw.Die { return tray.Reading{Dice: dice}.Throw(nil).Dice }

// opener returns how the camera of the tray is opened.
func (r *run) opener(t *config.Tray) tray.Open {
	if r.Camera != nil {
		return r.Camera
	}
	return tray.Device(t.Device)
}
