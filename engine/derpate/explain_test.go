package derpate_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/enginetest"
)

// What is said of a die before it is chosen is what it does afterwards, in every row
// (PATE-6.7, PATE-7 to PATE-10).
func TestADieIsExplained(t *testing.T) {
	title := derpateface.Title()
	told := map[string]bool{}
	for seed := range uint64(30) {
		h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box"}`), Seed: seed}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 3))
		left := ""
		for !g.Over() {
			a := g.Asks(nil)[0]
			do := a.Options[rng.IntN(len(a.Options))]
			var x engine.Text
			var rest []engine.Text
			purposes(t, title, g.View(engine.Public), &a, told)
			args := title.Moves.Args(nil, do)
			senator := slices.ContainsFunc(args, func(x engine.Arg) bool { return x.Key == "senator" })
			for i := range args {
				if a.Verb == "place" && args[i].Key == "die" && !senator {
					all := title.Explain(g.View(engine.Public), &a, &args[i])
					x = all[0]
					told[x.Key] = true
					rest = all[1:]
				}
			}
			before := g.View(engine.Public).Public.(derpate.Status)
			cues, err := g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: do})
			require.NoError(t, err)
			if m, ok := do.(derpate.PlaceDie); ok && x.Key != "" {
				switch before.Row {
				case 3:
					require.NotEmpty(t, rest, "what is left for row 4 is told, too")
					for _, x := range rest[1:] {
						told[x.Key] = true
					}
					left = rest[0].Key
					told[left] = true
				case 4:
					assert.Contains(t, []string{"", "hint.left_" + m.Box.String()}, left, "as was told in row 3")
				default:
					assert.Empty(t, rest)
					left = "" // the Senator may have been used on the rows of the last turn
				}
				explained(t, x, m, before, g.View(engine.Public).Public.(derpate.Status), cues)
			}
		}
	}
	for _, key := range []string{
		"press", "takings_paid", "takings_step", "takings_nobody", "reputation_by", "influence_by", "visit_owned", "visit_empty",
		"visit_nothing", "betting_pays", "meeting_pays", "meeting_none", "raid_hits", "raid_nobody", "takeover_of", "takeover_free", "takeover_protected",
		"friend_costs", "friend_costs_early", "consigliere", "consigliere_full", "consigliere_protected", "prosecutor", "prosecutor_none", "spy", "banker",
		"as_it_stands", "left_consigliere", "left_prosecutor", "left_spy", "left_banker",
	} {
		assert.True(t, told["hint."+key], key)
	}
	assert.True(t, told["purpose.tracks"] && told["purpose.ko"])
}

// purposes holds what dice are said to be for against what they can do: where one moves somebody on Reputation or Influence in any case, what
// these are good for is said, too, and which of them decides once that is known.
func purposes(t *testing.T, title *engine.Title, v engine.View, a *engine.Ask, told map[string]bool) {
	t.Helper()
	s := v.Public.(derpate.Status)
	if a.Prompt.Key != "ask.place" {
		return
	}
	moves := s.Row == 2
	for _, face := range s.Dice {
		moves = moves || face == derpate.FaceStatus(derpate.Puppet)
	}
	list := title.Purpose(v, a)
	switch {
	case !moves:
		assert.Empty(t, list)
		return
	case !assert.Len(t, list, 2):
		return
	case s.KO != nil:
		assert.Equal(t, []string{"track." + *s.KO}, list[1].Things())
	}
	told[list[1].Key] = true
}

