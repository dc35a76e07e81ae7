package derpate

import "consigliere/engine"

// standing is the Standing of the title: where each is on the two tracks, and how many businesses
// each holds. Money is secret until the end.
func standing(s *Status) []engine.Line {
	var held [maxSeats]int
	for b := Business(1); b <= businessCount; b++ {
		if h := s.owner[b]; h.seat() {
			held[h]++
		}
	}
	lines := make([]engine.Line, len(s.Players.Of))
	for i, p := range s.Players.Of {
		lines[i] = engine.Line{Seat: engine.Seat(i), Text: engine.Say("scene.standing").Number(p.Reputation).Number(p.Influence).Number(held[i])}
	}
	return lines
}
