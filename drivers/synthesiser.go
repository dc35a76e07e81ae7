package drivers

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"consigliere/hw"
	"consigliere/hw/lang"
)

// A synthesiser is a program that reads a sentence and writes a WAV file to its output.
type synthesiser struct {
	name string
	// args are its arguments: {voice} is the language, {rate} the words a minute, {stretch} how much longer
	// than by itself it takes, {pitch} 0 to 99, {text} the sentence. Without {text} that is its input.
	args []string
	// flat: it speaks as high as it does, and whoever wants it otherwise hears the next.
	flat bool
	// ready reports whether a program has the voice that is wanted; nil: it has.
	ready func(program string) bool
}

// How the synthesisers speak by themselves: words a minute, and espeak-ng's pitch of 0 to 99.
const (
	ownRate  = 175
	ownPitch = 50
)

// espeak speaks every language.
var espeak = synthesiser{name: "espeak-ng", args: []string{"--stdin", "--stdout", "-v", "{voice}", "-s", "{rate}", "-p", "{pitch}"}}

// synthesisers are the programs that speak a language, the one that is understood best first, by the figures in BUILDING.md. The first
// that is installed speaks.
func synthesisers(lang string) []synthesiser {
	if lang == "en" {
		return []synthesiser{{
			name: "flite", args: []string{"-voice", "rms", "--setf", "duration_stretch={stretch}", "-o", "/dev/stdout", "-t", "{text}"},
			flat: true, ready: hasVoice("rms"),
		}, espeak}
	}
	return []synthesiser{espeak}
}

// hasVoice returns whether flite was built with a voice.
func hasVoice(voice string) func(string) bool {
	return func(program string) bool {
		out, err := exec.Command(program, "-lv").Output()
		return err == nil && slices.Contains(strings.Fields(string(out)), voice)
	}
}

// An installed synthesiser has its program.
type installed struct {
	synthesiser
	program string
}

// installedFor returns the synthesisers of a language that this machine has, the best first.
func installedFor(lang string) []installed {
	var list []installed
	for _, s := range synthesisers(lang) {
		if program, err := exec.LookPath(s.name); err == nil && (s.ready == nil || s.ready(program)) {
			list = append(list, installed{s, program})
		}
	}
	return list
}

// command returns what speaks a text, and what it is given on its input. The text is one argument after the option that
// takes it, or the input, so that none of it is taken for an option.
func (s *installed) command(tag, text string, m hw.Manner) (args []string, input string) {
	input = text + "\n"
	if slices.Contains(s.args, "{text}") {
		input = ""
	}
	fill := strings.NewReplacer("{voice}", lang.Lang(tag).Voice(), "{lang}", tag, "{rate}", strconv.Itoa(ownRate*m.Rate/100),
		"{stretch}", strconv.FormatFloat(100/float64(max(m.Rate, 1)), 'f', 2, 64), "{pitch}", strconv.Itoa(min(ownPitch*m.Pitch/100, 99)))
	args = append(args, s.program)
	for _, a := range s.args {
		if a == "{text}" {
			args = append(args, text)
			continue
		}
		args = append(args, fill.Replace(a))
	}
	return args, input
}

// SpeaksBy names the program that speaks a language on this machine, such as "flite"; "" if there is none.
// command is the one in the configuration, which comes first.
func SpeaksBy(command, lang string) string {
	if f := strings.Fields(command); len(f) > 0 {
		return f[0]
	}
	for _, s := range installedFor(lang) {
		return s.name
	}
	return ""
}
