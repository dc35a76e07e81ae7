package naro_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/naro"
)

// TestRulesOfBadArguments reads lines whose arguments are missing, unknown or of a wrong form,
// each where its verb is waited for.
func TestRulesOfBadArguments(t *testing.T) {
	loot := func(s *script) {}
	load := func(s *script) { s.up(usual) }
	aim := func(s *script) { load(s); s.all("bccc") }
	share := func(s *script) { load(s); s.fight("cccc", "1230", "sddd") }
	hustle := func(s *script) { load(s); s.Do("Ava hustle Babak") }
	trade := func(s *script) { load(s); s.fight("cccc", "1230", "sddd"); s.Do("Ava take cash_5000 +swap") }
	for _, c := range []struct {
		name   string
		powers []string
		upTo   func(*script)
		rule   string
		line   string
	}{
		{"no cards", nil, loot, "NARO-3.2", `{"seat":"table","do":"loot"}`},
		{"an empty list", nil, loot, "NARO-3.2", `{"seat":"table","do":"loot","cards":[]}`},
		{"one card", nil, loot, "NARO-3.2", `{"seat":"table","do":"loot","cards":["clip"]}`},
		{"nine cards", nil, loot, "NARO-3.2", `{"seat":"table","do":"loot","cards":["clip","clip","clip","painting","painting","painting","painting","painting","painting"]}`},
		{"an unknown card first", nil, loot, "NARO-3.3", `{"seat":"table","do":"loot","cards":["gold","clip","clip","painting","painting","painting","painting","painting"]}`},
		{"an unknown card last", nil, loot, "NARO-3.3", `{"seat":"table","do":"loot","cards":["clip","clip","painting","painting","painting","painting","painting","gold"]}`},
		{"the token among the cards", nil, loot, "NARO-3.3", `{"seat":"table","do":"loot","cards":["new_boss","clip","clip","painting","painting","painting","painting","painting"]}`},
		{"one word for a list", nil, loot, "NARO-3.3", `{"seat":"table","do":"loot","cards":"clip"}`},
		{"no bullet", nil, load, "NARO-4.1", `{"seat":"Ava","do":"load","card":"none"}`},
		{"a number for a bullet", nil, load, "NARO-4.1", `{"seat":"Ava","do":"load","card":1}`},
		{"an argument too many", nil, load, "NARO-4.1", `{"seat":"Ava","do":"load","card":"click","second":"bang"}`},
		{"a target called table", nil, aim, "NARO-5.2", `{"seat":"Ava","do":"aim","at":"table"}`},
		{"no target named", nil, aim, "NARO-5.2", `{"seat":"Ava","do":"aim"}`},
		{"nothing taken", nil, share, "NARO-9.4", `{"seat":"Ava","do":"take"}`},
		{"an empty word", nil, share, "NARO-9.4", `{"seat":"Ava","do":"take","card":""}`},
		{"an unknown second thing", nil, share, "NARO-9.4", `{"seat":"Ava","do":"take","card":"clip","second":"gold"}`},
		{"a trade that is not true or false", nil, share, "NARO-20.2", `{"seat":"Ava","do":"take","card":"clip","swap":"yes"}`},
		{"an unknown card drawn", powers("gambler"), hustle, "NARO-20.2", `{"seat":"table","do":"draw","card":"gold"}`},
		{"no bullet drawn", powers("gambler"), hustle, "NARO-19.1", `{"seat":"table","do":"draw","card":"none"}`},
		{"loot drawn for a bullet", powers("gambler"), hustle, "NARO-19.1", `{"seat":"table","do":"draw","card":"clip"}`},
		{"a bullet drawn for loot", powers("broker"), trade, "NARO-20.2", `{"seat":"table","do":"draw","card":"bang"}`},
		{"nothing drawn", powers("broker"), trade, "NARO-20.2", `{"seat":"table","do":"draw","card":"none"}`},
		{"the token drawn", powers("broker"), trade, "NARO-20.2", `{"seat":"table","do":"draw","card":"new_boss"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t, 4, `{}`, c.powers...)
			c.upTo(s)
			s.No(c.rule, c.line)
		})
	}
}

// TestUnknownActions plays what no record can hold.
func TestUnknownActions(t *testing.T) {
	s := begin(t, 4, `{}`)
	for _, do := range []engine.Action{nil, "load", struct{}{}} {
		_, err := s.Game.Play(engine.Move{Seat: 0, Do: do})
		var no *engine.Refusal
		assert.ErrorAs(t, err, &no, "%v", do)
	}
	s.up(usual)
	s.all("cccc")
	s.all("1---")
	_, err := s.Game.Play(engine.Move{Seat: 0, Do: naro.Courage{Choice: naro.Duck + 1}})
	var no *engine.Refusal
	require.ErrorAs(t, err, &no)
	assert.Equal(t, "NARO-7.1", no.Rule)
}
