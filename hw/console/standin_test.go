package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// A press that was for something else agrees to no undo that came just before it, nor does a short one later; nor a tap
// on a phone.
func TestUndoBeforeAPress(t *testing.T) {
	for _, c := range []struct {
		button hw.Button
		begun  bool
	}{{ok, true}, {b, true}, {ok, false}, {b, false}} {
		p := naroTable(t, 4, `{"chance":"box"}`, true)
		for s := range hw.Pod(4) {
			p.Press(s, a, ok)
		}
		for s := range hw.Pod(4) {
			p.Press(s, a, ok)
		}
		p.Wait(8 * time.Second)
		chooses := -1
		for s := range hw.Pod(4) {
			if p.Table.Asks()[0].May(engine.Seat(s)) {
				chooses = int(s)
			}
		}
		require.GreaterOrEqual(t, chooses, 0)
		if c.begun {
			p.Press(hw.Pod(chooses), a)
		}
		require.NoError(t, p.Console.Do(p.Now, command.Undo{}))
		needs := p.Console.Snapshot().Public("en").Undo.Needs
		require.Contains(t, needs, names[chooses])
		p.Wait(30 * time.Millisecond)
		p.Press(hw.Pod(chooses), c.button)
		assert.ErrorIs(t, p.Console.Do(p.Now, command.Consent{Seat: engine.Seat(chooses)}), command.ErrEarly)
		d := p.Console.Snapshot().Public("en")
		require.NotNil(t, d.Undo)
		assert.Equal(t, needs, d.Undo.Needs)
		p.Wait(time.Second)
		p.Press(hw.Pod(chooses), ok)
		assert.Contains(t, p.Console.Snapshot().Public("en").Undo.Needs, names[chooses], "it has to be held")
		p.Hold(hw.Pod(chooses), ok)
		assert.NotContains(t, p.Console.Snapshot().Public("en").Undo.Needs, names[chooses])
	}
}

