package reply

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
)

// dice asks for the faces of dice, by colour. A tray may read them: people are asked about those of which it is not
// certain, one after the other, and A and B then correct what it has read.
type dice struct{ assign }

// A Thrown is a die that the tray has read, for one of the keys that are asked.
type Thrown struct {
	At    int  // place of its face among the items; -1 as long as people are to say which it is
	Guess int  // the same of what the tray takes it for; -1 if that is nothing
	Asked bool // people were asked about it
	Where engine.Text
	// Picture is a JPEG picture of a die that people were asked about.
	Picture string

	die hw.Die // as it was read
}

// doubtful returns which of the dice people are asked about now; -1 if none.
func (s dice) doubtful() int {
	return slices.IndexFunc(s.r.thrown, func(d Thrown) bool { return d.At < 0 })
}

// read reports whether what the tray has read waits for OK.
func (s dice) read() bool { return len(s.r.thrown) > 0 && s.assigned() }

func (s dice) choices() int {
	if s.doubtful() >= 0 {
		return s.r.answer.Len()
	}
	return s.assign.choices()
}

// press corrects a throw: A goes to the next die, B turns it.
func (s dice) press(b hw.Button, both bool) {
	switch {
	case !s.read():
		s.assign.press(b, both)
	case b == hw.A:
		s.r.die = (s.r.die + 1) % len(s.r.thrown)
	default:
		d := &s.r.thrown[s.r.die]
		d.At = (d.At + 1) % s.r.answer.Len()
		s.settle()
	}
}

// ok takes the face that is marked for a doubtful die.
func (s dice) ok() bool {
	at := s.doubtful()
	switch {
	case at < 0:
		return s.assign.ok()
	case s.r.sel < 0:
		return false
	}
	s.r.thrown[at].At = s.r.sel
	s.settle()
	return true
}

// settle asks about the next doubtful die, or fills in what was read once there is none.
func (s dice) settle() {
	s.r.throws++
	if next := s.doubtful(); next >= 0 {
		s.r.sel = s.r.thrown[next].Guess
		s.r.steps++ // another list is asked for
		return
	}
	places := make([]int, len(s.r.thrown))
	for i, d := range s.r.thrown {
		places[i] = d.At
	}
	s.r.answer.Assign(places)
	s.r.sel = 0
}

// hold lets people type dice that were read.
func (s dice) hold(b hw.Button) bool {
	if b != hw.B || len(s.r.thrown) == 0 {
		return false
	}
	s.r.throws++
	s.r.open(s.r.Ask())
	return true
}

func (s dice) page(n *labels, p *screen.Page) {
	if at := s.doubtful(); at >= 0 {
		s.ask(n, p, at)
		return
	}
	s.lists(n, p, dieIcons)
	if !s.read() {
		return
	}
	p.Lines = p.Lines[:len(s.r.thrown)]
	for i := range p.Lines {
		p.Lines[i].Cursor = s.r.die == i
	}
	p.Heading, p.Foot, p.Keys = n.Word(n.lang, "ui.foot_thrown"), "", nil // no foot: all of four dice are seen at once
}

// ask lists the faces that a doubtful die may show.
func (s dice) ask(n *labels, p *screen.Page, at int) {
	p.Heading = n.Text(n.lang, s.r.thrown[at].Where)
	part := s.r.answer.Part()
	for i := range part.ShownItems() {
		it := &part.ShownItems()[i]
		p.Lines = append(p.Lines, screen.Line{Text: n.Item(part, it), Icons: dieIcons(it), Cursor: s.r.sel == i})
	}
	p.Foot, p.Keys = n.footList(s.r), keysMove
}

// dieIcons returns the picture of a face, if there is one.
func dieIcons(it *engine.Item) []engine.Icon {
	switch it.Word {
	case "1", "2", "3", "4", "5", "6":
		return []engine.Icon{engine.Icon("die" + it.Word)}
	case "puppet":
		return []engine.Icon{"puppet"}
	}
	return nil
}

// Dice returns the keys of the dice that are asked for; nil if none are.
func (r *Reply) Dice() []engine.Key {
	if len(r.asks) == 0 {
		return nil
	}
	if _, is := r.step().(dice); !is {
		return nil
	}
	return r.answer.Part().Keys
}

// Thrown returns what the tray has read for the keys that are asked, and a number that changes whenever that does;
// none if it has read nothing.
func (r *Reply) Thrown() (list []Thrown, count uint64) {
	if r.Dice() == nil {
		return nil, r.throws
	}
	return slices.Clone(r.thrown), r.throws
}

