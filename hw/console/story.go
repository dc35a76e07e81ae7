package console

import (
	"consigliere/engine"
	"consigliere/engine/chronicle"
	"consigliere/hw/lang"
)

// A story is what has happened in the play, as everybody may know it. It goes as far as the scene:
// nothing is told of a move that is still to be revealed.
type story struct {
	till    int // how many moves the scene was drawn with
	teller  *chronicle.Teller
	read    int // how many moves the entries are about
	rewound int // as the table said it then
	entries []chronicle.Entry
}

// A DeskEntry is one thing that has happened.
type DeskEntry struct {
	At   string `json:"at"` // the round and phase; "" where there are none
	Text string `json:"text"`
	More bool   `json:"more,omitempty"` // it came of the same move as the one before
}

// How much is told: this round and the one before, but neither less nor more than that many entries.
// And how much of it is remembered: what was undone may lead back.
const (
	storyLeast = 24
	storyMost  = 48
	storyKept  = 10 * storyLeast
)

// tell reads on in the moves. It is done when somebody looks, and depends on nothing but the moves
// that the scene shows.
func (s *state) tell() []chronicle.Entry {
	o := &s.story
	title := s.t.Title()
	if title.Tell == nil {
		return nil
	}
	if o.teller == nil || o.rewound != s.t.Rewound() || o.read > o.till { // some were taken back
		*o = story{till: o.till, rewound: s.t.Rewound()}
		o.teller, o.entries = begunStory(title, s.t.Header())
	}
	for ; o.read < min(o.till, s.t.Moves()); o.read++ {
		var err error
		if o.entries, err = o.teller.Append(o.entries, s.t.Move(o.read)); err != nil {
			panic("console: a move that was made is not told: " + err.Error())
		}
	}
	if n := len(o.entries) - storyKept; n > storyKept {
		o.entries = append([]chronicle.Entry{}, o.entries[n:]...)
	}
	return o.entries
}

// begunStory returns the teller of a play and what is told of its beginning.
func begunStory(t *engine.Title, h engine.Header) (*chronicle.Teller, []chronicle.Entry) {
	teller, entries, err := chronicle.NewTeller(t, h, engine.Public)
	if err != nil {
		panic("console: a play that was begun cannot be begun: " + err.Error())
	}
	return teller, entries
}

// deskStory puts what has happened last into words, the newest at the end.
func (s *state) deskStory(l lang.Lang) []DeskEntry {
	all := s.tell()
	n := 0
	for n < min(len(all), storyMost) && (n < storyLeast || all[len(all)-1-n].Round >= all[len(all)-1].Round-1) {
		n++
	}
	all = all[len(all)-n:]
	list := make([]DeskEntry, len(all))
	for i := range all {
		e := &all[i]
		at := ""
		if e.Round > 0 {
			at = s.text(l, engine.Say("log.round").Number(e.Round))
		}
		if e.Phase != "" {
			if at != "" {
				at += s.word(l, "ui.comma")
			}
			at += s.word(l, "phase."+e.Phase)
		}
		parts := make([]string, len(e.Text))
		for j := range parts {
			parts[j] = s.text(l, e.Text[j])
		}
		list[i] = DeskEntry{at, lang.Telling(l, parts), i > 0 && e.Move == all[i-1].Move && at == list[i-1].At}
	}
	return list
}
