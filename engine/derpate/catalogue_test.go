package derpate

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
		{"nothing", `null`, "$", "catalogue_whole"},
		{"a key that none may replace", `{"dice":7}`, "$.dice", "data_unknown"},
		{"three districts", `{"districts":[]}`, "$.districts", "data_list_of"},
		{"a district twice", change(`"id": "east_side", "src"`, `"id": "little_italy", "src"`), "$.districts[3].id", "data_twice"},
		{"a business in two districts", change(`["b4", "b5", "b6"]`, `["b3", "b5", "b6"]`), "$.districts[1].businesses[0]", "data_twice"},
		{"a business listed elsewhere", change(`"space": 4, "district": "greenwich_soho"`, `"space": 4, "district": "east_side"`), "$.businesses[3].district", "catalogue_district"},
		{"a space twice", change(`"space": 4,`, `"space": 5,`), "$.businesses[4].space", "data_twice"},
		{"a space too far", change(`"space": 4,`, `"space": 13,`), "$.businesses[3].space", "data_number"},
		{"a business twice", change(`"id": "b4", "space"`, `"id": "b5", "space"`), "$.businesses[4].id", "data_twice"},
		{"a number that no die shows", change(`"space": 4, "district": "greenwich_soho", "number": 3`, `"space": 4, "district": "greenwich_soho", "number": 6`), "$.businesses[3].number", "data_number"},
		{"takings twice", change(`{"number": 4, "id": "loans"`, `{"number": 5, "id": "loans"`), "$.takings[4].number", "data_twice"},
		{"a step on Income", change(`"step": "influence"`, `"step": "income"`), "$.takings[0].step", "data_word"},
		{"no step at all", change(`, "step": "influence"`, ``), "$.takings[0]", "data_missing"},
		{"a track without an end", change(`"reputation": {"end": 12, `, `"reputation": {`), "$.tracks.reputation", "data_missing"},
		{"a token past the end", change(`"senator": 9`, `"senator": 13`), "$.tracks.influence.tokens.senator", "data_number"},
		{"income that falls", change(`[0, 1000, 2000, 3000, 4000]`, `[0, 2000, 1000]`), "$.tracks.income.values[2]", "data_number"},
		{"income that begins above 0", change(`[0, 1000, 2000, 3000, 4000]`, `[1, 2, 3]`), "$.tracks.income.values[0]", "data_number"},
		{"income without a box", change(`[0, 1000, 2000, 3000, 4000]`, `[]`), "$.tracks.income.values", "data_list"},
		{"a favour twice", change(`["member_back", "debt_back"`, `["cash", "debt_back"`), "$.tracks.favours.boxes[3]", "data_twice"},
		{"a person twice", change(`"grey": "consigliere"`, `"grey": "spy"`), "$.row4.grey", "data_twice"},
		{"nine events", `{"events":[]}`, "$.events", "data_list_of"},
		{"an event twice", change(`"id": "stakeout"`, `"id": "open_season"`), "$.events[6].id", "data_twice"},
		{"an unknown op", change(`"op": "tax"`, `"op": "party"`), "$.events[8].op", "data_word"},
		{"a blue event", change(`"id": "stakeout", "colour": "red"`, `"id": "stakeout", "colour": "blue"`), "$.events[6].colour", "data_word"},
		{"a car too fast", change(`"id": "stakeout", "colour": "red", "src": "house", "car": 2`, `"id": "stakeout", "colour": "red", "src": "house", "car": 6`), "$.events[6].car", "data_number"},
		{"a price that is missing", change(`"op": "buy_back_debt", "price": 1000`, `"op": "buy_back_debt"`), "$.events[9]", "data_missing"},
		{"a price that is not wanted", change(`"op": "raid_car_district"`, `"op": "raid_car_district", "price": 1`), "$.events[6].price", "data_unknown"},
		{"a tax at each turn", change(`"car": 4, "when": "now", "op": "tax"`, `"car": 4, "when": "turn_start", "op": "tax"`), "$.events[8].when", "catalogue_when"},
		{"a name that is not text", change(`{"en": "Tax audit"`, `{"en": 7`), "$.events[8].name.en", "data_text"},
		{"a word that is nearly right", change(`"op": "tax"`, `"op": "taxe"`), "$.events[8].op", "data_near"},
		{"a key that is nearly right", strings.Replace(house, `"row4"`, `"row5"`, 1), "$.row5", "data_near"},
		{"a name in another language", change(`{"en": "Tax audit"`, `{"de": "Steuer", "en": "Tax audit"`), "$.events[8].name.de", "data_unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wrong := checkCatalogue([]byte(c.json))
			require.NotEmpty(t, wrong)
			assert.Equal(t, c.path, wrong[0].Path)
			assert.Equal(t, "refuse."+c.key, wrong[0].Why.Key)
			// The header is refused by the rule, if it is an object at all.
			_, _, err := Title().Begin(engine.Header{Game: "derpate", Seats: table4, Options: []byte(`{"catalogue":` + c.json + `}`), Seed: 1})
			var r *engine.Refusal
			require.ErrorAs(t, err, &r)
			assert.Equal(t, "PATE-1.9", r.Rule)
		})
	}
	// All mistakes are told, not only the first.
	assert.Len(t, checkCatalogue([]byte(`{"dice":7,"takings":[],"row4":{"grey":"spy"}}`)), 5)
}

func FuzzCatalogue(f *testing.F) {
	f.Add(string(houseJSON))
	f.Add(`{"events":[{}],"tracks":{"reputation":{"tokens":[]},"income":{"values":7}}}`)
	f.Fuzz(func(t *testing.T, data string) {
		if len(checkCatalogue([]byte(data))) > 0 || !json.Valid([]byte(data)) {
			return
		}
		h := engine.Header{Game: "derpate", Seats: table4, Options: []byte(`{"catalogue":` + data + `}`), Seed: 1}
		if Title().Check(h) == nil {
			_, _, err := Title().New(h)
			assert.NoError(t, err)
		}
	})
}