// Corrected returns the dice that the tray has read as people have told them, if they were asked about one or have
// corrected one; else none. Told returns what they have told for a key; where it is nil, they have said it by buttons.
func (r *Reply) Corrected(told func(key string) string) []hw.Die {
	list, _ := r.Thrown()
	if len(list) == 0 {
		return nil
	}
	p := r.answer.Part()
	var dice []hw.Die
	changed := false
	for i, d := range list {
		die, word := d.die, ""
		if told != nil {
			word = told(p.Keys[i].Word)
		} else if d.At >= 0 {
			word = p.ShownItems()[d.At].Word
		}
		if word == "" {
			return nil
		}
		changed = changed || die.Unsure || die.Face != word
		die.Face, die.Unsure, die.Picture = word, false, ""
		dice = append(dice, die)
	}
	if !changed {
		return nil
	}
	return dice
}

// Throw fills in the dice that are asked for. Where the keys are colours, dice of other colours lie aside; dice that
// are alike fill the keys in their order, and there must be as many. Dice that are unsure are asked about.
func (r *Reply) Throw(thrown []hw.Die) error {
	p := r.answer.Part()
	of, err := match(p.Keys, thrown)
	if err != nil {
		return err
	}
	list := make([]Thrown, len(of))
	for i, at := range of {
		d := &thrown[at]
		place := slices.IndexFunc(p.ShownItems(), func(it engine.Item) bool { return it.Word == d.Face })
		list[i] = Thrown{At: place, Guess: place, Where: where(d, thrown), Picture: d.Picture, die: *d}
		switch {
		case d.Unsure:
			list[i].At, list[i].Asked = -1, true
		case place < 0:
			return engine.Refuse("", "refuse.dice_unclear")
		}
	}
	r.answer.Begin(r.moves, r.Ask())
	r.thrown, r.die, r.begun, r.blind = list, 0, true, false
	dice{assign{items{r}}}.settle()
	return nil
}

// match returns for each key which of the dice is meant.
func match(keys []engine.Key, thrown []hw.Die) ([]int, error) {
	of := make([]int, len(keys))
	taken := make([]bool, len(thrown))
	take := func(i int, fits func(*hw.Die) bool) bool {
		for at := range thrown {
			if !taken[at] && fits(&thrown[at]) {
				of[i], taken[at] = at, true
				return true
			}
		}
		return false
	}
	named, sure := false, 0
	for i := range thrown {
		if !thrown[i].Unsure {
			sure++
		}
		named = named || slices.ContainsFunc(keys, func(k engine.Key) bool { return k.Word == thrown[i].Colour })
	}
	switch {
	case len(thrown) < len(keys):
		return nil, engine.Refuse("", "refuse.dice_missing", len(thrown), len(keys))
	case named:
	case sure != len(keys) && len(thrown) > len(keys):
		return nil, engine.Refuse("", "refuse.dice_extra", len(keys))
	default: // where as many are sure as are asked for, the others aren't dice
		for i := range keys {
			take(i, func(d *hw.Die) bool { return !d.Unsure || sure < len(keys) })
		}
		return of, nil
	}
	var left []int
	for i, k := range keys {
		if !take(i, func(d *hw.Die) bool { return !d.Unsure && d.Colour == k.Word }) && !take(i, func(d *hw.Die) bool { return d.Colour == k.Word }) {
			left = append(left, i)
		}
	}
	for _, i := range left { // the colour of what is unsure is so, too
		if !take(i, func(d *hw.Die) bool { return d.Unsure }) {
			return nil, engine.Refuse("", "refuse.dice_other")
		}
	}
	return of, nil
}

// where names a die by its colour and by where it lies among the others.
func where(d *hw.Die, all []hw.Die) engine.Text {
	third := func(of func(*hw.Die) float64) int {
		least, most := of(d), of(d)
		for i := range all {
			least, most = min(least, of(&all[i])), max(most, of(&all[i]))
		}
		if most-least < 0.05 { // of the picture: they lie beside one another
			return 1
		}
		return min(int(3*(of(d)-least)/(most-least)), 2)
	}
	x, y := third(func(d *hw.Die) float64 { return d.X }), third(func(d *hw.Die) float64 { return d.Y })
	return engine.Say("ui.die_at").Thing("colour." + d.Colour).Thing(dicePlaces[y][x])
}

// dicePlaces are the messages of places, as the camera sees them.
var dicePlaces = [3][3]string{
	{"place.top_left", "place.top", "place.top_right"},
	{"place.left", "place.middle", "place.right"},
	{"place.bottom_left", "place.bottom", "place.bottom_right"},
}
