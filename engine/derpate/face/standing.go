package face

import (
	"consigliere/engine"
	"consigliere/engine/derpate"
)

// standing is the Standing of the title: where each is on the two tracks, and how many businesses
// each holds. Money is secret until the end.
func standing(s *derpate.Status) []engine.Line {
	var held [derpate.MaxSeats]int
	for b := derpate.Business(1); b <= derpate.BusinessCount; b++ {
		if h := s.Owner[b]; h.Seat() {
			held[h]++
		}
	}
	lines := make([]engine.Line, len(s.Players.Of))
	for i, p := range s.Players.Of {
		lines[i] = engine.Line{Seat: engine.Seat(i), Text: engine.Say("scene.standing").Number(p.Reputation).Number(p.Influence).Number(held[i])}
	}
	return lines
}
