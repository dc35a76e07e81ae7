// Package checkup contains the check-up of a box, part by part: buses and chips, every
// button and light by hand, the screens, the sound, the camera and the disk.
//
// It works on any box. Questions to the person at the box are asked through a [Hand];
// [Virtual] presses and looks on virtual chips, so that a check-up runs by itself
// without a box.
package checkup

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/tray"
	"consigliere/hw"
)

// A Hand presses buttons and says what is seen and heard: a [Person], or [Virtual].
type Hand interface {
	// Press is called with the button that the check-up waits for.
	Press(pod hw.Pod, button hw.Button)
	// Release is called when the button was noticed, or given up.
	Release(pod hw.Pod, button hw.Button)
	// Throw is called when the mute switch must be thrown: to the other side, or back.
	Throw(back bool)
	// SeesLight reports whether a light, and no other, has a colour.
	SeesLight(pod hw.Pod, colour hw.RGB, name string) (bool, error)
	// SeesScreen reports whether the screen of a pod, or the main one, shows the picture.
	SeesScreen(pod hw.Pod, picture *hw.Frame, description string) (bool, error)
	// Hears reports whether a sound was heard.
	Hears(what string) (bool, error)
	// WantsCalibration reports whether the box shall learn the empty tray and its dice now.
	WantsCalibration() (bool, error)
	// ClearTray returns when the tray is empty.
	ClearTray() error
	// SeesEmptyTray reports whether the tray is empty, though these dice seem to lie in it.
	SeesEmptyTray(dice []hw.Die) (bool, error)
	// ThrowDice returns when dice lie apart in the tray: one of each of the colours, or some of
	// one of them.
	ThrowDice(colours []string, each bool) error
	// NamesDice returns the colours of the dice in the tray, from left to right. They are taken
	// for these dice.
	NamesDice(dice []hw.Die, colours []string) ([]string, error)
}

// Options are what a check-up is made of.
type Options struct {
	Config   *config.Box
	Parts    *drivers.Parts
	Hand     Hand // nil leaves out what needs a hand
	Out      io.Writer
	Journals string // folder to try the disk in; "" leaves the disk out
	// Needs looks at what the machine must have; nil leaves that out. See [drivers.Host].
	Needs func(*config.Box) []drivers.Report
	// Camera opens the camera of the tray; nil opens the configuration's.
	Camera tray.Open
	// Seen is a picture file that shows, while somebody lays dice or aims the camera, what it sees, with a frame around
	// each die; "" means no set.
	Seen string
	// Now and Wait are the clock of the box; Wait returns an error to end the check-up.
	Now  func() time.Duration
	Wait func(time.Duration) error
	// Patience is how long a button is waited for; 0 means 15 seconds.
	Patience time.Duration
	// SlowDisk is how long a line may take to be written and synced; 0 means a quarter of a
	// second, which a person notices.
	SlowDisk time.Duration
}

// A run is one check-up.
type run struct {
	Options
	checks, failed int
	broken         map[string]bool // the parts that do not work
	presses        []hw.Press
}

// Run does the check-up and prints a line for each check. It returns an error if a check
// failed, or if it could not go on.
func Run(o Options) error {
	if o.Patience == 0 {
		o.Patience = 15 * time.Second
	}
	if o.SlowDisk == 0 {
		o.SlowDisk = 250 * time.Millisecond
	}
	r := &run{Options: o, broken: map[string]bool{}}
	for _, f := range []func() error{r.machine, r.parts, r.buttons, r.lights, r.screens, r.sound, r.camera, r.disk} {
		if err := f(); err != nil {
			return err
		}
	}
	if r.failed > 0 {
		return fmt.Errorf("%d of %d checks failed", r.failed, r.checks)
	}
	fmt.Fprintf(r.Out, "all %d checks passed\n", r.checks)
	return nil
}

