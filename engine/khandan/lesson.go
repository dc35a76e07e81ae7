package khandan

// lessons are the Lessons of the title: a phase is explained when it first comes.
func lessons(s *Status) []string {
	switch s.Phase {
	case "vote":
		if s.public.sealed {
			return []string{"vote_sealed"}
		}
		return []string{"vote"}
	case "over":
		return nil
	}
	return []string{s.Phase}
}
