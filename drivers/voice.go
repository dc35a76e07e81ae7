package drivers

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"consigliere/hw"
)

// voiceQueue is how many texts and tones may wait. More are refused: what is said late
// helps nobody.
const voiceQueue = 16

// A Voice speaks with espeak-ng and plays tones with aplay, one after the other. It
// implements [hw.Speaker] and is safe for concurrent use. Close stops it.
type Voice struct {
	espeak, aplay string // the programs
	device        string
	queue         chan sound
	cancel        context.CancelFunc
	done          sync.WaitGroup

	mu sync.Mutex
	// mu guards the following.
	failed error // how the last sound went
}

// A sound is what aplay gets, or who makes it.
type sound struct {
	text, lang string
	hz         int
	d          time.Duration
}

// NewVoice returns the voice on an ALSA device. It is an error if one of the two programs is
// not installed.
func NewVoice(device string) (*Voice, error) {
	if device == "" {
		device = "default"
	}
	v := &Voice{device: device, queue: make(chan sound, voiceQueue)}
	var err error
	if v.espeak, err = exec.LookPath("espeak-ng"); err != nil {
		return nil, fmt.Errorf("voice: install espeak-ng: %w", err)
	}
	if v.aplay, err = exec.LookPath("aplay"); err != nil {
		return nil, fmt.Errorf("voice: install alsa-utils: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	v.done.Go(func() { v.run(ctx) })
	return v, nil
}

// Say implements [hw.Speaker].
func (v *Voice) Say(text, lang string) error { return v.add(sound{text: text, lang: lang}) }

// Tone implements [hw.Speaker].
func (v *Voice) Tone(hz int, d time.Duration) error {
	if hz <= 0 || d <= 0 || d > 10*time.Second {
		return fmt.Errorf("voice: tone of %d Hz for %v: want more than 0 Hz, at most 10 s", hz, d)
	}
	return v.add(sound{hz: hz, d: d})
}

// add queues a sound. It returns the error of the last one that was played: a device that is
// gone stays an error until it plays again.
func (v *Voice) add(s sound) error {
	v.mu.Lock()
	failed := v.failed
	v.mu.Unlock()
	select {
	case v.queue <- s:
		return failed
	default:
		return errors.Join(failed, fmt.Errorf("voice: %d sounds wait already", voiceQueue))
	}
}

// Close stops what is being said, forgets the rest and waits for the programs to end.
func (v *Voice) Close() error {
	v.cancel()
	v.done.Wait()
	return nil
}

func (v *Voice) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-v.queue:
			err := v.play(ctx, s)
			v.mu.Lock()
			v.failed = err
			v.mu.Unlock()
		}
	}
}

func (v *Voice) play(ctx context.Context, s sound) error {
	wave := tone(s.hz, s.d)
	if s.text != "" {
		// The text comes through the standard input, so that none of it is an option.
		speak := exec.CommandContext(ctx, v.espeak, "--stdin", "--stdout", "-v", voiceName(s.lang))
		speak.Stdin = strings.NewReader(s.text)
		var err error
		if wave, err = speak.Output(); err != nil {
			return fmt.Errorf("voice: espeak-ng in %s: %w", s.lang, err)
		}
	}
	play := exec.CommandContext(ctx, v.aplay, "-q", "-D", v.device)
	play.Stdin = bytes.NewReader(wave)
	if out, err := play.CombinedOutput(); err != nil {
		// The last line is aplay's own; those before are where in ALSA it went wrong.
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("voice: %s: %s (%w)", v.device, lines[len(lines)-1], err)
	}
	return nil
}

// voiceName returns the espeak voice of a language tag: letters and hyphens only.
func voiceName(tag string) string {
	for _, r := range tag {
		if r != '-' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "en"
		}
	}
	if tag == "" || tag[0] == '-' {
		return "en"
	}
	return tag
}

// toneRate is the samples a second of a tone.
const toneRate = 22050

// tone returns a WAV file with a sine that swells and fades for 5 ms, so that it does not
// click.
func tone(hz int, d time.Duration) []byte {
	n := int(d * toneRate / time.Second)
	const edge = toneRate / 200
	data := make([]byte, 0, 44+2*n)
	data = append(data, "RIFF"...)
	data = binary.LittleEndian.AppendUint32(data, uint32(36+2*n))
	data = append(data, "WAVEfmt "...)
	for _, v := range []uint16{16, 0, 1, 1} { // 16 bytes; PCM, mono
		data = binary.LittleEndian.AppendUint16(data, v)
	}
	data = binary.LittleEndian.AppendUint32(data, toneRate)
	data = binary.LittleEndian.AppendUint32(data, 2*toneRate)
	data = append(data, 2, 0, 16, 0)
	data = append(data, "data"...)
	data = binary.LittleEndian.AppendUint32(data, uint32(2*n))
	for i := range n {
		level := 0.4 * min(1, float64(i)/edge, float64(n-i)/edge)
		s := level * math.Sin(2*math.Pi*float64(hz)*float64(i)/toneRate)
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(s*math.MaxInt16)))
	}
	return data
}

// String returns what it is.
func (v *Voice) String() string { return "voice on " + strconv.Quote(v.device) }

var _ hw.Speaker = (*Voice)(nil)
