package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// seatFrame is how large a seat's desk may be, in bytes, so that it fits into a frame to a phone.
const seatFrame = 28 << 10

// answerAsPhone answers one of the sheets of a seat's desk, as its phone does. It reports whether
// the seat had something to answer.
func answerAsPhone(t *testing.T, p *consoletest.Player, seat engine.Seat, r *rand.Rand) bool {
	t.Helper()
	d := p.SeatDesk(seat, lang.English)
	if !d.Awaited {
		return false
	}
	ask := &d.Asks[0]
	if ask.Timed {
		require.NoError(t, p.Console.Do(p.Now, command.Buzz{Seat: seat, Turn: d.Turn, Unsure: 50 * time.Millisecond}))
		return true
	}
	a := command.Answer{Seat: seat, Turn: d.Turn}
	if len(ask.Parts) > 0 {
		if a.Line = consoletest.Fill(&desk.Sheet{Seat: ask.Seat, Verb: ask.Verb, Parts: ask.Parts}, r); a.Line == nil {
			return false
		}
	} else {
		a.Row = r.IntN(len(ask.Rows))
		for i, row := range ask.Rows {
			require.Len(t, row, len(ask.Steps))
			require.False(t, slices.ContainsFunc(ask.Rows[:i], func(r []int) bool { return slices.Equal(r, row) }), "two rows are alike: %v", row)
		}
	}
	err := p.Console.Do(p.Now, a)
	if err != nil { // listed for all, and not legal for this seat
		assert.NotErrorIs(t, err, command.ErrTurn)
		require.NotErrorIs(t, err, command.ErrNotYours, "%v", a)
		return true
	}
	require.ErrorIs(t, p.Console.Do(p.Now, a), command.ErrTurn, "the same answer once more: %v", a)
	return true
}

