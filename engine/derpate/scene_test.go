package derpate_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
)

// What lies open on the cardboard is on the screen that all see (PATE-1.7): tokens, Friends, debt
// tokens, members in jail, in the river and in the reserve, Income and Favours.
func TestTheBoardIsShown(t *testing.T) {
	s := play(t, turn(3, `friends Ava 2; income Babak 2; favours Ava 1; reputation Chiara 3; reputation Babak 6; debt Babak from=own to=Ava; debt Chiara from=own to=bank; `+
		`member Ava from=reserve to=jail; member Chiara from=reserve to=river`))
	shown := map[string][]engine.Text{}
	for _, g := range derpateface.Title().Draw(s.Game.View(engine.Public)).Groups {
		for _, l := range g.Lines {
			x := l.Text
			if l.Seat >= 0 && len(x.Seats()) == 0 {
				x = x.Seat(l.Seat)
			}
			shown[g.Heading.Key] = append(shown[g.Heading.Key], x)
		}
	}
	count := func(seat engine.Seat, n int) engine.Text { return engine.Say("scene.count").Number(n).Seat(seat) }
	members := func(seat engine.Seat, reserve, jail, river int) engine.Text {
		return engine.Say("scene.members_of").Number(reserve).Number(jail).Number(river).Seat(seat)
	}
	for key, want := range map[string][]engine.Text{
		"scene.friends": {count(0, 2)},
		"scene.incomes": {engine.Say("scene.money").Number(2000).Seat(1)},
		"scene.favours": {count(0, 1)},
		"scene.tokens":  {engine.Say("scene.two").Thing("token.wedding").Thing("token.baptism").Seat(1), engine.Say("token.wedding").Seat(2)},
		"scene.debts":   {engine.Say("scene.owes").Seat(1).Seat(0).Number(1), engine.Say("scene.owes_bank").Number(1).Seat(2)},
		"scene.members": {members(0, 3, 1, 0), members(1, 4, 0, 0), members(2, 3, 0, 1)},
	} {
		assert.Equal(t, want, shown[key], key)
	}
}

// The map has the businesses along the way of the car, each beside the next, with the players there and
// what the car protects; in their midst are the members elsewhere.
func TestMap(t *testing.T) {
	s := play(t, turn(3, `member Ava from=reserve to=jail; member Chiara from=reserve to=river`))
	v := s.Game.View(engine.Public)
	areas := derpateface.Title().Draw(v).Areas
	require.Len(t, areas, 15)
	places := map[[2]int]bool{}
	for i, a := range areas {
		at := [2]int{a.Row, a.Col}
		assert.False(t, places[at], "two on %v", at)
		places[at] = true
		if i < 12 {
			next := areas[(i+1)%12]
			assert.Equal(t, 1, max(a.Row-next.Row, next.Row-a.Row)+max(a.Col-next.Col, next.Col-a.Col), "%d", i)
		}
	}
	status := v.Public.(derpate.Status)
	cars, safe := 0, 0
	for i, a := range areas[:12] {
		switch owner := status.Owners[fmt.Sprintf("b%d", i+1)]; {
		case owner == nil:
			assert.Equal(t, engine.Say("area.empty"), a.Lines[0].Text)
		case *owner == "neutral":
			assert.Equal(t, engine.Say("area.neutral"), a.Lines[0].Text)
		default:
			assert.Equal(t, *owner, four[a.Seat])
			assert.Equal(t, a.Seat, a.Lines[0].Seat)
		}
		if slices.Contains(a.Lines[0].Icons, engine.IconSafe) {
			safe++
		}
		if len(a.Lines) > 1 {
			assert.Equal(t, *status.Car, i+1)
			cars++
		}
	}
	assert.Equal(t, 1, cars)
	assert.Equal(t, 3, safe, "one district")
	count := func(seat engine.Seat, n int) engine.Line {
		return engine.Line{Seat: seat, Text: engine.Say("scene.count").Number(n), Strong: true}
	}
	assert.Equal(t, []engine.Line{count(0, 1)}, areas[12].Lines)
	assert.Equal(t, []engine.Line{count(2, 1)}, areas[13].Lines)
	assert.Equal(t, []engine.Line{count(0, 3), count(1, 4), count(2, 3)}, areas[14].Lines)
	assert.Len(t, derpateface.Title().Draw(play(t, "begin 2 {}").Game.View(engine.Public)).Areas, 15, "districts are chosen on it")
}

// Players who look ahead see what the colours do in the rows to come and where the tokens lie; what matters
// most in a row comes first.
func TestWhatIsToComeIsShown(t *testing.T) {
	token := func(track, token string, at int) engine.Text {
		return engine.Say("scene.token_at").Thing("track." + track).Thing("token." + token).Number(at)
	}
	box := func(colour, box string) engine.Text {
		return engine.Say("scene.box").Thing("die." + colour).Thing("box." + box)
	}
	for _, c := range []struct {
		row   int
		dice  string
		first string // heading
		rows  []int  // to come
	}{
		{1, "black:1,white:1,grey:1,red:1", "district.lower_manhattan", []int{2, 3, 4}},
		{2, "white:1,grey:1,red:1", "scene.players", []int{3, 4}},
		{3, "grey:1,red:1", "district.lower_manhattan", []int{4}},
		{4, "grey:1", "district.lower_manhattan", nil},
	} {
		s := play(t, turn(3, ``), row(c.row, c.dice))
		groups := derpateface.Title().Draw(s.Game.View(engine.Public)).Groups
		assert.Equal(t, c.first, groups[0].Heading.Key, "row %d", c.row)
		var rows []int
		texts := map[string][]engine.Text{}
		for _, g := range groups {
			key := g.Heading.Key
			if key == "scene.row" {
				rows = append(rows, g.Heading.Numbers()[0])
				key = fmt.Sprint("row", g.Heading.Numbers()[0])
			}
			for _, l := range g.Lines {
				texts[key] = append(texts[key], l.Text)
			}
		}
		assert.Equal(t, c.rows, rows, "row %d", c.row)
		assert.Equal(t, []engine.Text{
			token("reputation", "wedding", 3), token("reputation", "baptism", 6), token("reputation", "birthday", 9),
			token("influence", "policeman", 3), token("influence", "judge", 6), token("influence", "senator", 9),
		}, texts["scene.tokens_at"])
		if c.row < 4 {
			assert.Equal(t, []engine.Text{box("black", "spy"), box("white", "banker"), box("grey", "consigliere"), box("red", "prosecutor")}, texts["row4"])
		}
	}
}

// A display that shows one page after the other leaves out what matters little in the row; the paper has it.
func TestPagesOfARow(t *testing.T) {
	for n, want := range map[int][2]int{1: {7, 5}, 2: {6, 6}, 3: {8, 3}, 4: {8, 3}} {
		dice := []string{"black:1,white:2,grey:3,red:4", "black:1,white:2,grey:3", "black:1,white:2", "black:1"}
		s := play(t, turn(3, ``), row(n, dice[n-1]))
		var shown, aside int
		for _, g := range derpateface.Title().Draw(s.Game.View(engine.Public)).Groups {
			if g.Aside {
				aside++
			} else {
				shown++
			}
		}
		assert.Equal(t, want, [2]int{shown, aside}, n)
	}
}
