package face

import (
	"consigliere/engine"
	"consigliere/engine/naro"
)

// board lays out the table for a stage: as it stands, or as a picture of the last move shows it, with nothing on it
// that the cues of that picture have yet to tell. hw/web/page/stage-naro.js draws it.
//
//	seat    a figure: n wounds, to whom its gun points, "boss", "dead", "ducked", "hit", "turn"
//	bag     how many cards of loot a seat has
//	shot    a card turned up by a seat, at whom
//	hit     in a picture: n wounds that the seat has after its hit was told, "dead"
//	power   of a seat
//	loot    n equal cards that lie open; "token" New Boss, while it can be taken
//	claim   what the seat in turn wants; "banned" what is forbidden to it
func board(s *naro.Status, picture int) engine.Pieces {
	var b engine.Pieces
	for i := range s.Players.Of {
		seat, p, f := engine.Seat(i), &s.Players.Of[i], &s.Fights[i]
		x := b.Add("seat", seat)
		x.N = p.Wounds
		dead := !p.Alive
		switch picture {
		case int(naro.AimsPicture), int(naro.GutsPicture), int(naro.CardsPicture): // before what has come of the fight
			dead, x.N = f.Stance == naro.Dead, max(0, p.Wounds-int(f.Hits))
			x.To = aimOf(f.Target)
		case int(naro.LootPicture): // nobody aims yet
			x.To = engine.NoSeat
		default:
			x.To = aimOf(p.Aim)
		}
		x.Mark(dead, "dead")
		x.Mark(s.Players.Names[i] == s.Boss, "boss")
		x.Mark(s.Players.Names[i] == s.Turn, "turn")
		switch {
		case dead:
			x.To = engine.NoSeat
		case picture == int(naro.GutsPicture) || picture == int(naro.CardsPicture):
			x.Mark(f.Stance == naro.Ducked, "ducked")
		case picture == 0 || picture == int(naro.SharePicture):
			x.Mark(p.Stance == "ducked", "ducked")
			x.Mark(p.Stance == "hit", "hit")
		}
		if picture == int(naro.CardsPicture) && (f.Hits > 0 || f.Died) {
			h := b.Add("hit", seat)
			h.N = p.Wounds
			h.Mark(f.Died, "dead")
		}
		if p.Alive {
			b.Add("bag", seat).N = p.LootCount
		}
		if p.Power != "" {
			b.Add("power", seat).Key = "power." + p.Power
		}
		switch {
		case picture == int(naro.CardsPicture) && f.Shown != naro.NoBullet:
			b.Add("shot", seat).Key = "card." + f.Shown.String()
			b.Last().To = aimOf(f.Target)
		case picture == 0 && p.Shown != "":
			b.Add("shot", seat).Key = "card." + p.Shown
			b.Last().To = aimOf(p.Aim)
		}
	}
	for i, card := range s.Loot {
		if i > 0 && card == s.Loot[i-1] {
			b.Last().N++
			continue
		}
		x := b.Add("loot", engine.NoSeat)
		x.Key, x.N = "card."+card, 1
	}
	if s.Token == "available" {
		b.Add("token", engine.NoSeat).Key = "card.new_boss"
	}
	for _, card := range s.Claim {
		b.Add("claim", engine.NoSeat).Key = "card." + card
	}
	if s.Banned != "" {
		b.Add("banned", engine.NoSeat).Key = "kind." + s.Banned
	}
	return b
}

// aimOf returns a target, or nobody where none is chosen.
func aimOf(s engine.Seat) engine.Seat { return max(s, engine.NoSeat) }
