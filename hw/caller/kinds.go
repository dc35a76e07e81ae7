package caller

import (
	"time"

	"consigliere/engine"
)

// A kind is what the box makes of a kind of cue.
type kind struct {
	drama  drama
	act    engine.Act
	lasts  time.Duration // how long the cue has the table's attention; 0: as long as what is merely told
	tone   Tone
	asks   bool // it says what is asked: nobody needs it once that is answered
	aside  bool // it is heard, and seen on the main screen; other screens show something else meanwhile
	silent bool // it is not called at all
	bare   bool // it is called without a text, too
	// reveals: it shows what was secret. One without a text shows the scene itself.
	reveals bool
	whole   bool // it is about all of its picture, and not about the line of the first seat of its text
	// stays is how long it is seen at least, however fast whoever is asked next goes on; 0: not at all.
	stays time.Duration
}

// A drama says whether screens and lights wait for a cue.
type drama uint8

const (
	told  drama = iota // it is merely told
	part               // it is a part of the count or the reveal that it follows; alone it is merely told
	shown              // no screen and no light runs ahead of it
)

// kinds says what the box makes of each kind of cue. A new kind is a row here.
var kinds = [...]kind{
	engine.CueSay:    {act: engine.ActTold, aside: true},
	engine.CuePhase:  {act: engine.ActTold, asks: true},
	engine.CueCount:  {act: engine.ActTension, drama: shown, lasts: 4 * beat, tone: toneBeat, bare: true},
	engine.CueReveal: {act: engine.ActReveal, drama: shown, lasts: 1800 * time.Millisecond, tone: toneReveal, bare: true, reveals: true, whole: true},
	engine.CueThrow:  {act: engine.ActReveal, lasts: 1800 * time.Millisecond, tone: toneReveal, whole: true, stays: time.Second},
	engine.CueHit:    {act: engine.ActConsequence, drama: part, lasts: 1200 * time.Millisecond, tone: Tone{110, 300 * time.Millisecond}},
	engine.CueGain:   {act: engine.ActConsequence, aside: true},
	engine.CueResult: {act: engine.ActScore, drama: shown, lasts: 2500 * time.Millisecond, tone: Tone{784, 500 * time.Millisecond}},
	engine.CueQuiet:  {silent: true},
}

// Called reports whether a cue is called to the table at all.
func Called(q *engine.Cue) bool {
	k := &kinds[q.Kind]
	return !k.silent && q.To == 0 && (q.Text.Key != "" || k.bare)
}

// ActOf returns which part of a story a cue is.
func ActOf(q *engine.Cue) engine.Act {
	if q.Act != engine.ActOfKind {
		return q.Act
	}
	return kinds[q.Kind].act
}

// asked reports whether a beat only says what is asked.
func (b *Beat) asked() bool { return kinds[b.kind].asks }

// A Tone is a short sound.
type Tone struct {
	Hz int
	D  time.Duration
}

var (
	toneBeat   = Tone{660, 100 * time.Millisecond}
	toneThree  = Tone{990, 250 * time.Millisecond}
	toneReveal = Tone{523, 200 * time.Millisecond}
)

// Tone returns the sound that a beat begins with; the zero Tone if it is only said.
func (b *Beat) Tone() Tone {
	if b.Count == 3 {
		return toneThree
	}
	return kinds[b.kind].tone
}

// Kind returns the kind of the cue.
func (b *Beat) Kind() engine.CueKind { return b.kind }

// Aside reports whether a beat leaves the screens of seats alone, unless they are asked what it is about.
func (b *Beat) Aside() bool { return kinds[b.kind].aside }

// Asks reports whether a beat says no more than what somebody is asked.
func (b *Beat) Asks() bool { return b.asks || b.asked() }

// Reveals reports whether a beat shows what was secret.
func (b *Beat) Reveals() bool { return kinds[b.kind].reveals }
