package naro_test

import (
	"testing"

	"consigliere/engine"

	"github.com/stretchr/testify/assert"
)

// learned is who learned something by the last move, and whether chance had a hand in it.
func (s *script) learned() (who engine.SeatSet, drawn bool) {
	for _, c := range s.cues {
		who |= c.Learned
		drawn = drawn || c.Drawn
	}
	return who, drawn
}

func TestCuesKnowWhoLearned(t *testing.T) {
	all := engine.SeatsOf(0, 1, 2, 3)
	s := begin(t, 4, `{}`, "gambler", "professional", "broker", "vulture")
	step := func(who engine.SeatSet, drawn bool, line string) {
		t.Helper()
		s.do(line)
		gotWho, gotDrawn := s.learned()
		assert.Equal(t, who, gotWho, line)
		assert.Equal(t, drawn, gotDrawn, line)
	}
	step(0, true, "table loot "+usual)
	step(0, false, "Ava hustle Babak")
	step(engine.SeatsOf(0, 1), true, "table draw click")
	step(engine.SeatsOf(1), false, "Ava give click")
	for _, l := range []string{"Ava load bang", "Babak load bang", "Chiara load click"} {
		step(0, false, l) // NARO-4.3
	}
	step(0, false, "Dario load click")
	assert.Equal(t, []string{"count", "aim"}, s.said()) // NARO-1.4
	assert.Equal(t, engine.CueCount, s.cues[0].Kind)
	step(0, false, "Ava aim Chiara")
	step(0, false, "Babak aim Dario")
	step(0, false, "Chiara aim Ava")
	step(all, false, "Dario aim Ava") // NARO-5.1: now all aims are shown
	assert.Equal(t, []string{"order"}, s.said())
	step(0, false, "Ava order none")
	assert.Equal(t, []string{"courage", "count"}, s.said())
	step(0, false, "Ava courage stand")
	step(0, false, "Babak courage stand")
	step(0, false, "Chiara courage stand")
	step(all, false, "Dario courage stand")
	s.is("public.phase", "share")
	assert.Equal(t, []string{"fire", "hit Chiara", "hit Dario", "share Ava"}, s.said())
	step(0, false, "Ava take cash_5000")
	assert.Equal(t, engine.CueGain, s.cues[0].Kind)
	assert.Equal(t, "card.cash_5000", s.cues[0].Text.What)
	step(all, false, "Babak take clip") // whether there is a burnt Bang! shows
	step(0, false, "Babak burn click")
}

func TestOneShooterLearnsNothing(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("bccc")
	s.all("1---")
	s.do("Ava courage stand", "Babak courage stand", "Chiara courage duck", "Dario courage duck")
	for _, c := range s.cues {
		if c.Text.Key == "cue.fire" {
			assert.Equal(t, engine.SeatsOf(1, 2, 3), c.Learned)
		}
	}
}

func TestOpening(t *testing.T) {
	said := func(options string) []string {
		s := begin(t, 4, options)
		s.cues = s.game.(interface{ Opening() []engine.Cue }).Opening()
		return s.said()
	}
	assert.Empty(t, said(`{"powers":true}`))
	assert.Equal(t, []string{"round"}, said(`{}`))
	assert.Equal(t, []string{"round", "load"}, said(`{"chance":"box"}`))
}

func TestBrokersDrawIsHisSecret(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.up(bills)
	s.fight("cccc", "1230", "ssdd")
	s.do("Ava take cash_5000 swap", "table draw painting")
	who, drawn := s.learned()
	assert.Equal(t, engine.SeatsOf(0), who)
	assert.True(t, drawn)
	s.is("private.Babak.loot", `[]`)
	for _, c := range s.cues {
		assert.NotEqual(t, "card.painting", c.Text.What)
	}
}
