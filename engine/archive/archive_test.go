package archive_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	"consigliere/engine/archive"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// keys are messages that say their keys.
type keys struct{}

func (keys) Word(key string) string                             { return key }
func (keys) Text(t engine.Text) string                          { return t.Key }
func (keys) Error(_ engine.Roster, err error) string            { return err.Error() }
func words(*engine.Title, engine.Header) (archive.Words, error) { return keys{}, nil }

var library = archive.Library{Find: games.Find, Words: words}

// begun begins a play in a folder, left open where it began.
func begun(t *testing.T, dir, game, name string) *table.Table {
	t.Helper()
	j, err := journal.Next(dir)
	require.NoError(t, err)
	h := engine.Header{Game: game, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 3}
	if game == "anygame" {
		h.Options = []byte(`{"play":"points"}`)
	}
	tb, _, err := table.New(games.Find(game), h, table.Options{Journal: j, Name: name})
	require.NoError(t, err)
	return tb
}

func TestHistory(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, begun(t, dir, "naro", "").Close())
	require.NoError(t, begun(t, dir, "khandan", "Winter").Leave())
	plays, err := library.History(dir, time.Time{})
	require.NoError(t, err)
	require.Len(t, plays, 2)
	assert.Equal(t, archive.Left, plays[0].State)
	assert.Equal(t, "Winter", plays[0].Name)
	assert.Equal(t, archive.Unfinished, plays[1].State)
	assert.Equal(t, "game.title", plays[1].Title)
	assert.Equal(t, 1, plays[1].Number)
	left := begun(t, dir, "anygame", "")
	for s, n := range []int{3, 7, 3, 0} {
		_, err := left.Play(0, engine.Move{Seat: engine.Seat(s), Do: anygame.Score{Of: engine.Seat(s), Points: n}})
		require.NoError(t, err)
	}
	require.NoError(t, left.Leave())
	plays, err = library.History(dir, time.Time{})
	require.NoError(t, err)
	assert.Equal(t, "option.play.points", plays[0].Title, "a script has its own name")
	assert.Equal(t, 7, plays[0].Scores[1].Total, "what all know of a play that was left")
	assert.Empty(t, plays[0].Winners)
	assert.Empty(t, archive.Totals(plays))
	plays, err = library.History(dir, time.Now().Add(time.Hour))
	require.NoError(t, err)
	assert.Empty(t, plays)
}

func TestTotalsAndExports(t *testing.T) {
	plays := []archive.Play{
		{Number: 2, Game: "naro", Title: "Naro", State: archive.Finished, Players: []string{"Ava", "Babak"}, Columns: []string{"cash"}, Scores: []archive.Score{
			{Name: "Ava", Values: []int{5}, Total: 5, Rank: 2}, {Name: "Babak", Values: []int{9}, Total: 9, Rank: 1, Winner: true},
		}},
		{Number: 1, Game: "naro", Title: "Naro", State: archive.Unfinished, Players: []string{"Ava", "Chiara"}},
	}
	assert.Equal(t, []archive.Total{{Name: "Babak", Played: 1, Wins: 1}, {Name: "Ava", Played: 1}}, archive.Totals(plays))
	var csv, stats, links bytes.Buffer
	require.NoError(t, archive.WriteCSV(&csv, plays))
	require.NoError(t, archive.WriteBGStats(&stats, plays))
	require.NoError(t, archive.WriteBGLinks(&links, plays))
	assert.Equal(t, 1+2+2, strings.Count(csv.String(), "\n"))
	assert.Contains(t, csv.String(), ",Babak,9,1,true,cash: 9\n")
	assert.Contains(t, csv.String(), ",unfinished,0,2,Chiara,,,,\n")
	assert.Equal(t, 1, strings.Count(stats.String(), "playDateYmd"), "what is not over is not exported")
	assert.Equal(t, 1, strings.Count(links.String(), "\n"))
}

// A campaign that goes to another folder is the same there, under its name or another.
func TestCampaigns(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	require.NoError(t, begun(t, from, "naro", "").Close())
	require.NoError(t, begun(t, from, "khandan", "Winter").Close())
	list, err := archive.Campaigns(from, games.Find)
	require.NoError(t, err)
	require.Len(t, list, 1)
	c := archive.Called(list, "winter")
	require.NotNil(t, c)
	assert.Equal(t, c, archive.Numbered(list, 2))
	assert.Nil(t, archive.Numbered(list, 1), "it is no campaign")
	assert.Empty(t, archive.Others(list, c.Table.Header()))

	file := to + "/out.jsonl"
	require.NoError(t, c.Export(file))
	require.Error(t, c.Export(file), "it is there already")
	data, err := journal.ReadFile(file)
	require.NoError(t, err)
	for n, data := range [][]byte{data, c.Table.AppendRecord(nil)} { // as a journal, and as a record
		j, err := journal.Next(to)
		require.NoError(t, err)
		require.NoError(t, archive.Import(j.Path(), data, c.Table, []string{"", "Summer"}[n], nil))
	}
	list, err = archive.Campaigns(to, games.Find)
	require.NoError(t, err)
	require.Len(t, list, 2)
	for i, name := range []string{"Summer", "Winter"} {
		assert.Equal(t, name, list[i].Entry.Name)
		assert.Equal(t, c.Table.AppendRecord(nil), list[i].Table.AppendRecord(nil))
	}
	require.NoError(t, list[0].Rename("Autumn", games.Find, nil))
	list, err = archive.Campaigns(to, games.Find)
	require.NoError(t, err)
	assert.NotNil(t, archive.Called(list, "Autumn"))
	assert.Nil(t, archive.Called(list, "Summer"))
}

func TestWriteSVG(t *testing.T) {
	day := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	ended := func(at time.Time, title string, minutes int, ava, babak int) archive.Play {
		return archive.Play{
			Title: title, State: archive.Finished, Began: at, Minutes: minutes, Players: []string{"Ava", "Babak"}, Winners: []string{map[bool]string{true: "Ava", false: "Babak"}[ava > babak]},
			Scores: []archive.Score{{Name: "Ava", Total: ava, Rank: 1, Winner: ava > babak}, {Name: "Babak", Total: babak, Rank: 1, Winner: babak > ava}},
			Rounds: [][]int{{1, 2}, {ava, babak}}, Out: []string{"", ""},
		}
	}
	plays := []archive.Play{
		ended(day.AddDate(0, 0, 2), "Naro", 40, 70_000, 50_000), ended(day, "Naro", 20, 10_000, 120_000), ended(day.AddDate(0, 0, 1), "<Der> Pate", 61, 9, 3),
		{Title: "Naro", State: archive.Unfinished, Players: []string{"Ava"}, Minutes: 500},
	}
	var b bytes.Buffer
	require.NoError(t, archive.WriteSVG(&b, plays))
	svg := b.String()
	for _, what := range []string{"3 finished plays", "2 of 3", "1 of 3", "30 (2×)", "61 (1×)", "120,000 Babak", "9 Ava", "&lt;Der&gt; Pate"} {
		assert.Contains(t, svg, what)
	}
	b.Reset()
	require.NoError(t, plays[0].WriteSVG(&b))
	for _, what := range []string{"Naro, won by Ava", "Round by round", "70,000 (1.)"} {
		assert.Contains(t, b.String(), what)
	}
	b.Reset()
	require.NoError(t, plays[3].WriteSVG(&b), "of a play that is not over")
	require.NoError(t, archive.WriteSVG(&b, nil))
}
