package table

import "os"

// SetSync replaces what makes the bytes of a file stay on disk.
func (j *Journal) SetSync(sync func(*os.File) error) { j.sync = sync }

// File returns the open file of the journal.
func (j *Journal) File() *os.File { return j.file }
