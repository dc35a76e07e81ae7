package console_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
)

// offeredOutOfTurn plays Der Pate against bots until Ava has won a token in a bot's turn, which she may
// use at once, and all is told.
func offeredOutOfTurn(t *testing.T) *consoletest.Player {
	t.Helper()
	const first = 22 // with it she wins one in the second round
	for seed := uint64(first); seed < first+20; seed++ {
		p := inMenu(t)
		require.NoError(t, p.Console.Do(p.Now, command.Start{Header: engine.Header{Game: "derpate", Seats: names[:1], Seed: seed}, Bots: 3}))
		for !p.Table.Over() {
			for !p.Console.Quiet() {
				p.Wait(50 * time.Millisecond)
			}
			asks := p.Table.Asks()
			for i := range asks {
				if asks[i].Seat == 0 && asks[i].Optional && asks[i].Limit > 0 {
					return p
				}
			}
			if len(asks) > 0 && asks[0].Seat == 0 && !asks[0].Optional {
				require.NoError(t, p.Console.Do(p.Now, command.Type{Line: firstAnswer(t, p, &asks[0])}))
			} else {
				p.Wait(50 * time.Millisecond)
			}
		}
	}
	require.Fail(t, "no token is won out of turn")
	return nil
}

// What is won in somebody else's turn can be used at once: the light pulses, the main screen lists it,
// and no bot moves until it was used, or left for later, or its time is over.
func TestBotsWaitForWhatPasses(t *testing.T) {
	hold := func(p *consoletest.Player, b hw.Button) {
		p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: b, Down: true})
		p.Wait(2 * time.Second)
		p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: b})
		p.Wait(50 * time.Millisecond)
	}
	for _, c := range []struct {
		name string
		do   func(t *testing.T, p *consoletest.Player)
		used bool
	}{
		{"used", func(_ *testing.T, p *consoletest.Player) {
			for n := 0; len(p.Table.Asks()) > 1 && n < 4; n++ { // Birthday asks for the track
				tapAt(p, 0, hw.A)
				tapAt(p, 0, hw.OK)
			}
		}, true},
		{"later", func(_ *testing.T, p *consoletest.Player) { hold(p, hw.B) }, false},
		{"later-on-a-phone", func(t *testing.T, p *consoletest.Player) {
			assert.True(t, p.SeatDesk(0, "en").Passing)
			require.NoError(t, p.Console.Do(p.Now, command.TakeBack{Seat: 0}))
		}, false},
		{"time", func(_ *testing.T, p *consoletest.Player) { p.Wait(11 * time.Second) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := offeredOutOfTurn(t)
			n := p.Table.Moves()
			p.Wait(200 * time.Millisecond)
			assert.Contains(t, p.Box.Main.Words(), "Ava, use a token?")
			assert.Contains(t, p.Box.Main.Words(), "hold B: later")
			p.Wait(5 * time.Second)
			require.Equal(t, n, p.Table.Moves(), "the bots wait")
			desk := p.Console.Snapshot().Public("en")
			assert.True(t, desk.Seats[0].Awaited)
			assert.Equal(t, "Ava", desk.Ask.Seat)
			assert.Contains(t, fmt.Sprint(p.Box.Speaker.Said), "Ava, use a token?")
			c.do(t, p)
			assert.Equal(t, c.used, p.Table.Moves() > n && p.Table.Move(n).Seat == 0)
			assert.False(t, p.SeatDesk(0, "en").Passing)
			p.Wait(30 * time.Second)
			assert.Greater(t, p.Table.Moves(), n+1, "the bots go on")
		})
	}
}

// A play that stands still offers again what was offered, with all its time.
func TestWhatPassesIsOfferedAgain(t *testing.T) {
	p := offeredOutOfTurn(t)
	n := p.Table.Moves()
	p.Wait(10 * time.Second)
	require.NoError(t, p.Console.Do(p.Now, command.Pause{On: true}))
	p.Wait(time.Minute)
	require.NoError(t, p.Console.Do(p.Now, command.Pause{}))
	p.Wait(10 * time.Second)
	assert.Equal(t, n, p.Table.Moves())
	p.Wait(30 * time.Second)
	assert.Greater(t, p.Table.Moves(), n)
}

// B held where nothing else can be done says so.
func TestNothingElseCanBeDone(t *testing.T) {
	p := withBots(t, "derpate", 1)
	for p.Table.Asks()[0].Seat != 0 || !p.Console.Quiet() {
		p.Wait(50 * time.Millisecond)
	}
	p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: hw.B, Down: true})
	p.Wait(2 * time.Second)
	p.Console.Press(hw.Press{At: p.Now, Pod: 0, Button: hw.B})
	p.Wait(100 * time.Millisecond)
	assert.Contains(t, p.Box.Main.Words(), "No other moves now")
	tapAt(p, 0, hw.A)
	assert.NotContains(t, p.Box.Main.Words(), "No other moves now")
}

// An offer ends at its time, too, where whoever it was made to has gone home. The box must not step at that time for ever.
func TestOfferToWhoeverHasGone(t *testing.T) {
	p := offeredOutOfTurn(t)
	p.Wait(200 * time.Millisecond)
	n := p.Table.Moves()
	require.NoError(t, p.Console.Do(p.Now, command.Attend{Here: []engine.Seat{1, 2, 3}}))
	done := make(chan struct{})
	go func() {
		p.Wait(15 * time.Second)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		require.Fail(t, "the box steps for ever")
	}
	assert.Greater(t, p.Table.Moves(), n, "the bots go on")
}
