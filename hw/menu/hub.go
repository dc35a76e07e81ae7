package menu

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// addJudge adds what calls a judge, where the box reports to a hub.
func (b *Box) addJudge(m *Menu) {
	if !b.Hub {
		return
	}
	key, call := says("ui.judge_call"), command.CallJudge{On: true}
	if b.Judge != "" {
		key, call.On = says("ui.judge_cancel"), false
	}
	if b.Play != nil {
		m.add(key, Closing{call})
		return
	}
	m.add(key, Then{call, func(b *Box, _ error) *Menu { return b.startMenu() }})
}

// addProposal adds the play that the hub says is next here, first of all: one OK begins it.
func (b *Box) addProposal(m *Menu) {
	p := b.Proposal
	i := slices.IndexFunc(b.Titles, func(t *engine.Title) bool { return t.ID == p.Game })
	if len(p.Seats) == 0 || i < 0 {
		return
	}
	t := b.Titles[i]
	options := map[string]json.RawMessage{}
	for key, word := range Usual(t) {
		options[key], _ = json.Marshal(word)
	}
	raw, _ := json.Marshal(options)
	m.add(func(w *words.Play, l lang.Lang) string {
		var names string
		for i, name := range p.Seats {
			if i > 0 {
				names += ", "
			}
			names += name
		}
		title := w.Books.Title(t.ID).Word(l, "game.title")
		return w.Plain(l, engine.Say("ui.proposal").Number(p.Table).Thing(names).Thing(title))
	}, command.Start{Header: engine.Header{Game: t.ID, Seats: slices.Clone(p.Seats), Options: raw}, DrawSeed: true})
}

// proposed reports whether two proposals are the same.
func proposed(a, b *command.Propose) bool {
	return a.Table == b.Table && a.Round == b.Round && a.Game == b.Game && slices.Equal(a.Seats, b.Seats)
}
