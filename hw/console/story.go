package console

import (
	"consigliere/engine"
	"consigliere/engine/chronicle"
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

// storyKept is how many entries are remembered: what was undone may lead back.
const storyKept = 240

// tell reads on in the moves. It is done when somebody looks, and depends on nothing but the moves
// that the scene shows.
func (p *play) tell() []chronicle.Entry {
	o := &p.story
	title := p.table.Title()
	if title.Tell == nil {
		return nil
	}
	if o.teller == nil || o.rewound != p.table.Rewound() || o.read > o.till { // some were taken back
		*o = story{till: o.till, rewound: p.table.Rewound()}
		o.teller, o.entries = begunStory(title, p.table.Header())
	}
	for ; o.read < min(o.till, p.table.Moves()); o.read++ {
		var err error
		if o.entries, err = o.teller.Append(o.entries, p.table.Move(o.read)); err != nil {
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
