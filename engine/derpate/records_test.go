package derpate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	derpateface "consigliere/engine/derpate/face"
)

// A line of a record has no argument that the verb or the box does not have; the refusal
// names the rule that says what it must be.
func TestLinesThatAreNotMoves(t *testing.T) {
	play(t, `
		begin 4
		! PATE-6.2 {"seat":"Ava","do":"place","die":"red","box":"raid","member":false}
		! PATE-6.2 {"seat":"Ava","do":"place","die":"red","box":"influence","track":"income"}
		! PATE-9.9 {"seat":"Ava","do":"place","die":"red","box":"takeover","business":"none"}
		! PATE-10.5 {"seat":"Ava","do":"place","die":"red","box":"prosecutor","business":"b1"}
		! PATE-6.2 {"seat":"Ava","do":"place","die":"blue","box":"raid"}
		! PATE-6.2 {"seat":"Ava","do":"place","die":"red"}
		! PATE-10.8 {"seat":"Ava","do":"place","die":"white","box":"banker","track":"reputation"}
		! PATE-12.1 {"seat":"Ava","do":"token","token":"wedding","die":"red"}
		! PATE-12.9 {"seat":"Ava","do":"token","token":"policeman"}
		! PATE-13.3 {"seat":"Ava","do":"favour","favour":"cash","track":"income"}
		! PATE-13.8 {"seat":"Ava","do":"favour","favour":"debt_back","from":"own"}
		! PATE-4.8 {"seat":"Ava","do":"choose"}
		! PATE-4.8 {"seat":"Ava","do":"choose","buy":true,"bail":1}
		! PATE-4.8 {"seat":"Ava","do":"choose","buy":"yes"}
		! PATE-4.8 {"seat":"Ava","do":"choose","holder":"neutral"}
		! PATE-6.10 {"seat":"Ava","do":"done","now":true}
		! PATE-6.2 {"seat":"table","do":"roll","dice":{"black":"3"}}
		! PATE-6.2 {"seat":"table","do":"roll","dice":{"black":0}}
		! PATE-6.2 {"seat":"table","do":"roll","dice":{"blue":1}}
		! PATE-12.7 {"seat":"table","do":"bonus_roll","face":6}
		! PATE-4.7 {"seat":"table","do":"adjust","what":"car","by":1,"player":"Ava"}
		! PATE-4.7 {"seat":"table","do":"adjust","what":"money","player":"neutral","by":1}
		! PATE-4.7 {"seat":"table","do":"adjust","what":"member","player":"Ava","from":"b13","to":"jail"}
		! PATE-6.2 {"seat":"Ava","do":"throw","dice":{}}
		! PATE-4.1 {"seat":"Ava","do":"reveal","card":"tax"}
		! PATE-4.7 {"seat":"table","do":"event_done","card":"tax"}
		! - {"seat":"table","do":"juggle"}`)
}

// What a line may say in more than one way is written in one.
func TestLinesAreReadAs(t *testing.T) {
	mr := engine.NewMoveReader(derpateface.Title().Moves, four)
	for line, want := range map[string]string{
		`{"seat":"Ava","do":"place","die":"red","box":"influence","senator":false}`:            `{"seat":"Ava","do":"place","die":"red","box":"influence"}`,
		`{"seat":"Ava","do":"place","die":"red","box":"prosecutor","use":true}`:                `{"seat":"Ava","do":"place","die":"red","box":"prosecutor"}`,
		`{"seat":"Ava","do":"place","die":"red","box":"visit","member":false}`:                 `{"seat":"Ava","do":"place","die":"red","box":"visit"}`,
		`{"seat":"Ava","do":"choose","holder":"none"}`:                                         `{"seat":"Ava","do":"choose","holder":"none"}`,
		`{"seat":"Ava","do":"choose","business":"none"}`:                                       `{"seat":"Ava","do":"choose","business":"none"}`,
		`{"seat":"table","do":"adjust","what":"debt","player":"Ava","from":"own","to":"bank"}`: `{"seat":"table","do":"adjust","what":"debt","player":"Ava","from":"own","to":"bank"}`,
	} {
		m, err := mr.Read([]byte(line))
		require.NoError(t, err, line)
		assert.Equal(t, want, string(derpateface.Title().Moves.AppendLine(nil, four, m)))
	}
}
