package drivers_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/drivers"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw/lang"
)

// calls are ten calls of each game, and the word of each that a player must not miss.
var calls = map[string]map[string]string{
	"naro": {
		"cue.load": "bullet", "cue.aim": "guns", "cue.courage": "duck", "cue.fire": "cards", "cue.round": "loot",
		"cue.share": "goes", "cue.order": "orders", "cue.over": "over", "cue.reload": "change", "cue.dead": "dead",
	},
	"derpate": {
		"cue.event": "event", "cue.end": "final", "cue.passes": "passes", "cue.choose": "decide", "cue.done": "dice",
		"cue.no_effect": "nothing", "cue.nobody": "nobody", "cue.pay": "pays", "cue.friend": "friend", "cue.bonus_roll": "roll",
	},
	"corleone": {
		"cue.family": "family", "cue.end": "suitcases", "cue.entracte": "board", "cue.reveal": "open", "cue.bid": "bribes",
		"cue.draws": "jobs", "cue.horse": "horse", "cue.recruit": "ally", "cue.pass": "passes", "cue.act": "act",
	},
	"khandan": {
		"cue.proposal": "proposal", "cue.shown": "votes", "cue.passed": "yes", "cue.rejected": "no", "cue.death": "dead",
		"cue.lives": "lives", "cue.draft": "secret", "cue.keep": "public", "cue.leader": "council", "cue.declined": "declines",
	},
	"anygame": {
		"cue.time": "time", "cue.dealt": "secret", "cue.failed": "no", "cue.first": "starts", "cue.team": "team",
		"cue.picked": "choices", "cue.points": "points", "cue.vote_tie": "again", "cue.buzz_nobody": "nobody", "cue.no_card": "card",
	},
}

// digits are those that are said.
var digits = strings.NewReplacer("2", "two", "3", "three", "naro", "narrow")

// The model of Debian's pocketsphinx-en-us.
const earModel = "/usr/share/pocketsphinx/model/en-us"

// A rough ear makes out what the box calls in English while people talk at the table: the word that matters in at least
// eight calls of ten of each game, by somebody who knows the fifty calls of all games.
func TestRoughEar(t *testing.T) {
	if _, err := exec.LookPath("pocketsphinx_continuous"); err != nil {
		t.Skip("pocketsphinx is not installed, which listens")
	}
	known := dictionaryOf(t, filepath.Join(earModel, "cmudict-en-us.dict"))
	base, err := lang.NewBook(engine.Messages)
	require.NoError(t, err)
	said := map[string]map[string]string{}
	var sentences []string
	for _, title := range games.All() {
		own, err := lang.NewBook(title.Messages)
		require.NoError(t, err)
		book := base.Over(own)
		said[title.ID] = map[string]string{}
		for key, word := range calls[title.ID] {
			text := lang.English.Spoken(book.Text(lang.English, engine.Roster{"Emma", "David"}, engine.Say(key).Seat(0).Seat(1).Number(2).Number(3)))
			said[title.ID][key] = text
			spelled := strings.FieldsFunc(digits.Replace(strings.ToLower(text)), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
			assert.Contains(t, spelled, word, "%s %s: %s", title.ID, key, text)
			sentences = append(sentences, strings.Join(slices.DeleteFunc(spelled, func(w string) bool { return !known[w] }), " "))
		}
	}
	grammar := filepath.Join(t.TempDir(), "calls.gram")
	slices.Sort(sentences)
	require.NoError(t, os.WriteFile(grammar, []byte("#JSGF V1.0;\ngrammar calls;\npublic <call> = "+strings.Join(sentences, " | ")+";\n"), 0o600))
	for _, by := range []string{"flite", "espeak-ng"} {
		t.Run(by, func(t *testing.T) { hear(t, by, said, grammar) })
	}
}

// hear counts the calls that are made out of what a program speaks.
func hear(t *testing.T, by string, said map[string]map[string]string, grammar string) {
	if args, _ := drivers.Speaking(by, "x"); args == nil {
		t.Skip(by + " is not installed, which speaks")
	}
	murmur := babble(t, by)
	for game, list := range said {
		heard := 0
		var missed []string
		for key, text := range list {
			got := listen(t, grammar, murmured(voiceOf(t, by, text), murmur, 0.1)) // -20 dB
			if slices.Contains(strings.Fields(got), calls[game][key]) {
				heard++
			} else {
				missed = append(missed, fmt.Sprintf("%q as %q", text, got))
			}
		}
		assert.GreaterOrEqual(t, heard, 8, "%s: %v", game, missed)
		t.Logf("%s: %d of %d; missed: %v", game, heard, len(list), missed)
	}
}

func dictionaryOf(t *testing.T, file string) map[string]bool {
	f, err := os.Open(file)
	if err != nil {
		t.Skip("pocketsphinx-en-us is not installed, which knows English: ", err)
	}
	defer f.Close()
	known := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		w, _, _ := strings.Cut(s.Text(), " ")
		known[w] = true
	}
	return known
}

