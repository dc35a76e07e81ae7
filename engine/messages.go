package engine

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"

	"consigliere/engine/document"
	"consigliere/engine/language"
)

// Messages holds the messages of this package's refusals, of seats without a name and of icons: messages.en.toml and so on.
//
//go:embed messages.*.toml
var Messages embed.FS

// Words returns the messages of files messages.en.toml and so on as they are written there, by language and
// key, for names that are put together from them. English stands in for what a language lacks. It
// panics where a file is not good: they are part of the program.
func Words(messages fs.FS) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, l := range language.Tags() {
		words := maps.Clone(all[language.English])
		if words == nil {
			words = map[string]string{}
		}
		all[l] = words
		name := "messages." + l + ".toml"
		data, err := fs.ReadFile(messages, name)
		if l != language.English && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		tree, wrong := document.TOML(data)
		if err = errors.Join(err, wrong); err != nil {
			panic(fmt.Sprintf("engine: %s: %v", name, err))
		}
		for _, m := range tree.Members {
			words[m.Key] = m.Value.Text
		}
	}
	return all
}
