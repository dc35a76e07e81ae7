package config

import (
	"regexp"
	"slices"
	"strings"

	"consigliere/engine/document"
)

// A Tray is the camera over the dice tray.
type Tray struct {
	Device string // of V4L2, "rpicam" and options for the camera of a Pi, or a folder of pictures
	Set    string // of dice: "pate" or "standard"; a name of its own if Colours are given
	// Colours and Faces are a set of the owner's; Each says that it has one die of each colour.
	Colours []string
	Faces   []string // "1" to "6" and "puppet"
	Each    bool
	// Forgets says that the dice that a table corrects are not learned. See [Tray.DiceFile].
	Forgets bool
	// Calibration is the file that the check-up writes; "" is the usual one. See [Tray.CalibrationFile].
	Calibration string
}

// DiceFile returns the file with what was learned or taught of a set of dice.
func DiceFile(set string) (string, error) {
	return inHome("dice", "~/.local/state/consigliere/dice/"+set+".json")
}

// CalibrationFile returns the file with what the check-up has learned of the tray.
func (t *Tray) CalibrationFile() (string, error) {
	name := t.Calibration
	if name == "" {
		name = "~/.local/state/consigliere/tray.json"
	}
	return inHome("tray.calibration", name)
}

// The colours and faces of dice that the tray can read; a test holds that they are those of the
// reader.
var (
	dieColours = []string{"black", "white", "grey", "red", "ivory", "blue", "green", "yellow", "orange", "purple"}
	dieFaces   = []string{"1", "2", "3", "4", "5", "6", "puppet"}
)

// setName is what sets of dice are called; those that aren't known were taught.
var setName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`)

func tray(v document.Value) *Tray {
	if !v.Keys(nil, []string{"device", "set", "colours", "faces", "each", "learn", "calibration"}) {
		return nil
	}
	t := &Tray{Device: v.Key("device").Text(), Set: v.Key("set").Text(), Calibration: v.Key("calibration").Text()}
	if c := t.Calibration; c != "" && !strings.HasPrefix(c, "/") && !strings.HasPrefix(c, "~/") {
		refuse(v.Key("calibration"), "tray.calibration must be a file that begins with / or ~/, not %q", c)
	}
	if t.Device == "" {
		refuse(v.Key("device"), "%s needs a device, such as %q", v.Name(), "/dev/video0")
	}
	words := func(key string, known []string) (list []string) {
		for _, w := range v.Key(key).List(0, 0) {
			list = append(list, w.Text())
			if !slices.Contains(known, w.Text()) {
				refuse(w, "%s of dice are %s, not %q", key, strings.Join(known, ", "), w.Text())
			}
		}
		return list
	}
	t.Colours, t.Faces = words("colours", dieColours), words("faces", dieFaces)
	if each := v.Key("each"); each.Present() {
		t.Each = each.Bool()
	}
	if learn := v.Key("learn"); learn.Present() {
		t.Forgets = !learn.Bool()
	}
	switch own := len(t.Colours)+len(t.Faces) > 0; {
	case own && (len(t.Colours) == 0 || len(t.Faces) == 0):
		refuse(v, "a set of dice of your own needs both colours and faces")
	case own && t.Set == "":
		t.Set = "own"
	case t.Set == "":
		t.Set = "pate"
	case !setName.MatchString(t.Set):
		refuse(v.Key("set"), "set is pate, standard, or a name of small letters, not %q", t.Set)
	}
	return t
}

func (t *Tray) write(d *page) {
	if t == nil {
		return
	}
	d.table("tray")
	d.key("device", t.Device)
	d.key("set", t.Set)
	if len(t.Colours) > 0 {
		d.line("colours = [%s]", quoted(t.Colours))
		d.line("faces = [%s]", quoted(t.Faces))
		d.line("each = %t", t.Each)
	}
	if t.Forgets {
		d.line("learn = false")
	}
	d.given("calibration", t.Calibration)
}

func (t *Tray) note(n *notes) {
	if t != nil {
		n.add("The camera over the dice tray is %s.", t.Device)
	}
}

func (t *Tray) buy(s *shopping) {
	if t != nil {
		s.add(1, "camera at USB", "over the dice tray, "+t.Device)
	}
}
