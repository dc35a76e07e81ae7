package chronicle_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/chronicle"
	"consigliere/engine/enginetest"
	"consigliere/engine/games"
	naroface "consigliere/engine/naro/face"
)

// bots returns the record of a whole play of random bots.
func bots(t *testing.T, title *engine.Title, h engine.Header) []byte {
	t.Helper()
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	record := append(h.Append(nil), '\n')
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(h.Seed, 0)))
	p.Made = func(m engine.Move, _ []engine.Cue) {
		record = append(title.Moves.AppendLine(record, h.Seats, m), '\n')
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	return record
}

func TestReadOfWholePlays(t *testing.T) {
	for _, title := range games.All() {
		for seed := range uint64(10) {
			h := engine.Header{
				Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"},
				Options: []byte(`{"chance":"box"}`), Seed: seed,
			}
			if title.ID == "anygame" { // where its script says who draws
				h.Options = nil
			}
			record := bots(t, title, h)
			r, err := chronicle.Read(title, record)
			require.NoError(t, err)
			assert.True(t, r.Over)
			assert.Equal(t, h.Seats, r.Header.Seats)
			g, _, err := enginetest.Replay(title, record)
			require.NoError(t, err)
			if title.ID != "khandan" { // whose rounds begin again with each reign
				require.Len(t, r.Rounds, g.View(engine.Public).Round, "a row for each round")
			}
			last := r.Rounds[len(r.Rounds)-1]
			for s, row := range r.Score.Rows {
				if row.Out != "" && title.ID == "naro" {
					assert.Zero(t, last[s], "the dead own nothing")
					continue
				}
				assert.Equal(t, row.Total, last[s], "%s, seed %d: the chart ends at the score", title.ID, seed)
			}
		}
	}
}

// A play that is not over keeps its secrets: no chart, no score.
func TestReadOfAnUnfinishedPlay(t *testing.T) {
	record, err := os.ReadFile(filepath.Join("..", "naro", "testdata", "examples", "03-a-whole-round.jsonl"))
	require.NoError(t, err)
	r, err := chronicle.Read(games.Find("naro"), record)
	require.NoError(t, err)
	assert.False(t, r.Over)
	assert.Positive(t, r.Moves)
	assert.Nil(t, r.Rounds)
	assert.Empty(t, r.Score.Rows)
}

// What a seat chose is in its own log at once, and in the others' when it is shown.
func TestLogTellsASecretWhenItIsShown(t *testing.T) {
	title := games.Find("naro")
	const head = `{"game":"naro","seats":["Ava","Babak","Chiara","Dario"],"options":{"chance":"box"},"seed":7}` + "\n"
	const loads = `{"seat":"Ava","do":"load","card":"bang"}` + "\n" + `{"seat":"Babak","do":"load","card":"bang"}` + "\n" +
		`{"seat":"Chiara","do":"load","card":"bang"}` + "\n" + `{"seat":"Dario","do":"load","card":"bang"}` + "\n"
	const dario, others = `{"seat":"Dario","do":"aim","at":"Ava"}` + "\n",
		`{"seat":"Ava","do":"aim","at":"Babak"}` + "\n" + `{"seat":"Babak","do":"aim","at":"Ava"}` + "\n" + `{"seat":"Chiara","do":"aim","at":"Ava"}` + "\n"
	keys := func(record string, who engine.Viewer) []string {
		log, err := chronicle.Log(title, []byte(record), who)
		require.NoError(t, err)
		var all []string
		for _, e := range log {
			all = append(all, e.Text[0].Key)
		}
		return all
	}
	assert.Equal(t, []string{"log.loot"}, keys(head+loads+dario, engine.Public))
	assert.Equal(t, []string{"log.loot", "log.load", "log.aim"}, keys(head+loads+dario, 3))
	assert.Equal(t, []string{"log.loot", "log.load"}, keys(head+loads+dario, 0))
	assert.Equal(t, []string{"log.loot", "log.load", "log.load", "log.load", "log.load", "log.aim"}, keys(head+loads+dario, chronicle.All))
	log, err := chronicle.Log(title, []byte(head+loads+dario+others), engine.Public)
	require.NoError(t, err)
	require.Len(t, log, 5)
	for s, e := range log[1:] {
		assert.Equal(t, "log.aim", e.Text[0].Key)
		assert.Equal(t, engine.Seat(s), e.Text[0].Seats()[0], "by seat, whoever was first")
	}
}

// A title that shows secrets too early is caught by the suite of the games.
func TestALeakyLogIsCaught(t *testing.T) {
	leaky := naroface.Title()
	leaky.Shows = func(engine.View, engine.Move) bool { return true }
	caught := false
	for seed := range uint64(60) {
		h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: seed}
		_, err := enginetest.CheckSecrets(leaky, h, rand.New(rand.NewPCG(seed, 3)))
		caught = caught || err != nil
	}
	assert.True(t, caught)
}

func TestErrors(t *testing.T) {
	title := games.Find("naro")
	_, err := chronicle.Log(title, nil, engine.Public)
	require.Error(t, err)
	_, err = chronicle.Read(title, []byte(`{"game":"naro","seats":["Ava","Babak","Chiara","Dario"]}`+"\n"+`{"seat":"Ava","do":"aim","at":"Babak"}`))
	var line *engine.LineError
	require.ErrorAs(t, err, &line)
	assert.Equal(t, 2, line.Line)
}
