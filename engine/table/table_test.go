package table_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/showdowntest"
	"consigliere/engine/table"
)

// find returns the titles of these tests.
func find(id string) *engine.Title {
	switch id {
	case "toy":
		return toy()
	case "showdown":
		return showdowntest.Title()
	}
	return nil
}

func newToy(t *testing.T) *table.Table {
	tb, _, err := table.New(toy(), toyHeader, table.Options{})
	require.NoError(t, err)
	return tb
}

func newShowdown(t *testing.T) *table.Table {
	tb, _, err := table.New(showdowntest.Title(), showdowntest.Header(7), table.Options{})
	require.NoError(t, err)
	return tb
}

// do makes deeds of the toy: a digit is the seat, the rest the verb.
func do(t testing.TB, tb *table.Table, deeds ...string) {
	t.Helper()
	for _, d := range deeds {
		m := engine.Move{Seat: engine.Seat(d[0] - '0'), Do: deed(d[1:])}
		if d[1:] == "vote" {
			m.Do = vote{int(m.Seat) + 1}
		}
		if d[0] == 'r' {
			m = engine.Move{Seat: engine.Table, Do: roll{int(d[1] - '0')}}
		}
		_, err := tb.Play(0, m)
		require.NoError(t, err, d)
	}
}

func trace(tb *table.Table) []string { return tb.View(engine.Public).Public.([]string) }

// refused checks that err is a refusal with the reason.
func refused(t *testing.T, err error, key string) {
	t.Helper()
	var no *engine.Refusal
	require.ErrorAs(t, err, &no)
	assert.Equal(t, key, no.Why.Key)
}

// state is all that a table shows, for comparing.
func state(t testing.TB, tb *table.Table) string {
	status, err := tb.Status(0, 1, 2)
	require.NoError(t, err)
	s := string(status)
	for _, a := range tb.Asks() {
		s += " " + tb.Roster().Name(a.Seat) + ":" + a.Verb
	}
	for i := range tb.Roster() {
		if tb.Locked().Has(engine.Seat(i)) {
			s += " locked " + tb.Roster()[i]
		}
	}
	return s
}

// firstOption answers the first ask.
func firstOption(tb *table.Table) engine.Move {
	a := tb.Asks()[0]
	return engine.Move{Seat: a.Seat, Do: a.Options[0]}
}

func TestAWholePlay(t *testing.T) {
	tb := newShowdown(t)
	g := showdowntest.New(tb.Roster(), 7)
	for !tb.Over() {
		m := firstOption(tb)
		_, err := g.Play(m)
		require.NoError(t, err)
		_, err = tb.Play(0, m)
		require.NoError(t, err)
		require.Equal(t, g.View(3), tb.View(3))
	}
	record := tb.AppendRecord(nil)
	again, err := table.Replay(bytes.NewReader(record), find)
	require.NoError(t, err)
	assert.Equal(t, state(t, tb), state(t, again))
	assert.Equal(t, string(record), string(again.AppendRecord(nil)))
}

func TestARefusalChangesNothing(t *testing.T) {
	tb := newShowdown(t)
	before := state(t, tb)
	_, err := tb.Play(0, engine.Move{Seat: 0, Do: showdowntest.Aim{At: 1}})
	refused(t, err, "refuse.aim")
	_, err = tb.Play(0, engine.Move{Seat: 0})
	refused(t, err, "refuse.unknown_verb")
	_, err = tb.PlayLine(0, []byte(`{"seat":"Ava","do":"load","card":"bong"}`))
	refused(t, err, "refuse.unknown_word")
	assert.Equal(t, before, state(t, tb))
	assert.Equal(t, 0, tb.Moves())
	_, err = tb.PlayLine(0, []byte(`{"seat":"Ava","do":"load","card":"bang"}`))
	require.NoError(t, err)
	assert.Equal(t, 1, tb.Moves())
}

