package console

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
)

// resumable is a play in progress that was found among the journals.
type resumable struct {
	path  string
	title *engine.Title
	seats engine.Roster
}

// newJournal returns the journal of a new play, or nil if nothing is kept on disk.
func (k *Console) newJournal(engine.Header) (*table.Journal, error) {
	if k.folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(k.folder, 0o755); err != nil {
		return nil, &table.JournalError{Err: err}
	}
	return table.NextJournal(k.folder)
}

// findResumable looks for the play in progress.
func (k *Console) findResumable() {
	k.resume = nil
	if k.folder == "" {
		return
	}
	path, err := table.Unfinished(k.folder, k.find)
	if err != nil {
		k.log.Error("journals", "error", err)
		return
	}
	if path == "" {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		k.log.Error("journals", "error", err)
		return
	}
	defer f.Close()
	r := &resumable{path: path}
	_ = engine.Lines(f, func(_ int, line []byte) error {
		// The header of a journal, of which the menu shows the game and the names. Where it is
		// damaged, Open finds its second copy; the menu then says no more than that there is a play.
		var h struct {
			Game  string        `json:"game"`
			Seats engine.Roster `json:"seats"`
		}
		if json.Unmarshal(line, &h) == nil {
			r.title, r.seats = k.find(h.Game), h.Seats
		}
		return io.EOF
	})
	k.resume = r
}

// Resumable reports whether a play in progress was found.
func (k *Console) Resumable() bool { return k.resume != nil }

// GoOn goes on with the play in progress, at the very same ask.
func (k *Console) GoOn(now time.Duration) error {
	k.now = now
	err := k.goOn()
	k.settle()
	return err
}

func (k *Console) goOn() error {
	if k.resume == nil {
		return k.refused(errNoPlay)
	}
	t, mended, err := table.Open(k.resume.path, k.find, table.Options{Log: k.log})
	if errors.Is(err, table.ErrLost) {
		k.log.Error("journals", "error", err)
		return k.refused(engine.Refuse("", engine.Say("refuse.lost")))
	}
	if err != nil {
		return k.refused(err)
	}
	k.sit(t)
	k.log.Info("the play goes on", "game", t.Title().ID, "moves", t.Moves())
	if mended.Any() {
		k.log.Warn("journal mended", "line", mended.Line, "header", mended.Header)
		k.call([]engine.Cue{{Kind: engine.CueSay, Text: mended.Text()}})
	}
	return nil
}
