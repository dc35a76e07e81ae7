package console

import (
	"errors"

	"consigliere/engine"
	"consigliere/engine/table"
)

// diskFailed follows a journal that the disk does not take: it tells the table in words, and
// the menu of the panel offers to go on without (promise P8).
func (k *Console) diskFailed(err error) {
	var disk *table.JournalError
	if !errors.As(err, &disk) {
		return
	}
	k.wrong, k.noDisk = engine.Refuse("", disk.Text()), true
	if k.t == nil {
		k.openStart()
		return
	}
	k.changed() // the table has gone back to what the disk holds
}

// withoutJournal goes on with the play, or lets plays begin, with nothing kept on disk.
func (k *Console) withoutJournal() {
	k.noDisk, k.wrong = false, nil
	if k.t == nil {
		k.folder, k.resume = "", nil
		k.openStart()
		return
	}
	if err := k.t.DropJournal(); err != nil {
		k.log.Error("journal", "error", err) // it has failed already, and nobody needs it now
	}
	k.log.Warn("the play goes on without a journal")
	k.setMenu(nil)
}
