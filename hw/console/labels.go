package console

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
)

// asked returns what a reply is laid out with in a language.
func (s face) asked(l lang.Lang) reply.View {
	v := reply.View{Words: s.play.Play, Lang: l, Public: s.play.labelView(), Version: s.play.reads, Own: func(seat engine.Seat) []screen.Line {
		return s.lines(l, s.play.sight(seat).Lines)
	}}
	if n := s.seconds(); n >= 0 && s.caller.Idle() {
		v.Clock = clock(l, n)
	}
	return v
}

// askPage lists what a seat can answer, and what it has chosen.
func (s face) askPage(r *reply.Reply, l lang.Lang) *screen.Page { return r.Page(s.asked(l)) }

// effects say on the main screen what the choices of a reply bring, or the one that is marked, below a heading; see [reply.Reply.Effects].
func (s face) effects(r *reply.Reply, heading string, l lang.Lang) []screen.Page {
	return s.screens.main.told.Effects(r, s.asked(l), heading)
}

// named puts the name of the player who is asked before a question that doesn't have it, for a screen that
// all see.
func (s face) named(l lang.Lang, seat engine.Seat, question string) string {
	if seat < 0 || strings.Contains(question, s.play.Roster.Name(seat)) {
		return question
	}
	return s.play.Text(l, engine.Say("ui.asked").Seat(seat).Thing(question))
}

// explains reports whether a reply has a choice marked that can be explained.
func (s face) explains(r *reply.Reply) bool { return r.CanExplain(s.asked(s.langs.voice)) }
