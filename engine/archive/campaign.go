package archive

import (
	"bytes"
	"errors"
	"os"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/internal/atomicfile"
)

// A Campaign is a campaign in a folder. It is one record over many reigns, kept in a journal like
// any play.
type Campaign struct {
	Number int // of its journal
	Entry  journal.Entry
	Table  *table.Table // nil where the journal cannot be read
}

// Campaigns returns the campaigns of a folder, the newest first. find returns the title of a word,
// or nil.
func Campaigns(dir string, find func(id string) *engine.Title) ([]Campaign, error) {
	entries, err := journal.List(dir, find)
	if err != nil {
		return nil, err
	}
	var list []Campaign
	for _, e := range entries {
		if e.Title == nil || !e.Title.Campaign {
			continue
		}
		c := Campaign{Number: journal.Number(e.Path), Entry: e}
		if t, err := table.ReplayFile(e.Path, find); err == nil {
			c.Table = t
		}
		list = append(list, c)
	}
	return list, nil
}

// Called returns the campaign of the list that has the name, or one that looks like it; nil where
// none has.
func Called(list []Campaign, name string) *Campaign {
	for i := range list {
		if c := &list[i]; c.Entry.Name != "" && engine.Alike(c.Entry.Name, name) {
			return c
		}
	}
	return nil
}

// Numbered returns the campaign of the list with a number; nil where none has it.
func Numbered(list []Campaign, number int) *Campaign {
	for i := range list {
		if list[i].Number == number {
			return &list[i]
		}
	}
	return nil
}

// Others returns the campaigns of the list but that with the header.
func Others(list []Campaign, h engine.Header) []Campaign {
	var others []Campaign
	for _, c := range list {
		if c.Table == nil || !bytes.Equal(c.Table.Header().Append(nil), h.Append(nil)) {
			others = append(others, c)
		}
	}
	return others
}

// Export writes the journal of a campaign to a file that must not exist, as far as its lines are
// whole.
func (c *Campaign) Export(file string) error {
	data, err := journal.ReadFile(c.Entry.Path)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data[:bytes.LastIndexByte(data, '\n')+1])
	return errors.Join(err, f.Sync(), f.Close())
}

// Rename gives a campaign another name. One that was left stays so.
func (c *Campaign) Rename(name string, find func(id string) *engine.Title, lock *journal.Lock) error {
	t, _, err := table.Open(c.Entry.Path, find, table.Options{Lock: lock})
	if err != nil {
		return err
	}
	err = t.SetName(0, name)
	end := t.Close
	if c.Entry.Left {
		end = t.Leave
	}
	return errors.Join(err, end())
}

// Import makes a journal at the path out of what is in a file, a journal or a record, and has been
// replayed as from. A journal is taken over as it is, with its attendance. Unless the name is
// "" the play is called so.
func Import(path string, data []byte, from *table.Table, name string, lock *journal.Lock) error {
	header, _, _ := bytes.Cut(data, []byte{'\n'})
	if journal.Is(header) {
		return takeOver(path, data, from.Title(), name, lock)
	}
	t, _, err := table.New(from.Title(), from.Header(), table.Options{Journal: journal.New(path), Lock: lock, Name: name})
	if err != nil {
		return err
	}
	err = engine.Lines(bytes.NewReader(from.AppendRecord(nil)), func(n int, line []byte) error {
		if n == 1 {
			return nil
		}
		_, err := t.PlayLine(0, line)
		return err
	})
	return errors.Join(err, t.Close())
}

func takeOver(path string, data []byte, title *engine.Title, name string, lock *journal.Lock) error {
	if err := atomicfile.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	t, _, err := table.Open(path, func(string) *engine.Title { return title }, table.Options{Lock: lock})
	if err != nil {
		return err
	}
	if name != "" {
		err = t.SetName(0, name)
	}
	return errors.Join(err, t.Close())
}
