package anygame_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	anygameface "consigliere/engine/anygame/face"
	"consigliere/engine/bot"
)

// TestPacks reads the packs of questions that come with the box: each asks a hundred.
func TestPacks(t *testing.T) {
	for _, l := range []string{"en", "fa", "it"} {
		s, wrong := anygame.Read(anygame.Text("quiz-" + l))
		require.Empty(t, wrong)
		asked := map[string]bool{}
		places := map[string]int{}
		for n := 1; n <= 100; n++ {
			text := s.Names[l][fmt.Sprintf("choice.q%d", n)]
			require.NotEmpty(t, text, "%s %d", l, n)
			asked[text] = true
			right := ""
			for _, line := range strings.Split(string(anygame.Text("quiz-"+l)), "\n") {
				if strings.Contains(line, text) {
					right = strings.Trim(strings.SplitN(strings.SplitN(line, "answers: [", 2)[1], ",", 2)[0], `"`)
				}
			}
			for k := 1; k <= 4; k++ {
				word := fmt.Sprintf("choice.q%d_%d", n, k)
				require.NotEmpty(t, s.Names[l][word], word)
				if s.Names[l][word] == right {
					places[word[len(word)-1:]]++
				}
			}
		}
		assert.Len(t, asked, 100)
		for k := 1; k <= 4; k++ { // whoever always takes the same place gains nothing
			assert.InDelta(t, 25, places[fmt.Sprint(k)], 16, "%s: %d", l, k)
		}
	}
}

const pack = `pack: small
title: Small
questions:
  - {ask: "How many?", answers: [9, 10, 100, 2]}
  - {ask: {en: "Who?", it: "Chi?"}, answers: [Zoe, {en: Adam, it: Adamo}]}
`

// TestOwnPack plays a pack of somebody's own: the right answer counts, and a wrong one is not offered twice.
func TestOwnPack(t *testing.T) {
	s, wrong := anygame.Read([]byte(pack))
	require.Empty(t, wrong)
	assert.Equal(t, "2", s.Names["en"]["choice.q1_1"], "numbers stand by their size")
	assert.Equal(t, "100", s.Names["fa"]["choice.q1_4"])
	assert.Equal(t, "Adamo", s.Names["it"]["choice.q2_1"])
	right := map[string]string{"q1": "q1_2", "q2": "q2_2"}
	g := play(t, fmt.Sprintf(`{"script":%s}`, s.JSON()), 2)
	do := func(seat engine.Seat, a engine.Action) []engine.Cue {
		cues, err := g.Play(engine.Move{Seat: seat, Do: a})
		require.NoError(t, err)
		return slices.Clone(cues)
	}
	status := func() anygame.Status { return g.View(engine.Public).Public.(anygame.Status) }
	press := func(seat engine.Seat, at time.Duration) {
		do(seat, buzzAt(t, at, 0))
		if status().Phase == "press" {
			do(engine.Table, anygame.Ready{})
		}
	}
	require.Equal(t, "begin", status().Phase, "nothing runs before somebody is ready")
	do(engine.Table, anygame.Ready{})
	press(0, time.Second)
	asked := status().Results["question"]["card"].(string)
	miss := asked + "_1"
	before := options(g)
	require.Contains(t, before, miss)
	do(0, anygame.Choose{Choice: miss})
	assert.Equal(t, "press", status().Phase)
	press(1, 2*time.Second)
	assert.NotContains(t, options(g), miss)
	do(1, anygame.Choose{Choice: right[asked]})
	assert.Equal(t, []int{-1, 2}, status().Values["points"].(engine.BySeat[int]).Of)
	assert.Equal(t, "pause", status().Phase, "it stays, until somebody goes on or its time is over")
	stays := g.Asks(nil)[0]
	assert.Equal(t, []any{engine.Seat(engine.Table), 10 * time.Second, engine.Action(anygame.Ready{})}, []any{stays.Seat, stays.Limit, stays.Late})
	do(engine.Table, anygame.Ready{})
	assert.Equal(t, 2, status().Round)
	assert.NotEqual(t, asked, status().Results["question"]["card"], "no question twice")
}

// options are the words that can be chosen.
func options(g engine.Game) []string {
	var list []string
	for _, a := range g.Asks(nil) {
		for _, o := range a.Options {
			if c, ok := o.(anygame.Choose); ok {
				list = append(list, c.Choice)
			}
		}
	}
	return list
}

