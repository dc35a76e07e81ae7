package table

import (
	"time"

	"consigliere/engine"
)

// On puts a journal that is not yet in use on another disk.
func (j *Journal) On(d disk) *Journal {
	j.disk = d
	return j
}

// SetNow replaces the wall clock.
func (j *Journal) SetNow(now func() time.Time) { j.now = now }

// CloseFile closes the file without the journal's knowledge.
func (j *Journal) CloseFile() error { return j.file.Close() }

// ListOn is List on another disk.
func ListOn(d disk, dir string, find func(id string) *engine.Title) ([]Entry, error) {
	return list(d, dir, find)
}

// NextJournalOn is NextJournal on another disk.
func NextJournalOn(d disk, dir string) (*Journal, error) { return nextJournal(d, dir) }
