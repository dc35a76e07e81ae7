package face_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/corleone/face"
)

var seats = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

// house returns the catalogue of the house as JSON.
func house(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../house.json")
	require.NoError(t, err)
	return string(data)
}

// The words of the board and the cards come with the catalogue; where it has none, its
// identifiers do.
func TestNames(t *testing.T) {
	h := func(catalogue string) engine.Header {
		return engine.Header{Game: "corleone", Seats: seats, Options: []byte(`{"catalogue":` + catalogue + `}`), Seed: 1}
	}
	printed := face.Title().Names(h(`"house"`))
	assert.Equal(t, "Scuderia", printed["it"]["business.stables"])
	assert.Equal(t, "کوئینز، میدتاون", printed["fa"]["space.mid_que"])
	own := face.Title().Names(h(strings.Replace(house(t), `"name": {"en": "Coroner", "fa": "پزشک قانونی", "it": "Medico legale"}`, `"name": {"en": "Dr. {{x}}"}`, 1)))
	assert.Equal(t, "Dr. {{x}}", own["it"]["ally.coroner"], "its English name")
}
