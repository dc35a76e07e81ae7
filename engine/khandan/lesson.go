package khandan

import "consigliere/engine"

// lesson is the Lesson of the title: a phase is explained when it first comes.
func lesson(v engine.View) string {
	s, ok := v.Public.(Status)
	if !ok {
		return ""
	}
	switch v.Phase {
	case "vote":
		if s.public.sealed {
			return "vote_sealed"
		}
		return "vote"
	case "over":
		return ""
	}
	return v.Phase
}