// The panel plays for a seat that has a phone only where somebody asks for it while the phone is away.
// Everybody is told, and so is the phone when it is back, which ends it.
func TestStandIn(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	tell := func(phones, away []string) {
		require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Phones: phones, Away: away}))
		p.Wait(100 * time.Millisecond)
	}
	phone := func() string { return p.Console.Snapshot().Public("en").Seats[0].Phone }
	assert.Empty(t, phone())
	assert.Error(t, p.Console.Do(p.Now, command.StandIn{Seat: 0, On: true}), "it has no phone")
	assert.NotNil(t, p.Console.Snapshot().Sight(0, "en").Desk)

	tell([]string{"Ava"}, nil)
	assert.Equal(t, "here", phone())
	assert.Error(t, p.Console.Do(p.Now, command.StandIn{Seat: 0, On: true}))
	assert.Contains(t, p.Console.Snapshot().Public("it").Error, "Ava gioca con un telefono")
	sight := p.Console.Snapshot().Sight(0, "en")
	assert.True(t, sight.Phone)
	assert.Nil(t, sight.Desk, "nothing of it is for the page")
	assert.NotNil(t, p.Console.Snapshot().Sight(1, "en").Desk, "the others have none")

	tell([]string{"Ava"}, []string{"Ava"})
	assert.Equal(t, "away", phone())
	assert.True(t, p.Console.OfPhone(command.Press{Pod: 0, Down: true}), "it sleeps, and has the seat")
	require.NoError(t, p.Console.Do(p.Now, command.StandIn{Seat: 0, On: true}))
	assert.Equal(t, "panel", phone())
	assert.Equal(t, "The panel plays for Ava until the phone is back.", p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1])
	assert.False(t, p.Console.OfPhone(command.Press{Pod: 0, Down: true}))
	assert.NotNil(t, p.Console.Snapshot().Sight(0, "en").Desk)
	p.Wait(7 * time.Second) // the refusal is put away
	assert.Contains(t, p.Box.Main.Words(), "Panel: Ava")

	// Back: it ends, and the phone is told until its player does something.
	tell([]string{"Ava"}, nil)
	assert.True(t, p.Console.OfPhone(command.Press{Pod: 0, Down: true}))
	assert.Equal(t, "The panel no longer plays for Ava.", p.Box.Speaker.Said[len(p.Box.Speaker.Said)-1])
	assert.Contains(t, p.SeatDesk(0, "en").Note, "While your phone was away")
	tell([]string{"Ava"}, []string{"Ava"})
	assert.True(t, p.Console.OfPhone(command.Press{Pod: 0, Down: true}), "and it has to be asked for anew")

	// The next play begins without.
	require.NoError(t, p.Console.Do(p.Now, command.StandIn{Seat: 0, On: true}))
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.False(t, p.Console.OfPhone(command.Press{Pod: 0, Down: true}), "nobody plays")
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`)}}))
	assert.True(t, p.Console.OfPhone(command.Press{Pod: 0, Down: true}))
}

// What the buttons of the panel do for a seat that has a phone is asked for like that, too.
func TestStandInAtThePanel(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	stand := func() {
		p.Hold(hw.Panel, ok)
		p.Wait(100 * time.Millisecond)
		for i := 0; !strings.Contains(p.Box.Main.Words(), ">Stand in"); i++ {
			require.Less(t, i, 20)
			p.Press(hw.Panel, a)
			p.Wait(100 * time.Millisecond)
		}
		p.Press(hw.Panel, ok)
		p.Wait(100 * time.Millisecond)
		p.Press(hw.Panel, ok) // Ava
		p.Wait(100 * time.Millisecond)
	}
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Phones: []string{"Ava"}}))
	stand()
	p.Press(hw.Panel, a, ok)
	assert.Zero(t, p.Table.Locked(), "the phone is here")
	assert.Contains(t, p.Console.Snapshot().Public("en").Error, "Ava is playing on a phone")
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Phones: []string{"Ava"}, Away: []string{"Ava"}}))
	p.Wait(10 * time.Second)
	stand()
	p.Press(hw.Panel, a, ok)
	assert.True(t, p.Table.Locked().Has(0))
}

// A sight of a private screen is one for one question of one game.
func TestSight(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	of := func() desk.SightOf { return p.Console.Snapshot().Sight(0, "en").Of }
	first := of()
	p.Press(1, a, ok)
	p.Press(0, a)
	p.Wait(5 * time.Second)
	assert.Equal(t, first, of(), "the question still stands")
	p.Press(0, ok)
	answered := of()
	assert.NotEqual(t, first, answered)
	p.Hold(0, b)
	assert.NotEqual(t, answered, of(), "taken back, it is another")
	before := of()
	require.NoError(t, p.Console.Do(p.Now, command.Leave{}))
	assert.NotEqual(t, before, of())
	require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "naro", Seats: names[:4], Options: []byte(`{"chance":"box"}`)}}))
	assert.NotEqual(t, before, of())
}

// A peek on the main screen ends with what it was opened for, though OK is still held.
func TestPeekEndsWithItsAsk(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, false)
	p.Console.Press(hw.Press{At: p.Now, Pod: ava, Button: ok, Down: true})
	p.Wait(3 * time.Second)
	require.Contains(t, p.Box.Main.Words(), "A  Click!")
	require.NoError(t, p.Console.Do(p.Now, command.Type{Line: []byte(`{"seat":"Ava","do":"load","card":"click"}`)}))
	p.Press(1, a, ok)
	p.Press(2, a, ok)
	p.Press(3, a, ok)
	for range 100 {
		p.Wait(200 * time.Millisecond)
		for _, secret := range []string{"A  ", "Only Ava may look", ">"} {
			require.NotContains(t, p.Box.Main.Words(), secret)
		}
	}
}

// A pod that a seat with a phone shares with one that has none serves that one.
func TestSharedWithAPhone(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	require.NoError(t, p.Console.Do(p.Now, command.Sit{Seat: 1, Pod: 0}))
	assert.Equal(t, engine.Seat(0), p.Console.Snapshot().Sight(0, "en").Of.Seat)
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Phones: []string{"Ava"}}))
	assert.Equal(t, engine.Seat(1), p.Console.Snapshot().Sight(0, "en").Of.Seat)
}
