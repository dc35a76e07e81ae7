package drivers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"consigliere/hw"
	"consigliere/hw/lang"
	"consigliere/internal/atomicfile"
)

// voiceQueue is how many texts and tones may wait. Others are refused, as what is said too
// late helps nobody.
const voiceQueue = 16

// maxCache is how much room the sounds of sentences may take on the disk, in bytes. Those that
// were not said for longest go first.
const maxCache = 64 << 20

// A Voice says texts and plays tones with aplay, one after the other. A text is an owner's
// recording, if there is one; or what was made of it before; or what the synthesiser makes of it
// now, which is kept. It implements [hw.Speaker] and is safe for concurrent use. Close stops it.
type Voice struct {
	o      VoiceOptions
	speak  map[string][]installed // by language, the best first; guarded by mu
	aplay  string
	queue  chan sound
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu sync.Mutex
	// mu guards the following.
	volume int                // in percent
	failed error              // of the last sound; nil if it was played
	hush   context.CancelFunc // ends the present sound; nil if there is none
	manner hw.Manner
}

// VoiceOptions say how a voice speaks.
type VoiceOptions struct {
	Device string // ALSA's name of the sound device; "" means "default"
	// Command is what speaks: it reads a text from its input and writes a WAV file to its output.
	// {lang} in it is the language, {rate} the words a minute, {pitch} 0 to 99. "" means the best that is installed
	// for a language; see [SpeaksBy].
	Command string
	Cache   string // folder for the sounds of texts; "" keeps none
	// Recorded returns the file of an owner's recording of a text, or "". It may be nil.
	Recorded func(text, lang string) string
}

// A sound is a text to speak, or a tone.
type sound struct {
	text, lang string
	hz         int
	d          time.Duration
}

