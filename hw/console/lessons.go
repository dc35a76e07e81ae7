package console

import (
	"time"

	"consigliere/engine"
)

// Lessons explain a game while it is being played: each thing when it first comes. The play
// stands still until somebody has read it and presses OK.
type lessons struct {
	on   bool
	told map[string]bool
	now  engine.Text // what is being explained; none while its Key is ""
	// about is what was first called that a lesson explains, if no picture shows that: a player who reads
	// it learns from that whom it is about, also where the call was cut short.
	about map[string]engine.Text
	begun time.Duration // since when
}

// unread is how long an OK does not end a lesson that has just appeared: whoever presses so early
// meant something else.
const unread = 600 * time.Millisecond

// The lessons that every game has: how it begins, and how a seat answers, which is told before the first answer of
// somebody who isn't a bot.
const (
	beginLesson = "teach.begin"
	handsLesson = "teach.hands"
	// phonesLesson is told instead of it where nobody sits at a pod.
	phonesLesson = "teach.phones"
)

// begin begins the lessons of a play that is taught, or continues them where the play goes
// on: what has been explained follows from its moves. It reports whether nothing was played yet.
func (l *lessons) begin(p *play, since int) (fresh bool) {
	*l = lessons{on: true, told: map[string]bool{}, about: map[string]engine.Text{}}
	for word := range p.table.Explained() {
		l.told["teach."+word] = true
	}
	for i := since; i < p.table.Moves(); i++ {
		if s := p.table.Move(i).Seat; s >= 0 && !p.bots().Has(s) {
			l.told[handsLesson] = true
		}
	}
	return p.table.Moves() <= since
}

// due returns what must be explained before anybody answers, as soon as all is called;
// "" nothing.
func (l *lessons) due(p *play) string {
	if !l.on || p.table == nil || p.over || p.table.Paused() || p.undoNeeds() != 0 {
		return ""
	}
	for _, word := range p.table.Title().Lessons(p.table.View(engine.Public)) {
		if !l.told["teach."+word] {
			return "teach." + word
		}
	}
	if p.waits&^p.bots() != 0 && !l.told[handsLesson] {
		return handsLesson
	}
	return ""
}

// first reports whether something was not explained before, by the key of its message, and remembers that it is.
func (l *lessons) first(key string) bool {
	known := l.told[key]
	if !known {
		l.told[key] = true
	}
	return !known
}

// explain explains it from now on.
func (l *lessons) explain(now time.Duration, key string) { l.now, l.begun = engine.Say(key), now }

// teaching reports whether something is being explained.
func (l *lessons) teaching() bool { return l.now.Key != "" }

// end ends what is being explained.
func (l *lessons) end() { l.now = engine.Text{} }

// readable reports whether it could have been read at a time.
func (l *lessons) readable(at time.Duration) bool { return !l.teaching() || at >= l.begun+unread }

// hear notes what a cue says that will be explained.
func (l *lessons) hear(c *engine.Cue) {
	key := "teach." + c.Lesson
	if _, ok := l.about[key]; l.on && c.Lesson != "" && c.Picture == 0 && !ok && !l.told[key] {
		l.about[key] = c.Text
	}
}

// texts returns what is being explained, after what was called that it explains; nil while nothing is.
func (l *lessons) texts() []engine.Text {
	if !l.teaching() {
		return nil
	}
	if about, ok := l.about[l.now.Key]; ok {
		return []engine.Text{about, l.now}
	}
	return []engine.Text{l.now}
}
