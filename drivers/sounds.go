package drivers

import (
	"errors"
	"io"
	"time"

	"consigliere/hw"
)

// muteKey stands for the mute switch among the buttons.
var muteKey = Key{hw.Panel, hw.Menu + 1}

// The sounds are the voice and the buzzer of a box as one speaker. Tones go to the buzzer if there
// is one, as it sounds at once. While it is muted it takes everything and plays nothing;
// captions show what is said.
type sounds struct {
	voice  hw.Speaker // nil: there is none
	buzzer *Buzzer    // nil: there is none
	muted  bool
}

// Say implements [hw.Speaker]. Without a voice it returns what is wrong with the buzzer, as
// that is the speaker then, and does not work again because something was said.
func (s *sounds) Say(text, lang string) error {
	switch {
	case s.muted:
		return nil
	case s.voice == nil:
		return s.buzzer.Err()
	}
	return s.voice.Say(text, lang)
}

// Tune implements [hw.Tuner].
func (s *sounds) Tune(m hw.Manner) {
	if v, ok := s.voice.(hw.Tuner); ok {
		v.Tune(m)
	}
}

// Tone implements [hw.Speaker]. The voice plays it as long as the buzzer does not work.
func (s *sounds) Tone(hz int, d time.Duration) error {
	if s.muted {
		return nil
	}
	if s.buzzer != nil {
		if err := s.buzzer.Tone(hz, d); err == nil || s.voice == nil {
			return err
		}
	}
	return s.voice.Tone(hz, d)
}

// step ends tones; next returns when it must be called, and false if it need not be.
func (s *sounds) step(now time.Duration) {
	if s.buzzer != nil {
		s.buzzer.Step(now)
	}
}

func (s *sounds) next() (time.Duration, bool) {
	if s.buzzer == nil {
		return 0, false
	}
	return s.buzzer.Next()
}

// mute ends what is heard, and all that comes, or lets it be heard again.
func (s *sounds) mute(on bool) {
	if s.muted = on; !on {
		return
	}
	if h, ok := s.voice.(interface{ Hush() }); ok {
		h.Hush()
	}
	if s.buzzer != nil {
		s.buzzer.Hush()
	}
}

// Close ends voice and buzzer.
func (s *sounds) Close() error {
	var errs []error
	if s.buzzer != nil {
		errs = append(errs, s.buzzer.Close())
	}
	if c, ok := s.voice.(io.Closer); ok {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

var _ hw.Speaker = (*sounds)(nil)
