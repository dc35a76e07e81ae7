package derpate_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// Each thing of the game has a lesson from when somebody has it first, and not before.
func TestLessons(t *testing.T) {
	title := derpate.Title()
	for _, c := range []struct {
		lesson string
		lay    string
	}{
		{"tracks", `reputation Ava 1`},
		{"wedding", `reputation Babak 3`},
		{"baptism", `reputation Babak 6`},
		{"birthday", `reputation Babak 9`},
		{"policeman", `influence Babak 3`},
		{"judge", `influence Babak 6`},
		{"senator", `influence Chiara 9`},
		{"debt", `debt Ava from=own to=Babak`},
		{"jail", `member Ava from=reserve to=jail`},
		{"river", `member Ava from=reserve to=river`},
		{"friend", `friends Ava 1`},
		{"favours", `favours Ava 1`},
		{"income", `income Ava 1`},
	} {
		before := title.Lessons(play(t, turn(3, ``)).Game.View(engine.Public))
		assert.NotContains(t, before, c.lesson)
		after := title.Lessons(play(t, turn(3, c.lay)).Game.View(engine.Public))
		assert.Contains(t, after, c.lesson)
	}
	for _, c := range []struct {
		row     int
		dice    string
		lessons []string
	}{
		{3, "black:3,red:1", []string{"row3", "takeover"}},
		{3, "black:puppet,red:1", []string{"row3"}},
		{4, "grey:1", []string{"row4", "consigliere"}},
		{4, "red:1", []string{"row4"}},
		{4, "black:1", []string{"row4", "spy"}},
		{4, "white:1", []string{"row4", "banker"}},
	} {
		all := title.Lessons(play(t, turn(3, ``), row(c.row, c.dice)).Game.View(engine.Public))
		assert.Equal(t, c.lessons, all[slices.Index(all, c.lessons[0]):], c.dice)
	}
}
