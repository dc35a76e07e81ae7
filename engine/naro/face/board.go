package face

import (
	"consigliere/engine"
	"consigliere/engine/naro"
)

// board lays out the table for a stage: as it stands, or as a picture of the last move shows it, with nothing on it
// that the cues of that picture have yet to tell. hw/web/page/stage-naro.js draws it.
//
//	seat    a figure: n wounds of those that kill, in words, to whom its gun points, "boss", "dead", "ducked", "hit", "turn"
//	badge   a word for what happened to the seat in the fight
//	bag     how many cards of loot a seat has
//	aim     the sentence of a target, or that there is none; guts: who stands, who ducks
//	shot    a card turned up by a seat, at whom, and the sentence of it; without a card: why none was
//	struck  in a picture: the sentence of a shot once its hit was told
//	hit     in a picture: n wounds that the seat has after its hit was told, in words, "dead"
//	fate    the words for both, once they are told
//	power   of a seat
//	loot    n equal cards that lie open; "token" New Boss, while it can be taken
//	claim   what the seat in turn wants; "banned" what is forbidden to it
//	round   n, and the phase
//	legend  what a drawing stands for
func board(s *naro.Status, picture int) engine.Pieces {
	b := make(engine.Pieces, 0, 5+len(s.Loot)+3*len(s.Players.Of)) // mostly enough
	for i := range s.Players.Of {
		seat, p, f := engine.Seat(i), &s.Players.Of[i], &s.Fights[i]
		x := b.Add("seat", seat)
		x.N = p.Wounds
		dead := !p.Alive
		switch {
		case picture == int(naro.AimsPicture) || picture == int(naro.GutsPicture) || picture == int(naro.CardsPicture): // before what has come of the fight
			dead, x.N = f.Stance == naro.Dead, max(0, p.Wounds-int(f.Hits))
			x.To = aimOf(f.Target)
		case picture == int(naro.LootPicture) || picture == int(naro.SharePicture) || s.Phase == "share": // nobody aims yet, or any more
			x.To = engine.NoSeat
		default:
			x.To = aimOf(p.Aim)
		}
		x.Of = p.Deadly
		x.Text = wounds(x.N, x.Of)
		x.Mark(dead, "dead")
		x.Mark(s.Players.Names[i] == s.Boss, "boss")
		x.Mark(s.Players.Names[i] == s.Turn, "turn")
		badge := ""
		switch {
		case dead:
			x.To, badge = engine.NoSeat, "scene.dead"
		case picture == int(naro.GutsPicture) || picture == int(naro.CardsPicture):
			x.Mark(f.Stance == naro.Ducked, "ducked")
			switch {
			case f.Stance == naro.Ducked:
				badge = "scene.ducks"
			case picture == int(naro.GutsPicture):
				badge = "scene.stands"
			}
		case picture == 0 && !fought(s): // of the round before
		case picture == 0 || picture == int(naro.SharePicture):
			x.Mark(p.Stance == "ducked", "ducked")
			x.Mark(p.Stance == "hit", "hit")
			badge = map[string]string{"ducked": "scene.ducks", "hit": "scene.hit"}[p.Stance]
		}
		if badge != "" {
			b.Add("badge", seat).Key = badge
		}
		if picture == int(naro.CardsPicture) && (f.Hits > 0 || f.Died) {
			h := b.Add("hit", seat)
			h.N, h.Text = p.Wounds, wounds(p.Wounds, p.Deadly)
			h.Mark(f.Died, "dead")
			b.Add("fate", seat).Key = "scene.hit"
			if f.Died {
				b.Add("fate", seat).Key = "scene.dead"
			}
		}
		if p.Alive {
			b.Add("bag", seat).N = p.LootCount
		}
		if p.Power != "" {
			b.Add("power", seat).Key = "power." + p.Power
		}
		switch {
		case picture == int(naro.CardsPicture), picture == 0 && s.Phase != "share" && fought(s):
			shots(&b, s, seat)
		case picture == int(naro.AimsPicture) && f.Target >= 0 && !dead:
			b.Add("aim", seat).Text = engine.Say("log.aim").Seat(seat).Seat(f.Target)
		case picture == 0 && x.To >= 0 && !dead:
			b.Add("aim", seat).Text = engine.Say("log.aim").Seat(seat).Seat(x.To)
		case (picture == int(naro.AimsPicture) && f.Target == engine.NoSeat || picture == 0 && p.Aim == engine.NoSeat && !fought(s)) && !dead:
			b.Add("aim", seat).Text = engine.Say("scene.aims_nobody").Seat(seat)
		}
	}
	if picture == int(naro.GutsPicture) {
		guts(&b, s)
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
	x := b.Add("round", engine.NoSeat)
	x.N, x.Key = s.Round, "phase."+s.Phase
	for _, l := range [...][2]string{{"boss", "legend.boss"}, {"wound", "legend.wounds"}, {"loot", "legend.loot"}} {
		x := b.Add("legend", engine.NoSeat)
		x.Key = l[1]
		x.Mark(true, l[0])
	}
	return b
}

// fought reports whether the shots of the round are over, or being told.
func fought(s *naro.Status) bool {
	switch s.Phase {
	case "salvage", "rob", "scavenge", "share":
		return true
	}
	return false
}

// guts adds who stands and who ducks.
func guts(b *engine.Pieces, s *naro.Status) {
	var up, down engine.SeatSet
	for i := range s.Players.Of {
		switch s.Fights[i].Stance {
		case naro.Dead:
		case naro.Ducked:
			down = down.With(engine.Seat(i))
		default:
			up = up.With(engine.Seat(i))
		}
	}
	for _, x := range [...]struct {
		key string
		set engine.SeatSet
	}{{"scene.guts_up", up}, {"scene.guts_down", down}} {
		if x.set != 0 {
			b.Add("guts", engine.NoSeat).Text = engine.Say(x.key).Group(x.set)
		}
	}
}

// wounds says how many wounds a seat has of those that kill it; nothing where it has none.
func wounds(n, deadly int) engine.Text {
	if n == 0 {
		return engine.Text{}
	}
	return engine.Say("scene.wounds").Number(n).Number(deadly)
}

// shots adds what a seat that stood has shot, and what came of it.
func shots(b *engine.Pieces, s *naro.Status, seat engine.Seat) {
	f := &s.Fights[seat]
	if f.Stance == naro.Dead || f.Stance == naro.Ducked || f.Target < engine.NoSeat {
		return
	}
	if f.Target == engine.NoSeat {
		b.Add("shot", seat).Text = engine.Say("scene.fires_nobody").Seat(seat)
		return
	}
	at := &s.Fights[f.Target]
	if f.Shown == naro.NoBullet && at.Stance != naro.Ducked {
		return // not yet
	}
	x := b.Add("shot", seat)
	x.To = f.Target
	if f.Shown != naro.NoBullet {
		x.Key = "card." + f.Shown.String()
	}
	key := "ducked" // NARO-7.5
	switch {
	case f.Shown == naro.Click:
		key = "click"
	case f.Shown == naro.Bang && at.Stance == naro.Ducked: // NARO-26.1
		key = "rob"
	case f.Shown == naro.Bang && at.Hits == 0: // NARO-23.1
		key = "lucky"
	case f.Shown == naro.Bang:
		key = "bang"
	}
	x.Text = engine.Say("scene.fires_" + key).Seat(seat).Seat(f.Target)
	if key == "bang" {
		x := b.Add("struck", seat)
		x.To, x.Text = f.Target, engine.Say("scene.fires_hit").Seat(seat).Seat(f.Target)
	}
}

// aimOf returns a target, or nobody where none is chosen.
func aimOf(s engine.Seat) engine.Seat { return max(s, engine.NoSeat) }
