package menu

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/words"
)

// Result returns the menu of a play that is over. Nothing in it loses the play: its journal
// stays in the list of finished games.
func Result(b *Box) *Menu {
	m := &Menu{heading: says("game.title")}
	next := b.Proposal
	m.renew = func(b *Box) *Menu {
		if proposed(&b.Proposal, &next) {
			return m
		}
		return Result(b) // what is next is the first entry
	}
	b.addProposal(m)
	m.add(says("ui.rematch"), command.Rematch{})
	m.add(says("ui.results"), Open(func(b *Box) *Menu {
		back := Open(Result)
		return resultsMenu(b.Play.Title, b.Words.Roster, b.Play.View, says("ui.results"), back)
	}))
	m.add(says("ui.main_menu"), command.Leave{})
	m.add(says("ui.back"), closeMenu)
	return m
}

// resultsMenu lists the seats of a play that is over, the best first; OK shows what the score
// of a seat is made of.
func resultsMenu(title *engine.Title, roster engine.Roster, view func() engine.View, heading label, back command.Command) *Menu {
	m := &Menu{heading: heading}
	if title.Score != nil {
		score := title.Score(view())
		for _, s := range score.Order() {
			row := score.Rows[s]
			m.add(func(w *words.Play, l lang.Lang) string {
				place := w.Books.Title(title.ID).Word(l, row.Out)
				if row.Rank > 0 {
					place = l.Number(row.Rank) + "."
				}
				return strings.Join([]string{place, l.Isolate(roster[s]), l.Number(row.Total)}, " ")
			}, Open(func(*Box) *Menu {
				again := Open(func(*Box) *Menu { return resultsMenu(title, roster, view, heading, back) })
				return scoreOf(title, roster[s], score.Columns, row, again)
			}))
		}
	}
	m.add(says("ui.back"), back)
	return m
}

// scoreOf lists what the score of a seat is made of.
func scoreOf(t *engine.Title, name string, columns []string, row engine.ScoreRow, back command.Command) *Menu {
	m := &Menu{heading: func(_ *words.Play, l lang.Lang) string { return l.Isolate(name) + " " + l.Number(row.Total) }}
	for i, key := range columns {
		m.add(func(w *words.Play, l lang.Lang) string {
			return w.Books.Title(t.ID).Word(l, key) + ": " + l.Number(row.Values[i])
		}, back)
	}
	m.add(says("ui.back"), back)
	return m
}

// pastName tells a play from others: its game, and when it began.
func pastName(p *memory.Past, w *words.Play, l lang.Lang) string {
	title := w.Books.Named(p.Title, p.Options, l)
	if p.Name != "" {
		title = l.Isolate(p.Name)
	}
	if p.Began.IsZero() {
		return title
	}
	return title + w.Word(l, "ui.comma") + words.Day(l, p.Began)
}

// finishedMenu lists the plays that are over, the newest first, with who won; OK shows the
// result of one.
func (b *Box) finishedMenu() *Menu {
	m := &Menu{heading: says("ui.finished")}
	past := b.Memory.Past()
	for i := range past[:min(len(past), memory.Listed)] {
		p := &past[i]
		t, err := b.Memory.Replay(p)
		if err != nil {
			b.Log.Error("journals", "error", err)
			continue
		}
		name := func(w *words.Play, l lang.Lang) string { return pastName(p, w, l) }
		var winners []string
		if p.Title.Score != nil {
			score := p.Title.Score(t.View(engine.Public))
			for s, name := range t.Roster() {
				if score.Rows[s].Winner {
					winners = append(winners, name)
				}
			}
		}
		m.add(func(w *words.Play, l lang.Lang) string {
			if len(winners) == 0 {
				return name(w, l)
			}
			return name(w, l) + ": " + strings.Join(winners, w.Word(l, "ui.comma"))
		}, Open(func(*Box) *Menu {
			return resultsMenu(p.Title, t.Roster(), func() engine.View { return t.View(engine.Public) }, name, Open((*Box).finishedMenu))
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}
