package face

import (
	"consigliere/engine"
	"consigliere/engine/derpate"
)

// ringAt is where the car spaces are on the map, as row and column: clockwise along the edge of four
// rows and columns, so that the three of a side belong together.
var ringAt = [derpate.Spaces + 1][2]int{
	1: {1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}, {4, 4}, {4, 3}, {4, 2}, {4, 1}, {3, 1}, {2, 1},
}

// areas is the board as a map: the businesses along the way of the car, and in their midst where
// members are besides.
func areas(s *derpate.Status) []engine.Area {
	var areas []engine.Area
	for n := 1; n <= derpate.Spaces; n++ {
		b := s.Cat.At[n]
		district := &s.Cat.Districts[s.Cat.District[b]]
		a := engine.Area{Heading: engine.Say(derpate.BusinessKeys[b]), Seat: engine.NoSeat, Row: ringAt[n][0], Col: ringAt[n][1]}
		l := line(engine.Say("area.empty"))
		l.Strong = true
		switch h := s.Owner[b]; {
		case h == derpate.Neutral:
			l.Text.Key = "area.neutral"
		case h.Seat():
			number := s.Cat.Number[b]
			a.Seat = engine.Seat(h)
			l = engine.Line{Seat: a.Seat, Text: engine.Say("scene.business").Number(int(number)).Number(s.Cat.Takings[number].Amount)}
		}
		if s.CarDistrict != nil && *s.CarDistrict == district.ID {
			l.Icons = append(l.Icons, engine.IconSafe)
		}
		a.Lines = append(a.Lines, l)
		if s.Car != nil && *s.Car == n {
			car := line(engine.Say("area.car"))
			car.Icons = []engine.Icon{carIcon}
			a.Lines = append(a.Lines, car)
		}
		areas = append(areas, a)
	}
	for i, x := range []struct {
		heading string
		of      func(p *derpate.PlayerStatus) int
	}{
		{"scene.jail", func(p *derpate.PlayerStatus) int { return p.Jail }},
		{"scene.river", func(p *derpate.PlayerStatus) int { return p.River }},
		{"scene.reserve", func(p *derpate.PlayerStatus) int { return p.Reserve }},
	} {
		a := engine.Area{Heading: engine.Say(x.heading), Seat: engine.NoSeat, Row: 2 + i/2, Col: 2 + i%2}
		for seat := range s.Players.Of {
			if n := x.of(&s.Players.Of[seat]); n > 0 {
				a.Lines = append(a.Lines, engine.Line{Seat: engine.Seat(seat), Text: engine.Say("scene.count").Number(n), Strong: true})
			}
		}
		areas = append(areas, a)
	}
	return areas
}
