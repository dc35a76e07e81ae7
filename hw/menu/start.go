package menu

import (
	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/words"
)

// Top returns the first menu: of the game that is being played, or of the box.
func Top(b *Box) *Menu {
	if b.Play == nil {
		return b.startMenu()
	}
	return b.playMenu()
}

// startMenu is the menu of the box when nothing is played: go on, a game, the language.
func (b *Box) startMenu() *Menu {
	m := &Menu{heading: says("ui.title")}
	served, next := b.Phones.Served, b.Proposal
	m.renew = func(b *Box) *Menu {
		if b.Phones.Served == served && proposed(&b.Proposal, &next) {
			return m
		}
		if !proposed(&b.Proposal, &next) {
			return b.startMenu() // what is next is the first entry
		}
		return b.startMenu().at(m.sel)
	}
	b.addProposal(m)
	if len(b.Saved) > 0 {
		m.add(goesOn(0, &b.Saved[0]), command.GoOn{})
	}
	if len(b.Saved) > 1 {
		m.add(says("ui.plays"), Open((*Box).playsMenu))
	}
	if b.NoDisk {
		m.add(says("ui.no_journal"), command.KeepNothing{})
	}
	for _, t := range b.Titles {
		m.add(ofGame(t, "game.title"), Open(func(b *Box) *Menu { return b.titleMenu(t) }))
	}
	if t := b.toolbox(); t != nil {
		m.both = Open(func(b *Box) *Menu { return b.toolsMenu(t) })
		m.add(says("ui.tools"), m.both)
	}
	if len(b.Memory.Past()) > 0 {
		m.add(says("ui.finished"), Open((*Box).finishedMenu))
	}
	b.addInvite(m)
	b.addJudge(m)
	m.add(says("ui.how_to"), Open((*Box).howToMenu))
	m.add(says("ui.settings"), Open((*Box).settingsMenu))
	return m
}

// backToStart returns the command that leads back to the first menu.
func backToStart() command.Command { return Open((*Box).startMenu) }

// goesOn is the label of play i of those that can be gone on with.
func goesOn(i int, saved *desk.SavedState) label {
	return func(w *words.Play, l lang.Lang) string { return desk.GoesOn(w.Books, l, i, saved) }
}

// playsMenu lists all plays that can be gone on with.
func (b *Box) playsMenu() *Menu {
	m := &Menu{heading: says("ui.plays")}
	for i := range b.Saved {
		m.add(goesOn(i, &b.Saved[i]), command.GoOn{Play: b.Saved[i].ID})
	}
	m.add(says("ui.back"), backToStart())
	return m
}

// playMenu is the menu of a play.
func (b *Box) playMenu() *Menu {
	m := &Menu{heading: says("game.title")}
	m.add(says("ui.back"), closeMenu)
	if b.NoDisk {
		m.add(says("ui.no_journal"), Closing{command.KeepNothing{}})
	}
	if !b.Play.Over {
		if b.Play.Paused {
			m.add(says("ui.resume"), Closing{command.Pause{On: false}})
		} else {
			m.add(says("ui.pause"), Closing{command.Pause{On: true}})
		}
	}
	if b.Play.Undoing {
		m.add(says("ui.undo_cancel"), Closing{command.CancelUndo{}})
	} else {
		m.add(says("ui.undo"), Closing{command.Undo{}})
	}
	if !b.Play.Over && !b.Play.Paused && b.Play.Owing&^b.Play.Bots != 0 {
		m.add(says("ui.stand_in"), Open((*Box).standInMenu))
	}
	if b.Play.Absent && !b.Play.Paused {
		m.add(says("ui.seal_missing"), Closing{command.AnswerAbsent{}})
	}
	b.addJudge(m)
	m.add(says("ui.places"), Open((*Box).placesMenu))
	if !b.Play.Over {
		m.add(says("ui.attend"), Open((*Box).attendMenu))
		m.add(says("ui.bots"), Open((*Box).botsMenu))
		if b.Play.Taught {
			m.add(says("ui.teach_end"), Closing{command.Teach{On: false}})
		}
	}
	m.add(says("ui.score"), Open((*Box).scoreMenu))
	b.addInvite(m)
	m.add(says("ui.how_to"), Open((*Box).howToMenu))
	m.add(says("ui.settings"), Open((*Box).settingsMenu))
	m.add(says("ui.leave"), Open(func(b *Box) *Menu {
		sure := &Menu{heading: says("ui.leave_sure")}
		sure.add(says("ui.no"), closeMenu)
		if b.Play.Kept {
			sure.add(says("ui.leave_later"), command.Stop{})
		}
		sure.add(says("ui.yes"), command.Leave{})
		return sure
	}))
	return m
}

// standInMenu asks for whom the panel's buttons stand in.
func (b *Box) standInMenu() *Menu {
	m := &Menu{heading: says("ui.stand_in")}
	for i, name := range b.Words.Roster {
		if s := engine.Seat(i); b.Play.Owing.Has(s) && !b.Play.Bots.Has(s) {
			m.add(names(name), Closing{command.PlayFor{Seat: s}})
		}
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

// placesMenu asks who moves to another pod.
func (b *Box) placesMenu() *Menu {
	m := &Menu{heading: says("ui.places")}
	for i, name := range b.Words.Roster {
		m.add(names(name), Open(func(b *Box) *Menu { return b.sitMenu(engine.Seat(i)) }))
	}
	m.add(says("ui.back"), closeMenu)
	return m
}

// sitMenu waits for OK at the pod to which a seat moves.
func (b *Box) sitMenu(s engine.Seat) *Menu {
	m := &Menu{heading: func(w *words.Play, l lang.Lang) string { return w.Text(l, engine.Say("ui.sit").Seat(s)) }}
	m.atPod = func(pod int) command.Command { return Closing{command.Sit{Seat: s, Pod: hw.Pod(pod)}} }
	m.add(says("ui.back"), closeMenu)
	return m
}

// scoreMenu lists the seats' scores, to page through in peace; at the end the result.
func (b *Box) scoreMenu() *Menu {
	scene := b.Play.Scene()
	lines, heading := scene.Lines, scene.Heading
	m := &Menu{heading: func(w *words.Play, l lang.Lang) string { return w.Text(l, heading) }}
	if standing := b.Play.Title.Standing; standing != nil && !b.Play.Over {
		lines, m.heading = standing(b.Play.View()), says("ui.score")
	}
	for _, n := range lines {
		m.add(func(w *words.Play, l lang.Lang) string {
			text := w.Text(l, n.Text)
			if n.Seat >= 0 {
				text = w.Roster.Name(n.Seat) + ": " + text
			}
			return text
		}, closeMenu)
	}
	m.add(says("ui.back"), closeMenu)
	return m
}
