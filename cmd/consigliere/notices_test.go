package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// words returns a text without its line breaks and indentation.
func words(text []byte) string { return strings.Join(strings.Fields(string(text)), " ") }

// licences matches the names of the files in which a module states its terms.
var licences = regexp.MustCompile(`^(LICEN[CS]E|COPYING|NOTICE|PATENTS)`)

// TestNotices holds NOTICES complete: it names each module that the program links, on each
// board that it is built for, and each font, and contains their licences word by word.
func TestNotices(t *testing.T) {
	read := func(file string) string {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		return words(data)
	}
	notices, apache := read("../../NOTICES"), read("../../LICENSE")
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	files := map[string]string{ // a file with terms, and whose they are
		filepath.Join(strings.TrimSpace(string(goroot)), "LICENSE"): "Go standard library",
		filepath.Join(strings.TrimSpace(string(goroot)), "PATENTS"): "Go standard library",
	}
	modules := map[string]bool{}
	for _, arch := range []string{"arm", "arm64", "amd64"} {
		list := exec.Command("go", "list", "-deps", "-json=Dir,Module", ".", "../consigliere-hub")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
		out, err := list.Output()
		require.NoError(t, err)
		for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
			var p struct {
				Dir    string
				Module *struct {
					Path, Dir string
					Main      bool
				}
			}
			require.NoError(t, d.Decode(&p))
			if p.Module == nil || p.Module.Main {
				continue
			}
			modules[p.Module.Path] = true
			// A package may have terms of its own, beside those of its module.
			for dir := p.Dir; ; dir = filepath.Dir(dir) {
				entries, err := os.ReadDir(dir)
				require.NoError(t, err)
				for _, e := range entries {
					if !e.IsDir() && licences.MatchString(e.Name()) {
						files[filepath.Join(dir, e.Name())] = p.Module.Path
					}
				}
				if dir == p.Module.Dir || len(dir) <= len(p.Module.Dir) {
					break
				}
			}
		}
	}
	assert.Greater(t, len(modules), 5, "go list has found the modules")
	stated := map[string]bool{"Go standard library": true}
	for file, whose := range files {
		stated[whose] = true
		if text := read(file); text != apache {
			assert.Contains(t, notices, text, "%s of %s", filepath.Base(file), whose)
		}
	}
	for m := range modules {
		assert.Contains(t, notices, " "+m+" ", "a module that the program links")
		assert.True(t, stated[m], "%s states no terms", m)
	}

	// What is vendored for the pages says at its head where it is from.
	vendored, err := os.ReadFile("../../hw/web/page/noble.js")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`@noble/(\w+) `).FindAllStringSubmatch(string(vendored[:400]), -1) {
		assert.Contains(t, notices, "Of noble-"+m[1]+": The MIT License (MIT)")
	}

	for _, dir := range []string{"../../hw/screen/fonts", "../../hw/web/page/fonts"} {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			switch name := e.Name(); {
			case strings.HasPrefix(name, "OFL"):
				assert.Contains(t, notices, read(filepath.Join(dir, name)))
			case strings.HasPrefix(name, "latin-"):
				size, _, _ := strings.Cut(strings.TrimSuffix(name, ".txt.gz"), "-bold")
				assert.Contains(t, notices, size, "the font %s", name)
			case filepath.Ext(strings.TrimSuffix(name, ".gz")) == ".ttf" || filepath.Ext(name) == ".woff2":
				assert.Contains(t, notices, strings.TrimSuffix(name, ".gz"), "a font")
			}
		}
	}
}
