package table

import (
	"encoding/json"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
)

// MaxName is how many bytes the name of a play may have.
const MaxName = 64

// Name returns what the play is called, for people who go on with it on other evenings; "" until
// [Table.SetName] gives it a name.
func (t *Table) Name() string { return t.name }

// SetName gives the play a name, or another one. It must be as [engine.NormalName] returns it,
// of at most [MaxName] bytes, and not a number alone, which lists would take for the number of a
// journal. Whether another play has it is for the caller to see ([engine.Alike]).
//
// Like [Table.Attend] it is a line of the journal and no move: no undo takes it back. An error
// is an [*engine.Refusal] or a [*journal.Error], and changes nothing.
func (t *Table) SetName(now time.Duration, name string) error {
	t.see(now)
	if err := CheckName(name); err != nil {
		return err
	}
	if name == t.name {
		return nil
	}
	if t.journal != nil {
		t.journal.Add(nameLine(t.Roster(), name), journal.Stamp{Age: t.clock.age})
		if err := t.journal.Flush(); err != nil {
			return err
		}
	}
	t.fair.lines++
	t.name = name
	return nil
}

// nameLine returns the line of a journal that names a play.
func nameLine(r engine.Roster, name string) []byte {
	quoted, _ := json.Marshal(name) // a string always marshals
	return appendOwn(nil, r, engine.Table, `,"do":"name","name":`+string(quoted)+`}`)
}

// CheckName returns what is wrong with the name of a play: an [*engine.Refusal], or nil.
func CheckName(name string) error {
	normal, number := engine.NormalName(name), true
	for _, r := range normal {
		number = number && '0' <= r && r <= '9'
	}
	switch {
	case normal == "" || number:
		return engine.Refuse("", "refuse.name_number")
	case normal != name:
		return engine.Refuse("", "refuse.name_form", normal)
	case len(name) > MaxName:
		return engine.Refuse("", "refuse.name_long", MaxName, len(name))
	}
	return nil
}

// replayName does what a line of [Table.SetName] did.
func (t *Table) replayName(f *engine.Fields) error {
	f.Word("seat", []string{t.Roster().Name(engine.Table)})
	name := f.String("name")
	if err := f.Done(); err != nil {
		return err
	}
	if err := CheckName(name); err != nil {
		return err
	}
	t.name = name
	return nil
}
