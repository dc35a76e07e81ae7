package face

import "consigliere/engine/khandan"

// lessons are the Lessons of the title: a phase is explained when it first comes.
func lessons(s *khandan.Status) []string {
	switch s.Phase {
	case "vote":
		if s.Public.Sealed {
			return []string{"vote_sealed"}
		}
		return []string{"vote"}
	case "over":
		return nil
	}
	return []string{s.Phase}
}
