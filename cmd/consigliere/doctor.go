package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/checkup"
	"consigliere/hw"
	"consigliere/sim"
	"consigliere/sim/chip"
)

type doctorCommand struct {
	Config  string `help:"Wiring file, or a build: bare, full, cable, usb or wireless (default: full)." placeholder:"FILE"`
	Sim     bool   `help:"Check a box of virtual chips, with a virtual hand on it."`
	Hand    bool   `help:"Ask you to press, look and listen; --no-hand checks only what works unattended." default:"true" negatable:""`
	Write   string `help:"Write a new wiring file from what it finds and you press." placeholder:"FILE"`
	Tray    bool   `help:"Learn the empty dice tray, its light and its dice, and check nothing else."`
	Service bool   `help:"Check with the service's user, devices and limits. Needs sudo."`
	Draw    string `help:"With --tray: write what the camera sees to this file, with a frame around each die." placeholder:"FILE"`
	Journal string `help:"Folder for the disk check (default: as in the configuration)." placeholder:"DIR"`
}

// Help is shown with --help.
func (doctorCommand) Help() string {
	return `Checks a box part by part: buses and chips, every button and light by hand, the screens,
the sound, the camera and the disk. One line each; the exit code is 1 if any check fails.

With --write you need no configuration yet: it finds the chips, asks for every button, light and
screen, the mute switch and the dice that the camera sees, and writes what it found. Languages,
journals, times and your own dice are taken from --config.

With --service it runs under the limits of consigliere.service, so that it notices a camera or a card
that the service may not use. Stop the service first.

With --tray it learns what the empty dice tray looks like, and the colours of the dice in its light,
so that it can be certain of more dice. Repeat it when the camera, tray or light changes. With --draw
a PNG file shows what the camera sees, updated twice a second, with a frame around each die, its face,
and a question mark where that is uncertain, so that you can aim the camera.

Examples:
  consigliere doctor --config /etc/consigliere/box.toml
  consigliere doctor --no-hand
  consigliere doctor --write box.toml
  sudo consigliere doctor --service --config /etc/consigliere/box.toml
  consigliere doctor --tray --config /etc/consigliere/box.toml
  consigliere doctor --tray --draw seen.png
  consigliere doctor --sim`
}

// Run checks the box.
func (c *doctorCommand) Run(s streams) (err error) {
	box, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	if c.Write != "" && !c.Hand {
		return errors.New("--write needs a hand that presses; leave --no-hand out")
	}
	if c.Tray && (!c.Hand || c.Sim || c.Write != "") {
		return errors.New("--tray needs a hand that throws dice, and goes with --config alone")
	}
	if c.Draw != "" && (!c.Tray || c.Service) {
		return errors.New("--draw goes with --tray, and not with --service, which may write no such file; consigliere dice --draw draws what it sees in pictures")
	}
	if c.Service {
		return c.runInService(s)
	}
	o := checkup.Options{Config: box, Out: s.out, Journals: c.Journal, Seen: c.Draw}
	if c.Tray {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		o.Hand = checkup.NewPerson(ctxReader{ctx, s.in}, s.out)
		return checkup.Calibrate(o)
	}
	var host drivers.Host
	var builder checkup.Builder
	if c.Sim {
		var stop func()
		if builder, stop, err = virtual(&o, &host); err != nil {
			return err
		}
		defer stop()
	} else {
		if host, err = drivers.Real(installed(c.Config)); err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		begun := time.Now()
		o.Now = func() time.Duration { return time.Since(begun) }
		o.Wait = func(d time.Duration) error { return wait(ctx, d) }
		builder = checkup.NewPerson(ctxReader{ctx, s.in}, s.out)
		if o.Journals == "" {
			if o.Journals, err = box.JournalDir(); err != nil {
				return err
			}
		}
	}
	if c.Write != "" {
		return c.learn(checkup.LearnOptions{Host: host, Base: box, Hand: builder, Out: s.out, Now: o.Now, Wait: o.Wait})
	}
	if c.Hand {
		o.Hand = builder
	}
	o.Needs = host.Needs
	if o.Parts, err = drivers.Open(box, host, nil); err != nil {
		return err
	}
	defer func() {
		if e := o.Parts.Close(); err == nil {
			err = e
		}
	}()
	return checkup.Run(o)
}

