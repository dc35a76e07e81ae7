package corleone

import "consigliere/engine"

// lessons are the Lessons of the title: a phase is explained when it first comes, and with full
// tracking what can be done when somebody is first asked for it.
func lessons(v engine.View) []string {
	s, ok := v.Public.(Status)
	if !ok {
		return nil
	}
	for _, w := range v.Waiting {
		switch w.Do {
		case "use", "keep", "marker", "recruit":
			return []string{w.Do}
		}
	}
	switch v.Phase {
	case "family":
		if s.light {
			return []string{"family_light"}
		}
		return []string{v.Phase}
	case "turf_war":
		if s.light {
			return []string{"turf_war_light"}
		}
	case "open", "bribery", "tribute", "entracte", "scoring":
		return []string{v.Phase}
	}
	return nil
}
