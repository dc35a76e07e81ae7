package menu

import (
	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// howToMenu asks which game to explain; while one is played it explains that one.
func (b *Box) howToMenu() *Menu {
	if b.Play != nil {
		return b.guideMenu(b.Play.Title, closeMenu)
	}
	m := &Menu{heading: says("ui.how_to")}
	for _, t := range b.Titles {
		m.add(ofGame(t, "game.title"), Open(func(b *Box) *Menu {
			return b.guideMenu(t, Open((*Box).howToMenu))
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// guideMenu reads how a game is played, a paragraph at a time. The languages have the same
// paragraphs.
func (b *Box) guideMenu(t *engine.Title, back command.Command) *Menu {
	m := &Menu{heading: ofGame(t, "game.title")}
	guides := map[lang.Lang]lang.Guide{}
	for _, l := range lang.All() {
		g, err := lang.NewGuide(t, l)
		if err != nil || len(g) == 0 {
			b.Log.Warn("nothing tells how to play", "game", t.ID, "lang", l, "error", err)
			m.add(says("ui.back"), back)
			return m
		}
		guides[l] = g
	}
	m.reads = true
	for i, section := range guides[lang.English] {
		for j := range section.Paragraphs {
			m.items = append(m.items, item{
				label:   func(_ *words.Play, l lang.Lang) string { return guides[l][i].Paragraphs[j] },
				heading: func(_ *words.Play, l lang.Lang) string { return guides[l][i].Heading },
				do:      back,
			})
		}
	}
	return m
}

// reading lays out the text that is read.
func (m *Menu) reading(w *words.Play, l lang.Lang) *screen.Page {
	it := &m.items[m.sel]
	return &screen.Page{
		Heading: it.heading(w, l), Corner: l.Number(m.sel+1) + "/" + l.Number(len(m.items)),
		Lines: []screen.Line{{Text: it.label(w, l)}}, Foot: w.Word(l, "ui.foot_read"),
	}
}
