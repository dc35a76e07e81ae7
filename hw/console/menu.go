package console

import (
	"consigliere/engine"
	"consigliere/engine/receipt"
	"consigliere/hw/menu"
)

// box returns what the menu shows.
func (k *stage) box() *menu.Box {
	b := &menu.Box{
		Words: k.play.Play, Titles: k.titles, Saved: k.savedStates(), Memory: k.memory, Lang: k.langs.voice, MainLang: k.langs.main,
		Pods: len(k.screens.ports), Camera: k.camera, NoDisk: k.noDisk, Phones: k.guests.invite, Machine: k.machine, Hub: k.hub.known, Judge: k.hub.judge, Proposal: k.hub.proposal, Volume: k.dials.volume != nil, Brightness: k.dials.brightness != nil, Log: k.log,
	}
	b.Commits = k.commits
	if k.deal.on() {
		b.Deal = &menu.Dealing{Rows: k.deal.rows, Short: k.deal.commitment()[:receipt.ShortCommitment], Roster: k.deal.roster, Next: k.deal.next()}
	}
	if k.play.table != nil {
		b.Play = &menu.Play{
			Title: k.play.table.Title(), Over: k.play.over, Paused: k.play.table.Paused(), Kept: k.play.kept(), Undoing: k.play.undoNeeds() != 0, Absent: k.play.absent() != nil,
			Taught: k.lessons.on, Owing: k.owing(), Bots: k.play.bots(), Attending: k.play.table.Attending(), Langs: k.langs.seats,
			Scene: func() engine.Scene {
				k.refreshScene()
				return k.play.scene
			},
			View: func() engine.View { return k.play.table.View(engine.Public) },
		}
	}
	return b
}

// openMenu opens a menu.
func (k *stage) openMenu(open menu.Open) { k.setMenu(open(k.box())) }

// renewMenu brings the menu up to date with what has changed around the box.
func (k *stage) renewMenu() {
	if k.menu == nil {
		return
	}
	if m := k.menu.Renewed(k.box()); m != k.menu {
		k.setMenu(m)
	}
}

func (k *stage) setMenu(m *menu.Menu) {
	k.menu, k.screens.page = m, 0
	k.hands.panel().again = 0
	if k.play.table == nil && (m == nil || !m.Waits()) {
		k.seating.begin(len(k.screens.ports), 0) // nobody joins any more
	}
	k.touch()
}

// moveMenu moves the choice of the menu by d. A text that does not fit on the screen is
// turned part by part first.
func (k *stage) moveMenu(d int) {
	if to := k.screens.page + d; k.menu.Reads() && to >= 0 && to < k.screens.pages {
		k.screens.turn(k.now, d)
		k.screens.rest(k.now)
		return
	}
	k.menu.Move(d)
	k.screens.page, k.screens.pages, k.screens.pageAt = 0, 1, 0
	k.screens.redraw(k.now)
}