// result prints one check.
func (r *run) result(what string, err error, detail string) {
	r.checks++
	word := "ok  "
	if err != nil {
		r.failed++
		reason := err.Error()
		if lack := (*drivers.Lack)(nil); errors.As(err, &lack) {
			reason = lack.Reason // what to type is told after it
		}
		word, detail = "FAIL", strings.TrimPrefix(reason, what+": ")
	}
	if detail != "" {
		detail = ": " + detail
	}
	fmt.Fprintf(r.Out, "%s  %s%s\n", word, what, detail)
}

// none prints a part that the configuration leaves out.
func (r *run) none(what string) { fmt.Fprintf(r.Out, "--    %s: none in the configuration\n", what) }

// machine checks that the machine has the buses, ports and lines that the box needs.
func (r *run) machine() error {
	if r.Needs == nil {
		return nil
	}
	for _, n := range r.Needs(r.Config) {
		r.result(n.Part, n.Err, "")
		r.broken[n.Part] = n.Err != nil
		if lack := (*drivers.Lack)(nil); errors.As(n.Err, &lack) && lack.Command != "" {
			fmt.Fprintf(r.Out, "      type: %s\n", lack.Command)
		}
	}
	return nil
}

// parts checks that every part answers.
func (r *run) parts() error {
	r.presses = r.Parts.Scan(r.Now(), r.presses[:0])
	r.Parts.Retry(r.Now())
	where, on := map[string]string{}, map[string]string{}
	for _, e := range r.Config.Expanders {
		on["expander "+e.Name] = e.Bus
		where["expander "+e.Name] = fmt.Sprintf("MCP23017 at %#02x on %s", e.Address, e.Bus)
		where[lineOf(e)], on[lineOf(e)] = e.Interrupt, "GPIO"
	}
	header := 0
	r.Config.EachButton(func(_ hw.Pod, _ hw.Button, p config.Pin) {
		if p.On == config.OnHeader {
			header++
		}
	})
	on["lines of the header"] = "GPIO"
	where["lines of the header"] = fmt.Sprintf("%d buttons", header)
	for _, k := range r.Config.Keyboards {
		where["keyboard "+k.Name] = k.Device
	}
	if b := r.Config.Buzzer; b != nil {
		where["buzzer"] = "at " + b.Line
	}
	if m := r.Config.Mux; m != nil {
		on["mux"] = m.Bus
		where["mux"] = fmt.Sprintf("TCA9548A at %#02x on %s", m.Address, m.Bus)
	}
	if s := r.Config.Main; s != nil {
		on["main screen"] = s.Bus
		where["main screen"] = screenAt(s)
	}
	for i, p := range r.Config.Pods {
		if p.Screen != nil {
			name := fmt.Sprintf("screen of pod %d", i)
			where[name], on[name] = screenAt(p.Screen), p.Screen.Bus
		}
	}
	if l := r.Config.Lights; l != nil {
		on["lights"] = l.Port
		where["lights"] = fmt.Sprintf("%d %s on %s; lights do not answer, so look at them", l.Count, strings.ToUpper(l.Chip), l.Port)
	}
	for _, h := range r.Parts.Health() {
		if h.Err != nil && r.broken[on[h.Part]] {
			h.Err = fmt.Errorf("%s does not work", on[h.Part])
		}
		r.result(h.Part, h.Err, where[h.Part])
		r.broken[h.Part] = h.Err != nil
	}
	return nil
}

// lineOf names the interrupt line of an expander, as [drivers.Parts.Health] does.
func lineOf(e config.Expander) string { return "interrupt line of expander " + e.Name }

func screenAt(s *config.Screen) string {
	at := fmt.Sprintf("%s %dx%d at %#02x on %s", strings.ToUpper(s.Chip), s.W, s.H, s.Address, s.Bus)
	if s.Channel >= 0 {
		at += fmt.Sprintf(", channel %d of the mux", s.Channel)
	}
	return at
}

