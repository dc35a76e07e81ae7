package face_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/khandan"
	"consigliere/engine/khandan/face"
)

// With yes and no, a voter reads what the decision shows of it.
func TestVotesSayWhatMayCome(t *testing.T) {
	title := face.Title()
	g, _, err := title.Begin(engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box","pack":"starter"}`), Seed: 2})
	require.NoError(t, err)
	for g.View(engine.Public).Phase != "vote" {
		a := g.Asks(nil)[0]
		_, err := g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: a.Options[0]})
		require.NoError(t, err)
	}
	v := g.View(engine.Public)
	d := v.Public.(khandan.Status).Public.Decision
	for side, choice := range []string{"yes", "no"} {
		told := title.Explain(v, &engine.Ask{Verb: "vote"}, &engine.Arg{Key: "choice", Value: engine.WordOf(choice)})
		require.Len(t, told, 1+len(d.Shown[side]))
		assert.Equal(t, "hint.choice."+choice, told[0].Key)
		for i, o := range d.Shown[side] {
			assert.Equal(t, o.Tell("hint.omen"), told[1+i])
		}
	}
	assert.Empty(t, title.Explain(v, &engine.Ask{Verb: "vote"}, &engine.Arg{Key: "choice", Value: engine.WordOf("strengthen")}))
}

// Whoever opens the draft is called for what is asked: to discard a role, which is another than the one to keep.
func TestDraftOpensWithWhatIsAsked(t *testing.T) {
	title := face.Title()
	g, _, err := title.Begin(engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box","pack":"starter"}`), Seed: 2})
	require.NoError(t, err)
	called := func() string {
		a := g.Asks(nil)[0]
		cues, err := g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: a.Options[0]})
		require.NoError(t, err)
		for _, c := range cues {
			if c.Asks {
				return c.Text.Key
			}
		}
		return ""
	}
	assert.Equal(t, "cue.discard", called())
	assert.Equal(t, "ask.discard", g.Asks(nil)[0].Prompt.Key)
	assert.Empty(t, called())
	assert.Equal(t, "cue.draft", called())
}
