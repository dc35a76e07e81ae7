package console

import (
	"consigliere/hw/desk"
)

// Past returns a reader of what the play has been so far; nil where plays have no past, and while
// a reveal is called, for nothing may run ahead of the voice.
func (k *Console) Past() *desk.PastReader {
	if k.play.table == nil || k.play.table.Title().Past == nil || k.caller.Dramatic() {
		return nil
	}
	return &desk.PastReader{Words: k.play.Play, Record: k.play.table.AppendRecord(nil)}
}
