package corleone

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/document"
)

var table4 = engine.Roster{"Ava", "Babak", "Chiara", "Dario"}

// What the engine plays with is what the ledger says, and what owners are given to change.
func TestHouse(t *testing.T) {
	ledger, err := document.YAML([]byte(houseYAML()))
	require.NoError(t, err)
	asJSON := ledger.AppendJSON(nil)
	assert.JSONEq(t, string(houseJSON), string(asJSON))
	assert.Empty(t, checkCatalogue(asJSON))
	for _, k := range catalogueKeys {
		assert.Contains(t, houseYAML(), "\n"+k+":")
	}
}

func TestMistakes(t *testing.T) {
	house := string(houseJSON)
	change := func(old, new string) string {
		require.Equal(t, 1, strings.Count(house, old), old)
		return strings.Replace(house, old, new, 1)
	}
	for _, c := range []struct{ name, json, path, key string }{
		{"no object", `[]`, "$", "catalogue_whole"},
		{"a key that none may replace", `{"turfs":7}`, "$.turfs", "data_unknown"},
		{"no printed business", `{"printed":[]}`, "$.printed", "data_list_of"},
		{"two in a turf", change(`"id": "navy_pier", "at": "brooklyn"`, `"id": "navy_pier", "at": "wall_street"`), "$.printed[1].at", "data_twice"},
		{"a turf that is not one", change(`"at": "brooklyn"`, `"at": "bronx"`), "$.printed[1].at", "data_word"},
		{"a turf without a front", change(`"front": ["booze", "booze"]`, `"front": null`), "$.printed[1].front", "catalogue_front"},
		{"a business twice", change(`"id": "gunsmith"`, `"id": "navy_pier"`), "$.tiles[0].id", "data_twice"},
		{"an identifier with a comma", change(`"id": "gunsmith"`, `"id": "gun,smith"`), "$.tiles[0].id", "catalogue_id"},
		{"nine blue tiles", change(`"id": "casino", "colour": "red"`, `"id": "casino", "colour": "blue"`), "$.tiles", "catalogue_split"},
		{"an unknown ability", change(`"front": ["swap_3"]`, `"front": ["swap_9"]`), "$.tiles[10].front[0]", "data_near"},
		{"a circle that touches one area", change(`"touches": ["queens", "midtown"]`, `"touches": ["queens"]`), "$.spaces[1].touches", "data_list"},
		{"an area twice", change(`"touches": ["queens", "midtown"]`, `"touches": ["queens", "queens"]`), "$.spaces[1].touches[1]", "data_twice"},
		{"a red tile in Act I", change(`"act": 1, "hand_limit": 5, "tile": "blue"`, `"act": 1, "hand_limit": 5, "tile": "red"`), "$.acts[0].tile", "catalogue_split"},
		{"a limit that is no number", change(`"hand_limit": 5`, `"hand_limit": "five"`), "$.acts[0].hand_limit", "data_number"},
		{"too many notes", `{"notes":{"1":100,"2":21,"3":0,"5":0}}`, "$.notes", "catalogue_total"},
		{"too many goods", `{"goods":{"gun":30,"booze":3,"blood_money":0,"narcotics":0}}`, "$.goods", "catalogue_total"},
		{"a swap of four cards", `{"swaps":{"swap_1":{"discard":4,"take":[5]},"swap_2":{"discard":2,"take":[5]},"swap_3":{"discard":3,"take":[5]}}}`, "$.swaps.swap_1.discard", "data_number"},
		{"43 jobs", change(`"id": "river_trip", "copies": 2`, `"id": "river_trip", "copies": 1`), "$.jobs", "catalogue_total"},
		{"a job twice", change(`"id": "river_trip"`, `"id": "car_trouble"`), "$.jobs[21].id", "data_twice"},
		{"a note of 4", change(`"pays": [3, 2]`, `"pays": [4, 2]`), "$.jobs[1].pays[0]", "catalogue_id"},
		{"seven allies of an act", change(`"id": "coroner", "act": 2`, `"id": "coroner", "act": 1`), "$.allies[9].act", "catalogue_total"},
		{"a name that is no text", change(`{"en": "Coroner"`, `{"en": 7`), "$.allies[9].name.en", "data_text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wrong := checkCatalogue([]byte(c.json))
			require.NotEmpty(t, wrong)
			assert.Equal(t, c.path, wrong[0].Path)
			assert.Equal(t, "refuse."+c.key, wrong[0].Why.Key)
			_, _, err := Title().Begin(engine.Header{Game: "corleone", Seats: table4, Options: []byte(`{"catalogue":` + c.json + `}`), Seed: 1})
			var r *engine.Refusal
			require.ErrorAs(t, err, &r)
		})
	}
}

func FuzzCatalogue(f *testing.F) {
	f.Add(string(houseJSON))
	f.Add(`{"jobs":[{}],"spaces":[{"touches":[]}],"notes":7,"acts":[[]]}`)
	f.Fuzz(func(t *testing.T, data string) {
		if len(checkCatalogue([]byte(data))) > 0 || !json.Valid([]byte(data)) {
			return
		}
		h := engine.Header{Game: "corleone", Seats: table4, Options: []byte(`{"catalogue":` + data + `}`), Seed: 1}
		if Title().Check(h) == nil {
			_, _, err := Title().New(h)
			assert.NoError(t, err)
		}
	})
}
