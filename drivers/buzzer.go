package drivers

import (
	"fmt"
	"time"
)

// A Wave is a pin that can make a square wave.
type Wave interface {
	// Play makes a wave of hz hertz, until it is called again. 0 is silence.
	Play(hz int) error
	Close() error
}

// buzzerQueue is how many tones may wait, and buzzerGap the silence between two, so that two
// beeps are not one long one.
const (
	buzzerQueue = 8
	buzzerGap   = 15 * time.Millisecond
)

// A Buzzer plays tones on a piezo disc, one after the other. It has no clock: who owns it
// calls [Buzzer.Step] with the time.
type Buzzer struct {
	open  func() (Wave, error)
	wave  Wave
	queue [buzzerQueue]struct {
		hz int
		d  time.Duration
	}
	waits   int
	playing bool
	until   time.Duration // when the tone, or the silence after it, ends
	loud    bool
	err     error
}

// NewBuzzer returns the buzzer on a wave, which is opened with the first tone or check, and with a
// tone after a failure.
func NewBuzzer(open func() (Wave, error)) *Buzzer { return &Buzzer{open: open} }

// Tone queues a tone of hz for d. It returns the error of the last one that was played.
func (b *Buzzer) Tone(hz int, d time.Duration) error {
	if hz <= 0 || hz > 20000 || d <= 0 || d > 10*time.Second {
		return fmt.Errorf("buzzer: tone of %d Hz for %v: want 1 to 20000 Hz, at most 10 s", hz, d)
	}
	if b.waits == buzzerQueue {
		return fmt.Errorf("buzzer: %d tones are waiting already", buzzerQueue)
	}
	b.queue[b.waits].hz, b.queue[b.waits].d = hz, d
	b.waits++
	return b.err
}

// Next returns when Step must be called, and false if it need not be.
func (b *Buzzer) Next() (time.Duration, bool) {
	if b.playing {
		return b.until, true
	}
	return 0, b.waits > 0
}

// Step begins and ends what is due.
func (b *Buzzer) Step(now time.Duration) {
	if b.playing && now < b.until {
		return
	}
	if b.loud {
		b.play(0)
		b.loud, b.until = false, now+buzzerGap
		return
	}
	b.playing = false
	if b.waits == 0 {
		return
	}
	next := b.queue[0]
	copy(b.queue[:], b.queue[1:b.waits])
	b.waits--
	b.play(next.hz)
	b.playing, b.loud, b.until = true, true, now+next.d
}

// Hush ends the tone and forgets those that wait.
func (b *Buzzer) Hush() {
	b.waits = 0
	if b.loud {
		b.play(0)
		b.loud = false
	}
}

// play makes a wave, and keeps the error.
func (b *Buzzer) play(hz int) {
	if b.wave == nil && b.start() != nil {
		return
	}
	if b.err = b.wave.Play(hz); b.err != nil {
		b.err = fmt.Errorf("buzzer: %w", b.err)
		_ = b.wave.Close() // it is opened again with the next tone
		b.wave = nil
	}
}

// start opens the wave.
func (b *Buzzer) start() error {
	if b.wave, b.err = b.open(); b.err != nil {
		b.wave, b.err = nil, fmt.Errorf("buzzer: %w", b.err)
	}
	return b.err
}

// Check returns why there can be no tone, or nil if there can. It opens a wave that was not opened
// yet.
func (b *Buzzer) Check() error {
	if b.wave == nil && b.err == nil {
		return b.start()
	}
	return b.err
}

// Err returns the error of the last tone.
func (b *Buzzer) Err() error { return b.err }

// Close ends the tone and closes the wave.
func (b *Buzzer) Close() error {
	b.Hush()
	if b.wave == nil {
		return nil
	}
	defer func() { b.wave = nil }()
	return b.wave.Close()
}
