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
