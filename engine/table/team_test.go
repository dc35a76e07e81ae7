package table_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// team is the team of the toy, which one ask waits for.
var team = engine.SeatsOf(1, 2)

// newTeams returns a toy in which seat 0 and the team are asked to pick, from the time 0 on.
func newTeams(t *testing.T, o table.Options) *table.Table {
	t.Helper()
	tb, _, err := table.New(toy(), toyHeader, o)
	require.NoError(t, err)
	_, err = tb.Tick(0) // the clock begins
	require.NoError(t, err)
	do(t, tb, "0teams")
	require.Equal(t, []engine.AskID{{Seat: 0, By: 1, Verb: "pick"}, {Seat: 1, By: team, Verb: "pick"}}, askIDs(tb))
	return tb
}

func askIDs(tb *table.Table) []engine.AskID {
	var list []engine.AskID
	asks := tb.Asks()
	for i := range asks {
		list = append(list, asks[i].ID())
	}
	return list
}

func TestAnyMemberAnswersForATeam(t *testing.T) {
	for _, member := range []engine.Seat{1, 2} {
		tb := newTeams(t, table.Options{})
		_, err := tb.Play(0, engine.Move{Seat: member, Do: pick{5}})
		require.NoError(t, err, member)
		assert.Equal(t, team, tb.Locked())
		assert.Equal(t, []engine.AskID{{Seat: 0, By: 1, Verb: "pick"}}, askIDs(tb))
		for _, late := range []engine.Seat{1, 2} {
			_, err = tb.Play(0, engine.Move{Seat: late, Do: pick{6}})
			refused(t, err, "refuse.toy")
		}
		_, err = tb.Play(0, engine.Move{Seat: 0, Do: pick{1}})
		require.NoError(t, err)
		assert.Zero(t, tb.Locked(), "the last one has locked: the step is over")
		refused(t, tb.TakeBack(0, member), "refuse.not_locked")
	}
}

func TestAnyMemberTakesTheAnswerOfATeamBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play-0001.jsonl")
	tb := newTeams(t, table.Options{Journal: journal.New(path)})
	asked := state(t, tb)
	for _, who := range []struct{ locks, takes engine.Seat }{{1, 1}, {1, 2}, {2, 1}, {2, 2}} {
		_, err := tb.Play(0, engine.Move{Seat: who.locks, Do: pick{5}})
		require.NoError(t, err)
		refused(t, tb.TakeBack(0, 0), "refuse.not_locked")
		require.NoError(t, tb.TakeBack(0, who.takes), who)
		assert.Equal(t, asked, state(t, tb), who)
	}
	_, err := tb.Play(0, engine.Move{Seat: 0, Do: pick{7}})
	require.NoError(t, err)
	_, err = tb.Play(0, engine.Move{Seat: 2, Do: pick{8}})
	require.NoError(t, err)
	want := state(t, tb)
	require.NoError(t, tb.Close())

	again, repair, err := table.Open(path, find, table.Options{})
	require.NoError(t, err)
	assert.False(t, repair.Any())
	assert.Equal(t, want, state(t, again))
	require.NoError(t, again.Close())
}

func TestATimeOutAnswersForTheSeatOfTheAsk(t *testing.T) {
	tb := newTeams(t, table.Options{})
	// That seat 0 answers leaves the team its timer.
	_, err := tb.Play(4*time.Second, engine.Move{Seat: 0, Do: pick{1}})
	require.NoError(t, err)
	at, ok := tb.Next()
	require.True(t, ok)
	assert.Equal(t, 10*time.Second, at)
	_, err = tb.Tick(at)
	require.NoError(t, err)
	record := tb.AppendRecord(nil)
	assert.True(t, strings.HasSuffix(string(record), "{\"seat\":\"Babak\",\"do\":\"pick\",\"number\":0}\n"), "%s", record)
	again, err := table.Replay(bytes.NewReader(record), find)
	require.NoError(t, err)
	assert.Equal(t, state(t, tb), state(t, again))
}

// A team that takes its answer back has all its time again, and the others keep theirs.
func TestATeamThatTakesBackGetsANewTimer(t *testing.T) {
	tb := newTeams(t, table.Options{})
	_, err := tb.Play(3*time.Second, engine.Move{Seat: 2, Do: pick{5}})
	require.NoError(t, err)
	require.NoError(t, tb.TakeBack(6*time.Second, 1))
	at, _ := tb.Next()
	assert.Equal(t, 10*time.Second, at)
	_, err = tb.Tick(at) // of seat 0
	require.NoError(t, err)
	assert.Equal(t, []engine.AskID{{Seat: 1, By: team, Verb: "pick"}}, askIDs(tb))
	at, _ = tb.Next()
	assert.Equal(t, 16*time.Second, at)
}
