package naro_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/enginetest"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

// header draws the header of a random play: 4 to 8 seats, all options.
func header(rt *rapid.T) engine.Header {
	n := rapid.IntRange(4, 8).Draw(rt, "seats")
	options := fmt.Sprintf(`{"powers":%v,"chance":%q,"unclaimed":%q,"boss":%q`,
		rapid.IntRange(0, 3).Draw(rt, "powers") > 0,
		rapid.SampledFrom([]string{"table", "box"}).Draw(rt, "chance"),
		rapid.SampledFrom([]string{"carry", "discard"}).Draw(rt, "unclaimed"),
		eight[rapid.IntRange(0, n-1).Draw(rt, "boss")])
	if d := rapid.SampledFrom([]string{"", "table", "box"}).Draw(rt, "deal"); d != "" {
		options += fmt.Sprintf(`,"power_deal":%q`, d)
	}
	return engine.Header{Game: "naro", Seats: eight[:n], Options: []byte(options + "}"), Seed: rapid.Uint64().Draw(rt, "seed")}
}

// universe is every move, except that it has only a few of those with lists, and
// some moves that are never legal.
func universe(rng *rand.Rand, h engine.Header) []engine.Action {
	var all []engine.Action
	for b := naro.NoBullet; b <= naro.Bang+1; b++ {
		all = append(all, naro.Load{Card: b}, naro.Give{Card: b}, naro.Burn{Card: b}, naro.DrawBullet{Card: b},
			naro.Reload{Card: b}, naro.Salvage{Card: b})
	}
	for s := engine.NoSeat - 1; int(s) <= len(h.Seats); s++ {
		all = append(all, naro.Aim{At: s}, naro.Order{Who: s}, naro.Hustle{Who: s})
	}
	for c := range naro.Duck + 2 {
		all = append(all, naro.Courage{Choice: c}, naro.Reveal{Choice: naro.Reply(c)})
	}
	for k := naro.NoKind; k <= naro.NewBosses+1; k++ {
		all = append(all, naro.Forbid{Kind: k})
	}
	for l := naro.NoLoot; l <= naro.NewBoss+1; l++ {
		all = append(all, naro.Rob{Card: l}, naro.DrawLoot{Card: l})
		for m := naro.NoLoot; m <= naro.NewBoss+1; m++ {
			all = append(all, naro.Take{Card: l, Second: m}, naro.Take{Card: l, Second: m, Swap: true})
			if m != naro.NoLoot || l == naro.NoLoot {
				all = append(all, naro.Scavenge{Cards: [2]naro.Loot{l, m}})
			}
		}
		all = append(all, naro.Scavenge{Cards: [2]naro.Loot{l, naro.NoLoot}})
	}
	for range 20 {
		var up naro.TurnUp
		for i := range up.Cards {
			up.Cards[i] = naro.Loot(rng.IntN(11))
		}
		var p naro.Powers
		for i := range h.Seats {
			p.Cards[i] = naro.Power(rng.IntN(18))
		}
		all = append(all, up, p)
	}
	return all
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, naroface.Title(), enginetest.Config{
		Header: header, Universe: universe, Watch: watch,
		Verbs: []string{"load", "aim", "courage", "reload", "salvage", "rob", "scavenge", "burn", "draw", "give"},
	})
}
