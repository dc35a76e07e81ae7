package enginetest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
)

// A subject checks that an ask says what it is about. Nobody is asked anything whose subject is not on the same
// screen: whether something is done, a verb or yes and no, is not asked before it was said of what; or else the
// question names it. Where there was no choice, nobody has said it, and a console names it.
type subject struct {
	title *engine.Title
	view  engine.View // the public one, from which questions are made
	ask   *engine.Ask
	words map[string]bool // the messages that there are
}

// How far an ask is looked through. Its later choices are like the first.
const (
	subjectSteps   = 4
	subjectChoices = 8
)

// check goes through the steps of the answers.
func (s subject) check(t require.TestingT) {
	if len(s.ask.Parts) > 0 {
		return // all of them are on one screen
	}
	var w engine.Answer
	w.Begin(s.title.Moves, s.ask)
	s.step(t, &w, nil)
}

// step checks the step of an answer in which the arguments in chosen were chosen, and those after it.
func (s subject) step(t require.TestingT, w *engine.Answer, chosen []engine.Arg) {
	arg := w.Arg()
	if w.Whole() || arg == "" || len(chosen) > subjectSteps { // whole moves are named whole
		return
	}
	left := s.left(chosen)
	verdict := s.verdict(w, arg) && !s.words["ask."+s.ask.Verb+"."+arg] // which is asked in words of its own
	question := s.question(w, arg)
	keys := s.ask.Steps(s.title.Moves)
	for _, key := range keys[slices.Index(keys, arg)+1:] {
		switch values, all := valuesOf(left, key); {
		case !all || !verdict: // other choices say themselves what they are about
		case len(values) == 1:
			assert.True(t, s.named(question, &values[0]), "%s, %s: nothing says that %s is %s: %+v", s.ask.Verb, arg, key, valueText(&values[0]), question)
		default:
			assert.Fail(t, "a verdict before its subject", "%s: %s is asked before %s", s.ask.Verb, arg, key)
		}
	}
	for i := range min(w.Len(), subjectChoices) {
		c := w.Choice(i)
		if c.Absent || c.Move != nil {
			continue
		}
		if w.Take(i) {
			s.step(t, w, append(slices.Clip(chosen), engine.Arg{Key: arg, Value: c.Value}))
			w.Back()
		}
	}
}

// verdict reports whether a step asks only whether something is done: its choices do not say what.
func (s subject) verdict(w *engine.Answer, arg string) bool {
	for i := range w.Len() {
		switch c := w.Choice(i); {
		case arg == engine.VerbArg, c.Absent, c.Value.Kind == engine.BoolValue:
		case c.Value.Kind == engine.WordValue && (c.Value.Word == "yes" || c.Value.Word == "no"):
		default:
			return false
		}
	}
	return true
}

// question returns what a step asks.
func (s subject) question(w *engine.Answer, arg string) engine.Text {
	if s.title.Question != nil {
		if q := s.title.Question(s.view, s.ask, w.Said(nil), arg); q.Key != "" {
			return q
		}
	}
	return s.ask.Prompt
}

// left returns the arguments of the moves that agree with what was chosen.
func (s subject) left(chosen []engine.Arg) [][]engine.Arg {
	var list [][]engine.Arg
	for _, do := range s.ask.Shown() {
		args := s.ask.StepArgs(nil, s.title.Moves, do)
		agrees := func(c engine.Arg) bool {
			return slices.ContainsFunc(args, func(a engine.Arg) bool { return a.Key == c.Key && a.Value.Equal(&c.Value) })
		}
		if !slices.ContainsFunc(chosen, func(c engine.Arg) bool { return !agrees(c) }) {
			list = append(list, args)
		}
	}
	return list
}

// valuesOf returns the values that an argument has in moves, and whether all of them have it.
func valuesOf(moves [][]engine.Arg, key string) (values []engine.Arg, all bool) {
	for _, args := range moves {
		at := slices.IndexFunc(args, func(a engine.Arg) bool { return a.Key == key })
		if at < 0 {
			return nil, false
		}
		if !slices.ContainsFunc(values, func(a engine.Arg) bool { return a.Value.Equal(&args[at].Value) }) {
			values = append(values, args[at])
		}
	}
	return values, len(moves) > 0
}

// named reports whether a question names the value of an argument: a seat, a word, a number; or, where the
// title has put the question for this moment, whatever it says of it.
func (s subject) named(q engine.Text, a *engine.Arg) bool {
	if q.Key != s.ask.Prompt.Key {
		return len(q.Seats())+len(q.Things())+len(q.Numbers()) > 0
	}
	switch a.Value.Kind {
	case engine.SeatValue:
		return slices.Contains(q.Seats(), a.Value.Seat) || q.Everybody().Has(a.Value.Seat)
	case engine.IntValue:
		return slices.Contains(q.Numbers(), a.Value.Int)
	case engine.WordValue:
		return slices.ContainsFunc(q.Things(), func(thing string) bool {
			return thing == a.Value.Word || strings.HasSuffix(thing, "."+a.Value.Word)
		})
	}
	return false
}

// valueText writes the value of an argument for a message.
func valueText(a *engine.Arg) string { return fmt.Sprintf("%+v", a.Value) }
