package console

import (
	"strings"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// newBooks reads the words of a box that has these titles.
func newBooks(titles []*engine.Title) (*words.Books, error) {
	return words.NewBooks(titles, engine.Messages, journal.Messages, table.Messages, Messages)
}

// numberedNames returns the names that people didn't choose: what the box calls players by their number, in any
// language.
func numberedNames(w *words.Play) map[string]bool {
	numbered := map[string]bool{}
	for n := range engine.MaxSeats {
		for _, l := range lang.All() {
			numbered[w.Plain(l, engine.Say("ui.player").Number(n+1))] = true
		}
	}
	return numbered
}

// counts reports whether the text of a count is the count itself, in three words.
func (s face) counts(t engine.Text) bool {
	return len(strings.Fields(s.play.Text(lang.English, t))) == 3
}

// beat returns what is said at a beat.
func (s face) beat(l lang.Lang, b *caller.Beat) string {
	text := s.play.Text(l, b.Text)
	if b.Count > 0 {
		if three := strings.Fields(text); len(three) == 3 {
			return three[b.Count-1]
		}
		return s.play.Word(l, [...]string{"ui.one", "ui.two", "ui.three"}[b.Count-1])
	}
	return text
}
