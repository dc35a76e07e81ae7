package console

import (
	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
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
