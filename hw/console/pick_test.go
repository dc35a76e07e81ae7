package console_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
)

// A page that shows a private screen takes its choices whole; the public desk has none of them.
func TestPickASecret(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	d := p.Console.Snapshot().Sight(1, "it").Desk
	require.NotNil(t, d)
	assert.Equal(t, "Babak", d.Ask.Seat)
	assert.Equal(t, []string{"Clic!", "Bang!"}, labelsOf(d.Ask))
	assert.True(t, d.Ask.Pick)
	for _, c := range d.Ask.Choices {
		assert.NotEmpty(t, c.Help)
	}
	require.Len(t, d.Own, 1)
	assert.Equal(t, "Clic! 5, Bang! 3", d.Own[0].Lines[0].Text)
	public, err := json.Marshal(p.Console.Snapshot().Public("it"))
	require.NoError(t, err)

	refused := func(c command.Pick) {
		t.Helper()
		assert.ErrorIs(t, p.Console.Do(p.Now, c), command.ErrTurn)
		assert.Zero(t, p.Table.Locked())
	}
	turn := d.Ask.Turn
	refused(command.Pick{Seat: 1, Choice: 1})                 // of no turn
	refused(command.Pick{Seat: 1, Choice: 1, Turn: turn + 1}) // of another
	refused(command.Pick{Seat: 1, Choice: 2, Turn: turn})     // there is no such choice
	refused(command.Pick{Seat: 1, Choice: -1, Turn: turn})
	refused(command.Pick{Seat: -1, Choice: 1, Turn: turn})
	refused(command.Pick{Seat: 9, Choice: 1, Turn: turn})
	again, err := json.Marshal(p.Console.Snapshot().Public("it"))
	require.NoError(t, err)
	assert.Equal(t, string(public), string(again), "a pick that came late is told to nobody")

	require.NoError(t, p.Console.Do(p.Now, command.Pick{Seat: 1, Choice: 1, Turn: turn}))
	assert.True(t, p.Table.Locked().Has(1))
	assert.Nil(t, p.Console.Snapshot().Sight(1, "it").Desk, "nothing is asked any more")
	refusedNow := p.Console.Do(p.Now, command.Pick{Seat: 1, Choice: 0, Turn: turn})
	assert.ErrorIs(t, refusedNow, command.ErrTurn, "a second tap")
	require.NoError(t, p.Console.Do(p.Now, command.Pause{On: true}))
	assert.Nil(t, p.Console.Snapshot().Sight(0, "en").Desk)
	assert.ErrorIs(t, p.Console.Do(p.Now, command.Pick{Seat: 0, Choice: 0, Turn: turn}), command.ErrTurn)
}

// An open question is answered step by step, with what the desk lists at each.
// TestPickWhileOthersLock picks what was shown before somebody else has locked something.
func TestPickWhileOthersLock(t *testing.T) {
	p := naroTable(t, 4, `{"chance":"box"}`, true)
	turn := p.Console.Snapshot().Sight(1, "en").Desk.Ask.Turn
	other := p.Console.Snapshot().Sight(2, "en").Desk.Ask.Turn
	require.NoError(t, p.Console.Do(p.Now, command.Pick{Seat: 2, Choice: 0, Turn: other}))
	require.NoError(t, p.Console.Do(p.Now, command.Pick{Seat: 1, Choice: 1, Turn: turn}), "it is the same list")
	assert.Equal(t, 2, p.Table.Locked().Len())
	assert.ErrorIs(t, p.Console.Do(p.Now, command.Pick{Seat: 1, Choice: 1, Turn: turn}), command.ErrTurn, "once")
}

func TestPickStepByStep(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 5}, true)
	steps := 0
	for range 400 {
		for !p.Console.Quiet() {
			p.Wait(100 * time.Millisecond)
		}
		a := p.Console.Snapshot().Public("fa").Ask
		if a == nil {
			p.Wait(time.Second)
			continue
		}
		if !a.Pick {
			break
		}
		moves := p.Table.Moves()
		seat, _ := p.Table.Roster().Seat(a.Seat)
		c := moves % len(a.Choices)
		require.NoError(t, p.Console.Do(p.Now, command.Pick{Seat: seat, Choice: c, Turn: a.Turn}))
		if p.Table.Moves() == moves {
			steps++
		}
	}
	assert.Greater(t, p.Table.Moves(), 30)
	assert.Greater(t, steps, 5, "answers of several steps")
	assert.Nil(t, p.Console.Snapshot().Sight(hw.Pod(7), "en").Desk, "nobody sits there")
}

// Bribes are paid and cards given up by picks alone, as much as by buttons.
func TestPickWhatAddsUp(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "corleone", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	r := rand.New(rand.NewPCG(1, 9))
	added := map[string]int{}
	for range 1500 {
		for !p.Console.Quiet() {
			p.Wait(time.Second)
		}
		d := p.Console.Snapshot().Sight(hw.Pod(r.IntN(2)), "fa").Desk
		if d == nil {
			p.Press(hw.Panel, hw.OK) // what is asked of the table
			continue
		}
		require.True(t, d.Ask.Pick, d.Ask.Verb)
		seat, _ := p.Table.Roster().Seat(d.Ask.Seat)
		i := r.IntN(len(d.Ask.Choices))
		locked, moves := p.Table.Locked(), p.Table.Moves()
		require.NoError(t, p.Console.Do(p.Now, command.Pick{Seat: seat, Choice: i, Turn: d.Ask.Turn}), d.Ask.Verb)
		if d.Ask.Adds && (p.Table.Locked() != locked || p.Table.Moves() != moves) {
			added[d.Ask.Verb]++
		}
		if added["bid"] > 1 && added["tribute"] > 1 {
			return
		}
	}
	t.Error("answered by picks:", added)
}

