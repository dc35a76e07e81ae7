package console_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/command"
)

// A player whose phone is gone holds nobody up: the box answers once, or plays until the player is back, and tells
// everybody.
func TestGone(t *testing.T) {
	t.Parallel()
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	said := func() string { return p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1] }
	desk := func() (awaited, bot bool) {
		s := p.Console.Snapshot().Public("en").Seats[0]
		return s.Awaited, s.Bot
	}
	do := func(c command.Command) error {
		err := p.Console.Do(p.Now, c)
		p.Wait(100 * time.Millisecond)
		return err
	}
	require.NoError(t, do(command.Invite{Served: true, Phones: []string{"Ava"}}))
	assert.Error(t, do(command.Skip{Seat: 0}), "it is here")
	assert.Error(t, do(command.LetBot{Name: "Ava", On: true}), "it is here")
	assert.Error(t, do(command.LetBot{Name: "Nobody", On: true}))

	require.NoError(t, do(command.Invite{Served: true, Phones: []string{"Ava"}, Away: []string{"Ava"}}))
	awaited, _ := desk()
	require.True(t, awaited)
	require.NoError(t, do(command.Skip{Seat: 0}))
	awaited, _ = desk()
	assert.False(t, awaited, "it has been answered for")
	assert.True(t, p.Table.Locked().Has(0))
	assert.Equal(t, "The box answers for Ava, this once.", said())
	assert.ErrorIs(t, do(command.Skip{Seat: 0}), command.ErrTurn, "there is nothing to answer any more")

	require.NoError(t, do(command.LetBot{Name: "Ava", On: true}))
	_, bot := desk()
	assert.True(t, bot)
	assert.Equal(t, "The box plays for Ava now.", said())
	require.NoError(t, do(command.Invite{Served: true, Phones: []string{"Ava"}}))
	require.NoError(t, do(command.LetBot{Name: "Ava", Own: true}))
	_, bot = desk()
	assert.False(t, bot)
	assert.Equal(t, "Ava plays again.", said())
	require.NoError(t, do(command.LetBot{Name: "Ava", On: true, Own: true}), "whoever has to go may say so")
}