// scanEvery is how often the buttons are looked at.
const scanEvery = 2 * time.Millisecond

// buttons waits for every button, one after the other.
func (r *run) buttons() error {
	if r.Hand == nil {
		return nil
	}
	stuck, err := r.stuck()
	if err != nil {
		return err
	}
	instead := map[drivers.Key]drivers.Key{} // what was pressed in place of what was asked for
	var keys []drivers.Key
	r.Config.EachButton(func(pod hw.Pod, b hw.Button, _ config.Pin) { keys = append(keys, drivers.Key{Pod: pod, Button: b}) })
	for _, k := range keys {
		switch err := r.Parts.PinErr(r.pin(k)); {
		case err != nil:
			r.result(name(k), r.unread(r.pin(k)), "")
			continue // a press would not be seen
		case stuck[k]:
			r.result(name(k), fmt.Errorf("it is down though nobody presses it: it is stuck, or its wire to %s touches ground", r.Config.Place(r.pin(k))), "")
			continue
		}
		r.Hand.Press(k.Pod, k.Button)
		got, err := r.await()
		r.Hand.Release(k.Pod, k.Button)
		switch {
		case err != nil:
			return err
		case got == nil:
			r.result(name(k), fmt.Errorf("no press for %v", r.Patience), "")
		case *got != k:
			instead[k] = *got
			r.result(name(k), fmt.Errorf("%s was pressed instead", name(*got)), "")
		default:
			r.result(name(k), nil, "")
		}
		if err := r.settle(); err != nil {
			return err
		}
	}
	for _, k := range keys {
		if other, ok := instead[k]; ok && instead[other] == k {
			delete(instead, k) // say so once
			fmt.Fprintf(r.Out, "note  the wires of %s and %s are swapped: exchange them, or %s and %s in the configuration\n",
				name(k), name(other), r.Config.Place(r.pin(k)), r.Config.Place(r.pin(other)))
		}
	}
	if err := r.mute(); err != nil {
		return err
	}
	return r.lines()
}

// mute waits for the mute switch to be thrown, and thrown back.
func (r *run) mute() error {
	if r.Config.Mute == nil {
		return nil
	}
	const name = "mute switch"
	if r.Parts.PinErr(*r.Config.Mute) != nil {
		r.result(name, r.unread(*r.Config.Mute), "")
		return nil
	}
	for _, back := range []bool{false, true} {
		was := r.Parts.Muted()
		r.Hand.Throw(back)
		for until := r.Now() + r.Patience; r.Parts.Muted() == was; {
			if r.Now() >= until {
				r.result(name, fmt.Errorf("%s has not changed for %v", r.Config.Place(*r.Config.Mute), r.Patience), "")
				return nil
			}
			if err := r.wait(); err != nil {
				return err
			}
		}
	}
	r.result(name, nil, "")
	return nil
}

// name names a button.
func name(k drivers.Key) string {
	if k.Button == hw.Menu {
		return "button of the menu"
	}
	return fmt.Sprintf("button %s of %s", k.Button, place(k.Pod))
}

// stuck returns the buttons that are down before anybody presses one.
func (r *run) stuck() (map[drivers.Key]bool, error) {
	for until := r.Now() + 100*time.Millisecond; r.Now() < until; {
		if err := r.wait(); err != nil {
			return nil, err
		}
	}
	down := map[drivers.Key]bool{}
	r.Config.EachButton(func(pod hw.Pod, b hw.Button, _ config.Pin) {
		if k := (drivers.Key{Pod: pod, Button: b}); r.Parts.Held(k) {
			down[k] = true
		}
	})
	return down, nil
}

// unread is the error of a button whose chip, lines or keyboard failed already.
func (r *run) unread(p config.Pin) error {
	switch p.On {
	case config.OnHeader:
		return errors.New("the lines of the header do not work")
	case config.OnKeyboard:
		return fmt.Errorf("the keyboard %s does not work", r.Config.Keyboards[p.Part].Name)
	}
	return errors.New("its expander does not work")
}

