package console

import (
	"log/slog"
	"time"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/lang"
)

// A voice is the speaker and whether it answers.
type voice struct {
	fault
	speaker hw.Speaker // nil: there is none
}

// The tones that don't belong to a cue. The tone of a lock is the same for every choice and every seat.
var (
	silence     = caller.Tone{}
	toneLock    = caller.Tone{Hz: 880, D: 40 * time.Millisecond}
	toneNothing = caller.Tone{Hz: 330, D: 60 * time.Millisecond} // OK, and nothing was chosen
	toneBack    = caller.Tone{Hz: 440, D: 60 * time.Millisecond}
	toneWrong   = caller.Tone{Hz: 196, D: 150 * time.Millisecond}
	toneBeat    = caller.Tone{Hz: 660, D: 100 * time.Millisecond}
	toneRemind  = caller.Tone{Hz: 587, D: 80 * time.Millisecond}
)

// tone plays a tone. It reports whether the speaker has failed or come back.
func (v *voice) tone(log *slog.Logger, t caller.Tone) bool {
	if v.speaker == nil {
		return false
	}
	return v.note(log, v.speaker.Tone(t.Hz, t.D))
}

// A sentence is what is said, in any language.
type sentence = func(lang.Lang) string

// A Captioner is a [hw.Speaker] that also writes what it says, for readers of other languages.
type Captioner interface {
	// SayIn is like Say. in returns the text in any language; it is called before SayIn returns.
	SayIn(l lang.Lang, in func(lang.Lang) string) error
}

// say speaks. It reports whether the speaker has failed or come back.
func (v *voice) say(log *slog.Logger, in sentence, l lang.Lang) bool {
	if v.speaker == nil {
		return false
	}
	spoken := func(l lang.Lang) string { return lang.Unmarked(in(l)) }
	text := spoken(l)
	if text == "" {
		return false
	}
	if c, ok := v.speaker.(Captioner); ok {
		return v.note(log, c.SayIn(l, spoken))
	}
	return v.note(log, v.speaker.Say(text, string(l)))
}

// said puts a text into the words that are said: the message with its key and "@said", which is shorter where the
// text itself would be listened to for too long.
func (s *state) said(l lang.Lang, t engine.Text) string {
	if short := t.Key + "@said"; t.Key != "" && s.play.Book.HasOwn(l, short) {
		t.Key = short
	}
	return s.play.Text(l, t)
}

// rates are how fast the voice speaks at each pace, in percent of how fast it is set.
var rates = map[caller.Pace]int{caller.Brisk: 125, caller.Normal: 100, caller.Calm: 90}

// tuneVoice lets the speaker speak as the table likes it, if it can.
func (s *state) tuneVoice() {
	if v, ok := s.voice.speaker.(hw.Tuner); ok {
		rate, pitch := s.memory.Voice()
		rate = rate * rates[s.memory.Pace()] / 100
		v.Tune(hw.Manner{Rate: rate, Pitch: pitch, Said: s.memory.Said()})
	}
}

// A fault counts how often a part has failed in a row.
type fault struct {
	part string
	n    int
}

func (f *fault) bad() bool { return f.n > 0 }

// note takes down how a part has done. A failure is logged once, and counted from there. It
// reports whether the part has just failed, or has just come back.
func (f *fault) note(log *slog.Logger, err error) bool {
	if err == nil {
		was := f.n
		f.n = 0
		if was > 0 {
			log.Info("a part is back", "part", f.part, "failed", was)
		}
		return was > 0
	}
	f.n++
	if f.n == 1 {
		log.Warn("a part does not answer", "part", f.part, "error", err)
	}
	return f.n == 1
}
