package console

import (
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// A beat is something that is called at its time: a cue, or one beat of a count.
type beat struct {
	at, end time.Duration
	kind    engine.CueKind
	count   int // 1, 2, 3: a beat of a count of three
	text    engine.Text
	called  bool
	drama   bool // no screen and no light runs ahead of it
}

// lasts returns how long a cue has the table's attention.
func lasts(k engine.CueKind) time.Duration {
	switch k {
	case engine.CueReveal:
		return 1800 * time.Millisecond
	case engine.CueResult:
		return 2500 * time.Millisecond
	case engine.CueHit:
		return 1200 * time.Millisecond
	}
	return time.Second
}

// call takes up cues, to be called one after the other. How long each takes depends on its
// kind alone.
func (k *Console) call(cues []engine.Cue) {
	if k.free > k.now+behind {
		k.hurry()
	}
	// A hit that follows a reveal or a count is a part of it; alone it is merely told.
	revealed := k.dramatic()
	for i := range cues {
		c := &cues[i]
		if c.Kind == engine.CueQuiet || c.Text.Key == "" && c.Kind != engine.CueCount && c.Kind != engine.CueReveal {
			continue
		}
		if c.To != 0 {
			k.whisper(c)
			continue
		}
		at := max(k.now, k.free)
		if c.Kind != engine.CueCount {
			k.free = at + lasts(c.Kind)
			drama := c.Kind == engine.CueReveal || c.Kind == engine.CueResult || c.Kind == engine.CueHit && revealed
			revealed = revealed || drama
			k.beats = append(k.beats, beat{at: at, end: k.free, kind: c.Kind, text: c.Text, drama: drama})
			k.stand(k.free)
			continue
		}
		revealed = true
		// A table begins the limit of what a count opens three beats later, at "three", so the
		// count begins after a beat of silence.
		k.stand(at)
		for n := 1; n <= 3; n++ {
			from := at + time.Duration(n)*table.Beat
			k.beats = append(k.beats, beat{at: from, end: from + table.Beat, kind: c.Kind, count: n, text: c.Text, drama: true})
		}
		k.free = at + 4*table.Beat
		if c.Text.Key != "" && !k.counts(c.Text) {
			from := k.free
			k.free += lasts(engine.CueSay)
			k.beats = append(k.beats, beat{at: from, end: k.free, kind: engine.CueSay, text: c.Text})
		}
	}
}

// behind is how far the voice may lag behind the play.
const behind = 5 * time.Second

// hurry drops what waits to be called, but for counts and results: the play has gone on.
func (k *Console) hurry() {
	at := k.now
	n := 0
	for _, b := range k.beats {
		if !b.called {
			if b.count == 0 && b.kind != engine.CueResult {
				continue
			}
			if b.count == 1 {
				at += table.Beat
			}
			b.at, b.end = at, at+b.end-b.at
		}
		at = b.end
		k.beats[n] = b
		n++
	}
	k.beats, k.free = k.beats[:n], at
}

// skip ends what is merely being told, if the table waits for this hand alone: what comes
// before the next count, reveal or result is left out, and that begins now.
func (k *Console) skip(h *hand) {
	n := 0
	for n < len(k.beats) && !k.beats[n].drama {
		n++
	}
	if n == 0 || !k.alone(h) {
		return
	}
	next := k.free
	if n < len(k.beats) {
		next = k.beats[n].at
		if k.beats[n].count == 1 {
			next -= table.Beat // the beat of silence
		}
	}
	k.beats = k.beats[:copy(k.beats, k.beats[n:])]
	by := next - k.now
	for i := range k.beats {
		k.beats[i].at -= by
		k.beats[i].end -= by
	}
	k.free -= by
	if k.standTo > k.now {
		k.standTo = max(k.now, k.standTo-by)
	}
	k.touch()
}

// alone reports whether the table waits for one hand, and openly: who is asked a secret
// must not be heard to press.
func (k *Console) alone(h *hand) bool {
	for i := range h.asks {
		if h.asks[i].Secret {
			return false
		}
	}
	for i := range k.asks {
		if a := &k.asks[i]; !a.Optional && !h.mine(a) {
			return false
		}
	}
	return len(h.asks) > 0 && !h.asks[0].Optional
}

// counts reports whether the text of a count is the count itself, in three words.
func (k *Console) counts(t engine.Text) bool {
	return len(strings.Fields(k.text(lang.English, t))) == 3
}

// whisper shows a cue to the seats that it is for, on their private screens only. Nothing
// else tells of it.
func (k *Console) whisper(c *engine.Cue) {
	for i := range k.pods {
		if c.To.Has(engine.Seat(i)) {
			h := &k.hands[i]
			h.note, h.noteTill = &note{text: c.Text}, k.now+noteFor
			k.redraw()
		}
	}
}

// dramatic reports whether a count, a reveal or what follows from it is still to be called.
// Until then no screen and no light runs ahead.
func (k *Console) dramatic() bool {
	for i := range k.beats {
		b := &k.beats[i]
		switch {
		case !b.drama, b.count == 3 && b.called:
		case b.kind == engine.CueReveal && b.text.Key == "" && b.called:
			// One without a text shows the scene itself.
		default:
			return true
		}
	}
	return false
}

// calling returns the beat that is called now, or nil.
func (k *Console) calling() *beat {
	if len(k.beats) > 0 && k.beats[0].called {
		return &k.beats[0]
	}
	return nil
}

// stepBeats calls what is due, and drops what is over.
func (k *Console) stepBeats() {
	if k.t != nil && k.t.Paused() {
		return
	}
	for len(k.beats) > 0 {
		b := &k.beats[0]
		switch {
		case b.called && k.now >= b.end:
			k.beats = k.beats[:copy(k.beats, k.beats[1:])]
			k.touch()
		case !b.called && k.now >= b.at:
			b.called = true
			k.utter(b)
			k.touch()
			k.drawAt = k.now // a beat is seen when it is heard
		default:
			return
		}
	}
}

// nextBeat returns when a beat begins or ends.
func (k *Console) nextBeat() time.Duration {
	if len(k.beats) == 0 || k.t != nil && k.t.Paused() {
		return never
	}
	if b := &k.beats[0]; !b.called {
		return b.at
	}
	return k.beats[0].end
}

// frozen reports whether it is between "two" and "three", when nothing may be drawn, lit or
// heard.
func (k *Console) frozen() bool {
	b := k.calling()
	return b != nil && b.count == 2 && k.now > b.at && k.now < b.end
}

// utter gives a beat its sound and voice.
func (k *Console) utter(b *beat) {
	switch {
	case b.count == 3:
		k.tone(toneThree)
	case b.count > 0:
		k.tone(toneBeat)
	case b.kind == engine.CueReveal:
		k.tone(toneReveal)
	case b.kind == engine.CueHit:
		k.tone(toneHit)
	case b.kind == engine.CueResult:
		k.tone(toneResult)
	}
	k.say(k.words(b))
}

// words returns what is said at a beat, in the language of the box.
func (k *Console) words(b *beat) string {
	text := k.text(k.lang, b.text)
	if b.count > 0 {
		if w := strings.Fields(text); len(w) == 3 {
			return w[b.count-1]
		}
		return k.word(k.lang, [...]string{"ui.one", "ui.two", "ui.three"}[b.count-1])
	}
	return text
}

// pauseBeats stops the calling. A count that has begun is given up: it is called from the
// beginning again.
func (k *Console) pauseBeats() {
	if b := k.calling(); b != nil && b.count > 0 {
		text := b.text
		// The table's clock has run since the count began; it waits for what is called again.
		k.stand(k.now + k.now - (b.at - time.Duration(b.count)*table.Beat))
		rest := k.beats
		for len(rest) > 0 && rest[0].count > 0 {
			rest = rest[1:]
		}
		var again []beat
		at := k.now
		for n := 1; n <= 3; n++ {
			from := at + time.Duration(n)*table.Beat
			again = append(again, beat{at: from, end: from + table.Beat, kind: engine.CueCount, count: n, text: text, drama: true})
		}
		by := time.Duration(0)
		if len(rest) > 0 {
			by = at + 4*table.Beat - rest[0].at
		}
		for i := range rest {
			rest[i].at += by
			rest[i].end += by
		}
		k.beats = append(again, rest...)
		k.free = k.beats[len(k.beats)-1].end
	}
	k.pausedAt = k.now
}

// resumeBeats goes on with the calling.
func (k *Console) resumeBeats() {
	by := k.now - k.pausedAt
	for i := range k.beats {
		k.beats[i].at += by
		k.beats[i].end += by
	}
	k.free += by
	if k.standTo > k.pausedAt {
		k.standTo += by
	}
}

// dropBeats calls nothing of what waits any more.
func (k *Console) dropBeats() {
	k.beats, k.free = k.beats[:0], k.now
	if k.standTo > k.now {
		k.standTo = k.now
	}
}

// remind says what is still asked, and whom the table waits for.
func (k *Console) remind(asks []engine.Ask) {
	if len(asks) == 0 || len(k.beats) > 0 {
		return
	}
	var set engine.SeatSet
	open := false
	for i := range asks {
		set = set.With(answerer(&asks[i]))
		open = open || answerer(&asks[i]) == engine.Table
	}
	text := k.word(k.lang, "phase."+k.phase())
	if !open {
		text += ": " + strings.Join(k.names(set), k.word(k.lang, "ui.comma"))
	}
	k.tone(toneRemind)
	k.say(text)
}
