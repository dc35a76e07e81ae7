package face

import "consigliere/engine/corleone"

// lessons are the Lessons of the title: a phase is explained when it first comes, and with full
// tracking what can be done when somebody is first asked for it.
func lessons(s *corleone.Status) []string {
	for _, w := range s.Waiting {
		switch w.Do {
		case "use", "keep", "marker", "recruit":
			return []string{w.Do}
		}
	}
	switch s.Phase {
	case "family":
		if s.Light {
			return []string{"family_light"}
		}
		return []string{s.Phase}
	case "turf_war":
		if s.Light {
			return []string{"turf_war_light"}
		}
	case "open", "bribery", "tribute", "entracte", "scoring":
		return []string{s.Phase}
	}
	return nil
}
