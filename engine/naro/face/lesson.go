package face

import (
	"slices"
	"strings"

	"consigliere/engine/naro"
)

// lessons are the Lessons of the title: a phase is explained when it first comes, and so is what
// can be taken, and what a death means. What the diamonds are about in detail waits for the second
// share-out, since there is enough to read in the first.
func lessons(s *naro.Status) []string {
	var due []string
	if slices.ContainsFunc(s.Players.Of, func(p naro.PlayerStatus) bool { return !p.Alive }) {
		due = append(due, "dead")
	}
	switch s.Phase {
	case "load", "aim", "order", "courage":
		due = append(due, s.Phase)
	case "share":
		due = append(due, s.Phase)
		if s.Round > 1 && slices.ContainsFunc(s.Loot, func(l string) bool { return strings.HasPrefix(l, "diamond") }) {
			due = append(due, "diamond")
		}
		if s.Token == "available" || slices.Contains(s.Loot, naro.LootWords[naro.Clip]) || slices.Contains(s.Loot, naro.LootWords[naro.FirstAid]) {
			due = append(due, "things")
		}
	}
	return due
}
