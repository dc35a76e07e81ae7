package web

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"consigliere/hw/phone"
	"consigliere/hw/web/page"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

var update = flag.Bool("update", false, "write schema.d.ts again")

// told are the messages to pages, by the page that gets them and their name.
var told = []struct {
	to   string
	name string
	as   any
}{
	{"Panel", "hello", hello{}},
	{"Panel", "main", frame{}},
	{"Panel", "private", private{}},
	{"Panel", "asked", asked{}},
	{"Panel", "covered", covered{}},
	{"Panel", "lights", lights{}},
	{"Panel", "desk", deskMessage{}},
	{"Panel", "phones", phone.Overview{}},
	{"Panel", "error", fault{}},
	{"Panel Screen Phone", "say", page.Say{}},
	{"Panel Screen Phone", "tone", page.Tone{}},
	{"Panel Screen Phone", "beat", page.Beat{}},
	{"Screen Phone", "board", phone.Board{}},
	{"Panel Screen Phone", "pieces", phone.Pieces{}},
	{"Screen", "join", phone.Joining{}},
	{"Phone", "seat", phone.Frame{}},
}

// fetched is what pages get otherwise.
var fetched = []any{page.Tongue{}, desk.Past{}, desk.Finished{}, desk.Result{}, lang.GuideSection{}, box.Mistake{}}

// rawFields are the fields that hold JSON of a known type, by their Go names, or of a type of the schema.
var rawFields = map[string]any{"deskMessage.desk": desk.Public{}, "asHost.do": "FromHost"}

// TestSchema checks that schema.d.ts, with which the JavaScript of the pages is checked, has the messages of
// Go: those to pages by what they are made of, those from pages by what reads them. -update writes it again.
func TestSchema(t *testing.T) {
	s := &schema{done: map[string]string{}}
	all := map[string][]string{}
	for _, m := range told {
		name := s.message(m.name, "", reflect.TypeOf(m.as))
		for to := range strings.FieldsSeq(m.to) {
			all["To"+to] = append(all["To"+to], name)
		}
	}
	for _, v := range fetched {
		s.of(reflect.TypeOf(v))
	}
	for _, rows := range []command.Rows{own, command.Table, phone.Own} {
		for _, r := range rows {
			c, err := r.Read(command.Message{})
			require.NoError(t, err)
			if _, is := c.(command.Start); is { // made of
				c = command.StartMessage{}
			}
			_, seated := c.(command.Seated)
			for _, by := range []struct {
				giver command.Giver
				name  string
			}{{command.Panel, "Panel"}, {command.Host, "Host"}, {command.Phone, "Phone"}} {
				if r.By&by.giver == 0 {
					continue
				}
				of := ""
				if seated && by.giver == command.Panel {
					of = "name: string"
				}
				all["From"+by.name] = append(all["From"+by.name], s.message(r.Name, of, reflect.TypeOf(c)))
			}
		}
	}
	var b strings.Builder
	b.WriteString("// What the box and its pages say to each other, as Go has it. It is written by go test -run TestSchema -update.\n")
	b.WriteString("\n/** Whole is a message in which no list is missing: Go has null for an empty one. */\n" +
		"export type Whole<T> = T extends (infer U)[] ? Whole<U>[]\n" +
		"  : T extends object ? { [K in keyof T]-?: undefined extends T[K] ? Whole<NonNullable<T[K]>> | undefined : WholeField<T[K]> }\n  : T;\n" +
		"export type WholeField<T> = NonNullable<T> extends unknown[] ? Whole<NonNullable<T>> : Whole<T>;\n")
	for _, name := range slices.Sorted(maps.Keys(s.done)) {
		fmt.Fprintf(&b, "\nexport %s\n", s.done[name])
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list := slices.Compact(slices.Sorted(slices.Values(all[name])))
		fmt.Fprintf(&b, "\nexport type %s =\n  | %s;\n", name, strings.Join(list, "\n  | "))
	}
	if *update {
		require.NoError(t, os.WriteFile("schema.d.ts", []byte(b.String()), 0o644))
	}
	have, err := os.ReadFile("schema.d.ts")
	require.NoError(t, err)
	require.Equal(t, string(have), b.String(), "messages differ from those that the pages are checked with; go test ./hw/web -run TestSchema -update")
}

