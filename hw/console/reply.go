package console

import (
	"time"

	"consigliere/engine"
)

// A reply is how far a seat has come with an answer.
type reply struct {
	moves *engine.Moves
	seat  engine.Seat // [engine.Table] for whoever types at the panel

	asks    []engine.Ask // what this seat may answer, those that are waited for first
	at      int          // which of asks is being answered; -1 while it is chosen
	sel     int          // what is chosen of the list; -1 nothing
	explain bool         // OK is held: the choice that is marked is explained
	begun   bool         // a button was pressed since the ask was opened
	chose   bool         // A or B was pressed since what is answered was opened
	leaf    int          // which two kinds of notes A and B take: the first of them
	blind   bool         // OK was pressed last, and nothing was chosen
	alone   bool         // B was held last, and there is nothing else that can be done
	thrown  []int        // what the tray has read: places of items, by key; empty if nothing
	die     int          // which of thrown A has chosen, for B to correct
	answer  engine.Answer
	turn    uint64 // changes whenever asks do, and with each answer
	steps   uint32 // changes whenever another list is asked for

	offer     offering
	offerTill time.Duration // when an offer ends that stands
}

// forget begins the reply anew.
func (r *reply) forget() {
	r.asks = nil
	r.turn++
	r.offer = offerNone
	r.reset()
}

func (r *reply) reset() {
	r.at, r.sel, r.begun, r.explain = 0, -1, false, false
	r.chose, r.blind, r.alone = false, false, false
	// One ask that is waited for is opened at once, before what is only offered.
	if len(r.asks) > 1 && (r.asks[0].Optional || !r.asks[1].Optional) {
		r.at = -1
	}
	if a := r.ask(); a != nil {
		r.open(a)
	}
}

// refresh takes over the asks that are open now. What was chosen for asks that have stayed
// the same is kept, so that nobody is disturbed by what others do.
func (r *reply) refresh(open []engine.Ask) {
	if r.same(open) {
		if !r.begun {
			r.reset()
		}
		return
	}
	r.turn++
	r.asks, r.offer = r.asks[:0], offerNone
	for _, optional := range [...]bool{false, true} {
		for i := range open {
			if a := &open[i]; r.takes(a, optional) {
				r.asks = append(r.asks, *a)
			}
		}
	}
	r.reset()
}

// takes reports whether an ask is among those of this seat that are waited for, or else among
// those that are only offered. One that is paced is answered by the clock.
func (r *reply) takes(a *engine.Ask, optional bool) bool {
	return a.Optional == optional && a.May(r.seat) && !a.Paced
}

// same reports whether the asks of this seat are those that it has.
func (r *reply) same(open []engine.Ask) bool {
	n := 0
	for _, optional := range [...]bool{false, true} {
		for i := range open {
			if a := &open[i]; r.takes(a, optional) {
				if n == len(r.asks) || !r.asks[n].Equal(a) {
					return false
				}
				n++
			}
		}
	}
	return n == len(r.asks)
}

// secret reports whether anything that is asked here is secret.
func (r *reply) secret() bool {
	for i := range r.asks {
		if r.asks[i].Hidden() {
			return true
		}
	}
	return false
}

// secrecy returns that of what is being answered or, where nothing is opened yet, of what is waited for
// first.
func (r *reply) secrecy() engine.Secrecy {
	a := r.ask()
	if a == nil && len(r.asks) > 0 {
		a = &r.asks[0]
	}
	if a == nil {
		return engine.Open
	}
	return a.Secrecy()
}

// waited reports whether something is asked, and not only offered.
func (r *reply) waited() bool { return len(r.asks) > 0 && !r.asks[0].Optional }

// ask returns the ask that is being answered, or nil.
func (r *reply) ask() *engine.Ask {
	if r.at < 0 || r.at >= len(r.asks) {
		return nil
	}
	return &r.asks[r.at]
}

// timed returns the ask that any press of this seat answers, or nil.
func (r *reply) timed() *engine.Ask {
	for i := range r.asks {
		if a := &r.asks[i]; a.Timed && a.Seat != engine.Table {
			return a
		}
	}
	return nil
}

