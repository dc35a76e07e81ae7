//go:build unix

package drivers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers"
	"consigliere/hw"
)

// programs puts scripts by the names of the real programs into the path.
func programs(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if scripts["flite"] == "" {
		scripts["flite"] = "exit 1" // the machine's own must not be used by the test
	}
	for name, body := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body), 0o700))
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	return dir
}

func TestVoice(t *testing.T) {
	dir := programs(t, map[string]string{
		"espeak-ng": `echo "$@" >>"$(dirname "$0")/said"; cat >>"$(dirname "$0")/said"; printf 'speech\n'`,
		"aplay":     `echo "$@" >>"$(dirname "$0")/played"; head -c 12 >>"$(dirname "$0")/played"`,
	})
	v, err := drivers.NewVoice(drivers.VoiceOptions{Device: "plughw:1"})
	require.NoError(t, err)
	require.NoError(t, v.Say("--version; rm ۵٬۰۰۰", "fa"))
	require.NoError(t, v.Tone(880, 10*ms))
	require.Error(t, v.Tone(0, ms))
	read := func(name string) string {
		b, _ := os.ReadFile(filepath.Join(dir, name))
		return string(b)
	}
	const played = "-q -D plughw:1\nspeech\n-q -D plughw:1\nRIFF\xdc\x01\x00\x00WAVE"
	require.Eventually(t, func() bool { return read("played") == played }, 10*time.Second, 5*ms)
	assert.Equal(t, "--stdin --stdout -v fa -s 175 -p 50\n--version; rm ۵۰۰۰\n", read("said"), "a text is never an option, and what a voice reads wrong is spelled for it")
	require.NoError(t, v.Close())
}

// A voice speaks as fast and as high as it is told, and says names as they are typed.
func TestVoiceManner(t *testing.T) {
	dir := programs(t, map[string]string{
		"espeak-ng": `echo "$@" >>"$(dirname "$0")/said"; cat >>"$(dirname "$0")/said"; printf 'speech\n'`,
		"aplay":     `cat >/dev/null`,
	})
	v, err := drivers.NewVoice(drivers.VoiceOptions{})
	require.NoError(t, err)
	v.Tune(hw.Manner{Rate: 120, Pitch: 140, Said: map[string]string{"Xin": "Shin"}})
	require.NoError(t, v.Say("Xin aims.", "en"))
	require.Eventually(t, func() bool {
		b, _ := os.ReadFile(filepath.Join(dir, "said"))
		return string(b) == "--stdin --stdout -v en-us -s 210 -p 70\nShin aims.\n"
	}, 10*time.Second, 5*ms)
	require.NoError(t, v.Close())
}

// The voice that is understood best and is installed speaks a language: flite English, but not with a pitch that it
// cannot have, and espeak-ng all others. A text is never an option.
func TestBestVoiceThatIsInstalled(t *testing.T) {
	note := `echo "$(basename "$0") $@" >>"$(dirname "$0")/said"; printf 'speech\n'`
	dir := programs(t, map[string]string{
		"espeak-ng": note,
		"flite":     `[ "$1" != -lv ] || { echo "Voices available: kal rms slt"; exit; }; ` + note,
		"aplay":     `cat >/dev/null`,
	})
	assert.Equal(t, "flite", drivers.SpeaksBy("", "en"))
	assert.Equal(t, "espeak-ng", drivers.SpeaksBy("", "fa"))
	assert.Equal(t, "piper", drivers.SpeaksBy("piper --model x", "en"))
	v, err := drivers.NewVoice(drivers.VoiceOptions{})
	require.NoError(t, err)
	require.NoError(t, v.Say("-o x. Guns up.", "en"))
	require.NoError(t, v.Say("Su le pistole.", "it"))
	said := func(n int) []string {
		var lines []string
		require.Eventually(t, func() bool {
			b, _ := os.ReadFile(filepath.Join(dir, "said"))
			lines = strings.Split(strings.TrimSpace(string(b)), "\n")
			return len(lines) == n
		}, 10*time.Second, 5*ms)
		return lines
	}
	assert.Equal(t, []string{
		"flite -voice rms --setf duration_stretch=1.00 -o /dev/stdout -t -o x. Guns up.",
		"espeak-ng --stdin --stdout -v it -s 175 -p 50",
	}, said(2))
	v.Tune(hw.Manner{Rate: 125, Pitch: 100})
	require.NoError(t, v.Say("Guns up.", "en"))
	assert.Contains(t, said(3)[2], "duration_stretch=0.80")
	v.Tune(hw.Manner{Rate: 100, Pitch: 120})
	require.NoError(t, v.Say("Guns up.", "en"))
	assert.Equal(t, "espeak-ng --stdin --stdout -v en-us -s 175 -p 60", said(4)[3])
	require.NoError(t, v.Close())

	// A flite without that voice does not speak.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "flite"), []byte("#!/bin/sh\necho Voices available: kal\n"), 0o700))
	assert.Equal(t, "espeak-ng", drivers.SpeaksBy("", "en"))
}

