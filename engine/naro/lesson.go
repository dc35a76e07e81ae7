package naro

import "consigliere/engine"

// lesson is the Lesson of the title: a phase is explained when it first comes.
func lesson(v engine.View) string {
	switch v.Phase {
	case "load", "aim", "order", "courage", "share":
		return v.Phase
	}
	return ""
}
