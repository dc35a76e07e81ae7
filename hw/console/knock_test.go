package console_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// knockAt lets a phone knock for Ava, who plays at pod 0. What it returns says what was said to it so far.
func knockAt(t *testing.T, p *consoletest.Player, id int) func() []string {
	t.Helper()
	require.NoError(t, p.Console.Do(p.Now, command.Invite{Served: true, Knocks: []command.Knock{{ID: id, Name: "Ava"}}}))
	return forwarded(p)
}

// forwarded returns what says which commands about phones the console has handed on so far.
func forwarded(p *consoletest.Player) func() []string {
	said := []string{}
	return func() []string {
		for _, c := range p.Console.Forwarded() {
			switch c := c.(type) {
			case command.LetIn:
				said = append(said, fmt.Sprint("let ", c.ID, " ", c.Yes))
			case command.PutOut:
				said = append(said, "out "+c.Name)
			}
		}
		return said
	}
}

// A press that comes while nobody has seen who knocks is for the game, and lets nobody in.
func TestKnockBeforeAPress(t *testing.T) {
	for _, early := range []time.Duration{0, 30, 100, 200, 900} {
		t.Run(fmt.Sprint(int(early)), func(t *testing.T) {
			for _, private := range []bool{true, false} {
				p := naroTable(t, 4, `{"chance":"box"}`, private)
				p.Press(0, a)
				p.Wait(time.Second)
				said := knockAt(t, p, 7)
				p.Wait(early * time.Millisecond)
				p.Press(0, ok)
				assert.Empty(t, said())
				assert.True(t, p.Table.Locked().Has(0), "it was for the choice")
			}
			p := naroTable(t, 4, `{"chance":"box"}`, true)
			p.Press(0, a)
			p.Wait(time.Second)
			said := knockAt(t, p, 7)
			p.Wait(early * time.Millisecond)
			p.Hold(0, ok)
			assert.Empty(t, said(), "however long it is")
		})
	}
}

// A player who has seen the question for a second holds OK to say yes, or presses B to say no; nothing else
// answers it, and none of it is taken for a choice in the game.
func TestKnockThatWasSeen(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	p.Press(0, a)
	said := knockAt(t, p, 7)
	p.Wait(1200 * time.Millisecond)
	p.Press(0, a, ok, ok)
	assert.Empty(t, said())
	assert.Zero(t, p.Table.Locked(), "nor is it for the game")
	p.Hold(0, ok)
	assert.Equal(t, []string{"let 7 true"}, said())
	assert.Zero(t, p.Table.Locked())
	p.Press(0, hw.B)
	assert.Equal(t, []string{"let 7 true", "let 7 false"}, said())

	// The next one has to be seen anew.
	said = knockAt(t, p, 8)
	p.Wait(500 * time.Millisecond)
	p.Hold(0, ok)
	assert.Empty(t, said())

	// One that is gone is not let in, and OK that was held for it is for nothing else.
	q := naroTable(t, 4, `{"chance":"box"}`, true)
	q.Press(0, a)
	said = knockAt(t, q, 9)
	q.Wait(1200 * time.Millisecond)
	q.Console.Press(hw.Press{At: q.Now, Pod: 0, Button: ok, Down: true})
	require.NoError(t, q.Console.Do(q.Now, command.Invite{Served: true}))
	q.Wait(time.Second)
	q.Console.Press(hw.Press{At: q.Now, Pod: 0, Button: ok})
	assert.Empty(t, said())
	assert.Zero(t, q.Table.Locked())
}

// Where no screen shows the question it is never asked, however long it waits.
func TestKnockWithoutScreen(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, false)
	p.Press(0, a)
	said := knockAt(t, p, 7)
	p.Wait(6 * time.Second)
	p.Press(0, ok)
	assert.Empty(t, said())
	assert.True(t, p.Table.Locked().Has(0))
	p.Hold(0, ok)
	p.Press(0, hw.B)
	assert.Empty(t, said())
}