// Each type with a "t" is a message of the schema: none can be forgotten.
func TestSchemaIsWhole(t *testing.T) {
	known := map[string]bool{"phoneRequest": true} // the envelope of a phone's
	for _, m := range told {
		known[reflect.TypeOf(m.as).Name()] = true
	}
	var files []string
	for _, folder := range []string{".", "page", "../phone"} {
		more, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		files = append(files, more...)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			spec, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			if of, is := spec.Type.(*ast.StructType); is {
				for _, field := range of.Fields.List {
					if field.Tag != nil && strings.Contains(field.Tag.Value, `json:"t"`) {
						found++
						assert.True(t, known[spec.Name.Name], "%s is a message that the schema does not have", spec.Name.Name)
					}
				}
			}
			return true
		})
	}
	assert.Equal(t, len(known), found)
}

// A schema writes Go types as those of TypeScript.
type schema struct{ done map[string]string }

// message declares a message and returns its name, such as "desk" becomes DeskMessage.
func (s *schema) message(name, more string, t reflect.Type) string {
	var title strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		title.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	as := title.String() + "Message"
	fields := append([]string{fmt.Sprintf("t: '%s'", name)}, s.fields(t)...)
	if more != "" {
		fields = append(fields, more)
	}
	text := fmt.Sprintf("interface %s { %s }", as, strings.Join(fields, "; "))
	for n := 2; s.done[as] != "" && s.done[as] != text; n++ { // panel and phone call different commands by the same name
		as = fmt.Sprintf("%sMessage%d", title.String(), n)
		text = fmt.Sprintf("interface %s { %s }", as, strings.Join(fields, "; "))
	}
	s.done[as] = text
	return as
}

// fields returns the fields of a struct but "t".
func (s *schema) fields(t reflect.Type) []string {
	var all []string
	for f := range fieldsOf(t) {
		name, more, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			all = append(all, s.fields(f.Type)...)
			continue
		case name == "-" || !f.IsExported() || name == "t":
			continue
		}
		is := s.of(f.Type)
		if v, known := rawFields[t.Name()+"."+name]; known {
			if name, named := v.(string); named {
				is = name
			} else {
				is = s.of(reflect.TypeOf(v))
			}
		}
		all = append(all, cmp.Or(name, f.Name)+map[bool]string{true: "?"}[strings.Contains(more, "omitempty")]+": "+is)
	}
	return all
}

// of returns the type that a value of a Go type has in JSON.
func (s *schema) of(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any]():
		return "any" // of a game: no page knows it
	case reflect.TypeFor[hw.Button]():
		return "'A' | 'B' | 'OK'"
	case reflect.TypeFor[engine.Secrecy]():
		return "'' | 'covered' | 'secret'"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Pointer:
		return s.of(t.Elem()) + " | null"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		return s.list(t) + " | null"
	case reflect.Array:
		return "[" + strings.TrimSuffix(strings.Repeat(s.of(t.Elem())+", ", t.Len()), ", ") + "]"
	case reflect.Map:
		return fmt.Sprintf("Record<%s, %s>", s.of(t.Key()), s.of(t.Elem()))
	case reflect.Struct:
		name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
		if _, known := s.done[name]; !known {
			s.done[name] = "" // it may be part of itself
			s.done[name] = fmt.Sprintf("interface %s {\n  %s;\n}", name, strings.Join(s.fields(t), ";\n  "))
		}
		return name
	}
	return "number"
}

func (s *schema) list(t reflect.Type) string {
	of := s.of(t.Elem())
	if strings.Contains(of, "|") {
		of = "(" + of + ")"
	}
	return of + "[]"
}

func fieldsOf(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}
