package corleone_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/corleone"
	corleoneface "consigliere/engine/corleone/face"
)

// ofKind returns the pieces of a kind.
func ofKind(board engine.Pieces, kind string) (list engine.Pieces) {
	for _, p := range board {
		if p.Kind == kind {
			list = append(list, p)
		}
	}
	return list
}

// onTurf returns whose markers lie in a turf, the lowest first.
func onTurf(board engine.Pieces, turf string) (seats []engine.Seat) {
	for _, p := range ofKind(board, "marker") {
		if p.At == turf {
			seats = append(seats, p.Seat)
		}
	}
	return seats
}

// A stage has the city with who stands where, what lies before each family, and the open cards.
func TestStage(t *testing.T) {
	s := play(t, start(3), "Ava thug navy_pier\nBabak family uws_park\nBabak done")
	board := corleoneface.Title().Draw(s.Game.View(engine.Public)).Board
	assert.Len(t, ofKind(board, "turf"), 7)
	assert.Len(t, ofKind(board, "space"), 16)
	assert.Len(t, ofKind(board, "shop"), 7, "the park has no front")
	assert.Len(t, ofKind(board, "tile"), 1)
	assert.Len(t, ofKind(board, "seat"), 3)
	assert.Len(t, ofKind(board, "job"), 3)
	assert.Len(t, ofKind(board, "ally"), 2)
	places := map[string]bool{"reserve": true, "hudson": true}
	for _, p := range board {
		if p.Kind == "space" {
			places[p.At] = true
			assert.GreaterOrEqual(t, len(p.Is), 2, p.Key)
		}
		if p.Kind == "shop" || p.Kind == "tile" {
			places[p.Key[len("business."):]] = true
		}
	}
	stands := map[string]engine.Seat{}
	for _, p := range append(ofKind(board, "thug"), ofKind(board, "family")...) {
		assert.True(t, places[p.At], "%s stands at %q", p.Kind, p.At)
		if p.At != "reserve" {
			stands[p.At] = p.Seat
		}
	}
	assert.Equal(t, map[string]engine.Seat{"navy_pier": 0, "uws_park": 1}, stands)
	for _, p := range ofKind(board, "seat") {
		assert.Equal(t, p.Seat == 0, slices.Contains(p.Is, "horse"), "the horse head")
		assert.Equal(t, p.Seat == 2, slices.Contains(p.Is, "turn"), "whose turn it is")
	}
	assert.Empty(t, ofKind(board, "total"), "nothing is counted before the end")
}

// While a share is worked off, what has nothing more to give is marked, and nothing else.
func TestStageMarksWhatIsUsedUp(t *testing.T) {
	of := func(n int, moves string) map[string]int {
		out := map[string]int{}
		for _, p := range ofKind(corleoneface.Title().Draw(play(t, start(n), moves).Game.View(engine.Public)).Board, "back") {
			if p.Of > 0 {
				out[p.At] = p.Of
			}
		}
		return out
	}
	used := func(moves string) map[string]int { return of(3, moves) }
	assert.Equal(t, map[string]int{"upper_west_side": 1}, used("Ava thug navy_pier\nBabak family uws_park"), "the money is taken, the bench is left")
	assert.Empty(t, used("Ava thug navy_pier\nBabak family uws_park\nBabak done"))
	assert.Equal(t, map[string]int{"upper_east_side": 1}, of(5, "Ava family ues_mid_park"), "two suitcases are left")
	assert.Equal(t, map[string]int{"upper_east_side": 1, "central_park": 1}, of(5, "Ava family ues_mid_park\nAva use stash note=1"), "one of them is")
}

// While a move is told, a stage shows what has been told of it: a business lies there once it opens, and what a circle gives is used
// up once it is taken.
func TestStageTellsOneThingAfterAnother(t *testing.T) {
	at := func(s *script, shown func(engine.Pieces) string) (list []string) {
		for _, c := range s.Cues {
			if c.Text.Key == "" {
				continue
			}
			board := corleoneface.Title().Draw(s.Game.View(engine.Public)).Board
			if c.Picture > 0 {
				sc := corleoneface.Title().Picture(s.Game.View(engine.Public), int(c.Picture))
				assert.Empty(t, sc.Lines, "it is no picture of its own")
				board = sc.Board
			}
			list = append(list, c.Text.Key+" "+shown(board))
		}
		return list
	}
	used := func(board engine.Pieces) (s string) {
		for _, p := range ofKind(board, "back") {
			if p.Of > 0 {
				s += p.At
			}
		}
		return s
	}
	assert.Equal(t, []string{"cue.member ", "cue.note upper_west_side", "cue.use upper_west_side"}, at(play(t, start(3), "Ava thug navy_pier\nBabak family uws_park"), used))
	tiles := func(board engine.Pieces) string { return strconv.Itoa(len(ofKind(board, "tile"))) }
	assert.Equal(t, []string{"cue.tile 1", "cue.first 1", "cue.act 1", "cue.tile 2", "cue.family 2", "cue.turn 2"}, at(play(t, `begin 4 {"chance":"box"} seed=5`), tiles))
}