func TestTakingBackALockedChoice(t *testing.T) {
	tb := newToy(t)
	refused(t, tb.TakeBack(0, 0), "refuse.not_locked")
	do(t, tb, "1begin", "1vote", "0vote")
	assert.Equal(t, engine.SeatsOf(0, 1), tb.Locked())
	refused(t, tb.TakeBack(0, 2), "refuse.not_locked")
	refused(t, tb.TakeBack(0, engine.Table), "refuse.not_locked")

	require.NoError(t, tb.TakeBack(0, 1))
	assert.Equal(t, engine.SeatsOf(0), tb.Locked())
	assert.Equal(t, []string{"1 begin", "0 vote"}, trace(tb))
	require.Len(t, tb.Asks(), 2)
	assert.Equal(t, engine.Seat(1), tb.Asks()[0].Seat)

	s, err := tb.Undo(0, 0) // the undo of a seat that has locked is the same
	require.NoError(t, err)
	assert.True(t, s.Done)
	assert.Equal(t, engine.SeatSet(0), tb.Locked())

	do(t, tb, "0vote", "1vote", "2vote")
	assert.Equal(t, engine.SeatSet(0), tb.Locked(), "the last one has locked")
	refused(t, tb.TakeBack(0, 1), "refuse.not_locked")
}

// In the yardstick one simultaneous step follows the other: a lock belongs to its own step.
func TestLocksEndWithTheirStep(t *testing.T) {
	tb := newShowdown(t)
	for range 7 {
		_, err := tb.Play(0, firstOption(tb))
		require.NoError(t, err)
	}
	assert.Equal(t, engine.SeatSet(1<<7-1), tb.Locked())
	_, err := tb.Play(0, firstOption(tb))
	require.NoError(t, err)
	assert.Equal(t, engine.SeatSet(0), tb.Locked())
	_, err = tb.Play(0, firstOption(tb))
	require.NoError(t, err)
	assert.Equal(t, engine.SeatsOf(0), tb.Locked())
}

// Promise P7, case by case: what was done, who presses undo, who must agree, and what is
// in force afterwards.
func TestUndo(t *testing.T) {
	for _, c := range []struct {
		name  string
		deeds []string
		by    engine.Seat
		needs engine.SeatSet
		why   string
		left  []string
	}{
		{"own-last-move", []string{"1say", "0say"}, 0, 0, "", []string{"1 say"}},
		{"panel-asks-the-seat", []string{"1say", "0say"}, engine.Table, engine.SeatsOf(0), "undo.crosses", []string{"1 say"}},
		{"across-another-seat", []string{"0say", "1say", "2say"}, 0, engine.SeatsOf(1, 2), "undo.crosses", []string{}},
		{"not-the-earlier-ones", []string{"0say", "1say", "1say"}, 1, 0, "", []string{"0 say", "1 say"}},
		{"shown-to-all", []string{"0show"}, 0, engine.SeatsOf(1, 2), "undo.own", []string{}},
		{"shown-since", []string{"0say", "1peek"}, 0, engine.SeatsOf(1), "undo.shown", []string{}},
		{"own-peek-needs-all", []string{"1say", "0peek"}, 0, engine.SeatsOf(1, 2), "undo.own", []string{"1 say"}},
		{"random-since", []string{"0throw"}, 0, engine.SeatsOf(1, 2), "undo.random", []string{}},
		{"roll-since", []string{"0dice", "r4"}, 0, engine.SeatsOf(1, 2), "undo.random", []string{}},
		{"mistyped-roll", []string{"0dice", "r4"}, engine.Table, 0, "", []string{"0 dice"}},
		{"after-the-end", []string{"0say", "0end"}, 0, 0, "", []string{"0 say"}},
		{"the-last-to-vote", []string{"0begin", "0vote", "1vote", "2vote"}, 2, engine.SeatsOf(0, 1), "undo.own", []string{"0 begin", "0 vote", "1 vote"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := newToy(t)
			do(t, tb, c.deeds...)
			before := trace(tb)
			s, err := tb.Undo(0, c.by)
			require.NoError(t, err)
			assert.Equal(t, c.needs, s.Needs)
			assert.Equal(t, c.needs == 0, s.Done)
			if c.needs != 0 {
				assert.Equal(t, c.why, s.Why.Key)
				by, pending, ok := tb.PendingUndo()
				require.True(t, ok)
				assert.Equal(t, c.by, by)
				assert.Equal(t, s, pending)
			}
			for seat := range tb.Roster() {
				if !c.needs.Has(engine.Seat(seat)) {
					continue
				}
				assert.Equal(t, before, trace(tb), "nothing happens before all have agreed")
				s, err = tb.ConsentUndo(0, engine.Seat(seat))
				require.NoError(t, err)
			}
			assert.True(t, s.Done)
			assert.Equal(t, c.left, trace(tb))
			_, _, ok := tb.PendingUndo()
			assert.False(t, ok)
		})
	}
}

