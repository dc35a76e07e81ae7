package console

import (
	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
	"consigliere/hw/words"
)

// howToMenu asks which game is to be explained; while one is played it explains that one.
func (k *Console) howToMenu() *menu {
	if k.t != nil {
		return k.guideMenu(k.t.Title(), closeMenu)
	}
	m := &menu{heading: says("ui.how_to")}
	for _, t := range k.titles {
		m.add(ofGame(t, "game.title"), openMenu(func(k *Console) *menu {
			return k.guideMenu(t, openMenu((*Console).howToMenu))
		}))
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// guideMenu reads how a game is played, a paragraph at a time. The languages have the same
// paragraphs.
func (k *Console) guideMenu(t *engine.Title, back command.Command) *menu {
	m := &menu{heading: ofGame(t, "game.title")}
	guides := map[lang.Lang]lang.Guide{}
	for _, l := range lang.All() {
		g, err := lang.NewGuide(t, l)
		if err != nil || len(g) == 0 {
			k.log.Warn("nothing tells how to play", "game", t.ID, "lang", l, "error", err)
			m.add(says("ui.back"), back)
			return m
		}
		guides[l] = g
	}
	m.reads = true
	for i, section := range guides[lang.English] {
		for j := range section.Paragraphs {
			m.items = append(m.items, menuItem{
				label:   func(_ *words.Play, l lang.Lang) string { return guides[l][i].Paragraphs[j] },
				heading: func(_ *words.Play, l lang.Lang) string { return guides[l][i].Heading },
				do:      back,
			})
		}
	}
	return m
}

// reading lays out the text that is read.
func (m *menu) reading(w *words.Play, l lang.Lang) *screen.Page {
	it := &m.items[m.sel]
	return &screen.Page{
		Heading: it.heading(w, l), Corner: l.Number(m.sel+1) + "/" + l.Number(len(m.items)),
		Lines: []screen.Line{{Text: it.label(w, l)}}, Foot: w.Word(l, "ui.foot_read"),
	}
}

// moveMenu moves the choice of the menu by d. A text that does not fit on the screen is
// turned part by part first.
func (k *Console) moveMenu(d int) {
	if to := k.page + d; k.menu.reads && to >= 0 && to < k.pages {
		k.turn(d)
		if k.pageAt != 0 {
			k.pageAt = k.now + pageRest
		}
		return
	}
	k.menu.move(d)
	k.page, k.pages, k.pageAt = 0, 1, 0
	k.redraw()
}
