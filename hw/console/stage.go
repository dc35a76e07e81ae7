package console

import (
	"slices"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
	"consigliere/hw/reply"
)

// A stage shows and says what there is: screens, lights, voice and the menu.
type stage struct {
	*state
	version  uint64 // of what is public
	told     uint64 // the version that was told last
	changes  uint64 // of what anybody may see
	pagesOld bool   // the pages may be about something else since a move
	// soon: something public has changed, and what follows from that is due at once. Whatever wakes the
	// console next must not decide when it comes.
	soon bool
	// Where OK is held for the secret that the main screen was last drawn with; without
	// peekShown it was drawn with what is public.
	peeked    hw.Pod
	peekShown bool
	shown     topic       // what the pages are about
	opened    reply.Place // how far what is asked openly is answered, as the desk has it
	lastSec   int         // of the countdown
	last      sentence    // what was called last
}

// refreshScene draws the public scene anew. While a reveal is called, or a count before one, it
// stays as it was, so that no screen runs ahead of the voice. It is drawn anew before each move
// and each picture, so that what is shown follows from moves and time alone.
func (k *stage) refreshScene() {
	if k.play.table != nil && k.play.sceneOld && !k.caller.Veiled() {
		k.play.sceneOld = false
		k.play.drawScene()
	}
}

// beforeMove draws the public scene before a move is made, and keeps what a stage shows until the move is told: the table as
// it is, though a reveal may still be called that no screen runs ahead of.
func (k *stage) beforeMove() {
	k.refreshScene()
	k.play.before = k.play.scene.Board
	if k.play.table != nil && k.play.sceneOld && k.play.before != nil {
		k.play.before = k.play.table.Title().Draw(k.play.table.View(engine.Public)).Board
	}
}

// touch notes that something may have to be drawn anew, on any screen and on the desk.
func (k *stage) touch() {
	k.screens.redraw(k.now)
	k.change()
}

// change notes that the desk has changed.
func (k *stage) change() {
	k.soon = true
	k.version++
	k.changes++
	if !k.caller.Frozen(k.now) {
		k.told = k.version
	}
}

// tone plays a tone, but not between "two" and "three".
func (k *stage) tone(t caller.Tone) {
	if !k.caller.Frozen(k.now) && k.voice.tone(k.log, t) {
		k.touch()
	}
}

// spoken is a text as it is said.
func (k *stage) spoken(t engine.Text) sentence {
	return func(l lang.Lang) string { return k.said(l, t) }
}

// say speaks, but not between "two" and "three".
func (k *stage) say(text sentence) {
	if !k.caller.Frozen(k.now) && k.voice.say(k.log, text, k.langs.voice) {
		k.touch()
	}
}

// setLights makes the lights show what is owed now.
func (k *stage) setLights() {
	l := &k.lights
	if l.lights == nil || k.caller.Frozen(k.now) || l.bad() && k.now < l.retryAt {
		return
	}
	awaited, locked := k.owed()
	needs := k.play.undoNeeds()
	l.presses = k.pressing()
	l.plan(k.now, &k.seating, &k.play, needs, awaited, locked)
	if l.show(k.now, k.log) {
		k.touch()
	}
}

// nextLight returns when a light changes by itself.
func (k *stage) nextLight() time.Duration {
	l := &k.lights
	switch {
	case l.lights == nil:
		return never
	case l.bad():
		return k.notFrozen(l.retryAt)
	}
	return k.notFrozen(l.next)
}

// newTopic lets screens and lights show that something else is asked.
func (k *stage) newTopic() {
	k.setLights()
	k.screens.rewind()
	k.touch()
}

// utter gives a beat its sound and voice.
func (k *stage) utter(b *caller.Beat) {
	if t := b.Tone(); t != silence {
		k.tone(t)
	}
	told, lines := *b, k.ears.unheard(b)
	say := func(l lang.Lang) string { f := k.face(); return f.seen(l, f.beat(l, &told), lines) }
	if b.Count == 0 {
		k.last = say
	}
	k.say(say)
}

// secondPasses shows the countdown.
func (k *stage) secondPasses() {
	k.lastSec = k.seconds()
	k.countDown(k.lastSec)
	k.touch()
}

// nextSecond returns when the countdown shows another second. Where the clock stands, that is after it goes on: if nothing
// waited for that, the first press by anybody would be what moves the countdown.
func (k *stage) nextSecond() time.Duration {
	switch {
	case k.play.table == nil:
		return never
	case k.seconds() != k.lastSec: // it has passed, but not with a tick
		return k.now
	case k.play.table.Paused():
		return never
	}
	now := k.tableTime()
	d, ok := k.play.table.Remaining(now)
	if !ok || d <= 0 {
		return never
	}
	rest := d % time.Second
	if rest == 0 {
		rest = time.Second
	}
	return k.caller.BoxTime(k.now, now+rest)
}

// countDown counts a limit that seats have in common aloud: when only its grace is left, and its
// last seconds.
func (k *stage) countDown(s int) {
	i := slices.IndexFunc(k.play.asks, func(a engine.Ask) bool { return a.Deadline != nil })
	switch {
	case s <= 0 || !k.caller.Idle():
	case k.pressing():
		k.tone(toneBeat)
		k.say(func(l lang.Lang) string { return l.Number(s) })
	case i >= 0 && s == int(k.play.asks[i].Deadline.Grace/time.Second):
		k.say(k.spoken(engine.Say("ui.seconds_more").Number(s)))
	}
}

// where says where the play is, as everybody may know.
func (k *stage) where(l lang.Lang) string {
	parts := []string{k.play.Text(l, k.play.scene.Heading)}
	if k.play.over || k.caller.Veiled() { // what is asked next would tell what comes
		return parts[0] + "."
	}
	if a := k.replies.Together(); a != nil {
		parts = append(parts, k.play.Text(l, a.Prompt))
	} else if r := k.replies.Open(); r != nil && r.Ask() != nil && !k.face().offered(r) {
		asked := r.Ask().Prompt
		if q := k.play.scene.Question; q.Key != "" && r.Secret() {
			asked = q // what is asked of a role would tell whose it is
		}
		parts = append(parts, k.play.Text(l, asked))
	}
	if set := k.owing(); set != 0 {
		parts = append(parts, k.play.List(l, set))
	}
	return sentences(parts)
}