func TestUndoRefused(t *testing.T) {
	tb := newToy(t)
	_, err := tb.Undo(0, engine.Table)
	refused(t, err, "refuse.undo_nothing")
	do(t, tb, "0say")
	_, err = tb.Undo(0, 1)
	refused(t, err, "refuse.undo_nothing")
	_, err = tb.ConsentUndo(0, 1)
	refused(t, err, "refuse.not_asked")

	do(t, tb, "1say")
	_, err = tb.Undo(0, 0)
	require.NoError(t, err)
	_, err = tb.ConsentUndo(0, 2)
	refused(t, err, "refuse.not_asked")
	tb.CancelUndo()
	_, err = tb.ConsentUndo(0, 1)
	refused(t, err, "refuse.not_asked")

	_, err = tb.Undo(0, 0)
	require.NoError(t, err)
	do(t, tb, "2say") // a move withdraws it
	_, err = tb.ConsentUndo(0, 1)
	refused(t, err, "refuse.not_asked")
	assert.Equal(t, []string{"0 say", "1 say", "2 say"}, trace(tb))
}

// A conscience cannot be cheated step by step: what was seen in moves that are undone
// already still counts.
func TestUndoStepByStepNeedsTheSameConsent(t *testing.T) {
	tb := newToy(t)
	do(t, tb, "0dice", "r4")
	s, err := tb.Undo(0, engine.Table)
	require.NoError(t, err)
	require.True(t, s.Done, "the roll was typed wrongly: that is free")
	s, err = tb.Undo(0, 0)
	require.NoError(t, err)
	assert.Equal(t, engine.SeatsOf(1, 2), s.Needs, "but it has been seen")

	tb = newToy(t)
	do(t, tb, "0say", "0begin", "0vote")
	require.NoError(t, tb.TakeBack(0, 0))
	do(t, tb, "0vote", "1vote", "2vote")
	for _, seat := range []engine.Seat{0, 1} {
		s, err = tb.Undo(0, 2)
		require.NoError(t, err)
		require.NotZero(t, s.Needs)
		_ = seat
	}
	_, err = tb.ConsentUndo(0, 0)
	require.NoError(t, err)
	s, err = tb.ConsentUndo(0, 1)
	require.NoError(t, err)
	require.True(t, s.Done)
	assert.Equal(t, engine.SeatsOf(0, 1), tb.Locked(), "the step is open again")
	require.NoError(t, tb.TakeBack(0, 0))
	require.NoError(t, tb.TakeBack(0, 1))
	s, err = tb.Undo(0, 0)
	require.NoError(t, err)
	assert.Equal(t, engine.SeatsOf(1, 2), s.Needs, "all have seen the votes")
}

