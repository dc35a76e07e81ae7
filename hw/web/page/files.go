//go:build !js

package page

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"consigliere/engine"
	"consigliere/hw/lang"
)

// Files are the pages, their scripts and their pictures.
//
//go:embed *.html *.css *.js *.svg *.png manifest.json fonts
var Files embed.FS

//go:embed messages.*.toml
var messages embed.FS

// Sentences returns the sentences of the page in a language, and the words for the pictures of all games.
func Sentences(l lang.Lang) (map[string]string, error) {
	w := map[string]string{}
	for _, tag := range []lang.Lang{lang.English, l} { // English stands in for what a language lacks
		if tag != lang.English {
			maps.DeleteFunc(w, func(key, _ string) bool { return strings.Contains(key, "@") }) // forms of English numbers
		}
		if err := read(engine.Messages, tag, func(key string) bool { return strings.HasPrefix(key, "icon.") }, w); err != nil {
			return nil, err
		}
		if err := read(messages, tag, func(string) bool { return true }, w); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// read adds messages of a catalogue in a language to those of a page.
func read(catalogue fs.FS, tag lang.Lang, wanted func(key string) bool, into map[string]string) error {
	name := "messages." + string(tag) + ".toml"
	b, err := fs.ReadFile(catalogue, name)
	if errors.Is(err, fs.ErrNotExist) && tag != lang.English {
		return nil
	}
	if err != nil {
		return err
	}
	var all map[string]any // messages of the engine may have forms
	if err := toml.Unmarshal(b, &all); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for key, v := range all {
		if text, is := v.(string); is && wanted(key) {
			into[key] = text
		}
	}
	return nil
}

// A Tongue is a language of the box, of /languages.json.
type Tongue struct {
	Tag    string `json:"tag"`
	Name   string `json:"name"`
	Locale string `json:"locale"`
	RTL    bool   `json:"rtl"`
	Zero   string `json:"zero"`
	Group  string `json:"group"`
	Comma  string `json:"comma"`
}

// tongues returns what pages need of languages.
func tongues(tags []lang.Lang) []Tongue {
	all := []Tongue{}
	for _, tag := range tags {
		l := tag.Data()
		all = append(all, Tongue{l.Tag, l.Name, l.Locale, l.RightToLeft, string(l.Zero), l.Group, l.Comma})
	}
	return all
}

// ServeLanguages gives the table of languages, without what only displays need.
func ServeLanguages(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(tongues(lang.All())) // the page that left needs no languages
}

// Words serve the sentences of the pages, a file for each language.
type Words map[lang.Lang][]byte

// NewWords returns the sentences of all languages.
func NewWords() (Words, error) {
	f := Words{}
	for _, l := range lang.All() {
		w, err := Sentences(l)
		if err != nil {
			return nil, err
		}
		if f[l], err = json.Marshal(w); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// ServeHTTP implements [http.Handler].
func (f Words) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l, err := lang.Parse(strings.TrimSuffix(r.PathValue("file"), ".json"))
	if err != nil || !strings.HasSuffix(r.PathValue("file"), ".json") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(f[l]) // the page that left needs no words
}

// All returns the files of all pages as a box serves them, by name, for a folder of static files: what it makes on
// demand is among them.
func All() (map[string][]byte, error) {
	all := map[string][]byte{}
	err := fs.WalkDir(Files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := Files.ReadFile(name)
		all[name] = b
		return err
	})
	if err != nil {
		return nil, err
	}
	words, err := NewWords()
	if err != nil {
		return nil, err
	}
	for l, b := range words {
		all["words/"+string(l)+".json"] = b
	}
	b, err := json.Marshal(tongues(lang.All()))
	all["languages.json"] = b
	return all, err
}
