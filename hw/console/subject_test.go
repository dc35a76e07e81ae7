package console_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/khandan"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// Whoever accepts or declines an offer reads whose it is and what is in it, on the phone as on the pod; of
// several it is said which, before it is asked whether.
func TestOffersNamePartnerAndTerms(t *testing.T) {
	p := begin(t, games.All(), engine.Header{Game: "khandan", Seats: names[:4], Options: []byte(`{"chance":"box","pack":"starter"}`), Seed: 3}, true)
	player := bot.New(p.Table.Title(), p.Table.Roster(), rand.New(rand.NewPCG(1, 1)))
	play := func(m engine.Move) {
		t.Helper()
		line := p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: line}))
	}
	for range 60 {
		a := p.Table.Asks()[0]
		if a.Verb == "vote" {
			break
		}
		do, err := player.Pick(&a)
		require.NoError(t, err)
		play(engine.Move{Seat: a.Mover(a.Seat), Do: do})
	}
	offer := func(from engine.Seat, give, get khandan.Terms) {
		play(engine.Move{Seat: from, Do: khandan.Offer{To: 0, Give: give, Get: get}})
		p.Wait(20 * time.Second)
	}
	asked := func() *desk.SeatAsk {
		d := p.SeatDesk(0, lang.English)
		for i := range d.Asks {
			if d.Asks[i].Verb == "answer" {
				return &d.Asks[i]
			}
		}
		require.Fail(t, "nothing is offered")
		return nil
	}
	offer(1, khandan.Terms{Coins: 2}, khandan.Terms{Sign: true})
	a := asked()
	require.Len(t, a.Steps, 2)
	assert.Len(t, a.Steps[0].Values, 1, "which offer")
	assert.Len(t, a.Steps[1].Values, 2, "accept or decline")
	for i := range a.Rows {
		assert.Equal(t, names[1]+": 2 coins; you: the signature. Deal?", a.Steps[1].Asked[i])
	}

	offer(2, khandan.Terms{}, khandan.Terms{Vote: khandan.VoteYes})
	a = asked()
	assert.Len(t, a.Steps[0].Values, 2, "which offer is asked first")
	assert.Contains(t, a.Steps[0].Values[0].Label, names[1])
	assert.Contains(t, a.Steps[0].Values[1].Label, names[2])
	assert.Len(t, a.Steps[1].Values, 2)
	said := map[string]bool{}
	for _, q := range a.Steps[1].Asked {
		said[q] = true
	}
	assert.Equal(t, map[string]bool{names[1] + ": 2 coins; you: the signature. Deal?": true, names[2] + ": nothing; you: vote yes. Deal?": true}, said)
}
