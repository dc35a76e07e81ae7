package console

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
)

// asked returns what a reply is laid out with in a language.
func (s *state) asked(l lang.Lang) reply.View {
	v := reply.View{Words: s.Play, Lang: l, Public: s.publicView(), Own: func(seat engine.Seat) []screen.Line {
		return s.lines(l, s.t.Title().Draw(s.t.View(seat)).Lines)
	}}
	if n := s.seconds(); n >= 0 && s.caller.Idle() {
		v.Clock = l.Clock(n)
	}
	return v
}

// askPage lists what a seat can answer, and what it has chosen.
func (s *state) askPage(r *reply.Reply, l lang.Lang) *screen.Page { return r.Page(s.asked(l)) }

// publicView returns the public view for the labels that a game gives itself; nothing where it gives none.
func (s *state) publicView() engine.View {
	if t := s.t.Title(); t.Label != nil || t.Explain != nil || t.Question != nil {
		return s.t.View(engine.Public)
	}
	return engine.View{}
}

// named puts the name of the player who is asked before a question that doesn't have it, for a screen that
// all see.
func (s *state) named(l lang.Lang, seat engine.Seat, question string) string {
	if seat < 0 || strings.Contains(question, s.Roster.Name(seat)) {
		return question
	}
	return s.Text(l, engine.Say("ui.asked").Seat(seat).Thing(question))
}

// explains reports whether a reply has a choice marked that can be explained.
func (s *state) explains(r *reply.Reply) bool { return r.CanExplain(s.asked(s.lang)) }