// TestPackMistakes tells where a pack is wrong.
func TestPackMistakes(t *testing.T) {
	for _, c := range []struct{ pack, want string }{
		{"pack: p\nquestions:\n  - {ask: A, answers: [B, C]}", "refuse.script_missing title"},
		{"pack: p\ntitle: P\nquestions:\n  - {ask: A, answers: [B]}", "4 refuse.script_list"},
		{"pack: p\ntitle: P\nquestions:\n  - {ask: A, answers: [B, C]}\n  - {ask: D, answers: [E, F, E]}", "5 refuse.script_twice E"},
		{"pack: p\ntitle: P\nquestions:\n  - {ask: A, answers: [B, C]}\n  - {ask: A, answers: [E, F]}", "5 refuse.script_twice A"},
		{"pack: p\ntitle: P\nquestions:\n  - {ask: A, answer: [B, C]}", "4 refuse.script_key"},
		{"pack: p\ntitle: P\nquestions:\n  - {ask: A, answers: [B, an answer of many more letters than a screen holds]}", "4 refuse.script_long"},
		// What the pack takes from the quiz is told at the pack's own line.
		{"pack: p\ntitle: P\nwords: {miss: Miss}\nvariables: {x: 0}\nquestions:\n  - {ask: A, answers: [B, C]}", "\n1 refuse.script_"},
		{"script: s\ntitle: S\nphases:\n  - {phase: a, choose: {of: answers, by: 0}}", "4 refuse.script_missing to"},
		{"script: s\ntitle: S\nphases:\n  - {phase: a, vote: {of: answers}}", "4 refuse.script_choices"},
	} {
		_, wrong := anygame.Read([]byte(c.pack))
		var got []string
		for _, m := range wrong {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s %s", m.Line, m.Why.Key, strings.Join(m.Why.Things(), " "))))
		}
		assert.Contains(t, "\n"+strings.Join(got, "\n"), c.want, c.pack)
	}
}

// TestTieIsToldAsItWasDecided: nobody is said to be first whom the box has drawn. // ANY-10.2
func TestTieIsToldAsItWasDecided(t *testing.T) {
	for ties, want := range map[string]string{"none": "cue.buzz_tie", "chance": "cue.buzz_chance", "order": "cue.buzz_order"} {
		g := play(t, fmt.Sprintf(`{"play":"buzz","settings":{"ties":%q}}`, ties), 2)
		var last []engine.Cue
		for s, at := range []time.Duration{time.Minute, time.Minute + time.Millisecond} {
			cues, err := g.Play(engine.Move{Seat: engine.Seat(s), Do: buzzAt(t, at, 8*time.Millisecond)})
			require.NoError(t, err)
			last = slices.Clone(cues)
		}
		var keys []string
		for _, c := range last {
			keys = append(keys, c.Text.Key)
		}
		assert.Contains(t, keys, want, ties)
		assert.NotContains(t, keys, "cue.buzz", ties)
	}
}

// TestClosedBuzzersSaySo: nobody is told to press before the buzzers are open.
func TestClosedBuzzersSaySo(t *testing.T) {
	g := play(t, `{"play":"quiz"}`, 3)
	prompt := func() string {
		for _, a := range g.Asks(nil) {
			if a.Seat >= 0 {
				return a.Prompt.Key
			}
		}
		return ""
	}
	assert.Equal(t, "ask.closed", prompt())
	_, err := g.Play(engine.Move{Seat: engine.Table, Do: anygame.Ready{}})
	require.NoError(t, err)
	assert.Equal(t, "ask.buzz", prompt())
}

// TestOwnScore asks whoever gives its own points for them and does not name it again, for its name stands before the question.
func TestOwnScore(t *testing.T) {
	asked := 0
	for _, a := range play(t, `{"play":"points"}`, 3).Asks(nil) {
		if a.Seat != engine.Table && a.Verb == "score" {
			asked++
			assert.Equal(t, "ask.score_own", a.Prompt.Key)
		}
	}
	assert.Equal(t, 3, asked)
}

// TestQuizTellsTheAnswer: where nobody knew, all are told the right answer, and the quiz goes on to its end.
func TestQuizTellsTheAnswer(t *testing.T) {
	title := anygameface.Title()
	h := engine.Header{Game: title.ID, Seats: twelve[:3], Seed: 6, Options: []byte(`{"play":"quiz-en"}`)}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	told := 0
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(_ engine.Move, cues []engine.Cue) {
		for _, c := range cues {
			if n := c.Text.Things(); len(n) == 1 && strings.HasPrefix(n[0], "choice.q") {
				told++
			}
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	phase, why := g.View(engine.Public).Public.(anygame.Status).Stop()
	assert.Empty(t, phase, "it stopped: %v", why)
	assert.Greater(t, told, 2)
}