// explained holds what was said of a die against what came of it.
func explained(t *testing.T, x engine.Text, m derpate.PlaceDie, before, after derpate.Status, cues []engine.Cue) {
	t.Helper()
	what, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(x.Key, "hint."), "box."), "_")
	assert.Equal(t, m.Box.String(), what)
	of := func(key string) (seats engine.SeatSet) {
		for i := range cues {
			if cues[i].Text.Key == key && len(cues[i].Text.Seats()) > 0 {
				seats = seats.With(cues[i].Text.Seats()[0])
			}
		}
		return seats
	}
	n := x.Numbers()
	switch x.Key {
	case "hint.takings_paid", "hint.takings_step", "hint.takings_nobody":
		paid := of("cue.gain")
		if of("cue.overflow") == 0 {
			assert.Equal(t, x.Everybody(), paid, "who is paid")
		}
	case "hint.reputation_by":
		for i, p := range after.Players.Of {
			if after.Players.Names[i] == *before.Active {
				assert.Equal(t, n[1], p.Reputation)
			}
		}
	case "hint.visit_owned", "hint.visit_neutral":
		assert.Len(t, slices.DeleteFunc(slices.Clone(cues), func(c engine.Cue) bool { return !strings.HasPrefix(c.Text.Key, "cue.emptied") }), 1)
	case "hint.betting_pays", "hint.friend_costs", "hint.friend_costs_early":
		key := map[string]string{"hint.betting_pays": "cue.gain", "hint.friend_costs": "cue.pay", "hint.friend_costs_early": "cue.pay"}[x.Key]
		for i := range cues {
			if c := &cues[i].Text; c.Key == key {
				assert.Equal(t, n[0], c.Numbers()[0])
			}
		}
		assert.NotEmpty(t, of(key))
	case "hint.raid_hits", "hint.raid_nobody":
		assert.Equal(t, x.Everybody(), of("cue.jail"), "who is raided")
	case "hint.meeting_none", "hint.prosecutor_none", "hint.banker_none", "hint.consigliere_full", "hint.consigliere_protected", "hint.consigliere_reserve",
		"hint.spy_nobody", "hint.spy_protected", "hint.takeover_free", "hint.takeover_protected", "hint.takeover_debts", "hint.takeover_reserve":
		assert.True(t, slices.ContainsFunc(cues, func(c engine.Cue) bool {
			return c.Text.Key == "cue.no_effect" || strings.HasPrefix(c.Text.Key, "cue.cannot_") || strings.HasPrefix(c.Text.Key, "cue.none_")
		}), "why nothing happens")
	case "hint.prosecutor":
		assert.NotEqual(t, !bool(m.Unused), of("cue.freed") == 0, "somebody is there to be freed")
	}
}

// Every answer to a card says what it costs and what is had for it, and nothing is asked where
// all answers do the same.
func TestQuestionsSayWhatTheyAreAbout(t *testing.T) {
	title := derpateface.Title()
	told := map[string]bool{}
	for seed := range uint64(60) {
		h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}[:2+seed%2], Options: []byte(`{"chance":"box"}`), Seed: seed}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 4))
		for !g.Over() {
			a := g.Asks(nil)[0]
			s := g.View(engine.Public).Public.(derpate.Status)
			told[a.Prompt.Key] = true
			for _, do := range a.Options {
				if m, ok := do.(derpate.PlaceDie); ok && bool(m.Unused) {
					assert.Positive(t, s.Players.Of[a.Seat].Jail, "nobody is in jail, and there is nothing to ask")
				}
				for _, arg := range title.Moves.Args(nil, do) {
					if a.Verb == "choose" || arg.Key == "business" || arg.Key == "track" {
						all := title.Explain(g.View(engine.Public), &a, &arg)
						for _, x := range all {
							told[x.Key] = true
						}
						if w := arg.Value.HintWord(); w != "none" && w != "false" {
							assert.NotEmpty(t, all, "%s of %s", arg.Key, a.Prompt.Key)
						}
					}
				}
			}
			_, err := g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: a.Options[rng.IntN(len(a.Options))]})
			require.NoError(t, err)
		}
	}
	for _, key := range []string{
		"ask.choose.members", "ask.choose.friend", "ask.choose.steps", "ask.choose.business", "ask.choose.debt", "hint.take", "hint.take_neutral",
		"hint.settle", "hint.jail", "hint.bail_pays", "hint.buy_friend", "hint.buy_friend_early", "hint.buy_steps", "hint.pay_bank", "hint.pay_holder",
		"hint.income_to", "hint.favours_to",
	} {
		assert.True(t, told[key], key)
	}
}

// A step says what it is about: for which die the Senator is asked, and what is done to the
// business that is chosen.
func TestStepsSayWhatTheyAreAbout(t *testing.T) {
	title := derpateface.Title()
	asked := map[string]bool{}
	for seed := range uint64(60) {
		h := engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}[:2+seed%2], Options: []byte(`{"chance":"box"}`), Seed: seed}
		g, _, err := title.Begin(h)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 5))
		for !g.Over() {
			asks := g.Asks(nil)
			v := g.View(engine.Public)
			var w engine.Answer
			var about []engine.Text
			w.Begin(title.Moves, &asks[0])
			for !w.Whole() {
				if x := title.Question(v, &asks[0], w.Said(nil), w.Arg()); x.Key != "" {
					about = append(about, x)
				} else if asks[0].Verb == "place" {
					assert.NotEqual(t, "business", w.Arg())
				}
				w.Take(rng.IntN(w.Len()))
			}
			do, err := w.Action(h.Seats)
			require.NoError(t, err)
			for _, x := range about {
				asked[x.Key] = true
				m := do.(derpate.PlaceDie)
				if x.Key == "ask.place.senator_last" {
					assert.Equal(t, 4, v.Public.(derpate.Status).Row)
				} else if len(x.Things()) > 0 {
					assert.Equal(t, "die."+m.Die.String(), x.Things()[0])
				} else {
					box := map[string]derpate.Box{
						"ask.place.takeover": derpate.TakeoverBox, "ask.place.settle": derpate.ConsigliereBox, "ask.place.spy": derpate.SpyBox,
					}
					assert.Equal(t, box[x.Key], m.Box)
				}
			}
			var no *engine.Refusal
			if _, err = g.Play(engine.Move{Seat: asks[0].Mover(asks[0].Seat), Do: do}); err != nil { // it is too dear
				require.ErrorAs(t, err, &no)
				require.NotNil(t, asks[0].ShownOptions)
			}
		}
	}
	assert.Len(t, asked, 6)
}

