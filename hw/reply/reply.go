package reply

import (
	"time"

	"consigliere/engine"
	"consigliere/hw"
)

// A Reply is how far a seat has come with an answer.
type Reply struct {
	moves *engine.Moves
	seat  engine.Seat // [engine.Table] for whoever types at the panel

	asks    []engine.Ask // what this seat may answer, those that are waited for first
	at      int          // which of asks is being answered; -1 while it is chosen
	sel     int          // what is chosen of the list; -1 nothing
	from    int          // where the mark, or the number, stood before A or B was pressed last
	explain bool         // OK is held: the choice that is marked is explained
	begun   bool         // a button was pressed since the ask was opened
	chose   bool         // A or B was pressed since what is answered was opened
	blind   bool         // OK was pressed last, and nothing was chosen
	short   int          // how much more had to be taken when OK was pressed last
	alone   bool         // B was held last, and there is nothing else that can be done
	leaf    int          // of a payment: which two kinds of notes A and B take, the first of them
	thrown  []Thrown     // of dice: what the tray has read, by key; empty if nothing
	throws  uint64       // changes whenever that does
	die     int          // which of thrown A has chosen, for B to correct
	answer  engine.Answer
	turn    uint64 // changes whenever asks do, and with each answer
	steps   uint64 // changes whenever another list is asked for; how often in earlier turns is nobody's business

	offer     offering
	offerTill time.Duration // when an offer ends that stands
}

// Seat returns whose reply it is; [engine.Table] for whoever is at the panel.
func (r *Reply) Seat() engine.Seat { return r.seat }

// stepBits is how many bits of a turn count the steps of one answer. With the rest it fits into a number of JavaScript.
const stepBits = 12

// Turn returns a number that changes whenever what the seat may answer does, and with each answer. Whoever answers
// names it, so that an answer that comes late changes nothing.
func (r *Reply) Turn() uint64 { return r.turn << stepBits }

// StepTurn returns the turn of the list that is shown now. A choice from it names that turn.
func (r *Reply) StepTurn() uint64 { return r.Turn() | r.steps%(1<<stepBits) }

// IsTurn reports whether what was asked in a turn still is, whatever the step.
func (r *Reply) IsTurn(turn uint64) bool { return turn>>stepBits == r.turn }

// next begins another turn.
func (r *Reply) next() { r.turn, r.steps = r.turn+1, 0 }

// Asks returns what the seat may answer, what is waited for first. Nobody may change it.
func (r *Reply) Asks() []engine.Ask { return r.asks }

// Ask returns the ask that is being answered, or nil while that is chosen.
func (r *Reply) Ask() *engine.Ask {
	if r.at < 0 || r.at >= len(r.asks) {
		return nil
	}
	return &r.asks[r.at]
}

// Timed returns the ask that any press of this seat answers, or nil.
func (r *Reply) Timed() *engine.Ask {
	for i := range r.asks {
		if a := &r.asks[i]; a.Timed && a.Seat != engine.Table {
			return a
		}
	}
	return nil
}

// Secret reports whether anything that is asked here is secret.
func (r *Reply) Secret() bool {
	for i := range r.asks {
		if r.asks[i].Hidden() {
			return true
		}
	}
	return false
}

// secrecy returns the secrecy of what is being answered or, where nothing is opened yet, of what is waited for
// first.
func (r *Reply) secrecy() engine.Secrecy {
	a := r.Ask()
	if a == nil && len(r.asks) > 0 {
		a = &r.asks[0]
	}
	if a == nil {
		return engine.Open
	}
	return a.Secrecy()
}

// Waited reports whether something is asked, and not only offered.
func (r *Reply) Waited() bool { return len(r.asks) > 0 && !r.asks[0].Optional }

// Begun reports whether a button was pressed for what is asked.
func (r *Reply) Begun() bool { return r.begun }

// Begin notes that a button was pressed, whatever comes of it.
func (r *Reply) Begin() { r.begun = true }

// Made notes that the move of the answer was made: a seat's next turn begins.
func (r *Reply) Made() {
	r.begun = false
	if r.seat != engine.Table {
		r.next()
	}
}

// Explains reports whether the choice that is marked is being explained.
func (r *Reply) Explains() bool { return r.explain }

// Explain explains the choice that is marked until [Reply.EndExplaining].
func (r *Reply) Explain() { r.begun, r.explain = true, true }

// EndExplaining ends what [Reply.Explain] began.
func (r *Reply) EndExplaining() { r.explain = false }

// Blind reports whether OK was pressed last, and nothing was chosen.
func (r *Reply) Blind() bool { return r.blind }

// Unmark takes back what A and B, pressed together, have marked in the step that is open, or added, and that with them something
// was begun that is only offered.
func (r *Reply) Unmark() {
	if len(r.asks) == 0 || r.explain {
		return
	}
	if _, ok := r.step().(number); ok {
		r.answer.SetNumber(r.from)
	}
	r.step().begin()
	if !r.Waited() && !r.answer.Begun() {
		r.begun = false
	}
}

