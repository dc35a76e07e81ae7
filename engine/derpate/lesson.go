package derpate

import (
	"strconv"

	"consigliere/engine"
)

// lesson is the Lesson of the title: each kind of question is explained when it first comes,
// and each row.
func lesson(v engine.View) string {
	if len(v.Waiting) == 0 {
		return ""
	}
	switch do := v.Waiting[0].Do; do {
	case "place":
		return "row" + strconv.Itoa(v.Public.(Status).Row)
	case "car", "district", "reveal", "throw", "done":
		return do
	}
	return ""
}
