package console

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// labels puts a step of a reply into the words of a language.
type labels struct {
	*words.Labels
	r    *reply
	step *words.Step
	lang lang.Lang
}

// labels returns the labels of what a reply answers now.
func (s *state) labels(r *reply, l lang.Lang) *labels {
	step := r.step()
	return &labels{s.Labels(step.Ask, s.publicView(), l), r, step, l}
}

// publicView returns the public view for the labels that a game gives itself; nothing where it gives none.
func (s *state) publicView() engine.View {
	if t := s.t.Title(); t.Label != nil || t.Explain != nil || t.Question != nil {
		return s.t.View(engine.Public)
	}
	return engine.View{}
}

// question returns what is asked.
func (n *labels) question() string { return n.StepQuestion(n.step) }

// marked returns the label of the choice that is marked and the sentence that explains it.
func (n *labels) marked() (label, hint string) {
	return n.ChoiceLabel(n.step, n.step.Mark), n.ChoiceHint(n.step, n.step.Mark)
}

// named puts the name of the player who is asked before a question that doesn't have it, for a screen that
// all see.
func (s *state) named(l lang.Lang, seat engine.Seat, question string) string {
	if seat < 0 || strings.Contains(question, s.Roster.Name(seat)) {
		return question
	}
	return s.Text(l, engine.Say("ui.asked").Seat(seat).Thing(question))
}

// explainPage explains the choice that is marked.
func (n *labels) explainPage() *screen.Page {
	label, hint := n.marked()
	return &screen.Page{Heading: label, Lines: []screen.Line{{Text: hint}}}
}

// explains reports whether a reply has a choice marked that can be explained.
func (s *state) explains(r *reply) bool {
	if r.ask() == nil {
		return false
	}
	_, hint := s.labels(r, s.lang).marked()
	return hint != ""
}
