package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
)

// learned returns the seats that learned something by the last move, and whether chance had a hand in it.
func (s *script) learned() (who engine.SeatSet, drawn bool) {
	for _, c := range s.Cues {
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
		s.Do(line)
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
	assert.Equal(t, []string{"count", "aim"}, s.Said()) // NARO-1.4
	assert.Equal(t, engine.CueCount, s.Cues[0].Kind)
	step(0, false, "Ava aim Chiara")
	step(0, false, "Babak aim Dario")
	step(0, false, "Chiara aim Ava")
	step(all, false, "Dario aim Ava") // NARO-5.1: now all aims are shown
	assert.Equal(t, []string{"order"}, s.Said())
	step(0, false, "Ava order none")
	assert.Equal(t, []string{"no_order Ava", "courage_late", "count"}, s.Said())
	step(0, false, "Ava courage stand")
	step(0, false, "Babak courage stand")
	step(0, false, "Chiara courage stand")
	step(all, false, "Dario courage stand")
	s.Is("public.phase", "share")
	assert.Equal(t, []string{"fire", "hit Chiara", "hit Dario", "share Ava"}, s.Said())
	step(0, false, "Ava take cash_5000")
	assert.Equal(t, engine.CueGain, s.Cues[0].Kind)
	assert.Equal(t, "card.cash_5000", s.Cues[0].Text.Things()[0])
	step(all, false, "Babak take clip") // whether there is a burnt Bang! shows
	step(0, false, "Babak burn click")
}

func TestOneShooterLearnsNothing(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.all("bccc")
	s.all("1---")
	s.Do("Ava courage stand", "Babak courage stand", "Chiara courage duck", "Dario courage duck")
	for _, c := range s.Cues {
		if c.Text.Key == "cue.fire" {
			assert.Equal(t, engine.SeatsOf(1, 2, 3), c.Learned)
		}
	}
}

func TestOpening(t *testing.T) {
	said := func(options string) []string {
		s := begin(t, 4, options)
		return s.Said()
	}
	assert.Empty(t, said(`{"powers":true}`))
	assert.Equal(t, []string{"round"}, said(`{}`))
	assert.Equal(t, []string{"round", "load"}, said(`{"chance":"box"}`))
	// The first seed that deals the gambler: he is asked before the bullets.
	for seed := range uint64(100) {
		h := engine.Header{Game: "naro", Seats: eight[:4], Options: []byte(`{"powers":true,"chance":"box"}`), Seed: seed}
		g, cues, err := naroface.Title().Begin(h)
		require.NoError(t, err)
		if g.View(engine.Public).Phase == "hustle" {
			var said []string
			for _, c := range cues {
				if c.Text.Key != "" {
					said = append(said, c.Text.Key)
				}
			}
			assert.Equal(t, []string{"cue.round", "cue.hustle"}, said)
			return
		}
	}
	assert.Fail(t, "no seed deals the gambler")
}

func TestBrokersDrawIsHisSecret(t *testing.T) {
	s := begin(t, 4, `{}`, powers("broker")...)
	s.up(bills)
	s.fight("cccc", "1230", "ssdd")
	s.Do("Ava take cash_5000 +swap", "table draw painting")
	who, drawn := s.learned()
	assert.Equal(t, engine.SeatsOf(0), who)
	assert.True(t, drawn)
	s.Is("private.Babak.loot", `[]`)
	for _, c := range s.Cues {
		assert.NotContains(t, c.Text.Things(), "card.painting")
	}
}
