package engine

import (
	"slices"
	"strings"
)

// Sentence returns what the ledger says under a number: of a rule ("NARO-4.2"), a group
// ("NARO-4") or a decision ("NARO-D2"); "" if it has no such number.
func (t *Title) Sentence(number string) string {
	text := ""
	t.numbered(func(n, line string) bool {
		if n == number {
			text = line
		}
		return text == ""
	})
	return text
}

// Numbers returns the numbers of the ledger in its order.
func (t *Title) Numbers() []string {
	var all []string
	t.numbered(func(n, _ string) bool {
		all = append(all, n)
		return true
	})
	return all
}

// RuleNumbers returns the numbers of the rules alone, in the order of the ledger: those that a
// refusal can name ("NARO-4.2"), without groups and decisions.
func (t *Title) RuleNumbers() []string {
	return slices.DeleteFunc(t.Numbers(), func(n string) bool {
		return !strings.Contains(n, ".")
	})
}

// numbered calls f with each numbered line of the ledger, a list item or a heading, until f
// returns false. Indented lines after an item belong to it.
func (t *Title) numbered(f func(number, text string) bool) {
	number, text := "", ""
	for line := range strings.Lines(t.Rules) {
		line = strings.TrimRight(line, "\r\n")
		item := strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "#")
		if !item && number != "" && strings.HasPrefix(line, "  ") {
			text += " " + strings.TrimSpace(line)
			continue
		}
		if number != "" && !f(number, text) {
			return
		}
		number, text = "", ""
		if !item {
			continue
		}
		line = strings.ReplaceAll(strings.TrimLeft(line, "-# "), "**", "")
		if first, rest, ok := strings.Cut(line, " "); ok && strings.HasPrefix(first, t.Rule+"-") {
			number, text = strings.TrimRight(first, ".:"), rest
		}
	}
	if number != "" {
		f(number, text)
	}
}

// LedgerYAML returns the data of a ledger under the given keys, as YAML with its comments: the part
// of its block of YAML that a catalogue may replace.
func LedgerYAML(rules string, keys []string) string {
	_, block, _ := strings.Cut(rules, "\n```yaml\n")
	block, _, _ = strings.Cut(block, "\n```\n")
	var b strings.Builder
	keep := false
	for line := range strings.Lines(block + "\n") {
		if line[0] >= 'a' && line[0] <= 'z' {
			key, _, _ := strings.Cut(line, ":")
			keep = slices.Contains(keys, key)
		}
		if keep {
			b.WriteString(line)
		}
	}
	return b.String()
}
