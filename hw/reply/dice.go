package reply

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
)

// dice asks for the faces of dice, by colour. A tray may read them; A and B then correct what it has read.
type dice struct{ assign }

// read reports whether what the tray has read waits for OK.
func (s dice) read() bool { return len(s.thrown) > 0 && s.assigned() }

// press corrects a throw: A goes to the next die, B turns it.
func (s dice) press(b hw.Button, both bool) {
	switch {
	case !s.read():
		s.assign.press(b, both)
	case b == hw.A:
		s.die = (s.die + 1) % len(s.thrown)
	default:
		s.thrown[s.die] = (s.thrown[s.die] + 1) % s.answer.Len()
		s.answer.Assign(s.thrown)
	}
}

// hold lets dice that were read be typed.
func (s dice) hold(b hw.Button) bool {
	if b != hw.B || !s.read() {
		return false
	}
	s.open(s.Ask())
	return true
}

func (s dice) page(n *labels, p *screen.Page) {
	s.lists(n, p, dieIcons)
	if !s.read() {
		return
	}
	p.Lines = p.Lines[:len(s.thrown)]
	for i := range p.Lines {
		p.Lines[i].Cursor = s.die == i
	}
	p.Heading, p.Foot = n.Word(n.lang, "ui.foot_thrown"), "" // no foot: all of four dice are seen at once
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

// Throw fills in the dice that are asked for. Where the keys are colours, dice of other colours lie aside; dice that
// are alike fill the keys in their order, and there must be as many.
func (r *Reply) Throw(thrown []hw.Die) error {
	p := r.answer.Part()
	named := slices.ContainsFunc(p.Keys, func(k engine.Key) bool {
		return slices.ContainsFunc(thrown, func(d hw.Die) bool { return d.Colour == k.Word })
	})
	switch {
	case len(thrown) < len(p.Keys):
		return engine.Refuse("", "refuse.dice_missing", len(thrown), len(p.Keys))
	case len(thrown) > len(p.Keys) && !named:
		return engine.Refuse("", "refuse.dice_extra", len(p.Keys))
	}
	places := make([]int, len(p.Keys))
	for i, key := range p.Keys {
		at := i
		if named {
			at = slices.IndexFunc(thrown, func(d hw.Die) bool { return d.Colour == key.Word })
		}
		if at < 0 {
			return engine.Refuse("", "refuse.dice_other")
		}
		places[i] = slices.IndexFunc(p.ShownItems(), func(it engine.Item) bool { return it.Word == thrown[at].Face })
		if places[i] < 0 {
			return engine.Refuse("", "refuse.dice_unclear")
		}
	}
	r.answer.Begin(r.moves, r.Ask())
	if !r.answer.Assign(places) {
		return engine.Refuse("", "refuse.dice_unclear")
	}
	r.thrown, r.die, r.sel, r.begun, r.blind = places, 0, 0, true, false
	return nil
}