// runInService checks the box under the limits of the service.
func (c *doctorCommand) runInService(s streams) error {
	if c.Sim || c.Write != "" {
		return errors.New("--service checks the box as it is; leave --sim and --write out")
	}
	args := []string{"doctor", "--config", installed(c.Config)}
	if !c.Hand {
		args = append(args, "--no-hand")
	}
	if c.Tray {
		args = append(args, "--tray")
	}
	if c.Journal != "" {
		args = append(args, "--journal", c.Journal)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return asService(ctx, s, args...)
}

// installed returns the configuration of the service if none is given.
func installed(name string) string {
	if name == "" {
		return "/etc/consigliere/box.toml"
	}
	return name
}

// learn writes a configuration.
func (c *doctorCommand) learn(o checkup.LearnOptions) error {
	f, err := os.OpenFile(c.Write, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; name another file, or move it away", c.Write)
	}
	if err != nil {
		return err
	}
	box, err := checkup.Learn(o)
	if err == nil {
		err = box.Write(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(c.Write))
	}
	fmt.Fprintf(o.Out, "wrote %s: %s\nconsigliere doctor --config %s checks it\n", c.Write, box.Summary(), c.Write)
	return nil
}

// errStopped ends a check-up before its end, in order, so that it leaves no light on.
var errStopped = errors.New("stopped")

// wait waits for d, or returns errStopped if ctx ends first.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return errStopped
	case <-time.After(d):
		return nil
	}
}

// A ctxReader is an input whose reads return when ctx ends.
type ctxReader struct {
	ctx context.Context
	in  io.Reader
}

// Read implements [io.Reader]. Input that comes after the end of ctx is lost.
func (s ctxReader) Read(b []byte) (int, error) {
	buf := make([]byte, len(b))
	n, err := 0, error(nil)
	done := make(chan struct{})
	go func() {
		n, err = s.in.Read(buf)
		close(done)
	}()
	select {
	case <-s.ctx.Done():
		return 0, errStopped
	case <-done:
		return copy(b, buf[:n]), err
	}
}

// virtual sets o and host to a box of virtual chips on a virtual clock, and returns a virtual
// hand. Its disk is a temporary folder unless o names another.
func virtual(o *checkup.Options, host *drivers.Host) (hand checkup.Builder, stop func(), err error) {
	board, err := chip.NewBoard(o.Config)
	if err != nil {
		return nil, nil, err
	}
	o.SlowDisk = time.Minute // the disk of a busy machine is not a fault of the box
	dir := ""
	if o.Journals == "" {
		if dir, err = os.MkdirTemp("", "consigliere-doctor-*"); err != nil {
			return nil, nil, err
		}
		o.Journals = dir
	}
	*host = sim.Host(board)
	host.Speaker = func(config.Speaker) (hw.Speaker, error) {
		if o.Config.Speaker == nil {
			return nil, errors.New("the box has none")
		}
		return transcript{o.Out}, nil
	}
	var now time.Duration
	o.Now = func() time.Duration { return now }
	o.Wait = func(d time.Duration) error { now += d; return nil }
	hand = checkup.Virtual(checkup.Eye{
		Finger: func(pod hw.Pod, b hw.Button, down bool) { board.Press(pod, b, down) },
		Picture: func(pod hw.Pod) *hw.Frame {
			if d := board.Screen(pod); d != nil {
				return d.Frame()
			}
			return nil
		},
		Colours: func() []hw.RGB { return board.AppendLamps(nil) },
		Switch:  board.Throw,
		Box:     o.Config,
	})
	return hand, func() {
		for _, w := range board.Warnings() {
			fmt.Fprintf(o.Out, "note  %s\n", w)
		}
		if dir != "" {
			_ = os.RemoveAll(dir) // a temporary folder
		}
	}, nil
}

// A transcript is a speaker that writes what it would say.
type transcript struct{ out io.Writer }

// Say implements [hw.Speaker].
func (t transcript) Say(text, lang string) error {
	_, err := fmt.Fprintf(t.out, "      (says %q in %s)\n", text, lang)
	return err
}

// Tone implements [hw.Speaker].
func (t transcript) Tone(hz int, d time.Duration) error {
	_, err := fmt.Fprintf(t.out, "      (plays %d Hz for %v)\n", hz, d)
	return err
}
