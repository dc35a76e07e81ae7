package film_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/chronicle"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/film"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

func books(t *testing.T) *words.Books {
	t.Helper()
	b, err := words.NewBooks(games.All(), engine.Messages, journal.Messages, table.Messages)
	require.NoError(t, err)
	return b
}

// play returns the record of a random play of a title.
func play(t *testing.T, title *engine.Title, seed uint64) []byte {
	t.Helper()
	h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Seed: seed, Options: []byte(`{"chance":"box"}`)}
	if title.ID == "anygame" {
		h.Options = []byte(`{"play":"prize-cards"}`)
	}
	g, _, err := title.New(h)
	require.NoError(t, err)
	record := append(h.Append(nil), '\n')
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(seed, 1)))
	p.Most = 3000
	p.Made = func(m engine.Move, _ []engine.Cue) { record = append(title.Moves.AppendLine(record, h.Seats, m), '\n') }
	_, err = p.Playout(g)
	require.NoError(t, err)
	return record
}

// TestFilm checks that a film of each title shows every move in each language, ends with the status that replaying
// prints, and tells the whole story, as everybody and as each seat knew it.
func TestFilm(t *testing.T) {
	all := books(t)
	for _, title := range games.All() {
		t.Run(title.ID, func(t *testing.T) {
			record := play(t, title, 7)
			f, err := film.Read(record, games.Find, all)
			require.NoError(t, err)
			again, err := table.Replay(bytes.NewReader(record), games.Find)
			require.NoError(t, err)
			status, err := again.Status(0, 1, 2, 3)
			require.NoError(t, err)
			assert.Equal(t, string(status), string(f.Status()))
			assert.Equal(t, again.Moves(), f.Moves())
			require.True(t, f.Over())
			for _, l := range lang.All() {
				last, err := f.At(f.Moves(), engine.Public, l)
				require.NoError(t, err)
				assert.Equal(t, "over", last.Desk.State)
				if title.Score != nil {
					require.NotNil(t, last.Desk.Score)
					assert.Len(t, last.Desk.Score.Rows, 4)
				}
				for _, who := range []engine.Viewer{engine.Public, 0, 3, chronicle.All} {
					story, err := f.Story(who, l)
					require.NoError(t, err)
					told := 0
					for _, c := range story {
						told += len(c.Lines)
					}
					log, err := chronicle.Log(title, record, who)
					require.NoError(t, err)
					assert.Equal(t, len(log), told)
				}
			}
			board, beats, own := 0, 0, 0
			for n := range f.Moves() {
				m, err := f.At(n, engine.Viewer(n%4), lang.English)
				require.NoError(t, err)
				all, err := f.At(n, engine.Public, lang.English)
				require.NoError(t, err)
				assert.Equal(t, all.Desk.Lines, m.Desk.Lines, "the table is the same for all")
				assert.Nil(t, all.Own)
				require.NotNil(t, m.Own)
				if len(m.Own.Lines) > 0 {
					own++
				}
				board, beats = board+len(m.Desk.Board), beats+len(m.Beats)
				for _, b := range m.Beats {
					require.NotNil(t, b.Reveal)
					require.NotNil(t, b.Stage.Beat)
				}
				assert.Equal(t, n, m.Move)
				assert.Equal(t, "play", m.Desk.State)
				assert.Nil(t, m.Desk.Score, "nobody knows the end before it")
			}
			if title.ID != "anygame" { // which has neither secrets nor pictures in this script
				assert.Positive(t, own, "what a seat knew")
				assert.Positive(t, board, "the table as a picture")
			}
			if title.Picture != nil {
				assert.Positive(t, beats, "what was revealed")
			}
		})
	}
}

// TestSecretsOfAnOpenPlay checks that a play which is not over keeps its secrets: whoever asks for the eyes of a seat
// sees what everybody sees.
func TestSecretsOfAnOpenPlay(t *testing.T) {
	all := books(t)
	record := play(t, games.Find("naro"), 3)
	lines := strings.SplitAfter(string(record), "\n")
	f, err := film.Read([]byte(strings.Join(lines[:12], "")), games.Find, all)
	require.NoError(t, err)
	require.False(t, f.Over())
	for n := range f.Moves() + 1 {
		seen, err := f.At(n, engine.Public, lang.English)
		require.NoError(t, err)
		peeked, err := f.At(n, 1, lang.English)
		require.NoError(t, err)
		assert.Equal(t, seen, peeked)
	}
}

// TestIllegal checks that a record with an illegal move is refused with its line and rule.
func TestIllegal(t *testing.T) {
	record := append(play(t, games.Find("naro"), 3), `{"seat":"Ava","do":"load","card":"bang"}`+"\n"...)
	_, err := film.Read(record, games.Find, books(t))
	var at *engine.LineError
	require.ErrorAs(t, err, &at)
	assert.Equal(t, bytes.Count(record, []byte("\n")), at.Line)
}