// What was random stays as it fell: a roll that was undone with the move before it is made
// again when it is asked for again.
func TestWhatWasRandomStaysAsItFell(t *testing.T) {
	tb := newToy(t)
	do(t, tb, "0dice", "r4")
	_, err := tb.Undo(0, 0)
	require.NoError(t, err)
	for _, s := range []engine.Seat{1, 2} {
		_, err = tb.ConsentUndo(0, s)
		require.NoError(t, err)
	}
	assert.Empty(t, trace(tb))
	cues, err := tb.Play(0, engine.Move{Seat: 0, Do: deed("say")})
	require.NoError(t, err)
	assert.Len(t, cues, 1)
	cues, err = tb.Play(0, engine.Move{Seat: 1, Do: deed("dice")})
	require.NoError(t, err)
	assert.Len(t, cues, 2, "of the move and of the roll")
	assert.Equal(t, []string{"0 say", "1 dice", "roll 4"}, trace(tb))

	_, err = tb.Undo(0, engine.Table) // it was mistyped from the beginning
	require.NoError(t, err)
	assert.Equal(t, []string{"0 say", "1 dice"}, trace(tb))
	do(t, tb, "r5", "0dice")
	assert.Equal(t, []string{"0 say", "1 dice", "roll 5", "0 dice"}, trace(tb), "the next roll is a new one")
}

func TestTimeOutsBecomeMoves(t *testing.T) {
	tb := newToy(t)
	at, ok := tb.Next()
	assert.True(t, ok, "the timers begin with the first tick")
	assert.Zero(t, at)
	_, err := tb.Tick(5 * time.Second)
	require.NoError(t, err)
	_, ok = tb.Next()
	assert.False(t, ok)
	_, ok = tb.Remaining(5 * time.Second)
	assert.False(t, ok)

	_, err = tb.Play(7*time.Second, engine.Move{Seat: 0, Do: deed("begin")})
	require.NoError(t, err)
	at, ok = tb.Next()
	require.True(t, ok)
	assert.Equal(t, 17*time.Second, at)
	left, ok := tb.Remaining(9 * time.Second)
	require.True(t, ok)
	assert.Equal(t, 8*time.Second, left)
	_, err = tb.Play(12*time.Second, engine.Move{Seat: 1, Do: vote{9}})
	require.NoError(t, err)
	done, err := tb.Tick(at - 1)
	require.NoError(t, err)
	assert.Equal(t, table.TickResult{}, done)
	done, err = tb.Tick(at)
	require.NoError(t, err)
	assert.Len(t, done.Cues, 2, "one of each late seat")
	assert.Equal(t, engine.CueReveal, done.Cues[1].Kind)
	assert.Equal(t, []string{"0 begin", "1 vote", "0 vote", "2 vote"}, trace(tb))
}

// A seat that needs time keeps nobody else from being late, and is not late itself for a long while.
func TestShortLimitsWaitForWhoeverNeedsTime(t *testing.T) {
	tb := newToy(t)
	_, err := tb.Tick(5 * time.Second)
	require.NoError(t, err)
	tb.SetUnhurried(6*time.Second, 2, true)
	_, err = tb.Play(7*time.Second, engine.Move{Seat: 0, Do: deed("begin")})
	require.NoError(t, err)
	at, ok := tb.Next()
	require.True(t, ok)
	assert.Equal(t, 17*time.Second, at)
	_, err = tb.Tick(at)
	require.NoError(t, err)
	assert.Equal(t, []string{"0 begin", "0 vote", "1 vote"}, trace(tb))
	_, err = tb.Tick(60 * time.Second)
	require.NoError(t, err)
	assert.Len(t, trace(tb), 3, "it has time")
	_, err = tb.Play(61*time.Second, engine.Move{Seat: 2, Do: vote{9}})
	require.NoError(t, err)
	assert.Equal(t, []string{"0 begin", "0 vote", "1 vote", "2 vote"}, trace(tb))
}

func TestACountOfThreeComesBeforeTheLimit(t *testing.T) {
	tb := newToy(t)
	_, err := tb.Play(time.Second, engine.Move{Seat: 0, Do: deed("count")})
	require.NoError(t, err)
	at, ok := tb.Next()
	require.True(t, ok)
	assert.Equal(t, 11*time.Second+3*table.Beat, at)
}

