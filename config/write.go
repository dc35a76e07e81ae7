package config

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A page is a configuration that is being written.
type page struct{ bytes.Buffer }

func (d *page) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *page) table(name string) { d.line("\n[%s]", name) }

func (d *page) key(key, word string) { d.line("%s = %s", key, quote(word)) }

// quote returns a word in the quotes of JSON, which TOML reads.
func quote(word string) string {
	b, err := json.Marshal(word)
	if err != nil {
		panic(err) // a string is JSON
	}
	return string(b)
}

// given is key for a word that may be missing.
func (d *page) given(key, word string) {
	if word != "" {
		d.key(key, word)
	}
}
