package console

import (
	"consigliere/engine"
	"consigliere/hw"
)

// press is A or B: it chooses. both says that the two are down together.
func (r *reply) press(b hw.Button, both bool) {
	r.begun, r.chose, r.blind, r.alone = true, true, false, false
	d := 1
	if b == hw.B {
		d = -1
	}
	switch {
	case r.read():
		r.correct(b)
	case r.number():
		r.answer.SetNumber(r.answer.Number() + d)
	case r.payment():
		r.answer.Take(r.leaf + int(b))
	case r.short():
		n := int(b) // A is the first, B the second
		if both && r.answer.Len() == 3 {
			n = 2
		}
		if last := r.answer.Len() - 1; r.ask().Secret {
			n = min(n, last) // no press tells how many there are
		} else if n > last {
			return
		}
		r.sel = n
	default:
		r.move(d)
	}
}

// move moves the choice in the list by d, round and round, over what cannot be taken any
// more.
func (r *reply) move(d int) {
	n := r.entries()
	for range n {
		if r.sel < 0 && d < 0 {
			r.sel = n - 1
		} else {
			r.sel = (r.sel + d + n) % n
		}
		if r.ask() == nil || r.assigned() || r.sel >= r.answer.Len() || r.answer.Choice(r.sel).Left > 0 {
			return
		}
	}
}

// back goes back a part of the answer. It reports whether there was one.
func (r *reply) back() bool {
	defer r.moved(r.place())
	a := r.ask()
	if a == nil {
		return false
	}
	taken := r.answer.Last()
	switch {
	case r.payment() && taken < 0 && !r.chose: // nothing is paid
		r.begun, r.chose, r.blind = true, true, false
		return true
	case r.read():
		r.open(a) // to be typed
		return true
	case r.answer.Back():
		r.settle()
		if taken >= 0 {
			r.sel = taken
		}
		return true
	case len(r.asks) > 1:
		r.at, r.sel = -1, -1
		return true
	}
	return false
}

// restart begins a number anew. It reports whether one is asked for.
func (r *reply) restart() bool {
	if !r.number() {
		return false
	}
	r.answer.SetNumber(r.part().Min)
	return true
}

// nothing reports whether OK has nothing to take, since neither A nor B was pressed. Of a
// secret ask it is the same whatever the seat holds: where a single choice is left, too, A or
// B has to choose it.
func (r *reply) nothing() bool {
	a := r.ask()
	switch {
	case a == nil:
		return r.sel < 0
	case a.Confirm, r.number():
		return false
	case r.part() == nil:
		return r.sel < 0 && (a.Secret || r.answer.Len() > 1)
	}
	return a.Secret && (r.answer.Len() == 0 || r.payment()) && !r.chose
}

// ok takes what is chosen. It reports whether the answer is whole.
func (r *reply) ok() bool {
	defer r.moved(r.place())
	r.begun, r.alone = true, false
	if r.blind = r.nothing(); r.blind {
		return false
	}
	a := r.ask()
	if a == nil {
		if r.sel < 0 || r.sel >= len(r.asks) {
			return false
		}
		r.at = r.sel
		r.open(r.ask())
		// A confirmation that was picked out of several asks is given at once.
		return r.ask().Confirm && r.answer.Take(0)
	}
	switch p := r.part(); {
	case p == nil:
		return r.okOption()
	case p.Kind == engine.PartOne:
		if r.answer.Take(r.sel) && !r.answer.Whole() {
			r.settle()
		}
	case p.Kind == engine.PartNumber, r.assigned(), r.payment(), r.sel >= r.answer.Len():
		if r.answer.Enter() && !r.answer.Whole() {
			r.settle()
		}
	default:
		r.okItem(p)
	}
	return r.answer.Whole()
}

func (r *reply) okOption() bool {
	if r.sel < 0 {
		r.sel = 0 // a confirmation, or all that is left of an open choice
	}
	if r.answer.Take(r.sel) && !r.answer.Whole() {
		r.sel = -1
	}
	return r.answer.Whole()
}

// refused goes back to before the answer was whole, with the same thing chosen. Where not all that
// is listed is legal the answer begins anew: perhaps whatever can be chosen now would be refused for
// what was chosen before, and how far it has to go back must not show.
func (r *reply) refused() {
	defer r.moved(r.place())
	if a := r.ask(); a.ShownOptions != nil {
		r.open(a)
		return
	}
	sel := r.sel
	r.answer.Back()
	r.sel = sel
}

// okItem takes one thing of several, and moves the choice to where it can go on. What is taken
// several times is one OK each.
func (r *reply) okItem(p *engine.Part) {
	r.answer.Take(r.sel)
	switch {
	case p.Kind == engine.PartAssign || p.Kind == engine.PartDice:
		if r.assigned() {
			r.sel = 0
		} else if r.answer.Choice(r.sel).Left <= 0 {
			r.move(1)
		}
	case r.answer.Sum() >= p.Max && r.exact():
		if r.answer.Enter() && !r.answer.Whole() {
			r.settle()
			r.fill()
		}
	case r.answer.Sum() >= p.Max:
		r.sel = r.answer.Len()
	case r.answer.Choice(r.sel).Left <= 0:
		r.move(1)
	}
}
