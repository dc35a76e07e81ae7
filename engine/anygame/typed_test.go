package anygame_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anyface "consigliere/engine/anygame/face"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// TestVoteOnAQuestion holds that what is voted on can be typed: it is asked as it was typed, whatever stands in it, cleaned as names are,
// and whoever types too much is told.
func TestVoteOnAQuestion(t *testing.T) {
	title := anyface.Title()
	books, err := words.NewBooks([]*engine.Title{title}, engine.Messages)
	require.NoError(t, err)
	begin := func(play, question string) (string, error) {
		options, err := json.Marshal(map[string]any{"play": play, "settings": map[string]any{"question": question}})
		require.NoError(t, err)
		h := engine.Header{Game: "anygame", Seats: []string{"Ava", "Babak", "Chiara"}, Options: options, Seed: 1}
		g, cues, err := title.Begin(h)
		if err != nil {
			return "", err
		}
		book := books.Play(title, h)
		prompt := book.Text(lang.English, g.Asks(nil)[0].Prompt)
		var told []string
		for _, c := range cues {
			told = append(told, book.Text(lang.English, c.Text))
		}
		if engine.NormalName(question) != "" {
			assert.Contains(t, told, prompt, "it is called")
			for range h.Seats {
				a := g.Asks(nil)[0]
				_, err = g.Play(engine.Move{Seat: a.Seat, Do: a.Options[0]})
				require.NoError(t, err)
			}
			shown := g.View(engine.Public).Public.(anygame.Status).Shown.Lines
			require.NotEmpty(t, shown)
			assert.Equal(t, prompt, book.Text(lang.English, shown[0].Text), "what was found out says to what")
		}
		return prompt, nil
	}
	for _, play := range []string{"vote", "ballot"} {
		for typed, want := range map[string]string{
			"Pizza or pasta?":               "Pizza or pasta?",
			"  Pizza\u202e or\n\tpasta? ":   "Pizza or pasta?",
			"{votes} or {{.who}} or \\n %d": "{votes} or {{.who}} or \\n %d",
			"پیتزا یا پاستا؟":               "\u2068پیتزا یا پاستا؟\u2069",
		} {
			got, err := begin(play, typed)
			require.NoError(t, err, typed)
			assert.Equal(t, want, got)
		}
		usual, err := begin(play, " ")
		require.NoError(t, err)
		assert.NotEmpty(t, usual)
		_, err = begin(play, strings.Repeat("a", engine.LongText+1))
		var no *engine.Refusal
		require.ErrorAs(t, err, &no)
		assert.Equal(t, "refuse.script_long", no.Why.Key)
	}
}

// TestStories holds that a team can type what it estimates, one after the other, and that what it has not typed is counted.
func TestStories(t *testing.T) {
	h := engine.Header{Game: "anygame", Seats: []string{"Ava", "Babak"}, Options: []byte(`{"play":"planning-poker","settings":{"stories":"Sign {in}; ; ورود؛ %d {{.who}}"}}`)}
	title := anyface.Title()
	books, err := words.NewBooks([]*engine.Title{title}, engine.Messages)
	require.NoError(t, err)
	_, cues, err := title.Begin(h)
	require.NoError(t, err)
	book := books.Play(title, h)
	assert.Equal(t, "Sign {in}: say what it is. Then choose in secret: how large is it?", book.Text(lang.English, cues[0].Text))
	for key, want := range map[string]string{"choice.s2": "\u2068ورود\u2069", "choice.s3": "%d {{.who}}", "choice.s4": "Story 4"} {
		assert.Equal(t, want, book.Text(lang.English, engine.Say("show.thing").Thing(key)))
	}
	h.Options = []byte(`{"play":"planning-poker","settings":{"stories":["no text"]}}`)
	_, _, err = title.Begin(h)
	require.Error(t, err)
}
