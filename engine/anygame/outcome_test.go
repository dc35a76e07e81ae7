package anygame_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
)

// TestTheOutcomeOfAVoteStays holds that a vote says how it has come out for as long as its ballots are shown: of one to one, and of a
// majority that is needed, the numbers do not tell.
func TestTheOutcomeOfAVoteStays(t *testing.T) {
	title := anygameface.Title()
	for _, c := range []struct{ a, b, outcome string }{{"yes", "no", "cue.failed_tie"}, {"no", "no", "cue.failed"}, {"yes", "yes", "cue.passed"}, {"abstain", "abstain", "cue.failed"}} {
		g, _, err := title.Begin(engine.Header{Game: "anygame", Seats: twelve[:2], Options: []byte(`{"play":"vote"}`)})
		require.NoError(t, err)
		for seat, choice := range []string{c.a, c.b} {
			_, err := g.Play(engine.Move{Seat: engine.Seat(seat), Do: anygame.Vote{Choice: choice}})
			require.NoError(t, err)
		}
		groups := title.Draw(g.View(engine.Public)).Groups
		require.NotEmpty(t, groups)
		lines := groups[len(groups)-1].Lines
		assert.Equal(t, c.outcome, lines[len(lines)-1].Text.Key, "%s and %s", c.a, c.b)
	}
}

// TestAHiddenChoiceIsNoVote holds that whoever chooses alone, as a doctor does at night, reads nothing of votes: that there are several
// voters is not so, and nothing is counted.
func TestAHiddenChoiceIsNoVote(t *testing.T) {
	title := anygameface.Title()
	seats := twelve[:6]
	g, _, err := title.Begin(engine.Header{Game: "anygame", Seats: seats, Options: []byte(`{"play":"werewolf"}`), Seed: 3})
	require.NoError(t, err)
	for seat := range seats {
		_, err := g.Play(engine.Move{Seat: engine.Seat(seat), Do: anygame.Look{}})
		require.NoError(t, err)
	}
	before := g.View(engine.Public)
	require.Equal(t, "hunt", before.Phase)
	a := g.Asks(nil)[0]
	arg := engine.Arg{Key: "who", Value: engine.Value{Kind: engine.SeatValue, Seat: 1}}
	assert.Equal(t, "hint.phase.hunt", title.Explain(before, &a, &arg)[0].Key, "it says for whom the choice counts, in the same words to all")
	assert.Equal(t, "purpose.vote_none", title.Purpose(before, &a)[0].Key)
	m := engine.Move{Seat: 0, Do: anygame.VoteSeat{Who: 1}}
	_, err = g.Play(m)
	require.NoError(t, err)
	told := title.Tell(engine.Event{Before: before, After: g.View(engine.Public), Verb: "vote", Move: engine.Move{Seat: 0}})
	assert.Equal(t, "log.pick_hidden", told[0][0].Key)
}
