package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
)

// TestSettingsOfATool holds that the settings of a tool are options of the command line by their own names, such as the question of a vote,
// which is cleaned as names are.
func TestSettingsOfATool(t *testing.T) {
	header := func(option map[string]string) (string, error) {
		h, err := (&playCommand{Seats: 3, Option: option}).header(games.Find("anygame"), map[string]json.RawMessage{})
		return string(h.Options), err
	}
	got, err := header(map[string]string{"play": "vote", "question": " Pizza  or pasta?\u202e", "ties": "again"})
	require.NoError(t, err)
	assert.JSONEq(t, `{"play":"vote","settings":{"question":"Pizza or pasta?","ties":"again"}}`, got)
	_, err = header(map[string]string{"play": "dice", "question": "Pizza?"})
	require.ErrorContains(t, err, `no option "question"`)
	_, err = header(map[string]string{"play": "vote", "ties": "never"})
	require.ErrorContains(t, err, `"never" is not one of`)
}
