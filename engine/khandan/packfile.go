package khandan

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"consigliere/engine"
	"consigliere/engine/document"
)

// The bounds of the files of a pack.
const (
	MaxPackFile  = 512 << 10 // bytes of one file
	MaxPack      = 768 << 10 // bytes of all together, and of the pack as a value of the header
	MaxPackFiles = 64
)

// A File is a YAML file of a pack.
type File struct {
	Name string
	Data []byte
}

// ReadFile reads a file of a pack, and refuses one that is too large before all of it is read.
func ReadFile(name string, r io.Reader) (File, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxPackFile+1))
	if err == nil && len(data) > MaxPackFile {
		err = fmt.Errorf("%s: this is too large; a file of a pack has at most %d bytes", name, MaxPackFile)
	}
	return File{name, data}, err
}

// mistakeIn is a mistake of a document in one of the files of a pack.
func mistakeIn(file string, m document.Mistake) engine.Mistake {
	return engine.Mistake{File: file, Path: m.Path, Line: m.Line, Column: m.Column, Why: engine.TellMistake(m)}
}

// ReadPack reads a pack out of one file, or out of several whose lists are joined in the order of
// their names, and checks it. The pack is good only if there is no mistake.
func ReadPack(files ...File) (*Pack, []engine.Mistake) {
	if len(files) == 0 || len(files) > MaxPackFiles {
		return nil, []engine.Mistake{{Syntax: fmt.Sprintf("a pack has 1 to %d files that end with .yaml, not %d", MaxPackFiles, len(files))}}
	}
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	j := joined{root: &document.Node{Kind: document.Object, Line: 1, Column: 1}, at: map[string]*document.Node{}, files: map[string][]part{}}
	var wrong []engine.Mistake
	size := 0
	for _, f := range files {
		if size += len(f.Data); size > MaxPack {
			return nil, []engine.Mistake{{File: f.Name, Syntax: fmt.Sprintf("the files of a pack have at most %d bytes together", MaxPack)}}
		}
		wrong = append(wrong, j.add(f)...)
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	p, mistakes := NewPack(j.root)
	for _, m := range mistakes {
		wrong = append(wrong, mistakeIn(cmp.Or(j.fileOf(m.Path), files[0].Name), m))
	}
	slices.SortStableFunc(wrong, func(a, b engine.Mistake) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
	if len(wrong) > 0 {
		return nil, wrong
	}
	if n := len(p.JSON()); n > MaxPack {
		return nil, []engine.Mistake{{File: files[0].Name, Syntax: fmt.Sprintf("a pack has at most %d bytes, and this one has %d", MaxPack, n)}}
	}
	return p, nil
}

// A joined is the trees of several files as one.
type joined struct {
	root  *document.Node
	at    map[string]*document.Node // by key of the root
	files map[string][]part         // by key of the root
}

// A part is from which item on a list stands in a file.
type part struct {
	file string
	from int
}

func (j *joined) add(f File) []engine.Mistake {
	tree, err := document.YAMLWithin(f.Data, MaxPackFile)
	var syntax *document.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return []engine.Mistake{{File: f.Name, Line: syntax.Line, Column: syntax.Column, Syntax: syntax.Reason}}
	case err != nil:
		return []engine.Mistake{{File: f.Name, Syntax: err.Error()}}
	case tree.Kind != document.Object:
		return []engine.Mistake{{File: f.Name, Line: 1, Column: 1, Syntax: "a file of a pack has keys such as decisions, with values"}}
	}
	var wrong []engine.Mistake
	for _, m := range tree.Members {
		old := j.at[m.Key]
		switch {
		case old == nil:
			if m.Value.Kind == document.List { // it grows
				list := *m.Value
				list.Items = slices.Clone(list.Items)
				m.Value = &list
			}
			j.root.Members, j.at[m.Key] = append(j.root.Members, m), m.Value
			j.files[m.Key] = []part{{f.Name, 0}}
		case old.Kind == document.List && m.Value.Kind == document.List:
			j.files[m.Key] = append(j.files[m.Key], part{f.Name, len(old.Items)})
			old.Items = append(old.Items, m.Value.Items...)
		default:
			place := document.Mistake{Path: "$." + m.Key, Line: m.Value.Line, Column: m.Value.Column, Problem: engine.GivenTwice, Word: j.files[m.Key][0].file}
			wrong = append(wrong, mistakeIn(f.Name, place))
		}
	}
	return wrong
}

// fileOf returns the file in which a path of the whole is.
func (j *joined) fileOf(path string) string {
	rest, ok := strings.CutPrefix(path, "$.")
	if !ok {
		return ""
	}
	key := rest
	if i := strings.IndexAny(rest, ".["); i >= 0 {
		key = rest[:i]
	}
	at := 0
	if _, err := fmt.Sscanf(rest[len(key):], "[%d]", &at); err != nil {
		at = 0
	}
	file := ""
	for _, p := range j.files[key] {
		if p.from <= at {
			file = p.file
		}
	}
	return file
}