// pin returns where a button is wired.
func (r *run) pin(k drivers.Key) config.Pin {
	switch {
	case k.Button == hw.Menu:
		return *r.Config.Host
	case k.Pod == hw.Panel:
		return r.Config.Panel[k.Button]
	}
	return r.Config.Pods[k.Pod].Buttons[k.Button]
}

// lines reports which interrupt lines did not signal the presses. Whether they could be
// opened was reported with the parts.
func (r *run) lines() error {
	failed := map[string]error{}
	r.Parts.Retry(r.Now())
	for _, h := range r.Parts.Health() {
		failed[h.Part] = h.Err
	}
	for _, e := range r.Config.Expanders {
		if err := failed[lineOf(e)]; err != nil && !r.broken[lineOf(e)] {
			r.result(lineOf(e)+", with presses", err, "")
		}
	}
	return nil
}

// wait lets a moment pass, and reads the buttons.
func (r *run) wait() error {
	if err := r.Wait(scanEvery); err != nil {
		return err
	}
	r.presses = r.Parts.Scan(r.Now(), r.presses[:0])
	return nil
}

// await returns the next button that is pressed, or nil if none is.
func (r *run) await() (*drivers.Key, error) {
	for until := r.Now() + r.Patience; r.Now() < until; {
		if err := r.wait(); err != nil {
			return nil, err
		}
		for _, p := range r.presses {
			if p.Down {
				return &drivers.Key{Pod: p.Pod, Button: p.Button}, nil
			}
		}
	}
	return nil, nil
}

// settle waits until the button has come up, or is given up.
func (r *run) settle() error {
	for until := r.Now() + time.Second; r.Now() < until; {
		if err := r.wait(); err != nil {
			return err
		}
		for _, p := range r.presses {
			if !p.Down {
				return nil
			}
		}
		held := false
		for pod := hw.Panel; int(pod) < len(r.Config.Pods); pod++ {
			for b := range hw.Button(hw.Buttons) {
				held = held || r.Parts.Held(drivers.Key{Pod: pod, Button: b})
			}
		}
		if !held {
			return nil
		}
	}
	return nil
}

// lights shows each light alone in three colours.
func (r *run) lights() error {
	box := r.Parts.Box()
	switch {
	case box.Lights == nil:
		r.none("lights")
		return nil
	case r.Hand == nil:
		return nil
	}
	colours := []struct {
		rgb  hw.RGB
		name string
	}{{hw.RGB{R: 255}, "red"}, {hw.RGB{G: 255}, "green"}, {hw.RGB{B: 255}, "blue"}}
	for pod := range r.Config.Pods {
		if !r.Config.Pods[pod].Lit() {
			continue
		}
		var err error
		for _, c := range colours {
			all := make([]hw.RGB, len(r.Config.Pods))
			all[pod] = c.rgb
			if err = box.Lights.Set(all); err != nil {
				break
			}
			seen, e := r.Hand.SeesLight(hw.Pod(pod), c.rgb, c.name)
			if e != nil {
				return e
			}
			if !seen {
				err = fmt.Errorf("not %s", c.name)
				break
			}
		}
		r.result("light of "+place(hw.Pod(pod)), err, "")
	}
	return box.Lights.Set(make([]hw.RGB, len(r.Config.Pods)))
}

// Picture is what a screen shows in the check-up: a frame around the edge, a cross from
// corner to corner, and as many blocks as the number of the pod plus one at the top left,
// none on the main screen.
func Picture(pod hw.Pod, w, h int) *hw.Frame {
	f := hw.NewFrame(w, h)
	for x := range w {
		f.Set(x, 0, true)
		f.Set(x, h-1, true)
		f.Set(x, x*(h-1)/(w-1), true)
		f.Set(x, h-1-x*(h-1)/(w-1), true)
	}
	for y := range h {
		f.Set(0, y, true)
		f.Set(w-1, y, true)
	}
	for i := range int(pod) + 1 {
		for y := range 4 {
			for x := range 4 {
				f.Set(24+8*i+x, 3+y, true)
			}
		}
	}
	return f
}

