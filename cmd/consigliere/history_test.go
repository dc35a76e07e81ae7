package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/archive"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// played writes the journal of a play of random bots with at most that many moves, and
// returns it still open.
func played(t *testing.T, dir, game string, seed uint64, most int) *table.Table {
	t.Helper()
	title := games.Find(game)
	j, err := journal.Next(dir)
	require.NoError(t, err)
	h := engine.Header{Game: game, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: seed}
	tb, _, err := table.New(title, h, table.Options{Journal: j})
	require.NoError(t, err)
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(seed, 0)))
	for n := 0; n < most && !tb.Over(); n++ {
		asks := tb.Asks()
		a := &asks[0]
		for i := range asks {
			if !asks[i].Optional {
				a = &asks[i]
				break
			}
		}
		do, err := p.Pick(a)
		require.NoError(t, err)
		_, err = tb.Play(0, engine.Move{Seat: a.Seat, Do: do})
		require.NoError(t, err)
	}
	return tb
}

// keptEvening returns the folder of the journals of a finished, an unfinished, a left and a damaged
// play, with the numbers 1 to 4.
func keptEvening(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	over := played(t, dir, "naro", 5, 10000)
	require.True(t, over.Over())
	require.NoError(t, over.Close())
	require.NoError(t, played(t, dir, "naro", 6, 3).Close())
	require.NoError(t, played(t, dir, "derpate", 7, 20).Leave())
	require.NoError(t, played(t, dir, "derpate", 8, 20).Close())
	file := filepath.Join(dir, "play-0004.jsonl")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.Replace(data, []byte(`"do"`), []byte(`"du"`), 1), 0o600))
	return dir
}

func history(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(append([]string{"history"}, args...), streams{strings.NewReader(""), &out, &errs})
	require.Zero(t, code, errs.String())
	return out.String()
}

func TestHistory(t *testing.T) {
	dir := keptEvening(t)
	list := history(t, "--journals", dir)
	lines := strings.Split(strings.TrimSpace(list), "\n")
	require.Len(t, lines, 6, list)
	assert.Regexp(t, `^4 .*unfinished`, lines[1])
	assert.Regexp(t, `^3 .*Der Pate.* left .* 20 .*Ava, Babak, Chiara, Dario`, lines[2])
	assert.Regexp(t, `^2 .*Naro .*unfinished .* 3 `, lines[3])
	assert.Regexp(t, `^1 .*Naro .*finished .*Ava \d+, Babak \d+, Chiara \d+, Dario \d+`, lines[4])
	assert.Regexp(t, `^4: .*damaged`, lines[5])
	assert.NotContains(t, list, "PLAYED")
	assert.Contains(t, history(t, "--journals", dir, "--since", "2001-02-03"), "PLAYED")
	assert.Equal(t, "no plays\n", strings.SplitAfter(history(t, "--journals", dir, "--since", "2999-01-01"), "\n")[0])
	assert.Regexp(t, `(?m)^(Ava|Babak|Chiara|Dario) +1 +1$`, history(t, "--journals", dir, "--today"))
}

func TestHistoryOfAPlay(t *testing.T) {
	dir := keptEvening(t)
	over := history(t, "--journals", dir, "1")
	assert.Contains(t, over, "Special Diamond")
	assert.Contains(t, over, "█")
	assert.Contains(t, over, " loads: ")
	assert.Contains(t, history(t, "--journals", dir, "--lang", "fa", "1"), "الماس ویژه")
	assert.NotContains(t, history(t, "--journals", dir, "--lang", "it", "1"), "Diamonds")

	open := history(t, "--journals", dir, "2")
	assert.Contains(t, open, "The loot of round 1")
	assert.NotContains(t, open, "loads")
	assert.NotContains(t, open, "█")
	assert.Contains(t, history(t, "--journals", dir, "4"), "damaged")
}

// Two plays that differ in what is still secret have the same history.
func TestHistoryKeepsSecrets(t *testing.T) {
	var all [2]string
	for i, card := range []string{"bang", "click"} {
		dir := t.TempDir()
		j, err := journal.Next(dir)
		require.NoError(t, err)
		h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 1}
		tb, _, err := table.New(games.Find("naro"), h, table.Options{Journal: j})
		require.NoError(t, err)
		_, err = tb.PlayLine(0, []byte(`{"seat":"Ava","do":"load","card":"`+card+`"}`))
		require.NoError(t, err)
		require.NoError(t, tb.Close())
		for _, args := range [][]string{{}, {"1"}, {"--json"}, {"--csv"}, {"--bgstats"}, {"--json", "1"}} {
			out := history(t, append([]string{"--journals", dir}, args...)...)
			assert.NotContains(t, out, "seed")
			all[i] += out
		}
	}
	assert.Equal(t, withoutDates(all[0]), withoutDates(all[1]))
}