func TestGentleLimitsRemind(t *testing.T) {
	tb := newToy(t)
	do(t, tb, "0dice")
	for n := time.Duration(1); n <= 3; n++ {
		at, ok := tb.Next()
		require.True(t, ok)
		assert.Equal(t, n*time.Minute, at)
		_, ok = tb.Remaining(at)
		assert.False(t, ok, "nothing happens when it has run out")
		done, err := tb.Tick(at)
		require.NoError(t, err)
		require.Len(t, done.Reminders, 1)
		assert.Equal(t, "roll", done.Reminders[0].Verb)
	}
	assert.Equal(t, []string{"0 dice"}, trace(tb))
}

func TestAPauseStopsEverything(t *testing.T) {
	tb := newToy(t)
	do(t, tb, "0begin", "1vote")
	tb.Pause(4 * time.Second)
	assert.True(t, tb.Paused())
	_, ok := tb.Next()
	assert.False(t, ok)
	done, err := tb.Tick(time.Hour)
	require.NoError(t, err)
	assert.Equal(t, table.TickResult{}, done)
	left, ok := tb.Remaining(time.Hour)
	require.True(t, ok)
	assert.Equal(t, 6*time.Second, left)
	_, err = tb.Play(time.Hour, engine.Move{Seat: 0, Do: vote{1}})
	refused(t, err, "refuse.paused")
	_, err = tb.PlayLine(time.Hour, []byte(`{"seat":"Ava","do":"vote","for":1}`))
	refused(t, err, "refuse.paused")
	_, err = tb.Undo(time.Hour, 0)
	refused(t, err, "refuse.paused")
	_, err = tb.ConsentUndo(time.Hour, 0)
	refused(t, err, "refuse.paused")
	refused(t, tb.TakeBack(time.Hour, 1), "refuse.paused")

	tb.Resume(time.Hour)
	assert.False(t, tb.Paused())
	at, ok := tb.Next()
	require.True(t, ok)
	assert.Equal(t, time.Hour+6*time.Second, at)
	_, err = tb.Tick(at)
	require.NoError(t, err)
	assert.Equal(t, []string{"0 begin", "1 vote", "0 vote", "2 vote"}, trace(tb))
}

// While an undo waits for consent no time-out may decide the matter.
func TestAnUndoThatWaitsHoldsTheTimers(t *testing.T) {
	tb := newToy(t)
	do(t, tb, "0begin")
	_, err := tb.Undo(3*time.Second, engine.Table)
	require.NoError(t, err)
	_, ok := tb.Next()
	assert.False(t, ok)
	_, err = tb.Tick(20 * time.Second)
	require.NoError(t, err)
	tb.CancelUndo()
	_, ok = tb.Next()
	assert.True(t, ok, "the table wants to know how long it was")
	_, err = tb.Tick(23 * time.Second)
	require.NoError(t, err)
	at, ok := tb.Next()
	require.True(t, ok)
	assert.Equal(t, 30*time.Second, at)
}

// A seat that takes its choice back gets the whole time again; the others keep theirs.
func TestTimersAfterTakingBack(t *testing.T) {
	tb := newToy(t)
	do(t, tb, "0begin", "0vote")
	_, err := tb.Tick(4 * time.Second)
	require.NoError(t, err)
	require.NoError(t, tb.TakeBack(6*time.Second, 0))
	at, _ := tb.Next()
	assert.Equal(t, 10*time.Second, at)
	_, err = tb.Tick(at)
	require.NoError(t, err)
	assert.Equal(t, []string{"0 begin", "1 vote", "2 vote"}, trace(tb))
	at, _ = tb.Next()
	assert.Equal(t, 16*time.Second, at)
}

// A table without a journal costs next to nothing more than its game.
func TestPlayAllocatesNothing(t *testing.T) {
	tb := newShowdown(t)
	move := func() {
		if tb.Over() {
			return
		}
		if _, err := tb.Play(0, firstOption(tb)); err != nil {
			t.Fatal(err)
		}
	}
	for range 8 {
		move()
	}
	// Only the list of moves grows, now and then.
	assert.Less(t, testing.AllocsPerRun(100, move), 0.1)
}
