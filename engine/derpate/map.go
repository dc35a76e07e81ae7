package derpate

import "consigliere/engine"

// ringAt is where the car spaces are on the map, as row and column: clockwise along the edge of four
// rows and columns, so that the three of a side belong together.
var ringAt = [spaces + 1][2]int{
	1: {1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}, {4, 4}, {4, 3}, {4, 2}, {4, 1}, {3, 1}, {2, 1},
}

// areas is the board as a map: the businesses along the way of the car, and in their midst where
// members are besides.
func (s *Status) areas() []engine.Area {
	var areas []engine.Area
	for n := 1; n <= spaces; n++ {
		b := s.cat.at[n]
		district := &s.cat.districts[s.cat.district[b]]
		a := engine.Area{Heading: engine.Say(businessKeys[b]), Seat: engine.NoSeat, Row: ringAt[n][0], Col: ringAt[n][1]}
		l := line(engine.Say("area.empty"))
		l.Strong = true
		switch h := s.owner[b]; {
		case h == Neutral:
			l.Text.Key = "area.neutral"
		case h.seat():
			number := s.cat.number[b]
			a.Seat = engine.Seat(h)
			l = engine.Line{Seat: a.Seat, Text: engine.Say("scene.business").Number(int(number)).Number(s.cat.takings[number].amount)}
		}
		if s.CarDistrict != nil && *s.CarDistrict == district.id {
			l.Icons = append(l.Icons, engine.IconSafe)
		}
		a.Lines = append(a.Lines, l)
		if s.Car != nil && *s.Car == n {
			car := line(engine.Say("area.car"))
			car.Icons = []engine.Icon{engine.IconCar}
			a.Lines = append(a.Lines, car)
		}
		areas = append(areas, a)
	}
	for i, x := range []struct {
		heading string
		of      func(p *PlayerStatus) int
	}{
		{"scene.jail", func(p *PlayerStatus) int { return p.Jail }},
		{"scene.river", func(p *PlayerStatus) int { return p.River }},
		{"scene.reserve", func(p *PlayerStatus) int { return p.Reserve }},
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
