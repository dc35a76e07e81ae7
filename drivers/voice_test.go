//go:build unix

package drivers_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers"
)

// programs puts scripts by the names of the real programs into the path.
func programs(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
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
	v, err := drivers.NewVoice("plughw:1")
	require.NoError(t, err)
	require.NoError(t, v.Say("--version; rm", "fa"))
	require.NoError(t, v.Tone(880, 10*ms))
	require.Error(t, v.Tone(0, ms))
	read := func(name string) string {
		b, _ := os.ReadFile(filepath.Join(dir, name))
		return string(b)
	}
	const played = "-q -D plughw:1\nspeech\n-q -D plughw:1\nRIFF\xdc\x01\x00\x00WAVE"
	require.Eventually(t, func() bool { return read("played") == played }, 10*time.Second, 5*ms)
	assert.Equal(t, "--stdin --stdout -v fa\n--version; rm", read("said"), "a text is never an option")
	require.NoError(t, v.Close())
}

// A device that is not there is an error for as long as it is not, and not now and then.
func TestVoiceWithoutItsDevice(t *testing.T) {
	dir := programs(t, map[string]string{
		"espeak-ng": `cat`,
		"aplay":     `cat >/dev/null; echo x >>"$(dirname "$0")/played"; [ -e "$(dirname "$0")/card" ] || { echo "ALSA lib: no card"; echo "audio open error" >&2; exit 1; }`,
	})
	v, err := drivers.NewVoice("plughw:7")
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
	v, err := drivers.NewVoice("")
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
	_, err := drivers.NewVoice("default")
	require.ErrorContains(t, err, "voice: install espeak-ng")
}
