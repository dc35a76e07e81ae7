package lang_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

var update = flag.Bool("update", false, "write what is heard anew")

// What the box calls is heard as it was when somebody last read the sounds: each cue of each title, in all
// languages, as the phonemes of espeak-ng 1.51. A change is looked at, and then written with -update.
func TestHearing(t *testing.T) {
	version, err := exec.Command("espeak-ng", "--version").Output()
	if err != nil || !strings.Contains(string(version), " 1.51") {
		return // other versions speak otherwise; TestSpoken holds what they are given
	}
	base, err := lang.NewBook(engine.Messages)
	require.NoError(t, err)
	r := engine.Roster{"Ava", "Dario", "Chiara"}
	for _, title := range games.All() {
		own, err := lang.NewBook(title.Messages)
		require.NoError(t, err)
		book := base.Over(own)
		for _, l := range lang.All() {
			keys := slices.DeleteFunc(book.Keys(l), func(k string) bool { return !strings.HasPrefix(k, "cue.") })
			slices.Sort(keys)
			said := make([]string, len(keys))
			for i, k := range keys {
				if book.HasOwn(l, k+"@said") {
					k += "@said" // what the voice says of it
				}
				// A thing that every language has a word for; the seats are the sentence's.
				text := engine.Say(k).Seat(0).Seat(1).Number(2).Number(3).Number(4).Number(5).Thing("seat.table").Thing("seat.table").Group(engine.SeatsOf(0, 1))
				said[i] = l.Spoken(book.Text(l, r, text))
				assert.NotContains(t, said[i], "no value", k)
			}
			var heard strings.Builder
			for i, k := range keys {
				fmt.Fprintf(&heard, "%s\n  %s\n  %s\n", k, said[i], sounds(t, l, said[i]))
			}
			golden := filepath.Join("testdata", "hearing", title.ID+"."+string(l)+".txt")
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
				require.NoError(t, os.WriteFile(golden, []byte(heard.String()), 0o644))
				continue
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), heard.String(), golden)
		}
	}
}

// sounds returns the phonemes of a sentence on one line.
func sounds(t *testing.T, l lang.Lang, text string) string {
	c := exec.Command("espeak-ng", "--stdin", "-q", "-x", "-v", l.Voice())
	c.Stdin = strings.NewReader(text + "\n")
	out, err := c.Output()
	require.NoError(t, err)
	return strings.Join(strings.Fields(string(out)), " ")
}

// A sentence that is called takes no longer than four seconds at a brisk pace, where the voice speaks a quarter faster than by
// itself. What would take longer has a shorter message for the voice, with "@said".
func TestSentencesAreShort(t *testing.T) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		t.Skip("espeak-ng is not installed, whose sentences are measured")
	}
	base, err := lang.NewBook(engine.Messages)
	require.NoError(t, err)
	r := engine.Roster{"Ava", "Dario", "Chiara"}
	measured := 0
	for _, title := range games.All() {
		own, err := lang.NewBook(title.Messages)
		require.NoError(t, err)
		book := base.Over(own)
		for _, l := range lang.All() {
			for _, k := range book.Keys(l) {
				if !strings.HasPrefix(k, "cue.") {
					continue
				}
				if book.HasOwn(l, k+"@said") {
					k += "@said"
				}
				text := engine.Say(k).Seat(0).Seat(1).Number(2).Number(3).Number(4).Number(5).Thing("seat.table").Thing("seat.table").Group(engine.SeatsOf(0, 1))
				c := exec.Command("espeak-ng", "--stdin", "--stdout", "-v", l.Voice(), "-s", "218")
				c.Stdin = strings.NewReader(l.Spoken(book.Text(l, r, text)) + "\n")
				wave, err := c.Output()
				require.NoError(t, err)
				measured++
				seconds := float64(len(wave)-44) / 2 / 22050
				assert.LessOrEqual(t, seconds, 4.0, "%s: %s in %s", title.ID, k, l)
			}
		}
	}
	assert.Greater(t, measured, 600)
}
