package console

import (
	"consigliere/hw/desk"
)

// Past returns a reader of what the play has been so far; nil where plays have no past, and while
// a reveal is called, for nothing may run ahead of the voice.
func (k *Console) Past() *desk.PastReader {
	if k.t == nil || k.t.Title().Past == nil || k.caller.Dramatic() {
		return nil
	}
	return &desk.PastReader{Words: k.Play, Record: k.t.AppendRecord(nil)}
}
