package console

import (
	"encoding/json"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/words"
)

func (k *Console) doRematch() error {
	if k.t == nil || !k.over {
		return k.refused(errNoPlay)
	}
	h := k.t.Header()
	old := h.Seats
	h.Seats = append(slices.Clone(old[1:]), old[0])
	h.Options = moveOn(k.t.Title(), h.Options, old)
	var pods []hw.Pod
	var bots engine.SeatSet
	for s := range h.Seats {
		was := engine.Seat((s + 1) % len(old))
		pods = append(pods, hw.Pod(k.seating.pod(was)))
		if k.botSeats().Has(was) {
			bots = bots.With(engine.Seat(s))
		}
	}
	if err := k.doStart(command.Start{Header: h, DrawSeed: true, Pods: pods, Again: true}); err != nil {
		return err
	}
	if bots == 0 {
		return nil
	}
	return k.doSetBots(command.SetBots{Seats: bots})
}

// moveOn returns options in which those that are a seat are the next one.
func moveOn(t *engine.Title, options json.RawMessage, seats engine.Roster) json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(options, &all) != nil {
		return options
	}
	for _, o := range t.Options {
		var name string
		if o.Kind != engine.OptionSeat || json.Unmarshal(all[o.Key], &name) != nil {
			continue
		}
		if s, ok := seats.Seat(name); ok && s >= 0 {
			all[o.Key], _ = json.Marshal(seats[(int(s)+1)%len(seats)]) // a name can always be written
		}
	}
	moved, err := json.Marshal(all)
	if err != nil {
		return options
	}
	return moved
}

// resultMenu is the menu of a play that is over. Nothing in it loses the play: its journal
// stays in the list of finished games.
func (k *Console) resultMenu() *menu {
	m := &menu{heading: says("game.title")}
	m.add(says("ui.rematch"), command.Rematch{})
	m.add(says("ui.results"), openMenu(func(k *Console) *menu {
		back := openMenu((*Console).resultMenu)
		return resultsMenu(k.t, says("ui.results"), back)
	}))
	m.add(says("ui.main_menu"), command.Leave{})
	m.add(says("ui.back"), closeMenu)
	return m
}

// resultsMenu lists the seats of a play that is over, the best first; OK shows what the score
// of a seat is made of.
func resultsMenu(t *table.Table, heading label, back command.Command) *menu {
	m := &menu{heading: heading}
	title, roster := t.Title(), t.Roster()
	if title.Score != nil {
		score := title.Score(t.View(engine.Public))
		for _, s := range ranked(score) {
			row := score.Rows[s]
			m.add(func(w *words.Play, l lang.Lang) string {
				place := w.Books.Title(title.ID).Word(l, row.Out)
				if row.Rank > 0 {
					place = l.Number(row.Rank) + "."
				}
				return strings.Join([]string{place, words.Apart(l, roster[s]), l.Number(row.Total)}, " ")
			}, openMenu(func(*Console) *menu {
				again := openMenu(func(*Console) *menu { return resultsMenu(t, heading, back) })
				return scoreOf(title, roster[s], score.Columns, row, again)
			}))
		}
	}
	m.add(says("ui.back"), back)
	return m
}

// ranked returns the seats of a score table, the best first, and after them those that are
// not ranked.
func ranked(t engine.ScoreTable) []int {
	order := make([]int, len(t.Rows))
	for s := range order {
		order[s] = s
	}
	slices.SortStableFunc(order, func(a, b int) int {
		place := func(s int) int {
			if t.Rows[s].Rank == 0 {
				return len(t.Rows) + 1
			}
			return t.Rows[s].Rank
		}
		return place(a) - place(b)
	})
	return order
}

// scoreOf lists what the score of a seat is made of.
func scoreOf(t *engine.Title, name string, columns []string, row engine.ScoreRow, back command.Command) *menu {
	m := &menu{heading: func(_ *words.Play, l lang.Lang) string { return words.Apart(l, name) + " " + l.Number(row.Total) }}
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
	title := w.Books.Title(p.Title.ID).Word(l, "game.title")
	if p.Name != "" {
		title = words.Apart(l, p.Name)
	}
	if p.Began.IsZero() {
		return title
	}
	return title + w.Word(l, "ui.comma") + words.Day(l, p.Began)
}

// finishedMenu lists the plays that are over, the newest first, with who won; OK shows the
// result of one.
func (k *Console) finishedMenu() *menu {
	m := &menu{heading: says("ui.finished")}
	past := k.memory.Past()
	for i := range past[:min(len(past), memory.Listed)] {
		p := &past[i]
		t, err := k.memory.Replay(p)
		if err != nil {
			k.log.Error("journals", "error", err)
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
		}, openMenu(func(*Console) *menu {
			return resultsMenu(t, name, openMenu((*Console).finishedMenu))
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}
