package reply

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// A step is a kind of list that a seat is asked for.
type step interface {
	// begin puts the mark where the step begins.
	begin()
	// press is A or B, or both at the same time.
	press(b hw.Button, both bool)
	// holds returns what holding a button does, and hold does it, unless it repeats. It reports whether it
	// meant something.
	holds(b hw.Button) Held
	hold(b hw.Button) bool
	// ok takes what is chosen. It reports whether there was anything to take: not as long as neither A nor B has
	// chosen it.
	ok() bool
	// choices returns how many entries the list has.
	choices() int
	// page puts the list on a page that has the question.
	page(n *labels, p *screen.Page)
	// desk says how pods and pages answer, and pick is a choice of a page; see [Reply.Pick].
	desk(s *words.Step)
	pick(choice int) bool
}

// A Held is what holding a button does.
type Held uint8

// What holding a button does.
const (
	HeldNothing Held = iota
	HeldRepeats      // it counts again and again
	HeldActs         // something else than a short press, which counts when it is let go
)

// parts are the kinds of parts. A new kind is a row here, and a file.
var parts = [...]func(*Reply) step{
	engine.PartOne:     func(r *Reply) step { return one{items{r}} },
	engine.PartSeveral: func(r *Reply) step { return several{items{r}} },
	engine.PartNumber:  func(r *Reply) step { return number{items{r}} },
	engine.PartPayment: func(r *Reply) step { return payment{items{r}} },
	engine.PartCards:   func(r *Reply) step { return cards{several{items{r}}} },
	engine.PartAssign:  func(r *Reply) step { return assign{items{r}} },
	engine.PartDice:    func(r *Reply) step { return dice{assign{items{r}}} },
}

// step returns what the seat is asked now.
func (r *Reply) step() step {
	a := r.Ask()
	switch {
	case a == nil:
		return verbs{r}
	case len(a.Parts) > 0:
		return parts[r.answer.Part().Kind](r)
	case a.Confirm:
		return confirm{options{items{r}}}
	}
	return options{items{r}}
}

// items is what the kinds of steps have in common that list things: A and B move a mark.
type items struct{ r *Reply }

func (s items) begin() { s.r.sel = 0 }

func (s items) press(b hw.Button, both bool) { s.step(b, both) }

// A and B pressed together go on by leap in a list that is longer than short: wherever the mark stands, three presses reach each of a
// dozen entries.
const (
	short = 6
	leap  = 4
)

// step is A or B, or both together, in a list. The first of two buttons has moved the mark already.
func (s items) step(b hw.Button, both bool) {
	if !both || s.r.step().choices() <= short {
		s.r.from = s.r.sel
		s.move(b)
		return
	}
	s.r.sel = s.r.from
	for range leap {
		s.move(hw.A)
	}
}

func (s items) holds(b hw.Button) Held {
	if b == hw.A {
		return HeldRepeats
	}
	return HeldNothing // B held goes back
}

func (s items) hold(hw.Button) bool { return false }

func (s items) choices() int { return s.r.answer.Len() }

func (s items) pick(int) bool { return false }

func (s items) desk(st *words.Step) { st.Pick = !st.Ask.Timed }

// foot says how one of a list is taken.
func (s items) foot(n *labels) string {
	if s.r.step().choices() > short {
		return n.Word(n.lang, "ui.foot_long")
	}
	return n.footList(s.r)
}

// move moves the mark on with A and back with B, round and round, over what cannot be taken any more.
func (s items) move(b hw.Button) {
	d := direction(b)
	n := s.r.step().choices()
	for range n {
		if s.r.sel < 0 && d < 0 {
			s.r.sel = n - 1
		} else {
			s.r.sel = (s.r.sel + d + n) % n
		}
		if s.r.sel >= s.r.answer.Len() || s.r.answer.Choice(s.r.sel).Left > 0 {
			return
		}
	}
}

// direction returns 1 for A and -1 for B.
func direction(b hw.Button) int {
	if b == hw.B {
		return -1
	}
	return 1
}

// sure reports whether OK may take something. Of a secret list it may not as long as nothing was pressed where
// nothing is listed, for OK must do the same whatever the seat holds.
func (s items) sure() bool { return !s.r.Ask().Secret || s.r.answer.Len() > 0 || s.r.chose }

// sum returns a text about how much the step has taken.
func (s items) sum(key string) engine.Text { return engine.Say(key).Number(s.r.answer.Sum()) }

// enter ends the step, and begins the next if there is one. Where too little was taken it notes how much is missing.
func (s items) enter() {
	part := s.r.answer.Part()
	switch {
	case !s.r.answer.Enter():
		if part != nil {
			s.r.short = max(0, part.Min-s.r.answer.Sum())
		}
	case !s.r.answer.Whole():
		s.r.step().begin()
	}
}