// withoutDates cuts out of a history when its plays began, and what follows from that.
func withoutDates(s string) string {
	return regexp.MustCompile(`\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(Z|[+-]\d\d:\d\d)?)?`).ReplaceAllString(s, "")
}

func TestHistoryExports(t *testing.T) {
	dir := keptEvening(t)
	var plays []archive.Play
	require.NoError(t, json.Unmarshal([]byte(history(t, "--journals", dir, "--json")), &plays))
	require.Len(t, plays, 4)
	over := plays[3]
	assert.Equal(t, archive.Finished, over.State)
	require.Len(t, over.Scores, 4)
	assert.NotEmpty(t, over.Rounds)
	assert.Len(t, over.Scores[0].Values, len(over.Columns))
	for _, p := range plays[:3] {
		assert.Empty(t, p.Scores)
		assert.Empty(t, p.Rounds)
	}

	rows, err := csv.NewReader(strings.NewReader(history(t, "--journals", dir, "--csv"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+4*4)
	assert.Equal(t, "player", rows[0][7])

	var file struct {
		Players, Games []struct{ ID int }
		Plays          []struct {
			UUID      string
			GameRefID int
			PlayDate  string
			Scores    []struct {
				PlayerRefID int
				Winner      bool
			} `json:"playerScores"`
		}
	}
	exported := history(t, "--journals", dir, "--bgstats")
	require.NoError(t, json.Unmarshal([]byte(exported), &file))
	assert.Equal(t, exported, history(t, "--journals", dir, "--bgstats"), "the same each time")
	require.Len(t, file.Plays, 1)
	require.Len(t, file.Players, 4)
	require.Len(t, file.Games, 1)
	play := file.Plays[0]
	assert.Equal(t, file.Games[0].ID, play.GameRefID)
	for s, score := range play.Scores {
		assert.Equal(t, file.Players[s].ID, score.PlayerRefID)
		assert.Equal(t, over.Scores[s].Winner, score.Winner)
	}
	assert.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, play.UUID)
	assert.Regexp(t, `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`, play.PlayDate)

	// A link has the fields that the makers of the app describe, and no others.
	links := strings.Fields(history(t, "--journals", dir, "--bgstats-links"))
	require.Len(t, links, 1)
	data, found := strings.CutPrefix(links[0], "https://app.bgstatsapp.com/createPlay.html?data=")
	require.True(t, found)
	assert.NotContains(t, data, "+", "a space is not always read from it")
	data, err = url.PathUnescape(data)
	require.NoError(t, err)
	var link map[string]any
	require.NoError(t, json.Unmarshal([]byte(data), &link))
	assert.ElementsMatch(t, []string{"sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players"}, slices.Collect(maps.Keys(link)))
	assert.Equal(t, play.UUID, link["sourcePlayId"])
	assert.Equal(t, play.PlayDate, link["playDate"])
	assert.Equal(t, map[string]any{"name": "Naro", "sourceGameId": "naro", "highestWins": true, "noPoints": false}, link["game"])
	for s, p := range link["players"].([]any) {
		got := p.(map[string]any)
		assert.Equal(t, over.Scores[s].Name, got["name"])
		assert.InDelta(t, over.Scores[s].Total, got["score"], 0)
		assert.Equal(t, over.Scores[s].Winner, got["winner"])
		assert.Subset(t, []string{"name", "sourcePlayerId", "startPlayer", "rank", "score", "winner"}, slices.Collect(maps.Keys(got)))
	}
}

// Where the journals are, the configuration says.
func TestHistoryOfABox(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	dir := filepath.Join(home, ".local", "state", "consigliere", "journals")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, played(t, dir, "naro", 6, 3).Close())
	assert.Contains(t, history(t, "--config", filepath.Join("..", "..", "config", "box.toml")), "Naro")
}

// An evening goes on after midnight, until six.
func TestTodayEndsInTheMorning(t *testing.T) {
	c := historyCommand{Today: true}
	for _, now := range []time.Time{
		time.Date(2026, 3, 14, 6, 0, 0, 0, time.Local), time.Date(2026, 3, 14, 23, 0, 0, 0, time.Local), time.Date(2026, 3, 15, 5, 59, 0, 0, time.Local),
	} {
		since, err := c.since(now)
		require.NoError(t, err)
		assert.Equal(t, time.Date(2026, 3, 14, 6, 0, 0, 0, time.Local), since, "at %s", now)
	}
}
