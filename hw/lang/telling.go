package lang

import (
	"strings"

	"consigliere/engine"
)

// Telling puts a line of a log into words.
func (b *Book) Telling(l Lang, r engine.Roster, t engine.Telling) string {
	if len(t) == 0 {
		return ""
	}
	line := b.Text(l, r, t[0])
	if len(t) == 1 {
		return line
	}
	items := make([]string, len(t)-1)
	for i := range items {
		items[i] = b.Text(l, r, t[i+1])
	}
	comma := ", "
	if l.RightToLeft() {
		comma = "، "
	}
	if strings.HasSuffix(line, ":") {
		line += " "
	} else {
		line += comma
	}
	return line + strings.Join(items, comma)
}