// A payment between players is told once.
func TestAPaymentIsToldOnce(t *testing.T) {
	s := play(t, turn(3, `debt Babak from=own to=Ava`), row(3, "grey:2,red:1"), `Ava place grey meeting`)
	var told []string
	for _, c := range s.Cues {
		if n := c.Text.Numbers(); slices.Contains(n, 2000) {
			told = append(told, c.Text.Key)
		}
	}
	assert.Equal(t, []string{"cue.pay_to"}, told)
}

// Every option of a play has its sentence.
func TestOptionsAreExplained(t *testing.T) {
	title := derpateface.Title()
	keys := enginetest.Catalogues(t, title.Messages)
	for _, o := range title.Options {
		assert.True(t, keys["hint.option."+o.Key], o.Key)
	}
}

// Where a track ends it is told what the steps beyond it bring (PATE-11.5, 11.6), and what else is left
// for the Banker (PATE-10.8). The Press of row 1 moves Ava by one before.
func TestTheEndOfATrackIsExplained(t *testing.T) {
	title := derpateface.Title()
	for _, c := range []struct {
		lay, options, key string
		numbers           []int
	}{
		{`reputation Ava 8`, ``, "hint.reputation_by", []int{3, 12, 12}},
		{`reputation Ava 9`, ``, "hint.reputation_by_end", []int{2, 12, 1000}},
		{`reputation Ava 11`, ``, "hint.reputation_by_beyond", []int{1000}},
		{`reputation Ava 9`, `"overflow":"at_end"`, "hint.reputation_by", []int{3, 12, 12}},
		{`reputation Ava 11`, `"overflow":"at_end"`, "hint.reputation_by_beyond", []int{1000}},
	} {
		var more []string
		if c.options != "" {
			more = append(more, c.options)
		}
		s := play(t, turn(2, c.lay, more...), row(2, "grey:3,red:1,white:1"))
		a := s.Game.Asks(nil)[0]
		for _, arg := range title.Moves.Args(nil, a.Options[slices.IndexFunc(a.Options, func(do engine.Action) bool { return do.(derpate.PlaceDie).Die == derpate.Grey })]) {
			if arg.Key == "die" {
				x := title.Explain(s.Game.View(engine.Public), &a, &arg)[0]
				assert.Equal(t, c.key, x.Key)
				assert.Equal(t, c.numbers, x.Numbers())
			}
		}
	}
	for lay, key := range map[string]string{
		`income Ava 4`:  "ask.place.track_favours",
		`favours Ava 4`: "ask.place.track_income",
		`income Ava 3`:  "",
	} {
		s := play(t, turn(2, lay), row(4, "white:1"))
		assert.Equal(t, key, title.Question(s.Game.View(engine.Public), &s.Game.Asks(nil)[0], nil, "track").Key, lay)
	}
}

// Whoever has to turn the event card up is called by name: nothing else at the table says who it is.
func TestEventCardIsCalledForByName(t *testing.T) {
	title := derpateface.Title()
	g, cues, err := title.Begin(engine.Header{Game: title.ID, Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"chance":"box","first":"Babak"}`), Seed: 2})
	require.NoError(t, err)
	for {
		i := slices.IndexFunc(cues, func(c engine.Cue) bool { return c.Text.Key == "cue.event" })
		a := g.Asks(nil)[0]
		if i >= 0 {
			assert.Equal(t, "reveal", a.Verb)
			assert.Equal(t, []engine.Seat{a.Seat}, cues[i].Text.Seats())
			return
		}
		cues, err = g.Play(engine.Move{Seat: a.Mover(a.Seat), Do: a.Options[0]})
		require.NoError(t, err)
	}
}