// A step back leads where the desk says: to the step before, to what else can be done, or past an offer.
func TestStepBack(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 5}, true)
	led := map[string]int{}
	r := rand.New(rand.NewPCG(1, 9))
	for range 1500 {
		for !p.Console.Quiet() {
			p.Wait(100 * time.Millisecond)
		}
		a := p.Console.Snapshot().Public("en").Ask
		if a == nil {
			p.Wait(time.Second)
			continue
		}
		if !a.Pick {
			break
		}
		seat, _ := p.Table.Roster().Seat(a.Seat)
		if moves := p.Table.Moves(); r.IntN(3) == 0 {
			err := p.Console.Do(p.Now, command.StepBack{Seat: seat})
			require.Equal(t, moves, p.Table.Moves(), "nothing is answered by it")
			next := p.Console.Snapshot().Public("en").Ask
			switch a.Back {
			case "":
				require.ErrorIs(t, err, command.ErrTurn)
			case "step":
				require.NoError(t, err)
				require.NotEqual(t, labelsOf(a), labelsOf(next))
			case "others":
				require.NoError(t, err)
				require.Equal(t, "What will you do?", next.Question)
				require.Len(t, next.Choices, len(a.Others)+1)
			default:
				require.NoError(t, err)
				require.NotEqual(t, "later", next.Back)
			}
			led[a.Back]++
			continue
		}
		c := r.IntN(len(a.Choices))
		require.NoError(t, p.Console.Do(p.Now, command.Pick{Seat: seat, Choice: c, Turn: a.Turn}))
	}
	assert.Positive(t, led["step"])
	assert.Positive(t, led["others"])
	assert.Positive(t, led[""])
}

func labelsOf(a *desk.Ask) []string {
	var list []string
	for _, c := range a.Choices {
		list = append(list, c.Label)
	}
	return list
}

// A page takes two steps in one: a place on the board with what it is for, or one of few answers that are listed whole. Whatever is made
// so is what the steps would make one after the other.
func TestPickTwoStepsAtOnce(t *testing.T) {
	taken := map[string]int{}
	for _, game := range []string{"corleone", "derpate"} {
		p := begin(t, games.All(), engine.Header{Game: game, Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 5}, true)
		r := rand.New(rand.NewPCG(2, 9))
		for range 400 {
			for n := 0; !p.Console.Quiet() && n < 400; n++ {
				p.Wait(100 * time.Millisecond)
			}
			if p.Table.Over() {
				break
			}
			var a *desk.Ask
			var pod hw.Pod
			for pod = range hw.Pod(3) {
				if d := p.Console.Snapshot().Sight(pod, "en").Desk; d != nil {
					a = d.Ask
					break
				}
			}
			if a == nil {
				p.Press(hw.Panel, hw.OK)
				continue
			}
			seat, _ := p.Table.Roster().Seat(a.Seat)
			i := r.IntN(len(a.Choices))
			c := command.Pick{Seat: seat, Choice: i, Turn: a.Turn}
			then := a.Choices[i].Then
			if ways := a.Choices[i].Ways; len(ways) > 0 && r.IntN(2) == 0 {
				far, way := len(ways), r.IntN(len(ways))
				c.Way = &far
				require.ErrorIs(t, p.Console.Do(p.Now, c), command.ErrTurn, "there is no such way")
				moves := p.Table.Moves()
				c.Way = &way
				require.NoError(t, p.Console.Do(p.Now, c))
				assert.Greater(t, p.Table.Moves(), moves, "%s: it was the whole answer", a.Verb)
				taken[game+" few"]++
				listed := 0
				for _, c := range a.Choices {
					listed += max(1, len(c.Ways))
				}
				assert.LessOrEqual(t, listed, 12, "what is listed whole is not much")
				continue
			}
			if len(then) == 0 {
				require.NoError(t, p.Console.Do(p.Now, c))
				continue
			}
			k := then[r.IntN(len(then))]
			far := 1000
			c.Then = &far
			require.ErrorIs(t, p.Console.Do(p.Now, c), command.ErrTurn, "there is no such choice")
			moves := p.Table.Moves()
			c.Then = &k.At
			require.NoError(t, p.Console.Do(p.Now, c))
			if p.Table.Moves() == moves {
				next := p.Console.Snapshot().Sight(pod, "en").Desk
				require.NotNil(t, next)
				assert.Equal(t, a.Seat, next.Ask.Seat)
				assert.NotEqual(t, a.Turn, next.Ask.Turn)
			}
			if k.Key != "" {
				taken[game+" board"]++
			}
		}
	}
	assert.Positive(t, taken["corleone board"], taken)
	assert.Positive(t, taken["corleone few"], taken)
}