// A device that is missing is an error at each call until it is back.
func TestVoiceWithoutItsDevice(t *testing.T) {
	dir := programs(t, map[string]string{
		"espeak-ng": `cat`,
		"aplay":     `cat >/dev/null; echo x >>"$(dirname "$0")/played"; [ -e "$(dirname "$0")/card" ] || { echo "ALSA lib: no card"; echo "audio open error" >&2; exit 1; }`,
	})
	v, err := drivers.NewVoice(drivers.VoiceOptions{Device: "plughw:7"})
	require.NoError(t, err)
	defer func() { require.NoError(t, v.Close()) }()
	played := 0
	tone := func() error {
		err := v.Tone(880, ms)
		played++
		require.Eventually(t, func() bool {
			b, _ := os.ReadFile(filepath.Join(dir, "played"))
			return len(b) == 2*played
		}, 10*time.Second, ms)
		return err
	}
	require.NoError(t, tone(), "nobody knows yet")
	require.Eventually(t, func() bool { return tone() != nil }, 10*time.Second, ms)
	for range 5 {
		require.EqualError(t, tone(), "voice: plughw:7: audio open error (exit status 1)")
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "card"), nil, 0o600))
	require.Eventually(t, func() bool { return tone() == nil }, 10*time.Second, ms)
}

func TestVoiceThatHangsIsStopped(t *testing.T) {
	programs(t, map[string]string{"espeak-ng": "exec sleep 100", "aplay": ""})
	v, err := drivers.NewVoice(drivers.VoiceOptions{Device: ""})
	require.NoError(t, err)
	full := false
	for range 40 {
		full = full || v.Say("one", "en") != nil
	}
	assert.True(t, full, "a queue has an end")
	require.NoError(t, v.Close())
}

func TestVoiceWithoutItsPrograms(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := drivers.NewVoice(drivers.VoiceOptions{Device: "default"})
	require.ErrorContains(t, err, "voice: install espeak-ng")
}

// A recording goes before the synthesiser, and what that has made is kept.
func TestVoicePackAndCache(t *testing.T) {
	dir := programs(t, map[string]string{
		"piper": `echo "$@" >>"$(dirname "$0")/said"; echo "piper: $(cat)"`,
		"aplay": `cat >>"$(dirname "$0")/played"`,
	})
	mine := filepath.Join(dir, "mine.wav")
	require.NoError(t, os.WriteFile(mine, []byte("mine\n"), 0o600))
	cache := filepath.Join(dir, "cache")
	for range 2 {
		v, err := drivers.NewVoice(drivers.VoiceOptions{
			Command: "piper --model {lang}.onnx", Cache: cache,
			Recorded: func(text, lang string) string {
				switch text + lang {
				case "Bang!en":
					return mine
				case "gonefa":
					return filepath.Join(dir, "gone.wav")
				}
				return ""
			},
		})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "played"), nil, 0o600))
		require.NoError(t, v.Say("Bang!", "en"))
		require.NoError(t, v.Say("Bang!", "it"))
		require.NoError(t, v.Say("gone", "fa"))
		require.NoError(t, v.Say("Bang!", "it"))
		require.Eventually(t, func() bool {
			b, _ := os.ReadFile(filepath.Join(dir, "played"))
			return string(b) == "mine\npiper: Bang!\npiper: gone\npiper: Bang!\n"
		}, 10*time.Second, 5*ms)
		require.NoError(t, v.Close())
	}
	said, err := os.ReadFile(filepath.Join(dir, "said"))
	require.NoError(t, err)
	assert.Equal(t, "--model it.onnx\n--model fa.onnx\n", string(said), "each text is made once, and by the model of its language")
	_, err = drivers.NewVoice(drivers.VoiceOptions{Command: "nobody --speaks"})
	require.ErrorContains(t, err, "what speaks cannot be started")
}

// TestVolume checks that a sound is quieter by as much as the volume says, from the next one on, and that
// what has no samples of 16 bits is left alone.
func TestVolume(t *testing.T) {
	dir := programs(t, map[string]string{
		"espeak-ng": `cat >/dev/null; printf 'RIFF....WAVEnote'`,
		"aplay":     `cat >"$(dirname "$0")/wav.new"; mv "$(dirname "$0")/wav.new" "$(dirname "$0")/wav"`,
	})
	v, err := drivers.NewVoice(drivers.VoiceOptions{})
	require.NoError(t, err)
	defer func() { require.NoError(t, v.Close()) }()
	heard := func(percent int, play func() error) (file []byte) {
		t.Helper()
		_ = os.Remove(filepath.Join(dir, "wav"))
		v.SetVolume(percent)
		require.NoError(t, play())
		require.Eventually(t, func() bool {
			b, err := os.ReadFile(filepath.Join(dir, "wav"))
			file = b
			return err == nil
		}, 10*time.Second, 2*ms)
		return file
	}
	peak := func(percent int) (most int) {
		b := heard(percent, func() error { return v.Tone(1000, 50*ms) })
		assert.Len(t, b, 44+2*1102)
		for i := 44; i+1 < len(b); i += 2 {
			most = max(most, int(int16(uint16(b[i])|uint16(b[i+1])<<8)))
		}
		return most
	}
	full := peak(100)
	assert.InDelta(t, 13106, full, 30)
	assert.InDelta(t, full/4, peak(50), 20, "half as loud has a quarter of the amplitude")
	assert.Zero(t, peak(0))
	assert.Equal(t, "RIFF....WAVEnote", string(heard(10, func() error { return v.Say("x", "en") })))
}
