package lang

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"sync"

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
	in, err := once(&sentences, []fs.FS{t.Messages}, func() (map[Lang]map[string]string, error) { return readSentences(t.Messages) })
	if err != nil {
		return nil, err
	}
	return &Rules{t, in}, nil
}

// sentences are the rules of titles whose files are part of the program; see books.
var sentences sync.Map

func readSentences(files fs.FS) (map[Lang]map[string]string, error) {
	in := map[Lang]map[string]string{}
	for _, l := range All() {
		name := "rules." + string(l) + ".toml"
		data, err := fs.ReadFile(files, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var rules map[string]string
		if err := toml.Unmarshal(data, &rules); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in[l] = rules
	}
	return in, nil
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
