package khandan

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed packs
var packs embed.FS

// shipped returns the files of a pack that comes with the box, or nil if there is none of that
// name.
func shipped(id string) []File {
	if !plain(id) {
		return nil
	}
	names, err := fs.Glob(packs, path.Join("packs", id, "*.yaml"))
	if err != nil || len(names) == 0 {
		return nil
	}
	files := make([]File, 0, len(names))
	for _, n := range names {
		data, err := fs.ReadFile(packs, n)
		if err != nil {
			return nil
		}
		files = append(files, File{path.Base(n), data})
	}
	return files
}

// starterYAML returns the starter pack as one file: what its files have under each key, one after
// the other.
func starterYAML() string {
	heads := []string{"pack:", "format:", "title:", "houses:", "storylines:", "decisions:"}
	parts := make([]strings.Builder, len(heads))
	for _, f := range shipped(starter) {
		at := -1
		for line := range strings.Lines(string(f.Data)) {
			i := slices.IndexFunc(heads, func(h string) bool { return strings.HasPrefix(line, h) })
			if i >= 0 && (i < 3 || parts[i].Len() == 0) {
				parts[i].WriteString(line)
			}
			if i >= 0 {
				at = i
			} else if at >= 0 {
				parts[at].WriteString(line)
			}
		}
	}
	var b strings.Builder
	for i := range parts {
		b.WriteString(parts[i].String())
	}
	return b.String()
}

// starter is the pack that comes with the box.
const starter = "starter"