// voiceOf returns a sentence at 16 kHz, as the box speaks it.
func voiceOf(t *testing.T, by, text string) []float64 {
	args, input := drivers.Speaking(by, text)
	c := exec.Command(args[0], args[1:]...)
	c.Stdin = strings.NewReader(input)
	wave, err := c.Output()
	require.NoError(t, err)
	pcm := wave[44:]
	at := func(i int) float64 {
		if i < 0 || 2*i+1 >= len(pcm) {
			return 0
		}
		return float64(int16(binary.LittleEndian.Uint16(pcm[2*i:])))
	}
	rate := float64(binary.LittleEndian.Uint32(wave[24:])) / 16000 // of the header of a WAV file
	out := make([]float64, int(float64(len(pcm)/2)/rate)+8000)
	for i := range out {
		x := float64(i-4000) * rate // a quarter of a second of quiet before it, and after
		j := int(math.Floor(x))
		out[i] = at(j) + (at(j+1)-at(j))*(x-float64(j))
	}
	return out
}

// babble returns people who talk at once.
func babble(t *testing.T, by string) []float64 {
	var sum []float64
	for i, text := range []string{
		"So where did we leave the rules, has anybody seen the little booklet that came with it?",
		"Pass me the crisps please, and then tell me again what happened on the way to work this morning.",
		"I told you that she would never sell that house, not for twice the money they were offering.",
		"Wait, wait, whose glass is this, and why is it standing on my side of the table again?",
	} {
		v := voiceOf(t, by, text)[i*1700:]
		for len(sum) < len(v) {
			sum = append(sum, 0)
		}
		for j, x := range v {
			sum[j] += x
		}
	}
	return sum
}

// murmured adds noise to a voice, so much louder than it.
func murmured(voice, noise []float64, level float64) []float64 {
	rms := func(list []float64) float64 {
		sum := 0.0
		for _, x := range list {
			sum += x * x
		}
		return math.Sqrt(sum / float64(len(list)))
	}
	scale := level * rms(voice) / rms(noise)
	out := slices.Clone(voice)
	for i := range out {
		out[i] += scale * noise[(i+3000)%len(noise)]
	}
	return out
}

// listen returns the words that are heard.
func listen(t *testing.T, grammar string, sound []float64) string {
	var pcm bytes.Buffer
	for _, x := range sound {
		require.NoError(t, binary.Write(&pcm, binary.LittleEndian, int16(max(-32768, min(32767, x)))))
	}
	raw := filepath.Join(t.TempDir(), "call.raw")
	require.NoError(t, os.WriteFile(raw, pcm.Bytes(), 0o600))
	c := exec.Command("pocketsphinx_continuous", "-infile", raw, "-jsgf", grammar, "-hmm", filepath.Join(earModel, "en-us"),
		"-dict", filepath.Join(earModel, "cmudict-en-us.dict"), "-logfn", os.DevNull, "-beam", "1e-100", "-pbeam", "1e-100", "-wbeam", "1e-80", "-remove_noise", "no")
	out, err := c.Output()
	require.NoError(t, err)
	return string(out)
}