// open begins the answer to one of the asks.
func (r *reply) open(a *engine.Ask) {
	r.steps++
	r.chose, r.leaf, r.thrown, r.die = false, 0, r.thrown[:0], 0
	r.answer.Begin(r.moves, a)
	r.settle()
	r.fill()
}

// A place is which list a reply asks for.
type place struct{ at, depth int }

func (r *reply) place() place {
	if r.ask() == nil {
		return place{at: r.at}
	}
	return place{r.at, r.answer.Depth()}
}

// moved notes that another list is asked for, where it isn't the one before.
func (r *reply) moved(before place) {
	if r.place() != before {
		r.steps++
	}
}

// exact reports whether so many cards are typed in from the cardboard and no others: then the
// last one of them locks by itself. A mistake can be undone.
func (r *reply) exact() bool {
	p := r.part()
	return p != nil && p.Kind == engine.PartCards && p.Min == p.Max && p.Max > 0 && !r.ask().Hidden()
}

// fill takes all cards where just as many are left as are typed in, so that there is nothing
// but to lock them.
func (r *reply) fill() {
	if !r.exact() {
		return
	}
	left := 0
	for i := range r.answer.Len() {
		left += r.answer.Choice(i).Left
	}
	if left != r.part().Max-r.answer.Sum() {
		return
	}
	for i := range r.answer.Len() {
		for r.answer.Take(i) {
		}
	}
	r.sel = r.answer.Len()
}

// settle puts the choice where a step begins: on the first of things to take, on nothing
// where a word is chosen.
func (r *reply) settle() {
	r.sel = -1
	if p := r.answer.Part(); p != nil && p.Kind != engine.PartNumber && p.Kind != engine.PartPayment {
		r.sel = 0
	}
}

// part returns the part that is answered now, or nil.
func (r *reply) part() *engine.Part {
	if r.ask() == nil {
		return nil
	}
	return r.answer.Part()
}

// assigned reports whether all keys of the part have an item, so that OK locks.
func (r *reply) assigned() bool {
	p := r.part()
	return p != nil && (p.Kind == engine.PartAssign || p.Kind == engine.PartDice) && r.answer.Key() == nil
}

// entries returns how many entries the list has that is shown now.
func (r *reply) entries() int {
	p := r.part()
	switch {
	case r.ask() == nil:
		return len(r.asks)
	case p == nil || p.Kind == engine.PartOne:
		return r.answer.Len()
	case p.Kind == engine.PartNumber:
		return 0
	case r.assigned():
		return 1 // locks
	case p.Kind == engine.PartAssign || p.Kind == engine.PartDice:
		return r.answer.Len()
	case r.exact() && r.answer.Sum() < p.Max:
		return r.answer.Len()
	}
	return r.answer.Len() + 1 // the last locks
}

// payment reports whether notes are paid: A and B take one of two kinds, A held turns to the next
// two, OK locks. With four kinds, each note of three is one press, and one more turns and one locks.
func (r *reply) payment() bool {
	p := r.part()
	return p != nil && p.Kind == engine.PartPayment
}

// turnLeaf lets A and B take the next two kinds of notes.
func (r *reply) turnLeaf() {
	r.begun, r.chose, r.blind = true, true, false
	if r.leaf += 2; r.leaf >= r.answer.Len() {
		r.leaf = 0
	}
}

// short reports whether A, B and A+B choose directly: there are two or three words, and not what is
// left of things that were more.
func (r *reply) short() bool {
	a := r.ask()
	if a == nil || len(a.Parts) > 0 || a.Confirm || r.answer.Len() > 3 {
		return false
	}
	for i := range r.answer.Len() {
		if c := r.answer.Choice(i); c.Value.Kind == engine.SeatValue {
			return false
		}
	}
	return a.Secret || r.answer.Len() == 1 || !r.moves.Listed(a.Verb, r.answer.Arg())
}

// number reports whether a number is asked for.
func (r *reply) number() bool {
	p := r.part()
	return p != nil && p.Kind == engine.PartNumber
}
