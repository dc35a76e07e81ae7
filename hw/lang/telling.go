package lang

import (
	"strings"

	"consigliere/engine"
)

// Telling puts a line of a log into words.
func (b *Book) Telling(l Lang, r engine.Roster, t engine.Telling) string {
	parts := make([]string, len(t))
	for i := range parts {
		parts[i] = b.Text(l, r, t[i])
	}
	return Telling(l, parts)
}

// Telling joins the words of a line of a log: a sentence, and what is listed after it.
func Telling(l Lang, parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	comma := l.comma()
	line := parts[0]
	if strings.HasSuffix(line, ":") {
		line += " "
	} else {
		line += comma
	}
	return line + strings.Join(parts[1:], comma)
}
