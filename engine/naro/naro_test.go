package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, naroface.Title(), "testdata/examples") }

// TestViewIsOfTheLastMove checks that all viewers get what everybody knows as it is since the last move, which is put together once.
func TestViewIsOfTheLastMove(t *testing.T) {
	title := naro.Title()
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 3}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	var made []engine.Move
	for range 12 {
		before := g.View(engine.Public)
		assert.Same(t, before.Public, g.View(2).Public)
		a := g.Asks(nil)[0]
		m := engine.Move{Seat: a.Seat, Do: a.Options[0]}
		_, err := g.Play(m)
		require.NoError(t, err)
		made = append(made, m)
		again, _, err := title.Begin(h)
		require.NoError(t, err)
		for _, m := range made {
			_, err := again.Play(m)
			require.NoError(t, err)
		}
		assert.Equal(t, again.View(engine.Public), g.View(engine.Public))
		assert.NotEqual(t, before.Public, g.View(engine.Public).Public)
	}
}
