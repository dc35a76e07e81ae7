package console

import (
	"slices"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
)

func (k *Console) doThrow(c command.Throw) error {
	if k.t == nil || k.t.Paused() || k.menu != nil {
		return nil
	}
	r := k.replies.rolling()
	if r == nil {
		return nil
	}
	if c.Doubt != "" {
		return k.refused(&engine.Refusal{Why: doubtful(c.Doubt)})
	}
	if err := r.throw(c.Dice); err != nil {
		return k.refused(err)
	}
	k.wrong.till = 0
	k.skip(r)
	k.tone(toneLock)
	k.touch()
	return nil
}

// Rolling returns the keys of the dice that are asked for now, such as "red"; nil if none are.
func (k *Console) Rolling() []string {
	if k.t == nil || k.t.Paused() {
		return nil
	}
	r := k.replies.rolling()
	if r == nil {
		return nil
	}
	var keys []string
	for _, key := range r.part().Keys {
		keys = append(keys, key.Word)
	}
	return keys
}

func doubtful(d hw.Doubt) engine.Text {
	switch d {
	case hw.HandIn:
		return engine.Say("refuse.dice_hand")
	case hw.OddDie:
		return engine.Say("refuse.dice_odd")
	case hw.ExtraDie:
		return engine.Say("refuse.dice_many")
	case hw.NoTray:
		return engine.Say("refuse.dice_camera")
	}
	return engine.Say("refuse.dice_unclear")
}

// rolling returns the reply that is asked for dice, or nil.
func (r *replies) rolling() *reply {
	for i := range r.of {
		p := &r.of[len(r.of)-1-i] // the table first
		if len(p.asks) == 0 || p.at < 0 {
			continue
		}
		if p.part() != nil && p.part().Kind == engine.PartDice {
			return p
		}
	}
	return nil
}

// throw fills in dice. Where the keys are colours, dice of other colours lie aside; dice that are
// alike fill the keys in their order, and there must be as many.
func (r *reply) throw(dice []hw.Die) error {
	p := r.part()
	named := slices.ContainsFunc(p.Keys, func(k engine.Key) bool {
		return slices.ContainsFunc(dice, func(d hw.Die) bool { return d.Colour == k.Word })
	})
	switch {
	case len(dice) < len(p.Keys):
		return engine.Refuse("", "refuse.dice_missing", len(dice), len(p.Keys))
	case len(dice) > len(p.Keys) && !named:
		return engine.Refuse("", "refuse.dice_extra", len(p.Keys))
	}
	places := make([]int, len(p.Keys))
	for i, key := range p.Keys {
		at := i
		if named {
			at = slices.IndexFunc(dice, func(d hw.Die) bool { return d.Colour == key.Word })
		}
		if at < 0 {
			return engine.Refuse("", "refuse.dice_other")
		}
		places[i] = slices.IndexFunc(p.ShownItems(), func(it engine.Item) bool { return it.Word == dice[at].Face })
		if places[i] < 0 {
			return engine.Refuse("", "refuse.dice_unclear")
		}
	}
	r.answer.Begin(r.moves, r.ask())
	if !r.answer.Assign(places) {
		return engine.Refuse("", "refuse.dice_unclear")
	}
	r.thrown, r.die, r.sel, r.begun, r.blind = places, 0, 0, true, false
	return nil
}

// read reports whether what the tray has read waits for OK.
func (r *reply) read() bool { return len(r.thrown) > 0 && r.assigned() }

// correct is A or B while a throw waits for OK: A goes to the next die, B turns it.
func (r *reply) correct(b hw.Button) {
	if b == hw.A {
		r.die = (r.die + 1) % len(r.thrown)
		return
	}
	r.thrown[r.die] = (r.thrown[r.die] + 1) % r.answer.Len()
	r.answer.Assign(r.thrown)
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