// NewVoice returns a voice. It is an error if one of the programs is not installed.
func NewVoice(o VoiceOptions) (*Voice, error) {
	if o.Device == "" {
		o.Device = "default"
	}
	v := &Voice{o: o, speak: map[string][]installed{}, queue: make(chan sound, voiceQueue), volume: 100, manner: hw.Manner{Rate: 100, Pitch: 100}}
	// What speaks every language, so that none is silent.
	any, missing := espeak.name, "voice: install espeak-ng: %w"
	if words := strings.Fields(o.Command); len(words) > 0 {
		any, missing = words[0], "voice: what speaks cannot be started: %w"
	}
	if _, err := exec.LookPath(any); err != nil {
		return nil, fmt.Errorf(missing, err)
	}
	var err error
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

// Tune implements [hw.Tuner].
func (v *Voice) Tune(m hw.Manner) {
	m.Said = maps.Clone(m.Said)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.manner = m
}

// Tone implements [hw.Speaker].
func (v *Voice) Tone(hz int, d time.Duration) error {
	if hz <= 0 || d <= 0 || d > 10*time.Second {
		return fmt.Errorf("voice: tone of %d Hz for %v: want more than 0 Hz, at most 10 s", hz, d)
	}
	return v.add(sound{hz: hz, d: d})
}

// add queues a sound. It returns the error of the last one that was played, so a device that
// is gone stays an error until it plays again.
func (v *Voice) add(s sound) error {
	v.mu.Lock()
	failed := v.failed
	v.mu.Unlock()
	select {
	case v.queue <- s:
		return failed
	default:
		return errors.Join(failed, fmt.Errorf("voice: %d sounds are waiting already", voiceQueue))
	}
}

// SetVolume sets how loud it is from the next sound on, in percent. Amplifiers at the header have no
// mixer of their own, so that it is the sound that changes.
func (v *Voice) SetVolume(percent int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.volume = percent
}

// Hush ends what is being said and forgets the rest.
func (v *Voice) Hush() {
	for {
		select {
		case <-v.queue:
			continue
		default:
		}
		break
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.hush != nil {
		v.hush()
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
			playing, hush := context.WithCancel(ctx)
			v.mu.Lock()
			v.hush = hush
			v.mu.Unlock()
			err := v.play(playing, s)
			if playing.Err() != nil {
				err = nil // it was hushed
			}
			hush()
			v.mu.Lock()
			v.failed, v.hush = err, nil
			v.mu.Unlock()
		}
	}
}

func (v *Voice) play(ctx context.Context, s sound) error {
	wave, fresh := tone(s.hz, s.d), ""
	if s.text != "" {
		var err error
		if wave, fresh, err = v.wave(ctx, s); err != nil {
			return err
		}
	}
	play := exec.CommandContext(ctx, v.aplay, "-q", "-D", v.o.Device)
	v.mu.Lock()
	volume := v.volume
	v.mu.Unlock()
	play.Stdin = bytes.NewReader(quieter(wave, volume))
	if out, err := play.CombinedOutput(); err != nil {
		// The last line is aplay's own; those before say where in ALSA it went wrong.
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("voice: %s: %s (%w)", v.o.Device, lines[len(lines)-1], err)
	}
	if fresh != "" {
		_ = v.keep(fresh, wave) // it is made again the next time
	}
	return nil
}

// wave returns the sound of a text, and where it is to be kept once it was heard; "" where it is
// not, or is already.
func (v *Voice) wave(ctx context.Context, s sound) (wave []byte, fresh string, err error) {
	if v.o.Recorded != nil {
		if file := v.o.Recorded(s.text, s.lang); file != "" {
			if wave, err := os.ReadFile(file); err == nil {
				return wave, "", nil // one that is gone is spoken
			}
		}
	}
	v.mu.Lock()
	manner := v.manner
	v.mu.Unlock()
	lang, text := voiceName(s.lang), spoken(s, manner.Said)
	by := v.synthesiser(lang, manner)
	speak, input := by.command(lang, text, manner)
	kept := ""
	if v.o.Cache != "" {
		key := sha256.Sum256([]byte(strings.Join(speak, "\x00") + "\x00" + lang + "\x00" + text))
		kept = filepath.Join(v.o.Cache, hex.EncodeToString(key[:16])+".wav")
		if wave, err := os.ReadFile(kept); err == nil {
			now := time.Now()
			_ = os.Chtimes(kept, now, now) // it goes later
			return wave, "", nil
		}
	}
	speaking := exec.CommandContext(ctx, speak[0], speak[1:]...)
	speaking.Stdin = strings.NewReader(input)
	wave, err = speaking.Output()
	if err != nil {
		return nil, "", fmt.Errorf("voice: %s in %s: %w", by.name, s.lang, err)
	}
	return wave, kept, nil
}

// synthesiser returns what speaks a language in a manner: it looks once for what is installed.
func (v *Voice) synthesiser(lang string, m hw.Manner) *installed {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := v.speak[lang]
	if list == nil {
		if words := strings.Fields(v.o.Command); len(words) > 0 {
			list = []installed{{synthesiser{name: filepath.Base(words[0]), args: words[1:]}, words[0]}}
		} else if list = installedFor(lang); len(list) == 0 {
			list = []installed{{espeak, espeak.name}} // it is gone since the start, and the error says so
		}
		v.speak[lang] = list
	}
	for i := range list {
		if !list[i].flat || m.Pitch == 100 {
			return &list[i]
		}
	}
	return &list[0]
}

// spoken returns the text of a sound as the synthesiser is given it, with the names that are said otherwise than they
// are written.
func spoken(s sound, said map[string]string) string {
	return lang.Lang(s.lang).Spoken(lang.Saying(s.text, said))
}

// keep writes the sound of a text to the disk, and makes room.
func (v *Voice) keep(file string, wave []byte) error {
	if err := os.MkdirAll(v.o.Cache, 0o700); err != nil {
		return err
	}
	if err := atomicfile.WriteFile(file, wave, 0o600); err != nil {
		return err
	}
	list, err := os.ReadDir(v.o.Cache)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	room := int64(maxCache)
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, f := range files {
		if room -= f.Size(); room < 0 {
			err = errors.Join(err, os.Remove(filepath.Join(v.o.Cache, f.Name())))
		}
	}
	return err
}

// voiceName returns the espeak voice of a language tag: the tag itself if it has letters and
// hyphens only, and otherwise "en".
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

// toneRate is the sampling rate of tones, in hertz.
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

// quieter returns a WAV file at the given percentage of its loudness: the square of them in amplitude, as
// ears have it. One that has no samples of 16 bits stays as it is.
func quieter(wave []byte, percent int) []byte {
	if percent >= 100 || len(wave) < 12 || string(wave[:4]) != "RIFF" {
		return wave
	}
	scale, samples := int32(max(0, percent)*max(0, percent)), false
	for at := 12; at+8 <= len(wave); {
		id, n := string(wave[at:at+4]), int(binary.LittleEndian.Uint32(wave[at+4:]))
		body := wave[at+8:]
		// What is made on the way may say that it has no end.
		if n < 0 || n > len(body) {
			n = len(body)
		}
		switch {
		case id == "fmt " && n >= 16:
			samples = binary.LittleEndian.Uint16(body) == 1 && binary.LittleEndian.Uint16(body[14:]) == 16
		case id == "data" && samples:
			out := bytes.Clone(wave)
			for i := at + 8; i+1 < at+8+n; i += 2 {
				v := int32(int16(binary.LittleEndian.Uint16(out[i:])))
				binary.LittleEndian.PutUint16(out[i:], uint16(int16(v*scale/10000)))
			}
			return out
		}
		at += 8 + n + n&1
	}
	return wave
}

// String returns a name with the device.
func (v *Voice) String() string { return "voice on " + strconv.Quote(v.o.Device) }

var _ hw.Speaker = (*Voice)(nil)
