package words

import (
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
)

// A Step is where a seat stands in its answer: what it is asked now, and what it can choose. It holds no
// words.
type Step struct {
	Seat  engine.Seat
	Verbs []string // of all asks that the seat can answer
	// Turn changes whenever what is listed does. Whoever takes a choice names it, so that one that comes late
	// changes nothing.
	Turn uint64
	At   int // which of Verbs is being answered; -1 while that is chosen
	Mark int // which choice is marked; -1 if none is

	// Ask is what is being answered, nil while At is -1. The rest has a meaning only where it isn't nil.
	Ask     *engine.Ask
	Said    []engine.Arg    // what has been answered so far
	Arg     string          // the argument that is asked for; "" where whole moves are chosen
	Part    *engine.Part    // nil where moves are listed
	Choices []engine.Choice // in the order in which they are shown
	// Then are the choices of the step that comes after each of Choices, where a page may show both at once: one tap takes them together.
	Then [][]engine.Following
	// Endings are the ways in which the answer can be completed after each of Choices, where a page lists them in its place; none elsewhere.
	Endings  [][]engine.Ending
	Assigned bool // each key of the part has got its item
	// Ends are what can be chosen besides Choices: to end a step that adds things up, or how a number is
	// found.
	Ends []engine.Text

	Secrecy engine.Secrecy
	Buttons string // how a pod answers; see the ask of package desk
	Pick    bool   // a choice can be taken as it stands
	Adds    bool   // a choice adds to the answer and doesn't end it
	Back    string // where stepping back leads: "step", "others", "later" or ""
}

// Len returns how many choices there are, with those that end the step.
func (s *Step) Len() int {
	if s.Ask == nil {
		return len(s.Verbs)
	}
	return len(s.Choices) + len(s.Ends)
}

// ShortButtons are the buttons of two or three choices that are chosen directly.
var ShortButtons = [...]string{"A", "B", "A+B"}

// StepQuestion returns what a step asks. What nobody was asked for, since it leaves no choice, the question
// names: whoever answers has not read it anywhere.
func (n *Labels) StepQuestion(s *Step) string {
	question := n.QuestionAfter(s.Said, s.Arg)
	if s.Arg == "" || n.put(s.Said, s.Arg).Key != "" { // whole moves are named by their choices
		return question
	}
	about := append(n.onlyVerb(), append(n.passedOver(s.Said), n.passedParts(s.Arg)...)...)
	if len(about) == 0 {
		return question
	}
	of := about[len(about)-1] // a display has no room for more
	if !n.AsksFor(s.Arg) {
		return of
	}
	if strings.Contains(question, of) {
		return question // it names it already, as in "Banker: which track?" and "Forces: Queens"
	}
	return n.Text(n.lang, engine.Say("ui.about").Thing(of).Thing(question))
}

// ShortQuestion returns the same in few words, for a display that has one row for it: the message "short." + that of the question; "" if
// there is none.
func (n *Labels) ShortQuestion(s *Step) string {
	t := n.put(s.Said, s.Arg)
	if t.Key == "" {
		t = n.ask.Prompt
	}
	if t.Key = "short." + t.Key; n.Book.Has(n.lang, t.Key) {
		return n.Text(n.lang, t)
	}
	return ""
}

// onlyVerb returns the verb where all moves of an ask that has several are of one, which nobody is asked for.
func (n *Labels) onlyVerb() []string {
	moves, shown := n.Title.Moves, n.ask.Shown()
	if len(shown) == 0 {
		return nil
	}
	verb := moves.Verb(shown[0])
	if n.ask.ListsVerbs(moves) && slices.ContainsFunc(shown, func(do engine.Action) bool { return moves.Verb(do) != verb }) {
		return nil
	}
	if verb != n.ask.Verb {
		return []string{n.Word(n.lang, "verb."+verb)}
	}
	return nil
}

// passedOver returns what those words and seats of the arguments are called that leave no choice.
func (n *Labels) passedOver(said []engine.Arg) []string {
	if len(said) == 0 {
		return nil
	}
	moves := n.Title.Moves
	left := make([][]engine.Arg, 0, len(n.ask.Shown()))
	for _, do := range n.ask.Shown() {
		left = append(left, n.ask.StepArgs(nil, moves, do))
	}
	var list []string
	for i := range said {
		a := &said[i]
		same := slices.DeleteFunc(slices.Clone(left), func(args []engine.Arg) bool { return !has(args, a) })
		if word := a.Value.Kind == engine.WordValue || a.Value.Kind == engine.SeatValue; word && len(same) == len(left) {
			list = append(list, n.value(a.Key, &a.Value)) // what it brings was read with what was chosen
		}
		left = same
	}
	return list
}

// passedParts does the same for the parts before an argument's.
func (n *Labels) passedParts(arg string) []string {
	var list []string
	for i := range n.ask.Parts {
		p := &n.ask.Parts[i]
		switch {
		case p.Arg == arg:
			return list
		case p.Kind == engine.PartOne && len(p.ShownItems()) == 1 && (p.ShownItems()[0].Word != "" || p.ShownItems()[0].Seat != n.ask.Seat):
			list = append(list, n.Item(p, &p.ShownItems()[0]))
		}
	}
	return nil
}

