package derpate

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"time"
)

func sortedKeys(o map[string]any) []string {
	keys := make([]string, 0, len(o))
	for k := range o {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// catalogueNames returns messages for the districts, businesses and cards of a header's
// catalogue. A name that the catalogue leaves out in a language is its English one, or the
// identifier.
func catalogueNames(c *catalogue, all map[string]any) fs.FS {
	files := wordFiles{}
	for _, l := range languages {
		var b bytes.Buffer
		write := func(key, text string) { fmt.Fprintf(&b, "%s = %s\n", tomlQuote(key), tomlQuote(text)) }
		names := [districtCount]string{}
		for i, v := range all["districts"].([]any) {
			names[i] = nameIn(l, v, "name", c.districts[i].id)
			write("district."+c.districts[i].id, names[i])
		}
		for k := Business(1); k <= businessCount; k++ {
			number := strconv.Itoa(int(c.number[k]))
			if l == "fa" {
				number = string(rune('۰' + rune(c.number[k])))
			}
			for _, arg := range []string{"business.", "from.", "to."} {
				write(arg+k.String(), k.String()+" ("+number+") "+names[c.district[k]])
			}
		}
		for i, v := range all["events"].([]any) {
			e := &c.events[i]
			write(e.nameKey, nameIn(l, v, "name", e.id))
			write(e.textKey, nameIn(l, v, "text", nameIn(l, v, "name", e.id)))
		}
		files["messages."+l+".toml"] = b.Bytes()
	}
	return files
}

func nameIn(lang string, v any, key, otherwise string) string {
	names, _ := v.(map[string]any)[key].(map[string]any)
	for _, l := range []string{lang, "en"} {
		if s, ok := names[l].(string); ok {
			return s
		}
	}
	return otherwise
}

// tomlQuote writes a basic string of TOML. Braces are taken apart, so that no name is read
// as a template.
func tomlQuote(s string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	before := rune(0)
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04x", r)
		case r == '{' && before == '{':
			b.WriteString(" {")
		default:
			b.WriteRune(r)
		}
		before = r
	}
	b.WriteByte('"')
	return b.String()
}

// wordFiles is a file system of a few small files in memory.
type wordFiles map[string][]byte

// Open opens one of the files for reading.
func (w wordFiles) Open(name string) (fs.File, error) {
	data, ok := w[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &wordFile{name, int64(len(data)), bytes.NewReader(data)}, nil
}

type wordFile struct {
	name string
	size int64
	io.Reader
}

func (f *wordFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *wordFile) Close() error               { return nil }
func (f *wordFile) Name() string               { return f.name }
func (f *wordFile) Size() int64                { return f.size }
func (f *wordFile) Mode() fs.FileMode          { return 0o444 }
func (f *wordFile) ModTime() time.Time         { return time.Time{} }
func (f *wordFile) IsDir() bool                { return false }
func (f *wordFile) Sys() any                   { return nil }
