package drivers

import "consigliere/hw"

// Speaking returns the command with which a program speaks an English text, and its input.
func Speaking(program, text string) (args []string, input string) {
	for _, s := range installedFor("en") {
		if s.name == program {
			return s.command("en", text, hw.Manner{Rate: 100, Pitch: 100})
		}
	}
	return nil, ""
}
