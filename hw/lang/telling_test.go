package lang_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

func TestTelling(t *testing.T) {
	b, err := lang.NewBook(engine.Messages, games.Find("derpate").Messages)
	require.NoError(t, err)
	r := engine.Roster{"Ava", "Babak"}
	place := engine.Say("log.place").Seat(0).Thing("die.black").Thing("box.spy")
	dice := engine.Telling{engine.Say("log.roll"), engine.Say("die.black"), engine.Say("die.red")}
	assert.Empty(t, b.Telling(lang.English, r, nil))
	assert.Equal(t, "Ava places Black: Spy", b.Telling(lang.English, r, engine.Telling{place}))
	assert.Equal(t, "Ava places Black: Spy, With the Senator", b.Telling(lang.English, r, engine.Telling{place, engine.Say("senator.true")}))
	assert.Equal(t, "The dice: Black, Red", b.Telling(lang.English, r, dice))
	assert.Equal(t, "تاس‌ها: سیاه، قرمز", b.Telling(lang.Persian, r, dice))
}