// Fresh returns the reply to what is waited for first as it was before anything was pressed. It is for whoever reads it,
// and answers nothing.
func (r *Reply) Fresh() *Reply {
	f := &Reply{moves: r.moves, seat: r.seat, asks: r.asks[:1]}
	f.reset()
	return f
}

// Short returns how much more has to be taken, where OK was pressed last to end a step with too little.
func (r *Reply) Short() int { return r.short }

// Alone notes that somebody wants to go back, and can do nothing else than what is asked.
func (r *Reply) Alone() { r.alone = true }

// A Place is how far a reply has come. It is another after each press.
type Place struct {
	seat    engine.Seat
	turn    uint64
	at, sel int
	arg     string
}

// Place returns how far the reply has come.
func (r *Reply) Place() Place { return Place{r.seat, r.turn, r.at, r.sel, r.answer.Arg()} }

// Action returns the move of a whole answer.
func (r *Reply) Action(names engine.Roster) (engine.Action, error) { return r.answer.Action(names) }

// forget begins the reply anew.
func (r *Reply) forget() {
	r.asks = nil
	r.next()
	r.offer = offerNone
	r.reset()
}

func (r *Reply) reset() {
	r.at, r.sel, r.begun, r.explain = 0, -1, false, false
	r.chose, r.blind, r.alone = false, false, false
	// One ask that is waited for is opened at once, before what is only offered.
	if len(r.asks) > 1 && (r.asks[0].Optional || !r.asks[1].Optional) {
		r.at = -1
	}
	if a := r.Ask(); a != nil {
		r.open(a)
	} else {
		r.answer.Clear() // it has answered an ask whose place another one may have now
	}
}

// refresh takes over the asks that are open now. What was chosen for asks that have stayed
// the same is kept, so that nobody is disturbed by what others do.
func (r *Reply) refresh(open []engine.Ask) {
	if r.same(open) {
		if !r.begun {
			// Whoever has begun nothing is shown the list that was shown before, and may choose from that.
			steps := r.steps
			r.reset()
			r.steps = steps
		}
		return
	}
	r.next()
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
func (r *Reply) takes(a *engine.Ask, optional bool) bool {
	return a.Optional == optional && a.May(r.seat) && !a.Paced
}

// same reports whether the asks of this seat are those that it has.
func (r *Reply) same(open []engine.Ask) bool {
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

// open begins the answer to one of the asks.
func (r *Reply) open(a *engine.Ask) {
	r.steps++
	r.chose, r.leaf, r.thrown, r.die = false, 0, r.thrown[:0], 0
	r.answer.Begin(r.moves, a)
	r.step().begin()
}

// A spot is which list a reply asks for.
type spot struct{ at, depth int }

func (r *Reply) spot() spot {
	if r.Ask() == nil {
		return spot{at: r.at}
	}
	return spot{r.at, r.answer.Depth()}
}

// moved notes that another list is asked for, where it isn't the one before.
func (r *Reply) moved(before spot) {
	if r.spot() != before {
		r.steps++
	}
}

// Press is A or B: it chooses. both says that the two are down together.
func (r *Reply) Press(b hw.Button, both bool) {
	r.begun, r.chose, r.blind, r.alone = true, true, false, false
	r.step().press(b, both)
}

// Holds returns what holding a button does here.
func (r *Reply) Holds(b hw.Button) Held { return r.step().holds(b) }

// Hold is a button that is held. It reports whether that means something here.
func (r *Reply) Hold(b hw.Button) bool { return r.step().hold(b) }

// Back is B held: it goes back a part of the answer. It reports whether there was one.
func (r *Reply) Back() bool {
	defer r.moved(r.spot())
	if r.Ask() == nil {
		return false
	}
	taken := r.answer.Last()
	switch {
	case r.step().hold(hw.B):
	case r.answer.Back():
		if taken >= 0 {
			r.sel = taken
		} else {
			r.step().begin()
		}
	case len(r.asks) > 1:
		next := max(r.at, 1) // from what is asked to what else can be done
		if r.at, r.sel = -1, next; r.asks[next].Confirm {
			r.sel = -1 // it is given at once
		}
	default:
		return false
	}
	return true
}

// OK takes what is chosen. It reports whether the answer is whole.
func (r *Reply) OK() bool {
	defer r.moved(r.spot())
	r.begun, r.alone, r.short = true, false, 0
	r.blind = !r.step().ok()
	return !r.blind && r.answer.Whole()
}

// Pick chooses as a page does: at once, and not by a mark. It reports whether the choice was added to the answer;
// else it is chosen now, for [Reply.OK] to take.
func (r *Reply) Pick(choice int) bool {
	r.begun, r.chose, r.alone = true, true, false
	if r.step().pick(choice) {
		return true
	}
	r.sel = choice
	return false
}

// Refused goes back to before the answer was whole, with the same thing chosen. Where not all that
// is listed is legal the answer begins anew: perhaps whatever can be chosen now would be refused for
// what was chosen before, and how far it has to go back must not show.
func (r *Reply) Refused() {
	defer r.moved(r.spot())
	if a := r.Ask(); a.ShownOptions != nil {
		r.open(a)
		return
	}
	sel := r.sel
	r.answer.Back()
	r.sel = sel
}
