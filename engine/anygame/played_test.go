package anygame_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/bot"
)

// playedHeader returns the header of a play of a script in testdata/played.
func playedHeader(t testing.TB, name string, seats int, seed uint64) engine.Header {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "played", name+".yaml"))
	require.NoError(t, err)
	script, wrong := anygame.Read(text)
	require.Empty(t, wrong)
	return engine.Header{Game: "anygame", Seats: twelve[:seats], Seed: seed, Options: fmt.Appendf(nil, `{"script":%s}`, script.JSON())}
}

// TestGamesThatPeoplePlay plays scripts beside games that are sold: what the format must be able to say. They
// do not come with the box, for their rules belong to others. (Liar's dice does: it is nobody's.)
func TestGamesThatPeoplePlay(t *testing.T) {
	files, err := filepath.Glob("testdata/played/*.yaml")
	require.NoError(t, err)
	require.Len(t, files, 7)
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".yaml")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			script, wrong := anygame.Read(text)
			require.Empty(t, wrong)
			assert.Empty(t, script.Warnings)
			title := anygameface.Title()
			for seed := range uint64(40) {
				rng := rand.New(rand.NewPCG(seed, 9))
				h := playedHeader(t, name, script.MinSeats+rng.IntN(script.MaxSeats-script.MinSeats+1), seed)
				g, _, err := title.Begin(h)
				require.NoError(t, err)
				_, err = bot.New(title, h.Seats, rng).Playout(g)
				require.NoError(t, err)
				s := g.View(engine.Public).Public.(anygame.Status)
				_, why := s.Stop()
				require.Empty(t, why.Key, "seed %d: %v", seed, why)
				if money, ok := s.Values["coins"].(engine.BySeat[int]); ok && name == "for-sale" {
					assert.GreaterOrEqual(t, slices.Min(money.Of), 0, "seed %d", seed)
				}
				if money, ok := s.Values["money"].(engine.BySeat[int]); ok {
					assert.GreaterOrEqual(t, slices.Min(money.Of), 0, "seed %d", seed)
				}
			}
		})
	}
}

// playLines plays lines of a record, and returns the game.
func playLines(t *testing.T, h engine.Header, lines ...string) engine.Game {
	t.Helper()
	title := anygameface.Title()
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	reader := engine.NewMoveReader(title.Moves, h.Seats)
	for _, l := range lines {
		m, err := reader.Read([]byte(l))
		require.NoError(t, err, l)
		_, err = g.Play(m)
		require.NoError(t, err, l)
	}
	return g
}

func scriptHeader(t *testing.T, seats int, script string) engine.Header {
	t.Helper()
	s, wrong := anygame.Read([]byte(script))
	require.Empty(t, wrong)
	return engine.Header{Game: "anygame", Seats: twelve[:seats], Seed: 3, Options: fmt.Appendf(nil, `{"script":%s}`, s.JSON())}
}

// ANY-4.6
func TestAuctionKeepsWhatWasBid(t *testing.T) {
	h := scriptHeader(t, 4, `
script: a
title: A
variables: {coins: {each: 10}, had: {each: 0}, came: {each: 0}, lots: 3}
phases:
  - phase: lot
    auction: {purse: coins, most: lots + 2}
    set: {had: "lot.bid[seat]", came: "lot.place[seat]"}
  - phase: stop
    ready: {by: table}
`)
	g := playLines(t, h,
		`{"seat":"Ava","do":"raise","to":1}`, `{"seat":"Babak","do":"raise","to":0}`, `{"seat":"Chiara","do":"raise","to":2}`,
		`{"seat":"Dario","do":"raise","to":3}`, `{"seat":"Ava","do":"raise","to":0}`, `{"seat":"Chiara","do":"raise","to":5}`,
	)
	s := g.View(engine.Public).Public.(anygame.Status)
	assert.Equal(t, []int{1, 0, 5, 3}, s.Values["had"].(engine.BySeat[int]).Of)
	assert.Equal(t, []int{3, 4, 1, 2}, s.Values["came"].(engine.BySeat[int]).Of, "Dario could not bid more than 5 and was left last")
	assert.Equal(t, []int{10, 10, 5, 10}, s.Values["coins"].(engine.BySeat[int]).Of)
	assert.Equal(t, map[string]any{"winner": "Chiara", "price": 5}, s.Results["lot"], "a status has what it always had")
}

// ANY-7.3
func TestDiceOfOnesOwn(t *testing.T) {
	const script = `
script: a
title: A
note: "There are {sum(left)} dice."
variables: {left: {each: 3}, sums: {each: 0}}
phases:
  - phase: take
    set: {left: "seat == 0 ? 0 : seat == 1 ? 3 : 5"}
  - phase: throw
    who: "left[seat] > 0"
    dice: {count: left, shows: own}
  - phase: tell
    look: "{throw.d1[seat]}, {throw.d2[seat]}, {throw.d3[seat]}"
  - phase: show
    reveal: {sums: "throw.sum[seat]"}
    ready: {by: table}
  - phase: again
    ready: {by: table}
`
	g := playLines(t, scriptHeader(t, 3, script))
	own := func(s engine.Viewer) []int { return g.View(s).Private.(anygame.PrivateStatus).Dice }
	assert.Empty(t, own(0))
	assert.Len(t, own(1), 3)
	assert.Len(t, own(2), 5)
	told := g.View(1).Private.(anygame.PrivateStatus).ToldText
	assert.Equal(t, own(1), told.Numbers(), "three dice in one look")
	public := g.View(engine.Public).Public.(anygame.Status)
	assert.NotContains(t, public.Results, "throw", "what was thrown is a secret")
	assert.Equal(t, []int{8}, public.Notes[0].Text.Numbers(), "the note stays")
	sum := 0
	for _, n := range own(2) {
		sum += n
	}
	for _, l := range []string{`{"seat":"Ava","do":"look"}`, `{"seat":"Babak","do":"look"}`, `{"seat":"Chiara","do":"look"}`, `{"seat":"table","do":"ready"}`} {
		m, err := engine.NewMoveReader(anygameface.Title().Moves, twelve[:3]).Read([]byte(l))
		require.NoError(t, err)
		_, err = g.Play(m)
		require.NoError(t, err)
	}
	assert.Equal(t, sum, g.View(engine.Public).Public.(anygame.Status).Values["sums"].(engine.BySeat[int]).Of[2])

	_, wrong := anygame.Read([]byte(strings.Replace(script, `ready: {by: table}
  - phase: again`, `ready: {by: table}
    then: "{throw.sum[0]}"
  - phase: again`, 1)))
	require.Len(t, wrong, 1)
	assert.Equal(t, "refuse.script_leak", wrong[0].Why.Key)
	_, wrong = anygame.Read([]byte(strings.Replace(script, "shows: own}", "shows: own, by: table}", 1)))
	require.NotEmpty(t, wrong)
	assert.Equal(t, "refuse.script_own_dice", wrong[0].Why.Key)
}
