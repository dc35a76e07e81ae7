package khandan

import "consigliere/engine"

// lessons are the Lessons of the title: a phase is explained when it first comes.
func lessons(v engine.View) []string {
	s, ok := v.Public.(Status)
	if !ok {
		return nil
	}
	switch v.Phase {
	case "vote":
		if s.public.sealed {
			return []string{"vote_sealed"}
		}
		return []string{"vote"}
	case "over":
		return nil
	}
	return []string{v.Phase}
}
