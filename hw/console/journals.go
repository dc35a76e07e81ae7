package console

import (
	"errors"
	"slices"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
)

// tableOptions returns the options of a play with the journal.
func (k *evening) tableOptions(j *journal.Journal) table.Options {
	return table.Options{Journal: j, Log: k.log, Lock: k.lock, OnRewrite: k.rewritten, Digits: k.digits}
}

// rewritten tells the table that the journal had vanished and has been written anew.
func (k *evening) rewritten(r journal.Rewrite) {
	k.log.Warn("journal written anew", "path", r.Path, "aside", r.Aside)
	k.game.call([]engine.Cue{{Kind: engine.CueSay, Text: r.Text()}})
}

// tellPlays says what is wrong with the newest play, and with those set aside. Nobody may take an
// older play for the newest, or a box that has lost one for a new box.
func (k *evening) tellPlays() {
	for i, e := range k.memory.Saved() {
		if e.Stalled || i == 0 && e.State != journal.Whole {
			k.game.call([]engine.Cue{{Kind: engine.CueSay, Text: e.Text()}})
		}
	}
}

// playName returns what a play that begins is called: as people typed it, or "" for what the box
// calls it. An error says that another play has the name.
func (k *evening) playName(t *engine.Title, typed string) (string, error) {
	name := engine.NormalName(typed)
	switch {
	case name == "" && t.Campaign:
		return desk.FreshName(k.play.Play, k.langs.voice, k.memory.NameTaken), nil
	case name == "":
		return "", nil
	case k.memory.NameTaken(name):
		return "", engine.Refuse("", "refuse.name_taken", name)
	}
	return name, table.CheckName(name)
}

func (k *evening) doGoOn(c command.GoOn) error {
	saved, at := k.memory.Saved(), -1
	for i := range saved {
		if c.Play == "" && i == 0 || c.Play != "" && memory.ID(&saved[i]) == c.Play {
			at = i
		}
	}
	if at < 0 || k.play.table != nil {
		return k.game.refused(errNoPlay)
	}
	e := saved[at]
	t, repair, err := table.Open(e.Path, k.memory.Title, k.tableOptions(nil))
	if errors.Is(err, journal.ErrLost) {
		k.log.Error("journals", "error", err)
		return k.game.refused(engine.Refuse("", "refuse.lost"))
	}
	if err != nil {
		return k.game.refused(err)
	}
	k.sit(t)
	k.guests.resumed = true
	k.log.Info("the play goes on", "game", t.Title().ID, "moves", t.Moves())
	switch {
	case repair.Any():
		k.log.Warn("journal repaired", "line", repair.Line, "header", repair.Header)
		k.game.call([]engine.Cue{{Kind: engine.CueSay, Text: repair.Text()}})
	case e.Dropped:
		k.game.call([]engine.Cue{{Kind: engine.CueSay, Text: e.Text()}})
	}
	return nil
}

// doDiscard takes a play off the list of those that can be gone on with.
func (k *evening) doDiscard(c command.Discard) error {
	saved := k.memory.Saved()
	at := slices.IndexFunc(saved, func(e journal.Entry) bool { return memory.ID(&e) == c.Play })
	if at < 0 || k.play.table != nil {
		return k.game.refused(errNoPlay)
	}
	t, _, err := table.Open(saved[at].Path, k.memory.Title, k.tableOptions(nil))
	switch {
	case errors.Is(err, journal.ErrLost):
		return k.game.refused(engine.Refuse("", "refuse.lost"))
	case err != nil:
		return k.game.refused(err)
	}
	if err := t.Leave(); err != nil {
		return k.game.refused(err)
	}
	k.log.Info("a play was put away", "path", saved[at].Path)
	k.memory.Find()
	k.stage.openMenu(menu.Top)
	return nil
}

// doKeepNothing continues the play, or lets plays begin, with nothing kept on disk.
func (k *evening) doKeepNothing(_ command.KeepNothing) error {
	k.noDisk, k.wrong.err = false, nil
	if k.play.table == nil {
		k.memory.KeepNothing()
		k.stage.openMenu(menu.Top)
		return nil
	}
	path := k.play.table.Journal().Path()
	if err := k.play.table.DropJournal(); err != nil {
		k.log.Error("journal", "error", err)
		k.memory.Dropped(path) // the disk may not remember it
	}
	k.log.Warn("the play goes on without a journal")
	k.stage.setMenu(nil)
	return nil
}
