package console

import (
	"consigliere/engine"
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

// Finished returns a reader of the plays that are over; nil while one is played.
func (k *Console) Finished() *desk.FinishedReader {
	if k.play.table != nil {
		return nil
	}
	r := &desk.FinishedReader{Books: k.books, Site: k.site}
	m, past := k.memory, k.memory.Past()
	for i := range past {
		p := &past[i]
		r.Plays = append(r.Plays, desk.FinishedState{
			ID: p.ID, Title: p.Title, Name: p.Name, Options: p.Options, Seats: p.Seats, Begun: p.Began,
			Replay: func() (*desk.Ended, error) {
				t, err := m.Replay(p)
				if err != nil {
					return nil, err
				}
				return &desk.Ended{Header: t.Header(), Public: t.View(engine.Public), Rounds: roundsOf(t), Record: t.AppendRecord(nil)}, nil
			},
		})
	}
	return r
}