// What a number is for is explained on a phone as on a pod.
func TestNumbersAreExplainedOnPhones(t *testing.T) {
	b := consoletest.NewBox(4, true)
	p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
	require.NoError(t, err)
	require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"tracking":"light","chance":"box"}`)}}))
	_, err = p.PlayUntil(rand.New(rand.NewPCG(1, 1)), 2000, func(tb *table.Table) bool { return tb.View(engine.Public).Phase == "bribery" })
	require.NoError(t, err)
	for !p.Console.Quiet() {
		p.Wait(time.Second)
	}
	part := p.SeatDesk(0, lang.English).Asks[0].Parts[0]
	assert.Equal(t, "number", part.Kind)
	assert.Contains(t, part.Help, "Offered in secret")
}

// What several are asked openly at the same time stands on the desk and the main screen; of a secret
// choice nothing does, and what one alone is asked has its list.
func TestDeskTellsWhatAllAreAsked(t *testing.T) {
	for play, want := range map[string]string{"buzz": "Press!", "vote": "", "chess": ""} {
		b := consoletest.NewBox(4, true)
		p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}}, b)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(0, command.Start{Header: engine.Header{Game: "anygame", Seats: names[:3], Options: []byte(`{"play":"` + play + `"}`), Seed: 1}}))
		for range 100 {
			p.Wait(100 * time.Millisecond)
		}
		assert.Equal(t, want, p.Console.Snapshot().Public("en").Together, play)
		if want != "" {
			assert.Contains(t, b.Main.Words(), "3 players: "+want+" | "+names[0]+" *await | "+names[1]+" *await | "+names[2]+" *await | Buzzers")
		}
	}
}

// TestPhonesPlayWholeGames plays every game to its end on seats' desks alone; what is asked of
// the table is typed in. Every desk fits into a frame.
func TestPhonesPlayWholeGames(t *testing.T) {
	seeds := uint64(1)
	if wide() {
		seeds = 2
	}
	for _, g := range games.All() {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s-%d", g.ID, seed), func(t *testing.T) {
				seats := g.MinSeats
				if seed == 1 {
					seats = min(g.MaxSeats, len(names))
				}
				h := engine.Header{Game: g.ID, Seats: names[:seats], Seed: seed}
				p := begin(t, []*engine.Title{g}, h, false)
				r := rand.New(rand.NewPCG(seed, 12))
				largest, answers := 0, 0
				for range 6000 {
					if p.Console.Snapshot().Public("en").State == "over" {
						break
					}
					progress := false
					for s := range engine.Seat(seats) {
						for _, l := range lang.All() {
							if r.IntN(4) > 0 {
								continue
							}
							b, err := json.Marshal(p.SeatDesk(s, l))
							require.NoError(t, err)
							largest = max(largest, len(b))
						}
						if answerAsPhone(t, p, s, r) {
							progress, answers = true, answers+1
						}
					}
					if !progress {
						if sheets := p.Console.Snapshot().Public("en").Sheets; len(sheets) > 0 && !sheets[0].Optional {
							if line := consoletest.Fill(&sheets[0], r); line != nil {
								_ = p.Console.Do(p.Now, command.Type{Line: line}) // a draw of chance may be no legal one
							}
						}
						p.Wait(2 * time.Second)
					}
				}
				require.Equal(t, "over", p.Console.Snapshot().Public("en").State)
				require.Positive(t, answers)
				assert.Less(t, largest, seatFrame, "bytes of the largest desk of a seat")
				t.Logf("%d answers, the largest desk has %d bytes", answers, largest)
			})
		}
	}
}

// choiceOf returns the answer of a seat to its first ask by the label of a choice.
func choiceOf(t *testing.T, p *consoletest.Player, seat engine.Seat, label string) command.Answer {
	t.Helper()
	d := p.SeatDesk(seat, lang.English)
	require.NotEmpty(t, d.Asks)
	for i, row := range d.Asks[0].Rows {
		if d.Asks[0].Steps[0].Values[row[0]].Label == label {
			return command.Answer{Seat: seat, Turn: d.Turn, Row: i}
		}
	}
	require.Fail(t, "no such choice", "%s in %v", label, d.Asks[0].Steps)
	return command.Answer{}
}

func naroByPhone(t *testing.T) *consoletest.Player {
	h := engine.Header{Game: "naro", Seats: names[:4], Seed: 7, Options: []byte(`{"chance":"box"}`)}
	p := begin(t, games.All(), h, false)
	p.Wait(20 * time.Second)
	return p
}

// What one seat chooses in secret changes no byte of what the others, or all, are shown.
func TestSeatDesksKeepSecrets(t *testing.T) {
	shown := func(card string) (others, own string) {
		p := naroByPhone(t)
		require.NoError(t, p.Console.Do(p.Now, choiceOf(t, p, 0, card)))
		p.Wait(time.Second)
		var b strings.Builder
		for s := range engine.Seat(4) {
			for _, l := range lang.All() {
				d, err := json.Marshal(p.SeatDesk(s, l))
				require.NoError(t, err)
				if s == 0 {
					own += string(d)
				} else {
					b.Write(d)
				}
				d, err = json.Marshal(p.Console.Snapshot().Public(l))
				require.NoError(t, err)
				b.Write(d)
			}
		}
		return b.String(), own
	}
	bang, mine := shown("Bang!")
	click, yours := shown("Click!")
	assert.Equal(t, bang, click)
	assert.NotEqual(t, mine, yours, "the seat itself sees what it has chosen")
}

// A phone answers for its own seat, and for what is asked now.
func TestPhonesAnswerForThemselves(t *testing.T) {
	p := naroByPhone(t)
	a := choiceOf(t, p, 0, "Bang!")
	of1 := command.Answer{Seat: 1, Turn: p.SeatDesk(1, lang.English).Turn, Line: []byte(`{"seat":"Ava","do":"load","card":"bang"}`)}
	assert.ErrorIs(t, p.Console.Do(p.Now, of1), command.ErrNotYours)
	for _, bad := range []command.Answer{{Ask: 1}, {Ask: -1}, {Row: 2}, {Row: -1}} {
		bad.Turn = a.Turn
		assert.ErrorIs(t, p.Console.Do(p.Now, bad), command.ErrNotYours, "%v", bad)
	}
	for _, bad := range []string{"{", `{"seat":"table","do":"undo"}`, `{"seat":"Ava","do":"take_back"}`, `{"seat":"Ava","do":"load","card":"gold"}`} {
		assert.ErrorIs(t, p.Console.Do(p.Now, command.Answer{Seat: 0, Turn: a.Turn, Line: []byte(bad)}), command.ErrNotYours, bad)
	}
	assert.ErrorIs(t, p.Console.Do(p.Now, command.Answer{Seat: engine.Table, Turn: a.Turn}), command.ErrNotYours)
	assert.ErrorIs(t, p.Console.Do(p.Now, command.Answer{Seat: 9, Turn: a.Turn}), command.ErrTurn)
	assert.Empty(t, p.Console.Snapshot().Public("en").Error, "none of this is the table's business")
	moves := p.Table.Moves()
	require.NoError(t, p.Console.Do(p.Now, a))
	assert.ErrorIs(t, p.Console.Do(p.Now, a), command.ErrTurn)
	assert.Equal(t, moves+1, p.Table.Moves())

	d := p.SeatDesk(0, lang.English)
	assert.True(t, d.Locked)
	assert.Empty(t, d.Asks)
	require.NoError(t, p.Console.Do(p.Now, command.TakeBack{Seat: 0}))
	assert.ErrorIs(t, p.Console.Do(p.Now, command.TakeBack{Seat: 0}), command.ErrTurn, "nothing is locked any more")
	assert.ErrorIs(t, p.Console.Do(p.Now, a), command.ErrTurn, "of before it was taken back")
	require.NoError(t, p.Console.Do(p.Now, choiceOf(t, p, 0, "Click!")))
}

// A pod and a phone serve one seat: what the pod answers the phone cannot answer again.
func TestPodAndPhone(t *testing.T) {
	p := naroByPhone(t)
	late := choiceOf(t, p, 2, "Bang!")
	p.Press(2, hw.A)
	p.Press(2, hw.OK)
	assert.True(t, p.SeatDesk(2, lang.English).Locked)
	assert.ErrorIs(t, p.Console.Do(p.Now, late), command.ErrTurn)
}

// A player who learned something is asked whether a move may be taken back, on the phone as on the pod.
func TestPhonesConsent(t *testing.T) {
	p := naroByPhone(t)
	for s := range engine.Seat(4) {
		require.NoError(t, p.Console.Do(p.Now, choiceOf(t, p, s, "Click!")))
	}
	p.Wait(20 * time.Second)
	undo := func() []engine.Seat {
		_ = p.Console.Do(p.Now, command.Undo{})
		var asked []engine.Seat
		for s := range engine.Seat(4) {
			if p.SeatDesk(s, lang.English).Undo != "" {
				asked = append(asked, s)
			}
		}
		return asked
	}
	asked := undo()
	require.NotEmpty(t, asked)
	require.NoError(t, p.Console.Do(p.Now, command.Dissent{Seat: asked[0]}))
	assert.Nil(t, p.Console.Snapshot().Public("en").Undo)
	assert.ErrorIs(t, p.Console.Do(p.Now, command.Dissent{Seat: asked[0]}), command.ErrTurn)
	moves := p.Table.Moves()
	asked = undo()
	p.Wait(time.Second)
	for _, s := range asked {
		require.NoError(t, p.Console.Do(p.Now, command.Consent{Seat: s}))
	}
	assert.Less(t, p.Table.Moves(), moves)
}

// What is asked comes on a phone after what has come of the last moves has been told, as on the
// screen of a pod: not while it is told, unless the pod goes on. An answer is taken all the same.
func TestAPhoneHearsBeforeItIsAsked(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "derpate", Seats: names[:2], Options: []byte(`{"chance":"box"}`), Seed: 4}, true)
	r := rand.New(rand.NewPCG(1, 1))
	for p.Table.Asks()[0].Verb != "place" {
		p.Wait(30 * time.Second)
		asked := p.Table.Asks()[0]
		require.False(t, p.SeatDesk(asked.Seat, lang.English).After)
		require.True(t, answerAsPhone(t, p, asked.Seat, r))
		p.Wait(time.Millisecond) // the box rolls
	}
	seat := p.Table.Asks()[0].Seat
	after := func() bool { return p.SeatDesk(seat, lang.English).After }
	for n := 0; !p.SeatDesk(seat, lang.English).Awaited; n++ { // the card is turned up first
		require.Less(t, n, 300)
		p.Wait(100 * time.Millisecond)
	}
	for n := 0; after(); n++ {
		require.Less(t, n, 300)
		assert.NotContains(t, p.Box.Screens[seat].Words(), "which die?", "the pod tells as long")
		p.Wait(100 * time.Millisecond)
		if n == 0 {
			require.True(t, after())
		}
	}
	assert.Contains(t, p.Box.Screens[seat].Words(), "which die?")
	require.True(t, answerAsPhone(t, p, seat, r))
	p.Wait(time.Millisecond)
	for seat = p.Table.Asks()[0].Seat; !after(); seat = p.Table.Asks()[0].Seat {
		require.True(t, answerAsPhone(t, p, seat, r), "while it is told, too")
		p.Wait(time.Millisecond)
	}
	p.Press(hw.Pod(seat), hw.A)
	assert.False(t, after(), "the pod went on")
}
