package chip

import "fmt"

// maxWarnings is how many different warnings a chip keeps.
const maxWarnings = 64

// warnings are the complaints of a chip about its driver: each sentence once, in order.
type warnings struct{ list []string }

func (w *warnings) warnf(format string, args ...any) {
	if len(w.list) >= maxWarnings {
		return
	}
	s := fmt.Sprintf(format, args...)
	for _, old := range w.list {
		if old == s {
			return
		}
	}
	w.list = append(w.list, s)
}