// slowPicture is how long a picture of 64 rows may take. Its 1,034 bytes take 93 ms at 100
// kHz, the default of the Pi, and 23 ms at 400 kHz.
const slowPicture = 60 * time.Millisecond

// speed shows a dark picture on the main screen and says how to make a slow bus faster.
func (r *run) speed() {
	s := r.Parts.Box().Main
	if s == nil {
		return
	}
	w, h := s.Size()
	begun := r.Now()
	err := s.Show(hw.NewFrame(w, h))
	if took := r.Now() - begun; err == nil && took > slowPicture*time.Duration(h)/64 {
		fmt.Fprintf(r.Out, "note  %s: a picture takes %v; dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt makes it faster\n",
			r.Config.Main.Bus, took.Round(time.Millisecond))
	}
}

// screens shows a picture on each screen.
func (r *run) screens() error {
	r.speed()
	box := r.Parts.Box()
	for pod := hw.Panel; int(pod) < len(r.Config.Pods); pod++ {
		s, name := box.PrivateScreen(pod), fmt.Sprintf("picture on the screen of pod %d", pod)
		if pod == hw.Panel {
			s, name = box.Main, "picture on the main screen"
			if s == nil {
				r.none("main screen")
			}
		}
		if s == nil || r.Hand == nil {
			continue
		}
		w, h := s.Size()
		f := Picture(pod, w, h)
		err := s.Show(f)
		if err == nil {
			what := "a frame around the edge, a cross from corner to corner and no blocks"
			if pod >= 0 {
				what = fmt.Sprintf("a frame around the edge, a cross from corner to corner and, near the top left, small blocks, %d in all", pod+1)
			}
			seen, e := r.Hand.SeesScreen(pod, f, what)
			if e != nil {
				return e
			}
			if !seen {
				err = errors.New("not as it should be")
			}
		}
		r.result(name, err, "")
	}
	return nil
}

// sound plays a tone and speaks.
func (r *run) sound() error {
	type sound struct {
		what string
		make func(s hw.Speaker) error
		by   string // what speaks
	}
	var sounds []sound
	if r.Config.Buzzer != nil && !r.broken["buzzer"] {
		sounds = append(sounds, sound{what: "a tone of the buzzer", make: r.beep})
	}
	if r.Config.Speaker == nil {
		r.none("speaker")
	} else if !r.broken["speaker"] {
		if r.Config.Buzzer == nil { // else the buzzer plays all tones
			sounds = append(sounds, sound{what: "a tone", make: func(s hw.Speaker) error { return s.Tone(880, 300*time.Millisecond) }})
		}
		lang := string(r.Config.Lang)
		sounds = append(sounds, sound{"the word Consigliere", func(s hw.Speaker) error { return s.Say("Consigliere", lang) }, drivers.SpeaksBy(r.Config.Speaker.Command, lang)})
	}
	s := r.Parts.Box().Speaker
	if len(sounds) == 0 || s == nil || r.Hand == nil {
		return nil // what does not work was reported with the parts
	}
	if r.Parts.Muted() {
		r.result("sound", errors.New("the mute switch is closed; open it and begin again"), "")
		return nil
	}
	for _, c := range sounds {
		err := c.make(s)
		if err == nil {
			heard, e := r.Hand.Hears(c.what)
			if e != nil {
				return e
			}
			if !heard {
				err = errors.New("not heard")
			}
		}
		r.result("sound: "+c.what, err, c.by)
	}
	return nil
}

