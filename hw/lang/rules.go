package lang

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/pelletier/go-toml/v2"

	"consigliere/engine"
)

// Rules are the rules of a title in words. The ledger is in English; beside the messages of
// the title, rules.fa.toml and rules.it.toml hold its rules in the other languages.
type Rules struct {
	title *engine.Title
	in    map[Lang]map[string]string
}

// NewRules reads the rules of a title. A language without a file is left out.
func NewRules(t *engine.Title) (*Rules, error) {
	r := &Rules{t, map[Lang]map[string]string{}}
	for _, l := range All() {
		name := "rules." + string(l) + ".toml"
		data, err := fs.ReadFile(t.Messages, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var sentences map[string]string
		if err := toml.Unmarshal(data, &sentences); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		r.in[l] = sentences
	}
	return r, nil
}

// sources matches the tags after a sentence of a ledger: its source, and the decision behind
// it.
var sources = regexp.MustCompile(`(\s*(\[[^\]]*\]|\([A-Z]+-D\d+[^)]*\)))+$`)

// Sentence returns the sentence of a rule in a language, or else in English, and the language
// that it is in. The sentence is "" if the ledger has no such number.
func (r *Rules) Sentence(l Lang, number string) (string, Lang) {
	if s := r.in[l][number]; s != "" {
		return s, l
	}
	return sources.ReplaceAllString(r.title.Sentence(number), ""), English
}