// A job that is told has its card, whose cost has left the hand with it, though nobody else has seen it before; what it
// brings comes later.
func TestStageShowsTheJobThatIsDone(t *testing.T) {
	done := func(moves string) (list []string) {
		s := play(t, start(3), moves)
		for _, c := range s.Cues {
			if c.Text.Key != "cue.job" {
				continue
			}
			for _, p := range corleoneface.Title().Picture(s.Game.View(engine.Public), int(c.Picture)).Board {
				if p.At == "done" {
					list = append(list, p.Kind, p.Key, strconv.Itoa(p.Of))
					list = append(list, p.Is...)
				}
			}
		}
		return list
	}
	assert.Empty(t, ofKind(corleoneface.Title().Draw(play(t, start(3), "").Game.View(engine.Public)).Board, "brings"))
	assert.Equal(t, []string{"job", "job.numbers_run", "2", "yellow", "booze", "booze", "brings", "job.numbers_run", "0"}, done("table adjust Ava booze,booze\nAva job public numbers_run pay=[\"booze\",\"booze\"]"))
	assert.Equal(t, []string{"job", "job.loan_book", "2", "yellow", "blood_money", "brings", "job.loan_book", "0", "stash"}, done("table adjust Ava narcotics,job:loan_book\nAva job hand loan_book pay=[\"narcotics\"]"), "the card itself leaves the hand")
}

// All see who is ahead as far as that is public, in words; where suitcases are open, that is who has the most money.
func TestStageTellsWhoLeads(t *testing.T) {
	legend := func(g engine.Game) map[string]string {
		out := map[string]string{}
		for _, p := range ofKind(corleoneface.Title().Draw(g.View(engine.Public)).Board, "legend") {
			out[p.Key] = p.Text.Key
			if p.Text.Key != "" && p.Text.Key != "legend.none" {
				assert.NotEmpty(t, p.Text.Everybody(), "it names somebody")
			}
		}
		return out
	}
	assert.Equal(t, map[string]string{"legend.turfs": "legend.none", "legend.money": "", "legend.force": ""}, legend(play(t, start(3), "").Game), "nobody holds a turf")
	assert.Equal(t, map[string]string{"legend.turfs": "legend.most", "legend.money": "", "legend.force": ""}, legend(play(t, start(3), act1).Game))
	assert.Equal(t, "legend.rich", legend(play(t, start(3, `"open_suitcases":true`), "table adjust of=Babak gain=[5] stash=[5]").Game)["legend.money"])
	assert.Contains(t, legend(play(t, start(5), "").Game), "legend.hand", "with many there is no room for words before each")
}

// While a turf war is told, a stage shows of each turf what has been told: a marker falls when its turf is called.
func TestStageTellsTheWarTurfByTurf(t *testing.T) {
	s := play(t, start(3), act1)
	at := map[int]engine.Scene{}
	for _, c := range s.Cues {
		if c.Picture >= 1 && c.Picture <= 7 {
			at[int(c.Picture)] = corleoneface.Title().Picture(s.Game.View(engine.Public), int(c.Picture))
		}
	}
	require.NotEmpty(t, at)
	final := corleoneface.Title().Draw(s.Game.View(engine.Public)).Board
	won := 0
	for n, turf := range corleone.TurfWords[1:] {
		for told := 1; told <= 7; told++ {
			p, ok := at[told]
			if !ok {
				continue
			}
			fought := ofKind(p.Board, "war")
			require.Len(t, fought, 1)
			assert.Equal(t, corleone.TurfWords[told], fought[0].At)
			assert.Equal(t, "phase.turf_war", p.Board[0].Key)
			if told >= n+1 {
				assert.Equal(t, onTurf(final, turf), onTurf(p.Board, turf), "%s at %d", turf, told)
			} else {
				assert.Empty(t, onTurf(p.Board, turf), "%s at %d", turf, told)
			}
		}
		won += len(onTurf(final, turf))
	}
	assert.Positive(t, won, "somebody has won something")
}
