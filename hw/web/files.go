//go:build !js

package web

import (
	"encoding/json"
	"io/fs"

	"consigliere/hw/lang"
)

// Pages returns the files of all pages as a box serves them, by name, for a folder of static files: what it makes on
// demand is among them.
func Pages() (map[string][]byte, error) {
	all := map[string][]byte{}
	files, err := fs.Sub(pages, "page")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, name)
		all[name] = b
		return err
	})
	if err != nil {
		return nil, err
	}
	words, err := newWordFiles()
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
