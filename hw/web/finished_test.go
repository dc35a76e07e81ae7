package web

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/web/webtest"
)

// keepGame writes the journal of a game that bots have played, to its end or not.
func keepGame(t *testing.T, folder, game, name string, ends bool) {
	t.Helper()
	title := games.Find(game)
	h := engine.Header{Game: game, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 5}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	var moves []engine.Move
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(5, 6)))
	p.Made = func(m engine.Move, _ []engine.Cue) { moves = append(moves, m) }
	_, err = p.Playout(g)
	require.NoError(t, err)
	if !ends {
		moves = moves[:20]
	}
	j, err := journal.Next(folder)
	require.NoError(t, err)
	b, _, err := table.New(title, h, table.Options{Journal: j, Name: name})
	require.NoError(t, err)
	for i, m := range moves {
		_, err = b.Play(time.Duration(i)*time.Second, m)
		require.NoError(t, err)
	}
	require.Equal(t, ends, b.Over())
	require.NoError(t, b.Close())
}

// TestFinishedGames holds that the panel's page has the games that are over, with how each came out, its record and where it can be
// watched; and that a game can be put away that could be gone on with.
func TestFinishedGames(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	keepGame(t, folder, "naro", "", true)
	keepGame(t, folder, "derpate", "Friday", false)
	s := webtest.Run(t, box.Options{Lang: lang.English, Journals: folder, Site: "https://example.org"})
	url := serve(t, s)
	get := func(path string) (int, string) {
		t.Helper()
		resp, err := http.Get(url + path)
		require.NoError(t, err)
		defer resp.Body.Close()
		got, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(got)
	}
	d := s.Snapshot().Public(lang.English)
	assert.Equal(t, 1, d.Ended)
	require.Len(t, d.Plays, 1)

	var all []desk.Finished
	code, text := get("/finished?lang=fa")
	require.Equal(t, http.StatusOK, code)
	require.NoError(t, json.Unmarshal([]byte(text), &all))
	require.Len(t, all, 1)
	assert.Equal(t, []string{"Ava", "Babak", "Chiara", "Dario"}, all[0].Seats)
	assert.NotEmpty(t, all[0].Begun)
	_, text = get("/finished/" + all[0].ID + "?lang=en")
	var r desk.Result
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	require.NotNil(t, r.Score)
	assert.Len(t, r.Score.Rows, 4)
	assert.True(t, r.Score.Rows[0].Winner)
	assert.Len(t, r.Score.Rows[0].Rounds, 8, "Naro has eight rounds")
	require.NotNil(t, r.Film)
	assert.True(t, strings.HasPrefix(r.Film.Link, "https://example.org/replay/#"))
	_, record := get("/finished/" + all[0].ID + "/record")
	again, err := table.Replay(strings.NewReader(record), games.Find)
	require.NoError(t, err)
	assert.True(t, again.Over())
	for _, path := range []string{"/finished/" + d.Plays[0].ID + "?lang=en", "/finished/nothing?lang=en", "/finished/../journals?lang=en"} {
		code, _ = get(path)
		assert.Equal(t, http.StatusNotFound, code, "%s: a game that is not over tells nothing", path)
	}

	require.NoError(t, s.Do(t.Context(), command.GoOn{Play: d.Plays[0].ID}))
	code, _ = get("/finished?lang=en")
	assert.Equal(t, http.StatusNoContent, code, "while a game is played")
	assert.Error(t, s.Do(t.Context(), command.Discard{Play: d.Plays[0].ID}))
	require.NoError(t, s.Do(t.Context(), command.Stop{}))
	require.Len(t, s.Snapshot().Public(lang.English).Plays, 1)
	require.NoError(t, s.Do(t.Context(), command.Discard{Play: d.Plays[0].ID}))
	d = s.Snapshot().Public(lang.English)
	assert.Empty(t, d.Plays)
	list, err := journal.List(folder, games.Find)
	require.NoError(t, err)
	require.Len(t, list, 2, "nothing was deleted")
	assert.True(t, list[0].Left || list[1].Left)
}

// TestFinishedGamesOnThePage unfolds them, and puts a game away.
func TestFinishedGamesOnThePage(t *testing.T) {
	t.Parallel()
	wide(t)
	folder := t.TempDir()
	keepGame(t, folder, "naro", "", true)
	keepGame(t, folder, "derpate", "Friday", false)
	ctx := chromium(t)
	s := webtest.Run(t, box.Options{Lang: lang.English, Journals: folder, Site: "https://example.org"})
	visit(ctx, t, serve(t, s), 1400, 900, 1, "light", lang.English)
	ask[any](ctx, t, `document.querySelector('#finished').click()`)
	until(ctx, t, "they are listed", `document.querySelector('.finished .play button')`)
	ask[any](ctx, t, `document.querySelector('.finished .play button').click()`)
	until(ctx, t, "it is told how it came out", `document.querySelector('.finished .rounds') && document.querySelector('.finished .made-of') && document.querySelector('#ended-film-open') && document.querySelector('#ended-record')`)
	ask[any](ctx, t, `document.querySelector('.finished .rounds').scrollIntoView({ block: 'center' })`)
	still(ctx, t)
	assert.Empty(t, ask[[]string](ctx, t, notWhole))
	picture(ctx, t, "finished.1400")
	do(ctx, t, chromedp.EmulateViewport(390, 844))
	ask[any](ctx, t, `document.body.classList.contains('unfolded') || document.querySelector('#tab').click()`)
	ask[any](ctx, t, `document.querySelector('.finished .rounds').scrollIntoView({ block: 'center' })`)
	still(ctx, t)
	assert.LessOrEqual(t, ask[int](ctx, t, `document.querySelector('#written').scrollWidth - document.querySelector('#written').clientWidth`), 1, "nothing is wider than the paper")
	picture(ctx, t, "finished.390")
	ask[any](ctx, t, `document.querySelector('#discard-0').click()`)
	until(ctx, t, "it asks once more", `document.querySelector('#discard-yes-0')`)
	ask[any](ctx, t, `document.querySelector('#discard-yes-0').scrollIntoView({ block: 'center' })`)
	picture(ctx, t, "finished.discard")
	ask[any](ctx, t, `document.querySelector('#discard-yes-0').click()`)
	until(ctx, t, "it is off the list", `!document.querySelector('#s-resume li')`)
}
