package corleone

import "consigliere/engine"

// lesson is the Lesson of the title: a phase is explained when it first comes, and with full
// tracking what can be done when somebody is first asked for it.
func lesson(v engine.View) string {
	s, ok := v.Public.(Status)
	if !ok {
		return ""
	}
	for _, w := range v.Waiting {
		switch w.Do {
		case "use", "keep", "marker", "recruit":
			return w.Do
		}
	}
	switch v.Phase {
	case "family":
		if s.light {
			return "family_light"
		}
		return v.Phase
	case "turf_war":
		if s.light {
			return "turf_war_light"
		}
	case "open", "bribery", "tribute", "entracte", "scoring":
		return v.Phase
	}
	return ""
}