// beep lets the buzzer play a tone to its end.
func (r *run) beep(s hw.Speaker) error {
	const long = 300 * time.Millisecond
	if err := s.Tone(880, long); err != nil {
		return err
	}
	for until := r.Now() + long + 50*time.Millisecond; r.Now() < until; {
		if err := r.wait(); err != nil {
			return err
		}
	}
	return nil
}

// camera takes a picture of the tray, and tells the dice that it shows.
func (r *run) camera() error {
	t := r.Config.Tray
	if t == nil {
		r.none("camera")
		return nil
	}
	var detail string
	pictures, err := photographs(r.opener(t), 1)
	if err == nil {
		detail, err = look(t, pictures[0])
	}
	r.result("camera", err, detail)
	if err != nil {
		return nil
	}
	return r.calibration(t, pictures[0])
}

// look reads the dice in a picture of the tray.
func look(t *config.Tray, m image.Image) (string, error) {
	reader, err := tray.NewReader(drivers.TraySet(t))
	if err != nil {
		return "", err
	}
	if name, err := t.CalibrationFile(); err == nil {
		if c, err := tray.LoadCalibration(name); err == nil { // else calibration says what is wrong
			reader.Calibrate(c)
		}
	}
	text := t.Device + ", " + pixels(m) + "; "
	switch reading := reader.Read(m); {
	case reading.Unsure:
		return text + "it cannot tell what lies in the tray (" + string(reading.Why) + ")", nil
	case len(reading.Dice) == 0:
		return text + "the tray is empty", nil
	default:
		return text + inWords(reading.Throw(nil).Dice), nil
	}
}

// photographs takes pictures with a camera.
func photographs(open tray.Open, n int) (list []image.Image, err error) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	camera, err := open(ctx)
	if err != nil {
		return nil, err
	}
	defer camera.Close()
	for i := range dark + n {
		m, err := camera.Frame(ctx)
		if err != nil {
			return nil, err
		}
		if i >= dark {
			list = append(list, keep(m))
		}
	}
	return list, nil
}

// dark is how many frames of many cameras are dark at first.
const dark = 2

// keep returns a picture that stays as it is: cameras may fill theirs again.
func keep(m image.Image) image.Image {
	p, ok := m.(*image.YCbCr)
	if !ok {
		return m
	}
	c := *p
	c.Y, c.Cb, c.Cr = slices.Clone(p.Y), slices.Clone(p.Cb), slices.Clone(p.Cr)
	return &c
}

func pixels(m image.Image) string {
	return fmt.Sprintf("%dx%d pixels", m.Bounds().Dx(), m.Bounds().Dy())
}

// inWords names dice, such as "black 3, white 5".
func inWords(dice []hw.Die) string {
	var words []string
	for _, d := range dice {
		words = append(words, d.Colour+" "+d.Face)
	}
	return strings.Join(words, ", ")
}

// disk writes and syncs as the journal does, and reports how long it took.
func (r *run) disk() error {
	if r.Journals == "" {
		r.none("journals")
		return nil
	}
	worst, err := tryDisk(r.Journals)
	if err == nil && worst > r.SlowDisk {
		err = fmt.Errorf("writing and syncing a line took %v; that would delay button presses", worst.Round(time.Millisecond))
	}
	r.result("disk", err, fmt.Sprintf("%s: a line is written and synced in %v at most", r.Journals, worst.Round(10*time.Microsecond)))
	return nil
}

// tryDisk appends lines to a file, each synced, and returns how long the slowest took.
func tryDisk(dir string) (worst time.Duration, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	f, err := os.CreateTemp(dir, ".checkup-*")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(filepath.Clean(f.Name()))) }()
	line := []byte(`{"seat":"table","do":"check","t":0.125,"crc":"00000000"}` + "\n")
	for range 16 {
		begun := time.Now()
		if _, err := f.Write(line); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		worst = max(worst, time.Since(begun))
	}
	return worst, nil
}

func place(p hw.Pod) string {
	if p == hw.Panel {
		return "the panel"
	}
	return fmt.Sprintf("pod %d", p)
}
