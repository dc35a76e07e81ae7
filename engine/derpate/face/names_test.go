package face_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/derpate/face"
)

var seats = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

// house returns the catalogue of the house as JSON.
func house(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../house.json")
	require.NoError(t, err)
	return string(data)
}

// The words of a catalogue come with it; where it has none, its identifiers do.
func TestNames(t *testing.T) {
	h := func(catalogue string) engine.Header {
		return engine.Header{Game: "derpate", Seats: seats, Options: []byte(`{"catalogue":` + catalogue + `}`), Seed: 1}
	}
	assert.Nil(t, face.Title().Names(h(`"house"`)))
	assert.Nil(t, face.Title().Names(engine.Header{Game: "derpate", Seats: seats}))
	names := face.Title().Names(h(strings.Replace(house(t), `{"en": "Tax audit", "it": "Controllo fiscale", `, `{"en": "A \"{{big}}\" tax", `, 1)))
	assert.Len(t, names, 3)
	assert.Equal(t, `A "{{big}}" tax`, names["en"]["card.tax_audit"])
	assert.Equal(t, `A "{{big}}" tax`, names["it"]["card.tax_audit"], "its English name")
	assert.Equal(t, "منهتن پایین ۵", names["fa"]["business.b1"])

	// Where a district has a number twice, the car space tells which business it is.
	twice := face.Title().Names(h(strings.Replace(house(t), `"space": 2, "district": "lower_manhattan", "number": 1`, `"space": 2, "district": "lower_manhattan", "number": 5`, 1)))
	assert.Equal(t, "Lower Manhattan 5, space 1", twice["en"]["business.b1"])
	assert.Equal(t, "Lower Manhattan 5, casella 2", twice["it"]["from.b2"])
	assert.Equal(t, "منهتن پایین ۵، خانه‌ی ۲", twice["fa"]["to.b2"])
	assert.Equal(t, "Lower Manhattan 2", twice["en"]["business.b3"])
}