// has reports whether a move has an argument.
func has(args []engine.Arg, a *engine.Arg) bool {
	return slices.ContainsFunc(args, func(b engine.Arg) bool { return b.Key == a.Key && b.Value.Equal(&a.Value) })
}

// ChoiceLabel returns the label of choice i of a step; "" if there is none.
func (n *Labels) ChoiceLabel(s *Step, i int) string {
	switch {
	case n.ask.Confirm:
		return n.Move(n.ask.Options[0])
	case s.Part != nil && !s.Part.Kind.Lists():
		return n.Question(s.Part.Arg)
	case i < 0 || i >= len(s.Choices) || s.Assigned:
		return ""
	case s.Part != nil:
		a := s.Part.ArgOf(&s.Part.ShownItems()[i])
		return n.Arg(&a)
	}
	switch c := &s.Choices[i]; {
	case c.Move != nil:
		return n.Move(c.Move)
	case c.Absent:
		return n.Word(n.lang, s.Arg+".absent")
	default:
		return n.Arg(&engine.Arg{Key: s.Arg, Value: c.Value})
	}
}

// ChoiceEffect returns what choice i of a step brings, for a display: as ChoiceHint says it, but in fewer words where there are any, the message
// "brief." + what follows "hint.", and of what else comes of it only what has such a message, too; "" if there is nothing to say.
func (n *Labels) ChoiceEffect(s *Step, i int) string {
	brief := *n
	brief.brief = true
	return brief.ChoiceHint(s, i)
}

// ChoiceTag returns the same in two or three words, to stand beside the label: the message "tag." + what follows "hint.", or "".
func (n *Labels) ChoiceTag(s *Step, i int) string {
	if i < 0 || i >= len(s.Choices) || s.Part != nil || s.Choices[i].Move != nil {
		return ""
	}
	if explain := n.Title.Explain; explain != nil {
		if told := explain(n.view, n.ask, &engine.Arg{Key: s.Arg, Value: s.Choices[i].Value}); len(told) > 0 {
			if tag := tagOf(told[0].Key); n.Book.Has(n.lang, tag) {
				return n.Word(n.lang, tag)
			}
			return ""
		}
	}
	if tag := n.hintKey(s.Arg, s.Choices[i].Value.HintWord(), true); tag != "" {
		return n.Word(n.lang, tag)
	}
	return ""
}

// ChoiceHint returns the sentence that explains choice i of a step; "" if there is none.
func (n *Labels) ChoiceHint(s *Step, i int) string {
	switch {
	case n.ask.Confirm:
		return n.MoveHint(n.ask.Options[0])
	case s.Part != nil && !s.Part.Kind.Lists():
		return n.Hint(s.Part.Arg, "")
	case i < 0 || i >= len(s.Choices) || s.Assigned:
		return ""
	case s.Part != nil:
		a := s.Part.ArgOf(&s.Part.ShownItems()[i])
		return n.ArgHint(&a)
	}
	switch c := &s.Choices[i]; {
	case c.Move != nil:
		return n.MoveHint(c.Move)
	case c.Absent:
		return n.Hint(s.Arg, "absent")
	default:
		return n.ArgHint(&engine.Arg{Key: s.Arg, Value: c.Value})
	}
}

// ChoiceKey returns what choice i of a step is, as a board has it: the message that names it, or its space. It is ""
// where it lies on no board, such as an amount, a seat or a whole move.
func (n *Labels) ChoiceKey(s *Step, i int) string {
	switch {
	case s.Ask == nil || s.Ask.Confirm || i < 0 || i >= len(s.Choices) || s.Assigned || s.Part != nil && !s.Part.Kind.Lists():
		return ""
	case s.Part != nil:
		a := s.Part.ArgOf(&s.Part.ShownItems()[i])
		return Key(&a)
	case s.Choices[i].Move != nil || s.Choices[i].Absent:
		return ""
	}
	return Key(&engine.Arg{Key: s.Arg, Value: s.Choices[i].Value})
}

// ThenStep returns a step with nothing but a choice that comes after one of s, to be put into words as its choice 0.
func (s *Step) ThenStep(f *engine.Following) *Step {
	return &Step{Ask: s.Ask, Arg: f.Arg, Choices: []engine.Choice{f.Choice}}
}

// Key returns the message that names an argument that is a word, or the number of a space on a board, such as "space.3"; else "".
func Key(a *engine.Arg) string {
	switch {
	case a.Value.Kind == engine.WordValue && a.Key != engine.VerbArg:
		return a.Key + "." + a.Value.Word
	case a.Value.Kind == engine.IntValue && a.Key == spaceArg:
		return a.Key + "." + strconv.Itoa(a.Value.Int)
	}
	return ""
}

// spaceArg is the argument whose numbers are spaces of a board.
const spaceArg = "space"
