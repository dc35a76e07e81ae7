// Package site makes the folder of static files with which any web server shows the box as a page: the box's own
// pages, what a browser needs to run it, and pages to watch, check, read and write. Nothing in it comes from another
// origin, sets a cookie or tells anybody anything. The programs themselves, box.wasm and reader.wasm, are put beside
// them by the Makefile.
package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"consigliere/engine/anygame"
	"consigliere/engine/receipt"
	"consigliere/hw/lang"
	"consigliere/hw/web/page"
)

//go:embed all:static
var static embed.FS

//go:embed messages.*.toml
var messages embed.FS

// Write writes the folder.
func Write(dir string) error {
	own, err := fs.Sub(static, "static")
	if err != nil {
		return err
	}
	box, err := page.All()
	if err != nil {
		return err
	}
	if err := early(box); err != nil {
		return err
	}
	// The box's pages first: a browser's line replaces a network's.
	for name, b := range box {
		if err := write(filepath.Join(dir, "table", filepath.FromSlash(name)), b); err != nil {
			return err
		}
	}
	for name, b := range check() {
		if err := write(filepath.Join(dir, "table", "verify", name), b); err != nil {
			return err
		}
	}
	if err := copyAll(dir, own); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "script", "format.md"), []byte(anygame.Format)); err != nil {
		return err
	}
	for _, l := range lang.All() {
		w, err := words(l)
		if err != nil {
			return err
		}
		if err := writeJSON(filepath.Join(dir, "words", string(l)+".json"), w); err != nil {
			return err
		}
	}
	return nil
}

// imports are what a module imports before it runs.
var imports = regexp.MustCompile(`(?m)^(?:import|export) [^;]*?from '\./([\w-]+\.js)';`)

// early lets the panel's page begin with what takes longest: line.js, which starts the worker of the box, runs as soon as it is
// there, and the modules of the page are asked for at once, which a browser would else find one behind the other.
func early(files map[string][]byte) error {
	const name, app = "index.html", `<script type="module" src="app.js"></script>`
	html := string(files[name])
	if !strings.Contains(html, app) {
		return fmt.Errorf("%s has no %s", name, app)
	}
	var b strings.Builder
	b.WriteString(`<script type="module" async src="line.js"></script>` + "\n")
	seen := map[string]bool{"line.js": true}
	var find func(file string)
	find = func(file string) {
		for _, m := range imports.FindAllSubmatch(files[file], -1) {
			if to := string(m[1]); !seen[to] {
				seen[to] = true
				fmt.Fprintf(&b, `<link rel="modulepreload" href="%s">`+"\n", to)
				find(to)
			}
		}
	}
	find("app.js")
	files[name] = []byte(strings.Replace(html, app, b.String()+app, 1))
	return nil
}

// check returns the page that checks a game, in files: a site runs no scripts that stand in a page.
func check() map[string][]byte {
	files, html := map[string][]byte{}, string(receipt.Page)
	for _, p := range []struct{ begin, end, file, tag string }{
		{"<style>", "</style>", "check.css", `<link rel="stylesheet" href="check.css">`},
		{`<script id="core">`, "</script>", "core.js", `<script src="core.js"></script>`},
		{"<script>", "</script>", "check.js", `<script src="check.js"></script>`},
	} {
		before, rest, _ := strings.Cut(html, p.begin)
		text, after, _ := strings.Cut(rest, p.end)
		files[p.file], html = []byte(text), before+p.tag+after
	}
	files["index.html"] = []byte(html)
	return files
}

// words returns the sentences of the site in a language; English stands in for what it lacks.
func words(l lang.Lang) (map[string]string, error) {
	w := map[string]string{}
	for _, tag := range []lang.Lang{lang.English, l} {
		b, err := messages.ReadFile("messages." + string(tag) + ".toml")
		if err != nil {
			return nil, err
		}
		if err := toml.Unmarshal(b, &w); err != nil {
			return nil, fmt.Errorf("messages.%s.toml: %w", tag, err)
		}
	}
	return w, nil
}

func writeJSON(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return write(name, b)
}

func write(name string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	for _, end := range []string{".br", ".gz"} { // of what was there before
		if err := os.Remove(name + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.WriteFile(name, b, 0o644)
}

func copyAll(dir string, from fs.FS) error {
	return fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return write(filepath.Join(dir, filepath.FromSlash(name)), b)
	})
}

// List writes files.json, which names every file of the folder with the beginning of its checksum, and the version of
// all together: by it a browser keeps the site for days without a network, and notices a new one.
func List(dir string) error {
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || name == "files.json" || name == "sw.js" || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(b)
		files[name] = hex.EncodeToString(sum[:8])
		return nil
	})
	if err != nil {
		return err
	}
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintln(all, name, files[name])
	}
	version := hex.EncodeToString(all.Sum(nil)[:8])
	worker, err := static.ReadFile("static/sw.js")
	if err != nil {
		return err
	}
	// A browser looks for a new version by the bytes of the worker that keeps the old one.
	if err := write(filepath.Join(dir, "sw.js"), bytes.ReplaceAll(worker, []byte("{{version}}"), []byte(version))); err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, "files.json"), map[string]any{"version": version, "files": files})
}
