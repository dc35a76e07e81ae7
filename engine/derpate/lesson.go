package derpate

import (
	"strconv"

	"consigliere/engine"
)

// lessons are the Lessons of the title: each kind of question is explained when it first comes,
// and each row.
func lessons(v engine.View) []string {
	if len(v.Waiting) == 0 {
		return nil
	}
	switch do := v.Waiting[0].Do; do {
	case "place":
		return []string{"row" + strconv.Itoa(v.Public.(Status).Row)}
	case "car", "district", "reveal", "throw", "done":
		return []string{do}
	}
	return nil
}
