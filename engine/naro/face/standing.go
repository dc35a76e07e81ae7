package face

import (
	"consigliere/engine"
	"consigliere/engine/naro"
)

// standing is the Standing of the title: how many things each holds, and how many wounds. What
// the things are is secret (NARO-9.13).
func standing(s *naro.Status) []engine.Line {
	lines := make([]engine.Line, len(s.Players.Of))
	for i, p := range s.Players.Of {
		lines[i] = line(engine.Seat(i), engine.Say("scene.standing").Number(p.LootCount).Number(p.Wounds))
		if !p.Alive {
			lines[i].Text = engine.Say("scene.dead")
		}
	}
	return lines
}
